//! NoGo, Col, Snort, Amazons and Fission against a search of whole boards (`scripts/stones_oracle.py`).

use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Corpus {
    case: Vec<Case>,
}

#[derive(Debug, Deserialize)]
struct Case {
    game: String,
    position: String,
    grundy: u64,
    misere: Outcome,
    winning: u64,
}

#[test]
fn values_outcomes_and_winning_moves_are_those_of_the_definition() {
    let corpus: Corpus = toml::from_str(include_str!("../../../testdata/stones.toml")).expect("TOML");
    assert!(corpus.case.len() > 150);
    for case in &corpus.case {
        let context = format!("{} {}", case.game, case.position);
        let game = NamedGame::read(&case.game).expect("a game");
        let ask = |convention| {
            let position = game.parse(&case.position).unwrap_or_else(|error| panic!("{context}: {error}"));
            let question = Question { convention, ..Question::default() };
            solve(&game, position, &question).unwrap_or_else(|error| panic!("{context}: {error}"))
        };
        let normal = ask(Convention::Normal);
        assert_eq!(normal.grundy, Some(case.grundy), "{context}");
        assert_eq!(normal.winning_moves_total, Some(case.winning), "{context}");
        assert!(normal.winning_moves.iter().all(|found| !found.places.is_empty()), "{context}");
        assert_eq!(ask(Convention::Misere).outcome, case.misere, "{context}");
    }
}

#[test]
fn boards_that_cannot_be_are_refused_where_they_stand() {
    for (game, position, column) in [
        ("nogo", "xo", 1),
        ("nogo", "x./.y", 5),
        ("col", "x./...", 4),
        ("amazons", "xo.", 2),
        ("snort", "99999x99999", 1),
        ("fission", "3y4", 1),
    ] {
        let game = NamedGame::read(game).expect("a game");
        match game.parse(position) {
            Err(grundy::Error::Position(error)) => assert_eq!(error.column, column, "{position}: {error}"),
            other => panic!("{position}: {other:?}"),
        }
    }
}
