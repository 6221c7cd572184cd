//! Files that last: one way to write a file that must be whole, one way to add to a journal, one way to read.
//!
//! The library computes and leaves files to whoever calls it; this is the one module that touches a disk, so that every
//! command keeps the same promises, whatever happens to the process or to the disk:
//!
//! - [`Output`] is a file that is there whole or not at all. That its place can be written is checked before the work
//!   begins. The bytes go into another file beside it, reach the disk, and take the name in one step (`rename`, which
//!   POSIX makes atomic); until then the old file stays. Links are followed and stay links. What is no regular file
//!   (a device, pipe or socket) is written into.
//! - [`Journal`] is a file of checksummed blocks ([`crate::base::journal`]) that only grows. A run that was killed leaves
//!   a last block that may be cut; it is dropped before the next one is added. One process has it at a time: a second one
//!   is refused with the number of the first ([`FileFault::Locked`]).
//! - [`Growing`] is the same without blocks, for rows that are plain text.
//! - [`read`] takes a file into memory if there is room for it, and never more.
//!
//! Each failure says what it was ([`FileFault`]): a disk without room is a limit that more room lifts, a place that cannot
//! be written is a mistake.
//!
//! ```
//! use grundy::ask::files::{Journal, Output, read};
//! use grundy::ask::journal::block;
//!
//! let folder = std::env::temp_dir().join(format!("grundy-files-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let (file, journal) = (folder.join("answer"), folder.join("work"));
//!
//! let place = Output::check(&file)?;
//! let mut work = Journal::open(&journal, "squares 1\n")?;
//! for step in ["squares 1\n", "1", "4", "9"] {
//!     work.append(&block(step.as_bytes()))?;
//! }
//! place.write(b"1 4 9\n")?;
//! work.remove()?;
//! assert_eq!(read(&file, 1 << 20)?, b"1 4 9\n");
//! assert!(Output::check(&folder).is_err(), "a directory");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grown;
mod lock;
mod output;

pub use grown::{Growing, Journal};
pub use lock::Lock;
pub use output::Output;

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use thiserror::Error as ThisError;

/// Why a file could not be written or read.
#[derive(Debug, ThisError)]
#[error("{}", self.words())]
pub struct FileError {
    /// The file, as it was named.
    pub path: PathBuf,
    /// What happened.
    pub fault: FileFault,
}

/// What can happen to a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileFault {
    /// There is no room for it: the disk is full, a quota is used up, or files may not be so long.
    Full {
        /// What the system says.
        error: io::Error,
        /// Whether what was written before is kept, as in a journal.
        kept: bool,
    },
    /// It cannot be written there.
    Unwritable(io::Error),
    /// It cannot be read.
    Unreadable(io::Error),
    /// There is a directory.
    Directory,
    /// It is a device, pipe or socket, and what is written could not be read back.
    Special,
    /// The file is not what it is used for, and is left alone.
    Foreign,
    /// Another process uses it: the number of the process, if it left one.
    Locked(Option<u32>),
    /// It does not fit into the memory.
    TooLarge,
}

impl FileError {
    fn new(path: &Path, fault: FileFault) -> FileError {
        FileError { path: path.to_owned(), fault }
    }

    /// What a failed write means; `kept` when it was to be added to something that stays.
    pub fn writing(path: &Path, error: io::Error, kept: bool) -> FileError {
        let full =
            [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge, ErrorKind::WriteZero];
        let fault = match full.contains(&error.kind()) {
            true => FileFault::Full { error, kept },
            false => FileFault::Unwritable(error),
        };
        FileError::new(path, fault)
    }

    /// What a failed read means.
    pub fn reading(path: &Path, error: io::Error) -> FileError {
        FileError::new(path, FileFault::Unreadable(error))
    }

    /// Whether there was no room left on the disk.
    pub fn is_full(&self) -> bool {
        matches!(self.fault, FileFault::Full { .. })
    }

