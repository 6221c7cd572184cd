//! `grundy hash break --family`: sets, multisets, trees and grids with one hash.

use super::report::{FamilyAnswer, Thing};
use super::setup::Setup;
use crate::args::Common;
use crate::args::hash::{Break, FamilyKind};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use grundy::{Limits, StopReason};
use polyhash::attack::families::{grid_hash, grids, sum, tree_hash, trees, xor};
use polyhash::attack::{Effort, Outcome};
use polyhash::bounds::is_prime;
use polyhash::{Modulus, PolyHash};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

type Pair = Outcome<(Thing, Thing, Vec<u128>)>;

pub fn run(kind: FamilyKind, arguments: &Break, common: &Common) -> Result<ExitCode, Failure> {
    let table = values(arguments, common)?;
    if matches!(kind, FamilyKind::Xor | FamilyKind::Sum) && table.is_none() {
        return Err(Failure::input(
            "the values are read from a file",
            Some("`--table FILE`, a value a line"),
        ));
    }
    let table = table.unwrap_or_default();
    let budget = Budget::new(common, Some(Duration::from_secs(600)));
    let outcome = budget.run(|limits| {
        let keep_going = |work: u64| (limits.poll)(work).is_none();
        let effort = Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() };
        let pair = match kind {
            FamilyKind::Xor => Ok(sets(&table)),
            FamilyKind::Sum => multisets(&table, arguments, &effort),
            FamilyKind::Tree => Ok(rooted(arguments, &effort)),
            FamilyKind::Grid => tables(arguments, &effort),
        };
        pair.and_then(|pair| if matches!(pair, Outcome::Stopped) { Err(stopped(limits)) } else { Ok(pair) })
    })?;
    let (family, method) = match kind {
        FamilyKind::Xor => ("xor", "gauss"),
        FamilyKind::Sum => ("sum", "lattice"),
        FamilyKind::Tree => ("tree", "lattice"),
        FamilyKind::Grid => ("grid", "lattice"),
    };
    let bound = bound(kind, arguments, &table);
    let nothing = |reason: Option<String>, impossible: Option<bool>| FamilyAnswer {
        schema: 1,
        family,
        method,
        first: None,
        second: None,
        hash: None,
        verified: false,
        bound,
        reason,
        impossible,
    };
    let answer = match outcome {
        Outcome::Found((first, second, hash)) => FamilyAnswer {
            first: Some(first),
            second: Some(second),
            hash: Some(hash),
            verified: true,
            ..nothing(None, None)
        },
        Outcome::Impossible(reason) => nothing(Some(reason), Some(true)),
        Outcome::NotFound(reason) => nothing(Some(reason), Some(false)),
        _ => nothing(None, None),
    };
    print(&answer, common)?;
    Ok(ExitCode::from(u8::from(!answer.verified)))
}

fn stopped(limits: &Limits<'_>) -> Failure {
    let reason = (limits.poll)(0).unwrap_or(StopReason::TimeLimit);
    Failure::from(grundy::Error::Stopped { reason, what: "no collision so far".to_owned(), hint: None })
}

/// The values of a table, one a line.
fn values(arguments: &Break, common: &Common) -> Result<Option<Vec<u64>>, Failure> {
    let Some(path) = &arguments.table else { return Ok(None) };
    let text = super::input::text(path, common)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let value = |(number, line): (usize, &str)| {
        line.trim().parse::<u64>().map_err(|_| Failure::Input {
            message: format!("a value is a whole number to 2^64 - 1, not `{}`", line.trim()),
            hint: None,
            place: Some((number + 1, 1)),
            source: Some(line.to_owned()),
        })
    };
    lines.map(value).collect::<Result<Vec<u64>, Failure>>().map(Some)
}

fn moduli(arguments: &Break) -> Vec<Modulus> {
    let given = &arguments.functions.modulus;
    if given.is_empty() { vec![PolyHash::lecture().modulus()] } else { given.clone() }
}

fn sets(table: &[u64]) -> Pair {
    let wide: Vec<u128> = table.iter().map(|&value| value.into()).collect();
    match xor(&wide) {
        Some((first, second)) => {
            let hash = first.iter().fold(0, |hash, place| hash ^ wide[place - 1]);
            Outcome::Found((Thing::Places(first), Thing::Places(second), vec![hash]))
        }
        None => {
            Outcome::Impossible("the values are independent: different sets have different hashes".to_owned())
        }
    }
}

