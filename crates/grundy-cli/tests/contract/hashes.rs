//! `grundy hash`: fields, exit codes, streams, and texts that hold any bytes.

use super::{folder, grundy, grundy_with};
use serde_json::{Value, json};

/// The definition of the hash, written once more.
fn plain(text: &str, base: u128, modulus: u128) -> u128 {
    let (mut sum, mut power) = (0, 1 % modulus);
    for byte in text.bytes() {
        let value = (i128::from(byte) - 96).rem_euclid(modulus as i128) as u128;
        sum = (sum + value * power) % modulus;
        power = power * base % modulus;
    }
    sum
}

fn ask(arguments: &[&str]) -> Value {
    grundy(&[&["hash"], arguments, &["--json"]].concat()).answer()
}

#[test]
fn poly_has_its_fields() {
    let answer = ask(&["poly", "abc", "--base", "31", "--modulus", "1000000009"]);
    assert_eq!(
        answer,
        json!({
            "schema": 1, "text": "abc", "base": 31, "modulus": 1_000_000_009, "order": "low", "map": "letters", "hash": 2946
        })
    );
    assert_eq!(ask(&["poly", "abc", "--base", "31", "--mod", "1e9+9"])["hash"], 2946);
    assert_eq!(ask(&["poly", "", "--base", "31", "--mod", "97"])["hash"], 0);
    assert_eq!(ask(&["poly", "zz", "--base", "5", "--mod", "1"])["hash"], 0);
    let ranges = ask(&["poly", "abracadabra", "--range", "0..4", "--range", "7..11", "--range", "3..3"]);
    assert_eq!(ranges["hashes"], json!([47152, 47152, 0]));
    assert_eq!(ask(&["poly", "é", "--map", "bytes", "--base", "256", "--mod", "2^64"])["hash"], 0xa9c3);
    let several = ask(&["poly", "ab", "--base", "31", "--mod", "1e9+7", "--base", "37", "--mod", "2^61-1"]);
    assert_eq!(several["functions"][1]["hash"], 1 + 2 * 37);
    assert_eq!(several["functions"][1]["modulus"], (1u64 << 61) - 1);
    assert_eq!(grundy(&["hash", "poly", "abc"]).out, "2946\n");
    // 2^64 stands in JSON as a number.
    let run = grundy(&["hash", "poly", "a", "--mod", "2^64", "--json"]);
    assert!(run.out.contains("\"modulus\":18446744073709551616,"), "{run:?}");
}

#[test]
fn random_bases_state_their_bound() {
    let one = ask(&["poly", "some text", "--random-base"]);
    let other = ask(&["poly", "some text", "--random-base"]);
    assert_ne!(one["base"], other["base"]);
    assert!(one["collision_bound"].as_f64().is_some_and(|bound| bound < 1e-30), "{one}");
}

#[test]
fn streams_hash_a_line_at_a_time() {
    let run = grundy_with(&["hash", "poly", "-", "--json"], b"a\n\n b \r\nx\0y\n\xff");
    assert_eq!((run.code, run.out.lines().count()), (0, 5), "{run:?}");
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["hash"], &lines[1]["hash"]), (&json!(1), &json!(0)));
    // Blanks count: only the line end is taken away.
    assert_eq!(lines[2]["hash"].as_u64().map(u128::from), Some(plain(" b ", 31, 1_000_000_009)));
    assert_eq!(lines[3]["hash"].as_u64().map(u128::from), Some(plain("x\0y", 31, 1_000_000_009)));
    assert_eq!(lines[4]["hash"], 255 - 96);
    assert_eq!(grundy_with(&["hash", "poly", "-"], b"").out, "");
    let run = grundy_with(&["hash", "poly", "-", "--range", "0..2", "--json"], b"abc\na\n");
    assert_eq!((run.code, run.out.lines().count()), (2, 2), "{run:?}");
}

#[test]
fn find_reports_every_match() {
    let answer = ask(&["find", "aa", "aaaa"]);
    assert_eq!((&answer["count"], &answer["positions"]), (&json!(3), &json!([0, 1, 2])));
    assert_eq!(ask(&["find", "", "ab"])["positions"], json!([0, 1, 2]));
    assert_eq!(ask(&["find", "abc", "ab"])["count"], 0);
    assert_eq!(grundy(&["hash", "find", "aba", "ababa", "--brackets"]).out, "[aba]ba\nab[aba]\n2\n");
    assert_eq!(grundy(&["hash", "find", "aba", "ababa", "--count"]).out, "2\n");
    assert_eq!(grundy_with(&["hash", "find", "a", "-"], b"aba\nx\n").out, "0 2\n\n");
    assert_eq!(grundy(&["hash", "find", "a"]).code, 2);
    let folder = folder("hash-find");
    let (text, needles) = (folder.join("text"), folder.join("needles"));
    std::fs::write(&text, b"ab\0ab\n".repeat(20_000)).expect("a file");
    let path = text.to_str().expect("UTF-8");
    assert_eq!(ask(&["find", "ab\n", "--file", path, "--count"])["count"], 20_000);
    std::fs::write(&needles, "ra\nab\n").expect("a file");
    let path = needles.to_str().expect("UTF-8");
    let answer = ask(&["find", "--needles", path, "abracadabra"]);
    assert_eq!((&answer["count"], &answer["positions"]), (&json!(4), &json!([0, 2, 7, 9])));
    assert_eq!((&answer["matches"][1]["needle"], &answer["method"]), (&json!(0), &json!("rolling-hash")));
}

