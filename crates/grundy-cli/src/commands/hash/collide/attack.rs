//! Which attack serves a set-up, and what it found.

use super::Found;
use super::bases::many_bases;
use super::stopped;
use super::walks::black_box;
use super::walks::walk;
use crate::args::Common;
use crate::args::hash::{Break, Way};
use crate::commands::hash::report::BreakAnswer;
use crate::commands::hash::setup::Setup;
use crate::failure::Failure;
use grundy::{Limits, StopReason};
use polyhash::attack::preimage::{NoPreimage, Preimage};
use polyhash::attack::wild::{self, Ask};
use polyhash::attack::{
    Collision, Effort, Method, Outcome, birthday, collide, compose, palindrome, preimage, thue_morse,
};
use polyhash::dialect::Order;
use polyhash::random::{SplitMix, mix, secret};
use polyhash::{Letters, Modulus, PolyHash};

/// Chooses the attack and runs it.
pub(super) fn attack(
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

pub(super) fn name(way: Way) -> &'static str {
    match way {
        Way::Auto | Way::Lattice => "lattice",
        Way::ThueMorse => "thue-morse",
        Way::Birthday => "birthday",
        Way::Walk => "walk",
        Way::Compose => "compose",
    }
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

pub(super) fn target(
    arguments: &Break,
    setup: &Setup,
    effort: &Effort<'_>,
) -> Result<Found, Option<Failure>> {
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
pub(super) fn padded(found: Found, arguments: &Break, setup: &Setup) -> Result<Found, Failure> {
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
