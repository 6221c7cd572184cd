//! What a tablebase says about a position: remoteness and value, and how they follow from those of the options.

use crate::engine::graph::retrograde::is_p_position;
use crate::game::Convention;
use crate::value::Outcome;

/// Outcome, remoteness and value of a position.
///
/// A level is 0 while nothing is known, 1 for a draw, and otherwise the remoteness and 2; a value is 0 where there is none
/// (misère play, and positions from which play may go on for ever), and otherwise itself and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TableEntry {
    pub(super) level: u32,
    pub(super) value: u32,
}

impl TableEntry {
    /// Nothing is known yet.
    pub(super) const UNKNOWN: TableEntry = TableEntry { level: 0, value: 0 };
    /// Neither player can force an end.
    pub(super) const DRAW: TableEntry = TableEntry { level: 1, value: 0 };

    /// The entry of a position that is decided after so many moves.
    pub fn new(remoteness: Option<u32>, value: Option<u32>) -> TableEntry {
        TableEntry {
            level: remoteness.map_or(1, |moves| moves + 2),
            value: value.map_or(0, |value| value + 1),
        }
    }

    /// How many moves the game lasts, if the winner hurries and the loser delays; `None` for a draw.
    pub fn remoteness(self) -> Option<u32> {
        self.level.checked_sub(2)
    }

    /// The Grundy value, where play always ends and is normal.
    pub fn grundy(self) -> Option<u32> {
        self.value.checked_sub(1)
    }

    /// Who wins.
    pub fn outcome(self, convention: Convention) -> Outcome {
        match self.remoteness() {
            None => Outcome::D,
            Some(level) if is_p_position(level, convention) => Outcome::P,
            Some(_) => Outcome::N,
        }
    }

    /// Eight bytes.
    pub(crate) fn to_bytes(self) -> [u8; 8] {
        (u64::from(self.level) << 32 | u64::from(self.value)).to_le_bytes()
    }

    /// What eight bytes say.
    pub(crate) fn from_bytes(bytes: [u8; 8]) -> TableEntry {
        let word = u64::from_le_bytes(bytes);
        TableEntry { level: (word >> 32) as u32, value: word as u32 }
    }

    pub(super) fn is_known(self) -> bool {
        self.level > 0
    }
}

/// Works entries out; keeps its memory between positions.
#[derive(Debug, Default)]
pub(super) struct Rule {
    seen: Vec<u64>,
}

impl Rule {
    /// The entry of a position all of whose options are known.
    pub fn entry(&mut self, options: &[TableEntry], convention: Convention) -> TableEntry {
        let (mut quickest, mut longest, mut drawn) = (u32::MAX, 1, false);
        for option in options {
            match option.outcome(convention) {
                Outcome::P => quickest = quickest.min(option.level),
                Outcome::N => longest = longest.max(option.level),
                Outcome::D => drawn = true,
            }
        }
        let level = match (quickest, drawn) {
            (u32::MAX, true) => 1,
            (u32::MAX, false) => longest + 1,
            (quickest, _) => quickest + 1,
        };
        let value = if convention == Convention::Normal { self.mex(options) } else { 0 };
        TableEntry { level, value }
    }

    /// The mex and 1; 0 if an option has no value.
    #[inline]
    fn mex(&mut self, options: &[TableEntry]) -> u32 {
        // Among n options one of the values 0 ..= n is missing, so larger ones do not matter.
        if options.len() < 64 {
            let mut seen = 0u64;
            for option in options {
                if option.value == 0 {
                    return 0;
                }
                seen |= if option.value <= 64 { 1 << (option.value - 1) } else { 0 };
            }
            return seen.trailing_ones() + 1;
        }
        self.seen.clear();
        self.seen.resize(options.len() / 64 + 1, 0);
        for option in options {
            let Some(value) = option.value.checked_sub(1) else { return 0 };
            if let Some(word) = self.seen.get_mut(value as usize / 64) {
                *word |= 1 << (value % 64);
            }
        }
        let full = self.seen.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self.seen.get(full).map_or(0, |word| word.trailing_ones());
        (full * 64) as u32 + rest + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mex;
    use proptest::prelude::*;

    #[test]
    fn ends_and_draws() {
        let mut rule = Rule::default();
        let end = rule.entry(&[], Convention::Normal);
        assert_eq!((end, end.outcome(Convention::Normal)), (TableEntry::new(Some(0), Some(0)), Outcome::P));
        let misere = rule.entry(&[], Convention::Misere);
        assert_eq!(
            (misere, misere.outcome(Convention::Misere)),
            (TableEntry::new(Some(0), None), Outcome::N)
        );
        let won = TableEntry::new(Some(3), Some(2));
        assert_eq!(rule.entry(&[won, TableEntry::DRAW], Convention::Normal), TableEntry::DRAW);
        assert_eq!(
            rule.entry(&[won, TableEntry::DRAW, end], Convention::Normal),
            TableEntry::new(Some(1), None)
        );
        assert_eq!(
            rule.entry(&[won, TableEntry::new(Some(5), Some(0))], Convention::Normal),
            TableEntry::new(Some(6), Some(1))
        );
    }

    proptest! {
        #[test]
        fn values_are_the_mex(values in prop::collection::vec(0u32..150, 0..300)) {
            let options: Vec<TableEntry> = values.iter().map(|&value| TableEntry::new(Some(1), Some(value))).collect();
            let found = Rule::default().entry(&options, Convention::Normal).grundy();
            prop_assert_eq!(found.map(u64::from), Some(mex(values.into_iter().map(u64::from))));
        }
    }
}
