//! `grundy hash flood`: keys that meet in one chain or on one path of probes, and a program that shows it.

use super::report::FloodAnswer;
use crate::args::Common;
use crate::args::hash::Flood;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use polyhash::flood::{flood, program};
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Flood, common: &Common) -> Result<ExitCode, Failure> {
    let found = flood(arguments.table, arguments.count)?;
    let mut out = stdout();
    if common.json {
        let program = program(arguments.table, &found.keys);
        let table = arguments.table.to_string();
        let (count, keys, steps) = (found.keys.len(), found.keys, found.steps);
        json_line(&mut out, &FloodAnswer { schema: 1, table, count, keys, steps, program })?;
    } else {
        found.keys.iter().try_for_each(|key| writeln!(out, "{key}"))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
