//! `grundy tablebase`: build, query, stats, export, verify; stops, kills, processes, damaged files, Parquet read by others.

use super::processes::{start, wait};
use super::{folder, grundy};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn text(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

fn build(game: &str, position: &str, out: &Path, more: &[&str]) -> Value {
    let out = text(out);
    let arguments = [&["tablebase", "build", game, position, "--out", &out, "--json"], more].concat();
    grundy(&arguments).answer()
}

#[test]
fn a_tablebase_is_built_asked_counted_and_verified() {
    let directory = folder("tablebase").join("nim");
    let built = build("nim", "3 4 5", &directory, &["--workers", "1"]);
    for (field, value) in [
        ("game", json!("nim")),
        ("position", json!("3 4 5")),
        ("convention", json!("normal")),
        ("positions", json!(48)),
        ("edges", json!(262)),
        ("outcomes", json!({ "N": 41, "P": 7, "D": 0 })),
        ("max_remoteness", json!(11)),
        ("max_grundy", json!(7)),
        ("complete", json!(true)),
    ] {
        assert_eq!(built[field], value, "{field}");
    }
    let name = text(&directory);
    assert_eq!(grundy(&["tablebase", "stats", &name, "--json"]).answer(), built);
    let found = grundy(&["tablebase", "query", &name, "5 4 3", "--json"]).answer();
    for (field, value) in [
        ("outcome", json!("N")),
        ("grundy", json!(2)),
        ("remoteness", json!(11)),
        ("reachable", json!(true)),
        ("winning_moves_total", json!(1)),
    ] {
        assert_eq!(found[field], value, "{field}");
    }
    let missing = grundy(&["tablebase", "query", &name, "9", "--json"]);
    let answer: Value = serde_json::from_str(&missing.out).expect("JSON");
    assert_eq!((missing.code, &answer["reachable"]), (1, &json!(false)), "{missing:?}");
    let checked = grundy(&["tablebase", "verify", &name, "--all", "--json"]).answer();
    assert_eq!((&checked["valid"], &checked["checked"]), (&json!(true), &json!(48)));
    let again = build("nim", "3 4 5", &directory, &["--workers", "2"]);
    assert_eq!(again, built, "a finished one is left as it is");
}

#[test]
fn digests_do_not_depend_on_workers_processes_or_memory() {
    let folder = folder("tablebase-digests");
    let first = build("cram", "3x5", &folder.join("1"), &["--workers", "1"]);
    for (name, more) in [
        ("2", &["--workers", "3"][..]),
        ("3", &["--workers", "1", "--max-memory", "100k"]),
        ("4", &["--processes", "2"]),
        ("5", &["--processes", "2", "--workers", "2", "--max-memory", "8M"]),
    ] {
        let other = build("cram", "3x5", &folder.join(name), more);
        assert_eq!(other["digest"], first["digest"], "{more:?}");
        assert_eq!(other["edges"], first["edges"], "{more:?}");
    }
    let misere = build("cram", "3x5", &folder.join("6"), &["--misere"]);
    assert_ne!(misere["digest"], first["digest"]);
}

#[test]
fn a_killed_run_goes_on_to_the_same_digest() {
    let folder = folder("tablebase-killed");
    let whole = build("cram", "4x5", &folder.join("whole"), &["--workers", "1"]);
    let directory = folder.join("killed");
    let name = text(&directory);
    let arguments = ["tablebase", "build", "cram", "4x5", "--out", &name, "--json", "--workers", "2"];
    for milliseconds in [20, 60, 120] {
        let mut child = start(&arguments);
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("killed");
        wait(&arguments, child);
        let asked = grundy(&["tablebase", "query", &name, "4x5", "--json"]);
        assert!([0, 2, 3].contains(&asked.code), "{asked:?}");
    }
    let done = build("cram", "4x5", &directory, &["--workers", "1"]);
    assert_eq!(done["digest"], whole["digest"]);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = folder("tablebase-refused");
    let directory = folder.join("nim");
    let name = text(&directory);
    build("nim", "3 4", &directory, &[]);
    let asked = |arguments: &[&str]| {
        let run = grundy(arguments);
        (run.code, run.err)
    };
    let (code, message) = asked(&["tablebase", "build", "nim", "3 5", "--out", &name]);
    assert_eq!((code, message.contains("holds the start `3 4`")), (2, true), "{message}");
    let (code, message) = asked(&["tablebase", "build", "kayles", "3 4", "--out", &name]);
    assert_eq!((code, message.contains("holds `nim`")), (2, true), "{message}");
    let (code, message) = asked(&["tablebase", "stats", &text(&folder)]);
    assert_eq!((code, message.contains("is no tablebase")), (2, true), "{message}");
    let (code, message) =
        asked(&["tablebase", "build", "stone-iii", "1 2", "--out", &text(&folder.join("points"))]);
    assert_eq!((code, message.contains("points")), (2, true), "{message}");
    let table: Vec<PathBuf> = fs::read_dir(&directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("table-")))
        .filter(|path| fs::metadata(path).is_ok_and(|data| data.len() > 0))
        .collect();
    let mut bytes = fs::read(&table[0]).expect("a table");
    bytes[20] ^= 1;
    fs::write(&table[0], bytes).expect("written");
    let verified = grundy(&["tablebase", "verify", &name, "--all", "--json"]);
    assert_eq!(verified.code, 1, "{verified:?}");
}

