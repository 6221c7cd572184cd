//! Chomp: a bite takes a square and everything below and to the right of it; the corner square is poisoned.
//!
//! A position is its row lengths, longest first, and a bite at row i and column j cuts row i and all below it to j squares
//! (Gale 1974, as a game of divisors Schuh 1952). Here the poisoned corner may not be taken, so that whoever cannot move
//! loses. Rectangles of more than one square are won by strategy stealing, without telling how. A lone row and column
//! that share the corner are two Nim heaps, and two rows are lost exactly when the lower is shorter by one.
//!
//! Positions inside a box of r x c squares are lattice paths, C(r + c, r) of them, and the combinatorial number system
//! numbers them without gaps: with a_i = length_i + r - i the number is the sum of the binomials C(a_i, r - i + 1), and a
//! bite makes it smaller. [`Table`] works out all values in that order; the number of an option comes from sums of
//! binomials in a few additions, so 10 x 10 takes one pass over 184 756 entries.
//!
//! ```
//! use grundy::board::chomp::Table;
//! use grundy::limits::{Limits, Pulse};
//!
//! let limits = Limits::default();
//! let table = Table::new(3, 4, &mut Pulse::new(&limits))?;
//! assert_eq!(table.value(&[4, 2]), Some(4));
//! assert_eq!(table.value(&[3, 2]), Some(0));
//! # Ok::<(), grundy::error::Failure>(())
//! ```

use crate::error::{Failure, InputError};
use crate::game::{Convention, Game, Part, Visit};
use crate::heap::Engine;
use crate::limits::{Pulse, StopReason};
use crate::solve::method::Method;
use crate::text::{number, shorten};
use crate::typed::{Known, Notation, Solver, Theory, Value, Wins};
use std::ops::ControlFlow;

/// Row lengths, longest first; empty rows may be written at the end.
pub type Rows = Vec<u64>;

/// The most rows a position may have.
const MOST_ROWS: u64 = 1 << 16;
/// The most positions of a box that are worked out at once.
const MOST_RANKS: u64 = 20_000_000;

const HINT: &str = "a position is written `3x4` (rows x columns), or as row lengths, longest first: `4,4,2`";

/// The rules; a position is one component.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chomp;

/// The rows after a bite.
fn bite(rows: &[u64], row: usize, column: u64) -> Rows {
    let cut = |(index, &length): (usize, &u64)| if index < row { length } else { length.min(column) };
    rows.iter().enumerate().map(cut).collect()
}

/// The rows without the empty ones.
fn trimmed(rows: &[u64]) -> &[u64] {
    &rows[..rows.iter().take_while(|&&length| length > 0).count()]
}

impl Game for Chomp {
    type Component = Rows;

