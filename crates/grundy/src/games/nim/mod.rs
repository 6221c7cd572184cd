//! Relatives of Nim that no line of the rule language can say: coins on strips, heaps in order, moves on several heaps.
//!
//! One game or family a file, each with its theorem. A position is one list of numbers whose places matter, so all of
//! them are single components in the sense of [`crate::game::theory`]; [`list`] holds what they share.
//!
//! | game | file | what decides |
//! |---|---|---|
//! | strip, monotone Nim | [`gaps`] | the nim-sum of every second gap |
//! | Welter's game | [`welter`] | Welter's function |
//! | Nim with a bank, poker Nim | [`additions`] | the nim-sum; additions are reversed |
//! | ordered Nim | [`ordered`] | a formula from the last heap to the first |
//! | slow Nim, Another Game | [`slow`] | parities, or search |
//! | Moore's Nim | [`moore`] | binary columns modulo k + 1 |
//!
//! Heaps whose values a formula or a few lookups tell, for contests: forbidden takings ([`forbidden`]), l to r tokens
//! ([`interval`]), at most the part 1/k ([`fraction`]).

pub mod additions;
pub mod forbidden;
pub mod fraction;
pub mod gaps;
pub mod interval;
pub mod list;
pub mod moore;
pub mod ordered;
pub mod slow;
pub mod welter;
