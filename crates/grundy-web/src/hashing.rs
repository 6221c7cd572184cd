//! What `grundy hash ... --json` prints and `/api/hash/...` answers, in one place: polyhash stands alone, so these objects are not
//! the library's.

use grundy::StopReason;
use polyhash::Match;
use polyhash::audit::Against;
use polyhash::source::Function;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::fmt;

/// What `--json` prints.
#[derive(Debug, Serialize, Default)]
pub struct BreakAnswer {
    pub schema: u32,
    pub parameters: Vec<Parameters>,
    pub order: String,
    pub map: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<String>,
    pub method: String,
    pub first: Option<Shown>,
    pub second: Option<Shown>,
    pub hash: Option<OneOrMany>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed: Option<u64>,
    /// The texts for both orders, where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Orders>,
    pub steps: u64,
    pub verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// Whether shorter texts were excluded, when that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// What was gone through, when that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Option<Proof>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// What ended the work early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<WalkCycle>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Shown>,
    /// A text with many colliding substrings, and where they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<Vec<[usize; 2]>>,
    #[serde(flatten)]
    pub list: Option<FunctionList>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// Why there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether the reason is a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible: Option<bool>,
}

#[derive(Debug, Serialize)]
pub struct Orders {
    pub low: OrderedPair,
    pub high: OrderedPair,
}

#[derive(Debug, Serialize)]
pub struct OrderedPair {
    pub first: Shown,
    pub second: Option<Shown>,
    pub hash: OneOrMany,
}

#[derive(Debug, Serialize, Clone, Copy)]
pub struct Proof {
    pub kind: &'static str,
    pub below: usize,
}

#[derive(Debug, Serialize)]
pub struct WalkCycle {
    pub first: u64,
    pub length: u64,
    pub tail: u64,
}

/// How much of a list of functions was reached.
#[derive(Debug, Serialize)]
pub struct FunctionList {
    pub functions: usize,
    pub reached: usize,
    pub missed: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds: Option<Vec<Seeded>>,
}

#[derive(Debug, Serialize, Clone, Copy)]
pub struct Seeded {
    pub seed: u64,
    pub base: u64,
}

#[derive(Debug, Serialize)]
pub struct AuditAnswer {
    pub schema: u32,
    pub parameters: Vec<Parameters>,
    pub order: String,
    pub map: Option<String>,
    pub random_base: bool,
    pub shared_base: bool,
    pub verdict: String,
    pub hypothesis: Option<String>,
    pub safe: bool,
    pub accidents: Value,
    pub insiders: Value,
    pub outsiders: Value,
    pub weaknesses: Vec<String>,
    pub comparison_bound: Option<f64>,
    pub set_bound: Option<f64>,
    pub attack: Option<Value>,
    pub advice: String,
}

#[derive(Debug, Serialize)]
pub struct FamilyAnswer {
    pub schema: u32,
    pub family: &'static str,
    pub method: &'static str,
    pub first: Option<Thing>,
    pub second: Option<Thing>,
    pub hash: Option<Vec<u128>>,
    pub verified: bool,
    /// How probable a mistake is when the values are random and secret.
    pub bound: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible: Option<bool>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Thing {
    Places(Vec<usize>),
    Rows(Vec<Shown>),
}

#[derive(Debug, Serialize)]
pub struct FloodAnswer {
    pub schema: u32,
    pub table: String,
    pub count: usize,
    pub keys: Vec<i64>,
    pub steps: u64,
    pub program: String,
}

#[derive(Debug, Serialize)]
pub struct PolyAnswer<'a> {
    pub schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<PolyText<'a>>,
    pub base: u64,
    pub modulus: u128,
    pub order: String,
    pub map: Option<String>,
    pub hash: i128,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashes: Option<Vec<i128>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub functions: Option<Vec<PolyFunction>>,
    /// The most probable that another text of this length has these hashes, over the random bases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collision_bound: Option<f64>,
}

/// Letters, or numbers.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum PolyText<'a> {
    Letters(Cow<'a, str>),
    Numbers(Vec<i64>),
}

/// One of several functions.
#[derive(Debug, Serialize)]
pub struct PolyFunction {
    pub base: u64,
    pub modulus: u128,
    pub hash: i128,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashes: Option<Vec<i128>>,
}

#[derive(Debug, Serialize)]
pub struct ReadAnswer {
    pub schema: u32,
    /// The command alone reads a file, and has a command to offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub language: String,
    pub functions: Vec<ReadFunction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

#[derive(Debug, Serialize)]
pub struct Check {
    pub outputs: Vec<String>,
    pub agree: bool,
}

/// A text as people see it: letters, or numbers as a JSON array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Shown {
    Text(String),
    Numbers(Vec<i64>),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Text(text) => f.write_str(text),
            Shown::Numbers(numbers) => {
                let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
                write!(f, "[{}]", words.join(","))
            }
        }
    }
}

