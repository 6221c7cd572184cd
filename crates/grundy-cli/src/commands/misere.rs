//! `grundy misere GAME`

use super::read_game;
use super::solve::PATIENCE;
use crate::args::{Common, Misere as Arguments};
use crate::budget::Budget;
use crate::checkpoint::write_whole;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::catalogue::HeapGame;
use grundy::certificate::quotient::QuotientCertificate;
use grundy::limits::StopReason;
use grundy::misere::heaps::{DEFAULT_LIMIT, DEFAULT_ORDER, End, Finding, Goal, find};
use grundy::misere::presentation::Presentation;
use grundy::solve::{explain_failure, stopped};
use grundy::value::Genus;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// Genera and classes shown in the terminal.
const MOST_SHOWN: usize = 40;

pub fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    let named = read_game(&arguments.game)?;
    let game = named.on_heaps("misère quotient")?;
    let goal = Goal {
        limit: arguments.heaps.or(arguments.limit).unwrap_or(DEFAULT_LIMIT),
        exactly: arguments.heaps.is_some(),
        max_order: arguments
            .max_order
            .map_or(DEFAULT_ORDER, |order| usize::try_from(order).unwrap_or(usize::MAX)),
    };
    let budget = Budget::new(common, Some(PATIENCE));
    let found = budget.run(|limits| find(game.rules, &goal, limits));
    let found = found.map_err(|failure| explain_failure(game.rules, failure))?;
    if found.heaps() == 0 {
        let reason = if let End::Stopped(reason) = found.end { reason } else { StopReason::PositionLimit };
        return Err(stopped(reason).into());
    }
    // What the search had no time for is left out.
    let genera = budget.run(|limits| found.genera(limits)).unwrap_or_default();
    let shown = Presentation::of(&found.quotient);
    if let Some(file) = &arguments.certificate {
        write_whole(file, &QuotientCertificate::new(game.rules, &found).to_bytes())?;
    }
    let certificate = arguments.certificate.as_ref().map(|file| file.display().to_string());
    if common.json {
        print_json(game, &found, &genera, &shown, certificate)?;
    } else {
        print(game, &found, &genera, &shown)?;
    }
    let reached = arguments.heaps.is_some_and(|heaps| found.heaps() > heaps);
    Ok(match found.end {
        End::Complete => ExitCode::SUCCESS,
        _ if reached => ExitCode::SUCCESS,
        End::Stopped(StopReason::Interrupted) => ExitCode::from(130),
        _ => ExitCode::from(3),
    })
}

fn print_json(
    game: HeapGame<'_>,
    found: &Finding,
    genera: &[Genus],
    shown: &Presentation,
    certificate: Option<String>,
) -> Result<(), Failure> {
    let Finding { quotient, period, end, first_wild, work, .. } = found;
    let phi: Vec<&str> = quotient.phi().iter().map(|&class| shown.names[class as usize].as_str()).collect();
    let letter =
        |(place, heap): (usize, &usize)| json!({ "name": Presentation::letter(place), "heap": heap });
    let object = json!({
        "schema": 1,
        "game": game.name,
        "rule": game.rules.text(),
        "convention": "misere",
        "tame": first_wild.is_none(),
        "tame_proved": found.tameness_is_proved(),
        "first_wild": first_wild,
        "genus": genera,
        "quotient": {
            "order": quotient.order(),
            "p_size": quotient.lost().len(),
            "complete": found.is_complete(),
            "period": period.as_ref().map(|period| period.length),
            "preperiod": period.as_ref().map(|period| period.preperiod),
            "phi": phi,
            "p": shown.lost,
        },
        "generators": shown.generators.iter().enumerate().map(letter).collect::<Vec<_>>(),
        "relations": shown.equations(),
        "status": if found.is_complete() { "proved" } else { "partial" },
        "heaps": found.heaps() - 1,
        "end": end_word(*end),
        "suspected_infinite": *end == End::Order,
        "work": work,
        "certificate": certificate,
    });
    let mut out = stdout();
    json_line(&mut out, &object)?;
    Ok(out.flush()?)
}

fn end_word(end: End) -> String {
    match end {
        End::Complete => "complete".to_owned(),
        End::Heaps => "heaps".to_owned(),
        End::Order => "order".to_owned(),
        End::Stuck => "stuck".to_owned(),
        End::Stopped(reason) => reason.to_string(),
    }
}

fn print(game: HeapGame<'_>, found: &Finding, genera: &[Genus], shown: &Presentation) -> Result<(), Failure> {
    let mut out = stdout();
    let last = found.heaps() - 1;
    let kind = match found.first_wild {
        None if found.tameness_is_proved() => "tame: its sums play like misère Nim".to_owned(),
        None => format!("tame up to heap {last}; larger heaps may be wild"),
        Some(heap) => format!("wild; the first wild heap is {heap}"),
    };
    writeln!(out, "{}: {kind}", bold(game.name))?;
    writeln!(out, "genus of heaps 0, 1, ...: {}", list(genera.iter().map(ToString::to_string)))?;
    let (order, lost) = (found.quotient.order(), found.quotient.lost().len());
    match &found.period {
        Some(period) => writeln!(
            out,
            "misère quotient: order {order}, {lost} lost; complete: Phi has period {} from heap {} on, proved on heaps 0 to {last}",
            period.length, period.preperiod
        )?,
        None => writeln!(out, "misère quotient of heaps up to {last}: order {order}, {lost} lost; partial")?,
    }
    writeln!(out, "{shown}")?;
    let letters = shown.generators.iter().enumerate();
    let letters = letters.map(|(place, heap)| format!("{} = heap {heap}", Presentation::letter(place)));
    writeln!(out, "letters: {}", letters.collect::<Vec<_>>().join(", "))?;
    let phi = found.quotient.phi().iter().map(|&class| shown.names[class as usize].clone());
    writeln!(out, "Phi of heaps 0, 1, ...: {}", list(phi))?;
    out.flush()?;
    match found.end {
        End::Complete | End::Heaps => {}
        End::Order => eprintln!(
            "stopped: heap {} needs more elements than --max-order allows; the quotient may be infinite",
            last + 1
        ),
        End::Stuck => eprintln!("stopped: the method knows no way to heap {}", last + 1),
        End::Stopped(reason) => eprintln!("stopped: {reason}; heaps up to {last} were computed"),
    }
    Ok(())
}

fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = if items.len() > MOST_SHOWN { " ..." } else { "" };
    let shown: Vec<String> = items.take(MOST_SHOWN).collect();
    format!("{}{more}", shown.join(" "))
}
