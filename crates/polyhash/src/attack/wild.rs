//! Attacks on a whole [dialect](crate::dialect): any order, signed remainders, hashes packed into a word.
//!
//! Most of a dialect is bookkeeping. The hash with the high power first is the hash with the low power first of the reversed text, so texts
//! are found for one order and turned round for the other. Hashes that agree one by one agree when they are packed. A remainder
//! with a sign differs from the one without only where a hash is negative: letters are then chosen again, with the same
//! differences, until the signs agree too.
//!
//! What that leaves open is 'shortest': a packed word may forget something, and signs may spoil every pair of a length. There all
//! texts are gone through, as far as they are few.
//!
//! ```
//! use polyhash::Modulus;
//! use polyhash::attack::wild::{Ask, pair};
//! use polyhash::attack::{Effort, Outcome, Values};
//! use polyhash::dialect::{Dialect, Order};
//!
//! let dialect = Dialect::new(vec![(31, Modulus::new(1_000_000_007)?)]).with_order(Order::High);
//! let Outcome::Found(found) = pair(&dialect, &Values::range(0, 25)?, &Ask::default(), &Effort::default())? else { panic!() };
//! assert!(dialect.collide(&found.first, &found.second));
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::{
    Collision, Effort, Lengths, Limit, Method, Outcome, Problem, Proof, Values, dense, multiply, solve,
};
use crate::dialect::{Dialect, Order};
use crate::error::Error;
use crate::hash::function::{Letters, PolyHash};
use crate::random::SplitMix;
use std::collections::HashMap;

/// What is wanted of a pair.
#[derive(Debug, Clone, Default)]
pub struct Ask {
    /// The length that the texts must have.
    pub length: Option<usize>,
    /// Whether the shortest texts are wanted, with a proof.
    pub shortest: bool,
    /// Whether the two texts may differ in length.
    pub any_length: bool,
}

/// Choices of letters that are tried for a sign.
const TRIES: usize = 4000;
/// Texts that are gone through where nothing else proves anything.
const ALL: u64 = 1 << 21;

/// The question for the low order, without signs and packing.
pub fn problem(dialect: &Dialect, values: &Values, ask: &Ask) -> Problem {
    let function = |&(base, modulus): &(u64, _)| PolyHash::new(base, modulus, Letters::Bytes);
    Problem {
        functions: dialect.functions().iter().map(function).collect(),
        values: values.clone(),
        length: ask.length,
        shortest: ask.shortest,
        any_length: ask.any_length,
    }
}

/// A text of the low order in the order of a dialect.
pub fn turned(dialect: &Dialect, mut text: Vec<i64>) -> Vec<i64> {
    if dialect.order() == Order::High {
        text.reverse();
    }
    text
}

/// Two texts that collide.
///
/// # Errors
/// When there is no function.
pub fn pair(
    dialect: &Dialect,
    values: &Values,
    ask: &Ask,
    effort: &Effort<'_>,
) -> Result<Outcome<Collision<i64>>, Error> {
    let problem = problem(dialect, values, ask);
    let outcome = solve(&problem, effort)?;
    let faithful = faithful(dialect, values);
    if faithful {
        return Ok(outcome.map(|found| fitted(dialect, values, ask, found).unwrap_or_else(|found| found)));
    }
    // Collisions of all hashes are not all collisions of the word, and not all that they would be with signs.
    if (ask.shortest || !matches!(outcome, Outcome::Found(_)))
        && let Some(found) = exhaustive(dialect, values, ask, effort)
    {
        return Ok(found);
    }
    Ok(match outcome {
        Outcome::Found(found) => match fitted(dialect, values, ask, found) {
            Ok(found) => Outcome::Found(Collision {
                proof: None,
                limit: ask.shortest.then_some(Limit::Nodes),
                ..found
            }),
            Err(_) => Outcome::NotFound("the remainders of the texts found have different signs".to_owned()),
        },
        Outcome::Impossible(reason) if dialect.pack().is_none() => Outcome::Impossible(reason),
        Outcome::Impossible(_) => {
            Outcome::NotFound("no two texts have equal hashes; packed words may be".to_owned())
        }
        other => other,
    })
}

/// Whether texts collide exactly when all residues are equal.
pub fn faithful(dialect: &Dialect, values: &Values) -> bool {
    let signs = dialect.signed() && values.first() < 0 && values.last() > 0;
    !signs && dialect.pack().is_none_or(|_| injective(dialect))
}

