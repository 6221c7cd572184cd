//! Values of games that break heaps in two, by sparse spaces.

mod space;

pub use space::Space;
