//! `grundy games [WORDS]` and `grundy games show NAME`

use crate::args::{Common, Games};
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::NamedGame;
use grundy::catalogue::{find, search};
use grundy::game::text::shell::{arguments, quoted};
use grundy::report::games as report;
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
        json_line(&mut out, &report::list(&found))?;
    } else {
        let width = found.iter().map(|entry| entry.info.name.len()).max().unwrap_or(0);
        for entry in &found {
            writeln!(out, "{:width$}  {}", entry.info.name, entry.info.about)?;
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
    let game = NamedGame::read(find(name).map_or(name, |entry| &entry.info.name))?;
    let Some(entry) = find(name) else {
        return Err(Failure::input(
            format!("`{name}` is a rule, not a name"),
            Some("`grundy explain` tells about rules"),
        ));
    };
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &report::shown(&game, entry))?;
    } else {
        writeln!(out, "{}", bold(&entry.info.title))?;
        writeln!(out, "{}", entry.info.about)?;
        writeln!(out)?;
        let rule = if entry.info.native.is_some() { game.rule() } else { entry.rule.clone() };
        for (index, line) in rule.trim().lines().enumerate() {
            writeln!(out, "{} {}", if index == 0 { "rule:     " } else { "          " }, line.trim())?;
        }
        if let Some(rules) = game.ruleset() {
            writeln!(out, "class:     {}", rules.class())?;
        }
        let parameters = report::parameters(entry);
        if !parameters.is_empty() {
            writeln!(out, "settings:  {}:{}", entry.info.name, parameters.join(","))?;
        }
        if !entry.aliases.is_empty() {
            writeln!(out, "also:      {}", entry.aliases.join(", "))?;
        }
        writeln!(out, "source:    {}", entry.info.source)?;
        // What is known is known of the parameters the entry has by itself.
        let own = !name.contains(':');
        if let Some(oeis) = entry.info.oeis.as_ref().filter(|_| own) {
            writeln!(out, "values:    OEIS {oeis}")?;
        }
        for fact in entry.facts.iter().filter(|_| own) {
            writeln!(out, "known:     {}", report::words(fact))?;
        }
        for position in &entry.info.positions {
            writeln!(out, "try:       grundy solve {} {}", quoted(&game.name), arguments(position))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
