//! A sparse space: a mask that separates the few rare values from the many common ones.
//!
//! The value v of heap n is *rare* when `v & mask` has an even number of ones (with `by_place`: plus the parity of n), and
//! *common* otherwise. Two rare or two common parts make a rare option, one of each a common one. So the common options of
//! a heap come only from pairs with exactly one rare part, and if few heaps are rare, few pairs have to be looked at
//! (Berlekamp, Conway and Guy, Winning Ways, chapter 4). Any mask is correct: a bad one only costs time.
//!
//! Within a class the lowest bit of the mask follows from the others. Values without it are called *short*: as different,
//! in the same order, half as many, and the xor of short values is the short xor.

/// A mask and the heaps whose values it calls rare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Bits of a value that count.
    pub mask: u32,
    /// Whether the parity of the heap, minus that of the tokens a split takes, counts too.
    pub by_place: bool,
    /// The non-empty heaps with rare values, ascending.
    pub rare: Vec<u64>,
}

/// A mask, ready for use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fit {
    /// Bits of a value that count; never 0.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub by_place: bool,
    /// The parity of the tokens taken by splits.
    pub parity: usize,
}

impl Fit {
    /// Whether a value of heap n, or of an option of it, is common.
    #[inline]
    pub fn is_common(&self, n: usize, value: u32) -> bool {
        (value & self.mask).count_ones() % 2 != self.flip(n)
    }

    #[inline]
    fn flip(&self, n: usize) -> u32 {
        if self.by_place { ((n ^ self.parity) & 1) as u32 } else { 0 }
    }

    #[inline]
    fn low_bit(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The value without the lowest bit of the mask.
    #[inline]
    pub fn short(&self, value: u32) -> u32 {
        let low = (1 << self.low_bit()) - 1;
        (value >> 1) & !low | value & low
    }

    /// The value of a class that has the given short value.
    #[inline]
    pub fn long(&self, n: usize, short: u32, common: bool) -> u32 {
        let low = (1 << self.low_bit()) - 1;
        let value = (short & !low) << 1 | short & low;
        value | u32::from(self.is_common(n, value) != common) << self.low_bit()
    }

    /// How many rare values of heap n lie below the common value with this short value: they are the least ones.
    #[inline]
    pub fn rare_below(&self, n: usize, short: u32) -> u32 {
        let set = self.long(n, short, true) >> self.low_bit() & 1;
        ((short >> self.low_bit()) + set) << self.low_bit()
    }

    /// The mask that calls the fewest of the values rare, and how many: `counts[v]` says how often v is the value of an
    /// even and of an odd heap. Walsh-Hadamard transforms give the bias of every mask at once. Bits that no value has yet
    /// belong to the mask, so that a first value with a new bit is common. The lowest bit of a mask is at most [`LOWEST`].
    pub fn best(counts: &[[u32; 2]], parity: Option<usize>) -> Option<(Fit, u64)> {
        let size = counts.len().next_power_of_two();
        let bits = size.trailing_zeros();
        let column = |odd: usize| -> Vec<i64> {
            let mut column: Vec<i64> = counts.iter().map(|count| i64::from(count[odd])).collect();
            column.resize(size, 0);
            transform(&mut column);
            column
        };
        let (even, odd) = (column(0), column(1));
        let total = even[0] + odd[0];
        let is_low = |mask: &usize| mask.trailing_zeros() <= LOWEST;
        let candidates = (1..size).filter(is_low).flat_map(|mask| {
            let plain = (even[mask] + odd[mask], mask, None);
            let by_place = parity.map(|parity| {
                let bias = even[mask] - odd[mask];
                (if parity == 0 { bias } else { -bias }, mask, Some(parity))
            });
            std::iter::once(plain).chain(by_place)
        });
        let (bias, mask, place) = candidates.min_by_key(|candidate| candidate.0)?;
        let mask = mask as u32 | u32::MAX.checked_shl(bits).unwrap_or(0);
        let fit = Fit { mask, by_place: place.is_some(), parity: place.unwrap_or(0) };
        Some((fit, ((total + bias) / 2) as u64))
    }
}

/// The lowest bit of masks. Below a common value there are all rare values that do not have the lowest bit: engines keep sets
/// of 64 short values or a multiple of it, which then hold the rare values below each of them too.
const LOWEST: u32 = 6;

/// The Walsh-Hadamard transform.
fn transform(values: &mut [i64]) {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_keep_order_and_xor() {
        for (mask, by_place) in [(0xffff_fffe, false), (0xffff_ffed, true), (0x3f, false), (4, true)] {
            let fit = Fit { mask, by_place, parity: 1 };
            for n in 7..9 {
                for common in [false, true] {
                    let class: Vec<u32> = (0..256).filter(|&v| fit.is_common(n, v) == common).collect();
                    for (index, &value) in class.iter().enumerate() {
                        assert_eq!(fit.short(value), index as u32, "{fit:?} {n} {value}");
                        assert_eq!(fit.long(n, index as u32, common), value);
                    }
                }
                for value in (0..256).filter(|&value| fit.is_common(n, value)) {
                    let below = (0..value).filter(|&v| !fit.is_common(n, v)).count() as u32;
                    assert_eq!(fit.rare_below(n, fit.short(value)), below);
                }
            }
            assert_eq!(fit.short(200 ^ 77), fit.short(200) ^ fit.short(77));
        }
    }

    #[test]
    fn the_best_mask_is_found() {
        let hidden = Fit { mask: 0b1101, by_place: true, parity: 1 };
        let mut counts = vec![[0u32; 2]; 16];
        for n in 0..4000usize {
            let value = (n as u32).wrapping_mul(2_654_435_761) >> 28;
            if hidden.is_common(n, value) || n % 100 == 0 {
                counts[value as usize][n % 2] += 1;
            }
        }
        let (fit, rare) = Fit::best(&counts, Some(1)).expect("a mask");
        assert_eq!((fit.mask & 15, fit.by_place), (0b1101, true));
        assert!(rare <= 40, "{rare}");
    }

    /// Values of which nearly all have the bit 128: as a mask it would do, but 128 rare values lie below each.
    #[test]
    fn sets_hold_the_rare_values_below() {
        let mut counts = vec![[0u32; 2]; 256];
        (128..192).for_each(|value| counts[value] = [50, 50]);
        counts[3] = [1, 0];
        let (fit, rare) = Fit::best(&counts, None).expect("a mask");
        assert!(fit.mask.trailing_zeros() <= LOWEST && rare == 1, "{fit:?} {rare}");
        for low in 0..=LOWEST {
            let fit = Fit { mask: u32::MAX << low, by_place: false, parity: 0 };
            assert!((0..64).all(|short| fit.rare_below(0, short) <= 64));
        }
    }
}
