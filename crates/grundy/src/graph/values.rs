//! Grundy values of all vertices of a graph without cycles.
//!
//! The value of a vertex is the mex of the values of its options, so it can be found once theirs are (Sprague 1935, Grundy
//! 1939). If all edges lead to smaller numbers, or all to larger ones, the vertices are taken in that order and each looks
//! at its options. Otherwise they come in the order of Kahn (1962), ends first, and each tells its value to its
//! predecessors: a word of 32 bits holds how many options of a vertex are still open and which of the values 0 to 23 the
//! others have. A mex is at most the number of options, so that suffices for up to 24 of them; vertices with more look at
//! their options once all are known. A graph with a cycle has no such order: the error shows one.
//!
//! Time O(V + E); memory 8 bytes a vertex beside the graph.
//!
//! ```
//! use grundy::graph::csr::{Edge, Graph};
//! use grundy::graph::values::{NoValues, grundy_values};
//! use grundy::limits::Limits;
//!
//! let limits = Limits::default();
//! let graph = |pairs: &[(u32, u32)]| {
//!     Graph::new(3, pairs.iter().map(|&(from, to)| Edge { from, to }).collect(), &limits)
//! };
//! assert_eq!(grundy_values(&graph(&[(0, 1), (1, 2), (0, 2)])?, &limits), Ok(vec![2, 1, 0]));
//! assert_eq!(grundy_values(&graph(&[(0, 1), (1, 2), (2, 1)])?, &limits), Err(NoValues::Cycle(vec![1, 2])));
//! # Ok::<(), grundy::limits::StopReason>(())
//! ```

use super::csr::{Graph, Rows};
use crate::cpu::prefetch;
use crate::limits::{Limits, Pulse, StopReason};
use crate::value::MexSet;

/// Why there are no values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoValues {
    /// A cycle: each vertex has the next as an option, and the last the first.
    Cycle(Vec<u32>),
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<StopReason> for NoValues {
    fn from(reason: StopReason) -> NoValues {
        NoValues::Stopped(reason)
    }
}

/// Options whose values fit the word of a vertex.
const NARROW: u32 = 24;
/// Set in the word of a vertex with more options; the rest is how many are open.
const WIDE: u32 = 1 << 31;
/// How many vertices ahead the beginning of a row, its entries, and the words they name are asked for.
const AHEAD: [usize; 3] = [24, 16, 8];
/// How many entries ahead a value is asked for.
const FAR: usize = 32;
/// Vertices between two questions whether to go on.
const CHUNK: usize = 1 << 14;

/// The value of every vertex.
///
/// # Errors
/// A cycle, or a limit.
pub fn grundy_values(graph: &Graph, limits: &Limits<'_>) -> Result<Vec<u32>, NoValues> {
    limits.check_memory(graph.vertices() as u64, 8)?;
    match direction(graph.forward()) {
        Some(direction) => Ok(in_order(graph.forward(), direction, limits)?),
        None => by_telling(graph, limits),
    }
}

/// Where all edges lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Down,
    Up,
}

/// Whether all edges lead to smaller numbers, or all to larger ones; rows are in increasing order.
fn direction(forward: &Rows) -> Option<Direction> {
    let rows = forward.starts().windows(2).zip(0u32..);
    let row = |pair: &[u32]| pair[0] as usize..pair[1] as usize;
    let entries = forward.entries();
    let down = rows.clone().all(|(pair, vertex)| entries[row(pair)].last().is_none_or(|&last| last < vertex));
    let up =
        || rows.clone().all(|(pair, vertex)| entries[row(pair)].first().is_none_or(|&first| first > vertex));
    if down { Some(Direction::Down) } else { up().then_some(Direction::Up) }
}

/// Values in the order of the vertices.
fn in_order(forward: &Rows, direction: Direction, limits: &Limits<'_>) -> Result<Vec<u32>, StopReason> {
    // Bytes keep four times as many values in the cache.
    if forward.lengths().all(|length| length < 256) {
        let values: Vec<u8> = look(forward, direction, limits)?;
        return Ok(values.into_iter().map(u32::from).collect());
    }
    look(forward, direction, limits)
}

/// A value in a table.
trait Cell: Copy + Default + Into<u32> {
    fn new(value: u32) -> Self;
}

impl Cell for u8 {
    fn new(value: u32) -> u8 {
        value as u8
    }
}

impl Cell for u32 {
    fn new(value: u32) -> u32 {
        value
    }
}

