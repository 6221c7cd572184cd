//! Playing: every move of a position and what it leads to, opponents, puzzles, and the story of a game.
//!
//! [`fn@crate::ask::solve`] says who wins and how; a player needs more. [`survey`](mod@super::moves) lists every legal move with the value it leaves
//! and, where all positions that can be reached are few, how long the game will last ([`remoteness`]). [`opponent`] chooses a
//! move, perfectly or with the mistakes that people make; [`puzzle`] makes positions with exactly one winning move;
//! [`history`] tells afterwards where a game was won and lost. There is no clock, and chance is seeded ([`random`]).
//!
//! ```
//! use grundy::ask::play::opponent::{Level, choose};
//! use grundy::ask::play::random::Random;
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("nim")?;
//! let position = game.parse("3 4 5")?;
//! let choice = choose(&game, &position, &Question::default(), Level::Perfect, &mut Random::new(1))?;
//! assert_eq!(choice.map(|choice| choice.made.text), Some("3 -> 1".to_owned()));
//! # Ok::<(), grundy::Error>(())
//! ```

pub mod history;
pub mod notation;
pub mod opponent;
pub mod puzzle;
pub mod random;
pub mod remoteness;
