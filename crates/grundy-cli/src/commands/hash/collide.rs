//! `grundy hash break`: two texts with one hash, many of them, a text with a chosen hash, a false palindrome.

use super::check::check;
use super::family;
use super::input::file;
use super::report::Shown;
use super::report::{BreakAnswer, FunctionList, OrderedPair, Orders, Proof, Seeded, WalkCycle};
use super::report::{OneOrMany, Parameters};
use super::setup::{LISTED, Setup};
use super::template;
use crate::args::Common;
use crate::args::hash::{Break, Way};
use crate::budget::Budget;
use crate::commands::exit_code;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use grundy::ask::files::Output;
use grundy::{Limits, StopReason};
use polyhash::attack::black_box::{Search, short};
use polyhash::attack::preimage::{NoPreimage, Preimage};
use polyhash::attack::wild::{self, Ask};
use polyhash::attack::{
    Alphabet, Collision, Effort, Limit, Method, Outcome, Problem, birthday, collide, compose, many_functions,
    palindrome, preimage, thue_morse,
};
use polyhash::dialect::Order;
use polyhash::random::{SplitMix, mix, secret};
use polyhash::{Letters, Modulus, PolyHash, lecture};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// What was found, or why nothing was. Texts are sequences of values in the order that was asked for.
enum Found {
    OrderedPair(Collision<i64>),
    /// A pair for every base, whatever the hash is.
    EveryBase(Vec<i64>, Vec<i64>),
    Text(Preimage<i64>),
    Many(Vec<Vec<i64>>),
    /// One text and the length of its pieces.
    Inside(Vec<i64>, usize),
    Twins(u8, u8),
    Nothing {
        reason: String,
        impossible: bool,
        method: &'static str,
        steps: u64,
    },
}

pub fn run(arguments: &Break, common: &Common) -> Result<ExitCode, Failure> {
    let output = arguments.output.as_deref().map(Output::check).transpose()?;
    if let Some(path) = &arguments.checkpoint {
        Output::check(path)?;
    }
    if let Some(kind) = arguments.family {
        return family::run(kind, arguments, common);
    }
    refuse(arguments)?;
    let mut setup = Setup::new(
        &arguments.functions,
        &arguments.style,
        arguments.alphabet.as_ref(),
        arguments.pack.as_ref(),
    )?;
    let budget = Budget::new(common, Some(Duration::from_secs(600)));
    let mut answer = BreakAnswer {
        schema: 1,
        parameters: arguments.functions.parameters()?,
        order: setup.main_order().to_string(),
        map: setup.map.as_ref().map(ToString::to_string),
        pack: setup.pack().map(ToString::to_string),
        ..BreakAnswer::default()
    };
    let seeds = list(arguments, &mut setup)?;
    let found = budget.run(|limits| {
        let found = attack(arguments, &setup, seeds, limits, common, &mut answer)?;
        answer.stop = answer.stop.or_else(|| unproved(&found, limits));
        let found = padded(found, arguments, &setup)?;
        fill(&mut answer, &found, arguments, &setup, limits)?;
        Ok::<Found, Failure>(found)
    })?;
    if let Some(command) = &arguments.check {
        let texts: Vec<String> =
            [&answer.first, &answer.second].into_iter().flatten().map(ToString::to_string).collect();
        answer.check = Some(check(command, &texts)?).filter(|_| answer.verified);
    }
    print(&answer, &found, arguments, output, common)?;
    let disagree = answer.check.as_ref().is_some_and(|check| !check.agree);
    Ok(match answer.stop {
        Some(stop) => exit_code(stop),
        None => ExitCode::from(u8::from(!answer.verified || disagree)),
    })
}

