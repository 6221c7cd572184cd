//! `grundy hash break`: two texts with one hash, many of them, a text with a chosen hash, a false palindrome.

mod answer;
mod attack;
mod bases;
mod walks;

use crate::args::Common;
use crate::args::hash::{Break, Way};
use crate::budget::Budget;
use crate::commands::exit_code;
use crate::commands::hash::check::check;
use crate::commands::hash::family;
use crate::commands::hash::report::BreakAnswer;
use crate::commands::hash::setup::Setup;
use crate::failure::Failure;
use answer::fill;
use answer::print;
use attack::attack;
use attack::padded;
use bases::list;
use grundy::ask::files::Output;
use grundy::{Limits, StopReason};
use polyhash::attack::preimage::Preimage;
use polyhash::attack::{Collision, Limit};
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
    let seeds = list(arguments, &mut setup, common)?;
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

fn stopped(limits: &Limits<'_>) -> Failure {
    let reason = (limits.poll)(0).unwrap_or(StopReason::TimeLimit);
    let what = "no collision so far".to_owned();
    Failure::from(grundy::Error::Stopped { reason, what, hint: None })
}
