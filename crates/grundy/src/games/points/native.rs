//! Games for points as games of the catalogue: positions as text, moves as options, best play for whoever asks.
//!
//! A game that is a [`StoneGame`] becomes a native game by being wrapped in [`Points`]: its states are components, its moves
//! leave one state each, and [`crate::game::points`] is how its best play is asked for.

use super::{Played, Scoring};
use crate::base::error::{Failure, InputError};
use crate::base::limits::{Limits, Pulse};
use crate::game::notation::{Notation, Place};
use crate::game::points::{BestPlay, ForPoints, Score, Turn, Unscored, VisitTurn};
use crate::game::theory::Theory;
use crate::game::{Game, Part, Visit};
use std::fmt;
use std::ops::ControlFlow;

/// A game for points that can be asked about.
pub trait StoneGame: Scoring + fmt::Debug + Send + Sync {
    /// The rule in a sentence.
    fn rule(&self) -> &'static str;

    /// How it is solved, in a few words.
    fn reason(&self) -> &'static str;

    /// Reads a position.
    ///
    /// # Errors
    /// The first offence and its column.
    fn read(&self, text: &str) -> Result<Self::State, InputError>;

    /// Writes a position.
    fn write(&self, state: &Self::State) -> String;

    /// A move in words, without what it gains.
    fn describe(&self, state: &Self::State, choice: Self::Move) -> String;

    /// The places of the stones that a move touches, counted from the left.
    fn touched(&self, state: &Self::State, choice: Self::Move) -> Vec<u64>;

    /// What best play brings.
    ///
    /// # Errors
    /// When the points do not fit in 64 bits or the limits do not suffice.
    fn best(&self, state: &Self::State, limits: &Limits<'_>) -> Result<Played<Self::Move>, Unscored>;
}

/// The door for a game for points.
#[derive(Debug, Clone, Copy, Default)]
pub struct Points<G>(pub G);

impl<G: StoneGame> Points<G> {
    fn turn(&self, state: &G::State, choice: G::Move) -> Turn<G::State> {
        let (after, gain) = self.0.play(state, choice);
        let places = self.0.touched(state, choice).into_iter().map(Place::Index).collect();
        Turn { text: self.0.describe(state, choice), places, gain, after }
    }
}

impl<G: StoneGame> Game for Points<G> {
    type Component = G::State;

    fn options(
        &self,
        state: &G::State,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, G::State>,
    ) -> Result<ControlFlow<()>, Failure> {
        for choice in self.0.moves(state) {
            pulse.beat()?;
            let component = self.0.play(state, choice).0;
            if visit(&[Part { component, copies: 1 }]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<G: StoneGame> Notation for Points<G> {
    fn read(&self, text: &str) -> Result<Vec<G::State>, InputError> {
        Ok(vec![self.0.read(text)?])
    }

    fn write(&self, states: &[G::State]) -> String {
        states.first().map_or_else(String::new, |state| self.0.write(state))
    }
}

impl<G: StoneGame> Theory for Points<G> {
    fn rule(&self) -> String {
        self.0.rule().to_owned()
    }

    fn points(&self) -> Option<&dyn ForPoints<G::State>> {
        Some(self)
    }
}

impl<G: StoneGame> ForPoints<G::State> for Points<G> {
    fn reason(&self) -> &'static str {
        self.0.reason()
    }

    fn turns(&self, state: &G::State, visit: &mut VisitTurn<'_, G::State>) {
        for choice in self.0.moves(state) {
            if visit(self.turn(state, choice)).is_break() {
                return;
            }
        }
    }

    fn turn_count(&self, state: &G::State) -> u64 {
        self.0.moves(state).len() as u64
    }

    fn best_play<'a>(
        &'a self,
        state: &'a G::State,
        limits: &Limits<'_>,
    ) -> Result<Box<dyn BestPlay<G::State> + 'a>, Unscored> {
        let played = self.0.best(state, limits)?;
        Ok(Box::new(StonePlay { game: self, state, played }))
    }
}

/// Best play from a state.
#[derive(Debug)]
struct StonePlay<'a, G: StoneGame> {
    game: &'a Points<G>,
    state: &'a G::State,
    played: Played<G::Move>,
}

impl<G: StoneGame> BestPlay<G::State> for StonePlay<'_, G> {
    fn score(&self) -> Score {
        self.played.score
    }

    fn best_total(&self) -> u64 {
        self.played.best_total
    }

    fn turns(&self) -> u64 {
        self.played.turns
    }

    fn work(&self) -> u64 {
        self.played.work
    }

    fn best(&self, visit: &mut VisitTurn<'_, G::State>) {
        for &choice in &self.played.best {
            if visit(self.game.turn(self.state, choice)).is_break() {
                return;
            }
        }
    }

    fn line(&self, visit: &mut VisitTurn<'_, G::State>) {
        let mut state = self.state.clone();
        for &choice in &self.played.line {
            let turn = self.game.turn(&state, choice);
            state = turn.after.clone();
            if visit(turn).is_break() {
                return;
            }
        }
    }
}

/// The sum of stones.
pub(super) fn sum(stones: &[i64]) -> i128 {
    stones.iter().map(|&stone| i128::from(stone)).sum()
}

/// Rows of numbers with a sign as positions.
pub(super) mod row {
    use crate::base::error::InputError;
    use crate::base::text::signed;
    use crate::game::position::shorten;

    /// Reads numbers separated by blanks or commas, also in brackets: `1 2 -3`, `[1,2,-3]`.
    pub fn read(text: &str) -> Result<Vec<i64>, InputError> {
        let is_blank = |c: char| c.is_whitespace() || c == ',';
        let inner = text.trim().strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        let (text, whole) = (inner.unwrap_or(text), text);
        let offset = text.as_ptr() as usize - whole.as_ptr() as usize;
        let mut row = Vec::new();
        let mut at = 0;
        while let Some(start) = text[at..].find(|c: char| !is_blank(c)).map(|offset| at + offset) {
            let word = text[start..].split(is_blank).next().unwrap_or_default();
            row.push(signed(word).map_err(|reason| {
                let message = format!("`{}` is {reason}", shorten(word));
                let hint = "stones are written `1 2 -3`, also `1_000`, `1e6`, `10k`";
                InputError::at(whole, offset + start, message, hint)
            })?);
            at = start + word.len();
        }
        Ok(row)
    }

    /// Writes numbers separated by blanks.
    pub fn write(row: &[i64]) -> String {
        let mut text = String::with_capacity(4 * row.len());
        for (index, stone) in row.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            text.push_str(&stone.to_string());
        }
        text
    }
}
