//! Stone Game VIII: merge the first x >= 2 stones of a row into one and score its value, until one stone is left.
//!
//! After a merge the first stone is the sum of the first j of the beginning, so a state is j, a move goes to any larger
//! one and gains that sum `s(j)` (LeetCode 1872): `difference(i) = max over j > i of s(j) - difference(j)`. The maximum
//! over j > i is the maximum over j > i + 1, or the move to i + 1: one pass from the right with one number in hand. The
//! line of best play stops exactly at the places where the new move was at least as good, so its turns come out of the
//! same pass.
//!
//! Time O(n), memory O(1) for n stones.
//!
//! ```
//! use grundy::games::points::{Score, stone_viii};
//!
//! assert_eq!(stone_viii::score(&[7, -6, 5, 10, 5, -2, -6])?, Score { first: 13, second: 0 });
//! # Ok::<(), grundy::games::points::Unscored>(())
//! ```

use super::native::{StoneGame, row, sum};
use super::{Front, Played, Score, Scoring, Unscored};
use crate::base::error::InputError;
use crate::base::limits::Limits;
use std::cmp::Ordering;

/// The points of both players; of equally good merges the shortest is played.
///
/// # Errors
/// When the points or a merged stone do not fit in 64 bits.
pub fn score(row: &[i64]) -> Result<Score, Unscored> {
    backwards(row, |_, _| {})
}

/// The points, best moves (as numbers of stones merged) and line of best play.
///
/// # Errors
/// As [`score`].
pub fn play(row: &[i64]) -> Result<Played<usize>, Unscored> {
    let (mut best, mut stops) = (Front::default(), Front::default());
    let score = backwards(row, |place, order| {
        if order == Ordering::Greater {
            best.clear();
        }
        if order != Ordering::Less {
            best.push_front(place);
            stops.push_front(place);
        }
    })?;
    // Merging from the stop i to the stop j takes the merged stone and j - i others.
    let from = std::iter::once(&1).chain(&stops.kept);
    let line = stops.kept.iter().zip(from).map(|(stop, from)| stop - from + 1).collect();
    Ok(Played {
        score,
        best: best.kept.into(),
        best_total: best.total,
        line,
        turns: stops.total,
        work: row.len() as u64,
    })
}

/// Goes through the places from the end; `visit` sees each place, and how a merge up to it compares with the best of the
/// longer ones for a player who has merged less.
fn backwards(row: &[i64], mut visit: impl FnMut(usize, Ordering)) -> Result<Score, Unscored> {
    let total: i128 = row.iter().map(|&stone| i128::from(stone)).sum();
    if row.len() < 2 {
        return Ok(Score::default());
    }
    // Points of the player to move and of the other when the last merge is all that is left.
    let (mut mover, mut other, mut sum) = (total, 0, total);
    let mut fits = i64::try_from(sum).is_ok();
    visit(row.len(), Ordering::Greater);
    for place in (2..row.len()).rev() {
        sum -= i128::from(row[place]);
        fits &= i64::try_from(sum).is_ok();
        let (merging, replying) = (sum + other, mover);
        let order = (merging - replying).cmp(&(mover - other));
        if order != Ordering::Less {
            (mover, other) = (merging, replying);
        }
        visit(place, order);
    }
    if fits { Score::new(mover, other) } else { Err(Unscored::Overflow) }
}

/// The game by its rules alone: the row, its first stone perhaps a merged one.
#[derive(Debug, Clone, Copy, Default)]
pub struct StoneViii;

impl Scoring for StoneViii {
    type State = Vec<i64>;

    type Move = usize;

    fn moves(&self, row: &Vec<i64>) -> Vec<usize> {
        (2..=row.len()).collect()
    }

    fn play(&self, row: &Vec<i64>, merged: usize) -> (Vec<i64>, i128) {
        let gain = sum(&row[..merged]);
        // Merged stones that leave 64 bits are refused before anything is played.
        let stone = i64::try_from(gain).unwrap_or_default();
        (std::iter::once(stone).chain(row[merged..].iter().copied()).collect(), gain)
    }
}

impl StoneGame for StoneViii {
    fn rule(&self) -> &'static str {
        "merge the first two or more stones of the row into one and score it, until one stone is left"
    }

    fn reason(&self) -> &'static str {
        "one pass from the end of the row: the best merge so far, or the next shorter one"
    }

    fn read(&self, text: &str) -> Result<Vec<i64>, InputError> {
        row::read(text)
    }

    fn write(&self, row: &Vec<i64>) -> String {
        row::write(row)
    }

    fn describe(&self, _: &Vec<i64>, merged: usize) -> String {
        format!("merge {merged}")
    }

    fn touched(&self, _: &Vec<i64>, merged: usize) -> Vec<u64> {
        (0..merged as u64).collect()
    }

    fn best(&self, row: &Vec<i64>, _: &Limits<'_>) -> Result<Played<usize>, Unscored> {
        play(row)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MAX_LISTED_MOVES, minimax};
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn agrees_with_looking_at_all_play(row in prop::collection::vec(-6i64..7, 0..11)) {
            let played = play(&row).expect("small");
            prop_assert_eq!(score(&row), Ok(played.score));
            let slow = minimax::best(&StoneViii, &row, &mut HashMap::new());
            prop_assert_eq!(Score::new(slow.mover, slow.other), Ok(played.score));
            prop_assert_eq!(&played.best, &slow.moves);
            prop_assert_eq!(replay(&row, &played.line), (slow.mover, slow.other));
        }
    }

    /// The points that a line of merges brings; it must end with one stone.
    fn replay(row: &[i64], line: &[usize]) -> (i128, i128) {
        let (mut row, mut points) = (row.to_vec(), [0, 0]);
        for (turn, &x) in line.iter().enumerate() {
            let sum: i64 = row.drain(..x).sum();
            row.insert(0, sum);
            points[turn % 2] += i128::from(sum);
        }
        assert!(row.len() <= 1);
        (points[0], points[1])
    }

    #[test]
    fn extremes() {
        assert_eq!(score(&[]), Ok(Score::default()));
        assert_eq!(score(&[5]), Ok(Score::default()));
        assert_eq!(score(&[i64::MAX, 1]), Err(Unscored::Overflow));
        assert_eq!(score(&[i64::MAX, 1, -1]), Err(Unscored::Overflow));
        let long = play(&vec![0; 100_000]).expect("fits");
        assert_eq!((long.best.len(), long.best_total), (MAX_LISTED_MOVES, 99_999));
        assert_eq!((long.line.len(), long.turns), (MAX_LISTED_MOVES, 99_999));
    }
}
