//! Which heaps have which value, as bits: a row for every short value, a bit for every heap.
//!
//! The row of w xor x, moved by `offset`, says for which heaps n the term (offset, x) gives the value w: 248 heaps with one
//! load of 32 bytes. The OR over the terms of a list *covers* nearly all heaps that have w as an option. Every value has a
//! list of its own, so that each can use the terms that meet a frequent value. Within a list, terms are sorted by offset
//! mod 8: rows are read at whole bytes, joined, and moved by the remaining bits once for each of the eight groups.

use super::fitted::RareTerm;
use super::pool::Pool;
use std::collections::BinaryHeap;

/// Values of a set.
pub const VALUES: usize = 64;
/// Heaps that are covered together: whole groups of 32.
pub const BATCH: usize = 480;
/// Bytes of a row that one load covers for certain: the last bits of its 32 move out.
const USEFUL: usize = 31;
/// Bytes that are covered: two loads.
const WIDTH: usize = 2 * 32;

/// Bytes that terms reach back.
const REACH_BYTES: usize = 4096;
/// Bytes among which those are chosen on which lists are tried.
const SAMPLED: usize = 8192;
/// Bytes that can be appended before the rows are moved.
const ROOM_BYTES: usize = 4096;
/// Rows lie so far apart; not a power of two, since then they would compete for the same places of the cache.
const STRIDE: usize = REACH_BYTES + SAMPLED + ROOM_BYTES + BYTES_AHEAD;
/// Room behind the last heap noted: for the batch after it and the one after that.
const BYTES_AHEAD: usize = 4 * WIDTH;

/// The least and the largest offset that lists take. While one batch is worked on, the next one can be covered.
pub const NEAREST: usize = 2 * BATCH;
/// See [`NEAREST`].
pub const FARTHEST: usize = 8 * (REACH_BYTES - 1) - 1;
/// Heaps whose bits are kept.
pub const NOTED_HEAPS: usize = 8 * (REACH_BYTES + SAMPLED);

/// The rows of the last heaps.
#[derive(Debug, Clone)]
pub struct RecentRows {
    bits: Vec<u8>,
    /// The number of rows.
    count: usize,
    /// Bytes that stood before the first one kept.
    dropped: usize,
    /// Heaps below this are noted.
    noted: usize,
}

/// Rare terms that give one value.
#[derive(Debug, Default, Clone)]
pub struct CoverList {
    /// By offset mod 8: the number of fours.
    fours: [usize; 8],
    /// Where the rows are read, counted from the batch.
    places: Vec<[u32; 4]>,
    /// The largest of these.
    last: u32,
}

impl CoverList {
    /// Sorts terms that give `value`; their offsets are from [`NEAREST`] to [`FARTHEST`].
    pub fn new<'a>(terms: impl Iterator<Item = &'a RareTerm>, value: u32) -> CoverList {
        // The group in the last three bits.
        let place = |term: &RareTerm| {
            assert!((NEAREST..=FARTHEST).contains(&term.offset));
            let place = (value ^ term.x) as usize * STRIDE + REACH_BYTES - term.offset / 8 - 1;
            (8 * place + term.offset % 8) as u32
        };
        let mut places = Vec::with_capacity(1024);
        let mut counts = [0; 8];
        terms.for_each(|term| {
            counts[term.offset % 8] += 1;
            places.push(place(term));
        });
        let terms = places;
        let fours = counts.map(|count: usize| count.div_ceil(4));
        let mut places = vec![[0; 4]; fours.iter().sum()];
        let flat = places.as_flattened_mut();
        let mut ends = [0; 8];
        (1..8).for_each(|shift| ends[shift] = ends[shift - 1] + 4 * fours[shift - 1]);
        for term in terms.iter().map(|&term| term as usize) {
            flat[ends[term % 8]] = (term / 8) as u32;
            ends[term % 8] += 1;
        }
        for (end, _) in ends.into_iter().zip(counts).filter(|&(_, count)| count > 0) {
            let padded = end.next_multiple_of(4);
            let last = flat[end - 1];
            flat[end..padded].fill(last);
        }
        let last = flat.iter().copied().max().unwrap_or(0);
        CoverList { fours, places, last }
    }

    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// Bits of the heaps of a batch, for one value.
