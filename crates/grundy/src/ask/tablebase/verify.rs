//! Derives entries again from the definition: by the game's own moves, without the solver or its files in between.

use super::open::{Question, Tablebase};
use super::space::Coded;
use crate::ask::played::Played;
use crate::base::limits::{Limits, Pulse};
use crate::engine::tablebase::TableError;
use crate::engine::tablebase::entry::TableEntry;
use crate::engine::tablebase::key::Key;
use crate::engine::tablebase::store::Tally;
use crate::game::Convention;
use crate::value::{Outcome, mex};
use std::collections::BTreeSet;

pub(super) struct Verify<'a> {
    pub sample: Option<u64>,
    pub limits: &'a Limits<'a>,
}

impl Question for Verify<'_> {
    type Answer = (u64, Option<String>);

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        _: &[G::Component],
    ) -> Result<Self::Answer, TableError> {
        let mut pulse = Pulse::new(self.limits);
        let (mut tally, mut checked, mut fault) = (Tally::default(), 0, None);
        let all = tablebase.overview.tally.positions.max(1);
        // Positions whose hashes are small are a sample that looks random.
        let bound = self.sample.map_or(u64::MAX, |wanted| (u64::MAX / all).saturating_mul(wanted));
        // No game lasts longer than there are positions, and each takes a byte; a longer one would be counted in a table as long.
        let longest = all.min(tablebase.overview.bytes);
        tablebase.reader.visit(&mut |tier, key: &K, entry| {
            pulse.beat()?;
            if entry.remoteness().is_some_and(|moves| u64::from(moves) >= longest) {
                return Err(TableError::damaged("an entry"));
            }
            tally.add(key, entry);
            if fault.is_none() && key.mix() <= bound {
                fault = rederive(tablebase, coded, (tier, key, entry), &mut pulse)?;
                checked += 1;
            }
            Ok(())
        })?;
        tally.edges = tablebase.overview.tally.edges;
        if fault.is_none() && tally != tablebase.overview.tally {
            fault = Some("counts and digest are not those of the positions".to_owned());
        }
        let (tier, key) = coded.key(&coded.whole.start)?;
        if fault.is_none() && tablebase.reader.find(tier, &key)?.is_none() {
            fault = Some("the start is missing".to_owned());
        }
        Ok((checked, fault))
    }
}

/// What is wrong with the entry of a position: it must follow from those of its options, each of which must be there.
fn rederive<G: Played + ?Sized, K: Key>(
    tablebase: &Tablebase,
    coded: &Coded<'_, G, K>,
    (tier, key, entry): (u64, &K, TableEntry),
    pulse: &mut Pulse<'_>,
) -> Result<Option<String>, TableError> {
    let Some(position) = coded.code.position(key) else {
        return Ok(Some("a key is none of a position".to_owned()));
    };
    let name = coded.whole.text(&position);
    if coded.key(&position)? != (tier, key.clone()) {
        return Ok(Some(format!("`{name}` stands where another position should")));
    }
    let mut options = BTreeSet::new();
    coded.whole.options(&position, pulse, &mut |option| {
        options.insert(coded.key(&option)?);
        Ok(())
    })?;
    let (mut won_by, mut lost_to, mut drawn, mut values) = (None, None, false, Some(Vec::new()));
    for (tier, option) in &options {
        let Some(found) = tablebase.reader.find(*tier, option)? else {
            return Ok(Some(format!("an option of `{name}` is missing")));
        };
        match (found.outcome(tablebase.convention()), found.remoteness()) {
            (Outcome::P, Some(moves)) => won_by = Some(won_by.map_or(moves, |least: u32| least.min(moves))),
            (Outcome::N, moves) => lost_to = lost_to.max(moves),
            _ => drawn = true,
        }
        values = values.zip(found.grundy()).map(|(mut values, value)| {
            values.push(u64::from(value));
            values
        });
    }
    let remoteness = match (won_by, drawn) {
        (Some(moves), _) => Some(moves + 1),
        (None, true) => None,
        (None, false) => Some(lost_to.map_or(0, |moves| moves + 1)),
    };
    let grundy = values.filter(|_| tablebase.convention() == Convention::Normal).map(mex);
    // A position from which play may go on for ever has no value, though its options may have.
    let same_value = entry.grundy().map(u64::from) == grundy;
    let wrong = remoteness != entry.remoteness() || !same_value;
    Ok(wrong.then(|| format!("the entry of `{name}` does not follow from its options")))
}