fn multisets(table: &[u64], arguments: &Break, effort: &Effort<'_>) -> Result<Pair, Failure> {
    let modulus = match arguments.functions.modulus[..] {
        [] => None,
        [modulus] => Some(modulus),
        _ => return Err(Failure::input("sums take one modulus", None)),
    };
    Ok(sum(table, modulus, effort).map(|(first, second)| {
        let total = first.iter().map(|place| u128::from(table[place - 1])).sum::<u128>();
        let hash = modulus.map_or(total, |modulus| modulus.reduce(total).into());
        (Thing::Places(first), Thing::Places(second), vec![hash])
    }))
}

fn rooted(arguments: &Break, effort: &Effort<'_>) -> Pair {
    let moduli = moduli(arguments);
    trees(&moduli, effort).map(|(first, second)| {
        let hash = moduli.iter().map(|&m| tree_hash(&first, m).into()).collect();
        (Thing::Places(first), Thing::Places(second), hash)
    })
}

/// The most cells of a grid.
const MOST_CELLS: usize = 1 << 22;

fn tables(arguments: &Break, effort: &Effort<'_>) -> Result<Pair, Failure> {
    let (Some(rows), Some(columns)) = (arguments.rows, arguments.columns) else {
        return Err(Failure::input("a grid has rows and columns", Some("`--rows R --columns C`")));
    };
    let [one, other] = arguments.functions.base[..] else {
        return Err(Failure::input("a grid has two bases: one for rows, one for columns", None));
    };
    if rows.saturating_mul(columns) > MOST_CELLS {
        return Err(Failure::input(format!("{MOST_CELLS} cells are the most"), None));
    }
    let moduli = moduli(arguments);
    // Bases and moduli do not go in pairs here.
    let letters = crate::args::hash::Functions {
        base: vec![one],
        modulus: vec![moduli[0]],
        map: arguments.functions.map.clone(),
    };
    let setup = Setup::new(&letters, &arguments.style, arguments.alphabet.as_ref(), None)?;
    let found = grids((rows, columns), (one, other), &moduli, &setup.values, effort);
    Ok(found.map(|(first, second)| {
        let hash = moduli.iter().map(|&m| grid_hash(&first, (one, other), m).into()).collect();
        let shown = |rows: &[Vec<i64>]| Thing::Rows(rows.iter().map(|row| setup.shown(row)).collect());
        (shown(&first), shown(&second), hash)
    }))
}

/// How probable it is that two given different things collide, when the values or bases are random and secret.
fn bound(kind: FamilyKind, arguments: &Break, table: &[u64]) -> Option<f64> {
    let primes = moduli(arguments).into_iter().filter(|&m| is_prime(m)).map(|m| m.get() as f64);
    let product = |degree: f64| primes.map(|p| (degree / p).min(1.0)).reduce(|one, other| one * other);
    match kind {
        FamilyKind::Xor => {
            let bits = table.iter().map(|value| 64 - value.leading_zeros()).max().unwrap_or(0);
            Some((-f64::from(bits)).exp2())
        }
        FamilyKind::Sum if arguments.functions.modulus.is_empty() => None,
        FamilyKind::Sum => product(1.0),
        FamilyKind::Tree => None,
        FamilyKind::Grid => {
            let cells = (arguments.rows.unwrap_or(1) + arguments.columns.unwrap_or(1)).saturating_sub(2);
            product(cells as f64)
        }
    }
}

fn print(answer: &FamilyAnswer, common: &Common) -> Result<(), Failure> {
    let mut out = stdout();
    if common.json {
        json_line(&mut out, answer)?;
        return Ok(out.flush()?);
    }
    if let Some(reason) = &answer.reason {
        let what = if answer.impossible == Some(true) { "impossible" } else { "not found" };
        writeln!(out, "{what}: {reason}")?;
    }
    for thing in [&answer.first, &answer.second].into_iter().flatten() {
        match thing {
            Thing::Places(places) => {
                writeln!(out, "{}", places.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))?;
            }
            Thing::Rows(rows) => {
                rows.iter().try_for_each(|row| writeln!(out, "{row}"))?;
                writeln!(out)?;
            }
        }
    }
    if let Some(hash) = &answer.hash {
        let hashes: Vec<String> = hash.iter().map(u128::to_string).collect();
        writeln!(out, "hash {}; {}, verified by hashing", hashes.join(" "), answer.method)?;
    }
    if let Some(bound) = answer.bound {
        writeln!(
            out,
            "with random values that nobody knows, two given ones collide with probability at most {bound:.1e}"
        )?;
    }
    Ok(out.flush()?)
}
