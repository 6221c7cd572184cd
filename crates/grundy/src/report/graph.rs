//! The objects of `graph`: every vertex with its outcome, remoteness, value and best move; and of the game graph of a small
//! position.

use crate::ask::NamedGame;
use crate::ask::play::remoteness::Map;
use crate::base::limits::StopReason;
use crate::engine::graph::analysis::Analysis;
use crate::engine::graph::read::LabelledGraph;
use crate::game::Convention;
use crate::game::answer::Move;
use crate::game::notation::Place;
use crate::value::{LoopyValue, Outcome, Winner};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;

/// A graph and all that was found out about it.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The graph with its names.
    pub graph: &'a LabelledGraph,
    /// What was found out.
    pub analysis: &'a Analysis<'a>,
    /// Normal or misère play.
    pub convention: Convention,
    /// The only vertex asked for.
    pub start: Option<u32>,
}

/// A vertex and what was found out about it.
#[derive(Debug, Serialize)]
pub struct VertexRow<'a> {
    /// Its name.
    pub vertex: Cow<'a, str>,
    /// Who wins from it.
    pub outcome: Outcome,
    /// Moves to the end; none for draws.
    pub remoteness: Option<u32>,
    /// Its value.
    pub grundy: Option<LoopyValue>,
    /// A best move.
    pub best: Option<Cow<'a, str>>,
}

impl Answer<'_> {
    /// A vertex.
    pub fn row(&self, vertex: u32) -> VertexRow<'_> {
        let outcomes = self.analysis.outcomes();
        VertexRow {
            vertex: self.graph.label(vertex),
            outcome: outcomes.outcome(vertex),
            remoteness: outcomes.remoteness(vertex),
            grundy: self.analysis.value(vertex),
            best: outcomes.best(self.analysis.graph(), vertex).map(|best| self.graph.label(best)),
        }
    }

    /// The vertices asked for.
    pub fn rows(&self) -> impl Iterator<Item = VertexRow<'_>> + Clone {
        let all = match self.start {
            Some(start) => start..start + 1,
            None => 0..self.analysis.graph().vertices() as u32,
        };
        all.map(|vertex| self.row(vertex))
    }

    /// Best play from the start, by name.
    pub fn line(&self) -> Option<Vec<Cow<'_, str>>> {
        let line = self.analysis.outcomes().line(self.analysis.graph(), self.start?);
        Some(line.into_iter().map(|vertex| self.graph.label(vertex)).collect())
    }

    /// Best play from the start, move by move.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let line = self.line()?;
        let step = |pair: &[Cow<'_, str>]| token_move(0, &pair[0], &pair[1], pair[1].to_string());
        Some(line.windows(2).map(step).collect())
    }
}

/// The move of a token along an edge.
pub fn token_move(token: usize, from: &str, to: &str, result: String) -> Move {
    Move {
        component: token,
        removed: from.to_owned(),
        added: to.to_owned(),
        places: vec![Place::Edge(from.to_owned(), to.to_owned())],
        text: format!("{from} -> {to}"),
        result,
    }
}

/// The fields of `solve` for a sum of tokens on a graph.
#[derive(Debug, Clone, Serialize)]
pub struct TokenSum {
    /// What stands for the name of a game.
    pub game: &'static str,
    /// What stands for its rule.
    pub rule: &'static str,
    /// The vertices of the tokens, in order.
    pub position: String,
    /// Normal or misère play.
    pub convention: Convention,
    /// Who wins.
    pub outcome: Outcome,
    /// The same in a word.
    pub winner: Winner,
    /// The value of the sum.
    pub grundy: Option<LoopyValue>,
    /// The winning moves that are listed.
    pub winning_moves: Vec<Move>,
    /// How many there are.
    pub winning_moves_total: u64,
    /// Best play, as far as it is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Move>,
    /// The engine.
    pub engine: &'static str,
    /// Why it answers.
    pub reason: &'static str,
    /// Whether the answer is proved.
    pub proved: bool,
    /// Steps of work.
    pub work: u64,
    /// Why it ended.
    pub stop: StopReason,
}

/// The object; the fields of a sum of tokens stand in it when there is one.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: u32,
    /// The sum has it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    convention: Option<Convention>,
    acyclic: bool,
    edges: usize,
    #[serde(flatten)]
    sum: Option<&'a TokenSum>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<Move>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(serialize_with = "rows")]
    vertices: &'a Answer<'a>,
    /// The edges by name.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "edges")]
    moves: Option<&'a LabelledGraph>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

impl<'a> Document<'a> {
    /// The object of an answer.
    pub fn new(answer: &'a Answer<'a>, sum: Option<&'a TokenSum>) -> Document<'a> {
        Document {
            schema: 1,
            convention: sum.is_none().then_some(answer.convention),
            acyclic: answer.analysis.cycle().is_none(),
            edges: answer.analysis.graph().edges(),
            sum,
            start: answer.start.map(|vertex| answer.graph.label(vertex)),
            line: answer.moves(),
            notes: answer.graph.notes(),
            vertices: answer,
            moves: None,
            svg: None,
        }
    }

    /// The object with the edges by name in `moves`, and a picture if there is one.
    #[must_use]
    pub fn drawn(self, svg: Option<String>) -> Document<'a> {
        Document { moves: Some(self.vertices.graph), svg, ..self }
    }
}

/// The edges by name, written as they are found.
fn edges<S: Serializer>(graph: &Option<&LabelledGraph>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(None)?;
    if let Some(graph) = graph {
        for from in 0..graph.labels().len() as u32 {
            for &to in graph.graph().options(from) {
                list.serialize_element(&[graph.label(from), graph.label(to)])?;
            }
        }
    }
    list.end()
}

/// The object of the game graph of a position.
pub fn of_position(game: &NamedGame, position: &str, convention: Convention, map: &Map) -> Value {
    json!({
        "schema": 1, "game": game.name, "position": position, "convention": convention,
        "vertices": map.positions, "edges": map.edges,
    })
}

/// One object for each vertex, without a list of them in between.
fn rows<S: Serializer>(answer: &&Answer<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(None)?;
    for row in answer.rows() {
        list.serialize_element(&row)?;
    }
    list.end()
}
