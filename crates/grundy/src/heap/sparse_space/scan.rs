//! Scans of pairs: does a slice of cells, beside another, make a value somewhere?
//!
//! What witnesses leave open is settled here, so most scans are short: one pair in some hundreds makes the value. They begin
//! with the last pairs of the slices, 128 bytes at a time, with one branch for each such block. For several values of one heap
//! the pairs are read once.

use super::fitted::Cell;

/// Whether cells that stand side by side make the short value `wanted`, from the back; and how many were looked at. `SIGNED`
/// if rare heaps among them must be told.
#[inline]
pub fn any_pair<C: Cell, const SIGNED: bool>(low: &[C], high: &[C], wanted: C) -> (usize, bool) {
    assert_eq!(low.len(), high.len(), "pairs have two parts");
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::has_avx2() {
        // SAFETY: the processor has AVX2, and the slices are equally long.
        return unsafe { avx2::any_pair::<C, SIGNED>(low, high, wanted) };
    }
    any_pair_plain::<C, SIGNED>(low, high, wanted)
}

fn any_pair_plain<C: Cell, const SIGNED: bool>(low: &[C], high: &[C], wanted: C) -> (usize, bool) {
    let hits = |(&a, &b): (&C, &C)| if SIGNED { a.makes(b, wanted) } else { a.meets(b, wanted) };
    let block = BYTES / size_of::<C>();
    let mut blocks = low.rchunks(block).zip(high.rchunks(block));
    let found = blocks.position(|(low, high)| low.iter().zip(high).fold(false, |hit, pair| hit | hits(pair)));
    (found.map_or(low.len(), |place| low.len().min((place + 1) * block)), found.is_some())
}

/// Leaves those of the values, all from 1 to 127, that no two cells below 128 that stand side by side make; `found` is told
/// where a pair makes one. Says how many cells were looked at, from the front. One pair in some hundreds makes a value, so
/// the values of a heap have most of the pairs in common.
pub fn unmade(low: &[u8], high: &[u8], missing: &mut Vec<u8>, found: impl FnMut(usize)) -> usize {
    assert_eq!(low.len(), high.len(), "pairs have two parts");
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::has_avx2() {
        // SAFETY: the processor has AVX2, and the slices are equally long.
        return unsafe { avx2::unmade(low, high, missing, found) };
    }
    unmade_plain(low, high, missing, found)
}

fn unmade_plain(low: &[u8], high: &[u8], missing: &mut Vec<u8>, mut found: impl FnMut(usize)) -> usize {
    let mut looked_at = 0;
    for (low, high) in low.chunks(TOGETHER).zip(high.chunks(TOGETHER)) {
        if missing.is_empty() {
            break;
        }
        // The sign of a rare heap makes nothing from 1 to 127, with whatever it stands beside.
        missing.retain(|&wanted| {
            let made = low.iter().zip(high).position(|(a, b)| a ^ b == wanted);
            made.inspect(|&place| found(looked_at + place)).is_none()
        });
        looked_at += low.len();
    }
    looked_at
}

/// Pairs whose xors are compared with all missing values together.
const TOGETHER: usize = 256;

