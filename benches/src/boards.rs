//! Positions that are searched: Cram and Chomp against the crate `igs`, a game through the trait against the same by hand,
//! nim-products against the crate `nimber`.
//!
//! Cram is asked region by region, 6x6 without the theorem about half turns, which says it all there, on one thread. `igs` gets the method that is its
//! fastest here. Beside the times stand the positions whose options were listed (ours) or that were visited (theirs).

use crate::Wanted;
use crate::duel::{duel, processor_time};
use crate::report::{Amount, Goal, Row};
use grundy::Failure;
use grundy::engine::search::memo::{Grundy, Memo};
use grundy::engine::search::nimber_search::NimberSearch;
use grundy::game::{Game, Part, Visit};
use grundy::games::board::bits::{Layout, Long, Narrow};
use grundy::games::board::chomp;
use grundy::games::board::squares::{Region, Regions};
use grundy::value::product::product;
use grundy::{Limits, Pulse};
use igs::game::Game as _;
use igs::solver::dedicated::{BRAspSetSolver, LVBSolver, SolverForDecomposableGame};
use igs::solver::{Solver, stats::EventStats};
use nimber::FiniteNimber;
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// Runs the rows that are wanted.
pub fn run(wanted: &Wanted, rows: &mut Vec<Row>) {
    for (height, width, value, faster, fewer) in
        [(5, 7, 1, 8.0, Some(8.0)), (5, 8, 1, 10.0, None), (6, 6, 0, 5.0, None), (4, 11, 1, 6.0, None)]
    {
        let name = format!("boards: Cram {height}x{width}");
        if wanted.takes(&name) {
            cram(wanted.best, &name, (height, width), value, (faster, fewer), rows);
        }
    }
    long_cram(wanted, rows);
    bites(wanted, rows);
    by_trait(wanted, rows);
    products(wanted, rows);
}

/// The value of a whole board, the components whose options were listed, and the bytes of the table.
fn our_cram(board: (usize, usize), limits: &Limits<'_>) -> (u64, u64, u64) {
    if board.1 <= 8 { cram_in::<Narrow>(board, limits) } else { cram_in::<Long>(board, limits) }
}

fn cram_in<L: Layout>((height, width): (usize, usize), limits: &Limits<'_>) -> (u64, u64, u64) {
    let mut search = NimberSearch::by_weight(Region::<L>::weight).with_classes(Region::class);
    search = search.with_move_ordering(Region::move_ordering);
    if height % 2 == 1 || width % 2 == 1 {
        search = search.with_theory(Region::by_half_turn);
    }
    let board = [Part { component: Region::rectangle(height, width).expect("it fits"), copies: 1 }];
    let value = search.value(&Regions::default(), &board, &mut Pulse::new(limits));
    let value = value.expect("the limits suffice");
    (value, search.expanded(), search.bytes())
}

/// The value of a whole board and the positions visited, by the better of two methods.
fn igs_cram((height, width): (usize, usize), sets: bool) -> (u64, u64) {
    let game = igs::games::cram::Cram::new(width as u8, height as u8);
    let table = HashMap::<u64, u8>::new();
    let solver = Solver::new(&game, table, (), igs::games::cram::LessMovesFirst, EventStats::default());
    let start = game.initial_position();
    if sets {
        let mut solver = BRAspSetSolver { solver };
        (solver.nimber_of_component(start).into(), solver.stats().nodes_visited())
    } else {
        let mut solver = LVBSolver { solver };
        (solver.nimber_of_component(start).into(), solver.stats().nodes_visited())
    }
}

