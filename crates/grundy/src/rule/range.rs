//! The range of each variable of a clause: what it is defined as, what it is listed in, or what bounds it.
//!
//! An equation between commas with a variable alone on one side defines it; `x in SET` lists it; every other comparison
//! between commas that is linear in a variable bounds it, an `or` by the weaker bound of its alternatives. A variable that
//! nothing bounds from below begins at 0, one that nothing bounds from above ends at the heap or the largest component.
//! All conditions are tested in any case, so that of all this a compiled rule needs only two facts of each variable: whether
//! 0 and the largest component are ends that no condition gave. The bounds as terms serve `explain`, and loops whose
//! conditions come too late.

use super::check::first_variable;
use super::formula::Formula;
use super::linear::simplify;
use super::syntax::{Operator, Relation, SetFunction};
use super::term::{Slot, Term};

/// Definitions of at most this many symbols, written out in full, are put in place of their names.
const MAX_INLINED: usize = 64;

/// What a variable runs over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VariableRange {
    /// One value.
    Defined(Term),
    /// The members of sets, between these ends.
    Listed {
        /// The least member or less, where that can be said.
        lower: Option<Term>,
        /// The largest member or more.
        upper: Option<Term>,
    },
    /// Every whole number between the ends; 0 and the largest component where no condition gives one.
    Bounded {
        /// The largest lower bound that the conditions give.
        lower: Option<Term>,
        /// The least upper bound.
        upper: Option<Term>,
    },
}

/// The ranges of the variables of a clause.
#[derive(Debug, Clone, Default)]
pub struct Ranges {
    first: Slot,
    ranges: Vec<VariableRange>,
    /// Slots in an order in which the range of each depends on earlier ones only.
    pub order: Vec<Slot>,
    not_negative: Vec<bool>,
}

/// Which end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeEnd {
    /// The lower end.
    Lower,
    /// The upper end.
    Upper,
}

impl Ranges {
    /// The ranges of the `count` slots of a clause, the variables being the last of them.
    pub fn of(condition: &Formula, arity: usize, count: usize) -> Ranges {
        let first = first_variable(arity);
        let mut atoms = Vec::new();
        conjuncts(condition, &mut |atom| atoms.push(atom.clone()));
        let (definitions, listings) = (vec![None; count], vec![None; count]);
        let mut search = Search { first, count, definitions, listings, atoms };
        search.define();
        search.inline();
        search.list();
        search.ranges()
    }

    /// The range of a variable.
    pub fn range(&self, slot: Slot) -> &VariableRange {
        &self.ranges[slot - self.first]
    }

    /// The variables with their ranges, in the order of their slots.
    pub fn all(&self) -> impl Iterator<Item = (Slot, &VariableRange)> {
        self.ranges.iter().enumerate().map(|(index, range)| (index + self.first, range))
    }

    /// Whether a slot can be shown to be at least 0, or begins there as nothing else is said.
    pub fn is_not_negative(&self, slot: Slot) -> bool {
        slot < self.first || self.not_negative[slot - self.first]
    }

    /// Whether the variable ends at the largest component, as nothing else is said.
    pub fn ends_at_largest(&self, slot: Slot) -> bool {
        matches!(self.range(slot), VariableRange::Bounded { upper: None, .. })
    }

    /// The definition that stands for the variable everywhere.
    pub fn inlined(&self, slot: Slot) -> Option<&Term> {
        match self.range(slot) {
            VariableRange::Defined(term) if size(term) <= MAX_INLINED => Some(term),
            _ => None,
        }
    }

    /// The term with definitions in place of names.
    pub fn expand(&self, term: &Term) -> Term {
        let named = self.all().filter_map(|(slot, _)| Some((slot, self.inlined(slot)?)));
        named.fold(term.clone(), |term, (slot, definition)| put(definition, slot, &term))
    }
}

/// `term` with `value` in place of a slot.
fn put(value: &Term, slot: Slot, term: &Term) -> Term {
    if term.mentions(slot) { term.substitute(slot, value) } else { term.clone() }
}

