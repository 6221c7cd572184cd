//! What a rule says to end by: `measure r - l`.
//!
//! A measure is an expression in the names of the first clause's pattern; in the other clauses it is taken by place. It must be
//! at least 0 where a move is made and smaller after it, which is shown from the rule where possible ([`super::progress`])
//! and checked on every move that is met otherwise. A position without moves may have any measure.
//!
//! ```
//! use grundy::rule::Ruleset;
//! let rule = Ruleset::parse("measure r - l ; (l, r) -> (l, a), (b, r) where l <= a <= b <= r, a < r, l < b")?;
//! assert!(rule.text().ends_with("measure r - l"));
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::{Checked, expression};
use super::headers::{Framed, Header};
use super::parser::{parse, parse_expression};
use super::syntax::{Expr, Name, Rule};
use super::term::Term;
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::text::near::nearest;

/// A measure over the components of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    term: Term,
    text: String,
}

impl Measure {
    /// Reads the measure of a rule.
    ///
    /// # Errors
    /// What is no expression, or names something that the pattern of the first clause does not.
    pub fn read(said: &Header, rule: &Rule, checked: &Checked, source: &str) -> Result<Measure, Diagnostics> {
        let failed = |errors| Diagnostics::new(source, errors);
        if said.text.is_empty() {
            let diagnostic =
                Diagnostic::new(ErrorCode::Measure, said.span, "a measure without an expression");
            return Err(failed(vec![diagnostic.hint("what falls in every move: `measure r - l`")]));
        }
        let expr = parse_expression(&said.text).map_err(|mut errors| {
            errors.iter_mut().for_each(|error| error.shift(said.span.start));
            failed(errors)
        })?;
        let pattern: Vec<&str> = rule.clauses[0].pattern.iter().map(|name| name.text.as_str()).collect();
        let known =
            |name: &str| pattern.contains(&name) || checked.parameters.iter().any(|(known, _)| known == name);
        let mut unknown = Vec::new();
        names(&expr, &mut |name| {
            if !known(&name.text) {
                unknown.push(stranger(name, &pattern, said.span.start));
            }
        });
        if !unknown.is_empty() {
            return Err(failed(unknown));
        }
        Ok(Measure { term: expression(&expr, &pattern, &checked.parameters), text: expr.to_string() })
    }

    /// The measure as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The measure over the components.
    pub fn term(&self) -> &Term {
        &self.term
    }

    /// Whether a move is allowed by it: at least 0 before, and smaller after.
    pub fn decreases(&self, before: &[u64], after: &[u64]) -> bool {
        let value = |tuple: &[u64]| {
            let frame: Vec<i128> = tuple.iter().map(|&value| i128::from(value)).collect();
            self.term.evaluate(&frame).ok()
        };
        value(before).zip(value(after)).is_some_and(|(before, after)| before >= 0 && after < before)
    }
}

/// Whether a rule is about single heaps and says a measure other than the heap itself: its parts may then be larger.
pub fn is_measured_heap(framed: &Framed) -> bool {
    let Some(said) = &framed.headers.measure else { return false };
    let pattern = parse(&framed.body).map(|rule| rule.clauses[0].pattern.clone());
    pattern.is_ok_and(|names| matches!(&names[..], [only] if only.text != said.text))
}

fn stranger(name: &Name, pattern: &[&str], shift: usize) -> Diagnostic {
    let span = Span { start: name.span.start + shift, end: name.span.end + shift };
    let message = format!("the measure speaks of `{}`, which is no component of the first clause", name.text);
    let diagnostic = Diagnostic::new(ErrorCode::Measure, span, message);
    match nearest(&name.text, pattern.iter().copied()) {
        Some(near) => diagnostic.suggest(near),
        None => diagnostic.hint(format!("its components: {}", pattern.join(", "))),
    }
}

/// Calls `visit` with every name of an expression.
fn names(expr: &Expr, visit: &mut impl FnMut(&Name)) {
    match expr {
        Expr::Integer(_) => {}
        Expr::Name(name) => visit(name),
        Expr::Negate(inner) | Expr::Unary(_, inner) => names(inner, visit),
        Expr::Binary(_, left, right) => {
            names(left, visit);
            names(right, visit);
        }
        Expr::Call(_, items) => items.iter().for_each(|item| names(item, visit)),
    }
}
