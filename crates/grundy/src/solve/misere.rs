//! Misère play: tame games by their theorem, others through the misère quotient, and what is left by looking at whole
//! positions.

use super::moves::{Moves, Plain, Script, Winning};
use super::normal::{Inverse, by_theorem, check_asked, gather};
use crate::answer::Verdict;
use crate::error::Failure;
use crate::game::folded::Folded;
use crate::game::position::{Position, Tuple};
use crate::game::several::Several;
use crate::game::sum::{SumGame, add_all, canonical, remove};
use crate::game::{Convention, Game, Part, Parts, distinct_options};
use crate::heap::Engine;
use crate::heap::closed_form::ClosedForm;
use crate::limits::{Limits, Pulse, StopReason};
use crate::misere::generators::Generators;
use crate::misere::heaps::{DEFAULT_LIMIT, DEFAULT_ORDER, Finding, Goal, find};
use crate::misere::monoid::{Commutative, Element};
use crate::misere::quotient::{Halt, Quotient};
use crate::misere::tame::{Tame, Tameness};
use crate::rule::Ruleset;
use crate::rule::play::{Heaps, Tuples};
use crate::search::memo::{Lost, Memo};
use crate::tuple;
use crate::value::Outcome;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Answers the misère question about heaps.
pub fn heaps(rules: &Ruleset, heaps: &[u64], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    let played = Heaps::new(rules);
    let formula = ClosedForm::of(rules).and_then(|formula| Some((Inverse::of(&formula)?, formula)));
    match formula {
        Some((inverse, formula)) => Ok(nim_like(&played, heaps, &formula, inverse)),
        None => {
            check_asked(&played, heaps, limits)?;
            let script = Plain { drop_dead: played.empty_is_dead() };
            let largest = heaps.iter().copied().max().unwrap_or(0);
            let game = Folded::plain(&played);
            // Large heaps need a period; tame or not, the quotient finds one.
            if largest > DEFAULT_LIMIT
                && let Some(verdict) = heap_quotient(rules, &played, heaps, &script, QUOTIENT_WORK, limits)?
            {
                return Ok(verdict);
            }
            if let Some(verdict) = tame(&game, heaps, &script, &mut Pulse::new(limits))? {
                return Ok(verdict);
            }
            let quotient = |work, limits: &Limits<'_>| match largest <= DEFAULT_LIMIT {
                true => heap_quotient(rules, &played, heaps, &script, work, limits),
                false => Ok(None),
            };
            by_quotient_or_whole(quotient, |pulse| whole(&game, heaps, &script, pulse), limits)
        }
    }
}

/// Answers the misère question about tuples.
pub fn tuples(rules: &Ruleset, tuples: &[Tuple], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    if let [only] = tuples
        && let Some(settled) = tuple::settle(rules, only, Convention::Misere)
    {
        return Ok(by_theorem(tuples, settled, Convention::Misere));
    }
    let played = Tuples::new(rules);
    check_asked(&played, tuples, limits)?;
    search(&Folded::plain(&played), tuples, &Plain { drop_dead: false }, limits)
}

/// Answers the misère question about a sum of heaps, each with its own rules.
pub fn different_heaps(parts: &[(&Ruleset, u64)], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    // Heaps of the same rules are heaps of one game.
    let mut rules: Vec<&Ruleset> = Vec::new();
    let mut components = Vec::with_capacity(parts.len());
    for &(own, heap) in parts {
        let place = rules.iter().position(|known| known.text() == own.text());
        components.push((place.unwrap_or(rules.len()), heap));
        rules.extend(place.is_none().then_some(own));
    }
    let games = Several(rules.into_iter().map(Heaps::new).collect());
    check_asked(&games, &components, limits)?;
    search(&Folded::plain(&games), &components, &Sizes, limits)
}

/// Writes heaps of different games by their sizes.
struct Sizes;

impl Script<(usize, u64)> for Sizes {
    fn component(&self, (_, heap): &(usize, u64)) -> String {
        heap.to_string()
    }

    fn position(&self, heaps: Vec<(usize, u64)>) -> String {
        Position::Heaps(heaps.into_iter().map(|(_, heap)| heap).collect()).to_string()
    }

    fn length(&self, heaps: &[(usize, u64)]) -> usize {
        21 * heaps.len()
    }
}

/// The verdict on a misère position.
pub fn verdict(lost: bool, moves: Moves, engine: Engine, reason: &str, work: u64) -> Verdict {
    Verdict {
        outcome: if lost { Outcome::P } else { Outcome::N },
        grundy: None,
        score: None,
        moves,
        line: Vec::new(),
        engine,
        reason: reason.to_owned(),
        work,
        stop: StopReason::Done,
    }
}

