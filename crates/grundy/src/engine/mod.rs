//! Engines: each works out values or outcomes for one kind of component, and asks for no more than it needs.
//!
//! | room | what it works on |
//! |---|---|
//! | [`heap`] | single heaps: sequences, periods, codes, sparse spaces |
//! | [`mod@tuple`] | tuples of numbers: tables, and the theorems of a few games |
//! | [`system`] | heaps of several kinds: sequences and periods of systems of octal type |
//! | [`search`] | any game: everything that can be reached, or nimber search |
//! | [`graph`] | explicit graphs: outcomes, remoteness, values, loopy values |
//! | [`misere`] | tame games, genus, misère quotients |
//!
//! Which engine serves a question is decided above, in [`crate::ask`].

pub mod graph;
pub mod heap;
pub mod misere;
pub mod search;
pub mod system;
pub mod tablebase;
pub mod tuple;

#[doc(hidden)]
pub use crate::base::cpu::{check_forced_path, force_portable, processor_path};
