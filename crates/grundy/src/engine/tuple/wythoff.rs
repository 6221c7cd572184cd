//! Wythoff's game, who wins and how, in whole numbers of up to 127 bits.
//!
//! A position of two heaps is lost exactly when the heaps are ⌊kφ⌋ and ⌊kφ⌋ + k for some k, with φ the golden ratio (Wythoff
//! 1907). Each number from 1 on stands in exactly one such pair, each difference has exactly one, so a position has at most
//! one winning move that keeps the first heap, one that keeps the second and one that keeps the difference. Multiples of φ
//! are rounded by [`crate::value::zeckendorf`]: of the numbers 1 to x, ⌊(x + 1)φ⌋ - (x + 1) are smaller numbers of their
//! pairs, which is σ(x) - x in terms of the shift σ.
//!
//! Under misère play the pairs (0, 0) and (1, 2) give way to (0, 1) and (2, 2), which use the same numbers and the same
//! differences once each, so that no lost pair leads to another; and whoever could move to one of the old pairs can move
//! to one of the new ones, or cannot move at all and wins (Fraenkel 1984).
//!
//! Values, which sums need, have no such formula; they are tabulated along lines ([`super::lines`]). Rows are additively
//! periodic in the end (Dress, Flammenkamp and Pink 1999, Landman 2002), but the bounds known for the preperiods are far
//! beyond any table, so no use is made of it.
//!
//! ```
//! use grundy::Convention::{Misere, Normal};
//! use grundy::engine::tuple::wythoff::{is_p_position, winning_moves};
//! assert!(is_p_position(4, 7, Normal) && is_p_position(10, 6, Misere));
//! assert_eq!(winning_moves(4, 6, Normal), [(3, 5)]);
//! assert_eq!(winning_moves(2, 1, Misere), [(0, 1), (1, 0)]);
//! ```

use crate::game::Convention;
use crate::value::zeckendorf::{lower_wythoff, shift};

/// The theorem, in a few words.
pub const THEOREM: &str =
    "lost exactly when the heaps are ⌊kφ⌋ and ⌊kφ⌋ + k, φ the golden ratio (Wythoff 1907)";
/// The theorem on misère play, in a few words.
pub const MISERE: &str = "lost exactly when the heaps are 0 and 1, or 2 and 2, or ⌊kφ⌋ and ⌊kφ⌋ + k for k > 1, φ the golden ratio (Wythoff 1907, Fraenkel 1984)";

/// Whether the player to move loses.
///
/// # Panics
/// From 2^127 on.
pub fn is_p_position(a: u128, b: u128, convention: Convention) -> bool {
    lower(a.abs_diff(b), convention) == a.min(b)
}

/// The smaller number of the lost pair with this difference.
fn lower(difference: u128, convention: Convention) -> u128 {
    match (convention, difference) {
        (Convention::Misere, 0) => 2,
        (Convention::Misere, 1) => 0,
        _ => lower_wythoff(difference),
    }
}

/// The number beside `x` in the lost pair that holds it.
///
/// # Panics
/// From 2^127 on.
pub fn partner(x: u128, convention: Convention) -> u128 {
    match (convention, x) {
        (Convention::Misere, 0) => return 1,
        (Convention::Misere, 1) => return 0,
        (Convention::Misere, 2) => return 2,
        _ => {}
    }
    let smaller_ones = shift(x) - x;
    // x is the smaller number of pair k when it is the k-th of the smaller ones; else the pair x, x - j has the difference j.
    if lower_wythoff(smaller_ones) == x { x + smaller_ones } else { smaller_ones }
}

/// The positions that a player who wins may leave, heaps in the order given.
///
/// # Panics
/// From 2^127 on.
pub fn winning_moves(a: u128, b: u128, convention: Convention) -> Vec<(u128, u128)> {
    if is_p_position(a, b, convention) {
        return Vec::new();
    }
    let lower = lower(a.abs_diff(b), convention);
    let (beside_a, beside_b) = (partner(a, convention), partner(b, convention));
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
    use crate::ask::NamedGame;
    use crate::base::limits::{Limits, Pulse};
    use crate::game::sum::canonical;
    use crate::game::{distinct_options, reference};
    use crate::rule::play::Tuples;
    use crate::value::Outcome;
    use std::collections::HashMap;

    #[test]
    fn small_positions_agree_with_the_reference() {
        let game = NamedGame::read("wythoff").expect("a game");
        let game = Tuples::new(game.ruleset().expect("a rule"));
        let limits = Limits::default();
        for convention in [Convention::Normal, Convention::Misere] {
            let mut known = HashMap::new();
            let mut is_p_by_definition = |pair: &Vec<u64>| {
                let sum = canonical(std::slice::from_ref(pair));
                reference::outcome(&game, &sum, convention, &mut known).expect("small") == Outcome::P
            };
            for (a, b) in (0..34u64).flat_map(|a| (0..34u64).map(move |b| (a, b))) {
                let expected = is_p_by_definition(&vec![a, b]);
                assert_eq!(is_p_position(a.into(), b.into(), convention), expected, "{a},{b} {convention}");
                let options = distinct_options(&game, &vec![a, b], &mut Pulse::new(&limits)).expect("small");
                let mut expected: Vec<(u128, u128)> = options
                    .iter()
                    .map(|option| option[0].component.clone())
                    .filter(|option| is_p_by_definition(option))
                    .map(|option| (option[0].into(), option[1].into()))
                    .collect();
                expected.sort_unstable();
                let mut found = winning_moves(a.into(), b.into(), convention);
                found.sort_unstable();
                assert_eq!(found, expected, "{a},{b} {convention}");
            }
        }
    }

    #[test]
    fn far_pairs_are_consistent() {
        for convention in [Convention::Normal, Convention::Misere] {
            let is_p_position = |a, b| is_p_position(a, b, convention);
            for k in [1 << 60, (1 << 62) + 12_345, 1 << 90, (1 << 124) + 987_654_321] {
                let lower = lower_wythoff(k);
                assert!(
                    is_p_position(lower, lower + k)
                        && !is_p_position(lower, lower + k + 1)
                        && !is_p_position(lower + 1, lower + k)
                );
                let partners = [lower, lower + k].map(|x| partner(x, convention));
                assert_eq!(partners, [lower + k, lower]);
                for (a, b) in [(lower, lower + k + 7), (lower + 5, lower + k), (lower + 9, lower + k + 9)] {
                    let moves = winning_moves(a, b, convention);
                    assert!(!moves.is_empty() && moves.iter().all(|&(x, y)| is_p_position(x, y)), "{a},{b}");
                }
            }
        }
    }
}
