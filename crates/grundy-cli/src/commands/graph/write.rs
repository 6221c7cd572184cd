//! The answer about a graph as a table, CSV or JSON.

use crate::output::bold;
use grundy::report::graph::{self as report, TokenSum, VertexRow};
use grundy::value::Outcome;
use std::io::{self, Write};

/// Moves of a line of play that a table shows.
const SHOWN: usize = 30;

/// All that was found out, and about a sum of tokens if there are any.
pub struct Answer<'a> {
    pub about: report::Answer<'a>,
    pub sum: Option<TokenSum>,
}

/// The fields of a row as text; empty where there is none.
fn fields(row: &VertexRow<'_>) -> [String; 5] {
    let text = |field: Option<&dyn ToString>| field.map_or(String::new(), ToString::to_string);
    [
        row.vertex.to_string(),
        row.outcome.to_string(),
        text(row.remoteness.as_ref().map(|level| level as &dyn ToString)),
        text(row.grundy.as_ref().map(|value| value as &dyn ToString)),
        text(row.best.as_ref().map(|best| best as &dyn ToString)),
    ]
}

const COLUMNS: [&str; 5] = ["vertex", "outcome", "remoteness", "grundy", "best"];

impl Answer<'_> {
    pub fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", COLUMNS.join(","))?;
        for row in self.about.rows() {
            let fields = fields(&row).map(|field| match field.contains([',', '"', '\n', '\r']) {
                true => format!("\"{}\"", field.replace('"', "\"\"")),
                false => field,
            });
            writeln!(out, "{}", fields.join(","))?;
        }
        Ok(())
    }

    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let document = report::Document::new(&self.about, self.sum.as_ref());
        serde_json::to_writer(&mut *out, &document)?;
        writeln!(out)
    }

    pub fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let length = |text: &str| text.chars().count();
        let mut widths = COLUMNS.map(length);
        for row in self.about.rows() {
            for (width, field) in widths.iter_mut().zip(fields(&row)) {
                *width = length(&field).max(*width);
            }
        }
        let line = |fields: [String; 5]| {
            let padded = fields.iter().zip(widths).map(|(field, width)| format!("{field:width$}"));
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        writeln!(out, "{}", bold(&line(COLUMNS.map(str::to_owned))))?;
        for row in self.about.rows() {
            writeln!(out, "{}", line(fields(&row)))?;
        }
        if let Some(line) = self.about.line() {
            let shown = line.iter().take(SHOWN).map(|name| &**name).collect::<Vec<_>>().join(" -> ");
            let more = if line.len() > SHOWN { " -> ..." } else { "" };
            writeln!(out, "best play: {shown}{more}")?;
        }
        match &self.sum {
            Some(sum) => self.table_of_sum(sum, out),
            None => Ok(()),
        }
    }

    fn table_of_sum(&self, sum: &TokenSum, out: &mut dyn Write) -> io::Result<()> {
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
