//! Games that no rule line can say, each with the structure that solves it.

pub mod geography;
pub mod hackenbush;
pub mod kayles;
pub mod matching;
pub mod palindromes;
pub mod region;
