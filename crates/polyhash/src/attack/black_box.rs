//! Collisions of a function that can only be evaluated: distinguished points.
//!
//! Trails u → H(text(u)) start at many places and end at the first *distinguished* value, whose last t bits are 0. Two trails that
//! end at the same place have met somewhere before, and where they met is a collision (van Oorschot and Wiener 1999). About 1.25·√m
//! evaluations like a birthday attack, but only the ends are stored, and trails are independent, so threads share the work: against the walk
//! of the lecture three times fewer evaluations, and none of them waits for another. This is the right tool for hashes that
//! are not linear; for polynomial ones [lattices](super::collide) are millions of times faster.
//!
//! Trails are numbered and kept in the order of their numbers, so the result does not depend on threads. A search can be stopped, written to bytes
//! and gone on with. 30 bits take a millisecond, 61 bits 2³¹ evaluations, some minutes.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, black_box::Search};
//! use polyhash::PolyHash;
//!
//! let hash = PolyHash::lecture();
//! let mut search = Search::new(30.0, Alphabet::lowercase(), 0);
//! let (first, second) = search.run(|text| hash.plain(text), 1, &Effort::default()).expect("nobody stops it");
//! assert!(first != second && hash.hash(&first) == hash.hash(&second));
//! ```

use super::{Alphabet, Effort};
use crate::error::Error;
use crate::hash::function::{Letters, PolyHash};
use crate::modulus::Modulus;
use crate::random::mix;
use std::collections::HashMap;

/// Trails that one thread walks at the same time.
const LANES: usize = 4;
/// Trails between two looks at the table.
const ROUND: u64 = 32;
/// Trails this many times longer than they should be are given up: they run in a circle.
const PATIENCE: u64 = 20;
/// Letters that a text may have.
const LONGEST: usize = 64;

/// The state of a search.
#[derive(Debug, Clone)]
pub struct Search {
    alphabet: Alphabet,
    /// Letters in a text.
    length: usize,
    /// Which function texts come from; another salt, other texts.
    salt: u64,
    /// The zero bits that distinguish a value.
    zeros: u32,
    /// The next trail.
    next: u64,
    evaluations: u64,
    /// Where trails ended: their start and their length.
    ends: HashMap<u64, (u64, u64)>,
}

/// One trail: where it starts, where it ended, and how long it is; no end if it was given up.
#[derive(Debug, Clone, Copy)]
struct Trail {
    start: u64,
    end: Option<u64>,
    length: u64,
}

impl Search {
    /// A search for a collision of a function with this many bits.
    pub fn new(bits: f64, alphabet: Alphabet, salt: u64) -> Search {
        let sigma = (alphabet.letters().len() as f64).log2();
        // Some more texts than hashes, so that few texts are made twice.
        let length = ((bits + 4.0) / sigma.max(0.01)).ceil().clamp(1.0, LONGEST as f64) as usize;
        // About a hundred trails for small functions, thirty thousand for 61 bits.
        let zeros = (bits / 2.0 - 7.0).clamp(0.0, 16.0) as u32;
        Search { alphabet, length, salt, zeros, next: 0, evaluations: 0, ends: HashMap::new() }
    }

