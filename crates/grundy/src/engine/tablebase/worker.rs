//! A worker: what it knows, what it has written, and how all workers agree on what comes next.

use super::entry::Rule;
use super::exchange::Exchange;
use super::key::{Key, KeyReader};
use super::pending::Pending;
use super::segment::{Cursor, GrowingFile, Mapped, Merge, Segment};
use super::store::{Manifest, Part, Phase, Store, Subject, Tally, make_directory};
use super::{KeySpace, Listed, TableError};
use crate::base::journal::put;
use crate::base::limits::{Limits, Pulse};
use crate::engine::tablebase::backward::Hot;
use crate::game::Convention;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Shards that positions are dealt into by their hashes; a worker has a range of them.
const SHARDS: u64 = 256;
/// Bytes of new files after which a commit is due, whatever the clock says.
const BYTES_PER_COMMIT: u64 = 2 << 30;

/// How a tablebase is built.
#[derive(Clone, Copy)]
pub struct BuildSettings<'a> {
    /// Bytes that a worker may take, mapped files left out.
    pub memory: u64,
    /// Whether to go on; asked now and then.
    pub limits: &'a Limits<'a>,
    /// Whether it is time for a commit, for which the library has no clock; asked after each tier.
    pub is_due: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for BuildSettings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BuildSettings {{ memory: {} }}", self.memory)
    }
}

/// A worker of a build.
pub(super) struct Worker<'a, K, S: ?Sized, E: ?Sized> {
    pub space: &'a S,
    exchange: &'a mut E,
    pub me: usize,
    pub workers: usize,
    pub convention: Convention,
    pub memory: u64,
    pub pulse: Pulse<'a>,
    settings: BuildSettings<'a>,
    pub store: Store,
    manifest: Manifest,
    maps: FxHashMap<Arc<str>, Mapped>,
    pub positions: Option<GrowingFile>,
    pub table: Option<GrowingFile>,
    pub pending: Pending<K>,
    /// The segments that this worker reads, and what it has counted.
    pub part: Part,
    pub hot: Hot<K>,
    pub rule: Rule,
    /// Bytes of keys written since the last commit, roughly.
    pub written: u64,
}

/// Builds a tablebase in a directory, or goes on with it; every worker calls this, and all get the same counts.
///
/// # Errors
/// When the limits do not suffice, a move fails, the directory is about something else, damaged or cannot be written, or a
/// peer has ended.
pub fn build<K: Key, S: KeySpace<K> + ?Sized, E: Exchange + ?Sized>(
    directory: &Path,
    subject: &Subject,
    space: &S,
    exchange: &mut E,
    settings: BuildSettings<'_>,
) -> Result<Tally, TableError> {
    make_directory(directory)?;
    let store = Store { directory: directory.to_owned() };
    let found = store.manifest()?;
    if let Some(found) = &found {
        check_subject(&found.subject, subject)?;
        if found.phase == Phase::Complete {
            return total(&store.parts(found)?);
        }
    }
    let mut worker = Worker::new(store, subject, found, space, exchange, settings)?;
    worker.run()
}

/// The counts of all parts.
pub(super) fn total(parts: &[Part]) -> Result<Tally, TableError> {
    let mut tally = Tally::default();
    let joined = parts.iter().try_for_each(|part| tally.join(&part.tally));
    joined.map(|()| tally).ok_or_else(|| TableError::damaged("the counts of the parts"))
}

/// Refuses a directory of another question.
fn check_subject(found: &Subject, wanted: &Subject) -> Result<(), TableError> {
    if found.rule != wanted.rule {
        return Err(TableError::Foreign(format!("`{}`", found.game)));
    }
    if found.convention != wanted.convention {
        return Err(TableError::Foreign(format!("{} play", found.convention)));
    }
    if found.start != wanted.start || found.code != wanted.code {
        return Err(TableError::Foreign(format!("the start `{}`", found.start)));
    }
    Ok(())
}

