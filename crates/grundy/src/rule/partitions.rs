//! The moves of codes with digits such as `{2+}`: the partitions of what is left, one by one.

use super::Code;
use super::code::{Leave, Shape};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::{Part, Visit, sum};
use std::ops::ControlFlow;

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
pub(crate) fn partitions(
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
