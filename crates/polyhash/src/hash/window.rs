//! The hashes of all windows of one width, from left to right: the rolling hash.
//!
//! The first letter of a window has the lowest power. A window that moves one place to the *left* multiplies everything by the base,
//! adds the new first letter and drops the old last one, H' = b·H + v(new) - bʷ·v(old), for every base and modulus. One that moves to the
//! right would divide by the base, which not every modulus allows. [`Windows`] goes forward all the same: it takes a stretch of windows
//! at a time, divides it into lanes, and rolls all lanes from their last window to their first at once, because each alone
//! would wait for its own multiplication. The last window of a lane is hashed afresh where windows are narrow; in a wide one it comes
//! from the last window of the next lane by one jump, H' = h(k new letters) + bᵏ·H - bʷ·h(k old letters).
//!
//! Modulo 2⁶¹ - 1 a product is split at bit 61 by multiplying with 8b and taking the upper word, sums are folded after every
//! third step, and brought below the modulus a few lines of the cache at a time, in vectors. About 1 GB a second there, 1.3
//! modulo 2⁶⁴ ([`Windows::for_each_stretch`]; the iterator is slower), 230 KB for a stretch.
//!
//! [`Rolling`] is a single window to which letters come one by one; it needs a base with an inverse.
//!
//! ```
//! use polyhash::{PolyHash, Windows};
//!
//! let hash = PolyHash::lecture();
//! let all: Vec<u64> = Windows::new(hash, b"abracadabra", 4).map(|window| window.hash).collect();
//! assert_eq!(all.len(), 8);
//! assert_eq!((all[0], all[0]), (hash.hash(b"abra"), all[7]));
//! ```

use super::block::Blocks;
use super::function::PolyHash;
use super::letter::Letter;
use crate::cpu;
use crate::error::Error;
use crate::modulus::{MERSENNE, Modulus};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::array::from_fn;
use core::fmt;

/// Windows that roll side by side.
const LANES: usize = 7;

/// Steps of all lanes after which the hashes, still in the nearest cache, are finished.
const CHUNK: usize = 96;

/// The windows of a lane, the last of which is given: two blocks, which hash fast, and a little more, so that lanes do not share the
/// lines of a cache.
const LANE: usize = 43 * CHUNK + 1;

/// The windows of a stretch.
const STRETCH: usize = LANES * LANE;

/// A window of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// Its first place.
    pub start: usize,
    /// The hash of what it shows.
    pub hash: u64,
}

/// All windows of one width, from left to right.
#[doc(alias = "rolling hash")]
#[doc(alias = "rabin-karp")]
#[derive(Clone)]
pub struct Windows<'t, T: Letter = u8> {
    function: PolyHash,
    text: &'t [T],
    width: usize,
    /// The base to the width of the window, and to that of a lane.
    power: u64,
    shift: u64,
    /// What makes long texts fast: tables for bytes that enter and leave, and for whole blocks.
    tables: Option<Box<Tables>>,
    /// The last windows of the lanes that follow, the next one behind the others.
    ends: Vec<u64>,
    /// The hashes of the windows from `start` on, of which `taken` were handed out.
    stretch: Vec<u64>,
    start: usize,
    taken: usize,
    /// How many windows there are in all.
    places: usize,
}

#[derive(Clone)]
struct Tables {
    entering: [u64; 256],
    /// Modulo 2^61 - 1 the value of the byte 0 is added, so that a byte that enters adds itself.
    leaving: [u64; 256],
    blocks: Blocks,
}

impl<T: Letter> fmt::Debug for Windows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Windows")
            .field("function", &self.function)
            .field("width", &self.width)
            .field("next", &(self.start + self.taken))
            .finish_non_exhaustive()
    }
}

