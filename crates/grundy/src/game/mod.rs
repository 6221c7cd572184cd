//! What a game is: components, and the sums that moves leave.
//!
//! A ruleset is a value (`&self`), a component is plain data, and a position is a list of components: a disjunctive sum.
//! A move replaces one component by several smaller ones, so options are visited as lists of parts and Sprague-Grundy
//! theory does the rest. Games that never fall apart have one component and moves that leave one part. Solving is never a
//! method of a game; normal and misère play are a question ([`Convention`]), not two games.

pub mod answer;
pub mod any;
pub mod engine;
pub mod folded;
pub mod keyed;
pub mod notation;
pub mod own;
pub mod points;
pub mod position;
pub mod ranked;
pub mod reference;
pub mod several;
pub mod solver;
pub mod sum;
pub mod theory;
pub mod winning;

pub use crate::base::text;

use crate::base::error::Failure;
use crate::base::limits::Pulse;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Several equal components of a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part<C> {
    /// The component.
    pub component: C,
    /// How often it occurs; never 0.
    pub copies: u64,
}

/// What a move leaves: different components in increasing order.
pub type Parts<C> = Vec<Part<C>>;

/// What [`Game::options`] calls with the parts that a move leaves.
pub type Visit<'a, C> = dyn FnMut(&[Part<C>]) -> ControlFlow<()> + 'a;

/// The rules of an impartial game.
pub trait Game {
    /// An independent part of a position, equal to another exactly when they are the same.
    type Component: Clone + Eq + Hash + Ord + fmt::Debug;

    /// Calls `visit` with the parts that each move of `component` leaves, until it breaks. The order is fixed, repeats are
    /// allowed, and parts are sorted and merged.
    ///
    /// # Errors
    /// When a limit stops it, or a move makes no progress.
    fn options(
        &self,
        component: &Self::Component,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Self::Component>,
    ) -> Result<ControlFlow<()>, Failure>;
}

impl<G: Game + ?Sized> Game for &G {
    type Component = G::Component;

    fn options(
        &self,
        component: &Self::Component,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Self::Component>,
    ) -> Result<ControlFlow<()>, Failure> {
        (**self).options(component, pulse, visit)
    }
}

/// The different options of a component, in increasing order.
///
/// # Errors
/// As [`Game::options`].
pub fn distinct_options<G: Game + ?Sized>(
    game: &G,
    component: &G::Component,
    pulse: &mut Pulse<'_>,
) -> Result<Vec<Parts<G::Component>>, Failure> {
    let mut out = Vec::new();
    let _ = game.options(component, pulse, &mut |parts| {
        out.push(parts.to_vec());
        ControlFlow::Continue(())
    })?;
    out.sort();
    out.dedup();
    Ok(out)
}

/// Who wins when no move is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Convention {
    /// The player who moved last wins.
    #[default]
    Normal,
    /// The player who moved last loses.
    Misere,
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Normal => "normal",
            Convention::Misere => "misère",
        })
    }
}
