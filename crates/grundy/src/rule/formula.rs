//! Conditions of a checked rule: atoms joined by 'all' and 'any', negations pushed down to the atoms.
//!
//! 'Any' is tried from the left and stops at the first that holds; a fault met on the way makes the move illegal. When
//! the alternatives of an 'any' become branches of their own, each later one therefore carries the condition that the
//! earlier ones are defined ([`Formula::Defined`]), unless they cannot fault at all.

use super::syntax::{Predicate, Relation, SetFunction};
use super::term::{Number, Slot, Term, TermError};
use crate::value::factor::{divisors, factors, is_prime};

/// A condition over slots.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// `left relation right`
    Compare(Relation, Term, Term),
    /// The predicate holds (`true`) or does not (`false`).
    Is(Predicate, Term, bool),
    /// The first term is in the set of the second (`true`) or is not (`false`).
    Member(SetFunction, Term, Term, bool),
    /// All of them.
    All(Vec<Formula>),
    /// At least one of them, tried from the left.
    Any(Vec<Formula>),
    /// The formula can be evaluated, whether it holds or not.
    Defined(Box<Formula>),
    /// The formula, which was written under `not`: it is tested, but gives no variable a bound.
    Test(Box<Formula>),
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
            Formula::Member(set, term, of, expected) => {
                let (term, of) = (term.evaluate(frame)?.wide(), of.evaluate(frame)?.wide());
                Ok(set.contains(of, term)? == *expected)
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
            Formula::Test(inner) => inner.holds(frame),
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
            Formula::Member(_, term, of, _) => {
                visit(term);
                visit(of);
            }
            Formula::All(items) | Formula::Any(items) => items.iter().for_each(|item| item.terms(visit)),
            Formula::Defined(inner) | Formula::Test(inner) => inner.terms(visit),
        }
    }

    /// Calls `visit` with each term but `member` where it is what the condition speaks of: `x` before `in`, `=` or `<`, but
    /// not the second `x` of `x in factors(x)`.
    pub fn terms_beside(&self, member: Slot, visit: &mut impl FnMut(&Term)) {
        match self {
            Formula::Compare(_, subject, other) | Formula::Member(_, subject, other, _) => {
                if *subject != Term::Slot(member) {
                    visit(subject);
                }
                visit(other);
            }
            Formula::All(items) | Formula::Any(items) => {
                items.iter().for_each(|item| item.terms_beside(member, visit));
            }
            Formula::Is(..) | Formula::Defined(_) | Formula::Test(_) => self.terms(visit),
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
            Formula::Member(set, term, of, expected) => {
                Formula::Member(*set, change(term), change(of), *expected)
            }
            Formula::All(items) => Formula::All(items.iter().map(|item| item.map_terms(change)).collect()),
            Formula::Any(items) => Formula::Any(items.iter().map(|item| item.map_terms(change)).collect()),
            Formula::Defined(inner) => Formula::Defined(Box::new(inner.map_terms(change))),
            Formula::Test(inner) => Formula::Test(Box::new(inner.map_terms(change))),
        }
    }

    fn may_fault(&self) -> bool {
        // The digits of a negative number are not defined.
        let mut found = self.asks_for_digits();
        self.terms(&mut |term| found |= term.may_fault());
        found
    }

    fn asks_for_digits(&self) -> bool {
        match self {
            Formula::Member(set, ..) => *set == SetFunction::Digits,
            Formula::All(items) | Formula::Any(items) => items.iter().any(Formula::asks_for_digits),
            Formula::Defined(inner) | Formula::Test(inner) => inner.asks_for_digits(),
            Formula::Compare(..) | Formula::Is(..) => false,
        }
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
        Formula::Test(inner) => branches(inner),
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

    /// The relation seen from the other side of a change of sign.
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
            other => other,
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

impl SetFunction {
    /// Whether `member` is in the set of `number`.
    ///
    /// # Errors
    /// When the set is not defined: the digits of a negative number.
    pub fn contains(self, number: i128, member: i128) -> Result<bool, TermError> {
        Ok(match self {
            SetFunction::Digits if number < 0 => return Err(TermError::Undefined),
            SetFunction::Digits => self.members(number)?.contains(&member),
            SetFunction::Divisors => number > 0 && member > 0 && number % member == 0,
            SetFunction::Factors => {
                number > 0 && member > 1 && number % member == 0 && is_prime(member.unsigned_abs())
            }
        })
    }

    /// The members of the set of `number`, each once, in increasing order.
    ///
    /// # Errors
    /// When the set is not defined, or the number has more than 64 bits and would have to be factored.
    pub fn members(self, number: i128) -> Result<Vec<i128>, TermError> {
        match self {
            SetFunction::Digits if number < 0 => Err(TermError::Undefined),
            SetFunction::Digits => {
                let mut seen = [number == 0, false, false, false, false, false, false, false, false, false];
                let mut rest = number;
                while rest > 0 {
                    seen[(rest % 10) as usize] = true;
                    rest /= 10;
                }
                Ok((0..10).filter(|&digit| seen[digit as usize]).collect())
            }
            _ if number <= 0 => Ok(Vec::new()),
            _ => {
                let number = u64::try_from(number).map_err(|_| TermError::Overflow)?;
                let mut members: Vec<i128> = if self == SetFunction::Divisors {
                    divisors(number).into_iter().map(i128::from).collect()
                } else {
                    factors(number).into_iter().map(|power| power.0.into()).collect()
                };
                members.sort_unstable();
                Ok(members)
            }
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
    fn sets_of_numbers_agree_with_their_definitions() {
        for n in -3i128..400 {
            let digits: Vec<i128> = (0..10).filter(|d| n.to_string().contains(&d.to_string())).collect();
            assert_eq!(SetFunction::Digits.members(n).ok(), (n >= 0).then_some(digits));
            let divisors: Vec<i128> = (1..=n).filter(|d| n % d == 0).collect();
            let primes: Vec<i128> =
                divisors.iter().copied().filter(|d| *d > 1 && (2..*d).all(|e| d % e != 0)).collect();
            assert_eq!(SetFunction::Divisors.members(n), Ok(divisors));
            assert_eq!(SetFunction::Factors.members(n), Ok(primes));
            for set in [SetFunction::Digits, SetFunction::Divisors, SetFunction::Factors] {
                for member in -2..n + 2 {
                    let listed = set.members(n).map(|members| members.contains(&member));
                    assert_eq!(set.contains(n, member), listed, "{set:?} {n} {member}");
                }
            }
        }
    }

    #[test]
    fn zero_divides_nothing() {
        assert!(!Relation::Divides.holds(0, 0));
        assert!(Relation::Divides.holds(3, 0));
        assert!(Relation::Divides.holds(-1, i128::MIN));
    }
}
