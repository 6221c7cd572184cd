//! Positions worked out one by one, each once.

pub mod memo;
