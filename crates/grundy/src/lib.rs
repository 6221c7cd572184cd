//! Impartial games: rules in one line, Grundy values, winning moves, and the evidence for them.
//!
//! # Should I use this crate?
//!
//! Yes, if your game is played on heaps or on tuples of numbers and its rule fits the [rule language](rule): you get the
//! winner, the value and every winning move, by the engine that fits, with a proof or an exhaustive computation behind it.
//! Yes, if your game is a Rust type: implement [`game::Game`] and use [`search::memo`] and [`game::reference`], or the
//! traits of [`typed`] and ask for it like for any other. Yes, if it is a graph: [`graph`]. Not yet, for boards
//! such as those of Cram and Chomp.
//!
//! | module | what it is for |
//! |---|---|
//! | [`fn@solve`] | the one door: a question about a position, answered with its evidence |
//! | [`catalogue`] | games by name, code or rule |
//! | [`rule`] | the rule language: parse, check, classify, compile |
//! | [`heap`], [`mod@tuple`] | the engines for single components |
//! | [`graph`] | tokens on any graph: outcomes, remoteness, values, sums; any game solved in full, with databases; staircases, trees and tries |
//! | [`board`], [`score`] | Kayles, Hackenbush and geography on graphs, words; games for points |
//! | [`misere`] | tame games, genus, misère quotients |
//! | [`heap::period`], [`certificate`], [`mod@verify`] | periods, the files that prove them, and their checker |
//! | [`sweep`] | whole families of games, one row each |
//! | [`typed`], [`nim`] | games that are Rust types: the door they come in by, and the relatives of Nim |
//! | [`game`] | the trait of all games, sums, the reference solver |
//! | [`value`] | nimbers, mex, outcomes |
//! | [`play`] | every move of a position, opponents, puzzles |
//! | [`explain`], [`plot`], [`report`] | answers as arguments, pictures and JSON |
//!
//! The library prints nothing, has no clock and no global state: limits and the question whether to go on are handed in
//! ([`limits`]).
//!
//! # Example
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
pub mod board;
pub mod catalogue;
pub mod certificate;
pub mod coins;
pub mod cpu;
pub mod error;
pub mod explain;
pub mod game;
pub mod graph;
pub mod heap;
pub mod journal;
pub mod limits;
pub mod misere;
pub mod nim;
pub mod play;
pub mod plot;
pub mod report;
pub mod rule;
pub mod score;
mod seal;
pub mod search;
pub mod solve;
pub mod sweep;
pub mod text;
pub mod tuple;
pub mod typed;
pub mod value;
pub mod verify;

pub use catalogue::{NamedGame, Rules};
pub use error::Error;
pub use game::Convention;
pub use solve::{Question, solve};
