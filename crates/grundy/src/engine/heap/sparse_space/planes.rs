//! Few rare heaps, or few heaps at all, short values below 64: sets of values, 32 heaps at a time.
//!
//! For a rare term (offset, x) the short values of the options of heaps n to n + 31 stand side by side in memory, 32
//! cells from n - offset on, and differ from them by the xor with x. A byte shuffle turns each into a bit; the OR over
//! all terms is the set of common options of each heap. The same loop over *witnesses*, small common heaps as parts,
//! gives sets of rare options; a few dozen witnesses suffice to see that every rare value below is attained. Offsets
//! below 32 reach into the group itself: those are added heap by heap at the end.
//!
//! The cost is one load and six instructions for 16 values, for each term and 32 heaps. Many terms are not worth that:
//! with more rare heaps than [`MAX_RARE_HEAPS`] other stages go on.

use super::fitted::{Cell, Fitted, Obstacle, RareTerm, ValueClass};
use crate::base::limits::{Pulse, StopReason};
use std::collections::BinaryHeap;

/// Heaps worked on together.
pub const GROUP: usize = 32;
/// Heaps of a part of a group.
const PART: usize = 8;
/// Short values must be below this.
pub const LIMIT: u32 = 64;
/// With more rare heaps than this, other engines take less time.
pub const MAX_RARE_HEAPS: usize = 256;

/// The terms of a game, sorted by what has to be done with them.
#[derive(Debug)]
pub struct Planes {
    /// Common options by whole groups.
    far: FarTerms,
    /// Common options by parts of a group.
    middle: FarTerms,
    /// Common options within a part.
    near: Vec<(usize, u8)>,
    /// Takes that make a common option of a rare heap.
    turning: Vec<usize>,
    /// Rare options by whole groups.
    witnesses: FarTerms,
    /// By the parity of the heap and the short value: the rare values below it.
    needed: Box<[[u64; 64]; 2]>,
    /// Short values are below 16 times this.
    blocks: usize,
    /// Heaps that the witnesses did not settle.
    doubts: usize,
    /// The heap from which on they are counted.
    since: usize,
    /// Rare heaps that the terms know of.
    known: usize,
}

/// Rare terms whose cells are read many at a time.
#[derive(Debug)]
struct FarTerms {
    terms: Vec<RareTerm>,
    nearest: usize,
    farthest: usize,
}

impl FarTerms {
    fn new(terms: Vec<RareTerm>) -> FarTerms {
        let farthest = terms.iter().map(|term| term.offset).max().unwrap_or(0);
        let nearest = terms.iter().map(|term| term.offset).min().unwrap_or(GROUP);
        FarTerms { terms, nearest, farthest }
    }

    /// Adds the terms of a heap that has turned out to be rare.
    fn push(&mut self, fitted: &Fitted<u8>, (heap, x): (usize, u32)) {
        fitted.push_terms(heap, x, &mut self.terms);
        self.farthest = self.farthest.max(heap + fitted.breaks.reach());
    }
}

impl Planes {
    /// Prepares for the heaps behind those known; needs a few thousand of them.
    pub fn new(fitted: &Fitted<u8>) -> Planes {
        let mut needed = Box::new([[0; 64]; 2]);
        for (parity, row) in needed.iter_mut().enumerate() {
            for (short, needed) in row.iter_mut().enumerate() {
                let below = fitted.fit.rare_below(parity, short as u32);
                *needed = u64::MAX.checked_shr(64 - below).unwrap_or(0);
            }
        }
        let takes = fitted.breaks.takes.iter().copied();
        let mut planes = Planes {
            far: FarTerms::new(Vec::new()),
            middle: FarTerms::new(Vec::new()),
            near: Vec::new(),
            turning: takes.filter(|&taken| !fitted.keeps_class(taken)).collect(),
            witnesses: FarTerms::new(witnesses(fitted, &needed)),
            needed,
            blocks: 1,
            doubts: 0,
            since: fitted.len(),
            known: 0,
        };
        planes.sort(fitted);
        planes.renew(fitted);
        planes
    }

