//! Conditions of a clause of words: numbers by the loops of every rule, symbols by tests.
//!
//! A condition that speaks of numbers alone is compiled as it would be in a rule about heaps, the heap being the length of the
//! row: so a number that nothing bounds goes up to that length. A condition that speaks of symbols is tested when an occurrence
//! has been found; symbols have no order, so they can only be equal or not.

use super::literal::{Count, Literal, Pattern, PatternNames, symbol};
use crate::base::diagnostic::{Diagnostic, ErrorCode, Span};
use crate::base::limits::{Limits, Pulse};
use crate::base::text::near::nearest;
use crate::rule::check::{CheckedPart, check};
use crate::rule::compile::{Program, compile};
use crate::rule::formula::Formula;
use crate::rule::syntax::{self, Condition, Expr, Name, OptionPart, Relation, RuleParameter};
use std::ops::ControlFlow;

/// A name that cannot be typed: the length of the row.
const LENGTH: &str = "the length";

/// A symbol in a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolTerm {
    /// `'b'`
    Char(char),
    /// `x`
    Variable(usize),
}

/// What is tested of an occurrence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// Two symbols are equal, or are not.
    Equal(SymbolTerm, SymbolTerm, bool),
    /// A condition on numbers: the length, then the number variables.
    Numbers(Formula),
    /// All of them.
    All(Vec<Test>),
    /// At least one, from the left.
    Any(Vec<Test>),
}

impl Test {
    /// Whether it holds for symbols and numbers (the length first); a condition without a value does not.
    pub fn holds(&self, symbols: &[char], numbers: &[i128]) -> bool {
        self.decided(symbols, numbers).unwrap_or(false)
    }

