//! Many rare heaps but few heaps at all, short values below 128: sets of values, 32 heaps at a time.
//!
//! As in [`planes`](super::planes), the cells from n - offset on, xored with x, are the options that an item gives to heaps n to
//! n + 31, and two byte shuffles turn the low four bits of each into one of 16 bits. The upper bits say which block of 16
//! values it belongs to; a comparison with each block keeps the bits or clears them, so that 16 values more cost three
//! instructions with ternary logic (AVX-512) and five without. Every item is looked at, so the least common value outside
//! is exact: of the values below that of a young heap, one in twenty is given by a single item and one in ten by two or three,
//! and whatever leaves items out leaves these in doubt. Large values are rare: the upper blocks are worked out for those
//! groups only that need them.
//!
//! The same sets, with common heaps as parts, attain most of the rare values below. What is missing is looked for among all
//! pairs, for all values of a heap together ([`scan`](super::scan)), and the pairs found become witnesses in place of the
//! oldest: what one heap has lacked, the next ones will. Witnesses from everywhere would have to be twice as many.
//!
//! The cost is about 20 instructions for each item and 32 heaps, 1.6 ns with values below 80 (Zen 4, November 2026). For
//! a thousand items that is worth it until there are enough heaps for lists to be chosen with care ([`YOUNG`]).

use super::fitted::{Cell, Fitted, Item, Obstacle, Settled};
use crate::limits::{Pulse, StopReason};

/// Heaps worked on together.
const GROUP: usize = 32;
/// Heaps of a part of a group.
const PART: usize = 8;
/// Short values must be below this.
pub const LIMIT: u32 = 128;
/// Values of a block.
const BLOCK: usize = 16;
/// Blocks there are.
const BLOCKS: usize = LIMIT as usize / BLOCK;
/// Until there are so many heaps, sets take less time than rows of bits.
pub const YOUNG: usize = 1 << 16;
/// With more rare heaps than this, sets take longer.
pub const MOST_RARE: usize = 2048;
/// About as many parts are witnesses: with fewer, too much is left to scans.
const WITNESSES: usize = 768;
/// Heaps after which the usual values are looked at again.
const USUAL: usize = 1024;

/// The items of a game, sorted by what has to be done with them.
#[derive(Debug)]
pub struct WidePlanes {
    /// Common options by whole groups.
    far: Places,
    /// Common options by parts of a group.
    middle: Places,
    /// Common options within a part.
    near: Vec<(usize, u8)>,
    /// Takes that make a common option of a rare heap.
    turning: Vec<usize>,
    /// Rare options by whole groups.
    witnesses: Places,
    /// The witness that is given up next.
    oldest: usize,
    /// By the parity of the heap and the short value: the rare values below it.
    needed: Vec<[u128; 2]>,
    /// Nearly all short values are below 16 times this.
    blocks: usize,
    /// The heap at which they are looked at again.
    look_at: usize,
    /// Rare heaps that the items know of.
    known: usize,
}

/// Sets of values, one for each heap of a group: values below 64, and the others.
type Sets = [[u64; GROUP]; 2];

/// An item as vectors need it.
#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u32,
    /// Four times the same x.
    x: u32,
}

impl Place {
    fn new(item: &Item) -> Place {
        let offset = u32::try_from(item.offset).expect("young heaps are small");
        Place { offset, x: item.x * 0x0101_0101 }
    }
}

/// Items whose cells are read many at a time.
#[derive(Debug)]
struct Places {
    places: Vec<Place>,
    nearest: usize,
    farthest: usize,
}

impl Places {
    fn new(items: &[Item]) -> Places {
        let mut places = Places { places: Vec::new(), nearest: GROUP, farthest: 0 };
        places.extend(items);
        places
    }

    fn extend(&mut self, items: &[Item]) {
        for item in items {
            self.nearest = self.nearest.min(item.offset);
            self.farthest = self.farthest.max(item.offset);
            self.places.push(Place::new(item));
        }
    }
}

