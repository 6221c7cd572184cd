//! What a position is worth: nimbers, mex and outcomes.
//!
//! Everything here is arithmetic and knows no game. By the theorem of Sprague (1935) and Grundy (1939) a
//! position of an impartial game is as good as one Nim heap; the size of that heap is its [`Nimber`], found
//! as the [mex](mex()) of the nimbers of its options. An [`Outcome`] is the coarser answer that is left when
//! play can go on for ever.
//!
//! - [`nimber`] is the number type, [`product`] the arithmetic below it, [`wide_product`] that of 128 bits,
//!   [`expression`] a calculator on top.
//! - [`mex`](mod@mex) is the minimum excludant, as a function and as a set to be used again and again.
//! - [`outcome`] says who wins, [`loopy`] has the values of games that may go on for ever.
//! - [`genus`] is what sums need to know under misère play.
//! - [`columns`] shows a nim-sum as it is done by hand.
//! - [`factor`] and [`zeckendorf`] take numbers apart: into primes, into Fibonacci numbers.
//!
//! ```
//! use grundy::value::{Nimber, mex};
//!
//! let options = [Nimber(0), Nimber(1), Nimber(3)];
//! assert_eq!(mex(options.map(u64::from)), 2);
//! assert_eq!(Nimber(6) + Nimber(3), Nimber(5));
//! assert_eq!(Nimber(2) * Nimber(2), Nimber(3));
//! ```

mod carryless;
pub mod columns;
pub mod expression;
pub mod factor;
pub mod genus;
pub mod loopy;
pub mod mex;
pub mod nimber;
pub mod outcome;
pub mod product;
pub mod wide_product;
pub mod zeckendorf;

pub use genus::Genus;
pub use loopy::LoopyValue;
pub use mex::{MexSet, mex};
pub use nimber::Nimber;
pub use outcome::{Outcome, Winner};
