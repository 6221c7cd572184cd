//! Window certificates: the values between two windows follow from the first, and must arrive at the second.
//!
//! Between windows every value is found by the sparse rule of the window theorem, heap by heap: the least common number
//! that no option with a rare part and no single heap has, provided every smaller rare number has its option with a part
//! within reach. Pieces are independent, so threads share them; together they lead from the values checked by the
//! definition to the end.

use super::values::{Seen, first_end};
use super::{End, Fault, prime_divisors};
use crate::base::limits::{Limits, Pulse};
use crate::proof::certificate::{Certificate, Segments};
use crate::rule::code::Shape;
use crate::rule::{Class, Code, Ruleset};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Larger values than these do not occur in games with a sparse space that anyone has reached.
const MAX_VALUE: u32 = 1 << 20;
/// Heaps between two moves of the buffer.
const HEAPS_PER_MOVE: usize = 1 << 16;

pub(super) fn check(
    certificate: &Certificate,
    segments: &Segments,
    rules: &Ruleset,
    limits: &Limits<'_>,
    threads: usize,
) -> Result<u64, End> {
    let Class::Code(code) = rules.class() else {
        return Err(Fault::of(format!("the window theorem is not about this rule: {}", rules.class())).into());
    };
    let piece = Piece::new(code, certificate, segments)?;
    let windows = &segments.windows;
    let (next, ends) = (AtomicUsize::new(0), windows.len() - 1);
    let work = || -> Vec<Result<(), End>> {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= ends {
                return results;
            }
            let result = piece.advance(&windows[index], &windows[index + 1], limits);
            // What lies behind a fault is of no interest any more.
            if result.is_err() {
                next.store(ends, Ordering::Relaxed);
            }
            results.push(result);
        }
    };
    let results = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for thread in others {
            results.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    first_end(results)?;
    piece.compare(certificate, segments)?;
    Ok(windows.last().map_or(0, |window| window.0))
}

/// What all pieces share.
struct Piece<'a> {
    takes: Vec<usize>,
    breaks: Vec<usize>,
    /// Rare heaps with their values.
    rare: Vec<(usize, u32)>,
    /// Values of heaps 0 to Q.
    low: &'a [u32],
    mask: u32,
    by_place: bool,
    n0: u64,
}

