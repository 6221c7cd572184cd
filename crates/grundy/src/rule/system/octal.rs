//! Systems of octal type: each clause leaves at most h parts whose sizes add up to the heap less a bounded number.
//!
//! Octal games written as kinds: whatever the heap, a move takes c tokens, leaves parts of given kinds, and asks at most
//! that a part or the heap is not too small or too large. [`OctalType::of`] reads this off the compiled branches: what a
//! branch takes must be fixed or between two numbers, every part but one must be a variable of its own, and every condition
//! must compare a part or the heap with a number (or order two parts that may be exchanged). The table engine, the periodicity
//! theorem and the quotients of [`crate::engine::system`] rest on it. As for codes, what was read is compared with the
//! moves of the rule on all heaps up to a bound beyond every number in it.

use super::{Kind, KindOrder, System};
use crate::base::limits::{Limits, Pulse};
use crate::game::distinct_options;
use crate::game::notation::spelled;
use crate::rule::check::CheckedPart;
use crate::rule::compile::{Branch, linear_atom};
use crate::rule::linear::Linear;
use crate::rule::play::kinds::{KindHeap, KindHeaps};
use crate::rule::syntax::Relation;
use crate::rule::term::{Slot, Term};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A system of octal type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OctalType {
    /// What the moves of each kind take and leave.
    pub takings: Vec<Vec<Taking>>,
    /// The kinds in an order in which heaps of one size can be worked out.
    pub order: Vec<usize>,
}

/// One way to move: the heap, if its size is in range, becomes parts whose sizes are in range and add up to it less `taken`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taking {
    /// How many tokens are taken.
    pub taken: u64,
    /// The sizes of the heap.
    pub heap: Sizes,
    /// The parts: kind and sizes.
    pub parts: Vec<(usize, Sizes)>,
}

/// From `least` to `most`, or without an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sizes {
    /// The least.
    pub least: u64,
    /// The largest.
    pub most: Option<u64>,
}

impl Sizes {
    /// Whether a size is in range.
    pub fn contains(&self, size: u64) -> bool {
        self.least <= size && self.most.is_none_or(|most| size <= most)
    }

    /// The largest number that it names.
    fn bound(&self) -> u64 {
        self.most.map_or(self.least, |most| most.max(self.least))
    }
}

/// What the theorem on periods needs to know of the moves of some kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The most parts that a move leaves, not counting those whose size is bounded; at least 1.
    pub parts: u64,
    /// The most tokens that a move takes or leaves in parts whose size is bounded.
    pub taken: u64,
    /// No condition names a larger number.
    pub bound: u64,
}

/// Most parts of a move.
const MAX_PARTS: usize = 6;
/// Most tokens that a move takes, and most values of anything that is written out one by one.
const MAX_LISTED: i128 = 1000;
/// Most ways to move of all kinds.
const MAX_TAKINGS: usize = 10_000;
/// Most options that the comparison with the rule may look at.
const MAX_COMPARED_OPTIONS: u64 = 2_000_000;

impl OctalType {
    /// The moves of a system, if it is of octal type.
    pub fn of(system: &System) -> Option<OctalType> {
        if system.kinds().iter().any(|kind| kind.arity() != 1) {
            return None;
        }
        let takings = system.kinds().iter().map(takings_of_kind).collect::<Option<Vec<_>>>()?;
        let mut order = KindOrder::default();
        for (kind, takings) in takings.iter().enumerate() {
            let kept = takings.iter().filter(|taking| taking.taken == 0);
            if !kept.flat_map(Taking::whole_parts).all(|part| order.add(kind, part)) {
                return None;
            }
        }
        let found = OctalType { order: order.last_first(takings.len()), takings };
        found.is_like(system).then_some(found)
    }

