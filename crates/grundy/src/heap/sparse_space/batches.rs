//! Many rare heaps: 64 heaps at a time are covered by bits, and what is left is refuted.
//!
//! Rows of bits ([`slabs`](super::slabs)) exclude nearly all common values that are options, by part of the items. What they
//! leave are candidates, which are tried against the other items ([`refute`](super::refute)). Then the heaps are settled one by
//! one: items that reach into the batch, rare heaps found in it, and the rare values below, most of which are again covered by
//! rows, with small common heaps as witnesses.

use super::fitted::{Fitted, Item, Obstacle};
use super::refute::{LANES, Lanes, Refutation};
use super::slabs::{BATCH, BATCH_ROWS, CoverList, FARTHEST, ROW, Slabs, VALUES};
use crate::limits::{Pulse, StopReason};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

/// What the engine has prepared for a game.
#[derive(Debug)]
pub struct Batches {
    /// Behind a lock for the second thread; the two never want it at the same time.
    slabs: RwLock<Slabs>,
    /// The heaps below this are in the slabs.
    noted: usize,
    /// By slab: small common heaps that attain rare values.
    witnesses: Vec<CoverList>,
    items: Items,
}

/// What gives common options.
#[derive(Debug)]
struct Items {
    /// By slab: items whose rows are the first try.
    covered: Vec<CoverList>,
    /// Items that candidates are tried against: all but the near ones.
    tried: Refutation,
    /// Items that reach into a group.
    near: Vec<Item>,
    /// Takes that make a common option of a rare heap.
    turning: Vec<usize>,
    /// What the items do for `tried`.
    kills: FxHashMap<Item, u32>,
    /// Rare heaps that the items know of.
    known: usize,
}

/// Short values beyond this would need too many rows.
pub const WIDEST: u32 = 1 << 12;

/// Most heaps among which witnesses are chosen.
const POOL: usize = 1536;
/// Batches on which lists are tried.
const SAMPLE: usize = 40;
/// What an item must cover of the sample to be worth its rows.
const COVERED_GAIN: u32 = 8;
/// What a witness must attain of the sample to be worth its rows.
const WITNESS_GAIN: u32 = 4;

impl Batches {
    /// Prepares for the heaps behind those known, with short values below `limit`; `None` when that is too many.
    pub fn new<C: Lanes>(fitted: &Fitted<C>, limit: u32) -> Option<Batches> {
        let limit = limit.max(fitted.largest_short() + 1).next_power_of_two().max(VALUES as u32);
        if limit > C::LIMIT.min(WIDEST) {
            return None;
        }
        let count = limit as usize / VALUES;
        let slabs = Slabs::new(count, fitted.len());
        let takes = fitted.breaks.takes.iter().copied();
        let mut batches = Batches {
            noted: slabs.first(),
            slabs: RwLock::new(slabs),
            witnesses: Vec::new(),
            items: Items {
                covered: Vec::new(),
                tried: Refutation::default(),
                near: Vec::new(),
                turning: takes.filter(|&taken| !fitted.keeps_class(taken)).collect(),
                kills: FxHashMap::default(),
                known: 0,
            },
        };
        batches.note(fitted);
        batches.train(fitted);
        Some(batches)
    }

    /// Short values are below this.
    pub fn limit(&self) -> u32 {
        (self.rows().count() * VALUES) as u32
    }

    /// The cells that must be kept: those that items reach, and those that training looks at.
    pub fn reach(&self) -> usize {
        self.items.tried.farthest().max(FARTHEST) + self.rows().heaps_kept() + 4 * BATCH
    }

    fn rows(&self) -> RwLockReadGuard<'_, Slabs> {
        self.slabs.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the values found since last time into the slabs, and makes room for the next batch.
    fn note<C: Lanes>(&mut self, fitted: &Fitted<C>) {
        let slabs = self.slabs.get_mut().unwrap_or_else(PoisonError::into_inner);
        note(slabs, &mut self.noted, fitted);
    }