type Line = [u8; WIDTH];

impl RecentRows {
    /// RecentRows for values below `count`, and heaps from about `end` on.
    pub fn new(count: usize, end: usize) -> RecentRows {
        let dropped = (end / 8).saturating_sub(SAMPLED + REACH_BYTES);
        RecentRows { bits: vec![0; count * STRIDE], count, dropped, noted: 8 * dropped }
    }

    /// The number of values.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first heap that is not noted yet.
    pub fn noted(&self) -> usize {
        self.noted
    }

    /// Takes note of the next heaps: their short values, `None` for rare ones.
    pub fn note(&mut self, values: impl Iterator<Item = Option<u32>>) {
        for short in values {
            let byte = self.make_room(self.noted);
            if let Some(short) = short {
                self.bits[short as usize * STRIDE + byte] |= 1 << (self.noted % 8);
            }
            self.noted += 1;
        }
    }

    /// The place of a heap in its row, behind which there is room for a batch.
    #[inline]
    fn make_room(&mut self, heap: usize) -> usize {
        let byte = heap / 8 - self.dropped + REACH_BYTES;
        if byte + BYTES_AHEAD <= STRIDE {
            return byte;
        }
        let surplus = byte - REACH_BYTES - SAMPLED;
        for row in self.bits.chunks_exact_mut(STRIDE) {
            row.copy_within(surplus.., 0);
            row[STRIDE - surplus..].fill(0);
        }
        self.dropped += surplus;
        byte - surplus
    }

    /// For the heaps of the batch from `start` on, a multiple of 8: which of the 64 values of a set the terms give.
    pub fn cover(&self, start: usize, lists: &[CoverList]) -> [u64; BATCH] {
        let base = start / 8 - self.dropped;
        let mut lines = [[0; WIDTH]; VALUES];
        for (line, list) in lines.iter_mut().zip(lists).filter(|(_, list)| !list.is_empty()) {
            self.cover_line(base, list, line);
        }
        let mut sets = [0; BATCH];
        transpose(&lines, &mut sets);
        sets
    }

    fn cover_line(&self, base: usize, list: &CoverList, line: &mut Line) {
        assert!(base + list.last as usize + WIDTH <= self.bits.len());
        #[cfg(target_arch = "x86_64")]
        if crate::base::cpu::has_avx2() {
            // SAFETY: the processor has AVX2, and the last place leaves room for a line.
            unsafe { avx2::cover_line(&self.bits, base, list, line) };
            return;
        }
        self.cover_line_plain(base, list, line);
    }

    /// The plain version, byte by byte.
    fn cover_line_plain(&self, base: usize, list: &CoverList, line: &mut Line) {
        let mut places = list.places.iter();
        for (shift, &fours) in list.fours.iter().enumerate() {
            let mut joined = [0u8; WIDTH];
            for &at in places.by_ref().take(fours).flatten() {
                let row = &self.bits[base + at as usize..][..WIDTH];
                joined.iter_mut().zip(row).for_each(|(joined, byte)| *joined |= byte);
            }
            // The second half begins with the last byte of the first, as with two loads.
            for index in 0..2 * USEFUL {
                let both = u16::from_le_bytes([joined[index], joined[index + 1]]);
                line[index + index / USEFUL] |= (both >> (8 - shift)) as u8;
            }
        }
    }

