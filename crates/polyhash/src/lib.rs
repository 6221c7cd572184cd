//! Polynomial hashing at memory speed, exact search, substring counts, cycles, and the attacks on all of it.
//!
//! # Should I use this crate?
//!
//! Yes, if you hash texts as polynomials, with any base and any modulus up to 2⁶⁴, and want it fast, incremental and with
//! the probability of a mistake stated. Yes, if you want to know whether somebody else's polynomial hash can be broken: it
//! can, unless its base is secret, and this crate shows how. Yes, if you search or count substrings: what hashes are often
//! used for is done here exactly. No, if you need a hash for a hash table (take one made for that) or for signatures (take a
//! cryptographic one): polynomial hashes are neither.
//!
//! | item | what it is for |
//! |---|---|
//! | [`PolyHash`], [`Blocks`], [`Stream`], [`Several`] | hashing: short texts, long texts, pieces, several functions |
//! | [`Substrings`], [`Windows`], [`Rolling`] | hashes of substrings and windows: equality, order, longest common prefix |
//! | [`MutableText`] | the same for a text whose letters change |
//! | [`bounds`], [`random`] | how probable a mistake is, and bases nobody knows |
//! | [`Finder`], [`Needles`] | all matches of one needle, or of many |
//! | [`text`] | exact and linear: suffix and LCP array, palindromes, periods, rotations, different substrings |
//! | [`tree`] | which subtrees have the same shape |
//! | [`cycle`] | cycles of functions |
//! | [`cookbook`] | the classical problems, each as a program of a few lines |
//! | `attack`, `audit` | collisions, chosen hashes, false palindromes; whether parameters are safe, and against whom |
//! | `dialect`, `source`, `flood` | hashes as people write them, read out of programs; keys that flood hash tables |
//! | [`Budget`], [`Outcome`], [`Error`] | what long work may take, how a search ended, what went wrong |
//!
//! Nothing is printed, there is no clock, and long work asks whether to go on. AVX2 is used where the processor has it; results
//! are the same without.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` | threads, `io::Write` for streams, vector instructions chosen at run time; without it the crate needs `alloc` only |
//! | `attack` | the modules `attack`, `audit`, `dialect`, `expression`, `flood`, `generators`, `mersenne_twister`, `parameters`, `source`; needs `std` |
//! | `random` | bases from the operating system |
//!
//! All are on unless `default-features = false` is said.
//!
//! # Example
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::{Letters, Several, Substrings};
//!
//! // Two secret bases modulo 2^61 - 1: a comparison of texts of a million letters is wrong with probability 2e-25 at most.
//! let functions = Several::<2>::random(Letters::Bytes)?.functions();
//! let text = Substrings::new(functions, b"how much wood would a woodchuck chuck");
//! assert!(text.equal(9..13, 22..26)?);
//! assert_eq!(text.lcp(10, 23)?, 3);
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! And the same with a base that is known:
//!
//! ```
//! # #[cfg(feature = "attack")] {
//! use polyhash::attack::{Alphabet, Budget, Request, find};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! // A famous modulus and a known base: eleven letters suffice.
//! let hash = PolyHash::new(131, Modulus::MERSENNE_61, Letters::Bytes);
//! let request = Request::new(vec![hash], Alphabet::lowercase());
//! let collision = find(&request, &Budget::default())?.found().expect("there is one");
//! assert_eq!(hash.hash(&collision.first), hash.hash(&collision.second));
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_op_in_unsafe_fn)]

extern crate alloc;

#[cfg(feature = "attack")]
pub mod attack;
#[cfg(feature = "attack")]
pub mod audit;
pub mod budget;
pub mod cookbook;
#[doc(hidden)]
pub mod cpu;
pub mod cycle;
#[cfg(feature = "attack")]
pub mod dialect;
pub mod error;
#[cfg(feature = "attack")]
pub mod expression;
#[cfg(feature = "attack")]
pub mod flood;
#[cfg(feature = "attack")]
pub mod generators;
pub mod hash;
#[cfg(feature = "attack")]
#[doc(hidden)]
pub mod lecture;
#[cfg(feature = "attack")]
pub mod mersenne_twister;
pub mod modulus;
pub mod outcome;
#[cfg(feature = "attack")]
pub mod parameters;
pub mod random;
pub mod search;
#[cfg(feature = "attack")]
pub mod snippet;
#[cfg(feature = "attack")]
pub mod source;
pub mod text;
pub mod tree;

pub use budget::{Budget, Limit};
pub use error::Error;
pub use hash::block::Blocks;
pub use hash::bounds;
pub use hash::function::{Letters, PolyHash};
pub use hash::letter::Letter;
pub use hash::mutable::MutableText;
pub use hash::several::Several;
pub use hash::stream::Stream;
pub use hash::substrings::Substrings;
pub use hash::window::{Rolling, Window, Windows};
pub use modulus::{Modulus, ModulusError};
pub use outcome::{Outcome, Reason};
pub use search::many::{Match, Needles};
pub use search::overlapping::{Finder, Run};
pub use text::lcp::{SuffixLcp, lcp_array};
pub use text::suffix_array::suffix_array;

#[cfg(all(doctest, feature = "random"))]
#[doc = include_str!("../README.md")]
struct Readme;
