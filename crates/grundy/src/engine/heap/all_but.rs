//! All-but games: any number may be taken except those of a finite set S.
//!
//! Heap n may become every smaller heap but n - s. A value v is free at n exactly when all its occurrences so far are
//! among those forbidden heaps, so it is enough to count occurrences and to look at the |S| forbidden ones; the next
//! unused value is always free. These games are arithmetic periodic (Berlekamp, Conway and Guy, Winning Ways, ch. 4; Siegel,
//! Combinatorial Game Theory, IV.4). Cost O(|S|) per heap.
//!
//! A period is proved by the state of the game. Let M be the largest number of S and call the heaps below `n - M` *old*
//! at n: each of them is an option of n. Let m be the least number that is no value of an old heap. The *state* at n is
//! the set of the differences `v - m` for values `v > m` of old heaps, and the list of the differences `g(j) - m` for
//! the M heaps j before n, where all negative ones count as the same. The state at n determines g(n) - m: numbers below
//! m are values of options, a number from m on is missing unless an old heap has it or a heap of the list that may be
//! reached. It also determines the state at `n + 1` and how far m moves there: the oldest heap of the list becomes old,
//! which changes nothing when its value is below m. So if the states at n and at `n + p` are the same and m has grown
//! by s between them, then `g(j + p) = g(j) + s` for all `j >= n`. The heaps below n are compared one by one.

use super::length;
use super::period::{Period, Steps, repetition};
use super::terms::Terms;
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::rule::TakeSet;
use std::collections::BTreeSet;

/// Heaps after which a period is looked for; twice as many each time.
const FIRST_PERIOD_LOOK: u64 = 512;
/// How far to look for a period that must answer for heaps beyond memory.
const PERIOD_SEARCH: u64 = 1 << 20;

