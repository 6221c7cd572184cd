//! A polynomial hash to paste: modulus 2⁶¹ - 1, a base drawn at random when the program starts, substrings, a rolling window.
//!
//! ```
//! use polyhash::snippet::{class, program};
//! use polyhash::source::Language;
//!
//! assert!(class(Language::Python).contains("secrets"));
//! assert!(program(Language::Python).starts_with(class(Language::Python)));
//! ```

use crate::source::Language;

/// The languages that there is a class for.
pub const LANGUAGES: [Language; 4] = [Language::Cpp, Language::Python, Language::Rust, Language::Java];

/// The class.
pub fn class(language: Language) -> &'static str {
    sources(language)[0]
}

/// The class with a program that reads a text and `l1 r1 l2 r2` lines and prints 1 where two substrings are equal.
pub fn program(language: Language) -> String {
    sources(language).concat()
}

fn sources(language: Language) -> [&'static str; 2] {
    match language {
        Language::Cpp => [include_str!("snippets/class.cpp"), include_str!("snippets/main.cpp")],
        Language::Python => [include_str!("snippets/class.py"), include_str!("snippets/main.py")],
        Language::Rust => [include_str!("snippets/class.rs"), include_str!("snippets/main.rs")],
        Language::Java => [include_str!("snippets/class.java"), include_str!("snippets/main.java")],
    }
}
