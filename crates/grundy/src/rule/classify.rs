//! What kind of game a rule is, so that the fastest engine that fits can serve it.
//!
//! Two readings are tried on a rule about heaps. First, does every move take a number from a set that does not depend on
//! the heap? Then it is Nim, a subtraction set or an all-but set, read off symbolically. Second, is it a take-and-break
//! code? For rules whose conditions only compare parts, differences of parts and the heap with constants (at most K in
//! size) the options of a heap look alike once every part can be far from every constant and from every other part: for
//! two parts from heap 4(K+1) on, for three from 20(K+1) on, up to parity and remainder modulo 3. So the candidate code,
//! read off at a few heaps, is compared with the rule on all heaps up to that bound, which proves them equal for ever.

use super::check::CheckedPart;
use super::code::{Code, Digit, Leave, MAX_PARTS, Shape};
use super::compile::{Branch, linear_atom};
use super::linear::Linear;
use super::play::Heaps;
use super::ruleset::{Form, Ruleset};
use super::syntax::{Operator, Relation};
use super::take_set::TakeSet;
use super::term::{Slot, Term};
use crate::base::limits::{Limits, Pulse};
use crate::game::{Part as GamePart, distinct_options};
use std::fmt;

/// The kind of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Class {
    /// A heap may become any smaller heap.
    Nim,
    /// A number from a finite set is taken.
    Take(TakeSet),
    /// Any number is taken except those of a finite set.
    AllBut(TakeSet),
    /// A number from one infinite set is taken, whatever the heap.
    TakeFrom,
    /// A take-and-break code.
    Code(Code),
    /// A take-and-break code from some heap on, with moves of their own for the smaller ones.
    CodeFrom {
        /// The code.
        code: Code,
        /// The first heap that follows it.
        from: u64,
    },
    /// Some other rule about heaps.
    Heaps,
    /// A rule about tuples.
    Tuples,
}

impl Class {
    /// The take-and-break code of the game, if it is one and its digits are few enough to write.
    pub fn code(&self) -> Option<Code> {
        let three = || both(&[0, 1]);
        let digits = |set: &TakeSet, inside: bool| -> Option<Vec<Digit>> {
            let last = set.largest().unwrap_or(0);
            let digit = |place| if set.contains(place) == inside { three() } else { Vec::new() };
            (last <= 64).then(|| (1..=last).map(digit).collect())
        };
        let code = match self {
            Class::Nim => Code { repeat: vec![three()], ..Code::default() },
            Class::Take(set) => Code { after: digits(set, true)?, ..Code::default() },
            Class::AllBut(set) => {
                Code { after: digits(set, false)?, repeat: vec![three()], ..Code::default() }
            }
            Class::Code(code) => code.clone(),
            _ => return None,
        };
        Some(code.normal())
    }
}

fn both(parts: &[u32]) -> Digit {
    parts.iter().map(|&parts| Leave { parts, or_more: false, shape: Shape::Any }).collect()
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Nim => f.write_str("Nim"),
            Class::Take(set) => write!(f, "subtraction set {set}"),
            Class::AllBut(set) => write!(f, "all-but set {set}"),
            Class::TakeFrom => f.write_str("subtraction from an infinite set"),
            Class::Code(code) => {
                let plain =
                    code.repeat.is_empty() && code.leaves().all(|l| l.shape == Shape::Any && !l.or_more);
                let kind = match (plain, code.most_parts()) {
                    (true, Some(0..=2)) => "octal code",
                    (true, _) => "hexadecimal code",
                    (false, _) => "splitting code",
                };
                write!(f, "{kind} {code}")
            }
            Class::CodeFrom { code, from } => {
                write!(f, "{} from heap {from} on", Class::Code(code.clone()))
            }
            Class::Heaps => f.write_str("general heap rule"),
            Class::Tuples => f.write_str("tuple rule"),
        }
    }
}

