//! The predecessors of many vertices, side by side, a few hundred at a time.
//!
//! Retrograde analysis takes vertices from a list and propagates what is known of them to their predecessors. Written as two loops, one
//! over the list and one over a row, the processor waits three times: for rows and for words of predecessors, which lie
//! anywhere in memory, and after every row for having guessed its length wrong. Here a list is first put in order, roughly,
//! so that rows are read from one end of memory to the other; then rows are copied one behind the other, always sixteen
//! entries at once, while rows further down the list are prefetched; and the propagation itself is one plain loop, which can
//! look ahead. It is right whatever the order of the list, since every edge is handed over once.
//!
//! Time O(V + E), a few megabytes at most.

use super::csr::Rows;
use crate::base::cpu::prefetch;

/// Entries that are copied at once.
const ENTRIES_PER_COPY: usize = 16;
/// Entries gathered before they are propagated; they and their tags stay in the first-level cache.
const GATHERED_ENTRIES: usize = 1 << 10;
/// How many vertices ahead the offset of a row and its entries are prefetched.
const ROWS_AHEAD: [usize; 2] = [32, 16];
/// How many predecessors ahead words should be prefetched.
pub(super) const WORDS_AHEAD: usize = 32;
/// Vertices that are put in order at once, at least and at most.
const SORTED_VERTICES: [usize; 2] = [1 << 12, 1 << 18];
/// Into so many parts they are put, each of neighbours in any order.
const PARTS_BITS: u32 = 10;

/// One step of retrograde analysis: what a vertex hands to its predecessors, and what they do with it.
pub(super) trait Propagate {
    /// What each predecessor of a vertex gets.
    type Tag: Copy + Default;
    /// A vertex will be taken soon: its word may be prefetched.
    fn expect(&self, vertex: u32);
    /// A vertex is taken; what its predecessors get.
    fn take(&mut self, vertex: u32) -> Self::Tag;
    /// Updates some predecessors. The list is free to be written over.
    fn update(&mut self, predecessors: &mut [u32], tags: &[Self::Tag]);
}

/// Room for predecessors and what they get, to be used again.
#[derive(Debug, Default)]
pub(super) struct Gather<T> {
    ordered: Vec<u32>,
    predecessors: Vec<u32>,
    tags: Vec<T>,
}

impl<T: Copy + Default> Gather<T> {
    /// Takes vertices, in any order, and updates their predecessors; returns how many that were.
    pub(super) fn walk(
        &mut self,
        backward: &Rows,
        vertices: &[u32],
        propagate: &mut impl Propagate<Tag = T>,
    ) -> u64 {
        if vertices.len() < SORTED_VERTICES[0] {
            return self.walk_in_turn(backward, vertices, propagate);
        }
        let mut edges = 0;
        for some in vertices.chunks(SORTED_VERTICES[1]) {
            let mut ordered = std::mem::take(&mut self.ordered);
            put_in_order(some, backward.len(), &mut ordered);
            edges += self.walk_in_turn(backward, &ordered, propagate);
            self.ordered = ordered;
        }
        edges
    }

    fn walk_in_turn(
        &mut self,
        backward: &Rows,
        vertices: &[u32],
        propagate: &mut impl Propagate<Tag = T>,
    ) -> u64 {
        self.predecessors.resize(GATHERED_ENTRIES + ENTRIES_PER_COPY, 0);
        self.tags.resize(GATHERED_ENTRIES + ENTRIES_PER_COPY, T::default());
        let (starts, entries) = (backward.offsets(), backward.entries());
        let (mut filled, mut edges) = (0, 0);
        for (index, &vertex) in vertices.iter().enumerate() {
            if let Some(&far) = vertices.get(index + ROWS_AHEAD[0]) {
                starts.prefetch(far);
                propagate.expect(far);
            }
            if let Some(&far) = vertices.get(index + ROWS_AHEAD[1]) {
                let row = backward.range(far);
                prefetch(entries, row.start);
                prefetch(entries, row.end.wrapping_sub(1));
            }
            let tag = propagate.take(vertex);
            let row = backward.range(vertex);
            edges += row.len() as u64;
            let mut start = row.start;
            while start < row.end {
                if filled > GATHERED_ENTRIES {
                    propagate.update(&mut self.predecessors[..filled], &self.tags[..filled]);
                    filled = 0;
                }
                let count = ENTRIES_PER_COPY.min(row.end - start);
                let copy = &mut self.predecessors[filled..filled + ENTRIES_PER_COPY];
                match entries[start..].first_chunk::<ENTRIES_PER_COPY>() {
                    Some(piece) => copy_some(copy.try_into().expect("as long"), piece, count),
                    None => copy[..count].copy_from_slice(&entries[start..row.end]),
                }
                self.tags[filled..filled + ENTRIES_PER_COPY].fill(tag);
                filled += count;
                start += count;
            }
        }
        propagate.update(&mut self.predecessors[..filled], &self.tags[..filled]);
        edges
    }
}

