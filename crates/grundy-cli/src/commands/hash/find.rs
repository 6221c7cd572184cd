//! `grundy hash find`: all matches of a needle, or of many.

use super::input::{bytes, each, plain, shown};
use super::report;
use crate::args::Common;
use crate::args::hash::Find;
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{Out, json_line};
use polyhash::{Finder, Match, Needles};
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

pub fn run(arguments: &Find, common: &Common) -> Result<ExitCode, Failure> {
    let wanted = 2 - usize::from(arguments.file.is_some()) - usize::from(arguments.needles.is_some());
    if arguments.words.len() != wanted {
        return Err(Failure::input(
            format!("{wanted} words are needed here, not {}", arguments.words.len()),
            Some("`grundy hash find NEEDLE TEXT`, `find NEEDLE --file FILE` or `find --needles FILE TEXT`"),
        ));
    }
    let text =
        arguments.file.is_none().then(|| arguments.words.last()).flatten().map(|word| word.as_os_str());
    match &arguments.needles {
        Some(needles) => many(arguments, needles, text, common),
        None => one(arguments, text, common),
    }
}

/// Whether answers must stand in one line each.
fn streams(text: Option<&OsStr>) -> bool {
    text.is_some_and(|text| text == "-")
}

fn one(arguments: &Find, text: Option<&OsStr>, common: &Common) -> Result<ExitCode, Failure> {
    let needle = bytes(&arguments.words[0]);
    let finder = Finder::new(needle);
    let separator = if streams(text) { ' ' } else { '\n' };
    each(text, arguments.file.as_deref(), common, |text, out| {
        if common.json {
            let positions = (!arguments.count).then(|| finder.positions(text).collect());
            return json_line(out, &report::find(&shown(needle), finder.count(text), positions));
        }
        if arguments.count {
            return Ok(writeln!(out, "{}", finder.count(text))?);
        }
        if arguments.brackets {
            return brackets(&finder, text, out);
        }
        list(finder.positions(text).map(|position| position.to_string()), separator, out)
    })
}

/// `prefix[needle]suffix` for each match, then their number.
fn brackets(finder: &Finder<'_>, text: &[u8], out: &mut Out) -> Result<(), Failure> {
    let length = finder.needle().len();
    let mut count = 0u64;
    for start in finder.positions(text) {
        let parts =
            [&text[..start], b"[", &text[start..start + length], b"]", &text[start + length..], b"\n"];
        parts.iter().try_for_each(|part| out.write_all(part))?;
        count += 1;
    }
    Ok(writeln!(out, "{count}")?)
}

/// One a line, or all in one line.
fn list(mut words: impl Iterator<Item = String>, separator: char, out: &mut Out) -> Result<(), Failure> {
    let Some(first) = words.next() else {
        // In a stream no matches are an empty line.
        return if separator == ' ' { Ok(writeln!(out)?) } else { Ok(()) };
    };
    write!(out, "{first}")?;
    words.try_for_each(|word| write!(out, "{separator}{word}"))?;
    Ok(writeln!(out)?)
}

fn many(arguments: &Find, path: &Path, text: Option<&OsStr>, common: &Common) -> Result<ExitCode, Failure> {
    // Needles are copied into a table, so nothing is gained by mapping them.
    let content = plain(path, common)?;
    let body = content.strip_suffix(b"\n").unwrap_or(&content);
    let lines = if content.is_empty() { Vec::new() } else { body.split(|&byte| byte == b'\n').collect() };
    let lines: Vec<&[u8]> = lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    let watch = Budget::new(common, None).watch();
    let needles = Needles::new(&lines)?;
    drop(watch);
    let separator = if streams(text) { ' ' } else { '\n' };
    each(text, arguments.file.as_deref(), common, |text, out| {
        if arguments.count && !common.json {
            return Ok(writeln!(out, "{}", needles.count(text))?);
        }
        let matches = if arguments.count { Vec::new() } else { needles.matches(text) };
        if common.json {
            let count = if arguments.count { needles.count(text) } else { matches.len() as u64 };
            let listed = (!arguments.count).then_some(&matches[..]);
            return json_line(out, &report::find_many(lines.len(), needles.method(), count, listed));
        }
        if arguments.brackets {
            for Match { start, needle } in matches {
                let end = start + lines[needle].len();
                let parts = [&text[..start], b"[", &text[start..end], b"]", &text[end..], b"\n"];
                parts.iter().try_for_each(|part| out.write_all(part))?;
            }
            return Ok(());
        }
        // The place and the line of the needle, from 1.
        list(matches.iter().map(|one| format!("{}:{}", one.start, one.needle + 1)), separator, out)
    })
}
