//! How long a game will last: the game graph of a position, where it is small.
//!
//! The *remoteness* of a position is the number of moves left when the winner hurries and the loser delays (Smith, 1966):
//! even for lost positions, odd for won ones under normal play. It does not follow from values, not even for sums, so
//! every position that can be reached is numbered ([`Reached`]) and solved backwards ([`retrograde`]). Folding positions that
//! play alike does not change it.
//!
//! Time and memory O(positions + moves), bounded by [`MAX_POSITIONS`] positions and [`MAX_WORK`] steps: beyond, nothing is known.
//!
//! ```
//! use grundy::ask::play::remoteness::Map;
//! use grundy::{Convention, NamedGame, Limits};
//!
//! let game = NamedGame::read("nim")?;
//! let map = Map::new(&game, &game.parse("1 2 3")?, Convention::Normal, 100, &Limits::default())?;
//! let start = &map.positions[0];
//! assert_eq!((start.outcome.to_string(), start.remoteness, start.rank), ("P".to_owned(), Some(6), 6));
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::ask::asked::{Asks, Refusal, put};
use crate::ask::named::NamedGame;
use crate::ask::played::Played;
use crate::ask::solve::normal::check_extent;
use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, StopReason};
use crate::engine::graph::analysis::Analysis;
use crate::engine::graph::implicit::Reached;
use crate::engine::graph::retrograde::{self, Outcomes};
use crate::game::folded::Folded;
use crate::game::position::Position;
use crate::game::sum::{Sum, add_all, remove};
use crate::game::winning::positions_that_fit;
use crate::game::{Convention, Game, Part};
use crate::value::{LoopyValue, Outcome};

/// Positions that are looked at for remoteness.
pub const MAX_POSITIONS: u64 = 20_000;
/// Steps of work that it may take.
pub const MAX_WORK: u64 = 2_000_000;

/// All positions that can be reached from one, solved.
#[derive(Debug)]
pub struct Near<C> {
    reached: Reached<C>,
    outcomes: Outcomes,
}

impl<C: Clone + Eq + std::hash::Hash + Ord + std::fmt::Debug> Near<C> {
    /// Solves the surroundings of a position; `None` when they are too large.
    ///
    /// # Errors
    /// When the user interrupts, or a move makes no progress.
    pub fn new<G: Game<Component = C> + ?Sized>(
        game: &Folded<'_, G>,
        components: &[C],
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Option<Near<C>>, Failure> {
        let enough = |work| if work > MAX_WORK { Some(StopReason::PositionLimit) } else { limits.ask(work) };
        let few = Limits { positions: limits.positions.min(MAX_POSITIONS), poll: &enough, ..*limits };
        let Some(start) = folded(game, components.iter()) else { return Ok(None) };
        let solved = Reached::new(game, &start, &few).and_then(|reached| {
            let outcomes = retrograde::outcomes(reached.graph(), convention, &few)?;
            Ok(Near { reached, outcomes })
        });
        match solved {
            Err(Failure::Stopped(StopReason::Interrupted)) => Err(StopReason::Interrupted.into()),
            Err(Failure::Stopped(_)) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Moves to the end from the position itself.
    pub fn here(&self) -> Option<u32> {
        self.outcomes.remoteness(0)
    }

    /// Outcome, and moves to the end, after a move that leaves these parts of a component.
    pub fn after<G: Game<Component = C> + ?Sized>(
        &self,
        game: &Folded<'_, G>,
        component: &C,
        parts: &[Part<C>],
    ) -> Option<(Outcome, Option<u32>)> {
        let vertex = vertex_after(&self.reached, game, component, parts)?;
        Some((self.outcomes.outcome(vertex), self.outcomes.remoteness(vertex)))
    }
}

/// The vertex of the position that a move from the start leaves, which replaces a component by these parts.
pub(crate) fn vertex_after<G: Game + ?Sized>(
    reached: &Reached<G::Component>,
    game: &Folded<'_, G>,
    component: &G::Component,
    parts: &[Part<G::Component>],
) -> Option<u32> {
    let mut sum: Sum<G::Component> = reached.position(0).clone();
    for part in game.fold(component) {
        (0..part.copies).for_each(|_| remove(&mut sum, &part.component));
    }
    add_all(&mut sum, &game.fold_parts(parts))?;
    reached.vertex(&sum)
}

/// A position of a [`Map`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct MapPosition {
    /// The position in its notation.
    pub position: String,
    /// Who wins it.
    pub outcome: Outcome,
    /// Moves to the end when the winner hurries.
    pub remoteness: Option<u32>,
    /// Its value; none under misère play.
    pub grundy: Option<LoopyValue>,
    /// Moves to the end when both dawdle: the layer it is drawn in.
    pub rank: u32,
}

/// The game graph of a small position: what can be reached, and by which moves.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Map {
    /// The positions; the first is the one asked about.
    pub positions: Vec<MapPosition>,
    /// The moves, from and to the numbers of positions.
    pub edges: Vec<[u32; 2]>,
}

impl Map {
    /// Draws the map of a position if at most `most` positions can be reached.
    ///
    /// # Errors
    /// When there are more, the limits do not suffice, or the game has no such graph.
    pub fn new(
        game: &NamedGame,
        position: &Position,
        convention: Convention,
        most: u64,
        limits: &Limits<'_>,
    ) -> Result<Map, Error> {
        put(Draw { convention, most, limits }, game, position)
    }