    /// Takes note of new rare heaps and larger values.
    pub fn renew(&mut self, fitted: &Fitted<u8>) {
        for &rare in &fitted.rare[self.known..] {
            self.far.push(fitted, rare);
        }
        self.known = fitted.rare.len();
        self.blocks = match fitted.largest_short() {
            0..16 => 1,
            16..32 => 2,
            _ => 4,
        };
    }

    /// Sorts all terms by their offsets.
    fn sort(&mut self, fitted: &Fitted<u8>) {
        let terms = fitted.rare_terms();
        let (close, far): (Vec<RareTerm>, Vec<RareTerm>) =
            terms.into_iter().partition(|term| term.offset < GROUP);
        let (near, middle): (Vec<RareTerm>, Vec<RareTerm>) =
            close.into_iter().partition(|term| term.offset < PART);
        (self.far, self.middle) = (FarTerms::new(far), FarTerms::new(middle));
        self.near = near.iter().map(|term| (term.offset, term.x as u8)).collect();
        self.known = fitted.rare.len();
    }

    /// Whether other witnesses would do better than those chosen earlier.
    pub fn is_outdated(&self, fitted: &Fitted<u8>) -> bool {
        self.doubts > (fitted.len() - self.since) / 64
    }

    /// Steps of work for a group.
    pub fn cost(&self) -> u64 {
        (GROUP + (self.far.terms.len() + self.witnesses.terms.len()) * self.blocks) as u64
    }

    /// The cells that must be kept.
    pub fn reach(&self) -> usize {
        self.far.farthest.max(self.witnesses.farthest) + 2 * GROUP
    }

