//! The objects of `explain`: what a game is, or the answer about a position, with the sections of the argument.

use super::with_notes;
use crate::ask::NamedGame;
use crate::ask::explain::{Explanation, engine};
use crate::game::answer::Solved;
use serde_json::{Value, json};

/// The object of a game without a position.
pub fn rule(game: &NamedGame, explanation: &Explanation) -> Value {
    let class = game.rules.heaps().map(|rules| rules.class());
    let code = class.and_then(|class| class.code()).map(|code| code.to_string());
    let class = class.map(ToString::to_string).or_else(|| Some(game.rules.system()?.class()));
    let object = json!({
        "schema": 1, "game": game.name, "rule": game.rule(), "class": class,
        "code": code, "engine": engine(game).map(|engine| engine.to_string()), "sections": explanation.sections,
    });
    with_notes(object, &game.notes())
}

/// The object of a position: the fields of the answer, and the argument.
pub fn position(solved: &Solved, explanation: &Explanation) -> Value {
    let mut object = serde_json::to_value(solved).unwrap_or(Value::Null);
    object["sections"] = json!(explanation.sections);
    object
}
