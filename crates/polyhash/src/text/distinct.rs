//! How many different substrings a text has.
//!
//! Every substring is a prefix of a suffix. In alphabetical order a suffix adds as many new ones as it is long, less what it
//! shares with its neighbour, so the count is n(n + 1)/2 less the sum of all longest common prefixes. Those are found in the
//! order of the text, where each is at most one shorter than the one before (Kärkkäinen, Manzini and Puglisi 2009).
//! Exact, linear, at most 10 bytes a letter, 50 to 150 ns a letter.
//!
//! `by_hashes` (feature `random`) is the same count as lectures show it: sort the hashes of all substrings of each length. It takes
//! n² log n steps and is right with the probability that it states.
//!
//! ```
//! use polyhash::text::distinct;
//!
//! assert_eq!(distinct::substrings(b"banana")?, 15);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::lcp::shared_with_previous;
use super::suffix_array::suffix_array_within;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::hash::letter::Letter;
#[cfg(feature = "random")]
use {
    crate::hash::{bounds, function::Letters, several::Several, window::Windows},
    alloc::vec::Vec,
};

/// The number of different substrings that are not empty.
///
/// # Errors
/// When the text has 2^31 letters or more.
pub fn substrings<T: Letter>(text: &[T]) -> Result<u64, Error> {
    substrings_within(text, &Budget::unlimited())
}

/// The same within limits.
///
/// # Errors
/// When the text has 2^31 letters or more; a limit.
pub fn substrings_within<T: Letter>(text: &[T], budget: &Budget<'_>) -> Result<u64, Error> {
    let n = text.len() as u64;
    let array = suffix_array_within(text, budget)?;
    let shared = shared_with_previous(text, &array, &mut Meter::new(budget))?;
    Ok(n * (n + 1) / 2 - shared.iter().map(|&length| u64::from(length)).sum::<u64>())
}

/// A count that is right unless hashes collided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Probably {
    /// The count; too small if any two different substrings had equal hashes.
    pub count: u64,
    /// The most probable that is, over the choice of the bases.
    pub error: f64,
}

/// The same count by hashes with two random bases modulo 2^61 - 1.
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
    budget.check_memory(text.len(), size_of::<(u64, u64)>())?;
    let mut meter = Meter::new(budget);
    let functions = Several::<2>::random(Letters::Bytes)?.functions();
    let moduli = functions.map(|function| function.modulus());
    let mut result = Probably { count: 0, error: 0.0 };
    for width in 1..=text.len() {
        let [first, second] = functions.map(|function| Windows::new(function, text, width));
        let mut hashes: Vec<(u64, u64)> =
            first.zip(second).map(|(one, other)| (one.hash, other.hash)).collect();
        meter.beat(hashes.len())?;
        result.error += bounds::set(hashes.len() as f64, width as f64, &moduli);
        hashes.sort_unstable();
        hashes.dedup();
        result.count += hashes.len() as u64;
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn counts_equal_a_set_of_all_substrings(text in prop::collection::vec(97..100u8, 0..60)) {
            let all: HashSet<&[u8]> = (0..text.len())
                .flat_map(|start| (start + 1..=text.len()).map(move |end| (start, end)))
                .map(|(start, end)| &text[start..end])
                .collect();
            prop_assert_eq!(substrings(&text).unwrap(), all.len() as u64);
            let numbers: Vec<u32> = text.iter().map(|&letter| u32::from(letter) << 20).collect();
            prop_assert_eq!(substrings(&numbers).unwrap(), all.len() as u64);
            #[cfg(feature = "random")]
            {
                let probably = by_hashes(&text).unwrap();
                prop_assert_eq!(probably.count, all.len() as u64);
                prop_assert!(probably.error < 1e-20);
            }
        }
    }

    #[test]
    fn repeated_letters() {
        assert_eq!(substrings(&vec![b'a'; 100_000]).unwrap(), 100_000);
        assert_eq!(substrings(b"").unwrap(), 0);
        assert_eq!(substrings(b"\0\0\xff").unwrap(), 5);
    }
}
