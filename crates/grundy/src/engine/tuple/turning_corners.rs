//! Turning Corners: the game whose values are nim-products.
//!
//! A move turns over the coins at the four corners of a rectangle, of which the far one shows a head. The options of a head
//! at (a, b) have the values c⊗b ⊕ a⊗d ⊕ c⊗d for c < a and d < b, so that its value is a⊗b by the very definition of the
//! nim-product (Conway 1976; Winning Ways, ch. 14). It is the product of Turning Turtles with itself, as the Tartan
//! theorem says.
//!
//! The nimbers are a field, so the formula can be turned round: the option at (c, d) changes the value by
//! (a⊕c)⊗(b⊕d), and each c has at most one d that changes it as wanted, found by a division. A head whose nearer side is
//! short thus has all its winning moves listed in as many divisions; of others, only some moves are looked at.
//!
//! ```
//! use grundy::engine::tuple::turning_corners::value;
//! assert_eq!(value(4, 4), 6);
//! assert_eq!(value(1 << 32, 1 << 32), (1 << 32) + (1 << 31));
//! ```

use crate::base::limits::StopReason;
use crate::value::product::{inverse, product};

/// The theorem, in a few words.
pub const THEOREM: &str = "the value of a head is the nim-product of its row and column (Conway 1976)";

/// Sides up to this length are looked at in full; a division takes some hundred nanoseconds.
const MAX_SIDE_IN_FULL: u64 = 1 << 18;

/// The value of a head.
pub fn value(row: u64, column: u64) -> u64 {
    product(row, column)
}

/// Near corners of rectangles, in increasing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corners {
    /// Row and column of each.
    pub list: Vec<(u64, u64)>,
    /// Whether there are no others.
    pub complete: bool,
}

/// The near corners of the moves that change the value of the head at (row, column) by `change`, which is not 0; `beats` counts
/// the work.
///
/// # Errors
/// When the limits do not suffice.
pub fn moves_that_change(
    (row, column): (u64, u64),
    change: u64,
    beats: &mut dyn FnMut(u64) -> Result<(), StopReason>,
) -> Result<Corners, StopReason> {
    let mut list = Vec::new();
    // Where both sides are long, the beginning of either is looked at.
    let by_row = row <= column || column > MAX_SIDE_IN_FULL;
    let by_column = column < row || row > MAX_SIDE_IN_FULL;
    for near in 0..if by_row { row.min(MAX_SIDE_IN_FULL) } else { 0 } {
        beats(1)?;
        list.extend(other_side(row ^ near, column, change).map(|found| (near, found)));
    }
    for near in 0..if by_column { column.min(MAX_SIDE_IN_FULL) } else { 0 } {
        beats(1)?;
        list.extend(other_side(column ^ near, row, change).map(|found| (found, near)));
    }
    list.sort_unstable();
    list.dedup();
    Ok(Corners { list, complete: row.min(column) <= MAX_SIDE_IN_FULL })
}

/// The number below `side` that differs from it by the quotient, if there is one.
fn other_side(difference: u64, side: u64, change: u64) -> Option<u64> {
    let found = side ^ product(change, inverse(difference)?);
    (found < side).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::rule::Ruleset;
    use crate::rule::play::Tuples;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn values_are_those_of_the_rule() {
        let rules = Ruleset::parse("(a, b) -> (c, b), (a, d), (c, d) where c < a, d < b").expect("a rule");
        let (game, mut known) = (Tuples::new(&rules), HashMap::new());
        for (row, column) in (0..12).flat_map(|row| (0..12).map(move |column| (row, column))) {
            let found = reference::grundy(&game, &vec![row, column], &mut known).expect("it ends");
            assert_eq!(value(row, column), found, "({row}, {column})");
        }
    }

    /// The value that a move leaves.
    fn after((row, column): (u64, u64), (c, d): (u64, u64)) -> u64 {
        value(c, column) ^ value(row, d) ^ value(c, d)
    }

    proptest! {
        #[test]
        fn moves_are_those_of_the_definition(row in 0u64..40, column in 0u64..40, change in 1u64..70) {
            let found = moves_that_change((row, column), change, &mut |_| Ok(())).expect("it is small");
            let all = (0..row).flat_map(|c| (0..column).map(move |d| (c, d)));
            let wanted = value(row, column) ^ change;
            let list: Vec<_> = all.filter(|&corner| after((row, column), corner) == wanted).collect();
            prop_assert_eq!(found, Corners { list, complete: true });
        }
    }

    #[test]
    fn long_sides_have_some_moves() {
        let head = (1_000_000_000, 12_345_678_901);
        let pulse = &mut |_| Ok(());
        let found = moves_that_change(head, value(head.0, head.1), pulse).expect("a quick look");
        assert!(!found.complete && found.list[0] == (0, 0), "{found:?}");
        assert!(found.list.iter().all(|&(c, d)| c < head.0 && d < head.1 && after(head, (c, d)) == 0));
        let narrow = moves_that_change((3, u64::MAX), value(3, u64::MAX), pulse).expect("a quick look");
        assert!(narrow.complete && narrow.list[0] == (0, 0), "{narrow:?}");
    }
}
