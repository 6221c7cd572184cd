//! Many rare heaps but few heaps at all, short values below 127: sets of values, 64 heaps at a time.
//!
//! As in [`planes`](super::planes), the cells from n - offset on, xored with x, are the options that an item gives to heaps n to
//! n + 63, and two byte shuffles turn the low four bits of each into one of 16 bits. The upper bits say which block of 16
//! values it belongs to: for every block the bits are kept or cleared and joined to a plane, which takes three instructions
//! for 64 heaps with ternary logic (AVX-512) and five for 32 without. Every item is looked at, so the least common value
//! outside is exact: of the values below that of a young heap, one in twenty is given by a single item and one in ten by two
//! or three, and whatever leaves items out leaves these in doubt. Large values are rare: a heap that needs more than the
//! usual blocks is looked at by itself. Items that reach into the group are only asked whether they make the least value
//! outside, which they do once in twenty heaps.
//!
//! The same sets, with common heaps as parts, attain most of the rare values below. What is missing is looked for among all
//! pairs ([`scan`](super::scan)), and the pairs found become witnesses in place of the oldest: what one heap has lacked, the
//! next ones will. Pairs are looked for from a different place on for every heap. That makes better witnesses: from the
//! middle on they are much alike, and leave three times as many values open.
//!
//! The cost is about 22 instructions for each item and 64 heaps, 2.8 ns with values below 80 (Ice Lake, November 2026). For
//! a thousand items that is worth it until there are enough heaps for lists to be chosen with care ([`YOUNG`]).

use super::fitted::{Cell, Fitted, Item, Obstacle, Settled};
use crate::limits::{Pulse, StopReason};

/// Heaps worked on together.
const GROUP: usize = 64;
/// Short values must be below this. The sign of a rare heap and that of no item make 127 together, which no value is then.
pub const LIMIT: u32 = 127;
/// Values of a block.
const BLOCK: usize = 16;
/// Blocks there are.
const BLOCKS: usize = (LIMIT as usize).div_ceil(BLOCK);
/// Until there are so many heaps, sets take less time than rows of bits.
pub const YOUNG: usize = 1 << 16;
/// With more rare heaps than this, sets take longer.
pub const MOST_RARE: usize = 2048;
/// About as many parts are witnesses: with fewer, too much is left to scans.
const WITNESSES: usize = 640;
/// Witnesses to begin with.
const FIRST: usize = 340;
/// Heaps after which the usual values are looked at again.
const USUAL: usize = 1024;

/// The items of a game, sorted by what has to be done with them.
#[derive(Debug)]
pub struct WidePlanes {
    /// Common options by whole groups.
    far: Places,
    /// Common options within a group.
    near: Vec<Near>,
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
    farthest: usize,
}

impl Places {
    fn new(items: &[Item]) -> Places {
        let mut places = Places { places: Vec::new(), farthest: 0 };
        places.extend(items);
        places
    }

    fn extend(&mut self, items: &[Item]) {
        for item in items {
            assert!(item.offset >= GROUP);
            self.farthest = self.farthest.max(item.offset);
            self.places.push(Place::new(item));
        }
    }
}

/// Items that reach into a group, each with an offset of its own: their x by offset.
#[derive(Debug, Clone)]
struct Near {
    /// Offsets from LATEST + GROUP down to LATEST + 1.
    late: [u8; GROUP],
    /// Offsets from 1 on, in bytes from the lowest. What was only just found is in a register, where it can be had at once.
    latest: u64,
}

/// Offsets of the latest heaps.
const LATEST: usize = 8;
/// Stands where there is no item: with a common heap it makes no short value.
const NONE: u8 = 0x80;
/// The same byte in all places.
const EACH: u64 = 0x0101_0101_0101_0101;

impl Near {
    const EMPTY: Near = Near { late: [NONE; GROUP], latest: EACH * NONE as u64 };

    /// Puts items into as few lists as they need.
    fn lists(items: &[Item]) -> Vec<Near> {
        let mut lists: Vec<Near> = Vec::new();
        for item in items {
            let taken = lists.iter_mut().any(|list| list.put(item));
            if !taken {
                let mut list = Near::EMPTY;
                list.put(item);
                lists.push(list);
            }
        }
        lists
    }

