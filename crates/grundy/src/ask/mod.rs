//! Every question that can be put to a game, once.
//!
//! A question takes a game, whatever it is: who wins and how ([`mod@solve`]), every move ([`moves`]), the argument
//! ([`explain`]), an opponent ([`play`]), every position that can be reached ([`tablebase`]), a family of positions
//! as a [`sequence`] or a [`table`] with one solver for all ([`family`]). Rules and native games go the same way: a game tells its moves, its notation and what theorems know
//! ([`crate::game::theory`]), and what a rule adds is its class, with the engines for sequences and tables. A failure becomes
//! words in one place.

mod asked;
mod cycle;
pub mod explain;
pub mod family;
pub mod guess;
mod kinds;
pub mod moves;
mod named;
pub mod play;
mod played;
mod points;
mod read;
mod rules;
pub mod sequence;
pub mod solve;
pub mod sum;
pub mod table;
pub mod tablebase;

pub use crate::base::{files, journal};
pub use asked::{explain_failure, stopped};
pub use named::{GameInfo, Heading, HeapGame, KindGame, NamedGame, Opening, Rules};
pub use solve::{Question, solve};
