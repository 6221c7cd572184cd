//! The one door: a question about a position goes in, an answer with its evidence comes out.
//!
//! [`solve`] picks the engine from the class of the rule and the size of the position. Normal play: the value of each
//! component by [`crate::heap`] or [`crate::tuple`], the nim-sum, and every option that makes it 0. Misère play: tame games
//! by their theorem, others through the misère quotient, what is left by exhaustive search while it is small; beyond, a
//! typed refusal. Games that are Rust
//! types answer for themselves ([`crate::typed`]). [`method`] has every engine by its name, and [`kept`] searches whose
//! knowledge outlives them.

pub mod kept;
pub mod method;
pub(crate) mod misere;
pub(crate) mod moves;
pub(crate) mod normal;

pub use moves::{Moves, Wins};

use crate::answer::{Solved, Verdict};
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
        .map(|verdict| verdict.suited_to(limits))
        .map_err(|failure| explain_failure(rules, failure)),
        (Rules::Line(rules), Position::Tuples(tuples)) => match convention {
            Convention::Normal => normal::tuples(rules, tuples, limits),
            Convention::Misere => misere::tuples(rules, tuples, limits),
        }
        .map(|verdict| verdict.suited_to(limits))
        .map_err(|failure| explain_failure(rules, failure)),
        _ => Err(Error::foreign_position()),
    };
    Ok(Solved::new(game, position, *convention, verdict?))
}

/// Who wins a sum of heaps under misère play when each has its own rules, by which moves, and why: tame parts by their
/// theorem, others through one quotient of all that can be reached, small sums by search.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::rule::Ruleset;
/// use grundy::solve::different_heaps;
///
/// let (kayles, dawson) = (Ruleset::parse("0.77").unwrap(), Ruleset::parse("0.137").unwrap());
/// let verdict = different_heaps(&[(&kayles, 12), (&dawson, 9)], &Limits::default())?;
/// assert_eq!(verdict.engine.to_string(), "misere-quotient");
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the rules are about tuples, a move makes no progress, or the limits do not suffice.
pub fn different_heaps(parts: &[(&Ruleset, u64)], limits: &Limits<'_>) -> Result<Verdict, Error> {
    if let Some((rules, _)) = parts.iter().find(|(rules, _)| rules.arity() != 1) {
        return Err(Error::game(format!("`{}` is not played on single heaps", rules.text()), None));
    }
    misere::different_heaps(parts, limits).map_err(|failure| match failure {
        Failure::Stopped(reason) => stopped(reason),
        Failure::NoProgress(offence) => {
            Error::game(format!("a move makes no progress: {} -> {}", offence.before, offence.after), None)
        }
    })
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
        StopReason::MemoryLimit => ("the values would not fit", Some("ask for less, or allow more memory")),
        StopReason::PositionLimit => ("too many positions to search", Some("a smaller position")),
        StopReason::TimeLimit => ("not finished in time", Some("a smaller position, or more time")),
        StopReason::Interrupted | StopReason::Done => ("stopped", None),
    };
    Error::Stopped { reason, what: what.to_owned(), hint: hint.map(str::to_owned) }
}
