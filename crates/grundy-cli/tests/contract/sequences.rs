//! `grundy seq`: formats, ranges, pictures.

use super::{command, folder, grundy};
use serde_json::{Value, json};
use std::process::Stdio;

#[test]
fn values_in_every_text_format() {
    for (format, expected) in [
        ("plain", "3 1 4 3\n"),
        ("values", "3\n1\n4\n3\n"),
        ("csv", "n,grundy\n3,3\n4,1\n5,4\n6,3\n"),
        ("bfile", "3 3\n4 1\n5 4\n6 3\n"),
    ] {
        let run = grundy(&["seq", "kayles", "--from", "3", "-n", "4", "--format", format]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, expected, ""), "{format}");
    }
    assert_eq!(grundy(&["seq", "kayles", "-n", "5"]).out, "0 1 2 3 1\n");
    assert_eq!(grundy(&["seq", "kayles"]).out.split_whitespace().count(), 100);
}

#[test]
fn json_has_first_and_values() {
    let answer = grundy(&["seq", "--json", "kayles", "--from", "50", "-n", "20"]).answer();
    assert_eq!((&answer["game"], &answer["first"]), (&json!("kayles"), &json!(50)));
    let values = answer["values"].as_array().expect("a list");
    assert_eq!(values.len(), 20);
    let all = grundy(&["seq", "--json", "kayles", "-n", "70"]).answer();
    assert_eq!(all["first"], 0);
    assert_eq!(all["values"].as_array().expect("a list")[50..], values[..]);
    let by_format = grundy(&["seq", "--format", "json", "kayles", "--from", "50", "-n", "20"]).answer();
    assert_eq!(by_format, answer);
}

#[test]
fn no_values_print_nothing() {
    for format in ["plain", "values", "csv", "bfile"] {
        for from in ["0", "7"] {
            let run = grundy(&["seq", "kayles", "-n", "0", "--from", from, "--format", format]);
            assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{format}");
        }
    }
    assert_eq!(grundy(&["seq", "kayles", "-n", "0"]).out, "");
    // JSON stays JSON.
    assert_eq!(grundy(&["seq", "--json", "kayles", "-n", "0"]).answer()["values"], json!([]));
}

/// The numbers of a NumPy file, read by its specification.
fn read_npy(bytes: &[u8]) -> Vec<u64> {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((10 + length) % 64, 0, "the data is aligned");
    let header = std::str::from_utf8(&bytes[10..10 + length]).expect("ASCII");
    assert!(header.ends_with('\n') && header.contains("'fortran_order': False"), "{header}");
    let between = |start: &str, end: &str| {
        let from = header.find(start).expect("the key") + start.len();
        &header[from..from + header[from..].find(end).expect("the end")]
    };
    let width = match between("'descr': '", "'") {
        "<u4" => 4,
        "<u8" => 8,
        other => panic!("unexpected type {other}"),
    };
    let count: usize = between("'shape': (", ",)").parse().expect("a count");
    let data = &bytes[10 + length..];
    assert_eq!(data.len(), count * width);
    let number = |chunk: &[u8]| chunk.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
    data.chunks(width).map(number).collect()
}

#[test]
fn numpy_arrays_hold_the_same_values() {
    let npy = |arguments: &[&str]| {
        let output = command(arguments).stderr(Stdio::inherit()).output().expect("runs");
        assert_eq!(output.status.code(), Some(0));
        read_npy(&output.stdout)
    };
    let values = npy(&["seq", "kayles", "-n", "100", "--from", "5", "--format", "npy"]);
    let text: Vec<String> = values.iter().map(u64::to_string).collect();
    assert_eq!(text.join(" ") + "\n", grundy(&["seq", "kayles", "-n", "100", "--from", "5"]).out);
    let wide = npy(&["seq", "nim", "-n", "3", "--from", "4294967294", "--format", "npy"]);
    assert_eq!(wide, [4_294_967_294, 4_294_967_295, 4_294_967_296]);
    assert_eq!(npy(&["seq", "nim", "-n", "1", "--from", "4294967295", "--format", "npy"]), [4_294_967_295]);
}

#[test]
fn sequences_go_to_the_largest_heap() {
    let run = grundy(&["seq", "nim", "--from", "18446744073709551614", "-n", "2"]);
    assert_eq!((run.code, run.out.as_str()), (0, "18446744073709551614 18446744073709551615\n"), "{run:?}");
    assert_eq!(grundy(&["seq", "nim", "--from", "18446744073709551615", "-n", "2"]).code, 2);
    assert_eq!(
        grundy(&["seq", "--json", "take{1,2}", "--from", "1e18", "-n", "3"]).answer()["values"],
        json!([1, 2, 0])
    );
}

#[test]
fn every_engine_prints_the_values_of_the_rule() {
    for (game, values) in [
        ("nim", "0 1 2 3 4 5 6 7"),
        ("take{1,3,4}", "0 1 0 1 2 3 2 0"),
        ("allbut{1,2}", "0 0 0 1 1 1 2 2"),
        ("grundy", "0 0 0 1 0 2 1 0"),
        ("lasker", "0 1 2 4 3 5 6 8"),
        ("n -> n - k*k where k > 0", "0 1 0 1 2 0 1 0"),
        ("n -> n - 1 ; n -> each 1..k where k*(k+1)/2 = n, k > 1", "0 1 0 2 0 1 0 1"),
    ] {
        let run = grundy(&["seq", game, "-n", "8"]);
        assert_eq!((run.code, run.out.trim_end()), (0, values), "{game}");
    }
}

