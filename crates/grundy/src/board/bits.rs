//! Boards of squares as the bits of one number, in two layouts.
//!
//! [`Narrow`] boards have eight rows of eight squares in 64 bits, [`Wide`] ones eight rows of sixteen in 128 bits. What a
//! search of positions does most, moving, reflecting and turning whole boards, takes a few instructions on such numbers.
//! [`Bits`] is what both can do, so that the games are written once.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// Eight rows of eight squares.
pub type Narrow = u64;
/// Eight rows of sixteen squares.
pub type Wide = u128;

/// Rows of a board in either layout.
pub const ROWS: u32 = 8;

/// The squares of a board as bits, row by row.
pub trait Bits:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Squares of a row.
    const COLUMNS: u32;
    /// No square.
    const NONE: Self;
    /// All squares but those of the first column.
    const NOT_FIRST: Self;
    /// All squares but those of the last column.
    const NOT_LAST: Self;

    /// The first square that is set, alone.
    fn first(self) -> Self;
    /// The number of squares.
    fn count(self) -> u32;
    /// The index of the first square; the number of bits if there is none.
    fn first_index(self) -> u32;
    /// The index behind the last square, 0 if there is none.
    fn end_index(self) -> u32;
    /// All rows laid over each other.
    fn shadow(self) -> u32;
    /// The rows in the opposite order.
    fn flip_rows(self) -> Self;
    /// All squares in the opposite order: half a turn.
    fn turn(self) -> Self;

    /// The squares beside these in one of the four directions.
    #[inline]
    fn beside(self) -> [Self; 4] {
        let sideways = [(self & Self::NOT_LAST) << 1, (self & Self::NOT_FIRST) >> 1];
        [sideways[0], sideways[1], self << Self::COLUMNS, self >> Self::COLUMNS]
    }

    /// The squares beside these in any direction.
    #[inline]
    fn around(self) -> Self {
        let [east, west, south, north] = self.beside();
        east | west | south | north
    }

    /// Those of the squares that have exactly one neighbour among them.
    #[inline]
    fn leaves(self) -> Self {
        let [east, west, south, north] = self.beside();
        self & (east ^ west ^ south ^ north) & !(east & west | south & north)
    }

    /// The dominoes on these squares, by their first square: lying ones, then standing ones.
    #[inline]
    fn dominoes(self) -> [(Self, u32); 2] {
        [(self & (self & Self::NOT_FIRST) >> 1, 1), (self & self >> Self::COLUMNS, Self::COLUMNS)]
    }

    /// The number of dominoes on these squares.
    #[inline]
    fn domino_count(self) -> u32 {
        self.dominoes().into_iter().map(|(first, _)| first.count()).sum()
    }

    /// Whether no square is set.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The squares moved to the first row and column.
    #[inline]
    fn to_corner(self) -> Self {
        if self.is_none() {
            return self;
        }
        self >> (self.first_index() / Self::COLUMNS * Self::COLUMNS) >> self.shadow().trailing_zeros()
    }

    /// Rows and columns up to the last that is used.
    #[inline]
    fn extent(self) -> (u32, u32) {
        (self.end_index().div_ceil(Self::COLUMNS), 32 - self.shadow().leading_zeros())
    }

    /// The least of four: squares in the corner, their two reflections and their half turn, all in the corner.
    #[inline]
    fn least_of_four(self) -> Self {
        let (rows, columns) = self.extent();
        let (down, right) = ((ROWS - rows) * Self::COLUMNS, Self::COLUMNS - columns);
        let turned = self.turn();
        let flips = (self.flip_rows() >> down).min(turned.flip_rows() >> right);
        flips.min(turned >> (down + right)).min(self)
    }

    /// The part of these squares that hangs together with `seed`, some of them.
    #[inline]
    fn connected(self, seed: Self) -> Self {
        let mut found = seed;
        loop {
            let grown = (found | found.around()) & self;
            if grown == found {
                return found;
            }
            found = grown;
        }
    }
}

impl Bits for Narrow {
    const COLUMNS: u32 = 8;
    const NONE: u64 = 0;
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    #[inline]
    fn first(self) -> u64 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first_index(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn end_index(self) -> u32 {
        64 - self.leading_zeros()
    }

    #[inline]
    fn shadow(self) -> u32 {
        let half = self | self >> 32;
        let quarter = half | half >> 16;
        (quarter | quarter >> 8) as u32 & 0xff
    }

    #[inline]
    fn flip_rows(self) -> u64 {
        self.swap_bytes()
    }

    #[inline]
    fn turn(self) -> u64 {
        self.reverse_bits()
    }
}

impl Bits for Wide {
    const COLUMNS: u32 = 16;
    const NONE: u128 = 0;
    const NOT_FIRST: u128 = 0xfffe_fffe_fffe_fffe_fffe_fffe_fffe_fffe;
    const NOT_LAST: u128 = 0x7fff_7fff_7fff_7fff_7fff_7fff_7fff_7fff;

