//! The window theorem: with a settled sparse space, a short window of values that comes back proves a period.
//!
//! Guy and Smith's theorem looks at twice as many values as the period and preperiod have together, and at all of
//! them. With a sparse space about half suffice, and the proof can be checked in pieces. The statement and its proof:
//!
//! **Setting.** A finite code whose moves leave at most two heaps, its last digit at place k; pairs may be any or
//! unequal. Fix a mask, and with `by_place` also a parity t0 that all places that break in two share. The *class* of a
//! number v at heap n is the parity of the ones of `v & mask`, with `by_place` plus the parity of `n - t0`: even is
//! *rare*, odd is *common*. A heap is rare or common as its value at itself is. Then:
//!
//! (1) The value of an option `(a, b)` of n, with both parts not empty, is common at n exactly when one of a, b is rare
//! and the other common. For `a + b = n - t`, and the classes of a, b and of the option at n add up to the parity of `a
//! + b + n - 3*t0`, or of `t + t0`, which is even; without `by_place` there is nothing to add.
//!
//! **Theorem.** Let Q be at least 1, `L = Q + k`, p positive (even with `by_place`), and `w > Q`. Write `n0 = w + L`.
//! Suppose that
//!
//! - (H1) every rare heap from 1 to `n0 - 1` is at most Q;
//! - (H2) every heap n from n0 to `n0 + p - 1` is common, and every number `v < g(n)` that is rare at n is the value of an
//!   option `(a, n - t - a)` with `1 <= a <= Q`, or of an option with a single heap;
//! - (H3) `g(j + p) = g(j)` for `w <= j < n0`.
//!
//! Then `g(n + p) = g(n)` for all `n >= w`.
//!
//! **Proof.** By induction on `n >= n0` we show that heap `n + p` is common, has the value g(n), and has (H2)'s options
//! for all smaller rare numbers. Heap n has these properties too: by (H2) when `n < n0 + p`, else as an earlier step
//! showed. So the rare heaps below `n + p` are those up to Q. Let A(n) be the values of options of n that are common at
//! n. By (1) they come from pairs of a rare heap `r <= Q` and a common one, `n - t - r`, and from single heaps `n - t`
//! with `t >= 1`. All of these are at least `n - k - Q >= w > Q`, so none is rare and none equals r: the pair is legal,
//! also when parts must differ. By induction their values are those of the heaps p further on. The class of a number at
//! n and at `n + p` is the same. So `A(n + p) = A(n)`, and the least number common at n that is missing is g(n) for
//! both. An option `(a, n - t - a)` of (H2) becomes `(a, n + p - t - a)`: it is legal, because `n - t - a > Q >= a`,
//! and has the same value by induction; options with a single heap likewise. So every smaller rare number is the value
//! of an option of `n + p`, and its value is g(n). Moves that leave nothing do not matter, because `n0 > k`. ∎
//!
//! The parts that serve as witnesses are static (at most Q), their partners are in the window behind n: both classes of
//! moves look back at most L heaps. Equal parts (`=`) and three parts are outside the theorem.
//!
//! [`prove`] trusts the values it is given and checks (H1) and (H2) on them. The certificate for
//! [`crate::proof::verify`] carries windows from which the values between them follow, so they are checked too.

use super::search::BLOCK;
use super::{Period, repetition};
use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::sparse_space::Space;
use crate::engine::heap::terms::Terms;
use crate::rule::Code;
use crate::rule::code::Shape;

/// What tells rare numbers from common ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mask {
    /// Bits of a value that count.
    pub bits: u32,
    /// Whether the parity of the heap counts too.
    pub by_place: bool,
}

impl From<&Space> for Mask {
    fn from(space: &Space) -> Mask {
        Mask { bits: space.mask, by_place: space.by_place }
    }
}

/// A code to which the theorem applies, with a mask.
#[derive(Debug)]
struct Setting {
    /// Places that leave one heap.
    takes: Vec<u64>,
    /// Places that leave two.
    breaks: Vec<u64>,
    last_place: u64,
    mask: Mask,
}

