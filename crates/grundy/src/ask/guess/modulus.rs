//! Remainders: `(c*n + d)%k`, and `(n + d)%k/e` for values that stay for e terms.
//!
//! The period must be there from the first term on, and its length is the modulus.

use super::periodic::{EventualPeriod, eventual_period};
use super::{Guess, GuessKind, shifted};

/// The remainder that the terms are, if they are one.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    let EventualPeriod { length, preperiod: 0, saltus: 0 } = eventual_period(terms)? else { return None };
    let modulus = length as i128;
    let formula = by_step(&terms[..length], first.into(), modulus)
        .or_else(|| by_quotient(&terms[..length], first.into(), modulus))?;
    let predicted = terms.len() - length;
    (length > 1 && predicted >= length.max(3)).then_some(Guess {
        kind: GuessKind::Modulus,
        formula,
        fitted: length,
        predicted,
    })
}

/// `(c*n + d)%k`
fn by_step(period: &[i128], first: i128, modulus: i128) -> Option<String> {
    let step = (period.get(1)? - period[0]).rem_euclid(modulus);
    let start = (period[0] - step * first).rem_euclid(modulus);
    let fits = (first..).zip(period).all(|(n, &term)| (step * n + start).rem_euclid(modulus) == term);
    let inside = match (step, start) {
        (0, _) => return None,
        (1, 0) => "n".to_owned(),
        (1, _) => format!("({})", shifted(start)),
        (_, 0) => format!("({step}*n)"),
        _ => format!("({step}*n + {start})"),
    };
    fits.then(|| format!("{inside}%{modulus}"))
}

/// `(n + d)%k/e`
fn by_quotient(period: &[i128], first: i128, modulus: i128) -> Option<String> {
    let length = period.len();
    // The cycle begins where the values fall back to 0.
    let begin = (0..length).find(|&n| period[n] == 0 && period[(n + length - 1) % length] != 0)?;
    let stay = (0..length).take_while(|&n| period[(begin + n) % length] == 0).count() as i128;
    let fits = (0..length).all(|n| period[(begin + n) % length] == n as i128 / stay);
    let shift = (-(begin as i128) - first).rem_euclid(modulus);
    let inside = if shift == 0 { "n".to_owned() } else { format!("({})", shifted(shift)) };
    (fits && stay > 1).then(|| format!("{inside}%{modulus}/{stay}"))
}
