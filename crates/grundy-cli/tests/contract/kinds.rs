//! Rules about several kinds of heaps: answers, sequences, periods, certificates, and every way to get them wrong.

use super::{folder, grundy, grundy_with};
use serde_json::json;
use snapbox::{assert_data_eq, str};

const RINGS: &str = "ring(n) -> row(n-1) where n > 0 ; ring(n) -> row(n-2) where n > 1 ; \
                     row(n) -> row(a), row(b) where a + b = n - 1 or a + b = n - 2";

#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let run = grundy(arguments);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
    run.err
}

#[test]
fn positions_name_their_kinds() {
    let answer = grundy(&["solve", "--json", RINGS, "ring(2)", "row(1)"]).answer();
    assert_eq!(answer["position"], "ring(2) row(1)");
    assert_eq!((&answer["grundy"], &answer["outcome"]), (&json!(3), &json!("N")));
    let moves = json!([{
        "text": "ring(2) -> row(1)", "result": "row(1) row(1)",
        "move": { "component": 0, "removed": "ring(2)", "added": "row(1)", "places": null },
    }]);
    assert_eq!(answer["winning_moves"], moves);
    let answer = grundy(&["solve", "--json", RINGS, "9", "row(0)"]).answer();
    assert_eq!((&answer["position"], &answer["outcome"]), (&json!("ring(9)"), &json!("P")));
    let answer = grundy(&["solve", "--json", "--misere", RINGS, "ring(6) row(4)"]).answer();
    assert_eq!(answer["convention"], "misere");
    let lines = grundy_with(&["solve", RINGS, "-", "--json"], b"ring(3)\nrow(5) 2\n");
    assert_eq!((lines.code, lines.out.lines().count()), (0, 2), "{lines:?}");
}

#[test]
fn a_period_answers_for_huge_heaps() {
    let answer = grundy(&["solve", "--json", RINGS, "ring(1000000000000000000)", "ring(2)"]).answer();
    assert_eq!((&answer["grundy"], &answer["engine"]), (&json!(2), &json!("system")));
}

#[test]
fn explain_names_class_and_engine() {
    let answer = grundy(&["explain", "--json", RINGS]).answer();
    assert_eq!(answer["class"], "a system of octal type: moves take at most 2 and leave at most 2 parts");
    assert_eq!(answer["engine"], "system");
    let answer = grundy(&["explain", "--json", "a(n) -> b(k) where k < n ; b(n) -> b(n-1)"]).answer();
    assert_eq!((&answer["class"], &answer["engine"]), (&json!("a system of several kinds"), &json!("memo")));
}

#[test]
fn sequences_are_of_the_first_kind_or_of_the_one_named() {
    assert_eq!(grundy(&["seq", RINGS, "-n", "5"]).out, "0 1 2 0 0\n");
    assert_eq!(grundy(&["seq", RINGS, "-n", "5", "--kind", "row"]).out, "0 1 2 3 1\n");
    // A template says the kind by itself.
    for command in ["seq", "period"] {
        assert!(refused(&[command, RINGS, "ring({n})", "--kind", "row"]).contains("--kind"));
    }
    let rows = grundy(&["seq", RINGS, "-n", "300", "--kind", "row", "--format", "bfile"]).out;
    assert_eq!(rows, grundy(&["seq", "kayles", "-n", "300", "--format", "bfile"]).out);
    let answer = grundy(&["seq", "--json", RINGS, "-n", "3", "--from", "1e18", "--kind", "row"]).answer();
    assert_eq!((&answer["values"], &answer["kind"]), (&json!([1, 4, 7]), &json!("row")));
    for format in ["csv", "values", "npy", "raw"] {
        let run = super::command(&["seq", RINGS, "-n", "9", "--format", format]).output().expect("it runs");
        assert!(run.status.success() && !run.stdout.is_empty(), "{format}");
    }
    let general = "a(n) -> b(k) where k < n ; b(n) -> b(k) where 2*k < n";
    assert_eq!(grundy(&["seq", general, "-n", "6"]).out, "0 1 2 2 3 3\n");
}

#[test]
fn periods_are_proved_and_certificates_checked() {
    let file = folder("kinds").join("rings.cert");
    let file = file.to_str().expect("UTF-8");
    let answer = grundy(&["period", "--json", RINGS, "--kind", "row", "--certificate", file]).answer();
    assert_eq!(
        (&answer["period"], &answer["preperiod"], &answer["proved"]),
        (&json!(12), &json!(71), &json!(true))
    );
    assert_eq!(answer["kind"], "row");
    let verdict = grundy(&["verify", "--json", file]).answer();
    assert_eq!((&verdict["valid"], &verdict["theorem"]), (&json!(true), &json!("system")));
    assert!(grundy(&["verify", file]).out.contains("true"));
    let mut bytes = std::fs::read(file).expect("a file");
    bytes[60] ^= 1;
    std::fs::write(file, bytes).expect("written");
    assert_eq!(grundy(&["verify", file]).code, 2, "a damaged file");
    let seen = grundy(&["period", "--json", "a(n) -> b(k) where k < n, k even ; b(n) -> b(n-1)"]);
    assert_eq!((seen.code, &seen.json()["proved"]), (1, &json!(false)));
}

