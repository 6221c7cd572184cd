//! `/api/play`: the computer's move. `/api/puzzle`: a position with one winning move. `/api/history`: where a game was won.
//!
//! The server keeps nothing: the position comes with the request, and chance with its seed.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::Limits;
use grundy::ask::moves::survey;
use grundy::ask::play::history::history as rows;
use grundy::ask::play::opponent::{Level, choose};
use grundy::ask::play::puzzle::puzzle as make;
use grundy::ask::play::random::Random;
use grundy::game::position::Position;
use grundy::report::{moves as moves_report, play as report};
use grundy::{NamedGame, Question};

/// Most positions of a game that is looked back at.
const PLIES: usize = 500;

fn level(query: &Query) -> Result<Level, Refused> {
    let level = query.get("level").map_or(Ok(Level::Perfect), str::parse);
    level.map_err(|message: String| Refused::input(message, None))
}

/// The computer's move, and the position after it with the moves that it leaves.
pub fn play(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let position = game.parse(query.position(&game))?;
    let (level, convention) = (level(query)?, query.convention()?);
    let seed = query.number("seed", 1, u64::MAX)?;
    let question = Question { convention, limits: *limits };
    let choice = choose(&game, &position, &question, level, &mut Random::new(seed))?;
    let after = match &choice {
        None => None,
        Some(choice) => {
            let next = game.parse(&choice.made.result)?;
            let found = survey(&game, &next, &question)?;
            Some(moves_report::survey(&game, &next.to_string(), convention, &found))
        }
    };
    let asked = report::ServedGame { game: &game, convention, level, seed };
    Reply::json(&asked.answer(&position, choice.as_ref(), after))
}

/// A position with exactly one winning move.
pub fn puzzle(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let (level, convention) = (level(query)?, query.convention()?);
    let seed = query.number("seed", 1, u64::MAX)?;
    let made = make(&game, level, seed, &Question { convention, limits: *limits })?;
    Reply::json(&report::ServedGame { game: &game, convention, level, seed }.puzzle(&made))
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
    Reply::json(&report::history(&game, convention, &rows))
}
