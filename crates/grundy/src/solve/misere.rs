//! Misère play: tame games by their theorem, anything else by looking at whole positions.

use super::moves::{Component, Winning};
use super::normal::{Inverse, check_asked};
use crate::answer::Solved;
use crate::catalogue::NamedGame;
use crate::error::Failure;
use crate::game::position::Position;
use crate::game::sum::{SumGame, add_all, canonical};
use crate::game::{Convention, Game, distinct_options};
use crate::heap::Engine;
use crate::heap::closed_form::ClosedForm;
use crate::limits::{Limits, Pulse, StopReason};
use crate::misere::tame::{Tame, Tameness};
use crate::rule::play::{Heaps, Tuples};
use crate::search::memo::{Lost, Memo};
use crate::value::Outcome;
use rustc_hash::FxHashMap;

/// Answers the misère question.
pub fn solve(game: &NamedGame, position: Position, limits: &Limits<'_>) -> Result<Solved, Failure> {
    let verdict = match &position {
        Position::Heaps(heaps) => {
            let played = Heaps::new(&game.rules);
            match ClosedForm::of(&game.rules)
                .as_ref()
                .and_then(|formula| Some((formula.clone(), Inverse::of(formula)?)))
            {
                Some((formula, inverse)) => nim_like(&played, heaps, &formula, inverse),
                None => search(&played, heaps, played.empty_is_dead(), limits)?,
            }
        }
        Position::Tuples(tuples) => search(&Tuples::new(&game.rules), tuples, false, limits)?,
    };
    Ok(Solved {
        game: game.name.clone(),
        rule: game.rules.text().to_owned(),
        position,
        convention: Convention::Misere,
        outcome: if verdict.lost { Outcome::P } else { Outcome::N },
        grundy: None,
        winning_moves: verdict.moves.0,
        winning_moves_total: Some(verdict.moves.1),
        sample: verdict.moves.2,
        engine: verdict.engine,
        reason: verdict.reason.to_owned(),
        proved: true,
        work: verdict.work,
        stop: StopReason::Done,
    })
}

struct Verdict {
    lost: bool,
    moves: (Vec<crate::answer::Move>, u64, Option<(usize, String)>),
    engine: Engine,
    reason: &'static str,
    work: u64,
}

impl Verdict {
    fn new<C: Component>(
        lost: bool,
        winning: Winning<'_, C>,
        engine: Engine,
        reason: &'static str,
        work: u64,
    ) -> Verdict {
        Verdict { lost, moves: (winning.listed, winning.total, winning.sample), engine, reason, work }
    }
}

const BOUTON: &str = "misère Nim: play as in Nim until your move would leave only heaps of 1, then leave an odd number of them (Bouton 1901)";
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
    let mut winning = Winning::new(heaps, true);
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
    Verdict::new(totals.whole().is_lost(), winning, Engine::ClosedForm, reason, 0)
}

fn search<G: Game>(
    game: &G,
    components: &[G::Component],
    drop_dead: bool,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure>
where
    G::Component: Component,
{
    let mut pulse = Pulse::new(limits);
    check_asked(game, components, &mut pulse)?;
    let mut memo: Memo<G::Component, Option<Tame>> = Memo::default();
    let mut parts = Vec::with_capacity(components.len());
    for component in components {
        match memo.solve(game, component, &mut Tameness::default(), &mut pulse)? {
            Some(tame) => parts.push(tame),
            None => return whole(game, components, drop_dead, &mut pulse),
        }
    }
    let totals = Totals::of(&parts);
    let mut winning = Winning::new(components, drop_dead);
    // Equal components share the list of their options.
    let mut options = FxHashMap::default();
    for (index, (component, &part)) in components.iter().zip(&parts).enumerate() {
        if !options.contains_key(component) {
            options.insert(component, distinct_options(game, component, &mut pulse)?);
        }
        let rest = totals.without(part);
        let wins = |option: &&Vec<crate::game::Part<G::Component>>| {
            let sum = option.iter().try_fold(rest, |sum, part| {
                Some(sum.plus((*memo.get(&part.component)?)?.times(part.copies)))
            });
            sum.is_some_and(Tame::is_lost)
        };
        let won: Vec<_> = options[component].iter().filter(wins).cloned().collect();
        winning.add(index, &won);
    }
    Ok(Verdict::new(totals.whole().is_lost(), winning, Engine::Tame, TAME, pulse.work()))
}

/// Every position that can be reached, one by one.
fn whole<G: Game>(
    game: &G,
    components: &[G::Component],
    drop_dead: bool,
    pulse: &mut Pulse<'_>,
) -> Result<Verdict, Failure>
where
    G::Component: Component,
{
    let sums = SumGame(game);
    let shown: Vec<G::Component> =
        components.iter().filter(|c| !drop_dead || c.is_shown()).cloned().collect();
    let start = canonical(&shown);
    let mut memo = Memo::default();
    let mut lost = Lost::new(false);
    let verdict = memo.solve(&sums, &start, &mut lost, pulse)?;
    let mut winning = Winning::new(components, drop_dead);
    for (index, component) in components.iter().enumerate() {
        let mut won = Vec::new();
        for option in distinct_options(game, component, pulse)? {
            let mut rest = shown.clone();
            let at =
                rest.iter().position(|other| other == component).expect("a component with moves is shown");
            rest.remove(at);
            let mut sum = canonical(&rest);
            add_all(&mut sum, &option).ok_or(StopReason::PositionLimit)?;
            if memo.solve(&sums, &sum, &mut lost, pulse)? {
                won.push(option);
            }
        }
        winning.add(index, &won);
    }
    Ok(Verdict::new(verdict, winning, Engine::Exhaustive, WHOLE, pulse.work()))
}
