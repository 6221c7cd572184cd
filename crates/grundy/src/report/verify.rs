//! The objects of `verify`: what a certificate claims, whether it is true, and the first fault if it is not.

use crate::proof::verify::{CertificateVerdict, QuotientVerdict, SystemVerdict};
use serde_json::{Value, json};

/// The object of a certificate of a period.
pub fn period(file: &str, verdict: &CertificateVerdict) -> Value {
    let claim = &verdict.certificate;
    let fault = verdict.fault.as_ref();
    json!({
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
    })
}

/// The object of a certificate of a system.
pub fn system(file: &str, verdict: &SystemVerdict) -> Value {
    let claim = &verdict.certificate;
    let fault = verdict.fault.as_ref();
    json!({
        "schema": 1,
        "file": file,
        "valid": fault.is_none(),
        "rule": claim.rule,
        "kind": claim.kind,
        "period": claim.period,
        "preperiod": claim.preperiod,
        "last_exception": claim.preperiod.checked_sub(1),
        "saltus": 0,
        "theorem": "system",
        "checked": verdict.checked,
        "first_false": fault.and_then(|fault| fault.heap),
        "fault": fault.map(|fault| &fault.message),
    })
}

/// The object of a certificate of a misère quotient.
pub fn quotient(file: &str, verdict: &QuotientVerdict) -> Value {
    let claim = &verdict.certificate;
    let fault = verdict.fault.as_ref();
    json!({
        "schema": 1,
        "file": file,
        "valid": fault.is_none(),
        "rule": claim.rule,
        "theorem": "misere-quotient",
        "order": claim.rows.len(),
        "p_size": claim.p_portion.len(),
        "complete": claim.period.is_some(),
        "period": claim.period.map(|(period, _)| period),
        "preperiod": claim.period.map(|(_, preperiod)| preperiod),
        "checked": claim.phi.len(),
        "first_false": fault.and_then(|fault| fault.heap),
        "fault": fault.map(|fault| &fault.message),
    })
}
