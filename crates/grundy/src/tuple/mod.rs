//! Grundy values of tuples: a table over all smaller tuples where it fits, otherwise only what can be reached.

pub mod table;

use crate::error::Failure;
use crate::game::position::Tuple;
use crate::heap::Engine;
use crate::limits::{Limits, Pulse, StopReason};
use crate::rule::Ruleset;
use crate::rule::play::Tuples;
use crate::rule::progress::never_grows;
use crate::search::memo::{Grundy, Memo};
use table::Grid;

/// Most entries of a table that is filled in full.
const MAX_GRID: u64 = 1 << 26;
/// Tables up to this size are filled at once; before larger ones, a few positions by reach are tried.
const SMALL_GRID: u64 = 10_000;
/// How many positions that try may look at.
const FEW: u64 = 50_000;

/// The values of the tuples of a position and of all they can become.
#[derive(Debug)]
pub struct TupleValues {
    /// The engine that found them.
    pub engine: Engine,
    /// Why it was picked, or the theorem it rests on.
    pub reason: String,
    /// Steps of work.
    pub work: u64,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Grid(Grid),
    Memo(Memo<Tuple, u64>),
}

impl TupleValues {
    /// The value of a tuple that was asked for or can be reached from one; `None` otherwise.
    pub fn value(&self, tuple: &Tuple) -> Option<u64> {
        match &self.source {
            Source::Grid(grid) => grid.value(tuple),
            Source::Memo(memo) => memo.get(tuple).copied(),
        }
    }
}

/// The values that `position` needs.
///
/// # Errors
/// When the limits do not suffice, or a move makes no progress.
pub fn values(rules: &Ruleset, position: &[Tuple], limits: &Limits<'_>) -> Result<TupleValues, Failure> {
    let mut pulse = Pulse::new(limits);
    let grows = !never_grows(rules.program());
    let sides = table::sides(position, rules.arity());
    let size = sides.iter().try_fold(1u64, |size, side| size.checked_mul(side.checked_add(1)?));
    if size.is_none_or(|size| size > SMALL_GRID)
        && let Some(found) = try_few(rules, position, limits)
    {
        return Ok(found);
    }
    let fits = size.is_some_and(|size| size <= MAX_GRID && limits.check_memory(size, 4).is_ok());
    if !grows && fits {
        let grid = Grid::fill(rules, &sides, &mut pulse)?;
        let reason =
            "no component ever grows, so a table over all smaller tuples serves every position".to_owned();
        return Ok(TupleValues {
            engine: Engine::TupleTable,
            reason,
            work: pulse.work(),
            source: Source::Grid(grid),
        });
    }
    memo(rules, position, &mut pulse)
}

/// The values by reach, if few positions can be reached: Euclid's game leads from millions to a handful.
fn try_few(rules: &Ruleset, position: &[Tuple], limits: &Limits<'_>) -> Option<TupleValues> {
    let stop_early =
        |work| if work > 100 * FEW { Some(StopReason::PositionLimit) } else { (limits.poll)(work) };
    let few = Limits { positions: FEW, poll: &stop_early, ..*limits };
    memo(rules, position, &mut Pulse::new(&few)).ok()
}

/// The values by search from the position, whatever its size.
///
/// # Errors
/// As [`values`].
pub fn memo(rules: &Ruleset, position: &[Tuple], pulse: &mut Pulse<'_>) -> Result<TupleValues, Failure> {
    let game = Tuples::new(rules);
    let mut memo = Memo::default();
    for tuple in position {
        memo.solve(&game, tuple, &mut Grundy::default(), pulse)?;
        let bytes = memo.len() as u64 * (64 + 8 * rules.arity() as u64);
        if bytes > pulse.limits().memory {
            return Err(StopReason::MemoryLimit.into());
        }
    }
    let reason = "only the tuples that can be reached were looked at".to_owned();
    Ok(TupleValues { engine: Engine::Memo, reason, work: pulse.work(), source: Source::Memo(memo) })
}
