//! `grundy hash poly`: the hash of a text, of ranges of it, under one function or several.

use super::input::{each, shown};
use super::report::{PolyAnswer, PolyFunction, PolyText};
use super::setup::Setup;
use crate::args::Common;
use crate::args::hash::Poly;
use crate::failure::Failure;
use crate::output::{Out, json_line};
use polyhash::dialect::{Dialect, LetterMap, Order};
use polyhash::{Blocks, Letters, Modulus, PolyHash, Substrings, bounds, random};
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Poly, common: &Common) -> Result<ExitCode, Failure> {
    let functions = functions(arguments)?;
    let setup = Setup::new(&arguments.functions, &arguments.style, None, None)?;
    let letters = match arguments.functions.map {
        LetterMap::LETTERS => Some(Letters::Alphabetic),
        LetterMap::BYTES => Some(Letters::Bytes),
        _ => None,
    };
    // The lecture's order and its letters have a fast way; everything else goes letter by letter.
    let plain = setup.main_order() == Order::Low
        && !arguments.style.signed_remainder
        && arguments.style.values.is_none();
    let prepared: Option<Vec<(u64, Blocks)>> = letters.filter(|_| plain).map(|letters| {
        let prepare =
            |&(base, modulus): &(u64, Modulus)| (base, PolyHash::new(base, modulus, letters).prepare());
        functions.iter().map(prepare).collect()
    });
    let dialect = Dialect::new(functions.clone())
        .with_order(setup.main_order())
        .with_signed_remainder(arguments.style.signed_remainder);
    each(arguments.text.as_deref(), arguments.file.as_deref(), common, |text, out| {
        let all: Vec<PolyFunction> = match &prepared {
            Some(prepared) => {
                let one = |(base, blocks): &(u64, Blocks)| function(*base, blocks, text, arguments, common);
                prepared.iter().map(one).collect::<Result<_, Failure>>()?
            }
            None => spoken(&dialect, &numbers(text, arguments, &setup)?, arguments)?,
        };
        match common.json {
            true => json(all, text, arguments, &setup, out),
            false => self::plain(&all, out),
        }
    })
}

/// The numbers of a text: of its letters, or of a JSON array.
fn numbers(text: &[u8], arguments: &Poly, setup: &Setup) -> Result<Vec<i64>, Failure> {
    if arguments.style.values.is_none() {
        return Ok(arguments.functions.map.values(text)?);
    }
    let wrong = |error: serde_json::Error| {
        Failure::input(format!("not a JSON array of whole numbers: {error}"), None)
    };
    let numbers: Vec<i64> = serde_json::from_slice(text).map_err(wrong)?;
    match numbers.iter().find(|&&number| !setup.values.contains(number)) {
        Some(number) => Err(Failure::input(format!("{number} is not among the values"), None)),
        None => Ok(numbers),
    }
}

/// The hashes in any dialect, by its loop.
fn spoken(dialect: &Dialect, text: &[i64], arguments: &Poly) -> Result<Vec<PolyFunction>, Failure> {
    let wholes = dialect.hashes(text);
    let mut ranges: Vec<Vec<i128>> = Vec::new();
    for range in &arguments.range {
        let part = text.get(range.clone()).ok_or(polyhash::Error::Range {
            start: range.start,
            end: range.end,
            length: text.len(),
        })?;
        ranges.push(dialect.hashes(part));
    }
    let one = |(place, &(base, modulus)): (usize, &(u64, Modulus))| {
        let hashes = ranges.iter().map(|hashes| hashes[place]).collect::<Vec<i128>>();
        let hashes = (!arguments.range.is_empty()).then_some(hashes);
        PolyFunction { base, modulus: modulus.get(), hash: wholes[place], hashes }
    };
    Ok(dialect.functions().iter().enumerate().map(one).collect())
}

fn functions(arguments: &Poly) -> Result<Vec<(u64, Modulus)>, Failure> {
    if !arguments.random_base {
        return arguments.functions.pairs();
    }
    // Without a modulus two random bases modulo 2^61 - 1, which are safe for sets of texts.
    let given = &arguments.functions.modulus;
    let moduli = if given.is_empty() { vec![Modulus::MERSENNE_61; 2] } else { given.clone() };
    let random = |m: Modulus| Ok((random::base(m)?, m));
    moduli.into_iter().map(random).collect()
}

fn function(
    base: u64,
    blocks: &Blocks,
    text: &[u8],
    arguments: &Poly,
    common: &Common,
) -> Result<PolyFunction, Failure> {
    let function = blocks.function();
    let modulus = function.modulus().get();
    let hash = i128::from(blocks.hash_parallel(text, common.threads()));
    if arguments.range.is_empty() {
        return Ok(PolyFunction { base, modulus, hash, hashes: None });
    }
    let substrings = Substrings::sampled([*function], text);
    let ranges = arguments.range.iter().map(|range| Ok(i128::from(substrings.hash(range.clone())?[0])));
    Ok(PolyFunction { base, modulus, hash, hashes: Some(ranges.collect::<Result<_, polyhash::Error>>()?) })
}

fn json(
    all: Vec<PolyFunction>,
    text: &[u8],
    arguments: &Poly,
    setup: &Setup,
    out: &mut Out,
) -> Result<(), Failure> {
    let moduli: Vec<Modulus> =
        all.iter().filter_map(|function| Modulus::new(function.modulus).ok()).collect();
    let primes = moduli.iter().all(|&m| bounds::is_prime(m));
    let first = all.first().expect("there is always a function");
    let answer = PolyAnswer {
        schema: 1,
        text: match (arguments.file.is_none(), arguments.style.values) {
            (true, None) => Some(PolyText::Letters(shown(text))),
            (true, Some(_)) => Some(PolyText::Numbers(serde_json::from_slice(text).unwrap_or_default())),
            (false, _) => None,
        },
        base: first.base,
        modulus: first.modulus,
        order: setup.main_order().to_string(),
        map: setup.map.as_ref().map(ToString::to_string),
        hash: first.hash,
        hashes: first.hashes.clone(),
        collision_bound: (arguments.random_base && primes)
            .then(|| bounds::comparison(text.len() as f64, &moduli)),
        functions: (all.len() > 1).then_some(all),
    };
    json_line(out, &answer)
}

/// The hashes of the ranges, or of the whole text, of all functions in one line.
fn plain(all: &[PolyFunction], out: &mut Out) -> Result<(), Failure> {
    let numbers = all.iter().flat_map(|function| match &function.hashes {
        Some(hashes) => hashes.clone(),
        None => vec![function.hash],
    });
    let words: Vec<String> = numbers.map(|number: i128| number.to_string()).collect();
    Ok(writeln!(out, "{}", words.join(" "))?)
}
