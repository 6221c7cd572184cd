//! Terms that are sums of multiples of slots: the part of arithmetic in which equations are solved symbolically.

use super::syntax::Operator;
use super::term::{Slot, Term};
use std::collections::BTreeMap;

/// `constant + sum of coefficient * slot`, without zero coefficients.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    /// The constant.
    pub constant: i128,
    /// The coefficients that are not zero.
    pub coefficients: BTreeMap<Slot, i128>,
}

impl Linear {
    /// The linear form of a term, if it has one (and its numbers stay small, so that nothing overflows).
    pub fn of(term: &Term) -> Option<Linear> {
        match term {
            Term::Integer(value) => Some(Linear { constant: moderate(*value)?, ..Linear::default() }),
            Term::Slot(slot) => Some(Linear { constant: 0, coefficients: BTreeMap::from([(*slot, 1)]) }),
            Term::Binary(operator, left, right) => {
                let (left, right) = (Linear::of(left)?, Linear::of(right)?);
                match operator {
                    Operator::Add => left.plus(&right, 1),
                    Operator::Subtract => left.plus(&right, -1),
                    Operator::Multiply if right.is_constant() => left.times(right.constant),
                    Operator::Multiply if left.is_constant() => right.times(left.constant),
                    _ => None,
                }
            }
            Term::Unary(..) => None,
        }
    }

    /// The difference `left - right` of two terms.
    pub fn difference(left: &Term, right: &Term) -> Option<Linear> {
        Linear::of(left)?.plus(&Linear::of(right)?, -1)
    }

    /// Whether no slot occurs.
    pub fn is_constant(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The coefficient of `slot`.
    pub fn coefficient(&self, slot: Slot) -> i128 {
        self.coefficients.get(&slot).copied().unwrap_or(0)
    }

    /// `self + factor * other`, if the numbers stay small.
    pub fn plus(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = moderate(sum.constant + other.constant.checked_mul(factor)?)?;
        for (&slot, &coefficient) in &other.coefficients {
            let entry = sum.coefficients.entry(slot).or_insert(0);
            *entry = small(*entry + coefficient.checked_mul(factor)?)?;
        }
        sum.coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
    }

    /// `factor * self`, if the numbers stay small.
    pub fn times(&self, factor: i128) -> Option<Linear> {
        Linear::default().plus(self, factor)
    }

    /// The form without `slot`.
    pub fn without(&self, slot: Slot) -> Linear {
        let mut rest = self.clone();
        rest.coefficients.remove(&slot);
        rest
    }

    /// The form as a term: positive multiples first, so that few intermediate values are negative.
    pub fn to_term(&self) -> Term {
        let mut sum: Option<Term> = None;
        let mut add = |term: Term, negative: bool| {
            let operator = if negative { Operator::Subtract } else { Operator::Add };
            sum = Some(match sum.take() {
                None if negative => Term::binary(Operator::Subtract, Term::Integer(0), term),
                None => term,
                Some(left) => Term::binary(operator, left, term),
            });
        };
        let mut entries: Vec<(Slot, i128)> = self.coefficients.iter().map(|(&s, &c)| (s, c)).collect();
        entries.sort_by_key(|&(slot, coefficient)| (coefficient < 0, slot));
        for (slot, coefficient) in entries {
            let size = coefficient.abs();
            let multiple = match size {
                1 => Term::Slot(slot),
                _ => Term::binary(Operator::Multiply, Term::Integer(size), Term::Slot(slot)),
            };
            add(multiple, coefficient < 0);
        }
        if self.constant != 0 || self.is_constant() {
            add(Term::Integer(self.constant.abs()), self.constant < 0);
        }
        sum.expect("a constant is added when nothing else is")
    }
}

/// A factor, if its multiples of heaps are so far from every overflow that forms may be rearranged without changing what
/// faults.
fn small(value: i128) -> Option<i128> {
    (value.abs() < 1 << 40).then_some(value)
}

/// A constant for which that holds: any heap may be one.
fn moderate(value: i128) -> Option<i128> {
    (value.abs() < 1 << 66).then_some(value)
}

/// The term in its shortest linear form, or as it was.
pub fn simplify(term: &Term) -> Term {
    match (Linear::of(term), term) {
        (Some(linear), _) => linear.to_term(),
        (None, Term::Binary(operator, left, right)) => {
            Term::binary(*operator, simplify(left), simplify(right))
        }
        (None, Term::Unary(function, inner)) => Term::unary(*function, simplify(inner)),
        (None, other) => other.clone(),
    }
}
