//! Grundy values of all vertices of a graph without cycles.
//!
//! The value of a vertex is the mex of the values of its options, so it can be found once theirs are (Sprague 1935,
//! Grundy 1939). If all edges lead to smaller numbers, or all to larger ones, the vertices are taken in that order and
//! each looks at its options, in a table of one byte a vertex that has the bit of its value. Otherwise they come in the
//! order of Kahn (1962), ends first, and each propagates its value to its predecessors: a word of 16 bits holds how
//! many options of a vertex are still open and which of the values 0 to 9 the others have. Vertices with too many
//! options for that, or with all these values among them, look at their options once all are known. A graph with a
//! cycle has no such order: the error shows one.
//!
//! What it costs is waiting for bytes and words anywhere in memory, so they are small, are asked for ahead
//! (`gather.rs`), and no loop ends where the processor cannot guess.
//!
//! Time O(V + E); memory at most 10 bytes a vertex beside the graph.
//!
//! ```
//! use grundy::engine::graph::csr::{Edge, Graph};
//! use grundy::engine::graph::values::{NoValues, grundy_values};
//! use grundy::Limits;
//!
//! let limits = Limits::default();
//! let graph = |pairs: &[(u32, u32)]| {
//!     Graph::new(3, pairs.iter().map(|&(from, to)| Edge { from, to }).collect(), &limits)
//! };
//! assert_eq!(grundy_values(&graph(&[(0, 1), (1, 2), (0, 2)])?, &limits), Ok(vec![2, 1, 0]));
//! assert_eq!(grundy_values(&graph(&[(0, 1), (1, 2), (2, 1)])?, &limits), Err(NoValues::Cycle(vec![1, 2])));
//! # Ok::<(), grundy::StopReason>(())
//! ```

use super::csr::{Graph, Rows};
use super::gather::{Gather, Propagate, WORDS_AHEAD};
use crate::base::cpu::{ask_large_pages, prefetch};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::value::MexSet;
use std::ops::Range;
use thiserror::Error as ThisError;

/// Why there are no values.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
pub enum NoValues {
    /// A cycle: each vertex has the next as an option, and the last the first.
    #[error("a cycle of {} vertices", .0.len())]
    Cycle(Vec<u32>),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for NoValues {
    fn from(reason: StopReason) -> NoValues {
        NoValues::Stopped(reason)
    }
}

/// Vertices between two questions whether to go on.
const VERTICES_PER_POLL: usize = 1 << 18;

/// Vertices whose bytes stay in the cache, so that prefetching them is not worth its while.
const CACHED_VERTICES: usize = 1 << 22;

/// The value of every vertex.
///
/// # Errors
/// A cycle, or a limit.
pub fn grundy_values(graph: &Graph, limits: &Limits<'_>) -> Result<Vec<u32>, NoValues> {
    limits.check_memory(graph.vertices() as u64, 10)?;
    for look in [look::<true>, look::<false>] {
        if let Some(values) = look(graph.forward(), limits)? {
            return Ok(values);
        }
    }
    match Propagation::<u16>::new(graph.forward()) {
        Some(narrow) => propagate(graph, narrow, limits),
        None => propagate(
            graph,
            Propagation::<u32>::new(graph.forward()).expect("rows are shorter than 2^31"),
            limits,
        ),
    }
}

/// Every vertex looks at its options, in the order of their numbers if all edges lead `DOWN`, or from the last on if they
/// lead up; `None` when an edge leads the other way. A pass to find out beforehand would read all edges once more.
fn look<const DOWN: bool>(forward: &Rows, limits: &Limits<'_>) -> Result<Option<Vec<u32>>, StopReason> {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has what the function is compiled for.
        return unsafe { look_at_eights::<DOWN>(forward, limits) };
    }
    look_at_rows::<DOWN>(forward, limits)
}

