//! The parameters of a polynomial hash, read out of somebody's program.
//!
//! C++, Python, Java and Rust write the same few loops: a variable that is multiplied by the base before a letter is added (the high power
//! first), or a letter times a power that is added (the low power first). Assignments are found line by line and read as arithmetic,
//! with indices, calls and casts looked through; constants are followed to where they are defined, so every parameter comes
//! with the line it stands on. A modulus that is nowhere written follows from the type that overflows. Bases drawn at run time are
//! told as such.
//!
//! This is reading, not compiling: what is hidden behind templates or several functions may be missed, and nothing is guessed.
//!
//! ```
//! use polyhash::source::{Language, read};
//!
//! let found = read("const int MOD = 1e9 + 7;\nfor (char c : s) h = (h * 31 + c - 'a' + 1) % MOD;\n", Language::Cpp);
//! assert_eq!((found[0].base.value, found[0].modulus.value), (Some(31), Some(1_000_000_007)));
//! assert_eq!((found[0].order.value.to_string(), found[0].map.value.to_string()), ("high".into(), "letters".into()));
//! assert_eq!(found[0].modulus.line, Some(1));
//! ```

mod arithmetic;
mod lexer;
mod loops;
mod program;

use crate::dialect::{LetterMap, Order};
use program::Program;
use std::fmt;

/// A programming language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// C and C++.
    Cpp,
    /// Python 3.
    Python,
    /// Java.
    Java,
    /// Rust.
    Rust,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Java => "java",
            Language::Rust => "rust",
        })
    }
}

impl Language {
    /// The language of a file, by its ending or else by what stands in it.
    pub fn of(name: &str, text: &str) -> Language {
        match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "py" => Language::Python,
            "java" => Language::Java,
            "rs" => Language::Rust,
            "cpp" | "cc" | "cxx" | "c" | "h" | "hpp" => Language::Cpp,
            _ if text.contains("#include") => Language::Cpp,
            _ if text.contains("public class") || text.contains("import java") => Language::Java,
            _ if text.contains("fn main") || text.contains("let mut ") => Language::Rust,
            _ if text.contains("def ") || text.contains("input()") => Language::Python,
            _ => Language::Cpp,
        }
    }
}

/// A parameter and the line it was read from; none if it follows from a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The parameter.
    pub value: T,
    /// The line, from 1.
    pub line: Option<usize>,
}

/// A hash function as it is written somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// The base; none if it is drawn at run time.
    pub base: Sourced<Option<u64>>,
    /// The modulus; none if it could not be read.
    pub modulus: Sourced<Option<u128>>,
    /// Which letter has the power 0.
    pub order: Sourced<Order>,
    /// What letters stand for.
    pub map: Sourced<LetterMap>,
}

/// All polynomial hashes in a program.
pub fn read(text: &str, language: Language) -> Vec<Function> {
    let program = Program::new(text, language);
    let mut found: Vec<Function> = Vec::new();
    for function in program.functions() {
        let same = |other: &&Function| {
            other.base.value == function.base.value
                && other.modulus.value == function.modulus.value
                && other.order.value == function.order.value
        };
        if found.iter().find(same).is_none() {
            found.push(function);
        }
    }
    found
}