    /// Chooses the items to be covered by what the last heaps would have needed.
    pub fn train<C: Lanes>(&mut self, fitted: &Fitted<C>) {
        let within = |item: &Item| (BATCH..=FARTHEST).contains(&item.offset);
        let items: Vec<Item> = fitted.common_items().into_iter().filter(within).collect();
        let mut parts = Vec::new();
        for heap in BATCH..(fitted.len() / 4).min(FARTHEST) {
            if let Some(cell) = fitted.cell_of_prefix(heap).filter(|&cell| cell != C::RARE) {
                fitted.push_items(heap, cell.short(), &mut parts);
            }
        }
        parts.retain(within);
        // Few heaps are not worth a long search.
        let pool = POOL.min(256 + fitted.len() / 64);
        let parts: Vec<Item> = parts.iter().step_by(parts.len().div_ceil(pool).max(1)).copied().collect();
        // Rows of values below a bound, which depends on the heap and on its value.
        let needed = |slab: usize, start: usize, bound: &dyn Fn(usize, u32) -> u32| {
            let mut rows = [[0; VALUES]; BATCH_ROWS];
            for index in 0..BATCH {
                let cell = fitted.cell(start + index);
                let bound = if cell == C::RARE { 0 } else { bound(start + index, cell.short()) as usize };
                for byte in &mut rows[index / ROW][..bound.saturating_sub(slab * VALUES).min(VALUES)] {
                    *byte |= 1 << (index % ROW);
                }
            }
            rows
        };
        let batches = (fitted.len() / 4096).clamp(4, SAMPLE);
        let rows = self.rows();
        let sample = rows.sample(fitted.len(), batches);
        let choose = |pool: &[Item], least: u32, bound: &dyn Fn(usize, u32) -> u32| -> Vec<CoverList> {
            let least = (least as usize * batches).div_ceil(SAMPLE) as u32;
            let choose = |slab| {
                let needed = sample.clone().map(|start| (start, needed(slab, start, bound))).collect();
                rows.choose(pool, slab, needed, least)
            };
            (0..rows.count()).map(choose).collect()
        };
        let covered = choose(&items, COVERED_GAIN, &|_, short| short);
        let witnesses = choose(&parts, WITNESS_GAIN, &|heap, short| fitted.fit.rare_below(heap, short));
        let kills = count_kills(fitted, &rows, &covered, sample);
        drop(rows);
        self.witnesses = witnesses;
        (self.items.covered, self.items.kills) = (covered, kills);
        self.items.renew(fitted);
    }

    /// Computes until there are at least `goal` values or an obstacle is met.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn advance<C: Lanes>(
        &mut self,
        fitted: &mut Fitted<C>,
        goal: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        let threads = pulse.limits().threads;
        let Batches { slabs, noted, witnesses, items } = self;
        let (slabs, witnesses) = (&*slabs, &witnesses[..]);
        let mut work = |desk: Option<&Desk>| {
            let mut batch = Batch { slabs, witnesses, noted, items, desk };
            while fitted.len() < goal {
                if let Err(obstacle) = batch.step(fitted, pulse)? {
                    return Ok(Err(obstacle));
                }
            }
            Ok(Ok(()))
        };
        if threads < 2 {
            return work(None);
        }
        let desk = Desk::default();
        std::thread::scope(|scope| {
            scope.spawn(|| desk.serve(slabs, witnesses));
            // The other thread ends when the desk is closed, also when this one unwinds.
            let _closing = Closing(&desk);
            work(Some(&desk))
        })
    }
}

impl Items {
    /// Takes note of the rare heaps found since the last batch.
    fn append<C: Lanes>(&mut self, fitted: &Fitted<C>) {
        let mut items = Vec::new();
        for &(heap, x) in &fitted.rare[self.known..] {
            fitted.push_items(heap, x, &mut items);
        }
        self.tried.push(&items);
        self.known = fitted.rare.len();
    }

    /// Sorts all items anew.
    fn renew<C: Lanes>(&mut self, fitted: &Fitted<C>) {
        let (near, far): (Vec<Item>, Vec<Item>) =
            fitted.common_items().into_iter().partition(|item| item.offset < LANES);
        self.near = near;
        self.tried = Refutation::new(&far, |item| self.kills.get(item).copied().unwrap_or(0));
        self.known = fitted.rare.len();
    }
}

fn note<C: Lanes>(slabs: &mut Slabs, noted: &mut usize, fitted: &Fitted<C>) {
    slabs.prepare(fitted.len() / ROW * ROW);
    for heap in (*noted).max(1)..fitted.len() {
        let cell = fitted.cell(heap);
        if cell != C::RARE {
            slabs.set(heap, cell.short());
        }
    }
    *noted = fitted.len();
}

