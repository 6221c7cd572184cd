//! What every answer carries: the verdict, the value, the winning moves, and where they come from.

use crate::catalogue::NamedGame;
use crate::game::Convention;
use crate::game::position::Position;
use crate::heap::Engine;
use crate::limits::{Limits, StopReason};
pub use crate::score::Score;
use crate::solve::Moves;
use crate::value::Outcome;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// Most winning moves that are listed.
pub const MAX_LISTED: usize = 1000;
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
    /// The points of best play, where the game is played for points.
    pub score: Option<Score>,
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
}

/// What an engine finds out about a position: an answer without its question.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where there is one and it could be found.
    pub grundy: Option<u64>,
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
    pub(crate) fn suited_to(self, limits: &Limits<'_>) -> Verdict {
        if limits.moves > 0 {
            return self;
        }
        // A lost position has none.
        let total = (self.outcome == Outcome::P).then_some(0);
        Verdict {
            moves: Moves { total, ..Moves::default() },
            line: Vec::new(),
            stop: StopReason::Done,
            ..self
        }
    }
}

impl Solved {
    /// The answer to the question that a verdict belongs to.
    pub fn new(game: &NamedGame, position: Position, convention: Convention, verdict: Verdict) -> Solved {
        let Verdict { outcome, grundy, score, moves, line, engine, reason, work, stop } = verdict;
        Solved {
            game: game.name.clone(),
            rule: game.rule(),
            position,
            convention,
            outcome,
            grundy,
            score,
            winning_moves: moves.listed,
            winning_moves_total: moves.total.filter(|_| stop == StopReason::Done),
            sample: moves.sample,
            line,
            engine,
            reason,
            proved: true,
            work,
            stop,
        }
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

/// A winning move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Which component is changed, from 0.
    pub component: usize,
    /// The move, `5 -> 2`.
    pub text: String,
    /// The whole position after it.
    pub result: String,
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Move", 2)?;
        object.serialize_field("text", &self.text)?;
        object.serialize_field("result", &self.result)?;
        object.end()
    }
}

/// Something shown by its `Display` form, without building the string first.
struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Serialize for Solved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Solved", 17)?;
        object.serialize_field("schema", &1)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("rule", &self.rule)?;
        object.serialize_field("position", &Shown(&self.position))?;
        object.serialize_field("convention", &self.convention)?;
        object.serialize_field("outcome", &self.outcome)?;
        object.serialize_field("winner", &self.outcome.winner())?;
        object.serialize_field("grundy", &self.grundy)?;
        match &self.score {
            Some(score) => object.serialize_field("score", score)?,
            None => object.skip_field("score")?,
        }
        object.serialize_field("winning_moves", &self.winning_moves)?;
        object.serialize_field("winning_moves_total", &self.winning_moves_total)?;
        match self.line.is_empty() {
            true => object.skip_field("line")?,
            false => object.serialize_field("line", &self.line)?,
        }
        object.serialize_field("engine", &Shown(self.engine))?;
        object.serialize_field("reason", &self.reason)?;
        object.serialize_field("proved", &self.proved)?;
        object.serialize_field("work", &self.work)?;
        object.serialize_field("stop", &self.stop)?;
        object.end()
    }
}
