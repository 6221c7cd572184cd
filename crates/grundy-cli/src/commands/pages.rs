//! `grundy completions SHELL` and `grundy man DIR`, from the one definition of the arguments.

use crate::args::Arguments;
use crate::failure::Failure;
use crate::output::stdout;
use clap::CommandFactory;
use grundy::ask::files::{Output, make_folder};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

pub fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "grundy", &mut script);
    let mut out = stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(directory: &Path) -> Result<ExitCode, Failure> {
    make_folder(directory)?;
    let mut command = Arguments::command().disable_help_subcommand(true);
    // Gives the commands their full names.
    command.build();
    pages(&command, directory)?;
    Ok(ExitCode::SUCCESS)
}

/// The page of a command and of those below it.
fn pages(command: &clap::Command, directory: &Path) -> Result<(), Failure> {
    let page = clap_mangen::Man::new(command.clone());
    let output = Output::check(&directory.join(page.get_filename()))?;
    output.write_with(|mut out| page.render(&mut out))?;
    let below = command.get_subcommands().filter(|command| !command.is_hide_set());
    below.into_iter().try_for_each(|command| pages(command, directory))
}