#[test]
fn counts_and_cycles() {
    assert_eq!(ask(&["distinct", "banana"])["count"], 15);
    assert_eq!(ask(&["distinct", ""])["count"], 0);
    let found = ask(&["palindromes", "abacaba"]);
    assert_eq!((&found["count"], &found["distinct"], &found["longest"]), (&json!(12), &json!(7), &json!(7)));
    assert_eq!(ask(&["palindromes", ""])["longest"], 0);
    assert_eq!(ask(&["distinct", "banana", "--by-hashes"])["count"], 15);
    assert_eq!(ask(&["palindromes", "abacaba", "--by-hashes"])["count"], 12);
    assert_eq!(grundy_with(&["hash", "distinct", "-"], b"banana\n\naa").out, "15\n0\n2\n");
    let run = grundy_with(&["hash", "cycle", "-", "--start", "1", "--json"], b"2 3 4 2\n");
    assert_eq!(run.answer(), json!({ "schema": 1, "first": 2, "length": 3, "tail": 1, "previous": [1, 4] }));
    assert_eq!(ask(&["cycle", "1", "2", "--start", "2"])["previous"], Value::Null);
    for (list, start) in [("2 3", "1"), ("1", "2"), ("0", "1"), ("", "1"), ("x", "1")] {
        let run =
            grundy_with(&["hash", "cycle", "-", "--start", start, "--json"], format!("{list}\n").as_bytes());
        assert_eq!(run.code, 2, "{list}: {run:?}");
        run.error();
    }
}

#[test]
fn the_walk_of_the_lecture() {
    let answer =
        ask(&["break", "--method", "walk", "--start", "0", "--base", "31", "--modulus", "1000000009"]);
    assert_eq!((&answer["first"], &answer["second"]), (&json!("mjnlbszkmgnfye"), &json!("tdtakvvbcvngcg")));
    assert_eq!((&answer["hash"], &answer["verified"]), (&json!(42_954_140), &json!(true)));
    assert_eq!(answer["cycle"], json!({ "first": 42_954_140, "length": 23_480, "tail": 33_375 }));
    let run = grundy(&["hash", "break", "--method", "walk", "--start", "42954140", "--json"]);
    let failed = run.json();
    assert_eq!((run.code, &failed["verified"], &failed["cycle"]["tail"]), (1, &json!(false), &json!(0)));
    assert!(["first", "second", "hash"].iter().all(|field| failed[field].is_null()), "{failed}");
    let text = ask(&["text", "0", "--outputs", "2"]);
    assert_eq!(text["text"], "evaloknvcscxeb");
    assert_eq!(text["outputs"], json!([2_947_667_278_772_165_694u64, 18_301_848_765_998_365_067u64]));
    assert_eq!(text["hash"].as_u64().map(u128::from), Some(plain("evaloknvcscxeb", 31, 1_000_000_009)));
}

/// Arguments, and the bases and moduli that they give.
type Case<'a> = (&'a [&'a str], &'a [(u128, u128)]);

#[test]
fn broken_hashes_are_broken() {
    let cases: [Case<'_>; 4] = [
        (&["--base", "31", "--mod", "1e9+9"], &[(31, 1_000_000_009)]),
        (&["--base", "131", "--mod", "2^61-1", "--shortest"], &[(131, (1 << 61) - 1)]),
        (
            &["--base", "31", "--mod", "1e9+7", "--base", "37", "--mod", "1e9+9"],
            &[(31, 1_000_000_007), (37, 1_000_000_009)],
        ),
        (&["--base", "31", "--mod", "1e9+9", "--method", "birthday"], &[(31, 1_000_000_009)]),
    ];
    for (arguments, parameters) in cases {
        let answer = ask(&[&["break"], arguments].concat());
        let (first, second) =
            (answer["first"].as_str().expect("a text"), answer["second"].as_str().expect("a text"));
        assert!(first != second && first.len() == second.len() && answer["verified"] == true, "{answer}");
        for &(base, modulus) in parameters {
            assert_eq!(plain(first, base, modulus), plain(second, base, modulus), "{answer}");
        }
        assert_eq!(answer["parameters"].as_array().map(Vec::len), Some(parameters.len()));
    }
    let fake = ask(&["break", "--palindrome"]);
    let text = fake["first"].as_str().expect("a text");
    assert_eq!(fake["second"], text.chars().rev().collect::<String>());
    let target = ask(&["break", "--target", "777", "--mod", "2^61-1", "--base", "131"]);
    assert_eq!(plain(target["first"].as_str().expect("a text"), 131, (1 << 61) - 1), 777);
    let many = ask(&["break", "--count", "9", "--length", "40"]);
    let texts = many["texts"].as_array().expect("a list");
    let hash = |text: &Value| plain(text.as_str().expect("a text"), 31, 1_000_000_009);
    assert_eq!(texts.len(), 9);
    assert!(
        texts.iter().all(|text| hash(text) == hash(&texts[0]) && text.as_str().map(str::len) == Some(40))
    );
    let unknown = ask(&["break", "--mod", "2^64"]);
    assert_eq!((&unknown["method"], &unknown["parameters"][0]["base"]), (&json!("thue-morse"), &Value::Null));
    let black = ask(&["break", "--black-box", "--threads", "1"]);
    assert_eq!(black, ask(&["break", "--black-box", "--threads", "2"]));
    assert_eq!(black["verified"], true);
}

