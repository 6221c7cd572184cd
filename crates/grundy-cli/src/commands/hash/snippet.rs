//! `grundy hash snippet`: a polynomial hash with a secret base, to paste.

use super::report;
use crate::args::Common;
use crate::args::hash::{Language, Snippet};
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use polyhash::snippet::{class, program};
use std::io::Write;
use std::process::ExitCode;

impl From<Language> for polyhash::source::Language {
    fn from(language: Language) -> polyhash::source::Language {
        match language {
            Language::Cpp => polyhash::source::Language::Cpp,
            Language::Python => polyhash::source::Language::Python,
            Language::Rust => polyhash::source::Language::Rust,
            Language::Java => polyhash::source::Language::Java,
        }
    }
}

pub fn run(arguments: &Snippet, common: &Common) -> Result<ExitCode, Failure> {
    let language = arguments.language.into();
    let source = if arguments.main { program(language) } else { class(language).to_owned() };
    let mut out = stdout();
    match common.json {
        true => json_line(&mut out, &report::snippet(&language.to_string(), &source))?,
        false => out.write_all(source.as_bytes())?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
