//! Tiers with moves inside: retrograde analysis over that tier alone.
//!
//! Positions of the tier are numbered by their place in its sorted file, and what is known of each stands in a mapped array. An
//! option inside the tier becomes a subscription (child, parent), sorted by children. First, positions whose options inside are
//! all solved are solved in rounds (topological order, Kahn 1962), with their values: what is not reached so has play that
//! can go on for ever. Those are decided by remoteness, level after level: a P-position makes its predecessors N-positions, and a
//! position all of whose options are N-positions is a P-position; what no level reaches is a draw (Zermelo 1913). Options in lower
//! tiers count from the beginning.

use super::backward::{Answers, Chunk};
use super::entry::TableEntry;
use super::exchange::Exchange;
use super::key::{Key, KeyReader};
use super::pending::Pending;
use super::segment::{Cursor, GrowingFile, Segment, SegmentWriter};
use super::worker::Worker;
use super::{KeySpace, TableError};
use crate::base::files::FileError;
use crate::base::journal::put;
use crate::game::Convention;
use crate::value::Outcome;
use memmap2::MmapMut;
use std::fs::OpenOptions;
use std::path::Path;

/// What is known of a position.
#[derive(Debug, Clone, Copy, Default)]
struct Status {
    entry: TableEntry,
    /// Options inside the tier that are not solved.
    waiting: u32,
    /// Options that are not known to be N-positions.
    open: u32,
    /// The largest level of an option that is an N-position, and the least of one that is a P-position; 0 for none.
    longest: u32,
    quickest: u32,
}

impl Status {
    /// Takes note of what an option is.
    fn learn(&mut self, option: TableEntry, convention: Convention) {
        match option.outcome(convention) {
            Outcome::N => {
                self.open -= 1;
                self.longest = self.longest.max(option.level);
            }
            Outcome::P if self.quickest == 0 => self.quickest = option.level,
            Outcome::P => self.quickest = self.quickest.min(option.level),
            Outcome::D => {}
        }
    }

    /// The level at which it is decided by what is known; `None` while it is not.
    fn level(&self) -> Option<u32> {
        if self.entry.is_known() {
            None
        } else if self.quickest > 0 {
            Some(self.quickest + 1)
        } else {
            (self.open == 0).then_some(self.longest + 1)
        }
    }
}

/// The statuses of all positions, in a mapped file.
#[derive(Debug)]
struct Statuses {
    map: Option<MmapMut>,
    count: u64,
}

/// Bytes of a status.
const STATUS: usize = 24;

impl Statuses {
    fn new(path: &Path, count: u64) -> Result<Statuses, TableError> {
        let fail = |error| TableError::File(FileError::writing(path, error, true));
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(true).open(path).map_err(fail)?;
        let bytes = count * STATUS as u64;
        // Written in full, so that a full disk is an error here and not a signal later.
        let mut zeros = std::io::repeat(0);
        std::io::copy(&mut std::io::Read::take(&mut zeros, bytes), &mut &file).map_err(fail)?;
        // SAFETY: the file is ours alone, has its full length, and nobody cuts it.
        let map = if bytes == 0 { None } else { Some(unsafe { MmapMut::map_mut(&file) }.map_err(fail)?) };
        Ok(Statuses { map, count })
    }

    fn bytes(&mut self, at: u64) -> Option<&mut [u8; STATUS]> {
        let start = usize::try_from(at).ok()?.checked_mul(STATUS)?;
        self.map.as_mut()?.get_mut(start..)?.first_chunk_mut()
    }

    fn get(&mut self, at: u64) -> Option<Status> {
        let bytes = self.bytes(at)?;
        let word = |index: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[4 * index + byte]));
        let entry = TableEntry { level: word(0), value: word(1) };
        Some(Status { entry, waiting: word(2), open: word(3), longest: word(4), quickest: word(5) })
    }

    fn set(&mut self, at: u64, status: Status) {
        let Status { entry, waiting, open, longest, quickest } = status;
        let words = [entry.level, entry.value, waiting, open, longest, quickest];
        if let Some(bytes) = self.bytes(at) {
            bytes
                .chunks_exact_mut(4)
                .zip(words)
                .for_each(|(to, word)| to.copy_from_slice(&word.to_le_bytes()));
        }
    }
}

