//! Collects winning moves: counted all, listed while the list stays readable, each with the whole position after it.

use crate::answer::{MAX_LISTED, MAX_LISTED_BYTES, Move};
use crate::game::position::{Position, Tuple};
use crate::game::{Part, Parts};
use std::fmt::{self, Write};

/// How components, moves and whole positions are written.
pub trait Script<C> {
    /// The component alone, as it stands in a move.
    fn component(&self, component: &C) -> String;

    /// The whole position.
    fn position(&self, components: Vec<C>) -> String;

    /// How long the text of the whole position is, roughly.
    fn length(&self, components: &[C]) -> usize;

    /// Whether the component has nothing more to say and is left out of positions (empty heaps are).
    fn is_dead(&self, _component: &C) -> bool {
        false
    }

    /// The move, `5 -> 2 3`.
    fn describe(&self, before: &C, option: &[Part<C>]) -> String {
        let write = |c: &C| self.component(c);
        let after = if is_long(option) { summary(option, write) } else { spelled(option, write) };
        format!("{} -> {after}", write(before))
    }
}

/// The script of rule games.
#[derive(Debug, Clone, Copy)]
pub struct Plain {
    /// Whether empty heaps are left out.
    pub drop_dead: bool,
}

impl Script<u64> for Plain {
    fn component(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn position(&self, heaps: Vec<u64>) -> String {
        // An empty heap stands for nothing at all where it has no moves.
        if heaps.is_empty() && self.drop_dead { "0".to_owned() } else { Position::Heaps(heaps).to_string() }
    }

    fn length(&self, heaps: &[u64]) -> usize {
        heaps.iter().map(|&heap| digits(heap) + 1).sum()
    }

    fn is_dead(&self, heap: &u64) -> bool {
        self.drop_dead && *heap == 0
    }
}

impl Script<Tuple> for Plain {
    fn component(&self, tuple: &Tuple) -> String {
        format!("({})", Position::Tuples(vec![tuple.clone()]))
    }

    fn position(&self, tuples: Vec<Tuple>) -> String {
        Position::Tuples(tuples).to_string()
    }

    fn length(&self, tuples: &[Tuple]) -> usize {
        tuples.iter().flatten().map(|&value| digits(value) + 2).sum()
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Bytes of text after which no move is tried any more: a position may be written shortly and its options not.
const MOST_MADE: usize = 4 * MAX_LISTED_BYTES;

/// The winning moves found so far.
pub struct Winning<'a, C> {
    components: &'a [C],
    script: &'a dyn Script<C>,
    /// The length of the whole position as text, roughly: what one listed move costs.
    size: usize,
    bytes: usize,
    /// Bytes of text made, also of moves that turned out too long.
    made: usize,
    listed: Vec<Move>,
    /// All moves; `None` when there are more than 2^64 - 1.
    total: Option<u64>,
    sample: Option<(usize, String)>,
}

/// The winning moves as an answer has them.
#[derive(Debug, Clone, Default)]
pub struct Moves {
    /// Listed moves.
    pub listed: Vec<Move>,
    /// How many there are in all; `None` when no one can count them.
    pub total: Option<u64>,
    /// The first move, even when its result is too long to list.
    pub sample: Option<(usize, String)>,
}

impl<C> fmt::Debug for Winning<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Winning").field("listed", &self.listed).field("total", &self.total).finish()
    }
}

