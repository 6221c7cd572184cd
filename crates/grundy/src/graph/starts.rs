//! Where rows begin: numbers that never fall, four bytes each, also beyond 2^32.
//!
//! A graph of more than 2^32 edges would need eight bytes for the beginning of every row, and engines of two widths.
//! Beginnings never fall, though, so they pass a multiple of 2^32 only now and then: the low halves are kept, and the few
//! rows at which the high half goes up. Graphs of fewer edges have none of these, and reading a beginning is reading a
//! word. Vertices stay below 2^31, so that an edge takes four bytes whatever the graph: a graph with more would not fit
//! fifty gigabytes.
//!
//! ```
//! use grundy::graph::starts::Starts;
//!
//! let mut starts = Starts::<32>::new();
//! [0, 7, 1 << 32, 5 << 32].into_iter().for_each(|start| starts.push(start));
//! assert_eq!((starts.get(1), starts.get(2), starts.get(3)), (7, 1 << 32, 5 << 32));
//! ```

use crate::cpu::ask_large_pages;

/// Beginnings of rows, of which the lower `BITS` bits are kept for each; 32 but in tests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Starts<const BITS: u32 = 32> {
    low: Vec<u32>,
    /// The rows from which on the rest is one more, one entry for each step up.
    steps: Vec<u32>,
}

impl<const BITS: u32> Starts<BITS> {
    const MASK: u64 = (1 << BITS) - 1;

    /// None yet.
    pub fn new() -> Starts<BITS> {
        Starts { low: Vec::new(), steps: Vec::new() }
    }

    /// None yet, with room for so many.
    pub fn with_capacity(capacity: usize) -> Starts<BITS> {
        let low = Vec::with_capacity(capacity);
        ask_large_pages(&low);
        Starts { low, steps: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.low.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.low.is_empty()
    }

    /// Adds a beginning, not less than the last.
    #[inline]
    pub fn push(&mut self, start: u64) {
        let rest = (start >> BITS) as usize;
        if rest > self.steps.len() {
            self.steps.resize(rest, self.low.len() as u32);
        }
        self.low.push((start & Self::MASK) as u32);
    }

    /// A beginning.
    #[inline]
    pub fn get(&self, row: u32) -> usize {
        let low = self.low[row as usize] as usize;
        if self.steps.is_empty() { low } else { low | self.rest(row) }
    }

    #[cold]
    fn rest(&self, row: u32) -> usize {
        self.steps.partition_point(|&step| step <= row) << BITS
    }

    /// The differences of neighbours, which are below 2^BITS.
    pub fn lengths(&self) -> impl DoubleEndedIterator<Item = u32> + Clone {
        self.low.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]) & Self::MASK as u32)
    }

    /// The low halves: to ask for a cache line before a beginning is needed.
    pub(super) fn words(&self) -> &[u32] {
        &self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn beginnings_are_what_was_pushed(lengths in prop::collection::vec(0u32..16, 0..200)) {
            let mut starts = Starts::<4>::new();
            let all: Vec<u64> = std::iter::once(0)
                .chain(lengths.iter().scan(0, |sum, &length| {
                    *sum += u64::from(length);
                    Some(*sum)
                }))
                .collect();
            all.iter().for_each(|&start| starts.push(start));
            for (row, &start) in all.iter().enumerate() {
                prop_assert_eq!(starts.get(row as u32) as u64, start);
            }
            prop_assert!(starts.lengths().eq(lengths.iter().copied()));
        }
    }

    #[test]
    fn several_steps_may_come_at_once() {
        let mut starts = Starts::<4>::new();
        let all = [0, 15, 16, 80, 81, 95, 300];
        all.iter().for_each(|&start| starts.push(start));
        assert!((0..).zip(all).all(|(row, start)| starts.get(row) as u64 == start));
    }
}
