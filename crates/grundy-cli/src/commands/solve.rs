//! `grundy solve GAME [POSITION...]`

use super::stream::{self, Text};
use super::{compare, exit_code, position_text, read_game_of, report, search};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::StopReason;
use grundy::ask::solve::method::{Method, solve_by};
use grundy::game::answer::Solved;
use grundy::game::position::{HeapReader, Position};
use grundy::game::text::shell::{arguments, quoted};
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, Rules};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// How long one position may take unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(600);

pub fn run(arguments: &Solve, common: &Common) -> Result<ExitCode, Failure> {
    let game = read_game_of(&arguments.game, arguments.loopy)?;
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    if arguments.report {
        return report::run(arguments, &game, convention, common);
    }
    if let Some(file) = &arguments.db {
        let kept = search::kept(arguments, file, &game, convention)?;
        return search::run(arguments, file, &game, kept, common);
    }
    if arguments.compare {
        return compare::run(arguments, &game, common);
    }
    let asked = Asked { convention, method: arguments.method, moves: !arguments.no_moves };
    if arguments.position == ["-"] {
        if game.ruleset().is_some_and(|rules| rules.arity() == 1) {
            return stream::run(common, HeapReader::default(), |heaps, out| {
                print_line(&answer_position(&game, Position::Heaps(heaps), asked, common)?, common, out)
            });
        }
        return stream::run(common, Text::default(), |line, out| {
            print_line(&answer_by(&game, &line, asked, common)?, common, out)
        });
    }
    let text = position_text(&game, &arguments.position);
    if text.is_empty() && !common.json {
        eprintln!("hint: no position given, so this is the empty position; {}", example(&game));
    }
    let solved = answer_by(&game, &text, asked, common)?;
    let mut out = stdout();
    print_whole(&solved, asked.moves, common, &mut out)?;
    out.flush()?;
    Ok(exit_code(solved.stop))
}

/// A command with a position, to be pasted as it stands.
fn example(game: &NamedGame) -> String {
    let asked = match &game.rules {
        Rules::Sum(parts) => {
            quoted(&parts.iter().map(|part| format!("{} 3", part.written)).collect::<Vec<_>>().join(" + "))
        }
        _ => {
            let known =
                game.info.as_ref().and_then(|info| info.positions.first()).map_or("3 4 5", String::as_str);
            format!("{} {}", quoted(&game.name), arguments(known))
        }
    };
    format!("`grundy solve {asked}`")
}

/// What is asked about each position.
#[derive(Clone, Copy)]
struct Asked {
    convention: Convention,
    method: Method,
    moves: bool,
}

/// The answer in one line, for streams.
pub fn print_line(solved: &Solved, common: &Common, out: &mut Out) -> Result<StopReason, Failure> {
    if common.json {
        json_line(out, solved)?;
    } else {
        one_line(solved, out)?;
    }
    Ok(solved.stop)
}

/// The answer, with its moves where they are wanted.
pub fn print_whole(solved: &Solved, moves: bool, common: &Common, out: &mut Out) -> Result<(), Failure> {
    if common.json {
        return json_line(out, solved);
    }
    Ok(several_lines(solved, moves, out)?)
}

/// Reads and solves one position.
pub fn answer(
    game: &NamedGame,
    text: &str,
    convention: Convention,
    common: &Common,
) -> Result<Solved, Failure> {
    answer_by(game, text, Asked { convention, method: Method::Auto, moves: true }, common)
}

/// Reads and solves one position by a method.
fn answer_by(game: &NamedGame, text: &str, asked: Asked, common: &Common) -> Result<Solved, Failure> {
    answer_position(game, parse(game, text)?, asked, common)
}

/// Reads a position; a mistake is shown with its text.
pub fn parse(game: &NamedGame, text: &str) -> Result<Position, Failure> {
    game.parse(text).map_err(|error| {
        let shown = if text.len() < 4000 { text.to_owned() } else { String::new() };
        Failure::Library(error, Some(shown).filter(|shown| !shown.is_empty()))
    })
}

/// Solves one position.
fn answer_position(
    game: &NamedGame,
    position: Position,
    Asked { convention, method, moves }: Asked,
    common: &Common,
) -> Result<Solved, Failure> {
    let budget = Budget::new(common, Some(PATIENCE)).listing(moves);
    Ok(budget.run(|limits| solve_by(game, position, method, &Question { convention, limits: *limits }))?)
}

