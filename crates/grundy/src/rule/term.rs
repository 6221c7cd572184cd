//! Arithmetic of a checked rule: names have become slots, parameters have become numbers.
//!
//! Terms are evaluated over `i64` where heaps are table-sized and over `i128` otherwise, by the same code. Division and
//! remainder round towards minus infinity. A [`TermError`] (division by zero, negative exponent, overflow) makes the move it
//! occurs in illegal; an overflow of `i64` is no fault of the rule, so the caller repeats the position in `i128`.

use super::linear::Linear;
use super::syntax::{Expr, Function, Name, Operator};
use crate::base::diagnostic::Span;
use thiserror::Error as ThisError;

/// Where a value lives while a position's options are visited: components first, then the variables.
pub type Slot = usize;

/// An expression over slots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A whole number.
    Integer(i128),
    /// A component or variable.
    Slot(Slot),
    /// Two terms joined.
    Binary(Operator, Box<Term>, Box<Term>),
    /// A function of a term.
    Unary(Function, Box<Term>),
}

/// Why a term has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
pub enum TermError {
    /// Division by zero, a negative exponent, or a function of a number that it does not take.
    #[error("no value: division by zero, or an argument that is not taken")]
    Undefined,
    /// The value does not fit the number type.
    #[error("the value is too large")]
    Overflow,
}

/// The two integer types a rule runs on.
pub trait Number: Copy + Ord + std::fmt::Debug + Default {
    /// The number, if it fits.
    fn from_wide(value: i128) -> Option<Self>;
    /// The number in 128 bits.
    fn wide(self) -> i128;
    /// `self operator other`.
    ///
    /// # Errors
    /// When the result is undefined or does not fit.
    fn apply(self, operator: Operator, other: Self) -> Result<Self, TermError>;
    /// `function(self)`.
    ///
    /// # Errors
    /// When the result is undefined or does not fit.
    fn call(self, function: Function) -> Result<Self, TermError>;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            #[inline]
            fn from_wide(value: i128) -> Option<Self> {
                value.try_into().ok()
            }

            #[inline]
            fn wide(self) -> i128 {
                i128::from(self)
            }

            #[inline]
            fn apply(self, operator: Operator, other: Self) -> Result<Self, TermError> {
                let result = match operator {
                    Operator::Add => self.checked_add(other),
                    Operator::Subtract => self.checked_sub(other),
                    Operator::Multiply => self.checked_mul(other),
                    Operator::Divide | Operator::Remainder if other == 0 => return Err(TermError::Undefined),
                    Operator::Divide => self.checked_div(other).map(|quotient| {
                        let below = self % other != 0 && (self < 0) != (other < 0);
                        quotient - Self::from(below)
                    }),
                    Operator::Remainder if other == -1 => Some(0),
                    Operator::Remainder => {
                        let rest = self % other;
                        Some(if rest != 0 && (rest < 0) != (other < 0) { rest + other } else { rest })
                    }
                    Operator::Power => return power(self, other),
                    Operator::Min => Some(self.min(other)),
                    Operator::Max => Some(self.max(other)),
                    Operator::Gcd => gcd(self, other),
                    // The base stands first.
                    Operator::Log if self < 2 || other < 1 => return Err(TermError::Undefined),
                    Operator::Log => Some(other.ilog(self) as Self),
                    _ if self < 0 || other < 0 => return Err(TermError::Undefined),
                    Operator::Xor => Some(self ^ other),
                    Operator::BitAnd => Some(self & other),
                    Operator::BitOr => Some(self | other),
                    Operator::Digit => {
                        let place =
                            u32::try_from(other).ok().and_then(|place| (10 as Self).checked_pow(place));
                        Some(place.map_or(0, |place| self / place % 10))
                    }
                };
                result.ok_or(TermError::Overflow)
            }

            #[inline]
            fn call(self, function: Function) -> Result<Self, TermError> {
                match function {
                    Function::Abs => self.checked_abs().ok_or(TermError::Overflow),
                    _ if self < 0 => Err(TermError::Undefined),
                    Function::Ones => Ok(self.count_ones() as Self),
                    Function::Sqrt => Ok(self.isqrt()),
                    Function::DigitSum => {
                        let (mut rest, mut sum) = (self, 0);
                        while rest > 0 {
                            sum += rest % 10;
                            rest /= 10;
                        }
                        Ok(sum)
                    }
                }
            }
        }
    };
}
number!(i64);
number!(i128);

