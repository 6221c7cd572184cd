//! A rule or game with parameters that run through ranges: `n -> n-a ; n -> n-b` with a and b from 1 to 50.
//!
//! A name of the catalogue is asked for with its parameters, `bounded-nim:k=3`. In a rule, a name that is declared
//! (`param k = 2 ;`) is given its value; any other is a word of the text that the number takes the place of, so that
//! sets have parameters too: `take{1,a,b}`.

use crate::ask::{NamedGame, Rules};
use crate::base::error::Error;
use crate::rule::Ruleset;

/// Most members of a family with parameters.
pub const MAX_MEMBERS: u64 = 1 << 20;

/// A parameter and the values it takes, from the first to the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterRange {
    /// Its name.
    pub name: String,
    /// The first value.
    pub first: i64,
    /// The last, no less than the first.
    pub last: i64,
}

impl ParameterRange {
    /// Reads `a=1..50`, or `a=3` for one value.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<ParameterRange, String> {
        let (name, range) = text.split_once('=').ok_or("expected NAME=FIRST..LAST, as in `a=1..50`")?;
        let name = name.trim();
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !starts || !name.chars().all(is_of_name) {
            return Err(format!("`{name}` is no name of a parameter"));
        }
        let number = |word: &str| {
            let word = word.trim();
            word.parse::<i64>().map_err(|_| format!("`{word}` is no whole number"))
        };
        let (first, last) = match range.split_once("..") {
            Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
            None => (number(range)?, number(range)?),
        };
        match first <= last {
            true => Ok(ParameterRange { name: name.to_owned(), first, last }),
            false => Err(format!("the range {first}..{last} is empty")),
        }
    }

    fn len(&self) -> u64 {
        self.last.abs_diff(self.first).saturating_add(1)
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A game with ranges for its parameters.
#[derive(Debug, Clone)]
pub(super) struct Parametric {
    text: String,
    kind: Kind,
    ranges: Vec<ParameterRange>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name of the catalogue.
    Named,
    /// A rule, code or set.
    Written,
}

impl Parametric {
    /// # Errors
    /// A name that the game does not have, too many members, or a member that is no game on single heaps.
    pub(super) fn new(text: &str, ranges: Vec<ParameterRange>) -> Result<Parametric, Error> {
        let names = |name: &str| ranges.iter().filter(|range| range.name == name).count();
        if let Some(twice) = ranges.iter().find(|range| names(&range.name) > 1) {
            return Err(Error::game(format!("parameter `{}` is given twice", twice.name), None));
        }
        let named = text.chars().all(|c| is_of_name(c) || c == '-') && NamedGame::read(text).is_ok();
        let kind = if named { Kind::Named } else { Kind::Written };
        let family = Parametric { text: text.trim().to_owned(), kind, ranges };
        if let Some(idle) =
            family.ranges.iter().find(|range| !named && words(text, &range.name).next().is_none())
        {
            let message = format!("`{}` does not occur in `{text}`", idle.name);
            return Err(Error::game(
                message,
                Some("a parameter is a name of the rule, as `a` in `n -> n-a`".to_owned()),
            ));
        }
        if family.len() > MAX_MEMBERS {
            let message = format!("that would be {} games, and {MAX_MEMBERS} are the most", family.len());
            return Err(Error::game(message, Some("take shorter ranges".to_owned())));
        }
        (0..family.len()).try_for_each(|index| family.member(index).map(drop))?;
        Ok(family)
    }

    /// How many members there are.
    pub(super) fn len(&self) -> u64 {
        self.ranges.iter().fold(1, |count: u64, range| count.saturating_mul(range.len()))
    }

    /// What distinguishes it from other families.
    pub(super) fn texts(&self) -> Vec<String> {
        let range = |range: &ParameterRange| format!("{}={}..{}", range.name, range.first, range.last);
        std::iter::once(self.text.clone()).chain(self.ranges.iter().map(range)).collect()
    }

    /// The values of a member: the last parameter changes first.
    fn values(&self, index: u64) -> Vec<(String, i128)> {
        let mut rest = index;
        let mut values: Vec<(String, i128)> = Vec::with_capacity(self.ranges.len());
        for range in self.ranges.iter().rev() {
            values.push((range.name.clone(), i128::from(range.first) + i128::from(rest % range.len())));
            rest /= range.len();
        }
        values.reverse();
        values
    }

    /// The name of a member and its rules.
    ///
    /// # Errors
    /// When it is no game on single heaps.
    pub(super) fn member(&self, index: u64) -> Result<(String, Ruleset), Error> {
        let values = self.values(index);
        let game = match self.kind {
            Kind::Named => {
                let given: Vec<String> =
                    values.iter().map(|(name, value)| format!("{name}={value}")).collect();
                let separator = if given.is_empty() { "" } else { ":" };
                NamedGame::read(&format!("{}{separator}{}", self.text, given.join(",")))
            }
            Kind::Written => self.written(values),
        }?;
        let found = game.on_heaps("sequence")?;
        Ok((found.name.to_owned(), found.rules.clone()))
    }

    fn written(&self, values: Vec<(String, i128)>) -> Result<NamedGame, Error> {
        let (declared, free): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|(name, _)| is_declared(&self.text, name));
        let text = free.iter().fold(self.text.clone(), |text, (name, value)| replaced(&text, name, *value));
        if declared.is_empty() {
            return NamedGame::read(&text);
        }
        let rules = Rules::read(&text, &declared)?;
        let name = rules.heaps().map_or(text, |rules| rules.text().to_owned());
        Ok(NamedGame::new(name, rules, None))
    }
}

