//! Games whose values have a formula, each with its theorem; every formula is tested against the reference solver.

use super::period::Period;
use crate::rule::known::KnownGame;
use crate::rule::{Class, Code, Ruleset};

/// A formula for all heaps.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClosedForm {
    /// `g(n) = n`.
    Nim,
    /// Take 1 to k: `g(n) = n mod (k + 1)`.
    Bounded(u64),
    /// No moves: `g(n) = 0`.
    Zero,
    /// Take any number, or split: `4.[3]`.
    Lasker,
    /// Two strictly smaller heaps: the n-th odious number.
    SplitNim,
    /// Take one, or split 1 + 2 + ... + k into 1, 2, ..., k with k at least 2.
    ///
    /// The values begin 0, 1, 0, 2. From heap 4 on they are `n mod 2`: splitting 1 + 2 + ... + k with k at least 3 leaves heap 3 of
    /// value 2 beside heaps of value 0 and 1, so its value is 2 or 3 and never the mex of what taking one offers.
    TriangularSplit,
    /// Take one, or replace an even heap by an even number of halves, which is worth 0 (Codeforces 603C).
    ///
    /// The values begin 0, 1, 2. From heap 3 on odd heaps are 0 and even heaps 1, by induction.
    LegendreEven,
    /// Take one, or replace an even heap by an odd number of halves, which is worth as much as one (Codeforces 603C).
    ///
    /// The values begin 0, 1, 0, 1, 2. From heap 5 on odd heaps are 0, because their only option is not; and even heaps are
    /// the mex of 0 and the value of their half, which takes as many steps as the heap can be halved.
    LegendreOdd,
}

