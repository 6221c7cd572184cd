//! Values of games that break heaps in two, by sparse spaces.
//!
//! The first heaps are worked out from all pairs (`small_pairs`, `pairs`). When a mask is found that calls few values
//! rare (`space`), the values are kept short under it (`fitted`). Where few heaps are rare, the engine goes on with
//! sets of values for 32 heaps at a time (`planes`); where many are, with larger sets for 64 heaps while n is small
//! (`wide_planes`), and later with 480 heaps at a time, covered by rows of bits (`rows`), and what is left is refuted
//! (`refute`, `batches`) or looked for among all pairs (`scan`). Every value is exact: the mask decides only how much
//! has to be looked at. The mask is looked for again as the heaps become more. A game for which none is found stays
//! with all pairs. [`scalar`] is the same idea without vectors, one heap at a time.

mod batches;
pub mod breaks;
mod fitted;
mod mirror;
mod pairs;
mod planes;
mod pool;
mod refute;
mod rows;
pub mod scalar;
mod scan;
mod small_pairs;
mod space;
mod wide_planes;

use super::run::Status;
use super::terms::Terms;
use crate::base::limits::{Pulse, StopReason};
use batches::Batches;
use breaks::Breaks;
use fitted::{Fitted, Obstacle};
use pairs::Pairs;
use planes::Planes;
use space::Fit;
pub use space::Space;
use wide_planes::WidePlanes;

/// The values of a game, as far as they were asked for.
#[derive(Debug)]
pub struct SparseSpace {
    breaks: Breaks,
    /// Values that do not follow from the moves.
    first: Vec<u32>,
    stage: Stage,
    /// The number of heaps at which to look for a mask again.
    fit_at: usize,
    /// Whether dropped values were needed once, so that from now on all are kept.
    keeps: bool,
}

#[derive(Debug)]
enum Stage {
    Pairs(Pairs),
    Planes(Fitted<u8>, Planes),
    WidePlanes(Fitted<u8>, WidePlanes),
    Bytes(Fitted<u8>, Batches<u8>),
    Words(Fitted<u16>, Batches<u16>),
    /// Values beyond 16 bits.
    Plain(Vec<u32>),
}

/// Heaps before the first mask is looked for.
const HEAPS_BEFORE_MASK: usize = 2048;

/// The factor by which heaps become more until a mask is looked for again and lists are chosen anew: early heaps
/// differ, later ones are alike.
fn growth(heaps: usize) -> usize {
    match heaps.ilog2() {
        ..14 => 2,
        14..18 => 4,
        _ => 16,
    }
}

impl SparseSpace {
    /// Goes on from the first values of a game, which are few: those before its moves set in, if any.
    pub fn new(breaks: Breaks, first: Vec<u32>) -> SparseSpace {
        SparseSpace {
            breaks,
            first: first.clone(),
            stage: Stage::pairs(first),
            fit_at: HEAPS_BEFORE_MASK,
            keeps: false,
        }
    }

    /// Goes on from values that are known.
    pub fn restored(mut self, values: &dyn Terms) -> SparseSpace {
        let count = values.count() as usize;
        let sample = Sample::last(values);
        let Some((fit, rare)) = sample.best_fit(self.breaks.parity()) else { return self };
        if rare <= sample.quarter() && count >= HEAPS_BEFORE_MASK {
            self.stage = Stage::new(&self.breaks, fit, AllOf::new(values));
            self.fit_at = 2 * count;
        } else {
            self.stage = Stage::pairs(AllOf::new(values).collect());
        }
        self
    }

