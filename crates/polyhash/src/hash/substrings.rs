//! Hashes of all substrings of one text, each in constant time, and what they are for: equality, order, common prefixes.
//!
//! With the first letter at the lowest power, prefix hashes would have to be divided by a power of the base, which
//! need not have an inverse. Suffix hashes S(i) = hash of text[i..] need none: the hash of text[l..r] is
//! S(l) - bʳ⁻ˡ·S(r), for every base and modulus. Two substrings of length n have equal hashes exactly when
//! S(i) - S(j) = bⁿ·(S(i + n) - S(j + n)): one product instead of two, and while a [common prefix](Substrings::lcp) is being
//! halved the left side is known from the step before.
//!
//! [`Substrings::new`] keeps every hash, 8 bytes a letter and function; [`Substrings::sampled`] every 64th, an eighth of a
//! byte, and a question works out two short tails. Building takes 3 to 5 ns a letter.
//!
//! Unequal hashes prove substrings different; equal ones prove nothing, and are wrong with the probability that
//! [`bounds`](super::bounds) states for a random base. [`SuffixLcp`](crate::text::lcp::SuffixLcp) answers the same questions exactly.
//!
//! ```
//! use polyhash::{PolyHash, Substrings};
//! use std::cmp::Ordering;
//!
//! let text = Substrings::new([PolyHash::lecture()], b"abracadabra");
//! assert_eq!(text.hash(1..3)?, [PolyHash::lecture().hash(b"br")]);
//! assert!(text.equal(0..4, 7..11)?);
//! assert_eq!(text.lcp(0, 7)?, 4);
//! assert_eq!(text.cmp(0..4, 0..2)?, Ordering::Greater);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::function::PolyHash;
use super::letter::Letter;
use crate::error::Error;
use crate::modulus::Modulus;
use crate::text::common_prefix;
use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Range;

/// The logarithm of the distance between two hashes that a sampled table keeps.
const SPACING: u32 = 6;

/// Letters that are compared one by one before anything is hashed: most prefixes end there.
const DIRECT: usize = 32;

/// A text with the hashes of its substrings under `K` functions.
#[doc(alias = "rolling hash")]
#[doc(alias = "prefix hash")]
#[doc(alias = "lcp")]
#[derive(Clone)]
pub struct Substrings<'t, T: Letter = u8, const K: usize = 1> {
    functions: [PolyHash; K],
    text: &'t [T],
    /// A hash is kept for every suffix whose start is a multiple of two to this.
    spacing: u32,
    /// Those hashes, and one for the end of the text where it is such a multiple.
    hashes: Vec<[u64; K]>,
    powers: [Powers; K],
}

impl<T: Letter, const K: usize> fmt::Debug for Substrings<'_, T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Substrings")
            .field("functions", &self.functions)
            .field("length", &self.text.len())
            .finish_non_exhaustive()
    }
}

