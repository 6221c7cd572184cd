//! Any rule about heaps: a table filled from heap 0 up, by the compiled rule.
//!
//! For each heap the outer loops of each branch run value by value; the last one runs as progressions of indices
//! (`progressions.rs`) or column by column (`columns.rs`). The value of an option is the XOR of the values of its
//! parts; `d of x` counts only when d is odd, and `each a..b` is a difference of prefix XORs. Cost: the number of
//! moves, 8 bytes per heap.

use super::columns::{Bounds, CHUNK, Column, Columns};
use super::length;
use super::progressions::{LoopRun, Progressions};
use super::window::Window;
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::game::{Game, sum};
use crate::rule::Ruleset;
use crate::rule::check::CheckedPart;
use crate::rule::compile::{Branch, Loop, Program};
use crate::rule::enumerate::{EnumerationHalt, part_values, run_range};
use crate::rule::play::Heaps;
use crate::rule::term::Number;
use crate::value::MexSet;
use std::ops::ControlFlow;

/// Loops shorter than this run value by value rather than by columns.
const MIN_COLUMN_LENGTH: i128 = 8;

/// Appends the values of heaps up to `largest` to those known; a stop leaves a prefix.
///
/// # Errors
/// When the limits do not suffice, or some heap up to `largest` has a move that makes no progress.
pub fn fill(
    rules: &Ruleset,
    largest: u64,
    values: &mut Vec<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<(), Failure> {
    let length = length(largest, 8, pulse)?;
    let game = Heaps::new(rules);
    let mut builder = Builder::new(std::mem::take(values));
    let result = (builder.values.len()..length).try_for_each(|heap| {
        builder.next(rules.program(), &[heap as i64], pulse, &mut |values, seen, pulse| {
            let _ = game.options(&(heap as u64), pulse, &mut |parts| {
                let value = sum::nim_sum(parts, |&heap| values.get(heap as usize).copied().map(u64::from));
                seen.insert(value.expect("parts are smaller than the heap") as u32);
                ControlFlow::Continue(())
            })?;
            Ok(())
        })
    });
    *values = builder.values;
    result
}

/// One less than the power of two above a value and what was the bound without it.
fn bound_with(bound: u32, value: u32) -> u32 {
    (bound.max(value) + 1).next_power_of_two() - 1
}

enum Trouble {
    Halt(EnumerationHalt),
    NoProgress,
}

impl From<EnumerationHalt> for Trouble {
    fn from(halt: EnumerationHalt) -> Trouble {
        Trouble::Halt(halt)
    }
}

impl From<StopReason> for Trouble {
    fn from(reason: StopReason) -> Trouble {
        Trouble::Halt(EnumerationHalt::Stopped(reason))
    }
}

/// Marks the values of all options of a position the plain way.
pub type Plainly<'a> = dyn FnMut(&[u32], &mut MexSet, &mut Pulse<'_>) -> Result<(), Failure> + 'a;

/// A table that grows by one position at a time, each from those before it. The parts of the rule are indices into it.
#[derive(Debug, Default)]
pub struct Builder {
    /// The values so far.
    pub values: Vec<u32>,
    /// `prefix[n]` is the XOR of the values below n.
    prefix: Vec<u32>,
    seen: MexSet,
    row: Vec<u32>,
    columns: Columns,
    /// One less than the power of two above every value so far: no XOR of values exceeds it.
    bound: u32,
    /// By the address of the branch, which outlives the table: the values of consecutive heaps it led to last.
    windows: Vec<(usize, Window)>,
}

impl Builder {
    /// A table that begins with values known.
    pub fn new(values: Vec<u32>) -> Builder {
        let sums = values.iter().scan(0, |sum, value| {
            *sum ^= value;
            Some(*sum)
        });
        let prefix = std::iter::once(0).chain(sums).collect();
        let bound = values.iter().fold(0, |bound, &value| bound_with(bound, value));
        Builder { values, prefix, bound, ..Builder::default() }
    }

