//! Laws that must hold for every rule: the compiled loops are the rule, the classes are right, the engines agree.

use grundy::engine::heap::{by_engine, fits, sequence};
use grundy::game::engine::Engine;
use grundy::game::position::Position;
use grundy::game::sum::canonical;
use grundy::game::{Convention, Game, Part, distinct_options, reference};
use grundy::rule::play::{Heaps, Tuples};
use grundy::rule::{Class, Code, ErrorCode, Ruleset, naive};
use grundy::value::Outcome;
use grundy::{Limits, Pulse};
use grundy::{NamedGame, Question, solve};
use proptest::prelude::*;
use std::collections::HashMap;

// ------------------------------------------------------------------------------------------------- random rule texts

fn atom_of(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(names).prop_map(str::to_owned),
        1 => (0..5u32).prop_map(|number| number.to_string()),
    ]
}

fn expr(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    atom_of(names).prop_recursive(2, 8, 2, |inner| {
        prop_oneof![
            6 => (inner.clone(), prop::sample::select(vec!["+", "-", "-"]), inner.clone())
                .prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            2 => (inner.clone(), prop::sample::select(vec!["*", "/", "%"]), inner.clone())
                .prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            1 => (inner.clone(), 0..4u32).prop_map(|(a, power)| format!("({a})^{power}")),
            1 => (prop::sample::select(vec!["min", "max", "xor", "bitand", "bitor", "gcd", "log", "digit"]), inner.clone(), inner.clone())
                .prop_map(|(name, a, b)| format!("{name}({a}, {b})")),
            1 => (prop::sample::select(vec!["ones", "abs", "sqrt", "digitsum"]), inner)
                .prop_map(|(name, a)| format!("{name}({a})")),
        ]
    })
}

fn condition(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => (expr(names), prop::sample::select(vec!["<", "<=", ">", ">=", "=", "!="]), expr(names))
            .prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        2 => (atom_of(names), atom_of(names), atom_of(names)).prop_map(|(a, b, c)| format!("{a} <= {b} < {c}")),
        1 => (atom_of(names), expr(names)).prop_map(|(a, b)| format!("{a} | {b}")),
        1 => (expr(names), prop::sample::select(vec!["even", "odd", "square", "prime", "power of 2"]))
            .prop_map(|(a, property)| format!("{a} {property}")),
        1 => (expr(names), 0..4u32, 0..6u32).prop_map(|(a, from, to)| format!("{a} in {from}..{to} step 2")),
        1 => (expr(names), 0..6u32, 0..6u32).prop_map(|(a, b, c)| format!("{a} in {{{b}, {c}, 1..2}}")),
        2 => (atom_of(names), expr(names)).prop_map(|(a, b)| format!("{a} = {b}")),
        1 => (atom_of(names), -3..3i32, 0..4u32).prop_map(|(a, from, to)| format!("{from} <= {a} <= {to}*n0").replace("n0", "2")),
        1 => (atom_of(names), -3..3i32, -2..9i32).prop_map(|(a, b, c)| format!("{a} in {{{b}, {c}}}")),
        1 => (atom_of(names), prop::sample::select(vec!["digits", "divisors", "factors"]), expr(names))
            .prop_map(|(a, set, b)| format!("{a} in {set}({b})")),
        1 => (atom_of(names), atom_of(names), -2..9i32, -2..9i32).prop_map(|(a, b, c, d)| format!("({a}, {b}) in {{({c}, {d}), ({d}, 1)}}")),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}, {b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

fn clause(
    pattern: &'static str,
    names: &'static [&'static str],
    option: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    (option, prop::collection::vec(condition(names), 0..3)).prop_map(move |(option, conditions)| {
        let clause = format!("{pattern} -> {option}");
        if conditions.is_empty() { clause } else { format!("{clause} where {}", conditions.join(", ")) }
    })
}

const HEAP_NAMES: &[&str] = &["n", "n", "a", "b"];
const PAIR_NAMES: &[&str] = &["x", "y", "k"];

