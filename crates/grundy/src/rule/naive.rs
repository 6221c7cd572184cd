//! Reads a checked rule word by word: every variable over its whole range, every condition tested.
//!
//! Exponentially slow in the number of variables and obviously right; the compiled loops must give the same moves. The
//! ranges are found here once more, with numbers instead of terms: when a variable's turn comes, the conditions between
//! commas are read with what is known by then, and what remains is a linear form in the variables that are not.

use super::check::{Checked, CheckedClause, CheckedPart, first_variable, largest_slot};
use super::formula::Formula;
use super::syntax::{Operator, Relation};
use super::term::{Slot, Term};
use crate::base::limits::StopReason;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A part of an option: copies and component.
pub type NaivePart = (i128, Vec<i128>);

/// Values and heaps that [`options`] looks at, at most: a set such as `1..10^30` can be written, but not read word by word.
const MAX_STEPS: u64 = 1 << 32;

/// The options of a position, each as its parts in increasing order without parts of 0 copies; repeats removed.
///
/// # Panics
/// When the ranges of its variables are too long to be read; [`options_within`] says so instead.
pub fn options(rule: &Checked, position: &[i128]) -> Vec<Vec<NaivePart>> {
    options_within(rule, position, MAX_STEPS).expect("ranges that can be read word by word")
}

/// The same, looking at no more than so many values of variables and heaps of parts.
///
/// # Errors
/// [`StopReason::PositionLimit`] when there are more.
pub fn options_within(
    rule: &Checked,
    position: &[i128],
    most: u64,
) -> Result<Vec<Vec<NaivePart>>, StopReason> {
    let mut out = Vec::new();
    let left = Cell::new(most);
    for clause in &rule.clauses {
        let mut atoms = Vec::new();
        between_commas(&clause.condition, &mut atoms);
        let first = first_variable(rule.arity);
        let mut reader = Reader {
            clause,
            first,
            definitions: BTreeMap::new(),
            listings: BTreeMap::new(),
            atoms,
            left: &left,
        };
        reader.find_definitions();
        reader.find_listings();
        let mut frame: Frame = vec![None; clause.names.len()];
        frame[..rule.arity].iter_mut().zip(position).for_each(|(slot, &value)| *slot = Some(value));
        let largest = position.iter().copied().max().unwrap_or(0);
        frame[largest_slot(rule.arity)] = Some(largest);
        reader.assign(&mut frame, largest, &mut out)?;
    }
    out.sort();
    out.dedup();
    Ok(out)
}

/// The values known so far.
type Frame = Vec<Option<i128>>;

/// `constant + sum of factor * variable`, over variables that are not known yet.
type Form = (i128, BTreeMap<Slot, i128>);

/// What a condition says about one end of a variable's range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Nothing.
    Silent,
    /// A bound that has no value here: the condition holds for no value of the variable.
    Nowhere,
    At(i128),
}

impl End {
    fn speaks(self) -> bool {
        self != End::Silent
    }

    /// The end, where nothing is said this one.
    fn or_at(self, otherwise: i128) -> i128 {
        match self {
            End::At(end) => end,
            _ => otherwise,
        }
    }

    /// Both conditions hold: the tighter end.
    fn and(self, other: End, lower: bool) -> End {
        match (self, other) {
            (End::Nowhere, _) | (_, End::Nowhere) => End::Nowhere,
            (End::Silent, end) | (end, End::Silent) => end,
            (End::At(a), End::At(b)) => End::At(if lower { a.max(b) } else { a.min(b) }),
        }
    }

    /// One of them holds: the weaker end. A condition that holds nowhere adds nothing.
    fn or(self, other: End, lower: bool) -> End {
        match (self, other) {
            (End::Silent, _) | (_, End::Silent) => End::Silent,
            (End::Nowhere, end) | (end, End::Nowhere) => end,
            (End::At(a), End::At(b)) => End::At(if lower { a.min(b) } else { a.max(b) }),
        }
    }
}

