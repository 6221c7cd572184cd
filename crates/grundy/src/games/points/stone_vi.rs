//! Stone Game VI: players take any stone in turn, and each values the stones in their own way.
//!
//! A stone taken is worth its value to me and denies the other theirs, so only the sum of both matters: playing in order
//! of falling sums is best (LeetCode 1686). The proof: count the second player's values of *all* stones as lost by the
//! first beforehand; then every stone the first takes brings the sum, every stone the second takes brings nothing, and
//! for a set of prizes that both value alike the largest first is best.
//!
//! All best moves follow from the same order: taking the k-th instead of the first costs the differences of the sums in
//! the pairs (1st, 2nd), (3rd, 4th), ... before it, and of its own pair if it is the second there. So every stone is
//! best until a pair that differs, of which the first is still best.
//!
//! Time O(n log n), memory O(n) for n stones.
//!
//! ```
//! use grundy::games::points::{Score, stone_vi::{self, Stone}};
//!
//! let stones = [Stone { mine: 1, theirs: 2 }, Stone { mine: 3, theirs: 1 }];
//! assert_eq!(stone_vi::score(&stones)?, Score { first: 3, second: 2 });
//! # Ok::<(), grundy::games::points::Unscored>(())
//! ```

use super::native::StoneGame;
use super::{MAX_LISTED_MOVES, Played, Score, Scoring, Unscored};
use crate::base::error::InputError;
use crate::base::limits::Limits;
use crate::base::text::signed;
use crate::game::position::parse_tuples_of;
use std::collections::HashSet;

/// What a stone is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stone {
    /// To the player who moves first.
    pub mine: i64,
    /// To the other.
    pub theirs: i64,
}

impl Stone {
    fn sum(self) -> i128 {
        i128::from(self.mine) + i128::from(self.theirs)
    }
}

/// The points of both players; of equal sums the stone further left is taken first.
///
/// # Errors
/// When the points do not fit in 64 bits.
pub fn score(stones: &[Stone]) -> Result<Score, Unscored> {
    share(stones, &order(stones))
}

/// The points, best moves and line of best play, moves as indices of the stones that are left.
///
/// # Errors
/// As [`score`].
pub fn play(stones: &[Stone]) -> Result<Played<usize>, Unscored> {
    let order = order(stones);
    let differ = |pair: &[usize]| pair.len() < 2 || stones[pair[0]].sum() != stones[pair[1]].sum();
    let alike = order.chunks(2).take_while(|pair| !differ(pair)).count();
    let mut best = order[..(2 * alike + 1).min(order.len())].to_vec();
    best.sort_unstable();
    // Equal stones leave the same.
    let mut seen = HashSet::new();
    best.retain(|&index| seen.insert(stones[index]));
    let best_total = best.len() as u64;
    best.truncate(MAX_LISTED_MOVES);
    // Each index among the stones that are left by then.
    let gone = |turn: usize| order[..turn].iter().filter(|&&index| index < order[turn]).count();
    let line = (0..order.len().min(MAX_LISTED_MOVES)).map(|turn| order[turn] - gone(turn)).collect();
    let turns = order.len() as u64;
    Ok(Played { score: share(stones, &order)?, best, best_total, line, turns, work: turns })
}

/// The stones by falling sum, from the left where sums are equal.
fn order(stones: &[Stone]) -> Vec<usize> {
    // Sum and index in one number, which sorts faster: 66 bits and 62.
    let key = |(index, stone): (usize, &Stone)| (-stone.sum() << 62) + index as i128;
    let mut keys: Vec<i128> = stones.iter().enumerate().map(key).collect();
    keys.sort_unstable();
    keys.iter().map(|key| (key & ((1 << 62) - 1)) as usize).collect()
}

fn share(stones: &[Stone], order: &[usize]) -> Result<Score, Unscored> {
    let (mut first, mut second) = (0, 0);
    for pair in order.chunks(2) {
        first += i128::from(stones[pair[0]].mine);
        second += pair.get(1).map_or(0, |&index| i128::from(stones[index].theirs));
    }
    Score::new(first, second)
}

/// The game by its rules alone: the stones left, as the player to move sees them.
#[derive(Debug, Clone, Copy, Default)]
pub struct StoneVi;

impl Scoring for StoneVi {
    type State = Vec<Stone>;

    type Move = usize;

    fn moves(&self, stones: &Vec<Stone>) -> Vec<usize> {
        (0..stones.len()).collect()
    }

    fn play(&self, stones: &Vec<Stone>, index: usize) -> (Vec<Stone>, i128) {
        let left = stones[..index].iter().chain(&stones[index + 1..]);
        let turned = left.map(|stone| Stone { mine: stone.theirs, theirs: stone.mine });
        (turned.collect(), stones[index].mine.into())
    }
}

impl StoneGame for StoneVi {
    fn rule(&self) -> &'static str {
        "take any stone and score what it is worth to you: `1,2` is worth 1 to the player to move and 2 to the other"
    }

    fn reason(&self) -> &'static str {
        "the sum of both values decides the order: a stone taken is also denied to the other"
    }

    fn read(&self, text: &str) -> Result<Vec<Stone>, InputError> {
        let stones = parse_tuples_of(text, 2, &signed, &|_| None)?;
        Ok(stones.iter().map(|stone| Stone { mine: stone[0], theirs: stone[1] }).collect())
    }

    fn write(&self, stones: &Vec<Stone>) -> String {
        let words: Vec<String> =
            stones.iter().map(|stone| format!("{},{}", stone.mine, stone.theirs)).collect();
        words.join(" ")
    }

    fn describe(&self, stones: &Vec<Stone>, index: usize) -> String {
        format!("take {},{}", stones[index].mine, stones[index].theirs)
    }

    fn touched(&self, _: &Vec<Stone>, index: usize) -> Vec<u64> {
        vec![index as u64]
    }

    fn best(&self, stones: &Vec<Stone>, _: &Limits<'_>) -> Result<Played<usize>, Unscored> {
        play(stones)
    }
}

#[cfg(test)]
mod tests {
    use super::super::minimax;
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn agrees_with_looking_at_all_play(values in prop::collection::vec((-3i64..4, -3i64..4), 0..8)) {
            let stones: Vec<Stone> = values.iter().map(|&(mine, theirs)| Stone { mine, theirs }).collect();
            let played = play(&stones).expect("small");
            prop_assert_eq!(score(&stones), Ok(played.score));
            let slow = minimax::best(&StoneVi, &stones, &mut HashMap::new());
            prop_assert_eq!(i128::from(played.score.difference()), slow.mover - slow.other);
            let mut seen = HashSet::new();
            let different = slow.moves.iter().copied().filter(|&index| seen.insert(stones[index]));
            prop_assert_eq!(played.best, different.collect::<Vec<_>>());
        }
    }

    #[test]
    fn extremes() {
        let least = [Stone { mine: i64::MIN, theirs: i64::MIN }, Stone { mine: i64::MAX, theirs: i64::MAX }];
        assert_eq!(order(&least), [1, 0]);
        let stone = |mine, theirs| Stone { mine, theirs };
        assert_eq!(score(&[]), Ok(Score::default()));
        assert_eq!(score(&[stone(i64::MAX, i64::MAX)]), Ok(Score { first: i64::MAX, second: 0 }));
        assert_eq!(score(&[stone(i64::MAX, 0); 4]), Err(Unscored::Overflow));
    }
}
