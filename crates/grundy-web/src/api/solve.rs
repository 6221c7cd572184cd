//! `/api/solve`: what `grundy solve --json` prints.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::limits::Limits;
use grundy::{NamedGame, Question, solve as ask};

/// Who wins, the value, every winning move.
pub fn solve(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let position = game.parse(query.get("position").unwrap_or_default())?;
    let question = Question { convention: query.convention()?, limits: *limits };
    Reply::json(&ask(&game, position, &question)?)
}
