//! A dense table of tuples, for rules in which each component goes one way only: it never grows, or it never falls.
//!
//! Components that never fall are counted from their bound downwards. Then every option of a tuple is smaller in some component
//! and larger in none, so it comes earlier in row-major order and one sweep fills the table: by sets of values where all moves run
//! along lines ([`super::lines`]), otherwise by the same loops that serve heaps ([`crate::engine::heap::general`]). Cost: the moves of all tuples below the position, 4 bytes each.

use super::lines::LineMoves;
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::general::Builder;
use crate::game::Game;
use crate::game::position::Tuple;
use crate::game::sum::nim_sum;
use crate::rule::compile::Program;
use crate::rule::linear::simplify;
use crate::rule::play::Tuples;
use crate::rule::progress::Course;
use crate::rule::symmetry::Symmetry;
use crate::rule::syntax::Operator;
use crate::rule::term::Term;
use crate::rule::{self, Ruleset};
use std::ops::ControlFlow;

/// Values of all tuples up to the sides, in row-major order.
#[derive(Debug)]
pub struct TupleGrid {
    axes: Vec<Axis>,
    values: Vec<u32>,
    symmetry: Symmetry,
}

/// A component of the table: its largest value, and whether it is counted from there downwards.
#[derive(Debug, Clone, Copy)]
struct Axis {
    side: u64,
    course: Course,
}

impl Axis {
    /// The place of a value on the axis, or the value of a place.
    fn turned(self, value: u64) -> u64 {
        match self.course {
            Course::Down => value,
            Course::Up => self.side - value,
        }
    }
}

/// The largest value of each component in the position, when each of its tuples is turned as [`Symmetry`] allows.
pub fn sides(rules: &Ruleset, position: &[Tuple]) -> Vec<u64> {
    let symmetry = Symmetry::of(rules.checked());
    let mut sides = vec![0; rules.arity()];
    for tuple in position {
        let turned = symmetry.representative(tuple);
        sides.iter_mut().zip(turned).for_each(|(side, value)| *side = value.max(*side));
    }
    sides
}

impl TupleGrid {
    /// Fills the table for all tuples up to `sides`.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn fill(
        rules: &Ruleset,
        directions: &[Course],
        sides: &[u64],
        pulse: &mut Pulse<'_>,
    ) -> Result<TupleGrid, Failure> {
        let game = Tuples::new(rules);
        let axes: Vec<Axis> =
            sides.iter().zip(directions).map(|(&side, &course)| Axis { side, course }).collect();
        // Moves along lines never let a component grow.
        let falls = directions.iter().all(|course| *course == Course::Down);
        let symmetry = Symmetry::of(rules.checked());
        if let Some(moves) = LineMoves::of(rules.program()).filter(|_| falls) {
            return Ok(TupleGrid { axes, values: moves.fill(sides, pulse)?, symmetry });
        }
        let flat = flatten(rules.program(), &axes);
        let mut builder = Builder::new(Vec::new());
        let mut tuple: Tuple = axes.iter().map(|axis| axis.turned(0)).collect();
        loop {
            // Of tuples that play alike, the one with increasing components comes first, and is there already.
            let alike = index(&axes, &symmetry.representative(&tuple));
            if let Some(&known) = alike.and_then(|index| builder.values.get(index)) {
                builder.append(known);
                pulse.beat()?;
                if !advance(&mut tuple, &axes) {
                    return Ok(TupleGrid { axes, values: builder.values, symmetry });
                }
                continue;
            }
            let position: Vec<i64> = tuple.iter().map(|&value| value as i64).collect();
            builder.next(&flat, &position, pulse, &mut |values, seen, pulse| {
                let value = |tuple: &Tuple| values.get(index(&axes, tuple)?).copied().map(u64::from);
                let mut outside = false;
                let _ = game.options(&tuple, pulse, &mut |parts| {
                    match nim_sum(parts, value) {
                        // Values in the table have 32 bits, and so has their XOR.
                        Some(value) => seen.insert(value as u32),
                        None => outside = true,
                    }
                    ControlFlow::Continue(())
                })?;
                // The rule was shown never to grow, so this does not happen; a wrong answer must not either.
                if outside { Err(StopReason::PositionLimit.into()) } else { Ok(()) }
            })?;
            if !advance(&mut tuple, &axes) {
                return Ok(TupleGrid { axes, values: builder.values, symmetry });
            }
        }
    }

    /// The value of a tuple inside the table, or of one that plays like it.
    pub fn value(&self, tuple: &[u64]) -> Option<u64> {
        let place =
            index(&self.axes, tuple).or_else(|| index(&self.axes, &self.symmetry.representative(tuple)))?;
        self.values.get(place).copied().map(u64::from)
    }
}

