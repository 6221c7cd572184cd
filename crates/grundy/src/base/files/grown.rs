//! A file of blocks that only grows, of one process at a time.
//!
//! The blocks are those of [`crate::base::journal`]. They go to the system as they come, so that a process that is killed
//! loses nothing that was added; a machine that loses power may lose the last of them, and the checksums show where the
//! rest ends. What lies behind the last whole block is cut off when the next one is added, and not before: reading alone
//! changes nothing.

use super::lock::Lock;
use super::output::{replace, sync_folder};
use super::{FileError, FileFault, known, names_directory, resolve};
use crate::base::journal::{BEHIND, FRONT, blocks, intact};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A regular file that grows at its end and is never half a step longer.
#[derive(Debug)]
pub struct Growing {
    /// As it was named.
    path: PathBuf,
    /// Where its links lead.
    target: PathBuf,
    file: File,
    /// Where what is wanted ends.
    end: u64,
    /// How long the file is.
    length: u64,
}

impl Growing {
    /// Opens a file, or makes an empty one.
    ///
    /// # Errors
    /// When it cannot be written, or is no regular file.
    pub fn open(path: &Path) -> Result<Growing, FileError> {
        Growing::open_at(path, &target(path)?)
    }

    fn open_at(path: &Path, target: &Path) -> Result<Growing, FileError> {
        let fail = |error| FileError::writing(path, error, true);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(target).map_err(fail)?;
        let length = file.metadata().map_err(fail)?.len();
        Ok(Growing { path: path.to_owned(), target: target.to_owned(), file, end: length, length })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// When the file cannot be read, or has more than `memory` bytes.
    pub fn whole(&mut self, memory: u64) -> Result<Vec<u8>, FileError> {
        let fail = |error| FileError::reading(&self.path, error);
        if self.length > memory {
            return Err(FileError::new(&self.path, FileFault::TooLarge));
        }
        let mut bytes = Vec::with_capacity(self.length as usize);
        self.file.rewind().map_err(fail)?;
        (&self.file).take(self.length).read_to_end(&mut bytes).map_err(fail)?;
        Ok(bytes)
    }

    /// Makes the next bytes stand behind the first `end`; what lies there is cut off when they are added.
    pub fn go_on_from(&mut self, end: u64) {
        self.end = end.min(self.length);
    }

    /// Adds some bytes, or none of them; returns where they begin.
    ///
    /// # Errors
    /// When the disk is full or the file cannot be written; it can be tried again.
    pub fn append(&mut self, bytes: &[u8]) -> Result<u64, FileError> {
        let place = self.end;
        let added = self.cut().and_then(|()| {
            self.file.seek(SeekFrom::Start(place))?;
            self.file.write_all(bytes)
        });
        if let Err(error) = added {
            // What was written of them is cut off now if that can be done, and otherwise before the next.
            self.length = u64::MAX;
            let _ = self.cut();
            return Err(FileError::writing(&self.path, error, true));
        }
        self.end += bytes.len() as u64;
        self.length = self.end;
        Ok(place)
    }

    /// Cuts off what is not wanted.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn truncate(&mut self) -> Result<(), FileError> {
        self.cut().map_err(|error| FileError::writing(&self.path, error, true))
    }

    /// No moment of this loses what is wanted.
    fn cut(&mut self) -> io::Result<()> {
        if self.length > self.end {
            self.file.set_len(self.end)?;
            self.length = self.end;
        }
        Ok(())
    }
}

/// Where a file is that is read back: its links followed, and nothing else than a regular file.
fn target(path: &Path) -> Result<PathBuf, FileError> {
    let fail = |error| FileError::writing(path, error, true);
    match known(path).map_err(fail)? {
        Some(data) if data.is_dir() => Err(FileError::new(path, FileFault::Directory)),
        Some(data) if !data.is_file() => Err(FileError::new(path, FileFault::Special)),
        Some(_) => fs::canonicalize(path).map_err(fail),
        None if names_directory(path) => Err(FileError::new(path, FileFault::Directory)),
        None => resolve(path).map_err(fail),
    }
}

/// A journal that is open, and ours alone.
#[derive(Debug)]
pub struct Journal {
    grown: Growing,
    /// Whether it was not there before.
    fresh: bool,
    _lock: Lock,
}

impl Journal {
    /// Opens a journal, or makes an empty one. The content of its first block is to begin with `magic`.
    ///
    /// # Errors
    /// When another process has it, it cannot be written or is no regular file, or it begins with anything else.
    pub fn open(path: &Path, magic: &str) -> Result<Journal, FileError> {
        let target = target(path)?;
        let lock = Lock::take(&target, path)?;
        let fresh = !target.exists();
        let mut grown = Growing::open_at(path, &target)?;
        if !starts_with(&grown.file, magic).map_err(|error| FileError::reading(path, error))? {
            return Err(FileError::new(path, FileFault::Foreign));
        }
        grown.go_on_from(0);
        Ok(Journal { grown, fresh, _lock: lock })
    }