    fn options(
        &self,
        rows: &Rows,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Rows>,
    ) -> Result<ControlFlow<()>, Failure> {
        for (row, &length) in rows.iter().enumerate() {
            // The corner stays.
            for column in u64::from(row == 0)..length {
                pulse.beats(rows.len() as u64)?;
                if visit(&[Part { component: bite(rows, row, column), copies: 1 }]).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Chomp {
    fn read(&self, text: &str) -> Result<Vec<Rows>, InputError> {
        let start = text.len() - text.trim_start().len();
        let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
        let wrong = |byte: usize, message: String| InputError::at(text, byte, message, HINT);
        if let Some((rows, columns)) = inner.split_once(['x', 'X', '×']) {
            let side = |side: &str| {
                number(side.trim())
                    .map_err(|reason| wrong(start, format!("`{}` is {reason}", shorten(side.trim()))))
            };
            let (rows, columns) = (side(rows)?, side(columns)?);
            if rows > MOST_ROWS {
                return Err(wrong(start, format!("there are at most {MOST_ROWS} rows: {rows}")));
            }
            return Ok(vec![vec![columns; rows as usize]]);
        }
        let mut out: Rows = Vec::new();
        let base = inner.as_ptr() as usize - text.as_ptr() as usize;
        for word in inner.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            let byte = base + (word.as_ptr() as usize - inner.as_ptr() as usize);
            let length =
                number(word).map_err(|reason| wrong(byte, format!("`{}` is {reason}", shorten(word))))?;
            match out.last() {
                Some(&before) if length > before => {
                    let message = format!("row {} is longer than the one before it: {length}", out.len() + 1);
                    return Err(wrong(byte, message));
                }
                _ if out.len() as u64 == MOST_ROWS => {
                    return Err(wrong(byte, format!("there are at most {MOST_ROWS} rows")));
                }
                _ => out.push(length),
            }
        }
        Ok(vec![out])
    }

    fn write(&self, components: &[Rows]) -> String {
        let text = |rows: &Rows| rows.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        components.iter().map(text).collect::<Vec<_>>().join(" ")
    }
}

const HOOK: &str = "a row and a column that share the corner are two Nim heaps";
const TWO_ROWS: &str = "two rows are lost exactly when the lower is shorter by one (Gale 1974)";
const STEALING: &str = "a rectangle is won by strategy stealing: taking the last square either wins or could have been anticipated (Gale 1974)";

/// The squares beside the corner in the first row and in the first column, when there are no others.
fn hook(rows: &[u64]) -> Option<(u64, u64)> {
    match trimmed(rows) {
        [] => Some((0, 0)),
        [first, rest @ ..] => {
            rest.iter().all(|&length| length == 1).then_some((first - 1, rest.len() as u64))
        }
    }
}

impl Theory for Chomp {
    fn rule(&self) -> String {
        "take a square other than the corner, and all squares that are neither above it nor to the left of it"
            .to_owned()
    }

    fn known(&self, rows: &Rows, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        if let Some((arm, leg)) = hook(rows) {
            return Some(Known { value: Value::Grundy(arm ^ leg), theorem: HOOK });
        }
        match trimmed(rows) {
            [upper, lower] => Some(Known { value: Value::Lost(upper - lower == 1), theorem: TWO_ROWS }),
            [first, .., last] if first == last => {
                Some(Known { value: Value::Lost(false), theorem: STEALING })
            }
            _ => None,
        }
    }

    fn reach(&self, rows: &Rows, convention: Convention, target: u64, wins: &mut Wins<'_, '_, Rows>) -> bool {
        if convention == Convention::Misere {
            return false;
        }
        if let Some((arm, leg)) = hook(rows) {
            if target ^ leg < arm {
                wins.add(|| bite(rows, 0, (target ^ leg) + 1));
            }
            if target ^ arm < leg {
                wins.add(|| bite(rows, (target ^ arm) as usize + 1, 0));
            }
            return true;
        }
        let [upper, lower] = *trimmed(rows) else { return false };
        // A position is one component, so that the target of a winning move is 0: who wins is enough.
        if target != 0 {
            return false;
        }
        if upper - lower > 1 {
            wins.add(|| bite(rows, 0, lower + 1));
        } else if upper == lower {
            wins.add(|| bite(rows, 1, upper - 1));
        }
        true
    }

    /// Rows and columns may be exchanged.
    fn representative(&self, rows: &Rows) -> Rows {
        let rows = trimmed(rows);
        let Some(&first) = rows.first() else { return Rows::new() };
        // A position wider than high keeps its rows.
        if first > rows.len() as u64 {
            return rows.to_vec();
        }
        let columns: Rows =
            (0..first).map(|column| rows.partition_point(|&length| length > column) as u64).collect();
        if first < rows.len() as u64 { columns } else { columns.min(rows.to_vec()) }
    }

    fn solver(&self, components: &[Rows], method: Method) -> Option<Box<dyn Solver<Rows> + '_>> {
        let [only] = components else { return None };
        if !matches!(method, Method::Auto | Method::Table) {
            return None;
        }
        let rows = self.representative(only);
        let width = rows.first().copied().unwrap_or(0);
        ranks(rows.len() as u64, width)
            .is_some_and(|ranks| ranks <= MOST_RANKS)
            .then(|| Box::new(Ranked { rows: rows.len(), width: width as usize, table: None }) as _)
    }

    fn theory(&self) -> Vec<String> {
        vec![format!("value: {HOOK}"), TWO_ROWS.to_owned(), STEALING.to_owned()]
    }
}

/// The number of positions inside a box, C(rows + columns, rows); `None` beyond 2^64 - 1.
pub fn ranks(rows: u64, columns: u64) -> Option<u64> {
    let (fewer, more) = (rows.min(columns), rows.max(columns));
    // After k factors the product is C(more + k, k), a whole number.
    (1..=fewer).try_fold(1u64, |ranks, k| {
        let next = u128::from(ranks) * (u128::from(more) + u128::from(k)) / u128::from(k);
        u64::try_from(next).ok()
    })
}

/// The values of all positions inside a box, by their number.
#[derive(Debug)]
pub struct Table {
    rows: usize,
    columns: usize,
    /// For each length the shares that a row of it has in the number of a position, row by row, and these shares added
    /// up; `rows + 1` numbers each.
    shares: Vec<u32>,
    sums: Vec<u32>,
    values: Values,
}

/// Values in as few bytes as they need: a table that stays in the cache is worked out faster.
#[derive(Debug)]
enum Values {
    Short(Vec<u8>),
    Long(Vec<u32>),
}

impl Values {
    fn get(&self, number: usize) -> Option<u64> {
        match self {
            Values::Short(values) => values.get(number).map(|&value| value.into()),
            Values::Long(values) => values.get(number).map(|&value| value.into()),
        }
    }
}

/// A position on the way through the box.
struct Diagram {
    lengths: Vec<usize>,
    heights: Vec<usize>,
    /// The shares of the first rows added up.
    before: Vec<u32>,
}

impl Table {
    /// Works out a box of `rows` rows and `columns` columns.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn new(rows: usize, columns: usize, pulse: &mut Pulse<'_>) -> Result<Table, Failure> {
        let count = ranks(rows as u64, columns as u64).ok_or(StopReason::MemoryLimit)?;
        pulse.limits().check_memory(count, 4)?;
        // Numbers and sums of two of them have 32 bits.
        if count > pulse.limits().positions.min(1 << 31) {
            return Err(StopReason::PositionLimit.into());
        }
        // C(length + r - row - 1, r - row), which is 0 for an empty row.
        let share = |length: usize, row: usize| match length {
            0 => 0,
            _ => ranks((rows - row) as u64, length as u64 - 1).expect("less than all of them") as u32,
        };
        let (mut shares, mut sums) = (Vec::new(), Vec::new());
        for length in 0..=columns {
            let mut sum = 0;
            for row in 0..rows {
                sums.push(sum);
                shares.push(share(length, row));
                sum += share(length, row);
            }
            sums.push(sum);
            shares.push(0);
        }
        let mut table = Table { rows, columns, shares, sums, values: Values::Short(Vec::new()) };
        // A value is at most the number of bites.
        table.values = match rows * columns <= usize::from(u8::MAX) {
            true => Values::Short(table.fill(count as usize, pulse)?),
            false => Values::Long(table.fill(count as usize, pulse)?),
        };
        Ok(table)
    }

    fn share(&self, length: usize, row: usize) -> u32 {
        self.shares[length * (self.rows + 1) + row]
    }

    /// Works out the values in the order of the numbers.
    fn fill<V: Copy + Into<u32> + TryFrom<u32>>(
        &self,
        count: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<V>, Failure> {
        let mut values: Vec<V> = Vec::with_capacity(count);
        let (lengths, heights) = (vec![0; self.rows], vec![0; self.columns]);
        let mut diagram = Diagram { lengths, heights, before: vec![0; self.rows + 1] };
        // When a value was seen last, as the number of the position it was seen from, counted from 1.
        let mut seen: Vec<u32> = vec![0; self.rows * self.columns + 2];
        for number in 0..count {
            pulse.beats(1 + diagram.lengths.iter().sum::<usize>() as u64)?;
            let value = match self.turned(&diagram).filter(|&turned| turned < number) {
                Some(turned) => values[turned],
                None => {
                    self.note_options(&values, &diagram, &mut seen);
                    let stamp = number as u32 + 1;
                    let value = seen.iter().position(|&at| at != stamp).expect("more room than options");
                    V::try_from(value as u32).ok().expect("values are at most the number of bites")
                }
            };
            values.push(value);
            self.advance(&mut diagram);
        }
        Ok(values)
    }

    /// The number of a position with rows and columns exchanged, if that comes first and lies inside the box.
    fn turned(&self, diagram: &Diagram) -> Option<usize> {
        let Diagram { lengths, heights, .. } = diagram;
        let (length, height) = (*lengths.first()?, *heights.first()?);
        let fits = length <= self.rows && height <= self.columns;
        // Numbers are in the order of the rows, first rows first.
        (fits && heights < lengths).then(|| {
            let shares =
                heights.iter().take(length).enumerate().map(|(row, &length)| self.share(length, row));
            shares.sum::<u32>() as usize
        })
    }

    /// Marks the values of all options.
    fn note_options<V: Copy + Into<u32>>(&self, values: &[V], diagram: &Diagram, seen: &mut [u32]) {
        let number = values.len() as u32;
        let Diagram { lengths, heights, before } = diagram;
        let length = lengths.first().copied().unwrap_or(0);
        for (column, &height) in heights[..length].iter().enumerate() {
            let sums = &self.sums[column * (self.rows + 1)..][..self.rows + 1];
            let rest = sums[height] + (number - before[height]);
            let rows = usize::from(column == 0)..height;
            for (before, sum) in before[rows.clone()].iter().zip(&sums[rows]) {
                let option = before + rest - sum;
                seen[values[option as usize].into() as usize] = number + 1;
            }
        }
    }

    /// Goes on to the next position: the last row that may grow does, and those below it are emptied.
    fn advance(&self, diagram: &mut Diagram) {
        let Diagram { lengths, heights, before } = diagram;
        let may_grow = |row: usize| lengths[row] < if row == 0 { self.columns } else { lengths[row - 1] };
        let Some(row) = (0..self.rows).rev().find(|&row| may_grow(row)) else { return };
        heights.iter_mut().for_each(|height| *height = (*height).min(row + 1));
        heights[lengths[row]] = row + 1;
        lengths[row] += 1;
        lengths[row + 1..].fill(0);
        for index in row..self.rows {
            before[index + 1] = before[index] + self.share(lengths[index], index);
        }
    }

    /// The value of a position, if it lies inside the box.
    pub fn value(&self, rows: &[u64]) -> Option<u64> {
        let rows = trimmed(rows);
        if rows.len() > self.rows || rows.iter().any(|&length| length > self.columns as u64) {
            return None;
        }
        let shares = rows.iter().enumerate().map(|(row, &length)| self.share(length as usize, row));
        self.values.get(shares.sum::<u32>() as usize)
    }
}

/// Values from a table that is worked out when it is asked first.
struct Ranked {
    rows: usize,
    width: usize,
    table: Option<Table>,
}

impl Solver<Rows> for Ranked {
    fn value(&mut self, rows: &Rows, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let table = match self.table.take() {
            Some(table) => table,
            None => Table::new(self.rows, self.width, pulse)?,
        };
        let table = self.table.insert(table);
        // The box holds the position as it is or turned, and so it does its options.
        let turned = || table.value(&Chomp.representative(rows));
        Ok(table.value(rows).or_else(turned).expect("options lie inside the box"))
    }

    fn engine(&self) -> (Engine, &'static str) {
        (Engine::Ranked, "all positions inside the box, numbered without gaps, were worked out in order")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::limits::Limits;
    use std::collections::HashMap;

    #[test]
    fn a_table_has_the_values_of_the_definition() {
        let limits = Limits::default();
        let mut known = HashMap::new();
        for (rows, columns) in
            [(1, 6), (6, 1), (2, 5), (3, 4), (5, 3), (4, 5), (5, 5), (2, 130), (0, 3), (3, 0)]
        {
            let table = Table::new(rows, columns, &mut Pulse::new(&limits)).expect("it is small");
            let count = ranks(rows as u64, columns as u64).expect("few") as usize;
            assert!(table.values.get(count - 1).is_some() && table.values.get(count).is_none());
            let full = vec![columns as u64; rows];
            reference::grundy(&Chomp, &full, &mut known).expect("it ends");
            let inside = |position: &&Rows| {
                position.len() == rows && position.iter().all(|&length| length <= columns as u64)
            };
            for position in known.keys().filter(inside) {
                assert_eq!(table.value(position), Some(known[position]), "{rows}x{columns}: {position:?}");
            }
            assert_eq!(table.value(&[columns as u64 + 1]), None);
        }
    }

    #[test]
    fn theorems_agree_with_the_definition() {
        let mut known = HashMap::new();
        reference::grundy(&Chomp, &vec![6, 6, 6, 6], &mut known).expect("it ends");
        let mut told = 0;
        for (position, &value) in &known {
            match Chomp.known(position, Convention::Normal).map(|known| known.value) {
                Some(Value::Grundy(told)) => assert_eq!(told, value, "{position:?}"),
                Some(Value::Lost(lost)) => assert_eq!(lost, value == 0, "{position:?}"),
                None => continue,
            }
            told += 1;
        }
        assert!(told > 30, "{told}");
    }

    #[test]
    fn turned_positions_are_one() {
        for (rows, columns) in
            [(vec![4, 2, 1], vec![3, 2, 1, 1]), (vec![3, 3, 0], vec![2, 2, 2]), (vec![], vec![0])]
        {
            assert_eq!(Chomp.representative(&rows), Chomp.representative(&columns), "{rows:?}");
        }
        assert_eq!(Chomp.representative(&vec![u64::MAX, 2]), [u64::MAX, 2]);
    }

    #[test]
    fn tables_that_would_not_fit_are_refused() {
        assert_eq!(ranks(10, 10), Some(184_756));
        assert_eq!(ranks(u64::MAX, 3), None);
        let limits = Limits { positions: 1000, ..Limits::default() };
        let stop = Table::new(10, 10, &mut Pulse::new(&limits)).err();
        assert_eq!(stop, Some(StopReason::PositionLimit.into()));
        assert!(Table::new(1 << 16, 1 << 16, &mut Pulse::new(&Limits::default())).is_err());
    }
}
