//! Misère play: a theorem, tame components by theirs, others through the misère quotient, and what is left by looking at whole
//! positions.

use super::folded;
use super::normal::{Asked, check_extent, gather};
use crate::ask::played::Played;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::misere::generators::Generators;
use crate::engine::misere::heaps::DEFAULT_ORDER;
use crate::engine::misere::monoid::{Commutative, Element};
use crate::engine::misere::quotient::{Halt, Quotient};
use crate::engine::misere::tame::{Tame, Tameness};
use crate::engine::search::memo::{Memo, PPosition};
use crate::game::answer::{Moves, Verdict};
use crate::game::engine::Engine;
use crate::game::folded::Folded;
use crate::game::sum::{Sum, SumGame, add_all, canonical, remove};
use crate::game::theory::Value;
use crate::game::winning::{Winning, WinsOf};
use crate::game::{Convention, Game, Part, Parts, distinct_options};
use crate::value::Outcome;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::fmt;

pub(crate) const TAME: &str = "every component is tame, so the sum plays like misère Nim (Conway 1976)";
const WHOLE: &str =
    "some component is wild, and no quotient was found: every position that can be reached was looked at";

/// Work that a quotient is worth before whole positions are tried.
pub(crate) const QUOTIENT_WORK: u64 = 300_000_000;
/// Work that is little for a quotient, or for whole positions.
const SHORT_WORK: u64 = 10_000_000;
/// Positions that whole positions are first tried with.
const FIRST_POSITIONS: u64 = 20_000;
/// Most generators of a quotient that is made for one position.
const MAX_GENERATORS: u64 = 400;

/// Answers the misère question: by theorem for one component; for Nim-like games by Bouton's; if all components are tame, by
/// that; then by the quotient of what they can become, while that is small; otherwise by whole positions.
pub(crate) fn verdict<G: Played + ?Sized>(
    asked: &Asked<'_, G>,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    let (game, components) = (asked.game, asked.components);
    if let [only] = components
        && let Some(known) = game.known(only, Convention::Misere)
    {
        return asked.by_outcome(&known, Convention::Misere, limits);
    }
    if let Some(theorem) = game.misere_nim()
        && let Some(verdict) = nim_like(asked, theorem, limits)
    {
        return Ok(verdict);
    }
    check_extent(game, components, limits)?;
    game.check(components, limits)?;
    let limits = &if game.is_plain() { *limits } else { asked.narrow(limits) };
    let fold = |component: &G::Component| game.parts(component);
    let folded = folded(game, &fold);
    // Large heaps need a period; tame or not, the quotient finds one.
    let periodic = game.needs_period(components);
    if periodic && let Some(verdict) = by_quotient(&folded, components, QUOTIENT_WORK, limits)? {
        return Ok(verdict);
    }
    if let Some(verdict) = tame(&folded, components, &mut Pulse::new(limits))? {
        return Ok(verdict);
    }
    let quotient = |work, limits: &Limits<'_>| match periodic {
        false => by_quotient(&folded, components, work, limits),
        true => Ok(None),
    };
    by_quotient_or_whole(quotient, |pulse| whole(&folded, components, pulse), limits)
}

/// Who wins each of many positions: what is tame, one quotient for all, and the sums that were looked at serve those that come
/// later. A failure ends the list.
pub(crate) fn outcomes<G: Played + ?Sized>(
    game: &G,
    positions: &[&[G::Component]],
    limits: &Limits<'_>,
) -> (Vec<Outcome>, Option<Failure>) {
    let fold = |component: &G::Component| game.parts(component);
    let folded = folded(game, &fold);
    let mut shared = Shared { folded: &folded, tame: Memo::default(), classes: None, sums: Memo::default() };
    let mut found = Vec::with_capacity(positions.len());
    for components in positions {
        match shared.is_p_position(components, positions, limits) {
            Ok(lost) => found.push(if lost { Outcome::P } else { Outcome::N }),
            Err(failure) => return (found, Some(failure)),
        }
    }
    (found, None)
}