    /// The most tokens that a move takes, and the most parts that one leaves.
    pub fn most(&self) -> (u64, usize) {
        let all = || self.takings.iter().flatten();
        let taken = all().map(|taking| taking.taken).max().unwrap_or(0);
        (taken, all().map(|taking| taking.parts.len()).max().unwrap_or(0))
    }

    /// What the moves of some kinds have in common.
    pub fn reach(&self, kinds: &[usize]) -> Reach {
        let mut reach = Reach { parts: 1, taken: 0, bound: 0 };
        for taking in kinds.iter().flat_map(|&kind| &self.takings[kind]) {
            let (fixed, free): (Vec<&Sizes>, Vec<&Sizes>) =
                taking.parts.iter().map(|(_, sizes)| sizes).partition(|sizes| sizes.most.is_some());
            reach.parts = reach.parts.max(free.len() as u64);
            let fixed_size: u64 = fixed.iter().filter_map(|sizes| sizes.most).sum();
            reach.taken = reach.taken.max(taking.taken + fixed_size);
            let sizes = fixed.into_iter().chain(free).chain([&taking.heap]);
            reach.bound = sizes.map(Sizes::bound).fold(reach.bound, u64::max);
        }
        reach
    }

    /// Whether the moves are those of the rule, on heaps beyond every number in it.
    fn is_like(&self, system: &System) -> bool {
        let all: Vec<usize> = (0..self.takings.len()).collect();
        let Reach { parts, taken, bound } = self.reach(&all);
        // Beyond the bound only the sizes of parts differ, each with room for every part to be far from it.
        let far = (parts + 1) * (bound.max(taken) + 1) + 8;
        let count: u64 = self.takings.iter().map(|takings| takings.len() as u64).sum();
        let each = far.saturating_pow(parts.saturating_sub(1).max(1) as u32);
        if far.saturating_mul(each).saturating_mul(count) > MAX_COMPARED_OPTIONS {
            return false;
        }
        let game = KindHeaps::new(Arc::new(system.clone()));
        let heaps = || all.iter().flat_map(|&kind| (0..=far).map(move |size| (kind, size)));
        heaps().all(|(kind, size)| {
            moves_of_rule(&game, kind, size).is_some_and(|moves| moves == self.moves(&game, kind, size))
        })
    }

    /// The moves of a heap: what each leaves, sorted, without dead parts.
    fn moves(&self, game: &KindHeaps, kind: usize, size: u64) -> BTreeSet<Vec<KindHeap>> {
        use crate::game::notation::Notation;
        let mut out = BTreeSet::new();
        for taking in self.takings[kind].iter().filter(|taking| taking.heap.contains(size)) {
            let Some(rest) = size.checked_sub(taking.taken) else { continue };
            taking.each_option(rest, &mut Vec::new(), &mut |sizes| {
                let parts = taking.parts.iter().zip(sizes);
                let parts = parts.map(|(&(kind, _), &size)| KindHeap { kind, numbers: vec![size] });
                let mut parts: Vec<KindHeap> = parts.filter(|part| !game.is_dead(part)).collect();
                parts.sort();
                out.insert(parts);
            });
        }
        out
    }
}

fn moves_of_rule(game: &KindHeaps, kind: usize, size: u64) -> Option<BTreeSet<Vec<KindHeap>>> {
    let limits = Limits::glance();
    let heap = KindHeap { kind, numbers: vec![size] };
    let options = distinct_options(game, &heap, &mut Pulse::listing(&limits)).ok()?;
    let few = |option: &Vec<_>| crate::game::notation::copies(option) <= MAX_PARTS as u64;
    options.iter().map(|option| few(option).then(|| spelled(option))).collect()
}

