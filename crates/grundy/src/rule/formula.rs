//! Conditions of a checked rule: atoms joined by 'all' and 'any', negations pushed down to the atoms.
//!
//! 'Any' is tried from the left and stops at the first that holds; a fault met on the way makes the move illegal. When
//! the alternatives of an 'any' become branches of their own, each later one therefore carries the condition that the
//! earlier ones are defined ([`Formula::Defined`]), unless they cannot fault at all.

use super::syntax::{Predicate, Relation};
use super::term::{Number, Slot, Term, TermError};
use crate::value::factor::is_prime;

/// A condition over slots.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// `left relation right`
    Compare(Relation, Term, Term),
    /// The predicate holds (`true`) or does not (`false`).
    Is(Predicate, Term, bool),
    /// All of them.
    All(Vec<Formula>),
    /// At least one of them, tried from the left.
    Any(Vec<Formula>),
    /// The formula can be evaluated, whether it holds or not.
    Defined(Box<Formula>),
}

/// Most branches one clause may become; beyond, alternatives stay conditions that are tested.
const MAX_BRANCHES: usize = 256;

impl Formula {
    /// Whether the condition holds under `frame`.
    ///
    /// # Errors
    /// When a term that decides it has no value.
    pub fn holds<T: Number>(&self, frame: &[T]) -> Result<bool, TermError> {
        match self {
            Formula::Compare(relation, left, right) => {
                Ok(relation.holds(left.evaluate(frame)?.wide(), right.evaluate(frame)?.wide()))
            }
            Formula::Is(predicate, term, expected) => {
                Ok(predicate.holds(term.evaluate(frame)?.wide()) == *expected)
            }
            Formula::All(items) => {
                for item in items {
                    if !item.holds(frame)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Formula::Any(items) => {
                for item in items {
                    if item.holds(frame)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Formula::Defined(inner) => match inner.holds(frame) {
                Ok(_) => Ok(true),
                // An overflow of the narrow type is the caller's to repeat in the wide one.
                Err(TermError::Overflow) => Err(TermError::Overflow),
                Err(TermError::Undefined) => Ok(false),
            },
        }
    }

    /// Calls `visit` with each term.
    pub fn terms(&self, visit: &mut impl FnMut(&Term)) {
        match self {
            Formula::Compare(_, left, right) => {
                visit(left);
                visit(right);
            }
            Formula::Is(_, term, _) => visit(term),
            Formula::All(items) | Formula::Any(items) => items.iter().for_each(|item| item.terms(visit)),
            Formula::Defined(inner) => inner.terms(visit),
        }
    }

    /// Whether `slot` occurs.
    pub fn mentions(&self, slot: Slot) -> bool {
        let mut found = false;
        self.terms(&mut |term| found |= term.mentions(slot));
        found
    }

    /// The formula with each term replaced.
    pub fn map_terms(&self, change: &impl Fn(&Term) -> Term) -> Formula {
        match self {
            Formula::Compare(relation, left, right) => {
                Formula::Compare(*relation, change(left), change(right))
            }
            Formula::Is(predicate, term, expected) => Formula::Is(predicate.clone(), change(term), *expected),
            Formula::All(items) => Formula::All(items.iter().map(|item| item.map_terms(change)).collect()),
            Formula::Any(items) => Formula::Any(items.iter().map(|item| item.map_terms(change)).collect()),
            Formula::Defined(inner) => Formula::Defined(Box::new(inner.map_terms(change))),
        }
    }

    fn may_fault(&self) -> bool {
        let mut found = false;
        self.terms(&mut |term| found |= term.may_fault());
        found
    }
}

/// The condition as alternatives, each a list of atoms that must all hold; `Any` survives inside an atom only when the
/// alternatives would be too many.
pub fn branches(condition: &Formula) -> Vec<Vec<Formula>> {
    match condition {
        Formula::All(items) => {
            let mut out = vec![Vec::new()];
            for item in items {
                let choices = branches(item);
                if out.len() * choices.len() > MAX_BRANCHES {
                    out.iter_mut().for_each(|branch: &mut Vec<Formula>| branch.push(item.clone()));
                } else {
                    out = product(&out, &choices);
                }
            }
            out
        }
        Formula::Any(items) => {
            let mut out = Vec::new();
            for (index, item) in items.iter().enumerate() {
                let earlier = items[..index].iter().filter(|f| f.may_fault());
                let guards: Vec<Formula> = earlier.map(|f| Formula::Defined(Box::new(f.clone()))).collect();
                out.extend(branches(item).into_iter().map(|branch| [guards.clone(), branch].concat()));
            }
            if out.len() > MAX_BRANCHES { vec![vec![condition.clone()]] } else { out }
        }
        atom => vec![vec![atom.clone()]],
    }
}

fn product(left: &[Vec<Formula>], right: &[Vec<Formula>]) -> Vec<Vec<Formula>> {
    left.iter().flat_map(|a| right.iter().map(|b| [a.as_slice(), b.as_slice()].concat())).collect()
}

impl Relation {
    /// The relation that holds exactly when this one does not.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Divides => Relation::NotDivides,
            Relation::NotDivides => Relation::Divides,
        }
    }

    /// Whether it holds between two numbers; `0 | n` is false.
    #[inline]
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Relation::Less => left < right,
            Relation::LessEqual => left <= right,
            Relation::Greater => left > right,
            Relation::GreaterEqual => left >= right,
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Divides => divides(left, right),
            Relation::NotDivides => !divides(left, right),
        }
    }
}

fn divides(divisor: i128, number: i128) -> bool {
    divisor != 0 && number.checked_rem(divisor).is_none_or(|rest| rest == 0)
}

impl Predicate {
    /// Whether the number has the property.
    pub fn holds(&self, number: i128) -> bool {
        match *self {
            Predicate::Square => number >= 0 && number.isqrt().pow(2) == number,
            Predicate::Prime => u128::try_from(number).is_ok_and(is_prime),
            Predicate::PowerOf(base) => is_power(number, base),
        }
    }
}

fn is_power(mut number: i128, base: i128) -> bool {
    if number < 1 {
        return false;
    }
    while number % base == 0 {
        number /= base;
    }
    number == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_agree_with_trial_division() {
        for n in -5i128..5000 {
            let prime = n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
            assert_eq!(Predicate::Prime.holds(n), prime, "{n}");
            assert_eq!(Predicate::Square.holds(n), (0..=71).any(|k| k * k == n), "{n}");
            assert_eq!(Predicate::PowerOf(2).holds(n), n > 0 && n.count_ones() == 1, "{n}");
        }
        assert!(Predicate::Prime.holds(18_446_744_073_709_551_557));
        assert!(!Predicate::Prime.holds(18_446_744_073_709_551_557 * 3));
        assert!(Predicate::Prime.holds((1 << 89) - 1));
        assert!(!Predicate::Prime.holds(3_215_031_751));
    }

    #[test]
    fn zero_divides_nothing() {
        assert!(!Relation::Divides.holds(0, 0));
        assert!(Relation::Divides.holds(3, 0));
        assert!(Relation::Divides.holds(-1, i128::MIN));
    }
}
