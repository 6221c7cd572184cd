//! `--checkpoint DIR`: runs that are stopped, killed, repeated or find their files damaged print the same bytes.

use super::processes::{start, wait, wait_until};
use super::{Run, command, folder, grundy};
use grundy::ask::journal::{block, blocks};
use grundy::engine::heap::checkpoint::{BLOCK, Block};
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

fn journal(folder: &Path) -> PathBuf {
    folder.join("values.journal")
}

/// The blocks of values in a folder, in order. How many there are depends on how long the runs took.
fn kept(folder: &Path) -> Vec<Block> {
    let bytes = fs::read(journal(folder)).expect("a journal");
    blocks(&bytes).skip(1).map(|content| Block::from_bytes(content).expect("a block")).collect()
}

/// The values in a folder.
fn values(folder: &Path) -> Vec<u32> {
    kept(folder).into_iter().flat_map(|block| block.values).collect()
}

/// The same values in blocks of 2^20.
fn whole_blocks(folder: &Path) -> Vec<Vec<u8>> {
    let values = values(folder);
    let chunks = values.chunks(BLOCK as usize).zip((0..).step_by(BLOCK as usize));
    chunks
        .map(|(values, first)| Block { rule: QUICK.into(), first, values: values.to_vec() }.to_bytes())
        .collect()
}

/// Writes the blocks of a folder anew.
fn keep(folder: &Path, contents: &[Vec<u8>]) {
    let bytes = fs::read(journal(folder)).expect("a journal");
    let head = block(blocks(&bytes).next().expect("a first block"));
    let rest = contents.iter().flat_map(|content| block(content));
    fs::write(journal(folder), head.into_iter().chain(rest).collect::<Vec<u8>>()).expect("written");
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
    assert!(kept(&folder).len() >= 5, "a block for each run that had something new");
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
    let before = modified(&journal(&folder));
    quiet(&["seq", "grundy", "--from", "1000", "-n", "100000", "--checkpoint", path]);
    assert_eq!(before, modified(&journal(&folder)), "reading writes nothing");
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
    let file = journal(&folder).join("below");
    assert_eq!(bytes(&raw(QUICK, "10", &file)).code, 2);
}

/// What may have become of the second of three blocks, each with its checksum in order.
fn damages(good: &[u8], first: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let flipped = |place: usize| {
        let mut bytes = good.to_vec();
        bytes[place] ^= 1;
        bytes
    };
    let short = Block { rule: QUICK.into(), first: 0, values: vec![0; 7] };
    vec![
        ("a value", flipped(good.len() / 2)),
        ("the checksum", flipped(good.len() - 2)),
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
    let (contents, all) = (whole_blocks(&folder), values(&folder));
    assert_eq!(contents.len(), 3);
    keep(&folder, &contents);
    let good = fs::read(journal(&folder)).expect("a journal");
    for (what, damaged) in damages(&contents[1], &contents[0]) {
        keep(&folder, &[contents[0].clone(), damaged, contents[2].clone()]);
        let found = bytes(&raw(QUICK, HEAPS, &folder));
        assert_eq!(found.code, 0, "{what}: {}", found.err);
        assert!(
            found.err.contains("values.journal") && found.err.contains("from heap 1048576"),
            "{}",
            found.err
        );
        assert_same(&found.out, &expected, what);
        assert!(values(&folder) == all, "{what}: mended");
    }
    // A bit that has changed is noticed by the checksum of the journal.
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 8;
    fs::write(journal(&folder), &changed).expect("written");
    let found = bytes(&raw(QUICK, HEAPS, &folder));
    assert!(found.code == 0 && found.err.contains("is damaged"), "{}", found.err);
    assert_same(&found.out, &expected, "a bit");
    // What a killed run leaves needs no word: half a block, or half of the first one.
    for cut in [good.len() - 1, good.len() / 2, 30, 3, 0] {
        fs::write(journal(&folder), &good[..cut]).expect("written");
        assert_same(&quiet(&raw(QUICK, HEAPS, &folder)), &expected, "cut");
        assert!(values(&folder) == all, "cut at {cut}: mended");
    }
    // Nothing is thrown away when it is not clear whose it is.
    let mut changed = good.clone();
    changed[25] ^= 1;
    fs::write(journal(&folder), &changed).expect("written");
    let refused = bytes(&raw(QUICK, HEAPS, &folder));
    assert!(refused.code == 2 && refused.err.contains("hint: "), "{}", refused.err);
    assert_same(&fs::read(journal(&folder)).expect("left alone"), &changed, "left alone");
}

/// A file for every 2^20 values.
#[test]
fn folders_of_earlier_versions_are_taken_over() {
    let folder = folder("checkpoint-earlier");
    let expected = quiet(&raw(QUICK, HEAPS, &folder));
    let contents = whole_blocks(&folder);
    fs::remove_file(journal(&folder)).expect("removed");
    for (index, content) in contents.iter().enumerate() {
        fs::write(folder.join(format!("{index:08}.values")), content).expect("written");
    }
    let foreign = bytes(&raw("0.107", "10", &folder));
    assert!(foreign.code == 2 && foreign.err.contains(QUICK), "{}", foreign.err);
    assert!(!journal(&folder).exists(), "nothing was written for the other game");
    assert_same(&quiet(&raw(QUICK, HEAPS, &folder)), &expected, "taken over");
    assert!(kept(&folder).iter().map(Block::to_bytes).eq(contents), "the same blocks");
    let names: Vec<_> =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("one").path()).collect();
    assert_eq!(names, [journal(&folder)], "the old files have gone");
}

#[test]
fn blocks_of_another_game_among_ours_are_refused() {
    let folder = folder("checkpoint-mixed");
    quiet(&raw(QUICK, HEAPS, &folder));
    let foreign = Block { rule: "0.77".into(), first: BLOCK, values: vec![1; BLOCK as usize] };
    let contents = whole_blocks(&folder);
    keep(&folder, &[contents[0].clone(), foreign.to_bytes(), contents[2].clone()]);
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
    for milliseconds in [0, 40, 90, 150, 220, 300] {
        let file = File::create(&printed).expect("a file");
        let child = command(&arguments).stdout(file).stderr(Stdio::piped()).spawn().expect("starts");
        // A busy machine may take seconds to the first value; what is tested begins there.
        wait_until(|| fs::metadata(&printed).is_ok_and(|file| file.len() > 0));
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
    wait_until(|| journal(&folder).exists());
    std::thread::sleep(Duration::from_millis(600));
    super::processes::interrupt(&child);
    let run = wait(&arguments, child);
    assert_eq!(run.code, 130, "{run:?}");
    assert!(!kept(&folder).is_empty(), "values were kept: {run:?}");
    let again = grundy(&["period", "grundy", "--limit", "5000", "--checkpoint", path]);
    assert_eq!((again.code, again.err.as_str()), (1, ""), "{again:?}");
}

#[test]
fn a_time_limit_keeps_what_there_is() {
    let folder = folder("checkpoint-time");
    let path = folder.to_str().expect("UTF-8");
    let run = bytes(&[&raw("grundy", "1e9", &folder)[..], &["--max-time", "1s"]].concat());
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(!kept(&folder).is_empty(), "{}", run.err);
    let count = run.out.len() / 4;
    let tail = (count - 10).to_string();
    let again =
        quiet(&["seq", "grundy", "--from", &tail, "-n", "10", "--format", "raw", "--checkpoint", path]);
    assert_same(&again, &run.out[4 * (count - 10)..], "the last ten");
}
