//! Every [`Theory`] as a [`DynGame`]: theorems first, then search.

use super::{Argument, DynGame, Held, Known, Notation, Theory, Value, Verdict};
use crate::answer::Solved;
use crate::error::{Error, Failure, InputError};
use crate::explain::{OPTIONS_AND_MEX, Section, tables};
use crate::game::folded::Folded;
use crate::game::sum::Sum;
use crate::game::{Convention, Part};
use crate::graph::strong::{Played, Strong, Words};
use crate::heap::Engine;
use crate::limits::{Limits, Pulse, StopReason};
use crate::play::remoteness::Map;
use crate::play::survey::{List, Listing, within};
use crate::search::memo::{Grundy, Memo};
use crate::solve::moves::{Script, Winning, Wins};
use crate::solve::normal::{MOVES_WORK, options_of_value};
use crate::solve::{misere, stopped};
use crate::value::Outcome;
use rustc_hash::FxHashMap;
use std::fmt;

/// Positions that a search may look at for a value when the outcome is known anyway.
const POSITIONS: u64 = 200_000;
/// Steps of work that it may take.
const WORK: u64 = 4_000_000;
/// Steps of work that a misère search may take: it looks at whole positions, and few of them teach anything.
const MISERE_WORK: u64 = 200_000_000;
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
        let components = position.components().ok_or_else(Error::foreign_position)?;
        let asked =
            Asked { game: self, components, script: Written { game: self, length: position.text().len() } };
        // A component of a table takes a few times the room of its text.
        let room = limits.memory / (100 + 8 * position.text().len() as u64);
        let limits = &Limits { positions: limits.positions.min(room), ..*limits };
        let verdict = match convention {
            Convention::Normal => asked.normal(limits),
            Convention::Misere => asked.misere(limits),
        };
        verdict.map_err(failed)
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
        Ok(Box::new(Played::new(self, words, components, Box::new(ranks))))
    }

    fn listing(
        &self,
        position: &Held,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Listing, Error> {
        let components = position.components().ok_or_else(Error::foreign_position)?;
        let asked =
            Asked { game: self, components, script: Written { game: self, length: position.text().len() } };
        asked.listing(convention, limits).map_err(failed)
    }

    fn map(&self, position: &Held, convention: Convention, limits: &Limits<'_>) -> Result<Map, Error> {
        let components = position.components().ok_or_else(Error::foreign_position)?;
        check_extent(self, components, limits).map_err(stopped)?;
        let fold = |component: &G::Component| self.representative(component);
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
    let far = components.iter().any(|component| game.extent(component) > limits.positions);
    if far || !game.is_finite() { Err(StopReason::PositionLimit) } else { Ok(()) }
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
    let fold = |component: &G::Component| game.representative(component);
    let folded = Folded::new(game, &fold);
    let (mut memo, mut pulse) = (Memo::default(), Pulse::new(limits));
    let mut values = Vec::with_capacity(components.len());
    for component in components {
        values.push(memo.solve(&folded, &fold(component), &mut Grundy::default(), &mut pulse)?);
    }
    Ok(Searched { memo, values, work: pulse.work() })
}

/// The values of components by search, and the tables of their options.
fn options_and_mex<G: Theory>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<(Vec<u64>, Vec<String>), Failure> {
    let Searched { memo, values, .. } = search(game, components, limits)?;
    let value = |component: &G::Component| memo.get(&game.representative(component)).copied();
    let text = |component: &G::Component| game.write(std::slice::from_ref(component));
    Ok((values, tables(game, components, &value, &text, &text, limits)?))
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

impl<G: Theory> Asked<'_, G> {
    fn normal(&self, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        if let Some(values) = self.game.values(self.components, Convention::Normal) {
            return self.by_values(&values, limits);
        }
        let outcome = match self.components {
            [only] => self.game.known(only, Convention::Normal),
            _ => None,
        };
        let Some(known) = outcome else { return self.by_search(limits) };
        let enough = |work| if work > WORK { Some(StopReason::PositionLimit) } else { (limits.poll)(work) };
        let few = Limits { positions: limits.positions.min(POSITIONS), poll: &enough, ..*limits };
        match self.by_search(&few) {
            Err(Failure::Stopped(StopReason::PositionLimit)) => {
                self.by_outcome(&known, Convention::Normal, limits)
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
        let enough =
            |work| if work > MISERE_WORK { Some(StopReason::PositionLimit) } else { (limits.poll)(work) };
        let limits = &Limits { poll: &enough, ..*limits };
        let fold = |component: &G::Component| self.game.representative(component);
        misere::search(&Folded::new(self.game, &fold), self.components, &self.script, limits)
    }

    /// The moves, with values by theorem, or by a small search where there is none.
    fn listing(&self, convention: Convention, limits: &Limits<'_>) -> Result<Listing, Failure> {
        let fold = |component: &G::Component| self.game.representative(component);
        let folded = Folded::new(self.game, &fold);
        let enough = |work| if work > WORK { Some(StopReason::PositionLimit) } else { (limits.poll)(work) };
        let few = Limits { positions: limits.positions.min(POSITIONS), poll: &enough, ..*limits };
        let finite = check_extent(self.game, self.components, &few).is_ok();
        let normal = convention == Convention::Normal;
        let known = self.game.values(self.components, Convention::Normal).is_some();
        let searched = match normal && finite && !known {
            true => within(search(self.game, self.components, &few))?,
            false => None,
        };
        let value = |component: &G::Component| match (normal, self.game.known(component, Convention::Normal))
        {
            (false, _) => None,
            (true, Some(Known { value: Value::Grundy(value), .. })) => Some(value),
            _ => searched.as_ref().and_then(|found| found.memo.get(&fold(component)).copied()),
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
    fn by_values(&self, values: &[u64], limits: &Limits<'_>) -> Result<Verdict, Failure> {
        let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
        let value = |component: &G::Component| self.value(component, Convention::Normal);
        let theorem = self.components.first().and_then(|c| self.game.known(c, Convention::Normal));
        let found = Found {
            lost: nim_sum == 0,
            grundy: Some(nim_sum),
            engine: Engine::ClosedForm,
            reason: theorem.map_or("the empty sum has value 0", |known| known.theorem),
            work: 0,
        };
        self.with_moves(found, Convention::Normal, &|index| values[index] ^ nim_sum, &value, limits)
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
        self.with_moves(found, convention, &|_| 0, &value, limits)
    }

    /// What a theorem says of an option: its value, or 0 for lost and 1 for won.
    fn value(&self, component: &G::Component, convention: Convention) -> Option<u64> {
        Some(match self.game.known(component, convention)?.value {
            Value::Grundy(value) if convention == Convention::Normal => value,
            known => u64::from(!known.is_lost()),
        })
    }

    /// No theorem: every position that can be reached has its value worked out.
    fn by_search(&self, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        let Searched { memo, values, work } = search(self.game, self.components, limits)?;
        let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
        let found =
            Found { lost: nim_sum == 0, grundy: Some(nim_sum), engine: Engine::Memo, reason: SEARCHED, work };
        let value = |component: &G::Component| memo.get(&self.game.representative(component)).copied();
        self.with_moves(found, Convention::Normal, &|index| values[index] ^ nim_sum, &value, limits)
    }

    /// Adds the winning moves: the options of each component that have the value it must get.
    fn with_moves(
        &self,
        found: Found,
        convention: Convention,
        target: &dyn Fn(usize) -> u64,
        value: &dyn Fn(&G::Component) -> Option<u64>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let enough =
            |work| if work > MOVES_WORK { Some(StopReason::PositionLimit) } else { (limits.poll)(work) };
        let listing = Limits { poll: &enough, ..*limits };
        let mut pulse = Pulse::new(&listing);
        let mut winning = Winning::new(self.components, &self.script);
        let mut options = FxHashMap::default();
        let mut stop = StopReason::Done;
        for (index, component) in self.components.iter().enumerate().filter(|_| !found.lost) {
            if self.game.reach(component, convention, target(index), &mut Wins::new(&mut winning, index)) {
                continue;
            }
            if !options.contains_key(component) {
                match options_of_value(self.game, component, Some(target(index)), value, &mut pulse) {
                    Ok(list) => drop(options.insert(component, list)),
                    // The verdict stands; only the list of moves is cut short.
                    Err(Failure::Stopped(reason)) => {
                        stop = reason;
                        break;
                    }
                    Err(failure) => return Err(failure),
                }
            }
            winning.add(index, &options[component]);
        }
        let moves = winning.finish();
        if moves.total.is_none() && stop == StopReason::Done {
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

/// A verdict that still lacks its moves.
struct Found {
    lost: bool,
    grundy: Option<u64>,
    engine: Engine,
    reason: &'static str,
    work: u64,
}
