//! `/api/moves`: every legal move and what it leads to. `/api/heat`: the values of all pairs.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::limits::Limits;
use grundy::play::survey::{Survey, survey};
use grundy::{Convention, NamedGame, Question};
use serde_json::{Value, json};

/// The largest number of a pair.
const MOST: u64 = 256;

/// The parts of a position, and every move.
pub fn moves(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let position = game.parse(query.get("position").unwrap_or_default())?;
    let convention = query.convention()?;
    let found = survey(&game, &position, &Question { convention, limits: *limits })?;
    Reply::json(&object(&game, &position.to_string(), convention, &found))
}

/// The object of a survey.
pub fn object(game: &NamedGame, position: &str, convention: Convention, found: &Survey) -> Value {
    let nim_sum = found.parts.iter().try_fold(0, |sum, part| Some(sum ^ part.grundy?));
    json!({
        "schema": 1,
        "game": game.name,
        "position": position,
        "convention": convention,
        "outcome": found.outcome(),
        "winner": found.outcome().map(|outcome| outcome.winner()),
        "grundy": found.grundy,
        "score": found.solved.as_ref().and_then(|solved| solved.score),
        "remoteness": found.remoteness,
        "parts": found.parts,
        "nim_sum": nim_sum,
        "moves": found.moves,
        "total": found.total,
    })
}

/// The values of all pairs of numbers up to a size.
pub fn heat(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let size = query.number("size", 30, MOST)?;
    let values = grundy::tuple::heat::heat(&game, size, limits)?;
    Reply::json(&json!({ "schema": 1, "game": game.name, "size": size, "values": values }))
}
