//! The answer about a graph as a table, CSV or JSON.

use super::sum::Sum;
use crate::failure::Failure;
use crate::output::bold;
use grundy::Convention;
use grundy::answer::Move;
use grundy::graph::analysis::Analysis;
use grundy::graph::read::LabelledGraph;
use grundy::value::{LoopyValue, Outcome};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Moves of a line of play that a table shows.
const SHOWN: usize = 30;

/// All that was found out.
pub struct Answer<'a> {
    pub graph: &'a LabelledGraph,
    pub analysis: &'a Analysis<'a>,
    pub convention: Convention,
    /// The only vertex asked for.
    pub start: Option<u32>,
    pub sum: Option<Sum>,
}

/// A vertex and what was found out about it.
#[derive(Serialize)]
pub struct Row<'a> {
    pub vertex: Cow<'a, str>,
    pub outcome: Outcome,
    pub remoteness: Option<u32>,
    pub grundy: Option<LoopyValue>,
    pub best: Option<Cow<'a, str>>,
}

impl Row<'_> {
    /// The fields as text; empty where there is none.
    fn fields(&self) -> [String; 5] {
        let text = |field: Option<&dyn ToString>| field.map_or(String::new(), ToString::to_string);
        [
            self.vertex.to_string(),
            self.outcome.to_string(),
            text(self.remoteness.as_ref().map(|level| level as &dyn ToString)),
            text(self.grundy.as_ref().map(|value| value as &dyn ToString)),
            text(self.best.as_ref().map(|best| best as &dyn ToString)),
        ]
    }
}

const COLUMNS: [&str; 5] = ["vertex", "outcome", "remoteness", "grundy", "best"];

impl Answer<'_> {
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

    /// The rows asked for.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        let all = match self.start {
            Some(start) => start..start + 1,
            None => 0..self.analysis.graph().vertices() as u32,
        };
        all.map(|vertex| self.row(vertex))
    }

    /// Best play from the start, by name.
    fn line(&self) -> Option<Vec<Cow<'_, str>>> {
        let line = self.analysis.outcomes().line(self.analysis.graph(), self.start?);
        Some(line.into_iter().map(|vertex| self.graph.label(vertex)).collect())
    }

    /// Best play from the start, move by move.
    fn moves(&self) -> Option<Vec<Move>> {
        let line = self.line()?;
        let step = |pair: &[Cow<'_, str>]| Move {
            component: 0,
            text: format!("{} -> {}", pair[0], pair[1]),
            result: pair[1].to_string(),
        };
        Some(line.windows(2).map(step).collect())
    }

    pub fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", COLUMNS.join(","))?;
        for row in self.rows() {
            let fields = row.fields().map(|field| match field.contains([',', '"', '\n', '\r']) {
                true => format!("\"{}\"", field.replace('"', "\"\"")),
                false => field,
            });
            writeln!(out, "{}", fields.join(","))?;
        }
        Ok(())
    }

    pub fn json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Document<'a> {
            schema: u32,
            /// The sum has it too.
            #[serde(skip_serializing_if = "Option::is_none")]
            convention: Option<Convention>,
            acyclic: bool,
            edges: usize,
            #[serde(flatten)]
            sum: Option<&'a Sum>,
            #[serde(skip_serializing_if = "Option::is_none")]
            start: Option<Cow<'a, str>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            line: Option<Vec<Move>>,
            #[serde(serialize_with = "rows")]
            vertices: &'a Answer<'a>,
        }
        let document = Document {
            schema: 1,
            convention: self.sum.is_none().then_some(self.convention),
            acyclic: self.analysis.cycle().is_none(),
            edges: self.analysis.graph().edges(),
            sum: self.sum.as_ref(),
            start: self.start.map(|vertex| self.graph.label(vertex)),
            line: self.moves(),
            vertices: self,
        };
        serde_json::to_writer(&mut *out, &document).map_err(|error| Failure::from(io::Error::from(error)))?;
        Ok(writeln!(out)?)
    }

    pub fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let length = |text: &str| text.chars().count();
        let mut widths = COLUMNS.map(length);
        for row in self.rows() {
            for (width, field) in widths.iter_mut().zip(row.fields()) {
                *width = length(&field).max(*width);
            }
        }
        let line = |fields: [String; 5]| {
            let padded = fields.iter().zip(widths).map(|(field, width)| format!("{field:width$}"));
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        writeln!(out, "{}", bold(&line(COLUMNS.map(str::to_owned))))?;
        for row in self.rows() {
            writeln!(out, "{}", line(row.fields()))?;
        }
        if let Some(line) = self.line() {
            let shown = line.iter().take(SHOWN).map(|name| &**name).collect::<Vec<_>>().join(" -> ");
            let more = if line.len() > SHOWN { " -> ..." } else { "" };
            writeln!(out, "best play: {shown}{more}")?;
        }
        match &self.sum {
            Some(sum) => self.table_of_sum(sum, out),
            None => Ok(()),
        }
    }

    fn table_of_sum(&self, sum: &Sum, out: &mut dyn Write) -> io::Result<()> {
        let winner = match sum.outcome {
            Outcome::N => "the first player wins (N)",
            Outcome::P => "the second player wins (P)",
            Outcome::D => "a draw (D)",
        };
        let value = sum.grundy.as_ref().map_or(String::new(), |value| format!(", value {value}"));
        let position = if sum.position.is_empty() { "(no tokens)" } else { &sum.position };
        writeln!(out, "tokens {position}: {}", bold(&format!("{winner}{value}")))?;
        if sum.outcome == Outcome::N && !sum.winning_moves.is_empty() {
            writeln!(out, "winning moves ({}):", sum.winning_moves_total)?;
            for found in sum.winning_moves.iter().take(SHOWN) {
                writeln!(out, "  {}   leaves {}", found.text, found.result)?;
            }
        }
        if !sum.line.is_empty() {
            let moves: Vec<&str> = sum.line.iter().take(SHOWN).map(|found| found.text.as_str()).collect();
            let more = if sum.line.len() > SHOWN { "; ..." } else { "" };
            writeln!(out, "a line of play: {}{more}", moves.join("; "))?;
        }
        Ok(())
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
