//! Which heaps have which value, as bits: for every 8 heaps and every 32 short values a row of 32 bytes.
//!
//! Byte w of a row belongs to the value w, bit j of it to heap j. For an item (offset, x) the rows of n - offset, with their
//! bytes permuted by the xor with x and their bits shifted by offset mod 8, say which values the item gives to 8 heaps at
//! once: 256 answers per row. The OR over many items *covers* nearly all values that are options.

use super::fitted::Item;
use std::collections::BinaryHeap;

/// Heaps of a row.
pub const ROW: usize = 8;
/// Values of a row.
pub const VALUES: usize = 32;
/// Rows, and heaps, that are covered together.
pub const BATCH_ROWS: usize = 8;
/// Heaps that are covered together.
pub const BATCH: usize = ROW * BATCH_ROWS;
/// Rows that items reach back to.
const REACH: usize = 4096;
/// Rows among which those are chosen on which lists are tried.
const SAMPLED: usize = 8192;
/// Rows that are kept: items reach back from the sample.
const KEPT: usize = REACH + SAMPLED;

/// Bits of 8 heaps, by value.
pub type Row = [u8; VALUES];

/// The rows of the last heaps, one list for every 32 values.
#[derive(Debug)]
pub struct Slabs {
    slabs: Vec<Vec<Row>>,
    /// The number of rows that stood before the first one kept.
    dropped: usize,
}

/// Items sorted by what they have in common.
#[derive(Debug, Default)]
pub struct CoverList {
    groups: Vec<Group>,
}

/// Items with the same offset mod 8 and the same bit 4 of x: their rows can be joined before they are shifted and swapped.
#[derive(Debug)]
struct Group {
    shift: u32,
    swap: bool,
    items: Vec<RowItem>,
}

#[derive(Debug, Clone, Copy)]
struct RowItem {
    /// Rows back.
    rows: u32,
    /// Which slab, by xor.
    slab: u16,
    /// How bytes are permuted within 16, by xor.
    low: u16,
}

/// The largest offset that [`CoverList`] takes.
pub const FARTHEST: usize = (REACH - 2 * BATCH_ROWS) * ROW;

impl Group {
    fn of(item: &Item) -> Group {
        assert!((BATCH..=FARTHEST).contains(&item.offset));
        let row_item = RowItem {
            rows: (item.offset / ROW) as u32,
            slab: (item.x as usize / VALUES) as u16,
            low: (item.x % 16) as u16,
        };
        Group { shift: (item.offset % ROW) as u32, swap: item.x & 16 != 0, items: vec![row_item] }
    }
}

