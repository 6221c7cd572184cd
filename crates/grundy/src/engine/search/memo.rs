//! Works out components from their options, each once, only those that can be reached.
//!
//! The stack is explicit, so depth costs memory and never the native stack. A component is looked at twice: first to
//! find the parts that are not known yet, then, when all are, to combine them. Used for Grundy values of tuples and of
//! heap rules whose tables would be too large, for tameness, and (over whole sums) for misère outcomes.

use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::game::{Game, Part};
use crate::value::mex;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// How a component's result follows from the results of the parts of its options.
pub trait Combine<C> {
    /// The result.
    type Value: Clone;

    /// How many results that are missing are worked out before a component is looked at again: one where a later option
    /// may never count, several where all do, but not so many that the stack would outgrow the table.
    const MISSING_PER_VISIT: usize = 1;

    /// Starts a component.
    fn start(&mut self);

    /// Takes note of an option: its parts with their results; breaks when the result is decided.
    fn option(&mut self, parts: &mut dyn Iterator<Item = (&Part<C>, &Self::Value)>) -> ControlFlow<()>;

    /// As [`Combine::option`] for an option of one part, as most are.
    fn option_of_one(&mut self, part: &Part<C>, value: &Self::Value) -> ControlFlow<()> {
        self.option(&mut std::iter::once((part, value)))
    }

    /// The result.
    fn finish(&mut self) -> Self::Value;
}

/// Results known so far.
#[derive(Debug)]
pub struct Memo<C, V> {
    known: FxHashMap<C, V>,
}

impl<C, V> Default for Memo<C, V> {
    fn default() -> Memo<C, V> {
        Memo { known: FxHashMap::default() }
    }
}

impl<C: Clone + Eq + std::hash::Hash, V: Clone> Memo<C, V> {
    /// The number of components known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The result of a component, if it is known.
    pub fn get(&self, component: &C) -> Option<&V> {
        self.known.get(component)
    }

    /// Takes note of a result found elsewhere.
    pub fn insert(&mut self, component: C, value: V) {
        self.known.insert(component, value);
    }

    /// The result of a component and of all it needs.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn solve<G, K>(
        &mut self,
        game: &G,
        component: &C,
        combine: &mut K,
        pulse: &mut Pulse<'_>,
    ) -> Result<V, Failure>
    where
        G: Game<Component = C>,
        K: Combine<C, Value = V>,
    {
        let mut stack = vec![component.clone()];
        let (mut missing, mut results): (Vec<C>, Vec<V>) = (Vec::new(), Vec::new());
        while let Some(top) = stack.last() {
            if self.known.contains_key(top) {
                stack.pop();
                continue;
            }
            combine.start();
            missing.clear();
            let known = &self.known;
            let _ = game.options(top, pulse, &mut |parts| {
                // Most options are of one part.
                if let [part] = parts {
                    match known.get(&part.component) {
                        Some(value) if missing.is_empty() => return combine.option_of_one(part, value),
                        Some(_) => {}
                        None => missing.push(part.component.clone()),
                    }
                    return if missing.len() < K::MISSING_PER_VISIT {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    };
                }
                results.clear();
                for part in parts {
                    match known.get(&part.component) {
                        Some(value) => results.push(value.clone()),
                        None => missing.push(part.component.clone()),
                    }
                }
                match missing.len() {
                    0 => combine.option(&mut parts.iter().zip(&results)),
                    count if count < K::MISSING_PER_VISIT => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            })?;
            if missing.is_empty() {
                let value = combine.finish();
                let top = stack.pop().expect("the loop looked at it");
                self.known.insert(top, value);
                if self.known.len() as u64 > pulse.limits().positions_kept() {
                    return Err(StopReason::PositionLimit.into());
                }
            } else {
                stack.append(&mut missing);
                // What waits takes room too: play may go deep before anything is known.
                if (self.known.len() + stack.len()) as u64 > pulse.limits().positions_kept() {
                    return Err(StopReason::PositionLimit.into());
                }
            }
        }
        Ok(self.known[component].clone())
    }
}

/// Combines Grundy values: the mex of the XORs.
#[derive(Debug, Default)]
pub struct Grundy {
    /// A bit for each value below 64, and the others.
    small: u64,
    large: Vec<u64>,
}

impl Grundy {
    fn insert(&mut self, value: u64) {
        match value {
            small @ 0..64 => self.small |= 1 << small,
            large => self.large.push(large - 64),
        }
    }
}

impl<C> Combine<C> for Grundy {
    type Value = u64;

    const MISSING_PER_VISIT: usize = 8;

    fn start(&mut self) {
        self.small = 0;
        self.large.clear();
    }

    fn option(&mut self, parts: &mut dyn Iterator<Item = (&Part<C>, &u64)>) -> ControlFlow<()> {
        let odd = parts.filter(|(part, _)| part.copies % 2 == 1);
        self.insert(odd.fold(0, |sum, (_, value)| sum ^ value));
        ControlFlow::Continue(())
    }

    fn option_of_one(&mut self, part: &Part<C>, value: &u64) -> ControlFlow<()> {
        self.insert(if part.copies % 2 == 1 { *value } else { 0 });
        ControlFlow::Continue(())
    }

    fn finish(&mut self) -> u64 {
        match self.small {
            u64::MAX => 64 + mex(self.large.drain(..)),
            small => small.trailing_ones().into(),
        }
    }
}

/// Combines outcomes of whole positions: a P-position (`true`) when no option is one; what no option at all means is
/// the convention's.
#[derive(Debug)]
pub struct PPosition {
    /// The verdict on positions without moves.
    pub without_moves: bool,
    options: bool,
    p_option: bool,
}

impl PPosition {
    /// Under normal play a position without moves is a P-position, under misère play an N-position.
    pub fn new(without_moves: bool) -> PPosition {
        PPosition { without_moves, options: false, p_option: false }
    }
}

impl<C> Combine<C> for PPosition {
    type Value = bool;

    fn start(&mut self) {
        (self.options, self.p_option) = (false, false);
    }

    fn option(&mut self, parts: &mut dyn Iterator<Item = (&Part<C>, &bool)>) -> ControlFlow<()> {
        self.options = true;
        let mut parts = parts;
        self.p_option |= (&mut parts).any(|(_, lost)| *lost);
        if self.p_option { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn finish(&mut self) -> bool {
        if self.options { !self.p_option } else { self.without_moves }
    }
}
