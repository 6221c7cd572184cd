//! The obvious slow solver, which every engine is tested against.
//!
//! Nothing clever: values by the definition of mex, outcomes by looking at whole positions without any theory, plain
//! recursion with a table. Use it for small positions only.

use super::sum::{Sum, SumGame};
use super::{Convention, Game, Part};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse};
use crate::value::{Outcome, mex};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The Grundy value of one component.
///
/// # Errors
/// As [`Game::options`].
pub fn grundy<G: Game>(
    game: &G,
    component: &G::Component,
    known: &mut HashMap<G::Component, u64>,
) -> Result<u64, Failure> {
    if let Some(&value) = known.get(component) {
        return Ok(value);
    }
    let mut values = Vec::new();
    for option in options(game, component)? {
        let mut value = 0;
        for part in option {
            let one = grundy(game, &part.component, known)?;
            value ^= if part.copies % 2 == 1 { one } else { 0 };
        }
        values.push(value);
    }
    let value = mex(values);
    known.insert(component.clone(), value);
    Ok(value)
}

/// The outcome of a whole sum by exhaustive search, without using that it is a sum.
///
/// # Errors
/// As [`Game::options`].
pub fn outcome<G: Game>(
    game: &G,
    position: &Sum<G::Component>,
    convention: Convention,
    known: &mut HashMap<Sum<G::Component>, Outcome>,
) -> Result<Outcome, Failure> {
    if let Some(&outcome) = known.get(position) {
        return Ok(outcome);
    }
    let options = options(&SumGame(game), position)?;
    let mut wins = options.is_empty() && convention == Convention::Misere;
    for option in &options {
        wins |= outcome(game, &option[0].component, convention, known)? == Outcome::P;
    }
    let result = if wins { Outcome::N } else { Outcome::P };
    known.insert(position.clone(), result);
    Ok(result)
}

fn options<G: Game>(game: &G, component: &G::Component) -> Result<Vec<Vec<Part<G::Component>>>, Failure> {
    let limits = Limits::default();
    let mut out = Vec::new();
    let _ = game.options(component, &mut Pulse::new(&limits), &mut |parts| {
        out.push(parts.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(out)
}
