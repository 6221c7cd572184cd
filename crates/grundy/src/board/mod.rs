//! Games that no rule line can say, each with the structure that solves it.

pub mod palindromes;
