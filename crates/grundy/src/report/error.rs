//! Why there is no answer, as an object: `{"schema": 1, "error": {"message", "hint", "line", "column"}}`.
//!
//! Line and column count from 1, columns in characters. A mistake in a rule adds its `code`, and `all` mistakes when there
//! are several; a limit adds what was the reason to `stop`.

use crate::base::error::Error;
use crate::rule::{Diagnostic, Diagnostics};
use serde_json::{Map, Value, json};

/// Line and column, from 1, of what is wrong.
pub fn place(error: &Error) -> Option<(usize, usize)> {
    match error {
        Error::Rule(diagnostics) => Some(diagnostics.line_column(diagnostics.first().span.start)),
        Error::Position(error) => Some((1, error.column)),
        _ => None,
    }
}

/// What is wrong, in one sentence.
pub fn message(error: &Error) -> String {
    match error {
        Error::Rule(diagnostics) => diagnostics.first().message.clone(),
        error => error.to_string(),
    }
}

/// The object of an error; `hint` is the way out where it is shown, `line` the line of a stream it stands for.
pub fn object(error: &Error, hint: Option<&str>, line: Option<usize>) -> Value {
    let place = place(error);
    let place = (line.or(place.map(|place| place.0)), place.map(|place| place.1));
    let mut fields = fields(&message(error), hint, place);
    match error {
        Error::Rule(diagnostics) => {
            fields.insert("code".to_owned(), json!(diagnostics.first().code.as_str()));
            if diagnostics.list.len() > 1 {
                let each = |diagnostic| one_of_several(diagnostics, diagnostic);
                fields.insert("all".to_owned(), diagnostics.list.iter().map(each).collect());
            }
        }
        Error::Stopped { reason, .. } => {
            fields.insert("stop".to_owned(), json!(reason));
        }
        _ => {}
    }
    json!({ "schema": 1, "error": fields })
}

/// The object of anything else that is wrong.
pub fn plain(message: &str, hint: Option<&str>, place: (Option<usize>, Option<usize>)) -> Value {
    json!({ "schema": 1, "error": fields(message, hint, place) })
}

fn fields(
    message: &str,
    hint: Option<&str>,
    (line, column): (Option<usize>, Option<usize>),
) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("message".to_owned(), json!(message));
    fields.insert("hint".to_owned(), json!(hint));
    fields.insert("line".to_owned(), json!(line));
    fields.insert("column".to_owned(), json!(column));
    fields
}

fn one_of_several(diagnostics: &Diagnostics, diagnostic: &Diagnostic) -> Value {
    let (line, column) = diagnostics.line_column(diagnostic.span.start);
    let code = diagnostic.code.as_str();
    json!({ "message": diagnostic.message, "hint": diagnostic.hint, "line": line, "column": column, "code": code })
}
