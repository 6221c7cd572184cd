//! `grundy solve GAME POSITION --compare`: every method that can serve answers, and all must say the same.

use super::position_text;
use super::solve::{parse, shown_position, verdict};
use crate::args::{Common, Solve};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{Out, bold, json_line, stdout};
use grundy::ask::solve::method::{Method, attempt};
use grundy::game::answer::Solved;
use grundy::game::position::Position;
use grundy::report::comparison::{Comparison, MethodAnswer};
use grundy::{Error, NamedGame, Question};
use grundy::{Limits, StopReason};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// How long each method may take unless told otherwise.
const EACH: Duration = Duration::from_secs(20);

pub fn run(arguments: &Solve, game: &NamedGame, common: &Common) -> Result<ExitCode, Failure> {
    if arguments.position == ["-"] {
        return Err(Failure::input("`--compare` is about one position", Some("give it instead of `-`")));
    }
    let position = parse(game, &position_text(game, &arguments.position))?;
    let time = common.max_time.map_or(EACH, |time| time / Method::ALL.len() as u32);
    let (rows, first) = ask_all(game, &position, |work| Budget::lasting(common, time).run(work))?;
    let comparison = Comparison::new(game, &position, first.as_ref(), rows);
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &comparison)?;
    } else {
        table(&comparison, first.as_ref(), &mut out)?;
    }
    out.flush()?;
    Ok(exit_code(&comparison))
}

/// Asks every method that can serve; the first answer is what the others are held against.
fn ask_all(
    game: &NamedGame,
    position: &Position,
    run: impl Fn(&dyn Fn(&Limits<'_>) -> Attempt) -> Attempt,
) -> Result<(Vec<MethodAnswer>, Option<Solved>), Failure> {
    let (mut rows, mut first) = (Vec::new(), None);
    for method in Method::ALL {
        let found = run(&|limits| {
            let question = Question { limits: *limits, ..Question::default() };
            attempt(game, position.clone(), method, &question)
        });
        match found {
            Ok(None) => {}
            Ok(Some(solved)) => {
                rows.push(MethodAnswer::answered(method, &solved, first.as_ref()));
                first.get_or_insert(solved);
            }
            Err(Error::Stopped { reason, .. }) => rows.push(MethodAnswer::stopped(method, reason)),
            Err(error) => return Err(error.into()),
        }
        if rows.last().is_some_and(|row| row.stop == StopReason::Interrupted) {
            break;
        }
    }
    Ok((rows, first))
}

/// What a method says, if it can serve.
type Attempt = Result<Option<Solved>, Error>;

/// A contradiction is a no; a method that was stopped has said nothing.
fn exit_code(comparison: &Comparison<'_>) -> ExitCode {
    let stop = |reason| comparison.methods.iter().any(|row| row.stop == reason);
    ExitCode::from(match () {
        () if !comparison.agreed => 1,
        () if stop(StopReason::Interrupted) => 130,
        () if comparison.methods.iter().any(|row| row.agreed.is_none()) => 3,
        () => 0,
    })
}

fn summary(comparison: &Comparison<'_>) -> String {
    let answered = comparison.methods.iter().filter(|row| row.agreed.is_some()).count();
    let silent = match comparison.methods.len() - answered {
        0 => String::new(),
        count => format!(", {count} stopped"),
    };
    let agree = if comparison.agreed { "agree" } else { "DISAGREE" };
    format!("{answered} methods {agree}{silent}")
}

fn table(comparison: &Comparison<'_>, first: Option<&Solved>, out: &mut Out) -> std::io::Result<()> {
    if let Some(first) = first {
        writeln!(out, "{} {}: {}", comparison.game, shown_position(first), bold(&verdict(first)))?;
    }
    writeln!(out, "{:14}{:14}{:>8}{:>10}{:>14}", "method", "engine", "value", "winning", "work")?;
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    for row in &comparison.methods {
        let engine = row.engine.as_deref().unwrap_or("-");
        let (value, moves) = (number(row.grundy), number(row.winning_moves_total));
        let (method, work) = (row.method, number(row.work));
        let remark = match row.agreed {
            Some(true) => String::new(),
            Some(false) => "  disagrees".to_owned(),
            None => format!("  {}", row.stop),
        };
        writeln!(out, "{method:14}{engine:14}{value:>8}{moves:>10}{work:>14}{remark}")?;
    }
    writeln!(out, "{}", summary(comparison))
}
