//! How a search ended: found, impossible, not found, or stopped; and why, as data.
//!
//! A search that finds nothing has to say whether there *is* nothing. [`Outcome::Impossible`] is a proof, [`Outcome::NotFound`] is
//! none, and the reason of either is a [`Reason`] that a program can match and a person can read.
//!
//! ```
//! use polyhash::{Outcome, Reason};
//!
//! let nothing: Outcome<u32> = Outcome::Impossible(Reason::OneLetter);
//! assert!(nothing.is_impossible());
//! assert_eq!(nothing.to_string(), "impossible: texts of one letter and equal length are equal");
//! assert_eq!(Outcome::<u32>::Found(7).found(), Some(7));
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome<T, R = Reason> {
    /// What was looked for.
    Found(T),
    /// There is none, and this is why.
    Impossible(R),
    /// None was found, and this is how far the search went; there may be one.
    NotFound(R),
    /// The search was stopped.
    Stopped,
}

impl<T, R> Outcome<T, R> {
    /// What was found, if it was.
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Whether it is proved that there is nothing to find.
    pub fn is_impossible(&self) -> bool {
        matches!(self, Outcome::Impossible(_))
    }

    /// The same outcome with something else in the place of what was found.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U, R> {
        match self {
            Outcome::Found(found) => Outcome::Found(change(found)),
            Outcome::Impossible(reason) => Outcome::Impossible(reason),
            Outcome::NotFound(reason) => Outcome::NotFound(reason),
            Outcome::Stopped => Outcome::Stopped,
        }
    }
}

impl<T, R: fmt::Display> fmt::Display for Outcome<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Found(_) => f.write_str("found"),
            Outcome::Impossible(reason) => write!(f, "impossible: {reason}"),
            Outcome::NotFound(reason) => write!(f, "not found: {reason}"),
            Outcome::Stopped => f.write_str("stopped"),
        }
    }
}

/// Why a search found nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// There is only one letter.
    OneLetter,
    /// Only the empty text has that length.
    OneText,
    /// There is no function to break.
    NoFunction,
    /// Every text of the length was covered.
    NoneOfLength(usize),
    /// No text of the length was found, and those that collide have at least so many letters.
    Unknown {
        /// The length that was asked for.
        length: usize,
        /// The least length that is not excluded.
        at_least: usize,
    },
    /// The alphabet is too small for lattice reduction.
    FewLetters,
    /// Reduction left no vector that fits the alphabet.
    NoShortVector,
    /// Floating point lost a solution.
    Rounding,
    /// The texts of this method have so many letters.
    TooLong(usize),
    /// The method needs moduli that are powers of two.
    NoPowerOfTwo,
    /// So many texts have different hashes.
    AllDifferent(u64),
    /// Something that only the caller knows.
    Other(Cow<'static, str>),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OneLetter => f.write_str("texts of one letter and equal length are equal"),
            Reason::OneText => f.write_str("there is only one empty text"),
            Reason::NoFunction => f.write_str("there is no hash function to break"),
            Reason::NoneOfLength(length) => {
                write!(f, "no two texts of length {length} collide: all were covered")
            }
            Reason::Unknown { length, at_least } => write!(
                f,
                "nothing found of length {length}; texts of equal length that collide have at least {at_least} letters"
            ),
            Reason::FewLetters => f.write_str("lattice reduction does not reach texts over so few letters"),
            Reason::NoShortVector => {
                f.write_str("lattice reduction found no solution that fits the alphabet")
            }
            Reason::Rounding => f.write_str("rounding led astray"),
            Reason::TooLong(length) => write!(f, "the texts of this method have {length} letters"),
            Reason::NoPowerOfTwo => f.write_str("Thue-Morse words collide only modulo powers of two"),
            Reason::AllDifferent(count) => write!(f, "{count} texts have different hashes"),
            Reason::Other(words) => f.write_str(words),
        }
    }
}

impl core::error::Error for Reason {}

impl From<String> for Reason {
    fn from(words: String) -> Reason {
        Reason::Other(words.into())
    }
}

impl From<&'static str> for Reason {
    fn from(words: &'static str) -> Reason {
        Reason::Other(words.into())
    }
}
