//! Resolves the names of a parsed rule: what is a component, a parameter, a variable, and whether the pieces fit.

use super::formula::Formula;
use super::range::Ranges;
use super::syntax::{self, Condition, Expr, Name, Operator, Predicate, Range, Relation, Set};
use super::term::{Slot, Term};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::text::near::nearest;

/// A rule whose names are resolved.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Components of a position: 1 for heaps, more for tuples.
    pub arity: usize,
    /// The parameters with the values they have now.
    pub parameters: Vec<(String, i128)>,
    /// The clauses.
    pub clauses: Vec<CheckedClause>,
}

/// A clause over slots: components, then (for tuples) the largest component, then the variables.
#[derive(Debug, Clone)]
pub struct CheckedClause {
    /// The name of each slot, for messages.
    pub names: Vec<String>,
    /// When the move is legal.
    pub condition: Formula,
    /// What the variables run over.
    pub ranges: Ranges,
    /// What it leaves.
    pub parts: Vec<CheckedPart>,
    /// The place of the option in the text.
    pub option_span: Span,
}

/// One item of an option over slots.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CheckedPart {
    /// `count` copies of a component; one when absent.
    Copies {
        /// How many.
        count: Option<Term>,
        /// The component.
        component: Vec<Term>,
    },
    /// One heap of each size from `from` to `to`.
    Each {
        /// The smallest.
        from: Term,
        /// The largest.
        to: Term,
    },
}

impl CheckedPart {
    /// Calls `visit` with each term of the part.
    pub fn terms(&self, visit: &mut impl FnMut(&Term)) {
        match self {
            CheckedPart::Copies { count, component } => count.iter().chain(component).for_each(visit),
            CheckedPart::Each { from, to } => {
                visit(from);
                visit(to);
            }
        }
    }

    /// The part with each term replaced.
    pub fn map_terms(&self, change: &impl Fn(&Term) -> Term) -> CheckedPart {
        match self {
            CheckedPart::Copies { count, component } => CheckedPart::Copies {
                count: count.as_ref().map(change),
                component: component.iter().map(change).collect(),
            },
            CheckedPart::Each { from, to } => CheckedPart::Each { from: change(from), to: change(to) },
        }
    }
}

/// The slot that holds the largest component, the upper end of every variable.
pub fn largest_slot(arity: usize) -> Slot {
    if arity == 1 { 0 } else { arity }
}

/// The slot of the first variable.
pub fn first_variable(arity: usize) -> Slot {
    largest_slot(arity) + 1
}

/// Resolves `rule`, with `given` in place of the parameters' defaults.
///
/// # Errors
/// Every mistake found.
pub fn check(rule: &syntax::Rule, source: &str, given: &[(String, i128)]) -> Result<Checked, Diagnostics> {
    let mut errors = Vec::new();
    let parameters = parameters(rule, given, &mut errors);
    let arity = rule.clauses[0].pattern.len();
    if rule.clauses[0].in_braces {
        let message = "this rule is about a bag of heaps, not about single heaps or tuples";
        errors.push(Diagnostic::new(ErrorCode::Arity, rule.clauses[0].pattern_span, message));
    }
    let mut clauses = Vec::new();
    for clause in &rule.clauses {
        clause_shape(clause, arity, rule, &mut errors);
        if clause.pattern.len() == arity {
            clauses.push(resolve(clause, &parameters));
        }
    }
    if errors.is_empty() {
        Ok(Checked { arity, parameters, clauses })
    } else {
        Err(Diagnostics::new(source, errors))
    }
}

/// Resolves a rule about bags: each clause by itself, since each picks as many heaps as it names.
///
/// # Errors
/// Every mistake found.
pub fn check_bags(
    rule: &syntax::Rule,
    source: &str,
    given: &[(String, i128)],
) -> Result<Vec<Checked>, Diagnostics> {
    let mut errors = Vec::new();
    let parameters = parameters(rule, given, &mut errors);
    let mut checked = Vec::new();
    for clause in &rule.clauses {
        let arity = clause.pattern.len();
        clause_shape(clause, arity, rule, &mut errors);
        let clauses = vec![resolve(clause, &parameters)];
        checked.push(Checked { arity, parameters: parameters.clone(), clauses });
    }
    if errors.is_empty() { Ok(checked) } else { Err(Diagnostics::new(source, errors)) }
}

