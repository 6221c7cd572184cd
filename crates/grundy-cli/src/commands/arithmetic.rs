//! `grundy mex` and `grundy nimber`: small arithmetic.

use super::stream::{self, Text};
use crate::args::{Common, Words};
use crate::failure::Failure;
use crate::output::{Out, json_line, stdout};
use grundy::StopReason;
use grundy::report::arithmetic as report;
use grundy::value::{expression, mex as least_absent};
use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;

pub fn mex(arguments: &Words, common: &Common) -> Result<ExitCode, Failure> {
    run(arguments, common, report::mex, |text| {
        let numbers = grundy::game::position::parse_heaps(text).map_err(|error| Failure::Input {
            message: error.message,
            hint: Some("a list is written `0 1 3`".to_owned()),
            place: Some((1, error.column)),
            source: Some(text.to_owned()),
        })?;
        Ok(least_absent(numbers))
    })
}

pub fn nimber(arguments: &Words, common: &Common) -> Result<ExitCode, Failure> {
    run(arguments, common, report::nimber, |text| {
        let value = expression::evaluate(text).map_err(|error| Failure::Input {
            message: error.message,
            hint: error.hint,
            place: Some((1, error.column)),
            source: Some(text.to_owned()),
        })?;
        Ok(value.0)
    })
}

/// Prints the number of one line, or of each line of stdin.
fn run(
    arguments: &Words,
    common: &Common,
    object: fn(u64) -> Value,
    evaluate: impl Fn(&str) -> Result<u64, Failure>,
) -> Result<ExitCode, Failure> {
    let print = |value: u64, out: &mut Out| {
        if common.json { json_line(out, &object(value)) } else { Ok(writeln!(out, "{value}")?) }
    };
    if arguments.words == ["-"] {
        return stream::run(common, Text::default(), |line, out| {
            print(evaluate(&line)?, out).map(|()| StopReason::Done)
        });
    }
    let value = evaluate(&arguments.words.join(" "))?;
    let mut out = stdout();
    print(value, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
