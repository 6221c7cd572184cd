//! `grundy solve GAME POSITION --db FILE` and `--report`: every position that can be reached, solved once and looked up.

use super::hash::input::{self, Content};
use super::position_text;
use super::stream::{self, Text};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::commands::solve::{PATIENCE, parse};
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::ask::files::{FileError, Journal, Output, beside};
use grundy::ask::journal::MAGIC;
use grundy::ask::tablebase::database::{About, Database};
use grundy::ask::tablebase::{self, Lookup, Unsolved};
use grundy::engine::graph::implicit::Report;
use grundy::game::position::Position;
use grundy::game::text::shell::quoted;
use grundy::report::tablebase::{TablebaseAnswer, branching, reason};
use grundy::value::Outcome;
use grundy::{Convention, Error, NamedGame};
use grundy::{Limits, StopReason};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Moves, and rows of the report, that are shown on a terminal.
const SHOWN: usize = 20;

pub fn run(
    arguments: &Solve,
    game: &NamedGame,
    convention: Convention,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let about = tablebase::about(game, convention);
    let bytes = match &arguments.db {
        Some(file) if file.exists() => input::file(file, common)?,
        _ if arguments.position == ["-"] => return Err(no_start(arguments)),
        file => {
            let position = parse(game, &position_text(game, &arguments.position))?;
            make(game, &position, &about, file.as_deref(), common)?
        }
    };
    let shown = arguments.db.as_deref().map_or(String::new(), |file| file.display().to_string());
    let database = Database::open(&bytes).ok_or_else(|| damaged(&shown))?;
    check(&database, &about, &shown)?;
    let asked = Asked { game, database: &database, shown, moves: !arguments.no_moves, common };
    if arguments.position == ["-"] {
        return stream::run(common, Text::default(), |line, out| asked.one_line(&line, out));
    }
    let mut out = stdout();
    let report = arguments.report.then(|| database.report());
    asked.whole(&position_text(game, &arguments.position), report, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Solves a game from a position, going on from the journal beside the file if there is one.
fn make(
    game: &NamedGame,
    position: &Position,
    about: &About,
    file: Option<&Path>,
    common: &Common,
) -> Result<Content, Failure> {
    let Some(file) = file else {
        let solve =
            |limits: &Limits<'_>| tablebase::build(game, position, about, &[], &mut |_| Ok(()), limits);
        let solved = Budget::new(common, Some(PATIENCE)).run(solve);
        return Ok(Content::Read(solved.map_err(|unsolved| unsolved.explain(game))?));
    };
    let output = Output::check(file)?;
    // The journal stands beside the database while that is not finished.
    let name = beside(file, ".journal");
    let mut journal = Journal::open(&name, MAGIC)?;
    let saved = journal.whole(common.max_memory)?;
    let mut trouble = None;
    let mut keep = |block: &[u8]| {
        let added = journal.append(block).map(drop);
        added.map_err(|error| {
            let told = io::Error::other(error.to_string());
            trouble = Some(error);
            told
        })
    };
    // A run that can go on later needs no end.
    let solved = Budget::new(common, None)
        .run(|limits| tablebase::build(game, position, about, &saved, &mut keep, limits));
    let bytes = match solved {
        Ok(bytes) => bytes,
        Err(unsolved) => return Err(unfinished(unsolved, trouble, game, &name, common)),
    };
    output.write(&bytes).map_err(|error| {
        let way_out = format!("`{}` has what was found; the same command goes on from there", name.display());
        Failure::File(error, Some(way_out))
    })?;
    // Beside the database a journal that stays does no harm.
    let _ = journal.remove();
    Ok(Content::Read(bytes))
}

fn unfinished(
    unsolved: Unsolved,
    trouble: Option<FileError>,
    game: &NamedGame,
    name: &Path,
    common: &Common,
) -> Failure {
    let shown = name.display();
    if let Some(error) = trouble {
        return error.into();
    }
    match unsolved {
        Unsolved::Foreign | Unsolved::Damaged => {
            let message = format!("`{shown}` does not fit: {unsolved}");
            Failure::input(message, Some("another name for the database, or delete the journal"))
        }
        other => {
            if !common.json && matches!(&other, Unsolved::Failed(grundy::Failure::Stopped(_))) {
                eprintln!("`{shown}` has what was found; the same command goes on from there");
            }
            other.explain(game).into()
        }
    }
}

fn no_start(arguments: &Solve) -> Failure {
    let (game, db) = (&arguments.game, arguments.db.as_deref());
    let name = db.map_or("FILE".to_owned(), |file| file.display().to_string());
    let (game, name) = (quoted(game), quoted(&name));
    let hint = format!("`grundy solve {game} POSITION --db {name}` makes the database, `-` asks it");
    Failure::input("there is no database to look positions up in", Some(&hint))
}

fn damaged(shown: &str) -> Failure {
    let message = format!("`{shown}` is no database, or it is damaged or cut short");
    Failure::input(message, Some("delete it to solve again"))
}

/// Refuses the database of another question.
fn check(database: &Database<'_>, about: &About, shown: &str) -> Result<(), Failure> {
    let found = &database.head().about;
    if found.rule != about.rule {
        let message = format!("`{shown}` holds positions of `{}`", found.game);
        return Err(Failure::input(message, Some("another file for this game")));
    }
    if found.convention != about.convention {
        let message = format!("`{shown}` holds {} play", found.convention);
        return Err(Failure::input(message, Some("another file for each convention")));
    }
    Ok(())
}

/// A database that is asked about positions.
struct Asked<'a> {
    game: &'a NamedGame,
    database: &'a Database<'a>,
    shown: String,
    moves: bool,
    common: &'a Common,
}

impl Asked<'_> {
    fn look_up(&self, text: &str) -> Result<Lookup, Failure> {
        let position = parse(self.game, text)?;
        let budget = Budget::new(self.common, Some(PATIENCE)).listing(self.moves);
        let found = budget.run(|limits| tablebase::look_up(self.game, &position, self.database, limits));
        found.map_err(|unsolved| match unsolved {
            Unsolved::Unknown => {
                let (position, start) = (grundy::game::text::shorten(text), &self.database.head().start);
                let start = grundy::game::text::shorten(start);
                let message =
                    format!("`{position}` cannot be reached from `{start}`, where `{}` begins", self.shown);
                Failure::input(message, Some("another file, solved from this position"))
            }
            Unsolved::Damaged => damaged(&self.shown),
            other => other.explain(self.game).into(),
        })
    }

    /// What was solved, and why it can be trusted.
    fn ground(&self) -> (Convention, String) {
        (self.database.head().about.convention, reason(self.database))
    }

    /// The answer in one line, for streams.
    fn one_line(&self, text: &str, out: &mut Out) -> Result<StopReason, Failure> {
        let found = self.look_up(text)?;
        if self.common.json {
            json_line(out, &TablebaseAnswer::new(self.game, self.ground(), &found, None))?;
            return Ok(StopReason::Done);
        }
        let best = found.best.as_ref().map_or(String::new(), |best| format!(": {}", best.text));
        writeln!(out, "{}{best}", verdict(&found))?;
        Ok(StopReason::Done)
    }

    fn whole(&self, text: &str, report: Option<Report>, out: &mut Out) -> Result<(), Failure> {
        let found = self.look_up(text)?;
        if self.common.json {
            return json_line(out, &TablebaseAnswer::new(self.game, self.ground(), &found, report));
        }
        let name = if self.game.name.contains(char::is_whitespace) { "" } else { &self.game.name };
        let heading = format!("{name} {}", found.position);
        writeln!(out, "{}: {}", heading.trim_start(), bold(&verdict(&found)))?;
        if let Some(total) = found.winning.total.filter(|_| found.outcome == Outcome::N) {
            writeln!(out, "winning moves ({total}):")?;
            for step in found.winning.listed.iter().take(SHOWN) {
                writeln!(out, "  {}   leaves {}", step.text, step.result)?;
            }
        }
        if !found.line.is_empty() {
            let steps: Vec<&str> = found.line.iter().take(SHOWN).map(|step| step.text.as_str()).collect();
            let more = if found.line.len() > SHOWN { "; ..." } else { "" };
            writeln!(out, "best play: {}{more}", steps.join("; "))?;
        }
        match report {
            Some(report) => print_report(&report, out)?,
            None => writeln!(out, "engine: retrograde ({})", reason(self.database))?,
        }
        Ok(())
    }
}

