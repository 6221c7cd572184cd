//! The object of `graph`: every vertex with its outcome, remoteness, value and best move.

use crate::answer::Move;
use crate::game::Convention;
use crate::graph::analysis::Analysis;
use crate::graph::read::LabelledGraph;
use crate::value::{LoopyValue, Outcome};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
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
pub struct Row<'a> {
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
    pub fn row(&self, vertex: u32) -> Row<'_> {
        let outcomes = self.analysis.outcomes();
        Row {
            vertex: self.graph.label(vertex),
            outcome: outcomes.outcome(vertex),
            remoteness: outcomes.remoteness(vertex),
            grundy: self.analysis.value(vertex),
            best: outcomes.best(self.analysis.graph(), vertex).map(|best| self.graph.label(best)),
        }
    }

    /// The vertices asked for.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
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
        let step = |pair: &[Cow<'_, str>]| Move {
            component: 0,
            text: format!("{} -> {}", pair[0], pair[1]),
            result: pair[1].to_string(),
        };
        Some(line.windows(2).map(step).collect())
    }
}

/// The object; the fields of a sum of tokens stand in it when there is one.
#[derive(Debug, Serialize)]
pub struct Document<'a, S: Serialize> {
    schema: u32,
    /// The sum has it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    convention: Option<Convention>,
    acyclic: bool,
    edges: usize,
    #[serde(flatten)]
    sum: Option<&'a S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<Move>>,
    #[serde(serialize_with = "rows")]
    vertices: &'a Answer<'a>,
}

impl<'a, S: Serialize> Document<'a, S> {
    /// The object of an answer.
    pub fn new(answer: &'a Answer<'a>, sum: Option<&'a S>) -> Document<'a, S> {
        Document {
            schema: 1,
            convention: sum.is_none().then_some(answer.convention),
            acyclic: answer.analysis.cycle().is_none(),
            edges: answer.analysis.graph().edges(),
            sum,
            start: answer.start.map(|vertex| answer.graph.label(vertex)),
            line: answer.moves(),
            vertices: answer,
        }
    }
}

/// One object for each vertex, without a list of them in between.
fn rows<S: Serializer>(answer: &&Answer<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(None)?;
    for row in answer.rows() {
        list.serialize_element(&row)?;
    }
    list.end()
}
