//! Row offsets of compressed sparse rows: little more than a byte for each, and any number of entries.
//!
//! Engines jump from row to row, and each jump waits for two things in memory: its offset, and the row. Four bytes
//! an offset are more than a cache holds. But rows are short, so those of a block begin close together: half a cache line
//! holds the offset of the first and, in a byte each, how far behind it the others begin. A block whose rows are too long
//! for that has its offsets in a table beside, in four bytes each; where most would be so, there are no blocks, only that
//! table, since it takes no second look. Retrograde analysis of 10^7 vertices
//! and their Grundy values take a fifth less time than with four bytes for every row (Zen 3, November 2026).
//!
//! A graph of more than 2^32 entries needs no wider numbers either: offsets never fall, so they pass a multiple of 2^32
//! only now and then, and the few rows where they do are kept. Rows stay below 2^31 in number, so that an entry takes four
//! bytes whatever the graph: a graph with more would not fit fifty gigabytes.
//!
//! ```
//! use grundy::engine::graph::row_offsets::RowOffsets;
//!
//! let mut offsets = RowOffsets::<32>::new();
//! [7, 0, 2_000_000_000, 2_500_000_000, 1].into_iter().for_each(|length| offsets.push(length));
//! assert_eq!(offsets.range(1), 7..7);
//! assert_eq!(offsets.range(4), 4_500_000_007..4_500_000_008);
//! ```

use crate::base::cpu::{ask_large_pages, prefetch};
use std::array::IntoIter;
use std::iter::Take;
use std::ops::Range;

/// Rows of a block: with the offset of the first they fill 32 bytes.
const ROWS: usize = 27;
/// The sentinel in place of the last distance of a block: its offsets stand in the table beside.
const WIDE: u8 = u8::MAX;
/// With more entries a row than this, most blocks would be wide.
const MAX_MEAN_ROW_LENGTH_OF_BLOCKS: usize = 7;

/// Offsets of rows, of which the lower `BITS` bits are kept for each; 32 but in tests.
#[derive(Debug, Clone, Default)]
pub struct RowOffsets<const BITS: u32 = 32> {
    blocks: Vec<Block>,
    /// The offsets of wide blocks, and the end of the last row of each; without blocks those of all rows, and the end of
    /// the last.
    wide: Vec<u32>,
    /// Whether there are no blocks.
    plain: bool,
    /// The rows from whose offsets on the rest is one more, one entry for each step up.
    steps: Vec<u32>,
    /// How many rows more the last block has room for.
    room: usize,
    /// Where its first row begins, and where the last ends.
    last: Range<u64>,
}

/// Where some rows begin that stand together.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Block {
    /// The lower bits of where the first row begins; or, in a wide block, where its offsets are.
    first: u32,
    /// How far behind that each row begins, and the last ends.
    offsets: [u8; ROWS + 1],
}

/// How long the rows of a block are, first to last.
pub type Lengths = Take<IntoIter<u32, ROWS>>;

impl<const BITS: u32> PartialEq for RowOffsets<BITS> {
    /// The same rows may be kept in blocks or without.
    fn eq(&self, other: &RowOffsets<BITS>) -> bool {
        self.lengths().eq(other.lengths())
    }
}

impl<const BITS: u32> Eq for RowOffsets<BITS> {}

impl<const BITS: u32> RowOffsets<BITS> {
    const MASK: u64 = (1 << BITS) - 1;

    /// No row yet.
    pub fn new() -> RowOffsets<BITS> {
        RowOffsets::default()
    }

