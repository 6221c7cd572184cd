//! Rules as games that can be asked about: what their class and their known names add to the moves.
//!
//! [`HeapRules`] and [`TupleRules`] put the formulas, theorems and engines for sequences and tables behind the same
//! [`Theory`] that native games have, so that one asker serves both. A table is a [`Solver`] that is prepared with the
//! components of a position and then knows every component they can become.

use super::played::Played;
use super::solve::misere::{Classes, TAME, quotient_reason, within};
use crate::base::error::{Failure, InputError};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::heap::closed_form::ClosedForm;
use crate::engine::heap::divisors::Divisors;
use crate::engine::heap::{Sequence, by_engine, engine_for, sequence};
use crate::engine::misere::heaps::{DEFAULT_LIMIT, DEFAULT_ORDER, Goal, MisereFinding, find};
use crate::engine::search::memo::{Grundy, Memo};
use crate::engine::tuple::{self, TupleValues, euclid, turning_corners};
use crate::game::engine::{Engine, Method};
use crate::game::folded::Folded;
use crate::game::keyed::{put_ordered, take_ordered};
use crate::game::notation::{Notation, arrow};
use crate::game::position::{Position, Tuple, parse_heaps, parse_tuples, write_sum};
use crate::game::ranked::Ranked;
use crate::game::solver::Solver;
use crate::game::theory::{Known, Theory, Value};
use crate::game::winning::Wins;
use crate::game::{Convention, Game, Part, Parts, Visit, sum};
use crate::rule::known::KnownGame as KnownRule;
use crate::rule::play::{Heaps, Tuples};
use crate::rule::progress::Progress;
use crate::rule::symmetry::Symmetry;
use crate::rule::{Class, Ruleset};
use crate::value::MexSet;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::ControlFlow;

const BOUTON: &str = "misère Nim: play as in Nim until your move would leave only heaps of 1, then leave an odd number of them (Bouton 1901)";

/// Steps of work for a look at the moves that are asked about.
const CHECK_WORK: u64 = 2_000_000;
/// Components whose moves are looked at.
const CHECKED_COMPONENTS: usize = 64;

/// Looks at the moves of the components asked for; far moves are looked at by whoever needs them.
pub(super) fn check_moves<G: Game + ?Sized>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let enough = |work| if work > CHECK_WORK { Some(StopReason::PositionLimit) } else { limits.ask(work) };
    let near = Limits { poll: &enough, ..*limits };
    let mut pulse = Pulse::new(&near);
    for component in components.iter().take(CHECKED_COMPONENTS) {
        match game.options(component, &mut pulse, &mut |_| ControlFlow::Continue(())) {
            Err(Failure::Stopped(StopReason::PositionLimit)) => break,
            other => drop(other?),
        }
    }
    Ok(())
}

/// A rule about single heaps.
#[derive(Debug)]
pub(crate) struct HeapRules<'a> {
    heaps: Heaps<'a>,
    formula: Option<ClosedForm>,
    inverse: Option<Inverse>,
}

impl<'a> HeapRules<'a> {
    pub fn new(rules: &'a Ruleset) -> HeapRules<'a> {
        let formula = ClosedForm::of(rules);
        let inverse = formula.as_ref().and_then(Inverse::of);
        HeapRules { heaps: Heaps::new(rules), formula, inverse }
    }

    fn rules(&self) -> &'a Ruleset {
        self.heaps.rules()
    }

    /// Whether taking turns `heap` into these parts, where a formula says what may be taken; `None` where none does.
    pub fn is_take(&self, heap: u64, parts: &[Part<u64>]) -> Option<bool> {
        let left = match parts {
            [] => 0,
            [Part { component, copies: 1 }] => *component,
            _ => return self.inverse.map(|_| false),
        };
        let taken = heap.checked_sub(left).filter(|&taken| taken > 0);
        Some(match self.inverse? {
            Inverse::Nim => taken.is_some(),
            Inverse::Bounded(modulus) => taken.is_some_and(|taken| taken < modulus),
        })
    }

