//! Slopes that are quadratic irrationals: ⌊(p + √d)(n + k)/q⌋ + c, as in Wythoff's game, where the slope is (1 + √5)/2.
//!
//! The slopes that fit the terms are an interval ([`super::floor`]). The irrationals with small p, d and q are tried in order of
//! their size, and the first in the interval is taken: a longer beginning leaves a smaller interval, so from some length on it
//! is always the same one. Everything is compared in whole numbers, with the square root rounded down.

use super::floor::{Fraction, slopes};
use super::{Guess, GuessKind, shifted};
use std::cmp::Ordering;

/// (p + √d)/q
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Surd {
    p: i128,
    d: i128,
    q: i128,
}

/// Largest p + d + q.
const MAX_SIZE: i128 = 24;

impl Surd {
    /// ⌊m(p + √d)/q⌋ for m >= 0.
    fn times(self, m: i128) -> i128 {
        (self.p * m + (self.d * m * m).isqrt()).div_euclid(self.q)
    }

    /// Compares with a fraction u/v: √d against (u*q - p*v)/v.
    fn compare(self, Fraction { over, under }: Fraction) -> Ordering {
        let other = over * self.q - self.p * under;
        if other < 0 { Ordering::Greater } else { (self.d * under * under).cmp(&(other * other)) }
    }

    fn is_between(self, (low, high): (Fraction, Fraction)) -> bool {
        self.compare(low) == Ordering::Greater && self.compare(high) == Ordering::Less
    }

    /// The small ones, each once, the smallest first.
    fn all() -> Vec<Surd> {
        let mut all = Vec::new();
        for size in 3..=MAX_SIZE {
            for d in (2..size).filter(|&d: &i128| d.isqrt().pow(2) != d) {
                for q in 1..=size - d {
                    let p = size - d - q;
                    let signs: &[i128] = if p == 0 { &[1] } else { &[1, -1] };
                    all.extend(signs.iter().map(|sign| Surd { p: sign * p, d, q }));
                }
            }
        }
        all
    }
}

/// The first slope that fits, and how far its argument is ahead of the place.
fn fit(terms: &[i128], surds: &[Surd]) -> Option<(Surd, i128, i128)> {
    let between = slopes(terms)?;
    let surd = *surds.iter().find(|surd| surd.is_between(between))?;
    (0..=3).find_map(|shift| {
        let constant = terms[0] - surd.times(shift);
        let fits = (shift..).zip(terms).all(|(m, &term)| surd.times(m) + constant == term);
        fits.then_some((surd, shift, constant))
    })
}

/// The irrational line that the terms are, rounded down.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    let surds = Surd::all();
    // Beyond a few hundred terms a small irrational is alone in its interval.
    let whole = fit(terms, &surds)?;
    let (mut short, mut long) = (2, terms.len());
    while short < long {
        let middle = (short + long) / 2;
        if fit(&terms[..middle], &surds) == Some(whole) { long = middle } else { short = middle + 1 }
    }
    let (Surd { p, d, q }, shift, constant) = whole;
    let argument = match shift - i128::from(first) {
        0 => "n".to_owned(),
        other => format!("({})", shifted(other)),
    };
    let inside = super::linear(&[(p, argument.clone()), (1, format!("sqrt({d}*{argument}^2)"))], 0);
    let quotient = if q == 1 { inside } else { format!("({inside})/{q}") };
    Guess::fair(GuessKind::Floor, super::linear(&[(1, quotient)], constant), long, terms.len())
}
