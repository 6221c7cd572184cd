//! Collects moves: counted all, listed while the list stays readable, each as data with the whole position after it.

use super::answer::{MAX_LISTED_BYTES, MAX_LISTED_MOVES, Move, Moves};
use super::notation::{Notation, copies, is_long};
use super::{Part, Parts};
use crate::base::limits::{Limits, Pulse, StopReason};
use std::fmt;

/// Bytes of text after which no move is tried any more: a position may be written shortly and its options not.
const MAX_MADE_BYTES: usize = 4 * MAX_LISTED_BYTES;

/// The winning moves found so far.
pub struct Winning<'a, G: Notation + ?Sized> {
    game: &'a G,
    components: &'a [G::Component],
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

impl<G: Notation + ?Sized> fmt::Debug for Winning<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Winning").field("listed", &self.listed).field("total", &self.total).finish()
    }
}

impl<'a, G: Notation + ?Sized> Winning<'a, G> {
    /// Starts collecting moves in a position.
    pub fn new(game: &'a G, components: &'a [G::Component]) -> Winning<'a, G> {
        // Two bytes each is the least a component takes.
        let few = components.len() <= MAX_LISTED_BYTES / 2;
        let size = if few { game.length(components) } else { usize::MAX };
        Winning {
            game,
            components,
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
            && (self.listed.len() == MAX_LISTED_MOVES
                || self.bytes.saturating_add(self.size) > MAX_LISTED_BYTES
                || self.made > MAX_MADE_BYTES)
    }

    /// Gives up counting.
    pub fn lose_count(&mut self) {
        self.total = None;
    }

    /// Takes note of moves that are not listed.
    pub fn count(&mut self, more: u64) {
        self.total = self.total.and_then(|total| total.checked_add(more));
    }

    /// Takes note of a move whose result cannot be written.
    pub fn add_unwritten(&mut self, index: usize, text: String) {
        self.count(1);
        self.sample.get_or_insert((index, text));
    }

    /// Takes note of the different winning options of one component.
    pub fn add(&mut self, index: usize, options: &[Parts<G::Component>]) {
        self.count(options.len() as u64);
        for option in options {
            if self.is_full() {
                return;
            }
            self.list(index, option);
        }
    }

    /// Lists a move if its result is short enough.
    fn list(&mut self, index: usize, option: &[Part<G::Component>]) {
        let text = self.game.describe(&self.components[index], option);
        self.made += text.len();
        self.sample.get_or_insert_with(|| (index, text.clone()));
        // A result that is too long is left out, and shorter ones behind it may still be listed.
        let added = if is_long(option) { usize::MAX } else { 2 * copies(option) as usize };
        if self.bytes.saturating_add(self.size).saturating_add(added) > MAX_LISTED_BYTES {
            return;
        }
        let found = made(self.game, self.components, index, option, text);
        self.made += found.result.len();
        if self.bytes + found.bytes() > MAX_LISTED_BYTES {
            return;
        }
        self.bytes += found.bytes();
        self.listed.push(found);
    }

    /// What was found.
    pub fn finish(self) -> Moves {
        Moves { listed: self.listed, total: self.total, sample: self.sample }
    }
}

/// The move that leaves these parts of the component at an index.
pub fn move_of<G: Notation + ?Sized>(
    game: &G,
    components: &[G::Component],
    index: usize,
    option: &[Part<G::Component>],
) -> Move {
    made(game, components, index, option, game.describe(&components[index], option))
}

fn made<G: Notation + ?Sized>(
    game: &G,
    components: &[G::Component],
    index: usize,
    option: &[Part<G::Component>],
    text: String,
) -> Move {
    let before = &components[index];
    let mut parts = game.arranged(before, option);
    parts.retain(|part| !game.is_dead(part));
    let added = game.piece(before, &parts);
    let mut after = Vec::with_capacity(components.len() + parts.len());
    after.extend(components[..index].iter().filter(|part| !game.is_dead(part)).cloned());
    after.append(&mut parts);
    after.extend(components[index + 1..].iter().filter(|part| !game.is_dead(part)).cloned());
    Move {
        component: index,
        removed: game.piece(before, std::slice::from_ref(before)),
        added,
        places: game.places(before, option),
        text,
        result: game.write(&after),
    }
}

/// Where a theorem puts the winning options of one component that it finds without looking at the others.
pub trait Wins<C> {
    /// Whether options are only counted from now on.
    fn is_full(&self) -> bool;

    /// Takes note of options that need not be shown: only when [`Wins::is_full`].
    fn count(&mut self, more: u64);

    /// Says that there are more options than can be counted.
    fn lose_count(&mut self);

    /// Takes note of an option, unlike any before it.
    fn add_parts(&mut self, option: Parts<C>);

    /// Takes note of an option whose numbers no position can hold.
    fn add_unwritten(&mut self, text: String);

    /// Counts steps of work.
    ///
    /// # Errors
    /// When a limit is reached: the list is then cut short, and says so.
    fn beats(&mut self, steps: u64) -> Result<(), StopReason>;

    /// Says why the list is not complete.
    fn cut_short(&mut self, reason: StopReason);
}

impl<C> dyn Wins<C> + '_ {
    /// Takes note of an option, unlike any before it, that leaves one part; it is made only if it will be shown.
    pub fn add(&mut self, option: impl FnOnce() -> C) {
        self.add_with(|| vec![Part { component: option(), copies: 1 }]);
    }

    /// Takes note of an option, unlike any before it; it is made only if it will be shown.
    pub fn add_with(&mut self, option: impl FnOnce() -> Parts<C>) {
        if self.is_full() { self.count(1) } else { self.add_parts(option()) }
    }
}

/// The winning options of the component at an index.
#[derive(Debug)]
pub struct WinsOf<'w, 'a, G: Notation + ?Sized> {
    /// Where they are collected.
    pub winning: &'w mut Winning<'a, G>,
    /// The component.
    pub index: usize,
    /// Counts the work.
    pub pulse: &'w mut Pulse<'a>,
    /// Why the list is not complete.
    pub stop: StopReason,
}

impl<G: Notation + ?Sized> Wins<G::Component> for WinsOf<'_, '_, G> {
    fn is_full(&self) -> bool {
        self.winning.is_full()
    }

    fn count(&mut self, more: u64) {
        self.winning.count(more);
    }

    fn lose_count(&mut self) {
        self.winning.lose_count();
    }

    fn add_parts(&mut self, option: Parts<G::Component>) {
        self.winning.add(self.index, &[option]);
    }

    fn add_unwritten(&mut self, text: String) {
        self.winning.add_unwritten(self.index, text);
    }

    fn beats(&mut self, steps: u64) -> Result<(), StopReason> {
        self.pulse.beats(steps)
    }

    fn cut_short(&mut self, reason: StopReason) {
        self.stop = reason;
    }
}

/// How many positions that take this long to write fit into a part of the memory: each takes several times the room of its
/// text.
pub fn positions_that_fit(length: usize, limits: &Limits<'_>) -> u64 {
    (limits.memory / 8 / (200 + 16 * length as u64)).max(1)
}
