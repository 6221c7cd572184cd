//! Many rare heaps: 480 heaps at a time are covered by bits, and what is left is refuted.
//!
//! Rows of bits ([`rows`](super::rows)) exclude nearly all common values that are options, by part of the terms. What
//! they leave are candidates, which are tried against the other terms ([`refute`](super::refute)). Then the heaps are
//! settled one by one: terms that reach into the batch, rare heaps found in it, and the rare values below, most of
//! which are again covered by rows, with small common heaps as witnesses.

use super::fitted::{Fitted, Obstacle, RareTerm};
use super::pool::Pool;
use super::refute::{LANES, Refutation, Survivor, VectorCell};
use super::rows::{BATCH, Bits, CHUNK, CoverList, FARTHEST, NEAREST, NOTED_HEAPS, RecentRows, VALUES};
use crate::base::limits::{Pulse, StopReason};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What the engine has prepared for a game.
#[derive(Debug)]
pub struct Batches<C> {
    rows: RecentRows,
    /// By value: small common heaps that attain it as a rare value.
    witnesses: Vec<CoverList>,
    /// By value: terms that give it, whose rows are the first try.
    covered: Vec<CoverList>,
    terms: RareTerms<C>,
    /// Whether the terms are to be chosen before the next heap.
    outdated: bool,
}

/// What gives common options.
#[derive(Debug)]
struct RareTerms<C> {
    /// Rare terms that candidates are tried against: all but the near ones.
    tried: Refutation,
    /// Rare terms that reach into a group: their x by offset, from [`LANES`] down to 1, and the sentinel of none.
    /// Several terms with the same offset stand in different lists.
    near: Vec<[C; LANES]>,
    /// Takes that make a common option of a rare heap.
    turning: Vec<usize>,
    /// What the terms do for `tried`.
    kills: FxHashMap<RareTerm, u32>,
    /// Rare heaps that the terms know of.
    known: usize,
}

/// Short values beyond this would need too many rows.
pub const WIDEST: u32 = 1 << 12;

/// Most heaps among which witnesses are chosen.
const MAX_WITNESS_CANDIDATES: usize = 4096;
/// Heaps from which on lists are tried before they are used.
const MIN_HEAPS_FOR_TRIALS: usize = 1 << 16;
/// Chunks on which lists are tried.
const SAMPLED_CHUNKS: usize = 64;
/// What a rare term must cover of the sample to be worth its row.
const COVERED_GAIN: u32 = 2;
/// What a witness must attain of the sample to be worth its row.
const WITNESS_GAIN: u32 = 1;
/// Rare terms that a value gets unseen if every heap needs it.
const TERMS_WITHOUT_TRIAL: usize = 704;

impl<C: VectorCell> Batches<C> {
    /// Prepares for the heaps behind those known, with short values below `limit`; `None` when that is too many.
    pub fn new(fitted: &Fitted<C>, limit: u32) -> Option<Batches<C>> {
        let limit = limit.max(fitted.largest_short() + 1).next_power_of_two().max(VALUES as u32);
        if limit > C::LIMIT.next_power_of_two().min(WIDEST) {
            return None;
        }
        let takes = fitted.breaks.takes.iter().copied();
        let mut batches = Batches {
            rows: RecentRows::new(limit as usize, fitted.len()),
            witnesses: Vec::new(),
            covered: Vec::new(),
            terms: RareTerms {
                tried: Refutation::default(),
                near: Vec::new(),
                turning: takes.filter(|&taken| !fitted.keeps_class(taken)).collect(),
                kills: FxHashMap::default(),
                known: 0,
            },
            outdated: true,
        };
        batches.rows.note(shorts(fitted, batches.rows.noted()));
        Some(batches)
    }

    /// Short values are below this.
    pub fn limit(&self) -> u32 {
        self.rows.count() as u32
    }

    /// The cells that must be kept: those that terms reach, and those that training looks at; all, before the terms are known.
    pub fn reach(&self) -> usize {
        if self.outdated {
            return usize::MAX;
        }
        self.terms.tried.farthest().max(FARTHEST) + NOTED_HEAPS + 4 * BATCH
    }

    /// Has the terms chosen anew before the next heap.
    pub fn outdate(&mut self) {
        self.outdated = true;
    }

