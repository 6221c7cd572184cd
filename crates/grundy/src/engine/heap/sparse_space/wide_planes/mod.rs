//! Many rare heaps but few heaps at all, short values below 127: sets of values, 64 heaps at a time.
//!
//! As in [`planes`](super::planes), the cells from n - offset on, xored with x, are the options that a rare term gives
//! to heaps n to n + 63, and two byte shuffles turn the low four bits of each into one of 16 bits. The upper bits say
//! which block of 16 values it belongs to: for every block the bits are kept or cleared and joined to a plane, which
//! takes three instructions for 64 heaps with ternary logic (AVX-512) and five for 32 without. Every term is looked at,
//! so the least common value outside is exact: of the values below that of a heap, one in twenty is given by a single
//! term and one in ten by two or three, and whatever leaves terms out leaves these in doubt. Large values are rare: a
//! heap that needs more than the usual blocks is looked at by itself. Rare terms that reach into the group are only
//! asked whether they make the least value outside, which they do once in twenty heaps.
//!
//! The same sets, with common heaps as parts, attain most of the rare values below. What is missing is looked for among all
//! pairs ([`scan`](super::scan)), and the pairs found become witnesses in place of the oldest: what one heap has lacked, the
//! next ones will. Pairs are looked for from a different place on for every heap. That makes better witnesses: from the
//! middle on they are much alike, and leave three times as many values open.
//!
//! The cost is about 22 instructions for each term and 64 heaps, 2.8 ns with values below 80 (Ice Lake, November 2026). For
//! a thousand terms that is worth it until there are enough heaps for lists to be chosen with care ([`SMALL_N`]).

mod near;
mod sets;

use super::fitted::{Cell, Fitted, Obstacle, RareTerm, ValueClass};
use crate::base::limits::{Pulse, StopReason};
use near::{HEAPS_BEFORE, NearTerms};
use sets::{BLOCK, BLOCKS, GROUP, Places, add};

/// Short values must be below this. The sentinel of a rare heap and that of no term make 127 together, which no value
/// is then.
pub const LIMIT: u32 = 127;
/// Until there are so many heaps, sets take less time than rows of bits.
pub const SMALL_N: usize = 1 << 16;
/// With more rare heaps than this, sets take longer.
pub const MAX_RARE_HEAPS: usize = 2048;
/// About as many parts are witnesses: with fewer, too much is left to scans.
const MAX_WITNESSES: usize = 640;
/// Witnesses to begin with.
const FIRST_WITNESSES: usize = 340;
/// Heaps after which the usual values are looked at again.
const HEAPS_BETWEEN_BLOCK_COUNTS: usize = 1024;

/// The terms of a game, sorted by what has to be done with them.
#[derive(Debug)]
pub struct WidePlanes {
    /// Common options by whole groups.
    far: Places,
    /// Common options within a group.
    near: Vec<NearTerms>,
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
    /// Rare heaps that the terms know of.
    known: usize,
}