impl<'t, T: Letter, const K: usize> Substrings<'t, T, K> {
    /// Keeps every hash.
    pub fn new(functions: [PolyHash; K], text: &'t [T]) -> Substrings<'t, T, K> {
        Substrings::with_spacing(functions, text, 0)
    }

    /// Keeps every 64th hash.
    pub fn sampled(functions: [PolyHash; K], text: &'t [T]) -> Substrings<'t, T, K> {
        Substrings::with_spacing(functions, text, SPACING)
    }

    fn with_spacing(functions: [PolyHash; K], text: &'t [T], spacing: u32) -> Substrings<'t, T, K> {
        let mut hashes = vec![[0; K]; (text.len() >> spacing) + 1];
        let mut hash = [0; K];
        let last = hashes.len() - 1;
        for (place, kept) in hashes.iter_mut().enumerate().rev() {
            let end = if place == last { text.len() } else { (place + 1) << spacing };
            for (hash, function) in hash.iter_mut().zip(&functions) {
                *hash = extend(function, *hash, &text[place << spacing..end]);
            }
            *kept = hash;
        }
        let powers = functions.map(|function| Powers::new(&function, text.len()));
        Substrings { functions, text, spacing, hashes, powers }
    }

    /// The functions.
    pub fn functions(&self) -> &[PolyHash; K] {
        &self.functions
    }

    /// The text.
    pub fn text(&self) -> &'t [T] {
        self.text
    }

    /// The hash of a substring under each function.
    ///
    /// # Errors
    /// When the range does not lie in the text.
    pub fn hash(&self, range: Range<usize>) -> Result<[u64; K], Error> {
        self.check(&range)?;
        let (start, end) = (self.suffix(range.start), self.suffix(range.end));
        Ok(from_fn(|k| {
            let m = self.functions[k].modulus();
            m.subtract(start[k], m.multiply(end[k], self.powers[k].power(m, range.len())))
        }))
    }

    /// Whether two substrings have equal lengths and hashes.
    ///
    /// # Errors
    /// When a range does not lie in the text.
    pub fn equal(&self, one: Range<usize>, other: Range<usize>) -> Result<bool, Error> {
        self.check(&one)?;
        self.check(&other)?;
        if one.len() != other.len() {
            return Ok(false);
        }
        let (start, end) = (self.difference(one.start, other.start), self.difference(one.end, other.end));
        Ok((0..K).all(|k| {
            let m = self.functions[k].modulus();
            start[k] == m.multiply(end[k], self.powers[k].power(m, one.len()))
        }))
    }

    /// The length of the longest common prefix of the suffixes from two places on, by halving.
    ///
    /// # Errors
    /// When a place lies behind the end of the text.
    #[doc(alias = "longest common prefix")]
    #[doc(alias = "longest common extension")]
    pub fn lcp(&self, one: usize, other: usize) -> Result<usize, Error> {
        let length = self.text.len();
        self.check(&(one..length))?;
        self.check(&(other..length))?;
        Ok(self.common(one, other, length - one.max(other)))
    }

    /// The lexicographical order of two substrings.
    ///
    /// # Errors
    /// When a range does not lie in the text.
    pub fn cmp(&self, one: Range<usize>, other: Range<usize>) -> Result<Ordering, Error> {
        self.check(&one)?;
        self.check(&other)?;
        let most = one.len().min(other.len());
        let common = self.common(one.start, other.start, most);
        let letters = |range: &Range<usize>| self.text[range.clone()].get(common);
        Ok(if common < most { letters(&one).cmp(&letters(&other)) } else { one.len().cmp(&other.len()) })
    }

    /// How many of at most `most` letters are equal from two places on.
    fn common(&self, one: usize, other: usize, most: usize) -> usize {
        if one == other {
            return most;
        }
        let direct = self.equal_letters(one, other, most.min(DIRECT));
        if direct < DIRECT || direct == most {
            return direct;
        }
        // Strides of 16 times the length find the scale, then halves of them the place: the common prefix is known to have
        // `length` letters, and `known` is the difference of the hashes behind them.
        let mut length = direct;
        let mut known = self.difference(one + length, other + length);
        let mut exponent = DIRECT.ilog2() + 4;
        let mut widening = true;
        while exponent >= DIRECT.ilog2() {
            let step = 1 << exponent;
            let next = (length + step <= most)
                .then(|| self.difference(one + length + step, other + length + step))
                .filter(|next| self.follows(&known, next, exponent));
            match next {
                Some(next) => {
                    (length, known) = (length + step, next);
                    // While halving, a stride that fits leaves less than itself.
                    exponent = if widening { exponent + 4 } else { exponent - 1 };
                }
                None => {
                    widening = false;
                    exponent -= 1;
                }
            }
        }
        length + self.equal_letters(one + length, other + length, most - length)
    }

    /// The same by comparing letters.
    #[inline]
    fn equal_letters(&self, one: usize, other: usize, most: usize) -> usize {
        common_prefix(&self.text[one..one + most], &self.text[other..other + most])
    }

    /// Whether differences of hashes two to this apart belong to equal letters between them.
    #[inline]
    fn follows(&self, known: &[u64; K], next: &[u64; K], exponent: u32) -> bool {
        (0..K).all(|k| {
            let m = self.functions[k].modulus();
            known[k] == m.multiply(next[k], self.powers[k].squares[exponent as usize])
        })
    }

    /// The hashes of the suffix from one place on less those from another.
    #[inline]
    fn difference(&self, one: usize, other: usize) -> [u64; K] {
        let (one, other) = (self.suffix(one), self.suffix(other));
        from_fn(|k| self.functions[k].modulus().subtract(one[k], other[k]))
    }

    /// The hash of the text from a place on.
    #[inline]
    fn suffix(&self, start: usize) -> [u64; K] {
        if self.spacing == 0 { self.hashes[start] } else { self.tail(start) }
    }

    fn tail(&self, start: usize) -> [u64; K] {
        let next = start.div_ceil(1 << self.spacing);
        let (end, hash) = match self.hashes.get(next) {
            Some(&hash) => (next << self.spacing, hash),
            None => (self.text.len(), [0; K]),
        };
        from_fn(|k| extend(&self.functions[k], hash[k], &self.text[start..end]))
    }

    fn check(&self, range: &Range<usize>) -> Result<(), Error> {
        let (Range { start, end }, length) = (range.clone(), self.text.len());
        if start > end || end > length { Err(Error::Range { start, end, length }) } else { Ok(()) }
    }
}

/// The hash of some letters in front of a text with a hash.
#[inline]
fn extend<T: Letter>(function: &PolyHash, hash: u64, letters: &[T]) -> u64 {
    let m = function.modulus();
    letters
        .iter()
        .rev()
        .fold(hash, |hash, &letter| m.add(m.multiply(hash, function.base()), letter.residue(function)))
}

/// The powers of a base up to some length: one product each, from two small tables.
#[derive(Clone)]
struct Powers {
    /// b^0, b^1, ... below b^(2^LOW), and b to the multiples of 2^LOW.
    low: Vec<u64>,
    high: Vec<u64>,
    /// b^1, b^2, b^4, ...
    squares: Vec<u64>,
}

/// Bits of an exponent that the first table takes.
const LOW: u32 = 12;

impl Powers {
    fn new(function: &PolyHash, length: usize) -> Powers {
        let m = function.modulus();
        let list = |factor: u64, count: usize| -> Vec<u64> {
            core::iter::successors(Some(m.reduce(1)), |power| Some(m.multiply(*power, factor)))
                .take(count)
                .collect()
        };
        let squares = core::iter::successors(Some(function.base()), |power| Some(m.multiply(*power, *power)));
        Powers {
            low: list(function.base(), (length + 1).min(1 << LOW)),
            high: list(function.power(1 << LOW), (length >> LOW) + 1),
            squares: squares.take(usize::BITS as usize).collect(),
        }
    }

    #[inline]
    fn power(&self, m: Modulus, exponent: usize) -> u64 {
        m.multiply(self.low[exponent & ((1 << LOW) - 1)], self.high[exponent >> LOW])
    }
}
