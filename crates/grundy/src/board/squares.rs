//! Connected regions of a Cram board as bits, up to symmetry: the positions that a search of Cram meets.
//!
//! A region is kept in one of the positions that turning and reflecting it gives, moved to the corner: lying rather than
//! standing, and of those the one with the least number. So regions that look alike are one, and a table of them is
//! small. Squares that make no difference are left out (`private_leaves`), and regions that are the same tree
//! have the same [`Region::class`]. Regions that fit, turned if need be, into 8 x 15 squares have a number; others are
//! played by [`super::cram`] alone.
//!
//! ```
//! use grundy::board::squares::Region;
//!
//! let corner = Region::from_squares(&[(0, 0), (0, 1), (1, 1)]);
//! assert_eq!(corner, Region::from_squares(&[(7, 5), (8, 4), (8, 5)]));
//! assert_eq!(Region::rectangle(9, 9), None);
//! ```

use super::bits::{Bits, Narrow, Wide, narrowed, transpose};
use super::private_leaves::pruned;
use super::tree_code::tree_code;
use crate::error::Failure;
use crate::game::sum::{Sum, add};
use crate::game::{Game, Visit};
use crate::graph::journal::{Reader, put};
use crate::limits::Pulse;
use crate::search::couples::kept::Keyed;
use std::ops::ControlFlow;

/// The most rows and columns of a region.
const ROWS: usize = 8;
const COLUMNS: usize = 15;
/// Marks the wide layout: the last square of the last row, which is never part of a region.
const WIDE: u64 = 1 << 63;

/// A connected region of free squares, up to symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region {
    low: u64,
    high: u64,
}

/// A region in its layout.
enum Layout {
    Narrow(Narrow),
    Wide(Wide),
}

impl Region {
    /// The region of these squares (row, column), which must be connected; `None` if it is too large.
    pub fn from_squares(squares: &[(usize, usize)]) -> Option<Region> {
        let top = squares.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let left = squares.iter().map(|&(_, column)| column).min().unwrap_or(0);
        let height = squares.iter().map(|&(row, _)| row - top + 1).max().unwrap_or(0);
        let width = squares.iter().map(|&(_, column)| column - left + 1).max().unwrap_or(0);
        if height.min(width) > ROWS || height.max(width) > COLUMNS {
            return None;
        }
        let bit = |&(row, column): &(usize, usize)| {
            let (row, column) = (row - top, column - left);
            let (row, column) = if height > width { (column, row) } else { (row, column) };
            1 << (row * Wide::COLUMNS as usize + column)
        };
        let bits: Wide = squares.iter().map(bit).fold(0, |bits, bit| bits | bit);
        Some(bits.folded())
    }

    /// A whole board; `None` if it is too large.
    pub fn rectangle(rows: usize, columns: usize) -> Option<Region> {
        if rows.max(columns) > COLUMNS {
            return None;
        }
        let squares: Vec<(usize, usize)> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        Region::from_squares(&squares)
    }

    #[inline]
    fn layout(&self) -> Layout {
        match self.high & WIDE {
            0 => Layout::Narrow(self.low),
            _ => Layout::Wide(Wide::from(self.high ^ WIDE) << 64 | Wide::from(self.low)),
        }
    }

    /// How many squares it has.
    pub fn squares(&self) -> u32 {
        match self.layout() {
            Layout::Narrow(bits) => bits.count(),
            Layout::Wide(bits) => bits.count(),
        }
    }

    /// How many dominoes can be put on it: how hard it is.
    pub fn dominoes(&self) -> u32 {
        match self.layout() {
            Layout::Narrow(bits) => bits.domino_count(),
            Layout::Wide(bits) => bits.domino_count(),
        }
    }

    /// A number that is the same exactly for regions that are the same tree; `None` for others and for large ones.
    pub fn class(&self) -> Option<u64> {
        match self.layout() {
            Layout::Narrow(bits) => tree_code(bits),
            Layout::Wide(bits) => tree_code(bits),
        }
    }
}

/// Squares that have a representative.
trait Fold: Bits {
    /// The representative of the regions that look like these squares.
    fn folded(self) -> Region;
}

impl Fold for Narrow {
    #[inline]
    fn folded(self) -> Region {
        let mut bits = self.to_corner();
        let (rows, columns) = bits.extent();
        if rows > columns {
            bits = transpose(bits);
        }
        let mut least = bits.least_of_four();
        if rows == columns {
            least = least.min(transpose(bits).least_of_four());
        }
        Region { low: least, high: 0 }
    }
}

impl Fold for Wide {
    #[inline]
    fn folded(self) -> Region {
        let bits = self.to_corner();
        if bits.extent().1 <= Narrow::COLUMNS {
            return narrowed(bits).folded();
        }
        // Wide regions stay wide: turned by a quarter they would not fit.
        let least = bits.least_of_four();
        Region { low: least as u64, high: (least >> 64) as u64 | WIDE }
    }
}

