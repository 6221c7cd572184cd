//! A ruleset: the text, what it means, and what kind of game it is.

use super::check::{Checked, check};
use super::classify::{Class, classify};
use super::code::{Code, looks_like_code};
use super::compile::{Program, compile};
use super::headers::frame;
use super::known::{KnownGame, known};
use super::measure::Measure;
use super::notes::{idle, notes};
use super::parser::parse;
use super::progress::{DescentOrder, Progress, progress};
use super::take_set::TakeSet;
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::error::Offence;
use crate::base::text::near::nearest;

/// In which notation a ruleset was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// Clauses.
    Rule,
    /// A take-and-break code.
    Code(Code),
    /// `take{...}`
    Take(TakeSet),
    /// `allbut{...}`
    AllBut(TakeSet),
}

impl Form {
    /// The clauses of a text that was found to have this form.
    pub(super) fn clauses(&self, text: &str) -> String {
        match self {
            Form::Rule => text.to_owned(),
            Form::Code(code) => code.to_rule(),
            Form::Take(set) => format!("n -> n - k where k in {set}"),
            Form::AllBut(set) => format!("n -> n - k where k > 0, not k in {set}"),
        }
    }
}

/// A ruleset, checked, compiled and classified.
#[derive(Debug, Clone)]
pub struct Ruleset {
    source: String,
    text: String,
    form: Form,
    checked: Checked,
    program: Program,
    progress: Progress,
    class: Class,
    known: Option<KnownGame>,
    notes: Vec<String>,
    /// The places of the options, by clause, when the text is a rule.
    option_spans: Vec<Span>,
}

impl Ruleset {
    /// Reads a rule, a code, or a set.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn parse(text: &str) -> Result<Ruleset, Diagnostics> {
        Ruleset::with_parameters(text, &[])
    }

    /// Reads a ruleset and sets its parameters.
    ///
    /// # Errors
    /// Every mistake found, unknown parameters included.
    pub fn with_parameters(text: &str, given: &[(String, i128)]) -> Result<Ruleset, Diagnostics> {
        let framed = frame(text)?;
        framed.only_measure()?;
        let form = read_form(&framed.body).map_err(|diagnostic| Diagnostics::new(text, vec![diagnostic]))?;
        let rule_text = form.clauses(&framed.body);
        let mut rule = parse(&rule_text).map_err(|errors| framed.at_home(errors))?;
        let source = if form == Form::Rule { text } else { &rule_text };
        let checked = check(&rule, source, given)?;
        let measure = framed.headers.measure.as_ref();
        let measure = measure.map(|said| Measure::read(said, &rule, &checked, text)).transpose()?;
        let idle = idle(&rule, &checked);
        if form == Form::Rule && !idle.is_empty() {
            return Err(Diagnostics::new(text, idle));
        }
        let notes = if form == Form::Rule { notes(&rule, &checked) } else { Vec::new() };
        // What is printed must be the rule that is played.
        for (parameter, (_, value)) in rule.parameters.iter_mut().zip(&checked.parameters) {
            parameter.value = *value;
        }
        let printed = match &form {
            Form::Rule => {
                let last = measure
                    .as_ref()
                    .map_or(String::new(), |measure| format!(" ; measure {}", measure.text()));
                format!("{rule}{last}")
            }
            Form::Code(code) => code.to_string(),
            Form::Take(set) => format!("take{set}"),
            Form::AllBut(set) => format!("allbut{set}"),
        };
        let program = compile(&checked);
        let mut ruleset = Ruleset {
            source: text.to_owned(),
            text: printed,
            option_spans: rule.clauses.iter().map(|clause| clause.option_span).collect(),
            progress: progress(&program, measure),
            class: if checked.arity == 1 { Class::Heaps } else { Class::Tuples },
            known: if form == Form::Rule { known(&program) } else { None },
            notes,
            form,
            checked,
            program,
        };
        ruleset.class = classify(&ruleset);
        Ok(ruleset)
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The notation it was given in.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Components of a position: 1 for heaps.
    pub fn arity(&self) -> usize {
        self.checked.arity
    }

    /// The kind of game.
    pub fn class(&self) -> &Class {
        &self.class
    }

    /// The game with a theorem of its own that it is, if it is one.
    pub fn known(&self) -> Option<KnownGame> {
        self.known
    }

    /// Remarks about what is legal but probably not meant, in sentences.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What is known about the end of play.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The rule with names resolved.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// The rule as loops.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The code, when some of its moves split into any number of heaps and so are not in the program.
    pub fn partitions(&self) -> Option<&Code> {
        match &self.form {
            Form::Code(code) if code.has_partitions() => Some(code),
            _ => None,
        }
    }

    /// The error that a move makes no progress, with the place of the option in the text.
    pub fn no_progress(&self, offence: &Offence) -> Diagnostics {
        let span = match self.form {
            Form::Rule => self.option_spans.get(offence.clause).copied().unwrap_or_default(),
            _ => Span { start: 0, end: self.source.len() },
        };
        let Offence { before, after, .. } = offence;
        let (message, hint) = if self.arity() == 1 {
            let message = format!("the move `{before} -> {after}` does not make the heap smaller");
            (message, "every part must be smaller than the heap it came from; ".to_owned())
        } else {
            let message = format!("the move `{before} -> {after}` makes no progress");
            let must = match &self.progress {
                Progress::Said(measure) | Progress::Shown(DescentOrder::Said(measure)) => {
                    format!("the measure `{}` must be at least 0 and decrease in every move; ", measure.text())
                }
                _ => "the sum of the components, the components in some order, or some minus others must decrease in every move; "
                    .to_owned(),
            };
            (message, must)
        };
        let hint = format!("{hint}rules that may go round begin with `loopy`");
        let diagnostic = Diagnostic::new(ErrorCode::NoProgress, span, message).hint(hint);
        Diagnostics::new(&self.source, vec![diagnostic])
    }
}

