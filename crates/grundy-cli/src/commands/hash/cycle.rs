//! `grundy hash cycle`: the tail and the cycle of a list of successors.

use super::report;
use crate::args::Common;
use crate::args::hash::Cycle;
use crate::commands::stream::{self, Text};
use crate::failure::Failure;
use crate::output::{Out, json_line, stdout};
use grundy::StopReason;
use grundy::game::position::parse_heaps;
use polyhash::cycle::of_list;
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Cycle, common: &Common) -> Result<ExitCode, Failure> {
    if arguments.words == ["-"] {
        return stream::run(common, Text::default(), |line, out| {
            answer(&line, arguments.start, common, out).map(|()| StopReason::Done)
        });
    }
    let mut out = stdout();
    answer(&arguments.words.join(" "), arguments.start, common, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn answer(line: &str, start: u64, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let successors = parse_heaps(line).map_err(|error| Failure::Input {
        message: error.message,
        hint: Some("successors are written `2 3 1`".to_owned()),
        place: Some((1, error.column)),
        source: Some(line.to_owned()),
    })?;
    let cycle = of_list(&successors, start)?;
    let previous = cycle.previous.map(|(tail, last)| [tail, last]);
    if common.json {
        return json_line(out, &report::cycle(cycle.first, cycle.length, cycle.tail, previous));
    }
    let words = previous.map_or("none".to_owned(), |[tail, last]| format!("{tail} {last}"));
    Ok(writeln!(
        out,
        "first {}, length {}, tail {}, previous {words}",
        cycle.first, cycle.length, cycle.tail
    )?)
}
