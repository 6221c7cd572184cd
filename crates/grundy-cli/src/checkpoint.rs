//! `--checkpoint DIR`: values in a journal, so that a run can go on where it was stopped or killed.
//!
//! `DIR/values.journal` names the rule in its first block; each block behind it holds the next values
//! ([`grundy::engine::heap::checkpoint`]). Folders of earlier versions hold a file for every 2^20 values, which is the
//! content of such a block; they are taken over.

use crate::failure::Failure;
use grundy::ask::files::{Journal, make_folder, read};
use grundy::ask::journal::block;
use grundy::engine::heap::checkpoint::{BLOCK, Block};
use grundy::engine::heap::terms::Terms;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A folder with the first values of one game.
#[derive(Debug)]
pub struct Checkpoint {
    folder: PathBuf,
    rule: String,
    journal: Journal,
    /// How many values are there.
    count: u64,
    /// The first heap of each block, and where it stands in the journal.
    places: Vec<(u64, u64)>,
    /// The block that was read last.
    last: RefCell<Option<Block>>,
    /// When a block was written last.
    written: Instant,
}

const MAGIC: &str = "grundy checkpoint 1\n";

/// A block that takes longer is written before it is whole.
const OFTEN: Duration = Duration::from_secs(5);

/// More than the bytes of any block: four for each value, and a rule.
const MAX_BYTES: u64 = 1 << 24;

impl Checkpoint {
    /// Opens a folder, or makes one. Blocks are taken up to the first that is cut or damaged.
    ///
    /// # Errors
    /// When it cannot be used, another process has it, or it belongs to another game.
    pub fn open(folder: &Path, rule: &str) -> Result<Checkpoint, Failure> {
        make_folder(folder)?;
        let file = folder.join("values.journal");
        let mut checkpoint = Checkpoint {
            folder: folder.to_owned(),
            rule: rule.to_owned(),
            journal: Journal::open(&file, MAGIC)?,
            count: 0,
            places: Vec::new(),
            last: RefCell::new(None),
            written: Instant::now(),
        };
        checkpoint.read_journal(&file)?;
        checkpoint.take_over()?;
        Ok(checkpoint)
    }

    fn read_journal(&mut self, file: &Path) -> Result<(), Failure> {
        let head = block(format!("{MAGIC}rule {}\n", self.rule).as_bytes());
        let (mut found, mut other) = (Vec::new(), None);
        let (mut count, mut first) = (0, true);
        let at_end = self.journal.visit(MAX_BYTES, &mut |place, content| {
            if std::mem::take(&mut first) {
                other = other_rule(content, &self.rule);
                return if other.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            }
            let Some(block) = Block::from_bytes(content).ok().filter(|block| fits(block, count)) else {
                return ControlFlow::Break(());
            };
            if block.rule != self.rule {
                other = Some(block.rule);
                return ControlFlow::Break(());
            }
            found.push((count, place));
            count += block.values.len() as u64;
            ControlFlow::Continue(())
        })?;
        if let Some(other) = other {
            return Err(self.of_another(&other));
        }
        // A run that was killed before it had written the first block has found nothing.
        if first && self.journal.dropped() >= head.len() as u64 {
            let message = format!("`{}` is damaged at its beginning", file.display());
            return Err(Failure::input(message, Some("another folder, or delete it to compute again")));
        }
        if first {
            // Before anything is written: files of an earlier version may be another game's.
            self.old_block(0)?;
            self.journal.append(&head)?;
        } else if !at_end {
            eprintln!("`{}` is damaged: computing again from heap {count}", file.display());
        }
        (self.count, self.places) = (count, found);
        Ok(())
    }

    /// Takes over the files of earlier versions that go on from what is there, and removes them.
    fn take_over(&mut self) -> Result<(), Failure> {
        while self.count.is_multiple_of(BLOCK) {
            let Some((bytes, count)) = self.old_block(self.count)? else { break };
            self.add(&bytes, count)?;
        }
        let old = (0..self.count.div_ceil(BLOCK)).map(|index| self.old_file(index));
        let old: Vec<PathBuf> = old.take_while(|file| file.exists()).collect();
        if !old.is_empty() {
            self.journal.sync()?;
            old.iter().for_each(|file| drop(std::fs::remove_file(file)));
        }
        Ok(())
    }

