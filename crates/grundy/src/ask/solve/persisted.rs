//! Searches that go on where an earlier run was: what they learn is written down, and read back.
//!
//! ```text
//! block: grundy search 1
//!        rule put a domino on two free squares side by side
//!        components regions of squares, some with a leaf, 3
//! block: component value component value ...
//! block: ...
//! ```
//!
//! The file is a [`crate::base::journal`]: blocks with their lengths in front and checksums behind, only ever added. A run
//! that was killed leaves a last block that may be cut, and loses that block; the values before it are as good as new, and
//! with them the search goes on from where it was. Nothing is believed that does not bear its checksum, and nothing at all
//! from a file whose first block names another game.
//!
//! The file serves every position of the game: the values of what a smaller board can become help with a larger one. Games
//! whose nimber searches have a table are served ([`crate::engine::search::nimber_search::persisted`]); for others there is
//! [`crate::ask::tablebase`]. The library has no clock: whoever runs the search decides when [`PersistedSearch::block`] is
//! written, once a second for instance.
//!
//! ```
//! use grundy::Limits;
//! use grundy::ask::solve::{method::Method, persisted::PersistedSearch};
//! use grundy::NamedGame;
//!
//! let (game, limits) = (NamedGame::read("cram")?, Limits::default());
//! let mut search = PersistedSearch::new(&game, None, Method::Auto).expect("it has a table");
//! let first = search.solve(game.parse("4x5")?, &limits)?.expect("it is small");
//! let file = [search.head(), search.block().expect("news")].concat();
//!
//! let mut again = PersistedSearch::new(&game, None, Method::Auto).expect("it has a table");
//! again.recall(&file, &limits).expect("just written");
//! let second = again.solve(game.parse("4x5")?, &limits)?.expect("it is small");
//! assert_eq!((first.grundy, second.grundy), (Some(2), Some(2)));
//! assert!(second.work < first.work / 10);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::normal::Asked;
use crate::ask::asked::explain_failure;
use crate::ask::named::NamedGame;
use crate::ask::tablebase::rule_in_one_line;
use crate::base::error::Error;
use crate::base::journal::{block, blocks};
use crate::base::limits::Limits;
use crate::game::Convention;
use crate::game::answer::Solved;
use crate::game::any::{AnyComponent, AnyGame};
use crate::game::engine::Method;
use crate::game::position::Position;
use crate::game::solver::{Persistent, RecallError, SearchLog, Solver};
use std::fmt;
use std::sync::Arc;
use thiserror::Error as ThisError;

/// What the first block begins with.
pub const MAGIC: &str = "grundy search 1\n";

/// A game's own search with a log of what it learns.
pub struct PersistedSearch<'a> {
    game: &'a NamedGame,
    native: &'a AnyGame,
    method: Method,
    solver: Box<dyn Solver<AnyComponent> + 'a>,
    log: Arc<SearchLog>,
}

impl fmt::Debug for PersistedSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PersistedSearch {{ game: {}, log: {:?} }}", self.game.name, self.log)
    }
}

/// Why a file could not be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Unread {
    /// It is about another game, or written in another way.
    #[error("it is about another game, or written in another way")]
    Foreign,
    /// Its entries are none, or do not fit.
    #[error("{0}")]
    Lost(#[from] RecallError),
}

