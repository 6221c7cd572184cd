//! The arguments of `grundy tablebase`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Tablebase {
    #[command(subcommand)]
    pub task: TablebaseTask,
}

#[derive(Debug, Subcommand)]
pub enum TablebaseTask {
    /// Solve every position that can be reached, into a directory; the same command goes on after a stop
    Build(Build),
    /// Look a position up: the fields of `solve`, and its remoteness
    Query(Query),
    /// Counts by outcome and remoteness, bytes, digest
    Stats(Stats),
    /// Write all positions into a file, sorted
    Export(Export),
    /// Derive positions again from the definition
    Verify(Check),
}

#[derive(Debug, Args)]
pub struct Build {
    /// A name, code, rule or .game file
    pub game: String,
    /// Play may go on for ever: the rule or program may come back to a position, and play may be drawn
    #[arg(long)]
    pub loopy: bool,
    /// The position to begin with
    pub position: Vec<String>,
    /// The directory, which is made if need be
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The player who moves last loses
    #[arg(long)]
    pub misere: bool,
    /// Threads that share the work and the memory of a process [default: as many as `--threads`]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// Start so many processes on this machine, each with its own workers and memory
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256), conflicts_with = "hosts")]
    pub processes: Option<u16>,
    /// A file with a line `host:port` for each process of the run; start the command once for each
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// Which line of the file this process is, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<u16>,
}

#[derive(Debug, Args)]
pub struct Query {
    /// The directory of a tablebase
    pub directory: PathBuf,
    /// A position that can be reached from the one it was built from; `-` reads positions from stdin, one a line
    pub position: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Stats {
    /// The directory of a tablebase, finished or not
    pub directory: PathBuf,
}

#[derive(Debug, Args)]
pub struct Export {
    /// The directory of a tablebase
    pub directory: PathBuf,
    /// An Apache Parquet file: position, outcome, remoteness, grundy
    #[arg(long, value_name = "FILE")]
    pub parquet: PathBuf,
}

#[derive(Debug, Args)]
pub struct Check {
    /// The directory of a tablebase
    pub directory: PathBuf,
    /// Derive all positions, not a sample
    #[arg(long, conflicts_with = "sample")]
    pub all: bool,
    /// Derive about so many
    #[arg(long, value_name = "N", default_value = "10k", value_parser = super::number)]
    pub sample: u64,
}
