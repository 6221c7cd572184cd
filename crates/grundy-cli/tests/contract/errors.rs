//! Errors: exit code 2, an object with a place on stdout or a drawing on stderr, and a way out.

use super::{grundy, grundy_with};
use serde_json::{Value, json};

/// The place of the error of a rule, a position or an expression.
#[track_caller]
fn place(arguments: &[&str]) -> (Value, Value) {
    let run = grundy(arguments);
    assert_eq!(run.code, 2, "{run:?}");
    let error = run.error();
    (error["line"].clone(), error["column"].clone())
}

#[test]
fn places_count_from_1_in_characters() {
    for (game, line, column) in [
        ("n -> k wher k < n", 1, 8),
        ("nnn → k wher k < nnn", 1, 9),
        ("名前 -> 名前 - 1 wher 名前 > 0", 1, 14),
        ("n -> n - 1 # é\nn -> é wher é < n", 2, 8),
        ("n -> n - 1\r\nn -> k wher k < n", 2, 8),
        ("5 -> 5", 1, 1),
        ("n -> n", 1, 6),
        ("n -> n - 1 ; n -> 5 where n = 5", 1, 19),
        ("n -> n - 1\n  n -> n + 0", 2, 8),
        ("(a, b) -> (b, a)", 1, 11),
        ("0.7G", 1, 4),
        ("take{1,0}", 1, 8),
        ("n -> ", 1, 6),
    ] {
        let position = if game.starts_with('(') { "5,5" } else { "5" };
        assert_eq!(place(&["solve", "--json", game, position]), (json!(line), json!(column)), "{game}");
    }
    assert_eq!(place(&["solve", "--json", "nim", "3", "é", "x"]), (json!(1), json!(3)));
    assert_eq!(place(&["solve", "--json", "nim", "１ 3"]), (json!(1), json!(1)));
    assert_eq!(place(&["solve", "--json", "wythoff", "(1,2) (3,é)"]), (json!(1), json!(10)));
    assert_eq!(place(&["nimber", "--json", "6 ⊗ é"]), (json!(1), json!(5)));
    assert_eq!(place(&["mex", "--json", "0", "é", "1"]), (json!(1), json!(3)));
}

