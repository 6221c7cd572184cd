//! Many rare heaps: 64 heaps at a time are covered by bits, and what is left is refuted.
//!
//! Rows of bits ([`slabs`](super::slabs)) exclude nearly all common values that are options, by part of the items. What they
//! leave are candidates, which are tried against the other items ([`refute`](super::refute)). Then the heaps are settled one by
//! one: items that reach into the batch, rare heaps found in it, and the rare values below, most of which are again covered by
//! rows, with small common heaps as witnesses.

use super::fitted::{Fitted, Item, Obstacle};
use super::refute::{LANES, Lanes, Refutation, Survivor};
use super::slabs::{BATCH, BATCH_ROWS, CoverList, FARTHEST, ROW, Slabs, VALUES};
use crate::limits::{Pulse, StopReason};
use rustc_hash::FxHashMap;

/// What the engine has prepared for a game.
#[derive(Debug)]
pub struct Batches {
    slabs: Slabs,
    /// By slab: items whose rows are the first try.
    covered: Vec<CoverList>,
    /// Items that candidates are tried against: all but the near ones.
    tried: Refutation,
    /// Items that reach into a group.
    near: Vec<Item>,
    /// Takes that make a common option of a rare heap.
    turning: Vec<usize>,
    /// By slab: small common heaps that attain rare values.
    witnesses: Vec<CoverList>,
    /// What the items do for `tried`.
    kills: FxHashMap<Item, u32>,
    /// Rare heaps that the items know of.
    known: usize,
}

/// Short values beyond this would need too many rows.
const WIDEST: u32 = 1 << 12;

