//! Normal play: values, nim-sum, and every option that makes the nim-sum 0.
//!
//! One way for all games. If every component has a value by theorem, their nim-sum decides. If the position is one component
//! whose outcome alone is known, a search tries to find the value. If nothing is known, the game's own table or search, or the
//! common ones, have the limits of the question.

use super::common::{MEMO_POSITIONS, MemoSolver, NimberSolver};
use crate::ask::played::Played;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::search::nimber_search::NimberSearch;
use crate::game::answer::{Moves, Verdict};
use crate::game::engine::{Engine, Method};
use crate::game::solver::Solver;
use crate::game::sum::nim_sum;
use crate::game::theory::{Known, Value};
use crate::game::winning::{Winning, WinsOf};
use crate::game::{Convention, Game, Part, Parts, distinct_options};
use crate::value::Outcome;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;

/// Positions that a search may look at for a value when the outcome is known anyway.
pub(crate) const POSITIONS_WHEN_OUTCOME_KNOWN: u64 = 200_000;
/// Steps of work that it may take.
pub(crate) const WORK_WHEN_OUTCOME_KNOWN: u64 = 4_000_000;
/// Steps of a list of moves when no time is left.
const LISTING_WORK_WITHOUT_TIME: u64 = 100_000;
/// What a value may cost when theorems say who wins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spared {
    work: u64,
    positions: u64,
}

impl Spared {
    pub const UNBOUNDED: Spared = Spared { work: u64::MAX, positions: u64::MAX };
    pub const LITTLE: Spared =
        Spared { work: WORK_WHEN_OUTCOME_KNOWN, positions: POSITIONS_WHEN_OUTCOME_KNOWN };
    pub const NOTHING: Spared = Spared { work: 0, positions: 0 };
}

/// A game and the position it was asked about.
pub(crate) struct Asked<'a, G: Played + ?Sized> {
    pub game: &'a G,
    pub components: &'a [G::Component],
    /// The length of the position as text.
    length: usize,
}

/// A verdict that still lacks its moves.
pub(crate) struct Found {
    pub lost: bool,
    pub grundy: Option<u64>,
    pub engine: Engine,
    pub reason: Cow<'static, str>,
    pub work: u64,
}

/// Lists the options of a component that have a value.
type Lister<'a, C> = dyn FnMut(&C, u64, &mut Pulse<'_>) -> Result<Listed<C>, Failure> + 'a;

/// The different options of a component that have a value, as far as values are known.
struct Listed<C> {
    winning: Vec<Parts<C>>,
    complete: bool,
    /// What stopped the search for more.
    stop: StopReason,
}

/// Refuses a search that could not end.
pub(crate) fn check_extent<G: Played + ?Sized>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<(), StopReason> {
    let far = components.iter().any(|component| game.extent(component) > limits.positions_kept());
    if far || !game.is_finite() { Err(StopReason::PositionLimit) } else { Ok(()) }
}

impl<'a, G: Played + ?Sized> Asked<'a, G> {
    pub fn new(game: &'a G, components: &'a [G::Component]) -> Self {
        // Plain components take no more room than their number tells.
        let length = if game.is_plain() { 0 } else { game.length(components) };
        Asked { game, components, length }
    }