    /// The first heaps of `count` chunks before `end`, spread over the heaps for which all that terms reach is there.
    pub fn sample(&self, end: usize, count: usize) -> Vec<usize> {
        let last = end / 8 - BATCH / 8;
        let spread = (SAMPLED - BATCH / 8).min(last / 2) / count;
        (0..count).map(|index| (last - index * spread) * 8).collect()
    }

    /// Rare terms for a value, chosen greedily: always one that covers about most of what is still missing of `needed`,
    /// as long as that is at least `least`. `needed` says which heaps of the chunks that begin at `sample` are to be
    /// covered.
    pub fn choose(
        &self,
        pool: &Pool,
        value: u32,
        (sample, needed): (&[usize], Vec<Bits>),
        frequencies: &[u32],
        least: u32,
    ) -> CoverList {
        let missing: u32 = needed.iter().flatten().map(|word| word.count_ones()).sum();
        if missing < least {
            return CoverList::default();
        }
        let starts: Vec<usize> =
            sample.iter().map(|start| start / 8 + REACH_BYTES - 1 - self.dropped).collect();
        let row = |term: &RareTerm| &self.bits[(value ^ term.x) as usize * STRIDE..][..STRIDE];
        // What a rare term gains only shrinks, so the best is known when its gain is still the largest after a fresh
        // look. Rows that are nearly empty need no look at all.
        let all: u64 = frequencies.iter().map(|&count| u64::from(count)).sum::<u64>().max(1);
        let guess = |term: &RareTerm| {
            (2 * u64::from(missing) * u64::from(frequencies[(value ^ term.x) as usize]) / all) as u32
        };
        let pool: Vec<RareTerm> = pool.likely(value).take(TERMS_TRIED_PER_VALUE).copied().collect();
        let mut heap: BinaryHeap<(u32, usize)> =
            pool.iter().map(guess).zip(0..).filter(|&(guess, _)| 2 * guess >= least).collect();
        // Moved once for each group, since the rows are not.
        let mut needed: [Vec<Bits>; 8] =
            std::array::from_fn(|shift| needed.iter().map(|bits| up(bits, 8 - shift)).collect());
        let mut sizes = [0; 8];
        let mut chosen = Vec::new();
        while let Some((_, index)) = heap.pop() {
            let term = pool[index];
            let fresh = gain(row(&term), &starts, term.offset / 8, &needed[term.offset % 8]);
            // Nearly the best will do.
            if heap.peek().is_some_and(|next| next.0 > 2 * fresh) {
                if fresh > 0 {
                    heap.push((fresh, index));
                }
                continue;
            }
            // Groups are read in fours: what fills one up comes for nothing.
            let size: &mut usize = &mut sizes[term.offset % 8];
            if fresh < least && size.is_multiple_of(4) {
                if 2 * fresh < least || sizes.iter().all(|size| size.is_multiple_of(4)) {
                    break;
                }
                continue;
            }
            *size += 1;
            for (index, &start) in starts.iter().enumerate() {
                let given = down(&bits_at(row(&term), start - term.offset / 8), 8 - term.offset % 8);
                for (shift, needed) in needed.iter_mut().enumerate() {
                    let given = up(&given, 8 - shift);
                    needed[index].iter_mut().zip(given).for_each(|(needed, given)| *needed &= !given);
                }
            }
            chosen.push(term);
        }
        CoverList::new(chosen.iter(), value)
    }
}

/// Rare terms that are looked at for a value: those that meet the most frequent values.
const TERMS_TRIED_PER_VALUE: usize = 768;

/// Bits of the heaps of a chunk, and room to move them by up to 8.
pub type Bits = [u64; 4];

/// Heaps of a sample that stand together.
pub const CHUNK: usize = 248;

/// The bits of a row from a byte on.
#[inline(always)]
fn bits_at(row: &[u8], byte: usize) -> Bits {
    let bytes: &[u8; 32] = row[byte..].first_chunk().expect("a row has room for a batch at its end");
    std::array::from_fn(|index| u64::from_le_bytes(std::array::from_fn(|place| bytes[8 * index + place])))
}

