//! Moves, sequences and tables of any family of positions, guesses, the list of known sequences, and pictures of all that.

use super::{Run, command, finished, folder, grundy, grundy_with};
use serde_json::{Value, json};

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

#[track_caller]
fn refused(arguments: &[&str]) -> Run {
    let run = grundy(arguments);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {run:?}");
    let mut with_json = arguments.to_vec();
    with_json.push("--json");
    assert_eq!(grundy(&with_json).code, 2, "{arguments:?}");
    run
}

#[test]
fn moves_have_result_value_outcome_and_data() {
    let answer = grundy(&["moves", "kayles", "3", "2", "--json"]).answer();
    assert_eq!(
        (&answer["total"], &answer["outcome"], &answer["grundy"]),
        (&json!(5), &json!("N"), &json!(1))
    );
    let moves = list(&answer["moves"]);
    assert_eq!(moves.len(), 5);
    let wins: Vec<&Value> = moves.iter().filter(|one| one["winning"] == true).collect();
    assert_eq!(wins.len(), 1);
    assert_eq!((&wins[0]["text"], &wins[0]["result"]), (&json!("3 -> 2"), &json!("2 2")));
    assert_eq!((&wins[0]["grundy"], &wins[0]["outcome"]), (&json!(0), &json!("P")));
    assert_eq!(wins[0]["move"], json!({"component": 0, "removed": "3", "added": "2", "places": null}));
    let text = grundy(&["moves", "kayles", "3", "2"]).out;
    assert!(text.starts_with("kayles 3 2: 5 moves, N, Grundy value 1\n"), "{text}");
    assert!(text.contains("3 -> 2") && text.contains("P, value 0, 4 to the end, wins"), "{text}");
    let board = grundy(&["moves", "cram", "2x2", "--json"]).answer();
    assert_eq!(list(&board["moves"])[0]["move"]["places"], json!([[0, 0], [0, 1]]));
    let misere = grundy(&["moves", "nim", "1", "1", "1", "--misere", "--json"]).answer();
    assert_eq!((&misere["outcome"], &misere["convention"]), (&json!("P"), &json!("misere")));
    let points = grundy(&["moves", "stone-vii", "5", "3", "1", "--json"]).answer();
    assert!(list(&points["moves"]).iter().all(|one| one["gain"].is_i64()), "{points}");
    let stream = grundy_with(&["moves", "nim", "-", "--json"], b"1 2\n\nx\n");
    assert_eq!((stream.code, stream.out.lines().count()), (2, 3));
    refused(&["moves", "nim", "x"]);
}

#[test]
fn a_template_makes_a_sequence_in_every_format() {
    let cram = ["seq", "cram", "3x{n}", "-n", "6"];
    assert_eq!(grundy(&cram).out, "0 1 1 0 1 1\n");
    for (format, expected) in [
        ("values", "0\n1\n1\n0\n1\n1\n"),
        ("csv", "n,grundy\n0,0\n1,1\n2,1\n3,0\n4,1\n5,1\n"),
        ("bfile", "0 0\n1 1\n2 1\n3 0\n4 1\n5 1\n"),
    ] {
        let run = grundy(&[&cram[..], &["--format", format]].concat());
        assert_eq!((run.code, run.out.as_str()), (0, expected), "{format}");
    }
    let answer = grundy(&[&cram[..], &["--json"]].concat()).answer();
    assert_eq!((&answer["first"], &answer["template"]), (&json!(0), &json!("3x{n}")));
    assert_eq!(answer["values"], json!([0, 1, 1, 0, 1, 1]));
    let later = grundy(&["seq", "cram", "3x{n}", "--from", "3", "-n", "2", "--json"]).answer();
    assert_eq!((&later["first"], &later["values"]), (&json!(3), &json!([0, 1])));
    assert_eq!(
        grundy(&["seq", "wythoff", "{n},{n+2}", "-n", "4", "--json"]).answer()["values"],
        json!([2, 4, 3, 0])
    );
    let fibonacci = grundy(&["seq", "fibonacci-nim", "{n}", "-n", "8", "--json"]).answer();
    assert_eq!(list(&fibonacci["values"]).len(), 8);
    let npy = command(&[&cram[..], &["--format", "npy"]].concat()).output().expect("it runs");
    assert!(npy.stdout.starts_with(b"\x93NUMPY") && npy.stdout.len() % 64 == 48);
    assert_eq!(grundy(&["seq", "nim", "3", "{n}", "-n", "4"]).out, "3 2 1 0\n");
}

