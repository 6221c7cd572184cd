//! The engines for sequences, one row each: what it fits, whether it can go on from values known, how it runs.
//!
//! Adding an engine is adding a row; of several that fit, the first serves.

use super::period::Period;
use super::sparse_space::breaks::Breaks;
use super::{all_but, code, divisors, general, partitions, subtraction};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::engine::Engine;
use crate::rule::known::KnownGame;
use crate::rule::play::Heaps;
use crate::rule::{Class, Code, Ruleset};

/// An engine for the values of heaps 0, 1, 2, ...
pub(super) struct Row {
    /// Its name.
    pub engine: Engine,
    /// Whether it serves a ruleset about heaps.
    fits: fn(&Ruleset) -> bool,
    /// Whether it can begin with values known.
    pub goes_on: bool,
    /// How it runs.
    pub run: Run,
}

/// Appends the values of heaps 0 to a largest one to a list; a period that was proved on the way ends it.
type Fill = fn(&Ruleset, u64, &mut Vec<u32>, &mut Pulse<'_>) -> Result<Option<Period>, Failure>;

/// How an engine runs.
pub(super) enum Run {
    /// Its values are a list.
    Values(Fill),
    /// Its values lie in a sparse space.
    Space,
}

/// All engines, the one to be preferred first.
static ENGINES: [Row; 7] = [
    Row {
        engine: Engine::Subtraction,
        fits: |rules| matches!(rules.class(), Class::Take(_) | Class::TakeFrom),
        goes_on: false,
        run: Run::Values(|rules, largest, values, pulse| match rules.class() {
            Class::Take(set) => subtraction::finite(set, largest, values, pulse),
            _ => subtraction::infinite(&Heaps::new(rules), largest, values, pulse).map(|()| None),
        }),
    },
    Row {
        engine: Engine::AllBut,
        fits: |rules| matches!(rules.class(), Class::AllBut(_)),
        goes_on: false,
        run: Run::Values(|rules, largest, values, pulse| match rules.class() {
            Class::AllBut(set) => all_but::fill(set, largest, values, pulse),
            _ => unreachable!("it fits no other class"),
        }),
    },
    Row {
        engine: Engine::Partitions,
        fits: |rules| matches!(rules.class(), Class::Code(code) if code.has_partitions()),
        goes_on: false,
        run: Run::Values(|rules, largest, values, pulse| {
            partitions::fill(code_of(rules), largest, values, pulse).map(|()| None)
        }),
    },
    Row {
        engine: Engine::SparseSpace,
        fits: |rules| match rules.class() {
            Class::Code(code) => !code.has_partitions() && Breaks::of(code).is_some(),
            Class::CodeFrom { code, .. } => Breaks::of(code).is_some(),
            _ => false,
        },
        goes_on: false,
        run: Run::Space,
    },
    Row {
        engine: Engine::Code,
        fits: |rules| matches!(rules.class(), Class::Code(code) if is_finite(code) && !code.has_partitions()),
        goes_on: true,
        run: Run::Values(|rules, largest, values, pulse| code::fill(code_of(rules), largest, values, pulse)),
    },
    Row {
        engine: Engine::Divisors,
        fits: |rules| *rules.class() == Class::Heaps && rules.known() == Some(KnownGame::EqualSplit),
        goes_on: false,
        run: Run::Values(|_, largest, values, pulse| divisors::fill(largest, values, pulse).map(|()| None)),
    },
    Row {
        engine: Engine::General,
        fits: |rules| rules.partitions().is_none(),
        goes_on: true,
        run: Run::Values(|rules, largest, values, pulse| {
            general::fill(rules, largest, values, pulse).map(|()| None)
        }),
    },
];

/// The code of a ruleset that is one.
fn code_of(rules: &Ruleset) -> &Code {
    match rules.class() {
        Class::Code(code) => code,
        _ => unreachable!("it fits no other class"),
    }
}

/// Whether all pairs and triples of a code can be enumerated.
fn is_finite(code: &Code) -> bool {
    code.repeat.is_empty() && code.before.len() <= 1 && code.most_parts().is_some()
}

/// The row of an engine; `None` for those that know nothing of sequences.
pub(super) fn row(engine: Engine) -> Option<&'static Row> {
    ENGINES.iter().find(|row| row.engine == engine)
}

/// Whether an engine can begin with values known.
pub(super) fn goes_on(engine: Engine) -> bool {
    row(engine).is_some_and(|row| row.goes_on)
}

/// The engine that [`super::sequence`] uses when there is no formula.
pub fn engine_for(rules: &Ruleset) -> Engine {
    ENGINES.iter().find(|row| (row.fits)(rules)).map_or(Engine::General, |row| row.engine)
}

/// Whether an engine can serve a ruleset about heaps.
pub fn fits(rules: &Ruleset, engine: Engine) -> bool {
    rules.arity() == 1 && row(engine).is_some_and(|row| (row.fits)(rules) || engine_for(rules) == engine)
}
