//! Which components of a tuple may be exchanged without changing the game.
//!
//! In Wythoff's game (3,5) and (5,3) play alike, in Fibonacci Nim (3,5) and (5,3) have nothing to do with each other. A
//! table that keeps positions keeps one of those that play alike, so it must know. Exchanging two components in a
//! checked rule gives another rule; if every clause of it is a clause of the first, up to the names of the variables
//! and the order and spelling of conditions and parts, the two are one game, since exchanging twice changes nothing.
//! Components that can be exchanged in pairs can be put into any order.
//!
//! As in [`super::known`], that is a sufficient test, not a necessary one: a symmetry that is not found costs room only.
//!
//! ```
//! use grundy::rule::{Ruleset, symmetry::Symmetry};
//! let rules = Ruleset::parse("(a, b, c) -> (a-k, b, c) where k > 0; (a, b, c) -> (a, b, c-k) where k > 0; (a, b, c) -> (a, b-1, c)")?;
//! assert_eq!(Symmetry::of(rules.checked()).representative(&[5, 1, 3]), [3, 1, 5]);
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::{Checked, CheckedClause, CheckedPart, first_variable};
use super::compile::linear_atom;
use super::formula::Formula;
use super::linear::Linear;
use super::syntax::{Operator, Relation};
use super::term::{Slot, Term};

/// Most variables of a clause whose names are tried in every order.
const MAX_VARIABLES: usize = 4;

/// The groups of components that may be put into any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    /// The components of each group with more than one, in order.
    groups: Vec<Vec<usize>>,
}

impl Symmetry {
    /// The symmetry of a rule, as far as it is seen.
    pub fn of(rule: &Checked) -> Symmetry {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for component in 0..rule.arity {
            // Exchanges can be put together, so that one member of a group speaks for all.
            let home = groups.iter_mut().find(|group| is_exchangeable(rule, group[0], component));
            match home {
                Some(group) => group.push(component),
                None => groups.push(vec![component]),
            }
        }
        groups.retain(|group| group.len() > 1);
        Symmetry { groups }
    }

    /// The groups of components that may be put into any order, each of at least two.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// The one of all tuples that play alike whose components increase in each group.
    pub fn representative(&self, tuple: &[u64]) -> Vec<u64> {
        let mut sorted = tuple.to_vec();
        for group in &self.groups {
            let mut members: Vec<u64> = group.iter().map(|&place| tuple[place]).collect();
            members.sort_unstable();
            group.iter().zip(members).for_each(|(&place, value)| sorted[place] = value);
        }
        sorted
    }
}

/// Whether exchanging two components gives clauses that are all there already.
fn is_exchangeable(rule: &Checked, one: usize, other: usize) -> bool {
    let exchanged = |slot: Slot| match slot {
        slot if slot == one => other,
        slot if slot == other => one,
        slot => slot,
    };
    let variables =
        |clause: &CheckedClause| (first_variable(rule.arity)..clause.names.len()).collect::<Vec<Slot>>();
    let plain: Vec<Shape> = rule.clauses.iter().map(|clause| Shape::of(clause, &|slot| slot)).collect();
    rule.clauses.iter().all(|clause| {
        rule.clauses.iter().zip(&plain).any(|(other_clause, wanted)| {
            renamings(&variables(clause), &variables(other_clause)).iter().any(|names| {
                let rename = |slot| names.iter().find(|name| name.0 == slot).map_or(slot, |name| name.1);
                let mut shape = Shape::of(clause, &|slot| rename(exchanged(slot)));
                shape.parts.iter_mut().for_each(|part| exchange(part, one, other));
                shape.is_same(wanted)
            })
        })
    })
}

/// Exchanges two components of what a move leaves.
fn exchange(part: &mut CheckedPart, one: usize, other: usize) {
    // The parts of a bag are heaps in any order: there is nothing to exchange in one of them.
    if let CheckedPart::Copies { component, .. } = part
        && component.len() > one.max(other)
    {
        component.swap(one, other);
    }
}

/// All ways to give the variables of one clause the names of another's; none where they differ in number or are many.
fn renamings(from: &[Slot], to: &[Slot]) -> Vec<Vec<(Slot, Slot)>> {
    if from.len() != to.len() || from.len() > MAX_VARIABLES {
        return Vec::new();
    }
    let Some((&first, rest)) = from.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for (index, &name) in to.iter().enumerate() {
        let left = [&to[..index], &to[index + 1..]].concat();
        all.extend(renamings(rest, &left).into_iter().map(|mut names| {
            names.push((first, name));
            names
        }));
    }
    all
}

/// A clause in a spelling that depends little on how it was written.
struct Shape {
    conditions: Vec<Formula>,
    parts: Vec<CheckedPart>,
}

impl Shape {
    fn of(clause: &CheckedClause, name: &impl Fn(Slot) -> Slot) -> Shape {
        let term = |term: &Term| spelled(term, name);
        let mut conditions = Vec::new();
        flatten(&clause.condition, &mut |atom| conditions.push(oriented(&atom.map_terms(&term))));
        Shape { conditions, parts: clause.parts.iter().map(|part| part.map_terms(&term)).collect() }
    }

