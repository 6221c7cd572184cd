//! Pictures, into a file or onto the terminal.

use crate::failure::{Failure, terminal_width};
use crate::output::stdout;
use grundy::plot::Plot;
use std::io::Write;

/// Writes a picture as SVG, or as a sketch when the file is `-`.
pub fn show(plot: &Plot<'_>, file: &str) -> Result<(), Failure> {
    if file == "-" {
        let mut out = stdout();
        writeln!(out, "{}", plot.terminal(terminal_width().clamp(20, 200), 20).trim_end())?;
        return Ok(out.flush()?);
    }
    std::fs::write(file, plot.svg())
        .map_err(|error| Failure::input(format!("cannot write `{file}`: {error}"), None))
}
