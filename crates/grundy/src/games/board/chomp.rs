//! Chomp: a bite takes a square and everything below and to the right of it; the corner square is poisoned.
//!
//! A position is its row lengths, longest first, and a bite at row i and column j cuts row i and all below it to j squares
//! (Gale 1974, as a game of divisors Schuh 1952). Here the poisoned corner may not be taken, so that whoever cannot move
//! loses. Rectangles of more than one square are won by strategy stealing, without telling how. A lone row and column
//! that share the corner are two Nim heaps, and two rows are lost exactly when the lower is shorter by one.
//!
//! Positions inside a box of r x c squares are lattice paths, C(r + c, r) of them, and the combinatorial number system
//! numbers them without gaps: with a_i = length_i + r - i the number is the sum of the binomials C(a_i, r - i + 1), and a
//! bite makes it smaller. [`RankTable`] works out all values in that order; the number of an option comes from sums of
//! binomials in a few additions, for a whole column of bites at once, so 10 x 10 takes one pass over 184 756 entries. A
//! position has the value of the one with rows and columns exchanged.
//!
//! ```
//! use grundy::games::board::chomp::RankTable;
//! use grundy::{Limits, Pulse};
//!
//! let limits = Limits::default();
//! let table = RankTable::new(3, 4, &mut Pulse::new(&limits))?;
//! assert_eq!(table.value(&[4, 2]), Some(4));
//! assert_eq!(table.value(&[3, 2]), Some(0));
//! # Ok::<(), grundy::Failure>(())
//! ```

use crate::base::error::{Failure, InputError};
use crate::base::limits::{Pulse, StopReason};
use crate::base::text::{number, shorten};
use crate::game::engine::Engine;
use crate::game::engine::Method;
use crate::game::keyed::KeyMoves;
use crate::game::sum::Sum;
use crate::game::theory::{Known, Notation, Place, Solver, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use crate::value::MexSet;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Row lengths, longest first; empty rows may be written at the end.
pub type RowLengths = Vec<u64>;

/// The most rows a position may have.
const MAX_ROWS: u64 = 1 << 16;
/// The most positions of a box that are worked out at once.
const MAX_RANKS: u64 = 200_000_000;
/// The most that take seconds.
const MAX_RANKS_UNASKED: u64 = 20_000_000;

const HINT: &str = "a position is written `3x4` (rows x columns), or as row lengths, longest first: `4,4,2`";

/// The rules; a position is one component.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chomp;

/// The rows after a bite.
fn bite(rows: &[u64], row: usize, column: u64) -> RowLengths {
    let cut = |(index, &length): (usize, &u64)| if index < row { length } else { length.min(column) };
    rows.iter().enumerate().map(cut).collect()
}

/// The rows without the empty ones.
fn trimmed(rows: &[u64]) -> &[u64] {
    &rows[..rows.iter().take_while(|&&length| length > 0).count()]
}

impl Game for Chomp {
    type Component = RowLengths;

    fn options(
        &self,
        rows: &RowLengths,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, RowLengths>,
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
    fn read(&self, text: &str) -> Result<Vec<RowLengths>, InputError> {
        let start = text.len() - text.trim_start().len();
        let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
        let wrong = |byte: usize, message: String| InputError::at(text, byte, message, HINT);
        if let Some((rows, columns)) = inner.split_once(['x', 'X', '×']) {
            let side = |side: &str| {
                number(side.trim())
                    .map_err(|reason| wrong(start, format!("`{}` is {reason}", shorten(side.trim()))))
            };
            let (rows, columns) = (side(rows)?, side(columns)?);
            if rows > MAX_ROWS {
                return Err(wrong(start, format!("there are at most {MAX_ROWS} rows: {rows}")));
            }
            return Ok(vec![vec![columns; rows as usize]]);
        }
        let mut out: RowLengths = Vec::new();
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
                _ if out.len() as u64 == MAX_ROWS => {
                    return Err(wrong(byte, format!("there are at most {MAX_ROWS} rows")));
                }
                _ => out.push(length),
            }
        }
        Ok(vec![out])
    }

    fn write(&self, components: &[RowLengths]) -> String {
        let text = |rows: &RowLengths| rows.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        components.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The squares that are eaten, the one bitten first.
    fn places(&self, before: &RowLengths, option: &[Part<RowLengths>]) -> Vec<Place> {
        let left = |row: usize| option.first().and_then(|part| part.component.get(row)).copied().unwrap_or(0);
        let eaten = |(row, &length): (usize, &u64)| {
            (left(row)..length).map(move |column| Place::Cell(row, column as usize))
        };
        before.iter().enumerate().flat_map(eaten).take(MAX_EATEN_PLACES).collect()
    }
}

/// Squares of a bite that are named one by one.
const MAX_EATEN_PLACES: usize = 1000;

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

    fn known(&self, rows: &RowLengths, convention: Convention) -> Option<Known> {
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

    fn reach(
        &self,
        rows: &RowLengths,
        convention: Convention,
        target: u64,
        wins: &mut dyn Wins<RowLengths>,
    ) -> bool {
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

    /// RowLengths and columns may be exchanged.
    fn representative(&self, rows: &RowLengths) -> RowLengths {
        let rows = trimmed(rows);
        let Some(&first) = rows.first() else { return RowLengths::new() };
        // A position wider than high keeps its rows.
        if first > rows.len() as u64 {
            return rows.to_vec();
        }
        let columns: RowLengths =
            (0..first).map(|column| rows.partition_point(|&length| length > column) as u64).collect();
        if first < rows.len() as u64 { columns } else { columns.min(rows.to_vec()) }
    }

    fn solver(&self, components: &[RowLengths], method: Method) -> Option<Box<dyn Solver<RowLengths> + '_>> {
        let [only] = components else { return None };
        if !matches!(method, Method::Auto | Method::Table) {
            return None;
        }
        let rows = self.representative(only);
        let width = rows.first().copied().unwrap_or(0);
        ranks(rows.len() as u64, width)
            .is_some_and(|ranks| ranks <= MAX_RANKS)
            .then(|| Box::new(Ranked { rows: rows.len(), width: width as usize, table: None }) as _)
    }

    fn tier(&self, position: &[Part<RowLengths>]) -> Option<u64> {
        let squares = |part: &Part<RowLengths>| part.component.iter().sum::<u64>().checked_mul(part.copies);
        position.iter().map(squares).sum()
    }

    fn keyed(&self, start: &[Part<RowLengths>]) -> Option<Box<dyn KeyMoves<RowLengths> + '_>> {
        let [Part { component, copies: 1 }] = start else { return None };
        let rows = self.representative(component);
        // A representative is at least as wide as it is high.
        let (height, width) = (rows.len() as u32, rows.first().copied().unwrap_or(0));
        let bits = (u64::BITS - width.leading_zeros()).max(1);
        let side = u32::try_from(width).ok()?.max(height);
        (side.checked_mul(bits)? <= 64 && side <= PackedRows::MAX as u32)
            .then(|| Box::new(PackedRows { side, bits }) as _)
    }

    fn theory(&self) -> Vec<String> {
        vec![format!("value: {HOOK}"), TWO_ROWS.to_owned(), STEALING.to_owned()]
    }
}

