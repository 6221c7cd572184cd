//! What every suffix of a text shares with the whole text: the Z array.
//!
//! `z[i]` is the length of the longest common prefix of `text[i..]` and the text. A stretch `text[l..r]` that repeats the beginning is
//! kept, and inside it `z[i]` is what `z[i - l]` says, up to its end; beyond it letters are compared, each once (Main and Lorentz 1984,
//! Gusfield 1997). Linear, 4 bytes a letter.
//!
//! ```
//! use polyhash::text::z_function::z_array;
//!
//! assert_eq!(z_array(b"abacaba")?, [7, 0, 1, 0, 3, 0, 1]);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::check_length;
use crate::error::Error;
use crate::hash::letter::Letter;
use alloc::vec;
use alloc::vec::Vec;

/// The Z array; its first entry is the length of the text.
///
/// # Errors
/// When the text has 2^31 letters or more.
#[doc(alias = "z algorithm")]
pub fn z_array<T: Letter>(text: &[T]) -> Result<Vec<u32>, Error> {
    check_length(text)?;
    let mut z = vec![0u32; text.len()];
    let Some(first) = z.first_mut() else { return Ok(z) };
    *first = text.len() as u32;
    // text[left..right] equals the beginning of the text and reaches furthest to the right.
    let (mut left, mut right) = (0, 0);
    for place in 1..text.len() {
        let mut length = 0;
        if place < right {
            length = z[place - left] as usize;
            if length < right - place {
                z[place] = length as u32;
                continue;
            }
            length = right - place;
        }
        length += text[place + length..].iter().zip(&text[length..]).take_while(|(a, b)| a == b).count();
        z[place] = length as u32;
        (left, right) = (place, place + length);
    }
    Ok(z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn entries_are_common_prefixes(text in prop::collection::vec(97..99u8, 0..50)) {
            let expected: Vec<u32> = (0..text.len())
                .map(|i| text[i..].iter().zip(&text).take_while(|(a, b)| a == b).count() as u32)
                .collect();
            prop_assert_eq!(z_array(&text).unwrap(), expected.clone());
            let numbers: Vec<i64> = text.iter().map(|&letter| -i64::from(letter)).collect();
            prop_assert_eq!(z_array(&numbers).unwrap(), expected);
        }
    }
}
