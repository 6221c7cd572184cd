//! Fibonacci Nim, who wins and how, in whole numbers of up to 127 bits.
//!
//! A position (n, q) holds n tokens of which at most q may be taken; taking k leaves (n - k, 2k). It is lost exactly
//! when q is smaller than the smallest part of n as a sum of Fibonacci numbers that are no neighbours (Whinihan 1963,
//! after Zeckendorf's theorem); without tokens it is lost as well.
//!
//! Taking k wins when it takes all, or when the smallest part F of n - k is larger than 2k. Then every part of k is at
//! most F/2, so at least two places below F, and the parts of n - k and of k together are those of n: k is the sum of
//! the last few parts of n. So there are at most 93 candidates however large q is.
//!
//! Under misère play nobody takes the last token who need not, and whoever finds a single one must. So (n, q) is played as
//! (n - 1, q) in normal play; without tokens, or without leave to take any, there is no move and the game is won.
//!
//! ```
//! use grundy::Convention::{Misere, Normal};
//! use grundy::engine::tuple::fibonacci_nim::{is_p_position, winning_takes};
//! assert!(is_p_position(13, 12, Normal) && !is_p_position(12, 11, Normal) && is_p_position(14, 12, Misere));
//! assert_eq!(winning_takes(12, 11, Normal), [1]); // 12 = 8 + 3 + 1
//! ```

use crate::game::Convention;
use crate::value::zeckendorf::{parts, smallest_part};

/// The theorem, in a few words.
pub const THEOREM: &str =
    "lost exactly when at most q may be taken and the smallest Fibonacci part of n is larger (Whinihan 1963)";
/// The theorem on misère play, in a few words.
pub const MISERE: &str =
    "nobody takes the last token who need not, so it is played as n - 1 in normal play (Whinihan 1963)";

/// The tokens that normal play would be about; `None` where misère play is won because there is no move.
fn counted(n: u128, q: u128, convention: Convention) -> Option<u128> {
    match convention {
        Convention::Normal => Some(n),
        Convention::Misere => n.checked_sub(1).filter(|_| q > 0),
    }
}

/// Whether the player to move loses.
pub fn is_p_position(n: u128, q: u128, convention: Convention) -> bool {
    counted(n, q, convention).is_some_and(|n| smallest_part(n).is_none_or(|part| part > q))
}

/// How many tokens a player who wins may take, in increasing order.
pub fn winning_takes(n: u128, q: u128, convention: Convention) -> Vec<u128> {
    let Some(n) = counted(n, q, convention) else { return Vec::new() };
    let parts = parts(n);
    let mut take = 0;
    let mut out = Vec::new();
    for (index, part) in parts.iter().enumerate().rev() {
        take += part;
        if take > q {
            break;
        }
        // Half of the next part, rounded down, is not enough when it is what is taken.
        if index.checked_sub(1).is_none_or(|next| parts[next] - take > take) {
            out.push(take);
        }
    }
    out
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
        let game = NamedGame::read("fibonacci-nim").expect("a game");
        let game = Tuples::new(game.ruleset().expect("a rule"));
        let limits = Limits::default();
        for convention in [Convention::Normal, Convention::Misere] {
            let mut known = HashMap::new();
            let mut is_p_by_definition = |pair: &Vec<u64>| {
                let sum = canonical(std::slice::from_ref(pair));
                reference::outcome(&game, &sum, convention, &mut known).expect("small") == Outcome::P
            };
            for (n, q) in (0..60u64).flat_map(|n| (0..64u64).map(move |q| (n, q))) {
                let expected = is_p_by_definition(&vec![n, q]);
                assert_eq!(is_p_position(n.into(), q.into(), convention), expected, "{n},{q} {convention}");
                let options = distinct_options(&game, &vec![n, q], &mut Pulse::new(&limits)).expect("small");
                let mut expected: Vec<u128> = options
                    .iter()
                    .filter(|option| is_p_by_definition(&option[0].component))
                    .map(|option| u128::from(n - option[0].component[0]))
                    .collect();
                expected.sort_unstable();
                assert_eq!(winning_takes(n.into(), q.into(), convention), expected, "{n},{q} {convention}");
            }
        }
    }

    #[test]
    fn far_positions_are_consistent() {
        for convention in [Convention::Normal, Convention::Misere] {
            for n in [1u128 << 64, (1 << 100) + 12_345, (1 << 126) + 7] {
                let takes = winning_takes(n, n - 1, convention);
                let expected = |&take: &u128| is_p_position(n - take, 2 * take, convention);
                assert!(!takes.is_empty() && takes.iter().all(expected), "{n} {convention}");
            }
        }
    }
}