#[test]
fn quotients_are_of_all_kinds() {
    let answer = grundy(&["misere", "--json", RINGS, "--kind", "row"]).answer();
    assert_eq!((&answer["quotient"]["order"], &answer["quotient"]["p_size"]), (&json!(40), &json!(9)));
    let partial = grundy(&["misere", RINGS, "--heaps", "6"]);
    assert!(partial.code == 0 && partial.out.contains("Phi of ring(0), ring(1), ...: "), "{partial:?}");
    assert_eq!(grundy(&["misere", RINGS, "--certificate", "x.cert"]).code, 2);
}

#[test]
fn wrong_kinds_are_told() {
    assert_data_eq!(
        refused(&["seq", RINGS, "--kind", "raw"]),
        str![[r#"
error: no kind is called `raw`
hint: did you mean `row`?

"#]]
    );
    assert_data_eq!(
        refused(&["seq", "kayles", "--kind", "row"]),
        str![[r#"
error: `kayles` has no kinds of heaps
hint: leave out `--kind`

"#]]
    );
    assert_data_eq!(
        refused(&["period", "p(a, b) -> p(a-1, b)"]),
        str![[r#"
error: heaps of kind `p` have 2 numbers, so they have no period
hint: `grundy solve` answers for its positions

"#]]
    );
    assert_data_eq!(
        refused(&["solve", RINGS, "rung(3)"]),
        str![[r#"
error: no kind is called `rung`
 --> position:1:1
  |
1 | rung(3)
  | ^^^^^^^
  |
help: did you mean `ring`?

"#]]
    );
}

#[test]
fn mistakes_in_rules_about_kinds_are_told_together() {
    let rule = "a(n) -> n - 1, row(n), (3,4) ; row(n) -> row(n-1) ; n -> row(3)";
    assert_data_eq!(
        refused(&["solve", rule, "3"]),
        str![[r#"
error[R003]: every part names its kind
 --> rule:1:9
  |
1 | a(n) -> n - 1, row(n), (3,4) ; row(n) -> row(n-1) ; n -> row(3)
  |         ^^^^^
  |
help: for instance `a(n - 1)`

error[R003]: every part names its kind
 --> rule:1:24
  |
1 | a(n) -> n - 1, row(n), (3,4) ; row(n) -> row(n-1) ; n -> row(3)
  |                        ^^^^^
  |
help: for instance `a(3, 4)`

error[R014]: every clause begins with a kind and its numbers in brackets
 --> rule:1:53
  |
1 | a(n) -> n - 1, row(n), (3,4) ; row(n) -> row(n-1) ; n -> row(3)
  |                                                     ^
  |
help: for instance `row(n) -> ...`

"#]]
    );
}

#[test]
fn a_kind_has_as_many_numbers_everywhere() {
    let rule =
        "a(n) -> row(n-1) ; row(n, m) -> row(n, 0), a(1, 2) where m > 0 ; a(n) -> each a(1..2), b(n, n)";
    assert_data_eq!(
        refused(&["solve", rule, "3"]),
        str![[r#"
error[R007]: `row` has 2 numbers here and one number before
 --> rule:1:20
  |
1 | a(n) -> row(n-1) ; row(n, m) -> row(n, 0), a(1, 2) where m > 0 ; a(n) -> each a(1..2), b(n, n)
  |         ---        ^^^
  |         |
  |         first here
  |
help: a kind has as many numbers everywhere

error[R007]: `row` has 2 numbers here and one number before
 --> rule:1:33
  |
1 | a(n) -> row(n-1) ; row(n, m) -> row(n, 0), a(1, 2) where m > 0 ; a(n) -> each a(1..2), b(n, n)
  |         --- first here          ^^^
  |
help: a kind has as many numbers everywhere

error[R007]: `a` has 2 numbers here and one number before
 --> rule:1:44
  |
1 | a(n) -> row(n-1) ; row(n, m) -> row(n, 0), a(1, 2) where m > 0 ; a(n) -> each a(1..2), b(n, n)
  | - first here                               ^
  |
help: a kind has as many numbers everywhere

"#]]
    );
}

#[test]
fn play_must_end() {
    assert_data_eq!(
        refused(&["solve", "a(n) -> b(n) ; b(n) -> a(n)", "3"]),
        str![[r#"
error[R011]: the move `b(3) -> a(3)` makes no progress
 --> rule:1:24
  |
1 | a(n) -> b(n) ; b(n) -> a(n)
  |                        ^^^^
  |
help: every part must be smaller (the sum of its numbers), or of the same size and of a kind that comes later in one order for all moves

"#]]
    );
    assert_eq!(grundy(&["seq", "a(n) -> b(n) ; b(n) -> a(n)"]).code, 2);
    assert_eq!(grundy(&["solve", "a(n) -> b(n+1) ; b(n) -> b(n-1)", "3"]).code, 2);
}
