//! The object of `misere`: tame or wild, the genera of the heaps, and the misère quotient with its presentation.

use crate::ask::HeapGame;
use crate::engine::misere::heaps::{MisereFinding, QuotientEnd};
use crate::engine::misere::presentation::Presentation;
use crate::value::Genus;
use serde_json::{Value, json};

/// The object; `genera` are those there was time for, `certificate` the file that was written.
pub fn object(
    game: HeapGame<'_>,
    found: &MisereFinding,
    genera: &[Genus],
    shown: &Presentation,
    certificate: Option<&str>,
) -> Value {
    let MisereFinding { quotient, period, end, first_wild, work, .. } = found;
    let phi: Vec<&str> = quotient.phi().iter().map(|&class| shown.names[class as usize].as_str()).collect();
    let letter =
        |(place, heap): (usize, &usize)| json!({ "name": Presentation::letter(place), "heap": heap });
    json!({
        "schema": 1,
        "game": game.name,
        "rule": game.rules.text(),
        "convention": "misere",
        "tame": first_wild.is_none(),
        "tame_proved": found.tameness_is_proved(),
        "first_wild": first_wild,
        "genus": genera,
        "quotient": {
            "order": quotient.order(),
            "p_size": quotient.p_portion().len(),
            "complete": found.is_complete(),
            "period": period.as_ref().map(|period| period.length),
            "preperiod": period.as_ref().map(|period| period.preperiod),
            "phi": phi,
            "p": shown.p_portion,
        },
        "generators": shown.generators.iter().enumerate().map(letter).collect::<Vec<_>>(),
        "relations": shown.equations(),
        "status": if found.is_complete() { "proved" } else { "partial" },
        "heaps": found.heaps() - 1,
        "end": end_word(*end),
        "suspected_infinite": *end == QuotientEnd::Order,
        "work": work,
        "certificate": certificate,
    })
}

fn end_word(end: QuotientEnd) -> String {
    match end {
        QuotientEnd::Complete => "complete".to_owned(),
        QuotientEnd::Heaps => "heaps".to_owned(),
        QuotientEnd::Order => "order".to_owned(),
        QuotientEnd::Stuck => "stuck".to_owned(),
        QuotientEnd::Stopped(reason) => reason.to_string(),
    }
}