/// Options that a method would have to ignore.
fn refuse(arguments: &Break) -> Result<(), Failure> {
    let style = &arguments.style;
    let dialect =
        style.values.is_some() || style.signed_remainder || style.order.is_some() || arguments.pack.is_some();
    if arguments.method == Way::Walk && !arguments.black_box {
        if arguments.alphabet.is_some() || arguments.length.is_some() {
            return Err(Failure::input(
                "the walk makes its own texts: it takes no alphabet and no length",
                None,
            ));
        }
        if dialect
            || arguments.count.is_some()
            || arguments.inside.is_some()
            || arguments.shortest
            || arguments.any_length
        {
            return Err(Failure::input(
                "the walk is the lecture's: it takes a base, a modulus and a start",
                None,
            ));
        }
    }
    let plain = matches!(arguments.method, Way::Auto | Way::Lattice) && !arguments.black_box;
    let refused = |option: &str| Err(Failure::input(format!("this method does not take {option}"), None));
    if !plain && arguments.pack.is_some() && arguments.method != Way::Birthday {
        return refused("`--pack`");
    }
    if !plain && arguments.any_length {
        return refused("`--any-length`");
    }
    if !plain && arguments.shortest {
        return refused("`--shortest`");
    }
    if !plain && (arguments.count.is_some_and(|count| count > 2) || arguments.inside.is_some()) {
        return refused("`--count` and `--inside`");
    }
    if !arguments.target.is_empty() && (style.signed_remainder || !plain) {
        return Err(Failure::input("a chosen hash is looked for by lattices, without signs", None));
    }
    Ok(())
}

/// What ended the proof that no shorter texts collide, where one was asked for.
fn unproved(found: &Found, limits: &Limits<'_>) -> Option<StopReason> {
    let Found::OrderedPair(collision) = found else { return None };
    collision.limit.map(|limit| match limit {
        Limit::Stopped => (limits.poll)(0).unwrap_or(StopReason::TimeLimit),
        Limit::Memory => StopReason::MemoryLimit,
        _ => StopReason::PositionLimit,
    })
}

/// The bases of a file or of seeds, put in the place of the functions; the seeds of each.
fn list(arguments: &Break, setup: &mut Setup) -> Result<Option<Vec<Option<u64>>>, Failure> {
    let moduli: Vec<Modulus> = arguments.functions.modulus.clone();
    let moduli = if moduli.is_empty() { vec![PolyHash::lecture().modulus()] } else { moduli };
    let mut seeds = Vec::new();
    let mut functions = Vec::new();
    if let Some(path) = &arguments.bases {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::input(format!("cannot read `{}`: {error}", path.display()), None))?;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let base = polyhash::parameters::number(line).ok().and_then(|base| u64::try_from(base).ok());
            let base = base.ok_or_else(|| Failure::Input {
                message: format!("not a base: `{line}`"),
                hint: Some("a base a line, whole numbers to 2^64 - 1; `#` begins a comment".to_owned()),
                place: Some((number + 1, 1)),
                source: Some(line.to_owned()),
            })?;
            functions.extend(moduli.iter().map(|&modulus| (base, modulus)));
            seeds.extend(moduli.iter().map(|_| None));
        }
        if functions.is_empty() {
            return Err(Failure::input(format!("there are no bases in `{}`", path.display()), None));
        }
    } else if let (Some((start, end)), Some(generator)) = (arguments.seed_range, arguments.generator) {
        if end - start > MOST_SEEDS {
            return Err(Failure::input(format!("{MOST_SEEDS} seeds are the most"), None));
        }
        for seed in start..end {
            let x = generator.first(seed);
            for &modulus in &moduli {
                let base = match &arguments.draw {
                    Some(draw) => {
                        let value = |name: &str| {
                            Some(if name == "x" { i128::from(x) } else { modulus.get() as i128 })
                        };
                        let drawn = draw.exact(&value).and_then(|base| u64::try_from(base).ok());
                        drawn
                            .ok_or_else(|| Failure::input(format!("`{draw}` is no base for x = {x}"), None))?
                    }
                    None => modulus.reduce(u128::from(x)),
                };
                functions.push((base, modulus));
                seeds.push(Some(seed));
            }
        }
    } else {
        return Ok(None);
    }
    setup.functions = functions;
    Ok(Some(seeds))
}

/// The most seeds of a window: four months of seconds.
const MOST_SEEDS: u64 = 10_000_000;

