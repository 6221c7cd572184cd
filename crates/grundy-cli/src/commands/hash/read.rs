//! `grundy hash read`: the parameters of a polynomial hash out of a source file.

use super::check::check;
use super::input::{plain, shown};
use super::report::{ReadAnswer, ReadFunction};
use crate::args::Common;
use crate::args::hash::Read;
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use polyhash::Modulus;
use polyhash::attack::wild::{Ask, pair};
use polyhash::attack::{Alphabet, Effort, Outcome, Values};
use polyhash::dialect::Dialect;
use polyhash::source::{Function, Language, read};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

pub fn run(arguments: &Read, common: &Common) -> Result<ExitCode, Failure> {
    let content = plain(&arguments.file, common)?;
    let text = shown(&content);
    let name = arguments.file.display().to_string();
    let language = Language::of(&name, &text);
    let watch = Budget::new(common, None).watch();
    let functions = read(&text, language);
    drop(watch);
    let mut answer = ReadAnswer {
        schema: 1,
        file: Some(name),
        language: language.to_string(),
        functions: functions.iter().map(ReadFunction::from).collect(),
        command: Some(command(&functions)),
        first: None,
        second: None,
        check: None,
    };
    if let Some(program) = arguments.check.as_ref().filter(|_| matches!(answer.command, Some(Some(_))))
        && let Some((first, second)) = texts(&functions, common)?
    {
        answer.check = Some(check(program, &[first.clone(), second.clone()])?);
        (answer.first, answer.second) = (Some(first), Some(second));
    }
    print(&answer, &functions, common)?;
    let agree = answer.check.as_ref().is_none_or(|check| check.agree);
    Ok(ExitCode::from(u8::from(functions.is_empty() || !agree)))
}

/// A command that can be pasted; none where a base is drawn at run time.
fn command(functions: &[Function]) -> Option<String> {
    let first = functions.first()?;
    let mut words = vec!["grundy hash break".to_owned()];
    for function in functions.iter().filter(|function| function.order.value == first.order.value) {
        words.push(format!("--base {} --mod {}", function.base.value?, function.modulus.value?));
    }
    words.push(format!("--order {} --map {}", first.order.value, first.map.value));
    Some(words.join(" "))
}

/// Two texts that collide under what was read.
fn texts(functions: &[Function], common: &Common) -> Result<Option<(String, String)>, Failure> {
    let Some(first) = functions.first() else { return Ok(None) };
    let same = functions.iter().filter(|function| function.order.value == first.order.value);
    let mut pairs = Vec::new();
    for function in same {
        let (Some(base), Some(modulus)) = (function.base.value, function.modulus.value) else {
            return Ok(None);
        };
        pairs.push((base, Modulus::new(modulus).map_err(polyhash::Error::from)?));
    }
    let map = &first.map.value;
    let letters = Alphabet::lowercase();
    let values = Values::new(map.values(letters.letters())?)?;
    let dialect = Dialect::new(pairs).with_order(first.order.value);
    let budget = Budget::new(common, Some(Duration::from_secs(600)));
    let outcome = budget.run(|limits| {
        let keep_going = |work: u64| (limits.poll)(work).is_none();
        let effort = Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() };
        pair(&dialect, &values, &Ask::default(), &effort)
    })?;
    let Outcome::Found(found) = outcome else { return Ok(None) };
    let spelled = |text: &[i64]| -> String {
        let letter =
            |value: &i64| letters.letters().iter().find(|&&letter| map.value(letter) == Some(*value));
        text.iter().filter_map(letter).map(|&letter| char::from(letter)).collect()
    };
    Ok(Some((spelled(&found.first), spelled(&found.second))))
}

fn print(answer: &ReadAnswer, functions: &[Function], common: &Common) -> Result<(), Failure> {
    let mut out = stdout();
    if common.json {
        json_line(&mut out, answer)?;
        return Ok(out.flush()?);
    }
    if functions.is_empty() {
        writeln!(out, "no polynomial hash was read in {}", answer.file.as_deref().unwrap_or("it"))?;
    }
    let line = |line: Option<usize>| line.map_or("by its type".to_owned(), |line| format!("line {line}"));
    for function in functions {
        let base = function.base.value.map_or("drawn at run time".to_owned(), |base| base.to_string());
        let modulus = function.modulus.value.unwrap_or_default();
        writeln!(
            out,
            "base {base} ({}), modulus {modulus} ({}), order {} ({}), map {} ({})",
            line(function.base.line),
            line(function.modulus.line),
            function.order.value,
            line(function.order.line),
            function.map.value,
            line(function.map.line)
        )?;
    }
    if let Some(Some(command)) = &answer.command {
        writeln!(out, "{command}")?;
    }
    if let (Some(check), Some(first), Some(second)) = (&answer.check, &answer.first, &answer.second) {
        writeln!(out, "{first}\n{second}")?;
        let said =
            if check.agree { "the program prints the same for both" } else { "the program tells them apart" };
        writeln!(out, "{said}: {}", check.outputs.join(" / "))?;
    }
    Ok(out.flush()?)
}