    /// Computes until there are at least `count` values; a stop on the way leaves those found so far.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn extend(&mut self, count: usize, pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        while self.len() < count {
            if self.len() >= self.fit_at {
                self.fit_at = self.len() * growth(self.len());
                self.look_for_mask();
            }
            let goal = count.min(self.fit_at);
            match self.stage.advance(&self.breaks, goal, pulse)? {
                Ok(()) => {}
                Err(Obstacle::TooWide) if !self.is_widest() || self.keeps_all() => self.widen(),
                // Plain values need all of them.
                Err(Obstacle::TooWide | Obstacle::Dropped) => self.recover(pulse)?,
            }
        }
        Ok(())
    }

    /// Whether only plain values are wider.
    fn is_widest(&self) -> bool {
        matches!(&self.stage, Stage::Words(_, batches) if batches.limit() >= batches::WIDEST)
    }

    /// Goes on with an engine for larger values.
    fn widen(&mut self) {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Plain(Vec::new())) {
            Stage::Planes(fitted, _) => Stage::many(fitted, planes::LIMIT + 1),
            // Values are too large, or the heaps too many.
            Stage::WidePlanes(fitted, _) if fitted.len() < wide_planes::SMALL_N => {
                Stage::bytes(fitted, wide_planes::LIMIT + 1)
            }
            Stage::WidePlanes(fitted, _) => Stage::bytes(fitted, 0),
            Stage::Bytes(fitted, batches) => Stage::bytes(fitted, batches.limit() + 1),
            Stage::Words(fitted, batches) => Stage::words(fitted, batches.limit() + 1),
            Stage::Pairs(pairs) => Stage::Plain(pairs.values.into_iter().map(u32::from).collect()),
            Stage::Plain(values) => Stage::Plain(values),
        };
    }

    /// Computes once more what was dropped, because a value turns out to depend on it.
    fn recover(&mut self, pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        let mut again =
            SparseSpace { keeps: true, ..SparseSpace::new(self.breaks.clone(), self.first.clone()) };
        again.extend(self.len(), pulse)?;
        *self = again;
        Ok(())
    }

    /// Drops values that the engine will not need, except the last `keep`: for those who read them as they come.
    pub fn forget(&mut self, keep: usize) {
        match &mut self.stage {
            _ if self.keeps => {}
            Stage::Planes(fitted, planes) => fitted.forget(keep.max(planes.reach())),
            Stage::Bytes(fitted, batches) => fitted.forget(keep.max(batches.reach())),
            Stage::Words(fitted, batches) => fitted.forget(keep.max(batches.reach())),
            Stage::Pairs(_) | Stage::WidePlanes(..) | Stage::Plain(_) => {}
        }
    }

    fn len(&self) -> usize {
        match &self.stage {
            Stage::Pairs(pairs) => pairs.values.len(),
            Stage::Planes(fitted, _) | Stage::WidePlanes(fitted, _) | Stage::Bytes(fitted, _) => fitted.len(),
            Stage::Words(fitted, _) => fitted.len(),
            Stage::Plain(values) => values.len(),
        }
    }

    /// The mask in use and its rare heaps.
    pub fn space(&self) -> Option<Space> {
        match &self.stage {
            Stage::Planes(fitted, _) | Stage::WidePlanes(fitted, _) | Stage::Bytes(fitted, _) => {
                Some(fitted.space())
            }
            Stage::Words(fitted, _) => Some(fitted.space()),
            Stage::Pairs(_) | Stage::Plain(_) => None,
        }
    }

    /// Whether a mask was looked for and none was found.
    pub fn is_dense(&self) -> bool {
        self.len() > HEAPS_BEFORE_MASK && self.space().is_none()
    }

    /// Looks for a better mask, and prepares the engine for values as they have become.
    fn look_for_mask(&mut self) {
        let count = self.len();
        let sample = Sample::last(self);
        let Some((fit, rare)) = sample.best_fit(self.breaks.parity()) else { return };
        let rare_now = self.fit().map_or(sample.values.len() as u64, |fit| sample.rare(fit));
        let is_sparse = rare <= sample.quarter();
        // Another mask is worth the change only if it is much better; a mask that has failed is given up.
        let change = match self.fit() {
            None => is_sparse,
            Some(_) if !self.keeps_all() || count > MAX_HEAPS_OF_CHANGE => false,
            Some(_) if rare_now > sample.quarter() => true,
            Some(_) if count <= MAX_HEAPS_OF_CHEAP_CHANGE => rare_now > 64 && 8 * rare < 7 * rare_now,
            Some(_) => rare_now > 64 && 2 * rare < rare_now,
        };
        match &mut self.stage {
            _ if change => {
                self.stage = match is_sparse {
                    true => Stage::new(&self.breaks, fit, AllOf::new(self)),
                    false => Stage::pairs(AllOf::new(self).collect()),
                };
            }
            Stage::Planes(fitted, _)
                if count < MAX_HEAPS_OF_CHEAP_CHANGE && fitted.rare.len() > planes::MAX_RARE_HEAPS =>
            {
                self.widen();
            }
            Stage::WidePlanes(fitted, _) if wide_planes::fits(fitted) => {}
            Stage::WidePlanes(..) => self.widen(),
            Stage::Planes(fitted, planes) if planes.is_outdated(fitted) => *planes = Planes::new(fitted),
            Stage::Planes(..) => {}
            Stage::Bytes(_, batches) => batches.outdate(),
            Stage::Words(_, batches) => batches.outdate(),
            Stage::Pairs(_) | Stage::Plain(_) => {}
        }
    }

    /// How far it has come.
    pub fn status(&self) -> Status {
        let of = |rare: Option<u64>, largest: u32| {
            let count = self.len() as u64;
            Status { count, rare, largest, bytes: self.width() * (count - self.first()) }
        };
        match &self.stage {
            Stage::Pairs(pairs) => of(None, pairs.largest()),
            Stage::Planes(fitted, _) | Stage::WidePlanes(fitted, _) | Stage::Bytes(fitted, _) => {
                of(Some(fitted.rare.len() as u64), fitted.largest_value())
            }
            Stage::Words(fitted, _) => of(Some(fitted.rare.len() as u64), fitted.largest_value()),
            Stage::Plain(values) => of(None, values.iter().max().copied().unwrap_or(0)),
        }
    }

    /// Bytes of a value.
    pub fn width(&self) -> u64 {
        match &self.stage {
            Stage::Planes(..) | Stage::WidePlanes(..) | Stage::Bytes(..) => 1,
            Stage::Words(..) => 2,
            Stage::Pairs(_) | Stage::Plain(_) => 4,
        }
    }

    fn fit(&self) -> Option<Fit> {
        match &self.stage {
            Stage::Planes(fitted, _) | Stage::WidePlanes(fitted, _) | Stage::Bytes(fitted, _) => {
                Some(fitted.fit)
            }
            Stage::Words(fitted, _) => Some(fitted.fit),
            Stage::Pairs(_) | Stage::Plain(_) => None,
        }
    }

    /// The first heap whose value is still there.
    pub fn first(&self) -> u64 {
        let first = match &self.stage {
            Stage::Planes(fitted, _) | Stage::WidePlanes(fitted, _) | Stage::Bytes(fitted, _) => {
                fitted.first()
            }
            Stage::Words(fitted, _) => fitted.first(),
            Stage::Pairs(_) | Stage::Plain(_) => 0,
        };
        first as u64
    }

    fn keeps_all(&self) -> bool {
        self.first() == 0
    }
}

