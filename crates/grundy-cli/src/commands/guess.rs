//! `grundy guess NUMBERS|-|GAME [TEMPLATE]`

use super::numbers::{Asked, asked};
use crate::args::{Common, Guess as Arguments};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::ask::guess::guess;
use grundy::catalogue::look_alikes::look_alikes;
use grundy::report::guess as report;
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    let Asked { first, terms, .. } = asked(&arguments.words, arguments.from, arguments.count, common)?;
    let _watch = Budget::new(common, None).watch();
    let mut found = guess(&terms, first);
    found.extend(look_alikes(&terms, first));
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &report::guesses(terms.len(), &found))?;
    } else if found.is_empty() {
        writeln!(out, "nothing fits these {} terms", terms.len())?;
    } else {
        let widest = found.iter().map(|guess| guess.formula.chars().count()).max().unwrap_or(0).min(60);
        for guess in &found {
            let (kind, seen) = (bold(guess.kind.name()), (guess.fitted, guess.predicted));
            writeln!(out, "{kind}: {:widest$}   fitted on {}, predicted {}", guess.formula, seen.0, seen.1)?;
        }
        writeln!(out, "observed in {} terms, not proved", terms.len())?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(found.is_empty())))
}
