//! `grundy solve GAME POSITION --db FILE`: what nimber search learns is kept in the file, and the next run goes on from there.
//!
//! A game that is not searched so has nothing to keep: every position of it is for `grundy tablebase`, which the refusal names.

use super::stream::{self, Text};
use super::{exit_code, position_text};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::commands::solve::{parse, print_line, print_whole};
use crate::failure::Failure;
use crate::output::stdout;
use grundy::Error;
use grundy::ask::files::{FileError, Journal};
use grundy::ask::solve::method::Method;
use grundy::ask::solve::persisted::{MAGIC, PersistedSearch, Unread, news};
use grundy::ask::stopped;
use grundy::game::answer::Solved;
use grundy::game::solver::{RecallError, SearchLog};
use grundy::game::text::shell::quoted;
use grundy::{Convention, NamedGame};
use grundy::{Limits, StopReason};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much work may be lost, and how many bytes may wait.
const OFTEN: Duration = Duration::from_secs(1);
const MOST: usize = 1 << 16;

/// The search that `--db` keeps.
pub fn kept<'a>(
    arguments: &Solve,
    file: &Path,
    game: &'a NamedGame,
    convention: Convention,
) -> Result<PersistedSearch<'a>, Failure> {
    if is_old(file) || file.is_dir() {
        return Err(for_tablebase(arguments, file, convention, None));
    }
    // A position alone can be searched in a table that fits it.
    let position = game.parse(&position_text(game, &arguments.position)).ok();
    let search = match (convention, arguments.method) {
        (Convention::Misere, _) | (_, Method::Table) => None,
        (Convention::Normal, method) => PersistedSearch::new(game, position.as_ref(), method),
    };
    match (search, arguments.method) {
        (Some(search), _) => Ok(search),
        (None, Method::Auto | Method::Table) => Err(for_tablebase(arguments, file, convention, Some(game))),
        (None, method) => Err(no_table(game, method)),
    }
}

fn no_table(game: &NamedGame, method: Method) -> Failure {
    let message = format!("the method `{method}` of `{}` has no table to keep", game.name);
    Failure::input(message, Some("without `--method`, `--db` keeps what fits the game"))
}

/// What files of all positions began with, before these became tablebases.
const OLD: &[u8; 16] = b"grundy database ";

fn is_old(file: &Path) -> bool {
    let mut start = [0; OLD.len()];
    file.is_file()
        && File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == *OLD
}

/// The commands that do what is asked for: `--db` keeps nothing of this game, or stands for a file that is no longer read.
fn for_tablebase(
    arguments: &Solve,
    file: &Path,
    convention: Convention,
    game: Option<&NamedGame>,
) -> Failure {
    let shown = file.display();
    let message = match game {
        Some(game) => {
            let play = if convention == Convention::Misere { " under misère play" } else { "" };
            format!("`--db` keeps the table of a nimber search, and `{}` has none{play}", game.name)
        }
        None if file.is_dir() => {
            format!("`{shown}` is a directory, and `--db` keeps the table of a search in a file")
        }
        None => format!("`{shown}` is a database of an earlier version, which is no longer read"),
    };
    let is_stream = arguments.position == ["-"];
    let position = if is_stream { "POSITION".to_owned() } else { quoted(&arguments.position.join(" ")) };
    let asked = if is_stream { "-" } else { &position };
    let directory = if file.is_dir() { file.to_owned() } else { file.with_extension("tablebase") };
    let directory = quoted(&directory.display().to_string());
    let ask = format!("`grundy tablebase query {directory} {asked}`");
    let hint = if game.is_none() && file.is_dir() {
        format!("{ask} asks a tablebase")
    } else {
        let misere = if convention == Convention::Misere { " --misere" } else { "" };
        let loopy = if arguments.loopy { " --loopy" } else { "" };
        let game = quoted(&arguments.game);
        format!(
            "`grundy tablebase build {game} {position} --out {directory}{misere}{loopy}` solves every position, {ask} looks one up"
        )
    };
    Failure::input(message, Some(&hint))
}