    /// Appends the values of [`GROUP`] heaps, or fewer when the last of them shows that the terms are out of date: that is
    /// the answer.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn step(
        &mut self,
        fitted: &mut Fitted<u8>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<bool, Obstacle>, StopReason> {
        #[cfg(target_arch = "x86_64")]
        if crate::base::cpu::has_avx2() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.step_avx2(fitted, pulse) };
        }
        self.step_with::<false>(fitted, pulse)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn step_avx2(
        &mut self,
        fitted: &mut Fitted<u8>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<bool, Obstacle>, StopReason> {
        self.step_with::<true>(fitted, pulse)
    }

    #[inline(always)]
    fn step_with<const VECTORS: bool>(
        &mut self,
        fitted: &mut Fitted<u8>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<bool, Obstacle>, StopReason> {
        // Rare heaps close by need care: they must not match, and takes may turn them into common options.
        let reach = self.turning.last().map_or(GROUP, |&taken| taken.max(GROUP));
        let calm = fitted.rare.last().is_none_or(|last| last.0 + reach < fitted.len());
        match (calm, self.blocks) {
            (true, 1) => self.group::<VECTORS, true, 1>(fitted, pulse),
            (true, 2) => self.group::<VECTORS, true, 2>(fitted, pulse),
            (true, _) => self.group::<VECTORS, true, 4>(fitted, pulse),
            (false, 1 | 2) => self.group::<VECTORS, false, 2>(fitted, pulse),
            (false, _) => self.group::<VECTORS, false, 4>(fitted, pulse),
        }
    }

    #[inline(always)]
    fn group<const VECTORS: bool, const CALM: bool, const BLOCKS: usize>(
        &mut self,
        fitted: &mut Fitted<u8>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<bool, Obstacle>, StopReason> {
        let start = fitted.len();
        let (mut common, mut rare) = ([0u64; GROUP], [0u64; GROUP]);
        let (cells, at) = fitted.at(start);
        sets::<VECTORS, BLOCKS>(cells, at, &self.far, &mut common);
        sets::<VECTORS, BLOCKS>(cells, at, &self.witnesses, &mut rare);
        // The group before and this one, and room to read beyond: what near offsets can see.
        let mut recent = [0u8; 3 * GROUP];
        recent[..GROUP].copy_from_slice(&cells[at - GROUP..at]);
        let limit = 16 * self.blocks as u32;
        let mut kept = GROUP;
        for first in (GROUP..2 * GROUP).step_by(PART) {
            // Offsets that reach behind a part of the group: of what is read, only that part is there.
            let part = &mut common[first - GROUP..][..PART];
            sets::<VECTORS, BLOCKS>(&recent, first, &self.middle, part);
            for place in first..first + PART {
                let (lane, n) = (place - GROUP, start + place - GROUP);
                let mut set = common[lane];
                for &(offset, x) in &self.near {
                    let short = recent[(place - offset) % (2 * GROUP)] ^ x;
                    if CALM || short < LIMIT as u8 {
                        set |= 1 << (short % 64);
                    }
                }
                if !CALM {
                    // Heaps that are not appended yet are common.
                    let turned = self.turning.iter().filter(|&&taken| taken < n && n - taken < fitted.len());
                    let turned = turned.filter_map(|taken| fitted.rare_at(n - taken));
                    turned.for_each(|short| set |= one_hot(short as u8));
                    // Rare heaps of this group, with the first heaps.
                    let first = |heap: usize| fitted.cell_of_prefix(heap).unwrap_or(u8::RARE);
                    for &(heap, x) in &fitted.rare[self.known..] {
                        let parts =
                            fitted.breaks.splits.iter().map(|split| n.saturating_sub(heap + split.taken));
                        parts.for_each(|part| set |= one_hot(first(part) ^ x as u8));
                    }
                }
                let short = set.trailing_ones();
                let missing = self.needed[n % 2][short as usize % 64] & !rare[lane];
                if missing == 0 && short < limit {
                    recent[place] = short as u8;
                    continue;
                }
                fitted.extend(&recent[kept..place]);
                if short >= LIMIT {
                    return Ok(Err(Obstacle::TooWide));
                }
                self.doubts += 1;
                match fitted.settle(short, u128::from(missing), usize::MAX, pulse)? {
                    // A value beyond the blocks needs other sets.
                    Ok(ValueClass::Common) if short < limit => recent[place] = short as u8,
                    Ok(ValueClass::Rare) if !CALM => recent[place] = u8::RARE,
                    Ok(_) => return Ok(Ok(true)),
                    Err(obstacle) => return Ok(Err(obstacle)),
                }
                kept = place + 1;
            }
        }
        fitted.extend(&recent[kept..2 * GROUP]);
        Ok(Ok(fitted.rare.len() > self.known))
    }
}

/// Heaps on which witnesses are chosen, and heaps that may be witnesses: more when many values are to come.
const SHORT_SEARCH: (usize, usize) = (1024, 416);
const LONG_SEARCH: (usize, usize) = (4096, 1024);
/// From here on a long search pays.
const MIN_HEAPS_FOR_LONG_SEARCH: usize = 1 << 18;
/// Most witnesses.
const MAX_WITNESSES: usize = 192;

/// Common parts that attain the rare values below the common values of the last heaps, chosen greedily: always the one that
/// attains most of what is still missing.
fn witnesses(fitted: &Fitted<u8>, needed: &[[u64; 64]; 2]) -> Vec<RareTerm> {
    let end = fitted.len();
    let (sample, most) = if end < MIN_HEAPS_FOR_LONG_SEARCH { SHORT_SEARCH } else { LONG_SEARCH };
    let start = end.saturating_sub(sample).max(fitted.first() + most + GROUP + fitted.breaks.reach());
    let mut pool = Vec::new();
    let parts = GROUP..most.min(start / 4);
    for heap in parts.filter(|&heap| fitted.cell_of_prefix(heap).is_some_and(|cell| cell != u8::RARE)) {
        let x = fitted.cell_of_prefix(heap).map_or(0, Cell::short);
        fitted.push_terms(heap, x, &mut pool);
    }
    let mut missing: Vec<u64> = (start..end)
        .map(|n| match fitted.cell(n) {
            u8::RARE => 0,
            cell => needed[n % 2][usize::from(cell)],
        })
        .collect();
    let gain = |term: &RareTerm, missing: &[u64]| -> u32 {
        let (cells, at) = fitted.at(start - term.offset);
        gain(&cells[at..][..missing.len()], term.x as u8, missing)
    };
    // What a rare term gains only shrinks, so the best is known when its gain is still the largest after a fresh look.
    let mut heap: BinaryHeap<(u32, usize)> =
        pool.iter().enumerate().map(|(index, term)| (gain(term, &missing), index)).collect();
    let mut chosen = Vec::new();
    while let Some((_, index)) = heap.pop() {
        let term = pool[index];
        let fresh = gain(&term, &missing);
        // Nearly the best will do.
        if heap.peek().is_some_and(|next| next.0 * 3 > fresh * 4) {
            heap.push((fresh, index));
            continue;
        }
        if fresh < 2 || chosen.len() == MAX_WITNESSES {
            break;
        }
        let (cells, at) = fitted.at(start - term.offset);
        for (&cell, missing) in cells[at..].iter().zip(&mut missing) {
            *missing &= !one_hot(cell ^ term.x as u8);
        }
        chosen.push(term);
    }
    chosen
}

/// How many heaps get a missing value from these cells and `x`.
fn gain(cells: &[u8], x: u8, missing: &[u64]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has AVX2, and the function is safe Rust compiled for it.
        return unsafe { gain_avx2(cells, x, missing) };
    }
    gain_plain(cells, x, missing)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn gain_avx2(cells: &[u8], x: u8, missing: &[u64]) -> u32 {
    gain_plain(cells, x, missing)
}

#[inline(always)]
fn gain_plain(cells: &[u8], x: u8, missing: &[u64]) -> u32 {
    let attained = |(&cell, &missing): (&u8, &u64)| {
        let short = u64::from(cell ^ x);
        missing >> (short % 64) & u64::from(short < 64)
    };
    cells.iter().zip(missing).map(attained).sum::<u64>() as u32
}

/// The bit of a short value; none for rare heaps.
#[inline]
fn one_hot(short: u8) -> u64 {
    u64::from(short < 64) << (short % 64)
}

/// Adds to the sets of heaps, the first of which has its cell at `at`, the short values that the terms give; those are below
/// 16 times `BLOCKS`. GROUP cells must be there from each place that is read.
#[inline(always)]
fn sets<const VECTORS: bool, const BLOCKS: usize>(
    cells: &[u8],
    at: usize,
    terms: &FarTerms,
    out: &mut [u64],
) {
    #[cfg(target_arch = "x86_64")]
    if VECTORS {
        assert!(terms.farthest <= at && at + GROUP <= cells.len() + terms.nearest);
        // SAFETY: only functions compiled for AVX2 ask for vectors; every read of GROUP cells lies within `cells`.
        unsafe { avx2::sets::<BLOCKS>(cells.as_ptr().add(at), &terms.terms, out) };
        return;
    }
    sets_plain(cells, at, &terms.terms, out);
}

/// The plain version: what the vectors do, cell by cell.
fn sets_plain(cells: &[u8], at: usize, terms: &[RareTerm], out: &mut [u64]) {
    for term in terms {
        for (set, &cell) in out.iter_mut().zip(&cells[at - term.offset..]) {
            *set |= one_hot(cell ^ term.x as u8);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::RareTerm;
    use std::arch::x86_64::*;

    /// See [`super::sets`].
    ///
    /// # Safety
    /// The processor has AVX2; for every term, GROUP bytes at `base - offset` can be read.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    #[inline]
    pub unsafe fn sets<const BLOCKS: usize>(base: *const u8, terms: &[RareTerm], out: &mut [u64]) {
        // Bit i % 8 at places 0..8 for the low plane, 8..16 for the high one.
        let low_bits = _mm256_broadcastsi128_si256(_mm_set_epi64x(0, 0x8040_2010_0804_0201_u64 as i64));
        let high_bits = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x8040_2010_0804_0201_u64 as i64, 0));
        let top = _mm256_set1_epi8(0x70);
        let mut low = [_mm256_setzero_si256(); BLOCKS];
        let mut high = [_mm256_setzero_si256(); BLOCKS];
        for term in terms {
            // SAFETY: the caller's promise.
            let cells = unsafe { _mm256_loadu_si256(base.sub(term.offset).cast()) };
            let short = _mm256_xor_si256(cells, _mm256_set1_epi8(term.x as i8));
            for block in 0..BLOCKS {
                // A shuffle gives 0 where bit 7 of its index is set: there, for all values outside the block.
                let index = if BLOCKS == 1 {
                    short
                } else {
                    let inside = _mm256_xor_si256(short, _mm256_set1_epi8(16 * block as i8));
                    _mm256_adds_epu8(inside, top)
                };
                // Why it is fast: the shuffle looks 32 values up at once, each as its bit, and the sets stay in
                // registers. Why it is right: the cell at n - offset is that of the heap beside the term's part, for
                // each of the 32 heaps n.
                low[block] = _mm256_or_si256(low[block], _mm256_shuffle_epi8(low_bits, index));
                high[block] = _mm256_or_si256(high[block], _mm256_shuffle_epi8(high_bits, index));
            }
        }
        for block in 0..BLOCKS {
            // Interleaving the planes puts the 16 bits of a heap side by side: heaps 0-7 and 16-23, then 8-15 and 24-31.
            let mut words = [[0u16; 16]; 2];
            let first = _mm256_unpacklo_epi8(low[block], high[block]);
            let second = _mm256_unpackhi_epi8(low[block], high[block]);
            // SAFETY: each half of `words` has 32 bytes.
            unsafe {
                _mm256_storeu_si256(
                    words[0].as_mut_ptr().cast(),
                    _mm256_permute2x128_si256(first, second, 0x20),
                );
                _mm256_storeu_si256(
                    words[1].as_mut_ptr().cast(),
                    _mm256_permute2x128_si256(first, second, 0x31),
                );
            }
            for (set, &word) in out.iter_mut().zip(words.as_flattened()) {
                *set |= u64::from(word) << (16 * block);
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::base::guarded::guarded;
    use proptest::prelude::*;

    proptest! {
        /// The nearest term reads to the last cell, and the farthest from the first: there, memory ends.
        #[test]
        fn vectors_and_plain_loops_agree(
            cells in prop::collection::vec(prop_oneof![8 => 0u8..64, 1 => Just(u8::RARE)], GROUP..500),
            more in prop::collection::vec((any::<prop::sample::Index>(), 0u32..64), 0..40),
            blocks in prop_oneof![Just(1u8), Just(2), Just(4)],
        ) {
            let at = cells.len();
            let narrow = 16 * blocks - 1;
            let mut terms = vec![RareTerm { offset: GROUP, x: 7 }, RareTerm { offset: at, x: 0 }];
            let inside = |place: &prop::sample::Index| GROUP + place.index(at - GROUP + 1);
            terms.extend(more.iter().map(|(place, x)| RareTerm { offset: inside(place), x: x & u32::from(narrow) }));
            let cells: Vec<u8> = cells.iter().map(|&cell| if cell == u8::RARE { cell } else { cell & narrow }).collect();
            let mut expected = [0; GROUP];
            sets_plain(&cells, at, &terms, &mut expected);
            let terms = FarTerms::new(terms);
            guarded(&cells, |cells| {
                if !crate::base::cpu::has_avx2() {
                    return;
                }
                let mut found = [0; GROUP];
                match blocks {
                    1 => sets::<true, 1>(cells, at, &terms, &mut found),
                    2 => sets::<true, 2>(cells, at, &terms, &mut found),
                    _ => sets::<true, 4>(cells, at, &terms, &mut found),
                }
                assert_eq!(found, expected);
            });
        }
    }
}
