//! `grundy table GAME TEMPLATE --a 0..20 --b 0..30`

use super::picture::Canvas;
use super::solve::PATIENCE;
use super::{exit_code, read_game_of};
use crate::args::{Common, Table as Arguments, TableFormat};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::ask::family::What;
use grundy::ask::table::{PositionTable, TableGrid, VARIABLES, table};
use grundy::report::heat_map::HeatMap;
use grundy::report::table as report;
use grundy::rule::template::Template;
use grundy::{Convention, Error, NamedGame, Question, StopReason};
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    let game = read_game_of(&arguments.game, arguments.loopy)?;
    let template = Template::parse(&arguments.template.join(" "), &VARIABLES).map_err(Error::from)?;
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    let usual = if arguments.misere { What::Outcome } else { What::Value };
    let what = arguments.what.unwrap_or(usual);
    let (a, b) = (arguments.a.clone(), arguments.b.clone());
    let b = b.or_else(|| template.mentions("b").then_some(DEFAULT));
    let grid = TableGrid { template: &template, a: a.unwrap_or(DEFAULT), b };
    let canvas = Canvas::check(arguments.plot.as_deref())?;
    let budget = Budget::new(common, Some(PATIENCE));
    let found = budget.run(|limits| table(&game, &grid, what, &Question { convention, limits: *limits }))?;
    let drawn = canvas.is_some();
    if let Some(canvas) = canvas {
        let title = format!("{} {}: {}", game.name, template.text(), what.name());
        canvas.show_table(&HeatMap { title: &title, table: &found })?;
    }
    let format = if common.json { Some(TableFormat::Json) } else { arguments.format };
    if format.is_some() || arguments.lost || !drawn {
        print(arguments, &game, &template, &found, format.unwrap_or(TableFormat::Plain))?;
    }
    if !common.json
        && let Some(note) = report::absent_note(&found)
    {
        eprintln!("note: {note}");
    }
    if found.stop != StopReason::Done {
        eprintln!("stopped: {}; what is not known is left out", found.stop);
    }
    Ok(exit_code(found.stop))
}

/// The numbers of rows and columns unless told otherwise.
const DEFAULT: std::ops::RangeInclusive<u64> = 0..=20;

fn print(
    arguments: &Arguments,
    game: &NamedGame,
    template: &Template,
    found: &PositionTable,
    format: TableFormat,
) -> Result<(), Failure> {
    let mut out = stdout();
    match format {
        TableFormat::Json => report::write_json(&mut out, game, template, found, arguments.lost)?,
        TableFormat::Plain if arguments.lost => {
            for cell in found.lost() {
                let values: Vec<i128> = cell.iter().map(|&number| number.into()).chain([0]).collect();
                writeln!(out, "{}", template.fill(&values).unwrap_or_default())?;
            }
        }
        TableFormat::Csv if arguments.lost => {
            writeln!(out, "{}", VARIABLES[..if found.b.is_some() { 2 } else { 1 }].join(","))?;
            for cell in found.lost() {
                let numbers: Vec<String> = cell.iter().map(u64::to_string).collect();
                writeln!(out, "{}", numbers.join(","))?;
            }
        }
        TableFormat::Csv => report::write_csv(&mut out, found)?,
        TableFormat::Plain => report::write_text(&mut out, found)?,
    }
    Ok(out.flush()?)
}
