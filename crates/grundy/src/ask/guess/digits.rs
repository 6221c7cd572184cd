//! Functions of the decimal digits: their sum, their number, one of them, the digital root.

use super::scaled::{Function, first_fit};
use super::{Guess, GuessKind};

fn digit(n: u64, place: u32) -> i128 {
    i128::from(n / 10u64.pow(place) % 10)
}

fn digit_sum(mut n: u64) -> i128 {
    let mut sum = 0;
    while n > 0 {
        sum += n % 10;
        n /= 10;
    }
    sum.into()
}

/// The function that the terms are, but for a factor and a constant.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    // Below 10 every number is its own sum of digits.
    if first + (terms.len() as u64) < 13 {
        return None;
    }
    first_fit(
        GuessKind::Digits,
        terms,
        first,
        &[
            Function { text: "digitsum(#)", value: &|n| Some(digit_sum(n)) },
            Function { text: "digit(#, 0)", value: &|n| Some(digit(n, 0)) },
            Function { text: "digit(#, 1)", value: &|n| Some(digit(n, 1)) },
            Function { text: "digit(#, 2)", value: &|n| Some(digit(n, 2)) },
            Function { text: "log(10, #)", value: &|n| n.checked_ilog10().map(i128::from) },
            Function { text: "((# + 8)%9)", value: &|n| Some(i128::from((n + 8) % 9)) },
        ],
    )
}
