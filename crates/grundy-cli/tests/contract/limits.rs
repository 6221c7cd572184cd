//! Limits are what they say, by the kernel's own account: anonymous and shared memory at most a tenth above what was allowed
//! and 40 MB, time within a tenth and 0.3 seconds, for every engine and for every file that is read.

use super::processes::wait;
use super::{Run, command, folder};
use std::fs::File;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Measurements take turns: two at a time would slow each other down.
static TURN: Mutex<()> = Mutex::new(());

/// Anonymous and shared memory of a process, in bytes; 0 when it has ended.
fn taken(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let lines = status.lines().filter(|line| line.starts_with("RssAnon:") || line.starts_with("RssShmem:"));
    let kilobytes = lines.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    1024 * kilobytes.sum::<u64>()
}

/// What a process had of the processor.
fn used(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let (_, rest) = stat.rsplit_once(") ")?;
    let ticks = rest.split(' ').skip(11).take(2).filter_map(|word| word.parse::<u64>().ok());
    Some(Duration::from_millis(10 * ticks.sum::<u64>()))
}

/// What a run said, the most memory it took, how long it took, and how long it had the processor.
fn measured(arguments: &[&str], input: Stdio) -> (Run, u64, Duration, Duration) {
    let start = Instant::now();
    let mut child = command(arguments)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let keep = |mut stream: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            stream.read_to_end(&mut text).expect("readable");
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let out = keep(Box::new(out.expect("a pipe")));
    let err = keep(Box::new(err.expect("a pipe")));
    let (mut most, mut processor) = (0, Duration::ZERO);
    let code = loop {
        most = most.max(taken(&child));
        processor = used(&child).unwrap_or(processor);
        match child.try_wait().expect("a child") {
            Some(status) => break status.code().unwrap_or(-1),
            None => std::thread::sleep(Duration::from_millis(3)),
        }
    };
    let elapsed = start.elapsed();
    let run = Run { code, out: out.join().expect("read"), err: err.join().expect("read") };
    assert!(run.code != 101 && !run.err.contains("panicked"), "{arguments:?}: {run:?}");
    (run, most, elapsed, processor)
}

/// Runs a command that is to keep to 50 MB.
fn within_memory(arguments: &[&str], input: Stdio) -> Run {
    const ALLOWED: u64 = 50_000_000;
    let arguments = [arguments, &["--max-memory", "50M"]].concat();
    let (run, most, ..) = measured(&arguments, input);
    assert!(most <= ALLOWED + ALLOWED / 10 + 40_000_000, "{arguments:?} took {most} bytes: {}", run.err);
    run
}

/// A file of 1.5 GB that takes no room.
fn large_file(folder: &Path) -> String {
    let file = folder.join("large.game");
    File::create(&file).expect("a file").set_len(1_500_000_000).expect("a length");
    file.to_str().expect("UTF-8").to_owned()
}

#[test]
fn files_that_are_read_count() {
    let _turn = TURN.lock();
    let file = large_file(&folder("limits-files"));
    let modulus = ["--base", "31", "--modulus", "1000000007"];
    for file in [&file[..], "/dev/zero"] {
        let tables: [&[&str]; 8] = [
            &["verify", file],
            &["sweep", "rules", file],
            &["graph", file],
            &["hash", "find", "--needles", file, "abc"],
            &["hash", "read", file],
            &["hash", "distinct", "--file", file],
            &["hash", "palindromes", "--file", file],
            &["hash", "break", "--modulus", "1000007", "--bases", file],
        ];
        for arguments in tables {
            let run = within_memory(arguments, Stdio::null());
            assert_eq!(run.code, 3, "{arguments:?}: {run:?}");
            assert!(run.err.contains("memory limit"), "{arguments:?}: {run:?}");
        }
        // A regular file is mapped, which takes no memory; a device cannot be.
        within_memory(&["hash", "find", "abc", "--file", file], Stdio::null());
        within_memory(
            &[&["hash", "poly", "--max-time", "1s", "--file", file][..], &modulus].concat(),
            Stdio::null(),
        );
        let run = within_memory(&["solve", "cram", "3x4", "--db", file], Stdio::null());
        assert!(run.code == 2 || run.code == 3, "{run:?}");
    }
    let run = within_memory(&["solve", &file, "3"], Stdio::null());
    assert_eq!(run.code, 3, "{run:?}");
    for arguments in [&["contest", "ufpr-nim"][..], &["guess", "-"], &["graph", "-"], &["solve", "nim", "-"]]
    {
        let endless = File::open("/dev/zero").expect("a device");
        let run = within_memory(arguments, endless.into());
        assert_eq!(run.code, 3, "{arguments:?}: {run:?}");
    }
}

