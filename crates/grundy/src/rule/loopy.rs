//! Rules by which play may go on for ever: `loopy ; n -> n - 1 ; n -> n + 1 where n < 5`.
//!
//! The first word is `loopy`, and the clauses are those of rules about heaps and tuples, but for two things: a move need not
//! come nearer to an end (`n -> n` is a move, which passes the turn), and each move leaves one part, so that what can be
//! reached is a graph of positions. Whoever asks explores it and finds wins, losses and draws
//! ([`crate::engine::graph`]); nothing is recognised and no table of smaller positions helps.
//!
//! Rules about heaps that say a measure of their own ([`super::measure`]) are played the same way, and end: `measure 9 - n ;
//! n -> n + k where k in 1..3, n + k <= 9`.
//!
//! ```
//! use grundy::rule::headers::frame;
//! use grundy::rule::loopy::LoopyRule;
//!
//! let framed = frame("loopy ; n -> n - 1 ; n -> n + 1 where n < 5")?;
//! let rule = LoopyRule::read(&framed, &[])?;
//! assert_eq!(rule.arity(), 1);
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::{Checked, check};
use super::compile::{Branch, Program, compile};
use super::headers::{Framed, Header};
use super::measure::Measure;
use super::notes::notes;
use super::parser::parse;
use super::play::{Interrupt, Visited, run, show, tuple_parts};
use super::ruleset::read_form;
use super::syntax::{OptionPart, Rule};
use super::term::Number;
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::error::{InputError, Offence};
use crate::base::limits::{Limits, Pulse};
use crate::game::notation::{Notation, arrow};
use crate::game::position::{Position, Tuple, parse_heaps, parse_tuples};
use crate::game::theory::Theory;
use crate::game::{Game, Part, Visit};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// A rule about heaps or tuples whose parts need not be smaller: play may go on for ever, or ends by the measure that the rule
/// says. A heap is a tuple of one number.
#[derive(Debug, Clone)]
pub struct LoopyRule {
    source: String,
    text: String,
    option_spans: Vec<Span>,
    program: Program,
    /// What falls in every move; without it play may go on for ever.
    measure: Option<Measure>,
    /// Whether a heap of 0 has no moves, so that it is left out of positions.
    empty_is_dead: bool,
    notes: Vec<String>,
}

impl LoopyRule {
    /// Reads the clauses of a rule that begins with `loopy`.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn read(framed: &Framed, given: &[(String, i128)]) -> Result<LoopyRule, Diagnostics> {
        let (rule, checked) = LoopyRule::clauses(framed, given)?;
        one_part_each(&rule, framed)?;
        Ok(LoopyRule::new(framed, &rule, &checked, None))
    }

    /// Reads the clauses of a rule about heaps that says a measure.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn measured(framed: &Framed, given: &[(String, i128)]) -> Result<LoopyRule, Diagnostics> {
        let (rule, checked) = LoopyRule::clauses(framed, given)?;
        let said = framed.headers.measure.as_ref();
        let measure = said.map(|said| Measure::read(said, &rule, &checked, &framed.text)).transpose()?;
        Ok(LoopyRule::new(framed, &rule, &checked, measure))
    }

    fn clauses(framed: &Framed, given: &[(String, i128)]) -> Result<(Rule, Checked), Diagnostics> {
        let form = read_form(&framed.body).map_err(|error| Diagnostics::new(&framed.text, vec![error]))?;
        let clauses = form.clauses(&framed.body);
        let mut rule = parse(&clauses).map_err(|errors| framed.at_home(errors))?;
        let checked = check(&rule, &framed.text, given)?;
        for (parameter, (_, value)) in rule.parameters.iter_mut().zip(&checked.parameters) {
            parameter.value = *value;
        }
        Ok((rule, checked))
    }

    fn new(framed: &Framed, rule: &Rule, checked: &Checked, measure: Option<Measure>) -> LoopyRule {
        let text = match &measure {
            None => format!("loopy ; {rule}"),
            Some(measure) => format!("{rule} ; measure {}", measure.text()),
        };
        let mut game = LoopyRule {
            source: framed.text.clone(),
            text,
            option_spans: rule.clauses.iter().map(|clause| clause.option_span).collect(),
            program: compile(checked),
            measure,
            empty_is_dead: false,
            notes: notes(rule, checked),
        };
        game.empty_is_dead = game.arity() == 1 && game.has_no_moves(&vec![0]);
        game
    }

    /// The tuples that a compiled move leaves, without empty heaps that have no moves; `None` when it is illegal.
    fn parts<T: Number>(
        &self,
        before: &Tuple,
        branch: &Branch,
        frame: &[T],
    ) -> Result<Option<Vec<Part<Tuple>>>, Interrupt> {
        let Some(mut parts) = tuple_parts(branch, frame)? else { return Ok(None) };
        let falls = |part: &Part<Tuple>| {
            self.measure.as_ref().is_none_or(|measure| measure.decreases(before, &part.component))
        };
        if !parts.iter().all(falls) {
            let after: Vec<String> = parts.iter().map(|part| self.component(&part.component)).collect();
            let before = self.component(before);
            return Err(Interrupt::Offence(Offence {
                clause: branch.clause,
                before,
                after: after.join(", "),
            }));
        }
        parts.retain(|part| !self.is_dead(&part.component));
        Ok(Some(parts))
    }

    /// Components of a position: 1 for heaps.
    pub fn arity(&self) -> usize {
        self.program.arity
    }

    fn has_no_moves(&self, component: &Tuple) -> bool {
        let limits = Limits::glance();
        let looked = self.options(component, &mut Pulse::listing(&limits), &mut |_| ControlFlow::Break(()));
        looked.is_ok_and(|flow| flow.is_continue())
    }
}

