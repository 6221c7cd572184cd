//! Where things are: an open hash table of numbers, for keys that are kept elsewhere.
//!
//! A slot has four bytes: the number of an entry and, in the bits that numbers do not need yet, some of its hash, which
//! spare most looks at entries that are others. Equality is always asked of the key itself, so nothing is ever taken for
//! something else. Linear probing (Knuth 1963), at most three quarters full.

use crate::base::cpu::{ask_large_pages, prefetch};

/// Numbers by hash.
#[derive(Debug, Default)]
pub struct IndexTable {
    /// A number counted from 1 in the lower bits, as many as number the slots, and bits of a hash above; 0 is a free slot.
    slots: Vec<u32>,
    len: usize,
    /// The bits of a number.
    width: u32,
}

impl IndexTable {
    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        4 * self.slots.len() as u64
    }

    /// Whether the table must grow before the next entry, to twice its size.
    pub fn is_full(&self) -> bool {
        4 * self.len >= 3 * self.slots.len()
    }

    /// The slot where a hash belongs if all others are free: its upper bits.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (hash >> (64 - self.width)) as usize
    }

    /// The part of a hash that a slot keeps: its next bits.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        ((hash << self.width) >> 32) as u32 & !self.numbers()
    }

    /// All bits of a number.
    #[inline]
    fn numbers(&self) -> u32 {
        (self.slots.len() - 1) as u32
    }

    /// Asks for the memory where a hash belongs.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        if !self.slots.is_empty() {
            prefetch(&self.slots, self.home(hash));
        }
    }

    /// The first entry that may have this hash, if the slot where it belongs says so.
    #[inline]
    pub fn guess(&self, hash: u64) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let (slot, numbers) = (self.slots[self.home(hash)], self.numbers());
        (slot != 0 && slot & !numbers == self.tag(hash)).then(|| (slot & numbers) - 1)
    }

    /// The number of the entry with this hash that `is_it` accepts.
    #[inline]
    pub fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let (numbers, tag) = (self.numbers(), self.tag(hash));
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let number = (slot & numbers) - 1;
            if slot & !numbers == tag && is_it(number) {
                return Some(number);
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
    }

    /// Puts in a number that is not there yet; there must be room.
    pub fn insert(&mut self, hash: u64, number: u32) {
        debug_assert!(!self.is_full() && (number as usize) < self.slots.len() - 1);
        self.len += 1;
        let mut at = self.home(hash);
        while self.slots[at] != 0 {
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        self.slots[at] = self.tag(hash) | (number + 1);
    }

    /// Doubles the table; the hashes of all entries are needed again, in the order of their numbers.
    pub fn grow(&mut self, hashes: impl Iterator<Item = u64>) {
        self.width = (self.width + 1).max(6);
        self.len = 0;
        // The old slots are of no use.
        self.slots = Vec::new();
        self.slots = vec![0; 1 << self.width];
        ask_large_pages(&self.slots);
        hashes.zip(0..).for_each(|(hash, number)| self.insert(hash, number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Few different hashes, so that most entries are not where they belong.
        #[test]
        fn what_was_put_in_is_found(keys in prop::collection::vec((0u64..9, 0u64..50), 0..300)) {
            let (mut table, mut entries) = (IndexTable::default(), Vec::new());
            for key in keys {
                let hash = key.0 << 61 | key.0;
                let expected = entries.iter().position(|&other| other == key).map(|at| at as u32);
                prop_assert_eq!(table.find(hash, |entry| entries[entry as usize] == key), expected);
                if expected.is_none() {
                    if table.is_full() {
                        table.grow(entries.iter().map(|&key: &(u64, u64)| key.0 << 61 | key.0));
                    }
                    table.insert(hash, entries.len() as u32);
                    entries.push(key);
                }
                prop_assert!(table.guess(hash).is_none_or(|entry| (entry as usize) < entries.len()));
            }
            prop_assert!(table.bytes() >= 4 * entries.len() as u64);
        }
    }
}
