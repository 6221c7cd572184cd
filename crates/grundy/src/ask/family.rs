//! One question about many positions of a game, with one solver for all of them.
//!
//! Sequences ([`super::sequence`]) and tables ([`super::table`]) ask for the value, the outcome or the remoteness of each
//! position of a family. What is learnt about one position serves the next: a table of the rule is made once for the largest,
//! a search keeps its memory, misère quotients are made of the whole family, and remoteness is found on one graph of all
//! positions that any of them can become. A limit ends the list; what was found before it stands.

use super::asked::{AsksOfMany, Refusal, put_to_many};
use super::named::NamedGame;
use super::play::remoteness::folded as folded_sum;
use super::played::Played;
use super::points;
use super::solve::common::CommonSolver;
use super::solve::normal::{Asked, Spared, check_extent};
use super::solve::{Question, folded, loopy, misere};
use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::graph::analysis::Analysis;
use crate::engine::graph::implicit::Reached;
use crate::engine::graph::retrograde;
use crate::game::answer::Verdict;
use crate::game::engine::{Engine, Method};
use crate::game::position::Position;
use crate::game::solver::Solver;
use crate::game::sum::Sum;
use crate::game::winning::positions_that_fit;
use crate::game::{Convention, Parts};
use crate::value::{LoopyValue, Outcome};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// What is asked about each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The Grundy value; the difference of the scores in games for points.
    Value,
    /// Who wins.
    Outcome,
    /// Moves to the end when the winner hurries and the loser delays.
    Remoteness,
}

impl What {
    /// Every question.
    pub const ALL: [What; 3] = [What::Value, What::Outcome, What::Remoteness];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            What::Value => "value",
            What::Outcome => "outcome",
            What::Remoteness => "remoteness",
        }
    }
}

impl FromStr for What {
    type Err = String;

    fn from_str(text: &str) -> Result<What, String> {
        let named = What::ALL.into_iter().find(|what| what.name() == text);
        named.ok_or_else(|| format!("`{text}` is none of value, outcome, remoteness"))
    }
}

/// What was found about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FamilyEntry {
    /// A Grundy value.
    Grundy(u64),
    /// The value of a position from which play may go on for ever.
    Infinity(Box<LoopyValue>),
    /// The difference of the scores.
    Difference(i64),
    /// Who wins.
    Outcome(Outcome),
    /// Moves to the end; none in a draw.
    Remoteness(Option<u32>),
    /// The limits did not suffice.
    Unknown,
    /// There is no such position.
    Absent,
}

impl FamilyEntry {
    /// A value, of whichever kind.
    pub fn value(value: LoopyValue) -> FamilyEntry {
        match value {
            LoopyValue::Finite(value) => FamilyEntry::Grundy(value),
            infinite @ LoopyValue::Infinity(_) => FamilyEntry::Infinity(Box::new(infinite)),
        }
    }

    /// The number, if it is a Grundy value or a remoteness.
    pub fn number(&self) -> Option<u64> {
        match self {
            FamilyEntry::Grundy(value) => Some(*value),
            FamilyEntry::Remoteness(moves) => moves.map(u64::from),
            _ => None,
        }
    }
}

/// Numbers, letters and values as everywhere; `-` for the remoteness of a draw, `?` for what the limits left open, `.` where
/// there is no position.
impl fmt::Display for FamilyEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FamilyEntry::Grundy(value) => value.fmt(f),
            FamilyEntry::Infinity(value) => f.pad(&value.to_string()),
            FamilyEntry::Difference(difference) => difference.fmt(f),
            FamilyEntry::Outcome(outcome) => f.pad(&outcome.to_string()),
            FamilyEntry::Remoteness(Some(moves)) => moves.fmt(f),
            FamilyEntry::Remoteness(None) => f.pad("-"),
            FamilyEntry::Unknown => f.pad("?"),
            FamilyEntry::Absent => f.pad("."),
        }
    }
}

/// What was found about a family, position by position.
#[derive(Debug, Clone)]
pub struct FamilyAnswers {
    /// An entry for each position, as far as the limits went.
    pub entries: Vec<FamilyEntry>,
    /// The engine that found the last of them.
    pub engine: Engine,
    /// Why that engine.
    pub reason: String,
    /// [`StopReason::Done`], or what ended the list.
    pub stop: StopReason,
}

impl FamilyAnswers {
    fn of(found: &mut Finder<'_>, stop: StopReason) -> FamilyAnswers {
        FamilyAnswers {
            entries: std::mem::take(&mut found.entries),
            engine: found.engine,
            reason: std::mem::take(&mut found.reason),
            stop,
        }
    }
}

/// Asks about every position.
///
/// # Errors
/// When a position belongs to another game, a move makes no progress, or the question does not fit the game.
pub fn answers(
    game: &NamedGame,
    positions: &[Position],
    what: What,
    question: &Question<'_>,
) -> Result<FamilyAnswers, Error> {
    put_to_many(OfEach { what, question }, game, positions)
}

struct OfEach<'a> {
    what: What,
    question: &'a Question<'a>,
}