impl<'a> Piece<'a> {
    /// Checks everything but the values between the windows.
    fn new(code: &Code, certificate: &'a Certificate, segments: &Segments) -> Result<Piece<'a>, Fault> {
        let Certificate { period: p, preperiod: e, saltus, ref values, .. } = *certificate;
        let Segments { mask, by_place, reach, width, ref windows } = *segments;
        let wrong = |what: &str| Err(Fault::of(what));
        let fits = |shape| matches!(shape, Shape::Any | Shape::Distinct | Shape::NotAllEqual);
        let (Some(last_place), Some(2)) = (code.last_place(), code.most_parts()) else {
            return wrong("the window theorem is about finite codes that break heaps in two");
        };
        if !code.leaves().all(|leave| fits(leave.shape)) {
            return wrong("the window theorem is not about equal parts");
        }
        let places = |parts: u32| -> Vec<usize> {
            (0..=last_place)
                .filter(|&place| code.digit(place as i64).iter().any(|leave| leave.parts == parts))
                .collect()
        };
        let (takes, breaks) = (places(1), places(2));
        if by_place && breaks.iter().any(|place| place % 2 != breaks[0] % 2) {
            return wrong("the parity of the heap counts only if all breaking places share one");
        }
        if saltus != 0 || p == 0 || (by_place && p % 2 == 1) {
            return wrong(
                "the window theorem is about ordinary periods, even ones if the parity of the heap counts",
            );
        }
        if mask == 0 || reach == 0 {
            return wrong("the mask has no bits, or the reach is 0");
        }
        let back = reach.checked_add(last_place as u64);
        let n0 = back.and_then(|back| e.max(reach.checked_add(1)?).checked_add(back));
        let Some((n0, last)) = n0.and_then(|n0| Some((n0, n0.checked_add(p)?))) else {
            return wrong("the heaps of the claim are beyond 64 bits");
        };
        let count = values.len() as u64;
        let first = windows.first().map(|window| window.0);
        let shape = first == Some(count)
            && windows.last().map(|window| window.0) == Some(last)
            && windows.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && width == n0 - e.saturating_sub(1)
            && count >= width
            && count - reach > n0 - e.max(reach + 1);
        if !shape {
            return wrong("the windows do not lead from the first values to the end of a period");
        }
        let mut piece =
            Piece { takes, breaks, rare: Vec::new(), low: &values[..=reach as usize], mask, by_place, n0 };
        for (heap, &value) in values.iter().enumerate().skip(1) {
            if piece.is_rare(value, heap as u64) {
                if heap as u64 > reach {
                    return Err(Fault::at(
                        heap as u64,
                        format!("heap {heap} is rare, but beyond the reach {reach}"),
                    ));
                }
                piece.rare.push((heap, value));
            }
        }
        if windows[0].1 != values[(count - width) as usize..] {
            return Err(Fault::at(count - width, "the first window differs from the values before it"));
        }
        Ok(piece)
    }

    /// Whether a number is rare at a heap.
    fn is_rare(&self, number: u32, heap: u64) -> bool {
        let ones = u64::from((number & self.mask).count_ones());
        let place = if self.by_place { heap + self.breaks[0] as u64 } else { 0 };
        (ones + place) % 2 == 0
    }

    /// Finds the values from one window to the next and compares.
    fn advance(&self, from: &(u64, Vec<u32>), to: &(u64, Vec<u32>), limits: &Limits<'_>) -> Result<(), End> {
        let (mut pulse, mut seen) = (Pulse::new(limits), Seen::default());
        let width = from.1.len();
        let mut values = from.1.clone();
        for heap in from.0..to.0 {
            if values.len() >= width + HEAPS_PER_MOVE {
                values.drain(..values.len() - width);
            }
            let value = self.value(&values, heap, &mut seen, &mut pulse)?;
            values.push(value);
        }
        let found = &values[values.len() - width..];
        match found.iter().zip(&to.1).position(|(found, claimed)| found != claimed) {
            Some(index) => {
                let heap = to.0 - width as u64 + index as u64;
                let message =
                    format!("heap {heap} has value {}, not {} as its window says", found[index], to.1[index]);
                Err(Fault::at(heap, message).into())
            }
            None => Ok(()),
        }
    }

    /// The value of the heap behind `values`.
    fn value(&self, values: &[u32], heap: u64, seen: &mut Seen, pulse: &mut Pulse<'_>) -> Result<u32, End> {
        let end = values.len();
        let takes = self.takes.iter().filter(|&&take| take > 0);
        seen.start(MAX_VALUE);
        for &take in takes.clone() {
            seen.insert(values[end - take]);
        }
        for &(part, own) in &self.rare {
            for &place in &self.breaks {
                seen.insert(own ^ values[end - place - part]);
            }
        }
        pulse.beats(1 + (self.rare.len() * self.breaks.len()) as u64)?;
        let value = (0..MAX_VALUE).find(|&number| !self.is_rare(number, heap) && !seen.contains(number));
        let Some(value) = value else {
            return Err(Fault::at(heap, format!("the value of heap {heap} is beyond {MAX_VALUE}")).into());
        };
        pulse.beats(u64::from(value) / 16)?;
        let mut missing = (0..value).filter(|&number| self.is_rare(number, heap)).count();
        seen.start(value);
        let mut look = |number: u32| {
            if number < value && self.is_rare(number, heap) && !seen.contains(number) {
                seen.insert(number);
                missing -= 1;
            }
            missing == 0
        };
        // Asked about itself, which never counts, it says whether nothing is missing from the start.
        if look(value) || takes.clone().any(|&take| look(values[end - take])) {
            return Ok(value);
        }
        for part in 1..self.low.len() {
            for &place in &self.breaks {
                if look(self.low[part] ^ values[end - place - part]) {
                    pulse.beats(part as u64)?;
                    return Ok(value);
                }
            }
        }
        Err(Fault::at(heap, format!("heap {heap} need not be common: a smaller rare number has no witness"))
            .into())
    }

    /// The window before n0 is that one period on, and neither earlier heaps nor shorter periods do as well.
    fn compare(&self, certificate: &Certificate, segments: &Segments) -> Result<(), Fault> {
        let Certificate { period: p, preperiod: e, .. } = *certificate;
        let ending =
            |end: u64| segments.windows.iter().find(|window| window.0 == end).map(|window| &window.1[..]);
        let (Some(before), Some(after)) = (ending(self.n0), ending(self.n0 + p)) else {
            return Err(Fault::of("a window at the start or the end of the period is missing"));
        };
        // Windows start at the last exception, if there is one.
        let exceptions = usize::from(e > 0);
        if let Some(index) = (exceptions..before.len()).find(|&index| before[index] != after[index]) {
            let heap = self.n0 + p - (before.len() - index) as u64;
            return Err(Fault::at(heap, format!("the period fails at heap {heap}")));
        }
        if e > 0 && before[0] == after[0] {
            return Err(Fault::at(e - 1, "the preperiod is not the least: the period holds from here on"));
        }
        for prime in prime_divisors(p) {
            let shorter = p / prime;
            let Some(window) = ending(self.n0 + shorter) else {
                return Err(Fault::of(format!("nothing shows that {shorter} is no period")));
            };
            if window[exceptions..] == before[exceptions..] {
                return Err(Fault::of(format!("the period is not shown to be the least: {shorter}")));
            }
        }
        Ok(())
    }
}
