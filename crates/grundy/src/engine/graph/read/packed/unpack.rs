//! The unpackers themselves.

use super::{DamagedStream, Packing};
use crate::base::limits::Limits;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Read};

/// The largest window that the usual unpacker accepts.
const LARGEST_WINDOW: u64 = 2 << 30;

/// The text of a packed stream.
pub(super) fn reader<'a>(packing: Packing, whole: impl Read + 'a, limits: &Limits<'_>) -> Box<dyn Read + 'a> {
    let source = BufReader::with_capacity(1 << 16, whole);
    match packing {
        Packing::Gzip => Box::new(Checked { inner: MultiGzDecoder::new(source), packing }),
        Packing::Zstd => {
            let mut decoder = FrameDecoder::new();
            decoder.set_max_window_size(LARGEST_WINDOW.min(limits.memory / 2));
            Box::new(Checked { inner: Frames { source, decoder, is_open: false }, packing })
        }
    }
}

/// Calls what an unpacker complains of [`DamagedStream`]; an input that fails by itself stays what it is.
struct Checked<R> {
    inner: R,
    packing: Packing,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        self.inner.read(out).map_err(|error| match error.kind() {
            InvalidData | InvalidInput | UnexpectedEof => {
                let damaged = DamagedStream { packing: self.packing, reason: error.to_string() };
                io::Error::new(InvalidData, damaged)
            }
            _ => error,
        })
    }
}

/// The frames of a zstd stream, one after another.
struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun and is not yet at its end.
    is_open: bool,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if self.is_open && self.decoder.can_collect() > 0 {
                return self.decoder.read(out);
            }
            if self.is_open && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, one).map_err(invalid)?;
            } else if self.is_open {
                self.close()?;
            } else if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.open()?;
            }
        }
    }
}

impl<R: BufRead> Frames<R> {
    /// Begins the next frame, or skips one.
    fn open(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.source) {
            Ok(()) => self.is_open = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                let skipped = io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                if skipped < length.into() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(invalid(error)),
        }
        Ok(())
    }

    /// Ends a frame: if it has a checksum, it must be right.
    fn close(&mut self) -> io::Result<()> {
        self.is_open = false;
        let written = self.decoder.get_checksum_from_data();
        if written.is_some() && written != self.decoder.get_calculated_checksum() {
            return Err(invalid("the checksum is another"));
        }
        Ok(())
    }
}

fn invalid(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}
