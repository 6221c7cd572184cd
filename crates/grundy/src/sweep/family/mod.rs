//! Families of games, in a fixed order.
//!
//! | family | members | order |
//! |---|---|---|
//! | octal | all codes `0.d1..dk` with k up to a number of digits and `dk` not 0; with `splits` also `4.d1..dk` and `4.0` | those with 0 before the point first; then by length, then by digits |
//! | hexadecimal | all codes `0.d1..dk` with digits 0 to F, `dk` not 0 | by length, then by digits |
//! | subtraction | all non-empty sets within 1 to M without a common divisor; of one size, or the symmetric ones | by largest member, then the next, and so on |
//! | rules | the lines of a text | as they stand |
//! | parameters | a rule or game with ranges for its parameters | the last parameter changes first |
//!
//! Sets with a common divisor c are left out because they say nothing new: what is taken is a multiple of c, so heap n of the
//! set has the value of heap floor(n/c) of the set divided by c.
//!
//! The first members of a larger family are those of a smaller one (octal codes with `splits` excepted).

mod parameters;
mod sets;

pub use parameters::{MAX_MEMBERS, ParameterRange};
pub use sets::{MAX_NUMBER, MAX_SETS, SetChoice};

use super::standard::Octal;
use crate::base::error::Error;
use crate::rule::{Class, Ruleset, TakeSet};
use parameters::Parametric;
use std::borrow::Cow;

/// Most digits of a family of octal codes: 262 143 codes.
pub const MAX_DIGITS: u32 = 6;
/// Most digits of a family of hexadecimal codes: 65 535 codes.
pub const MAX_HEXADECIMAL_DIGITS: u32 = 4;

/// A family of games on single heaps.
#[derive(Debug, Clone)]
pub struct Family {
    name: String,
    members: Members,
}

#[derive(Debug, Clone)]
enum Members {
    Octal { digits: u32, splits: bool },
    Hexadecimal { digits: u32 },
    Subtraction { sets: Vec<Box<[u16]>> },
    Rules(Vec<Rule>),
    Parameters(Parametric),
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

    /// All hexadecimal codes of up to so many digits, [`MAX_HEXADECIMAL_DIGITS`] at most.
    pub fn hexadecimal(digits: u32) -> Family {
        let digits = digits.clamp(1, MAX_HEXADECIMAL_DIGITS);
        Family { name: format!("hexadecimal --digits {digits}"), members: Members::Hexadecimal { digits } }
    }

    /// The sets of a choice that have no common divisor.
    ///
    /// # Errors
    /// When there are more than [`MAX_SETS`].
    pub fn subtraction(choice: SetChoice) -> Result<Family, Error> {
        let Some(sets) = sets::sets(&choice) else {
            let hint = "choose a smaller `--max`, or sets of one `--size`".to_owned();
            return Err(Error::game(format!("there are more than {MAX_SETS} such sets"), Some(hint)));
        };
        let size = choice.size.map_or(String::new(), |size| format!(" --size {size}"));
        let symmetric = if choice.symmetric { " --symmetric" } else { "" };
        let name = format!("subtraction --max {}{size}{symmetric}", choice.largest);
        Ok(Family { name, members: Members::Subtraction { sets } })
    }

    /// A rule or game with ranges for its parameters.
    ///
    /// # Errors
    /// A parameter that it does not have, too many games, or one that is not played on single heaps.
    pub fn parameters(game: &str, ranges: Vec<ParameterRange>) -> Result<Family, Error> {
        let family = Parametric::new(game, ranges)?;
        let name = format!("parameters {:016x}", digest(family.texts().iter().map(String::as_str)));
        Ok(Family { name, members: Members::Parameters(family) })
    }

