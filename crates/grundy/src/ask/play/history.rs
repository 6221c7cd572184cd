//! The story of a game: one row a ply, who was winning, by which nim-sum, and where that changed.
//!
//! A *blunder* is a move that leaves a won position to the other player though a winning move was there. The rows carry
//! what was played and a move that would have won, so that a blunder is seen at once.
//!
//! One [`survey`] a row.
//!
//! ```
//! use grundy::ask::play::history::history;
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("nim")?;
//! let positions = ["3 4 5", "3 4 4", "4 4"].map(|text| game.parse(text).unwrap());
//! let rows = history(&game, &positions, &Question::default())?;
//! assert_eq!(rows.iter().map(|row| row.blunder).collect::<Vec<_>>(), [true, false, false]);
//! assert_eq!(rows[0].better.as_deref(), Some("3 -> 1"));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::notation::alike;
use crate::ask::moves::{Choice, survey};
use crate::ask::named::NamedGame;
use crate::ask::solve::Question;
use crate::base::error::Error;
use crate::game::position::Position;
use crate::value::Outcome;

/// A position of a game that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PlayedRow {
    /// Moves before it.
    pub ply: usize,
    /// The position.
    pub position: String,
    /// Who wins it, seen from the player to move.
    pub outcome: Option<Outcome>,
    /// Its value.
    pub grundy: Option<u64>,
    /// Moves to the end.
    pub remoteness: Option<u32>,
    /// How many moves it has; `None` when they were not all counted.
    pub total: Option<u64>,
    /// How many of the listed moves win.
    pub winning: u64,
    /// The move that was played, unless it is the last position.
    pub played: Option<String>,
    /// A winning move, where one was missed.
    pub better: Option<String>,
    /// Whether the win was given away.
    pub blunder: bool,
}

/// The rows of a game, from its positions in order.
///
/// # Errors
/// When a position does not follow from the one before it, or as [`survey`].
pub fn history(
    game: &NamedGame,
    positions: &[Position],
    question: &Question<'_>,
) -> Result<Vec<PlayedRow>, Error> {
    let mut rows = Vec::with_capacity(positions.len());
    for (ply, position) in positions.iter().enumerate() {
        let found = survey(game, position, question)?;
        let played =
            match positions.get(ply + 1) {
                None => None,
                Some(next) => Some(step(game, &found.moves, next).ok_or_else(|| {
                    Error::game(format!("no move leads from `{position}` to `{next}`"), None)
                })?),
            };
        let winning: Vec<&Choice> = found.moves.iter().filter(|choice| choice.winning).collect();
        // Points are not given away at one stroke.
        let gave = |choice: &Choice| !choice.winning && choice.gain.is_none();
        let blunder = found.outcome() == Some(Outcome::N) && played.is_some_and(gave);
        rows.push(PlayedRow {
            ply,
            position: position.to_string(),
            outcome: found.outcome(),
            grundy: found.grundy,
            remoteness: found.remoteness,
            total: found.total,
            winning: winning.len() as u64,
            played: played.map(|choice| choice.made.text.clone()),
            better: winning.first().filter(|_| blunder).map(|choice| choice.made.text.clone()),
            blunder,
        });
    }
    Ok(rows)
}

/// The move that leads to a position.
fn step<'a>(game: &NamedGame, moves: &'a [Choice], next: &Position) -> Option<&'a Choice> {
    moves.iter().find(|choice| game.parse(&choice.made.result).is_ok_and(|after| alike(&after, next)))
}
