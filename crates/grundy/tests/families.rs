//! Staircases, words and games for points, asked through the front door and compared with looking at everything.

use grundy::game::answer::Solved;
use grundy::game::sum::canonical;
use grundy::game::theory::Theory;
use grundy::game::{distinct_options, reference};
use grundy::games::board::palindromes::Palindromes;
use grundy::games::paths::staircase::{Floor, Staircase};
use grundy::games::points::StoneGame;
use grundy::games::points::ends::Ends;
use grundy::games::points::{minimax, stone_ii, stone_iii, stone_vi, stone_viii};
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};
use grundy::{Limits, Pulse};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

fn ask(name: &str, text: &str, convention: Convention) -> Solved {
    let named = NamedGame::read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let position = named.parse(text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
    let question = Question { convention, ..Question::default() };
    solve(&named, position, &question).unwrap_or_else(|error| panic!("{name} {text}: {error}"))
}

/// A position as what it is: words in any order, or numbers in theirs.
fn words(text: &str, sorted: bool) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if sorted {
        words.sort();
    }
    words
}

/// The positions after all winning moves, one for each component and different option of it, by looking at everything.
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
            let outcome = reference::outcome(game, &canonical(&after), convention, &mut known);
            if outcome.expect("play ends") == Outcome::P {
                out.push(game.write(&after));
            }
        }
    }
    out
}

fn check<G: Theory>(game: &G, name: &str, text: &str, is_sum: bool) {
    let components = game.read(text).expect("a position");
    for convention in [Convention::Normal, Convention::Misere] {
        let context = format!("{name} {text}, {convention}");
        let solved = ask(name, text, convention);
        let sum = canonical(&components);
        let outcome = reference::outcome(game, &sum, convention, &mut HashMap::new()).expect("play ends");
        assert_eq!(solved.outcome, outcome, "{context}");
        if convention == Convention::Normal {
            let mut known = HashMap::new();
            let values =
                components.iter().map(|c| reference::grundy(game, c, &mut known).expect("play ends"));
            assert_eq!(solved.grundy, Some(values.fold(0, |sum, value| sum ^ value)), "{context}");
        }
        let lost = outcome == Outcome::P;
        let expected = if lost { vec![] } else { winning(game, &components, convention) };
        let mut expected: Vec<_> = expected.iter().map(|text| words(text, is_sum)).collect();
        let mut found: Vec<_> =
            solved.winning_moves.iter().map(|found| words(&found.result, is_sum)).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{context}");
        assert_eq!(solved.winning_moves_total, Some(expected.len() as u64), "{context}");
    }
}

/// Compares an answer with plain minimax, and replays its line.
fn check_points<G: StoneGame>(game: &G, name: &str, text: &str) {
    let state = game.read(text).expect("a position");
    let solved = ask(name, text, Convention::Normal);
    let slow = minimax::best(game, &state, &mut HashMap::new());
    let score = solved.score.expect("a game for points");
    assert_eq!(i128::from(score.difference()), slow.mover - slow.other, "{name} {text}");
    let outcome = match score.difference() {
        1.. => Outcome::N,
        0 => Outcome::D,
        _ => Outcome::P,
    };
    assert_eq!((solved.outcome, solved.grundy), (outcome, None), "{name} {text}");
    let results: BTreeSet<String> =
        slow.moves.iter().map(|&choice| game.write(&game.play(&state, choice).0)).collect();
    let listed: Vec<&String> = solved.winning_moves.iter().map(|found| &found.result).collect();
    if outcome == Outcome::P {
        assert!(listed.is_empty(), "{name} {text}");
    } else {
        // Stones of equal worth in another order are the same position of VI.
        let same = |text: &str| words(text, name == "stone-vi");
        let different: BTreeSet<Vec<String>> = results.iter().map(|text| same(text)).collect();
        let found: BTreeSet<Vec<String>> = listed.iter().map(|text| same(text)).collect();
        assert_eq!(found, different, "{name} {text}");
        assert_eq!(found.len(), listed.len(), "{name} {text}: each once");
    }
    assert_eq!(solved.winning_moves_total, Some(listed.len() as u64), "{name} {text}");
    replay(game, name, text, &solved);
}

/// The line is legal, runs to the end, and brings the score.
fn replay<G: StoneGame>(game: &G, name: &str, text: &str, solved: &Solved) {
    let (mut state, mut points) = (game.read(text).expect("a position"), [0, 0]);
    for (turn, found) in solved.line.iter().enumerate() {
        let choice = game.moves(&state).into_iter().find(|&choice| {
            let (next, gain) = game.play(&state, choice);
            let words = format!("{} for {gain}", game.describe(&state, choice));
            game.write(&next) == found.result && words == found.text
        });
        let choice = choice.unwrap_or_else(|| panic!("{name} {text}: {} is no move", found.text));
        let (next, gain) = game.play(&state, choice);
        points[turn % 2] += gain;
        state = next;
    }
    assert!(game.moves(&state).is_empty(), "{name} {text}: the line ends early");
    let score = solved.score.expect("a score");
    assert_eq!(points, [score.first.into(), score.second.into()], "{name} {text}");
}

