//! Graphs as two arrays: the options of every vertex side by side, and where each vertex's begin.
//!
//! Compressed sparse rows take 4 bytes an edge and little more than one a vertex, 6 at most ([`super::row_offsets`]), and a row is
//! read at the speed of memory. A list of lists would take an allocation and 24 bytes for each vertex before the first edge.
//! Rows are made by counting, in two passes: edges are first dealt into blocks of rows small enough for the cache, then sorted within each block, so that no
//! pass writes all over memory (radix partition). Sorting is stable, so a graph that is turned round twice has its rows in
//! increasing order.
//!
//! Time O(V + E). While rows are made, a copy of the edges is kept: 8 bytes each. At most 2^31 - 1 vertices, which keeps
//! an edge at 4 bytes, and any number of edges that fits. A [`Graph`] has one edge from a vertex to another at most:
//! parallel edges are one move. Self-loops are moves too, to where one stands.
//!
//! ```
//! use grundy::engine::graph::csr::{Edge, Graph};
//! use grundy::Limits;
//!
//! let edges = [(0, 1), (0, 2), (1, 2), (0, 1)].map(|(from, to)| Edge { from, to });
//! let graph = Graph::new(3, edges.to_vec(), &Limits::default())?;
//! assert_eq!(graph.options(0), [1, 2]);
//! assert_eq!(graph.predecessors(2), [0, 1]);
//! # Ok::<(), grundy::StopReason>(())
//! ```

use super::row_offsets::RowOffsets;
use crate::base::cpu::{ask_large_pages, prefetch};
use crate::base::limits::{Limits, StopReason};
use std::ops::Range;

/// A move from one vertex to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// Where the token stands.
    pub from: u32,
    /// Where it goes.
    pub to: u32,
}

impl Edge {
    /// The same edge the other way round.
    pub fn reversed(self) -> Edge {
        Edge { from: self.to, to: self.from }
    }
}

/// Most vertices of a graph: engines keep a bit of each word for themselves.
pub const MAX_VERTICES: usize = (1 << 31) - 1;
/// Rows whose counters and entries stay in the second-level cache while they are sorted.
const BLOCK_BITS: u32 = 14;
/// Blocks that can be written to in turn without losing the cache line of each.
const MAX_BLOCKS_BITS: u32 = 10;
/// How many edges ahead a counter is asked for.
const COUNTS_AHEAD: usize = 64;

/// Rows of numbers side by side, each the number of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    offsets: RowOffsets,
    /// Each is less than the number of rows: engines rely on that.
    entries: Vec<u32>,
}

impl Rows {
    /// The rows of edges: `to` stands in the row of `from`, in the order of the edges.
    ///
    /// # Errors
    /// When there are too many vertices or edges.
    ///
    /// # Panics
    /// When an edge names a vertex that is not there.
    pub fn new(
        vertices: usize,
        edges: impl Iterator<Item = Edge> + Clone,
        limits: &Limits<'_>,
    ) -> Result<Rows, StopReason> {
        Rows::in_room(vertices, edges, &mut Vec::new(), limits)
    }

    /// The same, with room for a copy of the edges that may have been used before: fresh memory is slow.
    fn in_room(
        vertices: usize,
        edges: impl Iterator<Item = Edge> + Clone,
        room: &mut Vec<[u32; 2]>,
        limits: &Limits<'_>,
    ) -> Result<Rows, StopReason> {
        let count = edges.clone().count();
        if vertices > MAX_VERTICES {
            return Err(StopReason::MemoryLimit);
        }
        let bytes = 6 * vertices as u64 + 12 * count as u64;
        limits.check_memory(bytes, 1)?;
        let mut rows = Rows { offsets: RowOffsets::with_capacity(vertices, count), entries: vec![0; count] };
        ask_large_pages(&rows.entries);
        let bits = BLOCK_BITS.max((vertices.max(1)).ilog2().saturating_sub(MAX_BLOCKS_BITS - 1));
        if vertices >> bits == 0 {
            edges.clone().for_each(|edge| assert_inside(edge, vertices));
            rows.sort(0..vertices, 0..count, &mut Vec::new(), edges)?;
            return Ok(rows);
        }
        if room.len() < count {
            // Pairs of zeros come from the system as they are; edges would be written twice.
            *room = vec![[0; 2]; count];
            ask_large_pages(room);
        }
        let ends = deal(vertices, bits, edges, room);
        let (mut start, mut cursors) = (0, Vec::new());
        for (block, end) in ends.into_iter().enumerate() {
            let first = block << bits;
            let range = first..vertices.min(first + (1 << bits));
            rows.sort(
                range,
                start..end,
                &mut cursors,
                room[start..end].iter().map(|&[from, to]| Edge { from, to }),
            )?;
            start = end;
        }
        Ok(rows)
    }