/// Copies `count` entries at least, without a branch, and without touching the cache line behind them.
#[inline]
fn copy_some(to: &mut [u32; ENTRIES_PER_COPY], from: &[u32; ENTRIES_PER_COPY], count: usize) {
    for quarter in (0..ENTRIES_PER_COPY).step_by(4) {
        let source = if quarter < count { quarter } else { 0 };
        to[quarter..quarter + 4].copy_from_slice(&from[source..source + 4]);
    }
}

/// Sorts vertices by the upper bits of their numbers.
fn put_in_order(vertices: &[u32], count: usize, ordered: &mut Vec<u32>) {
    let shift = (count.max(1).ilog2() + 1).saturating_sub(PARTS_BITS);
    let mut ends = [0u32; 1 << PARTS_BITS];
    vertices.iter().for_each(|&vertex| ends[(vertex >> shift) as usize] += 1);
    let mut at = 0;
    for end in &mut ends {
        at += std::mem::replace(end, at);
    }
    ordered.resize(vertices.len(), 0);
    for &vertex in vertices {
        let end = &mut ends[(vertex >> shift) as usize];
        ordered[*end as usize] = vertex;
        *end += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::csr::Edge;
    use super::*;
    use crate::base::limits::Limits;
    use proptest::prelude::*;

    /// Notes what is handed over.
    struct Note(Vec<(u32, u32)>);

    impl Propagate for Note {
        type Tag = u32;

        fn expect(&self, _: u32) {}

        fn take(&mut self, vertex: u32) -> u32 {
            vertex
        }

        fn update(&mut self, predecessors: &mut [u32], tags: &[u32]) {
            self.0.extend(tags.iter().copied().zip(predecessors.iter().copied()));
            predecessors.fill(u32::MAX);
        }
    }

    fn check(rows: &Rows, vertices: &[u32]) {
        let mut note = Note(Vec::new());
        let edges = Gather::default().walk(rows, vertices, &mut note);
        let mut expected: Vec<(u32, u32)> =
            vertices.iter().flat_map(|&v| rows.row(v).iter().map(move |&p| (v, p))).collect();
        expected.sort_unstable();
        note.0.sort_unstable();
        assert_eq!((edges, note.0), (expected.len() as u64, expected));
    }

    fn rows(count: u32, pairs: &[(u32, u32)]) -> Rows {
        let edges = pairs.iter().map(|&(from, to)| Edge { from, to });
        Rows::new(count as usize, edges, &Limits::default()).expect("small")
    }

    proptest! {
        #[test]
        fn every_edge_is_walked_once(
            pairs in prop::collection::vec((0u32..9, 0u32..9), 0..300),
            vertices in prop::collection::vec(0u32..9, 0..200),
        ) {
            check(&rows(9, &pairs), &vertices);
        }
    }

    #[test]
    fn long_lists_and_long_rows_are_walked_too() {
        let count = 3 * SORTED_VERTICES[1] as u32;
        let pairs: Vec<(u32, u32)> =
            (0..count).flat_map(|v| [(v, count - 1 - v), (v % 5 * 1000, v)]).collect();
        let vertices: Vec<u32> = (0..count / 2).map(|v| (v * 2) ^ 5).collect();
        let rows = rows(count, &pairs);
        check(&rows, &vertices);
        check(&rows, &vertices[..SORTED_VERTICES[0]]);
        check(&rows, &vertices[..SORTED_VERTICES[0] - 1]);
    }
}
