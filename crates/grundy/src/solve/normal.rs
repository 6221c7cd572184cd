//! Normal play: values, nim-sum, and every option that makes the nim-sum 0.

use super::moves::{Moves, Plain, Winning};
use crate::answer::Verdict;
use crate::error::Failure;
use crate::game::position::Tuple;
use crate::game::{Convention, Game, Part, Parts, sum};
use crate::heap::closed_form::ClosedForm;
use crate::heap::divisors::Divisors;
use crate::heap::{Engine, Sequence, sequence};
use crate::limits::{Limits, Pulse, StopReason};
use crate::rule::known::Known;
use crate::rule::play::{Heaps, Tuples};
use crate::rule::progress::Progress;
use crate::rule::{Class, Ruleset};
use crate::search::memo::{Grundy, Memo};
use crate::tuple::{self, Settled, TupleValues, euclid, turning_corners};
use crate::value::Outcome;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// Steps of work for a look at the moves that are asked about.
const CHECK_WORK: u64 = 2_000_000;

/// Answers the normal-play question about heaps.
pub fn heaps(rules: &Ruleset, heaps: &[u64], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    let game = Heaps::new(rules);
    let values = heap_values(&game, heaps, limits)?;
    heaps_by_values(&game, heaps, &values, limits)
}

/// The verdict on heaps whose values, and those of all they can become, are known.
pub fn heaps_by_values(
    game: &Heaps<'_>,
    heaps: &[u64],
    values: &HeapValues,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    let nim_sum = match values.formula() {
        // The commonest question deserves a loop without a choice in it.
        Some(ClosedForm::Nim) => heaps.iter().fold(0, |sum, heap| sum ^ heap),
        _ => heaps.iter().fold(0, |sum, &heap| sum ^ values.value(heap)),
    };
    let mut pulse = Pulse::listing(limits);
    let script = Plain { drop_dead: game.empty_is_dead() };
    let mut winning = Winning::new(heaps, &script);
    let stop = match values.formula().and_then(Inverse::of) {
        _ if nim_sum == 0 => StopReason::Done,
        Some(Inverse::Nim) => {
            unique_options(game, heaps, &mut winning, |heap| {
                Inverse::Nim.option_with_value(heap, heap ^ nim_sum)
            });
            StopReason::Done
        }
        Some(inverse) => {
            let option = |heap| inverse.option_with_value(heap, values.value(heap) ^ nim_sum);
            unique_options(game, heaps, &mut winning, option);
            StopReason::Done
        }
        None => winning_options(
            game,
            heaps,
            nim_sum,
            &|heap| Some(values.value(*heap)),
            &mut winning,
            &mut pulse,
        )?,
    };
    let (engine, reason, work) = (values.engine(), values.reason(), values.work() + pulse.work());
    Ok(verdict(nim_sum, winning.finish(), engine, reason, work, stop))
}

/// The verdict that a nim-sum gives.
pub fn verdict(
    nim_sum: u64,
    moves: Moves,
    engine: Engine,
    reason: String,
    work: u64,
    stop: StopReason,
) -> Verdict {
    let outcome = if nim_sum == 0 { Outcome::P } else { Outcome::N };
    Verdict {
        outcome,
        grundy: Some(nim_sum),
        score: None,
        moves,
        line: Vec::new(),
        engine,
        reason,
        work,
        stop,
    }
}

/// Collects the winning options where each heap has at most one.
fn unique_options(
    game: &Heaps<'_>,
    heaps: &[u64],
    winning: &mut Winning<'_, u64>,
    option: impl Fn(u64) -> Option<u64>,
) {
    for (index, &heap) in heaps.iter().enumerate() {
        if winning.is_full() {
            // What is not listed is counted without a branch.
            winning.count(heaps[index..].iter().map(|&heap| u64::from(option(heap).is_some())).sum());
            return;
        }
        if let Some(option) = option(heap) {
            winning.add(index, &[game.parts_of_one(option)]);
        }
    }
}

/// Answers the normal-play question about tuples.
pub fn tuples(rules: &Ruleset, tuples: &[Tuple], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    let settled = match tuples {
        [only] => tuple::settle(rules, only, Convention::Normal),
        _ => None,
    };
    match settled {
        None => tuples_by_search(rules, tuples, limits),
        Some(settled) if tuple::is_costly(rules, &tuples[0]) => {
            Ok(by_theorem(tuples, settled, Convention::Normal))
        }
        Some(settled) => match tuples_by_search(rules, tuples, limits) {
            Err(Failure::Stopped(reason)) if reason != StopReason::Interrupted => {
                Ok(by_theorem(tuples, settled, Convention::Normal))
            }
            other => other,
        },
    }
}