    /// Sorts the edges of a block of rows into it; `places` are those of its entries.
    fn sort(
        &mut self,
        rows: Range<usize>,
        places: Range<usize>,
        cursors: &mut Vec<u32>,
        edges: impl Iterator<Item = Edge> + Clone,
    ) -> Result<(), StopReason> {
        // Cursors count within the block; one that outgrows them would take sixteen gigabytes.
        if u32::try_from(places.len()).is_err() {
            return Err(StopReason::MemoryLimit);
        }
        cursors.clear();
        cursors.resize(rows.len(), 0);
        for edge in edges.clone() {
            cursors[edge.from as usize - rows.start] += 1;
        }
        let mut at = 0;
        for cursor in cursors.iter_mut() {
            let count = std::mem::replace(cursor, at);
            at += count;
            self.offsets.push(count);
        }
        let entries = &mut self.entries[places];
        for edge in edges {
            let cursor = &mut cursors[edge.from as usize - rows.start];
            entries[*cursor as usize] = edge.to;
            *cursor += 1;
        }
        Ok(())
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries, row after row.
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }

    /// Where the rows begin.
    pub fn offsets(&self) -> &RowOffsets {
        &self.offsets
    }

    /// The places of a row's entries.
    #[inline]
    pub fn range(&self, row: u32) -> Range<usize> {
        self.offsets.range(row)
    }

    /// A row.
    #[inline]
    pub fn row(&self, row: u32) -> &[u32] {
        &self.entries[self.range(row)]
    }

    /// How long the rows are.
    pub fn lengths(&self) -> impl DoubleEndedIterator<Item = u32> + Clone {
        self.offsets.lengths()
    }

    /// The edges, row after row.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + Clone {
        let owners =
            self.lengths().zip(0..).flat_map(|(length, from)| std::iter::repeat_n(from, length as usize));
        owners.zip(&self.entries).map(|(from, &to)| Edge { from, to })
    }

    /// The rows of the edges turned round, each in increasing order.
    fn transposed(&self, room: &mut Vec<[u32; 2]>, limits: &Limits<'_>) -> Result<Rows, StopReason> {
        Rows::in_room(self.len(), self.edges().map(Edge::reversed), room, limits)
    }

    /// Takes out equal neighbours of each row, and returns whether there were any.
    fn merge_repeats(&mut self) -> bool {
        let before = self.entries.len();
        let mut offsets = RowOffsets::with_capacity(self.len(), before);
        let mut kept = 0;
        for row in 0..self.len() as u32 {
            let first = kept;
            for at in self.range(row) {
                let entry = self.entries[at];
                if kept == first || self.entries[kept - 1] != entry {
                    self.entries[kept] = entry;
                    kept += 1;
                }
            }
            offsets.push((kept - first) as u32);
        }
        self.offsets = offsets;
        self.entries.truncate(kept);
        kept < before
    }
}

#[inline]
fn assert_inside(edge: Edge, vertices: usize) {
    assert!((edge.from.max(edge.to) as usize) < vertices, "an edge names a vertex that is not there");
}

