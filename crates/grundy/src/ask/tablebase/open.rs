//! Opens a directory that is complete, and puts questions to its game with the keys that it was built with.

use super::build::UNTIERED;
use super::export::Export;
use super::query::LookUp;
use super::space::{Coded, Whole, WithKeys, with_keys};
use super::verify::Verify;
use super::{Lookup, Unsolved, rule_in_one_line, without_points};
use crate::ask::asked::{Asks, Refusal, put};
use crate::ask::named::NamedGame;
use crate::ask::played::Played;
use crate::base::limits::Limits;
use crate::engine::tablebase::TableError;
use crate::engine::tablebase::entry::TableEntry;
use crate::engine::tablebase::key::Key;
use crate::engine::tablebase::reader::{Overview, TableReader};
use crate::engine::tablebase::store::Manifest;
use crate::game::Convention;
use crate::game::position::Position;
use std::path::{Path, PathBuf};

/// A directory that can be asked.
#[derive(Debug)]
pub struct Tablebase {
    pub(super) directory: PathBuf,
    pub(super) overview: Overview,
    pub(super) reader: TableReader,
}

/// Why a directory cannot be asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unopened {
    /// It is no tablebase.
    NoTablebase,
    /// It is not finished.
    Unfinished(Box<Overview>),
    /// It is damaged or cannot be read.
    Unreadable(TableError),
}

impl std::error::Error for Unopened {}

impl std::fmt::Display for Unopened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unopened::NoTablebase => write!(f, "it is no tablebase"),
            Unopened::Unfinished(_) => write!(f, "it is not finished"),
            Unopened::Unreadable(error) => write!(f, "{error}"),
        }
    }
}

impl<E: Into<TableError>> From<E> for Unopened {
    fn from(error: E) -> Unopened {
        Unopened::Unreadable(error.into())
    }
}

/// What is known of a directory, complete or not.
///
/// # Errors
/// When it is no tablebase, damaged, or cannot be read.
pub fn overview(directory: &Path) -> Result<Overview, Unopened> {
    Overview::read(directory)?.ok_or(Unopened::NoTablebase)
}

impl Tablebase {
    /// Maps the files of a directory.
    ///
    /// # Errors
    /// When it is no tablebase, not complete, damaged, or cannot be read.
    pub fn open(directory: &Path) -> Result<Tablebase, Unopened> {
        let overview = overview(directory)?;
        if !overview.is_complete() {
            return Err(Unopened::Unfinished(Box::new(overview)));
        }
        let reader = TableReader::open(directory)?;
        Ok(Tablebase { directory: directory.to_owned(), overview, reader })
    }

    /// What it is about.
    pub fn manifest(&self) -> &Manifest {
        &self.overview.manifest
    }

    /// Its counts.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    pub(super) fn convention(&self) -> Convention {
        self.overview.manifest.subject.convention
    }

    /// Puts a question to the game with the keys of this tablebase.
    fn put<Q: Question>(
        &self,
        question: Q,
        game: &NamedGame,
        position: &Position,
    ) -> Result<Q::Answer, TableError> {
        let subject = &self.overview.manifest.subject;
        if rule_in_one_line(game) != subject.rule {
            return Err(TableError::Foreign(format!("`{}`", subject.game)));
        }
        put(Open { tablebase: self, question }, game, position).map_err(TableError::Refused)?
    }

    /// The position that it was built from.
    ///
    /// # Errors
    /// When the game is another.
    pub fn start(&self, game: &NamedGame) -> Result<Position, TableError> {
        game.parse(&self.overview.manifest.subject.start).map_err(TableError::Refused)
    }

    /// What it says about a position.
    ///
    /// # Errors
    /// When the position is not in it ([`Unsolved::Unknown`]) or another game's, a limit stops the search for its moves, or a
    /// file is damaged.
    pub fn look_up(
        &self,
        game: &NamedGame,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Lookup, Unsolved> {
        self.put(LookUp { limits }, game, position).map_err(Unsolved::Table)?
    }

    /// Derives the entries of positions again from those of their options, by the game's own moves and the definition: of all
    /// positions, or of about so many; counts and digest are always those of all. Returns how many were derived, and the first
    /// fault.
    ///
    /// # Errors
    /// When a file is damaged, the game is another, or a limit stops it.
    pub fn verify(
        &self,
        game: &NamedGame,
        sample: Option<u64>,
        limits: &Limits<'_>,
    ) -> Result<(u64, Option<String>), TableError> {
        self.put(Verify { sample, limits }, game, &self.start(game)?)
    }

    /// Visits all positions in the order of their texts, with a bound on memory.
    ///
    /// # Errors
    /// When a file is damaged or cannot be written, the game is another, a limit stops it, or `visit` fails.
    pub fn export(
        &self,
        game: &NamedGame,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&str, TableEntry) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        self.put(Export { limits, visit }, game, &self.start(game)?)
    }
}

/// A question to a game with keys.
pub(super) trait Question {
    type Answer;

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        components: &[G::Component],
    ) -> Result<Self::Answer, TableError>;
}

struct Open<'a, Q> {
    tablebase: &'a Tablebase,
    question: Q,
}

impl<Q: Question> Asks for Open<'_, Q> {
    type Answer = Result<Q::Answer, TableError>;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        without_points(game)?;
        let presume = !self.tablebase.directory.join(UNTIERED).exists();
        let start = game.read(&self.tablebase.overview.manifest.subject.start);
        let start = start.map_err(crate::base::error::Error::Position)?;
        Ok(with_keys(&Whole::new(game, &start, presume), OfComponents { open: self, components }))
    }
}

/// A question with the components that it is about.
struct OfComponents<'a, 'q, C, Q> {
    open: Open<'a, Q>,
    components: &'q [C],
}

impl<G: Played + ?Sized, Q: Question> WithKeys<G> for OfComponents<'_, '_, G::Component, Q> {
    type Answer = Q::Answer;

    fn run<K: Key>(self, coded: &Coded<'_, G, K>) -> Result<Q::Answer, TableError> {
        let Open { tablebase, question } = self.open;
        if coded.code.code() != tablebase.overview.manifest.subject.code {
            return Err(TableError::Foreign("keys of another version".to_owned()));
        }
        question.ask(tablebase, coded, self.components)
    }
}
