//! Misère play: the player who moves last loses.
//!
//! Sums do not split into values here. Tame games play like misère Nim ([`tame`]); for everything else there are the
//! genus ([`mod@genus`]), which distinguishes tame from wild, and the misère quotient ([`quotient`]), a finite monoid
//! that has the outcome of every sum. [`heaps`] works both out for a heap game and proves when the quotient is
//! complete, [`system`] for several kinds of heaps; [`presentation`] writes it down with generators and relations; [`generators`] takes the positions of any
//! game. Whatever is left and small is searched whole.

pub mod antichain;
pub mod generators;
pub mod genus;
pub mod heaps;
pub mod monoid;
pub mod presentation;
pub mod quotient;
pub mod system;
pub mod tame;
