//! A dense table of tuples in increasing order, for rules in which no component ever grows.
//!
//! Every option of a tuple is smaller in some component and larger in none, so it comes earlier in row-major order and one
//! sweep fills the table. Cost: the moves of all tuples below the position, 4 bytes each.

use crate::error::Failure;
use crate::game::Game;
use crate::game::position::Tuple;
use crate::limits::{Pulse, StopReason};
use crate::rule::Ruleset;
use crate::rule::play::Tuples;
use crate::value::MexSet;
use std::ops::ControlFlow;

/// Values of all tuples up to the sides, in row-major order.
#[derive(Debug)]
pub struct Grid {
    sides: Vec<u64>,
    values: Vec<u32>,
}

/// The largest value of each component in the position.
pub fn sides(position: &[Tuple], arity: usize) -> Vec<u64> {
    (0..arity).map(|index| position.iter().map(|tuple| tuple[index]).max().unwrap_or(0)).collect()
}

impl Grid {
    /// Fills the table for all tuples up to `sides`.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn fill(rules: &Ruleset, sides: &[u64], pulse: &mut Pulse<'_>) -> Result<Grid, Failure> {
        let game = Tuples::new(rules);
        let mut grid = Grid { sides: sides.to_vec(), values: Vec::new() };
        let mut tuple: Tuple = vec![0; sides.len()];
        let mut seen = MexSet::new();
        loop {
            seen.clear();
            let mut outside = false;
            let _ = game.options(&tuple, pulse, &mut |parts| {
                let odd = parts.iter().filter(|part| part.copies % 2 == 1);
                match odd.map(|part| grid.value(&part.component)).try_fold(0, |sum, value| Some(sum ^ value?))
                {
                    // Values are at most the number of moves, which fits 32 bits in any table that fits memory.
                    Some(value) => seen.insert(value as u32),
                    None => outside = true,
                }
                ControlFlow::Continue(())
            })?;
            debug_assert!(!outside, "a component grew although the rule was shown never to grow");
            if outside {
                return Err(StopReason::PositionLimit.into());
            }
            grid.values.push(seen.mex());
            let Some(index) = (0..sides.len()).rev().find(|&index| tuple[index] < sides[index]) else {
                return Ok(grid);
            };
            tuple[index] += 1;
            tuple[index + 1..].fill(0);
        }
    }

    /// The value of a tuple inside the table.
    pub fn value(&self, tuple: &[u64]) -> Option<u64> {
        let mut index = 0;
        for (&value, &side) in tuple.iter().zip(&self.sides) {
            if value > side {
                return None;
            }
            index = index * (side as usize + 1) + value as usize;
        }
        self.values.get(index).copied().map(u64::from)
    }
}
