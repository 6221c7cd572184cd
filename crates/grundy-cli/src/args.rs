//! The arguments: one definition for parsing, help, completions and manual pages.

pub mod hash;
pub mod tablebase;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use grundy::ask::family::What;
use grundy::ask::play::opponent::Level;
use grundy::ask::solve::method::Method;
use grundy::sweep::ParameterRange;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

/// The version, the commit it was built from where that is known, and the path of the processor that engines take.
fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit =
            option_env!("GRUNDY_COMMIT").map_or(String::new(), |commit| format!("commit {commit}, "));
        format!("{} ({commit}{})", env!("CARGO_PKG_VERSION"), grundy::engine::processor_path())
    });
    &TEXT
}

/// Solve, tabulate and explain impartial games.
#[derive(Debug, Parser)]
#[command(
    name = "grundy",
    version = version(),
    about,
    propagate_version = true,
    max_term_width = 100,
    infer_long_args = false
)]
#[command(
    after_help = "GAME is a name (`grundy games`), a code (0.77, 4.07, take{1,3,4}), a rule (\"n -> k where k < n\"), or a \
file ending in .game.\nPOSITION is heaps (3 4 5) or tuples (3,5 or \"(3,5) (1,2)\"); `-` reads positions from stdin, one a \
line.\nExit codes: 0 answered, 1 the answer is no, 2 wrong input, 3 stopped at a limit, 130 interrupted."
)]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// What every command understands.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// Print JSON: one object, or one a line for streams
    #[arg(long, global = true)]
    pub json: bool,
    /// Colour the output
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Threads to use; never changes the answer
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Memory for tables, such as 500M or 4GiB
    #[arg(long, global = true, value_name = "SIZE", default_value = "4GiB", value_parser = size)]
    pub max_memory: u64,
    /// Time to work, such as 30s, 10m or 2h (default: 10m, no end for `seq`, `verify` and `sweep`)
    #[arg(long, global = true, value_name = "TIME", value_parser = duration)]
    pub max_time: Option<Duration>,
}

impl Common {
    /// The threads to use: those asked for, or as many as the machine has.
    pub fn threads(&self) -> usize {
        // Asked once: the system reads files to tell, and streams ask for every line.
        static THERE: LazyLock<usize> =
            LazyLock::new(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
        self.threads.map_or_else(|| *THERE, usize::from)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Who wins, the value, every winning move
    Solve(Solve),
    /// Every move with its result, value, outcome and data
    Moves(Moves),
    /// The Grundy values of heaps 0, 1, 2, ..., or of a family of positions: `seq cram 3x{n}`
    Seq(Seq),
    /// A grid over {a} and {b} of values, outcomes or remoteness; P-positions
    Table(Table),
    /// What numbers look like: periods, digits, recurrences, games (always observed)
    Guess(Guess),
    /// The game sequences that begin so, from the shipped list; a submission block for new ones
    Oeis(Oeis),
    /// Find the period of a game and prove it
    Period(Period),
    /// Genus, tame or wild, and the misère quotient of a game
    Misere(Misere),
    /// Check a certificate, trusting nothing
    Verify(Verify),
    /// A whole family of games: one row each, resumable
    Sweep(Sweep),
    /// The answer as a worked argument; without a position, the rule in words
    Explain(Explain),
    /// Play against the computer in the terminal
    Play(Play),
    /// A page in the browser: explore, play, sequences, graphs
    Serve(Serve),
    /// The same questions as tools of the Model Context Protocol, over stdin and stdout
    Mcp,
    /// Win, lose or draw, remoteness and value of every vertex of a graph
    Graph(Graph),
    /// List and search the catalogue; `games show NAME` shows one game
    Games(Games),
    /// Answer a contest problem: stdin to stdout, in the format of its site
    Contest(Contest),
    /// The least number that is not in the list
    Mex(Words),
    /// Nimber arithmetic: 6*7+2
    Nimber(Words),
    /// Every position that can be reached, solved on files: build, query, stats, export, verify
    Tablebase(tablebase::Tablebase),
    /// Polynomial hashes: compute, search, count, break, audit
    Hash(hash::Hash),
    /// Print the JSON Schema of every answer that `--json` prints or the server sends
    Schema,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    Man {
        /// The folder
        directory: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct Solve {
    /// A name, code, rule, .game file or program:PATH; or a sum of games with positions, "kayles 5 7 + nim 3"
    pub game: String,
    /// Heaps or tuples; `-` reads positions from stdin, one a line
    pub position: Vec<String>,
    /// The player who moves last loses
    #[arg(long)]
    pub misere: bool,
    /// Play may go on for ever: the rule or program may come back to a position, and play may be drawn
    #[arg(long)]
    pub loopy: bool,
    /// Keep the table of a nimber search in a file, which the next run goes on from; all positions of a game are for
    /// `grundy tablebase`
    #[arg(long, value_name = "FILE", conflicts_with = "report")]
    pub db: Option<PathBuf>,
    /// Count all positions that can be reached by outcome and remoteness
    #[arg(long)]
    pub report: bool,
    /// How to find the answer
    #[arg(
        long,
        value_name = "NAME",
        default_value_t = Method::Auto,
        value_parser = PossibleValuesParser::new(Method::ALL.map(method_name)).try_map(|name| name.parse::<Method>()),
        conflicts_with = "report",
    )]
    pub method: Method,
    /// Answer by every method that can, and say whether all agree
    #[arg(long, conflicts_with_all = ["method", "misere", "db", "report"])]
    pub compare: bool,
    /// Only who wins and the value: where a game is searched, the winning moves take longer than these
    #[arg(long, conflicts_with = "report")]
    pub no_moves: bool,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// A name, code, rule or .game file
    pub game: String,
    /// Heaps or tuples
    pub position: Vec<String>,
    /// The player who moves last loses
    #[arg(long)]
    pub misere: bool,
    /// Play may go on for ever: the rule or program may come back to a position, and play may be drawn
    #[arg(long)]
    pub loopy: bool,
    /// As a page to print, beside plain text
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "json", default_value_t = PageFormat::Text)]
    pub format: PageFormat,
}

