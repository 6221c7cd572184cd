//! Reads a checked rule word by word: every variable over its whole range, every condition tested.
//!
//! Exponentially slow in the number of variables and obviously right; the compiled loops must give the same moves. The
//! ranges are found here once more, with numbers instead of terms: when a variable's turn comes, the conditions between
//! commas are read with what is known by then, and what remains is a linear form in the variables that are not.

use super::check::{Checked, CheckedClause, CheckedPart, first_variable, largest_slot};
use super::formula::Formula;
use super::syntax::{Operator, Relation};
use super::term::{Slot, Term};
use std::collections::BTreeMap;

/// A part of an option: copies and component.
pub type NaivePart = (i128, Vec<i128>);

/// The options of a position, each as its parts in increasing order without parts of 0 copies; repeats removed.
pub fn options(rule: &Checked, position: &[i128]) -> Vec<Vec<NaivePart>> {
    let mut out = Vec::new();
    for clause in &rule.clauses {
        let mut atoms = Vec::new();
        between_commas(&clause.condition, &mut atoms);
        let first = first_variable(rule.arity);
        let mut reader =
            Reader { clause, first, definitions: BTreeMap::new(), listings: BTreeMap::new(), atoms };
        reader.find_definitions();
        reader.find_listings();
        let mut frame: Frame = vec![None; clause.names.len()];
        frame[..rule.arity].iter_mut().zip(position).for_each(|(slot, &value)| *slot = Some(value));
        let largest = position.iter().copied().max().unwrap_or(0);
        frame[largest_slot(rule.arity)] = Some(largest);
        reader.assign(&mut frame, largest, &mut out);
    }
    out.sort();
    out.dedup();
    out
}

/// The values known so far.
type Frame = Vec<Option<i128>>;