/// Bits moved up by 1 to 8.
fn up(bits: &Bits, by: usize) -> Bits {
    std::array::from_fn(|index| {
        bits[index] << by | index.checked_sub(1).map_or(0, |below| bits[below] >> (64 - by))
    })
}

/// Bits moved down by 1 to 8, without those that come in above.
fn down(bits: &Bits, by: usize) -> Bits {
    let word = |index: usize| bits[index] >> by | bits.get(index + 1).map_or(0, |above| above << (64 - by));
    let mut moved: Bits = std::array::from_fn(word);
    moved[3] &= u64::MAX >> (4 * 64 - CHUNK);
    moved
}

/// How many of the needed heaps a row has, moved by whole bytes.
fn gain(row: &[u8], starts: &[usize], back: usize, needed: &[Bits]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has the instruction, and the function is safe Rust compiled for it.
        return unsafe { gain_popcnt(row, starts, back, needed) };
    }
    gain_plain(row, starts, back, needed)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
unsafe fn gain_popcnt(row: &[u8], starts: &[usize], back: usize, needed: &[Bits]) -> u32 {
    gain_plain(row, starts, back, needed)
}

#[inline(always)]
fn gain_plain(row: &[u8], starts: &[usize], back: usize, needed: &[Bits]) -> u32 {
    let chunk = |(&start, needed): (&usize, &Bits)| -> u32 {
        let given = bits_at(row, start - back);
        given.iter().zip(needed).map(|(given, needed)| (given & needed).count_ones()).sum()
    };
    starts.iter().zip(needed).map(chunk).sum()
}

/// Bits by value become sets of values, one for each heap.
fn transpose(lines: &[Line; VALUES], sets: &mut [u64; BATCH]) {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has AVX2.
        unsafe { avx2::transpose(lines, sets) };
        return;
    }
    transpose_plain(lines, sets);
}