#[test]
fn a_bare_template_is_the_heaps_themselves() {
    for rest in [&["-n", "30"][..], &["--from", "1_000_000_000_000", "-n", "5", "--json"]] {
        let plain = grundy(&[&["seq", "kayles"], rest].concat());
        let bare = grundy(&[&["seq", "kayles", "{n}"], rest].concat());
        assert_eq!(plain.out, bare.out);
    }
    assert_eq!(grundy(&["period", "kayles", "{n}"]).out, grundy(&["period", "kayles"]).out);
}

#[test]
fn misere_sequences_are_outcomes() {
    let run = grundy(&["seq", "kayles", "{n}", "-n", "6", "--misere"]);
    assert_eq!((run.code, run.out.as_str()), (0, "N P N N P N\n"));
    assert_eq!(grundy(&["seq", "kayles", "-n", "6", "--misere"]).out, run.out);
    let answer = grundy(&["seq", "cram", "2x{n}", "-n", "4", "--misere", "--json"]).answer();
    assert_eq!(answer["convention"], "misere");
    for (n, outcome) in list(&answer["values"]).iter().enumerate() {
        let alone = grundy(&["solve", "cram", &format!("2x{n}"), "--misere", "--json"]).answer();
        assert_eq!(*outcome, alone["outcome"], "{n}");
    }
    assert_eq!(
        grundy(&["seq", "kayles", "-n", "3", "--misere", "--format", "csv"]).out,
        "n,outcome\n0,N\n1,P\n2,N\n"
    );
    assert_eq!(grundy(&["seq", "kayles", "-n", "3", "--misere", "--format", "npy"]).code, 2);
}

#[test]
fn a_family_begins_at_its_first_position() {
    let run = grundy(&["seq", "node-kayles", "cycle:{n}", "-n", "4", "--json"]);
    assert_eq!(run.answer()["first"], 3);
    let text = grundy(&["seq", "node-kayles", "cycle:{n}", "-n", "4"]);
    assert!(text.err.contains("n = 3"), "{text:?}");
    let run = refused(&["seq", "node-kayles", "cycle:{n}", "--from", "1"]);
    assert!(run.err.contains("cycle:1") && run.err.contains("n = 1"), "{run:?}");
}

#[test]
fn templates_with_mistakes_have_a_place() {
    for (template, place, words) in [
        ("3x{n", "1:3", "this brace is not closed"),
        ("3x{m}", "1:4", "unknown name `m` in a template"),
        ("{n +}", "1:5", "expected"),
    ] {
        let run = refused(&["seq", "cram", template]);
        assert!(run.err.contains(place) && run.err.contains(words), "{run:?}");
        let error = grundy(&["seq", "cram", template, "--json"]).error();
        assert_eq!(format!("{}:{}", error["line"], error["column"]), place, "{template}");
    }
    assert!(refused(&["seq", "cram", "3x4"]).err.contains("does not hold `n`"));
    refused(&["seq", "cram", "3x{n}", "--checkpoint", "x"]);
    refused(&["table", "wythoff", "{b},1"]);
    refused(&["table", "wythoff", "{a},1", "--b", "0..3"]);
    refused(&["table", "wythoff", "{a},{c}"]);
    refused(&["table", "wythoff", "{a},{b}", "--a", "5..1"]);
    refused(&["table", "wythoff", "{a},{b}", "--a", "5"]);
    refused(&["table", "wythoff", "{a},{b}", "--what", "x"]);
    refused(&["table", "nim", "{a} {b}", "--misere", "--what", "value"]);
    refused(&["table", "stone-vii", "{a} {b}", "--what", "remoteness"]);
}

