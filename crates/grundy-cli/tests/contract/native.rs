//! Games that are Rust types: the same fields, exit codes and errors as everywhere.

use super::{folder, grundy, grundy_with};
use serde_json::{Value, json};

fn answer(arguments: &[&str]) -> Value {
    grundy(&[&["solve", "--json"], arguments].concat()).answer()
}

fn results(answer: &Value) -> Vec<&str> {
    let moves = answer["winning_moves"].as_array().expect("a list");
    moves.iter().map(|found| found["result"].as_str().expect("a text")).collect()
}

#[test]
fn the_fields_of_solve_are_all_there() {
    let solved = answer(&["strip", "2", "6"]);
    for (field, value) in [
        ("game", json!("strip")),
        ("position", json!("2 6")),
        ("convention", json!("normal")),
        ("outcome", json!("N")),
        ("winner", json!("first")),
        ("grundy", json!(3)),
        (
            "winning_moves",
            json!([{ "text": "6 -> 3", "result": "2 3", "move": { "component": 0, "removed": "2 6", "added": "2 3", "places": [6, 3] } }]),
        ),
        ("winning_moves_total", json!(1)),
        ("engine", json!("closed-form")),
        ("proved", json!(true)),
        ("stop", json!("done")),
    ] {
        assert_eq!(solved[field], value, "{field}");
    }
    assert!(
        solved["rule"].is_string() && solved["reason"].is_string() && solved["work"].is_u64(),
        "{solved}"
    );
    assert!(solved.get("score").is_none() && solved.get("line").is_none(), "{solved}");
}

#[test]
fn reserves_are_written_from_the_next_players_side() {
    let solved = answer(&["nim-with-bank:bank=5", "3 4 5"]);
    assert_eq!(results(&solved), ["1 4 5 bank=5", "3 6 5 bank=3", "3 4 7 bank=3"]);
    let solved = answer(&["poker-nim:mine=2,theirs=3", "1 4 6"]);
    assert_eq!(results(&solved), ["2 4 6 mine=3 theirs=1", "1 4 5 mine=3 theirs=2"]);
}

#[test]
fn what_is_too_large_for_a_value_still_has_its_winner() {
    let solved = answer(&["another-game", "1e18", "7", "8"]);
    assert_eq!((&solved["grundy"], &solved["outcome"]), (&Value::Null, &json!("N")));
    assert_eq!(results(&solved), ["1000000000000000000 6 8"]);
    let run = grundy(&["solve", "--json", "slow-nim:k=2", "1e18 1e18 1e18 1e18 1"]);
    assert_eq!(run.code, 3, "no theorem and too large to search: {run:?}");
    assert_eq!(run.error()["stop"], "position-limit");
    let run = grundy(&["solve", "--json", "--misere", "welter", "1e18 5"]);
    assert_eq!(run.code, 3, "{run:?}");
}

#[test]
fn a_search_that_is_stopped_still_tells_what_theorems_say() {
    let run = grundy(&["solve", "--json", "cram", "6x7", "--max-time", "100ms"]);
    assert_eq!(run.code, 3, "{run:?}");
    let solved = run.json();
    assert_eq!((&solved["outcome"], &solved["grundy"]), (&json!("N"), &Value::Null), "{solved}");
    assert_eq!((&solved["stop"], &solved["winning_moves_total"]), (&json!("time-limit"), &Value::Null));
    assert_eq!(results(&solved), ["......./......./...#.../...#.../......./......."]);
    // Memory is what limits it, not a number of positions.
    let run = grundy(&["solve", "--json", "cram", "5x9", "--method", "couples", "--max-memory", "4M"]);
    assert_eq!((run.code, &run.error()["stop"]), (3, &json!("memory-limit")), "{run:?}");
}

