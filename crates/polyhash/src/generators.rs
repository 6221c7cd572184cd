//! The first number of well-known random generators with a small seed.
//!
//! Whoever seeds with the time of day draws from a list that can be written down. For each seed only the first output is
//! wanted: of C++'s `mt19937` (Matsumoto and Nishimura 1998), `mt19937_64` and `minstd_rand` (Park and Miller 1988), of glibc's
//! `rand()` after `srand`, an additive feedback of 31 words, and of `next(31)` in Java's `java.util.Random`, a linear
//! congruence modulo 2⁴⁸.
//!
//! ```
//! use polyhash::generators::Generator;
//!
//! assert_eq!(Generator::Mt19937.first(5489), 3_499_211_612);
//! assert_eq!(Generator::Rand.first(1), 1_804_289_383);
//! ```

use crate::mersenne_twister::first_output;

/// A generator that is seeded by one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Generator {
    /// `std::mt19937`: 32 bits.
    Mt19937,
    /// `std::mt19937_64`: 64 bits.
    Mt19937_64,
    /// glibc's `rand()` after `srand`: 31 bits.
    Rand,
    /// `std::minstd_rand`: from 1 to 2^31 - 2.
    Minstd,
    /// `next(31)` of `java.util.Random`.
    JavaRandom,
}

impl Generator {
    /// The first output after seeding; seeds are cut to the width that the generator takes.
    pub fn first(self, seed: u64) -> u64 {
        match self {
            Generator::Mt19937 => u64::from(mt19937(seed as u32)),
            Generator::Mt19937_64 => first_output(seed),
            Generator::Rand => u64::from(rand(seed as u32)),
            Generator::Minstd => minstd(seed),
            Generator::JavaRandom => java(seed),
        }
    }
}

/// The first output depends on three words of the state.
fn mt19937(seed: u32) -> u32 {
    let seeded =
        |before: u32, place: u32| (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(place);
    let second = seeded(seed, 1);
    let far = (2..=397).fold(second, seeded);
    let mixed = seed & 0x8000_0000 | second & 0x7fff_ffff;
    let mut word = far ^ mixed >> 1 ^ ((mixed & 1) * 0x9908_b0df);
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c_5680;
    word ^= word << 15 & 0xefc6_0000;
    word ^ word >> 18
}

fn minstd(seed: u64) -> u64 {
    const M: u64 = (1 << 31) - 1;
    let state = seed % M;
    (if state == 0 { 1 } else { state }) * 48_271 % M
}

/// glibc's default generator: 31 words by Park and Miller's 16807, then 310 outputs thrown away.
fn rand(seed: u32) -> u32 {
    let mut words = [0u32; 344 + 1];
    words[0] = seed.max(1);
    for i in 1..31 {
        // The C code computes in 32-bit signed numbers: the remainder may be negative and is then lifted.
        let before = i64::from(words[i - 1] as i32);
        let next = (16_807 * before) % 2_147_483_647;
        words[i] = if next < 0 { next + 2_147_483_647 } else { next } as u32;
    }
    for i in 31..34 {
        words[i] = words[i - 31];
    }
    for i in 34..words.len() {
        words[i] = words[i - 31].wrapping_add(words[i - 3]);
    }
    words[344] >> 1
}

fn java(seed: u64) -> u64 {
    const MASK: u64 = (1 << 48) - 1;
    let state = (seed ^ 0x5_deec_e66d) & MASK;
    let next = state.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & MASK;
    next >> (48 - 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_first_outputs() {
        assert_eq!(Generator::Mt19937.first(5489), 3_499_211_612);
        assert_eq!(Generator::Mt19937.first(1), 1_791_095_845);
        assert_eq!(Generator::Mt19937_64.first(5489), 14_514_284_786_278_117_030);
        assert_eq!(Generator::Minstd.first(1), 48_271);
        assert_eq!(Generator::Minstd.first(0), 48_271);
        assert_eq!(Generator::Rand.first(1), 1_804_289_383);
        assert_eq!(Generator::Rand.first(0), 1_804_289_383);
        assert_eq!(Generator::Rand.first(42), 71_876_166);
        // new Random(42).nextInt() is -1170105035: its upper 31 bits.
        assert_eq!(Generator::JavaRandom.first(42), u64::from((-1_170_105_035i32) as u32 >> 1));
    }
}
