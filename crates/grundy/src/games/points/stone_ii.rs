//! Stone Game II: take the first X piles of a row, 1 <= X <= 2M; then M becomes the larger of M and X. M starts as 1.
//!
//! A state is a place in the row and M (LeetCode 1140). Everything is taken in the end, so the most points and the best
//! difference are the same aim: `points(i, M) = rest(i) - min over X of points(i + X, max(M, X))`. Two bounds keep the
//! table small. From M = half of what is left on, any number may be taken for ever, so a larger M changes nothing. And M
//! cannot be large early: to reach M, piles of M, M/2, M/4, ... must have been taken, so `M <= i/2 + M at the start`.
//! For X <= M the minimum runs along a row of the table, beyond along a diagonal that is copied out once a place.
//!
//! Time about n^3/48 steps over consecutive numbers, memory about n^2/4 numbers for n piles. Piles may be negative.
//!
//! ```
//! use grundy::Limits;
//! use grundy::games::points::{Score, stone_ii};
//!
//! let played = stone_ii::play(&[2, 7, 9, 4, 4], 1, &Limits::default())?;
//! assert_eq!(played.score, Score { first: 10, second: 16 });
//! assert_eq!(played.line, [1, 2, 2]);
//! # Ok::<(), grundy::games::points::Unscored>(())
//! ```

use super::native::{StoneGame, row, sum};
use super::{MAX_LISTED_MOVES, Played, Score, Scoring, Unscored};
use crate::base::error::InputError;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::base::text::number;
use crate::game::position::shorten;

/// The points of both players.
///
/// # Errors
/// When the piles sum to more than 64 bits hold, or the limits do not suffice.
pub fn score(piles: &[i64], limits: &Limits<'_>) -> Result<Score, Unscored> {
    let table = Table::fill(piles, 1, limits)?;
    table.score()
}

/// The points, best moves (as numbers of piles taken) and line of best play, with this M at the start.
///
/// # Errors
/// As [`score`].
pub fn play(piles: &[i64], m: usize, limits: &Limits<'_>) -> Result<Played<usize>, Unscored> {
    let table = Table::fill(piles, m, limits)?;
    let best: Vec<usize> = table.best(0, table.start).collect();
    let (mut line, mut turns) = (Vec::new(), 0);
    let (mut place, mut m) = (0, table.start);
    while let Some(taken) = table.best(place, m).next() {
        if line.len() < MAX_LISTED_MOVES {
            line.push(taken);
        }
        turns += 1;
        (place, m) = (place + taken, m.max(taken));
    }
    let (best_total, work) = (best.len() as u64, table.work);
    let best = best.into_iter().take(MAX_LISTED_MOVES).collect();
    Ok(Played { score: table.score()?, best, best_total, line, turns, work })
}

/// The points of the player to move, by M and place.
#[derive(Debug)]
struct Table {
    /// Piles, and the M of the beginning.
    piles: usize,
    start: usize,
    /// The sum of all piles from a place on.
    rest: Vec<i64>,
    /// The largest M with a row of its own.
    rows: usize,
    points: Vec<i64>,
    work: u64,
}

impl Table {
    fn fill(piles: &[i64], m: usize, limits: &Limits<'_>) -> Result<Table, Unscored> {
        let n = piles.len();
        let start = m.clamp(1, n.max(1));
        let rest = rests(piles).ok_or(Unscored::Overflow)?;
        let mut table = Table { piles: n, start, rest, rows: 0, points: Vec::new(), work: 0 };
        table.rows = (0..=n).map(|place| table.free(place).min(place / 2 + start)).max().unwrap_or(1);
        let entries = table.rows as u64 * (n as u64 + 1);
        limits.check_memory(entries, 8)?;
        table.points = vec![0; entries as usize];
        let mut pulse = Pulse::new(limits);
        for place in (0..n).rev() {
            table.fill_place(place, &mut pulse)?;
        }
        table.work = pulse.work();
        Ok(table)
    }

    /// The points from one place on, for every M that can occur there.
    fn fill_place(&mut self, place: usize, pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        let (left, free) = (self.piles - place, self.free(place));
        let most = free.min(place / 2 + self.start);
        // What the other player gets after the first X piles, X becoming the new M.
        let raised: Vec<i64> = (1..=left.min(2 * most)).map(|x| self.points(place + x, x)).collect();
        for m in 1..=most {
            let row = self.row(m);
            let kept = &self.points[row + place + 1..=row + place + m.min(left)];
            let raised = &raised[m.min(left)..left.min(2 * m)];
            let least = kept.iter().chain(raised).min().copied().unwrap_or(0);
            self.points[row + place] = self.rest[place] - least;
            pulse.beats(2 * m as u64)?;
        }
        if most == free {
            for m in most + 1..=self.rows {
                self.points[(m - 1) * (self.piles + 1) + place] = self.points[self.row(most) + place];
            }
        }
        Ok(())
    }

    /// The M from which on any number may be taken for ever.
    fn free(&self, place: usize) -> usize {
        (self.piles - place).div_ceil(2).max(1)
    }

