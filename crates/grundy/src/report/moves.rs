//! The objects of every move of a position, and of the values of all pairs.

use crate::ask::NamedGame;
use crate::ask::family::FamilyEntry;
use crate::ask::moves::Survey;
use crate::ask::table::PositionTable;
use crate::base::limits::StopReason;
use crate::game::Convention;
use serde_json::{Value, json};

/// The object of a survey: the position, its parts, and every move with what it leads to.
pub fn survey(game: &NamedGame, position: &str, convention: Convention, found: &Survey) -> Value {
    let nim_sum = found.parts.iter().try_fold(0, |sum, part| Some(sum ^ part.grundy?));
    let object = json!({
        "schema": 1,
        "game": game.name,
        "position": position,
        "convention": convention,
        "outcome": found.outcome(),
        "winner": found.outcome().map(|outcome| outcome.winner()),
        "grundy": found.solved.as_ref().and_then(|solved| solved.value()),
        "score": found.solved.as_ref().and_then(|solved| solved.score),
        "remoteness": found.remoteness,
        "parts": parts(found),
        "nim_sum": nim_sum,
        "moves": found.moves,
        "total": found.total,
    });
    super::with_notes(object, &game.notes())
}

/// The same with why the work ended.
pub fn stopped(mut object: Value, stop: StopReason) -> Value {
    object["stop"] = json!(stop);
    object
}

/// The components, or the parts of a sum of different games.
fn parts(found: &Survey) -> Value {
    match &found.solved {
        Some(solved) if !solved.parts.is_empty() => json!(solved.parts),
        _ => json!(found.parts),
    }
}

/// The object of the values of all pairs up to a size.
pub fn heat(game: &NamedGame, size: u64, found: &PositionTable) -> Value {
    let row = |(_, row): (u64, &[FamilyEntry])| row.iter().map(FamilyEntry::number).collect::<Vec<_>>();
    let values: Vec<Vec<Option<u64>>> = found.rows().map(row).collect();
    json!({ "schema": 1, "game": game.name, "size": size, "values": values })
}
