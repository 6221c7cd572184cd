//! The object of `seq` in two halves, because the values between them may be too many to hold.

use crate::ask::Heading;
use crate::base::limits::StopReason;
use crate::game::engine::Engine;

/// The object up to its values, which follow separated by commas.
pub fn head<'a>(game: impl Into<Heading<'a>>, first: u64) -> String {
    let Heading { name, rule, kind, notes } = game.into();
    let (name, rule) = (quoted(name), quoted(rule));
    let kind = kind.map(|kind| format!("\"kind\":{},", quoted(kind))).unwrap_or_default();
    let notes =
        if notes.is_empty() { String::new() } else { format!("\"notes\":{},", serde_json::json!(notes)) };
    format!("{{\"schema\":1,\"game\":{name},\"rule\":{rule},{kind}{notes}\"first\":{first},\"values\":[")
}

/// The object behind its values.
pub fn tail(engine: Engine, reason: &str, stop: StopReason) -> String {
    let ended = serde_json::to_string(&stop).unwrap_or_default();
    format!("],\"engine\":\"{engine}\",\"reason\":{},\"proved\":true,\"stop\":{ended}}}", quoted(reason))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
