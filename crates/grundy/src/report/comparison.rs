//! The object of `solve --compare`: what every method says about one position, and whether all say the same.

use crate::ask::NamedGame;
use crate::ask::solve::method::Method;
use crate::base::limits::StopReason;
use crate::game::Convention;
use crate::game::answer::Solved;
use crate::game::position::Position;
use crate::value::{Outcome, Winner};
use serde::Serialize;

/// What one method said.
#[derive(Debug, Clone, Serialize)]
pub struct MethodAnswer {
    /// The name of the method.
    pub method: &'static str,
    /// The engine it chose.
    pub engine: Option<String>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The value.
    pub grundy: Option<u64>,
    /// How many moves win.
    pub winning_moves_total: Option<u64>,
    /// Steps of work.
    pub work: Option<u64>,
    /// Whether it says what the first answer says; `None` without an answer.
    pub agreed: Option<bool>,
    /// Why it ended.
    pub stop: StopReason,
}

impl MethodAnswer {
    /// A method with an answer, held against the first one.
    pub fn answered(method: Method, solved: &Solved, first: Option<&Solved>) -> MethodAnswer {
        MethodAnswer {
            method: method.name(),
            engine: Some(solved.engine.to_string()),
            outcome: Some(solved.outcome),
            grundy: solved.grundy,
            winning_moves_total: solved.winning_moves_total,
            work: Some(solved.work),
            agreed: Some(first.is_none_or(|first| !first.contradicts(solved))),
            stop: solved.stop,
        }
    }

    /// A method that was stopped before it had an answer.
    pub fn stopped(method: Method, stop: StopReason) -> MethodAnswer {
        let (engine, outcome, grundy, winning_moves_total, work) = (None, None, None, None, None);
        MethodAnswer {
            method: method.name(),
            engine,
            outcome,
            grundy,
            winning_moves_total,
            work,
            agreed: None,
            stop,
        }
    }
}

/// The object.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison<'a> {
    schema: u32,
    /// The name of the game.
    pub game: &'a str,
    rule: String,
    position: String,
    convention: Convention,
    outcome: Option<Outcome>,
    winner: Option<Winner>,
    grundy: Option<u64>,
    /// Whether no method contradicts the first.
    pub agreed: bool,
    /// What each method said.
    pub methods: Vec<MethodAnswer>,
}

impl<'a> Comparison<'a> {
    /// Puts the answers of the methods together; the verdict is that of the first.
    pub fn new(
        game: &'a NamedGame,
        position: &Position,
        first: Option<&Solved>,
        methods: Vec<MethodAnswer>,
    ) -> Comparison<'a> {
        Comparison {
            schema: 1,
            game: &game.name,
            rule: game.rule(),
            position: position.to_string(),
            convention: Convention::Normal,
            outcome: first.map(|first| first.outcome),
            winner: first.map(|first| first.outcome.winner()),
            grundy: first.and_then(|first| first.grundy),
            agreed: methods.iter().all(|answer| answer.agreed != Some(false)),
            methods,
        }
    }
}
