//! Seeded chance: the same seed gives the same game, on every machine.
//!
//! SplitMix64 (Steele, Lea and Flood, 2014): one addition and three mixing steps a number. Good enough to vary play, and
//! for nothing that must be secret.
//!
//! ```
//! use grundy::ask::play::random::Random;
//!
//! let (mut one, mut two) = (Random::new(7), Random::new(7));
//! assert!((0..100).all(|_| one.below(6) == two.below(6)));
//! ```

/// A stream of numbers that a seed decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 when `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // The high half of a product: the bias is below end / 2^64.
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u64
    }

    /// Something from a list, unless it is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len() as u64) as usize)
    }

    /// Whether something happens that does so `percent` times in a hundred.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_of_a_die_comes_up_about_as_often() {
        let mut random = Random::new(1);
        let mut faces = [0; 6];
        (0..60_000).for_each(|_| faces[random.below(6) as usize] += 1);
        assert!(faces.iter().all(|&count| (9_500..10_500).contains(&count)), "{faces:?}");
        assert_eq!((random.below(0), random.below(1), random.pick::<u8>(&[])), (0, 0, None));
    }
}