/// Most heaps among which witnesses are chosen.
const POOL: usize = 1536;
/// Batches on which lists are tried.
const SAMPLE: usize = 48;
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
        let end = fitted.len();
        let mut slabs = Slabs::new(count, end);
        slabs.prepare(end / ROW * ROW);
        for heap in slabs.first().max(1)..end {
            let cell = fitted.cell(heap);
            if cell != C::RARE {
                slabs.set(heap, cell.short());
            }
        }
        let takes = fitted.breaks.takes.iter().copied();
        let mut batches = Batches {
            slabs,
            covered: Vec::new(),
            tried: Refutation::default(),
            near: Vec::new(),
            turning: takes.filter(|&taken| !fitted.keeps_class(taken)).collect(),
            witnesses: Vec::new(),
            kills: FxHashMap::default(),
            known: 0,
        };
        batches.train(fitted);
        Some(batches)
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
        let parts: Vec<Item> = parts.iter().step_by(parts.len().div_ceil(POOL).max(1)).copied().collect();
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
        let batches = (fitted.len() / 2048).clamp(4, SAMPLE);
        let sample = self.slabs.sample(fitted.len(), batches);
        let slabs = 0..self.slabs.count();
        let choose = |pool: &[Item], least: u32, bound: &dyn Fn(usize, u32) -> u32| -> Vec<CoverList> {
            let least = (least as usize * batches).div_ceil(SAMPLE) as u32;
            let choose = |slab| {
                let needed = sample.clone().map(|start| (start, needed(slab, start, bound))).collect();
                self.slabs.choose(pool, slab, needed, least)
            };
            slabs.clone().map(choose).collect()
        };
        let covered = choose(&items, COVERED_GAIN, &|_, short| short);
        let witnesses = choose(&parts, WITNESS_GAIN, &|heap, short| fitted.fit.rare_below(heap, short));
        (self.covered, self.witnesses) = (covered, witnesses);
        self.kills = self.count_kills(fitted, sample);
        self.renew(fitted);
    }

    /// By item: how many candidates that the rows leave it refutes.
    fn count_kills<C: Lanes>(
        &self,
        fitted: &Fitted<C>,
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
                    common.first_outside(&self.slabs, &self.covered, lane, least).filter(|&c| c < bound)
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

    /// The cells that must be kept: those that items reach, and those that training looks at.
    pub fn reach(&self) -> usize {
        self.tried.farthest().max(FARTHEST) + self.slabs.rows_kept() + 4 * BATCH
    }

    /// Short values are below this.
    pub fn limit(&self) -> u32 {
        (self.slabs.count() * VALUES) as u32
    }

    /// Takes note of the rare heaps found since.
    pub fn renew<C: Lanes>(&mut self, fitted: &Fitted<C>) {
        let (near, far): (Vec<Item>, Vec<Item>) =
            fitted.common_items().into_iter().partition(|item| item.offset < LANES);
        self.near = near;
        self.tried = Refutation::new(&far, |item| self.kills.get(item).copied().unwrap_or(0));
        self.known = fitted.rare.len();
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
        while fitted.len() < goal {
            if let Err(obstacle) = self.step(fitted, pulse)? {
                return Ok(Err(obstacle));
            }
        }
        Ok(Ok(()))
    }

    /// Appends the values of the heaps up to the end of a batch.
    fn step<C: Lanes>(
        &mut self,
        fitted: &mut Fitted<C>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        let start = fitted.len() / ROW * ROW;
        self.slabs.prepare(start);
        if fitted.rare.len() > self.known {
            self.renew(fitted);
        }
        pulse.beats((2 * self.tried.len()) as u64)?;
        let mut common = Sets::new(start);
        let mut rare = Sets::new(start);
        for group in (0..BATCH).step_by(LANES) {
            if start + group + LANES <= fitted.len() {
                continue;
            }
            let (cells, at) = fitted.at(start + group);
            let next = |lane: usize, least: u32| {
                common.first_outside(&self.slabs, &self.covered, group + lane, least)
            };
            let Some(candidates) = self.tried.survivors(cells, at, next) else {
                return Ok(Err(Obstacle::TooWide));
            };
            let skipped = fitted.len().saturating_sub(start + group);
            for (lane, &survivor) in candidates.iter().enumerate().skip(skipped) {
                let settled = self.settle(fitted, group + lane, survivor, &mut common, &mut rare, pulse)?;
                if let Err(obstacle) = settled {
                    return Ok(Err(obstacle));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Appends the value of one heap, given the least value that the items from [`LANES`] on do not give.
    fn settle<C: Lanes>(
        &mut self,
        fitted: &mut Fitted<C>,
        lane: usize,
        survivor: Survivor,
        common: &mut Sets,
        rare: &mut Sets,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        let n = fitted.len();
        let (cells, at) = fitted.at(n);
        let fresh = &fitted.rare[self.known..];
        let refuted = |short: u32| {
            let by_near = self.near.iter().any(|item| cells[at - item.offset] == C::from_short(short ^ item.x));
            let by_fresh = fresh.iter().any(|&(heap, x)| {
                let parts = fitted.breaks.splits.iter().filter_map(|split| n.checked_sub(heap + split.taken));
                parts.into_iter().any(|part| part > 0 && fitted.cell(part) == C::from_short(short ^ x))
            });
            let by_turning =
                || self.turning.iter().any(|&taken| taken < n && fitted.rare_at(n - taken) == Some(short));
            by_near || by_fresh || by_turning()
        };
        let mut short = survivor.short;
        let mut reserve = survivor.next;
        while refuted(short) {
            if let Some(next) = reserve.take() {
                short = next;
                continue;
            }
            loop {
                let next = common.first_outside(&self.slabs, &self.covered, lane, short + 1);
                let Some(next) = next else { return Ok(Err(Obstacle::TooWide)) };
                short = next;
                if !self.tried.refutes(cells, at, short) {
                    break;
                }
            }
        }
        let needed = fitted.fit.rare_below(n, short);
        let mut least = 0;
        loop {
            let missing = rare.first_outside(&self.slabs, &self.witnesses, lane, least);
            let Some(missing) = missing.filter(|&missing| missing < needed) else { break };
            match fitted.is_attained(missing, pulse)? {
                Ok(true) => least = missing + 1,
                Ok(false) => {
                    fitted.push_rare(missing);
                    return Ok(Ok(()));
                }
                Err(obstacle) => return Ok(Err(obstacle)),
            }
        }
        fitted.push(short);
        self.slabs.set(n, short);
        Ok(Ok(()))
    }
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