fn heap_rule() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        5 => expr(HEAP_NAMES),
        1 => (atom_of(HEAP_NAMES), expr(HEAP_NAMES)).prop_map(|(count, heap)| format!("{count} of {heap}")),
        // Not to 6^9, which the reference would write down.
        1 => (atom_of(HEAP_NAMES), expr(HEAP_NAMES)).prop_map(|(from, to)| format!("each {from}..min({to}, 99)")),
    ];
    let option = prop::collection::vec(part, 1..3).prop_map(|parts| parts.join(", "));
    prop::collection::vec(clause("n", HEAP_NAMES, option), 1..3).prop_map(|clauses| clauses.join(" ; "))
}

fn pair_rule() -> impl Strategy<Value = String> {
    let option = (expr(PAIR_NAMES), expr(PAIR_NAMES)).prop_map(|(x, y)| format!("({x}, {y})"));
    prop::collection::vec(clause("(x, y)", PAIR_NAMES, option), 1..3).prop_map(|clauses| clauses.join(" ; "))
}

// ------------------------------------------------------------------------------------------------------------- codes

fn code() -> impl Strategy<Value = Code> {
    let text = prop_oneof![
        4 => (prop::sample::select(vec!["0", "4"]), "[0-7]{1,5}").prop_map(|(before, after)| format!("{before}.{after}")),
        1 => (prop::sample::select(vec!["0", "4", "8", "C"]), "[0-9A-F]{1,2}").prop_map(|(before, after)| format!("{before}.{after}")),
        1 => (prop::sample::select(vec!["0", "4!", "4=", "4"]), "[4-7][!=][0-3]").prop_map(|(before, after)| format!("{before}.{after}")),
        1 => ("[0-7]{0,2}", "[1-7]").prop_map(|(after, repeat)| format!("0.{after}[{repeat}]")),
    ];
    text.prop_map(|text| Code::parse(&text).expect("a code"))
}

/// Respells the clauses of a code: other names, sums solved by hand, orders dropped, conditions turned round.
fn respell(code: &Code, spelling: u8) -> String {
    let rule = code.to_rule();
    match spelling % 5 {
        0 => rule,
        1 => rule.replace("where ", "where n >= 0, ").replace("0 < a <= b,", "1 <= a, b >= a,"),
        2 => rule
            .replace("0 < a <= b <= c", "a > 0, b > 0, 0 < c")
            .replace("0 < a <= b", "a > 0, b > 0")
            .replace(" -> ", " → ")
            .replace(" ; ", "\n"),
        3 => rule
            .replace("0 < a <= b <= c", "a != 0, b >= 1, c > 0")
            .replace("0 < a <= b", "a != 0, b != 0")
            .replace('n', "heap")
            .replace("iheap", "in"),
        _ => rule.replace("0 < a < b", "not (a >= b), not a = 0").replace(" > 0", " >= 1"),
    }
}

fn options_of(rules: &Ruleset, heap: u64) -> Result<Vec<Vec<Part<u64>>>, String> {
    let limits = Limits::default();
    distinct_options(&Heaps::new(rules), &heap, &mut Pulse::new(&limits))
        .map_err(|failure| format!("{failure:?}"))
}

fn options_of_all(game: &Heaps<'_>, heaps: &[u64]) -> usize {
    let limits = Limits::default();
    let count = |heap| distinct_options(game, heap, &mut Pulse::new(&limits)).expect("play ends").len();
    heaps.iter().map(count).sum()
}

fn values(rules: &Ruleset, engine: Option<Engine>, largest: u64) -> Vec<u64> {
    let limits = Limits::default();
    let found = match engine {
        None => sequence(rules, largest, &limits),
        Some(engine) => by_engine(rules, engine, largest, &limits),
    };
    let found = found.expect("values");
    (0..=largest).map(|heap| found.value(heap)).collect()
}

/// Values of variables that the word-by-word reading of a position looks at; few random rules have more.
const MAX_STEPS: u64 = 1 << 20;

