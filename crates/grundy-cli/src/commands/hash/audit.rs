//! `grundy hash audit`: whether parameters are safe, and against whom.

use super::Parameters;
use super::input::shown;
use crate::args::Common;
use crate::args::hash::Audit;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use polyhash::attack::Collision;
use polyhash::audit::{Question, Verdict, audit};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

#[derive(Serialize)]
struct Answer {
    schema: u32,
    parameters: Vec<Parameters>,
    random_base: bool,
    safe: bool,
    accidents: Value,
    insiders: Value,
    outsiders: Value,
    weaknesses: Vec<String>,
    comparison_bound: f64,
    set_bound: f64,
    attack: Option<Value>,
    advice: String,
}

pub fn run(arguments: &Audit, common: &Common) -> Result<ExitCode, Failure> {
    let question = Question {
        functions: arguments.functions.all()?,
        random_base: arguments.random_base,
        alphabet: arguments.alphabet.clone(),
        length: arguments.length as f64,
        count: arguments.texts as f64,
    };
    let report = audit(&question);
    let code = ExitCode::from(u8::from(!report.safe()));
    let mut out = stdout();
    if common.json {
        let verdict = |verdict: &Verdict| json!({ "safe": verdict.safe, "words": verdict.words });
        let mut parameters = arguments.functions.parameters()?;
        if arguments.random_base {
            parameters.iter_mut().for_each(|parameters| parameters.base = None);
        }
        let answer = Answer {
            schema: 1,
            parameters,
            random_base: arguments.random_base,
            safe: report.safe(),
            accidents: verdict(&report.accidents),
            insiders: verdict(&report.insiders),
            outsiders: verdict(&report.outsiders),
            weaknesses: report.weaknesses,
            comparison_bound: report.comparison,
            set_bound: report.set,
            attack: report.collision.as_ref().map(shown_attack),
            advice: report.advice,
        };
        json_line(&mut out, &answer)?;
        out.flush()?;
        return Ok(code);
    }
    writeln!(out, "{}", bold(if report.safe() { "safe" } else { "not safe" }))?;
    for (who, verdict) in [
        ("against accidents", &report.accidents),
        ("against those who know the parameters", &report.insiders),
        ("against those who do not know the base", &report.outsiders),
    ] {
        writeln!(out, "{who}: {}. {}", if verdict.safe { "yes" } else { "no" }, verdict.words)?;
    }
    for weakness in &report.weaknesses {
        writeln!(out, "note: {weakness}")?;
    }
    if let Some(Collision { first, second, .. }) = &report.collision {
        writeln!(out, "attack: {}\n        {}", shown(first), shown(second))?;
    }
    writeln!(out, "advice: {}", report.advice)?;
    out.flush()?;
    Ok(code)
}

fn shown_attack(collision: &Collision) -> Value {
    json!({
        "method": collision.method.to_string(),
        "first": shown(&collision.first),
        "second": shown(&collision.second),
        "steps": collision.steps,
    })
}
