//! The vertices of a graph as an Apache Parquet file.

use super::write::Answer;
use crate::commands::parquet::{Field, write as write_table};
use grundy::ask::files::{FileError, Output};

const SCHEMA: &str = "message graph {
    REQUIRED BYTE_ARRAY vertex (UTF8);
    REQUIRED BYTE_ARRAY outcome (UTF8);
    OPTIONAL INT64 remoteness;
    OPTIONAL BYTE_ARRAY grundy (UTF8);
    OPTIONAL BYTE_ARRAY best (UTF8);
}";

/// Writes the file; values are text, because some are infinite.
pub fn write(output: Output, answer: &Answer<'_>) -> Result<(), FileError> {
    let rows = answer.about.rows().map(|row| {
        vec![
            Field::Text(Some(row.vertex.into_owned())),
            Field::Text(Some(row.outcome.to_string())),
            Field::Number(row.remoteness.map(i64::from)),
            Field::Text(row.grundy.map(|value| value.to_string())),
            Field::Text(row.best.map(std::borrow::Cow::into_owned)),
        ]
    });
    write_table(output, SCHEMA, rows)
}
