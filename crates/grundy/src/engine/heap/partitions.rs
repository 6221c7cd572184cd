//! Codes with digits such as `{2+}`: a heap may fall into any number of heaps.
//!
//! A heap of n has exponentially many such options but few values: with A(m, t) the set of values that t tokens can have
//! in at least m heaps, A(m, t) is the union of g(a) xor A(m-1, t-a) over a, and A(1, t) adds g(t) itself. Cost O(n^2)
//! set operations; the sets are as wide as the largest value. Digits that also restrict the shape go through the
//! partitions one by one.

use super::code::{digits, mark};
use super::length;
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::game::sum;
use crate::rule::Code;
use crate::rule::code::{Leave, Shape};
use crate::rule::partitions::partitions;
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