impl<'a, K: Key, S: KeySpace<K> + ?Sized, E: Exchange + ?Sized> Worker<'a, K, S, E> {
    fn new(
        store: Store,
        subject: &Subject,
        found: Option<Manifest>,
        space: &'a S,
        exchange: &'a mut E,
        settings: BuildSettings<'a>,
    ) -> Result<Worker<'a, K, S, E>, TableError> {
        let (me, workers) = exchange.place();
        let run = found.as_ref().map_or(1, |found| found.run + 1);
        let mut part = Part::default();
        if let Some(found) = &found {
            for old in store.parts(found)? {
                adopt(&mut part, old, (me, workers));
            }
        }
        let phase = found.as_ref().map_or(Phase::Forward, |found| found.phase);
        let epoch = found.as_ref().map_or(0, |found| found.epoch);
        let manifest = Manifest { subject: subject.clone(), run, epoch, workers, phase };
        let directory = &store.directory;
        // A list of keys that is taken out stands beside the sets that fill again: a quarter for each, and room to grow.
        let mut pending =
            Pending::new(directory, format!("runs-{run}-{me}"), (me, workers), settings.memory / 4);
        pending.runs = std::mem::take(&mut part.runs);
        let positions = Some(GrowingFile::create(directory, format!("positions-{run}-{me}"))?);
        let table = Some(GrowingFile::create(directory, format!("table-{run}-{me}"))?);
        let mut worker = Worker {
            space,
            exchange,
            me,
            workers,
            convention: subject.convention,
            memory: settings.memory,
            pulse: Pulse::new(settings.limits),
            settings,
            store,
            manifest,
            maps: FxHashMap::default(),
            positions,
            table,
            pending,
            part,
            hot: Hot::new(settings.memory / 2),
            rule: Rule::default(),
            written: 0,
        };
        if found.is_none() {
            let (tier, key) = space.start()?;
            if worker.owner(&key) == me {
                worker.pending.insert(tier, key)?;
            }
        }
        Ok(worker)
    }

    fn run(&mut self) -> Result<Tally, TableError> {
        if self.manifest.epoch == 0 {
            // From here on the directory says what it will be, and that it is not finished.
            self.commit(Phase::Forward)?;
        }
        if self.manifest.phase == Phase::Forward {
            self.forward()?;
            self.commit(Phase::Backward)?;
        }
        self.backward()?;
        // What was only needed on the way goes with the last commit.
        self.part.positions.clear();
        self.commit(Phase::Complete)?;
        total(&self.store.parts(&self.manifest)?)
    }

    /// Which worker has a key.
    #[inline]
    pub fn owner(&self, key: &K) -> usize {
        if self.workers == 1 {
            return 0;
        }
        ((key.mix() >> 56) * self.workers as u64 / SHARDS) as usize
    }

    /// Reads a segment from its beginning.
    pub fn cursor<L: Key>(&mut self, segment: &Segment) -> Result<Cursor<L>, TableError> {
        let known = self.maps.get(&segment.file);
        let reaches = |map: &Mapped| map.bytes().len() as u64 >= segment.index + 8 * segment.blocks;
        let map = match known.filter(|map| reaches(map)) {
            Some(map) => map.clone(),
            None => {
                let map = Mapped::open(&self.store.directory, &segment.file)?;
                self.maps.insert(Arc::clone(&segment.file), map.clone());
                map
            }
        };
        Cursor::new(map, segment)
    }

    /// Removes a file that nobody needs any more.
    pub fn forget(&mut self, name: &Arc<str>) {
        self.maps.remove(name);
        let _ = std::fs::remove_file(self.store.directory.join(&**name));
    }

    /// Several segments as one.
    pub fn merge<L: Key>(&mut self, segments: &[Segment]) -> Result<Merge<L>, TableError> {
        Merge::new(segments.iter().map(|segment| self.cursor(segment)).collect::<Result<_, _>>()?)
    }

    /// Lists the different options of a position behind those that are there, and checks their tiers.
    #[inline]
    pub fn list(&mut self, tier: u64, key: &K, out: &mut Listed<K>) -> Result<(), TableError> {
        let first = out.len();
        self.space.options(key, &mut self.pulse, out)?;
        self.pulse.beats((out.len() - first) as u64 + 1)?;
        let new = &mut out[first..];
        if let Some((higher, option)) = new.iter().find(|(found, _)| *found > tier) {
            let (before, after) = (self.space.show(key), self.space.show(option));
            return Err(TableError::Tier { before, after, tiers: (tier, *higher) });
        }
        if !new.windows(2).all(|pair| pair[0] < pair[1]) {
            new.sort_unstable();
            let mut kept = first;
            for at in first..out.len() {
                if at == first || out[at] != out[kept - 1] {
                    out.swap(at, kept);
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
        Ok(())
    }

    /// A round.
    pub fn exchange(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, TableError> {
        self.exchange.exchange(blocks)
    }

    /// Numbers of all workers, one from each.
    pub fn gather(&mut self, mine: u64) -> Result<Vec<u64>, TableError> {
        let mut block = Vec::new();
        put(&mut block, mine);
        let blocks = self.exchange(vec![block; self.workers])?;
        let number = |block: Vec<u8>| KeyReader::new(&block).number();
        let numbers: Option<Vec<u64>> = blocks.into_iter().map(number).collect();
        numbers.ok_or_else(|| TableError::Peer("a peer sends what is no number".to_owned()))
    }

    /// Whether any worker says yes.
    pub fn any(&mut self, mine: bool) -> Result<bool, TableError> {
        Ok(self.gather(mine.into())?.into_iter().any(|one| one > 0))
    }

    /// Commits if it is time; the first worker decides.
    pub fn commit_if_due(&mut self, phase: Phase) -> Result<(), TableError> {
        let due = self.me == 0 && (self.written > BYTES_PER_COMMIT || (self.settings.is_due)());
        if self.any(due)? { self.commit(phase) } else { Ok(()) }
    }

    /// Makes everything so far the state from which another run goes on.
    pub fn commit(&mut self, phase: Phase) -> Result<(), TableError> {
        if phase == Phase::Forward {
            self.pending.spill()?;
        }
        let owner = (self.me, self.workers);
        let is_listed =
            |segment: &&Segment| segment.owner == owner || self.me == 0 && segment.owner.1 != self.workers;
        let list = |segments: &[Segment]| segments.iter().filter(is_listed).cloned().collect::<Vec<_>>();
        let part = Part {
            positions: list(&self.part.positions),
            runs: list(&self.pending.runs),
            table: list(&self.part.table),
            loopy: self.part.loopy.clone(),
            tally: self.part.tally.clone(),
        };
        self.positions.as_mut().map_or(Ok(()), GrowingFile::sync)?;
        self.table.as_mut().map_or(Ok(()), GrowingFile::sync)?;
        self.store.sync(self.pending.files())?;
        let epoch = self.manifest.epoch + 1;
        self.store.write_part(epoch, self.me, &part)?;
        self.any(false)?;
        self.manifest = Manifest { epoch, phase, ..self.manifest.clone() };
        if self.me == 0 {
            self.store.write_manifest(&self.manifest)?;
        }
        self.any(false)?;
        if self.me == 0 {
            self.clean(phase)?;
        }
        self.any(false)?;
        self.written = 0;
        Ok(())
    }

    /// Removes files that the manifest just written does not need.
    fn clean(&mut self, phase: Phase) -> Result<(), TableError> {
        let parts = self.store.parts(&self.manifest)?;
        let all = parts.iter().flat_map(|part| part.positions.iter().chain(&part.runs).chain(&part.table));
        let mut needed: BTreeSet<Arc<str>> = all.map(|segment| Arc::clone(&segment.file)).collect();
        if phase != Phase::Complete {
            // Files that are being written may have no segment yet.
            for worker in 0..self.workers {
                needed.extend(
                    ["positions", "table"]
                        .map(|kind| format!("{kind}-{}-{worker}", self.manifest.run).into()),
                );
            }
        }
        self.maps.retain(|name, _| needed.contains(name));
        self.store.clean(self.manifest.epoch, &needed);
        Ok(())
    }
}

/// Takes over what matters to a worker from the part of an earlier run.
fn adopt(part: &mut Part, old: Part, owner: (usize, usize)) {
    let matters = |segment: &Segment| segment.owner.1 != owner.1 || segment.owner.0 == owner.0;
    let chosen = |list: Vec<Segment>| list.into_iter().filter(matters);
    part.positions.extend(chosen(old.positions));
    part.runs.extend(chosen(old.runs));
    part.table.extend(chosen(old.table));
    part.loopy.extend(old.loopy);
    if owner.0 == 0 {
        part.tally.join(&old.tally);
    }
}
