//! Puzzles: positions with exactly one winning move.
//!
//! Positions are drawn at random, larger ones for harder levels, until one has a single winning move among several moves.
//! Games on heaps and tuples are drawn number by number; other games start from an example of the catalogue and go a few
//! moves from there. The same seed gives the same puzzle.
//!
//! At most [`DRAWS`] positions are drawn, one answer each.
//!
//! ```
//! use grundy::ask::play::{opponent::Level, puzzle::puzzle};
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("nim")?;
//! let made = puzzle(&game, Level::Medium, 7, &Question::default())?;
//! assert_eq!(made.solved.winning_moves_total, Some(1));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::opponent::Level;
use super::random::Random;
use crate::ask::moves::listing;
use crate::ask::named::NamedGame;
use crate::ask::solve::{Question, solve};
use crate::base::error::Error;
use crate::base::limits::{Limits, StopReason};
use crate::game::answer::Solved;
use crate::game::position::Position;

/// Positions that are drawn for one puzzle.
pub const DRAWS: usize = 300;
/// Steps of work that one of them may take.
const WORK: u64 = 3_000_000;
/// Moves that a puzzle has at least.
const CHOICES: usize = 3;

/// A position with one winning move, and its answer.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// The answer.
    pub solved: Solved,
    /// The seed that makes it.
    pub seed: u64,
}

/// Makes a puzzle.
///
/// # Errors
/// When none was found, or the user interrupts.
pub fn puzzle(game: &NamedGame, level: Level, seed: u64, question: &Question<'_>) -> Result<Puzzle, Error> {
    let limits = &question.limits;
    let enough = |work| if work > WORK { Some(StopReason::PositionLimit) } else { limits.ask(work) };
    let few = Limits { positions: limits.positions.min(WORK / 10), poll: &enough, ..*limits };
    let question = Question { convention: question.convention, limits: few };
    let mut random = Random::new(seed);
    for _ in 0..DRAWS {
        if let Some(reason) = limits.ask(0) {
            return Err(crate::ask::asked::stopped(reason));
        }
        let Some(position) = draw(game, level, &question, &mut random)? else { continue };
        let solved = match solve(game, position.clone(), &question) {
            Ok(solved) if solved.winning_moves_total == Some(1) && solved.winning_moves.len() == 1 => solved,
            Ok(_) | Err(Error::Stopped { .. }) => continue,
            Err(error) => return Err(error),
        };
        if listing(game, &position, &question)?.moves.len() >= CHOICES {
            return Ok(Puzzle { solved, seed });
        }
    }
    let message = format!("no puzzle was found for `{}` ({level})", game.name);
    Err(Error::game(message, Some("another level or seed".to_owned())))
}

/// How many numbers are drawn at most, and how large they are.
fn extent(level: Level) -> (u64, u64) {
    match level {
        Level::Easy => (3, 6),
        Level::Medium => (4, 12),
        Level::Strong => (5, 25),
        Level::Perfect => (6, 60),
    }
}

fn draw(
    game: &NamedGame,
    level: Level,
    question: &Question<'_>,
    random: &mut Random,
) -> Result<Option<Position>, Error> {
    let (most, largest) = extent(level);
    let number = |random: &mut Random| 1 + random.below(largest);
    match game.ruleset().map(|rules| rules.arity()) {
        Some(1) => {
            let count = 2 + random.below(most - 1);
            Ok(Some(Position::Heaps((0..count).map(|_| number(random)).collect())))
        }
        Some(arity) => {
            let count = 1 + random.below(most / 3);
            let mut tuple = || (0..arity).map(|_| number(random)).collect();
            Ok(Some(Position::Tuples((0..count).map(|_| tuple()).collect())))
        }
        None => walk(game, question, random),
    }
}

/// A position a few moves from an example.
fn walk(game: &NamedGame, question: &Question<'_>, random: &mut Random) -> Result<Option<Position>, Error> {
    let examples = game.info.as_ref().map_or(&[][..], |info| &info.positions);
    let Some(start) = random.pick(examples) else { return Ok(None) };
    let mut position = game.parse(start)?;
    for _ in 0..random.below(4) {
        let moves = listing(game, &position, question)?.moves;
        let Some(choice) = random.pick(&moves) else { break };
        position = game.parse(&choice.made.result)?;
    }
    Ok(Some(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Convention;

    #[test]
    fn a_puzzle_has_one_winning_move_and_is_the_same_again() {
        for (name, convention) in [
            ("nim", Convention::Normal),
            ("nim", Convention::Misere),
            ("kayles", Convention::Normal),
            ("wythoff", Convention::Normal),
            ("welter", Convention::Normal),
        ] {
            let game = NamedGame::read(name).expect(name);
            let question = Question { convention, ..Question::default() };
            let make = |level, seed| puzzle(&game, level, seed, &question).expect(name).solved;
            for seed in 0..3 {
                let solved = make(Level::Easy, seed);
                assert_eq!(solved.winning_moves_total, Some(1), "{name}");
                assert_eq!(solved.position, make(Level::Easy, seed).position, "{name}");
            }
        }
    }

    #[test]
    fn a_game_without_moves_has_no_puzzle() {
        let game = NamedGame::read("take{}").expect("a game");
        assert!(puzzle(&game, Level::Easy, 1, &Question::default()).is_err());
    }
}