#[test]
fn engines_keep_to_their_memory() {
    let _turn = TURN.lock();
    let solve: [&[&str]; 14] = [
        &["n -> n - 1 where n even or n odd", "3000000", "--method", "nimber-search"],
        &["n -> n - 1 where n even or n odd", "3000000", "--method", "memo"],
        &["(a,b,c) -> (a-k,b,c) where k>0 ; (a,b,c) -> (a,b-k,c-k) where k>0", "90,90,90"],
        &["(a,b,c) -> (a-k,b,c) where k>0 ; (a,b,c) -> (a,b-k,c-k) where k>0", "90,90,90", "--misere"],
        &["n -> a, b, c where a + b + c = n, a > 0, b > 0, c > 0", "30000", "--misere"],
        &["{a,b} -> {a-k,b-k} where k>0", "20 20 20 20 20"],
        &["loopy ; (a,b) -> (a+1,b) where a<20000; (a,b) -> (a,b+1) where b<20000", "0,0"],
        &["arc-kayles", "grid:7x7"],
        &["node-kayles", "random:60,0.1,3"],
        &["cram", "7x7"],
        &["cram", "5x5", "--misere"],
        &["chomp", "20x20"],
        &["nogo", "5x5"],
        &["kayles 5 7 + cram 7x7"],
    ];
    for arguments in solve {
        let arguments = [&["solve"], arguments, &["--max-time", "3s"]].concat();
        let run = within_memory(&arguments, Stdio::null());
        let said = ["memory limit", "position limit", "time limit"]
            .iter()
            .any(|limit| run.err.contains(limit) || run.out.contains(limit));
        assert!(run.code == 0 || run.code == 3 && said, "{arguments:?}: {run:?}");
    }
    let others: [&[&str]; 5] = [
        &["seq", "n -> a, b where a + b = n, 0 < a < b", "-n", "1e8"],
        &[
            "table",
            "(a,b) -> (a-k,b) where k>0 ; (a,b) -> (a,b-k) where k>0, k<3",
            "{a},{b}",
            "--a",
            "0..2000",
            "--b",
            "0..2000",
        ],
        &["misere", "0.3102"],
        &["period", "0.106", "--limit", "1e9"],
        &["guess", "kayles", "-n", "1e6"],
    ];
    for arguments in others {
        within_memory(&[arguments, &["--max-time", "3s"]].concat(), Stdio::null());
    }
}

/// Values that were written need not be held: the limit is on what is kept.
#[test]
fn a_sequence_that_forgets_needs_little() {
    let arguments = ["seq", "0.106", "-n", "1000000", "--format", "raw", "--max-memory", "700k"];
    let (run, most, ..) = measured(&arguments, Stdio::null());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(most < 40_000_000, "{most}");
}

#[test]
fn engines_keep_to_their_time() {
    let _turn = TURN.lock();
    let out = folder("limits-time").join("tablebase");
    let out = out.to_str().expect("UTF-8");
    let questions: [&[&str]; 16] = [
        &["seq", "n -> a, b where a + b = n, 0 < a < b", "-n", "1e8"],
        &["solve", "nim", "1e18", "--method", "memo"],
        &["sweep", "octal", "--digits", "3"],
        &["hash", "break", "--base", "31", "--modulus", "18446744073709551557", "--method", "walk"],
        &["table", "cram", "{a}x{b}", "--a", "1..9", "--b", "1..9"],
        &["seq", "cram", "7x{n}", "-n", "10"],
        &["explain", "cram", "7x7"],
        &["moves", "cram", "7x7"],
        &["misere", "0.3102"],
        &["period", "0.106", "--limit", "1e9"],
        &["tablebase", "build", "cram", "5x6", "--out", out],
        &["tablebase", "build", "cram", "5x6", "--out", out, "--processes", "2"],
        &["solve", "loopy ; (a,b) -> (a+1,b) where a<20000; (a,b) -> (a,b+1) where b<20000", "0,0"],
        &["solve", "{a,b} -> {a-k,b-k} where k>0", "20 20 20 20 20 20"],
        &["solve", "n -> a, b, c where a + b + c = n, a > 0, b > 0, c > 0", "30000", "--misere"],
        &["solve", "node-kayles", "random:90,0.05,3"],
    ];
    for arguments in questions {
        let arguments = [arguments, &["--max-time", "1s"]].concat();
        // On a machine that does other things, the best of three tells.
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let (run, _, elapsed, used) = measured(&arguments, Stdio::null());
            assert_eq!(run.code, 3, "{arguments:?}: {run:?}");
            let says = run.err.contains("time limit") || run.out.contains("time limit");
            assert!(says, "{arguments:?}: {run:?}");
            best = best.min(elapsed);
            // Who gets little of the processor needs longer for the same work.
            if used < Duration::from_millis(1400) && elapsed < Duration::from_secs(6) {
                best = best.min(used);
            }
            if best < Duration::from_millis(1400) {
                break;
            }
        }
        assert!(best < Duration::from_millis(1400), "{arguments:?}: {best:?}");
    }
}

#[test]
fn a_path_of_the_processor_can_be_forced() {
    let mut values = Vec::new();
    for path in ["", "portable", "avx2", "avx512"] {
        let child = command(&["seq", "0.106", "-n", "20000", "--format", "values"])
            .env("GRUNDY_CPU", path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let run = wait(&["seq"], child);
        assert_eq!((run.code, run.out.lines().count()), (0, 20000), "{path}: {}", run.err);
        values.push(run.out);
    }
    assert!(values.iter().all(|found| *found == values[0]));
    let child =
        command(&["mex", "0"]).env("GRUNDY_CPU", "abacus").stderr(Stdio::piped()).spawn().expect("starts");
    let run = child.wait_with_output().expect("ends");
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("none of `portable`, `avx2`, `avx512`"));
}
