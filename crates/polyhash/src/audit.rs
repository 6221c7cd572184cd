//! Are these parameters safe, and against whom?
//!
//! Three people write texts: one who thinks of no hash at all, one who knows the parameters, and one who knows everything but the
//! base. An audit says for each of them what can happen, in words and numbers, and shows the attack where there is one.
//!
//! The only theorem that makes a polynomial hash safe has hypotheses, and the report states the ones it used: two different texts of
//! length n collide for at most n - 1 bases modulo a prime p, if p is larger than any difference of letters. So a base drawn
//! uniformly from LO..p makes a mistake with probability at most (n - 1)/(p - LO). Bases that are drawn independently multiply; one base
//! that serves several moduli does not. Powers of two and other composite moduli have no such bound. What is neither broken nor
//! covered by the theorem is called 'not proved safe'.
//!
//! ```
//! use polyhash::PolyHash;
//! use polyhash::attack::Effort;
//! use polyhash::audit::{Question, Verdict, audit};
//!
//! let report = audit(&Question::new(vec![PolyHash::lecture()]), &Effort::default())?;
//! assert_eq!(report.verdict, Verdict::Broken);
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::attack::{Collision, Effort, Limit, Method, Outcome, Problem, Values, solve, thue_morse};
use crate::error::Error;
use crate::hash::bounds;
use crate::hash::function::PolyHash;
use crate::modulus::Modulus;
use std::fmt;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The functions that are used together; of their letters only the values below count.
    pub functions: Vec<PolyHash>,
    /// Whether the bases are drawn at random when the program starts, and kept secret; those of the functions are then examples.
    pub random_base: bool,
    /// Whether one base serves all moduli.
    pub shared_base: bool,
    /// The least base that is drawn.
    pub base_from: u64,
    /// The numbers that the letters of texts stand for.
    pub values: Values,
    /// The longest texts.
    pub length: f64,
    /// How many texts are compared with each other.
    pub count: f64,
}

impl Question {
    /// Fixed bases, letters from a = 1 to z = 26, a million texts of a million letters.
    pub fn new(functions: Vec<PolyHash>) -> Question {
        let values = Values::range(1, 26).expect("26 letters");
        let (length, count) = (1e6, 1e6);
        Question { functions, random_base: false, shared_base: false, base_from: 0, values, length, count }
    }
}

/// What is known about the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A theorem bounds the probability of a mistake.
    Safe,
    /// No theorem, and no attack was found.
    NotProvedSafe,
    /// There are texts that collide.
    Broken,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Safe => "safe",
            Verdict::NotProvedSafe => "not proved safe",
            Verdict::Broken => "broken",
        })
    }
}

/// What one kind of author can do.
#[derive(Debug, Clone, PartialEq)]
pub struct Against {
    /// Whether collisions need not be feared.
    pub safe: bool,
    /// Why, in a sentence.
    pub words: String,
}

/// The report.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    /// All in all.
    pub verdict: Verdict,
    /// What the bound rests on; none without a bound.
    pub hypothesis: Option<String>,
    /// Texts by people who do not think of hashes.
    pub accidents: Against,
    /// Texts by someone who knows all parameters.
    pub insiders: Against,
    /// Texts by someone who knows all but the base.
    pub outsiders: Against,
    /// Weaknesses of the parameters themselves.
    pub weaknesses: Vec<String>,
    /// The most probable a wrong answer is in one comparison, over the random bases; none where nothing bounds it.
    pub comparison: Option<f64>,
    /// The same for all pairs of the set.
    pub set: Option<f64>,
    /// Two texts that collide under all functions, if the base is known or does not matter.
    pub collision: Option<Collision<i64>>,
    /// What ended the search for an attack before it was over.
    pub limit: Option<Limit>,
    /// What to do.
    pub advice: String,
}

/// A mistake less probable than this is called safe.
const NEGLIGIBLE: f64 = 1e-6;

