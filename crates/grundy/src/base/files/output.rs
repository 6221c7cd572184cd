//! A file that is there whole or not at all.
//!
//! Writing costs one `fsync` of the file and one of its folder. Other hard links to the old file keep the old content.

use super::{FileError, FileFault, known, names_directory, resolve};
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A place for a file, checked, so that what is to be written there can be worked out.
pub struct Output {
    /// As it was named.
    path: PathBuf,
    place: Place,
}

enum Place {
    /// A regular file, or nothing yet.
    Regular(PathBuf),
    /// What is written into as it stands.
    Stream(Box<dyn Write + Send>),
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_regular() { "file" } else { "stream" };
        write!(f, "Output {{ {kind}: {} }}", self.path.display())
    }
}

impl Output {
    /// Checks that a file can be written, before any work is done for it. The end of a pipe is opened here, which waits
    /// for a reader, as a shell does.
    ///
    /// # Errors
    /// When it is a directory, or the place cannot be written.
    pub fn check(path: &Path) -> Result<Output, FileError> {
        let fail = |error| FileError::writing(path, error, false);
        let place = match known(path).map_err(fail)? {
            Some(data) if data.is_dir() => return Err(FileError::new(path, FileFault::Directory)),
            None if names_directory(path) => return Err(FileError::new(path, FileFault::Directory)),
            Some(data) => match standard_stream(&data) {
                Some(stream) => Place::Stream(Box::new(stream)),
                None if data.is_file() => existing(path).map(Place::Regular).map_err(fail)?,
                None => Place::Stream(stream(path, &data).map_err(fail)?),
            },
            None => Place::Regular(resolve(path).map_err(fail)?),
        };
        if let Place::Regular(target) = &place {
            let (_, part) = create_part(target).map_err(fail)?;
            fs::remove_file(part).map_err(fail)?;
        }
        Ok(Output { path: path.to_owned(), place })
    }

    /// Whether it is a regular file, which can be read back.
    pub fn is_regular(&self) -> bool {
        matches!(self.place, Place::Regular(_))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When the disk is full, or the file cannot be written; what was there before is there still.
    pub fn write(self, bytes: &[u8]) -> Result<(), FileError> {
        self.write_with(|out| out.write_all(bytes))
    }

    /// Writes what `fill` writes.
    ///
    /// # Errors
    /// As [`Output::write`], and when `fill` fails.
    pub fn write_with(
        self,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let written = match self.place {
            Place::Stream(stream) => filled(stream, fill).map(drop),
            Place::Regular(target) => replace(&target, fill),
        };
        written.map_err(|error| FileError::writing(&self.path, error, false))
    }

    /// The end of a stream, to be written to as it comes; a regular file is given back.
    ///
    /// # Errors
    /// When it is a regular file.
    pub fn into_stream(self) -> Result<Box<dyn Write + Send>, Output> {
        match self.place {
            Place::Stream(stream) => Ok(stream),
            Place::Regular(_) => Err(self),
        }
    }
}

/// A regular file that is there: its links followed, and not protected against writing.
fn existing(path: &Path) -> io::Result<PathBuf> {
    let target = fs::canonicalize(path)?;
    // A new name in the folder is all that is needed, but who protects a file wants it to stay.
    OpenOptions::new().write(true).open(&target)?;
    Ok(target)
}

/// Standard output or error, if that is what a path leads to (`/dev/stdout`): opened once more, or replaced, the file
/// behind it would lose what else is written there.
#[cfg(unix)]
fn standard_stream(data: &Metadata) -> Option<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let handles = [io::stdout().as_fd().try_clone_to_owned(), io::stderr().as_fd().try_clone_to_owned()];
    handles.into_iter().flatten().map(File::from).find(|file| {
        file.metadata().is_ok_and(|other| (other.dev(), other.ino()) == (data.dev(), data.ino()))
    })
}

#[cfg(not(unix))]
fn standard_stream(_: &Metadata) -> Option<File> {
    None
}

/// The end of what is no regular file.
fn stream(path: &Path, data: &Metadata) -> io::Result<Box<dyn Write + Send>> {
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_socket(&data.file_type()) {
        return Ok(Box::new(std::os::unix::net::UnixStream::connect(path)?));
    }
    let _ = data;
    Ok(Box::new(OpenOptions::new().write(true).open(path)?))
}

/// Longest part of a name that is repeated in the name of the file beside it: names end at 255 bytes.
const MAX_REPEATED: usize = 200;

/// Makes an empty file beside another, of a name that nothing else has.
fn create_part(target: &Path) -> io::Result<(File, PathBuf)> {
    let name = target.file_name().unwrap_or(OsStr::new("")).to_string_lossy();
    let name = &name[..name.floor_char_boundary(MAX_REPEATED)];
    let process = std::process::id();
    let mut number = 0;
    loop {
        let more = if number == 0 { String::new() } else { format!(".{number}") };
        let part = target.with_file_name(format!("{name}.{process}{more}.part"));
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            // Left behind by a process of the same number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => number += 1,
            other => return Ok((other?, part)),
        }
    }
}

/// Writes a file beside another and lets it take the name.
pub(super) fn replace(
    target: &Path,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    let (file, part) = create_part(target)?;
    let done = filled(file, fill).and_then(|file| {
        file.sync_all()?;
        keep_rights(&file, target);
        fs::rename(&part, target)
    });
    match done {
        Ok(()) => sync_folder(target),
        Err(_) => drop(fs::remove_file(&part)),
    }
    done
}