impl ClosedForm {
    /// The formula of a ruleset, if it has one.
    pub fn of(rules: &Ruleset) -> Option<ClosedForm> {
        match rules.class() {
            Class::Nim => Some(ClosedForm::Nim),
            Class::Take(set) if set.is_empty() => Some(ClosedForm::Zero),
            Class::Take(set) => set.initial_segment().map(ClosedForm::Bounded),
            Class::Code(code) if *code == Code::default() => Some(ClosedForm::Zero),
            Class::Code(code) if code.to_string() == "4.[3]" => Some(ClosedForm::Lasker),
            Class::Heaps if is_split_nim(rules) => Some(ClosedForm::SplitNim),
            Class::Heaps => match rules.known()? {
                KnownGame::TriangularSplit => Some(ClosedForm::TriangularSplit),
                KnownGame::Legendre { odd: true } => Some(ClosedForm::LegendreOdd),
                KnownGame::Legendre { odd: false } => Some(ClosedForm::LegendreEven),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a heap.
    pub fn value(&self, n: u64) -> u64 {
        match self {
            ClosedForm::Nim => n,
            ClosedForm::Zero => 0,
            ClosedForm::Bounded(k) => match k.checked_add(1) {
                Some(modulus) => n % modulus,
                None => n,
            },
            ClosedForm::Lasker => match n % 4 {
                0 if n > 0 => n - 1,
                3 => n + 1,
                _ => n,
            },
            ClosedForm::SplitNim => match n {
                0 => 0,
                _ => (n - 1)
                    .checked_mul(2)
                    .map_or(u64::MAX, |even| even | u64::from((n - 1).count_ones().is_multiple_of(2))),
            },
            ClosedForm::TriangularSplit => match n {
                3 => 2,
                _ => n % 2,
            },
            ClosedForm::LegendreEven => match n {
                0..3 => n,
                _ => 1 - n % 2,
            },
            ClosedForm::LegendreOdd => halves(n),
        }
    }

    /// The heaps to which the formula applies without leaving 64 bits.
    pub fn largest_heap(&self) -> u64 {
        match self {
            ClosedForm::SplitNim => 1 << 63,
            ClosedForm::Lasker => u64::MAX - 1,
            _ => u64::MAX,
        }
    }

    /// The period that the formula has; `None` when it has none, or one beyond 64 bits.
    pub fn period(&self) -> Option<Period> {
        let (length, preperiod, saltus) = match self {
            ClosedForm::Nim => (1, 0, 1),
            ClosedForm::Bounded(k) => (k.checked_add(1)?, 0, 0),
            ClosedForm::Zero => (1, 0, 0),
            // Heaps 4m+3 and 4m+4 change places; heap 0 has no partner.
            ClosedForm::Lasker => (4, 1, 4),
            // Steps between odious numbers are 1, 2 or 3 as the Thue-Morse word goes, which never becomes periodic.
            ClosedForm::SplitNim => return None,
            ClosedForm::TriangularSplit => (2, 4, 0),
            ClosedForm::LegendreEven => (2, 3, 0),
            // Let c(n) say whether the value is 1. It never is at odd heaps, and c(2m) is the contrary of c(m): so a period of
            // c would be even, and half of it a period as well, without end.
            ClosedForm::LegendreOdd => return None,
        };
        Some(Period { length, preperiod, saltus, values: 0 })
    }

    /// The theorem, in a few words.
    pub fn theorem(&self) -> &'static str {
        match self {
            ClosedForm::Nim => "the value of a Nim heap is its size (Bouton 1901)",
            ClosedForm::Bounded(_) => {
                "taking 1 to k, the value is the heap modulo k + 1 (induction: the k + 1 values rotate)"
            }
            ClosedForm::Zero => "no moves, so every heap has value 0",
            ClosedForm::Lasker => {
                "Lasker's Nim: 4m+3 and 4m+4 change places (Lasker 1931; Winning Ways, ch. 4)"
            }
            ClosedForm::SplitNim => {
                "the value of heap n is the n-th odious number (number with an odd count of 1 bits)"
            }
            ClosedForm::TriangularSplit => {
                "0 1 0 2, then the heap modulo 2: every later split holds heap 3 and is worth 2 or 3"
            }
            ClosedForm::LegendreEven => {
                "0 1 2, then 0 for odd and 1 for even heaps: an even number of halves is worth 0"
            }
            ClosedForm::LegendreOdd => {
                "0 1 0 1 2, then 0 for odd heaps, and the mex of 0 and the value of the half for even ones"
            }
        }
    }
}

/// The value of a heap of which an odd number of halves may be left.
fn halves(n: u64) -> u64 {
    let small = |n: u64| [0, 1, 0, 1, 2].get(n as usize).copied().unwrap_or(0);
    // Down to a heap whose value is known, then up again.
    let doublings = (0..64).find(|&twos| n >> twos < 6 || (n >> twos) % 2 == 1).unwrap_or(64);
    let first = n.checked_shr(doublings).unwrap_or(0);
    (0..doublings).fold(small(first), |half, _| if half == 1 { 2 } else { 1 })
}

/// `n -> a, b where a < n, b < n` and nothing more, whatever the names.
fn is_split_nim(rules: &Ruleset) -> bool {
    use crate::rule::check::CheckedPart;
    use crate::rule::compile::linear_atom;
    use crate::rule::linear::Linear;
    use crate::rule::syntax::Relation;
    use crate::rule::term::Term;
    let [branch] = rules.program().branches.as_slice() else { return false };
    let variable = |part: &CheckedPart| match part {
        CheckedPart::Copies { count: None, component } => match component.as_slice() {
            [Term::Slot(slot)] if *slot > 0 => Some(*slot),
            _ => None,
        },
        _ => None,
    };
    let [first, second] = branch.parts.as_slice() else { return false };
    let (Some(a), Some(b)) = (variable(first), variable(second)) else { return false };
    let below = |slot| Linear::difference(&Term::Slot(0), &Term::Slot(slot));
    let smaller = |slot| {
        branch.conditions.iter().filter_map(linear_atom).any(|(relation, form)| match relation {
            Relation::Less => form.times(-1) == below(slot),
            Relation::Greater => Some(form) == below(slot),
            _ => false,
        })
    };
    a != b && branch.loops.len() == 2 && branch.conditions.len() == 2 && smaller(a) && smaller(b)
}