/// Calls `visit` with each of the conditions between commas.
pub fn conjuncts(condition: &Formula, visit: &mut impl FnMut(&Formula)) {
    match condition {
        Formula::All(items) => items.iter().for_each(|item| conjuncts(item, visit)),
        atom => visit(atom),
    }
}

/// The number of symbols of a term.
fn size(term: &Term) -> usize {
    match term {
        Term::Integer(_) | Term::Slot(_) => 1,
        Term::Binary(_, left, right) => 1 + size(left) + size(right),
        Term::Unary(_, inner) => 1 + size(inner),
    }
}

struct Search {
    first: Slot,
    count: usize,
    definitions: Vec<Option<Term>>,
    /// The condition that lists a variable.
    listings: Vec<Option<Formula>>,
    atoms: Vec<Formula>,
}

impl Search {
    fn variables(&self, term: &Term, visit: &mut impl FnMut(Slot)) {
        term.slots(&mut |slot| {
            if slot >= self.first {
                visit(slot);
            }
        });
    }

    /// Finds the equations that define: the first of each variable that does not close a circle.
    fn define(&mut self) {
        for atom in self.atoms.clone() {
            let Formula::Compare(Relation::Equal, left, right) = &atom else { continue };
            for (name, term) in [(left, right), (right, left)] {
                if let Term::Slot(slot) = *name
                    && slot >= self.first
                    && self.definitions[slot].is_none()
                    && !self.depends(term, slot)
                {
                    self.definitions[slot] = Some(term.clone());
                    break;
                }
            }
        }
    }

    /// Whether a term needs the variable, directly or through definitions and sets.
    fn depends(&self, term: &Term, slot: Slot) -> bool {
        let (mut seen, mut open) = (vec![false; self.count], Vec::new());
        self.variables(term, &mut |variable| open.push(variable));
        while let Some(variable) = open.pop() {
            if variable == slot {
                return true;
            }
            if std::mem::replace(&mut seen[variable], true) {
                continue;
            }
            if let Some(term) = &self.definitions[variable] {
                self.variables(term, &mut |other| open.push(other));
            } else if let Some(listing) = &self.listings[variable] {
                listing.terms(&mut |term| self.variables(term, &mut |other| open.push(other)));
            }
        }
        false
    }

    /// Writes definitions out in full, in each other and in the conditions, as long as they stay short.
    fn inline(&mut self) {
        // Each pass resolves one more level of names in names; circles were refused.
        for _ in self.first..self.count {
            for slot in self.first..self.count {
                let Some(term) = self.short_definition(slot).cloned() else { continue };
                for other in self.definitions.iter_mut().flatten() {
                    let longer = put(&term, slot, other);
                    if size(&longer) <= 4 * MAX_INLINED {
                        *other = longer;
                    }
                }
            }
        }
        for slot in self.first..self.count {
            if let Some(term) = self.short_definition(slot) {
                self.atoms =
                    self.atoms.iter().map(|atom| atom.map_terms(&|old| put(term, slot, old))).collect();
            }
        }
    }

    fn short_definition(&self, slot: Slot) -> Option<&Term> {
        self.definitions[slot].as_ref().filter(|term| size(term) <= MAX_INLINED)
    }

    /// Finds the conditions that list: `x in SET`, also several joined by `or`.
    fn list(&mut self) {
        for atom in self.atoms.clone() {
            for slot in self.first..self.count {
                let free = self.definitions[slot].is_none() && self.listings[slot].is_none();
                if free && lists(&atom, slot) && !self.needs_itself(&atom, slot) {
                    self.listings[slot] = Some(atom.clone());
                }
            }
        }
    }

    /// Whether the members of the sets depend on the variable.
    fn needs_itself(&self, listing: &Formula, slot: Slot) -> bool {
        let mut found = false;
        listing.terms_beside(slot, &mut |term| found |= self.depends(term, slot));
        found
    }