fn look_at_rows<const DOWN: bool>(
    forward: &Rows,
    limits: &Limits<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    look_with::<DOWN>(forward, limits, |bits, row| in_row(bits, &forward.entries()[row]))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn look_at_eights<const DOWN: bool>(
    forward: &Rows,
    limits: &Limits<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    let entries = forward.entries();
    look_with::<DOWN>(forward, limits, |bits, row| match entries[row.start..].first_chunk() {
        // SAFETY: there is a byte for every row, and entries name rows.
        Some(eight) if row.len() <= 8 => unsafe { in_eight(bits, eight, row.len()) },
        _ => in_row(bits, &entries[row]),
    })
}

/// The bits of all options.
#[inline(always)]
fn in_row(bits: &[u8], options: &[u32]) -> u8 {
    options.iter().fold(0, |seen, &option| seen | bits[option as usize])
}

/// The bits of the first of eight options. All are looked at, and those behind the row left out in the end: a loop as long
/// as the row ends in a wrong guess of the processor nearly every time. With that and without checking eight indices, a
/// graph of 10^6 vertices took 8.9 ms instead of 18 (Zen 3, November 2026).
///
/// # Safety
/// All eight are indices of `bits`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse4.1")]
#[inline]
unsafe fn in_eight(bits: &[u8], options: &[u32; 8], count: usize) -> u8 {
    use std::arch::x86_64::{_mm_cvtsi128_si64, _mm_insert_epi8, _mm_or_si128, _mm_setzero_si128};
    // SAFETY: the caller's promise.
    let bits = |index: usize| i32::from(unsafe { *bits.get_unchecked(options[index] as usize) });
    let low = _mm_insert_epi8::<0>(_mm_setzero_si128(), bits(0));
    let low = _mm_insert_epi8::<1>(low, bits(1));
    let low = _mm_insert_epi8::<2>(low, bits(2));
    let low = _mm_insert_epi8::<3>(low, bits(3));
    let high = _mm_insert_epi8::<4>(_mm_setzero_si128(), bits(4));
    let high = _mm_insert_epi8::<5>(high, bits(5));
    let high = _mm_insert_epi8::<6>(high, bits(6));
    let high = _mm_insert_epi8::<7>(high, bits(7));
    let all = _mm_cvtsi128_si64(_mm_or_si128(low, high)) as u64;
    let row = if count < 8 { all & ((1 << (8 * count)) - 1) } else { all };
    let row = row | row >> 32;
    let row = row | row >> 16;
    (row | row >> 8) as u8
}

/// Every vertex looks at its options, in a way given: `seen` makes the bits of a row's options.
#[inline(always)]
fn look_with<const DOWN: bool>(
    forward: &Rows,
    limits: &Limits<'_>,
    seen: impl Fn(&[u8], Range<usize>) -> u8,
) -> Result<Option<Vec<u32>>, StopReason> {
    let (count, entries) = (forward.len(), forward.entries());
    let (mut values, mut pulse, mut many) = (vec![0; count], Pulse::new(limits), MexSet::new());
    // The bit of every value below eight that is known, nothing for others.
    let mut bits = vec![0; count];
    ask_large_pages(&values);
    ask_large_pages(&bits);
    let blocks = forward.offsets().blocks();
    let mut at = if DOWN { 0 } else { entries.len() };
    let mut vertex = if DOWN { 0 } else { count };
    for step in 0..blocks {
        let mut lengths = forward.offsets().block(if DOWN { step } else { blocks - 1 - step });
        pulse.beats(lengths.len() as u64)?;
        while let Some(length) = if DOWN { lengths.next() } else { lengths.next_back() } {
            let length = length as usize;
            vertex -= usize::from(!DOWN);
            let row = if DOWN { at..at + length } else { at - length..at };
            at = if DOWN { row.end } else { row.start };
            let options = &entries[row.clone()];
            // Rows are in increasing order, so one end of each decides.
            let leads_on = if DOWN {
                options.last().is_none_or(|&last| (last as usize) < vertex)
            } else {
                options.first().is_none_or(|&first| first as usize > vertex)
            };
            if !leads_on {
                return Ok(None);
            }
            let far = if DOWN { at.wrapping_add(WORDS_AHEAD) } else { at.wrapping_sub(WORDS_AHEAD) };
            if count > CACHED_VERTICES
                && let Some(eight) = entries.get(far..).and_then(|later| later.first_chunk::<8>())
            {
                eight.iter().for_each(|&option| prefetch(&bits, option as usize));
            }
            // Why it is fast: eight options are looked up without a branch on how many there are. Why it is right: all
            // options lie on the side that was walked, so their bits are there; a full byte may hide more and is looked
            // at again.
            let seen = seen(&bits, row);
            let value =
                if seen < u8::MAX { seen.trailing_ones() } else { mex_of(options, &values, &mut many) };
            values[vertex] = value;
            bits[vertex] = if value < 8 { 1 << value } else { 0 };
            vertex += usize::from(DOWN);
        }
    }
    Ok(Some(values))
}

/// The mex of the values of some vertices.
#[cold]
fn mex_of<W: Word>(options: &[u32], values: &[W], many: &mut MexSet) -> u32 {
    let values = options.iter().map(|&option| Into::<u32>::into(values[option as usize]));
    let seen = values.clone().filter(|&value| value < 64).fold(0u64, |seen, value| seen | 1 << value);
    if seen < u64::MAX {
        return seen.trailing_ones();
    }
    many.clear();
    values.for_each(|value| many.insert(value));
    many.mex()
}

/// What is known of a vertex: its value; before, which small values its known options have, and above that how many are
/// open; or, with more options than that has room for, how many are open.
trait Word: Copy + Default + Into<u32> {
    /// How many values have a bit of their own.
    const VALUE_BITS: u32;
    /// Set if the options are too many.
    const WIDE: u32;
    /// One open option.
    const ONE: u32 = 1 << Self::VALUE_BITS;
    /// The most options there is room for.
    const MAX_OPTIONS: u32 = Self::WIDE / Self::ONE - 1;
    fn new(word: u32) -> Self;

    /// Nothing is known yet.
    #[inline]
    fn open(options: u32) -> Self {
        Self::new(if options <= Self::MAX_OPTIONS { options * Self::ONE } else { Self::WIDE | options })
    }
}

impl Word for u16 {
    const VALUE_BITS: u32 = 10;
    const WIDE: u32 = 1 << 15;
    #[inline]
    fn new(word: u32) -> u16 {
        word as u16
    }
}

impl Word for u32 {
    const VALUE_BITS: u32 = 24;
    const WIDE: u32 = 1 << 31;
    #[inline]
    fn new(word: u32) -> u32 {
        word
    }
}

/// Every vertex propagates its value to its predecessors, ends first.
fn propagate<W: Word>(
    graph: &Graph,
    mut propagation: Propagation<'_, W>,
    limits: &Limits<'_>,
) -> Result<Vec<u32>, NoValues> {
    let mut level = std::mem::take(&mut propagation.next);
    let mut known = 0;
    let (mut pulse, mut gather) = (Pulse::new(limits), Gather::default());
    while !level.is_empty() {
        known += level.len();
        for chunk in level.chunks(VERTICES_PER_POLL) {
            let edges = gather.walk(graph.backward(), chunk, &mut propagation);
            pulse.beats(edges + chunk.len() as u64)?;
        }
        std::mem::swap(&mut level, &mut propagation.next);
        propagation.next.clear();
    }
    let Propagation { words, next, .. } = propagation;
    if known < words.len() {
        return Err(NoValues::Cycle(cycle(graph, &words)));
    }
    drop((level, next));
    let mut values = Vec::with_capacity(words.len());
    ask_large_pages(&values);
    values.extend(words.into_iter().map(Into::<u32>::into));
    Ok(values)
}

/// Values on their way backwards.
struct Propagation<'a, W> {
    forward: &'a Rows,
    words: Vec<W>,
    next: Vec<u32>,
    many: MexSet,
}