/// Python with packages from the index, in an environment of its own; `None` when there is no Python, or no index.
fn python(packages: &[&str]) -> Option<PathBuf> {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tablebase-python");
    let python = place.join("bin/python");
    let works = |python: &Path| {
        let imports = format!("import {}", packages.join(", "));
        Command::new(python).args(["-c", &imports]).output().is_ok_and(|output| output.status.success())
    };
    if works(&python) {
        return Some(python);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(&place).output().ok()?;
    made.status.success().then_some(())?;
    let install = [&["-m", "pip", "install", "-q"], packages].concat();
    Command::new(&python).args(install).output().ok()?;
    works(&python).then_some(python)
}

#[test]
#[cfg(feature = "parquet")]
fn others_read_the_rows() {
    let Some(python) = python(&["duckdb", "pandas", "pyarrow"]) else {
        eprintln!("skipped: no Python with duckdb, pandas and pyarrow");
        return;
    };
    let folder = folder("tablebase-parquet");
    let (directory, file) = (folder.join("nim"), folder.join("nim.parquet"));
    build("nim", "3 4 12", &directory, &[]);
    let (name, file) = (text(&directory), text(&file));
    let written = grundy(&["tablebase", "export", &name, "--parquet", &file, "--json"]).answer();
    let stats = grundy(&["tablebase", "stats", &name, "--json"]).answer();
    assert_eq!(written["rows"], stats["positions"]);
    let script = "
import sys, json, duckdb, pandas
file = sys.argv[1]
frame = pandas.read_parquet(file)
found = duckdb.sql(f\"select outcome, remoteness, grundy from '{file}' where position = '3 4 5'\").fetchall()
counts = dict(duckdb.sql(f\"select outcome, count(*) from '{file}' group by outcome\").fetchall())
is_sorted = bool((frame.position.values[:-1] < frame.position.values[1:]).all())
print(json.dumps([list(frame.columns), is_sorted, found, counts, len(frame)]))
";
    let output = Command::new(python).args(["-c", script, &file]).output().expect("Python runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: Value = serde_json::from_str(&said)
        .unwrap_or_else(|error| panic!("{error}: {said}{}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(found[0], json!(["position", "outcome", "remoteness", "grundy"]));
    assert_eq!(found[1], json!(true), "sorted");
    assert_eq!(found[2], json!([["N", 11, 2]]));
    let (outcomes, counts) = (&stats["outcomes"], &found[3]);
    assert_eq!((&counts["N"], &counts["P"]), (&outcomes["N"], &outcomes["P"]));
    assert_eq!(found[4], stats["positions"]);
}

#[test]
fn a_query_takes_milliseconds() {
    let directory = folder("tablebase-query").join("cram");
    build("cram", "4x4", &directory, &[]);
    let begin = Instant::now();
    grundy(&["tablebase", "query", &text(&directory), "4x4", "--json"]).answer();
    // The start of a process on a busy machine is most of it.
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}
