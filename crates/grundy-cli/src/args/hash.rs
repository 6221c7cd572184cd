//! The arguments of `grundy hash`.

use clap::{Args, Subcommand, ValueEnum};
use polyhash::attack::Alphabet;
use polyhash::{Letters, Modulus};
use std::ffi::OsString;
use std::ops::Range;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Hash {
    #[command(subcommand)]
    pub task: Task,
}

#[derive(Debug, Subcommand)]
pub enum Task {
    /// The polynomial hash of a text
    Poly(Poly),
    /// All matches of a needle in a text, overlapping ones too
    Find(Find),
    /// How many different substrings a text has
    Distinct(Count),
    /// How many palindromes a text has: occurrences, different ones, the longest
    Palindromes(Count),
    /// The cycle that a list of successors leads to
    Cycle(Cycle),
    /// Find two texts with one hash, or a text with a chosen hash
    Break(Box<Break>),
    /// Whether parameters are safe, and against whom
    Audit(Audit),
    /// The text that the lecture's generator makes of a number
    Text(Text),
}

/// One hash function or several.
#[derive(Debug, Args)]
pub struct Functions {
    /// The base; several for several functions
    #[arg(long, value_name = "B", value_parser = base)]
    pub base: Vec<u64>,
    /// The modulus, to 2^64; written 1000000009, 1e9+9 or 2^61-1
    #[arg(long, alias = "mod", visible_alias = "mod", value_name = "M", value_parser = modulus)]
    pub modulus: Vec<Modulus>,
    /// What a letter stands for
    #[arg(long, value_enum, default_value_t = Map::Letters)]
    pub map: Map,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Map {
    /// The byte less 96: a is 1
    Letters,
    /// The byte
    Bytes,
}

impl From<Map> for Letters {
    fn from(map: Map) -> Letters {
        match map {
            Map::Letters => Letters::Alphabetic,
            Map::Bytes => Letters::Bytes,
        }
    }
}

#[derive(Debug, Args)]
pub struct Poly {
    /// The text; `-` reads texts from stdin, one a line
    #[arg(required_unless_present = "file")]
    pub text: Option<OsString>,
    /// Hash a whole file, every byte of it; `-` is stdin
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub functions: Functions,
    /// Hash the bytes from L up to R, R not included; may be repeated
    #[arg(long, value_name = "L..R", value_parser = range)]
    pub range: Vec<Range<usize>>,
    /// Draw the bases at random
    #[arg(long, conflicts_with = "base")]
    pub random_base: bool,
}

#[derive(Debug, Args)]
pub struct Find {
    /// NEEDLE TEXT, or NEEDLE with --file, or TEXT with --needles; the text `-` reads texts from stdin, one a line
    #[arg(value_name = "NEEDLE TEXT")]
    pub words: Vec<OsString>,
    /// Search a file; `-` is the whole of stdin
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Look for all lines of a file
    #[arg(long, value_name = "FILE")]
    pub needles: Option<PathBuf>,
    /// Print how many matches there are, not where
    #[arg(long)]
    pub count: bool,
    /// Print the text once for each match, with the match in brackets
    #[arg(long, conflicts_with_all = ["count", "json"])]
    pub brackets: bool,
}

#[derive(Debug, Args)]
pub struct Count {
    /// The text; `-` reads texts from stdin, one a line
    #[arg(required_unless_present = "file")]
    pub text: Option<OsString>,
    /// Take a whole file, every byte of it; `-` is stdin
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    pub file: Option<PathBuf>,
    /// Count by hashes, as lectures show it, and say how probable a mistake is
    #[arg(long)]
    pub by_hashes: bool,
}

#[derive(Debug, Args)]
pub struct Cycle {
    /// The successors of 1, 2, 3, ...; `-` reads lists from stdin, one a line
    #[arg(required = true)]
    pub words: Vec<String>,
    /// Where to start
    #[arg(long, value_name = "S", default_value = "1", value_parser = super::number)]
    pub start: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Way {
    /// Lattices, and words of words where letters are too few
    Auto,
    /// A short vector of a lattice
    Lattice,
    /// The sequence of Thue and Morse, for powers of two
    ThueMorse,
    /// A table of random texts
    Birthday,
    /// The lecture's walk, with Brent's cycle finding
    Walk,
    /// Words of words
    Compose,
}

#[derive(Debug, Args)]
pub struct Break {
    #[command(flatten)]
    pub functions: Functions,
    /// The letters of the texts
    #[arg(long, value_name = "LETTERS", default_value = "a-z", value_parser = alphabet)]
    pub alphabet: Alphabet,
    /// The length of the texts
    #[arg(long, value_name = "N", value_parser = size)]
    pub length: Option<usize>,
    /// How many texts with one hash
    #[arg(long, value_name = "K", value_parser = texts, conflicts_with_all = ["target", "palindrome"])]
    pub count: Option<u64>,
    /// The shortest texts, with a proof
    #[arg(long)]
    pub shortest: bool,
    /// A text with this hash; one for each function
    #[arg(long, value_name = "H", value_parser = base)]
    pub target: Vec<u64>,
    /// A text that has the hash of its reversal and is no palindrome
    #[arg(long, conflicts_with = "target")]
    pub palindrome: bool,
    /// How
    #[arg(long, value_enum, default_value_t = Way::Auto)]
    pub method: Way,
    /// Only evaluate the function, by distinguished points, as if it were unknown
    #[arg(long, conflicts_with_all = ["target", "palindrome", "shortest"])]
    pub black_box: bool,
    /// Keep the state of a black-box search in a file, and go on from what is there
    #[arg(long, value_name = "FILE", requires = "black_box")]
    pub checkpoint: Option<PathBuf>,
    /// The number that the lecture's walk starts from
    #[arg(long, value_name = "S", default_value = "0", value_parser = super::number)]
    pub start: u64,
    /// Write the texts into a file, one a line
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Audit {
    #[command(flatten)]
    pub functions: Functions,
    /// The bases are drawn at random when the program starts
    #[arg(long)]
    pub random_base: bool,
    /// The letters of the texts
    #[arg(long, value_name = "LETTERS", default_value = "a-z", value_parser = alphabet)]
    pub alphabet: Alphabet,
    /// The longest texts
    #[arg(long, value_name = "N", default_value = "1e6", value_parser = super::number)]
    pub length: u64,
    /// How many texts are compared with each other
    #[arg(long, value_name = "K", default_value = "1e6", value_parser = super::number)]
    pub texts: u64,
}

#[derive(Debug, Args)]
pub struct Text {
    /// The seed; `-` reads seeds from stdin, one a line
    pub seed: String,
    /// How many outputs of the generator to show
    #[arg(long, value_name = "N", default_value = "1", value_parser = size)]
    pub outputs: usize,
    #[command(flatten)]
    pub functions: Functions,
}

fn base(text: &str) -> Result<u64, String> {
    let number = polyhash::parameters::number(text).map_err(|error| error.to_string())?;
    u64::try_from(number).map_err(|_| "larger than 2^64 - 1".to_owned())
}

fn modulus(text: &str) -> Result<Modulus, String> {
    polyhash::parameters::number(text).and_then(Modulus::new).map_err(|error| error.to_string())
}

fn alphabet(text: &str) -> Result<Alphabet, String> {
    if !text.is_ascii() {
        return Err("an alphabet has ASCII characters only".to_owned());
    }
    Alphabet::parse(text).map_err(|error| error.to_string())
}

/// A number of texts, at least one.
fn texts(text: &str) -> Result<u64, String> {
    match super::number(text)? {
        0 => Err("at least one text".to_owned()),
        count => Ok(count),
    }
}

fn size(text: &str) -> Result<usize, String> {
    super::number(text).and_then(|number| usize::try_from(number).map_err(|_| "too large".to_owned()))
}

/// `L..R`, half open.
fn range(text: &str) -> Result<Range<usize>, String> {
    let (start, end) = text.split_once("..").ok_or("a range is written L..R")?;
    Ok(size(start)?..size(end)?)
}
