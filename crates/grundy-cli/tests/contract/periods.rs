//! `grundy period` and `grundy verify`: fields, exit codes, certificates.

use super::{folder, grundy};
use serde_json::{Value, json};
use std::path::Path;

/// The fields that every answer of `period` has.
const FIELDS: [&str; 14] = [
    "schema",
    "game",
    "rule",
    "period",
    "preperiod",
    "last_exception",
    "saltus",
    "proved",
    "theorem",
    "computed",
    "exceptions_total",
    "engine",
    "certificate",
    "stop",
];

#[track_caller]
fn period(arguments: &[&str], code: i32) -> Value {
    let run = grundy(&[&["period", "--json"], arguments].concat());
    assert_eq!((run.code, run.err.as_str()), (code, ""), "{run:?}");
    let answer = run.json();
    for field in FIELDS {
        assert!(answer.get(field).is_some(), "no field {field}: {run:?}");
    }
    answer
}

fn numbers(answer: &Value) -> [&Value; 5] {
    ["period", "preperiod", "last_exception", "saltus", "proved"].map(|field| &answer[field])
}

#[test]
fn proved_periods_are_exit_code_0() {
    for (game, expected) in [
        ("kayles", json!([12, 71, 70, 0, true])),
        ("0.07", json!([34, 53, 52, 0, true])),
        ("dawsons-chess", json!([34, 52, 51, 0, true])),
        ("nim", json!([1, 0, null, 1, true])),
        ("lasker", json!([4, 1, 0, 4, true])),
        ("take{1,2,3}", json!([4, 0, null, 0, true])),
        ("take{1,3,4}", json!([7, 0, null, 0, true])),
        ("take{}", json!([1, 0, null, 0, true])),
        ("allbut{1,2}", json!([3, 0, null, 1, true])),
    ] {
        let answer = period(&[game], 0);
        assert_eq!(json!(numbers(&answer)), expected, "{game}");
        assert!(answer["theorem"].is_string(), "{game}");
        assert_eq!(answer.get("exceptions"), None, "{game}");
    }
}

#[test]
fn limits_are_heaps() {
    // 176 values, heaps 0 to 175, prove the period of .07; one less does not.
    let answer = period(&["0.07", "--limit", "175"], 0);
    assert_eq!(answer["computed"], 176);
    let answer = period(&["0.07", "--limit", "174"], 1);
    assert_eq!((&answer["computed"], &answer["proved"]), (&json!(175), &json!(false)));
    let answer = period(&["0.07", "--limit", "0"], 1);
    assert_eq!(json!(numbers(&answer)), json!([null, null, null, null, false]));
    assert_eq!((&answer["computed"], &answer["theorem"]), (&json!(1), &json!(null)));
}

#[test]
fn seen_is_not_proved() {
    // Too few values for the theorem, but the end repeats.
    let answer = period(&["kayles", "--limit", "160"], 1);
    assert_eq!(json!(numbers(&answer)), json!([12, 71, 70, 0, false]));
    assert_eq!(answer["theorem"], Value::Null);
    // A period that grows, of three parts: no theorem here.
    let answer = period(&["kenyon", "--limit", "300"], 1);
    assert_eq!(json!(numbers(&answer)), json!([6, 0, null, 3, false]));
    let answer = period(&["grundy", "--limit", "3000"], 1);
    assert_eq!((&answer["period"], &answer["computed"]), (&Value::Null, &json!(3001)));
    // That there is none is known of this one.
    let answer = period(&["n -> a, b where a < n, b < n"], 1);
    assert_eq!((&answer["period"], &answer["proved"]), (&Value::Null, &json!(false)));
}

#[test]
fn exceptions_are_listed() {
    let answer = period(&["kayles", "--exceptions"], 0);
    assert_eq!(answer["exceptions"], json!([0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]));
    assert_eq!(answer["exceptions_total"], 14);
    let answer = period(&["lasker", "--exceptions"], 0);
    assert_eq!((&answer["exceptions"], &answer["exceptions_total"]), (&json!([0]), &json!(1)));
    let run = grundy(&["period", "0.165", "--exceptions"]);
    assert_eq!(run.code, 0);
    let line = run.out.lines().find(|line| line.starts_with("exceptions: 251 (")).expect("a list");
    assert!(line.ends_with(" 5180)"), "{line}");
}