/// By item: how many candidates it refutes that the rows leave.
fn count_kills<C: Lanes>(
    fitted: &Fitted<C>,
    rows: &Slabs,
    covered: &[CoverList],
    sample: impl Iterator<Item = usize>,
) -> FxHashMap<Item, u32> {
    let items = fitted.common_items();
    let mut kills = vec![0; items.len()];
    for start in sample {
        let mut common = Sets::new(start);
        for lane in 0..BATCH {
            let (cells, at) = fitted.at(start + lane);
            let bound = if cells[at] == C::RARE { 0 } else { cells[at].short() };
            let mut least = 0;
            while let Some(candidate) =
                common.first_outside(rows, covered, lane, least).filter(|&c| c < bound)
            {
                for (item, kills) in items.iter().zip(&mut kills) {
                    let cell = cells[at - item.offset.min(at)];
                    *kills += u32::from(cell == C::from_short(candidate ^ item.x));
                }
                least = candidate + 1;
            }
        }
    }
    items.into_iter().zip(kills).collect()
}

/// One thread's view of the work.
struct Batch<'a> {
    slabs: &'a RwLock<Slabs>,
    witnesses: &'a [CoverList],
    noted: &'a mut usize,
    items: &'a mut Items,
    desk: Option<&'a Desk>,
}

impl Batch<'_> {
    /// Appends the values of the heaps up to the end of a batch.
    fn step<C: Lanes>(
        &mut self,
        fitted: &mut Fitted<C>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        let start = fitted.len() / ROW * ROW;
        note(&mut self.slabs.write().unwrap_or_else(PoisonError::into_inner), self.noted, fitted);
        let desk = self.desk.filter(|desk| desk.is_quick());
        if let Some(desk) = desk {
            desk.ask(start);
        }
        if fitted.rare.len() > self.items.known {
            self.items.append(fitted);
        }
        pulse.beats(2 * self.items.tried.len() as u64)?;
        let slabs = self.slabs.read().unwrap_or_else(PoisonError::into_inner);
        let mut common = Sets::new(start);
        let mut rare = None;
        for group in (0..BATCH).step_by(LANES) {
            if start + group + LANES <= fitted.len() {
                continue;
            }
            let (cells, at) = fitted.at(start + group);
            let next = |lane: usize, least: u32| {
                common.first_outside(&slabs, &self.items.covered, group + lane, least)
            };
            let Some(candidates) = self.items.tried.survivors(cells, at, next) else {
                return Ok(Err(Obstacle::TooWide));
            };
            let rare = rare.get_or_insert_with(|| match desk {
                Some(desk) => desk.answer(start),
                None => Sets::new(start),
            });
            let skipped = fitted.len().saturating_sub(start + group);
            for (lane, &candidate) in candidates.iter().enumerate().skip(skipped) {
                let lane = group + lane;
                let Some(short) = self.items.outlast(fitted, &slabs, &mut common, lane, candidate) else {
                    return Ok(Err(Obstacle::TooWide));
                };
                let attained = |least| rare.first_outside(&slabs, self.witnesses, lane, least);
                if let Err(obstacle) = settle(fitted, short, attained, pulse)? {
                    return Ok(Err(obstacle));
                }
            }
        }
        if let (Some(desk), Some(rare)) = (self.desk, rare) {
            desk.usual.store(rare.slabs.len(), Ordering::Relaxed);
        }
        Ok(Ok(()))
    }
}