/// `constant + sum of factor * variable`, over variables that are not known yet.
type Form = (i128, BTreeMap<Slot, i128>);

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
        set.terms(&mut |term| found |= *term != Term::Slot(listed) && self.leads_to(term, slot));
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

    fn assign(&self, frame: &mut Frame, largest: i128, out: &mut Vec<Vec<NaivePart>>) {
        let Some(slot) = self.next(frame) else {
            let frame: Vec<i128> = frame.iter().map(|value| value.expect("every slot is known")).collect();
            if self.clause.condition.holds(&frame) == Ok(true) {
                out.extend(parts(self.clause, &frame));
            }
            return;
        };
        let values: Vec<i128> = match (self.definitions.get(&slot), self.listings.get(&slot)) {
            (Some(definition), _) => evaluate(definition, frame).into_iter().collect(),
            (None, Some(listing)) => self.members(listing, slot, frame),
            (None, None) => {
                let from = self.bound(slot, true, frame, &[]).unwrap_or(0);
                (from..=self.bound(slot, false, frame, &[]).unwrap_or(largest)).collect()
            }
        };
        for value in values {
            frame[slot] = Some(value);
            self.assign(frame, largest, out);
        }
        frame[slot] = None;
    }

    /// The variable whose turn it is: what is defined or listed by what is known, then what is bounded by it, first where no
    /// condition could say more once other variables are known.
    fn next(&self, frame: &Frame) -> Option<Slot> {
        let open: Vec<Slot> = (self.first..frame.len()).filter(|&slot| frame[slot].is_none()).collect();
        let ready = |slot: Slot| match (self.definitions.get(&slot), self.listings.get(&slot)) {
            (Some(term), _) => is_known(term, frame),
            (None, Some(listing)) => {
                let mut all = true;
                listing.terms(&mut |term| all &= *term == Term::Slot(slot) || is_known(term, frame));
                all
            }
            (None, None) => false,
        };
        let is_bounded =
            |slot: Slot| !self.definitions.contains_key(&slot) && !self.listings.contains_key(&slot);
        let says = |slot: Slot, lower: bool, frame: &Frame| {
            self.atoms.iter().filter(|atom| self.bound_of(atom, slot, lower, frame, &[]).is_some()).count()
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
    fn bound(&self, slot: Slot, lower: bool, frame: &Frame, assumed: &[Slot]) -> Option<i128> {
        let all = self.atoms.iter().filter_map(|atom| self.bound_of(atom, slot, lower, frame, assumed));
        if lower { all.max() } else { all.min() }
    }

    /// The bound that a condition gives a variable.
    fn bound_of(
        &self,
        condition: &Formula,
        slot: Slot,
        lower: bool,
        frame: &Frame,
        assumed: &[Slot],
    ) -> Option<i128> {
        match condition {
            Formula::Compare(relation, left, right) => {
                let (left, right) = (self.form(left, frame)?, self.form(right, frame)?);
                let (difference, reverse) = (minus(&left, &right)?, minus(&right, &left)?);
                let strict = |form: &Form| Some((form.0.checked_add(1)?, form.1.clone()));
                let at_most_zero = match relation {
                    Relation::LessEqual => vec![difference],
                    Relation::Less => vec![strict(&difference)?],
                    Relation::GreaterEqual => vec![reverse],
                    Relation::Greater => vec![strict(&reverse)?],
                    Relation::Equal => vec![difference, reverse],
                    _ => vec![],
                };
                // `a + b = n` lets both begin at 0: a lower bound that another bounded variable pulls down is none.
                if lower && self.is_pulled_down(condition, slot) {
                    return None;
                }
                at_most_zero.iter().find_map(|form| self.solve(form, slot, lower, frame, assumed))
            }
            Formula::All(items) => {
                let all = items.iter().filter_map(|item| self.bound_of(item, slot, lower, frame, assumed));
                if lower { all.max() } else { all.min() }
            }
            Formula::Any(items) => {
                let all: Option<Vec<i128>> =
                    items.iter().map(|item| self.bound_of(item, slot, lower, frame, assumed)).collect();
                if lower { all?.into_iter().min() } else { all?.into_iter().max() }
            }
            Formula::Member(set, term, of, true) if *term == Term::Slot(slot) => {
                let members = set.members(evaluate(of, frame)?).ok()?;
                // An empty set has bounds, too: between them nothing lies.
                let end = if lower { members.first() } else { members.last() };
                Some(end.copied().unwrap_or(if lower { 1 } else { 0 }))
            }
            _ => None,
        }
    }

    /// Whether a comparison, solved for the variable, has a bounded variable with a factor of the same sign beside it.
    fn is_pulled_down(&self, comparison: &Formula, slot: Slot) -> bool {
        let Formula::Compare(_, left, right) = comparison else { return false };
        let nothing: Frame = vec![None; self.clause.names.len()];
        let (Some(left), Some(right)) = (self.form(left, &nothing), self.form(right, &nothing)) else {
            return false;
        };
        let Some((_, factors)) = minus(&left, &right) else { return false };
        let own = factors.get(&slot).copied().unwrap_or(0);
        factors.iter().any(|(&other, &factor)| {
            let is_bounded = !self.definitions.contains_key(&other) && !self.listings.contains_key(&other);
            other != slot && other >= self.first && is_bounded && (factor > 0) == (own > 0)
        })
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
        let speaks = |atom: &&Formula| self.bound_of(atom, slot, true, &ones, assumed).is_some();
        match self.atoms.iter().any(speaks) {
            true => self.bound(slot, true, frame, assumed).is_some_and(|bound| bound >= 0),
            false => true,
        }
    }

    /// A term as a linear form in the variables that are not known; names of expressions are read as the expressions.
    fn form(&self, term: &Term, frame: &Frame) -> Option<Form> {
        match term {
            term if is_known(term, frame) => Some((evaluate(term, frame)?, BTreeMap::new())),
            Term::Slot(slot) => match self.definitions.get(slot) {
                Some(definition) => self.form(definition, frame),
                None => Some((0, BTreeMap::from([(*slot, 1)]))),
            },
            Term::Binary(Operator::Add, left, right) => {
                minus(&self.form(left, frame)?, &times(&self.form(right, frame)?, -1)?)
            }
            Term::Binary(Operator::Subtract, left, right) => {
                minus(&self.form(left, frame)?, &self.form(right, frame)?)
            }
            Term::Binary(Operator::Multiply, left, right) => {
                let number = |term: &Term| evaluate(term, &Vec::new());
                match (number(left), number(right)) {
                    (Some(number), _) => times(&self.form(right, frame)?, number),
                    (_, Some(number)) => times(&self.form(left, frame)?, number),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The members of the sets that list a variable.
    fn members(&self, listing: &Formula, slot: Slot, frame: &Frame) -> Vec<i128> {
        match listing {
            Formula::Member(set, _, of, _) => {
                evaluate(of, frame).and_then(|of| set.members(of).ok()).unwrap_or_default()
            }
            Formula::Any(items) => items.iter().flat_map(|item| self.members(item, slot, frame)).collect(),
            other => {
                let side = |lower| self.side(other, slot, lower, frame);
                let (Some(from), Some(to)) = (side(true), side(false)) else { return Vec::new() };
                (from..=to).collect()
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

fn parts(clause: &CheckedClause, frame: &[i128]) -> Option<Vec<NaivePart>> {
    let mut all: Vec<NaivePart> = Vec::new();
    for part in &clause.parts {
        match part {
            CheckedPart::Copies { count, component } => {
                let copies = count.as_ref().map_or(Ok(1), |count| count.evaluate(frame)).ok()?;
                let component: Vec<i128> =
                    component.iter().map(|t| t.evaluate(frame)).collect::<Result<_, _>>().ok()?;
                if copies < 0 || component.iter().any(|&value| value < 0) {
                    return None;
                }
                all.push((copies, component));
            }
            CheckedPart::Each { from, to } => {
                let (from, to) = (from.evaluate(frame).ok()?, to.evaluate(frame).ok()?);
                if from <= to && from < 0 {
                    return None;
                }
                all.extend((from..=to).map(|heap| (1, vec![heap])));
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
    Some(out)
}
