//! `grundy solve --method NAME` and `--compare`: every method by its name, and all of them against each other.

use super::{grundy, grundy_with};
use serde_json::{Value, json};

/// Positions, their values, and the methods that can serve besides `auto`.
const POSITIONS: [(&str, &str, u64, &[&str]); 7] = [
    ("cram", "3x4", 1, &["closed-form", "memo", "nimber-search", "proof-number", "depth-first"]),
    ("chomp", "4x5", 13, &["closed-form", "table", "memo", "nimber-search", "proof-number", "depth-first"]),
    ("node-kayles", "1-2 2-3 3-4 4-5 5-1 1-6", 3, &["memo", "nimber-search", "proof-number", "depth-first"]),
    ("notakto", "3x3", 1, &["memo", "nimber-search", "proof-number", "depth-first"]),
    ("kayles", "5 12 33", 8, &["table", "memo", "nimber-search", "proof-number", "depth-first"]),
    ("nim", "3 4 12", 11, &["closed-form", "table", "memo", "nimber-search", "proof-number", "depth-first"]),
    (
        "turning-corners",
        "(4,4) (2,5)",
        12,
        &["closed-form", "table", "memo", "nimber-search", "proof-number", "depth-first"],
    ),
];

#[test]
fn all_methods_agree_and_each_has_its_row() {
    for (game, position, value, methods) in POSITIONS {
        let found = grundy(&["solve", "--json", game, position, "--compare"]).answer();
        assert_eq!((&found["agreed"], &found["grundy"]), (&json!(true), &json!(value)), "{found}");
        let rows = found["methods"].as_array().expect("a list");
        let names: Vec<&str> = rows.iter().map(|row| row["method"].as_str().expect("a name")).collect();
        assert_eq!(names, [&["auto"], methods].concat(), "{game} {position}");
        for row in rows {
            let told = [json!(value), Value::Null].contains(&row["grundy"]);
            assert!(told && row["agreed"] == true && row["work"].is_u64(), "{game} {position}: {row}");
        }
    }
}

#[test]
fn a_method_is_called_by_its_name() {
    for (game, position, value, methods) in POSITIONS {
        let auto = grundy(&["solve", "--json", game, position]).answer();
        for method in methods {
            let run = grundy(&["solve", "--json", game, position, "--method", method]);
            let found = run.json();
            // A theorem may know the winner without knowing all moves.
            let whole = *method != "closed-form" || !found["winning_moves_total"].is_null();
            assert_eq!(run.code, if whole { 0 } else { 3 }, "{run:?}");
            for field in ["position", "outcome", "winner"] {
                assert_eq!(found[field], auto[field], "{game} {position} by {method}: {field}");
            }
            for field in ["winning_moves", "winning_moves_total"].into_iter().filter(|_| whole) {
                assert_eq!(found[field], auto[field], "{game} {position} by {method}: {field}");
            }
            assert!([json!(value), Value::Null].contains(&found["grundy"]), "{found}");
        }
        let auto_by_name = grundy(&["solve", "--json", game, position, "--method", "auto"]).answer();
        assert_eq!(auto_by_name, auto);
    }
}

#[test]
fn engines_are_those_asked_for() {
    for (arguments, engine) in [
        (&["cram", "3x4", "--method", "memo"][..], "memo"),
        (&["cram", "3x4", "--method", "depth-first"], "nimber-search"),
        (&["chomp", "4x5", "--method", "table"], "ranked"),
        (&["nim", "3", "4", "--method", "closed-form"], "closed-form"),
        (&["nim", "3", "4", "--method", "table"], "general"),
        (&["wythoff", "3,4", "--method", "table"], "tuple-table"),
    ] {
        let found = grundy(&[&["solve", "--json"], arguments].concat()).answer();
        assert_eq!(found["engine"], engine, "{arguments:?}");
    }
}