    /// How often the function was evaluated.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Letters of the texts.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The text of a number.
    #[inline]
    fn text<'b>(&self, number: u64, buffer: &'b mut [u8; LONGEST]) -> &'b [u8] {
        let letters = self.alphabet.letters();
        let mut rest = mix(number ^ self.salt);
        for letter in &mut buffer[..self.length] {
            let product = u128::from(rest) * letters.len() as u128;
            *letter = letters[(product >> 64) as usize];
            rest = product as u64;
        }
        &buffer[..self.length]
    }

    /// Goes on until two texts collide; none when stopped.
    pub fn run(
        &mut self,
        hash: impl Fn(&[u8]) -> u64 + Sync,
        threads: usize,
        effort: &Effort<'_>,
    ) -> Option<(Vec<u8>, Vec<u8>)> {
        // Starting threads costs more than short trails do.
        let threads = if self.zeros < 12 { 1 } else { threads.clamp(1, (ROUND as usize) / LANES) };
        if self.alphabet.letters().len() < 2 {
            return None;
        }
        while (effort.keep_going)(self.evaluations) {
            let numbers: Vec<u64> = (self.next..self.next + ROUND).collect();
            let trails = self.walk(&hash, &numbers, threads);
            self.next += ROUND;
            self.evaluations += trails.iter().map(|trail| trail.length).sum::<u64>();
            for trail in trails {
                if let Some(texts) = self.keep(&hash, trail) {
                    return Some(texts);
                }
            }
        }
        None
    }

    /// Walks trails, shared among threads, in the order of their numbers.
    fn walk(&self, hash: &(impl Fn(&[u8]) -> u64 + Sync), numbers: &[u64], threads: usize) -> Vec<Trail> {
        if threads == 1 {
            return numbers.chunks(LANES).flat_map(|lanes| self.lanes(hash, lanes)).collect();
        }
        let share = numbers.len().div_ceil(threads).next_multiple_of(LANES);
        std::thread::scope(|scope| {
            let workers: Vec<_> = numbers
                .chunks(share)
                .map(|numbers| scope.spawn(move || self.walk(hash, numbers, 1)))
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("walking does not panic")).collect()
        })
    }

    /// Walks a few trails side by side, because each of them waits for its own hash.
    fn lanes(&self, hash: &impl Fn(&[u8]) -> u64, numbers: &[u64]) -> Vec<Trail> {
        let mut trails: Vec<Trail> =
            numbers.iter().map(|&number| Trail { start: mix(!number), end: None, length: 0 }).collect();
        let mut values = [0; LANES];
        values.iter_mut().zip(&trails).for_each(|(value, trail)| *value = trail.start);
        let longest = PATIENCE << self.zeros;
        let mut walking = trails.len();
        let mut buffers = [[0; LONGEST]; LANES];
        while walking > 0 {
            // All lanes step; those that have arrived walk on without being counted.
            for (value, buffer) in values.iter_mut().zip(&mut buffers) {
                *value = hash(self.text(*value, buffer));
            }
            for (trail, &value) in trails.iter_mut().zip(&values) {
                if trail.end.is_some() || trail.length == longest {
                    continue;
                }
                trail.length += 1;
                if value.trailing_zeros() >= self.zeros {
                    trail.end = Some(value);
                }
                walking -= usize::from(trail.end.is_some() || trail.length == longest);
            }
        }
        trails
    }

    /// Stores a trail; the collision, if another one ended at the same place.
    fn keep(&mut self, hash: &impl Fn(&[u8]) -> u64, trail: Trail) -> Option<(Vec<u8>, Vec<u8>)> {
        let (start, length) = self.ends.insert(trail.end?, (trail.start, trail.length))?;
        let other = Trail { start, length, end: trail.end };
        let (mut long, mut short) = if trail.length > length { (trail, other) } else { (other, trail) };
        let mut buffers = [[0; LONGEST]; 2];
        while long.length > short.length {
            long.start = hash(self.text(long.start, &mut buffers[0]));
            long.length -= 1;
        }
        // One that starts on the other has nothing to tell.
        while long.start != short.start {
            let [one, two] = &mut buffers;
            let (one, two) = (self.text(long.start, one), self.text(short.start, two));
            let next = (hash(one), hash(two));
            // Two numbers may have one text.
            if next.0 == next.1 {
                return (one != two).then(|| (one.to_vec(), two.to_vec()));
            }
            (long.start, short.start) = next;
        }
        None
    }

    /// The state as bytes, for a function that is known by a number of the caller's.
    pub fn to_bytes(&self, function: u64) -> Vec<u8> {
        let Search { length, salt, zeros, next, evaluations, .. } = self;
        let mut text = format!("{MAGIC}\n{function:x} {length} {salt:x} {zeros} {next} {evaluations}\n");
        let mut ends: Vec<_> = self.ends.iter().collect();
        ends.sort_unstable();
        for (end, (start, length)) in ends {
            text += &format!("{end:x} {start:x} {length:x}\n");
        }
        text += &format!("{:x}\n", checksum(text.as_bytes()));
        text.into_bytes()
    }

    /// Goes on with a state that [`Search::to_bytes`] wrote.
    ///
    /// # Errors
    /// When it is damaged, or belongs to another function, alphabet or salt.
    pub fn resume(&mut self, bytes: &[u8], function: u64) -> Result<(), Error> {
        let damaged = || Error::Saved("it is damaged or no black-box search");
        let text = std::str::from_utf8(bytes).map_err(|_| damaged())?;
        let body = text.strip_suffix('\n').ok_or_else(damaged)?;
        let (body, seal) = body.rsplit_once('\n').ok_or_else(damaged)?;
        let body = &text[..body.len() + 1];
        if format!("{:x}", checksum(body.as_bytes())) != seal {
            return Err(damaged());
        }
        let mut lines = body.lines();
        let (magic, head) = (lines.next(), lines.next().ok_or_else(damaged)?);
        let Search { length, salt, zeros, .. } = self;
        let rest = head.strip_prefix(&format!("{function:x} {length} {salt:x} {zeros} "));
        let numbers = rest.and_then(|rest| rest.split_once(' ')).filter(|_| magic == Some(MAGIC));
        let (next, evaluations) = numbers.ok_or(Error::Saved("it belongs to another question"))?;
        let number = |word: &str, radix| u64::from_str_radix(word, radix).map_err(|_| damaged());
        let mut ends = HashMap::new();
        for line in lines {
            let words = line.split(' ').map(|word| number(word, 16)).collect::<Result<Vec<u64>, Error>>()?;
            let [end, start, length] = words[..] else { return Err(damaged()) };
            ends.insert(end, (start, length));
        }
        (self.next, self.evaluations) = (number(next, 10)?, number(evaluations, 10)?);
        self.ends = ends;
        Ok(())
    }
}

