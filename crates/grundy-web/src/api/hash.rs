//! `/api/hash/...`: polynomial hashes read out of a program, broken, judged and mended; and exact search.
//!
//! Fields have the names that `grundy hash --json` gives them. Several functions that are used together are several bases and
//! moduli with commas between them.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::{Limits, StopReason};
use polyhash::attack::wild::{Ask, pair, turned};
use polyhash::attack::{Alphabet, Collision, Effort, Outcome, Values};
use polyhash::audit::{self, Against, Verdict};
use polyhash::dialect::{Dialect, LetterMap, Order};
use polyhash::parameters::number;
use polyhash::snippet;
use polyhash::source::{Function, Language, read as functions_of};
use polyhash::{Finder, Letters, Modulus, PolyHash};
use serde::Serialize;
use serde_json::{Value, json};

/// Most bytes of a program that is read.
const PROGRAM: usize = 1 << 18;
/// Most functions that are used together.
const FUNCTIONS: usize = 10;
/// Most matches that are listed.
const MATCHES: usize = 100_000;

/// An answer about functions; moduli of 2^64 are written to the last digit, which a [`Value`] cannot hold.
#[derive(Serialize)]
struct Answer {
    schema: u32,
    parameters: Vec<Parameters>,
    order: String,
    map: String,
    #[serde(flatten)]
    rest: Value,
}

/// The base, unless it is drawn at random, and the modulus.
#[derive(Serialize)]
struct Parameters {
    base: Option<u64>,
    modulus: u128,
}

/// A hash as the parameters describe it.
struct Hash {
    functions: Vec<(u64, Modulus)>,
    order: Order,
    map: LetterMap,
    letters: Alphabet,
    values: Values,
}

fn unfit(error: impl Into<polyhash::Error>) -> Refused {
    Refused::input(error.into().to_string(), None)
}

impl Hash {
    fn read(query: &Query) -> Result<Hash, Refused> {
        let lecture = PolyHash::lecture();
        let bases = numbers(query, "base")?.unwrap_or_else(|| vec![lecture.base().into()]);
        let moduli = numbers(query, "modulus")?.unwrap_or_else(|| vec![lecture.modulus().get()]);
        let count = bases.len().max(moduli.len());
        let fits = |given: usize| given == 1 || given == count;
        if !fits(bases.len()) || !fits(moduli.len()) || count > FUNCTIONS {
            let message = format!("{} bases and {} moduli do not go together", bases.len(), moduli.len());
            return Err(Refused::input(message, Some("give as many of both, or one for all".to_owned())));
        }
        let function = |i: usize| {
            let base = u64::try_from(bases[i.min(bases.len() - 1)]);
            let base = base.map_err(|_| Refused::input("a base is at most 2^64 - 1", None))?;
            Ok((base, Modulus::new(moduli[i.min(moduli.len() - 1)]).map_err(unfit)?))
        };
        let map: LetterMap = query.get("map").unwrap_or("letters").parse().map_err(unfit)?;
        let letters = Alphabet::lowercase();
        Ok(Hash {
            functions: (0..count).map(function).collect::<Result<_, Refused>>()?,
            order: order(query)?,
            values: Values::new(map.values(letters.letters()).map_err(unfit)?).map_err(unfit)?,
            map,
            letters,
        })
    }

    fn dialect(&self) -> Dialect {
        Dialect::new(self.functions.clone()).with_order(self.order)
    }

    /// Values as letters.
    fn spelled(&self, text: &[i64]) -> String {
        let letter = |value: &i64| {
            self.letters.letters().iter().find(|&&letter| self.map.value(letter) == Some(*value))
        };
        text.iter().filter_map(letter).map(|&letter| char::from(letter)).collect()
    }

    fn answer(&self, random_base: bool, rest: Value) -> Result<Reply, Refused> {
        let one = |&(base, modulus): &(u64, Modulus)| Parameters {
            base: (!random_base).then_some(base),
            modulus: modulus.get(),
        };
        let parameters = self.functions.iter().map(one).collect();
        let (order, map) = (self.order.to_string(), self.map.to_string());
        Reply::json(&Answer { schema: 1, parameters, order, map, rest })
    }
}

/// The numbers of a parameter, with commas between them.
fn numbers(query: &Query, name: &str) -> Result<Option<Vec<u128>>, Refused> {
    let given = query.get(name).filter(|text| !text.trim().is_empty());
    given.map(|text| text.split(',').map(|word| number(word.trim()).map_err(unfit)).collect()).transpose()
}

fn order(query: &Query) -> Result<Order, Refused> {
    match query.get("order") {
        None | Some("low") => Ok(Order::Low),
        Some("high") => Ok(Order::High),
        Some(_) => Err(Refused::input("`order` is `low` or `high`", None)),
    }
}

fn stopped(limits: &Limits<'_>) -> Refused {
    let reason = (limits.poll)(0).unwrap_or(StopReason::TimeLimit);
    grundy::Error::Stopped { reason, what: "no collision so far".to_owned(), hint: None }.into()
}

