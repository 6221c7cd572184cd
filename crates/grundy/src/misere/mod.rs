//! Misère play: the player who moves last loses.
//!
//! Sums do not split into values here. What is known for sure: tame games play like misère Nim ([`tame`]); everything else
//! small is searched whole.

pub mod tame;
