//! The object of `period`: what was found, by which theorem, and what the period does not describe.

use crate::ask::guess::periodic::EventualPeriod;
use crate::ask::{Heading, NamedGame};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::heap::closed_form::ClosedForm;
use crate::engine::heap::period::exceptions::exceptions;
use crate::engine::heap::period::{Period, PeriodFinding, Theorem};
use crate::game::engine::Engine;
use serde_json::{Value, json};

/// The heaps that a period does not describe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exceptions {
    /// How many there are.
    pub total: u64,
    /// The first of them, or all.
    pub list: Vec<u64>,
}

impl Exceptions {
    /// Looks for exceptions and keeps the first `most`; `None` when there is no period.
    pub fn of(finding: &PeriodFinding<'_>, most: usize) -> Option<Exceptions> {
        let period = finding.period.as_ref()?;
        let mut list = Vec::new();
        let formula = match &finding.theorem {
            Some(Theorem::Formula(formula)) => formula_terms(formula, period),
            _ => Vec::new(),
        };
        let terms = finding.terms().unwrap_or(&formula);
        // One look at values that are there: no time limit is asked.
        let limits = Limits::default();
        let mut note = |heap: u64| {
            if list.len() < most {
                list.push(heap);
            }
        };
        let total = exceptions(terms, period, &mut Pulse::new(&limits), &mut note).ok()?;
        Some(Exceptions { total, list })
    }
}

/// The beginning of a formula's values, as far as exceptions ask for it: formulas with any have short periods.
fn formula_terms(formula: &ClosedForm, period: &Period) -> Vec<u32> {
    let count = if period.preperiod == 0 { 0 } else { period.preperiod + period.length };
    (0..count).map(|heap| formula.value(heap) as u32).collect()
}

/// The object of a period of a family of positions, which was seen in the terms (first, how many) and not proved.
pub fn observed(
    game: &NamedGame,
    template: &str,
    (first, computed): (u64, u64),
    seen: Option<&EventualPeriod>,
    (engine, stop): (Engine, StopReason),
) -> Value {
    let preperiod = seen.map(|seen| seen.preperiod as u64);
    json!({
        "schema": 1,
        "game": game.name,
        "rule": game.rule(),
        "template": template,
        "first": first,
        "period": seen.map(|seen| seen.length),
        "preperiod": preperiod.map(|preperiod| first + preperiod),
        "last_exception": preperiod.and_then(|preperiod| (first + preperiod).checked_sub(1)).filter(|_| preperiod > Some(0)),
        "saltus": seen.map(|seen| seen.saltus as u64),
        "proved": false,
        "theorem": null,
        "computed": computed,
        "exceptions_total": null,
        "engine": engine.to_string(),
        "certificate": null,
        "stop": stop,
    })
}

/// The object; `listed` when the exceptions are to be in it, `certificate` the file that was written.
pub fn object<'a>(
    game: impl Into<Heading<'a>>,
    finding: &PeriodFinding<'_>,
    exceptions: Option<&Exceptions>,
    listed: bool,
    certificate: Option<&str>,
) -> Value {
    let Heading { name, rule, kind, notes } = game.into();
    let period = finding.period.as_ref();
    let mut object = json!({
        "schema": 1,
        "game": name,
        "rule": rule,
        "period": period.map(|period| period.length),
        "preperiod": period.map(|period| period.preperiod),
        "last_exception": period.and_then(Period::last_exception),
        "saltus": period.map(|period| period.saltus),
        "proved": finding.proved(),
        "theorem": finding.theorem.as_ref().map(ToString::to_string),
        "computed": finding.computed,
        "exceptions_total": exceptions.map(|exceptions| exceptions.total),
    });
    if let Some(kind) = kind {
        object["kind"] = json!(kind);
    }
    if listed {
        object["exceptions"] = json!(exceptions.map(|exceptions| &exceptions.list));
    }
    object["engine"] = json!(finding.engine.to_string());
    object["certificate"] = json!(certificate);
    object["stop"] = json!(finding.stop);
    super::with_notes(object, notes)
}
