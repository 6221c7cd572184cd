//! The rotation of a text that comes first in alphabetical order.
//!
//! Two candidates are compared letter by letter. Where they differ after k equal letters, the larger one loses, and with it
//! the k starts behind it: each of them loses to the start as far behind the smaller one. Every comparison moves a candidate or lengthens
//! what they share, so 3n comparisons suffice (Shiloach 1981; the first linear one is Booth 1980). No memory.
//!
//! ```
//! use polyhash::text::rotation::least_rotation;
//!
//! assert_eq!(least_rotation(b"banana"), 5);
//! assert_eq!(least_rotation(&[3u64, 1, 2]), 1);
//! ```

use crate::hash::letter::Letter;

/// The first place from which the text, read around its end, is smallest.
#[doc(alias = "minimal rotation")]
#[doc(alias = "booth")]
pub fn least_rotation<T: Letter>(text: &[T]) -> usize {
    let n = text.len();
    // Places never reach 2n, so one subtraction turns them round.
    let letter = |place: usize| text[if place < n { place } else { place - n }];
    let (mut one, mut other, mut common) = (0, 1, 0);
    while one < n && other < n && common < n {
        let (a, b) = (letter(one + common), letter(other + common));
        if a == b {
            common += 1;
            continue;
        }
        *(if a > b { &mut one } else { &mut other }) += common + 1;
        other += usize::from(one == other);
        common = 0;
    }
    one.min(other).min(n.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_least_of_all(text in prop::collection::vec(97..100u8, 1..30)) {
            let rotated = |start: usize| [&text[start..], &text[..start]].concat();
            let expected = (0..text.len()).min_by_key(|&start| rotated(start)).unwrap();
            prop_assert_eq!(least_rotation(&text), expected);
        }
    }

    #[test]
    fn corners() {
        assert_eq!((least_rotation(b""), least_rotation(b"x"), least_rotation(b"bbbb")), (0, 0, 0));
    }
}