/// What an argument is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// For a terminal
    Text,
    /// Markdown
    Markdown,
    /// A LaTeX document
    Latex,
    /// A page for a browser
    Html,
}

#[derive(Debug, Args)]
pub struct Play {
    /// A name, code, rule or .game file
    pub game: String,
    /// Heaps or tuples to start from [default: an example of the catalogue]
    pub position: Vec<String>,
    /// How well the computer plays: easy, medium, strong or perfect, or 0 to 3
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Perfect)]
    pub level: Level,
    /// The player who moves last loses
    #[arg(long)]
    pub misere: bool,
    /// Who moves first
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Side::Me)]
    pub first: Side,
    /// Makes the computer's choices repeatable
    #[arg(long, value_name = "N", value_parser = number)]
    pub seed: Option<u64>,
    /// Play may go on for ever: the rule or program may come back to a position, and play may be drawn
    #[arg(long)]
    pub loopy: bool,
}

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// You
    Me,
    /// The computer
    Computer,
}

impl Side {
    /// The other player.
    pub fn other(self) -> Side {
        match self {
            Side::Me => Side::Computer,
            Side::Computer => Side::Me,
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Side::Me => "me",
            Side::Computer => "computer",
        }
    }
}

/// What one server allows.
const SERVE_LIMITS: &str = "\
Limits of one server:
  a question     10 s (--max-time), 1 GiB (--max-memory for less); with --class 5 s and 256 MiB
  small ones     what is answered within 50 ms waits for nothing longer
  long ones      as many at a time as there are cores (--threads); with --class one for each visitor
  a job          10 min, 2 GiB; two run at a time, 50 are remembered; with --class started on this machine only
  a request      64 KiB of head, 4 MiB of body, 20 s to arrive; 1000 connections, 1000 waiting questions
  other sites    are refused: by Host, Origin and Sec-Fetch-Site";

