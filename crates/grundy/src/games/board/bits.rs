//! Boards of squares as the bits of one number.
//!
//! What a search of positions does most, moving, reflecting and turning whole boards, takes a few instructions on such
//! numbers. A [`Layout`] says how many rows of how many squares they are: [`Narrow`] boards have eight rows of eight and
//! [`Long`] ones four rows of sixteen in 64 bits, [`Wide`] ones eight rows of sixteen in 128 bits. Games are written once
//! for all of them.
//!
//! ```
//! use grundy::games::board::bits::{Layout, Narrow};
//!
//! let corner = 0b0000_0001_0000_0011;
//! assert_eq!(Narrow::domino_count(corner), 2);
//! assert_eq!(Narrow::leaves(corner), 0b0000_0001_0000_0010);
//! assert_eq!(Narrow::extent(corner), (2, 2));
//! ```

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// Sets of squares that are worked on bit by bit: a board, or several side by side ([`super::lanes`]).
pub trait Squares:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// One board.
    type Word: Word;

    /// The same squares everywhere.
    fn all(squares: Self::Word) -> Self;
    /// Whether no square is set.
    fn is_none(self) -> bool;
    /// The first square that is set, alone, of each board.
    fn first(self) -> Self;
    /// All bits of the boards on which no square is set, and none of the others.
    fn where_none(self) -> Self;
}

/// A number whose bits are squares.
pub trait Word: Squares<Word = Self> + Ord + Hash + fmt::Debug {
    /// No square.
    const NONE: Self;
    /// The first square alone.
    const ONE: Self;

    /// The lowest bits as a number.
    fn low(self) -> u64;
    /// A number as the lowest bits.
    fn from_low(bits: u64) -> Self;

    /// The number of squares.
    fn count(self) -> u32;
    /// Whether it comes before another in an order of all boards: the one that vectors compare by.
    fn precedes(self, other: Self) -> bool;
    /// The index of the first square; the number of bits if there is none.
    fn first_index(self) -> u32;
    /// The index behind the last square, 0 if there is none.
    fn end_index(self) -> u32;
}

macro_rules! word {
    ($word:ty, $signed:ty) => {
        impl Squares for $word {
            type Word = $word;

            #[inline]
            fn all(squares: $word) -> $word {
                squares
            }

            #[inline]
            fn is_none(self) -> bool {
                self == 0
            }

            #[inline]
            fn first(self) -> $word {
                self & self.wrapping_neg()
            }

            #[inline]
            fn where_none(self) -> $word {
                <$word>::from(self == 0).wrapping_neg()
            }
        }

        impl Word for $word {
            const NONE: $word = 0;
            const ONE: $word = 1;

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn from_low(bits: u64) -> $word {
                bits.into()
            }

            #[inline]
            fn precedes(self, other: $word) -> bool {
                (self as $signed) < other as $signed
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
                <$word>::BITS - self.leading_zeros()
            }
        }
    };
}

word!(u64, i64);
word!(u128, i128);

