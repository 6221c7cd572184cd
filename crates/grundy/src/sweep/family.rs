//! Families of games, in a fixed order.
//!
//! | family | members | order |
//! |---|---|---|
//! | octal | all codes `0.d1..dk` with k up to a number of digits and `dk` not 0; with `splits` also `4.d1..dk` and `4.0` | those with 0 before the point first; then by length, then by digits |
//! | subtraction | all non-empty sets within 1 to M without a common divisor | by largest member, then the next, and so on |
//! | rules | the lines of a text | as they stand |
//!
//! Sets with a common divisor c are left out because they say nothing new: what is taken is a multiple of c, so heap n of the
//! set has the value of heap floor(n/c) of the set divided by c.
//!
//! The first members of a larger family are those of a smaller one (octal codes with `splits` excepted).

use super::standard::Octal;
use crate::ask::NamedGame;
use crate::base::error::Error;
use crate::rule::{Class, Ruleset, TakeSet};
use std::borrow::Cow;

/// Most digits of a family of octal codes: 262 143 codes.
pub const MAX_DIGITS: u32 = 6;
/// Most numbers that sets are made of: a million sets.
pub const MAX_TAKEN: u32 = 20;

/// A family of games on single heaps.
#[derive(Debug, Clone)]
pub struct Family {
    name: String,
    members: Members,
}

#[derive(Debug, Clone)]
enum Members {
    Octal { digits: u32, splits: bool },
    Subtraction { sets: Vec<u32> },
    Rules(Vec<Rule>),
}

#[derive(Debug, Clone)]
struct Rule {
    line: usize,
    name: String,
    rules: Ruleset,
}

/// What makes two members the same game, up to a shift of the heaps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Octal(Octal),
    Text(String),
}

/// Why a text is no family.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct WrongLine {
    /// The line, from 1.
    pub line: usize,
    /// The column where the game starts, from 1.
    pub column: usize,
    /// What is wrong with it.
    #[source]
    pub error: Error,
}

impl Family {
    /// All octal codes of up to so many digits, [`MAX_DIGITS`] at most.
    pub fn octal(digits: u32, splits: bool) -> Family {
        let digits = digits.clamp(1, MAX_DIGITS);
        let name = format!("octal --digits {digits}{}", if splits { " --splits" } else { "" });
        Family { name, members: Members::Octal { digits, splits } }
    }

    /// All sets within 1 to `largest`, [`MAX_TAKEN`] at most, without a common divisor.
    pub fn subtraction(largest: u32) -> Family {
        let largest = largest.clamp(1, MAX_TAKEN);
        let sets = (1..1u32 << largest).filter(|&set| common_divisor(set) == 1).collect();
        Family { name: format!("subtraction --max {largest}"), members: Members::Subtraction { sets } }
    }

    /// The games of a text: a name, code, set or rule a line; empty lines and what follows a `#` say nothing.
    ///
    /// # Errors
    /// The first line that is no game on single heaps.
    pub fn rules(text: &str) -> Result<Family, WrongLine> {
        let mut rules = Vec::new();
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let word = line.split('#').next().unwrap_or("").trim();
            if word.is_empty() {
                continue;
            }
            let (indent, line) = (&line[..line.len() - line.trim_start().len()], index + 1);
            let wrong = |error| WrongLine { line, column: indent.chars().count() + 1, error };
            let game = NamedGame::read(word).map_err(wrong)?;
            let found = game.on_heaps("sequence").map_err(wrong)?;
            rules.push(Rule { line, name: found.name.to_owned(), rules: found.rules.clone() });
        }
        let texts = rules.iter().flat_map(|rule| [rule.name.as_str(), rule.rules.text()]);
        Ok(Family { name: format!("rules {:016x}", digest(texts)), members: Members::Rules(rules) })
    }

    /// What distinguishes it from other families.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        match &self.members {
            Members::Octal { digits, splits } => {
                let behind = (1usize << (3 * digits)) - 1;
                if *splits { 2 * behind + 1 } else { behind }
            }
            Members::Subtraction { sets } => sets.len(),
            Members::Rules(rules) => rules.len(),
        }
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a game, as the row shows it.
    ///
    /// # Panics
    /// When there are not so many games.
    pub fn code(&self, index: usize) -> String {
        match &self.members {
            Members::Octal { .. } => self.octal_code(index).to_string(),
            Members::Subtraction { sets } => format!("take{}", take_set(sets[index])),
            Members::Rules(rules) => rules[index].name.clone(),
        }
    }

    /// The rules of a game.
    ///
    /// # Panics
    /// When there are not so many games.
    pub fn ruleset(&self, index: usize) -> Cow<'_, Ruleset> {
        match &self.members {
            Members::Rules(rules) => Cow::Borrowed(&rules[index].rules),
            _ => Cow::Owned(Ruleset::parse(&self.code(index)).expect("codes and sets are rules")),
        }
    }

    /// The line of the text that a game stands on.
    pub fn line(&self, index: usize) -> Option<usize> {
        match &self.members {
            Members::Rules(rules) => rules.get(index).map(|rule| rule.line),
            _ => None,
        }
    }

    /// The standard form of a game and the shift to it; `None` when looking at it would find nothing.
    pub(super) fn form(&self, index: usize) -> Option<(Form, u32)> {
        match &self.members {
            Members::Octal { .. } => {
                let (form, shift) = self.octal_code(index).standard();
                Some((Form::Octal(form), shift))
            }
            // The periods of sets are short and always proved, and they tell more.
            Members::Subtraction { .. } => None,
            Members::Rules(rules) => Some(form_of(&rules[index].rules)),
        }
    }

    fn octal_code(&self, index: usize) -> Octal {
        let Members::Octal { digits, .. } = self.members else { unreachable!("asked for octal codes only") };
        let behind = (1usize << (3 * digits)) - 1;
        if index == behind {
            return Octal::new(true, &[]);
        }
        let splits = index > behind;
        let mut rank = if splits { index - behind - 1 } else { index };
        // So many codes have exactly `length` digits: those whose last digit is not 0.
        let mut length = 1;
        while rank >= 7 << (3 * (length - 1)) {
            rank -= 7 << (3 * (length - 1));
            length += 1;
        }
        let number = rank / 7 * 8 + rank % 7 + 1;
        let places: Vec<u8> = (0..length).rev().map(|place| (number >> (3 * place) & 7) as u8).collect();
        Octal::new(splits, &places)
    }
}

