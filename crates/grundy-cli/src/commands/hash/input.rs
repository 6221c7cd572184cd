//! Where texts come from: an argument, a file, or the lines of stdin. Texts are bytes; nothing is trimmed but the line end.

use crate::args::Common;
use crate::budget::Budget;
use crate::commands::read_stdin;
use crate::commands::stream::{self, Lines};
use crate::failure::Failure;
use crate::output::{Out, stdout};
use grundy::StopReason;
use grundy::ask::files::read;
use memmap2::Mmap;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::Write;
use std::ops::Deref;
use std::path::Path;
use std::process::ExitCode;

/// Lines as bytes.
#[derive(Default)]
pub struct Raw(Vec<u8>);

impl Lines for Raw {
    type Line = Vec<u8>;

    fn push(&mut self, piece: &[u8]) {
        self.0.extend_from_slice(piece);
    }

    fn finish(&mut self) -> Result<Vec<u8>, Failure> {
        let mut line = std::mem::take(&mut self.0);
        line.pop_if(|last| *last == b'\r');
        Ok(line)
    }
}

/// A file in memory, or mapped into it.
pub enum Content {
    Read(Vec<u8>),
    Mapped(Mmap),
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Content::Read(bytes) => bytes,
            Content::Mapped(bytes) => bytes,
        }
    }
}

/// The bytes of a file; `-` is stdin.
pub fn file(path: &Path, common: &Common) -> Result<Content, Failure> {
    let fail =
        |error: std::io::Error| Failure::input(format!("cannot read `{}`: {error}", path.display()), None);
    if path == Path::new("-") {
        return read_stdin(common.max_memory).map(Content::Read);
    }
    let file = std::fs::File::open(path).map_err(fail)?;
    // Pipes and empty files cannot be mapped.
    if file.metadata().is_ok_and(|data| data.is_file() && data.len() > 1 << 16) {
        // SAFETY: the map is only read, and as bytes, of which every value is valid. A file that shrinks meanwhile ends
        // the program by a signal, as it would any other that maps it.
        if let Ok(map) = unsafe { Mmap::map(&file) } {
            return Ok(Content::Mapped(map));
        }
    }
    drop(file);
    Ok(Content::Read(read(path, common.max_memory)?))
}

/// The text of a file that is read line by line, as UTF-8; `-` is stdin.
pub fn text(path: &Path, common: &Common) -> Result<String, Failure> {
    String::from_utf8(plain(path, common)?)
        .map_err(|_| Failure::input(format!("`{}` is not UTF-8 text", path.display()), None))
}

/// The bytes of a file in memory, for what is made into something larger than they are.
pub fn plain(path: &Path, common: &Common) -> Result<Vec<u8>, Failure> {
    match path == Path::new("-") {
        true => read_stdin(common.max_memory),
        false => Ok(read(path, common.max_memory)?),
    }
}

/// An argument as bytes.
pub fn bytes(argument: &OsStr) -> &[u8] {
    argument.as_encoded_bytes()
}

/// Bytes as text for JSON and people.
pub fn shown(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Answers an argument, a file, or every line of stdin.
pub fn each(
    text: Option<&OsStr>,
    path: Option<&Path>,
    common: &Common,
    mut answer: impl FnMut(&[u8], &mut Out) -> Result<(), Failure>,
) -> Result<ExitCode, Failure> {
    if text.is_some_and(|text| text == "-") {
        return stream::run(common, Raw::default(), |line, out| {
            answer(&line, out).map(|()| StopReason::Done)
        });
    }
    let _watch = Budget::new(common, None).watch();
    let mut out = stdout();
    match path {
        Some(path) => answer(&file(path, common)?, &mut out)?,
        None => answer(text.map(bytes).unwrap_or_default(), &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
