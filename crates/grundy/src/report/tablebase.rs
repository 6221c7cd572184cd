//! The object of a position that is looked up in a tablebase: the fields of `solve`, its remoteness, and on demand counts of
//! all positions.

use crate::ask::NamedGame;
use crate::ask::tablebase::Lookup;
use crate::base::limits::StopReason;
use crate::engine::graph::implicit::Report;
use crate::engine::tablebase::reader::Overview;
use crate::engine::tablebase::store::Subject;
use crate::game::Convention;
use crate::game::answer::Move;
use crate::value::{LoopyValue, Outcome, Winner};
use serde::Serialize;
use serde_json::{Value, json};

/// The fields of `solve`, and those that a tablebase adds.
#[derive(Debug, Serialize)]
pub struct TablebaseAnswer<'a> {
    schema: u32,
    game: &'a str,
    rule: String,
    position: &'a str,
    convention: Convention,
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<bool>,
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
fn reason(positions: u64, start: &str) -> String {
    format!("all {positions} positions that can be reached from `{start}` were solved")
}

impl<'a> TablebaseAnswer<'a> {
    fn new(
        game: &'a NamedGame,
        convention: Convention,
        found: &'a Lookup,
        reason: String,
    ) -> TablebaseAnswer<'a> {
        TablebaseAnswer {
            schema: 1,
            game: &game.name,
            rule: game.rule(),
            position: &found.position,
            convention,
            reachable: None,
            outcome: found.outcome,
            winner: found.outcome.winner(),
            grundy: &found.grundy,
            remoteness: found.remoteness,
            best: &found.best,
            winning_moves: &found.winning.listed,
            winning_moves_total: found.winning.total,
            line: &found.line,
            engine: "retrograde",
            reason,
            proved: true,
            work: found.work,
            stop: StopReason::Done,
            report: None,
        }
    }

    /// What was found in memory about a position, with the counts of all that can be reached from it.
    pub fn with_report(
        game: &'a NamedGame,
        convention: Convention,
        found: &'a Lookup,
        report: Report,
    ) -> TablebaseAnswer<'a> {
        let reason = reason(report.positions, &found.position);
        let report = Some(Counts { branching: branching(&report), report });
        TablebaseAnswer { report, ..TablebaseAnswer::new(game, convention, found, reason) }
    }

    /// What was found in a directory, in which other positions cannot be reached.
    pub fn of_files(game: &'a NamedGame, overview: &Overview, found: &'a Lookup) -> TablebaseAnswer<'a> {
        let (convention, reason) = (overview.manifest.subject.convention, reason_of_files(overview));
        TablebaseAnswer { reachable: Some(true), ..TablebaseAnswer::new(game, convention, found, reason) }
    }
}

/// A position with all of its moves, in the form of `moves`: each with its row of the tablebase.
pub fn survey(overview: &Overview, found: &Lookup) -> Value {
    let Subject { game, convention, .. } = &overview.manifest.subject;
    json!({
        "schema": 1,
        "game": game,
        "position": found.position,
        "convention": convention,
        "outcome": found.outcome,
        "winner": found.outcome.winner(),
        "grundy": found.grundy,
        "score": null,
        "remoteness": found.remoteness,
        "parts": found.parts,
        "nim_sum": null,
        "moves": found.choices,
        "total": found.total,
    })
}

/// The tablebases that a server was told of, each by its name.
pub fn list<'a>(tablebases: impl Iterator<Item = (&'a str, &'a Overview)>) -> Value {
    let named = |(name, overview)| Named { name, stats: TablebaseStats::new(overview) };
    json!({ "schema": 1, "tablebases": tablebases.map(named).collect::<Vec<_>>() })
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    #[serde(flatten)]
    stats: TablebaseStats<'a>,
}

/// Why an answer from a directory can be trusted.
pub fn reason_of_files(overview: &Overview) -> String {
    reason(overview.tally.positions, &overview.manifest.subject.start)
}

/// A position that a tablebase does not have.
#[derive(Debug, Serialize)]
pub struct Unreachable<'a> {
    schema: u32,
    game: &'a str,
    position: &'a str,
    convention: Convention,
    reachable: bool,
    start: &'a str,
}

impl<'a> Unreachable<'a> {
    /// Says so.
    pub fn new(overview: &'a Overview, position: &'a str) -> Unreachable<'a> {
        let Subject { game, convention, start, .. } = &overview.manifest.subject;
        Unreachable { schema: 1, game, position, convention: *convention, reachable: false, start }
    }
}

/// Counts over all positions of a tablebase: `build` and `stats`.
#[derive(Debug, Serialize)]
pub struct TablebaseStats<'a> {
    schema: u32,
    game: &'a str,
    rule: &'a str,
    position: &'a str,
    convention: Convention,
    positions: u64,
    edges: u64,
    outcomes: Outcomes,
    levels: &'a [u64],
    max_remoteness: Option<u64>,
    max_grundy: Option<u32>,
    bytes: u64,
    digest: String,
    complete: bool,
}

#[derive(Debug, Serialize)]
struct Outcomes {
    #[serde(rename = "N")]
    won: u64,
    #[serde(rename = "P")]
    lost: u64,
    #[serde(rename = "D")]
    drawn: u64,
}

impl<'a> TablebaseStats<'a> {
    /// What is known of a directory.
    pub fn new(overview: &'a Overview) -> TablebaseStats<'a> {
        let Subject { game, rule, convention, start, .. } = &overview.manifest.subject;
        let tally = &overview.tally;
        let (won, lost) = tally.won_and_lost(*convention);
        TablebaseStats {
            schema: 1,
            game,
            rule,
            position: start,
            convention: *convention,
            positions: tally.positions,
            edges: tally.edges,
            outcomes: Outcomes { won, lost, drawn: tally.draws },
            levels: &tally.levels,
            max_remoteness: tally.max_remoteness(),
            max_grundy: tally.max_grundy,
            bytes: overview.bytes,
            digest: tally.digest(),
            complete: overview.is_complete(),
        }
    }
}

/// The answer of `tablebase verify`.
#[derive(Debug, Serialize)]
pub struct TablebaseCheck<'a> {
    schema: u32,
    game: &'a str,
    position: &'a str,
    convention: Convention,
    positions: u64,
    checked: u64,
    valid: bool,
    fault: Option<&'a str>,
}

impl<'a> TablebaseCheck<'a> {
    /// How many positions were derived again, and what was wrong.
    pub fn new(overview: &'a Overview, checked: u64, fault: Option<&'a str>) -> TablebaseCheck<'a> {
        let Subject { game, convention, start, .. } = &overview.manifest.subject;
        let (positions, convention) = (overview.tally.positions, *convention);
        TablebaseCheck {
            schema: 1,
            game,
            position: start,
            convention,
            positions,
            checked,
            valid: fault.is_none(),
            fault,
        }
    }
}

/// The answer of `tablebase export`.
#[derive(Debug, Serialize)]
pub struct TablebaseExport<'a> {
    schema: u32,
    game: &'a str,
    position: &'a str,
    convention: Convention,
    file: &'a str,
    rows: u64,
    bytes: u64,
}

impl<'a> TablebaseExport<'a> {
    /// What was written.
    pub fn new(overview: &'a Overview, file: &'a str, rows: u64, bytes: u64) -> TablebaseExport<'a> {
        let Subject { game, convention, start, .. } = &overview.manifest.subject;
        TablebaseExport { schema: 1, game, position: start, convention: *convention, file, rows, bytes }
    }
}
