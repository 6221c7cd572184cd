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
pub mod any_length;
pub mod birthday;
pub mod black_box;
mod block_reduction;
pub mod collide;
pub mod compose;
pub mod dense;
pub mod enumerate;
pub mod families;
mod gram;
mod halves;
pub mod lattice;
pub mod many_functions;
pub mod multiply;
pub mod palindrome;
pub mod preimage;
mod search;
pub mod thue_morse;
mod values;
pub mod wild;

pub use crate::budget::{Budget, Budget as Effort, Limit};
pub use alphabet::Alphabet;
pub use values::Values;

use crate::dialect::{Order, residue};
use crate::error::Error;
use crate::hash::function::{Letters, PolyHash};
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
    /// Whether the two texts may differ in length.
    pub any_length: bool,
}

impl Request {
    /// Asks for texts of equal, but any length.
    pub fn new(functions: Vec<PolyHash>, alphabet: Alphabet) -> Request {
        Request { functions, alphabet, length: None, shortest: false, any_length: false }
    }

    /// The letters as numbers: what all functions make of a letter is the same.
    fn problem(&self) -> Problem {
        let letters = self.letters();
        let values = self.alphabet.letters().iter().map(|&letter| letters.value(letter));
        Problem {
            functions: self.functions.clone(),
            values: Values::new(values).expect("an alphabet is not empty"),
            length: self.length,
            shortest: self.shortest,
            any_length: self.any_length,
        }
    }

    fn letters(&self) -> Letters {
        self.functions.first().map_or(Letters::Bytes, PolyHash::letters)
    }

    /// The letters of numbers.
    fn spelled(&self, text: &[i64]) -> Vec<u8> {
        let offset = self.letters().value(0);
        text.iter().map(|value| (value - offset) as u8).collect()
    }

    /// An outcome in letters.
    fn outcome(&self, outcome: Outcome<Collision<i64>>) -> Outcome {
        outcome.map(|found| Collision {
            first: self.spelled(&found.first),
            second: self.spelled(&found.second),
            hashes: found.hashes,
            method: found.method,
            steps: found.steps,
            proof: found.proof,
            limit: found.limit,
        })
    }
}

/// The same question about sequences of numbers, low power first: other dialects are made of it.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The functions; only their bases and moduli count.
    pub functions: Vec<PolyHash>,
    /// The numbers that texts are made of.
    pub values: Values,
    /// The length that the texts must have.
    pub length: Option<usize>,
    /// Whether the shortest texts are wanted, with a proof.
    pub shortest: bool,
    /// Whether the two texts may differ in length.
    pub any_length: bool,
}

impl Problem {
    /// Asks for texts of equal, but any length.
    pub fn new(functions: Vec<PolyHash>, values: Values) -> Problem {
        Problem { functions, values, length: None, shortest: false, any_length: false }
    }

    /// The logarithm of the product of the moduli.
    fn bits(&self) -> f64 {
        self.functions.iter().map(|function| function.modulus().bits()).sum()
    }
}

/// The hash of a sequence of numbers, low power first.
fn low(function: &PolyHash, text: &[i64]) -> u64 {
    residue(function.base(), function.modulus(), Order::Low, text)
}

/// Why nothing can be done without a function.
const NO_FUNCTION: &str = "there is no hash function to break";
/// Why nothing can be done with one letter.
const ONE_LETTER: &str = "texts of one letter and equal length are equal";

/// Which pairs of texts a proof speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lengths {
    /// Two texts of equal length.
    Equal,
    /// Two texts of any lengths, the empty text left out.
    Any,
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lengths::Equal => "equal-length",
            Lengths::Any => "any-length",
        })
    }
}

/// What was proved: no two such texts collide, if the longer one has fewer letters than this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Proof {
    /// Which pairs were gone through.
    pub lengths: Lengths,
    /// No texts below this length collide.
    pub below: usize,
}

/// Two different texts with equal hashes; hashed and compared when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision<T = u8> {
    /// A text.
    pub first: Vec<T>,
    /// Another text.
    pub second: Vec<T>,
    /// Their common hash under each function.
    pub hashes: Vec<u64>,
    /// How they were found.
    pub method: Method,
    /// How much work it was: rows shortened and nodes visited, or texts hashed.
    pub steps: u64,
    /// What is proved about shorter texts, where that was asked.
    pub proof: Option<Proof>,
    /// What ended the proof that these are the shortest.
    pub limit: Option<Limit>,
}

impl<T> Collision<T> {
    /// The letters of the longer text.
    pub fn length(&self) -> usize {
        self.first.len().max(self.second.len())
    }

    /// Whether the proof excludes all shorter texts.
    pub fn shortest(&self) -> bool {
        self.proof.is_some_and(|proof| proof.below == self.length())
    }
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
        let hashes = |text: &Vec<u8>| functions.iter().map(|function| function.hash(text)).collect();
        Collision::made(hashes, first, second, method, steps)
    }
}

impl Collision<i64> {
    /// Checks two sequences of numbers by hashing them, low power first.
    pub fn checked_values(
        functions: &[PolyHash],
        first: Vec<i64>,
        second: Vec<i64>,
        method: Method,
        steps: u64,
    ) -> Option<Collision<i64>> {
        let hashes = |text: &Vec<i64>| functions.iter().map(|function| low(function, text)).collect();
        Collision::made(hashes, first, second, method, steps)
    }
}

impl<T: PartialEq> Collision<T> {
    fn made(
        hashes: impl Fn(&Vec<T>) -> Vec<u64>,
        first: Vec<T>,
        second: Vec<T>,
        method: Method,
        steps: u64,
    ) -> Option<Collision<T>> {
        let common = hashes(&first);
        let collides = first != second && common == hashes(&second);
        let (hashes, proof, limit) = (common, None, None);
        collides.then_some(Collision { first, second, hashes, method, steps, proof, limit })
    }
}

/// How an attack ended.
pub type Outcome<T = Collision> = crate::outcome::Outcome<T, String>;

/// Chooses the attack: lattices, and words of words where the alphabet is too small for them.
///
/// # Errors
/// When there is no function to attack.
pub fn find(request: &Request, effort: &Effort<'_>) -> Result<Outcome, Error> {
    Ok(request.outcome(solve(&request.problem(), effort)?))
}

/// The same for sequences of numbers.
///
/// # Errors
/// When there is no function to attack.
pub fn solve(problem: &Problem, effort: &Effort<'_>) -> Result<Outcome<Collision<i64>>, Error> {
    if problem.functions.is_empty() {
        return Err(Error::NoFunction);
    }
    match collide::solve(problem, effort) {
        Outcome::NotFound(_) => Ok(compose::solve(problem, effort)),
        outcome => Ok(outcome),
    }
}
