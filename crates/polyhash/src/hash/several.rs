//! Several hash functions at once.
//!
//! Two independent random bases square the probability of a mistake. The text is read once, a chunk that stays in the
//! cache for all functions.
//!
//! ```
//! use polyhash::{Letters, Modulus, PolyHash, Several};
//!
//! let several = Several::new([31, 137].map(|base| PolyHash::new(base, Modulus::MERSENNE_61, Letters::Bytes)));
//! assert_eq!(several.hash(b"b"), [98, 98]);
//! ```

use super::block::Blocks;
use super::function::PolyHash;
use core::array::from_fn;
#[cfg(feature = "random")]
use {super::function::Letters, crate::error::Error, crate::modulus::Modulus, crate::random};

/// Bytes that every function takes before the next chunk is read.
const CHUNK: usize = 1 << 17;

/// `K` prepared functions.
#[doc(alias = "double hash")]
#[derive(Debug, Clone)]
pub struct Several<const K: usize>([Blocks; K]);

impl<const K: usize> Several<K> {
    /// Prepares functions.
    pub fn new(functions: [PolyHash; K]) -> Several<K> {
        Several(functions.map(|function| function.prepare()))
    }

    /// Functions modulo 2^61 - 1 with secret bases: two are the default for sets of texts.
    ///
    /// # Errors
    /// When the operating system has no random numbers.
    #[cfg(feature = "random")]
    pub fn random(letters: Letters) -> Result<Several<K>, Error> {
        let mut bases = [0; K];
        for base in &mut bases {
            *base = random::base(Modulus::MERSENNE_61)?;
        }
        Ok(Several::new(bases.map(|base| PolyHash::new(base, Modulus::MERSENNE_61, letters))))
    }

    /// The functions.
    pub fn functions(&self) -> [PolyHash; K] {
        from_fn(|k| *self.0[k].function())
    }

    /// The hashes of a text, in the order of the functions.
    pub fn hash(&self, text: &[u8]) -> [u64; K] {
        let mut streams = self.0.each_ref().map(Blocks::stream_ref);
        for chunk in text.chunks(CHUNK) {
            streams.iter_mut().for_each(|stream| stream.update(chunk));
        }
        streams.map(|stream| stream.hash())
    }
}
