//! What numbers look like: formulas that were fitted on some terms and then predicted the others.
//!
//! A guess is never a proof. Each technique, one a file, fits a formula on as few terms as determine it and holds it against
//! all that follow; a guess says how many terms it was fitted on and how many it predicted, and is shown only when those are a
//! fair number. Kinds that say less are left out where a simpler one says it all: a periodic sequence is automatic in every
//! base and has a recurrence, but nobody wants to hear it.
//!
//! Formulas are written in the rule language as far as it goes (`/` rounds down, `%` is the remainder, `sqrt` rounds down) with
//! the functions `valuation`, `tau`, `omega`, `bigomega`, `bitlength` and `oddpart`; recurrences and kernels as equations between
//! terms `a(n)`. Games are looked for elsewhere ([`crate::catalogue::look_alikes`]), since they need the catalogue.
//!
//! ```
//! use grundy::ask::guess::{GuessKind, guess};
//!
//! let ruler = [0, 1, 0, 2, 0, 1, 0, 3];
//! let found = guess(&ruler, 0);
//! assert_eq!((found[0].kind, found[0].formula.as_str()), (GuessKind::Valuation, "valuation(2, n + 1)"));
//! assert_eq!((found[0].fitted, found[0].predicted), (2, 6));
//! ```

pub mod automatic;
pub mod bits;
pub mod digits;
pub mod divisors;
pub mod floor;
pub mod modulus;
pub mod periodic;
pub mod quadratic;
pub mod recurrence;
pub mod regular;
mod scaled;
pub mod valuation;

/// What kind of formula a guess is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GuessKind {
    /// The terms repeat from some place on.
    Periodic,
    /// The terms repeat but for a constant that each period adds.
    ArithmeticPeriodic,
    /// A remainder.
    Modulus,
    /// How often a prime divides.
    Valuation,
    /// How many divisors or prime factors.
    Divisors,
    /// A function of the binary digits.
    Bits,
    /// A function of the decimal digits.
    Digits,
    /// A linear form rounded down.
    Floor,
    /// A linear recurrence with constant coefficients.
    Recurrence,
    /// The k-kernel is finite.
    Automatic,
    /// The k-kernel spans finitely many sequences.
    Regular,
    /// The values of a game.
    Game,
}

impl GuessKind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            GuessKind::Periodic => "periodic",
            GuessKind::ArithmeticPeriodic => "arithmetic-periodic",
            GuessKind::Modulus => "modulus",
            GuessKind::Valuation => "valuation",
            GuessKind::Divisors => "divisors",
            GuessKind::Bits => "bits",
            GuessKind::Digits => "digits",
            GuessKind::Floor => "floor",
            GuessKind::Recurrence => "recurrence",
            GuessKind::Automatic => "automatic",
            GuessKind::Regular => "regular",
            GuessKind::Game => "game",
        }
    }
}

/// A formula and what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// Its kind.
    pub kind: GuessKind,
    /// The formula for a(n).
    pub formula: String,
    /// Terms that determined it.
    pub fitted: usize,
    /// Terms that it then predicted.
    pub predicted: usize,
}

/// Largest absolute value of a term: formulas multiply terms by indices.
pub const MAX_TERM: i128 = 1 << 80;
/// Fewest terms that a formula must predict.
const MIN_PREDICTED: usize = 4;

impl Guess {
    /// A guess on some of these terms that predicted all others; `None` when those are too few to speak for it.
    fn fair(kind: GuessKind, formula: String, fitted: usize, terms: usize) -> Option<Guess> {
        let predicted = terms.checked_sub(fitted)?;
        (predicted >= MIN_PREDICTED.max(fitted / 2)).then_some(Guess { kind, formula, fitted, predicted })
    }
}

/// Every formula that fits the terms a(first), a(first + 1), ..., those that were fitted on the fewest first.
pub fn guess(terms: &[i128], first: u64) -> Vec<Guess> {
    if terms.iter().any(|term| term.abs() > MAX_TERM) || first > u64::from(u32::MAX) {
        // Nothing but the terms themselves is compared: formulas might not fit their numbers.
        return periodic::guess(terms, first).into_iter().collect();
    }
    let repeats: Vec<Guess> = periodic::guess(terms, first).into_iter().collect();
    let mut found = repeats.clone();
    if terms.windows(2).all(|pair| pair[0] == pair[1]) {
        return found;
    }
    found.extend(modulus::guess(terms, first));
    found.extend(valuation::guess(terms, first));
    found.extend(divisors::guess(terms, first));
    found.extend(bits::guess(terms, first));
    found.extend(digits::guess(terms, first));
    found.extend(floor::guess(terms, first));
    // What repeats, or is a line rounded down, has recurrences and kernels too, and they say less.
    let explained = !repeats.is_empty() || found.iter().any(|guess| guess.kind == GuessKind::Floor);
    if !explained {
        let recurrence = recurrence::guess(terms, first);
        let automatic = automatic::guess(terms, first);
        if recurrence.is_none() && automatic.is_none() {
            found.extend(regular::guess(terms, first));
        }
        found.extend(recurrence);
        found.extend(automatic);
    }
    found.sort_by_key(|guess| (guess.fitted, guess.kind));
    found
}

/// `n`, `n + 3`, `n - 1`.
fn shifted(shift: i128) -> String {
    match shift {
        0 => "n".to_owned(),
        more if more > 0 => format!("n + {more}"),
        less => format!("n - {}", -less),
    }
}

/// A sum of multiples: `2*x + y - 3`; 0 where nothing is left.
fn linear(multiples: &[(i128, String)], constant: i128) -> String {
    let mut text = String::new();
    let items = multiples.iter().map(|(factor, name)| (*factor, Some(name))).chain([(constant, None)]);
    for (factor, name) in items.filter(|(factor, _)| *factor != 0) {
        text += match (text.is_empty(), factor < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &match (name, factor.unsigned_abs()) {
            (Some(name), 1) => name.clone(),
            (Some(name), size) => format!("{size}*{name}"),
            (None, size) => size.to_string(),
        };
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod evaluate;
#[cfg(test)]
mod tests;
