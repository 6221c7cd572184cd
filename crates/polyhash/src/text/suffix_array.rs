//! The suffix array: all suffixes of a text in alphabetical order, in linear time.
//!
//! Induced sorting, SA-IS (Nong, Zhang and Chan 2009). A suffix is of type S if it is smaller than the one behind it, else of
//! type L; an S behind an L starts an *LMS* substring. Once the LMS suffixes are in order, one scan from the left puts all L
//! suffixes in place and one from the right all S suffixes. To order the LMS suffixes, the same scans first sort the LMS
//! substrings, these get names, and the text of names, at most half as long, is sorted in the same way.
//!
//! 32-bit positions, so texts up to 2³¹ - 1 letters; 4 bytes a letter for the result, at most 6 more on the way. Recursion is at most 31
//! deep. Whole numbers are replaced by their ranks first: 4 bytes a letter more, and the time to sort them where they are large.
//!
//! ```
//! use polyhash::suffix_array;
//!
//! assert_eq!(suffix_array(b"banana")?, [5, 3, 1, 0, 4, 2]);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::check_length;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::hash::letter::Letter;
use alloc::vec;
use alloc::vec::Vec;

/// A place that is not filled yet.
const EMPTY: u32 = u32::MAX;

/// Bytes a letter: 4 for the result, and at most 6 on the way.
const BYTES: usize = 10;

/// The starts of all suffixes in alphabetical order.
///
/// # Errors
/// When the text has 2^31 letters or more.
#[doc(alias = "sa-is")]
pub fn suffix_array<T: Letter>(text: &[T]) -> Result<Vec<u32>, Error> {
    suffix_array_within(text, &Budget::unlimited())
}

/// The same within limits.
///
/// # Errors
/// When the text has 2^31 letters or more; a limit.
pub fn suffix_array_within<T: Letter>(text: &[T], budget: &Budget<'_>) -> Result<Vec<u32>, Error> {
    check_length(text)?;
    let mut meter = Meter::new(budget);
    if let Some(text) = T::as_bytes(text) {
        budget.check_memory(text.len(), BYTES)?;
        let mut array = vec![EMPTY; text.len()];
        sort(text, 256, &mut array, &mut meter)?;
        return Ok(array);
    }
    // The names, and the sorted letters that they come from.
    budget.check_memory(text.len(), BYTES + 4 + size_of::<T>())?;
    let (names, alphabet) = ranks(text);
    meter.beat(text.len())?;
    let mut array = vec![EMPTY; text.len()];
    sort(&names, alphabet, &mut array, &mut meter)?;
    Ok(array)
}

/// Small numbers in the order of the letters, and what they are below.
fn ranks<T: Letter>(text: &[T]) -> (Vec<u32>, usize) {
    let all = text.iter().map(|letter| letter.rank());
    let (Some(least), Some(most)) = (all.clone().min(), all.clone().max()) else { return (Vec::new(), 0) };
    // Letters that lie close together are their own names.
    if most - least <= 2 * text.len() as u64 {
        return (all.map(|rank| (rank - least) as u32).collect(), (most - least) as usize + 1);
    }
    let mut sorted = text.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let name = |letter| sorted.binary_search(letter).expect("every letter is there") as u32;
    (text.iter().map(name).collect(), sorted.len())
}

/// A byte, or a name of a letter or of an LMS substring.
trait Key: Copy + Ord {
    fn place(self) -> usize;
}

impl Key for u8 {
    fn place(self) -> usize {
        usize::from(self)
    }
}

impl Key for u32 {
    fn place(self) -> usize {
        self as usize
    }
}

/// One bit a position: whether its suffix is of type S.
struct Types(Vec<u64>);

impl Types {
    /// The last suffix is followed by nothing, which is smaller than everything: type L.
    fn new<T: Key>(text: &[T]) -> Types {
        let mut bits = vec![0; text.len() / 64 + 1];
        let mut small = false;
        for place in (0..text.len() - 1).rev() {
            small = text[place] < text[place + 1] || small && text[place] == text[place + 1];
            bits[place / 64] |= u64::from(small) << (place % 64);
        }
        Types(bits)
    }

