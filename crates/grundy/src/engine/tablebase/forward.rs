//! Forward: all positions, tier by tier from the highest, each listed once.

use super::entry::TableEntry;
use super::exchange::Exchange;
use super::key::{Key, KeyReader};
use super::segment::{Cursor, GrowingFile, Merge, Segment, SegmentWriter};
use super::store::Phase;
use super::worker::Worker;
use super::{KeySpace, Listed, TableError};
use crate::base::journal::put;

/// Sorted keys without repeats, from memory or from runs.
enum Source<K> {
    Listed(std::vec::IntoIter<K>),
    Runs(Merge<K>),
}

impl<K: Key> Source<K> {
    fn next(&mut self) -> Result<Option<K>, TableError> {
        match self {
            Source::Listed(keys) => Ok(keys.next()),
            Source::Runs(merge) => Ok(merge.next()?.map(|(key, _)| key)),
        }
    }
}

impl<K: Key, S: KeySpace<K> + ?Sized, E: Exchange + ?Sized> Worker<'_, K, S, E> {
    /// Finds all positions.
    pub fn forward(&mut self) -> Result<(), TableError> {
        loop {
            let highest =
                self.pending.highest().map_or(Ok(0), |tier| tier.checked_add(1).ok_or_else(too_high))?;
            let highest = self.gather(highest)?.into_iter().max().unwrap_or(0);
            let Some(tier) = highest.checked_sub(1) else { return Ok(()) };
            self.expand_tier(tier)?;
            self.commit_if_due(Phase::Forward)?;
        }
    }

    /// Lists the options of all positions of a tier; a tier with moves inside takes rounds until nobody has news.
    fn expand_tier(&mut self, tier: u64) -> Result<(), TableError> {
        let mut seen: Vec<Segment> = Vec::new();
        let mut file = self.positions.take().expect("no other tier is being written");
        let expanded = loop {
            let round = self.expand_round(tier, &seen, &mut file);
            match round {
                Err(error) => break Err(error),
                Ok(segment) => seen.extend(Some(segment).filter(|segment| segment.count > 0)),
            }
            if let Err(error) = self.merge_newest(&mut seen, tier, &mut file) {
                break Err(error);
            }
            match self.any(self.pending.has(tier)) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.positions = Some(file);
        expanded?;
        if self.any(self.part.loopy.contains(&tier))? {
            self.part.loopy.insert(tier);
        }
        self.part.positions.extend(seen);
        Ok(())
    }

    /// Writes the new positions of a tier, and collects their options.
    fn expand_round(
        &mut self,
        tier: u64,
        seen: &[Segment],
        file: &mut GrowingFile,
    ) -> Result<Segment, TableError> {
        let mut source = self.source(tier)?;
        let mut seen: Vec<Cursor<K>> =
            seen.iter().map(|segment| self.cursor(segment)).collect::<Result<_, _>>()?;
        let mut writer = SegmentWriter::new(file);
        let mut outbox: Vec<Listed<K>> = vec![Vec::new(); self.workers];
        let (mut options, mut waiting, limit) = (Vec::new(), 0, self.chunk());
        while let Some(key) = source.next()? {
            if self.owner(&key) != self.me || is_seen(&mut seen, &key)? {
                continue;
            }
            options.clear();
            self.list(tier, &key, &mut options)?;
            self.part.tally.edges += options.len() as u64;
            writer.push(key, TableEntry::UNKNOWN)?;
            self.written += 4;
            for (below, option) in options.drain(..) {
                if below == tier {
                    self.part.loopy.insert(tier);
                }
                match self.owner(&option) {
                    mine if mine == self.me => self.pending.insert(below, option)?,
                    other => {
                        waiting += 1 + option.heap_bytes() as usize / 16;
                        outbox[other].push((below, option));
                    }
                }
            }
            if waiting >= limit {
                self.deliver(&mut outbox, true)?;
                waiting = 0;
            }
        }
        while self.workers > 1 && self.deliver(&mut outbox, false)? {}
        writer.finish(tier, (self.me, self.workers))
    }

    /// Options of a chunk, such that all that is made of them takes an eighth of the memory.
    pub fn chunk(&self) -> usize {
        (self.memory as usize / 8 / 64).clamp(1 << 10, 1 << 18)
    }

    /// The keys of a tier that wait, sorted.
    fn source(&mut self, tier: u64) -> Result<Source<K>, TableError> {
        if self.pending.runs.iter().any(|run| run.tier == tier) {
            // What is still in memory becomes a run like the others.
            self.pending.spill()?;
        }
        let (keys, runs) = self.pending.take(tier);
        Ok(if runs.is_empty() { Source::Listed(keys.into_iter()) } else { Source::Runs(self.merge(&runs)?) })
    }

    /// Sends options to their owners and takes in those of others; returns whether anyone has more to send.
    fn deliver(&mut self, outbox: &mut [Listed<K>], more: bool) -> Result<bool, TableError> {
        let blocks = outbox.iter_mut().map(|keys| encode(keys, more)).collect();
        let mut any = false;
        for (from, block) in self.exchange(blocks)?.into_iter().enumerate() {
            let malformed = || TableError::Peer(format!("worker {from} sends what cannot be read"));
            let (&flag, rest) = block.split_first().ok_or_else(malformed)?;
            any |= flag == 1;
            let mut reader = KeyReader::new(rest);
            while !reader.rest().is_empty() {
                let tier = reader.number().ok_or_else(malformed)?;
                let mut previous: Option<K> = None;
                for _ in 0..reader.number().ok_or_else(malformed)? {
                    let key = K::take(previous.as_ref(), &mut reader).ok_or_else(malformed)?;
                    self.pending.insert(tier, key.clone())?;
                    previous = Some(key);
                }
            }
        }
        Ok(any)
    }

    /// Keeps the segments of the rounds of a tier few: the newest two are merged while they are of like size.
    fn merge_newest(
        &mut self,
        seen: &mut Vec<Segment>,
        tier: u64,
        file: &mut GrowingFile,
    ) -> Result<(), TableError> {
        while let [.., older, newer] = seen.as_slice() {
            if older.count > 2 * newer.count {
                break;
            }
            let mut merge = self.merge::<K>(&[older.clone(), newer.clone()])?;
            let mut writer = SegmentWriter::new(file);
            while let Some((key, entry)) = merge.next()? {
                writer.push(key, entry)?;
            }
            let merged = writer.finish(tier, (self.me, self.workers))?;
            seen.truncate(seen.len() - 2);
            seen.push(merged);
        }
        Ok(())
    }
}

fn too_high() -> TableError {
    TableError::Unwritten("a position of the highest tier there is".to_owned())
}

fn is_seen<K: Key>(seen: &mut [Cursor<K>], key: &K) -> Result<bool, TableError> {
    for cursor in seen {
        if cursor.seek(key)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Keys as a block: a flag, then for each tier its keys, sorted, without repeats.
pub(super) fn encode<K: Key>(keys: &mut Listed<K>, more: bool) -> Vec<u8> {
    keys.sort_unstable();
    keys.dedup();
    let mut out = vec![u8::from(more)];
    for group in keys.chunk_by(|one, other| one.0 == other.0) {
        put(&mut out, group[0].0);
        put(&mut out, group.len() as u64);
        let before = std::iter::once(None).chain(group.iter().map(|(_, key)| Some(key)));
        group.iter().zip(before).for_each(|((_, key), before)| key.put(before, &mut out));
    }
    keys.clear();
    out
}
