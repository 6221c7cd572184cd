//! Arithmetic of a checked rule: names have become slots, parameters have become numbers.
//!
//! Terms are evaluated over `i64` where heaps are table-sized and over `i128` otherwise, by the same code. Division and
//! remainder round towards minus infinity. A [`TermError`] (division by zero, negative exponent, overflow) makes the move it
//! occurs in illegal; an overflow of `i64` is no fault of the rule, so the caller repeats the position in `i128`.

use super::linear::Linear;
use super::syntax::Operator;

/// Where a value lives while a position's options are visited: components first, then the variables.
pub type Slot = usize;

/// An expression over slots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A whole number.
    Integer(i128),
    /// A component or variable.
    Slot(Slot),
    /// Two terms joined.
    Binary(Operator, Box<Term>, Box<Term>),
}

/// Why a term has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermError {
    /// Division by zero or a negative exponent.
    Undefined,
    /// The value does not fit the number type.
    Overflow,
}

/// The two integer types a rule runs on.
pub trait Number: Copy + Ord + std::fmt::Debug + Default {
    /// The number, if it fits.
    fn from_wide(value: i128) -> Option<Self>;
    /// The number in 128 bits.
    fn wide(self) -> i128;
    /// `self operator other`.
    ///
    /// # Errors
    /// When the result is undefined or does not fit.
    fn apply(self, operator: Operator, other: Self) -> Result<Self, TermError>;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            #[inline]
            fn from_wide(value: i128) -> Option<Self> {
                value.try_into().ok()
            }

            #[inline]
            fn wide(self) -> i128 {
                i128::from(self)
            }

            #[inline]
            fn apply(self, operator: Operator, other: Self) -> Result<Self, TermError> {
                let result = match operator {
                    Operator::Add => self.checked_add(other),
                    Operator::Subtract => self.checked_sub(other),
                    Operator::Multiply => self.checked_mul(other),
                    Operator::Divide | Operator::Remainder if other == 0 => return Err(TermError::Undefined),
                    Operator::Divide => self.checked_div(other).map(|quotient| {
                        let below = self % other != 0 && (self < 0) != (other < 0);
                        quotient - Self::from(below)
                    }),
                    Operator::Remainder if other == -1 => Some(0),
                    Operator::Remainder => {
                        let rest = self % other;
                        Some(if rest != 0 && (rest < 0) != (other < 0) { rest + other } else { rest })
                    }
                    Operator::Power => return power(self, other),
                    Operator::Min => Some(self.min(other)),
                    Operator::Max => Some(self.max(other)),
                };
                result.ok_or(TermError::Overflow)
            }
        }
    };
}
number!(i64);
number!(i128);

fn power<T: Number>(base: T, exponent: T) -> Result<T, TermError> {
    let (base, exponent) = (base.wide(), exponent.wide());
    let value = match (base, exponent) {
        (_, e) if e < 0 => return Err(TermError::Undefined),
        (_, 0) | (1, _) => Some(1),
        (0, _) => Some(0),
        (-1, e) => Some(if e % 2 == 0 { 1 } else { -1 }),
        (b, e) => u32::try_from(e).ok().and_then(|e| b.checked_pow(e)),
    };
    value.and_then(T::from_wide).ok_or(TermError::Overflow)
}

impl Term {
    /// `self operator other`, folded when both are plain numbers.
    pub fn binary(operator: Operator, left: Term, right: Term) -> Term {
        if let (Term::Integer(a), Term::Integer(b)) = (&left, &right)
            && let Ok(value) = a.apply(operator, *b)
        {
            return Term::Integer(value);
        }
        Term::Binary(operator, Box::new(left), Box::new(right))
    }

    /// The value under `frame`.
    ///
    /// # Errors
    /// When some step has no value.
    pub fn evaluate<T: Number>(&self, frame: &[T]) -> Result<T, TermError> {
        match self {
            Term::Integer(value) => T::from_wide(*value).ok_or(TermError::Overflow),
            Term::Slot(slot) => Ok(frame[*slot]),
            Term::Binary(operator, left, right) => {
                left.evaluate(frame)?.apply(*operator, right.evaluate(frame)?)
            }
        }
    }

    /// Calls `visit` with each slot of the term.
    pub fn slots(&self, visit: &mut impl FnMut(Slot)) {
        match self {
            Term::Integer(_) => {}
            Term::Slot(slot) => visit(*slot),
            Term::Binary(_, left, right) => {
                left.slots(visit);
                right.slots(visit);
            }
        }
    }

    /// Whether `slot` occurs.
    pub fn mentions(&self, slot: Slot) -> bool {
        let mut found = false;
        self.slots(&mut |s| found |= s == slot);
        found
    }

    /// The term with `value` in place of `slot`.
    pub fn substitute(&self, slot: Slot, value: &Term) -> Term {
        match self {
            Term::Slot(s) if *s == slot => value.clone(),
            Term::Integer(_) | Term::Slot(_) => self.clone(),
            Term::Binary(operator, left, right) => {
                Term::binary(*operator, left.substitute(slot, value), right.substitute(slot, value))
            }
        }
    }

    /// Whether evaluation may fault for some numbers; slots hold at most 64 bits.
    pub fn may_fault(&self) -> bool {
        if Linear::of(self).is_some() {
            return false;
        }
        match self {
            Term::Integer(value) => value.unsigned_abs() >= 1 << 100,
            Term::Slot(_) => false,
            Term::Binary(operator, left, right) => {
                let safe = match operator {
                    Operator::Add | Operator::Subtract | Operator::Min | Operator::Max => true,
                    Operator::Divide | Operator::Remainder => matches!(**right, Term::Integer(v) if v != 0),
                    Operator::Multiply | Operator::Power => false,
                };
                !safe || left.may_fault() || right.may_fault()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_in_both_widths() {
        for a in -9i64..=9 {
            for b in (-4i64..=4).filter(|&b| b != 0) {
                let floor = (a as f64 / b as f64).floor() as i64;
                assert_eq!(a.apply(Operator::Divide, b), Ok(floor));
                assert_eq!(a.apply(Operator::Remainder, b), Ok(a - b * floor));
                assert_eq!(i128::from(a).apply(Operator::Divide, b.into()), Ok(floor.into()));
            }
        }
        assert_eq!(i64::MIN.apply(Operator::Divide, -1), Err(TermError::Overflow));
        assert_eq!(i64::MIN.apply(Operator::Remainder, -1), Ok(0));
        assert_eq!(1i64.apply(Operator::Remainder, 0), Err(TermError::Undefined));
    }

    #[test]
    fn powers_fault_rather_than_wrap() {
        assert_eq!(2i64.apply(Operator::Power, 62), Ok(1 << 62));
        assert_eq!(2i64.apply(Operator::Power, 63), Err(TermError::Overflow));
        assert_eq!(2i128.apply(Operator::Power, -1), Err(TermError::Undefined));
        assert_eq!((-1i64).apply(Operator::Power, i64::MAX), Ok(-1));
        assert_eq!(0i64.apply(Operator::Power, 0), Ok(1));
    }
}