/// The class of a ruleset.
pub fn classify(rules: &Ruleset) -> Class {
    match rules.form() {
        Form::Take(set) => return Class::Take(set.clone()),
        Form::AllBut(set) => return all_but(set.clone()),
        Form::Code(code) => return of_code(code),
        Form::Rule => {}
    }
    if rules.arity() > 1 {
        return Class::Tuples;
    }
    let branches = &rules.program().branches;
    if let Some(class) = take_class(branches) {
        return class;
    }
    let late = match code_of(rules) {
        Some((code, 0)) => return of_code(&code),
        late => late,
    };
    if !branches.is_empty() && branches.iter().all(takes_from_fixed_set) {
        return Class::TakeFrom;
    }
    late.map_or(Class::Heaps, |(code, from)| Class::CodeFrom { code, from })
}

fn all_but(set: TakeSet) -> Class {
    if set.is_empty() { Class::Nim } else { Class::AllBut(set) }
}

/// A code, or the simpler class it is when every digit is 0 or 3.
fn of_code(code: &Code) -> Class {
    let three = both(&[0, 1]);
    let simple =
        code.before.is_empty() && code.after.iter().chain(&code.repeat).all(|d| d.is_empty() || *d == three);
    let places = |wanted: bool| {
        let taken = code.after.iter().enumerate().filter(move |(_, digit)| digit.is_empty() != wanted);
        TakeSet::from_numbers(taken.map(|(index, _)| index as u64 + 1))
    };
    match (simple, code.repeat.len()) {
        (true, 0) => Class::Take(places(true)),
        (true, 1) => all_but(places(false)),
        _ => Class::Code(code.clone()),
    }
}

// ---------------------------------------------------------------------------------------------- fixed sets of takes

/// Numbers that may be taken: ranges, the last of which may have no end.
type Takes = Vec<(i128, Option<i128>)>;

fn take_class(branches: &[Branch]) -> Option<Class> {
    let mut takes: Takes = Vec::new();
    for branch in branches {
        takes.extend(branch_takes(branch)?);
    }
    if takes.iter().any(|range| range.0 < 1) {
        return None;
    }
    // No heap is larger than 2^64 - 1, so neither is a take.
    let last = |last: i128| u64::try_from(last).unwrap_or(u64::MAX);
    let bounded = |range: &(i128, Option<i128>)| Some((range.0.try_into().ok()?, last(range.1?)));
    let ends: Vec<(u64, u64)> = takes.iter().filter_map(bounded).collect();
    let Some(tail) = takes.iter().filter(|range| range.1.is_none()).map(|range| range.0).min() else {
        let set = TakeSet::new(ends.clone());
        return match set.initial_segment() {
            _ if ends.len() < takes.len() => None,
            Some(u64::MAX) => Some(Class::Nim),
            _ => Some(Class::Take(set)),
        };
    };
    // Everything from `tail` on may be taken, so the set is named by what may not.
    let tail = u64::try_from(tail).ok().filter(|&tail| tail <= 100_000)?;
    let set = TakeSet::new(ends);
    Some(all_but(TakeSet::from_numbers((1..tail).filter(|&take| !set.contains(take)))))
}

