//! Checks certificates of systems with plain loops of its own.
//!
//! What is checked: that the kinds are all that heaps of the kind can become, every value by its definition (the least number that
//! no option has, options coming from the rule), the condition of the theorem on systems, that all kinds repeat as claimed, and
//! that the kind has no smaller period and repeats from no smaller heap on. Nothing comes from [`crate::engine::system`];
//! what is taken for granted is the reading of the rule, its moves, and that it is of octal type with the numbers of
//! [`crate::rule::system::octal::Reach`].

use super::{End, Fault, Refusal, prime_divisors};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse};
use crate::game::Game;
use crate::proof::certificate::system::SystemCertificate;
use crate::rule::System;
use crate::rule::play::kinds::{KindHeap, KindHeaps};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What became of a certificate of a system that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemVerdict {
    /// The claim.
    pub certificate: SystemCertificate,
    /// How many sizes were found again, of every kind.
    pub checked: u64,
    /// What is wrong with it; `None` when it is true.
    pub fault: Option<Fault>,
}

/// Checks the certificate of a period of a system.
///
/// # Errors
/// When the bytes are no such certificate, or it was asked to stop.
pub fn verify_system(bytes: &[u8], limits: &Limits<'_>) -> Result<SystemVerdict, Refusal> {
    let certificate = SystemCertificate::from_bytes(bytes)?;
    let unreadable = |message: String| Refusal::Unreadable(message);
    let system = System::parse(&certificate.rule)
        .map_err(|error| unreadable(format!("its rule cannot be read: {}", error.first().message)))?;
    if system.text() != certificate.rule {
        return Err(unreadable(format!("its rule is not spelled as usual: `{}`", system.text())));
    }
    let (checked, fault) = match check(&certificate, system, &mut Pulse::new(limits)) {
        Ok(()) => (certificate.sizes() as u64, None),
        Err(End::Fault(fault)) => (fault.heap.unwrap_or(0), Some(fault)),
        Err(End::Stopped(reason)) => return Err(reason.into()),
    };
    Ok(SystemVerdict { certificate, checked, fault })
}

fn check(claim: &SystemCertificate, system: System, pulse: &mut Pulse<'_>) -> Result<(), End> {
    let numbers = kinds(claim, &system)?;
    let Some(octal) = system.octal() else {
        return Err(Fault::of("the theorem is about systems of octal type, and this is none").into());
    };
    let reach = octal.reach(&numbers);
    let (period, preperiod) = (u128::from(claim.common.0), u128::from(claim.common.1));
    if period == 0 || claim.period == 0 {
        return Err(Fault::of("a period is at least 1").into());
    }
    let (parts, taken, bound) = (u128::from(reach.parts), u128::from(reach.taken), u128::from(reach.bound));
    let needed = (parts * (preperiod.max(bound + 1) + period) + taken).max(bound + period + 1);
    if (claim.sizes() as u128) < needed {
        let message = format!("{} values prove nothing: the theorem needs {needed}", claim.sizes());
        return Err(Fault::of(message).into());
    }
    values(claim, Arc::new(system), &numbers, pulse)?;
    // All lengths are small from here on: the values reach beyond them.
    let (p, e) = (claim.common.0 as usize, claim.common.1 as usize);
    for (name, values) in &claim.values {
        if let Some(size) = (e..values.len() - p).find(|&size| values[size] != values[size + p]) {
            let message = format!("the common period fails: {name}({size}) and {name}({}) differ", size + p);
            return Err(Fault::at((size + p) as u64, message).into());
        }
    }
    own(claim, p, e)
}

