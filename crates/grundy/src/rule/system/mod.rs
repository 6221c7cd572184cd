//! Rules about several kinds of heaps: `ring(n) -> row(n-1) ; row(n) -> row(a), row(b) where a + b = n - 2`.
//!
//! A kind is a name with its numbers in brackets, and every part names one. Each kind is checked and compiled as a rule
//! of its own over the numbers of its pattern; what a clause adds is the kind of each part. The size of a part is the sum of
//! its numbers; play ends because every part is smaller than what was moved in, or of the same size and of a kind that comes
//! later in some fixed order.
//!
//! ```
//! use grundy::rule::System;
//! let system = System::parse("ring(n) -> row(n-1) where n > 0 ; row(n) -> row(a), row(b) where a + b = n - 2")?;
//! assert_eq!(system.kinds().iter().map(|kind| kind.name()).collect::<Vec<_>>(), ["ring", "row"]);
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

pub mod octal;
mod order;

pub use order::{KindOrder, KindProgress};

use octal::OctalType;

use super::Ruleset;
use super::check::check;
use super::compile::{Program, compile};
use super::notes::{bare_or, idle_clause};
use super::parser::parse_kinds;
use super::syntax::{Clause, Name, OptionPart, Rule};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::error::Offence;
use crate::base::text::near::nearest;

/// A rule about several kinds of heaps, checked and compiled.
#[derive(Debug, Clone)]
pub struct System {
    source: String,
    text: String,
    kinds: Vec<Kind>,
    /// The places of the options, by clause.
    option_spans: Vec<Span>,
    parameters: Vec<(String, i128)>,
    clauses: Vec<Clause>,
    progress: KindProgress,
    octal: Option<OctalType>,
    notes: Vec<String>,
}

/// A kind of heaps.
#[derive(Debug, Clone)]
pub struct Kind {
    name: String,
    arity: usize,
    /// Its clauses as loops; `None` when no clause begins with it.
    program: Option<Program>,
    /// For each clause of the program: which clause of the rule it is, and the kinds of its parts.
    clauses: Vec<(usize, Vec<usize>)>,
}

impl Kind {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many numbers it has.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Its clauses as loops; `None` when no clause begins with it.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// Which clause of the rule a clause of the program is.
    pub fn clause(&self, clause: usize) -> usize {
        self.clauses[clause].0
    }

    /// The kinds of the parts that a clause of the program leaves.
    pub fn parts(&self, clause: usize) -> &[usize] {
        &self.clauses[clause].1
    }

    /// The kinds that a move may leave.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        self.clauses.iter().flat_map(|(_, parts)| parts.iter().copied())
    }
}

