//! Collisions of polynomial hashes with known parameters, by lattices.
//!
//! Two texts of equal length collide exactly when the differences d of their letters satisfy Σ dᵢbⁱ ≡ 0 for every base and modulus:
//! a [lattice](super::lattice) in which any vector with entries inside the alphabet is a collision. Several moduli are several
//! congruences, no harder than one modulus with as many bits.
//!
//! 'Shortest' is a theorem about what was gone through: pairs of texts *of equal length*, from 1 letter on, by
//! [enumeration](super::enumerate) or, where the alphabet has wide gaps, half against half. Two texts of equal length that collide could
//! be lengthened by equal letters, so where a limit ends the proof, the last length without a collision is a bound for all below. Texts
//! of different length are [another question](super::any_length), and may collide earlier.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, collide};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let hash = PolyHash::new(131, Modulus::MERSENNE_61, Letters::Bytes);
//! let request = Request { shortest: true, ..Request::new(vec![hash], Alphabet::lowercase()) };
//! let collision = collide::find(&request, &Effort::default()).found().unwrap();
//! assert!(collision.shortest() && collision.first.len() == 11);
//! ```

use super::lattice::Congruences;
use super::search::{Family, Known, Solution};
use super::{
    Collision, Effort, Lengths, Limit, Method, NO_FUNCTION, ONE_LETTER, Outcome, Problem, Proof, Request,
    Values, any_length, halves, low,
};
use crate::hash::function::PolyHash;
use std::collections::HashMap;

/// The longest texts that enumeration is tried on.
const MOST_PROVED: usize = 64;

/// Texts so short are gone through half against half where lattices leave a doubt.
const SHORT: usize = 8;

/// The most letters of texts of one letter, which only differ in length.
const MOST_REPEATED: usize = 1 << 22;

/// Looks for two texts.
pub fn find(request: &Request, effort: &Effort<'_>) -> Outcome {
    request.outcome(solve(&request.problem(), effort))
}

/// The same for sequences of numbers.
pub fn solve(problem: &Problem, effort: &Effort<'_>) -> Outcome<Collision<i64>> {
    let Problem { functions, values, length, .. } = problem;
    if functions.is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    if *length == Some(0) {
        return Outcome::Impossible("there is only one empty text".to_owned());
    }
    if values.width() == 0 {
        return match problem.any_length && length.is_none() {
            true => repeated(problem, effort),
            false => Outcome::Impossible(ONE_LETTER.to_owned()),
        };
    }
    let system = |n: usize| letters(functions, values, n);
    let fits = |x: &[i128]| x.iter().all(|&difference| values.has(difference));
    let family = Family { system: &system, bits: problem.bits(), width: values.width(), fits: &fits };
    let proofs = Proofs { problem, family: &family, differences: values.differences(), effort };
    let most = length.unwrap_or(usize::MAX);
    let known = match family.start() {
        Some(start) if start <= most => family.search(start, most.min(start + 40), effort),
        _ => Known::Unknown(Limit::Nodes),
    };
    let any_length = problem.any_length && length.is_none();
    match known {
        Known::Found(solution) if problem.shortest || any_length => proofs.shortest(solution, any_length),
        Known::Found(solution) => made(problem, Texts::Equal(solution.x), solution.steps, None, None),
        Known::Stopped => Outcome::Stopped,
        Known::None | Known::Unknown(_) => match length {
            Some(length) if *length <= MOST_PROVED => proofs.of_length(*length),
            None if any_length => proofs.any_least(),
            _ => Outcome::NotFound("lattice reduction does not reach texts over so few letters".to_owned()),
        },
    }
}

/// A solution and what it is one of.
enum Texts {
    /// Differences of equally long texts.
    Equal(Vec<i128>),
    /// Differences on the first places, letters on the others.
    Different(Vec<i128>, usize),
}

fn made(
    problem: &Problem,
    texts: Texts,
    steps: u64,
    proof: Option<Proof>,
    limit: Option<Limit>,
) -> Outcome<Collision<i64>> {
    let pair = match &texts {
        Texts::Equal(x) => Some(equal_texts(x, &problem.values, problem.length)),
        Texts::Different(x, n) => any_length::texts(problem, x, *n),
    };
    let checked = pair.and_then(|(first, second)| {
        Collision::checked_values(&problem.functions, first, second, Method::Lattice, steps)
    });
    match checked {
        Some(collision) => Outcome::Found(Collision { proof, limit, ..collision }),
        None => Outcome::NotFound("rounding led astray".to_owned()),
    }
}