/// Bytes of cells that are looked at together.
const BYTES: usize = 128;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BYTES, Cell, TOGETHER, any_pair_plain, unmade_plain};
    use std::arch::x86_64::*;

    /// See [`super::unmade`].
    ///
    /// # Safety
    /// The processor has AVX2; the slices are equally long.
    #[target_feature(enable = "avx2")]
    pub unsafe fn unmade(
        low: &[u8],
        high: &[u8],
        missing: &mut Vec<u8>,
        mut found: impl FnMut(usize),
    ) -> usize {
        if low.len() < TOGETHER {
            return unmade_plain(low, high, missing, found);
        }
        let mut done = 0;
        while done < low.len() && !missing.is_empty() {
            // What was looked at before does no harm once more.
            let first = done.min(low.len() - TOGETHER);
            let xors: [__m256i; TOGETHER / 32] = std::array::from_fn(|part| {
                let at = first + 32 * part;
                // SAFETY: `first` leaves room for TOGETHER.
                let (a, b) = unsafe {
                    (
                        _mm256_loadu_si256(low.as_ptr().add(at).cast()),
                        _mm256_loadu_si256(high.as_ptr().add(at).cast()),
                    )
                };
                _mm256_xor_si256(a, b)
            });
            let mut kept = 0;
            for index in 0..missing.len() {
                let value = missing[index];
                let wanted = _mm256_set1_epi8(value as i8);
                let mut made = _mm256_setzero_si256();
                for &xor in &xors {
                    made = _mm256_or_si256(made, _mm256_cmpeq_epi8(xor, wanted));
                }
                missing[kept] = value;
                if _mm256_testz_si256(made, made) != 0 {
                    kept += 1;
                    continue;
                }
                for (part, &xor) in xors.iter().enumerate() {
                    let bits = _mm256_movemask_epi8(_mm256_cmpeq_epi8(xor, wanted)) as u32;
                    if bits != 0 {
                        found(first + 32 * part + bits.trailing_zeros() as usize);
                        break;
                    }
                }
            }
            missing.truncate(kept);
            done = first + TOGETHER;
        }
        done
    }

    /// See [`super::any_pair`].
    ///
    /// # Safety
    /// The processor has AVX2; the slices are equally long.
    #[target_feature(enable = "avx2")]
    pub unsafe fn any_pair<C: Cell, const SIGNED: bool>(low: &[C], high: &[C], wanted: C) -> (usize, bool) {
        let size = size_of_val(low);
        if size < BYTES {
            return any_pair_plain::<C, SIGNED>(low, high, wanted);
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
            // What was looked at before does no harm once more, and spares a loop over single pairs.
            let first = left.saturating_sub(BYTES);
            let mut hit = _mm256_setzero_si256();
            for part in 0..BYTES / 32 {
                // SAFETY: `first` leaves room for BYTES.
                let (a, b) = unsafe {
                    let at = first + 32 * part;
                    (_mm256_loadu_si256(low.add(at).cast()), _mm256_loadu_si256(high.add(at).cast()))
                };
                let mut made = equal(_mm256_xor_si256(a, b), wanted);
                if SIGNED {
                    made = _mm256_andnot_si256(_mm256_or_si256(equal(a, rare), equal(b, rare)), made);
                }
                hit = _mm256_or_si256(hit, made);
            }
            left = first;
            if _mm256_movemask_epi8(hit) != 0 {
                return ((size - left) / size_of::<C>(), true);
            }
        }
        (size / size_of::<C>(), false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fitted::Cell;
    use super::*;
    use proptest::prelude::*;

    /// Rare heaps among common ones.
    fn cells(below: u8) -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop_oneof![3 => 0..below, 1 => Just(u8::RARE)], 300)
    }

    proptest! {
        /// Where [`Fitted`](super::super::fitted::Fitted) does not look at the signs, they make no difference; and scans
        /// of every length find what a loop finds.
        #[test]
        fn scans_find_what_a_loop_finds(
            low in cells(u8::HALF as u8),
            high in cells(u8::HALF as u8),
            wanted in 1..u8::HALF as u8,
            count in 0usize..300,
        ) {
            let (low, high) = (&low[..count], &high[..count]);
            let told = any_pair::<u8, true>(low, high, wanted);
            prop_assert_eq!(any_pair::<u8, false>(low, high, wanted), told);
            prop_assert_eq!(any_pair_plain::<u8, false>(low, high, wanted), told);
            prop_assert_eq!(any_pair_plain::<u8, true>(low, high, wanted), told);
            let pairs = low.iter().zip(high);
            let slow = pairs.filter(|(a, b)| **a != u8::RARE && **b != u8::RARE).any(|(a, b)| a ^ b == wanted);
            prop_assert_eq!(told.1, slow);
            let wide = |cells: &[u8]| -> Vec<u16> {
                cells.iter().map(|&cell| if cell == u8::RARE { u16::RARE } else { u16::from(cell) }).collect()
            };
            let wide = any_pair::<u16, true>(&wide(low), &wide(high), u16::from(wanted));
            prop_assert_eq!(wide.1, slow);
        }

        /// What no pair makes is left, and what one makes is found where it stands.
        #[test]
        fn scans_for_many_values_find_what_a_loop_finds(
            cells in prop::collection::vec((0u8..128, 0u8..128, 0u8..9), 0..700),
            wanted in prop::collection::btree_set(1u8..128, 0..20),
        ) {
            let cell = |value: u8, rare: bool| if rare { u8::RARE } else { value / 8 };
            let low: Vec<u8> = cells.iter().map(|&(a, _, rare)| cell(a, rare % 3 == 0)).collect();
            let high: Vec<u8> = cells.iter().map(|&(_, b, rare)| cell(b, rare < 2)).collect();
            let common = |place: usize| low[place] != u8::RARE && high[place] != u8::RARE;
            let makes = |place: usize, value: u8| common(place) && low[place] ^ high[place] == value;
            let slow: Vec<u8> =
                wanted.iter().copied().filter(|&value| !(0..low.len()).any(|place| makes(place, value))).collect();
            for vectors in [true, false] {
                let mut left: Vec<u8> = wanted.iter().copied().collect();
                let mut found = Vec::new();
                let looked_at = match vectors {
                    true => unmade(&low, &high, &mut left, |place| found.push(place)),
                    false => unmade_plain(&low, &high, &mut left, |place| found.push(place)),
                };
                prop_assert_eq!(&left, &slow);
                prop_assert!(looked_at <= low.len());
                let found: Vec<u8> = found.iter().filter(|&&place| common(place)).map(|&place| low[place] ^ high[place]).collect();
                let mut made: Vec<u8> = wanted.iter().copied().filter(|value| !slow.contains(value)).collect();
                prop_assert_eq!(found.len(), made.len());
                made.retain(|value| !found.contains(value));
                prop_assert!(made.is_empty());
            }
        }
    }
}
