//! `-`: one question a line on stdin, one answer a line on stdout; a refused line does not end the stream.

use crate::args::Common;
use crate::failure::Failure;
use crate::output::{Out, stdout};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Answers every line of stdin.
pub fn run(
    common: &Common,
    mut answer: impl FnMut(&str, &mut Out) -> Result<(), Failure>,
) -> Result<ExitCode, Failure> {
    let mut input = io::BufReader::with_capacity(1 << 18, io::stdin().lock());
    let mut out = stdout();
    let mut line = Vec::new();
    let mut number = 0;
    let mut worst = 0;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            out.flush()?;
            return Ok(ExitCode::from(worst));
        }
        number += 1;
        while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            line.pop();
        }
        let result = match std::str::from_utf8(&line) {
            Ok(text) => answer(text, &mut out),
            Err(error) => {
                let column = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1;
                let message = "the line is not UTF-8 text".to_owned();
                Err(Failure::Input { message, hint: None, place: Some((number, column)) })
            }
        };
        match result {
            Ok(()) => {}
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => {
                let object = failure.to_json(Some(number));
                if common.json {
                    writeln!(out, "{object}")?;
                } else {
                    let column = object["error"]["column"]
                        .as_u64()
                        .map(|column| format!(":{column}"))
                        .unwrap_or_default();
                    writeln!(out, "error: {number}{column}: {}", failure.message())?;
                }
                if failure.code() == ExitCode::from(130) {
                    out.flush()?;
                    return Ok(failure.code());
                }
                // A wrong line weighs more than a limit.
                worst = if failure.is_input() || worst == 2 { 2 } else { 3 };
            }
        }
        // A partner who waits for the answer before asking again must get it.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
}
