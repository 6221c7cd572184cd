//! Games that are Rust types against the obvious slow solver: values, outcomes and winning moves, both conventions.

use grundy::Error;
use grundy::game::position::Position;
use grundy::game::sum::{SumGame, canonical};
use grundy::game::theory::Theory;
use grundy::game::{Game, Part, distinct_options, reference};
use grundy::games::board::chomp::Chomp;
use grundy::games::board::cram::Cram;
use grundy::games::board::notakto::Notakto;
use grundy::games::nim::additions::Additions;
use grundy::games::nim::gaps::Gaps;
use grundy::games::nim::moore::Moore;
use grundy::games::nim::ordered::Ordered;
use grundy::games::nim::slow::Slow;
use grundy::games::nim::welter::Welter;
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};
use grundy::{Limits, Pulse, StopReason};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

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
    let components = grundy::game::theory::Notation::read(game, text)
        .unwrap_or_else(|error| panic!("{name} {text}: {error}"));
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

    #[test]
    fn strip(text in squares(5, 9)) {
        check(&Gaps::Strip, "strip", &text);
    }

    #[test]
    fn monotone_nim(mut heaps in prop::collection::vec(0..=6u64, 0..=5)) {
        heaps.sort_unstable();
        check(&Gaps::Monotone, "monotone-nim", &join(&heaps));
    }

    #[test]
    fn ordered_nim(heaps in prop::collection::vec(0..=6u64, 0..=4)) {
        check(&Ordered, "ordered-nim", &join(&heaps));
    }

    #[test]
    fn nim_with_bank(heaps in prop::collection::vec(0..=4u64, 0..=3), bank in 0..=3u64) {
        check(&Additions::Bank(bank), &format!("nim-with-bank:bank={bank}"), &join(&heaps));
    }

    #[test]
    fn poker_nim(heaps in prop::collection::vec(0..=4u64, 0..=3), mine in 0..=2u64, theirs in 0..=2u64) {
        let game = Additions::Poker { mine, theirs, recycle: false };
        check(&game, &format!("poker-nim:mine={mine},theirs={theirs}"), &join(&heaps));
    }

    #[test]
    fn slow_nim(heaps in prop::collection::vec(0..=4u64, 0..=5), most in 0..=6u64, exact: bool) {
        check(&Slow { most, exact }, &format!("slow-nim:k={most},exact={exact}"), &join(&heaps));
    }

    #[test]
    fn another_game(heaps in prop::collection::vec(0..=4u64, 0..=5)) {
        check(&Slow { most: u64::MAX, exact: false }, "another-game", &join(&heaps));
    }

    #[test]
    fn moore(heaps in prop::collection::vec(0..=5u64, 0..=4), most in 0..=5u64) {
        check(&Moore { most }, &format!("moore:k={most}"), &join(&heaps));
    }
}

