//! Borders and periods of a text.
//!
//! A border is a beginning that is also an end; a text of n letters with a border of k letters has the period n - k, and every period comes
//! from a border. The border array holds the longest border of every beginning; the next shorter one is the longest border of
//! that one, so all of them are a chain (Morris and Pratt 1970). Linear, 4 bytes a letter.
//!
//! ```
//! use polyhash::text::border::{border_array, periods};
//!
//! assert_eq!(border_array(b"abcabca")?, [0, 0, 0, 1, 2, 3, 4]);
//! assert_eq!(periods(b"abcabca")?, [3, 6, 7]);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::check_length;
use crate::error::Error;
use crate::hash::letter::Letter;
use alloc::vec;
use alloc::vec::Vec;

/// The length of the longest proper border of each beginning that is not empty.
///
/// # Errors
/// When the text has 2^31 letters or more.
#[doc(alias = "failure function")]
#[doc(alias = "prefix function")]
#[doc(alias = "kmp")]
pub fn border_array<T: Letter>(text: &[T]) -> Result<Vec<u32>, Error> {
    check_length(text)?;
    let mut borders = vec![0u32; text.len()];
    let mut length = 0;
    for place in 1..text.len() {
        while length > 0 && text[place] != text[length] {
            length = borders[length - 1] as usize;
        }
        length += usize::from(text[place] == text[length]);
        borders[place] = length as u32;
    }
    Ok(borders)
}

/// All periods, from the least one to the length of the text: p with `text[i] = text[i + p]` wherever both exist.
///
/// # Errors
/// When the text has 2^31 letters or more.
pub fn periods<T: Letter>(text: &[T]) -> Result<Vec<usize>, Error> {
    let borders = border_array(text)?;
    let mut found = Vec::new();
    let mut length = text.len();
    while length > 0 {
        length = borders[length - 1] as usize;
        found.push(text.len() - length);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn periods_are_those_of_the_definition(text in prop::collection::vec(97..99u8, 0..40)) {
            let expected: Vec<usize> =
                (1..=text.len()).filter(|&p| (p..text.len()).all(|i| text[i] == text[i - p])).collect();
            prop_assert_eq!(periods(&text).unwrap(), expected.clone());
            let least = crate::search::overlapping::least_period(&text);
            prop_assert_eq!(least, expected.first().copied().unwrap_or(0));
        }
    }
}
