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
use crate::typed::{self, DynGame};
use std::sync::{Arc, OnceLock};

const TEXTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// What is in the files, each read when it is asked for: most commands need one.
static ENTRIES: [OnceLock<Entry>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];

fn entry(index: usize) -> &'static Entry {
    let read = || Entry::parse(TEXTS[index]).expect("the catalogue's own files are tested");
    ENTRIES[index].get_or_init(read)
}

/// All games of the catalogue, by name.
pub fn entries() -> impl Iterator<Item = &'static Entry> + Clone {
    (0..TEXTS.len()).map(entry)
}

/// A game that can be asked about.
#[derive(Debug, Clone)]
pub struct NamedGame {
    /// How it was asked for.
    pub name: String,
    /// Its rules.
    pub rules: Rules,
    /// What the catalogue knows about it.
    pub entry: Option<Entry>,
}

/// How a game is played.
#[derive(Debug, Clone)]
pub enum Rules {
    /// By a line of the rule language.
    Line(Box<Ruleset>),
    /// By a Rust type.
    Typed(Arc<dyn DynGame>),
}

/// A game played on single heaps.
#[derive(Debug, Clone, Copy)]
pub struct HeapGame<'a> {
    /// How it was asked for.
    pub name: &'a str,
    /// Its rules.
    pub rules: &'a Ruleset,
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
            let rules = Rules::Line(Box::new(Ruleset::parse(text)?));
            return Ok(NamedGame { name: word.to_owned(), rules, entry: None });
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
        let rules = match &entry.kind {
            Some(kind) => Rules::Typed(typed::build(kind, None)?),
            None => Rules::Line(Box::new(entry.ruleset(&text, &[])?)),
        };
        let name = if entry.name.is_empty() { name.to_owned() } else { entry.name.clone() };
        Ok(NamedGame { name, rules, entry: Some(entry) })
    }

    /// Reads a position of this game.
    ///
    /// # Errors
    /// The first word that does not fit.
    pub fn parse(&self, text: &str) -> Result<Position, Error> {
        let parsed: Result<Position, InputError> = match &self.rules {
            Rules::Typed(game) => game.read(text).map(Position::Typed),
            Rules::Line(rules) if rules.arity() == 1 => parse_heaps(text).map(Position::Heaps),
            Rules::Line(rules) => {
                let opening = |n| self.entry.as_ref().and_then(|entry| entry.open(n));
                let tuples: Result<Vec<Tuple>, InputError> = parse_tuples(text, rules.arity(), opening);
                tuples.map(Position::Tuples)
            }
        };
        parsed.map_err(Error::Position)
    }

    /// The rule: its line, or what it says in words.
    pub fn rule(&self) -> String {
        match &self.rules {
            Rules::Line(rules) => rules.text().to_owned(),
            Rules::Typed(game) => game.rule(),
        }
    }

    /// The ruleset, unless the game is a Rust type.
    pub fn ruleset(&self) -> Option<&Ruleset> {
        match &self.rules {
            Rules::Line(rules) => Some(rules),
            Rules::Typed(_) => None,
        }
    }

    /// The game if it is played on single heaps, which alone have a `what` (a sequence, a period).
    ///
    /// # Errors
    /// When the game is played on something else.
    pub fn on_heaps(&self, what: &str) -> Result<HeapGame<'_>, Error> {
        let message = match self.ruleset() {
            Some(rules) if rules.arity() == 1 => return Ok(HeapGame { name: &self.name, rules }),
            Some(_) => format!("`{}` is played on tuples, so its heaps have no {what}", self.name),
            None => format!("`{}` is not played on single heaps, so it has no {what}", self.name),
        };
        Err(Error::game(message, Some("`grundy solve` answers for its positions".to_owned())))
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
    let rules = match &entry.kind {
        Some(kind) => Rules::Typed(typed::build(kind, given)?),
        None => {
            let parameters = given.map_or(Ok(Vec::new()), |given| parameters(entry, given))?;
            let rules = entry.ruleset(&entry.rule, &parameters);
            Rules::Line(Box::new(rules.map_err(|error| parameter_error(entry, error))?))
        }
    };
    Ok(Some(NamedGame { name: text.to_owned(), rules, entry: Some(entry.clone()) }))
}

/// `k=3,j=2`, all numbers.
fn parameters(entry: &Entry, given: &str) -> Result<Vec<(String, i128)>, Error> {
    let assigned = typed::assignments(&entry.name, given)?;
    let value = |(name, word): (&str, &str)| match number(word) {
        Ok(value) => Ok((name.to_owned(), i128::from(value))),
        Err(reason) => {
            let hint = format!("parameters are written `{}:name=number`", entry.name);
            Err(Error::game(format!("the value is {reason}: `{name}={word}`"), Some(hint)))
        }
    };
    assigned.into_iter().map(value).collect()
}

/// A wrong parameter is a mistake in the GAME, not in the rule of the catalogue.
fn parameter_error(entry: &Entry, diagnostics: Diagnostics) -> Error {
    let first = diagnostics.first();
    Error::game(format!("{}: {}", entry.name, first.message), first.hint.clone())
}

fn unknown(word: &str) -> Error {
    let shown: String = word.chars().take(60).collect();
    let name = word.split(':').next().unwrap_or(word);
    let names = entries().flat_map(|entry| std::iter::once(&entry.name).chain(&entry.aliases));
    let hint = match nearest(name, names.map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? `grundy games` lists all"),
        None => "`grundy games` lists the names; a rule is written `n -> k where k < n`".to_owned(),
    };
    Error::game(format!("unknown game `{shown}`"), Some(hint))
}
