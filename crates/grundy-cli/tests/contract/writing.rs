//! Files that are written, whatever stands at their place: links, pipes, devices, directories, full disks, and standard
//! output that fails.

#![cfg(unix)]

use super::processes::{start, wait};
use super::{Run, command, finished, folder, grundy};
use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Commands whose last argument is a file that is written whole, with what it begins with.
const WHOLE: [(&[&str], &str); 7] = [
    (&["period", "0.137", "--certificate"], "grundy certificate"),
    (&["misere", "0.123", "--certificate"], "grundy quotient"),
    (&["period", "kayles", "--plot"], "<svg"),
    (&["seq", "kayles", "-n", "50", "--plot"], "<svg"),
    (&["graph", GRAPH, "--format", "csv", "-o"], "vertex,outcome,"),
    (&["graph", GRAPH, "--format", "json", "-o"], "{"),
    (&["hash", "break", "--base", "31", "--mod", "1009", "-o"], ""),
];

/// Commands whose last argument is a file that grows, or is read back.
const KEPT: [&[&str]; 3] = [
    &["sweep", "octal", "--digits", "1", "--limit", "200", "--no-time", "-o"],
    &["solve", "cram", "3x4", "--db"],
    &["seq", "0.106", "-n", "1000", "--checkpoint"],
];

const GRAPH: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/writing-graph.txt");

fn with(arguments: &[&str], file: &Path) -> Run {
    if arguments.contains(&GRAPH) {
        fs::write(GRAPH, "a b\nb c\n").expect("a graph");
    }
    grundy(&[arguments, &[file.to_str().expect("UTF-8")]].concat())
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn text(file: &Path) -> String {
    String::from_utf8_lossy(&fs::read(file).expect("a file")).into_owned()
}

#[test]
fn links_are_followed_and_stay_links() {
    for (arguments, beginning) in WHOLE {
        let folder = folder("writing-links");
        fs::create_dir(folder.join("deep")).expect("a folder");
        let (link, target) = (folder.join("link.svg"), folder.join("deep/target"));
        symlink("deep/target", &link).expect("a link");
        for round in 0..2 {
            let run = with(arguments, &link);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
            assert!(fs::symlink_metadata(&link).expect("there").is_symlink(), "{arguments:?}");
            let text = text(&target);
            assert!(!text.is_empty() && text.starts_with(beginning), "{arguments:?}: {text}");
            fs::write(&target, "stale").unwrap_or_else(|error| panic!("{round}: {error}"));
        }
        assert_eq!(names(&folder.join("deep")), ["target"], "{arguments:?}");
    }
    for arguments in &KEPT[..2] {
        let folder = folder("writing-links");
        let (link, target) = (folder.join("link"), folder.join("target"));
        symlink("target", &link).expect("a link");
        assert_eq!(with(arguments, &link).code, 0, "{arguments:?}");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink(), "{arguments:?}");
        assert!(!fs::read(&target).expect("the target").is_empty(), "{arguments:?}");
        assert!(!names(&folder).iter().any(|name| name.ends_with(".lock") || name.ends_with(".part")));
    }
}

#[test]
fn pipes_are_written_into() {
    let folder = folder("writing-pipes");
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let sweep = (KEPT[0], "code,");
    for (arguments, beginning) in WHOLE.into_iter().chain([sweep]) {
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read(pipe).expect("readable"))
        };
        let run = with(arguments, &pipe);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
        let read = String::from_utf8_lossy(&reader.join().expect("read")).into_owned();
        assert!(!read.is_empty() && read.starts_with(beginning), "{arguments:?}: {read}");
        assert!(fs::metadata(&pipe).expect("there").file_type().is_fifo(), "{arguments:?}");
        assert_eq!(names(&folder), ["pipe"], "{arguments:?}");
    }
    let file = pipe.to_str().expect("UTF-8");
    let run = grundy(&["sweep", "octal", "--digits", "1", "-o", "/dev/null", "--resume"]);
    assert!(run.code == 2 && run.err.contains("no regular file"), "{run:?}");
    let run = grundy(&["solve", "cram", "3x3", "--method", "proof-number", "--db", file]);
    assert!(run.code == 2 && run.err.contains("no regular file"), "{run:?}");
}

#[test]
fn standard_output_by_name_loses_nothing() {
    let file = folder("writing-stdout").join("out");
    let plain = grundy(&["seq", "kayles", "-n", "5"]).out;
    let out = File::create(&file).expect("a file");
    let arguments = ["seq", "kayles", "-n", "5", "--plot", "/dev/stdout", "--format", "plain"];
    assert!(command(&arguments).stdout(out).status().expect("runs").success());
    let text = text(&file);
    assert!(text.starts_with("<svg") && text.ends_with(&plain), "{text}");
}

