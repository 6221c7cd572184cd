//! Does every move lead closer to the end? Shown from the rule where possible, else checked on each move met.
//!
//! Heaps: each part is smaller than the heap. Tuples: one order (the sum of the components, lexicographic in some order of
//! components, or a linear form with coefficients -1, 0 and 1 that is not negative where a move is made) decreases in
//! every move; or the measure that the rule itself says ([`super::measure`]). The proof looks for the difference as a sum of things known to be
//! positive: conditions, variables, products of positive terms, a quotient by at least 2. It is not complete, and need
//! not be: what is not shown is checked.

use super::check::{CheckedPart, first_variable, largest_slot};
use super::compile::{Branch, Program, linear_atom};
use super::linear::Linear;
use super::measure::Measure;
use super::syntax::{Operator, Relation};
use super::term::{Slot, Term};
use std::fmt;

/// An order in which positions of a tuple game may decrease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DescentOrder {
    /// The sum of the components.
    Sum,
    /// The first component that differs, looked at in this order.
    Lexicographic(Vec<usize>),
    /// A sum of some components minus others, at least 0 where a move is made: the coefficient of each component.
    Form(Vec<i8>),
    /// What the rule says.
    Said(Measure),
}

/// Components of tuples up to which all linear forms are tried.
const MAX_FORM_ARITY: usize = 7;

impl DescentOrder {
    /// The orders that are tried for tuples of `arity` components.
    pub fn all(arity: usize) -> Vec<DescentOrder> {
        let natural: Vec<usize> = (0..arity).collect();
        let reversed: Vec<usize> = (0..arity).rev().collect();
        let mut out = vec![DescentOrder::Sum, DescentOrder::Lexicographic(natural)];
        match arity {
            1 => out.truncate(1),
            3 => out.extend(
                [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                    .map(|o| DescentOrder::Lexicographic(o.to_vec())),
            ),
            _ => out.push(DescentOrder::Lexicographic(reversed)),
        }
        if (2..=MAX_FORM_ARITY).contains(&arity) {
            // All coefficients 1 is the sum, and a form without a 1 is never positive.
            let forms = (0..3usize.pow(arity as u32)).map(|code| form(arity, code));
            let useful =
                |form: &Vec<i8>| form.contains(&1) && form.iter().any(|&coefficient| coefficient != 1);
            out.extend(forms.filter(useful).map(DescentOrder::Form));
        }
        out
    }

    /// Whether `after` comes before `before` in this order.
    pub fn decreases(&self, before: &[u64], after: &[u64]) -> bool {
        match self {
            DescentOrder::Sum => sum(after) < sum(before),
            DescentOrder::Lexicographic(order) => {
                let key = |tuple: &[u64]| order.iter().map(|&index| tuple[index]).collect::<Vec<_>>();
                key(after) < key(before)
            }
            DescentOrder::Form(form) => {
                let value = |tuple: &[u64]| {
                    let terms = form.iter().zip(tuple);
                    terms
                        .map(|(&coefficient, &value)| i128::from(coefficient) * i128::from(value))
                        .sum::<i128>()
                };
                value(before) >= 0 && value(after) < value(before)
            }
            DescentOrder::Said(measure) => measure.decreases(before, after),
        }
    }
}

/// The coefficients that the digits of a number to the base 3 stand for, 1 first.
fn form(arity: usize, code: usize) -> Vec<i8> {
    (0..arity).map(|place| 1 - (code / 3usize.pow(place as u32) % 3) as i8).collect()
}

fn sum(tuple: &[u64]) -> u128 {
    tuple.iter().map(|&value| u128::from(value)).sum()
}

impl fmt::Display for DescentOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DescentOrder::Sum => f.write_str("the sum of the components decreases"),
            DescentOrder::Lexicographic(order) => {
                let names: Vec<String> = order.iter().map(|index| (index + 1).to_string()).collect();
                write!(f, "the components decrease in the order {}", names.join(", "))
            }
            DescentOrder::Form(form) => {
                let those = |wanted: i8| {
                    let places = form.iter().enumerate().filter(|(_, coefficient)| **coefficient == wanted);
                    places.map(|(index, _)| (index + 1).to_string()).collect::<Vec<_>>()
                };
                let (plus, minus) = (those(1).join(" and "), those(-1).join(" and "));
                match minus.is_empty() {
                    true => write!(f, "component {plus} decreases"),
                    false => write!(f, "component {plus} minus component {minus} decreases"),
                }
            }
            DescentOrder::Said(measure) => write!(f, "the measure `{}` decreases", measure.text()),
        }
    }
}