pub fn run(
    arguments: &Solve,
    file: &Path,
    game: &NamedGame,
    mut search: PersistedSearch<'_>,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let keeper = Keeper::open(file, &mut search, common)?;
    // A run that can go on later needs no end.
    let budget = || Budget::new(common, None).listing(!arguments.no_moves);
    let mut answer = |text: &str| keeper.answer(game, text, &mut search, budget(), common);
    if arguments.position == ["-"] {
        return stream::run(common, Text::default(), |line, out| print_line(&answer(&line)?, common, out));
    }
    let solved = answer(&position_text(game, &arguments.position))?;
    let mut out = stdout();
    print_whole(&solved, !arguments.no_moves, common, &mut out)?;
    out.flush()?;
    Ok(exit_code(solved.stop))
}

/// The file, to which blocks are added while a search runs.
struct Keeper<'a> {
    path: &'a Path,
    log: Arc<SearchLog>,
    end: Mutex<End>,
}

/// The end of the file.
struct End {
    journal: Journal,
    written: Instant,
    /// Why the last block could not be written.
    trouble: Option<FileError>,
}

impl<'a> Keeper<'a> {
    /// Opens or makes the file; the search takes over what it holds.
    fn open(
        path: &'a Path,
        search: &mut PersistedSearch<'_>,
        common: &Common,
    ) -> Result<Keeper<'a>, Failure> {
        let mut journal = Journal::open(path, MAGIC)?;
        let (bytes, head) = (journal.whole(common.max_memory)?, search.head());
        // A run that was killed before it had written the first block has found nothing.
        if bytes.is_empty() && journal.dropped() < head.len() as u64 {
            journal.append(&head)?;
        } else {
            recall(path, &bytes, search, common)?;
        }
        if journal.dropped() > 0 {
            let (shown, cut) = (path.display(), journal.dropped());
            eprintln!("`{shown}` is damaged or was cut: its last {cut} bytes are dropped");
        }
        let end = End { journal, written: Instant::now(), trouble: None };
        Ok(Keeper { path, log: search.log(), end: Mutex::new(end) })
    }

    /// Solves a position and keeps what that teaches, whether it comes to an end or not.
    fn answer(
        &self,
        game: &NamedGame,
        text: &str,
        search: &mut PersistedSearch<'_>,
        budget: Budget,
        common: &Common,
    ) -> Result<Solved, Failure> {
        let position = parse(game, text)?;
        let solved = budget.run(|limits| {
            let poll = |work| self.tick().or_else(|| (limits.poll)(work));
            search.solve(position, &Limits { poll: &poll, ..*limits })
        });
        self.write();
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = end.trouble.take() {
            return Err(error.into());
        }
        let stopped = match &solved {
            Ok(Some(solved)) => solved.stop != StopReason::Done,
            Ok(None) => false,
            Err(error) => matches!(error, Error::Stopped { .. }),
        };
        if !common.json && stopped {
            let shown = self.path.display();
            eprintln!("`{shown}` has what was found; the same command goes on from there");
        }
        solved?.ok_or_else(|| {
            let message = format!("the position is too large for the table of `{}`", game.name);
            Failure::input(message, Some("`--method table` solves every position that can be reached"))
        })
    }

    /// Writes what is due; a reason to stop if that failed.
    fn tick(&self) -> Option<StopReason> {
        let due = self.log.len() >= MOST || {
            let end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
            end.trouble.is_some() || end.written.elapsed() >= OFTEN
        };
        if due { self.write() } else { None }
    }

    /// Adds a block, unless that failed before.
    fn write(&self) -> Option<StopReason> {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = news(&self.log).filter(|_| end.trouble.is_none()) {
            end.trouble = end.journal.append(&block).err();
            end.written = Instant::now();
        }
        end.trouble.is_some().then_some(StopReason::Interrupted)
    }
}

/// Reads back what a file holds.
fn recall(
    path: &Path,
    bytes: &[u8],
    search: &mut PersistedSearch<'_>,
    common: &Common,
) -> Result<(), Failure> {
    let shown = path.display();
    let found = Budget::new(common, None).run(|limits| search.recall(bytes, limits));
    match found {
        Ok(_) => Ok(()),
        Err(Unread::Lost(RecallError::Stopped(reason))) => Err(stopped(reason).into()),
        Err(_) => {
            let message = format!("`{shown}` was not kept by a search of this game, or it is damaged");
            Err(Failure::input(message, Some("another file, or delete it to search again")))
        }
    }
}