impl AsksOfMany for OfEach<'_> {
    type Answer = FamilyAnswers;

    fn ask<G: Played + ?Sized>(
        self,
        game: &G,
        positions: &[&[G::Component]],
    ) -> Result<FamilyAnswers, Refusal> {
        let Question { convention, limits } = *self.question;
        let limits = Limits { moves: 0, ..limits };
        let mut finder = Finder { what: self.what, limits: &limits, ..Finder::new(&limits) };
        let points = game.points().is_some();
        if points && self.what == What::Remoteness {
            return Err(Error::game("a game for points has no remoteness", None).into());
        }
        if convention == Convention::Misere && !points && self.what == What::Value {
            let hint = "`--what outcome` or `--what remoteness`".to_owned();
            return Err(Error::game("under misère play positions have no values", Some(hint)).into());
        }
        let done = match self.what {
            What::Remoteness => finder.by_graph(game, positions, convention),
            _ if game.is_loopy() => finder.by_graph(game, positions, convention),
            _ if points || convention == Convention::Normal => finder.verdicts(game, positions, convention),
            _ => finder.misere_outcomes(game, positions),
        };
        match done {
            Ok(()) => Ok(FamilyAnswers::of(&mut finder, StopReason::Done)),
            Err(Refusal::Failed(Failure::Stopped(reason))) => Ok(FamilyAnswers::of(&mut finder, reason)),
            Err(Refusal::Worded(Error::Stopped { reason, .. })) => Ok(FamilyAnswers::of(&mut finder, reason)),
            Err(other) => Err(other),
        }
    }
}

/// Entries so far.
struct Finder<'a> {
    what: What,
    limits: &'a Limits<'a>,
    entries: Vec<FamilyEntry>,
    engine: Engine,
    reason: String,
}

impl<'a> Finder<'a> {
    fn new(limits: &'a Limits<'a>) -> Finder<'a> {
        let (engine, reason) = (Engine::ClosedForm, String::new());
        Finder { what: What::Value, limits, entries: Vec::new(), engine, reason }
    }

    /// Takes note of a verdict.
    fn note(&mut self, verdict: Verdict) {
        (self.engine, self.reason) = (verdict.engine, verdict.reason);
        let loopy = verdict.loopy.and_then(|loopy| loopy.value);
        let value = loopy.or(verdict.grundy.map(LoopyValue::Finite));
        self.entries.push(match (self.what, verdict.score) {
            (What::Value, Some(score)) => FamilyEntry::Difference(score.difference()),
            (What::Value, None) => value.map_or(FamilyEntry::Unknown, FamilyEntry::value),
            _ => FamilyEntry::Outcome(verdict.outcome),
        });
    }

    /// Values or outcomes one by one, by a solver that is kept.
    fn verdicts<G: Played + ?Sized>(
        &mut self,
        game: &G,
        positions: &[&[G::Component]],
        convention: Convention,
    ) -> Result<(), Refusal> {
        let mut kept = FamilySolver::new(game, positions);
        for (index, components) in positions.iter().enumerate() {
            if let Some(reason) = self.limits.ask(index as u64) {
                return Err(reason.into());
            }
            let verdict = match game.points() {
                Some(points) => points::verdict(game, points, components, convention, self.limits)?,
                None => kept.verdict(&Asked::new(game, components), self.limits)?,
            };
            // Who wins may be known although the time for the value was too short.
            let stop = verdict.stop;
            self.note(verdict);
            if let Some(FamilyEntry::Unknown) = self.entries.last()
                && matches!(stop, StopReason::TimeLimit | StopReason::Interrupted)
            {
                return Err(stop.into());
            }
        }
        Ok(())
    }

    fn misere_outcomes<G: Played + ?Sized>(
        &mut self,
        game: &G,
        positions: &[&[G::Component]],
    ) -> Result<(), Refusal> {
        let (outcomes, failure) = misere::outcomes(game, positions, self.limits);
        self.entries = outcomes.into_iter().map(FamilyEntry::Outcome).collect();
        self.engine = Engine::Quotient;
        self.reason =
            "misère play: theorems, tame components, one quotient for all, and whole sums".to_owned();
        failure.map_or(Ok(()), |failure| Err(failure.into()))
    }

    /// On the graph of all that can be reached from any position, or of one after the other where that is too large.
    fn by_graph<G: Played + ?Sized>(
        &mut self,
        game: &G,
        positions: &[&[G::Component]],
        convention: Convention,
    ) -> Result<(), Refusal> {
        self.engine = Engine::Retrograde;
        self.reason = "every position that can be reached, backwards from the ends of play".to_owned();
        match by_graph(game, positions, self.what, convention, self.limits) {
            Err(Failure::Stopped(StopReason::PositionLimit | StopReason::MemoryLimit)) => {
                for components in positions {
                    self.one_by_one(game, components, convention)?;
                }
            }
            found => self.entries = found?,
        }
        Ok(())
    }

    /// A position whose graph is its own; where it is too large, values may still add up.
    fn one_by_one<G: Played + ?Sized>(
        &mut self,
        game: &G,
        components: &[G::Component],
        convention: Convention,
    ) -> Result<(), Refusal> {
        if self.what == What::Remoteness {
            let found = by_graph(game, &[components], self.what, convention, self.limits)?;
            self.entries.extend(found);
        } else {
            self.note(loopy::verdict(game, components, convention, self.limits)?);
        }
        Ok(())
    }
}

