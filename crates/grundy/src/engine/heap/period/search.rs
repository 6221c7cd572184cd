//! Finds where the end of a long list stands once more, reading it in blocks.
//!
//! The last W values are hashed, and a window of W values slides towards heap 0 with a rolling hash (Karp and Rabin
//! 1987, modulo the prime 2^61 - 1). The hash only points at places: what it finds is compared value by value, and it
//! misses nothing, so the least shift is exact. Time O(n), a few nanoseconds a value, memory a few blocks, whatever the
//! list looks like; the failure function or the Z-function would need eight bytes a value.

use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::terms::Terms;

/// Values read at once.
pub(super) const BLOCK: usize = 1 << 14;

const PRIME: u64 = (1 << 61) - 1;
/// Any number would do that is no small power of another; a fixed one makes every run the same.
const BASE: u64 = 0x1b87_3593_cc9e_2d51 % PRIME;

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    reduced((product as u64 & PRIME) + (product >> 61) as u64)
}

fn reduced(sum: u64) -> u64 {
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn power(mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, BASE);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

/// Values from some heap down to heap 0, read a block ahead.
struct Backwards<'a, T: ?Sized> {
    terms: &'a T,
    /// The heap behind the next one.
    end: u64,
    block: Vec<u32>,
    left: usize,
}