/// The position, cut when it is long.
pub fn shown_position(solved: &Solved) -> String {
    match solved.position.len() {
        0 => "(empty)".to_owned(),
        1..=40 => solved.position.to_string(),
        count => format!("({count} components)"),
    }
}

/// Who wins, in words.
pub fn verdict(solved: &Solved) -> String {
    let winner = match solved.outcome {
        Outcome::N => "the first player wins (N)",
        Outcome::P => "the second player wins (P)",
        Outcome::D => "a draw (D)",
    };
    if let Some(score) = solved.score {
        return format!("{winner}, {} to {} points", score.first, score.second);
    }
    if let Some(loopy) = &solved.loopy {
        let value = loopy.value.as_ref().map_or(", misère play".to_owned(), |value| match value.finite() {
            Some(value) => format!(", Grundy value {value}"),
            None => format!(", loopy value {value}"),
        });
        let end = loopy.remoteness.map_or(String::new(), |moves| format!(", remoteness {moves}"));
        return format!("{winner}{value}{end}");
    }
    match (solved.grundy, solved.convention) {
        (Some(value), _) => format!("{winner}, Grundy value {value}"),
        (None, Convention::Misere) => format!("{winner}, misère play"),
        (None, Convention::Normal) => winner.to_owned(),
    }
}

fn one_line(solved: &Solved, out: &mut Out) -> std::io::Result<()> {
    write!(out, "{}", verdict(solved))?;
    if let Some((_, text)) = &solved.sample {
        write!(out, ": {}", cut(text))?;
    }
    match solved.winning_moves_total {
        Some(total) if total > 1 => writeln!(out, " and {} more", total - 1),
        _ => writeln!(out),
    }
}

/// A text short enough to be read; JSON has it whole.
fn cut(text: &str) -> String {
    const LONGEST: usize = 160;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

fn several_lines(solved: &Solved, wanted: bool, out: &mut Out) -> std::io::Result<()> {
    // A rule was just typed; a name is worth repeating.
    let name = if solved.game.contains(char::is_whitespace) { "" } else { &solved.game };
    let heading = format!("{name} {}", shown_position(solved));
    writeln!(out, "{}: {}", heading.trim_start(), bold(&verdict(solved)))?;
    if wanted {
        print_moves(solved, out)?;
    } else if solved.stop != StopReason::Done {
        writeln!(out, "value: not found ({})", solved.stop)?;
    }
    if !solved.line.is_empty() {
        let moves: Vec<String> = solved.line.iter().take(20).map(|found| cut(&found.text)).collect();
        let more = if solved.line.len() > moves.len() { "; ..." } else { "" };
        writeln!(out, "best play: {}{more}", moves.join("; "))?;
    }
    writeln!(out, "engine: {} ({})", solved.engine, solved.reason)
}

/// The winning moves, the best ones, or those that hold a draw.
fn print_moves(solved: &Solved, out: &mut Out) -> std::io::Result<()> {
    let total = solved.winning_moves_total;
    let heading = match (solved.outcome, solved.score) {
        (Outcome::P, _) => return Ok(()),
        (Outcome::D, _) if total == Some(0) => return Ok(()),
        (Outcome::D, _) => "moves that hold the draw",
        (Outcome::N, Some(_)) => "best moves",
        (Outcome::N, None) => "winning moves",
    };
    match total {
        Some(total) => writeln!(out, "{heading} ({total}):")?,
        None if solved.stop == StopReason::Done => writeln!(out, "{heading} (2^64 or more):")?,
        None => writeln!(out, "{heading} (not all counted: {}):", solved.stop)?,
    }
    let shown = &solved.winning_moves[..solved.winning_moves.len().min(20)];
    let texts: Vec<String> = shown.iter().map(|found| cut(&found.text)).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).min(40);
    for (found, text) in shown.iter().zip(&texts) {
        writeln!(out, "  {text:width$}   leaves {}", cut(&found.result))?;
    }
    if shown.is_empty() {
        match &solved.sample {
            Some((index, text)) => writeln!(out, "  component {}: {}", index + 1, cut(text))?,
            None if solved.stop != StopReason::Done => writeln!(out, "  none among those looked at")?,
            None => writeln!(out, "  none: without a move, misère play is won")?,
        }
    }
    let more = total.map_or(0, |total| total - shown.len() as u64);
    if more > 0 && !shown.is_empty() {
        writeln!(out, "  and {more} more (--json lists up to 1000)")?;
    }
    Ok(())
}