    /// The games of a text: a name, code, set or rule a line, each with all values of the parameters, if there are any;
    /// empty lines and what follows a `#` say nothing.
    ///
    /// # Errors
    /// The first line that is no game on single heaps.
    pub fn rules(text: &str, ranges: &[ParameterRange]) -> Result<Family, WrongLine> {
        let mut rules = Vec::new();
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let word = line.split('#').next().unwrap_or("").trim();
            if word.is_empty() {
                continue;
            }
            let (indent, line) = (&line[..line.len() - line.trim_start().len()], index + 1);
            let wrong = |error| WrongLine { line, column: indent.chars().count() + 1, error };
            let games = Parametric::new(word, ranges.to_vec()).map_err(wrong)?;
            for member in 0..games.len() {
                let (name, ruleset) = games.member(member).map_err(wrong)?;
                rules.push(Rule { line, name, rules: ruleset });
            }
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
            Members::Hexadecimal { digits } => (1 << (4 * digits)) - 1,
            Members::Subtraction { sets } => sets.len(),
            Members::Rules(rules) => rules.len(),
            Members::Parameters(family) => family.len() as usize,
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
            Members::Hexadecimal { .. } => {
                let digit =
                    |digit: u8| char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase();
                format!("0.{}", digits_of_rank(index, 4).into_iter().map(digit).collect::<String>())
            }
            Members::Subtraction { sets } => format!("take{}", take_set(&sets[index])),
            Members::Rules(rules) => rules[index].name.clone(),
            Members::Parameters(family) => family.member(index as u64).expect(READ_BEFORE).0,
        }
    }

    /// The rules of a game.
    ///
    /// # Panics
    /// When there are not so many games.
    pub fn ruleset(&self, index: usize) -> Cow<'_, Ruleset> {
        match &self.members {
            Members::Rules(rules) => Cow::Borrowed(&rules[index].rules),
            Members::Parameters(family) => Cow::Owned(family.member(index as u64).expect(READ_BEFORE).1),
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
            Members::Hexadecimal { .. } | Members::Rules(_) | Members::Parameters(_) => {
                Some(form_of(&self.ruleset(index)))
            }
        }
    }

    fn octal_code(&self, index: usize) -> Octal {
        let Members::Octal { digits, .. } = self.members else { unreachable!("asked for octal codes only") };
        let behind = (1usize << (3 * digits)) - 1;
        if index == behind {
            return Octal::new(true, &[]);
        }
        let splits = index > behind;
        let rank = if splits { index - behind - 1 } else { index };
        Octal::new(splits, &digits_of_rank(rank, 3))
    }
}

const READ_BEFORE: &str = "every member was read when the family was made";

/// The digits, of so many bits each, of the code with this rank: by length, then by digits, the last not 0.
fn digits_of_rank(mut rank: usize, bits: u32) -> Vec<u8> {
    let nonzero = (1 << bits) - 1;
    // So many codes have exactly `length` digits: those whose last digit is not 0.
    let mut length = 1;
    while rank >= nonzero << (bits * (length - 1)) {
        rank -= nonzero << (bits * (length - 1));
        length += 1;
    }
    let number = rank / nonzero * (nonzero + 1) + rank % nonzero + 1;
    (0..length).rev().map(|place| (number >> (bits * place) & nonzero) as u8).collect()
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

fn take_set(set: &[u16]) -> TakeSet {
    TakeSet::from_numbers(set.iter().rev().map(|&number| u64::from(number)))
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
        let choice = SetChoice { largest: 4, size: None, symmetric: false };
        let sets = codes(&Family::subtraction(choice).expect("few"));
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
    fn hexadecimal_codes_come_by_length_and_digits() {
        let codes = codes(&Family::hexadecimal(2));
        assert_eq!(
            (codes.len(), codes[7].as_str(), codes[14].as_str(), codes[15].as_str()),
            (255, "0.8", "0.F", "0.01")
        );
        assert_eq!(codes.last().map(String::as_str), Some("0.FF"));
        assert_eq!(codes.iter().collect::<HashSet<_>>().len(), 255);
        let family = Family::hexadecimal(2);
        for index in 0..family.len() {
            assert_eq!(family.ruleset(index).text(), family.code(index));
        }
    }

    #[test]
    fn texts_hold_a_game_a_line() {
        let family = Family::rules("# two\nkayles\n\n0.77 # the same\r\ntake{1,2}\n", &[]).expect("games");
        assert_eq!(codes(&family), ["kayles", "0.77", "take{1,2}"]);
        assert_eq!(family.form(0), family.form(1));
        assert_eq!(family.line(2), Some(5));
        assert_eq!(Family::rules("0.77\nkayels", &[]).map_err(|wrong| wrong.line).err(), Some(2));
        assert_eq!(Family::rules("wythoff", &[]).map_err(|wrong| wrong.line).err(), Some(1));
    }
}
