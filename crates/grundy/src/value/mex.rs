//! The minimum excludant: the least number that is not in a set.
//!
//! The value of a position is the mex of the values of its options (Sprague, 1935; Grundy, 1939). [`mex`]
//! answers once, for any values. [`MexSet`] is for inner loops that ask millions of times: it keeps its
//! memory between questions and is emptied by counting up a stamp instead of by writing zeros.
//!
//! Both rest on the pigeonhole: `n` values leave a gap among `0..=n`, so larger values never matter. [`mex`]
//! takes time and memory O(n). [`MexSet`] inserts in O(1) below 2^24 and in O(log n) above; it takes 4 bytes for
//! each value up to the largest one inserted, 64 MiB at most before the ordered set for larger values is used.
//!
//! ```
//! use grundy::value::{MexSet, mex};
//!
//! assert_eq!(mex([0, 1, 3, u64::MAX, 1]), 2);
//!
//! let mut values = MexSet::new();
//! values.insert(0);
//! values.insert(2);
//! assert_eq!(values.mex(), 1);
//! values.clear();
//! assert_eq!(values.mex(), 0);
//! ```

use std::collections::BTreeSet;

/// The least number that is not among `values`; they come in any order, and repeats are allowed.
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: Vec<u64> = values.into_iter().collect();
    let mut seen = vec![false; values.len()];
    for value in values {
        if let Some(seen) = usize::try_from(value).ok().and_then(|value| seen.get_mut(value)) {
            *seen = true;
        }
    }
    seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u64
}

/// Values from here on are kept in an ordered set, so that one large value does not allocate gigabytes.
const DENSE_LIMIT: u32 = 1 << 24;

/// A set of values that is cheap to empty and to ask for its mex.
#[derive(Clone, Debug)]
pub struct MexSet {
    /// Value v is present when `stamps[v]` is the current stamp: inserting is one store that waits for nothing.
    stamps: Vec<u32>,
    /// Never 0, which is the stamp of a place that was never written.
    stamp: u32,
    large: BTreeSet<u32>,
}

impl Default for MexSet {
    fn default() -> MexSet {
        MexSet { stamps: Vec::new(), stamp: 1, large: BTreeSet::new() }
    }
}

impl MexSet {
    /// An empty set, which allocates nothing until the first [`insert`](MexSet::insert).
    pub fn new() -> MexSet {
        MexSet::default()
    }