/// The notation of a text: a code, a set, else a rule.
pub(super) fn read_form(text: &str) -> Result<Form, Diagnostic> {
    let body = text.split('#').next().unwrap_or("");
    let lead = body.len() - body.trim_start().len();
    let word = body.trim();
    // A comment may stand above the code in a file.
    if word.is_empty() && text.contains('\n') {
        let after = text.find('\n').map_or(text.len(), |index| index + 1);
        return read_form(&text[after..]).map_err(|diagnostic| shifted(diagnostic, after));
    }
    if looks_like_code(word) {
        return Code::parse(word).map(Form::Code).map_err(|diagnostic| shifted(diagnostic, lead));
    }
    let keyword: &str = &word[..word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len())];
    let rest = &word[keyword.len()..];
    if rest.contains("->") || rest.contains('→') || rest.contains("=>") || rest.contains("where") {
        return Ok(Form::Rule);
    }
    match keyword {
        "take" => TakeSet::parse(rest, lead + keyword.len()).map(Form::Take),
        "allbut" => TakeSet::parse(rest, lead + keyword.len()).map(Form::AllBut),
        _ if rest.starts_with('{') => {
            let message = format!("unknown set `{keyword}{{...}}`");
            let diagnostic =
                Diagnostic::new(ErrorCode::UnknownWord, lead..lead + keyword.len().max(1), message);
            Err(match nearest(keyword, ["take", "allbut"]) {
                Some(near) => diagnostic.suggest(near),
                None => diagnostic.hint("sets are written `take{1, 3, 4}` and `allbut{1, 2}`"),
            })
        }
        _ => Ok(Form::Rule),
    }
}

fn shifted(mut diagnostic: Diagnostic, by: usize) -> Diagnostic {
    diagnostic.shift(by);
    diagnostic
}
