//! One file of the catalogue: `key: value` lines, then the rule, or the name of the type that plays the game.

use crate::ask::{GameInfo, Opening, Rules};
use crate::base::diagnostic::ErrorCode;
use crate::rule::{Diagnostic, Diagnostics};

/// What the catalogue knows about a game.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// What travels with the game.
    pub info: GameInfo,
    /// Other names, codes among them.
    pub aliases: Vec<String>,
    /// What is known and checked.
    pub facts: Vec<Fact>,
    /// The rule; empty for native games.
    pub rule: String,
    /// Where the rule stands in the file, in bytes.
    offset: usize,
}

/// A statement about a game that a test checks against the engines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Grundy values of heaps 0, 1, 2, ...
    Values(Vec<u64>),
    /// The period and preperiod of the values.
    Period(u64, u64),
    /// The value of a position.
    Grundy(String, u64),
    /// A position lost for the player to move.
    Lost(String),
    /// A position lost for the player to move under misère play.
    MisereLost(String),
}

impl Entry {
    /// Reads a file: fields and rule, or nothing but a rule.
    ///
    /// # Errors
    /// A line that is neither, in words.
    pub fn parse(text: &str) -> Result<Entry, String> {
        let mut entry = Entry::default();
        let first = text.lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        if first.is_none_or(|line| field(line).is_none()) {
            entry.rule = text.to_owned();
            return Ok(entry);
        }
        let mut at = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let start = at;
            at += line.len();
            let line = line.trim_end();
            if line.is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let Some((key, value)) = field(line) else {
                return Err(format!("line {}: expected `key: value`, found `{}`", index + 1, line.trim()));
            };
            if key == "rule" {
                // The rule is everything that follows, as it stands, so that places in it are places in the file.
                entry.offset = start + key.len() + 1;
                entry.rule = text[entry.offset..].to_owned();
                break;
            }
            entry.set(key, value).map_err(|message| format!("line {}: {message}", index + 1))?;
        }
        match (entry.rule.trim().is_empty(), &entry.info.native) {
            (true, None) => Err("no `rule:` and no `type:` in the file".to_owned()),
            (false, Some(_)) => Err("a game has a `rule:` or a `type:`, not both".to_owned()),
            _ => Ok(entry),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let value = value.to_owned();
        match key {
            "name" => self.info.name = value,
            "title" => self.info.title = value,
            "aliases" => self.aliases = value.split(',').map(|alias| alias.trim().to_owned()).collect(),
            "source" => self.info.source = value,
            "about" => self.info.about = value,
            "type" => self.info.native = Some(value),
            "oeis" => self.info.oeis = Some(value),
            "position" => self.info.positions.push(value),
            "opening" => self.info.opening = value.split(',').map(opening).collect::<Result<_, _>>()?,
            "fact" => self.facts.push(fact(&value)?),
            _ => return Err(format!("unknown key `{key}`")),
        }
        Ok(())
    }

    /// The rules of the entry with parameters; places in errors point into `file`, the text the entry was read from.
    ///
    /// # Errors
    /// Mistakes in the rule, parameters it does not have, or an opening that does not fit.
    pub fn rules(&self, file: &str, parameters: &[(String, i128)]) -> Result<Rules, Diagnostics> {
        let rules = Rules::read(&self.rule, parameters).map_err(|mut diagnostics| {
            diagnostics.list.iter_mut().for_each(|diagnostic| diagnostic.shift(self.offset));
            Diagnostics::new(file, diagnostics.list)
        })?;
        let arity = rules.ruleset().map_or(0, |rules| rules.arity());
        if !self.info.opening.is_empty() && self.info.opening.len() != arity {
            let message = format!("the opening has {} terms, the position {arity}", self.info.opening.len());
            let diagnostic = Diagnostic::new(ErrorCode::Arity, self.offset..self.offset, message);
            return Err(Diagnostics::new(file, vec![diagnostic]));
        }
        Ok(rules)
    }
}

/// `key: value`, the key a lower-case word.
fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    // `hex:0.3F` is a code, not a field.
    (plain && !["hex", "octal", "oct", "hexadecimal"].contains(&key)).then(|| (key, value.trim()))
}

fn opening(item: &str) -> Result<Opening, String> {
    let item = item.trim();
    let unknown = || format!("a term of an opening is `n`, `n-1`, `n+1`, ... or a number: `{item}`");
    let Some(rest) = item.strip_prefix('n') else {
        return item.parse().map(Opening::Constant).map_err(|_| unknown());
    };
    let rest: String = rest.split_whitespace().collect();
    match rest.strip_prefix(['+', '-']) {
        None if rest.is_empty() => Ok(Opening::Number { plus: 0 }),
        // A second sign would be read as a part of the number.
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            rest.parse().map(|plus| Opening::Number { plus }).map_err(|_| unknown())
        }
        _ => Err(unknown()),
    }
}

fn fact(text: &str) -> Result<Fact, String> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    let numbers = || {
        rest.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>().map_err(|e| e.to_string())
    };
    match kind {
        "values" => Ok(Fact::Values(numbers()?)),
        "period" => match numbers()?[..] {
            [length, preperiod] => Ok(Fact::Period(length, preperiod)),
            _ => Err("a period fact has two numbers".to_owned()),
        },
        "lost" => Ok(Fact::Lost(rest.to_owned())),
        "misere-lost" => Ok(Fact::MisereLost(rest.to_owned())),
        "grundy" => {
            let (position, value) =
                rest.rsplit_once('=').ok_or("a grundy fact is `grundy POSITION = VALUE`")?;
            Ok(Fact::Grundy(
                position.trim().to_owned(),
                value.trim().parse().map_err(|_| "not a value".to_owned())?,
            ))
        }
        _ => Err(format!("unknown fact `{kind}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_hold_nothing_but_a_rule() {
        let entry = Entry::parse("# Nim\nn -> k where k < n\n").expect("a rule");
        assert!(entry.info.name.is_empty() && entry.rules(&entry.rule, &[]).is_ok());
    }

    #[test]
    fn mistakes_in_a_file_point_into_the_file() {
        let text = "name: x\nrule:\n  n -> k wher k < n\n";
        let entry = Entry::parse(text).expect("fields");
        let diagnostics = entry.rules(text, &[]).expect_err("a misspelt word");
        assert_eq!(diagnostics.line_column(diagnostics.first().span.start), (3, 10));
        for bad in [
            "name: x\n",
            "name: x\nwhat\nrule: n -> 0",
            "name: x\ncolour: red\nrule: n -> 0",
            "name: x\nfact: odd 1\nrule: n -> 0",
        ] {
            assert!(Entry::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn openings_have_numbers_and_constants() {
        let number = |plus| Ok(Opening::Number { plus });
        assert_eq!(opening(" n "), number(0));
        assert_eq!(opening("n - 1"), number(-1));
        assert_eq!(opening("n+2"), number(2));
        assert_eq!(opening("0"), Ok(Opening::Constant(0)));
        for wrong in ["", "-1", "n-", "n--1", "n+-1", "m", "2n", "n1", "n-99999999999999999999"] {
            assert!(opening(wrong).is_err(), "{wrong}");
        }
        let entry = Entry::parse("opening: n, 0\nrule: (a, b) -> (a-1, b+1) where a > 0").expect("fields");
        assert_eq!(entry.info.open(5), Some([5, 0].into_iter().collect()));
    }
}
