//! Collisions of polynomial hashes with known parameters, by lattices.
//!
//! Two texts of equal length collide exactly when the differences d of their letters satisfy Σ dᵢbⁱ ≡ 0 for every base and modulus:
//! a [lattice](super::lattice) in which any vector with entries inside the alphabet is a collision. Several moduli are several
//! congruences, no harder than one modulus with as many bits.
//!
//! 'Shortest' is proved: a collision of fewer letters could be lengthened by equal letters, so if
//! [enumeration](super::enumerate) finds none of length n - 1, there is none below n.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, collide};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let hash = PolyHash::new(131, Modulus::MERSENNE_61, Letters::Bytes);
//! let request = Request { shortest: true, ..Request::new(vec![hash], Alphabet::lowercase()) };
//! let collision = collide::find(&request, &Effort::default()).found().unwrap();
//! assert!(collision.shortest && collision.first.len() == 11);
//! ```

use super::lattice::Congruences;
use super::search::{Family, Known, Solution};
use super::{Alphabet, Collision, Effort, Method, Outcome, Request};
use crate::hash::function::PolyHash;

/// The longest texts that enumeration is tried on.
const MOST_PROVED: usize = 64;

/// Looks for two texts.
pub fn find(request: &Request, effort: &Effort<'_>) -> Outcome {
    let Request { functions, alphabet, length, shortest } = request;
    if alphabet.width() == 0 {
        return Outcome::Impossible("texts of one letter and equal length are equal".to_owned());
    }
    if *length == Some(0) {
        return Outcome::Impossible("there is only one empty text".to_owned());
    }
    let system = |n: usize| letters(functions, alphabet, n);
    let fits = |x: &[i128]| x.iter().all(|&difference| alphabet.pair(difference).is_some());
    let bits = functions.iter().map(|function| function.modulus().bits()).sum();
    let family = Family { system: &system, bits, width: alphabet.width(), fits: &fits };
    let made = |solution: Solution, shortest: bool| {
        let (first, second) = texts(&solution.x, alphabet, *length);
        let collision = Collision::checked(functions, first, second, Method::Lattice, solution.steps);
        collision.map_or_else(
            || Outcome::NotFound("rounding led astray".to_owned()),
            |collision| Outcome::Found(Collision { shortest, ..collision }),
        )
    };
    let most = length.unwrap_or(usize::MAX);
    let known = match family.start() {
        Some(start) if start <= most => family.search(start, most.min(start + 40), effort),
        _ => Known::Unknown,
    };
    match known {
        Known::Found(solution) if *shortest => shorten(&family, solution, effort, &made),
        Known::Found(solution) => made(solution, false),
        Known::Stopped => Outcome::Stopped,
        Known::None | Known::Unknown => match length {
            Some(length) if *length <= MOST_PROVED => exactly(&family, *length, effort, &made),
            _ => Outcome::NotFound("lattice reduction does not reach texts over so few letters".to_owned()),
        },
    }
}

/// The congruences for the differences of n letters, in steps of the alphabet.
fn letters(functions: &[PolyHash], alphabet: &Alphabet, n: usize) -> Congruences {
    let weights = |function: &PolyHash| {
        let m = function.modulus();
        let next = |weight: &u64| Some(m.multiply(*weight, function.base()));
        let first = m.reduce(u128::from(alphabet.step()));
        std::iter::successors(Some(first), next).take(n).collect()
    };
    let moduli = functions.iter().map(PolyHash::modulus).collect();
    Congruences::new(moduli, functions.iter().map(weights).collect())
}

/// Texts with these differences, with equal letters behind them up to the length.
fn texts(x: &[i128], alphabet: &Alphabet, length: Option<usize>) -> (Vec<u8>, Vec<u8>) {
    let pair = |&difference: &i128| alphabet.pair(difference).expect("differences that fit");
    let (mut first, mut second): (Vec<u8>, Vec<u8>) = x.iter().map(pair).unzip();
    if let Some(length) = length {
        first.resize(length, alphabet.first());
        second.resize(length, alphabet.first());
    }
    (first, second)
}

/// Shorter texts until there are none.
fn shorten(
    family: &Family<'_>,
    mut best: Solution,
    effort: &Effort<'_>,
    made: &dyn Fn(Solution, bool) -> Outcome,
) -> Outcome {
    loop {
        if best.x.len() == 1 {
            return made(best, true);
        }
        let (known, steps) = family.look(best.x.len() - 1, effort.nodes, effort);
        let steps = best.steps + steps;
        match known {
            Known::Found(solution) => best = Solution { steps, ..solution },
            Known::None => return made(Solution { steps, ..best }, true),
            Known::Unknown => return made(Solution { steps, ..best }, false),
            Known::Stopped => return Outcome::Stopped,
        }
    }
}

/// Texts of exactly this length, or a proof that there are none.
fn exactly(
    family: &Family<'_>,
    length: usize,
    effort: &Effort<'_>,
    made: &dyn Fn(Solution, bool) -> Outcome,
) -> Outcome {
    match family.look(length, effort.nodes, effort).0 {
        Known::Found(solution) => made(solution, false),
        Known::None => Outcome::Impossible(format!(
            "no two texts of length {length} collide: all short vectors were enumerated"
        )),
        Known::Unknown => Outcome::NotFound(format!("nothing found of length {length}")),
        Known::Stopped => Outcome::Stopped,
    }
}
