//! Every way to an answer by its name: to choose one, and to compare them.
//!
//! [`crate::solve()`] picks the engine. Here it is named: a formula, a table, a search that works out everything, or one of the
//! searches for couples ([`crate::search::couples`]), which differ only in the order of their questions. They share no more
//! than the rules of the game, so that a position that all of them answer alike is as good as checked; the command line does that
//! with `--compare`.
//!
//! A method that cannot serve says so ([`attempt`] returns `None`). All of them answer under normal play. Costs are those
//! of the engines; the searches keep to [`Limits::memory`] and [`Limits::positions`].
//!
//! ```
//! use grundy::solve::method::{Method, solve_by};
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("cram")?;
//! let board = game.parse("3x4")?;
//! for method in [Method::Memo, Method::Couples, Method::ProofNumber, Method::DepthFirst] {
//!     assert_eq!(solve_by(&game, board.clone(), method, &Question::default())?.grundy, Some(1));
//! }
//! # Ok::<(), grundy::Error>(())
//! ```

use super::moves::{Plain, Script, Winning};
use super::{Question, explain_failure, normal, solve};
use crate::answer::{Solved, Verdict};
use crate::catalogue::{NamedGame, Rules};
use crate::error::{Error, Failure};
use crate::game::position::{Position, Tuple};
use crate::game::{Convention, Game, Part, Visit, distinct_options};
use crate::heap::closed_form::ClosedForm;
use crate::heap::{Engine, by_engine, engine_for};
use crate::limits::{Limits, Pulse, StopReason};
use crate::rule::Ruleset;
use crate::rule::play::{Heaps, Tuples};
use crate::search::couples::{self, Couples};
use crate::tuple;
use normal::HeapValues;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

/// A way to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Method {
    /// Whatever fits best.
    #[default]
    Auto,
    /// A theorem.
    ClosedForm,
    /// A table over all smaller positions.
    Table,
    /// Everything that can be reached, each component once.
    Memo,
    /// Couples, by proof numbers where components are heavy and depth first where they are light.
    Couples,
    /// Couples, all by proof numbers.
    ProofNumber,
    /// Couples, all depth first.
    DepthFirst,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 7] = [
        Method::Auto,
        Method::ClosedForm,
        Method::Table,
        Method::Memo,
        Method::Couples,
        Method::ProofNumber,
        Method::DepthFirst,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::ClosedForm => "closed-form",
            Method::Table => "table",
            Method::Memo => "memo",
            Method::Couples => "couples",
            Method::ProofNumber => "proof-number",
            Method::DepthFirst => "depth-first",
        }
    }

    /// The common search for couples, by this method; `None` where it is none of them.
    pub fn couples<C>(self) -> Option<Couples<C>> {
        // Nothing is known of the parts; any weight but 0 is heavy where all are to be searched by proof numbers.
        self.order(Couples::by_weight(|_| 1))
    }

    /// A search for couples in the order that the method is named after; `None` for other methods.
    pub fn order<C>(self, couples: Couples<C>) -> Option<Couples<C>> {
        match self {
            Method::Auto | Method::Couples => Some(couples),
            Method::ProofNumber => Some(couples.depth_first_to(0)),
            Method::DepthFirst => Some(couples.depth_first_to(u32::MAX)),
            Method::ClosedForm | Method::Table | Method::Memo => None,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        let names = || Method::ALL.map(Method::name).join(", ");
        let found = Method::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| format!("a method is one of {}", names()))
    }
}

/// Answers a question by a method.
///
/// # Errors
/// As [`crate::solve()`], and when the method cannot serve.
pub fn solve_by(
    game: &NamedGame,
    position: Position,
    method: Method,
    question: &Question<'_>,
) -> Result<Solved, Error> {
    attempt(game, position, method, question)?.ok_or_else(|| {
        let message = match question.convention {
            Convention::Normal => {
                format!("the method `{method}` cannot serve this position of `{}`", game.name)
            }
            Convention::Misere => format!("the method `{method}` knows nothing of misère play"),
        };
        Error::game(message, Some("`--method auto` picks one that can, `--compare` tries all".to_owned()))
    })
}

/// As [`solve_by`]; `None` when the method cannot serve.
///
/// # Errors
/// As [`crate::solve()`].
pub fn attempt(
    game: &NamedGame,
    position: Position,
    method: Method,
    question: &Question<'_>,
) -> Result<Option<Solved>, Error> {
    let Question { convention, limits } = question;
    if method == Method::Auto {
        return solve(game, position, question).map(Some);
    }
    if *convention == Convention::Misere {
        return Ok(None);
    }
    let verdict = match (&game.rules, &position) {
        (Rules::Typed(rules), Position::Typed(held)) => rules.solve_by(held, method, limits)?,
        (Rules::Line(rules), Position::Heaps(list)) => heaps(rules, list, method, limits)
            .map_err(|failure| explain_failure(rules, failure))?
            .map(|verdict| verdict.suited_to(limits)),
        (Rules::Line(rules), Position::Tuples(list)) => tuples(rules, list, method, limits)
            .map_err(|failure| explain_failure(rules, failure))?
            .map(|verdict| verdict.suited_to(limits)),
        _ => return Err(Error::foreign_position()),
    };
    Ok(verdict.map(|verdict| Solved::new(game, position, *convention, verdict)))
}

