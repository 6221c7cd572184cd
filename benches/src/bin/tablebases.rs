//! Tablebases on files against a plain depth-first solver in memory, by processor time, wall time and memory.
//!
//! `cargo run --release -p grundy-benches --bin tablebases -- GAME POSITION [workers] [memory in MB]` solves the game both ways,
//! once, the plain solver first, and prints a line for each. Both list moves by the same keys, so that the difference is what
//! files, sorting and the second listing of moves cost. The plain solver keeps every position in one hash table and finds value
//! and remoteness by recursion on a stack of its own.

use grundy::ask::tablebase::{Plan, build};
use grundy::game::keyed::KeyMoves;
use grundy::game::sum::canonical;
use grundy::game::theory::{Notation, Theory};
use grundy::games::board::chomp::Chomp;
use grundy::games::board::cram::Cram;
use grundy::value::mex;
use grundy::{Convention, Limits, NamedGame};
use rustc_hash::FxHashMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Value and remoteness of every position, depth first.
fn depth_first<C>(keys: &dyn KeyMoves<C>, start: u64) -> (u64, u64) {
    struct Frame {
        key: u64,
        first: usize,
        next: usize,
    }
    let mut known: FxHashMap<u64, (u16, u16)> = FxHashMap::default();
    let (mut stack, mut options, mut edges) = (Vec::new(), Vec::new(), 0u64);
    let open = |key: u64, options: &mut Vec<u64>, edges: &mut u64| {
        let first = options.len();
        keys.options(key, &mut |option| options.push(option));
        options[first..].sort_unstable();
        let mut kept = first;
        for at in first..options.len() {
            if at == first || options[at] != options[kept - 1] {
                options[kept] = options[at];
                kept += 1;
            }
        }
        options.truncate(kept);
        *edges += (kept - first) as u64;
        Frame { key, first, next: first }
    };
    stack.push(open(start, &mut options, &mut edges));
    while let Some(frame) = stack.last_mut() {
        if let Some(&option) = options.get(frame.next) {
            frame.next += 1;
            if !known.contains_key(&option) {
                let frame = open(option, &mut options, &mut edges);
                stack.push(frame);
            }
            continue;
        }
        let of: Vec<(u16, u16)> = options[frame.first..].iter().map(|option| known[option]).collect();
        let value = mex(of.iter().map(|entry| u64::from(entry.0)));
        let lost = of.iter().filter(|entry| entry.0 == 0).map(|entry| entry.1).min();
        let won = of.iter().map(|entry| entry.1 + 1).max().unwrap_or(0);
        known.insert(frame.key, (value as u16, lost.map_or(won, |moves| moves + 1)));
        options.truncate(frame.first);
        stack.pop();
    }
    (known.len() as u64, edges)
}

/// Seconds of processor time of this process.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    [11, 12].iter().filter_map(|&at| fields.get(at)?.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Megabytes of memory that are no mapped files.
fn anonymous() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Runs something and says what it took: seconds of processor and wall, megabytes at most.
fn measured<T>(work: impl FnOnce() -> T) -> (T, f64, f64, u64) {
    let (done, most) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let watcher = {
        let (done, most) = (Arc::clone(&done), Arc::clone(&most));
        std::thread::spawn(move || {
            while !done.load(Relaxed) {
                most.fetch_max(anonymous(), Relaxed);
                std::thread::sleep(Duration::from_millis(20));
            }
        })
    };
    let (wall, cpu) = (Instant::now(), processor());
    let result = work();
    let (cpu, wall) = (processor() - cpu, wall.elapsed().as_secs_f64());
    done.store(true, Relaxed);
    let _ = watcher.join();
    (result, cpu, wall, most.load(Relaxed))
}

fn plain(game: &str, position: &str) -> (u64, u64) {
    match game {
        "chomp" => {
            let start = canonical(&Chomp.read(position).expect("a position"));
            let start: Vec<_> = start.into_iter().collect();
            let keys = Chomp.keyed(&start).expect("it fits");
            depth_first(&*keys, keys.key(&start).expect("it fits"))
        }
        _ => {
            let start = canonical(&Cram.read(position).expect("a position"));
            let keys = Cram.keyed(&start).expect("it fits");
            depth_first(&*keys, keys.key(&start).expect("it fits"))
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, position, more @ ..] = arguments.as_slice() else {
        eprintln!("usage: tablebases cram|chomp POSITION [workers] [memory in MB]");
        std::process::exit(2);
    };
    let number =
        |at: usize, otherwise: u64| more.get(at).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (workers, memory) = (number(0, 1) as usize, number(1, 4096) << 20);
    let directory = std::env::temp_dir().join(format!("grundy-bench-tablebase-{}", std::process::id()));
    let named = NamedGame::read(game).expect("a game");
    let plan = Plan { workers, ..Plan::new(&directory, game, Convention::Normal) };
    let limits = Limits { memory, ..Limits::default() };
    let start = named.parse(position).expect("a position");
    let (tally, cpu, wall, most) =
        measured(|| build(&named, &start, &plan, &limits, &|| false).expect("built"));
    let bytes: u64 = fs::read_dir(&directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|e| e.metadata().ok())
        .map(|d| d.len())
        .sum();
    let each = bytes as f64 / tally.positions as f64;
    println!(
        "files: {} positions, {} edges, {cpu:.1} s CPU, {wall:.1} s wall, {most} MB, {each:.2} bytes a position",
        tally.positions, tally.edges
    );
    let _ = fs::remove_dir_all(&directory);
    let ((positions, edges), other, wall, most) = measured(|| plain(game, position));
    println!("plain: {positions} positions, {edges} edges, {other:.1} s CPU, {wall:.1} s wall, {most} MB");
    assert_eq!((tally.positions, tally.edges), (positions, edges));
    println!("ratio of CPU: {:.2}", cpu / other);
}
