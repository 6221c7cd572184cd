//! `grundy solve --db FILE` and `--report`: strong solutions, lookups, damaged files, killed and interrupted runs.

use super::processes::{start, wait};
use super::{folder, grundy, grundy_with};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn journal(file: &Path) -> PathBuf {
    file.with_extension("db.journal")
}

#[test]
fn a_database_is_made_once_and_asked_afterwards() {
    let file = folder("database").join("nim.db");
    let name = file.to_str().expect("UTF-8");
    let first = grundy(&["solve", "--json", "nim", "5", "3", "4", "--db", name]).answer();
    for (field, value) in [
        ("position", json!("3 4 5")),
        ("outcome", json!("N")),
        ("winner", json!("first")),
        ("grundy", json!(2)),
        ("remoteness", json!(11)),
        (
            "winning_moves",
            json!([{ "text": "3 -> 1", "result": "1 4 5", "move": { "component": 0, "removed": "3", "added": "1", "places": null } }]),
        ),
        ("winning_moves_total", json!(1)),
        (
            "best",
            json!({ "text": "3 -> 1", "result": "1 4 5", "move": { "component": 0, "removed": "3", "added": "1", "places": null } }),
        ),
        ("proved", json!(true)),
        ("stop", json!("done")),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    assert_eq!(first["line"].as_array().map(Vec::len), Some(11));
    let bytes = fs::read(&file).expect("a file");
    assert!(bytes.starts_with(b"grundy database 3\n") && !journal(&file).exists());
    let asked = grundy_with(&["solve", "--json", "nim", "-", "--db", name], b"1 4 5\n\n2 2\n9\nx\n");
    assert_eq!(asked.code, 2, "two lines are refused");
    let lines: Vec<serde_json::Value> =
        asked.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let outcomes: Vec<_> = lines.iter().map(|line| line["outcome"].as_str()).collect();
    assert_eq!(outcomes, [Some("P"), Some("P"), Some("P"), None, None]);
    let message = lines[3]["error"]["message"].as_str().expect("a message");
    assert!(message.contains("`9` cannot be reached from `3 4 5`"), "{message}");
    assert_eq!(fs::read(&file).expect("a file"), bytes, "asking changes nothing");
}

#[test]
fn a_report_counts_positions() {
    let found = grundy(&["solve", "--json", "nim", "1", "2", "--report"]).answer();
    // () is lost at once, (1) and (2) are won in one move, (1 1) is lost in two, (1 2) is won in three.
    let report = json!({
        "positions": 5, "moves": 7, "widest": 3, "levels": [1, 2, 1, 1], "wins": 3, "losses": 2, "draws": 0,
        "longest_win": 3, "branching": 1.4,
    });
    assert_eq!(found["report"], report);
    let run = grundy(&["solve", "nim", "1", "2", "--report"]);
    assert!(run.out.contains("positions: 5;") && run.out.contains("longest win: 3 moves"), "{run:?}");
    let refused = grundy(&["solve", "stone-iii", "1", "2", "--report"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert_eq!(grundy_with(&["solve", "nim", "-", "--report"], b"1\n").code, 2);
}

#[test]
fn another_question_or_a_damaged_file_is_refused() {
    let file = folder("database-damaged").join("kayles.db");
    let name = file.to_str().expect("UTF-8");
    grundy(&["solve", "--json", "kayles", "6", "5", "--db", name]).answer();
    for arguments in [
        &["solve", "--json", "nim", "1", "--db", name][..],
        &["solve", "--json", "--misere", "kayles", "1", "--db", name],
        &["solve", "--json", "kayles", "12", "--db", name],
    ] {
        let run = grundy(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(run.error()["hint"].is_string());
    }
    let bytes = fs::read(&file).expect("a file");
    for place in (0..bytes.len()).step_by(bytes.len() / 20).chain([bytes.len() - 1]) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        fs::write(&file, &changed).expect("a file");
        let run = grundy(&["solve", "--json", "kayles", "6", "--db", name]);
        assert_eq!(run.code, 2, "byte {place}: {run:?}");
        let message = run.error()["message"].to_string();
        assert!(message.contains("damaged"), "{message}");
    }
    for cut in [0, 10, bytes.len() - 1] {
        fs::write(&file, &bytes[..cut]).expect("a file");
        assert_eq!(grundy(&["solve", "--json", "kayles", "6", "--db", name]).code, 2, "cut at {cut}");
    }
}

/// A start with many positions, kept as texts.
const LONG: [&str; 4] = ["solve", "--json", "0.777", "38"];

#[cfg(unix)]
#[test]
fn killed_and_interrupted_runs_go_on_to_the_same_file() {
    let folder = folder("database-killed");
    let [whole, killed] = ["whole.db", "killed.db"].map(|name| folder.join(name));
    let arguments = |file: &'static str| [&LONG[..], &["--db", file]].concat();
    let leak = |file: &Path| -> &'static str { Box::leak(file.to_str().expect("UTF-8").to_owned().into()) };
    let (whole_name, killed_name) = (leak(&whole), leak(&killed));
    let expected = grundy(&arguments(whole_name)).answer();
    let mut size = 0;
    for round in 0..3 {
        let mut child = start(&arguments(killed_name));
        let begun = Instant::now();
        // Wait until something was added to the journal, then end the run in one of two ways.
        let grown = || fs::metadata(journal(&killed)).map_or(0, |data| data.len()) > size + 150_000;
        while !grown() && child.try_wait().expect("a child").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the journal does not grow");
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!killed.exists(), "still running in round {round}");
        if round == 1 {
            super::processes::interrupt(&child);
            assert_eq!(wait(&arguments(killed_name), child).code, 130);
        } else {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
        }
        size = fs::metadata(journal(&killed)).expect("a journal").len();
    }
    // What was written last may be cut anywhere.
    let bytes = fs::read(journal(&killed)).expect("a journal");
    fs::write(journal(&killed), &bytes[..bytes.len() - 11]).expect("a journal");
    let resumed = grundy(&arguments(killed_name)).answer();
    assert_eq!(resumed, expected);
    assert!(fs::read(&killed).expect("a file") == fs::read(&whole).expect("a file"), "the same bytes");
    assert!(!journal(&killed).exists());
}

#[test]
fn a_limit_keeps_what_there_is_and_other_journals_are_refused() {
    let file = folder("database-limit").join("kayles.db");
    let name = file.to_str().expect("UTF-8");
    let run = grundy(&["solve", "kayles", "28", "--db", name, "--max-memory", "1M"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("goes on from there"), "{run:?}");
    let other = grundy(&["solve", "--json", "kayles", "20", "--db", name]);
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.error()["message"].to_string().contains("another game or position"));
    grundy(&["solve", "--json", "kayles", "28", "--db", name]).answer();
    fs::remove_file(&file).expect("a file");
    fs::write(journal(&file), "my own notes, not a journal").expect("a file");
    let refused = grundy(&["solve", "--json", "kayles", "28", "--db", name]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(fs::read(journal(&file)).expect("a file").starts_with(b"my own notes"), "left alone");
}
