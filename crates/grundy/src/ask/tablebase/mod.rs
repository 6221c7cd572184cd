//! Tablebases: a game solved from a start with everything that can be reached.
//!
//! [`build`](build()) solves into a directory, in bounded memory and with any number of workers ([`crate::engine::tablebase`]); a
//! [`Tablebase`] is such a directory opened, to be asked, checked and walked through. A directory says what it was made from,
//! and whoever opens it hands the same game in again. [`report`](report()) counts the positions of a small start in memory, and
//! leaves no file.
//!
//! Positions that play alike, such as the same heaps in another order, are one, as they are for [`crate::solve()`]. A look-up
//! asks the rules for the moves of the position, and the files for what they lead to. Games for points are not served.
//!
//! ```
//! use grundy::ask::tablebase::{Plan, Tablebase, build};
//! use grundy::value::Outcome;
//! use grundy::{Convention, Limits, NamedGame};
//!
//! let directory = std::env::temp_dir().join(format!("grundy-tablebase-doc-{}", std::process::id()));
//! let (game, limits) = (NamedGame::read("kayles")?, Limits::default());
//! let plan = Plan::new(&directory, "kayles", Convention::Normal);
//! let tally = build(&game, &game.parse("3 4 5")?, &plan, &limits, &|| false).expect("small");
//! assert_eq!(tally.won_and_lost(Convention::Normal).0 + tally.won_and_lost(Convention::Normal).1, tally.positions);
//!
//! let tablebase = Tablebase::open(&directory).expect("complete");
//! let found = tablebase.look_up(&game, &game.parse("2 5")?, &limits).expect("it can be reached");
//! assert_eq!((found.outcome, found.remoteness.is_some()), (Outcome::N, true));
//! # std::fs::remove_dir_all(directory).expect("removed");
//! # Ok::<(), grundy::Error>(())
//! ```

mod build;
mod export;
mod open;
mod query;
mod report;
mod space;
#[cfg(test)]
mod tests;
mod verify;
mod words;

use super::asked::explain_failure;
use super::moves::{Choice, PartView};
use super::named::NamedGame;
use super::played::Played;
use crate::base::error::{Error, Failure};
use crate::game::answer::{Move, Moves};
use crate::value::{LoopyValue, Outcome};
use std::fmt;

pub use crate::engine::tablebase::TableError;
pub use crate::engine::tablebase::entry::TableEntry;
pub use build::{Plan, build, is_untiered, lock, work};
pub use open::{Tablebase, Unopened, overview};
pub use report::report;

/// What is known about a position.
#[derive(Debug, Clone)]
pub struct Lookup {
    /// The position in its notation, components in order.
    pub position: String,
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves the game lasts, if the winner hurries and the loser delays; `None` for a draw.
    pub remoteness: Option<u32>,
    /// The value; `None` under misère play.
    pub grundy: Option<LoopyValue>,
    /// The moves that win.
    pub winning: Moves,
    /// A quickest win, a longest resistance, or a move that keeps the draw; `None` without moves.
    pub best: Option<Move>,
    /// A line of best play: to the end, or as far as it is shown.
    pub line: Vec<Move>,
    /// The components, in order.
    pub parts: Vec<PartView>,
    /// The moves with what is known of the positions they leave, those that win among them.
    pub choices: Vec<Choice>,
    /// How many different moves there are.
    pub total: u64,
    /// Steps of work.
    pub work: u64,
}

/// Why there is no answer about a position.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unsolved {
    /// A limit, or a move that makes no progress.
    Failed(Failure),
    /// What was written contradicts the game.
    Damaged,
    /// The position cannot be reached from the start.
    Unknown,
    /// The game has no such question, or the position is another's.
    Refused(Error),
    /// The files of a tablebase do not answer.
    Table(TableError),
}

impl<F: Into<Failure>> From<F> for Unsolved {
    fn from(failure: F) -> Unsolved {
        Unsolved::Failed(failure.into())
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Failed(failure) => write!(f, "{failure}"),
            Unsolved::Damaged => write!(f, "the tablebase contradicts the rules of the game"),
            Unsolved::Unknown => write!(f, "the position is not in the tablebase"),
            Unsolved::Refused(error) => write!(f, "{error}"),
            Unsolved::Table(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Unsolved {}

impl Unsolved {
    /// Finds words for a failure of the game itself; the others are about files, and the caller's to name.
    pub fn explain(self, game: &NamedGame) -> Error {
        match self {
            Unsolved::Failed(failure) | Unsolved::Table(TableError::Failed(failure)) => {
                explain_failure(game.ruleset(), failure)
            }
            Unsolved::Refused(error) | Unsolved::Table(TableError::Refused(error)) => error,
            other => Error::game(other.to_string(), None),
        }
    }
}

/// The rule of a game in one line, by which files know it.
pub(super) fn rule_in_one_line(game: &NamedGame) -> String {
    game.rule().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_points<G: Played + ?Sized>(game: &G) -> Result<(), Error> {
    let refused = || Error::game("a game for points has no table of wins and losses", None);
    game.points().map_or(Ok(()), |_| Err(refused()))
}