impl Keyed for Region {
    const KIND: &'static str = "regions of 8 x 15 squares, 1";

    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.high);
        put(out, self.low);
    }

    fn read(bytes: &mut &[u8]) -> Option<Region> {
        let mut reader = Reader(bytes);
        let high = reader.number()?;
        let region = Region { high, low: reader.number()? };
        *bytes = reader.0;
        let folded = match region.layout() {
            Layout::Narrow(bits) => bits.folded(),
            // The last column is free, as the mark of the layout needs it.
            Layout::Wide(bits) if bits & !Wide::NOT_LAST != 0 => return None,
            Layout::Wide(bits) => bits.folded(),
        };
        (folded == region && region.squares() > 1).then_some(region)
    }
}

/// Cram on regions: a domino is put on two free squares side by side, and the rest falls apart.
#[derive(Debug, Clone, Copy, Default)]
pub struct Regions;

impl Game for Regions {
    type Component = Region;

    fn options(
        &self,
        region: &Region,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Region>,
    ) -> Result<ControlFlow<()>, Failure> {
        match region.layout() {
            Layout::Narrow(bits) => options(bits, pulse, visit),
            Layout::Wide(bits) => options(bits, pulse, visit),
        }
    }
}

fn options<B: Fold>(
    bits: B,
    pulse: &mut Pulse<'_>,
    visit: &mut Visit<'_, Region>,
) -> Result<ControlFlow<()>, Failure> {
    let mut parts: Sum<Region> = Vec::new();
    for (mut dominoes, step) in bits.dominoes() {
        while !dominoes.is_none() {
            pulse.beat()?;
            let first = dominoes.first();
            dominoes = dominoes ^ first;
            parts.clear();
            let mut left = pruned(bits & !(first | first << step));
            while !left.is_none() {
                let part = left.connected(left.first());
                left = left ^ part;
                // A single square has no move.
                if part != part.first() {
                    add(&mut parts, part.folded(), 1).expect("fewer parts than squares");
                }
            }
            if visit(&parts).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cram::Cram;
    use crate::board::grid::Grid;
    use crate::game::reference;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn dominoes(squares: &[(usize, usize)]) -> usize {
        let ends = squares.iter().flat_map(|&(row, column)| [(row + 1, column), (row, column + 1)]);
        ends.filter(|end| squares.contains(end)).count()
    }

    proptest! {
        /// Bits have the values of boards whose squares are all kept.
        #[test]
        fn regions_have_the_values_of_boards(rows in 1usize..4, columns in 1usize..6, taken in any::<u64>()) {
            let holes = (0..rows * columns).filter(|at| taken >> at & 3 == 3);
            let board = Grid::new(rows, columns).with(&holes.map(|at| (at / columns, at % columns)).collect::<Vec<_>>());
            let value = reference::grundy(&Cram, &board, &mut HashMap::new()).expect("it ends");
            let mut sum = 0;
            for squares in board.regions().into_iter().filter(|region| region.len() > 1) {
                let region = Region::from_squares(&squares).expect("it is small");
                prop_assert_eq!(region.squares() as usize, squares.len());
                prop_assert_eq!(region.dominoes() as usize, dominoes(&squares));
                sum ^= reference::grundy(&Regions, &region, &mut HashMap::new()).expect("it ends");
            }
            prop_assert_eq!(sum, value);
        }

        /// Regions too wide for the narrow layout among them.
        #[test]
        fn both_layouts_play_alike(shape in prop::collection::vec(0u8..8, 9..13)) {
            let board = Grid::new(3, shape.len());
            let taken: Vec<_> = board.free().filter(|&(row, column)| shape[column] >> row & 1 == 0).collect();
            for squares in board.with(&taken).regions().into_iter().filter(|region| (2..14).contains(&region.len())) {
                let region = Region::from_squares(&squares).expect("it fits");
                let value = reference::grundy(&Regions, &region, &mut HashMap::new()).expect("it ends");
                let plain = reference::grundy(&Cram, &Grid::around(&squares), &mut HashMap::new());
                prop_assert_eq!(Ok(value), plain);
            }
        }

        #[test]
        fn symmetric_regions_are_one(picture in any::<u64>(), shift in 0usize..5) {
            let all: Vec<(usize, usize)> = (0..36).filter(|at| picture >> at & 1 == 1).map(|at| (at / 6, at % 6)).collect();
            let seen = |map: &dyn Fn(usize, usize) -> (usize, usize)| {
                Region::from_squares(&all.iter().map(|&(row, column)| map(row, column)).collect::<Vec<_>>())
            };
            let upright = seen(&|row, column| (row, column));
            prop_assert_eq!(seen(&|row, column| (column + shift, row)), upright);
            prop_assert_eq!(seen(&|row, column| (5 - row, column + shift)), upright);
            prop_assert_eq!(seen(&|row, column| (5 - column, 5 - row)), upright);
        }
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Region::rectangle(15, 8), Region::rectangle(8, 15));
        assert!(Region::rectangle(15, 8).is_some());
        assert_eq!(Region::rectangle(16, 1), None);
        assert_eq!(Region::rectangle(usize::MAX, 2), None);
    }
}
