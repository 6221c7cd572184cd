//! `grundy contest ID < in > out`: contest problems in the formats of their sites.
//!
//! [`PROBLEMS`] is the table; each adapter, in a file for its site, reads with a [`Scanner`], asks the library and writes.
//! Standard input is read whole, answers are written at the end, so that malformed input gives no answer at all.

mod acwing;
mod atcoder;
mod codeforces;
mod cses;
mod cses_strings;
mod hackerrank;
mod leetcode;
mod library_checker;
mod luogu;
mod splits;
mod table;
mod ufpr;

use super::solve::PATIENCE;
use super::within;
use crate::args::{Common, Contest};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use grundy::ask::{explain_failure, stopped};
use grundy::engine::heap::{Sequence, sequence};
use grundy::game::text::near::nearest;
use grundy::game::text::scanner::{Misread, Scanner};
use grundy::report::contest as report;
use grundy::{Error, NamedGame};
use grundy::{Limits, StopReason};
use std::io::{self, Read, Write};
use std::process::ExitCode;
use table::PROBLEMS;

/// A problem of a site.
struct Problem {
    /// What is typed.
    id: &'static str,
    site: &'static str,
    title: &'static str,
    /// The largest input of the site, in a few words.
    limits: &'static str,
    /// Reads a whole input and appends the answers.
    answer: Adapter,
}

type Adapter = fn(&mut Scanner<'_>, &mut Answers, &Limits<'_>) -> Result<(), Trouble>;

/// Why a problem is not answered.
enum Trouble {
    Misread(Misread),
    Refused(Error),
    Hashing(polyhash::Error),
}

impl From<Misread> for Trouble {
    fn from(misread: Misread) -> Trouble {
        Trouble::Misread(misread)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Refused(error)
    }
}

impl From<polyhash::Error> for Trouble {
    fn from(error: polyhash::Error) -> Trouble {
        Trouble::Hashing(error)
    }
}

impl From<StopReason> for Trouble {
    fn from(reason: StopReason) -> Trouble {
        Trouble::Refused(stopped(reason))
    }
}

/// What is printed, a line at a time.
#[derive(Default)]
struct Answers(Vec<u8>);

impl Answers {
    fn line(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(b'\n');
    }

    /// A line of numbers with blanks between them.
    fn numbers(&mut self, numbers: impl Iterator<Item = u64>) {
        let before = self.0.len();
        for number in numbers {
            self.number(number);
            self.0.push(b' ');
        }
        if self.0.len() > before {
            self.0.pop();
        }
        self.0.push(b'\n');
    }

    /// The digits of a number; lines of a million of them are written faster than the formatter of the standard library does.
    #[inline]
    fn number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.0.extend_from_slice(&digits[first..]);
    }

    /// Pieces as they are.
    fn bytes(&mut self, pieces: &[&[u8]]) {
        pieces.iter().for_each(|piece| self.0.extend_from_slice(piece));
    }

    /// The first word if the condition holds, otherwise the second.
    fn either(&mut self, holds: bool, words: [&str; 2]) {
        self.line(words[usize::from(!holds)]);
    }
}

/// Who wins, in the words of most sites.
const PLAYERS: [&str; 2] = ["first", "second"];

pub fn run(arguments: &Contest, common: &Common) -> Result<ExitCode, Failure> {
    if arguments.list {
        return list(common);
    }
    let id = arguments.id.as_deref().unwrap_or_default();
    let problem = find(id)?;
    let input = read_input(common.max_memory)?;
    let mut scanner = Scanner::new(&input);
    let mut answers = Answers::default();
    let answered = Budget::new(common, Some(PATIENCE)).run(|limits| {
        (problem.answer)(&mut scanner, &mut answers, limits)?;
        Ok(scanner.finish()?)
    });
    match answered {
        Ok(()) => {
            let mut out = io::stdout().lock();
            out.write_all(&answers.0)?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(Trouble::Refused(error)) => Err(error.into()),
        Err(Trouble::Hashing(error)) => Err(error.into()),
        Err(Trouble::Misread(misread)) => Err(Failure::misread(&input, misread)),
    }
}

fn find(id: &str) -> Result<&'static Problem, Failure> {
    let same = |problem: &&Problem| problem.id.eq_ignore_ascii_case(id);
    PROBLEMS.iter().find(same).ok_or_else(|| {
        let shown: String = id.chars().take(60).collect();
        let hint = match nearest(&id.to_ascii_lowercase(), PROBLEMS.iter().map(|problem| problem.id)) {
            Some(near) => format!("did you mean `{near}`? `grundy contest --list` lists all"),
            None => "`grundy contest --list` lists the problems".to_owned(),
        };
        Failure::input(format!("unknown problem `{shown}`"), Some(&hint))
    })
}

/// One line for each problem, its id first.
fn list(common: &Common) -> Result<ExitCode, Failure> {
    let width = |text: fn(&Problem) -> &str| {
        PROBLEMS.iter().map(|problem| text(problem).chars().count()).max().unwrap_or(0)
    };
    let widths = (width(|p| p.id), width(|p| p.site), width(|p| p.title));
    let mut out = stdout();
    if common.json {
        let shown = |&Problem { id, site, title, limits, .. }: &Problem| report::ContestProblem {
            id,
            site,
            title,
            limits,
        };
        json_line(&mut out, &report::list(&PROBLEMS.iter().map(shown).collect::<Vec<_>>()))?;
    }
    for Problem { id, site, title, limits, .. } in PROBLEMS.iter().filter(|_| !common.json) {
        writeln!(out, "{id:0$}  {site:1$}  {title:2$}  {limits}", widths.0, widths.1, widths.2)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// All of standard input, if the memory allows it; a file says how long it is, so that it is read at once.
fn read_input(memory: u64) -> Result<Vec<u8>, Failure> {
    #[cfg(unix)]
    {
        use std::fs::File;
        use std::os::fd::AsFd;
        let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let length = file.metadata().map_or(0, |data| data.len()).min(memory.saturating_add(1));
        let mut input = Vec::with_capacity(length as usize + 1);
        file.take(memory.saturating_add(1)).read_to_end(&mut input)?;
        within(input, memory)
    }
    #[cfg(not(unix))]
    super::read_stdin(memory)
}

/// The values of a game up to the largest heap asked for.
fn values(game: &str, heaps: &[u64], limits: &Limits<'_>) -> Result<Sequence, Trouble> {
    let game = NamedGame::read(game)?;
    let rules = game.on_heaps("values")?.rules;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    sequence(rules, largest, limits).map_err(|failure| explain_failure(Some(rules), failure).into())
}

/// The nim-sum of the values of heaps.
fn nim_sum(game: &str, heaps: &[u64], limits: &Limits<'_>) -> Result<u64, Trouble> {
    let values = values(game, heaps, limits)?;
    Ok(heaps.iter().fold(0, |sum, &heap| sum ^ values.value(heap)))
}
