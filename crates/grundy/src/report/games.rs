//! The objects of `games`: what the catalogue knows about a game.

use crate::ask::NamedGame;
use crate::catalogue::find_type;
use crate::catalogue::{Entry, Fact};
use serde_json::{Value, json};

/// The object of an entry.
pub fn entry(entry: &Entry) -> Value {
    json!({
        "name": entry.info.name, "title": entry.info.title, "aliases": entry.aliases, "about": entry.info.about,
        "source": entry.info.source, "oeis": entry.info.oeis, "positions": entry.info.positions,
        "rule": if entry.info.native.is_some() { &entry.info.about } else { entry.rule.trim() },
        "type": entry.info.native, "parameters": parameters(entry),
        "facts": entry.facts.iter().map(words).collect::<Vec<_>>(),
    })
}

/// The object of `games`: all entries of a list.
pub fn list(found: &[&Entry]) -> Value {
    json!({ "schema": 1, "games": found.iter().map(|found| entry(found)).collect::<Vec<_>>() })
}

/// The object of `games show`: an entry with the rule and the class it has with its parameters.
pub fn shown(game: &NamedGame, known: &Entry) -> Value {
    let mut shown = entry(known);
    shown["schema"] = json!(1);
    shown["rule"] = json!(game.rule());
    shown["class"] = json!(game.ruleset().map(|rules| rules.class().to_string()));
    shown
}

/// The parameters of a game that is a Rust type, with their defaults.
pub fn parameters(entry: &Entry) -> Vec<String> {
    let found = entry.info.native.as_deref().and_then(find_type);
    let list = found.map_or(&[][..], |found| found.parameters);
    list.iter().map(|parameter| format!("{}={}", parameter.name, parameter.default)).collect()
}

/// A fact in words.
pub fn words(fact: &Fact) -> String {
    match fact {
        Fact::Values(values) => {
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            format!("values {} ...", values.join(" "))
        }
        Fact::Period(length, preperiod) => format!("period {length} from heap {preperiod} on"),
        Fact::Grundy(position, value) => format!("the value of {position} is {value}"),
        Fact::Lost(position) => format!("{position} is lost for the player to move"),
        Fact::MisereLost(position) => format!("{position} is lost for the player to move under misère play"),
    }
}
