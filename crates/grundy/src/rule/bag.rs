//! Moves across heaps: `{a, b} -> {a - k, b - k} where k > 0`.
//!
//! A position is a bag (a multiset) of heaps, one component however many they are. A clause names different heaps of the
//! bag, in any order; what stands on the right takes their place, the others stay, and empty heaps vanish. Each clause is
//! compiled like a clause about tuples, over the heaps it picks ([`super::compile`]), so that equations are solved and loops
//! have ends; the bag is put together again from what a move leaves.
//!
//! Play ends when the total falls, or the number of heaps, or the one where the other stays. Only two orders need be looked
//! at: number first, which serves every rule that never leaves more heaps than it picks, and total first, which serves the
//! others. So the order is known from the rule, and each move that is met is checked against it.
//!
//! ```
//! use grundy::rule::bag::BagRule;
//! use grundy::rule::headers::frame;
//!
//! let rule = BagRule::read(&frame("{a, b} -> {a + b}")?, &[])?;
//! assert_eq!(rule.play_ends(), "shown from the rule: every move leaves fewer heaps");
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::{Checked, CheckedPart, check_bags, first_variable};
use super::compile::{Branch, Program, compile};
use super::enumerate::{EnumerationHalt, PartValue, part_values};
use super::headers::{Framed, Header};
use super::linear::Linear;
use super::parser::parse;
use super::play::{Interrupt, MAX_EACH, TOO_MANY, Visited, run};
use super::progress::Facts;
use super::symmetry::Symmetry;
use super::syntax::{Clause, Condition, Expr, Name, OptionPart, Relation, Rule};
use super::term::{Number, Term};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::error::Offence;
use crate::base::limits::Pulse;
use crate::base::text::near::nearest;
use crate::game::{Game, Part, Visit};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// A bag of heaps, in increasing order, none of them empty.
pub type Bag = Vec<u64>;

/// Most heaps that a bag may hold.
pub const MAX_HEAPS: usize = 1 << 20;

/// A rule about bags of heaps.
#[derive(Debug, Clone)]
pub struct BagRule {
    source: String,
    text: String,
    rule: Rule,
    clauses: Vec<BagClause>,
    order: BagOrder,
    /// Whether every move was shown to descend.
    shown: bool,
    /// Play may go on for ever, and no move is checked.
    loopy: bool,
}

/// A clause over the heaps it picks.
#[derive(Debug, Clone)]
struct BagClause {
    program: Program,
    checked: Checked,
    option_span: Span,
    /// Names that may be exchanged: of those picks that differ by it, one will do.
    groups: Vec<Vec<usize>>,
}

/// What falls in every move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BagOrder {
    /// The total.
    Total,
    /// The number of heaps.
    Count,
    /// The total, or the number of heaps where the total stays.
    TotalThenCount,
    /// The number of heaps, or the total where the number stays.
    CountThenTotal,
}

impl BagOrder {
    fn decreases(self, before: (u128, usize), after: (u128, usize)) -> bool {
        let swap = |(total, count): (u128, usize)| (count, total);
        match self {
            BagOrder::Total => after.0 < before.0,
            BagOrder::Count => after.1 < before.1,
            BagOrder::TotalThenCount => after < before,
            BagOrder::CountThenTotal => swap(after) < swap(before),
        }
    }

    /// What falls, in words.
    fn words(self) -> &'static str {
        match self {
            BagOrder::Total => "every move leaves a smaller total",
            BagOrder::Count => "every move leaves fewer heaps",
            BagOrder::TotalThenCount => "every move leaves a smaller total, or the same total in fewer heaps",
            BagOrder::CountThenTotal => "every move leaves fewer heaps, or as many with a smaller total",
        }
    }
}