/// Who wins a tuple on its own, without its value unless it is lost.
pub fn by_theorem(tuples: &[Tuple], settled: Settled, convention: Convention) -> Verdict {
    let mut winning = Winning::new(tuples, &Plain { drop_dead: false });
    let mut options: Vec<_> =
        settled.winning.into_iter().map(|component| vec![Part { component, copies: 1 }]).collect();
    options.sort();
    winning.add(0, &options);
    winning.count(u64::from(settled.beyond.is_some()));
    let mut moves = winning.finish();
    moves.sample = moves.sample.or(settled.beyond.map(|text| (0, text)));
    let nim_sum = u64::from(!settled.lost);
    let by_value =
        verdict(nim_sum, moves, Engine::ClosedForm, settled.theorem.to_owned(), 0, StopReason::Done);
    Verdict { grundy: (settled.lost && convention == Convention::Normal).then_some(0), ..by_value }
}

fn tuples_by_search(rules: &Ruleset, tuples: &[Tuple], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    let game = Tuples::new(rules);
    tuples_by_values(&game, tuples, tuple_values(&game, tuples, limits)?, limits)
}

/// The verdict on tuples whose values, and those of all they can become, are known.
pub fn tuples_by_values(
    game: &Tuples<'_>,
    tuples: &[Tuple],
    values: TupleValues,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    let mut pulse = Pulse::new(limits);
    let value = |tuple: &Tuple| values.value(tuple);
    let nim_sum =
        tuples.iter().fold(0, |sum, tuple| sum ^ value(tuple).expect("every tuple asked for was worked out"));
    let script = Plain { drop_dead: false };
    let mut winning = Winning::new(tuples, &script);
    let stop = match game.rules().known() {
        _ if nim_sum == 0 => StopReason::Done,
        Some(Known::Euclid) => euclid_options(tuples, nim_sum, &mut winning),
        Some(Known::TurningCorners) => corners(tuples, nim_sum, &mut winning, &mut pulse),
        _ => winning_options(game, tuples, nim_sum, &value, &mut winning, &mut pulse)?,
    };
    let (engine, reason, work) = (values.engine, values.reason, values.work + pulse.work());
    Ok(verdict(nim_sum, winning.finish(), engine, reason, work, stop))
}

/// Collects the winning options of Euclid's game, which are known by their values.
fn euclid_options(tuples: &[Tuple], nim_sum: u64, winning: &mut Winning<'_, Tuple>) -> StopReason {
    for (index, tuple) in tuples.iter().enumerate() {
        let (a, b) = (tuple[0], tuple[1]);
        let Some((x, y)) = euclid::option_with_value(a, b, euclid::value(a, b) ^ nim_sum) else { continue };
        let one = |x, y| vec![Part { component: vec![x, y], copies: 1 }];
        // Of two equal heaps either may be emptied.
        let options = if a == b { vec![one(x, y), one(y, x)] } else { vec![one(x, y)] };
        winning.add(index, &options);
    }
    StopReason::Done
}

/// Collects the winning options of Turning Corners, which are found by division.
fn corners(
    tuples: &[Tuple],
    nim_sum: u64,
    winning: &mut Winning<'_, Tuple>,
    pulse: &mut Pulse<'_>,
) -> StopReason {
    let mut stop = StopReason::Done;
    for (index, tuple) in tuples.iter().enumerate() {
        let (row, column) = (tuple[0], tuple[1]);
        let found = match turning_corners::moves_that_change((row, column), nim_sum, pulse) {
            Ok(found) => found,
            Err(reason) => return reason,
        };
        for (place, &(c, d)) in found.list.iter().enumerate() {
            if winning.is_full() {
                winning.count((found.list.len() - place) as u64);
                break;
            }
            winning.add(index, &[sum::canonical(&[vec![c, d], vec![c, column], vec![row, d]])]);
        }
        if !found.complete {
            stop = StopReason::PositionLimit;
        }
    }
    stop
}

/// The values of tuples and of all they can become.
pub fn tuple_values(
    game: &Tuples<'_>,
    tuples: &[Tuple],
    limits: &Limits<'_>,
) -> Result<TupleValues, Failure> {
    if !tuple::has_formula(game.rules()) {
        check_asked(game, tuples, limits)?;
    }
    match tuple::values(game.rules(), tuples, limits) {
        // The table met a move that the position itself cannot reach: look only at what it can reach.
        Err(Failure::NoProgress(_)) => tuple::memo(game.rules(), tuples, &mut Pulse::new(limits)),
        other => other,
    }
}