pub fn verdict(found: &Lookup) -> String {
    let winner = match found.outcome {
        Outcome::N => "the first player wins (N)",
        Outcome::P => "the second player wins (P)",
        Outcome::D => "a draw (D)",
    };
    let value = found.grundy.as_ref().map_or(String::new(), |value| format!(", Grundy value {value}"));
    let remoteness = found.remoteness.map_or(String::new(), |moves| format!(", remoteness {moves}"));
    format!("{winner}{value}{remoteness}")
}

fn print_report(report: &Report, out: &mut Out) -> io::Result<()> {
    let Report { positions, moves, widest, levels, wins, losses, draws, longest_win } = report;
    writeln!(out, "positions: {positions}; won {wins}, lost {losses}, drawn {draws}")?;
    writeln!(out, "moves: {moves}; {:.2} a position, {widest} at most", branching(report))?;
    if let Some(longest) = longest_win {
        writeln!(out, "longest win: {longest} moves")?;
    }
    writeln!(out, "positions by remoteness:")?;
    for (level, count) in levels.iter().enumerate() {
        writeln!(out, "  {level:>4}  {count}")?;
    }
    Ok(())
}

/// A mistake of arguments: a report is about one start.
pub fn no_report() -> Error {
    Error::game("a report is about one start, not about lines of standard input", None)
}
