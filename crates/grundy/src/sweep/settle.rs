//! What is found out about one game.

use super::row::Status;
use super::sequence::{Proved, Trace};
use crate::base::error::Failure;
use crate::base::limits::{Limits, StopReason};
use crate::engine::heap::period::{Period, PeriodFinding, default_limit, find};
use crate::engine::heap::terms::Terms;
use crate::game::engine::Engine;
use crate::rule::Ruleset;

/// The columns of a row that come from values.
#[derive(Debug, Clone)]
pub(super) struct Settled {
    pub(super) status: Status,
    pub(super) period: Option<Period>,
    pub(super) maximum: Option<u64>,
    pub(super) rare: Option<u64>,
    pub(super) computed: u64,
    pub(super) trace: Option<Trace>,
}

/// Looks for the period of a game; running out of time is an error, running out of memory an answer.
pub(super) fn settle(rules: &Ruleset, limit: Option<u64>, limits: &Limits<'_>) -> Result<Settled, Failure> {
    let limit = limit.unwrap_or_else(|| default_limit(rules));
    let finding = match finding(rules, limit, limits) {
        Err(Failure::Stopped(StopReason::MemoryLimit | StopReason::PositionLimit)) => return Ok(UNSETTLED),
        other => other?,
    };
    let proved = Proved::of(&finding);
    let status = match (&finding.period, &finding.theorem) {
        (_, Some(_)) => Status::Proved,
        _ if finding.stop != StopReason::Done => Status::Stopped,
        (Some(_), None) => Status::Observed,
        (None, None) => Status::Open,
    };
    // Engines compute whole blocks; a row must not depend on how long these are.
    let computed = finding.computed.min(limit.saturating_add(1));
    let maximum = match &proved {
        Some(proved) => proved.maximum(),
        None => finding.terms().map(|terms| largest(terms, computed)),
    };
    Ok(Settled {
        status,
        maximum,
        rare: finding.rare(computed),
        computed,
        trace: proved.as_ref().and_then(Proved::trace),
        period: finding.period.filter(|_| status != Status::Stopped),
    })
}

const UNSETTLED: Settled =
    Settled { status: Status::Stopped, period: None, maximum: None, rare: None, computed: 0, trace: None };

/// Heaps up to which codes without a sparse space are computed: beyond, one of them would take as long as all others.
const MAX_DENSE_HEAPS: u64 = 100_000;

/// The period of a game as far as a sweep looks for it.
fn finding<'a>(rules: &'a Ruleset, limit: u64, limits: &Limits<'_>) -> Result<PeriodFinding<'a>, Failure> {
    let mut found = find(rules, limit.min(MAX_DENSE_HEAPS), limits)?;
    let (settled, computed) = (found.proved() || found.stop != StopReason::Done, found.computed);
    let is_dense =
        found.engine == Engine::SparseSpace && found.rare(computed).is_none_or(|rare| rare > computed / 16);
    if limit > MAX_DENSE_HEAPS && !settled && !is_dense {
        found = find(rules, limit, limits)?;
    }
    match found.stop {
        reason @ (StopReason::TimeLimit | StopReason::Interrupted) => Err(reason.into()),
        _ => Ok(found),
    }
}

/// Whether two games are proved to have the same values but for zeros at the start, computing both once more.
pub(super) fn same(
    one: &Ruleset,
    other: &Ruleset,
    limit: Option<u64>,
    limits: &Limits<'_>,
) -> Result<bool, Failure> {
    let upto = |rules| limit.unwrap_or_else(|| default_limit(rules));
    let (one, other) = (finding(one, upto(one), limits)?, finding(other, upto(other), limits)?);
    let (Some(one), Some(other)) = (Proved::of(&one), Proved::of(&other)) else { return Ok(false) };
    let (Some(first), Some(second)) = (one.trace(), other.trace()) else { return Ok(false) };
    Ok(one.same(&first, &other, &second))
}

fn largest(terms: &dyn Terms, count: u64) -> u64 {
    const BLOCK: u64 = 1 << 12;
    let (mut block, mut most, mut heap) = ([0; BLOCK as usize], 0, 0);
    while heap < count {
        let width = (count - heap).min(BLOCK) as usize;
        terms.read(heap, &mut block[..width]);
        most = block[..width].iter().copied().fold(most, u32::max);
        heap += width as u64;
    }
    u64::from(most)
}
