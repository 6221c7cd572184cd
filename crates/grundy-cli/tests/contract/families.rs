//! Staircases, words and games for points: fields, notation and refusals.

use super::{grundy, grundy_with};
use serde_json::{Value, json};

fn answer(arguments: &[&str]) -> Value {
    grundy(&[&["solve", "--json"], arguments].concat()).answer()
}

fn results(answer: &Value) -> Vec<&str> {
    let moves = answer["winning_moves"].as_array().expect("a list");
    moves.iter().map(|found| found["result"].as_str().expect("a text")).collect()
}

#[test]
fn a_staircase_keeps_every_number() {
    let solved = answer(&["staircase", "9", "1", "5", "6"]);
    assert_eq!((&solved["grundy"], &solved["outcome"]), (&json!(7), &json!("N")));
    assert_eq!(results(&solved), ["9 6 0 6", "9 1 10 1"]);
    // Coins that leave the lowest step for a floor below are written nowhere.
    assert_eq!(results(&answer(&["staircase:floor=below", "3", "1", "2"])), ["2 1 2"]);
    assert_eq!(results(&answer(&["staircase:floor=first", "0", "3"])), ["3 0"]);
    let huge = answer(&["staircase", "0", "1e18", "7", "3"]);
    assert_eq!(results(&huge), ["999999999999999997 3 7 3"]);
}

#[test]
fn words_are_a_sum() {
    let solved = answer(&["palindromes", "aba", "aba", "aba"]);
    assert_eq!((&solved["grundy"], &solved["winning_moves_total"]), (&json!(1), &json!(3)));
    assert_eq!(results(&solved)[0], "a b a aba aba");
    // Both ends leave the same three words.
    assert_eq!(results(&answer(&["palindromes", "aaaa"])), ["a a aa"]);
    assert_eq!(answer(&["palindromes"])["outcome"], "P");
}

#[test]
fn points_have_a_score_and_a_line() {
    let solved = answer(&["stone-ii", "2", "7", "9", "4", "4"]);
    for (field, value) in [
        ("outcome", json!("P")),
        ("winner", json!("second")),
        ("grundy", Value::Null),
        ("score", json!({ "first": 10, "second": 16, "difference": -6 })),
        ("winning_moves", json!([])),
        ("winning_moves_total", json!(0)),
        ("engine", json!("points")),
    ] {
        assert_eq!(solved[field], value, "{field}");
    }
    assert_eq!(
        solved["line"][1],
        json!({
            "text": "take 2 for 16", "result": "4 4 m=2",
            "move": { "component": 0, "removed": "7 9 4 4", "added": "4 4 m=2", "places": [0, 1] },
        })
    );
    let drawn = answer(&["stone-iii", "1", "2", "3", "6"]);
    assert_eq!((&drawn["outcome"], &drawn["winner"]), (&json!("D"), &json!("draw")));
    assert_eq!(results(&drawn), ["6"], "the move that holds the draw");
    let difference = |arguments: &[&str]| answer(arguments)["score"]["difference"].clone();
    assert_eq!(difference(&["stone-iii", "--", "1", "2", "3", "-9"]), 15);
    assert_eq!(difference(&["stone-vi", "1,3 2,1"]), 0);
    assert_eq!(difference(&["stone-vii", "5", "3", "1", "4", "2"]), 6);
    assert_eq!(difference(&["stone-viii", "--", "-1", "2", "-3", "4", "-5"]), 5);
    assert_eq!(difference(&["stone-viii"]), 0);
}

#[test]
fn refusals_name_the_first_offence() {
    let refused = |arguments: &[&str]| {
        let run = grundy(&[&["solve", "--json"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        let object: Value = serde_json::from_str(&run.out).expect("an error object");
        object["error"]["column"].as_u64()
    };
    assert_eq!(refused(&["stone-vii", "1", "x", "y"]), Some(3));
    assert_eq!(refused(&["stone-vi", "1,2 3"]), Some(5));
    assert_eq!(refused(&["stone-ii", "1", "2", "m=0"]), Some(5));
    assert_eq!(refused(&["staircase", "1", "2.5"]), Some(3));
    assert_eq!(refused(&["stone-vii", "--misere", "1", "2"]), None);
    assert_eq!(refused(&["stone-iii", "9223372036854775807", "5"]), None);
    assert_eq!(refused(&["staircase:floor=roof", "1"]), None);
    assert_eq!(grundy(&["seq", "stone-ii"]).code, 2);
    let run = grundy_with(&["solve", "--json", "stone-iii", "-"], b"1 2\n\n-1 -2\n1 z\n");
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((run.code, lines.len()), (2, 4), "{run:?}");
    assert_eq!(lines[2]["score"], json!({ "first": -1, "second": -2, "difference": 1 }));
    assert_eq!(lines[3]["error"]["column"], 3);
}