    /// Appends the value of the next position. Where numbers outgrow 64 bits or a move leads to no earlier position, the
    /// marks are made again by `plainly`, which finds the words for what is wrong.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn next(
        &mut self,
        program: &Program,
        position: &[i64],
        pulse: &mut Pulse<'_>,
        plainly: &mut Plainly<'_>,
    ) -> Result<(), Failure> {
        self.seen.clear();
        let mut columns = std::mem::take(&mut self.columns);
        let marked = self.mark(program, position, &mut columns, pulse);
        self.columns = columns;
        match marked {
            Ok(()) => {}
            Err(Trouble::Halt(EnumerationHalt::Stopped(reason))) => return Err(reason.into()),
            Err(Trouble::Halt(EnumerationHalt::Narrow) | Trouble::NoProgress) => {
                plainly(&self.values, &mut self.seen, pulse)?;
            }
        }
        self.append(self.seen.mex());
        Ok(())
    }

    /// Appends a value that is known.
    pub fn append(&mut self, value: u32) {
        self.bound = bound_with(self.bound, value);
        self.prefix.push(self.prefix[self.values.len()] ^ value);
        self.values.push(value);
    }

    /// Marks the values of all options of the position, which is the next to be filled in.
    fn mark(
        &mut self,
        program: &Program,
        position: &[i64],
        columns: &mut Columns,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Trouble> {
        let mut trouble = None;
        let _ = program.branches_at(position, pulse, &mut |branch, last, frame, pulse| {
            let result = match last {
                None => self.one_move(branch, frame, pulse),
                Some((last, from, to)) => self.last_loop(branch, last, (from, to), frame, columns, pulse),
            };
            Ok(match result {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    trouble = Some(reason);
                    ControlFlow::Break(())
                }
            })
        })?;
        trouble.map_or(Ok(()), Err)
    }

    fn one_by_one(
        &mut self,
        branch: &Branch,
        last: &Loop,
        (from, to): (i128, i128),
        frame: &mut [i64],
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Trouble> {
        let mut trouble = None;
        let _ = run_range(last, from, to, frame, pulse, &mut |frame, pulse| {
            Ok(match self.one_move(branch, frame, pulse) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    trouble = Some(reason);
                    ControlFlow::Break(())
                }
            })
        })?;
        trouble.map_or(Ok(()), Err)
    }

    /// Marks the value of the move in `frame`.
    fn one_move(&mut self, branch: &Branch, frame: &[i64], pulse: &mut Pulse<'_>) -> Result<(), Trouble> {
        pulse.beat()?;
        let (values, prefix) = (&self.values, &self.prefix);
        let mut value = 0;
        let mut progress = true;
        let legal = part_values(branch, frame, &mut |part| {
            let (from, to) = (part.from[0] as usize, part.to as usize);
            if to >= values.len() {
                progress = false;
            } else if part.copies % 2 == 1 {
                value ^= prefix[to + 1] ^ prefix[from];
            }
        })?;
        match (legal, progress) {
            (None, _) => Ok(()),
            (Some(()), true) => {
                self.seen.insert(value);
                Ok(())
            }
            (Some(()), false) => Err(Trouble::NoProgress),
        }
    }

    /// Marks the values of all moves of the last loop, by columns where the numbers allow.
    fn last_loop(
        &mut self,
        branch: &Branch,
        last: &Loop,
        (from, to): (i128, i128),
        frame: &mut [i64],
        columns: &mut Columns,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Trouble> {
        let (Some(low), Some(high)) = (i64::from_wide(from), i64::from_wide(to)) else {
            return Err(Trouble::Halt(EnumerationHalt::Narrow));
        };
        let stride = last.stride.as_ref().map_or(1, |stride| stride.modulus as i64);
        let high = low + (high - low) / stride * stride;
        let bounds = Bounds { frame, slot: last.slot, from: low, to: high };
        let moves = (high - low) / stride + 1;
        // Terms that bound the loop by bisection may fault; all else here is exact.
        let sound = last.falling.iter().chain(&last.rising).all(|term| bounds.interval(term).is_some());
        if last.guards.is_empty() && sound {
            let run = LoopRun { frame, slot: last.slot, from: low, stride, moves };
            if let Some(parts) = Progressions::new(branch, &run, &self.values) {
                if let Some((from, to)) = parts.consecutive(moves)
                    && self.slide(branch, from, to)
                {
                    // As much work as there are moves would be said to take long what does not.
                    return Ok(pulse.beat()?);
                }
                parts.mark(moves, &self.values, &mut self.seen, self.bound);
                return Ok(pulse.beats(moves as u64)?);
            }
        }
        if to - from < MIN_COLUMN_LENGTH {
            return self.one_by_one(branch, last, (from, to), frame, pulse);
        }
        let mut plain = sound;
        let size = self.values.len() as i128;
        for part in &branch.parts {
            part.terms(&mut |term| plain &= bounds.interval(term).is_some());
            if let CheckedPart::Copies { component, .. } = part {
                // A part that may be negative or too large needs a look at each move.
                plain &= last.guards.is_empty()
                    && bounds.interval(&component[0]).is_some_and(|(low, high)| low >= 0 && high < size)
                    || !last.guards.is_empty()
                        && bounds.interval(&component[0]).is_some_and(|(_, high)| high < size);
            } else {
                plain = false;
            }
        }
        if !plain || !last.guards.iter().all(|guard| bounds.tests(guard)) {
            return self.one_by_one(branch, last, (from, to), frame, pulse);
        }
        let mut start = low;
        while start <= high {
            let end = high.min(start + (CHUNK as i64 - 1) * stride);
            pulse.beats(((end - start) / stride + 1) as u64)?;
            columns.values.clear();
            columns.values.extend((start..=end).step_by(stride as usize));
            let bounds = Bounds { frame, slot: last.slot, from: start, to: end };
            last.guards.iter().for_each(|guard| columns.filter(guard, &bounds));
            self.chunk(branch, &bounds, columns);
            start = (end - start) / stride * stride + start + stride;
        }
        Ok(())
    }

    /// Marks the values of consecutive heaps by the window of the branch; false where every heap must be looked at.
    fn slide(&mut self, branch: &Branch, from: usize, to: usize) -> bool {
        let name = std::ptr::from_ref(branch).addr();
        let window = self.windows.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
            self.windows.push((name, Window::default()));
            self.windows.len() - 1
        });
        let (values, seen) = (&self.values, &mut self.seen);
        self.windows[window].1.slide(values, from, to, &mut |value| seen.insert(value))
    }

    /// Marks the moves of the values that are still in the race.
    fn chunk(&mut self, branch: &Branch, bounds: &Bounds<'_>, columns: &mut Columns) {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        row.resize(columns.values.len(), 0);
        for part in &branch.parts {
            let CheckedPart::Copies { count, component } = part else {
                unreachable!("`each` runs value by value")
            };
            let column = columns.evaluate(&component[0], bounds);
            let heaps = columns.numbers(column);
            match count.as_ref().map(|count| columns.evaluate(count, bounds)) {
                None => self.fold(&mut row, &heaps, |_| true),
                Some(Column::Same(copies)) => self.fold(&mut row, &heaps, |_| copies % 2 != 0),
                Some(column) => {
                    let copies = columns.numbers(column);
                    self.fold(&mut row, &heaps, |index| copies[index] % 2 != 0);
                    columns.recycle(copies);
                }
            }
            columns.recycle(heaps);
        }
        self.seen.insert_all(self.bound, row.iter().copied());
        self.row = row;
    }

    fn fold(&self, row: &mut [u32], heaps: &[i64], counts: impl Fn(usize) -> bool) {
        for (index, (value, &heap)) in row.iter_mut().zip(heaps).enumerate() {
            if counts(index) {
                *value ^= self.values[heap as usize];
            }
        }
    }
}
