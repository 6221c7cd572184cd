//! The predecessors of many vertices, side by side, a few hundred at a time.
//!
//! Engines that go backwards take vertices from a list and tell each predecessor something. Written as two loops, one
//! over the list and one over a row, the processor waits three times: for rows and for words of predecessors, which lie
//! anywhere in memory, and after every row for having guessed its length wrong. Here a list is first put in order, roughly,
//! so that rows are read from one end of memory to the other; then rows are copied one behind the other, always sixteen
//! entries at once, while rows further down the list are asked for; and what is told is told in one plain loop, which can
//! look ahead.
//!
//! Time O(V + E), a few megabytes at most.

use super::csr::Rows;
use crate::cpu::prefetch;

/// Entries that are copied at once.
const PIECE: usize = 16;
/// Room for entries; they and their tags stay in the first-level cache.
const ROOM: usize = 1 << 10;
/// How many vertices ahead the beginning of a row and its entries are asked for.
const AHEAD: [usize; 2] = [32, 16];
/// How many predecessors ahead of the one told its word should be asked for.
pub(super) const FAR: usize = 32;
/// Vertices that are put in order at once, at least and at most.
const ORDERED: [usize; 2] = [1 << 12, 1 << 18];
/// Into so many parts they are put, each of neighbours in any order.
const PARTS_BITS: u32 = 10;

/// Somebody who tells predecessors.
pub(super) trait Teller {
    /// What each predecessor of a vertex is told.
    type Tag: Copy + Default;
    /// A vertex will be taken soon: its words may be asked for.
    fn expect(&self, vertex: u32);
    /// A vertex is taken; what its predecessors are told.
    fn take(&mut self, vertex: u32) -> Self::Tag;
    /// Tells some predecessors. The list is free to be written over.
    fn tell(&mut self, predecessors: &mut [u32], tags: &[Self::Tag]);
}

/// Room for predecessors and what they are told, to be used again.
#[derive(Debug, Default)]
pub(super) struct Gather<T> {
    ordered: Vec<u32>,
    predecessors: Vec<u32>,
    tags: Vec<T>,
}

impl<T: Copy + Default> Gather<T> {
    /// Takes vertices, in any order, and tells their predecessors; returns how many that were.
    pub(super) fn walk(
        &mut self,
        backward: &Rows,
        vertices: &[u32],
        teller: &mut impl Teller<Tag = T>,
    ) -> u64 {
        if vertices.len() < ORDERED[0] {
            return self.walk_in_turn(backward, vertices, teller);
        }
        let mut edges = 0;
        for some in vertices.chunks(ORDERED[1]) {
            let mut ordered = std::mem::take(&mut self.ordered);
            put_in_order(some, backward.len(), &mut ordered);
            edges += self.walk_in_turn(backward, &ordered, teller);
            self.ordered = ordered;
        }
        edges
    }

    fn walk_in_turn(&mut self, backward: &Rows, vertices: &[u32], teller: &mut impl Teller<Tag = T>) -> u64 {
        self.predecessors.resize(ROOM + PIECE, 0);
        self.tags.resize(ROOM + PIECE, T::default());
        let (starts, entries) = (backward.starts(), backward.entries());
        let (mut filled, mut edges) = (0, 0);
        for (index, &vertex) in vertices.iter().enumerate() {
            if let Some(&far) = vertices.get(index + AHEAD[0]) {
                starts.prefetch(far);
                teller.expect(far);
            }
            if let Some(&far) = vertices.get(index + AHEAD[1]) {
                let row = backward.range(far);
                prefetch(entries, row.start);
                prefetch(entries, row.end.wrapping_sub(1));
            }
            let tag = teller.take(vertex);
            let row = backward.range(vertex);
            edges += row.len() as u64;
            let mut start = row.start;
            while start < row.end {
                if filled > ROOM {
                    teller.tell(&mut self.predecessors[..filled], &self.tags[..filled]);
                    filled = 0;
                }
                let count = PIECE.min(row.end - start);
                let copy = &mut self.predecessors[filled..filled + PIECE];
                match entries[start..].first_chunk::<PIECE>() {
                    Some(piece) => copy_some(copy.try_into().expect("as long"), piece, count),
                    None => copy[..count].copy_from_slice(&entries[start..row.end]),
                }
                self.tags[filled..filled + PIECE].fill(tag);
                filled += count;
                start += count;
            }
        }
        teller.tell(&mut self.predecessors[..filled], &self.tags[..filled]);
        edges
    }
}

/// Copies `count` entries at least, without a branch, and without touching the cache line behind them.
#[inline]
fn copy_some(to: &mut [u32; PIECE], from: &[u32; PIECE], count: usize) {
    for quarter in (0..PIECE).step_by(4) {
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
    use crate::limits::Limits;
    use proptest::prelude::*;

    /// Notes what is told.
    struct Note(Vec<(u32, u32)>);

    impl Teller for Note {
        type Tag = u32;

        fn expect(&self, _: u32) {}

        fn take(&mut self, vertex: u32) -> u32 {
            vertex
        }

        fn tell(&mut self, predecessors: &mut [u32], tags: &[u32]) {
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
        fn everybody_is_told_once(
            pairs in prop::collection::vec((0u32..9, 0u32..9), 0..300),
            vertices in prop::collection::vec(0u32..9, 0..200),
        ) {
            check(&rows(9, &pairs), &vertices);
        }
    }

    #[test]
    fn long_lists_and_long_rows_are_told_too() {
        let count = 3 * ORDERED[1] as u32;
        let pairs: Vec<(u32, u32)> =
            (0..count).flat_map(|v| [(v, count - 1 - v), (v % 5 * 1000, v)]).collect();
        let vertices: Vec<u32> = (0..count / 2).map(|v| (v * 2) ^ 5).collect();
        let rows = rows(count, &pairs);
        check(&rows, &vertices);
        check(&rows, &vertices[..ORDERED[0]]);
        check(&rows, &vertices[..ORDERED[0] - 1]);
    }
}