/// Row lengths of representatives side by side in 64 bits, the first highest.
struct PackedRows {
    /// Most rows, and the longest.
    side: u32,
    /// Bits of a length.
    bits: u32,
}

impl PackedRows {
    /// Most rows: one bit each.
    const MAX: usize = 64;

    fn unpack(&self, key: u64, rows: &mut [u8; PackedRows::MAX]) -> usize {
        let mask = u64::MAX >> (64 - self.bits);
        for row in 0..self.side {
            let length = key >> ((self.side - 1 - row) * self.bits) & mask;
            rows[row as usize] = length as u8;
            if length == 0 {
                return row as usize;
            }
        }
        self.side as usize
    }

    /// The key of the representative of some rows, none of them empty.
    fn pack(&self, rows: &[u8]) -> u64 {
        let first = rows.first().map_or(0, |&first| usize::from(first));
        let key = |rows: &[u8]| {
            let all = rows.iter().fold(0u64, |key, &length| key << self.bits | u64::from(length));
            // No shift by all 64 bits: there are no rows then.
            if rows.is_empty() { 0 } else { all << ((self.side as usize - rows.len()) as u32 * self.bits) }
        };
        if first > rows.len() {
            return key(rows);
        }
        let mut columns = [0u8; PackedRows::MAX];
        let mut height = rows.len();
        for (column, length) in columns[..first].iter_mut().enumerate() {
            while usize::from(rows[height - 1]) <= column {
                height -= 1;
            }
            *length = height as u8;
        }
        let columns = key(&columns[..first]);
        if first < rows.len() { columns } else { columns.min(key(rows)) }
    }
}

impl KeyMoves<RowLengths> for PackedRows {
    fn code(&self) -> String {
        format!("row lengths {} of {} bits", self.side, self.bits)
    }

