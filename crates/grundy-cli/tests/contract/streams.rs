//! `-`: one question a line, one answer a line, a refused line in its place.

use super::{Run, command, grundy_with};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn lines(run: &Run) -> Vec<Value> {
    assert!(run.out.is_empty() || run.out.ends_with('\n'), "{run:?}");
    run.out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

#[test]
fn every_line_has_its_answer_and_a_refused_line_its_error() {
    let run = grundy_with(&["solve", "--json", "nim", "-"], b"3 4\n\n3 x\n7 \xff\n5");
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    let answers = lines(&run);
    assert_eq!(answers.len(), 5);
    assert!(answers.iter().all(|answer| answer["schema"] == 1));
    assert_eq!((&answers[0]["position"], &answers[0]["grundy"]), (&json!("3 4"), &json!(7)));
    assert_eq!((&answers[1]["position"], &answers[1]["outcome"]), (&json!(""), &json!("P")));
    assert_eq!((&answers[2]["error"]["line"], &answers[2]["error"]["column"]), (&json!(3), &json!(3)));
    assert_eq!((&answers[3]["error"]["line"], &answers[3]["error"]["column"]), (&json!(4), &json!(3)));
    assert_eq!(answers[4]["grundy"], 5);
    for error in [&answers[2]["error"], &answers[3]["error"]] {
        assert!(error["message"].is_string() && error.get("hint").is_some(), "{error}");
    }
}

#[test]
fn without_json_an_error_stands_in_its_place_as_a_line() {
    let run = grundy_with(&["solve", "nim", "-"], b"3 3\nx\n1 2 3\n");
    assert_eq!(run.code, 2);
    let shown: Vec<&str> = run.out.lines().collect();
    assert_eq!(shown.len(), 3, "{run:?}");
    assert!(shown[0].contains("(P)") && shown[1].contains("2:1") && shown[2].contains("(P)"), "{run:?}");
}

#[test]
fn a_stream_without_mistakes_is_0() {
    for input in [&b"1 2 3\n2 2\n"[..], b"1 2 3\n2 2", b"1 2 3\r\n2 2\r\n", b"1 2 3\r\n2 2"] {
        let run = grundy_with(&["solve", "--json", "nim", "-"], input);
        assert_eq!(run.code, 0, "{run:?}");
        let positions: Vec<Value> = lines(&run).iter().map(|answer| answer["position"].clone()).collect();
        assert_eq!(positions, [json!("1 2 3"), json!("2 2")]);
    }
}

#[test]
fn empty_input_gives_no_output() {
    for arguments in [
        &["solve", "nim", "-"][..],
        &["solve", "--json", "nim", "-"],
        &["mex", "-"],
        &["nimber", "-", "--json"],
    ] {
        let run = grundy_with(arguments, b"");
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{arguments:?}");
    }
}

#[test]
fn empty_lines_are_positions_also_at_the_end() {
    for (input, count) in [(&b"\n"[..], 1), (b"\n\n\n", 3), (b"\r\n", 1), (b"3\n\n", 2), (b"  \n", 1)] {
        let run = grundy_with(&["solve", "--json", "--misere", "nim", "-"], input);
        assert_eq!((run.code, lines(&run).len()), (0, count), "{input:?}");
        // Under misère play the player who cannot move has won.
        assert_eq!(lines(&run).last().expect("an answer")["outcome"], "N");
    }
}

#[test]
fn mex_and_nimber_read_lines_too() {
    let run = grundy_with(&["mex", "-"], b"0 1 3\n\n1\r\n0 x\n0 1");
    assert_eq!(run.code, 2);
    let shown: Vec<&str> = run.out.lines().collect();
    assert_eq!((shown.len(), shown[0], shown[1], shown[2], shown[4]), (5, "2", "0", "0", "2"), "{run:?}");
    assert!(shown[3].contains("4:3"), "{run:?}");
    let run = grundy_with(&["nimber", "--json", "-"], "6*7+2\n6 ⊗ é\n2^2\n".as_bytes());
    assert_eq!(run.code, 2);
    let answers = lines(&run);
    assert_eq!((&answers[0]["value"], &answers[2]["value"]), (&json!(1), &json!(3)));
    assert_eq!((&answers[1]["error"]["line"], &answers[1]["error"]["column"]), (&json!(2), &json!(5)));
}

#[test]
fn tuples_are_streamed_too() {
    let run = grundy_with(&["solve", "--json", "wythoff", "-"], b"(1,2) (3,5)\n1,2\n1,2,3\n");
    let answers = lines(&run);
    assert_eq!((run.code, &answers[0]["outcome"], &answers[1]["outcome"]), (2, &json!("P"), &json!("P")));
    assert_eq!(answers[2]["error"]["line"], 3);
}

#[test]
fn a_limit_in_a_stream_is_3_and_a_mistake_weighs_more() {
    let rule = "n -> a, b where a < n, b + 1 < n";
    let arguments = ["solve", "--json", rule, "-", "--max-time", "50ms"];
    let run = grundy_with(&arguments, b"2\n100000\n3\n");
    assert_eq!((run.code, lines(&run).len()), (3, 3), "{run:?}");
    assert_eq!(lines(&run)[1]["error"]["stop"], "time-limit");
    assert_eq!(grundy_with(&arguments, b"x\n100000\n").code, 2);
    assert_eq!(grundy_with(&arguments, b"100000\nx\n").code, 2);
    // A verdict whose list of moves was cut is a partial answer as well, alone or in a stream.
    let run =
        grundy_with(&["solve", "--json", "kayles", "-", "--max-time", "100ms"], b"18446744073709551615\n");
    assert_ne!(lines(&run)[0]["stop"], "done");
    assert_eq!(run.code, 3, "{run:?}");
}

#[test]
fn the_game_is_checked_before_the_first_line() {
    let run = grundy_with(&["solve", "--json", "n -> k wher k < n", "-"], b"3\n4\n");
    assert_eq!(run.code, 2);
    assert_eq!(run.error()["column"], 8);
}

/// A partner who waits for each answer before asking on must not wait for ever.
#[test]
fn answers_come_before_the_next_question() {
    let mut child =
        command(&["nimber", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("starts");
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for (question, answer) in
        [("2*2\n", "3\n"), ("1+\n", "error: 2:3: expected a nimber, found the end\n"), ("5+3\n", "6\n")]
    {
        questions.write_all(question.as_bytes()).expect("the command reads");
        let mut line = String::new();
        answers.read_line(&mut line).expect("the command answers");
        assert_eq!(line, answer);
    }
    drop(questions);
    assert_eq!(child.wait().expect("ends").code(), Some(2));
}