/// Judges parameters.
///
/// # Errors
/// When there is no function.
pub fn audit(question: &Question, effort: &Effort<'_>) -> Result<Audit, Error> {
    if question.functions.is_empty() {
        return Err(Error::Unfit("there is no hash function to audit".to_owned()));
    }
    let comparison = comparison(question);
    let pairs = question.count * (question.count - 1.0).max(0.0) / 2.0;
    let set = comparison.map(|bound| (pairs * bound).min(1.0));
    let (collision, limit) = attack(question, effort);
    let accidents = accidents(question, pairs);
    let insiders = insiders(question, collision.as_ref(), limit);
    let outsiders = outsiders(question, collision.as_ref(), set);
    let safe = question.random_base && accidents.safe && insiders.safe && outsiders.safe;
    let verdict = match (&collision, safe) {
        (Some(_), _) => Verdict::Broken,
        (None, true) => Verdict::Safe,
        (None, false) => Verdict::NotProvedSafe,
    };
    Ok(Audit {
        verdict,
        hypothesis: comparison.map(|_| hypothesis(question)),
        accidents,
        insiders,
        outsiders,
        weaknesses: weaknesses(question),
        comparison,
        set,
        collision,
        limit,
        advice: advice(question, set).to_owned(),
    })
}

/// The largest difference of the numbers of two letters.
fn width(values: &Values) -> u128 {
    values.last().abs_diff(values.first()).into()
}

/// The bound of one comparison. A prime that divides a difference of letters bounds nothing.
fn comparison(question: &Question) -> Option<f64> {
    let primes: Vec<u128> = question
        .functions
        .iter()
        .map(PolyHash::modulus)
        .filter(|&m| bounds::is_prime(m))
        .map(Modulus::get)
        .collect();
    if !question.random_base || primes.is_empty() {
        return None;
    }
    let each = |p: &u128| match *p > width(&question.values) {
        true => (question.length - 1.0).max(0.0) / p.saturating_sub(question.base_from.into()).max(1) as f64,
        false => 1.0,
    };
    let bounds = primes.iter().map(each).map(|bound| bound.min(1.0));
    Some(if question.shared_base { bounds.fold(0.0, f64::max) } else { bounds.product() })
}

fn hypothesis(question: &Question) -> String {
    let from = question.base_from;
    let independent = match (question.functions.len(), question.shared_base) {
        (1, _) => "",
        (_, true) => ", one base serving all moduli, so that the bounds do not multiply",
        (_, false) => ", each drawn independently of the others",
    };
    let prime = match question.functions.iter().all(|f| bounds::is_prime(f.modulus())) {
        true => "a prime",
        false => "a prime (moduli that are not prime count for nothing)",
    };
    format!(
        "the base is uniformly random from {from} to p - 1 and unknown to whoever writes the texts{independent}; p is {prime} larger than every difference of two letters; texts of equal length, at most {} letters",
        number(question.length)
    )
}

/// The attack that there is, and what ended the search for one.
fn attack(question: &Question, effort: &Effort<'_>) -> (Option<Collision<i64>>, Option<Limit>) {
    let Question { functions, values, .. } = question;
    if let Some((one, other)) = congruent(question) {
        let found = Collision::checked_values(functions, vec![one], vec![other], Method::Lattice, 0);
        return (found, None);
    }
    let powers_of_two = functions.iter().all(|function| function.modulus().get().is_power_of_two());
    if question.random_base {
        let (Some(x), Some(y)) = (values.nth(0), values.nth(1)) else { return (None, None) };
        let (first, second) = thue_morse::any_base_values(x, y);
        let found = powers_of_two
            .then(|| Collision::checked_values(functions, first, second, Method::ThueMorse, 0))
            .flatten()
            .filter(|collision| collision.length() as f64 <= question.length);
        return (found, None);
    }
    match solve(&Problem::new(functions.clone(), values.clone()), effort) {
        Ok(Outcome::Found(collision)) => (Some(collision), None),
        Ok(Outcome::Stopped) => (None, Some(Limit::Stopped)),
        _ => (None, None),
    }
}

