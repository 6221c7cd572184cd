//! `-`: one question a line on stdin, one answer a line on stdout; a refused line does not end the stream.

use crate::args::Common;
use crate::budget::begin_question;
use crate::failure::Failure;
use crate::output::{Out, stdout};
use grundy::Error;
use grundy::StopReason;
use grundy::ask::stopped;
use grundy::game::position::HeapReader;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Turns pieces of a line into what is asked.
pub trait Lines {
    /// A whole line.
    type Line;
    /// Takes the next piece of the line, without its end.
    fn push(&mut self, piece: &[u8]);
    /// Ends the line.
    fn finish(&mut self) -> Result<Self::Line, Failure>;
}

/// Lines as text.
#[derive(Default)]
pub struct Text(Vec<u8>);

impl Lines for Text {
    type Line = String;

    fn push(&mut self, piece: &[u8]) {
        self.0.extend_from_slice(piece);
    }

    fn finish(&mut self) -> Result<String, Failure> {
        let mut line = std::mem::take(&mut self.0);
        while line.last() == Some(&b'\r') {
            line.pop();
        }
        String::from_utf8(line).map_err(|error| {
            let column = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()])
                .chars()
                .count()
                + 1;
            Failure::Input {
                message: "the line is not UTF-8 text".to_owned(),
                hint: None,
                place: Some((1, column)),
                source: None,
            }
        })
    }
}

impl Lines for HeapReader {
    type Line = Vec<u64>;

    fn push(&mut self, piece: &[u8]) {
        HeapReader::push(self, piece);
    }

    fn finish(&mut self) -> Result<Vec<u64>, Failure> {
        HeapReader::finish(self).map_err(|error| Error::Position(error).into())
    }
}

/// Answers every line of stdin.
pub fn run<L: Lines>(
    common: &Common,
    mut lines: L,
    mut answer: impl FnMut(L::Line, &mut Out) -> Result<StopReason, Failure>,
) -> Result<ExitCode, Failure> {
    let mut input = io::BufReader::with_capacity(1 << 17, io::stdin().lock());
    let mut out = stdout();
    let mut number = 1;
    let mut worst = 0;
    let mut begun = false;
    let mut length = 0;
    loop {
        let piece = input.fill_buf()?;
        let over = piece.is_empty();
        if over && !begun {
            out.flush()?;
            return Ok(ExitCode::from(worst));
        }
        let end = memchr::memchr(b'\n', piece);
        let rest = &piece[..end.unwrap_or(piece.len())];
        length += rest.len() as u64;
        if length > common.max_memory {
            // The rest of the line may never end, so no line after it is looked for.
            refuse(&stopped(StopReason::MemoryLimit).into(), number, common, &mut out)?;
            out.flush()?;
            return Ok(ExitCode::from(worse(worst, 3)));
        }
        lines.push(rest);
        let taken = end.map_or(piece.len(), |end| end + 1);
        input.consume(taken);
        begun = true;
        if end.is_none() && !over {
            continue;
        }
        (begun, length) = (false, 0);
        begin_question();
        match lines.finish().and_then(|line| answer(line, &mut out)) {
            Ok(StopReason::Done) => {}
            Ok(StopReason::Interrupted) => {
                out.flush()?;
                return Ok(ExitCode::from(130));
            }
            Ok(_) => worst = worse(worst, 3),
            Err(failure) => {
                if failure.is_final() {
                    out.flush()?;
                    return Err(failure);
                }
                refuse(&failure, number, common, &mut out)?;
                if failure.code() == ExitCode::from(130) {
                    out.flush()?;
                    return Ok(failure.code());
                }
                worst = worse(worst, if failure.is_input() { 2 } else { 3 });
            }
        }
        number += 1;
        // A partner who waits for the answer before asking again must get it.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
}

/// The exit code of two: a wrong line weighs more than a limit.
fn worse(one: u8, other: u8) -> u8 {
    match (one, other) {
        (0, code) | (code, 0) => code,
        (one, other) => one.min(other),
    }
}

/// The error in the place of the answer.
fn refuse(failure: &Failure, line: usize, common: &Common, out: &mut Out) -> io::Result<()> {
    let object = failure.to_json(Some(line));
    if common.json {
        return writeln!(out, "{object}");
    }
    let column = object["error"]["column"].as_u64().map(|column| format!(":{column}")).unwrap_or_default();
    writeln!(out, "error: {line}{column}: {}", failure.message())
}