#[derive(Debug, Args)]
#[command(after_help = SERVE_LIMITS)]
pub struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "P", default_value_t = 7171)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// The address to listen on, for networks that can be trusted
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// Serve a class: listen on the address of the local network and print it with a QR code
    #[arg(long, conflicts_with = "bind")]
    pub class: bool,
    /// A directory of `grundy tablebase build` to browse on the page; may be given several times
    #[arg(long, value_name = "DIR")]
    pub tablebase: Vec<PathBuf>,
    /// Serve the files of a folder instead of the embedded page
    #[arg(long, value_name = "DIR", hide = true)]
    pub page: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Moves {
    /// A name, code, rule or .game file
    pub game: String,
    /// Heaps or tuples; `-` reads positions from stdin, one a line
    pub position: Vec<String>,
    /// The player who moves last loses
    #[arg(long)]
    pub misere: bool,
    /// Play may go on for ever: the rule or program may come back to a position, and play may be drawn
    #[arg(long)]
    pub loopy: bool,
}

#[derive(Debug, Args)]
pub struct Table {
    /// A name, code, rule or .game file
    pub game: String,
    /// A position with expressions in {a} and {b}, such as `{a},{b}` or `{a}x{b}`
    #[arg(required = true)]
    pub template: Vec<String>,
    /// The rows, both ends included [default: 0..20]
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub a: Option<RangeInclusive<u64>>,
    /// The columns, both ends included [default: 0..20 if the template holds {b}]
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub b: Option<RangeInclusive<u64>>,
    /// What to ask [default: value, under misère play outcome]
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = PossibleValuesParser::new(What::ALL.map(What::name)).try_map(|name| name.parse::<What>()),
    )]
    pub what: Option<What>,
    /// List the P-positions
    #[arg(long)]
    pub lost: bool,
    /// The player who moves last loses
    #[arg(long)]
    pub misere: bool,
    /// How to print it [default: plain]
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
    /// Draw a heat map into an SVG or PNG file, or in the terminal with `-`
    #[arg(long, value_name = "FILE")]
    pub plot: Option<String>,
    /// Play may go on for ever: the rule or program may come back to a position, and play may be drawn
    #[arg(long)]
    pub loopy: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Columns
    Plain,
    /// A line of numbers, then a line for each row
    Csv,
    /// One JSON object
    Json,
}

#[derive(Debug, Args)]
pub struct Guess {
    /// Numbers; or `-` for numbers on stdin; or a game, with a template for other games than those on heaps
    #[arg(required = true, allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// The n of the first number [default: 0]
    #[arg(long, value_name = "N", value_parser = number)]
    pub from: Option<u64>,
    /// How many values of a game [default: 1000, 60 with a template]
    #[arg(short = 'n', long = "count", value_name = "COUNT", value_parser = number)]
    pub count: Option<u64>,
}

#[derive(Debug, Args)]
pub struct Oeis {
    /// Numbers; or `-` for numbers on stdin; or a game, with a template for other games than those on heaps; or an A-number
    #[arg(required = true, allow_negative_numbers = true)]
    pub words: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Seq {
    /// A name, code, rule or .game file
    pub game: String,
    /// A position with expressions in {n}, such as `3x{n}` or `cycle:{n}` [default: single heaps]
    pub template: Vec<String>,
    /// The player who moves last loses: outcomes instead of values
    #[arg(long)]
    pub misere: bool,
    /// The kind of heaps, where the rule has several [default: the first]
    #[arg(long, value_name = "KIND", conflicts_with = "template")]
    pub kind: Option<String>,
    /// How many values
    #[arg(short = 'n', long = "count", value_name = "COUNT", default_value = "100", value_parser = number)]
    pub count: u64,
    /// The first heap, or the first n of a template [default: 0]
    #[arg(long, value_name = "HEAP", value_parser = number)]
    pub from: Option<u64>,
    /// How to print them
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Keep the values in a folder, and go on from what is there
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    /// Draw them into an SVG or PNG file, or in the terminal with `-`
    #[arg(long, value_name = "FILE")]
    pub plot: Option<String>,
    /// What to draw
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Picture::Values, requires = "plot")]
    pub picture: Picture,
    /// Play may go on for ever: the rule or program may come back to a position, and play may be drawn
    #[arg(long)]
    pub loopy: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Picture {
    /// The values
    Values,
    /// How many rare heaps there are up to each heap
    Rare,
}