/// The greatest common divisor of two numbers of any sign, 0 for two zeros; `None` for 2^63 or 2^127, which has no room.
fn gcd<T: Number>(a: T, b: T) -> Option<T> {
    let (mut a, mut b) = (a.wide().unsigned_abs(), b.wide().unsigned_abs());
    while b != 0 {
        match (u64::try_from(a), u64::try_from(b)) {
            // Divisions of 64 bits are several times faster.
            (Ok(mut small), Ok(mut other)) => {
                while other != 0 {
                    (small, other) = (other, small % other);
                }
                (a, b) = (small.into(), 0);
            }
            _ => (a, b) = (b, a % b),
        }
    }
    i128::try_from(a).ok().and_then(T::from_wide)
}

fn power<T: Number>(base: T, exponent: T) -> Result<T, TermError> {
    let (base, exponent) = (base.wide(), exponent.wide());
    let value = match (base, exponent) {
        (_, e) if e < 0 => return Err(TermError::Undefined),
        (_, 0) | (1, _) => Some(1),
        (0, _) => Some(0),
        (-1, e) => Some(if e % 2 == 0 { 1 } else { -1 }),
        (b, e) => u32::try_from(e).ok().and_then(|e| b.checked_pow(e)),
    };
    value.and_then(T::from_wide).ok_or(TermError::Overflow)
}

impl Term {
    /// `self operator other`, folded when both are plain numbers.
    pub fn binary(operator: Operator, left: Term, right: Term) -> Term {
        if let (Term::Integer(a), Term::Integer(b)) = (&left, &right)
            && let Ok(value) = a.apply(operator, *b)
        {
            return Term::Integer(value);
        }
        Term::Binary(operator, Box::new(left), Box::new(right))
    }

    /// `function(self)`, folded when the term is a plain number.
    pub fn unary(function: Function, inner: Term) -> Term {
        match inner {
            Term::Integer(value) if value.call(function).is_ok() => {
                Term::Integer(value.call(function).expect("just seen"))
            }
            inner => Term::Unary(function, Box::new(inner)),
        }
    }

    /// The value under `frame`.
    ///
    /// # Errors
    /// When some step has no value.
    pub fn evaluate<T: Number>(&self, frame: &[T]) -> Result<T, TermError> {
        match self {
            Term::Integer(value) => T::from_wide(*value).ok_or(TermError::Overflow),
            Term::Slot(slot) => Ok(frame[*slot]),
            Term::Binary(operator, left, right) => {
                left.evaluate(frame)?.apply(*operator, right.evaluate(frame)?)
            }
            Term::Unary(function, inner) => inner.evaluate(frame)?.call(*function),
        }
    }

    /// Calls `visit` with each slot of the term.
    pub fn slots(&self, visit: &mut impl FnMut(Slot)) {
        match self {
            Term::Integer(_) => {}
            Term::Slot(slot) => visit(*slot),
            Term::Binary(_, left, right) => {
                left.slots(visit);
                right.slots(visit);
            }
            Term::Unary(_, inner) => inner.slots(visit),
        }
    }

    /// Whether `slot` occurs.
    pub fn mentions(&self, slot: Slot) -> bool {
        let mut found = false;
        self.slots(&mut |s| found |= s == slot);
        found
    }

    /// The term as it would be written with these names of slots.
    pub fn to_expr(&self, names: &[String]) -> Expr {
        match self {
            Term::Integer(value) => Expr::Integer(*value),
            Term::Slot(slot) => Expr::Name(Name { text: names[*slot].clone(), span: Span::default() }),
            Term::Binary(operator @ (Operator::Min | Operator::Max), left, right) => {
                Expr::Call(*operator, vec![left.to_expr(names), right.to_expr(names)])
            }
            Term::Binary(operator, left, right) => {
                let sides = [left, right].map(|side| side.to_expr(names));
                match Operator::FUNCTIONS.iter().any(|(_, function)| function == operator) {
                    true => Expr::Call(*operator, sides.into()),
                    false => {
                        let [left, right] = sides.map(Box::new);
                        Expr::Binary(*operator, left, right)
                    }
                }
            }
            Term::Unary(function, inner) => Expr::Unary(*function, Box::new(inner.to_expr(names))),
        }
    }

    /// Whether `other` is the term or a part of it.
    pub fn contains(&self, other: &Term) -> bool {
        self == other
            || match self {
                Term::Integer(_) | Term::Slot(_) => false,
                Term::Binary(_, left, right) => left.contains(other) || right.contains(other),
                Term::Unary(_, inner) => inner.contains(other),
            }
    }

    /// The term with `value` in place of `slot`.
    pub fn substitute(&self, slot: Slot, value: &Term) -> Term {
        match self {
            Term::Slot(s) if *s == slot => value.clone(),
            Term::Integer(_) | Term::Slot(_) => self.clone(),
            Term::Binary(operator, left, right) => {
                Term::binary(*operator, left.substitute(slot, value), right.substitute(slot, value))
            }
            Term::Unary(function, inner) => Term::unary(*function, inner.substitute(slot, value)),
        }
    }