/// The ruleset of a text, or nothing when 0 for a variable changes nothing, which is refused.
fn read(text: &str) -> Result<Option<Ruleset>, TestCaseError> {
    match Ruleset::parse(text) {
        Ok(rules) => Ok(Some(rules)),
        Err(error) if error.list.iter().all(|one| one.code == ErrorCode::NoProgress) => Ok(None),
        Err(error) => Err(TestCaseError::fail(format!("{text}: {error}"))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// The compiled loops give exactly the moves that reading the rule word by word gives.
    #[test]
    fn compiled_heap_rules_are_the_rule(text in heap_rule()) {
        let Some(rules) = read(&text)? else { return Ok(()) };
        for heap in 0..7u64 {
            let Ok(naive) = naive::options_within(rules.checked(), &[i128::from(heap)], MAX_STEPS) else { continue };
            let offends = naive.iter().flatten().any(|(_, component)| component[0] >= i128::from(heap));
            match options_of(&rules, heap) {
                Err(_) => prop_assert!(offends, "{text}: heap {heap} was refused"),
                Ok(found) => {
                    prop_assert!(!offends, "{text}: heap {heap} was not refused");
                    let dead = Heaps::new(&rules).empty_is_dead();
                    let mut expected: Vec<Vec<Part<u64>>> = naive
                        .into_iter()
                        .map(|option| option.into_iter().filter(|(_, c)| !dead || c[0] > 0))
                        .map(|option| option.map(|(copies, c)| Part { component: c[0] as u64, copies: copies as u64 }).collect())
                        .collect();
                    expected.sort();
                    expected.dedup();
                    prop_assert_eq!(found, expected, "{}: heap {}", text, heap);
                }
            }
        }
    }

    #[test]
    fn compiled_tuple_rules_are_the_rule(text in pair_rule()) {
        let Some(rules) = read(&text)? else { return Ok(()) };
        let limits = Limits::default();
        for tuple in [[0, 0], [1, 0], [0, 2], [2, 3], [4, 1]] {
            let game = Tuples::new(&rules);
            let Ok(found) = distinct_options(&game, &tuple.to_vec(), &mut Pulse::new(&limits)) else { continue };
            let Ok(naive) = naive::options_within(rules.checked(), &tuple.map(i128::from), MAX_STEPS) else { continue };
            let expected: Vec<Vec<Part<Vec<u64>>>> = naive
                .into_iter()
                .map(|option| option.into_iter().map(|(copies, c)| Part {
                    component: c.into_iter().map(|value| value as u64).collect(),
                    copies: copies as u64,
                }).collect())
                .collect();
            prop_assert_eq!(found, expected, "{}: {:?}", text, tuple);
        }
    }

    /// Printing gives a text that means the same and prints the same.
    #[test]
    fn printed_rules_parse_back(text in prop_oneof![heap_rule(), pair_rule()]) {
        let Some(rules) = read(&text)? else { return Ok(()) };
        let again = Ruleset::parse(rules.text()).map_err(|error| TestCaseError::fail(format!("{}: {error}", rules.text())))?;
        prop_assert_eq!(rules.text(), again.text());
        let position = vec![3; rules.arity()];
        let options = |rules: &Ruleset| naive::options_within(rules.checked(), &position, MAX_STEPS);
        prop_assert_eq!(options(&rules), options(&again), "{}", text);
    }

    /// The table of a general rule is what the reference solver says, and no option has the value of its heap.
    #[test]
    fn general_rules_agree_with_the_reference(text in heap_rule()) {
        let Some(rules) = read(&text)? else { return Ok(()) };
        // A variable up to n^9 would take hours.
        if (0..=9).any(|heap| naive::options_within(rules.checked(), &[heap], MAX_STEPS).is_err()) {
            return Ok(());
        }
        let limits = Limits::default();
        let Ok(found) = sequence(&rules, 9, &limits) else { return Ok(()) };
        let game = Heaps::new(&rules);
        let mut known = HashMap::new();
        for heap in 0..=9u64 {
            let value = reference::grundy(&game, &heap, &mut known).expect("play ends");
            prop_assert_eq!(found.value(heap), value, "{}: heap {}", text, heap);
            let _ = game.options(&heap, &mut Pulse::new(&limits), &mut |parts| {
                let odd = parts.iter().filter(|part| part.copies % 2 == 1);
                assert_ne!(odd.fold(0, |sum, part| sum ^ found.value(part.component)), value);
                std::ops::ControlFlow::Continue(())
            }).expect("play ends");
        }
    }

    /// A comprehension that is a code is recognised as that code.
    #[test]
    fn codes_in_words_are_recognised(code in code(), spelling in 0..5u8) {
        let text = respell(&code, spelling);
        let Some(rules) = read(&text)? else { return Ok(()) };
        let plain = Ruleset::parse(&code.to_string()).expect("a code");
        prop_assert_eq!(rules.class().to_string(), plain.class().to_string(), "{}", text);
        prop_assert_eq!(values(&rules, None, 60), values(&plain, None, 60));
    }

    /// Every engine that fits a code gives the same values as the general one, and a proved period tells the truth.
    #[test]
    fn engines_agree_on_codes(code in code()) {
        let rules = Ruleset::parse(&code.to_string()).expect("a code");
        let general = values(&rules, Some(Engine::General), 150);
        for engine in [Engine::Subtraction, Engine::AllBut, Engine::Code] {
            if fits(&rules, engine) {
                prop_assert_eq!(&values(&rules, Some(engine), 150), &general, "{} by {}", code, engine);
            }
        }
        prop_assert_eq!(values(&rules, None, 150), general);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// A proved period answers for large heaps what the table says.
    #[test]
    fn proved_periods_tell_the_truth(after in "[0-7]{1,4}") {
        let rules = Ruleset::parse(&format!("0.{after}")).expect("a code");
        let limits = Limits::default();
        let far = sequence(&rules, 5000, &limits).expect("values");
        if far.period().is_some() {
            let table = by_engine(&rules, Engine::General, 1500, &limits).expect("values");
            for heap in 0..=1500 {
                prop_assert_eq!(far.value(heap), table.value(heap), "0.{}: heap {}", after, heap);
            }
        }
    }

    /// Subtraction by one-hot words is subtraction, also with many and large takes.
    #[test]
    fn subtraction_sets_agree(takes in prop::collection::btree_set(1..300u64, 1..90)) {
        let list: Vec<String> = takes.iter().map(u64::to_string).collect();
        let rules = Ruleset::parse(&format!("take{{{}}}", list.join(","))).expect("a set");
        prop_assert!(matches!(rules.class(), Class::Take(_)));
        prop_assert_eq!(values(&rules, Some(Engine::Subtraction), 2000), values(&rules, Some(Engine::General), 2000));
        let all_but = Ruleset::parse(&format!("allbut{{{}}}", list.join(","))).expect("a set");
        prop_assert_eq!(values(&all_but, Some(Engine::AllBut), 1000), values(&all_but, Some(Engine::General), 1000));
    }

    /// Normal play: the outcome of a sum is that of its nim-sum. Misère play: exhaustive search agrees, whatever the engine.
    #[test]
    fn sums_are_decided_rightly(code in code(), heaps in prop::collection::vec(0..6u64, 0..4)) {
        let game = NamedGame::read(&code.to_string()).expect("a code");
        let played = Heaps::new(game.ruleset().expect("a rule"));
        let shown: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        for convention in [Convention::Normal, Convention::Misere] {
            let expected = reference::outcome(&played, &canonical(&shown), convention, &mut HashMap::new()).expect("play ends");
            let question = Question { convention, ..Question::default() };
            let solved = solve(&game, Position::Heaps(heaps.clone()), &question).expect("an answer");
            prop_assert_eq!(solved.outcome, expected, "{} {:?} {}", code, heaps, convention);
            let winning = solved.winning_moves_total.expect("small");
            // Without a move, misère play is won although no move wins; otherwise winning moves are what winning means.
            let stuck = options_of_all(&played, &shown) == 0;
            prop_assert_eq!(winning > 0, expected == Outcome::N && !stuck, "{} {:?} {}", code, heaps, convention);
        }
    }
}

/// Each closed form against the general engine and the reference.
#[test]
fn closed_forms_are_theorems() {
    for text in [
        "nim",
        "bounded-nim:k=1",
        "bounded-nim:k=3",
        "bounded-nim:k=7",
        "lasker",
        "split-nim",
        "take{}",
        "0.0",
        "n -> u, v where n > u, v < n",
        "triangular-split",
        "legendre:k=0",
        "legendre:k=1",
        "legendre:k=2",
        "legendre:k=7",
    ] {
        let game = NamedGame::read(text).expect("a game");
        let limits = Limits::default();
        let rules = game.ruleset().expect("a rule");
        let formula = sequence(rules, 400, &limits).expect("values");
        assert_eq!(formula.engine, Engine::ClosedForm, "{text}");
        let table = by_engine(rules, Engine::General, 400, &limits).expect("values");
        let (played, mut known) = (Heaps::new(rules), HashMap::new());
        for heap in 0..=400 {
            assert_eq!(formula.value(heap), table.value(heap), "{text}: heap {heap}");
        }
        for heap in 0..=12 {
            assert_eq!(
                formula.value(heap),
                reference::grundy(&played, &heap, &mut known).expect("play ends"),
                "{text}: heap {heap}"
            );
        }
    }
}

/// The table over all smaller tuples, the search by reach and the reference solver give the same values.
#[test]
fn tuple_engines_agree() {
    let limits = Limits::default();
    for text in [
        "wythoff",
        "euclid",
        "rooks",
        "king",
        "turning-corners",
        "(a, b) -> (a - 1, b) where a > 0 ; (a, b) -> (a, b - 2), (0, b - 1)",
    ] {
        let game = NamedGame::read(text).expect("a game");
        let position = vec![vec![13, 11]];
        let by_reach =
            grundy::engine::tuple::memo(game.ruleset().expect("a rule"), &position, &mut Pulse::new(&limits))
                .expect("values");
        let (played, mut known) = (Tuples::new(game.ruleset().expect("a rule")), HashMap::new());
        let sides = grundy::engine::tuple::table::sides(game.ruleset().expect("a rule"), &position);
        let grid = grundy::engine::tuple::table::TupleGrid::fill(
            game.ruleset().expect("a rule"),
            &[grundy::rule::progress::Course::Down; 2],
            &sides,
            &mut Pulse::new(&limits),
        )
        .expect("a table");
        for a in 0..=13u64 {
            for b in 0..=11u64 {
                let value = reference::grundy(&played, &vec![a, b], &mut known).expect("play ends");
                assert_eq!(grid.value(&[a, b]), Some(value), "{text} ({a}, {b})");
                if let Some(reached) = by_reach.value(&vec![a, b]) {
                    assert_eq!(reached, value, "{text} ({a}, {b})");
                }
            }
        }
    }
}

/// Inputs that once gave a wrong answer, a panic or a false claim.
#[test]
fn old_mistakes_stay_mended() {
    let limits = Limits::default();
    let first = |text: &str, count: u64| -> Vec<u64> {
        let rules = Ruleset::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        values(&rules, None, count - 1)
    };
    // A coefficient hid the first move beyond the heaps that were compared with a code.
    let far = first("n -> a, b where 100*a + b = n, a >= 1", 101);
    assert_eq!((far[99], far[100]), (0, 1));
    // A take beyond the step that was being filled looked back further than what was kept.
    let rules = Ruleset::parse("take{1,70000}").expect("a set");
    let found = sequence(&rules, 150_000, &limits).expect("values");
    let mut plain: Vec<u32> = Vec::new();
    for n in 0..=150_000usize {
        let options =
            [1, 70_000].into_iter().filter(|&take| take <= n).map(|take| u64::from(plain[n - take]));
        plain.push(grundy::value::mex(options) as u32);
    }
    assert!((0..=150_000).all(|heap| found.value(heap) == u64::from(plain[heap as usize])));
    // 'Two or more equal heaps' was played as two.
    assert_eq!(first("{2+}=.0", 8), first("n -> d of n/d where d | n, d >= 2, n > 0", 8));
    // A condition that faults makes the move illegal, also when it could never be false.
    assert_eq!(first("n -> k where k < n, n/k >= 0", 4), [0, 0, 1, 2]);
    assert_eq!(
        first("n -> k where k < n, n % k = 0 or k = 0", 5),
        first("n -> k where k < n, n % k < 1 or k = 0", 5)
    );
    // 2^0 is 1.
    let halves = Ruleset::parse("n -> n / 2^j where n >= 1").expect("a rule");
    assert_eq!(*halves.progress(), grundy::rule::progress::Progress::Checked);
    assert!(Code::parse("{3+}0.0").is_err());
    // A set of the variable itself listed it, without an end.
    let own = first("n -> n - b, ones(n) where b > 0, b in factors(b), a in divisors(a*a)", 9);
    assert_eq!(own, first("n -> n - b, ones(n) where b > 0, b prime", 9));
    // A bound that another variable lowers was taken for one where it was divided: b ran below 0.
    for text in [
        "n -> a where n = 2*(a + b), n > 0",
        "n -> a where 2*b + 2*a - n = 0, n > 0",
        "n -> a where 2*b = n - 2*a, n > 0",
    ] {
        assert_eq!(first(text, 9), first("n -> a where 2*a <= n, n even, n > 0", 9), "{text}");
    }
    // What is rounded up from something above 0 was not seen to be above 0, and another variable lost its bound.
    let rounded = "n -> 0 where b = 0 or 2*n - a > b - n, n - a < a, not (n > n*(b - n)), n > 0";
    assert_eq!(
        first(rounded, 5),
        first("n -> 0 where b < 3*n - a, n < 2*a, b > n, n > 0, b < 3*n, a <= n", 5)
    );
    // Whether an empty heap has moves was looked for without an end.
    let endless =
        Ruleset::parse("n -> n - a*b where b > 0, a in 8..10^30, a prime, 7 | a, b < a").expect("a rule");
    assert!(!Heaps::new(&endless).empty_is_dead());
}

/// Strides, divisors, factors and quotients in one rule: each way of listing a variable's values respects the others.
#[test]
fn listed_variables_keep_their_other_conditions() {
    for text in [
        "n -> a, b where a*b = n, 1 < a, b even, b < n",
        "n -> a, b where a*b = n, a odd, 1 < a < n, b > 0",
        "n -> a, b where a*b = n - 1, 2 | a + b, a < n, b < n, n > 1",
        "n -> n - d where d | n, d odd, d > 0",
        "n -> n - d where d | n - 1, d even, d > 0",
        "n -> n - d where d | n - 4, 3 | d - n, d > 0",
        "n -> k where k*(n - 5) = 0, k < n, k odd",
    ] {
        let rules = Ruleset::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for heap in 0..40u64 {
            let expected: Vec<Vec<(i128, i128)>> = {
                let mut all: Vec<Vec<(i128, i128)>> = naive::options(rules.checked(), &[i128::from(heap)])
                    .into_iter()
                    .map(|parts| {
                        parts
                            .into_iter()
                            .map(|(copies, c)| (c[0], copies))
                            .filter(|part| part.0 > 0)
                            .collect()
                    })
                    .collect();
                all.sort();
                all.dedup();
                all
            };
            let found: Vec<Vec<(i128, i128)>> = options_of(&rules, heap)
                .unwrap_or_else(|error| panic!("{text}: {error}"))
                .into_iter()
                .map(|parts| {
                    parts.into_iter().map(|p| (i128::from(p.component), i128::from(p.copies))).collect()
                })
                .collect();
            assert_eq!(found, expected, "{text}: heap {heap}");
        }
    }
}
