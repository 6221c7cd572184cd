//! Answers as worked arguments, in words: the rule read aloud, and a position argued from its options to its winner.
//!
//! An [`Explanation`] is a list of titled sections of plain lines, so that a terminal, a page and a notebook can show the
//! same argument each in its own way.

mod position;
mod words;

pub use position::position;
pub(crate) use position::{OPTIONS_AND_MEX, columns, tables};

use crate::catalogue::{Entry, NamedGame, Rules, recognise};
use crate::heap::{Engine, closed_form::ClosedForm, engine_for};
use crate::rule::Ruleset;
use crate::rule::progress::Progress;
use crate::tuple;
use serde::Serialize;
use std::fmt;

/// An argument in sections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A titled part of an argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// Its lines, to be shown in a fixed-width font.
    pub lines: Vec<String>,
}

impl Section {
    /// A section.
    pub fn new(title: &str, lines: Vec<String>) -> Section {
        Section { title: title.to_owned(), lines }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, section) in self.sections.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{}", section.title)?;
            section.lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
        }
        Ok(())
    }
}

/// The engine that will serve a game; games that are Rust types choose by the position.
pub fn engine(game: &NamedGame) -> Option<Engine> {
    let rules = game.ruleset()?;
    Some(match (rules.arity(), ClosedForm::of(rules)) {
        (1, Some(_)) => Engine::ClosedForm,
        (1, None) => engine_for(rules),
        _ if tuple::has_formula(rules) => Engine::ClosedForm,
        _ if crate::rule::progress::never_grows(rules.program()) => Engine::TupleTable,
        _ => Engine::Memo,
    })
}

/// What a game is: its rule in words, its name, and what is known about it.
pub fn rule(game: &NamedGame) -> Explanation {
    match &game.rules {
        Rules::Line(rules) => line(game, rules),
        Rules::Typed(typed) => {
            let mut sections = vec![Section::new("Rule", vec![typed.rule()])];
            sections.extend(game.entry.as_ref().filter(|entry| !entry.name.is_empty()).map(known_as));
            let theory = typed.theory();
            if !theory.is_empty() {
                sections.push(Section::new("Theory", theory));
            }
            Explanation { sections }
        }
    }
}

fn known_as(entry: &Entry) -> Section {
    let mut lines =
        vec![format!("{} (`{}`): {}", entry.title, entry.name, entry.about), entry.source.clone()];
    lines.extend(entry.oeis.as_ref().map(|oeis| format!("its values: OEIS {oeis}")));
    Section::new("Known as", lines)
}

/// The rule in words, its class, its code, its name, why play ends, and the engine that will serve it.
fn line(game: &NamedGame, rules: &Ruleset) -> Explanation {
    let mut sections = vec![
        Section::new("Rule", vec![rules.text().to_owned()]),
        Section::new("In words", words::ruleset(rules)),
    ];
    let mut class = vec![rules.class().to_string()];
    if let Some(code) = rules.class().code()
        && !class[0].ends_with(&code.to_string())
    {
        class.push(format!("as a code: {code}"));
    }
    sections.push(Section::new("Class", class));
    let known = game
        .entry
        .as_ref()
        .filter(|entry| !entry.name.is_empty())
        .cloned()
        .or_else(|| recognise(rules).cloned());
    sections.extend(known.as_ref().map(known_as));
    let end = match rules.progress() {
        Progress::Shown(_) if rules.arity() == 1 => {
            "shown from the rule: every move leaves only smaller heaps".to_owned()
        }
        Progress::Shown(order) => format!("shown from the rule: {order} in every move"),
        Progress::Checked => "not shown from the rule: checked on every move that is met".to_owned(),
    };
    sections.push(Section::new("Play ends", vec![end]));
    let theorem = match rules.arity() {
        1 => ClosedForm::of(rules).map(|formula| formula.theorem()),
        _ => tuple::theorem(rules),
    };
    let mut lines: Vec<String> = engine(game).iter().map(Engine::to_string).collect();
    lines.extend(theorem.map(str::to_owned));
    sections.push(Section::new("Engine", lines));
    Explanation { sections }
}
