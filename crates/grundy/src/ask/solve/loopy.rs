//! Play that may go on for ever: every position that can be reached, backwards from the ends.
//!
//! All sums that can be reached from a position are the vertices of a graph, and the engines for graphs say who wins at each,
//! how soon ([`crate::engine::graph::retrograde`]), and what it is worth ([`crate::engine::graph::loopy`]). The vertices are
//! whole sums, so that the remoteness is that of the whole position, and misère play makes sense. Any game will do, also one
//! that ends; only one without end in its positions will not, and stops at a limit.
//!
//! A sum has many more positions than its components. Where it is too large, the values of the components still add up
//! ([`LoopyValue::plus`]) and say who wins under normal play; then there is no remoteness, and the answer says what
//! stopped it.

use super::folded;
use crate::ask::play::remoteness;
use crate::ask::played::Played;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::graph::analysis::Analysis;
use crate::engine::graph::implicit::Reached;
use crate::game::answer::{LoopyAnswer, Moves, Verdict};
use crate::game::engine::Engine;
use crate::game::folded::Folded;
use crate::game::winning::Winning;
use crate::game::{Convention, Game, Part, Parts, distinct_options};
use crate::value::{LoopyValue, Outcome};

/// Positions that are explored at most: some rules never come to an end of new ones, and that should show within seconds.
const MAX_EXPLORED: u64 = 1 << 22;

const WHOLE: &str =
    "every position that can be reached, backwards from the ends of play; what is never reached is a draw";
const PARTS: &str =
    "the loopy values of the components add up (Smith 1966); the whole sum is too large for its remoteness";

/// What is known of a position: here, or after a move.
#[derive(Debug, Clone)]
pub(crate) struct Ahead {
    pub outcome: Outcome,
    pub remoteness: Option<u32>,
    /// None under misère play.
    pub value: Option<LoopyValue>,
}

impl Ahead {
    /// In a few words: `lost in 2 moves, value 0`.
    pub fn words(&self) -> String {
        let moves = self.remoteness.map_or(String::new(), |moves| format!(" in {moves} moves"));
        let value = self.value.as_ref().map_or(String::new(), |value| format!(", value {value}"));
        match self.outcome {
            Outcome::N => format!("won{moves} for the other player{value}"),
            Outcome::P => format!("lost{moves} for the other player{value}"),
            Outcome::D => format!("a draw{value}"),
        }
    }
}

/// All positions that can be reached, solved.
pub(crate) struct Seen<'a, G: Game + ?Sized> {
    game: &'a Folded<'a, G>,
    reached: &'a Reached<G::Component>,
    analysis: &'a Analysis<'a>,
}

impl<G: Game + ?Sized> Seen<'_, G> {
    fn at(&self, vertex: u32) -> Ahead {
        Ahead {
            outcome: self.analysis.outcome(vertex),
            remoteness: self.analysis.outcomes().remoteness(vertex),
            value: self.analysis.value(vertex),
        }
    }

    /// The position that was asked about.
    pub fn here(&self) -> Ahead {
        self.at(0)
    }

    /// The position after a move that leaves these parts of a component.
    pub fn after(&self, component: &G::Component, parts: &[Part<G::Component>]) -> Option<Ahead> {
        remoteness::vertex_after(self.reached, self.game, component, parts).map(|vertex| self.at(vertex))
    }

    /// How many positions and moves there are.
    pub fn size(&self) -> (u64, u64) {
        (self.reached.graph().vertices() as u64, self.reached.graph().edges() as u64)
    }
}