/// Chooses the attack and runs it.
fn attack(
    arguments: &Break,
    setup: &Setup,
    seeds: Option<Vec<Option<u64>>>,
    limits: &Limits<'_>,
    common: &Common,
    answer: &mut BreakAnswer,
) -> Result<Found, Failure> {
    let keep_going = |work: u64| (limits.poll)(work).is_none();
    let effort = Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() };
    let method = if arguments.black_box { "black-box" } else { name(arguments.method) };
    let nothing = |reason, impossible| Found::Nothing { reason, impossible, method, steps: 0 };
    if let Some(seeds) = seeds {
        return many_bases(arguments, setup, &seeds, limits, &effort, answer);
    }
    if arguments.functions.unknown_base() && arguments.method != Way::Walk {
        return every_base(arguments, setup);
    }
    if !arguments.target.is_empty() {
        return target(arguments, setup, &effort).map_err(|stop| stop.unwrap_or_else(|| stopped(limits)));
    }
    let several =
        arguments.count.or(arguments.inside).filter(|&count| count > 2 || arguments.inside.is_some());
    if let Some((one, other)) =
        setup.twins.filter(|_| arguments.length != Some(0) && !arguments.palindrome && several.is_none())
    {
        return Ok(Found::Twins(one, other));
    }
    let order = setup.main_order();
    if let Some(count) = several {
        return many(arguments, setup, count, limits, &effort, answer);
    }
    let ask = Ask {
        // With padding the texts are as long as they like, as long as they fit.
        length: arguments.length.filter(|_| arguments.pad.is_none()),
        shortest: arguments.shortest,
        any_length: arguments.any_length,
    };
    let problem = wild::problem(&setup.dialect(Order::Low), &setup.values, &ask);
    let turned = |outcome: Outcome<Collision<i64>>| {
        outcome.map(|found| Collision {
            first: wild::turned(&setup.dialect(order), found.first.clone()),
            second: wild::turned(&setup.dialect(order), found.second.clone()),
            ..found
        })
    };
    let outcome = match arguments.method {
        _ if arguments.palindrome => palindrome::solve(&problem, &effort),
        _ if arguments.black_box => turned(black_box(arguments, setup, &problem, limits, &effort, common)?),
        Way::Auto => wild::pair(&setup.dialect(order), &setup.values, &ask, &effort)?,
        Way::Lattice => turned(collide::solve(&problem, &effort)),
        Way::Compose => turned(compose::solve(&problem, &effort)),
        Way::ThueMorse => turned(thue_morse::solve(&problem)),
        Way::Birthday => {
            let outcome = birthday::solve(
                &setup.dialect(order),
                &setup.values,
                ask.length,
                limits.memory / 40,
                &effort,
            );
            outcome.map(|pair| Collision {
                first: pair.first,
                second: pair.second,
                hashes: Vec::new(),
                method: Method::Birthday,
                steps: pair.steps,
                proof: None,
                limit: None,
            })
        }
        Way::Walk => walk(arguments, setup, limits, answer)?,
    };
    match outcome {
        Outcome::Found(found) => {
            let (one, other) = (&found.first, &found.second);
            // Only texts that the plain loop takes for equal are shown.
            Ok(match setup.dialect(order).collide(one, other) {
                true => Found::OrderedPair(found),
                false => nothing("the texts found do not collide with these signs".to_owned(), false),
            })
        }
        Outcome::Impossible(reason) => Ok(nothing(reason, true)),
        Outcome::NotFound(reason) => Ok(nothing(reason, false)),
        _ => Err(stopped(limits)),
    }
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

