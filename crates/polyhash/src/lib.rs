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
//! | module | what it is for |
//! |---|---|
//! | [`PolyHash`], [`Blocks`], [`Stream`], [`Several`] | hashing: short texts, long texts, pieces, several functions |
//! | [`Suffixes`], [`Window`] | hashes of substrings, and of a sliding window |
//! | [`bounds`], [`random`] | how probable a mistake is, and bases nobody knows |
//! | [`Finder`], [`Needles`] | all matches of one needle, or of many |
//! | [`count`] | different substrings, palindromes; suffix arrays |
//! | [`cycle`], [`lecture`], [`mersenne_twister`] | cycles of functions, and the collision walk of the founding lecture |
//! | [`attack`] | collisions, chosen hashes, false palindromes |
//! | [`parameters`] | numbers as people write them |
//! | [`mod@audit`] | whether parameters are safe, and against whom |
//!
//! Nothing is printed, there is no clock, and long work asks whether to go on. AVX2 is used where the processor has it; results
//! are the same without.
//!
//! # Example
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, find};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! // A famous modulus and a known base: eleven letters suffice.
//! let hash = PolyHash::new(131, Modulus::MERSENNE_61, Letters::Bytes);
//! let request = Request::new(vec![hash], Alphabet::lowercase());
//! let collision = find(&request, &Effort::default())?.found().expect("there is one");
//! assert_eq!(hash.hash(&collision.first), hash.hash(&collision.second));
//! # Ok::<(), polyhash::Error>(())
//! ```
#![forbid(unsafe_op_in_unsafe_fn)]

pub mod attack;
pub mod audit;
pub mod count;
pub mod cpu;
pub mod cycle;
pub mod error;
pub mod hash;
pub mod lecture;
pub mod mersenne_twister;
pub mod modulus;
pub mod parameters;
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
