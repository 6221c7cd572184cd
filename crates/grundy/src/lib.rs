//! Impartial games: rules in one line, Grundy values, winning moves, and the evidence for them.
//!
//! # Should I use this crate?
//!
//! Yes, if your game is played on heaps or on tuples of numbers and its rule fits the [rule language](rule): you get the
//! winner, the value and every winning move, by the engine that fits, with a proof or an exhaustive computation behind it.
//! Yes, if your game is a Rust type: say its moves, its notation and what you know about it ([`game::theory`]), and ask about
//! it as about any other ([`NamedGame::native`]). Yes, if it is a graph: [`engine::graph`]; or one of the boards, strips and
//! words that are here already: [`games`].
//!
//! | room | what it is for |
//! |---|---|
//! | [`ask`] | every question that can be put to a game: [`solve()`], moves, arguments, opponents, tablebases |
//! | [`catalogue`] | games by name, code or rule |
//! | [`game`] | what a game is: moves, notation, theory, sums; moves and answers as data; the reference solver |
//! | [`rule`] | the rule language: parse, check, classify, compile |
//! | [`engine`] | heaps, tuples, searches, graphs, misère quotients |
//! | [`games`] | native games: boards, coins, relatives of Nim, points, paths |
//! | [`value`] | nimbers, mex, outcomes |
//! | [`proof`] | certificates of periods and quotients, and the checker that trusts nothing |
//! | [`sweep`] | whole families of games, one row each |
//! | `report` | answers as JSON, and pictures; with the feature `json` |
//!
//! Each room uses only those below it: base, value, game, rule, engine, games, ask, catalogue, proof, sweep, report. The library
//! prints nothing and has no global state: limits, the time among them, and the question whether to go on are handed in
//! ([`Limits`]).
//!
//! # Features
//!
//! None is on by default, and few crates are needed. `json`: the room `report`, games that are programs, graphs in JSON, and
//! `serde` for the types that answers are made of. `compressed`: graphs packed with gzip or zstd.
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
//! assert_eq!((answer.winning_moves[0].removed.as_str(), answer.winning_moves[0].added.as_str()), ("5", "1 3"));
//! # Ok::<(), grundy::Error>(())
//! ```
#![forbid(unsafe_op_in_unsafe_fn)]

pub mod ask;
mod base;
pub mod catalogue;
pub mod engine;
pub mod game;
pub mod games;
pub mod proof;
#[cfg(feature = "json")]
pub mod report;
pub mod rule;
pub mod sweep;
pub mod value;

pub use ask::{NamedGame, Question, Rules, solve};
pub use base::error::{Error, Failure, InputError, Offence};
pub use base::limits::{Limits, Pulse, StopReason};
pub use base::memory::give_back_memory;
pub use game::Convention;
