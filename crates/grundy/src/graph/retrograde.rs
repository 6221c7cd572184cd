//! Who wins at every vertex of a graph, cycles or not, and in how many moves.
//!
//! Retrograde analysis: start at the vertices without moves and go backwards. A vertex with a lost option is won; one
//! whose options are all won is lost, and a count of the options still open tells when; whoever is never reached can go
//! on for ever, a draw (Zermelo 1913; for graphs Smith 1966). Vertices are reached level by level, so the level is the
//! *remoteness*: how long the game lasts if the winner hurries and the loser delays (Steinhaus 1925). Under normal play
//! even levels are lost and odd ones won; under misère play the other way round.
//!
//! One word a vertex holds the count of open options until the vertex is reached, its level from then on. The words of
//! predecessors lie anywhere in memory, so they are asked for a few vertices ahead; that alone is worth a factor of three.
//! Levels of many vertices are shared among threads, and the result is the same whatever their number.
//!
//! Time O(V + E); memory 4 bytes a vertex and the levels at hand, beside the backward rows.
//!
//! ```
//! use grundy::graph::csr::{Edge, Graph};
//! use grundy::graph::retrograde::outcomes;
//! use grundy::limits::Limits;
//! use grundy::{Convention, value::Outcome};
//!
//! // 0 and 1 lead to each other, 1 also to the end 2: whoever stands on 1 goes there.
//! let edges = [(0, 1), (1, 0), (1, 2), (3, 3)].map(|(from, to)| Edge { from, to });
//! let graph = Graph::new(4, edges.to_vec(), &Limits::default())?;
//! let found = outcomes(&graph, Convention::Normal, &Limits::default())?;
//! assert_eq!([0, 1, 2, 3].map(|v| found.outcome(v)), [Outcome::P, Outcome::N, Outcome::P, Outcome::D]);
//! assert_eq!((found.remoteness(0), found.remoteness(3)), (Some(2), None));
//! # Ok::<(), grundy::limits::StopReason>(())
//! ```

use super::csr::{Graph, Rows};
use crate::cpu::prefetch;
use crate::game::Convention;
use crate::limits::{Limits, Pulse, StopReason};
use crate::value::Outcome;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Set in the word of a vertex that was reached; the rest is its level.
const REACHED: u32 = 1 << 31;
/// How many vertices ahead the beginning of a row, its entries, and the words they name are asked for.
const AHEAD: [usize; 3] = [24, 16, 8];
/// Vertices of a level for which a second thread pays.
const SHARED: usize = 1 << 15;
/// Vertices between two questions whether to go on.
const CHUNK: usize = 1 << 19;

/// Who wins at every vertex, and how soon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    words: Vec<u32>,
    convention: Convention,
    work: u64,
}

impl Outcomes {
    /// Who wins when a lone token stands here.
    #[inline]
    pub fn outcome(&self, vertex: u32) -> Outcome {
        match self.remoteness(vertex) {
            None => Outcome::D,
            Some(level) if is_lost(level, self.convention) => Outcome::P,
            Some(_) => Outcome::N,
        }
    }

    /// How many moves the game lasts, if the winner hurries and the loser delays; `None` for a draw.
    #[inline]
    pub fn remoteness(&self, vertex: u32) -> Option<u32> {
        let word = self.words[vertex as usize];
        (word & REACHED != 0).then_some(word & !REACHED)
    }

    /// A best move: a quickest win, a longest resistance, or one that keeps the draw. `None` without moves.
    pub fn best(&self, graph: &Graph, vertex: u32) -> Option<u32> {
        let wanted = self.remoteness(vertex).map(|level| level.saturating_sub(1));
        graph.options(vertex).iter().copied().find(|&option| self.remoteness(option) == wanted)
    }

    /// A line of best play, from the vertex on: to the end, or in a draw to the first vertex that comes again.
    pub fn line(&self, graph: &Graph, vertex: u32) -> Vec<u32> {
        let mut line = vec![vertex];
        let mut seen = rustc_hash::FxHashSet::default();
        let mut at = vertex;
        while seen.insert(at) {
            let Some(next) = self.best(graph, at) else { break };
            line.push(next);
            at = next;
        }
        line
    }

