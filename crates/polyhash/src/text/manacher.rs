//! The longest palindrome around every centre of a text: Manacher's radii.
//!
//! Linear: a palindrome that lies inside a known one is mirrored there, so only what reaches beyond the rightmost end is
//! compared (Manacher 1975). The radii say how many palindromes there are, which is the longest, and whether any substring is one;
//! [`PalindromicTree`](super::eertree::PalindromicTree) knows the different ones. 5 ns and 8 bytes a letter.
//!
//! `by_hashes` (feature `random`) finds the radii by halving, comparing hashes of the text with those of its reversal, and says how probable a
//! mistake is.
//!
//! ```
//! use polyhash::text::manacher::Radii;
//!
//! let radii = Radii::new(b"abacaba")?;
//! assert_eq!((radii.odd(), radii.even()), (&[1, 2, 1, 4, 1, 2, 1][..], &[0; 7][..]));
//! assert_eq!((radii.count(), radii.longest()), (12, 0..7));
//! assert!(radii.is_palindrome(2..5)? && !radii.is_palindrome(0..2)?);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::check_length;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::hash::letter::Letter;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "random")]
use {
    super::distinct::Probably,
    crate::hash::{bounds, function::Letters, several::Several, substrings::Substrings},
};

/// How far palindromes reach around every centre.
#[doc(alias = "palindrome")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Radii {
    odd: Vec<u32>,
    even: Vec<u32>,
}

impl Radii {
    /// Finds the radii of a text.
    ///
    /// # Errors
    /// When the text has 2^31 letters or more.
    pub fn new<T: Letter>(text: &[T]) -> Result<Radii, Error> {
        Radii::within(text, &Budget::unlimited())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// When the text has 2^31 letters or more; a limit.
    pub fn within<T: Letter>(text: &[T], budget: &Budget<'_>) -> Result<Radii, Error> {
        check_length(text)?;
        budget.check_memory(text.len(), 2 * size_of::<u32>())?;
        let mut meter = Meter::new(budget);
        // Odd lengths have a letter in the middle, even ones a gap.
        Ok(Radii { odd: scan::<T, 1>(text, &mut meter)?, even: scan::<T, 0>(text, &mut meter)? })
    }

    /// How many palindromes have their middle letter at each place: the longest has twice that less 1 letters.
    pub fn odd(&self) -> &[u32] {
        &self.odd
    }

    /// How many palindromes that are not empty have their middle before each letter: the longest has twice that many letters.
    pub fn even(&self) -> &[u32] {
        &self.even
    }

    /// The lengths of the longest palindromes around the 2n - 1 letters and gaps between them, from left to right.
    pub fn lengths(&self) -> impl Iterator<Item = u32> + '_ {
        let both = self.even.iter().zip(&self.odd);
        both.flat_map(|(&even, &odd)| [2 * even, 2 * odd - 1]).skip(1)
    }

    /// How many pairs of ends there are between which a palindrome stands.
    pub fn count(&self) -> u64 {
        self.odd.iter().chain(&self.even).map(|&radius| u64::from(radius)).sum()
    }

    /// The first of the longest palindromes.
    pub fn longest(&self) -> Range<usize> {
        let mut best = 0..0;
        for (centre, (&odd, &even)) in self.odd.iter().zip(&self.even).enumerate() {
            let (odd, even) = (odd as usize, even as usize);
            let palindrome =
                if odd > even { centre + 1 - odd..centre + odd } else { centre - even..centre + even };
            if palindrome.len() > best.len() {
                best = palindrome;
            }
        }
        best
    }

    /// Whether a substring reads the same backwards; the empty one does.
    ///
    /// # Errors
    /// When the range does not lie in the text.
    pub fn is_palindrome(&self, range: Range<usize>) -> Result<bool, Error> {
        let (Range { start, end }, length) = (range.clone(), self.odd.len());
        if start > end || end > length {
            return Err(Error::Range { start, end, length });
        }
        let (half, middle) = (range.len() / 2, start + range.len() / 2);
        let radius = |radii: &[u32]| radii.get(middle).map_or(0, |&radius| radius as usize);
        Ok(match range.len() % 2 {
            1 => radius(&self.odd) > half,
            _ => radius(&self.even) >= half,
        })
    }
}

/// The radii of palindromes of odd (1) or even (0) length.
fn scan<T: Letter, const ODD: usize>(text: &[T], meter: &mut Meter<'_>) -> Result<Vec<u32>, Error> {
    let mut radii = vec![0u32; text.len()];
    // The palindrome that reaches furthest to the right is text[left..right].
    let (mut left, mut right) = (0, 0);
    for centre in 0..text.len() {
        meter.beat(1)?;
        let mut radius = 0;
        if centre < right {
            let mirror = left + right - ODD - centre;
            // The mirror of the left end of an even palindrome would be behind its right end.
            radius = if mirror < right { (radii[mirror] as usize).min(right - centre) } else { 0 };
            if radius < right - centre {
                radii[centre] = radius as u32;
                continue;
            }
        }
        while radius < centre + ODD
            && centre + radius < text.len()
            && text[centre + ODD - 1 - radius] == text[centre + radius]
        {
            radius += 1;
        }
        radii[centre] = radius as u32;
        (left, right) = (centre + ODD - radius.min(centre + ODD), centre + radius);
    }
    Ok(radii)
}

