//! `--checkpoint DIR`: values in files, block by block, so that a run can go on where it was stopped or killed.

use crate::failure::Failure;
use grundy::heap::checkpoint::{BLOCK, Block};
use grundy::heap::terms::Terms;
use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A folder with the first values of one game.
#[derive(Debug)]
pub struct Checkpoint {
    folder: PathBuf,
    rule: String,
    /// How many values are there.
    count: u64,
    /// The block that was read last.
    last: RefCell<Option<Block>>,
    /// When a file was written last.
    written: Instant,
}

/// A block that takes longer is written before it is whole.
const OFTEN: Duration = Duration::from_secs(5);

impl Checkpoint {
    /// Opens a folder, or makes one. Blocks are taken up to the first that is missing or damaged.
    ///
    /// # Errors
    /// When it cannot be used, or belongs to another game.
    pub fn open(folder: &Path, rule: &str) -> Result<Checkpoint, Failure> {
        let fail = |error: io::Error| cannot(folder, &error);
        std::fs::create_dir_all(folder).map_err(fail)?;
        let mut checkpoint = Checkpoint {
            folder: folder.to_owned(),
            rule: rule.to_owned(),
            count: 0,
            last: RefCell::new(None),
            written: Instant::now(),
        };
        loop {
            let file = checkpoint.file(checkpoint.count);
            let bytes = match std::fs::read(&file) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                Err(error) => return Err(cannot(&file, &error)),
            };
            let Ok(block) = Block::from_bytes(&bytes) else {
                eprintln!("`{}` is damaged: computing again from heap {}", file.display(), checkpoint.count);
                break;
            };
            if block.rule != rule {
                let message = format!("`{}` holds the values of `{}`", folder.display(), block.rule);
                return Err(Failure::input(message, Some("another folder for this game")));
            }
            if block.first != checkpoint.count || block.values.len() as u64 > BLOCK {
                eprintln!("`{}` is not in its place: computing again from there", file.display());
                break;
            }
            checkpoint.count += block.values.len() as u64;
            if (block.values.len() as u64) < BLOCK {
                break;
            }
        }
        Ok(checkpoint)
    }

    /// The first heap of the block that is not whole yet.
    pub fn unfinished(&self) -> u64 {
        self.count / BLOCK * BLOCK
    }

    fn file(&self, heap: u64) -> PathBuf {
        self.folder.join(format!("{:08}.values", heap / BLOCK))
    }

    /// Writes the blocks that `values` complete; the unfinished one too with `all`, or when the last file is some time old.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn save(&mut self, values: &dyn Terms, all: bool) -> Result<(), Failure> {
        let all = all || self.written.elapsed() > OFTEN;
        while self.count < values.count() {
            let first = self.unfinished();
            let count = BLOCK.min(values.count() - first);
            if count < BLOCK && !all {
                break;
            }
            let mut block = Block { rule: self.rule.clone(), first, values: vec![0; count as usize] };
            // What was saved before may have been dropped since.
            let (saved, fresh) = block.values.split_at_mut((self.count - first) as usize);
            self.read(first, saved);
            values.read(self.count, fresh);
            write_whole(&self.file(first), &block.to_bytes())?;
            self.last.replace(None);
            self.count = first + count;
            self.written = Instant::now();
        }
        Ok(())
    }
}

/// Writes a file under another name first, so that it is there whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = file.with_file_name(name);
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written.map_err(|error| cannot(file, &error))
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("cannot use `{}`: {error}", path.display()), None)
}

impl Terms for Checkpoint {
    fn count(&self) -> u64 {
        self.count
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        let mut heap = first;
        let mut left = out;
        while !left.is_empty() {
            let start = heap / BLOCK * BLOCK;
            let mut last = self.last.borrow_mut();
            if last.as_ref().is_none_or(|block| block.first != start) {
                let bytes = std::fs::read(self.file(start)).unwrap_or_default();
                *last = Block::from_bytes(&bytes).ok();
            }
            let block = last.as_ref().expect("a block that was there when the folder was opened");
            let place = (heap - start) as usize;
            let taken = left.len().min(block.values.len() - place);
            let (now, later) = left.split_at_mut(taken);
            now.copy_from_slice(&block.values[place..][..taken]);
            (left, heap) = (later, heap + taken as u64);
        }
    }
}