const MAGIC: &str = "polyhash black-box search 1";

fn checksum(bytes: &[u8]) -> u64 {
    PolyHash::new(0x1234_5678_9abc_def1, Modulus::MERSENNE_61, Letters::Bytes).hash(bytes)
}

/// A polynomial hash of texts of one short length, as one sum with one reduction: for those who evaluate it often.
pub fn short(function: PolyHash, length: usize) -> impl Fn(&[u8]) -> u64 + Sync {
    let m = function.modulus();
    let powers: Vec<u64> = (0..length.min(LONGEST)).map(|i| function.power(i as u64)).collect();
    let offset = m.reduce_signed(i128::from(function.letters().offset()));
    let ones = powers.iter().fold(0, |sum, &power| m.add(sum, power));
    let correction = m.negate(m.multiply(offset, ones));
    // Letters are below 2^8 and at most 2^6 of them: 50 bits of modulus leave room in 64.
    let narrow = m.get() < 1 << 50;
    move |text: &[u8]| {
        debug_assert_eq!(text.len(), powers.len());
        let pairs = text.iter().zip(&powers);
        let sum = if narrow {
            u128::from(pairs.map(|(&letter, power)| u64::from(letter) * power).sum::<u64>())
        } else {
            pairs.map(|(&letter, &power)| u128::from(letter) * u128::from(power)).sum()
        };
        m.add(m.reduce(sum), correction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn threads_salts_and_stops() {
        let hash = PolyHash::new(31, Modulus::new((1 << 40) - 87).unwrap(), Letters::Alphabetic);
        let quick = |search: &Search| short(hash, search.length());
        let mut whole = Search::new(40.0, Alphabet::lowercase(), 5);
        whole.zeros = 12;
        let fresh = whole.clone();
        let f = quick(&whole);
        let expected = whole.run(&f, 2, &Effort::default()).unwrap();
        assert_eq!(hash.plain(&expected.0), hash.plain(&expected.1));
        assert_ne!(expected.0, expected.1);
        // One thread, stopped again and again, written and read.
        let mut search = fresh.clone();
        let found = loop {
            let asked = AtomicU64::new(0);
            let keep_going = |_| asked.fetch_add(1, Ordering::Relaxed) < 3;
            let effort = Effort { keep_going: &keep_going, ..Effort::default() };
            if let Some(found) = search.run(&f, 1, &effort) {
                break found;
            }
            let bytes = search.to_bytes(17);
            search = fresh.clone();
            search.resume(&bytes, 17).unwrap();
            assert_eq!(search.resume(&bytes, 18), Err(Error::Saved("it belongs to another question")));
            for place in [0, bytes.len() / 2, bytes.len() - 2] {
                let mut bytes = bytes.clone();
                bytes[place] ^= 1;
                assert!(search.clone().resume(&bytes, 17).is_err());
            }
        };
        assert_eq!(found, expected);
        assert_eq!(search.evaluations(), whole.evaluations());
    }

    #[test]
    fn the_short_way_equals_the_plain_one() {
        for m in [7, 1_000_000_009, (1 << 50) - 27, (1 << 61) - 1, 1 << 64] {
            for letters in [Letters::Alphabetic, Letters::Bytes] {
                let hash = PolyHash::new(12345, Modulus::new(m).unwrap(), letters);
                for text in [&b""[..], b"a", b"hello", &[255; 64], &[0; 64]] {
                    assert_eq!(short(hash, text.len())(text), hash.plain(text), "{m} {letters:?} {text:?}");
                }
            }
        }
    }
}