    fn words(&self) -> String {
        let path = self.path.display();
        match &self.fault {
            FileFault::Full { error, .. } => format!("there is no room to write `{path}`: {error}"),
            FileFault::Unwritable(error) => format!("cannot write `{path}`: {error}"),
            FileFault::Unreadable(error) => format!("cannot read `{path}`: {error}"),
            FileFault::Directory => format!("cannot write `{path}`: it is a directory"),
            FileFault::Special => {
                format!("cannot use `{path}`: it is no regular file, so nothing could be read back")
            }
            FileFault::Foreign => format!("`{path}` holds something else, and is left alone"),
            FileFault::Locked(Some(process)) => format!("`{path}` is in use by process {process}"),
            FileFault::Locked(None) => format!("`{path}` is in use by another process"),
            FileFault::TooLarge => format!("`{path}` does not fit into the memory"),
        }
    }

    /// A way out.
    pub fn hint(&self) -> Option<&'static str> {
        match &self.fault {
            FileFault::Full { kept: true, .. } => {
                Some("what was written before is kept; make room, and the same command goes on from there")
            }
            FileFault::Full { kept: false, .. } => Some(
                "no part of it was left there; make room, or name another place, and run the command again",
            ),
            FileFault::Locked(_) => Some("wait for its end, or name another file"),
            FileFault::Special | FileFault::Foreign | FileFault::Directory => Some("name another file"),
            FileFault::Unwritable(_) | FileFault::Unreadable(_) | FileFault::TooLarge => None,
        }
    }
}

/// The bytes of a file that has at most `memory`.
///
/// # Errors
/// When it cannot be read, or has more bytes: pipes and devices may have no end.
pub fn read(path: &Path, memory: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| FileError::reading(path, error))?;
    // What the file says about its length may be false, so the limit is kept while reading.
    if file.metadata().is_ok_and(|data| data.is_file() && data.len() > memory) {
        return Err(FileError::new(path, FileFault::TooLarge));
    }
    let mut limited = file.take(memory.saturating_add(1));
    limited.read_to_end(&mut bytes).map_err(|error| FileError::reading(path, error))?;
    match bytes.len() as u64 > memory {
        true => Err(FileError::new(path, FileFault::TooLarge)),
        false => Ok(bytes),
    }
}

/// Most links that lead to one another; more are a circle.
const MAX_LINKS: usize = 40;

/// Where the links of a path lead, be there a file or not.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&target).is_ok_and(|data| data.is_symlink()) {
            return Ok(target);
        }
        let link = fs::read_link(&target)?;
        target = target.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many links lead to one another"))
}

/// What is known of a file, its links followed; `None` when there is none yet.
fn known(path: &Path) -> io::Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(data) => Ok(Some(data)),
        Err(error) if path.as_os_str().is_empty() => Err(error),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a path names a directory by its last letter, be there one or not.
fn names_directory(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(byte as char))
}

/// Makes a folder, and those above it, unless they are there.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(|error| FileError::writing(path, error, false))
}

/// The path with something behind its name.
pub fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A folder for one test.
    pub(super) fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("grundy-files-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    /// The names in a folder, in order.
    pub(super) fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    #[test]
    fn reading_stops_at_the_memory() {
        let folder = folder("read");
        let file = folder.join("ten");
        fs::write(&file, b"0123456789").expect("written");
        assert_eq!(read(&file, 10).expect("it fits"), b"0123456789");
        for (path, memory) in [(file.as_path(), 9), (Path::new("/dev/zero"), 1000)] {
            assert!(matches!(read(path, memory).expect_err("large").fault, FileFault::TooLarge));
        }
        assert!(matches!(read(&folder.join("none"), 9).expect_err("none").fault, FileFault::Unreadable(_)));
        assert!(matches!(read(&folder, 9).expect_err("a folder").fault, FileFault::Unreadable(_)));
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn links_are_followed_to_where_nothing_is_yet() {
        let folder = folder("resolve");
        let link = |from: &str, to: &str| std::os::unix::fs::symlink(to, folder.join(from)).expect("a link");
        link("first", "second");
        link("second", "third");
        link("round", "round");
        assert_eq!(resolve(&folder.join("first")).expect("an end"), folder.join("third"));
        assert!(resolve(&folder.join("round")).is_err());
        fs::remove_dir_all(folder).expect("removed");
    }
}