fn cram(
    rounds: usize,
    name: &str,
    board: (usize, usize),
    value: u64,
    (faster, fewer): (f64, Option<f64>),
    rows: &mut Vec<Row>,
) {
    let limits = Limits { positions: u64::MAX, memory: 8 << 30, ..Limits::default() };
    // Which of the two methods serves a board better is seen by trying.
    let [plain, sets] = [false, true].map(|sets| processor_time(|| igs_cram(board, sets)).0);
    let found = duel(
        rounds,
        || processor_time(|| our_cram(board, &limits)),
        || processor_time(|| igs_cram(board, sets < plain)),
    );
    assert_eq!((found.our_answer.0, found.rival_answer.0), (value, value), "{name}");
    let (ours, rival) = (found.ours, found.rival.min(plain).min(sets));
    let against = if sets < plain { "igs, sets" } else { "igs, nimber search" };
    rows.push(row(name, Amount::Time(ours), against, Amount::Time(rival), Goal::AtLeast(faster)));
    let counts = [found.our_answer.1, found.rival_answer.1].map(Amount::Count);
    let goal = fewer.map_or(Goal::Faster, Goal::AtLeast);
    rows.push(row(&format!("{name}, positions"), counts[0], against, counts[1], goal));
}

/// No rival comes to an end here.
fn long_cram(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "boards: long Cram 6x7, value 5";
    if wanted.takes_slow(name) {
        let limits = Limits { positions: u64::MAX, memory: 2_000_000_000, ..Limits::default() };
        let (time, (value, expanded, bytes)) = processor_time(|| our_cram((6, 7), &limits));
        assert_eq!(value, 5);
        eprintln!("{expanded} components were listed");
        let allowed = Amount::Time(Duration::from_secs(200));
        rows.push(row(name, Amount::Time(time), "allowance", allowed, Goal::AtMost(1.0)));
        let memory = format!("{name}, table at the end");
        rows.push(row(
            &memory,
            Amount::Bytes(bytes),
            "allowance",
            Amount::Bytes(2_000_000_000),
            Goal::AtMost(1.0),
        ));
    }
}

fn bites(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "boards: Chomp 10x10, all values";
    if wanted.takes(name) {
        let limits = Limits::default();
        let ours = || {
            let table = chomp::RankTable::new(10, 10, &mut Pulse::new(&limits)).expect("it is small");
            table.value(&[10; 10]).expect("it is in the box")
        };
        let rival = || {
            let game = igs::games::chomp::Chomp::new(10, 10);
            let mut solver = igs::game::SimpleGame::solver_with_stats(&game, ());
            u64::from(solver.nimber(game.initial_position()))
        };
        let found = duel(wanted.best, || processor_time(ours), || processor_time(rival));
        assert_eq!(found.our_answer, found.rival_answer, "{name}");
        let (ours, rival) = (Amount::Time(found.ours), Amount::Time(found.rival));
        rows.push(row(name, ours, "igs, by definition", rival, Goal::AtLeast(10.0)));
    }
}

/// The sides of the board that both play by the same plain algorithm.
const PLAIN: (u32, u32) = (4, 5);

/// Squares that have one to the right of them.
const NOT_LAST: u64 = {
    let (mut squares, mut row) = (0, 0);
    while row < PLAIN.0 {
        squares |= ((1 << (PLAIN.1 - 1)) - 1) << (row * PLAIN.1);
        row += 1;
    }
    squares
};

/// The dominoes on free squares: places of their first squares, and the way to the second.
fn dominoes(free: u64) -> [(u64, u32); 2] {
    [(free & NOT_LAST & free >> 1, 1), (free & free >> PLAIN.1, PLAIN.1)]
}

/// Cram on whole boards of bits, without parts and without symmetry.
struct Dominoes;

impl Game for Dominoes {
    type Component = u64;