/// Deals edges into blocks of 2^bits rows, where there is room for all; returns the end of each block.
fn deal(
    vertices: usize,
    bits: u32,
    edges: impl Iterator<Item = Edge> + Clone,
    room: &mut [[u32; 2]],
) -> Vec<usize> {
    let mut cursors = vec![0usize; (vertices >> bits) + 1];
    for edge in edges.clone() {
        assert_inside(edge, vertices);
        cursors[edge.from as usize >> bits] += 1;
    }
    let mut at = 0;
    for cursor in &mut cursors {
        at += std::mem::replace(cursor, at);
    }
    for edge in edges {
        let cursor = &mut cursors[edge.from as usize >> bits];
        room[*cursor] = [edge.from, edge.to];
        *cursor += 1;
    }
    cursors
}

/// How many edges leave each vertex. Four counters share a word until all is counted, so that more of them stay in the
/// cache, and are asked for ahead; those that overflow are noted. 5*10^7 edges took 0.17 s instead of 0.54 (Zen 3, November
/// 2026).
///
/// # Panics
/// When an edge leaves a vertex that is not there.
pub fn counts(vertices: usize, edges: impl Iterator<Item = Edge> + Clone) -> Vec<u32> {
    let (mut counts, mut carries) = (vec![0u32; vertices], Vec::new());
    ask_large_pages(&counts);
    let mut ahead = edges.clone().skip(COUNTS_AHEAD);
    for edge in edges {
        if let Some(far) = ahead.next() {
            prefetch(&counts, far.from as usize / 4);
        }
        assert_inside(edge, vertices);
        let (word, shift) = (&mut counts[edge.from as usize / 4], edge.from % 4 * 8);
        if *word >> shift & 0xff == 0xff {
            *word &= !(0xff << shift);
            carries.push(edge.from);
        } else {
            *word += 1 << shift;
        }
    }
    // From the last on: the words that are still needed come before the one that is written.
    for vertex in (0..vertices).rev() {
        counts[vertex] = counts[vertex / 4] >> (vertex % 4 * 8) & 0xff;
    }
    carries.into_iter().for_each(|vertex| counts[vertex as usize] += 1 << 8);
    counts
}

/// A directed graph, to be walked both ways: rows of options in increasing order, no parallel edges.
#[derive(Debug, Clone)]
pub struct Graph {
    forward: Rows,
    backward: Rows,
}

impl PartialEq for Graph {
    /// Options say it all; predecessors may come in another order.
    fn eq(&self, other: &Graph) -> bool {
        self.forward == other.forward
    }
}

impl Eq for Graph {}

impl Graph {
    /// The graph on vertices 0, 1, ... with these edges; parallel ones become one.
    ///
    /// # Errors
    /// When there are too many, or the memory does not suffice.
    ///
    /// # Panics
    /// When an edge names a vertex that is not there.
    pub fn new(vertices: usize, edges: Vec<Edge>, limits: &Limits<'_>) -> Result<Graph, StopReason> {
        let mut room = Vec::new();
        let backward = Rows::in_room(vertices, edges.iter().map(|edge| edge.reversed()), &mut room, limits)?;
        drop(edges);
        let mut forward = backward.transposed(&mut room, limits)?;
        let backward = if forward.merge_repeats() {
            drop(backward);
            forward.transposed(&mut room, limits)?
        } else {
            backward
        };
        Ok(Graph { forward, backward })
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.forward.len()
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.forward.entries.len()
    }

    /// Where a token on a vertex can go.
    #[inline]
    pub fn options(&self, vertex: u32) -> &[u32] {
        self.forward.row(vertex)
    }

    /// The vertices that have this one as an option; in any order.
    #[inline]
    pub fn predecessors(&self, vertex: u32) -> &[u32] {
        self.backward.row(vertex)
    }

    /// The options of all vertices.
    pub fn forward(&self) -> &Rows {
        &self.forward
    }

    /// The predecessors of all vertices.
    pub fn backward(&self) -> &Rows {
        &self.backward
    }
}

