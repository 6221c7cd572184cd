//! Sums of different games: `kayles 5 7 + nim 3 + wythoff 3,5`, and positions of heaps as people write them.

use super::{grundy, grundy_with};
use serde_json::json;

const SUM: &str = "kayles 5 7 + nim 3 + wythoff 3,5";

#[test]
fn a_sum_has_its_parts() {
    let answer = grundy(&["solve", SUM, "--json"]).answer();
    assert_eq!(
        (&answer["game"], &answer["position"], &answer["grundy"]),
        (&json!("kayles + nim + wythoff"), &json!(SUM), &json!(5))
    );
    assert_eq!(
        answer["parts"],
        json!([
            { "game": "kayles", "position": "5 7", "grundy": 6 },
            { "game": "nim", "position": "3", "grundy": 3 },
            { "game": "wythoff", "position": "3,5", "grundy": 0 },
        ])
    );
    let moves = answer["winning_moves"].as_array().expect("a list");
    let components: Vec<_> = moves.iter().map(|found| found["move"]["component"].clone()).collect();
    assert_eq!(components, [json!(0), json!(3), json!(3)], "components count through all parts");
    assert_eq!((&moves[0]["move"]["removed"], &moves[0]["move"]["added"]), (&json!("5"), &json!("4")));
    for found in moves {
        let after = grundy(&["solve", found["result"].as_str().expect("a text"), "--json"]).answer();
        assert_eq!(after["outcome"], "P", "{found}");
    }
    let misere = grundy(&["solve", "kayles 5 + nim 2 3", "--misere", "--json"]).answer();
    assert_eq!((&misere["grundy"], &misere["parts"][0]["grundy"]), (&json!(null), &json!(null)));
}

#[test]
fn rules_stand_in_brackets_and_loopy_parts_add() {
    let answer = grundy(&["solve", "(n -> n - k where k in 1..3) 9 + cram 3x4", "--json"]).answer();
    assert_eq!(answer["parts"][0]["game"], "n -> n - k where k in 1..3");
    assert_eq!((&answer["parts"][0]["grundy"], &answer["grundy"]), (&json!(1), &json!(0)));
    let ring = "(loopy ; n -> n - 1 where n > 0 ; n -> n + 1 where 0 < n < 3) 2 + nim 1";
    let answer = grundy(&["solve", ring, "--json"]).answer();
    assert!(answer["parts"][0]["grundy"].is_object() || answer["parts"][0]["grundy"].is_u64(), "{answer}");
    assert!(answer["outcome"].is_string());
}

#[test]
fn streams_read_positions_with_and_without_games() {
    let input = b"5 7 + 3\nkayles 5 7 + nim 3\n\n5 7\n5 + x\n";
    let run = grundy_with(&["solve", "kayles + nim", "-", "--json"], input);
    assert_eq!(run.code, 2, "{run:?}");
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        (&lines[0]["grundy"], &lines[1]["grundy"], &lines[2]["grundy"]),
        (&json!(5), &json!(5), &json!(0))
    );
    assert_eq!(lines[3]["error"]["message"], "a sum of 2 games has 2 positions, found 1");
    assert_eq!(lines[4]["error"]["column"], 5);
}

#[test]
fn sums_are_explained_and_played() {
    let run = grundy(&["explain", SUM]);
    assert_eq!(run.code, 0, "{run:?}");
    for text in ["The parts", "kayles: 5 7 has value 6", "the value 6 of kayles becomes 6 xor 5 = 3"] {
        assert!(run.out.contains(text), "{text}: {run:?}");
    }
    let run = grundy_with(&["play", "nim 1 + kayles 2", "--seed", "1"], b"kayles: 2 -> 1\n");
    assert_eq!(run.code, 0, "{run:?}");
    let run = grundy_with(&["play", "nim 1 + kayles 2", "--seed", "1"], b"2 -> 1\n");
    assert!(run.code == 0 && !run.out.contains("is not a move"), "{run:?}");
}

#[test]
fn what_does_not_add_is_refused() {
    for (text, message) in [
        ("stone-ii 2 7 9 + nim 3", "points do not add to a sum of games: `stone-ii` is played for points"),
        ("kayles 5 + nmi 3", "unknown game `nmi`"),
    ] {
        let run = grundy(&["solve", text, "--json"]);
        assert_eq!((run.code, run.error()["message"].as_str()), (2, Some(message)));
    }
    let run = grundy(&["solve", "kayles 5 + nim x", "--json"]);
    assert_eq!((run.code, &run.error()["column"]), (2, &json!(16)));
    let run = grundy(&["solve", "n -> n - a where a + 1 = 2", "5", "--json"]);
    assert_eq!(run.answer()["grundy"], 1, "a rule with a plus is a rule");
}

#[test]
fn heaps_are_read_as_people_write_them() {
    for words in
        [vec!["3,4,5"], vec!["[3,4,5]"], vec!["3+4+5"], vec!["3", "+", "4", "+", "5"], vec!["3, 4, 5"]]
    {
        let answer = grundy(&[&["solve", "nim", "--json"], &words[..]].concat()).answer();
        assert_eq!((&answer["position"], &answer["grundy"]), (&json!("3 4 5"), &json!(2)), "{words:?}");
    }
    assert_eq!(grundy(&["solve", "nim", "3,,4"]).code, 2);
    assert_eq!(grundy(&["solve", "nim", "(3,4)"]).code, 2);
}

#[test]
fn hints_can_be_pasted() {
    let run = grundy(&["solve", "n -> k where k < n"]);
    assert!(run.err.contains("`grundy solve \"n -> k where k < n\" 3 4 5`"), "{run:?}");
    let run = grundy(&["solve", "kayles + nim"]);
    assert!(run.err.contains("`grundy solve \"kayles 3 + nim 3\"`"), "{run:?}");
}

#[test]
fn hackenbush_stands_on_any_ground() {
    let value =
        |game: &str, edges: &str| grundy(&["solve", game, edges, "--json"]).answer()["grundy"].clone();
    assert_eq!(value("hackenbush", "ground-1 1-2"), 2);
    assert_eq!(value("hackenbush:ground=1", "1-2 2-3 3-0"), 3);
    let run = grundy(&["solve", "hackenbush", "1-2 2-3", "--json"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.error()["message"], "nothing hangs on the ground, which is vertex 0");
}