impl System {
    /// Reads a rule about several kinds.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn parse(text: &str) -> Result<System, Diagnostics> {
        System::with_parameters(text, &[])
    }

    /// Reads a rule about several kinds and sets its parameters.
    ///
    /// # Errors
    /// Every mistake found, unknown parameters included.
    pub fn with_parameters(text: &str, given: &[(String, i128)]) -> Result<System, Diagnostics> {
        let mut rule = parse_kinds(text)?;
        let names = Names::of(&rule);
        let mut errors = names.errors.clone();
        let mut kinds = Vec::new();
        for (index, (name, arity, _)) in names.found.iter().enumerate() {
            let (numbers, clauses): (Vec<usize>, Vec<Clause>) = rule
                .clauses
                .iter()
                .cloned()
                .enumerate()
                .filter(|(_, clause)| names.number(&clause.kinds[0]) == index)
                .unzip();
            let parts = |clause: &Clause| clause.kinds[1..].iter().map(|kind| names.number(kind)).collect();
            let parts: Vec<Vec<usize>> = clauses.iter().map(parts).collect();
            let mut program = None;
            if !clauses.is_empty() && names.errors.is_empty() {
                let own = Rule { parameters: rule.parameters.clone(), clauses };
                match check(&own, text, given) {
                    Ok(checked) => {
                        let meant = own.clauses.iter().zip(&checked.clauses).zip(&parts);
                        let stays = meant.filter(|(_, parts)| **parts == [index]);
                        errors.extend(stays.filter_map(|((clause, meaning), _)| {
                            idle_clause(clause, meaning, checked.arity)
                        }));
                        for (parameter, (_, value)) in rule.parameters.iter_mut().zip(&checked.parameters) {
                            parameter.value = *value;
                        }
                        program = Some(compile(&checked));
                    }
                    // What is said of the parameters is said for every kind; once is enough.
                    Err(found) => errors.extend(found.list),
                }
            }
            let clauses = numbers.into_iter().zip(parts).collect();
            kinds.push(Kind { name: name.clone(), arity: *arity, program, clauses });
        }
        if !errors.is_empty() {
            errors.sort_by_key(|error| error.span.start);
            errors.dedup();
            return Err(Diagnostics::new(text, errors));
        }
        let mut system = System {
            source: text.to_owned(),
            text: rule.to_string(),
            option_spans: rule.clauses.iter().map(|clause| clause.option_span).collect(),
            progress: order::progress(&kinds),
            notes: notes(&rule, &kinds),
            parameters: rule.parameters.iter().map(|own| (own.name.text.clone(), own.value)).collect(),
            clauses: rule.clauses,
            octal: None,
            kinds,
        };
        system.octal = OctalType::of(&system);
        Ok(system)
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The kinds, as they are met in the text.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The number of a kind.
    pub fn kind(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }

    /// The clauses as written.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// What is known about the end of play.
    pub fn progress(&self) -> &KindProgress {
        &self.progress
    }

    /// What its moves take and leave, if the system is of octal type.
    pub fn octal(&self) -> Option<&OctalType> {
        self.octal.as_ref()
    }

    /// The class in words.
    pub fn class(&self) -> String {
        match self.octal.as_ref().map(OctalType::most) {
            Some((taken, parts)) => {
                let parts = if parts == 1 { "one part".to_owned() } else { format!("{parts} parts") };
                format!("a system of octal type: moves take at most {taken} and leave at most {parts}")
            }
            None => "a system of several kinds".to_owned(),
        }
    }

    /// A kind whose heaps become nothing but such heaps, as a rule about heaps.
    pub fn alone(&self, kind: usize) -> Option<Ruleset> {
        if self.reached_from(kind) != [kind] || self.kinds[kind].arity != 1 {
            return None;
        }
        let own = self.clauses.iter().filter(|clause| clause.kinds[0].text == self.kinds[kind].name);
        let clauses: Vec<String> =
            own.map(|clause| Clause { kinds: Vec::new(), ..clause.clone() }.to_string()).collect();
        let parameters: Vec<String> =
            self.parameters.iter().map(|(name, value)| format!("param {name} = {value} ; ")).collect();
        Ruleset::parse(&format!("{}{}", parameters.concat(), clauses.join(" ; "))).ok()
    }

    /// What is legal but probably not meant.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The kinds that heaps of a kind can become, itself among them, in increasing order.
    pub fn reached_from(&self, kind: usize) -> Vec<usize> {
        let mut seen = vec![false; self.kinds.len()];
        let mut open = vec![kind];
        seen[kind] = true;
        while let Some(kind) = open.pop() {
            for next in self.kinds[kind].leaves() {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        (0..seen.len()).filter(|&kind| seen[kind]).collect()
    }

    /// The error that a move makes no progress, with the place of the option in the text.
    pub fn no_progress(&self, offence: &Offence) -> Diagnostics {
        let span = self.option_spans.get(offence.clause).copied().unwrap_or_default();
        let Offence { before, after, .. } = offence;
        let message = format!("the move `{before} -> {after}` makes no progress");
        let hint = "every part must be smaller (the sum of its numbers), or of the same size and of a kind that comes \
                    later in one order for all moves";
        let diagnostic = Diagnostic::new(ErrorCode::NoProgress, span, message).hint(hint);
        Diagnostics::new(&self.source, vec![diagnostic])
    }
}

/// The kinds of a rule, as they are met: name, numbers, first place.
struct Names {
    found: Vec<(String, usize, Span)>,
    errors: Vec<Diagnostic>,
}

impl Names {
    fn of(rule: &Rule) -> Names {
        let mut names = Names { found: Vec::new(), errors: Vec::new() };
        for clause in &rule.clauses {
            let width = |part: &OptionPart| match part {
                OptionPart::Copies { component, .. } => component.len(),
                OptionPart::Each { .. } => 1,
            };
            let widths = std::iter::once(clause.pattern.len()).chain(clause.option.iter().map(width));
            clause.kinds.iter().zip(widths).for_each(|(kind, width)| names.meet(kind, width));
        }
        names
    }

    fn meet(&mut self, kind: &Name, width: usize) {
        let numbers =
            |count: usize| if count == 1 { "one number".to_owned() } else { format!("{count} numbers") };
        match self.found.iter().find(|(name, ..)| *name == kind.text) {
            None => self.found.push((kind.text.clone(), width, kind.span)),
            Some((name, arity, first)) if *arity != width => {
                let message = format!("`{name}` has {} here and {} before", numbers(width), numbers(*arity));
                let error = Diagnostic::new(ErrorCode::Arity, kind.span, message);
                self.errors
                    .push(error.related(*first, "first here").hint("a kind has as many numbers everywhere"));
            }
            Some(_) => {}
        }
    }

    fn number(&self, kind: &Name) -> usize {
        self.found.iter().position(|(name, ..)| *name == kind.text).expect("every kind was met")
    }
}

fn notes(rule: &Rule, kinds: &[Kind]) -> Vec<String> {
    let begin: Vec<&str> =
        kinds.iter().filter(|kind| kind.program.is_some()).map(|kind| kind.name.as_str()).collect();
    let note = |kind: &Kind| {
        let name = &kind.name;
        let near = nearest(name, begin.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
        format!("no clause begins with `{name}`, so its heaps have no moves{}", near.unwrap_or_default())
    };
    let without_moves = kinds.iter().filter(|kind| kind.program.is_none()).map(note);
    rule.clauses.iter().filter_map(bare_or).chain(without_moves).collect()
}