/// What was learnt about positions that were asked about before.
struct Shared<'a, G: Played + ?Sized> {
    folded: &'a Folded<'a, G>,
    tame: Memo<G::Component, Option<Tame>>,
    /// The classes of all components of the family, once they were looked for.
    classes: Option<Option<Classes<'a, G::Component>>>,
    sums: Memo<Sum<G::Component>, bool>,
}

impl<G: Played + ?Sized> Shared<'_, G> {
    fn is_p_position(
        &mut self,
        components: &[G::Component],
        family: &[&[G::Component]],
        limits: &Limits<'_>,
    ) -> Result<bool, Failure> {
        let game = self.folded.game;
        if let [only] = components
            && let Some(known) = game.known(only, Convention::Misere)
        {
            return Ok(known.value.is_p_position());
        }
        if game.misere_nim().is_some()
            && let Some(parts) = nim_heaps(game, components)
        {
            return Ok(Totals::of(&parts).whole().is_p_position());
        }
        let asked = Asked::new(game, components);
        check_extent(game, components, limits)?;
        game.check(components, limits)?;
        let narrow = if game.is_plain() { *limits } else { asked.narrow(limits) };
        if !game.needs_period(components)
            && let Some(tame) = self.tame(components, &narrow)?
        {
            return Ok(tame.is_p_position());
        }
        if let Some(lost) = self.by_classes(components, family, &narrow)? {
            return Ok(lost);
        }
        let most = narrow.positions.min(FIRST_POSITIONS.saturating_add(self.sums.len() as u64));
        let few = Limits { positions: most, ..narrow };
        if let Some(lost) = within(&few, SHORT_WORK, |limits| self.by_sums(components, limits))? {
            return Ok(lost);
        }
        Ok(verdict(&asked, &Limits { moves: 0, ..*limits })?.outcome == Outcome::P)
    }

    fn tame(&mut self, components: &[G::Component], limits: &Limits<'_>) -> Result<Option<Tame>, Failure> {
        let (mut sum, mut pulse) = (Some(Tame::ZERO), Pulse::new(limits));
        for part in components.iter().flat_map(|component| self.folded.fold(component)) {
            let part_tame =
                self.tame.solve(self.folded, &part.component, &mut Tameness::default(), &mut pulse)?;
            sum = plus_copies(sum, part_tame, part.copies);
        }
        Ok(sum)
    }

    /// By the quotient of all that the family can become, if it is small.
    fn by_classes(
        &mut self,
        components: &[G::Component],
        family: &[&[G::Component]],
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Failure> {
        if self.classes.is_none() {
            let all = family.concat();
            self.classes = Some(self.folded.game.classes(self.folded, &all, SHORT_WORK, limits)?);
        }
        let Some(Some(classes)) = &self.classes else { return Ok(None) };
        let sum = classes.sum(&canonical(components));
        Ok(sum.map(|class| classes.quotient.p_portion().contains(class)))
    }

    fn by_sums(&mut self, components: &[G::Component], limits: &Limits<'_>) -> Result<bool, Failure> {
        let start = self.folded.fold_parts(&canonical(components));
        let mut lost = PPosition::new(false);
        self.sums.solve(&SumGame(self.folded), &start, &mut lost, &mut Pulse::new(limits))
    }
}

/// Components that play like Nim heaps of their values, if all have one by theorem.
fn nim_heaps<G: Played + ?Sized>(game: &G, components: &[G::Component]) -> Option<Vec<Tame>> {
    let value = |component| match game.known(component, Convention::Normal)?.value {
        Value::Grundy(value) => Some(Tame::nim_heap(value)),
        Value::Lost(_) => None,
    };
    components.iter().map(value).collect()
}

/// The verdict on a misère position.
fn verdict_of(lost: bool, moves: Moves, engine: Engine, reason: &str, work: u64) -> Verdict {
    Verdict {
        outcome: if lost { Outcome::P } else { Outcome::N },
        grundy: None,
        loopy: None,
        score: None,
        moves,
        line: Vec::new(),
        engine,
        reason: reason.to_owned(),
        work,
        stop: StopReason::Done,
    }
}

