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
pub mod general;
pub mod partitions;
pub mod period;
mod progressions;
pub mod run;
pub mod sparse_space;
pub mod subtraction;
pub mod terms;

use crate::cpu::ask_large_pages;
use crate::error::Failure;
use crate::limits::{Limits, Pulse, StopReason};
use crate::rule::known::Known;
use crate::rule::play::Heaps;
use crate::rule::{Class, Code, Ruleset};
use closed_form::ClosedForm;
use period::Period;
use sparse_space::SparseSpace;
use sparse_space::breaks::Breaks;
use std::fmt;
use std::sync::Arc;
use terms::{Table, Terms};

/// Who worked out the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// A formula with a theorem behind it.
    ClosedForm,
    /// One-hot words over a subtraction set.
    Subtraction,
    /// Counting what an all-but set leaves out.
    AllBut,
    /// Rare and common values of a code whose moves leave at most two heaps.
    SparseSpace,
    /// All pairs of a take-and-break code.
    Code,
    /// Sets of values of partitions.
    Partitions,
    /// Divisors and neighbours of a heap that may be split equally.
    Divisors,
    /// The compiled rule, column by column.
    General,
    /// The compiled rule, only on positions that can be reached.
    Memo,
    /// Couples of a position and a Nim heap, as few as decide.
    Couples,
    /// A table over all positions of a board by their number.
    Ranked,
    /// A table over all smaller tuples.
    TupleTable,
    /// Theorems of misère play on tame games.
    Tame,
    /// The misère quotient: a finite monoid that tells every sum.
    Quotient,
    /// Whole positions, one by one.
    Exhaustive,
    /// Best play for points.
    Points,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::ClosedForm => "closed-form",
            Engine::Subtraction => "subtraction",
            Engine::AllBut => "all-but",
            Engine::SparseSpace => "sparse-space",
            Engine::Code => "code",
            Engine::Partitions => "partitions",
            Engine::Divisors => "divisors",
            Engine::General => "general",
            Engine::Memo => "memo",
            Engine::Couples => "couples",
            Engine::Ranked => "ranked",
            Engine::TupleTable => "tuple-table",
            Engine::Tame => "tame",
            Engine::Quotient => "misere-quotient",
            Engine::Exhaustive => "exhaustive",
            Engine::Points => "points",
        })
    }
}

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
    Table(Table),
    Periodic(Table, Period),
}

impl Sequence {
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
            Source::Table(Table::Sparse(space)) => match Arc::try_unwrap(space) {
                Ok(space) => Ok(run::Run::of_space(rules, space)),
                Err(space) => Err(Sequence { source: Source::Table(Table::Sparse(space)), ..self }),
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
const SMALL: u64 = 4096;

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

/// The engine that [`sequence`] uses when there is no formula.
pub fn engine_for(rules: &Ruleset) -> Engine {
    match rules.class() {
        Class::Take(_) | Class::TakeFrom => Engine::Subtraction,
        Class::AllBut(_) => Engine::AllBut,
        Class::Code(code) if code.has_partitions() => Engine::Partitions,
        Class::Code(code) | Class::CodeFrom { code, .. } if Breaks::of(code).is_some() => Engine::SparseSpace,
        Class::Code(code) if is_finite(code) => Engine::Code,
        Class::Heaps if rules.known() == Some(Known::EqualSplit) => Engine::Divisors,
        _ => Engine::General,
    }
}

/// Whether all pairs and triples of a code can be enumerated.
fn is_finite(code: &Code) -> bool {
    code.repeat.is_empty() && code.before.len() <= 1 && code.most_parts().is_some()
}

/// Whether an engine can serve a ruleset about heaps.
pub fn fits(rules: &Ruleset, engine: Engine) -> bool {
    let general = engine == Engine::General && rules.partitions().is_none();
    let by_pairs = || {
        engine == Engine::Code
            && matches!(rules.class(), Class::Code(code) if is_finite(code) && !code.has_partitions())
    };
    rules.arity() == 1 && (engine == engine_for(rules) || general || by_pairs())
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

/// Whether an engine can begin with values known.
fn goes_on(engine: Engine) -> bool {
    matches!(engine, Engine::General | Engine::Code)
}

/// As [`by_engine`]; the first values are known, if the engine [`goes_on`] from them.
fn go_on(
    rules: &Ruleset,
    engine: Engine,
    mut values: Vec<u32>,
    largest: u64,
    limits: &Limits<'_>,
) -> Result<Sequence, Failure> {
    assert!(fits(rules, engine), "{engine} cannot serve {}", rules.class());
    let mut pulse = Pulse::new(limits);
    if !goes_on(engine) {
        values.clear();
    }
    let (out, pulse_ref) = (&mut values, &mut pulse);
    let filled = match (engine, rules.class()) {
        (Engine::SparseSpace, _) => {
            let mut space = new_space(rules, pulse_ref)?;
            let filled = fill_space(&mut space, rules, largest, pulse_ref);
            let table = Table::Sparse(Arc::new(space));
            return gathered(rules, engine, table, filled, &pulse);
        }
        (Engine::Subtraction, Class::Take(set)) => subtraction::finite(set, largest, out, pulse_ref),
        (Engine::Subtraction, _) => {
            subtraction::infinite(&Heaps::new(rules), largest, out, pulse_ref).map(|()| None)
        }
        (Engine::AllBut, Class::AllBut(set)) => all_but::fill(set, largest, out, pulse_ref),
        (Engine::Code, Class::Code(code)) => code::fill(code, largest, out, pulse_ref),
        (Engine::Partitions, Class::Code(code)) => {
            partitions::fill(code, largest, out, pulse_ref).map(|()| None)
        }
        (Engine::Divisors, _) => divisors::fill(largest, out, pulse_ref).map(|()| None),
        _ => general::fill(rules, largest, out, pulse_ref).map(|()| None),
    };
    gathered(rules, engine, Table::Plain(values), filled, &pulse)
}

/// What an engine found, as a sequence.
fn gathered(
    rules: &Ruleset,
    engine: Engine,
    values: Table,
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
    let source = match period {
        Some(period) => Source::Periodic(values, period),
        None => Source::Table(values),
    };
    Ok(Sequence { engine, reason, work: pulse.work(), stop, source })
}

/// Says when all pairs had to be looked at, because no mask separates rare values from common ones.
fn without_space(values: &Table) -> &'static str {
    match values {
        Table::Sparse(space) if space.is_dense() => {
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
    let mut goal = SMALL / 8;
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
