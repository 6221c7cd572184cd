//! `grundy explain GAME [POSITION...]`

use super::solve::{PATIENCE, answer};
use super::{exit_code, position_text, read_game_of};
use crate::args::{Common, Explain, PageFormat};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::Convention;
use grundy::StopReason;
use grundy::ask::explain::{Explanation, position, rule};
use grundy::report::{explain as report, printed};
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Explain, common: &Common) -> Result<ExitCode, Failure> {
    let game = read_game_of(&arguments.game, arguments.loopy)?;
    let mut stop = StopReason::Done;
    let mut title = game.name.clone();
    let (explanation, object) = if arguments.position.is_empty() && game.written().is_none() {
        let explanation = rule(&game);
        let object = report::rule(&game, &explanation);
        (explanation, object)
    } else {
        let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
        let solved = answer(&game, &position_text(&game, &arguments.position), convention, common)?;
        stop = solved.stop;
        title = format!("{title}: {}", solved.position);
        let argument = Budget::new(common, Some(PATIENCE)).run(|limits| position(&game, &solved, limits))?;
        let object = report::position(&solved, &argument);
        (argument, object)
    };
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &object)?;
    } else {
        match arguments.format {
            PageFormat::Text => print(&explanation, &mut out)?,
            PageFormat::Markdown => write!(out, "{}", printed::markdown(&title, &explanation))?,
            PageFormat::Latex => write!(out, "{}", printed::latex(&title, &explanation))?,
            PageFormat::Html => write!(out, "{}", printed::html(&title, &explanation))?,
        }
    }
    out.flush()?;
    Ok(exit_code(stop))
}

fn print(explanation: &Explanation, out: &mut impl Write) -> std::io::Result<()> {
    for (index, section) in explanation.sections.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", bold(&section.title))?;
        section.lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(())
}