/// The parts of a sum other than one, from totals over all.
#[derive(Debug, Clone, Copy)]
struct Totals {
    value: u64,
    firm: u64,
}

impl Totals {
    fn of(parts: &[Tame]) -> Totals {
        let value = parts.iter().fold(0, |sum, part| sum ^ part.value);
        Totals { value, firm: parts.iter().filter(|part| part.firm).count() as u64 }
    }

    fn whole(self) -> Tame {
        Tame { value: self.value, firm: self.firm > 0 }
    }

    fn without(self, part: Tame) -> Tame {
        Tame { value: self.value ^ part.value, firm: self.firm > u64::from(part.firm) }
    }
}

/// Games whose components behave like Nim heaps of their value under misère play too (same options, same induction), so that
/// the value of the option that wins is known; `None` when some component has no value by theorem.
fn nim_like<G: Played + ?Sized>(asked: &Asked<'_, G>, theorem: &str, limits: &Limits<'_>) -> Option<Verdict> {
    let (game, components) = (asked.game, asked.components);
    let parts = nim_heaps(game, components)?;
    let totals = Totals::of(&parts);
    let mut winning = Winning::new(game, components);
    let mut pulse = Pulse::listing(limits);
    for (index, (component, &part)) in components.iter().zip(&parts).enumerate() {
        let rest = totals.without(part);
        // Against small heaps only, 0 and 1 can win; otherwise the value of the rest itself.
        let candidates = if rest.firm { [rest.value, rest.value] } else { [0, 1] };
        let wins = |&value: &u64| rest.plus(Tame::nim_heap(value)).is_p_position();
        if let Some(value) = candidates.iter().copied().find(wins) {
            let mut wins = WinsOf { winning: &mut winning, index, pulse: &mut pulse, stop: StopReason::Done };
            game.reach(component, Convention::Normal, value, &mut wins);
        }
    }
    Some(verdict_of(totals.whole().is_p_position(), winning.finish(), Engine::ClosedForm, theorem, 0))
}

/// A quotient tells most, unless it takes long: then a look at all positions that can be reached may be the shorter way.
fn by_quotient_or_whole(
    quotient: impl Fn(u64, &Limits<'_>) -> Result<Option<Verdict>, Failure>,
    whole: impl Fn(&mut Pulse<'_>) -> Result<Verdict, Failure>,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    if let Some(verdict) = quotient(SHORT_WORK, limits)? {
        return Ok(verdict);
    }
    let few = Limits { positions: limits.positions.min(FIRST_POSITIONS), ..*limits };
    if let Some(verdict) = within(&few, SHORT_WORK, |limits| whole(&mut Pulse::new(limits)))? {
        return Ok(verdict);
    }
    match quotient(QUOTIENT_WORK, limits)? {
        Some(verdict) => Ok(verdict),
        None => whole(&mut Pulse::new(limits)),
    }
}

/// The verdict of the theorem on tame games; `None` when some component is wild.
fn tame<G: Played + ?Sized>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    pulse: &mut Pulse<'_>,
) -> Result<Option<Verdict>, Failure> {
    let mut memo: Memo<G::Component, Option<Tame>> = Memo::default();
    let mut parts = Vec::with_capacity(components.len());
    for component in components {
        let mut whole_component = Some(Tame::ZERO);
        for part in game.fold(component) {
            let tame = memo.solve(game, &part.component, &mut Tameness::default(), pulse)?;
            whole_component = plus_copies(whole_component, tame, part.copies);
        }
        match whole_component {
            Some(tame) => parts.push(tame),
            None => return Ok(None),
        }
    }
    let totals = Totals::of(&parts);
    let mut winning = Winning::new(game.game, components);
    // Equal components share the list of their options.
    let mut options = FxHashMap::default();
    for (index, (component, &part)) in components.iter().zip(&parts).enumerate() {
        if !options.contains_key(component) {
            options.insert(component, distinct_options(game.game, component, pulse)?);
        }
        let rest = totals.without(part);
        let wins = |option: &&Parts<G::Component>| {
            let sum = game
                .fold_parts(option)
                .iter()
                .try_fold(rest, |sum, part| plus_copies(Some(sum), *memo.get(&part.component)?, part.copies));
            sum.is_some_and(Tame::is_p_position)
        };
        let won: Vec<_> = options[component].iter().filter(wins).cloned().collect();
        winning.add(index, &won);
    }
    let lost = totals.whole().is_p_position();
    Ok(Some(verdict_of(lost, winning.finish(), Engine::Tame, TAME, pulse.work())))
}

