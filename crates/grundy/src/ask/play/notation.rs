//! A move as a player types it: its number in the list, the move itself, or the position it leaves.
//!
//! `2` is the second move of the list, `5 -> 3` a move (parts in any order), `-> 3 4` or `3 4 3` the position after it, and on rows
//! and boards `@2,3 @2,4` the move that touches these places, counted from 1. Moves
//! that a long list leaves out are found too, while that takes no more than [`MAX_VISITED_OPTIONS`] options to look at; Nim itself, and
//! taking up to k, need no looking.
//!
//! ```
//! use grundy::ask::{moves::survey, play::notation::read};
//! use grundy::{NamedGame, Question};
//!
//! let (game, question) = (NamedGame::read("kayles")?, Question::default());
//! let position = game.parse("3 5")?;
//! let moves = survey(&game, &position, &question)?;
//! for typed in ["5 -> 3 1", "-> 3 1 3", "3 3 1"] {
//!     assert_eq!(read(&game, &position, &moves, typed, &question)?.made.text, "5 -> 1 3");
//! }
//! assert!(read(&game, &position, &moves, "5 -> 5", &question).is_err());
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::ask::asked::explain_failure;
use crate::ask::moves::{Choice, Survey};
use crate::ask::named::{NamedGame, Rules};
use crate::ask::rules::HeapRules;
use crate::ask::solve::Question;
use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::answer::Move;
use crate::game::notation::{Notation, Place};
use crate::game::position::{Position, shorten};
use crate::game::sum::canonical;
use crate::game::winning::move_of;
use crate::game::{Game, Part};
use std::ops::ControlFlow;

/// Options that are looked at for a move that is not in the list.
pub const MAX_VISITED_OPTIONS: u64 = 20_000_000;

/// The move that a text means.
///
/// # Errors
/// When it means none, with what could be typed.
pub fn read(
    game: &NamedGame,
    position: &Position,
    survey: &Survey,
    text: &str,
    question: &Question<'_>,
) -> Result<Choice, Error> {
    let text = text.trim();
    if let Ok(number) = text.parse::<usize>() {
        let count = survey.moves.len();
        let found = number.checked_sub(1).and_then(|index| survey.moves.get(index)).cloned();
        let hint = format!("there are moves 1 to {count}; a position is written `-> {text}`");
        return found.ok_or_else(|| Error::game(format!("no move has the number {number}"), Some(hint)));
    }
    if let Some(places) = places(text) {
        return by_places(survey, &places, text);
    }
    let sides = text.split_once("->").map(|(before, after)| (before.trim(), after.trim()));
    if let Some((before, after)) = sides.filter(|(before, _)| !before.is_empty()) {
        let wanted = plain(&format!("{before} -> {after}"));
        let meant = |choice: &&Choice| {
            let Move { text, removed, added, .. } = &choice.made;
            plain(text) == wanted || plain(&format!("{removed} -> {added}")) == wanted
        };
        if let Some(found) = survey.moves.iter().find(meant) {
            return Ok(found.clone());
        }
        return by_parts(game, position, before, after, question)?.ok_or_else(|| illegal(text));
    }
    let result = sides.map_or(text, |(_, after)| after);
    let wanted = game.parse(result)?;
    let same = |choice: &&Choice| game.parse(&choice.made.result).is_ok_and(|after| alike(&after, &wanted));
    let found = survey.moves.iter().find(same).cloned();
    found.ok_or_else(|| illegal(text))
}

/// Places as a player types them, counted from 1: `@3 @4` in rows, `@2,3 @2,4` on boards.
fn places(text: &str) -> Option<Vec<Place>> {
    let from_one = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    let place = |word: &str| match word.strip_prefix('@')?.split_once(',') {
        Some((row, column)) => Some(Place::Cell(from_one(row)?, from_one(column)?)),
        None => Some(Place::Index(from_one(&word[1..])? as u64)),
    };
    let places: Option<Vec<Place>> = text.split_whitespace().map(place).collect();
    places.filter(|places| !places.is_empty())
}

/// The move that touches exactly these places, or the only one that touches them among others.
fn by_places(survey: &Survey, places: &[Place], text: &str) -> Result<Choice, Error> {
    let touches = |choice: &&Choice| places.iter().all(|place| choice.made.places.contains(place));
    let touching: Vec<&Choice> = survey.moves.iter().filter(touches).collect();
    let exact: Vec<&Choice> =
        touching.iter().copied().filter(|choice| choice.made.places.len() == places.len()).collect();
    let found = if exact.is_empty() { touching } else { exact };
    match found.as_slice() {
        [] => Err(illegal(text)),
        [only] => Ok((*only).clone()),
        several => {
            let hint = "name all places of the move, or type its number".to_owned();
            Err(Error::game(format!("{} moves touch `{}`", several.len(), shorten(text)), Some(hint)))
        }
    }
}

fn illegal(text: &str) -> Error {
    let hint = "type the number of a move, the move `5 -> 3`, or the position it leaves";
    Error::game(format!("`{}` is not a move here", shorten(text)), Some(hint.to_owned()))
}