    fn decided(&self, symbols: &[char], numbers: &[i128]) -> Option<bool> {
        let value = |term: &SymbolTerm| match *term {
            SymbolTerm::Char(symbol) => symbol,
            SymbolTerm::Variable(index) => symbols[index],
        };
        match self {
            Test::Equal(left, right, expected) => Some((value(left) == value(right)) == *expected),
            Test::Numbers(formula) => formula.holds(numbers).ok(),
            Test::All(items) => {
                for item in items {
                    if !item.decided(symbols, numbers)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Test::Any(items) => {
                for item in items {
                    if item.decided(symbols, numbers)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    /// Every symbol that is written in it.
    pub fn symbols(&self, out: &mut Vec<char>) {
        match self {
            Test::Equal(left, right, _) => {
                for term in [left, right] {
                    if let SymbolTerm::Char(symbol) = term {
                        out.push(*symbol);
                    }
                }
            }
            Test::Numbers(_) => {}
            Test::All(items) | Test::Any(items) => items.iter().for_each(|item| item.symbols(out)),
        }
    }
}

/// The conditions of a clause.
#[derive(Debug, Clone)]
pub struct Conditions {
    /// What is tested of occurrences.
    pub tests: Vec<Test>,
    /// The loops that give the numbers.
    program: Program,
    /// The conditions on numbers as written, for comparing clauses.
    pub text: String,
    /// How many numbers there are.
    numbers: usize,
    /// Whether a number does not stand on the left side, so that the length of the row bounds it.
    pub by_length: bool,
}

/// What the conditions of a clause are read with.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The text of the rule.
    pub text: &'a str,
    /// Its quoted texts.
    pub literals: &'a [Literal],
    /// Its parameters, and the values given for them.
    pub parameters: &'a [RuleParameter],
    /// Values in place of the parameters' defaults.
    pub given: &'a [(String, i128)],
    /// The names in the patterns.
    pub names: &'a PatternNames,
    /// What is wrong.
    pub errors: &'a mut Vec<Diagnostic>,
}

impl Scope<'_> {
    /// Reads the conditions of a clause,
    /// and for each number of the patterns whether it is 1 at least because nothing else is said.
    pub fn conditions(&mut self, conditions: &[Condition], left: &Pattern) -> (Conditions, Vec<bool>) {
        let mut all: Vec<Name> = Vec::new();
        for condition in conditions {
            names(condition, &mut all);
        }
        self.unknown_symbols(conditions);
        let (about_symbols, about_numbers): (Vec<&Condition>, Vec<&Condition>) =
            conditions.iter().partition(|condition| self.speaks_of_symbols(condition));
        // Numbers in the patterns first, then those that tests of symbols mention.
        let mut numbers: Vec<String> = self.names.numbers.iter().map(|(name, _)| name.clone()).collect();
        for condition in &about_symbols {
            let mut mentioned = Vec::new();
            names(condition, &mut mentioned);
            for name in mentioned {
                let is_number = !self.is_symbol(&name) && !self.is_parameter(&name.text);
                if is_number && !numbers.contains(&name.text) {
                    numbers.push(name.text);
                }
            }
        }
        let tests =
            about_symbols.iter().filter_map(|condition| self.test(condition, true, &numbers)).collect();
        let text: Vec<String> = about_numbers.iter().map(|condition| condition.to_string()).collect();
        let mut about_numbers: Vec<Condition> = about_numbers.into_iter().cloned().collect();
        let mut starts_at_one = Vec::new();
        for (name, span) in &self.names.numbers {
            let silent = !about_numbers.iter().any(|condition| bounds_from_below(condition, name));
            starts_at_one.push(silent);
            if silent {
                let name = Expr::Name(Name { text: name.clone(), span: *span });
                about_numbers.push(Condition::Chain(name, vec![(Relation::GreaterEqual, Expr::Integer(1))]));
            }
        }
        let on_left = |index: usize| left.items().any(|item| item.count == Count::Variable(index));
        let hidden = all.iter().any(|name| {
            !self.is_symbol(name) && !self.is_parameter(&name.text) && !numbers.contains(&name.text)
        });
        let by_length = hidden || (0..numbers.len()).any(|index| !on_left(index));
        let rule = self.dummy(&numbers, about_numbers);
        let program = match check(&rule, self.text, self.given) {
            Ok(checked) => compile(&checked),
            Err(diagnostics) => {
                self.errors.extend(diagnostics.list);
                Program { arity: 1, branches: Vec::new(), slots: 1 }
            }
        };
        let conditions =
            Conditions { tests, program, text: text.join(", "), numbers: numbers.len(), by_length };
        (conditions, starts_at_one)
    }

    /// A rule about heaps whose options are the numbers.
    fn dummy(&self, numbers: &[String], conditions: Vec<Condition>) -> syntax::Rule {
        let span = Span::default();
        let part = |component: Expr| OptionPart::Copies { count: None, component: vec![component], span };
        let option = match numbers {
            [] => vec![part(Expr::Integer(0))],
            _ => numbers.iter().map(|name| part(Expr::Name(Name { text: name.clone(), span }))).collect(),
        };
        let pattern = vec![Name { text: LENGTH.to_owned(), span }];
        let clause = syntax::Clause {
            pattern,
            option,
            conditions,
            pattern_span: span,
            option_span: span,
            kinds: Vec::new(),
            in_braces: false,
            condition_spans: Vec::new(),
        };
        syntax::Rule { parameters: self.parameters.to_vec(), clauses: vec![clause] }
    }

    fn literal(&self, name: &Name) -> Option<Literal> {
        self.literals.iter().find(|literal| literal.span.start == name.span.start).copied()
    }

    fn is_symbol(&self, name: &Name) -> bool {
        self.literal(name).is_some() || self.names.symbols.iter().any(|(known, _)| *known == name.text)
    }

    fn is_parameter(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter.name.text == name)
    }

    fn speaks_of_symbols(&self, condition: &Condition) -> bool {
        let mut mentioned = Vec::new();
        names(condition, &mut mentioned);
        mentioned.iter().any(|name| self.is_symbol(name))
    }

    /// A name that is compared with a symbol and stands in no pattern.
    fn unknown_symbols(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            let mut pairs = Vec::new();
            compared(condition, &mut pairs);
            for (left, right) in pairs {
                for (name, other) in [(&left, &right), (&right, &left)] {
                    if !self.is_symbol(name) && self.literal(other).is_some() {
                        let known = self.names.symbols.iter().map(|(known, _)| known.as_str());
                        let message = format!("no pattern on the left names the symbol `{}`", name.text);
                        let diagnostic = Diagnostic::new(ErrorCode::UnknownWord, name.span, message);
                        self.errors.push(match nearest(&name.text, known) {
                            Some(near) => diagnostic.suggest(near),
                            None => {
                                diagnostic.hint(format!("`{{{}}}` in a pattern is any one symbol", name.text))
                            }
                        });
                    }
                }
            }
        }
    }

    /// A condition on symbols, or its negation.
    fn test(&mut self, condition: &Condition, positive: bool, numbers: &[String]) -> Option<Test> {
        if !self.speaks_of_symbols(condition) {
            return self.number_test(condition, positive, numbers).map(Test::Numbers);
        }
        let join =
            |items: Vec<Test>, all: bool| if all == positive { Test::All(items) } else { Test::Any(items) };
        match condition {
            Condition::Chain(first, rest) => {
                let mut left = self.term(first);
                let mut items = Vec::new();
                for (relation, expr) in rest {
                    let right = self.term(expr);
                    let equal = match relation {
                        Relation::Equal => true,
                        Relation::NotEqual => false,
                        _ => {
                            self.no_order(condition);
                            return None;
                        }
                    };
                    items.push(Test::Equal(left?, right?, equal == positive));
                    left = right;
                }
                Some(join(items, true))
            }
            Condition::Member(expr, syntax::Set::Ranges(ranges)) => {
                let term = self.term(expr);
                let mut items = Vec::new();
                for range in ranges {
                    if range.to.is_some() {
                        self.no_order(condition);
                        return None;
                    }
                    let member = self.term(&range.from);
                    items.push(Test::Equal(term?, member?, positive));
                }
                Some(join(items, false))
            }
            Condition::Or(items) | Condition::All(items) => {
                let tests: Option<Vec<Test>> =
                    items.iter().map(|item| self.test(item, positive, numbers)).collect();
                Some(join(tests?, matches!(condition, Condition::All(_))))
            }
            Condition::Not(inner) => self.test(inner, !positive, numbers),
            _ => {
                self.no_order(condition);
                None
            }
        }
    }

    fn number_test(&mut self, condition: &Condition, positive: bool, numbers: &[String]) -> Option<Formula> {
        let condition = condition.clone();
        let condition = if positive { condition } else { Condition::Not(Box::new(condition)) };
        let rule = self.dummy(numbers, vec![condition]);
        let checked = check(&rule, self.text, self.given).ok()?;
        Some(checked.clauses.into_iter().next()?.condition)
    }

    fn term(&mut self, expr: &Expr) -> Option<SymbolTerm> {
        if let Expr::Name(name) = expr {
            if let Some(literal) = self.literal(name) {
                return self.quoted(literal);
            }
            if let Some(index) = self.names.symbols.iter().position(|(known, _)| *known == name.text) {
                return Some(SymbolTerm::Variable(index));
            }
            if self.errors.iter().any(|error| error.span == name.span) {
                return None;
            }
        }
        let mut mentioned = Vec::new();
        of_expr(expr, &mut mentioned);
        let span = mentioned.first().map_or(Span::default(), |name| name.span);
        let message = format!("a symbol is compared with `{expr}`, which is a number");
        self.errors
            .push(Diagnostic::new(ErrorCode::Expected, span, message).hint("symbols are quoted: `x != 'b'`"));
        None
    }

    fn quoted(&mut self, literal: Literal) -> Option<SymbolTerm> {
        if literal.quote == '"' {
            let text = literal.inner(self.text);
            let message = "a symbol in a condition stands in single quotes";
            let diagnostic = Diagnostic::new(ErrorCode::Expected, literal.span, message);
            self.errors.push(diagnostic.suggest(format!("'{text}'")));
            return None;
        }
        match symbol(self.text, literal) {
            Ok(symbol) => Some(SymbolTerm::Char(symbol)),
            Err(diagnostic) => {
                self.errors.push(diagnostic);
                None
            }
        }
    }

    fn no_order(&mut self, condition: &Condition) {
        let mut mentioned = Vec::new();
        names(condition, &mut mentioned);
        let span =
            mentioned.iter().find(|name| self.is_symbol(name)).map_or(Span::default(), |name| name.span);
        let message = "symbols have no order and are no numbers: they are equal or not";
        let hint = "`=`, `!=`, `in {'a', 'c'}` and `not in` compare symbols";
        self.errors.push(Diagnostic::new(ErrorCode::Expected, span, message).hint(hint));
    }
}

impl Conditions {
    /// The numbers that the conditions allow on a row of this length, the length first; `None` when they are too many.
    pub fn assignments(&self, length: usize) -> Option<Vec<Vec<i128>>> {
        const MAX_ASSIGNMENTS: usize = 1 << 20;
        const MAX_STEPS: u64 = 1 << 24;
        let mut out: Vec<Vec<i128>> = Vec::new();
        let limits = Limits { moves: MAX_STEPS, ..Limits::default() };
        let mut pulse = Pulse::listing(&limits);
        let seen = self.program.moves::<i128>(&[length as i128], &mut pulse, &mut |branch, frame, _| {
            let mut numbers = vec![length as i128];
            for part in branch.parts.iter().take(self.numbers) {
                let CheckedPart::Copies { component, .. } = part else { continue };
                match component[0].evaluate(frame) {
                    Ok(value) => numbers.push(value),
                    Err(_) => return ControlFlow::Continue(()),
                }
            }
            out.push(numbers);
            if out.len() > MAX_ASSIGNMENTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if seen.is_err() || out.len() > MAX_ASSIGNMENTS {
            return None;
        }
        out.sort();
        out.dedup();
        Some(out)
    }
}

/// Whether a condition says from where a number begins.
fn bounds_from_below(condition: &Condition, name: &str) -> bool {
    let mentions = |expr: &Expr| {
        let mut mentioned = Vec::new();
        of_expr(expr, &mut mentioned);
        mentioned.iter().any(|found| found.text == name)
    };
    let is_name = |expr: &Expr| matches!(expr, Expr::Name(found) if found.text == name);
    match condition {
        Condition::Chain(first, rest) => {
            let mut left = first;
            rest.iter().any(|(relation, right)| {
                let (before, after) = (left, right);
                left = right;
                match relation {
                    Relation::Greater | Relation::GreaterEqual => mentions(before) && !mentions(after),
                    Relation::Less | Relation::LessEqual => mentions(after) && !mentions(before),
                    Relation::Equal => is_name(before) || is_name(after),
                    _ => false,
                }
            })
        }
        Condition::Member(expr, _) => is_name(expr),
        Condition::Or(items) => items.iter().all(|item| bounds_from_below(item, name)),
        Condition::All(items) => items.iter().any(|item| bounds_from_below(item, name)),
        _ => false,
    }
}

/// The names in a condition.
fn names(condition: &Condition, out: &mut Vec<Name>) {
    match condition {
        Condition::Chain(first, rest) => {
            of_expr(first, out);
            rest.iter().for_each(|(_, expr)| of_expr(expr, out));
        }
        Condition::Member(expr, syntax::Set::Of(_, number)) => {
            of_expr(expr, out);
            of_expr(number, out);
        }
        Condition::TupleMember(left, tuples) => {
            left.iter().chain(tuples.iter().flatten()).for_each(|expr| of_expr(expr, out));
        }
        Condition::Member(expr, syntax::Set::Ranges(ranges)) => {
            of_expr(expr, out);
            for range in ranges {
                of_expr(&range.from, out);
                range.to.iter().chain(&range.step).for_each(|expr| of_expr(expr, out));
            }
        }
        Condition::Even(expr) | Condition::Odd(expr) | Condition::Is(expr, _) => of_expr(expr, out),
        Condition::Or(items) | Condition::All(items) => items.iter().for_each(|item| names(item, out)),
        Condition::Not(inner) => names(inner, out),
    }
}

fn of_expr(expr: &Expr, out: &mut Vec<Name>) {
    match expr {
        Expr::Integer(_) => {}
        Expr::Name(name) => out.push(name.clone()),
        Expr::Negate(inner) | Expr::Unary(_, inner) => of_expr(inner, out),
        Expr::Binary(_, left, right) => {
            of_expr(left, out);
            of_expr(right, out);
        }
        Expr::Call(_, items) => items.iter().for_each(|item| of_expr(item, out)),
    }
}

/// The pairs of names that a condition compares.
fn compared(condition: &Condition, out: &mut Vec<(Name, Name)>) {
    let mut pair = |left: &Expr, right: &Expr| {
        if let (Expr::Name(left), Expr::Name(right)) = (left, right) {
            out.push((left.clone(), right.clone()));
        }
    };
    match condition {
        Condition::Chain(first, rest) => {
            let mut left = first;
            for (_, right) in rest {
                pair(left, right);
                left = right;
            }
        }
        Condition::Member(expr, syntax::Set::Ranges(ranges)) => {
            ranges.iter().for_each(|range| pair(expr, &range.from));
        }
        Condition::Or(items) | Condition::All(items) => items.iter().for_each(|item| compared(item, out)),
        Condition::Not(inner) => compared(inner, out),
        _ => {}
    }
}
