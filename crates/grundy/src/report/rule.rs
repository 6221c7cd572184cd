//! What a box shows while a GAME is typed into it: the rule in words, its class and engine, or what is wrong and how to
//! mend it, or which games a pasted sequence belongs to.
//!
//! A text of nothing but numbers, three at least, is a sequence; it is compared with the beginning of every catalogue game on
//! heaps, from heap 0 and from heap 1 on, since printed sequences begin with either.

use crate::ask::explain;
use crate::ask::{GameInfo, NamedGame};
use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::base::text::near::nearest;
use crate::catalogue::{entries, find};
use crate::engine::heap::prefix;
use crate::rule::{Diagnostic, Diagnostics, Edit, Span};
use serde_json::{Value, json};

/// Most numbers of a sequence that are compared.
const COMPARED: usize = 1000;

/// The object of a text: `ok` says whether it is a game.
pub fn object(text: &str, limits: &Limits<'_>) -> Value {
    if let Some(values) = sequence(text) {
        return json!({ "schema": 1, "ok": false, "sequence": { "values": values, "games": begin_with(&values, limits) } });
    }
    match NamedGame::read(text) {
        Ok(game) => known(&game),
        Err(error) => json!({ "schema": 1, "ok": false, "diagnostics": diagnostics(text, &error) }),
    }
}

fn known(game: &NamedGame) -> Value {
    let explanation = explain::rule(game);
    let info = game.known_as();
    let mut object = super::explain::rule(game, &explanation);
    let words = explanation.sections.iter().find(|section| section.title == "In words");
    object["ok"] = json!(true);
    object["words"] = json!(words.map_or_else(|| vec![game.rule()], |section| section.lines.clone()));
    object["kind"] = json!(kind(game));
    object["arity"] = json!(game.ruleset().map(|rules| rules.arity()));
    object["name"] = json!(info.map(|info| &info.name));
    object["title"] = json!(info.map(|info| &info.title));
    object["about"] = json!(info.map(|info| &info.about));
    object["source"] = json!(info.map(|info| &info.source));
    object["oeis"] = json!(info.and_then(|info| info.oeis.as_ref()));
    object["positions"] = json!(samples(game, info));
    object["parameters"] =
        json!(info.and_then(|info| find(&info.name)).map_or(Vec::new(), super::games::parameters));
    object
}

/// How positions of a game look: what to draw.
pub fn kind(game: &NamedGame) -> &'static str {
    if let Some(rules) = game.ruleset() {
        return if rules.arity() == 1 { "heaps" } else { "tuples" };
    }
    match game.info.as_ref().and_then(|info| info.native.as_deref()).unwrap_or_default() {
        "another-game" | "monotone-nim" | "moore" | "ordered-nim" | "slow-nim" => "heaps",
        "staircase" => "staircase",
        "palindromes" => "word",
        "chomp" | "cram" => "board",
        "arc-kayles" | "geography" | "hackenbush" | "node-kayles" => "graph",
        "strip" | "welter" => "strip",
        _ => "other",
    }
}

/// Positions to start with: those of the catalogue if they are positions of this game too, or small ones.
fn samples(game: &NamedGame, info: Option<&GameInfo>) -> Vec<String> {
    let known = info.map_or(&[][..], |info| &info.positions);
    let known: Vec<String> = known.iter().filter(|text| game.parse(text).is_ok()).cloned().collect();
    match game.ruleset().map(|rules| rules.arity()) {
        Some(1) if known.is_empty() => vec!["3 4 5".to_owned(), "7".to_owned()],
        Some(arity) if known.is_empty() => {
            let tuple: Vec<String> = (0..arity).map(|index| (3 + 2 * index).to_string()).collect();
            vec![tuple.join(",")]
        }
        _ => known,
    }
}

/// The numbers of a text that holds nothing else.
fn sequence(text: &str) -> Option<Vec<u64>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let values: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    values.filter(|values| values.len() >= 3)
}