impl WidePlanes {
    /// Prepares for the heaps behind those known, if they are young and few of them rare; needs a few thousand of them.
    pub fn new(fitted: &Fitted<u8>) -> Option<WidePlanes> {
        let fits = fitted.rare.len() <= MOST_RARE && fitted.largest_short() < LIMIT;
        if !fits || fitted.len() >= YOUNG || fitted.first() > 0 {
            return None;
        }
        let (close, far): (Vec<Item>, Vec<Item>) =
            fitted.common_items().into_iter().partition(|item| item.offset < GROUP);
        let (near, middle): (Vec<Item>, Vec<Item>) = close.into_iter().partition(|item| item.offset < PART);
        let below = |parity: usize, short: u32| {
            u128::MAX.checked_shr(LIMIT - fitted.fit.rare_below(parity, short)).unwrap_or(0)
        };
        let takes = fitted.breaks.takes.iter().copied();
        Some(WidePlanes {
            far: Places::new(&far),
            middle: Places::new(&middle),
            near: near.iter().map(|item| (item.offset, item.x as u8)).collect(),
            turning: takes.filter(|&taken| !fitted.keeps_class(taken)).collect(),
            witnesses: Places::new(&spread(fitted)),
            oldest: 0,
            needed: (0..LIMIT).map(|short| [below(0, short), below(1, short)]).collect(),
            blocks: usual_blocks(fitted),
            look_at: fitted.len() + USUAL,
            known: fitted.rare.len(),
        })
    }

    /// Steps of work for a group.
    fn cost(&self) -> u64 {
        (GROUP + (self.far.places.len() + self.witnesses.places.len()) * self.blocks) as u64
    }

    /// Computes until there are at least `goal` values or an obstacle is met.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn advance(
        &mut self,
        fitted: &mut Fitted<u8>,
        goal: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        while fitted.len() < goal {
            pulse.beats(self.cost())?;
            if let Err(obstacle) = self.group(fitted, pulse)? {
                return Ok(Err(obstacle));
            }
            let mut items = Vec::new();
            for &(heap, x) in &fitted.rare[self.known..] {
                fitted.push_items(heap, x, &mut items);
            }
            self.far.extend(&items);
            self.known = fitted.rare.len();
            if fitted.len() >= self.look_at {
                self.blocks = usual_blocks(fitted);
                self.look_at = fitted.len() + USUAL;
            }
        }
        Ok(Ok(()))
    }

    /// Appends the values of [`GROUP`] heaps.
    fn group(
        &mut self,
        fitted: &mut Fitted<u8>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        let start = fitted.len();
        let (mut common, mut rare) = ([[0; GROUP]; 2], [[0; GROUP]; 2]);
        let (cells, at) = fitted.at(start);
        let mut blocks = self.blocks;
        add(&mut common, (cells, at), &self.far, blocks);
        add(&mut rare, (cells, at), &self.witnesses, blocks);
        // The group before and this one, and room to read beyond: what near offsets can see.
        let mut recent = [0u8; 3 * GROUP];
        recent[..GROUP].copy_from_slice(&cells[at - GROUP..at]);
        let mut kept = GROUP;
        let mut middle = [[0; GROUP]; 2];
        let mut place = GROUP;
        while place < 2 * GROUP {
            let (lane, n) = (place - GROUP, start + place - GROUP);
            if lane.is_multiple_of(PART) {
                // Offsets that reach behind a part of the group: of what is read, only that part is there.
                middle = [[0; GROUP]; 2];
                add(&mut middle, (&recent, place), &self.middle, blocks);
            }
            let mut set = [0, 1].map(|half| common[half][lane] | middle[half][lane % PART]);
            for &(offset, x) in &self.near {
                put(&mut set, recent[place - offset] ^ x);
            }
            self.put_fresh(&mut set, fitted, n);
            let short = set[0].trailing_ones() + if set[0] == u64::MAX { set[1].trailing_ones() } else { 0 };
            if short as usize >= BLOCK * blocks && blocks < BLOCKS {
                // More than usual: the sets once more, with all values.
                blocks = BLOCKS;
                let (cells, at) = fitted.at(start);
                add(&mut common, (cells, at), &self.far, blocks);
                add(&mut middle, (&recent, place - lane % PART), &self.middle, blocks);
                continue;
            }
            let Some(needed) = self.needed.get(short as usize) else {
                fitted.extend(&recent[kept..place]);
                return Ok(Err(Obstacle::TooWide));
            };
            let attained = u128::from(rare[0][lane]) | u128::from(rare[1][lane]) << 64;
            let missing = needed[n % 2] & !attained;
            recent[place] = short as u8;
            place += 1;
            if missing != 0 {
                fitted.extend(&recent[kept..place - 1]);
                kept = place;
                let settled = fitted.settle(short, missing, pulse)?;
                self.learn(&fitted.found);
                match settled {
                    Ok(Settled::Common) => {}
                    Ok(Settled::Rare) => recent[place - 1] = u8::RARE,
                    Err(obstacle) => return Ok(Err(obstacle)),
                }
            }
        }
        fitted.extend(&recent[kept..2 * GROUP]);
        Ok(Ok(()))
    }

    /// Takes witnesses that were looked for in place of the oldest: what one heap has lacked, others will.
    fn learn(&mut self, found: &[Item]) {
        let Places { places, farthest, .. } = &mut self.witnesses;
        for item in found.iter().filter(|item| item.offset >= GROUP) {
            if let Some(place) = places.get_mut(self.oldest) {
                *place = Place::new(item);
                *farthest = item.offset.max(*farthest);
            }
            self.oldest = (self.oldest + 1) % places.len().max(1);
        }
    }

    /// Adds the common options of heap n that rare heaps make which the items do not know of, or takes from rare heaps.
    #[inline]
    fn put_fresh(&self, set: &mut [u64; 2], fitted: &Fitted<u8>, n: usize) {
        for &(heap, x) in &fitted.rare[self.known..] {
            for split in &fitted.breaks.splits {
                // Partners of rare heaps of this group are among the first heaps.
                let part = n.saturating_sub(heap + split.taken);
                put(set, fitted.cell_of_prefix(part).unwrap_or(u8::RARE) ^ x as u8);
            }
        }
        // Heaps that are not appended yet are common.
        for &taken in self.turning.iter().filter(|&&taken| taken < n && n - taken < fitted.len()) {
            if let Some(short) = fitted.rare_at(n - taken) {
                put(set, short as u8);
            }
        }
    }
}

