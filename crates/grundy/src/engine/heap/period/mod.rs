//! Finds, minimises and proves eventual periods of the values of a game.
//!
//! A list that repeats proves nothing by itself; a theorem about the rule does. [`find`] computes twice as many values
//! until a theorem's finite condition holds, and says which theorem it was ([`Theorem`]).
//!
//! **Codes** (Guy and Smith 1956, general form). Take a finite code whose last digit stands at place k and whose moves
//! leave at most s heaps. If `g(m + p) = g(m)` for all `m >= e` with `m + p < N`, where `e >= 1` and `N >= s*e + s*p +
//! k`, then it holds for all `m >= e`. Proof by induction on the heap `n >= N`: the parts of an option add up to at
//! least `n - k >= s*(e + p)`, so the largest is at least `e + p`; with p less it is still not empty, and the option
//! becomes one of heap `n - p` with the same value. Conversely the parts of an option of `n - p` add up to at least
//! `s*e + (s - 1)*p`, so the largest is at least e, and p may be added to it. So `n` and `n - p` have options of the
//! same values. With s = 1 this is the theorem on finite subtraction sets.
//!
//! **Unequal parts** (`4!.0`). Two parts that must differ may become equal when p is taken from the larger one; the
//! value of that option is 0, and it is the only thing `n` may have and `n - p` may lack. Adding p to the larger part
//! does no harm. If `g(n - p)` is not 0, then 0 is among the values of the options of `n - p` anyway. If it is, it must
//! not happen: the parts become equal only if `n - p - t` is even for the place t of the break. So the theorem holds if
//! for each heap m from e to `e + p - 1` with value 0 and each place t that breaks in two unequal parts `m - t` is odd,
//! and p is even if there is such a heap.
//!
//! **All-but sets**: [`crate::engine::heap::all_but`]. **Sparse spaces**: [`window`]. **Formulas**: [`ClosedForm::period`].
//!
//! The condition `N >= s*(e + p) + k` says that the last `N - (N - k)/s` values agree with those p places before, so
//! the least p is where a window of that length stands once more (`search`); the rest of the way down gives the least
//! e. A smaller period would hold from the same e on and meet the condition too, so what is found first is the least.
//! Time O(N), memory a few blocks.

pub mod exceptions;
mod search;
pub mod window;

use super::closed_form::ClosedForm;
use super::run::Run;
use super::terms::Terms;
use super::{Engine, all_but, engine_for};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::rule::code::{Leave, Shape};
use crate::rule::{Class, Code, Ruleset, TakeSet};
use search::{agreement, least_shift};
use std::fmt;

pub(super) use search::Steps;

/// A period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The least p.
    pub length: u64,
    /// The least e with `g(n + p) = g(n) + saltus` for all `n >= e`.
    pub preperiod: u64,
    /// What each period adds; 0 for ordinary periods.
    pub saltus: u64,
    /// How many values the proof looks at; for a period that was only seen, how many were there.
    pub values: u64,
}

impl Period {
    /// Where a heap's value stands among those of the first `preperiod + length` heaps, and what is added to it.
    pub fn place(&self, heap: u64) -> (usize, u64) {
        let Some(beyond) = heap.checked_sub(self.preperiod) else { return (heap as usize, 0) };
        ((self.preperiod + beyond % self.length) as usize, self.saltus * (beyond / self.length))
    }

    /// The value of any heap from the values of the first `preperiod + length`.
    pub fn value<T: Terms + ?Sized>(&self, values: &T, heap: u64) -> u64 {
        if heap < values.count() {
            return u64::from(values.value(heap));
        }
        let (index, added) = self.place(heap);
        u64::from(values.value(index as u64)) + added
    }

    /// The claim in words.
    pub fn theorem(&self) -> String {
        let Period { length, preperiod, values, saltus } = self;
        let kind = if *saltus == 0 { "period" } else { "arithmetic period" };
        format!("{kind} {length} from heap {preperiod} on, proved by {values} values (periodicity theorem)")
    }

    /// The last heap from which a period on the value is not what the period says.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }
}

/// Why a period holds for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// Guy and Smith's theorem on codes whose moves leave at most so many heaps.
    Code {
        /// Most heaps that a move leaves.
        parts: u32,
    },
    /// The same for codes some of whose breaks must be unequal, with a condition on the zeros of a period.
    Unequal,
    /// A window as long as the largest take came back.
    Subtraction,
    /// The state of an all-but game came back.
    AllBut,
    /// A window of a settled sparse space came back.
    Window,
    /// Guy and Smith's theorem on several kinds of heaps, all at once.
    System {
        /// Most parts that a move leaves.
        parts: u64,
    },
    /// A formula.
    Formula(ClosedForm),
}