    /// The quotient of the game as far as a position needs it; `None` when it does not reach the largest heap.
    pub fn quotient(
        &self,
        heaps: &[u64],
        work: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<MisereFinding>, Failure> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let goal = Goal { limit: largest.min(DEFAULT_LIMIT), exactly: false, max_order: DEFAULT_ORDER };
        let found = within(limits, work, |limits| find(self.rules(), &goal, limits))?;
        Ok(found.filter(|found| found.stand_in(largest).is_some()))
    }
}

/// Formulas that can be turned round: the option with a given value is unique and has a formula too.
#[derive(Debug, Clone, Copy)]
enum Inverse {
    /// Nim.
    Nim,
    /// Take 1 to k; the modulus is k + 1.
    Bounded(u64),
}

impl Inverse {
    /// The inverse of a formula, if it has one.
    fn of(formula: &ClosedForm) -> Option<Inverse> {
        match formula {
            ClosedForm::Nim => Some(Inverse::Nim),
            ClosedForm::Bounded(k) => Some(k.checked_add(1).map_or(Inverse::Nim, Inverse::Bounded)),
            _ => None,
        }
    }

    /// The option of `heap` that has this value, if there is one.
    #[inline]
    fn option_with_value(self, heap: u64, value: u64) -> Option<u64> {
        match self {
            Inverse::Nim => (value < heap).then_some(value),
            Inverse::Bounded(modulus) => {
                if value >= modulus || heap % modulus == value {
                    return None;
                }
                let taken = (heap % modulus + modulus - value) % modulus;
                heap.checked_sub(taken)
            }
        }
    }
}

impl Game for HeapRules<'_> {
    type Component = u64;

    fn options(
        &self,
        heap: &u64,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, u64>,
    ) -> Result<ControlFlow<()>, Failure> {
        self.heaps.options(heap, pulse, visit)
    }
}

impl Notation for HeapRules<'_> {
    fn read(&self, text: &str) -> Result<Vec<u64>, InputError> {
        parse_heaps(text)
    }

    fn write(&self, heaps: &[u64]) -> String {
        // An empty heap stands for nothing at all where it has no moves.
        let nothing = if self.heaps.empty_is_dead() { "0" } else { "" };
        let mut text = String::with_capacity(8 * heaps.len());
        write_sum(&mut text, heaps, |text, heap| write!(text, "{heap}"), nothing)
            .expect("a string takes everything");
        text
    }

    fn component(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn name(&self, heap: &u64) -> String {
        format!("heap {heap}")
    }

    fn length(&self, heaps: &[u64]) -> usize {
        heaps.iter().map(|&heap| digits(heap) + 1).sum()
    }

    fn is_dead(&self, heap: &u64) -> bool {
        self.heaps.empty_is_dead() && *heap == 0
    }

    fn describe(&self, before: &u64, option: &[Part<u64>]) -> String {
        arrow(before, option, u64::to_string)
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

impl Theory for HeapRules<'_> {
    fn rule(&self) -> String {
        self.rules().text().to_owned()
    }

    #[inline]
    fn known(&self, heap: &u64, convention: Convention) -> Option<Known> {
        let formula = self.formula.as_ref()?;
        let known = || Known { value: Value::Grundy(formula.value(*heap)), theorem: formula.theorem() };
        (convention == Convention::Normal && *heap <= formula.largest_heap()).then(known)
    }

    fn reach(&self, heap: &u64, _: Convention, target: u64, wins: &mut dyn Wins<u64>) -> bool {
        let Some(inverse) = self.inverse else { return false };
        if let Some(option) = inverse.option_with_value(*heap, target) {
            wins.add_with(|| self.heaps.parts_of_one(option));
        }
        true
    }

    /// In Nim and where 1 to k are taken, the options of a heap have the values of a smaller Nim heap, each once.
    fn misere_nim(&self) -> Option<&'static str> {
        Some(if self.formula == Some(ClosedForm::Nim) { BOUTON } else { self.inverse.map(|_| TAME)? })
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn solver(&self, _: &[u64], method: Method) -> Option<Box<dyn Solver<u64> + '_>> {
        match method {
            Method::Auto | Method::Table => {
                Some(Box::new(HeapTable { game: self, by_name: method == Method::Table, values: None }))
            }
            _ => None,
        }
    }

    fn ranked(&self) -> Option<&dyn Ranked<Component = u64>> {
        Some(&self.heaps)
    }
}