/// A move with its parts in order; an empty right side is 0.
fn plain(text: &str) -> (String, Vec<String>) {
    let (before, after) = text.split_once("->").unwrap_or((text, ""));
    let mut parts: Vec<String> = after.split_whitespace().map(str::to_owned).collect();
    parts.retain(|part| part != "0");
    parts.sort();
    (before.split_whitespace().collect::<Vec<_>>().join(" "), parts)
}

/// Whether two positions are the same up to order and empty heaps.
pub fn alike(one: &Position, other: &Position) -> bool {
    let heaps =
        |heaps: &[u64]| canonical(&heaps.iter().copied().filter(|&heap| heap > 0).collect::<Vec<_>>());
    match (one, other) {
        (Position::Heaps(one), Position::Heaps(other)) => heaps(one) == heaps(other),
        (Position::Tuples(one), Position::Tuples(other)) => canonical(one) == canonical(other),
        (one, other) => one == other,
    }
}

/// A move of heaps that the list left out.
fn by_parts(
    game: &NamedGame,
    position: &Position,
    before: &str,
    after: &str,
    question: &Question<'_>,
) -> Result<Option<Choice>, Error> {
    let (Rules::Line(rules), Position::Heaps(heaps)) = (&game.rules, position) else { return Ok(None) };
    let (Position::Heaps(from), Position::Heaps(to)) = (game.parse(before)?, game.parse(after)?) else {
        return Ok(None);
    };
    let Some(index) = heaps.iter().position(|heap| [*heap] == from[..]) else { return Ok(None) };
    let played = HeapRules::new(rules);
    let live: Vec<u64> = to.into_iter().filter(|heap| !played.is_dead(heap)).collect();
    let parts = canonical(&live);
    let legal = match played.is_take(heaps[index], &parts) {
        Some(legal) => legal,
        None => is_option(&played, heaps[index], &parts, &question.limits)
            .map_err(|failure| explain_failure(Some(rules), failure))?,
    };
    Ok(legal.then(|| Choice::unjudged(move_of(&played, heaps, index, &parts))))
}

fn is_option(
    game: &HeapRules<'_>,
    heap: u64,
    wanted: &[Part<u64>],
    limits: &Limits<'_>,
) -> Result<bool, Failure> {
    let enough =
        |work| if work > MAX_VISITED_OPTIONS { Some(StopReason::PositionLimit) } else { limits.ask(work) };
    let few = Limits { poll: &enough, ..*limits };
    let flow = game.options(&heap, &mut Pulse::new(&few), &mut |parts| {
        if parts == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(flow.is_break())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::moves::survey;

    fn entered(game: &str, position: &str, text: &str) -> Result<String, String> {
        let (game, question) = (NamedGame::read(game).expect(game), Question::default());
        let position = game.parse(position).expect(position);
        let moves = survey(&game, &position, &question).expect("a survey");
        let found = read(&game, &position, &moves, text, &question);
        found.map(|choice| choice.made.result).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_moves_and_positions_mean_moves() {
        assert_eq!(entered("nim", "3 1", "1"), Ok("1".to_owned()));
        assert_eq!(entered("nim", "3 1", "3->2"), Ok("2 1".to_owned()));
        assert_eq!(entered("nim", "3 1", "1 3").map_err(|_| ()), Err(()), "nothing has changed");
        assert_eq!(entered("nim", "3 1", "1 2"), Ok("2 1".to_owned()));
        assert_eq!(entered("nim", "3", "-> 2"), Ok("2".to_owned()));
        assert_eq!(entered("nim", "1", "-> 0"), Ok("0".to_owned()));
        assert_eq!(entered("wythoff", "3,5", "1,3"), Ok("1,3".to_owned()));
        assert!(entered("nim", "3 1", "99").is_err_and(|error| error.contains("99")));
        assert!(entered("nim", "3 1", "").is_err() && entered("nim", "3 1", "->").is_err());
        assert!(entered("bounded-nim:k=3", "9", "9 -> 5").is_err());
    }

    #[test]
    fn places_mean_moves() {
        assert_eq!(entered("cram", "2x3", "@1,2 @2,2"), Ok(".#./.#.".to_owned()));
        assert_eq!(entered("\"_.\" -> \"xx\"", "...", "@1"), Ok("x..".to_owned()));
        assert!(entered("cram", "2x3", "@1,2").is_err_and(|error| error.contains("3 moves")));
        assert!(entered("cram", "2x3", "@9,2").is_err() && entered("cram", "2x3", "@0,2").is_err());
    }

    #[test]
    fn moves_that_are_not_listed_are_found() {
        assert_eq!(entered("nim", "1e18 7", "1e18 -> 123456789"), Ok("123456789 7".to_owned()));
        assert_eq!(entered("kayles", "300000", "300000 -> 123456 176543"), Ok("123456 176543".to_owned()));
        assert!(entered("kayles", "300000", "300000 -> 123456 176541").is_err());
    }
}
