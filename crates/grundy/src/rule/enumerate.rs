//! Runs a compiled rule on one position: every legal move, as values in the slots of its branch.
//!
//! The last loop of a branch is handed out whole when it is a plain range, so that an engine may treat it column by
//! column; [`Program::moves`] runs it value by value. Every step counts against the caller's [`Pulse`].

use super::check::{CheckedPart, largest_slot};
use super::compile::{Branch, Loop, Program, Source};
use super::formula::Formula;
use super::syntax::SetFunction;
use super::term::{Number, Slot, Term, TermError};
use crate::base::limits::{Pulse, StopReason};
use std::ops::ControlFlow;

/// Why enumeration ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnumerationHalt {
    /// Numbers left the narrow type: repeat in `i128`.
    Narrow,
    /// A limit or the user stopped it.
    Stopped(StopReason),
}

impl From<StopReason> for EnumerationHalt {
    fn from(reason: StopReason) -> EnumerationHalt {
        EnumerationHalt::Stopped(reason)
    }
}

/// The last loop of a branch as a range, guards not yet tested; `None` when every slot is set and every guard holds.
pub type LastLoop<'a> = Option<(&'a Loop, i128, i128)>;

/// What [`Program::branches_at`] calls.
type Inner<'a, T> = dyn FnMut(&Branch, LastLoop<'_>, &mut [T], &mut Pulse<'_>) -> Result<ControlFlow<()>, EnumerationHalt>
    + 'a;

/// What [`Program::moves`] calls with the branch and the slots of a legal move.
pub type OnMove<'a, T> = dyn FnMut(&Branch, &[T], &mut Pulse<'_>) -> ControlFlow<()> + 'a;

/// A part of an option with its numbers: `copies` of each component from `from` to `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartValue<'a, T> {
    /// Which part of the option it comes from.
    pub index: usize,
    /// How often.
    pub copies: T,
    /// The component, or the smallest heap of `each`.
    pub from: &'a [T],
    /// The largest heap of `each`; `from[0]` otherwise.
    pub to: T,
}

/// `condition` holds; a fault means that it does not.
fn legal<T: Number>(condition: &Formula, frame: &[T]) -> Result<bool, EnumerationHalt> {
    settle::<T, bool>(condition.holds(frame)).map(|holds| holds.unwrap_or(false))
}

/// A fault makes a move illegal (`None`), unless the wide type may know better.
fn settle<T: Number, V>(value: Result<V, TermError>) -> Result<Option<V>, EnumerationHalt> {
    let narrow = T::from_wide(i128::MAX).is_none();
    match value {
        Ok(value) => Ok(Some(value)),
        Err(TermError::Overflow) if narrow => Err(EnumerationHalt::Narrow),
        Err(_) => Ok(None),
    }
}

impl Program {
    /// Calls `visit` with the branch and the slots of every legal move of `position`.
    ///
    /// # Errors
    /// When the numbers outgrow `T`, or the pulse stops.
    pub fn moves<T: Number>(
        &self,
        position: &[T],
        pulse: &mut Pulse<'_>,
        visit: &mut OnMove<'_, T>,
    ) -> Result<ControlFlow<()>, EnumerationHalt> {
        self.branches_at(position, pulse, &mut |branch, last, frame, pulse| match last {
            None => Ok(visit(branch, frame, pulse)),
            Some((last, from, to)) => {
                run_range(last, from, to, frame, pulse, &mut |frame, pulse| Ok(visit(branch, frame, pulse)))
            }
        })
    }

