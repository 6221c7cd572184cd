//! A text with a chosen hash.
//!
//! The texts of n letters with one hash are a shifted lattice; the one nearest to the middle of the alphabet is looked for by
//! Babai's nearest-plane algorithm (1986). If it does not lie inside, the middle is moved a little and the search repeated, then a
//! letter is added. Some thirteen lowercase letters for 61 bits.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, preimage};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let hash = PolyHash::new(131, Modulus::MERSENNE_61, Letters::Alphabetic);
//! let text = preimage::find(&[(hash, 123_456_789)], &Alphabet::lowercase(), None, &Effort::default()).unwrap();
//! assert_eq!(hash.hash(&text.text), 123_456_789);
//! # assert!(text.text.len() <= 15);
//! ```

use super::lattice::{Basis, Congruences};
use super::{Alphabet, Effort, Request, Values, low};
use crate::hash::function::PolyHash;
use crate::random::SplitMix;

/// A text with the hash that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preimage<T = u8> {
    /// The text.
    pub text: Vec<T>,
    /// Rows shortened and points tried.
    pub steps: u64,
}

/// Why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPreimage {
    /// None was found; there may be one.
    NotFound,
    /// A hash that is not below its modulus, or a single letter, or no room: there is none.
    Impossible,
    /// The search was stopped.
    Stopped,
}

/// Points tried for each length.
const TRIES: u64 = 400;

/// Looks for a text with this hash under each function, of this length or of any.
///
/// # Errors
/// When none was found.
pub fn find(
    targets: &[(PolyHash, u64)],
    alphabet: &Alphabet,
    length: Option<usize>,
    effort: &Effort<'_>,
) -> Result<Preimage, NoPreimage> {
    let functions = targets.iter().map(|(function, _)| *function).collect();
    let request = Request::new(functions, alphabet.clone());
    let found = solve(targets, &request.problem().values, length, effort)?;
    Ok(Preimage { text: request.spelled(&found.text), steps: found.steps })
}

/// The same for sequences of numbers, low power first.
///
/// # Errors
/// When none was found.
pub fn solve(
    targets: &[(PolyHash, u64)],
    values: &Values,
    length: Option<usize>,
    effort: &Effort<'_>,
) -> Result<Preimage<i64>, NoPreimage> {
    let beyond = |(function, hash): &(PolyHash, u64)| u128::from(*hash) >= function.modulus().get();
    if targets.is_empty() || targets.iter().any(beyond) {
        return Err(NoPreimage::Impossible);
    }
    let right = |text: &[i64]| targets.iter().all(|(function, hash)| low(function, text) == *hash);
    if length.is_none_or(|length| length == 0) && right(&[]) {
        return Ok(Preimage { text: Vec::new(), steps: 1 });
    }
    if length == Some(0) {
        return Err(NoPreimage::Impossible);
    }
    if values.width() == 0 {
        return single(values, length, &right);
    }
    let bits: f64 = targets.iter().map(|(function, _)| function.modulus().bits()).sum();
    let least = (bits / (values.count() as f64).log2()).ceil().max(1.0) as usize;
    let lengths = length.map_or(least..=2 * least + 20, |length| length..=length);
    let mut random = SplitMix(31);
    let mut steps = 0;
    // Where letters are few and texts long, not every length is worth a reduction.
    for n in lengths.step_by(1 + least / 30) {
        // A long text begins with any letters; the last ones decide.
        let free = if length.is_some() { n.saturating_sub(2 * least + 20) } else { 0 };
        let prefix: Vec<i64> = vec![values.first(); free];
        let Some(basis) = system(targets, values, free, n - free).solutions_within(effort.keep_going) else {
            return Err(if (effort.keep_going)(steps) { NoPreimage::NotFound } else { NoPreimage::Stopped });
        };
        steps += basis.steps();
        let wanted = wanted(targets, values, n);
        for attempt in 0..TRIES {
            steps += 1;
            let Some(x) = basis.near(&centre(&basis, values, attempt, &mut random), &wanted) else { break };
            let letters = x.iter().map(|&steps| values.letter(steps));
            let text: Option<Vec<i64>> = prefix.iter().copied().map(Some).chain(letters).collect();
            if let Some(text) = text.filter(|text| right(text)) {
                return Ok(Preimage { text, steps });
            }
        }
        if !(effort.keep_going)(steps) {
            return Err(NoPreimage::Stopped);
        }
    }
    Err(NoPreimage::NotFound)
}

/// Texts of one letter: only their length can be chosen.
fn single(
    values: &Values,
    length: Option<usize>,
    right: &dyn Fn(&[i64]) -> bool,
) -> Result<Preimage<i64>, NoPreimage> {
    let lengths = length.map_or(1..=1000, |length| length..=length);
    let text = lengths.map(|length| vec![values.first(); length]).find(|text| right(text));
    let none = if length.is_some() { NoPreimage::Impossible } else { NoPreimage::NotFound };
    text.map(|text| Preimage { text, steps: 1 }).ok_or(none)
}

