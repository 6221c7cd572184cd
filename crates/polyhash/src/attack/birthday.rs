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

use super::{Collision, Effort, Method, Outcome, Request};
use crate::random::{SplitMix, mix};

/// Hashes up to `limit` random texts.
pub fn find(request: &Request, limit: u64, effort: &Effort<'_>) -> Outcome {
    let Request { functions, alphabet, length, .. } = request;
    let sigma = alphabet.letters().len() as f64;
    if sigma < 2.0 {
        return Outcome::Impossible("texts of one letter and equal length are equal".to_owned());
    }
    let bits: f64 = functions.iter().map(|function| function.modulus().bits()).sum();
    // Twice the bits, so that equal texts are rare among them.
    let length = length.unwrap_or_else(|| (bits / sigma.log2()).ceil().max(4.0) as usize * 2);
    let text = |number: u64| -> Vec<u8> {
        let mut random = SplitMix(mix(number));
        (0..length).map(|_| alphabet.letters()[random.below(sigma as u64) as usize]).collect()
    };
    let mut table = Table::new();
    for number in 0..limit.min(u64::from(NONE)) {
        if number % 4096 == 0 && !(effort.keep_going)(number) {
            return Outcome::Stopped;
        }
        let candidate = text(number);
        let key = functions.iter().fold(0, |key, function| mix(key ^ function.plain(&candidate)));
        for other in table.insert(key, number as u32) {
            let collision = Collision::checked(
                functions,
                text(u64::from(other)),
                candidate.clone(),
                Method::Birthday,
                number + 1,
            );
            if let Some(collision) = collision {
                return Outcome::Found(collision);
            }
        }
    }
    Outcome::NotFound(format!("{limit} random texts of length {length} have different hashes"))
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
