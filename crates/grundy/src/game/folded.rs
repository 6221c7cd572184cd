//! A game seen up to symmetry and in its parts: components that play alike are looked at once.
//!
//! Heaps that may stand in any order, boards that may be turned or have fallen apart: a search that meets a component
//! replaces it by the representatives of its independent parts, and its table shrinks. Moves shown to a reader still
//! come from the game itself.

use super::sum::add;
use super::{Game, Part, Parts, Visit};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use std::fmt;
use std::ops::ControlFlow;

/// Maps a component to a sum that plays like it, made of representatives.
pub type Fold<'a, C> = dyn Fn(&C) -> Parts<C> + 'a;

/// A game and the symmetry of its components.
pub struct Folded<'a, G: Game + ?Sized> {
    /// The game itself.
    pub game: &'a G,
    fold: Option<&'a Fold<'a, G::Component>>,
}

impl<G: Game + ?Sized> fmt::Debug for Folded<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Folded {{ by symmetry: {} }}", self.fold.is_some())
    }
}

impl<'a, G: Game + ?Sized> Folded<'a, G> {
    /// A game without symmetry.
    pub fn plain(game: &'a G) -> Folded<'a, G> {
        Folded { game, fold: None }
    }

    /// A game whose components may be replaced by what `fold` makes of them.
    pub fn new(game: &'a G, fold: &'a Fold<'a, G::Component>) -> Folded<'a, G> {
        Folded { game, fold: Some(fold) }
    }

    /// The sum of representatives that a component is.
    pub fn fold(&self, component: &G::Component) -> Parts<G::Component> {
        match self.fold {
            Some(fold) => fold(component),
            None => vec![Part { component: component.clone(), copies: 1 }],
        }
    }

    /// The representatives of the parts of an option.
    pub fn fold_parts(&self, parts: &[Part<G::Component>]) -> Parts<G::Component> {
        let Some(fold) = self.fold else { return parts.to_vec() };
        let mut out = Vec::with_capacity(parts.len());
        for part in parts {
            // Parts of one option number fewer than 2^64, and so do their classes.
            for inner in fold(&part.component) {
                let _ = add(&mut out, inner.component, inner.copies.saturating_mul(part.copies));
            }
        }
        out
    }
}

impl<G: Game + ?Sized> Game for Folded<'_, G> {
    type Component = G::Component;

    fn options(
        &self,
        component: &Self::Component,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Self::Component>,
    ) -> Result<ControlFlow<()>, Failure> {
        match self.fold {
            None => self.game.options(component, pulse, visit),
            Some(_) => self.game.options(component, pulse, &mut |parts| visit(&self.fold_parts(parts))),
        }
    }
}
