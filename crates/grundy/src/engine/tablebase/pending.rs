//! Delayed duplicate detection: keys that were met and are not looked at yet, tier by tier.
//!
//! Keys of a tier are collected in a hash set; when all sets together take more than their share of the memory, they are
//! sorted and written out, a run for each tier, and begun again. Taking a tier merges its runs, which drops what was met
//! several times (Korf 2003; Stern and Dill 1998). So memory is bounded whatever the number of keys, and while everything fits
//! nothing is written.

use super::TableError;
use super::entry::TableEntry;
use super::key::{ByteKey, Key};
use super::segment::{Cursor, GrowingFile, Mapped, Merge, Segment, SegmentWriter};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use std::path::{Path, PathBuf};
use std::sync::Arc;

type Set<K> = HashSet<K, FxBuildHasher>;

/// Keys by tiers.
#[derive(Debug)]
pub(super) struct Pending<K> {
    directory: PathBuf,
    /// The beginning of the names of runs.
    name: String,
    owner: (usize, usize),
    /// Bytes that the sets may take.
    memory: u64,
    /// The sets, and which was used last.
    sets: Vec<(u64, Set<K>)>,
    last: usize,
    /// Bytes of keys beside their type.
    heap: u64,
    /// Sorted runs on the disk.
    pub runs: Vec<Segment>,
    files: u64,
}

impl<K: Key> Pending<K> {
    pub fn new(directory: &Path, name: String, owner: (usize, usize), memory: u64) -> Pending<K> {
        Pending {
            directory: directory.to_owned(),
            name,
            owner,
            memory,
            sets: Vec::new(),
            last: 0,
            heap: 0,
            runs: Vec::new(),
            files: 0,
        }
    }

    /// Bytes of a slot of a set: the key, and a byte of the table.
    const SLOT: u64 = size_of::<K>() as u64 + 1;

    fn bytes(&self) -> u64 {
        let slots = self.sets.iter().map(|(_, set)| slots(set.capacity()));
        slots.sum::<u64>() * Self::SLOT + self.heap
    }

    /// Adds a key.
    #[inline]
    pub fn insert(&mut self, tier: u64, key: K) -> Result<(), TableError> {
        if self.sets.get(self.last).is_none_or(|(found, _)| *found != tier) {
            self.last = self.sets.iter().position(|(found, _)| *found == tier).unwrap_or_else(|| {
                self.sets.push((tier, Set::default()));
                self.sets.len() - 1
            });
        }
        let set = &mut self.sets[self.last].1;
        if set.len() == set.capacity() {
            // A set that grows is there twice for a while, once of double size.
            let growth = 2 * slots(set.capacity()).max(4) * Self::SLOT;
            if self.bytes() + growth > self.memory && self.bytes() > 0 {
                self.spill()?;
                return self.insert(tier, key);
            }
        }
        let heap = key.heap_bytes();
        if self.sets[self.last].1.insert(key) && heap > 0 {
            self.heap += heap;
            if self.bytes() > self.memory {
                self.spill()?;
            }
        }
        Ok(())
    }

    /// Writes all sets out, a run for each tier.
    pub fn spill(&mut self) -> Result<(), TableError> {
        let mut sets = std::mem::take(&mut self.sets);
        sets.retain(|(_, set)| !set.is_empty());
        self.heap = 0;
        self.last = 0;
        if sets.is_empty() {
            return Ok(());
        }
        sets.sort_by_key(|(tier, _)| *tier);
        let mut file = GrowingFile::create(&self.directory, format!("{}-{}", self.name, self.files))?;
        self.files += 1;
        while let Some((tier, set)) = sets.pop() {
            let run = write_sorted(&mut file, set, tier, self.owner)?;
            self.runs.push(run);
        }
        file.flush()
    }

    /// The highest tier with keys.
    pub fn highest(&self) -> Option<u64> {
        let sets = self.sets.iter().filter(|(_, set)| !set.is_empty()).map(|(tier, _)| *tier);
        sets.chain(self.runs.iter().map(|run| run.tier)).max()
    }

    /// Whether a tier has keys.
    pub fn has(&self, tier: u64) -> bool {
        self.sets.iter().any(|(found, set)| *found == tier && !set.is_empty())
            || self.runs.iter().any(|run| run.tier == tier)
    }

    /// Takes a tier out: the keys of its set, sorted, and its runs.
    pub fn take(&mut self, tier: u64) -> (Vec<K>, Vec<Segment>) {
        let set =
            self.sets.iter().position(|(found, _)| *found == tier).map(|at| self.sets.swap_remove(at).1);
        self.last = 0;
        let (taken, rest) = std::mem::take(&mut self.runs).into_iter().partition(|run| run.tier == tier);
        self.runs = rest;
        let mut keys: Vec<K> = set.unwrap_or_default().into_iter().collect();
        self.heap -= keys.iter().map(Key::heap_bytes).sum::<u64>();
        keys.sort_unstable();
        (keys, taken)
    }

    /// The files of runs that are still needed.
    pub fn files(&self) -> impl Iterator<Item = &Arc<str>> {
        self.runs.iter().map(|run| &run.file)
    }
}

/// Slots of a set of this capacity: seven of eight are used.
fn slots(capacity: usize) -> u64 {
    capacity as u64 * 8 / 7
}

fn write_sorted<K: Key>(
    file: &mut GrowingFile,
    set: Set<K>,
    tier: u64,
    owner: (usize, usize),
) -> Result<Segment, TableError> {
    // The set goes as the list comes.
    let mut keys: Vec<K> = set.into_iter().collect();
    keys.sort_unstable();
    let mut writer = SegmentWriter::new(file);
    for key in keys {
        writer.push(key, TableEntry::UNKNOWN)?;
    }
    writer.finish(tier, owner)
}

/// Sorts strings of bytes in bounded memory, and drops repeats.
#[derive(Debug)]
pub struct Sorter {
    pending: Pending<ByteKey>,
}

impl Sorter {
    /// With so much memory, and files in a directory while it works.
    pub fn new(directory: &Path, memory: u64) -> Sorter {
        let name = format!("runs-sorter-{}", std::process::id());
        Sorter { pending: Pending::new(directory, name, (0, 1), memory / 2) }
    }

    /// Adds a string.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn insert(&mut self, string: ByteKey) -> Result<(), TableError> {
        self.pending.insert(0, string)
    }

    /// Visits all strings in order, and removes the files.
    ///
    /// # Errors
    /// When a file cannot be read, or `visit` fails.
    pub fn visit(mut self, visit: &mut dyn FnMut(&[u8]) -> Result<(), TableError>) -> Result<(), TableError> {
        let has_runs = !self.pending.runs.is_empty();
        if has_runs {
            self.pending.spill()?;
        }
        let (keys, runs) = self.pending.take(0);
        let visited = (|| {
            keys.iter().try_for_each(|key| visit(key))?;
            let open = |run: &Segment| {
                Cursor::<ByteKey>::new(Mapped::open(&self.pending.directory, &run.file)?, run)
            };
            let mut merge = Merge::new(runs.iter().map(open).collect::<Result<_, _>>()?)?;
            while let Some((key, _)) = merge.next()? {
                visit(&key)?;
            }
            Ok(())
        })();
        runs.iter().for_each(|run| drop(std::fs::remove_file(self.pending.directory.join(&*run.file))));
        visited
    }
}