#[derive(Debug, Args)]
pub struct Period {
    /// A name, code, rule or .game file
    pub game: String,
    /// A position with expressions in {n}, such as `3x{n}`: then what is seen is not proved [default: single heaps]
    pub template: Vec<String>,
    /// The kind of heaps, where the rule has several [default: the first]
    #[arg(long, value_name = "KIND", conflicts_with = "template")]
    pub kind: Option<String>,
    /// The largest heap to compute [default: 10^6 for octal codes, 10^7 for finite sets, else fewer]
    #[arg(long, value_name = "N", value_parser = number)]
    pub limit: Option<u64>,
    /// Write the proof into a file that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep the values in a folder, and go on from what is there
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    /// List the heaps that the period does not describe
    #[arg(long)]
    pub exceptions: bool,
    /// Draw the values of one period into an SVG or PNG file, or in the terminal with `-`
    #[arg(long, value_name = "FILE")]
    pub plot: Option<String>,
}

#[derive(Debug, Args)]
pub struct Misere {
    /// A name, code, rule or .game file, played on single heaps
    pub game: String,
    /// The kind of heaps, where the rule has several [default: the first]
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// The largest heap to compute while the quotient is not complete [default: 1000]
    #[arg(long, value_name = "N", value_parser = number)]
    pub limit: Option<u64>,
    /// The quotient of the heaps up to N, complete or not
    #[arg(long, value_name = "N", value_parser = number, conflicts_with = "limit")]
    pub heaps: Option<u64>,
    /// Most elements of the quotient [default: 4096]
    #[arg(long, value_name = "N", value_parser = number)]
    pub max_order: Option<u64>,
    /// Write the quotient into a file that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// The certificate
    pub file: PathBuf,
}

#[derive(Debug, Args)]
#[command(subcommand_negates_reqs = true, subcommand_precedence_over_arg = true)]
pub struct Sweep {
    #[command(subcommand)]
    pub family: Option<Family>,
    /// A rule, set or name whose parameters run through ranges: "n -> n-a ; n -> n-b" --param a=1..50 --param b=1..50
    #[arg(required = true)]
    pub game: Option<String>,
    /// A parameter and its values: a=1..50; may be given several times, and the last changes first
    #[arg(long, value_name = "NAME=A..B", value_parser = ParameterRange::parse, required = true)]
    pub param: Vec<ParameterRange>,
    #[command(flatten)]
    pub rows: Rows,
}

#[derive(Debug, Subcommand)]
pub enum Family {
    /// All octal codes 0.d1d2... up to a number of digits
    Octal {
        /// The most digits behind the point, 6 at most
        #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=6))]
        digits: u32,
        /// Also the codes 4.d1d2..., whose moves may break a heap without taking
        #[arg(long)]
        splits: bool,
        #[command(flatten)]
        rows: Rows,
    },
    /// All hexadecimal codes 0.d1d2... up to a number of digits: a heap may be left as up to three
    Hexadecimal {
        /// The most digits behind the point, 4 at most
        #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=4))]
        digits: u32,
        #[command(flatten)]
        rows: Rows,
    },
    /// All sets of numbers that may be taken, without a common divisor
    Subtraction {
        /// The largest number: 20 at most for sets of every size
        #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=4096))]
        max: u32,
        /// Only sets of so many numbers
        #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
        size: Option<u32>,
        /// Only sets that with s have their largest member less s
        #[arg(long)]
        symmetric: bool,
        #[command(flatten)]
        rows: Rows,
    },
    /// The games of a file: a name, code, set or rule a line; `#` starts a comment
    Rules {
        /// The file; `-` is standard input
        file: PathBuf,
        /// A parameter of every line and its values: a=1..50; may be given several times
        #[arg(long, value_name = "NAME=A..B", value_parser = ParameterRange::parse)]
        param: Vec<ParameterRange>,
        #[command(flatten)]
        rows: Rows,
    },
}