    fn ranges(&self) -> Ranges {
        let is_bounded = |slot: Slot| self.definitions[slot].is_none() && self.listings[slot].is_none();
        let mut bounds = VariableBounds {
            known: (0..self.count).map(|slot| slot < self.first).collect(),
            bounded: (0..self.count).map(|slot| slot >= self.first && is_bounded(slot)).collect(),
            not_negative: vec![true; self.count],
        };
        self.find_signs(&mut bounds);
        let mut found: Vec<Option<VariableRange>> = vec![None; self.count];
        let mut order = Vec::new();
        while order.len() < self.count - self.first {
            let slot = self.next(&bounds);
            let range = self.range(slot, &bounds);
            // A bound that comes too late is none, and the variable begins at 0 after all.
            bounds.not_negative[slot] |= matches!(range, VariableRange::Bounded { lower: None, .. });
            found[slot] = Some(range);
            bounds.known[slot] = true;
            order.push(slot);
        }
        Ranges {
            first: self.first,
            ranges: found.split_off(self.first).into_iter().flatten().collect(),
            order,
            not_negative: bounds.not_negative.split_off(self.first),
        }
    }

    /// Finds the variables that may be negative: those with a lower bound, but none that is plainly at least 0.
    fn find_signs(&self, bounds: &mut VariableBounds) {
        let real = std::mem::replace(&mut bounds.known, vec![true; self.count]);
        let may_be_negative = |bounds: &VariableBounds, slot: Slot| {
            let lower = match (&self.definitions[slot], &self.listings[slot]) {
                (Some(term), _) => vec![term.clone()],
                (None, Some(listing)) => bounds.lower_bounds(std::slice::from_ref(listing), slot, false),
                (None, None) => bounds.lower_bounds(&self.atoms, slot, true),
            };
            let given = self.listings[slot].is_some() || !lower.is_empty();
            given && !lower.iter().any(|term| bounds.is_plainly_positive(term))
        };
        while let Some(slot) =
            (self.first..self.count).find(|&slot| bounds.not_negative[slot] && may_be_negative(bounds, slot))
        {
            bounds.not_negative[slot] = false;
        }
        bounds.known = real;
    }

    /// The variable whose range is found next.
    fn next(&self, bounds: &VariableBounds) -> Slot {
        let open = || (self.first..self.count).filter(|&slot| !bounds.known[slot]);
        let ready = |slot: &Slot| match (&self.definitions[*slot], &self.listings[*slot]) {
            (Some(term), _) => bounds.knows(term),
            (None, Some(listing)) => {
                let mut all = true;
                listing.terms_beside(*slot, &mut |term| all &= bounds.knows(term));
                all
            }
            (None, None) => false,
        };
        let uppers = |bounds: &VariableBounds, slot: Slot| {
            self.atoms.iter().filter(|atom| bounds.bound(atom, slot, RangeEnd::Upper).is_some()).count()
        };
        let lowers = |bounds: &VariableBounds, slot: Slot| bounds.lower_bounds(&self.atoms, slot, true).len();
        let upper = |slot: &Slot| bounds.bounded[*slot] && uppers(bounds, *slot) > 0;
        // A variable with bounds in terms of another is better found after it.
        let everything = VariableBounds { known: vec![true; self.count], ..bounds.clone() };
        let settled = |slot: &Slot| lowers(&everything, *slot) == lowers(bounds, *slot);
        let whole = |slot: &Slot| settled(slot) && uppers(&everything, *slot) == uppers(bounds, *slot);
        open()
            .find(ready)
            .or_else(|| open().find(|slot| upper(slot) && whole(slot)))
            .or_else(|| open().find(|slot| upper(slot) && settled(slot)))
            .or_else(|| open().find(upper))
            .or_else(|| open().find(|slot| bounds.bounded[*slot]))
            .unwrap_or_else(|| open().next().expect("some variable is left"))
    }

