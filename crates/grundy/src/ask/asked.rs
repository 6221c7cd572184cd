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
use crate::game::position::Position;
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

/// A question that is put to many positions of one game at once, so that what is learnt about one serves the others.
pub(crate) trait AsksOfMany {
    /// What comes back.
    type Answer;

    /// Asks about the components of each position.
    fn ask<G: Played + ?Sized>(
        self,
        game: &G,
        positions: &[&[G::Component]],
    ) -> Result<Self::Answer, Refusal>;
}

/// Puts a question to a game.
pub(crate) fn put<Q: Asks>(question: Q, game: &NamedGame, position: &Position) -> Result<Q::Answer, Error> {
    put_to_many(OfOne(question), game, std::slice::from_ref(position))
}

/// A question about the only position.
struct OfOne<Q>(Q);

impl<Q: Asks> AsksOfMany for OfOne<Q> {
    type Answer = Q::Answer;

    fn ask<G: Played + ?Sized>(
        self,
        game: &G,
        positions: &[&[G::Component]],
    ) -> Result<Self::Answer, Refusal> {
        self.0.ask(game, positions[0])
    }
}

/// Puts a question about many positions to a game.
pub(crate) fn put_to_many<Q: AsksOfMany>(
    question: Q,
    game: &NamedGame,
    positions: &[Position],
) -> Result<Q::Answer, Error> {
    let foreign = Error::foreign_position;
    let answer = match &game.rules {
        Rules::Line(rules) if rules.arity() == 1 => {
            let heaps = each(positions, |position| match position {
                Position::Heaps(heaps) => Some(&heaps[..]),
                _ => None,
            });
            asked(question, &HeapRules::new(rules), &heaps.ok_or_else(foreign)?)
        }
        Rules::Line(rules) => {
            let tuples = each(positions, |position| match position {
                Position::Tuples(tuples) if tuples.iter().all(|tuple| tuple.len() == rules.arity()) => {
                    Some(&tuples[..])
                }
                _ => None,
            });
            asked(question, &TupleRules::new(rules), &tuples.ok_or_else(foreign)?)
        }
        Rules::Native(native) | Rules::System { game: native, .. } | Rules::Runs { game: native, .. } => {
            let components = each(positions, |position| match position {
                Position::Native(own) if own.components().iter().all(|component| native.owns(component)) => {
                    Some(own.components())
                }
                _ => None,
            });
            let components = components.ok_or_else(foreign)?;
            match game.rules.system().zip(kind_heaps(&components)) {
                // Heaps of several kinds know more when their components are not erased.
                Some((system, heaps)) => {
                    let heaps: Vec<&[KindHeap]> = heaps.iter().map(Vec::as_slice).collect();
                    asked(question, &KindHeaps::new(Arc::clone(system)), &heaps)
                }
                None => asked(question, &**native, &components),
            }
        }
        Rules::Sum(parts) => return put_to_sum(question, parts, positions),
    };
    answer.map_err(|refusal| match refusal {
        Refusal::Worded(error) => error,
        Refusal::Failed(Failure::NoProgress(offence)) if let Some(system) = game.rules.kinds() => {
            system.no_progress(&offence).into()
        }
        Refusal::Failed(failure) => {
            let placed = match (&failure, game.rules.native()) {
                (Failure::NoProgress(offence), Some(native)) => native.no_progress(offence),
                _ => None,
            };
            placed.map_or_else(|| explain_failure(game.ruleset(), failure), Error::from)
        }
    })
}

/// Asks, and shows the circle where play can go round.
fn asked<Q: AsksOfMany, G: Played + ?Sized>(
    question: Q,
    game: &G,
    positions: &[&[G::Component]],
) -> Result<Q::Answer, Refusal> {
    question.ask(game, positions).map_err(|refusal| match refusal {
        Refusal::Failed(Failure::Cycle) => cycle::error(game, &positions.concat()).into(),
        other => other,
    })
}

/// The heaps of several kinds that components are, if they are such heaps.
fn kind_heaps(positions: &[&[AnyComponent]]) -> Option<Vec<Vec<KindHeap>>> {
    let heap = |component: &AnyComponent| component.get::<KindHeap>().cloned();
    positions.iter().map(|components| components.iter().map(heap).collect()).collect()
}

/// The components of each position, if all are the game's.
fn each<'a, C>(
    positions: &'a [Position],
    components: impl Fn(&'a Position) -> Option<&'a [C]>,
) -> Option<Vec<&'a [C]>> {
    positions.iter().map(components).collect()
}

/// Puts a question to a sum of different games, which are one game as well.
fn put_to_sum<Q: AsksOfMany>(
    question: Q,
    parts: &[SumPart],
    positions: &[Position],
) -> Result<Q::Answer, Error> {
    let game = DifferentGames::new(parts);
    let components = |position: &Position| match position {
        Position::Native(own) => {
            sum::components(own).filter(|components| components.iter().all(|component| game.owns(component)))
        }
        _ => None,
    };
    let components: Option<Vec<_>> = positions.iter().map(components).collect();
    let components = components.ok_or_else(Error::foreign_position)?;
    let components: Vec<_> = components.iter().map(Vec::as_slice).collect();
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
