//! Contest problems: the largest input of the site, our command against a plain C++ solution with fast input.
//!
//! Whole processes, input from a file, output kept by neither; a first run of both keeps and compares it.

use crate::Wanted;
use crate::command::build;
use crate::cpp::{Compiler, Meter};
use crate::duel::duel;
use crate::report::{Amount, Goal, Row};
use crate::subtraction::Random;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A problem and what makes its largest input.
type Bench = (&'static str, &'static str, fn(&mut Random) -> String);

const BENCHES: [Bench; 18] = [
    ("ufpr-nim", "10^6 numbers, 100 a case", |random| rows(random, 10_000, 100, false)),
    ("ufpr-misere", "10^6 numbers, 100 a case", |random| rows(random, 10_000, 100, true)),
    ("cses-1730", "one case of 2*10^5", |random| rows(random, 1, 200_000, true)),
    ("cses-1730", "10^5 cases of 2", |random| rows(random, 100_000, 2, true)),
    ("cses-1098", "one case of 2*10^5", |random| rows(random, 1, 200_000, true)),
    ("cses-1099", "one case of 2*10^5", |random| rows(random, 1, 200_000, true)),
    ("cses-2208", "one case of 2*10^5", |random| rows(random, 1, 200_000, true)),
    ("acwing-891", "10^5 heaps", |random| rows(random, 1, 100_000, false)),
    ("acwing-892", "10^5 steps", |random| rows(random, 1, 100_000, false)),
    ("leetcode-1406", "5*10^4 stones", |random| list(random, 50_000, 2001, 1000)),
    ("leetcode-1510", "n = 10^5", |_| "100000\n".to_owned()),
    ("leetcode-1686", "10^5 stones", |random| list(random, 100_000, 100, 0) + &list(random, 100_000, 100, 0)),
    ("leetcode-1690", "1000 stones", |random| list(random, 1000, 1000, 0)),
    ("leetcode-1872", "10^5 stones", |random| list(random, 100_000, 20_001, 10_000)),
    ("codeforces-455b", "10^4 words of 10 letters", words),
    ("codeforces-603c", "10^5 heaps", |random| format!("100000 999999999\n{}\n", heaps(random, 100_000))),
    ("hackerrank-move-the-coins", "5*10^4 nodes, 10^5 questions", tree),
    ("triangular-split", "2*10^5 heaps", |random| rows(random, 1, 200_000, false)),
];

/// Runs the rows that are wanted.
pub fn run(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    let named = BENCHES.map(|(id, what, input)| (id, format!("contest {id}: {what}"), input));
    let taken: Vec<_> = named.iter().filter(|(_, name, _)| wanted.takes(name)).collect();
    if taken.is_empty() {
        return;
    }
    let Some(grundy) = build() else { return };
    let (meter, rival) = (Meter::new(compiler), compiler.compile("contest"));
    let input = compiler.directory().join("contest.in");
    let null = Path::new("/dev/null");
    for (id, name, make) in taken {
        fs::write(&input, make(&mut Random(603))).expect("the target directory can be written");
        let arguments = ["contest", id];
        let printed = |name: &str, program: &Path, arguments: &[&str]| {
            let output = compiler.directory().join(name);
            meter.run(&input, &output, program, arguments);
            fs::read(output).expect("just written")
        };
        let same = printed("ours.out", &grundy, &arguments) == printed("rival.out", &rival, &[id]);
        assert!(same, "{id}: the answers differ");
        // Processes of a few milliseconds need many rounds.
        let result = duel(
            wanted.best.max(20),
            || (meter.run(&input, null, &grundy, &arguments).wall, ()),
            || (meter.run(&input, null, &rival, &[id]).wall, ()),
        );
        rows.push(Row {
            what: name.clone(),
            ours: Amount::Time(result.ours),
            against: "C++ with fread",
            rival: Amount::Time(result.rival),
            goal: Goal::AtMost(1.2),
        });
    }
}

fn heaps(random: &mut Random, count: usize) -> String {
    let heaps: Vec<String> = (0..count).map(|_| (random.below(1_000_000_000) + 1).to_string()).collect();
    heaps.join(" ")
}

/// Cases of so many heaps to 10^9, below their number or not.
fn rows(random: &mut Random, cases: usize, each: usize, counted: bool) -> String {
    let mut text = if counted { format!("{cases}\n") } else { String::new() };
    for _ in 0..cases {
        let _ = writeln!(text, "{each}\n{}", heaps(random, each));
    }
    text
}

fn list(random: &mut Random, count: usize, below: u64, minus: i64) -> String {
    let numbers: Vec<String> = (0..count).map(|_| (random.below(below) as i64 - minus).to_string()).collect();
    format!("[{}]\n", numbers.join(","))
}

fn words(random: &mut Random) -> String {
    let mut text = "10000 999999999\n".to_owned();
    for _ in 0..10_000 {
        text.extend((0..10).map(|_| char::from(b'a' + random.below(26) as u8)).chain(['\n']));
    }
    text
}

fn tree(random: &mut Random) -> String {
    const NODES: u64 = 50_000;
    let coins: Vec<String> = (0..NODES).map(|_| random.below(21).to_string()).collect();
    let mut text = format!("{NODES}\n{}\n", coins.join(" "));
    for node in 2..=NODES {
        let _ = writeln!(text, "{} {node}", random.below(node - 1) + 1);
    }
    text.push_str("100000\n");
    for _ in 0..100_000 {
        let _ = writeln!(text, "{} {}", random.below(NODES) + 1, random.below(NODES) + 1);
    }
    text
}