pub const BOUTON: &str = "misère Nim: play as in Nim until your move would leave only heaps of 1, then leave an odd number of them (Bouton 1901)";
const TAME: &str = "every component is tame, so the sum plays like misère Nim (Conway 1976)";
const WHOLE: &str =
    "some component is wild, and no quotient was found: every position that can be reached was looked at";

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

/// Nim and taking 1 to k, where heaps behave like Nim heaps of their value under misère play too (same options, same
/// induction), so the option that wins has a formula.
fn nim_like(game: &Heaps<'_>, heaps: &[u64], formula: &ClosedForm, inverse: Inverse) -> Verdict {
    let parts: Vec<Tame> = heaps.iter().map(|&heap| Tame::nim_heap(formula.value(heap))).collect();
    let totals = Totals::of(&parts);
    let script = Plain { drop_dead: true };
    let mut winning = Winning::new(heaps, &script);
    for (index, (&heap, &part)) in heaps.iter().zip(&parts).enumerate() {
        let rest = totals.without(part);
        // Against small heaps only, 0 and 1 can win; otherwise the value of the rest itself.
        let candidates = if rest.firm { [rest.value, rest.value] } else { [0, 1] };
        let wins = |&value: &u64| rest.plus(Tame::nim_heap(value)).is_lost();
        let value = candidates.iter().copied().find(wins);
        if let Some(option) = value.and_then(|value| inverse.option_with_value(heap, value)) {
            winning.add(index, &[game.parts_of_one(option)]);
        }
    }
    let reason = if *formula == ClosedForm::Nim { BOUTON } else { TAME };
    verdict(totals.whole().is_lost(), winning.finish(), Engine::ClosedForm, reason, 0)
}

/// Looks at components first: if all are tame, the theorem decides; then at the quotient of what they can become, while that
/// is small; otherwise at whole positions.
pub fn search<G: Game>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    script: &dyn Script<G::Component>,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    let mut pulse = Pulse::new(limits);
    if let Some(verdict) = tame(game, components, script, &mut pulse)? {
        return Ok(verdict);
    }
    let quotient = |work, limits: &Limits<'_>| own_quotient(game, components, script, work, limits);
    by_quotient_or_whole(quotient, |pulse| whole(game, components, script, pulse), limits)
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
    let few = Limits { positions: limits.positions.min(FEW_POSITIONS), ..*limits };
    if let Some(verdict) = within(&few, SHORT_WORK, |limits| whole(&mut Pulse::new(limits)))? {
        return Ok(verdict);
    }
    match quotient(QUOTIENT_WORK, limits)? {
        Some(verdict) => Ok(verdict),
        None => whole(&mut Pulse::new(limits)),
    }
}

/// The verdict of the theorem on tame games; `None` when some component is wild.
fn tame<G: Game>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    script: &dyn Script<G::Component>,
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
    let mut winning = Winning::new(components, script);
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
            sum.is_some_and(Tame::is_lost)
        };
        let won: Vec<_> = options[component].iter().filter(wins).cloned().collect();
        winning.add(index, &won);
    }
    let lost = totals.whole().is_lost();
    Ok(Some(verdict(lost, winning.finish(), Engine::Tame, TAME, pulse.work())))
}

/// Work that a quotient is worth before whole positions are tried.
const QUOTIENT_WORK: u64 = 300_000_000;
/// Work that is little for a quotient, or for whole positions.
const SHORT_WORK: u64 = 10_000_000;
/// Positions that are few.
const FEW_POSITIONS: u64 = 20_000;
/// Most generators of a quotient that is made for one position.
const QUOTIENT_GENERATORS: u64 = 400;

/// Runs `work` with less of it allowed; `None` when that did not suffice.
fn within<T>(
    limits: &Limits<'_>,
    most: u64,
    work: impl FnOnce(&Limits<'_>) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let enough = |done| if done > most { Some(StopReason::PositionLimit) } else { (limits.poll)(done) };
    match work(&Limits { poll: &enough, ..*limits }) {
        Err(Failure::Stopped(StopReason::PositionLimit | StopReason::MemoryLimit)) => Ok(None),
        other => other.map(Some),
    }
}

/// The quotient of a heap game as far as a position needs it; `None` when it does not reach the largest heap.
pub fn heap_finding(rules: &Ruleset, heaps: &[u64], limits: &Limits<'_>) -> Result<Option<Finding>, Failure> {
    heap_finding_within(rules, heaps, QUOTIENT_WORK, limits)
}

fn heap_finding_within(
    rules: &Ruleset,
    heaps: &[u64],
    work: u64,
    limits: &Limits<'_>,
) -> Result<Option<Finding>, Failure> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let goal = Goal { limit: largest.min(DEFAULT_LIMIT), exactly: false, max_order: DEFAULT_ORDER };
    let found = within(limits, work, |limits| find(rules, &goal, limits))?;
    Ok(found.filter(|found| found.stand_in(largest).is_some()))
}