/// The catalogue games whose values begin with these.
fn begin_with(values: &[u64], limits: &Limits<'_>) -> Vec<Value> {
    let values = &values[..values.len().min(COMPARED)];
    let mut found = Vec::new();
    for entry in entries() {
        let Ok(game) = NamedGame::read(&entry.info.name) else { continue };
        let Ok(heaps) = game.on_heaps("sequence") else { continue };
        // Two more than are compared: prefixes may begin at heap 1.
        let Ok(known) = prefix(heaps.rules, values.len() as u64 + 1, limits) else { continue };
        let there = known.len().unwrap_or(u64::MAX);
        let same = |first: u64| {
            first + values.len() as u64 <= there
                && values.iter().zip(first..).all(|(&value, heap)| known.value(heap) == value)
        };
        if let Some(first) = [0, 1].into_iter().find(|&first| same(first)) {
            found.push(
                json!({ "name": entry.info.name, "title": entry.info.title, "oeis": entry.info.oeis, "first": first }),
            );
        }
    }
    found
}

/// What is wrong with a text, as data; places are counted in characters from 0.
fn diagnostics(text: &str, error: &Error) -> Vec<Value> {
    match error {
        Error::Rule(found) => found.list.iter().map(|diagnostic| one(found, diagnostic)).collect(),
        other => {
            let word = text.trim();
            let name = word.split(':').next().unwrap_or(word);
            let names = entries().flat_map(|entry| std::iter::once(&entry.info.name).chain(&entry.aliases));
            let near = nearest(name, names.map(String::as_str));
            let start = text.chars().take_while(|c| c.is_whitespace()).count();
            let fix = near.filter(|near| *near != name).map(|near| {
                json!({ "start": start, "end": start + name.chars().count(), "text": near, "label": format!("change to `{near}`") })
            });
            vec![json!({
                "code": null, "message": super::error::message(other), "line": 1, "column": start + 1,
                "start": start, "end": start + word.chars().count(), "hint": other.hint(), "fix": fix,
            })]
        }
    }
}

fn one(found: &Diagnostics, diagnostic: &Diagnostic) -> Value {
    let characters = |byte: usize| found.source[..byte].chars().count();
    let span = |span: Span| (characters(span.start), characters(span.end));
    let (line, column) = found.line_column(diagnostic.span.start);
    let (start, end) = span(diagnostic.span);
    let fix = diagnostic.edit.as_ref().map(|Edit { span: place, replacement }| {
        let (start, end) = span(*place);
        json!({ "start": start, "end": end, "text": replacement, "label": format!("change to `{replacement}`") })
    });
    json!({
        "code": diagnostic.code.as_str(), "message": diagnostic.message, "line": line, "column": column,
        "start": start, "end": end, "hint": diagnostic.hint, "fix": fix,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Value {
        object(text, &Limits::default())
    }

    #[test]
    fn games_codes_and_rules_are_known() {
        assert_eq!(shown("kayles")["kind"], "heaps");
        assert_eq!(shown("0.77")["name"], "kayles", "a code is recognised");
        assert_eq!(shown("wythoff")["arity"], 2);
        assert_eq!(shown("staircase")["kind"], "staircase");
        for entry in entries() {
            let object = shown(&entry.info.name);
            assert_eq!(object["ok"], true, "{}", entry.info.name);
            assert!(
                object["positions"].as_array().is_some_and(|list| !list.is_empty()),
                "{}",
                entry.info.name
            );
        }
    }

    #[test]
    fn mistakes_have_places_in_characters_and_a_fix() {
        let wrong = shown("né -> k wher k < n");
        let first = &wrong["diagnostics"][0];
        assert_eq!(wrong["ok"], false);
        assert!(first["start"].as_u64() < first["end"].as_u64());
        let wrong = shown("n -> k wher k < n");
        let fix = &wrong["diagnostics"][0]["fix"];
        assert_eq!((&fix["start"], &fix["end"], &fix["text"]), (&json!(7), &json!(11), &json!("where")));
        let named = shown(" kalyes");
        assert_eq!(named["diagnostics"][0]["fix"]["text"], "kayles");
        assert_eq!(named["diagnostics"][0]["fix"]["start"], 1);
    }

    #[test]
    fn a_pasted_sequence_finds_its_games() {
        let names = |text: &str| {
            let object = shown(text);
            let games = object["sequence"]["games"].as_array().expect("a list").clone();
            games.iter().map(|game| game["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("0 1 2 3 1 4 3 2"), ["kayles"]);
        assert_eq!(names("1, 2, 3, 1, 4, 3, 2"), ["kayles"]);
        assert!(names("9 9 9").is_empty());
        assert!(shown("3 4")["sequence"].is_null(), "two numbers are no sequence");
    }
}