/// A rule without a theorem: it would take for ever.
const ENDLESS: &str = "n -> a, b where a < n, b + 1 < n";

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = folder("writing-refused");
    let directory = folder.to_str().expect("UTF-8");
    let missing = folder.join("none/file");
    let graph = folder.join("graph");
    fs::write(&graph, "a b\n").expect("written");
    let graph = graph.to_str().expect("UTF-8");
    for file in [directory, missing.to_str().expect("UTF-8"), "/proc/none", ""] {
        for arguments in [
            &["period", ENDLESS, "--limit", "1e9", "--certificate", file][..],
            &["period", ENDLESS, "--limit", "1e9", "--plot", file],
            &["misere", "0.37", "--limit", "1000000", "--max-order", "1e9", "--certificate", file],
            &["seq", ENDLESS, "-n", "1e9", "--plot", file],
            &["graph", graph, "-o", file],
            &["hash", "break", "--base", "31", "--mod", "2305843009213693951", "--black-box", "-o", file],
            &["sweep", "octal", "--digits", "6", "-o", file],
            &["solve", "cram", "9x9", "--db", file],
        ] {
            let begun = Instant::now();
            let run = grundy(arguments);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {run:?}");
            assert!(run.err.starts_with("error: "), "{arguments:?}: {run:?}");
            assert!(begun.elapsed() < Duration::from_secs(5), "{arguments:?}");
            let json = grundy(&[&["--json"], arguments].concat());
            assert_eq!(json.code, 2, "{arguments:?}: {json:?}");
            json.error();
        }
    }
    for file in [graph, "/proc/none", ""] {
        let run = grundy(&["seq", ENDLESS, "-n", "1e9", "--checkpoint", file]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{file}: {run:?}");
    }
    assert_eq!(names(&folder), ["graph"], "nothing is left behind");
}

#[test]
fn a_full_device_ends_with_3() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for (arguments, _) in WHOLE.into_iter().chain([(KEPT[0], "")]) {
        let run = with(arguments, Path::new("/dev/full"));
        assert_eq!(run.code, 3, "{arguments:?}: {run:?}");
        assert!(run.err.contains("no room") && run.err.contains("hint: "), "{arguments:?}: {run:?}");
        assert!(fs::metadata("/dev/full").expect("there").file_type().is_char_device());
    }
}

/// A disk that is full after so many blocks of 512 bytes, as the shell's `ulimit -f` makes one for a process.
pub(super) fn limited(blocks: u64, arguments: &[&str]) -> Run {
    let mut shell = std::process::Command::new("sh");
    let line = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    shell.arg("-c").arg(line).arg(env!("CARGO_BIN_EXE_grundy")).args(arguments);
    finished(arguments, shell.stdin(Stdio::null()).output().expect("runs"))
}

#[test]
fn a_full_disk_keeps_what_was_found_and_says_how_to_go_on() {
    let folder = folder("writing-full");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    // Whole files: the old one stays, and nothing else.
    let certificate = path("proof");
    fs::write(&certificate, "old").expect("written");
    let arguments = ["period", "0.156", "--certificate", &certificate];
    let run = limited(2, &arguments);
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{run:?}");
    assert!(run.err.contains("no room") && run.err.contains("hint: "), "{run:?}");
    assert_eq!((text(Path::new(&certificate)).as_str(), names(&folder).len()), ("old", 1));
    assert_eq!(grundy(&arguments).code, 0);
    // Journals: what was there stays, and the same command goes on to the same end.
    let (rows, whole) = (path("rows"), path("whole"));
    let sweep = |file| ["sweep", "octal", "--digits", "2", "--limit", "200", "--no-time", "-o", file];
    assert_eq!(grundy(&sweep(&whole)).code, 0);
    let run = limited(4, &sweep(&rows));
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("rows are kept") && run.err.contains("--resume"), "{run:?}");
    let part = text(Path::new(&rows));
    assert!(part.ends_with('\n') && text(Path::new(&whole)).starts_with(&part), "{part}");
    assert_eq!(grundy(&[&sweep(&rows)[..], &["--resume"]].concat()).code, 0);
    assert_eq!(text(Path::new(&rows)), text(Path::new(&whole)));

    let values = path("values");
    let seq = ["seq", "0.106", "-n", "300000", "--format", "values", "--checkpoint", &values];
    let run = limited(100, &seq);
    assert_eq!(run.code, 3, "{:?}", run.err);
    assert!(run.err.contains("no room") && run.err.contains("goes on from there"), "{}", run.err);
    let found = command(&seq).output().expect("runs");
    let plain = command(&seq[..6]).output().expect("runs");
    assert!(found.status.success() && found.stdout == plain.stdout);

    let arguments = ["solve", "--json", "cram", "4x5", "--db", &path("cram.db")];
    let run = limited(2, &arguments);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.error()["hint"].to_string().contains("goes on from there"), "{run:?}");
    assert_eq!(grundy(&arguments).code, 0);
    assert!(!names(&folder).iter().any(|name| name.ends_with(".part")), "{:?}", names(&folder));
}

