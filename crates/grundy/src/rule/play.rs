//! Rulesets as games: [`Heaps`] for rules about one number, [`Tuples`] for rules about several.
//!
//! Options come out sorted and merged, with the empty heap left out when it has no moves. Every move is checked to make
//! progress, whether that was shown from the rule or not: the check is what keeps the engines safe.

pub mod kinds;

use super::classify::Class;
use super::compile::{Branch, Program};
use super::enumerate::{EnumerationHalt, PartValue, part_values};
use super::known::KnownGame;
use super::progress::{DescentOrder, Progress};
use super::ruleset::Ruleset;
use super::term::Number;
use crate::base::error::{Failure, Offence};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::position::{Position, Tuple};
use crate::game::ranked::{Multisets, Ranked, Ranks};
use crate::game::sum::Sum;
use crate::game::{Game, Part, Visit, sum};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// A heap game.
#[derive(Debug, Clone, Copy)]
pub struct Heaps<'a> {
    rules: &'a Ruleset,
    empty_is_dead: bool,
}

impl<'a> Heaps<'a> {
    /// The game of a ruleset about single heaps.
    ///
    /// # Panics
    /// When the ruleset is about tuples.
    pub fn new(rules: &'a Ruleset) -> Heaps<'a> {
        assert_eq!(rules.arity(), 1, "the ruleset is about tuples");
        let mut game = Heaps { rules, empty_is_dead: true };
        let limits = Limits::glance();
        let mut moves = false;
        let looked = game.options(&0, &mut Pulse::listing(&limits), &mut |_| {
            moves = true;
            ControlFlow::Break(())
        });
        game.empty_is_dead = looked.is_ok() && !moves;
        game
    }

    /// Whether heap 0 has no moves.
    pub fn empty_is_dead(&self) -> bool {
        self.empty_is_dead
    }

    /// The ruleset.
    pub fn rules(&self) -> &'a Ruleset {
        self.rules
    }

    /// The parts of a move that leaves one heap: none when the heap is empty and dead.
    pub fn parts_of_one(&self, heap: u64) -> Vec<Part<u64>> {
        if heap == 0 && self.empty_is_dead { Vec::new() } else { vec![Part { component: heap, copies: 1 }] }
    }

