//! Random numbers: secret ones from the operating system, and repeatable ones from a seed.
//!
//! A hash is only safe if its base is unknown to whoever writes the texts, so the base comes from the operating system.
//! Searches that need arbitrary but repeatable numbers use [`SplitMix`].
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::{Modulus, random};
//!
//! let base = random::base(Modulus::MERSENNE_61)?;
//! assert!(u128::from(base) < Modulus::MERSENNE_61.get());
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```

#[cfg(feature = "random")]
use crate::{error::Error, modulus::Modulus};
#[cfg(feature = "random")]
use alloc::string::ToString;

/// A secret number of 64 bits.
///
/// # Errors
/// When the operating system has none.
#[cfg(feature = "random")]
pub fn secret() -> Result<u64, Error> {
    getrandom::u64().map_err(|error| Error::NoRandomness(error.to_string()))
}

/// A secret base for a modulus: each of 0, 1, ..., m - 1 as likely as any other, which the [bounds](crate::bounds) rely on.
///
/// # Errors
/// When the operating system has no random numbers.
#[cfg(feature = "random")]
pub fn base(modulus: Modulus) -> Result<u64, Error> {
    let range = modulus.get();
    loop {
        // The remainder of a number of 64 bits favours small ones unless the last, partial round is thrown away.
        let number = u128::from(secret()?);
        if number < (1u128 << 64) / range * range {
            return Ok((number % range) as u64);
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014): fast, repeatable, not secret.
#[derive(Debug, Clone)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`, which is not 0; the bias is below `bound` / 2^64.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

/// A bijection of 64-bit numbers that leaves no pattern: the last step of SplitMix64.
#[inline]
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
