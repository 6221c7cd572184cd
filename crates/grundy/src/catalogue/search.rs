//! Looks games up: by name or alias, by words, by code, by OEIS number, by what a rule is.

use super::{Entry, TEXTS, entries, entry};
use crate::ask::Rules;
use crate::rule::code::looks_like_code;
use crate::rule::{Class, Code, Ruleset};
use std::sync::LazyLock;

/// The entry with this name or alias (upper and lower case alike).
pub fn find(name: &str) -> Option<&'static Entry> {
    let same = |other: &str| other.eq_ignore_ascii_case(name);
    // The first line of a file is its name, so that the others need not be read.
    let first =
        |text: &&str| text.lines().next().and_then(|line| line.strip_prefix("name: ")).is_some_and(same);
    let named = TEXTS.iter().position(first).map(entry);
    named.or_else(|| entries().find(|entry| entry.aliases.iter().any(|alias| same(alias))))
}

/// The entries that match every word: in name, title, alias, description, source or OEIS number; a code matches the games
/// that have it.
pub fn search(words: &[String]) -> Vec<&'static Entry> {
    entries().filter(|entry| words.iter().all(|word| matches(entry, word))).collect()
}

fn matches(entry: &Entry, word: &str) -> bool {
    let word = word.to_lowercase();
    let texts = [&entry.info.name, &entry.info.title, &entry.info.about, &entry.info.source];
    let text = texts.iter().any(|text| text.to_lowercase().contains(&word));
    // Part of a name is enough, part of a code is another code.
    let coded_word = looks_like_code(&word);
    let same =
        |alias: &String| if coded_word { *alias == word } else { alias.to_lowercase().contains(&word) };
    let alias = entry.aliases.iter().any(same);
    let oeis = entry.info.oeis.as_ref().is_some_and(|oeis| oeis.to_lowercase() == word);
    let coded = || Code::parse(&word).is_ok_and(|code| code_of(entry) == Some(code));
    text || alias || oeis || coded()
}

/// The rulesets of the entries that have one, read once.
pub(super) static RULES: LazyLock<Vec<(&'static Entry, Ruleset)>> = LazyLock::new(|| {
    let lines = entries().filter(|entry| entry.info.native.is_none());
    let ruleset = |entry: &'static Entry| match entry.rules(&entry.rule, &[]) {
        Ok(Rules::Line(rules)) => Some((entry, *rules)),
        _ => None,
    };
    lines.filter_map(ruleset).collect()
});

fn code_of(entry: &Entry) -> Option<Code> {
    RULES
        .iter()
        .find(|(other, _)| other.info.name == entry.info.name)
        .and_then(|(_, rules)| rules.class().code())
}

/// The catalogue game that a ruleset is, recognised by its code, or by its rule word for word.
pub fn recognise(rules: &Ruleset) -> Option<&'static Entry> {
    let code = rules.class().code();
    let found = RULES.iter().find(|(_, other)| {
        let same_set =
            matches!(other.class(), Class::Take(_) | Class::AllBut(_)) && other.class() == rules.class();
        let same_known = rules.known().is_some() && other.known() == rules.known();
        other.text() == rules.text()
            || same_set
            || same_known
            || (code.is_some() && other.class().code() == code)
    });
    found.map(|(entry, _)| *entry)
}
