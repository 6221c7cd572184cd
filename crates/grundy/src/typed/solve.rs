//! Every [`Theory`] as a [`DynGame`]: theorems first, then search.

use super::{Argument, DynGame, Held, Known, Notation, Solver, Theory, Value, Verdict};
use crate::answer::Solved;
use crate::error::{Error, Failure, InputError};
use crate::explain::{OPTIONS_AND_MEX, Section, tables};
use crate::game::folded::Folded;
use crate::game::sum::{Sum, nim_sum};
use crate::game::{Convention, Part, Parts, distinct_options};
use crate::graph::strong::{Played, Strong, Words};
use crate::heap::Engine;
use crate::limits::{Limits, Pulse, StopReason};
use crate::play::remoteness::Map;
use crate::play::survey::{List, Listing, within};
use crate::search::couples::{self, Couples, kept::Kept};
use crate::search::memo::{Grundy, Memo};
use crate::solve::kept::Session;
use crate::solve::method::{Bounded, Method};
use crate::solve::moves::{Moves, Script, Winning, Wins};
use crate::solve::normal::options_of_value;
use crate::solve::{misere, stopped};
use crate::value::Outcome;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::fmt;

/// Positions that a search may look at for a value when the outcome is known anyway.
const POSITIONS: u64 = 200_000;
/// Steps of work that it may take.
const WORK: u64 = 4_000_000;
/// Steps of work that a search of the game's own may take then.
const SOLVER_WORK: u64 = 30_000_000;
/// Steps of a list of moves when no time is left.
const AT_ONCE: u64 = 100_000;
/// Positions that a plain search looks at before it gives way to couples.
const MEMO_POSITIONS: u64 = 1_000_000;
/// Positions that may be looked at to show the options of a position.
const ARGUED_POSITIONS: u64 = 20_000;
/// Components that are argued one by one.
const ARGUED: usize = 8;

const SEARCHED: &str = "only the positions that can be reached were looked at";

impl<G> DynGame for G
where
    G: Theory + fmt::Debug + Send + Sync,
    G::Component: Send + Sync + 'static,
{
    fn rule(&self) -> String {
        Theory::rule(self)
    }

    fn read(&self, text: &str) -> Result<Held, InputError> {
        let components = Notation::read(self, text)?;
        let text = self.write(&components);
        Ok(Held::new(components, text))
    }

    fn solve(&self, position: &Held, convention: Convention, limits: &Limits<'_>) -> Result<Verdict, Error> {
        let asked = Asked::new(self, position)?;
        let verdict = match convention {
            Convention::Normal => {
                let mut own = self.solver(asked.components, Method::Auto);
                asked.normal(own.as_deref_mut(), limits)
            }
            Convention::Misere => asked.misere(limits).map(|verdict| verdict.suited_to(limits)),
        };
        verdict.map_err(failed)
    }

    fn solve_by(
        &self,
        position: &Held,
        method: Method,
        limits: &Limits<'_>,
    ) -> Result<Option<Verdict>, Error> {
        let asked = Asked::new(self, position)?;
        asked.by_method(method, limits).map_err(failed)
    }

    fn session<'a>(&'a self, position: Option<&Held>, method: Method) -> Option<Box<dyn Session + 'a>> {
        let components: &[G::Component] = position.and_then(Held::components).unwrap_or_default();
        let mut solver = self.solver(components, method)?;
        solver.kept().is_some().then(|| Box::new(Searching { game: self, method, solver }) as _)
    }

    fn argue(&self, position: &Held, solved: &Solved, limits: &Limits<'_>) -> Result<Argument, Error> {
        let components: &[G::Component] = position.components().ok_or_else(Error::foreign_position)?;
        let argued = components.iter().take(ARGUED).flat_map(|component| Theory::argue(self, component));
        let mut sections: Vec<Section> = Vec::new();
        let lines: Vec<String> = argued.collect();
        if !lines.is_empty() {
            sections.push(Section::new("What counts", lines));
        }
        let mut values = self.values(components, Convention::Normal);
        if solved.engine == Engine::Memo {
            let (found, lines) = options_and_mex(self, components, limits).map_err(failed)?;
            sections.push(Section::new(OPTIONS_AND_MEX, lines));
            values = Some(found);
        } else if matches!(solved.engine, Engine::Couples | Engine::Ranked) {
            // Such a search tells no more values than it needs; where all are few they are shown all the same.
            let few = Limits { positions: limits.positions.min(ARGUED_POSITIONS), ..*limits };
            if let Ok((found, lines)) = options_and_mex(self, components, &few) {
                sections.push(Section::new(OPTIONS_AND_MEX, lines));
                values = Some(found);
            }
        }
        Ok(Argument { sections, values: values.unwrap_or_default() })
    }

    fn theory(&self) -> Vec<String> {
        Theory::theory(self)
    }

    fn strong<'a>(&'a self, position: &Held) -> Result<Box<dyn Strong + 'a>, Error> {
        let components: &[G::Component] = position.components().ok_or_else(Error::foreign_position)?;
        let words = Written { game: self, length: position.text().len() };
        let ranks = |start: &Sum<G::Component>| self.ranked().and_then(|ranked| ranked.ranks(start));
        let alike = |component: &G::Component| self.representative(component);
        Ok(Box::new(Played::new(self, words, components, Box::new(ranks), Box::new(alike))))
    }

    fn listing(
        &self,
        position: &Held,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Listing, Error> {
        let asked = Asked::new(self, position)?;
        asked.listing(convention, limits).map_err(failed)
    }

    fn map(&self, position: &Held, convention: Convention, limits: &Limits<'_>) -> Result<Map, Error> {
        let components = position.components().ok_or_else(Error::foreign_position)?;
        check_extent(self, components, limits).map_err(stopped)?;
        // Positions are shown, so that components stay whole.
        let fold =
            |component: &G::Component| vec![Part { component: self.representative(component), copies: 1 }];
        let script = Written { game: self, length: position.text().len() };
        Map::of(&Folded::new(self, &fold), components, &script, convention, limits).map_err(failed)
    }
}

