//! What can go wrong, as one type: parameters that mean nothing, or a limit.

use crate::modulus::ModulusError;
use alloc::string::String;
use thiserror::Error as ThisError;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// A modulus outside 1 to 2^64.
    #[error(transparent)]
    Modulus(#[from] ModulusError),
    /// A number that cannot be read.
    #[error("not a whole number that is read here: `{0}`")]
    Number(String),
    /// An alphabet that cannot be read.
    #[error("an alphabet is written `a-z`, `01` or `a-zA-Z`, not `{0}`")]
    Alphabet(String),
    /// A place outside the text, or an end before the start.
    #[error("the range {start}..{end} does not lie in a text of {length} letters")]
    Range {
        /// The first byte.
        start: usize,
        /// Behind the last byte.
        end: usize,
        /// The length of the text.
        length: usize,
    },
    /// A successor that is no vertex.
    #[error("the successor of {place} is {successor}, but there are {count} vertices")]
    Successor {
        /// The vertex, from 1.
        place: usize,
        /// What was given as its successor.
        successor: u64,
        /// How many vertices there are.
        count: usize,
    },
    /// A text too long for 32-bit positions.
    #[error("a text of {0} letters is too long here: 2^31 - 1 are the most")]
    TooLong(usize),
    /// Tables that would take so many bytes, more than were allowed.
    #[error("{0} bytes are needed, more than are allowed")]
    Memory(u64),
    /// Somebody said not to go on.
    #[error("stopped")]
    Stopped,
    /// A start that is no vertex.
    #[error("the start is from 1 to {count}, not {start}")]
    Start {
        /// What was given as the start.
        start: u64,
        /// How many vertices there are.
        count: usize,
    },
    /// Needles that are too many or too long for an automaton.
    #[error("too many needles: {0}")]
    Needles(String),
    /// A parent that does not come before its child.
    #[error("the parent of vertex {vertex} must come before it, which {parent} does not")]
    Parent {
        /// The vertex, from 0.
        vertex: usize,
        /// What was given as its parent.
        parent: usize,
    },
    /// A base that has no inverse modulo the modulus.
    #[error("base {base} has no inverse modulo {modulus}, so a window cannot roll forwards letter by letter")]
    NoInverse {
        /// The base.
        base: u64,
        /// The modulus.
        modulus: u128,
    },
    /// Something that cannot be read or does not go together, in words.
    #[error("{0}")]
    Unfit(String),
    /// No function at all.
    #[error("there is no hash function to break")]
    NoFunction,
    /// The operating system gave no random numbers.
    #[error("the operating system gives no random numbers: {0}")]
    NoRandomness(String),
    /// What a run kept cannot be gone on with.
    #[error("the saved run cannot be used: {0}")]
    Saved(&'static str),
}
