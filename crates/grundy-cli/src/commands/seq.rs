//! `grundy seq GAME [-n COUNT]`

use super::{exit_code, read_game};
use crate::args::{Common, Format, Seq};
use crate::budget::Budget;
use crate::failure::{Failure, terminal_width};
use crate::output::{Out, stdout};
use grundy::NamedGame;
use grundy::heap::{Sequence, prefix};
use grundy::limits::StopReason;
use grundy::plot::Plot;
use grundy::solve::explain_failure;
use std::io::{self, Write};
use std::process::ExitCode;

/// Consecutive heaps.
#[derive(Debug, Clone, Copy)]
struct Heaps {
    first: u64,
    count: u64,
}

pub fn run(arguments: &Seq, common: &Common) -> Result<ExitCode, Failure> {
    let game = read_game(&arguments.game)?;
    if game.rules.arity() > 1 {
        let message = format!("`{}` is played on tuples, so its heaps have no sequence", game.name);
        return Err(Failure::input(message, Some("`grundy solve` answers for positions of tuples")));
    }
    // Heap 2^64 - 1 is the last, so the last heap is counted, not the one behind it.
    let last = match arguments.count.checked_sub(1) {
        None => Some(0),
        Some(more) => arguments.from.checked_add(more),
    };
    let Some(last) = last else {
        return Err(Failure::input("heaps end at 2^64 - 1", Some("a smaller `--from` or `-n`")));
    };
    let format = if common.json { Some(Format::Json) } else { arguments.format };
    let budget = Budget::new(common, None);
    let found = budget.run(|limits| prefix(&game.rules, last, limits));
    let found = found.map_err(|failure| explain_failure(&game.rules, failure))?;
    let there = found.len().map_or(u64::MAX, |length| length.saturating_sub(arguments.from));
    let heaps = Heaps { first: arguments.from, count: arguments.count.min(there) };
    let mut stop = found.stop;
    match &arguments.plot {
        Some(file) => {
            draw(&game, &found, heaps, file)?;
            if let Some(format) = format {
                stop = print(&game, &found, heaps, format, &budget)?;
            }
        }
        None => stop = print(&game, &found, heaps, format.unwrap_or(Format::Plain), &budget)?,
    }
    if stop != StopReason::Done {
        match found.len() {
            Some(reached) => eprintln!("stopped: {stop}; values of heaps below {reached} are shown"),
            None => eprintln!("stopped: {stop}; only the first values are shown"),
        }
    }
    Ok(exit_code(stop))
}

/// Prints the values and says whether all were printed.
fn print(
    game: &NamedGame,
    found: &Sequence,
    heaps: Heaps,
    format: Format,
    budget: &Budget,
) -> Result<StopReason, Failure> {
    let mut out = stdout();
    let source = Source { found, heaps, budget };
    let stop = match format {
        Format::Plain if heaps.count == 0 => StopReason::Done,
        Format::Plain => {
            let stop = source.separated(&mut out, b' ')?;
            out.write_all(b"\n")?;
            stop
        }
        Format::Values => source.lines(&mut out, None)?,
        Format::Bfile => source.lines(&mut out, Some(b' '))?,
        Format::Csv => {
            if heaps.count > 0 {
                out.write_all(b"n,grundy\n")?;
            }
            source.lines(&mut out, Some(b','))?
        }
        Format::Json => json(&mut out, game, &source)?,
        Format::Npy => npy(&mut out, &source)?,
    };
    out.flush()?;
    Ok(if found.stop == StopReason::Done { stop } else { found.stop })
}

/// Values to be printed, within a budget.
struct Source<'a> {
    found: &'a Sequence,
    heaps: Heaps,
    budget: &'a Budget,
}

/// Values that are formatted before they are written: enough to be quick, few enough to notice that the reader has gone.
const BLOCK: u64 = 1 << 13;

