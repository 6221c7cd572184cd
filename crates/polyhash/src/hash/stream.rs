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
//!
//! A stream is a [`Hasher`] too, and with the feature `std` a writer, so that whatever writes bytes can be hashed:
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use polyhash::PolyHash;
//! use std::io::Write;
//!
//! let mut stream = PolyHash::lecture().prepare().stream();
//! write!(stream, "{}-{}", "ab", 7)?;
//! assert_eq!(stream.hash(), PolyHash::lecture().hash(b"ab-7"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::block::Blocks;
use alloc::borrow::Cow;
use core::hash::Hasher;
#[cfg(feature = "std")]
use std::io;

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

/// The bytes that a value writes are the text. A polynomial hash spreads badly over the low bits of a word, so it makes a poor
/// hash table; it is meant for values whose hashes are to be compared, moved or joined.
impl Hasher for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn finish(&self) -> u64 {
        self.hash
    }
}

/// Takes every byte and never fails.
#[cfg(feature = "std")]
impl io::Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