    fn key(&self, position: &[Part<RowLengths>]) -> Option<u64> {
        let [Part { component: rows, copies: 1 }] = position else { return None };
        let rows = trimmed(rows);
        let fits =
            rows.len() <= self.side as usize && rows.first().is_none_or(|&first| first <= self.side.into());
        fits.then(|| self.pack(&rows.iter().map(|&length| length as u8).collect::<Vec<_>>()))
    }

    fn position(&self, key: u64) -> Option<Sum<RowLengths>> {
        let mut rows = [0; PackedRows::MAX];
        let height = self.unpack(key, &mut rows);
        let component = rows[..height].iter().map(|&length| length.into()).collect();
        Some(vec![Part { component, copies: 1 }])
    }

    fn tier(&self, key: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.bits);
        (0..self.side).map(|row| key >> (row * self.bits) & mask).sum()
    }

    fn options(&self, key: u64, visit: &mut dyn FnMut(u64)) {
        let mut rows = [0; PackedRows::MAX];
        let height = self.unpack(key, &mut rows);
        let mut cut = rows;
        for row in 0..height {
            // The corner stays.
            for column in u8::from(row == 0)..rows[row] {
                (row..height).for_each(|below| cut[below] = rows[below].min(column));
                visit(self.pack(&cut[..if column == 0 { row } else { height }]));
            }
            cut[row] = rows[row];
        }
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
pub struct RankTable {
    rows: usize,
    columns: usize,
    /// For each length the shares that a row of it has in the number of a position, row by row, and these shares added
    /// up; `rows + 1` numbers each, and room behind for a vector.
    shares: Vec<u32>,
    sums: Vec<u32>,
    values: Values,
}

/// Bites of a column whose options are numbered together: a few vectors, and enough for most boxes.
const LANES: usize = 16;

/// Values in as few bytes as they need: a table that stays in the cache is worked out faster.
#[derive(Debug)]
enum Values {
    Short(Vec<u8>),
    Long(Vec<u32>),
}

/// A value, or that there is none yet.
trait Cell: Copy + PartialEq + Into<u32> {
    const NO_VALUE: Self;
    /// A value, which is at most the number of bites.
    fn new(value: u32) -> Self;
}

impl Cell for u8 {
    const NO_VALUE: u8 = u8::MAX;
    fn new(value: u32) -> u8 {
        value as u8
    }
}

impl Cell for u32 {
    const NO_VALUE: u32 = u32::MAX;
    fn new(value: u32) -> u32 {
        value
    }
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
    /// The shares of the first rows added up, with room for whole vectors.
    before: Vec<u32>,
}

impl RankTable {
    /// Works out a box of `rows` rows and `columns` columns.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn new(rows: usize, columns: usize, pulse: &mut Pulse<'_>) -> Result<RankTable, Failure> {
        let count = ranks(rows as u64, columns as u64).ok_or(StopReason::MemoryLimit)?;
        // Numbers and sums of two of them have 32 bits.
        if count > pulse.limits().positions.min(1 << 31) {
            return Err(StopReason::PositionLimit.into());
        }
        let room = (columns + 1) * (rows + 1) + LANES;
        pulse.limits().check_memory(count + 2 * room as u64, 4)?;
        // C(length + r - row - 1, r - row), which is 0 for an empty row.
        let share = |length: usize, row: usize| match length {
            0 => 0,
            _ => ranks((rows - row) as u64, length as u64 - 1).expect("less than all of them") as u32,
        };
        let (mut shares, mut sums) = (vec![0; room], vec![0; room]);
        let of_length = shares.chunks_mut(rows + 1).zip(sums.chunks_mut(rows + 1));
        for (length, (shares, sums)) in of_length.take(columns + 1).enumerate() {
            for row in 0..rows {
                shares[row] = share(length, row);
                sums[row + 1] = sums[row] + shares[row];
            }
        }
        let mut table = RankTable { rows, columns, shares, sums, values: Values::Short(Vec::new()) };
        // A value is at most the number of bites.
        table.values = match rows * columns < u8::NO_VALUE.into() {
            true => Values::Short(table.fill(count as usize, pulse)?),
            false => Values::Long(table.fill(count as usize, pulse)?),
        };
        Ok(table)
    }

    fn share(&self, length: usize, row: usize) -> u32 {
        self.shares[length * (self.rows + 1) + row]
    }

    /// Works out the values in the order of the numbers.
    fn fill<V: Cell>(&self, count: usize, pulse: &mut Pulse<'_>) -> Result<Vec<V>, Failure> {
        let mut values = vec![V::NO_VALUE; count];
        let (lengths, heights) = (vec![0; self.rows], vec![0; self.columns]);
        let before = vec![0; (self.rows + 1).next_multiple_of(LANES)];
        let mut diagram = Diagram { lengths, heights, before };
        let mut options = vec![0; 1 + self.rows * self.columns + LANES];
        let (mut seen, most) = (MexSet::new(), (self.rows * self.columns) as u32);
        for number in 0..count {
            if number > 0 {
                self.advance(&mut diagram);
            }
            if values[number] == V::NO_VALUE {
                let options = self.options(number as u32, &diagram, &mut options);
                pulse.beats(1 + 4 * options.len() as u64)?;
                values[number] = V::new(mex_of(options, &values, most, &mut seen));
                if let Some(turned) = self.turned(&diagram) {
                    values[turned] = values[number];
                }
            }
        }
        Ok(values)
    }

    /// The number of a position with rows and columns exchanged, if that lies inside the box.
    fn turned(&self, diagram: &Diagram) -> Option<usize> {
        let Diagram { lengths, heights, .. } = diagram;
        let (length, height) = (*lengths.first()?, *heights.first()?);
        (length <= self.rows && height <= self.columns).then(|| {
            let rows = heights[..length].iter().enumerate();
            rows.map(|(row, &length)| self.share(length, row)).sum::<u32>() as usize
        })
    }

    /// The numbers of all options of a position in fours, the last one repeated; written to a list that has room for them. A
    /// loop over each column as long as it is high would end in a wrong guess of the processor nearly every time: all
    /// columns are taken as equally high, and what is too much is written over by the next.
    fn options<'a>(&self, number: u32, diagram: &Diagram, list: &'a mut [u32]) -> &'a [[u32; 4]] {
        #[cfg(target_arch = "x86_64")]
        if crate::base::cpu::has_avx2() {
            // SAFETY: the processor has AVX2, and the function is safe Rust compiled for it.
            return unsafe { self.options_avx2(number, diagram, list) };
        }
        self.options_plain(number, diagram, list)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn options_avx2<'a>(&self, number: u32, diagram: &Diagram, list: &'a mut [u32]) -> &'a [[u32; 4]] {
        self.options_plain(number, diagram, list)
    }

    #[inline(always)]
    fn options_plain<'a>(&self, number: u32, diagram: &Diagram, list: &'a mut [u32]) -> &'a [[u32; 4]] {
        let Diagram { lengths, heights, before } = diagram;
        let length = lengths.first().copied().unwrap_or(0);
        let mut listed = 0;
        for (block, &lanes) in before.as_chunks::<LANES>().0.iter().enumerate() {
            let above = block * LANES;
            let columns = heights[..length].iter().enumerate();
            for (column, &height) in columns.take_while(|(_, height)| **height > above) {
                let column = column * (self.rows + 1);
                let rest = number - before[height] + self.sums[column + height];
                // What stands behind the column is read with it, and does no harm.
                let sums = self.sums[column + above..].first_chunk::<LANES>().expect("there is room behind");
                let to = list[listed..].first_chunk_mut::<LANES>().expect("there is room for a vector more");
                for lane in 0..LANES {
                    to[lane] = lanes[lane].wrapping_add(rest).wrapping_sub(sums[lane]);
                }
                listed += (height - above).min(LANES);
            }
        }
        // The first bite is that at the corner, which may not be taken.
        let count = listed.saturating_sub(1);
        if count > 0 {
            let last = list[count];
            list[listed..listed + 3].fill(last);
        }
        list[1..][..count.next_multiple_of(4)].as_chunks().0
    }

    /// Goes on to the next position: the last row that may grow does, and those below it, as long as it was, are emptied.
    #[inline(never)]
    fn advance(&self, diagram: &mut Diagram) {
        let Diagram { lengths, heights, before } = diagram;
        let mut row = self.rows - 1;
        while row > 0 && lengths[row] == lengths[row - 1] {
            lengths[row] = 0;
            row -= 1;
        }
        let length = lengths[row];
        lengths[row] += 1;
        heights[length] = row + 1;
        before[row + 1] = before[row] + self.share(length + 1, row);
        if row + 1 < self.rows {
            heights[..length].fill(row + 1);
            let sum = before[row + 1];
            before[row + 2..=self.rows].fill(sum);
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

/// The mex of the values of options, which are at most `most`.
#[inline(never)]
fn mex_of<V: Cell>(options: &[[u32; 4]], values: &[V], most: u32, seen: &mut MexSet) -> u32 {
    seen.clear();
    match seen.places(most) {
        Some((places, stamp)) => {
            // The mask changes nothing, and spares a branch.
            let mask = places.len() - 1;
            for four in options {
                let found = four.map(|option| values[option as usize].into() as usize);
                found.into_iter().for_each(|value| places[value & mask] = stamp);
            }
        }
        None => {
            let options = options.as_flattened().iter();
            options.for_each(|&option| seen.insert(values[option as usize].into()));
        }
    }
    seen.mex()
}

/// Values from a table that is worked out when it is asked first.
struct Ranked {
    rows: usize,
    width: usize,
    table: Option<RankTable>,
}

impl Solver<RowLengths> for Ranked {
    fn value(&mut self, rows: &RowLengths, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let table = match self.table.take() {
            Some(table) => table,
            None => RankTable::new(self.rows, self.width, pulse)?,
        };
        let table = self.table.insert(table);
        // The box holds the position as it is or turned, and so it does its options.
        let turned = || table.value(&Chomp.representative(rows));
        Ok(table.value(rows).or_else(turned).expect("options lie inside the box"))
    }

    fn is_promising(&self, _components: &[RowLengths]) -> bool {
        ranks(self.rows as u64, self.width as u64).is_some_and(|ranks| ranks <= MAX_RANKS_UNASKED)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (
            Engine::Ranked,
            "all positions inside the box, numbered without gaps, were worked out in order".into(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::reference;
    use std::collections::HashMap;

    #[test]
    fn a_table_has_the_values_of_the_definition() {
        let limits = Limits::default();
        let mut known = HashMap::new();
        for (rows, columns) in
            [(1, 6), (6, 1), (2, 5), (3, 4), (5, 3), (4, 5), (5, 5), (2, 130), (30, 2), (0, 3), (3, 0)]
        {
            let table = RankTable::new(rows, columns, &mut Pulse::new(&limits)).expect("it is small");
            let count = ranks(rows as u64, columns as u64).expect("few") as usize;
            assert!(table.values.get(count - 1).is_some() && table.values.get(count).is_none());
            let full = vec![columns as u64; rows];
            reference::grundy(&Chomp, &full, &mut known).expect("it ends");
            let inside = |position: &&RowLengths| {
                position.len() == rows && position.iter().all(|&length| length <= columns as u64)
            };
            for position in known.keys().filter(inside) {
                assert_eq!(table.value(position), Some(known[position]), "{rows}x{columns}: {position:?}");
            }
            assert_eq!(table.value(&[columns as u64 + 1]), None);
        }
    }

    #[test]
    fn vectors_and_plain_loops_agree() {
        let limits = Limits::default();
        for (rows, columns) in [(5, 4), (18, 2), (1, 20)] {
            let table = RankTable::new(rows, columns, &mut Pulse::new(&limits)).expect("it is small");
            let (lengths, heights) = (vec![0; rows], vec![0; columns]);
            let mut diagram =
                Diagram { lengths, heights, before: vec![0; (rows + 1).next_multiple_of(LANES)] };
            let (mut one, mut other) =
                (vec![0; 1 + rows * columns + LANES], vec![0; 1 + rows * columns + LANES]);
            for number in 1..ranks(rows as u64, columns as u64).expect("few") as u32 {
                table.advance(&mut diagram);
                let found = table.options(number, &diagram, &mut one);
                assert_eq!(
                    found,
                    table.options_plain(number, &diagram, &mut other),
                    "{rows}x{columns}: {number}"
                );
                assert!(found.as_flattened().iter().all(|&option| option < number));
            }
        }
    }

    #[test]
    fn theorems_agree_with_the_definition() {
        let mut known = HashMap::new();
        reference::grundy(&Chomp, &vec![6, 6, 6, 6], &mut known).expect("it ends");
        let mut checked = 0;
        for (position, &value) in &known {
            match Chomp.known(position, Convention::Normal).map(|known| known.value) {
                Some(Value::Grundy(checked)) => assert_eq!(checked, value, "{position:?}"),
                Some(Value::Lost(is_p)) => assert_eq!(is_p, value == 0, "{position:?}"),
                None => continue,
            }
            checked += 1;
        }
        assert!(checked > 30, "{checked}");
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
        let stop = RankTable::new(10, 10, &mut Pulse::new(&limits)).err();
        assert_eq!(stop, Some(StopReason::PositionLimit.into()));
        assert!(RankTable::new(1 << 16, 1 << 16, &mut Pulse::new(&Limits::default())).is_err());
        // More squares than a set of values has places: it would take long, and does not fail.
        let enough = |_| Some(StopReason::TimeLimit);
        let limits = Limits { poll: &enough, ..Limits::default() };
        let stop = RankTable::new(1, (1 << 24) + 1, &mut Pulse::new(&limits)).err();
        assert_eq!(stop, Some(StopReason::TimeLimit.into()));
    }
}
