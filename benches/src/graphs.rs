//! Random acyclic graphs against a plain C++ program with vectors and a queue.
//!
//! A uniform random digraph would be nearly all draws and measure nothing; here every vertex is reached. Both sides make
//! the same edges from the same seed. Rows of 10^7 vertices run only when a filter names them.

use crate::Wanted;
use crate::cpp::{Compiler, numbers};
use crate::duel::wall_time;
use crate::report::{Amount, Goal, Row};
use crate::subtraction::Random;
use grundy::Convention;
use grundy::graph::csr::{Edge, Graph, Rows};
use grundy::graph::retrograde::{Outcomes, by_counting};
use grundy::graph::values::grundy_values;
use grundy::limits::Limits;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Runs the rows that are wanted.
pub fn run(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    let mut program = None;
    for (size, vertices, is_slow) in
        [("10^3", 1000, false), ("10^6", 1_000_000, false), ("10^7", 10_000_000, true)]
    {
        let name = format!("graphs: {size} vertices");
        if if is_slow { wanted.takes_slow(&name) } else { wanted.takes(&name) } {
            let program = program.get_or_insert_with(|| compiler.compile("graphs"));
            rows.extend(run_one(wanted, program, &name, vertices));
        }
    }
}

fn run_one(wanted: &Wanted, program: &Path, name: &str, vertices: u64) -> Vec<Row> {
    // Small graphs are over too soon for a clock: many rounds, the best of each.
    let rounds = if vertices < 10_000 { 1000 } else { wanted.best.min(3) };
    let edges = edges(vertices, true);
    let rival = cpp(program, vertices, true, rounds);
    let ours = measure(vertices, &edges, rounds, 1);
    let both = measure(vertices, &edges, rounds, 2);
    drop(edges);
    assert_eq!([ours.outcomes, ours.values], rival.sums, "{name}");
    assert_eq!(ours.outcomes, both.outcomes, "threads change nothing");
    let in_order = cpp(program, vertices, false, rounds);
    let ordered = measure(vertices, &self::edges(vertices, false), rounds, 1);
    assert_eq!(ordered.values, in_order.sums[1], "{name}");
    let row_against = |against, what: &str, ours: Duration, rival: Duration, goal| Row {
        what: format!("{name}, {what}"),
        ours: Amount::Time(ours),
        against,
        rival: Amount::Time(rival),
        goal,
    };
    let row = |what: &str, ours, rival, goal| row_against("C++ vectors and queue", what, ours, rival, goal);
    if vertices < 10_000 {
        let (own, other) = (ours.rows + ours.retrograde, rival.build + rival.retrograde);
        return vec![
            row("edges to outcomes", own, other, Goal::AtLeast(1.0)),
            row("Grundy values", ours.grundy, rival.grundy, Goal::AtLeast(1.0)),
        ];
    }
    vec![
        row("reverse rows from a list of edges", ours.rows, rival.build, Goal::AtLeast(8.0)),
        row("retrograde analysis", ours.retrograde, rival.retrograde, Goal::AtLeast(4.0)),
        row(
            "edges to outcomes",
            ours.rows + ours.retrograde,
            rival.build + rival.retrograde,
            Goal::AtLeast(6.0),
        ),
        row_against(
            "one thread",
            "retrograde analysis, two threads",
            both.retrograde,
            ours.retrograde,
            Goal::AtLeast(1.7),
        ),
        row("Grundy values, unknown order", ours.grundy, rival.grundy, Goal::AtLeast(6.0)),
        row("Grundy values, in order", ordered.grundy, in_order.grundy, Goal::AtLeast(8.0)),
    ]
}

/// The same edges as in `cpp/graphs.cpp`: from larger to smaller numbers, under shuffled names or their own.
fn edges(vertices: u64, shuffled: bool) -> Vec<Edge> {
    let mut random = Random(20_261_116);
    let mut names: Vec<u32> = (0..vertices as u32).collect();
    for index in (1..names.len()).rev().filter(|_| shuffled) {
        names.swap(index, random.below(index as u64 + 1) as usize);
    }
    let edge = |_| {
        let from = 1 + random.below(vertices - 1);
        let to = random.below(from);
        Edge { from: names[from as usize], to: names[to as usize] }
    };
    (0..5 * vertices).map(edge).collect()
}

/// The best time of each part, and checksums.
struct Measured {
    rows: Duration,
    retrograde: Duration,
    grundy: Duration,
    outcomes: u64,
    values: u64,
}

fn measure(vertices: u64, edges: &[Edge], rounds: usize, threads: usize) -> Measured {
    let limits = Limits { threads, memory: 16 << 30, ..Limits::default() };
    let count = vertices as usize;
    let mut out = Measured {
        rows: Duration::MAX,
        retrograde: Duration::MAX,
        grundy: Duration::MAX,
        outcomes: 0,
        values: 0,
    };
    let graph = Graph::new(count, edges.to_vec(), &limits).expect("enough memory");
    for _ in 0..rounds {
        let (time, (backward, options)) = wall_time(|| reverse(count, edges, &limits));
        out.rows = out.rows.min(time);
        let (time, found) = wall_time(|| {
            by_counting(&backward, options, Convention::Normal, &limits).expect("enough memory")
        });
        out.retrograde = out.retrograde.min(time);
        out.outcomes = checksum(levels(&found, vertices));
        drop(backward);
        let (time, values) = wall_time(|| grundy_values(&graph, &limits).expect("no cycle"));
        out.grundy = out.grundy.min(time);
        out.values = checksum(values.into_iter().map(u64::from));
    }
    out
}

/// Reverse rows and the numbers of options.
fn reverse(vertices: usize, edges: &[Edge], limits: &Limits<'_>) -> (Rows, Vec<u32>) {
    let mut options = vec![0; vertices];
    edges.iter().for_each(|edge| options[edge.from as usize] += 1);
    let backward = Rows::new(vertices, edges.iter().map(|edge| edge.reversed()), limits);
    (backward.expect("enough memory"), options)
}

fn levels(found: &Outcomes, vertices: u64) -> impl Iterator<Item = u64> {
    (0..vertices as u32).map(|vertex| found.remoteness(vertex).map_or(0, |level| u64::from(level) + 1))
}

fn checksum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |sum: u64, number| sum.wrapping_mul(1_000_003).wrapping_add(number))
}

/// What the C++ program took, by its own clock, and its checksums.
struct Rival {
    build: Duration,
    retrograde: Duration,
    grundy: Duration,
    sums: [u64; 2],
}

fn cpp(program: &Path, vertices: u64, shuffled: bool, rounds: usize) -> Rival {
    let arguments =
        [vertices, 5 * vertices, u64::from(shuffled), rounds as u64].map(|number| number.to_string());
    let output = Command::new(program).args(arguments).output().expect("the program was just compiled");
    let [build, retrograde, grundy, first, second] = numbers(&output.stdout)[..] else {
        panic!("the program prints five numbers")
    };
    let [build, retrograde, grundy] = [build, retrograde, grundy].map(Duration::from_nanos);
    Rival { build, retrograde, grundy, sums: [first, second] }
}
