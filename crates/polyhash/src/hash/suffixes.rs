//! Hashes of all substrings of one text, each in constant time.
//!
//! With the first letter at the lowest power, prefix hashes would have to be divided by a power of the base, which
//! need not have an inverse. Suffix hashes S(i) = hash of text[i..] need none: the hash of text[l..r] is
//! S(l) - bʳ⁻ˡ·S(r), for every base and modulus.
//!
//! Every 64th suffix hash is kept, an eighth of a byte a letter, and a question works out two short tails; `Suffixes::full`
//! keeps all of them, 16 bytes a letter with the powers, and answers ten times faster.
//!
//! ```
//! use polyhash::{PolyHash, Suffixes};
//!
//! let suffixes = Suffixes::sampled(PolyHash::lecture(), b"abracadabra");
//! assert_eq!(suffixes.hash(0..4)?, suffixes.hash(7..11)?);
//! assert_eq!(suffixes.hash(1..3)?, PolyHash::lecture().hash(b"br"));
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::function::PolyHash;
use crate::error::Error;
use std::ops::Range;

/// Letters between two hashes that are kept.
const SPACING: usize = 64;

/// A text with the hashes of its suffixes.
#[derive(Debug, Clone)]
pub struct Suffixes<'a> {
    function: PolyHash,
    text: &'a [u8],
    spacing: usize,
    /// The hash of the suffix from each multiple of `spacing` on, one more for the end.
    hashes: Vec<u64>,
    /// The base to each multiple of `spacing`.
    powers: Vec<u64>,
}

impl<'a> Suffixes<'a> {
    /// Keeps every 64th hash.
    pub fn sampled(function: PolyHash, text: &'a [u8]) -> Suffixes<'a> {
        Suffixes::new(function, text, SPACING)
    }

    /// Keeps every hash.
    pub fn full(function: PolyHash, text: &'a [u8]) -> Suffixes<'a> {
        Suffixes::new(function, text, 1)
    }

    fn new(function: PolyHash, text: &'a [u8], spacing: usize) -> Suffixes<'a> {
        let m = function.modulus();
        let step = function.power(spacing as u64);
        let count = text.len() / spacing;
        let mut hashes = vec![0; count + 1];
        // The last one kept starts a tail that is shorter than the spacing.
        hashes[count] = function.plain(&text[count * spacing..]);
        for place in (0..count).rev() {
            let block = &text[place * spacing..][..spacing];
            let block = if spacing == 1 { function.letter(block[0]) } else { function.plain(block) };
            hashes[place] = m.add(block, m.multiply(hashes[place + 1], step));
        }
        let next = |power: &u64| Some(m.multiply(*power, step));
        let powers = std::iter::successors(Some(m.reduce(1)), next).take(count + 1).collect();
        Suffixes { function, text, spacing, hashes, powers }
    }

    /// The function.
    pub fn function(&self) -> &PolyHash {
        &self.function
    }

    /// The hash of a substring.
    ///
    /// # Errors
    /// When the range does not lie in the text.
    pub fn hash(&self, range: Range<usize>) -> Result<u64, Error> {
        let Range { start, end } = range;
        if start > end || end > self.text.len() {
            return Err(Error::Range { start, end, length: self.text.len() });
        }
        let m = self.function.modulus();
        let behind = m.multiply(self.suffix(end), self.power(end - start));
        Ok(m.subtract(self.suffix(start), behind))
    }

    /// The hash of the text from a place on.
    fn suffix(&self, start: usize) -> u64 {
        let next = start.div_ceil(self.spacing);
        if next >= self.hashes.len() {
            return self.function.plain(&self.text[start..]);
        }
        let m = self.function.modulus();
        let end = next * self.spacing;
        (start..end).rev().fold(self.hashes[next], |hash, place| {
            m.add(m.multiply(hash, self.function.base()), self.function.letter(self.text[place]))
        })
    }

    fn power(&self, exponent: usize) -> u64 {
        let known = self.powers[exponent / self.spacing];
        match exponent % self.spacing {
            0 => known,
            rest => self.function.modulus().multiply(known, self.function.power(rest as u64)),
        }
    }
}
