//! `grundy solve GAME POSITION --db FILE` and `--report`: every position that can be reached, solved once and looked up.

use super::hash::input::{self, Content};
use super::stream::{self, Text};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::checkpoint::write_whole;
use crate::commands::solve::{PATIENCE, parse};
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::answer::Move;
use grundy::game::position::Position;
use grundy::graph::database::{About, Database};
use grundy::graph::implicit::Report;
use grundy::graph::strong::{self, Lookup, Unsolved};
use grundy::journal::{MAGIC, intact};
use grundy::limits::{Limits, StopReason};
use grundy::value::{LoopyValue, Outcome, Winner};
use grundy::{Convention, Error, NamedGame};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Moves, and rows of the report, that are shown on a terminal.
const SHOWN: usize = 20;

pub fn run(
    arguments: &Solve,
    game: &NamedGame,
    convention: Convention,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let about = strong::about(game, convention);
    let bytes = match &arguments.db {
        Some(file) if file.exists() => input::file(file, common)?,
        _ if arguments.position == ["-"] => return Err(no_start(arguments)),
        file => {
            let position = parse(game, &arguments.position.join(" "))?;
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
    asked.whole(&arguments.position.join(" "), report, &mut out)?;
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
    let strong = strong::of(game, position)?;
    let Some(file) = file else {
        let solve = |limits: &Limits<'_>| strong.solve(about, &[], &mut |_| Ok(()), limits);
        let solved = Budget::new(common, Some(PATIENCE)).run(solve);
        return Ok(Content::Read(solved.map_err(|unsolved| unsolved.explain(game))?));
    };
    let name = journal_of(file);
    let (saved, mut journal) = open_journal(&name)?;
    // A run that can go on later needs no end.
    let solved = Budget::new(common, None)
        .run(|limits| strong.solve(about, &saved, &mut |bytes| journal.write_all(bytes), limits));
    let bytes = solved.map_err(|unsolved| unfinished(unsolved, game, &name, common))?;
    write_whole(file, &bytes)?;
    let _ = fs::remove_file(&name);
    Ok(Content::Read(bytes))
}

/// The journal stands beside the database while that is not finished.
fn journal_of(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".journal");
    file.with_file_name(name)
}

/// What a journal holds, and the file with all behind that cut off.
fn open_journal(name: &Path) -> Result<(Vec<u8>, File), Failure> {
    let fail = |error: io::Error| cannot("use", name, &error);
    let mut saved = match fs::read(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        other => other.map_err(fail)?,
    };
    let is_other = |content: &[u8]| !content.is_empty() && !MAGIC.as_bytes().starts_with(content);
    if is_other(&saved[saved.len().min(4)..saved.len().min(4 + MAGIC.len())]) {
        let message = format!("`{}` is no journal", name.display());
        return Err(Failure::input(message, Some("another name for the database")));
    }
    saved.truncate(intact(&saved));
    let open = || {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(name)?;
        file.set_len(saved.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    };
    let file = open().map_err(fail)?;
    Ok((saved, file))
}

fn unfinished(unsolved: Unsolved, game: &NamedGame, name: &Path, common: &Common) -> Failure {
    let shown = name.display();
    match unsolved {
        Unsolved::Unwritten(error) => cannot("write", name, &error),
        Unsolved::Foreign | Unsolved::Damaged => {
            let message = format!("`{shown}` does not fit: {unsolved}");
            Failure::input(message, Some("another name for the database, or delete the journal"))
        }
        other => {
            if !common.json && matches!(&other, Unsolved::Failed(grundy::error::Failure::Stopped(_))) {
                eprintln!("`{shown}` has what was found; the same command goes on from there");
            }
            other.explain(game).into()
        }
    }
}

fn no_start(arguments: &Solve) -> Failure {
    let (game, db) = (&arguments.game, arguments.db.as_deref());
    let name = db.map_or("FILE".to_owned(), |file| file.display().to_string());
    let hint = format!("`grundy solve {game} POSITION --db {name}` makes the database, `-` asks it");
    Failure::input("there is no database to look positions up in", Some(&hint))
}

/// A file that will not do.
pub fn cannot(what: &str, file: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot {what} `{}`: {error}", file.display()), None)
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

/// The fields of `solve`, and those that a database adds.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    game: &'a str,
    rule: String,
    position: &'a str,
    convention: Convention,
    outcome: Outcome,
    winner: Winner,
    grundy: &'a Option<LoopyValue>,
    remoteness: Option<u32>,
    best: &'a Option<Move>,
    winning_moves: &'a [Move],
    winning_moves_total: Option<u64>,
    #[serde(skip_serializing_if = "<[Move]>::is_empty")]
    line: &'a [Move],
    engine: &'static str,
    reason: String,
    proved: bool,
    work: u64,
    stop: StopReason,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Counts>,
}

/// A report and the mean number of moves.
#[derive(Serialize)]
struct Counts {
    #[serde(flatten)]
    report: Report,
    branching: f64,
}

fn branching(report: &Report) -> f64 {
    report.moves as f64 / report.positions.max(1) as f64
}

impl Asked<'_> {
    fn look_up(&self, text: &str) -> Result<Lookup, Failure> {
        let position = parse(self.game, text)?;
        let strong = strong::of(self.game, &position)?;
        let budget = Budget::new(self.common, Some(PATIENCE)).listing(self.moves);
        let found = budget.run(|limits| strong.look_up(self.database, limits));
        found.map_err(|unsolved| match unsolved {
            Unsolved::Unknown => {
                let (position, start) = (grundy::text::shorten(text), &self.database.head().start);
                let start = grundy::text::shorten(start);
                let message =
                    format!("`{position}` cannot be reached from `{start}`, where `{}` begins", self.shown);
                Failure::input(message, Some("another file, solved from this position"))
            }
            Unsolved::Damaged => damaged(&self.shown),
            other => other.explain(self.game).into(),
        })
    }

    fn document<'a>(&'a self, found: &'a Lookup, report: Option<Report>) -> Document<'a> {
        let head = self.database.head();
        let reason =
            format!("all {} positions that can be reached from `{}` were solved", head.positions, head.start);
        Document {
            schema: 1,
            game: &self.game.name,
            rule: self.game.rule(),
            position: &found.position,
            convention: head.about.convention,
            outcome: found.outcome,
            winner: found.outcome.winner(),
            grundy: &found.grundy,
            remoteness: found.remoteness,
            best: &found.best,
            winning_moves: &found.winning.listed,
            winning_moves_total: found.winning.total,
            line: &found.line,
            engine: "retrograde",
            reason,
            proved: true,
            work: found.work,
            stop: StopReason::Done,
            report: report.map(|report| Counts { branching: branching(&report), report }),
        }
    }

    /// The answer in one line, for streams.
    fn one_line(&self, text: &str, out: &mut Out) -> Result<StopReason, Failure> {
        let found = self.look_up(text)?;
        if self.common.json {
            json_line(out, &self.document(&found, None))?;
            return Ok(StopReason::Done);
        }
        let best = found.best.as_ref().map_or(String::new(), |best| format!(": {}", best.text));
        writeln!(out, "{}{best}", verdict(&found))?;
        Ok(StopReason::Done)
    }

    fn whole(&self, text: &str, report: Option<Report>, out: &mut Out) -> Result<(), Failure> {
        let found = self.look_up(text)?;
        if self.common.json {
            return json_line(out, &self.document(&found, report));
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
            None => writeln!(out, "engine: retrograde ({})", self.document(&found, None).reason)?,
        }
        Ok(())
    }
}

fn verdict(found: &Lookup) -> String {
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
