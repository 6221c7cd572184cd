//! Texts without hashing: what hashes are often used for, done exactly and in linear time.
//!
//! | question | answer | cost a letter |
//! |---|---|---|
//! | which suffix comes first, what do two of them share | [`suffix_array`](suffix_array::suffix_array), [`lcp_array`](lcp::lcp_array), [`SuffixLcp`](lcp::SuffixLcp) | 40 to 150 ns |
//! | where are palindromes | [`manacher::Radii`] | 5 ns |
//! | which palindromes are there | [`PalindromicTree`](eertree::PalindromicTree) | 10 to 40 ns |
//! | what does every suffix share with the text | [`z_array`](z_function::z_array) | 1 to 3 ns |
//! | which periods, borders | [`periods`](border::periods), [`border_array`](border::border_array) | 2 ns |
//! | which rotation comes first | [`least_rotation`](rotation::least_rotation) | 2 ns |
//! | how many substrings | [`distinct::substrings`] | 50 to 150 ns |
//!
//! All of them take bytes and sequences of whole numbers ([`Letter`]). The forms `..._within` keep to a
//! [`Budget`](crate::Budget).

pub mod border;
pub mod distinct;
pub mod eertree;
pub mod lcp;
pub mod manacher;
pub mod rotation;
pub mod suffix_array;
pub mod z_function;

use crate::error::Error;
use crate::hash::letter::Letter;

/// Texts have 32-bit positions here.
fn check_length<T>(text: &[T]) -> Result<(), Error> {
    if text.len() >= 1 << 31 { Err(Error::TooLong(text.len())) } else { Ok(()) }
}

/// How many letters two texts have in common from the start.
#[inline]
pub(crate) fn common_prefix<T: Letter>(one: &[T], other: &[T]) -> usize {
    let most = one.len().min(other.len());
    let (one, other) = (&one[..most], &other[..most]);
    let Some((bytes, others)) = T::as_bytes(one).zip(T::as_bytes(other)) else {
        return one.iter().zip(other).take_while(|(a, b)| a == b).count();
    };
    let words = bytes.as_chunks::<8>().0.iter().zip(others.as_chunks::<8>().0);
    for (index, (a, b)) in words.enumerate() {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return 8 * index + difference.trailing_zeros() as usize / 8;
        }
    }
    let whole = most / 8 * 8;
    whole + one[whole..].iter().zip(&other[whole..]).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn every_count_stops_when_it_is_told_to_and_before_it_takes_too_much() {
        type Count = fn(&[u8], &Budget<'_>) -> Result<u64, Error>;
        let counts: &[Count] = &[
            distinct::substrings_within,
            |text, budget| manacher::Radii::within(text, budget).map(|found| found.count()),
            |text, budget| eertree::PalindromicTree::within(text, budget).map(|found| found.count()),
            |text, budget| lcp::SuffixLcp::within(text, budget).map(|found| found.lcp(0, 1).unwrap() as u64),
            #[cfg(feature = "random")]
            |text, budget| distinct::by_hashes_within(&text[..2000], budget).map(|found| found.count),
            #[cfg(feature = "random")]
            |text, budget| manacher::by_hashes_within(text, budget).map(|found| found.count),
        ];
        let text = vec![b'a'; 300_000];
        for (index, count) in counts.iter().enumerate() {
            let stopped = Budget::unlimited().with_keep_going(&|_| false);
            assert_eq!(count(&text, &stopped), Err(Error::Stopped), "{index}");
            let refused = count(&text, &Budget::unlimited().with_memory(1 << 14));
            assert!(
                matches!(refused, Err(Error::Memory(needed)) if needed > 1 << 14),
                "{index}: {refused:?}"
            );
            assert!(count(&text, &Budget::unlimited().with_memory(30_000_000)).is_ok(), "{index}");
        }
    }
}