#[test]
fn a_stop_is_exit_code_3_with_what_was_found() {
    let answer = period(&["0.6", "--max-time", "200ms", "--limit", "1e9"], 3);
    assert_eq!((&answer["stop"], &answer["period"]), (&json!("time-limit"), &Value::Null));
    let run = grundy(&["period", "0.6", "--max-time", "200ms", "--limit", "1e9"]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("no period found") && run.err.contains("time limit"), "{run:?}");
}

#[test]
fn wrong_questions_are_exit_code_2() {
    for arguments in [
        &["wythoff"][..],
        &["kalyes"],
        &["kayles", "--limit", "-1"],
        &["kayles", "--limit", "x"],
        &["n -> n"],
        &[],
    ] {
        let run = grundy(&[&["period"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(!run.err.is_empty());
    }
    grundy(&["period", "--json", "wythoff"]).error();
}

/// Writes the certificate of a game.
#[track_caller]
fn certificate(game: &str, path: &Path) -> Vec<u8> {
    let answer = period(&[game, "--certificate", path.to_str().expect("UTF-8")], 0);
    assert_eq!(answer["certificate"], json!(path.to_str()));
    std::fs::read(path).expect("a certificate")
}

#[test]
fn certificates_are_written_and_found_true() {
    let folder = folder("certificates");
    for (index, game) in
        ["kayles", "0.07", "take{2,5,7}", "allbut{2,3}", "nim", "n -> a, b where a + b = n - 2"]
            .iter()
            .enumerate()
    {
        let path = folder.join(format!("{index}.cert"));
        certificate(game, &path);
        let file = path.to_str().expect("UTF-8");
        let answer = grundy(&["verify", "--json", file]).answer();
        assert_eq!((&answer["valid"], &answer["fault"]), (&json!(true), &Value::Null), "{game}");
        let run = grundy(&["verify", file]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        assert!(run.out.contains(": true\n"), "{run:?}");
    }
    // Nothing else is left behind.
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 6);
}

#[test]
fn nothing_is_certified_that_is_not_proved() {
    let folder = folder("no-certificates");
    let path = folder.join("grundy.cert");
    let file = path.to_str().expect("UTF-8");
    let answer = period(&["grundy", "--limit", "500", "--certificate", file], 1);
    assert_eq!(answer["certificate"], Value::Null);
    let run = grundy(&["period", "kayles", "--limit", "160", "--certificate", file]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("no certificate"), "{run:?}");
    assert!(!path.exists());
    let run = grundy(&[
        "period",
        "kayles",
        "--certificate",
        folder.join("no/such/folder").to_str().expect("UTF-8"),
    ]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0);
}

#[test]
fn damage_is_exit_code_2_and_falsehood_1() {
    let folder = folder("mutations");
    let path = folder.join("good.cert");
    let bytes = certificate("0.34", &path);
    let changed = folder.join("changed.cert");
    let file = changed.to_str().expect("UTF-8");
    let verify = |bytes: &[u8]| {
        std::fs::write(&changed, bytes).expect("written");
        grundy(&["verify", file])
    };
    for place in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[place] ^= 1;
        let run = verify(&flipped);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "byte {place}: {run:?}");
    }
    for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(verify(&bytes[..length]).code, 2, "cut at {length}");
    }
    assert_eq!(verify(&[&bytes[..], b"\n"].concat()).code, 2);
    assert_eq!(verify(b"grundy certificate 1\n").code, 2);
    assert_eq!(grundy(&["verify", folder.join("none").to_str().expect("UTF-8")]).code, 2);
    grundy(&["verify", "--json", folder.join("none").to_str().expect("UTF-8")]).error();
    // A lie with a checksum that fits is readable, and false.
    let content = &bytes[..bytes.len() - "checksum 0123456789abcdef\n".len()];
    let mut lie = content.to_vec();
    let last = lie.len() - 10;
    lie[last] ^= 1;
    let heap = 32 - 10;
    let run = verify(&grundy::proof::certificate::with_checksum(lie));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("FALSE") && run.out.contains(&format!("at heap {heap}")), "{run:?}");
    let run = grundy(&["verify", "--json", file]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let answer = run.json();
    assert_eq!((&answer["valid"], &answer["first_false"]), (&json!(false), &json!(heap)));
}

#[test]
fn threads_do_not_change_the_verdict() {
    let path = folder("threads").join("165.cert");
    certificate("0.165", &path);
    let file = path.to_str().expect("UTF-8");
    let one = grundy(&["verify", "--json", file, "--threads", "1"]).answer();
    let two = grundy(&["verify", "--json", file, "--threads", "3"]).answer();
    assert_eq!(one, two);
}