/// A board of at most so many squares, some of them taken.
fn board(most: usize, columns: usize, mark: &'static str) -> impl Strategy<Value = String> {
    let square = prop_oneof![3 => Just("."), 1 => Just(mark)];
    let rows = prop::collection::vec(prop::collection::vec(square, columns), 1..=most / columns);
    rows.prop_map(|rows| rows.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cram(text in (1..=6usize).prop_flat_map(|columns| board(15, columns, "#"))) {
        check(&Cram, "cram", &text);
    }

    #[test]
    fn cram_sums(one in board(6, 3, "#"), other in board(4, 2, "#")) {
        check(&Cram, "cram", &format!("{one} {other}"));
    }

    #[test]
    fn chomp(mut rows in prop::collection::vec(0..=5u64, 0..=4)) {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        check(&Chomp, "chomp", &rows.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
    }

    #[test]
    fn notakto(one in board(9, 3, "x"), other in board(4, 4, "x")) {
        check(&Notakto, "notakto", &one);
        check(&Notakto, "notakto", &format!("{one} {other}").replacen("..", "xx", 2));
    }
}

/// Rectangles, whose text and theorems are their own.
#[test]
fn whole_boards() {
    for text in ["0x3", "1x1", "1x7", "2x3", "3x3", "2x5", "3x4", "4x3", "2x2 3x3", "1x4 2x4", "1x3 2x2 1x2"]
    {
        check(&Cram, "cram", text);
    }
    for text in ["1x1", "1x6", "6x1", "2x2", "3x4", "4x3", "5x2", "0"] {
        check(&Chomp, "chomp", text);
    }
    for text in ["3x3", "1x7", "2x3", "1x3 2x2"] {
        check(&Notakto, "notakto", text);
    }
}

/// Lines of play by length: what the moves are, whatever they are worth. The numbers are those of
/// `scripts/boards_oracle.py perft`.
#[test]
fn boards_have_the_right_lines_of_play() {
    fn perft<G: Theory>(game: &G, text: &str) -> Vec<u64> {
        let limits = Limits::default();
        let mut lines = HashMap::from([(game.read(text).expect("a position").remove(0), 1u64)]);
        let mut counts = Vec::new();
        while !lines.is_empty() {
            counts.push(lines.values().sum());
            let mut after = HashMap::new();
            for (position, count) in &lines {
                let _ = game.options(position, &mut Pulse::new(&limits), &mut |parts| {
                    *after.entry(parts[0].component.clone()).or_insert(0) += count;
                    std::ops::ControlFlow::Continue(())
                });
            }
            lines = after;
        }
        counts
    }
    assert_eq!(perft(&Cram, "3x4"), [1, 17, 204, 1602, 7248, 14760, 7920]);
    assert_eq!(perft(&Cram, "..#/.../#.."), [1, 8, 32, 48]);
    assert_eq!(perft(&Chomp, "3x4"), [1, 11, 73, 335, 1126, 2834, 5360, 7540, 7678, 5366, 2310, 462]);
    assert_eq!(perft(&Notakto, "3x3"), [1, 9, 72, 504, 2736, 9360, 13440, 4320]);
}

/// Boards whose values no small search could tell, and what is known without any.
#[test]
fn large_boards_are_answered() {
    check_large("cram", "4x7");
    check_large("cram", "1x1000");
    check_large("chomp", "7x8");
    check_large("chomp", "1x18446744073709551615");
    check_large("chomp", "18446744073709551615,1,1,1");
    for (name, text, outcome, grundy) in [
        ("cram", "100x200", "P", Some(0)),
        ("chomp", "18446744073709551615,18446744073709551614", "P", None),
        ("chomp", "18446744073709551615,18446744073709551615", "N", None),
        ("chomp", "10x10", "N", None),
    ] {
        let game = NamedGame::read(name).unwrap();
        let solved = solve(&game, game.parse(text).unwrap(), &Question::default()).expect("an answer");
        assert_eq!(solved.outcome.to_string(), outcome, "{name} {text}");
        assert!(grundy.is_none() || solved.grundy == grundy, "{name} {text}");
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
    check_large("strip", "1000000000000000000 7 18446744073709551615 5 1000");
    check_large("monotone-nim", "0 5 1000000000000000000 18446744073709551615");
    check_large("ordered-nim", "1000000000000000000 7 18446744073709551615");
    check_large("nim-with-bank", "1000000000000000000 7 18446744073709551615");
    check_large("nim-with-bank", "18446744073709551615 18446744073709551614 bank=18446744073709551615");
    check_large("poker-nim:recycle=true", "1000000000000000000 7 9 mine=5 theirs=1000000");
    check_large("slow-nim:k=1", "18446744073709551615 18446744073709551615 3");
    check_large("slow-nim:k=3", "18446744073709551615 18446744073709551614 3 7");
    check_large("slow-nim:k=3,exact=true", "18446744073709551615 18446744073709551615 3");
    check_large("another-game", "18446744073709551615 18446744073709551614 3 7");
    check_large("moore:k=1", "18446744073709551615 1000000000000000000 3 7");
    check_large("moore:k=2", "18446744073709551615 18446744073709551614 1000 7");
    check_large("moore:k=3", "1000000000000000000 7 9 12345678901234567 5 5 5");
    check_large("moore:k=9", "18446744073709551615 18446744073709551615");
}

/// Additions that are recycled make play endless, but who wins is known; the search must not be tried.
#[test]
fn recycled_tokens_are_no_trap() {
    let game = NamedGame::read("poker-nim:mine=2,theirs=3,recycle=true").unwrap();
    for (text, normal, misere) in
        [("1 2 3", "P", "P"), ("3 4 5", "N", "N"), ("1 1", "P", "N"), ("", "P", "N")]
    {
        for (convention, expected) in [(Convention::Normal, normal), (Convention::Misere, misere)] {
            let question = Question { convention, ..Question::default() };
            let solved = solve(&game, game.parse(text).unwrap(), &question).expect("a theorem");
            assert_eq!(solved.outcome.to_string(), expected, "{text}, {convention}");
        }
    }
    let solved = solve(&game, game.parse("1 4").unwrap(), &Question::default()).expect("a theorem");
    let results: Vec<&str> = solved.winning_moves.iter().map(|found| found.result.as_str()).collect();
    assert_eq!(results, ["1 1 mine=3 theirs=5"], "what is taken goes to the reserve; adding 3 is beyond it");
}

/// The first offence and its column.
#[test]
fn wrong_shapes_are_refused() {
    for (name, text, message, column) in [
        ("strip", "1 4 4", "there is a coin on square 4 already", 5),
        ("welter", "0 0", "there is a coin on square 0 already", 3),
        ("monotone-nim", "1 5  3 2", "heap 3 is smaller than the one before it: 5", 6),
        ("monotone-nim", "1 x", "`x` is not a whole number", 3),
        ("ordered-nim", "1 -2", "`-2` is negative, but heaps are whole numbers from 0 to 2^64 - 1", 3),
        ("nim-with-bank", "1 bank=2 bank=3", "`bank` is given twice", 10),
        ("nim-with-bank", "1 mine=2", "there is no `mine` here", 3),
        ("nim-with-bank", "bank=x 1", "`x` is not a whole number", 1),
        ("poker-nim", "1 2 3 their=1", "there is no `their` here", 7),
        ("cram", "..#/..", "row 2 has 2 squares, the first has 3", 5),
        ("cram", "2x2 .o", "`o` is no square: `.` is free, `#` or `x` is taken", 6),
        ("cram", "4x", "`` is not a whole number", 1),
        ("cram", "17", "`17` is no board", 1),
        ("cram", "1e9x1e9", "a board has at most 65536 squares: `1e9x1e9`", 1),
        ("chomp", "4, 2,3", "row 3 is longer than the one before it: 3", 6),
        ("chomp", "1e9x3", "there are at most 65536 rows: 1000000000", 1),
        ("moore", "18446744073709551616", "`18446744073709551616` is larger than 2^64 - 1", 1),
    ] {
        let game = NamedGame::read(name).unwrap();
        match game.parse(text) {
            Err(Error::Position(error)) => {
                assert_eq!((error.message.as_str(), error.column), (message, column), "{name} {text}");
            }
            other => panic!("{name} {text}: {other:?}"),
        }
    }
}

/// Many numbers: nothing is quadratic.
#[test]
fn long_positions_are_answered() {
    let odd: Vec<u64> = (0..200_000u64).map(|i| 2 * i + i % 2).collect();
    for name in
        ["strip", "welter", "monotone-nim", "ordered-nim", "nim-with-bank", "slow-nim:k=1", "another-game"]
    {
        let game = NamedGame::read(name).unwrap();
        let position = game.parse(&join(&odd)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let solved =
            solve(&game, position, &Question::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let total = solved.winning_moves_total.expect("counted");
        assert_eq!(solved.outcome == Outcome::N, total > 0, "{name}");
        assert_eq!(solved.sample.is_some(), total > 0, "{name}");
    }
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

/// A misère question that a search of millions of positions does not answer.
fn long_search(limits: Limits<'_>) -> StopReason {
    let game = NamedGame::read("moore:k=2").expect("a game");
    let position = game.parse("30 40 50 60").expect("a position");
    let question = Question { convention: Convention::Misere, limits };
    match solve(&game, position, &question) {
        Err(Error::Stopped { reason, .. }) => reason,
        other => panic!("it takes longer than this: {other:?}"),
    }
}

#[test]
fn a_misere_search_ends_at_the_limits_that_were_set_and_not_before() {
    // Searches of types once gave up after 200 million steps, whatever was allowed.
    const FORMER: u64 = 200_000_000;
    let most = AtomicU64::new(0);
    let poll = |work: u64| {
        most.fetch_max(work, Ordering::Relaxed);
        (work > FORMER + 1_000_000).then_some(StopReason::TimeLimit)
    };
    assert_eq!(long_search(Limits { poll: &poll, ..Limits::default() }), StopReason::TimeLimit);
    assert!(most.into_inner() > FORMER, "it went on");
    // A clock, a number of positions and an interruption still stop it, and each says so.
    let at_once = |work: u64| (work > 1_000_000).then_some(StopReason::TimeLimit);
    assert_eq!(long_search(Limits { poll: &at_once, ..Limits::default() }), StopReason::TimeLimit);
    let interrupted = |work: u64| (work > 1_000_000).then_some(StopReason::Interrupted);
    assert_eq!(long_search(Limits { poll: &interrupted, ..Limits::default() }), StopReason::Interrupted);
    assert_eq!(long_search(Limits { positions: 1000, ..Limits::default() }), StopReason::PositionLimit);
}
