//! Connected regions of a Cram board as bits, up to symmetry: the positions that a search of Cram meets.
//!
//! A region is kept as squares and as those of them that own a leaf ([`super::owners`]), in one of the positions that turning
//! and reflecting it gives, moved to the corner: lying rather than standing, and of those the one with the least number.
//! So regions that look alike are one, and a table of them is small. A region belongs to a [`Layout`]: the smaller the
//! numbers that its squares fit into, the faster.
//!
//! ```
//! use grundy::board::bits::Narrow;
//! use grundy::board::squares::Region;
//!
//! let corner = Region::<Narrow>::from_squares(&[(0, 0), (0, 1), (1, 1)]);
//! assert_eq!(corner, Region::from_squares(&[(7, 5), (8, 4), (8, 5)]));
//! assert_eq!(Region::<Narrow>::rectangle(9, 9), None);
//! ```

use super::bits::{Layout, Wide, Word};
use super::graph_code::{Code, graph_code};
use super::owners::reduced;
use crate::error::Failure;
use crate::game::sum::{Sum, add};
use crate::game::{Game, Visit};
use crate::journal::{Reader, put};
use crate::limits::Pulse;
use crate::search::couples::kept::Keyed;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// A connected region of free squares, up to symmetry, and which of them own a leaf besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region<L: Layout> {
    squares: L::Word,
    owners: L::Word,
}

impl<L: Layout> Region<L> {
    /// The region of these squares (row, column), which must be connected; `None` if it does not fit.
    pub fn from_squares(squares: &[(usize, usize)]) -> Option<Region<L>> {
        let top = squares.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let left = squares.iter().map(|&(_, column)| column).min().unwrap_or(0);
        let height = squares.iter().map(|&(row, _)| row - top + 1).max().unwrap_or(0);
        let width = squares.iter().map(|&(_, column)| column - left + 1).max().unwrap_or(0);
        if height.min(width) > L::ROWS as usize || height.max(width) > L::COLUMNS as usize {
            return None;
        }
        let bit = |&(row, column): &(usize, usize)| {
            let (row, column) = ((row - top) as u32, (column - left) as u32);
            if height > width { L::square(column, row) } else { L::square(row, column) }
        };
        let bits = squares.iter().map(bit).fold(L::Word::NONE, |bits, bit| bits | bit);
        // Its leaves stay: without them it might fall apart.
        Some(Region::folded(bits, L::Word::NONE))
    }

    /// A whole board; `None` if it is too large.
    pub fn rectangle(rows: usize, columns: usize) -> Option<Region<L>> {
        if rows.max(columns) > L::COLUMNS as usize {
            return None;
        }
        let squares: Vec<(usize, usize)> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        Region::from_squares(&squares)
    }

    /// How many dominoes can be put on it: how hard it is.
    #[inline]
    pub fn dominoes(&self) -> u32 {
        L::domino_count(self.squares) + self.owners.count()
    }

    /// The same only for regions that play alike: their squares touch alike. `None` for large ones.
    pub fn class(&self) -> Option<Code> {
        graph_code::<L>(self.squares, self.owners)
    }

    /// The representative of the regions that look like these squares.
    #[inline]
    fn folded(squares: L::Word, owners: L::Word) -> Region<L> {
        let offset = L::offset(squares);
        let region = Region { squares: squares >> offset, owners: owners >> offset };
        let (rows, columns) = L::extent(region.squares);
        match rows.cmp(&columns) {
            Ordering::Less => region.least_of_four(rows, columns),
            Ordering::Greater => region.transposed().least_of_four(columns, rows),
            Ordering::Equal => {
                let transposed = region.transposed();
                match region.profile(rows).cmp(&transposed.profile(rows)) {
                    Ordering::Less => region.least_of_four(rows, rows),
                    Ordering::Greater => transposed.least_of_four(rows, rows),
                    Ordering::Equal => {
                        region.least_of_four(rows, rows).lesser(transposed.least_of_four(rows, rows))
                    }
                }
            }
        }
    }

    #[inline]
    fn transposed(self) -> Region<L> {
        Region { squares: L::transpose(self.squares), owners: L::transpose(self.owners) }
    }

