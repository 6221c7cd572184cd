//! `/api/hash/...`: polynomial hashes read out of a program, broken, judged and mended; and exact search.
//!
//! Objects are those of `grundy hash --json`. Several functions that are used together are several bases and
//! moduli with commas between them.

use crate::hashing::{
    self, AuditAnswer, BreakAnswer, OneOrMany, Parameters, ReadAnswer, ReadFunction, Shown,
};
use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::{Limits, StopReason};
use polyhash::attack::wild::{Ask, pair, turned};
use polyhash::attack::{Alphabet, Collision, Effort, Outcome, Values};
use polyhash::audit::{self, Verdict};
use polyhash::dialect::{Dialect, LetterMap, Order};
use polyhash::parameters::number;
use polyhash::snippet;
use polyhash::source::{Language, read as functions_of};
use polyhash::{Finder, Letters, Modulus, PolyHash};

/// Most bytes of a program that is read.
const PROGRAM: usize = 1 << 18;
/// Most functions that are used together.
const FUNCTIONS: usize = 10;
/// Most matches that are listed.
const MATCHES: usize = 100_000;

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

    fn parameters(&self, random_base: bool) -> Vec<Parameters> {
        let one = |&(base, modulus): &(u64, Modulus)| Parameters {
            base: (!random_base).then_some(base),
            modulus: modulus.get(),
        };
        self.functions.iter().map(one).collect()
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
        Outcome::Impossible(reason) => nothing(reason.to_string(), true),
        Outcome::NotFound(reason) => nothing(reason.to_string(), false),
        _ => return Err(stopped(limits)),
    };
    let (order, map) = (hash.order.to_string(), Some(hash.map.to_string()));
    Reply::json(&BreakAnswer { schema: 1, parameters: hash.parameters(false), order, map, ..answer })
}

fn broken(hash: &Hash, found: &Collision<i64>) -> BreakAnswer {
    let hashes = hash.dialect().hashes(&found.first);
    BreakAnswer {
        method: found.method.to_string(),
        first: Some(Shown::Text(hash.spelled(&found.first))),
        second: Some(Shown::Text(hash.spelled(&found.second))),
        hash: Some(OneOrMany::from(&hashes[..])),
        steps: found.steps,
        verified: true,
        length: Some(found.first.len()),
        ..BreakAnswer::default()
    }
}

fn nothing(reason: String, impossible: bool) -> BreakAnswer {
    let (reason, impossible) = (Some(reason), Some(impossible));
    BreakAnswer { method: "auto".to_owned(), reason, impossible, ..BreakAnswer::default() }
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
    let text = |text: &[i64]| Shown::Text(hash.spelled(&turned(&hash.dialect(), text.to_vec())));
    let attack = report.collision.as_ref().map(|found| {
        hashing::attack(&found.method.to_string(), &text(&found.first), &text(&found.second), found.steps)
    });
    Reply::json(&AuditAnswer {
        schema: 1,
        parameters: hash.parameters(random_base),
        order: hash.order.to_string(),
        map: Some(hash.map.to_string()),
        random_base,
        shared_base,
        verdict: report.verdict.to_string(),
        safe: report.verdict == Verdict::Safe,
        hypothesis: report.hypothesis,
        accidents: hashing::against(&report.accidents),
        insiders: hashing::against(&report.insiders),
        outsiders: hashing::against(&report.outsiders),
        weaknesses: report.weaknesses,
        comparison_bound: report.comparison,
        set_bound: report.set,
        attack,
        advice: report.advice,
    })
}

/// The hash functions of a program, each parameter with the line it stands in.
pub fn read(program: &[u8]) -> Result<Reply, Refused> {
    if program.len() > PROGRAM {
        return Err(Refused::input("a program is at most 256 KiB", None));
    }
    let text = String::from_utf8_lossy(program);
    let language = Language::of("", &text);
    let functions = functions_of(&text, language).iter().map(ReadFunction::from).collect();
    let language = language.to_string();
    Reply::json(&ReadAnswer {
        schema: 1,
        file: None,
        language,
        functions,
        command: None,
        first: None,
        second: None,
        check: None,
    })
}

/// All matches of a text in another.
pub fn find(query: &Query, _: &Limits<'_>) -> Result<Reply, Refused> {
    let (needle, text) = (query.need("needle")?, query.need("text")?);
    let finder = Finder::new(needle.as_bytes());
    let positions: Vec<usize> = finder.positions(text.as_bytes()).take(MATCHES).collect();
    let count = finder.count(text.as_bytes());
    Reply::json(&hashing::find(needle, count, Some(positions)))
}

/// A class with a secret base, to paste.
pub fn snippet(query: &Query, _: &Limits<'_>) -> Result<Reply, Refused> {
    let word = query.get("language").unwrap_or("cpp");
    let language = snippet::LANGUAGES.into_iter().find(|language| language.to_string() == word);
    let language =
        language.ok_or_else(|| Refused::input("`language` is `cpp`, `python`, `rust` or `java`", None))?;
    Reply::json(&hashing::snippet(word, snippet::class(language)))
}
