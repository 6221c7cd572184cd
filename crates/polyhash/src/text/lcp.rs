//! What neighbours in the suffix array share, and from that what any two suffixes share: exactly, in constant time.
//!
//! Common prefixes are found in the order of the text, where each is at most one shorter than the one before (Kasai and others 2001;
//! in this form Kärkkäinen, Manzini and Puglisi 2009). Two suffixes share the least of what all neighbours between them share.
//! [`SuffixLcp`] answers that from blocks of 16 entries and a table of the least of 1, 2, 4, ... whole blocks (Bender and
//! Farach-Colton 2000 have the idea).
//!
//! This is the exact counterpart of [`Substrings::lcp`](crate::Substrings::lcp), which hashes. Linear, 12 bytes a letter for the
//! arrays and about 4 for the table; building takes 60 to 200 ns a letter, a question some cache misses.
//!
//! ```
//! use polyhash::text::lcp::{SuffixLcp, lcp_array};
//! use polyhash::suffix_array;
//!
//! let array = suffix_array(b"banana")?;
//! assert_eq!(lcp_array(b"banana", &array)?, [1, 3, 0, 0, 2]);
//! let suffixes = SuffixLcp::new(b"banana")?;
//! assert_eq!(suffixes.lcp(1, 3)?, 3);
//! assert_eq!(suffixes.cmp(1..6, 3..6)?, std::cmp::Ordering::Greater);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::common_prefix;
use super::suffix_array::suffix_array_within;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::hash::letter::Letter;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Range;

/// How many letters each suffix of a suffix array shares with the next one: one entry fewer than suffixes.
///
/// # Errors
/// When the array is not as long as the text or has a place outside it. An array that is not the suffix array of the text
/// gives numbers that mean nothing.
#[doc(alias = "kasai")]
#[doc(alias = "longest common prefix")]
pub fn lcp_array<T: Letter>(text: &[T], array: &[u32]) -> Result<Vec<u32>, Error> {
    let length = text.len();
    let outside = array.iter().find(|&&place| place as usize >= length);
    if array.len() != length || outside.is_some() {
        let start = outside.map_or(array.len(), |&place| place as usize);
        return Err(Error::Range { start, end: length, length });
    }
    let budget = Budget::unlimited();
    let shared = shared_with_previous(text, array, &mut Meter::new(&budget))?;
    Ok(array.iter().skip(1).map(|&place| shared[place as usize]).collect())
}

/// For each place what its suffix shares with the one before it in alphabetical order; 0 for the first.
pub(super) fn shared_with_previous<T: Letter>(
    text: &[T],
    array: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Error> {
    let mut previous = vec![u32::MAX; text.len()];
    for pair in array.windows(2) {
        meter.beat(1)?;
        previous[pair[1] as usize] = pair[0];
    }
    let mut length = 0usize;
    for (place, entry) in previous.iter_mut().enumerate() {
        meter.beat(1)?;
        length = match *entry {
            u32::MAX => 0,
            other => {
                let from = other as usize + length;
                length + common_prefix(&text[place + length..], text.get(from..).unwrap_or_default())
            }
        };
        *entry = length as u32;
        length = length.saturating_sub(1);
    }
    Ok(previous)
}

/// Entries in a block.
const BLOCK: usize = 16;

/// A text with its suffixes in order, and what any two of them share.
#[doc(alias = "lcp")]
#[doc(alias = "longest common extension")]
#[derive(Clone)]
pub struct SuffixLcp<'t, T: Letter = u8> {
    text: &'t [T],
    array: Vec<u32>,
    rank: Vec<u32>,
    lcp: Vec<u32>,
    /// `least[k][b]` is the least entry of the 2^k blocks from b on.
    least: Vec<Vec<u32>>,
}

impl<T: Letter> fmt::Debug for SuffixLcp<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SuffixLcp").field("length", &self.text.len()).finish_non_exhaustive()
    }
}