impl Theorem {
    /// The word for it in certificates.
    pub fn name(&self) -> &'static str {
        match self {
            Theorem::Code { .. } => "code",
            Theorem::Unequal => "unequal",
            Theorem::Subtraction => "subtraction",
            Theorem::AllBut => "all-but",
            Theorem::Window => "window",
            Theorem::System { .. } => "system",
            Theorem::Formula(_) => "formula",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Code { parts: 0 | 1 } => {
                "periodicity theorem for codes that never break (Guy and Smith 1956)"
            }
            Theorem::Code { parts: 2 } => "octal periodicity theorem (Guy and Smith 1956)",
            Theorem::Code { .. } => "periodicity theorem for three parts (after Guy and Smith 1956)",
            Theorem::Unequal => "periodicity theorem for unequal parts (after Guy and Smith 1956)",
            Theorem::Subtraction => "a window as long as the largest take repeats",
            Theorem::AllBut => "the state of the all-but game repeats",
            Theorem::Window => "window theorem for a settled sparse space",
            Theorem::System { .. } => {
                "periodicity theorem for systems of heaps, all kinds at once (after Guy and Smith 1956)"
            }
            Theorem::Formula(formula) => formula.theorem(),
        })
    }
}

/// What a game allows to be proved.
#[derive(Debug)]
enum Method<'a> {
    /// The theorem on codes; the most parts and the place of the last digit.
    Parts {
        theorem: Theorem,
        parts: u64,
        last_place: u64,
        code: Option<&'a Code>,
    },
    AllBut(&'a TakeSet),
    /// No theorem: a period may be seen, not proved.
    None,
}