pub(super) fn parameters(
    rule: &syntax::Rule,
    given: &[(String, i128)],
    errors: &mut Vec<Diagnostic>,
) -> Vec<(String, i128)> {
    let mut out: Vec<(String, i128)> = Vec::new();
    for (index, parameter) in rule.parameters.iter().enumerate() {
        if let Some(first) = rule.parameters[..index].iter().find(|p| p.name.text == parameter.name.text) {
            errors.push(duplicate(&parameter.name, first.name.span, "parameter"));
        }
        out.push((parameter.name.text.clone(), parameter.value));
    }
    for (name, value) in given {
        if let Some(slot) = out.iter_mut().find(|(n, _)| n == name) {
            slot.1 = *value;
            continue;
        }
        let known: Vec<String> = out.iter().map(|(name, _)| format!("`{name}`")).collect();
        let hint = match (nearest(name, out.iter().map(|(n, _)| n.as_str())), known.is_empty()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => "this game has no parameters".to_owned(),
            (None, false) => format!("its parameters: {}", known.join(", ")),
        };
        errors.push(
            Diagnostic::new(ErrorCode::Parameter, 0..0, format!("unknown parameter `{name}`")).hint(hint),
        );
    }
    out
}

pub(super) fn duplicate(name: &Name, first: Span, what: &str) -> Diagnostic {
    let message = format!("`{}` is already a {what}", name.text);
    Diagnostic::new(ErrorCode::DuplicateName, name.span, message).related(first, "first here")
}

fn clause_shape(clause: &syntax::Clause, arity: usize, rule: &syntax::Rule, errors: &mut Vec<Diagnostic>) {
    for (index, name) in clause.pattern.iter().enumerate() {
        if let Some(first) = clause.pattern[..index].iter().find(|n| n.text == name.text) {
            errors.push(duplicate(name, first.span, "component"));
        }
        if let Some(parameter) = rule.parameters.iter().find(|p| p.name.text == name.text) {
            errors.push(duplicate(name, parameter.name.span, "parameter"));
        }
    }
    if clause.in_braces != rule.clauses[0].in_braces {
        let message = match clause.in_braces {
            true => "this clause picks heaps of a bag, the first is about a single heap or tuple",
            false => "the first clause picks heaps of a bag in braces, this one does not",
        };
        errors.push(
            Diagnostic::new(ErrorCode::Arity, clause.pattern_span, message)
                .related(rule.clauses[0].pattern_span, "the first clause"),
        );
        return;
    }
    let shape = |count: usize| if count == 1 { "a heap".to_owned() } else { format!("a tuple of {count}") };
    if clause.pattern.len() != arity {
        let message = format!(
            "this clause is about {}, the first is about {}",
            shape(clause.pattern.len()),
            shape(arity)
        );
        let first = rule.clauses[0].pattern_span;
        errors.push(
            Diagnostic::new(ErrorCode::Arity, clause.pattern_span, message)
                .related(first, "the first clause"),
        );
        return;
    }
    // Where parts name their kind, it tells how many numbers they have.
    if !clause.kinds.is_empty() {
        return;
    }
    // What stands in braces are heaps, however many are picked.
    let width = if clause.in_braces { 1 } else { arity };
    for part in &clause.option {
        match part {
            syntax::OptionPart::Copies { component, span, .. } if component.len() != width => {
                let message = match clause.in_braces {
                    true => format!("a bag holds heaps, this is {}", shape(component.len())),
                    false => format!("the position is {}, this is {}", shape(arity), shape(component.len())),
                };
                errors.push(
                    Diagnostic::new(ErrorCode::Arity, *span, message)
                        .related(clause.pattern_span, "the position"),
                );
            }
            syntax::OptionPart::Each { .. } if width > 1 => {
                let message = "`each` leaves heaps, but the position is a tuple";
                errors.push(Diagnostic::new(ErrorCode::Arity, clause.option_span, message));
            }
            _ => {}
        }
    }
}

fn resolve(clause: &syntax::Clause, parameters: &[(String, i128)]) -> CheckedClause {
    let mut names: Vec<String> = clause.pattern.iter().map(|name| name.text.clone()).collect();
    if names.len() > 1 {
        names.push(format!("max({})", names.join(", ")));
    }
    let mut scope = Scope { names, parameters };
    let parts = clause.option.iter().map(|part| scope.part(part)).collect();
    let conditions = clause.conditions.iter().map(|c| scope.condition(c, true)).collect();
    let condition = Formula::All(conditions);
    CheckedClause {
        ranges: Ranges::of(&condition, clause.pattern.len(), scope.names.len()),
        names: scope.names,
        condition,
        parts,
        option_span: clause.option_span,
    }
}

/// An expression over the components alone, whose names are all known.
pub fn expression(expr: &Expr, components: &[&str], parameters: &[(String, i128)]) -> Term {
    let names = components.iter().map(|&name| name.to_owned()).collect();
    Scope { names, parameters }.term(expr)
}

/// Resolves the names of a lone expression: the first slots are `names`, other names follow as they are met.
pub fn resolve_expression(expr: &Expr, names: &[&str]) -> (Term, Vec<String>) {
    let names = names.iter().map(|&name| name.to_owned()).collect();
    let mut scope = Scope { names, parameters: &[] };
    let term = scope.term(expr);
    (term, scope.names)
}

