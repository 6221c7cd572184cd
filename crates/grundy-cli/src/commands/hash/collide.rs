//! `grundy hash break`: two texts with one hash, many of them, a text with a chosen hash, a false palindrome.

use super::input::{file, shown};
use super::{OneOrMany, Parameters};
use crate::args::Common;
use crate::args::hash::{Break, Way};
use crate::budget::Budget;
use crate::checkpoint::write_whole;
use crate::commands::exit_code;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use grundy::limits::{Limits, StopReason};
use polyhash::attack::black_box::{Search, short};
use polyhash::attack::preimage::{NoPreimage, Preimage};
use polyhash::attack::{
    Collision, Effort, Limit, Method, Outcome, Request, birthday, collide, compose, find, multiply,
    palindrome, preimage, thue_morse,
};
use polyhash::{PolyHash, lecture, random};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// What `--json` prints.
#[derive(Serialize, Default)]
struct Answer {
    schema: u32,
    parameters: Vec<Parameters>,
    method: String,
    first: Option<String>,
    second: Option<String>,
    hash: Option<OneOrMany>,
    steps: u64,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    /// Whether shorter texts were excluded by enumeration, when that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    /// No texts of fewer letters collide, when that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    /// What ended the proof that the texts are the shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<Cycle>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    texts: Vec<String>,
    /// Why there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Whether the reason is a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<bool>,
}

#[derive(Serialize)]
struct Cycle {
    first: u64,
    length: u64,
    tail: u64,
}

/// What was found, or why nothing was.
enum Found {
    Pair(Collision),
    /// A pair for every base, whatever the hash is.
    EveryBase(Vec<u8>, Vec<u8>),
    Text(Preimage),
    Nothing {
        reason: String,
        impossible: bool,
        method: &'static str,
        steps: u64,
    },
}

pub fn run(arguments: &Break, common: &Common) -> Result<ExitCode, Failure> {
    let functions = arguments.functions.all()?;
    let budget = Budget::new(common, Some(Duration::from_secs(600)));
    let mut answer = Answer { schema: 1, parameters: arguments.functions.parameters()?, ..Answer::default() };
    let found = budget.run(|limits| {
        let found = attack(arguments, &functions, limits, common, &mut answer)?;
        answer.stop = unproved(&found, arguments, limits);
        Ok::<Found, Failure>(found)
    })?;
    fill(&mut answer, &found, arguments)?;
    print(&answer, &found, arguments, common)?;
    Ok(match answer.stop {
        Some(stop) => exit_code(stop),
        None => ExitCode::from(u8::from(!answer.verified)),
    })
}

/// What ended the proof that no shorter texts collide, where one was asked for.
fn unproved(found: &Found, arguments: &Break, limits: &Limits<'_>) -> Option<StopReason> {
    let Found::Pair(collision) = found else { return None };
    let reason = match collision.limit {
        Some(Limit::Stopped) => (limits.poll)(0).unwrap_or(StopReason::TimeLimit),
        Some(Limit::Memory) => StopReason::MemoryLimit,
        _ => StopReason::PositionLimit,
    };
    (arguments.shortest && !collision.shortest).then_some(reason)
}

/// Chooses the attack and runs it.
fn attack(
    arguments: &Break,
    functions: &[PolyHash],
    limits: &Limits<'_>,
    common: &Common,
    answer: &mut Answer,
) -> Result<Found, Failure> {
    let keep_going = |work: u64| (limits.poll)(work).is_none();
    let effort = Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() };
    let request = Request {
        length: inner_length(arguments),
        shortest: arguments.shortest,
        ..Request::new(functions.to_vec(), arguments.alphabet.clone())
    };
    if arguments.functions.unknown_base() && arguments.method != Way::Walk {
        return every_base(arguments, functions);
    }
    if !arguments.target.is_empty() {
        return target(arguments, functions, &effort).map_err(|stop| stop.unwrap_or_else(|| stopped(limits)));
    }
    let outcome = match arguments.method {
        _ if arguments.palindrome => palindrome::find(&request, &effort),
        _ if arguments.black_box => black_box(arguments, &request, limits, &effort, common)?,
        Way::Auto => find(&request, &effort)?,
        Way::Lattice => collide::find(&request, &effort),
        Way::Compose => compose::find(&request, &effort),
        Way::ThueMorse => thue_morse::find(&request),
        Way::Birthday => birthday::find(&request, limits.memory / 40, &effort),
        Way::Walk => walk(arguments, functions, limits, answer)?,
    };
    let nothing = |reason, impossible| {
        let method = if arguments.black_box { "black-box" } else { name(arguments.method) };
        Found::Nothing { reason, impossible, method, steps: 0 }
    };
    match outcome {
        Outcome::Found(collision) => Ok(Found::Pair(collision)),
        Outcome::Impossible(reason) => Ok(nothing(reason, true)),
        Outcome::NotFound(reason) => Ok(nothing(reason, false)),
        _ => Err(stopped(limits)),
    }
}

