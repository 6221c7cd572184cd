//! Any game as a graph: all positions that can be reached, in memory.
//!
//! Where [`crate::engine::search::memo`] finds one value, this finds everything: positions are numbered breadth first, each a
//! vertex, and the engines of this folder say who wins at every one of them, how soon, and by which move, also where
//! play can go on for ever. Positions are whole sums, so that remoteness and misère play make sense. Numbers come from a
//! hash table with the full positions behind it, so that no two are ever confused. What does not fit the memory is for
//! [`crate::engine::tablebase`].
//!
//! Time and memory O(positions + moves). The limit on positions is that of the question.
//!
//! ```
//! use grundy::engine::graph::implicit::Reached;
//! use grundy::game::sum::canonical;
//! use grundy::games::nim::welter::Welter;
//! use grundy::{Convention, Limits};
//!
//! let limits = Limits::default();
//! let reached = Reached::new(&Welter, &canonical(&[vec![1, 3, 5]]), &limits)?;
//! let report = reached.report(Convention::Normal, &limits)?;
//! assert_eq!((report.positions, report.draws), (14, 0));
//! assert_eq!(report.levels.iter().sum::<u64>(), 14);
//! # Ok::<(), grundy::Failure>(())
//! ```

use super::csr::{Edge, Graph};
use super::retrograde::{is_p_position, outcomes};
use crate::base::error::Failure;
use crate::base::limits::{Limits, POSITION, Pulse, StopReason};
use crate::game::sum::{Sum, SumGame};
use crate::game::{Convention, Game};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::ops::ControlFlow;

/// Numbers in the order in which positions are met, which are kept whole.
#[derive(Debug, Clone)]
struct Hashed<C> {
    positions: Vec<Sum<C>>,
    numbers: HashTable<u32>,
}

impl<C> Default for Hashed<C> {
    fn default() -> Hashed<C> {
        Hashed { positions: Vec::new(), numbers: HashTable::new() }
    }
}

impl<C: Eq + Hash> Hashed<C> {
    fn find(&self, position: &Sum<C>) -> Option<u32> {
        let is_same = |&number: &u32| self.positions[number as usize] == *position;
        self.numbers.find(hash(position), is_same).copied()
    }
}

/// A hash that is the same in every run.
fn hash(key: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(key)
}

impl<C: Clone + Eq + Hash> Hashed<C> {
    /// The number of a position, a new one if it is met for the first time.
    fn number(&mut self, position: &Sum<C>) -> Result<u32, StopReason> {
        if let Some(number) = self.find(position) {
            return Ok(number);
        }
        let number = u32::try_from(self.positions.len()).map_err(|_| StopReason::PositionLimit)?;
        self.positions.push(position.clone());
        let positions = &self.positions;
        self.numbers.insert_unique(hash(position), number, |&known| hash(&positions[known as usize]));
        Ok(number)
    }
}

/// Bytes that a move takes at most, while the graph is made: as it was found, dealt into blocks, and in rows both ways.
const BYTES_PER_MOVE: u64 = 24;