/// One pair against a list of functions.
fn many_bases(
    arguments: &Break,
    setup: &Setup,
    seeds: &[Option<u64>],
    limits: &Limits<'_>,
    effort: &Effort<'_>,
    answer: &mut BreakAnswer,
) -> Result<Found, Failure> {
    let ask = Ask { length: arguments.length.filter(|_| arguments.pad.is_none()), ..Ask::default() };
    let problem = wild::problem(&setup.dialect(Order::Low), &setup.values, &ask);
    let reached = match many_functions::find(&problem, effort) {
        Outcome::Found(reached) => reached,
        Outcome::Impossible(reason) => {
            return Ok(Found::Nothing { reason, impossible: true, method: "lattice", steps: 0 });
        }
        Outcome::NotFound(reason) => {
            return Ok(Found::Nothing { reason, impossible: false, method: "lattice", steps: 0 });
        }
        _ => return Err(stopped(limits)),
    };
    let holds: std::collections::HashSet<usize> = reached.functions.iter().copied().collect();
    let missed = (0..setup.functions.len()).filter(|place| !holds.contains(place));
    let missed = missed.map(|place| setup.functions[place].0).take(LISTED).collect();
    let seeded = seeds.iter().zip(&setup.functions);
    let seeded = seeded.filter_map(|(seed, &(base, _))| seed.map(|seed| Seeded { seed, base }));
    let seeded: Vec<Seeded> = seeded.take(LISTED).collect();
    let (functions, count) = (setup.functions.len(), reached.functions.len());
    if count < functions {
        answer.stop = Some(StopReason::PositionLimit);
    }
    // One entry for each function would be a list of its own.
    let modulus = |(_, modulus): &(u64, Modulus)| Parameters { base: None, modulus: modulus.get() };
    let mut parameters: Vec<Parameters> = setup.functions.iter().map(modulus).collect();
    parameters.dedup_by_key(|parameters| parameters.modulus);
    parameters.truncate(arguments.functions.modulus.len().max(1));
    answer.parameters = parameters;
    answer.list = Some(FunctionList {
        functions,
        reached: count,
        missed,
        seeds: (!seeded.is_empty()).then_some(seeded),
    });
    let order = setup.dialect(setup.main_order());
    let Collision { first, second, .. } = reached.collision.clone();
    let (first, second) = (wild::turned(&order, first), wild::turned(&order, second));
    Ok(Found::OrderedPair(Collision { first, second, ..reached.collision }))
}

/// Without a base only powers of two can be broken, and these for every base.
fn every_base(arguments: &Break, setup: &Setup) -> Result<Found, Failure> {
    if !setup.functions.iter().all(|(_, modulus)| modulus.get().is_power_of_two()) {
        return Err(Failure::input(
            "without a base only powers of two can be broken",
            Some("give the base with `--base`; a secret random base is the remedy against these attacks"),
        ));
    }
    let nothing = |reason: &str, impossible| {
        Ok(Found::Nothing { reason: reason.to_owned(), impossible, method: "thue-morse", steps: 0 })
    };
    let (Some(x), Some(y)) = (setup.values.nth(0), setup.values.nth(1)) else {
        return nothing("texts of one letter and equal length are equal", true);
    };
    let (mut first, mut second) = thue_morse::any_base_values(x, y);
    match arguments.length {
        Some(length) if length < first.len() => {
            nothing("1088 letters serve every base; fewer need a known base", false)
        }
        length => {
            let length = length.filter(|_| arguments.pad.is_none()).unwrap_or(first.len());
            first.resize(length, x);
            second.resize(length, x);
            let dialect = setup.dialect(setup.main_order());
            Ok(Found::EveryBase(wild::turned(&dialect, first), wild::turned(&dialect, second)))
        }
    }
}

fn target(arguments: &Break, setup: &Setup, effort: &Effort<'_>) -> Result<Found, Option<Failure>> {
    if arguments.target.len() != setup.functions.len() {
        let message = format!("{} targets for {} functions", arguments.target.len(), setup.functions.len());
        return Err(Some(Failure::input(message, Some("give one `--target` for each function"))));
    }
    let function = |&(base, modulus): &(u64, Modulus)| PolyHash::new(base, modulus, Letters::Bytes);
    let targets: Vec<(PolyHash, u64)> =
        setup.functions.iter().map(function).zip(arguments.target.iter().copied()).collect();
    let nothing = |reason: &str, impossible| {
        Ok(Found::Nothing { reason: reason.to_owned(), impossible, method: "lattice", steps: 0 })
    };
    match preimage::solve(&targets, &setup.values, arguments.length, effort) {
        Ok(found) => {
            let text = wild::turned(&setup.dialect(setup.main_order()), found.text);
            Ok(Found::Text(Preimage { text, steps: found.steps }))
        }
        Err(NoPreimage::NotFound) => nothing("no text with this hash was found", false),
        Err(NoPreimage::Impossible) => nothing("no text over this alphabet has this hash", true),
        Err(NoPreimage::Stopped) => Err(None),
    }
}

/// The most letters that `--count` makes.
const MOST_LETTERS: u64 = 1 << 30;

