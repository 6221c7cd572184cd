//! Are these parameters safe, and against whom?
//!
//! Three people write texts: one who thinks of no hash at all, one who knows the parameters, and one who knows everything but the
//! base. An audit says for each of them what can happen, in words and numbers, and shows the attack where there is one.
//!
//! ```
//! use polyhash::audit::{Question, audit};
//! use polyhash::PolyHash;
//!
//! let report = audit(&Question::new(vec![PolyHash::lecture()]));
//! assert!(!report.insiders.safe && report.collision.is_some());
//! ```

use crate::attack::{Alphabet, Collision, Effort, Request, find, thue_morse};
use crate::hash::bounds;
use crate::hash::function::{Letters, PolyHash};
use crate::modulus::Modulus;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The functions that are used together.
    pub functions: Vec<PolyHash>,
    /// Whether the bases are drawn at random when the program starts, and kept secret; those of the functions are then examples.
    pub random_base: bool,
    /// The letters that texts have.
    pub alphabet: Alphabet,
    /// The longest texts.
    pub length: f64,
    /// How many texts are compared with each other.
    pub count: f64,
}

impl Question {
    /// Fixed bases, lowercase letters, a million texts of a million letters.
    pub fn new(functions: Vec<PolyHash>) -> Question {
        Question { functions, random_base: false, alphabet: Alphabet::lowercase(), length: 1e6, count: 1e6 }
    }
}

/// What one kind of author can do.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Whether collisions need not be feared.
    pub safe: bool,
    /// Why, in a sentence.
    pub words: String,
}

/// The report.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    /// Texts by people who do not think of hashes.
    pub accidents: Verdict,
    /// Texts by someone who knows all parameters.
    pub insiders: Verdict,
    /// Texts by someone who knows all but the base.
    pub outsiders: Verdict,
    /// Weaknesses of the parameters themselves.
    pub weaknesses: Vec<String>,
    /// The most probable a wrong answer is in one comparison, over a random base.
    pub comparison: f64,
    /// The same for all pairs of the set.
    pub set: f64,
    /// Two texts that collide under all functions, if the base is known or does not matter.
    pub collision: Option<Collision>,
    /// What to do.
    pub advice: String,
}

impl Audit {
    /// Whether nobody needs to be feared, given what is secret.
    pub fn safe(&self) -> bool {
        self.accidents.safe && self.insiders.safe && self.outsiders.safe
    }
}

/// A mistake less probable than this is called safe.
const NEGLIGIBLE: f64 = 1e-6;

/// Judges parameters.
pub fn audit(question: &Question) -> Audit {
    let moduli: Vec<Modulus> = question.functions.iter().map(PolyHash::modulus).collect();
    let two = moduli.iter().all(|m| m.get().is_power_of_two());
    // The theorem speaks of primes; other moduli add nothing to it.
    let primes: Vec<Modulus> = moduli.iter().copied().filter(|&m| bounds::is_prime(m)).collect();
    let (comparison, set) = match primes[..] {
        [] => (1.0, 1.0),
        _ => (
            bounds::comparison(question.length, &primes),
            bounds::set(question.count, question.length, &primes),
        ),
    };
    let collision = collision(question, two);
    let mut weaknesses: Vec<String> = Vec::new();
    for words in question.functions.iter().flat_map(|f| self::weaknesses(f, question.random_base)) {
        if !weaknesses.contains(&words) {
            weaknesses.push(words);
        }
    }
    Audit {
        accidents: accidents(question, &moduli),
        insiders: insiders(question, collision.as_ref()),
        outsiders: outsiders(question, two, primes.is_empty(), set),
        weaknesses,
        comparison,
        set,
        collision,
        advice: advice(question, two, set),
    }
}

fn collision(question: &Question, two: bool) -> Option<Collision> {
    let request = Request::new(question.functions.clone(), question.alphabet.clone());
    match (question.random_base, two) {
        (false, _) => find(&request, &Effort::default()).ok()?.found(),
        (true, true) => {
            let (first, second) = thue_morse::any_base(&question.alphabet)?;
            Collision::checked(&question.functions, first, second, crate::attack::Method::ThueMorse, 0)
        }
        (true, false) => None,
    }
}

fn accidents(question: &Question, moduli: &[Modulus]) -> Verdict {
    let bits: f64 = moduli.iter().map(|m| m.bits()).sum();
    // Texts that nobody chose behave like random ones.
    let expected = question.count * (question.count - 1.0).max(0.0) / 2.0 * (-bits).exp2();
    let words = format!(
        "{:.0} bits: among {} texts that nobody chose on purpose, {} pairs with equal hashes are expected",
        bits,
        number(question.count),
        number(expected)
    );
    Verdict { safe: expected < NEGLIGIBLE, words }
}

