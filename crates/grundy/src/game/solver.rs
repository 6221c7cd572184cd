//! Searches and tables behind one door: a [`Solver`] is asked for the values of components, and may outlive its run.

use super::engine::Engine;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error as ThisError;

/// Finds the values of components under normal play; what it learns in one call serves the next.
pub trait Solver<C> {
    /// Gets ready for the components of a position, which are asked for next.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    fn prepare(&mut self, _components: &[C], _pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// The value of a component.
    ///
    /// # Errors
    /// When the limits do not suffice.
    fn value(&mut self, component: &C, pulse: &mut Pulse<'_>) -> Result<u64, Failure>;

    /// Whether a component has this value, which may be easier to say than which it has.
    ///
    /// # Errors
    /// When the limits do not suffice.
    fn has_value(&mut self, component: &C, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        Ok(self.value(component, pulse)? == value)
    }

    /// Whether it knows, once prepared, the value of every component that can be reached: then [`Solver::look_up`] tells.
    fn is_table(&self) -> bool {
        false
    }

    /// The value of a component that was worked out already.
    fn look_up(&self, _component: &C) -> Option<u64> {
        None
    }

    /// Which engine this is, and its idea in a few words.
    fn engine(&self) -> (Engine, Cow<'static, str>);

    /// Steps of work that were not counted by the pulses it was handed.
    fn work(&self) -> u64 {
        0
    }

    /// Whether it can be asked about these components.
    fn serves(&self, _components: &[C]) -> bool {
        true
    }

    /// Whether the values of these components are likely to be found within minutes: then they are looked for as long as is
    /// allowed even when theorems say who wins.
    fn is_promising(&self, _components: &[C]) -> bool {
        false
    }

    /// What it has learnt as something that can be written down; `None` where it cannot.
    fn persistent(&mut self) -> Option<&mut dyn Persistent> {
        None
    }
}

/// A search whose knowledge can be written down and read back.
pub trait Persistent {
    /// What its components are, with a version: another name for every change of how they are written.
    fn kind(&self) -> &'static str;

    /// Takes over the entries of a log that can be met; returns how many.
    ///
    /// # Errors
    /// When they are no entries, or there is no room for them.
    fn recall(&mut self, entries: &[u8], limits: &Limits<'_>) -> Result<u64, RecallError>;

    /// Writes what is found from now on into a log.
    fn attach(&mut self, log: Arc<SearchLog>);
}

/// Why entries could not be taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum RecallError {
    /// They are no entries of this kind.
    #[error("damaged: these are no entries of the search")]
    Damaged,
    /// The limits leave no room for them.
    #[error("no room for the entries: {0}")]
    Stopped(StopReason),
}

/// Entries that were not yet taken: components with what is known of them.
#[derive(Default)]
pub struct SearchLog(Mutex<Vec<u8>>);

impl SearchLog {
    /// The entries since the last call.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds an entry.
    pub fn add(&self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Bytes of entries that were not yet taken.
    pub fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for SearchLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SearchLog {{ {} bytes }}", self.len())
    }
}
