//! Games by name: the files of `games/`, embedded, and everything else that GAME may be.
//!
//! A GAME is a catalogue name or alias, with parameters if it has any (`bounded-nim:k=3`), a code (`0.77`), a set
//! (`take{1,3,4}`), or a rule. [`NamedGame::read`] decides which and says what it meant when it cannot.

mod entry;
mod search;

pub use entry::{Entry, Fact};
pub use search::{find, recognise, search};

use crate::error::{Error, InputError};
use crate::game::position::{Position, Tuple, parse_heaps, parse_tuples};
use crate::rule::code::looks_like_code;
use crate::rule::diagnostic::nearest;
use crate::rule::{Diagnostics, Ruleset};
use crate::text::number;
use std::sync::LazyLock;

static TEXTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    TEXTS.iter().map(|text| Entry::parse(text).expect("the catalogue's own files are tested")).collect()
});

/// All games of the catalogue, by name.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// A game that can be asked about.
#[derive(Debug, Clone)]
pub struct NamedGame {
    /// How it was asked for.
    pub name: String,
    /// Its rules.
    pub rules: Ruleset,
    /// What the catalogue knows about it.
    pub entry: Option<Entry>,
}

impl NamedGame {
    /// Reads a GAME: a name, a code, a set or a rule.
    ///
    /// # Errors
    /// When it is none of them, with the nearest name if one is near.
    pub fn read(text: &str) -> Result<NamedGame, Error> {
        let word = text.trim();
        if !looks_like_code(word)
            && let Some(game) = by_name(word)?
        {
            return Ok(game);
        }
        if looks_like_code(word)
            || looks_like_rule(text)
            || word.starts_with("take")
            || word.starts_with("allbut")
            || word.contains('{')
        {
            return Ok(NamedGame { name: word.to_owned(), rules: Ruleset::parse(text)?, entry: None });
        }
        Err(unknown(word))
    }

    /// Reads the text of a `.game` file: catalogue fields, or nothing but a rule.
    ///
    /// # Errors
    /// When the fields or the rule cannot be read.
    pub fn from_file(name: &str, text: &str) -> Result<NamedGame, Error> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let entry = Entry::parse(&text).map_err(|message| Error::game(message, None))?;
        let rules = entry.ruleset(&text, &[])?;
        let name = if entry.name.is_empty() { name.to_owned() } else { entry.name.clone() };
        Ok(NamedGame { name, rules, entry: Some(entry) })
    }

    /// Reads a position of this game.
    ///
    /// # Errors
    /// The first word that does not fit.
    pub fn parse(&self, text: &str) -> Result<Position, Error> {
        let parsed: Result<Position, InputError> = if self.rules.arity() == 1 {
            parse_heaps(text).map(Position::Heaps)
        } else {
            let opening = |n| self.entry.as_ref().and_then(|entry| entry.open(n));
            let tuples: Result<Vec<Tuple>, InputError> = parse_tuples(text, self.rules.arity(), opening);
            tuples.map(Position::Tuples)
        };
        parsed.map_err(Error::Position)
    }
}

/// Whether a text that is no name should be read as a rule.
pub fn looks_like_rule(text: &str) -> bool {
    let word = |w: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == w);
    ["->", "→", "=>", ";", "\n"].iter().any(|sign| text.contains(sign)) || word("where")
}

fn by_name(text: &str) -> Result<Option<NamedGame>, Error> {
    let (name, given) = match text.split_once(':') {
        Some((name, given)) if !looks_like_rule(text) => (name, Some(given)),
        _ => (text, None),
    };
    let Some(entry) = find(name) else { return Ok(None) };
    let parameters = given.map_or(Ok(Vec::new()), |given| parameters(entry, given))?;
    let rules = entry.ruleset(&entry.rule, &parameters).map_err(|error| parameter_error(entry, error))?;
    Ok(Some(NamedGame { name: text.to_owned(), rules, entry: Some(entry.clone()) }))
}

/// `k=3,j=2`
fn parameters(entry: &Entry, given: &str) -> Result<Vec<(String, i128)>, Error> {
    let bad = |item: &str, why: String| {
        let hint = format!("parameters are written `{}:name=number`", entry.name);
        Error::game(format!("{why}: `{item}`"), Some(hint))
    };
    let mut out: Vec<(String, i128)> = Vec::new();
    for item in given.split(',') {
        let (name, value) =
            item.split_once('=').ok_or_else(|| bad(item, "expected a parameter".to_owned()))?;
        let value = number(value.trim()).map_err(|reason| bad(item, format!("the value is {reason}")))?;
        let name = name.trim().to_owned();
        if out.iter().any(|(other, _)| *other == name) {
            return Err(bad(item, format!("parameter `{name}` is given twice")));
        }
        out.push((name, i128::from(value)));
    }
    Ok(out)
}

/// A wrong parameter is a mistake in the GAME, not in the rule of the catalogue.
fn parameter_error(entry: &Entry, diagnostics: Diagnostics) -> Error {
    let first = diagnostics.first();
    Error::game(format!("{}: {}", entry.name, first.message), first.hint.clone())
}

fn unknown(word: &str) -> Error {
    let shown: String = word.chars().take(60).collect();
    let name = word.split(':').next().unwrap_or(word);
    let names = entries().iter().flat_map(|entry| std::iter::once(&entry.name).chain(&entry.aliases));
    let hint = match nearest(name, names.map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? `grundy games` lists all"),
        None => "`grundy games` lists the names; a rule is written `n -> k where k < n`".to_owned(),
    };
    Error::game(format!("unknown game `{shown}`"), Some(hint))
}
