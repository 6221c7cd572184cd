//! Tablebases: what the files of `grundy tablebase build` say about a position.

use crate::failure::{raise, refused, stopped, wrong};
use crate::watch::{Terms, run};
use grundy::ask::tablebase::{self, TableError, Unsolved};
use grundy::report::tablebase::{TablebaseAnswer, TablebaseStats};
use grundy::{Failure, NamedGame};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A folder that can be asked.
#[pyclass(module = "grundy._native", frozen)]
#[derive(Debug)]
pub struct Tablebase {
    files: tablebase::Tablebase,
    game: NamedGame,
}

#[pymethods]
impl Tablebase {
    #[new]
    fn new(py: Python<'_>, directory: PathBuf) -> PyResult<Tablebase> {
        let (files, game) =
            grundy_cli::open_tablebase(&directory).map_err(|failure| refused(py, &failure))?;
        Ok(Tablebase { files, game })
    }

    /// Its counts, as JSON.
    fn stats(&self) -> PyResult<String> {
        serde_json::to_string(&TablebaseStats::new(self.files.overview())).map_err(wrong)
    }

    /// What it says about a position, as JSON; none if it cannot be reached.
    #[pyo3(signature = (position, terms=None))]
    fn query(&self, py: Python<'_>, position: &str, terms: Option<Terms>) -> PyResult<Option<String>> {
        let parsed = self.game.parse(position).map_err(|error| raise(py, &error, Some(position)))?;
        let found = match run(py, terms, |limits| self.files.look_up(&self.game, &parsed, limits))? {
            Ok(found) => found,
            Err(Unsolved::Unknown) => return Ok(None),
            Err(Unsolved::Table(TableError::Failed(Failure::Stopped(reason)))) => {
                return Err(stopped(py, "not finished", reason));
            }
            Err(Unsolved::Table(error)) => return Err(wrong(error)),
            Err(other) => return Err(raise(py, &other.explain(&self.game), Some(position))),
        };
        let answer = TablebaseAnswer::of_files(&self.game, self.files.overview(), &found);
        serde_json::to_string(&answer).map(Some).map_err(wrong)
    }
}
