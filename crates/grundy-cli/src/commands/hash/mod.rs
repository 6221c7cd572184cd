//! `grundy hash`: polynomial hashes, search, counts and attacks; one task a file.

mod audit;
mod check;
mod collide;
mod count;
mod cycle;
mod family;
mod find;
mod flood;
pub mod input;
mod poly;
mod read;
mod setup;
mod snippet;
mod template;
mod text;

use crate::args::Common;
use crate::args::hash::{Functions, Hash, Task};
use crate::failure::Failure;
use grundy_web::hashing as report;
use polyhash::dialect::LetterMap;
use polyhash::{Letters, Modulus, PolyHash};
use report::Parameters;
use std::process::ExitCode;

pub fn run(hash: &Hash, common: &Common) -> Result<ExitCode, Failure> {
    match &hash.task {
        Task::Poly(arguments) => poly::run(arguments, common),
        Task::Find(arguments) => find::run(arguments, common),
        Task::Distinct(arguments) => count::distinct(arguments, common),
        Task::Palindromes(arguments) => count::palindromes(arguments, common),
        Task::Cycle(arguments) => cycle::run(arguments, common),
        Task::Break(arguments) => collide::run(arguments, common),
        Task::Audit(arguments) => audit::run(arguments, common),
        Task::Text(arguments) => text::run(arguments, common),
        Task::Read(arguments) => read::run(arguments, common),
        Task::Flood(arguments) => flood::run(arguments, common),
        Task::Snippet(arguments) => snippet::run(arguments, common),
    }
}

impl From<polyhash::Error> for Failure {
    fn from(error: polyhash::Error) -> Failure {
        Failure::input(error.to_string(), None)
    }
}

impl Functions {
    /// Bases and moduli in pairs: a single one serves all of the others; the lecture's are the default.
    fn pairs(&self) -> Result<Vec<(u64, Modulus)>, Failure> {
        let lecture = PolyHash::lecture();
        let bases = if self.base.is_empty() { vec![lecture.base()] } else { self.base.clone() };
        let moduli = if self.modulus.is_empty() { vec![lecture.modulus()] } else { self.modulus.clone() };
        let count = bases.len().max(moduli.len());
        let matches = |given: usize| given == 1 || given == count;
        if !matches(bases.len()) || !matches(moduli.len()) {
            let message = format!("{} bases and {} moduli do not go together", bases.len(), moduli.len());
            return Err(Failure::input(message, Some("give as many of both, or one for all")));
        }
        let pair = |i: usize| (bases[i.min(bases.len() - 1)], moduli[i.min(moduli.len() - 1)]);
        Ok((0..count).map(pair).collect())
    }

    /// The functions, low power first.
    fn all(&self) -> Result<Vec<PolyHash>, Failure> {
        let letters = match self.map {
            LetterMap::LETTERS => Letters::Alphabetic,
            LetterMap::BYTES => Letters::Bytes,
            _ => return Err(Failure::input("the map is `letters` or `bytes` here", None)),
        };
        let function = |(base, modulus)| PolyHash::new(base, modulus, letters);
        Ok(self.pairs()?.into_iter().map(function).collect())
    }

    /// The parameters as they were given.
    fn parameters(&self) -> Result<Vec<Parameters>, Failure> {
        let one = |(base, modulus): (u64, Modulus)| Parameters { base: Some(base), modulus: modulus.get() };
        Ok(self.pairs()?.into_iter().map(one).collect())
    }

    /// Whether a modulus is given and no base.
    fn unknown_base(&self) -> bool {
        self.base.is_empty() && !self.modulus.is_empty()
    }
}