    /// Chooses the terms to be covered by what the last heaps would have needed; a stop on the way leaves all as it was.
    fn train(&mut self, fitted: &Fitted<C>, pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        self.rows.note(shorts(fitted, self.rows.noted()));
        let frequencies = self.frequencies(fitted);
        let within = |term: &RareTerm| (NEAREST..=FARTHEST).contains(&term.offset);
        let mut terms = fitted.rare_terms();
        terms.retain(within);
        let mut parts = Vec::new();
        for heap in NEAREST..(fitted.len() / 2).min(FARTHEST) {
            if let Some(cell) = fitted.cell_of_prefix(heap).filter(|&cell| cell != C::RARE) {
                fitted.push_terms(heap, cell.short(), &mut parts);
            }
        }
        parts.retain(within);
        let step = parts.len().div_ceil(MAX_WITNESS_CANDIDATES).max(1);
        let parts = parts.into_iter().step_by(step);
        let (terms, parts) = (Pool::new(terms, &frequencies), Pool::new(parts, &frequencies));
        if fitted.len() >= MIN_HEAPS_FOR_TRIALS {
            let rare_below = |heap, short| fitted.fit.rare_below(heap, short);
            let covered =
                self.choose(fitted, &terms, &frequencies, COVERED_GAIN, &|_, short| short, pulse)?;
            let witnesses = self.choose(fitted, &parts, &frequencies, WITNESS_GAIN, &rare_below, pulse)?;
            self.terms.kills = count_kills(fitted, &self.rows, &covered, pulse)?;
            (self.covered, self.witnesses) = (covered, witnesses);
        } else {
            self.covered = unseen(&terms, &frequencies);
            self.witnesses = unseen(&parts, &frequencies);
        }
        self.terms.renew(fitted, self.limit());
        self.outdated = false;
        Ok(())
    }

    /// How often each short value occurs among the last heaps.
    fn frequencies(&self, fitted: &Fitted<C>) -> Vec<u32> {
        let mut counts = vec![0; self.rows.count()];
        let last = shorts(fitted, fitted.len() - (fitted.len() / 2).min(NOTED_HEAPS / 2));
        last.flatten().for_each(|short| counts[short as usize] += 1);
        counts
    }

    /// Lists that are tried on the last heaps, each of which needs the values below its `bound`.
    fn choose(
        &self,
        fitted: &Fitted<C>,
        pool: &Pool,
        frequencies: &[u32],
        least: u32,
        bound: &dyn Fn(usize, u32) -> u32,
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<CoverList>, StopReason> {
        let chunks = (fitted.len() / 4096).min(SAMPLED_CHUNKS);
        let sample = self.rows.sample(fitted.len(), chunks);
        let least = (least as usize * chunks).div_ceil(SAMPLED_CHUNKS) as u32;
        let bound = |heap: usize| match fitted.cell(heap) {
            cell if cell == C::RARE => 0,
            cell => bound(heap, cell.short()),
        };
        let bounds: Vec<[u32; CHUNK]> =
            sample.iter().map(|start| std::array::from_fn(|lane| bound(start + lane))).collect();
        let needed = |value: u32| {
            let bits = |bounds: &[u32; CHUNK]| {
                let mut bits = Bits::default();
                for (lane, &bound) in bounds.iter().enumerate() {
                    bits[lane / 64] |= u64::from(bound > value) << (lane % 64);
                }
                bits
            };
            (&sample[..], bounds.iter().map(bits).collect())
        };
        let choose = |value| {
            pulse.beats((chunks * CHUNK) as u64)?;
            Ok(self.rows.choose(pool, value, needed(value), frequencies, least))
        };
        (0..self.rows.count() as u32).map(choose).collect()
    }

    /// Computes until there are at least `goal` values or an obstacle is met.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn advance(
        &mut self,
        fitted: &mut Fitted<C>,
        goal: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        if self.outdated {
            self.train(fitted, pulse)?;
        }
        let threads = pulse.limits().threads;
        let Batches { rows, witnesses, covered, terms, .. } = self;
        let (witnesses, covered) = (&witnesses[..], &covered[..]);
        rows.note(shorts(fitted, rows.noted()));
        // Lists that were not tried leave too much to the first thread for a second one to pay.
        let desk =
            (threads > 1 && fitted.len() >= MIN_HEAPS_FOR_TRIALS).then(|| (Desk::default(), rows.clone()));
        let mut work = |desk: Option<&Desk>| {
            let mut batch = Batch { rows, witnesses, covered, terms, desk };
            while fitted.len() < goal {
                if let Err(obstacle) = batch.step(fitted, pulse)? {
                    return Ok(Err(obstacle));
                }
            }
            Ok(Ok(()))
        };
        let Some((desk, rows)) = desk else { return work(None) };
        std::thread::scope(|scope| {
            let desk = &desk;
            scope.spawn(move || desk.serve(rows, covered, witnesses));
            // The other thread ends when the desk is closed, also when this one unwinds.
            let _closing = Closing(desk);
            work(Some(desk))
        })
    }
}