    /// Edges looked at.
    pub fn work(&self) -> u64 {
        self.work
    }
}

fn is_lost(level: u32, convention: Convention) -> bool {
    level.is_multiple_of(2) == (convention == Convention::Normal)
}

/// Finds out who wins at every vertex.
///
/// # Errors
/// When a limit stops it.
pub fn outcomes(graph: &Graph, convention: Convention, limits: &Limits<'_>) -> Result<Outcomes, StopReason> {
    by_counting(graph.backward(), graph.forward().lengths().collect(), convention, limits)
}

/// The same from the predecessors of all vertices and the numbers of their options, which is all it takes; here parallel
/// edges may stay.
///
/// # Errors
/// When a limit stops it.
pub fn by_counting(
    backward: &Rows,
    options: Vec<u32>,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Outcomes, StopReason> {
    limits.check_memory(options.len() as u64, 8)?;
    let ends = options.iter().zip(0u32..).filter(|(count, _)| **count == 0);
    let mut level: Vec<u32> = ends.map(|(_, vertex)| vertex).collect();
    let words: Vec<AtomicU32> =
        options.into_iter().map(|count| AtomicU32::new(if count == 0 { REACHED } else { count })).collect();
    let (mut depth, mut pulse) = (0, Pulse::new(limits));
    let mut next = Vec::new();
    while !level.is_empty() {
        let step =
            Step { backward, words: &words, lost: is_lost(depth, convention), mark: REACHED | (depth + 1) };
        next.clear();
        for chunk in level.chunks(CHUNK) {
            step.share(chunk, limits.threads, &mut next);
            let edges: u64 = chunk.iter().map(|&vertex| backward.range(vertex).len() as u64).sum();
            pulse.beats(edges + chunk.len() as u64)?;
        }
        std::mem::swap(&mut level, &mut next);
        depth += 1;
    }
    let words = words.into_iter().map(AtomicU32::into_inner).collect();
    Ok(Outcomes { words, convention, work: pulse.work() })
}

/// From one level to the next.
struct Step<'a> {
    backward: &'a Rows,
    words: &'a [AtomicU32],
    /// Whether the vertices of this level are lost.
    lost: bool,
    /// The word of the vertices of the next level.
    mark: u32,
}

