//! Collects winning moves: counted all, listed while the list stays readable, each with the whole position after it.

use crate::answer::{MAX_LISTED, MAX_LISTED_BYTES, Move};
use crate::game::Part;
use crate::game::position::{Position, Tuple};
use std::fmt::Write;

/// A component as text in its position.
pub trait Component: Clone + Ord {
    /// The position made of these components.
    fn position(components: Vec<Self>) -> Position;
    /// The component alone, as it stands in a move.
    fn text(&self) -> String;
    /// How long that text is, roughly.
    fn text_length(&self) -> usize;
    /// Whether the component is shown when it has nothing more to say (empty heaps are not).
    fn is_shown(&self) -> bool;
}

impl Component for u64 {
    fn position(components: Vec<u64>) -> Position {
        Position::Heaps(components)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn text_length(&self) -> usize {
        self.checked_ilog10().unwrap_or(0) as usize + 1
    }

    fn is_shown(&self) -> bool {
        *self > 0
    }
}

impl Component for Tuple {
    fn position(components: Vec<Tuple>) -> Position {
        Position::Tuples(components)
    }

    fn text(&self) -> String {
        format!("({})", Position::Tuples(vec![self.clone()]))
    }

    fn text_length(&self) -> usize {
        self.iter().map(|value| value.text_length() + 1).sum()
    }

    fn is_shown(&self) -> bool {
        true
    }
}

/// The winning moves found so far.
#[derive(Debug)]
pub struct Winning<'a, C> {
    components: &'a [C],
    /// Whether components without moves are left out of results.
    drop_dead: bool,
    /// The length of the whole position as text, roughly: what one listed move costs.
    size: usize,
    bytes: usize,
    /// Listed moves.
    pub listed: Vec<Move>,
    /// All moves.
    pub total: u64,
    /// The first move, even when its result is too long to list.
    pub sample: Option<(usize, String)>,
}

impl<'a, C: Component> Winning<'a, C> {
    /// Starts collecting moves in a position.
    pub fn new(components: &'a [C], drop_dead: bool) -> Winning<'a, C> {
        // Two bytes each is the least a component takes.
        let few = components.len() <= MAX_LISTED_BYTES / 2;
        let size = if few { components.iter().map(|c| c.text_length() + 1).sum() } else { usize::MAX };
        Winning { components, drop_dead, size, bytes: 0, listed: Vec::new(), total: 0, sample: None }
    }

    /// Whether nothing more will be listed.
    pub fn is_full(&self) -> bool {
        self.sample.is_some()
            && (self.listed.len() == MAX_LISTED || self.bytes.saturating_add(self.size) > MAX_LISTED_BYTES)
    }

    /// Takes note of the different winning options of one component.
    pub fn add(&mut self, index: usize, options: &[Vec<Part<C>>]) {
        self.total += options.len() as u64;
        for option in options {
            if self.is_full() {
                return;
            }
            let parts: u64 = option.iter().map(|part| part.copies).sum();
            let long = parts > 100_000;
            let text = format!(
                "{} -> {}",
                self.components[index].text(),
                if long { summary(option) } else { spelled(option) }
            );
            self.sample.get_or_insert_with(|| (index, text.clone()));
            // A result that is too long is left out, and shorter ones behind it may still be listed.
            let estimate = self.size.saturating_add(if long { usize::MAX } else { 2 * parts as usize });
            if self.bytes.saturating_add(estimate) > MAX_LISTED_BYTES {
                continue;
            }
            let result = self.result(index, option);
            if self.bytes + result.len() + text.len() > MAX_LISTED_BYTES {
                continue;
            }
            self.bytes += result.len() + text.len();
            self.listed.push(Move { component: index, text, result });
        }
    }

    /// The whole position after the move.
    fn result(&self, index: usize, option: &[Part<C>]) -> String {
        let shown = |component: &&C| !self.drop_dead || component.is_shown();
        let parts =
            || option.iter().flat_map(|part| std::iter::repeat_n(&part.component, part.copies as usize));
        let before = self.components[..index].iter();
        let after = self.components[index + 1..].iter();
        let all: Vec<C> = before.chain(parts()).chain(after).filter(shown).cloned().collect();
        match (all.is_empty(), self.drop_dead) {
            // An empty heap stands for nothing at all where it has no moves.
            (true, true) => "0".to_owned(),
            _ => C::position(all).to_string(),
        }
    }
}

/// The parts of an option, `2 3 3`; `0` when nothing is left.
fn spelled<C: Component>(option: &[Part<C>]) -> String {
    let mut text = String::new();
    for part in option {
        for _ in 0..part.copies {
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{}", part.component.text());
        }
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// The parts of a long option, `1000000 of 1`.
fn summary<C: Component>(option: &[Part<C>]) -> String {
    let items: Vec<String> =
        option.iter().take(20).map(|part| format!("{} of {}", part.copies, part.component.text())).collect();
    let more = if option.len() > 20 { ", ..." } else { "" };
    format!("{}{more}", items.join(", "))
}