/// Looks at the moves of the components asked for, so that a move without progress is shown where it was met first.
pub fn check_asked<G: Game>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    // Far moves are looked at by whoever needs them.
    let enough = |work| if work > CHECK_WORK { Some(StopReason::PositionLimit) } else { (limits.poll)(work) };
    let near = Limits { poll: &enough, ..*limits };
    let mut pulse = Pulse::new(&near);
    for component in components.iter().take(64) {
        match game.options(component, &mut pulse, &mut |_| ControlFlow::Continue(())) {
            Err(Failure::Stopped(StopReason::PositionLimit)) => break,
            other => drop(other?),
        }
    }
    Ok(())
}

/// Calls `winning` with the options of each component that have the value it must become; equal components share the work.
fn winning_options<G: Game>(
    game: &G,
    components: &[G::Component],
    nim_sum: u64,
    value: &dyn Fn(&G::Component) -> Option<u64>,
    winning: &mut Winning<'_, G::Component>,
    pulse: &mut Pulse<'_>,
) -> Result<StopReason, Failure> {
    if nim_sum == 0 {
        return Ok(StopReason::Done);
    }
    let mut known: FxHashMap<&G::Component, Vec<Parts<G::Component>>> = FxHashMap::default();
    for (index, component) in components.iter().enumerate() {
        if !known.contains_key(component) {
            let target = value(component).map(|own| own ^ nim_sum);
            let (found, stop) = options_of_value(game, component, target, value, pulse)?;
            if stop != StopReason::Done {
                // The verdict stands; only the list of moves is cut short.
                winning.add(index, &found);
                return Ok(stop);
            }
            known.insert(component, found);
        }
        winning.add(index, &known[component]);
    }
    Ok(StopReason::Done)
}

/// The different options of a component that have a value, as [`gather`] finds them.
pub fn options_of_value<G: Game>(
    game: &G,
    component: &G::Component,
    target: Option<u64>,
    value: &dyn Fn(&G::Component) -> Option<u64>,
    pulse: &mut Pulse<'_>,
) -> Result<Gathered<G::Component>, Failure> {
    gather(game, component, |parts| sum::nim_sum(parts, value) == target, pulse)
}

/// Options, and what stopped the search for more of them.
pub type Gathered<C> = (Vec<Parts<C>>, StopReason);

