//! Collisions of any function with few bits: hash random texts until two agree.
//!
//! Among 1.25·√m random texts two have one hash, more likely than not (the birthday paradox). Needs as much memory as hashes, so it
//! ends near 2⁵⁰; knows nothing about the functions. Kept for comparison: [lattices](super::collide) use what is known,
//! [distinguished points](super::black_box) need no memory. The texts are those of a seed, the same in every run.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, birthday};
//! use polyhash::PolyHash;
//!
//! let request = Request::new(vec![PolyHash::lecture()], Alphabet::lowercase());
//! let collision = birthday::find(&request, 1 << 20, &Effort::default()).found().unwrap();
//! assert!(collision.steps < 1 << 18);
//! ```

use super::{Collision, Effort, Method, NO_FUNCTION, ONE_LETTER, Outcome, Request, Values};
use crate::dialect::{Dialect, Function};
use crate::random::{SplitMix, mix};

/// Hashes up to `limit` texts: all there are of the length, if they are fewer, else random ones.
pub fn find(request: &Request, limit: u64, effort: &Effort<'_>) -> Outcome {
    let functions: Vec<Function> = request.functions.iter().map(|f| (f.base(), f.modulus())).collect();
    let values = request.problem().values;
    let outcome = solve(&Dialect::new(functions), &values, request.length, limit, effort);
    let confirmed = |pair: Pair| {
        let texts = (request.spelled(&pair.first), request.spelled(&pair.second));
        Collision::checked(&request.functions, texts.0, texts.1, Method::Birthday, pair.steps)
    };
    match outcome.map(confirmed) {
        Outcome::Found(Some(collision)) => Outcome::Found(collision),
        Outcome::Found(None) => Outcome::NotFound("the texts do not collide".to_owned()),
        Outcome::Impossible(reason) => Outcome::Impossible(reason),
        Outcome::NotFound(reason) => Outcome::NotFound(reason),
        Outcome::Stopped => Outcome::Stopped,
    }
}

/// Two texts of equal length that a program takes for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// A text.
    pub first: Vec<i64>,
    /// Another text.
    pub second: Vec<i64>,
    /// Texts that were hashed.
    pub steps: u64,
}

/// The same for any dialect.
pub fn solve(
    dialect: &Dialect,
    values: &Values,
    length: Option<usize>,
    limit: u64,
    effort: &Effort<'_>,
) -> Outcome<Pair> {
    if dialect.functions().is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    let sigma = values.count();
    if sigma < 2 {
        return Outcome::Impossible(ONE_LETTER.to_owned());
    }
    let bits: f64 = dialect.functions().iter().map(|(_, modulus)| modulus.bits()).sum();
    // Twice the bits, so that equal texts are rare among them.
    let length = length.unwrap_or_else(|| (bits / (sigma as f64).log2()).ceil().max(4.0) as usize * 2);
    let limit = limit.min(u64::from(NONE));
    let all =
        u32::try_from(length).ok().and_then(|length| sigma.checked_pow(length)).filter(|&all| all <= limit);
    let text = |number: u64| -> Vec<i64> {
        let mut random = SplitMix(mix(number));
        let mut rest = number;
        let place = |_| match all {
            Some(_) => {
                let place = rest % sigma;
                rest /= sigma;
                place
            }
            None => random.below(sigma),
        };
        (0..length).map(place).map(|place| values.nth(place).expect("a place of the order")).collect()
    };
    let mut table = Table::new();
    for number in 0..all.unwrap_or(limit) {
        if number % 4096 == 0 && !(effort.keep_going)(number) {
            return Outcome::Stopped;
        }
        let candidate = text(number);
        let key = dialect.key(&candidate).iter().fold(0, |key, &hash| mix(key ^ hash as u64));
        for other in table.insert(key, number as u32) {
            let other = text(u64::from(other));
            if dialect.collide(&other, &candidate) {
                return Outcome::Found(Pair { first: other, second: candidate, steps: number + 1 });
            }
        }
    }
    match all {
        Some(all) => Outcome::Impossible(format!(
            "all {all} texts of length {length} were hashed: their hashes are different"
        )),
        None => Outcome::NotFound(format!("{limit} random texts of length {length} have different hashes")),
    }
}

/// Open addressing: a key and a number in each place.
struct Table {
    slots: Vec<(u64, u32)>,
    count: usize,
}

/// An empty place.
const NONE: u32 = u32::MAX;

impl Table {
    fn new() -> Table {
        Table { slots: vec![(0, NONE); 1 << 12], count: 0 }
    }

    /// Adds a number; returns those that have the same key.
    fn insert(&mut self, key: u64, number: u32) -> Vec<u32> {
        if self.count * 2 >= self.slots.len() {
            let larger = vec![(0, NONE); self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, larger);
            old.into_iter().filter(|entry| entry.1 != NONE).for_each(|entry| _ = self.put(entry));
        }
        self.count += 1;
        self.put((key, number))
    }

    fn put(&mut self, entry: (u64, u32)) -> Vec<u32> {
        let mask = self.slots.len() - 1;
        let mut same = Vec::new();
        let mut slot = entry.0 as usize & mask;
        while self.slots[slot].1 != NONE {
            if self.slots[slot].0 == entry.0 {
                same.push(self.slots[slot].1);
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = entry;
        same
    }
}