/// The count of palindromes by hashes with two random bases modulo 2^61 - 1.
///
/// # Errors
/// When the operating system has no random numbers.
#[cfg(feature = "random")]
pub fn by_hashes(text: &[u8]) -> Result<Probably, Error> {
    by_hashes_within(text, &Budget::unlimited())
}

/// The same within limits.
///
/// # Errors
/// When the operating system has no random numbers; a limit.
#[cfg(feature = "random")]
pub fn by_hashes_within(text: &[u8], budget: &Budget<'_>) -> Result<Probably, Error> {
    // The text backwards, and four hashes for each letter.
    budget.check_memory(text.len(), 1 + 4 * size_of::<u64>())?;
    let mut meter = Meter::new(budget);
    let reversed: Vec<u8> = text.iter().rev().copied().collect();
    let functions = Several::<2>::random(Letters::Bytes)?.functions();
    let (forwards, backwards) = (Substrings::new(functions, text), Substrings::new(functions, &reversed));
    let mut result = Probably { count: 0, error: 0.0 };
    let mut comparisons = 0u64;
    for centre in 0..text.len() {
        for odd in [0, 1] {
            let (mut low, mut high) = (0, (centre + odd).min(text.len() - centre));
            while low < high {
                meter.beat(1)?;
                comparisons += 1;
                let radius = (low + high).div_ceil(2);
                let (start, end) = (centre + odd - radius, centre + radius);
                let mirrored = backwards.hash(text.len() - end..text.len() - start)?;
                match forwards.hash(start..end)? == mirrored {
                    true => low = radius,
                    false => high = radius - 1,
                }
            }
            result.count += low as u64;
        }
    }
    let moduli = functions.map(|function| function.modulus());
    result.error = (comparisons as f64 * bounds::comparison(text.len() as f64, &moduli)).min(1.0);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::eertree::PalindromicTree;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn palindromes_equal_the_definition(text in prop::collection::vec(97..100u8, 0..40)) {
            let (mut count, mut longest) = (0, 0..0);
            let mut different: HashMap<&[u8], u32> = HashMap::new();
            let radii = Radii::new(&text).unwrap();
            for start in 0..text.len() {
                for end in start + 1..=text.len() {
                    let word = &text[start..end];
                    let palindrome = word.iter().eq(word.iter().rev());
                    prop_assert_eq!(radii.is_palindrome(start..end), Ok(palindrome));
                    if palindrome {
                        count += 1;
                        *different.entry(word).or_default() += 1;
                        if word.len() > longest.len() {
                            longest = start..end;
                        }
                    }
                }
            }
            prop_assert_eq!((radii.count(), radii.longest()), (count, longest.clone()));
            prop_assert_eq!(radii.lengths().count(), (2 * text.len()).saturating_sub(1));
            #[cfg(feature = "random")]
            prop_assert_eq!(by_hashes(&text).unwrap().count, count);
            let numbers: Vec<i64> = text.iter().map(|&letter| -i64::from(letter)).collect();
            prop_assert_eq!(&Radii::new(&numbers).unwrap(), &radii);
            for tree in [PalindromicTree::new(&text).unwrap(), PalindromicTree::new(&numbers).unwrap()] {
                prop_assert_eq!((tree.count(), tree.longest()), (count, longest.len()));
                let found: HashMap<&[u8], u32> =
                    tree.iter().map(|one| (&text[one.range], one.occurrences)).collect();
                prop_assert_eq!(&found, &different);
                for (number, one) in tree.iter().enumerate() {
                    let suffix = one.suffix.and_then(|number| tree.get(number)).map_or(0..0, |suffix| suffix.range);
                    let word = &text[one.range];
                    let expected = (1..word.len()).map(|from| &word[from..]).find(|word| different.contains_key(word));
                    prop_assert_eq!(&text[suffix], expected.unwrap_or_default(), "{}", number);
                }
                for end in 0..text.len() {
                    let number = tree.ending_at(end).unwrap();
                    let length = tree.get(number).unwrap().range.len();
                    prop_assert!(radii.is_palindrome(end + 1 - length..end + 1).unwrap());
                    prop_assert!((0..end + 1 - length).all(|start| !radii.is_palindrome(start..end + 1).unwrap()));
                }
            }
        }
    }

    #[test]
    fn numbers_may_have_many_children() {
        // 0 a 0 1 a 1 2 a 2 ...: the palindrome of one letter has a child for each number.
        let text: Vec<u32> = (0..100_000).flat_map(|x| [x, u32::MAX, x]).collect();
        let tree = PalindromicTree::new(&text).unwrap();
        assert_eq!((tree.len(), tree.longest()), (200_001, 3));
    }
}
