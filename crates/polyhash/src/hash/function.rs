//! The hash function: a text is a polynomial, its hash the value at the base.
//!
//! The hash of c₀c₁…cₙ₋₁ is v(c₀) + v(c₁)·b + … + v(cₙ₋₁)·bⁿ⁻¹ modulo m: the first letter has the lowest power, and the
//! empty text has hash 0. Base, modulus and the values of letters are all part of the function and nothing is implied,
//! because hashes are only comparable when all three agree (Karp and Rabin 1987 is the classic with a random modulus).
//!
//! [`PolyHash`] is small and can be copied; it evaluates short texts by Horner's rule, 3 to 10 ns a letter, and long ones by
//! [blocks](super::block). Whoever hashes many long texts keeps the prepared [`Blocks`].
//!
//! ```
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let hash = PolyHash::new(31, Modulus::new(1_000_000_009)?, Letters::Alphabetic);
//! assert_eq!(hash.hash(b"ab"), 1 + 2 * 31);
//! assert_eq!(hash.concatenate(hash.hash(b"a"), 1, hash.hash(b"b")), hash.hash(b"ab"));
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::block::{BLOCK, Blocks};
use super::letter::Letter;
use crate::modulus::Modulus;

/// What number a letter stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Letters {
    /// The byte less 96, so that `a` is 1 and `z` is 26. Bytes below `a` are 0 or negative.
    Alphabetic,
    /// The byte itself, 0 to 255. A text and the same text with NUL bytes behind it have the same hash.
    Bytes,
}

impl Letters {
    /// The number of a letter.
    pub const fn value(self, letter: u8) -> i64 {
        letter as i64 - self.offset()
    }

    /// What is subtracted from the byte.
    pub(crate) const fn offset(self) -> i64 {
        match self {
            Letters::Alphabetic => 96,
            Letters::Bytes => 0,
        }
    }
}

/// A hash function: base, modulus and the values of letters.
#[doc(alias = "rolling hash")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PolyHash {
    base: u64,
    modulus: Modulus,
    letters: Letters,
}

impl PolyHash {
    /// The function of the founding lecture: base 31 modulo 1 000 000 009, `a` is 1.
    pub fn lecture() -> PolyHash {
        PolyHash::new(31, Modulus::new(1_000_000_009).expect("a modulus below 2^64"), Letters::Alphabetic)
    }

    /// The function with these parameters; the base is taken modulo the modulus.
    pub const fn new(base: u64, modulus: Modulus, letters: Letters) -> PolyHash {
        PolyHash { base: modulus.reduce(base as u128), modulus, letters }
    }

    /// The base, below the modulus.
    pub const fn base(&self) -> u64 {
        self.base
    }

    /// The modulus.
    pub const fn modulus(&self) -> Modulus {
        self.modulus
    }

    /// What the letters stand for.
    pub const fn letters(&self) -> Letters {
        self.letters
    }

    /// The residue of one letter, which is also the hash of the text of that letter.
    #[inline]
    pub fn letter(&self, letter: u8) -> u64 {
        let value = self.letters.value(letter);
        match self.modulus.word() {
            // The common case: no division.
            Some(m) if value >= 0 && (value as u64) < m => value as u64,
            _ => self.modulus.reduce_signed(i128::from(value)),
        }
    }

    /// The hash of a text.
    pub fn hash(&self, text: &[u8]) -> u64 {
        // Preparing costs as much as a few blocks by Horner's rule.
        if text.len() < 8 * BLOCK { self.plain(text) } else { self.prepare().hash(text) }
    }

    /// The hash of a sequence of [letters](Letter): bytes, numbers, characters.
    pub fn hash_of<T: Letter>(&self, text: &[T]) -> u64 {
        match T::as_bytes(text) {
            Some(text) => self.hash(text),
            None => text.iter().rev().fold(0, |hash, &letter| {
                self.modulus.add(self.modulus.multiply(hash, self.base), letter.residue(self))
            }),
        }
    }

    /// The hash by Horner's rule, letter by letter: what every faster way must equal.
    pub fn plain(&self, text: &[u8]) -> u64 {
        let narrow = self.modulus.word().filter(|&m| m <= 1 << 32);
        text.iter().rev().fold(0, |hash, &letter| match narrow {
            Some(m) => (hash * self.base + self.letter(letter)) % m,
            None => self.modulus.add(self.modulus.multiply(hash, self.base), self.letter(letter)),
        })
    }

    /// The function with its tables, for long texts and many of them.
    pub fn prepare(&self) -> Blocks {
        Blocks::new(*self)
    }

    /// The base to this power.
    pub fn power(&self, exponent: u64) -> u64 {
        self.modulus.power(self.base, exponent)
    }

    /// The hash of a text of `length` letters with one more letter behind it.
    pub fn append(&self, hash: u64, length: u64, letter: u8) -> u64 {
        self.concatenate(hash, length, self.letter(letter))
    }

    /// The hash of two texts, one behind the other: the first has `length` letters.
    pub fn concatenate(&self, first: u64, length: u64, second: u64) -> u64 {
        self.modulus.add(first, self.modulus.multiply(second, self.power(length)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_by_hand() {
        let hash = PolyHash::lecture();
        assert_eq!(hash.hash(b""), 0);
        assert_eq!(hash.hash(b"a"), 1);
        assert_eq!(hash.hash(b"mjnlbszkmgnfye"), 42_954_140);
        assert_eq!(hash.hash(b"tdtakvvbcvngcg"), 42_954_140);
        assert_eq!(hash.hash(b"\0"), 1_000_000_009 - 96);
        let tiny = PolyHash::new(10, Modulus::new(7).expect("7"), Letters::Bytes);
        assert_eq!((tiny.base(), tiny.hash(&[255, 1])), (3, (255 + 3) % 7));
        let nothing = PolyHash::new(10, Modulus::new(1).expect("1"), Letters::Alphabetic);
        assert_eq!(nothing.hash(b"anything"), 0);
    }
}
