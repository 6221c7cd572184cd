//! Values that grow: a run computes as many as asked and goes on from there when more are wanted.

use super::sparse_space::Space;
use super::terms::Terms;
use super::{Engine, by_engine, engine_for};
use crate::error::Failure;
use crate::limits::{Limits, StopReason};
use crate::rule::Ruleset;

/// The values of one game, as far as they were asked for.
#[derive(Debug)]
pub struct Run<'a> {
    rules: &'a Ruleset,
    engine: Engine,
    values: Vec<u32>,
}

impl<'a> Run<'a> {
    /// Nothing computed yet.
    pub fn new(rules: &'a Ruleset) -> Run<'a> {
        Run { rules, engine: engine_for(rules), values: Vec::new() }
    }

    /// The engine at work.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Computes until there are `count` values; a stop on the way leaves those found so far.
    ///
    /// # Errors
    /// Why it stopped, or that a move makes no progress.
    pub fn extend(&mut self, count: u64, limits: &Limits<'_>) -> Result<(), Failure> {
        if count <= self.values.len() as u64 {
            return Ok(());
        }
        let found = by_engine(self.rules, self.engine, count - 1, limits)?;
        let there = found.len().unwrap_or(count);
        self.values = found.to_list(0, there).ok_or(StopReason::MemoryLimit)?;
        if found.stop == StopReason::Done { Ok(()) } else { Err(found.stop.into()) }
    }

    /// The sparse space in use, if there is one.
    pub fn space(&self) -> Option<&Space> {
        None
    }
}

impl Terms for Run<'_> {
    fn count(&self) -> u64 {
        self.values.len() as u64
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        self.values[..].read(first, out);
    }
}
