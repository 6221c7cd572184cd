//! `grundy seq GAME [-n COUNT]`

use super::read_game;
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
    match &arguments.plot {
        Some(file) => {
            draw(&game, &found, heaps, file)?;
            if let Some(format) = format {
                print(&game, &found, heaps, format)?;
            }
        }
        None => print(&game, &found, heaps, format.unwrap_or(Format::Plain))?,
    }
    if found.stop != StopReason::Done {
        let reached = found.len().unwrap_or(last);
        eprintln!("stopped: {}; values of heaps below {reached} are shown", found.stop);
    }
    Ok(ExitCode::from(match found.stop {
        StopReason::Done => 0,
        StopReason::Interrupted => 130,
        _ => 3,
    }))
}

fn print(game: &NamedGame, found: &Sequence, heaps: Heaps, format: Format) -> Result<(), Failure> {
    let mut out = stdout();
    match format {
        Format::Plain if heaps.count == 0 => {}
        Format::Plain => {
            separated(&mut out, found, heaps, b' ')?;
            out.write_all(b"\n")?;
        }
        Format::Values => lines(&mut out, found, heaps, None)?,
        Format::Bfile => lines(&mut out, found, heaps, Some(b' '))?,
        Format::Csv => {
            if heaps.count > 0 {
                out.write_all(b"n,grundy\n")?;
            }
            lines(&mut out, found, heaps, Some(b','))?;
        }
        Format::Json => json(&mut out, game, found, heaps)?,
        Format::Npy => npy(&mut out, found, heaps)?,
    }
    Ok(out.flush()?)
}

/// Values that are formatted before they are written: enough to be quick, few enough to notice that the reader has gone.
const BLOCK: u64 = 1 << 13;

/// Formats the values block by block with `format`, which appends to a buffer.
fn blocks(
    out: &mut Out,
    found: &Sequence,
    heaps: Heaps,
    mut format: impl FnMut(&mut Vec<u8>, u64, u64),
) -> io::Result<()> {
    let mut buffer = Vec::new();
    let mut done = 0;
    while done < heaps.count {
        let count = BLOCK.min(heaps.count - done);
        buffer.clear();
        let mut heap = heaps.first + done;
        found.iter(heap, count).for_all(|value| {
            format(&mut buffer, heap, value);
            heap = heap.wrapping_add(1);
        });
        out.write_all(&buffer)?;
        done += count;
    }
    Ok(())
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

fn separated(out: &mut Out, found: &Sequence, heaps: Heaps, separator: u8) -> io::Result<()> {
    blocks(out, found, heaps, |buffer, heap, value| {
        if heap > heaps.first {
            buffer.push(separator);
        }
        push_number(buffer, value);
    })
}

fn lines(out: &mut Out, found: &Sequence, heaps: Heaps, index: Option<u8>) -> io::Result<()> {
    blocks(out, found, heaps, |buffer, heap, value| {
        if let Some(separator) = index {
            push_number(buffer, heap);
            buffer.push(separator);
        }
        push_number(buffer, value);
        buffer.push(b'\n');
    })
}

fn json(out: &mut Out, game: &NamedGame, found: &Sequence, heaps: Heaps) -> Result<(), Failure> {
    let text = |value: &str| serde_json::to_string(value).unwrap_or_default();
    let (name, rule) = (text(&game.name), text(game.rules.text()));
    write!(out, "{{\"schema\":1,\"game\":{name},\"rule\":{rule},\"first\":{},\"values\":[", heaps.first)?;
    separated(out, found, heaps, b',')?;
    let stop = serde_json::to_string(&found.stop).unwrap_or_default();
    let (engine, reason) = (found.engine, text(&found.reason));
    writeln!(out, "],\"engine\":\"{engine}\",\"reason\":{reason},\"proved\":true,\"stop\":{stop}}}")?;
    Ok(())
}

/// The NumPy format, version 1.0: a header padded to 64 bytes, then little-endian numbers.
fn npy(out: &mut Out, found: &Sequence, heaps: Heaps) -> io::Result<()> {
    let wide = found.iter(heaps.first, heaps.count).any(|value| value > u64::from(u32::MAX));
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
    blocks(out, found, heaps, |buffer, _, value| buffer.extend_from_slice(&value.to_le_bytes()[..bytes]))
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