/// Rows of squares, one behind the other from the first bit on.
pub trait Layout: Copy + Ord + Hash + fmt::Debug + 'static {
    /// The number that has a bit for each square.
    type Word: Word;
    /// Rows.
    const ROWS: u32;
    /// Squares of a row.
    const COLUMNS: u32;
    /// All squares but those of the first column.
    const NOT_FIRST: Self::Word;
    /// All squares but those of the last column.
    const NOT_LAST: Self::Word;

    /// All rows laid over each other.
    fn shadow(squares: Self::Word) -> u32;
    /// The rows in the opposite order.
    fn flip_rows(squares: Self::Word) -> Self::Word;
    /// Each row in the opposite order.
    fn flip_columns(squares: Self::Word) -> Self::Word;
    /// Rows and columns exchanged, of squares with at most [`Layout::ROWS`] columns.
    fn transpose(squares: Self::Word) -> Self::Word;

    /// The square of a row and a column.
    #[inline]
    fn square(row: u32, column: u32) -> Self::Word {
        Self::Word::ONE << (row * Self::COLUMNS + column)
    }

    /// The squares of a row as the bits of a number.
    fn row(squares: Self::Word, row: u32) -> u64 {
        (squares >> (row * Self::COLUMNS)).low() & ((1 << Self::COLUMNS) - 1)
    }

    /// The squares of a row that the bits of a number are.
    fn from_row(bits: u64, row: u32) -> Self::Word {
        Self::Word::from_low(bits) << (row * Self::COLUMNS)
    }

    /// The squares beside these in one of the four directions: east, west, south, north of them.
    #[inline(always)]
    fn beside<S: Squares<Word = Self::Word>>(squares: S) -> [S; 4] {
        let sideways = [(squares & S::all(Self::NOT_LAST)) << 1, (squares & S::all(Self::NOT_FIRST)) >> 1];
        [sideways[0], sideways[1], squares << Self::COLUMNS, squares >> Self::COLUMNS]
    }

    /// The squares beside these in any direction.
    #[inline(always)]
    fn around<S: Squares<Word = Self::Word>>(squares: S) -> S {
        let [east, west, south, north] = Self::beside(squares);
        east | west | south | north
    }

    /// Those of the squares that have exactly one neighbour among them.
    #[inline(always)]
    fn leaves<S: Squares<Word = Self::Word>>(squares: S) -> S {
        let [east, west, south, north] = Self::beside(squares);
        squares & (east ^ west ^ south ^ north) & !(east & west | south & north)
    }

    /// The dominoes on these squares, by their first square, and how far the second is: lying ones, then standing ones.
    #[inline]
    fn dominoes(squares: Self::Word) -> [(Self::Word, u32); 2] {
        [(squares & (squares & Self::NOT_FIRST) >> 1, 1), (squares & squares >> Self::COLUMNS, Self::COLUMNS)]
    }

    /// The number of dominoes on these squares.
    #[inline]
    fn domino_count(squares: Self::Word) -> u32 {
        Self::dominoes(squares).into_iter().map(|(first, _)| first.count()).sum()
    }

    /// How far squares, of which there must be some, can be moved towards the first row and column, and how many rows and
    /// columns they take.
    #[inline]
    fn place(squares: Self::Word) -> (u32, (u32, u32)) {
        let (shadow, above) = (Self::shadow(squares), squares.first_index() / Self::COLUMNS);
        let left = shadow.trailing_zeros();
        let rows = squares.end_index().div_ceil(Self::COLUMNS) - above;
        (above * Self::COLUMNS + left, (rows, 32 - shadow.leading_zeros() - left))
    }

    /// Rows and columns up to the last that is used.
    #[inline]
    fn extent(squares: Self::Word) -> (u32, u32) {
        (squares.end_index().div_ceil(Self::COLUMNS), 32 - Self::shadow(squares).leading_zeros())
    }

    /// The part of these squares that hangs together with `seed`, one of them, and all of `goal` if that is found on the way:
    /// then the rest is not looked for.
    #[inline(always)]
    fn connected<S: Squares<Word = Self::Word>>(squares: S, seed: S, goal: S) -> S {
        let mut found = seed;
        loop {
            let grown = (found | Self::around(found)) & squares;
            // A board is done when it grows no more, or has its goal.
            if ((grown ^ found) & !(goal & !grown).where_none()).is_none() {
                return grown;
            }
            found = grown;
        }
    }
}

/// Eight rows of eight squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Narrow;

/// Four rows of sixteen squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Long;

/// Eight rows of sixteen squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wide;

impl Layout for Narrow {
    type Word = u64;
    const ROWS: u32 = 8;
    const COLUMNS: u32 = 8;
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    #[inline]
    fn shadow(squares: u64) -> u32 {
        let half = squares | squares >> 32;
        let quarter = half | half >> 16;
        (quarter | quarter >> 8) as u32 & 0xff
    }

    #[inline]
    fn flip_rows(squares: u64) -> u64 {
        squares.swap_bytes()
    }

    #[inline]
    fn flip_columns(squares: u64) -> u64 {
        let swapped = swap(squares, 0x5555_5555_5555_5555, 1);
        let swapped = swap(swapped, 0x3333_3333_3333_3333, 2);
        swap(swapped, 0x0f0f_0f0f_0f0f_0f0f, 4)
    }

    /// Single squares, then blocks of two, then of four.
    #[inline]
    fn transpose(squares: u64) -> u64 {
        let swapped = exchange(squares, 0x00aa_00aa_00aa_00aa, 7);
        let swapped = exchange(swapped, 0x0000_cccc_0000_cccc, 14);
        exchange(swapped, 0x0000_0000_f0f0_f0f0, 28)
    }
}

/// Exchanges the squares of a mask with those so many bits further on.
#[inline]
fn exchange(squares: u64, mask: u64, by: u32) -> u64 {
    let moved = (squares ^ squares >> by) & mask;
    squares ^ moved ^ moved << by
}

/// Exchanges neighbouring groups of bits, those of a mask with the next ones.
#[inline]
fn swap(squares: u64, mask: u64, by: u32) -> u64 {
    (squares & mask) << by | squares >> by & mask
}

/// Applies a map of 64 bits to both halves of 128.
#[inline]
fn halves(squares: u128, map: fn(u64) -> u64) -> u128 {
    u128::from(map((squares >> 64) as u64)) << 64 | u128::from(map(squares as u64))
}

impl Layout for Long {
    type Word = u64;
    const ROWS: u32 = 4;
    const COLUMNS: u32 = 16;
    const NOT_FIRST: u64 = 0xfffe_fffe_fffe_fffe;
    const NOT_LAST: u64 = 0x7fff_7fff_7fff_7fff;

    #[inline]
    fn shadow(squares: u64) -> u32 {
        let half = squares | squares >> 32;
        (half | half >> 16) as u32 & 0xffff
    }

    #[inline]
    fn flip_rows(squares: u64) -> u64 {
        swap(squares.swap_bytes(), 0x00ff_00ff_00ff_00ff, 8)
    }

    #[inline]
    fn flip_columns(squares: u64) -> u64 {
        swap(Narrow::flip_columns(squares), 0x00ff_00ff_00ff_00ff, 8)
    }

