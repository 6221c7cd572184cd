//! Attacks that only evaluate the hash: the walk of the lecture, and distinguished points.

use super::stopped;
use crate::args::Common;
use crate::args::hash::Break;
use crate::commands::hash::input::file;
use crate::commands::hash::report::{BreakAnswer, WalkCycle};
use crate::commands::hash::setup::Setup;
use crate::failure::Failure;
use grundy::Limits;
use grundy::ask::files::Output;
use polyhash::attack::black_box::{Search, short};
use polyhash::attack::{Alphabet, Collision, Effort, Method, Outcome, Problem};
use polyhash::dialect::Order;
use polyhash::lecture;
use polyhash::random::mix;

/// The lecture's walk; its cycle is told in any case.
pub(super) fn walk(
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
pub(super) fn black_box(
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
