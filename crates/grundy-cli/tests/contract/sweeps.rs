//! `grundy sweep`: rows, equivalences, going on after a stop.

use super::{command, finished, folder, grundy};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

#[test]
fn a_row_for_each_code() {
    let run = grundy(&["sweep", "octal", "--digits", "1", "--limit", "1000", "--no-time"]);
    let expected = "\
code,representative,relation,shift,by,status,period,preperiod,saltus,maximum,rare,computed,sequence
0.1,0.1,self,0,,proved,1,2,0,1,,4,6cac9a6971adafc9
0.2,0.2,self,0,,proved,2,1,0,1,,4,10532419962cde47
0.3,0.2,cousin,-1,structure,proved,2,0,0,1,,4,10532419962cde47
0.4,0.4,self,0,,proved,34,54,0,9,,177,8ecd825a3a12163e
0.5,0.2,cousin,-1,sequence,proved,2,0,0,1,,7,10532419962cde47
";
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with(expected), "{}", run.out);
    assert!(run.out.contains("\n0.6,0.6,self,0,,open,,,,"), "{}", run.out);
    assert_eq!(run.out.lines().count(), 8);
    let timed = grundy(&["sweep", "octal", "--digits", "1", "--limit", "1000"]);
    assert!(timed.out.lines().next().is_some_and(|line| line.ends_with(",sequence,seconds")));
    assert_eq!(grundy(&["sweep", "subtraction", "--max", "5"]).out.lines().count(), 1 + 26);
}

#[test]
fn json_lines_hold_the_same() {
    let run = grundy(&["sweep", "--json", "octal", "--digits", "1", "--limit", "500", "--no-time"]);
    let rows: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((run.code, rows.len()), (0, 7));
    assert_eq!(
        rows[2],
        json!({
            "schema": 1, "code": "0.3", "representative": "0.2", "relation": "cousin", "shift": -1, "by": "structure",
            "status": "proved", "period": 2, "preperiod": 0, "saltus": 0, "maximum": 1, "rare": null, "computed": 4,
            "sequence": "10532419962cde47"
        })
    );
    let by_format =
        grundy(&["sweep", "octal", "--digits", "1", "--limit", "500", "--no-time", "--format", "json"]);
    assert_eq!(by_format.out, run.out);
}

/// Writes a file of rules and sweeps it.
fn sweep_rules(name: &str, text: &str) -> super::Run {
    let file = folder(name).join("games.txt");
    fs::write(&file, text).expect("a file");
    grundy(&["sweep", "rules", &file.display().to_string(), "--limit", "1000", "--no-time"])
}

#[test]
fn only_what_is_proved_is_called_the_same() {
    let text = "# traps\n0.26\n0.27\n0.06\n0.31\n0.314\n0.161\n0.36\nkayles\n0.77 # by name and by code\n";
    let run = sweep_rules("sweep-traps", text);
    assert_eq!(run.code, 0, "{run:?}");
    let heads: Vec<String> =
        run.out.lines().skip(1).map(|line| line.split(',').take(3).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(
        heads,
        [
            "0.26,0.26,self",
            "0.27,0.26,equal",
            "0.06,0.06,self",
            "0.31,0.31,self",
            "0.314,0.314,self",
            "0.161,0.161,self",
            "0.36,0.36,self",
            "kayles,kayles,self",
            "0.77,kayles,equal",
        ]
    );
}

#[test]
fn wrong_lines_are_named() {
    for (text, place, words) in [
        ("0.77\n\n  kalyes\n", "3:3", "unknown game `kalyes`"),
        ("n -> k wher k < n\n", "1:8", "unknown word `wher`"),
        ("nim\nwythoff\n", "2:1", "tuples"),
        ("nim\n n -> n\n", "2:", "does not make the heap smaller"),
    ] {
        let run = sweep_rules("sweep-wrong", text);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(place) && run.err.contains(words), "{run:?}");
    }
    let empty = sweep_rules("sweep-empty", "# nothing\n");
    assert_eq!((empty.code, empty.out.lines().count()), (0, 1));
    let missing = grundy(&["sweep", "rules", "no-such-file"]);
    assert_eq!(missing.code, 2);
    for arguments in [
        &["sweep", "octal", "--digits", "0"][..],
        &["sweep", "octal", "--digits", "7"],
        &["sweep", "octal"],
        &["sweep", "subtraction", "--max", "21"],
        &["sweep", "octal", "--digits", "1", "--resume"],
        &["sweep"],
    ] {
        assert_eq!(grundy(arguments).code, 2, "{arguments:?}");
    }
}