impl Source<'_> {
    /// Formats the values block by block with `format`, which appends to a buffer.
    fn blocks(
        &self,
        out: &mut Out,
        mut format: impl FnMut(&mut Vec<u8>, u64, u64),
    ) -> io::Result<StopReason> {
        let mut buffer = Vec::new();
        let mut done = 0;
        let mut block = || {
            let count = BLOCK.min(self.heaps.count - done);
            buffer.clear();
            let mut heap = self.heaps.first + done;
            self.found.iter(heap, count).for_all(|value| {
                format(&mut buffer, heap, value);
                heap = heap.wrapping_add(1);
            });
            out.write_all(&buffer)?;
            done += count;
            Ok(done < self.heaps.count)
        };
        if self.found.stop == StopReason::Done {
            return self.budget.write(block);
        }
        // The time is up or the user has asked to stop: what was found by then is still to be shown.
        while block()? {}
        Ok(self.found.stop)
    }

    fn separated(&self, out: &mut Out, separator: u8) -> io::Result<StopReason> {
        let first = self.heaps.first;
        self.blocks(out, |buffer, heap, value| {
            if heap > first {
                buffer.push(separator);
            }
            push_number(buffer, value);
        })
    }

    fn lines(&self, out: &mut Out, index: Option<u8>) -> io::Result<StopReason> {
        self.blocks(out, |buffer, heap, value| {
            if let Some(separator) = index {
                push_number(buffer, heap);
                buffer.push(separator);
            }
            push_number(buffer, value);
            buffer.push(b'\n');
        })
    }
}

/// Decimal digits without formatting machinery: printing is what long sequences spend their time on.
fn push_number(buffer: &mut Vec<u8>, mut number: u64) {
    if number < 10 {
        return buffer.push(b'0' + number as u8);
    }
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    while number > 0 {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    buffer.extend_from_slice(&digits[start..]);
}

fn json(out: &mut Out, game: &NamedGame, source: &Source<'_>) -> Result<StopReason, Failure> {
    let (found, heaps) = (source.found, source.heaps);
    let text = |value: &str| serde_json::to_string(value).unwrap_or_default();
    let (name, rule) = (text(&game.name), text(game.rules.text()));
    write!(out, "{{\"schema\":1,\"game\":{name},\"rule\":{rule},\"first\":{},\"values\":[", heaps.first)?;
    let written = source.separated(out, b',')?;
    let worse = if found.stop == StopReason::Done { written } else { found.stop };
    let stop = serde_json::to_string(&worse).unwrap_or_default();
    let (engine, reason) = (found.engine, text(&found.reason));
    writeln!(out, "],\"engine\":\"{engine}\",\"reason\":{reason},\"proved\":true,\"stop\":{stop}}}")?;
    Ok(written)
}

/// The NumPy format, version 1.0: a header padded to 64 bytes, then little-endian numbers.
fn npy(out: &mut Out, source: &Source<'_>) -> io::Result<StopReason> {
    let (found, heaps) = (source.found, source.heaps);
    // Tables hold 32 bits; a formula's value is at most twice its heap, and so is one that grows from period to period.
    let small = heaps.first.checked_add(heaps.count).is_some_and(|end| end < 1 << 31);
    let grows = found.period().is_some_and(|period| period.saltus > 0);
    let wide = !small && (found.formula().is_some() || grows);
    let (kind, bytes) = if wide { ("<u8", 8) } else { ("<u4", 4) };
    let count = heaps.count;
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({count},), }}");
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    source.blocks(out, |buffer, _, value| buffer.extend_from_slice(&value.to_le_bytes()[..bytes]))
}

/// Most points of a picture.
const MAX_POINTS: u64 = 100_000_000;

fn draw(game: &NamedGame, found: &Sequence, heaps: Heaps, file: &str) -> Result<(), Failure> {
    if heaps.count > MAX_POINTS {
        return Err(Failure::input(
            format!("more than {MAX_POINTS} points in one picture"),
            Some("a smaller `-n`"),
        ));
    }
    let values = found.to_list(heaps.first, heaps.count);
    let values = values.ok_or_else(|| Failure::input("values beyond 32 bits cannot be drawn", None))?;
    let title = format!("Grundy values of {}", game.name);
    let plot = Plot { title: &title, first: heaps.first, values: &values };
    if file == "-" {
        let mut out = stdout();
        writeln!(out, "{}", plot.terminal(terminal_width().clamp(20, 200), 20).trim_end())?;
        return Ok(out.flush()?);
    }
    std::fs::write(file, plot.svg())
        .map_err(|error| Failure::input(format!("cannot write `{file}`: {error}"), None))
}
