//! The last loop of a compiled rule, a column of values at a time.
//!
//! Interpreting a term once per move costs more than the move itself. Here each operation runs over a whole column of
//! the loop's variable, so its dispatch is paid once per 512 moves and the arithmetic becomes plain loops over `i64`.
//! Before a loop starts, interval arithmetic in 128 bits shows that nothing in it can overflow or divide by zero;
//! otherwise, and for short loops, the caller runs it value by value.

use crate::rule::formula::Formula;
use crate::rule::syntax::{Function, Operator, Relation};
use crate::rule::term::{Slot, Term};

/// Moves worked on together.
pub const CHUNK: usize = 512;

/// A term over a column: one number, or one for each value.
#[derive(Debug)]
pub enum Column {
    /// The same for the whole column.
    Same(i64),
    /// The variable itself plus a constant.
    Shifted(i64),
    /// One number each.
    Each(Vec<i64>),
}

/// Buffers that are used again.
#[derive(Debug, Default)]
pub struct Columns {
    spare: Vec<Vec<i64>>,
    /// The values of the variable that are still in the race.
    pub values: Vec<i64>,
}

/// The numbers a slot may hold: the variable has a range, everything else one value.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'a> {
    /// The values of all slots.
    pub frame: &'a [i64],
    /// The variable.
    pub slot: Slot,
    /// Its least value.
    pub from: i64,
    /// Its largest value.
    pub to: i64,
}

impl Bounds<'_> {
    /// The least and largest value of a term, if every step of it is defined and fits 64 bits.
    pub fn interval(&self, term: &Term) -> Option<(i128, i128)> {
        let (low, high) = match term {
            Term::Integer(value) => (*value, *value),
            Term::Slot(slot) if *slot == self.slot => (i128::from(self.from), i128::from(self.to)),
            Term::Slot(slot) => (i128::from(self.frame[*slot]), i128::from(self.frame[*slot])),
            Term::Binary(operator, left, right) => {
                let ((a, b), (c, d)) = (self.interval(left)?, self.interval(right)?);
                match operator {
                    Operator::Add => (a + c, b + d),
                    Operator::Subtract => (a - d, b - c),
                    Operator::Multiply => hull([a * c, a * d, b * c, b * d]),
                    Operator::Divide if c > 0 => hull([div(a, c), div(a, d), div(b, c), div(b, d)]),
                    Operator::Remainder if c > 0 => (0, d - 1),
                    Operator::Min => (a.min(c), b.min(d)),
                    Operator::Max => (a.max(c), b.max(d)),
                    Operator::Power if a >= 0 && c == d && (0..=64).contains(&c) => {
                        (a.checked_pow(c as u32)?, b.checked_pow(c as u32)?)
                    }
                    Operator::Gcd => (0, a.abs().max(b.abs()).max(c.abs()).max(d.abs())),
                    Operator::Log if a >= 2 && c >= 1 => (0, d),
                    Operator::Xor | Operator::BitOr if a >= 0 && c >= 0 => (0, all_ones(b | d)),
                    Operator::BitAnd if a >= 0 && c >= 0 => (0, b.min(d)),
                    Operator::Digit if a >= 0 && c >= 0 => (0, 9),
                    _ => return None,
                }
            }
            Term::Unary(function, inner) => match (function, self.interval(inner)?) {
                (Function::Abs, (a, b)) => (0, a.abs().max(b.abs())),
                (Function::Sqrt, (a, b)) if a >= 0 => (a.isqrt(), b.isqrt()),
                (Function::Ones | Function::DigitSum, (a, b)) if a >= 0 => (0, all_ones(b)),
                _ => return None,
            },
        };
        let fits = |value: i128| i64::try_from(value).is_ok();
        (fits(low) && fits(high)).then_some((low, high))
    }

    /// Whether a guard can be tested column by column.
    pub fn tests(&self, guard: &Formula) -> bool {
        matches!(guard, Formula::Compare(_, left, right) if self.interval(left).is_some() && self.interval(right).is_some())
    }
}

fn div(a: i128, b: i128) -> i128 {
    a.div_euclid(b)
}

/// One less than the power of two above a number.
fn all_ones(number: i128) -> i128 {
    (number as u128 + 1).next_power_of_two() as i128 - 1
}

fn hull(values: [i128; 4]) -> (i128, i128) {
    let (mut low, mut high) = (values[0], values[0]);
    for value in values {
        (low, high) = (low.min(value), high.max(value));
    }
    (low, high)
}

impl Columns {
    /// The term over [`Columns::values`]; [`Bounds::interval`] has shown that it cannot fail.
    pub fn evaluate(&mut self, term: &Term, bounds: &Bounds<'_>) -> Column {
        match term {
            Term::Integer(value) => Column::Same(*value as i64),
            Term::Slot(slot) if *slot == bounds.slot => Column::Shifted(0),
            Term::Slot(slot) => Column::Same(bounds.frame[*slot]),
            Term::Binary(operator, left, right) => {
                let left = self.evaluate(left, bounds);
                let right = self.evaluate(right, bounds);
                self.apply(*operator, left, right)
            }
            Term::Unary(function, inner) => match self.evaluate(inner, bounds) {
                Column::Same(value) => Column::Same(call(*function, value)),
                column => {
                    let mut numbers = self.numbers(column);
                    numbers.iter_mut().for_each(|number| *number = call(*function, *number));
                    Column::Each(numbers)
                }
            },
        }
    }