impl Setting {
    fn new(code: &Code, mask: Mask) -> Option<Setting> {
        let last_place = code.last_place()? as u64;
        let fits = |shape| matches!(shape, Shape::Any | Shape::Distinct | Shape::NotAllEqual);
        if code.most_parts()? != 2 || !code.leaves().all(|leave| fits(leave.shape)) {
            return None;
        }
        let places = |parts: u32| -> Vec<u64> {
            let leaves = |&place: &u64| code.digit(place as i64).iter().any(|leave| leave.parts == parts);
            (0..=last_place).filter(leaves).collect()
        };
        let breaks = places(2);
        let alike = breaks.iter().all(|place| place % 2 == breaks[0] % 2);
        (alike || !mask.by_place).then(|| Setting { takes: places(1), breaks, last_place, mask })
    }

    /// What the parity of a masked number must be for it to be rare at a heap.
    fn rare_parity(&self, heap: u64) -> u32 {
        if self.mask.by_place { ((heap + self.breaks[0]) % 2) as u32 } else { 0 }
    }

    fn is_rare(&self, value: u32, heap: u64) -> bool {
        (value & self.mask.bits).count_ones() % 2 == self.rare_parity(heap)
    }

    /// The last rare heap below `count`, or 0.
    fn last_rare<T: Terms + ?Sized>(
        &self,
        terms: &T,
        count: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<u64, StopReason> {
        let mut block = vec![0; BLOCK];
        let mut end = count;
        while end > 1 {
            pulse.beats(BLOCK as u64)?;
            let width = (end - 1).min(BLOCK as u64) as usize;
            let first = end - width as u64;
            terms.read(first, &mut block[..width]);
            let rare = (0..width).rposition(|index| self.is_rare(block[index], first + index as u64));
            if let Some(index) = rare {
                return Ok(first + index as u64);
            }
            end = first;
        }
        Ok(0)
    }

    /// Whether (H2) has its options for every heap from `first` to `end - 1`.
    fn witnessed<T: Terms + ?Sized>(
        &self,
        terms: &T,
        reach: u64,
        (first, end): (u64, u64),
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, StopReason> {
        let back = (reach + self.last_place) as usize;
        let mut low = vec![0; reach as usize + 1];
        terms.read(0, &mut low);
        let mut values = vec![0; back + BLOCK];
        let mut seen = Seen::default();
        let mut heap = first;
        while heap < end {
            let width = (end - heap).min(BLOCK as u64) as usize;
            let values = &mut values[..back + width];
            terms.read(heap - back as u64, values);
            for index in back..back + width {
                let n = heap + (index - back) as u64;
                if self.is_rare(values[index], n)
                    || !self.has_witnesses(&low, values, index, n, &mut seen, pulse)?
                {
                    return Ok(false);
                }
            }
            heap += width as u64;
        }
        Ok(true)
    }

    /// Whether every smaller number rare at `heap`, which stands at `index` of `values`, is the value of an option with a
    /// part in `low`.
    fn has_witnesses(
        &self,
        low: &[u32],
        values: &[u32],
        index: usize,
        heap: u64,
        seen: &mut Seen,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, StopReason> {
        let value = values[index];
        let parity = self.rare_parity(heap);
        let rare = |number: u32| (number & self.mask.bits).count_ones() % 2 == parity;
        let mut missing = (0..value).filter(|&number| rare(number)).count();
        if missing == 0 {
            return Ok(true);
        }
        seen.start(value);
        let mut look = |number: u32| {
            if number < value && rare(number) && seen.is_new(number) {
                missing -= 1;
            }
            missing == 0
        };
        for &take in self.takes.iter().filter(|&&take| take > 0) {
            if look(values[index - take as usize]) {
                return Ok(true);
            }
        }
        for part in 1..low.len() {
            for &place in &self.breaks {
                if look(low[part] ^ values[index - place as usize - part]) {
                    pulse.beats(part as u64)?;
                    return Ok(true);
                }
            }
        }
        pulse.beats(low.len() as u64)?;
        Ok(false)
    }
}

/// Numbers met since the start, forgotten without being cleared.
#[derive(Debug, Default)]
struct Seen {
    round: u32,
    rounds: Vec<u32>,
}

impl Seen {
    fn start(&mut self, size: u32) {
        if self.rounds.len() < size as usize {
            self.rounds.resize(size as usize, 0);
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds.fill(0);
            self.round = 1;
        }
    }

    fn is_new(&mut self, number: u32) -> bool {
        let known = &mut self.rounds[number as usize];
        let new = *known != self.round;
        *known = self.round;
        new
    }
}

/// Least reach that is tried: witnesses are found near heap 0, but not always among the very first heaps.
const LEAST_REACH: u64 = 64;

/// The least period that the window theorem proves for the values, which are taken to be those of the code.
///
/// # Errors
/// When it was asked to stop.
pub fn prove<T: Terms + ?Sized>(
    code: &Code,
    terms: &T,
    mask: Mask,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, StopReason> {
    let Some(setting) = Setting::new(code, mask) else { return Ok(None) };
    let count = terms.count();
    let last_rare = setting.last_rare(terms, count, pulse)?;
    let mut reach = last_rare.max(LEAST_REACH);
    // The windows, the static parts and one period must fit.
    while reach.saturating_mul(2) + setting.last_place + 2 <= count {
        let back = reach + setting.last_place;
        let most = count - back - reach - 1;
        let Some((length, preperiod)) = repetition(terms, back, most, pulse)? else { return Ok(None) };
        if mask.by_place && length % 2 == 1 {
            return Ok(None);
        }
        let n0 = preperiod.max(reach + 1) + back;
        if n0 + length <= count && setting.witnessed(terms, reach, (n0, n0 + length), pulse)? {
            return Ok(Some(Period { length, preperiod, saltus: 0, values: n0 + length }));
        }
        reach *= 4;
    }
    Ok(None)
}

/// What a window certificate carries beside its claim; see [`crate::proof::certificate`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Windows {
    /// The mask.
    pub mask: Mask,
    /// Q: rare heaps and the parts of witnesses are at most this.
    pub reach: u64,
    /// g(0), g(1), ... as far as they are to be checked by the definition.
    pub prefix: Vec<u32>,
    /// How many values each window has.
    pub width: u64,
    /// Ends of windows, increasing, each with the values of the `width` heaps below it.
    pub windows: Vec<(u64, Vec<u32>)>,
}

/// Pieces into which the values are cut for the checker's threads.
const PIECES: u64 = 16;

/// The windows that let a checker find all values again, for a period that the values prove; `None` when no reach up to a
/// quarter of the values has all witnesses.
///
/// # Errors
/// When it was asked to stop.
pub fn windows<T: Terms + ?Sized>(
    code: &Code,
    terms: &T,
    mask: Mask,
    period: &Period,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Windows>, StopReason> {
    let Some(setting) = Setting::new(code, mask) else { return Ok(None) };
    let &Period { length: p, preperiod: e, .. } = period;
    let count = terms.count();
    let mut reach = setting.last_rare(terms, count, pulse)?.max(LEAST_REACH);
    while reach.saturating_mul(4) <= count {
        let back = reach + setting.last_place;
        let n0 = e.max(reach + 1) + back;
        if n0 + p > count {
            return Ok(None);
        }
        // Long enough to hold the agreement from e on and the disagreement before it.
        let width = n0 - e.saturating_sub(1);
        let start = width.max(reach + 1 + back);
        let odd = mask.by_place && p % 2 == 1;
        if !odd && setting.witnessed(terms, reach, (start, n0 + p), pulse)? {
            let ends = ends(start, n0, p);
            let read = |first: u64, width: u64| {
                let mut values = vec![0; width as usize];
                terms.read(first, &mut values);
                values
            };
            let windows = ends.into_iter().map(|end| (end, read(end - width, width))).collect();
            return Ok(Some(Windows { mask, reach, prefix: read(0, start), width, windows }));
        }
        reach *= 2;
    }
    Ok(None)
}

/// Where windows end: at the start, at n0, one period further, at the divisions of the period that must fail, and often
/// enough in between.
fn ends(start: u64, n0: u64, p: u64) -> Vec<u64> {
    let mut ends = vec![start, n0, n0 + p];
    ends.extend(prime_divisors(p).into_iter().map(|prime| n0 + p / prime));
    let step = ((n0 + p - start) / PIECES).max(1 << 16);
    ends.extend((1..).map(|piece| start + piece * step).take_while(|&end| end < n0 + p));
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// The primes that divide a number, by trial.
pub(super) fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        if number.is_multiple_of(prime) {
            primes.push(prime);
            while number.is_multiple_of(prime) {
                number /= prime;
            }
        }
        prime += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
