//! Graphs as JSON: `{"edges": [["a","b"], ...], "vertices": ["c", ...]}`.
//!
//! Either list may be missing, not both. Labels are strings or whole numbers; the listed vertices come first, in their
//! order. Other fields are skipped.

use super::labels::{Labels, Names};
use super::{LabelledGraph, ReadError};
use crate::base::limits::Limits;
use crate::base::text::scanner::Misread;
use crate::engine::graph::csr::Edge;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, Visitor};
use std::fmt;

#[derive(Deserialize)]
#[serde(expecting = "an object with `edges` or `vertices`")]
struct Document {
    edges: Option<Vec<Pair>>,
    vertices: Option<Vec<Label>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an edge, which is a list of two labels")]
struct Pair(Label, Label);

/// A string or a whole number.
struct Label(String);

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Label, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Label;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a label, which is a string or a whole number")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Label, E> {
                Ok(Label(text.to_owned()))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Label, E> {
                Ok(Label(number.to_string()))
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Label, E> {
                Ok(Label(number.to_string()))
            }
        }
        deserializer.deserialize_any(Word)
    }
}

/// Reads a graph.
///
/// # Errors
/// Text that is no such object, with its place; too little memory.
pub fn read(text: &str, limits: &Limits<'_>) -> Result<LabelledGraph, ReadError> {
    let document: Document = serde_json::from_str(text).map_err(misread)?;
    if document.edges.is_none() && document.vertices.is_none() {
        return Err(
            misread(serde_json::Error::custom("the object has neither `edges` nor `vertices`")).into()
        );
    }
    let mut names = Names::default();
    for Label(label) in document.vertices.unwrap_or_default() {
        names.number(&label);
    }
    let pairs = document.edges.unwrap_or_default().into_iter();
    let mut edges: Vec<Edge> = pairs
        .map(|Pair(Label(from), Label(to))| Edge { from: names.number(&from), to: names.number(&to) })
        .collect();
    Ok(LabelledGraph::new(Labels::of_names(names, &mut edges), edges, limits)?)
}

fn misread(error: serde_json::Error) -> Misread {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message).to_owned();
    Misread { message, line: error.line().max(1), column: error.column().max(1) }
}
