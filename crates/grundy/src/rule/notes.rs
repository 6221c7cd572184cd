//! What is legal in a rule but probably not meant, and what is never meant.
//!
//! [`notes`] speaks of rules that are played as they stand: an `or` beside a comma, a sum where two clauses may be meant. A
//! variable without a lower bound whose 0 gives back the position itself is a mistake ([`idle`]): every position has that
//! move, and it leads nowhere.

use super::check::{Checked, CheckedClause, CheckedPart, first_variable};
use super::linear::Linear;
use super::range::VariableRange;
use super::syntax::{Clause, Condition, Expr, OptionPart, Relation, Rule};
use super::term::{Slot, Term};
use crate::base::diagnostic::{Diagnostic, ErrorCode, Span};

/// Remarks about a rule, in sentences.
pub fn notes(rule: &Rule, checked: &Checked) -> Vec<String> {
    let mut out = Vec::new();
    for (clause, meaning) in rule.clauses.iter().zip(&checked.clauses) {
        out.extend(bare_or(clause));
        if checked.arity == 1 && is_sum_of_takes(meaning) {
            let heap = &clause.pattern[0].text;
            let clauses: Vec<String> = clause.option.iter().map(|part| format!("{heap} -> {part}")).collect();
            out.push(format!(
                "`{clause}` leaves all of these heaps at once; a choice between them is written as clauses: `{}`",
                clauses.join(" ; ")
            ));
        }
    }
    out
}

/// The remark that an `or` without brackets stands beside a comma.
pub fn bare_or(clause: &Clause) -> Option<String> {
    let note = || {
        format!("`,` binds looser than `or`, so `{clause}` is read as `{clause:#}`; brackets make it plain")
    };
    has_bare_or(&clause.conditions).then(note)
}

/// Whether an `or` without brackets stands beside a comma.
fn has_bare_or(conditions: &[Condition]) -> bool {
    let inside = |condition: &Condition| match condition {
        Condition::All(items) => has_bare_or(items),
        Condition::Or(items) => items.iter().any(|item| has_bare_or(std::slice::from_ref(item))),
        Condition::Not(inner) => has_bare_or(std::slice::from_ref(inner)),
        _ => false,
    };
    let bare = conditions.len() > 1 && conditions.iter().any(|c| matches!(c, Condition::Or(_)));
    bare || conditions.iter().any(inside)
}

/// Whether a move leaves several heaps, each the heap less a constant.
fn is_sum_of_takes(clause: &CheckedClause) -> bool {
    let less_constant = |part: &CheckedPart| match part {
        CheckedPart::Copies { count: None, component } => Linear::of(&component[0]).is_some_and(|form| {
            form.coefficients.len() == 1 && form.coefficient(0) == 1 && form.constant < 0
        }),
        _ => false,
    };
    clause.parts.len() > 1 && clause.parts.iter().all(less_constant)
}

/// The clauses in which 0 for a variable that nothing bounds from below gives back the position itself.
pub fn idle(rule: &Rule, checked: &Checked) -> Vec<Diagnostic> {
    let clauses = rule.clauses.iter().zip(&checked.clauses);
    clauses.filter_map(|(clause, meaning)| idle_clause(clause, meaning, checked.arity)).collect()
}

/// The same for one clause, whose part is of the kind that it begins with.
pub fn idle_clause(clause: &Clause, meaning: &CheckedClause, arity: usize) -> Option<Diagnostic> {
    Some(refuse(clause, &idle_variable(meaning, arity)?))
}

