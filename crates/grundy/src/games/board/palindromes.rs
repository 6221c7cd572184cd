//! Splitting words at the middles of palindromes: 'Playing with String'.
//!
//! A move takes a word and a letter of it with equal neighbours, and leaves three words: what is left of the letter, the
//! letter, what is right of it (Codeforces 305E). Such a letter is a *centre*. Splitting at a centre parts the two
//! letters beside it from their neighbours, so the centre and the centres beside it are gone and no other is touched:
//! a run of `r` centres is a row of `r` pawns in Dawson's Chess (0.137), and a word is the sum of its runs. Those values
//! have period 34 from 52 on (Guy and Smith 1956), so a short table serves runs of any length.
//!
//! Time and memory O(n) for a word of n letters, moves included; only equality of letters is used, so bytes, characters
//! and numbers do alike. Indices count from 0.
//!
//! ```
//! use grundy::games::board::palindromes::{smallest_winning, value};
//!
//! // The centres of `abacaba` are b, c and b: three runs of one.
//! assert_eq!(value(b"abacaba"), 1);
//! assert_eq!(smallest_winning(b"abacaba"), Some(1));
//! // All letters of `aaaaaa` but the ends are centres: a run of four, which is lost.
//! assert_eq!(smallest_winning(b"aaaaaa"), None);
//! ```

use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::notation::spelled;
use crate::game::position::shorten;
use crate::game::sum::{Sum, add};
use crate::game::theory::{Known, Notation, Place, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use std::ops::{ControlFlow, Range};

/// The period of Dawson's Chess and the first run from which it holds.
const PERIOD: usize = 34;
const PREPERIOD: usize = 52;
/// As many values as the theorem of Guy and Smith wants compared: to 2 * preperiod + period + 3, one period on.
const TABLE_VALUES: usize = 2 * PREPERIOD + 2 * PERIOD + 4;

/// The values of short runs, by the rule: a centre goes, and the centres beside it.
const RUNS: [u8; TABLE_VALUES] = {
    let mut values = [0u8; TABLE_VALUES];
    let mut length = 1;
    while length < TABLE_VALUES {
        // All values are below 16, so a word holds the set of them.
        let (mut seen, mut at) = (0u32, 0usize);
        while at < length {
            let right = (length - at - 1).saturating_sub(1);
            seen |= 1 << (values[at.saturating_sub(1)] ^ values[right]);
            at += 1;
        }
        values[length] = seen.trailing_ones() as u8;
        length += 1;
    }
    values
};

/// The value of a run of centres.
pub fn run_value(length: usize) -> u64 {
    let index = if length < TABLE_VALUES { length } else { PREPERIOD + (length - PREPERIOD) % PERIOD };
    u64::from(RUNS[index])
}

/// The runs of neighbouring centres of a word, as ranges of indices.
pub fn runs<T: PartialEq>(word: &[T]) -> impl Iterator<Item = Range<usize>> {
    let is_centre = |index: usize| word[index - 1] == word[index + 1];
    let end = word.len().saturating_sub(1);
    let mut at = 1;
    std::iter::from_fn(move || {
        let start = (at..end).find(|&index| is_centre(index))?;
        let stop = (start..end).find(|&index| !is_centre(index)).unwrap_or(end);
        at = stop + 1;
        Some(start..stop)
    })
}

/// The Grundy value of a word.
pub fn value<T: PartialEq>(word: &[T]) -> u64 {
    runs(word).fold(0, |sum, run| sum ^ run_value(run.len()))
}

/// The centres of a word of this value whose split leaves parts of value `target` in all, in increasing order.
pub fn centres_to<T: PartialEq>(word: &[T], own: u64, target: u64) -> impl Iterator<Item = usize> {
    runs(word).flat_map(move |run| {
        let wanted = own ^ target ^ run_value(run.len());
        run.clone().filter(move |&at| {
            let (left, right) = (at - run.start, run.end - at - 1);
            run_value(left.saturating_sub(1)) ^ run_value(right.saturating_sub(1)) == wanted
        })
    })
}

/// The smallest centre at which the first player can split a lone word and win; `None` when they lose.
pub fn smallest_winning<T: PartialEq>(word: &[T]) -> Option<usize> {
    centres_to(word, value(word), 0).next()
}

/// For each centre but the last, whether the one that mirrors it leaves the same three words; only for the first of
/// such a pair. Splits leave words of the same lengths only if they mirror each other.
///
/// The right part of the one is the left part of the other exactly when the word has a border of that length, which the
/// Z-function tells: the longest common beginnings of the word and its ends.
#[derive(Debug)]
pub struct Twins<'a, T> {
    word: &'a [T],
    common: Vec<usize>,
}

