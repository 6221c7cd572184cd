//! The objects of `guess` and `oeis`.

use crate::ask::guess::Guess;
use crate::catalogue::oeis::ListedSequence;
use serde_json::{Value, json};

/// The object of guesses about so many terms.
pub fn guesses(terms: usize, found: &[Guess]) -> Value {
    let one = |guess: &Guess| {
        json!({
            "kind": guess.kind.name(),
            "formula": guess.formula,
            "fitted": guess.fitted,
            "predicted": guess.predicted,
        })
    };
    json!({
        "schema": 1,
        "terms": terms,
        "guesses": found.iter().map(one).collect::<Vec<Value>>(),
        "proved": false,
    })
}

/// The object of sequences that the list has, and of the block that submits one that it has not.
pub fn listed(terms: usize, found: &[&ListedSequence], submission: Option<&str>) -> Value {
    let one = |listed: &&ListedSequence| {
        json!({
            "number": listed.number,
            "title": listed.title,
            "game": listed.game,
            "template": listed.template,
            "offset": listed.offset,
            "period": listed.period.map(|period| period[0]),
            "preperiod": listed.period.map(|period| period[1]),
            "saltus": listed.period.map(|period| period[2]),
            "terms": listed.terms,
        })
    };
    json!({
        "schema": 1,
        "terms": terms,
        "sequences": found.iter().map(one).collect::<Vec<Value>>(),
        "submission": submission,
    })
}
