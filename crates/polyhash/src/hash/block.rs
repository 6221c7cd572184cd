//! Hashing at memory speed: blocks of 2048 letters, one reduction each.
//!
//! Horner's rule waits for a multiplication and a division at every letter. Within a block the hash is a scalar product of
//! the letters with the powers 1, b, …, b²⁰⁴⁷, which are known beforehand, so nothing waits and nothing is reduced
//! before the end. With AVX2 the powers are written as two or four signed digits of 16 bits: one instruction
//! (`vpmaddwd`) multiplies sixteen letters with sixteen digits and adds neighbours. A pair adds at most 2·255·2¹⁵, a block
//! 128 of them, so 32 bits suffice: 2 139 095 040 < 2³¹ = 2 147 483 648. The portable way has digits of 32 bits in 64-bit sums.
//!
//! The value of a letter is its byte less an offset; the offset is one constant a block. About 10 GB a second modulo
//! 2⁶¹ - 1 with AVX2, 1 to 3 without. Preparing costs 2048 multiplications. The digits cover all moduli but those
//! between 2⁶⁴ - 2⁴⁸ - … and 2⁶⁴ - 1, where some power needs a fifth digit; these go the portable way.
//!
//! ```
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let hash = PolyHash::new(137, Modulus::MERSENNE_61, Letters::Bytes);
//! let text = vec![b'x'; 100_000];
//! assert_eq!(hash.prepare().hash(&text), hash.plain(&text));
//! ```

use super::function::PolyHash;
use crate::cpu;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Letters in a block.
pub const BLOCK: usize = 2048;
/// Letters that one instruction takes.
const GROUP: usize = 16;

/// A hash function with the tables that evaluate whole blocks.
#[derive(Clone)]
pub struct Blocks {
    function: PolyHash,
    /// The powers 1, b, ..., b^2047: low and high halves.
    low: Box<[u32; BLOCK]>,
    high: Box<[u32; BLOCK]>,
    /// The powers as digits, for AVX2.
    digits: Digits,
    /// b^2048 and b^4096.
    shift: u64,
    shift_two: u64,
    /// What the offset of the letters adds to the hash of a block of bytes, negated.
    correction: u64,
}

impl fmt::Debug for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Blocks").field(&self.function).finish()
    }
}

/// Powers as signed digits to base 2^16: sixteen lowest digits, sixteen next ones, ..., for each group of letters.
#[derive(Clone)]
enum Digits {
    /// Two digits, for moduli below about 2^32.
    Two(Vec<[[i16; GROUP]; 2]>),
    /// Four digits.
    Four(Vec<[[i16; GROUP]; 4]>),
    /// They do not fit.
    None,
}

impl Blocks {
    /// Prepares a function.
    pub fn new(function: PolyHash) -> Blocks {
        let m = function.modulus();
        let mut powers = Vec::with_capacity(BLOCK);
        let mut power = m.reduce(1);
        let mut sum = 0;
        for _ in 0..BLOCK {
            powers.push(power);
            sum = m.add(sum, power);
            power = m.multiply(power, function.base());
        }
        let offset = m.reduce_signed(i128::from(function.letters().offset()));
        Blocks {
            function,
            low: Box::new(core::array::from_fn(|i| powers[i] as u32)),
            high: Box::new(core::array::from_fn(|i| (powers[i] >> 32) as u32)),
            digits: Digits::new(function, &powers),
            shift: power,
            shift_two: m.multiply(power, power),
            correction: m.negate(m.multiply(offset, sum)),
        }
    }

    /// The function.
    pub fn function(&self) -> &PolyHash {
        &self.function
    }

    /// The hash of a text.
    pub fn hash(&self, text: &[u8]) -> u64 {
        self.extend(0, self.function.modulus().reduce(1), text).0
    }

