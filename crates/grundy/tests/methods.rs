//! Every method, every searched game, all small positions: each must say what the definition of the value says.
//!
//! The values come from `game::reference`, which is plain recursion over the rules. All components that it meets on the
//! way are asked about, by every method that can serve. The ordinary suite checks more than ten thousand answers; the slow
//! one more than a hundred thousand, and then the engines behind the methods on more than a million positions:
//! `cargo test --release -p grundy --test methods -- --ignored`.

use grundy::ask::solve::method::{Method, attempt};
use grundy::engine::search::memo::{Grundy, Memo};
use grundy::engine::search::nimber_search::NimberSearch;
use grundy::game::folded::Folded;
use grundy::game::position::Position;
use grundy::game::theory::{Notation, Theory};
use grundy::game::{Game, Parts, reference};
use grundy::games::board::chomp::Chomp;
use grundy::games::board::cram::Cram;
use grundy::games::board::kayles::Kayles;
use grundy::games::board::notakto::Notakto;
use grundy::games::board::treblecross::Treblecross;
use grundy::games::coins::heads::Heads;
use grundy::games::coins::line::Line;
use grundy::games::coins::tartan::Tartan;
use grundy::rule::Ruleset;
use grundy::rule::play::{Heaps, Tuples};
use grundy::{Limits, Pulse};
use grundy::{NamedGame, Question};
use std::collections::HashMap;
use std::hash::Hash;

/// Asks every method; returns how many answered.
fn ask(game: &NamedGame, position: &Position, value: u64) -> u64 {
    let mut answers = 0;
    for method in Method::ALL {
        let found = attempt(game, position.clone(), method, &Question::default());
        let context = || format!("{} {position} by {method}", game.name);
        let Some(found) = found.unwrap_or_else(|error| panic!("{}: {error}", context())) else { continue };
        assert_eq!(found.outcome.to_string(), if value == 0 { "P" } else { "N" }, "{}", context());
        // A theorem may know the winner alone.
        assert!(found.grundy.is_none_or(|found| found == value), "{}: {value}", context());
        assert!(
            found.grundy.is_some() || matches!(method, Method::Auto | Method::ClosedForm),
            "{}",
            context()
        );
        answers += 1;
    }
    assert!(answers >= 5, "{} {position}: only {answers} methods", game.name);
    answers
}

/// All components that can be reached from some, with their values by definition.
fn values<G: Game>(game: &G, starts: impl IntoIterator<Item = G::Component>) -> HashMap<G::Component, u64>
where
    G::Component: Hash,
{
    let mut known = HashMap::new();
    for start in starts {
        reference::grundy(game, &start, &mut known).expect("play ends");
    }
    known
}

/// Asks about all that can be reached from positions of a game that is a Rust type.
fn ask_native<G: Theory>(name: &str, game: &G, starts: &[&str]) -> u64 {
    let named = NamedGame::read(name).expect("a game");
    let starts = starts.iter().flat_map(|text| Notation::read(game, text).expect("a position"));
    let known = values(game, starts);
    let ask = |(component, &value): (&G::Component, _)| {
        let text = game.write(std::slice::from_ref(component));
        ask(&named, &named.parse(&text).expect("what was written"), value)
    };
    known.iter().map(ask).sum()
}

/// Searches in the orders that methods are named after.
const ORDERS: [Method; 3] = [Method::NimberSearch, Method::ProofNumber, Method::DepthFirst];
/// Positions that one search is asked about, so that few of its answers are those of another.
const TOGETHER: usize = 2000;

/// Asks the engines behind the methods, which keep what they know from one position to the next; returns how many
/// positions they were asked about.
fn ask_engines<G: Theory>(game: &G, starts: &[&str]) -> u64
where
    G::Component: Hash,
{
    let starts = starts.iter().flat_map(|text| Notation::read(game, text).expect("a position"));
    let mut known: Vec<(G::Component, u64)> = values(game, starts).into_iter().collect();
    // The table has an order of its own each time.
    known.sort_unstable();
    let (fold, limits) =
        (|component: &G::Component| -> Parts<G::Component> { game.parts(component) }, Limits::default());
    let folded = Folded::new(game, &fold);
    for together in known.chunks(TOGETHER) {
        let mut memo = Memo::default();
        let mut couples: Vec<NimberSearch<G::Component>> =
            ORDERS.iter().filter_map(|&method| NimberSearch::by_weight(|_| 1).in_order_of(method)).collect();
        let all: Vec<G::Component> = together.iter().map(|(component, _)| component.clone()).collect();
        let mut own: Vec<_> = Method::ALL.iter().filter_map(|&method| game.solver(&all, method)).collect();
        for (component, value) in together {
            let (parts, pulse) = (fold(component), &mut Pulse::new(&limits));
            let sum = parts.iter().filter(|part| part.copies % 2 == 1).fold(0, |sum, part| {
                sum ^ memo
                    .solve(&folded, &part.component, &mut Grundy::default(), pulse)
                    .expect("it is small")
            });
            assert_eq!(sum, *value, "{component:?}");
            for couples in &mut couples {
                assert_eq!(couples.has_value(&folded, &parts, value + 1, pulse), Ok(false), "{component:?}");
                assert_eq!(couples.has_value(&folded, &parts, *value, pulse), Ok(true), "{component:?}");
                assert_eq!(couples.value(&folded, &parts, pulse), Ok(*value), "{component:?}");
            }
            for own in &mut own {
                assert_eq!(own.has_value(component, *value, pulse), Ok(true), "{component:?}");
                assert_eq!(own.value(component, pulse), Ok(*value), "{component:?}");
            }
        }
    }
    known.len() as u64
}