#[test]
fn searches_go_their_own_ways() {
    for (game, position) in [("cram", "4x5"), ("kayles", "33")] {
        let work = |method| {
            grundy(&["solve", "--json", game, position, "--method", method]).answer()["work"].clone()
        };
        assert_ne!(work("proof-number"), work("depth-first"), "{game} {position}");
        assert_ne!(work("memo"), work("depth-first"), "{game} {position}");
    }
}

#[test]
fn corners_far_out_are_answered_at_once() {
    let run = grundy(&["solve", "--json", "turning-corners", "1000000000,12345678901"]);
    let found = run.json();
    assert_eq!(
        (run.code, &found["winning_moves_total"]),
        (3, &Value::Null),
        "not all moves are counted: {run:?}"
    );
    assert_eq!((&found["outcome"], &found["engine"]), (&json!("N"), &json!("closed-form")));
    assert_eq!(found["winning_moves"][0]["result"], "(0,0) (0,12345678901) (1000000000,0)");
    let lost = grundy(&["solve", "--json", "turning-corners", "(5e9,7e18) (7e18,5e9)"]).answer();
    assert_eq!((&lost["grundy"], &lost["winning_moves_total"]), (&json!(0), &json!(0)));
    let narrow = grundy(&["solve", "--json", "turning-corners", "(3,1e18) (2,9)"]).answer();
    assert_eq!(narrow["winning_moves_total"].as_u64(), Some(3), "{narrow}");
}

#[test]
fn lines_of_a_stream_are_answered_by_the_method() {
    let run = grundy_with(&["solve", "--json", "kayles", "-", "--method", "couples"], b"7\n3 3\n");
    let engines: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["engine"].clone())
        .collect();
    assert_eq!((run.code, engines), (0, vec![json!("nimber-search"), json!("nimber-search")]));
}

#[test]
fn a_method_that_cannot_serve_is_refused_with_a_way_out() {
    for arguments in [
        &["cram", "3x4", "--method", "table"][..],
        &["kayles", "5", "--method", "closed-form"],
        &["cram", "3x3", "--misere", "--method", "memo"],
        &["stone-iii", "1", "2", "--method", "memo"],
        &["wythoff", "(1,2) (3,4)", "--method", "closed-form"],
    ] {
        let run = grundy(&[&["solve", "--json"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        let hint = run.error()["hint"].as_str().expect("a hint").to_owned();
        assert!(hint.contains("--method auto"), "{arguments:?}: {hint}");
    }
}

#[test]
fn an_unknown_method_is_refused_with_the_names() {
    let run = grundy(&["solve", "kayles", "5", "--method", "nimber-serch"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("proof-number") && run.err.contains("'nimber-search'"), "{run:?}");
    let run = grundy(&["solve", "--json", "kayles", "5", "--method", "nimber-serch"]);
    assert_eq!(run.code, 2);
    assert!(run.error()["hint"].as_str().expect("a hint").contains("nimber-search"), "{run:?}");
}

#[test]
fn questions_that_cannot_be_compared_are_refused() {
    for arguments in [
        &["kayles", "5", "--compare", "--misere"][..],
        &["kayles", "5", "--compare", "--method", "memo"],
        &["kayles", "5", "--compare", "--report"],
        &["kayles", "-", "--compare"],
        &["kayles", "x", "--compare"],
    ] {
        let run = grundy(&[&["solve"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
    }
}

#[test]
fn a_method_that_stops_has_not_agreed() {
    let run = grundy(&["solve", "--json", "nim", "1e18", "5", "--compare", "--max-time", "1s"]);
    assert_eq!(run.code, 3, "{run:?}");
    let found = run.json();
    assert_eq!(found["agreed"], true, "nothing contradicts: {found}");
    let memo = found["methods"].as_array().expect("a list").iter().find(|row| row["method"] == "memo");
    let memo = memo.expect("a row");
    assert_eq!((&memo["agreed"], &memo["grundy"]), (&Value::Null, &Value::Null), "{memo}");
    assert_ne!(memo["stop"], "done", "{memo}");
}
