//! `grundy hash poly`: the hash of a text, of ranges of it, under one function or several.

use super::input::{each, shown};
use crate::args::Common;
use crate::args::hash::Poly;
use crate::failure::Failure;
use crate::output::{Out, json_line};
use polyhash::{Blocks, Modulus, PolyHash, Suffixes, bounds, random};
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;

#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Cow<'a, str>>,
    base: u64,
    modulus: u128,
    hash: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hashes: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    functions: Option<Vec<Function>>,
    /// The most probable that another text of this length has these hashes, over the random bases.
    #[serde(skip_serializing_if = "Option::is_none")]
    collision_bound: Option<f64>,
}

/// One of several functions.
#[derive(Serialize)]
struct Function {
    base: u64,
    modulus: u128,
    hash: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hashes: Option<Vec<u64>>,
}

pub fn run(arguments: &Poly, common: &Common) -> Result<ExitCode, Failure> {
    let functions = functions(arguments)?;
    let letters = arguments.functions.map.into();
    let prepare = |&(base, modulus): &(u64, Modulus)| (base, PolyHash::new(base, modulus, letters).prepare());
    let prepared: Vec<(u64, Blocks)> = functions.iter().map(prepare).collect();
    each(arguments.text.as_deref(), arguments.file.as_deref(), common, |text, out| {
        let one = |(base, blocks): &(u64, Blocks)| function(*base, blocks, text, arguments, common);
        let all: Vec<Function> = prepared.iter().map(one).collect::<Result<_, Failure>>()?;
        match common.json {
            true => json(all, text, arguments, out),
            false => plain(&all, out),
        }
    })
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
) -> Result<Function, Failure> {
    let function = blocks.function();
    let modulus = function.modulus().get();
    let hash = blocks.hash_parallel(text, common.threads());
    if arguments.range.is_empty() {
        return Ok(Function { base, modulus, hash, hashes: None });
    }
    let suffixes = Suffixes::sampled(*function, text);
    let ranges = arguments.range.iter().map(|range| suffixes.hash(range.clone()));
    Ok(Function { base, modulus, hash, hashes: Some(ranges.collect::<Result<_, polyhash::Error>>()?) })
}

fn json(all: Vec<Function>, text: &[u8], arguments: &Poly, out: &mut Out) -> Result<(), Failure> {
    let moduli: Vec<Modulus> =
        all.iter().filter_map(|function| Modulus::new(function.modulus).ok()).collect();
    let primes = moduli.iter().all(|&m| bounds::is_prime(m));
    let first = all.first().expect("there is always a function");
    let answer = Answer {
        schema: 1,
        text: arguments.file.is_none().then(|| shown(text)),
        base: first.base,
        modulus: first.modulus,
        hash: first.hash,
        hashes: first.hashes.clone(),
        collision_bound: (arguments.random_base && primes)
            .then(|| bounds::comparison(text.len() as f64, &moduli)),
        functions: (all.len() > 1).then_some(all),
    };
    json_line(out, &answer)
}

/// The hashes of the ranges, or of the whole text, of all functions in one line.
fn plain(all: &[Function], out: &mut Out) -> Result<(), Failure> {
    let numbers = all.iter().flat_map(|function| match &function.hashes {
        Some(hashes) => hashes.clone(),
        None => vec![function.hash],
    });
    let words: Vec<String> = numbers.map(|number| number.to_string()).collect();
    Ok(writeln!(out, "{}", words.join(" "))?)
}
