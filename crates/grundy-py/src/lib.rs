//! The native half of the Python package `grundy`: games, graphs and texts of the library as Python objects.
//!
//! Everything here is a door: Python values come in, the library is asked with the interpreter released, and answers go out as
//! JSON ([`grundy::report`]) or, where there are many numbers, as bytes. What a person sees, with docstrings and pictures, is the
//! other half, `python/grundy`. [`watch`] is how Ctrl-C, limits and progress reach the library; [`own`] how a Python class becomes
//! a game.

mod failure;
mod game;
mod graph;
mod numbers;
mod own;
mod sweep;
mod tablebase;
mod texts;
mod watch;

use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command `grundy` with these arguments; `program` is how to run it again in a process of its own.
#[pyfunction]
fn command(py: Python<'_>, program: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| grundy_cli::run(grundy_cli::Invocation { program, arguments }));
    // The standard library hands out no number.
    (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
}

/// What Python imports.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::command;
    #[pymodule_export]
    use super::game::{Game, Solved};
    #[pymodule_export]
    use super::graph::Graph;
    #[pymodule_export]
    use super::numbers::{eventual_period, games, guess, mex, nimber, plot, verify};
    #[pymodule_export]
    use super::sweep::Sweep;
    #[pymodule_export]
    use super::tablebase::Tablebase;
    #[pymodule_export]
    use super::texts::{collide, count_distinct, find, find_many, hash_text, palindromes};
}