/// Adds a short value to a set, unless it is none.
#[inline(always)]
fn put(set: &mut [u64; 2], short: u8) {
    set[0] |= u64::from(short < 64) << (short % 64);
    set[1] |= u64::from(short / 64 == 1) << (short % 64);
}

/// The blocks that hold nearly all of the last short values.
fn usual_blocks(fitted: &Fitted<u8>) -> usize {
    let (cells, at) = fitted.at(fitted.len());
    let last = &cells[at - USUAL.min(fitted.len())..at];
    let mut counts = [0; 256 / BLOCK];
    last.iter().for_each(|&cell| counts[usize::from(cell) / BLOCK] += 1);
    // With one heap in 256 above them, one group in ten needs more.
    let mut above = 0;
    let few = |count: &&usize| {
        above += **count;
        above <= last.len() / 256
    };
    (BLOCKS - counts[..BLOCKS].iter().rev().take_while(few).count()).max(1)
}

/// Common parts from everywhere, to begin with.
fn spread(fitted: &Fitted<u8>) -> Vec<Item> {
    let last = fitted.len() / 2;
    let mut items = Vec::new();
    for heap in (GROUP..last).step_by((last / WITNESSES).max(1)) {
        if let Some(cell) = fitted.cell_of_prefix(heap).filter(|&cell| cell != u8::RARE) {
            fitted.push_items(heap, cell.short(), &mut items);
        }
    }
    items
}

/// Adds to the sets of heaps, the first of which has its cell at `at`, the short values below 16 times `blocks` that the items
/// give. GROUP cells must be there from each place that is read.
fn add(sets: &mut Sets, (cells, at): (&[u8], usize), items: &Places, blocks: usize) {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::has_avx2() {
        assert!(items.farthest <= at && at + GROUP <= cells.len() + items.nearest);
        let words = match crate::cpu::has_avx512() {
            // SAFETY: the processor has AVX-512; every read of GROUP cells lies within `cells`.
            true => unsafe { avx512::words(cells.as_ptr().add(at), &items.places, blocks) },
            // SAFETY: the processor has AVX2; every read of GROUP cells lies within `cells`.
            false => unsafe { avx2::words(cells.as_ptr().add(at), &items.places, blocks) },
        };
        for (half, sets) in sets.iter_mut().enumerate() {
            let [a, b, c, d]: &[[u16; GROUP]; 4] = words[4 * half..].first_chunk().expect("two halves");
            for (lane, set) in sets.iter_mut().enumerate() {
                let [a, b, c, d] = [a, b, c, d].map(|word| u64::from(word[lane]));
                *set |= a | b << 16 | c << 32 | d << 48;
            }
        }
        return;
    }
    add_plain(sets, (cells, at), items, blocks);
}

