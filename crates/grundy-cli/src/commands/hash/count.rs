//! `grundy hash distinct` and `grundy hash palindromes`.

use super::input::{each, shown};
use crate::args::Common;
use crate::args::hash::Count;
use crate::failure::Failure;
use crate::output::{Out, json_line};
use polyhash::count::distinct::Probably;
use polyhash::count::{distinct, eertree, manacher};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

pub fn distinct(arguments: &Count, common: &Common) -> Result<ExitCode, Failure> {
    each(arguments.text.as_deref(), arguments.file.as_deref(), common, |text, out| {
        if arguments.by_hashes {
            return probably(distinct::by_hashes(text)?, common, out);
        }
        let count = distinct::substrings(text)?;
        match common.json {
            true => json_line(out, &json!({ "schema": 1, "length": text.len(), "count": count })),
            false => Ok(writeln!(out, "{count}")?),
        }
    })
}

pub fn palindromes(arguments: &Count, common: &Common) -> Result<ExitCode, Failure> {
    each(arguments.text.as_deref(), arguments.file.as_deref(), common, |text, out| {
        if arguments.by_hashes {
            return probably(manacher::by_hashes(text)?, common, out);
        }
        let found = manacher::palindromes(text);
        let distinct = eertree::palindromes(text)?.distinct;
        let longest = shown(&text[found.start..found.start + found.longest]);
        if common.json {
            let answer = json!({
                "schema": 1,
                "count": found.count,
                "distinct": distinct,
                "longest": found.longest,
                "longest_start": found.start,
                "longest_text": longest,
            });
            return json_line(out, &answer);
        }
        let (count, length) = (found.count, found.longest);
        Ok(writeln!(out, "count {count}, distinct {distinct}, longest {length} `{longest}`")?)
    })
}

fn probably(found: Probably, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let Probably { count, error } = found;
    match common.json {
        true => json_line(out, &json!({ "schema": 1, "count": count, "error_probability": error })),
        false => Ok(writeln!(out, "{count} (wrong with probability at most {error:.1e})")?),
    }
}
