//! Misère play: tame games by their theorem, anything else by looking at whole positions.

use super::moves::{Moves, Plain, Script, Winning};
use super::normal::{Inverse, check_asked};
use crate::answer::Verdict;
use crate::error::Failure;
use crate::game::folded::Folded;
use crate::game::position::Tuple;
use crate::game::sum::{SumGame, add_all, canonical, remove};
use crate::game::{Game, Parts, distinct_options};
use crate::heap::Engine;
use crate::heap::closed_form::ClosedForm;
use crate::limits::{Limits, Pulse, StopReason};
use crate::misere::tame::{Tame, Tameness};
use crate::rule::Ruleset;
use crate::rule::play::{Heaps, Tuples};
use crate::search::memo::{Lost, Memo};
use crate::value::Outcome;
use rustc_hash::FxHashMap;

/// Answers the misère question about heaps.
pub fn heaps(rules: &Ruleset, heaps: &[u64], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    let played = Heaps::new(rules);
    let formula = ClosedForm::of(rules).and_then(|formula| Some((Inverse::of(&formula)?, formula)));
    match formula {
        Some((inverse, formula)) => Ok(nim_like(&played, heaps, &formula, inverse)),
        None => {
            check_asked(&played, heaps, &mut Pulse::new(limits))?;
            let script = Plain { drop_dead: played.empty_is_dead() };
            search(&Folded::plain(&played), heaps, &script, limits)
        }
    }
}

/// Answers the misère question about tuples.
pub fn tuples(rules: &Ruleset, tuples: &[Tuple], limits: &Limits<'_>) -> Result<Verdict, Failure> {
    let played = Tuples::new(rules);
    check_asked(&played, tuples, &mut Pulse::new(limits))?;
    search(&Folded::plain(&played), tuples, &Plain { drop_dead: false }, limits)
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
const WHOLE: &str = "some component is wild: every position that can be reached was looked at";

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

/// Looks at components first: if all are tame, the theorem decides; otherwise at whole positions.
pub fn search<G: Game>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    script: &dyn Script<G::Component>,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    let mut pulse = Pulse::new(limits);
    let mut memo: Memo<G::Component, Option<Tame>> = Memo::default();
    let mut parts = Vec::with_capacity(components.len());
    for component in components {
        let mut whole_component = Some(Tame::ZERO);
        for part in game.fold(component) {
            let tame = memo.solve(game, &part.component, &mut Tameness::default(), &mut pulse)?;
            whole_component = plus_copies(whole_component, tame, part.copies);
        }
        match whole_component {
            Some(tame) => parts.push(tame),
            None => return whole(game, components, script, &mut pulse),
        }
    }
    let totals = Totals::of(&parts);
    let mut winning = Winning::new(components, script);
    // Equal components share the list of their options.
    let mut options = FxHashMap::default();
    for (index, (component, &part)) in components.iter().zip(&parts).enumerate() {
        if !options.contains_key(component) {
            options.insert(component, distinct_options(game.game, component, &mut pulse)?);
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
    Ok(verdict(totals.whole().is_lost(), winning.finish(), Engine::Tame, TAME, pulse.work()))
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
