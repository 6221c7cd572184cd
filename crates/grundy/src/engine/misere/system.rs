//! The misère quotient of heaps of several kinds, size by size, until it is proved complete or a limit is met.
//!
//! The generators are the heaps of all kinds of size 0, then those of size 1, ...; within a size in the order in which they can
//! become each other. In a system of octal type the classes of all kinds together repeat for ever once they repeat far
//! enough, by the argument of [`crate::engine::system::period`] for classes instead of values; then nothing new comes and the
//! quotient is complete. Otherwise the answer is exact for sums of heaps up to the size reached, and says no more.

use super::antichain::Monomial;
use super::generators::Generators;
use super::genus::genera;
use super::heaps::{GENUS_SUMS, Goal, QuotientEnd};
use super::monoid::Element;
use super::quotient::{Halt, Quotient};
use super::tame::{Tame, tame_of};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::heap::period::{self as heap_period, Period};
use crate::engine::system::period::needed;
use crate::rule::System;
use crate::rule::play::kinds::{KindHeap, KindHeaps};
use crate::rule::system::octal::Reach;
use crate::value::Genus;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is known about misère play on heaps of several kinds.
#[derive(Debug, Clone)]
pub struct SystemQuotient {
    /// The quotient, whose generators are the heaps of each size in the order of [`SystemQuotient::kinds`].
    pub quotient: Quotient,
    /// The kinds, in the order in which heaps of one size can be worked out.
    pub kinds: Vec<usize>,
    /// The period of the classes of all kinds that proves the quotient complete.
    pub period: Option<Period>,
    /// Why it ended.
    pub end: QuotientEnd,
    /// The first generator that is not tame.
    pub first_wild: Option<usize>,
    /// The options of each generator.
    pub games: Vec<Vec<Monomial>>,
    /// Steps of work.
    pub work: u64,
}

impl SystemQuotient {
    /// How many sizes are there, each with all kinds.
    pub fn sizes(&self) -> u64 {
        (self.quotient.phi().len() / self.kinds.len().max(1)) as u64
    }

    /// The heap of a generator: kind and size.
    pub fn heap(&self, generator: usize) -> (usize, u64) {
        (self.kinds[generator % self.kinds.len()], (generator / self.kinds.len()) as u64)
    }

    /// The class of a heap of any size; `None` when it is beyond a partial quotient, or of another kind.
    pub fn class(&self, kind: usize, size: u64) -> Option<Element> {
        let column = self.kinds.iter().position(|&own| own == kind)?;
        let size = match &self.period {
            _ if size < self.sizes() => size,
            Some(Period { length, preperiod, .. }) => preperiod + (size - preperiod) % length,
            None => return None,
        };
        self.quotient.phi().get(size as usize * self.kinds.len() + column).copied()
    }

    /// Those of a list with one entry for each generator that belong to a kind.
    pub fn of_kind<'l, T>(&self, list: &'l [T], kind: usize) -> impl Iterator<Item = &'l T> {
        let column = self.kinds.iter().position(|&own| own == kind).unwrap_or(0);
        list.iter().skip(column).step_by(self.kinds.len())
    }

    /// The genera of the first generators, as far as a search of moderate size reaches.
    ///
    /// # Errors
    /// When it was asked to stop.
    pub fn genera(&self, limits: &Limits<'_>) -> Result<Vec<Genus>, StopReason> {
        genera(&self.games, GENUS_SUMS, &mut Pulse::new(limits))
    }

    /// Whether the quotient is that of all heaps.
    pub fn is_complete(&self) -> bool {
        self.period.is_some()
    }
}

/// Works out the quotient of some kinds of one number each and of all they can become, if the system is of octal type.
///
/// # Errors
/// When a move makes no progress. Limits end the work with what is known so far.
pub fn find(
    system: &Arc<System>,
    kinds: &[usize],
    goal: &Goal,
    limits: &Limits<'_>,
) -> Result<Option<SystemQuotient>, Failure> {
    let Some(octal) = system.octal() else { return Ok(None) };
    let reached: Vec<usize> = kinds.iter().flat_map(|&kind| system.reached_from(kind)).collect();
    let kinds: Vec<usize> = octal.order.iter().copied().filter(|kind| reached.contains(kind)).collect();
    let reach = octal.reach(&kinds);
    let game = KindHeaps::new(Arc::clone(system));
    let mut pulse = Pulse::new(limits);
    let mut generators = Generators::new(&game);
    let mut quotient = Quotient::default();
    let mut tame: Vec<Option<Tame>> = Vec::new();
    let (mut period, mut end) = (None, QuotientEnd::Heaps);
    'sizes: for size in 0..=goal.limit {
        for &kind in &kinds {
            let heap = KindHeap { kind, numbers: vec![size] };
            match next(&mut generators, &mut quotient, &heap, goal.max_order, &mut pulse)? {
                None => tame.push(tame_of(&generators.games()[tame.len()], &tame)),
                Some(early) => {
                    end = early;
                    break 'sizes;
                }
            }
        }
        if period.is_none() || goal.exactly {
            period = prove(quotient.phi(), kinds.len(), &reach);
        }
        if period.is_some() && !goal.exactly {
            break;
        }
    }
    if period.is_some() {
        end = QuotientEnd::Complete;
    }
    let first_wild = tame.iter().position(Option::is_none);
    let mut games = generators.games().to_vec();
    games.truncate(quotient.phi().len());
    Ok(Some(SystemQuotient { quotient, kinds, period, end, first_wild, games, work: pulse.work() }))
}

/// Adds a heap to the quotient; returns why it was not added.
fn next(
    generators: &mut Generators<'_, KindHeaps>,
    quotient: &mut Quotient,
    heap: &KindHeap,
    max_order: usize,
    pulse: &mut Pulse<'_>,
) -> Result<Option<QuotientEnd>, Failure> {
    match generators.add(heap, pulse) {
        Ok(()) => {}
        Err(Failure::Stopped(reason)) => return Ok(Some(QuotientEnd::Stopped(reason))),
        Err(failure) => return Err(failure),
    }
    // Heaps come in an order in which whatever they become was added before.
    debug_assert_eq!(generators.games().len(), quotient.phi().len() + 1);
    let options = generators.games()[quotient.phi().len()].clone();
    Ok(quotient.push(options, max_order, pulse).err().map(|halt| match halt {
        Halt::Stopped(reason) => QuotientEnd::Stopped(reason),
        Halt::Order => QuotientEnd::Order,
        Halt::Stuck => QuotientEnd::Stuck,
    }))
}

/// The period of the classes of all kinds together, if there are enough of them to prove it.
fn prove(phi: &[Element], kinds: usize, reach: &Reach) -> Option<Period> {
    let mut numbers: FxHashMap<&[Element], u32> = FxHashMap::default();
    let together: Vec<u32> = phi
        .chunks_exact(kinds)
        .map(|classes| {
            let next = numbers.len() as u32;
            *numbers.entry(classes).or_insert(next)
        })
        .collect();
    let found = heap_period::prove(&together, reach.parts, reach.taken)?;
    let values = needed(reach, found.length, found.preperiod);
    (values <= together.len() as u64).then_some(Period { values, ..found })
}