    /// Runs all loops but the last of each branch and calls `inner`.
    ///
    /// # Errors
    /// As [`Program::moves`].
    pub fn branches_at<T: Number>(
        &self,
        position: &[T],
        pulse: &mut Pulse<'_>,
        inner: &mut Inner<'_, T>,
    ) -> Result<ControlFlow<()>, EnumerationHalt> {
        let mut frame = vec![T::default(); self.slots];
        frame[..self.arity].copy_from_slice(position);
        frame[largest_slot(self.arity)] = position.iter().copied().max().unwrap_or_default();
        for branch in &self.branches {
            pulse.beat()?;
            let mut holds = true;
            for guard in &branch.guards {
                holds = holds && legal(guard, &frame)?;
            }
            if holds && descend(branch, 0, &mut frame, pulse, largest_slot(self.arity), inner)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn descend<T: Number>(
    branch: &Branch,
    depth: usize,
    frame: &mut [T],
    pulse: &mut Pulse<'_>,
    largest: Slot,
    inner: &mut Inner<'_, T>,
) -> Result<ControlFlow<()>, EnumerationHalt> {
    let Some(this) = branch.loops.get(depth) else {
        return inner(branch, None, frame, pulse);
    };
    if let Source::Value(term) = &this.source {
        let Some(value) = settle::<T, T>(term.evaluate(frame))? else { return Ok(ControlFlow::Continue(())) };
        let mut next =
            |frame: &mut [T], pulse: &mut Pulse<'_>| descend(branch, depth + 1, frame, pulse, largest, inner);
        return try_value(this, value.wide(), frame, pulse, &mut next);
    }
    let (from, to) = ends(this, frame, frame[largest].wide())?;
    if from > to {
        return Ok(ControlFlow::Continue(()));
    }
    let divisors_of = match &this.source {
        Source::Range | Source::Value(_) => None,
        Source::Members(set, of) => {
            let Some(of) = settle::<T, T>(of.evaluate(frame))? else { return Ok(ControlFlow::Continue(())) };
            let mut next = |frame: &mut [T], pulse: &mut Pulse<'_>| {
                descend(branch, depth + 1, frame, pulse, largest, inner)
            };
            return run_members(this, (*set, of.wide()), (from, to), frame, pulse, &mut next);
        }
        Source::Quotient { factor, total } => {
            let (factor, total) = (factor.evaluate(frame), total.evaluate(frame));
            let (Some(factor), Some(total)) = (settle::<T, T>(factor)?, settle::<T, T>(total)?) else {
                return Ok(ControlFlow::Continue(()));
            };
            match (factor.wide(), total.wide()) {
                (0, 0) => None,
                (0, _) => return Ok(ControlFlow::Continue(())),
                (factor, total) if total % factor != 0 => return Ok(ControlFlow::Continue(())),
                (factor, total) => {
                    let value = total / factor;
                    let stride = this.stride.as_ref().map_or(1, |stride| stride.modulus);
                    if value < from || value > to || (value - from) % stride != 0 {
                        return Ok(ControlFlow::Continue(()));
                    }
                    let mut next = |frame: &mut [T], pulse: &mut Pulse<'_>| {
                        descend(branch, depth + 1, frame, pulse, largest, inner)
                    };
                    return try_value(this, value, frame, pulse, &mut next);
                }
            }
        }
        Source::Divisors(term) | Source::Factors(term) => match settle::<T, T>(term.evaluate(frame))? {
            None => return Ok(ControlFlow::Continue(())),
            Some(value) => (value.wide() != 0).then(|| value.wide().unsigned_abs()),
        },
    };
    let mut next =
        |frame: &mut [T], pulse: &mut Pulse<'_>| descend(branch, depth + 1, frame, pulse, largest, inner);
    match divisors_of {
        Some(number) => run_divisors(this, number, (from, to), frame, pulse, &mut next),
        // Every number but 0 divides 0; the ends are already in step with the stride.
        None if matches!(this.source, Source::Divisors(_)) && from <= 0 => {
            let stride = this.stride.as_ref().map_or(1, |stride| stride.modulus);
            if run_range(this, from, to.min(-1), frame, pulse, &mut next)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // The first positive number in step with `from`.
            let above = from + (-from / stride + 1) * stride;
            run_range(this, above, to, frame, pulse, &mut next)
        }
        None if depth + 1 == branch.loops.len() => inner(branch, Some((this, from, to)), frame, pulse),
        None => run_range(this, from, to, frame, pulse, &mut next),
    }
}

type Step<'a, T> = dyn FnMut(&mut [T], &mut Pulse<'_>) -> Result<ControlFlow<()>, EnumerationHalt> + 'a;

/// Sets the variable to each value of the range for which the guards hold, and steps inward.
pub fn run_range<T: Number>(
    this: &Loop,
    from: i128,
    to: i128,
    frame: &mut [T],
    pulse: &mut Pulse<'_>,
    step: &mut Step<'_, T>,
) -> Result<ControlFlow<()>, EnumerationHalt> {
    let stride = this.stride.as_ref().map_or(1, |stride| stride.modulus);
    let mut value = from;
    while value <= to {
        if try_value(this, value, frame, pulse, step)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        value += stride;
    }
    Ok(ControlFlow::Continue(()))
}