/// The same numbers on every run.
fn scattered(count: usize, below: usize) -> impl Iterator<Item = usize> {
    let next = |state: &u64| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    };
    std::iter::successors(Some(42), next).skip(1).take(count).map(move |state| (state >> 33) as usize % below)
}

#[test]
fn a_cut_file_is_completed_to_the_same_bytes() {
    let folder = folder("sweep-resume");
    for (format, family) in [
        ("csv", &["octal", "--digits", "2", "--limit", "300"][..]),
        ("json", &["octal", "--digits", "2", "--limit", "300"]),
        ("csv", &["subtraction", "--max", "5"]),
    ] {
        let file = folder.join(format!("{}.{format}", family[0]));
        let name = file.display().to_string();
        let mut arguments = vec!["sweep"];
        arguments.extend(family);
        arguments.extend(["--no-time", "--format", format, "-o", &name, "--threads", "1"]);
        let run = grundy(&arguments);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{arguments:?}");
        let whole = fs::read(&file).expect("rows");
        let mut without_file = arguments.clone();
        without_file.drain(without_file.len() - 4..without_file.len() - 2);
        assert_eq!(grundy(&without_file).out.as_bytes(), whole, "stdout and file");
        arguments.extend(["--resume"]);
        let threads = arguments.iter().position(|word| *word == "1").expect("a number of threads");
        let cuts = scattered(12, whole.len()).chain([0, 1, whole.len() - 1, whole.len()]);
        for (index, cut) in cuts.enumerate() {
            fs::write(&file, &whole[..cut]).expect("a cut file");
            arguments[threads] = ["1", "2", "3"][index % 3];
            let run = grundy(&arguments);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "cut at {cut}");
            assert!(fs::read(&file).expect("rows") == whole, "cut at {cut}");
        }
        // A file that has gone begins anew.
        fs::remove_file(&file).expect("a file");
        assert_eq!(grundy(&arguments).code, 0);
        assert!(fs::read(&file).expect("rows") == whole);
    }
}

#[test]
fn rows_of_another_sweep_are_refused() {
    let folder = folder("sweep-refused");
    let file = folder.join("rows.csv");
    let name = file.display().to_string();
    let sweep = |words: &[&str], more: &[&str]| {
        let arguments = [&["sweep"], words, &["-o", &name, "--no-time"], more].concat();
        let run = grundy(&arguments);
        (run.code, run.err)
    };
    let octal = ["octal", "--digits", "1", "--limit", "300"];
    assert_eq!(sweep(&octal, &[]).0, 0);
    let whole = fs::read(&file).expect("rows");
    for (words, more, difference) in [
        (&["octal", "--digits", "2", "--limit", "300"][..], &[][..], "sweep"),
        (&["octal", "--digits", "1", "--limit", "301"], &[], "limit"),
        (&["octal", "--digits", "1"], &[], "limit"),
        (&["octal", "--digits", "1", "--limit", "300"], &["--format", "json"], "format"),
        (&["subtraction", "--max", "3"], &[], "sweep"),
    ] {
        let (code, words_of_it) = sweep(words, &[more, &["--resume"]].concat());
        assert_eq!(code, 2, "{words:?}");
        assert!(words_of_it.contains("another sweep") && words_of_it.contains(difference), "{words_of_it}");
        assert_eq!(fs::read(&file).expect("rows"), whole, "nothing was touched");
    }
    // A row that was changed by hand, a row too many, and a file without its description.
    let text = String::from_utf8(whole.clone()).expect("text");
    for changed in
        [text.replace("0.3,", "0.9,"), text.replace("self", "selv"), text.clone() + &text, "\n".to_owned()]
    {
        fs::write(&file, changed).expect("a file");
        let (code, words) = sweep(&octal, &["--resume"]);
        assert!(code == 2 && words.contains("is no row of this sweep"), "{words}");
    }
    // Rows that took long are not thrown away by a forgotten flag.
    fs::write(&file, &whole[..whole.len() / 2]).expect("a file");
    let (code, words) = sweep(&octal, &[]);
    assert!(code == 2 && words.contains("--resume"), "{words}");
    assert_eq!(
        sweep(&["octal", "--digits", "1", "--limit", "200"], &[]).0,
        0,
        "another sweep may take the place"
    );
    fs::remove_file(format!("{name}.sweep")).expect("a description");
    assert_eq!(sweep(&octal, &["--resume"]).0, 2);
}

