//! Linear recurrences with constant whole coefficients: a(n) = c1 a(n-1) + ... + cL a(n-L).
//!
//! The algorithm of Berlekamp (1968) and Massey (1969) finds the shortest recurrence of the beginning modulo the prime 2^61 - 1;
//! its coefficients, taken between minus and plus half the prime, are then held against all terms in whole numbers.

use super::{Guess, GuessKind, linear};

const PRIME: i128 = (1 << 61) - 1;
/// Terms that the recurrence is looked for in.
const LOOKED_AT: usize = 400;
/// Longest recurrence that is shown.
const MAX_LENGTH: usize = 24;
/// Largest coefficient.
const MAX_COEFFICIENT: i128 = 1_000_000;

pub(super) fn reduce(number: i128) -> i128 {
    number.rem_euclid(PRIME)
}

pub(super) fn inverse(number: i128) -> i128 {
    let (mut result, mut square, mut exponent) = (1, reduce(number), PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % PRIME;
        }
        square = square * square % PRIME;
        exponent >>= 1;
    }
    result
}

/// The whole number nearest to 0 with this remainder, if it is small.
pub(super) fn small(remainder: i128) -> Option<i128> {
    let number = if remainder > PRIME / 2 { remainder - PRIME } else { remainder };
    (number.abs() <= MAX_COEFFICIENT).then_some(number)
}

/// The shortest recurrence modulo the prime.
fn shortest(terms: &[i128]) -> Vec<i128> {
    let (mut current, mut previous): (Vec<i128>, Vec<i128>) = (Vec::new(), Vec::new());
    let (mut failed_at, mut failed_by) = (0, 0);
    for n in 0..terms.len() {
        let predicted =
            current.iter().enumerate().fold(0, |sum, (k, c)| (sum + c * reduce(terms[n - 1 - k])) % PRIME);
        let error = reduce(terms[n] - predicted);
        if error == 0 {
            continue;
        }
        if current.is_empty() {
            current = vec![0; n + 1];
            (failed_at, failed_by) = (n, error);
            continue;
        }
        let factor = error * inverse(failed_by) % PRIME;
        let mut next = vec![0; n - failed_at - 1];
        next.push(factor);
        next.extend(previous.iter().map(|c| reduce(-c * factor)));
        if next.len() < current.len() {
            next.resize(current.len(), 0);
        }
        next.iter_mut().zip(&current).for_each(|(to, from)| *to = (*to + from) % PRIME);
        if n as i128 - current.len() as i128 > failed_at as i128 - previous.len() as i128 {
            previous = std::mem::take(&mut current);
            (failed_at, failed_by) = (n, error);
        }
        current = next;
    }
    current
}

/// The recurrence of the terms, if it is short and predicts enough.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    let found = shortest(&terms[..terms.len().min(LOOKED_AT)]);
    let length = found.len();
    if length == 0 || length > MAX_LENGTH {
        return None;
    }
    let coefficients: Vec<i128> = found.into_iter().map(small).collect::<Option<_>>()?;
    let predicted = |n: usize| {
        coefficients
            .iter()
            .enumerate()
            .try_fold(0i128, |sum, (k, c)| sum.checked_add(c.checked_mul(terms[n - 1 - k])?))
    };
    if !(length..terms.len()).all(|n| predicted(n) == Some(terms[n])) {
        return None;
    }
    let names = (1..).map(|k| format!("a(n-{k})"));
    let right = linear(&coefficients.iter().copied().zip(names).collect::<Vec<_>>(), 0);
    let formula = format!("a(n) = {right} for n >= {}", first + length as u64);
    Guess::fair(GuessKind::Recurrence, formula, 2 * length, terms.len())
}
