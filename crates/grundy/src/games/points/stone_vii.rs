//! Stone Game VII: remove the leftmost or the rightmost stone of a row and score the sum of those that remain.
//!
//! A state is an interval of the row (LeetCode 1690), and its difference needs only the two intervals that are shorter
//! by one. Working through the intervals by length, one diagonal of the table at a time, O(n) numbers suffice for the
//! points of both players. The line of best play needs the choices of all intervals: one bit each.
//!
//! Time n^2/2 steps; memory O(n) numbers for the points, n^2/2 bits more for the line, for n stones.
//!
//! ```
//! use grundy::Limits;
//! use grundy::games::points::{Score, stone_vii::{self, RowEnd}};
//!
//! let played = stone_vii::play(&[5, 3, 1, 4, 2], &Limits::default())?;
//! assert_eq!(played.score, Score { first: 18, second: 12 });
//! assert_eq!(played.line[0], RowEnd::Right);
//! # Ok::<(), grundy::games::points::Unscored>(())
//! ```

use super::native::{StoneGame, row, sum};
use super::{MAX_LISTED_MOVES, Played, Score, Scoring, Unscored};
use crate::base::error::InputError;
use crate::base::limits::{Limits, Pulse, StopReason};

/// The end of the row at which a stone is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowEnd {
    /// The leftmost stone goes.
    Left,
    /// The rightmost stone goes.
    Right,
}

/// The points of both players; of equally good ends the left one is played.
///
/// # Errors
/// When the points do not fit in 64 bits, or the limits do not suffice.
pub fn score(row: &[i64], limits: &Limits<'_>) -> Result<Score, Unscored> {
    by_length(row, limits, |_, _, _| {})?.score()
}

/// The difference alone, which costs a fraction of the points.
///
/// # Errors
/// As [`score`].
pub fn difference(row: &[i64], limits: &Limits<'_>) -> Result<i64, Unscored> {
    // No sum of points is larger.
    let most = row.iter().map(|stone| u128::from(stone.unsigned_abs())).sum::<u128>() * row.len() as u128;
    if most > i64::MAX as u128 / 4 {
        return Ok(score(row, limits)?.difference());
    }
    let mut before = vec![0];
    before.extend(row.iter().scan(0, |sum, &stone| {
        *sum += stone;
        Some(*sum)
    }));
    let mut pulse = Pulse::new(limits);
    let mut differences = vec![0; row.len() + 1];
    for length in 1..=row.len() {
        let starts = row.len() - length + 1;
        pulse.beats(starts as u64)?;
        let (first, last) = (&before[..=starts], &before[length - 1..]);
        for start in 0..starts {
            let left = last[start + 1] - first[start + 1] - differences[start + 1];
            let right = last[start] - first[start] - differences[start];
            differences[start] = left.max(right);
        }
    }
    Ok(differences[0])
}

/// The points, best moves and line of best play. A lone stone is removed from the left.
///
/// # Errors
/// As [`score`]; also when the choices of all intervals do not fit in the memory allowed.
pub fn play(row: &[i64], limits: &Limits<'_>) -> Result<Played<RowEnd>, Unscored> {
    let n = row.len();
    let words = n.div_ceil(64);
    limits.check_memory(n as u64 + 1, 8 * words as u64)?;
    // A row of bits for each length: whether the interval that starts there is best made shorter on the right.
    let mut right = vec![0u64; words * (n + 1)];
    let mut best = Vec::new();
    let points = by_length(row, limits, |length, start, [left, other]| {
        right[length * words + start / 64] |= u64::from(other > left) << (start % 64);
        if length == n {
            best = [
                (RowEnd::Left, left >= other),
                (RowEnd::Right, other >= left && n > 1 && row[1..] != row[..n - 1]),
            ]
            .to_vec();
        }
    })?;
    let best: Vec<RowEnd> = best.into_iter().filter_map(|(end, is_best)| is_best.then_some(end)).collect();
    let mut line = Vec::new();
    let mut start = 0;
    for length in (1..=n).rev().take(MAX_LISTED_MOVES) {
        let end = right[length * words + start / 64] >> (start % 64) & 1;
        line.push(if end == 1 { RowEnd::Right } else { RowEnd::Left });
        start += 1 - end as usize;
    }
    let (best_total, turns) = (best.len() as u64, n as u64);
    let work = turns * (turns + 1) / 2;
    Ok(Played { score: points.score()?, best, best_total, line, turns, work })
}

/// What both players get from an interval on.
#[derive(Debug, Clone, Copy, Default)]
struct Points {
    mover: i128,
    other: i128,
}

impl Points {
    /// The points before a move that gained this much.
    fn before(self, gain: i128) -> Points {
        Points { mover: gain + self.other, other: self.mover }
    }

