//! `/api/play`: the computer's move. `/api/puzzle`: a position with one winning move. `/api/history`: where a game was won.
//!
//! The server keeps nothing: the position comes with the request, and chance with its seed.

use super::moves::object;
use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::game::position::Position;
use grundy::limits::Limits;
use grundy::play::history::history as rows;
use grundy::play::opponent::{Level, choose};
use grundy::play::puzzle::puzzle as make;
use grundy::play::random::Random;
use grundy::play::survey::survey;
use grundy::{NamedGame, Question};
use serde_json::json;

/// Most positions of a game that is looked back at.
const PLIES: usize = 500;

fn level(query: &Query) -> Result<Level, Refused> {
    let level = query.get("level").map_or(Ok(Level::Perfect), str::parse);
    level.map_err(|message: String| Refused::input(message, None))
}

/// The computer's move, and the position after it with the moves that it leaves.
pub fn play(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let position = game.parse(query.get("position").unwrap_or_default())?;
    let (level, convention) = (level(query)?, query.convention()?);
    let seed = query.number("seed", 1, u64::MAX)?;
    let question = Question { convention, limits: *limits };
    let choice = choose(&game, &position, &question, level, &mut Random::new(seed))?;
    let after = match &choice {
        None => None,
        Some(choice) => {
            let next = game.parse(&choice.result)?;
            let found = survey(&game, &next, &question)?;
            Some(object(&game, &next.to_string(), convention, &found))
        }
    };
    Reply::json(&json!({
        "schema": 1, "game": game.name, "position": position.to_string(), "convention": convention,
        "level": level, "seed": seed, "move": choice, "over": choice.is_none(), "after": after,
    }))
}

/// A position with exactly one winning move.
pub fn puzzle(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let (level, convention) = (level(query)?, query.convention()?);
    let seed = query.number("seed", 1, u64::MAX)?;
    let made = make(&game, level, seed, &Question { convention, limits: *limits })?;
    Reply::json(&json!({
        "schema": 1, "game": game.name, "position": made.solved.position.to_string(), "convention": convention,
        "level": level, "seed": seed, "solution": made.solved.winning_moves,
    }))
}

/// A row for each position of a game; positions stand one a line.
pub fn history(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let convention = query.convention()?;
    let lines = query.need("positions")?.lines();
    let positions: Vec<Position> = lines.map(|line| game.parse(line)).collect::<Result<_, _>>()?;
    if positions.len() > PLIES {
        return Err(Refused::input(format!("a game of more than {PLIES} positions"), None));
    }
    let rows = rows(&game, &positions, &Question { convention, limits: *limits })?;
    Reply::json(&json!({ "schema": 1, "game": game.name, "convention": convention, "rows": rows }))
}