    /// Puts an item in if its place is free.
    fn put(&mut self, item: &Item) -> bool {
        let x = item.x as u8;
        if let Some(late) = item.offset.checked_sub(LATEST + 1) {
            let place = &mut self.late[GROUP - 1 - late];
            let free = *place == NONE;
            *place = if free { x } else { *place };
            return free;
        }
        let shift = 8 * (item.offset - 1);
        let free = (self.latest >> shift) as u8 == NONE;
        if free {
            self.latest ^= u64::from(x ^ NONE) << shift;
        }
        free
    }

    /// Whether one of the items makes the value, given the cells of the heaps before.
    #[inline(always)]
    fn makes(&self, short: u8, late: &[u8; GROUP], latest: u64) -> bool {
        let rest = self.latest ^ latest ^ EACH * u64::from(short);
        let by_latest = rest.wrapping_sub(EACH) & !rest & EACH << 7 != 0;
        // Without a branch inside, this becomes vector code.
        let by_late = (0..GROUP).fold(false, |hit, place| hit | (self.late[place] ^ late[place] == short));
        by_latest | by_late
    }
}

impl WidePlanes {
    /// Prepares for the heaps behind those known, if they are young and few of them rare; needs a few thousand of them.
    pub fn new(fitted: &Fitted<u8>) -> Option<WidePlanes> {
        if !fits(fitted) {
            return None;
        }
        let (near, far): (Vec<Item>, Vec<Item>) =
            fitted.common_items().into_iter().partition(|item| item.offset < GROUP);
        let below = |parity: usize, short: u32| {
            u128::MAX.checked_shr(u128::BITS - fitted.fit.rare_below(parity, short)).unwrap_or(0)
        };
        let takes = fitted.breaks.takes.iter().copied();
        Some(WidePlanes {
            far: Places::new(&far),
            near: Near::lists(&near),
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
        add(&mut common, (cells, at), &self.far, self.blocks);
        add(&mut rare, (cells, at), &self.witnesses, self.blocks);
        // The heaps before and this group: what near offsets can see.
        let mut recent = [0u8; BEFORE + GROUP];
        recent[..BEFORE].copy_from_slice(&cells[at - BEFORE..at]);
        let mut latest = u64::from_be_bytes(*recent[..BEFORE].last_chunk().expect("more than eight"));
        let mut kept = BEFORE;
        for lane in 0..GROUP {
            let (place, n) = (BEFORE + lane, start + lane);
            let mut set = u128::from(common[0][lane]) | u128::from(common[1][lane]) << 64;
            if fitted.rare.len() > self.known || !self.turning.is_empty() {
                self.put_fresh(&mut set, fitted, n);
            }
            let late = recent[lane..].first_chunk().expect("a group and eight heaps before");
            let mut whole = false;
            let short = loop {
                let short = set.trailing_ones();
                if short >= LIMIT {
                    fitted.extend(&recent[kept..place]);
                    return Ok(Err(Obstacle::TooWide));
                }
                if short as usize >= BLOCK * self.blocks && !whole {
                    // More than usual: the set once more, with all values.
                    whole = true;
                    self.put_far(&mut set, fitted, n);
                } else if self.near.iter().any(|near| near.makes(short as u8, late, latest)) {
                    set |= 1 << short;
                } else {
                    break short;
                }
            };
            let attained = u128::from(rare[0][lane]) | u128::from(rare[1][lane]) << 64;
            let mut missing = self.needed[short as usize][n % 2] & !attained;
            recent[place] = short as u8;
            if missing != 0 {
                missing = self.look_for(fitted, n, missing, pulse)?;
            }
            if missing != 0 {
                let unseen = n - fitted.len();
                fitted.extend(&recent[kept..place]);
                kept = place + 1;
                match fitted.settle(short, missing, unseen, pulse)? {
                    Ok(Settled::Common) => {}
                    Ok(Settled::Rare) => recent[place] = u8::RARE,
                    Err(obstacle) => return Ok(Err(obstacle)),
                }
            }
            latest = latest << 8 | u64::from(recent[place]);
        }
        fitted.extend(&recent[kept..]);
        Ok(Ok(()))
    }

    /// Looks for pairs that make the missing values, with partners that were appended before this group, and takes them for
    /// witnesses in place of the oldest: what one heap has lacked, others will. What is left, no such pair makes.
    fn look_for(
        &mut self,
        fitted: &Fitted<u8>,
        n: usize,
        missing: u128,
        pulse: &mut Pulse<'_>,
    ) -> Result<u128, StopReason> {
        let Places { places, farthest } = &mut self.witnesses;
        let oldest = &mut self.oldest;
        fitted.unmade(n, n - fitted.len()..usize::MAX, missing, pulse, |item| {
            if item.offset >= GROUP {
                let place = Place::new(&item);
                match places.len() < WITNESSES {
                    true => places.push(place),
                    false => places[*oldest] = place,
                }
                *farthest = item.offset.max(*farthest);
                *oldest = (*oldest + 1) % WITNESSES;
            }
        })
    }

    /// Adds the common options of heap n that rare heaps make which the items do not know of, or takes from rare heaps.
    fn put_fresh(&self, set: &mut u128, fitted: &Fitted<u8>, n: usize) {
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

    /// Adds the common options of heap n that the far items make.
    #[cold]
    fn put_far(&self, set: &mut u128, fitted: &Fitted<u8>, n: usize) {
        let (cells, at) = fitted.at(n);
        let mut halves = [0; 2];
        for place in &self.far.places {
            let short = cells[at - place.offset as usize] ^ place.x as u8;
            halves[0] |= u64::from(short < 64) << (short % 64);
            halves[1] |= u64::from(short / 64 == 1) << (short % 64);
        }
        *set |= u128::from(halves[0]) | u128::from(halves[1]) << 64;
    }
}

/// Whether the heaps are young, few of them rare and their values small.
pub fn fits(fitted: &Fitted<u8>) -> bool {
    let is_young = fitted.len() < YOUNG && fitted.first() == 0;
    is_young && fitted.rare.len() <= MOST_RARE && fitted.largest_short() < LIMIT
}

/// Adds a short value to a set, unless it is none.
#[inline(always)]
fn put(set: &mut u128, short: u8) {
    *set |= u128::from(short < 128) << (short % 128);
}

/// Heaps before a group that items within it can see.
const BEFORE: usize = LATEST + GROUP;

/// The blocks that hold nearly all of the last short values.
fn usual_blocks(fitted: &Fitted<u8>) -> usize {
    let (cells, at) = fitted.at(fitted.len());
    let last = &cells[at - USUAL.min(fitted.len())..at];
    let mut counts = [0; 256 / BLOCK];
    last.iter().for_each(|&cell| counts[usize::from(cell) / BLOCK] += 1);
    // A heap above them takes as long as a block for 64 heaps.
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
    for heap in (GROUP..last).step_by((last / FIRST).max(1)) {
        if let Some(cell) = fitted.cell_of_prefix(heap).filter(|&cell| cell != u8::RARE) {
            fitted.push_items(heap, cell.short(), &mut items);
        }
    }
    items
}

/// Adds to the sets of heaps, the first of which has its cell at `at`, the short values below 16 times `blocks` that the items
/// give.
fn add(sets: &mut Sets, (cells, at): (&[u8], usize), items: &Places, blocks: usize) {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::has_avx2() {
        // Offsets are at least GROUP, so that GROUP cells can be read.
        assert!(items.farthest <= at && at <= cells.len());
        let mut planes = [[0; GROUP]; 2 * BLOCKS];
        // SAFETY: the processor has what is asked for; every read of GROUP cells lies within `cells`.
        unsafe {
            match crate::cpu::has_avx512() {
                true => avx512::planes(cells.as_ptr().add(at), &items.places, blocks, &mut planes),
                false => avx2::planes(cells.as_ptr().add(at), &items.places, blocks, &mut planes),
            }
            avx2::add(&planes, sets);
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

/// Sets of 8 values each, a byte for every heap.
type Planes = [[u8; GROUP]; 2 * BLOCKS];

/// Chooses the code for a number of blocks.
#[cfg(target_arch = "x86_64")]
macro_rules! by_blocks {
    ($blocks:expr, $some:ident($($argument:expr),*)) => {
        match $blocks {
            1 => $some::<1>($($argument),*),
            2 => $some::<2>($($argument),*),
            3 => $some::<3>($($argument),*),
            4 => $some::<4>($($argument),*),
            5 => $some::<5>($($argument),*),
            6 => $some::<6>($($argument),*),
            7 => $some::<7>($($argument),*),
            _ => $some::<8>($($argument),*),
        }
    };
}

/// Bit i % 8 at places 0..8 for the lower plane of a block, at 8..16 for the upper one.
const LOWER: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// See [`LOWER`].
const UPPER: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BLOCK, GROUP, LOWER, Place, Planes, Sets, UPPER};
    use std::arch::x86_64::*;

    /// # Safety
    /// The processor has AVX2; for every place, GROUP bytes at `base - offset` can be read.
    #[target_feature(enable = "avx2")]
    pub unsafe fn planes(base: *const u8, places: &[Place], blocks: usize, planes: &mut Planes) {
        // SAFETY: the caller's promise.
        unsafe { by_blocks!(blocks, some_planes(base, places, planes)) };
    }

    #[target_feature(enable = "avx2")]
    unsafe fn some_planes<const COUNT: usize>(base: *const u8, places: &[Place], to: &mut Planes) {
        // SAFETY: both are 16 bytes long.
        let [lower, upper] = [LOWER, UPPER]
            .map(|bits| unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bits.as_ptr().cast())) });
        for half in 0..GROUP / 32 {
            let base = base.wrapping_add(32 * half);
            let mut planes = [[_mm256_setzero_si256(); 2]; COUNT];
            for place in places {
                // SAFETY: the caller's promise.
                let cells = unsafe { _mm256_loadu_si256(base.wrapping_sub(place.offset as usize).cast()) };
                let short = _mm256_xor_si256(cells, _mm256_set1_epi32(place.x as i32));
                // Where bit 7 is set, a shuffle gives 0.
                let bits = [_mm256_shuffle_epi8(lower, short), _mm256_shuffle_epi8(upper, short)];
                let block_of = _mm256_and_si256(short, _mm256_set1_epi8(0x70));
                for (block, planes) in planes.iter_mut().enumerate() {
                    let inside = _mm256_cmpeq_epi8(block_of, _mm256_set1_epi8((BLOCK * block) as i8));
                    for (plane, bits) in planes.iter_mut().zip(bits) {
                        *plane = _mm256_or_si256(*plane, _mm256_and_si256(bits, inside));
                    }
                }
            }
            for (to, plane) in to.iter_mut().zip(planes.as_flattened()) {
                // SAFETY: a plane has room for two halves.
                unsafe { _mm256_storeu_si256(to.as_mut_ptr().add(32 * half).cast(), *plane) };
            }
        }
    }

    /// Adds planes to sets: the eight bytes of a heap are brought together.
    ///
    /// # Safety
    /// The processor has AVX2.
    #[target_feature(enable = "avx2")]
    pub unsafe fn add(planes: &Planes, sets: &mut Sets) {
        for (planes, sets) in planes.chunks_exact(8).zip(sets) {
            for half in 0..GROUP / 32 {
                let mut rows: [__m256i; 8] = std::array::from_fn(|row| {
                    // SAFETY: a plane has two halves.
                    unsafe { _mm256_loadu_si256(planes[row].as_ptr().add(32 * half).cast()) }
                });
                // Each step interleaves rows that are neighbours, so that twice as many bytes of a heap stand together.
                let bytes = |a, b| [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)];
                let [[a, e], [b, f], [c, g], [d, h]] =
                    [0, 2, 4, 6].map(|row| bytes(rows[row], rows[row + 1]));
                let words = |a, b| [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)];
                let [[a, b], [c, d], [e, f], [g, h]] = [words(a, b), words(c, d), words(e, f), words(g, h)];
                let double = |a, b| [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)];
                let pairs = [double(a, c), double(b, d), double(e, g), double(f, h)];
                rows.copy_from_slice(pairs.as_flattened());
                // Row r now has heaps 2r and 2r + 1, and 16 further on.
                for (row, heaps) in rows.into_iter().enumerate() {
                    for (quarter, pair) in [_mm256_castsi256_si128(heaps), _mm256_extracti128_si256(heaps, 1)]
                        .into_iter()
                        .enumerate()
                    {
                        let to: *mut __m128i =
                            sets[32 * half + 16 * quarter + 2 * row..][..2].as_mut_ptr().cast();
                        // SAFETY: two sets take 16 bytes.
                        unsafe { _mm_storeu_si128(to, _mm_or_si128(_mm_loadu_si128(to), pair)) };
                    }
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{LOWER, Place, Planes, UPPER};
    use std::arch::x86_64::*;

    /// The same for all heaps of a group at once, with ternary logic.
    ///
    /// # Safety
    /// The processor has AVX-512 for bytes; for every place, GROUP bytes at `base - offset` can be read.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub unsafe fn planes(base: *const u8, places: &[Place], blocks: usize, planes: &mut Planes) {
        // SAFETY: the caller's promise.
        unsafe { by_blocks!(blocks, some_planes(base, places, planes)) };
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn some_planes<const COUNT: usize>(base: *const u8, places: &[Place], to: &mut Planes) {
        // SAFETY: 16 bytes are read.
        let table =
            |bytes: [u8; 16]| unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(bytes.as_ptr().cast())) };
        let (lower, upper) = (table(LOWER), table(UPPER));
        // All ones where the upper half of a value is that of the block: a comparison would end in another kind of register.
        let inside: [__m512i; COUNT] = std::array::from_fn(|block| {
            table(std::array::from_fn(|place| if place == block { 0xff } else { 0 }))
        });
        let mut planes = [[_mm512_setzero_si512(); 2]; COUNT];
        let mut add = |place: &Place| {
            // SAFETY: the caller's promise.
            let cells = unsafe { _mm512_loadu_si512(base.wrapping_sub(place.offset as usize).cast()) };
            let short = _mm512_xor_si512(cells, _mm512_set1_epi32(place.x as i32));
            // Where bit 7 is set, a shuffle gives 0.
            let bits = [_mm512_shuffle_epi8(lower, short), _mm512_shuffle_epi8(upper, short)];
            let block_of = _mm512_and_si512(_mm512_srli_epi16(short, 4), _mm512_set1_epi8(0xf));
            for (planes, &inside) in planes.iter_mut().zip(&inside) {
                let inside = _mm512_shuffle_epi8(inside, block_of);
                for (plane, bits) in planes.iter_mut().zip(bits) {
                    // plane | bits & inside
                    *plane = _mm512_ternarylogic_epi32::<0xf8>(*plane, bits, inside);
                }
            }
        };
        let (pairs, rest) = places.as_chunks::<2>();
        for [a, b] in pairs {
            add(a);
            add(b);
        }
        rest.iter().for_each(&mut add);
        for (to, plane) in to.iter_mut().zip(planes.as_flattened()) {
            // SAFETY: a plane has as many bytes as a vector.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), *plane) };
        }
    }
}

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
                let (mut narrow, mut wide) = ([[0; GROUP]; 2 * BLOCKS], [[0; GROUP]; 2 * BLOCKS]);
                let base = cells[500..].as_ptr();
                // SAFETY: offsets are from GROUP to 464, and AVX-512 comes with AVX2.
                unsafe {
                    avx2::planes(base, &items.places, blocks, &mut narrow);
                    avx512::planes(base, &items.places, blocks, &mut wide);
                }
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

    /// Near items make what they make alone, wherever rare heaps and places without an item meet.
    #[test]
    fn near_items_make_their_values() {
        let mut before = [u8::RARE; BEFORE];
        (0..BEFORE).filter(|place| place % 5 > 0).for_each(|place| before[place] = (7 * place % 90) as u8);
        let cell = |offset: usize| before[BEFORE - offset];
        let items: Vec<Item> = (1..GROUP)
            .filter(|offset| offset % 3 > 0)
            .map(|offset| Item { offset, x: offset as u32 })
            .collect();
        let twice: Vec<Item> =
            items.iter().flat_map(|&item| [item, Item { x: item.x ^ 64, ..item }]).collect();
        for (items, count) in [(&items, 1), (&twice, 2)] {
            let lists = Near::lists(items);
            assert_eq!(lists.len(), count);
            let latest = u64::from_be_bytes(*before.last_chunk().expect("more than eight"));
            let late = before.first_chunk().expect("a group");
            for short in 0..LIMIT as u8 {
                let made = items
                    .iter()
                    .any(|item| cell(item.offset) != u8::RARE && cell(item.offset) ^ item.x as u8 == short);
                assert_eq!(lists.iter().any(|near| near.makes(short, late, latest)), made, "{short}");
            }
        }
    }

    #[test]
    fn witnesses_only_save_time() {
        check(grundy(), 4000, |planes| planes.witnesses = Places::new(&[]));
    }
}
