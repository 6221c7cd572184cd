//! The collision game of the founding lecture: texts from numbers, numbers from texts.
//!
//! A number seeds a [Mersenne Twister](crate::mersenne_twister); its first output u is written with letters, `a` + u mod 26 while
//! u > 0; the hash of that text is the next number. The walk ends in a cycle, and where its tail meets the cycle two
//! texts have one hash: a birthday attack without memory (Pollard 1975). Takes some √m evaluations of 0.3 µs.
//!
//! ```
//! use polyhash::{PolyHash, lecture};
//!
//! let walk = lecture::walk(PolyHash::lecture(), 0, u64::MAX).expect("no limit");
//! let (tail, cycle) = walk.texts.expect("0 is not on its cycle");
//! assert_eq!((tail.as_str(), cycle.as_str()), ("mjnlbszkmgnfye", "tdtakvvbcvngcg"));
//! assert_eq!(walk.cycle.first, 42_954_140);
//! ```

use crate::cycle::{Cycle, StepLimit, brent_while};
use crate::hash::function::PolyHash;
use crate::mersenne_twister::first_output;

/// The text of a number.
pub fn text(number: u64) -> String {
    let mut letters = [0; MOST_LETTERS];
    write(number, &mut letters).iter().map(|&letter| char::from(letter)).collect()
}

/// 26^14 > 2^64.
const MOST_LETTERS: usize = 14;

/// Writes the text of a number without a heap.
#[inline]
fn write(number: u64, letters: &mut [u8; MOST_LETTERS]) -> &[u8] {
    let mut output = first_output(number);
    let mut length = 0;
    while output > 0 {
        letters[length] = b'a' + (output % 26) as u8;
        output /= 26;
        length += 1;
    }
    &letters[..length]
}

/// The number that follows: the hash of the text.
#[inline]
pub fn successor(function: &PolyHash, number: u64) -> u64 {
    function.plain(write(number, &mut [0; MOST_LETTERS]))
}

/// Where a walk led.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    /// The tail and the cycle; its first element is the common hash of the two texts.
    pub cycle: Cycle<u64>,
    /// The last text of the tail and the last of the cycle: different texts with one hash. None if the start lies on the cycle.
    pub texts: Option<(String, String)>,
}

/// Walks from a number until the cycle is known.
///
/// # Errors
/// When more than `limit` texts would be hashed.
pub fn walk(function: PolyHash, start: u64, limit: u64) -> Result<Walk, StepLimit> {
    walk_while(function, start, |steps| steps < limit)
}

/// The same, as long as `keep_going`, which is told the texts hashed so far, says so.
///
/// # Errors
/// When it says no.
pub fn walk_while(
    function: PolyHash,
    start: u64,
    keep_going: impl FnMut(u64) -> bool,
) -> Result<Walk, StepLimit> {
    let cycle = brent_while(start, |&number| successor(&function, number), keep_going)?;
    let pair = cycle.previous.map(|(tail, last)| (text(tail), text(last)));
    // Two numbers may have one text, which is no collision of the hash.
    let texts = pair.filter(|(one, other)| one != other);
    Ok(Walk { cycle, texts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corrected_table() {
        let walk = walk(PolyHash::lecture(), 3, u64::MAX).unwrap();
        let (tail, cycle) = walk.texts.expect("3 is not on its cycle");
        assert_eq!(walk.cycle.first, 372_914_348);
        assert!(tail == "pmjpgiewvqkpfd" || cycle == "pmjpgiewvqkpfd", "{tail} {cycle}");
        for text in [tail, cycle] {
            assert_eq!(PolyHash::lecture().plain(text.as_bytes()), 372_914_348);
        }
    }

    #[test]
    fn a_start_on_the_cycle_has_no_pair() {
        let first = walk(PolyHash::lecture(), 0, u64::MAX).unwrap().cycle.first;
        let again = walk(PolyHash::lecture(), first, u64::MAX).unwrap();
        assert_eq!((again.cycle.tail, again.texts), (0, None));
        assert!(walk(PolyHash::lecture(), 0, 1000).is_err());
    }
}
