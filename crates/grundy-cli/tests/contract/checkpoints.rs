//! `--checkpoint DIR`: runs that are stopped, killed, repeated or find their files damaged print the same bytes.

use super::processes::{start, wait};
use super::{Run, command, folder, grundy};
use grundy::heap::checkpoint::{BLOCK, Block};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A quick game, and heaps enough for two whole blocks and a part of a third.
const QUICK: &str = "0.106";
const HEAPS: &str = "2300000";

/// Output that is no text.
struct Bytes {
    code: i32,
    out: Vec<u8>,
    err: String,
}

fn bytes(arguments: &[&str]) -> Bytes {
    let output = command(arguments).stdin(Stdio::null()).output().expect("runs");
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    Bytes { code: output.status.code().unwrap_or(-1), out: output.stdout, err }
}

/// Output of a run that has nothing to say on stderr.
#[track_caller]
fn quiet(arguments: &[&str]) -> Vec<u8> {
    let Bytes { code, out, err } = bytes(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

fn raw<'a>(game: &'a str, count: &'a str, folder: &'a Path) -> Vec<&'a str> {
    let folder = folder.to_str().expect("UTF-8");
    vec!["seq", game, "-n", count, "--format", "raw", "--checkpoint", folder]
}

/// Comparing megabytes with `assert_eq!` would print them.
#[track_caller]
fn assert_same(found: &[u8], expected: &[u8], what: &str) {
    let first = found.iter().zip(expected).position(|(a, b)| a != b);
    assert_eq!(
        (first, found.len()),
        (None, expected.len()),
        "{what}: the first byte that differs, and the length"
    );
}

/// The blocks in a folder, in order.
fn blocks(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "values")).collect();
    files.sort();
    files
}

#[test]
fn the_same_again_and_longer() {
    let folder = folder("checkpoint-longer");
    let expected = quiet(&["seq", QUICK, "-n", HEAPS, "--format", "raw"]);
    // The last count is shorter than what is there.
    for count in ["10", "1000000", "1048576", "1048577", HEAPS, HEAPS, "5"] {
        let found = quiet(&raw(QUICK, count, &folder));
        let length = 4 * count.parse::<usize>().expect("a number");
        assert_same(&found, &expected[..length], count);
    }
    assert_eq!(blocks(&folder).len(), 3);
    // Another spelling of the same code.
    assert_same(&quiet(&raw(".106", HEAPS, &folder)), &expected, "another spelling");
}

/// Values of an unfinished block that were saved before are dropped when a run goes on.
#[test]
fn an_unfinished_block_goes_on_and_stays_unfinished() {
    let folder = folder("checkpoint-unfinished");
    let whole = quiet(&["seq", ".6", "-n", "1200000", "--format", "raw"]);
    for count in ["1150000", "1175000", "1200000"] {
        let out = quiet(&raw(".6", count, &folder));
        assert_same(&out, &whole[..out.len()], count);
    }
    let again = quiet(&raw(".6", "1200000", &folder));
    assert_same(&again, &whole, "read back");
    // What has a formula is not worth a file.
    let nim = quiet(&raw("nim", "500000", &folder.join("nim")));
    assert_same(&nim, &quiet(&["seq", "nim", "-n", "500000", "--format", "raw"]), "nim");
}

#[test]
fn from_is_read_back_without_computing() {
    let folder = folder("checkpoint-from");
    quiet(&raw("grundy", "300000", &folder));
    let path = folder.to_str().expect("UTF-8");
    for (from, count) in [("0", "10"), ("65530", "20"), ("299990", "10"), ("299990", "30"), ("400000", "5")] {
        let plain = ["seq", "grundy", "--from", from, "-n", count];
        let kept = [&plain[..], &["--checkpoint", path]].concat();
        assert_eq!(quiet(&kept), quiet(&plain), "{kept:?}");
    }
    // No engine answers this fast; the files do. (Grundy's game to a million is seconds in this profile.)
    let modified = |file: &PathBuf| fs::metadata(file).and_then(|data| data.modified()).expect("a time");
    let before: Vec<_> = blocks(&folder).iter().map(modified).collect();
    quiet(&["seq", "grundy", "--from", "1000", "-n", "100000", "--checkpoint", path]);
    let after: Vec<_> = blocks(&folder).iter().map(modified).collect();
    assert_eq!(before, after, "reading writes nothing");
}

#[test]
fn engines_that_begin_anew_have_checkpoints_too() {
    for game in ["kayles", "nim", "take{1,3,4}", "allbut{1,2}", "n -> n - k*k where k > 0", "hex:0.3F"] {
        let folder = folder("checkpoint-others");
        let path = folder.to_str().expect("UTF-8");
        for count in ["50", "300", "300", "20"] {
            let plain = ["seq", game, "-n", count];
            let kept = [&plain[..], &["--checkpoint", path]].concat();
            assert_eq!(quiet(&kept), quiet(&plain), "{kept:?}");
        }
    }
}

