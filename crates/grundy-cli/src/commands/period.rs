//! `grundy period GAME [--limit N]`

use super::picture::Canvas;
use super::solve::PATIENCE;
use super::{exit_code, family, read_game};
use crate::args::{Common, Period as Arguments};
use crate::budget::Budget;
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::ask::explain_failure;
use grundy::ask::files::Output;
use grundy::ask::{Heading, HeapGame, KindGame};
use grundy::engine::heap::period::{PeriodFinding, default_limit, find_from};
use grundy::engine::heap::run::Run;
use grundy::engine::heap::terms::Terms;
use grundy::engine::system::period as system_period;
use grundy::proof::certificate::certify;
use grundy::proof::certificate::system::SystemCertificate;
use grundy::report::period::{self as report, Exceptions};
use grundy::report::plot::Plot;
use grundy::{Limits, Pulse, StopReason};
use std::io::Write;
use std::process::ExitCode;

/// Exceptions listed in the terminal unless all are asked for.
const MOST_SHOWN: usize = 20;

pub fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    let named = read_game(&arguments.game)?;
    let template = family::template(&arguments.template)?;
    let single = || named.rules.system().is_some() || named.on_heaps("period").is_ok();
    if let Some(template) = template.filter(|template| !template.is_bare() || !single()) {
        return family::period(&named, &template, arguments, common);
    }
    if let Some(kind) = named.on_kind("period", arguments.kind.as_deref())? {
        return of_kind(kind, arguments, common);
    }
    let game = named.on_heaps("period")?;
    let limit = arguments.limit.unwrap_or_else(|| default_limit(game.rules));
    let certificate = arguments.certificate.as_deref().map(Output::check).transpose()?;
    let canvas = Canvas::check(arguments.plot.as_deref())?;
    let budget = Budget::new(common, Some(PATIENCE));
    let mut checkpoint = match &arguments.checkpoint {
        Some(folder) => Some(Checkpoint::open(folder, game.rules.text())?),
        None => None,
    };
    let finding = search(game, limit, &budget, checkpoint.as_mut())?;
    let finding = finding.map_err(|failure| explain_failure(Some(game.rules), failure))?;
    if let Some(file) = certificate
        && finding.proved()
    {
        budget.run(|limits| write_certificate(game, &finding, file, limits))?;
    }
    show(game.into(), &finding, canvas, arguments, common)
}

/// The period of a kind of a system.
fn of_kind(game: KindGame<'_>, arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    if arguments.checkpoint.is_some() {
        return Err(Failure::input("systems of several kinds have no checkpoints", None));
    }
    let limit = arguments.limit.unwrap_or_else(|| system_period::default_limit(game.system));
    let certificate = arguments.certificate.as_deref().map(Output::check).transpose()?;
    let canvas = Canvas::check(arguments.plot.as_deref())?;
    let budget = Budget::new(common, Some(PATIENCE));
    let found = budget.run(|limits| system_period::find(game.system, game.kind, limit, limits));
    let found = found.map_err(|failure| game.explain_failure(failure))?;
    if let (Some(file), Some(claim)) = (certificate, SystemCertificate::new(game.system, game.kind, &found)) {
        file.write(&claim.to_bytes())?;
    }
    show(game.into(), &found.own, canvas, arguments, common)
}

/// Prints and draws what was found.
fn show(
    game: Heading<'_>,
    finding: &PeriodFinding<'_>,
    canvas: Option<Canvas>,
    arguments: &Arguments,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let listed = if arguments.exceptions { usize::MAX } else { MOST_SHOWN };
    let exceptions = Exceptions::of(finding, listed);
    if let Some(canvas) = canvas {
        draw(game, finding, canvas)?;
    }
    if common.json {
        print_json(game, finding, exceptions.as_ref(), arguments)?;
    } else {
        print(game, finding, exceptions.as_ref(), arguments)?;
    }
    if arguments.certificate.is_some() && !finding.proved() && !common.json {
        eprintln!("no certificate was written: nothing is proved");
    }
    if finding.stop != StopReason::Done && !common.json {
        eprintln!("stopped: {}; heaps below {} were computed", finding.stop, finding.computed);
    }
    Ok(match finding.stop {
        StopReason::Done if finding.proved() => ExitCode::SUCCESS,
        StopReason::Done => ExitCode::from(1),
        stop => exit_code(stop),
    })
}

