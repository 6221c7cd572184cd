//! The 64-bit Mersenne Twister, mt19937_64 (Nishimura and Matsumoto 2000).
//!
//! The founding lecture makes texts from its first output, so the same numbers are needed to the bit. Only the first
//! output is wanted there, and it depends on three words of the state: [`first_output`] leaves the rest out and is four
//! times faster.
//!
//! ```
//! use polyhash::mersenne_twister::{MersenneTwister, first_output};
//!
//! let mut twister = MersenneTwister::new(5489);
//! assert_eq!(twister.next(), first_output(5489));
//! assert_eq!(first_output(5489), 14514284786278117030);
//! ```

const N: usize = 312;
const M: usize = 156;

/// A generator with its state.
#[derive(Clone)]
pub struct MersenneTwister {
    state: [u64; N],
    next: usize,
}

impl std::fmt::Debug for MersenneTwister {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MersenneTwister {{ next: {} }}", self.next)
    }
}

impl MersenneTwister {
    /// The generator with a seed, as `std::mt19937_64` has it.
    pub fn new(seed: u64) -> MersenneTwister {
        let mut state = [seed; N];
        for place in 1..N {
            state[place] = seeded(state[place - 1], place);
        }
        MersenneTwister { state, next: N }
    }

    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        if self.next == N {
            for place in 0..N {
                let (next, far) = (self.state[(place + 1) % N], self.state[(place + M) % N]);
                self.state[place] = twisted(self.state[place], next, far);
            }
            self.next = 0;
        }
        self.next += 1;
        tempered(self.state[self.next - 1])
    }
}

/// The first number of the generator with a seed.
#[inline]
pub fn first_output(seed: u64) -> u64 {
    let second = seeded(seed, 1);
    let far = (2..=M).fold(second, seeded);
    tempered(twisted(seed, second, far))
}

#[inline]
fn seeded(before: u64, place: usize) -> u64 {
    (before ^ before >> 62).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(place as u64)
}

#[inline]
fn twisted(word: u64, next: u64, far: u64) -> u64 {
    let mixed = word & !0x7fff_ffff | next & 0x7fff_ffff;
    far ^ mixed >> 1 ^ ((mixed & 1) * 0xb502_6f5a_a966_19e9)
}

#[inline]
fn tempered(mut word: u64) -> u64 {
    word ^= word >> 29 & 0x5555_5555_5555_5555;
    word ^= word << 17 & 0x71d6_7fff_eda6_0000;
    word ^= word << 37 & 0xfff7_eee0_0000_0000;
    word ^ word >> 43
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_thousandth_output_is_that_of_the_cpp_standard() {
        // ISO C++ [rand.predef]: the 10000th consecutive invocation of a default-constructed mt19937_64.
        let mut twister = MersenneTwister::new(5489);
        let last = (0..10_000).map(|_| twister.next()).last();
        assert_eq!(last, Some(9_981_545_732_273_789_042));
    }

    #[test]
    fn the_authors_published_outputs() {
        // mt19937-64.out.txt, seeded by the array {0x12345, 0x23456, 0x34567, 0x45678}.
        let mut twister = by_array(&[0x12345, 0x23456, 0x34567, 0x45678]);
        let first: Vec<u64> = (0..5).map(|_| twister.next()).collect();
        let published = [
            7_266_447_313_870_364_031,
            4_946_485_549_665_804_864,
            16_945_909_448_695_747_420,
            16_394_063_075_524_226_720,
            4_873_882_236_456_199_058,
        ];
        assert_eq!(first, published);
    }

    /// The authors' way to seed by several words, which only this test needs.
    fn by_array(key: &[u64]) -> MersenneTwister {
        let mut twister = MersenneTwister::new(19_650_218);
        let state = &mut twister.state;
        let (mut i, mut j) = (1, 0);
        let step = |state: &mut [u64; N], i: &mut usize| {
            *i += 1;
            if *i == N {
                state[0] = state[N - 1];
                *i = 1;
            }
        };
        for _ in 0..N.max(key.len()) {
            let before = state[i - 1] ^ state[i - 1] >> 62;
            state[i] = (state[i] ^ before.wrapping_mul(3_935_559_000_370_003_845))
                .wrapping_add(key[j])
                .wrapping_add(j as u64);
            step(state, &mut i);
            j = (j + 1) % key.len();
        }
        for _ in 0..N - 1 {
            let before = state[i - 1] ^ state[i - 1] >> 62;
            state[i] = (state[i] ^ before.wrapping_mul(2_862_933_555_777_941_757)).wrapping_sub(i as u64);
            step(state, &mut i);
        }
        state[0] = 1 << 63;
        twister
    }

    #[test]
    fn the_short_way_equals_the_long_one() {
        for seed in (0..1000).chain([u64::MAX, 1 << 63, 1_000_000_008]) {
            assert_eq!(first_output(seed), MersenneTwister::new(seed).next(), "{seed}");
        }
    }
}
