//! Systems of octal type by all pairs: every option of every heap of every kind, size by size.
//!
//! Heaps of one size are worked out in the order of the kinds ([`OctalType::order`]), so that a move that keeps the size finds
//! its part. A kind whose heaps become nothing but such heaps is a rule about heaps; if that is served by an engine for codes,
//! its values come from there, and what the other kinds do with them is often linear: the rings of an octal game cost no more
//! than its rows. Otherwise time O(n) for each clause that leaves two parts, O(n²) for three, as for codes
//! ([`crate::engine::heap::code`]).

use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::{engine_for, prefix};
use crate::game::engine::Engine;
use crate::rule::system::octal::{OctalType, Sizes, Taking};
use crate::rule::{Ruleset, System};
use crate::value::MexSet;
use std::sync::Arc;

/// The values of the kinds of a system, all to the same size.
#[derive(Debug)]
pub struct Table {
    system: Arc<System>,
    /// The kinds in question, in an order in which heaps of one size can be worked out.
    kinds: Vec<usize>,
    /// Of each kind that is a code of its own, the rule.
    alone: Vec<Option<Ruleset>>,
    /// By kind; empty where a kind is not in question.
    values: Vec<Vec<u32>>,
    count: u64,
}

impl Table {
    /// No values yet of these kinds, which must hold whatever they can become; `None` when the system is of another type.
    pub fn of(system: &Arc<System>, kinds: &[usize]) -> Option<Table> {
        let order = &system.octal()?.order;
        let alone = |kind: usize| {
            let rules = system.alone(kind).filter(|_| kinds.contains(&kind))?;
            (engine_for(&rules) == Engine::SparseSpace).then_some(rules)
        };
        Some(Table {
            system: Arc::clone(system),
            kinds: order.iter().copied().filter(|kind| kinds.contains(kind)).collect(),
            alone: (0..order.len()).map(alone).collect(),
            values: vec![Vec::new(); order.len()],
            count: 0,
        })
    }

    /// The same without help from other engines: the plain way.
    pub fn plain(system: &Arc<System>, kinds: &[usize]) -> Option<Table> {
        let table = Table::of(system, kinds)?;
        Some(Table { alone: vec![None; table.alone.len()], ..table })
    }

    /// How many sizes there are values of.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The kinds there are values of.
    pub fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    /// The values of a kind.
    pub fn values(&self, kind: usize) -> &[u32] {
        &self.values[kind][..self.count as usize]
    }

    /// The values by kind, none for kinds that are not in question.
    pub fn into_values(mut self) -> Vec<Vec<u32>> {
        self.values.iter_mut().for_each(|values| values.truncate(self.count as usize));
        self.values
    }

    /// The class of the system.
    pub fn class(&self) -> String {
        self.system.class()
    }

    /// The moves.
    pub fn octal(&self) -> &OctalType {
        self.system.octal().expect("a table is of a system of octal type")
    }

    /// Finds the values up to a size; a stop leaves those found so far.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn extend(&mut self, largest: u64, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        if largest < self.count {
            return Ok(());
        }
        let end = largest.checked_add(1).filter(|&end| end <= 1 << 32).ok_or(StopReason::MemoryLimit)?;
        pulse.limits().check_memory(end, 4 * self.kinds.len() as u64)?;
        for kind in self.kinds.clone() {
            let Some(rules) = &self.alone[kind] else { continue };
            let found = prefix(rules, largest, pulse.limits())?;
            pulse.beats(found.work)?;
            // Fewer than asked for are of no use beside the other kinds: what is missing is found the plain way.
            let there = found.len().unwrap_or(end).min(end);
            self.values[kind] = found.to_list(0, there).ok_or(StopReason::MemoryLimit)?;
        }
        let system = Arc::clone(&self.system);
        let octal = system.octal().expect("a table is of a system of octal type");
        let mut seen = MexSet::new();
        while self.count < end {
            for &kind in &self.kinds {
                if self.values[kind].len() as u64 > self.count {
                    continue;
                }
                seen.clear();
                for taking in octal.takings[kind].iter().filter(|taking| taking.heap.contains(self.count)) {
                    mark(&self.values, taking, self.count, &mut seen, pulse)?;
                }
                self.values[kind].push(seen.mex());
            }
            self.count += 1;
        }
        Ok(())
    }
}

/// Marks the values of all options of a heap of `size` by one way to move.
fn mark(
    values: &[Vec<u32>],
    taking: &Taking,
    size: u64,
    seen: &mut MexSet,
    pulse: &mut Pulse<'_>,
) -> Result<(), StopReason> {
    match size.checked_sub(taking.taken) {
        Some(rest) => options(values, &taking.parts, rest, 0, seen, pulse),
        None => Ok(()),
    }
}

/// Marks the values of all parts whose sizes add up to `rest`, xor `offset`.
fn options(
    values: &[Vec<u32>],
    parts: &[(usize, Sizes)],
    rest: u64,
    offset: u32,
    seen: &mut MexSet,
    pulse: &mut Pulse<'_>,
) -> Result<(), StopReason> {
    match parts {
        [] if rest == 0 => seen.insert(offset),
        [] => {}
        [(kind, sizes)] if sizes.contains(rest) => seen.insert(values[*kind][rest as usize] ^ offset),
        [_] => {}
        [first, second] => pairs(values, first, second, rest, offset, seen, pulse)?,
        [(kind, sizes), others @ ..] => {
            for size in sizes.least..=sizes.most.unwrap_or(rest).min(rest) {
                pulse.beat()?;
                let value = values[*kind][size as usize];
                options(values, others, rest - size, offset ^ value, seen, pulse)?;
            }
        }
    }
    Ok(())
}

fn pairs(
    values: &[Vec<u32>],
    &(first, low): &(usize, Sizes),
    &(second, high): &(usize, Sizes),
    rest: u64,
    offset: u32,
    seen: &mut MexSet,
    pulse: &mut Pulse<'_>,
) -> Result<(), StopReason> {
    let Some(mut to) = rest.checked_sub(high.least) else { return Ok(()) };
    to = low.most.map_or(to, |most| to.min(most));
    let from = low.least.max(high.most.map_or(0, |most| rest.saturating_sub(most)));
    // Two parts of one kind may be exchanged, so half of them are enough.
    if first == second && low == high {
        to = to.min(rest / 2);
    }
    if from > to {
        return Ok(());
    }
    pulse.beats(to - from + 1)?;
    let low = &values[first][from as usize..=to as usize];
    let high = &values[second][(rest - to) as usize..=(rest - from) as usize];
    for (a, b) in low.iter().zip(high.iter().rev()) {
        seen.insert(a ^ b ^ offset);
    }
    Ok(())
}
