//! `grundy tablebase build|query|stats|export|verify`

mod build;
#[cfg(feature = "parquet")]
mod export;

use super::solve::{PATIENCE, parse};
use super::stream::{self, Text};
use super::{MAX_GAME_FILE, read_game};
use crate::args::Common;
use crate::args::tablebase::{Check, Query, Stats, Tablebase, TablebaseTask};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::StopReason;
use grundy::ask::files::read;
use grundy::ask::tablebase::{self as directory, Lookup, TableError, Unopened, Unsolved, overview};
use grundy::ask::{explain_failure, stopped};
use grundy::engine::tablebase::reader::Overview;
use grundy::game::text::shell::quoted;
use grundy::report::tablebase::{
    TablebaseAnswer, TablebaseCheck, TablebaseStats, Unreachable, reason_of_files,
};
use grundy::value::Outcome;
use grundy::{Error, NamedGame};
use std::cell::Cell;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Moves and levels that are shown on a terminal.
pub(super) const SHOWN: usize = 20;

pub fn run(arguments: &Tablebase, common: &Common) -> Result<ExitCode, Failure> {
    match &arguments.task {
        TablebaseTask::Build(build) => build::run(build, common),
        TablebaseTask::Query(asked) => query(asked, common),
        TablebaseTask::Stats(stats) => show_stats(stats, common),
        #[cfg(feature = "parquet")]
        TablebaseTask::Export(asked) => export::run(asked, common),
        #[cfg(not(feature = "parquet"))]
        TablebaseTask::Export(_) => Err(Failure::input(
            "this build writes no Parquet files",
            Some("build it with `--features parquet`"),
        )),
        TablebaseTask::Verify(check) => verify(check, common),
    }
}

/// What a game is opened from, kept in the directory: the argument, or the content of a file.
fn source_of(game: &str) -> Result<String, Failure> {
    if !game.ends_with(".game") {
        return Ok(game.to_owned());
    }
    let path = Path::new(game);
    let bytes = read(path, MAX_GAME_FILE)?;
    let content =
        String::from_utf8(bytes).map_err(|_| Failure::input(format!("`{game}` is not UTF-8 text"), None))?;
    let name = path.file_stem().map_or(game.into(), |stem| stem.to_string_lossy());
    Ok(format!("{FILE}{name}\n{content}"))
}

/// In front of the name and the content of a file.
const FILE: &str = "file ";

/// The game of a directory.
fn game_of(found: &Overview) -> Result<NamedGame, Failure> {
    let source = &found.manifest.subject.source;
    match source.strip_prefix(FILE).and_then(|rest| rest.split_once('\n')) {
        Some((name, content)) => Ok(NamedGame::from_file(name, content)?),
        None => read_game(source),
    }
}

/// Opens a directory that is complete, and its game.
///
/// # Errors
/// When it is no tablebase, is damaged or is not finished.
pub fn open(directory: &Path) -> Result<(directory::Tablebase, NamedGame), Failure> {
    let tablebase = directory::Tablebase::open(directory).map_err(|error| unopened(directory, error))?;
    let game = game_of(tablebase.overview())?;
    Ok((tablebase, game))
}

fn unopened(directory: &Path, error: Unopened) -> Failure {
    let shown = directory.display();
    match error {
        Unopened::NoTablebase => {
            let hint = format!("`grundy tablebase build GAME POSITION --out {shown}` makes one");
            Failure::input(format!("`{shown}` is no tablebase"), Some(&hint))
        }
        Unopened::Unfinished(found) => unfinished(directory, &found),
        Unopened::Unreadable(error) => failure(error, directory, None),
        other => Failure::input(format!("`{shown}`: {other}"), None),
    }
}

/// A directory that is not finished, and the command that goes on.
fn unfinished(directory: &Path, found: &Overview) -> Failure {
    let subject = &found.manifest.subject;
    let misere = if subject.convention == grundy::Convention::Misere { " --misere" } else { "" };
    let source = if subject.source.starts_with(FILE) { "FILE.game" } else { &subject.source };
    let (source, start, out) =
        (quoted(source), quoted(&subject.start), quoted(&directory.display().to_string()));
    Failure::Unfinished {
        message: format!("`{}` is not finished", directory.display()),
        hint: format!("`grundy tablebase build {source} {start} --out {out}{misere}` goes on"),
    }
}