/// Where a name stands as a word of its own.
fn words<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let alone = move |at: &usize| {
        !text[..*at].ends_with(is_of_name) && !text[at + name.len()..].starts_with(is_of_name)
    };
    text.match_indices(name).map(|(at, _)| at).filter(alone)
}

/// Whether the rule says `param NAME =`.
fn is_declared(text: &str, name: &str) -> bool {
    words(text, name).any(|at| text[..at].trim_end().ends_with("param"))
}

fn replaced(text: &str, name: &str, value: i128) -> String {
    let number = if value < 0 { format!("({value})") } else { value.to_string() };
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for at in words(text, name) {
        out.push_str(&text[from..at]);
        out.push_str(&number);
        from = at + name.len();
    }
    out + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, ranges: &[&str]) -> Result<Vec<String>, String> {
        let ranges =
            ranges.iter().map(|range| ParameterRange::parse(range)).collect::<Result<Vec<_>, _>>()?;
        let family = Parametric::new(text, ranges).map_err(|error| error.to_string())?;
        let name = |index| family.member(index).map(|(name, _)| name).map_err(|error| error.to_string());
        (0..family.len()).map(name).collect()
    }

    #[test]
    fn numbers_take_the_place_of_names() {
        let found = names("n -> n-a ; n -> n-b where n > ab, ab = 2", &["a=1..2", "b=3..4"]);
        let text = |a, b| format!("n -> n-{a} ; n -> n-{b} where n > ab, ab = 2");
        assert_eq!(found, Ok(vec![text(1, 3), text(1, 4), text(2, 3), text(2, 4)]));
        assert_eq!(names("take{1,a}", &["a=2..3"]), Ok(vec!["take{1,2}".to_owned(), "take{1,3}".to_owned()]));
        let declared = names("param k = 9 ; n -> n-k ; n -> n-a", &["k=1..2", "a=5"]).expect("rules");
        assert_eq!(
            declared,
            ["param k = 1 ; n -> n - k ; n -> n - 5", "param k = 2 ; n -> n - k ; n -> n - 5"]
        );
        assert_eq!(
            names("bounded-nim", &["k=2..3"]),
            Ok(vec!["bounded-nim:k=2".to_owned(), "bounded-nim:k=3".to_owned()])
        );
    }

    #[test]
    fn what_is_no_family_is_refused() {
        assert!(names("n -> n-1", &["a=1..2"]).expect_err("no a").contains("`a` does not occur"));
        assert!(names("take{a}", &["a=0..2"]).is_err());
        assert!(names("n -> n-a", &["a=1..2", "a=3"]).expect_err("twice").contains("twice"));
        assert!(names("n -> n-a", &["a=3..1"]).expect_err("empty").contains("empty"));
        assert!(names("n -> n-a", &["a=1..9999999"]).expect_err("many").contains("9999999"));
        assert!(names("(a, b) -> (a-c, b)", &["c=1..2"]).is_err());
        assert!(names("kayles", &["k=1..2"]).is_err());
    }
}