impl Taking {
    /// The kinds of the parts that may be as large as the heap, if nothing is taken.
    fn whole_parts(&self) -> impl Iterator<Item = usize> + '_ {
        let alone = |index: usize| {
            let others = self.parts.iter().enumerate().filter(move |&(other, _)| other != index);
            others.map(|(_, (_, sizes))| sizes.least).all(|least| least == 0)
        };
        (0..self.parts.len()).filter(move |&index| alone(index)).map(|index| self.parts[index].0)
    }

    /// Calls `visit` with the sizes of the parts that add up to `rest`.
    fn each_option(&self, rest: u64, sizes: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
        let Some((_, range)) = self.parts.get(sizes.len()) else {
            if rest == 0 {
                visit(sizes);
            }
            return;
        };
        let most = range.most.unwrap_or(rest).min(rest);
        for size in range.least..=most {
            sizes.push(size);
            self.each_option(rest - size, sizes, visit);
            sizes.pop();
        }
    }
}

fn takings_of_kind(kind: &Kind) -> Option<Vec<Taking>> {
    let mut out = Vec::new();
    for branch in kind.program().map_or(&[][..], |program| &program.branches) {
        Moves::of(branch, kind.parts(branch.clause))?.takings(&mut out)?;
    }
    out.sort();
    out.dedup();
    Some(out)
}

/// The slot of the heap.
const HEAP: Slot = 0;

fn slot(slot: Slot) -> Option<Linear> {
    Linear::of(&Term::Slot(slot))
}

fn constant(value: i128) -> Linear {
    Linear { constant: value, ..Linear::default() }
}

/// A form with another in place of a slot.
fn substitute(form: &Linear, slot: Slot, value: &Linear) -> Option<Linear> {
    form.without(slot).plus(value, form.coefficient(slot))
}

/// A branch in linear forms: its parts, and what is at least 0.
#[derive(Debug, Clone)]
struct Moves {
    parts: Vec<(usize, Linear)>,
    known: Vec<Linear>,
    variables: Vec<Slot>,
    /// The size of the heap, where only one is possible.
    size: Option<i128>,
}

impl Moves {
    fn of(branch: &Branch, kinds: &[usize]) -> Option<Split> {
        let mut moves = Moves { parts: Vec::new(), known: Vec::new(), variables: Vec::new(), size: None };
        for (part, &kind) in branch.parts.iter().zip(kinds) {
            let CheckedPart::Copies { count, component } = part else { return None };
            let form = Linear::of(&component[0])?;
            let copies = match count {
                None => 1,
                // Parts that must be equal are no parts of an octal game, unless their size is fixed.
                Some(Term::Integer(copies)) if *copies <= 1 || form.is_constant() => {
                    usize::try_from(*copies).ok()?
                }
                Some(_) => return None,
            };
            if moves.parts.len() + copies > MAX_PARTS {
                return None;
            }
            moves.known.push(form.clone());
            moves.parts.extend(std::iter::repeat_n((kind, form), copies));
        }
        for this in &branch.loops {
            moves.variables.push(this.slot);
            moves.known.extend([slot(this.slot)?, slot(HEAP)?.plus(&slot(this.slot)?, -1)?]);
        }
        let mut different = Vec::new();
        for atom in &branch.conditions {
            let (relation, form) = linear_atom(atom)?;
            let negated = form.times(-1)?;
            let less_one = |form: &Linear| form.plus(&constant(1), -1);
            match relation {
                Relation::GreaterEqual => moves.known.push(form),
                Relation::Greater => moves.known.push(less_one(&form)?),
                Relation::LessEqual => moves.known.push(negated),
                Relation::Less => moves.known.push(less_one(&negated)?),
                Relation::Equal => moves.known.extend([form, negated]),
                Relation::NotEqual => different.push([less_one(&form)?, less_one(&negated)?]),
                Relation::Divides | Relation::NotDivides => return None,
            }
        }
        (different.len() <= 6).then_some(Split { moves, different })
    }

