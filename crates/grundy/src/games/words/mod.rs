//! Rows, rings and boards of symbols, played by a rule of words.
//!
//! A component is a word, whole, and a position a sum of words; a move replaces an occurrence of a pattern
//! ([`crate::rule::word`]). Searches look at independent parts only, each as the one that stands for all that play alike.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let flip = NamedGame::read("\"++\" -> \"--\"")?;
//! let answer = solve(&flip, flip.parse("++++-+++")?, &Question::default())?;
//! assert_eq!(answer.grundy, Some(3));
//! # Ok::<(), grundy::Error>(())
//! ```

mod domino;
mod heaps;
mod placement;
mod text;

use crate::base::error::{Failure, InputError, Offence};
use crate::base::limits::Pulse;
use crate::engine::search::nimber_search::{self, NimberSearch};
use crate::game::engine::{Engine, Method};
use crate::game::folded::Folded;
use crate::game::sum::{Sum, add};
use crate::game::theory::{Known, Notation, Place, Solver, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Parts, Visit};
use crate::rule::Ruleset;
use crate::rule::system::System;
use crate::rule::word::literal::WALL;
use crate::rule::word::{SymbolWord, Topology, WordRule};
use heaps::RunHeaps;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// A game of words.
#[derive(Debug)]
pub struct Words {
    rule: WordRule,
    heaps: Option<RunHeaps>,
    /// The symbol of free squares, where the rule is Cram.
    cram: Option<char>,
}

impl Words {
    /// The game of a rule.
    pub fn new(rule: WordRule) -> Words {
        let heaps = rule.runs().map(RunHeaps::new);
        let cram = domino::free_square(&rule);
        Words { rule, heaps, cram }
    }

    /// The rule about heaps that runs of symbols are played by, where rows are made of runs.
    pub fn heaps(&self) -> Option<&Ruleset> {
        self.heaps.as_ref().filter(|_| self.rule.ground == Topology::Row).map(|heaps| &heaps.runs.rules)
    }

    /// The kinds of heaps that rings and their runs are, where they are made of runs.
    pub fn ring(&self) -> Option<&System> {
        self.heaps.as_ref().and_then(|heaps| heaps.runs.ring.as_ref())
    }

    /// Its rule.
    pub fn word_rule(&self) -> &WordRule {
        &self.rule
    }

    /// The move of a clause, refused if it does not make the word lighter.
    fn lighter(&self, before: &SymbolWord, after: &SymbolWord, clause: usize) -> Result<(), Failure> {
        let weights = &self.rule.weights;
        if weights.proved || weights.total(after.cells()) < weights.total(before.cells()) {
            return Ok(());
        }
        let [before, after] = [before, after].map(|word| text::write_word(&self.rule, word));
        Err(Failure::NoProgress(Offence { clause, before, after }))
    }
}

impl Game for Words {
    type Component = SymbolWord;

    fn options(
        &self,
        word: &SymbolWord,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, SymbolWord>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut failed = None;
        let flow = self.rule.occurrences(word, pulse, &mut |occurrence, symbols| {
            let after = occurrence.result(word, symbols);
            if let Err(failure) = self.lighter(word, &after, occurrence.instance.clause) {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            if after.cells().is_empty() {
                return visit(&[]);
            }
            visit(&[Part { component: after, copies: 1 }])
        })?;
        failed.map_or(Ok(flow), Err)
    }
}

impl Notation for Words {
    fn read(&self, text: &str) -> Result<Vec<SymbolWord>, InputError> {
        text::read(&self.rule, text)
    }

    fn write(&self, words: &[SymbolWord]) -> String {
        let shown = words.iter().filter(|word| !word.cells().is_empty());
        shown.map(|word| text::write_word(&self.rule, word)).collect::<Vec<_>>().join(" ")
    }

    fn length(&self, words: &[SymbolWord]) -> usize {
        words.iter().map(|word| word.cells().len() + 1).sum()
    }

    fn name(&self, word: &SymbolWord) -> String {
        if word.cells().is_empty() { "the empty word".to_owned() } else { self.component(word) }
    }

    fn is_dead(&self, word: &SymbolWord) -> bool {
        word.cells().is_empty()
    }

    fn describe(&self, before: &SymbolWord, option: &[Part<SymbolWord>]) -> String {
        let after = self.write(&self.arranged(before, option));
        let after = if after.is_empty() { "nothing" } else { &after };
        format!("{} -> {after}", self.component(before))
    }

