//! A program as a game: any executable that reads a position a line and writes its options.
//!
//! A position is a word without blanks, and several words are a sum. For each line of its input the program writes one line: a
//! JSON array of options, each a string (a position) or an array of strings (a sum of positions). It is started once and
//! kept; positions are asked breadth first, up to 64 KiB of questions ahead of the answers (`process`), and every answer is
//! kept, so that the engines then work in memory. Options that are equal are one; nothing is dropped.
//!
//! A program may say anything, so what the engines rely on is checked here: a circle is refused and shown unless play may go
//! on for ever, and a line that is no such array ends the answer. Time O(positions + moves) and one line each way a
//! position: 10^5 positions of a small Python program take a few seconds.

mod process;

use crate::base::error::{Error, Failure, InputError};
use crate::base::limits::{Pulse, StopReason};
use crate::game::notation::{Notation, spelled};
use crate::game::position::{shorten, write_sum};
use crate::game::sum::add;
use crate::game::theory::Theory;
use crate::game::{Game, Part, Parts, Visit};
use process::Process;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// A position of a program: a word.
pub type PositionWord = Arc<str>;

/// Positions that are asked for at once, breadth first, before an engine goes on with what is known; later as many as are
/// known already, so that few rounds are enough for many positions and little is asked for nothing.
const FIRST_POSITIONS: usize = 1 << 10;
/// Bytes that a position or a part of an option takes beside its word, roughly.
const BYTES_EACH: u64 = 80;
/// Most words of a circle that are shown.
const MAX_SHOWN_WORDS: usize = 12;

/// A game whose moves a program says.
#[derive(Debug)]
pub struct ProgramGame {
    path: String,
    loopy: bool,
    state: Mutex<State>,
}

/// What the program has said so far, and the program while it runs.
#[derive(Debug, Default)]
struct State {
    process: Option<Process>,
    known: FxHashMap<PositionWord, OptionList>,
    /// The positions that are known, in the order in which they were asked for.
    order: Vec<PositionWord>,
    /// Positions that were met and are not asked for yet.
    waiting: VecDeque<PositionWord>,
    met: FxHashSet<PositionWord>,
    bytes: u64,
}

/// The different options of a position, in increasing order.
type OptionList = Arc<[Parts<PositionWord>]>;

impl ProgramGame {
    /// Starts a program; `loopy` says that play may go on for ever.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(path: &str, loopy: bool) -> Result<ProgramGame, Error> {
        let state = State { process: Some(Process::start(path)?), ..State::default() };
        Ok(ProgramGame { path: path.to_owned(), loopy, state: Mutex::new(state) })
    }

    /// The options of a position, with those of positions behind it where they are not known yet.
    fn option_list(&self, word: &PositionWord, pulse: &mut Pulse<'_>) -> Result<OptionList, Failure> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = state.known.get(word) {
            return Ok(known.clone());
        }
        state.explore(&self.path, word, pulse)?;
        if !self.loopy
            && let Some(circle) = state.circle()
        {
            return Err(self.goes_round(&circle));
        }
        Ok(state.known[word].clone())
    }

    fn goes_round(&self, circle: &[PositionWord]) -> Failure {
        let mut words: Vec<String> = circle.iter().map(|word| shorten(word)).collect();
        if words.len() > MAX_SHOWN_WORDS {
            words.splice(MAX_SHOWN_WORDS / 2..words.len() - MAX_SHOWN_WORDS / 2, ["...".to_owned()]);
        }
        words.push(words[0].clone());
        Failure::Refused {
            message: format!("play goes round in `{}`: {}", self.path, words.join(" -> ")),
            hint: Some("with `--loopy` play may go on for ever, and be drawn".to_owned()),
        }
    }
}

