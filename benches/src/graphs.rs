//! Random acyclic graphs against a plain C++ program with vectors and a queue.
//!
//! A uniform random digraph would be nearly all draws and measure nothing; here every vertex is reached. Both sides make
//! the same edges from the same seed. Rows of 10^7 vertices run only when a filter names them.

use crate::Wanted;
use crate::cpp::{Compiler, numbers};
use crate::duel::{processor_time, wall_time};
use crate::report::{Amount, Goal, Row};
use crate::subtraction::Random;
use grundy::Convention;
use grundy::Limits;
use grundy::engine::graph::csr::{Edge, Graph, Rows, counts};
use grundy::engine::graph::retrograde::{Outcomes, by_counting};
use grundy::engine::graph::values::grundy_values;
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
    let rate = |what: &str, time: Duration, least: f64| Row {
        what: format!("{name}, retrograde analysis, {what}"),
        ours: Amount::Rate(5.0 * vertices as f64 / time.as_secs_f64()),
        against: "allowance",
        rival: Amount::Rate(least),
        goal: Goal::AtMost(1.0),
    };
    let mut rows = vec![
        row("reverse rows from a list of edges", ours.rows, rival.build, Goal::AtLeast(8.0)),
        row("retrograde analysis", ours.retrograde, rival.retrograde, Goal::AtLeast(4.0)),
        row(
            "edges to outcomes",
            ours.rows + ours.retrograde,
            rival.build + rival.retrograde,
            Goal::AtLeast(6.0),
        ),
        row_against("one thread", "retrograde analysis, two threads", both.wall, ours.wall, Goal::Faster),
        row("Grundy values, unknown order", ours.grundy, rival.grundy, Goal::AtLeast(6.0)),
        row("Grundy values, in order", ordered.grundy, in_order.grundy, Goal::AtLeast(8.0)),
        row_against(
            "C++ with std::set",
            "Grundy values, in order",
            ordered.grundy,
            in_order.sets,
            Goal::AtLeast(30.0),
        ),
        rate("edges a second", ours.retrograde, 60e6),
    ];
    // Smaller graphs stay with one thread.
    if vertices > 1 << 22 {
        rows.push(rate("edges a second on two threads", both.wall, 1.7 * 60e6));
    }
    // On small graphs, large pages that are not full would be most of it.
    if let (10_000_000.., Some(peak)) = (vertices, ours.peak) {
        rows.push(Row {
            what: format!("{name}, retrograde analysis, peak memory with the rows"),
            ours: Amount::Bytes(peak),
            against: "allowance",
            rival: Amount::Bytes(30 * vertices),
            goal: Goal::AtMost(1.0),
        });
    }
    rows
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
    /// The retrograde analysis by the clock on the wall.
    wall: Duration,
    grundy: Duration,
    outcomes: u64,
    values: u64,
    /// The most memory that rows and retrograde analysis took together after the rows were made, where the system tells.
    peak: Option<u64>,
}

fn measure(vertices: u64, edges: &[Edge], rounds: usize, threads: usize) -> Measured {
    let limits = Limits { threads, memory: 16 << 30, ..Limits::default() };
    let count = vertices as usize;
    let mut out = Measured {
        rows: Duration::MAX,
        retrograde: Duration::MAX,
        wall: Duration::MAX,
        grundy: Duration::MAX,
        outcomes: 0,
        values: 0,
        peak: None,
    };
    let graph = Graph::new(count, edges.to_vec(), &limits).expect("enough memory");
    for _ in 0..rounds {
        let before = memory("VmRSS");
        let (time, (backward, options)) = timed(vertices, || reverse(count, edges, &limits));
        out.rows = out.rows.min(time);
        forget_peak();
        let (wall, (time, found)) = wall_time(|| {
            timed(vertices, || {
                by_counting(&backward, options, Convention::Normal, &limits).expect("enough memory")
            })
        });
        let peak = memory("VmHWM").zip(before).map(|(peak, before)| peak.saturating_sub(before));
        // Later rounds use memory again that was not given back.
        out.peak = out.peak.max(peak);
        (out.retrograde, out.wall) = (out.retrograde.min(time), out.wall.min(wall));
        out.outcomes = checksum(levels(&found, vertices));
        drop(backward);
        let (time, values) = timed(vertices, || grundy_values(&graph, &limits).expect("no cycle"));
        out.grundy = out.grundy.min(time);
        out.values = checksum(values.into_iter().map(u64::from));
    }
    out
}

/// What Linux says about the memory of this process.
fn memory(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// Lets the peak begin anew.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Processor time, which others on the machine hardly change; small graphs are over too soon for it.
fn timed<T>(vertices: u64, work: impl FnOnce() -> T) -> (Duration, T) {
    if vertices < 10_000 { wall_time(work) } else { processor_time(work) }
}

/// Reverse rows and the numbers of options.
fn reverse(vertices: usize, edges: &[Edge], limits: &Limits<'_>) -> (Rows, Vec<u32>) {
    let options = counts(vertices, edges.iter().copied());
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
    /// Values in order with a std::set for each mex.
    sets: Duration,
    sums: [u64; 2],
}

fn cpp(program: &Path, vertices: u64, shuffled: bool, rounds: usize) -> Rival {
    let arguments =
        [vertices, 5 * vertices, u64::from(shuffled), rounds as u64].map(|number| number.to_string());
    let output = Command::new(program).args(arguments).output().expect("the program was just compiled");
    let [build, retrograde, grundy, sets, first, second] = numbers(&output.stdout)[..] else {
        panic!("the program prints six numbers")
    };
    let [build, retrograde, grundy, sets] = [build, retrograde, grundy, sets].map(Duration::from_nanos);
    Rival { build, retrograde, grundy, sets, sums: [first, second] }
}