/// Goes on to the next tuple in row-major order; false after the last.
fn advance(tuple: &mut Tuple, axes: &[Axis]) -> bool {
    let free = |place: &usize| axes[*place].turned(tuple[*place]) < axes[*place].side;
    let Some(place) = (0..axes.len()).rev().find(free) else { return false };
    match axes[place].course {
        Course::Down => tuple[place] += 1,
        Course::Up => tuple[place] -= 1,
    }
    for (value, axis) in tuple.iter_mut().zip(axes).skip(place + 1) {
        *value = axis.turned(0);
    }
    true
}

/// The place of a tuple in row-major order; `None` outside the table.
fn index(axes: &[Axis], tuple: &[u64]) -> Option<usize> {
    tuple.iter().zip(axes).try_fold(0, |index, (&value, axis)| {
        (value <= axis.side).then(|| index * (axis.side as usize + 1) + axis.turned(value) as usize)
    })
}

/// The rule with every component it leaves replaced by its place in the table, which is as linear as the component was.
fn flatten(program: &Program, axes: &[Axis]) -> Program {
    let place = |component: &[Term]| {
        let terms = component.iter().zip(axes).fold(Term::Integer(0), |index, (term, axis)| {
            let side = i128::from(axis.side);
            let row = Term::binary(Operator::Multiply, index, Term::Integer(side + 1));
            let turned = match axis.course {
                Course::Down => term.clone(),
                Course::Up => Term::binary(Operator::Subtract, Term::Integer(side), term.clone()),
            };
            Term::binary(Operator::Add, row, turned)
        });
        simplify(&terms)
    };
    let mut flat = program.clone();
    for part in flat.branches.iter_mut().flat_map(|branch| &mut branch.parts) {
        if let rule::check::CheckedPart::Copies { component, .. } = part {
            *component = vec![place(component)];
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::engine::tuple::{grid, memo};

    /// Components that go up, down, and both in one rule: the table agrees with a search of what can be reached.
    #[test]
    fn tables_filled_from_where_components_end_agree_with_search() {
        let limits = Limits::default();
        for (text, start) in [
            ("(l, r) -> (l, a), (b, r) where l <= a <= b <= r, a < r, l < b", vec![1, 12]),
            (
                "(l, r) -> (l + k, r) where k in 1..3, l + k <= r ; (l, r) -> (l, r - 1) where l < r",
                vec![0, 20],
            ),
            (
                "(a, b, c) -> (a + 1, b, c - 1) where a < b ; (a, b, c) -> (a, b - k, c) where k in {1, 3}",
                vec![0, 9, 7],
            ),
            (
                "(a, b) -> (a - k, b - k) where k > 0 ; (a, b) -> (a - k, b) where k > 0 ; (a, b) -> (a, b - k) where k > 0",
                vec![9, 14],
            ),
        ] {
            let (rules, mut pulse) = (Ruleset::parse(text).expect(text), Pulse::new(&limits));
            let table = grid(&rules, std::slice::from_ref(&start), &mut pulse)
                .expect(text)
                .expect("each goes one way");
            let reached = memo(&rules, std::slice::from_ref(&start), &mut pulse).expect(text);
            let mut known = 0;
            for code in 0..21u64.pow(start.len() as u32) {
                let tuple: Tuple =
                    (0..start.len() as u32).map(|place| code / 21u64.pow(place) % 21).collect();
                if let Some(value) = reached.value(&tuple) {
                    assert_eq!(table.value(&tuple), Some(value), "{text}: {tuple:?}");
                    known += 1;
                }
            }
            assert!(known > 40, "{text}: {known}");
        }
    }
}
