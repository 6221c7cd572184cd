//! The object of `misere`: tame or wild, the genera of the heaps, and the misère quotient with its presentation.

use crate::ask::{HeapGame, KindGame};
use crate::engine::misere::heaps::{MisereFinding, QuotientEnd};
use crate::engine::misere::presentation::Presentation;
use crate::engine::misere::system::SystemQuotient;
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
    let object = json!({
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
    });
    super::with_notes(object, game.rules.notes())
}

/// The object of a kind of a system, whose quotient is that of all kinds its heaps can become.
pub fn system(game: KindGame<'_>, found: &SystemQuotient, genera: &[Genus], shown: &Presentation) -> Value {
    let SystemQuotient { quotient, period, end, first_wild, work, .. } = found;
    let names: Vec<&str> = quotient.phi().iter().map(|&class| shown.names[class as usize].as_str()).collect();
    let kinds = game.system.kinds();
    let letter = |(place, &generator): (usize, &usize)| {
        let (kind, size) = found.heap(generator);
        json!({ "name": Presentation::letter(place), "kind": kinds[kind].name(), "heap": size })
    };
    let complete = found.is_complete();
    json!({
        "schema": 1,
        "game": game.name,
        "rule": game.system.text(),
        "kind": kinds[game.kind].name(),
        "convention": "misere",
        "tame": first_wild.is_none(),
        "tame_proved": first_wild.is_some() || complete,
        "first_wild": first_wild.map(|generator| found.heap(generator).1),
        "genus": found.of_kind(genera, game.kind).collect::<Vec<_>>(),
        "quotient": {
            "order": quotient.order(),
            "p_size": quotient.p_portion().len(),
            "complete": complete,
            "period": period.as_ref().map(|period| period.length),
            "preperiod": period.as_ref().map(|period| period.preperiod),
            "phi": found.of_kind(&names, game.kind).collect::<Vec<_>>(),
            "p": shown.p_portion,
        },
        "generators": shown.generators.iter().enumerate().map(letter).collect::<Vec<_>>(),
        "relations": shown.equations(),
        "status": if complete { "proved" } else { "partial" },
        "heaps": found.sizes().saturating_sub(1),
        "end": end_word(*end),
        "suspected_infinite": *end == QuotientEnd::Order,
        "work": work,
        "certificate": null,
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
