//! Games whose values look like given numbers: those of the catalogue, and the octal codes with up to three digits.
//!
//! Nothing is fitted but the choice among the candidates. So a game counts as fitted on the shortest beginning that no other
//! candidate shares but those that agree to the end, and as having predicted the rest. The codes are worked out digit by digit
//! here, a few values each; what agrees so far is held against more values by its own engine.

use super::search::RULES;
use crate::ask::guess::{Guess, GuessKind};
use crate::base::limits::Limits;
use crate::engine::heap::prefix;
use crate::rule::{Code, Ruleset};
use crate::value::mex;

/// Values of every candidate.
const COMPARED_TERMS: usize = 96;
/// Values of those that agree so far.
const LONG: usize = 10_000;
/// Work that those may take.
const LONG_WORK: u64 = 50_000_000;
/// Most games that are named.
const MAX_NAMED: usize = 8;
/// Fewest terms that a game must predict.
const MIN_PREDICTED: usize = 4;

/// A game that may be the one.
struct Candidate {
    name: String,
    rules: Option<&'static Ruleset>,
    values: Vec<i128>,
}

impl Candidate {
    /// How many terms from the first on are its values, when the first is the value of this heap.
    fn agreement(&self, terms: &[i128], heap: usize) -> usize {
        let values = self.values.get(heap..).unwrap_or_default();
        values.iter().zip(terms).take_while(|(value, term)| value == term).count()
    }

    /// The same with more values.
    fn long_agreement(&self, terms: &[i128], heap: usize) -> usize {
        let read;
        let rules = match self.rules {
            Some(rules) => rules,
            None => match Ruleset::parse(&self.name) {
                Ok(rules) => {
                    read = rules;
                    &read
                }
                Err(_) => return 0,
            },
        };
        let count = terms.len().min(LONG);
        let values = first_values(rules, heap + count);
        values.iter().skip(heap).zip(&terms[..count]).take_while(|(value, term)| value == term).count()
    }
}

fn first_values(rules: &Ruleset, count: usize) -> Vec<i128> {
    let enough = |work| (work > LONG_WORK).then_some(crate::base::limits::StopReason::PositionLimit);
    let limits = Limits { poll: &enough, ..Limits::default() };
    let Ok(found) = prefix(rules, (count as u64).saturating_sub(1), &limits) else { return Vec::new() };
    let there = found.len().map_or(count as u64, |length| length.min(count as u64));
    let mut values = Vec::new();
    found.iter(0, there).for_all(|value| values.push(value.into()));
    values
}

/// The games whose values from heap `first` or `first + 1` on are the terms.
pub fn look_alikes(terms: &[i128], first: u64) -> Vec<Guess> {
    let Some(first) =
        usize::try_from(first).ok().filter(|&first| first + terms.len().min(8) < COMPARED_TERMS)
    else {
        return Vec::new();
    };
    let candidates: Vec<Candidate> = named().chain(coded()).collect();
    let mut found: Vec<Guess> = Vec::new();
    for shift in 0..=1 {
        let heap = first + shift;
        let whole = terms.len().min(COMPARED_TERMS - heap);
        let agreement: Vec<usize> = candidates.iter().map(|one| one.agreement(terms, heap)).collect();
        let others = agreement.iter().copied().filter(|&length| length < whole).max().unwrap_or(0);
        let fitted = others + 1;
        for (candidate, _) in candidates.iter().zip(&agreement).filter(|(_, length)| **length >= whole) {
            if found.len() == MAX_NAMED || whole < fitted + MIN_PREDICTED {
                break;
            }
            let checked = if terms.len() > whole { candidate.long_agreement(terms, heap) } else { whole };
            if checked < terms.len().min(LONG) || already(&found, &candidate.name) {
                continue;
            }
            let at = if shift == 0 { String::new() } else { format!(" at heap n + {shift}") };
            found.push(Guess {
                kind: GuessKind::Game,
                formula: format!("{}{at}", candidate.name),
                fitted,
                predicted: checked - fitted,
            });
        }
    }
    found
}

