//! `/api/moves`: every legal move and what it leads to. `/api/heat`: the values of all pairs.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::Limits;
use grundy::ask::moves::survey;
use grundy::report::moves as report;
use grundy::{NamedGame, Question};

/// The largest number of a pair.
const MOST: u64 = 256;

/// The parts of a position, and every move.
pub fn moves(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let position = game.parse(query.position(&game))?;
    let convention = query.convention()?;
    let found = survey(&game, &position, &Question { convention, limits: *limits })?;
    Reply::json(&report::survey(&game, &position.to_string(), convention, &found))
}

/// The values of all pairs of numbers up to a size.
pub fn heat(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let size = query.number("size", 30, MOST)?;
    let values = grundy::ask::table::pairs(&game, size, limits)?;
    Reply::json(&report::heat(&game, size, &values))
}
