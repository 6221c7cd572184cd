//! `grundy tablebase`: build, query, stats, export, verify; stops, kills, processes, damaged files, Parquet read by others.

#[cfg(unix)]
use super::processes::interrupt;
use super::processes::{start, wait, wait_until};
#[cfg(unix)]
use super::writing::limited;
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

/// How far a directory has come, by its manifest.
fn phase(directory: &Path) -> String {
    let bytes = fs::read(directory.join("manifest")).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.lines().find_map(|line| line.strip_prefix("phase ")).unwrap_or_default().to_owned()
}

/// Numbers of the processes that a process has started.
#[cfg(target_os = "linux")]
fn children(of: u32) -> Vec<u32> {
    let parent = |number: u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        let mut words = rest.split(' ');
        // A process that has ended and waits to be asked about is no longer there.
        (words.next()? != "Z").then(|| words.next()?.parse::<u32>().ok()).flatten()
    };
    let all = fs::read_dir("/proc").expect("a list of processes").flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter(|&number| parent(number) == Some(of)).collect()
}

#[cfg(target_os = "linux")]
fn is_running(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

#[cfg(unix)]
fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status().expect("kill runs");
    assert!(sent.success(), "{name} {process}");
}

/// A start that takes a build long enough to be met in the middle of it.
const LONG: [&str; 2] = ["cram", "4x5"];

