//! Several boards side by side: what is done to one is done to all of them at once.
//!
//! A search asks for all options of a board together, and bits are moved alike for each. Written for a row of boards, the
//! same steps become vector instructions where the processor has them. Where a single board would stop, a row goes on until
//! all of its boards may stop: steps that are repeated must leave finished boards as they are.

use super::bits::{Squares, Word};
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A row of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes<W, const N: usize>(pub [W; N]);

impl<W: Word, const N: usize> Lanes<W, N> {
    /// A board for each place.
    #[inline(always)]
    pub fn from_fn(board: impl FnMut(usize) -> W) -> Lanes<W, N> {
        Lanes(std::array::from_fn(board))
    }

    /// The same done to each board.
    #[inline(always)]
    pub fn map(self, change: impl Fn(W) -> W) -> Lanes<W, N> {
        Lanes::from_fn(|lane| change(self.0[lane]))
    }

    /// Each board moved down by a number of bits of its own.
    #[inline(always)]
    pub fn down_by(self, bits: [u32; N]) -> Lanes<W, N> {
        Lanes::from_fn(|lane| self.0[lane] >> bits[lane])
    }

    /// All squares of the boards for which something holds.
    #[inline(always)]
    pub fn mask(holds: impl Fn(usize) -> bool) -> Lanes<W, N> {
        Lanes::from_fn(|lane| if holds(lane) { !W::NONE } else { W::NONE })
    }

    /// These boards where the mask has all squares, others where it has none.
    #[inline(always)]
    pub fn or_else(self, mask: Lanes<W, N>, others: Lanes<W, N>) -> Lanes<W, N> {
        others ^ (self ^ others) & mask
    }
}

macro_rules! lane_by_lane {
    ($operation:ident, $function:ident) => {
        impl<W: Word, const N: usize> $operation for Lanes<W, N> {
            type Output = Lanes<W, N>;

            #[inline(always)]
            fn $function(self, other: Lanes<W, N>) -> Lanes<W, N> {
                Lanes::from_fn(|lane| self.0[lane].$function(other.0[lane]))
            }
        }
    };
}

lane_by_lane!(BitAnd, bitand);
lane_by_lane!(BitOr, bitor);
lane_by_lane!(BitXor, bitxor);

impl<W: Word, const N: usize> Not for Lanes<W, N> {
    type Output = Lanes<W, N>;

    #[inline(always)]
    fn not(self) -> Lanes<W, N> {
        self.map(|board| !board)
    }
}

impl<W: Word, const N: usize> Shl<u32> for Lanes<W, N> {
    type Output = Lanes<W, N>;

    #[inline(always)]
    fn shl(self, bits: u32) -> Lanes<W, N> {
        self.map(|board| board << bits)
    }
}

impl<W: Word, const N: usize> Shr<u32> for Lanes<W, N> {
    type Output = Lanes<W, N>;

    #[inline(always)]
    fn shr(self, bits: u32) -> Lanes<W, N> {
        self.map(|board| board >> bits)
    }
}

impl<W: Word, const N: usize> Squares for Lanes<W, N> {
    type Word = W;

    #[inline(always)]
    fn all(board: W) -> Lanes<W, N> {
        Lanes([board; N])
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.iter().fold(W::NONE, |all, &board| all | board) == W::NONE
    }

    #[inline(always)]
    fn first(self) -> Lanes<W, N> {
        self.map(W::first)
    }

    #[inline(always)]
    fn where_none(self) -> Lanes<W, N> {
        self.map(W::where_none)
    }
}
