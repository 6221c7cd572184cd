//! The standard form of an octal code: equal forms prove equal values for ever, without computing any but the smallest.
//!
//! Periods compare codes one by one and only when both are proved; this looks at the digits alone, so that a sweep
//! computes one code of each class. In the whole module g(n) is the value of heap n, and the digit `d(i)` has bit 1
//! (the heap i may go), bit 2 (taking i may leave one heap) and bit 4 (taking i may leave two).
//!
//! **Bits that give nothing new.** If for every heap the set of the values of its options stays the same, all values do, by
//! induction.
//!
//! 1. *Bit 2 of `d(i)`*, when some heap z from 1 to i has g(z) = 0 and `d(i - z)` has bit 4: the option n - i of n has
//!    the value of the option (n - i, z), which takes i - z. The bit itself concerns heaps above i only, so g(z) does
//!    not depend on it.
//! 2. *Bit 1 of `d(i)`*, when heap i has another option of value 0. Only heap i has this option, and its others lead to
//!    smaller heaps, which do not depend on it. (It is needed otherwise: it alone makes g(i) other than 0.)
//!
//! Bits 4 are never dropped, and dropping bits 2 by the first rule leaves all sets of values as they are; so the order
//! does not matter, and what is left is the same whichever superfluous bits the code had at first.
//!
//! **First cousins** (Guy and Smith 1956; Winning Ways, ch. 4). If `d(1)` is even, heap 1 has no move, so it is worth as much
//! as an empty heap. Write m = n - 1 for each heap n >= 1. An option of n that takes i is
//!
//! - nothing, n = i: from m = i - 1 nothing is left, so `e(i - 1)` has bit 1;
//! - one heap n - i >= 1: the heap m - i >= 0, so `e(i)` has bits 1 and 2;
//! - two heaps a, b >= 1 with a + b = n - i: the heaps a - 1, b - 1 >= 0 with sum m - (i + 1), so `e(i + 1)` has bits
//!   1, 2 and 4.
//!
//! These are all the moves of the code e whose digit `e(j)` is 7 if `d(j - 1)` has bit 4, else 3 if `d(j)` has bit 2,
//! else 1 if `d(j + 1)` has bit 1, else 0. By induction heap n of d has the value of heap n - 1 of e, for every n >= 1.
//! `e(0)` is 0 because `d(1)` is even. The step is repeated until the first digit is odd; the least heap with a move
//! comes one nearer each time, so it ends. Dawson's Kayles `0.07` becomes Dawson's Chess `0.137`.
//!
//! Time O(k³) for k digits. Codes may be equal for reasons that are not seen here (`0.5`, `0.7` and Nim on parity):
//! then their proved periods say so ([`super::sequence`]).
//!
//! ```
//! use grundy::rule::Code;
//! use grundy::sweep::standard::Octal;
//!
//! let octal = |text| Octal::of(&Code::parse(text).expect("a code")).expect("octal");
//! let (form, shift) = octal("0.07").standard();
//! assert_eq!((form.to_string().as_str(), shift), ("0.137", 1));
//! assert_eq!(octal("0.27").standard(), octal("0.26").standard());
//! ```

use crate::rule::Code;
use crate::rule::code::{Digit, Shape};
use crate::value::mex::mex;
use std::fmt;

/// Most digits of a code that is looked at.
const MAX_DIGITS: usize = 64;

/// A finite octal code: digits 0 to 7 by place, no zero at the end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Octal {
    /// The digit at place 0 is 0 or 4.
    digits: Vec<u8>,
}

impl Octal {
    /// The code with these digits behind the point, `splits` saying whether a 4 stands before it.
    pub fn new(splits: bool, behind: &[u8]) -> Octal {
        let first = if splits { 4 } else { 0 };
        let digits = std::iter::once(first).chain(behind.iter().map(|digit| digit & 7)).collect();
        Octal { digits }.trimmed()
    }

    /// The octal code that a code is; `None` for other codes, and for very long ones.
    pub fn of(code: &Code) -> Option<Octal> {
        let short = code.after.len() <= MAX_DIGITS && code.before.len() <= 1 && code.repeat.is_empty();
        let before = code.before.first().map_or(Some(0), octal_digit);
        let after: Option<Vec<u8>> = short.then(|| code.after.iter().map(octal_digit).collect())?;
        match before {
            Some(first @ (0 | 4)) => Some(Octal::new(first == 4, &after?)),
            _ => None,
        }
    }

    fn trimmed(mut self) -> Octal {
        while self.digits.len() > 1 && self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }

    fn digit(&self, place: usize) -> u8 {
        self.digits.get(place).copied().unwrap_or(0)
    }

    /// The values of the options of heap `n` that leave something, given those of smaller heaps.
    fn options(&self, n: usize, g: &[u64]) -> Vec<u64> {
        let mut found = Vec::new();
        for taken in 0..n.min(self.digits.len()) {
            let (digit, rest) = (self.digit(taken), n - taken);
            if digit & 2 != 0 {
                found.push(g[rest]);
            }
            if digit & 4 != 0 {
                found.extend((1..=rest / 2).map(|part| g[part] ^ g[rest - part]));
            }
        }
        found
    }

