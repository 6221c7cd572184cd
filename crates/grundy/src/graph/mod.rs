//! Games on explicit graphs: coins that go down a staircase or a tree, words built letter by letter on a trie.
//!
//! Each file is one technique that needs no table of positions: the answer comes from one pass over the graph.

pub mod staircase;
pub mod tree;
pub mod words;
