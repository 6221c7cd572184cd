//! Collisions of polynomial hashes with known parameters, by lattices.
//!
//! Two texts of equal length collide exactly when the differences d of their letters satisfy Σ dᵢbⁱ ≡ 0 for every base and modulus:
//! a [lattice](super::lattice) in which any vector with entries inside the alphabet is a collision. Several moduli are several
//! congruences, no harder than one modulus with as many bits.
//!
//! 'Shortest' is proved: lengths are gone through from 1 on, by [enumeration](super::enumerate) or, where the alphabet has wide
//! gaps, half against half. A collision of fewer letters could be lengthened by equal letters, so where a
//! limit ends the proof, the last length without one is a bound for all below.
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
use super::{Alphabet, Collision, Effort, Limit, Method, Outcome, Request, halves};
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
    let proofs = Proofs { family: &family, differences: alphabet.differences(), effort };
    let made = |solution: Solution, proof: Proof| {
        let (first, second) = texts(&solution.x, alphabet, *length);
        let collision = Collision::checked(functions, first, second, Method::Lattice, solution.steps);
        let Proof { shortest, at_least, limit } = proof;
        collision.map_or_else(
            || Outcome::NotFound("rounding led astray".to_owned()),
            |collision| Outcome::Found(Collision { shortest, at_least, limit, ..collision }),
        )
    };
    let most = length.unwrap_or(usize::MAX);
    let known = match family.start() {
        Some(start) if start <= most => family.search(start, most.min(start + 40), effort),
        _ => Known::Unknown(Limit::Nodes),
    };
    match known {
        Known::Found(solution) if *shortest => {
            let (solution, proof) = proofs.shortest(solution);
            made(solution, proof)
        }
        Known::Found(solution) => made(solution, Proof::NONE),
        Known::Stopped => Outcome::Stopped,
        Known::None | Known::Unknown(_) => match length {
            Some(length) if *length <= MOST_PROVED => match proofs.least(*length) {
                (Known::Found(solution), at_least, _) => {
                    made(solution, Proof { shortest: true, at_least, limit: None })
                }
                (Known::None, ..) => Outcome::Impossible(format!(
                    "no two texts of length {length} collide: {}",
                    if proofs.by_halves() {
                        "all were looked at"
                    } else {
                        "all short vectors were enumerated"
                    }
                )),
                (Known::Unknown(_), at_least, _) => Outcome::NotFound(format!(
                    "nothing found of length {length}; texts that collide have at least {at_least} letters"
                )),
                (Known::Stopped, ..) => Outcome::Stopped,
            },
            _ => Outcome::NotFound("lattice reduction does not reach texts over so few letters".to_owned()),
        },
    }
}

/// What is proved about shorter texts.
struct Proof {
    shortest: bool,
    at_least: usize,
    limit: Option<Limit>,
}

impl Proof {
    /// Nothing was asked.
    const NONE: Proof = Proof { shortest: false, at_least: 1, limit: None };
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

/// Goes through the lengths one by one.
struct Proofs<'a> {
    family: &'a Family<'a>,
    differences: Vec<i64>,
    effort: &'a Effort<'a>,
}

impl Proofs<'_> {
    /// Whether sums of halves are expected to be fewer than short vectors, when texts begin to collide: s^(n/2) = 2^(bits/2)
    /// against the volume of the ball around the box, divided by the product of the moduli.
    fn by_halves(&self) -> bool {
        let bits = self.family.bits;
        let length = bits / (self.differences.len() as f64).log2();
        let ball = (2.0 * std::f64::consts::PI * std::f64::consts::E).sqrt() * self.family.width as f64;
        bits / 2.0 < length * ball.log2() - bits
    }

    /// The solution with the fewest unknowns, if it has at most so many, or a proof that there is none, or why that is not
    /// known; how many unknowns a solution has at least, by what was proved; and the steps.
    fn least(&self, most: usize) -> (Known, usize, u64) {
        let by_halves = self.by_halves();
        let mut steps = 0;
        for n in 1..=most {
            let (known, taken) = match by_halves {
                true => halves::look(&(self.family.system)(n), &self.differences, self.effort),
                false => self.family.look(n, self.effort.nodes, self.effort),
            };
            steps += taken;
            match known {
                Known::None => {}
                Known::Found(solution) => return (Known::Found(Solution { steps, ..solution }), n, steps),
                other => return (other, n, steps),
            }
        }
        (Known::None, most + 1, steps)
    }

    /// A shortest solution, or the one that is known and what ended the search for a shorter one.
    fn shortest(&self, known: Solution) -> (Solution, Proof) {
        let (found, at_least, steps) = self.least(known.x.len() - 1);
        let steps = steps + known.steps;
        let known = Solution { steps, ..known };
        let open = |limit| Proof { shortest: false, at_least, limit: Some(limit) };
        let proved = Proof { shortest: true, at_least, limit: None };
        match found {
            Known::Found(solution) => (Solution { steps, ..solution }, proved),
            Known::None => (known, proved),
            Known::Unknown(limit) => (known, open(limit)),
            Known::Stopped => (known, open(Limit::Stopped)),
        }
    }
}
