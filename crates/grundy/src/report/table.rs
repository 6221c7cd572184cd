//! Tables and sequences of families of positions: as JSON, CSV and text.
//!
//! Tables may have millions of entries, so they are written straight into bytes, without a tree of values in between.

use crate::ask::NamedGame;
use crate::ask::family::FamilyEntry;
use crate::ask::sequence::FamilySequence;
use crate::ask::table::PositionTable;
use crate::game::Convention;
use crate::rule::template::Template;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Decimal digits without formatting machinery: printing is what long tables spend their time on.
pub fn push_number(buffer: &mut Vec<u8>, mut number: u64) {
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

/// An entry as JSON.
pub fn entry(entry: &FamilyEntry) -> Value {
    match entry {
        FamilyEntry::Grundy(value) => json!(value),
        FamilyEntry::Infinity(value) => json!(value),
        FamilyEntry::Difference(difference) => json!(difference),
        FamilyEntry::Outcome(outcome) => json!(outcome),
        FamilyEntry::Remoteness(moves) => json!(moves),
        FamilyEntry::Unknown | FamilyEntry::Absent => Value::Null,
    }
}

/// An entry as JSON, into bytes.
fn push_json(buffer: &mut Vec<u8>, item: &FamilyEntry) {
    match item.number() {
        Some(number) => push_number(buffer, number),
        None => buffer.extend_from_slice(entry(item).to_string().as_bytes()),
    }
}

/// An entry as CSV: nothing where nothing is known; the value of a position that may go round holds commas.
fn push_csv(buffer: &mut Vec<u8>, item: &FamilyEntry) {
    match item {
        FamilyEntry::Unknown | FamilyEntry::Absent | FamilyEntry::Remoteness(None) => {}
        FamilyEntry::Infinity(value) => buffer.extend_from_slice(format!("\"{value}\"").as_bytes()),
        _ => match item.number() {
            Some(number) => push_number(buffer, number),
            None => buffer.extend_from_slice(item.to_string().as_bytes()),
        },
    }
}

fn quoted(text: &str) -> String {
    json!(text).to_string()
}

/// Writes entries of the same kind separated by commas.
fn push_list(buffer: &mut Vec<u8>, entries: &[FamilyEntry], push: impl Fn(&mut Vec<u8>, &FamilyEntry)) {
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            buffer.push(b',');
        }
        push(buffer, entry);
    }
}

/// The object of a table, with the P-positions if they are wanted.
///
/// # Errors
/// What the writer returns.
pub fn write_json(
    out: &mut dyn Write,
    game: &NamedGame,
    template: &Template,
    found: &PositionTable,
    lost: bool,
) -> io::Result<()> {
    let numbers =
        |range: &std::ops::RangeInclusive<u64>| json!(range.clone().collect::<Vec<u64>>()).to_string();
    let (name, text) = (quoted(&game.name), quoted(template.text()));
    let convention = json!(found.convention);
    write!(out, "{{\"schema\":1,\"game\":{name},\"template\":{text},\"what\":\"{}\"", found.what.name())?;
    write!(out, ",\"convention\":{convention},\"a\":{}", numbers(&found.a))?;
    if let Some(b) = &found.b {
        write!(out, ",\"b\":{}", numbers(b))?;
    }
    out.write_all(b",\"values\":[")?;
    let mut buffer = Vec::new();
    for (index, (_, row)) in found.rows().enumerate() {
        buffer.clear();
        if index > 0 {
            buffer.push(b',');
        }
        let brackets = found.b.is_some();
        buffer.extend(brackets.then_some(b'['));
        push_list(&mut buffer, row, push_json);
        buffer.extend(brackets.then_some(b']'));
        out.write_all(&buffer)?;
    }
    out.write_all(b"]")?;
    if lost {
        write!(out, ",\"lost\":{}", json!(found.lost()))?;
    }
    let (reason, stop) = (quoted(&found.reason), json!(found.stop));
    write!(out, ",\"engine\":\"{}\",\"reason\":{reason},\"proved\":true,\"stop\":{stop}", found.engine)?;
    if let Some(note) = absent_note(found) {
        write!(out, ",\"notes\":{}", json!([note]))?;
    }
    writeln!(out, "}}")
}

/// What is to be said about cells that are no positions.
pub fn absent_note(found: &PositionTable) -> Option<String> {
    let absent = found.absent();
    (absent > 0).then(|| format!("{absent} of {} cells are no positions of the game", found.entries.len()))
}

/// The table with its numbers before each row and above each column.
///
/// # Errors
/// What the writer returns.
pub fn write_csv(out: &mut dyn Write, found: &PositionTable) -> io::Result<()> {
    match &found.b {
        Some(b) => {
            out.write_all(b"a/b")?;
            b.clone().try_for_each(|b| write!(out, ",{b}"))?;
            writeln!(out)?;
        }
        None => writeln!(out, "a,{}", found.what.name())?,
    }
    let mut buffer = Vec::new();
    for (a, row) in found.rows() {
        buffer.clear();
        push_number(&mut buffer, a);
        buffer.push(b',');
        push_list(&mut buffer, row, push_csv);
        buffer.push(b'\n');
        out.write_all(&buffer)?;
    }
    Ok(())
}

/// The table in columns.
///
/// # Errors
/// What the writer returns.
pub fn write_text(out: &mut dyn Write, found: &PositionTable) -> io::Result<()> {
    let long = |entry: &FamilyEntry| match entry.number() {
        Some(number) => number.checked_ilog10().unwrap_or(0) as usize + 1,
        None => entry.to_string().chars().count(),
    };
    let width = found.entries.iter().map(long).max().unwrap_or(1);
    let head = found.a.end().to_string().len().max(3);
    let width = found.b.as_ref().map_or(width, |b| width.max(b.end().to_string().len()));
    if let Some(b) = &found.b {
        write!(out, "{:>head$} |", "a/b")?;
        b.clone().try_for_each(|b| write!(out, " {b:>width$}"))?;
        writeln!(out, "\n{}-+{}", "-".repeat(head), "-".repeat((width + 1) * found.columns()))?;
    }
    for (a, row) in found.rows() {
        write!(out, "{a:>head$} |")?;
        row.iter().try_for_each(|entry| write!(out, " {entry:>width$}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// The object of `seq` on a template.
pub fn sequence(
    game: &NamedGame,
    template: &Template,
    convention: Convention,
    found: &FamilySequence,
) -> Value {
    let FamilySequence { first, answers } = found;
    json!({
        "schema": 1,
        "game": game.name,
        "rule": game.rule(),
        "template": template.text(),
        "convention": convention,
        "first": first,
        "values": answers.entries.iter().map(entry).collect::<Vec<Value>>(),
        "engine": answers.engine.to_string(),
        "reason": answers.reason,
        "proved": true,
        "stop": answers.stop,
    })
}
