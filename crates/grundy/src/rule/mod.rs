//! The rule language: one line says what a heap (or a tuple) may become.
//!
//! ```
//! use grundy::rule::Ruleset;
//! let kayles = Ruleset::parse("n -> a, b where a + b = n - 1 or a + b = n - 2")?;
//! assert_eq!(kayles.class().to_string(), "octal code 0.77");
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```
//!
//! [`headers`] takes a text apart and tells what it is played on. The stages of rules about numbers, one file each:
//! [`lexer`], [`parser`] to a tree ([`syntax`]), [`check`] of names, [`compile`] to loops, [`classify`], [`known`] games, [`progress`] (does every move make the position smaller?), [`enumerate`];
//! [`system`] does the same for several kinds of heaps; [`measure`] is what a rule says to end by; [`bag`] has moves across heaps; [`loopy`] rules may go round;
//! [`symmetry`] finds components that may be exchanged. [`naive`] reads the checked rule
//! word by word and is what the compiled loops are tested against.

pub mod bag;
pub mod check;
pub mod classify;
mod clauses;
pub mod code;
pub mod compile;
pub mod enumerate;
mod equal_split;
pub mod formula;
pub mod graphs;
pub mod headers;
pub mod known;
pub mod lexer;
pub mod linear;
pub mod loopy;
pub mod measure;
pub mod naive;
mod notes;
pub mod parser;
pub(crate) mod partitions;
pub mod play;
pub mod points;
pub mod progress;
pub mod range;
mod ruleset;
pub mod symmetry;
pub mod syntax;
pub mod system;
pub mod take_set;
pub mod template;
pub mod term;
pub mod word;

pub use crate::base::diagnostic::{Diagnostic, Diagnostics, Edit, ErrorCode, Span};
pub use classify::Class;
pub use code::Code;
pub use ruleset::{Form, Ruleset};
pub use system::System;
pub use take_set::TakeSet;

/// Whether a text that is no name should be read as a rule.
pub fn looks_like_rule(text: &str) -> bool {
    let word = |w: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == w);
    ["->", "→", "=>", ";", "\n"].iter().any(|sign| text.contains(sign)) || word("where")
}
