//! The first heaps of a game, while their values are small: all pairs of a heap become one set of 128 values.
//!
//! One pair is one bit, moved to its place and joined to the set; there is no branch, so it becomes vector code where
//! the processor can move each of several numbers by its own number of places. The least value outside the set is the
//! value of the heap. Half a cycle for a pair with AVX-512: up to a few thousand heaps less than
//! [`pairs`](super::pairs) takes to mark some pairs and compare the others.

use super::breaks::Breaks;
use super::mirror::Mirror;

/// Values below [`LIMIT`], and the same values read backwards.
#[derive(Debug)]
pub struct SmallPairs {
    values: Vec<u8>,
    mirror: Mirror<u8>,
}

/// Values are below this.
const LIMIT: u32 = 128;
/// From so many heaps on, comparisons take less time.
const MAX_HEAPS: usize = 4096;

impl SmallPairs {
    /// Continues from these values, if they are few and small.
    pub fn new(values: &[u16]) -> Option<SmallPairs> {
        let mut small = SmallPairs { values: Vec::new(), mirror: Mirror::default() };
        values.iter().all(|&value| small.push(value)).then_some(small)
    }

    /// Appends the value of the next heap; says whether to go on.
    pub fn push(&mut self, value: u16) -> bool {
        self.values.push(value as u8);
        self.mirror.extend(&[value as u8]);
        u32::from(value) < LIMIT && self.values.len() < MAX_HEAPS
    }

    /// The value of the next heap, and how many pairs it has.
    pub fn next(&self, breaks: &Breaks) -> (u16, usize) {
        let n = self.values.len();
        let mut set = u128::from(breaks.ends.contains(&n));
        for &taken in breaks.takes.iter().take_while(|&&taken| taken < n) {
            set |= 1 << self.values[n - taken];
        }
        let mut count = 0;
        for split in &breaks.splits {
            let last = split.last_part(n);
            if last > 0 {
                set |= made(&self.values[1..=last], self.mirror.down_from(n - split.taken - 1, last));
                count += last;
            }
        }
        (set.trailing_ones() as u16, count)
    }
}

/// The xors of numbers that stand side by side, all below [`LIMIT`].
fn made(low: &[u8], high: &[u8]) -> u128 {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx512() {
        // SAFETY: the processor has what is asked for, and the function is safe Rust compiled for it.
        return unsafe { made_avx512(low, high) };
    }
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has AVX2, and the function is safe Rust compiled for it.
        return unsafe { made_avx2(low, high) };
    }
    made_plain(low, high)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
unsafe fn made_avx512(low: &[u8], high: &[u8]) -> u128 {
    made_plain(low, high)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn made_avx2(low: &[u8], high: &[u8]) -> u128 {
    made_plain(low, high)
}

#[inline(always)]
fn made_plain(low: &[u8], high: &[u8]) -> u128 {
    // A bit that is moved too far is gone.
    let moved = |by: u32| 1u64.checked_shl(by).unwrap_or(0);
    let halves = low.iter().zip(high).fold([0; 2], |[small, large], (a, b)| {
        let value = u32::from(a ^ b);
        [small | moved(value), large | moved(value.wrapping_sub(64))]
    });
    u128::from(halves[0]) | u128::from(halves[1]) << 64
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::base::guarded::guarded;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_have_the_xors_of_all_pairs(pairs in prop::collection::vec((0u8..128, 0u8..128), 0..700)) {
            let (low, high): (Vec<u8>, Vec<u8>) = pairs.into_iter().unzip();
            // Every length at which some vector is full or not, with nothing behind it.
            for count in (0..low.len().min(66)).chain([low.len()]) {
                let slow = low.iter().zip(&high).take(count).fold(0u128, |set, (a, b)| set | 1 << (a ^ b));
                guarded(&low[..count], |low| guarded(&high[..count], |high| {
                    assert_eq!((made(low, high), made_plain(low, high)), (slow, slow));
                    #[cfg(target_arch = "x86_64")]
                    if crate::base::cpu::has_avx2() {
                        // SAFETY: the processor has AVX2, and the function is safe Rust compiled for it.
                        assert_eq!(unsafe { made_avx2(low, high) }, slow, "the narrower path");
                    }
                }));
            }
        }
    }
}