/// Texts of a chosen length that are made of blocks leave the length of a block to the attack.
fn inner_length(arguments: &Break) -> Option<usize> {
    if arguments.count.is_some_and(|count| count > 2) { None } else { arguments.length }
}

fn name(way: Way) -> &'static str {
    match way {
        Way::Auto | Way::Lattice => "lattice",
        Way::ThueMorse => "thue-morse",
        Way::Birthday => "birthday",
        Way::Walk => "walk",
        Way::Compose => "compose",
    }
}

fn stopped(limits: &Limits<'_>) -> Failure {
    let reason = (limits.poll)(0).unwrap_or(StopReason::TimeLimit);
    let what = "no collision so far".to_owned();
    Failure::from(grundy::Error::Stopped { reason, what, hint: None })
}

/// Without a base only powers of two can be broken, and these for every base.
fn every_base(arguments: &Break, functions: &[PolyHash]) -> Result<Found, Failure> {
    if !functions.iter().all(|function| function.modulus().get().is_power_of_two()) {
        return Err(Failure::input(
            "without a base only powers of two can be broken",
            Some("give the base with `--base`; a secret random base is the remedy against these attacks"),
        ));
    }
    let nothing = |reason: &str, impossible| {
        Ok(Found::Nothing { reason: reason.to_owned(), impossible, method: "thue-morse", steps: 0 })
    };
    let Some((mut first, mut second)) = thue_morse::any_base(&arguments.alphabet) else {
        return nothing("texts of one letter and equal length are equal", true);
    };
    match arguments.length {
        Some(length) if length < first.len() => {
            nothing("1088 letters serve every base; fewer need a known base", false)
        }
        length => {
            let length = length.unwrap_or(first.len());
            first.resize(length, arguments.alphabet.first());
            second.resize(length, arguments.alphabet.first());
            Ok(Found::EveryBase(first, second))
        }
    }
}

fn target(arguments: &Break, functions: &[PolyHash], effort: &Effort<'_>) -> Result<Found, Option<Failure>> {
    if arguments.target.len() != functions.len() {
        let message = format!("{} targets for {} functions", arguments.target.len(), functions.len());
        return Err(Some(Failure::input(message, Some("give one `--target` for each function"))));
    }
    let targets: Vec<(PolyHash, u64)> =
        functions.iter().copied().zip(arguments.target.iter().copied()).collect();
    let nothing = |reason: &str, impossible| {
        Ok(Found::Nothing { reason: reason.to_owned(), impossible, method: "lattice", steps: 0 })
    };
    match preimage::find(&targets, &arguments.alphabet, arguments.length, effort) {
        Ok(text) => Ok(Found::Text(text)),
        Err(NoPreimage::NotFound) => nothing("no text with this hash was found", false),
        Err(NoPreimage::Impossible) => nothing("no text over this alphabet has this hash", true),
        Err(NoPreimage::Stopped) => Err(None),
    }
}

/// The lecture's walk; its cycle is told in any case.
fn walk(
    arguments: &Break,
    functions: &[PolyHash],
    limits: &Limits<'_>,
    answer: &mut Answer,
) -> Result<Outcome, Failure> {
    let [function] = functions else {
        return Err(Failure::input("the walk takes one base and one modulus", None));
    };
    // The clock and Ctrl-C are asked now and then.
    let keep_going = |steps: u64| !steps.is_multiple_of(1 << 16) || (limits.poll)(steps).is_none();
    let walk = lecture::walk_while(*function, arguments.start, keep_going).map_err(|_| stopped(limits))?;
    let cycle = &walk.cycle;
    answer.cycle = Some(Cycle { first: cycle.first, length: cycle.length, tail: cycle.tail });
    answer.steps = cycle.steps;
    let collision = walk.texts.and_then(|(first, second)| {
        Collision::checked(functions, first.into_bytes(), second.into_bytes(), Method::Walk, cycle.steps)
    });
    Ok(match collision {
        Some(collision) => Outcome::Found(collision),
        None => {
            Outcome::NotFound(format!("{} lies on its own cycle, where no two texts meet", arguments.start))
        }
    })
}