/// Runs `work` with less of it allowed; `None` when that did not suffice.
pub(crate) fn within<T>(
    limits: &Limits<'_>,
    most: u64,
    work: impl FnOnce(&Limits<'_>) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let enough = |done| if done > most { Some(StopReason::PositionLimit) } else { limits.ask(done) };
    match work(&Limits { poll: &enough, ..*limits }) {
        Err(Failure::Stopped(StopReason::PositionLimit | StopReason::MemoryLimit)) => Ok(None),
        other => other.map(Some),
    }
}

/// The reason that an answer by a quotient gives.
pub(crate) fn quotient_reason(quotient: &Quotient, scope: &str) -> String {
    let (order, portion) = (quotient.order(), quotient.p_portion().len());
    format!(
        "the misère quotient ({scope}) has {order} elements, {portion} of them in its P-portion (Plambeck and Siegel 2008)"
    )
}

/// The class of a component, where it is known.
pub(crate) type ClassOf<'a, C> = dyn Fn(&C) -> Option<Element> + 'a;

/// A misère quotient that knows the class of every component in question.
pub(crate) struct Classes<'a, C> {
    pub quotient: Quotient,
    pub class: Box<ClassOf<'a, C>>,
    pub reason: String,
    pub work: u64,
}

impl<C> fmt::Debug for Classes<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Classes {{ reason: {:?} }}", self.reason)
    }
}

/// The verdict of a quotient; `None` when it is too large.
fn by_quotient<G: Played + ?Sized>(
    folded: &Folded<'_, G>,
    components: &[G::Component],
    work: u64,
    limits: &Limits<'_>,
) -> Result<Option<Verdict>, Failure> {
    let classes = folded.game.classes(folded, components, work, limits)?;
    classes.map(|classes| classes.verdict(folded, components, limits)).transpose()
}