impl<'a, T: PartialEq> Twins<'a, T> {
    /// Looks at a word.
    pub fn new(word: &'a [T]) -> Twins<'a, T> {
        Twins { word, common: z_function(word) }
    }

    /// Whether an earlier centre leaves the same words as this one.
    pub fn repeats(&self, centre: usize) -> bool {
        let (word, last) = (self.word, self.word.len() - 1);
        let other = last - centre;
        if other >= centre {
            return false;
        }
        let has_border = |length: usize| self.common[word.len() - length] == length;
        let rest = match other {
            // The left part is a letter too, and may change places with the centre.
            1 => {
                let ([a, b], [c, d]) = ([0, 1], [last, last - 1]);
                let same = |x: usize, y: usize| word[x] == word[y];
                (same(a, c) && same(b, d)) || (same(a, d) && same(b, c))
            }
            _ => word[centre] == word[other] && has_border(other),
        };
        rest && has_border(last - other)
    }
}

/// For each index, how many letters the word from there on has in common with its beginning.
fn z_function<T: PartialEq>(word: &[T]) -> Vec<usize> {
    let mut common = vec![word.len(); word.len()];
    // The match that reaches furthest, as `start..end`.
    let (mut start, mut end) = (0, 0);
    for at in 1..word.len() {
        let mut length = if at < end { common[at - start].min(end - at) } else { 0 };
        while at + length < word.len() && word[length] == word[at + length] {
            length += 1;
        }
        common[at] = length;
        if at + length > end {
            (start, end) = (at, at + length);
        }
    }
    common
}

/// The rules; a component is a word, and a position a sum of words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Palindromes;

fn letters(word: &str) -> Vec<char> {
    word.chars().collect()
}

/// The three words that a split at a centre leaves.
fn split(letters: &[char], centre: usize) -> [String; 3] {
    [&letters[..centre], &letters[centre..=centre], &letters[centre + 1..]].map(|part| part.iter().collect())
}

impl Game for Palindromes {
    type Component = String;