/// Two letters that are equal modulo every modulus, whatever the base.
fn congruent(question: &Question) -> Option<(i64, i64)> {
    let lcm = question.functions.iter().try_fold(1u128, |lcm, function| {
        let m = function.modulus().get();
        (lcm / gcd(lcm, m)).checked_mul(m)
    })?;
    let step = u128::from(question.values.step());
    // The least multiple of all moduli that is a whole number of steps.
    let steps = (lcm / gcd(lcm, step)).checked_mul(step)? / step;
    let most = question.values.width() as u128;
    let multiples = (1..=1000u128).map_while(|times| steps.checked_mul(times)).take_while(|&d| d <= most);
    multiples.map(|difference| difference as i128).find_map(|difference| question.values.pair(difference))
}

fn accidents(question: &Question, pairs: f64) -> Against {
    let bits: f64 = question.functions.iter().map(|function| function.modulus().bits()).sum();
    // Texts that nobody chose behave like random ones.
    let expected = pairs * (-bits).exp2();
    let words = format!(
        "{:.0} bits: among {} texts that nobody chose on purpose, {} pairs with equal hashes are expected",
        bits,
        number(question.count),
        number(expected)
    );
    Against { safe: expected < NEGLIGIBLE, words }
}

fn insiders(question: &Question, collision: Option<&Collision<i64>>, limit: Option<Limit>) -> Against {
    let against = |safe, words: String| Against { safe, words };
    match (question.random_base, collision) {
        (true, None) => against(
            true,
            "the base is drawn when the program starts, so nobody knows it beforehand".to_owned(),
        ),
        (true, Some(found)) => against(
            false,
            format!("a pair of texts of {} letters collides whatever the base is", found.length()),
        ),
        (false, Some(found)) => against(
            false,
            format!(
                "whoever knows the parameters has a collision of {} letters at once ({}, {} steps)",
                found.length(),
                found.method,
                found.steps
            ),
        ),
        (false, None) => against(
            false,
            match limit {
                Some(_) => "the parameters are known; no collision was found in the time allowed".to_owned(),
                None => "the parameters are known; no collision was found".to_owned(),
            },
        ),
    }
}

fn outsiders(question: &Question, collision: Option<&Collision<i64>>, set: Option<f64>) -> Against {
    let against = |safe, words: &str| Against { safe, words: words.to_owned() };
    match (question.random_base, collision, set) {
        (false, ..) => {
            against(false, "a fixed base is no secret: it stands in the source and in the program")
        }
        (true, Some(found), _) if found.method == Method::ThueMorse => against(
            false,
            "a power of two: Thue-Morse words of 1088 letters collide for every base, known or not",
        ),
        (true, Some(_), _) => against(false, "two letters are equal modulo every modulus, whatever the base"),
        (true, None, None) => against(
            false,
            "no modulus is prime, so a polynomial may have many roots and the bound does not hold",
        ),
        (true, None, Some(set)) => Against {
            safe: set < NEGLIGIBLE,
            words: format!(
                "over the random base, two of {} texts of {} letters collide with probability at most {}",
                number(question.count),
                number(question.length),
                number(set)
            ),
        },
    }
}

/// What is wrong with the parameters, whoever attacks them.
fn weaknesses(question: &Question) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |words: String| {
        if !found.contains(&words) {
            found.push(words);
        }
    };
    let values = &question.values;
    let has = |difference: u128| {
        let step = u128::from(values.step());
        difference.is_multiple_of(step) && values.has((difference / step) as i128)
    };
    for function in &question.functions {
        let m = function.modulus();
        if !bounds::is_prime(m) {
            add(format!("{m} is not prime: a difference may vanish for many bases"));
        } else if m.get() <= width(values) {
            add(format!("{m} is not larger than the widest difference of two letters, {}", width(values)));
        }
        if question.random_base {
            continue;
        }
        let base = function.base();
        if gcd(u128::from(base), m.get()) != 1 {
            add(format!(
                "base {base} and modulus {m} have a common divisor: late letters lose their influence"
            ));
        }
        // B in one place is 1 in the next.
        if base > 0 && m.get() > width(values) && has(u128::from(base)) && has(1) {
            add(format!("base {base} is a difference of two letters: texts of two letters collide"));
        }
        let order = (1..=1000).find(|&k| function.power(k) == m.reduce(1));
        if let Some(order) = order.filter(|_| m.get() > 1) {
            add(format!("base {base} has order {order}: letters {order} apart can change places"));
        }
    }
    if values.contains(0) {
        add("a letter stands for 0: at the end where powers are high it does not change the hash".to_owned());
    }
    found
}

