//! The first question: who wins, by which moves, with what value, and why.
//!
//! [`solve`] goes the same way for every game. Normal play: values by theorem and their nim-sum; where only the
//! outcome is known, a search for the value that does no harm when it fails; otherwise the game's own table or search, every
//! component that can be reached, or nimber search where those are many. Misère play: a theorem, tame components,
//! the misère quotient, and what is left by exhaustive search while it is small; beyond, a typed refusal. Winning moves come
//! from theorems that can be turned round, so that heaps of 10^18 get theirs; otherwise every option is looked at.
//! [`method`] has every way by its name, and [`persisted`] searches whose knowledge outlives them.

pub(crate) mod common;
pub(crate) mod loopy;
pub mod method;
pub(crate) mod misere;
pub(crate) mod normal;
pub mod persisted;

use super::asked::{Asks, Refusal, explain_failure, put};
use super::named::{NamedGame, Rules};
use super::played::Played;
use super::points;
use super::rules::HeapRules;
use super::sum;
use crate::base::error::{Error, Failure, InputError};
use crate::base::limits::{Limits, Pulse};
use crate::game::answer::{Solved, Verdict};
use crate::game::engine::Method;
use crate::game::folded::{Fold, Folded};
use crate::game::notation::{Notation, arrow};
use crate::game::position::{Position, parse_heaps};
use crate::game::several::Several;
use crate::game::theory::Theory;
use crate::game::{Convention, Game, Part, Visit};
use crate::rule::Ruleset;
use crate::rule::play::Heaps;
use normal::Asked;
use std::ops::ControlFlow;

/// What is asked about a position.
#[derive(Debug, Clone, Copy, Default)]
pub struct Question<'a> {
    /// Normal or misère play.
    pub convention: Convention,
    /// What the answer may cost.
    pub limits: Limits<'a>,
}

/// Answers a question about a position, which becomes part of the answer.
///
/// # Errors
/// When a move makes no progress, or the limits do not suffice.
pub fn solve(game: &NamedGame, position: Position, question: &Question<'_>) -> Result<Solved, Error> {
    let (verdict, values) = put(Solve(question), game, &position)?;
    let parts = match &game.rules {
        Rules::Sum(parts) if verdict.loopy.is_some() => sum::loopy_values(parts, &position, question)?,
        Rules::Sum(parts) => sum::values(parts, &position, &values),
        _ => Vec::new(),
    };
    let solved = verdict.answer(game.name.clone(), game.rule(), position, question.convention);
    Ok(Solved { parts, notes: game.notes(), ..solved })
}

/// The values of the components of a sum of different games, each with the number of its part.
type ValuesByPart = Vec<(usize, Option<u64>)>;

struct Solve<'a>(&'a Question<'a>);

impl Asks for Solve<'_> {
    type Answer = (Verdict, ValuesByPart);

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        let Question { convention, limits } = self.0;
        if let Some(points) = game.points() {
            return Ok((points::verdict(game, points, components, *convention, limits)?, Vec::new()));
        }
        if game.is_loopy() {
            return Ok((loopy::verdict(game, components, *convention, limits)?, Vec::new()));
        }
        let asked = Asked::new(game, components);
        Ok(match convention {
            Convention::Normal => {
                let mut own = game.solver(components, Method::Auto);
                let verdict = asked.normal(own.as_deref_mut(), limits)?;
                (verdict, asked.values_by_part(own.as_deref_mut(), limits))
            }
            Convention::Misere => (misere::verdict(&asked, limits)?.suited_to(limits), Vec::new()),
        })
    }
}

/// Who wins a sum of heaps under misère play when each has its own rules, by which moves, and why: tame parts by their
/// theorem, others through one quotient of all that can be reached, small sums by search.
///
/// ```
/// use grundy::Limits;
/// use grundy::ask::solve::different_heaps;
/// use grundy::rule::Ruleset;
///
/// let (kayles, dawson) = (Ruleset::parse("0.77").unwrap(), Ruleset::parse("0.137").unwrap());
/// let verdict = different_heaps(&[(&kayles, 12), (&dawson, 9)], &Limits::default())?;
/// assert_eq!(verdict.engine.to_string(), "misere-quotient");
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the rules are about tuples, a move makes no progress, or the limits do not suffice.
pub fn different_heaps(parts: &[(&Ruleset, u64)], limits: &Limits<'_>) -> Result<Verdict, Error> {
    if let Some((rules, _)) = parts.iter().find(|(rules, _)| rules.arity() != 1) {
        return Err(Error::game(format!("`{}` is not played on single heaps", rules.text()), None));
    }
    // Heaps of the same rules are heaps of one game.
    let mut rules: Vec<&Ruleset> = Vec::new();
    let mut components = Vec::with_capacity(parts.len());
    for &(own, heap) in parts {
        let place = rules.iter().position(|known| known.text() == own.text());
        components.push((place.unwrap_or(rules.len()), heap));
        rules.extend(place.is_none().then_some(own));
    }
    let game = DifferentHeaps(Several(rules.into_iter().map(Heaps::new).collect()));
    let asked = Asked::new(&game, &components);
    misere::verdict(&asked, limits).map_err(|failure| explain_failure(None, failure))
}

/// Heaps with rules of their own, each with the number of its rules.
#[derive(Debug)]
struct DifferentHeaps<'a>(Several<Heaps<'a>>);

impl Game for DifferentHeaps<'_> {
    type Component = (usize, u64);

    fn options(
        &self,
        heap: &(usize, u64),
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, (usize, u64)>,
    ) -> Result<ControlFlow<()>, Failure> {
        self.0.options(heap, pulse, visit)
    }
}

/// Heaps of different games are written by their sizes.
impl Notation for DifferentHeaps<'_> {
    fn read(&self, text: &str) -> Result<Vec<(usize, u64)>, InputError> {
        Ok(parse_heaps(text)?.into_iter().enumerate().collect())
    }

    fn write(&self, heaps: &[(usize, u64)]) -> String {
        Position::Heaps(heaps.iter().map(|&(_, heap)| heap).collect()).to_string()
    }

    fn describe(&self, before: &(usize, u64), option: &[Part<(usize, u64)>]) -> String {
        arrow(before, option, |(_, heap)| heap.to_string())
    }
}

impl Theory for DifferentHeaps<'_> {
    fn rule(&self) -> String {
        "each heap has its own rules".to_owned()
    }

    fn is_plain(&self) -> bool {
        true
    }
}

impl Played for DifferentHeaps<'_> {
    fn check(&self, heaps: &[(usize, u64)], limits: &Limits<'_>) -> Result<(), Failure> {
        super::rules::check_moves(&self.0, heaps, limits)
    }
}

/// The moves of a game as its searches see them.
pub(crate) fn folded<'a, G: Played + ?Sized>(game: &'a G, fold: &'a Fold<'a, G::Component>) -> Folded<'a, G> {
    if game.is_plain() { Folded::plain(game) } else { Folded::new(game, fold) }
}

/// The quotient of a heap game as far as a position needs it; `None` when it does not reach the largest heap.
pub(crate) fn heap_quotient(
    rules: &Ruleset,
    heaps: &[u64],
    limits: &Limits<'_>,
) -> Result<Option<crate::engine::misere::heaps::MisereFinding>, Failure> {
    HeapRules::new(rules).quotient(heaps, misere::QUOTIENT_WORK, limits)
}
