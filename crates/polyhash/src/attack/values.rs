//! The numbers that the letters of texts stand for, as attacks see them.
//!
//! An attack works on differences of numbers, so it wants to know which differences there are and a pair of numbers for each. The
//! numbers are kept as runs without gaps, in units of the greatest common divisor of all differences: `a` to `z` is one run,
//! 1 to 10⁹ is one run, a table of random numbers is as many runs as letters.
//!
//! ```
//! use polyhash::attack::Values;
//!
//! let values = Values::new([1, 3, 5, 11])?;
//! assert_eq!((values.step(), values.width(), values.pair(-3)), (2, 5, Some((5, 11))));
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::error::Error;

/// A set of whole numbers, not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values {
    first: i64,
    step: u64,
    /// The first and the last of each run, in steps above the first number.
    runs: Vec<(i64, i64)>,
    /// For each difference in steps, from 0 up, the lower number of a pair that has it, in steps; empty if there is one run.
    pairs: Vec<Option<u32>>,
}

/// Widths up to here have a table of pairs.
const TABLED: i64 = 1 << 20;

impl Values {
    /// The set of these numbers.
    ///
    /// # Errors
    /// When there are none, or they are too far apart to be told from each other by 63 bits.
    pub fn new(numbers: impl IntoIterator<Item = i64>) -> Result<Values, Error> {
        let mut numbers: Vec<i64> = numbers.into_iter().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let first = *numbers.first().ok_or_else(|| Error::Unfit("there are no letters".to_owned()))?;
        let above: Option<Vec<i64>> = numbers.iter().map(|number| number.checked_sub(first)).collect();
        let above =
            above.ok_or_else(|| Error::Unfit("the numbers of letters are too far apart".to_owned()))?;
        let step = above.iter().fold(0, |divisor, &number| gcd(divisor, number as u64)).max(1);
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for number in above.iter().map(|number| number / step as i64) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => runs.push((number, number)),
            }
        }
        Ok(Values { first, step, runs, pairs: Vec::new() }.tabled())
    }

    /// All numbers from one to another.
    ///
    /// # Errors
    /// When there are none or too many for 62 bits.
    pub fn range(first: i64, last: i64) -> Result<Values, Error> {
        let width = last.checked_sub(first).filter(|width| (0..1 << 62).contains(width));
        let width =
            width.ok_or_else(|| Error::Unfit(format!("there are no numbers from {first} to {last}")))?;
        Ok(Values { first, step: 1, runs: vec![(0, width)], pairs: Vec::new() })
    }

    fn tabled(mut self) -> Values {
        if self.runs.len() == 1 || self.width() > TABLED {
            return self;
        }
        let mut pairs = vec![None; self.width() as usize + 1];
        let numbers: Vec<i64> = self.runs.iter().flat_map(|&(first, last)| first..=last).collect();
        for (place, &low) in numbers.iter().enumerate() {
            for &high in &numbers[place..] {
                pairs[(high - low) as usize].get_or_insert(low as u32);
            }
        }
        self.pairs = pairs;
        self
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.runs.iter().map(|(first, last)| (last - first) as u64 + 1).sum()
    }

    /// The least number.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// What all differences are multiples of.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The largest difference, in steps.
    pub fn width(&self) -> i64 {
        self.runs.last().map_or(0, |run| run.1)
    }

    /// The largest number.
    pub fn last(&self) -> i64 {
        self.number(self.width())
    }

    /// The runs, in steps above the first number.
    pub(crate) fn runs(&self) -> &[(i64, i64)] {
        &self.runs
    }

    /// The number so many steps above the first, without a look whether it is in the set.
    fn number(&self, steps: i64) -> i64 {
        self.first + steps * self.step as i64
    }

    /// The number so many steps above the first, if it is in the set.
    pub fn letter(&self, steps: i64) -> Option<i64> {
        let run = self.runs.partition_point(|&(_, last)| last < steps);
        self.runs.get(run).filter(|(first, _)| *first <= steps).map(|_| self.number(steps))
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: i64) -> bool {
        number.checked_sub(self.first).is_some_and(|above| {
            above >= 0 && above % self.step as i64 == 0 && self.letter(above / self.step as i64).is_some()
        })
    }

    /// The numbers in order.
    pub fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        self.runs.iter().flat_map(|&(first, last)| first..=last).map(|steps| self.number(steps))
    }

    /// The number at a place of the order.
    pub fn nth(&self, place: u64) -> Option<i64> {
        let mut rest = place;
        for &(first, last) in &self.runs {
            let count = (last - first) as u64 + 1;
            if rest < count {
                return Some(self.number(first + rest as i64));
            }
            rest -= count;
        }
        None
    }

    /// Two numbers with this difference in steps, the first less the second.
    pub fn pair(&self, difference: i128) -> Option<(i64, i64)> {
        let size = i64::try_from(difference.unsigned_abs()).ok().filter(|&size| size <= self.width())?;
        let low = if self.runs.len() == 1 {
            0
        } else if !self.pairs.is_empty() {
            i64::from(self.pairs[size as usize]?)
        } else {
            self.lows(size).next()?
        };
        let (low, high) = (self.number(low), self.number(low + size));
        Some(if difference < 0 { (low, high) } else { (high, low) })
    }

    /// Whether two numbers have this difference in steps.
    #[inline]
    pub fn has(&self, difference: i128) -> bool {
        match (self.runs.len(), self.pairs.is_empty()) {
            (1, _) => difference.unsigned_abs() <= self.width() as u128,
            (_, false) => self.pairs.get(difference.unsigned_abs() as usize).is_some_and(Option::is_some),
            _ => self.pair(difference).is_some(),
        }
    }

    /// The lower numbers, in steps, of all pairs with this difference, the first one of each overlap of two runs.
    fn lows(&self, size: i64) -> impl Iterator<Item = i64> + '_ {
        let overlap = move |(first, last): (i64, i64), (from, to): (i64, i64)| {
            let low = first.max(from - size);
            (low <= last.min(to - size)).then_some(low)
        };
        self.runs.iter().flat_map(move |&one| self.runs.iter().filter_map(move |&other| overlap(one, other)))
    }

    /// All pairs with this difference in steps, at most `most` of them.
    pub fn pairs(&self, difference: i128, most: usize) -> Vec<(i64, i64)> {
        let Ok(size) = i64::try_from(difference.unsigned_abs()) else { return Vec::new() };
        let lows = self.runs.iter().flat_map(|&(first, last)| first..=last).take(1 << 16);
        let pairs = lows.filter_map(|low| Some((self.letter(low)?, self.letter(low.checked_add(size)?)?)));
        pairs.map(|(low, high)| if difference < 0 { (low, high) } else { (high, low) }).take(most).collect()
    }

    /// All differences in steps, in increasing order; none if there are too many to list.
    pub fn differences(&self) -> Option<Vec<i64>> {
        let width = self.width();
        if width <= TABLED {
            return Some((-width..=width).filter(|&steps| self.has(i128::from(steps))).collect());
        }
        if self.count() > 256 {
            return None;
        }
        let numbers: Vec<i64> = self.runs.iter().flat_map(|&(first, last)| first..=last).collect();
        let mut all: Vec<i64> =
            numbers.iter().flat_map(|one| numbers.iter().map(move |other| one - other)).collect();
        all.sort_unstable();
        all.dedup();
        Some(all)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_difference_has_its_pair() {
        for numbers in [
            vec![1, 2, 3],
            vec![-7, 0, 7, 21],
            vec![5],
            vec![0, 1, 2, 50, 51, 60],
            vec![-1_000_000_000_000, 3, 77, 5_000_000_000_000],
        ] {
            let values = Values::new(numbers.iter().copied()).unwrap();
            let mut expected = BTreeSet::new();
            for one in &numbers {
                for other in &numbers {
                    expected.insert((one - other) / values.step() as i64);
                }
            }
            assert_eq!(values.differences().unwrap(), expected.iter().copied().collect::<Vec<_>>());
            for &difference in &expected {
                for (one, other) in values
                    .pairs(i128::from(difference), 9)
                    .into_iter()
                    .chain(values.pair(i128::from(difference)))
                {
                    assert_eq!(one - other, difference * values.step() as i64);
                    assert!(values.contains(one) && values.contains(other));
                }
            }
            assert!(!values.has(i128::from(*expected.last().unwrap()) + 1));
            assert_eq!(values.numbers().collect::<Vec<_>>(), numbers);
            assert_eq!(values.nth(numbers.len() as u64 - 1), numbers.last().copied());
        }
    }
}
