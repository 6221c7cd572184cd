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
use period::{own_period, prove};
use std::collections::BTreeSet;
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
    if let Some(table) = Table::of(system, &system.reached_from(kind)) {
        let mut found = fill(table, largest, limits)?;
        return Ok(found[kind].take().expect("the kind is one of those it can become"));
    }
    let mut pulse = Pulse::new(limits);
    let mut values = KindValues::of(system, kind);
    let stop = stop_of(values.extend(largest, &mut pulse), values.count())?;
    let (reason, work, own) = (system.class(), pulse.work(), TermTable::Plain(values.list(kind).to_vec()));
    Ok(Sequence::of_table(Engine::Memo, reason, work, stop, own, None))
}

/// The values of heaps of several kinds and of all that they can become, by kind, if the system is of octal type.
///
/// # Errors
/// When the limits do not suffice.
pub fn sequences(
    system: &Arc<System>,
    kinds: &[usize],
    largest: u64,
    limits: &Limits<'_>,
) -> Result<Option<Vec<Option<Sequence>>>, Failure> {
    let reached: BTreeSet<usize> = kinds.iter().flat_map(|&kind| system.reached_from(kind)).collect();
    let reached: Vec<usize> = reached.into_iter().collect();
    let Some(table) = Table::of(system, &reached) else { return Ok(None) };
    let found = fill(table, largest, limits)?;
    match found.iter().flatten().find(|sequence| sequence.stop != StopReason::Done) {
        Some(stopped) => Err(stopped.stop.into()),
        None => Ok(Some(found)),
    }
}

/// Fills a table up to a size, or less when a period is proved on the way.
fn fill(mut table: Table, largest: u64, limits: &Limits<'_>) -> Result<Vec<Option<Sequence>>, Failure> {
    let mut pulse = Pulse::new(limits);
    let mut goal = FIRST_SIZES;
    let (stop, whole) = loop {
        // What lies beyond the search for a period must fit.
        let end = if goal > PERIOD_SEARCH { largest } else { goal.min(largest) };
        let stop = stop_of(table.extend(end, &mut pulse), table.count())?;
        if stop != StopReason::Done || end == largest {
            break (stop, None);
        }
        if let Some(whole) = prove(&table, &mut pulse)? {
            break (stop, Some(whole));
        }
        goal *= 2;
    };
    let (class, work) = (table.class(), pulse.work());
    let kinds = table.kinds().to_vec();
    Ok(table
        .into_values()
        .into_iter()
        .enumerate()
        .map(|(kind, values)| {
            let period =
                whole.as_ref().filter(|_| kinds.contains(&kind)).map(|whole| own_period(&values, whole));
            let reason =
                period.as_ref().map_or_else(|| class.clone(), |own| format!("{class}: {}", own.theorem()));
            let values = TermTable::Plain(values);
            let sequence = || Sequence::of_table(Engine::System, reason, work, stop, values, period);
            kinds.contains(&kind).then(sequence)
        })
        .collect())
}

/// A stop, if there are some values; otherwise it is a failure.
fn stop_of(extended: Result<(), Failure>, count: u64) -> Result<StopReason, Failure> {
    match extended {
        Ok(()) => Ok(StopReason::Done),
        Err(Failure::Stopped(stop)) if count > 0 => Ok(stop),
        Err(failure) => Err(failure),
    }
}

/// Values of heaps of a kind, by table or by reach.
#[derive(Debug)]
pub enum KindValues {
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

impl KindValues {
    /// None yet.
    pub fn of(system: &Arc<System>, kind: usize) -> KindValues {
        match Table::of(system, &system.reached_from(kind)) {
            Some(table) => KindValues::Table(table),
            None => KindValues::Reached {
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
            KindValues::Table(table) => table.count(),
            KindValues::Reached { list, .. } => list.len() as u64,
        }
    }

    /// Who finds them.
    pub fn engine(&self) -> Engine {
        if matches!(self, KindValues::Table(_)) { Engine::System } else { Engine::Memo }
    }

    /// Those of a kind.
    pub fn list(&self, of: usize) -> &[u32] {
        match self {
            KindValues::Table(table) => table.values(of),
            KindValues::Reached { list, .. } => list,
        }
    }

    /// Finds the values up to a size.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn extend(&mut self, largest: u64, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        match self {
            KindValues::Table(table) => table.extend(largest, pulse),
            KindValues::Reached { game, kind, memo, list } => {
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
