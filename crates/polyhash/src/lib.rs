//! Polynomial hashing at memory speed, exact search, substring counts, cycles, and the attacks on all of it.
#![forbid(unsafe_op_in_unsafe_fn)]

pub mod attack;
pub mod count;
pub mod cpu;
pub mod cycle;
pub mod error;
pub mod hash;
pub mod lecture;
pub mod mersenne_twister;
pub mod modulus;
pub mod random;
pub mod search;

pub use count::suffix_array::suffix_array;
pub use error::Error;
pub use hash::block::Blocks;
pub use hash::bounds;
pub use hash::function::{Letters, PolyHash};
pub use hash::several::Several;
pub use hash::stream::Stream;
pub use hash::suffixes::Suffixes;
pub use hash::window::Window;
pub use modulus::Modulus;
pub use search::many::{Match, Needles};
pub use search::overlapping::{Finder, Run};