impl Shown {
    /// How many letters or numbers there are.
    pub fn length(&self) -> usize {
        match self {
            Shown::Text(text) => text.len(),
            Shown::Numbers(numbers) => numbers.len(),
        }
    }
}

/// Base and modulus as they were given; the modulus may be 2^64, the base unknown.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Parameters {
    pub base: Option<u64>,
    pub modulus: u128,
}

/// One number, or a list of several.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum OneOrMany {
    One(i128),
    Many(Vec<i128>),
}

impl From<&[i128]> for OneOrMany {
    fn from(numbers: &[i128]) -> OneOrMany {
        match numbers {
            [one] => OneOrMany::One(*one),
            many => OneOrMany::Many(many.to_vec()),
        }
    }
}

/// How safe a function is against somebody.
pub fn against(against: &Against) -> Value {
    json!({ "safe": against.safe, "words": against.words })
}

/// The collision that an audit found.
pub fn attack(method: &str, first: &Shown, second: &Shown, steps: u64) -> Value {
    json!({ "method": method, "first": first, "second": second, "steps": steps })
}

/// The answer of `distinct`.
pub fn distinct(length: usize, count: impl Serialize) -> Value {
    json!({ "schema": 1, "length": length, "count": count })
}

/// A count that may be wrong.
pub fn probably(count: impl Serialize, error: f64) -> Value {
    json!({ "schema": 1, "count": count, "error_probability": error })
}

/// The answer of `palindromes`.
pub fn palindromes(count: impl Serialize, distinct: usize, longest: (usize, usize, &str)) -> Value {
    let (start, length, text) = longest;
    json!({
        "schema": 1,
        "count": count,
        "distinct": distinct,
        "longest": length,
        "longest_start": start,
        "longest_text": text,
    })
}

/// The answer of `cycle`.
pub fn cycle(first: u64, length: u64, tail: u64, previous: Option<[u64; 2]>) -> Value {
    json!({ "schema": 1, "first": first, "length": length, "tail": tail, "previous": previous })
}

/// The answer of `find` with one needle; without positions where only their number was asked for.
pub fn find(needle: &str, count: u64, positions: Option<Vec<usize>>) -> Map<String, Value> {
    let mut answer = object(json!({ "schema": 1, "needle": needle, "count": count }));
    answer.extend(positions.map(|positions| ("positions".to_owned(), json!(positions))));
    answer
}

/// The answer of `find` with many needles; without matches where only their number was asked for.
pub fn find_many(needles: usize, method: &str, count: u64, matches: Option<&[Match]>) -> Map<String, Value> {
    let mut answer = object(json!({ "schema": 1, "needles": needles, "method": method, "count": count }));
    if let Some(matches) = matches {
        let each = |one: &Match| json!({ "position": one.start, "needle": one.needle });
        answer.insert("positions".to_owned(), matches.iter().map(|one| json!(one.start)).collect());
        answer.insert("matches".to_owned(), matches.iter().map(each).collect());
    }
    answer
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// What a source says of a hash function.
#[derive(Debug, Serialize)]
pub struct ReadFunction {
    pub base: ReadParameter<Option<u64>>,
    pub modulus: ReadParameter<Option<u128>>,
    pub order: ReadParameter<String>,
    pub map: ReadParameter<String>,
}

/// A parameter and the line it stands in, from 1; null where it follows from a type.
#[derive(Debug, Serialize)]
pub struct ReadParameter<T> {
    pub value: T,
    pub line: Option<usize>,
    /// A base that is drawn when the program runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<bool>,
}

impl<T> ReadParameter<T> {
    fn new(value: T, line: Option<usize>) -> ReadParameter<T> {
        ReadParameter { value, line, random: None }
    }
}

impl From<&Function> for ReadFunction {
    fn from(function: &Function) -> ReadFunction {
        let Function { base, modulus, order, map } = function;
        ReadFunction {
            base: ReadParameter {
                random: base.value.is_none().then_some(true),
                ..ReadParameter::new(base.value, base.line)
            },
            modulus: ReadParameter::new(modulus.value, modulus.line),
            order: ReadParameter::new(order.value.to_string(), order.line),
            map: ReadParameter::new(map.value.to_string(), map.line),
        }
    }
}

/// The answer of `snippet`.
pub fn snippet(language: &str, source: &str) -> Value {
    json!({ "schema": 1, "language": language, "source": source })
}

/// The answer of `text`.
pub fn text(seed: u64, text: &str, hash: u64, outputs: &[u64]) -> Value {
    json!({ "schema": 1, "seed": seed, "text": text, "hash": hash, "outputs": outputs })
}
