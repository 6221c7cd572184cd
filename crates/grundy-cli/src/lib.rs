//! The command `grundy`. It reads arguments, prints answers and chooses exit codes; the mathematics is in the library.
//!
//! A library of its own, so that whatever starts the command starts the same one: the program `grundy`, or the Python package.

mod args;
mod budget;
mod checkpoint;
mod commands;
mod failure;
mod invocation;
mod output;
mod watch;

pub use commands::read_silently as read_game;
pub use commands::tablebase::open as open_tablebase;
pub use failure::{Failure, rendered};
pub use invocation::Invocation;

use args::{Arguments, Command};
use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::process::ExitCode;
use std::time::Instant;

/// Reads the arguments. What describes all commands and flags is never freed: that took a sixth of the instructions of
/// `--version`, and the process ends soon.
fn read(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Arguments, clap::Error> {
    let mut command = ManuallyDrop::new(Arguments::command());
    let mut matches = command.try_get_matches_from_mut(words)?;
    Arguments::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Runs the command with these arguments and returns its exit code. Once in a process: signals are its own from then on.
pub fn run(invocation: Invocation) -> ExitCode {
    let arguments = match read(invocation.start().words()) {
        Ok(arguments) => arguments,
        Err(error) => return failure::usage(&error),
    };
    output::choose_colour(arguments.common.color);
    budget::watch_interrupts();
    budget::begin_question();
    let common = &arguments.common;
    // A server has limits of its own for each question.
    let _watch = (!matches!(arguments.command, Command::Serve(_) | Command::Mcp))
        .then(|| watch::Watch::begin(common.max_memory, Instant::now(), None, common.json));
    if let Err(wrong) = grundy::engine::check_forced_path() {
        return Failure::input(wrong, None).report(common.json);
    }
    let result = match &arguments.command {
        Command::Solve(solve) => commands::solve::run(solve, common),
        Command::Moves(moves) => commands::moves::run(moves, common),
        Command::Table(table) => commands::table::run(table, common),
        Command::Guess(guess) => commands::guess::run(guess, common),
        Command::Oeis(oeis) => commands::oeis::run(oeis, common),
        Command::Seq(seq) => commands::seq::run(seq, common),
        Command::Period(period) => commands::period::run(period, common),
        Command::Misere(misere) => commands::misere::run(misere, common),
        Command::Verify(verify) => commands::verify::run(verify, common),
        Command::Sweep(sweep) => commands::sweep::run(sweep, common),
        Command::Explain(explain) => commands::explain::run(explain, common),
        Command::Play(play) => commands::play::run(play, common),
        Command::Serve(serve) => commands::serve::run(serve, common),
        Command::Mcp => commands::mcp::run(common),
        Command::Graph(graph) => commands::graph::run(graph, common),
        Command::Games(games) => commands::games::run(games, common),
        Command::Contest(contest) => commands::contest::run(contest, common),
        Command::Mex(mex) => commands::arithmetic::mex(mex, common),
        Command::Nimber(nimber) => commands::arithmetic::nimber(nimber, common),
        Command::Tablebase(tablebase) => commands::tablebase::run(tablebase, common),
        Command::Hash(hash) => commands::hash::run(hash, common),
        Command::Schema => commands::schema::run(common),
        Command::Completions { shell } => commands::pages::completions(*shell),
        Command::Man { directory } => commands::pages::man(directory),
    };
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(common.json),
    }
}