/// Many texts with one hash, or one text of them.
fn many(
    arguments: &Break,
    setup: &Setup,
    count: u64,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
    answer: &mut BreakAnswer,
) -> Result<Found, Failure> {
    let length = arguments.length.filter(|_| arguments.pad.is_none());
    if count.saturating_mul(length.unwrap_or(8) as u64) > MOST_LETTERS {
        return Err(Failure::input(format!("{count} texts are more than {MOST_LETTERS} letters"), None));
    }
    let nothing = |reason, impossible| Found::Nothing { reason, impossible, method: "lattice", steps: 0 };
    match wild::many(&setup.dialect(setup.main_order()), &setup.values, count, length, effort)? {
        Outcome::Found(texts) if arguments.inside.is_some() => {
            let piece = texts.first().map_or(0, Vec::len);
            Ok(Found::Inside(texts.concat(), piece))
        }
        Outcome::Found(texts) => Ok(Found::Many(texts)),
        Outcome::Impossible(reason) => Ok(nothing(reason, true)),
        Outcome::NotFound(reason) => {
            answer.stop = Some(StopReason::PositionLimit);
            Ok(nothing(reason, false))
        }
        _ => Err(stopped(limits)),
    }
}

/// Equal letters behind the texts, up to the length.
fn padded(found: Found, arguments: &Break, setup: &Setup) -> Result<Found, Failure> {
    let (Some(pad), Some(length)) = (&arguments.pad, arguments.length) else { return Ok(found) };
    let natural = match &found {
        Found::OrderedPair(pair) => pair.length(),
        Found::EveryBase(first, _) => first.len(),
        Found::Many(texts) => texts.first().map_or(0, Vec::len),
        _ => return Ok(found),
    };
    let Some(missing) = length.checked_sub(natural) else {
        let reason = format!("the texts found have {natural} letters already");
        return Ok(Found::Nothing { reason, impossible: false, method: "lattice", steps: 0 });
    };
    let padding: Vec<i64> = match pad.as_str() {
        "random" => {
            let mut random = SplitMix(mix(arguments.seed.map_or_else(secret, Ok)?));
            let letter =
                |_| setup.values.nth(random.below(setup.values.count())).unwrap_or(setup.values.first());
            (0..missing).map(letter).collect()
        }
        letter => vec![setup.letter(letter)?; missing],
    };
    let longer = |text: Vec<i64>| [text, padding.clone()].concat();
    Ok(match found {
        Found::OrderedPair(pair) => {
            let (first, second) = (longer(pair.first), longer(pair.second));
            Found::OrderedPair(Collision { first, second, ..pair })
        }
        Found::EveryBase(first, second) => Found::EveryBase(longer(first), longer(second)),
        Found::Many(texts) => Found::Many(texts.into_iter().map(longer).collect()),
        other => other,
    })
}