/// Like [`run_range`] over the members of a set.
fn run_members<T: Number>(
    this: &Loop,
    (set, of): (SetFunction, i128),
    (from, to): (i128, i128),
    frame: &mut [T],
    pulse: &mut Pulse<'_>,
    step: &mut Step<'_, T>,
) -> Result<ControlFlow<()>, EnumerationHalt> {
    let Ok(members) = set.members(of) else {
        // Numbers beyond 64 bits are not factored; a limit says so.
        let factored = set != SetFunction::Digits && of > 0;
        return if factored { Err(StopReason::PositionLimit.into()) } else { Ok(ControlFlow::Continue(())) };
    };
    let stride = this.stride.as_ref().map_or(1, |stride| stride.modulus);
    for value in members {
        // The first value is in step, so the distance to it tells whether this one is.
        if value >= from
            && value <= to
            && (value - from) % stride == 0
            && try_value(this, value, frame, pulse, step)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Like [`run_range`] over the divisors of `number` only, in increasing pairs `d`, `number / d`, and their negatives.
fn run_divisors<T: Number>(
    this: &Loop,
    number: u128,
    (from, to): (i128, i128),
    frame: &mut [T],
    pulse: &mut Pulse<'_>,
    step: &mut Step<'_, T>,
) -> Result<ControlFlow<()>, EnumerationHalt> {
    let stride = this.stride.as_ref().map_or(1, |stride| stride.modulus);
    let mut trial = |divisor: u128, frame: &mut [T], pulse: &mut Pulse<'_>| {
        let divisor = i128::try_from(divisor).unwrap_or(i128::MAX);
        for value in [divisor, -divisor] {
            // The first value is in step, so the distance to it tells whether this one is.
            if value >= from
                && value <= to
                && (value - from) % stride == 0
                && try_value(this, value, frame, pulse, step)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok::<_, EnumerationHalt>(ControlFlow::Continue(()))
    };
    let mut divisor = 1u128;
    while divisor * divisor <= number {
        pulse.beat()?;
        let divides = match u64::try_from(number) {
            Ok(small) => small % divisor as u64 == 0,
            Err(_) => number.is_multiple_of(divisor),
        };
        if divides {
            if trial(divisor, frame, pulse)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let partner = number / divisor;
            if partner != divisor && trial(partner, frame, pulse)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        divisor += 1;
    }
    Ok(ControlFlow::Continue(()))
}

fn try_value<T: Number>(
    this: &Loop,
    value: i128,
    frame: &mut [T],
    pulse: &mut Pulse<'_>,
    step: &mut Step<'_, T>,
) -> Result<ControlFlow<()>, EnumerationHalt> {
    pulse.beat()?;
    frame[this.slot] = T::from_wide(value).ok_or(EnumerationHalt::Narrow)?;
    for term in this.falling.iter().chain(&this.rising) {
        if settle::<T, T>(term.evaluate(frame))?.is_none_or(|value| value < T::default()) {
            return Ok(ControlFlow::Continue(()));
        }
    }
    for guard in &this.guards {
        if !legal(guard, frame)? {
            return Ok(ControlFlow::Continue(()));
        }
    }
    step(frame, pulse)
}

/// No loop begins or ends farther out: none could come so far.
const FARTHEST: i128 = 1 << 125;

/// The ends of a loop under the slots known so far; empty when the first exceeds the second.
fn ends<T: Number>(this: &Loop, frame: &mut [T], largest: i128) -> Result<(i128, i128), EnumerationHalt> {
    let mut from = if this.from_zero { 0 } else { -FARTHEST };
    let mut to = if this.to_largest { largest } else { FARTHEST };
    for bound in &this.lower {
        match settle::<T, T>(bound.numerator.evaluate(frame))? {
            Some(value) if bound.divisor == 1 => from = from.max(value.wide()),
            Some(value) => from = from.max(-(-value.wide()).div_euclid(bound.divisor)),
            None => return Ok((1, 0)),
        }
    }
    for bound in &this.upper {
        match settle::<T, T>(bound.numerator.evaluate(frame))? {
            Some(value) if bound.divisor == 1 => to = to.min(value.wide()),
            Some(value) => to = to.min(value.wide().div_euclid(bound.divisor)),
            None => return Ok((1, 0)),
        }
    }
    (from, to) = (from.max(-FARTHEST), to.min(FARTHEST));
    // The upper end first: it is guessed, and spares the search for the lower one most of its steps and all large numbers.
    for term in &this.falling {
        // A fault at the low end (numbers near 2^127) says nothing about the values above it: each is tested.
        if from <= to && value_at(term, this.slot, from, frame).is_some() {
            to = last_not_negative(from, to, |value| value_at(term, this.slot, value, frame));
        }
    }
    for term in &this.rising {
        // The first value with term >= 0; a fault far out counts as large, each value is tested later.
        from = partition(from, to, |value| {
            value_at(term, this.slot, value, frame).is_some_and(|found| found < 0)
        });
    }
    if let Some(stride) = &this.stride {
        match settle::<T, T>(stride.remainder.evaluate(frame))? {
            Some(remainder) => from += (remainder.wide() - from).rem_euclid(stride.modulus),
            None => return Ok((1, 0)),
        }
    }
    Ok((from, to))
}

/// The first number of `from..=to` for which `early` fails, or `to + 1`; `early` holds on a prefix.
fn partition(mut from: i128, to: i128, mut early: impl FnMut(i128) -> bool) -> i128 {
    let mut end = to + 1;
    while from < end {
        let middle = from + (end - from) / 2;
        if early(middle) { from = middle + 1 } else { end = middle }
    }
    end
}

/// The last number of `from..=to` at which a falling function is not negative (a fault counts as negative), or `from - 1`.
///
/// Three values guess it as if the function were a parabola, which most are; two more confirm the guess, or bisection
/// finds what was not confirmed.
fn last_not_negative(from: i128, to: i128, mut value: impl FnMut(i128) -> Option<i128>) -> i128 {
    let holds =
        |at: i128, value: &mut dyn FnMut(i128) -> Option<i128>| value(at).is_some_and(|found| found >= 0);
    if to - from > 8
        && let (Some(y0), Some(y1), Some(y2)) = (value(from), value(from + 1), value(from + 2))
    {
        let (first, second) = (
            y1.saturating_sub(y0) as f64,
            y2.saturating_sub(y1).saturating_sub(y1.saturating_sub(y0)) as f64,
        );
        let (a, b, c) = (second / 2.0, first - second / 2.0, y0 as f64);
        let root = if a == 0.0 { -c / b } else { (-b - (b * b - 4.0 * a * c).sqrt()) / (2.0 * a) };
        // A float that is no number becomes 0 here, which is as good a guess as any.
        let guess = (from + root as i64 as i128).clamp(from, to);
        for guess in [guess, guess - 1, guess + 1] {
            let inside = guess >= from && guess <= to;
            if inside && holds(guess, &mut value) && (guess == to || !holds(guess + 1, &mut value)) {
                return guess;
            }
        }
    }
    partition(from, to, |at| holds(at, &mut value)) - 1
}

/// The term with `slot` set to `value`, in 128 bits if need be; `None` on a fault.
fn value_at<T: Number>(term: &Term, slot: Slot, value: i128, frame: &mut [T]) -> Option<i128> {
    if let Some(value) = T::from_wide(value) {
        frame[slot] = value;
        match term.evaluate(frame) {
            Ok(value) => return Some(value.wide()),
            Err(TermError::Undefined) => return None,
            Err(TermError::Overflow) => {}
        }
    }
    let mut wide: Vec<i128> = frame.iter().map(|v| v.wide()).collect();
    wide[slot] = value;
    term.evaluate(&wide).ok()
}

/// Calls `visit` with the parts of the move in `frame`, once all are known to be legal; `None` when one is not.
///
/// # Errors
/// When the numbers outgrow `T`.
pub fn part_values<T: Number>(
    branch: &Branch,
    frame: &[T],
    visit: &mut dyn FnMut(PartValue<'_, T>),
) -> Result<Option<()>, EnumerationHalt> {
    let one = T::from_wide(1).expect("1 fits every number type");
    let zero = T::default();
    let mut few = [zero; 8];
    let mut many = Vec::new();
    let count: usize = branch.parts.iter().map(part_width).sum();
    let numbers = if count <= few.len() {
        &mut few[..]
    } else {
        many.resize(count, zero);
        &mut many[..]
    };
    let mut at = 0;
    let mut put = |value: Result<T, TermError>| -> Result<Option<T>, EnumerationHalt> {
        let value = settle::<T, T>(value)?;
        numbers[at] = value.unwrap_or(zero);
        at += 1;
        Ok(value)
    };
    for part in &branch.parts {
        match part {
            CheckedPart::Copies { count, component } => {
                let copies = put(count.as_ref().map_or(Ok(one), |count| count.evaluate(frame)))?;
                let mut legal = copies.is_some_and(|copies| copies >= zero);
                for term in component {
                    legal &= put(term.evaluate(frame))?.is_some_and(|value| value >= zero);
                }
                if !legal {
                    return Ok(None);
                }
            }
            CheckedPart::Each { from, to } => {
                let (from, to) = (put(from.evaluate(frame))?, put(to.evaluate(frame))?);
                match (from, to) {
                    (Some(from), Some(to)) if from > to || from >= zero => {}
                    _ => return Ok(None),
                }
            }
        }
    }
    let mut rest = &numbers[..];
    for (index, part) in branch.parts.iter().enumerate() {
        let (own, behind) = rest.split_at(part_width(part));
        rest = behind;
        match part {
            CheckedPart::Copies { .. } if own[0] > zero => {
                visit(PartValue { index, copies: own[0], from: &own[1..], to: own[1] });
            }
            CheckedPart::Each { .. } if own[0] <= own[1] => {
                visit(PartValue { index, copies: one, from: &own[..1], to: own[1] });
            }
            _ => {}
        }
    }
    Ok(Some(()))
}

/// How many numbers a part has: copies and component, or two ends.
fn part_width(part: &CheckedPart) -> usize {
    match part {
        CheckedPart::Copies { component, .. } => component.len() + 1,
        CheckedPart::Each { .. } => 2,
    }
}
