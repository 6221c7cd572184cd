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
//! The file is a [`crate::journal`]: blocks with their lengths in front and checksums behind, only ever added. A run
//! that was killed leaves a last block that may be cut, and loses that block; the values before it are as good as new, and
//! with them the search goes on from where it was. Nothing is believed that does not bear its checksum, and nothing at all
//! from a file whose first block names another game.
//!
//! The file serves every position of the game: the values of what a smaller board can become help with a larger one. Games
//! whose searches have a table of couples are served ([`crate::search::couples::kept`]); for others there is
//! [`crate::graph::strong`]. The library has no clock: whoever runs the search decides when [`KeptSearch::block`] is
//! written, once a second for instance.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::solve::{kept::KeptSearch, method::Method};
//! use grundy::NamedGame;
//!
//! let (game, limits) = (NamedGame::read("cram")?, Limits::default());
//! let mut search = KeptSearch::new(&game, None, Method::Auto).expect("it has a table");
//! let first = search.solve(game.parse("4x5")?, &limits)?.expect("it is small");
//! let file = [search.head(), search.block().expect("news")].concat();
//!
//! let mut again = KeptSearch::new(&game, None, Method::Auto).expect("it has a table");
//! again.recall(&file, &limits).expect("just written");
//! let second = again.solve(game.parse("4x5")?, &limits)?.expect("it is small");
//! assert_eq!((first.grundy, second.grundy), (Some(2), Some(2)));
//! assert!(second.work < first.work / 10);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::method::Method;
use crate::answer::{Solved, Verdict};
use crate::catalogue::{NamedGame, Rules};
use crate::error::Error;
use crate::game::Convention;
use crate::game::position::{Held, Position};
use crate::graph::strong::about;
use crate::journal::{block, blocks};
use crate::limits::Limits;
use crate::search::couples::kept::{Kept, Log, Lost};
use std::fmt;
use std::sync::Arc;

/// What the first block begins with.
pub const MAGIC: &str = "grundy search 1\n";

/// A search that serves many positions of a game.
pub trait Session {
    /// What it has learnt.
    fn kept(&mut self) -> &mut dyn Kept;

    /// Answers the normal-play question about a position; `None` when the position is too large for the table.
    ///
    /// # Errors
    /// When the limits do not suffice, or the position is another game's.
    fn solve(&mut self, position: &Held, limits: &Limits<'_>) -> Result<Option<Verdict>, Error>;
}

/// A game's own search with a log of what it learns.
pub struct KeptSearch<'a> {
    game: &'a NamedGame,
    session: Box<dyn Session + 'a>,
    log: Arc<Log>,
}

impl fmt::Debug for KeptSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeptSearch {{ game: {}, log: {:?} }}", self.game.name, self.log)
    }
}

/// Why a file could not be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unread {
    /// It is about another game, or written in another way.
    Foreign,
    /// Its entries are none, or do not fit.
    Lost(Lost),
}

impl<'a> KeptSearch<'a> {
    /// A search that knows nothing yet, fit for a position, or for any; `None` when the game has none by this method that
    /// can be kept.
    pub fn new(game: &'a NamedGame, position: Option<&Position>, method: Method) -> Option<KeptSearch<'a>> {
        let Rules::Typed(rules) = &game.rules else { return None };
        let held = match position {
            Some(Position::Typed(held)) => Some(held),
            _ => None,
        };
        let (mut session, log) = (rules.session(held, method)?, Arc::new(Log::default()));
        session.kept().attach(Arc::clone(&log));
        Some(KeptSearch { game, session, log })
    }

    /// Where entries wait to be written.
    pub fn log(&self) -> Arc<Log> {
        Arc::clone(&self.log)
    }

    /// The first block of a file: what it is about.
    pub fn head(&mut self) -> Vec<u8> {
        block(self.content().as_bytes())
    }

    fn content(&mut self) -> String {
        let rule = about(self.game, Convention::Normal).rule;
        format!("{MAGIC}rule {rule}\ncomponents {}\n", self.session.kept().kind())
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
            count += self.session.kept().recall(entries, limits).map_err(Unread::Lost)?;
        }
        Ok(count)
    }

    /// Answers the normal-play question about a position; `None` when the position is too large for the table.
    ///
    /// # Errors
    /// As [`crate::solve()`].
    pub fn solve(&mut self, position: Position, limits: &Limits<'_>) -> Result<Option<Solved>, Error> {
        let Position::Typed(held) = &position else { return Err(Error::foreign_position()) };
        let verdict = self.session.solve(held, limits)?;
        Ok(verdict.map(|verdict| Solved::new(self.game, position, Convention::Normal, verdict)))
    }
}

/// The entries of a log as a block, if there are any.
pub fn news(log: &Log) -> Option<Vec<u8>> {
    let entries = log.take();
    (!entries.is_empty()).then(|| block(&entries))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::intact;

    /// Every change of every byte and every cut: what is left is the truth, or nothing.
    #[test]
    fn changed_and_cut_files_lose_entries_and_nothing_else() {
        let (game, limits) = (NamedGame::read("cram").expect("a game"), Limits::default());
        let new = || KeptSearch::new(&game, None, Method::Auto).expect("it has a table");
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
            ("nim", Method::Couples),
            ("chomp", Method::Auto),
            ("cram", Method::Memo),
            ("stone-ii", Method::Auto),
        ] {
            let game = NamedGame::read(game).expect("a game");
            assert!(KeptSearch::new(&game, None, method).is_none(), "{}: {method}", game.name);
        }
        let (game, limits) = (NamedGame::read("cram").expect("a game"), Limits::default());
        let mut search = KeptSearch::new(&game, None, Method::DepthFirst).expect("it has a table");
        let large = game.parse("2x70").expect("a board");
        assert!(search.solve(large, &limits).expect("no limit").is_none(), "too wide for the table");
        let other = block(format!("{MAGIC}rule take a square\ncomponents squares\n").as_bytes());
        assert_eq!(search.recall(&other, &limits), Err(Unread::Foreign));
    }
}