impl<'a> Method<'a> {
    fn of(rules: &'a Ruleset) -> Method<'a> {
        match rules.class() {
            Class::Take(set) => Method::Parts {
                theorem: Theorem::Subtraction,
                parts: 1,
                last_place: set.largest().unwrap_or(0),
                code: None,
            },
            Class::AllBut(set) => Method::AllBut(set),
            Class::Code(code) => Method::of_code(code),
            _ => Method::None,
        }
    }

    fn of_code(code: &'a Code) -> Method<'a> {
        match theorem_of(code) {
            Some((theorem, parts, last_place)) => {
                Method::Parts { theorem, parts, last_place, code: Some(code) }
            }
            None => Method::None,
        }
    }

    fn prove<T: Terms + ?Sized>(
        &self,
        terms: &T,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<(Period, Theorem)>, StopReason> {
        match self {
            Method::Parts { theorem, parts, last_place, code } => {
                let Some(period) = prove_terms(terms, *parts, *last_place, pulse)? else { return Ok(None) };
                let holds = match code {
                    Some(code) if *theorem == Theorem::Unequal => {
                        zeros_are_harmless(terms, &period, code, pulse)?
                    }
                    _ => true,
                };
                Ok(holds.then(|| (period, theorem.clone())))
            }
            Method::AllBut(set) => {
                Ok(all_but::prove(set, terms, pulse)?.map(|period| (period, Theorem::AllBut)))
            }
            Method::None => Ok(None),
        }
    }
}

/// The least period that the values of a code prove, and the theorem.
///
/// # Errors
/// When it was asked to stop.
pub fn prove_code<T: Terms + ?Sized>(
    code: &Code,
    terms: &T,
    pulse: &mut Pulse<'_>,
) -> Result<Option<(Period, Theorem)>, StopReason> {
    Method::of_code(code).prove(terms, pulse)
}

/// Whether a break leaves two parts that must not be equal.
fn differ(leave: &Leave) -> bool {
    leave.parts == 2 && matches!(leave.shape, Shape::Distinct | Shape::NotAllEqual)
}

/// The theorem that serves a code, with the most parts (at least 1) and the last place; `None` when no theorem does.
pub(crate) fn theorem_of(code: &Code) -> Option<(Theorem, u64, u64)> {
    let last_place = code.last_place()? as u64;
    let parts = code.most_parts()?;
    // Of three unequal parts two may become equal without the value becoming 0; equal parts depend on the parity of p.
    if !code.leaves().all(|leave| leave.shape == Shape::Any || differ(leave)) {
        return None;
    }
    let theorem = if code.leaves().any(differ) { Theorem::Unequal } else { Theorem::Code { parts } };
    Some((theorem, u64::from(parts.max(1)), last_place))
}

/// Whether the zeros of a period stand where no break into unequal parts can become one into equal parts.
fn zeros_are_harmless<T: Terms + ?Sized>(
    terms: &T,
    period: &Period,
    code: &Code,
    pulse: &mut Pulse<'_>,
) -> Result<bool, StopReason> {
    let breaks = |place: &u64| code.digit(*place as i64).iter().any(differ);
    let places: Vec<u64> = (0..=code.after.len() as u64).filter(breaks).collect();
    let harmful = |heap: u64| period.length % 2 == 1 || places.iter().any(|place| place % 2 == heap % 2);
    let mut block = vec![0; search::BLOCK];
    // Heap 0 is never a part, so the period starts at heap 1 at the earliest.
    let (mut heap, end) = (period.preperiod.max(1), period.preperiod.max(1) + period.length);
    while heap < end {
        pulse.beats(search::BLOCK as u64)?;
        let width = (end - heap).min(block.len() as u64) as usize;
        terms.read(heap, &mut block[..width]);
        if (heap..).zip(&block[..width]).any(|(heap, &value)| value == 0 && harmful(heap)) {
            return Ok(false);
        }
        heap += width as u64;
    }
    Ok(true)
}

/// The least period that `values` prove for a code with at most `parts` heaps per move and last place `last_place`.
pub fn prove(values: &[u32], parts: u64, last_place: u64) -> Option<Period> {
    let limits = Limits::default();
    prove_terms(values, parts, last_place, &mut Pulse::new(&limits)).ok().flatten()
}

/// The least period that `values` prove for a finite subtraction set with largest take `reach`: the last `reach` values
/// stand once more, p places earlier.
pub fn prove_window(values: &[u32], reach: u64) -> Option<Period> {
    if reach == 0 { None } else { prove(values, 1, reach) }
}

/// Like [`prove`], for values in blocks.
///
/// # Errors
/// When it was asked to stop.
pub fn prove_terms<T: Terms + ?Sized>(
    terms: &T,
    parts: u64,
    last_place: u64,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, StopReason> {
    let (count, parts) = (terms.count(), parts.max(1));
    // The theorem asks that e + p, with e at least 1, is at most this.
    let most = count.saturating_sub(last_place) / parts;
    let window = count - most;
    let Some((length, preperiod)) = repetition(terms, window, most.saturating_sub(1), pulse)? else {
        return Ok(None);
    };
    let values = parts * (preperiod.max(1) + length) + last_place;
    debug_assert!(values <= count);
    Ok(Some(Period { length, preperiod, saltus: 0, values }))
}

/// The least p up to `most` with which the last `window` values repeat, and the least heap from which they do.
///
/// # Errors
/// When it was asked to stop.
pub(super) fn repetition<T: Terms + ?Sized>(
    terms: &T,
    window: u64,
    most: u64,
    pulse: &mut Pulse<'_>,
) -> Result<Option<(u64, u64)>, StopReason> {
    let count = terms.count();
    let Some(length) = least_shift(terms, count, window, most, pulse)? else { return Ok(None) };
    Ok(Some((length, count - length - agreement(terms, count, length, u64::MAX, pulse)?)))
}

/// The least arithmetic period that is seen at least three times in a row, over at least a third of the values.
///
/// # Errors
/// When it was asked to stop.
pub fn observe<T: Terms + ?Sized>(terms: &T, pulse: &mut Pulse<'_>) -> Result<Option<Period>, StopReason> {
    let steps = Steps(terms);
    let window = steps.count().div_ceil(3);
    let Some((length, preperiod)) = repetition(&steps, window, window, pulse)? else { return Ok(None) };
    if steps.count() - preperiod < 3 * length {
        return Ok(None);
    }
    let (before, after) = (terms.value(preperiod), terms.value(preperiod + length));
    let Some(saltus) = after.checked_sub(before) else { return Ok(None) };
    Ok(Some(Period { length, preperiod, saltus: u64::from(saltus), values: terms.count() }))
}

/// What the search for a period came to.
#[derive(Debug)]
pub struct PeriodFinding<'a> {
    /// The period, proved when there is a theorem.
    pub period: Option<Period>,
    /// The theorem behind it; without a period, the theorem that there is none.
    pub theorem: Option<Theorem>,
    /// How many values the answer rests on, heap 0 included.
    pub computed: u64,
    /// Who computed the values.
    pub engine: Engine,
    /// [`StopReason::Done`], or what ended the search before the limit.
    pub stop: StopReason,
    /// Mask and kind of the sparse space that the window theorem used.
    pub(super) space: Option<window::Mask>,
    run: Option<Run<'a>>,
    /// The values where they come from no run.
    list: Option<Vec<u32>>,
}

impl PeriodFinding<'_> {
    /// What was found in a list of values.
    pub(crate) fn of_list(
        period: Option<Period>,
        theorem: Option<Theorem>,
        computed: u64,
        engine: Engine,
        stop: StopReason,
        list: Vec<u32>,
    ) -> PeriodFinding<'static> {
        PeriodFinding { period, theorem, computed, engine, stop, space: None, run: None, list: Some(list) }
    }

    /// Whether there is a period and a theorem that proves it.
    pub fn proved(&self) -> bool {
        self.period.is_some() && self.theorem.is_some()
    }

    /// The values that were computed; none for formulas.
    pub fn terms(&self) -> Option<&dyn Terms> {
        let list = self.list.as_ref().map(|list| list as &dyn Terms);
        self.run.as_ref().map(|run| run as &dyn Terms).or(list)
    }

    /// How many heaps below `end` have rare values, if there is a sparse space.
    pub fn rare(&self, end: u64) -> Option<u64> {
        let space = self.run.as_ref()?.space()?;
        Some(space.rare.partition_point(|&heap| heap < end) as u64)
    }

    /// The mask of the sparse space, if the values are known to have one.
    pub fn mask(&self) -> Option<window::Mask> {
        self.space.or_else(|| self.run.as_ref()?.space().as_ref().map(window::Mask::from))
    }
}

/// How far to look when nothing is said: as many heaps as take seconds rather than hours.
pub fn default_limit(rules: &Ruleset) -> u64 {
    match (engine_for(rules), rules.class()) {
        (_, Class::Take(_) | Class::AllBut(_)) => 10_000_000,
        (Engine::Subtraction, _) => 100_000,
        (Engine::SparseSpace, _) => 1_000_000,
        (Engine::Code, _) => 3000,
        (Engine::Partitions, _) => 1000,
        _ => 10_000,
    }
}

/// Values of the first attempt.
const FIRST_VALUES: u64 = 64;

/// Looks for the period of a game on single heaps, computing heaps up to `limit` at most.
///
/// # Errors
/// When a move makes no progress, or not even the first values could be found.
pub fn find<'a>(rules: &'a Ruleset, limit: u64, limits: &Limits<'_>) -> Result<PeriodFinding<'a>, Failure> {
    find_from(rules, Run::new(rules), limit, limits, &mut |_| Ok(()))
}

/// Like [`find`], from values that a run has already, calling `watch` with the run whenever there are some more.
///
/// # Errors
/// As [`find`], and what `watch` returns.
pub fn find_from<'a>(
    rules: &'a Ruleset,
    mut run: Run<'a>,
    limit: u64,
    limits: &Limits<'_>,
    watch: &mut dyn FnMut(&Run<'a>) -> Result<(), Failure>,
) -> Result<PeriodFinding<'a>, Failure> {
    if let Some(formula) = ClosedForm::of(rules) {
        return Ok(PeriodFinding {
            period: formula.period(),
            computed: 0,
            engine: Engine::ClosedForm,
            stop: StopReason::Done,
            theorem: Some(Theorem::Formula(formula)),
            space: None,
            run: None,
            list: None,
        });
    }
    let method = Method::of(rules);
    let last = limit.saturating_add(1);
    let mut goal = run.count().max(FIRST_VALUES).min(last);
    let stop = 'search: loop {
        while run.count() < goal {
            let extended = run.extend(run.next_step(goal), limits);
            watch(&run)?;
            match extended {
                Ok(()) => {}
                Err(Failure::Stopped(reason)) if run.count() > 0 => break 'search reason,
                Err(failure) => return Err(failure),
            }
        }
        match attempt(&method, rules, &run, limits) {
            Ok(Some((period, theorem, space))) => {
                let (computed, engine) = (period.values, run.engine());
                let (period, theorem) = (Some(period), Some(theorem));
                let stop = StopReason::Done;
                let run = Some(run);
                return Ok(PeriodFinding { period, theorem, computed, engine, stop, space, run, list: None });
            }
            Ok(None) => {}
            Err(reason) => break reason,
        }
        if goal == last {
            break StopReason::Done;
        }
        goal = goal.saturating_mul(2).min(last);
    };
    // Looking over what is there takes no longer than a moment, so it is done even when the time is up.
    let unhurried = Limits { memory: limits.memory, ..Limits::default() };
    let period = observe(&run, &mut Pulse::new(&unhurried)).unwrap_or(None);
    let (computed, engine) = (run.count(), run.engine());
    let run = Some(run);
    Ok(PeriodFinding { period, theorem: None, computed, engine, stop, space: None, run, list: None })
}