/// Graphs for tests.
#[cfg(test)]
pub(crate) mod random {
    use super::*;
    use proptest::prelude::*;

    /// The graph of pairs.
    pub fn graph(vertices: usize, pairs: &[(u32, u32)]) -> Graph {
        let edges = pairs.iter().map(|&(from, to)| Edge { from, to }).collect();
        Graph::new(vertices, edges, &Limits::default()).expect("small")
    }

    /// Any graph of up to `most` vertices.
    pub fn graphs(most: u32) -> impl Strategy<Value = Graph> {
        (1..=most).prop_flat_map(|n| {
            let edges = prop::collection::vec((0..n, 0..n), 0..=(3 * n as usize));
            edges.prop_map(move |pairs| graph(n as usize, &pairs))
        })
    }

    /// A graph of up to `most` vertices without cycles, numbered anyhow.
    pub fn acyclic(most: u32) -> impl Strategy<Value = Graph> {
        (1..=most).prop_flat_map(|n| {
            let order = Just((0..n).collect::<Vec<u32>>()).prop_shuffle();
            (prop::collection::vec((0..n, 0..n), 0..=(4 * n as usize)), order, any::<bool>()).prop_map(
                move |(pairs, order, shuffled)| {
                    let name = |v: u32| if shuffled { order[v as usize] } else { v };
                    let down = pairs.iter().filter(|(a, b)| a != b);
                    let pairs: Vec<_> = down.map(|&(a, b)| (name(a.max(b)), name(a.min(b)))).collect();
                    graph(n as usize, &pairs)
                },
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::random::graph;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check(vertices: usize, pairs: &[(u32, u32)]) {
        let graph = graph(vertices, pairs);
        let set: BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
        let found: Vec<_> = graph.forward().edges().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(found, set.iter().copied().collect::<Vec<_>>());
        let back: BTreeSet<_> = graph.backward().edges().map(|edge| (edge.to, edge.from)).collect();
        assert_eq!((back, graph.backward().entries().len()), (set.clone(), set.len()));
    }

    proptest! {
        #[test]
        fn rows_hold_every_edge_once(pairs in prop::collection::vec((0u32..40, 0u32..40), 0..200)) {
            check(40, &pairs);
        }
    }

    #[test]
    fn blocks_of_rows_join() {
        let vertices = 3 << BLOCK_BITS;
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((seed >> 33) % vertices) as u32
        };
        let pairs: Vec<(u32, u32)> = (0..100_000).map(|_| (next(), next())).collect();
        check(vertices as usize, &pairs);
        check(vertices as usize, &[]);
        check(0, &[]);
    }

    #[test]
    fn options_are_counted() {
        let froms = [3, 0, 3, 4, 2, 3].into_iter().chain(std::iter::repeat_n(1, 1000));
        let edges: Vec<Edge> = froms.map(|from| Edge { from, to: 0 }).collect();
        assert_eq!(counts(6, edges.iter().copied()), [1, 1000, 1, 3, 1, 0]);
        assert!(counts(0, std::iter::empty()).is_empty());
        assert!(std::panic::catch_unwind(|| counts(4, edges.iter().copied())).is_err());
    }

    #[test]
    fn edges_of_other_vertices_are_refused() {
        for vertices in [3usize, 3 << BLOCK_BITS] {
            for (from, to) in [(0, vertices as u32), (vertices as u32, 0)] {
                let edges = [Edge { from, to }];
                let rows = || Rows::new(vertices, edges.iter().copied(), &Limits::default());
                assert!(std::panic::catch_unwind(rows).is_err());
            }
        }
    }

    #[test]
    fn a_graph_that_does_not_fit_is_refused() {
        let limits = Limits { memory: 100, ..Limits::default() };
        let edges = vec![Edge { from: 0, to: 1 }; 10];
        assert_eq!(Graph::new(2, edges, &limits), Err(StopReason::MemoryLimit));
    }
}
