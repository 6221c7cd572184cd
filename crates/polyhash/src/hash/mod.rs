//! Polynomial hashing: the function, the fast ways to evaluate it, and what can be done with hashes afterwards.

pub mod block;
pub mod bounds;
pub mod function;
pub mod letter;
pub mod mutable;
pub mod several;
pub mod stream;
pub mod substrings;
pub mod window;