/// How many bits two batches of rows share.
fn count_both(one: &[Row; BATCH_ROWS], other: &[Row; BATCH_ROWS]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::has_avx2() {
        // SAFETY: the processor has the instruction, and the function is safe Rust compiled for it.
        return unsafe { count_both_popcnt(one, other) };
    }
    count_both_plain(one, other)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
unsafe fn count_both_popcnt(one: &[Row; BATCH_ROWS], other: &[Row; BATCH_ROWS]) -> u32 {
    count_both_plain(one, other)
}

#[inline(always)]
fn count_both_plain(one: &[Row; BATCH_ROWS], other: &[Row; BATCH_ROWS]) -> u32 {
    let (one, other) = (one.as_flattened(), other.as_flattened());
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
    one.chunks_exact(8).zip(other.chunks_exact(8)).map(|(a, b)| (word(a) & word(b)).count_ones()).sum()
}

impl CoverList {
    /// Sorts items; their offsets are at least [`BATCH`] and at most [`FARTHEST`].
    pub fn new(items: &[Item]) -> CoverList {
        let mut list = CoverList::default();
        for item in items {
            let one = Group::of(item);
            match list.groups.iter_mut().find(|group| group.shift == one.shift && group.swap == one.swap) {
                Some(group) => group.items.extend(one.items),
                None => list.groups.push(one),
            }
        }
        for group in &mut list.groups {
            group.items.sort_unstable_by_key(|item| item.rows);
        }
        list
    }
}

impl Slabs {
    /// Rows for values below 32 times `count`, which is a power of two, and heaps from about `end` on.
    pub fn new(count: usize, end: usize) -> Slabs {
        assert!(count.is_power_of_two());
        let dropped = (end / ROW).saturating_sub(KEPT);
        Slabs { slabs: vec![Vec::new(); count], dropped }
    }

    /// The first heaps of `count` batches before `end`, spread over the heaps for which all that items reach is there.
    pub fn sample(&self, end: usize, count: usize) -> impl Iterator<Item = usize> + Clone {
        let last = end / ROW - BATCH_ROWS;
        let spread = (SAMPLED - 2 * BATCH_ROWS).min(last / 2) / count;
        (0..count).map(move |index| (last - index * spread) * ROW)
    }

    /// The first heap that belongs in here.
    pub fn first(&self) -> usize {
        self.dropped * ROW
    }

    /// Heaps whose rows are kept.
    pub fn heaps_kept(&self) -> usize {
        KEPT * ROW
    }

    /// The number of slabs.
    pub fn count(&self) -> usize {
        self.slabs.len()
    }

    /// Makes room for the batch whose first heap is `start`.
    pub fn prepare(&mut self, start: usize) {
        let rows = start / ROW + BATCH_ROWS - self.dropped + MARGIN_ROWS;
        for slab in &mut self.slabs {
            if slab.len() < rows {
                slab.resize(rows, [0; VALUES]);
            }
        }
        if rows > 3 * KEPT {
            let surplus = rows - KEPT - 2 * BATCH_ROWS - MARGIN_ROWS;
            self.slabs.iter_mut().for_each(|slab| drop(slab.drain(..surplus)));
            self.dropped += surplus;
        }
    }

    /// Takes note of a common value.
    #[inline]
    pub fn set(&mut self, heap: usize, short: u32) {
        let row = heap / ROW - self.dropped + MARGIN_ROWS;
        self.slabs[short as usize / VALUES][row][short as usize % VALUES] |= 1 << (heap % ROW);
    }

    /// For the 64 heaps from `start` on, which begin a row: which values of a slab the items give.
    pub fn cover(&self, start: usize, list: &CoverList, slab: usize) -> [u32; BATCH] {
        let row = start / ROW - self.dropped + MARGIN_ROWS;
        let mut rows = [[0u8; VALUES]; BATCH_ROWS];
        for group in &list.groups {
            self.cover_group(row, group, slab, &mut rows);
        }
        let mut sets = [0; BATCH];
        for (row, sets) in rows.iter().zip(sets.chunks_exact_mut(ROW)) {
            transpose(row, sets);
        }
        sets
    }

    /// Items for a slab, chosen greedily: always the one that covers most of what is still missing of `needed`, as long as
    /// that is at least `least`. `needed` says for some batches (by their first heap) which values are to be covered.
    pub fn choose(
        &self,
        pool: &[Item],
        slab: usize,
        mut needed: Vec<(usize, [Row; BATCH_ROWS])>,
        least: u32,
    ) -> CoverList {
        needed.retain(|(_, rows)| rows.as_flattened().iter().any(|&byte| byte != 0));
        let groups: Vec<Group> = pool.iter().map(Group::of).collect();
        let covers = |index: usize, start: usize| {
            let mut rows = [[0; VALUES]; BATCH_ROWS];
            self.cover_group(start / ROW - self.dropped + MARGIN_ROWS, &groups[index], slab, &mut rows);
            rows
        };
        let gain = |index: usize, needed: &[(usize, [Row; BATCH_ROWS])]| -> u32 {
            needed.iter().map(|(start, needed)| count_both(needed, &covers(index, *start))).sum()
        };
        // What an item gains only shrinks, so the best is known when its gain is still the largest after a fresh look.
        let mut heap: BinaryHeap<(u32, usize)> =
            (0..pool.len()).map(|index| (gain(index, &needed), index)).collect();
        let mut chosen = Vec::new();
        while let Some((_, index)) = heap.pop() {
            let fresh = gain(index, &needed);
            // Nearly the best will do.
            if heap.peek().is_some_and(|next| next.0 * 3 > fresh * 4) {
                heap.push((fresh, index));
                continue;
            }
            if fresh < least {
                break;
            }
            for (start, needed) in &mut needed {
                let covered = covers(index, *start);
                let bytes = needed.as_flattened_mut().iter_mut().zip(covered.as_flattened());
                bytes.for_each(|(needed, covered)| *needed &= !covered);
            }
            chosen.push(pool[index]);
        }
        CoverList::new(&chosen)
    }

    fn cover_group(&self, row: usize, group: &Group, slab: usize, out: &mut [Row; BATCH_ROWS]) {
        let farthest = group.items.last().map_or(0, |item| item.rows as usize);
        let nearest = group.items.first().map_or(BATCH_ROWS, |item| item.rows as usize);
        assert!(farthest < row && nearest >= BATCH_ROWS && row <= self.slabs[0].len());
        #[cfg(target_arch = "x86_64")]
        if crate::cpu::has_avx2() {
            // SAFETY: the processor has AVX2, and rows `row - rows - 1` to `row - rows + 7` of every item are there.
            unsafe { avx2::cover_group(&self.slabs, row, group, slab, out) };
            return;
        }
        self.cover_group_plain(row, group, slab, out);
    }

    fn cover_group_plain(&self, row: usize, group: &Group, slab: usize, out: &mut [Row; BATCH_ROWS]) {
        let mut joined = [[0u8; VALUES]; BATCH_ROWS + 1];
        for item in &group.items {
            let low = usize::from(item.low) | if group.swap { 16 } else { 0 };
            let rows = &self.slabs[slab ^ usize::from(item.slab)][row - item.rows as usize - 1..];
            for (joined, row) in joined.iter_mut().zip(rows) {
                (0..VALUES).for_each(|value| joined[value] |= row[value ^ low]);
            }
        }
        for (index, out) in out.iter_mut().enumerate() {
            for (value, out) in out.iter_mut().enumerate() {
                let both = u16::from_le_bytes([joined[index][value], joined[index + 1][value]]);
                *out |= (both >> (8 - group.shift)) as u8;
            }
        }
    }
}

/// Empty rows in front of heap 0.
const MARGIN_ROWS: usize = KEPT;

/// Bits by value of 8 heaps become sets of values, one for each heap.
fn transpose(row: &Row, sets: &mut [u32]) {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::has_avx2() {
        // SAFETY: the processor has AVX2.
        unsafe { avx2::transpose(row, sets) };
        return;
    }
    for (heap, set) in sets.iter_mut().enumerate() {
        *set = row.iter().rev().fold(0, |set, byte| set << 1 | u32::from(byte >> heap & 1));
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BATCH_ROWS, Group, Row};
    use std::arch::x86_64::*;

    /// Items whose rows are fetched ahead.
    const AHEAD: usize = 4;

    /// # Safety
    /// The processor has AVX2; rows `row - rows - 1` to `row - rows + 7` are there for every item, in every slab.
    #[target_feature(enable = "avx2")]
    pub unsafe fn cover_group(
        slabs: &[Vec<Row>],
        row: usize,
        group: &Group,
        slab: usize,
        out: &mut [Row; BATCH_ROWS],
    ) {
        let places =
            _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0f0e_0d0c_0b0a_0908, 0x0706_0504_0302_0100));
        let mut joined = [_mm256_setzero_si256(); BATCH_ROWS + 1];
        for (index, item) in group.items.iter().enumerate() {
            if let Some(ahead) = group.items.get(index + AHEAD) {
                let rows = slabs[slab ^ usize::from(ahead.slab)]
                    .as_ptr()
                    .wrapping_add(row - ahead.rows as usize - 1);
                for line in 0..5 {
                    _mm_prefetch::<_MM_HINT_T0>(rows.wrapping_add(2 * line).cast());
                }
            }
            let order = _mm256_xor_si256(places, _mm256_set1_epi8(item.low as i8));
            let source = slabs[slab ^ usize::from(item.slab)].as_ptr();
            for (index, joined) in joined.iter_mut().enumerate() {
                // SAFETY: the caller's promise.
                let row =
                    unsafe { _mm256_loadu_si256(source.add(row - item.rows as usize - 1 + index).cast()) };
                *joined = _mm256_or_si256(*joined, _mm256_shuffle_epi8(row, order));
            }
        }
        if group.swap {
            joined.iter_mut().for_each(|row| *row = _mm256_permute2x128_si256(*row, *row, 0x01));
        }
        let (left, right) =
            (_mm_cvtsi32_si128(group.shift as i32), _mm_cvtsi32_si128(8 - group.shift as i32));
        let upper = _mm256_set1_epi8((0xff_u8 << group.shift) as i8);
        let lower = _mm256_set1_epi8((0xff_u16 >> (8 - group.shift)) as i8);
        for (index, out) in out.iter_mut().enumerate() {
            // There are no shifts of bytes: those of words, without what comes from the neighbour.
            let high = _mm256_and_si256(_mm256_sll_epi16(joined[index + 1], left), upper);
            let low = _mm256_and_si256(_mm256_srl_epi16(joined[index], right), lower);
            let place = out.as_mut_ptr().cast();
            // SAFETY: a row has 32 bytes.
            unsafe {
                let sum = _mm256_or_si256(_mm256_loadu_si256(place), _mm256_or_si256(high, low));
                _mm256_storeu_si256(place, sum);
            }
        }
    }

    /// # Safety
    /// The processor has AVX2.
    #[target_feature(enable = "avx2")]
    pub unsafe fn transpose(row: &Row, sets: &mut [u32]) {
        // SAFETY: a row has 32 bytes.
        let mut bits = unsafe { _mm256_loadu_si256(row.as_ptr().cast()) };
        for set in sets.iter_mut().rev() {
            *set = _mm256_movemask_epi8(bits) as u32;
            bits = _mm256_add_epi8(bits, bits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_are_what_the_items_give() {
        let mut state = 7u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut slabs = Slabs::new(4, 0);
        let values: Vec<Option<u32>> =
            (0..4096).map(|_| (random(9) > 0).then(|| random(128) as u32)).collect();
        slabs.prepare(4096);
        for (heap, value) in values.iter().enumerate() {
            value.iter().for_each(|&short| slabs.set(heap, short));
        }
        let items: Vec<Item> =
            (0..60).map(|_| Item { offset: BATCH + random(4300), x: random(128) as u32 }).collect();
        let list = CoverList::new(&items);
        for slab in 0..4 {
            let sets = slabs.cover(4096, &list, slab);
            let mut plain = [[0; VALUES]; BATCH_ROWS];
            for group in &list.groups {
                slabs.cover_group_plain(4096 / ROW + MARGIN_ROWS, group, slab, &mut plain);
            }
            for (lane, &set) in sets.iter().enumerate() {
                let mut expected = 0u32;
                for item in &items {
                    let heap = (4096 + lane).checked_sub(item.offset);
                    if let Some(short) = heap.and_then(|heap| values[heap]) {
                        let value = (short ^ item.x) as usize;
                        expected |= u32::from(value / VALUES == slab) << (value % VALUES);
                    }
                }
                let by_plain = (0..VALUES)
                    .fold(0, |set, v| set | u32::from(plain[lane / ROW][v] >> (lane % ROW) & 1) << v);
                assert_eq!((set, by_plain), (expected, expected), "lane {lane}, slab {slab}");
            }
        }
    }
}
