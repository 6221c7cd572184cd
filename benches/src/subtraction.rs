//! Subtraction sets against a plain C++ loop.
//!
//! The library proves a period when it can and then answers for every heap without a table; so that nobody compares a
//! formula with ten million values, one row also asks for each of the values.

use crate::Wanted;
use crate::cpp::{Compiler, numbers};
use crate::duel::{duel, wall_time};
use crate::report::{Amount, Goal, Row};
use grundy::Limits;
use grundy::NamedGame;
use grundy::engine::heap::{Sequence, sequence};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LARGEST: u64 = 10_000_000;

/// Runs the rows that are wanted.
pub fn run(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    for (name, set) in [
        ("take {1,3,4}", vec![1, 3, 4]),
        ("take 20 random numbers below 1000", random_set(20_261_115)),
        ("take 20 others, no period so far", random_set(4)),
    ] {
        if wanted.takes(&format!("{name} to {LARGEST}")) {
            rows.extend(run_one(wanted, compiler, name, &set));
        }
    }
}

fn run_one(wanted: &Wanted, compiler: &Compiler, name: &str, set: &[u64]) -> [Row; 2] {
    let program = compiler.compile("subtraction");
    let rival = || cpp(&program, set);
    let text: Vec<String> = set.iter().map(u64::to_string).collect();
    let rule = format!("take{{{}}}", text.join(","));
    let known = duel(wanted.best, || wall_time(|| values(&rule)), rival);
    let read = duel(wanted.best, || wall_time(|| table(&values(&rule))), rival);
    assert_eq!(checksum(&read.our_answer), read.rival_answer, "{rule}");
    let engine = &known.our_answer;
    let proved = if engine.period().is_some() { ", period proved" } else { "" };
    let row = |how: &str, ours: Duration, rival: Duration| Row {
        what: format!("{name} to {LARGEST}, {how} ({}{proved})", engine.engine),
        ours: Amount::Time(ours),
        against: "C++ loop",
        rival: Amount::Time(rival),
        goal: Goal::AtLeast(5.0),
    };
    [row("known", known.ours, known.rival), row("each value read into a table", read.ours, read.rival)]
}

fn values(rule: &str) -> Sequence {
    let game = NamedGame::read(rule).expect("a set is a game");
    sequence(game.ruleset().expect("a rule"), LARGEST, &Limits::default()).expect("the limits suffice")
}

fn table(values: &Sequence) -> Vec<u32> {
    values.to_list(0, LARGEST + 1).expect("values below 2^32")
}

/// As in `cpp/subtraction.cpp`.
fn checksum(values: &[u32]) -> u64 {
    values.iter().fold(0, |sum: u64, value| sum.wrapping_mul(1_000_003).wrapping_add(u64::from(*value)))
}

/// The time that the C++ loop took by its own clock, and its checksum.
fn cpp(program: &Path, set: &[u64]) -> (Duration, u64) {
    let output = Command::new(program).arg(LARGEST.to_string()).args(set.iter().map(u64::to_string)).output();
    let numbers = numbers(&output.expect("the program was just compiled").stdout);
    let [time, checksum] = numbers[..] else { panic!("the program prints two numbers") };
    (Duration::from_nanos(time), checksum)
}

/// Twenty different numbers from 1 to 999, the same for the same seed.
fn random_set(seed: u64) -> Vec<u64> {
    let mut random = Random(seed);
    let mut set = std::collections::BTreeSet::new();
    while set.len() < 20 {
        set.insert(1 + random.below(999));
    }
    set.into_iter().collect()
}

/// SplitMix64 (Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`; the bias of the remainder does not matter here.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}