/// Lists of terms that meet frequent values, without a look at what they cover: few heaps are not worth a long search.
fn unseen(pool: &Pool, frequencies: &[u32]) -> Vec<CoverList> {
    let all = frequencies.iter().sum::<u32>() as usize;
    let mut above = all;
    let list = |(value, &count): (usize, &u32)| {
        above -= count as usize;
        // Each term covers the same part of what is left, so the number that pays is a logarithm of what is needed.
        let most = TERMS_WITHOUT_TRIAL * (1 + (above << 10) / all.max(1)).ilog2() as usize / 10;
        CoverList::new(pool.mixed(value as u32).take(most), value as u32)
    };
    frequencies.iter().enumerate().map(list).collect()
}

/// The short values of the heaps from `first` on; `None` for rare ones.
fn shorts<C: VectorCell>(fitted: &Fitted<C>, first: usize) -> impl Iterator<Item = Option<u32>> {
    (first..fitted.len()).map(|heap| {
        let cell = fitted.cell(heap);
        (heap > 0 && cell != C::RARE).then(|| cell.short())
    })
}

impl<C: VectorCell> RareTerms<C> {
    /// Takes note of the rare heaps found since the last batch.
    fn append(&mut self, fitted: &Fitted<C>) {
        let mut terms = Vec::new();
        for &(heap, x) in &fitted.rare[self.known..] {
            fitted.push_terms(heap, x, &mut terms);
        }
        self.tried.push(&terms);
        self.known = fitted.rare.len();
    }

    /// Sorts all terms anew, for values below `limit`.
    fn renew(&mut self, fitted: &Fitted<C>, limit: u32) {
        let (near, far): (Vec<RareTerm>, Vec<RareTerm>) =
            fitted.rare_terms().into_iter().partition(|term| term.offset < LANES);
        self.near.clear();
        for term in near {
            let place = LANES - term.offset;
            let list = match self.near.iter().position(|list| list[place] == C::RARE) {
                Some(list) => list,
                None => {
                    self.near.push([C::RARE; LANES]);
                    self.near.len() - 1
                }
            };
            self.near[list][place] = C::from_short(term.x);
        }
        self.tried =
            Refutation::new(&far, limit > C::HALF, |term| self.kills.get(term).copied().unwrap_or(0));
        self.known = fitted.rare.len();
    }
}

/// Batches of the sample on which terms are judged.
const JUDGED_BATCHES: usize = 5;

/// By term: how many candidates it refutes that the rows leave.
fn count_kills<C: VectorCell>(
    fitted: &Fitted<C>,
    rows: &RecentRows,
    covered: &[CoverList],
    pulse: &mut Pulse<'_>,
) -> Result<FxHashMap<RareTerm, u32>, StopReason> {
    let terms = fitted.rare_terms();
    let mut kills = vec![0; terms.len()];
    for start in rows.sample(fitted.len(), JUDGED_BATCHES) {
        let mut common = Sets::new(start);
        for lane in 0..BATCH {
            let (cells, at) = fitted.at(start + lane);
            let bound = if cells[at] == C::RARE { 0 } else { cells[at].short() };
            let mut least = 0;
            while let Some(candidate) =
                common.first_outside(rows, covered, lane, least).filter(|&c| c < bound)
            {
                pulse.beats(terms.len() as u64)?;
                for (term, kills) in terms.iter().zip(&mut kills) {
                    let cell = cells[at - term.offset.min(at)];
                    *kills += u32::from(cell == C::partner(candidate, term.x));
                }
                least = candidate + 1;
            }
        }
    }
    Ok(terms.into_iter().zip(kills).collect())
}

/// One thread's view of the work.
struct Batch<'a, C> {
    rows: &'a mut RecentRows,
    witnesses: &'a [CoverList],
    covered: &'a [CoverList],
    terms: &'a mut RareTerms<C>,
    desk: Option<&'a Desk>,
}

