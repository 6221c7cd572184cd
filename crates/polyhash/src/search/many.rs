//! Many needles at once.
//!
//! Needles of one length are the one job where a rolling hash beats every automaton: a window of that length slides over the
//! text, and a bitmap says for nearly every place that no needle has its hash (Karp and Rabin 1987). Whatever passes is
//! looked up by its whole hash and then compared byte by byte, so a collision costs time and never an error. The hash is modulo
//! 2⁶¹ - 1 with a random base: nobody can prepare texts that collide. Four windows run interleaved, because each of them
//! would wait for its own multiplication.
//!
//! Needles of several lengths go to the automaton of Aho and Corasick (1975).
//!
//! For 100 000 needles of 32 bytes: about 1 ns a byte of text, 16 bits of bitmap and 16 bytes of table a needle.
//!
//! ```
//! use polyhash::Needles;
//!
//! let needles = Needles::new([b"abra", b"cada", b"brac"])?;
//! let found: Vec<(usize, usize)> = needles.matches(b"abracadabra").iter().map(|m| (m.start, m.needle)).collect();
//! assert_eq!(found, [(0, 0), (1, 2), (4, 1), (7, 0)]);
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::error::Error;
use crate::modulus::Modulus;
use aho_corasick::{AhoCorasick, MatchKind};
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// A needle at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match {
    /// The first byte of the match.
    pub start: usize,
    /// Which needle, counted from 0.
    pub needle: usize,
}

/// A secret base where the operating system gives one. Hits are compared, so that a known base costs time at worst.
fn base() -> u64 {
    const KNOWN: u64 = 0x1234_5678_9abc_def1;
    #[cfg(feature = "random")]
    {
        crate::random::base(Modulus::MERSENNE_61).unwrap_or(KNOWN)
    }
    #[cfg(not(feature = "random"))]
    {
        KNOWN
    }
}

/// A list of needles, ready to be looked for.
#[doc(alias = "rabin-karp")]
#[derive(Debug)]
pub struct Needles(Method);

#[derive(Debug)]
enum Method {
    /// All of one length, which is not 0.
    Rolling(Rolling),
    /// The automaton, the numbers of its needles, and those of the empty ones, which it would report twice at the end.
    Automaton { automaton: Box<AhoCorasick>, ids: Vec<usize>, empty: Vec<usize> },
}

impl Needles {
    /// Takes needles; equal ones are all reported.
    ///
    /// # Errors
    /// When there are too many of them for 32-bit numbers.
    pub fn new<N: AsRef<[u8]>>(needles: impl IntoIterator<Item = N>) -> Result<Needles, Error> {
        let needles: Vec<N> = needles.into_iter().collect();
        let width = needles.first().map_or(0, |needle| needle.as_ref().len());
        let equal = needles.iter().all(|needle| needle.as_ref().len() == width);
        if equal && width > 0 && needles.len() < 1 << 30 {
            let base = base();
            return Ok(Needles(Method::Rolling(Rolling::new(width, base, &needles))));
        }
        Needles::automaton(&needles)
    }

    /// The automaton for any needles, also where [`Needles::new`] would choose the rolling hash.
    ///
    /// # Errors
    /// When the automaton would need too many states.
    pub fn automaton<N: AsRef<[u8]>>(needles: &[N]) -> Result<Needles, Error> {
        let (empty, ids) = (0..needles.len()).partition(|&id: &usize| needles[id].as_ref().is_empty());
        let ids: Vec<usize> = ids;
        let patterns = ids.iter().map(|&id| needles[id].as_ref());
        let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).build(patterns);
        let automaton = automaton.map_err(|error| Error::Needles(error.to_string()))?;
        Ok(Needles(Method::Automaton { automaton: Box::new(automaton), ids, empty }))
    }

    /// The name of the method.
    pub fn method(&self) -> &'static str {
        match self.0 {
            Method::Rolling(_) => "rolling-hash",
            Method::Automaton { .. } => "aho-corasick",
        }
    }

    /// All matches, by place and needle.
    pub fn matches(&self, text: &[u8]) -> Vec<Match> {
        let mut found = Vec::new();
        self.each(text, |one| found.push(one));
        found.sort_unstable();
        found
    }

    /// How many matches there are.
    pub fn count(&self, text: &[u8]) -> u64 {
        let mut count = 0;
        self.each(text, |_| count += 1);
        count
    }

    /// Calls `found` with every match, in no order that would mean anything.
    pub fn each(&self, text: &[u8], mut found: impl FnMut(Match)) {
        match &self.0 {
            Method::Rolling(rolling) => rolling.each(text, &mut found),
            Method::Automaton { automaton, ids, empty } => {
                for one in automaton.find_overlapping_iter(text) {
                    found(Match { start: one.start(), needle: ids[one.pattern().as_usize()] });
                }
                for start in 0..=text.len() {
                    empty.iter().for_each(|&needle| found(Match { start, needle }));
                }
            }
        }
    }
}