fn between_commas<'a>(condition: &'a Formula, out: &mut Vec<&'a Formula>) {
    match condition {
        Formula::All(items) => items.iter().for_each(|item| between_commas(item, out)),
        other => out.push(other),
    }
}

struct Reader<'a> {
    clause: &'a CheckedClause,
    first: Slot,
    definitions: BTreeMap<Slot, &'a Term>,
    listings: BTreeMap<Slot, &'a Formula>,
    atoms: Vec<&'a Formula>,
    /// Values and heaps that may still be looked at.
    left: &'a Cell<u64>,
}

impl<'a> Reader<'a> {
    fn find_definitions(&mut self) {
        for atom in &self.atoms {
            let Formula::Compare(Relation::Equal, left, right) = atom else { continue };
            for (side, other) in [(left, right), (right, left)] {
                if let Term::Slot(slot) = *side
                    && slot >= self.first
                    && !self.definitions.contains_key(&slot)
                    && !self.leads_to(other, slot)
                {
                    self.definitions.insert(slot, other);
                    break;
                }
            }
        }
    }

    /// Whether the value of a term needs that of a variable; sets and definitions are followed.
    fn leads_to(&self, term: &Term, slot: Slot) -> bool {
        let mut found = false;
        term.slots(&mut |other| {
            found |= other == slot
                || self.definitions.get(&other).is_some_and(|term| self.leads_to(term, slot))
                || self.listings.get(&other).is_some_and(|set| self.members_lead_to(set, other, slot));
        });
        found
    }

    fn members_lead_to(&self, set: &Formula, listed: Slot, slot: Slot) -> bool {
        let mut found = false;
        set.terms_beside(listed, &mut |term| found |= self.leads_to(term, slot));
        found
    }

    fn find_listings(&mut self) {
        for atom in self.atoms.clone() {
            for slot in self.first..self.clause.names.len() {
                let is_free = !self.definitions.contains_key(&slot) && !self.listings.contains_key(&slot);
                if is_free && is_listing(atom, slot) && !self.members_lead_to(atom, slot, slot) {
                    self.listings.insert(slot, atom);
                }
            }
        }
    }

    fn assign(
        &self,
        frame: &mut Frame,
        largest: i128,
        out: &mut Vec<Vec<NaivePart>>,
    ) -> Result<(), StopReason> {
        let Some(slot) = self.next(frame) else {
            let frame: Vec<i128> = frame.iter().map(|value| value.expect("every slot is known")).collect();
            if self.clause.condition.holds(&frame) == Ok(true) {
                out.extend(self.parts(&frame)?);
            }
            return Ok(());
        };
        // The values as ranges: what is listed may be far more than fits.
        let ranges: Vec<RangeInclusive<i128>> = match (self.definitions.get(&slot), self.listings.get(&slot))
        {
            (Some(definition), _) => {
                evaluate(definition, frame).map(|value| value..=value).into_iter().collect()
            }
            (None, Some(listing)) => self.members(listing, slot, frame),
            (None, None) => {
                let (from, to) = (self.bound(slot, true, frame, &[]), self.bound(slot, false, frame, &[]));
                match (from, to) {
                    (End::Nowhere, _) | (_, End::Nowhere) => vec![],
                    (from, to) => vec![from.or_at(0)..=to.or_at(largest)],
                }
            }
        };
        for value in ranges.into_iter().flatten() {
            self.step()?;
            frame[slot] = Some(value);
            self.assign(frame, largest, out)?;
        }
        frame[slot] = None;
        Ok(())
    }

    /// Looks at one more value.
    fn step(&self) -> Result<(), StopReason> {
        let left = self.left.get().checked_sub(1).ok_or(StopReason::PositionLimit)?;
        self.left.set(left);
        Ok(())
    }

