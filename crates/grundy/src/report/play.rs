//! The objects of games that are played: the events of `grundy play --json`, and the answers of the server, which keeps no
//! game and gets the position with each question.

use crate::ask::NamedGame;
use crate::ask::moves::{Choice, Survey};
use crate::ask::play::history::PlayedRow;
use crate::ask::play::opponent::Level;
use crate::ask::play::puzzle::Puzzle;
use crate::game::Convention;
use crate::game::answer::Move;
use crate::game::position::Position;
use serde_json::{Value, json};

/// A game begins: what is played, against whom, and by which chance.
pub fn start(game: &NamedGame, convention: Convention, level: Level, seed: u64, first: &str) -> Value {
    json!({
        "event": "start", "game": game.name, "rule": game.rule(), "convention": convention,
        "level": level, "seed": seed, "first": first, "schema": 1,
    })
}

/// Something for people to read.
pub fn note(text: &str) -> Value {
    json!({ "event": "note", "text": text, "schema": 1 })
}

/// A position with a turn in it, and how many moves there are.
pub fn position(position: &Position, found: &Survey) -> Value {
    json!({ "event": "position", "position": position.to_string(), "total": found.total, "schema": 1 })
}

/// The moves, `most` of them.
pub fn moves(found: &Survey, most: usize) -> Value {
    let list: Vec<&Move> = found.moves.iter().take(most).map(|choice| &choice.made).collect();
    json!({ "event": "moves", "moves": list, "total": found.total, "schema": 1 })
}

/// A move that a player made.
pub fn moved(ply: usize, player: &str, choice: &Choice) -> Value {
    json!({
        "event": "move", "ply": ply, "player": player, "text": choice.made.text,
        "result": choice.made.result, "gain": choice.gain, "schema": 1,
    })
}

/// The end of a game that was played to its end; no winner is a draw.
pub fn end(winner: Option<&str>, points: Option<[i64; 2]>, history: &[PlayedRow]) -> Value {
    json!({ "event": "end", "winner": winner, "points": points, "history": history, "schema": 1 })
}

/// The end of a game that was left.
pub fn left(reason: &str) -> Value {
    json!({ "event": "end", "winner": null, "reason": reason, "schema": 1 })
}

/// A question about a game that the server answers.
#[derive(Debug, Clone, Copy)]
pub struct ServedGame<'a> {
    /// The game.
    pub game: &'a NamedGame,
    /// Normal or misère play.
    pub convention: Convention,
    /// How well the computer plays.
    pub level: Level,
    /// What chance begins with.
    pub seed: u64,
}

impl ServedGame<'_> {
    /// The computer's move, and the survey of the position after it; none when no move is left.
    pub fn answer(&self, position: &Position, choice: Option<&Choice>, after: Option<Value>) -> Value {
        let ServedGame { game, convention, level, seed } = self;
        json!({
            "schema": 1, "game": game.name, "position": position.to_string(), "convention": convention,
            "level": level, "seed": seed, "move": choice, "over": choice.is_none(), "after": after,
        })
    }

    /// A position with exactly one winning move.
    pub fn puzzle(&self, made: &Puzzle) -> Value {
        let ServedGame { game, convention, level, seed } = self;
        json!({
            "schema": 1, "game": game.name, "position": made.solved.position.to_string(), "convention": convention,
            "level": level, "seed": seed, "solution": made.solved.winning_moves,
        })
    }
}

/// A row for each position of a game that was played.
pub fn history(game: &NamedGame, convention: Convention, rows: &[PlayedRow]) -> Value {
    json!({ "schema": 1, "game": game.name, "convention": convention, "rows": rows })
}
