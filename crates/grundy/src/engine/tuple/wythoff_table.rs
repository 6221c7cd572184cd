//! Grundy values of Wythoff's game, column by column.
//!
//! The value of (a, b) is the least number that stands neither before it in its row, nor above it in its column, nor before
//! it on its diagonal. A row never repeats a number, so it needs only to know which it has used and the least that it has
//! not; the column and the diagonal hold 2a numbers at most. With a ≤ b, as symmetry allows, an entry costs O(a) steps
//! however large b is, where the common table ([`super::table`]) costs O(a + b): long heaps beside short ones, as sums have
//! them, are cheap.
//!
//! Rows are additively periodic in the end (Dress, Flammenkamp and Pink 1999, Landman 2002), but the bounds known for the
//! preperiods are far beyond any table, so no use is made of it. Memory: 4 bytes an entry.
//!
//! ```
//! use grundy::{Limits, Pulse};
//! use grundy::engine::tuple::wythoff_table::WythoffTable;
//!
//! let limits = Limits::default();
//! let table = WythoffTable::fill(7, 1000, &mut Pulse::new(&limits))?;
//! assert_eq!((table.value(3, 3), table.value(1000, 7), table.value(8, 9)), (Some(6), Some(992), None));
//! # Ok::<(), grundy::StopReason>(())
//! ```

use crate::base::limits::{Pulse, StopReason};

/// Values of all pairs whose smaller number is below `rows` and whose larger one is within the table.
#[derive(Debug)]
pub struct WythoffTable {
    rows: usize,
    /// Columns one after the other, each with an entry for every row; those with a > b stay empty.
    values: Vec<u32>,
}

/// The numbers that a row has used.
struct Row {
    used: Vec<u64>,
    /// The least number that is not used.
    least: u32,
}

impl Row {
    fn is_used(&self, number: u32) -> bool {
        self.used.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn use_up(&mut self, number: u32) {
        let word = number as usize / 64;
        if word >= self.used.len() {
            self.used.resize(word + 1, 0);
        }
        self.used[word] |= 1 << (number % 64);
        while self.is_used(self.least) {
            self.least += 1;
        }
    }
}

impl WythoffTable {
    /// The values of all pairs of a number up to `smaller` and one up to `larger`, which is not less.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn fill(smaller: u64, larger: u64, pulse: &mut Pulse<'_>) -> Result<WythoffTable, StopReason> {
        // A value is at most the length of the longest play, which takes the tokens one by one.
        if larger.checked_add(smaller).is_none_or(|sum| sum > u32::MAX.into()) {
            return Err(StopReason::MemoryLimit);
        }
        let entries = (smaller + 1).checked_mul(larger + 1);
        // An entry, and a bit of its row.
        pulse.limits().check_memory(entries.ok_or(StopReason::MemoryLimit)?, 5)?;
        let rows = smaller as usize + 1;
        let mut table = WythoffTable { rows, values: vec![0; rows * (larger as usize + 1)] };
        let mut used: Vec<Row> = (0..rows).map(|_| Row { used: Vec::new(), least: 0 }).collect();
        // Numbers that the column or the diagonal have, marked with the number of the entry.
        let mut marks: Vec<u64> = Vec::new();
        for b in 0..=larger as usize {
            for a in 0..rows.min(b + 1) {
                pulse.beats(2 * a as u64 + 1)?;
                let mark = table.index(a, b) as u64 + 1;
                for step in 1..=a {
                    for number in [
                        table.values[table.index(a - step, b)],
                        table.values[table.index(a - step, b - step)],
                    ] {
                        if number as usize >= marks.len() {
                            marks.resize(2 * number as usize + 64, 0);
                        }
                        marks[number as usize] = mark;
                    }
                }
                let row = &used[a];
                let is_free = |number: &u32| {
                    !row.is_used(*number) && marks.get(*number as usize).is_none_or(|&found| found != mark)
                };
                let value = (row.least..).find(is_free).expect("finitely many numbers are taken");
                let place = table.index(a, b);
                table.values[place] = value;
                used[a].use_up(value);
                // Row b begins with (b, a), which is this entry.
                if a < b && b < rows {
                    used[b].use_up(value);
                }
            }
        }
        Ok(table)
    }

    fn index(&self, a: usize, b: usize) -> usize {
        b * self.rows + a
    }

    /// The value of a pair in either order; `None` outside the table.
    pub fn value(&self, a: u64, b: u64) -> Option<u64> {
        let (a, b) = (usize::try_from(a.min(b)).ok()?, usize::try_from(a.max(b)).ok()?);
        let inside = a < self.rows && b < self.values.len() / self.rows;
        inside.then(|| self.values[self.index(a, b)].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::NamedGame;
    use crate::base::limits::Limits;
    use crate::engine::tuple::table::TupleGrid;
    use crate::rule::progress::Course;

    #[test]
    fn every_shape_agrees_with_the_common_table() {
        let game = NamedGame::read("wythoff").expect("a game");
        let limits = Limits::default();
        let grid = TupleGrid::fill(
            game.ruleset().expect("a rule"),
            &[Course::Down; 2],
            &[90, 90],
            &mut Pulse::new(&limits),
        )
        .expect("small");
        for (smaller, larger) in [(0, 0), (0, 90), (1, 40), (7, 90), (40, 41), (90, 90)] {
            let table = WythoffTable::fill(smaller, larger, &mut Pulse::new(&limits)).expect("small");
            for (a, b) in (0..=90).flat_map(|a| (0..=90).map(move |b| (a, b))) {
                let inside = a.min(b) <= smaller && a.max(b) <= larger;
                assert_eq!(
                    table.value(a, b),
                    grid.value(&[a, b]).filter(|_| inside),
                    "{a},{b} of {smaller},{larger}"
                );
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let limits = Limits { memory: 1000, ..Limits::default() };
        let refused = WythoffTable::fill(9, 1000, &mut Pulse::new(&limits));
        assert_eq!(refused.err(), Some(StopReason::MemoryLimit));
        let limits = Limits { poll: &|_| Some(StopReason::TimeLimit), ..Limits::default() };
        let stopped = WythoffTable::fill(9, 100_000, &mut Pulse::new(&limits));
        assert_eq!(stopped.err(), Some(StopReason::TimeLimit));
        assert_eq!(
            WythoffTable::fill(u64::MAX, u64::MAX, &mut Pulse::new(&limits)).err(),
            Some(StopReason::MemoryLimit)
        );
    }
}