/// The standard form of rules that are an octal code; else the class or the text itself.
fn form_of(rules: &Ruleset) -> (Form, u32) {
    let class = rules.class();
    if let Some(octal) = class.code().as_ref().and_then(Octal::of) {
        let (form, shift) = octal.standard();
        return (Form::Octal(form), shift);
    }
    let whole = matches!(class, Class::Nim | Class::Take(_) | Class::AllBut(_) | Class::Code(_));
    (Form::Text(if whole { class.to_string() } else { rules.text().to_owned() }), 0)
}

/// FNV-1a of texts, each with an end.
fn digest<'a>(texts: impl Iterator<Item = &'a str>) -> u64 {
    let bytes = texts.flat_map(|text| text.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn take_set(set: u32) -> TakeSet {
    TakeSet::from_numbers(members(set))
}

fn members(set: u32) -> impl Iterator<Item = u64> {
    (0..u32::BITS).filter(move |place| set >> place & 1 == 1).map(|place| u64::from(place) + 1)
}

fn common_divisor(set: u32) -> u64 {
    members(set).fold(0, |mut a, mut b| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn codes(family: &Family) -> Vec<String> {
        (0..family.len()).map(|index| family.code(index)).collect()
    }

    #[test]
    fn octal_codes_come_by_length_and_digits() {
        assert_eq!(codes(&Family::octal(1, false)), ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
        let two = codes(&Family::octal(2, false));
        assert_eq!((two.len(), two[7].as_str(), two[62].as_str()), (63, "0.01", "0.77"));
        let three = codes(&Family::octal(3, false));
        assert_eq!(three.len(), 511);
        assert_eq!(three[..63], two);
        assert!(three[63..].is_sorted());
        assert_eq!(three.iter().collect::<HashSet<_>>().len(), 511);
        let splits = codes(&Family::octal(2, true));
        assert_eq!((splits.len(), splits[63].as_str(), splits[64].as_str()), (127, "4.0", "4.1"));
        assert_eq!(splits.last().map(String::as_str), Some("4.77"));
    }

    #[test]
    fn sets_have_no_common_divisor() {
        let sets = codes(&Family::subtraction(4));
        assert_eq!(
            sets,
            [
                "take{1}",
                "take{1,2}",
                "take{1,3}",
                "take{2,3}",
                "take{1..3}",
                "take{1,4}",
                "take{1,2,4}",
                "take{3,4}",
                "take{1,3,4}",
                "take{2..4}",
                "take{1..4}"
            ]
        );
    }

    #[test]
    fn texts_hold_a_game_a_line() {
        let family = Family::rules("# two\nkayles\n\n0.77 # the same\r\ntake{1,2}\n").expect("games");
        assert_eq!(codes(&family), ["kayles", "0.77", "take{1,2}"]);
        assert_eq!(family.form(0), family.form(1));
        assert_eq!(family.line(2), Some(5));
        assert_eq!(Family::rules("0.77\nkayels").map_err(|wrong| wrong.line).err(), Some(2));
        assert_eq!(Family::rules("wythoff").map_err(|wrong| wrong.line).err(), Some(1));
    }
}