    #[inline]
    fn small(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    #[inline]
    fn lms(&self, place: usize) -> bool {
        place > 0 && self.small(place) && !self.small(place - 1)
    }
}

/// Fills `array` with the suffixes of `text` in order; letters are below `alphabet`.
fn sort<T: Key>(text: &[T], alphabet: usize, array: &mut [u32], meter: &mut Meter<'_>) -> Result<(), Error> {
    if text.len() < 2 {
        array.fill(0);
        return Ok(());
    }
    let types = Types::new(text);
    let mut counts = vec![0u32; alphabet];
    text.iter().for_each(|letter| counts[letter.place()] += 1);
    let mut buckets = vec![0u32; alphabet];

    // Any order of the LMS suffixes sorts the LMS substrings.
    let lms: Vec<u32> = (1..text.len()).filter(|&place| types.lms(place)).map(|place| place as u32).collect();
    place_lms(text, &lms, &counts, &mut buckets, array);
    induce(text, &types, &counts, &mut buckets, array, meter)?;
    if lms.len() > 1 {
        let order = order_lms(text, &types, &lms, array, meter)?;
        place_lms(text, &order, &counts, &mut buckets, array);
        induce(text, &types, &counts, &mut buckets, array, meter)?;
    }
    Ok(())
}

/// Puts the LMS suffixes, in the order given, at the ends of the buckets of their letters.
fn place_lms<T: Key>(text: &[T], order: &[u32], counts: &[u32], buckets: &mut [u32], array: &mut [u32]) {
    array.fill(EMPTY);
    ends(counts, buckets);
    for &place in order.iter().rev() {
        let bucket = &mut buckets[text[place as usize].place()];
        *bucket -= 1;
        array[*bucket as usize] = place;
    }
}

/// The two scans: L suffixes from the left, S suffixes from the right.
fn induce<T: Key>(
    text: &[T],
    types: &Types,
    counts: &[u32],
    buckets: &mut [u32],
    array: &mut [u32],
    meter: &mut Meter<'_>,
) -> Result<(), Error> {
    starts(counts, buckets);
    // The suffix of one letter comes before all others of type L with that letter: nothing stands behind it.
    let last = text.len() - 1;
    let bucket = &mut buckets[text[last].place()];
    array[*bucket as usize] = last as u32;
    *bucket += 1;
    for index in 0..array.len() {
        meter.beat(1)?;
        let place = array[index];
        if place == EMPTY || place == 0 {
            continue;
        }
        let before = place as usize - 1;
        let letter = text[before];
        // Type L without looking at the bits: not smaller than the letter behind, and equal letters share the type.
        if letter >= text[before + 1] && !types.small(before) {
            let bucket = &mut buckets[letter.place()];
            array[*bucket as usize] = before as u32;
            *bucket += 1;
        }
    }
    ends(counts, buckets);
    for index in (0..array.len()).rev() {
        meter.beat(1)?;
        let place = array[index];
        if place == EMPTY || place == 0 {
            continue;
        }
        let before = place as usize - 1;
        let letter = text[before];
        if letter <= text[before + 1] && types.small(before) {
            let bucket = &mut buckets[letter.place()];
            *bucket -= 1;
            array[*bucket as usize] = before as u32;
        }
    }
    Ok(())
}

/// The LMS suffixes in order, from an array in which their substrings are.
fn order_lms<T: Key>(
    text: &[T],
    types: &Types,
    lms: &[u32],
    array: &mut [u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Error> {
    let count = lms.len();
    let mut sorted = 0;
    for index in 0..array.len() {
        let place = array[index];
        if place != EMPTY && types.lms(place as usize) {
            array[sorted] = place;
            sorted += 1;
        }
    }
    // LMS positions are at least two apart and none is the last, so half of a place is a number of its own below n/2.
    let (sorted, names) = array.split_at_mut(count);
    let names = &mut names[..text.len() / 2];
    names.fill(EMPTY);
    let mut name = 0;
    for index in 0..count {
        meter.beat(1)?;
        if index > 0 && !same_substring(text, types, sorted[index - 1] as usize, sorted[index] as usize) {
            name += 1;
        }
        names[sorted[index] as usize / 2] = name;
    }
    if name as usize + 1 == count {
        return Ok(sorted.to_vec());
    }
    let reduced: Vec<u32> = lms.iter().map(|&place| names[place as usize / 2]).collect();
    let order = &mut sorted[..count];
    sort(&reduced, name as usize + 1, order, meter)?;
    Ok(order.iter().map(|&index| lms[index as usize]).collect())
}

/// Whether two LMS substrings, up to and with the next LMS position, are equal.
fn same_substring<T: Key>(text: &[T], types: &Types, one: usize, other: usize) -> bool {
    for offset in 0.. {
        let (a, b) = (one + offset, other + offset);
        if a >= text.len() || b >= text.len() || text[a] != text[b] || types.small(a) != types.small(b) {
            return false;
        }
        if offset > 0 && (types.lms(a) || types.lms(b)) {
            return types.lms(a) && types.lms(b);
        }
    }
    unreachable!("a text ends")
}

/// The first place of each bucket.
fn starts(counts: &[u32], buckets: &mut [u32]) {
    let mut sum = 0;
    for (bucket, count) in buckets.iter_mut().zip(counts) {
        *bucket = sum;
        sum += count;
    }
}

/// Behind the last place of each bucket.
fn ends(counts: &[u32], buckets: &mut [u32]) {
    let mut sum = 0;
    for (bucket, count) in buckets.iter_mut().zip(counts) {
        sum += count;
        *bucket = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(text: &[u8]) -> Vec<u32> {
        let mut array: Vec<u32> = (0..text.len() as u32).collect();
        array.sort_by_key(|&place| &text[place as usize..]);
        array
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn induced_sorting_equals_sorting(letters in 1..5u8, seed: u64, length in 0..80usize) {
            let mut random = crate::random::SplitMix(seed);
            let text: Vec<u8> = (0..length).map(|_| random.below(u64::from(letters)) as u8).collect();
            prop_assert_eq!(suffix_array(&text).unwrap(), naive(&text));
        }

        #[test]
        fn numbers_are_sorted_like_their_ranks(text in prop::collection::vec(-3i64..3, 0..60), scale in prop::sample::select(vec![1, 1 << 50])) {
            let text: Vec<i64> = text.into_iter().map(|letter| letter * scale).collect();
            let mut expected: Vec<u32> = (0..text.len() as u32).collect();
            expected.sort_by_key(|&place| &text[place as usize..]);
            prop_assert_eq!(suffix_array(&text).unwrap(), expected);
        }

        #[test]
        fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(suffix_array(&text).unwrap(), naive(&text));
        }
    }

    #[test]
    fn texts_with_much_structure() {
        let fibonacci =
            (0..10).fold((b"b".to_vec(), b"a".to_vec()), |(a, b), _| (b.clone(), [b, a].concat())).1;
        let morse: Vec<u8> = (0..500u32).map(|i| (i.count_ones() & 1) as u8).collect();
        for text in
            [fibonacci, morse, vec![7; 300], b"ab".repeat(99), b"ba".repeat(99), b"mississippi".to_vec()]
        {
            assert_eq!(suffix_array(&text).unwrap(), naive(&text));
        }
    }
}