impl Step<'_> {
    /// Adds the vertices that are reached from some of this level, by several threads if that pays.
    fn share(&self, level: &[u32], threads: usize, next: &mut Vec<u32>) {
        if threads < 2 || level.len() < SHARED {
            return self.walk::<false>(level, next);
        }
        let share = level.len().div_ceil(threads);
        let parts: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let start = |part| {
                scope.spawn(move || {
                    let mut found = Vec::new();
                    self.walk::<true>(part, &mut found);
                    found
                })
            };
            let running: Vec<_> = level.chunks(share).map(start).collect();
            running.into_iter().map(|thread| thread.join().expect("no panic in a walk")).collect()
        });
        parts.iter().for_each(|part| next.extend_from_slice(part));
    }

    fn walk<const SHARED: bool>(&self, level: &[u32], next: &mut Vec<u32>) {
        let (starts, entries) = (self.backward.starts(), self.backward.entries());
        for (index, &vertex) in level.iter().enumerate() {
            if let Some(&far) = level.get(index + AHEAD[0]) {
                prefetch(starts, far as usize);
            }
            if let Some(&far) = level.get(index + AHEAD[1]) {
                prefetch(entries, starts[far as usize] as usize);
            }
            if let Some(&far) = level.get(index + AHEAD[2]) {
                self.backward.row(far).iter().for_each(|&p| prefetch(self.words, p as usize));
            }
            for &predecessor in self.backward.row(vertex) {
                if self.reach::<SHARED>(&self.words[predecessor as usize]) {
                    next.push(predecessor);
                }
            }
        }
    }

    /// Tells a predecessor that an option of it is settled; whether that settles the predecessor.
    #[inline]
    fn reach<const SHARED: bool>(&self, word: &AtomicU32) -> bool {
        let value = word.load(Relaxed);
        if value & REACHED != 0 {
            return false;
        }
        match (SHARED, self.lost) {
            (false, true) => word.store(self.mark, Relaxed),
            // A vertex is settled once, by whoever comes first.
            (true, true) => return word.swap(self.mark, Relaxed) & REACHED == 0,
            (false, false) if value > 1 => {
                word.store(value - 1, Relaxed);
                return false;
            }
            (false, false) => word.store(self.mark, Relaxed),
            (true, false) => {
                // The count cannot be passed by: every edge is counted down once.
                let last = word.fetch_sub(1, Relaxed) == 1;
                if last {
                    word.store(self.mark, Relaxed);
                }
                return last;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::csr::random::{graph, graphs};
    use super::*;
    use proptest::prelude::*;

    /// The definition, applied until nothing changes.
    fn slow(graph: &Graph, convention: Convention) -> Vec<Option<u32>> {
        let mut level: Vec<Option<u32>> = vec![None; graph.vertices()];
        for depth in 0..=graph.vertices() as u32 {
            let before = level.clone();
            for vertex in 0..graph.vertices() {
                let options = graph.options(vertex as u32);
                let known = |lost: bool| {
                    options
                        .iter()
                        .filter_map(|&o| before[o as usize])
                        .filter(move |&l| is_lost(l, convention) == lost)
                };
                let win = known(true).min().map(|level| level + 1);
                let all_won = known(false).count() == options.len();
                let loss = all_won.then(|| known(false).max().map_or(0, |level| level + 1));
                let found = if options.is_empty() { Some(0) } else { win.or(loss) };
                if before[vertex].is_none() && found == Some(depth) {
                    level[vertex] = found;
                }
            }
        }
        level
    }

    fn levels(found: &Outcomes) -> Vec<Option<u32>> {
        (0..found.words.len() as u32).map(|vertex| found.remoteness(vertex)).collect()
    }

    proptest! {
        #[test]
        fn outcomes_and_remoteness_follow_the_definition(graph in graphs(14), misere in any::<bool>()) {
            let convention = if misere { Convention::Misere } else { Convention::Normal };
            let found = outcomes(&graph, convention, &Limits::default()).expect("small");
            prop_assert_eq!(levels(&found), slow(&graph, convention));
            for vertex in 0..graph.vertices() as u32 {
                let best = found.best(&graph, vertex);
                prop_assert_eq!(best.is_none(), graph.options(vertex).is_empty());
                let line = found.line(&graph, vertex);
                match found.remoteness(vertex) {
                    Some(level) => prop_assert_eq!(line.len() as u32, level + 1),
                    None => {
                        prop_assert!(line.iter().all(|&v| found.outcome(v) == Outcome::D));
                        prop_assert!(line[..line.len() - 1].contains(&line[line.len() - 1]));
                    }
                }
            }
        }
    }

    #[test]
    fn threads_change_nothing() {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below) as u32
        };
        let count = 200_000;
        let pairs: Vec<(u32, u32)> = (0..400_000).map(|_| (next(count), next(count))).collect();
        let graph = graph(count as usize, &pairs);
        let by = |threads| {
            let limits = Limits { threads, ..Limits::default() };
            outcomes(&graph, Convention::Normal, &limits).expect("enough")
        };
        let one = by(1);
        assert!(one == by(2) && one == by(3) && levels(&one).iter().flatten().max() > Some(&5));
    }

    #[test]
    fn a_stop_is_a_stop() {
        let pairs: Vec<(u32, u32)> = (1..200_000).map(|v| (v, v - 1)).collect();
        let limits = Limits { poll: &|_| Some(StopReason::Interrupted), ..Limits::default() };
        let found = outcomes(&graph(200_000, &pairs), Convention::Normal, &limits);
        assert_eq!(found, Err(StopReason::Interrupted));
    }
}
