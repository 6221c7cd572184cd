//! `grundy hash text`: what the lecture's generator makes of a number.

use super::report;
use crate::args::Common;
use crate::args::hash::Text;
use crate::commands::stream;
use crate::failure::Failure;
use crate::output::{Out, json_line, stdout};
use grundy::StopReason;
use polyhash::PolyHash;
use polyhash::lecture;
use polyhash::mersenne_twister::MersenneTwister;
use std::io::Write;
use std::process::ExitCode;

/// The most outputs that are shown.
const MOST_OUTPUTS: usize = 10_000_000;

pub fn run(arguments: &Text, common: &Common) -> Result<ExitCode, Failure> {
    let functions = arguments.functions.all()?;
    let [function] = functions[..] else {
        return Err(Failure::input("one base and one modulus are enough here", None));
    };
    if arguments.outputs > MOST_OUTPUTS {
        return Err(Failure::input(format!("{MOST_OUTPUTS} outputs are the most"), None));
    }
    if arguments.seed == "-" {
        return stream::run(common, stream::Text::default(), |line, out| {
            answer(line.trim(), arguments, &function, common, out).map(|()| StopReason::Done)
        });
    }
    let mut out = stdout();
    answer(&arguments.seed, arguments, &function, common, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn answer(
    seed: &str,
    arguments: &Text,
    function: &PolyHash,
    common: &Common,
    out: &mut Out,
) -> Result<(), Failure> {
    let number = grundy::game::text::number(seed).map_err(|reason| Failure::Input {
        message: format!("a seed is a whole number to 2^64 - 1: `{seed}` is {reason}"),
        hint: None,
        place: Some((1, 1)),
        source: Some(seed.to_owned()),
    })?;
    let text = lecture::text(number);
    let hash = function.hash(text.as_bytes());
    let mut twister = MersenneTwister::new(number);
    let outputs: Vec<u64> = (0..arguments.outputs).map(|_| twister.next()).collect();
    if common.json {
        return json_line(out, &report::text(number, &text, hash, &outputs));
    }
    let words: Vec<String> = outputs.iter().map(u64::to_string).collect();
    let outputs = if words.is_empty() { String::new() } else { format!(" {}", words.join(" ")) };
    Ok(writeln!(out, "{text} {hash}{outputs}")?)
}