    fn range(&self, slot: Slot, bounds: &VariableBounds) -> VariableRange {
        if let Some(term) = &self.definitions[slot] {
            return VariableRange::Defined(simplify(term));
        }
        let listing = self.listings[slot].as_ref();
        let atoms = listing.map_or(&self.atoms[..], std::slice::from_ref);
        let lower = bounds.lower_bounds(atoms, slot, listing.is_none());
        let lower = lower.into_iter().reduce(|a, b| join(Operator::Max, a, b));
        let upper = atoms.iter().filter_map(|atom| bounds.bound(atom, slot, RangeEnd::Upper));
        let upper = upper.reduce(|a, b| join(Operator::Min, a, b));
        match listing {
            Some(_) => VariableRange::Listed { lower, upper },
            None => VariableRange::Bounded { lower, upper },
        }
    }
}

fn join(operator: Operator, a: Term, b: Term) -> Term {
    if a == b { a } else { Term::binary(operator, a, b) }
}

/// Whether a condition names all values of the variable: equal to something, in a range, in a set, or one of those.
fn lists(condition: &Formula, slot: Slot) -> bool {
    let compares = |item: &Formula, wanted: &[Relation]| matches!(item, Formula::Compare(found, left, _) if wanted.contains(found) && *left == Term::Slot(slot));
    match condition {
        Formula::Member(_, term, _, true) => *term == Term::Slot(slot),
        Formula::Any(items) => items.iter().all(|item| match item {
            Formula::Compare(..) => compares(item, &[Relation::Equal]),
            Formula::All(items) => {
                let has = |wanted: &[Relation]| items.iter().any(|item| compares(item, wanted));
                has(&[Relation::Equal]) || has(&[Relation::GreaterEqual]) && has(&[Relation::LessEqual])
            }
            other => lists(other, slot),
        }),
        _ => false,
    }
}

/// What bounds may be made of: which slots are known, and which are at least 0.
#[derive(Debug, Clone)]
pub struct VariableBounds {
    /// By slot: whether its value is known when the bound is needed.
    pub known: Vec<bool>,
    bounded: Vec<bool>,
    not_negative: Vec<bool>,
}

impl VariableBounds {
    /// Bounds in terms of the components of a position, for the variables of a clause.
    pub fn new(ranges: &Ranges, count: usize) -> VariableBounds {
        let is_bounded =
            |slot: Slot| slot >= ranges.first && matches!(ranges.range(slot), VariableRange::Bounded { .. });
        VariableBounds {
            known: (0..count).map(|slot| slot < ranges.first).collect(),
            bounded: (0..count).map(is_bounded).collect(),
            not_negative: (0..count).map(|slot| ranges.is_not_negative(slot)).collect(),
        }
    }

    fn knows(&self, term: &Term) -> bool {
        let mut all = true;
        term.slots(&mut |slot| all &= self.known[slot]);
        all
    }

    /// Whether a term is at least 0 whatever the slots are, as its shape shows.
    fn is_plainly_positive(&self, term: &Term) -> bool {
        match term {
            Term::Integer(value) => *value >= 0,
            Term::Slot(slot) => self.not_negative[*slot],
            Term::Unary(..) => true,
            Term::Binary(operator, left, right) => {
                let subtracted = right;
                let (left, right) = (self.is_plainly_positive(left), self.is_plainly_positive(right));
                match operator {
                    Operator::Subtract => left && self.is_plainly_at_most_zero(subtracted),
                    Operator::Max => left || right,
                    Operator::Power => left,
                    Operator::Remainder => right,
                    Operator::Gcd | Operator::Log | Operator::Digit => true,
                    Operator::Xor | Operator::BitAnd | Operator::BitOr => true,
                    Operator::Add | Operator::Multiply | Operator::Divide | Operator::Min => left && right,
                }
            }
        }
    }

