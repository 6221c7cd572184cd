//! Games that no rule line can say, each with the structure that solves it.
//!
//! [`grid`] is the board that [`cram`] and [`notakto`] are played on, with its text; [`region`] is what a search of Cram
//! meets. [`chomp`] has a numbering of its own, and [`palindromes`] are words.

pub mod chomp;
pub mod cram;
pub mod grid;
pub mod notakto;
pub mod palindromes;
pub mod region;