/// Words for what went wrong with a directory.
fn failure(error: TableError, directory: &Path, game: Option<&NamedGame>) -> Failure {
    let shown = directory.display();
    match error {
        TableError::Failed(grundy::Failure::Stopped(reason)) => {
            let Error::Stopped { reason, what, .. } = stopped(reason) else { return stopped(reason).into() };
            let hint = Some(format!("the same command goes on from what `{shown}` has"));
            Error::Stopped { reason, what, hint }.into()
        }
        TableError::Failed(failed) => explain_failure(game.and_then(NamedGame::ruleset), failed).into(),
        TableError::File(error) => error.into(),
        TableError::Refused(error) => error.into(),
        TableError::Foreign(what) => {
            Failure::input(format!("`{shown}` holds {what}"), Some("another directory"))
        }
        TableError::Damaged(name) => {
            let message = format!("`{shown}` is damaged: `{name}` is not what was written");
            Failure::input(message, Some("remove the directory and build it again"))
        }
        TableError::Peer(what) => Failure::Unfinished {
            message: format!("`{shown}` is not finished: {what}"),
            hint: "give the same command again, to every process".to_owned(),
        },
        other => Failure::input(other.to_string(), None),
    }
}

fn query(asked: &Query, common: &Common) -> Result<ExitCode, Failure> {
    let (tablebase, game) = open(&asked.directory)?;
    let asked =
        Asked { tablebase, game, directory: &asked.directory, text: asked.position.join(" "), common };
    if asked.text == "-" {
        let missing = Cell::new(false);
        let code = stream::run(common, Text::default(), |line, out| {
            missing.set(!asked.answer(&line, out, &Asked::print_line)? || missing.get());
            Ok(StopReason::Done)
        })?;
        let is_success = code == ExitCode::SUCCESS;
        return Ok(if is_success && missing.get() { ExitCode::from(1) } else { code });
    }
    let mut out = stdout();
    let is_there = asked.answer(&asked.text, &mut out, &Asked::print)?;
    out.flush()?;
    Ok(ExitCode::from(u8::from(!is_there)))
}

/// A tablebase that is asked about positions.
struct Asked<'a> {
    tablebase: directory::Tablebase,
    game: NamedGame,
    directory: &'a Path,
    text: String,
    common: &'a Common,
}

impl Asked<'_> {
    /// Answers about a position; returns whether it can be reached.
    fn answer(
        &self,
        text: &str,
        out: &mut Out,
        print: &dyn Fn(&Self, &Lookup, &mut Out) -> io::Result<()>,
    ) -> Result<bool, Failure> {
        let (game, overview) = (&self.game, self.tablebase.overview());
        let position = parse(game, text)?;
        let budget = Budget::new(self.common, Some(PATIENCE));
        match budget.run(|limits| self.tablebase.look_up(game, &position, limits)) {
            Ok(found) if self.common.json => {
                json_line(out, &TablebaseAnswer::of_files(game, overview, &found))?;
                Ok(true)
            }
            Ok(found) => {
                print(self, &found, out)?;
                Ok(true)
            }
            Err(Unsolved::Unknown) if self.common.json => {
                json_line(out, &Unreachable::new(overview, text))?;
                Ok(false)
            }
            Err(Unsolved::Unknown) => {
                let (text, start) = (grundy::game::text::shorten(text), &overview.manifest.subject.start);
                writeln!(out, "`{text}` cannot be reached from `{}`", grundy::game::text::shorten(start))?;
                Ok(false)
            }
            Err(Unsolved::Table(error)) => Err(failure(error, self.directory, Some(game))),
            Err(Unsolved::Damaged) => {
                Err(failure(TableError::Damaged("a table".to_owned()), self.directory, Some(game)))
            }
            Err(other) => Err(other.explain(game).into()),
        }
    }

    fn print(&self, found: &Lookup, out: &mut Out) -> io::Result<()> {
        writeln!(out, "{}: {}", found.position, bold(&verdict(found)))?;
        print_winning(found, out)?;
        writeln!(out, "engine: retrograde ({})", reason_of_files(self.tablebase.overview()))
    }

    fn print_line(&self, found: &Lookup, out: &mut Out) -> io::Result<()> {
        let best = found.best.as_ref().map_or(String::new(), |best| format!(": {}", best.text));
        writeln!(out, "{}{best}", verdict(found))
    }
}

