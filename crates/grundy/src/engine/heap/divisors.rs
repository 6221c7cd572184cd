//! Equal Split far out: take one token, or split a heap into two or more equal heaps.
//!
//! No period is known, and a table to 10^9 is large. But a heap's value depends on its divisors and, rarely, on its
//! neighbour below. Let S(n) be the set of values of the splits of n: into an even number of heaps, 0; into an odd number
//! d > 1 of heaps, g(n/d). With m the least number outside S(n) and m' the next one,
//!
//! > g(n) = m, unless g(n - 1) = m; then g(n) = m'.
//!
//! So `g(n) = v` is false for any v but m and m', and for those it is decided by whether g(n - 1) = m, a question of the
//! same kind. This chain n, n - 1, n - 2, ... ends where v is neither of the two, and it must end: of an odd prime p the
//! only odd split leaves p heaps of 1, so m = 0 and the question becomes whether g(p - 1) = 0; but p - 1 is even, 0 is in
//! S(p - 1), and the answer is no. So a chain never passes the next odd prime below, and in fact it is short: of the heaps
//! from 1000 to 300 000, 74 in 100 need one neighbour, none more than ten. (The same argument shows that a single heap is
//! lost exactly when it is 0 or an odd prime: for odd composite n some odd split leaves odd primes, which are 0.)
//!
//! Each heap of the chain is taken apart by [`crate::value::factor`], and its divisors, at most a third of it, are worked
//! out in the same way, each once. Heaps below a few hundred thousand come from a table made by a sieve, in n log n steps.
//! A heap near 10^9 takes some 50 microseconds once the table is there, one near 2^64 about a second.
//!
//! ```
//! use grundy::engine::heap::divisors::Divisors;
//! use grundy::{Limits, Pulse};
//! let limits = Limits::default();
//! let mut values = Divisors::up_to(999_999_937);
//! assert_eq!(values.value(999_999_937, &mut Pulse::new(&limits))?, 0); // an odd prime
//! # Ok::<(), grundy::StopReason>(())
//! ```

use super::length;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::value::factor::{PrimePower, divisors, divisors_of, factors, is_prime};
use rustc_hash::FxHashMap;

/// Heaps of the table in which larger heaps end: it takes as long as a few thousand of those.
const TABLE_HEAPS: u64 = 1 << 18;
/// The same for many heaps.
const LARGE_TABLE_HEAPS: u64 = 1 << 22;

/// Appends the values of heaps 0 to `largest` to the empty list `values`.
///
/// # Errors
/// When the limits do not suffice.
pub fn fill(largest: u64, values: &mut Vec<u32>, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
    let count = length(largest, 12, pulse)?;
    // Bit v of a heap: some split of it has the value v.
    let mut splits = vec![Splits::default(); count];
    values.reserve_exact(count);
    values.push(0);
    for n in 1..count {
        if n % 2 == 0 {
            splits[n].insert(0)?;
        }
        let absent = splits[n];
        let value = if values[n - 1] == absent.least() { absent.next() } else { absent.least() };
        values.push(value);
        pulse.beats((count / n / 2) as u64 + 1)?;
        for multiple in (3 * n..count).step_by(2 * n) {
            splits[multiple].insert(value)?;
        }
    }
    Ok(())
}

/// The values of the splits of a heap. They are small: 11 is the largest below 300 000.
#[derive(Debug, Clone, Copy, Default)]
struct Splits(u64);

impl Splits {
    fn insert(&mut self, value: u32) -> Result<(), StopReason> {
        // Room for two absent values is kept; no heap of 64 bits is known to come near.
        if value >= 62 {
            return Err(StopReason::PositionLimit);
        }
        self.0 |= 1 << value;
        Ok(())
    }

    /// The least absent value.
    fn least(self) -> u32 {
        self.0.trailing_ones()
    }

    /// The least absent value but one.
    fn next(self) -> u32 {
        (self.0 | 1 << self.least()).trailing_ones()
    }
}

/// Values of heaps, worked out when they are asked for.
#[derive(Debug, Clone)]
pub struct Divisors {
    table: Vec<u32>,
    known: FxHashMap<u64, u32>,
}

impl Divisors {
    /// Ready for heaps to `largest`; larger ones take longer.
    pub fn up_to(largest: u64) -> Divisors {
        Divisors::with_table(largest.min(TABLE_HEAPS))
    }

