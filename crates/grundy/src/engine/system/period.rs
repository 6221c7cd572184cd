//! Periods of systems of octal type.
//!
//! **Theorem** (after Guy and Smith 1956). Take kinds whose heaps become only heaps of these kinds, by moves that leave at most s
//! parts without a bound on their size, and take at most k tokens, those counted that they leave in parts with such a bound;
//! let no condition name a number larger than B. If `g(m + p) = g(m)` for the heaps of *every* kind, for all `m >= e` with
//! `m + p < N`, where `e > B`, `N >= s*(e + p) + k` and `N > B + p`, then it holds for all `m >= e`. Proof by induction on
//! the size `n >= N` and, within a size, on the order of the kinds. The parts without a bound of an option of a heap of size n add
//! up to at least `n - k >= s*(e + p)`, so the largest is at least `e + p`. Less p it is at least `e > B`, and as `n - p >
//! B` too, the option becomes one of the heap of the same kind and of size `n - p`. Its value stays the same, because the part
//! is smaller than n, or of size n and of a later kind. Conversely such parts of an option of the heap of size `n - p` add up
//! to at least `s*e + (s - 1)*p`, so the largest is at least e, and p may be added to it. So the two heaps have options
//! of the same values.
//!
//! The period of one kind divides that of the whole system, and its preperiod is at most that of the whole.

use super::KindValues;
use super::table::Table;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::heap::period::{self as heap_period, Period, PeriodFinding, Theorem, observe};
use crate::rule::System;
use crate::rule::system::octal::Reach;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The least period that the values of all kinds of a table prove of all of them together.
///
/// # Errors
/// When it was asked to stop.
pub fn prove(table: &Table, pulse: &mut Pulse<'_>) -> Result<Option<Period>, StopReason> {
    pulse.beats(table.count() * table.kinds().len() as u64)?;
    let reach = table.octal().reach(table.kinds());
    let Some(found) = heap_period::prove(&together(table), reach.parts, reach.taken) else { return Ok(None) };
    let Period { length, preperiod, .. } = found;
    let values = needed(&reach, length, preperiod);
    Ok((values <= table.count()).then_some(Period { values, ..found }))
}

/// How many sizes the theorem asks for.
pub(in crate::engine) fn needed(reach: &Reach, length: u64, preperiod: u64) -> u64 {
    let values = reach.parts * (preperiod.max(reach.bound + 1) + length) + reach.taken;
    values.max(reach.bound + length + 1)
}

/// The values of all kinds at each size as one number: the same number means the same values.
fn together(table: &Table) -> Vec<u32> {
    let columns: Vec<&[u32]> = table.kinds().iter().map(|&kind| table.values(kind)).collect();
    if let [only] = columns.as_slice() {
        return only.to_vec();
    }
    let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let number = |size: usize| {
        let next = numbers.len() as u32;
        *numbers.entry(columns.iter().map(|column| column[size]).collect()).or_insert(next)
    };
    (0..table.count() as usize).map(number).collect()
}

/// The least period and preperiod of a list that has a period.
pub fn own_period(values: &[u32], whole: &Period) -> Period {
    let (start, length) = (whole.preperiod as usize, whole.length as usize);
    let cycle = &values[start..start + length];
    let repeats = |shorter: usize| (0..length).all(|index| cycle[index] == cycle[(index + shorter) % length]);
    let least = (1..=length).find(|&shorter| length % shorter == 0 && repeats(shorter)).unwrap_or(length);
    let first =
        (0..start).rev().find(|&size| values[size] != values[size + least]).map_or(0, |size| size + 1);
    Period { length: least as u64, preperiod: first as u64, ..whole.clone() }
}

/// How far to look when nothing is said.
pub fn default_limit(system: &System) -> u64 {
    if system.octal().is_some() { 10_000 } else { 1000 }
}

/// Sizes of the first attempt.
const FIRST_SIZES: u64 = 63;

/// What the search for the period of a kind came to, and the values and the period of the whole system behind it.
#[derive(Debug)]
pub struct SystemFinding {
    /// The finding for the kind asked for.
    pub own: PeriodFinding<'static>,
    /// The period of the whole and the values of all kinds, when it is proved.
    pub whole: Option<(Period, Table)>,
}

/// Looks for the period of a kind of one number, computing heaps up to `limit` at most.
///
/// # Errors
/// When a move makes no progress, or not even the first values could be found.
///
/// # Panics
/// When the kind has several numbers.
pub fn find(
    system: &Arc<System>,
    kind: usize,
    limit: u64,
    limits: &Limits<'_>,
) -> Result<SystemFinding, Failure> {
    assert_eq!(system.kinds()[kind].arity(), 1, "the kind has several numbers");
    let mut pulse = Pulse::new(limits);
    let mut values = KindValues::of(system, kind);
    let engine = values.engine();
    let mut goal = FIRST_SIZES.min(limit);
    let stop = loop {
        match values.extend(goal, &mut pulse) {
            Ok(()) => {}
            Err(Failure::Stopped(reason)) if values.count() > 0 => break reason,
            Err(failure) => return Err(failure),
        }
        let proved = match &values {
            KindValues::Table(table) => prove(table, &mut pulse),
            KindValues::Reached { .. } => Ok(None),
        };
        match (proved, values) {
            (Ok(Some(whole)), KindValues::Table(table)) => {
                let list = table.values(kind).to_vec();
                let theorem = Theorem::System { parts: table.octal().reach(table.kinds()).parts };
                let (period, stop) = (own_period(&list, &whole), StopReason::Done);
                let own =
                    PeriodFinding::of_list(Some(period), Some(theorem), whole.values, engine, stop, list);
                return Ok(SystemFinding { own, whole: Some((whole, table)) });
            }
            (Err(reason), same) => {
                values = same;
                break reason;
            }
            (Ok(_), same) => values = same,
        }
        if goal == limit {
            break StopReason::Done;
        }
        goal = goal.saturating_mul(2).saturating_add(1).min(limit);
    };
    let list = values.list(kind).to_vec();
    // Looking over what is there takes no longer than a moment, so it is done even when the time is up.
    let unhurried = Limits { memory: limits.memory, ..Limits::default() };
    let seen = observe(&list, &mut Pulse::new(&unhurried)).unwrap_or(None);
    let computed = list.len() as u64;
    let own = PeriodFinding::of_list(seen, None, computed, engine, stop, list);
    Ok(SystemFinding { own, whole: None })
}