/// Who wins, in words.
pub(super) fn verdict(found: &Lookup) -> String {
    let winner = match found.outcome {
        Outcome::N => "the first player wins (N)",
        Outcome::P => "the second player wins (P)",
        Outcome::D => "a draw (D)",
    };
    let value = found.grundy.as_ref().map_or(String::new(), |value| format!(", Grundy value {value}"));
    let remoteness = found.remoteness.map_or(String::new(), |moves| format!(", remoteness {moves}"));
    format!("{winner}{value}{remoteness}")
}

/// The moves that win, where there are any.
pub(super) fn print_winning(found: &Lookup, out: &mut Out) -> io::Result<()> {
    let Some(total) = found.winning.total.filter(|_| found.outcome == Outcome::N) else { return Ok(()) };
    writeln!(out, "winning moves ({total}):")?;
    for step in found.winning.listed.iter().take(SHOWN) {
        writeln!(out, "  {}   leaves {}", step.text, step.result)?;
    }
    Ok(())
}

fn show_stats(stats: &Stats, common: &Common) -> Result<ExitCode, Failure> {
    let found = overview(&stats.directory).map_err(|error| unopened(&stats.directory, error))?;
    print_stats(&found, common)?;
    Ok(ExitCode::SUCCESS)
}

/// What is known of all positions.
fn print_stats(found: &Overview, common: &Common) -> Result<(), Failure> {
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &TablebaseStats::new(found))?;
        return Ok(out.flush()?);
    }
    let (subject, tally) = (&found.manifest.subject, &found.tally);
    let (won, lost) = tally.won_and_lost(subject.convention);
    let state = if found.is_complete() { "complete" } else { "not finished" };
    writeln!(out, "{} {}, {} play: {}", subject.game, subject.start, subject.convention, bold(state))?;
    writeln!(out, "positions: {}; won {won}, lost {lost}, drawn {}", tally.positions, tally.draws)?;
    writeln!(out, "edges: {}", tally.edges)?;
    let word = |number: Option<u64>| number.map_or("none".to_owned(), |number| number.to_string());
    writeln!(out, "largest remoteness: {}", word(tally.max_remoteness()))?;
    writeln!(out, "largest Grundy value: {}", word(tally.max_grundy.map(u64::from)))?;
    writeln!(out, "bytes: {}", found.bytes)?;
    writeln!(out, "digest: {}", tally.digest())?;
    writeln!(out, "positions by remoteness:")?;
    for (level, count) in tally.levels.iter().enumerate().filter(|(_, count)| **count > 0).take(SHOWN) {
        writeln!(out, "  {level:>4}  {count}")?;
    }
    if tally.levels.iter().filter(|count| **count > 0).count() > SHOWN {
        writeln!(out, "  ...")?;
    }
    Ok(out.flush()?)
}

fn verify(check: &Check, common: &Common) -> Result<ExitCode, Failure> {
    let (tablebase, game) = open(&check.directory)?;
    let sample = (!check.all).then_some(check.sample);
    let checked = Budget::new(common, None).run(|limits| tablebase.verify(&game, sample, limits));
    let mut out = stdout();
    let (count, fault) = match checked {
        Ok(found) => found,
        // What cannot be read is false as well.
        Err(TableError::Damaged(name)) => (0, Some(format!("`{name}` is not what was written"))),
        Err(other) => return Err(failure(other, &check.directory, Some(&game))),
    };
    if common.json {
        json_line(&mut out, &TablebaseCheck::new(tablebase.overview(), count, fault.as_deref()))?;
    } else {
        let word = if fault.is_none() { "true" } else { "FALSE" };
        writeln!(out, "{}: {word}", bold(&check.directory.display().to_string()))?;
        writeln!(out, "checked: counts and digest of all positions, {count} of them derived again")?;
        if let Some(fault) = &fault {
            writeln!(out, "first fault: {fault}")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(fault.is_some())))
}
