//! k-automatic sequences: the subsequences a(k^e n + r) are finitely many (Cobham 1972, Eilenberg 1974).
//!
//! The kernel is explored breadth first from the sequence itself; a subsequence that agrees with an earlier one as far as both
//! are known is taken for it, and what was found on a beginning is held against all terms. Equal subsequences are the states of
//! the automaton that reads n from its last digit on.

use super::{Guess, GuessKind};

/// Bases that are tried.
pub(super) const BASES: [usize; 4] = [2, 3, 5, 10];
/// Most states.
const MAX_STATES: usize = 24;
/// Fewest terms by which two subsequences are told to agree.
const MIN_COMPARED: usize = 6;
/// Shortest and longest beginning that a kernel is looked for in.
pub(super) const BEGINNINGS: (usize, usize) = (32, 1 << 14);

/// The subsequence a(k^e n + r).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Member {
    pub power: usize,
    pub rest: usize,
}

impl Member {
    pub const WHOLE: Member = Member { power: 1, rest: 0 };

    /// The terms with this last digit.
    pub fn child(self, base: usize, digit: usize) -> Member {
        Member { power: self.power * base, rest: self.rest + digit * self.power }
    }

    /// How many of its terms are known.
    pub fn known(self, terms: usize) -> usize {
        terms.saturating_sub(self.rest).div_ceil(self.power)
    }

    pub fn at(self, terms: &[i128], n: usize) -> i128 {
        terms[self.power * n + self.rest]
    }

    /// `a(4n+1)`
    pub fn text(self) -> String {
        match (self.power, self.rest) {
            (1, _) => "a(n)".to_owned(),
            (power, 0) => format!("a({power}n)"),
            (power, rest) => format!("a({power}n+{rest})"),
        }
    }
}

/// An automaton: its states, and the state after each digit.
struct Automaton {
    base: usize,
    states: Vec<Member>,
    next: Vec<Vec<usize>>,
    /// Subsequences that are the same as a state.
    equal: Vec<(Member, usize)>,
}

impl Automaton {
    fn of(terms: &[i128], base: usize) -> Option<Automaton> {
        let mut found = Automaton { base, states: vec![Member::WHOLE], next: Vec::new(), equal: Vec::new() };
        while let Some(&state) = found.states.get(found.next.len()) {
            let mut row = Vec::with_capacity(base);
            for digit in 0..base {
                let child = state.child(base, digit);
                let known = child.known(terms.len());
                if known < MIN_COMPARED {
                    return None;
                }
                let same = |other: &Member| (0..known).all(|n| child.at(terms, n) == other.at(terms, n));
                match found.states.iter().position(same) {
                    Some(place) => {
                        found.equal.push((child, place));
                        row.push(place);
                    }
                    None if found.states.len() == MAX_STATES => return None,
                    None => {
                        row.push(found.states.len());
                        found.states.push(child);
                    }
                }
            }
            found.next.push(row);
        }
        Some(found)
    }

    fn value(&self, terms: &[i128], mut n: usize) -> i128 {
        let mut state = 0;
        while n > 0 {
            state = self.next[state][n % self.base];
            n /= self.base;
        }
        terms[self.states[state].rest]
    }

    fn formula(&self) -> String {
        let equations = self
            .equal
            .iter()
            .map(|(child, state)| format!("{} = {}", child.text(), self.states[*state].text()));
        equations.collect::<Vec<_>>().join(", ")
    }
}

/// Words before a formula about places where the first term is not a(0).
pub(super) fn by_place(formula: String, first: u64) -> String {
    if first == 0 { formula } else { format!("with n counted from {first}: {formula}") }
}

/// The kernel of the sequence, if it is finite and small.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    BASES.into_iter().find_map(|base| {
        let mut beginning = BEGINNINGS.0;
        while beginning <= BEGINNINGS.1.min(terms.len() / 2) {
            let found = Automaton::of(&terms[..beginning], base);
            if let Some(found) =
                found.filter(|found| (0..terms.len()).all(|n| found.value(terms, n) == terms[n]))
            {
                return Guess::fair(
                    GuessKind::Automatic,
                    by_place(found.formula(), first),
                    beginning,
                    terms.len(),
                );
            }
            beginning *= 2;
        }
        None
    })
}