/// Every vertex looks at its options, in the order of their numbers.
fn look<T: Cell>(forward: &Rows, direction: Direction, limits: &Limits<'_>) -> Result<Vec<T>, StopReason> {
    let count = forward.len();
    let (mut values, mut pulse) = (vec![T::default(); count], Pulse::new(limits));
    let mut wide = MexSet::new();
    let entries = forward.entries();
    for start in (0..count).step_by(CHUNK) {
        let end = count.min(start + CHUNK);
        for step in start..end {
            let vertex = if direction == Direction::Down { step } else { count - 1 - step };
            let range = forward.range(vertex as u32);
            for at in range.clone() {
                let far = if direction == Direction::Down { at + FAR } else { at.wrapping_sub(FAR) };
                if let Some(&far) = entries.get(far) {
                    prefetch(&values, far as usize);
                }
            }
            values[vertex] = T::new(mex_of(&entries[range], &values, &mut wide));
        }
        pulse.beats((end - start) as u64)?;
    }
    Ok(values)
}

/// The mex of the values of some vertices.
#[inline]
fn mex_of<T: Cell>(options: &[u32], values: &[T], wide: &mut MexSet) -> u32 {
    if options.len() < 64 {
        // The mex is below 64, so larger values do not count.
        let seen = options.iter().fold(0u64, |seen, &option| {
            let value: u32 = values[option as usize].into();
            if value < 64 { seen | 1 << value } else { seen }
        });
        return seen.trailing_ones();
    }
    wide.clear();
    options.iter().for_each(|&option| wide.insert(values[option as usize].into()));
    wide.mex()
}

/// Every vertex tells its value to its predecessors, ends first.
fn by_telling(graph: &Graph, limits: &Limits<'_>) -> Result<Vec<u32>, NoValues> {
    let word = |options: u32| if options <= NARROW { options << NARROW } else { WIDE | options };
    let mut words: Vec<u32> = graph.forward().lengths().map(word).collect();
    let mut order: Vec<u32> = Vec::with_capacity(words.len());
    order.extend(words.iter().zip(0..).filter(|(word, _)| **word == 0).map(|(_, vertex)| vertex));
    let (mut pulse, mut wide) = (Pulse::new(limits), MexSet::new());
    let backward = graph.backward();
    let (starts, entries) = (backward.starts(), backward.entries());
    let mut index = 0;
    while index < order.len() {
        if let Some(&far) = order.get(index + AHEAD[0]) {
            prefetch(starts, far as usize);
        }
        if let Some(&far) = order.get(index + AHEAD[1]) {
            prefetch(entries, starts[far as usize] as usize);
        }
        if let Some(&far) = order.get(index + AHEAD[2]) {
            backward.row(far).iter().for_each(|&p| prefetch(&words, p as usize));
        }
        let vertex = order[index];
        let value = words[vertex as usize];
        let bit = if value < NARROW { 1 << value } else { 0 };
        for &predecessor in backward.row(vertex) {
            let word = words[predecessor as usize];
            let is_wide = word & WIDE != 0;
            let told = if is_wide { word - 1 } else { (word - (1 << NARROW)) | bit };
            let is_open = if is_wide { told != WIDE } else { told >> NARROW > 0 };
            words[predecessor as usize] = match (is_open, is_wide) {
                (true, _) => told,
                (false, false) => told.trailing_ones(),
                (false, true) => mex_of(graph.options(predecessor), &words, &mut wide),
            };
            if !is_open {
                order.push(predecessor);
            }
        }
        pulse.beats(1 + backward.range(vertex).len() as u64)?;
        index += 1;
    }
    if order.len() < words.len() { Err(NoValues::Cycle(cycle(graph, &order))) } else { Ok(words) }
}

/// A cycle among the vertices that were never ordered; each of them has an option of the same kind.
fn cycle(graph: &Graph, ordered: &[u32]) -> Vec<u32> {
    let mut open = vec![true; graph.vertices()];
    ordered.iter().for_each(|&vertex| open[vertex as usize] = false);
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
            prop_assert_eq!(by_telling(&graph, &Limits::default()), Ok(found), "whatever the order");
        }

        #[test]
        fn a_cycle_is_shown(graph in graphs(12)) {
            if let Err(NoValues::Cycle(cycle)) = grundy_values(&graph, &Limits::default()) {
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
    fn long_paths_take_no_stack() {
        let pairs: Vec<(u32, u32)> = (1..1_000_000u32).map(|v| (v ^ 1, (v - 1) ^ 1)).collect();
        let values = grundy_values(&graph(1_000_000, &pairs), &Limits::default()).expect("no cycle");
        assert_eq!((values[1], values[0], values[999_998]), (0, 1, 1));
    }
}
