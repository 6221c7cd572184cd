//! `grundy seq GAME TEMPLATE` and `grundy period GAME TEMPLATE`: families of positions.

use super::exit_code;
use super::picture::Canvas;
use super::seq::npy_header;
use super::solve::PATIENCE;
use crate::args::{Common, Format, Period, Picture, Seq};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::ask::family::{FamilyEntry, What};
use grundy::ask::guess::periodic::{EventualPeriod, eventual_period};
use grundy::ask::sequence::{FamilySequence, FamilyTerms, VARIABLE, sequence};
use grundy::report::plot::Plot;
use grundy::report::{period as period_report, table as report};
use grundy::rule::template::Template;
use grundy::value::Outcome;
use grundy::{Convention, Error, NamedGame, Question, StopReason};
use std::io::Write;
use std::process::ExitCode;

/// The template of words, if there are any.
pub fn template(words: &[String]) -> Result<Option<Template>, Failure> {
    if words.is_empty() {
        return Ok(None);
    }
    Ok(Some(Template::parse(&words.join(" "), &[VARIABLE]).map_err(Error::from)?))
}

/// The terms of a family, and the words that say why there are no more.
struct Family<'a> {
    game: &'a NamedGame,
    template: &'a Template,
    convention: Convention,
    found: FamilySequence,
}