    /// No row yet, with room for so many rows of so many entries together.
    pub fn with_capacity(rows: usize, entries: usize) -> RowOffsets<BITS> {
        if entries / MAX_MEAN_ROW_LENGTH_OF_BLOCKS > rows {
            let mut wide = Vec::with_capacity(rows + 1);
            ask_large_pages(&wide);
            wide.push(0);
            return RowOffsets { wide, plain: true, ..RowOffsets::default() };
        }
        let blocks = Vec::with_capacity(rows.div_ceil(ROWS));
        ask_large_pages(&blocks);
        RowOffsets { blocks, ..RowOffsets::default() }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        if self.plain { self.wide.len() - 1 } else { self.blocks.len() * ROWS - self.room }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a row of so many entries, which is below 2^BITS.
    #[inline]
    pub fn push(&mut self, length: u32) {
        if self.plain {
            return self.push_plain(length);
        }
        if self.room == 0 {
            self.room = ROWS;
            self.last.start = self.last.end;
            self.blocks.push(Block { first: self.low(self.last.start), offsets: [0; ROWS + 1] });
        }
        self.room -= 1;
        self.lengthen(length);
        let end = self.last.end - self.last.start;
        match self.blocks.last_mut() {
            Some(block) if end < u64::from(WIDE) && block.offsets[ROWS] != WIDE => {
                block.offsets[ROWS - self.room] = end as u8;
            }
            _ => self.push_wide(),
        }
    }

    fn push_plain(&mut self, length: u32) {
        self.wide.push(self.low(self.last.end + u64::from(length)));
        self.lengthen(length);
    }

    /// The last row, which is there already, ends so much further.
    #[inline]
    fn lengthen(&mut self, length: u32) {
        self.last.end += u64::from(length);
        if self.last.end >> BITS > self.steps.len() as u64 {
            self.steps.resize((self.last.end >> BITS) as usize, self.len() as u32);
        }
    }

    /// The row just added makes the last block wide, or it is so already.
    #[cold]
    fn push_wide(&mut self) {
        let end = self.low(self.last.end);
        let block = self.blocks.last_mut().expect("there is a row");
        if block.offsets[ROWS] != WIDE {
            let offsets =
                block.offsets.map(|offset| (u64::from(block.first) + u64::from(offset)) & Self::MASK);
            block.first = self.wide.len() as u32;
            block.offsets[ROWS] = WIDE;
            self.wide.extend(offsets.map(|offset| offset as u32));
        }
        self.wide[block.first as usize + ROWS - self.room] = end;
    }

    fn low(&self, start: u64) -> u32 {
        (start & Self::MASK) as u32
    }

    /// Where a row begins and ends. Wherever rows are walked this is in the innermost loop: one cache line answers for a block,
    /// because its offsets never fall and the last is less than the sentinel behind the first.
    #[inline(always)]
    pub fn range(&self, row: u32) -> Range<usize> {
        let low = if self.plain {
            let row = row as usize;
            [self.wide[row], self.wide[row + 1]]
        } else {
            let (block, place) = (&self.blocks[row as usize / ROWS], row as usize % ROWS);
            if block.offsets[ROWS] == WIDE {
                let at = block.first as usize + place;
                [self.wide[at], self.wide[at + 1]]
            } else {
                let end = |place: usize| block.first.wrapping_add(u32::from(block.offsets[place]));
                [end(place), end(place + 1)]
            }
        };
        if self.steps.is_empty() { low[0] as usize..low[1] as usize } else { self.far_range(low, row) }
    }

    #[cold]
    fn far_range(&self, low: [u32; 2], row: u32) -> Range<usize> {
        let [start, end] = low.map(|low| low as usize & Self::MASK as usize);
        start | self.rest(row)..end | self.rest(row + 1)
    }

    fn rest(&self, row: u32) -> usize {
        ((self.steps.partition_point(|&step| step <= row) as u64) << BITS) as usize
    }

    /// How many blocks the rows stand in.
    pub fn blocks(&self) -> usize {
        self.len().div_ceil(ROWS)
    }

    /// How long the rows of a block are.
    #[inline]
    pub fn block(&self, index: usize) -> Lengths {
        let of_ends = |ends: &[u32]| {
            std::array::from_fn(|row| match ends.get(row..row + 2) {
                Some(&[start, end]) => end.wrapping_sub(start) & Self::MASK as u32,
                _ => 0,
            })
        };
        let lengths = if self.plain {
            of_ends(&self.wide[index * ROWS..])
        } else {
            let block = &self.blocks[index];
            if block.offsets[ROWS] == WIDE {
                of_ends(&self.wide[block.first as usize..])
            } else {
                std::array::from_fn(|row| u32::from(block.offsets[row + 1].wrapping_sub(block.offsets[row])))
            }
        };
        lengths.into_iter().take(self.len() - index * ROWS)
    }

    /// How long the rows are.
    pub fn lengths(&self) -> impl DoubleEndedIterator<Item = u32> + Clone {
        (0..self.blocks()).flat_map(|index| self.block(index))
    }

    /// Prefetches the offset of a row.
    #[inline]
    pub(super) fn prefetch(&self, row: u32) {
        if self.plain {
            prefetch(&self.wide, row as usize);
        } else {
            prefetch(&self.blocks, row as usize / ROWS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Offsets of rows of these lengths are what adding up says, from either end.
    fn check<const BITS: u32>(lengths: &[u32]) {
        let entries = lengths.iter().map(|&length| length as usize).sum();
        let mut kinds = [RowOffsets::<BITS>::new(), RowOffsets::with_capacity(lengths.len(), entries)];
        kinds.iter_mut().for_each(|offsets| check_these(offsets, lengths));
        assert_eq!(kinds[0], kinds[1]);
    }

    fn check_these<const BITS: u32>(offsets: &mut RowOffsets<BITS>, lengths: &[u32]) {
        let mut at = 0;
        for (row, &length) in lengths.iter().enumerate() {
            offsets.push(length);
            let range = at..at + length as usize;
            assert_eq!(offsets.range(row as u32), range, "row {row} when it is the last");
            at = range.end;
        }
        at = 0;
        for (row, &length) in lengths.iter().enumerate() {
            assert_eq!(offsets.range(row as u32), at..at + length as usize, "row {row}");
            at += length as usize;
        }
        assert_eq!(offsets.len(), lengths.len());
        assert!(offsets.lengths().eq(lengths.iter().copied()));
        assert!(offsets.lengths().rev().eq(lengths.iter().rev().copied()));
    }

    proptest! {
        #[test]
        fn rows_are_where_they_were_put(
            short in prop::collection::vec(0u32..16, 0..200),
            mixed in prop::collection::vec(prop_oneof![9 => 0u32..12, 1 => 0u32..600], 0..200),
        ) {
            check::<4>(&short);
            check::<10>(&mixed);
            check::<32>(&mixed);
        }
    }

    #[test]
    fn the_widest_block_that_is_not_wide() {
        for last in [25, 26, 27] {
            for total in [253, 254, 255, 256] {
                let mut lengths = [0; 2 * ROWS + 1];
                (lengths[0], lengths[last], lengths[last + 1]) = (100, total - 100, 3);
                check::<32>(&lengths);
                check::<8>(&lengths);
            }
        }
    }

    #[test]
    fn several_steps_may_come_in_one_block() {
        check::<4>(&[15, 1, 15, 15, 15, 15, 4, 1, 14, 15, 0, 0, 15, 15, 15, 15]);
    }
}
