//! The object of a position that is looked up in a tablebase: the fields of `solve`, its remoteness, and on demand counts of
//! all positions.

use crate::ask::NamedGame;
use crate::ask::tablebase::Lookup;
use crate::ask::tablebase::database::Database;
use crate::base::limits::StopReason;
use crate::engine::graph::implicit::Report;
use crate::game::Convention;
use crate::game::answer::Move;
use crate::value::{LoopyValue, Outcome, Winner};
use serde::Serialize;

/// The fields of `solve`, and those that a tablebase adds.
#[derive(Debug, Serialize)]
pub struct TablebaseAnswer<'a> {
    schema: u32,
    game: &'a str,
    rule: String,
    position: &'a str,
    convention: Convention,
    outcome: Outcome,
    winner: Winner,
    grundy: &'a Option<LoopyValue>,
    remoteness: Option<u32>,
    best: &'a Option<Move>,
    winning_moves: &'a [Move],
    winning_moves_total: Option<u64>,
    #[serde(skip_serializing_if = "<[Move]>::is_empty")]
    line: &'a [Move],
    engine: &'static str,
    reason: String,
    proved: bool,
    work: u64,
    stop: StopReason,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Counts>,
}

/// A report and the mean number of moves.
#[derive(Debug, Serialize)]
struct Counts {
    #[serde(flatten)]
    report: Report,
    branching: f64,
}

/// The mean number of moves of a position.
pub fn branching(report: &Report) -> f64 {
    report.moves as f64 / report.positions.max(1) as f64
}

/// Why the answer can be trusted.
pub fn reason(database: &Database<'_>) -> String {
    let head = database.head();
    format!("all {} positions that can be reached from `{}` were solved", head.positions, head.start)
}

impl<'a> TablebaseAnswer<'a> {
    /// What was found about a position, with the counts of all if they are asked for.
    pub fn new(
        game: &'a NamedGame,
        database: &Database<'_>,
        found: &'a Lookup,
        report: Option<Report>,
    ) -> TablebaseAnswer<'a> {
        TablebaseAnswer {
            schema: 1,
            game: &game.name,
            rule: game.rule(),
            position: &found.position,
            convention: database.head().about.convention,
            outcome: found.outcome,
            winner: found.outcome.winner(),
            grundy: &found.grundy,
            remoteness: found.remoteness,
            best: &found.best,
            winning_moves: &found.winning.listed,
            winning_moves_total: found.winning.total,
            line: &found.line,
            engine: "retrograde",
            reason: reason(database),
            proved: true,
            work: found.work,
            stop: StopReason::Done,
            report: report.map(|report| Counts { branching: branching(&report), report }),
        }
    }
}
