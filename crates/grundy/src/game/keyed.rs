//! Positions as numbers of 64 bits with moves between the numbers: what a tablebase of many millions works on.
//!
//! A numbering without gaps ([`super::ranked`]) costs a binomial or more a step; a key may have gaps, and a game that can make
//! moves on it (a bit for each free square, four bits for each row) lists options without ever building a position. The order
//! of keys should be that of the texts, so that neighbours in a file look alike. [`put_ordered`] writes numbers of any size so
//! that bytes compare as the numbers do, for positions that do not fit 64 bits.

use super::Part;
use super::sum::Sum;

/// Keys of positions, and moves on them.
pub trait KeyMoves<C> {
    /// What the keys are, in a few words with all parameters: another code for every change of what a key means.
    fn code(&self) -> String;

    /// The key of a position made of representatives; `None` for a position that has none.
    fn key(&self, position: &[Part<C>]) -> Option<u64>;

    /// The position of a key.
    fn position(&self, key: u64) -> Option<Sum<C>>;

    /// The tier of a position ([`super::theory::Theory::tier`]).
    fn tier(&self, key: u64) -> u64;

    /// Calls `visit` with the key of the representative of each option; repeats are allowed.
    fn options(&self, key: u64, visit: &mut dyn FnMut(u64));
}

/// Writes a number so that bytes compare as numbers do: below 248 in one byte, larger ones behind how many bytes follow.
pub fn put_ordered(out: &mut Vec<u8>, number: u64) {
    if number < 248 {
        out.push(number as u8);
        return;
    }
    let bytes = number.to_be_bytes();
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    out.push(255 - zeros as u8);
    out.extend_from_slice(&bytes[zeros..]);
}

/// Reads such a number from the front of some bytes.
pub fn take_ordered(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, rest) = bytes.split_first()?;
    let length = usize::from(first.saturating_sub(247));
    if length == 0 {
        *bytes = rest;
        return Some(first.into());
    }
    let (number, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some(number.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_compare_as_numbers_do() {
        let numbers = [0, 1, 247, 248, 255, 256, 65_535, 65_536, 1 << 32, (1 << 56) - 1, 1 << 56, u64::MAX];
        let written = numbers.map(|number| {
            let mut out = Vec::new();
            put_ordered(&mut out, number);
            assert_eq!(take_ordered(&mut out.as_slice()), Some(number));
            out
        });
        assert!(written.is_sorted());
        assert_eq!((take_ordered(&mut &[250, 1][..]), take_ordered(&mut &[][..])), (None, None));
    }
}
