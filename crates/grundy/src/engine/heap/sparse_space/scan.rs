//! Scans of pairs: where does a slice of cells, beside another, make a value?
//!
//! What witnesses leave open is settled here: one pair in some hundreds makes the value. Scans begin with the last
//! pairs of the slices, 128 bytes at a time, with one branch for each such block.

use super::fitted::Cell;

/// What a scan has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scanned {
    /// How many pairs were looked at, from the back.
    pub looked_at: usize,
    /// Where the value is made, if it is: the first such place of the block that was looked at last.
    pub place: Option<usize>,
}

/// Looks for cells that stand side by side and make the short value `wanted`, from the back. `MEETS_SENTINEL` if rare
/// heaps among them must be distinguished from values.
#[inline]
pub fn find_pair<C: Cell, const MEETS_SENTINEL: bool>(low: &[C], high: &[C], wanted: C) -> Scanned {
    assert_eq!(low.len(), high.len(), "pairs have two parts");
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has AVX2, and the slices are equally long.
        return unsafe { avx2::find_pair::<C, MEETS_SENTINEL>(low, high, wanted) };
    }
    find_pair_plain::<C, MEETS_SENTINEL>(low, high, wanted)
}

/// The plain version: block by block, as the vectors do, so that both look at the same pairs.
fn find_pair_plain<C: Cell, const MEETS_SENTINEL: bool>(low: &[C], high: &[C], wanted: C) -> Scanned {
    let hits = |(&a, &b): (&C, &C)| if MEETS_SENTINEL { a.makes(b, wanted) } else { a.meets(b, wanted) };
    let block = BYTES / size_of::<C>();
    let mut left = low.len();
    while left > 0 {
        let first = left.saturating_sub(block);
        let mut pairs = low[first..left].iter().zip(&high[first..left]);
        left = first;
        if let Some(place) = pairs.position(hits) {
            return Scanned { looked_at: low.len() - left, place: Some(first + place) };
        }
    }
    Scanned { looked_at: low.len(), place: None }
}

/// Bytes of cells that are looked at together.
const BYTES: usize = 128;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BYTES, Cell, Scanned, find_pair_plain};
    use std::arch::x86_64::*;

    /// See [`super::find_pair`].
    ///
    /// # Safety
    /// The processor has AVX2; the slices are equally long.
    #[target_feature(enable = "avx2")]
    pub unsafe fn find_pair<C: Cell, const MEETS_SENTINEL: bool>(
        low: &[C],
        high: &[C],
        wanted: C,
    ) -> Scanned {
        let size = size_of_val(low);
        if size < BYTES {
            return find_pair_plain::<C, MEETS_SENTINEL>(low, high, wanted);
        }
        let (low, high) = (low.as_ptr().cast::<u8>(), high.as_ptr().cast::<u8>());
        let narrow = size_of::<C>() == 1;
        let wanted = match narrow {
            true => _mm256_set1_epi8(wanted.short() as i8),
            false => _mm256_set1_epi16(wanted.short() as i16),
        };
        let equal = |a, b| if narrow { _mm256_cmpeq_epi8(a, b) } else { _mm256_cmpeq_epi16(a, b) };
        let rare = _mm256_set1_epi8(-1);
        let mut left = size;
        while left > 0 {
            // Why it is fast: one branch for 128 bytes. What was looked at before does no harm once more, and spares a
            // loop over single pairs.
            let first = left.saturating_sub(BYTES);
            let made: [__m256i; BYTES / 32] = std::array::from_fn(|part| {
                // SAFETY: `first` leaves room for BYTES.
                let (a, b) = unsafe {
                    let at = first + 32 * part;
                    (_mm256_loadu_si256(low.add(at).cast()), _mm256_loadu_si256(high.add(at).cast()))
                };
                let made = equal(_mm256_xor_si256(a, b), wanted);
                match MEETS_SENTINEL {
                    true => _mm256_andnot_si256(_mm256_or_si256(equal(a, rare), equal(b, rare)), made),
                    false => made,
                }
            });
            left = first;
            let any = _mm256_or_si256(_mm256_or_si256(made[0], made[1]), _mm256_or_si256(made[2], made[3]));
            if _mm256_testz_si256(any, any) == 0 {
                let bits = made.map(|made| u128::from(_mm256_movemask_epi8(made) as u32));
                let bits = bits[0] | bits[1] << 32 | bits[2] << 64 | bits[3] << 96;
                let place = (first + bits.trailing_zeros() as usize) / size_of::<C>();
                return Scanned { looked_at: (size - left) / size_of::<C>(), place: Some(place) };
            }
        }
        Scanned { looked_at: size / size_of::<C>(), place: None }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::fitted::Cell;
    use super::*;
    use crate::base::guarded::guarded;
    use proptest::prelude::*;

    /// Rare heaps among common ones.
    fn cells(below: u8) -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop_oneof![3 => 0..below, 1 => Just(u8::RARE)], 300)
    }

    proptest! {
        /// Where [`Fitted`](super::super::fitted::Fitted) does not look at the sentinels, they make no difference; and scans
        /// of every length find what a loop finds.
        #[test]
        fn scans_find_what_a_loop_finds(
            low in cells(u8::HALF as u8),
            high in cells(u8::HALF as u8),
            wanted in 1..u8::HALF as u8,
            count in 0usize..300,
        ) {
            let (low, high) = (&low[..count], &high[..count]);
            let scanned = find_pair_plain::<u8, true>(low, high, wanted);
            // What is looked at begins and ends where memory does.
            guarded(low, |low| guarded(high, |high| {
                assert_eq!(find_pair::<u8, true>(low, high, wanted), scanned);
                assert_eq!(find_pair::<u8, false>(low, high, wanted), scanned);
            }));
            prop_assert_eq!(find_pair_plain::<u8, false>(low, high, wanted), scanned);
            let pairs = low.iter().zip(high);
            let slow = pairs.filter(|(a, b)| **a != u8::RARE && **b != u8::RARE).any(|(a, b)| a ^ b == wanted);
            prop_assert_eq!(scanned.place.is_some(), slow);
            if let Some(place) = scanned.place {
                prop_assert!(low[place].makes(high[place], wanted) && scanned.looked_at >= count - place);
            }
            let wide = |cells: &[u8]| -> Vec<u16> {
                cells.iter().map(|&cell| if cell == u8::RARE { u16::RARE } else { u16::from(cell) }).collect()
            };
            let (low, high, wanted) = (&wide(low), &wide(high), u16::from(wanted));
            let scanned = find_pair_plain::<u16, true>(low, high, wanted);
            prop_assert_eq!(scanned.place.is_some(), slow);
            guarded(low, |low| guarded(high, |high| {
                assert_eq!(find_pair::<u16, true>(low, high, wanted), scanned);
            }));
        }
    }
}
