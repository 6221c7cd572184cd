//! Who wins at every vertex of a graph, cycles or not, and in how many moves.
//!
//! Retrograde analysis: start at the vertices without moves and go backwards. A vertex with a P-position among its
//! options is an N-position; one whose options are all N-positions is a P-position, and a count of the options still
//! open says when; whoever is never reached can go on for ever, a draw (Zermelo 1913; for graphs Smith 1966). Vertices
//! are reached level by level, so the level is the *remoteness*: how long the game lasts if the winner hurries and the
//! loser delays (Steinhaus 1925). Under normal play even levels are P-positions and odd ones N-positions; under misère
//! play the other way round.
//!
//! One byte a vertex holds the count of open options, 0 from when it is reached on, so that as much of the counting as can
//! be is done in the cache; more than 254 are counted in the word where the level will be. What else it costs is waiting
//! for predecessors anywhere in memory, which `gather.rs` keeps short. Levels of many vertices are shared among
//! threads, and the result is the same whatever their number.
//!
//! Time O(V + E); memory 5 bytes a vertex and the levels at hand, beside the backward rows.
//!
//! ```
//! use grundy::engine::graph::csr::{Edge, Graph};
//! use grundy::engine::graph::retrograde::outcomes;
//! use grundy::Limits;
//! use grundy::{Convention, value::Outcome};
//!
//! // 0 and 1 lead to each other, 1 also to the end 2: whoever stands on 1 goes there.
//! let edges = [(0, 1), (1, 0), (1, 2), (3, 3)].map(|(from, to)| Edge { from, to });
//! let graph = Graph::new(4, edges.to_vec(), &Limits::default())?;
//! let found = outcomes(&graph, Convention::Normal, &Limits::default())?;
//! assert_eq!([0, 1, 2, 3].map(|v| found.outcome(v)), [Outcome::P, Outcome::N, Outcome::P, Outcome::D]);
//! assert_eq!((found.remoteness(0), found.remoteness(3)), (Some(2), None));
//! # Ok::<(), grundy::StopReason>(())
//! ```

use super::csr::{Graph, Rows};
use super::gather::{Gather, Propagate, WORDS_AHEAD};
use crate::base::cpu::{ask_large_pages, prefetch};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::Convention;
use crate::value::Outcome;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// Set in the word of a vertex that was reached; the rest is its level.
const REACHED: u32 = 1 << 31;
/// The sentinel of the byte: this many open options, or more; they are counted in the word.
const COUNTED_IN_WORD: u8 = u8::MAX;
/// Vertices of a level for which a second thread pays.
const MIN_LEVEL_FOR_THREADS: usize = 1 << 15;
/// Smaller graphs stay with one thread: while their bytes are in the cache, counting so that two threads may do it at once
/// takes longer than counting alone (0.7 times as fast at 10^6 vertices, 1.5 times at 10^7; Zen 3, November 2026).
const MIN_VERTICES_FOR_THREADS: usize = if cfg!(test) { 1 << 16 } else { 1 << 22 };
/// Vertices between two questions whether to go on.
const VERTICES_PER_POLL: usize = 1 << 19;

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
            Some(level) if is_p_position(level, self.convention) => Outcome::P,
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

pub(crate) fn is_p_position(level: u32, convention: Convention) -> bool {
    level.is_multiple_of(2) == (convention == Convention::Normal)
}

