//! A dense table of tuples in increasing order, for rules in which no component ever grows.
//!
//! Every option of a tuple is smaller in some component and larger in none, so it comes earlier in row-major order and one
//! sweep fills the table, by the same loops that serve heaps ([`crate::engine::heap::general`]). Cost: the moves of all tuples below the position, 4 bytes each.

use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::general::Builder;
use crate::game::Game;
use crate::game::position::Tuple;
use crate::game::sum::nim_sum;
use crate::rule::compile::Program;
use crate::rule::linear::simplify;
use crate::rule::play::Tuples;
use crate::rule::syntax::Operator;
use crate::rule::term::Term;
use crate::rule::{self, Ruleset};
use std::ops::ControlFlow;

/// Values of all tuples up to the sides, in row-major order.
#[derive(Debug)]
pub struct TupleGrid {
    sides: Vec<u64>,
    values: Vec<u32>,
}

/// The largest value of each component in the position.
pub fn sides(position: &[Tuple], arity: usize) -> Vec<u64> {
    (0..arity).map(|index| position.iter().map(|tuple| tuple[index]).max().unwrap_or(0)).collect()
}

impl TupleGrid {
    /// Fills the table for all tuples up to `sides`.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn fill(rules: &Ruleset, sides: &[u64], pulse: &mut Pulse<'_>) -> Result<TupleGrid, Failure> {
        let game = Tuples::new(rules);
        let flat = flatten(rules.program(), sides);
        let mut builder = Builder::new(Vec::new());
        let mut tuple: Tuple = vec![0; sides.len()];
        loop {
            let position: Vec<i64> = tuple.iter().map(|&value| value as i64).collect();
            builder.next(&flat, &position, pulse, &mut |values, seen, pulse| {
                let value = |tuple: &Tuple| values.get(index(sides, tuple)?).copied().map(u64::from);
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
            let Some(place) = (0..sides.len()).rev().find(|&place| tuple[place] < sides[place]) else {
                return Ok(TupleGrid { sides: sides.to_vec(), values: builder.values });
            };
            tuple[place] += 1;
            tuple[place + 1..].fill(0);
        }
    }

    /// The value of a tuple inside the table.
    pub fn value(&self, tuple: &[u64]) -> Option<u64> {
        self.values.get(index(&self.sides, tuple)?).copied().map(u64::from)
    }
}

/// The place of a tuple in row-major order; `None` outside the table.
fn index(sides: &[u64], tuple: &[u64]) -> Option<usize> {
    tuple.iter().zip(sides).try_fold(0, |index, (&value, &side)| {
        (value <= side).then(|| index * (side as usize + 1) + value as usize)
    })
}

/// The rule with every component it leaves replaced by its place in the table, which is as linear as the component was.
fn flatten(program: &Program, sides: &[u64]) -> Program {
    let place = |component: &[Term]| {
        let terms = component.iter().zip(sides).fold(Term::Integer(0), |index, (term, &side)| {
            let row = Term::binary(Operator::Multiply, index, Term::Integer(i128::from(side) + 1));
            Term::binary(Operator::Add, row, term.clone())
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