impl<'a, C: Clone + Eq + std::hash::Hash + Ord + fmt::Debug + 'a> Classes<'a, C> {
    /// The classes in the quotient of all that the components can become; `None` when it is too large.
    pub fn of_reached<G: Game<Component = C> + ?Sized>(
        game: &'a Folded<'a, G>,
        components: &[C],
        work: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Classes<'a, C>>, Failure> {
        let few = Limits { positions: limits.positions.min(MAX_GENERATORS), ..*limits };
        let made = within(&few, work, |limits| {
            let mut pulse = Pulse::new(limits);
            let mut generators = Generators::new(game);
            for part in components.iter().flat_map(|component| game.fold(component)) {
                generators.add(&part.component, &mut pulse)?;
            }
            let mut quotient = Quotient::default();
            for options in generators.games() {
                quotient.push(options.clone(), DEFAULT_ORDER, &mut pulse).map_err(|halt| match halt {
                    Halt::Stopped(reason) => reason,
                    Halt::Order | Halt::Stuck => StopReason::PositionLimit,
                })?;
            }
            Ok((generators, quotient, pulse.work()))
        })?;
        let Some((generators, quotient, work)) = made else { return Ok(None) };
        let reason = quotient_reason(&quotient, "all that can be reached");
        let own = quotient.clone();
        let class = move |component: &C| {
            let monoid = own.monoid();
            game.fold(component).iter().try_fold(0, |sum, part| {
                let class = own.phi()[generators.number(&part.component)?];
                Some(monoid.multiply(sum, monoid.power(class, part.copies)))
            })
        };
        Ok(Some(Classes { quotient, class: Box::new(class), reason, work }))
    }

    /// The class of a sum.
    fn sum(&self, parts: &[Part<C>]) -> Option<Element> {
        let monoid = self.quotient.monoid();
        parts.iter().try_fold(0, |sum, part| {
            Some(monoid.multiply(sum, monoid.power((self.class)(&part.component)?, part.copies)))
        })
    }

    /// Whether an option wins beside the rest of the sum.
    fn wins(&self, option: &[Part<C>], rest: Element) -> bool {
        let whole = |class| self.quotient.monoid().multiply(rest, class);
        self.sum(option).is_some_and(|class| self.quotient.p_portion().contains(whole(class)))
    }

    fn verdict<G: Played<Component = C> + ?Sized>(
        self,
        game: &Folded<'_, G>,
        components: &[C],
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let (monoid, lost) = (self.quotient.monoid(), self.quotient.p_portion());
        let classes: Option<Vec<Element>> = components.iter().map(&self.class).collect();
        let classes = classes.ok_or(StopReason::PositionLimit)?;
        // What stands behind each component; what stands before it is gathered on the way.
        let mut behind = vec![0; components.len() + 1];
        for index in (0..components.len()).rev() {
            behind[index] = monoid.multiply(classes[index], behind[index + 1]);
        }
        let is_p_position = lost.contains(behind[0]);
        let mut pulse = Pulse::listing(limits);
        let mut winning = Winning::new(game.game, components);
        let mut known: FxHashMap<(&C, Element), Vec<Parts<C>>> = FxHashMap::default();
        let (mut before, mut stop) = (0, StopReason::Done);
        for (index, component) in components.iter().enumerate().filter(|_| !is_p_position && limits.moves > 0)
        {
            let rest = monoid.multiply(before, behind[index + 1]);
            before = monoid.multiply(before, classes[index]);
            let options = match known.entry((component, rest)) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    let wins = |option: &[Part<C>]| self.wins(option, rest);
                    let (options, stopped) = gather(game.game, component, wins, &mut pulse)?;
                    stop = stopped;
                    entry.insert(options)
                }
            };
            winning.add(index, options);
            // The verdict stands; only the list of moves is cut short.
            if stop != StopReason::Done {
                break;
            }
        }
        let work = self.work + pulse.work();
        Ok(Verdict {
            stop,
            ..verdict_of(is_p_position, winning.finish(), Engine::Quotient, &self.reason, work)
        })
    }
}

/// A sum with copies of a component, if all of them are tame.
fn plus_copies(sum: Option<Tame>, component: Option<Tame>, copies: u64) -> Option<Tame> {
    Some(sum?.plus(component?.times(copies)))
}

/// Every position that can be reached, one by one.
fn whole<G: Played + ?Sized>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    pulse: &mut Pulse<'_>,
) -> Result<Verdict, Failure> {
    let sums = SumGame(game);
    let shown: Vec<G::Component> = components.iter().filter(|c| !game.game.is_dead(c)).cloned().collect();
    let start = game.fold_parts(&canonical(&shown));
    let mut memo = Memo::default();
    let mut lost = PPosition::new(false);
    let lost_here = memo.solve(&sums, &start, &mut lost, pulse)?;
    let mut winning = Winning::new(game.game, components);
    for (index, component) in components.iter().enumerate() {
        let mut won = Vec::new();
        for option in distinct_options(game.game, component, pulse)? {
            let mut sum = start.clone();
            for part in game.fold(component) {
                (0..part.copies).for_each(|_| remove(&mut sum, &part.component));
            }
            add_all(&mut sum, &game.fold_parts(&option)).ok_or(StopReason::PositionLimit)?;
            if memo.solve(&sums, &sum, &mut lost, pulse)? {
                won.push(option);
            }
        }
        winning.add(index, &won);
    }
    Ok(verdict_of(lost_here, winning.finish(), Engine::Exhaustive, WHOLE, pulse.work()))
}