/// The end of a list of equal needles, and an empty place of the table.
const NONE: u32 = u32::MAX;
/// Windows that slide at the same time.
const LANES: usize = 4;
const M: u64 = (1 << 61) - 1;

struct Rolling {
    width: usize,
    /// All needles, one behind the other.
    bytes: Vec<u8>,
    /// The next needle that is equal to this one.
    equal: Vec<u32>,
    base: u64,
    /// What a byte that leaves the window adds: its product with the base to the width, negated.
    leaving: Box<[u64; 256]>,
    /// A bit for each hash, by its lowest bits.
    bitmap: Vec<u64>,
    /// Open addressing by hash: the hash and the first needle that has it.
    table: Vec<(u64, u32)>,
}

impl core::fmt::Debug for Rolling {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Rolling {{ width: {}, needles: {} }}", self.width, self.equal.len())
    }
}

impl Rolling {
    fn new<N: AsRef<[u8]>>(width: usize, base: u64, needles: &[N]) -> Rolling {
        let m = Modulus::MERSENNE_61;
        let behind = m.power(base, width as u64);
        let count = needles.len();
        let mut rolling = Rolling {
            width,
            bytes: Vec::with_capacity(width * count),
            equal: vec![NONE; count],
            base,
            leaving: Box::new(core::array::from_fn(|byte| m.negate(m.multiply(byte as u64, behind)))),
            bitmap: vec![0; (16 * count).next_power_of_two().div_ceil(64)],
            table: vec![(0, NONE); (2 * count).next_power_of_two()],
        };
        for (id, needle) in needles.iter().enumerate() {
            rolling.bytes.extend_from_slice(needle.as_ref());
            rolling.insert(id as u32);
        }
        rolling
    }

    fn needle(&self, id: u32) -> &[u8] {
        &self.bytes[id as usize * self.width..][..self.width]
    }

