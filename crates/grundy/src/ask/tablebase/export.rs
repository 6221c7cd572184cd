//! All positions in the order of their texts, by an external sort beside the files.

use super::open::{Question, Tablebase};
use super::space::Coded;
use crate::ask::played::Played;
use crate::base::limits::{Limits, Pulse};
use crate::engine::tablebase::entry::TableEntry;
use crate::engine::tablebase::key::Key;
use crate::engine::tablebase::{Sorter, TableError};

pub(super) struct Export<'a> {
    pub limits: &'a Limits<'a>,
    pub visit: &'a mut dyn FnMut(&str, TableEntry) -> Result<(), TableError>,
}

impl Question for Export<'_> {
    type Answer = ();

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        _: &[G::Component],
    ) -> Result<(), TableError> {
        let mut pulse = Pulse::new(self.limits);
        let mut sorter = Sorter::new(&tablebase.directory, self.limits.memory / 2);
        tablebase.reader.visit(&mut |_, key: &K, entry| {
            pulse.beat()?;
            let position = coded.code.position(key).ok_or_else(|| TableError::damaged("a key"))?;
            let mut row = coded.whole.text(&position).into_bytes();
            // Behind a text comes a byte that is smaller than any of a text.
            row.push(0);
            row.extend_from_slice(&entry.to_bytes());
            sorter.insert(row.into())
        })?;
        let visit = self.visit;
        sorter.visit(&mut |row| {
            let malformed = || TableError::damaged("a run");
            let (text, entry) = row.split_last_chunk::<8>().ok_or_else(malformed)?;
            let text = text
                .split_last()
                .and_then(|(_, text)| std::str::from_utf8(text).ok())
                .ok_or_else(malformed)?;
            visit(text, TableEntry::from_bytes(*entry))
        })
    }
}
