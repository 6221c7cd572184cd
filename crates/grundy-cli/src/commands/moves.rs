//! `grundy moves GAME POSITION`

use super::solve::{PATIENCE, parse};
use super::stream::{self, Text};
use super::{exit_code, position_text, read_game_of};
use crate::args::{Common, Moves as Arguments};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::ask::moves::{Choice, Survey, survey};
use grundy::game::text::shorten;
use grundy::report::moves as report;
use grundy::{Convention, NamedGame, Question, StopReason};
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    let game = read_game_of(&arguments.game, arguments.loopy)?;
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    if arguments.position == ["-"] {
        return stream::run(common, Text::default(), |line, out| {
            answer(&game, &line, convention, common, out)
        });
    }
    let mut out = stdout();
    let stop = answer(&game, &position_text(&game, &arguments.position), convention, common, &mut out)?;
    out.flush()?;
    Ok(exit_code(stop))
}

fn answer(
    game: &NamedGame,
    text: &str,
    convention: Convention,
    common: &Common,
    out: &mut Out,
) -> Result<StopReason, Failure> {
    let position = parse(game, text)?;
    let budget = Budget::new(common, Some(PATIENCE));
    let found = budget.run(|limits| survey(game, &position, &Question { convention, limits: *limits }))?;
    // Without an answer the moves are known and what they are worth is not.
    let stop = match found.solved {
        Some(_) => StopReason::Done,
        None => budget.stop_reason().unwrap_or(StopReason::PositionLimit),
    };
    if common.json {
        let object = report::survey(game, &position.to_string(), convention, &found);
        json_line(out, &report::stopped(object, stop))?;
    } else {
        print(game, &position.to_string(), &found, out)?;
        if stop != StopReason::Done {
            writeln!(out, "stopped: {stop}; who wins, and by which of these moves, is not decided")?;
        }
    }
    Ok(stop)
}

fn print(game: &NamedGame, position: &str, found: &Survey, out: &mut Out) -> Result<(), Failure> {
    let shown = |count: u64| if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
    let total = match found.total {
        Some(total) => shown(total),
        None => format!("{} of more moves", found.moves.len()),
    };
    let outcome = found.outcome().map_or(String::new(), |outcome| format!(", {outcome}"));
    let value = found.grundy.map_or(String::new(), |value| format!(", Grundy value {value}"));
    writeln!(out, "{} {}: {total}{outcome}{value}", bold(&game.name), shorten(position))?;
    let texts: Vec<String> = found.moves.iter().map(|choice| shorten(&choice.made.text)).collect();
    let results: Vec<String> = found.moves.iter().map(|choice| shorten(&choice.made.result)).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).min(40);
    let (wide, far) = (widest(&texts), widest(&results));
    for (choice, (text, result)) in found.moves.iter().zip(texts.iter().zip(&results)) {
        writeln!(out, "  {text:wide$}   leaves {result:far$}   {}", judged(choice))?;
    }
    Ok(())
}

/// What a move leads to, in words.
fn judged(choice: &Choice) -> String {
    let mut words = Vec::new();
    words.extend(choice.outcome.map(|outcome| outcome.to_string()));
    words.extend(choice.grundy.map(|value| format!("value {value}")));
    words.extend(choice.gain.map(|gain| format!("gains {gain}")));
    words.extend(choice.remoteness.map(|moves| format!("{moves} to the end")));
    words.extend(choice.winning.then(|| "wins".to_owned()));
    words.join(", ")
}
