//! What a search has learnt, as bytes that outlive it.
//!
//! A search for hours is worth keeping. A [`Log`] collects the components whose values were found, each followed by its
//! value, and heavy ones of which a value was excluded; efforts are expected anew. Whoever runs the search takes the bytes
//! now and then, seals them ([`crate::journal`]) and puts them behind those of before. [`Kept::recall`] reads them back. How
//! a component is written is told by [`Keyed`].
//!
//! An entry of a board takes about eight bytes; reading back takes a microsecond each.
//!
//! ```
//! use grundy::board::bits::Narrow;
//! use grundy::board::squares::{Region, Regions};
//! use grundy::game::Part;
//! use grundy::limits::{Limits, Pulse};
//! use grundy::search::couples::kept::{Kept, Log};
//! use grundy::search::couples::Couples;
//! use std::sync::Arc;
//!
//! let (limits, log) = (Limits::default(), Arc::new(Log::default()));
//! let board = [Part { component: Region::<Narrow>::rectangle(4, 5).expect("it is small"), copies: 1 }];
//! let mut first = Couples::by_weight(Region::weight);
//! first.attach(Arc::clone(&log));
//! first.value(&Regions::default(), &board, &mut Pulse::new(&limits))?;
//!
//! let mut second = Couples::by_weight(Region::weight);
//! second.recall(&log.take(), &limits).expect("just written");
//! assert_eq!(second.value(&Regions::default(), &board, &mut Pulse::new(&limits))?, 2);
//! assert_eq!(second.expanded(), 0);
//! # Ok::<(), grundy::error::Failure>(())
//! ```

use super::{Couples, Fact};
use crate::journal::{Reader, put};
use crate::limits::{Limits, StopReason};
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Components that can be written and read back.
pub trait Keyed: Sized {
    /// What the bytes stand for, with a version: another name for every change of [`Keyed::write`].
    const KIND: &'static str;

    /// Writes the component.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads a component from the beginning of some bytes and takes it off: `None` when there is none, `Some(None)` when it
    /// is one that this search cannot meet.
    fn read(bytes: &mut &[u8]) -> Option<Option<Self>>;
}

/// A search whose knowledge can be kept.
pub trait Kept {
    /// What its components are, see [`Keyed::KIND`].
    fn kind(&self) -> &'static str;

    /// Takes over the entries of a log that can be met; returns how many.
    ///
    /// # Errors
    /// When they are no entries, or there is no room for them.
    fn recall(&mut self, entries: &[u8], limits: &Limits<'_>) -> Result<u64, Lost>;

    /// Writes what is found from now on into a log.
    fn attach(&mut self, log: Arc<Log>);
}

/// Why entries could not be taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lost {
    /// They are no entries of this kind.
    Damaged,
    /// The limits leave no room for them.
    Stopped(StopReason),
}

/// Facts are kept as one number.
impl Fact {
    fn number(self) -> u64 {
        match self {
            Fact::Value(value) => value << 1,
            Fact::Excluded(values) => values << 1 | 1,
        }
    }

    fn from_number(number: u64) -> Fact {
        if number & 1 == 0 { Fact::Value(number >> 1) } else { Fact::Excluded(number >> 1) }
    }
}

/// Entries that were not yet taken: components with what is known of them.
#[derive(Default)]
pub struct Log(Mutex<Vec<u8>>);

impl Log {
    /// The entries since the last call.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Bytes of entries that were not yet taken.
    pub fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Log {{ {} bytes }}", self.len())
    }
}

/// A log and how components are written into it.
#[derive(Debug)]
pub(super) struct Writer<C> {
    log: Arc<Log>,
    write: fn(&C, &mut Vec<u8>),
    /// Of components up to this weight only values are kept: the rest is soon found again.
    pub(super) light: u32,
}

impl<C> Writer<C> {
    /// Adds an entry.
    pub(super) fn add(&self, component: &C, fact: Fact) {
        let mut bytes = self.log.0.lock().unwrap_or_else(PoisonError::into_inner);
        (self.write)(component, &mut bytes);
        put(&mut bytes, fact.number());
    }
}

impl<C: Clone + Eq + Hash> Couples<C> {
    /// Something is known of a component, and of those that play like it.
    fn learn(&mut self, component: &C, fact: Fact, limits: &Limits<'_>) -> Result<(), StopReason> {
        let node = self.store.teach(component, fact, limits)?;
        if self.store.weight(node) <= self.light {
            self.store.representative(node, limits)?;
        }
        Ok(())
    }
}