impl Played for HeapRules<'_> {
    /// The sum of all heaps.
    fn presumed_tier(&self, position: &[Part<u64>]) -> Option<u64> {
        position.iter().try_fold(0u64, |sum, part| sum.checked_add(part.component.checked_mul(part.copies)?))
    }

    fn put_component(&self, heap: &u64, out: &mut Vec<u8>) -> bool {
        put_ordered(out, *heap);
        true
    }

    fn take_component(&self, bytes: &mut &[u8]) -> Option<u64> {
        take_ordered(bytes)
    }

    fn check(&self, heaps: &[u64], limits: &Limits<'_>) -> Result<(), Failure> {
        check_moves(&self.heaps, heaps, limits)
    }

    #[inline]
    fn count_winning(&self, heaps: &[u64], sum: u64) -> Option<u64> {
        let wins = |inverse: Inverse, heap: u64, value: u64| {
            u64::from(inverse.option_with_value(heap, value ^ sum).is_some())
        };
        match (self.inverse?, self.formula.as_ref()?) {
            (Inverse::Nim, _) => Some(heaps.iter().map(|&heap| wins(Inverse::Nim, heap, heap)).sum()),
            (inverse, formula) => {
                Some(heaps.iter().map(|&heap| wins(inverse, heap, formula.value(heap))).sum())
            }
        }
    }

    fn nim_sum(&self, heaps: &[u64]) -> Option<u64> {
        match self.formula {
            // The commonest question deserves a loop without a choice in it.
            Some(ClosedForm::Nim) => Some(heaps.iter().fold(0, |sum, heap| sum ^ heap)),
            _ => None,
        }
    }

    /// Of a large Nim heap, taking a few leaves most to play.
    fn far_options(&self, heap: &u64) -> Vec<Parts<u64>> {
        match self.formula {
            Some(ClosedForm::Nim) => {
                let left = (1..=3).filter_map(|taken| heap.checked_sub(taken));
                left.map(|left| self.heaps.parts_of_one(left)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn shows_options(&self) -> bool {
        true
    }

    fn needs_period(&self, heaps: &[u64]) -> bool {
        heaps.iter().any(|&heap| heap > DEFAULT_LIMIT)
    }

    fn classes<'a>(
        &'a self,
        _: &'a Folded<'a, Self>,
        heaps: &[u64],
        work: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Classes<'a, u64>>, Failure> {
        let Some(found) = self.quotient(heaps, work, limits)? else { return Ok(None) };
        let scope = match found.period {
            Some(_) => "complete".to_owned(),
            None => format!("heaps up to {}", found.heaps() - 1),
        };
        let reason = quotient_reason(&found.quotient, &scope);
        let (quotient, work) = (found.quotient.clone(), found.work);
        Ok(Some(Classes { quotient, class: Box::new(move |heap| found.class(*heap)), reason, work }))
    }
}

/// The values of heaps from a sequence, or only of those that can be reached.
struct HeapTable<'a> {
    game: &'a HeapRules<'a>,
    /// Whether it was asked for by name: then nothing else will do.
    by_name: bool,
    values: Option<HeapValues>,
}

/// Values of heaps, from a table or formula, or only of the heaps that can be reached.
enum HeapValues {
    Sequence(Sequence),
    Reached {
        memo: Memo<u64, u64>,
        work: u64,
    },
    Divisors {
        values: Divisors,
        work: u64,
    },
    /// All heaps up to the largest option, and the heaps asked for.
    FarAbove {
        below: Sequence,
        tops: Vec<(u64, u64)>,
        reached: u64,
        work: u64,
    },
}

impl HeapTable<'_> {
    fn by_name(&self, heaps: &[u64], limits: &Limits<'_>) -> Result<HeapValues, Failure> {
        let rules = self.game.rules();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let found = by_engine(rules, engine_for(rules), largest, limits)?;
        if found.stop == StopReason::Done { Ok(HeapValues::Sequence(found)) } else { Err(found.stop.into()) }
    }

    /// The values of heaps and of all they can become, by table or formula, or by reach where only that can be done.
    fn by_fit(&self, heaps: &[u64], limits: &Limits<'_>) -> Result<HeapValues, Failure> {
        let rules = self.game.rules();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        if rules.known() == Some(KnownRule::EqualSplit) && largest >= TRIED_BY_REACH {
            return by_divisors(heaps, limits);
        }
        let general = *rules.class() == Class::Heaps && self.game.formula.is_none();
        if general && *rules.progress() == Progress::Checked {
            self.game.check(heaps, limits)?;
        }
        let takes =
            matches!(rules.class(), Class::Take(_) | Class::TakeFrom) && largest > u64::from(u32::MAX);
        if general
            && largest >= TRIED_BY_REACH
            && let Some(found) = self.far_above(heaps, limits)?
        {
            return Ok(found);
        }
        if (general && largest >= TRIED_BY_REACH || takes && self.game.formula.is_none())
            && let Some(found) = self.few_reached(heaps, limits)
        {
            return Ok(found);
        }
        match sequence(rules, largest, limits) {
            Ok(found) => Ok(HeapValues::Sequence(found)),
            Err(Failure::NoProgress(_)) => self.reached(heaps, limits),
            Err(Failure::Stopped(StopReason::MemoryLimit)) => {
                self.few_reached(heaps, limits).ok_or(StopReason::MemoryLimit.into())
            }
            Err(other) => Err(other),
        }
    }

    /// The values by reach, if only few heaps can be reached.
    fn few_reached(&self, heaps: &[u64], limits: &Limits<'_>) -> Option<HeapValues> {
        let stop_early = |work| {
            if work > 100 * REACHED_HEAPS { Some(StopReason::PositionLimit) } else { limits.ask(work) }
        };
        self.reached(heaps, &Limits { positions: REACHED_HEAPS, poll: &stop_early, ..*limits }).ok()
    }

    /// The values of large heaps whose options are far smaller: a table up to the largest option, and the options of each.
    fn far_above(&self, heaps: &[u64], limits: &Limits<'_>) -> Result<Option<HeapValues>, Failure> {
        let mut pulse = Pulse::new(limits);
        let is_large = |heap: &&u64| **heap >= TRIED_BY_REACH;
        let mut reached = heaps.iter().copied().filter(|heap| !is_large(&heap)).max().unwrap_or(0);
        let mut options = 0;
        for heap in heaps.iter().filter(is_large) {
            let mut far = true;
            let _ = self.game.heaps.options(heap, &mut pulse, &mut |parts| {
                let largest = parts.iter().map(|part| part.component).max().unwrap_or(0);
                reached = reached.max(largest);
                options += 1;
                far = largest <= heap / FAR_BELOW && options <= MAX_FAR_OPTIONS;
                if far { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            if !far {
                return Ok(None);
            }
        }
        // Where few of the heaps below can be reached, a table of all is too much.
        if reached / 4 > options {
            return Ok(None);
        }
        let below = match sequence(self.game.rules(), reached, limits) {
            Err(Failure::NoProgress(_) | Failure::Stopped(StopReason::MemoryLimit)) => return Ok(None),
            found => found?,
        };
        let mut tops = Vec::new();
        for &heap in heaps.iter().filter(is_large) {
            let mut seen = MexSet::default();
            let _ = self.game.heaps.options(&heap, &mut pulse, &mut |parts| {
                let value = sum::nim_sum(parts, |&part| Some(below.value(part)));
                // Values in the table have 32 bits, and so has their XOR.
                seen.insert(value.unwrap_or(0) as u32);
                ControlFlow::Continue(())
            })?;
            tops.push((heap, u64::from(seen.mex())));
        }
        let work = pulse.work() + below.work;
        Ok(Some(HeapValues::FarAbove { below, tops, reached, work }))
    }

    /// The values of heaps and of all they can become, by reach.
    fn reached(&self, heaps: &[u64], limits: &Limits<'_>) -> Result<HeapValues, Failure> {
        let mut pulse = Pulse::new(limits);
        let mut memo = Memo::default();
        for heap in heaps {
            memo.solve(&self.game.heaps, heap, &mut Grundy::default(), &mut pulse)?;
        }
        Ok(HeapValues::Reached { memo, work: pulse.work() })
    }

    fn values(&self) -> &HeapValues {
        self.values.as_ref().expect("prepared before it is asked")
    }
}

/// Heaps from here on are first tried by reach: some rules lead from a large heap to few others.
const TRIED_BY_REACH: u64 = 1_000_000;
/// A heap whose options are so many times smaller is far above them.
const FAR_BELOW: u64 = 16;
/// Most options of such heaps.
const MAX_FAR_OPTIONS: u64 = 1 << 24;
/// How many heaps that first try may look at.
const REACHED_HEAPS: u64 = 50_000;

/// The values of heaps that may be split equally and of their options.
fn by_divisors(heaps: &[u64], limits: &Limits<'_>) -> Result<HeapValues, Failure> {
    let mut pulse = Pulse::new(limits);
    let mut values = Divisors::for_heaps(heaps);
    heaps.iter().try_for_each(|&heap| values.prepare(heap, &mut pulse))?;
    Ok(HeapValues::Divisors { values, work: pulse.work() })
}

impl Solver<u64> for HeapTable<'_> {
    fn prepare(&mut self, heaps: &[u64], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        let limits = pulse.limits();
        self.values =
            Some(if self.by_name { self.by_name(heaps, limits) } else { self.by_fit(heaps, limits) }?);
        Ok(())
    }

    fn value(&mut self, heap: &u64, _: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.look_up(heap).ok_or(Failure::Stopped(StopReason::PositionLimit))
    }

    fn is_table(&self) -> bool {
        true
    }

    #[inline]
    fn look_up(&self, heap: &u64) -> Option<u64> {
        match self.values() {
            HeapValues::Sequence(sequence) => Some(sequence.value(*heap)),
            HeapValues::Reached { memo, .. } => memo.get(heap).copied(),
            HeapValues::Divisors { values, .. } => values.get(*heap).map(u64::from),
            HeapValues::FarAbove { below, tops, reached, .. } => match heap {
                heap if heap <= reached => Some(below.value(*heap)),
                heap => tops.iter().find(|(top, _)| top == heap).map(|(_, value)| *value),
            },
        }
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        match self.values() {
            HeapValues::Sequence(sequence) => (sequence.engine, sequence.reason.clone().into()),
            HeapValues::FarAbove { below, reached, .. } => (
                below.engine,
                format!(
                    "no move leads to a heap above {reached}: a table up to there, and the moves of the heap"
                )
                .into(),
            ),
            HeapValues::Reached { .. } => {
                (Engine::Memo, "only the heaps that can be reached were looked at".into())
            }
            HeapValues::Divisors { .. } => (
                Engine::Divisors,
                "the value is the mex over the divisors, unless the neighbour below has it: few heaps decide"
                    .into(),
            ),
        }
    }

    fn work(&self) -> u64 {
        match self.values() {
            HeapValues::Sequence(sequence) => sequence.work,
            HeapValues::Reached { work, .. }
            | HeapValues::Divisors { work, .. }
            | HeapValues::FarAbove { work, .. } => *work,
        }
    }

    fn is_promising(&self, _: &[u64]) -> bool {
        true
    }
}

/// A rule about tuples.
#[derive(Debug)]
pub(crate) struct TupleRules<'a> {
    tuples: Tuples<'a>,
    symmetry: OnceCell<Symmetry>,
}

impl<'a> TupleRules<'a> {
    pub fn new(rules: &'a Ruleset) -> TupleRules<'a> {
        TupleRules { tuples: Tuples::new(rules), symmetry: OnceCell::new() }
    }

    fn rules(&self) -> &'a Ruleset {
        self.tuples.rules()
    }

    /// The values of tuples and of all they can become.
    pub fn values(&self, tuples: &[Tuple], limits: &Limits<'_>) -> Result<TupleValues, Failure> {
        if !tuple::has_formula(self.rules()) {
            self.check(tuples, limits)?;
        }
        match tuple::values(self.rules(), tuples, limits) {
            // The table met a move that the position itself cannot reach: look only at what it can reach.
            Err(Failure::NoProgress(_)) => tuple::memo(self.rules(), tuples, &mut Pulse::new(limits)),
            other => other,
        }
    }
}

impl Game for TupleRules<'_> {
    type Component = Tuple;

    fn options(
        &self,
        tuple: &Tuple,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Tuple>,
    ) -> Result<ControlFlow<()>, Failure> {
        self.tuples.options(tuple, pulse, visit)
    }
}