    #[inline]
    fn first(self) -> u128 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first_index(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn end_index(self) -> u32 {
        128 - self.leading_zeros()
    }

    #[inline]
    fn shadow(self) -> u32 {
        let half = (self | self >> 64) as u64;
        let quarter = half | half >> 32;
        (quarter | quarter >> 16) as u32 & 0xffff
    }

    #[inline]
    fn flip_rows(self) -> u128 {
        const LOW: u128 = 0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff;
        let bytes = self.swap_bytes();
        (bytes & LOW) << 8 | bytes >> 8 & LOW
    }

    #[inline]
    fn turn(self) -> u128 {
        self.reverse_bits()
    }
}

/// Rows and columns exchanged: single squares, then blocks of two, then of four.
#[inline]
pub fn transpose(board: Narrow) -> Narrow {
    let swap = |board: u64, mask: u64, by: u32| {
        let moved = (board ^ board >> by) & mask;
        board ^ moved ^ moved << by
    };
    let board = swap(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

/// A wide board in the narrow layout; its last eight columns must be free.
#[inline]
pub fn narrowed(board: Wide) -> Narrow {
    let pairs = (board | board >> 8) & 0x0000_ffff_0000_ffff_0000_ffff_0000_ffff;
    let fours = (pairs | pairs >> 16) & 0x0000_0000_ffff_ffff_0000_0000_ffff_ffff;
    (fours | fours >> 32) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seen<B: Bits>(board: B, map: impl Fn(u32, u32) -> (u32, u32)) -> Vec<(u32, u32)> {
        let mut squares = Vec::new();
        let mut rest = board;
        while !rest.is_none() {
            let at = rest.first_index();
            squares.push(map(at / B::COLUMNS, at % B::COLUMNS));
            rest = rest ^ rest.first();
        }
        squares.sort_unstable();
        squares
    }

    /// What must hold in both layouts.
    fn laws<B: Bits>(board: B) {
        let last = B::COLUMNS - 1;
        assert_eq!(seen(board.flip_rows(), |r, c| (r, c)), seen(board, |r, c| (7 - r, c)));
        assert_eq!(seen(board.turn(), |r, c| (r, c)), seen(board, |r, c| (7 - r, last - c)));
        let squares = seen(board, |r, c| (r, c));
        let (rows, columns) = board.extent();
        assert_eq!(rows, squares.iter().map(|s| s.0 + 1).max().unwrap_or(0));
        assert_eq!(columns, squares.iter().map(|s| s.1 + 1).max().unwrap_or(0));
        let (top, left) = (squares.iter().map(|s| s.0).min(), squares.iter().map(|s| s.1).min());
        let moved = seen(board, |r, c| (r - top.unwrap_or(0), c - left.unwrap_or(0)));
        assert_eq!(seen(board.to_corner(), |r, c| (r, c)), moved);
        let pairs = squares.iter().map(|&(r, c)| [(r, c + 1), (r + 1, c)]);
        let dominoes = pairs.flatten().filter(|end| squares.contains(end)).count();
        assert_eq!(board.domino_count() as usize, dominoes);
        let corner = board.to_corner();
        let turned = corner.turn().to_corner();
        for other in [corner, turned, corner.flip_rows().to_corner(), turned.flip_rows().to_corner()] {
            assert_eq!(
                seen(other.least_of_four(), |r, c| (r, c)),
                seen(corner.least_of_four(), |r, c| (r, c))
            );
        }
    }

    proptest! {
        #[test]
        fn boards_move_as_their_squares_do(narrow in any::<u64>(), thin in any::<u64>(), wide in any::<u128>()) {
            laws(narrow);
            laws(narrow & thin);
            laws(wide);
            laws(wide & wide >> 5 & wide << 9);
            prop_assert_eq!(seen(transpose(narrow), |r, c| (r, c)), seen(narrow, |r, c| (c, r)));
            let left = wide & 0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff;
            prop_assert_eq!(seen(narrowed(left), |r, c| (r, c)), seen(left, |r, c| (r, c)));
        }
    }
}
