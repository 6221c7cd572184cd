//! What is known about a game beyond its moves.
//!
//! A game says its moves ([`Game`](super::Game)), its notation ([`Notation`]), and here whatever theorems know: values,
//! outcomes, the options of a wanted value, symmetry, searches of its own. All of that is optional: what no theorem tells, the
//! engines find while it is small. Whoever asks ([`crate::ask`]) needs no more than this, whether the game is a rule or a
//! Rust type; with its components erased ([`super::any`]) it is one object like any other.

use super::engine::Method;
use super::keyed::KeyMoves;
use super::points::ForPoints;
use super::ranked::Ranked;
use super::{Convention, Part, Parts};
use crate::base::diagnostic::Diagnostics;
use crate::base::error::Offence;
use std::fmt;

pub use super::notation::{Notation, Place};
pub use super::solver::Solver;
pub use super::winning::Wins;

/// What a theorem says about a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its value, or only who wins.
    pub value: Value,
    /// The theorem, with author and year.
    pub theorem: &'static str,
}

/// How much is known of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The Grundy value.
    Grundy(u64),
    /// Whether the player to move loses, where the value is not known.
    Lost(bool),
}

impl Value {
    /// Whether the player to move loses.
    pub fn is_p_position(self) -> bool {
        matches!(self, Value::Grundy(0) | Value::Lost(true))
    }
}

/// What is known about a game beyond its moves; every method but the first may be left as it is.
pub trait Theory: Notation + fmt::Debug {
    /// The rule in a sentence, with the parameters it was given.
    fn rule(&self) -> String;

    /// Remarks about the rule as it was written, in sentences.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a theorem says about a component. Under misère play only who wins counts, and only positions of one component
    /// are asked about.
    fn known(&self, _component: &Self::Component, _convention: Convention) -> Option<Known> {
        None
    }

    /// Hands every different option whose value is `target` to `wins` without looking at all options, and returns
    /// whether it could. Where only outcomes are known, and under misère play, `target` is 0 and means: lost.
    fn reach(
        &self,
        _component: &Self::Component,
        _convention: Convention,
        _target: u64,
        _wins: &mut dyn Wins<Self::Component>,
    ) -> bool {
        false
    }

    /// The theorem by which every component plays, under misère play too, like the Nim heap of its value, its options being
    /// those of that heap up to values; then [`Theory::reach`] finds options by their values under normal play.
    fn misere_nim(&self) -> Option<&'static str> {
        None
    }

    /// The representative of all components that play alike, such as the sorted list of heaps whose order is of no
    /// account; searches look at representatives only.
    fn representative(&self, component: &Self::Component) -> Self::Component {
        component.clone()
    }

    /// The independent parts that a component has fallen into, each as a representative; searches look at parts only,
    /// while moves shown to a reader keep the component whole.
    fn parts(&self, component: &Self::Component) -> Parts<Self::Component> {
        vec![Part { component: self.representative(component), copies: 1 }]
    }

    /// Whether components are their own only parts, so that searches need not ask.
    fn is_plain(&self) -> bool {
        false
    }

    /// A search or table of the game's own for values under normal play; `None` where the common one has to do, or the game
    /// has none by this method.
    fn solver(
        &self,
        _components: &[Self::Component],
        _method: Method,
    ) -> Option<Box<dyn Solver<Self::Component> + '_>> {
        None
    }

    /// Whether search may be tried: not if play can go on for ever.
    fn is_finite(&self) -> bool {
        true
    }

    /// Whether play may go on for ever, which is then a draw: every position that can be reached is looked at.
    fn is_loopy(&self) -> bool {
        false
    }

    /// How many positions can be reached from a component, at least; 0 where that is not known. It spares a search that
    /// could not end.
    fn extent(&self, _component: &Self::Component) -> u64 {
        0
    }

    /// The game as one with a dense numbering, if it has one.
    fn ranked(&self) -> Option<&dyn Ranked<Component = Self::Component>> {
        None
    }

    /// A number that no move increases, such as that of free squares: a tablebase solves position after position by it. The
    /// parts are those of a whole position. `None` where the game has no such number at hand.
    fn tier(&self, _position: &[Part<Self::Component>]) -> Option<u64> {
        None
    }

    /// The positions that can be reached from one as numbers of 64 bits, with their moves; `None` where they have none.
    fn keyed(&self, _start: &[Part<Self::Component>]) -> Option<Box<dyn KeyMoves<Self::Component> + '_>> {
        None
    }

    /// The game as one for points, if that is what it is played for.
    fn points(&self) -> Option<&dyn ForPoints<Self::Component>> {
        None
    }

    /// The error that a move makes no progress, with its place in the text of the rule; `None` for games without one.
    fn no_progress(&self, _offence: &Offence) -> Option<Diagnostics> {
        None
    }

    /// What counts in a component and why, line by line, for `explain`.
    fn argue(&self, _component: &Self::Component) -> Vec<String> {
        Vec::new()
    }

    /// The theory of the game in a few lines, for `explain` without a position.
    fn theory(&self) -> Vec<String> {
        Vec::new()
    }
}
