//! Counts all positions that can be reached, in memory: for starts of some millions, without a file.
//!
//! Positions are the keys of a tablebase, so that both count the same; their graph is solved by [`crate::engine::graph`], which
//! also knows the values of positions from which play may go on for ever.
//!
//! Time and memory O(positions + moves).

use super::query::{Query, TableRow};
use super::space::{Coded, Whole, WithKeys, with_keys};
use super::{Lookup, TableError, Unsolved, without_points};
use crate::ask::asked::{Asks, Refusal, put};
use crate::ask::named::NamedGame;
use crate::ask::played::Played;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::graph::analysis::Analysis;
use crate::engine::graph::implicit::{Reached, Report};
use crate::engine::tablebase::KeySpace;
use crate::engine::tablebase::key::Key;
use crate::game::position::Position;
use crate::game::sum::Sum;
use crate::game::winning::positions_that_fit;
use crate::game::{Convention, Game, Part, Visit};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// What there is to say about a position, and counts of all that can be reached from it.
///
/// # Errors
/// When the limits do not suffice, a move fails, the game is played for points, or the position is another game's.
pub fn report(
    game: &NamedGame,
    position: &Position,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<(Lookup, Report), Unsolved> {
    put(Count { convention, limits }, game, position).map_err(Unsolved::Refused)?
}

#[derive(Clone, Copy)]
struct Count<'a> {
    convention: Convention,
    limits: &'a Limits<'a>,
}

impl Asks for Count<'_> {
    type Answer = Result<(Lookup, Report), Unsolved>;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        without_points(game)?;
        game.check(components, self.limits)?;
        let fit = positions_that_fit(game.length(components), self.limits);
        let limits = &Limits { positions: self.limits.positions.min(fit), ..*self.limits };
        let count = Count { limits, ..self };
        let found = with_keys(&Whole::new(game, components, false), OfComponents { count, components });
        Ok(found.map_err(Unsolved::Table))
    }
}

struct OfComponents<'a, 'c, C> {
    count: Count<'a>,
    components: &'c [C],
}

impl<G: Played + ?Sized> WithKeys<G> for OfComponents<'_, '_, G::Component> {
    type Answer = (Lookup, Report);

    fn run<K: Key>(self, coded: &Coded<'_, G, K>) -> Result<Self::Answer, TableError> {
        let Count { convention, limits } = self.count;
        let keys = ByKeys { coded, trouble: RefCell::new(None) };
        let found = Reached::new(&keys, &alone(coded.start()?.1), limits);
        if let Some(error) = keys.trouble.into_inner() {
            return Err(error);
        }
        let reached = found?;
        let analysis = Analysis::new(reached.graph(), convention, limits)?;
        let row = |position: &Sum<G::Component>| {
            let vertex = reached.vertex(&alone(coded.key_of(position)?.1))?;
            let remoteness = analysis.outcomes().remoteness(vertex);
            Some(TableRow { remoteness, value: analysis.finite(vertex) })
        };
        let query = Query { game: coded.whole.game, row: &row, convention, loopy_values: true };
        let found = query.answer(self.components, limits).map_err(|unsolved| match unsolved {
            Unsolved::Failed(failure) => TableError::Failed(failure),
            Unsolved::Refused(error) => TableError::Refused(error),
            Unsolved::Table(error) => error,
            other => TableError::Damaged(other.to_string()),
        })?;
        Ok((found, reached.report(convention, limits)?))
    }
}

/// A game whose components are keys of whole positions: a move leaves one key.
struct ByKeys<'a, G: Played + ?Sized, K> {
    coded: &'a Coded<'a, G, K>,
    /// What went wrong beside what a game may say.
    trouble: RefCell<Option<TableError>>,
}

fn alone<K>(key: K) -> Sum<K> {
    vec![Part { component: key, copies: 1 }]
}

impl<G: Played + ?Sized, K: Key> Game for ByKeys<'_, G, K> {
    type Component = K;

    fn options(
        &self,
        key: &K,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, K>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut listed = Vec::new();
        match self.coded.options(key, pulse, &mut listed) {
            Ok(()) => {}
            Err(TableError::Failed(failure)) => return Err(failure),
            Err(other) => {
                self.trouble.replace(Some(other));
                return Err(StopReason::Interrupted.into());
            }
        }
        for (_, option) in listed {
            if visit(&alone(option)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
