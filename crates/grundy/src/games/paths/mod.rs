//! Coins that go down a staircase or a tree, and words built letter by letter on a trie: one pass over the paths answers.

pub mod green_tree;
pub mod staircase;
pub mod tree;
pub mod trie;