/// What is known about the end of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Shown for every move, by this order.
    Shown(DescentOrder),
    /// Said by the rule, by this measure; checked on each move met.
    Said(Measure),
    /// Not shown; checked on each move met.
    Checked,
}

/// Tries to show that play ends, by the measure that the rule says if it says one.
pub fn progress(program: &Program, said: Option<Measure>) -> Progress {
    let shown = |order: &DescentOrder| {
        program.branches.iter().all(|branch| branch_decreases(branch, program.arity, order))
    };
    match said.map(DescentOrder::Said) {
        Some(order) if shown(&order) => Progress::Shown(order),
        Some(DescentOrder::Said(measure)) => Progress::Said(measure),
        _ => DescentOrder::all(program.arity)
            .into_iter()
            .find(shown)
            .map_or(Progress::Checked, Progress::Shown),
    }
}

/// In which direction a component goes in every move, or stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// It never grows.
    Down,
    /// It never falls.
    Up,
}

/// How the components of a rule about tuples move, where each has one direction and none outgrows all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Courses {
    /// The direction of each component.
    pub directions: Vec<Course>,
    /// For a component that may grow, the components that it never exceeds, one for each part that a move leaves.
    within: Vec<Vec<usize>>,
}

impl Courses {
    /// The directions in which the components of a rule go; `None` where one goes both ways, or grows without bound.
    pub fn of(program: &Program) -> Option<Courses> {
        let mut courses = Courses { directions: Vec::new(), within: vec![Vec::new(); program.arity] };
        let facts: Vec<Facts> =
            program.branches.iter().map(|branch| Facts::new(branch, program.arity)).collect();
        let parts = || {
            let each = program.branches.iter().zip(&facts);
            each.flat_map(|(branch, facts)| components(branch).map(move |terms| (facts, terms)))
        };
        for slot in 0..program.arity {
            if parts().all(|(facts, terms)| facts.exceeds(slot, &terms[slot], 0)) {
                courses.directions.push(Course::Down);
                continue;
            }
            courses.directions.push(Course::Up);
            for (facts, terms) in parts() {
                let grown = Linear::difference(&terms[slot], &Term::Slot(slot))?;
                let bound = (0..program.arity).find(|&other| facts.exceeds(other, &terms[slot], 0))?;
                if !facts.at_least(&grown, 0) {
                    return None;
                }
                courses.within[slot].push(bound);
            }
        }
        Some(courses)
    }

    /// The largest that each component can become from tuples with these sides.
    pub fn bounds(&self, sides: &[u64]) -> Vec<u64> {
        let mut bounds = sides.to_vec();
        // As many rounds as there are components carry every bound along.
        for _ in 0..bounds.len() {
            for (slot, within) in self.within.iter().enumerate() {
                bounds[slot] = within.iter().map(|&other| bounds[other]).fold(bounds[slot], u64::max);
            }
        }
        bounds
    }
}

/// Each component a branch leaves; `each` counts as its largest heap.
fn components(branch: &Branch) -> impl Iterator<Item = Vec<Term>> + '_ {
    branch.parts.iter().map(|part| match part {
        CheckedPart::Copies { component, .. } => component.clone(),
        CheckedPart::Each { to, .. } => vec![to.clone()],
    })
}