impl Notation for TupleRules<'_> {
    fn read(&self, text: &str) -> Result<Vec<Tuple>, InputError> {
        parse_tuples(text, self.rules().arity(), |_| None)
    }

    fn write(&self, tuples: &[Tuple]) -> String {
        Position::Tuples(tuples.to_vec()).to_string()
    }

    fn component(&self, tuple: &Tuple) -> String {
        format!("({})", self.write(std::slice::from_ref(tuple)))
    }

    fn length(&self, tuples: &[Tuple]) -> usize {
        tuples.iter().flatten().map(|&value| digits(value) + 2).sum()
    }

    fn describe(&self, before: &Tuple, option: &[Part<Tuple>]) -> String {
        arrow(before, option, |tuple| self.component(tuple))
    }
}

impl Theory for TupleRules<'_> {
    fn rule(&self) -> String {
        self.rules().text().to_owned()
    }

    fn known(&self, tuple: &Tuple, convention: Convention) -> Option<Known> {
        if convention == Convention::Normal
            && let Some(value) = tuple::formula(self.rules())
        {
            let value = Value::Grundy(value(tuple[0], tuple[1]));
            return Some(Known { value, theorem: tuple::theorem(self.rules())? });
        }
        let settled = tuple::settle(self.rules(), tuple, convention)?;
        Some(Known { value: Value::Lost(settled.is_p_position), theorem: settled.theorem })
    }

    fn reach(&self, tuple: &Tuple, convention: Convention, target: u64, wins: &mut dyn Wins<Tuple>) -> bool {
        match self.rules().known() {
            Some(KnownRule::Euclid) if convention == Convention::Normal => {
                euclid_options(tuple, target, wins);
                true
            }
            Some(KnownRule::TurningCorners) if convention == Convention::Normal => {
                corners(tuple, target, wins);
                true
            }
            // The theorem says which options are lost, and nothing of other values.
            _ if target == 0 => match tuple::settle(self.rules(), tuple, convention) {
                Some(mut settled) => {
                    settled.winning.sort();
                    settled.winning.into_iter().for_each(|option| wins.add(|| option));
                    settled.beyond.into_iter().for_each(|text| wins.add_unwritten(text));
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    fn representative(&self, tuple: &Tuple) -> Tuple {
        self.symmetry.get_or_init(|| Symmetry::of(self.rules().checked())).representative(tuple)
    }

    fn parts(&self, tuple: &Tuple) -> Parts<Tuple> {
        vec![Part { component: tuple.clone(), copies: 1 }]
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn solver(&self, _: &[Tuple], method: Method) -> Option<Box<dyn Solver<Tuple> + '_>> {
        match method {
            Method::Auto | Method::Table => {
                Some(Box::new(TupleTable { game: self, by_name: method == Method::Table, values: None }))
            }
            _ => None,
        }
    }
}

impl Played for TupleRules<'_> {
    /// The sum of all numbers.
    fn presumed_tier(&self, position: &[Part<Tuple>]) -> Option<u64> {
        let sum = |tuple: &Tuple| tuple.iter().try_fold(0u64, |sum, &number| sum.checked_add(number));
        let of = |part: &Part<Tuple>| sum(&part.component)?.checked_mul(part.copies);
        position.iter().try_fold(0u64, |total, part| total.checked_add(of(part)?))
    }

    fn put_component(&self, tuple: &Tuple, out: &mut Vec<u8>) -> bool {
        tuple.iter().for_each(|&number| put_ordered(out, number));
        true
    }

    fn take_component(&self, bytes: &mut &[u8]) -> Option<Tuple> {
        (0..self.rules().arity()).map(|_| take_ordered(bytes)).collect()
    }

    fn check(&self, tuples: &[Tuple], limits: &Limits<'_>) -> Result<(), Failure> {
        check_moves(&self.tuples, tuples, limits)
    }

    fn shows_options(&self) -> bool {
        true
    }
}

/// Hands on the options of Euclid's game that have a value.
fn euclid_options(tuple: &Tuple, target: u64, wins: &mut dyn Wins<Tuple>) {
    let (a, b) = (tuple[0], tuple[1]);
    let Some((x, y)) = euclid::option_with_value(a, b, target) else { return };
    wins.add(|| vec![x, y]);
    // Of two equal heaps either may be emptied.
    if a == b {
        wins.add(|| vec![y, x]);
    }
}

/// Hands on the options of Turning Corners that have a value, which are found by division.
fn corners(tuple: &Tuple, target: u64, wins: &mut dyn Wins<Tuple>) {
    let (row, column) = (tuple[0], tuple[1]);
    let change = target ^ turning_corners::value(row, column);
    if change == 0 {
        return;
    }
    let found =
        match turning_corners::moves_that_change((row, column), change, &mut |steps| wins.beats(steps)) {
            Ok(found) => found,
            Err(reason) => return wins.cut_short(reason),
        };
    for &(c, d) in &found.list {
        wins.add_with(|| sum::canonical(&[vec![c, d], vec![c, column], vec![row, d]]));
    }
    if !found.complete {
        wins.cut_short(StopReason::PositionLimit);
    }
}

/// The values of tuples from a table, or only of those that can be reached.
struct TupleTable<'a> {
    game: &'a TupleRules<'a>,
    /// Whether it was asked for by name: then nothing else will do.
    by_name: bool,
    values: Option<TupleValues>,
}

impl TupleTable<'_> {
    fn values(&self) -> &TupleValues {
        self.values.as_ref().expect("prepared before it is asked")
    }
}

impl Solver<Tuple> for TupleTable<'_> {
    fn prepare(&mut self, tuples: &[Tuple], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        let limits = pulse.limits();
        self.values = Some(match self.by_name {
            true => {
                let found = tuple::grid(self.game.rules(), tuples, &mut Pulse::new(limits))?;
                found.ok_or(Failure::Stopped(StopReason::MemoryLimit))?
            }
            false => self.game.values(tuples, limits)?,
        });
        Ok(())
    }

    fn value(&mut self, tuple: &Tuple, _: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.look_up(tuple).ok_or(Failure::Stopped(StopReason::PositionLimit))
    }

    fn is_table(&self) -> bool {
        true
    }

    fn look_up(&self, tuple: &Tuple) -> Option<u64> {
        self.values().value(tuple)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (self.values().engine, self.values().reason.clone().into())
    }

    fn work(&self) -> u64 {
        self.values().work
    }

    fn serves(&self, tuples: &[Tuple]) -> bool {
        !self.by_name || tuple::has_grid(self.game.rules(), tuples)
    }

    fn is_promising(&self, tuples: &[Tuple]) -> bool {
        tuples.iter().all(|tuple| !tuple::is_costly(self.game.rules(), tuple))
    }
}
