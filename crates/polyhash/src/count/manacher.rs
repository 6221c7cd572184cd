//! Palindromic substrings: how many, and the longest.
//!
//! For every centre the longest palindrome around it, in linear time: a palindrome that lies inside a known one is mirrored there,
//! so only what reaches beyond the rightmost end is compared (Manacher 1975). Counts occurrences; the
//! [eertree](super::eertree) counts different palindromes. 5 ns and 8 bytes a letter.
//!
//! [`by_hashes`] finds the radii by halving, comparing hashes of the text with those of its reversal, and says how probable a
//! mistake is.
//!
//! ```
//! use polyhash::count::manacher;
//!
//! let found = manacher::palindromes(b"abacaba");
//! assert_eq!((found.count, found.longest, found.start), (12, 7, 0));
//! ```

use super::Work;
use super::distinct::Probably;
use crate::error::Error;
use crate::hash::bounds;
use crate::hash::function::Letters;
use crate::hash::several::Several;
use crate::hash::suffixes::Suffixes;

/// What is known about the palindromes of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Palindromes {
    /// Pairs of ends between which a palindrome stands.
    pub count: u64,
    /// The length of the longest palindrome.
    pub longest: usize,
    /// Where the first palindrome of that length starts.
    pub start: usize,
}

/// Counts the occurrences of palindromes that are not empty.
pub fn palindromes(text: &[u8]) -> Palindromes {
    palindromes_within(text, &mut Work::unlimited()).expect("there are no limits")
}

/// The same within limits.
///
/// # Errors
/// A limit.
pub fn palindromes_within(text: &[u8], work: &mut Work<'_>) -> Result<Palindromes, Error> {
    work.check_memory(text.len(), size_of::<usize>() as u64)?;
    let mut found = Palindromes::default();
    // Odd lengths have a letter in the middle, even ones a gap.
    scan(text, 1, &mut found, work)?;
    scan(text, 0, &mut found, work)?;
    Ok(found)
}

/// Adds the palindromes of odd (1) or even (0) length.
fn scan(text: &[u8], odd: usize, found: &mut Palindromes, work: &mut Work<'_>) -> Result<(), Error> {
    // radii[c]: how many palindromes have their centre at c (odd) or before c (even).
    let mut radii = vec![0usize; text.len()];
    // The palindrome that reaches furthest to the right is text[left..right].
    let (mut left, mut right) = (0, 0);
    for centre in 0..text.len() {
        work.beat()?;
        let mut radius = 0;
        if centre < right {
            let mirror = left + right - odd - centre;
            // The mirror of the left end of an even palindrome would be behind its right end.
            radius = if mirror < right { radii[mirror].min(right - centre) } else { 0 };
        }
        while radius < centre + odd
            && centre + radius < text.len()
            && text[centre + odd - 1 - radius] == text[centre + radius]
        {
            radius += 1;
        }
        radii[centre] = radius;
        found.count += radius as u64;
        let (start, end) = (centre + odd - radius.min(centre + odd), centre + radius);
        if end > right {
            (left, right) = (start, end);
        }
        let length = if radius == 0 { 0 } else { 2 * radius - odd };
        if length > found.longest || length == found.longest && length > 0 && start < found.start {
            (found.longest, found.start) = (length, start);
        }
    }
    Ok(())
}

/// The same count by hashes with two random bases modulo 2^61 - 1.
///
/// # Errors
/// When the operating system has no random numbers.
pub fn by_hashes(text: &[u8]) -> Result<Probably, Error> {
    by_hashes_within(text, &mut Work::unlimited())
}

/// The same within limits.
///
/// # Errors
/// When the operating system has no random numbers; a limit.
pub fn by_hashes_within(text: &[u8], work: &mut Work<'_>) -> Result<Probably, Error> {
    // The text backwards, and four tables of hashes.
    work.check_memory(text.len(), 1 + 4 * size_of::<u64>() as u64)?;
    let reversed: Vec<u8> = text.iter().rev().copied().collect();
    let several = Several::random(2, Letters::Bytes)?;
    let tables: Vec<_> =
        several.functions().map(|&f| (Suffixes::full(f, text), Suffixes::full(f, &reversed))).collect();
    let mut result = Probably { count: 0, error: 0.0 };
    let mut comparisons = 0u64;
    let mut mirrored = |start: usize, end: usize| -> Result<bool, Error> {
        comparisons += 1;
        let back = text.len() - end..text.len() - start;
        let equal =
            |pair: &(Suffixes<'_>, Suffixes<'_>)| Ok(pair.0.hash(start..end)? == pair.1.hash(back.clone())?);
        tables.iter().try_fold(true, |all, pair| Ok(all && equal(pair)?))
    };
    for centre in 0..text.len() {
        for odd in [0, 1] {
            let (mut low, mut high) = (0, (centre + odd).min(text.len() - centre));
            while low < high {
                work.beat()?;
                let radius = (low + high).div_ceil(2);
                match mirrored(centre + odd - radius, centre + radius)? {
                    true => low = radius,
                    false => high = radius - 1,
                }
            }
            result.count += low as u64;
        }
    }
    let moduli: Vec<_> = several.functions().map(|function| function.modulus()).collect();
    result.error = (comparisons as f64 * bounds::comparison(text.len() as f64, &moduli)).min(1.0);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::eertree;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn palindromes_equal_the_definition(text in prop::collection::vec(97..100u8, 0..40)) {
            let mut expected = Palindromes::default();
            let mut different = HashSet::new();
            for start in 0..text.len() {
                for end in start + 1..=text.len() {
                    let word = &text[start..end];
                    if word.iter().eq(word.iter().rev()) {
                        expected.count += 1;
                        different.insert(word);
                        if word.len() > expected.longest {
                            (expected.longest, expected.start) = (word.len(), start);
                        }
                    }
                }
            }
            prop_assert_eq!(palindromes(&text), expected);
            prop_assert_eq!(by_hashes(&text).unwrap().count, expected.count);
            let tree = eertree::palindromes(&text).unwrap();
            prop_assert_eq!(tree.distinct, different.len() as u64);
            prop_assert_eq!((tree.count, tree.longest), (expected.count, expected.longest));
        }
    }
}