#[test]
fn the_folder_of_another_game_is_refused() {
    let folder = folder("checkpoint-other");
    let path = folder.to_str().expect("UTF-8");
    quiet(&raw(QUICK, "3000", &folder));
    for command in [&["seq", "0.107", "-n", "10"][..], &["period", "0.107"]] {
        let arguments = [command, &["--checkpoint", path]].concat();
        let run = grundy(&arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains("0.106") && run.err.contains("hint:"), "{run:?}");
        let run = grundy(&[&arguments[..], &["--json"]].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.error()["message"].as_str().is_some_and(|text| text.contains("0.106")), "{run:?}");
    }
    // A folder that cannot be made.
    let file = folder.join("00000000.values").join("below");
    assert_eq!(bytes(&raw(QUICK, "10", &file)).code, 2);
}

/// What may have become of the second of three blocks.
fn damages(good: &[u8], first: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let flipped = |place: usize| {
        let mut bytes = good.to_vec();
        bytes[place] ^= 1;
        bytes
    };
    let text = |old: &str, new: &str| {
        let head = String::from_utf8_lossy(&good[..200]).replacen(old, new, 1);
        assert!(head.contains(new), "{head}");
        [head.as_bytes()[..100].to_vec(), good[100..].to_vec()].concat()
    };
    let short = Block { rule: QUICK.into(), first: 0, values: vec![0; 7] };
    vec![
        ("a value", flipped(good.len() / 2)),
        ("the checksum", flipped(good.len() - 2)),
        ("the version", text("values 1\n", "values 2\n")),
        ("half", good[..good.len() / 2].to_vec()),
        ("nothing", Vec::new()),
        ("one byte more", [good, b"\n"].concat()),
        ("another file", b"Makefile:\n\techo\n".repeat(1000)),
        ("the first block", first.to_vec()),
        ("a short block of elsewhere", short.to_bytes()),
    ]
}

#[test]
fn damaged_blocks_are_noticed_and_computed_again() {
    let folder = folder("checkpoint-damaged");
    let expected = quiet(&raw(QUICK, HEAPS, &folder));
    let files = blocks(&folder);
    let (first, second) = (fs::read(&files[0]).expect("a block"), fs::read(&files[1]).expect("a block"));
    for (what, damaged) in damages(&second, &first) {
        fs::write(&files[1], damaged).expect("written");
        let found = bytes(&raw(QUICK, HEAPS, &folder));
        assert_eq!(found.code, 0, "{what}: {}", found.err);
        assert!(found.err.contains("00000001.values"), "{what}: `{}`", found.err);
        assert_same(&found.out, &expected, what);
        assert_same(&fs::read(&files[1]).expect("mended"), &second, what);
        assert_same(&quiet(&raw(QUICK, HEAPS, &folder)), &expected, what);
    }
    // A block that is missing needs no word.
    fs::remove_file(&files[0]).expect("there");
    assert_same(&quiet(&raw(QUICK, HEAPS, &folder)), &expected, "no first block");
    // What a killed run may leave behind is no block.
    fs::write(folder.join("00000001.values.77.part"), &second[..1000]).expect("written");
    assert_same(&quiet(&raw(QUICK, HEAPS, &folder)), &expected, "a part");
}

#[test]
fn blocks_of_another_game_among_ours_are_refused() {
    let folder = folder("checkpoint-mixed");
    quiet(&raw(QUICK, HEAPS, &folder));
    let foreign = Block { rule: "0.77".into(), first: BLOCK, values: vec![1; BLOCK as usize] };
    fs::write(&blocks(&folder)[1], foreign.to_bytes()).expect("written");
    let run = bytes(&raw(QUICK, HEAPS, &folder));
    assert_eq!((run.code, run.out.len()), (2, 0), "{}", run.err);
    assert!(run.err.contains("`0.77`"), "{}", run.err);
}

/// SplitMix64: moments for kill.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 29)
}

#[test]
fn killed_twenty_times_and_resumed() {
    let (game, count) = ("0.354", "2200000");
    let start = Instant::now();
    let expected = quiet(&["seq", game, "-n", count, "--format", "raw"]);
    let whole = start.elapsed().as_micros() as u64;
    let mut state = 20_261_122;
    let mut killed = 0;
    for round in 0..4 {
        let folder = folder(&format!("checkpoint-killed-{round}"));
        let printed = folder.join("printed");
        // Short lives at first, so that files of all sizes are met; in the end the run comes through.
        for _ in 0..5 {
            let file = File::create(&printed).expect("a file");
            let mut child = command(&raw(game, count, &folder))
                .stdout(file)
                .stderr(Stdio::null())
                .spawn()
                .expect("starts");
            std::thread::sleep(Duration::from_micros(random(&mut state) % (2 * whole / 3)));
            child.kill().expect("a child");
            killed += usize::from(child.wait().expect("a child").code().is_none());
            let printed = fs::read(&printed).expect("readable");
            assert_same(&printed, &expected[..printed.len()], "what was printed before");
        }
        assert_same(&quiet(&raw(game, count, &folder)), &expected, "resumed");
        assert_same(&quiet(&raw(game, count, &folder)), &expected, "read back");
    }
    assert!(killed >= 10, "only {killed} of 20 runs were still there to be killed");
}