/// Distinguished points; the state is kept if that is wanted.
fn black_box(
    arguments: &Break,
    request: &Request,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
    common: &Common,
) -> Result<Outcome, Failure> {
    let [function] = request.functions[..] else {
        return Err(Failure::input("a black box is one function: one base and one modulus", None));
    };
    if arguments.alphabet.letters().len() < 2 {
        return Ok(Outcome::Impossible("texts of one letter and equal length are equal".to_owned()));
    }
    let mut search = Search::new(function.modulus().bits(), arguments.alphabet.clone(), 0);
    // Searches of other functions or letters are told apart by this number.
    let letters = arguments
        .alphabet
        .letters()
        .iter()
        .fold(function.power(3), |key, &l| random::mix(key ^ u64::from(l)));
    let key = random::mix(letters ^ function.hash(b"the function") ^ function.modulus().get() as u64);
    if let Some(path) = arguments.checkpoint.as_deref().filter(|path| path.exists()) {
        search.resume(&file(path, common)?, key)?;
    }
    let hash = short(function, search.length());
    // Saved every now and then, and when it is over.
    let found = loop {
        let from = search.evaluations();
        let stretch = |work: u64| work < from + SAVE_AFTER && (effort.keep_going)(work);
        let found = search.run(&hash, common.threads(), &Effort { keep_going: &stretch, ..*effort });
        if let Some(path) = &arguments.checkpoint {
            write_whole(path, &search.to_bytes(key))?;
        }
        match found {
            Some(found) => break found,
            None if (limits.poll)(search.evaluations()).is_some() => {
                if let Some(path) = &arguments.checkpoint {
                    eprintln!("saved in `{}`; the same command goes on from there", path.display());
                }
                return Ok(Outcome::Stopped);
            }
            None => {}
        }
    };
    let (mut first, mut second) = found;
    if let Some(length) = arguments.length {
        if length < first.len() {
            return Ok(Outcome::NotFound(format!(
                "the black-box search makes texts of {} letters",
                first.len()
            )));
        }
        first.resize(length, arguments.alphabet.first());
        second.resize(length, arguments.alphabet.first());
    }
    let collision =
        Collision::checked(&request.functions, first, second, Method::BlackBox, search.evaluations());
    Ok(collision.map_or_else(|| Outcome::NotFound("the texts do not collide".to_owned()), Outcome::Found))
}

/// Evaluations between two writes of a black-box search: some seconds.
const SAVE_AFTER: u64 = 1 << 27;

/// Puts what was found into the answer.
fn fill(answer: &mut Answer, found: &Found, arguments: &Break) -> Result<(), Failure> {
    let text = |bytes: &[u8]| Some(shown(bytes).into_owned());
    match found {
        Found::Pair(collision) => {
            let many = arguments.count.filter(|&count| count != 2);
            answer.texts = many.map_or(Ok(Vec::new()), |count| texts(collision, count, arguments))?;
            answer.method = collision.method.to_string();
            (answer.first, answer.second) = (text(&collision.first), text(&collision.second));
            if let [first, second, ..] = &answer.texts[..] {
                (answer.first, answer.second) = (Some(first.clone()), Some(second.clone()));
            }
            // Longer texts have another common hash.
            let functions = arguments.functions.all()?;
            let shown = answer.first.as_deref().unwrap_or_default().as_bytes();
            let hashes: Vec<u64> = functions.iter().map(|function| function.hash(shown)).collect();
            answer.hash = Some(OneOrMany::from(&hashes[..]));
            answer.steps = collision.steps;
            answer.verified = true;
            answer.length = Some(shown.len());
            answer.shortest = arguments.shortest.then_some(collision.shortest);
            answer.at_least = arguments.shortest.then_some(collision.at_least);
        }
        Found::EveryBase(first, second) => {
            answer.parameters.iter_mut().for_each(|parameters| parameters.base = None);
            answer.method = Method::ThueMorse.to_string();
            (answer.first, answer.second) = (text(first), text(second));
            answer.verified = true;
            answer.length = Some(first.len());
        }
        Found::Text(preimage) => {
            answer.method = Method::Lattice.to_string();
            answer.first = text(&preimage.text);
            answer.hash = Some(OneOrMany::from(&arguments.target[..]));
            answer.steps = preimage.steps;
            answer.verified = true;
            answer.length = Some(preimage.text.len());
        }
        Found::Nothing { reason, impossible, method, steps } => {
            answer.method = (*method).to_owned();
            answer.reason = Some(reason.clone());
            answer.impossible = Some(*impossible);
            answer.steps = answer.steps.max(*steps);
        }
    }
    Ok(())
}