    /// Ready for these heaps: with a larger table if they are many.
    pub fn for_heaps(heaps: &[u64]) -> Divisors {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let worth = (64 * heaps.len() as u64).clamp(TABLE_HEAPS, LARGE_TABLE_HEAPS);
        Divisors::with_table(largest.min(worth))
    }

    fn with_table(last: u64) -> Divisors {
        let mut table = Vec::new();
        let limits = Limits::default();
        fill(last, &mut table, &mut Pulse::new(&limits)).expect("a small table within limits");
        Divisors { table, known: FxHashMap::default() }
    }

    /// The value of a heap, worked out now unless it is known.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn value(&mut self, heap: u64, pulse: &mut Pulse<'_>) -> Result<u32, StopReason> {
        if let Some(value) = self.get(heap) {
            return Ok(value);
        }
        if self.known.len() as u64 >= pulse.limits().positions_kept() {
            return Err(StopReason::PositionLimit);
        }
        // Depth: each step divides by 3 at least.
        let splits = self.splits(heap, pulse)?;
        let value = if self.is(heap - 1, splits.least(), pulse)? { splits.next() } else { splits.least() };
        self.known.insert(heap, value);
        Ok(value)
    }

    /// The value of a heap that is in the table or was asked for.
    pub fn get(&self, heap: u64) -> Option<u32> {
        let tabled = usize::try_from(heap).ok().and_then(|index| self.table.get(index));
        tabled.or_else(|| self.known.get(&heap)).copied()
    }

    /// Works out a heap and all heaps that one move leaves.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn prepare(&mut self, heap: u64, pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        self.value(heap, pulse)?;
        self.value(heap.saturating_sub(1), pulse)?;
        divisors(heap).into_iter().try_for_each(|part| self.value(part, pulse).map(drop))
    }

    /// Whether g(heap) = value, by the chain of questions.
    fn is(&mut self, mut heap: u64, mut value: u32, pulse: &mut Pulse<'_>) -> Result<bool, StopReason> {
        let mut answer = true;
        loop {
            if let Some(known) = self.get(heap) {
                return Ok((known == value) == answer);
            }
            let splits = self.splits(heap, pulse)?;
            if value == splits.least() {
                answer = !answer;
            } else if value != splits.next() {
                return Ok(!answer);
            }
            (heap, value) = (heap - 1, splits.least());
        }
    }

    /// S(heap), for a heap beyond the table.
    fn splits(&mut self, heap: u64, pulse: &mut Pulse<'_>) -> Result<Splits, StopReason> {
        let mut splits = Splits::default();
        let factors = factors(heap);
        pulse.beats(100)?;
        let odd: Vec<PrimePower> = factors.into_iter().filter(|&(prime, _)| prime > 2).collect();
        if heap.is_multiple_of(2) {
            splits.insert(0)?;
        }
        for divisor in divisors_of(&odd).into_iter().filter(|&divisor| divisor > 1) {
            let part = heap / divisor;
            // Odd primes are 0 and need no chain.
            let value = match self.get(part) {
                Some(value) => value,
                None if part % 2 == 1 && is_prime(part.into()) => 0,
                None => self.value(part, pulse)?,
            };
            splits.insert(value)?;
        }
        Ok(splits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(table: u64, heaps: impl Iterator<Item = u64>) -> Vec<u32> {
        let limits = Limits::default();
        let mut values = Divisors::up_to(table);
        heaps.map(|heap| values.value(heap, &mut Pulse::new(&limits)).expect("within limits")).collect()
    }

    #[test]
    fn chains_agree_with_the_sieve() {
        let limits = Limits::default();
        let mut table = Vec::new();
        fill(400_000, &mut table, &mut Pulse::new(&limits)).expect("within limits");
        assert_eq!(far(10, (0..30_000).rev())[..], table[..30_000].iter().rev().copied().collect::<Vec<_>>());
        assert_eq!(far(100, 399_000..=400_000), table[399_000..]);
        assert_eq!(far(TABLE_HEAPS, 350_000..=400_000), table[350_000..]);
    }

    #[test]
    fn p_positions_are_odd_primes() {
        for (heap, value) in (999_999_900..1_000_000_100u64).zip(far(TABLE_HEAPS, 999_999_900..1_000_000_100))
        {
            assert_eq!(value == 0, is_prime(heap.into()), "{heap}");
        }
    }
}