#[test]
fn a_picture_is_an_svg_file() {
    let file = folder("plot").join("kayles.svg");
    let path = file.to_str().expect("UTF-8");
    let run = grundy(&["seq", "kayles", "-n", "200", "--plot", path]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let svg = std::fs::read_to_string(&file).expect("written");
    assert!(
        svg.trim_start().starts_with("<svg") || svg.starts_with("<?xml"),
        "{}",
        &svg[..svg.len().min(80)]
    );
    assert!(svg.trim_end().ends_with("</svg>") && svg.contains("kayles"));
    // With a format, the values are printed as well.
    let run = grundy(&["seq", "kayles", "-n", "3", "--plot", path, "--format", "plain"]);
    assert_eq!(run.out, "0 1 2\n");
    let run = grundy(&["seq", "--json", "kayles", "-n", "3", "--plot", path]);
    assert_eq!(run.answer()["values"], json!([0, 1, 2]));
    // A name with signs of its own does not break the file.
    let run = grundy(&["seq", "n -> k where k < n & 1 > \"0\"", "--plot", path]);
    assert_eq!(run.code, 2);
    assert_eq!(grundy(&["seq", "n -> k where k < n", "-n", "9", "--plot", path]).code, 0);
    let svg = std::fs::read_to_string(&file).expect("written");
    assert!(svg.contains("n -&gt; k where k &lt; n"), "the title is escaped");
}

#[test]
fn a_picture_in_the_terminal_fits_its_width() {
    for columns in ["40", "80", "1", "999999", "x"] {
        let run = command(&["seq", "kayles", "-n", "200", "--plot", "-"])
            .env("COLUMNS", columns)
            .output()
            .expect("runs");
        assert_eq!(run.status.code(), Some(0), "{columns}");
        let text = String::from_utf8(run.stdout).expect("UTF-8");
        let widest = text.lines().skip(1).map(|line| line.chars().count()).max().expect("lines");
        let allowed = columns.parse().map_or(100, |columns: usize| columns.clamp(20, 200));
        assert!(widest <= allowed && text.lines().count() > 5, "{columns}: {widest}\n{text}");
        assert!(allowed < 40 || text.contains("kayles"), "{columns}: {text}");
    }
}

#[test]
fn raw_numbers_are_those_of_the_array_without_its_head() {
    let bytes = |arguments: &[&str]| {
        let output = command(arguments).stderr(Stdio::inherit()).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        output.stdout
    };
    for (game, from, count, width) in [
        ("0.354", "7", "100000", 4),
        ("kayles", "0", "50", 4),
        ("nim", "4294967294", "3", 8),
        ("grundy", "0", "0", 4),
    ] {
        let ask = |format: &str| bytes(&["seq", game, "--from", from, "-n", count, "--format", format]);
        let (raw, npy) = (ask("raw"), ask("npy"));
        assert_eq!(raw.len(), width * count.parse::<usize>().expect("a number"), "{game}");
        assert!(npy.ends_with(&raw), "{game}");
        let numbers: Vec<String> = read_npy(&npy).iter().map(u64::to_string).collect();
        let text = String::from_utf8(ask("values")).expect("UTF-8");
        assert!(text.lines().eq(&numbers), "{game}");
    }
}

#[test]
fn threads_do_not_change_the_answer() {
    let one = grundy(&["seq", "--json", "0.106", "-n", "2000", "--threads", "1"]).answer();
    let two = grundy(&["seq", "--json", "0.106", "-n", "2000", "--threads", "2"]).answer();
    assert_eq!(one, two);
    assert_ne!(one["values"], Value::Null);
    let ask =
        |threads| grundy(&["seq", "grundy", "-n", "300000", "--format", "values", "--threads", threads]);
    let (one, two) = (ask("1"), ask("2"));
    assert_eq!((one.code, two.code, one.out.lines().count()), (0, 0, 300_000));
    assert!(one.out == two.out, "the values differ");
}

#[test]
fn a_picture_and_values_of_many_heaps_in_one_run() {
    let file = folder("plot-and-print").join("values.svg");
    let path = file.to_str().expect("UTF-8");
    let plain = ["seq", "0.106", "-n", "200000", "--format", "values"];
    let both = grundy(&[&plain[..], &["--plot", path]].concat());
    assert_eq!((both.code, both.err.as_str()), (0, ""));
    assert!(both.out == grundy(&plain).out, "the values differ");
}

#[test]
fn a_stop_before_the_first_heap_asked_for_leaves_no_values() {
    for (from, limit, stop) in [
        ("1e9", &["--max-time", "300ms"][..], "time-limit"),
        ("1e12", &[], "memory-limit"),
        ("18446744073709551613", &[], "memory-limit"),
    ] {
        let arguments = ["seq", "grundy", "--from", from, "-n", "3"];
        let run = grundy(&[&arguments[..], &["--json"], limit].concat());
        let found = run.json();
        assert_eq!((run.code, &found["stop"]), (3, &json!(stop)), "{run:?}");
        assert_eq!((&found["values"], &found["proved"]), (&json!([]), &json!(true)), "{run:?}");
        let plain = grundy(&[&arguments[..], limit].concat());
        assert_eq!((plain.code, plain.out.trim()), (3, ""), "{plain:?}");
        assert!(plain.err.contains("no values are shown"), "{plain:?}");
    }
}