    /// The variable whose turn it is: what is defined or listed by what is known, then what is bounded by it, first where no
    /// condition could say more once other variables are known.
    fn next(&self, frame: &Frame) -> Option<Slot> {
        let open: Vec<Slot> = (self.first..frame.len()).filter(|&slot| frame[slot].is_none()).collect();
        let ready = |slot: Slot| match (self.definitions.get(&slot), self.listings.get(&slot)) {
            (Some(term), _) => is_known(term, frame),
            (None, Some(listing)) => {
                let mut all = true;
                listing.terms_beside(slot, &mut |term| all &= is_known(term, frame));
                all
            }
            (None, None) => false,
        };
        let is_bounded =
            |slot: Slot| !self.definitions.contains_key(&slot) && !self.listings.contains_key(&slot);
        let says = |slot: Slot, lower: bool, frame: &Frame| {
            self.atoms.iter().filter(|atom| self.bound_of(atom, slot, lower, frame, &[]).speaks()).count()
        };
        let later = |slot: Slot| -> Frame {
            let known = |(index, value): (usize, &Option<i128>)| value.or((index != slot).then_some(1));
            frame.iter().enumerate().map(known).collect()
        };
        let waits = |slot: Slot, lower: bool| says(slot, lower, &later(slot)) > says(slot, lower, frame);
        let upper = |slot: Slot| is_bounded(slot) && says(slot, false, frame) > 0;
        let find = |wanted: &dyn Fn(Slot) -> bool| open.iter().copied().find(|&slot| wanted(slot));
        find(&ready)
            .or_else(|| find(&|slot| upper(slot) && !waits(slot, true) && !waits(slot, false)))
            .or_else(|| find(&|slot| upper(slot) && !waits(slot, true)))
            .or_else(|| find(&upper))
            .or_else(|| find(&is_bounded))
    }

    /// The largest lower or the least upper bound.
    fn bound(&self, slot: Slot, lower: bool, frame: &Frame, assumed: &[Slot]) -> End {
        let all = self.atoms.iter().map(|atom| self.bound_of(atom, slot, lower, frame, assumed));
        all.fold(End::Silent, |end, other| end.and(other, lower))
    }

    /// The bound that a condition gives a variable.
    fn bound_of(&self, condition: &Formula, slot: Slot, lower: bool, frame: &Frame, assumed: &[Slot]) -> End {
        match condition {
            Formula::Compare(relation, left, right) => {
                let mut fault = false;
                let sides = (self.form(left, frame, &mut fault), self.form(right, frame, &mut fault));
                let (Some(left), Some(right)) = sides else { return End::Silent };
                match self.compared(*relation, (&left, &right), slot, lower, frame, assumed) {
                    // `a + b = n` lets both begin at 0: a lower bound that another bounded variable pulls down is none.
                    Some(_) if lower && self.is_pulled_down(condition, slot) => End::Silent,
                    Some(_) if fault => End::Nowhere,
                    end => end.map_or(End::Silent, End::At),
                }
            }
            Formula::All(items) => {
                let all = items.iter().map(|item| self.bound_of(item, slot, lower, frame, assumed));
                all.fold(End::Silent, |end, other| end.and(other, lower))
            }
            Formula::Any(items) => {
                let all = items.iter().map(|item| self.bound_of(item, slot, lower, frame, assumed));
                all.reduce(|end, other| end.or(other, lower)).unwrap_or(End::Silent)
            }
            Formula::Member(set, term, of, true) if *term == Term::Slot(slot) && is_known(of, frame) => {
                let Some(members) = evaluate(of, frame).and_then(|of| set.members(of).ok()) else {
                    return End::Nowhere;
                };
                // An empty set has no bounds: nothing is in it.
                let end = if lower { members.first() } else { members.last() };
                end.map_or(End::Nowhere, |&end| End::At(end))
            }
            _ => End::Silent,
        }
    }

