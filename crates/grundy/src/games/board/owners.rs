//! Squares whose leaves count, not where these lie.
//!
//! A *leaf* is a square with one neighbour, its owner. To dominoes it makes no difference on which side of its owner a leaf
//! lies, so a board is kept as squares some of which *own* a leaf, and the leaves themselves are left out. A domino on an
//! owner and its leaf takes the owner alone.
//!
//! More squares can be turned into leaves. Take squares T no two of which touch, and let S be all their neighbours. If,
//! however dominoes are put, every square of S that is left has a neighbour in T that is left, then T may be replaced by
//! one leaf for each square of S: a domino on s in S and a square of T does what one on s and its leaf does, dominoes
//! elsewhere are the same, and afterwards both boards are again of this kind, so by induction their options have the same
//! values. Three cases of it are looked for:
//!
//! - a leaf itself;
//! - a square whose neighbours are all owners, T being it and their leaves: it may be left out;
//! - two squares with the same two neighbours: whichever is taken together with one of these, the other stays for the other.
//!
//! It holds on every graph; here it takes a few instructions for a whole board. What is left is smaller, falls apart more
//! often, and fewer different regions are met.

use super::bits::{Layout, Squares};

/// The squares and owners that are left of a board.
#[inline(always)]
pub fn reduced<L: Layout, S: Squares<Word = L::Word>>(mut squares: S, mut owners: S) -> (S, S) {
    loop {
        let plain = squares & !owners;
        let spare = plain & !L::around(plain);
        let leaves = L::leaves(squares) & plain & !spare;
        // Of two squares that touch only each other one is the owner.
        let leaves = leaves & !(leaves << L::COLUMNS | (leaves & S::all(L::NOT_LAST)) << 1);
        let mut gone = spare | leaves;
        if !gone.is_none() {
            owners = owners | L::around(leaves) & squares;
        } else {
            let (twins, theirs) = twins::<L, S>(squares, plain);
            if twins.is_none() {
                return (squares, owners);
            }
            gone = twins;
            owners = owners | theirs;
        }
        squares = squares & !gone;
    }
}

/// Pairs of squares without leaves that have the same two neighbours, and these.
#[inline(always)]
fn twins<L: Layout, S: Squares<Word = L::Word>>(squares: S, plain: S) -> (S, S) {
    let [west, east, north, south] = L::beside(squares);
    let (column, row) = (L::COLUMNS, 1);
    // Corners by the sides on which they have neighbours. Pairs lie across a block of four squares, in one of two ways; a
    // block by itself is both, and is taken apart in one.
    let upper_left = plain & east & south & !(west | north);
    let lower_right = plain & west & north & !(east | south);
    let falling = upper_left & (lower_right & S::all(L::NOT_FIRST)) >> (column + row);
    let upper_right = plain & west & south & !(east | north);
    let lower_left = plain & east & north & !(west | south);
    let rising = upper_right & (lower_left & S::all(L::NOT_LAST)) >> (column - row) & falling.where_none();
    let twins = falling | falling << (column + row) | rising | rising << (column - row);
    (twins, falling << row | falling << column | rising >> row | rising << column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::board::bits::Narrow;
    use crate::games::board::lanes::Lanes;
    use crate::value::mex;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The value of a board by the rule alone, leaves played as dominoes on an owner.
    fn value(board: (u64, u64), known: &mut HashMap<(u64, u64), u64>) -> u64 {
        if let Some(&value) = known.get(&board) {
            return value;
        }
        let (squares, owners) = board;
        let mut options = Vec::new();
        for (mut first, step) in Narrow::dominoes(squares).into_iter().chain([(owners, 0)]) {
            while first != 0 {
                let taken = first.first() | first.first() << step;
                options.push((squares & !taken, owners & !taken));
                first ^= first.first();
            }
        }
        let value = mex(options.into_iter().map(|option| value(option, known)).collect::<Vec<_>>());
        known.insert(board, value);
        value
    }

    /// All boards of a size, whichever squares are free.
    fn all(rows: u64, columns: u64) -> impl Iterator<Item = u64> {
        let row = move |bits: u64, row: u64| (bits >> (row * columns) & ((1 << columns) - 1)) << (8 * row);
        (0..1u64 << (rows * columns)).map(move |bits| (0..rows).fold(0, |board, at| board | row(bits, at)))
    }

    /// Whether a board and what is left of it have the same value, for all boards of a size; how many have twins.
    fn check(rows: u64, columns: u64) -> usize {
        let mut known = HashMap::new();
        let mut with_twins = 0;
        for board in all(rows, columns) {
            let left = reduced::<Narrow, u64>(board, 0);
            assert_eq!(value(left, &mut known), value((board, 0), &mut known), "{board:#x} as {left:#x?}");
            assert_eq!(reduced::<Narrow, u64>(left.0, left.1), left);
            assert_eq!(Narrow::leaves(left.0) & !left.1, 0, "{left:#x?} has leaves");
            with_twins += usize::from(!twins::<Narrow, u64>(board, board).0.is_none());
        }
        with_twins
    }

    proptest! {
        /// Whatever stands beside a board.
        #[test]
        fn boards_side_by_side_are_reduced_alike(squares in any::<[u64; 4]>(), more in any::<[u64; 4]>(), marked in any::<[u64; 4]>()) {
            let squares: [u64; 4] = std::array::from_fn(|lane| squares[lane] & (more[lane] | 0x1818));
            let owners: [u64; 4] = std::array::from_fn(|lane| squares[lane] & marked[lane] & more[lane]);
            let together = reduced::<Narrow, _>(Lanes(squares), Lanes(owners));
            for lane in 0..4 {
                let alone = reduced::<Narrow, u64>(squares[lane], owners[lane]);
                prop_assert_eq!((together.0.0[lane], together.1.0[lane]), alone);
            }
        }
    }

    #[test]
    fn what_is_left_has_the_same_value() {
        assert!(check(3, 4) > 200);
        assert!(check(2, 7) > 200);
    }

    /// Boards with owners from the start.
    #[test]
    fn owners_stay_or_go_with_their_leaves() {
        let mut known = HashMap::new();
        for board in all(3, 3) {
            for owners in all(3, 3).filter(|owners| owners & !board == 0) {
                let left = reduced::<Narrow, u64>(board, owners);
                assert_eq!(left.1 & !left.0, 0);
                assert_eq!(
                    value(left, &mut known),
                    value((board, owners), &mut known),
                    "{board:#x} {owners:#x}"
                );
            }
        }
    }

    #[test]
    #[ignore = "a million boards: half a minute"]
    fn what_is_left_has_the_same_value_on_a_million_boards() {
        assert!(check(4, 5) > 50_000);
    }
}