impl<C: VectorCell> Batch<'_, C> {
    /// Appends the values of the heaps up to the end of a batch.
    fn step(
        &mut self,
        fitted: &mut Fitted<C>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        let start = fitted.len() / 8 * 8;
        let noted = self.rows.noted();
        self.rows.note(shorts(fitted, noted));
        let ready = self.desk.and_then(|desk| {
            let ready = desk.answer(start);
            desk.ask(start + BATCH, shorts(fitted, noted));
            ready
        });
        let Covers { mut common, mut rare } = ready.unwrap_or_else(|| Covers::new(start));
        pulse.beats((BATCH / LANES * self.terms.tried.len()) as u64)?;
        for group in (0..BATCH).step_by(LANES) {
            if start + group + LANES <= fitted.len() {
                continue;
            }
            if fitted.rare.len() > self.terms.known {
                self.terms.append(fitted);
            }
            let (cells, at) = fitted.at(start + group);
            let next =
                |lane: usize, least: u32| common.first_outside(self.rows, self.covered, group + lane, least);
            let Some(candidates) = self.terms.tried.survivors(cells, at, next) else {
                return Ok(Err(Obstacle::TooWide));
            };
            let skipped = fitted.len().saturating_sub(start + group);
            for (lane, &candidate) in candidates.iter().enumerate().skip(skipped) {
                let lane = group + lane;
                let further = |least| common.first_outside(self.rows, self.covered, lane, least);
                let Some(short) = self.terms.outlast(fitted, candidate, further) else {
                    return Ok(Err(Obstacle::TooWide));
                };
                let attained = |least| rare.first_outside(self.rows, self.witnesses, lane, least);
                if let Err(obstacle) = settle(fitted, short, attained, pulse)? {
                    return Ok(Err(obstacle));
                }
            }
        }
        if let Some(desk) = self.desk {
            desk.usual.store(common.sets.len(), Ordering::Relaxed);
        }
        Ok(Ok(()))
    }
}

impl<C: VectorCell> RareTerms<C> {
    /// The least common value that is no option of the next heap, given the least that the terms from [`LANES`] on do not
    /// give; `next(least)` gives the first candidate that is at least so large.
    #[inline]
    fn outlast(
        &self,
        fitted: &Fitted<C>,
        candidate: Survivor,
        mut next: impl FnMut(u32) -> Option<u32>,
    ) -> Option<u32> {
        let n = fitted.len();
        let (cells, at) = fitted.at(n);
        let fresh = &fitted.rare[self.known..];
        let given = |short: u32| {
            let (last, wanted) = (&cells[at - LANES..at], C::from_short(short));
            // Without a branch inside, this becomes vector code.
            let by_near = self
                .near
                .iter()
                .any(|list| (0..LANES).fold(false, |hit, lane| hit | list[lane].makes(last[lane], wanted)));
            let by_fresh = fresh.iter().any(|&(heap, x)| {
                let parts = fitted.breaks.splits.iter().filter_map(|split| n.checked_sub(heap + split.taken));
                parts.into_iter().any(|part| part > 0 && fitted.cell(part) == C::partner(short, x))
            });
            let by_turning =
                || self.turning.iter().any(|&taken| taken < n && fitted.rare_at(n - taken) == Some(short));
            by_near || by_fresh || by_turning()
        };
        let mut short = candidate.value;
        let mut second = candidate.second;
        while given(short) {
            if let Some(next) = second.take() {
                short = next;
                continue;
            }
            loop {
                short = next(short + 1).filter(|&short| short < C::LIMIT)?;
                if !self.tried.refutes(cells, at, short) {
                    break;
                }
            }
        }
        Some(short)
    }
}

/// Appends the value of the next heap: the least common value that is no option, unless a rare value below it is none
/// either. `missing` gives the first rare value from a given one on that no witness attains.
#[inline]
fn settle<C: VectorCell>(
    fitted: &mut Fitted<C>,
    short: u32,
    mut missing: impl FnMut(u32) -> Option<u32>,
    pulse: &mut Pulse<'_>,
) -> Result<Result<(), Obstacle>, StopReason> {
    let needed = fitted.fit.rare_below(fitted.len(), short);
    let mut least = 0;
    while let Some(wanted) = missing(least).filter(|&wanted| wanted < needed) {
        match fitted.is_attained(wanted, pulse)? {
            Ok(true) => least = wanted + 1,
            Ok(false) => {
                fitted.push_rare(wanted);
                return Ok(Ok(()));
            }
            Err(obstacle) => return Ok(Err(obstacle)),
        }
    }
    fitted.push(short);
    Ok(Ok(()))
}

