//! `grundy solve GAME POSITION --db FILE` where the game has a search of its own: what it learns is kept in the file.
//!
//! Which of the two files `--db` means is told by the file itself if it is there. Otherwise the method decides: a game that
//! is searched by nimber search keeps the table of its search, any other gets a tablebase ([`super::strong`]).

use super::stream::{self, Text};
use super::{exit_code, position_text};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::commands::solve::{parse, print_line, print_whole};
use crate::failure::Failure;
use crate::output::stdout;
use grundy::Error;
use grundy::ask::files::{FileError, Journal, begins};
use grundy::ask::solve::method::Method;
use grundy::ask::solve::persisted::{MAGIC, PersistedSearch, Unread, news};
use grundy::ask::stopped;
use grundy::game::answer::Solved;
use grundy::game::solver::{RecallError, SearchLog};
use grundy::{Convention, NamedGame};
use grundy::{Limits, StopReason};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much work may be lost, and how many bytes may wait.
const OFTEN: Duration = Duration::from_secs(1);
const MOST: usize = 1 << 16;

/// The search that `--db` keeps, or `None` when it asks for a strong solution.
pub fn kept<'a>(
    arguments: &Solve,
    file: &Path,
    game: &'a NamedGame,
    convention: Convention,
) -> Result<Option<PersistedSearch<'a>>, Failure> {
    if arguments.report || convention == Convention::Misere {
        return Ok(None);
    }
    let has_table = match arguments.method {
        Method::Table => false,
        Method::Auto => !file.exists() || begins(file, MAGIC),
        _ => true,
    };
    // A position alone can be searched in a table that fits it.
    let position = game.parse(&position_text(game, &arguments.position)).ok();
    let search =
        if has_table { PersistedSearch::new(game, position.as_ref(), arguments.method) } else { None };
    match arguments.method {
        Method::Auto | Method::Table => Ok(search),
        method => search.map(Some).ok_or_else(|| no_table(game, method)),
    }
}

fn no_table(game: &NamedGame, method: Method) -> Failure {
    let message = format!("the method `{method}` of `{}` has no table to keep", game.name);
    Failure::input(message, Some("without `--method`, `--db` keeps what fits the game"))
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