fn insiders(question: &Question, collision: Option<&Collision>) -> Verdict {
    let verdict = |safe, words: String| Verdict { safe, words };
    match (question.random_base, collision) {
        (true, _) => verdict(
            true,
            "the base is drawn when the program starts, so nobody knows it beforehand".to_owned(),
        ),
        (false, Some(found)) => verdict(
            false,
            format!(
                "whoever knows the parameters has a collision of {} letters at once ({}, {} steps)",
                found.first.len(),
                found.method,
                found.steps
            ),
        ),
        (false, None) => {
            verdict(false, "the parameters are known; no collision was found in the time allowed".to_owned())
        }
    }
}

fn outsiders(question: &Question, two: bool, composite: bool, set: f64) -> Verdict {
    let verdict = |safe, words: String| Verdict { safe, words };
    if two {
        let words = "a power of two: Thue-Morse words of 1088 letters collide for every base, known or not";
        return verdict(false, words.to_owned());
    }
    if !question.random_base {
        return verdict(
            false,
            "a fixed base is no secret: it stands in the source and in the program".to_owned(),
        );
    }
    if composite {
        let words = "no modulus is prime, so a polynomial may have many roots and the bound does not hold";
        return verdict(false, words.to_owned());
    }
    let words = format!(
        "over the random base, two of {} texts of {} letters collide with probability at most {}",
        number(question.count),
        number(question.length),
        number(set)
    );
    verdict(set < NEGLIGIBLE, words)
}

/// What is wrong with one function, whoever attacks it.
fn weaknesses(function: &PolyHash, random_base: bool) -> Vec<String> {
    let m = function.modulus();
    let mut found = Vec::new();
    if !bounds::is_prime(m) {
        found.push(format!("{m} is not prime: a difference may vanish for many bases"));
    }
    if !random_base {
        let base = function.base();
        if gcd(u128::from(base), m.get()) != 1 {
            found.push(format!(
                "base {base} and modulus {m} have a common divisor: late letters lose their influence"
            ));
        }
        if base < 256 && m.get() > 256 {
            found.push(format!("base {base} is smaller than a byte: texts of two bytes collide"));
        }
        let order = (1..=1000).find(|&k| function.power(k) == m.reduce(1));
        if let Some(order) = order.filter(|_| m.get() > 1) {
            found.push(format!("base {base} has order {order}: letters {order} apart can change places"));
        }
    }
    found.push(match function.letters() {
        Letters::Alphabetic => {
            "the byte 96 (`) stands for 0: behind a text it does not change the hash".to_owned()
        }
        Letters::Bytes => "the byte 0 stands for 0: behind a text it does not change the hash".to_owned(),
    });
    found
}

fn advice(question: &Question, two: bool, set: f64) -> String {
    let advice = match (question.random_base, two, set < NEGLIGIBLE) {
        (true, false, true) => "keep it so: the random base is what protects; compare lengths too",
        (true, false, false) => "draw two independent random bases modulo 2^61 - 1: the bound is squared",
        (_, true, _) => "leave powers of two alone: take 2^61 - 1 with a random base",
        (false, false, _) => {
            "draw the base at random when the program starts; a second modulus or a larger one does not help against a known base"
        }
    };
    advice.to_owned()
}

/// A number for people: whole ones as they are, others with two digits.
fn number(value: f64) -> String {
    let whole = value.fract() == 0.0 && value < 1e15;
    if whole { format!("{value:.0}") } else { format!("{value:.1e}") }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(parameters: &[(u64, u128)], random_base: bool) -> Audit {
        let function =
            |&(base, m): &(u64, u128)| PolyHash::new(base, Modulus::new(m).unwrap(), Letters::Bytes);
        audit(&Question { random_base, ..Question::new(parameters.iter().map(function).collect()) })
    }

    #[test]
    fn verdicts() {
        let m61 = (1 << 61) - 1;
        let known = ask(&[(131, m61)], false);
        assert!(!known.safe() && !known.insiders.safe && known.collision.is_some());
        let one = ask(&[(131, m61)], true);
        assert!(!one.outsiders.safe && one.insiders.safe && one.collision.is_none());
        assert!(one.advice.contains("two independent"));
        let two = ask(&[(131_000, m61), (137_000, m61)], true);
        assert!(two.safe(), "{two:?}");
        let wrapping = ask(&[(131, 1 << 64)], true);
        assert!(!wrapping.outsiders.safe && wrapping.collision.is_some());
        let even = ask(&[(2, 1 << 64)], false);
        assert!(even.weaknesses.iter().any(|words| words.contains("common divisor")));
        assert!(ask(&[(1, 97)], false).weaknesses.iter().any(|words| words.contains("order 1")));
    }
}