fn start_build(directory: &str, more: &[&str]) -> std::process::Child {
    start(&[&["tablebase", "build", LONG[0], LONG[1], "--out", directory][..], more].concat())
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_with_130_and_other_workers_go_on_to_the_same_digest() {
    let folder = folder("tablebase-interrupted");
    let whole = build(LONG[0], LONG[1], &folder.join("whole"), &["--workers", "1"]);
    for (name, until, more, then) in [
        ("forward", "forward", &["--workers", "2"][..], &["--workers", "3"][..]),
        ("backward", "backward", &["--workers", "1"], &["--workers", "2"]),
        ("processes", "backward", &["--processes", "2"], &["--workers", "1"]),
    ] {
        let directory = folder.join(name);
        let shown = text(&directory);
        let child = start_build(&shown, more);
        wait_until(|| [until, "complete"].contains(&&*phase(&directory)));
        interrupt(&child);
        let run = wait(&["tablebase", "build"], child);
        // A machine that was busy elsewhere may have let it finish.
        if phase(&directory) != "complete" {
            assert_eq!((run.code, run.out.as_str()), (130, ""), "{name}: {run:?}");
            let asked = grundy(&["tablebase", "query", &shown, LONG[1], "--json"]);
            assert_eq!(asked.code, 3, "{name}: {asked:?}");
            assert!(asked.error()["hint"].to_string().contains("goes on"), "{name}: {asked:?}");
        }
        let done = build(LONG[0], LONG[1], &directory, then);
        assert_eq!(done["digest"], whole["digest"], "{name}");
        assert_eq!(done["edges"], whole["edges"], "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn whichever_process_is_killed_the_other_ends_and_the_next_run_goes_on() {
    let folder = folder("tablebase-processes-killed");
    let whole = build(LONG[0], LONG[1], &folder.join("whole"), &["--workers", "1"]);
    for (name, until, is_first, then) in [
        ("first-forward", "forward", true, &["--processes", "2"][..]),
        ("second-forward", "forward", false, &["--workers", "2"]),
        ("first-backward", "backward", true, &["--workers", "1"]),
        ("second-backward", "backward", false, &["--processes", "3"]),
    ] {
        let directory = folder.join(name);
        let child = start_build(&text(&directory), &["--processes", "2"]);
        let is_there = || [until, "complete"].contains(&&*phase(&directory));
        wait_until(|| is_there() && (phase(&directory) == "complete" || !children(child.id()).is_empty()));
        let Some(&other) = children(child.id()).first() else {
            // A machine that was busy elsewhere has let it finish.
            assert_eq!(wait(&["tablebase", "build"], child).code, 0, "{name}");
            continue;
        };
        signal("-KILL", if is_first { child.id() } else { other });
        let run = wait(&["tablebase", "build"], child);
        if !is_first && phase(&directory) != "complete" {
            assert_eq!(run.code, 3, "{name}: {run:?}");
            assert!(run.err.contains("is not finished") && run.err.contains("hint: "), "{name}: {run:?}");
        }
        wait_until(|| !is_running(other));
        let done = build(LONG[0], LONG[1], &directory, then);
        assert_eq!(done["digest"], whole["digest"], "{name}");
        let checked = grundy(&["tablebase", "verify", &text(&directory), "--json"]).answer();
        assert_eq!(checked["valid"], json!(true), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn a_full_disk_ends_with_3_and_the_same_command_goes_on() {
    let folder = folder("tablebase-full");
    let whole = build(LONG[0], LONG[1], &folder.join("whole"), &["--workers", "1"]);
    // Files that may not be longer than so many blocks of 512 bytes: positions do not fit, nor runs, nor tables.
    for (blocks, more) in [(1, "1G"), (40, "1G"), (40, "1M"), (200, "1G")] {
        let directory = text(&folder.join(format!("{blocks}-{more}")));
        let plain = ["tablebase", "build", LONG[0], LONG[1], "--out", &directory, "--max-memory", more];
        let arguments = [&plain[..], &["--workers", "1", "--json"]].concat();
        let run = limited(blocks, &arguments);
        assert_eq!(run.code, 3, "{blocks} {more}: {run:?}");
        let error = run.error();
        assert!(error["message"].to_string().contains("no room"), "{blocks} {more}: {error}");
        assert!(error["hint"].is_string(), "{blocks} {more}: {error}");
        assert_eq!(grundy(&arguments).answer()["digest"], whole["digest"], "{blocks} {more}");
    }
    // So does a file of rows.
    let (directory, rows) = (text(&folder.join("whole")), text(&folder.join("rows.parquet")));
    let run = limited(1, &["tablebase", "export", &directory, "--parquet", &rows]);
    assert_eq!(run.code, if cfg!(feature = "parquet") { 3 } else { 2 }, "{run:?}");
    assert!(!Path::new(&rows).exists());
}

/// SplitMix64: places of changes.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 29)
}

#[test]
fn changed_bytes_are_refused_and_never_a_panic() {
    let folder = folder("tablebase-changed");
    let (directory, rows) = (folder.join("nim"), text(&folder.join("rows.parquet")));
    build("nim", "5 6 7", &directory, &["--workers", "2"]);
    let name = text(&directory);
    let is_data = |path: &PathBuf| {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        name == "manifest" || name.starts_with("part-") || name.starts_with("table-")
    };
    let mut files: Vec<PathBuf> = fs::read_dir(&directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| is_data(path) && fs::metadata(path).is_ok_and(|data| data.len() > 0))
        .collect();
    files.sort();
    let mut state = 20_261_118;
    for round in 0..24 {
        let file = &files[round % files.len()];
        let whole = fs::read(file).expect("a file");
        let mut changed = whole.clone();
        let place = random(&mut state) as usize % changed.len();
        match round % 3 {
            0 => changed[place] ^= 1 << (random(&mut state) % 8),
            1 => changed[place..].iter_mut().for_each(|byte| *byte = random(&mut state) as u8),
            _ => changed.truncate(place),
        }
        fs::write(file, &changed).expect("written");
        let about = format!("round {round}, {}, byte {place}", file.display());
        let verified = grundy(&["tablebase", "verify", &name, "--all", "--json"]);
        assert!([1, 2].contains(&verified.code), "{about}: {verified:?}");
        for arguments in [
            &["tablebase", "query", &name, "5 6 7", "--json"][..],
            &["tablebase", "stats", &name, "--json"],
            &["tablebase", "export", &name, "--parquet", &rows, "--json"],
        ] {
            let run = grundy(arguments);
            assert!([0, 1, 2].contains(&run.code), "{about}: {arguments:?}: {run:?}");
            assert!(!run.err.contains("panicked"), "{about}: {run:?}");
        }
        fs::write(file, whole).expect("written");
    }
    let checked = grundy(&["tablebase", "verify", &name, "--all", "--json"]).answer();
    assert_eq!(checked["valid"], json!(true));
}

/// Anonymous memory of a process, in bytes.
#[cfg(target_os = "linux")]
fn anonymous(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("RssAnon:"));
    1024 * line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0)
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "slow: `cargo test -p grundy-cli --test contract -- --ignored tablebases`"]
fn eight_megabytes_suffice_for_a_million_positions() {
    let folder = folder("tablebase-small");
    let whole = build("cram", "4x6", &folder.join("whole"), &["--workers", "1"]);
    let directory = text(&folder.join("small"));
    let arguments = ["tablebase", "build", "cram", "4x6", "--out", &directory, "--workers", "1"];
    let mut child = start(&[&arguments[..], &["--max-memory", "8M", "--json"]].concat());
    let mut most = 0;
    while child.try_wait().expect("a child").is_none() {
        most = most.max(anonymous(child.id()));
        std::thread::sleep(Duration::from_millis(2));
    }
    let run = wait(&arguments, child);
    assert_eq!(run.answer()["digest"], whole["digest"]);
    // What a process takes before it does anything counts too.
    assert!(most <= 8_000_000 + 8_000_000, "{most} bytes");
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "slow: `cargo test -p grundy-cli --test contract -- --ignored tablebases`"]
fn a_stopped_peer_is_waited_for_without_growing_and_ends_the_run_when_it_stays_silent() {
    let folder = folder("tablebase-stopped");
    let whole = build("cram", "4x6", &folder.join("whole"), &["--workers", "1"]);
    for (name, seconds) in [("shortly", 10), ("for-ever", 100)] {
        let directory = folder.join(name);
        let shown = text(&directory);
        let arguments = ["tablebase", "build", "cram", "4x6", "--out", &shown, "--processes", "2", "--json"];
        let mut child = start(&arguments);
        wait_until(|| phase(&directory) == "backward" && !children(child.id()).is_empty());
        let other = children(child.id())[0];
        signal("-STOP", other);
        // What was under way has arrived.
        std::thread::sleep(Duration::from_secs(1));
        let before = anonymous(child.id());
        let stopped = Instant::now();
        while stopped.elapsed() < Duration::from_secs(seconds) && child.try_wait().expect("a child").is_none()
        {
            let now = anonymous(child.id());
            assert!(now <= before + before / 10, "{name}: {before} bytes, then {now}");
            std::thread::sleep(Duration::from_millis(100));
        }
        if name == "shortly" {
            signal("-CONT", other);
            while child.try_wait().expect("a child").is_none() {
                std::thread::sleep(Duration::from_millis(10));
            }
            assert_eq!(wait(&arguments, child).answer()["digest"], whole["digest"]);
        } else {
            let run = wait(&arguments, child);
            assert_eq!(run.code, 3, "{run:?}");
            assert!(run.err.contains("process 1 says nothing for "), "{run:?}");
            wait_until(|| !is_running(other));
            assert_eq!(build("cram", "4x6", &directory, &[])["digest"], whole["digest"]);
        }
    }
}
