//! Wythoff's game, who wins and how, in whole numbers of up to 127 bits.
//!
//! A position of two heaps is lost exactly when the heaps are ⌊kφ⌋ and ⌊kφ⌋ + k for some k, with φ the golden ratio (Wythoff
//! 1907). Each number from 1 on stands in exactly one such pair, each difference has exactly one, so a position has at most
//! one winning move that keeps the first heap, one that keeps the second and one that keeps the difference. Multiples of φ
//! are rounded by [`crate::value::zeckendorf`]: of the numbers 1 to x, ⌊(x + 1)φ⌋ - (x + 1) are smaller numbers of their
//! pairs, which is σ(x) - x in terms of the shift σ.
//!
//! Values, which sums need, have no such formula; [`crate::tuple`] tabulates them while the heaps are small.
//!
//! ```
//! use grundy::tuple::wythoff::{is_lost, winning_moves};
//! assert!(is_lost(4, 7) && is_lost(10, 6));
//! assert_eq!(winning_moves(4, 6), [(3, 5)]);
//! ```

use crate::value::zeckendorf::{lower_wythoff, shift};

/// The theorem, in a few words.
pub const THEOREM: &str =
    "lost exactly when the heaps are ⌊kφ⌋ and ⌊kφ⌋ + k, φ the golden ratio (Wythoff 1907)";

/// Whether the player to move loses.
///
/// # Panics
/// From 2^127 on.
pub fn is_lost(a: u128, b: u128) -> bool {
    lower_wythoff(a.abs_diff(b)) == a.min(b)
}

/// The number beside `x` in the lost pair that holds it.
///
/// # Panics
/// From 2^127 on.
pub fn partner(x: u128) -> u128 {
    let smaller_ones = shift(x) - x;
    // x is the smaller number of pair k when it is the k-th of the smaller ones; else the pair x, x - j has the difference j.
    if lower_wythoff(smaller_ones) == x { x + smaller_ones } else { smaller_ones }
}

/// The positions that a player who wins may leave, heaps in the order given.
///
/// # Panics
/// From 2^127 on.
pub fn winning_moves(a: u128, b: u128) -> Vec<(u128, u128)> {
    if is_lost(a, b) {
        return Vec::new();
    }
    let lower = lower_wythoff(a.abs_diff(b));
    let (beside_a, beside_b) = (partner(a), partner(b));
    let less = a.min(b).saturating_sub(lower);
    let moves = [
        (beside_b < a).then_some((beside_b, b)),
        (beside_a < b).then_some((a, beside_a)),
        (lower < a.min(b)).then(|| (a - less, b - less)),
    ];
    moves.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::NamedGame;
    use crate::game::{distinct_options, reference};
    use crate::limits::{Limits, Pulse};
    use crate::rule::play::Tuples;
    use std::collections::HashMap;

    #[test]
    fn small_positions_agree_with_the_reference() {
        let game = NamedGame::read("wythoff").expect("a game");
        let game = Tuples::new(game.ruleset().expect("a rule"));
        let limits = Limits::default();
        let mut known = HashMap::new();
        for (a, b) in (0..34u64).flat_map(|a| (0..34u64).map(move |b| (a, b))) {
            let value = reference::grundy(&game, &vec![a, b], &mut known).expect("small");
            assert_eq!(is_lost(a.into(), b.into()), value == 0, "{a},{b}");
            let options = distinct_options(&game, &vec![a, b], &mut Pulse::new(&limits)).expect("small");
            let mut expected: Vec<(u128, u128)> = options
                .iter()
                .map(|option| option[0].component.clone())
                .filter(|option| known[option] == 0)
                .map(|option| (option[0].into(), option[1].into()))
                .collect();
            expected.sort_unstable();
            let mut found = winning_moves(a.into(), b.into());
            found.sort_unstable();
            assert_eq!(found, expected, "{a},{b}");
        }
    }

    #[test]
    fn far_pairs_are_consistent() {
        for k in [1 << 60, (1 << 62) + 12_345, 1 << 90, (1 << 124) + 987_654_321] {
            let lower = lower_wythoff(k);
            assert!(
                is_lost(lower, lower + k) && !is_lost(lower, lower + k + 1) && !is_lost(lower + 1, lower + k)
            );
            assert_eq!((partner(lower), partner(lower + k)), (lower + k, lower));
            for (a, b) in [(lower, lower + k + 7), (lower + 5, lower + k), (lower + 9, lower + k + 9)] {
                let moves = winning_moves(a, b);
                assert!(!moves.is_empty() && moves.iter().all(|&(x, y)| is_lost(x, y)), "{a},{b}");
            }
        }
    }
}
