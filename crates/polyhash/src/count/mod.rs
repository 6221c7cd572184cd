//! Counting substrings: the different ones, and those that read the same backwards.

pub mod distinct;
pub mod eertree;
pub mod manacher;
pub mod suffix_array;