/// Where a second thread is given the next batch while the first one works on this one. It has rows of its own.
#[derive(Debug, Default)]
struct Desk {
    /// The first heap of the batch wanted; `DESK_CLOSED` at the end.
    wanted: AtomicUsize,
    /// The short values of the heaps that the other thread has not seen yet; `None` for rare ones.
    unseen: Mutex<Vec<Option<u32>>>,
    /// The sets of the last batch that was wanted.
    answer: Mutex<Option<Covers>>,
    /// How many sets are usually needed.
    usual: AtomicUsize,
}

const DESK_CLOSED: usize = usize::MAX;

/// Closes a desk when it goes out of sight.
struct Closing<'a>(&'a Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.wanted.store(DESK_CLOSED, Ordering::Release);
    }
}

impl Desk {
    /// Asks for a batch.
    fn ask(&self, start: usize, unseen: impl Iterator<Item = Option<u32>>) {
        lock(&self.unseen).extend(unseen);
        self.wanted.store(start, Ordering::Release);
    }

    /// The sets of a batch, if they are ready: to wait would take longer than to work them out.
    fn answer(&self, start: usize) -> Option<Covers> {
        lock(&self.answer).take().filter(|covers| covers.common.start == start)
    }

    fn serve(&self, mut rows: RecentRows, covered: &[CoverList], witnesses: &[CoverList]) {
        let mut last = 0;
        loop {
            wait_for(|| self.wanted.load(Ordering::Acquire) != last);
            last = self.wanted.load(Ordering::Acquire);
            if last == DESK_CLOSED {
                return;
            }
            rows.note(std::mem::take(&mut *lock(&self.unseen)).into_iter());
            let usual = self.usual.load(Ordering::Relaxed).max(1);
            let mut covers = Covers::new(last);
            covers.common.fill(&rows, covered, usual);
            covers.rare.fill(&rows, witnesses, usual);
            *lock(&self.answer) = Some(covers);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for something that should take microseconds: a sleep would take longer.
fn wait_for(ready: impl Fn() -> bool) {
    for _ in 0..1 << 13 {
        if ready() {
            return;
        }
        std::hint::spin_loop();
    }
    while !ready() {
        std::thread::sleep(Duration::from_micros(50));
    }
}

/// What the rows say of a batch.
#[derive(Debug)]
struct Covers {
    /// Common values that are options.
    common: Sets,
    /// Rare values that are.
    rare: Sets,
}

impl Covers {
    fn new(start: usize) -> Covers {
        Covers { common: Sets::new(start), rare: Sets::new(start) }
    }
}

/// Sets of values of the heaps of a batch, 64 values at a time, as they are asked for.
#[derive(Debug)]
struct Sets {
    start: usize,
    sets: Vec<[u64; BATCH]>,
}

impl Sets {
    fn new(start: usize) -> Sets {
        Sets { start, sets: Vec::new() }
    }

    /// Works out the first `count` of them.
    #[cold]
    fn fill(&mut self, rows: &RecentRows, lists: &[CoverList], count: usize) {
        for lists in lists.chunks(VALUES).take(count).skip(self.sets.len()) {
            self.sets.push(rows.cover(self.start, lists));
        }
    }

    /// The least value from `least` on that is not in the set of a heap.
    #[inline(always)]
    fn first_outside(
        &mut self,
        rows: &RecentRows,
        lists: &[CoverList],
        lane: usize,
        least: u32,
    ) -> Option<u32> {
        // Nearly always it is among the first.
        if least < VALUES as u32
            && let Some(set) = self.sets.first()
        {
            let free = !set[lane] >> least << least;
            if free != 0 {
                return Some(free.trailing_zeros());
            }
        }
        self.first_outside_further(rows, lists, lane, least)
    }

    #[inline(never)]
    fn first_outside_further(
        &mut self,
        rows: &RecentRows,
        lists: &[CoverList],
        lane: usize,
        least: u32,
    ) -> Option<u32> {
        let mut place = least as usize / VALUES;
        let mut below = (1u64 << (least % VALUES as u32)) - 1;
        while place * VALUES < lists.len() {
            if self.sets.len() <= place {
                self.fill(rows, lists, place + 1);
            }
            let free = !(self.sets[place][lane] | below);
            if free != 0 {
                return Some((place * VALUES) as u32 + free.trailing_zeros());
            }
            (place, below) = (place + 1, 0);
        }
        None
    }
}