fn branch_decreases(branch: &Branch, arity: usize, order: &DescentOrder) -> bool {
    let facts = Facts::new(branch, arity);
    components(branch).all(|terms| match order {
        DescentOrder::Sum if arity == 1 => facts.exceeds(0, &terms[0], 1),
        DescentOrder::Sum => {
            let difference = terms.iter().enumerate().try_fold(Linear::default(), |total, (slot, term)| {
                total.plus(&Linear::difference(&Term::Slot(slot), term)?, 1)
            });
            let pairwise = || {
                let weak = terms.iter().enumerate().all(|(slot, term)| facts.exceeds(slot, term, 0));
                weak && terms.iter().enumerate().any(|(slot, term)| facts.exceeds(slot, term, 1))
            };
            difference.is_some_and(|form| facts.at_least(&form, 1)) || pairwise()
        }
        DescentOrder::Lexicographic(order) => {
            let decided = order.iter().find(|&&slot| terms[slot] != Term::Slot(slot));
            decided.is_some_and(|&slot| facts.exceeds(slot, &terms[slot], 1))
        }
        DescentOrder::Form(form) => {
            let whole = form.iter().enumerate().try_fold(Linear::default(), |sum, (slot, &coefficient)| {
                sum.plus(&Linear::of(&Term::Slot(slot))?, coefficient.into())
            });
            let value = whole.as_ref().map(Linear::to_term);
            value.is_some_and(|value| term_falls(&facts, &value, &terms))
        }
        DescentOrder::Said(measure) => term_falls(&facts, measure.term(), &terms),
    })
}

/// Whether the numbers of a part are shown to add up to at most those of the position less `least` (0 or 1).
pub(super) fn shrinks_by(branch: &Branch, arity: usize, part: &CheckedPart, least: i128) -> bool {
    let facts = Facts::new(branch, arity);
    let terms = match part {
        CheckedPart::Copies { component, .. } => component.clone(),
        CheckedPart::Each { to, .. } => vec![to.clone()],
    };
    if let ([term], 1) = (terms.as_slice(), arity) {
        return facts.exceeds(0, term, least);
    }
    let left = || {
        let sizes = (0..arity).map(|slot| (Linear::of(&Term::Slot(slot)), 1));
        let all = sizes.chain(terms.iter().map(|term| (Linear::of(term), -1)));
        { all }.try_fold(Linear::default(), |sum, (form, sign)| sum.plus(&form?, sign))
    };
    left().is_some_and(|form| facts.at_least(&form, least))
}

/// Whether a linear term over the components is at least 0 before the move, and smaller after it.
fn term_falls(facts: &Facts, value: &Term, after: &[Term]) -> bool {
    let falls = || {
        let before = Linear::of(value)?;
        let new = before.coefficients.iter().try_fold(Linear::default(), |sum, (&slot, &coefficient)| {
            sum.plus(&Linear::of(after.get(slot)?)?, coefficient)
        });
        let constant = Linear { constant: before.constant, ..Linear::default() };
        let difference = before.plus(&new?.plus(&constant, 1)?, -1)?;
        Some(facts.at_least(&before, 0) && facts.at_least(&difference, 1))
    };
    falls() == Some(true)
}

/// Linear forms known to be at least 0 in a branch.
pub(super) struct Facts {
    forms: Vec<Linear>,
    /// The variables that may be negative.
    negative: Vec<Slot>,
}

impl Facts {
    pub fn new(branch: &Branch, arity: usize) -> Facts {
        let mut facts = Facts::of_conditions(branch);
        let largest = Term::Slot(largest_slot(arity));
        let to_largest = branch.loops.iter().filter(|this| this.to_largest).map(|this| this.slot);
        let variables = to_largest.filter(|&slot| slot >= first_variable(arity));
        facts.forms.extend(variables.filter_map(|slot| Linear::difference(&largest, &Term::Slot(slot))));
        facts
    }