impl State {
    /// Asks for the options of a position, and of others that wait to be asked for, breadth first. A program that fails is
    /// ended: answers that are still on their way belong to no question that will be asked again.
    fn explore(&mut self, path: &str, start: &PositionWord, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(path).map_err(refused)?,
        };
        process.check_silence()?;
        let limits = pulse.limits();
        let enough = self.known.len() + self.known.len().max(FIRST_POSITIONS);
        self.met.insert(start.clone());
        let (mut asked, mut next) = (VecDeque::new(), Some(start.clone()));
        loop {
            while let Some(word) = &next
                && process.has_room(word)
            {
                process.ask(word);
                asked.extend(next.take());
                next = self.next_waiting(start, enough.saturating_sub(asked.len()));
            }
            let Some(word) = asked.pop_front() else { break };
            let options = process.answer(&word, &|| (limits.poll)(pulse.work()))?;
            pulse.beat()?;
            self.learn(word, options);
            if self.bytes > limits.memory {
                return Err(StopReason::MemoryLimit.into());
            }
            if next.is_none() {
                next = self.next_waiting(start, enough.saturating_sub(asked.len()));
            }
        }
        process.check_silence()?;
        self.process = Some(process);
        Ok(())
    }

    /// The next position to ask for, unless that many are known.
    fn next_waiting(&mut self, start: &PositionWord, enough: usize) -> Option<PositionWord> {
        while self.known.len() < enough {
            // What an engine asked for in between was waiting too.
            let word = self.waiting.pop_front()?;
            if word != *start && !self.known.contains_key(&word) {
                return Some(word);
            }
        }
        None
    }

    /// Keeps an answer.
    fn learn(&mut self, word: PositionWord, options: Vec<Parts<PositionWord>>) {
        self.bytes += word.len() as u64 + BYTES_EACH;
        for part in options.iter().flatten() {
            self.bytes += BYTES_EACH;
            if self.met.insert(part.component.clone()) {
                self.waiting.push_back(part.component.clone());
            }
        }
        self.order.push(word.clone());
        self.known.insert(word, options.into());
    }

    /// A circle among the positions that are known.
    fn circle(&self) -> Option<Vec<PositionWord>> {
        let mut done: FxHashSet<&PositionWord> = FxHashSet::default();
        self.order.iter().find_map(|start| self.circle_behind(start, &mut done))
    }

    /// A circle behind a position; what is done leads to none.
    fn circle_behind<'a>(
        &'a self,
        start: &'a PositionWord,
        done: &mut FxHashSet<&'a PositionWord>,
    ) -> Option<Vec<PositionWord>> {
        if done.contains(start) {
            return None;
        }
        // The path from the start, each word with the parts of its options that are still to be looked at.
        let mut path: Vec<(&PositionWord, Vec<&PositionWord>)> = vec![(start, self.behind(start))];
        let mut on_path: FxHashMap<&PositionWord, usize> = FxHashMap::from_iter([(start, 0)]);
        while let Some((word, next)) = path.last_mut() {
            let Some(part) = next.pop() else {
                on_path.remove(*word);
                done.insert(*word);
                path.pop();
                continue;
            };
            if let Some(&place) = on_path.get(part) {
                return Some(path[place..].iter().map(|(word, _)| (*word).clone()).collect());
            }
            if !done.contains(part) {
                on_path.insert(part, path.len());
                path.push((part, self.behind(part)));
            }
        }
        None
    }

    /// The parts of the options of a position.
    fn behind(&self, word: &PositionWord) -> Vec<&PositionWord> {
        let options = self.known.get(word).map_or(&[][..], |options| &options[..]);
        options.iter().flatten().map(|part| &part.component).collect()
    }
}

impl Game for ProgramGame {
    type Component = PositionWord;

    fn options(
        &self,
        word: &PositionWord,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, PositionWord>,
    ) -> Result<ControlFlow<()>, Failure> {
        for option in self.option_list(word, pulse)?.iter() {
            pulse.beat()?;
            if visit(option).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for ProgramGame {
    fn read(&self, text: &str) -> Result<Vec<PositionWord>, InputError> {
        Ok(text.split_whitespace().map(PositionWord::from).collect())
    }

    fn write(&self, words: &[PositionWord]) -> String {
        let mut text = String::new();
        write_sum(&mut text, words, |text, word| text.write_str(word), "")
            .expect("a string takes everything");
        text
    }

    fn describe(&self, before: &PositionWord, option: &[Part<PositionWord>]) -> String {
        match option {
            [] => format!("{before} -> nothing"),
            _ => format!("{before} -> {}", self.write(&spelled(option))),
        }
    }
}

impl Theory for ProgramGame {
    fn rule(&self) -> String {
        format!("the moves that the program `{}` says", self.path)
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        self.loopy
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "each position is asked for once; then every position that can be reached is worked out in memory".to_owned(),
        ]
    }
}

fn refused(error: Error) -> Failure {
    Failure::Refused { message: error.to_string(), hint: error.hint().map(str::to_owned) }
}

/// The different options of a line, or `None` when it is no array of strings and arrays of strings, all of them words.
fn options_of(line: &[u8]) -> Option<Vec<Parts<PositionWord>>> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Said {
        One(String),
        Sum(Vec<String>),
    }
    let said: Vec<Said> = serde_json::from_slice(line).ok()?;
    let mut options = Vec::with_capacity(said.len());
    for option in said {
        let words = match option {
            Said::One(word) => vec![word],
            Said::Sum(words) => words,
        };
        let mut parts = Vec::with_capacity(words.len());
        for word in words {
            if word.is_empty() || word.contains(char::is_whitespace) {
                return None;
            }
            add(&mut parts, PositionWord::from(word), 1)?;
        }
        options.push(parts);
    }
    options.sort();
    options.dedup();
    Some(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_arrays_of_words_and_sums_of_words() {
        let texts = |line: &str| {
            let options = options_of(line.as_bytes())?;
            let write = |option: &Parts<PositionWord>| {
                option
                    .iter()
                    .map(|part| format!("{}*{}", part.copies, part.component))
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            Some(options.iter().map(write).collect::<Vec<_>>())
        };
        let some = |list: &[&str]| Some(list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        assert_eq!(texts("[]"), some(&[]));
        assert_eq!(texts(r#"["b", "a", "b"]"#), some(&["1*a", "1*b"]));
        assert_eq!(texts(r#"[["b", "a", "b"], []]"#), some(&["", "1*a 2*b"]));
        for line in
            ["", "[", "{}", "3", "[3]", r#"["a b"]"#, r#"[""]"#, r#"[["a"], [["b"]]]"#, "null", r#"["a"] x"#]
        {
            assert_eq!(texts(line), None, "{line}");
        }
    }
}
