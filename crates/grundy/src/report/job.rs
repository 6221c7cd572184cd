//! The objects of jobs: work that outlives its request.

use serde_json::{Map, Value, json};
use std::time::Duration;

/// A job as it stands.
#[derive(Debug, Clone)]
pub struct JobSummary<'a> {
    /// Its number.
    pub id: u64,
    /// What kind of question it is.
    pub kind: &'a str,
    /// The parameters of the question.
    pub question: &'a [(String, String)],
    /// `queued`, `running`, `done`, `failed` or `cancelled`.
    pub state: &'a str,
    /// Steps of work so far.
    pub steps: u64,
    /// How long it has worked.
    pub time: Option<Duration>,
    /// The object of the error that it failed with.
    pub failed: Option<&'a Value>,
}

impl JobSummary<'_> {
    /// The object without the result.
    pub fn object(&self) -> Value {
        self.shortened(usize::MAX)
    }

    /// The object without the result, with so many characters of each parameter at most.
    pub fn shortened(&self, most: usize) -> Value {
        let short = |value: &str| match value.char_indices().nth(most) {
            Some((end, _)) => format!("{}...", &value[..end]),
            None => value.to_owned(),
        };
        let question: Map<String, Value> =
            self.question.iter().map(|(name, value)| (name.clone(), json!(short(value)))).collect();
        let mut object = json!({
            "schema": 1, "id": self.id.to_string(), "kind": self.kind, "question": question,
            "state": self.state, "steps": self.steps,
            "seconds": self.time.map(|time| time.as_secs_f64()),
        });
        if let Some(failed) = self.failed {
            object["error"] = failed["error"].clone();
        }
        object
    }

    /// The object with the result, which is the text of an object already and is not read again.
    pub fn with_result(&self, result: &str) -> String {
        let mut text = self.object().to_string();
        text.pop();
        text.push_str(&format!(",\"result\":{}}}", result.trim_end()));
        text
    }
}

/// The object of all jobs.
pub fn list(jobs: &[Value]) -> Value {
    json!({ "schema": 1, "jobs": jobs })
}
