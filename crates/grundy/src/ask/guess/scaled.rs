//! Terms that are a known function of n, but for a factor and a constant.

use super::{Guess, GuessKind, linear, shifted};

/// A function of n with its name; `None` where it has no value.
pub(super) struct Function<'a> {
    /// The text, with `#` where the argument stands.
    pub text: &'a str,
    pub value: &'a dyn Fn(u64) -> Option<i128>,
}

/// How far the argument may be ahead of n.
const SHIFTS: std::ops::RangeInclusive<u64> = 0..=2;

/// The first of the functions, shifted by 0, 1 or 2, whose multiples plus a constant are the terms.
pub(super) fn first_fit(
    kind: GuessKind,
    terms: &[i128],
    first: u64,
    functions: &[Function<'_>],
) -> Option<Guess> {
    functions
        .iter()
        .find_map(|function| SHIFTS.into_iter().find_map(|shift| fit(kind, terms, first, function, shift)))
}

fn fit(kind: GuessKind, terms: &[i128], first: u64, function: &Function<'_>, shift: u64) -> Option<Guess> {
    let start = first.checked_add(shift)?;
    // At 0 many functions have no value; one term may be left out for that.
    let left_out = usize::from((function.value)(start).is_none());
    let value = |index: usize| (function.value)(start + index as u64);
    let base = value(left_out)?;
    let other = (left_out..terms.len()).find(|&index| value(index).is_some_and(|value| value != base))?;
    let (rise, run) = (terms[other] - terms.get(left_out)?, value(other)? - base);
    if rise == 0 || rise % run != 0 {
        return None;
    }
    let factor = rise / run;
    let constant = terms[left_out] - factor.checked_mul(base)?;
    let fits = |index: usize| {
        let predicted = factor.checked_mul(value(index)?)?.checked_add(constant)?;
        (predicted == terms[index]).then_some(())
    };
    (left_out..terms.len()).try_for_each(fits)?;
    let argument = shifted(shift.into());
    let mut formula = linear(&[(factor, function.text.replace('#', &argument))], constant);
    if left_out > 0 {
        formula += &format!(" for n >= {}", first + 1);
    }
    Guess::fair(kind, formula, other + 1, terms.len())
}
