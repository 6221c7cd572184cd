//! `grundy verify FILE`

use crate::args::{Common, Verify};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::Error;
use grundy::certificate::quotient::is_quotient;
use grundy::verify::{QuotientVerdict, Refusal, Verdict, verify, verify_quotient};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Verify, common: &Common) -> Result<ExitCode, Failure> {
    let file = arguments.file.display().to_string();
    let bytes = std::fs::read(&arguments.file)
        .map_err(|error| Failure::input(format!("cannot read `{file}`: {error}"), None))?;
    if is_quotient(&bytes) {
        return quotient(&file, &bytes, common);
    }
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = common.threads.map_or_else(available, usize::from);
    let checked = Budget::new(common, None).run(|limits| verify(&bytes, limits, threads));
    let verdict = checked.map_err(|refusal| refused(&file, &refusal))?;
    let mut out = stdout();
    if common.json {
        print_json(&mut out, &file, &verdict)?;
    } else {
        print(&mut out, &file, &verdict)?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(verdict.fault.is_some())))
}

fn refused(file: &str, refusal: &Refusal) -> Failure {
    match refusal {
        Refusal::Stopped(reason) => {
            let what = format!("`{file}` is not checked yet");
            Failure::from(Error::Stopped { reason: *reason, what, hint: None })
        }
        other => Failure::input(format!("`{file}` is {other}"), None),
    }
}

/// Checks the certificate of a misère quotient.
fn quotient(file: &str, bytes: &[u8], common: &Common) -> Result<ExitCode, Failure> {
    let checked = Budget::new(common, None).run(|limits| verify_quotient(bytes, limits));
    let QuotientVerdict { certificate: claim, fault } = checked.map_err(|refusal| refused(file, &refusal))?;
    let (order, lost, heaps) = (claim.rows.len(), claim.lost.len(), claim.phi.len());
    let mut out = stdout();
    if common.json {
        let object = json!({
            "schema": 1,
            "file": file,
            "valid": fault.is_none(),
            "rule": claim.rule,
            "theorem": "misere-quotient",
            "order": order,
            "p_size": lost,
            "complete": claim.period.is_some(),
            "period": claim.period.map(|(period, _)| period),
            "preperiod": claim.period.map(|(_, preperiod)| preperiod),
            "checked": heaps,
            "first_false": fault.as_ref().and_then(|fault| fault.heap),
            "fault": fault.as_ref().map(|fault| &fault.message),
        });
        json_line(&mut out, &object)?;
    } else {
        writeln!(out, "{}: {}", bold(file), if fault.is_none() { "true" } else { "FALSE" })?;
        let scope = match claim.period {
            Some((period, preperiod)) => {
                format!("all heaps, Phi having period {period} from heap {preperiod} on")
            }
            None => format!("heaps up to {}", heaps.saturating_sub(1)),
        };
        let rule = &claim.rule;
        writeln!(out, "claim: the misère quotient of {rule} has order {order}, {lost} lost; {scope}")?;
        match &fault {
            None => writeln!(
                out,
                "checked: the table is a monoid without equals, every sum of heaps is lost exactly when no option is{}",
                if claim.period.is_some() { ", and the stop rule" } else { "" }
            )?,
            Some(fault) => {
                let place = fault.heap.map(|heap| format!(" at heap {heap}")).unwrap_or_default();
                writeln!(out, "first fault{place}: {}", fault.message)?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(fault.is_some())))
}

fn print_json(out: &mut crate::output::Out, file: &str, verdict: &Verdict) -> Result<(), Failure> {
    let claim = &verdict.certificate;
    let fault = verdict.fault.as_ref();
    json_line(
        out,
        &json!({
            "schema": 1,
            "file": file,
            "valid": fault.is_none(),
            "rule": claim.rule,
            "period": claim.period,
            "preperiod": claim.preperiod,
            "last_exception": claim.preperiod.checked_sub(1),
            "saltus": claim.saltus,
            "theorem": claim.ground.to_string(),
            "checked": verdict.checked,
            "first_false": fault.and_then(|fault| fault.heap),
            "fault": fault.map(|fault| &fault.message),
        }),
    )
}

fn print(out: &mut crate::output::Out, file: &str, verdict: &Verdict) -> Result<(), Failure> {
    let claim = &verdict.certificate;
    let kind = if claim.saltus == 0 { "period" } else { "arithmetic period" };
    let saltus = if claim.saltus == 0 { String::new() } else { format!(", saltus {}", claim.saltus) };
    let word = if verdict.fault.is_none() { "true" } else { "FALSE" };
    writeln!(out, "{}: {word}", bold(file))?;
    writeln!(
        out,
        "claim: {} has {kind} {} from heap {} on{saltus}",
        claim.rule, claim.period, claim.preperiod
    )?;
    match &verdict.fault {
        None => writeln!(
            out,
            "checked: the values of heaps 0 to {} by the definition{}, the condition of the theorem `{}`, and that no smaller \
             numbers do",
            claim.values.len().saturating_sub(1),
            match &claim.segments {
                Some(_) => format!(
                    ", those to heap {} from {}",
                    verdict.checked.saturating_sub(1),
                    "window to window"
                ),
                None => String::new(),
            },
            claim.ground
        )?,
        Some(fault) => {
            let place = fault.heap.map(|heap| format!(" at heap {heap}")).unwrap_or_default();
            writeln!(out, "first fault{place}: {}", fault.message)?;
        }
    }
    Ok(())
}