/// The lecture's walk; its cycle is told in any case.
fn walk(
    arguments: &Break,
    setup: &Setup,
    limits: &Limits<'_>,
    answer: &mut BreakAnswer,
) -> Result<Outcome<Collision<i64>>, Failure> {
    let functions = arguments.functions.all()?;
    let [function] = functions[..] else {
        return Err(Failure::input("the walk takes one base and one modulus", None));
    };
    // The clock and Ctrl-C are asked now and then.
    let keep_going = |steps: u64| !steps.is_multiple_of(1 << 16) || (limits.poll)(steps).is_none();
    let walk = lecture::walk_while(function, arguments.start, keep_going).map_err(|_| stopped(limits))?;
    let cycle = &walk.cycle;
    answer.cycle = Some(WalkCycle { first: cycle.first, length: cycle.length, tail: cycle.tail });
    answer.steps = cycle.steps;
    let values = |text: &str| setup.map.as_ref().and_then(|map| map.values(text.as_bytes()).ok());
    let collision = walk.texts.and_then(|(first, second)| {
        Collision::checked_values(&functions, values(&first)?, values(&second)?, Method::Walk, cycle.steps)
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
    setup: &Setup,
    problem: &Problem,
    limits: &Limits<'_>,
    effort: &Effort<'_>,
    common: &Common,
) -> Result<Outcome<Collision<i64>>, Failure> {
    let functions = arguments.functions.all()?;
    let [function] = functions[..] else {
        return Err(Failure::input("a black box is one function: one base and one modulus", None));
    };
    if setup.map.is_none() || setup.dialect(Order::Low).signed() {
        return Err(Failure::input("a black box is searched with letters, without signs", None));
    }
    let alphabet = arguments.alphabet.clone().unwrap_or_else(Alphabet::lowercase);
    if alphabet.letters().len() < 2 {
        return Ok(Outcome::Impossible("texts of one letter and equal length are equal".to_owned()));
    }
    let mut search = Search::new(function.modulus().bits(), alphabet.clone(), 0);
    // Searches of other functions or letters are told apart by this number.
    let letters = alphabet.letters().iter().fold(function.power(3), |key, &l| mix(key ^ u64::from(l)));
    let key = mix(letters ^ function.hash(b"the function") ^ function.modulus().get() as u64);
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
            Output::check(path)?.write(&search.to_bytes(key))?;
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
        first.resize(length, alphabet.first());
        second.resize(length, alphabet.first());
    }
    let values = |text: &[u8]| setup.map.as_ref().and_then(|map| map.values(text).ok()).unwrap_or_default();
    let (first, second, work) = (values(&first), values(&second), search.evaluations());
    let collision = Collision::checked_values(&problem.functions, first, second, Method::BlackBox, work);
    Ok(collision.map_or_else(|| Outcome::NotFound("the texts do not collide".to_owned()), Outcome::Found))
}

/// Evaluations between two writes of a black-box search: some seconds.
const SAVE_AFTER: u64 = 1 << 27;

/// Puts what was found into the answer.
fn fill(
    answer: &mut BreakAnswer,
    found: &Found,
    arguments: &Break,
    setup: &Setup,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let order = setup.main_order();
    let dialect = setup.dialect(order);
    let hash_of = |order: Order, text: &[i64]| OneOrMany::from(&setup.hashes(order, text)[..]);
    let both = |answer: &mut BreakAnswer, first: &[i64], second: &[i64]| {
        answer.first = Some(setup.shown(first));
        answer.second = Some(setup.shown(second));
        answer.hash = Some(hash_of(order, first));
        answer.packed = setup.pack().and_then(|_| dialect.packed(&dialect.hashes(first)));
        answer.length = Some(first.len().max(second.len()));
        answer.verified = true;
    };
    match found {
        Found::OrderedPair(collision) => {
            let Collision { first, second, .. } = collision;
            answer.method = collision.method.to_string();
            answer.steps = collision.steps;
            both(answer, first, second);
            if let Some(list) = &answer.list {
                answer.verified = list.reached > 0;
            }
            if arguments.shortest {
                let proof =
                    collision.proof.map(|proof| Proof { kind: kind(proof.lengths), below: proof.below });
                answer.shortest = Some(collision.shortest());
                answer.at_least = proof.map(|proof| proof.below);
                answer.proof = Some(proof);
            }
            if let Some(count) = arguments.count {
                answer.texts =
                    [first, second].into_iter().take(count as usize).map(|text| setup.shown(text)).collect();
            }
            answer.orders = orders(arguments, setup, collision, limits);
        }
        Found::EveryBase(first, second) => {
            answer.parameters.iter_mut().for_each(|parameters| parameters.base = None);
            answer.method = Method::ThueMorse.to_string();
            both(answer, first, second);
            answer.hash = None;
            answer.packed = None;
        }
        Found::Text(preimage) => {
            answer.method = Method::Lattice.to_string();
            answer.first = Some(setup.shown(&preimage.text));
            answer.hash = Some(hash_of(order, &preimage.text));
            answer.steps = preimage.steps;
            answer.verified = true;
            answer.length = Some(preimage.text.len());
            if setup.order.is_none() {
                let turned: Vec<i64> = preimage.text.iter().rev().copied().collect();
                let pair = |order, text: &[i64]| OrderedPair {
                    first: setup.shown(text),
                    second: None,
                    hash: hash_of(order, text),
                };
                answer.orders =
                    Some(Orders { low: pair(Order::Low, &preimage.text), high: pair(Order::High, &turned) });
            }
        }
        Found::Many(texts) => {
            answer.method = Method::Lattice.to_string();
            if let [first, second, ..] = &texts[..] {
                both(answer, first, second);
            }
            answer.texts = texts.iter().map(|text| setup.shown(text)).collect();
            if arguments.shortest {
                (answer.shortest, answer.proof) = (Some(false), Some(None));
            }
        }
        Found::Inside(text, piece) => {
            answer.method = Method::Lattice.to_string();
            let ranges: Vec<[usize; 2]> =
                (0..text.len() / (*piece).max(1)).map(|i| [i * piece, (i + 1) * piece]).collect();
            let at = |i: usize| ranges.get(i).map(|range| &text[range[0]..range[1]]);
            match (at(0), at(1)) {
                (Some(first), Some(second)) => both(answer, first, second),
                (Some(first), None) => both(answer, first, first),
                _ => {}
            }
            answer.text = Some(setup.shown(text));
            answer.ranges = Some(ranges);
        }
        Found::Twins(one, other) => twins(answer, arguments, setup, *one, *other),
        Found::Nothing { reason, impossible, method, steps } => {
            answer.method = (*method).to_owned();
            answer.reason = Some(reason.clone());
            answer.impossible = Some(*impossible);
            answer.steps = answer.steps.max(*steps);
            if arguments.shortest {
                answer.proof = Some(None);
            }
        }
    }
    Ok(())
}

fn kind(lengths: polyhash::attack::Lengths) -> &'static str {
    match lengths {
        polyhash::attack::Lengths::Equal => "equal-length",
        polyhash::attack::Lengths::Any => "any-length",
    }
}

