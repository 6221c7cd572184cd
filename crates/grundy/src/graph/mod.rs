//! Games on explicit graphs: a token that walks along edges, coins that go down a staircase or a tree, words built letter
//! by letter on a trie.
//!
//! - [`csr`] is the store (over [`starts`]), [`read`] brings graphs in from text, [`picture`] draws them.
//! - [`retrograde`] says who wins, [`values`] and [`loopy`] what vertices are worth, [`analysis`] all of it; [`tokens`] are
//!   sums.
//! - [`implicit`] makes a graph of all positions of any game that can be reached; [`strong`] solves it, keeps what it has
//!   in a [`journal`](crate::journal) on the way, and leaves a [`database`] to look positions up in.
//! - [`staircase`], [`tree`] and [`words`] need no table of positions: the answer comes from one pass over the graph.

pub mod analysis;
pub mod csr;
pub mod database;
mod gather;
pub mod implicit;
pub mod loopy;
pub mod picture;
pub mod read;
pub mod retrograde;
pub mod staircase;
pub mod starts;
pub mod strong;
pub mod tokens;
pub mod tree;
pub mod values;
pub mod words;