#[test]
fn moves_may_be_left_out() {
    for (game, position) in [("cram", "4x5"), ("nim", "3 4 5"), ("wythoff", "3,5"), ("chomp", "3x4")] {
        let whole = answer(&[game, position]);
        let solved = answer(&[game, position, "--no-moves"]);
        assert!(solved["grundy"].is_u64() && solved["grundy"] == whole["grundy"], "{solved}");
        assert_eq!(solved["outcome"], whole["outcome"]);
        let total = if whole["outcome"] == "P" { json!(0) } else { Value::Null };
        assert_eq!((&solved["winning_moves"], &solved["winning_moves_total"]), (&json!([]), &total));
        assert_eq!((&solved["stop"], &solved["engine"]), (&json!("done"), &whole["engine"]));
        let misere = answer(&[game, position, "--no-moves", "--misere"]);
        assert_eq!(misere["outcome"], answer(&[game, position, "--misere"])["outcome"]);
        assert_eq!(misere["winning_moves"], json!([]));
    }
    let run = grundy(&["solve", "cram", "4x5", "--no-moves"]);
    assert!(run.code == 0 && !run.out.contains("moves"), "{run:?}");
    assert_eq!(grundy(&["solve", "cram", "4x5", "--no-moves", "--report"]).code, 2);
    let scored = answer(&["stone-ii", "2 7 9 4 4", "--no-moves"]);
    assert_eq!(scored["winning_moves"], json!([]));
    // What a limit stopped is the value; of moves nothing is said, with and without a table that is kept.
    let file = folder("typed-no-moves").join("cram.db");
    for db in [&[][..], &["--db", file.to_str().expect("UTF-8")]] {
        let arguments = ["solve", "cram", "6x7", "--no-moves", "--max-time", "100ms"];
        let run = grundy(&[&arguments[..], db].concat());
        assert!(run.code == 3 && run.out.contains("value: not found (time limit)"), "{run:?}");
        assert!(!run.out.contains("moves") && !run.out.contains("looked at"), "{run:?}");
    }
}

#[test]
fn more_moves_than_are_listed_are_counted() {
    let heaps = vec!["1"; 3001].join(" ");
    let solved = answer(&["slow-nim:k=1", &heaps]);
    assert_eq!(solved["winning_moves_total"], 3001);
    assert!(results(&solved).len() <= 1000);
    let solved = answer(&["moore:k=3", "1e18", "1e18", "1e18", "16383", "16383"]);
    assert_eq!(results(&solved).len(), 1000);
    assert!(solved["winning_moves_total"].as_u64() > Some(1000), "{solved}");
}

#[test]
fn wrong_shapes_and_parameters_are_input_errors() {
    for (game, position, message, column) in [
        ("strip", "1 4 4", "there is a coin on square 4 already", json!(5)),
        ("monotone-nim", "1 5 3", "heap 3 is smaller than the one before it: 5", json!(5)),
        (
            "slow-nim:k=2,exact=maybe",
            "1",
            "the value is neither `true` nor `false`: `exact=maybe`",
            Value::Null,
        ),
        ("poker-nim:main=2", "1", "poker-nim: no parameter `main`", Value::Null),
        ("welter:k=2", "1", "welter: no parameter `k`", Value::Null),
        (
            "moore:k=-1",
            "1",
            "the value is negative, but heaps are whole numbers from 0 to 2^64 - 1: `k=-1`",
            Value::Null,
        ),
    ] {
        let run = grundy(&["solve", "--json", game, position]);
        assert_eq!(run.code, 2, "{game} {position}: {run:?}");
        let error = run.error();
        assert_eq!((&error["message"], &error["column"]), (&json!(message), &column), "{game}");
        assert!(error["hint"].is_string(), "{game}: {error}");
    }
}

#[test]
fn sequences_belong_to_heaps() {
    for command in [&["seq", "--json", "welter"][..], &["period", "--json", "moore"]] {
        let run = grundy(command);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.error()["message"].as_str().is_some_and(|text| text.contains("not played on single heaps"))
        );
    }
}

#[test]
fn streams_answer_line_by_line() {
    let run = grundy_with(&["solve", "--json", "ordered-nim", "-"], b"1 5\n\n2 x\n0 0 3\n");
    assert_eq!(run.code, 2);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["outcome"], &lines[1]["position"]), (&json!("P"), &json!("")));
    assert_eq!((&lines[2]["error"]["line"], &lines[2]["error"]["column"]), (&json!(3), &json!(3)));
    assert_eq!(lines[3]["winning_moves"][0]["result"], "0 0 0");
}

