//! Backward: entries, tier by tier from the lowest, each from those of the options.

use super::entry::TableEntry;
use super::exchange::Exchange;
use super::forward::encode;
use super::key::{Key, KeyReader};
use super::segment::{Cursor, Merge, Segment, SegmentWriter, put_entries, take_entries};
use super::store::Phase;
use super::worker::Worker;
use super::{KeySpace, Listed, TableError};
use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Entries of whole tiers in memory, while they fit.
#[derive(Debug)]
pub(crate) struct Hot<K> {
    memory: u64,
    heap: u64,
    entries: HashMap<K, TableEntry, FxBuildHasher>,
    tiers: FxHashSet<u64>,
    /// The tier that was asked for last, and whether it is here.
    last: (u64, bool),
    /// How often all was dropped for the sake of another tier, since the last tier was begun.
    drops: u32,
    /// Tiers that did not fit, since then.
    cold: FxHashSet<u64>,
}

impl<K: Key> Hot<K> {
    pub(super) fn new(memory: u64) -> Hot<K> {
        let (entries, tiers) = (HashMap::default(), FxHashSet::default());
        Hot { memory, heap: 0, entries, tiers, last: (u64::MAX, false), drops: 0, cold: FxHashSet::default() }
    }

    /// Another tier is solved: what did not fit may be tried again.
    fn begin(&mut self) {
        self.drops = 0;
        self.cold.clear();
        self.last = (u64::MAX, false);
    }

    fn clear(&mut self) {
        (self.entries, self.heap) = (HashMap::default(), 0);
        self.tiers.clear();
        self.last = (u64::MAX, false);
    }

    /// Bytes when there are so many more entries: a table of a power of two, an old one beside it as it grows.
    fn bytes(&self, more: u64) -> u64 {
        let slots = ((self.entries.len() as u64 + more) * 8 / 7 + 1).next_power_of_two();
        let grows = slots > self.entries.capacity() as u64 * 8 / 7;
        let slot = size_of::<(K, TableEntry)>() as u64 + 1;
        slots * slot + self.heap + if grows { slots * slot / 2 } else { 0 }
    }
}

/// A chunk of positions with their options.
#[derive(Debug)]
pub(super) struct Chunk<K> {
    pub parents: Vec<K>,
    /// Where the options of each end.
    pub ends: Vec<usize>,
    pub options: Listed<K>,
    pub entries: Vec<TableEntry>,
}

impl<K> Chunk<K> {
    pub fn new() -> Chunk<K> {
        Chunk { parents: Vec::new(), ends: Vec::new(), options: Vec::new(), entries: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.parents.clear();
        self.ends.clear();
        self.options.clear();
    }

    /// Where the options of a parent are.
    pub fn range(&self, parent: usize) -> std::ops::Range<usize> {
        parent.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[parent]
    }
}

/// Who answers queries: the table of a tier, and for a tier that is being solved, what is known so far.
pub(super) trait Answers<K> {
    /// The entry of a key of the tier at hand, asked for in increasing order.
    fn at_hand(&mut self, tier: u64, key: &K) -> Option<Result<TableEntry, TableError>>;
}

/// No tier is at hand.
pub(super) struct Nothing;

impl<K> Answers<K> for Nothing {
    fn at_hand(&mut self, _: u64, _: &K) -> Option<Result<TableEntry, TableError>> {
        None
    }
}

impl<K: Key, S: KeySpace<K> + ?Sized, E: Exchange + ?Sized> Worker<'_, K, S, E> {
    /// Solves all positions.
    pub fn backward(&mut self) -> Result<(), TableError> {
        let solved = self.part.table.iter().map(|segment| segment.tier + 1).max().unwrap_or(0);
        let mut next = self.gather(solved)?.into_iter().max().unwrap_or(0);
        loop {
            let mine =
                self.part.positions.iter().map(|segment| segment.tier).filter(|&tier| tier >= next).min();
            let tier = self.gather(mine.unwrap_or(u64::MAX))?.into_iter().min().unwrap_or(u64::MAX);
            if tier == u64::MAX {
                return Ok(());
            }
            self.hot.begin();
            let mut file = self.table.take().expect("no other tier is being written");
            let solved = {
                let mut writer = SegmentWriter::new(&mut file);
                let solved = if self.part.loopy.contains(&tier) {
                    self.solve_loopy(tier, &mut writer)
                } else {
                    self.solve_tier(tier, &mut writer)
                };
                solved.and_then(|()| writer.finish(tier, (self.me, self.workers)))
            };
            self.table = Some(file);
            self.part.table.extend(Some(solved?).filter(|segment| segment.count > 0));
            next = tier + 1;
            self.commit_if_due(Phase::Backward)?;
        }
    }

