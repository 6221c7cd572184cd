//! Collisions over very small alphabets: words of words.
//!
//! With two letters the differences are -1, 0 and 1, and lattice reduction is too weak for much more than 64 bits at once. But two
//! words with equal hashes under one function can be the two letters of the next: exchanging them anywhere changes nothing under the
//! first, and under the second they differ by D·bˡⁱ at place i, l being their length, which is again a congruence for -1, 0
//! and 1. Lengths multiply: 47 letters and 45 words break 122 bits.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, compose};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let functions = [131, 137].map(|base| PolyHash::new(base, Modulus::MERSENNE_61, Letters::Bytes));
//! let request = Request::new(functions.to_vec(), Alphabet::parse("01")?);
//! let collision = compose::find(&request, &Effort::default()).found().unwrap();
//! assert!(collision.first.len() < 4000);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::lattice::Congruences;
use super::search::{Family, Known};
use super::{Collision, Effort, Method, Outcome, Problem, Request, collide, low};
use crate::hash::function::PolyHash;

/// The longest texts that are made.
const LONGEST: usize = 1 << 26;

/// Looks for two texts, breaking one group of functions after the other.
pub fn find(request: &Request, effort: &Effort<'_>) -> Outcome {
    request.outcome(solve(&request.problem(), effort))
}

/// The same for sequences of numbers.
pub fn solve(request: &Problem, effort: &Effort<'_>) -> Outcome<Collision<i64>> {
    let Some((first, rest)) = request.functions.split_first() else {
        return Outcome::Impossible("there is no hash function to break".to_owned());
    };
    let letters = Problem::new(vec![*first], request.values.clone());
    let mut words = match collide::solve(&letters, effort) {
        Outcome::Found(collision) => collision,
        other => return other,
    };
    let mut rest = rest;
    while !rest.is_empty() {
        let group = group(rest);
        match next(&words, group, effort) {
            Ok((first, second, steps)) => {
                (words.first, words.second, words.steps) = (first, second, words.steps + steps);
            }
            Err(outcome) => return outcome,
        }
        rest = &rest[group.len()..];
    }
    if let Some(length) = request.length {
        if words.first.len() > length {
            return Outcome::NotFound(format!("composed texts have {} letters", words.first.len()));
        }
        words.first.resize(length, request.values.first());
        words.second.resize(length, request.values.first());
    }
    let Collision { first, second, steps, .. } = words;
    let collision = Collision::checked_values(&request.functions, first, second, Method::Compose, steps);
    collision.map_or_else(|| Outcome::NotFound("rounding led astray".to_owned()), Outcome::Found)
}

/// As many functions as reduction can take at once.
pub(super) fn group(functions: &[PolyHash]) -> &[PolyHash] {
    let mut bits = 0.0;
    let fits = |function: &&PolyHash| {
        bits += function.modulus().bits();
        bits <= 64.0
    };
    let count = functions.iter().take_while(fits).count().max(1);
    &functions[..count]
}

/// Two words and the steps that were taken to find them.
pub(super) type NextWords = (Vec<i64>, Vec<i64>, u64);

/// Words of words that collide under a further group of functions.
pub(super) fn next(
    words: &Collision<i64>,
    group: &[PolyHash],
    effort: &Effort<'_>,
) -> Result<NextWords, Outcome<Collision<i64>>> {
    let (one, other) = (&words.first, &words.second);
    let length = one.len() as u64;
    let weights = |function: &PolyHash, n: usize| -> Vec<u64> {
        let m = function.modulus();
        let (difference, shift) =
            (m.subtract(low(function, one), low(function, other)), function.power(length));
        std::iter::successors(Some(difference), |w| Some(m.multiply(*w, shift))).take(n).collect()
    };
    let moduli: Vec<_> = group.iter().map(PolyHash::modulus).collect();
    let system = |n| Congruences::new(moduli.clone(), group.iter().map(|f| weights(f, n)).collect());
    let fits = |x: &[i128]| x.iter().all(|entry| entry.abs() <= 1);
    let bits = moduli.iter().map(|m| m.bits()).sum();
    let family = Family { system: &system, bits, width: 1, fits: &fits };
    let start = family.start().unwrap_or_else(|| family.expected());
    let solution = match family.search(start, start + 40, effort) {
        Known::Found(solution) => solution,
        Known::Stopped => return Err(Outcome::Stopped),
        _ => return Err(Outcome::NotFound("lattice reduction found no words of words".to_owned())),
    };
    if solution.x.len().saturating_mul(one.len()) > LONGEST {
        return Err(Outcome::NotFound(format!("the texts would have more than {LONGEST} letters")));
    }
    let joined = |sign: i128| -> Vec<i64> {
        let word = |&entry: &i128| if entry * sign < 0 { other.as_slice() } else { one.as_slice() };
        solution.x.iter().flat_map(word).copied().collect()
    };
    Ok((joined(1), joined(-1), solution.steps))
}