#[test]
fn every_command_that_reads_a_game_shows_the_place() {
    for command in ["solve", "seq", "explain"] {
        assert_eq!(place(&[command, "--json", "n -> k wher k < n"]), (json!(1), json!(8)), "{command}");
        let run = grundy(&[command, "n -> k wher k < n"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
        assert!(
            run.err.contains("1:8") && run.err.contains("^^^^") && run.err.contains("n -> k wher k < n"),
            "{}",
            run.err
        );
    }
}

#[test]
fn refused_arguments_are_json_too() {
    for (arguments, needle) in [
        (&["--json", "solve", "nim", "3", "--jsn"][..], "--jsn"),
        (&["slove", "nim", "--json"], "slove"),
        (&["--json"], "subcommand"),
        (&["--json", "solve"], "GAME"),
        (&["seq", "nim", "-n", "1.5", "--json"], "1.5"),
        (&["seq", "nim", "-n", "--json"], "--count"),
        (&["seq", "nim", "--format", "xml", "--json"], "xml"),
        (&["solve", "nim", "3", "--max-time", "soon", "--json"], "soon"),
        (&["solve", "nim", "3", "--max-memory", "4XB", "--json"], "4XB"),
        (&["solve", "nim", "3", "--threads", "0", "--json"], "0"),
        (&["completions", "tcsh", "--json"], "tcsh"),
    ] {
        let run = grundy(arguments);
        assert_eq!(run.code, 2, "{run:?}");
        let message = run.error()["message"].as_str().expect("words").to_owned();
        assert!(message.contains(needle), "{arguments:?}: {message}");
    }
    // After `--` the word is a position, not the flag.
    let run = grundy(&["solve", "nim", "--", "--json"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("1:1"), "{}", run.err);
}

#[test]
fn nothing_is_half_printed_when_something_is_wrong() {
    for arguments in [
        &["solve", "nim", "3", "x"][..],
        &["solve", "kayels", "3"],
        &["solve", "wythoff", "3"],
        &["seq", "wythoff"],
        &["seq", "n -> n - 1 ; n -> 50 where n = 50", "-n", "100"],
        &["seq", "n -> n - 1 ; n -> 50 where n = 50", "-n", "100", "--format", "csv"],
        &["seq", "n -> n - 1 ; n -> 50 where n = 50", "-n", "100", "--format", "npy"],
        &["seq", "n -> n", "--plot", "-"],
        &["seq", "nim", "--plot", "/nowhere/at/all.svg", "--format", "plain"],
        &["seq", "nim", "-n", "1", "--from", "99999999999999999999"],
        &["explain", "n -> n", "3"],
        &["mex", "1", "x"],
        &["nimber", "1+"],
        &["games", "show", "zzz"],
        &["man", "/proc/nowhere"],
        &["completions", "tcsh"],
        &[],
    ] {
        let run = grundy(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.trim().is_empty(), "{arguments:?}");
        let json = grundy(&[&["--json"], arguments].concat());
        assert_eq!(json.code, 2, "{arguments:?}");
        json.error();
    }
}

#[test]
fn errors_outside_a_rule_are_drawn_with_a_caret_too() {
    for (arguments, place, line, caret) in [
        (&["solve", "nim", "3", "é"][..], "1:3", "3 é", "  ^"),
        (&["solve", "wythoff", "(1,2) (3,x)"], "1:10", "(1,2) (3,x)", "         ^"),
        (&["nimber", "6 * é"], "1:5", "6 * é", "    ^"),
        (&["mex", "0", "x"], "1:3", "0 x", "  ^"),
    ] {
        let err = grundy(arguments).err;
        let has = |text: &str| err.lines().any(|shown| shown.trim_end().ends_with(text));
        assert!(err.contains(place) && has(line) && err.contains(caret), "{arguments:?}: {err}");
    }
}

#[test]
fn slips_are_answered_with_what_was_meant() {
    for (arguments, meant) in [
        (&["solve", "kayels", "3"][..], "`kayles`"),
        (&["solve", "bounded-nmi:k=3", "3"], "`bounded-nim`"),
        (&["games", "show", "whytoff"], "`wythoff`"),
        (&["slove", "nim", "3"], "'solve'"),
        (&["seq", "nim", "--fromat", "csv"], "'--format'"),
        (&["solve", "nim", "3", "--misera"], "'--misere'"),
        (&["solve", "n -> k wher k < n", "3"], "`where`"),
        (&["solve", "n -> n - 1 where n oddd", "3"], "`odd`"),
        (&["solve", "tkae{1}", "3"], "`take`"),
        (&["seq", "nim", "--format", "csb"], "'csv'"),
    ] {
        let run = grundy(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(meant), "{arguments:?}: {}", run.err);
        let hint = grundy(&[&["--json"], arguments].concat()).error()["hint"].clone();
        assert!(hint.as_str().is_some_and(|hint| hint.contains(meant)), "{arguments:?}: {hint}");
    }
    let far = grundy(&["solve", "--json", "zebra", "3"]).error();
    assert!(far["hint"].as_str().is_some_and(|hint| hint.contains("grundy games")), "{far}");
}

#[test]
fn a_text_that_looks_like_a_rule_is_read_as_one() {
    for rule in ["n -> ", "nim ; nim", "where", "n\nn", "n → ", "a => "] {
        let error = grundy(&["solve", "--json", rule, "3"]).error();
        assert!(
            error["code"].is_string() && error["line"].is_u64() && error["column"].is_u64(),
            "{rule:?}: {error}"
        );
    }
    for name in ["n", "n - 1", "nowhere", "kayles kayles"] {
        let error = grundy(&["solve", "--json", name, "3"]).error();
        assert!(
            error["message"].as_str().is_some_and(|message| message.contains("unknown game")),
            "{name:?}: {error}"
        );
    }
}

#[test]
fn several_mistakes_are_all_told() {
    let error = grundy(&["solve", "--json", "n -> 2n ; n -> k wher k < n", "3"]).error();
    let all: Vec<(u64, &str)> = error["all"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["column"].as_u64().expect("a column"), one["code"].as_str().expect("a code")))
        .collect();
    assert_eq!(all, [(6, "R002"), (18, "R004")]);
}

#[test]
fn a_rule_on_tuples_has_no_sequence() {
    let run = grundy(&["seq", "--json", "wythoff"]);
    assert_eq!(run.code, 2);
    assert!(run.error()["message"].as_str().is_some_and(|message| message.contains("tuples")), "{run:?}");
}

#[test]
fn very_long_input_is_refused_in_few_words() {
    let long = "9".repeat(100_000);
    let run = grundy(&["solve", "nim", &long]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.len() < 2000, "{} bytes", run.err.len());
    let run = grundy(&["solve", &"x".repeat(100_000), "3"]);
    assert!(run.code == 2 && run.err.len() < 2000, "{} bytes", run.err.len());
    let line = [b"3 ".repeat(100_000), b"x\n".to_vec()].concat();
    let run = grundy_with(&["solve", "nim", "-"], &line);
    assert_eq!((run.code, run.out.as_str()), (2, "error: 1:200001: `x` is not a whole number\n"));
}

#[test]
fn mistakes_beside_wide_characters_and_brackets_are_drawn() {
    for (game, column) in [
        (".−", 2),
        ("0.7×", 4),
        ("4.1[é", 5),
        ("take{é}", 6),
        ("n -> )", 6),
        ("n -> n - 1 ; n -> ), 3", 19),
        ("0.", 3),
        ("8.8[", 5),
    ] {
        assert_eq!(place(&["solve", "--json", game, "3"]), (json!(1), json!(column)), "{game}");
        let run = grundy(&["solve", game, "3"]);
        assert!(
            run.code == 2 && run.err.contains(&format!("1:{column}")) && run.err.contains('^'),
            "{game}: {run:?}"
        );
    }
}