/// The variable of a clause whose 0 gives back the position, if such a move is legal somewhere.
fn idle_variable(clause: &CheckedClause, arity: usize) -> Option<String> {
    let [CheckedPart::Copies { count: None, component }] = clause.parts.as_slice() else { return None };
    let from_zero = |(slot, range): (Slot, &VariableRange)| {
        matches!(range, VariableRange::Bounded { lower: None, .. }).then_some(slot)
    };
    let zeros: Vec<Slot> = clause.ranges.all().filter_map(from_zero).collect();
    let put = |term: &Term| {
        let named = clause.ranges.expand(term);
        zeros.iter().fold(named, |term, &slot| term.substitute(slot, &Term::Integer(0)))
    };
    let same = |(slot, term): (Slot, &Term)| Linear::of(&put(term)) == Linear::of(&Term::Slot(slot));
    let moves = component.iter().enumerate().any(|(slot, term)| *term != Term::Slot(slot));
    if zeros.is_empty() || !moves || !component.iter().enumerate().all(same) {
        return None;
    }
    let blamed =
        zeros.iter().find(|&&slot| component.iter().any(|term| clause.ranges.expand(term).mentions(slot)))?;
    is_legal_somewhere(clause, arity, &zeros).then(|| clause.names[*blamed].clone())
}

/// Numbers that positions and variables are tried with.
const TRIED: [i128; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 30, 100, 1000];
/// Most combinations that are tried.
const MAX_TRIALS: usize = 20_000;

/// Whether the conditions hold for some position with these variables 0.
fn is_legal_somewhere(clause: &CheckedClause, arity: usize, zeros: &[Slot]) -> bool {
    let first = first_variable(arity);
    let is_free = |slot: &Slot| {
        *slot < arity || *slot >= first && !zeros.contains(slot) && clause.ranges.inlined(*slot).is_none()
    };
    let free: Vec<Slot> = (0..clause.names.len()).filter(is_free).collect();
    let condition = clause.condition.map_terms(&|term| clause.ranges.expand(term));
    let combinations = TRIED.len().checked_pow(free.len() as u32).unwrap_or(usize::MAX).min(MAX_TRIALS);
    (0..combinations).any(|mut code| {
        let mut frame = vec![0i128; clause.names.len()];
        for &slot in &free {
            frame[slot] = TRIED[code % TRIED.len()];
            code /= TRIED.len();
        }
        if arity > 1 {
            frame[arity] = frame[..arity].iter().copied().max().unwrap_or(0);
        }
        condition.holds(&frame) == Ok(true)
    })
}

fn refuse(clause: &Clause, name: &str) -> Diagnostic {
    let message = format!("`{name}` may be 0 here, a move that changes nothing");
    let stated = clause
        .conditions
        .iter()
        .zip(&clause.condition_spans)
        .find(|(condition, _)| mentions(condition, name));
    let Some((condition, span)) = stated else {
        let hint = format!(
            "say where it begins: `{clause}{} {name} > 0`",
            if clause.conditions.is_empty() { " where" } else { "," }
        );
        return Diagnostic::new(ErrorCode::NoProgress, first_use(clause, name), message).hint(hint);
    };
    let fixed = match condition {
        Condition::Chain(Expr::Name(first), rest)
            if first.text == name && matches!(rest[0].0, Relation::Less | Relation::LessEqual) =>
        {
            format!("1 <= {condition}")
        }
        Condition::Or(_) => format!("({condition}), {name} > 0"),
        condition => format!("{condition}, {name} > 0"),
    };
    Diagnostic::new(ErrorCode::NoProgress, *span, message).suggest(fixed)
}

fn mentions(condition: &Condition, name: &str) -> bool {
    let mut found = false;
    condition.names(&mut |other| found |= other.text == name);
    found
}

/// Where a name stands first in what a move leaves.
fn first_use(clause: &Clause, name: &str) -> Span {
    let mut found = None;
    let mut look = |expr: &Expr| {
        expr.names(&mut |other| {
            if other.text == name && found.is_none() {
                found = Some(other.span);
            }
        });
    };
    for part in &clause.option {
        match part {
            OptionPart::Copies { count, component, .. } => count.iter().chain(component).for_each(&mut look),
            OptionPart::Each { from, to } => [from, to].into_iter().for_each(&mut look),
        }
    }
    found.unwrap_or(clause.option_span)
}
