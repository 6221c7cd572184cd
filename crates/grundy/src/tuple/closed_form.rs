//! Tuple games whose values have a formula.
//!
//! Euclid's game (Cole and Davie 1969): the value of (a, b) with a >= b > 0 is floor(a/b - b/a) (Nivasch 2006). Computed in
//! whole numbers: floor((a² - b²) / (ab)).

use crate::rule::Ruleset;

/// A formula for all tuples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClosedForm {
    /// Subtract a multiple of one number from the other.
    Euclid,
}

const EUCLID: &str = "(a, b) -> (a - k*b, b) where k > 0, b > 0 ; (a, b) -> (a, b - k*a) where k > 0, a > 0";

impl ClosedForm {
    /// The formula of a ruleset, if it has one.
    pub fn of(rules: &Ruleset) -> Option<ClosedForm> {
        (rules.text() == EUCLID).then_some(ClosedForm::Euclid)
    }

    /// The value of a tuple.
    pub fn value(self, tuple: &[u64]) -> u64 {
        let ClosedForm::Euclid = self;
        let (a, b) = (u128::from(tuple[0].max(tuple[1])), u128::from(tuple[0].min(tuple[1])));
        if b == 0 { 0 } else { ((a * a - b * b) / (a * b)) as u64 }
    }

    /// The theorem, in a few words.
    pub fn theorem(self) -> &'static str {
        "Euclid's game: the value is floor(a/b - b/a) for a >= b > 0 (Nivasch 2006)"
    }
}
