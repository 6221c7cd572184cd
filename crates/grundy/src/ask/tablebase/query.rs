//! Looks a position up: the rules tell the moves, the rows what they lead to.

use super::open::{Question, Tablebase};
use super::space::Coded;
use super::words::{live, spelled, text};
use super::{Lookup, Unsolved};
use crate::ask::moves::{Choice, PartView};
use crate::ask::played::Played;
use crate::base::limits::{Limits, Pulse};
use crate::engine::graph::retrograde::is_p_position;
use crate::engine::tablebase::TableError;
use crate::engine::tablebase::key::Key;
use crate::game::answer::{MAX_LISTED_BYTES, MAX_LISTED_MOVES, Move, Moves};
use crate::game::sum::{Sum, canonical};
use crate::game::winning::{Winning, move_of};
use crate::game::{Convention, Parts, distinct_options};
use crate::value::{LoopyValue, Outcome};
use std::cell::RefCell;

/// Moves of a line of best play.
const LINE: usize = 200;

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableRow {
    /// Moves to the end; `None` for a draw.
    pub remoteness: Option<u32>,
    /// The value; `None` where it is infinite or unknown.
    pub value: Option<u64>,
}

/// A question to rows, wherever they are.
pub(super) struct Query<'a, G: Played + ?Sized> {
    pub(super) game: &'a G,
    pub(super) row: &'a dyn Fn(&Sum<G::Component>) -> Option<TableRow>,
    pub(super) convention: Convention,
    /// Whether a value that is missing is an infinite one.
    pub(super) loopy_values: bool,
}

/// A move of a position: the component it changes, what it leaves of it, and the row of the whole.
struct Step<C> {
    component: usize,
    parts: Parts<C>,
    row: TableRow,
}

impl<G: Played + ?Sized> Query<'_, G> {
    /// What the rows say.
    pub(super) fn answer(
        &self,
        components: &[G::Component],
        limits: &Limits<'_>,
    ) -> Result<Lookup, Unsolved> {
        let mut pulse = Pulse::new(limits);
        let mut components = live(self.game, components.to_vec());
        components.sort();
        let components = &components[..];
        let sum = canonical(components);
        let row = (self.row)(&sum).ok_or(Unsolved::Unknown)?;
        let steps = self.steps(components, &mut pulse)?;
        let outcome = self.outcome(row);
        let mut winning = Winning::new(self.game, components);
        for step in steps.iter().filter(|step| self.outcome(step.row) == Outcome::P) {
            winning.add(step.component, std::slice::from_ref(&step.parts));
        }
        let finite = row.value.map(LoopyValue::Finite);
        let infinite = || LoopyValue::infinity(steps.iter().filter_map(|step| step.row.value));
        let line = if limits.moves > 0 { self.line(components, row, &mut pulse)? } else { Vec::new() };
        Ok(Lookup {
            position: text(self.game, &sum)?,
            outcome,
            remoteness: row.remoteness,
            grundy: match self.convention {
                Convention::Normal => finite.or_else(|| self.loopy_values.then(infinite)),
                Convention::Misere => None,
            },
            winning: if limits.moves > 0 { winning.finish() } else { Moves::default() },
            best: line.first().cloned(),
            line,
            parts: self.parts(components),
            choices: if limits.moves > 0 { self.choices(components, &steps) } else { Vec::new() },
            total: steps.len() as u64,
            work: pulse.work(),
        })
    }

    /// The components; what one of them is worth by itself is in no row.
    fn parts(&self, components: &[G::Component]) -> Vec<PartView> {
        let part = |component| PartView { text: self.game.component(component), grundy: None };
        components.iter().take(MAX_LISTED_MOVES).map(part).collect()
    }

    /// The moves with their rows: those that win before the others when there is no room for all.
    fn choices(&self, components: &[G::Component], steps: &[Step<G::Component>]) -> Vec<Choice> {
        let wins = |step: &Step<G::Component>| self.outcome(step.row) == Outcome::P;
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by_key(|&index| !wins(&steps[index]));
        let (mut listed, mut bytes) = (Vec::new(), 0);
        for index in order.into_iter().take(MAX_LISTED_MOVES) {
            let step = &steps[index];
            let made = move_of(self.game, components, step.component, &step.parts);
            bytes += made.bytes();
            if bytes > MAX_LISTED_BYTES {
                break;
            }
            listed.push((index, self.choice(made, step.row)));
        }
        listed.sort_by_key(|&(index, _)| index);
        listed.into_iter().map(|(_, choice)| choice).collect()
    }

    fn choice(&self, made: Move, row: TableRow) -> Choice {
        let outcome = self.outcome(row);
        Choice {
            grundy: row.value.filter(|_| self.convention == Convention::Normal),
            outcome: Some(outcome),
            winning: outcome == Outcome::P,
            remoteness: row.remoteness,
            ..Choice::unjudged(made)
        }
    }

    fn outcome(&self, row: TableRow) -> Outcome {
        match row.remoteness {
            None => Outcome::D,
            Some(level) if is_p_position(level, self.convention) => Outcome::P,
            Some(_) => Outcome::N,
        }
    }

    /// The different moves of every component.
    fn steps(
        &self,
        components: &[G::Component],
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<Step<G::Component>>, Unsolved> {
        let mut steps = Vec::new();
        for (component, before) in components.iter().enumerate() {
            for parts in distinct_options(self.game, before, pulse)? {
                let after = self.after(components, component, &parts)?;
                let row = (self.row)(&canonical(&after)).ok_or(Unsolved::Damaged)?;
                steps.push(Step { component, parts, row });
            }
        }
        Ok(steps)
    }

    /// The components after a move.
    fn after(
        &self,
        components: &[G::Component],
        changed: usize,
        parts: &Parts<G::Component>,
    ) -> Result<Vec<G::Component>, Unsolved> {
        let mut after = components[..changed].to_vec();
        after.extend(spelled(parts)?);
        after.extend_from_slice(&components[changed + 1..]);
        Ok(live(self.game, after))
    }

    /// Best play: each step to the row it should lead to.
    fn line(
        &self,
        components: &[G::Component],
        row: TableRow,
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<Move>, Unsolved> {
        let (mut components, mut row) = (components.to_vec(), row);
        let mut line = Vec::new();
        while line.len() < LINE {
            let wanted = row.remoteness.map(|level| level.saturating_sub(1));
            let steps = self.steps(&components, pulse)?;
            let Some(step) = steps.into_iter().find(|step| step.row.remoteness == wanted) else { break };
            line.push(move_of(self.game, &components, step.component, &step.parts));
            components = self.after(&components, step.component, &step.parts)?;
            row = step.row;
        }
        Ok(line)
    }
}

/// The question to a directory.
pub(super) struct LookUp<'a> {
    pub limits: &'a Limits<'a>,
}

impl Question for LookUp<'_> {
    type Answer = Result<Lookup, Unsolved>;

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        components: &[G::Component],
    ) -> Result<Self::Answer, TableError> {
        let trouble = RefCell::new(None);
        let row = |position: &Sum<G::Component>| {
            let (tier, key) = coded.key_of(position)?;
            let entry = tablebase.reader.find(tier, &key).unwrap_or_else(|error| {
                trouble.replace(Some(error));
                None
            })?;
            Some(TableRow { remoteness: entry.remoteness(), value: entry.grundy().map(u64::from) })
        };
        let convention = tablebase.convention();
        let query = Query { game: coded.whole.game, row: &row, convention, loopy_values: false };
        let found = query.answer(components, self.limits);
        match trouble.into_inner() {
            Some(error) => Err(error),
            None => Ok(found),
        }
    }
}
