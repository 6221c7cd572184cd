//! The object of `seq` in two halves, because the values between them may be too many to hold.

use crate::ask::HeapGame;
use crate::base::limits::StopReason;
use crate::game::engine::Engine;

/// The object up to its values, which follow separated by commas.
pub fn head(game: HeapGame<'_>, first: u64) -> String {
    let (name, rule) = (quoted(game.name), quoted(game.rules.text()));
    format!("{{\"schema\":1,\"game\":{name},\"rule\":{rule},\"first\":{first},\"values\":[")
}

/// The object behind its values.
pub fn tail(engine: Engine, reason: &str, stop: StopReason) -> String {
    let ended = serde_json::to_string(&stop).unwrap_or_default();
    format!("],\"engine\":\"{engine}\",\"reason\":{},\"proved\":true,\"stop\":{ended}}}", quoted(reason))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
