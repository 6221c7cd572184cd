//! Counting substrings: the different ones, and those that read the same backwards.
//!
//! Each count has a form `..._within` that keeps to a [`Work`]: so much memory, and time as long as somebody says so.

pub mod distinct;
pub mod eertree;
pub mod manacher;
pub mod suffix_array;

use crate::error::Error;
use std::fmt;

/// What a count may take, and the steps it has taken.
pub struct Work<'a> {
    memory: u64,
    keep_going: &'a dyn Fn(u64) -> bool,
    steps: u64,
}

/// Steps between two questions whether to go on.
const INTERVAL: u64 = 1 << 16;

impl<'a> Work<'a> {
    /// So many bytes beside the text, as long as `keep_going`, which is told the steps so far, says so.
    pub fn new(memory: u64, keep_going: &'a dyn Fn(u64) -> bool) -> Work<'a> {
        Work { memory, keep_going, steps: 0 }
    }

    /// Whatever it takes.
    pub fn unlimited() -> Work<'static> {
        Work::new(u64::MAX, &|_| true)
    }

    /// Refuses tables that take more than there is.
    fn check_memory(&self, entries: usize, bytes_each: u64) -> Result<(), Error> {
        let bytes = (entries as u64).saturating_mul(bytes_each);
        if bytes > self.memory { Err(Error::Memory(bytes)) } else { Ok(()) }
    }

    /// One step.
    #[inline]
    fn beat(&mut self) -> Result<(), Error> {
        self.beats(1)
    }

    /// Several steps at once.
    #[inline]
    fn beats(&mut self, steps: u64) -> Result<(), Error> {
        let before = self.steps / INTERVAL;
        self.steps += steps;
        let asks = self.steps / INTERVAL != before;
        if asks && !(self.keep_going)(self.steps) { Err(Error::Stopped) } else { Ok(()) }
    }
}

impl fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Work {{ memory: {}, steps: {} }}", self.memory, self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_stops_when_it_is_told_to_and_before_it_takes_too_much() {
        type Count = fn(&[u8], &mut Work<'_>) -> Result<u64, Error>;
        let counts: [Count; 5] = [
            distinct::substrings_within,
            |text, work| distinct::by_hashes_within(text, work).map(|found| found.count),
            |text, work| manacher::palindromes_within(text, work).map(|found| found.count),
            |text, work| manacher::by_hashes_within(text, work).map(|found| found.count),
            |text, work| eertree::palindromes_within(text, work).map(|found| found.count),
        ];
        for (index, count) in counts.into_iter().enumerate() {
            let text = vec![b'a'; if index == 1 { 2000 } else { 300_000 }];
            assert_eq!(count(&text, &mut Work::new(u64::MAX, &|_| false)), Err(Error::Stopped), "{index}");
            let bytes = text.len() as u64;
            let refused = count(&text, &mut Work::new(bytes, &|_| true));
            assert!(matches!(refused, Err(Error::Memory(needed)) if needed > bytes), "{index}: {refused:?}");
            assert!(count(&text, &mut Work::new(100 * bytes, &|_| true)).is_ok(), "{index}");
        }
    }
}