/// Appends the values of heaps 0 to `largest` to the empty list `values`, fewer when a period is proved on the way; a stop
/// leaves a prefix.
///
/// # Errors
/// When the limits do not suffice.
pub fn fill(
    forbidden: &TakeSet,
    largest: u64,
    values: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, Failure> {
    let fits = length(largest, 8, pulse).is_ok();
    let mut occurrences = Vec::new();
    let mut goal = FIRST_PERIOD_LOOK;
    loop {
        let step = goal.min(largest);
        extend(forbidden, length(step, 8, pulse)?, values, &mut occurrences, pulse)?;
        // Near the end, looking for a period costs as much as finishing.
        let period = if step < largest / 4 { prove(forbidden, &values[..], pulse)? } else { None };
        if period.is_some() || step == largest {
            return Ok(period);
        }
        if !fits && goal >= PERIOD_SEARCH {
            return Err(StopReason::MemoryLimit.into());
        }
        goal = goal.saturating_mul(2);
    }
}

fn extend(
    forbidden: &TakeSet,
    length: usize,
    values: &mut Vec<u32>,
    occurrences: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<(), StopReason> {
    let takes: Vec<usize> = forbidden.up_to(length as u64).map(|take| take as usize).collect();
    values.reserve_exact(length.saturating_sub(values.len()));
    let mut barred: Vec<u32> = Vec::new();
    for n in values.len()..length {
        let reach = takes.partition_point(|&take| take <= n);
        pulse.beats(1 + reach as u64)?;
        barred.clear();
        barred.extend(takes[..reach].iter().map(|take| values[n - take]));
        barred.sort_unstable();
        let fresh = occurrences.len() as u32;
        let free =
            barred.chunk_by(|a, b| a == b).find(|same| occurrences[same[0] as usize] == same.len() as u32);
        let value = free.map_or(fresh, |same| same[0]);
        if value == fresh {
            occurrences.push(0);
        }
        occurrences[value as usize] += 1;
        values.push(value);
    }
    Ok(())
}

/// The least period that the values prove, which are taken to be those of the game.
///
/// # Errors
/// When it was asked to stop.
pub fn prove<T: Terms + ?Sized>(
    forbidden: &TakeSet,
    terms: &T,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, StopReason> {
    let count = terms.count();
    let reach = forbidden.largest().unwrap_or(0);
    let window = (count / 3).max(1);
    let Some((length, preperiod)) = repetition(&Steps(terms), window, window, pulse)? else {
        return Ok(None);
    };
    let saltus = i64::from(terms.value(preperiod + length)) - i64::from(terms.value(preperiod));
    let mut end = preperiod.saturating_add(length).saturating_add(reach);
    while end <= count {
        let (before, after) =
            (State::at(terms, end - length, reach, pulse)?, State::at(terms, end, reach, pulse)?);
        if before.around == after.around && after.least - before.least == saltus {
            return Ok(Some(Period { length, preperiod, saltus: saltus.unsigned_abs(), values: end }));
        }
        // The old heaps of the preperiod may still show: look further on, and in the end at the very end.
        end = if end < count { (end + end / 4 + 1).min(count) } else { count + 1 };
    }
    Ok(None)
}

/// The state at a heap.
#[derive(Debug)]
struct State {
    /// The least number that is no value of an old heap.
    least: i64,
    /// Larger values of old heaps, and the values of the heaps before this one, seen from `least`; -1 is anything below it.
    around: (Vec<i64>, Vec<i64>),
}

impl State {
    fn at<T: Terms + ?Sized>(
        terms: &T,
        heap: u64,
        reach: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<State, StopReason> {
        let mut least = 0;
        let mut above = BTreeSet::new();
        let mut block = vec![0; 1 << 12];
        let (mut next, end) = (0, heap.saturating_sub(reach));
        while next < end {
            let width = (end - next).min(block.len() as u64) as usize;
            pulse.beats(width as u64)?;
            terms.read(next, &mut block[..width]);
            for &value in &block[..width] {
                if value >= least {
                    above.insert(value);
                }
                while above.remove(&least) {
                    least += 1;
                }
            }
            next += width as u64;
        }
        let mut recent = vec![0; (heap - end) as usize];
        terms.read(end, &mut recent);
        let least = i64::from(least);
        let seen = |value: u32| (i64::from(value) - least).max(-1);
        let above = above.into_iter().map(seen).collect();
        Ok(State { least, around: (above, recent.into_iter().map(seen).collect()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;

    fn values(set: &TakeSet, count: usize) -> Vec<u32> {
        let limits = Limits::default();
        let (mut values, mut occurrences) = (Vec::new(), Vec::new());
        extend(set, count, &mut values, &mut occurrences, &mut Pulse::new(&limits)).expect("no limit");
        values
    }

    #[test]
    fn proved_periods_hold_and_are_least() {
        let limits = Limits::default();
        let mut proved = 0;
        for bits in 1u32..1 << 9 {
            let set = TakeSet::from_numbers((1..=9).filter(|take| bits >> (take - 1) & 1 == 1));
            let all = values(&set, 6000);
            let Some(period) = prove(&set, &all[..1500], &mut Pulse::new(&limits)).expect("no stop") else {
                continue;
            };
            proved += 1;
            let holds = |p: u64, e: u64, s: u64| {
                (e as usize..6000 - p as usize)
                    .all(|n| u64::from(all[n + p as usize]) == u64::from(all[n]).wrapping_add(s))
            };
            let Period { length: p, preperiod: e, saltus: s, .. } = period;
            assert!(holds(p, e, s), "{set}: {period:?}");
            assert!(e == 0 || !holds(p, e - 1, s), "{set}: {period:?} starts earlier");
            for shorter in (1..p).filter(|shorter| p.is_multiple_of(*shorter)) {
                let step = u64::from(all[(e + shorter) as usize]).wrapping_sub(u64::from(all[e as usize]));
                assert!(!holds(shorter, e, step), "{set}: {period:?} is not least");
            }
            assert_eq!(
                prove(&set, &all[..period.values as usize + 1000], &mut Pulse::new(&limits)),
                Ok(Some(period))
            );
        }
        assert!(proved > 500, "only {proved} of 511 sets");
    }

    #[test]
    fn periods_answer_for_huge_heaps() {
        let set = TakeSet::from_numbers([1, 2]);
        let limits = Limits::default();
        let mut list = Vec::new();
        let period =
            fill(&set, u64::MAX, &mut list, &mut Pulse::new(&limits)).expect("a period").expect("proved");
        assert_eq!((period.length, period.preperiod, period.saltus), (3, 0, 1));
        assert_eq!(period.value(&list[..], 3_000_000_000_000), 1_000_000_000_000);
    }
}