    fn takes(
        &self,
        heap: u64,
        takes: impl Iterator<Item = u64>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, u64>,
    ) -> Visited {
        for take in takes {
            pulse.beat()?;
            let parts = [Part { component: heap - take, copies: 1 }];
            let left = if take == heap && self.empty_is_dead { &parts[..0] } else { &parts[..] };
            if visit(left).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The parts of a compiled move; `None` when it is illegal.
    fn parts<T: Number>(
        &self,
        heap: u64,
        branch: &Branch,
        frame: &[T],
    ) -> Result<Option<Vec<Part<u64>>>, Interrupt> {
        let mut parts = Vec::new();
        let (mut offends, mut too_many) = (false, false);
        let legal = part_values(branch, frame, &mut |PartValue { copies, from, to, .. }| {
            let (copies, from, to) = (copies.wide(), from[0].wide(), to.wide());
            if to >= i128::from(heap) {
                offends = true;
                parts.push(Part { component: u64::try_from(to).unwrap_or(u64::MAX), copies: 1 });
                return;
            }
            let Ok(copies) = u64::try_from(copies) else {
                too_many = true;
                return;
            };
            if to - from > MAX_EACH {
                too_many = true;
                return;
            }
            for component in from..=to {
                if component > 0 || !self.empty_is_dead {
                    too_many |= sum::add(&mut parts, component as u64, copies).is_none();
                }
            }
        })
        .map_err(Interrupt::Halt)?;
        if offends && legal.is_some() {
            return Err(Interrupt::Offence(self.offence(heap, branch, &parts)));
        }
        if too_many && legal.is_some() {
            return Err(TOO_MANY);
        }
        Ok(legal.map(|()| parts))
    }

    fn offence(&self, heap: u64, branch: &Branch, parts: &[Part<u64>]) -> Offence {
        let mut after = Vec::new();
        for part in parts {
            after.extend(std::iter::repeat_n(part.component.to_string(), part.copies.min(20) as usize));
        }
        Offence { clause: branch.clause, before: heap.to_string(), after: after.join(", ") }
    }
}

pub(super) type Visited = Result<ControlFlow<()>, Failure>;

/// Why the visit of a compiled move ended early.
pub(super) enum Interrupt {
    Halt(EnumerationHalt),
    Offence(Offence),
}

/// Heaps up to here are divided by every number in turn.
const MAX_HEAP_OF_TRIAL_DIVISION: u64 = 1 << 16;

/// Most heaps that one `each` may leave where they must be written out.
pub(super) const MAX_EACH: i128 = 1 << 22;

/// More than 2^64 - 1 copies, or a component beyond: no position can hold them.
pub(super) const TOO_MANY: Interrupt = Interrupt::Halt(EnumerationHalt::Stopped(StopReason::PositionLimit));

/// What is done with the slots of a legal move.
pub(super) type OnMove<'a, T> =
    dyn FnMut(&Branch, &[T], &mut Pulse<'_>) -> Result<ControlFlow<()>, Interrupt> + 'a;

/// Runs a compiled rule over `i64` when the position fits, over `i128` otherwise or when numbers outgrow `i64`.
pub(super) fn run(
    program: &Program,
    position: &[u64],
    pulse: &mut Pulse<'_>,
    narrow: &mut OnMove<'_, i64>,
    wide: &mut OnMove<'_, i128>,
) -> Visited {
    // Half the range of i64 leaves room for sums of two components.
    if position.iter().all(|&value| value < 1 << 31) {
        let narrow_position: Vec<i64> = position.iter().map(|&value| value as i64).collect();
        if let Some(result) = run_on(program, &narrow_position, pulse, narrow)? {
            return Ok(result);
        }
    }
    let wide_position: Vec<i128> = position.iter().map(|&value| i128::from(value)).collect();
    run_on(program, &wide_position, pulse, wide).map(|flow| flow.expect("128 bits are never too narrow"))
}

/// `None` when the numbers outgrow `T`.
fn run_on<T: Number>(
    program: &Program,
    position: &[T],
    pulse: &mut Pulse<'_>,
    visit: &mut OnMove<'_, T>,
) -> Result<Option<ControlFlow<()>>, Failure> {
    let mut interrupt = None;
    let result =
        program.moves(position, pulse, &mut |branch, frame, pulse| match visit(branch, frame, pulse) {
            Ok(flow) => flow,
            Err(reason) => {
                interrupt = Some(reason);
                ControlFlow::Break(())
            }
        });
    match (interrupt, result) {
        (Some(Interrupt::Offence(offence)), _) => Err(Failure::NoProgress(offence)),
        (Some(Interrupt::Halt(EnumerationHalt::Narrow)), _) | (None, Err(EnumerationHalt::Narrow)) => {
            Ok(None)
        }
        (Some(Interrupt::Halt(EnumerationHalt::Stopped(reason))), _)
        | (None, Err(EnumerationHalt::Stopped(reason))) => Err(reason.into()),
        (None, Ok(flow)) => Ok(Some(flow)),
    }
}

impl Ranked for Heaps<'_> {
    /// Heaps that never split are multisets.
    fn ranks(&self, start: &Sum<u64>) -> Option<Box<dyn Ranks<u64>>> {
        let never_splits =
            matches!(self.rules.class(), Class::Nim | Class::Take(_) | Class::AllBut(_) | Class::TakeFrom);
        if !never_splits || !self.empty_is_dead {
            return None;
        }
        let heaps = start.iter().try_fold(0u64, |count, part| count.checked_add(part.copies))?;
        let largest = start.last().map_or(0, |part| part.component);
        Some(Box::new(Multisets::new(heaps, largest)?))
    }
}

impl Game for Heaps<'_> {
    type Component = u64;

    fn options(&self, &heap: &u64, pulse: &mut Pulse<'_>, visit: &mut Visit<'_, u64>) -> Visited {
        match self.rules.class() {
            Class::Nim => return self.takes(heap, (1..=heap).rev(), pulse, visit),
            Class::Take(set) => return self.takes(heap, set.up_to(heap), pulse, visit),
            Class::AllBut(set) => {
                return self.takes(heap, (1..=heap).filter(|&t| !set.contains(t)), pulse, visit);
            }
            // Divisors are found faster from the prime factors than one by one.
            Class::Heaps
                if self.rules.known() == Some(KnownGame::EqualSplit) && heap > MAX_HEAP_OF_TRIAL_DIVISION =>
            {
                return super::equal_split::options(heap, pulse, visit);
            }
            _ => {}
        }
        if let Some(code) = self.rules.partitions() {
            let flow = super::partitions::options(code, heap, pulse, visit)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        // Should the narrow run outgrow its numbers, the wide one repeats some moves, which the contract allows.
        let visit = RefCell::new(visit);
        run(
            self.rules.program(),
            &[heap],
            pulse,
            &mut |branch, frame, pulse| show(self.parts(heap, branch, frame)?, pulse, &visit),
            &mut |branch, frame, pulse| show(self.parts(heap, branch, frame)?, pulse, &visit),
        )
    }
}

/// Hands the parts of a legal move to the visitor; writing out many parts is work too.
pub(super) fn show<C>(
    parts: Option<Vec<Part<C>>>,
    pulse: &mut Pulse<'_>,
    visit: &RefCell<&mut Visit<'_, C>>,
) -> Result<ControlFlow<()>, Interrupt> {
    let Some(parts) = parts else { return Ok(ControlFlow::Continue(())) };
    pulse.beats(parts.len() as u64).map_err(|reason| Interrupt::Halt(EnumerationHalt::Stopped(reason)))?;
    Ok((visit.borrow_mut())(&parts))
}

/// A game of tuples.
#[derive(Debug)]
pub struct Tuples<'a> {
    rules: &'a Ruleset,
    /// The orders that have decreased in every move met so far.
    standing: RefCell<Vec<DescentOrder>>,
}

impl<'a> Tuples<'a> {
    /// The game of a ruleset about tuples.
    pub fn new(rules: &'a Ruleset) -> Tuples<'a> {
        let orders = match rules.progress() {
            Progress::Shown(order) => vec![order.clone()],
            Progress::Said(measure) => vec![DescentOrder::Said(measure.clone())],
            Progress::Checked => DescentOrder::all(rules.arity()),
        };
        Tuples { rules, standing: RefCell::new(orders) }
    }

    /// The ruleset.
    pub fn rules(&self) -> &'a Ruleset {
        self.rules
    }