    fn difference(self) -> i128 {
        self.mover - self.other
    }

    fn score(self) -> Result<Score, Unscored> {
        Score::new(self.mover, self.other)
    }
}

/// Goes through all intervals by length; `visit` sees length, start, and the differences that the two moves bring.
fn by_length(
    row: &[i64],
    limits: &Limits<'_>,
    mut visit: impl FnMut(usize, usize, [i128; 2]),
) -> Result<Points, StopReason> {
    let mut before = vec![0i128];
    before.extend(row.iter().scan(0, |sum, &stone| {
        *sum += i128::from(stone);
        Some(*sum)
    }));
    let mut pulse = Pulse::new(limits);
    // For the length at hand, by start; a longer interval overwrites the one with the same start, no longer needed.
    let mut points = vec![Points::default(); row.len() + 1];
    for length in 1..=row.len() {
        let starts = row.len() - length + 1;
        pulse.beats(starts as u64)?;
        for start in 0..starts {
            let end = start + length;
            let left = points[start + 1].before(before[end] - before[start + 1]);
            let right = points[start].before(before[end - 1] - before[start]);
            let differences = [left.difference(), right.difference()];
            visit(length, start, differences);
            points[start] = if differences[1] > differences[0] { right } else { left };
        }
    }
    Ok(points[0])
}

/// The game by its rules alone: the row that is left.
#[derive(Debug, Clone, Copy, Default)]
pub struct StoneVii;

impl Scoring for StoneVii {
    type State = Vec<i64>;

    type Move = RowEnd;

    fn moves(&self, row: &Vec<i64>) -> Vec<RowEnd> {
        match row.len() {
            0 => vec![],
            1 => vec![RowEnd::Left],
            _ => vec![RowEnd::Left, RowEnd::Right],
        }
    }

    fn play(&self, row: &Vec<i64>, end: RowEnd) -> (Vec<i64>, i128) {
        let left = match end {
            RowEnd::Left => &row[1..],
            RowEnd::Right => &row[..row.len() - 1],
        };
        (left.to_vec(), sum(left))
    }
}

impl StoneGame for StoneVii {
    fn rule(&self) -> &'static str {
        "remove the leftmost or the rightmost stone of the row and score the sum of those that remain"
    }

    fn reason(&self) -> &'static str {
        "all intervals of the row, by length"
    }

    fn read(&self, text: &str) -> Result<Vec<i64>, InputError> {
        row::read(text)
    }

    fn write(&self, row: &Vec<i64>) -> String {
        row::write(row)
    }

    fn describe(&self, row: &Vec<i64>, end: RowEnd) -> String {
        match end {
            RowEnd::Left => format!("remove {} on the left", row[0]),
            RowEnd::Right => format!("remove {} on the right", row[row.len() - 1]),
        }
    }

    fn touched(&self, row: &Vec<i64>, end: RowEnd) -> Vec<u64> {
        match end {
            RowEnd::Left => vec![0],
            RowEnd::Right => vec![row.len() as u64 - 1],
        }
    }

    fn best(&self, row: &Vec<i64>, limits: &Limits<'_>) -> Result<Played<RowEnd>, Unscored> {
        play(row, limits)
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
        fn agrees_with_looking_at_all_play(row in prop::collection::vec(-4i64..8, 0..13)) {
            let played = play(&row, &Limits::default()).expect("small");
            prop_assert_eq!(score(&row, &Limits::default()), Ok(played.score));
            let slow = minimax::best(&StoneVii, &row, &mut HashMap::new());
            prop_assert_eq!(Score::new(slow.mover, slow.other), Ok(played.score));
            let mut best = slow.moves;
            if row.windows(2).all(|pair| pair[0] == pair[1]) {
                best.truncate(1);
            }
            prop_assert_eq!(played.best, best);
            prop_assert_eq!(replay(&row, &played.line), (slow.mover, slow.other));
        }
    }

    /// The points that a line of moves brings.
    fn replay(row: &[i64], line: &[RowEnd]) -> (i128, i128) {
        let (mut row, mut points) = (row.to_vec(), [0, 0]);
        for (turn, end) in line.iter().enumerate() {
            row.remove(if *end == RowEnd::Left { 0 } else { row.len() - 1 });
            points[turn % 2] += row.iter().map(|&stone| i128::from(stone)).sum::<i128>();
        }
        (points[0], points[1])
    }

    #[test]
    fn extremes() {
        let limits = Limits::default();
        assert_eq!(score(&[], &limits), Ok(Score::default()));
        assert_eq!(score(&[i64::MAX, i64::MAX], &limits), Ok(Score { first: i64::MAX, second: 0 }));
        assert_eq!(score(&[i64::MAX, i64::MAX, i64::MAX], &limits), Err(Unscored::Overflow));
    }
}
