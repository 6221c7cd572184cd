//! The one door between a question and a game: finds the type of the components, and the words when there is no answer.

use super::cycle;
use super::named::{NamedGame, Rules};
use super::played::Played;
use super::rules::{HeapRules, TupleRules};
use super::sum::different::DifferentGames;
use super::sum::{self, SumPart};
use crate::base::error::{Error, Failure};
use crate::base::limits::StopReason;
use crate::game::any::AnyComponent;
use crate::game::notation::Notation;
use crate::game::position::{AnyPosition, Position};
use crate::rule::Ruleset;
use crate::rule::play::kinds::{KindHeap, KindHeaps};
use std::sync::Arc;

/// A question that can be put to any game, whatever its components are.
pub(crate) trait Asks {
    /// What comes back.
    type Answer;

    /// Asks about the components of a position.
    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal>;
}

/// Why there is no answer: a failure that still wants words, or words.
#[derive(Debug)]
pub(crate) enum Refusal {
    Failed(Failure),
    Worded(Error),
}

impl<F: Into<Failure>> From<F> for Refusal {
    fn from(failure: F) -> Refusal {
        Refusal::Failed(failure.into())
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Worded(error)
    }
}

/// Puts a question to a game.
pub(crate) fn put<Q: Asks>(question: Q, game: &NamedGame, position: &Position) -> Result<Q::Answer, Error> {
    let answer = match (&game.rules, position) {
        (Rules::Line(rules), Position::Heaps(heaps)) if rules.arity() == 1 => {
            asked(question, &HeapRules::new(rules), heaps)
        }
        (Rules::Line(rules), Position::Tuples(tuples))
            if rules.arity() > 1 && tuples.iter().all(|tuple| tuple.len() == rules.arity()) =>
        {
            asked(question, &TupleRules::new(rules), tuples)
        }
        // Heaps of several kinds know more when their components are not erased.
        (Rules::System { system, game: native }, Position::Native(position))
            if position.components().iter().all(|component| native.owns(component))
                && let Some(heaps) = kind_heaps(position.components()) =>
        {
            asked(question, &KindHeaps::new(Arc::clone(system)), &heaps)
        }
        (Rules::Native(native) | Rules::System { game: native, .. }, Position::Native(position))
            if position.components().iter().all(|component| native.owns(component)) =>
        {
            asked(question, &**native, position.components())
        }
        (Rules::Sum(parts), Position::Native(position)) => return put_to_sum(question, parts, position),
        _ => return Err(Error::foreign_position()),
    };
    answer.map_err(|refusal| match refusal {
        Refusal::Worded(error) => error,
        Refusal::Failed(Failure::NoProgress(offence)) if let Some(system) = game.rules.system() => {
            system.no_progress(&offence).into()
        }
        Refusal::Failed(failure) => {
            let placed = match (&failure, &game.rules) {
                (Failure::NoProgress(offence), Rules::Native(native)) => native.no_progress(offence),
                _ => None,
            };
            placed.map_or_else(|| explain_failure(game.ruleset(), failure), Error::from)
        }
    })
}

/// Asks, and shows the circle where play can go round.
fn asked<Q: Asks, G: Played + ?Sized>(
    question: Q,
    game: &G,
    components: &[G::Component],
) -> Result<Q::Answer, Refusal> {
    question.ask(game, components).map_err(|refusal| match refusal {
        Refusal::Failed(Failure::Cycle) => cycle::error(game, components).into(),
        other => other,
    })
}

/// The heaps of several kinds that components are, if they are such heaps.
fn kind_heaps(components: &[AnyComponent]) -> Option<Vec<KindHeap>> {
    components.iter().map(|component| component.get::<KindHeap>().cloned()).collect()
}

/// Puts a question to a sum of different games, which are one game as well.
fn put_to_sum<Q: Asks>(question: Q, parts: &[SumPart], position: &AnyPosition) -> Result<Q::Answer, Error> {
    let game = DifferentGames::new(parts);
    let components = sum::components(position)
        .filter(|components| components.iter().all(|component| game.owns(component)))
        .ok_or_else(Error::foreign_position)?;
    asked(question, &game, &components).map_err(|refusal| match refusal {
        Refusal::Worded(error) => error,
        Refusal::Failed(failure) => explain_failure(game.offending_rules(), failure),
    })
}

/// Finds words for why there is no answer.
pub fn explain_failure(rules: Option<&Ruleset>, failure: Failure) -> Error {
    match (failure, rules) {
        (Failure::Stopped(reason), _) => stopped(reason),
        (Failure::Refused { message, hint }, _) => Error::game(message, hint),
        (Failure::NoProgress(offence), Some(rules)) => rules.no_progress(&offence).into(),
        (failure, _) => Error::game(failure.to_string(), None),
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
