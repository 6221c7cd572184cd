//! `grundy games [WORDS]` and `grundy games show NAME`

use crate::args::{Common, Games};
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::NamedGame;
use grundy::catalogue::{Entry, Fact, find, search};
use grundy::typed;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Games, common: &Common) -> Result<ExitCode, Failure> {
    if let [show, name] = arguments.words.as_slice()
        && show == "show"
    {
        return show_one(name, common);
    }
    let found = search(&arguments.words);
    let mut out = stdout();
    if common.json {
        let games: Vec<Value> = found.iter().map(|entry| object(entry)).collect();
        json_line(&mut out, &json!({ "schema": 1, "games": games }))?;
    } else {
        let width = found.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        for entry in &found {
            writeln!(out, "{:width$}  {}", entry.name, entry.about)?;
        }
    }
    out.flush()?;
    if found.is_empty() && !common.json {
        let message = format!("no game matches `{}`", arguments.words.join(" "));
        eprintln!("{message}\nhint: `grundy games` lists all");
    }
    Ok(ExitCode::from(u8::from(found.is_empty())))
}

fn show_one(name: &str, common: &Common) -> Result<ExitCode, Failure> {
    // A code is an alias here, though elsewhere it is a game of its own.
    let game = NamedGame::read(find(name).map_or(name, |entry| &entry.name))?;
    let Some(entry) = &game.entry else {
        return Err(Failure::input(
            format!("`{name}` is a rule, not a name"),
            Some("`grundy explain` tells about rules"),
        ));
    };
    let mut out = stdout();
    if common.json {
        let mut shown = object(entry);
        shown["schema"] = json!(1);
        shown["rule"] = json!(game.rule());
        shown["class"] = json!(game.ruleset().map(|rules| rules.class().to_string()));
        json_line(&mut out, &shown)?;
    } else {
        writeln!(out, "{}", bold(&entry.title))?;
        writeln!(out, "{}", entry.about)?;
        writeln!(out)?;
        let rule = if entry.kind.is_some() { game.rule() } else { entry.rule.clone() };
        for (index, line) in rule.trim().lines().enumerate() {
            writeln!(out, "{} {}", if index == 0 { "rule:     " } else { "          " }, line.trim())?;
        }
        if let Some(rules) = game.ruleset() {
            writeln!(out, "class:     {}", rules.class())?;
        }
        let parameters = parameters(entry);
        if !parameters.is_empty() {
            writeln!(out, "settings:  {}:{}", entry.name, parameters.join(","))?;
        }
        if !entry.aliases.is_empty() {
            writeln!(out, "also:      {}", entry.aliases.join(", "))?;
        }
        writeln!(out, "source:    {}", entry.source)?;
        // What is known is known of the parameters the entry has by itself.
        let own = !name.contains(':');
        if let Some(oeis) = entry.oeis.as_ref().filter(|_| own) {
            writeln!(out, "values:    OEIS {oeis}")?;
        }
        for fact in entry.facts.iter().filter(|_| own) {
            writeln!(out, "known:     {}", words(fact))?;
        }
        for position in &entry.positions {
            writeln!(out, "try:       grundy solve {} {}", game.name, shell(position))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The parameters of a game that is a Rust type, with their defaults.
fn parameters(entry: &Entry) -> Vec<String> {
    let found = entry.kind.as_deref().and_then(typed::find);
    let list = found.map_or(&[][..], |found| found.parameters);
    list.iter().map(|parameter| format!("{}={}", parameter.name, parameter.default)).collect()
}

fn words(fact: &Fact) -> String {
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

/// A position as the shell needs it.
fn shell(position: &str) -> String {
    if position.contains('(') {
        format!("\"{position}\"")
    } else if position.split_whitespace().any(|word| word.starts_with('-')) {
        format!("-- {position}")
    } else {
        position.to_owned()
    }
}

fn object(entry: &Entry) -> Value {
    json!({
        "name": entry.name, "title": entry.title, "aliases": entry.aliases, "about": entry.about,
        "source": entry.source, "oeis": entry.oeis, "positions": entry.positions,
        "rule": if entry.kind.is_some() { &entry.about } else { entry.rule.trim() },
        "type": entry.kind, "parameters": parameters(entry),
        "facts": entry.facts.iter().map(words).collect::<Vec<_>>(),
    })
}