    /// How many squares its rows have, which reflections leave alike: it spares looking at some.
    #[inline]
    fn profile(self, rows: u32) -> L::Word {
        let counts = L::row_counts(self.squares);
        counts.min(L::flip_rows(counts) >> ((L::ROWS - rows) * L::COLUMNS))
    }

    /// The least of those with the least profile among four: a region in the corner, its two reflections and its half turn,
    /// all in the corner.
    #[inline]
    fn least_of_four(self, rows: u32, columns: u32) -> Region<L> {
        let down = (L::ROWS - rows) * L::COLUMNS;
        let flip = |squares: L::Word| L::flip_rows(squares) >> down;
        let flipped = Region { squares: flip(self.squares), owners: flip(self.owners) };
        let counts = L::row_counts(self.squares);
        match counts.cmp(&flip(counts)) {
            Ordering::Less => self.least_of_two(columns),
            Ordering::Greater => flipped.least_of_two(columns),
            Ordering::Equal => self.least_of_two(columns).lesser(flipped.least_of_two(columns)),
        }
    }

    /// The lesser of a region in the corner and its mirror image there.
    #[inline]
    fn least_of_two(self, columns: u32) -> Region<L> {
        let mirror = |squares: L::Word| L::flip_columns(squares) >> (L::COLUMNS - columns);
        self.lesser(Region { squares: mirror(self.squares), owners: mirror(self.owners) })
    }

    /// The lesser of two, without a branch: which it is cannot be foreseen.
    #[inline]
    fn lesser(self, other: Region<L>) -> Region<L> {
        let is_less =
            (other.squares < self.squares) | (other.squares == self.squares) & (other.owners < self.owners);
        Region {
            squares: if is_less { other.squares } else { self.squares },
            owners: if is_less { other.owners } else { self.owners },
        }
    }
}

/// Written row by row, so that all layouts read the same.
impl<L: Layout> Keyed for Region<L> {
    const KIND: &'static str = "regions of squares, some with a leaf, 1";

