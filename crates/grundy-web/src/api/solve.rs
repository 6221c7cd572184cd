//! `/api/solve` and `/api/explain`: what `grundy solve --json` and `grundy explain --json` print.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::Limits;
use grundy::ask::explain;
use grundy::game::answer::Solved;
use grundy::report::explain as report;
use grundy::{NamedGame, Question};

/// Who wins, the value, every winning move.
pub fn solve(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    Reply::json(&solved(&game, query, limits)?)
}

/// The answer as a worked argument; without a position, the rule in words.
pub fn explain(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    if query.position(&game).trim().is_empty() {
        return Reply::json(&report::rule(&game, &explain::rule(&game)));
    }
    let solved = solved(&game, query, limits)?;
    Reply::json(&report::position(&solved, &explain::position(&game, &solved, limits)?))
}

fn solved(game: &NamedGame, query: &Query, limits: &Limits<'_>) -> Result<Solved, Refused> {
    let position = game.parse(query.position(game))?;
    let question = Question { convention: query.convention()?, limits: *limits };
    Ok(grundy::solve(game, position, &question)?)
}