fn transpose_plain(lines: &[Line; VALUES], sets: &mut [u64; BATCH]) {
    for (heap, set) in sets.iter_mut().enumerate() {
        let byte = heap / 8 + heap / 8 / USEFUL;
        *set = lines.iter().rev().fold(0, |set, line| set << 1 | u64::from(line[byte] >> (heap % 8) & 1));
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BATCH, CoverList, Line, USEFUL, VALUES};
    use std::arch::x86_64::*;

    /// # Safety
    /// The processor has AVX2; 64 bytes can be read at every place of the list, counted from `base`.
    #[target_feature(enable = "avx2")]
    pub unsafe fn cover_line(bits: &[u8], base: usize, list: &CoverList, line: &mut Line) {
        let base = bits.as_ptr().wrapping_add(base);
        // SAFETY: the caller's promise.
        let load = |at: u32, more: usize| unsafe { _mm256_loadu_si256(base.add(at as usize + more).cast()) };
        let mut covered = [_mm256_setzero_si256(); 2];
        let mut places = list.places.as_slice();
        for (shift, &fours) in list.fours.iter().enumerate() {
            let (group, rest) = places.split_at(fours);
            places = rest;
            let mut joined = [_mm256_setzero_si256(); 2];
            // Why it is fast: 248 heaps a load, and terms of a list are sorted by their offset modulo 8, so that bits
            // are moved once for all of them, behind the loop. Why it is right: an OR only says that a value is an
            // option of a heap, and terms that are left out leave a value uncovered, never wrongly covered.
            for &[a, b, c, d] in group {
                for (half, joined) in joined.iter_mut().enumerate() {
                    let more = half * USEFUL;
                    let one = _mm256_or_si256(load(a, more), load(b, more));
                    let two = _mm256_or_si256(load(c, more), load(d, more));
                    *joined = _mm256_or_si256(*joined, _mm256_or_si256(one, two));
                }
            }
            let (right, left) = (_mm_cvtsi32_si128(8 - shift as i32), _mm_cvtsi32_si128(56 + shift as i32));
            for (covered, joined) in covered.iter_mut().zip(joined) {
                let next = _mm256_permute4x64_epi64(joined, 0b11_11_10_01);
                let moved = _mm256_or_si256(_mm256_srl_epi64(joined, right), _mm256_sll_epi64(next, left));
                *covered = _mm256_or_si256(*covered, moved);
            }
        }
        for (half, covered) in covered.into_iter().enumerate() {
            // SAFETY: a line has 64 bytes.
            unsafe { _mm256_storeu_si256(line.as_mut_ptr().add(32 * half).cast(), covered) };
        }
    }

    /// # Safety
    /// The processor has AVX2.
    #[target_feature(enable = "avx2")]
    pub unsafe fn transpose(lines: &[Line; VALUES], sets: &mut [u64; BATCH]) {
        for quarter in 0..4 {
            for upper in 0..2 {
                // In each half of the vectors stands a square of 16 bytes by 16.
                let mut square: [__m256i; 16] = std::array::from_fn(|index| {
                    let line = |more: usize| lines[32 * upper + index + more][16 * quarter..].as_ptr().cast();
                    // SAFETY: 16 bytes of a line.
                    unsafe { _mm256_set_m128i(_mm_loadu_si128(line(16)), _mm_loadu_si128(line(0))) }
                });
                for _ in 0..4 {
                    square = std::array::from_fn(|index| match (square[index / 2], square[index / 2 + 8]) {
                        (one, other) if index % 2 == 0 => _mm256_unpacklo_epi8(one, other),
                        (one, other) => _mm256_unpackhi_epi8(one, other),
                    });
                }
                let first = 8 * (USEFUL * (quarter / 2) + 16 * (quarter % 2));
                for (column, &byte) in square.iter().take(USEFUL - 16 * (quarter % 2)).enumerate() {
                    let mut bits = byte;
                    let Some(sets) = sets.get_mut(first + 8 * column..first + 8 * column + 8) else { break };
                    for set in sets.iter_mut().rev() {
                        *set |= u64::from(_mm256_movemask_epi8(bits) as u32) << (32 * upper);
                        bits = _mm256_add_epi8(bits, bits);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_are_what_the_terms_give() {
        let mut state = 7u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        // Enough for the rows to be moved.
        let end = 8 * (SAMPLED + 2 * ROOM_BYTES);
        let values: Vec<Option<u32>> =
            (0..end).map(|_| (random(9) > 0).then(|| random(128) as u32)).collect();
        let mut rows = RecentRows::new(128, 0);
        rows.note(values.iter().copied());
        assert!(rows.dropped > 0);
        let terms: Vec<RareTerm> =
            (0..60).map(|_| RareTerm { offset: NEAREST + random(30000), x: random(128) as u32 }).collect();
        let lists: Vec<CoverList> = (0..128).map(|value| CoverList::new(terms.iter(), value)).collect();
        for (start, slab) in [(end, 0), (end, 1), (end - 8000, 1)] {
            let lists = &lists[slab * VALUES..][..VALUES];
            let sets = rows.cover(start, lists);
            let mut lines = [[0; WIDTH]; VALUES];
            for (line, list) in lines.iter_mut().zip(lists) {
                rows.cover_line_plain(start / 8 - rows.dropped, list, line);
            }
            let mut plain = [0; BATCH];
            transpose_plain(&lines, &mut plain);
            for (lane, &set) in sets.iter().enumerate() {
                let mut expected = 0u64;
                for term in &terms {
                    if let Some(short) = values[start + lane - term.offset] {
                        let value = (short ^ term.x) as usize;
                        expected |= u64::from(value / VALUES == slab) << (value % VALUES);
                    }
                }
                assert_eq!((set, plain[lane]), (expected, expected), "lane {lane}, slab {slab}");
            }
        }
    }
}