#[test]
fn shortest_texts_over_letters_with_gaps() {
    let answer = ask(&["break", "--shortest", "--base", "31", "--mod", "1e9+7", "--alphabet", "acz"]);
    assert_eq!(
        (&answer["shortest"], &answer["at_least"], &answer["length"]),
        (&json!(true), &json!(11), &json!(11))
    );
    assert!(answer.get("stop").is_none(), "{answer}");
    // A limit leaves the texts that are known, and a bound.
    let run = grundy(&[
        "hash",
        "break",
        "--json",
        "--shortest",
        "--base",
        "131",
        "--mod",
        "2^61-1",
        "--alphabet",
        "acz",
        "--max-time",
        "15s",
    ]);
    let answer = run.json();
    assert_eq!(
        (run.code, &answer["stop"], &answer["shortest"]),
        (3, &json!("time-limit"), &json!(false)),
        "{run:?}"
    );
    let (first, second) =
        (answer["first"].as_str().expect("a text"), answer["second"].as_str().expect("a text"));
    assert_eq!(plain(first, 131, (1 << 61) - 1), plain(second, 131, (1 << 61) - 1));
    assert!((2..first.len() as u64).contains(&answer["at_least"].as_u64().expect("a number")), "{answer}");
}

#[test]
fn impossible_requests_are_1_and_wrong_ones_2() {
    for arguments in [
        &["--alphabet", "a"][..],
        &["--length", "6"],
        &["--length", "0"],
        &["--target", "1000000009"],
        &["--length", "1", "--palindrome"],
    ] {
        let run = grundy(&[&["hash", "break", "--json"], arguments].concat());
        let answer = run.json();
        assert_eq!(
            (run.code, &answer["verified"], &answer["impossible"]),
            (1, &json!(false), &json!(true)),
            "{run:?}"
        );
        assert!(answer["first"].is_null() && answer["second"].is_null() && answer["hash"].is_null());
    }
    for arguments in [
        &["--mod", "0"][..],
        &["--mod", "2^64+1"],
        &["--base", "-1"],
        &["--alphabet", ""],
        &["--alphabet", "z-a"],
        &["--count", "0"],
        &["--mod", "1e9+7"],
        &["--base", "1", "--base", "2", "--mod", "3", "--mod", "4", "--mod", "5"],
        &["--target", "5", "--target", "6"],
        &["--method", "magic"],
    ] {
        assert_eq!(grundy(&[&["hash", "break"], arguments].concat()).code, 2, "{arguments:?}");
    }
}

#[test]
fn a_black_box_search_stops_and_goes_on() {
    let folder = folder("hash-black-box");
    let path = folder.join("search");
    let path = path.to_str().expect("UTF-8");
    let arguments = [
        "hash",
        "break",
        "--black-box",
        "--base",
        "1e15+37",
        "--mod",
        "2^61-1",
        "--checkpoint",
        path,
        "--json",
    ];
    let run = grundy(&[&arguments[..], &["--max-time", "300ms"]].concat());
    assert_eq!(run.code, 3, "{run:?}");
    let first = std::fs::metadata(path).expect("the state is kept").len();
    let run = grundy(&[&arguments[..], &["--max-time", "600ms"]].concat());
    assert!(run.code == 3 && std::fs::metadata(path).expect("still there").len() >= first, "{run:?}");
    // Another function refuses the state of this one.
    let other =
        ["hash", "break", "--black-box", "--base", "1e15+38", "--mod", "2^61-1", "--checkpoint", path];
    assert_eq!(grundy(&other).code, 2);
}

#[test]
fn audits_say_yes_or_no() {
    let run = grundy(&["hash", "audit", "--base", "31", "--mod", "1e9+9", "--json"]);
    let answer = run.json();
    assert_eq!((run.code, &answer["safe"], &answer["insiders"]["safe"]), (1, &json!(false), &json!(false)));
    assert!(answer["attack"]["first"].is_string());
    let safe = ask(&["audit", "--random-base", "--mod", "2^61-1", "--mod", "2^61-1"]);
    assert_eq!((&safe["safe"], &safe["attack"]), (&json!(true), &Value::Null));
    assert_eq!(grundy(&["hash", "audit", "--random-base", "--mod", "2^64"]).code, 1);
}