/// Finds words for why there is no answer.
fn failed(failure: Failure) -> Error {
    match failure {
        Failure::Stopped(reason) => stopped(reason),
        Failure::NoProgress(offence) => {
            Error::game(format!("a move makes no progress: {} -> {}", offence.before, offence.after), None)
        }
    }
}

/// Refuses a search that could not end.
fn check_extent<G: Theory>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<(), StopReason> {
    let far = components.iter().any(|component| game.extent(component) > limits.positions_kept());
    if far || !game.is_finite() { Err(StopReason::PositionLimit) } else { Ok(()) }
}

impl<C: Clone + Eq + std::hash::Hash> Searched<C> {
    /// The value of a component that could be reached.
    fn value<G: Theory<Component = C>>(&self, game: &G, component: &C) -> Option<u64> {
        nim_sum(&game.parts(component), |part| self.memo.get(part).copied())
    }
}

/// Values by search, of components and of all they can become.
struct Searched<C> {
    memo: Memo<C, u64>,
    /// The values of the components asked for.
    values: Vec<u64>,
    work: u64,
}

fn search<G: Theory>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<Searched<G::Component>, Failure> {
    check_extent(game, components, limits)?;
    let fold = |component: &G::Component| game.parts(component);
    let folded = Folded::new(game, &fold);
    let (mut memo, mut pulse) = (Memo::default(), Pulse::new(limits));
    let mut values = Vec::with_capacity(components.len());
    for component in components {
        let mut value = 0;
        for part in fold(component).iter().filter(|part| part.copies % 2 == 1) {
            value ^= memo.solve(&folded, &part.component, &mut Grundy::default(), &mut pulse)?;
        }
        values.push(value);
    }
    Ok(Searched { memo, values, work: pulse.work() })
}

/// The values of components by search, and the tables of their options.
fn options_and_mex<G: Theory>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<(Vec<u64>, Vec<String>), Failure> {
    let searched = search(game, components, limits)?;
    let value = |component: &G::Component| searched.value(game, component);
    let text = |component: &G::Component| game.write(std::slice::from_ref(component));
    let lines = tables(game, components, &value, &text, &text, limits)?;
    Ok((searched.values, lines))
}

/// Values by theorem, where all components have one.
trait Values: Theory {
    fn values(&self, components: &[Self::Component], convention: Convention) -> Option<Vec<u64>> {
        let value = |component| match self.known(component, convention)?.value {
            Value::Grundy(value) => Some(value),
            Value::Lost(_) => None,
        };
        components.iter().map(value).collect()
    }
}

impl<G: Theory> Values for G {}

/// How a game writes its positions; empty components are kept.
struct Written<'a, G> {
    game: &'a G,
    length: usize,
}

impl<G: Notation> Script<G::Component> for Written<'_, G> {
    fn component(&self, component: &G::Component) -> String {
        self.game.write(std::slice::from_ref(component))
    }

    fn position(&self, components: Vec<G::Component>) -> String {
        self.game.write(&components)
    }

    fn length(&self, _components: &[G::Component]) -> usize {
        self.length
    }

    fn describe(&self, before: &G::Component, option: &[Part<G::Component>]) -> String {
        self.game.describe(before, option)
    }
}

