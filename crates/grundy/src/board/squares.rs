//! Connected regions of a Cram board as bits, up to symmetry: the positions that a search of Cram meets.
//!
//! A region lies in eight rows of sixteen bits, the last of which stays free so that a shift never runs into the next
//! row. It is kept in one of the positions that turning and reflecting it gives, moved to the corner: the one with the
//! least number. So regions that look alike are one, and a table of them is small. Regions that fit, turned if need be,
//! into 8 x 15 squares have a number; others are played by [`super::cram`] alone.
//!
//! ```
//! use grundy::board::squares::Region;
//!
//! let corner = Region::from_squares(&[(0, 0), (0, 1), (1, 1)]);
//! assert_eq!(corner, Region::from_squares(&[(7, 5), (8, 4), (8, 5)]));
//! assert_eq!(Region::rectangle(9, 9), None);
//! ```

use crate::error::Failure;
use crate::game::sum::{Sum, add};
use crate::game::{Game, Visit};
use crate::limits::Pulse;
use std::ops::ControlFlow;

/// Bits of a row.
const STRIDE: u32 = 16;
/// The most rows and columns of a region.
const ROWS: usize = 8;
const COLUMNS: usize = 15;
/// The first column.
const COLUMN: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;

/// A connected region of free squares, up to symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region(u128);

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
            1u128 << (row * STRIDE as usize + column)
        };
        Some(Region::folded(squares.iter().map(bit).fold(0, |bits, bit| bits | bit)))
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

    /// How many squares it has.
    pub fn squares(&self) -> u32 {
        self.0.count_ones()
    }

    /// The representative of the regions that look like these bits.
    fn folded(bits: u128) -> Region {
        let upright = least_of_four(bits);
        // Wide regions stay wide: turned by a quarter they would not fit.
        Region(if width(upright) <= ROWS as u32 {
            upright.min(least_of_four(transpose(to_corner(bits))))
        } else {
            upright
        })
    }
}

/// The least number of the bits, their reflections and their half turn.
fn least_of_four(bits: u128) -> u128 {
    let (turned, flipped) = (bits.reverse_bits(), flip_rows(bits));
    [bits, turned, flipped, flip_rows(turned)].into_iter().map(to_corner).fold(u128::MAX, u128::min)
}

/// All rows laid over each other.
fn shadow(bits: u128) -> u16 {
    let half = bits | bits >> 64;
    let quarter = half | half >> 32;
    (quarter | quarter >> 16) as u16
}

/// The number of columns up to the last that is used.
fn width(bits: u128) -> u32 {
    16 - shadow(bits).leading_zeros()
}

/// Moves the bits to the first row and column.
fn to_corner(bits: u128) -> u128 {
    if bits == 0 {
        return 0;
    }
    bits >> (bits.trailing_zeros() / STRIDE * STRIDE) >> shadow(bits).trailing_zeros()
}

/// The rows in the opposite order.
fn flip_rows(bits: u128) -> u128 {
    const LOW: u128 = 0xff * COLUMN;
    let bytes = bits.swap_bytes();
    (bytes & LOW) << 8 | bytes >> 8 & LOW
}

/// Rows and columns exchanged, for bits in the first eight columns.
fn transpose(bits: u128) -> u128 {
    // Rows of sixteen bits are packed into rows of eight and spread again.
    let pairs = (bits | bits >> 8) & 0x0000_ffff_0000_ffff_0000_ffff_0000_ffff;
    let fours = (pairs | pairs >> 16) & 0x0000_0000_ffff_ffff_0000_0000_ffff_ffff;
    let packed = u128::from(transpose_8(((fours | fours >> 32) & u128::from(u64::MAX)) as u64));
    let fours = (packed | packed << 32) & 0x0000_0000_ffff_ffff_0000_0000_ffff_ffff;
    let pairs = (fours | fours << 16) & 0x0000_ffff_0000_ffff_0000_ffff_0000_ffff;
    (pairs | pairs << 8) & (0xff * COLUMN)
}

/// Rows and columns exchanged of a board of 8 x 8 bits: single squares, then blocks of two, then of four.
fn transpose_8(board: u64) -> u64 {
    let swap = |board: u64, mask: u64, by: u32| {
        let moved = (board ^ board >> by) & mask;
        board ^ moved ^ moved << by
    };
    let board = swap(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

/// The squares that touch these bits, and the bits themselves.
fn neighbourhood(bits: u128) -> u128 {
    bits | bits << 1 | bits >> 1 | bits << STRIDE | bits >> STRIDE
}

/// Hands the connected regions of at least two squares to `visit`.
fn each_region(mut free: u128, mut visit: impl FnMut(u128)) {
    while free != 0 {
        let mut region = free & free.wrapping_neg();
        loop {
            let grown = neighbourhood(region) & free;
            if grown == region {
                break;
            }
            region = grown;
        }
        free ^= region;
        // A single square has no move.
        if region & (region - 1) != 0 {
            visit(region);
        }
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
        let bits = region.0;
        let mut parts: Sum<Region> = Vec::new();
        for step in [1, STRIDE] {
            let mut dominoes = bits & bits >> step;
            while dominoes != 0 {
                pulse.beat()?;
                let first = dominoes & dominoes.wrapping_neg();
                dominoes ^= first;
                parts.clear();
                each_region(bits & !(first | first << step), |rest| {
                    add(&mut parts, Region::folded(rest), 1).expect("fewer parts than squares");
                });
                if visit(&parts).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cram::Cram;
    use crate::board::grid::Grid;
    use crate::game::distinct_options;
    use crate::limits::Limits;
    use crate::typed::Theory;
    use proptest::prelude::*;

    fn squares(region: Region) -> Vec<(usize, usize)> {
        let bit = |at: usize| region.0 >> at & 1 == 1;
        (0..128).filter(|&at| bit(at)).map(|at| (at / 16, at % 16)).collect()
    }

    proptest! {
        /// Bits and boards of squares have the same classes and the same options, region by region.
        #[test]
        fn regions_play_like_boards(rows in 1usize..6, columns in 1usize..10, taken in any::<u64>()) {
            let holes = (0..rows * columns).filter(|at| taken >> at & 3 == 3);
            let board = Grid::new(rows, columns).with(&holes.map(|at| (at / columns, at % columns)).collect::<Vec<_>>());
            let limits = Limits::default();
            let pulse = &mut Pulse::new(&limits);
            for squares_of in board.regions().into_iter().filter(|region| region.len() > 1) {
                let region = Region::from_squares(&squares_of).expect("it is small");
                let grid = Grid::around(&squares_of).representative();
                prop_assert_eq!(Grid::around(&squares(region)).representative(), grid.clone());
                let to_grids = |parts: &[crate::game::Part<Region>]| {
                    let mut out: Sum<Grid> = Vec::new();
                    for part in parts {
                        add(&mut out, Grid::around(&squares(part.component)).representative(), part.copies).expect("few");
                    }
                    out
                };
                let mut found: Vec<_> =
                    distinct_options(&Regions, &region, pulse).unwrap().iter().map(|parts| to_grids(parts)).collect();
                let mut expected: Vec<_> = distinct_options(&Cram, &grid, pulse).unwrap()
                    .iter().map(|parts| Cram.parts(&parts[0].component)).collect();
                found.sort();
                expected.sort();
                expected.dedup();
                prop_assert_eq!(found, expected);
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
