//! Games that are Rust types against the obvious slow solver: values, outcomes and winning moves, both conventions.

use grundy::game::position::Position;
use grundy::game::sum::{SumGame, canonical};
use grundy::game::{Game, Part, distinct_options, reference};
use grundy::limits::{Limits, Pulse};
use grundy::nim::welter::Welter;
use grundy::typed::Theory;
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fmt::Debug;

/// The whole position after each winning move, by looking at everything.
fn winning<G: Theory>(game: &G, components: &[G::Component], convention: Convention) -> Vec<String> {
    let (limits, mut known) = (Limits::default(), HashMap::new());
    let mut out = Vec::new();
    for (index, component) in components.iter().enumerate() {
        for option in distinct_options(game, component, &mut Pulse::new(&limits)).expect("moves") {
            let parts = option
                .iter()
                .flat_map(|part| std::iter::repeat_n(part.component.clone(), part.copies as usize));
            let mut after = components.to_vec();
            after.splice(index..=index, parts);
            let lost =
                reference::outcome(game, &canonical(&after), convention, &mut known).expect("play ends");
            if lost == Outcome::P {
                out.push(game.write(&after));
            }
        }
    }
    out.sort();
    out
}

/// Compares the answer to a small position with the slow solver.
fn check<G: Theory + Debug>(game: &G, name: &str, text: &str) {
    let named = NamedGame::read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let components =
        grundy::typed::Notation::read(game, text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
    for convention in [Convention::Normal, Convention::Misere] {
        let context = format!("{name} {text}, {convention}");
        let parsed = named.parse(text).expect("the library reads what the type reads");
        assert_eq!(
            named.parse(&parsed.to_string()).ok().as_ref(),
            Some(&parsed),
            "{context}: written and read again"
        );
        let question = Question { convention, ..Question::default() };
        let solved = solve(&named, parsed, &question).unwrap_or_else(|error| panic!("{context}: {error}"));
        let sum = canonical(&components);
        let outcome = reference::outcome(game, &sum, convention, &mut HashMap::new()).expect("play ends");
        assert_eq!(solved.outcome, outcome, "{context}");
        if convention == Convention::Normal {
            let value = reference::grundy(&SumGame(game), &sum, &mut HashMap::new()).expect("play ends");
            assert_eq!(solved.grundy, Some(value), "{context}");
        }
        let expected =
            if outcome == Outcome::P { Vec::new() } else { winning(game, &components, convention) };
        assert_eq!(solved.winning_moves_total, Some(expected.len() as u64), "{context}");
        let mut found: Vec<String> = solved.winning_moves.iter().map(|found| found.result.clone()).collect();
        found.sort();
        assert_eq!(found, expected, "{context}");
        assert!(solved.winning_moves.iter().all(|found| found.text.contains("->")), "{context}");
    }
}

fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// Different squares.
fn squares(most: usize, largest: u64) -> impl Strategy<Value = String> {
    prop::collection::btree_set(0..=largest, 0..=most)
        .prop_map(|set| join(&set.into_iter().collect::<Vec<_>>()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn welter(text in squares(4, 9)) {
        check(&Welter, "welter", &text);
    }
}

/// A game with a rule and one that is a type do not share positions.
#[test]
fn a_position_of_another_game_is_refused() {
    let (welter, nim) = (NamedGame::read("welter").unwrap(), NamedGame::read("nim").unwrap());
    let question = Question::default();
    assert!(solve(&nim, welter.parse("1 2").unwrap(), &question).is_err());
    assert!(solve(&welter, Position::Heaps(vec![1, 2]), &question).is_err());
}

/// Play from the start to the end with huge numbers: every listed move leaves a lost position.
fn check_large(name: &str, text: &str) {
    let named = NamedGame::read(name).unwrap();
    let parsed = named.parse(text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
    let solved =
        solve(&named, parsed, &Question::default()).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
    let total = solved.winning_moves_total.unwrap_or_else(|| panic!("{name} {text}: not counted"));
    assert_eq!(solved.outcome == Outcome::N, total > 0, "{name} {text}");
    assert_eq!(solved.winning_moves.len() as u64, total.min(1000), "{name} {text}");
    for found in &solved.winning_moves {
        let after =
            named.parse(&found.result).unwrap_or_else(|error| panic!("{name} {}: {error}", found.result));
        let after = solve(&named, after, &Question::default()).expect("an answer");
        assert_eq!(after.outcome, Outcome::P, "{name} {text}: {} leaves {}", found.text, found.result);
    }
}

#[test]
fn large_numbers_need_no_enumeration() {
    check_large("welter", "1000000000000000000 999999999999999999 18446744073709551615 5");
}

/// Options of one component that leave a single part.
#[test]
fn options_leave_one_part() {
    let (limits, mut seen) = (Limits::default(), 0);
    let _ = Welter.options(&vec![0, 2, 5], &mut Pulse::new(&limits), &mut |parts: &[Part<Vec<u64>>]| {
        assert_eq!(parts.len(), 1);
        seen += 1;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(seen, 1 + 3, "2 -> 1, and 5 -> 1, 3, 4");
}