/// What is asked of each position, on one graph of all that can be reached.
fn by_graph<G: Played + ?Sized>(
    game: &G,
    positions: &[&[G::Component]],
    what: What,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Vec<FamilyEntry>, Failure> {
    let fold = |component: &G::Component| -> Parts<G::Component> { game.parts(component) };
    let folded = folded(game, &fold);
    let mut starts: Vec<Sum<G::Component>> = Vec::with_capacity(positions.len());
    let mut room = limits.positions;
    for components in positions {
        if game.is_finite() {
            check_extent(game, components, limits)?;
        }
        room = room.min(positions_that_fit(game.length(components), limits));
        starts.push(folded_sum(&folded, components.iter()).ok_or(StopReason::PositionLimit)?);
    }
    let limits = Limits { positions: room, ..*limits };
    let reached = Reached::from_all(&folded, starts.iter(), &limits)?;
    let vertices = starts.iter().map(|start| reached.vertex(start));
    if what == What::Value {
        let analysis = Analysis::new(reached.graph(), convention, &limits)?;
        let value = |vertex| analysis.value(vertex).map(FamilyEntry::value);
        return Ok(vertices.map(|vertex| vertex.and_then(value).unwrap_or(FamilyEntry::Unknown)).collect());
    }
    let outcomes = retrograde::outcomes(reached.graph(), convention, &limits)?;
    let entry = |vertex| match what {
        What::Outcome => FamilyEntry::Outcome(outcomes.outcome(vertex)),
        _ => FamilyEntry::Remoteness(outcomes.remoteness(vertex)),
    };
    Ok(vertices.map(|vertex| vertex.map_or(FamilyEntry::Unknown, entry)).collect())
}

/// The solver of a family.
enum FamilySolver<'a, G: Played + ?Sized> {
    /// The game's own, for all components of the family.
    Own(Joint<'a, G::Component>),
    /// The game has its own only for one position at a time.
    OneByOne,
    /// The common searches.
    Common(Box<CommonSolver<'a, G>>),
}

impl<'a, G: Played + ?Sized> FamilySolver<'a, G> {
    fn new(game: &'a G, positions: &[&[G::Component]]) -> Self {
        let all = positions.concat();
        match game.solver(&all, Method::Auto) {
            Some(solver) => FamilySolver::Own(Joint { solver, all, ready: false }),
            None if positions.iter().any(|one| game.solver(one, Method::Auto).is_some()) => {
                FamilySolver::OneByOne
            }
            None => FamilySolver::Common(Box::new(CommonSolver::new(game))),
        }
    }

    fn verdict(&mut self, asked: &Asked<'_, G>, limits: &Limits<'_>) -> Result<Verdict, Failure> {
        match self {
            FamilySolver::Own(joint) => match asked.normal(Some(joint), limits) {
                // One table for all is too large, but one for each may do.
                Err(Failure::Stopped(StopReason::PositionLimit | StopReason::MemoryLimit))
                    if joint.is_table() && !joint.ready =>
                {
                    *self = FamilySolver::OneByOne;
                    self.verdict(asked, limits)
                }
                other => other,
            },
            FamilySolver::OneByOne => {
                let mut own = asked.game.solver(asked.components, Method::Auto);
                asked.normal(own.as_deref_mut(), limits)
            }
            FamilySolver::Common(common) => asked.normal_sparing(Spared::LITTLE, Some(&mut **common), limits),
        }
    }
}

/// A solver that is prepared once for all components of a family, if it is a table.
struct Joint<'a, C> {
    solver: Box<dyn Solver<C> + 'a>,
    all: Vec<C>,
    ready: bool,
}

impl<C> Solver<C> for Joint<'_, C> {
    fn prepare(&mut self, components: &[C], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        if !self.solver.is_table() {
            return self.solver.prepare(components, pulse);
        }
        if !self.ready {
            self.solver.prepare(&self.all, pulse)?;
            self.ready = true;
        }
        Ok(())
    }

    fn value(&mut self, component: &C, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.solver.value(component, pulse)
    }

    fn has_value(&mut self, component: &C, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        self.solver.has_value(component, value, pulse)
    }

    fn is_table(&self) -> bool {
        self.solver.is_table()
    }

    fn look_up(&self, component: &C) -> Option<u64> {
        self.solver.look_up(component)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        self.solver.engine()
    }

    fn work(&self) -> u64 {
        self.solver.work()
    }

    fn serves(&self, components: &[C]) -> bool {
        self.solver.serves(components)
    }

    fn is_promising(&self, components: &[C]) -> bool {
        self.solver.is_promising(components)
    }
}
