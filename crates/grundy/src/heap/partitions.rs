//! Codes with digits such as `{2+}`: a heap may fall into any number of heaps.
//!
//! A heap of n has exponentially many such options but few values: with A(m, t) the set of values that t tokens can have
//! in at least m heaps, A(m, t) is the union of g(a) xor A(m-1, t-a) over a, and A(1, t) adds g(t) itself. Cost O(n^2)
//! set operations; the sets are as wide as the largest value. Digits that also restrict the shape go through the
//! partitions one by one.

use super::code::{digits, mark};
use super::length;
use crate::error::Failure;
use crate::game::{Part, Visit, sum};
use crate::limits::{Pulse, StopReason};
use crate::rule::Code;
use crate::rule::code::{Leave, Shape};
use crate::value::MexSet;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Appends the values of heaps 0 to `largest` to the empty list `values`; a stop leaves a prefix.
///
/// # Errors
/// When the limits do not suffice.
pub fn fill(code: &Code, largest: u64, values: &mut Vec<u32>, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
    // The sets hold up to one value per token each; the square is what memory must bear.
    length(largest.saturating_mul(largest.saturating_add(1)), 8, pulse)?;
    let length = length(largest, 8, pulse)?;
    let digits = places(code, length);
    let deepest = digits
        .iter()
        .filter(|(_, leave)| leave.or_more)
        .map(|(_, leave)| leave.parts)
        .max()
        .unwrap_or(0)
        .max(2);
    let mut sets: Vec<Vec<BTreeSet<u32>>> = vec![Vec::new(); deepest as usize + 1];
    let mut seen = MexSet::new();
    for n in 0..length {
        for m in 2..=deepest as usize {
            let set = at_least(values, &sets[m - 1], n, pulse)?;
            sets[m].push(set);
        }
        seen.clear();
        for (taken, leave) in &digits {
            let Some(rest) = n.checked_sub(*taken) else { continue };
            match (leave.or_more, leave.shape) {
                (false, _) => mark(values, *taken, leave, &mut seen, pulse)?,
                (true, _) if rest == 0 && leave.parts == 0 => seen.insert(0),
                (true, _) if rest == 0 => {}
                (true, Shape::Any) => {
                    sets[leave.parts.max(1) as usize][rest].iter().for_each(|&value| seen.insert(value));
                }
                (true, _) => {
                    let _ = partitions(rest as u64, leave, pulse, &mut |parts| {
                        let value =
                            sum::nim_sum(parts, |&heap| values.get(heap as usize).copied().map(u64::from));
                        seen.insert(value.expect("parts are smaller than the heap") as u32);
                        ControlFlow::Continue(())
                    })?;
                }
            }
        }
        let value = seen.mex();
        values.push(value);
        let mut whole = sets[2][n].clone();
        whole.insert(value);
        sets[1].push(whole);
    }
    Ok(())
}

/// The digits that matter for heaps below `length`, repeated ones written out.
fn places(code: &Code, length: usize) -> Vec<(usize, Leave)> {
    if code.repeat.is_empty() {
        return digits(code);
    }
    (0..length).flat_map(|place| code.digit(place as i64).iter().map(move |leave| (place, *leave))).collect()
}

/// The values of `n` tokens in heaps of which the rest beyond the first come from `fewer`.
fn at_least(
    g: &[u32],
    fewer: &[BTreeSet<u32>],
    n: usize,
    pulse: &mut Pulse<'_>,
) -> Result<BTreeSet<u32>, StopReason> {
    let mut set = BTreeSet::new();
    for a in 1..n {
        let rest = &fewer[n - a];
        pulse.beats(1 + rest.len() as u64)?;
        set.extend(rest.iter().map(|value| value ^ g[a]));
    }
    Ok(set)
}

/// Visits the options of `heap` that split into any number of heaps.
///
/// # Errors
/// When a limit stops it.
pub fn options(
    code: &Code,
    heap: u64,
    pulse: &mut Pulse<'_>,
    visit: &mut Visit<'_, u64>,
) -> Result<ControlFlow<()>, Failure> {
    let last = if code.repeat.is_empty() { code.after.len() as u64 } else { heap };
    for taken in 0..=last.min(heap) {
        for leave in
            code.digit(taken as i64).iter().filter(|leave| leave.or_more && leave.shape != Shape::Equal)
        {
            let flow = match heap - taken {
                0 if leave.parts == 0 => visit(&[]),
                0 => ControlFlow::Continue(()),
                rest => partitions(rest, leave, pulse, visit)?,
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Visits the partitions of `total` into at least `leave.parts` heaps of the shape asked for, in increasing order of parts.
fn partitions(
    total: u64,
    leave: &Leave,
    pulse: &mut Pulse<'_>,
    visit: &mut Visit<'_, u64>,
) -> Result<ControlFlow<()>, Failure> {
    pulse.limits().check_memory(total, 16)?;
    // A stack of parts, never decreasing; the last one takes what is left.
    let mut parts: Vec<u64> = Vec::new();
    let (mut next, mut left) = (1, total);
    loop {
        pulse.beat()?;
        while 2 * next <= left {
            parts.push(next);
            left -= next;
        }
        parts.push(left);
        if parts.len() as u64 >= u64::from(leave.parts.max(1)) && leave.shape.admits(&parts) {
            let mut option: Vec<Part<u64>> = Vec::new();
            parts
                .iter()
                .for_each(|&part| sum::add(&mut option, part, 1).expect("a list is shorter than 2^64"));
            if visit(&option).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        // Back up: drop the remainder, then raise the last part that can still grow.
        left = parts.pop().expect("the remainder was pushed");
        let Some(last) = parts.pop() else { return Ok(ControlFlow::Continue(())) };
        left += last;
        next = last + 1;
    }
}