    #[inline]
    fn transpose(squares: u64) -> u64 {
        let swapped = exchange(squares, 0x0000_000a_0000_000a, 15);
        exchange(swapped, 0x0000_0000_000c_000c, 30)
    }
}

impl Layout for Wide {
    type Word = u128;
    const ROWS: u32 = 8;
    const COLUMNS: u32 = 16;
    const NOT_FIRST: u128 = 0xfffe_fffe_fffe_fffe_fffe_fffe_fffe_fffe;
    const NOT_LAST: u128 = 0x7fff_7fff_7fff_7fff_7fff_7fff_7fff_7fff;

    #[inline]
    fn shadow(squares: u128) -> u32 {
        let half = (squares | squares >> 64) as u64;
        Long::shadow(half)
    }

    #[inline]
    fn flip_rows(squares: u128) -> u128 {
        halves(squares.rotate_left(64), Long::flip_rows)
    }

    #[inline]
    fn flip_columns(squares: u128) -> u128 {
        halves(squares, Long::flip_columns)
    }

    /// In the narrow layout and back.
    #[inline]
    fn transpose(squares: u128) -> u128 {
        const PAIRS: u128 = 0x0000_ffff_0000_ffff_0000_ffff_0000_ffff;
        const FOURS: u128 = 0x0000_0000_ffff_ffff_0000_0000_ffff_ffff;
        const ROWS: u128 = 0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff;
        let pairs = (squares | squares >> 8) & PAIRS;
        let fours = (pairs | pairs >> 16) & FOURS;
        let narrow = Narrow::transpose((fours | fours >> 32) as u64);
        let fours = u128::from(narrow) | u128::from(narrow) << 32;
        let pairs = (fours & FOURS | (fours & FOURS) << 16) & PAIRS;
        (pairs | pairs << 8) & ROWS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::board::lanes::Lanes;
    use proptest::prelude::*;

    fn seen<L: Layout>(board: L::Word, map: impl Fn(u32, u32) -> (u32, u32)) -> Vec<(u32, u32)> {
        let mut squares = Vec::new();
        let mut rest = board;
        while !rest.is_none() {
            let at = rest.first_index();
            squares.push(map(at / L::COLUMNS, at % L::COLUMNS));
            rest = rest ^ rest.first();
        }
        squares.sort_unstable();
        squares
    }

    /// What must hold in every layout.
    fn laws<L: Layout>(board: L::Word) {
        let (last_row, last) = (L::ROWS - 1, L::COLUMNS - 1);
        let plain = |board| seen::<L>(board, |r, c| (r, c));
        assert_eq!(plain(L::flip_rows(board)), seen::<L>(board, |r, c| (last_row - r, c)));
        assert_eq!(plain(L::flip_columns(board)), seen::<L>(board, |r, c| (r, last - c)));
        let squares = plain(board);
        let (rows, columns) = L::extent(board);
        assert_eq!(rows, squares.iter().map(|s| s.0 + 1).max().unwrap_or(0));
        assert_eq!(columns, squares.iter().map(|s| s.1 + 1).max().unwrap_or(0));
        let (top, left) = (squares.iter().map(|s| s.0).min(), squares.iter().map(|s| s.1).min());
        let moved = seen::<L>(board, |r, c| (r - top.unwrap_or(0), c - left.unwrap_or(0)));
        if !board.is_none() {
            let (offset, extent) = L::place(board);
            assert_eq!(plain(board >> offset), moved);
            assert_eq!(L::extent(board >> offset), extent);
        }
        let pairs = squares.iter().map(|&(r, c)| [(r, c + 1), (r + 1, c)]);
        let dominoes = pairs.flatten().filter(|end| squares.contains(end)).count();
        assert_eq!(L::domino_count(board) as usize, dominoes);
        let mut left = L::Word::NONE;
        for &(row, column) in squares.iter().filter(|square| square.1 < L::ROWS) {
            left = left | L::square(row, column);
        }
        assert_eq!(plain(L::transpose(left)), seen::<L>(left, |r, c| (c, r)));
    }

    proptest! {
        #[test]
        fn boards_move_as_their_squares_do(narrow in any::<u64>(), thin in any::<u64>(), wide in any::<u128>()) {
            for board in [narrow, narrow & thin] {
                laws::<Narrow>(board);
                laws::<Long>(board);
            }
            laws::<Wide>(wide);
            laws::<Wide>(wide & wide >> 5 & wide << 9);
        }

        #[test]
        fn what_hangs_together_is_found(board in any::<u64>(), more in any::<u64>()) {
            let board = board | more;
            let part = Narrow::connected(board, board.first(), board);
            prop_assert_eq!(Narrow::around(part) & board & !part, 0);
            let touching = Narrow::connected(board, board.first(), part);
            prop_assert_eq!(part, touching);
            let boards = Lanes([board, more, board & more, 0]);
            let parts = Narrow::connected(boards, boards.first(), boards);
            for (board, part) in boards.0.into_iter().zip(parts.0) {
                prop_assert_eq!(part, Narrow::connected(board, board.first(), board));
            }
        }
    }
}
