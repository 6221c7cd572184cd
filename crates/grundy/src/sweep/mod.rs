//! Sweeps: one row for each game of a family, with its period, its largest value, and the games it is the same as.
//!
//! Tables of octal games have been made by hand and by private programs, and some of their equivalences are wrong. Here
//! two games are called the same only by proof: from their digits ([`standard`]) or from their proved periods
//! ([`sequence`]). What is the same by digits is computed once. The rows come in the order of the [`Family`], whatever
//! the number of threads, and a sweep goes on from the rows that it is given; reading and writing them is the caller's
//! affair.
//!
//! ```
//! use grundy::Limits;
//! use grundy::sweep::{Family, Options, SweepRow, run};
//!
//! let options = Options { limit: Some(1000), threads: 2, clock: None };
//! let mut lines = Vec::new();
//! let mut emit = |row: &SweepRow| -> std::io::Result<()> {
//!     lines.push(row.to_csv());
//!     Ok(())
//! };
//! run(&Family::octal(1, false), &[], &options, &Limits::default(), &mut emit).expect("rows");
//! assert!(lines[2].starts_with("0.3,0.2,cousin,-1,structure,"), "{lines:?}");
//! ```

pub mod family;
pub mod row;
mod run;
pub mod sequence;
mod settle;
pub mod standard;

pub use family::{Family, ParameterRange, SetChoice, WrongLine};
pub use row::{Ground, Relation, Status, SweepRow, csv_header};
pub use run::{Options, Trouble, run};
