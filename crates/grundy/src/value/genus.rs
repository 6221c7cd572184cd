//! The genus: normal value and misère values of a game with copies of *2 added.
//!
//! Under misère play the value g⁻ of a game is the size of the Nim heap that makes the sum lost: 1 for the empty game, the mex
//! over the options for all others. The genus g^(g0 g1 g2 ...) writes the normal value g and the misère values gj of the game
//! plus j copies of *2 (Conway 1976, ch. 12; Winning Ways, ch. 13). It follows from the genera of the options: gj is the mex
//! of their gj and, for j > 0, of g(j-1) and g(j-1) xor 1. The digits end with two that repeat for ever, and are written once:
//! 0^120, 1^031, 2^20, 3^31. The genus of a sum does not follow from those of its parts, except where all are tame
//! ([`crate::engine::misere::tame`]).
//!
//! ```
//! use grundy::value::Genus;
//!
//! let zero = Genus::from_options(&[]);
//! let one = Genus::from_options(std::slice::from_ref(&zero));
//! let two = Genus::from_options(&[zero.clone(), one.clone()]);
//! assert_eq!([zero, one, two].map(|genus| genus.to_string()), ["0^120", "1^031", "2^20"]);
//! ```

use super::mex;
use std::fmt;

/// The genus of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Genus {
    /// The Grundy value of normal play.
    pub normal: u64,
    /// The misère values with 0, 1, 2, ... copies of *2 added; the last two repeat.
    pub misere: Vec<u64>,
}

impl Genus {
    /// The misère value with so many copies of *2 added.
    pub fn digit(&self, copies: usize) -> u64 {
        let length = self.misere.len();
        self.misere[if copies < length { copies } else { length - 2 + (copies - length) % 2 }]
    }

    /// The genus of a game from those of its options.
    pub fn from_options(options: &[Genus]) -> Genus {
        let longest = options.iter().map(|option| option.misere.len()).max().unwrap_or(0);
        let mut digits: Vec<u64> = Vec::new();
        // Beyond the longest list the options repeat with period 2; once the digits do, they do so for ever.
        while digits.len() < longest + 2
            || digits.len() < 4
            || digits[digits.len() - 1] != digits[digits.len() - 3]
            || digits[digits.len() - 2] != digits[digits.len() - 4]
        {
            let place = digits.len();
            let own = digits.last().map_or([None, None], |&before| [Some(before), Some(before ^ 1)]);
            let digit = if options.is_empty() && place == 0 {
                1
            } else {
                mex(options.iter().map(|option| option.digit(place)).chain(own.into_iter().flatten()))
            };
            digits.push(digit);
        }
        while digits.len() > 2 && digits[digits.len() - 1] == digits[digits.len() - 3] {
            digits.pop();
        }
        Genus { normal: mex(options.iter().map(|option| option.normal)), misere: digits }
    }

    /// Whether the player to move loses under misère play.
    pub fn is_p_position(&self) -> bool {
        self.misere[0] == 0
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let small = self.misere.iter().all(|&digit| digit < 10);
        let digits: Vec<String> = self.misere.iter().map(u64::to_string).collect();
        match small {
            true => write!(f, "{}^{}", self.normal, digits.concat()),
            false => write!(f, "{}^({})", self.normal, digits.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim_heap(size: u64) -> Genus {
        let smaller: Vec<Genus> = (0..size).map(nim_heap).collect();
        Genus::from_options(&smaller)
    }

    #[test]
    fn nim_heaps_have_the_genus_of_the_book() {
        let expected = ["0^120", "1^031", "2^20", "3^31", "4^46", "5^57", "6^64", "7^75", "8^(8,10)"];
        for (size, genus) in (0..).zip(expected) {
            assert_eq!(nim_heap(size).to_string(), genus);
        }
    }

    #[test]
    fn a_game_with_the_single_option_two_is_a_firm_zero() {
        assert_eq!(Genus::from_options(&[nim_heap(2)]).to_string(), "0^02");
    }

    #[test]
    fn digits_repeat_in_pairs() {
        let zero = nim_heap(0);
        assert_eq!((0..6).map(|place| zero.digit(place)).collect::<Vec<_>>(), [1, 2, 0, 2, 0, 2]);
    }
}
