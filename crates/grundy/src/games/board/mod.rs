//! Games that no rule line can say, each with the structure that solves it.
//!
//! [`grid`] is the board that [`cram`], [`notakto`] and [`treblecross`] are played on, with its text; [`squares`] is
//! what a search of Cram meets. [`chomp`] has a numbering of its own, and [`palindromes`] are words. [`kayles`],
//! [`hackenbush`] and [`geography`] are played on graphs, of which an induced [`subgraph`] is left.

pub mod bit_graph;
pub mod bits;
pub mod chomp;
pub mod cram;
pub mod cuts;
pub mod families;
pub mod geography;
pub mod graph_code;
pub mod grid;
pub mod hackenbush;
pub mod kayles;
mod kayles_search;
pub mod lanes;
pub mod matching;
pub mod notakto;
pub mod owners;
pub mod palindromes;
pub mod removal;
pub mod squares;
pub mod stones;
pub mod subgraph;
pub mod treblecross;
