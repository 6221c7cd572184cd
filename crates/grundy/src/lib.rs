//! Impartial games: rules in one line, Grundy values, winning moves, and the evidence for them.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let game = NamedGame::read("kayles")?;
//! let position = game.parse("3 4 5")?;
//! let answer = solve(&game, position, &Question::default())?;
//! assert_eq!(answer.outcome.to_string(), "N");
//! # Ok::<(), grundy::Error>(())
//! ```
#![forbid(unsafe_op_in_unsafe_fn)]

pub mod answer;
pub mod catalogue;
pub mod error;
pub mod explain;
pub mod game;
pub mod heap;
pub mod limits;
pub mod misere;
pub mod plot;
pub mod rule;
pub mod search;
pub mod solve;
pub mod text;
pub mod tuple;
pub mod value;

pub use catalogue::NamedGame;
pub use error::Error;
pub use game::Convention;
pub use solve::{Question, solve};
