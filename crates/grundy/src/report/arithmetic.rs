//! The objects of `mex` and `nimber`: one number each, under the name of the question.

use serde_json::{Value, json};

/// The object of `mex`.
pub fn mex(value: u64) -> Value {
    json!({ "schema": 1, "mex": value })
}

/// The object of `nimber`.
pub fn nimber(value: u64) -> Value {
    json!({ "schema": 1, "value": value })
}