impl<G: Notation> Words<G::Component> for Written<'_, G> {
    fn read(&self, text: &str) -> Option<Vec<G::Component>> {
        self.game.read(text).ok()
    }
}

/// A game and the position it was asked about.
struct Asked<'a, G: Theory> {
    game: &'a G,
    components: &'a [G::Component],
    script: Written<'a, G>,
}

impl<'a, G: Theory> Asked<'a, G>
where
    G::Component: 'static,
{
    fn new(game: &'a G, position: &'a Held) -> Result<Self, Error> {
        let components = position.components().ok_or_else(Error::foreign_position)?;
        Ok(Asked { game, components, script: Written { game, length: position.text().len() } })
    }
}

impl<G: Theory> Asked<'_, G> {
    /// Fewer positions where they are long and kept as they are: each takes a few times the room of its text.
    fn narrow<'l>(&self, limits: &Limits<'l>) -> Limits<'l> {
        let room = limits.memory / (100 + 8 * self.script.length as u64);
        Limits { positions: limits.positions_kept().min(room), ..*limits }
    }

    /// The verdict by a method; `None` when it cannot serve.
    fn by_method(&self, method: Method, limits: &Limits<'_>) -> Result<Option<Verdict>, Failure> {
        if method == Method::ClosedForm {
            return self.by_theorem(limits);
        }
        if !self.game.is_finite() {
            return Ok(None);
        }
        check_extent(self.game, self.components, limits)?;
        if method == Method::Memo {
            return self.by_memo(limits).map(Some);
        }
        if let Some(mut solver) = self.game.solver(self.components, method) {
            return self.by_solver(&mut *solver, limits).map(Some);
        }
        let couples = method.couples();
        couples.map(|couples| self.by_couples(couples, limits)).transpose()
    }

    /// The verdict by theorem, if there is one for every component, or for the only one.
    fn by_theorem(&self, limits: &Limits<'_>) -> Result<Option<Verdict>, Failure> {
        if let Some(values) = self.game.values(self.components, Convention::Normal) {
            return self.by_values(&values, &Cell::new(false), limits).map(Some);
        }
        let [only] = self.components else { return Ok(None) };
        let known = self.game.known(only, Convention::Normal);
        known.map(|known| self.by_outcome(&known, Convention::Normal, limits)).transpose()
    }

    /// By theorems, and by search where they do not suffice: by the game's `own`, if it has one.
    fn normal(
        &self,
        own: Option<&mut (dyn Solver<G::Component> + '_)>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let (work, positions) = match &own {
            Some(solver) if solver.is_promising(self.components) => (u64::MAX, u64::MAX),
            // Theorems answer at once, and there is no hope for more.
            Some(_) => (0, 0),
            // A search of the game's own has no room for it: the common one is slower.
            None if self.game.solver(&[], Method::Auto).is_some() => (0, 0),
            None => (WORK, POSITIONS),
        };
        let enough = |done| if done > work { Some(StopReason::PositionLimit) } else { (limits.poll)(done) };
        let few = Limits { positions: limits.positions.min(positions), poll: &enough, ..*limits };
        if let Some(values) = self.game.values(self.components, Convention::Normal) {
            let unknown = Cell::new(false);
            let verdict = self.by_values(&values, &unknown, limits)?;
            // Where the theorem says nothing of some options, a small search may.
            let searched = unknown.get().then(|| self.by_search(own, &few).ok());
            return Ok(searched.flatten().unwrap_or(verdict));
        }
        let outcome = match self.components {
            [only] => self.game.known(only, Convention::Normal),
            _ => None,
        };
        let Some(known) = outcome else { return self.by_search(own, limits) };
        match self.by_search(own, &few) {
            // A short search was enough.
            Err(Failure::Stopped(StopReason::PositionLimit)) => {
                self.by_outcome(&known, Convention::Normal, limits)
            }
            Err(Failure::Stopped(stop)) => {
                // No time is left, but who wins is known, and what theorems say of options takes little.
                let at_once = Limits { moves: limits.moves.min(AT_ONCE), poll: &|_| None, ..*limits };
                Ok(Verdict { stop, ..self.by_outcome(&known, Convention::Normal, &at_once)? })
            }
            Ok(verdict) => {
                debug_assert_eq!(verdict.outcome == Outcome::P, known.value.is_lost());
                let reason = format!("the value: {}; who wins: {}", verdict.reason, known.theorem);
                Ok(Verdict { reason, ..verdict })
            }
            Err(failure) => Err(failure),
        }
    }

    fn misere(&self, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        if let [only] = self.components
            && let Some(known) = self.game.known(only, Convention::Misere)
        {
            return self.by_outcome(&known, Convention::Misere, limits);
        }
        check_extent(self.game, self.components, limits)?;
        let fold = |component: &G::Component| self.game.parts(component);
        let folded = Folded::new(self.game, &fold);
        misere::search(&folded, self.components, &self.script, &self.narrow(limits))
    }

    /// The moves, with values by theorem, or by a small search where there is none.
    fn listing(&self, convention: Convention, limits: &Limits<'_>) -> Result<Listing, Failure> {
        let fold = |component: &G::Component| self.game.parts(component);
        let folded = Folded::new(self.game, &fold);
        let solver = self.game.solver(self.components, Method::Auto);
        let work = if solver.is_some() { SOLVER_WORK } else { WORK };
        let enough = |done| if done > work { Some(StopReason::PositionLimit) } else { (limits.poll)(done) };
        let few = Limits { positions: limits.positions.min(POSITIONS), poll: &enough, ..*limits };
        let finite = check_extent(self.game, self.components, &few).is_ok();
        let normal = convention == Convention::Normal;
        let known = self.game.values(self.components, Convention::Normal).is_some();
        let searched = match normal && finite && !known && solver.is_none() {
            true => within(search(self.game, self.components, &few))?,
            false => None,
        };
        let solver = RefCell::new((solver, Pulse::new(&few)));
        let by_solver = |component: &G::Component| match &mut *solver.borrow_mut() {
            (Some(solver), pulse) => solver.value(component, pulse).ok(),
            (None, _) => None,
        };
        let value = |component: &G::Component| match (normal, self.game.known(component, Convention::Normal))
        {
            (false, _) => None,
            (true, Some(Known { value: Value::Grundy(value), .. })) => Some(value),
            _ => match &searched {
                Some(found) => found.value(self.game, component),
                None => by_solver(component),
            },
        };
        let list = List {
            game: &folded,
            components: self.components,
            script: &self.script,
            value: &value,
            beyond: &|_| Vec::new(),
        };
        if finite { list.make(convention, limits) } else { list.make_near(None, limits) }
    }

    /// Every component has a value by theorem.
    fn by_values(
        &self,
        values: &[u64],
        unknown: &Cell<bool>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
        let value = |component: &G::Component| {
            let value = self.value(component, Convention::Normal);
            unknown.set(unknown.get() || value.is_none());
            value
        };
        let theorem = self.components.first().and_then(|c| self.game.known(c, Convention::Normal));
        let found = Found {
            lost: nim_sum == 0,
            grundy: Some(nim_sum),
            engine: Engine::ClosedForm,
            reason: theorem.map_or("the empty sum has value 0", |known| known.theorem),
            work: 0,
        };
        self.with_values(found, Convention::Normal, &|index| values[index] ^ nim_sum, &value, limits)
    }

    /// The only component has an outcome by theorem.
    fn by_outcome(
        &self,
        known: &Known,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let value = |component: &G::Component| self.value(component, convention);
        let lost = known.value.is_lost();
        let found = Found { lost, grundy: None, engine: Engine::ClosedForm, reason: known.theorem, work: 0 };
        self.with_values(found, convention, &|_| 0, &value, limits)
    }

    /// What a theorem says of an option: its value, or 0 for lost and 1 for won.
    fn value(&self, component: &G::Component, convention: Convention) -> Option<u64> {
        Some(match self.game.known(component, convention)?.value {
            Value::Grundy(value) if convention == Convention::Normal => value,
            known => u64::from(!known.is_lost()),
        })
    }

    /// No theorem: a search of the game's own, or every position that can be reached, or couples where those are many.
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
                self.by_couples(Couples::default(), limits)
            }
            other => other,
        }
    }

    /// Couples of components, which are kept as they are.
    fn by_couples(&self, couples: Couples<G::Component>, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        self.by_solver(&mut FoldedCouples { game: self.game, couples }, &self.narrow(limits))
    }

    /// Every position that can be reached has its value worked out.
    fn by_memo(&self, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        let searched = search(self.game, self.components, &self.narrow(limits))?;
        let values = &searched.values;
        let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
        let found = Found {
            lost: nim_sum == 0,
            grundy: Some(nim_sum),
            engine: Engine::Memo,
            reason: SEARCHED,
            work: searched.work,
        };
        let value = |component: &G::Component| searched.value(self.game, component);
        self.with_values(found, Convention::Normal, &|index| values[index] ^ nim_sum, &value, limits)
    }

    /// Values and winning moves by a search that is asked about one component at a time.
    fn by_solver(
        &self,
        solver: &mut dyn Solver<G::Component>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let mut pulse = Pulse::new(limits);
        let values: Result<Vec<u64>, Failure> =
            self.components.iter().map(|component| solver.value(component, &mut pulse)).collect();
        let values = values?;
        let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
        let (engine, reason) = solver.engine();
        let found = Found { lost: nim_sum == 0, grundy: Some(nim_sum), engine, reason, work: pulse.work() };
        self.with_moves(
            found,
            Convention::Normal,
            &|index| values[index] ^ nim_sum,
            limits,
            &mut |c, target, listing| {
                let (mut winning, mut stop) = (Vec::new(), StopReason::Done);
                for option in distinct_options(self.game, c, listing)? {
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
    fn with_values(
        &self,
        found: Found,
        convention: Convention,
        target: &dyn Fn(usize) -> u64,
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
            let (winning, stop) = options_of_value(self.game, component, Some(target), &noted, pulse)?;
            Ok(Listed { winning, complete: !unknown.get(), stop })
        })
    }

    /// Adds the winning moves: the options of each component that have the value it must get.
    fn with_moves(
        &self,
        found: Found,
        convention: Convention,
        target: &dyn Fn(usize) -> u64,
        limits: &Limits<'_>,
        list: &mut Lister<'_, G::Component>,
    ) -> Result<Verdict, Failure> {
        let mut pulse = Pulse::listing(limits);
        let mut winning = Winning::new(self.components, &self.script);
        let mut options = FxHashMap::default();
        let mut stop = StopReason::Done;
        let asked = !found.lost && limits.moves > 0;
        for (index, component) in self.components.iter().enumerate().filter(|_| asked) {
            if self.game.reach(component, convention, target(index), &mut Wins::new(&mut winning, index)) {
                continue;
            }
            if !options.contains_key(component) {
                match list(component, target(index), &mut pulse) {
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
            // The verdict stands; only the list of moves is cut short.
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
            score: None,
            moves,
            line: Vec::new(),
            engine: found.engine,
            reason: found.reason.to_owned(),
            work: found.work + pulse.work(),
            stop,
        })
    }
}

/// Whether a sum has a value: of all parts but the last the value itself is needed.
fn sum_has_value<C>(
    solver: &mut dyn Solver<C>,
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

/// Lists the options of a component that have a value.
type Lister<'a, C> = dyn FnMut(&C, u64, &mut Pulse<'_>) -> Result<Listed<C>, Failure> + 'a;

/// The different options of a component that have a value, as far as values are known.
struct Listed<C> {
    winning: Vec<Parts<C>>,
    complete: bool,
    /// What stopped the search for more.
    stop: StopReason,
}

/// The common search for couples over a game's representatives, which may be asked about whole components.
struct FoldedCouples<'a, G: Theory> {
    game: &'a G,
    couples: Couples<G::Component>,
}

impl<G: Theory> Solver<G::Component> for FoldedCouples<'_, G> {
    fn value(&mut self, component: &G::Component, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let fold = |component: &G::Component| self.game.parts(component);
        self.couples.value(&Bounded(&Folded::new(self.game, &fold)), &fold(component), pulse)
    }

    fn has_value(
        &mut self,
        component: &G::Component,
        value: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        let fold = |component: &G::Component| self.game.parts(component);
        self.couples.has_value(&Bounded(&Folded::new(self.game, &fold)), &fold(component), value, pulse)
    }

    fn engine(&self) -> (Engine, &'static str) {
        (Engine::Couples, couples::IDEA)
    }
}

/// A game's own search, kept for many positions.
struct Searching<'a, G: Theory> {
    game: &'a G,
    method: Method,
    solver: Box<dyn Solver<G::Component> + 'a>,
}

impl<G: Theory> Session for Searching<'_, G>
where
    G::Component: 'static,
{
    fn kept(&mut self) -> &mut dyn Kept {
        self.solver.kept().expect("asked when it was made")
    }

    fn solve(&mut self, position: &Held, limits: &Limits<'_>) -> Result<Option<Verdict>, Error> {
        let asked = Asked::new(self.game, position)?;
        if !self.solver.serves(asked.components) {
            return Ok(None);
        }
        let solver = &mut *self.solver;
        let verdict = match self.method {
            Method::Auto => asked.normal(Some(solver), limits),
            _ => asked.by_solver(solver, limits),
        };
        verdict.map(Some).map_err(failed)
    }
}

/// A verdict that still lacks its moves.
struct Found {
    lost: bool,
    grundy: Option<u64>,
    engine: Engine,
    reason: &'static str,
    work: u64,
}