    fn insert(&mut self, id: u32) {
        let hash = canonical(self.start(self.needle(id)));
        let bit = self.bit(hash);
        self.bitmap[bit / 64] |= 1 << (bit % 64);
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (there, head) = self.table[slot];
            if head == NONE {
                self.table[slot] = (hash, id);
                return;
            }
            if there == hash && self.needle(head) == self.needle(id) {
                self.equal[id as usize] = self.equal[head as usize];
                self.equal[head as usize] = id;
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[inline]
    fn bit(&self, hash: u64) -> usize {
        hash as usize & (self.bitmap.len() * 64 - 1)
    }

    /// The hash of a window, below 2^62.
    fn start(&self, window: &[u8]) -> u64 {
        window.iter().fold(0, |hash, &byte| self.slide(hash, byte, 0))
    }

    /// The hash one byte further; `leaving` comes from the table.
    #[inline]
    fn slide(&self, hash: u64, entering: u8, leaving: u64) -> u64 {
        // Below 2^62 times 2^61, folded below 2^61 + 2^62, in all below 2^63: one more fold is below 2^61 + 4.
        let product = u128::from(hash) * u128::from(self.base);
        let sum = (product as u64 & M) + (product >> 61) as u64 + leaving + u64::from(entering);
        (sum & M) + (sum >> 61)
    }

    fn each(&self, text: &[u8], found: &mut impl FnMut(Match)) {
        let Some(last) = text.len().checked_sub(self.width) else { return };
        let places = last + 1;
        let part = places / LANES;
        // Each lane has `part` windows; the few that are left over follow alone.
        if part > 0 {
            self.lanes(text, part, found);
        }
        let mut hash = 0;
        for start in LANES * part..places {
            hash = match start == LANES * part {
                true => self.start(&text[start..][..self.width]),
                false => {
                    let leaving = self.leaving[usize::from(text[start - 1])];
                    self.slide(hash, text[start + self.width - 1], leaving)
                }
            };
            self.test(text, start, hash, found);
        }
    }

    /// Four windows over four adjacent parts of the text, step by step.
    fn lanes(&self, text: &[u8], part: usize, found: &mut impl FnMut(Match)) {
        let mut hashes: [u64; LANES] = core::array::from_fn(|i| self.start(&text[i * part..][..self.width]));
        for (lane, &hash) in hashes.iter().enumerate() {
            self.test(text, lane * part, hash, found);
        }
        let behind: [&[u8]; LANES] = core::array::from_fn(|i| &text[i * part..][..part - 1]);
        let ahead: [&[u8]; LANES] = core::array::from_fn(|i| &text[i * part + self.width..][..part - 1]);
        for step in 0..part - 1 {
            for lane in 0..LANES {
                let leaving = self.leaving[usize::from(behind[lane][step])];
                hashes[lane] = self.slide(hashes[lane], ahead[lane][step], leaving);
            }
            for (lane, &hash) in hashes.iter().enumerate() {
                self.test(text, lane * part + step + 1, hash, found);
            }
        }
    }

    /// Reports the needles that stand at a place, if there are any.
    #[inline]
    fn test(&self, text: &[u8], start: usize, hash: u64, found: &mut impl FnMut(Match)) {
        let hash = canonical(hash);
        let bit = self.bit(hash);
        if self.bitmap[bit / 64] >> (bit % 64) & 1 == 1 {
            self.look_up(&text[start..][..self.width], hash, start, found);
        }
    }

    #[cold]
    fn look_up(&self, window: &[u8], hash: u64, start: usize, found: &mut impl FnMut(Match)) {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while self.table[slot].1 != NONE {
            let (there, head) = self.table[slot];
            if there == hash && self.needle(head) == window {
                let mut id = head;
                while id != NONE {
                    found(Match { start, needle: id as usize });
                    id = self.equal[id as usize];
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// The residue of a number below 2^62.
#[inline]
fn canonical(hash: u64) -> u64 {
    if hash >= M { hash - M } else { hash }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(needles: &[Vec<u8>], text: &[u8]) -> Vec<Match> {
        let mut found = Vec::new();
        for start in 0..=text.len() {
            for (needle, bytes) in needles.iter().enumerate() {
                if text[start..].starts_with(bytes) {
                    found.push(Match { start, needle });
                }
            }
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn both_methods_equal_the_naive_scan(
            mut needles in prop::collection::vec(prop::collection::vec(97..100u8, 0..5), 0..12),
            width in 0..5usize,
            text in prop::collection::vec(97..100u8, 0..60),
        ) {
            // Width 0 leaves the lengths as they are.
            if width > 0 {
                needles.iter_mut().for_each(|needle| needle.resize(width, b'a'));
            }
            let expected = naive(&needles, &text);
            let chosen = Needles::new(&needles).unwrap();
            prop_assert_eq!(chosen.method() == "rolling-hash", !needles.is_empty() && !needles[0].is_empty()
                && needles.iter().all(|needle| needle.len() == needles[0].len()));
            prop_assert_eq!(&chosen.matches(&text), &expected);
            prop_assert_eq!(chosen.count(&text), expected.len() as u64);
            prop_assert_eq!(&Needles::automaton(&needles).unwrap().matches(&text), &expected);
        }
    }

    #[test]
    fn equal_needles_are_all_found() {
        let needles = Needles::new(vec![b"aa"; 20_000]).unwrap();
        assert_eq!(needles.count(b"aaa"), 40_000);
    }
}
