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
use super::function::{Letters, PolyHash};
use super::stream::Stream;
use crate::error::Error;
use crate::modulus::Modulus;
use crate::random;

/// Bytes that every function takes before the next chunk is read.
const CHUNK: usize = 1 << 17;

/// A list of prepared functions.
#[derive(Debug, Clone)]
pub struct Several(Vec<Blocks>);

impl Several {
    /// Prepares functions.
    pub fn new(functions: impl IntoIterator<Item = PolyHash>) -> Several {
        Several(functions.into_iter().map(|function| function.prepare()).collect())
    }

    /// `count` functions modulo 2^61 - 1 with secret bases: two are the default for sets of texts.
    ///
    /// # Errors
    /// When the operating system has no random numbers.
    pub fn random(count: usize, letters: Letters) -> Result<Several, Error> {
        let one = |_| Ok(PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, letters));
        Ok(Several::new((0..count).map(one).collect::<Result<Vec<PolyHash>, Error>>()?))
    }

    /// The functions.
    pub fn functions(&self) -> impl Iterator<Item = &PolyHash> {
        self.0.iter().map(Blocks::function)
    }

    /// The hashes of a text, in the order of the functions.
    pub fn hash(&self, text: &[u8]) -> Vec<u64> {
        let mut streams: Vec<Stream<'_>> = self.0.iter().map(Blocks::stream_ref).collect();
        for chunk in text.chunks(CHUNK) {
            streams.iter_mut().for_each(|stream| stream.update(chunk));
        }
        streams.iter().map(Stream::hash).collect()
    }
}