    fn row(&self, m: usize) -> usize {
        (m - 1) * (self.piles + 1)
    }

    fn points(&self, place: usize, m: usize) -> i64 {
        self.points[self.row(m.min(self.rows)) + place]
    }

    /// The best numbers of piles to take.
    fn best(&self, place: usize, m: usize) -> impl Iterator<Item = usize> {
        let own = self.points(place, m);
        let after = move |x: usize| self.points(place + x, m.max(x));
        (1..=(self.piles - place).min(2 * m)).filter(move |&x| self.rest[place] - after(x) == own)
    }

    fn score(&self) -> Result<Score, Unscored> {
        let (total, first) = (i128::from(self.rest[0]), i128::from(self.points(0, self.start)));
        Score::new(first, total - first)
    }
}

/// The sums of the piles from each place on; `None` when sums of some piles could leave 64 bits.
fn rests(piles: &[i64]) -> Option<Vec<i64>> {
    let sizes = piles.iter().try_fold(0u64, |sum, pile| sum.checked_add(pile.unsigned_abs()))?;
    i64::try_from(sizes).ok()?;
    let mut rest = vec![0; piles.len() + 1];
    for place in (0..piles.len()).rev() {
        rest[place] = rest[place + 1] + piles[place];
    }
    Some(rest)
}

/// The game by its rules alone: the piles left, and M.
#[derive(Debug, Clone, Copy, Default)]
pub struct StoneIi;

impl Scoring for StoneIi {
    type State = (Vec<i64>, usize);

    type Move = usize;

    fn moves(&self, (piles, m): &Self::State) -> Vec<usize> {
        (1..=piles.len().min(m.saturating_mul(2))).collect()
    }

    fn play(&self, (piles, m): &Self::State, taken: usize) -> (Self::State, i128) {
        ((piles[taken..].to_vec(), taken.max(*m)), sum(&piles[..taken]))
    }
}

impl StoneGame for StoneIi {
    fn rule(&self) -> &'static str {
        "take the first X piles, X at most twice M, and score them; M becomes the larger of M and X, and is 1 at first"
    }

    fn reason(&self) -> &'static str {
        "all states of place and M, from the end of the row"
    }

    /// The piles, and M behind them if it is not 1: `9 4 4 m=2`.
    fn read(&self, text: &str) -> Result<Self::State, InputError> {
        let trimmed = text.trim_end();
        let last = trimmed.rsplit(char::is_whitespace).next().unwrap_or(trimmed);
        let start = trimmed.len() - last.len();
        let Some((_, value)) = last.split_once('=').filter(|(name, _)| name.eq_ignore_ascii_case("m")) else {
            return Ok((row::read(text)?, 1));
        };
        let m =
            number(value).ok().and_then(|m| usize::try_from(m).ok()).filter(|&m| m > 0).ok_or_else(|| {
                let message = format!("`{}` is no M", shorten(last));
                InputError::at(text, start, message, "M is a whole number from 1: `9 4 4 m=2`")
            })?;
        Ok((row::read(&text[..start])?, m))
    }

    fn write(&self, (piles, m): &Self::State) -> String {
        let row = row::write(piles);
        // Without piles M has nothing more to say.
        if *m == 1 || piles.is_empty() { row } else { format!("{row} m={m}") }
    }

    fn describe(&self, _: &Self::State, taken: usize) -> String {
        format!("take {taken}")
    }

    fn touched(&self, _: &Self::State, taken: usize) -> Vec<u64> {
        (0..taken as u64).collect()
    }

    fn best(&self, (piles, m): &Self::State, limits: &Limits<'_>) -> Result<Played<usize>, Unscored> {
        play(piles, *m, limits)
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
        fn agrees_with_looking_at_all_play(piles in prop::collection::vec(-4i64..9, 0..14), m in 1usize..5) {
            let played = play(&piles, m, &Limits::default()).expect("small");
            let slow = minimax::best(&StoneIi, &(piles.clone(), m), &mut HashMap::new());
            prop_assert_eq!(Score::new(slow.mover, slow.other), Ok(played.score));
            prop_assert_eq!(&played.best, &slow.moves);
            prop_assert_eq!(played.best_total, slow.moves.len() as u64);
            prop_assert_eq!(played.line.iter().sum::<usize>(), piles.len());
        }
    }

    #[test]
    fn long_rows_and_limits() {
        let piles: Vec<i64> = (0..300).map(|i| i * 7919 % 101).collect();
        assert!(score(&piles, &Limits::default()).is_ok());
        assert_eq!(
            score(&piles, &Limits { memory: 1000, ..Limits::default() }),
            Err(Unscored::Stopped(StopReason::MemoryLimit))
        );
        assert_eq!(score(&[i64::MAX, 1], &Limits::default()), Err(Unscored::Overflow));
        assert_eq!(score(&[], &Limits::default()), Ok(Score::default()));
        assert_eq!(score(&[1, 2, 3, 4, 5, 100], &Limits::default()), Ok(Score { first: 104, second: 11 }));
    }
}
