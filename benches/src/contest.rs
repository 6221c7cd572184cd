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

/// Problems on texts and trees, answered by `cpp/strings.cpp`, and how many times its time is allowed.
const STRINGS: [(Bench, f64); 15] = [
    (
        ("cses-1753", "10^6 letters, pattern of 20", |random| {
            format!("{}\n{}\n", text(random, 1_000_000, 2), text(random, 20, 2))
        }),
        1.2,
    ),
    (
        ("cses-1753", "a^500000 in a^1000000", |_| {
            format!("{}\n{}\n", "a".repeat(1_000_000), "a".repeat(500_000))
        }),
        1.2,
    ),
    (("cses-2105", "10^5 random letters", |random| text(random, 100_000, 26) + "\n"), 1.5),
    (("cses-1733", "10^6 letters of period 3", |_| "aab".repeat(333_333) + "a\n"), 1.2),
    (("cses-1110", "10^6 letters a and b", |random| text(random, 1_000_000, 2) + "\n"), 1.2),
    (("cses-2420", "2*10^5 letters and queries", queries), 1.2),
    (("cses-1111", "10^6 letters a and b", |random| text(random, 1_000_000, 2) + "\n"), 1.2),
    (("library-checker-zalgorithm", "5*10^5 letters a and b", |random| text(random, 500_000, 2) + "\n"), 1.2),
    (("library-checker-zalgorithm", "5*10^5 letters a", |_| "a".repeat(500_000) + "\n"), 1.2),
    (
        ("library-checker-suffixarray", "5*10^5 random letters", |random| text(random, 500_000, 26) + "\n"),
        1.5,
    ),
    (
        ("library-checker-suffixarray", "5*10^5 letters a and b", |random| text(random, 500_000, 2) + "\n"),
        1.5,
    ),
    (("library-checker-suffixarray", "5*10^5 letters of period 2", |_| "ab".repeat(250_000) + "\n"), 1.5),
    (
        ("library-checker-enumerate_palindromes", "5*10^5 letters a and b", |random| {
            text(random, 500_000, 2) + "\n"
        }),
        1.2,
    ),
    (
        ("library-checker-rooted_tree_isomorphism_classification", "random tree of 5*10^5", |random| {
            parents(random, 500_000)
        }),
        1.2,
    ),
    (("library-checker-rooted_tree_isomorphism_classification", "path of 5*10^5", |_| path(500_000)), 1.2),
];

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
    let games = BENCHES.map(|bench| (bench, 1.2)).map(|bench| (bench, "contest"));
    let named = games.into_iter().chain(STRINGS.map(|bench| (bench, "strings")));
    let named = named.map(|(((id, what, input), allowed), rival)| {
        (id, format!("contest {id}: {what}"), input, allowed, rival)
    });
    let taken: Vec<_> = named.filter(|(_, name, ..)| wanted.takes(name)).collect();
    if taken.is_empty() {
        return;
    }
    let Some(grundy) = build() else { return };
    let meter = Meter::new(compiler);
    let programs = ["contest", "strings"].map(|name| (name, compiler.compile(name)));
    let input = compiler.directory().join("contest.in");
    let null = Path::new("/dev/null");
    for (id, name, make, allowed, rival) in &taken {
        let rival = &programs.iter().find(|(name, _)| name == rival).expect("one of the two").1;
        fs::write(&input, make(&mut Random(603))).expect("the target directory can be written");
        let arguments = ["contest", id];
        let printed = |name: &str, program: &Path, arguments: &[&str]| {
            let output = compiler.directory().join(name);
            meter.run(&input, &output, program, arguments);
            fs::read(output).expect("just written")
        };
        let same = printed("ours.out", &grundy, &arguments) == printed("rival.out", rival, &[id]);
        assert!(same, "{id}: the answers differ");
        // Processes of a few milliseconds need many rounds.
        let result = duel(
            wanted.best.max(20),
            || (meter.run(&input, null, &grundy, &arguments).wall, ()),
            || (meter.run(&input, null, rival, &[id]).wall, ()),
        );
        rows.push(Row {
            what: name.clone(),
            ours: Amount::Time(result.ours),
            against: "C++ with fread",
            rival: Amount::Time(result.rival),
            goal: Goal::AtMost(*allowed),
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

/// Random letters, so many of them to choose from.
fn text(random: &mut Random, length: usize, letters: u64) -> String {
    (0..length).map(|_| char::from(b'a' + random.below(letters) as u8)).collect()
}

fn queries(random: &mut Random) -> String {
    const SIZE: usize = 200_000;
    // Many palindromes, so that both answers occur.
    let mut text = format!("{SIZE} {SIZE}\n{}\n", "a".repeat(SIZE));
    for _ in 0..SIZE {
        let mut place = || random.below(SIZE as u64) + 1;
        let (one, other) = (place(), place());
        let _ = match random.below(2) {
            0 => writeln!(text, "1 {one} {}", ["a", "b"][usize::from(random.below(10) == 0)]),
            _ => writeln!(text, "2 {} {}", one.min(other), one.max(other)),
        };
    }
    text
}

fn parents(random: &mut Random, count: u64) -> String {
    let parents: Vec<String> = (1..count).map(|vertex| random.below(vertex).to_string()).collect();
    format!("{count}\n{}\n", parents.join(" "))
}

fn path(count: u64) -> String {
    let parents: Vec<String> = (0..count - 1).map(|vertex| vertex.to_string()).collect();
    format!("{count}\n{}\n", parents.join(" "))
}