/// The verdict of the quotient of a heap game; `None` when it does not reach the largest heap.
fn heap_quotient(
    rules: &Ruleset,
    game: &Heaps<'_>,
    heaps: &[u64],
    script: &dyn Script<u64>,
    work: u64,
    limits: &Limits<'_>,
) -> Result<Option<Verdict>, Failure> {
    let Some(found) = heap_finding_within(rules, heaps, work, limits)? else { return Ok(None) };
    let class = |heap: &u64| found.class(*heap);
    let told = Told { quotient: &found.quotient, class: &class, reason: reason(&found), work: found.work };
    told.verdict(&Folded::plain(game), heaps, script, limits).map(Some)
}

fn reason(found: &Finding) -> String {
    let (order, lost) = (found.quotient.order(), found.quotient.lost().len());
    let scope = match found.period {
        Some(_) => "complete".to_owned(),
        None => format!("heaps up to {}", found.heaps() - 1),
    };
    quotient_reason(order, lost, &scope)
}

fn quotient_reason(order: usize, lost: usize, scope: &str) -> String {
    format!(
        "the misère quotient ({scope}) has {order} elements, {lost} of them lost (Plambeck and Siegel 2008)"
    )
}

/// The verdict of the quotient of all that the components can become; `None` when it is too large.
fn own_quotient<G: Game>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    script: &dyn Script<G::Component>,
    work: u64,
    limits: &Limits<'_>,
) -> Result<Option<Verdict>, Failure> {
    let few = Limits { positions: limits.positions.min(QUOTIENT_GENERATORS), ..*limits };
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
    let class = |component: &G::Component| {
        let monoid = quotient.monoid();
        game.fold(component).iter().try_fold(0, |sum, part| {
            let class = quotient.phi()[generators.number(&part.component)?];
            Some(monoid.multiply(sum, monoid.power(class, part.copies)))
        })
    };
    let reason = quotient_reason(quotient.order(), quotient.lost().len(), "all that can be reached");
    Told { quotient: &quotient, class: &class, reason, work }
        .verdict(game, components, script, limits)
        .map(Some)
}

/// A quotient that knows the class of every component in question.
struct Told<'a, C> {
    quotient: &'a Quotient,
    class: &'a dyn Fn(&C) -> Option<Element>,
    reason: String,
    work: u64,
}

impl<C: Clone + Eq + std::hash::Hash + Ord + std::fmt::Debug> Told<'_, C> {
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
        self.sum(option).is_some_and(|class| self.quotient.lost().contains(whole(class)))
    }

    fn verdict<G: Game<Component = C>>(
        self,
        game: &Folded<'_, G>,
        components: &[C],
        script: &dyn Script<C>,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Failure> {
        let (monoid, lost) = (self.quotient.monoid(), self.quotient.lost());
        let classes: Option<Vec<Element>> = components.iter().map(self.class).collect();
        let classes = classes.ok_or(StopReason::PositionLimit)?;
        // What stands behind each component; what stands before it is gathered on the way.
        let mut behind = vec![0; components.len() + 1];
        for index in (0..components.len()).rev() {
            behind[index] = monoid.multiply(classes[index], behind[index + 1]);
        }
        let is_lost = lost.contains(behind[0]);
        let mut pulse = Pulse::listing(limits);
        let mut winning = Winning::new(components, script);
        let mut known: FxHashMap<(&C, Element), Vec<Parts<C>>> = FxHashMap::default();
        let (mut before, mut stop) = (0, StopReason::Done);
        for (index, component) in components.iter().enumerate().filter(|_| !is_lost && limits.moves > 0) {
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
        Ok(Verdict { stop, ..verdict(is_lost, winning.finish(), Engine::Quotient, &self.reason, work) })
    }
}

/// A sum with copies of a component, if all of them are tame.
fn plus_copies(sum: Option<Tame>, component: Option<Tame>, copies: u64) -> Option<Tame> {
    Some(sum?.plus(component?.times(copies)))
}

/// Every position that can be reached, one by one.
fn whole<G: Game>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    script: &dyn Script<G::Component>,
    pulse: &mut Pulse<'_>,
) -> Result<Verdict, Failure> {
    let sums = SumGame(game);
    let shown: Vec<G::Component> = components.iter().filter(|c| !script.is_dead(c)).cloned().collect();
    let start = game.fold_parts(&canonical(&shown));
    let mut memo = Memo::default();
    let mut lost = Lost::new(false);
    let lost_here = memo.solve(&sums, &start, &mut lost, pulse)?;
    let mut winning = Winning::new(components, script);
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
    Ok(verdict(lost_here, winning.finish(), Engine::Exhaustive, WHOLE, pulse.work()))
}
