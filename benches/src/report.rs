//! Rows, goals and the table.

use std::fmt::{self, Write};
use std::time::Duration;

/// What was measured.
#[derive(Clone, Copy)]
pub enum Amount {
    Time(Duration),
    Bytes(u64),
    /// Positions, or anything else that is counted.
    Count(u64),
    /// Values a second. Ratios are those of the times, so that less is better here too.
    Rate(f64),
}

impl Amount {
    fn number(self) -> f64 {
        match self {
            Amount::Time(time) => time.as_secs_f64(),
            Amount::Bytes(count) | Amount::Count(count) => count as f64,
            Amount::Rate(rate) => 1.0 / rate,
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::Time(time) => {
                let milliseconds = time.as_secs_f64() * 1e3;
                let digits = if milliseconds < 10.0 { 3 } else { 1 };
                write!(f, "{milliseconds:.digits$} ms")
            }
            Amount::Bytes(bytes) => write!(f, "{:.1} MB", *bytes as f64 / 1e6),
            Amount::Count(count) => write!(f, "{count}"),
            Amount::Rate(rate) => write!(f, "{:.3} M/s", rate / 1e6),
        }
    }
}

/// What a row should show.
#[derive(Clone, Copy)]
pub enum Goal {
    /// Ours over the rival's is at most this.
    AtMost(f64),
    /// The rival's over ours is at least this.
    AtLeast(f64),
    /// Ours over the rival's, for the record.
    Report,
    /// The rival's over ours, for the record.
    Faster,
}

/// One line of the table.
pub struct Row {
    pub what: String,
    pub ours: Amount,
    /// The other program, or the allowance.
    pub against: &'static str,
    pub rival: Amount,
    pub goal: Goal,
}

impl Row {
    fn ratio(&self) -> f64 {
        match self.goal {
            Goal::AtMost(_) | Goal::Report => self.ours.number() / self.rival.number(),
            Goal::AtLeast(_) | Goal::Faster => self.rival.number() / self.ours.number(),
        }
    }

    fn verdict(&self) -> (String, &'static str) {
        let word = |met| if met { "yes" } else { "**no**" };
        match self.goal {
            Goal::AtMost(goal) => (format!("ours/rival ≤ {goal}"), word(self.ratio() <= goal)),
            Goal::AtLeast(goal) => (format!("rival/ours ≥ {goal}"), word(self.ratio() >= goal)),
            Goal::Report => ("ours/rival".to_owned(), "-"),
            Goal::Faster => ("rival/ours".to_owned(), "-"),
        }
    }
}

/// The table in Markdown.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| what | ours | against | rival | ratio | goal | met |\n|---|---:|---|---:|---:|---|---|\n",
    );
    for row in rows {
        let (goal, met) = row.verdict();
        let ratio = row.ratio();
        let digits = if ratio < 100.0 { 2 } else { 0 };
        // A bar would end the cell, also inside code.
        let what = row.what.replace('|', "\\|");
        let Row { ours, against, rival, .. } = row;
        let _ =
            writeln!(out, "| {what} | {ours} | {against} | {rival} | {ratio:.digits$} | {goal} | {met} |");
    }
    out
}