fn advice(question: &Question, set: Option<f64>) -> &'static str {
    let two = question.functions.iter().all(|f| f.modulus().get().is_power_of_two());
    match (question.random_base, two, set.is_some_and(|set| set < NEGLIGIBLE)) {
        (true, false, true) => "keep it so: the random base is what protects; compare lengths too",
        (true, false, false) => "draw two independent random bases modulo 2^61 - 1: the bound is squared",
        (_, true, _) => "leave powers of two alone: take 2^61 - 1 with a random base",
        (false, false, _) => {
            "draw the base at random when the program starts; a second modulus or a larger one does not help against a known base"
        }
    }
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
    use crate::hash::function::Letters;

    fn question(parameters: &[(u64, u128)], random_base: bool) -> Question {
        let function =
            |&(base, m): &(u64, u128)| PolyHash::new(base, Modulus::new(m).unwrap(), Letters::Bytes);
        Question { random_base, ..Question::new(parameters.iter().map(function).collect()) }
    }

    fn ask(question: &Question) -> Audit {
        audit(question, &Effort::default()).expect("there are functions")
    }

    const M61: u128 = (1 << 61) - 1;

    #[test]
    fn verdicts() {
        let known = ask(&question(&[(131, M61)], false));
        assert!(known.verdict == Verdict::Broken && !known.insiders.safe && known.comparison.is_none());
        let one = ask(&question(&[(131, M61)], true));
        assert!(one.verdict == Verdict::NotProvedSafe && !one.outsiders.safe && one.insiders.safe);
        assert!(one.advice.contains("two independent") && one.hypothesis.is_some());
        let two = ask(&question(&[(131_000, M61), (137_000, M61)], true));
        assert_eq!(two.verdict, Verdict::Safe, "{two:?}");
        let wrapping = ask(&question(&[(131, 1 << 64)], true));
        assert!(wrapping.verdict == Verdict::Broken && wrapping.comparison.is_none());
        let composite = ask(&question(&[(131, 1_000_000_008)], true));
        assert!(composite.verdict == Verdict::NotProvedSafe && composite.comparison.is_none());
        let even = ask(&question(&[(2, 1 << 64)], false));
        assert!(even.weaknesses.iter().any(|words| words.contains("common divisor")));
        assert!(ask(&question(&[(1, 97)], false)).weaknesses.iter().any(|words| words.contains("order 1")));
    }

    #[test]
    fn bounds_with_their_hypotheses() {
        // a and x are equal modulo 23, whatever the base.
        let small = ask(&question(&[(5, 23)], true));
        assert_eq!((small.verdict, small.comparison), (Verdict::Broken, Some(1.0)));
        let collision = small.collision.unwrap();
        assert_eq!((collision.first, collision.second), (vec![24], vec![1]));
        let bound = |question: Question| ask(&Question { length: 101.0, ..question }).comparison.unwrap();
        let p = 1_000_000_007u128;
        assert_eq!(bound(question(&[(1, p)], true)), 100.0 / p as f64);
        assert_eq!(bound(Question { base_from: 256, ..question(&[(1, p)], true) }), 100.0 / (p - 256) as f64);
        let two = question(&[(1, p), (1, M61)], true);
        assert_eq!(bound(two.clone()), 100.0 / p as f64 * (100.0 / M61 as f64));
        let shared = Question { shared_base: true, ..two };
        assert_eq!(bound(shared.clone()), 100.0 / p as f64);
        assert!(ask(&shared).hypothesis.unwrap().contains("do not multiply"));
    }

    #[test]
    fn an_audit_stops() {
        let stopped =
            audit(&question(&[(131, M61)], false), &Effort { keep_going: &|_| false, ..Effort::default() });
        assert_eq!(stopped.unwrap().limit, Some(Limit::Stopped));
    }
}
