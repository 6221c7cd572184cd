//! The words of an answer: verdict, moves as data, score, and where they come from.

use super::Convention;
use super::engine::Engine;
use super::notation::Place;
use super::points::Score;
use super::position::Position;
use crate::base::limits::{Limits, StopReason};
use crate::value::{LoopyValue, Outcome};

/// Most moves that are listed.
pub const MAX_LISTED_MOVES: usize = 1000;
/// Most bytes of positions that are listed.
pub const MAX_LISTED_BYTES: usize = 1 << 20;

/// The answer to a question about a position.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The game as asked for.
    pub game: String,
    /// Its rule.
    pub rule: String,
    /// The position.
    pub position: Position,
    /// Normal or misère play.
    pub convention: Convention,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the position; none under misère play, which it does not decide.
    pub grundy: Option<u64>,
    /// What else is known where play may go on for ever.
    pub loopy: Option<LoopyAnswer>,
    /// The points of best play, where the game is played for points.
    pub score: Option<Score>,
    /// The parts of a sum of different games; empty for all other games.
    pub parts: Vec<SumPartValue>,
    /// Winning moves, as many as are listed.
    pub winning_moves: Vec<Move>,
    /// How many there are; `None` when a limit stopped the count, or none were wanted.
    pub winning_moves_total: Option<u64>,
    /// One winning move even when positions are too long to list.
    pub sample: Option<(usize, String)>,
    /// A line of best play from here to the end, where the engine knows one; the players take turns.
    pub line: Vec<Move>,
    /// The engine that found the values.
    pub engine: Engine,
    /// Why that engine, or the theorem it rests on.
    pub reason: String,
    /// Whether the answer is proved; always so for whole answers.
    pub proved: bool,
    /// Steps of work.
    pub work: u64,
    /// [`StopReason::Done`], or what cut the list of winning moves short.
    pub stop: StopReason,
    /// Remarks about the rule, in sentences.
    pub notes: Vec<String>,
}

/// What is known of a position from which play may go on for ever, beyond who wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopyAnswer {
    /// Its loopy value; none under misère play.
    pub value: Option<LoopyValue>,
    /// Moves to the end when the winner hurries; none for draws, and where the limits did not suffice.
    pub remoteness: Option<u32>,
}

/// A part of a sum of different games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumPartValue {
    /// The game.
    pub game: String,
    /// Its position, in its own notation.
    pub position: String,
    /// The value of that position; none under misère play, and where it is not known.
    pub grundy: Option<LoopyValue>,
}

/// What an engine finds out about a position: an answer without its question.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where there is one and it could be found.
    pub grundy: Option<u64>,
    /// What else is known where play may go on for ever.
    pub loopy: Option<LoopyAnswer>,
    /// The points of best play, where the game is played for points.
    pub score: Option<Score>,
    /// The winning moves.
    pub moves: Moves,
    /// A line of best play, where one is known.
    pub line: Vec<Move>,
    /// The engine that found it.
    pub engine: Engine,
    /// Why that engine, or the theorem it rests on.
    pub reason: String,
    /// Steps of work.
    pub work: u64,
    /// [`StopReason::Done`], or what cut the list of winning moves short, or the search for a value where who wins is known.
    pub stop: StopReason,
}

impl Verdict {
    /// The verdict as it is asked for: where no moves are wanted, it does not matter what cut their list short.
    pub fn suited_to(self, limits: &Limits<'_>) -> Verdict {
        if limits.moves > 0 {
            return self;
        }
        // A lost position has none, and neither has one that play may leave undecided.
        let none = self.outcome == Outcome::P || self.outcome == Outcome::D && self.loopy.is_some();
        let total = none.then_some(0);
        Verdict {
            moves: Moves { total, ..Moves::default() },
            line: Vec::new(),
            stop: StopReason::Done,
            ..self
        }
    }

    /// The answer to the question that the verdict belongs to.
    pub fn answer(self, game: String, rule: String, position: Position, convention: Convention) -> Solved {
        let Verdict { outcome, grundy, loopy, score, moves, line, engine, reason, work, stop } = self;
        Solved {
            game,
            rule,
            position,
            convention,
            outcome,
            grundy,
            loopy,
            score,
            parts: Vec::new(),
            winning_moves: moves.listed,
            winning_moves_total: moves.total.filter(|_| stop == StopReason::Done),
            sample: moves.sample,
            line,
            engine,
            reason,
            proved: true,
            work,
            stop,
            notes: Vec::new(),
        }
    }
}

impl Solved {
    /// The value, loopy or not, where there is one.
    pub fn value(&self) -> Option<LoopyValue> {
        let loopy = self.loopy.as_ref().and_then(|loopy| loopy.value.clone());
        loopy.or_else(|| self.grundy.map(LoopyValue::Finite))
    }

    /// Whether another answer to the same question cannot be true if this one is; what one of them does not know
    /// contradicts nothing.
    pub fn contradicts(&self, other: &Solved) -> bool {
        let differ = |one: Option<u64>, other: Option<u64>| one.zip(other).is_some_and(|(a, b)| a != b);
        self.outcome != other.outcome
            || differ(self.grundy, other.grundy)
            || differ(self.winning_moves_total, other.winning_moves_total)
    }
}

/// A move as data: what it touches, what goes, what comes, and the position it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Which component of the position is changed, from 0.
    pub component: usize,
    /// The component that goes, in the notation of positions.
    pub removed: String,
    /// The components that come in its place, in the notation of positions.
    pub added: String,
    /// The places it touches on a drawing of the component; empty where it has none.
    pub places: Vec<Place>,
    /// The move in a few words, `5 -> 2`: made from the rest, never read back.
    pub text: String,
    /// The whole position after it.
    pub result: String,
}

impl Move {
    /// How much a list grows by it.
    pub(crate) fn bytes(&self) -> usize {
        self.result.len() + self.text.len()
    }
}

/// The winning moves as an answer has them.
#[derive(Debug, Clone, Default)]
pub struct Moves {
    /// Listed moves.
    pub listed: Vec<Move>,
    /// How many there are in all; `None` when no one can count them.
    pub total: Option<u64>,
    /// The first move, even when its result is too long to list.
    pub sample: Option<(usize, String)>,
}

/// A titled part of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// Its lines, to be shown in a fixed-width font.
    pub lines: Vec<String>,
}

impl Section {
    /// A section.
    pub fn new(title: &str, lines: Vec<String>) -> Section {
        Section { title: title.to_owned(), lines }
    }
}
