//! Subtraction games by one-hot words: bit v of word n says that heap n has value v.
//!
//! The options of heap n are the heaps n - s, so their values are the OR of the words at n - s, and g(n) is its number of
//! trailing ones. For takes of at least a block's length the OR runs over whole blocks of consecutive heaps at once and
//! becomes plain vector code; the few smaller takes are added heap by heap. Values of 64 and more, which need more than
//! 64 takes, leave no bit and are found by a scan when all 64 bits are set.
//!
//! A window as long as the largest take determines everything after it, so a repetition of that length proves a period.
//! Cost: |S| word operations per block of 64 heaps and take, 8 bytes per heap.

use super::period::{Period, prove};
use super::{SMALL, length};
use crate::error::Failure;
use crate::game::Game;
use crate::limits::{Pulse, StopReason};
use crate::rule::TakeSet;
use crate::rule::play::Heaps;
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
    let period = |values: &[u32]| prove(values, 1, reach);
    let takes = |limit: u64| set.up_to(limit).map(|take| take as usize).collect();
    fill(largest, values, &takes, &period, pulse)
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
    fill(largest, values, &|_| takes.clone(), &|_| None, pulse).map(drop)
}

fn fill(
    largest: u64,
    values: &mut Vec<u32>,
    takes: &dyn Fn(u64) -> Vec<usize>,
    prove: &dyn Fn(&[u32]) -> Option<Period>,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, Failure> {
    let mut hot = vec![0; BLOCK];
    let mut goal = SMALL;
    loop {
        let step = goal.min(largest);
        let count = length(step, 12, pulse)?;
        Words { hot: &mut hot, values }.extend(&takes(step), count, pulse)?;
        let period = if largest > SMALL { prove(values) } else { None };
        if period.is_some() || step == largest {
            return Ok(period);
        }
        goal = goal.saturating_mul(4);
    }
}

/// One-hot words and values, with a block of empty words in front for heaps below 0.
struct Words<'a> {
    hot: &'a mut Vec<u64>,
    values: &'a mut Vec<u32>,
}

impl Words<'_> {
    fn extend(&mut self, takes: &[usize], count: usize, pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        self.hot.reserve_exact(count + BLOCK - self.values.len());
        self.values.reserve_exact(count - self.values.len());
        let near = takes.partition_point(|&take| take < BLOCK);
        while self.values.len() < count {
            let start = self.values.len();
            let reach = takes.partition_point(|&take| take < start + BLOCK);
            pulse.beats((reach.max(1)) as u64 * BLOCK as u64 / 8)?;
            let mut block = [0u64; BLOCK];
            gather(self.hot, start, &takes[near.min(reach)..reach], &mut block);
            for (offset, far) in block.iter().enumerate().take(count - start) {
                let n = start + offset;
                let mut seen = *far;
                for &take in &takes[..near] {
                    // The block in front makes every index valid: takes here are below its length.
                    seen |= self.hot[BLOCK + n - take];
                }
                let value = if seen == u64::MAX { self.scan(takes, n) } else { seen.trailing_ones() };
                self.values.push(value);
                self.hot.push(1u64.checked_shl(value).unwrap_or(0));
            }
        }
        Ok(())
    }

    /// The value by looking at every option, for values of 64 and more.
    #[cold]
    fn scan(&self, takes: &[usize], n: usize) -> u32 {
        let mut values: Vec<u32> =
            takes.iter().take_while(|&&take| take <= n).map(|&take| self.values[n - take]).collect();
        values.sort_unstable();
        values.dedup();
        values
            .iter()
            .zip(0..)
            .find(|(value, index)| **value != *index)
            .map_or(values.len() as u32, |(_, index)| index)
    }
}

/// ORs into `block` the words of the heaps `start - take ..` for every take, which are at least a block long.
fn gather(hot: &[u64], start: usize, takes: &[usize], block: &mut [u64; BLOCK]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2, as just checked; the function is the portable one compiled for it.
        return unsafe { gather_avx2(hot, start, takes, block) };
    }
    gather_portable(hot, start, takes, block);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn gather_avx2(hot: &[u64], start: usize, takes: &[usize], block: &mut [u64; BLOCK]) {
    gather_portable(hot, start, takes, block);
}

#[inline(always)]
fn gather_portable(hot: &[u64], start: usize, takes: &[usize], block: &mut [u64; BLOCK]) {
    for &take in takes {
        // Word i of `hot` belongs to heap i - BLOCK; take < start + BLOCK, so the slice starts inside.
        let from = BLOCK + start - take;
        let words: &[u64; BLOCK] = hot[from..from + BLOCK].try_into().expect("a slice of one block");
        for (sum, word) in block.iter_mut().zip(words) {
            *sum |= word;
        }
    }
}