    /// The values of heaps 0 to `last`, by the definition.
    pub fn values(&self, last: usize) -> Vec<u64> {
        let mut g = vec![0];
        for n in 1..=last {
            let mut options = self.options(n, &g);
            if self.digit(n) & 1 != 0 {
                options.push(0);
            }
            g.push(mex(options));
        }
        g
    }

    /// The same without bits that give nothing new.
    pub fn minimal(mut self) -> Octal {
        let g = self.values(self.digits.len() - 1);
        let worthless = |octal: &Octal, i: usize| (1..=i).any(|z| g[z] == 0 && octal.digit(i - z) & 4 != 0);
        for place in 1..self.digits.len() {
            if worthless(&self, place) {
                self.digits[place] &= !2;
            }
        }
        for place in 1..self.digits.len() {
            if self.options(place, &g).contains(&0) {
                self.digits[place] &= !1;
            }
        }
        self.trimmed()
    }

    /// The code whose heap n - 1 is worth as much as heap n of this one; `None` when heap 1 has a move.
    pub fn cousin(&self) -> Option<Octal> {
        if self.digit(1) & 1 != 0 {
            return None;
        }
        let digit = |place: usize| match place {
            _ if self.digit(place - 1) & 4 != 0 => 7,
            _ if self.digit(place) & 2 != 0 => 3,
            _ if self.digit(place + 1) & 1 != 0 => 1,
            _ => 0,
        };
        let behind: Vec<u8> = (1..=self.digits.len()).map(digit).collect();
        Some(Octal::new(false, &behind))
    }

    /// The standard form, and how many heaps lie between: heap n + shift of this code is worth as much as heap n of the
    /// form, and smaller heaps nothing.
    pub fn standard(self) -> (Octal, u32) {
        let mut form = self.minimal();
        let mut shift = 0;
        while form.digits != [0]
            && let Some(cousin) = form.cousin()
        {
            form = cousin.minimal();
            shift += 1;
        }
        (form, shift)
    }
}

fn octal_digit(digit: &Digit) -> Option<u8> {
    digit.iter().try_fold(0, |bits, leave| {
        let plain = leave.shape == Shape::Any && !leave.or_more && leave.parts < 3;
        plain.then(|| bits | 1 << leave.parts)
    })
}

impl fmt::Display for Octal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        if self.digits.len() == 1 {
            f.write_str("0")?;
        }
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn octal(text: &str) -> Octal {
        Octal::of(&Code::parse(text).expect("a code")).expect("octal")
    }

    #[test]
    fn standard_forms_have_the_values_of_their_codes() {
        // All codes of up to three digits, with and without a 4 before the point, by the definition.
        const LAST: usize = 300;
        for number in 1..2 * 512u16 {
            let digits = [6, 3, 0].map(|place| (number >> place & 7) as u8);
            let code = Octal::new(number >= 512, &digits);
            let (form, shift) = code.clone().standard();
            let shift = shift as usize;
            let values = code.values(LAST);
            assert!(values[..shift].iter().all(|&value| value == 0), "{code}");
            assert_eq!(values[shift..], form.values(LAST - shift), "{code} and {form}, {shift}");
            assert!(form.digit(1) & 1 == 1 || form.digits == [0], "{code}: {form}");
            assert_eq!(form.clone().standard(), (form.clone(), 0), "{code}: {form}");
        }
    }

    #[test]
    fn superfluous_bits_are_needed_nowhere_and_others_somewhere() {
        // What is left of bit 1 matters: without it the values change.
        for number in 1..512u16 {
            let digits = [6, 3, 0].map(|place| (number >> place & 7) as u8);
            let code = Octal::new(false, &digits).minimal();
            for place in (1..code.digits.len()).filter(|&place| code.digit(place) & 1 != 0) {
                let mut other = code.clone();
                other.digits[place] &= !1;
                assert_ne!(code.values(8), other.values(8), "{code} without bit 1 at {place}");
            }
        }
    }

    #[test]
    fn known_traps() {
        let form = |text| octal(text).standard();
        assert_eq!(form("0.27"), form("0.26"));
        assert_ne!(form("0.26").0, form("0.06").0);
        assert_ne!(form("0.314").0, form("0.31").0);
        assert_ne!(form("0.161").0, form("0.36").0);
        let (one, other) = (octal("0.161").values(519), octal("0.36").values(519));
        assert_eq!(one[..519], other[..519]);
        assert_ne!(one[519], other[519]);
        assert_eq!(form("0.06"), (octal("0.1337").minimal(), 2));
        assert_eq!(form("0.0"), (octal("0.0"), 0));
    }

    #[test]
    fn other_codes_have_none() {
        for text in ["0.8", "4!.0", "0.[3]", "8.0", "{2+}.0", "0.{1,2=}"] {
            assert_eq!(Octal::of(&Code::parse(text).expect("a code")), None, "{text}");
        }
        assert_eq!(octal("4.0").to_string(), "4.0");
    }
}
