//! Rules in the language, read and compiled at run time, against the same loops written by hand and compiled ahead.

use crate::Wanted;
use crate::duel::{duel, processor_time};
use crate::plain;
use crate::report::{Amount, Goal, Row};
use grundy::Limits;
use grundy::NamedGame;
use grundy::engine::heap::{Sequence, by_engine, sequence};
use grundy::game::engine::Engine;

struct Bench {
    rule: &'static str,
    largest: usize,
    /// The engine asked for by name; none: whatever the library picks.
    engine: Option<Engine>,
    plain: fn(usize) -> Vec<u32>,
}

const TWO_SMALLER: &str = "n -> a, b where a < n, b < n";

#[rustfmt::skip]
const BENCHES: &[Bench] = &[
    Bench { rule: "n -> n - k*k where k > 0", largest: 1_000_000, engine: None, plain: plain::take_a_square },
    Bench { rule: "n -> n - k*k where k > 0", largest: 1_000_000, engine: Some(Engine::General), plain: plain::take_a_square },
    Bench { rule: TWO_SMALLER, largest: 3000, engine: None, plain: plain::two_smaller },
    Bench { rule: TWO_SMALLER, largest: 3000, engine: Some(Engine::General), plain: plain::two_smaller },
    Bench { rule: "n -> n - k*k, k where k > 1, k*k <= n", largest: 300_000, engine: None, plain: plain::square_and_root },
    Bench { rule: "n -> d of n/d, n - d where d | n, 1 < d < n ; n -> n - 1", largest: 200_000, engine: None, plain: plain::equal_shares },
    Bench { rule: "n -> a, b, c where a + 2*b + c = n, 0 < a < b < c", largest: 400, engine: None, plain: plain::three_parts },
    Bench { rule: "n -> a, b, c where a + 2*b + c = n, 0 < a < b < c", largest: 1500, engine: None, plain: plain::three_parts },
    Bench { rule: "n -> n - k, k/2 where k odd, k < n", largest: 10_000, engine: None, plain: plain::take_odd_leave_half },
    Bench { rule: "n -> k, n % k where 0 < k < n", largest: 10_000, engine: None, plain: plain::remainder },
    Bench { rule: "n -> n - d where d | n, d < n", largest: 200_000, engine: None, plain: plain::take_a_divisor },
    Bench { rule: "n -> a, b where a*b = n, 1 < a <= b ; n -> n - 1", largest: 2000, engine: None, plain: plain::factors },
];

/// Runs the rows that are wanted.
pub fn run(wanted: &Wanted, rows: &mut Vec<Row>) {
    for bench in BENCHES {
        let by = bench.engine.map(|engine| format!(", {engine} engine by name")).unwrap_or_default();
        let what = format!("`{}` to {}{by}", bench.rule, bench.largest);
        if wanted.takes(&what) {
            rows.push(run_one(wanted, bench, what));
        }
    }
}

fn run_one(wanted: &Wanted, bench: &Bench, what: String) -> Row {
    let largest = bench.largest;
    let result =
        duel(wanted.best, || processor_time(|| ours(bench)), || processor_time(|| (bench.plain)(largest)));
    assert_eq!(result.rival_answer.len(), largest + 1);
    for (heap, value) in (0..).zip(&result.rival_answer) {
        assert_eq!(result.our_answer.value(heap), u64::from(*value), "heap {heap} of {}", bench.rule);
    }
    let what = format!("{what} ({})", result.our_answer.engine);
    let (ours, rival) = (Amount::Time(result.ours), Amount::Time(result.rival));
    Row { what, ours, against: "Rust loop", rival, goal: Goal::AtMost(3.0) }
}

/// From the text of the rule to its values.
fn ours(bench: &Bench) -> Sequence {
    let game = NamedGame::read(bench.rule).expect("the rules of the benchmarks are valid");
    let (largest, limits) = (bench.largest as u64, Limits::default());
    let found = match bench.engine {
        None => sequence(game.ruleset().expect("a rule"), largest, &limits),
        Some(engine) => by_engine(game.ruleset().expect("a rule"), engine, largest, &limits),
    };
    found.expect("the limits suffice")
}
