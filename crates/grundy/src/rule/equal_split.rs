//! The moves of Equal Split on large heaps: divisors found from the prime factors instead of one by one.

use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::{Part, Visit};
use crate::value::factor::divisors;
use std::ops::ControlFlow;

/// Calls `visit` with the parts that each move leaves: one token less, or `divisor` heaps of equal size.
///
/// # Errors
/// When a limit stops it.
pub fn options(
    heap: u64,
    pulse: &mut Pulse<'_>,
    visit: &mut Visit<'_, u64>,
) -> Result<ControlFlow<()>, Failure> {
    let Some(less) = heap.checked_sub(1) else { return Ok(ControlFlow::Continue(())) };
    pulse.beat()?;
    let one = [Part { component: less, copies: 1 }];
    if visit(if less == 0 { &[] } else { &one }).is_break() {
        return Ok(ControlFlow::Break(()));
    }
    for copies in divisors(heap).into_iter().skip(1) {
        pulse.beat()?;
        if visit(&[Part { component: heap / copies, copies }]).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;

    #[test]
    fn options_are_those_of_the_rule() {
        let rules =
            crate::rule::Ruleset::parse("n -> n - 1 ; n -> d of n/d where d | n, d > 1").expect("a rule");
        let game = crate::rule::play::Heaps::new(&rules);
        let limits = Limits::default();
        for heap in (0..400).chain(65_500..65_536) {
            let mut found = Vec::new();
            let flow = options(heap, &mut Pulse::new(&limits), &mut |parts| {
                found.push(parts.to_vec());
                ControlFlow::Continue(())
            });
            assert!(flow.is_ok());
            found.sort();
            found.dedup();
            let expected = crate::game::distinct_options(&game, &heap, &mut Pulse::new(&limits));
            assert_eq!(Ok(found), expected, "{heap}");
        }
    }
}