type Proof = (Period, Theorem, Option<window::Mask>);

fn attempt(
    method: &Method<'_>,
    rules: &Ruleset,
    run: &Run<'_>,
    limits: &Limits<'_>,
) -> Result<Option<Proof>, StopReason> {
    let mut pulse = Pulse::new(limits);
    if let Some((period, theorem)) = method.prove(run, &mut pulse)? {
        return Ok(Some((period, theorem, None)));
    }
    let (Some(space), Class::Code(code)) = (run.space(), rules.class()) else { return Ok(None) };
    let mask = window::Mask::from(&space);
    let found = window::prove(code, run, mask, &mut pulse)?;
    Ok(found.map(|period| (period, Theorem::Window, Some(mask))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `z[p]`: how many of the last values agree with those p places before them, by the Z-function.
    fn z_function_of_reverse(values: &[u32]) -> Vec<usize> {
        let count = values.len();
        let at = |index: usize| values[count - 1 - index];
        let mut z = vec![0; count];
        let (mut left, mut right) = (0, 0);
        for index in 1..count {
            let mut length = if index < right { z[index - left].min(right - index) } else { 0 };
            while index + length < count && at(length) == at(index + length) {
                length += 1;
            }
            if index + length > right {
                (left, right) = (index, index + length);
            }
            z[index] = length;
        }
        z
    }

    /// The theorem's condition for every p in turn.
    fn plain(values: &[u32], parts: u64, last_place: u64) -> Option<Period> {
        let count = values.len();
        z_function_of_reverse(values).into_iter().enumerate().skip(1).find_map(|(p, matches)| {
            let preperiod = (count - p - matches) as u64;
            let needed = parts.max(1) * (preperiod.max(1) + p as u64) + last_place;
            (needed <= count as u64).then_some(Period {
                length: p as u64,
                preperiod,
                saltus: 0,
                values: needed,
            })
        })
    }

    #[test]
    fn a_list_without_period_proves_nothing() {
        let values: Vec<u32> = (0..500u32).map(|n| n.count_ones()).collect();
        assert_eq!(prove(&values, 2, 2), None);
        assert_eq!(prove(&[], 2, 2), None);
        assert_eq!(prove(&[0], 1, 0), None);
        let limits = Limits::default();
        assert_eq!(observe(&values[..], &mut Pulse::new(&limits)), Ok(None));
        assert_eq!(observe(&[][..], &mut Pulse::new(&limits)), Ok(None));
    }

    #[test]
    fn the_search_finds_what_trying_everything_finds() {
        let mut seed = 7u64;
        for round in 0..4000usize {
            let mut values: Vec<u32> = Vec::new();
            let (length, period, pre) = (round % 131, 1 + round % 11, round % 29);
            for index in 0..length {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let fresh = (seed >> 40) as u32 % 3;
                values.push(if index < pre + period { fresh } else { values[index - period] });
            }
            for parts in 1..=3 {
                for last_place in [0, 1, 5] {
                    let found = prove(&values, parts, last_place);
                    assert_eq!(found, plain(&values, parts, last_place), "{values:?} {parts} {last_place}");
                }
            }
        }
    }

    #[test]
    fn a_window_proves_what_the_whole_list_proves() {
        for seed in 1..400u64 {
            let takes: Vec<usize> = (1..=9).filter(|bit| seed >> bit & 1 == 1 || *bit == 9).collect();
            let mut values: Vec<u32> = Vec::new();
            for n in 0..(20 + seed as usize) {
                let options = takes.iter().filter(|&&take| take <= n).map(|take| u64::from(values[n - take]));
                values.push(crate::value::mex(options) as u32);
            }
            assert_eq!(prove_window(&values, 9), plain(&values, 1, 9), "{takes:?}");
        }
    }

    #[test]
    fn the_least_period_and_preperiod_are_found() {
        let values: Vec<u32> = (0..60u32).map(|n| if n < 4 { 9 + n } else { n % 6 / 2 }).collect();
        let period = prove(&values, 1, 3).expect("period 6");
        assert_eq!((period.length, period.preperiod, period.values), (6, 4, 13));
        assert_eq!(
            period.value(&values[..], 1_000_000_004),
            u64::from(values[(1_000_000_004 % 6 + 6) as usize])
        );
    }

    #[test]
    fn arithmetic_periods_are_seen() {
        let values: Vec<u32> =
            (0..100u32).map(|n| if n < 9 { 50 - n } else { n / 5 * 3 + n % 5 % 2 }).collect();
        let limits = Limits::default();
        let period = observe(&values[..], &mut Pulse::new(&limits)).expect("no stop").expect("a period");
        assert_eq!((period.length, period.preperiod, period.saltus), (5, 9, 3));
    }
}