    /// What the conditions of a branch say.
    pub fn of_conditions(branch: &Branch) -> Facts {
        let mut forms = Vec::new();
        let one = Linear { constant: 1, ..Linear::default() };
        for (relation, form) in branch.conditions.iter().filter_map(linear_atom) {
            let negated = form.times(-1);
            let known = match relation {
                Relation::GreaterEqual => vec![Some(form)],
                Relation::Greater => vec![form.plus(&one, -1)],
                Relation::LessEqual => vec![negated],
                Relation::Less => vec![negated.and_then(|form| form.plus(&one, -1))],
                Relation::Equal => vec![Some(form), negated],
                _ => vec![],
            };
            forms.extend(known.into_iter().flatten());
        }
        Facts { forms, negative: branch.negative.clone() }
    }

    /// Takes note that a slot is at least 1.
    pub fn with_positive(mut self, slots: std::ops::Range<Slot>) -> Facts {
        let one = Linear { constant: 1, ..Linear::default() };
        let forms = slots.filter_map(|slot| Linear::of(&Term::Slot(slot))?.plus(&one, -1));
        self.forms.extend(forms);
        self
    }

    /// Whether `form >= least` follows: it is a sum of at most two facts and slots that are not negative.
    pub fn at_least(&self, form: &Linear, least: i128) -> bool {
        let plain = |form: &Linear| {
            let positive = |(slot, &c): (&Slot, &i128)| c > 0 && !self.negative.contains(slot);
            form.constant >= least && form.coefficients.iter().all(positive)
        };
        let minus = |a: &Linear, b: &Linear| a.plus(b, -1);
        plain(form)
            || self.forms.iter().filter_map(|fact| minus(form, fact)).any(|rest| {
                plain(&rest)
                    || self.forms.iter().filter_map(|fact| minus(&rest, fact)).any(|rest| plain(&rest))
            })
    }

    /// Whether `slot - term >= least` (`least` is 0 or 1) follows.
    pub fn exceeds(&self, slot: Slot, term: &Term, least: i128) -> bool {
        let whole = Term::Slot(slot);
        if let Some(form) = Linear::difference(&whole, term) {
            return self.at_least(&form, least);
        }
        match term {
            Term::Binary(Operator::Subtract, left, right) if **left == whole => {
                self.term_at_least(right, least)
            }
            Term::Binary(Operator::Divide, left, right) if **left == whole => {
                self.term_at_least(right, least + 1) && (least == 0 || self.term_at_least(&whole, 1))
            }
            Term::Binary(Operator::Min, left, right) => {
                self.exceeds(slot, left, least) || self.exceeds(slot, right, least)
            }
            // Some of the bits of a number are at most the number.
            Term::Binary(Operator::BitAnd, left, right) => {
                self.exceeds(slot, left, least) || self.exceeds(slot, right, least)
            }
            _ => false,
        }
    }

    fn term_at_least(&self, term: &Term, least: i128) -> bool {
        if let Some(form) = Linear::of(term) {
            return self.at_least(&form, least);
        }
        match term {
            Term::Binary(Operator::Multiply, left, right) => {
                self.term_at_least(left, least.min(1)) && self.term_at_least(right, least)
            }
            Term::Binary(Operator::Add, left, right) => {
                (self.term_at_least(left, least) && self.term_at_least(right, 0))
                    || (self.term_at_least(left, 0) && self.term_at_least(right, least))
            }
            // Any number to the power 0 is 1.
            Term::Binary(Operator::Power, left, exponent) => {
                self.term_at_least(left, least) && (least < 2 || self.term_at_least(exponent, 1))
            }
            // Functions are never negative, and those of one number (and `gcd`) are 0 only for 0.
            Term::Binary(Operator::Gcd, left, right) => {
                least <= 0 || least == 1 && (self.term_at_least(left, 1) || self.term_at_least(right, 1))
            }
            Term::Binary(
                Operator::Xor | Operator::BitAnd | Operator::BitOr | Operator::Log | Operator::Digit,
                ..,
            ) => least <= 0,
            Term::Unary(_, inner) => least <= 0 || least == 1 && self.term_at_least(inner, 1),
            _ => false,
        }
    }
}