/// The last values, by which masks are judged.
struct Sample {
    first: usize,
    values: Vec<u32>,
}

impl Sample {
    fn last(values: &dyn Terms) -> Sample {
        let count = values.count() as usize;
        let mut sample = Sample {
            first: count.saturating_sub(SAMPLED_VALUES),
            values: vec![0; count.min(SAMPLED_VALUES)],
        };
        values.read(sample.first as u64, &mut sample.values);
        sample
    }

    /// A mask that calls more of them rare is none.
    fn quarter(&self) -> u64 {
        self.values.len() as u64 / 4
    }

    /// The best mask, and how many values it calls rare.
    fn best_fit(&self, parity: Option<usize>) -> Option<(Fit, u64)> {
        let mut counts = vec![[0; 2]; self.values.iter().max().map_or(0, |&largest| largest as usize + 1)];
        for (heap, &value) in (self.first..).zip(&self.values).filter(|(heap, _)| *heap > 0) {
            counts[value as usize][heap % 2] += 1;
        }
        Fit::best(&counts, parity)
    }

    /// How many values a mask calls rare.
    fn rare(&self, fit: Fit) -> u64 {
        let heaps = (self.first..).zip(&self.values);
        heaps.filter(|&(heap, &value)| !fit.is_common(heap, value)).count() as u64
    }
}

/// Iterates over all values, a block at a time.
#[derive(Clone)]
struct AllOf<'a> {
    values: &'a dyn Terms,
    block: Vec<u32>,
    next: usize,
}

