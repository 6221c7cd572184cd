//! Dominoes that may cut a region in two, found all at once.
//!
//! Walk once around a domino. If the squares beside it that are free make a single run, each hanging together with the next
//! one directly or over a corner, then the region hangs together without the domino too. If they make several runs, these
//! may still meet somewhere else, but often they do not: then the option is a sum of small regions, which are soon known. So
//! such options are looked at first. On bits this takes a few instructions a step for all dominoes of a board.

use super::bits::{Layout, Word};

/// A square by how many rows and columns it lies further on.
type Place = (i32, i32);

/// The squares beside a piece, in the order of a walk around it, each with the corner that lies between it and the one before
/// unless these two touch.
type Walk<const N: usize> = [(Place, Option<Place>); N];

const AROUND_SQUARE: Walk<4> =
    [((-1, 0), Some((-1, -1))), ((0, 1), Some((-1, 1))), ((1, 0), Some((1, 1))), ((0, -1), Some((1, -1)))];

/// The domino lies to the right of its first square.
const AROUND_LYING: Walk<6> = [
    ((-1, 0), Some((-1, -1))),
    ((-1, 1), None),
    ((0, 2), Some((-1, 2))),
    ((1, 1), Some((1, 2))),
    ((1, 0), None),
    ((0, -1), Some((1, -1))),
];

/// The domino stands on the other side of the diagonal.
const AROUND_STANDING: Walk<6> = [
    ((0, -1), Some((-1, -1))),
    ((1, -1), None),
    ((2, 0), Some((2, -1))),
    ((1, 1), Some((2, 1))),
    ((0, 1), None),
    ((-1, 0), Some((-1, 1))),
];

/// Places of dominoes, by their first square, and of single squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cuts<W> {
    /// Lying dominoes.
    pub lying: W,
    /// Standing dominoes.
    pub standing: W,
    /// Single squares.
    pub single: W,
}

/// Where squares beside a piece make several runs.
#[inline(always)]
pub fn cuts<L: Layout>(squares: L::Word) -> Cuts<L::Word> {
    Cuts {
        lying: several_runs::<L, 6>(squares, AROUND_LYING),
        standing: several_runs::<L, 6>(squares, AROUND_STANDING),
        single: several_runs::<L, 4>(squares, AROUND_SQUARE),
    }
}

#[inline(always)]
fn several_runs<L: Layout, const N: usize>(squares: L::Word, walk: Walk<N>) -> L::Word {
    let (mut once, mut twice) = (L::Word::NONE, L::Word::NONE);
    let mut before = here::<L>(squares, walk[N - 1].0);
    for &(side, corner) in &walk {
        let side = here::<L>(squares, side);
        let hangs = corner.map_or(before, |corner| before & here::<L>(squares, corner));
        // A run begins where a square does not hang together with the one before.
        let begins = side & !hangs;
        twice = twice | once & begins;
        once = once | begins;
        before = side;
    }
    twice
}

/// The squares from which a place is free.
#[inline(always)]
fn here<L: Layout>(squares: L::Word, (row, column): Place) -> L::Word {
    let left = |squares: L::Word| (squares & L::NOT_FIRST) >> 1;
    let moved = match column {
        -1 => (squares & L::NOT_LAST) << 1,
        0 => squares,
        1 => left(squares),
        _ => left(left(squares)),
    };
    if row < 0 { moved << L::COLUMNS } else { moved >> (row as u32 * L::COLUMNS) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::board::bits::{Long, Narrow, Squares, Wide};
    use proptest::prelude::*;

    /// How many parts there are.
    fn parts<L: Layout>(mut squares: L::Word) -> usize {
        let mut count = 0;
        while !squares.is_none() {
            squares = squares & !L::connected(squares, squares.first(), squares);
            count += 1;
        }
        count
    }

    /// Where nothing is said, nothing is cut; and nearly all that is cut is reported.
    fn check<L: Layout>(board: L::Word) -> (usize, usize) {
        let region = L::connected(board, board.first(), board);
        let cuts = cuts::<L>(region);
        let [(lying, across), (standing, along)] = L::dominoes(region);
        let (mut reported, mut cut) = (0, 0);
        for (mut places, step, said) in
            [(lying, across, cuts.lying), (standing, along, cuts.standing), (region, 0, cuts.single)]
        {
            while !places.is_none() {
                let first = places.first();
                places = places ^ first;
                let is_cut = parts::<L>(region & !(first | first << step)) > 1;
                let is_reported = !(said & first).is_none();
                assert!(is_reported || !is_cut, "{region:?} {first:?} {step}");
                reported += usize::from(is_reported);
                cut += usize::from(is_cut);
            }
        }
        (reported, cut)
    }

    proptest! {
        #[test]
        fn what_is_not_reported_does_not_cut(one in any::<u64>(), more in any::<u64>(), wide in any::<u128>(), wider in any::<u128>()) {
            check::<Narrow>(one | more | 1);
            check::<Long>(one | more | 1);
            check::<Wide>(wide | wider | 1);
        }
    }

    #[test]
    fn whole_boards_and_rows() {
        let board = (0..5).fold(0, |board, row| board | 0x7f << (8 * row));
        assert_eq!(cuts::<Narrow>(board), Cuts { lying: 0, standing: 0, single: 0 });
        let row = 0b1111_1111;
        let within = Cuts { lying: 0b0011_1110, standing: 0, single: 0b0111_1110 };
        assert_eq!(Cuts { standing: 0, ..cuts::<Narrow>(row) }, within);
        // A ring is reported though it is not cut.
        let ring = 0b111 | 0b101 << 8 | 0b111 << 16;
        assert_eq!(check::<Narrow>(ring).1, 0);
        assert!(check::<Narrow>(ring).0 > 8);
    }
}
