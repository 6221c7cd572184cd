//! `grundy solve GAME POSITION --report`: every position that can be reached, solved in memory and counted.

use super::position_text;
use super::tablebase::{SHOWN, print_winning, verdict};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::commands::solve::{PATIENCE, parse};
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::ask::tablebase;
use grundy::engine::graph::implicit::Report;
use grundy::report::tablebase::{TablebaseAnswer, branching};
use grundy::{Convention, Error, NamedGame};
use std::io::{self, Write};
use std::process::ExitCode;

pub fn run(
    arguments: &Solve,
    game: &NamedGame,
    convention: Convention,
    common: &Common,
) -> Result<ExitCode, Failure> {
    if arguments.position == ["-"] {
        return Err(no_report().into());
    }
    let position = parse(game, &position_text(game, &arguments.position))?;
    let solved = Budget::new(common, Some(PATIENCE))
        .run(|limits| tablebase::report(game, &position, convention, limits));
    let (found, report) = solved.map_err(|unsolved| unsolved.explain(game))?;
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &TablebaseAnswer::with_report(game, convention, &found, report))?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = if game.name.contains(char::is_whitespace) { "" } else { &game.name };
    let heading = format!("{name} {}", found.position);
    writeln!(out, "{}: {}", heading.trim_start(), bold(&verdict(&found)))?;
    print_winning(&found, &mut out)?;
    if !found.line.is_empty() {
        let steps: Vec<&str> = found.line.iter().take(SHOWN).map(|step| step.text.as_str()).collect();
        let more = if found.line.len() > SHOWN { "; ..." } else { "" };
        writeln!(out, "best play: {}{more}", steps.join("; "))?;
    }
    print_report(&report, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn print_report(report: &Report, out: &mut Out) -> io::Result<()> {
    let Report { positions, moves, widest, levels, wins, losses, draws, longest_win } = report;
    writeln!(out, "positions: {positions}; won {wins}, lost {losses}, drawn {draws}")?;
    writeln!(out, "moves: {moves}; {:.2} a position, {widest} at most", branching(report))?;
    if let Some(longest) = longest_win {
        writeln!(out, "longest win: {longest} moves")?;
    }
    writeln!(out, "positions by remoteness:")?;
    for (level, count) in levels.iter().enumerate() {
        writeln!(out, "  {level:>4}  {count}")?;
    }
    Ok(())
}

/// A mistake of arguments: a report is about one start.
fn no_report() -> Error {
    Error::game("a report is about one start, not about lines of standard input", None)
}