#[test]
fn a_period_is_the_same_from_kept_values() {
    for (game, limits) in
        [("0.354", ["20000", "400000"]), ("kayles", ["100", "1000"]), ("0.156", ["5000", "50000"])]
    {
        let folder = folder("checkpoint-period");
        let path = folder.to_str().expect("UTF-8");
        let ask = |more: &[&str]| -> Run { grundy(&[&["period", game, "--json"], more].concat()) };
        for limit in [limits[0], limits[1], limits[1]] {
            let plain = ask(&["--limit", limit]);
            let kept = ask(&["--limit", limit, "--checkpoint", path]);
            assert!(kept.code <= 1, "{kept:?}");
            assert_eq!(kept.err, "");
            let answers = [plain.json(), kept.json()];
            for field in ["period", "preperiod", "saltus", "proved", "last_exception", "exceptions_total"] {
                assert_eq!(answers[0][field], answers[1][field], "{game} to {limit}: {field}\n{answers:?}");
            }
        }
        // What is kept counts, also beyond the limit: nothing has to be computed for it.
        let (more, less) = (ask(&["--limit", limits[1]]), ask(&["--limit", limits[0], "--checkpoint", path]));
        assert_eq!(less.json()["period"], more.json()["period"], "{game}: {less:?}");
        // `seq` reads what `period` has left.
        let plain = ["seq", game, "-n", "3000"];
        assert_eq!(quiet(&[&plain[..], &["--checkpoint", path]].concat()), quiet(&plain));
    }
}

#[test]
fn certificates_come_from_kept_values_too() {
    let folder = folder("checkpoint-certificate");
    let (values, file) = (folder.join("values"), folder.join("proof.cert"));
    let [values, file] = [&values, &file].map(|path| path.to_str().expect("UTF-8"));
    quiet(&["seq", "0.156", "-n", "3000", "--checkpoint", values]);
    quiet(&["period", "0.156", "--checkpoint", values, "--certificate", file]);
    let run = grundy(&["verify", file]);
    assert_eq!(run.code, 0, "{run:?}");
}

/// Also while a block is being written, which takes a tenth of the time.
#[cfg(unix)]
#[test]
fn an_interrupted_sequence_goes_on_where_it_was() {
    let folder = folder("checkpoint-interrupted");
    let printed = folder.join("printed");
    let arguments = raw("grundy", "1e9", &folder);
    let mut before = Vec::new();
    for milliseconds in [300, 340, 390, 450, 520, 600] {
        let file = File::create(&printed).expect("a file");
        let child = command(&arguments).stdout(file).stderr(Stdio::piped()).spawn().expect("starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        super::processes::interrupt(&child);
        let run = wait(&arguments, child);
        assert_eq!(run.code, 130, "{run:?}");
        assert!(run.err.contains("goes on from there"), "{run:?}");
        before = fs::read(&printed).expect("readable");
        assert!(!before.is_empty() && before.len().is_multiple_of(4), "{} bytes", before.len());
        assert!(run.err.contains(&format!("heaps below {} are shown", before.len() / 4)), "{run:?}");
    }
    let count = (before.len() / 4 + 100_000).to_string();
    let resumed = quiet(&raw("grundy", &count, &folder));
    assert_same(&resumed[..before.len()], &before, "what was printed before");
    assert_same(&resumed, &quiet(&["seq", "grundy", "-n", &count, "--format", "raw"]), "resumed");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_for_a_period_goes_on_where_it_was() {
    let folder = folder("checkpoint-period-interrupted");
    let path = folder.to_str().expect("UTF-8");
    let arguments = ["period", "grundy", "--limit", "1e9", "--checkpoint", path];
    let child = start(&arguments);
    std::thread::sleep(Duration::from_millis(600));
    super::processes::interrupt(&child);
    let run = wait(&arguments, child);
    assert_eq!(run.code, 130, "{run:?}");
    assert!(!blocks(&folder).is_empty(), "values were kept: {run:?}");
    let again = grundy(&["period", "grundy", "--limit", "5000", "--checkpoint", path]);
    assert_eq!((again.code, again.err.as_str()), (1, ""), "{again:?}");
}

#[test]
fn a_time_limit_keeps_what_there_is() {
    let folder = folder("checkpoint-time");
    let path = folder.to_str().expect("UTF-8");
    let run = bytes(&[&raw("grundy", "1e9", &folder)[..], &["--max-time", "300ms"]].concat());
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(!blocks(&folder).is_empty(), "{}", run.err);
    let count = run.out.len() / 4;
    let tail = (count - 10).to_string();
    let again =
        quiet(&["seq", "grundy", "--from", &tail, "-n", "10", "--format", "raw", "--checkpoint", path]);
    assert_same(&again, &run.out[4 * (count - 10)..], "the last ten");
}
