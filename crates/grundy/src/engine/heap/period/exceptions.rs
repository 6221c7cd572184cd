//! The heaps below the preperiod that the period, continued towards heap 0, does not describe.
//!
//! Continued backwards, heap n gets the value of the first heap `n + j*p` at or above the preperiod, less `j` times the
//! saltus. The heaps whose value is another are the exceptions; the last of them is the one before the preperiod.
//! Kayles has fourteen.

use super::Period;
use super::search::BLOCK;
use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::terms::Terms;

/// Calls `visit` with every exception in increasing order, and returns their number.
///
/// # Errors
/// When it was asked to stop.
///
/// # Panics
/// When the values of the first `preperiod + length` heaps are not there.
pub fn exceptions<T: Terms + ?Sized>(
    terms: &T,
    period: &Period,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(u64),
) -> Result<u64, StopReason> {
    let &Period { length: p, preperiod: e, saltus, .. } = period;
    let (mut own, mut continued) = (vec![0; BLOCK], vec![0; BLOCK]);
    let (mut heap, mut total) = (0, 0);
    while heap < e {
        let periods = (e - heap).div_ceil(p);
        let place = heap + periods * p;
        let width = (e - heap).min(e + p - place).min(BLOCK as u64);
        pulse.beats(width)?;
        let (own, continued) = (&mut own[..width as usize], &mut continued[..width as usize]);
        terms.read(heap, own);
        terms.read(place, continued);
        let less = u128::from(periods) * u128::from(saltus);
        for (index, (&own, &continued)) in own.iter().zip(continued.iter()).enumerate() {
            if u128::from(own) + less != u128::from(continued) {
                total += 1;
                visit(heap + index as u64);
            }
        }
        heap += width;
    }
    Ok(total)
}
