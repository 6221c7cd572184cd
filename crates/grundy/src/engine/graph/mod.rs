//! Games on explicit graphs: a token that walks along edges, sums of such tokens, and any game as a graph of its positions.
//!
//! - [`csr`] is the store (over [`row_offsets`]), [`read`] brings graphs in from text.
//! - [`retrograde`] says who wins and how soon, [`values`] and [`loopy`] what vertices are worth, [`analysis`] all of it;
//!   [`tokens`] are sums.
//! - [`implicit`] makes a graph of all positions of any game that can be reached.

pub mod analysis;
pub mod csr;
mod gather;
pub mod implicit;
pub mod loopy;
pub mod read;
pub mod retrograde;
pub mod row_offsets;
pub mod tokens;
pub mod values;
