//! Checks certificates, trusting nothing that wrote them.
//!
//! Everything is found again from the rule: each value by its definition (it is no value of an option, and every smaller number
//! is), the theorem's condition, and that period and preperiod are the least. None of it is shared with the engines of
//! [`crate::engine::heap`]: the loops here are plain ones. What is taken for granted is the reading of the rule and its class
//! ([`Ruleset::parse`]), the moves of general rules ([`crate::rule::play`]), and the theorems, which are proved in the
//! documentation of [`crate::engine::heap::period`], [`crate::engine::heap::all_but`] and [`crate::engine::heap::period::window`].
//!
//! Time O(n^2) for n values of a code, in vectors: 10^5 values in about a second. Windows: time in proportion to the heaps
//! between them, one thread for each piece.

mod quotient;
mod segments;
mod system;
mod values;

pub use quotient::{QuotientVerdict, verify_quotient};
pub use system::{SystemVerdict, verify_system};

use crate::base::limits::{Limits, StopReason};
use crate::proof::certificate::{Certificate, Ground, Unreadable};
use crate::rule::code::{Leave, Shape};
use crate::rule::{Class, Ruleset};
use thiserror::Error as ThisError;

/// What is wrong with a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The first heap where it shows, if it is about one.
    pub heap: Option<u64>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
}

impl Fault {
    fn at(heap: u64, message: impl Into<String>) -> Fault {
        Fault { heap: Some(heap), message: message.into() }
    }

    fn of(message: impl Into<String>) -> Fault {
        Fault { heap: None, message: message.into() }
    }
}

/// What a certificate is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateVerdict {
    /// What it says.
    pub certificate: Certificate,
    /// How many values were found again.
    pub checked: u64,
    /// Why it is false; `None` when it is true.
    pub fault: Option<Fault>,
}

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Refusal {
    /// The bytes are no certificate.
    #[error("not a certificate: {0}")]
    Unreadable(String),
    /// A limit was reached or the user interrupted.
    #[error("not finished: {0}")]
    Stopped(StopReason),
}

impl From<Unreadable> for Refusal {
    fn from(error: Unreadable) -> Refusal {
        Refusal::Unreadable(error.to_string())
    }
}

impl From<StopReason> for Refusal {
    fn from(reason: StopReason) -> Refusal {
        Refusal::Stopped(reason)
    }
}

/// How a check ended early: with a fault, or at a limit.
#[derive(Debug)]
enum End {
    Fault(Fault),
    Stopped(StopReason),
}

impl From<StopReason> for End {
    fn from(reason: StopReason) -> End {
        End::Stopped(reason)
    }
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        End::Fault(fault)
    }
}

/// Checks a certificate; the number of threads never changes the verdict.
///
/// # Errors
/// When the bytes are no certificate, or a limit was reached.
pub fn verify(bytes: &[u8], limits: &Limits<'_>, threads: usize) -> Result<CertificateVerdict, Refusal> {
    let certificate = Certificate::from_bytes(bytes)?;
    let rules = read_rule(&certificate.rule)?;
    let checked = match check(&certificate, &rules, limits, threads.max(1)) {
        Ok(checked) => Ok(checked),
        Err(End::Fault(fault)) => Err(fault),
        Err(End::Stopped(reason)) => return Err(reason.into()),
    };
    let (checked, fault) = match checked {
        Ok(checked) => (checked, None),
        Err(fault) => (fault.heap.unwrap_or(0), Some(fault)),
    };
    Ok(CertificateVerdict { certificate, checked, fault })
}

/// The rule of a certificate, which must be spelled as usual and be about heaps.
fn read_rule(text: &str) -> Result<Ruleset, Refusal> {
    let unreadable = |message: String| Refusal::Unreadable(message);
    let rules = Ruleset::parse(text)
        .map_err(|error| unreadable(format!("its rule cannot be read: {}", error.first().message)))?;
    if rules.text() != text {
        return Err(unreadable(format!("its rule is not spelled as usual: `{}`", rules.text())));
    }
    if rules.arity() != 1 {
        return Err(unreadable("its rule is about tuples".to_owned()));
    }
    Ok(rules)
}

fn check(
    certificate: &Certificate,
    rules: &Ruleset,
    limits: &Limits<'_>,
    threads: usize,
) -> Result<u64, End> {
    let values = &certificate.values;
    values::check(rules, values, limits, threads)?;
    match (&certificate.ground, &certificate.segments) {
        (Ground::Window, Some(segments)) => segments::check(certificate, segments, rules, limits, threads),
        (Ground::Window, None) => Err(Fault::of("a window certificate without windows").into()),
        (Ground::AllBut, _) => {
            let largest = match rules.class() {
                Class::Nim => 0,
                Class::AllBut(set) => set.largest().unwrap_or(0),
                other => {
                    return Err(Fault::of(format!("the theorem is about all-but sets, not {other}")).into());
                }
            };
            claim(certificate)?;
            same_state(certificate, largest)?;
            Ok(values.len() as u64)
        }
        (ground, _) => {
            let (parts, last_place) = shape(*ground, rules)?;
            let Certificate { period, preperiod, .. } = *certificate;
            if certificate.saltus != 0 {
                return Err(Fault::of("the theorem is about ordinary periods, with saltus 0").into());
            }
            let needed = u128::from(parts) * (u128::from(preperiod.max(1)) + u128::from(period))
                + u128::from(last_place);
            if (values.len() as u128) < needed {
                let message = format!("{} values prove nothing: the theorem needs {needed}", values.len());
                return Err(Fault::of(message).into());
            }
            claim(certificate)?;
            if *ground == Ground::Unequal {
                zeros(certificate, rules)?;
            }
            Ok(values.len() as u64)
        }
    }
}