fn add_plain(sets: &mut Sets, (cells, at): (&[u8], usize), items: &Places, blocks: usize) {
    for place in &items.places {
        for (lane, &cell) in cells[at - place.offset as usize..][..GROUP].iter().enumerate() {
            let short = cell ^ place.x as u8;
            if usize::from(short) < BLOCK * blocks {
                sets[usize::from(short / 64)][lane] |= 1 << (short % 64);
            }
        }
    }
}

/// The same in vectors, once for each instruction set: for every block and heap, 16 bits.
#[cfg(target_arch = "x86_64")]
macro_rules! words {
    ($name:ident, $features:literal, $keep:expr) => {
        mod $name {
            use super::{BLOCK, BLOCKS, GROUP, Place};
            use std::arch::x86_64::*;

            /// # Safety
            /// The processor has what is asked for; for every place, GROUP bytes at `base - offset` can be read.
            #[target_feature(enable = $features)]
            pub unsafe fn words(base: *const u8, places: &[Place], blocks: usize) -> [[u16; GROUP]; BLOCKS] {
                let mut words = [[0; GROUP]; BLOCKS];
                // SAFETY: the caller's promise.
                unsafe {
                    match blocks {
                        1 => some_words::<1>(base, places, &mut words),
                        2 => some_words::<2>(base, places, &mut words),
                        3 => some_words::<3>(base, places, &mut words),
                        4 => some_words::<4>(base, places, &mut words),
                        5 => some_words::<5>(base, places, &mut words),
                        6 => some_words::<6>(base, places, &mut words),
                        7 => some_words::<7>(base, places, &mut words),
                        _ => some_words::<8>(base, places, &mut words),
                    }
                }
                words
            }

            #[target_feature(enable = $features)]
            unsafe fn some_words<const COUNT: usize>(
                base: *const u8,
                places: &[Place],
                words: &mut [[u16; GROUP]; BLOCKS],
            ) {
                // Bit i % 8 at places 0..8 for the low plane, 8..16 for the high one. Where bit 7 is set, a shuffle gives 0.
                let low_bits =
                    _mm256_broadcastsi128_si256(_mm_set_epi64x(0, 0x8040_2010_0804_0201_u64 as i64));
                let high_bits =
                    _mm256_broadcastsi128_si256(_mm_set_epi64x(0x8040_2010_0804_0201_u64 as i64, 0));
                let mut planes = [[_mm256_setzero_si256(); 2]; COUNT];
                let mut add = |place: &Place| {
                    // SAFETY: the caller's promise.
                    let cells = unsafe { _mm256_loadu_si256(base.sub(place.offset as usize).cast()) };
                    let short = _mm256_xor_si256(cells, _mm256_set1_epi32(place.x as i32));
                    let bits = [_mm256_shuffle_epi8(low_bits, short), _mm256_shuffle_epi8(high_bits, short)];
                    let upper = _mm256_and_si256(short, _mm256_set1_epi8(0x70));
                    for (block, planes) in planes.iter_mut().enumerate() {
                        let inside = _mm256_cmpeq_epi8(upper, _mm256_set1_epi8((BLOCK * block) as i8));
                        for (plane, bits) in planes.iter_mut().zip(bits) {
                            *plane = $keep(*plane, bits, inside);
                        }
                    }
                };
                // Four at a time, for fewer branches.
                let (fours, rest) = places.as_chunks::<4>();
                for [a, b, c, d] in fours {
                    add(a);
                    add(b);
                    add(c);
                    add(d);
                }
                for place in rest {
                    add(place);
                }
                for (words, [low, high]) in words.iter_mut().zip(planes) {
                    // Interleaving the planes puts the 16 bits of a heap side by side: heaps 0-7 and 16-23, then the others.
                    let (first, second) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
                    let to: *mut __m256i = words.as_mut_ptr().cast();
                    // SAFETY: the words of a block take 64 bytes.
                    unsafe {
                        _mm256_storeu_si256(to, _mm256_permute2x128_si256(first, second, 0x20));
                        _mm256_storeu_si256(to.add(1), _mm256_permute2x128_si256(first, second, 0x31));
                    }
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
words!(avx2, "avx2", |plane, bits, inside| _mm256_or_si256(plane, _mm256_and_si256(bits, inside)));
#[cfg(target_arch = "x86_64")]
words!(avx512, "avx2,avx512f,avx512bw,avx512vl", |plane, bits, inside| {
    // plane | bits & inside
    _mm256_ternarylogic_epi32::<0xf8>(plane, bits, inside)
});

#[cfg(test)]
mod tests {
    use super::super::breaks::{Breaks, Split};
    use super::super::pairs::Pairs;
    use super::super::space::Fit;
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn vectors_and_plain_loops_agree() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        let cells: Vec<u8> =
            (0..600).map(|_| if random() % 9 == 0 { u8::RARE } else { (random() % 128) as u8 }).collect();
        let items: Vec<Item> =
            (0..40).map(|_| Item { offset: GROUP + random() % 400, x: (random() % 128) as u32 }).collect();
        let items = Places::new(&items);
        for blocks in 1..=BLOCKS {
            let (mut one, mut other) = ([[0; GROUP]; 2], [[0; GROUP]; 2]);
            add_plain(&mut other, (&cells, 500), &items, blocks);
            add(&mut one, (&cells, 500), &items, blocks);
            assert_eq!(one, other);
            #[cfg(target_arch = "x86_64")]
            if crate::cpu::has_avx512() {
                let base = cells[500..].as_ptr();
                // SAFETY: offsets are from GROUP to 432, and AVX-512 comes with AVX2.
                let (narrow, wide) = unsafe {
                    (avx2::words(base, &items.places, blocks), avx512::words(base, &items.places, blocks))
                };
                assert_eq!(narrow, wide);
            }
        }
    }

    /// Values of a game from its 2048th heap on, by sets, and by all pairs.
    fn check(breaks: Breaks, end: usize, prepare: impl Fn(&mut WidePlanes)) -> WidePlanes {
        let limits = Limits::default();
        let mut pulse = Pulse::new(&limits);
        let mut pairs = Pairs::new(Vec::new());
        while pairs.values.len() < end {
            assert!(pairs.push(&breaks, &mut pulse).expect("no limit is near").is_none());
        }
        let values = || pairs.values.iter().map(|&value| u32::from(value));
        let mut counts = vec![[0; 2]; 256];
        (1..2048)
            .zip(values().skip(1))
            .for_each(|(heap, value): (usize, u32)| counts[value as usize][heap % 2] += 1);
        let (fit, _) = Fit::best(&counts, breaks.parity()).expect("a mask");
        let mut fitted = Fitted::new(breaks, fit, values().take(2048).collect::<Vec<u32>>().into_iter())
            .expect("small values");
        let mut planes = WidePlanes::new(&fitted).expect("young heaps");
        prepare(&mut planes);
        planes.advance(&mut fitted, end, &mut pulse).expect("no limit is near").expect("small values");
        let mut found = vec![0; end];
        fitted.read(0, &mut found);
        assert_eq!(found, values().collect::<Vec<u32>>());
        planes
    }

    fn grundy() -> Breaks {
        Breaks { splits: vec![Split { taken: 0, unequal: true }], ..Breaks::default() }
    }

    #[test]
    fn values_are_those_of_all_pairs() {
        let planes = check(grundy(), 7000, |_| {});
        assert!(planes.oldest > 0, "nothing was learnt");
        // Two splits, takes, and takes that turn rare heaps into common options.
        let split = |taken| Split { taken, unequal: false };
        check(Breaks { splits: vec![split(1)], takes: vec![1, 2], ends: vec![2] }, 5000, |_| {});
        check(Breaks { splits: vec![split(1), split(3)], takes: vec![1, 2, 4], ends: vec![1] }, 4000, |_| {});
    }

    #[test]
    fn values_beyond_the_usual_are_found_too() {
        check(grundy(), 5000, |planes| (planes.blocks, planes.look_at) = (1, usize::MAX));
    }

    #[test]
    fn witnesses_only_save_time() {
        check(grundy(), 4000, |planes| planes.witnesses = Places::new(&[]));
    }
}