impl<'a, C: Clone> Winning<'a, C> {
    /// Starts collecting moves in a position.
    pub fn new(components: &'a [C], script: &'a dyn Script<C>) -> Winning<'a, C> {
        // Two bytes each is the least a component takes.
        let few = components.len() <= MAX_LISTED_BYTES / 2;
        let size = if few { script.length(components) } else { usize::MAX };
        Winning {
            components,
            script,
            size,
            bytes: 0,
            made: 0,
            listed: Vec::new(),
            total: Some(0),
            sample: None,
        }
    }

    /// Whether nothing more will be listed.
    pub fn is_full(&self) -> bool {
        self.sample.is_some()
            && (self.listed.len() == MAX_LISTED
                || self.bytes.saturating_add(self.size) > MAX_LISTED_BYTES
                || self.made > MOST_MADE)
    }

    /// Gives up counting.
    pub fn lose_count(&mut self) {
        self.total = None;
    }

    /// Takes note of moves that are not listed.
    pub fn count(&mut self, more: u64) {
        self.total = self.total.and_then(|total| total.checked_add(more));
    }

    /// Takes note of the different winning options of one component.
    pub fn add(&mut self, index: usize, options: &[Parts<C>]) {
        self.count(options.len() as u64);
        for option in options {
            if self.is_full() {
                return;
            }
            self.list(index, option);
        }
    }

    /// Lists a move if its result is short enough.
    fn list(&mut self, index: usize, option: &[Part<C>]) {
        let text = self.script.describe(&self.components[index], option);
        self.made += text.len();
        self.sample.get_or_insert_with(|| (index, text.clone()));
        // A result that is too long is left out, and shorter ones behind it may still be listed.
        let added = if is_long(option) { usize::MAX } else { 2 * copies(option) as usize };
        if self.bytes.saturating_add(self.size).saturating_add(added) > MAX_LISTED_BYTES {
            return;
        }
        let result = self.result(index, option);
        self.made += result.len();
        if self.bytes + result.len() + text.len() > MAX_LISTED_BYTES {
            return;
        }
        self.bytes += result.len() + text.len();
        self.listed.push(Move { component: index, text, result });
    }

    /// The whole position after the move.
    pub fn result(&self, index: usize, option: &[Part<C>]) -> String {
        let parts = option.iter().flat_map(|part| std::iter::repeat_n(&part.component, part.copies as usize));
        let (before, after) = (&self.components[..index], &self.components[index + 1..]);
        let all = before.iter().chain(parts).chain(after);
        self.script.position(all.filter(|c| !self.script.is_dead(c)).cloned().collect())
    }

    /// What was found.
    pub fn finish(self) -> Moves {
        Moves { listed: self.listed, total: self.total, sample: self.sample }
    }
}

/// Takes the winning options of one component from a theorem that finds them without looking at the others.
#[derive(Debug)]
pub struct Wins<'w, 'a, C> {
    winning: &'w mut Winning<'a, C>,
    index: usize,
}

impl<'w, 'a, C: Clone> Wins<'w, 'a, C> {
    /// The winning options of the component at this index.
    pub fn new(winning: &'w mut Winning<'a, C>, index: usize) -> Wins<'w, 'a, C> {
        Wins { winning, index }
    }

    /// Takes note of an option, unlike any before it, that leaves one part; it is made only if it will be shown.
    pub fn add(&mut self, option: impl FnOnce() -> C) {
        self.add_parts(|| vec![Part { component: option(), copies: 1 }]);
    }

    /// Takes note of an option, unlike any before it; it is made only if it will be shown.
    pub fn add_parts(&mut self, option: impl FnOnce() -> Parts<C>) {
        if self.winning.is_full() {
            self.winning.count(1);
        } else {
            self.winning.add(self.index, &[option()]);
        }
    }

    /// Takes note of options that need not be shown: only when [`Wins::is_full`].
    pub fn count(&mut self, more: u64) {
        self.winning.count(more);
    }

    /// Says that there are more options than can be counted.
    pub fn lose_count(&mut self) {
        self.winning.lose_count();
    }

    /// Whether options are only counted from now on.
    pub fn is_full(&self) -> bool {
        self.winning.is_full()
    }
}

fn copies<C>(option: &[Part<C>]) -> u64 {
    option.iter().fold(0, |sum, part| part.copies.saturating_add(sum))
}

/// Whether an option has too many parts to be written out.
pub fn is_long<C>(option: &[Part<C>]) -> bool {
    copies(option) > 100_000
}

/// The parts of an option, `2 3 3`; `0` when nothing is left.
fn spelled<C>(option: &[Part<C>], write: impl Fn(&C) -> String) -> String {
    let mut text = String::new();
    for part in option {
        for _ in 0..part.copies {
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{}", write(&part.component));
        }
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// The parts of a long option, `1000000 of 1`.
fn summary<C>(option: &[Part<C>], write: impl Fn(&C) -> String) -> String {
    let items: Vec<String> =
        option.iter().take(20).map(|part| format!("{} of {}", part.copies, write(&part.component))).collect();
    let more = if option.len() > 20 { ", ..." } else { "" };
    format!("{}{more}", items.join(", "))
}
