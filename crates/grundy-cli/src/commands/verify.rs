//! `grundy verify FILE`

use crate::args::{Common, Verify};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{bold, json_line, stdout};
use grundy::Error;
use grundy::ask::files::read;
use grundy::proof::certificate::quotient::is_quotient;
use grundy::proof::certificate::system::is_system;
use grundy::proof::verify::{CertificateVerdict, Refusal, verify, verify_quotient, verify_system};
use grundy::report::verify as report;
use std::io::Write;
use std::process::ExitCode;

pub fn run(arguments: &Verify, common: &Common) -> Result<ExitCode, Failure> {
    let file = arguments.file.display().to_string();
    let bytes = read(&arguments.file, common.max_memory)?;
    if is_quotient(&bytes) {
        return quotient(&file, &bytes, common);
    }
    if is_system(&bytes) {
        return system(&file, &bytes, common);
    }
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = common.threads.map_or_else(available, usize::from);
    let checked = Budget::new(common, None).run(|limits| verify(&bytes, limits, threads));
    let verdict = checked.map_err(|refusal| refused(&file, &refusal))?;
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &report::period(&file, &verdict))?;
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

/// Checks the certificate of a system of several kinds.
fn system(file: &str, bytes: &[u8], common: &Common) -> Result<ExitCode, Failure> {
    let checked = Budget::new(common, None).run(|limits| verify_system(bytes, limits));
    let verdict = checked.map_err(|refusal| refused(file, &refusal))?;
    let (claim, fault) = (&verdict.certificate, &verdict.fault);
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &report::system(file, &verdict))?;
    } else {
        writeln!(out, "{}: {}", bold(file), if fault.is_none() { "true" } else { "FALSE" })?;
        let (rule, kind, period, from) = (&claim.rule, &claim.kind, claim.period, claim.preperiod);
        writeln!(out, "claim: `{kind}` of {rule} has period {period} from heap {from} on")?;
        match fault {
            None => writeln!(
                out,
                "checked: the values of all kinds ({}) to size {} by the definition, the condition of the theorem on systems, \
                 and that no smaller numbers do",
                claim.values.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "),
                claim.sizes().saturating_sub(1)
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

/// Checks the certificate of a misère quotient.
fn quotient(file: &str, bytes: &[u8], common: &Common) -> Result<ExitCode, Failure> {
    let checked = Budget::new(common, None).run(|limits| verify_quotient(bytes, limits));
    let verdict = checked.map_err(|refusal| refused(file, &refusal))?;
    let (claim, fault) = (&verdict.certificate, &verdict.fault);
    let (order, lost, heaps) = (claim.rows.len(), claim.p_portion.len(), claim.phi.len());
    let mut out = stdout();
    if common.json {
        json_line(&mut out, &report::quotient(file, &verdict))?;
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
        match fault {
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

fn print(out: &mut crate::output::Out, file: &str, verdict: &CertificateVerdict) -> Result<(), Failure> {
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