/// The most parts, at least 1, and the last place of a rule to which the theorem applies.
fn shape(ground: Ground, rules: &Ruleset) -> Result<(u64, u64), Fault> {
    let unfit = || Fault::of(format!("the theorem `{ground}` is not about this rule: {}", rules.class()));
    match (ground, rules.class()) {
        (Ground::Subtraction, Class::Take(set)) => Ok((1, set.largest().unwrap_or(0))),
        (Ground::Code | Ground::Unequal, Class::Code(code)) => {
            let last_place = code.last_place().ok_or_else(unfit)?;
            let parts = code.most_parts().ok_or_else(unfit)?;
            let fits = |leave: &Leave| match leave.shape {
                Shape::Any => true,
                Shape::Distinct | Shape::NotAllEqual => ground == Ground::Unequal && leave.parts == 2,
                Shape::Equal => false,
            };
            let plain = code.leaves().all(|leave| leave.shape == Shape::Any);
            if !code.leaves().all(fits) || plain != (ground == Ground::Code) {
                return Err(unfit());
            }
            Ok((u64::from(parts.max(1)), last_place as u64))
        }
        _ => Err(unfit()),
    }
}

/// The list does what is claimed, and nothing shorter or earlier does.
fn claim(certificate: &Certificate) -> Result<(), Fault> {
    let Certificate { period, preperiod, saltus, ref values, .. } = *certificate;
    let count = values.len() as u64;
    if period == 0 {
        return Err(Fault::of("a period is at least 1"));
    }
    if period.checked_add(preperiod).is_none_or(|end| end > count) {
        return Err(Fault::of(format!("{count} values do not reach the end of the first period")));
    }
    let (p, e) = (period as usize, preperiod as usize);
    let value = |heap: usize| u64::from(values[heap]);
    let repeats = |heap: usize| value(heap).checked_add(saltus) == Some(value(heap + p));
    if let Some(heap) = (e..values.len() - p).find(|&heap| !repeats(heap)) {
        let message = format!(
            "the period fails: heap {heap} has value {}, heap {} has value {}",
            value(heap),
            heap + p,
            value(heap + p)
        );
        return Err(Fault::at((heap + p) as u64, message));
    }
    if e > 0 && values.len() > e - 1 + p && repeats(e - 1) {
        return Err(Fault::at(
            preperiod - 1,
            "the preperiod is not the least: the period holds from here on",
        ));
    }
    if e > 0 && values.len() <= e - 1 + p {
        return Err(Fault::of(format!("{count} values do not show the last exception")));
    }
    // The period continues the list, so every heap has a value here.
    let continued = |heap: u64| {
        let beyond = heap - preperiod;
        u128::from(values[(preperiod + beyond % period) as usize])
            + u128::from(saltus) * u128::from(beyond / period)
    };
    for prime in prime_divisors(period) {
        let (shorter, step) = (period / prime, saltus / prime);
        let holds = |heap: u64| continued(heap + shorter) == continued(heap) + u128::from(step);
        if saltus % prime == 0 && (preperiod..preperiod + period).all(holds) {
            return Err(Fault::of(format!("the period is not the least: {shorter} is one")));
        }
    }
    Ok(())
}

fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut candidate = 2;
    while candidate <= number / candidate {
        if number.is_multiple_of(candidate) {
            primes.push(candidate);
            while number.is_multiple_of(candidate) {
                number /= candidate;
            }
        }
        candidate += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}

/// The condition for unequal parts: no break becomes one into equal parts where a value is 0.
fn zeros(certificate: &Certificate, rules: &Ruleset) -> Result<(), Fault> {
    let Class::Code(code) = rules.class() else { return Ok(()) };
    let breaks = |&place: &u64| code.digit(place as i64).iter().any(|leave| leave.shape != Shape::Any);
    let places: Vec<u64> = (0..=code.after.len() as u64).filter(breaks).collect();
    let start = certificate.preperiod.max(1);
    for heap in start..start + certificate.period {
        let harmful = certificate.period % 2 == 1 || places.iter().any(|place| place % 2 == heap % 2);
        if certificate.values[heap as usize] == 0 && harmful {
            return Err(Fault::at(heap, format!("heap {heap} has value 0: the theorem does not apply")));
        }
    }
    Ok(())
}

/// The state of the all-but game at the end of the list is what it was one period before.
fn same_state(certificate: &Certificate, largest: u64) -> Result<(), Fault> {
    let Certificate { period, saltus, ref values, .. } = *certificate;
    let count = values.len() as u64;
    let Some(before) = count.checked_sub(period).filter(|&before| before >= largest) else {
        return Err(Fault::of(format!("{count} values do not hold two states")));
    };
    let state = |heap: u64| {
        let (old, recent) = values[..heap as usize].split_at((heap - largest) as usize);
        let mut sorted: Vec<i64> = old.iter().map(|&value| i64::from(value)).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let least = sorted.iter().zip(0..).take_while(|(value, index)| *value == index).count() as i64;
        let above: Vec<i64> = sorted.iter().map(|value| value - least).filter(|value| *value > 0).collect();
        let recent: Vec<i64> = recent.iter().map(|&value| (i64::from(value) - least).max(-1)).collect();
        (least, above, recent)
    };
    let ((first, above, recent), (second, above_later, recent_later)) = (state(before), state(count));
    let moved = u64::try_from(second - first) == Ok(saltus);
    if !moved || above != above_later || recent != recent_later {
        return Err(Fault::of(format!("the states at heaps {before} and {count} differ")));
    }
    Ok(())
}
