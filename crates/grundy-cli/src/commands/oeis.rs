//! `grundy oeis NUMBERS|GAME`

use super::numbers::{Asked, asked};
use super::read_game;
use crate::args::{Common, Oeis as Arguments};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::catalogue::oeis::{ListedSequence, matching, numbered, submission};
use grundy::engine::heap::period::{default_limit, find_from};
use grundy::engine::heap::run::Run;
use grundy::report::guess as report;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// Terms of a game that are compared with the list.
const COMPARED: u64 = 100;
/// How long a period may be looked for.
const PATIENCE: Duration = Duration::from_secs(5);

pub fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    if let [number] = &arguments.words[..]
        && is_number(number)
    {
        let Some(listed) = numbered(number) else {
            let message = format!("`{number}` is not among the sequences of games that are shipped");
            return Err(Failure::input(message, Some("https://oeis.org has all sequences")));
        };
        return show(0, &[listed], None, common);
    }
    let asked = asked(&arguments.words, None, Some(COMPARED), common)?;
    let found = matching(&asked.terms);
    let block = match &asked.game {
        Some(_) if found.is_empty() => Some(block(&asked, common)?),
        _ => None,
    };
    show(asked.terms.len(), &found, block.as_deref(), common)
}

/// `A002186`
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['A', 'a']).unwrap_or_default();
    digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The submission of a game's sequence.
fn block(asked: &Asked, common: &Common) -> Result<String, Failure> {
    let (game, template) = asked.game.as_ref().expect("asked for games only");
    let family = template.as_ref().map_or(String::new(), |template| format!(" '{template}'"));
    let title = match template {
        Some(template) => format!("Grundy values of the positions {template} of {game}."),
        None => format!("Grundy values of heaps of n under the rule: {}.", read_game(game)?.rule()),
    };
    let period = match template {
        Some(_) => None,
        None => proved_period(game, common)?,
    };
    Ok(submission(&title, &format!("grundy seq '{game}'{family}"), asked.first, &asked.terms, period))
}

fn proved_period(game: &str, common: &Common) -> Result<Option<(u64, u64)>, Failure> {
    let named = read_game(game)?;
    let Some(rules) = named.ruleset() else { return Ok(None) };
    let budget = Budget::lasting(common, PATIENCE);
    let found =
        budget.run(|limits| find_from(rules, Run::new(rules), default_limit(rules), limits, &mut |_| Ok(())));
    let proved = found.ok().filter(|found| found.proved());
    let period = proved.and_then(|found| found.period).filter(|period| period.saltus == 0);
    Ok(period.map(|period| (period.length, period.preperiod)))
}

fn show(
    terms: usize,
    found: &[&ListedSequence],
    block: Option<&str>,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &report::listed(terms, found, block))?;
    } else {
        for listed in found {
            let offset = listed.offset.map_or(String::new(), |offset| format!(", offset {offset}"));
            writeln!(out, "{} {} ({}{offset})", bold(listed.number), listed.title, listed.game)?;
            if let Some([length, preperiod, saltus]) = listed.period {
                let kind = if saltus == 0 { "period" } else { "arithmetic period" };
                writeln!(out, "  {kind} {length} from heap {preperiod} on, proved")?;
            }
            let terms: Vec<String> = listed.terms.iter().take(20).map(i128::to_string).collect();
            writeln!(out, "  {}, ...", terms.join(", "))?;
        }
        if found.is_empty() {
            writeln!(out, "none of the shipped sequences of games begins so")?;
        }
        if let Some(block) = block {
            writeln!(out, "to submit it (https://oeis.org/Submit.html):\n{}", block.trim_end())?;
        }
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(found.is_empty())))
}