    fn options(
        &self,
        word: &String,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, String>,
    ) -> Result<ControlFlow<()>, Failure> {
        let letters = letters(word);
        for centre in runs(&letters).flatten() {
            pulse.beats(letters.len() as u64)?;
            let mut parts: Sum<String> = Vec::new();
            for part in split(&letters, centre) {
                add(&mut parts, part, 1).expect("three parts");
            }
            if visit(&parts).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The first centre whose split leaves these words.
fn centre_of(word: &[char], option: &[Part<String>]) -> Option<usize> {
    let mut words = spelled(option);
    words.sort_unstable();
    runs(word).flatten().find(|&centre| {
        let mut parts = split(word, centre);
        parts.sort_unstable();
        parts[..] == words[..]
    })
}

impl Notation for Palindromes {
    fn read(&self, text: &str) -> Result<Vec<String>, InputError> {
        Ok(text.split_whitespace().map(str::to_owned).collect())
    }

    fn write(&self, components: &[String]) -> String {
        components.join(" ")
    }

    /// In the order of the word, which shows where it was split.
    fn arranged(&self, before: &String, option: &[Part<String>]) -> Vec<String> {
        let letters = letters(before);
        centre_of(&letters, option).map_or_else(|| spelled(option), |centre| split(&letters, centre).to_vec())
    }

    /// Long words are cut: the result has them whole.
    fn describe(&self, before: &String, option: &[Part<String>]) -> String {
        let parts: Vec<String> = self.arranged(before, option).iter().map(|word| shorten(word)).collect();
        format!("{} -> {}", shorten(before), parts.join(" "))
    }

    fn places(&self, before: &String, option: &[Part<String>]) -> Vec<Place> {
        let centre = centre_of(&letters(before), option);
        centre.map(|centre| Place::Index(centre as u64)).into_iter().collect()
    }
}

const THEOREM: &str =
    "a run of letters with equal neighbours is a row of Dawson's Chess (Guy and Smith 1956)";

impl Theory for Palindromes {
    fn rule(&self) -> String {
        "split a word at a letter whose neighbours are equal, into what is left of it, the letter, and what is right of it".to_owned()
    }

    fn known(&self, word: &String, convention: Convention) -> Option<Known> {
        let value = || if word.is_ascii() { value(word.as_bytes()) } else { value(&letters(word)) };
        (convention == Convention::Normal).then(|| Known { value: Value::Grundy(value()), theorem: THEOREM })
    }

    fn reach(&self, word: &String, convention: Convention, target: u64, wins: &mut dyn Wins<String>) -> bool {
        if convention == Convention::Misere {
            return false;
        }
        let letters = letters(word);
        let twins = Twins::new(&letters);
        for centre in centres_to(&letters, value(&letters), target).filter(|&centre| !twins.repeats(centre)) {
            // In the order of the word, which shows where it was split.
            wins.add_with(|| split(&letters, centre).map(|component| Part { component, copies: 1 }).to_vec());
        }
        true
    }

    /// A word reads alike from both ends, and one without centres is as good as none.
    fn representative(&self, word: &String) -> String {
        let letters = letters(word);
        match runs(&letters).next() {
            None => String::new(),
            Some(_) => letters.iter().rev().collect::<String>().min(word.clone()),
        }
    }

    fn argue(&self, word: &String) -> Vec<String> {
        const MAX_SHOWN: usize = 10;
        let letters = letters(word);
        let all: Vec<Range<usize>> = runs(&letters).collect();
        let runs = if all.len() == 1 { "run" } else { "runs" };
        let mut lines = vec![format!("{}: {} {runs} of centres", shorten(word), all.len())];
        for run in all.iter().take(MAX_SHOWN) {
            let centres = if run.len() == 1 { "centre" } else { "centres" };
            let place = if run.len() == 1 { String::new() } else { format!(" to {}", run.end) };
            lines.push(format!(
                "  letter {}{place}: {} {centres}, value {}",
                run.start + 1,
                run.len(),
                run_value(run.len())
            ));
        }
        if all.len() > MAX_SHOWN {
            lines.push(format!("  and {} more", all.len() - MAX_SHOWN));
        }
        lines.push(format!("  nim-sum {}", value(&letters)));
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![
            format!("value: {THEOREM}"),
            "splitting at a centre spoils it and the centres beside it, and no other".to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::distinct_options;
    use crate::game::reference;
    use proptest::prelude::*;
    use std::collections::{BTreeSet, HashMap};

    fn slow(word: &str) -> u64 {
        reference::grundy(&Palindromes, &word.to_owned(), &mut HashMap::new()).expect("play ends")
    }

    fn slow_after(word: &str, centre: usize) -> u64 {
        split(&letters(word), centre).iter().fold(0, |sum, part| sum ^ slow(part))
    }

    proptest! {
        #[test]
        fn values_and_moves_agree_with_the_rules(word in "[ab]{0,12}|[a-c]{0,14}|a{0,14}", target in 0u64..4) {
            let letters = letters(&word);
            let own = value(&letters);
            prop_assert_eq!(own, slow(&word));
            let all = (1..letters.len().max(2) - 1).filter(|&at| letters[at - 1] == letters[at + 1]);
            let expected: Vec<usize> = all.filter(|&at| slow_after(&word, at) == target).collect();
            prop_assert_eq!(centres_to(&letters, own, target).collect::<Vec<_>>(), expected);
        }

        #[test]
        fn twins_are_the_splits_into_the_same_words(word in "[ab]{1,9}|a{1,9}|(aba?){1,5}|(abac?){1,4}") {
            let letters = letters(&word);
            let twins = Twins::new(&letters);
            let mut seen = BTreeSet::new();
            for centre in runs(&letters).flatten() {
                let mut parts = split(&letters, centre);
                parts.sort();
                prop_assert_eq!(twins.repeats(centre), !seen.insert(parts), "{} at {}", word, centre);
            }
            let limits = Limits::default();
            let options = distinct_options(&Palindromes, &word, &mut Pulse::new(&limits)).expect("small");
            prop_assert_eq!(options.len(), seen.len());
        }
    }

    #[test]
    fn long_runs_repeat() {
        let mut values = vec![0u64; 2000];
        for length in 1..values.len() {
            let part = |at: usize| values[at.saturating_sub(1)] ^ values[(length - at - 1).saturating_sub(1)];
            values[length] = crate::value::mex((0..length).map(part));
            assert_eq!(values[length], run_value(length), "a run of {length}");
        }
    }

    #[test]
    fn the_samples_of_the_contest() {
        assert_eq!(smallest_winning(b"abacaba"), Some(1));
        assert_eq!(smallest_winning(b"abcde"), None);
        assert_eq!(smallest_winning::<u8>(b""), None);
        assert_eq!(smallest_winning(b"aa"), None);
        assert_eq!(smallest_winning(b"aaa"), Some(1));
    }
}