    /// Like [`VariableBounds::is_plainly_positive`] on the other side: sums, and what is rounded down.
    fn is_plainly_at_most_zero(&self, term: &Term) -> bool {
        match term {
            Term::Integer(value) => *value <= 0,
            Term::Binary(Operator::Add, left, right) => {
                self.is_plainly_at_most_zero(left) && self.is_plainly_at_most_zero(right)
            }
            Term::Binary(Operator::Subtract, left, right) => {
                self.is_plainly_at_most_zero(left) && self.is_plainly_positive(right)
            }
            Term::Binary(Operator::Divide, sum, by) => {
                self.is_plainly_at_most_zero(sum) && self.is_plainly_positive(by)
            }
            _ => false,
        }
    }

    /// The lower bounds that the conditions give. With `strictly`, a bound that falls when another bounded variable grows,
    /// such as (n - 2*b)/2 for a in `2*a + 2*b = n`, is none: both run from 0.
    fn lower_bounds(&self, atoms: &[Formula], slot: Slot, strictly: bool) -> Vec<Term> {
        atoms.iter().filter_map(|atom| self.end(atom, slot, RangeEnd::Lower, strictly)).collect()
    }

    /// Whether another bounded variable, as it grows, lowers the bound that a comparison gives: their factors in the sum
    /// have the same sign.
    fn is_pulled_down(&self, left: &Term, right: &Term, slot: Slot) -> bool {
        let sum = sum_of(&Term::binary(Operator::Subtract, left.clone(), right.clone()));
        let own = sum.iter().find(|(_, term)| *term == Term::Slot(slot)).map_or(0, |(factor, _)| *factor);
        let pulls = |(factor, term): &(i128, Term)| {
            factor.signum() == own.signum()
                && matches!(term, Term::Slot(other) if *other != slot && self.bounded[*other])
        };
        own != 0 && sum.iter().any(pulls)
    }

    /// The bound that a condition gives a variable, in terms of known slots.
    pub fn bound(&self, condition: &Formula, slot: Slot, end: RangeEnd) -> Option<Term> {
        self.end(condition, slot, end, false)
    }

    fn end(&self, condition: &Formula, slot: Slot, end: RangeEnd, strictly: bool) -> Option<Term> {
        let (tighter, weaker) = match end {
            RangeEnd::Lower => (Operator::Max, Operator::Min),
            RangeEnd::Upper => (Operator::Min, Operator::Max),
        };
        match condition {
            Formula::Compare(relation, left, right) => self
                .comparison(*relation, left, right, slot, end)
                .filter(|_| !strictly || end == RangeEnd::Upper || !self.is_pulled_down(left, right, slot)),
            Formula::All(items) => {
                let bounds = items.iter().filter_map(|item| self.end(item, slot, end, strictly));
                bounds.reduce(|a, b| join(tighter, a, b))
            }
            Formula::Any(items) => {
                let bounds: Option<Vec<Term>> =
                    items.iter().map(|item| self.end(item, slot, end, strictly)).collect();
                bounds?.into_iter().reduce(|a, b| join(weaker, a, b))
            }
            Formula::Member(set, Term::Slot(member), of, true) if *member == slot && self.knows(of) => {
                Some(match (set, end) {
                    (SetFunction::Digits, RangeEnd::Lower) => Term::Integer(0),
                    (SetFunction::Digits, RangeEnd::Upper) => Term::Integer(9),
                    (SetFunction::Divisors, RangeEnd::Lower) => Term::Integer(1),
                    (SetFunction::Factors, RangeEnd::Lower) => Term::Integer(2),
                    (_, RangeEnd::Upper) => of.clone(),
                })
            }
            _ => None,
        }
    }

    fn comparison(
        &self,
        relation: Relation,
        left: &Term,
        right: &Term,
        slot: Slot,
        end: RangeEnd,
    ) -> Option<Term> {
        // As `sum <= 0`.
        let minus = |a: &Term, b: &Term| Term::binary(Operator::Subtract, a.clone(), b.clone());
        let plus_one = |term: Term| Term::binary(Operator::Add, term, Term::Integer(1));
        let sums = match relation {
            Relation::LessEqual => vec![minus(left, right)],
            Relation::Less => vec![plus_one(minus(left, right))],
            Relation::GreaterEqual => vec![minus(right, left)],
            Relation::Greater => vec![plus_one(minus(right, left))],
            Relation::Equal => vec![minus(left, right), minus(right, left)],
            _ => return None,
        };
        sums.iter().find_map(|sum| self.solve(sum, slot, end))
    }

