//! Grundy values of single heaps: one engine a file, one door.
//!
//! [`sequence`] looks at the class of the rule and at the largest heap asked for, picks an engine, and returns the values
//! with the engine's name and the reason it was picked. A game whose values are proved to repeat answers for every heap,
//! however large.

pub mod all_but;
pub mod checkpoint;
pub mod closed_form;
pub mod code;
mod columns;
pub mod divisors;
mod engines;
pub mod general;
pub mod partitions;
pub mod period;
mod progressions;
pub mod run;
pub mod sparse_space;
pub mod subtraction;
pub mod terms;
mod window;

use crate::base::cpu::ask_large_pages;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::engine::Engine;
use crate::rule::{Class, Ruleset};
use closed_form::ClosedForm;
use engines::{Run, row};
pub use engines::{engine_for, fits};
use period::Period;
use sparse_space::SparseSpace;
use sparse_space::breaks::Breaks;
use std::sync::Arc;
use terms::{TermTable, Terms};

/// The values of heaps 0, 1, 2, ... as far as asked, or for ever.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// The engine that found them.
    pub engine: Engine,
    /// Why it was picked, or the theorem it rests on.
    pub reason: String,
    /// Steps of work.
    pub work: u64,
    /// [`StopReason::Done`], or why only a prefix is there.
    pub stop: StopReason,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Formula(ClosedForm),
    Table(TermTable),
    Periodic(TermTable, Period),
}

impl Sequence {
    /// Values that another engine found, with the period that was proved of them.
    pub(crate) fn of_table(
        engine: Engine,
        reason: String,
        work: u64,
        stop: StopReason,
        values: TermTable,
        period: Option<Period>,
    ) -> Sequence {
        let source = match period {
            Some(period) => Source::Periodic(values, period),
            None => Source::Table(values),
        };
        Sequence { engine, reason, work, stop, source }
    }

    /// The value of a heap.
    ///
    /// # Panics
    /// When the heap is larger than the largest asked for.
    pub fn value(&self, heap: u64) -> u64 {
        match &self.source {
            Source::Formula(formula) => formula.value(heap),
            Source::Table(values) => u64::from(values.value(heap)),
            Source::Periodic(values, period) => period.value(values, heap),
        }
    }

    /// The values of `count` heaps from `first` on; cheaper than asking one by one.
    pub fn iter(&self, first: u64, count: u64) -> Values<'_> {
        Values { sequence: self, next: first, left: count, cursor: None }
    }

    /// How many values are there; `None` when there is no end to them.
    pub fn len(&self) -> Option<u64> {
        match &self.source {
            Source::Table(values) => Some(values.count()),
            Source::Formula(_) | Source::Periodic(..) => None,
        }
    }

    /// Whether no value is there.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The formula, if the values come from one.
    pub fn formula(&self) -> Option<&ClosedForm> {
        match &self.source {
            Source::Formula(formula) => Some(formula),
            _ => None,
        }
    }

    /// The values as the beginning of a run, if they have no end yet and their engine can go on from them.
    ///
    /// # Errors
    /// The sequence itself, when there is nothing to go on with.
    pub fn into_run(self, rules: &Ruleset) -> Result<run::Run<'_>, Sequence> {
        match self.source {
            Source::Table(TermTable::Sparse(space)) => match Arc::try_unwrap(space) {
                Ok(space) => Ok(run::Run::of_space(rules, space)),
                Err(space) => Err(Sequence { source: Source::Table(TermTable::Sparse(space)), ..self }),
            },
            source => Err(Sequence { source, ..self }),
        }
    }

    /// The period, if the values were proved to repeat.
    pub fn period(&self) -> Option<&Period> {
        match &self.source {
            Source::Periodic(_, period) => Some(period),
            _ => None,
        }
    }
}

/// Iterates over the values of consecutive heaps; see [`Sequence::iter`].
#[derive(Debug, Clone)]
pub struct Values<'a> {
    sequence: &'a Sequence,
    next: u64,
    left: u64,
    /// Beyond the table of a period: the index in the table, and what the periods so far have added.
    cursor: Option<(usize, u64)>,
}