    /// The bound that a comparison gives a variable, if it is of the right kind.
    fn compared(
        &self,
        relation: Relation,
        (left, right): (&Form, &Form),
        slot: Slot,
        lower: bool,
        frame: &Frame,
        assumed: &[Slot],
    ) -> Option<i128> {
        let (difference, reverse) = (minus(left, right)?, minus(right, left)?);
        let strict = |form: &Form| Some((form.0.checked_add(1)?, form.1.clone()));
        let at_most_zero = match relation {
            Relation::LessEqual => vec![difference],
            Relation::Less => vec![strict(&difference)?],
            Relation::GreaterEqual => vec![reverse],
            Relation::Greater => vec![strict(&reverse)?],
            Relation::Equal => vec![difference, reverse],
            _ => vec![],
        };
        at_most_zero.iter().find_map(|form| self.solve(form, slot, lower, frame, assumed))
    }

    /// Whether a comparison, solved for the variable, has a bounded variable with a factor of the same sign beside it.
    fn is_pulled_down(&self, comparison: &Formula, slot: Slot) -> bool {
        let Formula::Compare(_, left, right) = comparison else { return false };
        let mut factors = BTreeMap::new();
        if self.add_factors(left, 1, &mut factors).and(self.add_factors(right, -1, &mut factors)).is_none() {
            return false;
        }
        let own = factors.get(&slot).copied().unwrap_or(0);
        factors.iter().any(|(&other, &factor)| {
            let is_bounded = !self.definitions.contains_key(&other) && !self.listings.contains_key(&other);
            other != slot && other >= self.first && is_bounded && factor != 0 && (factor > 0) == (own > 0)
        })
    }

    /// Adds up how often each variable stands in a sum; what is no multiple of a variable counts for nothing.
    fn add_factors(&self, term: &Term, times: i128, factors: &mut BTreeMap<Slot, i128>) -> Option<()> {
        let number = |term: &Term| evaluate(term, &Vec::new());
        match term {
            Term::Slot(slot) => match self.definitions.get(slot) {
                Some(definition) => self.add_factors(definition, times, factors)?,
                None => {
                    let sum = factors.entry(*slot).or_insert(0);
                    *sum = sum.checked_add(times)?;
                }
            },
            Term::Binary(operator @ (Operator::Add | Operator::Subtract), left, right) => {
                self.add_factors(left, times, factors)?;
                let sign = if *operator == Operator::Add { 1 } else { -1 };
                self.add_factors(right, times.checked_mul(sign)?, factors)?;
            }
            Term::Binary(Operator::Multiply, left, right) => match (number(left), number(right)) {
                (Some(number), _) => self.add_factors(right, times.checked_mul(number)?, factors)?,
                (_, Some(number)) => self.add_factors(left, times.checked_mul(number)?, factors)?,
                _ => {}
            },
            _ => {}
        }
        Some(())
    }

    /// What `form <= 0` says about one variable; others that are at least 0 and only add to the form may be left out.
    fn solve(
        &self,
        (constant, factors): &Form,
        slot: Slot,
        lower: bool,
        frame: &Frame,
        assumed: &[Slot],
    ) -> Option<i128> {
        let own = factors.get(&slot).copied().filter(|&own| own != 0 && (own < 0) == lower)?;
        let others = || factors.iter().filter(|&(&other, &factor)| other != slot && factor != 0);
        if others().any(|(&other, &factor)| factor < 0 || !self.is_at_least_zero(other, frame, assumed)) {
            return None;
        }
        // own * v <= -constant
        let quotient = -constant.div_euclid(own.abs());
        let exact = constant.rem_euclid(own.abs()) == 0;
        Some(match (lower, exact) {
            (false, true) => quotient,
            (false, false) => quotient - 1,
            (true, true) => -quotient,
            (true, false) => -quotient + 1,
        })
    }