/// Finds out who wins at every vertex.
///
/// # Errors
/// When a limit stops it.
pub fn outcomes(graph: &Graph, convention: Convention, limits: &Limits<'_>) -> Result<Outcomes, StopReason> {
    let mut options = Vec::with_capacity(graph.vertices());
    ask_large_pages(&options);
    options.extend(graph.forward().lengths());
    by_counting(graph.backward(), options, convention, limits)
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
    limits.check_memory(options.len() as u64, 9)?;
    let mut level: Vec<u32> =
        (0u32..).zip(&options).filter(|(_, count)| **count == 0).map(|(v, _)| v).collect();
    let mut open: Vec<AtomicU8> = Vec::with_capacity(options.len());
    ask_large_pages(&open);
    open.extend(options.iter().map(|&count| AtomicU8::new(count.min(COUNTED_IN_WORD.into()) as u8)));
    let words: Vec<AtomicU32> = options.into_iter().map(AtomicU32::new).collect();
    let (mut depth, mut pulse) = (0, Pulse::new(limits));
    let mut next = Vec::new();
    let mut workers: Vec<Worker> =
        std::iter::repeat_with(Worker::default).take(limits.threads.max(1)).collect();
    while !level.is_empty() {
        let step = Step {
            backward,
            open: &open,
            words: &words,
            are_p_positions: is_p_position(depth, convention),
            mark: REACHED | depth,
        };
        while !level.is_empty() {
            let rest = level.len().saturating_sub(VERTICES_PER_POLL);
            let edges = step.share(&level[rest..], &mut workers, &mut next);
            pulse.beats(edges + (level.len() - rest) as u64)?;
            // One level goes as the next one comes: together they take little more than the larger of the two.
            level.truncate(rest);
            level.shrink_to_fit();
        }
        std::mem::swap(&mut level, &mut next);
        depth += 1;
    }
    let words = words.into_iter().map(AtomicU32::into_inner).collect();
    Ok(Outcomes { words, convention, work: pulse.work() })
}

/// From one level to the next.
#[derive(Clone, Copy)]
struct Step<'a> {
    backward: &'a Rows,
    open: &'a [AtomicU8],
    words: &'a [AtomicU32],
    /// Whether the vertices of this level are P-positions.
    are_p_positions: bool,
    /// The word of the vertices of this level.
    mark: u32,
}

impl Step<'_> {
    /// Adds the vertices that are reached from some of this level, by several threads if that pays; returns how many edges
    /// were walked.
    fn share(&self, level: &[u32], workers: &mut [Worker], next: &mut Vec<u32>) -> u64 {
        if workers.len() < 2
            || level.len() < MIN_LEVEL_FOR_THREADS
            || self.open.len() < MIN_VERTICES_FOR_THREADS
        {
            return workers[0].gather.walk(self.backward, level, &mut Walk::<false> { step: *self, next });
        }
        let share = level.len().div_ceil(workers.len());
        let edges: u64 = std::thread::scope(|scope| {
            let parts = level.chunks(share).zip(workers.iter_mut());
            let start = parts.map(|(part, worker)| scope.spawn(move || worker.work(*self, part)));
            let running: Vec<_> = start.collect();
            running.into_iter().map(|thread| thread.join().expect("no panic in a walk")).sum()
        });
        workers.iter_mut().for_each(|worker| next.append(&mut worker.next));
        edges
    }
}

/// What a thread keeps from level to level: memory that was touched is faster than fresh memory.
#[derive(Default)]
struct Worker {
    gather: Gather<()>,
    next: Vec<u32>,
}

impl Worker {
    fn work(&mut self, step: Step<'_>, part: &[u32]) -> u64 {
        self.gather.walk(step.backward, part, &mut Walk::<true> { step, next: &mut self.next })
    }
}

/// One thread's part of a step.
struct Walk<'a, const SHARED: bool> {
    step: Step<'a>,
    next: &'a mut Vec<u32>,
}

impl<const SHARED: bool> Propagate for Walk<'_, SHARED> {
    type Tag = ();

    #[inline]
    fn expect(&self, vertex: u32) {
        prefetch(self.step.words, vertex as usize);
    }

    #[inline]
    fn take(&mut self, vertex: u32) {
        self.step.words[vertex as usize].store(self.step.mark, Relaxed);
    }

    #[inline]
    fn update(&mut self, predecessors: &mut [u32], _: &[()]) {
        let Step { open, words, are_p_positions, .. } = self.step;
        let reached = if are_p_positions {
            keep(predecessors, open, |_, open| win::<SHARED>(open))
        } else {
            keep(predecessors, open, |vertex, open| count_down::<SHARED>(open, &words[vertex as usize]))
        };
        self.next.extend_from_slice(&predecessors[..reached]);
    }
}