/// All lines are whole, and those of the whole sweep.
fn assert_prefix(part: &[u8], whole: &[u8]) {
    assert!(whole.starts_with(part), "{}", String::from_utf8_lossy(part));
    assert_eq!(part.last(), Some(&b'\n'));
}

/// A sweep that takes a second.
const LONG: [&str; 6] = ["sweep", "octal", "--digits", "2", "--limit", "40000"];

fn whole(file: &Path, arguments: &[&str]) -> Vec<u8> {
    assert_eq!(grundy(&[arguments, &["--resume"]].concat()).code, 0);
    fs::read(file).expect("rows")
}

#[test]
fn the_time_limit_leaves_rows_to_go_on_with() {
    let file = folder("sweep-time").join("rows.csv");
    let name = file.display().to_string();
    let arguments = [&LONG[..], &["--no-time", "-o", &name]].concat();
    let run = grundy(&[&arguments[..], &["--max-time", "100ms"]].concat());
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("stopped: time limit") && run.err.contains(" --resume`"), "{run:?}");
    let part = fs::read(&file).expect("rows");
    assert_prefix(&part, &whole(&file, &arguments));
}

#[test]
#[cfg(unix)]
fn ctrl_c_and_kill_leave_rows_to_go_on_with() {
    let file = folder("sweep-kill").join("rows.csv");
    let name = file.display().to_string();
    let arguments = [&LONG[..], &["--no-time", "-o", &name]].concat();
    let mut parts = Vec::new();
    for (signal, code) in [("-INT", 130), ("-KILL", -1)] {
        let more: &[&str] = if parts.is_empty() { &[] } else { &["--resume"] };
        let mut child = command(&[&arguments[..], more].concat())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("starts");
        // A few rows more than there were, however busy the machine is.
        let before = parts.last().map_or(0, Vec::len) as u64;
        while fs::metadata(&file).map_or(0, |data| data.len()) <= before + 100 {
            assert!(child.try_wait().expect("runs").is_none(), "it ended too early");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let killed = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.expect("kill").success());
        let run = finished(&arguments, child.wait_with_output().expect("ends"));
        assert_eq!(run.code, code, "{run:?}");
        if code == 130 {
            assert!(run.err.contains("stopped: interrupted"), "{run:?}");
            assert!(run.err.contains("go on with `grundy sweep octal"), "{run:?}");
        }
        parts.push(fs::read(&file).expect("rows"));
    }
    let whole = whole(&file, &arguments);
    assert_prefix(&parts[0], &whole);
    assert!(whole.starts_with(&parts[1]));
}

