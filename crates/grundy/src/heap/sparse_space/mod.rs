//! Values of games that break heaps in two, by sparse spaces.
//!
//! The first heaps are worked out from all pairs ([`pairs`]). When a mask is found that calls few values rare ([`space`]), the
//! values are kept short under it ([`fitted`]) and the engine goes on with sets of values for 32 heaps at a time
//! ([`planes`]). Every value is exact: the mask decides only how much has to be looked at. The mask is
//! looked for again whenever the number of heaps has doubled. A game for which none is found stays with all pairs.
//! [`scalar`] is the same idea without vectors, one heap at a time.

mod batches;
pub mod breaks;
mod fitted;
mod pairs;
mod planes;
mod refute;
pub mod scalar;
mod slabs;
mod space;

use super::terms::Terms;
use crate::limits::{Pulse, StopReason};
use batches::Batches;
use breaks::Breaks;
use fitted::{Fitted, Obstacle};
use pairs::Pairs;
use planes::Planes;
use space::Fit;
pub use space::Space;

/// The values of a game, as far as they were asked for.
#[derive(Debug)]
pub struct SparseSpace {
    breaks: Breaks,
    stage: Stage,
    /// The number of heaps at which to look for a mask again.
    fit_at: usize,
}

#[derive(Debug)]
enum Stage {
    Pairs(Pairs),
    Planes(Fitted<u8>, Planes),
    Bytes(Fitted<u8>, Batches),
    Words(Fitted<u16>, Batches),
    /// Values beyond 16 bits.
    Plain(Vec<u32>),
}

/// Heaps before the first mask is looked for.
const START: usize = 2048;

impl SparseSpace {
    /// Nothing computed yet.
    pub fn new(breaks: Breaks) -> SparseSpace {
        let stage = Stage::Pairs(Pairs::new(Vec::new()));
        SparseSpace { breaks, stage, fit_at: START }
    }

    /// Computes until there are at least `count` values; a stop on the way leaves those found so far.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn extend(&mut self, count: usize, pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        while self.len() < count {
            if self.len() >= self.fit_at {
                self.fit_at = 2 * self.len();
                self.look_for_mask();
            }
            let goal = count.min(self.fit_at);
            if let Err(obstacle) = self.stage.advance(&self.breaks, goal, pulse)? {
                self.overcome(obstacle);
            }
        }
        Ok(())
    }

    /// Goes on with an engine for larger values.
    fn overcome(&mut self, obstacle: Obstacle) {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Plain(Vec::new())) {
            Stage::Planes(fitted, _) => Stage::bytes(fitted, planes::LIMIT + 1),
            Stage::Bytes(fitted, batches) => Stage::bytes(fitted, batches.limit() + 1),
            Stage::Words(fitted, batches) => Stage::words(fitted, batches.limit() + 1),
            Stage::Pairs(pairs) => Stage::Plain(pairs.values.into_iter().map(u32::from).collect()),
            Stage::Plain(values) => Stage::Plain(values),
        };
    }

    fn len(&self) -> usize {
        match &self.stage {
            Stage::Pairs(pairs) => pairs.values.len(),
            Stage::Planes(fitted, _) | Stage::Bytes(fitted, _) => fitted.len(),
            Stage::Words(fitted, _) => fitted.len(),
            Stage::Plain(values) => values.len(),
        }
    }

    fn all_values(&self) -> Vec<u32> {
        let mut values = vec![0; self.len()];
        self.read(0, &mut values);
        values
    }

    /// The mask in use and its rare heaps.
    pub fn space(&self) -> Option<Space> {
        match &self.stage {
            Stage::Planes(fitted, _) | Stage::Bytes(fitted, _) => Some(fitted.space()),
            Stage::Words(fitted, _) => Some(fitted.space()),
            Stage::Pairs(_) | Stage::Plain(_) => None,
        }
    }

    fn look_for_mask(&mut self) {
        match &mut self.stage {
            Stage::Planes(fitted, planes) => *planes = Planes::new(fitted),
            Stage::Bytes(fitted, batches) => batches.train(fitted),
            Stage::Words(fitted, batches) => batches.train(fitted),
            _ => {}
        }
        if let Stage::Pairs(pairs) = &self.stage {
            let largest = pairs.values.iter().max().copied().unwrap_or(0);
            let mut counts = vec![[0; 2]; usize::from(largest) + 1];
            for (heap, &value) in pairs.values.iter().enumerate().skip(1) {
                counts[usize::from(value)][heap % 2] += 1;
            }
            let Some((fit, rare)) = Fit::best(&counts, self.breaks.parity()) else { return };
            if rare > self.len() as u64 / 4 {
                return;
            }
            let values = pairs.values.iter().map(|&value| u32::from(value));
            self.stage = Stage::new(&self.breaks, fit, values);
        }
    }
}

impl Stage {
    /// Puts values under a mask, in cells as small as they allow.
    fn new(breaks: &Breaks, fit: Fit, values: impl ExactSizeIterator<Item = u32> + Clone) -> Stage {
        match Fitted::new(breaks.clone(), fit, values.clone()) {
            Some(fitted) if fitted.largest_short() < planes::LIMIT && fitted.rare.len() <= planes::MOST_RARE => {
                let planes = Planes::new(&fitted);
                Stage::Planes(fitted, planes)
            }
            Some(fitted) => Stage::bytes(fitted, 0),
            None => match Fitted::new(breaks.clone(), fit, values.clone()) {
                Some(fitted) => Stage::words(fitted, 0),
                None => Stage::Plain(values.collect()),
            },
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
            Stage::Planes(fitted, _) | Stage::Bytes(fitted, _) => fitted.value(heap),
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
            Stage::Planes(fitted, _) | Stage::Bytes(fitted, _) => fitted.read(first, out),
            Stage::Words(fitted, _) => fitted.read(first, out),
            Stage::Plain(values) => out.copy_from_slice(&values[first..][..out.len()]),
        }
    }
}
