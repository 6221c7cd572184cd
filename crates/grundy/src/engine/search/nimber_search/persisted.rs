//! What a search has learnt, as bytes that outlive it.
//!
//! A search for hours is worth keeping. A [`SearchLog`] collects the components whose values were found, each followed
//! by its value, and large ones of which a value was excluded; proof numbers are estimated anew. Whoever runs the
//! search takes the bytes now and then, adds a checksum ([`crate::base::journal`]) and puts them behind those of
//! before. [`Persistent::recall`] reads them back. [`Keyed`] says how a component is written.
//!
//! An entry of a board takes about eight bytes; reading back takes a microsecond each.
//!
//! ```
//! use grundy::games::board::bits::Narrow;
//! use grundy::games::board::squares::{Region, Regions};
//! use grundy::game::Part;
//! use grundy::{Limits, Pulse};
//! use grundy::game::solver::{Persistent, SearchLog};
//! use grundy::engine::search::nimber_search::NimberSearch;
//! use std::sync::Arc;
//!
//! let (limits, log) = (Limits::default(), Arc::new(SearchLog::default()));
//! let board = [Part { component: Region::<Narrow>::rectangle(4, 5).expect("it is small"), copies: 1 }];
//! let mut first = NimberSearch::by_weight(Region::weight);
//! first.attach(Arc::clone(&log));
//! first.value(&Regions::default(), &board, &mut Pulse::new(&limits))?;
//!
//! let mut second = NimberSearch::by_weight(Region::weight);
//! second.recall(&log.take(), &limits).expect("just written");
//! assert_eq!(second.value(&Regions::default(), &board, &mut Pulse::new(&limits))?, 2);
//! assert_eq!(second.expanded(), 0);
//! # Ok::<(), grundy::Failure>(())
//! ```

use super::{NimberFact, NimberSearch};
use crate::base::journal::{Reader, put};
use crate::base::limits::{Limits, StopReason};
use crate::game::solver::{Persistent, RecallError, SearchLog};
use std::hash::Hash;
use std::sync::Arc;

/// Components that can be written and read back.
pub trait Keyed: Sized {
    /// What the bytes stand for, with a version: another name for every change of [`Keyed::write`].
    const KIND: &'static str;

    /// Writes the component.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads a component from the beginning of some bytes and takes it off: `None` when there is none, `Some(None)`
    /// when it is one that this search cannot meet.
    fn read(bytes: &mut &[u8]) -> Option<Option<Self>>;
}

/// Facts are written as one number.
impl NimberFact {
    fn number(self) -> u64 {
        match self {
            NimberFact::Value(value) => value << 1,
            NimberFact::Excluded(values) => values << 1 | 1,
        }
    }

    fn from_number(number: u64) -> NimberFact {
        if number & 1 == 0 { NimberFact::Value(number >> 1) } else { NimberFact::Excluded(number >> 1) }
    }
}

/// A log and how components are written into it.
#[derive(Debug)]
pub(super) struct Writer<C> {
    log: Arc<SearchLog>,
    write: fn(&C, &mut Vec<u8>),
    /// Of components up to this weight only values are written: the rest is soon found again.
    pub(super) values_only_to: u32,
}

impl<C> Writer<C> {
    /// Adds an entry.
    pub(super) fn add(&self, component: &C, fact: NimberFact) {
        self.log.add(|bytes| {
            (self.write)(component, bytes);
            put(bytes, fact.number());
        });
    }
}

impl<C: Clone + Eq + Hash> NimberSearch<C> {
    /// Something is known of a component, and of those that play like it.
    fn learn(&mut self, component: &C, fact: NimberFact, limits: &Limits<'_>) -> Result<(), StopReason> {
        let node = self.store.teach(component, fact, limits)?;
        if self.store.weight(node) <= self.depth_first_to {
            self.store.representative(node, limits)?;
        }
        Ok(())
    }
}

impl<C: Keyed + Clone + Eq + Hash> Persistent for NimberSearch<C> {
    fn kind(&self) -> &'static str {
        C::KIND
    }

    fn recall(&mut self, mut entries: &[u8], limits: &Limits<'_>) -> Result<u64, RecallError> {
        let mut count = 0;
        while !entries.is_empty() {
            let component = C::read(&mut entries).ok_or(RecallError::Damaged)?;
            let mut reader = Reader(entries);
            let fact = NimberFact::from_number(reader.number().ok_or(RecallError::Damaged)?);
            entries = reader.0;
            if let Some(component) = component {
                self.learn(&component, fact, limits).map_err(RecallError::Stopped)?;
                count += 1;
            }
        }
        Ok(count)
    }

    fn attach(&mut self, log: Arc<SearchLog>) {
        self.store.log = Some(Writer { log, write: C::write, values_only_to: self.depth_first_to });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Pulse;
    use crate::game::Part;
    use crate::games::board::bits::{Long, Narrow, Wide};
    use crate::games::board::squares::{Region, Regions};

    fn board(rows: usize, columns: usize) -> [Part<Region<Wide>>; 1] {
        [Part { component: Region::rectangle(rows, columns).expect("it is small"), copies: 1 }]
    }

    fn fresh() -> NimberSearch<Region<Wide>> {
        NimberSearch::by_weight(Region::weight).with_classes(Region::class)
    }

    /// A search that is stopped again and again, and forgets everything that was not written.
    #[test]
    fn a_search_goes_on_from_what_was_written() {
        let limits = Limits::default();
        let mut whole = fresh();
        assert_eq!(whole.value(&Regions::default(), &board(5, 6), &mut Pulse::new(&limits)), Ok(2));
        let (mut kept, mut expanded, mut stops) = (Vec::new(), 0, 0);
        loop {
            let (mut search, log) = (fresh(), Arc::new(SearchLog::default()));
            search.recall(&kept, &limits).expect("just written");
            search.attach(Arc::clone(&log));
            let enough = |work| (work > 50_000).then_some(StopReason::TimeLimit);
            let short = Limits { poll: &enough, ..limits };
            let found = search.value(&Regions::default(), &board(5, 6), &mut Pulse::new(&short));
            kept.extend(log.take());
            expanded += search.expanded();
            match found {
                Ok(value) => break assert_eq!(value, 2),
                Err(failure) => assert_eq!(failure, StopReason::TimeLimit.into()),
            }
            stops += 1;
            assert!(search.expanded() > 0 && stops < 1000);
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
        let (limits, log) = (Limits::default(), Arc::new(SearchLog::default()));
        let mut search = fresh();
        search.attach(Arc::clone(&log));
        // Too wide for the narrow layout, which takes what fits.
        search.value(&Regions::default(), &board(3, 10), &mut Pulse::new(&limits)).expect("it is small");
        let bytes = log.take();
        assert!(log.is_empty() && !bytes.is_empty());
        let count = fresh().recall(&bytes, &limits).expect("just written");
        let whole = (0..=bytes.len()).filter(|&end| fresh().recall(&bytes[..end], &limits).is_ok()).count();
        assert_eq!(whole as u64, count + 1, "only whole entries are taken");
        let mut narrow = NimberSearch::<Region<Narrow>>::default();
        let fitting = narrow.recall(&bytes, &limits).expect("just written");
        assert!(fitting > 0 && fitting < count, "{fitting} of {count}");
        assert_eq!(NimberSearch::<Region<Long>>::default().recall(&bytes, &limits), Ok(count));
        let few = Limits { positions: 1, ..limits };
        assert_eq!(fresh().recall(&bytes, &few), Err(RecallError::Stopped(StopReason::PositionLimit)));
    }
}
