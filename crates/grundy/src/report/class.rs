//! The object of a server that serves a class.

use serde_json::{Value, json};

/// Where the class finds it; null when it is not served.
pub fn object(address: Option<&str>) -> Value {
    json!({ "schema": 1, "address": address })
}