/// Finds all positions that can be reached from those met so far, breadth first, and their moves.
fn explore<G: Game>(
    game: &G,
    numbers: &mut Hashed<G::Component>,
    limits: &Limits<'_>,
) -> Result<Vec<Edge>, Failure> {
    let (game, mut pulse) = (SumGame(game), Pulse::new(limits));
    let most = limits.positions.min(super::csr::MAX_VERTICES as u64);
    let (mut edges, mut from) = (Vec::new(), 0);
    while from < numbers.positions.len() {
        let position = numbers.positions[from].clone();
        let mut trouble = None;
        let _ = game.options(&position, &mut pulse, &mut |parts| {
            // A move of a sum leaves one sum.
            match numbers.number(&parts[0].component) {
                Ok(to) if numbers.positions.len() as u64 <= most => {
                    edges.push(Edge { from: from as u32, to });
                }
                Ok(_) => trouble = Some(StopReason::PositionLimit),
                Err(reason) => trouble = Some(reason),
            }
            if trouble.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if let Some(reason) = trouble {
            return Err(reason.into());
        }
        let bytes = numbers.positions.len() as u64 * POSITION + BYTES_PER_MOVE * edges.len() as u64;
        limits.check_memory(bytes, 1)?;
        pulse.beat()?;
        from += 1;
    }
    Ok(edges)
}

/// The positions that can be reached from one, and the graph of their moves.
#[derive(Debug, Clone)]
pub struct Reached<C> {
    numbers: Hashed<C>,
    graph: Graph,
}

/// What there is to say about all positions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Report {
    /// How many there are.
    pub positions: u64,
    /// How many different moves they have in all.
    pub moves: u64,
    /// Most moves of one position.
    pub widest: u64,
    /// Positions by remoteness.
    pub levels: Vec<u64>,
    /// Positions that are won, lost and drawn for the player to move.
    pub wins: u64,
    /// Lost positions.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// The largest remoteness of a win.
    pub longest_win: Option<u32>,
}

impl Report {
    /// Counts positions by outcome and remoteness, which draws do not have.
    pub fn new(
        moves: u64,
        widest: u64,
        levels: impl Iterator<Item = Option<u32>>,
        convention: Convention,
    ) -> Report {
        let mut report = Report { moves, widest, ..Report::default() };
        for level in levels {
            report.positions += 1;
            let Some(level) = level else {
                report.draws += 1;
                continue;
            };
            if is_p_position(level, convention) {
                report.losses += 1;
            } else {
                report.wins += 1;
                report.longest_win = report.longest_win.max(Some(level));
            }
            if report.levels.len() <= level as usize {
                report.levels.resize(level as usize + 1, 0);
            }
            report.levels[level as usize] += 1;
        }
        report
    }
}

impl<C: Clone + Eq + Hash + Ord + std::fmt::Debug> Reached<C> {
    /// Finds all positions, breadth first; the start is vertex 0.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move fails.
    pub fn new<G: Game<Component = C>>(
        game: &G,
        start: &Sum<C>,
        limits: &Limits<'_>,
    ) -> Result<Reached<C>, Failure> {
        Reached::from_all(game, std::iter::once(start), limits)
    }

    /// Finds all positions that can be reached from any of several.
    ///
    /// # Errors
    /// As [`Reached::new`].
    pub fn from_all<'a, G: Game<Component = C>>(
        game: &G,
        mut starts: impl Iterator<Item = &'a Sum<C>>,
        limits: &Limits<'_>,
    ) -> Result<Reached<C>, Failure>
    where
        C: 'a,
    {
        let mut numbers = Hashed::default();
        starts.try_for_each(|start| numbers.number(start).map(drop))?;
        let edges = explore(game, &mut numbers, limits)?;
        let graph = Graph::new(numbers.positions.len(), edges, limits)?;
        Ok(Reached { numbers, graph })
    }

    /// The graph of moves.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The position of a vertex.
    pub fn position(&self, vertex: u32) -> &Sum<C> {
        &self.numbers.positions[vertex as usize]
    }

    /// The vertex of a position, if it was reached.
    pub fn vertex(&self, position: &Sum<C>) -> Option<u32> {
        self.numbers.find(position)
    }

    /// Counts positions by outcome and remoteness.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn report(&self, convention: Convention, limits: &Limits<'_>) -> Result<Report, StopReason> {
        let found = outcomes(&self.graph, convention, limits)?;
        let widest = self.graph.forward().lengths().max().unwrap_or(0);
        let levels = (0..self.numbers.positions.len() as u32).map(|vertex| found.remoteness(vertex));
        Ok(Report::new(self.graph.edges() as u64, widest.into(), levels, convention))
    }
}

#[cfg(test)]
mod tests {
    use super::super::analysis::Analysis;
    use super::*;
    use crate::game::reference;
    use crate::game::sum::canonical;
    use crate::games::nim::slow::Slow;
    use crate::rule::Ruleset;
    use crate::rule::play::Heaps;
    use std::collections::HashMap;

    #[test]
    fn every_position_has_the_outcome_of_the_slow_solver() {
        let limits = Limits::default();
        let rules = Ruleset::parse("n -> n - k where 0 < k < 4 ; n -> a, b where a + b = n, 0 < a < b")
            .expect("a rule");
        let (heaps, slow) = (Heaps::new(&rules), Slow { most: 2, exact: false });
        for convention in [Convention::Normal, Convention::Misere] {
            check(&heaps, &[7, 4], convention, &limits);
            check(&slow, &[vec![2, 3, 2]], convention, &limits);
        }
    }

    fn check<G: Game>(game: &G, start: &[G::Component], convention: Convention, limits: &Limits<'_>) {
        let reached = Reached::new(game, &canonical(start), limits).expect("small");
        let found = Analysis::new(reached.graph(), convention, limits).expect("small");
        let mut known = HashMap::new();
        for vertex in 0..reached.graph().vertices() as u32 {
            let position = reached.position(vertex);
            assert_eq!(reached.vertex(position), Some(vertex));
            let slow = reference::outcome(game, position, convention, &mut known).expect("play ends");
            assert_eq!(found.outcome(vertex), slow, "{position:?}");
        }
        let report = reached.report(convention, limits).expect("small");
        assert_eq!((report.wins + report.losses, report.draws), (report.positions, 0));
        assert!(report.positions > 20 && report.longest_win.is_some(), "{report:?}");
    }

    #[test]
    fn too_many_positions_are_refused() {
        let limits = Limits { positions: 100, ..Limits::default() };
        let start = canonical(&[vec![30, 30, 30]]);
        let refused = Reached::new(&Slow { most: 2, exact: false }, &start, &limits).map(|_| ());
        assert_eq!(refused, Err(Failure::Stopped(StopReason::PositionLimit)));
    }
}