impl BagRule {
    /// Reads the clauses of a rule about bags.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn read(framed: &Framed, given: &[(String, i128)]) -> Result<BagRule, Diagnostics> {
        let mut rule = parse(&framed.body).map_err(|errors| framed.at_home(errors))?;
        let checked = check_bags(&rule, &framed.text, given)?;
        for (parameter, (_, value)) in rule.parameters.iter_mut().zip(&checked[0].parameters) {
            parameter.value = *value;
        }
        let loopy = framed.headers.loopy.is_some();
        let said = framed.headers.measure.as_ref();
        let said = said.map(|said| measure(said, loopy)).transpose();
        let said = said.map_err(|error| Diagnostics::new(&framed.text, vec![error]))?;
        let clauses: Vec<BagClause> = checked
            .into_iter()
            .zip(&rule.clauses)
            .map(|(checked, clause)| BagClause {
                program: compile(&checked),
                groups: Symmetry::of(&checked).groups().to_vec(),
                checked,
                option_span: clause.option_span,
            })
            .collect();
        let (order, shown) = descent(&clauses, said);
        let first = if loopy { "loopy ; " } else { "" };
        let last =
            framed.headers.measure.as_ref().map_or(String::new(), |said| format!(" ; measure {}", said.text));
        let text = format!("{first}{rule}{last}");
        Ok(BagRule { source: framed.text.clone(), text, rule, clauses, order, shown, loopy })
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether play may go on for ever.
    pub fn is_loopy(&self) -> bool {
        self.loopy
    }

    /// Why play ends, in words.
    pub fn play_ends(&self) -> String {
        let words = self.order.words();
        match (self.loopy, self.shown) {
            (true, _) => "play may go on for ever, and is then a draw (D)".to_owned(),
            (false, true) => format!("shown from the rule: {words}"),
            (false, false) => format!("checked on every move that is met: {words}"),
        }
    }

    /// The error that a move makes no progress, with the place of the option in the text.
    pub fn no_progress(&self, offence: &Offence) -> Diagnostics {
        let span = self.clauses.get(offence.clause).map_or(Span::default(), |clause| clause.option_span);
        let message = format!("the move `{} -> {}` makes no progress", offence.before, offence.after);
        let must = match self.order {
            BagOrder::Total => "the total must fall in every move",
            BagOrder::Count => "the number of heaps must fall in every move",
            BagOrder::CountThenTotal | BagOrder::TotalThenCount => {
                "the total or the number of heaps must fall in every move"
            }
        };
        let hint = format!("{must}; rules that may go round begin with `loopy`");
        let diagnostic = Diagnostic::new(ErrorCode::NoProgress, span, message).hint(hint);
        Diagnostics::new(&self.source, vec![diagnostic])
    }

    /// The rule about tuples of so many heaps that plays like this one, as text: a clause for every choice of places. `None`
    /// where a move may leave more heaps than it picks, or there would be more than `most` clauses.
    pub fn as_tuples(&self, heaps: usize, most: usize) -> Option<String> {
        if self.loopy || heaps < 2 {
            return None;
        }
        let mut rule = Rule { parameters: self.rule.parameters.clone(), clauses: Vec::new() };
        for (clause, compiled) in self.rule.clauses.iter().zip(&self.clauses) {
            for places in places(heaps, compiled) {
                rule.clauses.push(spread(clause, compiled, &places, heaps)?);
                if rule.clauses.len() > most {
                    return None;
                }
            }
        }
        // Without any clause that fits, play is over: that needs no table.
        (!rule.clauses.is_empty()).then(|| rule.to_string())
    }
}

/// The measure that a rule about bags says.
fn measure(said: &Header, loopy: bool) -> Result<BagOrder, Diagnostic> {
    if loopy {
        return Err(super::loopy::ends(said));
    }
    match said.text.as_str() {
        "total" => Ok(BagOrder::Total),
        "count" => Ok(BagOrder::Count),
        other => {
            let message = format!("a bag has no measure `{other}`");
            let diagnostic = Diagnostic::new(ErrorCode::Measure, said.span, message);
            Err(match nearest(other, ["total", "count"]) {
                Some(near) => diagnostic.suggest(near),
                None => diagnostic.hint("the measures of a bag are `total` and `count`"),
            })
        }
    }
}

