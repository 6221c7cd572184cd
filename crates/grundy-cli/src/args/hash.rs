//! The arguments of `grundy hash`.

use clap::{Args, Subcommand, ValueEnum};
use grundy::ask::files::read;
use polyhash::Modulus;
use polyhash::attack::Alphabet;
use polyhash::dialect::{LetterMap, Order};
use polyhash::expression::Expression;
use polyhash::flood::Table;
use polyhash::generators::Generator;
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
    /// The parameters of a polynomial hash out of source code
    Read(Read),
    /// Keys that flood a hash table
    Flood(Flood),
    /// The text that the lecture's generator makes of a number
    Text(Text),
    /// A polynomial hash with a secret base, to paste into a program
    Snippet(Snippet),
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
    /// What a letter stands for: letters (a = 1), bytes, offset:K, a=K, or table:FILE with lines `LETTER VALUE`
    #[arg(long, value_name = "MAP", default_value = "letters", value_parser = letter_map)]
    pub map: LetterMap,
}

/// How programs write their hash down.
#[derive(Debug, Args)]
pub struct Style {
    /// Which letter has the power 0: the first (low) or the last (high, as in h = h*B + c)
    #[arg(long, value_name = "ORDER", value_parser = order)]
    pub order: Option<Order>,
    /// Texts are sequences of whole numbers, both ends included, written as JSON arrays
    #[arg(long, value_name = "LO..HI", conflicts_with = "map", allow_hyphen_values = true, value_parser = values)]
    pub values: Option<(i64, i64)>,
    /// The remainder has the sign of the dividend, as in C
    #[arg(long)]
    pub signed_remainder: bool,
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
    #[command(flatten)]
    pub style: Style,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FamilyKind {
    /// Sets hashed by the xor of known values (Zobrist)
    Xor,
    /// Multisets hashed by the sum of known values
    Sum,
    /// Rooted trees hashed by primes of subtree sizes
    Tree,
    /// Grids hashed by a base for rows and one for columns
    Grid,
}

#[derive(Debug, Args)]
pub struct Break {
    #[command(flatten)]
    pub functions: Functions,
    #[command(flatten)]
    pub style: Style,
    /// Several hashes in one word: an expression over a, b, c, ... modulo 2^64
    #[arg(long, value_name = "EXPRESSION", value_parser = expression, conflicts_with_all = ["target", "palindrome"])]
    pub pack: Option<Expression>,
    /// One pair of texts against all bases of a file, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["base", "seed_range", "target", "palindrome", "count", "inside", "pack", "shortest"])]
    pub bases: Option<PathBuf>,
    /// One pair of texts against the bases of all seeds from A up to B, B not included
    #[arg(long, value_name = "A..B", value_parser = seeds, requires = "generator", conflicts_with_all = ["base", "target", "palindrome", "count", "inside", "pack", "shortest"])]
    pub seed_range: Option<(u64, u64)>,
    /// What the seeds are fed to
    #[arg(long, value_name = "GENERATOR", value_parser = generator, requires = "seed_range")]
    pub generator: Option<Generator>,
    /// How a base is made of the first output x, modulo M
    #[arg(long, value_name = "DRAW", value_parser = draw, requires = "seed_range")]
    pub draw: Option<Expression>,
    /// The letters of the texts [default: a-z, or the letters of the table]
    #[arg(long, value_name = "LETTERS", value_parser = alphabet, conflicts_with = "values")]
    pub alphabet: Option<Alphabet>,
    /// The length of the texts
    #[arg(long, value_name = "N", value_parser = size)]
    pub length: Option<usize>,
    /// How many texts with one hash
    #[arg(long, value_name = "K", value_parser = texts, conflicts_with_all = ["target", "palindrome"])]
    pub count: Option<u64>,
    /// One text in which so many substrings of equal length have one hash
    #[arg(long, value_name = "N", value_parser = texts, conflicts_with_all = ["target", "palindrome", "count", "shortest", "length"])]
    pub inside: Option<u64>,
    /// Fill up to the length with a letter, or with random letters
    #[arg(long, value_name = "random|LETTER", requires = "length", conflicts_with_all = ["target", "palindrome"])]
    pub pad: Option<String>,
    /// The seed of random padding
    #[arg(long, value_name = "N", value_parser = super::number, requires = "pad")]
    pub seed: Option<u64>,
    /// The shortest texts, with a proof
    #[arg(long, conflicts_with = "target")]
    pub shortest: bool,
    /// The two texts may differ in length
    #[arg(long, conflicts_with_all = ["length", "count", "inside", "target", "palindrome", "bases", "seed_range"])]
    pub any_length: bool,
    /// Write an input: n the length of a text, s the text, k how many, \\n a line end, the part before | once; or leetcode, codeforces
    #[arg(long, value_name = "TEMPLATE")]
    pub template: Option<String>,
    /// Run a program on each text and compare what it prints
    #[arg(long, value_name = "CMD")]
    pub check: Option<String>,
    /// Break another family of hashes
    #[arg(long, value_enum)]
    pub family: Option<FamilyKind>,
    /// The values of the family, one a line
    #[arg(long, value_name = "FILE", requires = "family")]
    pub table: Option<PathBuf>,
    /// Rows of the grids
    #[arg(long, value_name = "R", value_parser = size, requires = "family")]
    pub rows: Option<usize>,
    /// Columns of the grids
    #[arg(long, value_name = "C", value_parser = size, requires = "family")]
    pub columns: Option<usize>,
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
    #[command(flatten)]
    pub style: Style,
    /// The bases are drawn at random when the program starts
    #[arg(long)]
    pub random_base: bool,
    /// One base serves all moduli
    #[arg(long)]
    pub shared_base: bool,
    /// The least base that is drawn
    #[arg(long, value_name = "LO", default_value = "0", value_parser = base)]
    pub base_from: u64,
    /// The letters of the texts [default: a-z, or the letters of the table]
    #[arg(long, value_name = "LETTERS", value_parser = alphabet, conflicts_with = "values")]
    pub alphabet: Option<Alphabet>,
    /// The longest texts
    #[arg(long, value_name = "N", default_value = "1e6", value_parser = super::number)]
    pub length: u64,
    /// How many texts are compared with each other
    #[arg(long, value_name = "K", default_value = "1e6", value_parser = super::number)]
    pub texts: u64,
}

#[derive(Debug, Args)]
pub struct Read {
    /// A source file: C++, Python, Java or Rust
    pub file: PathBuf,
    /// Break what is read, run a program on both texts and compare what it prints
    #[arg(long, value_name = "CMD")]
    pub check: Option<String>,
}

#[derive(Debug, Args)]
pub struct Flood {
    /// unordered_map, gp_hash_table, python-dict, python-set or java-hashmap
    #[arg(value_parser = table)]
    pub table: Table,
    /// How many keys
    #[arg(long, value_name = "N", value_parser = size)]
    pub count: usize,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// C++17
    Cpp,
    /// Python 3
    Python,
    /// Rust
    Rust,
    /// Java 11
    Java,
}

#[derive(Debug, Args)]
pub struct Snippet {
    /// The language
    #[arg(long, value_enum)]
    pub language: Language,
    /// A whole program: a text on the first line, `l1 r1 l2 r2` on each further one; 1 where the substrings are equal
    #[arg(long)]
    pub main: bool,
}

/// Most bytes of a table of letters.
const MAX_LETTER_TABLE: u64 = 1 << 20;

fn letter_map(text: &str) -> Result<LetterMap, String> {
    let map = match text.strip_prefix("table:") {
        Some(path) => {
            // A table has a line for each of at most 256 letters.
            let content = read(path.as_ref(), MAX_LETTER_TABLE).map_err(|error| error.to_string())?;
            let content = String::from_utf8(content).map_err(|_| format!("`{path}` is not UTF-8 text"))?;
            LetterMap::table(&content)
        }
        None => text.parse(),
    };
    map.map_err(|error| error.to_string())
}

fn order(text: &str) -> Result<Order, String> {
    match text {
        "low" => Ok(Order::Low),
        "high" => Ok(Order::High),
        _ => Err("an order is low or high".to_owned()),
    }
}

/// `LO..HI`, both included.
fn values(text: &str) -> Result<(i64, i64), String> {
    let (low, high) = text.split_once("..").ok_or("values are written LO..HI")?;
    let number = |text: &str| -> Result<i64, String> {
        let text = text.trim();
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let size = polyhash::parameters::number(digits).map_err(|error| error.to_string())?;
        let size = i64::try_from(size).ok().filter(|&size| size < 1 << 61).ok_or("values are below 2^61")?;
        Ok(sign * size)
    };
    let (low, high) = (number(low)?, number(high)?);
    if low > high { Err(format!("there are no numbers from {low} to {high}")) } else { Ok((low, high)) }
}

fn expression(text: &str) -> Result<Expression, String> {
    Expression::parse(text).map_err(|error| error.to_string())
}

/// `BASE = LO + x % N`.
fn draw(text: &str) -> Result<Expression, String> {
    let right = text.split_once('=').filter(|(left, _)| left.trim() == "BASE").map(|(_, right)| right);
    let drawn = expression(right.ok_or("a draw is written `BASE = LO + x % N`")?)?;
    match drawn.names().iter().find(|name| !["x", "M"].contains(*name)) {
        Some(name) => Err(format!("`{name}` is neither x nor M")),
        None => Ok(drawn),
    }
}

fn seeds(text: &str) -> Result<(u64, u64), String> {
    let (start, end) = text.split_once("..").ok_or("seeds are written A..B")?;
    let (start, end) = (super::number(start)?, super::number(end)?);
    if start >= end { Err("there are no seeds in this range".to_owned()) } else { Ok((start, end)) }
}

fn generator(text: &str) -> Result<Generator, String> {
    Ok(match text {
        "mt19937" => Generator::Mt19937,
        "mt19937_64" => Generator::Mt19937_64,
        "rand" => Generator::Rand,
        "minstd" => Generator::Minstd,
        "java-random" => Generator::JavaRandom,
        _ => return Err("a generator is mt19937, mt19937_64, rand, minstd or java-random".to_owned()),
    })
}

fn table(text: &str) -> Result<Table, String> {
    Ok(match text {
        "unordered_map" => Table::UnorderedMap,
        "gp_hash_table" => Table::GpHashTable,
        "python-dict" => Table::PythonDict,
        "python-set" => Table::PythonSet,
        "java-hashmap" => Table::JavaHashMap,
        _ => {
            return Err(
                "a table is unordered_map, gp_hash_table, python-dict, python-set or java-hashmap".to_owned()
            );
        }
    })
}

fn base(text: &str) -> Result<u64, String> {
    let number = polyhash::parameters::number(text).map_err(|error| error.to_string())?;
    u64::try_from(number).map_err(|_| "larger than 2^64 - 1".to_owned())
}

fn modulus(text: &str) -> Result<Modulus, String> {
    let number = polyhash::parameters::number(text).map_err(|error| error.to_string())?;
    Modulus::new(number).map_err(|error| error.to_string())
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