#[test]
#[cfg(not(feature = "parquet"))]
fn parquet_says_how_to_build_it() {
    let run = grundy(&["sweep", "octal", "--digits", "1", "--format", "parquet", "-o", "rows.parquet"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--features parquet"), "{run:?}");
}

#[test]
#[cfg(feature = "parquet")]
fn parquet_files_hold_the_rows() {
    let file = folder("sweep-parquet").join("rows.parquet");
    let name = file.display().to_string();
    let arguments = ["sweep", "octal", "--digits", "1", "--limit", "300", "--format", "parquet", "-o", &name];
    for more in [&[][..], &["--resume"]] {
        let run = grundy(&[&arguments[..], more].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let bytes = fs::read(&file).expect("a file");
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
    assert_eq!(grundy(&arguments[..arguments.len() - 2]).code, 2, "no stream");
}

fn codes(run: &super::Run) -> Vec<&str> {
    run.out.lines().skip(1).map(|line| line.split(',').next().unwrap_or("")).collect()
}

#[test]
fn parameters_run_through_their_ranges() {
    let rule = "n -> n-a ; n -> n-b";
    let run = grundy(&["sweep", rule, "--param", "a=1..2", "--param", "b=3..4", "--no-time"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let expected = |a, b| format!("n -> n-{a} ; n -> n-{b}");
    assert_eq!(codes(&run), [expected(1, 3), expected(1, 4), expected(2, 3), expected(2, 4)]);
    // Two numbers that may be taken: the period is their sum, or twice the smaller one where it divides the other oddly often.
    let periods: Vec<&str> = run.out.lines().skip(1).filter_map(|line| line.split(',').nth(6)).collect();
    assert_eq!(periods, ["2", "5", "5", "6"]);
    let named = grundy(&["sweep", "bounded-nim", "--param", "k=2..4", "--no-time", "--json"]);
    let last: Value = serde_json::from_str(named.out.lines().last().unwrap_or("")).expect("JSON");
    assert_eq!((&last["code"], &last["period"]), (&json!("bounded-nim:k=4"), &json!(5)));
    let file = folder("sweep-parameters").join("games.txt");
    fs::write(&file, "take{1,a}\ntake{2,a}\n").expect("a file");
    let run = grundy(&["sweep", "rules", &file.display().to_string(), "--param", "a=4..6", "--no-time"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 7), "{run:?}");
}

#[test]
fn parameters_that_do_not_fit_are_refused() {
    let refused = |words: &[&str]| {
        let run = grundy(&[&["sweep"], words].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        run.err
    };
    assert!(refused(&["n -> n-a", "--param", "b=1..2"]).contains("`b` does not occur"));
    assert!(refused(&["n -> n-a", "--param", "a=5..2"]).contains("empty"));
    assert!(refused(&["n -> n-a", "--param", "a"]).contains("NAME=FIRST..LAST"));
    assert!(refused(&["n -> n-a"]).contains("--param"));
    assert!(refused(&["--param", "a=0..2", "octal", "--digits", "1"]).contains("one family"));
    let stuck = grundy(&["sweep", "n -> n-a", "--param", "a=0..2"]);
    assert!(stuck.code == 2 && stuck.err.contains("does not make the heap smaller"), "{stuck:?}");
    assert!(refused(&["subtraction", "--max", "40"]).contains("--size"));
    assert!(refused(&["hexadecimal", "--digits", "5"]).contains("1..=4"));
}

#[test]
fn sets_of_one_size_and_hexadecimal_codes() {
    let run = grundy(&["sweep", "subtraction", "--size", "2", "--max", "40", "--no-time"]);
    // Pairs below 41 without a common divisor: the sum of Euler's function from 2 to 40.
    assert_eq!((run.code, run.out.lines().count()), (0, 1 + 489));
    let run = grundy(&["sweep", "subtraction", "--size", "3", "--max", "5", "--symmetric", "--no-time"]);
    let sets: Vec<&str> = run.out.lines().skip(1).filter_map(|line| line.split('}').next()).collect();
    assert_eq!(sets, ["take{1..3", "\"take{1,3,4", "\"take{2,3,5", "\"take{1,4,5"]);
    let run = grundy(&["sweep", "hexadecimal", "--digits", "1", "--limit", "200", "--no-time"]);
    assert_eq!(codes(&run).last(), Some(&"0.F"));
    assert_eq!((run.code, run.out.lines().count()), (0, 16));
}