impl<'t, T: Letter> Windows<'t, T> {
    /// The windows of a width; none if the text is shorter, one more than letters if the width is 0.
    pub fn new(function: PolyHash, text: &'t [T], width: usize) -> Windows<'t, T> {
        let m = function.modulus();
        let power = function.power(width as u64);
        let places = (text.len() + 1).saturating_sub(width);
        // Short texts are rolled before the tables are ready.
        let long = T::as_bytes(text).filter(|_| places > STRETCH);
        let tables = long.map(|_| {
            Box::new(Tables {
                entering: from_fn(|byte| function.letter(byte as u8)),
                leaving: from_fn(|byte| {
                    let left = m.negate(m.multiply(function.letter(byte as u8), power));
                    if m == Modulus::MERSENNE_61 { m.add(left, function.letter(0)) } else { left }
                }),
                blocks: function.prepare(),
            })
        });
        let shift = function.power(LANE as u64);
        let (ends, stretch) = (Vec::new(), Vec::new());
        Windows { function, text, width, power, shift, tables, ends, stretch, start: 0, taken: 0, places }
    }

    /// Calls `visit` with the first place of a stretch of windows and their hashes, stretch after stretch: the fastest way.
    pub fn for_each_stretch(mut self, mut visit: impl FnMut(usize, &[u64])) {
        if self.taken < self.stretch.len() {
            visit(self.start + self.taken, &self.stretch[self.taken..]);
        }
        while self.fill() {
            visit(self.start, &self.stretch);
        }
    }

    /// Goes on to the next stretch.
    fn fill(&mut self) -> bool {
        self.start += self.stretch.len();
        self.taken = 0;
        let left = self.places - self.start;
        let mut stretch = core::mem::take(&mut self.stretch);
        stretch.resize(left.min(STRETCH), 0);
        // The last letters that leave the lanes of a whole stretch must be there.
        if left > STRETCH {
            if self.ends.is_empty() {
                self.find_ends(left - 1);
            }
            let (next, out) = (self.ends.len() - LANES, stretch.first_chunk_mut().expect("a whole stretch"));
            let ends = from_fn(|lane| self.ends[next + LANES - 1 - lane]);
            self.ends.truncate(next);
            self.roll(ends, out);
        } else if left > 0 {
            self.roll_plainly(&mut stretch);
        }
        self.stretch = stretch;
        left > 0
    }

    /// The hash of some letters.
    fn hash(&self, letters: &[T]) -> u64 {
        match (T::as_bytes(letters), &self.tables) {
            (Some(letters), Some(tables)) => tables.blocks.hash(letters),
            _ => self.function.hash_of(letters),
        }
    }

    /// Finds the last windows of the next lanes: of one stretch, or where windows are wide of as many as a window has lanes.
    fn find_ends(&mut self, windows: usize) {
        let stretches = (self.width / STRETCH).clamp(1, windows / STRETCH);
        let window = |end: usize| &self.text[end - 1..][..self.width];
        let (m, mut hash) = (self.function.modulus(), 0);
        for lane in (0..stretches * LANES).rev() {
            // Behind the lane.
            let end = self.start + (lane + 1) * LANE;
            let jumps = self.width > LANE && lane + 1 < stretches * LANES;
            hash = if jumps {
                let new = self.hash(&self.text[end - 1..][..LANE]);
                let old = self.hash(&self.text[end - 1 + self.width..][..LANE]);
                let grown = m.add(new, m.multiply(hash, self.shift));
                m.subtract(grown, m.multiply(old, self.power))
            } else {
                self.hash(window(end))
            };
            self.ends.push(hash);
        }
    }

    /// Hashes a whole stretch, given the last windows of its lanes.
    fn roll(&self, ends: [u64; LANES], out: &mut [u64; STRETCH]) {
        let (function, m) = (&self.function, self.function.modulus());
        let base = function.base();
        let bytes = T::as_bytes(self.text).zip(self.tables.as_deref());
        let Some((text, Tables { entering, leaving, .. })) = bytes else {
            let step = |hash: u64, new: T, old: T| {
                let grown = m.add(m.multiply(hash, base), new.residue(function));
                m.subtract(grown, m.multiply(old.residue(function), self.power))
            };
            return lanes(self.letters(self.text), ends, out, step, |hash| hash, |hash| hash);
        };
        let letters = self.letters(text);
        if m == Modulus::MERSENNE_61 {
            mersenne_lanes(letters, ends, out, base, leaving);
        } else if m == Modulus::TWO_64 {
            let step = |hash: u64, new: u8, old: u8| {
                let both = entering[usize::from(new)].wrapping_add(leaving[usize::from(old)]);
                hash.wrapping_mul(base).wrapping_add(both)
            };
            lanes(letters, ends, out, step, |hash| hash, |hash| hash);
        } else {
            let step = |hash: u64, new: u8, old: u8| {
                let both = m.add(entering[usize::from(new)], leaving[usize::from(old)]);
                m.add(m.multiply(hash, base), both)
            };
            lanes(letters, ends, out, step, |hash| hash, |hash| hash);
        }
    }

    /// The letters that enter and those that leave while a stretch is rolled.
    fn letters<'a, L>(&self, text: &'a [L]) -> [&'a [L; STRETCH]; 2] {
        let from = |start: usize| text[start..].first_chunk().expect("the letters of a whole stretch");
        [from(self.start), from(self.start + self.width)]
    }

