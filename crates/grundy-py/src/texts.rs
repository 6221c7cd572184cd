//! Texts: exact search, counts, polynomial hashes and their collisions.

use crate::failure::{stopped, wrong};
use crate::watch::{Terms, run};
use grundy::StopReason;
use polyhash::attack::{Alphabet, Request};
use polyhash::text::{distinct, manacher::Radii};
use polyhash::{Budget, Finder, Letters, Match, Modulus, Needles, Outcome, PolyHash};
use pyo3::prelude::*;

/// The places of a needle.
#[pyfunction]
pub fn find(py: Python<'_>, needle: &[u8], text: &[u8]) -> Vec<usize> {
    py.detach(|| Finder::new(needle).positions(text).collect())
}

/// The places of many needles, with the number of the needle.
#[pyfunction]
pub fn find_many(py: Python<'_>, needles: Vec<Vec<u8>>, text: &[u8]) -> PyResult<Vec<(usize, usize)>> {
    let pair = |Match { start, needle }| (start, needle);
    py.detach(|| Ok(Needles::new(&needles)?.matches(text).into_iter().map(pair).collect()))
        .map_err(|error: polyhash::Error| wrong(error))
}

/// How many different substrings a text has.
#[pyfunction]
pub fn count_distinct(py: Python<'_>, text: &[u8]) -> PyResult<u64> {
    py.detach(|| distinct::substrings(text)).map_err(wrong)
}

/// How many substrings read the same backwards, and where the longest is.
#[pyfunction]
pub fn palindromes(py: Python<'_>, text: &[u8]) -> PyResult<(u64, usize, usize)> {
    py.detach(|| Radii::new(text).map(|radii| (radii.count(), radii.longest().start, radii.longest().end)))
        .map_err(wrong)
}

/// Functions of bases and moduli in pairs, low power first.
fn functions(pairs: &[(u64, u128)], letters: bool) -> PyResult<Vec<PolyHash>> {
    let letters = if letters { Letters::Alphabetic } else { Letters::Bytes };
    let one = |&(base, modulus): &(u64, u128)| {
        Ok(PolyHash::new(base, Modulus::new(modulus).map_err(wrong)?, letters))
    };
    pairs.iter().map(one).collect()
}

/// The hashes of a text.
#[pyfunction]
pub fn hash_text(py: Python<'_>, text: &[u8], pairs: Vec<(u64, u128)>, letters: bool) -> PyResult<Vec<u64>> {
    let functions = functions(&pairs, letters)?;
    Ok(py.detach(|| functions.iter().map(|function| function.hash(text)).collect()))
}

/// What is found: two texts, their hashes, how, and after how many steps.
type Found = (Vec<u8>, Vec<u8>, Vec<u64>, String, u64);

/// Two texts with one hash.
#[pyfunction]
#[pyo3(signature = (pairs, letters, alphabet=None, length=None, shortest=false, terms=None))]
pub fn collide(
    py: Python<'_>,
    pairs: Vec<(u64, u128)>,
    letters: bool,
    alphabet: Option<Vec<u8>>,
    length: Option<usize>,
    shortest: bool,
    terms: Option<Terms>,
) -> PyResult<Found> {
    let alphabet = alphabet.map_or(Ok(Alphabet::lowercase()), Alphabet::new).map_err(wrong)?;
    let request = Request { length, shortest, ..Request::new(functions(&pairs, letters)?, alphabet) };
    let outcome = run(py, terms, |limits| {
        let keep_going = |work| limits.ask(work).is_none();
        let budget = Budget::new().with_memory(limits.memory).with_keep_going(&keep_going);
        (polyhash::attack::find(&request, &budget), limits.ask(0))
    })?;
    match outcome {
        (Err(error), _) => Err(wrong(error)),
        (Ok(Outcome::Found(found)), _) => {
            Ok((found.first, found.second, found.hashes, found.method.to_string(), found.steps))
        }
        (Ok(Outcome::Stopped), stop) => {
            Err(stopped(py, "no collision so far", stop.unwrap_or(StopReason::PositionLimit)))
        }
        (Ok(other), _) => Err(wrong(other)),
    }
}
