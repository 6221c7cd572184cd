//! `grundy sweep FAMILY`: a row for each game, to standard output or into a file that a later run goes on with.

mod journal;
#[cfg(feature = "parquet")]
mod parquet;

use super::exit_code;
use crate::args::{Common, Family as FamilyArguments, RowFormat, Rows, Sweep};
use crate::budget::Budget;
use crate::failure::Failure;
use grundy::Error;
use grundy::limits::StopReason;
use grundy::sweep::{Family, Options, Row, Trouble, WrongLine, run as run_sweep};
use journal::{Journal, Lines};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub fn run(arguments: &Sweep, common: &Common) -> Result<ExitCode, Failure> {
    let (family, rows) = read_family(&arguments.family)?;
    let format = if common.json { RowFormat::Json } else { rows.format.unwrap_or(RowFormat::Csv) };
    let target = Target::of(rows, format)?;
    let lines = Lines { json: format == RowFormat::Json, timed: !rows.no_time };
    let (mut journal, done) = match &target.journal {
        Some(file) => {
            Journal::open(file, &lines, &journal::description(&family, rows, format), &family, rows.resume)?
        }
        None => (Journal::stdout(&lines)?, Vec::new()),
    };
    let start = Instant::now();
    let clock = move || start.elapsed();
    let threads = common.threads();
    let options =
        Options { limit: rows.limit, threads, clock: if rows.no_time { None } else { Some(&clock) } };
    let progress =
        Progress { before: done.len(), written: AtomicUsize::new(done.len()), total: family.len() };
    let mut emit = |row: &Row| -> Result<(), Failure> {
        journal.write(row)?;
        progress.written.fetch_add(1, Ordering::Relaxed);
        Ok(())
    };
    let words = |_, time| progress.words(time);
    let ended = Budget::new(common, None)
        .run_showing(&words, |limits| run_sweep(&family, &done, &options, limits, &mut emit));
    let stop = ended.map_err(|trouble| match trouble {
        Trouble::Row(failure) => failure,
        Trouble::Game { index, error } => wrong_line(family.line(index).unwrap_or(1), 1, error),
    })?;
    if stop == StopReason::Done {
        target.finish(&lines, &family)?;
    } else {
        let written = progress.written.load(Ordering::Relaxed);
        eprintln!("stopped: {stop}; {written} of {} rows are written", family.len());
        match &rows.output {
            Some(_) => eprintln!("hint: go on with `{}`", resume_command()),
            None => eprintln!("hint: with `-o FILE` a sweep can be resumed"),
        }
    }
    Ok(exit_code(stop))
}

fn read_family(arguments: &FamilyArguments) -> Result<(Family, &Rows), Failure> {
    Ok(match arguments {
        FamilyArguments::Octal { digits, splits, rows } => (Family::octal(*digits, *splits), rows),
        FamilyArguments::Subtraction { max, rows } => (Family::subtraction(*max), rows),
        FamilyArguments::Rules { file, rows } => {
            let fail = |error: &dyn std::fmt::Display| {
                Failure::input(format!("cannot read `{}`: {error}", file.display()), None)
            };
            let mut text = Vec::new();
            let read = match file.as_os_str() == "-" {
                true => io::stdin().lock().read_to_end(&mut text),
                false => File::open(file).and_then(|mut file| file.read_to_end(&mut text)),
            };
            read.map_err(|error| fail(&error))?;
            let text = String::from_utf8(text).map_err(|_| fail(&"it is not UTF-8 text"))?;
            let family = Family::rules(&text)
                .map_err(|WrongLine { line, column, error }| wrong_line(line, column, error))?;
            (family, rows)
        }
    })
}

/// An error in the file of rules, at its place there.
fn wrong_line(line: usize, column: usize, error: Error) -> Failure {
    let within = match &error {
        Error::Rule(diagnostics) => diagnostics.line_column(diagnostics.first().span.start).1,
        _ => 1,
    };
    let hint = error.hint().map(str::to_owned);
    let message = Failure::from(error).message();
    Failure::Input { message, hint, place: Some((line, column + within - 1)), source: None }
}

/// Where the rows go.
struct Target {
    /// The file that grows row by row.
    journal: Option<PathBuf>,
    /// The file that is made of them in the end.
    #[cfg_attr(
        not(feature = "parquet"),
        expect(dead_code, reason = "only Parquet files are made in the end")
    )]
    parquet: Option<PathBuf>,
}

impl Target {
    fn of(rows: &Rows, format: RowFormat) -> Result<Target, Failure> {
        if format != RowFormat::Parquet {
            return Ok(Target { journal: rows.output.clone(), parquet: None });
        }
        if cfg!(not(feature = "parquet")) {
            return Err(Failure::input(
                "this build cannot write Parquet files",
                Some(
                    "build it with `cargo install --path crates/grundy-cli --features parquet`, or use `--format csv`",
                ),
            ));
        }
        let Some(file) = &rows.output else {
            return Err(Failure::input("a Parquet file is no stream", Some("name a file with `-o FILE`")));
        };
        // Parquet files cannot grow line by line, so the rows wait in a CSV file.
        Ok(Target { journal: Some(beside(file, ".rows")), parquet: Some(file.clone()) })
    }

    /// Makes what is made when all rows are there.
    #[cfg(feature = "parquet")]
    fn finish(&self, lines: &Lines, family: &Family) -> Result<(), Failure> {
        let (Some(journal), Some(file)) = (&self.journal, &self.parquet) else { return Ok(()) };
        let bytes = std::fs::read(journal)?;
        let (rows, _) = lines.read(journal, &bytes, family)?;
        let part = beside(file, ".part");
        parquet::write(&part, &rows, lines.timed)
            .and_then(|()| Ok(std::fs::rename(&part, file)?))
            .map_err(|error| Failure::input(format!("cannot write `{}`: {error}", file.display()), None))
    }

    #[cfg(not(feature = "parquet"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the same shape as with Parquet")]
    fn finish(&self, _: &Lines, _: &Family) -> Result<(), Failure> {
        Ok(())
    }
}

/// The path with something behind its name.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The command that goes on, for a shell.
fn resume_command() -> String {
    let mut words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(program) = words.first_mut() {
        "grundy".clone_into(program);
    }
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    let quoted = words.iter().map(|word| match !word.is_empty() && word.chars().all(plain) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// How far it is.
struct Progress {
    before: usize,
    written: AtomicUsize,
    total: usize,
}

impl Progress {
    fn words(&self, time: Duration) -> String {
        let (written, total) = (self.written.load(Ordering::Relaxed), self.total);
        let rate = (written - self.before) as f64 / time.as_secs_f64().max(0.001);
        let estimate = match rate > 0.0 {
            true => format!(", about {:.0} s left", (total - written) as f64 / rate),
            false => String::new(),
        };
        format!("{written} of {total} games, {rate:.1} a second{estimate}")
    }
}