/// The most letters that `--count` makes.
const MOST_LETTERS: u64 = 1 << 30;

/// As many texts as are asked for, all with one hash, of the length that is asked for.
fn texts(collision: &Collision, count: u64, arguments: &Break) -> Result<Vec<String>, Failure> {
    let length = u64::from(multiply::blocks(count)) * collision.first.len() as u64;
    if count.saturating_mul(length) > MOST_LETTERS {
        return Err(Failure::input(
            format!("{count} texts of {length} letters are more than {MOST_LETTERS} letters"),
            None,
        ));
    }
    if arguments.length.is_some_and(|wanted| (wanted as u64) < length) {
        return Err(Failure::input(format!("{count} texts with one hash need {length} letters here"), None));
    }
    let padded = |mut text: Vec<u8>| {
        text.resize(arguments.length.unwrap_or(text.len()), arguments.alphabet.first());
        shown(&text).into_owned()
    };
    Ok(multiply::texts(&collision.first, &collision.second, count).map(padded).collect())
}

fn print(answer: &Answer, found: &Found, arguments: &Break, common: &Common) -> Result<(), Failure> {
    let Answer { first, second, texts, .. } = answer;
    let pair = [first, second].into_iter().flatten();
    let all: Vec<&String> = if texts.is_empty() { pair.collect() } else { texts.iter().collect() };
    if let Some(path) = &arguments.output {
        let lines: String = all.iter().flat_map(|text| [text.as_str(), "\n"]).collect();
        write_whole(path, lines.as_bytes())?;
    }
    let mut out = stdout();
    if common.json {
        json_line(&mut out, answer)?;
        return Ok(out.flush()?);
    }
    if let Some(reason) = &answer.reason {
        writeln!(
            out,
            "{}: {reason}",
            if answer.impossible == Some(true) { "impossible" } else { "not found" }
        )?;
    } else {
        if arguments.output.is_none() {
            all.iter().try_for_each(|text| writeln!(out, "{text}"))?;
        }
        writeln!(out, "{}", words(answer, found))?;
    }
    if let Some(Cycle { first, length, tail }) = answer.cycle {
        writeln!(out, "cycle: first {first}, length {length}, tail {tail}")?;
    }
    Ok(out.flush()?)
}

/// What was found, in words.
fn words(answer: &Answer, found: &Found) -> String {
    let each = |parameters: &Parameters| match parameters.base {
        Some(base) => format!("base {base} modulo {}", parameters.modulus),
        None => format!("every base modulo {}", parameters.modulus),
    };
    let parameters: Vec<String> = answer.parameters.iter().map(each).collect();
    let hash = match &answer.hash {
        Some(OneOrMany::One(hash)) => format!("hash {hash}, "),
        Some(OneOrMany::Many(hashes)) => {
            format!("hashes {}, ", hashes.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
        }
        None => String::new(),
    };
    let length = match answer.length.unwrap_or_default() {
        1 => "1 letter".to_owned(),
        more => format!("{more} letters"),
    };
    let proved = match (answer.shortest, answer.stop) {
        (Some(true), _) => "; no shorter texts collide (proved by enumeration)".to_owned(),
        (Some(false), Some(stop)) => {
            let least = answer.at_least.unwrap_or_default();
            format!("; that no shorter ones do is proved below {least} letters only ({stop})")
        }
        _ => String::new(),
    };
    let checked = match found {
        Found::EveryBase(..) => "by the theorem of Thue-Morse words",
        _ => "verified by hashing",
    };
    format!(
        "{hash}{}; {length}; {} in {} steps, {checked}{proved}",
        parameters.join(" and "),
        answer.method,
        answer.steps
    )
}
