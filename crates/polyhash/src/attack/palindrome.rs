//! Texts that a hash takes for palindromes.
//!
//! Programs find palindromes by comparing the hash of a text with that of its reversal. For a text t of length n both are equal when
//! Σ δᵢ(bⁱ - bⁿ⁻¹⁻ⁱ) ≡ 0 over the first half, δᵢ being the difference of tᵢ and its mirror image: half as many unknowns as letters,
//! and any solution but 0 is no palindrome.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, palindrome};
//! use polyhash::PolyHash;
//!
//! let request = Request::new(vec![PolyHash::lecture()], Alphabet::lowercase());
//! let fake = palindrome::find(&request, &Effort::default()).found().unwrap();
//! assert!(fake.second.iter().eq(fake.first.iter().rev()) && fake.first != fake.second);
//! ```

use super::lattice::Congruences;
use super::search::{Family, Known};
use super::{Collision, Effort, Lengths, Method, NO_FUNCTION, Outcome, Problem, Proof, Request};
use crate::hash::function::PolyHash;

/// Looks for a text with the hash of its reversal that is no palindrome.
pub fn find(request: &Request, effort: &Effort<'_>) -> Outcome {
    request.outcome(solve(&request.problem(), effort))
}

/// The same for sequences of numbers. A reversed text has its powers reversed too, so the order of powers does not matter.
pub fn solve(problem: &Problem, effort: &Effort<'_>) -> Outcome<Collision<i64>> {
    let Problem { functions, values, length, .. } = problem;
    if functions.is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    if values.width() == 0 {
        return Outcome::Impossible("texts of one letter are palindromes".to_owned());
    }
    if length.is_some_and(|length| length < 2) {
        return Outcome::Impossible("texts of fewer than two letters are palindromes".to_owned());
    }
    let bits = problem.bits();
    let fits = |x: &[i128]| x.iter().all(|&difference| values.has(difference));
    let probe =
        Family { system: &|_| unreachable!("only measured"), bits, width: values.width(), fits: &fits };
    let Some(start) = probe.start() else {
        return Outcome::NotFound("lattice reduction does not reach texts over so few letters".to_owned());
    };
    let mut steps = 0;
    // Odd lengths with a half cost a letter more than even ones, and may work where those do not.
    let lengths = match length {
        Some(length) => *length..=*length,
        None if problem.shortest => 2..=2 * start + 80,
        None => 2 * start..=2 * start + 80,
    };
    let exact = length.is_some() || problem.shortest;
    // Below this length there are none; a limit ends what can be said.
    let (mut below, mut limit) = (2, None);
    for n in lengths {
        let system = |half: usize| mirrored(functions, values.step(), n, half);
        let family = Family { system: &system, ..probe };
        let (known, taken) = family.look(n / 2, if exact { effort.nodes } else { 20_000 }, effort);
        steps += taken;
        match known {
            Known::Found(solution) => {
                let proof = problem.shortest.then_some(Proof { lengths: Lengths::Equal, below });
                return made(problem, n, &solution.x, steps).map(|fake| Collision { proof, limit, ..fake });
            }
            Known::Stopped => return Outcome::Stopped,
            Known::None if length.is_some() => {
                return Outcome::Impossible(format!(
                    "no text of length {n} has the hash of its reversal but palindromes"
                ));
            }
            Known::None if limit.is_none() => below = n + 1,
            Known::Unknown(reached) => limit = limit.or(Some(reached)),
            Known::None => {}
        }
    }
    Outcome::NotFound("lattice reduction found no solution that fits the alphabet".to_owned())
}

fn mirrored(functions: &[PolyHash], step: u64, length: usize, half: usize) -> Congruences {
    let weights = |function: &PolyHash| {
        let m = function.modulus();
        let step = m.reduce(u128::from(step));
        let weight = |i: usize| m.subtract(function.power(i as u64), function.power((length - 1 - i) as u64));
        (0..half).map(|i| m.multiply(step, weight(i))).collect()
    };
    Congruences::new(
        functions.iter().map(PolyHash::modulus).collect(),
        functions.iter().map(weights).collect(),
    )
}

fn made(problem: &Problem, length: usize, x: &[i128], steps: u64) -> Outcome<Collision<i64>> {
    let mut text = vec![problem.values.first(); length];
    for (place, &difference) in x.iter().enumerate() {
        (text[place], text[length - 1 - place]) =
            problem.values.pair(difference).expect("differences that fit");
    }
    let reversed = text.iter().rev().copied().collect();
    let collision = Collision::checked_values(&problem.functions, text, reversed, Method::Lattice, steps);
    collision.map_or_else(|| Outcome::NotFound("rounding led astray".to_owned()), Outcome::Found)
}
