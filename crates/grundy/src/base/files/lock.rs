//! One process at a time: a lock that the system takes back when its owner ends, however it ends.
//!
//! The lock is held on a small file of its own (`FILE.lock`, `flock`), so that the file it guards may be replaced, and the
//! number of the owner stands in it for those who are refused. A killed owner leaves the file behind, but not the lock.
//! Where a file system has no locks, nobody is refused.

use super::{FileError, FileFault, beside};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A lock that is held.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The name goes before the lock does: who has opened the file meanwhile finds that it is no longer there.
        let _ = fs::remove_file(&self.path);
    }
}

/// How often the file may be replaced under our hands, or its owner be about to write its number.
const MAX_ATTEMPTS: usize = 50;

impl Lock {
    /// Takes the lock of a file, or says who has it.
    ///
    /// # Errors
    /// When another process has it, or it cannot be written.
    pub fn take(guarded: &Path, shown: &Path) -> Result<Lock, FileError> {
        let path = beside(guarded, ".lock");
        let fail = |error| FileError::writing(shown, error, true);
        let mut owner = None;
        for _ in 0..MAX_ATTEMPTS {
            let mut options = OpenOptions::new();
            let mut file =
                options.read(true).write(true).create(true).truncate(false).open(&path).map_err(fail)?;
            let found = number(&mut file);
            if found == Found::Foreign {
                return Err(FileError::new(&path, FileFault::Foreign));
            }
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    if let Found::Process(process) = found {
                        return Err(FileError::new(shown, FileFault::Locked(Some(process))));
                    }
                    owner = Some(FileFault::Locked(None));
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ if !is_still(&file, &path) => {}
                Ok(()) | Err(TryLockError::Error(_)) => {
                    // On a full disk the number is missing, and the lock holds.
                    let _ = sign(&mut file);
                    return Ok(Lock { path, _file: file });
                }
            }
        }
        Err(FileError::new(shown, owner.unwrap_or(FileFault::Locked(None))))
    }
}

fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Process(u32),
    /// Nothing yet.
    Empty,
    /// The file of another program.
    Foreign,
}

fn number(file: &mut File) -> Found {
    let mut text = String::new();
    match file.take(20).read_to_string(&mut text) {
        Ok(0) => Found::Empty,
        Ok(_) => text.trim_end().parse().map_or(Found::Foreign, Found::Process),
        Err(_) => Found::Foreign,
    }
}

/// Whether a file that was opened is still the one of that name.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let [Ok(one), Ok(other)] = [file.metadata(), fs::metadata(path)] else { return false };
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::tests::{folder, names};
    use super::*;

    #[test]
    fn the_second_is_refused_with_the_number_of_the_first() {
        let folder = folder("lock");
        let file = folder.join("table");
        let first = Lock::take(&file, &file).expect("free");
        let refused = Lock::take(&file, &file).expect_err("taken");
        assert!(matches!(refused.fault, FileFault::Locked(Some(process)) if process == std::process::id()));
        assert!(refused.to_string().contains(&format!("process {}", std::process::id())), "{refused}");
        drop(first);
        assert!(names(&folder).is_empty(), "nothing is left");
        // A killed owner leaves its number, which says nothing.
        fs::write(folder.join("table.lock"), "4000000\n").expect("written");
        drop(Lock::take(&file, &file).expect("free"));
        fs::write(folder.join("table.lock"), "[[package]]\nname = \"mine\"\n").expect("written");
        assert!(matches!(Lock::take(&file, &file).expect_err("a file of others").fault, FileFault::Foreign));
        assert_eq!(names(&folder), ["table.lock"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn of_many_threads_one_has_it() {
        let folder = folder("lock-race");
        let file = folder.join("table");
        let inside = std::sync::atomic::AtomicUsize::new(0);
        let had = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(_lock) = Lock::take(&file, &file) {
                            use std::sync::atomic::Ordering::SeqCst;
                            assert_eq!(inside.fetch_add(1, SeqCst), 0, "alone");
                            had.fetch_add(1, SeqCst);
                            inside.fetch_sub(1, SeqCst);
                        }
                    }
                });
            }
        });
        assert!(had.into_inner() > 0);
        fs::remove_dir_all(folder).expect("removed");
    }
}
