//! `grundy hash snippet`: a polynomial hash with a secret base, to paste.

use super::report;
use crate::args::Common;
use crate::args::hash::{Language, Snippet};
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use std::io::Write;
use std::process::ExitCode;

impl Language {
    fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Rust => "rust",
            Language::Java => "java",
        }
    }

    /// The class, and a program that uses it.
    fn sources(self) -> [&'static str; 2] {
        match self {
            Language::Cpp => [include_str!("snippets/class.cpp"), include_str!("snippets/main.cpp")],
            Language::Python => [include_str!("snippets/class.py"), include_str!("snippets/main.py")],
            Language::Rust => [include_str!("snippets/class.rs"), include_str!("snippets/main.rs")],
            Language::Java => [include_str!("snippets/class.java"), include_str!("snippets/main.java")],
        }
    }
}

pub fn run(arguments: &Snippet, common: &Common) -> Result<ExitCode, Failure> {
    let [class, main] = arguments.language.sources();
    let source = if arguments.main { [class, main].concat() } else { class.to_owned() };
    let mut out = stdout();
    match common.json {
        true => {
            let language = arguments.language.name();
            json_line(&mut out, &report::snippet(language, &source))?;
        }
        false => out.write_all(source.as_bytes())?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