/// Two letters with one value: exchanged anywhere, nothing changes.
fn twins(answer: &mut BreakAnswer, arguments: &Break, setup: &Setup, one: u8, other: u8) {
    let value = setup.map.as_ref().and_then(|map| map.value(one)).unwrap_or_default();
    let length = arguments.length.unwrap_or(1);
    let text = |letter: u8| {
        let mut bytes = vec![one; length];
        bytes[0] = letter;
        Shown::Text(super::input::shown(&bytes).into_owned())
    };
    let hashes = |order| OneOrMany::from(&setup.dialect(order).hashes(&vec![value; length])[..]);
    let pair = |order| OrderedPair { first: text(one), second: Some(text(other)), hash: hashes(order) };
    answer.method = Method::Lattice.to_string();
    (answer.first, answer.second) = (Some(text(one)), Some(text(other)));
    answer.hash = Some(hashes(setup.main_order()));
    (answer.verified, answer.length) = (true, Some(length));
    if arguments.shortest {
        let kind = if arguments.any_length { "any-length" } else { "equal-length" };
        (answer.shortest, answer.at_least) = (Some(length == 1), Some(1));
        answer.proof = Some(Some(Proof { kind, below: 1 }));
    }
    if setup.order.is_none() {
        answer.orders = Some(Orders { low: pair(Order::Low), high: pair(Order::High) });
    }
}

/// The pair for both orders, where none was given.
fn orders(arguments: &Break, setup: &Setup, low: &Collision<i64>, limits: &Limits<'_>) -> Option<Orders> {
    if setup.order.is_some() {
        return None;
    }
    let shown = |order: Order, first: &[i64], second: &[i64]| {
        let hash = OneOrMany::from(&setup.hashes(order, first)[..]);
        OrderedPair { first: setup.shown(first), second: Some(setup.shown(second)), hash }
    };
    let high = setup.dialect(Order::High);
    let natural = match (arguments.length, arguments.pad.is_some()) {
        // Padding stands behind the texts in both orders.
        (Some(_), true) => {
            low.first.iter().zip(&low.second).rposition(|(a, b)| a != b).map_or(0, |last| last + 1)
        }
        _ => low.first.len(),
    };
    let turned = |text: &[i64]| -> Vec<i64> {
        let cut = if arguments.pad.is_some() { natural } else { text.len() };
        text[..cut].iter().rev().chain(&text[cut..]).copied().collect()
    };
    let (mut first, mut second) = (turned(&low.first), turned(&low.second));
    let list = setup.functions.len() > LISTED || arguments.bases.is_some() || arguments.seed_range.is_some();
    if !list && !high.collide(&first, &second) {
        // Signs may spoil what is turned round.
        let keep_going = |work: u64| (limits.poll)(work).is_none();
        let effort = Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() };
        let ask =
            Ask { length: arguments.length, shortest: arguments.shortest, any_length: arguments.any_length };
        let Ok(Outcome::Found(found)) = wild::pair(&high, &setup.values, &ask, &effort) else { return None };
        (first, second) = (found.first, found.second);
    }
    Some(Orders {
        low: shown(Order::Low, &low.first, &low.second),
        high: shown(Order::High, &first, &second),
    })
}