#[test]
fn the_second_process_is_refused_with_the_number_of_the_first() {
    let folder = folder("writing-locks");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let files = ["table", "rows", "values"].map(path);
    for (arguments, lock) in [
        (&["solve", "cram", "7x7", "--db", &files[0]][..], "table.lock"),
        (&["sweep", "octal", "--digits", "3", "--limit", "1e6", "-o", &files[1]], "rows.sweep.lock"),
        (
            &["seq", "grundy", "--from", "9e8", "-n", "1", "--checkpoint", &files[2]],
            "values/values.journal.lock",
        ),
    ] {
        let child = start(arguments);
        let begun = Instant::now();
        while fs::read_to_string(folder.join(lock)).map_or(0, |text| text.len()) < 2 {
            assert!(begun.elapsed() < Duration::from_secs(30), "{arguments:?}: no lock");
            std::thread::sleep(Duration::from_millis(2));
        }
        let run = grundy(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {run:?}");
        assert!(run.err.contains(&format!("process {}", child.id())), "{arguments:?}: {run:?}");
        super::processes::interrupt(&child);
        assert_eq!(wait(arguments, child).code, 130, "{arguments:?}");
    }
}

#[test]
fn a_killed_owner_leaves_no_lock() {
    let file = folder("writing-killed").join("rows");
    let file = file.to_str().expect("UTF-8");
    let arguments =
        ["sweep", "octal", "--digits", "2", "--limit", "40000", "--no-time", "-o", file, "--resume"];
    for round in 0..12 {
        let mut child = start(&arguments);
        std::thread::sleep(Duration::from_millis(3 * round));
        child.kill().expect("a child");
        let output = child.wait_with_output().expect("ends");
        assert!(output.status.code() != Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(grundy(&arguments).code, 0);
    let expected = grundy(&arguments[..7]).out;
    assert!(text(Path::new(file)) == expected, "the same bytes");
}

/// Rows whose `.sweep` was written by an earlier version.
#[test]
fn sweeps_of_earlier_versions_go_on() {
    let folder = folder("writing-earlier");
    let file = folder.join("rows");
    let name = file.to_str().expect("UTF-8");
    let arguments = ["sweep", "octal", "--digits", "1", "--limit", "300", "--no-time", "-o", name];
    assert_eq!(grundy(&arguments).code, 0);
    let whole = fs::read(&file).expect("rows");
    let description =
        r#"{"schema":1,"sweep":"octal --digits 1","games":7,"limit":300,"format":"csv","seconds":false}"#;
    let journal = fs::read(folder.join("rows.sweep")).expect("a journal");
    assert!(String::from_utf8_lossy(&journal).contains(description), "{}", String::from_utf8_lossy(&journal));
    fs::write(folder.join("rows.sweep"), format!("{description}\n")).expect("written");
    fs::write(&file, &whole[..whole.len() / 2]).expect("written");
    let refused = grundy(&arguments);
    assert!(refused.code == 2 && refused.err.contains("--resume"), "{refused:?}");
    assert_eq!(grundy(&[&arguments[..], &["--resume"]].concat()).code, 0);
    assert!(fs::read(&file).expect("rows") == whole);
    // What the file has lost, the journal has.
    fs::remove_file(&file).expect("removed");
    assert_eq!(grundy(&[&arguments[..], &["--resume"]].concat()).code, 0);
    assert!(fs::read(&file).expect("rows") == whole);
}

#[test]
fn standard_output_that_fails_ends_with_2_and_a_sentence() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let file = folder("writing-failing").join("graph");
    fs::write(&file, "a b\n").expect("written");
    let graph = file.to_str().expect("UTF-8");
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["help", "solve"],
        &["solve", "--help"],
        &["solve", "nim", "3", "4"],
        &["solve", "--json", "nim", "3", "4"],
        &["solve", "--json", "nim", "x"],
        &["--json", "solve"],
        &["solve", "nim", "-"],
        &["solve", "--json", "nim", "-"],
        &["seq", "kayles"],
        &["seq", "kayles", "-n", "100000", "--format", "raw"],
        &["seq", "kayles", "--plot", "-"],
        &["period", "kayles"],
        &["misere", "0.123"],
        &["sweep", "octal", "--digits", "1"],
        &["explain", "kayles"],
        &["play", "nim", "3", "4"],
        &["graph", graph],
        &["graph", graph, "--format", "json"],
        &["games"],
        &["contest", "--list"],
        &["mex", "0", "1"],
        &["nimber", "2*3"],
        &["hash", "poly", "--base", "31", "--mod", "1009", "abc"],
        &["completions", "bash"],
        &["serve", "--port", "0"],
    ] {
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let _ = std::io::Write::write_all(&mut stdin, b"3 4\n5\n");
        drop(stdin);
        let run = wait(arguments, child);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(
            run.err.contains("cannot read standard input or write standard output"),
            "{arguments:?}: {run:?}"
        );
        assert!(run.err.lines().count() <= 10, "{arguments:?}: {run:?}");
    }
}
