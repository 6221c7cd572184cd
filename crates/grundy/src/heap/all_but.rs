//! All-but games: any number may be taken except those of a finite set S.
//!
//! Heap n may become every smaller heap but n - s. A value v is free at n exactly when all its occurrences so far are
//! among those forbidden heaps, so it is enough to count occurrences and to look at the |S| forbidden ones; the next
//! unused value is always free. These games are arithmetic periodic (Berlekamp, Conway and Guy, Winning Ways, ch. 4; Siegel,
//! Combinatorial Game Theory, IV.4). Cost O(|S|) per heap.

use super::length;
use crate::error::Failure;
use crate::limits::Pulse;
use crate::rule::TakeSet;

/// Appends the values of heaps 0 to `largest` to the empty list `values`; a stop leaves a prefix.
///
/// # Errors
/// When the limits do not suffice.
pub fn fill(
    forbidden: &TakeSet,
    largest: u64,
    values: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<(), Failure> {
    let length = length(largest, 8, pulse)?;
    let takes: Vec<usize> = forbidden.up_to(largest).map(|take| take as usize).collect();
    values.reserve_exact(length);
    let mut occurrences: Vec<u32> = Vec::new();
    let mut barred: Vec<u32> = Vec::new();
    for n in 0..length {
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