    /// Hashes the last windows, letter by letter.
    fn roll_plainly(&self, out: &mut [u64]) {
        let (f, m) = (&self.function, self.function.modulus());
        let last = out.len() - 1;
        let mut hash = self.hash(&self.text[self.start + last..][..self.width]);
        out[last] = hash;
        for (place, out) in out[..last].iter_mut().enumerate().rev() {
            let (new, old) = (self.text[self.start + place], self.text[self.start + place + self.width]);
            let grown = m.add(m.multiply(hash, f.base()), new.residue(f));
            hash = m.subtract(grown, m.multiply(old.residue(f), self.power));
            *out = hash;
        }
    }
}

/// An array with an expression for each lane, written out: where the compiler leaves a closure as a call, every hash goes
/// through memory and half the speed is gone.
macro_rules! each_lane {
    ($lane:ident => $value:expr) => {
        each_lane!($lane => $value; 0 1 2 3 4 5 6)
    };
    ($lane:ident => $value:expr; $($number:literal)*) => {
        [$({
            const $lane: usize = $number;
            $value
        }),*]
    };
}

/// Rolls windows from the ends of adjacent lanes to their starts; `fold` is applied after every third step, `finish` to every hash. Lanes
/// have one length that is known beforehand, so that every letter has an address without a register of its own.
#[inline(always)]
fn lanes<L: Copy>(
    [new, old]: [&[L; STRETCH]; 2],
    ends: [u64; LANES],
    out: &mut [u64; STRETCH],
    step: impl Fn(u64, L, L) -> u64,
    fold: impl Fn(u64) -> u64,
    finish: impl Fn(u64) -> u64,
) {
    let mut hashes = ends;
    for chunk in (0..LANE / CHUNK).rev() {
        let base = chunk * CHUNK;
        // Windows of one place in all lanes, one step to the left.
        macro_rules! step_to {
            ($place:expr) => {
                each_lane!(I => {
                    let at = I * LANE + base + $place;
                    out[at] = step(hashes[I], new[at], old[at]);
                    out[at]
                })
            };
        }
        for three in (0..CHUNK / 3).rev() {
            hashes = step_to!(3 * three + 2);
            hashes = step_to!(3 * three + 1);
            hashes = step_to!(3 * three);
            hashes = each_lane!(I => fold(hashes[I]));
        }
        for lane in 0..LANES {
            let chunk: &mut [u64; CHUNK] =
                out[lane * LANE + chunk * CHUNK..].first_chunk_mut().expect("inside a lane");
            chunk.iter_mut().for_each(|hash| *hash = finish(*hash));
        }
    }
    for lane in 0..LANES {
        out[lane * LANE + LANE - 1] = ends[lane];
    }
}

/// Rolls windows modulo 2^61 - 1.
fn mersenne_lanes(
    letters: [&[u8; STRETCH]; 2],
    ends: [u64; LANES],
    out: &mut [u64; STRETCH],
    base: u64,
    leaving: &[u64; 256],
) {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_avx2() && cpu::has_bmi2() {
        // SAFETY: AVX2 and BMI2 are there, as was just asked.
        return unsafe { mersenne_lanes_avx2(letters, ends, out, base, leaving) };
    }
    mersenne_lanes_anywhere(letters, ends, out, base, leaving);
}

/// The same, compiled for processors with AVX2, for the last pass, and BMI2, whose product writes any two registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn mersenne_lanes_avx2(
    letters: [&[u8; STRETCH]; 2],
    ends: [u64; LANES],
    out: &mut [u64; STRETCH],
    base: u64,
    leaving: &[u64; 256],
) {
    mersenne_lanes_anywhere(letters, ends, out, base, leaving);
}

#[inline(always)]
fn mersenne_lanes_anywhere(
    letters: [&[u8; STRETCH]; 2],
    ends: [u64; LANES],
    out: &mut [u64; STRETCH],
    base: u64,
    leaving: &[u64; 256],
) {
    let base = base << 3;
    // From below 2^61 + 8 a step leads below 3 * 2^61 + 2^9, three of them below 7 * 2^61 + 2^11, and folding back.
    let step = |hash: u64, new: u8, old: u8| {
        let product = u128::from(hash) * u128::from(base);
        (product >> 64) as u64 + (product as u64 >> 3) + u64::from(new) + leaving[usize::from(old)]
    };
    let fold = |hash: u64| (hash & MERSENNE) + (hash >> 61);
    let finish = |hash: u64| {
        let folded = fold(hash);
        // At most the modulus and 7: adding 1 shows in bit 61 whether to subtract it.
        (folded + ((folded + 1) >> 61)) & MERSENNE
    };
    lanes(letters, ends, out, step, fold, finish);
}

