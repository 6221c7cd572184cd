//! `grundy sweep FAMILY`: a row for each game, to standard output or into a file that a later run goes on with.

mod journal;
#[cfg(feature = "parquet")]
mod parquet;

use super::{exit_code, read_stdin};
use crate::args::{Common, Family as FamilyArguments, RowFormat, Rows, Sweep};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::invocation::Invocation;
use grundy::Error;
use grundy::StopReason;
use grundy::ask::files::{FileFault, Output, read};
use grundy::sweep::{Family, Options, SetChoice, SweepRow, Trouble, WrongLine, run as run_sweep};
use journal::{Journal, Plan};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub fn run(arguments: &Sweep, common: &Common) -> Result<ExitCode, Failure> {
    let (family, rows) = read_family(arguments, common)?;
    let format = if common.json { RowFormat::Json } else { rows.format.unwrap_or(RowFormat::Csv) };
    let plan = Plan::new(&family, rows, format, common);
    let later = made_later(rows, format)?;
    let (mut journal, done) = match (&rows.output, &later) {
        #[cfg(feature = "parquet")]
        (Some(file), Some(output)) => Journal::for_later(output, file, &plan)?,
        (Some(file), _) => Journal::open(file, &plan)?,
        (None, _) => (Journal::stdout(&plan)?, Vec::new()),
    };
    let start = Instant::now();
    let clock = move || start.elapsed();
    let threads = common.threads();
    let options =
        Options { limit: rows.limit, threads, clock: if rows.no_time { None } else { Some(&clock) } };
    let progress =
        Progress { before: done.len(), written: AtomicUsize::new(done.len()), total: family.len() };
    let mut emit = |row: &SweepRow| -> Result<(), Failure> {
        journal.write(row)?;
        progress.written.fetch_add(1, Ordering::Relaxed);
        Ok(())
    };
    let words = |_, time| progress.words(time);
    let ended = Budget::new(common, None)
        .run_showing(&words, |limits| run_sweep(&family, &done, &options, limits, &mut emit));
    let stop = ended.map_err(|trouble| match trouble {
        Trouble::Row(failure) => unwritten(failure, &progress),
        Trouble::Game { index, error } => match family.line(index) {
            Some(line) => wrong_line(line, 1, error),
            None => error.into(),
        },
    })?;
    if stop == StopReason::Done {
        finish(later, &mut journal, rows, &plan)?;
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

fn read_family<'a>(arguments: &'a Sweep, common: &Common) -> Result<(Family, &'a Rows), Failure> {
    let Some(family) = &arguments.family else {
        let game = arguments.game.as_deref().unwrap_or_default();
        return Ok((Family::parameters(game, arguments.param.clone())?, &arguments.rows));
    };
    if arguments.game.is_some() || !arguments.param.is_empty() {
        let hint = "a rule with parameters, or one of octal, hexadecimal, subtraction and rules";
        return Err(Failure::input("a sweep is over one family", Some(hint)));
    }
    Ok(match family {
        FamilyArguments::Octal { digits, splits, rows } => (Family::octal(*digits, *splits), rows),
        FamilyArguments::Hexadecimal { digits, rows } => (Family::hexadecimal(*digits), rows),
        FamilyArguments::Subtraction { max, size, symmetric, rows } => {
            let choice = SetChoice { largest: *max, size: *size, symmetric: *symmetric };
            (Family::subtraction(choice)?, rows)
        }
        FamilyArguments::Rules { file, param, rows } => {
            let text = match file.as_os_str() == "-" {
                true => read_stdin(common.max_memory)?,
                false => read(file, common.max_memory)?,
            };
            let text = String::from_utf8(text).map_err(|_| {
                Failure::input(format!("cannot read `{}`: it is not UTF-8 text", file.display()), None)
            })?;
            let family = Family::rules(&text, param)
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

/// The place of a file that is made when all rows are there: a Parquet file cannot grow row by row.
fn made_later(rows: &Rows, format: RowFormat) -> Result<Option<Output>, Failure> {
    if format != RowFormat::Parquet {
        return Ok(None);
    }
    if cfg!(not(feature = "parquet")) {
        let way_out = "build it with `cargo install --path crates/grundy-cli --features parquet`, or use `--format csv`";
        return Err(Failure::input("this build cannot write Parquet files", Some(way_out)));
    }
    let Some(file) = &rows.output else {
        return Err(Failure::input("a Parquet file is no stream", Some("name a file with `-o FILE`")));
    };
    Ok(Some(Output::check(file)?))
}

/// Makes what is made when all rows are there.
#[cfg(feature = "parquet")]
fn finish(later: Option<Output>, journal: &mut Journal, rows: &Rows, plan: &Plan<'_>) -> Result<(), Failure> {
    let (Some(output), Some(file)) = (later, &rows.output) else { return Ok(()) };
    let all = journal.rows(file, plan)?;
    Ok(parquet::write(output, &all, plan.lines.timed)?)
}

#[cfg(not(feature = "parquet"))]
#[expect(clippy::unnecessary_wraps, reason = "the same shape as with Parquet")]
fn finish(_: Option<Output>, _: &mut Journal, _: &Rows, _: &Plan<'_>) -> Result<(), Failure> {
    Ok(())
}

/// A row that found no room: those before it are kept.
fn unwritten(failure: Failure, progress: &Progress) -> Failure {
    match failure {
        Failure::File(error, None) if matches!(error.fault, FileFault::Full { kept: true, .. }) => {
            let (written, total) = (progress.written.load(Ordering::Relaxed), progress.total);
            let way_out = format!(
                "{written} of {total} rows are kept; make room, and go on with `{}`",
                resume_command()
            );
            Failure::File(error, Some(way_out))
        }
        other => other,
    }
}

/// The command that goes on, for a shell.
fn resume_command() -> String {
    let mut words: Vec<String> =
        Invocation::current().words().map(|word| word.to_string_lossy().into_owned()).collect();
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