impl<'t, T: Letter> SuffixLcp<'t, T> {
    /// Sorts the suffixes of a text.
    ///
    /// # Errors
    /// When the text has 2^31 letters or more.
    pub fn new(text: &'t [T]) -> Result<SuffixLcp<'t, T>, Error> {
        SuffixLcp::within(text, &Budget::unlimited())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// When the text has 2^31 letters or more; a limit.
    pub fn within(text: &'t [T], budget: &Budget<'_>) -> Result<SuffixLcp<'t, T>, Error> {
        budget.check_memory(text.len(), 20)?;
        let array = suffix_array_within(text, budget)?;
        let mut meter = Meter::new(budget);
        let shared = shared_with_previous(text, &array, &mut meter)?;
        let lcp: Vec<u32> = array.iter().skip(1).map(|&place| shared[place as usize]).collect();
        let mut rank = shared;
        for (index, &place) in array.iter().enumerate() {
            rank[place as usize] = index as u32;
        }
        let block = |block: &[u32]| block.iter().copied().min().unwrap_or(0);
        let mut least = vec![lcp.chunks(BLOCK).map(block).collect::<Vec<u32>>()];
        for width in (0..).map(|k| 1usize << k) {
            let row = least.last().expect("never empty");
            if row.len() <= width {
                break;
            }
            let next = row.iter().zip(&row[width..]).map(|(&one, &other)| one.min(other)).collect();
            least.push(next);
        }
        Ok(SuffixLcp { text, array, rank, lcp, least })
    }

    /// The starts of all suffixes in alphabetical order.
    pub fn array(&self) -> &[u32] {
        &self.array
    }

    /// The place of each suffix in that order.
    pub fn rank(&self) -> &[u32] {
        &self.rank
    }

    /// What each suffix in that order shares with the next one.
    pub fn lcp_array(&self) -> &[u32] {
        &self.lcp
    }

    /// The length of the longest common prefix of the suffixes from two places on.
    ///
    /// # Errors
    /// When a place lies behind the end of the text.
    pub fn lcp(&self, one: usize, other: usize) -> Result<usize, Error> {
        let length = self.text.len();
        self.check(&(one..length))?;
        self.check(&(other..length))?;
        Ok(self.common(one, other))
    }

    /// Whether two substrings are equal.
    ///
    /// # Errors
    /// When a range does not lie in the text.
    pub fn equal(&self, one: Range<usize>, other: Range<usize>) -> Result<bool, Error> {
        Ok(self.cmp(one, other)? == Ordering::Equal)
    }

    /// The lexicographical order of two substrings.
    ///
    /// # Errors
    /// When a range does not lie in the text.
    pub fn cmp(&self, one: Range<usize>, other: Range<usize>) -> Result<Ordering, Error> {
        self.check(&one)?;
        self.check(&other)?;
        let most = one.len().min(other.len());
        if self.common(one.start, other.start) >= most {
            return Ok(one.len().cmp(&other.len()));
        }
        Ok(self.rank[one.start].cmp(&self.rank[other.start]))
    }

    fn common(&self, one: usize, other: usize) -> usize {
        let length = self.text.len();
        if one == other || one.max(other) == length {
            return length - one.max(other);
        }
        let (a, b) = (self.rank[one], self.rank[other]);
        self.least_between(a.min(b) as usize, a.max(b) as usize) as usize
    }

    /// The least entry of a range that is not empty.
    fn least_between(&self, start: usize, end: usize) -> u32 {
        let least = |range: Range<usize>| self.lcp[range].iter().copied().min().unwrap_or(u32::MAX);
        // Whole blocks between the two that hold the ends.
        let (first, last) = (start / BLOCK + 1, (end - 1) / BLOCK);
        if first > last {
            return least(start..end);
        }
        let ends = least(start..first * BLOCK).min(least(last * BLOCK..end));
        if first == last {
            return ends;
        }
        let row = (last - first).ilog2() as usize;
        ends.min(self.least[row][first]).min(self.least[row][last - (1 << row)])
    }

    fn check(&self, range: &Range<usize>) -> Result<(), Error> {
        let (Range { start, end }, length) = (range.clone(), self.text.len());
        if start > end || end > length { Err(Error::Range { start, end, length }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::function::PolyHash;
    use crate::hash::substrings::Substrings;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn hashes_and_suffixes_agree_with_the_letters(
            word in prop::collection::vec(97..100u8, 1..40),
            repeat in 1..12usize,
            flaw: prop::sample::Index,
            places in prop::collection::vec(any::<[prop::sample::Index; 4]>(), 40),
        ) {
            let mut text = word.repeat(repeat);
            let flaw = flaw.index(text.len());
            text[flaw] = b'd';
            let numbers: Vec<i64> = text.iter().map(|&letter| i64::from(letter) << 40).collect();
            let exact = SuffixLcp::new(&text).unwrap();
            let of_numbers = SuffixLcp::new(&numbers).unwrap();
            let m61 = PolyHash::new(0x1234_5678_9abc, crate::Modulus::MERSENNE_61, crate::Letters::Bytes);
            let hashed = Substrings::new([m61, PolyHash::lecture()], &text);
            let sampled = Substrings::sampled([m61], &text);
            let numbers = Substrings::new([m61], &numbers);
            for ends in places {
                let [a, b, c, d] = ends.map(|end| end.index(text.len() + 1));
                let common = text[a..].iter().zip(&text[b..]).take_while(|(x, y)| x == y).count();
                for found in [exact.lcp(a, b), of_numbers.lcp(a, b), hashed.lcp(a, b), sampled.lcp(a, b), numbers.lcp(a, b)] {
                    prop_assert_eq!(found, Ok(common));
                }
                let (one, other) = (a.min(c)..a.max(c), b.min(d)..b.max(d));
                let order = text[one.clone()].cmp(&text[other.clone()]);
                let equal = order == Ordering::Equal;
                prop_assert_eq!(exact.cmp(one.clone(), other.clone()), Ok(order));
                prop_assert_eq!(of_numbers.equal(one.clone(), other.clone()), Ok(equal));
                prop_assert_eq!(hashed.cmp(one.clone(), other.clone()), Ok(order));
                prop_assert_eq!(sampled.cmp(one.clone(), other.clone()), Ok(order));
                prop_assert_eq!(hashed.equal(one.clone(), other.clone()), Ok(equal));
                prop_assert_eq!(numbers.equal(one.clone(), other.clone()), Ok(equal));
                let short = one.start..one.start + one.len().min(other.len());
                let same = other.start..other.start + short.len();
                prop_assert_eq!(sampled.equal(short.clone(), same.clone()), Ok(text[short] == text[same]));
            }
        }
    }

    #[test]
    fn long_prefixes_are_found_at_every_scale() {
        let mut random = crate::random::SplitMix(11);
        let half: Vec<u8> = (0..150_000).map(|_| b'a' + random.below(2) as u8).collect();
        let m61 = PolyHash::new(0x1234_5678_9abc, crate::Modulus::MERSENNE_61, crate::Letters::Bytes);
        for length in [0, 1, 31, 32, 33, 63, 64, 511, 512, 513, 8191, 70_000, 149_999] {
            let mut text = [&half[..], &half].concat();
            text[half.len() + length] ^= 3;
            let hashed = Substrings::new([m61], &text);
            assert_eq!(hashed.lcp(0, half.len()), Ok(length));
            assert_eq!(hashed.lcp(half.len(), 0), Ok(length));
        }
        let same = vec![b'a'; 100_000];
        let hashed = Substrings::new([m61], &same);
        for place in [0, 1, 12_345, 99_967, 99_968, 99_999, 100_000] {
            assert_eq!(hashed.lcp(place, 0), Ok(100_000 - place));
        }
        assert!(hashed.lcp(100_001, 0).is_err());
        assert!(lcp_array(b"ab", &[0]).is_err() && lcp_array(b"ab", &[0, 2]).is_err());
    }
}