    /// Whether nothing was ever written into it.
    pub fn is_empty(&self) -> bool {
        self.grown.length == 0
    }

    /// Bytes behind the last whole block that was read, which the next one will take the place of.
    pub fn dropped(&self) -> u64 {
        self.grown.length - self.grown.end
    }

    /// Reads the blocks from the first on, up to one that is cut, damaged or not wanted: `visit` is told where each
    /// begins and what it holds. Returns whether the file ends there, with a block or in the middle of one, as a process
    /// that was killed leaves it.
    ///
    /// # Errors
    /// When the file cannot be read, or a block has more than `memory` bytes.
    pub fn visit(
        &mut self,
        memory: u64,
        visit: &mut dyn FnMut(u64, &[u8]) -> ControlFlow<()>,
    ) -> Result<bool, FileError> {
        let grown = &mut self.grown;
        let fail = |error| FileError::reading(&grown.path, error);
        let mut reader = BufReader::with_capacity(1 << 16, &grown.file);
        reader.rewind().map_err(fail)?;
        grown.end = 0;
        let mut block = Vec::new();
        while let Some(length) = next_length(&mut reader, grown.length - grown.end).map_err(fail)? {
            if length > memory {
                return Err(FileError::new(&grown.path, FileFault::TooLarge));
            }
            block.clear();
            block.extend_from_slice(&((length - (FRONT + BEHIND) as u64) as u32).to_le_bytes());
            (&mut reader).take(length - FRONT as u64).read_to_end(&mut block).map_err(fail)?;
            match blocks(&block).next().map(|content| visit(grown.end, content)) {
                Some(ControlFlow::Continue(())) => grown.end += length,
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// All whole blocks as they stand in the file.
    ///
    /// # Errors
    /// When the file cannot be read, or has more than `memory` bytes.
    pub fn whole(&mut self, memory: u64) -> Result<Vec<u8>, FileError> {
        let mut bytes = self.grown.whole(memory)?;
        bytes.truncate(intact(&bytes));
        self.grown.end = bytes.len() as u64;
        Ok(bytes)
    }

    /// The content of the block that begins at a place.
    ///
    /// # Errors
    /// When there is none, or none any more.
    pub fn block_at(&self, place: u64) -> Result<Vec<u8>, FileError> {
        let read = || {
            let mut reader = &self.grown.file;
            reader.seek(SeekFrom::Start(place))?;
            let length = next_length(&mut reader, self.grown.length.saturating_sub(place))?.unwrap_or(0);
            reader.seek(SeekFrom::Start(place))?;
            let mut block = Vec::new();
            reader.take(length).read_to_end(&mut block)?;
            match blocks(&block).next() {
                Some(content) => Ok(content.to_vec()),
                None => Err(io::Error::other("a block has changed since it was read")),
            }
        };
        read().map_err(|error| FileError::reading(&self.grown.path, error))
    }

    /// Adds a block behind the last whole one that was read or added; returns where it begins.
    ///
    /// # Errors
    /// When the disk is full or the file cannot be written; the blocks before stay, and it can be tried again.
    pub fn append(&mut self, block: &[u8]) -> Result<u64, FileError> {
        debug_assert_eq!(intact(block), block.len(), "whole blocks");
        self.grown.append(block)
    }

    /// Begins anew with these blocks: at every moment either the old or the new ones are there.
    ///
    /// # Errors
    /// When the disk is full or the file cannot be written; the old blocks stay.
    pub fn replace(&mut self, blocks: &[u8]) -> Result<(), FileError> {
        debug_assert_eq!(intact(blocks), blocks.len(), "whole blocks");
        let Growing { path, target, .. } = &self.grown;
        replace(target, |out| out.write_all(blocks))
            .map_err(|error| FileError::writing(path, error, true))?;
        self.grown = Growing::open_at(path, target)?;
        Ok(())
    }

    /// Waits until all of it has reached the disk.
    ///
    /// # Errors
    /// When it cannot be written after all.
    pub fn sync(&self) -> Result<(), FileError> {
        let Growing { path, target, file, .. } = &self.grown;
        file.sync_all().map_err(|error| FileError::writing(path, error, true))?;
        sync_folder(target);
        Ok(())
    }

    /// Removes the file, when what it was for is done.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(self) -> Result<(), FileError> {
        let Growing { path, target, .. } = &self.grown;
        fs::remove_file(target).map_err(|error| FileError::writing(path, error, true))
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.fresh && self.is_empty() {
            let _ = fs::remove_file(&self.grown.target);
        }
        // Whoever has to know calls `sync`; for all others it lasts if it can.
        let _ = self.grown.file.sync_data();
    }
}

/// The bytes that the next block takes with all that belongs to it; `None` when it is cut.
fn next_length(reader: &mut impl Read, left: u64) -> io::Result<Option<u64>> {
    let mut front = [0; FRONT];
    if left < FRONT as u64 {
        return Ok(None);
    }
    reader.read_exact(&mut front)?;
    let length = u64::from(u32::from_le_bytes(front)) + (FRONT + BEHIND) as u64;
    Ok((length <= left).then_some(length))
}

/// Whether a file is empty, or begins like a journal whose first block begins with `magic`, as far as it goes.
fn starts_with(file: &File, magic: &str) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take((FRONT + magic.len()) as u64).read_to_end(&mut start)?;
    Ok(magic.as_bytes().starts_with(start.get(FRONT..).unwrap_or_default()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::tests::{folder, names};
    use super::*;
    use crate::base::journal::block;

    const MAGIC: &str = "test 1\n";

    fn open(path: &Path) -> Journal {
        Journal::open(path, MAGIC).expect("a journal")
    }

    /// The contents of all blocks.
    fn contents(journal: &mut Journal) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let mut places = Vec::new();
        let mut take = |place, content: &[u8]| {
            places.push(place);
            found.push(content.to_vec());
            ControlFlow::Continue(())
        };
        let at_end = journal.visit(1 << 20, &mut take).expect("readable");
        assert!(at_end || journal.dropped() > 0);
        for (place, content) in places.into_iter().zip(&found) {
            assert_eq!(&journal.block_at(place).expect("there"), content);
        }
        found
    }

    #[test]
    fn a_cut_or_changed_end_is_dropped_and_the_rest_goes_on() {
        let folder = folder("journal-cut");
        let file = folder.join("work");
        let parts: [&[u8]; 4] = [b"test 1\nhead", b"one", b"two", b"three"];
        let mut journal = open(&file);
        assert!(journal.is_empty());
        for part in parts {
            journal.append(&block(part)).expect("written");
        }
        drop(journal);
        let whole = fs::read(&file).expect("there");
        for place in block(parts[0]).len()..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            for bytes in [&whole[..place], &changed] {
                fs::write(&file, bytes).expect("written");
                let mut journal = open(&file);
                let found = contents(&mut journal);
                assert!(found.len() < 4 && found.iter().eq(&parts[..found.len()]), "at {place}");
                assert_eq!(journal.dropped() as usize, bytes.len() - intact(bytes));
                assert_eq!(fs::read(&file).expect("there"), bytes, "reading changes nothing");
                assert_eq!(journal.whole(1 << 20).expect("readable"), bytes[..intact(bytes)]);
                for part in &parts[found.len()..] {
                    journal.append(&block(part)).expect("written");
                }
                drop(journal);
                assert_eq!(fs::read(&file).expect("there"), whole, "at {place}");
            }
        }
        assert_eq!(names(&folder), ["work"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn other_files_are_left_alone_and_an_empty_one_does_not_stay() {
        let folder = folder("journal-other");
        let file = folder.join("notes");
        fs::write(&file, "my own notes").expect("written");
        let error = Journal::open(&file, MAGIC).expect_err("notes");
        assert!(matches!(error.fault, FileFault::Foreign), "{error:?}");
        let error = Journal::open(Path::new("/dev/null"), MAGIC).expect_err("a device");
        assert!(matches!(error.fault, FileFault::Special), "{error:?}");
        let error = Journal::open(&folder, MAGIC).expect_err("a directory");
        assert!(matches!(error.fault, FileFault::Directory), "{error:?}");
        drop(open(&folder.join("new")));
        assert_eq!(names(&folder), ["notes"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_journal_is_of_one_process_and_found_through_links() {
        let folder = folder("journal-lock");
        let (file, link) = (folder.join("work"), folder.join("link"));
        std::os::unix::fs::symlink("work", &link).expect("a link");
        let mut journal = open(&link);
        journal.append(&block(b"test 1\n")).expect("written");
        for path in [&file, &link] {
            let error = Journal::open(path, MAGIC).expect_err("in use");
            assert!(matches!(error.fault, FileFault::Locked(Some(_))), "{error:?}");
        }
        drop(journal);
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        let mut journal = open(&file);
        assert_eq!(contents(&mut journal).len(), 1);
        journal.append(&block(b"more")).expect("written");
        journal.replace(&block(b"test 1\nanew")).expect("written");
        journal.append(&block(b"and on")).expect("written");
        assert_eq!(contents(&mut journal), [&b"test 1\nanew"[..], b"and on"]);
        assert!(Journal::open(&file, MAGIC).is_err(), "still in use");
        journal.remove().expect("removed");
        assert_eq!(names(&folder), ["link"]);
        fs::remove_dir_all(folder).expect("removed");
    }
}