/// The different options of a component that pass a test, in increasing order, and what stopped the search for more: those
/// that were found before are true all the same.
///
/// # Errors
/// When a move makes no progress.
pub fn gather<G: Game>(
    game: &G,
    component: &G::Component,
    test: impl Fn(&[Part<G::Component>]) -> bool,
    pulse: &mut Pulse<'_>,
) -> Result<Gathered<G::Component>, Failure> {
    let mut found = Vec::new();
    let most = (pulse.limits().positions_kept() / 2) as usize;
    let flow = game.options(component, pulse, &mut |parts| {
        if test(parts) {
            found.push(parts.to_vec());
        }
        if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let stop = match flow {
        Ok(ControlFlow::Continue(())) => StopReason::Done,
        Ok(ControlFlow::Break(())) => StopReason::MemoryLimit,
        Err(Failure::Stopped(reason)) => reason,
        Err(failure) => return Err(failure),
    };
    found.sort();
    found.dedup();
    Ok((found, stop))
}

/// Formulas that can be turned round: the option with a given value is unique and has a formula too.
#[derive(Debug, Clone, Copy)]
pub enum Inverse {
    /// Nim.
    Nim,
    /// Take 1 to k; the modulus is k + 1.
    Bounded(u64),
}

impl Inverse {
    /// The inverse of a formula, if it has one.
    pub fn of(formula: &ClosedForm) -> Option<Inverse> {
        match formula {
            ClosedForm::Nim => Some(Inverse::Nim),
            ClosedForm::Bounded(k) => Some(k.checked_add(1).map_or(Inverse::Nim, Inverse::Bounded)),
            _ => None,
        }
    }

    /// The option of `heap` that has this value, if there is one.
    pub fn option_with_value(self, heap: u64, value: u64) -> Option<u64> {
        match self {
            Inverse::Nim => (value < heap).then_some(value),
            Inverse::Bounded(modulus) => {
                if value >= modulus || heap % modulus == value {
                    return None;
                }
                let taken = (heap % modulus + modulus - value) % modulus;
                heap.checked_sub(taken)
            }
        }
    }
}

/// Values of heaps, from a table or formula, or only of the heaps that can be reached.
pub enum HeapValues {
    Sequence(Sequence),
    Reached { memo: Memo<u64, u64>, work: u64 },
    Divisors { values: Divisors, work: u64 },
}

impl HeapValues {
    /// The value of a heap that was asked for or can be reached from one.
    pub fn value(&self, heap: u64) -> u64 {
        match self {
            HeapValues::Sequence(sequence) => sequence.value(heap),
            HeapValues::Reached { memo, .. } => {
                *memo.get(&heap).expect("every heap that can be reached was worked out")
            }
            HeapValues::Divisors { values, .. } => {
                values.get(heap).expect("every heap asked for and its options were worked out").into()
            }
        }
    }

    fn formula(&self) -> Option<&ClosedForm> {
        match self {
            HeapValues::Sequence(sequence) => sequence.formula(),
            HeapValues::Reached { .. } | HeapValues::Divisors { .. } => None,
        }
    }

    fn engine(&self) -> Engine {
        match self {
            HeapValues::Sequence(sequence) => sequence.engine,
            HeapValues::Reached { .. } => Engine::Memo,
            HeapValues::Divisors { .. } => Engine::Divisors,
        }
    }

    fn reason(&self) -> String {
        match self {
            HeapValues::Sequence(sequence) => sequence.reason.clone(),
            HeapValues::Reached { .. } => "only the heaps that can be reached were looked at".to_owned(),
            HeapValues::Divisors { .. } => {
                "the value is the mex over the divisors, unless the neighbour below has it: few heaps decide"
                    .to_owned()
            }
        }
    }

    fn work(&self) -> u64 {
        match self {
            HeapValues::Sequence(sequence) => sequence.work,
            HeapValues::Reached { work, .. } | HeapValues::Divisors { work, .. } => *work,
        }
    }
}

/// Heaps from here on are first tried by reach: some rules lead from a large heap to few others.
const LARGE: u64 = 1_000_000;
/// How many heaps that first try may look at.
const FEW: u64 = 50_000;

/// The values of heaps and of all they can become, by table or formula, or by reach where only that can be done.
pub fn heap_values(game: &Heaps<'_>, heaps: &[u64], limits: &Limits<'_>) -> Result<HeapValues, Failure> {
    let rules = game.rules();
    let largest = heaps.iter().copied().max().unwrap_or(0);
    if rules.known() == Some(Known::EqualSplit) && largest >= LARGE {
        return by_divisors(heaps, limits);
    }
    let general = *rules.class() == Class::Heaps && ClosedForm::of(rules).is_none();
    if general && *rules.progress() == Progress::Checked {
        check_asked(game, heaps, limits)?;
    }
    let takes = matches!(rules.class(), Class::Take(_) | Class::TakeFrom) && largest > u64::from(u32::MAX);
    if (general && largest >= LARGE || takes && ClosedForm::of(rules).is_none())
        && let Some(found) = few_reached(game, heaps, limits)
    {
        return Ok(found);
    }
    match sequence(rules, largest, limits) {
        Ok(found) => Ok(HeapValues::Sequence(found)),
        Err(Failure::NoProgress(_)) => reached(game, heaps, limits),
        Err(Failure::Stopped(StopReason::MemoryLimit)) => {
            few_reached(game, heaps, limits).ok_or(StopReason::MemoryLimit.into())
        }
        Err(other) => Err(other),
    }
}

/// The values of heaps that may be split equally and of their options.
fn by_divisors(heaps: &[u64], limits: &Limits<'_>) -> Result<HeapValues, Failure> {
    let mut pulse = Pulse::new(limits);
    let mut values = Divisors::for_heaps(heaps);
    heaps.iter().try_for_each(|&heap| values.prepare(heap, &mut pulse))?;
    Ok(HeapValues::Divisors { values, work: pulse.work() })
}

/// The values by reach, if only few heaps can be reached.
fn few_reached(game: &Heaps<'_>, heaps: &[u64], limits: &Limits<'_>) -> Option<HeapValues> {
    let stop_early =
        |work| if work > 100 * FEW { Some(StopReason::PositionLimit) } else { (limits.poll)(work) };
    reached(game, heaps, &Limits { positions: FEW, poll: &stop_early, ..*limits }).ok()
}

/// The values of heaps and of all they can become, by reach.
pub fn reached(game: &Heaps<'_>, heaps: &[u64], limits: &Limits<'_>) -> Result<HeapValues, Failure> {
    let mut pulse = Pulse::new(limits);
    let mut memo = Memo::default();
    for heap in heaps {
        memo.solve(game, heap, &mut Grundy::default(), &mut pulse)?;
    }
    Ok(HeapValues::Reached { memo, work: pulse.work() })
}
