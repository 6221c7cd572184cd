//! Many texts with one hash, from two.
//!
//! If A and B collide, so do all texts made of A and B, block by block: exchanging a block changes the hash by a multiple of the
//! difference, which is 0. j blocks give 2ʲ texts; that is how test files against a known hash are made.
//!
//! ```
//! use polyhash::attack::multiply;
//!
//! let texts: Vec<Vec<u8>> = multiply::texts(b"ab", b"ba", 3).collect();
//! assert_eq!(texts, [b"abab", b"baab", b"abba"]);
//! ```

/// `count` different texts made of blocks of two different texts of equal length, all of one length.
///
/// # Panics
/// When the texts are equal or differ in length.
pub fn texts<'a, T: Copy + PartialEq>(
    first: &'a [T],
    second: &'a [T],
    count: u64,
) -> impl Iterator<Item = Vec<T>> + 'a {
    assert!(first.len() == second.len() && first != second, "two different texts of equal length");
    let blocks = blocks(count);
    let block = move |number: u64, place: u32| if number >> place & 1 == 0 { first } else { second };
    (0..count).map(move |number| (0..blocks).flat_map(|place| block(number, place)).copied().collect())
}

/// The blocks that so many different texts need.
pub fn blocks(count: u64) -> u32 {
    (u64::BITS - count.saturating_sub(1).leading_zeros()).max(1)
}