/// The names that an expression may use; those it does not know become variables.
pub(super) struct Scope<'a> {
    pub names: Vec<String>,
    pub parameters: &'a [(String, i128)],
}

impl Scope<'_> {
    pub fn term(&mut self, expr: &Expr) -> Term {
        match expr {
            Expr::Integer(value) => Term::Integer(*value),
            Expr::Name(name) => self.name(&name.text),
            Expr::Negate(inner) => Term::binary(Operator::Subtract, Term::Integer(0), self.term(inner)),
            Expr::Binary(operator, left, right) => {
                let left = self.term(left);
                Term::binary(*operator, left, self.term(right))
            }
            Expr::Unary(function, inner) => Term::unary(*function, self.term(inner)),
            Expr::Call(operator, items) => {
                let terms: Vec<Term> = items.iter().map(|item| self.term(item)).collect();
                terms
                    .into_iter()
                    .reduce(|a, b| Term::binary(*operator, a, b))
                    .expect("the parser reads at least one")
            }
        }
    }

    fn name(&mut self, text: &str) -> Term {
        if let Some((_, value)) = self.parameters.iter().find(|(name, _)| name == text) {
            return Term::Integer(*value);
        }
        let slot = self.names.iter().position(|name| name == text).unwrap_or_else(|| {
            self.names.push(text.to_owned());
            self.names.len() - 1
        });
        Term::Slot(slot)
    }

    fn part(&mut self, part: &syntax::OptionPart) -> CheckedPart {
        match part {
            syntax::OptionPart::Copies { count, component, .. } => CheckedPart::Copies {
                count: count.as_ref().map(|count| self.term(count)),
                component: component.iter().map(|expr| self.term(expr)).collect(),
            },
            syntax::OptionPart::Each { from, to } => {
                CheckedPart::Each { from: self.term(from), to: self.term(to) }
            }
        }
    }

    /// The condition (or its negation when `positive` is false) as a formula without negations.
    pub fn condition(&mut self, condition: &Condition, positive: bool) -> Formula {
        let join = |items: Vec<Formula>, all: bool| {
            if all == positive { Formula::All(items) } else { Formula::Any(items) }
        };
        match condition {
            Condition::Chain(first, rest) => {
                let mut left = self.term(first);
                let mut items = Vec::new();
                for (relation, expr) in rest {
                    let right = self.term(expr);
                    items.push(compare(*relation, left, right.clone(), positive));
                    left = right;
                }
                join(items, true)
            }
            Condition::Member(expr, Set::Ranges(ranges)) => {
                let term = self.term(expr);
                join(ranges.iter().map(|range| self.member(&term, range, positive)).collect(), false)
            }
            Condition::Member(expr, Set::Of(function, of)) => {
                let term = self.term(expr);
                Formula::Member(*function, term, self.term(of), positive)
            }
            Condition::TupleMember(tuple, set) => {
                let terms: Vec<Term> = tuple.iter().map(|expr| self.term(expr)).collect();
                let mut members = Vec::new();
                for member in set {
                    let equal = terms.iter().zip(member).map(|(term, expr)| {
                        compare(Relation::Equal, term.clone(), self.term(expr), positive)
                    });
                    members.push(join(equal.collect(), true));
                }
                join(members, false)
            }
            Condition::Even(expr) => parity(self.term(expr), positive),
            Condition::Odd(expr) => parity(self.term(expr), !positive),
            Condition::Is(expr, predicate) => {
                Formula::Is(Predicate::clone(predicate), self.term(expr), positive)
            }
            Condition::Or(items) => join(items.iter().map(|c| self.condition(c, positive)).collect(), false),
            Condition::All(items) => join(items.iter().map(|c| self.condition(c, positive)).collect(), true),
            Condition::Not(inner) => Formula::Test(Box::new(self.condition(inner, !positive))),
        }
    }

    fn member(&mut self, term: &Term, range: &Range, positive: bool) -> Formula {
        let from = self.term(&range.from);
        let Some(to) = &range.to else {
            return compare(Relation::Equal, term.clone(), from, positive);
        };
        let to = self.term(to);
        let mut items = vec![
            compare(Relation::GreaterEqual, term.clone(), from.clone(), positive),
            compare(Relation::LessEqual, term.clone(), to, positive),
        ];
        if let Some(step) = &range.step {
            let distance = Term::binary(Operator::Subtract, term.clone(), from);
            items.push(compare(Relation::Divides, self.term(step), distance, positive));
        }
        if positive { Formula::All(items) } else { Formula::Any(items) }
    }
}

fn compare(relation: Relation, left: Term, right: Term, positive: bool) -> Formula {
    Formula::Compare(if positive { relation } else { relation.negated() }, left, right)
}

fn parity(term: Term, even: bool) -> Formula {
    let relation = if even { Relation::Divides } else { Relation::NotDivides };
    Formula::Compare(relation, Term::Integer(2), term)
}