/// The order that descends, and whether that can be seen from the rule.
fn descent(clauses: &[BagClause], said: Option<BagOrder>) -> (BagOrder, bool) {
    let branches =
        || clauses.iter().flat_map(|clause| clause.program.branches.iter().map(move |b| (clause, b)));
    let total = |least| branches().all(|(clause, branch)| total_falls(clause, branch, least));
    let count = |fewer| branches().all(|(clause, branch)| count_falls(clause, branch, fewer));
    let each = |first: fn(&BagClause, &Branch, i128) -> bool,
                second: fn(&BagClause, &Branch, i128) -> bool| {
        branches().all(|(clause, branch)| {
            first(clause, branch, 1) || first(clause, branch, 0) && second(clause, branch, 1)
        })
    };
    match said {
        Some(BagOrder::Count) => (BagOrder::Count, count(1)),
        Some(order) => (order, total(1)),
        None if count(1) => (BagOrder::Count, true),
        None if total(1) => (BagOrder::Total, true),
        None if count(0) => (BagOrder::CountThenTotal, each(count_falls, total_falls)),
        None => (BagOrder::TotalThenCount, each(total_falls, count_falls)),
    }
}

/// Whether the total is seen to fall by at least so much (0 or 1).
fn total_falls(clause: &BagClause, branch: &Branch, least: i128) -> bool {
    let picked = clause.checked.arity;
    let facts = facts(clause, branch);
    let Some(heaps) = left(branch) else { return false };
    let before =
        (0..picked).try_fold(Linear::default(), |sum, slot| sum.plus(&Linear::of(&Term::Slot(slot))?, 1));
    let linear = || {
        let difference = heaps.iter().try_fold(before?, |rest, term| rest.plus(&Linear::of(term)?, -1))?;
        Some(facts.at_least(&difference, least))
    };
    // A heap that is not replaced vanishes, and none that is picked is empty.
    let pairwise = || {
        let mut pairs = heaps.iter().enumerate();
        heaps.len() <= picked
            && pairs.clone().all(|(slot, term)| facts.exceeds(slot, term, 0))
            && (least == 0 || heaps.len() < picked || pairs.any(|(slot, term)| facts.exceeds(slot, term, 1)))
    };
    linear() == Some(true) || pairwise()
}

/// Whether the number of heaps is seen to fall by at least so much (0 or 1).
fn count_falls(clause: &BagClause, branch: &Branch, fewer: i128) -> bool {
    let full = |term: &&&Term| !matches!(term, Term::Integer(0));
    left(branch).is_some_and(|heaps| {
        let most = heaps.iter().filter(full).count() as i128;
        most + fewer <= clause.checked.arity as i128
    })
}

/// What is known in a branch; heaps that are picked are not empty.
fn facts(clause: &BagClause, branch: &Branch) -> Facts {
    let arity = clause.checked.arity;
    Facts::new(branch, arity).with_positive(0..arity)
}

/// The heaps that a branch leaves in place of those picked; `None` when their number is not fixed.
fn left(branch: &Branch) -> Option<Vec<&Term>> {
    let heap = |part| match part {
        &CheckedPart::Copies { count: None, ref component } => Some(&component[0]),
        _ => None,
    };
    branch.parts.iter().map(heap).collect()
}

/// The ways to give the names of a clause different places among so many heaps, one of those that play alike.
fn places(heaps: usize, clause: &BagClause) -> Vec<Vec<usize>> {
    let mut out = Vec::new();
    let mut chosen = Vec::new();
    choose(heaps, clause, &mut chosen, &mut out);
    out
}