impl<C: Keyed + Clone + Eq + Hash> Kept for Couples<C> {
    fn kind(&self) -> &'static str {
        C::KIND
    }

    fn recall(&mut self, mut entries: &[u8], limits: &Limits<'_>) -> Result<u64, Lost> {
        let mut count = 0;
        while !entries.is_empty() {
            let component = C::read(&mut entries).ok_or(Lost::Damaged)?;
            let mut reader = Reader(entries);
            let fact = Fact::from_number(reader.number().ok_or(Lost::Damaged)?);
            entries = reader.0;
            if let Some(component) = component {
                self.learn(&component, fact, limits).map_err(Lost::Stopped)?;
                count += 1;
            }
        }
        Ok(count)
    }

    fn attach(&mut self, log: Arc<Log>) {
        self.store.log = Some(Writer { log, write: C::write, light: self.light });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Long, Narrow, Wide};
    use crate::board::squares::{Region, Regions};
    use crate::game::Part;
    use crate::limits::Pulse;

    fn board(rows: usize, columns: usize) -> [Part<Region<Wide>>; 1] {
        [Part { component: Region::rectangle(rows, columns).expect("it is small"), copies: 1 }]
    }

    fn fresh() -> Couples<Region<Wide>> {
        Couples::by_weight(Region::weight).with_classes(Region::class)
    }

    /// A search that is stopped again and again, and forgets everything that was not written.
    #[test]
    fn a_search_goes_on_from_what_was_written() {
        let limits = Limits::default();
        let mut whole = fresh();
        assert_eq!(whole.value(&Regions::default(), &board(5, 6), &mut Pulse::new(&limits)), Ok(2));
        let (mut kept, mut expanded, mut stops) = (Vec::new(), 0, 0);
        loop {
            let (mut couples, log) = (fresh(), Arc::new(Log::default()));
            couples.recall(&kept, &limits).expect("just written");
            couples.attach(Arc::clone(&log));
            let enough = |work| (work > 50_000).then_some(StopReason::TimeLimit);
            let short = Limits { poll: &enough, ..limits };
            let found = couples.value(&Regions::default(), &board(5, 6), &mut Pulse::new(&short));
            kept.extend(log.take());
            expanded += couples.expanded();
            match found {
                Ok(value) => break assert_eq!(value, 2),
                Err(failure) => assert_eq!(failure, StopReason::TimeLimit.into()),
            }
            stops += 1;
            assert!(couples.expanded() > 0 && stops < 1000);
        }
        assert!(stops > 2, "{stops}");
        assert!(expanded < 2 * whole.expanded(), "{expanded} instead of {}", whole.expanded());
        let mut last = fresh();
        last.recall(&kept, &limits).expect("just written");
        assert_eq!(last.value(&Regions::default(), &board(5, 6), &mut Pulse::new(&limits)), Ok(2));
        assert_eq!(last.expanded(), 0);
    }

    #[test]
    fn entries_come_back_and_cut_ones_are_refused() {
        let (limits, log) = (Limits::default(), Arc::new(Log::default()));
        let mut couples = fresh();
        couples.attach(Arc::clone(&log));
        // Too wide for the narrow layout, which takes what fits.
        couples.value(&Regions::default(), &board(3, 10), &mut Pulse::new(&limits)).expect("it is small");
        let bytes = log.take();
        assert!(log.is_empty() && !bytes.is_empty());
        let count = fresh().recall(&bytes, &limits).expect("just written");
        let whole = (0..=bytes.len()).filter(|&end| fresh().recall(&bytes[..end], &limits).is_ok()).count();
        assert_eq!(whole as u64, count + 1, "only whole entries are taken");
        let mut narrow = Couples::<Region<Narrow>>::default();
        let fitting = narrow.recall(&bytes, &limits).expect("just written");
        assert!(fitting > 0 && fitting < count, "{fitting} of {count}");
        assert_eq!(Couples::<Region<Long>>::default().recall(&bytes, &limits), Ok(count));
        let few = Limits { positions: 1, ..limits };
        assert_eq!(fresh().recall(&bytes, &few), Err(Lost::Stopped(StopReason::PositionLimit)));
    }
}