    /// Fewer positions where they are long and kept as they are: each takes a few times the room of its text.
    pub fn narrow<'l>(&self, limits: &Limits<'l>) -> Limits<'l> {
        let room = limits.memory / (100 + 8 * self.length as u64);
        Limits { positions: limits.positions_kept().min(room), ..*limits }
    }

    /// By theorems, and by search where they do not suffice: by the game's `own`, if it has one.
    pub fn normal(
        &self,
        own: Option<&mut (dyn Solver<G::Component> + '_)>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let spared = match &own {
            Some(solver) if solver.is_promising(self.components) => Spared::UNBOUNDED,
            // Theorems answer at once, and there is no hope for more.
            Some(_) => Spared::NOTHING,
            // A search of the game's own has no room for it: the common one is slower.
            None if self.game.solver(&[], Method::Auto).is_some() => Spared::NOTHING,
            None => Spared::LITTLE,
        };
        self.normal_sparing(spared, own, limits)
    }

    /// The same with this much for a value where theorems say who wins.
    pub fn normal_sparing(
        &self,
        Spared { work, positions }: Spared,
        own: Option<&mut (dyn Solver<G::Component> + '_)>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let enough = |done| if done > work { Some(StopReason::PositionLimit) } else { limits.ask(done) };
        let few = Limits { positions: limits.positions.min(positions), poll: &enough, ..*limits };
        if let Some(sum) = self.sum_by_theorem() {
            let unknown = Cell::new(false);
            let verdict = self.by_values(sum, &unknown, limits)?;
            // Where the theorem says nothing of some options, a small search may.
            let searched = unknown.get().then(|| self.by_search(own, &few).ok());
            return Ok(searched.flatten().unwrap_or(verdict));
        }
        let outcome = match self.components {
            [only] => self.game.known(only, Convention::Normal),
            _ => None,
        };
        let Some(known) = outcome else { return self.by_search(own, limits) };
        let searched =
            if work == 0 { Err(StopReason::PositionLimit.into()) } else { self.by_search(own, &few) };
        match searched {
            // A short search was enough.
            Err(Failure::Stopped(StopReason::PositionLimit)) => {
                self.by_outcome(&known, Convention::Normal, limits)
            }
            Err(Failure::Stopped(stop)) => {
                // No time is left, but who wins is known, and what theorems say of options takes little.
                let moves = limits.moves.min(LISTING_WORK_WITHOUT_TIME);
                let at_once = Limits { moves, poll: &|_| None, ..*limits };
                Ok(Verdict { stop, ..self.by_outcome(&known, Convention::Normal, &at_once)? })
            }
            Ok(verdict) => {
                debug_assert_eq!(verdict.outcome == Outcome::P, known.value.is_p_position());
                if self.game.shows_options() {
                    return Ok(verdict);
                }
                let reason = format!("the value: {}; who wins: {}", verdict.reason, known.theorem);
                Ok(Verdict { reason, ..verdict })
            }
            Err(failure) => Err(failure),
        }
    }

    /// The nim-sum where every component has a value by theorem.
    fn sum_by_theorem(&self) -> Option<u64> {
        let value = |component| match self.game.known(component, Convention::Normal)?.value {
            Value::Grundy(value) => Some(value),
            Value::Lost(_) => None,
        };
        let one_by_one =
            || self.components.iter().try_fold(0, |sum, component| Some(sum ^ value(component)?));
        self.game.nim_sum(self.components).or_else(one_by_one)
    }

    /// The verdict by theorem, if there is one for every component, or for the only one.
    pub fn by_theorem(&self, limits: &Limits<'_>) -> Result<Option<Verdict>, Failure> {
        if let Some(sum) = self.sum_by_theorem() {
            return self.by_values(sum, &Cell::new(false), limits).map(Some);
        }
        let [only] = self.components else { return Ok(None) };
        let known = self.game.known(only, Convention::Normal);
        known.map(|known| self.by_outcome(&known, Convention::Normal, limits)).transpose()
    }

    /// Every component has a value by theorem.
    fn by_values(&self, sum: u64, unknown: &Cell<bool>, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        let value = |component: &G::Component| {
            let value = self.value(component, Convention::Normal);
            unknown.set(unknown.get() || value.is_none());
            value
        };
        let (engine, reason) = (Engine::ClosedForm, self.theorems());
        let found = Found { lost: sum == 0, grundy: Some(sum), engine, reason, work: 0 };
        let target =
            |component: &G::Component| self.value(component, Convention::Normal).map_or(0, |own| own ^ sum);
        self.with_values(found, Convention::Normal, &target, &value, limits)
    }

    /// The different theorems that give the values of the components.
    fn theorems(&self) -> Cow<'static, str> {
        const LOOKED_AT: usize = 64;
        let mut theorems: Vec<&'static str> = Vec::new();
        for component in self.components.iter().take(LOOKED_AT) {
            let known = self.game.known(component, Convention::Normal);
            theorems.extend(known.map(|known| known.theorem).filter(|theorem| !theorems.contains(theorem)));
        }
        match theorems[..] {
            [] => "the empty sum has value 0".into(),
            [only] => only.into(),
            _ => theorems.join("; ").into(),
        }
    }

    /// The only component has an outcome by theorem; a lost one has value 0.
    pub fn by_outcome(
        &self,
        known: &Known,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let value = |component: &G::Component| self.value(component, convention);
        let lost = known.value.is_p_position();
        let grundy = (lost && convention == Convention::Normal).then_some(0);
        let found = Found { lost, grundy, engine: Engine::ClosedForm, reason: known.theorem.into(), work: 0 };
        self.with_values(found, convention, &|_| 0, &value, limits)
    }

    /// What a theorem says of an option: its value, or 0 for lost and 1 for won.
    #[inline]
    fn value(&self, component: &G::Component, convention: Convention) -> Option<u64> {
        Some(match self.game.known(component, convention)?.value {
            Value::Grundy(value) if convention == Convention::Normal => value,
            known => u64::from(!known.is_p_position()),
        })
    }

    /// No theorem: a table or search of the game's own, or every position that can be reached, or nimber search where those
    /// are many.
    fn by_search(
        &self,
        own: Option<&mut (dyn Solver<G::Component> + '_)>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        check_extent(self.game, self.components, limits)?;
        if let Some(solver) = own {
            return self.by_solver(solver, limits);
        }
        let few = Limits { positions: limits.positions.min(MEMO_POSITIONS), ..*limits };
        match self.by_memo(&few) {
            Err(Failure::Stopped(StopReason::PositionLimit)) if few.positions < limits.positions => {
                self.by_nimber_search(NimberSearch::default(), limits)
            }
            other => other,
        }
    }

    /// Nimber search over components, which are kept as they are.
    pub fn by_nimber_search(
        &self,
        search: NimberSearch<G::Component>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let mut solver = NimberSolver { game: self.game, search };
        self.by_solver(&mut solver, &self.narrow(limits))
    }

    /// Every position that can be reached has its value worked out.
    pub fn by_memo(&self, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        let mut solver = MemoSolver::new(self.game);
        self.by_solver(&mut solver, &self.narrow(limits))
    }

    /// The values of the components of a sum of different games, from theorems and what a solver has found.
    pub fn values_by_part(
        &self,
        mut own: Option<&mut (dyn Solver<G::Component> + '_)>,
        limits: &Limits<'_>,
    ) -> Vec<(usize, Option<u64>)> {
        let mut pulse = Pulse::new(limits);
        let mut value = |component: &G::Component| match self.game.known(component, Convention::Normal) {
            Some(Known { value: Value::Grundy(value), .. }) => Some(value),
            _ => own
                .as_mut()
                .and_then(|own| own.look_up(component).or_else(|| own.value(component, &mut pulse).ok())),
        };
        let parts =
            self.components.iter().filter_map(|component| Some((self.game.part_of(component)?, component)));
        parts.map(|(part, component)| (part, value(component))).collect()
    }

    /// Values and winning moves by a table or search.
    pub fn by_solver(
        &self,
        solver: &mut (dyn Solver<G::Component> + '_),
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let mut pulse = Pulse::new(limits);
        solver.prepare(self.components, &mut pulse)?;
        let values: Result<Vec<u64>, Failure> = match solver.is_table() {
            true => Ok(Vec::new()),
            false => self.components.iter().map(|component| solver.value(component, &mut pulse)).collect(),
        };
        let values = values?;
        if !solver.is_table() {
            return self.by_asking(solver, &values, pulse, limits);
        }
        let missing = || Failure::Stopped(StopReason::PositionLimit);
        let look_up = |component: &G::Component| solver.look_up(component);
        let add = |sum, component| Some(sum ^ look_up(component)?);
        let sum = self.components.iter().try_fold(0, add).ok_or_else(missing)?;
        let (engine, reason) = solver.engine();
        let work = solver.work() + pulse.work();
        let found = Found { lost: sum == 0, grundy: Some(sum), engine, reason, work };
        let target = |component: &G::Component| look_up(component).map_or(0, |own| own ^ sum);
        self.with_values(found, Convention::Normal, &target, &look_up, limits)
    }

    /// Winning moves by a search that is asked about one option at a time.
    fn by_asking(
        &self,
        solver: &mut (dyn Solver<G::Component> + '_),
        values: &[u64],
        mut pulse: Pulse<'_>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let (engine, reason) = solver.engine();
        let found = Found { lost: sum == 0, grundy: Some(sum), engine, reason, work: pulse.work() };
        let known: FxHashMap<&G::Component, u64> =
            self.components.iter().zip(values.iter().copied()).collect();
        self.with_moves(
            found,
            Convention::Normal,
            &|component| known.get(component).map_or(0, |own| own ^ sum),
            limits,
            &mut |component, target, listing| {
                let (mut winning, mut stop) = (Vec::new(), StopReason::Done);
                for option in distinct_options(self.game, component, listing)? {
                    match sum_has_value(solver, &option, target, &mut pulse) {
                        Ok(true) => winning.push(option),
                        Ok(false) => {}
                        Err(Failure::Stopped(reason)) => {
                            stop = reason;
                            break;
                        }
                        Err(failure) => return Err(failure),
                    }
                }
                Ok(Listed { winning, complete: true, stop })
            },
        )
    }

    /// Adds the winning moves where options have values; those without one are not counted, and so is not the total.
    pub fn with_values(
        &self,
        found: Found,
        convention: Convention,
        target: &dyn Fn(&G::Component) -> u64,
        value: &dyn Fn(&G::Component) -> Option<u64>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        self.with_moves(found, convention, target, limits, &mut |component, target, pulse| {
            let unknown = Cell::new(false);
            let noted = |component: &G::Component| {
                let value = value(component);
                unknown.set(unknown.get() || value.is_none());
                value
            };
            let passes = |parts: &[Part<G::Component>]| nim_sum(parts, noted) == Some(target);
            let (winning, stop) = gather(self.game, component, passes, pulse)?;
            Ok(Listed { winning, complete: !unknown.get(), stop })
        })
    }

    /// Adds the winning moves: the options of each component that have the value it must get. Equal components share the
    /// work.
    fn with_moves(
        &self,
        found: Found,
        convention: Convention,
        target: &dyn Fn(&G::Component) -> u64,
        limits: &Limits<'_>,
        list: &mut Lister<'_, G::Component>,
    ) -> Result<Verdict, Failure> {
        let mut pulse = Pulse::listing(limits);
        let mut winning = Winning::new(self.game, self.components);
        let mut options = FxHashMap::default();
        let mut stop = StopReason::Done;
        let asked = !found.lost && limits.moves > 0;
        let theorem = found.engine == Engine::ClosedForm;
        for (index, component) in self.components.iter().enumerate().filter(|_| asked) {
            if let Some(sum) = found.grundy.filter(|_| theorem)
                && let Some(count) = self.game.count_winning(std::slice::from_ref(component), sum)
            {
                if count == 0 {
                    continue;
                }
                if winning.is_full() {
                    // What is not listed is counted without a branch.
                    winning.count(self.game.count_winning(&self.components[index..], sum).unwrap_or(0));
                    break;
                }
            }
            if theorem || self.game.reaches(component) {
                let mut wins =
                    WinsOf { winning: &mut winning, index, pulse: &mut pulse, stop: StopReason::Done };
                if self.game.reach(component, convention, target(component), &mut wins) {
                    stop = wins.stop;
                    if stop != StopReason::Done {
                        break;
                    }
                    continue;
                }
            }
            if !options.contains_key(component) {
                match list(component, target(component), &mut pulse) {
                    Ok(listed) => drop(options.insert(component, listed)),
                    // The verdict stands; only the list of moves is cut short.
                    Err(Failure::Stopped(reason)) => {
                        stop = reason;
                        break;
                    }
                    Err(failure) => return Err(failure),
                }
            }
            let listed = &options[component];
            winning.add(index, &listed.winning);
            if !listed.complete {
                winning.lose_count();
            }
            stop = listed.stop;
            if stop != StopReason::Done {
                break;
            }
        }
        let moves = if asked || found.lost { winning.finish() } else { Moves::default() };
        if asked && moves.total.is_none() && stop == StopReason::Done {
            stop = StopReason::PositionLimit;
        }
        Ok(Verdict {
            outcome: if found.lost { Outcome::P } else { Outcome::N },
            grundy: found.grundy,
            loopy: None,
            score: None,
            moves,
            line: Vec::new(),
            engine: found.engine,
            reason: found.reason.into_owned(),
            work: found.work + pulse.work(),
            stop,
        })
    }
}

/// Whether a sum has a value: of all parts but the last the value itself is needed.
fn sum_has_value<C>(
    solver: &mut (dyn Solver<C> + '_),
    parts: &[Part<C>],
    target: u64,
    pulse: &mut Pulse<'_>,
) -> Result<bool, Failure> {
    let mut odd = parts.iter().filter(|part| part.copies % 2 == 1).map(|part| &part.component);
    let Some(last) = odd.next_back() else { return Ok(target == 0) };
    let mut rest = target;
    for part in odd {
        rest ^= solver.value(part, pulse)?;
    }
    solver.has_value(last, rest, pulse)
}

/// Options, and what stopped the search for more of them.
pub(crate) type Gathered<C> = (Vec<Parts<C>>, StopReason);

/// The different options of a component that pass a test, in increasing order, and what stopped the search for more: those
/// that were found before are true all the same.
///
/// # Errors
/// When a move makes no progress.
pub(crate) fn gather<G: Game + ?Sized>(
    game: &G,
    component: &G::Component,
    test: impl Fn(&[Part<G::Component>]) -> bool,
    pulse: &mut Pulse<'_>,
) -> Result<Gathered<G::Component>, Failure> {
    let mut found = Vec::new();
    let most = (pulse.limits().positions_kept() / 2) as usize;
    let flow = game.options(component, pulse, &mut |parts| {
        if test(parts) {
            found.push(parts.to_vec());
        }
        if found.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let stop = match flow {
        Ok(ControlFlow::Continue(())) => StopReason::Done,
        Ok(ControlFlow::Break(())) => StopReason::MemoryLimit,
        Err(Failure::Stopped(reason)) => reason,
        Err(failure) => return Err(failure),
    };
    found.sort();
    found.dedup();
    Ok((found, stop))
}