    /// The bounds that the known forms give for a form, rounded to what they say.
    fn bounds(&self, form: &Linear) -> (Option<i128>, Option<i128>) {
        let negated = form.times(-1);
        let rest = |known: &Linear, form: &Linear| known.plus(form, -1).filter(Linear::is_constant);
        let least = self.known.iter().filter_map(|known| rest(known, form)).map(|rest| -rest.constant).max();
        let most = self
            .known
            .iter()
            .filter_map(|known| rest(known, negated.as_ref()?))
            .map(|rest| rest.constant)
            .min();
        (least, most)
    }

    fn put(&self, slot: Slot, value: &Linear) -> Option<Moves> {
        let part = |(kind, form): &(usize, Linear)| Some((*kind, substitute(form, slot, value)?));
        Some(Moves {
            parts: self.parts.iter().map(part).collect::<Option<_>>()?,
            known: self.known.iter().map(|form| substitute(form, slot, value)).collect::<Option<_>>()?,
            variables: self.variables.iter().copied().filter(|&variable| variable != slot).collect(),
            size: self.size,
        })
    }

    /// What the heap has more than the parts.
    fn taken(&self) -> Option<Linear> {
        let heap = self.size.map_or_else(|| slot(HEAP), |size| Some(constant(size)))?;
        self.parts.iter().try_fold(heap, |rest, (_, form)| rest.plus(form, -1))
    }

    fn takings(&self, out: &mut Vec<Taking>) -> Option<()> {
        if self.known.iter().any(|form| form.is_constant() && form.constant < 0) {
            return Some(());
        }
        if out.len() > MAX_TAKINGS {
            return None;
        }
        let (least, most) = self.bounds(&slot(HEAP)?);
        if self.size.is_none()
            && let Some(most) = most
        {
            let least = least.unwrap_or(0).max(0);
            if most - least > MAX_LISTED {
                return None;
            }
            return (least..=most).try_for_each(|size| {
                let mut fixed = self.put(HEAP, &constant(size))?;
                fixed.size = Some(size);
                fixed.takings(out)
            });
        }
        let taken = self.taken()?;
        if taken.is_constant() {
            return self.taking(taken.constant, out);
        }
        let (least, most) = self.bounds(&taken);
        let (least, most) = (least.unwrap_or(0).max(0), most?);
        // The variable that is chosen by what is taken.
        let variable = *self.variables.iter().find(|&&variable| taken.coefficient(variable).abs() == 1)?;
        if most - least > MAX_LISTED {
            return None;
        }
        (least..=most).try_for_each(|count| {
            let solved =
                constant(count).plus(&taken.without(variable), -1)?.times(taken.coefficient(variable))?;
            self.put(variable, &solved)?.takings(out)
        })
    }

    /// The taking when what is taken is fixed.
    fn taking(&self, taken: i128, out: &mut Vec<Taking>) -> Option<()> {
        let taken = u64::try_from(taken).ok().filter(|&taken| i128::from(taken) <= MAX_LISTED)?;
        self.parts_are_free()?;
        let heap_size = self.size.map_or(Some(0), |size| u64::try_from(size).ok())?;
        let heap = Sizes { least: heap_size, most: self.size.map(|_| heap_size) };
        let mut taking = Taking { taken, heap, parts: Vec::new() };
        taking.parts.extend(self.parts.iter().map(|(kind, _)| (*kind, Sizes { least: 0, most: None })));
        let mut ordered = Vec::new();
        for form in self.known.iter().filter(|form| !form.is_constant()) {
            if !self.place(form, &mut taking, &mut ordered)? {
                return Some(());
            }
        }
        for (index, (_, form)) in self.parts.iter().enumerate().filter(|(_, (_, form))| form.is_constant()) {
            let size = u64::try_from(form.constant).ok()?;
            taking.parts[index].1 = Sizes { least: size, most: Some(size) };
        }
        // The larger of two parts is at least as large as the smaller one must be, and so on along the order.
        for _ in 0..self.parts.len() {
            for &(large, small) in &ordered {
                let (large_sizes, small_sizes) = (taking.parts[large].1, taking.parts[small].1);
                taking.parts[large].1.least = large_sizes.least.max(small_sizes.least);
                taking.parts[small].1.most = [large_sizes.most, small_sizes.most].into_iter().flatten().min();
            }
        }
        let exchangeable = |&(large, small): &(usize, usize)| taking.parts[large] == taking.parts[small];
        if !ordered.iter().all(exchangeable) {
            return None;
        }
        // Parts of bounded size come first, so that the inner loops are over long ranges.
        taking.parts.sort_by_key(|&(kind, sizes)| (sizes.most.is_none(), kind, sizes));
        if taking.parts.iter().all(|(_, sizes)| sizes.most.is_none_or(|most| sizes.least <= most)) {
            out.push(taking);
        }
        Some(())
    }

