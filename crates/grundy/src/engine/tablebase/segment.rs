//! Sorted keys in a file, with or without entries, that can be walked through and looked up.
//!
//! A segment is a row of blocks of 512 keys (the last may be shorter) and behind them the places of the blocks, eight bytes
//! each. A block has its length, its number of keys, the bytes of a level and of a value, the keys by what they add to the one
//! before, the levels, the values, and a checksum; the first key is written in full, so that a binary search over blocks
//! needs the file alone. Several segments share a file that only grows. Files are mapped, so that what is read of them is the
//! system's to keep or to drop, and counts as no memory of ours.

use super::TableError;
use super::entry::TableEntry;
use super::key::{Key, KeyReader};
use crate::base::checksum::checksum;
use crate::base::files::FileError;
use memmap2::Mmap;
use std::cmp::Ordering;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Keys of a block.
pub(super) const BLOCK: usize = 512;
/// Bytes in front of the keys of a block: its length, its number of keys, two widths.
const HEAD: usize = 8;
/// Bytes of the checksum behind a block.
const TAIL: usize = 8;

/// Where a segment is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The name of its file in the directory.
    pub file: Arc<str>,
    /// The tier of its positions.
    pub tier: u64,
    /// Where the places of its blocks are.
    pub index: u64,
    /// How many blocks there are.
    pub blocks: u64,
    /// How many keys there are.
    pub count: u64,
    /// Which worker of how many wrote it: its keys are those that this worker owned.
    pub owner: (usize, usize),
}

impl Segment {
    /// Where it ends.
    fn end(&self) -> Option<u64> {
        self.index.checked_add(self.blocks.checked_mul(8)?)
    }
}

/// A file that only grows.
#[derive(Debug)]
pub(super) struct GrowingFile {
    name: Arc<str>,
    path: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

impl GrowingFile {
    /// A new file, in the place of one that a run left which was never committed.
    pub fn create(directory: &Path, name: String) -> Result<GrowingFile, TableError> {
        let path = directory.join(&name);
        let file = File::create(&path).map_err(|error| FileError::writing(&path, error, true))?;
        Ok(GrowingFile { name: name.into(), path, file: BufWriter::with_capacity(1 << 16, file), length: 0 })
    }

    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.file.write_all(bytes).map_err(|error| FileError::writing(&self.path, error, true))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Makes what was written readable.
    pub fn flush(&mut self) -> Result<(), TableError> {
        Ok(self.file.flush().map_err(|error| FileError::writing(&self.path, error, true))?)
    }

    /// Makes what was written last.
    pub fn sync(&mut self) -> Result<(), TableError> {
        self.flush()?;
        Ok(self.file.get_ref().sync_data().map_err(|error| FileError::writing(&self.path, error, true))?)
    }
}

/// Writes a segment, key by key.
#[derive(Debug)]
pub(super) struct SegmentWriter<'a, K> {
    file: &'a mut GrowingFile,
    keys: Vec<u8>,
    entries: Vec<TableEntry>,
    previous: Option<K>,
    places: Vec<u64>,
    count: u64,
}