/// The numbers a branch takes, if they do not depend on the heap and every condition is linear.
fn branch_takes(branch: &Branch) -> Option<Takes> {
    let heap: Slot = 0;
    let part = Linear::of(single_part(branch)?)?;
    let others: Vec<(Slot, i128)> =
        part.coefficients.iter().map(|(&s, &c)| (s, c)).filter(|&(s, _)| s != heap).collect();
    // The variable v in terms of the take t and the heap n: v = sign * t + shift + scale * n.
    let (variable, sign, shift, scale) = match (part.coefficient(heap), others.as_slice()) {
        (1, []) => (None, 0, 0, 0),
        (1, [(slot, -1)]) => (Some(*slot), 1, part.constant, 0),
        (0, [(slot, 1)]) => (Some(*slot), -1, -part.constant, 1),
        _ => return None,
    };
    if branch.loops.len() != usize::from(variable.is_some()) {
        return None;
    }
    let Some(variable) = variable else {
        let always = branch.conditions.iter().all(|atom| about_part_only(atom, &part));
        return always.then(|| vec![(-part.constant, Some(-part.constant))]);
    };
    let (mut least, mut most, mut gaps) = (i128::MIN, None, Vec::new());
    let mut note = |relation: Relation, form: &Linear| -> Option<()> {
        let c = form.coefficient(variable);
        let (t, n, constant) = (c * sign, form.coefficient(heap) + c * scale, form.constant + c * shift);
        if form.coefficients.keys().any(|&slot| slot != heap && slot != variable) {
            return None;
        }
        match (t, n, relation) {
            (0, 0, _) => relation.holds(constant, 0).then_some(()),
            // n - t + constant >= 0 follows from the part not being negative.
            (-1, 1, Relation::GreaterEqual) if constant >= 0 => Some(()),
            (-1, 1, Relation::Greater) if constant >= 1 => Some(()),
            (1, -1, Relation::LessEqual) if constant <= 0 => Some(()),
            (1, -1, Relation::Less) if constant <= -1 => Some(()),
            // The heap is never negative.
            (0, 1, Relation::GreaterEqual) if constant >= 0 => Some(()),
            (1 | -1, 0, _) => {
                let value = -constant * t;
                let flipped = if t == 1 { relation } else { relation.mirrored() };
                match flipped {
                    Relation::GreaterEqual => least = least.max(value),
                    Relation::Greater => least = least.max(value + 1),
                    Relation::LessEqual => most = Some(most.map_or(value, |m: i128| m.min(value))),
                    Relation::Less => most = Some(most.map_or(value - 1, |m: i128| m.min(value - 1))),
                    Relation::Equal => {
                        least = least.max(value);
                        most = Some(most.map_or(value, |m: i128| m.min(value)));
                    }
                    Relation::NotEqual => gaps.push(value),
                    _ => return None,
                }
                Some(())
            }
            _ => None,
        }
    };
    for atom in &branch.conditions {
        let (relation, form) = linear_atom(atom)?;
        note(relation, &form)?;
    }
    // The ends of the variable that no condition gave.
    let [this] = branch.loops.as_slice() else { return None };
    if this.from_zero {
        note(Relation::GreaterEqual, &Linear::of(&Term::Slot(variable))?)?;
    }
    if this.to_largest {
        note(Relation::GreaterEqual, &Linear::difference(&Term::Slot(heap), &Term::Slot(variable))?)?;
    }
    Some(without_gaps(least, most, gaps))
}

/// Whether an atom says no more than that the part is not negative.
fn about_part_only(atom: &super::formula::Formula, part: &Linear) -> bool {
    match linear_atom(atom) {
        Some((Relation::GreaterEqual, form)) => form == *part,
        _ => false,
    }
}

fn without_gaps(least: i128, most: Option<i128>, mut gaps: Vec<i128>) -> Takes {
    gaps.sort_unstable();
    let mut out = Vec::new();
    let mut from = least;
    for gap in gaps.into_iter().filter(|&gap| gap >= least) {
        if most.is_some_and(|most| gap > most) {
            break;
        }
        if from < gap {
            out.push((from, Some(gap - 1)));
        }
        from = gap + 1;
    }
    if most.is_none_or(|most| from <= most) {
        out.push((from, most));
    }
    out
}

fn single_part(branch: &Branch) -> Option<&Term> {
    match branch.parts.as_slice() {
        [CheckedPart::Copies { count: None, component }] => Some(&component[0]),
        _ => None,
    }
}

/// Whether a branch is `n -> n - X` with X free of n, at least each of its variables, and conditions free of n.
fn takes_from_fixed_set(branch: &Branch) -> bool {
    let Some(Term::Binary(Operator::Subtract, left, take)) = single_part(branch).map(split_take) else {
        return false;
    };
    let part = single_part(branch).expect("looked at just above");
    let own = |atom: &super::formula::Formula| matches!(atom, super::formula::Formula::Compare(Relation::GreaterEqual, term, Term::Integer(0)) if term == part);
    *left == Term::Slot(0)
        && branch.negative.is_empty()
        && !take.mentions(0)
        && branch.loops.iter().all(|l| grows_with(&take, l.slot))
        && branch.conditions.iter().all(|atom| own(atom) || !atom.mentions(0))
}