    fn is_at_least_zero(&self, slot: Slot, frame: &Frame, assumed: &[Slot]) -> bool {
        if self.definitions.contains_key(&slot) || self.listings.contains_key(&slot) {
            return false;
        }
        if assumed.contains(&slot) {
            return true;
        }
        let assumed = &[assumed, &[slot]].concat();
        let mut ones: Frame = vec![Some(1); frame.len()];
        ones[slot] = None;
        let speaks = |atom: &&Formula| self.bound_of(atom, slot, true, &ones, assumed).speaks();
        match self.atoms.iter().any(speaks) {
            true => matches!(self.bound(slot, true, frame, assumed), End::At(bound) if bound >= 0),
            false => true,
        }
    }

    /// A term as a linear form in the variables that are not known; names of expressions are read as the expressions. What
    /// has no value counts as 0 and is a fault.
    fn form(&self, term: &Term, frame: &Frame, fault: &mut bool) -> Option<Form> {
        match term {
            term if is_known(term, frame) => {
                let value = evaluate(term, frame);
                *fault |= value.is_none();
                Some((value.unwrap_or(0), BTreeMap::new()))
            }
            Term::Slot(slot) => match self.definitions.get(slot) {
                // A definition that is no sum may still cancel, as a name.
                Some(definition) => {
                    self.form(definition, frame, fault).or_else(|| Some((0, BTreeMap::from([(*slot, 1)]))))
                }
                None => Some((0, BTreeMap::from([(*slot, 1)]))),
            },
            Term::Binary(Operator::Add, left, right) => {
                minus(&self.form(left, frame, fault)?, &times(&self.form(right, frame, fault)?, -1)?)
            }
            Term::Binary(Operator::Subtract, left, right) => {
                minus(&self.form(left, frame, fault)?, &self.form(right, frame, fault)?)
            }
            Term::Binary(Operator::Multiply, left, right) => {
                let number = |term: &Term| evaluate(term, &Vec::new());
                match (number(left), number(right)) {
                    (Some(number), _) => times(&self.form(right, frame, fault)?, number),
                    (_, Some(number)) => times(&self.form(left, frame, fault)?, number),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The members of the sets that list a variable.
    fn members(&self, listing: &Formula, slot: Slot, frame: &Frame) -> Vec<RangeInclusive<i128>> {
        match listing {
            Formula::Member(set, _, of, _) => {
                let members = evaluate(of, frame).and_then(|of| set.members(of).ok()).unwrap_or_default();
                members.into_iter().map(|member| member..=member).collect()
            }
            Formula::Any(items) => items.iter().flat_map(|item| self.members(item, slot, frame)).collect(),
            other => {
                let side = |lower| self.side(other, slot, lower, frame);
                let (Some(from), Some(to)) = (side(true), side(false)) else { return Vec::new() };
                vec![from..=to]
            }
        }
    }

    fn side(&self, condition: &Formula, slot: Slot, lower: bool, frame: &Frame) -> Option<i128> {
        let wanted = if lower { Relation::GreaterEqual } else { Relation::LessEqual };
        match condition {
            Formula::Compare(relation, left, right) if *left == Term::Slot(slot) => {
                (*relation == wanted || *relation == Relation::Equal).then(|| evaluate(right, frame))?
            }
            Formula::All(items) => items.iter().find_map(|item| self.side(item, slot, lower, frame)),
            _ => None,
        }
    }

    /// What a move leaves; nothing where a part has no value or is negative.
    fn parts(&self, frame: &[i128]) -> Result<Option<Vec<NaivePart>>, StopReason> {
        let value = |term: &Term| term.evaluate(frame).ok();
        let mut all: Vec<NaivePart> = Vec::new();
        for part in &self.clause.parts {
            match part {
                CheckedPart::Copies { count, component } => {
                    let copies = count.as_ref().map_or(Some(1), value);
                    let component: Option<Vec<i128>> = component.iter().map(value).collect();
                    let (Some(copies), Some(component)) = (copies, component) else { return Ok(None) };
                    if copies < 0 || component.iter().any(|&value| value < 0) {
                        return Ok(None);
                    }
                    all.push((copies, component));
                }
                CheckedPart::Each { from, to } => {
                    let (Some(from), Some(to)) = (value(from), value(to)) else { return Ok(None) };
                    if from <= to && from < 0 {
                        return Ok(None);
                    }
                    for heap in from..=to {
                        self.step()?;
                        all.push((1, vec![heap]));
                    }
                }
            }
        }
        // Sorted first: compared with all others, the heaps of a long row would take minutes.
        all.sort_by(|a, b| a.1.cmp(&b.1));
        let mut out: Vec<NaivePart> = Vec::new();
        for (copies, component) in all {
            match out.last_mut().filter(|(_, last)| *last == component) {
                Some((count, _)) => *count += copies,
                None => out.push((copies, component)),
            }
        }
        out.retain(|(copies, _)| *copies > 0);
        Ok(Some(out))
    }
}

/// Whether a condition is `x in SET`, or several of those and equations joined by `or`.
fn is_listing(condition: &Formula, slot: Slot) -> bool {
    let about = |item: &Formula, wanted: Relation| matches!(item, Formula::Compare(relation, left, _) if *relation == wanted && *left == Term::Slot(slot));
    match condition {
        Formula::Member(_, term, _, true) => *term == Term::Slot(slot),
        Formula::Any(items) => items.iter().all(|item| match item {
            Formula::Compare(..) => about(item, Relation::Equal),
            Formula::All(items) => {
                let has = |wanted| items.iter().any(|item| about(item, wanted));
                has(Relation::Equal) || has(Relation::GreaterEqual) && has(Relation::LessEqual)
            }
            other => is_listing(other, slot),
        }),
        _ => false,
    }
}

fn is_known(term: &Term, frame: &Frame) -> bool {
    let mut all = true;
    term.slots(&mut |slot| all &= frame.get(slot).copied().flatten().is_some());
    all
}

/// The value of a term all of whose slots are known, if it has one.
fn evaluate(term: &Term, frame: &Frame) -> Option<i128> {
    let values: Vec<i128> = frame.iter().map(|value| value.unwrap_or(0)).collect();
    is_known(term, frame).then(|| term.evaluate(&values).ok())?
}

fn minus(left: &Form, right: &Form) -> Option<Form> {
    let mut factors = left.1.clone();
    for (&slot, &factor) in &right.1 {
        let sum = factors.entry(slot).or_insert(0);
        *sum = sum.checked_sub(factor)?;
    }
    Some((left.0.checked_sub(right.0)?, factors))
}

fn times(form: &Form, number: i128) -> Option<Form> {
    let factors: Option<BTreeMap<Slot, i128>> =
        form.1.iter().map(|(&slot, &factor)| Some((slot, factor.checked_mul(number)?))).collect();
    Some((form.0.checked_mul(number)?, factors?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Ruleset;

    fn loose(text: &str) -> Ruleset {
        Ruleset::parse(text).expect("a rule")
    }

    /// The second alternative divides by 0 and holds for no b, so the first alone bounds it: b = 1 gives back the heap.
    #[test]
    fn an_alternative_without_value_bounds_nothing() {
        let rules = loose("n -> n where ((a < (b)^1, abs(2) > (b + n)) or (n + b) = ones((n / n)))");
        assert_eq!(options(rules.checked(), &[0]), [[(1, vec![0])]]);
    }

    #[test]
    fn sets_too_long_to_be_read_are_a_limit() {
        for text in [
            "n -> n - k where k in 1..10^30",
            "n -> n - k where k in 1..10^30 or k in 2..10^38",
            "n -> n - k where 1 <= k <= 10^38",
            "n -> each 0..10^30",
        ] {
            let found = options_within(loose(text).checked(), &[3], 1000);
            assert_eq!(found, Err(StopReason::PositionLimit), "{text}");
        }
    }
}