    fn apply(&mut self, operator: Operator, left: Column, right: Column) -> Column {
        match (operator, &left, &right) {
            (_, Column::Same(a), Column::Same(b)) => return Column::Same(scalar(operator, *a, *b)),
            (Operator::Add, Column::Shifted(a), Column::Same(b))
            | (Operator::Add, Column::Same(b), Column::Shifted(a)) => {
                return Column::Shifted(a + b);
            }
            (Operator::Subtract, Column::Shifted(a), Column::Same(b)) => return Column::Shifted(a - b),
            _ => {}
        }
        let mut out = self.spare.pop().unwrap_or_default();
        out.clear();
        if let (Operator::Divide | Operator::Remainder, Column::Same(divisor)) = (operator, &right)
            && divisor.count_ones() == 1
            && *divisor > 0
        {
            // A shift rounds down and a mask is never negative, as division and remainder here do.
            let (shift, mask) = (divisor.trailing_zeros(), divisor - 1);
            self.each(left, |a| match operator {
                Operator::Divide => out.extend(a.iter().map(|a| a >> shift)),
                _ => out.extend(a.iter().map(|a| a & mask)),
            });
            return Column::Each(out);
        }
        match (&left, &right) {
            (Column::Same(a), _) => {
                self.each(right, |b| combine(operator, &mut out, b.iter().map(|&b| (*a, b))));
            }
            (_, Column::Same(b)) => {
                self.each(left, |a| combine(operator, &mut out, a.iter().map(|&a| (a, *b))));
            }
            _ => {
                let (a, b) = (self.numbers(left), self.numbers(right));
                combine(operator, &mut out, a.iter().copied().zip(b.iter().copied()));
                self.spare.extend([a, b]);
            }
        }
        Column::Each(out)
    }

    /// Calls `run` with the numbers of a column that is not constant, then keeps its buffer.
    fn each(&mut self, column: Column, run: impl FnOnce(&[i64])) {
        let numbers = self.numbers(column);
        run(&numbers);
        self.spare.push(numbers);
    }

    /// The column as one number each.
    pub fn numbers(&mut self, column: Column) -> Vec<i64> {
        match column {
            Column::Each(numbers) => numbers,
            column => {
                let mut out = self.spare.pop().unwrap_or_default();
                out.clear();
                match column {
                    Column::Same(value) => out.resize(self.values.len(), value),
                    Column::Shifted(by) => out.extend(self.values.iter().map(|value| value + by)),
                    Column::Each(_) => unreachable!("matched above"),
                }
                out
            }
        }
    }

    /// Gives a buffer back.
    pub fn recycle(&mut self, numbers: Vec<i64>) {
        self.spare.push(numbers);
    }

    /// Keeps the values for which a comparison holds.
    pub fn filter(&mut self, guard: &Formula, bounds: &Bounds<'_>) {
        let Formula::Compare(relation, left, right) = guard else { return };
        let left = self.evaluate(left, bounds);
        let right = self.evaluate(right, bounds);
        let (left, right) = (self.numbers(left), self.numbers(right));
        let holds: fn(i64, i64) -> bool = match relation {
            Relation::Less => |a, b| a < b,
            Relation::LessEqual => |a, b| a <= b,
            Relation::Greater => |a, b| a > b,
            Relation::GreaterEqual => |a, b| a >= b,
            Relation::Equal => |a, b| a == b,
            Relation::NotEqual => |a, b| a != b,
            Relation::Divides => |a, b| a != 0 && b.checked_rem(a).is_none_or(|rest| rest == 0),
            Relation::NotDivides => |a, b| a == 0 || b.checked_rem(a).is_some_and(|rest| rest != 0),
        };
        let mut index = 0;
        self.values.retain(|_| {
            index += 1;
            holds(left[index - 1], right[index - 1])
        });
        self.spare.extend([left, right]);
    }
}

/// One operation over a column. The choice of operation stands outside the loop.
fn combine(operator: Operator, out: &mut Vec<i64>, pairs: impl Iterator<Item = (i64, i64)>) {
    match operator {
        Operator::Add => out.extend(pairs.map(|(a, b)| a.wrapping_add(b))),
        Operator::Subtract => out.extend(pairs.map(|(a, b)| a.wrapping_sub(b))),
        Operator::Multiply => out.extend(pairs.map(|(a, b)| a.wrapping_mul(b))),
        Operator::Min => out.extend(pairs.map(|(a, b)| a.min(b))),
        Operator::Max => out.extend(pairs.map(|(a, b)| a.max(b))),
        Operator::Divide => out.extend(pairs.map(|(a, b)| a.div_euclid(b))),
        Operator::Remainder => out.extend(pairs.map(|(a, b)| a.rem_euclid(b))),
        Operator::Xor => out.extend(pairs.map(|(a, b)| a ^ b)),
        Operator::BitAnd => out.extend(pairs.map(|(a, b)| a & b)),
        Operator::BitOr => out.extend(pairs.map(|(a, b)| a | b)),
        Operator::Gcd | Operator::Log | Operator::Digit | Operator::Power => {
            out.extend(pairs.map(|(a, b)| scalar(operator, a, b)));
        }
    }
}

fn call(function: Function, number: i64) -> i64 {
    use crate::rule::term::Number;
    number.call(function).expect("the interval of the term fits 64 bits")
}

fn scalar(operator: Operator, a: i64, b: i64) -> i64 {
    use crate::rule::term::Number;
    a.apply(operator, b).expect("the interval of the term fits 64 bits")
}