impl Iterator for Values<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        let heap = self.next;
        self.next = heap.wrapping_add(1);
        Some(match &self.sequence.source {
            Source::Formula(formula) => formula.value(heap),
            Source::Table(values) => u64::from(values.value(heap)),
            Source::Periodic(values, period) => {
                let (index, added) = self.cursor.unwrap_or_else(|| period.place(heap));
                let last = (period.preperiod + period.length) as usize;
                let wraps = index + 1 == last;
                self.cursor = Some(if wraps {
                    (period.preperiod as usize, added + period.saltus)
                } else {
                    (index + 1, added)
                });
                u64::from(values.value(index as u64)) + added
            }
        })
    }
}

impl Values<'_> {
    /// Calls `visit` with every value: the choice of source stands outside the loop.
    pub fn for_all(self, mut visit: impl FnMut(u64)) {
        let (first, count) = (self.next, self.left);
        if let Source::Formula(formula) = &self.sequence.source {
            return (0..count).for_each(|index| visit(formula.value(first + index)));
        }
        self.sequence.slices(first, count, |values, added| {
            values.iter().for_each(|&value| visit(u64::from(value) + added));
        });
    }
}

impl Sequence {
    /// The values of `count` heaps from `first` on as a list; `None` when one of them needs more than 32 bits.
    pub fn to_list(&self, first: u64, count: u64) -> Option<Vec<u32>> {
        let mut out = Vec::with_capacity(usize::try_from(count).ok()?);
        ask_large_pages(&out);
        let mut fits = true;
        match &self.source {
            Source::Formula(_) => self.iter(first, count).for_all(|value| match u32::try_from(value) {
                Ok(value) => out.push(value),
                Err(_) => fits = false,
            }),
            _ => self.slices(first, count, |values, added| match u32::try_from(added) {
                Ok(0) => out.extend_from_slice(values),
                Ok(added) => out.extend(values.iter().map(|value| value.saturating_add(added))),
                Err(_) => fits = false,
            }),
        }
        fits.then_some(out)
    }

    /// Calls `visit` with slices that make up the values of `count` heaps from `first` on, and what is added to each.
    fn slices(&self, first: u64, count: u64, mut visit: impl FnMut(&[u32], u64)) {
        if count == 0 {
            return;
        }
        match &self.source {
            Source::Formula(_) => unreachable!("formulas have no table"),
            Source::Table(values) => values.slices(first, count, |values| visit(values, 0)),
            Source::Periodic(values, period) => {
                let start = period.preperiod as usize;
                let there = values.count() as usize;
                // As many whole periods as the table holds serve at once, unless each adds something.
                let whole = (there - start) / period.length as usize;
                let cycle = period.length as usize * if period.saltus == 0 { whole } else { 1 };
                let (mut index, mut added) = period.place(first);
                let mut left = count;
                while left > 0 {
                    let taken = left.min((start + cycle - index) as u64);
                    values.slices(index as u64, taken, |values| visit(values, added));
                    left -= taken;
                    (index, added) = (start, added + period.saltus);
                }
            }
        }
    }
}

/// Heaps whose values are tabulated without looking for a period.
const MAX_HEAP_WITHOUT_PERIOD: u64 = 4096;

/// The values of heaps 0 to `largest`, by the engine that fits the rule.
///
/// # Errors
/// When the limits do not suffice, or a move makes no progress.
pub fn sequence(rules: &Ruleset, largest: u64, limits: &Limits<'_>) -> Result<Sequence, Failure> {
    let found = prefix(rules, largest, limits)?;
    if found.stop == StopReason::Done { Ok(found) } else { Err(found.stop.into()) }
}

/// Like [`sequence`], but a stop on the way leaves the values found so far ([`Sequence::stop`], [`Sequence::len`]).
///
/// # Errors
/// When nothing could be found, or a move makes no progress.
pub fn prefix(rules: &Ruleset, largest: u64, limits: &Limits<'_>) -> Result<Sequence, Failure> {
    if let Some(formula) = ClosedForm::of(rules) {
        if largest > formula.largest_heap() {
            return Err(StopReason::MemoryLimit.into());
        }
        let (engine, reason) = (Engine::ClosedForm, formula.theorem().to_owned());
        return Ok(Sequence {
            engine,
            reason,
            work: 0,
            stop: StopReason::Done,
            source: Source::Formula(formula),
        });
    }
    by_engine(rules, engine_for(rules), largest, limits)
}

