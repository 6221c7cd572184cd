//! Tablebases on files: every position that can be reached, solved in bounded memory by any number of workers.
//!
//! Where [`crate::engine::graph`] holds a graph in memory, here nothing is held but what is at hand. A game gives each position
//! a key ([`key`]) and a *tier* that no move increases, such as the number of free squares. **Forward**, from the highest tier:
//! the keys of a tier are sorted and merged, which drops those that were met several times (delayed duplicate detection, Korf
//! 2003), written, and their options collected for the tiers below (`pending`). **Backward**, from the lowest tier: a chunk of
//! positions asks for the entries of its options as sorted queries, each answered by a merge join with a sorted file, and the
//! entry of a position follows from those of its options ([`entry`]). No moves are stored and nothing is read at random. Tiers
//! with moves inside are solved by retrograde analysis over subscriptions of that tier alone (`loopy`). While what is asked for
//! fits the memory, it is kept in a hash table and looked up directly.
//!
//! Positions belong to workers by a hash of their keys; workers talk in rounds ([`exchange`]). The files are the same up to
//! who wrote which part of them, and the digest does not depend on that. A run that was stopped or killed goes on from the last
//! commit ([`store`]), by another number of workers if need be.
//!
//! Time O(edges), twice; memory what it is given, mapped files left out; disk 5 to 9 bytes a position for keys of 64 bits.

pub(crate) mod backward;
pub mod entry;
pub mod exchange;
mod forward;
pub mod key;
mod loopy;
mod pending;
pub mod reader;
mod segment;
pub mod store;
mod worker;

pub use exchange::{Alone, Exchange, Threads};
pub use pending::Sorter;
pub use worker::{BuildSettings, build};

use crate::base::error::{Error, Failure};
use crate::base::files::FileError;
use crate::base::limits::Pulse;
use std::fmt;

/// Options of a position, each with its tier.
pub type Listed<K> = Vec<(u64, K)>;

/// A game as a tablebase sees it: keys, tiers and moves.
pub trait KeySpace<K> {
    /// The tier and the key of the position to begin with.
    ///
    /// # Errors
    /// When it has no key.
    fn start(&self) -> Result<(u64, K), TableError>;

    /// Adds the options of a position, each with its tier; repeats are allowed.
    ///
    /// # Errors
    /// When a limit stops it, a move fails, or a position has no key.
    fn options(&self, key: &K, pulse: &mut Pulse<'_>, out: &mut Listed<K>) -> Result<(), TableError>;

    /// A position as a reader knows it.
    fn show(&self, key: &K) -> String;
}

/// Why there is no tablebase, or none that can be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// A limit, or a move that makes no progress.
    Failed(Failure),
    /// A file cannot be written or read.
    File(FileError),
    /// A file is damaged, or contradicts the game.
    Damaged(String),
    /// The directory is about something else: what.
    Foreign(String),
    /// A move leads to a higher tier.
    Tier {
        /// The position.
        before: String,
        /// Its option.
        after: String,
        /// The tiers of both.
        tiers: (u64, u64),
    },
    /// A position has no key.
    Unwritten(String),
    /// A peer has ended or stalled.
    Peer(String),
    /// The game has no such question, or the position is another's.
    Refused(Error),
}

impl TableError {
    pub(crate) fn damaged(name: &str) -> TableError {
        TableError::Damaged(name.to_owned())
    }
}

impl<F: Into<Failure>> From<F> for TableError {
    fn from(failure: F) -> TableError {
        TableError::Failed(failure.into())
    }
}

impl From<FileError> for TableError {
    fn from(error: FileError) -> TableError {
        TableError::File(error)
    }
}

impl std::error::Error for TableError {}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Failed(failure) => write!(f, "{failure}"),
            TableError::File(error) => write!(f, "{error}"),
            TableError::Damaged(name) => {
                write!(f, "`{name}` is damaged, or contradicts the rules of the game")
            }
            TableError::Foreign(what) => write!(f, "it is about {what}"),
            TableError::Tier { before, after, tiers } => write!(
                f,
                "a tier must never increase along a move, and `{before}` of tier {} leads to `{after}` of tier {}",
                tiers.0, tiers.1
            ),
            TableError::Unwritten(position) => write!(f, "`{position}` cannot be written as a key"),
            TableError::Peer(what) => write!(f, "{what}"),
            TableError::Refused(error) => write!(f, "{error}"),
        }
    }
}