/// A part written as heap minus take, when it is linear with the heap in it; otherwise as it is.
fn split_take(part: &Term) -> Term {
    match Linear::of(part).and_then(|form| form.times(-1)) {
        Some(form) if form.coefficient(0) == -1 => {
            Term::Binary(Operator::Subtract, Box::new(Term::Slot(0)), Box::new(form.without(0).to_term()))
        }
        _ => part.clone(),
    }
}

/// Whether the term is plainly at least as large as the slot, whatever its value.
fn grows_with(term: &Term, slot: Slot) -> bool {
    match term {
        Term::Slot(s) => *s == slot,
        Term::Integer(_) | Term::Unary(..) => false,
        Term::Binary(operator, left, right) => {
            let positive =
                |term: &Term| matches!(term, Term::Integer(value) if *value >= 1) || grows_with(term, slot);
            let plain = |term: &Term| {
                matches!(term, Term::Integer(value) if *value >= 0) || matches!(term, Term::Slot(_))
            };
            match operator {
                Operator::Add => {
                    (grows_with(left, slot) && (plain(right) || grows_with(right, slot)))
                        || (grows_with(right, slot) && plain(left))
                }
                Operator::Multiply => {
                    (grows_with(left, slot) && positive(right)) || (grows_with(right, slot) && positive(left))
                }
                Operator::Power => {
                    (grows_with(left, slot) && matches!(**right, Term::Integer(e) if e >= 1))
                        || (matches!(**left, Term::Integer(b) if b >= 2) && grows_with(right, slot))
                }
                _ => false,
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ codes

/// Most options that the comparison with a code may look at.
const MAX_COMPARED_OPTIONS: u64 = 3_000_000;

/// The options of one heap: sorted parts without the empty heap.
type Options = Vec<Vec<u64>>;

/// The code of a rule, and the first heap that follows it.
fn code_of(rules: &Ruleset) -> Option<(Code, u64)> {
    let branches = &rules.program().branches;
    let mut size = 1i128;
    let mut widest = 0;
    for branch in branches {
        let (constant, parts) = constants(branch)?;
        size = size.max(constant + 1);
        widest = widest.max(parts);
    }
    let size = u64::try_from(size).ok().filter(|&size| size <= 10_000)?;
    let (bound, per_heap) = match widest {
        0 | 1 => (5 * size + 12, 5 * size + 12),
        2 => (5 * size + 12, 5 * size + 12),
        _ => (21 * size + 24, (21 * size + 24).pow(2) / 4),
    };
    if bound * per_heap * branches.len() as u64 > MAX_COMPARED_OPTIONS {
        return None;
    }
    let game = Heaps::new(rules);
    let all = (0..=bound).map(|heap| options(&game, heap)).collect::<Option<Vec<Options>>>()?;
    let code = candidate(&all, size)?;
    let spelled = Ruleset::parse(&code.to_string()).ok()?;
    let coded = Heaps::new(&spelled);
    let equal = |(heap, found): (usize, &Options)| options(&coded, heap as u64).as_ref() == Some(found);
    let from = all.iter().enumerate().rposition(|heap| !equal(heap)).map_or(0, |heap| heap as u64 + 1);
    // Heaps from here on look alike.
    let alike = bound / 5 * 4;
    (from == 0 || (widest <= 2 && from <= alike)).then_some((code, from))
}

fn options(game: &Heaps<'_>, heap: u64) -> Option<Options> {
    let limits = Limits::glance();
    let found = distinct_options(game, &heap, &mut Pulse::listing(&limits)).ok()?;
    let expand = |parts: Vec<GamePart<u64>>| {
        let copies: u64 = parts.iter().map(|part| part.copies).sum();
        let heaps = || {
            parts.iter().flat_map(|part| std::iter::repeat_n(part.component, part.copies as usize)).collect()
        };
        (copies <= u64::from(MAX_PARTS)).then(heaps)
    };
    let mut expanded = found.into_iter().map(expand).collect::<Option<Options>>()?;
    expanded.sort();
    Some(expanded)
}

/// The largest constant that a condition compares a part, a difference of parts or the heap with, and the number of
/// parts; `None` when a condition says anything else.
fn constants(branch: &Branch) -> Option<(i128, usize)> {
    let heap = Linear::of(&Term::Slot(0))?;
    let mut parts: Vec<Linear> = Vec::new();
    for part in &branch.parts {
        let CheckedPart::Copies { count, component } = part else { return None };
        let copies = match count {
            None => 1,
            Some(Term::Integer(copies)) => usize::try_from(*copies).ok()?,
            Some(_) => return None,
        };
        let form = Linear::of(&component[0])?;
        // The bound below counts constants only, so every part must move in step with the heap and its variables.
        if form.coefficients.values().any(|coefficient| coefficient.abs() != 1) {
            return None;
        }
        (parts.len() + copies <= MAX_PARTS as usize)
            .then(|| parts.extend(std::iter::repeat_n(form, copies)))?;
    }
    let taken = parts.iter().try_fold(heap.clone(), |rest, part| rest.plus(part, -1))?;
    // What is taken counts as one more part when it is not fixed: together they make the heap.
    let places = parts.len() + usize::from(!taken.is_constant());
    if places > MAX_PARTS as usize {
        return None;
    }
    let mut bases = parts.clone();
    for (index, part) in parts.iter().enumerate() {
        bases.extend(parts[..index].iter().filter_map(|other| part.plus(other, -1)));
    }
    bases.extend(parts.iter().filter_map(|part| part.plus(&taken, -1)));
    bases.extend([heap.clone(), taken.clone()]);
    let mut size = taken.constant.abs();
    let mut fits = |form: &Linear| -> Option<()> {
        let matching = bases.iter().flat_map(|base| [Some(base.clone()), base.times(-1)]).flatten();
        let rest = matching.filter_map(|base| form.plus(&base, -1)).find(Linear::is_constant);
        let rest = rest.or_else(|| form.is_constant().then(|| form.clone()))?;
        size = size.max(rest.constant.abs());
        Some(())
    };
    for atom in &branch.conditions {
        fits(&linear_atom(atom)?.1)?;
    }
    for this in &branch.loops {
        let v = Linear::of(&Term::Slot(this.slot))?;
        // A variable that is itself a part is at most the heap, because the parts together are.
        if !(taken.constant >= 0 && parts.contains(&v)) && v != taken {
            if this.from_zero {
                fits(&v)?;
            }
            if this.to_largest {
                fits(&heap.plus(&v, -1)?)?;
            }
        }
    }
    Some((size, places))
}

/// The code that the options suggest: what is left of heap `t` alone, and of the largest heaps, when `t` is taken.
fn candidate(all: &[Options], size: u64) -> Option<Code> {
    let last = all.len() as u64 - 1;
    let digit = |taken: u64| -> Digit {
        let mut digit = Digit::new();
        if all[taken as usize].iter().any(Vec::is_empty) {
            digit.push(Leave { parts: 0, or_more: false, shape: Shape::Any });
        }
        for parts in 1..=MAX_PARTS {
            let near = all[(last - 7) as usize..].iter().zip(last - 7..);
            let found = near.flat_map(|(options, heap)| options.iter().map(move |option| (option, heap)));
            let left: Vec<&Vec<u64>> = found
                .filter(|(option, heap)| {
                    option.len() == parts as usize && option.iter().sum::<u64>() + taken == *heap
                })
                .map(|(option, _)| option)
                .collect();
            if left.is_empty() {
                continue;
            }
            let fits = |shape: Shape| left.iter().all(|option| shape.admits(option));
            let several = [Shape::Equal, Shape::Distinct, Shape::NotAllEqual, Shape::Any];
            let shape = if parts == 1 {
                Shape::Any
            } else {
                several.into_iter().find(|&shape| fits(shape)).unwrap_or_default()
            };
            // Two parts that differ are two parts not all equal; one spelling is enough.
            digit.push(Leave { parts, or_more: false, shape });
        }
        digit
    };
    let takes_far = all[last as usize].iter().any(|option| option.iter().sum::<u64>() + size < last);
    let digits_up_to = if takes_far { size + 1 } else { size };
    let before = digit(0);
    let mut after: Vec<Digit> = (1..=digits_up_to.min(last)).map(digit).collect();
    let repeat = if takes_far { vec![after.pop()?] } else { Vec::new() };
    Some(Code { before: vec![before], after, repeat }.normal())
}
