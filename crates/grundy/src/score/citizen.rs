//! Games for points as citizens of the catalogue: positions as text, `solve` with the score, `explain` with the line.
//!
//! A game that is [`ForPoints`] becomes a [`DynGame`] by being wrapped in [`Points`]. Its outcome is that of the
//! difference: won, lost or drawn. Its *winning moves* are the moves that keep the best difference, as long as the player
//! to move does not lose by them: those that win, or in a drawn position those that hold the draw. A lost position has
//! none, but still a line of best play, which loses by as little as possible. Misère play has no meaning here.
//!
//! Results are positions from the view of the player whose turn it then is.

use super::{Played, Score, Scoring, Unscored};
use crate::answer::{MAX_LISTED, MAX_LISTED_BYTES, Move, Solved, Verdict};
use crate::error::{Error, InputError};
use crate::explain::Section;
use crate::game::Convention;
use crate::heap::Engine;
use crate::limits::{Limits, StopReason};
use crate::play::remoteness::Map;
use crate::play::survey::{Choice, Listing, PartView};
use crate::solve::{Moves, stopped};
use crate::typed::{Argument, DynGame, Held};
use crate::value::Outcome;
use std::fmt;

/// A game for points that can be asked about.
pub trait ForPoints: Scoring + fmt::Debug + Send + Sync {
    /// The rule in a sentence.
    fn rule(&self) -> &'static str;

    /// How it is solved, in a few words.
    fn reason(&self) -> &'static str;

    /// Reads a position.
    ///
    /// # Errors
    /// The first offence and its column.
    fn read(&self, text: &str) -> Result<Self::State, InputError>;

    /// Writes a position.
    fn write(&self, state: &Self::State) -> String;

    /// A move in words, without what it gains.
    fn describe(&self, state: &Self::State, choice: Self::Move) -> String;

    /// What best play brings.
    ///
    /// # Errors
    /// When the points do not fit in 64 bits or the limits do not suffice.
    fn best(&self, state: &Self::State, limits: &Limits<'_>) -> Result<Played<Self::Move>, Unscored>;
}

/// The door for a game for points.
#[derive(Debug, Clone, Copy, Default)]
pub struct Points<G>(pub G);

/// A turn of a line: who moves, how, and the points so far.
struct Turn {
    found: Move,
    score: [i128; 2],
}

impl<G: ForPoints> Points<G> {
    fn text(&self, state: &G::State, choice: G::Move, gain: i128) -> String {
        format!("{} for {gain}", self.0.describe(state, choice))
    }

    /// The moves from one state with what they leave, while that stays readable.
    fn moves(&self, state: &G::State, played: &Played<G::Move>, length: usize) -> Moves {
        let mut budget = Budget::new(length);
        let mut moves = Moves { total: Some(played.best_total), ..Moves::default() };
        for &choice in &played.best {
            let (next, gain) = self.0.play(state, choice);
            let text = self.text(state, choice, gain);
            moves.sample.get_or_insert_with(|| (0, text.clone()));
            let Some(result) = budget.spend(|| self.0.write(&next)) else { break };
            moves.listed.push(Move { component: 0, text, result });
        }
        moves
    }

    /// The line of best play, while its positions stay readable.
    fn line(&self, state: &G::State, played: &Played<G::Move>, length: usize) -> Vec<Turn> {
        let (mut budget, mut state) = (Budget::new(length), state.clone());
        let (mut line, mut score) = (Vec::new(), [0, 0]);
        for (turn, &choice) in played.line.iter().enumerate() {
            if budget.is_spent() {
                break;
            }
            let (next, gain) = self.0.play(&state, choice);
            let Some(result) = budget.spend(|| self.0.write(&next)) else { break };
            score[turn % 2] += gain;
            let text = self.text(&state, choice, gain);
            line.push(Turn { found: Move { component: 0, text, result }, score });
            state = next;
        }
        line
    }

    fn state<'a>(&self, position: &'a Held) -> Result<&'a G::State, Error>
    where
        G::State: 'static,
    {
        position.components().and_then(<[G::State]>::first).ok_or_else(Error::foreign_position)
    }
}

/// How much of a list may still be written: as much as of winning moves.
struct Budget {
    entries: usize,
    bytes: usize,
    /// How long a position is, at most and roughly.
    length: usize,
}

impl Budget {
    fn new(length: usize) -> Budget {
        Budget { entries: MAX_LISTED, bytes: MAX_LISTED_BYTES, length }
    }

    fn is_spent(&self) -> bool {
        self.entries == 0 || self.length > self.bytes
    }

    /// Writes a position if there is room for it.
    fn spend(&mut self, write: impl FnOnce() -> String) -> Option<String> {
        if self.is_spent() {
            return None;
        }
        let text = write();
        self.length = text.len();
        self.entries -= 1;
        self.bytes = self.bytes.checked_sub(text.len())?;
        Some(text)
    }
}