    fn parts<T: Number>(
        &self,
        before: &Tuple,
        branch: &Branch,
        frame: &[T],
    ) -> Result<Option<Vec<Part<Tuple>>>, Interrupt> {
        let Some(parts) = tuple_parts(branch, frame)? else { return Ok(None) };
        for part in &parts {
            if !self.makes_progress(before, &part.component) {
                let after: Vec<String> = parts.iter().map(|part| text(&part.component)).collect();
                let offence =
                    Offence { clause: branch.clause, before: text(before), after: after.join(", ") };
                return Err(Interrupt::Offence(offence));
            }
        }
        Ok(Some(parts))
    }

    fn makes_progress(&self, before: &Tuple, after: &Tuple) -> bool {
        let mut standing = self.standing.borrow_mut();
        standing.retain(|order| order.decreases(before, after));
        !standing.is_empty()
    }
}

/// The tuples that a compiled move leaves; `None` when it is illegal.
pub(super) fn tuple_parts<T: Number>(
    branch: &Branch,
    frame: &[T],
) -> Result<Option<Vec<Part<Tuple>>>, Interrupt> {
    let mut parts = Vec::new();
    let mut too_large = false;
    let legal = part_values(branch, frame, &mut |PartValue { copies, from, .. }| {
        let component: Option<Tuple> = from.iter().map(|value| u64::try_from(value.wide()).ok()).collect();
        match (component, u64::try_from(copies.wide())) {
            (Some(component), Ok(copies)) => {
                too_large |= sum::add(&mut parts, component, copies).is_none();
            }
            _ => too_large = true,
        }
    })
    .map_err(Interrupt::Halt)?;
    match legal {
        None => Ok(None),
        Some(()) if too_large => Err(TOO_MANY),
        Some(()) => Ok(Some(parts)),
    }
}

fn text(tuple: &Tuple) -> String {
    format!("({})", Position::Tuples(vec![tuple.clone()]))
}

impl Game for Tuples<'_> {
    type Component = Tuple;

    fn options(&self, tuple: &Tuple, pulse: &mut Pulse<'_>, visit: &mut Visit<'_, Tuple>) -> Visited {
        let visit = RefCell::new(visit);
        run(
            self.rules.program(),
            tuple,
            pulse,
            &mut |branch, frame, pulse| show(self.parts(tuple, branch, frame)?, pulse, &visit),
            &mut |branch, frame, pulse| show(self.parts(tuple, branch, frame)?, pulse, &visit),
        )
    }
}
