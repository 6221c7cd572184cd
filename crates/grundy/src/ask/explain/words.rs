//! A rule read aloud.

use crate::rule::code::{Leave, Shape};
use crate::rule::range::VariableRange;
use crate::rule::syntax::{Clause, Condition, Expr, OptionPart, Predicate, Relation, Set, SetFunction};
use crate::rule::term::Term;
use crate::rule::{Code, Form, Ruleset, parser};

/// The ruleset in sentences, one for each way to move.
pub fn ruleset(rules: &Ruleset) -> Vec<String> {
    match rules.form() {
        Form::Code(code) => of_code(code),
        Form::Take(set) if set.is_empty() => vec!["no move is possible".to_owned()],
        Form::Take(set) => vec![format!("take a number of tokens out of {set} from a heap")],
        Form::AllBut(set) if set.is_empty() => {
            vec!["take any number of tokens from a heap, at least one".to_owned()]
        }
        Form::AllBut(set) => {
            vec![format!("take any number of tokens from a heap, at least one, but none of {set}")]
        }
        Form::Rule => match parser::parse(rules.text()) {
            Ok(rule) => clauses(&rule.clauses),
            Err(_) => vec![rules.text().to_owned()],
        },
    }
}

/// The rule with brackets where it could be read in two ways, if it has such places.
pub fn bracketed(rules: &Ruleset) -> Option<String> {
    let rule = (*rules.form() == Form::Rule).then(|| parser::parse(rules.text()).ok())??;
    let text = format!("{rule:#}");
    (text != rules.text()).then_some(text)
}

/// What each variable of a rule runs over.
pub fn ranges(rules: &Ruleset) -> Vec<String> {
    let rule = (*rules.form() == Form::Rule).then(|| parser::parse(rules.text()).ok()).flatten();
    let Some(rule) = rule else { return Vec::new() };
    let several = rule.clauses.len() > 1;
    let mut out = Vec::new();
    for (index, (clause, meaning)) in rule.clauses.iter().zip(&rules.checked().clauses).enumerate() {
        for (slot, range) in meaning.ranges.all() {
            let name = &meaning.names[slot];
            let text = range_of(name, range, &meaning.names, clause, rules.arity());
            out.push(if several { format!("clause {}: {text}", index + 1) } else { text });
        }
    }
    out
}

fn range_of(name: &str, range: &VariableRange, names: &[String], clause: &Clause, arity: usize) -> String {
    let text = |term: &Term| term.to_expr(names).to_string();
    match range {
        VariableRange::Defined(term) => format!("{name} = {}", text(term)),
        VariableRange::Listed { .. } if sets_of(name, &clause.conditions).is_some() => {
            format!("{name} in {}", sets_of(name, &clause.conditions).unwrap_or_default())
        }
        VariableRange::Listed { lower, upper } | VariableRange::Bounded { lower, upper } => {
            let from = lower.as_ref().map_or("0".to_owned(), text);
            match upper {
                Some(upper) => format!("{name} from {from} to {}", text(upper)),
                None => format!(
                    "{name} from {from} up to {}, as nothing else is said",
                    names[crate::rule::check::largest_slot(arity)]
                ),
            }
        }
    }
}

/// The sets that a condition between commas lists a name in.
fn sets_of(name: &str, conditions: &[Condition]) -> Option<String> {
    let is_name = |expr: &Expr| matches!(expr, Expr::Name(found) if found.text == name);
    conditions.iter().find_map(|condition| match condition {
        Condition::Member(expr, set) if is_name(expr) => Some(set.to_string()),
        Condition::Or(items) => {
            let sets: Option<Vec<String>> =
                items.iter().map(|item| sets_of(name, std::slice::from_ref(item))).collect();
            sets.map(|sets| sets.join(" or "))
        }
        Condition::All(items) => sets_of(name, items),
        _ => None,
    })
}

fn of_code(code: &Code) -> Vec<String> {
    let mut out = Vec::new();
    for (place, digit) in code.before.iter().enumerate().filter(|(_, digit)| !digit.is_empty()) {
        let action = if place == 0 { "take nothing".to_owned() } else { format!("add {place} token(s)") };
        out.push(format!("{action} and leave {}", leaves(digit)));
    }
    for (place, digit) in code.after.iter().enumerate().filter(|(_, digit)| !digit.is_empty()) {
        out.push(format!("take {} and leave {}", place + 1, leaves(digit)));
    }
    for (index, digit) in code.repeat.iter().enumerate().filter(|(_, digit)| !digit.is_empty()) {
        let first = code.after.len() + index + 1;
        let which = match code.repeat.len() {
            1 => format!("{first} or more"),
            step => format!("{first}, {}, {}, ...", first + step, first + 2 * step),
        };
        out.push(format!("take {which} and leave {}", leaves(digit)));
    }
    if out.is_empty() { vec!["no move is possible".to_owned()] } else { out }
}