/// Numbers of positions, listed while they are few; otherwise whoever asks looks at all.
#[derive(Debug, Default)]
struct Frontier {
    list: Vec<u64>,
    is_cut: bool,
}

impl Frontier {
    fn push(&mut self, at: u64, most: usize) {
        if self.list.len() < most {
            self.list.push(at);
        } else {
            self.is_cut = true;
        }
    }

    /// The numbers in order, or all below `count` when they were too many to list.
    fn sorted(mut self, count: u64) -> Box<dyn Iterator<Item = u64>> {
        if self.is_cut {
            return Box::new(0..count);
        }
        self.list.sort_unstable();
        self.list.dedup();
        Box::new(self.list.into_iter())
    }
}

/// A tier that is being solved.
struct Tier<K> {
    tier: u64,
    convention: Convention,
    positions: Cursor<K>,
    first: Cursor<K>,
    statuses: Statuses,
    subscriptions: Option<Cursor<u128>>,
    /// Numbers that a list may have.
    most: usize,
}

impl<K: Key> Answers<K> for Tier<K> {
    fn at_hand(&mut self, tier: u64, key: &K) -> Option<Result<TableEntry, TableError>> {
        if tier != self.tier {
            return None;
        }
        let found = self.number(key);
        Some(found.and_then(|at| self.statuses.get(at).map(|status| status.entry).ok_or_else(missing)))
    }
}

fn missing() -> TableError {
    TableError::damaged("the positions of a tier")
}

impl<K: Key> Tier<K> {
    /// The number of a key; keys are asked for in increasing order, or from the beginning again.
    fn number(&mut self, key: &K) -> Result<u64, TableError> {
        if self.positions.key()?.is_none_or(|at| at > key) {
            self.positions = self.first.clone();
        }
        if self.positions.seek(key)? { Ok(self.positions.rank()) } else { Err(missing()) }
    }
}