impl<'a, T: Terms + ?Sized> Backwards<'a, T> {
    fn new(terms: &'a T, end: u64) -> Backwards<'a, T> {
        Backwards { terms, end, block: vec![0; BLOCK], left: 0 }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        if self.left == 0 {
            self.left = self.end.min(BLOCK as u64) as usize;
            self.terms.read(self.end - self.left as u64, &mut self.block[..self.left]);
        }
        self.left -= 1;
        self.end -= 1;
        u64::from(self.block[self.left])
    }
}

/// Values that are looked for before anything is hashed.
const TAIL: u64 = 32;

/// Whether the last few values of the window stand once more, up to `most` places before. A list without a period hardly ever
/// repeats them.
fn tail_recurs<T: Terms + ?Sized>(
    terms: &T,
    count: u64,
    window: u64,
    most: u64,
    pulse: &mut Pulse<'_>,
) -> Result<bool, StopReason> {
    let width = window.min(TAIL) as usize;
    let mut tail = vec![0; width];
    terms.read(count - width as u64, &mut tail);
    let Some(&last) = tail.last() else { return Ok(true) };
    let mut block = vec![0; most.min(BLOCK as u64) as usize + width - 1];
    // Where else they could begin, from the back.
    let mut end = count - width as u64;
    let first = end - most;
    while end > first {
        pulse.beats(BLOCK as u64)?;
        let from = end.saturating_sub(BLOCK as u64).max(first);
        let block = &mut block[..(end - from) as usize + width - 1];
        terms.read(from, block);
        if block.windows(width).any(|values| values[width - 1] == last && values == tail) {
            return Ok(true);
        }
        end = from;
    }
    Ok(false)
}

/// Hashes that disagree with the values before the search gives up: with honest lists none ever does.
const PATIENCE: u32 = 8;

/// The least p from 1 to `most` with which the last `window` of the first `count` values agree with those p places before.
///
/// # Errors
/// When it was asked to stop.
pub(super) fn least_shift<T: Terms + ?Sized>(
    terms: &T,
    count: u64,
    window: u64,
    most: u64,
    pulse: &mut Pulse<'_>,
) -> Result<Option<u64>, StopReason> {
    let most = most.min(count.saturating_sub(window));
    if most == 0 || !tail_recurs(terms, count, window, most, pulse)? {
        return Ok(None);
    }
    let mut entering = Backwards::new(terms, count);
    let mut pattern = 0;
    for done in 0..window {
        if done % BLOCK as u64 == 0 {
            pulse.beats(BLOCK as u64)?;
        }
        pattern = reduced(times(pattern, BASE) + entering.next());
    }
    let mut leaving = Backwards::new(terms, count);
    let (mut sliding, top, mut mistaken) = (pattern, power(window), 0);
    for p in 1..=most {
        if p % BLOCK as u64 == 1 {
            pulse.beats(BLOCK as u64)?;
        }
        let gone = if window == 0 { 0 } else { times(top, leaving.next()) };
        let came = if window == 0 { 0 } else { entering.next() };
        sliding = reduced(reduced(times(sliding, BASE) + came) + (PRIME - gone));
        if sliding == pattern {
            if agreement(terms, count, p, window, pulse)? >= window {
                return Ok(Some(p));
            }
            mistaken += 1;
            if mistaken > PATIENCE {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// How many of the last values agree with those p places before them, counted from the end until one does not, or to
/// `enough`.
///
/// # Errors
/// When it was asked to stop.
pub(super) fn agreement<T: Terms + ?Sized>(
    terms: &T,
    count: u64,
    p: u64,
    enough: u64,
    pulse: &mut Pulse<'_>,
) -> Result<u64, StopReason> {
    let total = count.saturating_sub(p);
    let (mut low, mut high) = (vec![0; BLOCK], vec![0; BLOCK]);
    let mut agreed = 0;
    while agreed < total.min(enough) {
        pulse.beats(BLOCK as u64)?;
        let width = (total.min(enough) - agreed).min(BLOCK as u64) as usize;
        let from = total - agreed - width as u64;
        terms.read(from, &mut low[..width]);
        terms.read(from + p, &mut high[..width]);
        if let Some(last) = (0..width).rposition(|index| low[index] != high[index]) {
            return Ok(agreed + (width - 1 - last) as u64);
        }
        agreed += width as u64;
    }
    Ok(agreed)
}

/// The steps from each value to the next, modulo 2^32: an arithmetic period of values is a period of their steps.
#[derive(Debug)]
pub(in crate::engine::heap) struct Steps<'a, T: ?Sized>(pub &'a T);

impl<T: Terms + ?Sized> Terms for Steps<'_, T> {
    fn count(&self) -> u64 {
        self.0.count().saturating_sub(1)
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        let Some(length) = out.len().checked_sub(1) else { return };
        self.0.read(first, out);
        let behind = self.0.value(first + out.len() as u64);
        for index in 0..length {
            out[index] = out[index + 1].wrapping_sub(out[index]);
        }
        out[length] = behind.wrapping_sub(out[length]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;

    /// What [`least_shift`] is, by trying everything.
    fn plain(values: &[u32], window: usize, most: usize) -> Option<u64> {
        let count = values.len();
        let same = |p: usize| values[count - window..] == values[count - window - p..count - p];
        (1..=most.min(count - window)).find(|&p| same(p)).map(|p| p as u64)
    }

    #[test]
    fn the_least_shift_is_found() {
        let limits = Limits::default();
        let mut pulse = Pulse::new(&limits);
        let mut seed = 1u64;
        for round in 0..3000 {
            let mut values = Vec::new();
            let (length, period, kinds) = (round % 97, 1 + round % 13, 1 + round % 3);
            for index in 0..length {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let fresh = (seed >> 40) as u32 % kinds as u32;
                values.push(if index < period + round % 31 { fresh } else { values[index - period] });
            }
            for window in
                [0, 1, length / 3, length / 2, length * 2 / 3].into_iter().filter(|&window| window <= length)
            {
                let found = least_shift(&values[..], length as u64, window as u64, 40, &mut pulse);
                assert_eq!(found, Ok(plain(&values, window, 40)), "{values:?} {window}");
            }
        }
    }

    #[test]
    fn blocks_do_not_matter() {
        let limits = Limits::default();
        let mut pulse = Pulse::new(&limits);
        let long = 5 * BLOCK + 77;
        let mut values: Vec<u32> = (0..long as u32).map(|n| n % 7 + n % 1009).collect();
        values[BLOCK - 1] = 5000;
        let count = values.len() as u64;
        assert_eq!(least_shift(&values[..], count, 3 * BLOCK as u64, count, &mut pulse), Ok(Some(7063)));
        // The tail alone, once more in another block, and just out of reach.
        let mut rising: Vec<u32> = (0..long as u32).collect();
        rising.copy_within(long - 40.., BLOCK - 7);
        let shift = (long - 40 - (BLOCK - 7)) as u64;
        for (window, most, found) in [(40, shift, Some(shift)), (40, shift - 1, None), (41, shift, None)] {
            assert_eq!(least_shift(&rising[..], count, window, most, &mut pulse), Ok(found));
        }
        let agreed = agreement(&values[..], count, 7063, u64::MAX, &mut pulse);
        assert_eq!(agreed, Ok(count - 7063 - BLOCK as u64));
        let steps = Steps(&values[..]);
        let mut out = vec![0; 4];
        steps.read(BLOCK as u64 - 2, &mut out);
        let step = |n: usize| values[n + 1].wrapping_sub(values[n]);
        assert_eq!(out, [step(BLOCK - 2), step(BLOCK - 1), step(BLOCK), step(BLOCK + 1)]);
    }
}
