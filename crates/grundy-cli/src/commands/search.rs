//! `grundy solve GAME POSITION --db FILE` where the game has a search of its own: what it learns is kept in the file.
//!
//! Which of the two files `--db` means is told by the file itself if it is there. Otherwise the method decides: a game that
//! is searched by couples keeps the table of its search, any other is solved strongly ([`super::strong`]).

use super::stream::{self, Text};
use super::{exit_code, strong};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::commands::solve::{parse, print_line, print_whole};
use crate::failure::Failure;
use crate::output::stdout;
use grundy::answer::Solved;
use grundy::error::Error;
use grundy::journal::intact;
use grundy::limits::{Limits, StopReason};
use grundy::search::couples::kept::{Log, Lost};
use grundy::solve::kept::{KeptSearch, MAGIC, Unread, news};
use grundy::solve::method::Method;
use grundy::solve::stopped;
use grundy::{Convention, NamedGame};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
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
) -> Result<Option<KeptSearch<'a>>, Failure> {
    if arguments.report || convention == Convention::Misere {
        return Ok(None);
    }
    let has_table = match arguments.method {
        Method::Table => false,
        Method::Auto => !file.exists() || is_search(file),
        _ => true,
    };
    // A position alone can be searched in a table that fits it.
    let position = game.parse(&arguments.position.join(" ")).ok();
    let search = if has_table { KeptSearch::new(game, position.as_ref(), arguments.method) } else { None };
    match arguments.method {
        Method::Auto | Method::Table => Ok(search),
        method => search.map(Some).ok_or_else(|| no_table(game, method)),
    }
}

/// Whether a file begins like one that a search keeps.
fn is_search(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(4 + MAGIC.len() as u64).read_to_end(&mut start));
    read.is_ok() && MAGIC.as_bytes().starts_with(start.get(4..).unwrap_or_default())
}

fn no_table(game: &NamedGame, method: Method) -> Failure {
    let message = format!("the method `{method}` of `{}` has no table to keep", game.name);
    Failure::input(message, Some("without `--method`, `--db` keeps what fits the game"))
}

pub fn run(
    arguments: &Solve,
    file: &Path,
    game: &NamedGame,
    mut search: KeptSearch<'_>,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let keeper = Keeper::open(file, &mut search, common)?;
    // A run that can go on later needs no end.
    let budget = || Budget::new(common, None).listing(!arguments.no_moves);
    let mut answer = |text: &str| keeper.answer(game, text, &mut search, budget(), common);
    if arguments.position == ["-"] {
        return stream::run(common, Text::default(), |line, out| print_line(&answer(&line)?, common, out));
    }
    let solved = answer(&arguments.position.join(" "))?;
    let mut out = stdout();
    print_whole(&solved, !arguments.no_moves, common, &mut out)?;
    out.flush()?;
    Ok(exit_code(solved.stop))
}

/// The file, to which blocks are added while a search runs.
struct Keeper<'a> {
    path: &'a Path,
    log: Arc<Log>,
    end: Mutex<End>,
}

/// The end of the file.
struct End {
    file: File,
    written: Instant,
    /// Why the last block could not be written.
    trouble: Option<io::Error>,
}

impl<'a> Keeper<'a> {
    /// Opens or makes the file; the search takes over what it holds.
    fn open(path: &'a Path, search: &mut KeptSearch<'_>, common: &Common) -> Result<Keeper<'a>, Failure> {
        let fail = |error: io::Error| strong::cannot("use", path, &error);
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(fail)?;
        if file.try_lock().is_err() {
            let message = format!("another run uses `{}`", path.display());
            return Err(Failure::input(message, Some("another file, or wait for its end")));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let head = search.head();
        // A run that was killed before it had written the first block has found nothing.
        let whole = if head.starts_with(&bytes) {
            file.rewind().and_then(|()| file.write_all(&head)).map_err(fail)?;
            head.len()
        } else {
            recall(path, &bytes, search, common)?;
            intact(&bytes)
        };
        if whole < bytes.len() {
            let (shown, cut) = (path.display(), bytes.len() - whole);
            eprintln!("`{shown}` is damaged or was cut: its last {cut} bytes are dropped");
            file.set_len(whole as u64).map_err(fail)?;
        }
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        let end = End { file, written: Instant::now(), trouble: None };
        Ok(Keeper { path, log: search.log(), end: Mutex::new(end) })
    }

    /// Solves a position and keeps what that teaches, whether it comes to an end or not.
    fn answer(
        &self,
        game: &NamedGame,
        text: &str,
        search: &mut KeptSearch<'_>,
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
            return Err(strong::cannot("write", self.path, &error));
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

    /// Adds a block, unless that failed before: nothing may stand behind a block that was cut.
    fn write(&self) -> Option<StopReason> {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = news(&self.log).filter(|_| end.trouble.is_none()) {
            end.trouble = end.file.write_all(&block).err();
            end.written = Instant::now();
        }
        end.trouble.is_some().then_some(StopReason::Interrupted)
    }
}

/// Reads back what a file holds.
fn recall(path: &Path, bytes: &[u8], search: &mut KeptSearch<'_>, common: &Common) -> Result<(), Failure> {
    let shown = path.display();
    let found = Budget::new(common, None).run(|limits| search.recall(bytes, limits));
    match found {
        Ok(_) => Ok(()),
        Err(Unread::Lost(Lost::Stopped(reason))) => Err(stopped(reason).into()),
        Err(_) => {
            let message = format!("`{shown}` was not kept by a search of this game, or it is damaged");
            Err(Failure::input(message, Some("another file, or delete it to search again")))
        }
    }
}