/// Looks for the period, keeping the values in the checkpoint, if there is one, as they come.
fn search<'a>(
    game: HeapGame<'a>,
    limit: u64,
    budget: &Budget,
    mut checkpoint: Option<&mut Checkpoint>,
) -> Result<Result<PeriodFinding<'a>, grundy::Failure>, Failure> {
    let run = match &checkpoint {
        Some(known) if known.count() > 0 => Run::restore(game.rules, *known),
        _ => Run::new(game.rules),
    };
    let mut unwritten = None;
    let finding = budget.run(|limits| {
        find_from(game.rules, run, limit, limits, &mut |run| {
            budget.report(&run.status(), limit.saturating_add(1));
            unwritten = checkpoint.as_mut().and_then(|checkpoint| checkpoint.save(run, false).err());
            match unwritten {
                Some(_) => Err(StopReason::Interrupted.into()),
                None => Ok(()),
            }
        })
    });
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    if let (Some(checkpoint), Some(terms)) =
        (checkpoint, finding.as_ref().ok().and_then(PeriodFinding::terms))
    {
        checkpoint.save(terms, true)?;
    }
    Ok(finding)
}

/// Most values of a picture.
const MOST_DRAWN: u64 = 100_000_000;

/// Draws one period, from its first heap on.
fn draw(game: Heading<'_>, finding: &PeriodFinding<'_>, canvas: Canvas) -> Result<(), Failure> {
    let (Some(period), Some(terms)) = (&finding.period, finding.terms()) else {
        return Err(Failure::input("there is no period of computed values to draw", None));
    };
    let count = period.length.min(MOST_DRAWN).min(terms.count().saturating_sub(period.preperiod));
    let mut values = vec![0; count as usize];
    terms.read(period.preperiod, &mut values);
    let title = format!("One period of {}: {} heaps from {} on", game.name, period.length, period.preperiod);
    canvas.show(&Plot { title: &title, axis: "g(n)", first: period.preperiod, values: &values })
}

/// Makes the certificate and writes it.
fn write_certificate(
    game: HeapGame<'_>,
    finding: &PeriodFinding<'_>,
    file: Output,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let found = certify(game.rules, finding, &mut Pulse::new(limits))
        .map_err(|reason| explain_failure(Some(game.rules), reason.into()))?;
    let Some(certificate) = found else {
        let message =
            "this period has no certificate: its proof is a formula, or the list of values would be too long";
        return Err(Failure::input(message, Some("the period is printed without `--certificate`")));
    };
    Ok(file.write(&certificate.to_bytes())?)
}

fn print_json(
    game: Heading<'_>,
    finding: &PeriodFinding<'_>,
    exceptions: Option<&Exceptions>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let file = arguments.certificate.as_ref().filter(|_| finding.proved());
    let file = file.map(|file| file.display().to_string());
    let object = report::object(game, finding, exceptions, arguments.exceptions, file.as_deref());
    let mut out = stdout();
    json_line(&mut out, &object)?;
    Ok(out.flush()?)
}

fn print(
    game: Heading<'_>,
    finding: &PeriodFinding<'_>,
    exceptions: Option<&Exceptions>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let mut out = stdout();
    let name = match game.kind {
        Some(kind) => format!("{}, {kind}", bold(game.name)),
        None => bold(game.name),
    };
    let reached = finding.computed.saturating_sub(1);
    let Some(period) = &finding.period else {
        match &finding.theorem {
            Some(theorem) => writeln!(out, "{name}: no period ({theorem})")?,
            None => writeln!(out, "{name}: no period found up to heap {reached}")?,
        }
        writeln!(out, "engine: {}", finding.engine)?;
        return Ok(out.flush()?);
    };
    let kind = if period.saltus == 0 { "period" } else { "arithmetic period" };
    let proved = if finding.proved() { "proved" } else { "seen, not proved" };
    writeln!(out, "{name}: {kind} {} from heap {} on, {proved}", period.length, period.preperiod)?;
    if period.saltus > 0 {
        writeln!(out, "saltus: {} (what each period adds to the values)", period.saltus)?;
    }
    if let Some(exceptions) = exceptions.filter(|exceptions| exceptions.total > 0) {
        let list: Vec<String> = exceptions.list.iter().map(u64::to_string).collect();
        let more = if exceptions.total > exceptions.list.len() as u64 { " ..." } else { "" };
        writeln!(out, "exceptions: {} ({}{more})", exceptions.total, list.join(" "))?;
    }
    match &finding.theorem {
        Some(theorem) if finding.computed > 0 => {
            writeln!(out, "proof: {theorem}, on the values of heaps 0 to {reached}")?;
        }
        Some(theorem) => writeln!(out, "proof: {theorem}")?,
        None => writeln!(
            out,
            "seen at least three times in a row, up to heap {reached}; no theorem was met that makes it certain"
        )?,
    }
    writeln!(out, "engine: {}", finding.engine)?;
    if let Some(file) = arguments.certificate.as_ref().filter(|_| finding.proved()) {
        writeln!(out, "certificate: {}", file.display())?;
    }
    Ok(out.flush()?)
}