/// Moves some vertices to the front; returns how many they are. Why it is fast: which they are cannot be guessed, so nothing
/// branches on it. Why it is right: what is written at `kept` was read before, as `kept` never passes `index`.
#[inline]
fn keep(vertices: &mut [u32], open: &[AtomicU8], is_kept: impl Fn(u32, &AtomicU8) -> bool) -> usize {
    vertices.iter().take(WORDS_AHEAD).for_each(|&vertex| prefetch(open, vertex as usize));
    let mut kept = 0;
    for index in 0..vertices.len() {
        if let Some(&far) = vertices.get(index + WORDS_AHEAD) {
            prefetch(open, far as usize);
        }
        let vertex = vertices[index];
        vertices[kept] = vertex;
        kept += usize::from(is_kept(vertex, &open[vertex as usize]));
    }
    kept
}

/// An option is a P-position; whether that decides the vertex.
#[inline]
fn win<const SHARED: bool>(open: &AtomicU8) -> bool {
    let before = open.load(Relaxed);
    if SHARED {
        // A vertex is settled once, by whoever comes first.
        return before != 0 && open.swap(0, Relaxed) != 0;
    }
    open.store(0, Relaxed);
    before != 0
}

/// An option is an N-position; whether that decides the vertex: when it was the last one open.
#[inline]
fn count_down<const SHARED: bool>(open: &AtomicU8, word: &AtomicU32) -> bool {
    let before = open.load(Relaxed);
    if before == COUNTED_IN_WORD {
        // The count cannot be passed by: every edge is counted down once.
        let last = word.fetch_sub(1, Relaxed) == 1;
        if last {
            open.store(0, Relaxed);
        }
        return last;
    }
    if SHARED {
        return before != 0 && open.fetch_sub(1, Relaxed) == 1;
    }
    open.store(before.saturating_sub(1), Relaxed);
    before == 1
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
                let known = |is_p: bool| {
                    options
                        .iter()
                        .filter_map(|&o| before[o as usize])
                        .filter(move |&l| is_p_position(l, convention) == is_p)
                };
                let win = known(true).min().map(|level| level + 1);
                let all_n = known(false).count() == options.len();
                let loss = all_n.then(|| known(false).max().map_or(0, |level| level + 1));
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
        let count = 300_000;
        let mut pairs: Vec<(u32, u32)> = (0..600_000).map(|_| (next(count), next(count))).collect();
        // A few with so many options that they are counted apart.
        pairs.extend((0..20_000).map(|_| (next(40), next(count))));
        let graph = graph(count as usize, &pairs);
        let by = |threads| {
            let limits = Limits { threads, ..Limits::default() };
            outcomes(&graph, Convention::Normal, &limits).expect("enough")
        };
        let one = by(1);
        assert!(one == by(2) && one == by(3) && levels(&one).iter().flatten().max() > Some(&5));
    }

    #[test]
    fn many_options_are_counted() {
        // All but the first and the last vertex lead to the first; the last leads to them.
        for count in [255u32, 256, 257, 300, 1000] {
            let last = count + 1;
            let pairs: Vec<(u32, u32)> = (1..last).flat_map(|v| [(v, 0), (last, v)]).collect();
            let found = |pairs: &[(u32, u32)]| {
                outcomes(&graph(last as usize + 1, pairs), Convention::Normal, &Limits::default())
                    .expect("small")
            };
            assert_eq!(found(&pairs).remoteness(last), Some(2));
            let also_p = [pairs.as_slice(), &[(last, 0)]].concat();
            assert_eq!(found(&also_p).remoteness(last), Some(1));
            let also_itself = [pairs.as_slice(), &[(last, last)]].concat();
            assert_eq!(found(&also_itself).remoteness(last), None);
        }
    }

    #[test]
    fn a_stop_is_a_stop() {
        let pairs: Vec<(u32, u32)> = (1..200_000).map(|v| (v, v - 1)).collect();
        let limits = Limits { poll: &|_| Some(StopReason::Interrupted), ..Limits::default() };
        let found = outcomes(&graph(200_000, &pairs), Convention::Normal, &limits);
        assert_eq!(found, Err(StopReason::Interrupted));
    }
}