    /// The same conditions, and the same parts, each in any order.
    fn is_same(&self, other: &Shape) -> bool {
        let within = |one: &Shape, other: &Shape| one.conditions.iter().all(|c| other.conditions.contains(c));
        let count =
            |parts: &[CheckedPart], wanted: &CheckedPart| parts.iter().filter(|part| *part == wanted).count();
        within(self, other)
            && within(other, self)
            && self.parts.len() == other.parts.len()
            && self.parts.iter().all(|part| count(&self.parts, part) == count(&other.parts, part))
    }
}

/// Calls `visit` with each of the conditions that must all hold.
fn flatten(condition: &Formula, visit: &mut impl FnMut(&Formula)) {
    match condition {
        Formula::All(items) => items.iter().for_each(|item| flatten(item, visit)),
        atom => visit(atom),
    }
}

/// A term with other names: sums in one order, and what may be exchanged in one order.
fn spelled(term: &Term, name: &impl Fn(Slot) -> Slot) -> Term {
    let renamed = match term {
        Term::Integer(_) => term.clone(),
        Term::Slot(slot) => Term::Slot(name(*slot)),
        Term::Binary(operator, left, right) => {
            let (mut left, mut right) = (spelled(left, name), spelled(right, name));
            let commutes = !matches!(
                operator,
                Operator::Subtract
                    | Operator::Divide
                    | Operator::Remainder
                    | Operator::Power
                    | Operator::Log
                    | Operator::Digit
            );
            if commutes && right < left {
                std::mem::swap(&mut left, &mut right);
            }
            Term::binary(*operator, left, right)
        }
        Term::Unary(function, inner) => Term::unary(*function, spelled(inner, name)),
    };
    Linear::of(&renamed).map_or(renamed, |linear| linear.to_term())
}

/// A comparison of sums as one with 0: `form >= 0`, or an equation that begins with a positive multiple.
fn oriented(atom: &Formula) -> Formula {
    let Some((relation, form)) = linear_atom(atom) else { return atom.clone() };
    let one = Linear { constant: 1, ..Linear::default() };
    let negative = form.coefficients.values().next().is_some_and(|&first| first < 0);
    let (relation, form) = match relation {
        Relation::Greater => (Relation::GreaterEqual, form.plus(&one, -1)),
        Relation::LessEqual => (Relation::GreaterEqual, form.times(-1)),
        Relation::Less => (Relation::GreaterEqual, form.times(-1).and_then(|form| form.plus(&one, -1))),
        Relation::Equal | Relation::NotEqual if negative => (relation, form.times(-1)),
        other => (other, Some(form)),
    };
    form.map_or_else(|| atom.clone(), |form| Formula::Compare(relation, form.to_term(), Term::Integer(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::NamedGame;
    use crate::game::reference;
    use crate::rule::Ruleset;
    use crate::rule::play::Tuples;
    use std::collections::HashMap;

    fn groups(text: &str) -> Vec<Vec<usize>> {
        let game = NamedGame::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Symmetry::of(game.ruleset().expect("a rule").checked()).groups
    }

    /// Rules with the components that may be exchanged.
    const RULES: [(&str, &[&[usize]]); 13] = [
        ("wythoff", &[&[0, 1]]),
        ("euclid", &[&[0, 1]]),
        ("turning-corners", &[&[0, 1]]),
        ("fibonacci-nim", &[]),
        ("nim", &[]),
        ("(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-j) where j >= 1", &[&[0, 1]]),
        ("(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 1", &[]),
        ("(a, b) -> (a-k, b-j) where k + j = 3", &[&[0, 1]]),
        ("(a, b) -> (a-k, b-j) where k + 2*j = 3", &[]),
        ("(a, b) -> (min(a, b) - 1, max(a, b))", &[]),
        ("(a, b) -> (a-1, b-1) where a*b > 5", &[&[0, 1]]),
        (
            "(a, b, c) -> (a-k, b, c) where k > 0 ; (a, b, c) -> (a, b-k, c) where k > 0 ; (a, b, c) -> (a, b, c-k) where k > 0",
            &[&[0, 1, 2]],
        ),
        ("(a, b, c) -> (a-1, b, c) ; (a, b, c) -> (a, b-2, c) ; (a, b, c) -> (a, b, c-1)", &[&[0, 2]]),
    ];

    #[test]
    fn components_that_may_be_exchanged() {
        for (text, expected) in RULES {
            assert_eq!(groups(text), expected, "{text}");
        }
    }

    #[test]
    fn representatives_have_the_values_of_what_they_stand_for() {
        for (text, _) in RULES.iter().filter(|(_, groups)| !groups.is_empty()) {
            let game = NamedGame::read(text).expect("a rule");
            let rules = game.ruleset().expect("a rule");
            let (symmetry, played) = (Symmetry::of(rules.checked()), Tuples::new(rules));
            let mut known = HashMap::new();
            for code in 0..5u64.pow(rules.arity() as u32) {
                let tuple: Vec<u64> =
                    (0..rules.arity() as u32).map(|place| code / 5u64.pow(place) % 5).collect();
                let same = symmetry.representative(&tuple);
                let values = [tuple, same].map(|tuple| reference::grundy(&played, &tuple, &mut known).ok());
                assert!(values[0].is_some() && values[0] == values[1], "{text} {code}");
            }
        }
    }

    #[test]
    fn many_variables_are_no_trouble() {
        let text = "(a, b) -> (a - c - d - e - f - g - h, b) where c + d + e + f + g + h > 0";
        assert!(Symmetry::of(Ruleset::parse(text).expect("a rule").checked()).groups.is_empty());
    }
}