impl<'a> PersistedSearch<'a> {
    /// A search that knows nothing yet, fit for a position, or for any; `None` when the game has none by this method that
    /// can be kept.
    pub fn new(
        game: &'a NamedGame,
        position: Option<&Position>,
        method: Method,
    ) -> Option<PersistedSearch<'a>> {
        let native = game.rules.native()?;
        let components = match position {
            Some(Position::Native(position)) => position.components(),
            _ => &[],
        };
        let (mut solver, log) = (native.solver(components, method)?, Arc::new(SearchLog::default()));
        solver.persistent()?.attach(Arc::clone(&log));
        Some(PersistedSearch { game, native: &**native, method, solver, log })
    }

    fn persistent(&mut self) -> &mut dyn Persistent {
        self.solver.persistent().expect("asked when it was made")
    }

    /// Where entries wait to be written.
    pub fn log(&self) -> Arc<SearchLog> {
        Arc::clone(&self.log)
    }

    /// The first block of a file: what it is about.
    pub fn head(&mut self) -> Vec<u8> {
        block(self.content().as_bytes())
    }

    fn content(&mut self) -> String {
        let rule = rule_in_one_line(self.game);
        format!("{MAGIC}rule {rule}\ncomponents {}\n", self.persistent().kind())
    }

    /// The entries since the last call as a block, if there are any.
    pub fn block(&self) -> Option<Vec<u8>> {
        news(&self.log)
    }

    /// Takes over the blocks of a file, up to the first that is cut or damaged; returns how many entries they have.
    ///
    /// # Errors
    /// When the file is about something else, or there is no room for its entries.
    pub fn recall(&mut self, file: &[u8], limits: &Limits<'_>) -> Result<u64, Unread> {
        let mut contents = blocks(file);
        if contents.next() != Some(self.content().as_bytes()) {
            return Err(Unread::Foreign);
        }
        let mut count = 0;
        for entries in contents {
            count += self.persistent().recall(entries, limits).map_err(Unread::Lost)?;
        }
        Ok(count)
    }

    /// Answers the normal-play question about a position; `None` when the position is too large for the table.
    ///
    /// # Errors
    /// As [`crate::solve()`].
    pub fn solve(&mut self, position: Position, limits: &Limits<'_>) -> Result<Option<Solved>, Error> {
        let Position::Native(native) = &position else { return Err(Error::foreign_position()) };
        let components = native.components();
        if !components.iter().all(|component| self.native.owns(component)) {
            return Err(Error::foreign_position());
        }
        if !self.solver.serves(components) {
            return Ok(None);
        }
        let (asked, solver) = (Asked::new(self.native, components), &mut *self.solver);
        let verdict = match self.method {
            Method::Auto => asked.normal(Some(solver), limits),
            _ => asked.by_solver(solver, limits),
        };
        let verdict = verdict.map_err(|failure| explain_failure(None, failure))?;
        let (name, rule) = (self.game.name.clone(), self.game.rule());
        let notes = self.game.notes();
        Ok(Some(Solved { notes, ..verdict.answer(name, rule, position, Convention::Normal) }))
    }
}

/// The entries of a log as a block, if there are any.
pub fn news(log: &SearchLog) -> Option<Vec<u8>> {
    let entries = log.take();
    (!entries.is_empty()).then(|| block(&entries))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::journal::intact;

    /// Every change of every byte and every cut: what is left is the truth, or nothing.
    #[test]
    fn changed_and_cut_files_lose_entries_and_nothing_else() {
        let (game, limits) = (NamedGame::read("cram").expect("a game"), Limits::default());
        let new = || PersistedSearch::new(&game, None, Method::Auto).expect("it has a table");
        let mut search = new();
        let head = search.head();
        let mut file = head.clone();
        for board in ["3x4", "3x5"] {
            search.solve(game.parse(board).expect("a board"), &limits).expect("it is small");
            file.extend(search.block().expect("news"));
        }
        let whole = new().recall(&file, &limits).expect("just written");
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 1 << (place % 8);
            for (bytes, what) in [(&changed[..], "changed"), (&file[..place], "cut")] {
                let found = new().recall(bytes, &limits);
                match place < head.len() {
                    true => assert_eq!(found, Err(Unread::Foreign), "{what} at {place}"),
                    false => assert!(found.is_ok_and(|count| count < whole), "{what} at {place}"),
                }
                assert!(intact(bytes) <= place, "{what} at {place}");
            }
        }
    }

    #[test]
    fn other_games_and_other_methods_have_no_table() {
        for (game, method) in [
            ("nim", Method::NimberSearch),
            ("chomp", Method::Auto),
            ("cram", Method::Memo),
            ("stone-ii", Method::Auto),
        ] {
            let game = NamedGame::read(game).expect("a game");
            assert!(PersistedSearch::new(&game, None, method).is_none(), "{}: {method}", game.name);
        }
        let (game, limits) = (NamedGame::read("cram").expect("a game"), Limits::default());
        let mut search = PersistedSearch::new(&game, None, Method::DepthFirst).expect("it has a table");
        let large = game.parse("2x70").expect("a board");
        assert!(search.solve(large, &limits).expect("no limit").is_none(), "too wide for the table");
        let other = block(format!("{MAGIC}rule take a square\ncomponents squares\n").as_bytes());
        assert_eq!(search.recall(&other, &limits), Err(Unread::Foreign));
    }
}