    fn old_file(&self, index: u64) -> PathBuf {
        self.folder.join(format!("{index:08}.values"))
    }

    /// The block that an earlier version wrote from a heap on, and how many values it has.
    fn old_block(&self, first: u64) -> Result<Option<(Vec<u8>, u64)>, Failure> {
        let file = self.old_file(first / BLOCK);
        if !file.exists() {
            return Ok(None);
        }
        let bytes = read(&file, MAX_BYTES)?;
        let Some(block) = Block::from_bytes(&bytes).ok().filter(|block| fits(block, first)) else {
            eprintln!("`{}` is damaged: computing again from heap {first}", file.display());
            return Ok(None);
        };
        match block.rule == self.rule {
            true => Ok(Some((bytes, block.values.len() as u64))),
            false => Err(self.of_another(&block.rule)),
        }
    }

    fn of_another(&self, rule: &str) -> Failure {
        let message = format!("`{}` holds the values of `{rule}`", self.folder.display());
        Failure::input(message, Some("another folder for this game"))
    }

    /// Adds the bytes of a block with so many values.
    fn add(&mut self, bytes: &[u8], count: u64) -> Result<(), Failure> {
        let place = self.journal.append(&block(bytes))?;
        self.places.push((self.count, place));
        self.count += count;
        self.written = Instant::now();
        Ok(())
    }

    /// Writes the blocks that `values` complete; an unfinished one too with `all`, or when the last is some time old.
    ///
    /// # Errors
    /// When the journal cannot be written; what it had before is kept.
    pub fn save(&mut self, values: &dyn Terms, all: bool) -> Result<(), Failure> {
        let all = all || self.written.elapsed() > OFTEN;
        while self.count < values.count() {
            let count = BLOCK.min(values.count() - self.count);
            if count < BLOCK && !all {
                break;
            }
            let mut block =
                Block { rule: self.rule.clone(), first: self.count, values: vec![0; count as usize] };
            values.read(self.count, &mut block.values);
            self.add(&block.to_bytes(), count)?;
        }
        Ok(())
    }

    fn load(&self, place: u64) -> Result<Block, Failure> {
        let content = self.journal.block_at(place)?;
        Block::from_bytes(&content).map_err(|error| Failure::input(error.to_string(), None))
    }
}

/// Whether a block holds the values from `first` on.
fn fits(block: &Block, first: u64) -> bool {
    block.first == first && (1..=BLOCK).contains(&(block.values.len() as u64))
}

/// The rule that a first block names, if it is another.
fn other_rule(content: &[u8], rule: &str) -> Option<String> {
    let text = String::from_utf8_lossy(content);
    let named = text.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix("rule ")).unwrap_or_default();
    Some(named.trim_end_matches('\n').to_owned()).filter(|named| named != rule)
}

impl Terms for Checkpoint {
    fn count(&self) -> u64 {
        self.count
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        let mut heap = first;
        let mut left = out;
        while !left.is_empty() {
            let index = self.places.partition_point(|&(first, _)| first <= heap) - 1;
            let (start, place) = self.places[index];
            let mut last = self.last.borrow_mut();
            if last.as_ref().is_none_or(|block| block.first != start) {
                *last = Some(self.load(place).unwrap_or_else(|failure| {
                    // It was there when the folder was opened; without it no value is right.
                    failure.report(false);
                    std::process::exit(2)
                }));
            }
            let block = last.as_ref().expect("it was just read");
            let place = (heap - start) as usize;
            let taken = left.len().min(block.values.len() - place);
            let (now, later) = left.split_at_mut(taken);
            now.copy_from_slice(&block.values[place..][..taken]);
            (left, heap) = (later, heap + taken as u64);
        }
    }
}
