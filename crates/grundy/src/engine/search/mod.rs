//! Positions worked out one by one, each once: all that can be reached, or only as many as decide.

pub mod memo;
pub mod nimber_search;
mod table;