/// The values by the named engine.
///
/// # Errors
/// As [`prefix`].
///
/// # Panics
/// When the engine cannot serve the ruleset ([`fits`]).
pub fn by_engine(
    rules: &Ruleset,
    engine: Engine,
    largest: u64,
    limits: &Limits<'_>,
) -> Result<Sequence, Failure> {
    go_on(rules, engine, Vec::new(), largest, limits)
}

/// As [`by_engine`]; the first values are known, if the engine can go on from them.
fn go_on(
    rules: &Ruleset,
    engine: Engine,
    mut values: Vec<u32>,
    largest: u64,
    limits: &Limits<'_>,
) -> Result<Sequence, Failure> {
    assert!(fits(rules, engine), "{engine} cannot serve {}", rules.class());
    let row = row(engine).expect("an engine that fits has a row");
    let mut pulse = Pulse::new(limits);
    if !row.goes_on {
        values.clear();
    }
    let (table, filled) = match row.run {
        Run::Values(fill) => {
            let filled = fill(rules, largest, &mut values, &mut pulse);
            (TermTable::Plain(values), filled)
        }
        Run::Space => {
            let mut space = new_space(rules, &mut pulse)?;
            let filled = fill_space(&mut space, rules, largest, &mut pulse);
            (TermTable::Sparse(Arc::new(space)), filled)
        }
    };
    gathered(rules, engine, table, filled, &pulse)
}

/// What an engine found, as a sequence.
fn gathered(
    rules: &Ruleset,
    engine: Engine,
    values: TermTable,
    filled: Result<Option<Period>, Failure>,
    pulse: &Pulse<'_>,
) -> Result<Sequence, Failure> {
    let (period, stop) = match filled {
        Ok(period) => (period, StopReason::Done),
        Err(Failure::Stopped(reason)) if values.count() > 0 => (None, reason),
        Err(failure) => return Err(failure),
    };
    let reason = match &period {
        Some(period) => format!("{}: {}", rules.class(), period.theorem()),
        None => rules.class().to_string() + without_space(&values),
    };
    Ok(Sequence::of_table(engine, reason, pulse.work(), stop, values, period))
}

/// Says when all pairs had to be looked at, because no mask separates rare values from common ones.
fn without_space(values: &TermTable) -> &'static str {
    match values {
        TermTable::Sparse(space) if space.is_dense() => {
            ": no sparse space was found, so all pairs were looked at"
        }
        _ => "",
    }
}

/// Heaps up to which a period is looked for on the way: what lies beyond is for [`period::find`].
const PERIOD_SEARCH: u64 = 1 << 15;

/// The moves of a code, or of the code that a rule follows from some heap on; the values of the heaps before.
fn new_space(rules: &Ruleset, pulse: &mut Pulse<'_>) -> Result<SparseSpace, Failure> {
    let (code, from) = match rules.class() {
        Class::Code(code) => (Some(code), 0),
        Class::CodeFrom { code, from } => (Some(code), *from),
        _ => (None, 0),
    };
    let mut first = Vec::new();
    if let Some(last) = from.checked_sub(1) {
        general::fill(rules, last, &mut first, pulse)?;
    }
    Ok(SparseSpace::new(code.and_then(Breaks::of).unwrap_or_default(), first))
}

/// The values of heaps 0 to `largest`, or fewer when a period is proved on the way.
fn fill_space(
    space: &mut SparseSpace,
    rules: &Ruleset,
    largest: u64,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Period>, Failure> {
    let fits = length(largest, 2, pulse);
    let mut goal = MAX_HEAP_WITHOUT_PERIOD / 8;
    while goal < largest && goal <= PERIOD_SEARCH {
        space.extend(length(goal, 2, pulse)?, pulse)?;
        if let Class::Code(code) = rules.class()
            && let Some((period, _)) = period::prove_code(code, space, pulse)?
        {
            return Ok(Some(period));
        }
        goal *= 2;
    }
    // Values that would not fit could only have come from a period.
    space.extend(fits?, pulse)?;
    Ok(None)
}

/// The number of heaps 0 to `largest`, refused when a table of them would not fit.
fn length(largest: u64, bytes_each: u64, pulse: &Pulse<'_>) -> Result<usize, StopReason> {
    // Values have 32 bits, and a value may be as large as the heap.
    let length = largest.checked_add(1).filter(|&length| length <= 1 << 32).ok_or(StopReason::MemoryLimit)?;
    pulse.limits().check_memory(length, bytes_each)?;
    usize::try_from(length).map_err(|_| StopReason::MemoryLimit)
}