    /// The bound for the variable that `sum <= 0` gives, rounded inwards.
    fn solve(&self, sum: &Term, slot: Slot, end: RangeEnd) -> Option<Term> {
        let mut factor = 0i128;
        // The rest of the sum, with the sign it has on the other side of an upper bound.
        let mut rest: Option<Term> = None;
        let sign = if end == RangeEnd::Upper { -1 } else { 1 };
        // What stands on both sides cancels, known or not.
        for (times, term) in sum_of(sum).into_iter().filter(|(times, _)| *times != 0) {
            if term == Term::Slot(slot) {
                factor = factor.checked_add(times)?;
            } else if term.mentions(slot) {
                return None;
            } else if self.knows(&term) {
                rest = Some(added(rest, times.checked_mul(sign)?, term));
            } else if !matches!(term, Term::Slot(other) if self.not_negative[other]) || times < 0 {
                // What is not known, but at least 0, can be left out of a sum that is at most 0; nothing else can.
                return None;
            }
        }
        let rest = simplify(&rest.unwrap_or(Term::Integer(0)));
        let divided = |term: Term, by: i128| match by {
            1 => term,
            by => Term::binary(Operator::Divide, term, Term::Integer(by)),
        };
        let negated = |term: Term| simplify(&Term::binary(Operator::Subtract, Term::Integer(0), term));
        match end {
            // factor * v <= -rest
            RangeEnd::Upper if factor > 0 => Some(divided(rest, factor)),
            // v >= rest / -factor, rounded up: the negative of what -rest / -factor is, rounded down
            RangeEnd::Lower if factor == -1 => Some(rest),
            RangeEnd::Lower if factor < 0 => Some(negated(divided(negated(rest), factor.checked_neg()?))),
            _ => None,
        }
    }
}

/// `sum + times * term`.
fn added(sum: Option<Term>, times: i128, term: Term) -> Term {
    let multiple = match times.abs() {
        1 => term,
        size => Term::binary(Operator::Multiply, Term::Integer(size), term),
    };
    match sum {
        None if times > 0 => multiple,
        sum => {
            let operator = if times > 0 { Operator::Add } else { Operator::Subtract };
            Term::binary(operator, sum.unwrap_or(Term::Integer(0)), multiple)
        }
    }
}

/// A term as a sum of multiples of slots and of terms that are no sums; a constant is a multiple of the number 1.
fn sum_of(term: &Term) -> Vec<(i128, Term)> {
    let mut out: Vec<(i128, Term)> = Vec::new();
    add_multiples(term, 1, &mut out);
    out
}

fn add_multiples(term: &Term, times: i128, out: &mut Vec<(i128, Term)>) {
    let scaled = |value: &i128| value.checked_mul(times).filter(|product| product.abs() < 1 << 100);
    let mut add = |times: i128, term: &Term| match out.iter_mut().find(|(_, found)| found == term) {
        Some((sum, _)) => *sum += times,
        None => out.push((times, term.clone())),
    };
    match term {
        Term::Integer(value) if scaled(value).is_some() => {
            add(scaled(value).unwrap_or(0), &Term::Integer(1));
        }
        Term::Binary(Operator::Add, left, right) => {
            add_multiples(left, times, out);
            add_multiples(right, times, out);
        }
        Term::Binary(Operator::Subtract, left, right) => {
            add_multiples(left, times, out);
            add_multiples(right, -times, out);
        }
        Term::Binary(Operator::Multiply, left, right) => match (&**left, &**right) {
            (Term::Integer(value), other) | (other, Term::Integer(value)) if scaled(value).is_some() => {
                add_multiples(other, scaled(value).unwrap_or(0), out);
            }
            _ => add(times, term),
        },
        other => add(times, other),
    }
}
