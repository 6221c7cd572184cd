//! What a game for points is: a game whose moves gain their player something, with its own way to best play.
//!
//! Grundy values say nothing here. What replaces them is the *difference*, the points of the player to move minus those of
//! the other, both playing for the largest: `difference(state) = max over moves of (gain - difference(next))`, and 0 without
//! moves. A game that is [`ForPoints`] finds it by the structure of its own; whoever asks sees turns and a score.

use super::notation::Place;
use crate::base::limits::{Limits, StopReason};
use std::fmt;
use std::ops::ControlFlow;
use thiserror::Error as ThisError;

/// The points of both players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Score {
    /// Of the player who moves first.
    pub first: i64,
    /// Of the other.
    pub second: i64,
}

impl Score {
    /// Points that were summed with more bits.
    ///
    /// # Errors
    /// When the points or their difference do not fit in 64 bits.
    pub fn new(first: i128, second: i128) -> Result<Score, Unscored> {
        let fit = |points: i128| i64::try_from(points).map_err(|_| Unscored::Overflow);
        fit(first - second)?;
        Ok(Score { first: fit(first)?, second: fit(second)? })
    }

    /// The points of the first player minus those of the second.
    pub fn difference(self) -> i64 {
        self.first - self.second
    }
}

/// Why there is no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
pub enum Unscored {
    /// Points that do not fit in 64 bits.
    #[error("the points do not fit in 64 bits")]
    Overflow,
    /// A limit or the user stopped it.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for Unscored {
    fn from(reason: StopReason) -> Unscored {
        Unscored::Stopped(reason)
    }
}

/// A move of a game for points.
#[derive(Debug, Clone)]
pub struct Turn<C> {
    /// The move in words, without what it gains.
    pub text: String,
    /// The places it touches.
    pub places: Vec<Place>,
    /// What it gains its player.
    pub gain: i128,
    /// What it leaves, seen by the player whose turn it then is.
    pub after: C,
}

/// What is called with one turn after another until it breaks.
pub type VisitTurn<'a, C> = dyn FnMut(Turn<C>) -> ControlFlow<()> + 'a;

/// A game for points.
pub trait ForPoints<C> {
    /// How it is solved, in a few words.
    fn reason(&self) -> &'static str;

    /// Visits the moves of a state, in the order that breaks ties.
    fn turns(&self, state: &C, visit: &mut VisitTurn<'_, C>);

    /// How many moves a state has.
    fn turn_count(&self, state: &C) -> u64;

    /// Works out best play.
    ///
    /// # Errors
    /// When the points do not fit in 64 bits or the limits do not suffice.
    fn best_play<'a>(
        &'a self,
        state: &'a C,
        limits: &Limits<'_>,
    ) -> Result<Box<dyn BestPlay<C> + 'a>, Unscored>;
}

/// Best play from a state.
pub trait BestPlay<C>: fmt::Debug {
    /// The points of both players.
    fn score(&self) -> Score;

    /// How many different first moves reach them.
    fn best_total(&self) -> u64;

    /// How many turns the line of best play has.
    fn turns(&self) -> u64;

    /// Steps of work.
    fn work(&self) -> u64;

    /// Visits first moves that reach the best difference and leave different positions.
    fn best(&self, visit: &mut VisitTurn<'_, C>);

    /// Visits the turns of a line of best play from its beginning.
    fn line(&self, visit: &mut VisitTurn<'_, C>);
}
