//! Where things are: an open hash table of numbers, for keys that are kept elsewhere.
//!
//! A slot has eight bytes: the number of an entry and 32 bits of its hash, which spare most looks at entries that are
//! others. Equality is always asked of the key itself, so nothing is ever taken for something else. The place of a slot
//! comes from those same bits, so the table grows without the keys. Linear probing (Knuth 1963), at most three quarters full.

use crate::cpu::{ask_large_pages, prefetch};

/// Numbers by hash.
#[derive(Debug, Default)]
pub struct Table {
    /// A hash in the upper half, a number counted from 1 in the lower; 0 is a free slot.
    slots: Vec<u64>,
    len: usize,
}

impl Table {
    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        8 * self.slots.len() as u64
    }

    /// Whether the next entry makes the table grow, to twice its size.
    pub fn is_full(&self) -> bool {
        4 * self.len >= 3 * self.slots.len()
    }

    /// The slot where a hash belongs if all others are free.
    fn home(&self, slot: u64) -> usize {
        // The upper bits of the hash, as many as number the slots.
        (((slot >> 32) * self.slots.len() as u64) >> 32) as usize
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
        let slot = *self.slots.get(self.home(hash))?;
        (slot != 0 && slot >> 32 == hash >> 32).then(|| slot as u32 - 1)
    }

    /// The number of the entry with this hash that `is_it` accepts.
    #[inline]
    pub fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let number = slot as u32 - 1;
            if slot >> 32 == hash >> 32 && is_it(number) {
                return Some(number);
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
    }

    /// Puts in a number that is not there yet.
    pub fn insert(&mut self, hash: u64, number: u32) {
        debug_assert!(number < u32::MAX);
        if self.is_full() {
            self.grow();
        }
        self.len += 1;
        self.place(hash & !0xffff_ffff | u64::from(number + 1));
    }

    fn place(&mut self, slot: u64) {
        let mut at = self.home(slot);
        while self.slots[at] != 0 {
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        self.slots[at] = slot;
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(64);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        ask_large_pages(&self.slots);
        old.into_iter().filter(|&slot| slot != 0).for_each(|slot| self.place(slot));
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
            let (mut table, mut entries) = (Table::default(), Vec::new());
            for key in keys {
                let hash = key.0 << 61 | key.0;
                let expected = entries.iter().position(|&other| other == key).map(|at| at as u32);
                prop_assert_eq!(table.find(hash, |entry| entries[entry as usize] == key), expected);
                if expected.is_none() {
                    table.insert(hash, entries.len() as u32);
                    entries.push(key);
                }
                prop_assert!(table.guess(hash).is_none_or(|entry| (entry as usize) < entries.len()));
            }
            prop_assert!(table.bytes() >= 8 * entries.len() as u64);
        }
    }
}