fn choose(heaps: usize, clause: &BagClause, chosen: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if chosen.len() == clause.checked.arity {
        out.push(chosen.clone());
        return;
    }
    for place in 0..heaps {
        if !chosen.contains(&place) && clause.in_order(chosen, place) {
            chosen.push(place);
            choose(heaps, clause, chosen, out);
            chosen.pop();
        }
    }
}

impl BagClause {
    /// Whether a place for the next name stands behind those of the names that may be exchanged with it.
    fn in_order(&self, chosen: &[usize], place: usize) -> bool {
        let name = chosen.len();
        let alike = self.groups.iter().find(|group| group.contains(&name));
        alike.is_none_or(|group| {
            group.iter().filter(|&&other| other < name).all(|&other| chosen[other] < place)
        })
    }

    /// Whether a variable is seen to be at most one of the heaps picked, by the conditions of the clause.
    fn is_bounded(&self, variable: usize) -> bool {
        let bounded = |branch: &Branch| {
            let facts = Facts::of_conditions(branch);
            let below = |slot: usize| {
                Linear::difference(&Term::Slot(slot), &Term::Slot(variable))
                    .is_some_and(|form| facts.at_least(&form, 0))
            };
            (0..self.checked.arity).any(below)
        };
        self.program.branches.iter().all(bounded)
    }
}

/// A clause on the heaps at these places, as a clause about tuples; `None` where it leaves more heaps than it picks, or a
/// variable might go further.
fn spread(clause: &Clause, compiled: &BagClause, places: &[usize], heaps: usize) -> Option<Clause> {
    let names = &compiled.checked.clauses[0].names;
    // A tuple lets a variable go up to the largest of all heaps, a bag to the largest of those picked.
    let mut variables = first_variable(compiled.checked.arity)..names.len();
    if heaps > places.len() && !variables.all(|variable| compiled.is_bounded(variable)) {
        return None;
    }
    let name = |text: String| Name { text, span: Span::default() };
    let free = |place: usize| {
        let mut text = format!("x{}", place + 1);
        while names.contains(&text) || compiled.checked.parameters.iter().any(|(known, _)| *known == text) {
            text.push('_');
        }
        name(text)
    };
    let mut pattern: Vec<_> = (0..heaps).map(free).collect();
    let mut after: Vec<Expr> = pattern.iter().cloned().map(Expr::Name).collect();
    for (index, &place) in places.iter().enumerate() {
        pattern[place] = clause.pattern[index].clone();
        after[place] = match clause.option.get(index) {
            None => Expr::Integer(0),
            Some(OptionPart::Copies { count: None, component, .. }) => component[0].clone(),
            Some(_) => return None,
        };
    }
    if clause.option.len() > places.len() {
        return None;
    }
    let mut conditions = clause.conditions.clone();
    let picked: Vec<Expr> = clause.pattern.iter().cloned().map(Expr::Name).collect();
    let compare = |left: Expr, relation, right: Expr| Condition::Chain(left, vec![(relation, right)]);
    for heap in &picked {
        conditions.push(compare(heap.clone(), Relation::Greater, Expr::Integer(0)));
    }
    let option = vec![OptionPart::Copies { count: None, component: after, span: clause.option_span }];
    let condition_spans = vec![clause.option_span; conditions.len()];
    Some(Clause {
        pattern,
        option,
        conditions,
        condition_spans,
        in_braces: false,
        kinds: Vec::new(),
        ..*clause
    })
}

impl Game for BagRule {
    type Component = Bag;