fn ask_heaps(rule: &str, largest: u64) -> u64 {
    let (named, rules) = (NamedGame::read(rule).expect("a game"), Ruleset::parse(rule).expect("a rule"));
    let known = values(&Heaps::new(&rules), 0..=largest);
    known.iter().map(|(&heap, &value)| ask(&named, &Position::Heaps(vec![heap]), value)).sum()
}

fn ask_tuples(rule: &str, side: u64) -> u64 {
    let (named, rules) = (NamedGame::read(rule).expect("a game"), Ruleset::parse(rule).expect("a rule"));
    let known = values(&Tuples::new(&rules), [vec![side, side]]);
    known.iter().map(|(tuple, &value)| ask(&named, &Position::Tuples(vec![tuple.clone()]), value)).sum()
}

const HEAP_RULES: [&str; 5] = [
    "0.77",
    "take{1,3,4}",
    "n -> k where k < n",
    "n -> a, b where a + b = n, 0 < a < b",
    "n -> n - d where d | n",
];
const PAIR_RULES: [&str; 3] = [
    "(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0 ; (a, b) -> (a-k, b-k) where k > 0",
    "(a, b) -> (c, b), (a, d), (c, d) where c < a, d < b",
    "(a, b) -> (a - k*b, b) where k > 0, b > 0 ; (a, b) -> (a, b - k*a) where k > 0, a > 0",
];

fn ask_all(boards: [&[&str]; 5], heap: u64, side: u64) -> u64 {
    let [cram, chomp, notakto, graphs, strips] = boards;
    let rugs = Tartan { rows: Line::Ruler, columns: Line::MockTurtles };
    ask_native("cram", &Cram, cram)
        + ask_native("chomp", &Chomp, chomp)
        + ask_native("notakto", &Notakto, notakto)
        + ask_native("node-kayles", &Kayles::Node, graphs)
        + ask_native("arc-kayles", &Kayles::Arc, graphs)
        + ask_native("treblecross-strip", &Treblecross, strips)
        + ask_native("coins:game=triplets", &Heads(Line::Triplets), &["8"])
        + ask_native("tartan:rows=ruler,columns=mock-turtles", &Heads(rugs), &["3,3"])
        + HEAP_RULES.iter().map(|rule| ask_heaps(rule, heap)).sum::<u64>()
        + PAIR_RULES.iter().map(|rule| ask_tuples(rule, side)).sum::<u64>()
}

#[test]
fn every_method_says_what_the_definition_says() {
    let answers = ask_all(
        [
            &["3x3", "2x4", "#.../..../...#"],
            &["4x4", "2x9"],
            &["2x3", "1x7"],
            &["grid:3x3", "a-b b-c c-a c-d d-e e-f f-c", "cycle:9"],
            &["9"],
        ],
        300,
        15,
    );
    assert!(answers >= 10_000, "{answers} answers");
}

#[test]
#[ignore = "takes minutes"]
fn every_method_says_what_the_definition_says_many_times() {
    let answers = ask_all(
        [
            &["4x4", "3x5", "2x8"],
            &["7x7", "2x60"],
            &["3x3", "2x5"],
            &["grid:3x4", "grid:2x7", "cycle:30"],
            &["16"],
        ],
        300,
        16,
    );
    assert!(answers >= 100_000, "{answers} answers");
}

#[test]
#[ignore = "takes minutes"]
fn every_engine_says_what_the_definition_says_a_million_times() {
    let graphs =
        ["grid:4x5", "grid:3x6", "a-b b-c c-d d-a a-e e-f f-g g-h h-e c-i i-j j-k k-c b-l l-m m-n n-b"];
    let counts = [
        ("cram", ask_engines(&Cram, &["4x5", "3x6", "2x10"])),
        ("chomp", ask_engines(&Chomp, &["9x9", "3x70"])),
        ("notakto", ask_engines(&Notakto, &["4x5", "3x6"])),
        ("node-kayles", ask_engines(&Kayles::Node, &graphs)),
        ("arc-kayles", ask_engines(&Kayles::Arc, &graphs)),
        ("treblecross-strip", ask_engines(&Treblecross, &["33"])),
    ];
    eprintln!("{counts:?}");
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    assert!(all >= 1_000_000, "{counts:?}");
}

/// More options than there are bits in any word.
#[test]
fn positions_with_hundreds_of_options() {
    let heaps = |rule: &str, heap| {
        let rules = Ruleset::parse(rule).expect("a rule");
        reference::grundy(&Heaps::new(&rules), &heap, &mut HashMap::new()).expect("play ends")
    };
    // A row of squares for dominoes is a heap of Dawson's Kayles.
    let row = heaps("0.07", 330);
    let row_of_edges = heaps("0.07", 331);
    for (name, text, value) in [
        ("nim", "350", 350),
        ("0.77", "320", heaps("0.77", 320)),
        ("cram", "1x330", row),
        ("chomp", "1x400", 399),
        ("arc-kayles", "path:331", row_of_edges),
    ] {
        let game = NamedGame::read(name).expect("a game");
        ask(&game, &game.parse(text).expect("a position"), value);
    }
}
