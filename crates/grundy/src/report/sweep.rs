//! The lines of `sweep --json`, and the description of a sweep that stands beside its rows.
//!
//! A row is written and read back by the same type, so that a resumed sweep goes on with exactly what it wrote.

use crate::sweep::{Family, SweepRow};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize)]
struct Line<R> {
    schema: u8,
    #[serde(flatten)]
    row: R,
}

/// The line of a row, without its end.
pub fn line(row: &SweepRow) -> String {
    // Rows hold text and numbers only, which can always be written.
    serde_json::to_string(&Line { schema: 1, row }).unwrap_or_default()
}

/// The row of a line.
pub fn read(line: &str) -> Option<SweepRow> {
    Some(serde_json::from_str::<Line<SweepRow>>(line).ok()?.row)
}

/// The rows of a sweep as one object.
pub fn object(rows: &[SweepRow]) -> Value {
    let lines: Vec<Line<&SweepRow>> = rows.iter().map(|row| Line { schema: 1, row }).collect();
    json!({ "schema": 1, "rows": lines })
}

/// What the rows of a file are about: the family, the largest heap if one was given, the format, and whether rows say how long they took.
pub fn description(family: &Family, limit: Option<u64>, format: &str, timed: bool) -> Value {
    json!({
        "schema": 1,
        "sweep": family.name(),
        "games": family.len(),
        "limit": limit,
        "format": format,
        "seconds": timed,
    })
}
