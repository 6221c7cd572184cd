//! Rules that remove parts of graphs and posets against a search of whole positions (`scripts/removal_oracle.py`).

use grundy::game::answer::Solved;
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Corpus {
    case: Vec<Case>,
}

#[derive(Debug, Deserialize)]
struct Case {
    rule: String,
    position: String,
    grundy: u64,
    misere: Outcome,
    winning: u64,
    misere_winning: u64,
}

fn ask(rule: &str, position: &str, convention: Convention) -> Solved {
    let game = NamedGame::read(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    let parsed = game.parse(position).unwrap_or_else(|error| panic!("{rule}: {position}: {error}"));
    let question = Question { convention, ..Question::default() };
    solve(&game, parsed, &question).unwrap_or_else(|error| panic!("{rule}: {position}: {error}"))
}

#[test]
fn values_outcomes_and_winning_moves_are_those_of_the_definition() {
    let text = include_str!("../../../testdata/removal.toml");
    let corpus: Corpus = toml::from_str(text).expect("TOML");
    assert!(corpus.case.len() > 400);
    for case in &corpus.case {
        let context = format!("{}: {}", case.rule, case.position);
        let normal = ask(&case.rule, &case.position, Convention::Normal);
        assert_eq!(normal.grundy, Some(case.grundy), "{context}");
        let misere = ask(&case.rule, &case.position, Convention::Misere);
        assert_eq!(misere.outcome, case.misere, "{context}");
        // Moves that differ by a symmetry of a path or cycle that is a family are listed once by Node and Arc Kayles.
        let by_symmetry = ["path", "cycle", "torus:1x"].iter().any(|family| case.position.contains(family));
        if !by_symmetry {
            let totals = (normal.winning_moves_total, misere.winning_moves_total);
            assert_eq!(totals, (Some(case.winning), Some(case.misere_winning)), "{context}");
        }
        for found in &normal.winning_moves {
            let after = ask(&case.rule, &found.result, Convention::Normal);
            assert_eq!(after.grundy, Some(0), "{context}: {}", found.result);
            assert!(!found.places.is_empty(), "{context}: {}", found.text);
        }
    }
}

/// Node Kayles on lattices of three rows (OEIS A316632) and of two, and on generalised Petersen graphs.
#[test]
fn published_values_of_node_kayles() {
    let value = |position: &str| ask("on graph ; remove v, N(v)", position, Convention::Normal).grundy;
    for (columns, expected) in (1..).zip([2, 1, 1, 0, 3, 3, 2, 2, 2, 3]) {
        assert_eq!(value(&format!("grid:3x{columns}")), Some(expected), "3x{columns}");
        assert_eq!(value(&format!("grid:2x{columns}")), Some(columns % 2), "2x{columns}");
    }
}

/// A chain is a heap of Nim, and Chomp is a poset.
#[test]
fn posets_that_are_known_games() {
    const RULE: &str = "on poset ; remove v, up(v)";
    assert_eq!(ask(RULE, "chain:3 chain:5 chain:6", Convention::Normal).grundy, Some(0));
    assert_eq!(ask(RULE, "chain:20 chain:9", Convention::Normal).grundy, Some(29));
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        let chomp = ask("chomp", &format!("{rows}x{columns}"), Convention::Normal);
        let poset = ask(RULE, &format!("chomp:{rows}x{columns}"), Convention::Normal);
        assert_eq!(chomp.outcome, poset.outcome, "{rows}x{columns}");
        assert_eq!(chomp.grundy, poset.grundy, "{rows}x{columns}");
        assert_eq!(chomp.winning_moves_total, poset.winning_moves_total, "{rows}x{columns}");
    }
}

/// The middle of a chain may go, and what was above stays above.
#[test]
fn order_survives_its_middle() {
    const RULE: &str = "on poset ; remove v where u > v, v > w ; remove v, up(v) where v > u";
    let after = ask(RULE, "a>b b>c", Convention::Normal);
    assert!(after.winning_moves.iter().all(|found| !found.result.contains('b')), "{after:?}");
    assert_eq!(ask(RULE, "a>c", Convention::Normal).grundy, Some(1));
}

#[test]
fn more_than_64_vertices_are_no_different() {
    const LEAVES: &str = "on graph ; remove v where deg(v) = 1";
    // A path loses a leaf until two vertices are left, of which one may go.
    assert_eq!(ask(LEAVES, "path:100", Convention::Normal).grundy, Some(1));
    assert_eq!(ask(LEAVES, "path:101", Convention::Normal).grundy, Some(0));
    assert_eq!(ask("on graph ; remove u-v", "star:70", Convention::Normal).grundy, Some(0));
    assert_eq!(ask("on poset ; remove v, up(v)", "chain:80", Convention::Normal).grundy, Some(80));
}

#[test]
fn positions_are_written_as_they_are_read() {
    for (game, position, written) in [
        ("on graph ; remove u-v", "b-a a-b c", "a-b"),
        ("on graph ; remove v", "b-a a-b c", "a-b c"),
        ("on graph ; remove v", "petersen:5,2", "petersen:5,2"),
        ("on graph ; remove v", "path:2 path:2", "path:2 path:2"),
        ("on poset ; remove v, up(v)", "a>b b>c a>c", "a>b b>c"),
        ("node-kayles", "bishop:3x3", "bishop:3x3"),
        ("node-kayles", "petersen:9,2", "petersen:9,2"),
        ("hackenbush", "tree:0,0", "0-1 0-2"),
    ] {
        let game = NamedGame::read(game).expect("a game");
        assert_eq!(game.parse(position).expect(position).to_string(), written);
    }
}

#[test]
fn offences_have_their_place() {
    for (rule, position, column) in [
        ("on graph ; remove v", "a-b c-c", 5),
        ("on graph ; remove v", "a-b b>c", 6),
        ("on graph ; remove v", "chain:3", 1),
        ("on graph ; remove v", "a-b cycle:2", 5),
        ("on poset ; remove v", "a>b b-c", 6),
        ("on poset ; remove v", "a>b b>c c>a", 1),
        ("on poset ; remove v", "a>a", 1),
        ("on poset ; remove v", "king:3x3", 1),
        ("on poset ; remove v", "boolean:40", 1),
        ("hackenbush", "path:4", 1),
        ("node-kayles", "pteersen:5,2", 1),
    ] {
        let game = NamedGame::read(rule).expect(rule);
        match game.parse(position) {
            Err(grundy::Error::Position(error)) => assert_eq!(error.column, column, "{position}: {error}"),
            other => panic!("{rule}: {position}: {other:?}"),
        }
    }
}
