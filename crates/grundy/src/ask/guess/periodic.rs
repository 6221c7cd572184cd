//! Periods, with or without a constant that each period adds.
//!
//! The differences of neighbouring terms are read backwards, and the Z-function (Gusfield 1997) tells for every p how far the
//! end of the sequence agrees with itself p places before; the p that explains the most terms is taken. Time O(N).

use super::{Guess, GuessKind, linear};

/// A period that the end of a sequence shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventualPeriod {
    /// Its length.
    pub length: usize,
    /// The place of the first term that it describes.
    pub preperiod: usize,
    /// What each period adds.
    pub saltus: i128,
}

impl EventualPeriod {
    /// How often it is seen in so many terms.
    pub fn repeats(&self, terms: usize) -> usize {
        (terms - self.preperiod) / self.length
    }
}

/// The period that explains the most terms from those before them; `None` when none explains any.
pub fn eventual_period(terms: &[i128]) -> Option<EventualPeriod> {
    let backwards: Vec<i128> = terms.windows(2).rev().map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    let agreement = z_function(&backwards);
    let mut length = 0;
    for shift in 1..agreement.len() {
        if length == 0 || agreement[shift] > agreement[length] {
            length = shift;
        }
    }
    if length == 0 || agreement[length] == 0 {
        return None;
    }
    let last = terms.len() - 1;
    let saltus = terms[last].checked_sub(terms[last - length])?;
    let holds = |&n: &usize| terms[n - length].checked_add(saltus) == Some(terms[n]);
    let explained = (length..=last).rev().take_while(holds).count();
    Some(EventualPeriod { length, preperiod: terms.len() - explained - length, saltus })
}

/// How many terms from each place on agree with those from the beginning on.
fn z_function(terms: &[i128]) -> Vec<usize> {
    let mut z = vec![0; terms.len()];
    let (mut left, mut right) = (0, 0);
    for place in 1..terms.len() {
        if place < right {
            z[place] = z[place - left].min(right - place);
        }
        while place + z[place] < terms.len() && terms[z[place]] == terms[place + z[place]] {
            z[place] += 1;
        }
        if place + z[place] > right {
            (left, right) = (place, place + z[place]);
        }
    }
    z
}

/// Fewest terms that a period behind a preperiod must predict: a few equal terms at the end are no period.
const MIN_BEHIND_PREPERIOD: usize = 6;

/// The period, if it predicts enough.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    let EventualPeriod { length, preperiod, saltus } = eventual_period(terms)?;
    let fitted = preperiod + length + usize::from(saltus != 0);
    let predicted = terms.len().checked_sub(fitted)?;
    let enough = match preperiod {
        0 => length.max(3),
        _ => length.max(MIN_BEHIND_PREPERIOD).max(fitted / 8),
    };
    let kind = if saltus == 0 { GuessKind::Periodic } else { GuessKind::ArithmeticPeriodic };
    let start = first + (preperiod + length) as u64;
    let right = linear(&[(1, format!("a(n-{length})"))], saltus);
    (predicted >= enough).then(|| Guess {
        kind,
        formula: format!("a(n) = {right} for n >= {start}"),
        fitted,
        predicted,
    })
}
