//! What long work may take: steps, memory, and time as long as somebody says so.
//!
//! One [`Budget`] serves counts and attacks alike. The library has no clock: `keep_going` is asked now and then, is told the
//! steps so far, and may look at a clock, a flag of Ctrl-C, or nothing at all.
//!
//! ```
//! use polyhash::{Budget, Error, text::distinct};
//!
//! let text = vec![b'a'; 200_000];
//! assert_eq!(distinct::substrings_within(&text, &Budget::new()), Ok(200_000));
//! let small = Budget::new().with_memory(1 << 10);
//! assert!(matches!(distinct::substrings_within(&text, &small), Err(Error::Memory(_))));
//! let stopped = Budget::new().with_keep_going(&|steps| steps < 1000);
//! assert_eq!(distinct::substrings_within(&text, &stopped), Err(Error::Stopped));
//! ```

use crate::error::Error;
use core::fmt;

/// How much work something may take.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Nodes of an enumeration that proves something.
    pub nodes: u64,
    /// Bytes for tables, the text aside.
    pub memory: u64,
    /// Asked now and then with the work so far: whether to go on.
    pub keep_going: &'a (dyn Fn(u64) -> bool + Sync),
}

/// What ended work before it was finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The nodes allowed do not suffice, or rounding lost the basis.
    Nodes,
    /// The memory allowed does not suffice.
    Memory,
    /// It was told not to go on.
    Stopped,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Nodes => "node limit",
            Limit::Memory => "memory limit",
            Limit::Stopped => "stopped",
        })
    }
}

impl core::error::Error for Limit {}

impl Budget<'static> {
    /// A thousand million nodes, 2 GiB, no end in time.
    pub fn new() -> Budget<'static> {
        Budget { nodes: 1_000_000_000, memory: 2 << 30, keep_going: &|_| true }
    }

    /// Whatever it takes.
    pub fn unlimited() -> Budget<'static> {
        Budget { nodes: u64::MAX, memory: u64::MAX, ..Budget::new() }
    }
}

impl<'a> Budget<'a> {
    /// With so many nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Budget<'a> {
        Budget { nodes, ..self }
    }

    /// With so many bytes for tables.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Budget<'a> {
        Budget { memory, ..self }
    }

    /// As long as this, which is told the steps so far, says so.
    #[must_use]
    pub fn with_keep_going<'b>(self, keep_going: &'b (dyn Fn(u64) -> bool + Sync)) -> Budget<'b> {
        Budget { nodes: self.nodes, memory: self.memory, keep_going }
    }

    /// Refuses tables that take more than there is.
    pub(crate) fn check_memory(&self, entries: usize, bytes_each: usize) -> Result<(), Error> {
        let bytes = (entries as u64).saturating_mul(bytes_each as u64);
        if bytes > self.memory { Err(Error::Memory(bytes)) } else { Ok(()) }
    }
}

impl Default for Budget<'static> {
    fn default() -> Budget<'static> {
        Budget::new()
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// Steps between two questions whether to go on.
const INTERVAL: u64 = 1 << 16;

/// Counts the steps of linear work.
pub(crate) struct Meter<'a> {
    keep_going: &'a (dyn Fn(u64) -> bool + Sync),
    steps: u64,
    ask: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &Budget<'a>) -> Meter<'a> {
        Meter { keep_going: budget.keep_going, steps: 0, ask: INTERVAL }
    }

    /// Some steps.
    #[inline]
    pub(crate) fn beat(&mut self, steps: usize) -> Result<(), Error> {
        self.steps += steps as u64;
        if self.steps < self.ask { Ok(()) } else { self.heard() }
    }

    #[cold]
    fn heard(&mut self) -> Result<(), Error> {
        self.ask = self.steps + INTERVAL;
        if (self.keep_going)(self.steps) { Ok(()) } else { Err(Error::Stopped) }
    }
}
