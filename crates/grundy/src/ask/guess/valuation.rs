//! How often a prime divides n: the ruler sequence and its relatives.

use super::scaled::{Function, first_fit};
use super::{Guess, GuessKind};

/// Primes that are tried.
const PRIMES: [u64; 6] = [2, 3, 5, 7, 11, 13];

/// The exponent of a prime in a number, which 0 does not have.
fn valuation(prime: u64, mut n: u64) -> Option<i128> {
    let mut exponent = 0;
    while n > 0 && n.is_multiple_of(prime) {
        n /= prime;
        exponent += 1;
    }
    (n > 0).then_some(exponent)
}

/// The valuation that the terms are, but for a factor and a constant.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    PRIMES.into_iter().find_map(|prime| {
        let text = format!("valuation({prime}, #)");
        let function = Function { text: &text, value: &|n| valuation(prime, n) };
        first_fit(GuessKind::Valuation, terms, first, &[function])
    })
}
