//! `grundy play` through a pipe: the game on stdout, talk on stderr, the same again with the same seed.

use super::{grundy, grundy_with};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_won_game_is_won_by_typing_moves() {
    // 3 4 5 is won by 3 -> 1; then the computer is lost whatever it does, and `best` leads on.
    let run = grundy_with(&["play", "nim", "1", "2", "--seed", "1"], b"2 -> 1\n1\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("you play  2 -> 1  leaving 1 1"), "{run:?}");
    assert!(run.out.contains("the computer plays  1 -> 0  leaving 1"), "{run:?}");
    assert!(run.out.contains("you win"), "{run:?}");
    assert!(!run.out.contains('>') || !run.out.contains("your move>"), "no prompt in a pipe: {run:?}");
}

#[test]
fn a_lost_game_is_lost_and_the_blunder_is_shown() {
    let run = grundy_with(&["play", "nim", "1", "2", "--seed", "1"], b"-> 2\n");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("the computer wins"), "{run:?}");
    assert!(run.out.contains("missed 2 -> 1"), "{run:?}");
}

#[test]
fn misere_play_turns_the_end_round() {
    let run = grundy_with(&["play", "nim", "1", "--misere", "--seed", "1"], b"1\n");
    assert!(run.out.contains("the computer wins"), "who takes last loses: {run:?}");
    let run = grundy_with(&["play", "nim", "1", "--misere", "--first", "computer", "--seed", "1"], b"");
    assert!(run.out.contains("you win"), "{run:?}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let input = b"1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n";
    for level in ["easy", "medium", "2", "perfect"] {
        let arguments = ["play", "kayles", "9", "7", "--level", level, "--seed", "42"];
        let (one, two) = (grundy_with(&arguments, input), grundy_with(&arguments, input));
        assert_eq!(one.code, 0, "{one:?}");
        assert_eq!(one.out, two.out);
    }
}

#[test]
fn commands_are_understood_and_cost_no_turn() {
    let input = b"help\nhint\nbest\nwhy\nmoves\nundo\n\n99\nnonsense\n3 -> 1\nundo\nquit\n";
    let run = grundy_with(&["play", "nim", "3", "4", "5", "--seed", "1"], input);
    assert_eq!(run.code, 0, "{run:?}");
    for said in ["look at 3", "best: 3 -> 1 wins", "there is nothing to take back", "taken back", "goodbye"] {
        assert!(run.out.contains(said), "{said}: {run:?}");
    }
    assert!(run.err.contains("no move has the number 99"), "{run:?}");
    assert!(run.err.contains("nonsense"), "{run:?}");
}

#[test]
fn the_end_of_the_input_is_no_error() {
    let run = grundy(&["play", "kayles"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("goodbye"), "{run:?}");
}

#[test]
fn json_is_an_object_a_line() {
    let run = grundy_with(&["play", "nim", "1", "2", "--seed", "3", "--json"], b"oops\n2 -> 1\n1\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let said = lines(&run.out);
    assert!(said.iter().all(|object| object["schema"] == 1), "{said:?}");
    let events: Vec<&str> = said.iter().map(|object| object["event"].as_str().unwrap_or("error")).collect();
    assert_eq!(events, ["start", "position", "error", "move", "move", "position", "move", "end"]);
    let end = said.last().expect("an end");
    assert_eq!(end["winner"], "me");
    assert_eq!(end["history"].as_array().map(Vec::len), Some(4));
}

#[test]
fn games_of_every_kind_can_be_played() {
    for (game, position) in [
        ("wythoff", "3,5"),
        ("staircase", "1 2 3"),
        ("welter", "1 3 5"),
        ("palindromes", "abba"),
        ("node-kayles", "path:4"),
        ("arc-kayles", "grid:2x3"),
        ("cram", "2x3"),
        ("chomp", "2x3"),
        ("treblecross-strip", "..x......"),
        ("coins:game=ruler", "4 6"),
        ("tartan", "2,3"),
        ("stone-vii", "5 3 1 4 2"),
        ("n -> k where k < n", "3 4"),
        ("squares", "17"),
    ] {
        let input = b"1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n";
        let run = grundy_with(&["play", game, position, "--seed", "5"], input);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game}: {run:?}");
        assert!(run.out.contains("win"), "{game}: {run:?}");
    }
}

#[test]
fn huge_heaps_do_not_hang() {
    let input = b"1000000000000000000 -> 5\nquit\n";
    let run = grundy_with(&["play", "nim", "1e18", "3", "--seed", "1"], input);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("leaving 3 3"), "{run:?}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    assert_eq!(grundy(&["play", "kalyes"]).code, 2);
    assert_eq!(grundy(&["play", "nim", "x"]).code, 2);
    assert_eq!(grundy(&["play", "nim", "3", "--level", "god"]).code, 2);
    assert_eq!(grundy(&["play", "nim", "3", "--first", "she"]).code, 2);
    assert_eq!(grundy(&["play", "stone-vii", "1 2 3", "--misere"]).code, 2);
}
