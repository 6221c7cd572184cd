//! What can go wrong, as one type: the input, or a limit.

use crate::base::diagnostic::Diagnostics;
use crate::base::limits::StopReason;
use thiserror::Error as ThisError;

/// Why there is no answer.
#[derive(Debug, Clone, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The rule is wrong, or one of its moves makes no progress.
    #[error("{0}")]
    Rule(#[from] Diagnostics),
    /// The position cannot be read or does not fit the game.
    #[error("{0}")]
    Position(#[from] InputError),
    /// No such game, or the game does not serve this question.
    #[error("{message}")]
    Game {
        /// What is wrong.
        message: String,
        /// A way out.
        hint: Option<String>,
    },
    /// A limit was reached or the user interrupted.
    #[error("{what}: {reason}")]
    Stopped {
        /// Which limit.
        reason: StopReason,
        /// What could not be finished.
        what: String,
        /// A way out.
        hint: Option<String>,
    },
}

impl Error {
    /// An unknown game or an unfit question.
    pub fn game(message: impl Into<String>, hint: Option<String>) -> Error {
        Error::Game { message: message.into(), hint }
    }

    /// A position handed to a game that did not read it.
    pub fn foreign_position() -> Error {
        Error::game("the position belongs to another game", None)
    }

    /// The way out, if there is one.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Error::Rule(diagnostics) => diagnostics.first().hint.as_deref(),
            Error::Position(error) => error.hint.as_deref(),
            Error::Game { hint, .. } | Error::Stopped { hint, .. } => hint.as_deref(),
        }
    }
}

/// A word of a position that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[error("{message}")]
pub struct InputError {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// A way out.
    pub hint: Option<String>,
    /// The character it starts at, from 1.
    pub column: usize,
}

impl InputError {
    /// What is wrong at a byte of a text.
    pub fn at(text: &str, byte: usize, message: impl Into<String>, hint: impl Into<String>) -> InputError {
        let column = text[..byte].chars().count() + 1;
        InputError { message: message.into(), hint: Some(hint.into()), column }
    }
}

/// Why a component could not be worked out: what engines return before words are found for it.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
pub enum Failure {
    /// A limit or the user stopped it.
    #[error("{0}")]
    Stopped(StopReason),
    /// A move that makes no progress.
    #[error("a move makes no progress: {} -> {}", .0.before, .0.after)]
    NoProgress(Offence),
    /// Play can come back to where it was.
    #[error("play can go round")]
    Cycle,
    /// The game itself cannot go on, and says why: a program that fails, or a circle where play must end.
    #[error("{message}")]
    Refused {
        /// What is wrong.
        message: String,
        /// A way out.
        hint: Option<String>,
    },
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Failure {
        Failure::Stopped(reason)
    }
}

/// A move that does not lead closer to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offence {
    /// The clause of the rule it came from.
    pub clause: usize,
    /// The component before the move.
    pub before: String,
    /// The parts after it.
    pub after: String,
}