fn leaves(digit: &[Leave]) -> String {
    let one = |leave: &Leave| {
        let shape = match leave.shape {
            Shape::Any => "",
            Shape::Distinct => ", no two alike",
            Shape::Equal => ", all alike",
            Shape::NotAllEqual => ", not all alike",
        };
        let count = match (leave.parts, leave.or_more) {
            (0, true) => "any number of heaps".to_owned(),
            (parts, true) => format!("{parts} or more heaps"),
            (0, false) => "nothing".to_owned(),
            (1, false) => "one heap".to_owned(),
            (2, false) => "two heaps".to_owned(),
            (parts, false) => format!("{parts} heaps"),
        };
        format!("{count}{shape}")
    };
    join(digit.iter().map(one).collect(), "or")
}

fn join(items: Vec<String>, word: &str) -> String {
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Clauses in sentences.
pub fn clauses(clauses: &[Clause]) -> Vec<String> {
    clauses.iter().map(clause).collect()
}

fn clause(clause: &Clause) -> String {
    let names: Vec<&str> = clause.pattern.iter().map(|name| name.text.as_str()).collect();
    let (from, parts) = match (clause.kinds.first(), names.as_slice()) {
        (Some(kind), names) => (format!("from {}({})", kind.text, names.join(", ")), clause.kind_parts()),
        (None, [heap]) => (format!("from a heap of {heap}"), clause.option.iter().map(part).collect()),
        (None, tuple) => (format!("from ({})", tuple.join(", ")), clause.option.iter().map(part).collect()),
    };
    let left = join(parts, "and");
    let conditions = join(clause.conditions.iter().map(condition).collect(), "and");
    match conditions.is_empty() {
        true => format!("{from}, a move leaves {left}"),
        false => format!("{from}, a move leaves {left}, where {conditions}"),
    }
}

fn part(part: &OptionPart) -> String {
    match part {
        OptionPart::Each { from, to } => format!("one heap of each size from {from} to {to}"),
        OptionPart::Copies { count, component, .. } => {
            let text: Vec<String> = component.iter().map(Expr::to_string).collect();
            match (count, text.as_slice()) {
                (None, [heap]) if heap == "0" => "nothing".to_owned(),
                (None, [heap]) => format!("a heap of {heap}"),
                (None, tuple) => format!("({})", tuple.join(", ")),
                (Some(count), [heap]) => format!("{count} heaps of {heap} each"),
                (Some(count), tuple) => format!("{count} times ({})", tuple.join(", ")),
            }
        }
    }
}

fn condition(condition: &Condition) -> String {
    let all = |items: &[Condition], word: &str| join(items.iter().map(self::condition).collect(), word);
    match condition {
        Condition::Chain(first, rest) => {
            let mut text = first.to_string();
            for (relation, expr) in rest {
                let sign = if *relation == Relation::Divides { "divides" } else { relation.sign() };
                text.push_str(&format!(" {sign} {expr}"));
            }
            text
        }
        Condition::Member(expr, Set::Of(function, of)) => {
            let set = match function {
                SetFunction::Digits => "digits",
                SetFunction::Divisors => "divisors",
                SetFunction::Factors => "prime factors",
            };
            format!("{expr} is one of the {set} of {of}")
        }
        Condition::TupleMember(tuple, set) => {
            let text = |tuple: &[Expr]| {
                format!("({})", tuple.iter().map(Expr::to_string).collect::<Vec<_>>().join(", "))
            };
            format!("{} is one of {}", text(tuple), join(set.iter().map(|one| text(one)).collect(), "or"))
        }
        Condition::Member(expr, Set::Ranges(ranges)) => {
            let ranges = ranges.iter().map(|range| match (&range.to, &range.step) {
                (None, _) => range.from.to_string(),
                (Some(to), None) => format!("{} to {to}", range.from),
                (Some(to), Some(step)) => format!("{} to {to} in steps of {step}", range.from),
            });
            format!("{expr} is one of {}", join(ranges.collect(), "or"))
        }
        Condition::Even(expr) => format!("{expr} is even"),
        Condition::Odd(expr) => format!("{expr} is odd"),
        Condition::Is(expr, Predicate::Square) => format!("{expr} is a square"),
        Condition::Is(expr, Predicate::Prime) => format!("{expr} is prime"),
        Condition::Is(expr, Predicate::PowerOf(base)) => format!("{expr} is a power of {base}"),
        Condition::Or(items) => all(items, "or"),
        Condition::All(items) => format!("({})", all(items, "and")),
        Condition::Not(inner) => format!("it is not so that {}", self::condition(inner)),
    }
}