    /// The map of the components of a game.
    fn of<G: Played + ?Sized>(
        game: &G,
        components: &[G::Component],
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Map, Failure> {
        check_extent(game, components, limits)?;
        // Positions are shown, so that components stay whole.
        let fold =
            |component: &G::Component| vec![Part { component: game.representative(component), copies: 1 }];
        let whole = if game.is_plain() { Folded::plain(game) } else { Folded::new(game, &fold) };
        let fit = positions_that_fit(game.length(components), limits);
        let limits = &Limits { positions: limits.positions.min(fit), ..*limits };
        let alive = components.iter().filter(|component| !game.is_dead(component));
        let start = folded(&whole, alive).ok_or(StopReason::PositionLimit)?;
        let reached = Reached::new(&whole, &start, limits)?;
        let graph = reached.graph();
        let analysis = Analysis::new(graph, convention, limits)?;
        let ranks = ranks(graph.vertices(), |vertex| graph.options(vertex));
        let text = |vertex: u32| {
            let sum = reached.position(vertex);
            let each = sum.iter().flat_map(|part| std::iter::repeat_n(&part.component, part.copies as usize));
            game.write(&each.cloned().collect::<Vec<_>>())
        };
        let place = |vertex: u32| MapPosition {
            position: text(vertex),
            outcome: analysis.outcome(vertex),
            remoteness: analysis.outcomes().remoteness(vertex),
            grundy: analysis.value(vertex).filter(|_| convention == Convention::Normal),
            rank: ranks[vertex as usize],
        };
        let count = graph.vertices() as u32;
        let edges = (0..count).flat_map(|from| graph.options(from).iter().map(move |&to| [from, to]));
        Ok(Map { edges: edges.collect(), positions: (0..count).map(place).collect() })
    }
}

/// The question for a map of at most so many positions.
struct Draw<'a> {
    convention: Convention,
    most: u64,
    limits: &'a Limits<'a>,
}

impl Asks for Draw<'_> {
    type Answer = Map;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Map, Refusal> {
        if game.points().is_some() {
            return Err(Refusal::Worded(Error::game(
                "a game for points has no graph of wins and losses",
                None,
            )));
        }
        let few = Limits { positions: self.limits.positions.min(self.most), ..*self.limits };
        Ok(Map::of(game, components, self.convention, &few)?)
    }
}

/// The sum of representatives that components are; `None` when their number does not fit.
pub(crate) fn folded<'a, G: Game + ?Sized>(
    game: &Folded<'_, G>,
    mut components: impl Iterator<Item = &'a G::Component>,
) -> Option<Sum<G::Component>>
where
    G::Component: 'a,
{
    let mut sum = Sum::new();
    components.try_for_each(|component| add_all(&mut sum, &game.fold(component)))?;
    Some(sum)
}

/// The longest way to an end from each vertex; vertices on cycles count as far as is known without them.
fn ranks<'a>(count: usize, options: impl Fn(u32) -> &'a [u32]) -> Vec<u32> {
    let mut ranks = vec![0; count];
    let mut state = vec![0u8; count];
    // Depth first with a stack of its own: a vertex is entered, then left when its options have ranks.
    for root in 0..count as u32 {
        let mut stack = vec![root];
        while let Some(&vertex) = stack.last() {
            let index = vertex as usize;
            if state[index] == 0 {
                state[index] = 1;
                stack.extend(options(vertex).iter().filter(|&&option| state[option as usize] == 0));
                continue;
            }
            stack.pop();
            if state[index] == 1 {
                state[index] = 2;
                let longest = options(vertex).iter().map(|&option| ranks[option as usize] + 1).max();
                ranks[index] = longest.unwrap_or(0);
            }
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Remoteness of a Nim position by its definition: the winner hurries, the loser delays.
    fn plain(heaps: &[u64], known: &mut HashMap<Vec<u64>, u32>) -> u32 {
        let mut key = heaps.to_vec();
        key.retain(|&heap| heap > 0);
        key.sort_unstable();
        if let Some(&found) = known.get(&key) {
            return found;
        }
        let mut after = Vec::new();
        for index in 0..key.len() {
            for smaller in 0..key[index] {
                let mut next = key.clone();
                next[index] = smaller;
                after.push(plain(&next, known));
            }
        }
        let quick = after.iter().filter(|&&r| r % 2 == 0).min();
        let found = quick.or(after.iter().max()).map_or(0, |r| r + 1);
        known.insert(key, found);
        found
    }

    #[test]
    fn remoteness_is_what_its_definition_says() {
        let (game, mut known) = (NamedGame::read("nim").expect("nim"), HashMap::new());
        for text in ["", "1", "1 2 3", "2 2", "3 4 5", "1 1 2"] {
            let position = game.parse(text).expect("heaps");
            let map =
                Map::new(&game, &position, Convention::Normal, 1000, &Limits::default()).expect("small");
            for place in &map.positions {
                let heaps: Vec<u64> = place.position.split(' ').map(|word| word.parse().unwrap()).collect();
                assert_eq!(place.remoteness, Some(plain(&heaps, &mut known)), "{}", place.position);
                assert_eq!(u64::from(place.rank), heaps.iter().sum::<u64>(), "{}", place.position);
            }
        }
    }

    #[test]
    fn a_map_that_is_too_large_is_refused() {
        let game = NamedGame::read("nim").expect("nim");
        let position = game.parse("50 60 70").expect("heaps");
        let refused = Map::new(&game, &position, Convention::Normal, 100, &Limits::default());
        assert!(matches!(refused, Err(Error::Stopped { reason: StopReason::PositionLimit, .. })));
    }
}
