//! Positions and moves as text, and the places that a move touches on a drawing.

use super::{Game, Part};
use crate::base::error::InputError;
use std::fmt::Write;

/// Positions and moves as text.
pub trait Notation: Game {
    /// Reads a position into its components: one for games that are no sum, also when nothing is written.
    ///
    /// # Errors
    /// The first offence and its column.
    fn read(&self, text: &str) -> Result<Vec<Self::Component>, InputError>;

    /// Writes a position so that [`Notation::read`] reads the same components.
    fn write(&self, components: &[Self::Component]) -> String;

    /// What a move takes away or leaves of a component: components of one part of the position, without the others.
    fn piece(&self, _before: &Self::Component, components: &[Self::Component]) -> String {
        self.write(components)
    }

    /// A component as it stands in a move or in a table of options.
    fn component(&self, component: &Self::Component) -> String {
        self.write(std::slice::from_ref(component))
    }

    /// A component as a sentence calls it.
    fn name(&self, component: &Self::Component) -> String {
        self.component(component)
    }

    /// How long the text of a position is, roughly.
    fn length(&self, components: &[Self::Component]) -> usize {
        self.write(components).len()
    }

    /// Whether the component has nothing more to say and is left out of positions (empty heaps are).
    fn is_dead(&self, _component: &Self::Component) -> bool {
        false
    }

    /// The components that a move leaves, in the order in which a reader is shown them.
    fn arranged(&self, _before: &Self::Component, option: &[Part<Self::Component>]) -> Vec<Self::Component> {
        spelled(option)
    }

    /// Writes the move that leaves these parts of a component; by default both sides are written as positions.
    fn describe(&self, before: &Self::Component, option: &[Part<Self::Component>]) -> String {
        format!("{} -> {}", self.component(before), self.write(&self.arranged(before, option)))
    }

    /// The places that the move touches on a drawing of the component; empty where a move has none.
    fn places(&self, _before: &Self::Component, _option: &[Part<Self::Component>]) -> Vec<Place> {
        Vec::new()
    }

    /// Whether the component is one of this game's: an erased one may be another's.
    fn owns(&self, _component: &Self::Component) -> bool {
        true
    }
}

/// A place on the drawing of a component.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// An index in a row, on a strip, on a staircase, or a number in a list.
    Index(u64),
    /// A square of a board: row and column from 0.
    Cell(usize, usize),
    /// A vertex of a graph, by its name.
    Vertex(String),
    /// An edge of a graph, by the names of its ends.
    Edge(String, String),
}

/// The components of an option one by one.
pub fn spelled<C: Clone>(option: &[Part<C>]) -> Vec<C> {
    let each = option.iter().flat_map(|part| std::iter::repeat_n(&part.component, part.copies as usize));
    each.cloned().collect()
}

/// How many components an option has.
pub fn copies<C>(option: &[Part<C>]) -> u64 {
    option.iter().fold(0, |sum, part| part.copies.saturating_add(sum))
}

/// Most components of an option that are written out.
const MAX_SPELLED: u64 = 100_000;

/// Whether an option has too many parts to be written out.
pub fn is_long<C>(option: &[Part<C>]) -> bool {
    copies(option) > MAX_SPELLED
}

/// A move of components that are written one after the other: `5 -> 2 3`, `0` when nothing is left, and how many there are of
/// each when they are many.
pub fn arrow<C>(before: &C, option: &[Part<C>], write: impl Fn(&C) -> String) -> String {
    let after = if is_long(option) { summary(option, &write) } else { row(option, &write) };
    format!("{} -> {after}", write(before))
}

/// The parts of an option, `2 3 3`; `0` when nothing is left.
fn row<C>(option: &[Part<C>], write: impl Fn(&C) -> String) -> String {
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
    const SHOWN: usize = 20;
    let shown = option.iter().take(SHOWN);
    let parts: Vec<String> =
        shown.map(|part| format!("{} of {}", part.copies, write(&part.component))).collect();
    let more = if option.len() > SHOWN { ", ..." } else { "" };
    format!("{}{more}", parts.join(", "))
}
