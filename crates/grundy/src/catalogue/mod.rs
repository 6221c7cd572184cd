//! Games by name: the files of `games/`, embedded, and everything else that GAME may be.
//!
//! A GAME is a catalogue name or alias, with parameters if it has any (`bounded-nim:k=3`), a code (`0.77`), a set
//! (`take{1,3,4}`), or a rule. [`NamedGame::read`] decides which and says what it meant when it cannot.

mod entry;
pub mod look_alikes;
pub mod oeis;
mod parameters;
mod registry;
mod search;

pub use entry::{Entry, Fact};
pub use parameters::{Parameter, Setting, Settings, assignments};
pub use registry::{GameType, TYPES, build, find as find_type};
pub use search::{find, recognise, search};

use crate::ask::{GameInfo, NamedGame, Rules, sum};
use crate::base::error::Error;
use crate::base::text::near::nearest;
use crate::base::text::number;
use crate::rule::Diagnostics;
use crate::rule::code::looks_like_code;
pub use crate::rule::looks_like_rule;
use std::sync::OnceLock;

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

impl NamedGame {
    /// Reads a GAME: a name, a code, a set or a rule.
    ///
    /// # Errors
    /// When it is none of them, with the nearest name if one is near.
    pub fn read(text: &str) -> Result<NamedGame, Error> {
        if let Some(sum) = sum::read(text, NamedGame::read) {
            return sum;
        }
        let word = text.trim();
        if word.starts_with("program:") {
            let message = "a program is a game only on the command line and in the library";
            return Err(Error::game(message, Some("`grundy solve program:./game.py POSITION`".to_owned())));
        }
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
            return Ok(open(word, Rules::read(text, &[])?, None));
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
        let rules = match &entry.info.native {
            Some(native) => Rules::Native(build(native, None)?),
            None => entry.rules(&text, &[])?,
        };
        let name = if entry.info.name.is_empty() { name } else { &entry.info.name };
        Ok(open(name, rules, Some(entry.info.clone())))
    }
}

/// Opens a game: what its rule is recognised as travels with it.
fn open(name: &str, rules: Rules, info: Option<GameInfo>) -> NamedGame {
    NamedGame::new(name, rules, info).recognised_by(|rules| recognise(rules).map(|entry| entry.info.clone()))
}

fn by_name(text: &str) -> Result<Option<NamedGame>, Error> {
    let (name, given) = match text.split_once(':') {
        Some((name, given)) if !looks_like_rule(text) => (name, Some(given)),
        _ => (text, None),
    };
    let Some(entry) = find(name) else { return Ok(None) };
    let rules = match &entry.info.native {
        Some(native) => Rules::Native(build(native, given)?),
        None => {
            let parameters = given.map_or(Ok(Vec::new()), |given| parameters(entry, given))?;
            let rules = entry.rules(&entry.rule, &parameters);
            rules.map_err(|error| parameter_error(entry, error))?
        }
    };
    Ok(Some(open(text, rules, Some(entry.info.clone()))))
}

/// `k=3,j=2`, all numbers.
fn parameters(entry: &Entry, given: &str) -> Result<Vec<(String, i128)>, Error> {
    let assigned = assignments(&entry.info.name, given)?;
    let value = |(name, word): (&str, &str)| match number(word) {
        Ok(value) => Ok((name.to_owned(), i128::from(value))),
        Err(reason) => {
            let hint = format!("parameters are written `{}:name=number`", entry.info.name);
            Err(Error::game(format!("the value is {reason}: `{name}={word}`"), Some(hint)))
        }
    };
    assigned.into_iter().map(value).collect()
}

/// A wrong parameter is a mistake in the GAME, not in the rule of the catalogue.
fn parameter_error(entry: &Entry, diagnostics: Diagnostics) -> Error {
    let first = diagnostics.first();
    Error::game(format!("{}: {}", entry.info.name, first.message), first.hint.clone())
}

fn unknown(word: &str) -> Error {
    let shown: String = word.chars().take(60).collect();
    let name = word.split(':').next().unwrap_or(word);
    let names = entries().flat_map(|entry| std::iter::once(&entry.info.name).chain(&entry.aliases));
    let hint = match nearest(name, names.map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? `grundy games` lists all"),
        None => "`grundy games` lists the names; a rule is written `n -> k where k < n`".to_owned(),
    };
    Error::game(format!("unknown game `{shown}`"), Some(hint))
}