    /// Whether evaluation may fault for some numbers; slots hold at most 64 bits.
    pub fn may_fault(&self) -> bool {
        if Linear::of(self).is_some() {
            return false;
        }
        match self {
            Term::Integer(value) => value.unsigned_abs() >= 1 << 100,
            Term::Slot(_) => false,
            Term::Binary(operator, left, right) => {
                let safe = match operator {
                    Operator::Add | Operator::Subtract | Operator::Min | Operator::Max => true,
                    Operator::Divide | Operator::Remainder => matches!(**right, Term::Integer(v) if v != 0),
                    _ => false,
                };
                !safe || left.may_fault() || right.may_fault()
            }
            Term::Unary(function, inner) => *function != Function::Abs || inner.may_fault(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_in_both_widths() {
        for a in -9i64..=9 {
            for b in (-4i64..=4).filter(|&b| b != 0) {
                let floor = (a as f64 / b as f64).floor() as i64;
                assert_eq!(a.apply(Operator::Divide, b), Ok(floor));
                assert_eq!(a.apply(Operator::Remainder, b), Ok(a - b * floor));
                assert_eq!(i128::from(a).apply(Operator::Divide, b.into()), Ok(floor.into()));
            }
        }
        assert_eq!(i64::MIN.apply(Operator::Divide, -1), Err(TermError::Overflow));
        assert_eq!(i64::MIN.apply(Operator::Remainder, -1), Ok(0));
        assert_eq!(1i64.apply(Operator::Remainder, 0), Err(TermError::Undefined));
    }

    #[test]
    fn functions_in_both_widths() {
        let both = |operator, a: i64, b: i64| {
            let (narrow, wide) = (a.apply(operator, b), i128::from(a).apply(operator, b.into()));
            assert_eq!(narrow.map(i128::from), wide, "{operator:?} {a} {b}");
            narrow
        };
        for a in -40..40 {
            for b in -40..40 {
                let common = (1..=40).rev().find(|d| a % d == 0 && b % d == 0).filter(|_| (a, b) != (0, 0));
                assert_eq!(both(Operator::Gcd, a, b), Ok(common.unwrap_or(0)));
                let bits = (a >= 0 && b >= 0).then_some((a ^ b, a & b, a | b));
                assert_eq!(both(Operator::Xor, a, b).ok(), bits.map(|bits| bits.0));
                assert_eq!(both(Operator::BitAnd, a, b).ok(), bits.map(|bits| bits.1));
                assert_eq!(both(Operator::BitOr, a, b).ok(), bits.map(|bits| bits.2));
                let log = (a >= 2 && b >= 1).then(|| (0..).find(|&e| a.pow(e + 1) > b).expect("it grows"));
                assert_eq!(both(Operator::Log, a, b).ok(), log.map(i64::from));
            }
        }
        for (number, place, digit) in [(1207, 0, 7), (1207, 1, 0), (1207, 3, 1), (1207, 4, 0), (1207, 99, 0)]
        {
            assert_eq!(both(Operator::Digit, number, place), Ok(digit));
        }
        assert_eq!(both(Operator::Digit, 3, -1), Err(TermError::Undefined));
        for (function, number, value) in [
            (Function::Ones, 13i64, 3i64),
            (Function::Abs, -13, 13),
            (Function::Sqrt, 24, 4),
            (Function::DigitSum, 1_000_904, 14),
            (Function::DigitSum, 0, 0),
        ] {
            assert_eq!(number.call(function), Ok(value));
            assert_eq!(i128::from(number).call(function), Ok(value.into()));
        }
        for function in [Function::Ones, Function::Sqrt, Function::DigitSum] {
            assert_eq!((-1i64).call(function), Err(TermError::Undefined));
        }
        assert_eq!(i64::MIN.apply(Operator::Gcd, 0), Err(TermError::Overflow));
        assert_eq!(i64::MIN.call(Function::Abs), Err(TermError::Overflow));
    }

    #[test]
    fn powers_fault_rather_than_wrap() {
        assert_eq!(2i64.apply(Operator::Power, 62), Ok(1 << 62));
        assert_eq!(2i64.apply(Operator::Power, 63), Err(TermError::Overflow));
        assert_eq!(2i128.apply(Operator::Power, -1), Err(TermError::Undefined));
        assert_eq!((-1i64).apply(Operator::Power, i64::MAX), Ok(-1));
        assert_eq!(0i64.apply(Operator::Power, 0), Ok(1));
    }
}