impl<G: ForPoints> DynGame for Points<G>
where
    G::State: Send + Sync + 'static,
{
    fn rule(&self) -> String {
        self.0.rule().to_owned()
    }

    fn read(&self, text: &str) -> Result<Held, InputError> {
        let state = self.0.read(text)?;
        let text = self.0.write(&state);
        Ok(Held::new(vec![state], text))
    }

    fn solve(&self, position: &Held, convention: Convention, limits: &Limits<'_>) -> Result<Verdict, Error> {
        let state = self.state(position)?;
        if convention == Convention::Misere {
            return Err(Error::game(
                "a game for points has no misère play: the larger sum wins, not the last move",
                Some("ask without `--misere`".to_owned()),
            ));
        }
        let played = self.0.best(state, limits).map_err(failed)?;
        let outcome = outcome(played.score);
        let length = position.text().len();
        let line = self.line(state, &played, length);
        let none = Moves { total: Some(0), ..Moves::default() };
        let verdict = Verdict {
            outcome,
            grundy: None,
            score: Some(played.score),
            moves: if outcome == Outcome::P { none } else { self.moves(state, &played, length) },
            line: line.into_iter().map(|turn| turn.found).collect(),
            engine: Engine::Points,
            reason: self.0.reason().to_owned(),
            work: played.work,
            stop: StopReason::Done,
        };
        Ok(verdict.suited_to(limits))
    }

    fn argue(&self, position: &Held, _: &Solved, limits: &Limits<'_>) -> Result<Argument, Error> {
        const SHOWN: usize = 20;
        let state = self.state(position)?;
        let played = self.0.best(state, limits).map_err(failed)?;
        let turns = self.line(state, &played, position.text().len());
        let shown = &turns[..turns.len().min(SHOWN)];
        let width = shown.iter().map(|turn| turn.found.text.chars().count()).max().unwrap_or(0);
        let mut lines =
            vec!["both play for the largest difference; the points so far, first to second:".to_owned()];
        for (index, Turn { found, score }) in shown.iter().enumerate() {
            let player = ["first ", "second"][index % 2];
            lines.push(format!("{player}  {:width$}  {} to {}", found.text, score[0], score[1]));
        }
        let more = played.turns - shown.len() as u64;
        if more > 0 {
            lines.push(format!("and {more} more turns"));
        }
        let sections = vec![Section::new("Line of best play", lines)];
        Ok(Argument { sections, values: Vec::new() })
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "the difference of a state is the largest of gain - difference of what the move leaves, and 0 without moves".to_owned(),
            format!("found by: {}", self.0.reason()),
        ]
    }

    fn listing(&self, position: &Held, _: Convention, _: &Limits<'_>) -> Result<Listing, Error> {
        let state = self.state(position)?;
        let choices = self.0.moves(state);
        let mut budget = Budget::new(position.text().len());
        let mut moves = Vec::new();
        for &choice in &choices {
            let (next, gain) = self.0.play(state, choice);
            let Some(result) = budget.spend(|| self.0.write(&next)) else { break };
            moves.push(Choice {
                part: 0,
                text: self.text(state, choice, gain),
                result,
                grundy: None,
                outcome: None,
                winning: false,
                remoteness: None,
                gain: i64::try_from(gain).ok(),
            });
        }
        let parts = vec![PartView { text: position.text().to_owned(), grundy: None }];
        Ok(Listing { parts, moves, total: Some(choices.len() as u64), remoteness: None })
    }

    fn map(&self, _: &Held, _: Convention, _: &Limits<'_>) -> Result<Map, Error> {
        Err(Error::game("a game for points has no graph of wins and losses", None))
    }
}

/// The winner by the difference.
fn outcome(score: Score) -> Outcome {
    match score.difference() {
        1.. => Outcome::N,
        0 => Outcome::D,
        _ => Outcome::P,
    }
}

/// Finds words for why there is no score.
fn failed(unscored: Unscored) -> Error {
    match unscored {
        Unscored::Overflow => Error::game(unscored.to_string(), Some("smaller stones".to_owned())),
        Unscored::Stopped(reason) => stopped(reason),
    }
}

/// The sum of stones.
pub(super) fn sum(stones: &[i64]) -> i128 {
    stones.iter().map(|&stone| i128::from(stone)).sum()
}

/// Rows of numbers with a sign as positions.
pub(super) mod row {
    use crate::error::InputError;
    use crate::game::position::shorten;
    use crate::text::signed;

    /// Reads numbers separated by blanks.
    pub fn read(text: &str) -> Result<Vec<i64>, InputError> {
        let mut row = Vec::new();
        let mut at = 0;
        while let Some(start) = text[at..].find(|c: char| !c.is_whitespace()).map(|offset| at + offset) {
            let word = text[start..].split(char::is_whitespace).next().unwrap_or_default();
            row.push(signed(word).map_err(|reason| {
                let message = format!("`{}` is {reason}", shorten(word));
                InputError::at(
                    text,
                    start,
                    message,
                    "stones are written `1 2 -3`, also `1_000`, `1e6`, `10k`",
                )
            })?);
            at = start + word.len();
        }
        Ok(row)
    }

    /// Writes numbers separated by blanks.
    pub fn write(row: &[i64]) -> String {
        let mut text = String::with_capacity(4 * row.len());
        for (index, stone) in row.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            text.push_str(&stone.to_string());
        }
        text
    }
}
