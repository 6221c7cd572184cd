//! Sums of different games: `kayles 5 7 + nim 3 + wythoff 3,5`.
//!
//! The theorem of Sprague and Grundy is about sums of *different* games, and so is this room. A sum is read into its parts,
//! each a game with a position of its own (`addends`); it is then one game like any other (`different`), whose components
//! are components of the parts, with the theorems, tables and searches that the parts have (`solver`). Games for points do
//! not add.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let game = NamedGame::read("kayles 5 7 + nim 3 + wythoff 3,5")?;
//! let position = game.parse(game.written().expect("the positions stand beside the games"))?;
//! let answer = solve(&game, position, &Question::default())?;
//! assert_eq!((answer.game.as_str(), answer.grundy), ("kayles + nim + wythoff", Some(5)));
//! assert_eq!(answer.parts[1].game, "nim");
//! # Ok::<(), grundy::Error>(())
//! ```

pub mod addends;
pub(crate) mod different;
mod solver;

use super::named::{NamedGame, Rules};
use super::solve::{Question, solve};
use crate::base::error::{Error, InputError};
use crate::base::limits::Limits;
use crate::game::Convention;
use crate::game::answer::SumPartValue;
use crate::game::any::AnyComponent;
use crate::game::position::{AnyPosition, Position};
use crate::value::LoopyValue;
use addends::{Addend, addends, pieces};
use different::DifferentGames;
use std::sync::Arc;

/// A component of a sum: the number of its part, and what it is there.
pub type SumComponent = (usize, AnyComponent);

/// A part of a sum: a game, as it was written.
#[derive(Debug, Clone)]
pub struct SumPart {
    /// As it stands in the text of the sum: a rule in brackets.
    pub written: String,
    /// The game.
    pub game: NamedGame,
}

impl SumPart {
    /// What a move in this part is called by: its name, or its number where it has none.
    fn label(&self, number: usize) -> String {
        match self.written.contains(char::is_whitespace) || self.written.starts_with('(') {
            true => format!("part {}", number + 1),
            false => self.written.clone(),
        }
    }
}

/// Reads a sum of different games; `read` makes a game of the text of one. `None` when the text is no sum.
///
/// # Errors
/// When a part cannot be read, or is played for points.
pub fn read<E: From<Error>>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<NamedGame, E>,
) -> Option<Result<NamedGame, E>> {
    let addends = addends(text)?;
    Some(addends.iter().map(|addend| part(addend, &mut read)).collect::<Result<Vec<_>, E>>().map(|parts| {
        let names: Vec<&str> = parts.iter().map(|part| part.written.as_str()).collect();
        let placed = addends.iter().any(|addend| !addend.position.is_empty());
        let game = NamedGame::new(names.join(" + "), Rules::Sum(parts.into()), None);
        if placed { game.placed(text.trim()) } else { game }
    }))
}

fn part<E: From<Error>>(
    addend: &Addend<'_>,
    read: &mut impl FnMut(&str) -> Result<NamedGame, E>,
) -> Result<SumPart, E> {
    let game = read(addend.game)?;
    if matches!(&game.rules, Rules::Native(native) if native.points().is_some()) {
        let message = format!("points do not add to a sum of games: `{}` is played for points", game.name);
        return Err(Error::game(message, Some("ask about it alone".to_owned())).into());
    }
    Ok(SumPart { written: addend.written.to_owned(), game })
}

/// Reads a position of a sum: the whole with its games, or the positions alone with ` + ` between them.
pub(super) fn parse(parts: &[SumPart], text: &str) -> Result<Position, InputError> {
    let pieces = by_place(parts, text)?;
    let mut components: Vec<SumComponent> = Vec::new();
    for (number, (part, (at, piece))) in parts.iter().zip(pieces).enumerate() {
        let position = part.game.parse(piece).map_err(|error| moved(error, text, at))?;
        components.extend(erased(position).into_iter().map(|component| (number, component)));
    }
    let text = DifferentGames::new(parts).whole_text(&components);
    Ok(Position::Native(AnyPosition::new(text, components.into_iter().map(AnyComponent::new).collect())))
}