    fn write(&self, out: &mut Vec<u8>) {
        let (rows, _) = L::extent(self.squares);
        put(out, u64::from(rows));
        for row in 0..rows {
            put(out, L::row(self.squares, row));
            put(out, L::row(self.owners, row));
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Option<Region<L>>> {
        let mut reader = Reader(bytes);
        let rows = reader.number().filter(|rows| (1..=u64::from(Wide::ROWS)).contains(rows))?;
        let (mut squares, mut owners) = (L::Word::NONE, L::Word::NONE);
        let mut fits = rows <= u64::from(L::ROWS);
        for row in 0..rows as u32 {
            let [taken, marked] = [reader.number()?, reader.number()?];
            if taken >> Wide::COLUMNS != 0 || marked & !taken != 0 {
                return None;
            }
            fits &= taken >> L::COLUMNS == 0;
            if fits {
                squares = squares | L::from_row(taken, row);
                owners = owners | L::from_row(marked, row);
            }
        }
        *bytes = reader.0;
        if !fits {
            return Some(None);
        }
        let whole = L::connected(squares, squares.first(), squares) == squares;
        let region = Region { squares, owners };
        (whole && Region::folded(squares, owners) == region).then_some(Some(region))
    }
}

/// Cram on regions: a domino is put on two free squares side by side, and the rest falls apart.
#[derive(Debug, Clone, Copy)]
pub struct Regions<L>(PhantomData<L>);

impl<L> Default for Regions<L> {
    fn default() -> Regions<L> {
        Regions(PhantomData)
    }
}

impl<L: Layout> Game for Regions<L> {
    type Component = Region<L>;

    fn options(
        &self,
        region: &Region<L>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Region<L>>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut parts: Sum<Region<L>> = Vec::new();
        let [lying, standing] = L::dominoes(region.squares);
        // A domino on an owner and its leaf takes one square of those that are kept.
        for (mut dominoes, step) in [lying, standing, (region.owners, 0)] {
            while !dominoes.is_none() {
                pulse.beat()?;
                let first = dominoes.first();
                dominoes = dominoes ^ first;
                parts.clear();
                region.without(first | first << step, &mut parts);
                if visit(&parts).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<L: Layout> Region<L> {
    /// The regions that are left without some squares.
    #[inline]
    fn without(&self, taken: L::Word, parts: &mut Sum<Region<L>>) {
        let (mut squares, owners) = reduced::<L>(self.squares & !taken, self.owners & !taken);
        // The region hung together, so each of its parts has a square beside one that is gone.
        let mut ends = L::around(self.squares & !squares) & squares;
        // Squares by themselves are owners, and two of them cancel.
        let alone = squares & !L::around(squares);
        if !alone.is_none() {
            (squares, ends) = (squares ^ alone, ends & !alone);
            if alone.count() % 2 == 1 {
                add(parts, Region { squares: L::Word::ONE, owners: L::Word::ONE }, 1)
                    .expect("it is the first");
            }
        }
        while !ends.is_none() {
            let found = L::connected(squares, ends.first(), ends);
            ends = ends & !found;
            let part = if ends.is_none() { squares } else { found };
            add(parts, Region::folded(part, owners & part), 1).expect("fewer parts than squares");
            squares = squares & !part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Long, Narrow};
    use crate::board::cram::Cram;
    use crate::board::grid::Grid;
    use crate::game::reference;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The value of the regions of a board in a layout.
    fn value<L: Layout>(board: &Grid) -> u64 {
        let mut known = HashMap::new();
        let regions = board.regions().into_iter().filter(|region| region.len() > 1);
        regions.fold(0, |sum, squares| {
            let region = Region::<L>::from_squares(&squares).expect("it is small");
            sum ^ reference::grundy(&Regions::default(), &region, &mut known).expect("it ends")
        })
    }

    fn plain(board: &Grid) -> u64 {
        reference::grundy(&Cram, board, &mut HashMap::new()).expect("it ends")
    }

    proptest! {
        /// Bits have the values of boards whose squares are all kept.
        #[test]
        fn regions_have_the_values_of_boards(rows in 1usize..4, columns in 1usize..6, taken in any::<u64>()) {
            let holes = (0..rows * columns).filter(|at| taken >> at & 3 == 3);
            let board = Grid::new(rows, columns).with(&holes.map(|at| (at / columns, at % columns)).collect::<Vec<_>>());
            prop_assert_eq!(value::<Narrow>(&board), plain(&board));
            prop_assert_eq!(value::<Long>(&board), plain(&board));
            prop_assert_eq!(value::<Wide>(&board), plain(&board));
        }

        /// Regions too wide for the narrow layout among them.
        #[test]
        fn long_regions_play_alike(shape in prop::collection::vec(0u8..8, 9..13)) {
            let board = Grid::new(3, shape.len());
            let taken: Vec<_> = board.free().filter(|&(row, column)| shape[column] >> row & 1 == 0).collect();
            for squares in board.with(&taken).regions().into_iter().filter(|region| (2..14).contains(&region.len())) {
                let region = Grid::around(&squares);
                prop_assert_eq!(value::<Wide>(&region), plain(&region));
                prop_assert_eq!(value::<Long>(&region), plain(&region));
            }
        }

        #[test]
        fn symmetric_regions_are_one(picture in any::<u64>(), shift in 0usize..5) {
            let all: Vec<(usize, usize)> = (0..36).filter(|at| picture >> at & 1 == 1).map(|at| (at / 6, at % 6)).collect();
            let seen = |map: &dyn Fn(usize, usize) -> (usize, usize)| {
                let squares: Vec<_> = all.iter().map(|&(row, column)| map(row, column)).collect();
                let narrow = Region::<Narrow>::from_squares(&squares);
                (narrow.map(|region| region.dominoes()), narrow, Region::<Wide>::from_squares(&squares))
            };
            let upright = seen(&|row, column| (row, column));
            prop_assert_eq!(seen(&|row, column| (column + shift, row)), upright);
            prop_assert_eq!(seen(&|row, column| (5 - row, column + shift)), upright);
            prop_assert_eq!(seen(&|row, column| (5 - column, 5 - row)), upright);
        }
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Region::<Wide>::rectangle(16, 8), Region::rectangle(8, 16));
        assert!(Region::<Wide>::rectangle(16, 8).is_some());
        assert!(Region::<Long>::rectangle(4, 16).is_some());
        assert_eq!(Region::<Long>::rectangle(5, 5), None);
        assert_eq!(Region::<Wide>::rectangle(17, 1), None);
        assert_eq!(Region::<Narrow>::rectangle(usize::MAX, 2), None);
    }
}