impl<K: Key, S: KeySpace<K> + ?Sized, E: Exchange + ?Sized> Worker<'_, K, S, E> {
    /// Solves a tier with moves inside.
    pub fn solve_loopy(&mut self, tier: u64, writer: &mut SegmentWriter<'_, K>) -> Result<(), TableError> {
        let segment = self.one_segment(tier)?;
        let path = self.store.directory.join(format!("state-{}", self.me));
        let first: Cursor<K> = self.cursor(&segment)?;
        let statuses = Statuses::new(&path, segment.count)?;
        let most = (self.memory as usize / 32 / 8).max(1 << 10);
        let (positions, convention) = (first.clone(), self.convention);
        let mut at = Tier { tier, convention, positions, first, statuses, subscriptions: None, most };
        let solved = self.solve_inside(&mut at, writer);
        let _ = std::fs::remove_file(path);
        solved
    }

    fn solve_inside(
        &mut self,
        at: &mut Tier<K>,
        writer: &mut SegmentWriter<'_, K>,
    ) -> Result<(), TableError> {
        let solved = self.subscribe(at)?;
        self.in_order(at, solved)?;
        self.by_levels(at)?;
        let mut positions = at.first.clone();
        for number in 0..at.statuses.count {
            let key = positions.key()?.cloned().ok_or_else(missing)?;
            positions.advance();
            let found = at.statuses.get(number).ok_or_else(missing)?.entry;
            let entry = if found.is_known() { found } else { TableEntry::DRAW };
            self.part.tally.add(&key, entry);
            writer.push(key, entry)?;
        }
        Ok(())
    }

    /// The positions of a tier that are ours as one segment, in which a place is a number.
    fn one_segment(&mut self, tier: u64) -> Result<Segment, TableError> {
        let of_tier: Vec<Segment> = self.part.positions.iter().filter(|s| s.tier == tier).cloned().collect();
        if let [only] = of_tier.as_slice()
            && only.owner == (self.me, self.workers)
        {
            return Ok(only.clone());
        }
        let mut merge = self.merge::<K>(&of_tier)?;
        let mut file = self.positions.take().expect("no tier is being written");
        let written = (|| {
            let mut writer = SegmentWriter::new(&mut file);
            while let Some((key, entry)) = merge.next()? {
                if self.owner(&key) == self.me {
                    writer.push(key, entry)?;
                }
            }
            writer.finish(tier, (self.me, self.workers))
        })();
        self.positions = Some(file);
        written
    }

    /// Lists the options of all positions once: those in lower tiers count at once, those inside become subscriptions. Returns
    /// the positions that are solved by that.
    fn subscribe(&mut self, at: &mut Tier<K>) -> Result<Frontier, TableError> {
        let mut numbers = (0..at.statuses.count).peekable();
        let name = format!("subscriptions-{}-{}", self.me, at.tier);
        let directory = self.store.directory.clone();
        let mut pending = Pending::<u128>::new(&directory, name, (self.me, self.workers), self.memory / 8);
        let (mut chunk, mut solved) = (Chunk::new(), Frontier::default());
        loop {
            chunk.clear();
            let begin = numbers.peek().copied().unwrap_or(at.statuses.count);
            self.fill(at, &mut chunk, &mut numbers, |_| true)?;
            let mut inner: Vec<Vec<(K, u64)>> = vec![Vec::new(); self.workers];
            let more = self.look_up(&mut chunk, numbers.peek().is_some(), at)?;
            for parent in 0..chunk.parents.len() {
                let number = begin + parent as u64;
                let mut status = Status::default();
                for option in chunk.range(parent) {
                    status.open += 1;
                    if chunk.options[option].0 == at.tier {
                        status.waiting += 1;
                        let child = chunk.options[option].1.clone();
                        inner[self.owner(&child)].push((child, number));
                    } else {
                        status.learn(chunk.entries[option], self.convention);
                    }
                }
                if status.waiting == 0 {
                    status.entry = self.rule.entry(&chunk.entries[chunk.range(parent)], self.convention);
                    solved.push(number, at.most);
                }
                at.statuses.set(number, status);
            }
            self.hand_over(at, inner, &mut pending)?;
            if !more {
                break;
            }
        }
        at.subscriptions = Some(self.sort_subscriptions(&mut pending)?);
        Ok(solved)
    }

    /// Takes positions whose numbers come in order into a chunk.
    fn fill(
        &mut self,
        at: &mut Tier<K>,
        chunk: &mut Chunk<K>,
        numbers: &mut std::iter::Peekable<impl Iterator<Item = u64>>,
        mut wanted: impl FnMut(Status) -> bool,
    ) -> Result<Vec<u64>, TableError> {
        let limit = self.chunk();
        let mut taken = Vec::new();
        let mut positions = at.first.clone();
        while chunk.options.len() + chunk.parents.len() < limit {
            let Some(number) = numbers.next() else { break };
            self.pulse.beat()?;
            if !wanted(at.statuses.get(number).ok_or_else(missing)?) {
                continue;
            }
            positions.go_to(number)?;
            let key = positions.key()?.cloned().ok_or_else(missing)?;
            self.list(at.tier, &key, &mut chunk.options)?;
            chunk.parents.push(key);
            chunk.ends.push(chunk.options.len());
            taken.push(number);
        }
        Ok(taken)
    }

    /// Subscribes parents with the owners of their options inside the tier.
    fn hand_over(
        &mut self,
        at: &mut Tier<K>,
        inner: Vec<Vec<(K, u64)>>,
        pending: &mut Pending<u128>,
    ) -> Result<(), TableError> {
        let blocks = inner.into_iter().map(|mut pairs| {
            pairs.sort_unstable();
            let mut out = Vec::new();
            let mut previous: Option<&K> = None;
            for (child, parent) in &pairs {
                child.put(previous.filter(|before| *before <= child), &mut out);
                put(&mut out, *parent);
                previous = Some(child);
            }
            out
        });
        let blocks = blocks.collect();
        for (from, block) in self.exchange(blocks)?.into_iter().enumerate() {
            let malformed = || TableError::Peer(format!("worker {from} sends what cannot be read"));
            let mut reader = KeyReader::new(&block);
            let mut previous: Option<K> = None;
            while !reader.rest().is_empty() {
                let child = K::take(previous.as_ref(), &mut reader).ok_or_else(malformed)?;
                let parent = reader.number().ok_or_else(malformed)?;
                let number = at.number(&child)?;
                pending.insert(0, u128::from(number) << 64 | (from as u128) << 48 | u128::from(parent))?;
                previous = Some(child);
            }
        }
        Ok(())
    }

    fn sort_subscriptions(&mut self, pending: &mut Pending<u128>) -> Result<Cursor<u128>, TableError> {
        pending.spill()?;
        let (_, runs) = pending.take(0);
        let mut merge = self.merge::<u128>(&runs)?;
        let mut file = GrowingFile::create(&self.store.directory, format!("subscriptions-{}", self.me))?;
        let mut writer = SegmentWriter::new(&mut file);
        while let Some((pair, entry)) = merge.next()? {
            writer.push(pair, entry)?;
        }
        let segment = writer.finish(0, (self.me, self.workers))?;
        for run in &runs {
            self.forget(&run.file);
        }
        let map = super::segment::Mapped::open(&self.store.directory, &segment.file)?;
        // The map stays when the name goes.
        let _ = std::fs::remove_file(self.store.directory.join(&*segment.file));
        Cursor::new(map, &segment)
    }

    /// Solves positions whose options inside are all solved, in rounds.
    fn in_order(&mut self, at: &mut Tier<K>, mut solved: Frontier) -> Result<(), TableError> {
        let mut chunk = Chunk::new();
        loop {
            // Positions solved in the round before tell their predecessors; when they were too many to list, all that are
            // solved and have not propagated yet: those are marked by a count that no position has.
            let ready = self.propagate(at, solved, |status| {
                let tells = status.entry.is_known() && status.waiting == 0;
                if tells {
                    status.waiting = PROPAGATED;
                }
                tells
            })?;
            if !self.any(!ready.list.is_empty() || ready.is_cut)? {
                return Ok(());
            }
            solved = Frontier::default();
            let mut numbers = ready.sorted(at.statuses.count).peekable();
            loop {
                chunk.clear();
                let taken = self.fill(at, &mut chunk, &mut numbers, |status| {
                    !status.entry.is_known() && status.waiting == 0
                })?;
                let more = self.look_up(&mut chunk, numbers.peek().is_some(), at)?;
                for (parent, number) in taken.into_iter().enumerate() {
                    let mut status = at.statuses.get(number).ok_or_else(missing)?;
                    status.entry = self.rule.entry(&chunk.entries[chunk.range(parent)], self.convention);
                    at.statuses.set(number, status);
                    solved.push(number, at.most);
                }
                if !more {
                    break;
                }
            }
        }
    }

    /// Decides by remoteness what is left.
    fn by_levels(&mut self, at: &mut Tier<K>) -> Result<(), TableError> {
        // The levels that are decided next, as far as they are known without a look at all.
        let mut next: Option<Frontier> = None;
        loop {
            let candidates = next.take().filter(|frontier| !frontier.is_cut);
            let mut least = u64::MAX;
            let mut decided = Frontier::default();
            for number in 0..if candidates.is_none() { at.statuses.count } else { 0 } {
                self.pulse.beat()?;
                let level = at.statuses.get(number).and_then(|status| status.level());
                least = least.min(level.map_or(u64::MAX, u64::from));
            }
            if let Some(frontier) = &candidates {
                let levels = frontier.list.iter().filter_map(|&number| at.statuses.get(number)?.level());
                least = levels.map(u64::from).min().unwrap_or(u64::MAX);
            }
            let level = self.gather(least)?.into_iter().min().unwrap_or(u64::MAX);
            if level == u64::MAX {
                return Ok(());
            }
            let everyone: Box<dyn Iterator<Item = u64>> = match candidates {
                Some(frontier) => frontier.sorted(at.statuses.count),
                None => Box::new(0..at.statuses.count),
            };
            // Those that wait for a later level are looked at again.
            let mut later = Frontier::default();
            for number in everyone {
                let mut status = at.statuses.get(number).ok_or_else(missing)?;
                match status.level() {
                    Some(found) if u64::from(found) == level => {
                        status.entry = TableEntry { level: found, value: 0 };
                        status.waiting = 0;
                        at.statuses.set(number, status);
                        decided.push(number, at.most);
                    }
                    Some(_) => later.push(number, at.most),
                    None => {}
                }
            }
            let mut touched = self.propagate(at, decided, |status| {
                let tells = u64::from(status.entry.level) == level && status.waiting == 0;
                if tells {
                    status.waiting = PROPAGATED;
                }
                tells
            })?;
            touched.list.append(&mut later.list);
            touched.is_cut |= later.is_cut || touched.list.len() > 2 * at.most;
            next = Some(touched);
        }
    }

    /// Tells the predecessors of positions what these are; returns the positions of ours that learnt something and may be
    /// decided by it.
    fn propagate(
        &mut self,
        at: &mut Tier<K>,
        solved: Frontier,
        mut tells: impl FnMut(&mut Status) -> bool,
    ) -> Result<Frontier, TableError> {
        let mut numbers = solved.sorted(at.statuses.count).peekable();
        let mut subscriptions = at.subscriptions.clone().ok_or_else(missing)?;
        let (mut touched, limit) = (Frontier::default(), self.chunk());
        loop {
            let mut out: Vec<Vec<(u64, u32)>> = vec![Vec::new(); self.workers];
            let mut sent = 0;
            while sent < limit {
                let Some(number) = numbers.next() else { break };
                self.pulse.beat()?;
                let mut status = at.statuses.get(number).ok_or_else(missing)?;
                if !tells(&mut status) {
                    continue;
                }
                at.statuses.set(number, status);
                subscriptions.seek(&(u128::from(number) << 64))?;
                while let Some(&pair) = subscriptions.key()?.filter(|pair| (**pair >> 64) as u64 == number) {
                    let (worker, parent) = ((pair >> 48) as usize & 0xffff, pair as u64 & ((1 << 48) - 1));
                    let to = out.get_mut(worker).ok_or_else(missing)?;
                    to.push((parent, status.entry.level));
                    sent += 1;
                    subscriptions.advance();
                }
            }
            if !self.tell(at, out, numbers.peek().is_some(), &mut touched)? {
                return Ok(touched);
            }
        }
    }

    /// One round of what options have become.
    fn tell(
        &mut self,
        at: &mut Tier<K>,
        out: Vec<Vec<(u64, u32)>>,
        more: bool,
        touched: &mut Frontier,
    ) -> Result<bool, TableError> {
        let blocks = out.into_iter().map(|mut messages| {
            messages.sort_unstable();
            let (mut block, mut before) = (vec![u8::from(more)], 0);
            for (parent, level) in messages {
                put(&mut block, parent - before);
                put(&mut block, level.into());
                before = parent;
            }
            block
        });
        let blocks = blocks.collect();
        let mut any = false;
        for (from, block) in self.exchange(blocks)?.into_iter().enumerate() {
            let malformed = || TableError::Peer(format!("worker {from} sends what cannot be read"));
            let (&flag, rest) = block.split_first().ok_or_else(malformed)?;
            any |= flag == 1;
            let (mut reader, mut number) = (KeyReader::new(rest), 0);
            while !reader.rest().is_empty() {
                number += reader.number().ok_or_else(malformed)?;
                let level =
                    reader.number().and_then(|level| u32::try_from(level).ok()).ok_or_else(malformed)?;
                let mut status = at.statuses.get(number).ok_or_else(malformed)?;
                if status.entry.is_known() {
                    continue;
                }
                status.waiting -= 1;
                status.learn(TableEntry { level, value: 0 }, at.convention);
                at.statuses.set(number, status);
                if status.waiting == 0 || status.level().is_some() {
                    touched.push(number, at.most);
                }
            }
        }
        Ok(any)
    }
}

/// The count of a position that has propagated to its predecessors.
const PROPAGATED: u32 = u32::MAX;
