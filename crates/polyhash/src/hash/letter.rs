//! What texts are made of: bytes, or whole numbers of any kind.
//!
//! A byte has the value that the [letter map](crate::Letters) of the function gives it. Numbers and characters stand for
//! themselves, modulo the modulus: negative ones for their residue. Sequences of numbers are hashed, sorted and searched by
//! the same code as texts.
//!
//! ```
//! use polyhash::{PolyHash, suffix_array};
//!
//! assert_eq!(PolyHash::lecture().hash_of(&[1u64, 2, 3]), PolyHash::lecture().hash(b"abc"));
//! assert_eq!(suffix_array(&[-5i64, 7, -5])?, [2, 0, 1]);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::function::PolyHash;
use core::hash::Hash;

mod sealed {
    pub trait Sealed {}
}

/// A letter of a text: a byte, a whole number or a character.
pub trait Letter: Copy + Ord + Hash + Send + Sync + sealed::Sealed + 'static {
    /// What the letter stands for under a hash function, below its modulus.
    fn residue(self, function: &PolyHash) -> u64;

    /// A number of its own for each letter, in the same order.
    #[doc(hidden)]
    fn rank(self) -> u64;

    /// The text as bytes, where it is that.
    #[doc(hidden)]
    fn as_bytes(_text: &[Self]) -> Option<&[u8]> {
        None
    }
}

impl sealed::Sealed for u8 {}

impl Letter for u8 {
    #[inline]
    fn residue(self, function: &PolyHash) -> u64 {
        function.letter(self)
    }

    #[inline]
    fn rank(self) -> u64 {
        u64::from(self)
    }

    fn as_bytes(text: &[u8]) -> Option<&[u8]> {
        Some(text)
    }
}

macro_rules! unsigned {
    ($($letter:ty),*) => {$(
        impl sealed::Sealed for $letter {}

        impl Letter for $letter {
            #[inline]
            fn residue(self, function: &PolyHash) -> u64 {
                function.modulus().reduce(self as u128)
            }

            #[inline]
            fn rank(self) -> u64 {
                self as u64
            }
        }
    )*};
}

macro_rules! signed {
    ($($letter:ty),*) => {$(
        impl sealed::Sealed for $letter {}

        impl Letter for $letter {
            #[inline]
            fn residue(self, function: &PolyHash) -> u64 {
                function.modulus().reduce_signed(self as i128)
            }

            #[inline]
            fn rank(self) -> u64 {
                // The order of two's complement with its sign turned round.
                self as i64 as u64 ^ 1 << 63
            }
        }
    )*};
}

unsigned!(u16, u32, u64, usize, char);
signed!(i8, i16, i32, i64, isize);
