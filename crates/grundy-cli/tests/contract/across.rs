//! Moves across heaps, measures, and rules that may go round: answers, streams, games, and a drawing of every error.
//!
//! `SNAPSHOTS=overwrite cargo test -p grundy-cli --test contract` writes the drawings anew; read the difference before
//! committing it.

use super::{grundy, grundy_with};
use serde_json::json;
use snapbox::{assert_data_eq, str};

/// What stderr says about a rule; stdout stays empty.
#[track_caller]
fn refused(rule: &str) -> String {
    let position = if rule.contains("(l, r)") { "5,5" } else { "5" };
    let run = grundy(&["solve", rule, position]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{rule}");
    run.err
}

#[test]
fn a_bag_is_one_component_and_moves_name_its_heaps() {
    let rule = "{a, b} -> {a - k, b - k} where k > 0 ; {a} -> {c} where c < a";
    let answer = grundy(&["solve", "--json", rule, "5", "0", "4", "3"]).answer();
    assert_eq!((&answer["position"], &answer["grundy"]), (&json!("3 4 5"), &json!(11)));
    let found = &answer["winning_moves"][0];
    assert_eq!((&found["text"], &found["result"]), (&json!("5 -> 1"), &json!("1 3 4")));
    assert_eq!(found["move"], json!({"component": 0, "removed": "3 4 5", "added": "1 3 4", "places": [2]}));
    let nothing = grundy(&["solve", "--json", "{a, b} -> {} where a = b", "2", "2"]).answer();
    assert_eq!(nothing["winning_moves"][0]["result"], "0");
    assert_eq!(nothing["winning_moves"][0]["move"]["places"], json!([0, 1]));
}

#[test]
fn loops_have_draws_remoteness_and_loopy_values() {
    let rule = "loopy ; n -> n - 1 ; n -> n + 1 where n in {2, 3}";
    let answer = |words: &[&str]| grundy(&[&["solve", "--json", rule], words].concat()).answer();
    let drawn = answer(&["3"]);
    assert_eq!((&drawn["outcome"], &drawn["winner"]), (&json!("D"), &json!("draw")));
    assert_eq!((&drawn["remoteness"], &drawn["winning_moves_total"]), (&json!(null), &json!(0)));
    assert!(drawn["grundy"]["infinity"].is_array(), "{drawn}");
    let won = answer(&["1"]);
    assert_eq!((&won["outcome"], &won["remoteness"], &won["grundy"]), (&json!("N"), &json!(1), &json!(1)));
    let over = answer(&["0", "--misere"]);
    assert_eq!(
        (&over["outcome"], &over["remoteness"], &over["winning_moves_total"]),
        (&json!("N"), &json!(0), &json!(0))
    );
    let plain = grundy(&["solve", "--json", "nim", "3"]).answer();
    assert!(plain.get("remoteness").is_none(), "only loopy games have it: {plain}");
}

#[test]
fn what_cannot_be_explored_is_a_limit() {
    let run = grundy(&["solve", "--json", "loopy ; n -> n - 1 ; n -> n + 1", "5", "--max-memory", "1MiB"]);
    assert_eq!(run.code, 3, "{run:?}");
    // The parts can be explored, their sum cannot: the values say who wins, and the answer says that it is not whole.
    let heaps: Vec<String> = (1..=40).map(|heap| heap.to_string()).collect();
    let words: Vec<&str> = heaps.iter().map(String::as_str).collect();
    let arguments =
        [&["solve", "--json", "loopy ; n -> n - k where k in 1..3", "--max-memory", "1MiB"], &words[..]]
            .concat();
    let run = grundy(&arguments);
    assert_eq!(run.code, 3, "{run:?}");
    let answer = run.json();
    assert_eq!(
        (&answer["outcome"], &answer["grundy"], &answer["remoteness"]),
        (&json!("P"), &json!(0), &json!(null))
    );
}

#[test]
fn streams_answer_line_by_line() {
    let run = grundy_with(&["solve", "{a, b} -> {a + b}", "-"], b"1 2\n1 1 1\n\nx\n3\n");
    assert_eq!(run.code, 2, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("the first player wins (N), Grundy value 1: 1 2 -> 3"), "{run:?}");
    assert!(lines[1].starts_with("the second player wins (P)"), "{run:?}");
    let run = grundy_with(&["solve", "loopy ; n -> n", "-"], b"0\n1\n");
    assert_eq!(run.out.matches("a draw (D), loopy value").count(), 2, "{run:?}");
}

#[test]
fn a_drawn_game_is_talked_about() {
    let rule = "loopy ; n -> n - 1 ; n -> n + 1 where n in {2, 3}";
    let run = grundy_with(&["play", rule, "3", "--seed", "1"], b"hint\nbest\nwhy\nmoves\n3 -> 4\nquit\n");
    assert_eq!(run.code, 0, "{run:?}");
    for said in ["neither side can force a win", "holds the draw", "play may go on for ever", "you play"] {
        assert!(run.out.contains(said), "{said}: {run:?}");
    }
    let run = grundy_with(&["play", "{a, b} -> {a + b}", "1", "2", "--seed", "1"], b"1 2 -> 3\n");
    assert!(run.out.contains("you win"), "{run:?}");
}

#[test]
fn explain_knows_bags_measures_and_loops() {
    for (rule, words, said) in [
        ("{a, b} -> {a + b}", &[][..], "every move leaves fewer heaps"),
        ("{a} -> {c} where c < a", &["1", "2"], "heaps 1 2: 3 different options"),
        ("(a, b) -> (a + 1, b) where a < b", &[], "component 2 minus component 1 decreases"),
        (
            "measure b - a ; (a, b) -> (a + k, b) where 0 < k*k, a + k <= b",
            &["0,2"],
            "the player to move wins",
        ),
        ("loopy ; n -> n", &[], "play may go on for ever"),
        ("loopy ; n -> n", &["2"], "Neither player can force a win"),
    ] {
        let run = grundy(&[&["explain", rule], words].concat());
        assert!(run.code == 0 && run.out.contains(said), "{rule}: {run:?}");
    }
}

#[test]
fn r015_several_parts() {
    assert_data_eq!(
        refused("loopy n -> n - 1, 1"),
        str![[r#"
error[R015]: this move leaves several parts, and under `loopy` each move leaves one
 --> rule:1:12
  |
1 | loopy n -> n - 1, 1
  |            ^^^^^^^^
  |
help: write the parts as the components of one tuple

"#]]
    );
}

#[test]
fn r015_copies() {
    assert_data_eq!(
        refused("loopy ; n -> 2 of n/2 ; n -> each 1..n"),
        str![[r#"
error[R015]: `of` leaves several parts, and under `loopy` each move leaves one
 --> rule:1:14
  |
1 | loopy ; n -> 2 of n/2 ; n -> each 1..n
  |              ^^^^^^^^
  |
help: write the parts as the components of one tuple

error[R015]: `each` leaves several parts, and under `loopy` each move leaves one
 --> rule:1:30
  |
1 | loopy ; n -> 2 of n/2 ; n -> each 1..n
  |                              ^^^^^^^^^
  |
help: write the parts as the components of one tuple

"#]]
    );
}

#[test]
fn r015_measure() {
    assert_data_eq!(
        refused("loopy ; measure n ; n -> n - 1"),
        str![[r#"
error[R015]: a measure says that play ends, and `loopy` that it need not
 --> rule:1:17
  |
1 | loopy ; measure n ; n -> n - 1
  |                 ^
  |
help: leave one of them out

"#]]
    );
}

#[test]
fn r016_unknown_name() {
    assert_data_eq!(
        refused("(l, r) -> (l, r - 1) ; measure r - q"),
        str![[r#"
error[R016]: the measure speaks of `q`, which is no component of the first clause
 --> rule:1:36
  |
1 | (l, r) -> (l, r - 1) ; measure r - q
  |                                    ^
  |
help: its components: l, r

"#]]
    );
}

#[test]
fn r016_empty() {
    assert_data_eq!(
        refused("measure ; (l, r) -> (l, r - 1)"),
        str![[r#"
error[R016]: a measure without an expression
 --> rule:1:1
  |
1 | measure ; (l, r) -> (l, r - 1)
  | ^^^^^^^
  |
help: what falls in every move: `measure r - l`

"#]]
    );
}

#[test]
fn r016_bag() {
    assert_data_eq!(
        refused("{a} -> {a - 1} ; measure totl"),
        str![[r#"
error[R016]: a bag has no measure `totl`
 --> rule:1:26
  |
1 | {a} -> {a - 1} ; measure totl
  |                          ^^^^
  |
help: did you mean `total`?
  |
1 | {a} -> {a - 1} ; measure total
  |                             +

"#]]
    );
}

#[test]
fn r003_measure_is_no_expression() {
    assert_data_eq!(
        refused("measure r - ; (l, r) -> (l, r - 1)"),
        str![[r#"
error[R003]: expected a number, a name or `(`, found the end of the rule
 --> rule:1:12
  |
1 | measure r - ; (l, r) -> (l, r - 1)
  |            ^

"#]]
    );
}

#[test]
fn r003_measure_goes_on() {
    assert_data_eq!(
        refused("measure r l ; (l, r) -> (l, r - 1)"),
        str![[r#"
error[R003]: expected the end of the expression, found `l`
 --> rule:1:11
  |
1 | measure r l ; (l, r) -> (l, r - 1)
  |           ^

"#]]
    );
}

#[test]
fn r011_measure_of_a_tuple() {
    assert_data_eq!(
        refused("measure r + l ; (l, r) -> (l + 1, r - 1)"),
        str![[r#"
error[R011]: the move `(5,5) -> (6,4)` makes no progress
 --> rule:1:27
  |
1 | measure r + l ; (l, r) -> (l + 1, r - 1)
  |                           ^^^^^^^^^^^^^^
  |
help: the measure `r + l` must be at least 0 and decrease in every move; rules that may go round begin with `loopy`

"#]]
    );
}

#[test]
fn r011_measure_below_zero() {
    assert_data_eq!(
        refused("measure l - r - 1 ; (l, r) -> (l - 1, r)"),
        str![[r#"
error[R011]: the move `(5,5) -> (4,5)` makes no progress
 --> rule:1:31
  |
1 | measure l - r - 1 ; (l, r) -> (l - 1, r)
  |                               ^^^^^^^^^^
  |
help: the measure `l - r - 1` must be at least 0 and decrease in every move; rules that may go round begin with `loopy`

"#]]
    );
}

#[test]
fn r011_measure_of_a_heap() {
    assert_data_eq!(
        refused("n -> n + 1 ; measure 7 - n"),
        str![[r#"
error[R011]: the move `8 -> 9` makes no progress
 --> rule:1:6
  |
1 | n -> n + 1 ; measure 7 - n
  |      ^^^^^
  |
help: the measure `7 - n` must be at least 0 and decrease in every move

"#]]
    );
}

#[test]
fn r011_bag() {
    assert_data_eq!(
        refused("{a} -> {a}"),
        str![[r#"
error[R011]: the move `5 -> 5` makes no progress
 --> rule:1:8
  |
1 | {a} -> {a}
  |        ^^^
  |
help: the total or the number of heaps must fall in every move; rules that may go round begin with `loopy`

"#]]
    );
}

#[test]
fn r011_bag_total() {
    assert_data_eq!(
        refused("{a} -> {a - 1, 1} ; measure total"),
        str![[r#"
error[R011]: the move `5 -> 1 4` makes no progress
 --> rule:1:8
  |
1 | {a} -> {a - 1, 1} ; measure total
  |        ^^^^^^^^^^
  |
help: the total must fall in every move; rules that may go round begin with `loopy`

"#]]
    );
}

#[test]
fn r011_bag_count() {
    assert_data_eq!(
        refused("measure count ; {a} -> {a - 1}"),
        str![[r#"
error[R011]: the move `5 -> 4` makes no progress
 --> rule:1:24
  |
1 | measure count ; {a} -> {a - 1}
  |                        ^^^^^^^
  |
help: the number of heaps must fall in every move; rules that may go round begin with `loopy`

"#]]
    );
}

#[test]
fn r003_no_braces_on_the_right() {
    assert_data_eq!(
        refused("{a, b} -> a + b"),
        str![[r#"
error[R003]: expected `{`, found `a`
 --> rule:1:11
  |
1 | {a, b} -> a + b
  |           ^
  |
help: what takes the place of the heaps stands in braces too: `{a - 1, b}`

"#]]
    );
}

#[test]
fn r003_no_braces_on_the_left() {
    assert_data_eq!(
        refused("n -> {n - 1}"),
        str![[r#"
error[R003]: expected what the move leaves, found `{`
 --> rule:1:6
  |
1 | n -> {n - 1}
  |      ^
  |
help: braces stand on both sides of the arrow: `{a, b} -> {a + b}`

"#]]
    );
}

#[test]
fn r003_no_heap_picked() {
    assert_data_eq!(
        refused("{} -> {1}"),
        str![[r#"
error[R003]: expected the name of a heap, found `}`
 --> rule:1:2
  |
1 | {} -> {1}
  |  ^

"#]]
    );
}

#[test]
fn r003_brace_open() {
    assert_data_eq!(
        refused("{a} -> {a - 1 where a > 0"),
        str![[r#"
error[R003]: expected `,` or `}`, found `where`
 --> rule:1:15
  |
1 | {a} -> {a - 1 where a > 0
  |               ^^^^^

"#]]
    );
}

#[test]
fn r006_heap_twice() {
    assert_data_eq!(
        refused("{a, a} -> {a}"),
        str![[r#"
error[R006]: `a` is already a component
 --> rule:1:5
  |
1 | {a, a} -> {a}
  |  -  ^
  |  |
  |  first here

"#]]
    );
}

#[test]
fn r007_tuple_in_a_bag() {
    assert_data_eq!(
        refused("{a, b} -> {(a, b)}"),
        str![[r#"
error[R007]: a bag holds heaps, this is a tuple of 2
 --> rule:1:12
  |
1 | {a, b} -> {(a, b)}
  | ------     ^^^^^^
  | |
  | the position

"#]]
    );
}

#[test]
fn r007_bag_and_heap() {
    assert_data_eq!(
        refused("{a, b} -> {a + b} ; n -> n - 1"),
        str![[r#"
error[R007]: the first clause picks heaps of a bag in braces, this one does not
 --> rule:1:21
  |
1 | {a, b} -> {a + b} ; n -> n - 1
  | ------              ^
  | |
  | the first clause

"#]]
    );
}

#[test]
fn r007_heap_and_bag() {
    assert_data_eq!(
        refused("n -> n - 1 ; {a, b} -> {a + b}"),
        str![[r#"
error[R007]: this clause picks heaps of a bag, the first is about a single heap or tuple
 --> rule:1:14
  |
1 | n -> n - 1 ; {a, b} -> {a + b}
  | -            ^^^^^^
  | |
  | the first clause

"#]]
    );
}

#[test]
fn r006_header_twice() {
    assert_data_eq!(
        refused("loopy ; loopy ; n -> n"),
        str![[r#"
error[R006]: `loopy` is said twice
 --> rule:1:9
  |
1 | loopy ; loopy ; n -> n
  |         ^^^^^

"#]]
    );
}

#[test]
fn r003_loopy_late() {
    assert_data_eq!(
        refused("measure n ; loopy ; n -> n"),
        str![[r#"
error[R003]: `loopy` comes before every other line of a rule
 --> rule:1:13
  |
1 | measure n ; loopy ; n -> n
  |             ^^^^^

"#]]
    );
}

#[test]
fn play_that_may_go_on_is_said_to_every_question() {
    // 0 has no move; from 1 on one may always go on.
    let rule = "n -> n - 1 where n > 0 ; n -> n + 1 where n in 1..4";
    let words = |run: super::Run| {
        assert_eq!(run.code, 0, "{run:?}");
        run.out
    };
    assert!(words(grundy(&["moves", rule, "1", "--loopy"])).contains("1 -> 0   leaves 0   P"));
    assert!(words(grundy(&["explain", rule, "2", "--loopy"])).contains("play may go on for ever"));
    assert_eq!(
        words(grundy(&["table", rule, "{a}", "--a", "0..2", "--loopy", "--what", "outcome"])),
        "  0 | P\n  1 | N\n  2 | D\n"
    );
    assert!(words(grundy(&["seq", rule, "{n}", "-n", "2", "--loopy", "--misere"])).starts_with("N "));
    assert_eq!(grundy(&["moves", rule, "1"]).code, 2, "without the word it is refused");
}