impl<'a> Family<'a> {
    fn ask(
        game: &'a NamedGame,
        terms: &FamilyTerms<'a>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Family<'a>, Failure> {
        let what = if convention == Convention::Misere { What::Outcome } else { What::Value };
        let found =
            budget.run(|limits| sequence(game, terms, what, &Question { convention, limits: *limits }))?;
        Ok(Family { game, template: terms.template, convention, found })
    }

    fn entries(&self) -> &[FamilyEntry] {
        &self.found.answers.entries
    }

    fn indexed(&self) -> impl Iterator<Item = (u64, &FamilyEntry)> {
        (self.found.first..).zip(self.entries())
    }

    /// Says that there are fewer terms than were asked for.
    fn tell_stop(&self) {
        let (stop, shown) = (self.found.answers.stop, self.found.first + self.entries().len() as u64);
        if stop == StopReason::Done {
            return;
        }
        match self.entries().is_empty() {
            true => eprintln!("stopped: {stop}; no values are shown"),
            false => eprintln!("stopped: {stop}; values for {VARIABLE} below {shown} are shown"),
        }
    }
}

pub fn seq(
    game: &NamedGame,
    template: &Template,
    arguments: &Seq,
    common: &Common,
) -> Result<ExitCode, Failure> {
    if arguments.checkpoint.is_some() || arguments.picture == Picture::Rare {
        let message = "checkpoints and rare heaps are for the heaps of a rule, without a template";
        return Err(Failure::input(message, Some("`grundy seq GAME` without a template")));
    }
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    let canvas = Canvas::check(arguments.plot.as_deref())?;
    let budget = Budget::new(common, None);
    let terms = FamilyTerms { template, first: arguments.from, count: arguments.count };
    let family = Family::ask(game, &terms, convention, &budget)?;
    let format = if common.json { Some(Format::Json) } else { arguments.format };
    if arguments.from.is_none() && family.found.first > 0 && !common.json {
        eprintln!(
            "note: the first position of this family is the one for {VARIABLE} = {}",
            family.found.first
        );
    }
    if let Some(canvas) = canvas {
        draw(&family, canvas)?;
    }
    if format.is_some() || arguments.plot.is_none() {
        let mut out = stdout();
        print(&family, format.unwrap_or(Format::Plain), &mut out)?;
        out.flush()?;
    }
    family.tell_stop();
    Ok(exit_code(family.found.answers.stop))
}

fn print(family: &Family<'_>, format: Format, out: &mut Out) -> Result<(), Failure> {
    let texts = || family.entries().iter().map(ToString::to_string);
    match format {
        Format::Plain if family.entries().is_empty() => {}
        Format::Plain => writeln!(out, "{}", texts().collect::<Vec<_>>().join(" "))?,
        Format::Values => texts().try_for_each(|text| writeln!(out, "{text}"))?,
        Format::Bfile => family.indexed().try_for_each(|(n, entry)| writeln!(out, "{n} {entry}"))?,
        Format::Csv => {
            let what = if family.convention == Convention::Misere { "outcome" } else { "grundy" };
            writeln!(out, "{VARIABLE},{what}")?;
            family.indexed().try_for_each(|(n, entry)| writeln!(out, "{n},{entry}"))?;
        }
        Format::Json => {
            json_line(
                out,
                &report::sequence(family.game, family.template, family.convention, &family.found),
            )?;
        }
        Format::Npy | Format::Raw => {
            let numbers = numbers(family)?;
            if format == Format::Npy {
                npy_header(out, numbers.len() as u64, 8)?;
            }
            numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
        }
    }
    Ok(())
}

/// The terms as whole numbers; outcomes have none.
fn numbers(family: &Family<'_>) -> Result<Vec<u64>, Failure> {
    let numbers: Option<Vec<u64>> = family.entries().iter().map(FamilyEntry::number).collect();
    numbers.ok_or_else(|| {
        Failure::input("only Grundy values are written in this format", Some("`--format csv`, or `--json`"))
    })
}

fn draw(family: &Family<'_>, canvas: Canvas) -> Result<(), Failure> {
    let height = |entry: &FamilyEntry| match entry {
        FamilyEntry::Outcome(Outcome::P) => Some(0),
        FamilyEntry::Outcome(Outcome::N) => Some(1),
        FamilyEntry::Outcome(Outcome::D) => Some(2),
        other => other.number().and_then(|number| u32::try_from(number).ok()),
    };
    let values: Option<Vec<u32>> = family.entries().iter().map(height).collect();
    let Some(values) = values else {
        return Err(Failure::input("only outcomes and whole numbers up to 2^32 can be drawn", None));
    };
    let (title, axis) = match family.convention {
        Convention::Normal => {
            (format!("Grundy values of {} {}", family.game.name, family.template.text()), "g(n)")
        }
        Convention::Misere => {
            (format!("Misère outcomes of {} {}", family.game.name, family.template.text()), "0 = P, 1 = N")
        }
    };
    canvas.show(&Plot { title: &title, axis, first: family.found.first, values: &values })
}

/// FamilyTerms of a family that are looked at for a period unless told otherwise.
const DEFAULT_LIMIT: u64 = 100;

/// The period of a family, which is seen and not proved.
pub fn period(
    game: &NamedGame,
    template: &Template,
    arguments: &Period,
    common: &Common,
) -> Result<ExitCode, Failure> {
    if arguments.certificate.is_some() || arguments.checkpoint.is_some() || arguments.plot.is_some() {
        let message =
            "certificates, checkpoints and pictures are for the heaps of a rule, without a template";
        return Err(Failure::input(message, Some("`grundy period GAME` without a template")));
    }
    let count = arguments.limit.unwrap_or(DEFAULT_LIMIT).saturating_add(1);
    let budget = Budget::new(common, Some(PATIENCE));
    let terms = FamilyTerms { template, first: None, count };
    let family = Family::ask(game, &terms, Convention::Normal, &budget)?;
    let values: Option<Vec<i128>> =
        family.entries().iter().map(|entry| entry.number().map(i128::from)).collect();
    let values = values.ok_or_else(|| Failure::input("only Grundy values have a period", None))?;
    let seen = eventual_period(&values).filter(|seen| seen.saltus >= 0 && seen.repeats(values.len()) >= 3);
    let mut out = stdout();
    if common.json {
        let answers = &family.found.answers;
        let object = period_report::observed(
            game,
            template.text(),
            (family.found.first, values.len() as u64),
            seen.as_ref(),
            (answers.engine, answers.stop),
        );
        json_line(&mut out, &object)?;
    } else {
        print_period(&family, seen.as_ref(), &mut out)?;
    }
    out.flush()?;
    if !common.json {
        family.tell_stop();
    }
    Ok(match family.found.answers.stop {
        StopReason::Done => ExitCode::from(1),
        stop => exit_code(stop),
    })
}

fn print_period(family: &Family<'_>, seen: Option<&EventualPeriod>, out: &mut Out) -> Result<(), Failure> {
    let name = bold(&format!("{} {}", family.game.name, family.template.text()));
    let first = family.found.first;
    let last = (first + family.entries().len() as u64).saturating_sub(1);
    match seen {
        None => writeln!(out, "{name}: no period found up to {VARIABLE} = {last}")?,
        Some(seen) => {
            let kind = if seen.saltus == 0 { "period" } else { "arithmetic period" };
            let from = first + seen.preperiod as u64;
            writeln!(out, "{name}: {kind} {} from {VARIABLE} = {from} on, observed", seen.length)?;
            if seen.saltus != 0 {
                writeln!(out, "saltus: {} (what each period adds to the values)", seen.saltus)?;
            }
            writeln!(out, "seen up to {VARIABLE} = {last}; no theorem was met that makes it certain")?;
        }
    }
    Ok(writeln!(out, "engine: {}", family.found.answers.engine)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_of_several_words_is_one_text() {
        let words = ["3".to_owned(), "{n}".to_owned()];
        let read = template(&words).ok().flatten().expect("a template");
        assert_eq!(read.fill(&[4]).as_deref(), Some("3 4"));
    }
}