/// Whether packing is known to lose nothing: by trying all hashes of small moduli, or by the shape `a * K + b`.
fn injective(dialect: &Dialect) -> bool {
    let moduli: Vec<u128> = dialect.functions().iter().map(|(_, modulus)| modulus.get()).collect();
    if dialect.signed() {
        return false;
    }
    let all = moduli.iter().try_fold(1u128, |product, m| product.checked_mul(*m)).unwrap_or(u128::MAX);
    if all <= 1 << 20 {
        let mut seen = std::collections::HashSet::new();
        return (0..all).all(|mut number| {
            let digit = |m: &u128| {
                let digit = number % m;
                number /= m;
                digit as i128
            };
            let hashes: Vec<i128> = moduli.iter().map(digit).collect();
            seen.insert(dialect.packed(&hashes))
        });
    }
    // Two hashes: linear in the first with a factor no smaller than the second modulus, without overflow.
    let [first, second] = moduli[..] else { return false };
    let word = |a: u128, b: u128| dialect.packed(&[a as i128, b as i128]).map(u128::from);
    let (Some(zero), Some(factor), Some(last)) = (word(0, 0), word(1, 0), word(first - 1, second - 1)) else {
        return false;
    };
    let samples = [(1, 1), (first - 1, 0), (0, second - 1), (first / 2, second / 2), (first / 3, second - 1)];
    let linear = samples.iter().all(|&(a, b)| word(a, b) == Some(a * factor + b));
    let shape: String = dialect.pack().map(ToString::to_string).unwrap_or_default();
    let plain = !shape.contains(['^', '>', '-', '/', '%', '&', '|']) || factor.is_power_of_two();
    zero == 0 && factor >= second && linear && plain && last == (first - 1) * factor + second - 1
}

/// The texts in the order of the dialect, with letters for which everything agrees; as they were if none were found.
fn fitted(
    dialect: &Dialect,
    values: &Values,
    ask: &Ask,
    found: Collision<i64>,
) -> Result<Collision<i64>, Collision<i64>> {
    let texts = |one: &[i64], other: &[i64]| (turned(dialect, one.to_vec()), turned(dialect, other.to_vec()));
    let (first, second) = texts(&found.first, &found.second);
    if dialect.collide(&first, &second) {
        return Ok(Collision { first, second, ..found });
    }
    let mut random = SplitMix(1);
    let common = found.first.len().min(found.second.len());
    let step = values.step() as i64;
    let choices: Vec<Vec<(i64, i64)>> = (0..common)
        .map(|i| values.pairs(i128::from((found.first[i] - found.second[i]) / step), 1 << 10))
        .collect();
    for round in 0..TRIES {
        let (mut one, mut other) = (found.first.clone(), found.second.clone());
        for (place, pairs) in choices.iter().enumerate() {
            if let Some(&(a, b)) = pairs.get(random.below(pairs.len().max(1) as u64) as usize) {
                (one[place], other[place]) = (a, b);
            }
        }
        // A common letter at the end of the powers decides the sign of both.
        if ask.length.is_none() && one.len() == other.len() && round % 2 == 1 {
            let letter = values.nth(random.below(values.count())).unwrap_or(values.last());
            one.push(letter);
            other.push(letter);
        }
        let (first, second) = texts(&one, &other);
        if dialect.collide(&first, &second) {
            return Ok(Collision { first, second, ..found });
        }
    }
    Err(Collision { first, second, ..found })
}