    fn options(&self, bag: &Bag, pulse: &mut Pulse<'_>, visit: &mut Visit<'_, Bag>) -> Visited {
        let before = weight(bag);
        for (index, clause) in self.clauses.iter().enumerate() {
            let mut picks = Picks { bag, before, rule: self, clause, index, chosen: Vec::new() };
            if picks.descend(pulse, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The total and the number of heaps.
fn weight(bag: &[u64]) -> (u128, usize) {
    (bag.iter().map(|&heap| u128::from(heap)).sum(), bag.len())
}

/// The choices of different heaps for the names of one clause.
struct Picks<'a> {
    bag: &'a Bag,
    before: (u128, usize),
    rule: &'a BagRule,
    clause: &'a BagClause,
    index: usize,
    chosen: Vec<usize>,
}

impl Picks<'_> {
    /// Tries every heap for the next name; of equal heaps the first that is free.
    fn descend(&mut self, pulse: &mut Pulse<'_>, visit: &mut Visit<'_, Bag>) -> Visited {
        if self.chosen.len() == self.clause.checked.arity {
            return self.play(pulse, visit);
        }
        let mut last = None;
        for place in 0..self.bag.len() {
            let heap = self.bag[place];
            if last == Some(heap)
                || self.chosen.contains(&place)
                || !self.clause.in_order(&self.chosen, place)
            {
                continue;
            }
            last = Some(heap);
            self.chosen.push(place);
            let flow = self.descend(pulse, visit)?;
            self.chosen.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Makes every move of the clause on the heaps chosen.
    fn play(&self, pulse: &mut Pulse<'_>, visit: &mut Visit<'_, Bag>) -> Visited {
        let picked: Vec<u64> = self.chosen.iter().map(|&place| self.bag[place]).collect();
        let others = self.bag.iter().enumerate().filter(|(place, _)| !self.chosen.contains(place));
        let rest: Bag = others.map(|(_, &heap)| heap).collect();
        let visit = RefCell::new(visit);
        run(
            &self.clause.program,
            &picked,
            pulse,
            &mut |branch, frame, pulse| self.step(branch, frame, &rest, pulse, &visit),
            &mut |branch, frame, pulse| self.step(branch, frame, &rest, pulse, &visit),
        )
    }

    /// One move: the heaps it leaves beside the rest.
    fn step<T: Number>(
        &self,
        branch: &Branch,
        frame: &[T],
        rest: &Bag,
        pulse: &mut Pulse<'_>,
        visit: &RefCell<&mut Visit<'_, Bag>>,
    ) -> Result<ControlFlow<()>, Interrupt> {
        let mut bag = Vec::with_capacity(rest.len() + branch.parts.len());
        bag.extend_from_slice(rest);
        let mut too_many = false;
        let legal = part_values(branch, frame, &mut |part| too_many |= put(&mut bag, &part).is_none());
        if legal.map_err(Interrupt::Halt)?.is_none() {
            return Ok(ControlFlow::Continue(()));
        }
        if too_many {
            return Err(TOO_MANY);
        }
        pulse.beat().map_err(|reason| Interrupt::Halt(EnumerationHalt::Stopped(reason)))?;
        if !self.rule.loopy && !self.rule.order.decreases(self.before, weight(&bag)) {
            let text = |bag: &[u64]| bag.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            let offence = Offence { clause: self.index, before: text(self.bag), after: text(&bag) };
            return Err(Interrupt::Offence(offence));
        }
        Ok((visit.borrow_mut())(&[Part { component: bag, copies: 1 }]))
    }
}

/// Puts what a part stands for among the heaps of a bag, unless it is empty; `None` when it does not fit.
fn put<T: Number>(bag: &mut Bag, part: &PartValue<'_, T>) -> Option<()> {
    let (from, to) = (part.from[0].wide(), part.to.wide());
    let copies = usize::try_from(part.copies.wide()).ok()?;
    if to - from > MAX_EACH || to > i128::from(u64::MAX) {
        return None;
    }
    for heap in from.max(1)..=to {
        if bag.len().checked_add(copies)? > MAX_HEAPS {
            return None;
        }
        let at = bag.partition_point(|&other| other <= heap as u64);
        bag.splice(at..at, std::iter::repeat_n(heap as u64, copies));
    }
    Some(())
}
