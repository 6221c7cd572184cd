//! `grundy misere GAME`

use super::read_game;
use super::solve::PATIENCE;
use crate::args::{Common, Misere as Arguments};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::ask::files::Output;
use grundy::ask::{HeapGame, KindGame};
use grundy::ask::{explain_failure, stopped};
use grundy::engine::misere::heaps::{DEFAULT_LIMIT, DEFAULT_ORDER, Goal, MisereFinding, QuotientEnd, find};
use grundy::engine::misere::presentation::Presentation;
use grundy::engine::misere::system::{self, SystemQuotient};
use grundy::proof::certificate::quotient::QuotientCertificate;
use grundy::report::misere as report;
use grundy::value::Genus;
use grundy::{Limits, StopReason};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// Genera and classes shown in the terminal.
const MOST_SHOWN: usize = 40;

pub fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    let named = read_game(&arguments.game)?;
    let goal = Goal {
        limit: arguments.heaps.or(arguments.limit).unwrap_or(DEFAULT_LIMIT),
        exactly: arguments.heaps.is_some(),
        max_order: arguments
            .max_order
            .map_or(DEFAULT_ORDER, |order| usize::try_from(order).unwrap_or(usize::MAX)),
    };
    if let Some(kind) = named.on_kind("misère quotient", arguments.kind.as_deref())? {
        return of_kind(kind, &goal, arguments, common);
    }
    let game = named.on_heaps("misère quotient")?;
    let output = arguments.certificate.as_deref().map(Output::check).transpose()?;
    let budget = Budget::new(common, Some(PATIENCE));
    let found = budget.run(|limits| find(game.rules, &goal, limits));
    let found = found.map_err(|failure| explain_failure(Some(game.rules), failure))?;
    if found.heaps() == 0 {
        let reason =
            if let QuotientEnd::Stopped(reason) = found.end { reason } else { StopReason::PositionLimit };
        return Err(stopped(reason).into());
    }
    let genera = whatever_was_stopped(&budget, common, |limits| found.genera(limits));
    let shown = Presentation::of(&found.quotient);
    if let Some(output) = output {
        output.write(&QuotientCertificate::new(game.rules, &found).to_bytes())?;
    }
    let certificate = arguments.certificate.as_ref().map(|file| file.display().to_string());
    if common.json {
        let mut out = stdout();
        json_line(&mut out, &report::object(game, &found, &genera, &shown, certificate.as_deref()))?;
        out.flush()?;
    } else {
        print(game, &found, &genera, &shown)?;
    }
    Ok(code(found.end, arguments.heaps.is_some_and(|heaps| found.heaps() > heaps)))
}

/// How long the genera of what was found may take after a stop.
const LAST_WORD: Duration = Duration::from_millis(150);

