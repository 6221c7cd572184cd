//! Standard output: buffered, never panicking when the reader has gone.

use crate::args::Color;
use crate::failure::Failure;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Data goes here.
pub type Out = BufWriter<StdoutLock<'static>>;

/// Standard output with a large buffer.
pub fn stdout() -> Out {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Sets when colour is used, for everything that is printed.
pub fn choose_colour(color: Color) {
    match color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
}

/// Whether to colour standard output.
pub fn coloured() -> bool {
    match anstream::ColorChoice::global() {
        anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi => true,
        anstream::ColorChoice::Never => false,
        anstream::ColorChoice::Auto => {
            let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            wanted && io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// The text in bold where colour is used.
pub fn bold(text: &str) -> String {
    if coloured() {
        let style = anstyle::Style::new().bold();
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}

/// Writes one JSON object and a line end.
///
/// # Errors
/// When the reader has gone or the disk is full.
pub fn json_line(out: &mut Out, value: &impl serde::Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value).map_err(|error| Failure::from(io::Error::from(error)))?;
    Ok(writeln!(out)?)
}
