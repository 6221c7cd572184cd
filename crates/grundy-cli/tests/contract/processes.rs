//! Closed pipes, Ctrl-C, and limits of time and memory.

use super::{Run, command, finished, folder, grundy, grundy_with};
use serde_json::json;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A rule without a theorem: quadratically many moves for each heap.
const SLOW: &str = "n -> a, b where a < n, b + 1 < n";

pub fn start(arguments: &[&str]) -> Child {
    command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

/// Waits, but not for ever.
pub fn wait(arguments: &[&str], mut child: Child) -> Run {
    let start = Instant::now();
    let out = child.stdout.take().map(drain);
    let err = child.stderr.take().map(drain);
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > Duration::from_secs(30) {
            child.kill().expect("still there");
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let bytes = |drained: Option<std::thread::JoinHandle<Vec<u8>>>| {
        drained.map_or(Vec::new(), |thread| thread.join().expect("read"))
    };
    let (stdout, stderr) = (bytes(out), bytes(err));
    finished(arguments, std::process::Output { status: child.wait().expect("ended"), stdout, stderr })
}

/// Waits until something is there that a process makes, however busy the machine is, for a minute at most.
pub(super) fn wait_until(there: impl Fn() -> bool) {
    let begun = Instant::now();
    while !there() {
        assert!(begun.elapsed() < Duration::from_secs(60), "not there after a minute");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn drain(mut stream: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a pipe");
        bytes
    })
}

#[test]
fn a_reader_who_has_read_enough_is_left_in_peace() {
    for arguments in [
        &["seq", "nim", "-n", "100000000"][..],
        &["seq", "nim", "-n", "100000000", "--format", "values"],
        &["seq", "nim", "-n", "100000000", "--json"],
        &["seq", "nim", "-n", "100000000", "--format", "csv"],
        &["seq", "take{1,2}", "-n", "100000000", "--format", "bfile"],
        &["seq", "nim", "-n", "100000000", "--format", "raw"],
        &["seq", "0.106", "-n", "100000000", "--format", "raw"],
        &["seq", "grundy", "-n", "100000000", "--format", "npy"],
    ] {
        let mut child = start(arguments);
        let mut head = [0; 100];
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut head).expect("the beginning");
        drop(stdout);
        let run = wait(arguments, child);
        assert_eq!(run.err, "", "{arguments:?}");
        assert!(run.code == 0 || run.code == 141 || run.code == -1, "{arguments:?}: {run:?}");
    }
}

#[test]
fn a_closed_pipe_is_silent_for_short_output_too() {
    for arguments in [
        &["solve", "nim", "3", "4"][..],
        &["solve", "--json", "nim", "3", "4"],
        &["solve", "--json", "nim", "x"],
        &["games"],
        &["completions", "bash"],
        &["explain", "kayles"],
        &["nimber", "2*2"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("runs");
        let run = finished(arguments, output);
        assert_eq!(run.err, "", "{arguments:?}");
    }
}

/// Ctrl-C.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(sent.success());
}

#[cfg(unix)]
mod interrupts {
    use super::*;

    #[test]
    fn a_long_sequence_ends_with_130_and_the_values_so_far() {
        for format in ["plain", "json"] {
            let arguments = ["seq", SLOW, "-n", "100000", "--format", format];
            let child = start(&arguments);
            std::thread::sleep(Duration::from_millis(400));
            interrupt(&child);
            let run = wait(&arguments, child);
            assert_eq!(run.code, 130, "{run:?}");
            if format == "json" {
                let answer = run.json();
                assert_eq!(answer["stop"], "interrupted");
                assert_eq!(answer["values"][4], 4);
            } else {
                assert!(run.out.starts_with("0 0 1 2 4 7 8 ") && run.out.ends_with('\n'), "{run:?}");
            }
        }
    }

    #[test]
    fn a_long_solve_ends_with_130_and_no_answer() {
        for arguments in [
            &["solve", SLOW, "100000"][..],
            &["solve", "--misere", "0.37", "200", "201", "202"],
            &["explain", SLOW, "100000"],
        ] {
            let child = start(arguments);
            std::thread::sleep(Duration::from_millis(400));
            interrupt(&child);
            let run = wait(arguments, child);
            assert_eq!((run.code, run.out.as_str()), (130, ""), "{arguments:?}: {run:?}");
        }
    }

    #[test]
    fn a_list_of_moves_goes_on_as_long_as_it_is_told_to() {
        let arguments = ["solve", "--json", "kayles", "1e9", "--max-time", "1m"];
        let mut child = start(&arguments);
        std::thread::sleep(Duration::from_millis(2500));
        assert!(child.try_wait().expect("a child").is_none(), "it still lists");
        interrupt(&child);
        let run = wait(&arguments, child);
        assert_eq!((run.code, &run.json()["stop"]), (130, &json!("interrupted")));
        // Unless it is told how long, it ends by itself.
        let run = grundy(&["solve", "--json", "kayles", "1e9"]);
        assert_eq!((run.code, &run.json()["stop"]), (3, &json!("position-limit")));
    }

    #[test]
    fn a_command_that_waits_for_input_ends_with_130() {
        for arguments in [["nimber", "-"], ["graph", "-"]] {
            let mut child = start(&arguments);
            let keep = child.stdin.take();
            std::thread::sleep(Duration::from_millis(400));
            interrupt(&child);
            let run = wait(&arguments, child);
            assert_eq!((run.code, run.out.as_str()), (130, ""), "{run:?}");
            drop(keep);
        }
    }

    #[test]
    fn a_long_count_of_substrings_ends_with_130() {
        let file = folder("long-counts").join("text");
        std::fs::write(&file, text(40_000_000)).expect("a disk");
        let file = file.to_str().expect("UTF-8");
        for task in ["distinct", "palindromes"] {
            let arguments = ["hash", task, "--file", file];
            let child = start(&arguments);
            std::thread::sleep(Duration::from_millis(200));
            interrupt(&child);
            let run = wait(&arguments, child);
            assert_eq!((run.code, run.out.as_str()), (130, ""), "{task}: {run:?}");
        }
    }

    #[test]
    fn a_stream_that_works_ends_with_130_after_the_answers_so_far() {
        let arguments = ["solve", "--json", SLOW, "-"];
        let mut child = start(&arguments);
        let mut stdin = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut stdin, b"4\n").expect("it reads");
        let mut first = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut first).expect("it answers");
        assert!(first.contains("\"grundy\":4"), "{first}");
        std::io::Write::write_all(&mut stdin, b"100000\n5\n").expect("it reads");
        std::thread::sleep(Duration::from_millis(400));
        interrupt(&child);
        let run = wait(&arguments, child);
        assert_eq!(run.code, 130, "{run:?}");
        drop(stdin);
    }
}

