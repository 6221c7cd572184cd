//! One pair of texts against a long list of functions: every base of a file, every seed of a time window.
//!
//! A [lattice](super::lattice) takes some twenty functions of 30 bits at once. Where there are more, a part of them is broken so, and the
//! two texts become the two letters of a lattice for the next ones, [words of words](super::compose), each time some forty times
//! longer. Powers of two need no list, [one pair](super::thue_morse) serves all bases. And modulo a small prime p the powers of every
//! base return after p - 1 letters (Fermat), so two letters p - 1 apart can change places. What is not reached is said: the answer
//! is a pair and the functions it holds for, checked one by one.
//!
//! ```
//! use polyhash::attack::{Effort, Outcome, Problem, Values, many_functions};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let list = (2..10).map(|i| PolyHash::new(31 * i, Modulus::MERSENNE_61, Letters::Bytes)).collect();
//! let problem = Problem::new(list, Values::range(1, 26)?);
//! let Outcome::Found(reached) = many_functions::find(&problem, &Effort::default()) else { panic!() };
//! assert_eq!(reached.functions.len(), 8);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::{
    Collision, Effort, Method, NO_FUNCTION, ONE_LETTER, Outcome, Problem, collide, compose, low, thue_morse,
};
use crate::hash::bounds::is_prime;
use crate::hash::function::PolyHash;

/// Bits that one lattice is trusted with, for the width of a to z.
const BITS: f64 = 600.0;
/// The longest texts that are made of words.
const LONGEST: usize = 1 << 19;
/// Lists that are worth the search for more than their first functions.
const FEW: usize = 64;

/// A pair of texts and the functions that it breaks.
#[derive(Debug, Clone)]
pub struct Reached {
    /// The texts.
    pub collision: Collision<i64>,
    /// The places of the functions, in their list, for which the texts collide.
    pub functions: Vec<usize>,
}

/// Looks for a pair that breaks as many functions as possible.
pub fn find(problem: &Problem, effort: &Effort<'_>) -> Outcome<Reached> {
    if problem.functions.is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    if problem.values.width() == 0 {
        return Outcome::Impossible(ONE_LETTER.to_owned());
    }
    let mut different: Vec<PolyHash> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for function in &problem.functions {
        if seen.insert((function.base(), function.modulus())) {
            different.push(*function);
        }
    }
    let ask = |functions: &[PolyHash]| Problem {
        functions: functions.to_vec(),
        shortest: false,
        any_length: false,
        ..problem.clone()
    };
    let pair = match every_base(problem) {
        Some(pair) => Outcome::Found(pair),
        None => grow(&ask, &different, problem, effort),
    };
    pair.map(|collision| reached(problem, collision))
}

/// The functions for which two texts collide.
fn reached(problem: &Problem, collision: Collision<i64>) -> Reached {
    let holds = |function: &PolyHash| low(function, &collision.first) == low(function, &collision.second);
    let functions =
        problem.functions.iter().enumerate().filter(|(_, function)| holds(function)).map(|(place, _)| place);
    Reached { functions: functions.collect(), collision }
}

/// A pair that does not depend on bases: for powers of two, and for small primes.
fn every_base(problem: &Problem) -> Option<Collision<i64>> {
    let Problem { functions, values, length, .. } = problem;
    let (x, y) = (values.nth(0)?, values.nth(1)?);
    let mut texts = if functions.iter().all(|f| f.modulus().get().is_power_of_two()) {
        thue_morse::any_base_values(x, y)
    } else {
        // One modulus for all, and a prime; with more functions than a lattice takes.
        let p = functions[0].modulus();
        let bits = functions.len() as f64 * p.bits();
        let small = functions.iter().all(|f| f.modulus() == p) && p.get() < LONGEST as u128 && is_prime(p);
        if !small || bits < BITS {
            return None;
        }
        // b and b^p are equal for every base, 0 too.
        let word = |first, last| {
            let mut text = vec![x; p.get() as usize + 1];
            (text[1], text[p.get() as usize]) = (first, last);
            text
        };
        (word(x, y), word(y, x))
    };
    if length.is_some_and(|length| length < texts.0.len()) {
        return None;
    }
    let length = length.unwrap_or(texts.0.len());
    texts.0.resize(length, x);
    texts.1.resize(length, x);
    Collision::checked_values(functions, texts.0, texts.1, Method::ThueMorse, 1)
}

/// Breaks as many functions from the front of the list as one lattice takes, then more with words of words.
fn grow(
    ask: &dyn Fn(&[PolyHash]) -> Problem,
    functions: &[PolyHash],
    problem: &Problem,
    effort: &Effort<'_>,
) -> Outcome<Collision<i64>> {
    // A lattice takes bits as the square of the logarithm of its width.
    let share = ((problem.values.width() as f64).ln() + 1.5) / (25f64.ln() + 1.5);
    let most = BITS * (share * share).clamp(0.05, 1.2) + 1.0;
    let mut count = 0;
    let mut bits = 0.0;
    for function in functions {
        bits += function.modulus().bits();
        if count > 0 && bits > most {
            break;
        }
        count += 1;
    }
    let mut words = loop {
        let outcome = match collide::solve(&ask(&functions[..count]), effort) {
            Outcome::NotFound(_) if count == 1 => compose::solve(&ask(&functions[..1]), effort),
            outcome => outcome,
        };
        match outcome {
            Outcome::Found(collision) => break collision,
            Outcome::NotFound(_) | Outcome::Impossible(_) if count > 1 => count -= 1 + count / 8,
            other => return other,
        }
    };
    let longest = problem.length.unwrap_or(LONGEST).min(LONGEST);
    let trimmed = |text: &[i64], last: usize| text[..=last].to_vec();
    while count < functions.len() && functions.len() <= FEW {
        // Equal letters at the end were added to fill a length.
        let Some(last) = (0..words.first.len()).rev().find(|&i| words.first[i] != words.second[i]) else {
            break;
        };
        let short = Collision {
            first: trimmed(&words.first, last),
            second: trimmed(&words.second, last),
            ..words.clone()
        };
        let group = compose::group(&functions[count..]);
        match compose::next(&short, group, effort) {
            Ok((first, second, steps)) if first.len() <= longest => {
                count += group.len();
                let steps = words.steps + steps;
                words = Collision { first, second, steps, method: Method::Compose, ..words };
            }
            _ => break,
        }
    }
    let length = problem.length.unwrap_or(words.first.len()).max(words.first.len());
    words.first.resize(length, problem.values.first());
    words.second.resize(length, problem.values.first());
    Outcome::Found(words)
}