#[test]
fn the_period_of_a_template_is_observed() {
    let run = grundy(&["period", "nim", "{n%5} 1", "--json"]);
    assert_eq!(run.code, 1);
    let answer = run.json();
    assert_eq!(
        (&answer["period"], &answer["preperiod"], &answer["proved"]),
        (&json!(5), &json!(0), &json!(false))
    );
    assert_eq!((&answer["computed"], &answer["last_exception"]), (&json!(101), &Value::Null));
    let text = grundy(&["period", "nim", "{n%5} 1"]);
    assert_eq!(text.code, 1);
    assert!(text.out.contains("period 5 from n = 0 on, observed"), "{text:?}");
    let none = grundy(&["period", "nim", "{n*n}", "--json"]);
    assert_eq!((none.code, &none.json()["period"]), (1, &Value::Null));
    let arithmetic = grundy(&["period", "wythoff", "{n},0", "--json"]).json();
    assert_eq!((&arithmetic["period"], &arithmetic["saltus"]), (&json!(1), &json!(1)));
}

#[test]
fn a_table_of_pairs() {
    let asked = ["table", "wythoff", "{a},{b}", "--a", "0..2", "--b", "0..3"];
    let text = "a/b | 0 1 2 3\n----+--------\n  0 | 0 1 2 3\n  1 | 1 2 0 4\n  2 | 2 0 1 5\n";
    assert_eq!(grundy(&asked).out, text);
    let answer = grundy(&[&asked[..], &["--json", "--lost"]].concat()).answer();
    assert_eq!((&answer["game"], &answer["template"]), (&json!("wythoff"), &json!("{a},{b}")));
    assert_eq!((&answer["a"], &answer["b"]), (&json!([0, 1, 2]), &json!([0, 1, 2, 3])));
    assert_eq!(answer["values"], json!([[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]));
    assert_eq!((&answer["what"], &answer["lost"]), (&json!("value"), &json!([[0, 0], [1, 2], [2, 1]])));
    assert_eq!(
        grundy(&[&asked[..], &["--format", "csv"]].concat()).out,
        "a/b,0,1,2,3\n0,0,1,2,3\n1,1,2,0,4\n2,2,0,1,5\n"
    );
    assert_eq!(grundy(&[&asked[..], &["--lost"]].concat()).out, "0,0\n1,2\n2,1\n");
    let outcomes = grundy(&[&asked[..], &["--what", "outcome", "--json"]].concat()).answer();
    assert_eq!(outcomes["values"], json!([["P", "N", "N", "N"], ["N", "N", "P", "N"], ["N", "P", "N", "N"]]));
    assert!(outcomes.get("lost").is_none());
    let remoteness = grundy(&[&asked[..], &["--what", "remoteness", "--json"]].concat()).answer();
    assert_eq!(remoteness["values"], json!([[0, 1, 1, 1], [1, 1, 2, 3], [1, 2, 1, 3]]));
    let misere =
        grundy(&["table", "nim", "{a} {b}", "--a", "0..2", "--b", "0..2", "--misere", "--json"]).answer();
    assert_eq!((&misere["what"], &misere["convention"]), (&json!("outcome"), &json!("misere")));
    assert_eq!(misere["values"], json!([["N", "P", "N"], ["P", "N", "N"], ["N", "N", "P"]]));
}

#[test]
fn a_table_of_one_variable_is_a_plain_list() {
    let answer = grundy(&["table", "kayles", "{a} 1", "--a", "2..5", "--json", "--lost"]).answer();
    assert_eq!((&answer["a"], &answer["values"]), (&json!([2, 3, 4, 5]), &json!([3, 2, 0, 5])));
    assert!(answer.get("b").is_none());
    assert_eq!(answer["lost"], json!([[4]]));
    let csv = grundy(&["table", "kayles", "{a} 1", "--a", "2..3", "--format", "csv"]).out;
    assert_eq!(csv, "a,value\n2,3\n3,2\n");
    let points = grundy(&["table", "stone-vii", "{a} 3 1", "--a", "1..2", "--json"]).answer();
    for (index, a) in [1, 2].into_iter().enumerate() {
        let alone = grundy(&["solve", "stone-vii", &a.to_string(), "3", "1", "--json"]).answer();
        assert_eq!(points["values"][index], alone["score"]["difference"]);
    }
}

#[test]
fn cells_that_are_no_positions_are_null() {
    let answer = grundy(&["table", "wythoff", "{a},{b-a}", "--a", "0..2", "--b", "0..2", "--json"]).answer();
    assert_eq!(answer["values"], json!([[0, 1, 2], [null, 1, 2], [null, null, 2]]));
    assert_eq!(answer["notes"], json!(["3 of 9 cells are no positions of the game"]));
}

#[test]
fn a_table_that_may_go_round_has_draws() {
    let loopy = "loopy ; n -> n - 1 where n > 2 ; n -> n + 1 where n in {2, 4} ; n -> n - 2 where n > 1";
    let what = |what: &str| {
        let run = grundy(&["table", loopy, "{a}", "--a", "0..5", "--what", what, "--json"]);
        run.answer()["values"].clone()
    };
    let (values, outcomes, moves) = (what("value"), what("outcome"), what("remoteness"));
    for n in 0..6 {
        let alone = grundy(&["solve", loopy, &n.to_string(), "--json"]).answer();
        assert_eq!((&values[n], &outcomes[n]), (&alone["grundy"], &alone["outcome"]), "{n}");
        assert_eq!(moves[n].is_null(), alone["outcome"] == "D", "{n}");
    }
    let terms = grundy(&["seq", loopy, "{n}", "-n", "6", "--json"]).answer();
    assert_eq!(terms["values"], values);
}

#[test]
fn limits_are_honoured() {
    let run = grundy(&[
        "table",
        "wythoff",
        "{a},{b}",
        "--a",
        "0..100000",
        "--b",
        "0..100000",
        "--max-memory",
        "1GB",
    ]);
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{run:?}");
    let run = grundy(&["seq", "cram", "5x{n}", "-n", "60", "--max-time", "1s", "--json"]);
    assert_eq!(run.code, 3, "{run:?}");
    let answer = run.json();
    assert_eq!(answer["stop"], "time-limit");
    assert!(list(&answer["values"]).len() >= 4, "{answer}");
}

fn guesses(arguments: &[&str]) -> (i32, Vec<Value>) {
    let run = grundy(&[&["guess"], arguments, &["--json"]].concat());
    let value = run.json();
    let terms = value["terms"].as_u64().expect("a number");
    for guess in list(&value["guesses"]) {
        let count = |field: &str| guess[field].as_u64().expect("a number");
        assert!(count("fitted") + count("predicted") <= terms && count("predicted") > 0, "{guess}");
    }
    (run.code, list(&value["guesses"]).clone())
}

#[test]
fn guesses_have_kinds_and_formulas() {
    for (numbers, kind, formula) in [
        ("0 1 0 2 0 1 0 3", "valuation", "valuation(2, n + 1)"),
        ("0 1 2 0 1 2 0 1 2", "modulus", "n%3"),
        ("5 6 0 1 2 0 1 2 0 1 2 0 1", "periodic", "a(n) = a(n-3) for n >= 5"),
        ("0, 1, 1, 2, 3, 5, 8, 13, 21, 34", "recurrence", "a(n) = a(n-1) + a(n-2) for n >= 2"),
        ("0 1 3 4 6 8 9 11 12 14 16 17 19 21", "floor", "(n + sqrt(5*n^2))/2"),
        ("0 1 1 2 1 2 2 3 1 2 2 3", "bits", "ones(n)"),
    ] {
        let words: Vec<&str> = numbers.split(' ').collect();
        let (code, found) = guesses(&words);
        assert_eq!(code, 0, "{numbers}");
        let of_kind = found.iter().find(|guess| guess["kind"] == kind);
        assert_eq!(of_kind.map(|guess| &guess["formula"]), Some(&json!(formula)), "{numbers}: {found:?}");
    }
    let noise = ["3", "14", "15", "92", "65", "35", "89", "79", "32", "38", "46", "26", "43"];
    assert_eq!(guesses(&noise), (1, vec![]));
    let run = grundy(&[&["guess"], &noise[..]].concat());
    assert_eq!((run.code, run.out.as_str()), (1, "nothing fits these 13 terms\n"));
    let text = grundy(&["guess", "0", "1", "0", "2", "0", "1", "0", "3"]);
    assert!(text.out.contains("fitted on 2, predicted 6") && text.out.contains("observed"), "{text:?}");
}

#[test]
fn guesses_about_games_and_stdin() {
    let (code, found) = guesses(&["kayles", "-n", "200"]);
    assert_eq!(code, 0);
    assert!(
        found
            .iter()
            .any(|guess| guess["kind"] == "periodic" && guess["formula"] == "a(n) = a(n-12) for n >= 83")
    );
    assert!(
        found.iter().any(|guess| guess["kind"] == "game" && guess["formula"] == "kayles (0.77)"),
        "{found:?}"
    );
    let (_, found) = guesses(&["wythoff", "{n},0", "-n", "20"]);
    assert!(found.iter().any(|guess| guess["kind"] == "floor" && guess["formula"] == "n"), "{found:?}");
    let run = grundy_with(&["guess", "-", "--json"], b"0 1 0 2\n0 1 0 3\n");
    assert_eq!((run.code, &run.json()["terms"]), (0, &json!(8)));
    assert_eq!(grundy_with(&["guess", "-"], b"0 1 x\n").code, 2);
    refused(&["guess", "no-such-game"]);
    refused(&["guess", "wythoff"]);
    let negative = grundy(&["guess", "--json", "--", "-3", "-1", "1", "3", "5", "7", "9", "11"]);
    assert_eq!(negative.code, 0, "{negative:?}");
}

#[test]
fn known_sequences_are_listed_and_new_ones_can_be_submitted() {
    let found = grundy(&["oeis", "0", "1", "2", "3", "1", "4", "3", "2", "1", "4", "--json"]).answer();
    let kayles = &found["sequences"][0];
    assert_eq!((&kayles["number"], &kayles["offset"]), (&json!("A002186"), &json!(0)));
    assert_eq!((&kayles["period"], &kayles["preperiod"]), (&json!(12), &json!(71)));
    assert_eq!(grundy(&["oeis", "kayles", "--json"]).answer()["sequences"][0]["number"], "A002186");
    assert!(grundy(&["oeis", "A002188"]).out.contains("Grundy's game"));
    let new = grundy(&["oeis", "0.156", "--json"]);
    assert_eq!(new.code, 1);
    let block = new.json()["submission"].as_str().expect("a block").to_owned();
    assert!(
        block.starts_with("%I A000000\n%S A000000 0, 1, 1, 0") && block.contains("%O A000000 0,"),
        "{block}"
    );
    assert!(block.contains("a(n + 349) = a(n) for n >= "), "{block}");
    assert_eq!(grundy(&["oeis", "9", "8", "7", "6", "5", "1"]).code, 1);
    refused(&["oeis", "A999999"]);
}

#[test]
fn pictures_honour_their_ending() {
    let folder = folder("patterns-pictures");
    let path = |name: &str| folder.join(name).display().to_string();
    for (name, asked) in [
        ("heaps", &["seq", "kayles", "-n", "50"][..]),
        ("family", &["seq", "cram", "2x{n}", "-n", "6"]),
        ("table", &["table", "wythoff", "{a},{b}"]),
    ] {
        let svg = path(&format!("{name}.svg"));
        let run = grundy(&[asked, &["--plot", &svg]].concat());
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
        assert!(std::fs::read_to_string(&svg).expect("a picture").starts_with("<svg "));
        let png = path(&format!("{name}.png"));
        assert_eq!(grundy(&[asked, &["--plot", &png]].concat()).code, 0);
        let bytes = std::fs::read(&png).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 2000, "{} bytes", bytes.len());
        for ending in ["gif", "SVGZ", "txt"] {
            refused(&[asked, &["--plot", &path(&format!("{name}.{ending}"))]].concat());
        }
        refused(&[asked, &["--plot", &path(name)]].concat());
        for width in ["40", "100"] {
            let output = command(&[asked, &["--plot", "-"]].concat()).env("COLUMNS", width).output();
            let run = finished(asked, output.expect("it runs"));
            let widest = run.out.lines().map(|line| line.chars().count()).max();
            assert!(widest <= width.parse().ok(), "{width}: {}", run.out);
        }
    }
}

/// The table of Wythoff's game is read without a position for each cell.
#[test]
fn large_tables_are_written_whole() {
    let run = grundy(&["table", "wythoff", "{a},{b}", "--a", "0..500", "--b", "0..500", "--json"]);
    let answer = run.answer();
    assert_eq!(list(&answer["values"]).len(), 501);
    assert_eq!((&answer["values"][3][5], &answer["values"][500][0]), (&json!(0), &json!(500)));
}