fn heaps(
    rules: &Ruleset,
    heaps: &[u64],
    method: Method,
    limits: &Limits<'_>,
) -> Result<Option<Verdict>, Failure> {
    let game = Heaps::new(rules);
    if let Some(couples) = method.couples() {
        let script = Plain { drop_dead: game.empty_is_dead() };
        return by_couples(&Bounded(&game), heaps, &script, couples, limits).map(Some);
    }
    let values = match method {
        Method::Memo => Some(normal::reached(&game, heaps, limits)?),
        _ => heap_table(rules, heaps, method, limits)?.map(HeapValues::Sequence),
    };
    values.map(|values| normal::heaps_by_values(&game, heaps, &values, limits)).transpose()
}

/// The values of all heaps up to the largest, by formula or engine.
fn heap_table(
    rules: &Ruleset,
    heaps: &[u64],
    method: Method,
    limits: &Limits<'_>,
) -> Result<Option<crate::heap::Sequence>, Failure> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let found = match method {
        Method::ClosedForm if ClosedForm::of(rules).is_none() => return Ok(None),
        Method::ClosedForm => crate::heap::sequence(rules, largest, limits),
        _ => by_engine(rules, engine_for(rules), largest, limits),
    };
    match found {
        Ok(found) if found.stop != StopReason::Done => Err(found.stop.into()),
        other => if_it_serves(other),
    }
}

/// A table may meet a move without progress that the position itself cannot reach; then it cannot serve.
fn if_it_serves<T>(found: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match found {
        Err(Failure::NoProgress(_)) => Ok(None),
        other => other.map(Some),
    }
}

fn tuples(
    rules: &Ruleset,
    tuples: &[Tuple],
    method: Method,
    limits: &Limits<'_>,
) -> Result<Option<Verdict>, Failure> {
    let game = Tuples::new(rules);
    if let Some(couples) = method.couples() {
        return by_couples(&Bounded(&game), tuples, &Plain { drop_dead: false }, couples, limits).map(Some);
    }
    let mut pulse = Pulse::new(limits);
    let values = match method {
        Method::ClosedForm if tuple::has_formula(rules) => Some(tuple::values(rules, tuples, limits)?),
        Method::ClosedForm => {
            let settled =
                if let [only] = tuples { tuple::settle(rules, only, Convention::Normal) } else { None };
            return Ok(settled.map(|settled| normal::by_theorem(tuples, settled, Convention::Normal)));
        }
        Method::Table => if_it_serves(tuple::grid(rules, tuples, &mut pulse))?.flatten(),
        _ => Some(tuple::memo(rules, tuples, &mut pulse)?),
    };
    values.map(|values| normal::tuples_by_values(&game, tuples, values, limits)).transpose()
}

/// Values and winning moves by a search for couples.
fn by_couples<G: Game>(
    game: &G,
    components: &[G::Component],
    script: &dyn Script<G::Component>,
    mut couples: Couples<G::Component>,
    limits: &Limits<'_>,
) -> Result<Verdict, Failure>
where
    G::Component: Hash + Ord,
{
    let mut pulse = Pulse::new(limits);
    let mut values = Vec::with_capacity(components.len());
    for component in components {
        let one = [Part { component: component.clone(), copies: 1 }];
        values.push(couples.value(game, &one, &mut pulse)?);
    }
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    let mut winning = Winning::new(components, script);
    let mut stop = StopReason::Done;
    for (index, component) in components.iter().enumerate().filter(|_| nim_sum != 0 && limits.moves > 0) {
        match options_of_value(game, component, values[index] ^ nim_sum, &mut couples, &mut pulse) {
            Ok(options) => winning.add(index, &options),
            // The verdict stands; only the list of moves is cut short.
            Err(Failure::Stopped(reason)) => {
                stop = reason;
                break;
            }
            Err(failure) => return Err(failure),
        }
    }
    let reason = couples::IDEA.to_owned();
    Ok(normal::verdict(nim_sum, winning.finish(), Engine::Couples, reason, pulse.work(), stop))
}

/// The different options that have a value.
fn options_of_value<G: Game>(
    game: &G,
    component: &G::Component,
    target: u64,
    couples: &mut Couples<G::Component>,
    pulse: &mut Pulse<'_>,
) -> Result<Vec<crate::game::Parts<G::Component>>, Failure>
where
    G::Component: Hash + Ord,
{
    let mut found = Vec::new();
    for option in distinct_options(game, component, pulse)? {
        if couples.has_value(game, &option, target, pulse)? {
            found.push(option);
        }
    }
    Ok(found)
}

/// A game whose components have no more options than positions may be visited: couples keep lists of them.
#[derive(Debug)]
pub(crate) struct Bounded<'a, G>(pub &'a G);

impl<G: Game> Game for Bounded<'_, G> {
    type Component = G::Component;

    fn options(
        &self,
        component: &G::Component,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, G::Component>,
    ) -> Result<ControlFlow<()>, Failure> {
        let most = pulse.limits().positions_kept();
        let mut count = 0;
        let flow = self.0.options(component, pulse, &mut |parts| {
            count += 1;
            if count > most { ControlFlow::Break(()) } else { visit(parts) }
        })?;
        if count > most { Err(StopReason::PositionLimit.into()) } else { Ok(flow) }
    }
}
