//! What was found as an answer, in fields and in words.

use super::Found;
use crate::args::Common;
use crate::args::hash::Break;
use crate::commands::hash::input;
use crate::commands::hash::report::{
    BreakAnswer, OneOrMany, OrderedPair, Orders, Parameters, Proof, Shown, WalkCycle,
};
use crate::commands::hash::setup::{LISTED, Setup};
use crate::commands::hash::template;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use grundy::Limits;
use grundy::ask::files::Output;
use polyhash::attack::wild::{self, Ask};
use polyhash::attack::{Collision, Effort, Method, Outcome};
use polyhash::dialect::Order;
use std::io::Write;

/// Puts what was found into the answer.
pub(super) fn fill(
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

pub(super) fn kind(lengths: polyhash::attack::Lengths) -> &'static str {
    match lengths {
        polyhash::attack::Lengths::Equal => "equal-length",
        polyhash::attack::Lengths::Any => "any-length",
    }
}

/// Two letters with one value: exchanged anywhere, nothing changes.
pub(super) fn twins(answer: &mut BreakAnswer, arguments: &Break, setup: &Setup, one: u8, other: u8) {
    let value = setup.map.as_ref().and_then(|map| map.value(one)).unwrap_or_default();
    let length = arguments.length.unwrap_or(1);
    let text = |letter: u8| {
        let mut bytes = vec![one; length];
        bytes[0] = letter;
        Shown::Text(input::shown(&bytes).into_owned())
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

pub(super) fn print(
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
