//! Answers as JSON objects, the same wherever they are shown.
//!
//! The command line prints these objects and the server of `grundy serve` sends them; both make them here, so that a field
//! has one name and one meaning. [`crate::answer::Solved`] is its own object; what else is asked about is in this module.
//! Every object has `"schema": 1`; fields are added, never renamed.
//!
//! ```
//! let error = grundy::NamedGame::read("kalyes").unwrap_err();
//! let object = grundy::report::error::object(&error, error.hint(), None);
//! assert_eq!(object["error"]["message"], "unknown game `kalyes`");
//! ```

pub mod error;
pub mod explain;
pub mod games;
pub mod graph;
pub mod period;
pub mod rule;
pub mod sequence;