/// The text of the position of each part, with its place.
fn by_place<'t>(parts: &[SumPart], text: &'t str) -> Result<Vec<(usize, &'t str)>, InputError> {
    if text.trim().is_empty() {
        return Ok(vec![(0, ""); parts.len()]);
    }
    let whole = addends(text).filter(|found| {
        found.len() == parts.len()
            && found.iter().zip(parts).all(|(addend, part)| addend.written == part.written)
    });
    if let Some(found) = whole {
        return Ok(found.iter().map(|addend| (addend.at, addend.position)).collect());
    }
    let found = pieces(text);
    if found.len() != parts.len() {
        let message =
            format!("a sum of {} games has {} positions, found {}", parts.len(), parts.len(), found.len());
        let names: Vec<&str> = parts.iter().map(|part| part.written.as_str()).collect();
        let hint = format!(
            "positions stand with ` + ` between them, in the order of the games: {}",
            names.join(", ")
        );
        return Err(InputError { message, hint: Some(hint), column: 1 });
    }
    Ok(found)
}

/// An error in the position of a part, in its place in the whole.
fn moved(error: Error, text: &str, at: usize) -> InputError {
    match error {
        Error::Position(error) => InputError { column: error.column + text[..at].chars().count(), ..error },
        other => InputError { message: other.to_string(), hint: other.hint().map(str::to_owned), column: 1 },
    }
}

/// The components of a position of a part.
fn erased(position: Position) -> Vec<AnyComponent> {
    match position {
        Position::Heaps(heaps) => heaps.into_iter().map(AnyComponent::new).collect(),
        Position::Tuples(tuples) => tuples.into_iter().map(AnyComponent::new).collect(),
        Position::Native(position) => position.components().to_vec(),
    }
}

/// The components of a position of a sum, if it is one.
pub(crate) fn components(position: &AnyPosition) -> Option<Vec<SumComponent>> {
    position.components().iter().map(|component| component.get::<SumComponent>().cloned()).collect()
}

/// The position of each part of a sum, as its own game has it.
pub(crate) fn positions(parts: &[SumPart], position: &Position) -> Option<Vec<Position>> {
    let Position::Native(position) = position else { return None };
    let components = components(position)?;
    let game = DifferentGames::new(parts);
    let text = |number| game.text_of(number, &components);
    parts.iter().enumerate().map(|(number, part)| part.game.parse(&text(number)).ok()).collect()
}

/// The parts of a sum with the nim-sum of the values of their components; no values, as under misère play, are none.
pub(super) fn values(
    parts: &[SumPart],
    position: &Position,
    values: &[(usize, Option<u64>)],
) -> Vec<SumPartValue> {
    let Position::Native(native) = position else { return Vec::new() };
    let components = components(native).unwrap_or_default();
    let known = values.len() == components.len();
    let game = DifferentGames::new(parts);
    let value = |(number, part): (usize, &SumPart)| {
        let own = values.iter().filter(|(part, _)| *part == number).map(|(_, value)| *value);
        SumPartValue {
            game: part.game.name.clone(),
            position: game.text_of(number, &components),
            grundy: own.fold(known.then_some(0), |sum, value| Some(sum? ^ value?)).map(LoopyValue::Finite),
        }
    };
    parts.iter().enumerate().map(value).collect()
}

/// The parts of a sum in which play may go on for ever, each solved by itself.
pub(super) fn loopy_values(
    parts: &[SumPart],
    position: &Position,
    question: &Question<'_>,
) -> Result<Vec<SumPartValue>, Error> {
    let mut found = values(parts, position, &[]);
    if question.convention == Convention::Misere {
        return Ok(found);
    }
    let question = Question { limits: Limits { moves: 0, ..question.limits }, ..*question };
    for ((part, position), value) in
        parts.iter().zip(positions(parts, position).unwrap_or_default()).zip(&mut found)
    {
        value.grundy = solve(&part.game, position, &question)?.value();
    }
    Ok(found)
}

/// The parts of a sum, shared by everyone who asks.
pub type SumParts = Arc<[SumPart]>;