/// The congruences for n letters behind a prefix, in steps above the first letter of the alphabet.
fn system(targets: &[(PolyHash, u64)], values: &Values, prefix: usize, n: usize) -> Congruences {
    let weights = |(function, _): &(PolyHash, u64)| {
        let m = function.modulus();
        let step = m.reduce(u128::from(values.step()));
        let first = m.multiply(step, function.power(prefix as u64));
        std::iter::successors(Some(first), |w| Some(m.multiply(*w, function.base()))).take(n).collect()
    };
    let moduli = targets.iter().map(|(function, _)| function.modulus()).collect();
    Congruences::new(moduli, targets.iter().map(weights).collect())
}

/// What the steps above the first letter must add to the hash of a text of first letters.
fn wanted(targets: &[(PolyHash, u64)], values: &Values, n: usize) -> Vec<i128> {
    let lowest = vec![values.first(); n];
    let each = |(function, hash): &(PolyHash, u64)| {
        let m = function.modulus();
        m.centred(m.subtract(*hash, low(function, &lowest)))
    };
    targets.iter().map(each).collect()
}

/// The middle of the longest run of letters at first, then points around it; later, where there are several runs, those of
/// any: what lies in a gap is no letter.
fn centre(basis: &Basis, values: &Values, attempt: u64, random: &mut SplitMix) -> Vec<i64> {
    let runs = values.runs();
    let longest = *runs.iter().max_by_key(|(first, last)| last - first).expect("an alphabet has letters");
    let one = |random: &mut SplitMix| {
        let (first, last) = match attempt % 2 {
            1 if runs.len() > 1 => runs[random.below(runs.len() as u64) as usize],
            _ => longest,
        };
        let width = last - first;
        // The middle of an even number of letters lies between two of them.
        let middle = first + (width + random.below(2) as i64) / 2;
        let play = (width * 3 / 10).max(1);
        let shift = |random: &mut SplitMix| random.below(2 * play as u64 + 1) as i64 - play;
        if attempt == 0 { middle } else { (middle + shift(random)).clamp(first, last) }
    };
    (0..basis.unknowns()).map(|_| one(random)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::function::Letters;
    use crate::modulus::Modulus;

    #[test]
    fn any_hash_has_a_text() {
        let alphabet = Alphabet::lowercase();
        let mut random = SplitMix(1);
        for m in [1_000_000_009, 1_000_000_007 * 3, (1 << 61) - 1, 1 << 64, 1 << 40] {
            let m = Modulus::new(m).unwrap();
            for base in [31, 131, 1_000_003, random.next() | 1] {
                let hash = PolyHash::new(base, m, Letters::Alphabetic);
                let target = m.reduce(u128::from(random.next()));
                let found = find(&[(hash, target)], &alphabet, None, &Effort::default()).unwrap();
                assert_eq!(hash.plain(&found.text), target);
                assert!(found.text.iter().all(u8::is_ascii_lowercase));
                let long = find(&[(hash, target)], &alphabet, Some(100), &Effort::default()).unwrap();
                assert_eq!((hash.plain(&long.text), long.text.len()), (target, 100));
            }
        }
    }

    /// The middle of the alphabet is no letter.
    #[test]
    fn alphabets_with_gaps() {
        let mut random = SplitMix(2);
        for (letters, length) in
            [("a-z0-9", None), ("a-z0-9", Some(12)), ("A-Fx-z", None), ("0-9a-f", Some(20))]
        {
            let alphabet = Alphabet::parse(letters).unwrap();
            for (base, m) in
                [(31, 1_000_003), (31, 1_000_000_009), (256, 1_000_000_009), (131, (1 << 61) - 1)]
            {
                if length.is_some() && m > 1 << 40 {
                    continue;
                }
                let hash = PolyHash::new(base, Modulus::new(m).unwrap(), Letters::Alphabetic);
                let target = hash.modulus().reduce(u128::from(random.next()));
                let found = find(&[(hash, target)], &alphabet, length, &Effort::default());
                let found = found.unwrap_or_else(|none| panic!("{letters} {base} {m}: {none:?}"));
                assert_eq!(hash.plain(&found.text), target);
                assert!(length.is_none_or(|length| found.text.len() == length));
            }
        }
    }

    #[test]
    fn two_hashes_at_once() {
        let one = PolyHash::lecture();
        let two = PolyHash::new(37, Modulus::new(1_000_000_007).unwrap(), Letters::Alphabetic);
        let found = find(&[(one, 5), (two, 7)], &Alphabet::lowercase(), None, &Effort::default()).unwrap();
        assert_eq!((one.plain(&found.text), two.plain(&found.text)), (5, 7));
    }

    #[test]
    fn impossible_hashes() {
        let hash = PolyHash::lecture();
        let ask = |target, alphabet: &str, length| {
            find(&[(hash, target)], &Alphabet::parse(alphabet).unwrap(), length, &Effort::default())
        };
        assert_eq!(ask(1_000_000_009, "a-z", None), Err(NoPreimage::Impossible));
        assert_eq!(ask(5, "a-z", Some(0)), Err(NoPreimage::Impossible));
        assert_eq!(ask(1 + 31, "a", None).unwrap().text, b"aa");
        assert_eq!(ask(0, "a-z", None).unwrap().text, b"");
    }
}
