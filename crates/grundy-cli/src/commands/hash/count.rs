//! `grundy hash distinct` and `grundy hash palindromes`.

use super::input::{each, shown};
use super::report;
use crate::args::Common;
use crate::args::hash::Count;
use crate::budget::Budget;
use crate::commands::solve::PATIENCE;
use crate::failure::Failure;
use crate::output::{Out, json_line};
use grundy::StopReason;
use grundy::ask::stopped;
use polyhash::text::distinct::{self, Probably};
use polyhash::text::eertree::PalindromicTree;
use polyhash::text::manacher::{self, Radii};
use polyhash::{Budget as Work, Error};
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
            true => json_line(out, &report::distinct(text.len(), count)),
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
            Ok((Radii::within(text, work)?, PalindromicTree::within(text, work)?.len()))
        })?;
        let (count, range) = (found.count(), found.longest());
        let (length, longest) = (range.len(), shown(&text[range.clone()]));
        if common.json {
            return json_line(out, &report::palindromes(count, distinct, (range.start, length, &longest)));
        }
        Ok(writeln!(out, "count {count}, distinct {distinct}, longest {length} `{longest}`")?)
    })
}

/// Counts within the limits of the arguments; the text is part of the memory.
fn within<T>(
    text: &[u8],
    common: &Common,
    count: impl FnOnce(&Work<'_>) -> Result<T, Error>,
) -> Result<T, Failure> {
    Budget::new(common, Some(PATIENCE)).run(|limits| {
        let keep_going = |steps: u64| (limits.poll)(steps).is_none();
        let memory = limits.memory.saturating_sub(text.len() as u64);
        count(&Work::unlimited().with_memory(memory).with_keep_going(&keep_going)).map_err(
            |error| match error {
                Error::Memory(_) => stopped(StopReason::MemoryLimit).into(),
                Error::Stopped => stopped((limits.poll)(0).unwrap_or(StopReason::TimeLimit)).into(),
                error => error.into(),
            },
        )
    })
}

fn probably(found: Probably, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let Probably { count, error } = found;
    match common.json {
        true => json_line(out, &report::probably(count, error)),
        false => Ok(writeln!(out, "{count} (wrong with probability at most {error:.1e})")?),
    }
}