/// The rights of the file that is replaced, and its owner if the system lets us.
fn keep_rights(file: &File, target: &Path) {
    let Ok(old) = fs::metadata(target) else { return };
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        if file.metadata().is_ok_and(|new| (new.uid(), new.gid()) != (old.uid(), old.gid())) {
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    let _ = file.set_permissions(old.permissions());
}

/// Makes a new name last; where folders cannot be opened it does so by itself.
pub(super) fn sync_folder(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Remembers why writing failed: formats wrap that in errors of their own.
struct Noted<W> {
    sink: W,
    trouble: Option<io::Error>,
}

impl<W: Write> Write for Noted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes).inspect_err(|error| {
            if error.kind() != ErrorKind::Interrupted {
                self.trouble = Some(same(error));
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush().inspect_err(|error| self.trouble = Some(same(error)))
    }
}

/// An error like this one; errors cannot be copied.
fn same(error: &io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Gives back what was filled to the end.
fn filled<W: Write + Send>(
    sink: W,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<W> {
    let mut out = BufWriter::with_capacity(1 << 16, Noted { sink, trouble: None });
    let done = fill(&mut out).and_then(|()| out.flush());
    let (Noted { sink, trouble }, _) = out.into_parts();
    match trouble {
        Some(error) => Err(error),
        None => done.map(|()| sink),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::tests::{folder, names};
    use super::*;
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        Output::check(path)?.write(bytes)
    }

    #[test]
    fn a_link_stays_a_link_and_its_target_is_written() {
        let folder = folder("output-links");
        let (link, target) = (folder.join("link"), folder.join("deep").join("target"));
        fs::create_dir(folder.join("deep")).expect("a folder");
        symlink("deep/target", &link).expect("a link");
        for text in ["new", "again"] {
            write(&link, text.as_bytes()).expect("written");
            assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
            assert_eq!(fs::read_to_string(&target).expect("the target"), text);
        }
        assert_eq!(names(&folder.join("deep")), ["target"], "nothing is left beside it");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn pipes_sockets_and_devices_are_written_into() {
        let folder = folder("output-special");
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read(pipe).expect("readable"))
        };
        write(&pipe, b"through a pipe").expect("written");
        assert_eq!(reader.join().expect("read"), b"through a pipe");
        assert!(fs::metadata(&pipe).expect("a pipe").file_type().is_fifo());

        let socket = folder.join("socket");
        let listener = UnixListener::bind(&socket).expect("a socket");
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            listener.accept().expect("a writer").0.read_to_string(&mut text).expect("readable");
            text
        });
        write(&socket, b"through a socket").expect("written");
        assert_eq!(reader.join().expect("read"), "through a socket");
        assert!(fs::metadata(&socket).expect("a socket").file_type().is_socket());

        write(Path::new("/dev/null"), b"into nothing").expect("written");
        assert!(fs::metadata("/dev/null").expect("a device").file_type().is_char_device());
        assert_eq!(names(&folder), ["pipe", "socket"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_full_disk_is_an_error_of_its_own() {
        if !Path::new("/dev/full").exists() {
            return;
        }
        let error = write(Path::new("/dev/full"), b"no room").expect_err("full");
        assert!(error.is_full(), "{error:?}");
        assert!(error.to_string().contains("no room") && error.hint().is_some());
        let wrapped = Output::check(Path::new("/dev/full")).expect("a device").write_with(|out| {
            out.write_all(&[0; 1 << 17]).map_err(|error| io::Error::other(format!("wrapped: {error}")))
        });
        assert!(wrapped.expect_err("full").is_full(), "also where a format has words of its own for it");
    }

    #[test]
    fn what_cannot_be_written_is_refused_before_the_work() {
        let folder = folder("output-refused");
        for directory in [folder.clone(), folder.join("none/"), PathBuf::from("/")] {
            let error = Output::check(&directory).expect_err("a directory");
            assert!(matches!(error.fault, FileFault::Directory), "{error:?}");
        }
        for path in [folder.join("none/file"), PathBuf::new(), PathBuf::from("/proc/file")] {
            let error = Output::check(&path).expect_err("no place");
            assert!(matches!(error.fault, FileFault::Unwritable(_)), "{error:?}");
        }
        let file = folder.join("protected");
        fs::write(&file, "mine").expect("written");
        // Nothing is protected against the superuser.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("rights");
        if OpenOptions::new().write(true).open(&file).is_err() {
            assert!(matches!(Output::check(&file).expect_err("read-only").fault, FileFault::Unwritable(_)));
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("rights");
            let error = Output::check(&folder.join("new")).expect_err("read-only");
            assert!(matches!(error.fault, FileFault::Unwritable(_)));
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("rights");
        }
        assert_eq!(names(&folder), ["protected"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_write_that_breaks_off_leaves_the_old_file() {
        let folder = folder("output-interrupted");
        let file = folder.join("file");
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("rights");
        let broken = Output::check(&file).expect("a place").write_with(|out| {
            out.write_all(&[1; 1 << 18])?;
            assert_eq!(names(&folder).len(), 2, "half of it is beside the file");
            Err(io::Error::other("enough"))
        });
        assert!(broken.is_err());
        assert_eq!((fs::read_to_string(&file).expect("there"), names(&folder).len()), ("old".into(), 1));
        // A file of that name may be there already: another process of the same number left it.
        fs::write(folder.join(format!("file.{}.part", std::process::id())), "left").expect("written");
        write(&file, b"new").expect("written");
        assert_eq!((fs::read_to_string(&file).expect("there"), names(&folder).len()), ("new".into(), 2));
        let rights = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(rights & 0o777, 0o640, "rights stay");
        write(&folder.join("ü".repeat(120)), b"a long name").expect("written");
        fs::remove_dir_all(folder).expect("removed");
    }
}
