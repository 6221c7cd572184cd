//! Input packed with gzip or zstd, found by its first bytes and unpacked on the way.
//!
//! Large graphs are kept packed; unpacking block by block needs no second file and no copy of the text. Several gzip
//! members or zstd frames one after another are one text, frames to be skipped are skipped, and the checksums of both
//! formats are compared (RFC 1952, RFC 8878). A stream that ends early or does not fit its checksum is [`DamagedStream`].
//!
//! Memory: the window of the format, 32 KiB for gzip and what the stream asks for with zstd, at most half of what the
//! limits allow. What is made of the text is bounded by its reader.
//!
//! ```
//! use grundy::engine::graph::read::packed::unpacked;
//! use grundy::Limits;
//! use std::io::Read;
//!
//! let mut text = String::new();
//! unpacked(&mut "a b\n".as_bytes(), &Limits::default())?.read_to_string(&mut text)?;
//! assert_eq!(text, "a b\n", "plain text stays as it is");
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "compressed")]
mod unpack;

use crate::base::limits::Limits;
use std::fmt;
use std::io::{self, Read};

/// How a stream is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// gzip: RFC 1952.
    Gzip,
    /// Zstandard: RFC 8878.
    Zstd,
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Packing::Gzip { "gzip" } else { "zstd" })
    }
}

/// A packed stream that is cut short or damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedStream {
    /// How it is packed.
    pub packing: Packing,
    /// What the unpacker says.
    pub reason: String,
}

impl fmt::Display for DamagedStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} stream is cut short or damaged: {}", self.packing, self.reason)
    }
}

impl std::error::Error for DamagedStream {}

/// The first bytes of a gzip member, of a zstd frame, and of a frame to be skipped without the four bits that may vary.
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const SKIPPED: [u8; 3] = [0x2a, 0x4d, 0x18];

impl Packing {
    /// The packing of a stream that begins like this; four bytes suffice.
    pub fn of(beginning: &[u8]) -> Option<Packing> {
        let is_skipped = beginning.len() >= 4 && beginning[0] & 0xf0 == 0x50 && beginning[1..4] == SKIPPED;
        if beginning.starts_with(&GZIP) {
            return Some(Packing::Gzip);
        }
        (beginning.starts_with(&ZSTD) || is_skipped).then_some(Packing::Zstd)
    }
}

/// The text of a stream, packed or not.
///
/// # Errors
/// When the input fails. Damage shows while reading, as an [`io::Error`] that holds [`DamagedStream`].
pub fn unpacked<'a>(input: &'a mut dyn Read, limits: &Limits<'_>) -> io::Result<Box<dyn Read + 'a>> {
    let mut beginning = Vec::new();
    input.take(ZSTD.len() as u64).read_to_end(&mut beginning)?;
    let packing = Packing::of(&beginning);
    let whole = io::Cursor::new(beginning).chain(input);
    match packing {
        None => Ok(Box::new(whole)),
        #[cfg(feature = "compressed")]
        Some(packing) => Ok(unpack::reader(packing, whole, limits)),
        #[cfg(not(feature = "compressed"))]
        Some(packing) => {
            let _ = limits;
            let message =
                format!("this build does not unpack {packing}; it is had with the feature `compressed`");
            Err(io::Error::new(io::ErrorKind::Unsupported, message))
        }
    }
}

#[cfg(all(test, feature = "compressed"))]
mod tests {
    use super::super::{ReadError, read};
    use super::*;
    use std::io::Write;

    const TEXT: &str = "lonely\na b\nb c\nb a\n";

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).expect("into memory");
        encoder.finish().expect("into memory")
    }

    fn zstd(text: &str) -> Vec<u8> {
        use ruzstd::encoding::{CompressionLevel, compress_to_vec};
        compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
    }

    /// Vertices and edges, or what is wrong.
    fn found(bytes: &[u8]) -> Result<(usize, usize), ReadError> {
        let graph = read(&mut &*bytes, &Limits::default())?;
        Ok((graph.graph().vertices(), graph.graph().edges()))
    }

    #[test]
    fn packed_text_is_the_text() {
        let large: String = (0..200_000u32).map(|v| format!("{v} {}\n", v / 3)).collect();
        for pack in [gzip, zstd] {
            for text in [TEXT, "", &large, "digraph { a -> b; c }", r#"{"edges": [["a", "b"]]}"#] {
                assert_eq!(found(&pack(text)).expect("a graph"), found(text.as_bytes()).expect("a graph"));
            }
            let joined = [pack("a b\n"), pack(""), pack("b c\n")].concat();
            assert_eq!(found(&joined).expect("a graph"), (3, 2), "one text from several streams");
        }
        let skipped = [&b"\x53\x2a\x4d\x18\x03\0\0\0xyz"[..], &zstd("a b\n"), b"\x50\x2a\x4d\x18\0\0\0\0"];
        assert_eq!(found(&skipped.concat()).expect("a graph"), (2, 1));
    }

    #[test]
    fn a_stream_that_was_cut_or_changed_is_damaged() {
        for (pack, packing) in [(gzip as fn(&str) -> Vec<u8>, Packing::Gzip), (zstd, Packing::Zstd)] {
            let bytes = pack(TEXT);
            for cut in 4..bytes.len() {
                match found(&bytes[..cut]) {
                    Err(ReadError::Damaged(damaged)) => assert_eq!(damaged.packing, packing, "{cut}"),
                    other => panic!("{packing} cut at {cut}: {other:?}"),
                }
            }
            let mut refused = 0;
            for place in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[place] ^= 0x11;
                // Bytes of a header may be of no account, such as the time; none changes the graph.
                match found(&changed) {
                    Ok(found) => assert!(place < 10 && found == (4, 3), "{packing}, byte {place}"),
                    Err(_) => refused += 1,
                }
            }
            assert!(refused > bytes.len() / 2, "{packing}: {refused} of {}", bytes.len());
        }
    }

    #[test]
    fn what_grows_beyond_the_limits_is_stopped() {
        let bomb = format!("{{\"edges\": [{}]}}", " ".repeat(8 << 20));
        let line = "x".repeat(8 << 20);
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        for pack in [gzip, zstd] {
            for text in [&bomb, &line] {
                let packed = pack(text);
                assert!(packed.len() < 1 << 17, "{} bytes", packed.len());
                let refused = read(&mut &*packed, &limits).map(|_| ());
                assert!(matches!(refused, Err(ReadError::Stopped(_))), "{refused:?}");
            }
        }
    }
}