    /// Whether the sizes of the parts may be any that add up: every variable is the size of a part, but for a number, and no
    /// other variable occurs, but in one part that is what is left.
    fn parts_are_free(&self) -> Option<()> {
        let mut free: BTreeSet<Slot> = self.variables.iter().copied().collect();
        let mut left_over = 0;
        for (_, form) in &self.parts {
            let only = form.coefficients.iter().next().filter(|_| form.coefficients.len() == 1);
            match only {
                _ if form.is_constant() => {}
                Some((variable, 1)) if free.remove(variable) => {}
                _ => left_over += 1,
            }
        }
        (free.is_empty() && left_over <= 1).then_some(())
    }

    /// Makes a bound of a form that is at least 0, or sees that it says nothing new; `false` when it can never be.
    fn place(&self, form: &Linear, taking: &mut Taking, ordered: &mut Vec<(usize, usize)>) -> Option<bool> {
        let rest = |base: &Linear, factor: i128| {
            form.plus(base, -factor).filter(Linear::is_constant).map(|rest| rest.constant)
        };
        // Sums of parts and a number that is not negative are not negative, and with `taken` they make the heap.
        let is_sum = (0..1usize << self.parts.len()).any(|subset| {
            let chosen = self.parts.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
            let sum =
                chosen.map(|(_, (_, form))| form).try_fold(Linear::default(), |sum, form| sum.plus(form, 1));
            sum.and_then(|sum| rest(&sum, 1)).is_some_and(|rest| rest >= 0)
        });
        if is_sum {
            return Some(true);
        }
        for (index, (_, part)) in self.parts.iter().enumerate() {
            let sizes = &mut taking.parts[index].1;
            if let Some(rest) = rest(part, 1) {
                sizes.least = sizes.least.max(u64::try_from(-rest).ok()?);
                return Some(true);
            }
            if let Some(rest) = rest(part, -1) {
                let Ok(most) = u64::try_from(rest) else { return Some(false) };
                sizes.most = Some(sizes.most.map_or(most, |known| known.min(most)));
                return Some(true);
            }
        }
        if let Some(rest) = rest(&slot(HEAP)?, 1) {
            taking.heap.least = taking.heap.least.max(u64::try_from(-rest).unwrap_or(0));
            return Some(true);
        }
        for (large, (_, form)) in self.parts.iter().enumerate() {
            for (small, (_, other)) in self.parts.iter().enumerate().filter(|&(small, _)| small != large) {
                if rest(&form.plus(other, -1)?, 1) == Some(0) {
                    ordered.push((large, small));
                    return Some(true);
                }
            }
        }
        None
    }
}

/// A branch and the forms of which each pair says that a number is not 0: one of the two is at least 0.
struct Split {
    moves: Moves,
    different: Vec<[Linear; 2]>,
}

impl Split {
    fn takings(&self, out: &mut Vec<Taking>) -> Option<()> {
        for choice in 0..1usize << self.different.len() {
            let mut moves = self.moves.clone();
            let chosen =
                self.different.iter().enumerate().map(|(index, pair)| pair[choice >> index & 1].clone());
            moves.known.extend(chosen);
            moves.takings(out)?;
        }
        Some(())
    }
}
