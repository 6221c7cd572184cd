//! Exact search: one needle, or many.

pub mod many;
pub mod overlapping;