/// Refuses moves that leave several parts, and a measure, which says that play ends.
pub(super) fn one_part_each(rule: &Rule, framed: &Framed) -> Result<(), Diagnostics> {
    let mut errors: Vec<Diagnostic> = framed.headers.measure.iter().map(ends).collect();
    for clause in &rule.clauses {
        let several = match clause.option.as_slice() {
            [OptionPart::Copies { count: None, .. }] => continue,
            [OptionPart::Copies { count: Some(_), .. }] => "`of` leaves several parts",
            [OptionPart::Each { .. }] => "`each` leaves several parts",
            _ => "this move leaves several parts",
        };
        let message = format!("{several}, and under `loopy` each move leaves one");
        errors.push(
            Diagnostic::new(ErrorCode::Loopy, clause.option_span, message)
                .hint("write the parts as the components of one tuple"),
        );
    }
    if errors.is_empty() { Ok(()) } else { Err(Diagnostics::new(&framed.text, errors)) }
}

pub(super) fn ends(measure: &Header) -> Diagnostic {
    let message = "a measure says that play ends, and `loopy` that it need not";
    Diagnostic::new(ErrorCode::Loopy, measure.span, message).hint("leave one of them out")
}

impl Game for LoopyRule {
    type Component = Tuple;

    fn options(&self, tuple: &Tuple, pulse: &mut Pulse<'_>, visit: &mut Visit<'_, Tuple>) -> Visited {
        let visit = RefCell::new(visit);
        run(
            &self.program,
            tuple,
            pulse,
            &mut |branch, frame, pulse| show(self.parts(tuple, branch, frame)?, pulse, &visit),
            &mut |branch, frame, pulse| show(self.parts(tuple, branch, frame)?, pulse, &visit),
        )
    }
}

impl Notation for LoopyRule {
    fn read(&self, text: &str) -> Result<Vec<Tuple>, InputError> {
        match self.arity() {
            1 => Ok(parse_heaps(text)?.into_iter().map(|heap| vec![heap]).collect()),
            arity => parse_tuples(text, arity, |_| None),
        }
    }

    fn write(&self, tuples: &[Tuple]) -> String {
        match self.arity() {
            1 if tuples.is_empty() && self.empty_is_dead => "0".to_owned(),
            1 => Position::Heaps(tuples.iter().map(|tuple| tuple[0]).collect()).to_string(),
            _ => Position::Tuples(tuples.to_vec()).to_string(),
        }
    }

    fn component(&self, tuple: &Tuple) -> String {
        let text = self.write(std::slice::from_ref(tuple));
        if self.arity() == 1 { text } else { format!("({text})") }
    }

    fn is_dead(&self, tuple: &Tuple) -> bool {
        self.empty_is_dead && tuple.iter().all(|&value| value == 0)
    }

    fn describe(&self, before: &Tuple, option: &[Part<Tuple>]) -> String {
        arrow(before, option, |tuple| self.component(tuple))
    }

    fn owns(&self, tuple: &Tuple) -> bool {
        tuple.len() == self.arity()
    }
}

impl Theory for LoopyRule {
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn rule(&self) -> String {
        self.text.clone()
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        self.measure.is_none()
    }

    fn no_progress(&self, offence: &Offence) -> Option<Diagnostics> {
        let measure = self.measure.as_ref()?.text();
        let span = self.option_spans.get(offence.clause).copied().unwrap_or_default();
        let message = format!("the move `{} -> {}` makes no progress", offence.before, offence.after);
        let hint = format!("the measure `{measure}` must be at least 0 and decrease in every move");
        let diagnostic = Diagnostic::new(ErrorCode::NoProgress, span, message).hint(hint);
        Some(Diagnostics::new(&self.source, vec![diagnostic]))
    }

    fn theory(&self) -> Vec<String> {
        match &self.measure {
            None => LOOPY_THEORY.map(str::to_owned).to_vec(),
            Some(measure) => vec![
                format!("play ends by the measure `{}`, checked on every move that is met", measure.text()),
                "engine: memo".to_owned(),
            ],
        }
    }
}

/// What is known of every game in which play may go on for ever.
pub(crate) const LOOPY_THEORY: [&str; 3] = [
    "play may go on for ever, and is then a draw (D)",
    "every position that can be reached is explored, and solved backwards from the ends of play",
    "values are nimbers, or ∞(K) with the nimbers K among the options (Smith 1966); sums add them up",
];
