//! Finite take-and-break codes by all pairs: every option of every heap, O(n) per digit that breaks.
//!
//! The readable engine for octal and hexadecimal codes. While it works it looks for a period at every doubling, and stops
//! as soon as one is proved: Kayles needs 168 values, whatever heap is asked for.

use super::period::{Period, prove};
use super::{MAX_HEAP_WITHOUT_PERIOD, length};
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::rule::Code;
use crate::rule::code::{Leave, Shape};
use crate::value::MexSet;

/// Appends the values of heaps up to `largest` to those known, fewer when a period is proved on the way; a stop leaves a
/// prefix.
///
/// # Errors
/// When the limits do not suffice.
pub fn fill(
    code: &Code,
    largest: u64,
    values: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, Failure> {
    // Values that would not fit can only come from a period, which is looked for in a part that is quickly filled.
    let fits = length(largest, 4, pulse).is_ok();
    if !fits && !is_shiftable(code) {
        return Err(StopReason::MemoryLimit.into());
    }
    let mut seen = MexSet::new();
    let digits = digits(code);
    let mut goal = MAX_HEAP_WITHOUT_PERIOD / 8;
    loop {
        let step = goal.min(largest);
        let length = length(step, 4, pulse)?;
        while values.len() < length {
            seen.clear();
            for (taken, leave) in &digits {
                mark(values, *taken, leave, &mut seen, pulse)?;
            }
            values.push(seen.mex());
        }
        let period = if step < largest { period(code, values) } else { None };
        if period.is_some() || step == largest {
            return Ok(period);
        }
        if !fits && goal >= PERIOD_SEARCH {
            return Err(StopReason::MemoryLimit.into());
        }
        goal = goal.saturating_mul(2);
    }
}

pub(super) fn digits(code: &Code) -> Vec<(usize, Leave)> {
    let places = 0..=code.after.len();
    places.flat_map(|place| code.digit(place as i64).iter().map(move |leave| (place, *leave))).collect()
}

/// The period that the values prove; only breaks of any shape can be shifted.
fn period(code: &Code, values: &[u32]) -> Option<Period> {
    let last_place = code.last_place()? as u64;
    if is_shiftable(code) { prove(values, u64::from(code.most_parts()?), last_place) } else { None }
}

/// Whether the theorem applies: breaks of any shape.
fn is_shiftable(code: &Code) -> bool {
    code.leaves().all(|leave| leave.shape == Shape::Any)
}

/// How far to look for a period that must answer for heaps beyond memory.
const PERIOD_SEARCH: u64 = 1 << 15;

/// Marks the values of all options of the next heap that take `taken` tokens and leave `leave`.
pub(super) fn mark(
    g: &[u32],
    taken: usize,
    leave: &Leave,
    seen: &mut MexSet,
    pulse: &mut Pulse<'_>,
) -> Result<(), StopReason> {
    let Some(rest) = g.len().checked_sub(taken) else { return Ok(()) };
    match leave.parts {
        0 if rest == 0 => seen.insert(0),
        1 if rest > 0 => seen.insert(g[rest]),
        2 if rest > 1 => {
            pulse.beats(rest as u64)?;
            pairs(g, 1, rest, leave.shape, 0, seen);
        }
        3 if rest > 2 => {
            for a in 1..=rest / 3 {
                pulse.beats((rest - a) as u64)?;
                triples(g, a, rest - a, leave.shape, seen);
            }
        }
        _ => {}
    }
    Ok(())
}

/// Marks `g[a] ^ g[b] ^ offset` for all `a + b = rest`, `least <= a <= b`.
fn pairs(g: &[u32], least: usize, rest: usize, shape: Shape, offset: u32, seen: &mut MexSet) {
    let (from, to) = match shape {
        Shape::Any => (least, rest / 2),
        Shape::Distinct | Shape::NotAllEqual => (least, (rest - 1) / 2),
        Shape::Equal if rest.is_multiple_of(2) => (rest / 2, rest / 2),
        Shape::Equal => return,
    };
    if from > to {
        return;
    }
    let low = &g[from..=to];
    let high = &g[rest - to..=rest - from];
    for (a, b) in low.iter().zip(high.iter().rev()) {
        seen.insert(a ^ b ^ offset);
    }
}

/// Marks all triples with smallest part `a` and `b + c = rest`.
fn triples(g: &[u32], a: usize, rest: usize, shape: Shape, seen: &mut MexSet) {
    match shape {
        Shape::Any => pairs(g, a, rest, Shape::Any, g[a], seen),
        Shape::Distinct => pairs(g, a + 1, rest, Shape::Distinct, g[a], seen),
        Shape::Equal if rest == 2 * a => seen.insert(g[a]),
        Shape::Equal => {}
        Shape::NotAllEqual if rest == 2 * a => {}
        Shape::NotAllEqual => pairs(g, a, rest, Shape::Any, g[a], seen),
    }
}
