//! The plain sparse-space engine: one heap at a time, one look per rare heap. The readable reference, and the yardstick for
//! the engine with vectors.

use super::breaks::Breaks;
use super::space::Fit;
use crate::base::limits::{Pulse, StopReason};

/// Heaps that are worked out from all pairs before the first mask is chosen.
const HEAPS_BY_ALL_PAIRS: usize = 256;

/// Extends the values to `count`; a stop leaves a prefix.
///
/// # Errors
/// When the limits do not suffice.
pub fn fill(
    breaks: &Breaks,
    count: usize,
    values: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<(), StopReason> {
    // Stamps instead of a set that is cleared: a value is there when its stamp is that of the heap.
    let mut stamps: Vec<usize> = vec![usize::MAX; 16];
    let mut fit = None;
    let mut rare: Vec<usize> = Vec::new();
    let mut next_fit = HEAPS_BY_ALL_PAIRS;
    while values.len() < count {
        let n = values.len();
        if n >= next_fit {
            next_fit = 2 * n;
            fit = best_fit(values, breaks.parity());
            rare = match fit {
                Some(fit) => (1..n).filter(|&heap| !fit.is_common(heap, values[heap])).collect(),
                None => Vec::new(),
            };
        }
        let value = match &fit {
            Some(fit) => sparse_value(breaks, fit, &rare, values, &mut stamps, pulse)?,
            None => {
                for split in &breaks.splits {
                    let parts = 1..=split.last_part(n);
                    parts.for_each(|a| mark(&mut stamps, n, values[a] ^ values[n - split.taken - a]));
                }
                takes(breaks, values).for_each(|value| mark(&mut stamps, n, value));
                (0..).find(|&value| !is_marked(&stamps, n, value)).unwrap_or(0)
            }
        };
        if fit.is_some_and(|fit| n > 0 && !fit.is_common(n, value)) {
            rare.push(n);
        }
        values.push(value);
    }
    Ok(())
}

fn best_fit(values: &[u32], parity: Option<usize>) -> Option<Fit> {
    let largest = values.iter().max().copied().unwrap_or(0);
    let mut counts = vec![[0; 2]; largest as usize + 1];
    for (heap, &value) in values.iter().enumerate().skip(1) {
        counts[value as usize][heap % 2] += 1;
    }
    Fit::best(&counts, parity).map(|(fit, _)| fit)
}

fn mark(stamps: &mut Vec<usize>, n: usize, value: u32) {
    let index = value as usize;
    if index >= stamps.len() {
        stamps.resize((index + 1).next_power_of_two(), usize::MAX);
    }
    stamps[index] = n;
}

fn is_marked(stamps: &[usize], n: usize, value: u32) -> bool {
    stamps.get(value as usize) == Some(&n)
}

/// The values of the options with at most one part of the next heap.
fn takes(breaks: &Breaks, values: &[u32]) -> impl Iterator<Item = u32> {
    let n = values.len();
    let one = breaks.takes.iter().filter(move |&&taken| taken < n).map(move |&taken| values[n - taken]);
    one.chain(breaks.ends.contains(&n).then_some(0))
}

fn sparse_value(
    breaks: &Breaks,
    fit: &Fit,
    rare: &[usize],
    values: &[u32],
    stamps: &mut Vec<usize>,
    pulse: &mut Pulse<'_>,
) -> Result<u32, StopReason> {
    let n = values.len();
    takes(breaks, values).for_each(|value| mark(stamps, n, value));
    for split in &breaks.splits {
        let rest = n.saturating_sub(split.taken);
        let within = &rare[..rare.partition_point(|&heap| heap < rest)];
        pulse.beats(1 + within.len() as u64)?;
        for &heap in within.iter().filter(|&&heap| !(split.unequal && 2 * heap == rest)) {
            mark(stamps, n, values[heap] ^ values[rest - heap]);
        }
    }
    // All common options are marked now, and only some of the rare ones.
    let common = (0..).find(|&value| fit.is_common(n, value) && !is_marked(stamps, n, value)).unwrap_or(0);
    // One walk over the pairs serves all rare values: those met on the way are marked.
    let mut pairs = breaks
        .splits
        .iter()
        .flat_map(|split| (1..=split.last_part(n)).map(move |a| values[a] ^ values[n - split.taken - a]));
    for value in (0..common).filter(|&value| !fit.is_common(n, value)) {
        while !is_marked(stamps, n, value) {
            pulse.beat()?;
            let Some(option) = pairs.next() else { return Ok(value) };
            mark(stamps, n, option);
        }
    }
    Ok(common)
}