    fn options(
        &self,
        &free: &u64,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, u64>,
    ) -> Result<ControlFlow<()>, Failure> {
        for (mut places, step) in dominoes(free) {
            while places != 0 {
                pulse.beat()?;
                let domino = (places & places.wrapping_neg()) * (1 | 1 << step);
                places &= places - 1;
                if visit(&[Part { component: free ^ domino, copies: 1 }]).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The plain search for these boards alone: the algorithm of [`Memo`] with everything known ahead.
fn by_hand(board: u64, known: &mut FxHashMap<u64, u64>) -> u64 {
    let (mut stack, mut missing) = (vec![board], Vec::new());
    while let Some(&free) = stack.last() {
        if known.contains_key(&free) {
            stack.pop();
            continue;
        }
        let mut seen = 0u64;
        missing.clear();
        'options: for (mut places, step) in dominoes(free) {
            while places != 0 {
                let domino = (places & places.wrapping_neg()) * (1 | 1 << step);
                places &= places - 1;
                match known.get(&(free ^ domino)) {
                    Some(value) => seen |= 1 << value,
                    None => missing.push(free ^ domino),
                }
                if missing.len() >= 8 {
                    break 'options;
                }
            }
        }
        if missing.is_empty() {
            stack.pop();
            known.insert(free, seen.trailing_ones().into());
        } else {
            stack.append(&mut missing);
        }
    }
    known[&board]
}

/// The same by recursion, which a deep game would not survive.
fn by_recursion(free: u64, known: &mut FxHashMap<u64, u64>) -> u64 {
    if let Some(&value) = known.get(&free) {
        return value;
    }
    let mut seen = 0u64;
    for (mut places, step) in dominoes(free) {
        while places != 0 {
            let domino = (places & places.wrapping_neg()) * (1 | 1 << step);
            places &= places - 1;
            seen |= 1 << by_recursion(free ^ domino, known);
        }
    }
    let value = u64::from(seen.trailing_ones());
    known.insert(free, value);
    value
}

/// A search of a board that keeps what it knows.
type Plain = fn(u64, &mut FxHashMap<u64, u64>) -> u64;

fn by_trait(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "boards: Cram 4x5 as a trait, every position";
    if !wanted.takes(name) {
        return;
    }
    let (limits, board) = (Limits::default(), (1 << (PLAIN.0 * PLAIN.1)) - 1);
    let ours = || {
        let (mut memo, pulse) = (Memo::default(), &mut Pulse::new(&limits));
        let value = memo.solve(&Dominoes, &board, &mut Grundy::default(), pulse).expect("it is small");
        (value, memo.len())
    };
    let rivals: [(&'static str, Plain, Goal); 2] =
        [("by hand", by_hand, Goal::AtMost(1.3)), ("recursion by hand", by_recursion, Goal::Report)];
    for (against, rival, goal) in rivals {
        let rival = || {
            let mut known = FxHashMap::default();
            (rival(board, &mut known), known.len())
        };
        let found = duel(wanted.best, || processor_time(ours), || processor_time(rival));
        assert_eq!(found.our_answer, found.rival_answer, "{name}");
        let (ours, rival) = (Amount::Time(found.ours), Amount::Time(found.rival));
        rows.push(row(name, ours, against, rival, goal));
    }
}

fn products(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "boards: nim-products of 64 bits";
    if wanted.takes(name) {
        let numbers = |count: u64| (1..=count).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63);
        let (many, few) = (1_000_000u64, 100u64);
        let ours = |count: u64| {
            numbers(count).zip(numbers(count + 1).skip(1)).fold(0, |sum, (a, b)| sum ^ product(a, b))
        };
        let rival = || {
            let pairs = numbers(few).zip(numbers(few + 1).skip(1));
            pairs.fold(0, |sum, (a, b)| {
                let product = &FiniteNimber::from(a) * &FiniteNimber::from(b);
                sum ^ product.as_slice().first().copied().unwrap_or(0)
            })
        };
        let found = duel(wanted.best, || processor_time(|| ours(many)), || processor_time(rival));
        assert_eq!(ours(few), found.rival_answer, "{name}");
        let ours = Amount::Rate(many as f64 / found.ours.as_secs_f64());
        let rival = Amount::Rate(few as f64 / found.rival.as_secs_f64());
        rows.push(row(name, ours, "nimber", rival, Goal::AtLeast(1000.0)));
    }
}

fn row(what: &str, ours: Amount, against: &'static str, rival: Amount, goal: Goal) -> Row {
    Row { what: what.to_owned(), ours, against, rival, goal }
}
