//! `program:PATH`: a program as a game, and programs that hang, die, print rubbish or go round.
#![cfg(unix)]

use super::{folder, grundy, grundy_with};
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn example(name: &str) -> String {
    format!("program:{}", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).display())
}

/// A shell script of a test's own; its path as a game.
fn script(folder: &Path, name: &str, body: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    format!("program:{}", path.display())
}

#[test]
fn the_examples_answer() {
    let bar = example("bar.py");
    let answer = grundy(&["solve", &bar, "2x3", "1x4", "--json"]).answer();
    assert_eq!((&answer["outcome"], &answer["grundy"]), (&json!("P"), &json!(0)));
    // Every bar is broken into its squares, whatever is done: the parity of the breaks decides, misère play the other way.
    for (position, first) in [("2x2", true), ("3x3", false), ("1x6", true)] {
        let normal = grundy(&["solve", &bar, position, "--json"]).answer();
        let misere = grundy(&["solve", &bar, position, "--misere", "--json"]).answer();
        assert_eq!(normal["outcome"] == "N", first, "{position}");
        assert_eq!(misere["outcome"] == "N", !first, "{position}");
    }
    let ring = example("ring.sh");
    let answer = grundy(&["solve", &ring, "--loopy", "2", "--json"]).answer();
    assert_eq!((&answer["outcome"], &answer["remoteness"]), (&json!("N"), &json!(1)));
    let run = grundy(&["solve", &ring, "2", "--json"]);
    assert_eq!(run.code, 2);
    assert!(run.error()["message"].as_str().is_some_and(|text| text.contains("7 -> 8 -> 9 -> 7")), "{run:?}");
}

#[test]
fn the_example_in_c_plus_plus_answers() {
    let folder = folder("programs-c++");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/divisors.cpp");
    let binary = folder.join("divisors");
    let Ok(made) = Command::new("c++").arg("-o").arg(&binary).arg(source).status() else {
        eprintln!("skipped: no C++ compiler");
        return;
    };
    assert!(made.success());
    let game = format!("program:{}", binary.display());
    let answer = grundy(&["solve", &game, "12", "5", "--json"]).answer();
    assert_eq!((&answer["outcome"], &answer["grundy"]), (&json!("N"), &json!(2)));
}

#[test]
fn a_program_is_a_game_like_any_other() {
    let folder = folder("programs-like");
    // Take one or two; the word `0` is a word like any other.
    let take = script(
        &folder,
        "take",
        r#"while read -r n; do case $n in 0) echo '[]';; 1) echo '["0","0"]';; *) echo "[\"$((n-1))\",\"$((n-2))\"]";; esac; done"#,
    );
    let answer = grundy(&["solve", &take, "7", "--json"]).answer();
    assert_eq!((&answer["grundy"], &answer["winning_moves"][0]["result"]), (&json!(1), &json!("6")));
    let run = grundy_with(&["solve", &take, "-", "--json"], b"3\n4 4\n\n");
    assert_eq!(run.code, 0, "{run:?}");
    let values: Vec<u64> = run
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["grundy"]
                .as_u64()
                .expect("a value")
        })
        .collect();
    assert_eq!(values, [0, 0, 0]);
    let sum = grundy(&["solve", &format!("{take} 7 + nim 1"), "--json"]).answer();
    assert_eq!((&sum["outcome"], &sum["parts"][0]["grundy"]), (&json!("P"), &json!(1)));
    assert!(grundy(&["explain", &take, "4"]).out.contains("mex"));
}

#[track_caller]
fn refused(game: &str, words: &[&str]) {
    let run = grundy(&["solve", game, "5", "--json"]);
    assert_eq!(run.code, 2, "{run:?}");
    let error = run.error();
    let message = error["message"].as_str().expect("a message");
    for word in words {
        assert!(message.contains(word), "{word}: {message}");
    }
}

#[test]
fn what_goes_wrong_is_told() {
    let folder = folder("programs-wrong");
    refused(&format!("program:{}", folder.join("none").display()), &["there is no program"]);
    fs::write(folder.join("plain"), "#!/bin/sh\n").expect("a file");
    refused(&format!("program:{}", folder.join("plain").display()), &["may not be run"]);
    let dies = script(&folder, "dies", "read -r n\necho 'out of beans' >&2\nexit 3");
    refused(&dies, &["ends (exit status: 3) before it answers `5`", "out of beans"]);
    let rubbish = script(&folder, "rubbish", "while read -r n; do echo \"hello $n\"; done");
    refused(&rubbish, &["answers `hello 5` to `5`, which is no JSON array of positions"]);
    let blanks = script(&folder, "blanks", "while read -r n; do echo '[\"a b\"]'; done");
    refused(&blanks, &["answers `[\"a b\"]` to `5`"]);
    let itself = script(&folder, "itself", "while read -r n; do echo \"[\\\"$n\\\"]\"; done");
    refused(&itself, &["play goes round", "5 -> 5"]);
}

/// Whether a process is there, and not a zombie.
fn runs(id: &str) -> bool {
    let status = fs::read_to_string(PathBuf::from("/proc").join(id).join("stat"));
    status.is_ok_and(|text| !text.rsplit(')').next().unwrap_or("").trim_start().starts_with('Z'))
}

#[test]
fn a_program_that_hangs_is_stopped_and_ended() {
    let folder = folder("programs-hang");
    let id = folder.join("id");
    let hangs = script(&folder, "hangs", &format!("echo $$ > {}\nread -r n\nexec sleep 1000", id.display()));
    let begun = Instant::now();
    let run = grundy(&["solve", &hangs, "5", "--max-time", "1s", "--json"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(begun.elapsed() < Duration::from_secs(60));
    let id = fs::read_to_string(id).expect("it has begun");
    assert!(!runs(id.trim()), "the program was ended");
}

#[test]
fn many_positions_take_seconds() {
    let folder = folder("programs-many");
    let path = folder.join("grid.py");
    let body = r#"#!/usr/bin/env python3
import sys
for line in sys.stdin:
    a, b = map(int, line.split(","))
    options = [f'"{a-k},{b}"' for k in range(1, min(a, 2) + 1)] + [f'"{a},{b-k}"' for k in range(1, min(b, 2) + 1)]
    print("[" + ",".join(options) + "]", flush=True)
"#;
    fs::write(&path, body).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    let answer = grundy(&["solve", &format!("program:{}", path.display()), "100,101", "--json"]).answer();
    // Two heaps from which one or two are taken.
    assert_eq!(answer["grundy"], (100 % 3) ^ (101 % 3));
}
