//! How many divisors or prime factors n has: `tau(n)` divisors, `omega(n)` different primes, `bigomega(n)` with repeats.
//!
//! A sieve of least prime factors (Gries and Misra 1978) serves all terms; beyond `MAX_NUMBER` nothing is tried.

use super::scaled::{Function, first_fit};
use super::{Guess, GuessKind};

/// Largest n that is factored.
const MAX_NUMBER: u64 = 4_000_000;
/// Numbers whose factors are tried before a sieve is made for all: most sequences are none of these functions.
const TRIAL: usize = 64;

/// The function that the terms are, but for a factor and a constant.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    let short = &terms[..terms.len().min(TRIAL)];
    let found = fit(short, first)?;
    if short.len() == terms.len() { Some(found) } else { fit(terms, first) }
}

fn fit(terms: &[i128], first: u64) -> Option<Guess> {
    let last = first.checked_add(terms.len() as u64 + 2).filter(|&last| last <= MAX_NUMBER)?;
    let least = least_factors(last as usize);
    let count = |n: u64, part: fn(i128, i128) -> i128, start: i128| {
        let (mut rest, mut result) = (n as usize, start);
        while rest > 1 {
            let (prime, mut exponent) = (least[rest], 0);
            while rest.is_multiple_of(prime as usize) {
                rest /= prime as usize;
                exponent += 1;
            }
            result = part(result, exponent);
        }
        (n > 0).then_some(result)
    };
    first_fit(
        GuessKind::Divisors,
        terms,
        first,
        &[
            Function {
                text: "tau(#)",
                value: &|n| count(n, |product, exponent| product * (exponent + 1), 1),
            },
            Function { text: "omega(#)", value: &|n| count(n, |sum, _| sum + 1, 0) },
            Function { text: "bigomega(#)", value: &|n| count(n, |sum, exponent| sum + exponent, 0) },
        ],
    )
}

/// The least prime factor of every number up to a last one.
fn least_factors(last: usize) -> Vec<u32> {
    let mut least = vec![0u32; last + 1];
    for number in 2..=last {
        if least[number] != 0 {
            continue;
        }
        for multiple in (number..=last).step_by(number) {
            if least[multiple] == 0 {
                least[multiple] = number as u32;
            }
        }
    }
    least
}
