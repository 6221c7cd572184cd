//! Any game as a graph: all positions that can be reached, strongly solved.
//!
//! Where [`crate::search::memo`] finds one value, this finds everything: positions are numbered breadth first, each a
//! vertex, and the engines of this folder say who wins at every one of them, how soon, and by which move, also where
//! play can go on for ever. Positions are whole sums, so that remoteness and misère play make sense. Numbers come from a hash table with the
//! full positions in it: no two are ever confused.
//!
//! Time and memory O(positions + moves), each position kept twice. The limit on positions is that of the question.
//!
//! ```
//! use grundy::graph::implicit::Reached;
//! use grundy::game::sum::canonical;
//! use grundy::nim::welter::Welter;
//! use grundy::{Convention, limits::Limits};
//!
//! let limits = Limits::default();
//! let reached = Reached::new(&Welter, &canonical(&[vec![1, 3, 5]]), &limits)?;
//! let report = reached.report(Convention::Normal, &limits)?;
//! assert_eq!((report.positions, report.draws), (14, 0));
//! assert_eq!(report.levels.iter().sum::<u64>(), 14);
//! # Ok::<(), grundy::error::Failure>(())
//! ```

use super::analysis::Analysis;
use super::csr::{Edge, Graph};
use crate::error::Failure;
use crate::game::sum::{Sum, SumGame};
use crate::game::{Convention, Game};
use crate::limits::{Limits, Pulse, StopReason};
use crate::value::Outcome;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// The positions that can be reached from one, and the graph of their moves.
#[derive(Debug, Clone)]
pub struct Reached<C> {
    positions: Vec<Sum<C>>,
    numbers: FxHashMap<Sum<C>, u32>,
    graph: Graph,
}

/// What there is to say about all positions.
#[derive(Debug, Clone, PartialEq, Eq)]
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

impl<C: Clone + Eq + std::hash::Hash + Ord + std::fmt::Debug> Reached<C> {
    /// Finds all positions, breadth first; the start is vertex 0.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move fails.
    pub fn new<G: Game<Component = C>>(
        game: &G,
        start: &Sum<C>,
        limits: &Limits<'_>,
    ) -> Result<Reached<C>, Failure> {
        let (game, mut pulse) = (SumGame(game), Pulse::new(limits));
        let mut positions = vec![start.clone()];
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut edges = Vec::new();
        let mut from = 0;
        while let Some(position) = positions.get(from as usize).cloned() {
            let _ = game.options(&position, &mut pulse, &mut |parts| {
                // A move of a sum leaves one sum.
                let after = &parts[0].component;
                let to = numbers.get(after).copied().unwrap_or_else(|| {
                    let number = positions.len() as u32;
                    positions.push(after.clone());
                    numbers.insert(after.clone(), number);
                    number
                });
                edges.push(Edge { from, to });
                if positions.len() as u64 > limits.positions {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            if positions.len() as u64 > limits.positions.min(super::csr::MAX_VERTICES as u64) {
                return Err(StopReason::PositionLimit.into());
            }
            limits.check_memory(edges.len() as u64, 24)?;
            pulse.beat()?;
            from += 1;
        }
        let graph = Graph::new(positions.len(), edges, limits)?;
        Ok(Reached { positions, numbers, graph })
    }

    /// The graph of moves.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The position of a vertex.
    pub fn position(&self, vertex: u32) -> &Sum<C> {
        &self.positions[vertex as usize]
    }

    /// The vertex of a position, if it was reached.
    pub fn vertex(&self, position: &Sum<C>) -> Option<u32> {
        self.numbers.get(position).copied()
    }

    /// Counts positions by outcome and remoteness.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn report(&self, convention: Convention, limits: &Limits<'_>) -> Result<Report, StopReason> {
        let found = Analysis::new(&self.graph, convention, limits)?;
        let mut report = Report {
            positions: self.positions.len() as u64,
            moves: self.graph.edges() as u64,
            widest: self.graph.forward().lengths().max().unwrap_or(0).into(),
            levels: Vec::new(),
            wins: 0,
            losses: 0,
            draws: 0,
            longest_win: None,
        };
        for vertex in 0..self.positions.len() as u32 {
            let level = found.outcomes().remoteness(vertex);
            match found.outcome(vertex) {
                Outcome::N => {
                    report.wins += 1;
                    report.longest_win = report.longest_win.max(level);
                }
                Outcome::P => report.losses += 1,
                Outcome::D => report.draws += 1,
            }
            let Some(level) = level.map(|level| level as usize) else { continue };
            if report.levels.len() <= level {
                report.levels.resize(level + 1, 0);
            }
            report.levels[level] += 1;
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::game::sum::canonical;
    use crate::nim::slow::Slow;
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
