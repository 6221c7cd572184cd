//! The hash of a text that comes in pieces.
//!
//! Keeps the hash so far and the power that the next letter will have. Pieces of any size give the same hash as the whole
//! text; pieces of some kilobytes run at the speed of [blocks](super::block).
//!
//! ```
//! use polyhash::PolyHash;
//!
//! let mut stream = PolyHash::lecture().prepare().stream();
//! stream.update(b"hello ");
//! stream.update(b"world");
//! assert_eq!(stream.hash(), PolyHash::lecture().hash(b"hello world"));
//! ```

use super::block::Blocks;
use std::borrow::Cow;

/// A hash that grows with its text.
#[derive(Debug, Clone)]
pub struct Stream<'a> {
    blocks: Cow<'a, Blocks>,
    hash: u64,
    power: u64,
    length: u64,
}

impl Blocks {
    /// Starts with the empty text.
    pub fn stream(self) -> Stream<'static> {
        Stream::new(Cow::Owned(self))
    }

    /// The same, without taking the tables.
    pub fn stream_ref(&self) -> Stream<'_> {
        Stream::new(Cow::Borrowed(self))
    }
}

impl<'a> Stream<'a> {
    fn new(blocks: Cow<'a, Blocks>) -> Stream<'a> {
        let power = blocks.function().modulus().reduce(1);
        Stream { blocks, hash: 0, power, length: 0 }
    }

    /// Takes the next piece.
    pub fn update(&mut self, piece: &[u8]) {
        (self.hash, self.power) = self.blocks.extend(self.hash, self.power, piece);
        self.length += piece.len() as u64;
    }

    /// The hash of everything so far.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The letters so far.
    pub fn length(&self) -> u64 {
        self.length
    }
}