/// The numbers of the kinds, which must be those that heaps of the kind can become.
fn kinds(claim: &SystemCertificate, system: &System) -> Result<Vec<usize>, Fault> {
    let number =
        |name: &String| system.kind(name).ok_or_else(|| Fault::of(format!("no kind is called `{name}`")));
    let listed = claim.values.iter().map(|(name, _)| number(name)).collect::<Result<Vec<_>, _>>()?;
    let mut reached = BTreeSet::from([number(&claim.kind)?]);
    loop {
        let next: BTreeSet<usize> = reached.iter().flat_map(|&kind| system.kinds()[kind].leaves()).collect();
        let before = reached.len();
        reached.extend(next);
        if reached.len() == before {
            break;
        }
    }
    if reached.into_iter().collect::<Vec<_>>() == listed {
        Ok(listed)
    } else {
        Err(Fault::of(format!("the kinds are not those that heaps of `{}` can become", claim.kind)))
    }
}

/// Every value is the least number that no option has.
fn values(
    claim: &SystemCertificate,
    system: Arc<System>,
    numbers: &[usize],
    pulse: &mut Pulse<'_>,
) -> Result<(), End> {
    let game = KindHeaps::new(system);
    let value = |heap: &KindHeap| {
        let column = numbers.iter().position(|&number| number == heap.kind)?;
        claim.values[column].1.get(heap.numbers[0] as usize).copied()
    };
    for size in 0..claim.sizes() as u64 {
        for (&kind, (name, list)) in numbers.iter().zip(&claim.values) {
            let heap = KindHeap { kind, numbers: vec![size] };
            let mut seen = BTreeSet::new();
            let mut unknown = false;
            let flow = game.options(&heap, pulse, &mut |parts| {
                let odd = parts.iter().filter(|part| part.copies % 2 == 1);
                match odd.map(|part| value(&part.component)).try_fold(0, |sum, value| Some(sum ^ value?)) {
                    Some(sum) => drop(seen.insert(sum)),
                    None => unknown = true,
                }
                ControlFlow::Continue(())
            });
            match flow {
                Ok(_) if !unknown => {}
                Ok(_) => {
                    return Err(
                        Fault::at(size, format!("{name}({size}) has an option without a value")).into()
                    );
                }
                Err(Failure::Stopped(reason)) => return Err(reason.into()),
                Err(Failure::NoProgress(_) | Failure::Cycle | Failure::Refused { .. }) => {
                    return Err(Fault::at(size, format!("a move of {name}({size}) makes no progress")).into());
                }
            }
            let claimed = list[size as usize];
            let least = (0u32..).find(|value| !seen.contains(value)).unwrap_or(u32::MAX);
            if claimed != least {
                let message = format!("{name}({size}) has value {least}, not {claimed}");
                return Err(Fault::at(size, message).into());
            }
        }
    }
    Ok(())
}

/// The period and preperiod of the kind follow from the common ones and are the least.
fn own(claim: &SystemCertificate, common: usize, common_start: usize) -> Result<(), End> {
    let (_, values) = claim.values.iter().find(|(name, _)| *name == claim.kind).expect("the kind is listed");
    let SystemCertificate { period, preperiod, .. } = *claim;
    if period > common as u64 || !(common as u64).is_multiple_of(period) || preperiod > common_start as u64 {
        return Err(Fault::of("the period is no divisor of the common one, or begins behind it").into());
    }
    let (p, e) = (period as usize, preperiod as usize);
    let repeats = |size: usize, p: usize| values[size] == values[size + p];
    // One common period beyond the common preperiod is enough: from there on everything repeats.
    let end = common_start + common;
    if let Some(size) = (e..end).find(|&size| !repeats(size, p)) {
        let message = format!("the period fails: {size} and {} have different values", size + p);
        return Err(Fault::at((size + p) as u64, message).into());
    }
    if e > 0 && repeats(e - 1, p) {
        return Err(Fault::at(
            preperiod - 1,
            "the preperiod is not the least: the period holds from here on",
        )
        .into());
    }
    for prime in prime_divisors(period) {
        let shorter = p / prime as usize;
        if (e..e + p).all(|size| repeats(size, shorter)) {
            return Err(Fault::of(format!("the period is not the least: {shorter} is one")).into());
        }
    }
    Ok(())
}
