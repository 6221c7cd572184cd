//! The last loop of a compiled rule as indices that step through the table.
//!
//! Most parts are polynomials of degree at most 2 in the loop's variable (`n - k`, `n - k*k`, `n - a - 2*b`), so their index
//! moves by a step which itself moves by a constant: two additions a move, as one would write the loop by hand. The ends
//! of the loop show that every index stays inside the table.

use crate::rule::check::CheckedPart;
use crate::rule::compile::Branch;
use crate::rule::syntax::Operator;
use crate::rule::term::{Number, Slot, Term};
use crate::value::MexSet;

/// The values of the loop's variable: `from`, `from + stride`, ..., `moves` of them.
#[derive(Debug, Clone, Copy)]
pub struct LoopRun<'a> {
    /// The values of all other slots.
    pub frame: &'a [i64],
    /// The variable.
    pub slot: Slot,
    /// Its first value.
    pub from: i64,
    /// The distance of neighbours.
    pub stride: i64,
    /// How many values; at least 1.
    pub moves: i64,
}

/// The parts of the moves of a loop: some fixed, at most three moving.
#[derive(Debug, Clone, Copy, Default)]
pub struct Progressions {
    /// The XOR of the values of the parts that stay.
    fixed: u32,
    moving: [Progression; 3],
    count: usize,
}

/// An index that moves by `step`, which moves by `change`.
#[derive(Debug, Clone, Copy, Default)]
struct Progression {
    index: i64,
    step: i64,
    change: i64,
}

impl Progressions {
    /// The parts of a branch over a run, if all are progressions inside the table `values`.
    pub fn new(branch: &Branch, run: &LoopRun<'_>, values: &[u32]) -> Option<Progressions> {
        let mut out = Progressions::default();
        for part in &branch.parts {
            let CheckedPart::Copies { count: None, component } = part else { return None };
            let [a, b, c] = run.polynomial(&component[0])?;
            if (b, c) == (0, 0) {
                out.fixed ^= values.get(usize::try_from(a).ok()?)?;
                continue;
            }
            let progression = Progression { index: a, step: b.checked_add(c)?, change: c.checked_mul(2)? };
            if !progression.stays_below(values.len(), run.moves)? {
                return None;
            }
            *out.moving.get_mut(out.count)? = progression;
            out.count += 1;
        }
        Some(out)
    }

    /// The consecutive heaps `from..to` that the moves lead to, where each leaves one heap and they are consecutive.
    pub fn consecutive(&self, moves: i64) -> Option<(usize, usize)> {
        let [Progression { index, step, change }, ..] = self.moving;
        match (self.count, self.fixed, step, change) {
            (1, 0, 1, 0) => Some((index as usize, (index + moves) as usize)),
            (1, 0, -1, 0) => Some(((index - moves + 1) as usize, index as usize + 1)),
            _ => None,
        }
    }

    /// Marks the values of all moves; none exceeds `bound`.
    pub fn mark(&self, moves: i64, values: &[u32], seen: &mut MexSet, bound: u32) {
        let [a, b, c] = self.moving;
        match (self.count, a) {
            (0, _) => seen.insert(self.fixed),
            (1, Progression { index, step: 1, change: 0 }) => {
                let slice = &values[index as usize..(index + moves) as usize];
                seen.insert_all(bound, slice.iter().map(|value| value ^ self.fixed));
            }
            (1, _) => mark([a], moves, self.fixed, values, seen, bound),
            (2, _) => mark([a, b], moves, self.fixed, values, seen, bound),
            _ => mark([a, b, c], moves, self.fixed, values, seen, bound),
        }
    }
}

fn mark<const PARTS: usize>(
    mut parts: [Progression; PARTS],
    moves: i64,
    fixed: u32,
    values: &[u32],
    seen: &mut MexSet,
    bound: u32,
) {
    let Some((places, stamp)) = seen.places(bound) else {
        // Values beyond the dense part of the set: rare, and slow either way.
        for _ in 0..moves {
            seen.insert(next(&mut parts, fixed, values));
        }
        return;
    };
    let mask = places.len() - 1;
    for _ in 0..moves {
        places[next(&mut parts, fixed, values) as usize & mask] = stamp;
    }
}

#[inline(always)]
fn next<const PARTS: usize>(parts: &mut [Progression; PARTS], fixed: u32, values: &[u32]) -> u32 {
    let mut value = fixed;
    for part in parts {
        value ^= values[part.index as usize];
        part.index = part.index.wrapping_add(part.step);
        part.step = part.step.wrapping_add(part.change);
    }
    value
}

impl Progression {
    /// Whether all indices lie in `0..length`; `None` when they turn round or leave 64 bits.
    fn stays_below(&self, length: usize, moves: i64) -> Option<bool> {
        let inside = |index: i64| (0..length as i64).contains(&index);
        let steps = moves - 1;
        if steps == 0 {
            return Some(inside(self.index));
        }
        let last_step = self.change.checked_mul(steps - 1)?.checked_add(self.step)?;
        if (self.step < 0) != (last_step < 0) && self.step != 0 && last_step != 0 {
            return None;
        }
        // The sum of the steps: an arithmetic series.
        let way = self.step.checked_add(last_step)?.checked_mul(steps)? / 2;
        Some(inside(self.index) && inside(self.index.checked_add(way)?))
    }
}

impl LoopRun<'_> {
    /// The coefficients of 1, i and i² when the term is a polynomial of degree at most 2 in the number i of the move.
    fn polynomial(&self, term: &Term) -> Option<[i64; 3]> {
        match term {
            Term::Integer(value) => Some([i64::from_wide(*value)?, 0, 0]),
            Term::Slot(slot) if *slot == self.slot => Some([self.from, self.stride, 0]),
            Term::Slot(slot) => Some([self.frame[*slot], 0, 0]),
            Term::Binary(operator, left, right) => {
                let (p, q) = (self.polynomial(left)?, self.polynomial(right)?);
                let join =
                    |f: fn(i64, i64) -> Option<i64>| Some([f(p[0], q[0])?, f(p[1], q[1])?, f(p[2], q[2])?]);
                let constants = [p, q].map(|[_, b, c]| (b, c) == (0, 0));
                match operator {
                    Operator::Add => join(i64::checked_add),
                    Operator::Subtract => join(i64::checked_sub),
                    Operator::Multiply => multiply(p, q),
                    // Rounding does not disturb terms that the divisor divides.
                    Operator::Divide if constants[1] && q[0] > 0 && p[1] % q[0] == 0 && p[2] % q[0] == 0 => {
                        Some([p[0].div_euclid(q[0]), p[1] / q[0], p[2] / q[0]])
                    }
                    _ if constants == [true, true] => Some([p[0].apply(*operator, q[0]).ok()?, 0, 0]),
                    _ => None,
                }
            }
            Term::Unary(function, inner) => match self.polynomial(inner)? {
                [a, 0, 0] => Some([a.call(*function).ok()?, 0, 0]),
                _ => None,
            },
        }
    }
}

/// The product, if its degree is at most 2.
fn multiply(p: [i64; 3], q: [i64; 3]) -> Option<[i64; 3]> {
    let term = |i: usize, j: usize| p[i].checked_mul(q[j]);
    if term(1, 2)? != 0 || term(2, 1)? != 0 || term(2, 2)? != 0 {
        return None;
    }
    let linear = term(0, 1)?.checked_add(term(1, 0)?)?;
    let square = term(0, 2)?.checked_add(term(2, 0)?)?.checked_add(term(1, 1)?)?;
    Some([term(0, 0)?, linear, square])
}
