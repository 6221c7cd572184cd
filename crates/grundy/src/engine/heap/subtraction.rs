//! Subtraction games by one-hot words: bit v of word n says that heap n has value v.
//!
//! The options of heap n are the heaps n - s, so their values are the OR of the words at n - s, and g(n) is its number of
//! trailing ones. For takes of at least a block's length the OR runs over whole blocks of consecutive heaps at once and
//! becomes plain vector code; the few smaller takes are added heap by heap. Values beyond the word, which need at least
//! 64 takes, leave no bit and are found by a scan when all bits are set.
//!
//! A window as long as the largest take determines everything after it, so a repetition of that length proves a period.
//! Cost: |S| word operations per heap, in vectors; 4 bytes per heap, and 8 for each heap within reach of
//! the largest take.

use super::period::{Period, prove_window};
use super::{MAX_HEAP_WITHOUT_PERIOD, length};
use crate::base::cpu::ask_large_pages;
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::game::Game;
use crate::rule::TakeSet;
use crate::rule::play::Heaps;
use crate::value::MexSet;
use std::ops::ControlFlow;

/// Heaps worked on together.
const BLOCK: usize = 64;

/// Appends the values of heaps 0 to `largest` to the empty list `values` when a number from `set` is taken, fewer when a
/// period is proved on the way; a stop leaves a prefix.
///
/// # Errors
/// When the limits do not suffice.
pub fn finite(
    set: &TakeSet,
    largest: u64,
    values: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, Failure> {
    let reach = set.largest().unwrap_or(0);
    let period = |values: &[u32]| prove_window(values, reach);
    let takes = |limit: u64| set.up_to(limit).map(|take| take as usize).collect();
    // A value never exceeds the number of takes, so few takes need few bits.
    if set.up_to(largest).take(32).count() < 32 {
        fill::<u32>(largest, values, &takes, &period, pulse)
    } else {
        fill::<u64>(largest, values, &takes, &period, pulse)
    }
}

/// The values when the takes come from one infinite set: those of the largest heap serve all.
///
/// # Errors
/// When the limits do not suffice.
pub fn infinite(
    game: &Heaps<'_>,
    largest: u64,
    values: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<(), Failure> {
    let mut takes = Vec::new();
    length(largest, 12, pulse)?;
    let _ = game.options(&largest, pulse, &mut |parts| {
        takes.push((largest - parts.first().map_or(0, |part| part.component)) as usize);
        ControlFlow::Continue(())
    })?;
    takes.sort_unstable();
    takes.dedup();
    fill::<u64>(largest, values, &|_| takes.clone(), &|_| None, pulse).map(drop)
}

fn fill<W: Word>(
    largest: u64,
    values: &mut Vec<u32>,
    takes: &dyn Fn(u64) -> Vec<usize>,
    prove: &dyn Fn(&[u32]) -> Option<Period>,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, Failure> {
    let mut words = Words::<W>::new();
    // What later steps may still look back to, not only the next one.
    let reach = (takes(largest).last().copied().unwrap_or(0)).saturating_add(2 * BLOCK);
    let mut goal = MAX_HEAP_WITHOUT_PERIOD;
    loop {
        let step = goal.min(largest);
        let count = length(step, 12, pulse)?;
        words.extend(&takes(step), values, count, reach, pulse)?;
        // Near the end, looking for a period costs as much as finishing.
        let period = if step < largest / 4 { prove(values) } else { None };
        if period.is_some() || step == largest {
            return Ok(period);
        }
        goal = goal.saturating_mul(4);
    }
}

/// A word with a bit for each small value: as narrow as the number of takes allows, for the vectors' sake.
trait Word: Copy + Default + PartialEq + std::ops::BitOrAssign {
    /// All bits.
    const FULL: Self;
    /// The bit of a value, or nothing when the word has none for it.
    fn hot(value: u32) -> Self;
    /// The least value without a bit.
    fn mex(self) -> u32;
}

macro_rules! word {
    ($($type:ty)*) => {$(
        impl Word for $type {
            const FULL: Self = Self::MAX;

            #[inline]
            fn hot(value: u32) -> Self {
                (1 as Self).checked_shl(value).unwrap_or(0)
            }

            #[inline]
            fn mex(self) -> u32 {
                self.trailing_ones()
            }
        }
    )*};
}
word!(u32 u64);

/// One-hot words of the heaps that takes can still reach; words below heap 0 are empty.
struct Words<W> {
    hot: Vec<W>,
    /// Heaps in front of the first word, less one block of words for heaps below 0.
    dropped: usize,
    seen: MexSet,
}

impl<W: Word> Words<W> {
    fn new() -> Words<W> {
        Words { hot: vec![W::default(); BLOCK], dropped: 0, seen: MexSet::new() }
    }

    /// The index of the word of `heap`, which may lie up to a block below 0: given as `heap + BLOCK`.
    fn index(&self, heap_and_block: usize) -> usize {
        heap_and_block - self.dropped
    }

    fn extend(
        &mut self,
        takes: &[usize],
        values: &mut Vec<u32>,
        count: usize,
        reach: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), StopReason> {
        let near = takes.partition_point(|&take| take < BLOCK);
        values.reserve_exact(count.saturating_sub(values.len()));
        ask_large_pages(values);
        while values.len() < count {
            let start = values.len();
            let within = takes.partition_point(|&take| take < start + BLOCK);
            pulse.beats((within.max(1) * BLOCK / 8) as u64)?;
            self.forget(start, reach);
            let mut block = [W::default(); BLOCK];
            let base = self.index(BLOCK + start);
            gather(&self.hot, base, &takes[near.min(within)..within], &mut block);
            let width = BLOCK.min(count - start);
            let mut found = [0u32; BLOCK];
            self.hot.resize(base + width, W::default());
            for offset in 0..width {
                let mut seen = block[offset];
                for &take in &takes[..near] {
                    // The block in front makes every index valid: takes here are below its length.
                    seen |= self.hot[base + offset - take];
                }
                let value =
                    if seen == W::FULL { self.scan(takes, values, &found[..offset]) } else { seen.mex() };
                found[offset] = value;
                self.hot[base + offset] = W::hot(value);
            }
            values.extend_from_slice(&found[..width]);
        }
        Ok(())
    }

    /// Drops words that no take reaches any more, once they are the larger part: fresh memory costs more than a copy.
    fn forget(&mut self, start: usize, reach: usize) {
        let needed = (BLOCK + start).saturating_sub(reach).max(self.dropped) - self.dropped;
        if needed > reach.max(1 << 14) {
            self.hot.drain(..needed);
            self.dropped += needed;
        }
    }

    /// The value of the next heap, behind `values` and `newest`, by looking at every option: for values beyond the word.
    #[cold]
    fn scan(&mut self, takes: &[usize], values: &[u32], newest: &[u32]) -> u32 {
        let n = values.len() + newest.len();
        self.seen.clear();
        let value = |heap: usize| values.get(heap).copied().unwrap_or_else(|| newest[heap - values.len()]);
        let options = takes.iter().take_while(|&&take| take <= n).map(|&take| value(n - take));
        // At most one value for each option.
        let largest = takes.len().min(n) as u32;
        self.seen.insert_all(largest, options.map(|value| value.min(largest)));
        self.seen.mex()
    }
}

/// ORs into `block` the words `take` before those from `start` on, for every take; takes are at least a block long.
fn gather<W: Word>(hot: &[W], start: usize, takes: &[usize], block: &mut [W; BLOCK]) {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the CPU has AVX2, as just checked; the function is the portable one compiled for it.
        return unsafe { gather_avx2(hot, start, takes, block) };
    }
    gather_portable(hot, start, takes, block);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn gather_avx2<W: Word>(hot: &[W], start: usize, takes: &[usize], block: &mut [W; BLOCK]) {
    gather_portable(hot, start, takes, block);
}

#[inline(always)]
fn gather_portable<W: Word>(hot: &[W], start: usize, takes: &[usize], block: &mut [W; BLOCK]) {
    for &take in takes {
        let from = start - take;
        let words: &[W; BLOCK] = hot[from..from + BLOCK].try_into().expect("a slice of one block");
        for (sum, word) in block.iter_mut().zip(words) {
            *sum |= *word;
        }
    }
}
