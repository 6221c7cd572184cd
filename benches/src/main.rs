//! Benchmarks: each row is a ratio against a plain program that does the same work, both run back to back.
//!
//! `cargo run --release -p grundy-benches [-- [--best N] FILTER...]` runs the rows whose names contain a filter and prints
//! one Markdown table. Times are the best of N (5) rounds, ours and the rival's in turn; every row asserts that both sides
//! found the same answer. Rules are measured in processor time, since a round may take seconds and the machine is shared;
//! so are long sequences on one thread; everything else by the clock on the wall.

mod boards;
mod command;
mod contest;
mod cpp;
mod duel;
mod graphs;
mod hashing;
mod misere;
mod plain;
mod report;
mod rules;
mod sequences;
mod subtraction;

use report::Row;

/// What the command line asks for.
struct Wanted {
    /// Rounds per row.
    best: usize,
    filters: Vec<String>,
}

impl Wanted {
    fn from_arguments() -> Result<Wanted, String> {
        let mut wanted = Wanted { best: 5, filters: Vec::new() };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            if argument == "--best" {
                let rounds =
                    arguments.next().and_then(|number| number.parse().ok()).filter(|rounds| *rounds > 0);
                wanted.best = rounds.ok_or("--best needs a positive number")?;
            } else if argument.starts_with('-') {
                return Err(format!("unknown option `{argument}`; usage: [--best N] [FILTER...]"));
            } else {
                wanted.filters.push(argument);
            }
        }
        Ok(wanted)
    }

    /// Whether a row of this name is to be run.
    fn asks(&self, name: &str) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()))
    }

    /// Whether a row of this name is to be run; says so when it is.
    fn takes(&self, name: &str) -> bool {
        let taken = self.asks(name);
        if taken {
            eprintln!("{name}");
        }
        taken
    }

    /// The same for rows that take minutes: only when a filter names them.
    fn takes_slow(&self, name: &str) -> bool {
        !self.filters.is_empty() && self.takes(name)
    }
}

fn main() -> Result<(), String> {
    let wanted = Wanted::from_arguments()?;
    if cfg!(debug_assertions) {
        eprintln!("note: this is a debug build, its ratios mean nothing; use `cargo run --release`");
    }
    let mut rows: Vec<Row> = Vec::new();
    rules::run(&wanted, &mut rows);
    sequences::run(&wanted, &mut rows);
    hashing::run(&wanted, &mut rows);
    misere::run(&wanted, &mut rows);
    boards::run(&wanted, &mut rows);
    match cpp::Compiler::find() {
        Some(compiler) => {
            subtraction::run(&wanted, &compiler, &mut rows);
            command::run(&wanted, &compiler, &mut rows);
            contest::run(&wanted, &compiler, &mut rows);
            graphs::run(&wanted, &compiler, &mut rows);
            sequences::run_command(&wanted, &compiler, &mut rows);
            hashing::run_against_cpp(&wanted, &compiler, &mut rows);
        }
        None => eprintln!(
            "note: g++ was not found, so the rows about subtraction sets, the command and the lecture's programs are skipped"
        ),
    }
    print!("{}", report::table(&rows));
    Ok(())
}