fn join<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn staircases(steps in prop::collection::vec(0u64..5, 0..5)) {
        check(&Staircase { floor: Floor::First }, "staircase", &join(&steps), false);
        check(&Staircase { floor: Floor::Below }, "staircase:floor=below", &join(&steps[..steps.len().min(4)]), false);
    }

    #[test]
    fn palindromes(text in "([ab]{1,7} ?){0,3}|a{1,9} a{1,5}|([a-cé]{1,6} ){2}") {
        check(&Palindromes, "palindromes", &text, true);
    }

    #[test]
    fn stones(row in prop::collection::vec(-5i64..8, 0..10), m in 1u32..4) {
        let text = join(&row);
        check_points(&stone_ii::StoneIi, "stone-ii", &text);
        check_points(&stone_ii::StoneIi, "stone-ii", &format!("{text} M={m}"));
        check_points(&stone_iii::StoneIii, "stone-iii", &text);
        check_points(&stone_viii::StoneViii, "stone-viii", &text);
    }

    #[test]
    fn the_difference_alone_is_that_of_the_points(row in prop::collection::vec(any::<i32>().prop_map(i64::from), 0..40), large in any::<bool>()) {
        let limits = Limits::default();
        // Large stones take the way without shortcuts.
        let row: Vec<i64> = row.into_iter().map(|stone| if large { stone << 24 } else { stone }).collect();
        for scores in ["x", "sum(r)"] {
            let rule = format!("points ; [x, r...] -> [r...] scores {scores} ; [r..., x] -> [r...] scores {scores}");
            let ends = Ends::read(&rule).expect("a rule");
            let played = ends.play(&row, &limits).expect("small enough");
            prop_assert_eq!(ends.difference(&row, &limits), Ok(played.score.difference()));
        }
    }

    #[test]
    fn equal_stones(stone in -2i64..3, count in 0usize..8) {
        let text = join(&vec![stone; count]);
        check_points(&stone_ii::StoneIi, "stone-ii", &text);
        check_points(&stone_iii::StoneIii, "stone-iii", &text);
        check_points(&stone_viii::StoneViii, "stone-viii", &text);
    }

    #[test]
    fn two_valuations(stones in prop::collection::vec((-2i64..3, -2i64..3), 0..7)) {
        let words: Vec<String> = stones.iter().map(|(mine, theirs)| format!("{mine},{theirs}")).collect();
        check_points(&stone_vi::StoneVi, "stone-vi", &join(&words));
    }
}

#[test]
fn large_steps_and_long_words_need_no_enumeration() {
    let solved =
        ask("staircase", "5 999999999999999999 18446744073709551615 1000000000000000000", Convention::Normal);
    assert_eq!(solved.winning_moves_total, Some(2));
    let full = ask("staircase", "18446744073709551615 18446744073709551615", Convention::Normal);
    assert_eq!(full.winning_moves[0].result, "36893488147419103230 0");
    let word = "a".repeat(100_001);
    let solved = ask("palindromes", &word, Convention::Normal);
    assert_eq!(solved.outcome, Outcome::N);
    // A few moves fill what may be listed; all are counted.
    assert!(solved.winning_moves.len() > 5 && solved.winning_moves_total > Some(100));
    assert_eq!(ask("palindromes", &"a".repeat(20), Convention::Misere).grundy, None);
}

#[test]
fn long_rows_of_stones() {
    let row = "1 -2 3 5 -8 13 ".repeat(400);
    for name in ["stone-ii", "stone-iii", "stone-vii", "stone-viii"] {
        let solved = ask(name, &row, Convention::Normal);
        assert!(!solved.line.is_empty() && solved.line.len() <= 1000, "{name}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |name: &str, text: &str, convention: Convention| {
        let named = NamedGame::read(name).expect("a game");
        let question = Question { convention, ..Question::default() };
        let answer = named.parse(text).and_then(|position| solve(&named, position, &question));
        answer.err().unwrap_or_else(|| panic!("{name} {text} was answered")).to_string()
    };
    let normal = Convention::Normal;
    assert!(refused("stone-iii", "1 2", Convention::Misere).contains("no misère play"));
    assert_eq!(refused("stone-iii", "9223372036854775807 1", normal), "the points do not fit in 64 bits");
    assert_eq!(refused("stone-iii", "1 x", normal), "`x` is not a whole number");
    assert_eq!(refused("stone-ii", "1 2 m=0", normal), "`m=0` is no M");
    assert_eq!(refused("stone-ii", "1 m=2 3", normal), "`m=2` is not a whole number");
    assert_eq!(refused("stone-vi", "1,2 3", normal), "expected 2 numbers, found 1: `3`");
    assert_eq!(
        refused("stone-viii", "1 9223372036854775808", normal),
        "`9223372036854775808` is not between -2^63 and 2^63 - 1"
    );
    assert!(refused("staircase", "1 -2", normal).contains("negative"));
    assert!(NamedGame::read("staircase:floor=top").is_err());
}
