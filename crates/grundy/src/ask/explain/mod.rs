//! Answers as worked arguments, in words: the rule read aloud, and a position argued from its options to its winner.
//!
//! An [`Explanation`] is a list of titled sections of plain lines, so that a terminal, a page and a notebook can show the
//! same argument each in its own way.

mod position;
mod sum;
mod words;

pub use position::position;

use crate::ask::named::{GameInfo, NamedGame, Rules};
use crate::engine::heap::{closed_form::ClosedForm, engine_for};
use crate::engine::{system, tuple};
use crate::game::answer::Section;
use crate::game::any::AnyGame;
use crate::game::engine::Engine;
use crate::rule::progress::{Courses, Progress};
use crate::rule::system::KindProgress;
use crate::rule::{Ruleset, System};
use std::fmt;

/// An argument in sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The sections, in order.
    pub sections: Vec<Section>,
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
    if let Some(system) = game.rules.system() {
        return Some(system::engine_for(system));
    }
    let rules = game.rules.heaps()?;
    Some(match (rules.arity(), ClosedForm::of(rules)) {
        (1, Some(_)) => Engine::ClosedForm,
        (1, None) => engine_for(rules),
        _ if tuple::has_formula(rules) => Engine::ClosedForm,
        _ if Courses::of(rules.program()).is_some() => Engine::TupleTable,
        _ => Engine::Memo,
    })
}

/// What a game is: its rule in words, its name, and what is known about it.
pub fn rule(game: &NamedGame) -> Explanation {
    if let Some(system) = game.rules.kinds() {
        return of_kinds(game, system);
    }
    match &game.rules {
        Rules::Line(rules) => line(game, rules),
        Rules::Sum(parts) => sum::rules(parts),
        Rules::Native(native) | Rules::Runs { game: native, .. } | Rules::System { game: native, .. } => {
            let mut sections = vec![Section::new("Rule", vec![native.rule()])];
            sections.extend(game.known_as().map(known_as));
            let theory = theory(&**native);
            if !theory.is_empty() {
                sections.push(Section::new("Theory", theory));
            }
            match &game.rules {
                Rules::Runs { heaps, .. } => sections.push(Section::new("Class", class(heaps))),
                Rules::System { system, .. } => {
                    let as_heaps = format!("as heaps: {}", system.text());
                    sections.push(Section::new("Class", vec![system.class(), as_heaps]));
                }
                _ => {}
            }
            Explanation { sections }
        }
    }
}

/// A rule about several kinds: in words, its class, why play ends, and the engine that will serve it.
fn of_kinds(game: &NamedGame, system: &System) -> Explanation {
    let mut sections = vec![
        Section::new("Rule", vec![game.rule()]),
        Section::new("In words", words::clauses(system.clauses())),
        Section::new("Class", vec![system.class()]),
    ];
    sections.extend(game.known_as().map(known_as));
    let end = match system.progress() {
        KindProgress::Shown(order) if order.is_empty() => {
            "shown from the rule: every move leaves only smaller parts"
        }
        KindProgress::Shown(_) => {
            "shown from the rule: every part is smaller, or of the same size and of a later kind"
        }
        KindProgress::Checked => "not shown from the rule: checked on every move that is met",
    };
    sections.push(Section::new("Play ends", vec![end.to_owned()]));
    sections.push(Section::new("Engine", engine(game).iter().map(Engine::to_string).collect()));
    if !system.notes().is_empty() {
        sections.push(Section::new("Notes", system.notes().to_vec()));
    }
    Explanation { sections }
}

/// The class of a rule, and its code if the class does not say it.
fn class(rules: &Ruleset) -> Vec<String> {
    let mut class = vec![rules.class().to_string()];
    if let Some(code) = rules.class().code()
        && !class[0].ends_with(&code.to_string())
    {
        class.push(format!("as a code: {code}"));
    }
    class
}

/// The theory of a native game in a few lines.
fn theory(game: &AnyGame) -> Vec<String> {
    match game.points() {
        None => game.theory(),
        Some(points) => vec![
            "the difference of a state is the largest of gain - difference of what the move leaves, and 0 without moves".to_owned(),
            format!("found by: {}", points.reason()),
        ],
    }
}

fn known_as(info: &GameInfo) -> Section {
    let mut lines = vec![format!("{} (`{}`): {}", info.title, info.name, info.about), info.source.clone()];
    lines.extend(info.oeis.as_ref().map(|oeis| format!("its values: OEIS {oeis}")));
    Section::new("Known as", lines)
}

/// The rule in words, its class, its code, its name, why play ends, and the engine that will serve it.
fn line(game: &NamedGame, rules: &Ruleset) -> Explanation {
    let mut written = vec![rules.text().to_owned()];
    written.extend(words::bracketed(rules).map(|text| format!("with brackets: {text}")));
    let mut sections = vec![Section::new("Rule", written), Section::new("In words", words::ruleset(rules))];
    let ranges = words::ranges(rules);
    if !ranges.is_empty() {
        sections.push(Section::new("Ranges", ranges));
    }
    sections.push(Section::new("Class", class(rules)));
    sections.extend(game.known_as().map(known_as));
    let end = match rules.progress() {
        Progress::Shown(_) if rules.arity() == 1 => {
            "shown from the rule: every move leaves only smaller heaps".to_owned()
        }
        Progress::Shown(order) => format!("shown from the rule: {order} in every move"),
        Progress::Said(measure) => {
            format!("by the measure `{}`, checked on every move that is met", measure.text())
        }
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
