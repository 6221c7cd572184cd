//! One pair of texts against a list of bases, from a file or from seeds.

use super::Found;
use super::stopped;
use crate::args::Common;
use crate::args::hash::Break;
use crate::commands::hash::input::text;
use crate::commands::hash::report::{BreakAnswer, FunctionList, Parameters, Seeded};
use crate::commands::hash::setup::{LISTED, Setup};
use crate::failure::Failure;
use grundy::{Limits, StopReason};
use polyhash::attack::wild::{self, Ask};
use polyhash::attack::{Collision, Effort, Outcome, many_functions};
use polyhash::dialect::Order;
use polyhash::{Modulus, PolyHash};

/// The bases of a file or of seeds, put in the place of the functions; the seeds of each.
pub(super) fn list(
    arguments: &Break,
    setup: &mut Setup,
    common: &Common,
) -> Result<Option<Vec<Option<u64>>>, Failure> {
    let moduli: Vec<Modulus> = arguments.functions.modulus.clone();
    let moduli = if moduli.is_empty() { vec![PolyHash::lecture().modulus()] } else { moduli };
    let mut seeds = Vec::new();
    let mut functions = Vec::new();
    if let Some(path) = &arguments.bases {
        let text = text(path, common)?;
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

/// One pair against a list of functions.
pub(super) fn many_bases(
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
