//! Collisions: two different texts with one hash, found and checked.
//!
//! Every attack returns texts that were hashed again by the plain function before anyone sees them, says which method found
//! them and how much work that was. Which method serves which hash:
//!
//! | the hash | method | cost |
//! |---|---|---|
//! | polynomial, parameters known, any number of them | [`collide`]: [`lattice`] | below a millisecond for 60 bits, some milliseconds for 120 |
//! | the same, the shortest texts | [`collide`]: [`enumerate`], or half against half where the alphabet has gaps | a proof, as long as it lasts |
//! | the same, two letters only | [`compose`]: lattices over words | some milliseconds, texts of thousands of letters |
//! | modulo 2⁶⁴, base unknown | [`thue_morse`] | nothing: one pair of texts serves all bases |
//! | any function to 40 bits | [`birthday`] | 2^(bits/2) hashes and as much memory |
//! | any function to 62 bits | [`black_box`]: distinguished points | 2^(bits/2) hashes, little memory, threads |
//! | the lecture's function | [`crate::lecture::walk`] | √m hashes, no memory |
//! | polynomial with a secret random base | none | that is the remedy |
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Outcome, Request, collide};
//! use polyhash::PolyHash;
//!
//! let request = Request::new(vec![PolyHash::lecture()], Alphabet::lowercase());
//! let Outcome::Found(collision) = collide::find(&request, &Effort::default()) else { panic!() };
//! assert_eq!(collision.first.len(), 7);
//! assert_eq!(PolyHash::lecture().hash(&collision.first), PolyHash::lecture().hash(&collision.second));
//! ```

mod alphabet;
pub mod birthday;
pub mod black_box;
mod block_reduction;
pub mod collide;
pub mod compose;
pub mod enumerate;
mod halves;
pub mod lattice;
pub mod multiply;
pub mod palindrome;
pub mod preimage;
mod search;
pub mod thue_morse;

pub use alphabet::Alphabet;

use crate::error::Error;
use crate::hash::function::PolyHash;
use std::fmt;

/// How a collision was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// A short vector of a lattice.
    Lattice,
    /// Lattices over words instead of letters.
    Compose,
    /// The sequence of Thue and Morse.
    ThueMorse,
    /// A table of random texts.
    Birthday,
    /// The walk of the lecture.
    Walk,
    /// Walks that end at distinguished points.
    BlackBox,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Lattice => "lattice",
            Method::Compose => "compose",
            Method::ThueMorse => "thue-morse",
            Method::Birthday => "birthday",
            Method::Walk => "walk",
            Method::BlackBox => "black-box",
        })
    }
}

/// What is asked: two texts over an alphabet with equal hashes under all functions.
#[derive(Debug, Clone)]
pub struct Request {
    /// The functions.
    pub functions: Vec<PolyHash>,
    /// The letters that texts may have.
    pub alphabet: Alphabet,
    /// The length that the texts must have.
    pub length: Option<usize>,
    /// Whether the shortest texts are wanted, with a proof.
    pub shortest: bool,
}

impl Request {
    /// Asks for texts of any length.
    pub fn new(functions: Vec<PolyHash>, alphabet: Alphabet) -> Request {
        Request { functions, alphabet, length: None, shortest: false }
    }
}

/// How much work an attack may take.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Nodes of an enumeration that proves something.
    pub nodes: u64,
    /// Bytes for its tables.
    pub memory: u64,
    /// Asked now and then with the work so far: whether to go on.
    pub keep_going: &'a (dyn Fn(u64) -> bool + Sync),
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Effort {{ nodes: {} }}", self.nodes)
    }
}

impl Default for Effort<'static> {
    /// A thousand million nodes, 2 GiB, no end in time.
    fn default() -> Effort<'static> {
        Effort { nodes: 1_000_000_000, memory: 2 << 30, keep_going: &|_| true }
    }
}

/// What ended a proof before it was finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The nodes allowed do not suffice, or rounding lost the basis.
    Nodes,
    /// The memory allowed does not suffice.
    Memory,
    /// It was told not to go on.
    Stopped,
}

/// Two different texts with equal hashes; hashed and compared when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    /// A text.
    pub first: Vec<u8>,
    /// Another text.
    pub second: Vec<u8>,
    /// Their common hash under each function.
    pub hashes: Vec<u64>,
    /// How they were found.
    pub method: Method,
    /// How much work it was: rows shortened and nodes visited, or texts hashed.
    pub steps: u64,
    /// Whether no shorter texts over this alphabet collide, proved by enumeration.
    pub shortest: bool,
    /// No texts of fewer letters collide, proved by enumeration; 1 where that was not asked.
    pub at_least: usize,
    /// What ended the proof that these are the shortest.
    pub limit: Option<Limit>,
}

impl Collision {
    /// Checks two texts by hashing them; none if they are equal or their hashes differ.
    pub fn checked(
        functions: &[PolyHash],
        first: Vec<u8>,
        second: Vec<u8>,
        method: Method,
        steps: u64,
    ) -> Option<Collision> {
        let hashes = |text: &[u8]| functions.iter().map(|function| function.hash(text)).collect::<Vec<u64>>();
        let common = hashes(&first);
        let collides = first != second && common == hashes(&second);
        let (shortest, at_least, limit) = (false, 1, None);
        let hashes = common;
        collides.then_some(Collision { first, second, hashes, method, steps, shortest, at_least, limit })
    }
}

/// How an attack ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Two texts.
    Found(Collision),
    /// There are no such texts, and this is why.
    Impossible(String),
    /// None were found, and this is how far the search went; there may be some.
    NotFound(String),
    /// The search was stopped.
    Stopped,
}

impl Outcome {
    /// The collision, if there is one.
    pub fn found(self) -> Option<Collision> {
        match self {
            Outcome::Found(collision) => Some(collision),
            _ => None,
        }
    }
}

/// Chooses the attack: lattices, and words of words where the alphabet is too small for them.
///
/// # Errors
/// When there is no function to attack.
pub fn find(request: &Request, effort: &Effort<'_>) -> Result<Outcome, Error> {
    if request.functions.is_empty() {
        return Err(Error::Unfit("there is no hash function to break".to_owned()));
    }
    match collide::find(request, effort) {
        Outcome::NotFound(_) => Ok(compose::find(request, effort)),
        outcome => Ok(outcome),
    }
}
