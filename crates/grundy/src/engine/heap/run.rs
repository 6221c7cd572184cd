//! Values that grow: a run computes as many as asked and goes on from there when more are wanted.

use super::engines::goes_on;
use super::sparse_space::{Space, SparseSpace};
use super::terms::Terms;
use super::{Engine, engine_for, go_on, length, new_space};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::rule::Ruleset;

/// The values of one game, as far as they were asked for.
#[derive(Debug)]
pub struct Run<'a> {
    rules: &'a Ruleset,
    engine: Engine,
    values: Values,
}

#[derive(Debug)]
enum Values {
    /// An engine that goes on where it stopped, and how many values were asked for: it may have found some more.
    Sparse(Box<SparseSpace>, u64),
    /// All values, for engines with nothing else to remember.
    Plain(Vec<u32>),
}

/// Values that a fast engine is asked for at once.
const STEP: u64 = 1 << 20;

/// How far a run has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// Heaps whose values were found.
    pub count: u64,
    /// Rare heaps, when there is a sparse space.
    pub rare: Option<u64>,
    /// The largest value.
    pub largest: u32,
    /// Bytes in use for values.
    pub bytes: u64,
}

impl<'a> Run<'a> {
    /// Nothing computed yet.
    pub fn new(rules: &'a Ruleset) -> Run<'a> {
        // The few heaps before a code sets in cost nothing to speak of.
        let limits = Limits::default();
        let engine = engine_for(rules);
        let space = match engine {
            Engine::SparseSpace => new_space(rules, &mut Pulse::new(&limits)).ok(),
            _ => None,
        };
        Run {
            rules,
            engine,
            values: space.map_or(Values::Plain(Vec::new()), |space| Values::Sparse(Box::new(space), 0)),
        }
    }

    /// Goes on from values that are known.
    pub fn restore(rules: &'a Ruleset, known: &dyn Terms) -> Run<'a> {
        let mut run = Run::new(rules);
        run.values = match run.values {
            Values::Sparse(space, _) => Values::Sparse(Box::new(space.restored(known)), known.count()),
            Values::Plain(_) => {
                let mut values = vec![0; known.count() as usize];
                known.read(0, &mut values);
                Values::Plain(values)
            }
        };
        run
    }

    pub(super) fn of_space(rules: &'a Ruleset, space: SparseSpace) -> Run<'a> {
        let count = space.count();
        Run { rules, engine: Engine::SparseSpace, values: Values::Sparse(Box::new(space), count) }
    }

    /// How many values to ask for next on the way to `goal`: about what takes a moment, or all of them when the engine begins
    /// anew whenever it is asked.
    pub fn next_step(&self, goal: u64) -> u64 {
        let step = match &self.values {
            Values::Sparse(..) => STEP,
            // Later heaps take longer.
            Values::Plain(values) if goes_on(self.engine) => (values.len() as u64 / 64).clamp(64, STEP),
            Values::Plain(_) => return goal,
        };
        goal.min(self.count() + step)
    }

    /// Allows values to be dropped that the engine does not need, except the last `keep`.
    pub fn forget(&mut self, keep: u64) {
        if let Values::Sparse(space, _) = &mut self.values {
            space.forget(keep as usize);
        }
    }

    /// The first heap whose value is still there.
    pub fn first(&self) -> u64 {
        match &self.values {
            Values::Sparse(space, _) => space.first(),
            Values::Plain(_) => 0,
        }
    }

    /// The engine at work.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Refuses a number of values that no table reaches, before they are computed. Those that were dropped take no room, so
    /// what memory is needed is seen on the way.
    ///
    /// # Errors
    /// [`StopReason::MemoryLimit`].
    pub fn check_room(&self, count: u64, limits: &Limits<'_>) -> Result<(), StopReason> {
        match &self.values {
            Values::Sparse(..) => length(count.saturating_sub(1), 0, &Pulse::new(limits)).map(drop),
            // Some of these engines find a period on the way.
            Values::Plain(_) => Ok(()),
        }
    }

    /// Computes until there are at least `count` values; a stop on the way leaves those found so far.
    ///
    /// # Errors
    /// Why it stopped, or that a move makes no progress.
    pub fn extend(&mut self, count: u64, limits: &Limits<'_>) -> Result<(), Failure> {
        match &mut self.values {
            _ if count == 0 => Ok(()),
            Values::Sparse(space, asked) => {
                let mut pulse = Pulse::new(limits);
                // What was dropped takes no room.
                let length = length(count - 1, 0, &pulse)?;
                limits.check_memory(count.saturating_sub(space.first()), space.width())?;
                *asked = count.max(*asked);
                Ok(space.extend(length, &mut pulse)?)
            }
            Values::Plain(values) if count <= values.len() as u64 => Ok(()),
            Values::Plain(values) => {
                let known = std::mem::take(values);
                let found = go_on(self.rules, self.engine, known, count - 1, limits)?;
                let there = found.len().unwrap_or(count);
                *values = found.to_list(0, there).ok_or(StopReason::MemoryLimit)?;
                if found.stop == StopReason::Done { Ok(()) } else { Err(found.stop.into()) }
            }
        }
    }

    /// How far it has come.
    pub fn status(&self) -> Status {
        match &self.values {
            Values::Sparse(space, _) => space.status(),
            Values::Plain(values) => Status {
                count: values.len() as u64,
                rare: None,
                largest: values.iter().max().copied().unwrap_or(0),
                bytes: 4 * values.len() as u64,
            },
        }
    }

    /// Whether a sparse space was looked for and none was found, so that the engine looks at all pairs.
    pub fn is_dense(&self) -> bool {
        matches!(&self.values, Values::Sparse(space, _) if space.is_dense())
    }

    /// The sparse space in use, if there is one.
    pub fn space(&self) -> Option<Space> {
        match &self.values {
            Values::Sparse(space, _) => space.space(),
            Values::Plain(_) => None,
        }
    }
}

impl Terms for Run<'_> {
    fn count(&self) -> u64 {
        match &self.values {
            Values::Sparse(space, asked) => space.count().min(*asked),
            Values::Plain(values) => values.len() as u64,
        }
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        match &self.values {
            Values::Sparse(space, _) => space.read(first, out),
            Values::Plain(values) => values[..].read(first, out),
        }
    }
}
