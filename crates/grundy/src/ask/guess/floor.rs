//! Linear forms rounded down: `(p*n + q)/r`, and slopes such as the golden section's ([`super::quadratic`]).
//!
//! a(n) = ⌊αn + β⌋ for all n exactly if the numbers a(n) - αn differ by less than 1. That is so for the α strictly between two
//! slopes: the largest (a(j) - a(i) - 1)/(j - i) and the least (a(j) - a(i) + 1)/(j - i) over all i < j. Each is found by the
//! method of Dinkelbach (1967): the pair that violates a slope most gives the next, O(N) a step and few steps. Of the slopes
//! between them the simplest fraction is taken (Stern 1858, Brocot 1861), and the constant nearest to 0.

use super::quadratic;
use super::{Guess, GuessKind};
use std::cmp::Ordering;

/// A fraction with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    pub over: i128,
    pub under: i128,
}

impl Fraction {
    pub fn compare(self, other: Fraction) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }

    fn floor(self) -> i128 {
        self.over.div_euclid(self.under)
    }
}

/// Largest difference between terms: products with indices must fit.
const MAX_TERM: i128 = 1 << 50;

/// The open interval of slopes; `None` where there is none.
pub(super) fn slopes(terms: &[i128]) -> Option<(Fraction, Fraction)> {
    let least = steepest(terms.iter().copied())?;
    let negated = steepest(terms.iter().map(|term| -term))?;
    let largest = Fraction { over: -negated.over, under: negated.under };
    (least.compare(largest) == Ordering::Less).then_some((least, largest))
}

/// The largest (a(j) - a(i) - 1)/(j - i).
fn steepest(terms: impl Iterator<Item = i128> + Clone) -> Option<Fraction> {
    let mut two = terms.clone();
    let (first, second) = (two.next()?, two.next()?);
    let mut slope = Fraction { over: second - first - 1, under: 1 };
    loop {
        // The lowest point so far seen along the slope, and the pair that rises most above it.
        let height = |n: usize, term: i128| slope.under * term - slope.over * n as i128;
        let mut lowest = (height(0, first), 0, first);
        let mut best: Option<(i128, Fraction)> = None;
        for (n, term) in terms.clone().enumerate().skip(1) {
            let here = height(n, term);
            let rise = here - lowest.0 - slope.under;
            if rise > 0 && best.is_none_or(|(most, _)| rise > most) {
                best = Some((rise, Fraction { over: term - lowest.2 - 1, under: (n - lowest.1) as i128 }));
            }
            if here < lowest.0 {
                lowest = (here, n, term);
            }
        }
        match best {
            Some((_, steeper)) => slope = steeper,
            None => return Some(slope),
        }
    }
}

/// The fraction with the least denominator strictly between two.
fn simplest(low: Fraction, high: Fraction) -> Fraction {
    let whole = low.floor();
    let next = Fraction { over: whole + 1, under: 1 };
    if next.compare(high) == Ordering::Less {
        return next;
    }
    // low = whole + x and high = whole + y with 0 <= x < y <= 1: turn both over.
    let (x, y) = (low.over - whole * low.under, high.over - whole * high.under);
    let inner = match x {
        0 => Fraction { over: high.under.div_euclid(y) + 1, under: 1 },
        _ => simplest(Fraction { over: high.under, under: y }, Fraction { over: low.under, under: x }),
    };
    Fraction { over: whole * inner.over + inner.under, under: inner.over }
}

/// Slope and constant `(p*n + q)/r` of the terms, by place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    slope: Fraction,
    constant: i128,
}

fn line(terms: &[i128]) -> Option<Line> {
    let (low, high) = slopes(terms)?;
    let zero = Fraction { over: 0, under: 1 };
    let has_zero = low.compare(zero) == Ordering::Less && high.compare(zero) == Ordering::Greater;
    let slope = if has_zero { zero } else { simplest(low, high) };
    let least = |n: usize| slope.under * terms[n] - slope.over * n as i128;
    let from = (0..terms.len()).map(least).max()?;
    let to = (0..terms.len()).map(least).min()? + slope.under - 1;
    (from <= to).then_some(Line { slope, constant: 0.clamp(from, to) })
}

/// The lines that the terms are, rounded down: a fraction, and an irrational slope that it may only follow for a while.
pub fn guess(terms: &[i128], first: u64) -> Vec<Guess> {
    let trial = &terms[..terms.len().min(64)];
    let small = terms.iter().all(|term| term.abs() <= MAX_TERM);
    if terms.len() < 3 || !small || slopes(trial).is_none() {
        return Vec::new();
    }
    let rational = rational(terms, first);
    let irrational = quadratic::guess(terms, first);
    // The interval of a fraction holds irrationals too, but it takes many terms to single one out.
    let likely =
        |irrational: &Guess| rational.as_ref().is_none_or(|other| irrational.fitted <= 2 * other.fitted);
    let irrational = irrational.filter(likely);
    rational.into_iter().chain(irrational).collect()
}

fn rational(terms: &[i128], first: u64) -> Option<Guess> {
    let whole = line(terms).filter(|whole| whole.slope.over != 0)?;
    // Longer beginnings leave fewer slopes, so the line is found from some length on.
    let (mut short, mut long) = (2, terms.len());
    while short < long {
        let middle = (short + long) / 2;
        if line(&terms[..middle]) == Some(whole) { long = middle } else { short = middle + 1 }
    }
    Guess::fair(GuessKind::Floor, formula(whole, first), long, terms.len())
}

fn formula(Line { slope: Fraction { over, under }, constant }: Line, first: u64) -> String {
    let constant = constant - over * i128::from(first);
    let inside = super::linear(&[(over, "n".to_owned())], constant);
    match (under, constant) {
        (1, _) => inside,
        (_, 0) if over == 1 => format!("n/{under}"),
        _ => format!("({inside})/{under}"),
    }
}