impl WidePlanes {
    /// Prepares for the heaps behind those known, if n is small and few of them are rare; needs a few thousand of them.
    pub fn new(fitted: &Fitted<u8>) -> Option<WidePlanes> {
        if !fits(fitted) {
            return None;
        }
        let (near, far): (Vec<RareTerm>, Vec<RareTerm>) =
            fitted.rare_terms().into_iter().partition(|term| term.offset < GROUP);
        let below = |parity: usize, short: u32| {
            u128::MAX.checked_shr(u128::BITS - fitted.fit.rare_below(parity, short)).unwrap_or(0)
        };
        let takes = fitted.breaks.takes.iter().copied();
        Some(WidePlanes {
            far: Places::new(&far),
            near: NearTerms::lists(&near),
            turning: takes.filter(|&taken| !fitted.keeps_class(taken)).collect(),
            witnesses: Places::new(&spread(fitted)),
            oldest: 0,
            needed: (0..LIMIT).map(|short| [below(0, short), below(1, short)]).collect(),
            blocks: usual_blocks(fitted),
            look_at: fitted.len() + HEAPS_BETWEEN_BLOCK_COUNTS,
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
            let mut terms = Vec::new();
            for &(heap, x) in &fitted.rare[self.known..] {
                fitted.push_terms(heap, x, &mut terms);
            }
            terms.iter().for_each(|term| self.far.push(term));
            self.known = fitted.rare.len();
            if fitted.len() >= self.look_at {
                self.blocks = usual_blocks(fitted);
                self.look_at = fitted.len() + HEAPS_BETWEEN_BLOCK_COUNTS;
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
        let mut recent = [0u8; HEAPS_BEFORE + GROUP];
        recent[..HEAPS_BEFORE].copy_from_slice(&cells[at - HEAPS_BEFORE..at]);
        let mut latest = u64::from_be_bytes(*recent[..HEAPS_BEFORE].last_chunk().expect("more than eight"));
        let mut kept = HEAPS_BEFORE;
        for lane in 0..GROUP {
            let (place, n) = (HEAPS_BEFORE + lane, start + lane);
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
                    whole = true;
                    self.put_unusual(&mut set, fitted, n);
                    // A few of them, and it is time for another look at what is usual.
                    self.look_at = self.look_at.saturating_sub(HEAPS_BETWEEN_BLOCK_COUNTS / 4);
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
                    Ok(ValueClass::Common) => {}
                    Ok(ValueClass::Rare) => recent[place] = u8::RARE,
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
        fitted.unmade(n, n - fitted.len()..usize::MAX, missing, pulse, |term| {
            if term.offset >= GROUP {
                if self.witnesses.places.len() < MAX_WITNESSES {
                    self.witnesses.push(&term);
                } else {
                    self.witnesses.replace(self.oldest, &term);
                    self.oldest = (self.oldest + 1) % MAX_WITNESSES;
                }
            }
        })
    }

    /// Adds the common options of heap n that rare heaps make which the terms do not know of, or takes from rare heaps.
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

    /// Adds the common options of heap n that the far terms make, from the first unusual value on.
    #[cold]
    fn put_unusual(&self, set: &mut u128, fitted: &Fitted<u8>, n: usize) {
        let (cells, at) = fitted.at(n);
        let unusual = (BLOCK * self.blocks) as u8;
        for place in &self.far.places {
            let short = cells[at - place.offset as usize] ^ place.x as u8;
            if (unusual..128).contains(&short) {
                *set |= 1 << short;
            }
        }
    }
}

/// Whether n is small, few heaps are rare and their values small.
pub fn fits(fitted: &Fitted<u8>) -> bool {
    let is_small_n = fitted.len() < SMALL_N && fitted.first() == 0;
    is_small_n && fitted.rare.len() <= MAX_RARE_HEAPS && fitted.largest_short() < LIMIT
}

/// Adds a short value to a set, unless it is none.
#[inline(always)]
fn put(set: &mut u128, short: u8) {
    *set |= u128::from(short < 128) << (short % 128);
}

/// The blocks that hold nearly all of the last short values.
fn usual_blocks(fitted: &Fitted<u8>) -> usize {
    let (cells, at) = fitted.at(fitted.len());
    let last = &cells[at - HEAPS_BETWEEN_BLOCK_COUNTS.min(fitted.len())..at];
    let mut counts = [0; 256 / BLOCK];
    last.iter().for_each(|&cell| counts[usize::from(cell) / BLOCK] += 1);
    // A few heaps above them take as long as a block for all.
    let mut above = 0;
    let few = |count: &&usize| {
        above += **count;
        above <= last.len() / 256
    };
    (BLOCKS - counts[..BLOCKS].iter().rev().take_while(few).count()).max(1)
}

/// Common parts from everywhere, to begin with.
fn spread(fitted: &Fitted<u8>) -> Vec<RareTerm> {
    let last = fitted.len() / 2;
    let mut terms = Vec::new();
    for heap in (GROUP..last).step_by((last / FIRST_WITNESSES).max(1)) {
        if let Some(cell) = fitted.cell_of_prefix(heap).filter(|&cell| cell != u8::RARE) {
            fitted.push_terms(heap, cell.short(), &mut terms);
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::super::breaks::{Breaks, Split};
    use super::super::pairs::Pairs;
    use super::super::space::Fit;
    use super::*;
    use crate::base::limits::Limits;

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
        let mut planes = WidePlanes::new(&fitted).expect("n is small");
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
