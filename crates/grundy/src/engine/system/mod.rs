//! Heaps of several kinds: sequences of all kinds together, and their periods.
//!
//! [`table`] fills the values of a system of octal type, size by size; kinds that are codes of their own come from the
//! engines for codes, sparse spaces included. [`period`] proves periods. Systems of another type are worked out by reach
//! ([`crate::engine::search::memo`]), and their periods can be seen, not proved.

pub mod period;
pub mod table;

use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::heap::Sequence;
use crate::engine::heap::terms::TermTable;
use crate::engine::search::memo::{Grundy, Memo};
use crate::game::engine::Engine;
use crate::rule::System;
use crate::rule::play::kinds::{KindHeap, KindHeaps};
use period::prove;
use std::sync::Arc;
use table::Table;

/// The engine that serves a system.
pub fn engine_for(system: &System) -> Engine {
    if system.octal().is_some() { Engine::System } else { Engine::Memo }
}

/// Sizes up to which a period is not looked for.
const FIRST_SIZES: u64 = 256;
/// Sizes up to which a period is looked for on the way: what lies beyond is for [`period::find`].
const PERIOD_SEARCH: u64 = 1 << 15;

/// The values of the heaps of a kind of one number, from size 0 to `largest`; a stop on the way leaves those found so far.
///
/// # Errors
/// When nothing could be found, or a move makes no progress.
///
/// # Panics
/// When the kind has several numbers.
pub fn sequence(
    system: &Arc<System>,
    kind: usize,
    largest: u64,
    limits: &Limits<'_>,
) -> Result<Sequence, Failure> {
    assert_eq!(system.kinds()[kind].arity(), 1, "the kind has several numbers");
    let mut pulse = Pulse::new(limits);
    let mut values = Values::of(system, kind);
    let mut goal = FIRST_SIZES;
    let mut reason = system.class();
    loop {
        let step = goal.min(largest);
        // What lies beyond the search for a period must fit.
        let end = if goal > PERIOD_SEARCH { largest } else { step };
        let stop = match values.extend(end, &mut pulse) {
            Ok(()) => StopReason::Done,
            Err(Failure::Stopped(stop)) if values.count() > 0 => stop,
            Err(failure) => return Err(failure),
        };
        let period = match &values {
            Values::Table(table) if stop == StopReason::Done && end < largest => {
                prove(table, kind, &mut pulse)?
            }
            _ => None,
        };
        if end < largest && stop == StopReason::Done && period.is_none() {
            goal = goal.saturating_mul(2);
            continue;
        }
        let engine = values.engine();
        if let Some(found) = &period {
            reason = format!("{reason}: {}", found.own.theorem());
        }
        let work = pulse.work();
        let own = TermTable::Plain(values.into_list(kind));
        return Ok(Sequence::of_table(engine, reason, work, stop, own, period.map(|found| found.own)));
    }
}

/// Values of heaps of a kind, by table or by reach.
#[derive(Debug)]
pub enum Values {
    /// All kinds of a system of octal type.
    Table(Table),
    /// One kind, each heap and what it can become.
    Reached {
        /// The game.
        game: KindHeaps,
        /// The kind.
        kind: usize,
        /// What is known.
        memo: Memo<KindHeap, u64>,
        /// The values.
        list: Vec<u32>,
    },
}

impl Values {
    /// None yet.
    pub fn of(system: &Arc<System>, kind: usize) -> Values {
        match Table::of(system, &system.reached_from(kind)) {
            Some(table) => Values::Table(table),
            None => Values::Reached {
                game: KindHeaps::new(Arc::clone(system)),
                kind,
                memo: Memo::default(),
                list: Vec::new(),
            },
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        match self {
            Values::Table(table) => table.count(),
            Values::Reached { list, .. } => list.len() as u64,
        }
    }

    /// Who finds them.
    pub fn engine(&self) -> Engine {
        if matches!(self, Values::Table(_)) { Engine::System } else { Engine::Memo }
    }

    /// Those of a kind.
    pub fn list(&self, of: usize) -> &[u32] {
        match self {
            Values::Table(table) => table.values(of),
            Values::Reached { list, .. } => list,
        }
    }

    fn into_list(self, of: usize) -> Vec<u32> {
        match self {
            Values::Table(table) => table.into_values(of),
            Values::Reached { list, .. } => list,
        }
    }

    /// Finds the values up to a size.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn extend(&mut self, largest: u64, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        match self {
            Values::Table(table) => table.extend(largest, pulse),
            Values::Reached { game, kind, memo, list } => {
                pulse.limits().check_memory(largest.saturating_add(1), 64)?;
                for size in list.len() as u64..=largest {
                    let heap = KindHeap { kind: *kind, numbers: vec![size] };
                    memo.solve(game, &heap, &mut Grundy::default(), pulse)?;
                    let value = memo.get(&heap).copied().and_then(|value| u32::try_from(value).ok());
                    list.push(value.ok_or(StopReason::MemoryLimit)?);
                }
                Ok(())
            }
        }
    }
}
