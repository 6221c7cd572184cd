//! The one door: a question about a position goes in, an answer with its evidence comes out.
//!
//! [`solve`] picks the engine from the class of the rule and the size of the position. Normal play: the value of each
//! component by [`crate::heap`] or [`crate::tuple`], the nim-sum, and every option that makes it 0. Misère play: tame games
//! by their theorem, anything else by exhaustive search while it is small; beyond, a typed refusal. Games that are Rust
//! types answer for themselves ([`crate::typed`]).

pub(crate) mod misere;
pub(crate) mod moves;
pub(crate) mod normal;

pub use moves::{Moves, Wins};

use crate::answer::Solved;
use crate::catalogue::{NamedGame, Rules};
use crate::error::{Error, Failure};
use crate::game::Convention;
use crate::game::position::Position;
use crate::limits::{Limits, StopReason};
use crate::rule::Ruleset;

/// What is asked about a position.
#[derive(Debug, Clone, Copy, Default)]
pub struct Question<'a> {
    /// Normal or misère play.
    pub convention: Convention,
    /// What the answer may cost.
    pub limits: Limits<'a>,
}

/// Answers a question about a position, which becomes part of the answer.
///
/// # Errors
/// When a move makes no progress, or the limits do not suffice.
pub fn solve(game: &NamedGame, position: Position, question: &Question<'_>) -> Result<Solved, Error> {
    let Question { convention, limits } = question;
    let verdict = match (&game.rules, &position) {
        (Rules::Typed(rules), Position::Typed(held)) => rules.solve(held, *convention, limits),
        (Rules::Line(rules), Position::Heaps(heaps)) => match convention {
            Convention::Normal => normal::heaps(rules, heaps, limits),
            Convention::Misere => misere::heaps(rules, heaps, limits),
        }
        .map_err(|failure| explain_failure(rules, failure)),
        (Rules::Line(rules), Position::Tuples(tuples)) => match convention {
            Convention::Normal => normal::tuples(rules, tuples, limits),
            Convention::Misere => misere::tuples(rules, tuples, limits),
        }
        .map_err(|failure| explain_failure(rules, failure)),
        _ => Err(Error::foreign_position()),
    };
    Ok(Solved::new(game, position, *convention, verdict?))
}

/// Finds words for why there is no answer.
pub fn explain_failure(rules: &Ruleset, failure: Failure) -> Error {
    match failure {
        Failure::NoProgress(offence) => rules.no_progress(&offence).into(),
        Failure::Stopped(reason) => stopped(reason),
    }
}

/// Finds words for a stop.
pub fn stopped(reason: StopReason) -> Error {
    let (what, hint) = match reason {
        StopReason::MemoryLimit => ("the values would not fit", Some("smaller heaps, or more memory")),
        StopReason::PositionLimit => ("too many positions to search", Some("a smaller position")),
        StopReason::TimeLimit => ("not finished in time", Some("a smaller position, or more time")),
        StopReason::Interrupted | StopReason::Done => ("stopped", None),
    };
    Error::Stopped { reason, what: what.to_owned(), hint: hint.map(str::to_owned) }
}
