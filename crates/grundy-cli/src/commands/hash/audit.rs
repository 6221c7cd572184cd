//! `grundy hash audit`: whether parameters are safe, and against whom.

use super::report::{self, AuditAnswer};
use super::setup::Setup;
use crate::args::Common;
use crate::args::hash::Audit;
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use polyhash::attack::wild::turned;
use polyhash::attack::{Collision, Effort};
use polyhash::audit::{Question, Verdict, audit};
use polyhash::{Letters, Modulus, PolyHash};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

pub fn run(arguments: &Audit, common: &Common) -> Result<ExitCode, Failure> {
    let setup = Setup::new(&arguments.functions, &arguments.style, arguments.alphabet.as_ref(), None)?;
    let function = |&(base, modulus): &(u64, Modulus)| PolyHash::new(base, modulus, Letters::Bytes);
    let question = Question {
        functions: setup.functions.iter().map(function).collect(),
        random_base: arguments.random_base,
        shared_base: arguments.shared_base,
        base_from: arguments.base_from,
        values: setup.values.clone(),
        length: arguments.length as f64,
        count: arguments.texts as f64,
    };
    let budget = Budget::new(common, Some(Duration::from_secs(600)));
    let report = budget.run(|limits| {
        let keep_going = |work: u64| (limits.poll)(work).is_none();
        audit(&question, &Effort { keep_going: &keep_going, memory: limits.memory, ..Effort::default() })
    })?;
    let safe = report.verdict == Verdict::Safe;
    // A search that a limit ended has found nothing, which is no verdict.
    let code = ExitCode::from(if report.limit.is_some() { 3 } else { u8::from(!safe) });
    let dialect = setup.dialect(setup.main_order());
    let texts = |collision: &Collision<i64>| {
        let text = |text: &[i64]| setup.shown(&turned(&dialect, text.to_vec()));
        (text(&collision.first), text(&collision.second))
    };
    let mut out = stdout();
    if common.json {
        let mut parameters = arguments.functions.parameters()?;
        if arguments.random_base {
            parameters.iter_mut().for_each(|parameters| parameters.base = None);
        }
        let answer = AuditAnswer {
            schema: 1,
            parameters,
            order: setup.main_order().to_string(),
            map: setup.map.as_ref().map(ToString::to_string),
            random_base: arguments.random_base,
            shared_base: arguments.shared_base,
            verdict: report.verdict.to_string(),
            hypothesis: report.hypothesis.clone(),
            safe,
            accidents: report::against(&report.accidents),
            insiders: report::against(&report.insiders),
            outsiders: report::against(&report.outsiders),
            weaknesses: report.weaknesses,
            comparison_bound: report.comparison,
            set_bound: report.set,
            attack: report.collision.as_ref().map(|collision| {
                let (first, second) = texts(collision);
                let method = collision.method.to_string();
                report::attack(&method, &first, &second, collision.steps)
            }),
            advice: report.advice,
        };
        json_line(&mut out, &answer)?;
        out.flush()?;
        return Ok(code);
    }
    writeln!(out, "{}", bold(&report.verdict.to_string()))?;
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
    if let Some(hypothesis) = &report.hypothesis {
        writeln!(out, "hypothesis: {hypothesis}")?;
    }
    if let Some(collision) = &report.collision {
        let (first, second) = texts(collision);
        writeln!(out, "attack: {first}\n        {second}")?;
    }
    writeln!(out, "advice: {}", report.advice)?;
    out.flush()?;
    Ok(code)
}