/// The congruences for the differences of n letters, in steps of the alphabet.
pub(super) fn letters(functions: &[PolyHash], values: &Values, n: usize) -> Congruences {
    let weights = |function: &PolyHash| {
        let m = function.modulus();
        let next = |weight: &u64| Some(m.multiply(*weight, function.base()));
        let first = m.reduce(u128::from(values.step()));
        std::iter::successors(Some(first), next).take(n).collect()
    };
    let moduli = functions.iter().map(PolyHash::modulus).collect();
    Congruences::new(moduli, functions.iter().map(weights).collect())
}

/// Texts with these differences, with equal letters behind them up to the length.
fn equal_texts(x: &[i128], values: &Values, length: Option<usize>) -> (Vec<i64>, Vec<i64>) {
    let pair = |&difference: &i128| values.pair(difference).expect("differences that fit");
    let (mut first, mut second): (Vec<i64>, Vec<i64>) = x.iter().map(pair).unzip();
    if let Some(length) = length {
        first.resize(length, values.first());
        second.resize(length, values.first());
    }
    (first, second)
}

/// Texts of one letter: only their lengths differ, and hashes of growing lengths repeat sooner or later.
fn repeated(problem: &Problem, effort: &Effort<'_>) -> Outcome<Collision<i64>> {
    let letter = problem.values.first();
    let mut powers: Vec<u64> =
        problem.functions.iter().map(|function| function.modulus().reduce(1)).collect();
    let mut hashes: Vec<u64> = vec![0; powers.len()];
    let mut seen: HashMap<Vec<u64>, usize> = HashMap::new();
    for length in 1..=MOST_REPEATED {
        if length % 4096 == 0 && !(effort.keep_going)(length as u64) {
            return Outcome::Stopped;
        }
        for ((hash, power), function) in hashes.iter_mut().zip(&mut powers).zip(&problem.functions) {
            let m = function.modulus();
            *hash = m.add(*hash, m.multiply(*power, m.reduce_signed(i128::from(letter))));
            *power = m.multiply(*power, function.base());
        }
        if let Some(shorter) = seen.insert(hashes.clone(), length) {
            let texts = (vec![letter; shorter], vec![letter; length]);
            debug_assert!(problem.functions.iter().all(|f| low(f, &texts.0) == low(f, &texts.1)));
            let proof = problem.shortest.then_some(Proof { lengths: Lengths::Any, below: length });
            let found = Collision::checked_values(
                &problem.functions,
                texts.0,
                texts.1,
                Method::Lattice,
                length as u64,
            );
            return found.map_or_else(
                || Outcome::NotFound("rounding led astray".to_owned()),
                |found| Outcome::Found(Collision { proof, ..found }),
            );
        }
    }
    Outcome::NotFound(format!("texts of one letter have different hashes up to {MOST_REPEATED} letters"))
}

/// Goes through the lengths one by one.
struct Proofs<'a> {
    problem: &'a Problem,
    family: &'a Family<'a>,
    /// None if there are too many.
    differences: Option<Vec<i64>>,
    effort: &'a Effort<'a>,
}

/// How far the lengths were gone through.
struct Progress {
    found: Option<Texts>,
    /// No texts below this length collide.
    below: usize,
    steps: u64,
    limit: Option<Limit>,
}