    /// The hash of a text, worked out by several threads on a part each.
    #[cfg(feature = "std")]
    pub fn hash_parallel(&self, text: &[u8], threads: usize) -> u64 {
        let part = text.len().div_ceil(threads.max(1)).next_multiple_of(BLOCK).max(1 << 16);
        if text.len() <= part {
            return self.hash(text);
        }
        let parts: Vec<(u64, usize)> = std::thread::scope(|scope| {
            let workers: Vec<_> =
                text.chunks(part).map(|part| scope.spawn(move || (self.hash(part), part.len()))).collect();
            workers.into_iter().map(|worker| worker.join().expect("hashing does not panic")).collect()
        });
        let join =
            |rest, &(hash, length): &(u64, usize)| self.function.concatenate(hash, length as u64, rest);
        parts.iter().rev().fold(0, join)
    }

    /// The hash of a text whose first letters have hash `hash`, and are as many as `power` is a power of the base; `text` is
    /// the rest. Returns the hash and the power behind it.
    pub(crate) fn extend(&self, mut hash: u64, mut power: u64, text: &[u8]) -> (u64, u64) {
        let m = self.function.modulus();
        let mut pairs = text.chunks_exact(2 * BLOCK);
        for pair in &mut pairs {
            let (first, second) = self.pair(pair.try_into().expect("two blocks"));
            let both = m.add(first, m.multiply(second, self.shift));
            hash = m.add(hash, m.multiply(both, power));
            power = m.multiply(power, self.shift_two);
        }
        let mut rest = pairs.remainder();
        if let Some((block, tail)) = rest.split_first_chunk() {
            let block = m.add(self.portable(block), self.correction);
            hash = m.add(hash, m.multiply(block, power));
            power = m.multiply(power, self.shift);
            rest = tail;
        }
        hash = m.add(hash, m.multiply(self.tail(rest), power));
        let behind = u64::from(self.high[rest.len()]) << 32 | u64::from(self.low[rest.len()]);
        (hash, m.multiply(power, behind))
    }

    /// The hash of less than a block.
    fn tail(&self, text: &[u8]) -> u64 {
        let m = self.function.modulus();
        let (mut low, mut high, mut low_ones, mut high_ones) = (0u64, 0u64, 0u64, 0u64);
        for ((&letter, &l), &h) in text.iter().zip(self.low.iter()).zip(self.high.iter()) {
            low += u64::from(letter) * u64::from(l);
            high += u64::from(letter) * u64::from(h);
            low_ones += u64::from(l);
            high_ones += u64::from(h);
        }
        let whole = |low: u64, high: u64| (u128::from(high) << 32) + u128::from(low);
        // What the offset of the letters adds is the offset times the sum of the powers.
        let ones = m.reduce(whole(low_ones, high_ones));
        let offset = m.reduce_signed(i128::from(self.function.letters().offset()));
        m.subtract(m.reduce(whole(low, high)), m.multiply(offset, ones))
    }

    /// The hashes of two adjacent blocks.
    #[inline]
    fn pair(&self, pair: &[u8; 2 * BLOCK]) -> (u64, u64) {
        let m = self.function.modulus();
        let (first, second) = self.pair_of_bytes(pair);
        (m.add(first, self.correction), m.add(second, self.correction))
    }

    #[inline]
    fn pair_of_bytes(&self, pair: &[u8; 2 * BLOCK]) -> (u64, u64) {
        #[cfg(target_arch = "x86_64")]
        if cpu::has_avx2() {
            let m = self.function.modulus();
            let value = |sums: &[i64]| {
                let whole = sums.iter().rev().fold(0i128, |value, &digit| (value << 16) + i128::from(digit));
                m.reduce_signed(whole)
            };
            match &self.digits {
                Digits::Two(digits) => {
                    // SAFETY: AVX2 is there, as was just asked.
                    let [first, second] = unsafe { avx2::products(pair, digits) };
                    return (value(&first), value(&second));
                }
                Digits::Four(digits) => {
                    // SAFETY: AVX2 is there, as was just asked.
                    let [first, second] = unsafe { avx2::products(pair, digits) };
                    return (value(&first), value(&second));
                }
                Digits::None => {}
            }
        }
        let (first, second) = pair.split_at(BLOCK);
        let each = |block: &[u8]| self.portable(block.try_into().expect("half of two blocks"));
        (each(first), each(second))
    }

