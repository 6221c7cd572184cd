//! Native games: the games of the catalogue that are Rust types, because no line of the rule language says them as fast or at
//! all.
//!
//! Each says its moves ([`crate::game::Game`]), its notation and what theorems know ([`crate::game::theory`]); nothing here
//! solves anything by itself but the searches that are a game's own.

pub mod bags;
pub mod board;
pub mod coins;
mod kinds;
pub mod nim;
pub mod paths;
pub mod points;
#[cfg(feature = "json")]
pub mod program;
pub mod words;