/// What a sweep does with its rows.
#[derive(Debug, Args)]
pub struct Rows {
    /// The largest heap to compute [default: as for `period`]
    #[arg(long, value_name = "N", value_parser = number)]
    pub limit: Option<u64>,
    /// Write the rows into a file, each as soon as it is there
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on behind the rows that the file holds
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// How to write them [default: csv]
    #[arg(long, value_enum)]
    pub format: Option<RowFormat>,
    /// Leave out the seconds, the only column that differs from run to run
    #[arg(long)]
    pub no_time: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// A line of names, then a line for each game
    Csv,
    /// A JSON object a line
    Json,
    /// An Apache Parquet file (needs a build with the feature `parquet`)
    Parquet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One line, separated by spaces
    Plain,
    /// One value a line
    Values,
    /// n,grundy
    Csv,
    /// n a(n), as the OEIS has it
    Bfile,
    /// One JSON object
    Json,
    /// A NumPy array
    Npy,
    /// Nothing but numbers of 4 bytes, little-endian (8 where a formula needs them)
    Raw,
}

#[derive(Debug, Args)]
pub struct Graph {
    /// Edges `u v`, one a line, or DOT, or JSON, also packed with gzip or zstd; `-` is standard input
    pub file: PathBuf,
    /// Skip a first line `n m`, as contests have it
    #[arg(long)]
    pub header: bool,
    /// Only this vertex, with a line of best play
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Also the sum of tokens on these vertices, separated by blanks
    #[arg(long, value_name = "VERTICES", allow_hyphen_values = true, conflicts_with = "start")]
    pub tokens: Option<String>,
    /// Refuse a graph with a cycle, and show it
    #[arg(long)]
    pub acyclic: bool,
    /// The player who moves last loses
    #[arg(long)]
    pub misere: bool,
    /// How to print it [default: table]
    #[arg(long, value_enum)]
    pub format: Option<GraphFormat>,
    /// Write into a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// Columns
    Table,
    /// vertex,outcome,remoteness,grundy,best
    Csv,
    /// One JSON object
    Json,
    /// The graph in the language of Graphviz, shapes by outcome
    Dot,
    /// A picture
    Svg,
    /// An Apache Parquet file (needs a build with the feature `parquet`)
    Parquet,
}

#[derive(Debug, Args)]
pub struct Games {
    /// Words, a code or an OEIS number to search for; `show NAME` shows one game
    pub words: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Contest {
    /// The problem, such as cses-1730
    #[arg(required_unless_present = "list")]
    pub id: Option<String>,
    /// List the problems: id, site, title, limits
    #[arg(long, conflicts_with = "id")]
    pub list: bool,
}

#[derive(Debug, Args)]
pub struct Words {
    /// The numbers or the expression; `-` reads one a line from stdin
    #[arg(required = true)]
    pub words: Vec<String>,
}

/// `0..20`, both ends included.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (from, to) = text.split_once("..").ok_or("a range is written 0..20")?;
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    if from > to { Err(format!("{from} is more than {to}")) } else { Ok(from..=to) }
}

fn number(text: &str) -> Result<u64, String> {
    grundy::game::text::number(text).map_err(|reason| reason.to_string())
}

/// `500M`, `4GiB`, `1000`.
fn size(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let factor: u64 = match text[split..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "t" | "tb" => 1_000_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "tib" => 1 << 40,
        _ => return Err("a size is written 500M or 4GiB".to_owned()),
    };
    number(&text[..split])?.checked_mul(factor).ok_or_else(|| "too large".to_owned())
}

/// `500ms`, `30s`, `10m`, `2h`, `90`.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let milliseconds: u64 = match text[split..].trim() {
        "ms" => 1,
        "" | "s" => 1000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return Err("a time is written 30s, 10m or 2h".to_owned()),
    };
    let total = number(&text[..split])?.checked_mul(milliseconds);
    total.map(Duration::from_millis).ok_or_else(|| "too large".to_owned())
}

/// A method by its name; one that had another name before is also read by that.
fn method_name(method: Method) -> PossibleValue {
    PossibleValue::new(method.name()).aliases(method.alias())
}