    /// The scalar product of a block of bytes with the powers.
    fn portable(&self, block: &[u8; BLOCK]) -> u64 {
        let (mut low, mut high) = (0u64, 0u64);
        for ((&letter, &l), &h) in block.iter().zip(self.low.iter()).zip(self.high.iter()) {
            // Below 2^51 after 2048 of them.
            low += u64::from(letter) * u64::from(l);
            high += u64::from(letter) * u64::from(h);
        }
        self.function.modulus().reduce((u128::from(high) << 32) + u128::from(low))
    }
}

impl Digits {
    fn new(function: PolyHash, powers: &[u64]) -> Digits {
        if let Some(digits) = Digits::write(function, powers) {
            return Digits::Two(digits);
        }
        Digits::write(function, powers).map_or(Digits::None, Digits::Four)
    }

    /// The powers with N digits each, if these suffice for every residue of the modulus.
    fn write<const N: usize>(function: PolyHash, powers: &[u64]) -> Option<Vec<[[i16; GROUP]; N]>> {
        let m = function.modulus();
        // The largest number that N signed digits can write: 7fff...7fff.
        let largest = (0..N).fold(0i128, |value, _| (value << 16) + 0x7fff);
        // Modulo 2^64 the fifth digit is a multiple of the modulus.
        if m.word().is_some() && m.get() / 2 > largest as u128 || m.word().is_none() && N < 4 {
            return None;
        }
        let mut out = vec![[[0; GROUP]; N]; powers.len() / GROUP];
        for (place, &power) in powers.iter().enumerate() {
            let mut rest = m.centred(power);
            for digit in &mut out[place / GROUP] {
                digit[place % GROUP] = rest as i16;
                rest = (rest - i128::from(rest as i16)) >> 16;
            }
        }
        Some(out)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    //! The scalar products with AVX2.

    use super::{BLOCK, GROUP};
    use core::arch::x86_64::*;

    /// Groups in a line of the cache.
    const LINE: usize = 4;
    /// How far ahead of the work memory is asked for.
    const AHEAD: usize = 6 << 10;

    /// The sums of letters times digits: for both blocks, one sum for each of the N digits.
    #[target_feature(enable = "avx2")]
    pub fn products<const N: usize>(pair: &[u8; 2 * BLOCK], digits: &[[[i16; GROUP]; N]]) -> [[i64; N]; 2] {
        let mut sums = [[_mm256_setzero_si256(); N]; 2];
        let (first, second) = pair.as_chunks::<GROUP>().0.split_at(BLOCK / GROUP);
        // A line of the cache at a time, so that each is asked for once.
        let lines = first.as_chunks::<LINE>().0.iter().zip(second.as_chunks::<LINE>().0);
        for ((one, two), rows) in lines.zip(digits.as_chunks::<LINE>().0) {
            let ahead = one.as_ptr().cast::<i8>().wrapping_add(AHEAD);
            _mm_prefetch::<_MM_HINT_T0>(ahead);
            _mm_prefetch::<_MM_HINT_T0>(ahead.wrapping_add(BLOCK));
            for place in 0..LINE {
                let (one, two) = (widened(&one[place]), widened(&two[place]));
                for (digit, row) in rows[place].iter().enumerate() {
                    // SAFETY: a row has sixteen numbers of 16 bits, which are 32 bytes; unaligned loads are allowed.
                    let row = unsafe { _mm256_loadu_si256(row.as_ptr().cast()) };
                    sums[0][digit] = _mm256_add_epi32(sums[0][digit], _mm256_madd_epi16(one, row));
                    sums[1][digit] = _mm256_add_epi32(sums[1][digit], _mm256_madd_epi16(two, row));
                }
            }
        }
        sums.map(|sums| sums.map(|sum| total(sum)))
    }

    /// Sixteen bytes as sixteen numbers.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn widened(bytes: &[u8; GROUP]) -> __m256i {
        // SAFETY: there are sixteen bytes; unaligned loads are allowed.
        _mm256_cvtepu8_epi16(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    /// The sum of eight numbers of 32 bits.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn total(sums: __m256i) -> i64 {
        let mut each = [0i32; 8];
        // SAFETY: the array has room for 32 bytes; unaligned stores are allowed.
        unsafe { _mm256_storeu_si256(each.as_mut_ptr().cast(), sums) };
        each.into_iter().map(i64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::function::Letters;
    use super::*;
    use crate::modulus::Modulus;
    use proptest::prelude::*;

    /// Moduli at every border between the ways to write digits.
    fn moduli() -> impl Strategy<Value = Modulus> {
        let four = 0x7fff_7fff_7fff_7fffu128 * 2;
        let two = 0x7fff_7fffu128 * 2;
        let borders = [1, 2, 97, two - 1, two, two + 1, two + 2, 1 << 32, (1 << 61) - 1, 1 << 63]
            .into_iter()
            .chain([four - 1, four, four + 1, four + 2, (1 << 64) - 1, 1 << 64])
            .collect::<Vec<u128>>();
        prop_oneof![prop::sample::select(borders), 1..=1u128 << 64]
            .prop_map(|m| Modulus::new(m).expect("within bounds"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn blocks_equal_horner(m in moduli(), base: u64, bytes in any::<bool>(), length in 0..9000usize, seed: u64) {
            let letters = if bytes { Letters::Bytes } else { Letters::Alphabetic };
            let function = PolyHash::new(base, m, letters);
            let mut random = crate::random::SplitMix(seed);
            let text: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            let blocks = function.prepare();
            prop_assert_eq!(blocks.hash(&text), function.plain(&text));
        }

        #[test]
        fn portable_equals_avx2(m in moduli(), base: u64, seed: u64) {
            let blocks = PolyHash::new(base, m, Letters::Bytes).prepare();
            let mut random = crate::random::SplitMix(seed);
            let text: Vec<u8> = (0..2 * BLOCK).map(|_| random.next() as u8).collect();
            let (first, second) = text.split_at(BLOCK);
            let portable = |block: &[u8]| blocks.portable(block.try_into().expect("a block"));
            let both = blocks.pair_of_bytes(text[..].try_into().expect("two blocks"));
            prop_assert_eq!(both, (portable(first), portable(second)));
        }
    }

    #[test]
    fn the_largest_letters_do_not_overflow() {
        let text = vec![255; 5 * BLOCK + 7];
        for base in [0, 1, 2, u64::MAX, 0x8000_8000_8000_8000, 0x7fff_7fff_7fff_7fff] {
            for m in [Modulus::MERSENNE_61, Modulus::TWO_64, Modulus::new((1 << 64) - 1).expect("below 2^64")]
            {
                let function = PolyHash::new(base, m, Letters::Bytes);
                assert_eq!(function.prepare().hash(&text), function.plain(&text), "{base} {m}");
            }
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn threads_do_not_matter() {
        let text: Vec<u8> = (0..500_003u64).map(|i| ((i * i) >> 7) as u8).collect();
        let blocks = PolyHash::lecture().prepare();
        let alone = blocks.hash(&text);
        assert_eq!(alone, PolyHash::lecture().plain(&text));
        for threads in [0, 1, 2, 3, 8] {
            assert_eq!(blocks.hash_parallel(&text, threads), alone);
        }
        assert_eq!(blocks.hash_parallel(b"", 2), 0);
    }
}