/// Whether a code was named with its game.
fn already(found: &[Guess], name: &str) -> bool {
    let bracketed = format!("({name})");
    found.iter().any(|guess| guess.formula.contains(&bracketed))
}

/// The games of the catalogue that are played on heaps, with their codes.
fn named() -> impl Iterator<Item = Candidate> {
    RULES.iter().filter(|(_, rules)| rules.arity() == 1).map(|(entry, rules)| {
        let code = rules.class().code().map(|code: Code| code.to_string());
        let name = match code.filter(|code| *code != entry.info.name) {
            Some(code) => format!("{} ({code})", entry.info.name),
            None => entry.info.name.clone(),
        };
        Candidate { name, rules: Some(rules), values: first_values(rules, COMPARED_TERMS) }
    })
}

/// The codes 0.d, 0.dd, 0.ddd and 4.d, 4.dd, 4.ddd, each once.
fn coded() -> impl Iterator<Item = Candidate> {
    let digits = (1..512usize).map(|number| [number / 64, number / 8 % 8, number % 8]);
    digits.flat_map(|digits| {
        [0, 4].map(|split| {
            let text: String = digits.iter().map(usize::to_string).collect();
            let name = format!("{split}.{}", text.trim_end_matches('0'));
            Candidate { name, rules: None, values: octal_values([split, digits[0], digits[1], digits[2]]) }
        })
    })
}

/// The first values of an octal game: digit k says whether k may be taken so that 0 (bit 1), 1 (bit 2) or 2 (bit 4) heaps are left.
fn octal_values(digits: [usize; 4]) -> Vec<i128> {
    let mut values: Vec<u64> = Vec::with_capacity(COMPARED_TERMS);
    for heap in 0..COMPARED_TERMS {
        let mut seen = Vec::new();
        for (taken, digit) in digits.into_iter().enumerate().filter(|&(taken, _)| taken <= heap) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 {
                seen.push(0);
            }
            if digit & 2 != 0 && left > 0 && taken > 0 {
                seen.push(values[left]);
            }
            if digit & 4 != 0 {
                seen.extend(
                    (1..left.div_ceil(2).max(left / 2 + 1))
                        .filter(|a| left > *a)
                        .map(|a| values[a] ^ values[left - a]),
                );
            }
        }
        values.push(mex(seen));
    }
    values.into_iter().map(i128::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_values_of_their_engines() {
        for code in ["0.77", "0.137", "0.07", "0.3", "4.7", "4.07", "0.156", "4.726", "0.6", "0.444"] {
            let digits: Vec<usize> =
                code.bytes().filter(u8::is_ascii_digit).map(|byte| (byte - b'0').into()).collect();
            let digit = |place: usize| digits.get(place).copied().unwrap_or(0);
            let rules = Ruleset::parse(code).expect(code);
            let quick = octal_values([digit(0), digit(1), digit(2), digit(3)]);
            assert_eq!(quick, first_values(&rules, COMPARED_TERMS), "{code}");
        }
        assert_eq!(coded().count(), 1022);
    }

    #[test]
    fn games_are_recognised_by_their_values() {
        let named = |code: &str, skip: usize, count: usize| -> Vec<String> {
            let values = first_values(&Ruleset::parse(code).expect(code), skip + count);
            look_alikes(&values[skip..], 0).into_iter().map(|guess| guess.formula).collect()
        };
        assert!(named("0.77", 0, 30).contains(&"kayles (0.77)".to_owned()));
        assert!(named("0.77", 1, 30).contains(&"kayles (0.77) at heap n + 1".to_owned()));
        assert!(named("0.156", 0, 300).contains(&"0.156".to_owned()));
        assert_eq!(look_alikes(&[5, 4, 3, 2, 1, 0, 7, 7, 7, 1], 0), []);
    }

    #[test]
    fn a_game_that_fails_late_is_not_named() {
        let mut values = first_values(&Ruleset::parse("0.77").expect("kayles"), 500);
        values[400] += 1;
        assert_eq!(look_alikes(&values, 0), []);
    }
}
