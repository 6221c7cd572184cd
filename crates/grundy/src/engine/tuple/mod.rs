//! Grundy values of tuples: a table over all smaller tuples where it fits, otherwise only what can be reached.
//!
//! Four games know better: [`euclid`] and [`turning_corners`] have formulas for all values; [`wythoff`] and
//! [`fibonacci_nim`] have theorems that say who wins a single tuple, however large, and by which moves, but not its value
//! ([`settle`]), in normal and in misère play.

pub mod euclid;
pub mod fibonacci_nim;
pub mod lines;
pub mod table;
pub mod turning_corners;
pub mod wythoff;

use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::search::memo::{Grundy, Memo};
use crate::game::Convention;
use crate::game::engine::Engine;
use crate::game::position::Tuple;
use crate::rule::Ruleset;
use crate::rule::known::KnownGame;
use crate::rule::play::Tuples;
use crate::rule::progress::{Course, Courses};
use table::TupleGrid;

/// Most entries of a table that is filled in full.
const MAX_GRID: u64 = 1 << 26;
/// Tables up to this size are filled at once; before larger ones, a few positions by reach are tried.
const SMALL_GRID: u64 = 10_000;
/// How many positions that try may look at.
const TRIAL_POSITIONS: u64 = 50_000;

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
    Grid(TupleGrid),
    Memo(Memo<Tuple, u64>),
    Formula(fn(u64, u64) -> u64),
}

impl TupleValues {
    /// The value of a tuple that was asked for or can be reached from one; `None` otherwise.
    pub fn value(&self, tuple: &Tuple) -> Option<u64> {
        match &self.source {
            Source::Grid(grid) => grid.value(tuple),
            Source::Memo(memo) => memo.get(tuple).copied(),
            Source::Formula(value) => Some(value(tuple[0], tuple[1])),
        }
    }
}

/// Who wins a tuple on its own, by a theorem that says nothing of its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Whether the player to move loses.
    pub is_p_position: bool,
    /// What the winning moves leave.
    pub winning: Vec<Tuple>,
    /// A winning move that leaves numbers beyond 64 bits, as text.
    pub beyond: Option<String>,
    /// The theorem, in a few words.
    pub theorem: &'static str,
}

/// Who wins a tuple on its own, if the game has a theorem for it.
pub fn settle(rules: &Ruleset, tuple: &Tuple, convention: Convention) -> Option<Settled> {
    let narrow = |numbers: [u128; 2]| -> Option<Tuple> {
        numbers.into_iter().map(|number| u64::try_from(number).ok()).collect()
    };
    let (a, b) = (u128::from(*tuple.first()?), u128::from(*tuple.get(1)?));
    let (is_p_position, moves): (bool, Vec<[u128; 2]>) = match rules.known()? {
        KnownGame::Wythoff => {
            let moves = wythoff::winning_moves(a, b, convention).into_iter().map(|(a, b)| [a, b]);
            (wythoff::is_p_position(a, b, convention), moves.collect())
        }
        KnownGame::FibonacciNim => {
            let takes = fibonacci_nim::winning_takes(a, b, convention).into_iter();
            (fibonacci_nim::is_p_position(a, b, convention), takes.map(|take| [a - take, 2 * take]).collect())
        }
        _ => return None,
    };
    let theorem = match (convention, rules.known()?) {
        (Convention::Normal, _) => theorem(rules)?,
        (Convention::Misere, KnownGame::Wythoff) => wythoff::MISERE,
        (Convention::Misere, _) => fibonacci_nim::MISERE,
    };
    let beyond = moves.iter().find(|&&numbers| narrow(numbers).is_none());
    let beyond = beyond.map(|[left, most]| format!("({a},{b}) -> ({left},{most})"));
    Some(Settled { is_p_position, winning: moves.into_iter().filter_map(narrow).collect(), beyond, theorem })
}

/// The theorem that serves a game of tuples, in a few words.
pub fn theorem(rules: &Ruleset) -> Option<&'static str> {
    match rules.known()? {
        KnownGame::Euclid => Some(euclid::THEOREM),
        KnownGame::TurningCorners => Some(turning_corners::THEOREM),
        KnownGame::Wythoff => Some(wythoff::THEOREM),
        KnownGame::FibonacciNim => Some(fibonacci_nim::THEOREM),
        _ => None,
    }
}

/// The formula for the values of a game of pairs, if it has one.
pub fn formula(rules: &Ruleset) -> Option<fn(u64, u64) -> u64> {
    match rules.known()? {
        KnownGame::Euclid => Some(euclid::value),
        KnownGame::TurningCorners => Some(turning_corners::value),
        _ => None,
    }
}

/// Whether all values of a game of tuples have a formula.
pub fn has_formula(rules: &Ruleset) -> bool {
    formula(rules).is_some()
}

