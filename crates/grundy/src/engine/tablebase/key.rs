//! Positions as keys: what is sorted, sent, hashed and written.
//!
//! A tablebase never looks into a position. A game that knows a short code for its positions uses numbers of 64 bits, any other
//! has strings of bytes; pairs of numbers (128 bits) serve as entries of the subscriptions of a loopy tier. Sorted keys are
//! written by what they add to the one before: numbers as differences, strings by the length of the common beginning.

use crate::base::journal::{Reader, put};
use std::fmt::Debug;
use std::hash::Hash;

/// A position as something that can be sorted.
pub trait Key: Clone + Ord + Hash + Send + Sync + Debug + 'static {
    /// Writes a key behind a smaller one.
    fn put(&self, previous: Option<&Self>, out: &mut Vec<u8>);

    /// Reads what was written; `None` where something else stands.
    fn take(previous: Option<&Self>, reader: &mut KeyReader<'_>) -> Option<Self>;

    /// Sixty-four bits that look random, the same on every machine.
    fn mix(&self) -> u64;

    /// Bytes that it takes beside those of its type.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

/// Bytes that keys are read from.
#[derive(Debug, Clone, Copy)]
pub struct KeyReader<'a>(pub(super) Reader<'a>);

impl<'a> KeyReader<'a> {
    /// Reads from the beginning of some bytes.
    pub fn new(bytes: &'a [u8]) -> KeyReader<'a> {
        KeyReader(Reader(bytes))
    }

    /// A number of seven bits a byte.
    pub fn number(&mut self) -> Option<u64> {
        self.0.number()
    }

    /// So many bytes.
    pub fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.0.split_at_checked(length)?;
        self.0.0 = rest;
        Some(bytes)
    }

    /// What was not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.0.0
    }
}

/// The finaliser of MurmurHash3 in Stafford's variant 13: every bit of the input changes half of the output.
pub(super) fn scramble(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Key for u64 {
    #[inline]
    fn put(&self, previous: Option<&u64>, out: &mut Vec<u8>) {
        put(out, self - previous.copied().unwrap_or(0));
    }

    #[inline]
    fn take(previous: Option<&u64>, reader: &mut KeyReader<'_>) -> Option<u64> {
        previous.copied().unwrap_or(0).checked_add(reader.number()?)
    }

    #[inline]
    fn mix(&self) -> u64 {
        scramble(self.wrapping_add(0x9e37_79b9_7f4a_7c15))
    }
}

impl Key for u128 {
    fn put(&self, previous: Option<&u128>, out: &mut Vec<u8>) {
        let (high, low) = ((self >> 64) as u64, *self as u64);
        let (before, base) = previous.map_or((0, 0), |key| ((key >> 64) as u64, *key as u64));
        put(out, high - before);
        put(out, if high == before { low - base } else { low });
    }

    fn take(previous: Option<&u128>, reader: &mut KeyReader<'_>) -> Option<u128> {
        let (before, base) = previous.map_or((0, 0), |key| ((key >> 64) as u64, *key as u64));
        let high = before.checked_add(reader.number()?)?;
        let low = reader.number()?;
        let low = if high == before { base.checked_add(low)? } else { low };
        Some(u128::from(high) << 64 | u128::from(low))
    }

    fn mix(&self) -> u64 {
        scramble((self >> 64) as u64 ^ scramble(*self as u64))
    }
}

/// A position as a string of bytes.
pub type ByteKey = Box<[u8]>;

impl Key for ByteKey {
    fn put(&self, previous: Option<&ByteKey>, out: &mut Vec<u8>) {
        let before: &[u8] = previous.map_or(&[], |key| key);
        let common = self.iter().zip(before).take_while(|(one, other)| one == other).count();
        put(out, common as u64);
        put(out, (self.len() - common) as u64);
        out.extend_from_slice(&self[common..]);
    }

    fn take(previous: Option<&ByteKey>, reader: &mut KeyReader<'_>) -> Option<ByteKey> {
        let common = usize::try_from(reader.number()?).ok()?;
        let rest = usize::try_from(reader.number()?).ok()?;
        let before: &[u8] = previous.map_or(&[], |key| key);
        Some([before.get(..common)?, reader.bytes(rest)?].concat().into())
    }

    fn mix(&self) -> u64 {
        let word = |bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        };
        self.chunks(8).fold(scramble(self.len() as u64 + 1), |sum, bytes| scramble(sum ^ word(bytes)))
    }

    fn heap_bytes(&self) -> u64 {
        // An allocation has a header of two words and is rounded up.
        self.len() as u64 + 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn comes_back<K: Key>(mut keys: Vec<K>) {
        keys.sort();
        keys.dedup();
        let mut out = Vec::new();
        let before = std::iter::once(None).chain(keys.iter().map(Some));
        keys.iter().zip(before).for_each(|(key, before)| key.put(before, &mut out));
        let mut reader = KeyReader::new(&out);
        let mut previous: Option<K> = None;
        for key in &keys {
            let found = K::take(previous.as_ref(), &mut reader).expect("was written");
            assert_eq!(&found, key);
            previous = Some(found);
        }
        assert!(reader.rest().is_empty());
    }

    proptest! {
        #[test]
        fn sorted_keys_come_back(
            small in prop::collection::vec(any::<u64>(), 0..50),
            wide in prop::collection::vec((0u64..4, any::<u64>()), 0..50),
            strings in prop::collection::vec(prop::collection::vec(0u8..4, 0..20), 0..50),
        ) {
            comes_back(small);
            comes_back(wide.into_iter().map(|(high, low)| u128::from(high) << 64 | u128::from(low)).collect());
            comes_back(strings.into_iter().map(Vec::into_boxed_slice).collect());
        }
    }
}