/// The genera of the heaps that were found: they are quick compared with the search, so a stop that ended it leaves them a
/// moment. What takes longer is left out.
fn whatever_was_stopped<E>(
    budget: &Budget,
    common: &Common,
    genera: impl Fn(&Limits<'_>) -> Result<Vec<Genus>, E>,
) -> Vec<Genus> {
    let brief = Limits { memory: common.max_memory, ..Limits::within(LAST_WORD) };
    budget.run(&genera).or_else(|_| genera(&brief)).unwrap_or_default()
}

fn code(end: QuotientEnd, reached: bool) -> ExitCode {
    match end {
        QuotientEnd::Complete => ExitCode::SUCCESS,
        _ if reached => ExitCode::SUCCESS,
        QuotientEnd::Stopped(StopReason::Interrupted) => ExitCode::from(130),
        _ => ExitCode::from(3),
    }
}

/// The quotient of the kinds of a system.
fn of_kind(
    game: KindGame<'_>,
    goal: &Goal,
    arguments: &Arguments,
    common: &Common,
) -> Result<ExitCode, Failure> {
    if arguments.certificate.is_some() {
        let message = "quotients of several kinds of heaps have no certificates";
        return Err(Failure::input(message, Some("leave out `--certificate`")));
    }
    let budget = Budget::new(common, Some(PATIENCE));
    let found = budget.run(|limits| system::find(game.system, &[game.kind], goal, limits));
    let Some(found) = found.map_err(|failure| game.explain_failure(failure))? else {
        let message =
            format!("`{}` is no system of octal type, so its quotient is not worked out", game.name);
        return Err(Failure::input(message, Some("`grundy solve --misere` answers for its positions")));
    };
    if found.sizes() == 0 {
        let reason =
            if let QuotientEnd::Stopped(reason) = found.end { reason } else { StopReason::PositionLimit };
        return Err(stopped(reason).into());
    }
    let genera = whatever_was_stopped(&budget, common, |limits| found.genera(limits));
    let shown = Presentation::of(&found.quotient);
    if common.json {
        let mut out = stdout();
        json_line(&mut out, &report::system(game, &found, &genera, &shown))?;
        out.flush()?;
    } else {
        print_system(game, &found, &genera, &shown)?;
    }
    Ok(code(found.end, arguments.heaps.is_some_and(|heaps| found.sizes() > heaps)))
}

fn print_system(
    game: KindGame<'_>,
    found: &SystemQuotient,
    genera: &[Genus],
    shown: &Presentation,
) -> Result<(), Failure> {
    let mut out = stdout();
    let name = |(kind, size): (usize, u64)| format!("{}({size})", game.system.kinds()[kind].name());
    let last = found.sizes() - 1;
    let kind = match found.first_wild {
        None if found.is_complete() => "tame: its sums play like misère Nim".to_owned(),
        None => format!("tame up to size {last}; larger heaps may be wild"),
        Some(generator) => format!("wild; the first wild heap is {}", name(found.heap(generator))),
    };
    writeln!(out, "{}: {kind}", bold(game.name))?;
    let (order, lost) = (found.quotient.order(), found.quotient.p_portion().len());
    match &found.period {
        Some(period) => writeln!(
            out,
            "misère quotient: order {order}, {lost} lost; complete: Phi has period {} from size {} on, proved on sizes 0 to {last}",
            period.length, period.preperiod
        )?,
        None => writeln!(out, "misère quotient of sizes up to {last}: order {order}, {lost} lost; partial")?,
    }
    writeln!(out, "{shown}")?;
    let letters = shown.generators.iter().enumerate();
    let letters = letters.map(|(place, &generator)| {
        format!("{} = {}", Presentation::letter(place), name(found.heap(generator)))
    });
    if letters.len() > 0 {
        writeln!(out, "letters: {}", letters.collect::<Vec<_>>().join(", "))?;
    }
    let mut kinds = found.kinds.clone();
    kinds.sort_unstable();
    for kind in kinds {
        let word = game.system.kinds()[kind].name();
        let own: Vec<String> = found.of_kind(genera, kind).map(ToString::to_string).collect();
        if !own.is_empty() {
            writeln!(out, "genus of {word}(0), {word}(1), ...: {}", list(own.into_iter()))?;
        }
        let classes: Vec<u32> = found.of_kind(found.quotient.phi(), kind).copied().collect();
        let names = classes.iter().map(|&class| shown.names[class as usize].clone());
        writeln!(out, "Phi of {word}(0), {word}(1), ...: {}", list(names))?;
    }
    out.flush()?;
    tell_end(found.end, last);
    Ok(())
}

fn print(
    game: HeapGame<'_>,
    found: &MisereFinding,
    genera: &[Genus],
    shown: &Presentation,
) -> Result<(), Failure> {
    let mut out = stdout();
    let last = found.heaps() - 1;
    let kind = match found.first_wild {
        None if found.tameness_is_proved() => "tame: its sums play like misère Nim".to_owned(),
        None => format!("tame up to heap {last}; larger heaps may be wild"),
        Some(heap) => format!("wild; the first wild heap is {heap}"),
    };
    writeln!(out, "{}: {kind}", bold(game.name))?;
    if !genera.is_empty() {
        writeln!(out, "genus of heaps 0, 1, ...: {}", list(genera.iter().map(ToString::to_string)))?;
    }
    let (order, lost) = (found.quotient.order(), found.quotient.p_portion().len());
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
    if letters.len() > 0 {
        writeln!(out, "letters: {}", letters.collect::<Vec<_>>().join(", "))?;
    }
    let phi = found.quotient.phi().iter().map(|&class| shown.names[class as usize].clone());
    writeln!(out, "Phi of heaps 0, 1, ...: {}", list(phi))?;
    out.flush()?;
    tell_end(found.end, last);
    Ok(())
}

/// Says why there is no more.
fn tell_end(end: QuotientEnd, last: u64) {
    match end {
        QuotientEnd::Complete | QuotientEnd::Heaps => {}
        QuotientEnd::Order => eprintln!(
            "stopped: heap {} needs more elements than --max-order allows; the quotient may be infinite",
            last + 1
        ),
        QuotientEnd::Stuck => eprintln!("stopped: the method knows no way to heap {}", last + 1),
        QuotientEnd::Stopped(reason) => eprintln!("stopped: {reason}; heaps up to {last} were computed"),
    }
}

fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = if items.len() > MOST_SHOWN { " ..." } else { "" };
    let shown: Vec<String> = items.take(MOST_SHOWN).collect();
    format!("{}{more}", shown.join(" "))
}