impl Proofs<'_> {
    /// The differences, if sums of halves are expected to be fewer than short vectors when texts begin to collide: s^(n/2) = 2^(bits/2)
    /// against the volume of the ball around the box, divided by the product of the moduli.
    fn by_halves(&self, n: usize) -> Option<&[i64]> {
        let differences = self.differences.as_deref()?;
        // Few texts are gone through at once, whatever the moduli.
        let few = (self.effort.nodes as f64 / 2.0).log2().min(13.0);
        if (differences.len() as f64).log2() * (n / 2 + 1) as f64 <= few {
            return Some(differences);
        }
        let bits = self.family.bits;
        let length = bits / (differences.len() as f64).log2();
        let ball = (2.0 * std::f64::consts::PI * std::f64::consts::E).sqrt() * self.family.width as f64;
        (bits / 2.0 < length * ball.log2() - bits).then_some(differences)
    }

    /// Texts of n letters each.
    fn equal(&self, n: usize) -> (Known, u64) {
        match self.by_halves(n) {
            Some(differences) => halves::look(&(self.family.system)(n), differences, self.effort),
            None => match (self.family.look(n, self.effort.nodes, self.effort), &self.differences) {
                // Where numbers are too large for an exact check of the lattice, few letters have few texts.
                ((Known::Unknown(_), steps), Some(differences)) if n <= SHORT => {
                    let (known, more) = halves::look(&(self.family.system)(n), differences, self.effort);
                    (known, steps + more)
                }
                (known, _) => known,
            },
        }
    }

    /// The first length, up to `most`, at which texts collide, or what ended the search for it.
    fn least(&self, most: usize, any_length: bool) -> Progress {
        let mut steps = 0;
        for longer in 1..=most {
            for shorter in if any_length { 1..=longer } else { longer..=longer } {
                let (known, taken) = match shorter == longer {
                    true => self.equal(longer),
                    false => any_length::look(self.problem, shorter, longer, self.effort),
                };
                steps += taken;
                let (found, limit) = match known {
                    Known::None => continue,
                    Known::Found(Solution { x, .. }) if shorter == longer => (Some(Texts::Equal(x)), None),
                    Known::Found(Solution { x, .. }) => (Some(Texts::Different(x, shorter)), None),
                    Known::Unknown(limit) => (None, Some(limit)),
                    Known::Stopped => (None, Some(Limit::Stopped)),
                };
                return Progress { found, below: longer, steps, limit };
            }
        }
        Progress { found: None, below: most + 1, steps, limit: None }
    }

    /// A shortest solution, or the one that is known and what ended the search for a shorter one.
    fn shortest(&self, known: Solution, any_length: bool) -> Outcome<Collision<i64>> {
        // Texts of different length may be as long as those that are known.
        let most = if any_length { known.x.len() } else { known.x.len() - 1 };
        let progress = self.least(most, any_length);
        let steps = progress.steps + known.steps;
        let texts = progress.found.unwrap_or(Texts::Equal(known.x));
        let lengths = if any_length { Lengths::Any } else { Lengths::Equal };
        let proof = self.problem.shortest.then_some(Proof { lengths, below: progress.below });
        made(self.problem, texts, steps, proof, progress.limit.filter(|_| self.problem.shortest))
    }

    /// Texts of exactly this length: a shorter collision is lengthened.
    fn of_length(&self, length: usize) -> Outcome<Collision<i64>> {
        let Progress { found, below, steps, limit } = self.least(length, false);
        match (found, limit) {
            (Some(texts), _) => {
                let proof = Proof { lengths: Lengths::Equal, below };
                made(self.problem, texts, steps, self.problem.shortest.then_some(proof), None)
            }
            (None, None) => Outcome::Impossible(format!(
                "no two texts of length {length} collide: {}",
                match self.by_halves(length) {
                    Some(_) => "all were looked at",
                    None => "all short vectors were enumerated",
                }
            )),
            (None, Some(Limit::Stopped)) => Outcome::Stopped,
            (None, Some(_)) => Outcome::NotFound(format!(
                "nothing found of length {length}; two texts of equal length that collide have at least {below} letters"
            )),
        }
    }

    /// Texts of any lengths, where lattice reduction finds none of equal length.
    fn any_least(&self) -> Outcome<Collision<i64>> {
        let Progress { found, below, steps, limit } = self.least(MOST_PROVED, true);
        match (found, limit) {
            (Some(texts), _) => {
                let proof = Proof { lengths: Lengths::Any, below };
                made(self.problem, texts, steps, self.problem.shortest.then_some(proof), None)
            }
            (None, Some(Limit::Stopped)) => Outcome::Stopped,
            (None, _) => Outcome::NotFound(format!(
                "nothing found; two texts of any length that collide have at least {below} letters, the longer one"
            )),
        }
    }
}