/// Most steps that the value of a tuple may take when its winner is known without it.
const MAX_STEPS_WHEN_OUTCOME_KNOWN: u128 = 1_500_000_000;

/// Whether the value of a tuple is known to take more steps than it is worth when there is a [`settle`].
pub fn is_costly(rules: &Ruleset, tuple: &Tuple) -> bool {
    let (a, b) = (u128::from(tuple[0]), u128::from(tuple[1]));
    let steps = match rules.known() {
        // Every smaller pair is tabulated along lines, with column and diagonal looked up where they are short for the row
        // ([`lines`]); then all moves are looked at.
        Some(KnownGame::Wythoff) => {
            let (smaller, larger) = (a.min(b), a.max(b));
            let steps = if larger <= 8 * smaller { 128 } else { 2 * smaller + 8 };
            let pairs = (a + 1).checked_mul(b + 1).filter(|&pairs| pairs <= MAX_GRID.into());
            pairs.map(|pairs| pairs * steps + 32 * (a + b))
        }
        // Nearly every (n, 2k) can be reached, and looking one up takes long.
        Some(KnownGame::FibonacciNim) => a.checked_pow(3).and_then(|cube| cube.checked_mul(12)),
        _ => Some(0),
    };
    steps.is_none_or(|steps| steps > MAX_STEPS_WHEN_OUTCOME_KNOWN)
}

/// The values that `position` needs.
///
/// # Errors
/// When the limits do not suffice, or a move makes no progress.
pub fn values(rules: &Ruleset, position: &[Tuple], limits: &Limits<'_>) -> Result<TupleValues, Failure> {
    let mut pulse = Pulse::new(limits);
    if let Some((theorem, formula)) = theorem(rules).zip(formula(rules)) {
        let (reason, source) = (theorem.to_owned(), Source::Formula(formula));
        return Ok(TupleValues { engine: Engine::ClosedForm, reason, work: 0, source });
    }
    let size = grid_size(&bounds(rules, position).unwrap_or_else(|| table::sides(rules, position)));
    // Along lines a table costs a few steps a tuple, less than to try.
    let along_lines = lines::LineMoves::of(rules.program()).is_some() && has_grid(rules, position);
    if !along_lines
        && size.is_none_or(|size| size > SMALL_GRID)
        && let Some(found) = try_few(rules, position, limits)
    {
        return Ok(found);
    }
    match grid(rules, position, &mut pulse)? {
        Some(found) => Ok(found),
        None => memo(rules, position, &mut pulse),
    }
}

/// The number of tuples up to the sides of a box.
fn grid_size(sides: &[u64]) -> Option<u64> {
    sides.iter().try_fold(1u64, |size, side| size.checked_mul(side.checked_add(1)?))
}

/// The largest that each component can become; `None` where a component goes both ways, or grows without bound.
fn bounds(rules: &Ruleset, position: &[Tuple]) -> Option<Vec<u64>> {
    Some(Courses::of(rules.program())?.bounds(&table::sides(rules, position)))
}

/// Whether a table can serve: each component must go one way, within bounds, and the tuples must not be too many.
pub fn has_grid(rules: &Ruleset, position: &[Tuple]) -> bool {
    bounds(rules, position).and_then(|sides| grid_size(&sides)).is_some_and(|size| size <= MAX_GRID)
}

/// The values by a table over all tuples that can be reached; `None` where they are too many or a component goes both ways.
///
/// # Errors
/// As [`values`].
pub fn grid(
    rules: &Ruleset,
    position: &[Tuple],
    pulse: &mut Pulse<'_>,
) -> Result<Option<TupleValues>, Failure> {
    let fits = |size: u64| pulse.limits().check_memory(size, 4).is_ok();
    let Some(courses) = Courses::of(rules.program()) else { return Ok(None) };
    let sides = courses.bounds(&table::sides(rules, position));
    if !has_grid(rules, position) || !grid_size(&sides).is_some_and(fits) {
        return Ok(None);
    }
    let source = Source::Grid(TupleGrid::fill(rules, &courses.directions, &sides, pulse)?);
    let reason = match courses.directions.contains(&Course::Up) {
        false => "no component ever grows, so a table over all smaller tuples serves every position",
        true => {
            "each component goes one way only, so a table filled from where they end serves every position"
        }
    };
    let reason = reason.to_owned();
    Ok(Some(TupleValues { engine: Engine::TupleTable, reason, work: pulse.work(), source }))
}

/// The values by reach, if few positions can be reached: some rules lead from millions to a handful.
fn try_few(rules: &Ruleset, position: &[Tuple], limits: &Limits<'_>) -> Option<TupleValues> {
    let stop_early = |work| {
        if work > 100 * TRIAL_POSITIONS { Some(StopReason::PositionLimit) } else { limits.ask(work) }
    };
    let few = Limits { positions: TRIAL_POSITIONS, poll: &stop_early, ..*limits };
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