impl<'a, W: Word> Propagation<'a, W> {
    /// Nothing is known but the ends, who are next; `None` if a vertex has too many options for such words.
    fn new(forward: &'a Rows) -> Option<Propagation<'a, W>> {
        let (mut words, mut next) = (Vec::with_capacity(forward.len()), Vec::new());
        ask_large_pages(&words);
        for (vertex, options) in forward.lengths().enumerate() {
            if options >= W::WIDE {
                return None;
            }
            if options == 0 {
                next.push(vertex as u32);
            }
            words.push(W::open(options));
        }
        Some(Propagation { forward, words, next, many: MexSet::new() })
    }
}

impl<W: Word> Propagate for Propagation<'_, W> {
    /// The bit of a value that fits.
    type Tag = W;

    #[inline]
    fn expect(&self, vertex: u32) {
        prefetch(&self.words, vertex as usize);
    }

    #[inline]
    fn take(&mut self, vertex: u32) -> W {
        let value: u32 = self.words[vertex as usize].into();
        W::new(if value < W::VALUE_BITS { 1 << value } else { 0 })
    }

    #[inline]
    fn update(&mut self, predecessors: &mut [u32], bits: &[W]) {
        let words = &mut self.words[..];
        predecessors.iter().take(WORDS_AHEAD).for_each(|&vertex| prefetch(words, vertex as usize));
        let mut known = 0;
        for index in 0..predecessors.len() {
            if let Some(&far) = predecessors.get(index + WORDS_AHEAD) {
                prefetch(words, far as usize);
            }
            let vertex = predecessors[index];
            let word: u32 = words[vertex as usize].into();
            // One option fewer is open, and its value is noted. The word had one open, or the vertex would have its value, so
            // nothing is borrowed from the bits of values.
            let left = (word - W::ONE) | bits[index].into();
            let (word, is_known) = if (word & W::WIDE != 0) | (left == W::ONE - 1) {
                look_at_last(word, self.forward.row(vertex), words, &mut self.many)
            } else {
                (if left < W::ONE { left.trailing_ones() } else { left }, left < W::ONE)
            };
            words[vertex as usize] = W::new(word);
            // Whether a value is known now cannot be guessed, so nothing branches on it.
            predecessors[known] = vertex;
            known += usize::from(is_known);
        }
        self.next.extend_from_slice(&predecessors[..known]);
    }
}

