//! The letters that texts may have.
//!
//! Attacks work on differences of letters. An alphabet knows which differences it has and a pair of letters for each; gaps are
//! allowed, and a common divisor of all differences is taken out.
//!
//! ```
//! use polyhash::attack::Alphabet;
//!
//! let alphabet = Alphabet::parse("a-z")?;
//! assert_eq!((alphabet.letters().len(), alphabet.width()), (26, 25));
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::error::Error;

/// A set of letters, not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alphabet {
    /// In order, each once.
    letters: Vec<u8>,
    /// The greatest common divisor of all differences, 1 for a single letter.
    step: u8,
    /// For each difference in steps, from 0 up, the smaller letter of a pair that has it.
    pairs: Vec<Option<u8>>,
}

impl Alphabet {
    /// The letters a to z.
    pub fn lowercase() -> Alphabet {
        Alphabet::new(b'a'..=b'z').expect("26 letters")
    }

    /// The alphabet of these letters.
    ///
    /// # Errors
    /// When there are none.
    pub fn new(letters: impl IntoIterator<Item = u8>) -> Result<Alphabet, Error> {
        let mut letters: Vec<u8> = letters.into_iter().collect();
        letters.sort_unstable();
        letters.dedup();
        let (Some(&first), Some(&last)) = (letters.first(), letters.last()) else {
            return Err(Error::Alphabet(String::new()));
        };
        let step = letters.iter().fold(0, |divisor, &letter| gcd(divisor, letter - first)).max(1);
        let mut pairs = vec![None; usize::from((last - first) / step) + 1];
        for (place, &low) in letters.iter().enumerate() {
            for &high in &letters[place..] {
                pairs[usize::from((high - low) / step)].get_or_insert(low);
            }
        }
        Ok(Alphabet { letters, step, pairs })
    }

    /// Reads `a-z`, `01`, `a-zA-Z0-9`: letters and ranges of them, as bytes. A `-` at either end is a letter.
    ///
    /// # Errors
    /// When it is empty or a range runs backwards.
    pub fn parse(text: &str) -> Result<Alphabet, Error> {
        let wrong = || Error::Alphabet(text.to_owned());
        let mut letters = Vec::new();
        let mut rest = text.as_bytes();
        while let Some((&first, behind)) = rest.split_first() {
            match behind {
                [b'-', last, behind @ ..] => {
                    if first > *last {
                        return Err(wrong());
                    }
                    letters.extend(first..=*last);
                    rest = behind;
                }
                _ => {
                    letters.push(first);
                    rest = behind;
                }
            }
        }
        Alphabet::new(letters).map_err(|_| wrong())
    }

    /// The letters in order.
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// The first letter.
    pub fn first(&self) -> u8 {
        self.letters[0]
    }

    /// What all differences are multiples of.
    pub fn step(&self) -> u64 {
        u64::from(self.step)
    }

    /// The largest difference, in steps.
    pub fn width(&self) -> i64 {
        self.pairs.len() as i64 - 1
    }

    /// All differences in steps, in increasing order.
    pub fn differences(&self) -> Vec<i64> {
        (-self.width()..=self.width()).filter(|&steps| self.pair(i128::from(steps)).is_some()).collect()
    }

    /// Two letters with this difference in steps, the first less the second.
    pub fn pair(&self, difference: i128) -> Option<(u8, u8)> {
        let size = difference.unsigned_abs();
        let low = (*self.pairs.get(usize::try_from(size).ok()?)?)?;
        let high = low + size as u8 * self.step;
        Some(if difference < 0 { (low, high) } else { (high, low) })
    }

    /// The letter this many steps above the first, if there is one.
    pub fn letter(&self, steps: i64) -> Option<u8> {
        let letter = steps.checked_mul(i64::from(self.step))?.checked_add(i64::from(self.first()))?;
        let letter = u8::try_from(letter).ok()?;
        self.letters.binary_search(&letter).is_ok().then_some(letter)
    }
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_as_they_are_written() {
        let letters = |text| Alphabet::parse(text).unwrap().letters().to_vec();
        assert_eq!(letters("a-c"), b"abc");
        assert_eq!(letters("a-cA0-1"), b"01Aabc");
        assert_eq!(letters("-a"), b"-a");
        assert_eq!(letters("a-"), b"-a");
        assert_eq!(letters("aa"), b"a");
        assert!(Alphabet::parse("").is_err() && Alphabet::parse("z-a").is_err());
    }

    #[test]
    fn every_difference_has_its_pair() {
        for text in ["a-z", "ac", "aceg", "a", "ab", "adz", "0-9a-f"] {
            let alphabet = Alphabet::parse(text).unwrap();
            let mut differences = std::collections::HashSet::new();
            for &one in alphabet.letters() {
                for &other in alphabet.letters() {
                    differences.insert(i64::from(one) - i64::from(other));
                }
            }
            for steps in -260..260i64 {
                let bytes = steps * alphabet.step() as i64;
                let pair = alphabet.pair(i128::from(steps));
                assert_eq!(pair.is_some(), differences.contains(&bytes), "{text} {steps}");
                if let Some((one, other)) = pair {
                    assert_eq!(i64::from(one) - i64::from(other), bytes);
                    assert!(alphabet.letters().contains(&one) && alphabet.letters().contains(&other));
                }
            }
        }
    }
}
