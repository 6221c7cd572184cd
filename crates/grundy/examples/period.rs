//! The period of a game, proved, with a certificate that a stranger can check.
//!
//! ```console
//! $ cargo run -p grundy --example period 0.77
//! period 12 from heap 71 on; the certificate of 289 bytes is true
//! ```
use grundy::engine::heap::period::{default_limit, find};
use grundy::proof::certificate::certify;
use grundy::proof::verify::verify;
use grundy::{Limits, Pulse, rule::Ruleset};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Ruleset::parse(&std::env::args().nth(1).unwrap_or("0.77".to_owned()))?;
    let limits = Limits::within(Duration::from_secs(60));
    let found = find(&rules, default_limit(&rules), &limits)?;
    let Some(period) = &found.period else {
        println!("no period below heap {}", found.computed);
        return Ok(());
    };
    print!("period {} from heap {} on", period.length, period.preperiod);
    match certify(&rules, &found, &mut Pulse::new(&limits))? {
        None => println!("; observed, not proved"),
        Some(certificate) => {
            let bytes = certificate.to_bytes();
            // The checker shares no loop with the engines.
            let verdict = verify(&bytes, &limits, 1)?;
            let word = if verdict.fault.is_none() { "true" } else { "false" };
            println!("; the certificate of {} bytes is {word}", bytes.len());
        }
    }
    Ok(())
}