impl<'a, K: Key> SegmentWriter<'a, K> {
    pub fn new(file: &'a mut GrowingFile) -> SegmentWriter<'a, K> {
        SegmentWriter {
            file,
            keys: Vec::new(),
            entries: Vec::with_capacity(BLOCK),
            previous: None,
            places: Vec::new(),
            count: 0,
        }
    }

    /// Adds a key that is larger than the ones before; returns whether it is the first of a block, so that whoever asks for
    /// limits does so now.
    #[inline]
    pub fn push(&mut self, key: K, entry: TableEntry) -> Result<(), TableError> {
        key.put(self.previous.as_ref(), &mut self.keys);
        self.previous = Some(key);
        self.entries.push(entry);
        self.count += 1;
        if self.entries.len() == BLOCK { self.finish_block() } else { Ok(()) }
    }

    fn finish_block(&mut self) -> Result<(), TableError> {
        let widest = self
            .entries
            .iter()
            .fold((0, 0), |(level, value), entry| (level | entry.level, value | entry.value));
        let widths = (width(widest.0), width(widest.1));
        let length = self.keys.len() + self.entries.len() * (widths.0 + widths.1);
        let mut block = Vec::with_capacity(HEAD + length + TAIL);
        block.extend_from_slice(&(length as u32).to_le_bytes());
        block.extend_from_slice(&(self.entries.len() as u16).to_le_bytes());
        block.extend_from_slice(&[widths.0 as u8, widths.1 as u8]);
        block.append(&mut self.keys);
        write_entries(&self.entries, widths, &mut block);
        block.extend_from_slice(&checksum(&block).to_le_bytes());
        self.places.push(self.file.length);
        self.file.append(&block)?;
        self.entries.clear();
        self.previous = None;
        Ok(())
    }

    /// The segment, written and readable.
    pub fn finish(mut self, tier: u64, owner: (usize, usize)) -> Result<Segment, TableError> {
        if !self.entries.is_empty() {
            self.finish_block()?;
        }
        let index = self.file.length;
        let places: Vec<u8> = self.places.iter().flat_map(|place| place.to_le_bytes()).collect();
        self.file.append(&places)?;
        self.file.flush()?;
        let (file, blocks) = (Arc::clone(self.file.name()), self.places.len() as u64);
        Ok(Segment { file, tier, index, blocks, count: self.count, owner })
    }
}

/// Bytes of a number: 0, 1, 2 or 4.
fn width(largest: u32) -> usize {
    match largest {
        0 => 0,
        1..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
}

/// Levels, then values.
fn write_entries(entries: &[TableEntry], (level, value): (usize, usize), out: &mut Vec<u8>) {
    entries.iter().for_each(|entry| out.extend_from_slice(&entry.level.to_le_bytes()[..level]));
    entries.iter().for_each(|entry| out.extend_from_slice(&entry.value.to_le_bytes()[..value]));
}

/// Entries as bytes, with the widths in front.
pub(super) fn put_entries(entries: &[TableEntry], out: &mut Vec<u8>) {
    let widest =
        entries.iter().fold((0, 0), |(level, value), entry| (level | entry.level, value | entry.value));
    let widths = (width(widest.0), width(widest.1));
    out.extend_from_slice(&[widths.0 as u8, widths.1 as u8]);
    write_entries(entries, widths, out);
}

/// Reads so many entries.
pub(super) fn take_entries(bytes: &[u8], count: usize, out: &mut Vec<TableEntry>) -> Option<()> {
    let (&[level, value], rest) = bytes.split_first_chunk::<2>()?;
    read_entries(rest, (level.into(), value.into()), count, out)
}

fn read_entries(
    bytes: &[u8],
    (level, value): (usize, usize),
    count: usize,
    out: &mut Vec<TableEntry>,
) -> Option<()> {
    if level > 4 || value > 4 || bytes.len() != count * (level + value) {
        return None;
    }
    let (levels, values) = bytes.split_at(count * level);
    let number = |column: &[u8], width: usize, at: usize| {
        let bytes = &column[at * width..][..width];
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
    };
    out.extend(
        (0..count)
            .map(|at| TableEntry { level: number(levels, level, at), value: number(values, value, at) }),
    );
    Some(())
}

/// A file that is mapped into memory.
#[derive(Debug, Clone)]
pub(super) struct Mapped {
    pub name: Arc<str>,
    map: Option<Arc<Mmap>>,
}

impl Mapped {
    pub fn open(directory: &Path, name: &Arc<str>) -> Result<Mapped, TableError> {
        let path = directory.join(&**name);
        let unreadable = |error| TableError::File(FileError::reading(&path, error));
        let file = File::open(&path).map_err(unreadable)?;
        let is_empty = file.metadata().map_err(unreadable)?.len() == 0;
        if is_empty {
            return Ok(Mapped { name: Arc::clone(name), map: None });
        }
        // SAFETY: the files of a tablebase only grow while a process has its lock, and what has grown is not in the map;
        // whoever cuts one from outside ends the process, as with any mapped file. What is read is checked before it is used.
        let map = unsafe { Mmap::map(&file) }.map_err(unreadable)?;
        Ok(Mapped { name: Arc::clone(name), map: Some(Arc::new(map)) })
    }

    pub fn bytes(&self) -> &[u8] {
        self.map.as_ref().map_or(&[], |map| map)
    }
}

/// A segment that is read from front to back, with leaps.
#[derive(Debug, Clone)]
pub(super) struct Cursor<K> {
    file: Mapped,
    segment: Segment,
    /// The block at hand, if `loaded`.
    block: u64,
    loaded: bool,
    at: usize,
    keys: Vec<K>,
    entries: Vec<TableEntry>,
}

impl<K: Key> Cursor<K> {
    /// At the first key.
    pub fn new(file: Mapped, segment: &Segment) -> Result<Cursor<K>, TableError> {
        if segment.end().is_none_or(|end| end > file.bytes().len() as u64)
            || segment.blocks != segment.count.div_ceil(BLOCK as u64)
        {
            return Err(TableError::damaged(&file.name));
        }
        let segment = segment.clone();
        Ok(Cursor { file, segment, block: 0, loaded: false, at: 0, keys: Vec::new(), entries: Vec::new() })
    }

    fn damaged(&self) -> TableError {
        TableError::damaged(&self.file.name)
    }

    /// The bytes of a block, its checksum not among them.
    fn raw(&self, block: u64) -> Option<&[u8]> {
        let bytes = self.file.bytes();
        let place = bytes.get((self.segment.index + 8 * block) as usize..)?.first_chunk::<8>()?;
        let block = bytes.get(usize::try_from(u64::from_le_bytes(*place)).ok()?..)?;
        let length = u32::from_le_bytes(*block.first_chunk::<4>()?) as usize;
        block.get(..HEAD + length + TAIL)
    }

    /// The first key of a block.
    fn first_key(&self, block: u64) -> Result<K, TableError> {
        let key = self.raw(block).and_then(|raw| K::take(None, &mut KeyReader::new(&raw[HEAD..])));
        key.ok_or_else(|| self.damaged())
    }

    fn load(&mut self, block: u64) -> Result<(), TableError> {
        self.block = block;
        self.at = 0;
        self.loaded = true;
        self.keys.clear();
        self.entries.clear();
        if block >= self.segment.blocks {
            return Ok(());
        }
        let (mut keys, mut entries) = (std::mem::take(&mut self.keys), std::mem::take(&mut self.entries));
        let read = self.raw(block).and_then(|raw| read_block(raw, &mut keys, &mut entries));
        (self.keys, self.entries) = (keys, entries);
        let full = if block + 1 < self.segment.blocks {
            BLOCK as u64
        } else {
            self.segment.count - block * BLOCK as u64
        };
        if read.is_none() || self.keys.len() as u64 != full {
            return Err(self.damaged());
        }
        Ok(())
    }

    /// The key at hand; `None` at the end.
    pub fn key(&mut self) -> Result<Option<&K>, TableError> {
        if !self.loaded {
            self.load(self.block)?;
        } else if self.at == self.keys.len() && self.block < self.segment.blocks {
            self.load(self.block + 1)?;
        }
        Ok(self.keys.get(self.at))
    }

    /// The entry of the key at hand.
    pub fn entry(&self) -> TableEntry {
        self.entries.get(self.at).copied().unwrap_or_default()
    }

    /// How many keys of the segment stand before the one at hand.
    pub fn rank(&self) -> u64 {
        self.block * BLOCK as u64 + self.at as u64
    }

    /// On to the next key.
    pub fn advance(&mut self) {
        self.at += 1;
    }

    /// To the key of a rank.
    pub fn go_to(&mut self, rank: u64) -> Result<(), TableError> {
        let block = rank / BLOCK as u64;
        if !self.loaded || self.block != block {
            self.load(block)?;
        }
        self.at = (rank % BLOCK as u64) as usize;
        Ok(())
    }

    /// To a key that is not before the one at hand, or to where it would stand; says whether it is there.
    pub fn seek(&mut self, key: &K) -> Result<bool, TableError> {
        if self.key()?.is_none() {
            return Ok(false);
        }
        if self.keys.last().is_some_and(|last| last < key) {
            let (mut low, mut step) = (self.block, 1);
            // Galloping: the next block that begins beyond the key is soon found when it is near.
            let mut high = low + step;
            while high < self.segment.blocks && self.first_key(high)? <= *key {
                low = high;
                step *= 2;
                high = low + step;
            }
            high = high.min(self.segment.blocks);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if self.first_key(middle)? <= *key { low = middle } else { high = middle }
            }
            if low != self.block {
                self.load(low)?;
            }
        }
        let found = self.keys[self.at..].binary_search(key);
        self.at += found.unwrap_or_else(|place| place);
        Ok(found.is_ok())
    }
}

fn read_block<K: Key>(raw: &[u8], keys: &mut Vec<K>, entries: &mut Vec<TableEntry>) -> Option<()> {
    let (checked, sum) = raw.split_last_chunk::<TAIL>()?;
    if checksum(checked) != u64::from_le_bytes(*sum) {
        return None;
    }
    let count = u16::from_le_bytes([checked[4], checked[5]]) as usize;
    let widths = (checked[6].into(), checked[7].into());
    let mut reader = KeyReader::new(&checked[HEAD..]);
    for at in 0..count {
        let key = K::take(at.checked_sub(1).map(|before| &keys[before]), &mut reader)?;
        keys.push(key);
    }
    read_entries(reader.rest(), widths, count, entries)
}

/// Several segments as one, sorted, each key once.
#[derive(Debug)]
pub(super) struct Merge<K> {
    cursors: Vec<Cursor<K>>,
    /// Which cursors stand at which keys, the least first; while there are few, a scan is as fast as a heap.
    heap: std::collections::BinaryHeap<Least<K>>,
}

#[derive(Debug)]
struct Least<K> {
    key: K,
    cursor: usize,
}

impl<K: Ord> PartialEq for Least<K> {
    fn eq(&self, other: &Least<K>) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<K: Ord> Eq for Least<K> {}

impl<K: Ord> PartialOrd for Least<K> {
    fn partial_cmp(&self, other: &Least<K>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord> Ord for Least<K> {
    fn cmp(&self, other: &Least<K>) -> Ordering {
        other.key.cmp(&self.key).then(other.cursor.cmp(&self.cursor))
    }
}

impl<K: Key> Merge<K> {
    pub fn new(mut cursors: Vec<Cursor<K>>) -> Result<Merge<K>, TableError> {
        let mut heap = std::collections::BinaryHeap::with_capacity(cursors.len());
        if cursors.len() > 1 {
            for (cursor, inner) in cursors.iter_mut().enumerate() {
                heap.extend(inner.key()?.cloned().map(|key| Least { key, cursor }));
            }
        }
        Ok(Merge { cursors, heap })
    }

    /// The next key, with an entry of it.
    pub fn next(&mut self) -> Result<Option<(K, TableEntry)>, TableError> {
        if let [only] = self.cursors.as_mut_slice() {
            let Some(key) = only.key()?.cloned() else { return Ok(None) };
            let entry = only.entry();
            only.advance();
            return Ok(Some((key, entry)));
        }
        let Some(Least { key, cursor }) = self.heap.pop() else { return Ok(None) };
        let entry = self.cursors[cursor].entry();
        self.step(cursor)?;
        while self.heap.peek().is_some_and(|least| least.key == key) {
            let again = self.heap.pop().expect("just seen").cursor;
            self.step(again)?;
        }
        Ok(Some((key, entry)))
    }

    fn step(&mut self, cursor: usize) -> Result<(), TableError> {
        self.cursors[cursor].advance();
        if let Some(key) = self.cursors[cursor].key()? {
            self.heap.push(Least { key: key.clone(), cursor });
        }
        Ok(())
    }
}
