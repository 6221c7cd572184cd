//! What a long solve writes down as it goes, so that a run that was stopped or killed goes on from there.
//!
//! A journal is a file of blocks, each with its length in front and a checksum behind. Blocks are only ever added, so a
//! run that was killed leaves a file whose last block may be cut; [`intact`] says how much can be trusted, and the rest is
//! written again. The first block says what is being solved, the others hold numbers, small ones in few bytes
//! (seven bits a byte, LEB128). What they mean, those who write them say.
//!
//! ```
//! use grundy::ask::journal::{block, blocks, intact};
//!
//! let mut file = [block(b"first"), block(b"second")].concat();
//! let whole = file.len();
//! file.extend_from_slice(&block(b"third")[..7]);
//! assert_eq!(intact(&file), whole);
//! assert!(blocks(&file).eq([&b"first"[..], b"second"]));
//! ```

use crate::base::checksum::checksum;

/// Bytes in front of a block's content, and behind it.
pub(crate) const FRONT: usize = 4;
pub(crate) const BEHIND: usize = 8;

/// A block with this content.
///
/// # Panics
/// When the content has 4 GiB or more.
pub fn block(content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("blocks are written when they have some kilobytes");
    let mut block = [&length.to_le_bytes(), content].concat();
    block.extend_from_slice(&checksum(&block).to_le_bytes());
    block
}

/// The contents of the blocks of a file, up to the first that is cut or damaged.
pub fn blocks(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let length = u32::from_le_bytes(*bytes.first_chunk::<FRONT>()?) as usize;
        let (checked, rest) = bytes.split_at_checked(FRONT + length)?;
        let (sum, rest) = rest.split_first_chunk::<BEHIND>()?;
        if checksum(checked) != u64::from_le_bytes(*sum) {
            return None;
        }
        bytes = rest;
        Some(&checked[FRONT..])
    })
}

/// How many bytes of a file are whole blocks.
pub fn intact(bytes: &[u8]) -> usize {
    blocks(bytes).map(|content| FRONT + content.len() + BEHIND).sum()
}

/// Writes a number.
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads what was written; `None` at the end, or where something else stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for place in 0..10 {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << (7 * place) >> (7 * place) != bits {
                return None;
            }
            number |= bits << (7 * place);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut out = Vec::new();
        numbers.iter().for_each(|&number| put(&mut out, number));
        let mut reader = Reader(&out);
        numbers.iter().for_each(|&number| assert_eq!(reader.number(), Some(number)));
        assert_eq!(reader.number(), None);
        assert_eq!(Reader(&[0xff; 10]).number(), None, "too large");
        assert_eq!(Reader(&[0x80]).number(), None, "cut");
    }

    #[test]
    fn a_change_ends_the_journal_there() {
        let first = block(b"one");
        let file = [&first[..], &block(b"two")].concat();
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 4;
            assert_eq!(intact(&changed), if place < first.len() { 0 } else { first.len() }, "byte {place}");
            assert_eq!(intact(&file[..place]), if place < first.len() { 0 } else { first.len() });
        }
    }
}