impl<'a> AllOf<'a> {
    fn new(values: &'a dyn Terms) -> AllOf<'a> {
        AllOf { values, block: Vec::new(), next: 0 }
    }
}

impl Iterator for AllOf<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (block, place) = (self.next / SAMPLED_VALUES, self.next % SAMPLED_VALUES);
        if place == 0 {
            let first = (block * SAMPLED_VALUES) as u64;
            self.block.resize(self.values.count().checked_sub(first)?.min(SAMPLED_VALUES as u64) as usize, 0);
            self.values.read(first, &mut self.block);
        }
        let value = *self.block.get(place)?;
        self.next += 1;
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.values.count() as usize - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for AllOf<'_> {}

/// Values by which a mask is judged.
const SAMPLED_VALUES: usize = 1 << 16;
/// Up to so many heaps a change of the mask costs next to nothing.
const MAX_HEAPS_OF_CHEAP_CHANGE: usize = 1 << 14;
/// With more heaps than this the mask stays as it is.
const MAX_HEAPS_OF_CHANGE: usize = 1 << 24;

impl Stage {
    /// Puts values under a mask, in cells as small as they allow.
    fn new(breaks: &Breaks, fit: Fit, values: impl ExactSizeIterator<Item = u32> + Clone) -> Stage {
        match Fitted::new(breaks.clone(), fit, values.clone()) {
            Some(fitted)
                if fitted.largest_short() < planes::LIMIT && fitted.rare.len() <= planes::MAX_RARE_HEAPS =>
            {
                let planes = Planes::new(&fitted);
                Stage::Planes(fitted, planes)
            }
            Some(fitted) => Stage::many(fitted, 0),
            None => match Fitted::new(breaks.clone(), fit, values.clone()) {
                Some(fitted) => Stage::words(fitted, 0),
                None => Stage::Plain(values.collect()),
            },
        }
    }

    fn pairs(values: Vec<u32>) -> Stage {
        let narrow: Option<Vec<u16>> = values.iter().map(|&value| u16::try_from(value).ok()).collect();
        narrow.map_or(Stage::Plain(values), |values| Stage::Pairs(Pairs::new(values)))
    }

    /// For many rare heaps, and values that may reach `limit`.
    fn many(fitted: Fitted<u8>, limit: u32) -> Stage {
        match WidePlanes::new(&fitted) {
            Some(planes) => Stage::WidePlanes(fitted, planes),
            None => Stage::bytes(fitted, limit),
        }
    }

    fn bytes(fitted: Fitted<u8>, limit: u32) -> Stage {
        match Batches::new(&fitted, limit) {
            Some(batches) => Stage::Bytes(fitted, batches),
            None => Stage::words(fitted.widened(), limit),
        }
    }

    fn words(fitted: Fitted<u16>, limit: u32) -> Stage {
        match Batches::new(&fitted, limit) {
            Some(batches) => Stage::Words(fitted, batches),
            None => {
                let mut values = vec![0; fitted.len()];
                fitted.read(0, &mut values);
                Stage::Plain(values)
            }
        }
    }

    /// Computes until there are `goal` values or an obstacle is met.
    fn advance(
        &mut self,
        breaks: &Breaks,
        goal: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<(), Obstacle>, StopReason> {
        match self {
            Stage::Pairs(pairs) => {
                while pairs.values.len() < goal {
                    if pairs.push(breaks, pulse)?.is_some() {
                        return Ok(Err(Obstacle::TooWide));
                    }
                }
                Ok(Ok(()))
            }
            Stage::Planes(fitted, planes) => {
                while fitted.len() < goal {
                    pulse.beats(planes.cost())?;
                    match planes.step(fitted, pulse)? {
                        Ok(false) => {}
                        Ok(true) => planes.renew(fitted),
                        Err(obstacle) => return Ok(Err(obstacle)),
                    }
                }
                Ok(Ok(()))
            }
            Stage::WidePlanes(fitted, planes) => planes.advance(fitted, goal, pulse),
            Stage::Bytes(fitted, batches) => batches.advance(fitted, goal, pulse),
            Stage::Words(fitted, batches) => batches.advance(fitted, goal, pulse),
            Stage::Plain(values) => Ok(Ok(scalar::fill(breaks, goal, values, pulse)?)),
        }
    }
}

impl Terms for SparseSpace {
    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn value(&self, heap: u64) -> u32 {
        let heap = heap as usize;
        match &self.stage {
            Stage::Pairs(pairs) => u32::from(pairs.values[heap]),
            Stage::Planes(fitted, _) | Stage::WidePlanes(fitted, _) | Stage::Bytes(fitted, _) => {
                fitted.value(heap)
            }
            Stage::Words(fitted, _) => fitted.value(heap),
            Stage::Plain(values) => values[heap],
        }
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        let first = first as usize;
        match &self.stage {
            Stage::Pairs(pairs) => {
                let values = &pairs.values[first..][..out.len()];
                out.iter_mut().zip(values).for_each(|(out, &value)| *out = u32::from(value));
            }
            Stage::Planes(fitted, _) | Stage::WidePlanes(fitted, _) | Stage::Bytes(fitted, _) => {
                fitted.read(first, out);
            }
            Stage::Words(fitted, _) => fitted.read(first, out),
            Stage::Plain(values) => out.copy_from_slice(&values[first..][..out.len()]),
        }
    }
}