    fn places(&self, before: &SymbolWord, option: &[Part<SymbolWord>]) -> Vec<Place> {
        let after = option.first().map_or(&[][..], |part| part.component.cells());
        let cells = before.cells();
        let place = |index: usize| match self.rule.ground.is_board() {
            true => Place::Cell(index / before.columns(), index % before.columns()),
            false => Place::Index(index as u64),
        };
        if cells.len() == after.len() {
            return (0..cells.len()).filter(|&index| cells[index] != after[index]).map(place).collect();
        }
        // What stands between the longest beginning and the longest end that stay.
        let shorter = cells.len().min(after.len());
        let start = cells.iter().zip(after).take_while(|(a, b)| a == b).count().min(shorter);
        let end = cells
            .iter()
            .rev()
            .zip(after.iter().rev())
            .take_while(|(a, b)| a == b)
            .count()
            .min(shorter - start);
        (start..cells.len() - end).map(place).collect()
    }
}

impl Theory for Words {
    fn rule(&self) -> String {
        self.rule.text.clone()
    }

    fn known(&self, word: &SymbolWord, convention: Convention) -> Option<Known> {
        if let Some(symbol) = self.cram {
            return domino::known(word, symbol, convention);
        }
        let heaps = self.heaps.as_ref().filter(|_| convention == Convention::Normal)?;
        let value = Value::Grundy(heaps.value(&self.rule, word)?);
        Some(Known { value, theorem: heaps::THEOREM })
    }

    fn reach(
        &self,
        word: &SymbolWord,
        convention: Convention,
        target: u64,
        wins: &mut dyn Wins<SymbolWord>,
    ) -> bool {
        match &self.heaps {
            Some(heaps) if convention == Convention::Normal => heaps.reach(&self.rule, word, target, wins),
            _ => false,
        }
    }

    fn representative(&self, word: &SymbolWord) -> SymbolWord {
        self.rule.symmetries.representative(word)
    }

    fn parts(&self, word: &SymbolWord) -> Parts<SymbolWord> {
        let mut parts: Sum<SymbolWord> = Vec::new();
        for part in self.rule.parts(word) {
            add(&mut parts, part, 1).expect("fewer parts than places");
        }
        parts
    }

    fn solver(&self, words: &[SymbolWord], method: Method) -> Option<Box<dyn Solver<SymbolWord> + '_>> {
        // A search is not made ready where the values of heaps answer: that would cost more than the answer.
        let by_heaps = |heaps: &RunHeaps| words.iter().all(|word| heaps.value(&self.rule, word).is_some());
        if self.rule.is_loopy || method == Method::Auto && self.heaps.as_ref().is_some_and(by_heaps) {
            return None;
        }
        let own = self.cram.and_then(|symbol| domino::solver(words, symbol, method));
        let own = own.map(|own| own as Box<dyn Solver<SymbolWord>>);
        if let Some(own) = own.or_else(|| placement::solver(&self.rule, words, method)) {
            return Some(own);
        }
        let search = NimberSearch::by_weight(weight).in_order_of(method)?;
        Some(Box::new(Search { game: self, search }))
    }

    fn is_finite(&self) -> bool {
        !self.rule.is_loopy
    }

    fn is_loopy(&self) -> bool {
        self.rule.is_loopy
    }

    fn argue(&self, word: &SymbolWord) -> Vec<String> {
        text::argue(&self.rule, word)
    }

    fn theory(&self) -> Vec<String> {
        text::theory(&self.rule, self.heaps(), self.cram.is_some())
    }
}

/// Places that may be reached, five for each: a fair guess of the work.
fn weight(word: &SymbolWord) -> u32 {
    5 * word.cells().iter().filter(|&&cell| cell != WALL).count() as u32
}

/// Nimber search over the parts of words.
struct Search<'a> {
    game: &'a Words,
    search: NimberSearch<SymbolWord>,
}

impl Solver<SymbolWord> for Search<'_> {
    fn value(&mut self, word: &SymbolWord, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let fold = |word: &SymbolWord| self.game.parts(word);
        let folded = Folded::new(self.game, &fold);
        self.search.value(&folded, &folded.fold(word), pulse)
    }

    fn has_value(&mut self, word: &SymbolWord, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        let fold = |word: &SymbolWord| self.game.parts(word);
        let folded = Folded::new(self.game, &fold);
        self.search.has_value(&folded, &folded.fold(word), value, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }
}