impl Items {
    /// The least common value that is no option of the next heap, given the least that the items from [`LANES`] on do not
    /// give.
    #[inline]
    fn outlast<C: Lanes>(
        &self,
        fitted: &Fitted<C>,
        slabs: &Slabs,
        common: &mut Sets,
        lane: usize,
        candidate: u32,
    ) -> Option<u32> {
        let n = fitted.len();
        let (cells, at) = fitted.at(n);
        let fresh = &fitted.rare[self.known..];
        let given = |short: u32| {
            let by_near =
                self.near.iter().any(|item| cells[at - item.offset] == C::from_short(short ^ item.x));
            let by_fresh = fresh.iter().any(|&(heap, x)| {
                let parts = fitted.breaks.splits.iter().filter_map(|split| n.checked_sub(heap + split.taken));
                parts.into_iter().any(|part| part > 0 && fitted.cell(part) == C::from_short(short ^ x))
            });
            let by_turning =
                || self.turning.iter().any(|&taken| taken < n && fitted.rare_at(n - taken) == Some(short));
            by_near || by_fresh || by_turning()
        };
        let mut short = candidate;
        while given(short) {
            loop {
                short = common.first_outside(slabs, &self.covered, lane, short + 1)?;
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
fn settle<C: Lanes>(
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

/// Where a second thread is asked for the rare sets of a batch while the first one works on the common ones.
#[derive(Debug, Default)]
struct Desk {
    /// The batch asked for, one more than its first heap; `CLOSED` at the end.
    asked: AtomicUsize,
    /// The batch answered.
    answered: AtomicUsize,
    answer: Mutex<Vec<[u32; BATCH]>>,
    /// How many slabs are usually needed.
    usual: AtomicUsize,
    /// Batches for which nothing is asked, because an answer was late: then the processors have other work to do.
    pause: AtomicUsize,
}

/// Batches without the second thread after it was late.
const PAUSE: usize = 1 << 12;

const CLOSED: usize = usize::MAX;

/// Closes a desk when it goes out of sight.
struct Closing<'a>(&'a Desk);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.asked.store(CLOSED, Ordering::Release);
    }
}

impl Desk {
    fn ask(&self, start: usize) {
        self.asked.store(start + 1, Ordering::Release);
    }

    /// Whether it is worth asking.
    fn is_quick(&self) -> bool {
        let pause = self.pause.load(Ordering::Relaxed);
        self.pause.store(pause.saturating_sub(1), Ordering::Relaxed);
        pause == 0
    }

    fn answer(&self, start: usize) -> Sets {
        if !wait_for(|| self.answered.load(Ordering::Acquire) == start + 1) {
            self.pause.store(PAUSE, Ordering::Relaxed);
        }
        let slabs = std::mem::take(&mut *self.answer.lock().unwrap_or_else(PoisonError::into_inner));
        Sets { start, slabs }
    }

    fn serve(&self, slabs: &RwLock<Slabs>, witnesses: &[CoverList]) {
        let mut last = 0;
        loop {
            wait_for(|| self.asked.load(Ordering::Acquire) != last);
            last = self.asked.load(Ordering::Acquire);
            if last == CLOSED {
                return;
            }
            let rows = slabs.read().unwrap_or_else(PoisonError::into_inner);
            let usual = 0..self.usual.load(Ordering::Relaxed).min(rows.count());
            let sets = usual.map(|slab| rows.cover(last - 1, &witnesses[slab], slab)).collect();
            drop(rows);
            *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = sets;
            self.answered.store(last, Ordering::Release);
        }
    }
}

/// Waits for something that should take microseconds, and says whether it did: a sleep would take longer.
fn wait_for(ready: impl Fn() -> bool) -> bool {
    for _ in 0..1 << 13 {
        if ready() {
            return true;
        }
        std::hint::spin_loop();
    }
    while !ready() {
        std::thread::sleep(Duration::from_micros(50));
    }
    false
}

/// Sets of values of the heaps of a batch, slab by slab, as they are asked for.
struct Sets {
    start: usize,
    slabs: Vec<[u32; BATCH]>,
}

impl Sets {
    fn new(start: usize) -> Sets {
        Sets { start, slabs: Vec::new() }
    }

    /// The least value from `least` on that is not in the set of a heap.
    #[inline]
    fn first_outside(&mut self, slabs: &Slabs, lists: &[CoverList], lane: usize, least: u32) -> Option<u32> {
        let mut slab = least as usize / VALUES;
        let mut below = (1u32 << (least % VALUES as u32)) - 1;
        while slab < slabs.count() {
            while self.slabs.len() <= slab {
                self.slabs.push(slabs.cover(self.start, &lists[self.slabs.len()], self.slabs.len()));
            }
            let free = !(self.slabs[slab][lane] | below);
            if free != 0 {
                return Some((slab * VALUES) as u32 + free.trailing_zeros());
            }
            (slab, below) = (slab + 1, 0);
        }
        None
    }
}
