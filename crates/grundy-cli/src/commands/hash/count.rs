//! `grundy hash distinct` and `grundy hash palindromes`.

use super::input::{each, shown};
use crate::args::Common;
use crate::args::hash::Count;
use crate::budget::Budget;
use crate::commands::solve::PATIENCE;
use crate::failure::Failure;
use crate::output::{Out, json_line};
use grundy::limits::StopReason;
use grundy::solve::stopped;
use polyhash::Error;
use polyhash::count::distinct::{self, Probably};
use polyhash::count::{Work, eertree, manacher};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

pub fn distinct(arguments: &Count, common: &Common) -> Result<ExitCode, Failure> {
    each(arguments.text.as_deref(), arguments.file.as_deref(), common, |text, out| {
        if arguments.by_hashes {
            return probably(
                within(text, common, |work| distinct::by_hashes_within(text, work))?,
                common,
                out,
            );
        }
        let count = within(text, common, |work| distinct::substrings_within(text, work))?;
        match common.json {
            true => json_line(out, &json!({ "schema": 1, "length": text.len(), "count": count })),
            false => Ok(writeln!(out, "{count}")?),
        }
    })
}

pub fn palindromes(arguments: &Count, common: &Common) -> Result<ExitCode, Failure> {
    each(arguments.text.as_deref(), arguments.file.as_deref(), common, |text, out| {
        if arguments.by_hashes {
            return probably(
                within(text, common, |work| manacher::by_hashes_within(text, work))?,
                common,
                out,
            );
        }
        let (found, distinct) = within(text, common, |work| {
            Ok((manacher::palindromes_within(text, work)?, eertree::palindromes_within(text, work)?.distinct))
        })?;
        let longest = shown(&text[found.start..found.start + found.longest]);
        if common.json {
            let answer = json!({
                "schema": 1,
                "count": found.count,
                "distinct": distinct,
                "longest": found.longest,
                "longest_start": found.start,
                "longest_text": longest,
            });
            return json_line(out, &answer);
        }
        let (count, length) = (found.count, found.longest);
        Ok(writeln!(out, "count {count}, distinct {distinct}, longest {length} `{longest}`")?)
    })
}

/// Counts within the limits of the arguments; the text is part of the memory.
fn within<T>(
    text: &[u8],
    common: &Common,
    count: impl FnOnce(&mut Work<'_>) -> Result<T, Error>,
) -> Result<T, Failure> {
    Budget::new(common, Some(PATIENCE)).run(|limits| {
        let keep_going = |steps: u64| (limits.poll)(steps).is_none();
        let memory = limits.memory.saturating_sub(text.len() as u64);
        count(&mut Work::new(memory, &keep_going)).map_err(|error| match error {
            Error::Memory(_) => stopped(StopReason::MemoryLimit).into(),
            Error::Stopped => stopped((limits.poll)(0).unwrap_or(StopReason::TimeLimit)).into(),
            error => error.into(),
        })
    })
}

fn probably(found: Probably, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let Probably { count, error } = found;
    match common.json {
        true => json_line(out, &json!({ "schema": 1, "count": count, "error_probability": error })),
        false => Ok(writeln!(out, "{count} (wrong with probability at most {error:.1e})")?),
    }
}
