//! Questions that need no game: certificates, guesses, nimbers, the catalogue, plots.

use crate::failure::{raise, stopped, wrong};
use crate::watch::{Terms, run};
use grundy::InputError;
use grundy::ask::guess::periodic;
use grundy::catalogue::look_alikes::look_alikes;
use grundy::catalogue::search;
use grundy::proof::certificate::quotient::is_quotient;
use grundy::proof::certificate::system::is_system;
use grundy::proof::verify::{self as proof, Refusal};
use grundy::report::plot::Plot;
use grundy::report::{games as games_report, guess as guess_report, verify as verify_report};
use grundy::value::expression;
use pyo3::prelude::*;

/// What is behind a certificate.
#[pyfunction]
#[pyo3(signature = (bytes, terms=None))]
pub fn verify(py: Python<'_>, bytes: &[u8], terms: Option<Terms>) -> PyResult<String> {
    const NAME: &str = "certificate";
    let checked = run(py, terms, |limits| {
        if is_quotient(bytes) {
            proof::verify_quotient(bytes, limits).map(|found| verify_report::quotient(NAME, &found))
        } else if is_system(bytes) {
            proof::verify_system(bytes, limits).map(|found| verify_report::system(NAME, &found))
        } else {
            proof::verify(bytes, limits, limits.threads).map(|found| verify_report::period(NAME, &found))
        }
    })?;
    checked.map(|object| object.to_string()).map_err(|refusal| match refusal {
        Refusal::Stopped(reason) => stopped(py, "the certificate is not checked yet", reason),
        other => wrong(format!("the certificate is {other}")),
    })
}

/// What numbers look like.
#[pyfunction]
pub fn guess(py: Python<'_>, terms: Vec<i128>, first: u64) -> String {
    py.detach(|| {
        let mut found = grundy::ask::guess::guess(&terms, first);
        found.extend(look_alikes(&terms, first));
        guess_report::guesses(terms.len(), &found).to_string()
    })
}

/// The period that numbers show three times at least: its length, the index from which it holds, and what it adds.
#[pyfunction]
pub fn eventual_period(terms: Vec<i128>, first: u64) -> Option<(usize, u64, i128)> {
    let seen = periodic::eventual_period(&terms);
    let seen = seen.filter(|seen| seen.saltus >= 0 && seen.repeats(terms.len()) >= 3)?;
    Some((seen.length, first + seen.preperiod as u64, seen.saltus))
}

/// The games of the catalogue that match all words.
#[pyfunction]
pub fn games(words: Vec<String>) -> String {
    games_report::list(&search(&words)).to_string()
}

/// The least number that is not there.
#[pyfunction]
pub fn mex(numbers: Vec<u64>) -> u64 {
    grundy::value::mex(numbers)
}

/// The value of an expression of nimbers.
#[pyfunction]
pub fn nimber(py: Python<'_>, text: &str) -> PyResult<u64> {
    expression::evaluate(text).map(|value| value.0).map_err(|error| {
        let error = InputError { message: error.message, hint: error.hint, column: error.column };
        raise(py, &error.into(), Some(text))
    })
}

/// The picture of a sequence.
#[pyfunction]
pub fn plot(title: &str, axis: &str, first: u64, values: Vec<u32>) -> String {
    Plot { title, axis, first, values: &values }.svg()
}
