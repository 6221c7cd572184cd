//! The object of `contest --list`: the problems that can be answered.

use serde::Serialize;
use serde_json::{Value, json};

/// What is said about a problem of a site.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ContestProblem<'a> {
    /// What is typed.
    pub id: &'a str,
    /// The site it stands on.
    pub site: &'a str,
    /// Its name there.
    pub title: &'a str,
    /// The largest input, in a few words.
    pub limits: &'a str,
}

/// The object of a list of problems.
pub fn list(problems: &[ContestProblem<'_>]) -> Value {
    json!({ "schema": 1, "problems": problems })
}