/// Finds all positions that can be reached from a sum of components, solves them, and hands them to `look`.
pub(crate) fn explore<G: Game + ?Sized, T>(
    game: &Folded<'_, G>,
    components: &[G::Component],
    convention: Convention,
    limits: &Limits<'_>,
    look: impl FnOnce(&Seen<'_, G>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let start = remoteness::folded(game, components.iter()).ok_or(StopReason::PositionLimit)?;
    let limits = &Limits { positions: limits.positions.min(MAX_EXPLORED), ..*limits };
    let reached = Reached::new(game, &start, limits)?;
    let analysis = Analysis::new(reached.graph(), convention, limits)?;
    look(&Seen { game, reached: &reached, analysis: &analysis })
}

/// Who wins, by which moves, how soon, and with what loopy value.
pub(crate) fn verdict<G: Played + ?Sized>(
    game: &G,
    components: &[G::Component],
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    let fold = |component: &G::Component| game.parts(component);
    let folded = folded(game, &fold);
    let whole = explore(&folded, components, convention, limits, |seen| {
        let here = seen.here();
        let wins = |component: &G::Component, option: &Parts<G::Component>| {
            seen.after(component, option).is_some_and(|ahead| ahead.outcome == Outcome::P)
        };
        let moves = winning(game, components, here.outcome, wins, limits)?;
        let (positions, edges) = seen.size();
        Ok(made(here, moves, WHOLE, positions + edges, StopReason::Done))
    });
    match whole {
        Err(Failure::Stopped(reason @ (StopReason::PositionLimit | StopReason::MemoryLimit)))
            if components.len() > 1 && convention == Convention::Normal =>
        {
            by_components(game, &folded, components, reason, limits)
        }
        other => other.map(|verdict| verdict.suited_to(limits)),
    }
}

/// The verdict by the sum of the values of the components, where the whole was too large.
fn by_components<G: Played + ?Sized>(
    game: &G,
    folded: &Folded<'_, G>,
    components: &[G::Component],
    reason: StopReason,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure> {
    let mut different: Vec<&G::Component> = components.iter().collect();
    different.sort();
    different.dedup();
    let mut known = Vec::with_capacity(different.len());
    let mut work = 0;
    for &component in &different {
        let one = std::slice::from_ref(component);
        known.push(explore(folded, one, Convention::Normal, limits, |seen| {
            let mut options = Vec::new();
            for option in distinct_options(game, component, &mut Pulse::new(limits))? {
                let value = seen.after(component, &option).and_then(|ahead| ahead.value);
                options.push((option, value));
            }
            work += seen.size().0 + seen.size().1;
            Ok((seen.here().value.expect("normal play has values"), options))
        })?);
    }
    let place = |component: &G::Component| different.binary_search(&component).expect("one of them");
    let values: Vec<&LoopyValue> = components.iter().map(|component| &known[place(component)].0).collect();
    let sum = |skipped: Option<usize>| {
        let others = values.iter().enumerate().filter(|(index, _)| Some(*index) != skipped);
        others.fold(LoopyValue::Finite(0), |sum, (_, value)| sum.plus(value))
    };
    let value = sum(None);
    let (outcome, mut found) = (value.outcome(), Winning::new(game, components));
    for (index, component) in components.iter().enumerate().filter(|_| outcome == Outcome::N) {
        let rest = sum(Some(index));
        let leaves_zero = |value: &LoopyValue| rest.plus(value) == LoopyValue::Finite(0);
        let options = known[place(component)].1.iter();
        let winning = options.filter(|(_, value)| value.as_ref().is_some_and(leaves_zero));
        found.add(index, &winning.map(|(option, _)| option.clone()).collect::<Vec<_>>());
    }
    let here = Ahead { outcome, remoteness: None, value: Some(value) };
    Ok(made(here, found.finish(), PARTS, work, reason))
}

fn made(here: Ahead, moves: Moves, reason: &str, work: u64, stop: StopReason) -> Verdict {
    Verdict {
        outcome: here.outcome,
        grundy: here.value.as_ref().and_then(LoopyValue::finite),
        loopy: Some(LoopyAnswer { value: here.value, remoteness: here.remoteness }),
        score: None,
        moves,
        line: Vec::new(),
        engine: Engine::Retrograde,
        reason: reason.to_owned(),
        work,
        stop,
    }
}

/// The moves to lost positions; a lost or drawn position has none.
fn winning<G: Played + ?Sized>(
    game: &G,
    components: &[G::Component],
    outcome: Outcome,
    wins: impl Fn(&G::Component, &Parts<G::Component>) -> bool,
    limits: &Limits<'_>,
) -> Result<Moves, Failure> {
    let mut found = Winning::new(game, components);
    let asked = outcome == Outcome::N && limits.moves > 0;
    for (index, component) in components.iter().enumerate().filter(|_| asked) {
        let mut options = distinct_options(game, component, &mut Pulse::new(limits))?;
        options.retain(|option| wins(component, option));
        found.add(index, &options);
    }
    Ok(found.finish())
}