#[test]
fn time_is_a_limit_with_code_3_and_the_values_so_far() {
    let start = Instant::now();
    let run = grundy(&["seq", SLOW, "-n", "100000", "--max-time", "100ms"]);
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(run.code, 3, "{run:?}");
    assert!(
        run.out.starts_with("0 0 1 2 4 7 8 ") && run.out.ends_with('\n'),
        "a partial answer is written: {run:?}"
    );
    assert!(run.err.contains("time limit"), "and marked: {}", run.err);
    let json = grundy(&["seq", "--json", SLOW, "-n", "100000", "--max-time", "100ms"]);
    let answer = json.json();
    assert_eq!((json.code, &answer["stop"]), (3, &json!("time-limit")));
    assert_eq!(answer["values"][5], 7);
    let run = grundy(&["solve", "--json", SLOW, "100000", "--max-time", "100ms"]);
    assert_eq!((run.code, &run.error()["stop"]), (3, &json!("time-limit")));
    let run = grundy(&["solve", SLOW, "100000", "--max-time", "100ms"]);
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert!(run.err.contains("--max-time"), "{}", run.err);
}

#[test]
fn memory_is_a_limit_with_code_3() {
    let run = grundy(&["seq", "--json", SLOW, "-n", "1e9", "--max-memory", "1M"]);
    assert_eq!((run.code, &run.json()["error"]["stop"]), (3, &json!("memory-limit")), "{run:?}");
    let run = grundy(&["solve", "--json", "0.106", "1e15", "--max-memory", "100k"]);
    assert_eq!((run.code, &run.json()["error"]["stop"]), (3, &json!("memory-limit")), "{run:?}");
    let run = grundy(&["solve", "--json", "--misere", "0.37", "200", "201", "202", "--max-memory", "1M"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.error()["hint"].is_string(), "{run:?}");
}

/// Bytes without a pattern.
fn text(length: u32) -> Vec<u8> {
    (0..length).map(|place| (place.wrapping_mul(place ^ 0x9E37_79B9) >> 13) as u8).collect()
}

#[test]
fn counts_of_substrings_keep_to_time_and_memory() {
    let file = folder("counts").join("text");
    std::fs::write(&file, text(1_000_000)).expect("a disk");
    let file = file.to_str().expect("UTF-8");
    for task in
        [&["distinct"][..], &["palindromes"], &["distinct", "--by-hashes"], &["palindromes", "--by-hashes"]]
    {
        let ask = |limit: &[&str]| grundy(&[&["hash"], task, &["--json", "--file", file], limit].concat());
        let run = ask(&["--max-time", "1ms"]);
        assert_eq!((run.code, &run.error()["stop"]), (3, &json!("time-limit")), "{task:?}: {run:?}");
        let run = ask(&["--max-memory", "8M"]);
        assert_eq!((run.code, &run.error()["stop"]), (3, &json!("memory-limit")), "{task:?}: {run:?}");
    }
    assert_eq!(grundy(&["hash", "distinct", "--file", file, "--max-memory", "12M"]).code, 0);
}

#[test]
fn the_text_of_a_graph_from_standard_input_counts() {
    // 2.1 MB of text, and 0.4 MB of edges.
    let lines = format!("{:020} {:020}\n", 7, 8).repeat(50_000);
    let ask = |memory| grundy_with(&["graph", "-", "--json", "--max-memory", memory], lines.as_bytes());
    let run = ask("2M");
    assert_eq!((run.code, &run.error()["stop"]), (3, &json!("memory-limit")));
    assert_eq!(ask("4M").code, 0);
}

#[test]
fn a_line_of_a_stream_that_does_not_fit_ends_it() {
    let long = format!("1\n{}\n2\n", "1 ".repeat(1_000_000));
    let run = grundy_with(&["mex", "-", "--json", "--max-memory", "1M"], long.as_bytes());
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(run.code == 3 && lines.len() == 2 && lines[1].contains("memory-limit"), "{run:?}");
}

#[test]
fn theorems_about_large_boards_answer_at_once() {
    for (position, value) in [("17x16", json!(null)), ("61x60", json!(null)), ("1x65536", json!(9))] {
        let begun = Instant::now();
        let run = grundy(&["solve", "--json", "cram", position]);
        assert!(begun.elapsed() < Duration::from_secs(3), "{position} took {:?}", begun.elapsed());
        let answer = run.json();
        assert_eq!((&answer["outcome"], &answer["grundy"]), (&json!("N"), &value), "{position}");
        assert!(!answer["winning_moves"].as_array().expect("a list").is_empty(), "{position}");
    }
}

#[test]
fn a_limit_that_suffices_changes_nothing() {
    let free = grundy(&["solve", "--json", SLOW, "40"]).answer();
    let bound =
        grundy(&["solve", "--json", SLOW, "40", "--max-time", "1h", "--max-memory", "100MiB"]).answer();
    assert_eq!(free, bound);
}
