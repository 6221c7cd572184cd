//! Pictures, into a file or onto the terminal.

use crate::failure::{Failure, terminal_width};
use crate::output::stdout;
use grundy::ask::files::Output;
use grundy::report::plot::Plot;
use std::io::Write;
use std::path::Path;

/// Where a picture goes.
#[derive(Debug)]
pub enum Canvas {
    /// A sketch in letters.
    Terminal,
    /// An SVG file.
    File(Output),
}

impl Canvas {
    /// The place that `--plot` names, if it can be written.
    pub fn check(file: Option<&str>) -> Result<Option<Canvas>, Failure> {
        Ok(match file {
            None => None,
            Some("-") => Some(Canvas::Terminal),
            Some(file) => Some(Canvas::File(Output::check(Path::new(file))?)),
        })
    }

    /// Draws a picture there.
    pub fn show(self, plot: &Plot<'_>) -> Result<(), Failure> {
        match self {
            Canvas::File(output) => Ok(output.write(plot.svg().as_bytes())?),
            Canvas::Terminal => {
                let mut out = stdout();
                writeln!(out, "{}", plot.terminal(terminal_width().clamp(20, 200), 20).trim_end())?;
                Ok(out.flush()?)
            }
        }
    }
}
