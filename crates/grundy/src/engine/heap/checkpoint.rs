//! Blocks of values as files: what a long run leaves behind to go on from.
//!
//! ```text
//! grundy values 1
//! rule 0.77                      the rule, as the rule language prints it
//! first 0                        the first heap
//! values 1048576                 how many
//! bytes 1                        bytes of each value, little-endian: 1, 2 or 4, as few as suffice
//! <1048576 bytes>
//! checksum 0123456789abcdef      CRC-64/XZ of everything before this line, in hexadecimal
//! ```
//!
//! Reading takes memory in proportion to the file and never panics.

use crate::base::checksum::{with_checksum, without_checksum};
use std::fmt;

/// Values of a whole block.
pub const BLOCK: u64 = 1 << 20;

const MAGIC: &str = "grundy values 1";

/// Consecutive values of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The rule, as the rule language prints it.
    pub rule: String,
    /// The first heap.
    pub first: u64,
    /// The values.
    pub values: Vec<u32>,
}

/// Why a file is no block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamagedBlock;

impl fmt::Display for DamagedBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a block of values, damaged or cut short")
    }
}

impl Block {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = match self.values.iter().max() {
            None | Some(0..=0xff) => 1,
            Some(0..=0xffff) => 2,
            Some(_) => 4,
        };
        let (rule, first, count) = (&self.rule, self.first, self.values.len());
        let head = format!("{MAGIC}\nrule {rule}\nfirst {first}\nvalues {count}\nbytes {bytes}\n");
        let mut content = Vec::with_capacity(head.len() + bytes * count + 64);
        content.extend_from_slice(head.as_bytes());
        for value in &self.values {
            content.extend_from_slice(&value.to_le_bytes()[..bytes]);
        }
        with_checksum(content)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not what [`Block::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Block, DamagedBlock> {
        let mut rest = without_checksum(bytes).ok_or(DamagedBlock)?;
        let mut field = |name: &str| -> Option<&str> {
            let end = rest.iter().position(|&byte| byte == b'\n')?;
            let line = std::str::from_utf8(&rest[..end]).ok()?;
            rest = &rest[end + 1..];
            line.strip_prefix(name)
        };
        let mut head = || -> Option<(String, u64, usize, usize)> {
            field(MAGIC).filter(|rest| rest.is_empty())?;
            let rule = field("rule ")?.to_owned();
            let mut number = |name| field(name)?.parse::<u64>().ok();
            let (first, count, bytes) = (number("first ")?, number("values ")?, number("bytes ")?);
            matches!(bytes, 1 | 2 | 4).then_some((rule, first, usize::try_from(count).ok()?, bytes as usize))
        };
        let (rule, first, count, width) = head().ok_or(DamagedBlock)?;
        if count.checked_mul(width) != Some(rest.len()) || first.checked_add(count as u64).is_none() {
            return Err(DamagedBlock);
        }
        let number = |chunk: &[u8]| chunk.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        Ok(Block { rule, first, values: rest.chunks_exact(width).map(number).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_and_no_byte_may_change() {
        for top in [0, 200, 60_000, 3_000_000_000] {
            let block = Block { rule: "0.77".into(), first: 5, values: vec![1, 0, top, 3] };
            let bytes = block.to_bytes();
            assert_eq!(Block::from_bytes(&bytes), Ok(block));
            for place in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[place] ^= 0x20;
                assert_eq!(Block::from_bytes(&changed), Err(DamagedBlock), "byte {place}");
                assert_eq!(Block::from_bytes(&bytes[..place]), Err(DamagedBlock), "cut at {place}");
            }
        }
    }
}