fn print(
    answer: &BreakAnswer,
    found: &Found,
    arguments: &Break,
    output: Option<Output>,
    common: &Common,
) -> Result<(), Failure> {
    let BreakAnswer { first, second, texts, text, .. } = answer;
    let pair = [first, second].into_iter().flatten();
    let all: Vec<&Shown> = match (text, texts.is_empty()) {
        (Some(text), _) => vec![text],
        (None, true) => pair.collect(),
        (None, false) => texts.iter().collect(),
    };
    let input = match &arguments.template {
        Some(template) => template::render(template, &all),
        None => all.iter().flat_map(|text| [text.to_string(), "\n".to_owned()]).collect(),
    };
    let shown = output.is_none();
    if let Some(output) = output {
        output.write(input.as_bytes())?;
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
    } else if arguments.template.is_some() {
        // What is piped into a program is the input and nothing else.
        if arguments.output.is_none() {
            out.write_all(input.as_bytes())?;
        }
        out.flush()?;
        eprintln!("{}", words(answer, found));
    } else {
        if shown {
            out.write_all(input.as_bytes())?;
        }
        writeln!(out, "{}", words(answer, found))?;
        if let Some(orders) = answer
            .orders
            .as_ref()
            .filter(|orders| answer.cycle.is_none() && orders.low.first != orders.high.first)
        {
            writeln!(out, "these are for the low power first; for the high power first (h = h*B + c):")?;
            writeln!(out, "{}", orders.high.first)?;
            if let Some(second) = &orders.high.second {
                writeln!(out, "{second}")?;
            }
        }
    }
    if let Some(WalkCycle { first, length, tail }) = answer.cycle {
        writeln!(out, "cycle: first {first}, length {length}, tail {tail}")?;
    }
    if let Some(check) = &answer.check {
        let said =
            if check.agree { "the program prints the same for both" } else { "the program tells them apart" };
        writeln!(out, "{said}: {}", check.outputs.join(" / "))?;
    }
    Ok(out.flush()?)
}

/// What was found, in words.
fn words(answer: &BreakAnswer, found: &Found) -> String {
    let each = |parameters: &Parameters| match parameters.base {
        Some(base) => format!("base {base} modulo {}", parameters.modulus),
        None => format!("every base modulo {}", parameters.modulus),
    };
    let parameters: Vec<String> = match &answer.list {
        Some(list) if list.reached == list.functions => vec![format!("all {} functions", list.functions)],
        Some(list) => {
            vec![format!("{} of {} functions, the others tell them apart", list.reached, list.functions)]
        }
        None => answer.parameters.iter().map(each).collect(),
    };
    let hash = match &answer.hash {
        _ if answer.list.is_some() => String::new(),
        Some(OneOrMany::One(hash)) => format!("hash {hash}, "),
        Some(OneOrMany::Many(hashes)) => {
            format!("hashes {}, ", hashes.iter().map(i128::to_string).collect::<Vec<_>>().join(" "))
        }
        None => String::new(),
    };
    let length = match answer.length.unwrap_or_default() {
        1 => "1 letter".to_owned(),
        more => format!("{more} letters"),
    };
    let which = |proof: Proof| if proof.kind == "any-length" { "of any length" } else { "of equal length" };
    let proved = match (answer.shortest, answer.proof.flatten(), answer.stop) {
        (Some(true), Some(proof), _) => format!("; no shorter texts {} collide (proved)", which(proof)),
        (Some(_), Some(proof), Some(stop)) => {
            format!(
                "; that no two texts {} collide is proved below {} letters only ({stop})",
                which(proof),
                proof.below
            )
        }
        (Some(_), Some(proof), None) => {
            format!("; no two texts {} below {} letters collide (proved)", which(proof), proof.below)
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