/// Two texts with one hash.
pub fn collide(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let hash = Hash::read(query)?;
    let length = query.get("length").map(|_| query.number("length", 0, 10_000)).transpose()?;
    let ask = Ask {
        length: length.map(|length| length as usize),
        shortest: query.flag("shortest")?,
        any_length: false,
    };
    let keep_going = |work: u64| (limits.poll)(work).is_none();
    let effort = Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() };
    let dialect = hash.dialect();
    let answer = match pair(&dialect, &hash.values, &ask, &effort).map_err(unfit)? {
        Outcome::Found(found) if dialect.collide(&found.first, &found.second) => broken(&hash, &found),
        Outcome::Found(_) => return Err(Refused::Broken),
        Outcome::Impossible(reason) => nothing(&reason.to_string(), true),
        Outcome::NotFound(reason) => nothing(&reason.to_string(), false),
        _ => return Err(stopped(limits)),
    };
    hash.answer(false, answer)
}

fn broken(hash: &Hash, found: &Collision<i64>) -> Value {
    let hashes = hash.dialect().hashes(&found.first);
    json!({
        "method": found.method.to_string(),
        "first": hash.spelled(&found.first),
        "second": hash.spelled(&found.second),
        "hash": if let [one] = hashes[..] { json!(one) } else { json!(hashes) },
        "steps": found.steps,
        "verified": true,
        "length": found.first.len(),
    })
}

fn nothing(reason: &str, impossible: bool) -> Value {
    json!({
        "method": "auto", "first": null, "second": null, "hash": null, "steps": 0, "verified": false,
        "reason": reason, "impossible": impossible,
    })
}

/// Whether parameters are safe, and against whom.
pub fn audit(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let hash = Hash::read(query)?;
    let (random_base, shared_base) = (query.flag("random_base")?, query.flag("shared_base")?);
    let function = |&(base, modulus): &(u64, Modulus)| PolyHash::new(base, modulus, Letters::Bytes);
    let question = audit::Question {
        functions: hash.functions.iter().map(function).collect(),
        random_base,
        shared_base,
        base_from: 0,
        values: hash.values.clone(),
        length: query.number("length", 1_000_000, u64::MAX)? as f64,
        count: query.number("texts", 1_000_000, u64::MAX)? as f64,
    };
    let keep_going = |work: u64| (limits.poll)(work).is_none();
    let effort = Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() };
    let report = audit::audit(&question, &effort).map_err(unfit)?;
    let text = |text: &[i64]| hash.spelled(&turned(&hash.dialect(), text.to_vec()));
    let against = |against: &Against| json!({ "safe": against.safe, "words": against.words });
    let rest = json!({
        "random_base": random_base,
        "shared_base": shared_base,
        "verdict": report.verdict.to_string(),
        "hypothesis": report.hypothesis,
        "safe": report.verdict == Verdict::Safe,
        "accidents": against(&report.accidents),
        "insiders": against(&report.insiders),
        "outsiders": against(&report.outsiders),
        "weaknesses": report.weaknesses,
        "comparison_bound": report.comparison,
        "set_bound": report.set,
        "attack": report.collision.as_ref().map(|found| json!({
            "method": found.method.to_string(),
            "first": text(&found.first),
            "second": text(&found.second),
            "steps": found.steps,
        })),
        "advice": report.advice,
    });
    hash.answer(random_base, rest)
}

/// A parameter of a program and its line, from 1; null where it follows from a type.
#[derive(Serialize)]
struct Found<T> {
    value: T,
    line: Option<usize>,
}

/// A function of a program.
#[derive(Serialize)]
struct FoundFunction {
    /// Null when it is drawn at run time.
    base: Found<Option<u64>>,
    modulus: Found<Option<u128>>,
    order: Found<String>,
    map: Found<String>,
}

impl From<Function> for FoundFunction {
    fn from(Function { base, modulus, order, map }: Function) -> FoundFunction {
        FoundFunction {
            base: Found { value: base.value, line: base.line },
            modulus: Found { value: modulus.value, line: modulus.line },
            order: Found { value: order.value.to_string(), line: order.line },
            map: Found { value: map.value.to_string(), line: map.line },
        }
    }
}

/// What was read in a program.
#[derive(Serialize)]
struct Program {
    schema: u32,
    language: String,
    functions: Vec<FoundFunction>,
}

/// The hash functions of a program, each parameter with the line it stands in.
pub fn read(program: &[u8]) -> Result<Reply, Refused> {
    if program.len() > PROGRAM {
        return Err(Refused::input("a program is at most 256 KiB", None));
    }
    let text = String::from_utf8_lossy(program);
    let language = Language::of("", &text);
    let functions = functions_of(&text, language).into_iter().map(FoundFunction::from).collect();
    Reply::json(&Program { schema: 1, language: language.to_string(), functions })
}

/// All matches of a text in another.
pub fn find(query: &Query, _: &Limits<'_>) -> Result<Reply, Refused> {
    let (needle, text) = (query.need("needle")?, query.need("text")?);
    let finder = Finder::new(needle.as_bytes());
    let positions: Vec<usize> = finder.positions(text.as_bytes()).take(MATCHES).collect();
    let count = finder.count(text.as_bytes());
    Reply::json(&json!({ "schema": 1, "needle": needle, "count": count, "positions": positions }))
}

/// A class with a secret base, to paste.
pub fn snippet(query: &Query, _: &Limits<'_>) -> Result<Reply, Refused> {
    let word = query.get("language").unwrap_or("cpp");
    let language = snippet::LANGUAGES.into_iter().find(|language| language.to_string() == word);
    let language =
        language.ok_or_else(|| Refused::input("`language` is `cpp`, `python`, `rust` or `java`", None))?;
    Reply::json(&json!({ "schema": 1, "language": word, "source": snippet::class(language) }))
}
