//! Relatives of Nim that no line of the rule language can say: coins on strips, heaps in order, moves on several heaps.
//!
//! One game or family a file, each with its theorem. A position is one list of numbers whose places matter, so all of
//! them are single components in the sense of [`crate::typed`]; [`list`] holds what they share.

pub mod list;
pub mod welter;