    /// Empties the set and keeps its memory, in amortised constant time.
    pub fn clear(&mut self) {
        if !self.large.is_empty() {
            self.large.clear();
        }
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            // Once in 2^32 times the stamps are used up and old ones would look new.
            self.stamps.fill(0);
            1
        });
    }

    /// Adds `value`; adding it again changes nothing.
    #[inline]
    pub fn insert(&mut self, value: u32) {
        match self.stamps.get_mut(value as usize) {
            Some(place) => *place = self.stamp,
            None => self.insert_far(value),
        }
    }

    /// The places of all values up to `largest` and the mark that makes a value present, for loops that keep both at hand;
    /// `None` when the values are too large to have places. The number of places is a power of two.
    #[inline]
    pub fn places(&mut self, largest: u32) -> Option<(&mut [u32], u32)> {
        if largest >= DENSE_LIMIT {
            return None;
        }
        if largest as usize >= self.stamps.len() {
            self.stamps.resize((largest as usize + 1).next_power_of_two().max(64), 0);
        }
        Some((&mut self.stamps, self.stamp))
    }

    /// Adds many values, all at most `largest`.
    #[inline]
    pub fn insert_all(&mut self, largest: u32, values: impl Iterator<Item = u32>) {
        match self.places(largest) {
            None => values.for_each(|value| self.insert(value)),
            Some((places, stamp)) => {
                // The mask changes nothing, as values are at most `largest`, and spares a branch.
                let mask = places.len() - 1;
                values.for_each(|value| places[value as usize & mask] = stamp);
            }
        }
    }

    #[cold]
    fn insert_far(&mut self, value: u32) {
        if value >= DENSE_LIMIT {
            self.large.insert(value);
        } else {
            self.stamps.resize((value as usize + 1).next_power_of_two().max(64), 0);
            self.stamps[value as usize] = self.stamp;
        }
    }

    /// Whether `value` was inserted since the last [`clear`](MexSet::clear).
    #[inline]
    pub fn contains(&self, value: u32) -> bool {
        match self.stamps.get(value as usize) {
            Some(stamp) => *stamp == self.stamp,
            None => self.large.contains(&value),
        }
    }

    /// The least value that is not in the set.
    #[inline]
    pub fn mex(&self) -> u32 {
        // The number of places is a multiple of eight. Which of eight is the first that is missing cannot be guessed, so
        // nothing branches on it.
        let present = |eight: &[u32; 8]| {
            (0..8).fold(0u32, |bits, place| bits | u32::from(eight[place] == self.stamp) << place)
        };
        let mut eights = self.stamps.as_chunks().0.iter().map(present).zip((0u32..).step_by(8));
        match eights.find(|(present, _)| *present < 0xff) {
            // At most DENSE_LIMIT places exist.
            Some((present, first)) => first + present.trailing_ones(),
            None if self.stamps.len() < DENSE_LIMIT as usize => self.stamps.len() as u32,
            None => self.mex_of_large(),
        }
    }

    /// The mex when all values below [`DENSE_LIMIT`] are present.
    #[cold]
    fn mex_of_large(&self) -> u32 {
        let run = (DENSE_LIMIT..).zip(&self.large).take_while(|(expected, value)| expected == *value);
        DENSE_LIMIT + run.count() as u32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mex_of_nothing_is_zero() {
        assert_eq!(mex([]), 0);
        assert_eq!(MexSet::new().mex(), 0);
    }

    #[test]
    fn huge_values_and_repeats_cost_nothing() {
        assert_eq!(mex([u64::MAX, 0, 0, u64::MAX - 1, 1 << 32]), 1);
        assert_eq!(mex(std::iter::repeat_n(0, 1000)), 1);
        let mut set = MexSet::new();
        set.insert(u32::MAX);
        set.insert(DENSE_LIMIT);
        assert!(set.contains(u32::MAX) && set.contains(DENSE_LIMIT) && !set.contains(DENSE_LIMIT + 1));
        assert_eq!((set.mex(), set.stamps.len()), (0, 0));
    }

    #[test]
    fn mex_continues_beyond_the_dense_part() {
        let mut set = MexSet::new();
        (0..DENSE_LIMIT).for_each(|value| set.insert(value));
        assert_eq!(set.mex(), DENSE_LIMIT);
        [DENSE_LIMIT, DENSE_LIMIT + 1, DENSE_LIMIT + 3].into_iter().for_each(|value| set.insert(value));
        assert_eq!(set.mex(), DENSE_LIMIT + 2);
    }

    #[test]
    fn old_stamps_do_not_come_back() {
        let mut set = MexSet::new();
        set.insert(0);
        set.stamp = u32::MAX;
        set.insert(1);
        set.clear();
        assert_eq!((set.stamp, set.contains(0), set.contains(1), set.mex()), (1, false, false, 0));
    }

    proptest! {
        #[test]
        fn mex_is_the_least_absent_value(values in prop::collection::vec(0u64..40, 0..60)) {
            let expected = (0..).find(|value| !values.contains(value)).unwrap();
            prop_assert_eq!(mex(values), expected);
        }

        #[test]
        fn set_agrees_with_function(
            rounds in prop::collection::vec(prop::collection::vec(0u32..200, 0..300), 0..8)
        ) {
            let mut set = MexSet::new();
            for values in rounds {
                set.clear();
                let (first, rest) = values.split_at(values.len() / 2);
                first.iter().for_each(|&value| set.insert(value));
                set.insert_all(199, rest.iter().copied());
                prop_assert_eq!(u64::from(set.mex()), mex(values.iter().copied().map(u64::from)));
                prop_assert!((0..256).all(|value| set.contains(value) == values.contains(&value)));
            }
        }
    }
}