#[test]
fn a_file_may_name_a_type() {
    let path = folder("typed").join("mine.game");
    std::fs::write(&path, "name: mine\ntype: welter\n").expect("a file");
    let file = path.to_str().expect("UTF-8");
    assert_eq!(answer(&[file, "1 3 8"])["grundy"], 9);
    std::fs::write(&path, "name: mine\ntype: weller\n").expect("a file");
    let run = grundy(&["solve", "--json", file, "1"]);
    assert_eq!((run.code, &run.error()["hint"]), (2, &json!("did you mean `welter`?")));
}

#[test]
fn the_catalogue_shows_types_and_their_parameters() {
    let shown = grundy(&["games", "--json", "show", "slow-nim"]).answer();
    assert_eq!((&shown["type"], &shown["class"]), (&json!("slow-nim"), &Value::Null));
    assert_eq!(shown["parameters"], json!(["k=2", "exact=false"]));
    let run = grundy(&["games", "show", "poker-nim"]);
    assert!(run.out.contains("settings:  poker-nim:mine=2,theirs=3,recycle=false"), "{run:?}");
}

#[test]
fn explanations_say_what_counts() {
    for (game, position, expected) in [
        ("strip", "2 6 7 12", "those that count, every second from the top: 3 4"),
        ("welter", "1 3 8", "(1|3) = 3"),
        ("poker-nim", "3 4 5", "an addition is reversed"),
        ("ordered-nim", "2 5 3", "heap 2: r = 5, 2 <= 5, value 1"),
        ("slow-nim:k=3", "1 2 4", "heaps that are not empty: 1 odd, 2 even"),
        ("moore", "3 5 6 9", "1s in each column, modulo 3: 1 2 2 0"),
    ] {
        let run = grundy(&["explain", game, position]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.out.contains(expected), "{game}: {run:?}");
        assert!(grundy(&["explain", game]).out.contains("Theory"), "{game}");
    }
}

#[test]
fn coins_are_turned_by_their_formulas() {
    let solved = answer(&["coins:game=mock-turtles", "3", "5", "8"]);
    assert_eq!((&solved["grundy"], &solved["engine"]), (&json!(2), &json!("closed-form")), "{solved}");
    let far = answer(&["coins:game=mock-turtles", "1e18"]);
    assert_eq!(
        far["winning_moves"],
        json!([{
            "text": "turn 1000000000000000000", "result": "",
            "move": { "component": 0, "removed": "1000000000000000000", "added": "", "places": [1_000_000_000_000_000_000u64] },
        }]),
        "{far}"
    );
    let corner = answer(&["tartan:rows=twins,columns=twins", "(5,7)"]);
    assert_eq!(corner["grundy"], answer(&["turning-corners", "5,7"])["grundy"]);
    assert_eq!(corner["winning_moves_total"], answer(&["turning-corners", "5,7"])["winning_moves_total"]);
    for (game, heads) in [("tartan:rows=ruler,columns=mock-turtles", "(4,4) (2,3)"), ("tartan", "3,1e18")] {
        let solved = answer(&[game, heads]);
        assert!(solved["grundy"].is_u64() && solved["winning_moves_total"].as_u64() > Some(0), "{solved}");
    }
    for arguments in [
        &["coins:game=mock-turtles", "1e19"][..],
        &["coins:game=turtles", "1"],
        &["tartan", "3"],
        &["coins", "x"],
    ] {
        let run = grundy(&[&["solve", "--json"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
    }
}

#[test]
fn crosses_stay_in_their_places() {
    let solved = answer(&["treblecross-strip", "..x......", "9"]);
    assert_eq!(
        (&solved["position"], &solved["grundy"]),
        (&json!("..x...... ........."), &json!(3)),
        "{solved}"
    );
    let texts: Vec<&Value> =
        solved["winning_moves"].as_array().expect("moves").iter().map(|m| &m["text"]).collect();
    assert!(!texts.is_empty() && texts.iter().all(|text| text.to_string().contains("x")), "{texts:?}");
    let run = grundy(&["solve", "--json", "treblecross-strip", "x.x."]);
    assert_eq!((run.code, &run.error()["column"]), (2, &json!(3)), "{run:?}");
    // The strip and the heaps are the same game.
    for squares in ["7", "20", "33"] {
        let strip = answer(&["treblecross-strip", squares]);
        assert_eq!(strip["grundy"], answer(&["treblecross", squares])["grundy"], "{squares}");
    }
}