impl<T: Letter> Iterator for Windows<'_, T> {
    type Item = Window;

    #[inline]
    fn next(&mut self) -> Option<Window> {
        if self.taken == self.stretch.len() && !self.fill() {
            return None;
        }
        let window = Window { start: self.start + self.taken, hash: self.stretch[self.taken] };
        self.taken += 1;
        Some(window)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.places - self.start - self.taken;
        (left, Some(left))
    }
}

impl<T: Letter> ExactSizeIterator for Windows<'_, T> {}

/// A window of fixed width that letters enter and leave one by one, for texts that are nowhere as a whole.
///
/// H' = (H - v(old))/b + v(new)·bʷ⁻¹: the base must have an inverse, which a prime modulus gives to every base but 0.
/// 3 to 10 ns a letter; [`Windows`] is faster where the text is at hand.
///
/// ```
/// use polyhash::{Letters, Modulus, PolyHash, Rolling};
///
/// let hash = PolyHash::new(0x5eed, Modulus::MERSENNE_61, Letters::Bytes);
/// let mut window = Rolling::new(hash, b"abra")?;
/// window.roll(b'a', b'c');
/// assert_eq!(window.hash(), hash.hash(b"brac"));
/// # Ok::<(), polyhash::Error>(())
/// ```
#[doc(alias = "rolling hash")]
#[doc(alias = "rabin-karp")]
#[derive(Debug, Clone)]
pub struct Rolling {
    function: PolyHash,
    inverse: u64,
    /// The base to the width less 1.
    power: u64,
    hash: u64,
}

impl Rolling {
    /// A window that shows some letters, at least one.
    ///
    /// # Errors
    /// When the base has no inverse modulo the modulus; when there are no letters.
    pub fn new<T: Letter>(function: PolyHash, first: &[T]) -> Result<Rolling, Error> {
        let (base, m) = (function.base(), function.modulus());
        let inverse = m.inverse(base).ok_or(Error::NoInverse { base, modulus: m.get() })?;
        let Some(last) = first.len().checked_sub(1) else {
            return Err(Error::Range { start: 0, end: 1, length: 0 });
        };
        Ok(Rolling { function, inverse, power: function.power(last as u64), hash: function.hash_of(first) })
    }

    /// Moves one place to the right: `leaving` was the first letter, `entering` becomes the last one.
    #[inline]
    pub fn roll<T: Letter>(&mut self, leaving: T, entering: T) {
        let (f, m) = (&self.function, self.function.modulus());
        let rest = m.multiply(m.subtract(self.hash, leaving.residue(f)), self.inverse);
        self.hash = m.add(rest, m.multiply(entering.residue(f), self.power));
    }

    /// The hash of what the window shows.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::super::function::Letters;
    use super::*;
    use crate::random::SplitMix;

    #[test]
    fn stretches_follow_each_other() {
        let mut random = SplitMix(5);
        let text: Vec<u8> = (0..100_000).map(|_| random.next() as u8).collect();
        for m in [1_000_000_009, (1 << 61) - 1, (1 << 64) - 59, 1 << 64] {
            let hash = PolyHash::new(random.next(), Modulus::new(m).expect("a modulus"), Letters::Alphabetic);
            for width in [0, 1, 32, 2048, 2049, 9_000, 20_000, 70_000, 99_999, 100_000] {
                let mut next = 0;
                Windows::new(hash, &text, width).for_each_stretch(|start, hashes| {
                    assert_eq!(start, next);
                    for place in [0, hashes.len() / 3, hashes.len() - 1] {
                        assert_eq!(hashes[place], hash.hash(&text[start + place..][..width]), "{m} {width}");
                    }
                    next += hashes.len();
                });
                assert_eq!(next, text.len() + 1 - width);
            }
        }
        let numbers: Vec<i32> = text.iter().map(|&letter| i32::from(letter) - 100).collect();
        let hash = PolyHash::new(random.next(), Modulus::MERSENNE_61, Letters::Bytes);
        for width in [5, 20_000] {
            let seen = Windows::new(hash, &numbers, width).step_by(997);
            seen.for_each(|w| assert_eq!(w.hash, hash.hash_of(&numbers[w.start..][..width])));
        }
        assert_eq!(Windows::new(PolyHash::lecture(), &text[..5], 6).count(), 0);
        let mut windows = Windows::new(PolyHash::lecture(), &text, 3);
        windows.next();
        windows.for_each_stretch(|start, _| assert!(start == 1 || start % STRETCH == 0));
    }

    #[test]
    fn bases_without_an_inverse_do_not_roll() {
        let hash = PolyHash::new(10, Modulus::TWO_64, Letters::Bytes);
        assert_eq!(Rolling::new(hash, b"ab").unwrap_err(), Error::NoInverse { base: 10, modulus: 1 << 64 });
        assert!(Rolling::new(PolyHash::lecture(), b"").is_err());
    }
}
