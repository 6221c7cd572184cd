//! Answers as JSON objects, the same wherever they are shown.
//!
//! The command line prints these objects and the server of `grundy serve` sends them; both make them here, so that a field
//! has one name and one meaning. [`crate::game::answer::Solved`] is its own object; what else is asked about is in this module.
//! Every object has `"schema": 1`; fields are added, never renamed.
//!
//! ```
//! let error = grundy::NamedGame::read("kalyes").unwrap_err();
//! let object = grundy::report::error::object(&error, error.hint(), None);
//! assert_eq!(object["error"]["message"], "unknown game `kalyes`");
//! ```

use serde_json::{Value, json};

/// The object with remarks about its question, if there are any.
fn with_notes(mut object: Value, notes: &[String]) -> Value {
    if !notes.is_empty() {
        object["notes"] = json!(notes);
    }
    object
}

mod answer;
pub mod arithmetic;
pub mod class;
pub mod comparison;
pub mod contest;
pub mod error;
pub mod explain;
pub mod games;
pub mod graph;
pub mod guess;
pub mod heat_map;
pub mod job;
pub mod misere;
pub mod moves;
pub mod period;
pub mod picture;
pub mod play;
pub mod plot;
pub mod printed;
pub mod protocol;
pub mod rule;
pub mod schema;
pub mod sequence;
pub mod sweep;
pub mod table;
pub mod tablebase;
pub mod verify;