    /// The positions of a tier, sorted; those of an earlier run with another number of workers may be others'.
    pub fn positions_of(&mut self, tier: u64) -> Result<Merge<K>, TableError> {
        let of_tier = |segment: &&Segment| segment.tier == tier;
        let segments: Vec<Segment> = self.part.positions.iter().filter(of_tier).cloned().collect();
        self.merge(&segments)
    }

    /// Solves a tier without moves inside.
    fn solve_tier(&mut self, tier: u64, writer: &mut SegmentWriter<'_, K>) -> Result<(), TableError> {
        let mut positions = self.positions_of(tier)?;
        let (mut chunk, limit) = (Chunk::new(), self.chunk());
        let mut is_last = false;
        loop {
            chunk.clear();
            while !is_last && chunk.options.len() + chunk.parents.len() < limit {
                let Some((key, _)) = positions.next()? else {
                    is_last = true;
                    break;
                };
                if self.owner(&key) == self.me {
                    self.list(tier, &key, &mut chunk.options)?;
                    chunk.parents.push(key);
                    chunk.ends.push(chunk.options.len());
                }
            }
            let more = self.look_up(&mut chunk, !is_last, &mut Nothing)?;
            for parent in 0..chunk.parents.len() {
                let entry = self.rule.entry(&chunk.entries[chunk.range(parent)], self.convention);
                let key = &chunk.parents[parent];
                self.part.tally.add(key, entry);
                writer.push(key.clone(), entry)?;
                self.written += 6;
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Finds the entries of the options of a chunk; all workers call it equally often. Returns whether anyone has more chunks.
    pub fn look_up(
        &mut self,
        chunk: &mut Chunk<K>,
        more: bool,
        answers: &mut dyn Answers<K>,
    ) -> Result<bool, TableError> {
        chunk.entries.clear();
        chunk.entries.resize(chunk.options.len(), TableEntry::UNKNOWN);
        let mut asked: Vec<Vec<u32>> = vec![Vec::new(); self.workers];
        for (at, (tier, key)) in chunk.options.iter().enumerate() {
            let owner = self.owner(key);
            if owner == self.me && self.is_hot(*tier)? {
                // A key that is not there stays unknown, and is found out below.
                chunk.entries[at] = self.hot.entries.get(key).copied().unwrap_or_default();
                if chunk.entries[at].is_known() {
                    continue;
                }
            }
            asked[owner].push(at as u32);
        }
        let options = &chunk.options;
        for list in &mut asked {
            list.sort_unstable_by(|&one, &other| options[one as usize].cmp(&options[other as usize]));
        }
        let mine = std::mem::take(&mut asked[self.me]);
        let mut queries = mine.iter().map(|&at| &options[at as usize]).collect::<Vec<_>>();
        queries.dedup();
        let found = self.answer(&queries, answers)?;
        hand_back(options, &mine, &found, &mut chunk.entries);
        if self.workers == 1 {
            return Ok(more);
        }
        self.ask_peers(&asked, chunk, more, answers)
    }

    /// Two rounds: the queries, and the answers.
    fn ask_peers(
        &mut self,
        asked: &[Vec<u32>],
        chunk: &mut Chunk<K>,
        more: bool,
        answers: &mut dyn Answers<K>,
    ) -> Result<bool, TableError> {
        let options = &chunk.options;
        let queries =
            |list: &Vec<u32>| -> Listed<K> { list.iter().map(|&at| options[at as usize].clone()).collect() };
        let blocks = asked.iter().map(|list| encode(&mut queries(list), more)).collect();
        let mut any = more;
        let mut replies = Vec::with_capacity(self.workers);
        for (from, block) in self.exchange(blocks)?.into_iter().enumerate() {
            let malformed = || TableError::Peer(format!("worker {from} sends what cannot be read"));
            any |= block.first().ok_or_else(malformed)? == &1;
            let queries: Listed<K> = decode(&block[1..]).ok_or_else(malformed)?;
            let found = self.answer(&queries.iter().collect::<Vec<_>>(), answers)?;
            let mut reply = Vec::new();
            put_entries(&found, &mut reply);
            replies.push(reply);
        }
        let replies = self.exchange(replies)?;
        let mut found = Vec::new();
        for (from, (list, reply)) in asked.iter().zip(replies).enumerate() {
            let malformed = || TableError::Peer(format!("worker {from} sends what cannot be read"));
            let unique =
                list.chunk_by(|&one, &other| options[one as usize] == options[other as usize]).count();
            found.clear();
            take_entries(&reply, unique, &mut found).ok_or_else(malformed)?;
            hand_back(options, list, &found, &mut chunk.entries);
        }
        Ok(any)
    }

    /// The entries of sorted keys of ours.
    fn answer(
        &mut self,
        queries: &[&(u64, K)],
        answers: &mut dyn Answers<K>,
    ) -> Result<Vec<TableEntry>, TableError> {
        let mut found = Vec::with_capacity(queries.len());
        for group in queries.chunk_by(|one, other| one.0 == other.0) {
            let tier = group[0].0;
            let hot = self.is_hot(tier)?;
            let mut cursors = if hot { Vec::new() } else { self.table_of(tier)? };
            for (_, key) in group.iter().copied() {
                if let Some(entry) = answers.at_hand(tier, key) {
                    found.push(entry?);
                    continue;
                }
                let entry = if hot { self.hot.entries.get(key).copied() } else { find(&mut cursors, key)? };
                let missing = || TableError::damaged(&format!("the table of tier {tier}"));
                found.push(entry.ok_or_else(missing)?);
            }
        }
        Ok(found)
    }

    fn table_of(&mut self, tier: u64) -> Result<Vec<Cursor<K>>, TableError> {
        let of_tier = |segment: &&Segment| segment.tier == tier;
        let segments: Vec<Segment> = self.part.table.iter().filter(of_tier).cloned().collect();
        segments.iter().map(|segment| self.cursor(segment)).collect()
    }

    /// Whether the entries of a tier are in memory; they are brought there if there is room.
    #[inline]
    fn is_hot(&mut self, tier: u64) -> Result<bool, TableError> {
        if self.hot.last.0 != tier {
            let mut hot = self.hot.tiers.contains(&tier);
            if !hot && !self.hot.cold.contains(&tier) {
                hot = self.heat(tier)?;
                if !hot {
                    self.hot.cold.insert(tier);
                }
            }
            self.hot.last = (tier, hot);
        }
        Ok(self.hot.last.1)
    }

    fn heat(&mut self, tier: u64) -> Result<bool, TableError> {
        let counts =
            self.part.table.iter().filter(|segment| segment.tier == tier).map(|segment| segment.count);
        let count: u64 = counts.sum();
        if count == 0 {
            return Ok(false);
        }
        if self.hot.bytes(count) > self.hot.memory {
            // Tiers are asked for in turn: to drop all for one more than once would be to read them again and again.
            if self.hot.drops > 0 || Hot::<K>::new(0).bytes(count) > self.hot.memory {
                return Ok(false);
            }
            self.hot.clear();
            self.hot.drops += 1;
        }
        for mut cursor in self.table_of(tier)? {
            while let Some(key) = cursor.key()?.cloned() {
                let entry = cursor.entry();
                cursor.advance();
                self.hot.heap += key.heap_bytes();
                self.hot.entries.insert(key, entry);
                if self.hot.heap > self.hot.memory / 2 {
                    self.hot.clear();
                    self.hot.drops += 1;
                    return Ok(false);
                }
            }
        }
        self.hot.tiers.insert(tier);
        Ok(true)
    }
}

/// Gives each option the entry of its key; `list` is sorted by keys, `found` has one for each different key.
fn hand_back<K: Key>(options: &Listed<K>, list: &[u32], found: &[TableEntry], entries: &mut [TableEntry]) {
    let groups = list.chunk_by(|&one, &other| options[one as usize] == options[other as usize]);
    for (group, &entry) in groups.zip(found) {
        group.iter().for_each(|&at| entries[at as usize] = entry);
    }
}

pub(super) fn find<K: Key>(cursors: &mut [Cursor<K>], key: &K) -> Result<Option<TableEntry>, TableError> {
    for cursor in cursors {
        if cursor.seek(key)? {
            return Ok(Some(cursor.entry()));
        }
    }
    Ok(None)
}

/// Reads the keys of a block.
fn decode<K: Key>(bytes: &[u8]) -> Option<Listed<K>> {
    let mut reader = KeyReader::new(bytes);
    let mut keys: Listed<K> = Vec::new();
    while !reader.rest().is_empty() {
        let (tier, count) = (reader.number()?, reader.number()?);
        for at in 0..count {
            let previous = if at == 0 { None } else { keys.last().map(|(_, key)| key) };
            let key = K::take(previous, &mut reader)?;
            keys.push((tier, key));
        }
    }
    Some(keys)
}
