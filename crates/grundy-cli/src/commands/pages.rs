//! `grundy completions SHELL` and `grundy man DIR`, from the one definition of the arguments.

use crate::args::Arguments;
use crate::failure::Failure;
use crate::output::stdout;
use clap::CommandFactory;
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
    let fail = |error: std::io::Error| {
        Failure::input(format!("cannot write to `{}`: {error}", directory.display()), None)
    };
    std::fs::create_dir_all(directory).map_err(fail)?;
    clap_mangen::generate_to(Arguments::command(), directory).map_err(fail)?;
    Ok(ExitCode::SUCCESS)
}