/// Goes through all texts, shortest first, as long as they are few; none if that is too early to say anything.
fn exhaustive(
    dialect: &Dialect,
    values: &Values,
    ask: &Ask,
    effort: &Effort<'_>,
) -> Option<Outcome<Collision<i64>>> {
    let sigma = values.count();
    let mut seen: HashMap<Vec<i128>, Vec<i64>> = HashMap::new();
    let mut steps = 0;
    let lengths = ask.length.map_or(1..=usize::MAX, |length| length..=length);
    let lengths_kind = if ask.any_length { Lengths::Any } else { Lengths::Equal };
    for length in lengths {
        let all = u32::try_from(length).ok().and_then(|length| sigma.checked_pow(length));
        let all = all.filter(|&all| all + steps <= ALL)?;
        if !ask.any_length {
            seen.clear();
        }
        for number in 0..all {
            steps += 1;
            if steps % 4096 == 0 && !(effort.keep_going)(steps) {
                return Some(Outcome::Stopped);
            }
            let mut rest = number;
            let letter = |_| {
                let place = rest % sigma;
                rest /= sigma;
                values.nth(place)
            };
            let text: Vec<i64> = (0..length).map(letter).collect::<Option<_>>()?;
            if let Some(other) = seen.insert(dialect.key(&text), text.clone()) {
                let hashes = dialect.hashes(&other).iter().map(|&hash| hash as u64).collect();
                let proof = ask.shortest.then_some(Proof { lengths: lengths_kind, below: length });
                let (method, limit) = (Method::Birthday, None);
                return Some(Outcome::Found(Collision {
                    first: other,
                    second: text,
                    hashes,
                    method,
                    steps,
                    proof,
                    limit,
                }));
            }
        }
        if ask.length.is_some() {
            return Some(Outcome::Impossible(format!(
                "no two texts of length {length} collide: all were looked at"
            )));
        }
    }
    None
}

/// Many different texts with one hash.
///
/// # Errors
/// When there is no function.
pub fn many(
    dialect: &Dialect,
    values: &Values,
    count: u64,
    length: Option<usize>,
    effort: &Effort<'_>,
) -> Result<Outcome<Vec<Vec<i64>>>, Error> {
    let ask = Ask::default();
    let problem = problem(dialect, values, &ask);
    if problem.functions.is_empty() {
        return Err(Error::NoFunction);
    }
    let sigma = (values.count() as f64).log2();
    let natural = ((problem.bits() + (count as f64).log2() + 3.0) / sigma.max(0.01)).ceil() as usize;
    // Signs and words may tell some of them apart: ask for more, and keep the largest part that agrees.
    let factor = if dialect.signed() && values.first() < 0 && values.last() > 0 { 4 } else { 1 };
    let outcome = match length {
        Some(length) => dense::find(&problem, count * factor, length, effort),
        None => dense::find(&problem, count * factor, natural.max(1), effort),
    };
    let outcome = match outcome {
        Outcome::NotFound(reason) => match blocks(&problem, count, length, effort)? {
            Some(texts) => Outcome::Found(texts),
            None => Outcome::NotFound(reason),
        },
        Outcome::Impossible(reason) if factor > 1 => Outcome::NotFound(reason),
        other => other,
    };
    Ok(match outcome {
        Outcome::Found(texts) => {
            let texts: Vec<Vec<i64>> = texts.into_iter().map(|text| turned(dialect, text)).collect();
            agreeing(dialect, texts, count)
        }
        other => other,
    })
}

/// The largest part of the texts that has one key.
fn agreeing(dialect: &Dialect, texts: Vec<Vec<i64>>, count: u64) -> Outcome<Vec<Vec<i64>>> {
    let mut groups: HashMap<Vec<i128>, Vec<Vec<i64>>> = HashMap::new();
    for text in texts {
        groups.entry(dialect.key(&text)).or_default().push(text);
    }
    let largest =
        groups.into_iter().max_by(|one, other| (one.1.len(), &other.0).cmp(&(other.1.len(), &one.0)));
    match largest {
        Some((_, mut texts)) if texts.len() as u64 >= count => {
            texts.truncate(count as usize);
            Outcome::Found(texts)
        }
        _ => Outcome::NotFound("the remainders of the texts found have different signs".to_owned()),
    }
}

/// Texts made of two blocks, where texts are too long to go through.
fn blocks(
    problem: &Problem,
    count: u64,
    length: Option<usize>,
    effort: &Effort<'_>,
) -> Result<Option<Vec<Vec<i64>>>, Error> {
    let Outcome::Found(pair) = solve(&Problem { length: None, ..problem.clone() }, effort)? else {
        return Ok(None);
    };
    let total = multiply::blocks(count) as usize * pair.first.len();
    if length.is_some_and(|length| length < total) {
        return Ok(None);
    }
    let texts = multiply::texts(&pair.first, &pair.second, count);
    let padded = texts.map(|mut text: Vec<i64>| {
        text.resize(length.unwrap_or(total), problem.values.first());
        text
    });
    Ok(Some(padded.collect()))
}