/// The next word of a vertex with many options or all small values among them, and whether it is the value.
#[cold]
fn look_at_last<W: Word>(word: u32, options: &[u32], words: &[W], many: &mut MexSet) -> (u32, bool) {
    if word > (W::WIDE | 1) { (word - 1, false) } else { (mex_of(options, words, many), true) }
}

/// A cycle among the vertices that have no value; each of them has an option of the same kind.
fn cycle<W: Word>(graph: &Graph, words: &[W]) -> Vec<u32> {
    let is_open =
        |(options, word): (u32, u32)| word >= if options <= W::MAX_OPTIONS { W::ONE } else { W::WIDE };
    let words = words.iter().map(|&word| word.into());
    let open: Vec<bool> = graph.forward().lengths().zip(words).map(is_open).collect();
    let first = open.iter().position(|open| *open).expect("not all are ordered");
    let mut place = rustc_hash::FxHashMap::default();
    let (mut path, mut at) = (Vec::new(), first as u32);
    loop {
        if let Some(start) = place.insert(at, path.len()) {
            return path.split_off(start);
        }
        path.push(at);
        let option = graph.options(at).iter().find(|&&option| open[option as usize]);
        at = *option.expect("a vertex is ordered when all its options are");
    }
}

#[cfg(test)]
mod tests {
    use super::super::csr::random::{acyclic, graph, graphs};
    use super::super::tokens::Walk;
    use super::*;
    use crate::game::reference;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn values_are_those_of_the_slow_solver(graph in acyclic(40)) {
            let found = grundy_values(&graph, &Limits::default()).expect("no cycle");
            let mut known = HashMap::new();
            for vertex in 0..graph.vertices() as u32 {
                let slow = reference::grundy(&Walk(&graph), &vertex, &mut known).expect("play ends");
                prop_assert_eq!(u64::from(found[vertex as usize]), slow);
            }
            let limits = Limits::default();
            let rows = graph.forward();
            let narrow = Propagation::<u16>::new(rows).expect("few options");
            prop_assert_eq!(propagate(&graph, narrow, &limits), Ok(found.clone()), "whatever the order");
            let wide = Propagation::<u32>::new(rows).expect("few options");
            prop_assert_eq!(propagate(&graph, wide, &limits), Ok(found), "whatever the words");
            prop_assert_eq!(look_at_rows::<true>(rows, &limits), look::<true>(rows, &limits), "portable, down");
            prop_assert_eq!(look_at_rows::<false>(rows, &limits), look::<false>(rows, &limits), "portable, up");
        }

        #[test]
        fn a_cycle_is_shown(graph in graphs(12)) {
            let limits = Limits::default();
            let wide = Propagation::<u32>::new(graph.forward()).expect("few options");
            for found in [grundy_values(&graph, &limits), propagate(&graph, wide, &limits)] {
                let Err(NoValues::Cycle(cycle)) = found else { continue };
                for (index, &vertex) in cycle.iter().enumerate() {
                    prop_assert!(graph.options(vertex).contains(&cycle[(index + 1) % cycle.len()]));
                }
            }
        }
    }

    #[test]
    fn many_options_are_many_values() {
        // A heap of Nim: from each vertex to all smaller ones, named in order or shuffled (37 is prime to 100).
        let pairs: Vec<(u32, u32)> = (0..100).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let values = |pairs: &[(u32, u32)]| grundy_values(&graph(100, pairs), &Limits::default());
        assert_eq!(values(&pairs), Ok((0..100).collect()));
        let up: Vec<(u32, u32)> = pairs.iter().map(|&(a, b)| (99 - a, 99 - b)).collect();
        assert_eq!(values(&up), Ok((0..100).rev().collect()));
        let shuffled: Vec<(u32, u32)> = pairs.iter().map(|&(a, b)| (37 * a % 100, 37 * b % 100)).collect();
        let expected: Vec<u32> = (0..100).map(|v| 73 * v % 100).collect();
        assert_eq!(values(&shuffled), Ok(expected));
    }

    #[test]
    fn words_are_wide_enough() {
        // From 1 to all others, of which 0 and 2 are ends and the rest lead to both.
        let others = std::iter::once(0).chain(2..40_000);
        let pairs: Vec<(u32, u32)> =
            others.map(|v| (1, v)).chain((3..40_000).flat_map(|v| [(v, 0), (v, 2)])).collect();
        let values = grundy_values(&graph(40_000, &pairs), &Limits::default()).expect("no cycle");
        assert_eq!(values[..4], [0, 2, 0, 1]);
    }

    #[test]
    fn long_paths_take_no_stack() {
        let pairs: Vec<(u32, u32)> = (1..1_000_000u32).map(|v| (v ^ 1, (v - 1) ^ 1)).collect();
        let values = grundy_values(&graph(1_000_000, &pairs), &Limits::default()).expect("no cycle");
        assert_eq!((values[1], values[0], values[999_998]), (0, 1, 1));
    }
}
