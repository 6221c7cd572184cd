//! Long work survives: killed fifty times at random moments, what is there in the end is what an undisturbed run leaves.
//!
//! Slow, so ignored unless asked for: `cargo test -p grundy-cli --test contract -- --ignored survival`. The variable
//! `SURVIVAL_ROUNDS` asks for another number of kills than fifty.

use super::{command, folder};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Times that a run is killed.
fn rounds() -> usize {
    std::env::var("SURVIVAL_ROUNDS").map_or(50, |rounds| rounds.parse().expect("a number of rounds"))
}

/// SplitMix64: moments for kill.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 29)
}

/// Runs a command to its end in a folder; its standard output.
fn finish(arguments: &[&str], folder: &Path) -> Vec<u8> {
    let output = command(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Kills a command again and again; whenever it comes through, its output and its file are those of an undisturbed run.
fn survives(name: &str, arguments: &[&str], again: &[&str], file: Option<&str>) {
    let clean = folder(&format!("survival-{name}-clean"));
    let start = Instant::now();
    let expected = finish(arguments, &clean);
    let whole = start.elapsed();
    let result = |folder: &Path| file.map(|file| fs::read(folder.join(file)).expect("a file"));
    let expected = (expected, result(&clean));
    let mut state = 20_261_118;
    let (mut killed, mut lives) = (0, 0);
    while killed < rounds() {
        let place = folder(&format!("survival-{name}-{lives}"));
        lives += 1;
        let mut next = arguments;
        for _ in 0..8 {
            let mut child = command(next)
                .current_dir(&place)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("starts");
            let moment = random(&mut state) % (2 * whole.as_micros() as u64 / 3);
            std::thread::sleep(Duration::from_micros(moment));
            child.kill().expect("a child");
            let output = child.wait_with_output().expect("a child");
            match output.status.code() {
                None => killed += 1,
                code => assert_eq!(code, Some(0), "{next:?}: {}", String::from_utf8_lossy(&output.stderr)),
            }
            next = again;
        }
        let found = (finish(again, &place), result(&place));
        assert!(found == expected, "{name}: life {lives} ended differently");
        let _ = fs::remove_dir_all(place);
    }
}

#[test]
#[ignore = "slow: fifty rounds of kill -9"]
fn survival_of_sequences() {
    let run = ["seq", "0.354", "-n", "100000", "--format", "raw", "--checkpoint", "kept"];
    survives("seq", &run, &run, None);
}

#[test]
#[ignore = "slow: fifty rounds of kill -9"]
fn survival_of_periods() {
    let run = ["period", "0.156", "--limit", "300000", "--checkpoint", "kept", "--certificate", "proof"];
    survives("period", &run, &run, Some("proof"));
}

#[test]
#[ignore = "slow: fifty rounds of kill -9"]
fn survival_of_sweeps() {
    let run = ["sweep", "octal", "--digits", "2", "--limit", "1500", "--no-time", "-o", "rows.csv"];
    let again = [&run[..], &["--resume"]].concat();
    survives("sweep", &run, &again, Some("rows.csv"));
}

#[test]
#[ignore = "slow: fifty rounds of kill -9"]
fn survival_of_searches() {
    let run = ["solve", "cram", "5x6", "--db", "cram.db", "--no-moves"];
    // How much was searched depends on how often it was begun; who wins does not.
    survives("search", &run, &run, None);
}

#[test]
#[ignore = "slow: fifty rounds of kill -9"]
fn survival_of_tablebases() {
    let run = ["tablebase", "build", "cram", "4x4", "--out", "table"];
    survives("tablebase", &run, &run, None);
}
