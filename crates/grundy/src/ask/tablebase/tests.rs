//! Tablebases against plain sweeps, each other, stops and damage.

use super::words::{live, text};
use super::*;
use crate::ask::asked::{Asks, Refusal, put};
use crate::base::error::InputError;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::tablebase::store::Tally;
use crate::game::notation::Notation;
use crate::game::position::Position;
use crate::game::sum::{Sum, canonical};
use crate::game::theory::Theory;
use crate::game::{Convention, Game, Part, Visit, distinct_options};
use crate::value::mex;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Games of every kind: rules, native games with and without tiers, keys, ranks and texts, some with draws.
const STARTS: [(&str, &str); 20] = [
    ("nim", "3 4 5"),
    ("take{1,3}", "0 6 7"),
    ("kayles", "7 4 2"),
    ("n -> d of n/d where d | n, 1 < d ; n -> n - 1", "12 3"),
    ("n -> n - 1, n - 1, n - 1", "4 2"),
    ("wythoff", "4,5"),
    ("euclid", "(7,5) (3,2)"),
    ("slow-nim:k=2", "2 3 2"),
    ("moore:k=2", "3 3 2"),
    ("welter", "1 4 6"),
    ("strip", "2 5 6"),
    ("nim-with-bank:bank=2", "2 2"),
    ("poker-nim:mine=1,theirs=1,recycle=true", "1 2"),
    ("node-kayles", "a-b b-c c-d d-a d-e"),
    ("palindromes", "abba aab"),
    ("cram", "3x4"),
    ("cram", "..#/... 2x2"),
    ("chomp", "4x5"),
    ("notakto", "3x3"),
    ("treblecross", "7"),
];

fn named(game: &str) -> NamedGame {
    NamedGame::read(game).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// A directory of its own.
fn directory() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = format!("grundy-tablebase-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
    std::env::temp_dir().join(name)
}

/// What a plain sweep over all positions, again and again, finds: text to outcome, remoteness and value.
type Plain = BTreeMap<String, (Option<u32>, Option<u64>)>;

struct Sweep(Convention);

impl Asks for Sweep {
    type Answer = (Plain, usize);

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        let limits = Limits::default();
        let mut pulse = Pulse::new(&limits);
        let fold = |list: Vec<G::Component>| {
            let all: Vec<_> = list.iter().map(|one| game.representative(one)).collect();
            canonical(&live(game, all))
        };
        let spell = |sum: &Sum<G::Component>| {
            sum.iter().flat_map(|part| vec![part.component.clone(); part.copies as usize]).collect::<Vec<_>>()
        };
        let mut moves: BTreeMap<Sum<G::Component>, BTreeSet<Sum<G::Component>>> = BTreeMap::new();
        let mut todo = vec![fold(components.to_vec())];
        while let Some(position) = todo.pop() {
            if moves.contains_key(&position) {
                continue;
            }
            let list = spell(&position);
            let mut options = BTreeSet::new();
            for at in 0..list.len() {
                for parts in distinct_options(game, &list[at], &mut pulse)? {
                    let mut after = list.clone();
                    after.remove(at);
                    after.extend(spell(&parts));
                    options.insert(fold(after));
                }
            }
            todo.extend(options.iter().cloned());
            moves.insert(position, options);
        }
        let edges = moves.values().map(BTreeSet::len).sum();
        // Levels 0, 1, 2, ...: what is decided by those before.
        let mut levels: BTreeMap<&Sum<G::Component>, u32> = BTreeMap::new();
        for level in 0..=moves.len() as u32 {
            let loses = |level: u32| level.is_multiple_of(2) == (self.0 == Convention::Normal);
            let mut new = Vec::new();
            for (position, options) in moves.iter().filter(|(position, _)| !levels.contains_key(position)) {
                let known: Vec<Option<&u32>> = options.iter().map(|option| levels.get(option)).collect();
                let wins = known.iter().flatten().any(|&&found| loses(found) && found + 1 == level);
                let all_win = known.iter().all(|found| found.is_some_and(|&found| !loses(found)));
                let ends = options.is_empty() && level == 0;
                let last = known.iter().flatten().map(|&&found| found + 1).max() == Some(level);
                if ends || wins || all_win && !options.is_empty() && last {
                    new.push(position);
                }
            }
            levels.extend(new.into_iter().map(|position| (position, level)));
        }
        let mut values: BTreeMap<&Sum<G::Component>, u64> = BTreeMap::new();
        loop {
            let ready: Vec<_> = moves
                .iter()
                .filter(|(position, options)| {
                    !values.contains_key(position) && options.iter().all(|option| values.contains_key(option))
                })
                .map(|(position, options)| (position, mex(options.iter().map(|option| values[option]))))
                .collect();
            if ready.is_empty() {
                break;
            }
            values.extend(ready);
        }
        let row = |position: &Sum<G::Component>| {
            let value = values.get(position).copied().filter(|_| self.0 == Convention::Normal);
            let name = text(game, position).map_err(Failure::from)?;
            Ok((name, (levels.get(position).copied(), value)))
        };
        let rows: Result<Plain, Failure> = moves.keys().map(row).collect();
        Ok((rows?, edges))
    }
}

fn build_with(
    game: &NamedGame,
    position: &Position,
    convention: Convention,
    workers: usize,
    memory: u64,
) -> (PathBuf, Tally) {
    let directory = directory();
    let plan = Plan { workers, ..Plan::new(&directory, &game.name, convention) };
    let limits = Limits { memory, ..Limits::default() };
    let due = AtomicU64::new(0);
    // Every third tier is committed.
    let is_due = || due.fetch_add(1, Relaxed) % 3 == 2;
    let tally = build(game, position, &plan, &limits, &is_due);
    (directory, tally.unwrap_or_else(|error| panic!("{}: {error}", game.name)))
}

#[test]
fn every_position_is_what_plain_sweeps_find_and_digests_agree() {
    for (name, start) in STARTS {
        for convention in [Convention::Normal, Convention::Misere] {
            let game = named(name);
            let position = game.parse(start).expect("a position");
            let (plain, edges) = put(Sweep(convention), &game, &position).expect("small");
            let (directory, tally) = build_with(&game, &position, convention, 1, 1 << 30);
            let about = format!("{name} {start} {convention}");
            assert_eq!((tally.positions, tally.edges), (plain.len() as u64, edges as u64), "{about}");
            let draws = plain.values().filter(|row| row.0.is_none()).count() as u64;
            assert_eq!(tally.draws, draws, "{about}");
            let highest = plain.values().filter_map(|row| row.1).max();
            assert_eq!(tally.max_grundy.map(u64::from), highest, "{about}");
            let tablebase = Tablebase::open(&directory).expect("complete");
            let limits = Limits { moves: 0, ..Limits::default() };
            for (text, &(remoteness, value)) in &plain {
                let position = game.parse(text).expect("written by us");
                let found = tablebase.look_up(&game, &position, &limits);
                let found = found.unwrap_or_else(|error| panic!("{about}: {text}: {error}"));
                let grundy = found.grundy.map(|value| value.to_string());
                let wanted = (remoteness, value.map(|value| value.to_string()));
                assert_eq!((found.remoteness, grundy), wanted, "{about}: {text}");
            }
            let verified = tablebase.verify(&game, None, &limits).expect("readable");
            assert_eq!(verified, (tally.positions, None), "{about}");
            std::fs::remove_dir_all(directory).expect("removed");
            let (found, counts) = report(&game, &position, convention, &limits).expect("small");
            assert_eq!((counts.positions, counts.moves), (tally.positions, tally.edges), "{about}");
            assert_eq!((&counts.levels, counts.draws), (&tally.levels, tally.draws), "{about}");
            assert_eq!(
                Some(found.remoteness),
                plain.get(&put(Represented, &game, &position).expect("a text")).map(|row| row.0),
                "{about}"
            );
            for (workers, memory) in [(1, 1 << 12), (2, 1 << 30), (3, 1 << 13)] {
                let (directory, other) = build_with(&game, &position, convention, workers, memory);
                assert_eq!(other, tally, "{about}: {workers} workers, {memory} bytes");
                std::fs::remove_dir_all(directory).expect("removed");
            }
        }
    }
}

/// The text of a position made of representatives.
struct Represented;

impl Asks for Represented {
    type Answer = String;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<String, Refusal> {
        let all = components.iter().map(|one| game.representative(one)).collect();
        Ok(text(game, &canonical(&live(game, all))).map_err(Failure::from)?)
    }
}

#[test]
fn positions_are_found_in_every_spelling_and_counted_once() {
    let limits = Limits::default();
    for (name, start, positions, asked) in [
        // Partitions inside a box, those with rows and columns exchanged once.
        ("chomp", "3x3", 13, &["3,2", "3,2,0", "2,2,1", "1,1,1,0,0"][..]),
        ("moore:k=2", "2 1 2", 9, &["2 2 1", "1 2 2", "0 2 0", "2"]),
        ("slow-nim:k=2", "2 1 1", 7, &["1 2 1", "1 1"]),
        // Two heaps of at most 2: nine pairs in order, six of them sorted.
        ("nim-with-bank:bank=0", "2 0 2", 6, &["2 2", "2 1", "0 1 0 2", "0"]),
        ("poker-nim:mine=0,theirs=0,recycle=false", "2 2", 6, &["1 2", "2 1", "2"]),
        ("wythoff", "4,2", 12, &["2,4", "4,2", "1,3", "3,1"]),
        ("fibonacci-nim", "5,4", 13, &["5,4", "4,2", "2,6"]),
        // The star, and three lone vertices or fewer.
        ("node-kayles", "d-x c-x b-x a-x", 5, &["path:1 path:1", "path:1"]),
        ("arc-kayles", "grid:4x4", 1891, &["grid:4x4"]),
        ("arc-kayles", "grid:2x10", 5671, &["grid:2x10", "path:3"]),
    ] {
        let game = named(name);
        let position = game.parse(start).expect("a position");
        let (_, counts) = report(&game, &position, Convention::Normal, &limits).expect("small");
        let (directory, tally) = build_with(&game, &position, Convention::Normal, 1, 1 << 30);
        assert_eq!((counts.positions, tally.positions), (positions, positions), "{name} {start}");
        let tablebase = Tablebase::open(&directory).expect("complete");
        for text in asked {
            let position = game.parse(text).expect("a position");
            let found = tablebase.look_up(&game, &position, &limits);
            let found = found.unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            let solved = crate::solve(&game, position, &crate::Question::default()).expect("small");
            assert_eq!(found.outcome, solved.outcome, "{name} {text}");
            assert_eq!(found.winning.total, solved.winning_moves_total, "{name} {text}");
            assert_eq!(found.line.len() as u32, found.remoteness.expect("play ends"), "{name} {text}");
        }
        std::fs::remove_dir_all(directory).expect("removed");
    }
}

#[test]
fn what_is_not_there_is_unknown_and_points_are_refused() {
    let (nim, limits) = (named("nim"), Limits::default());
    let (directory, _) = build_with(&nim, &Position::Heaps(vec![2, 3]), Convention::Normal, 1, 1 << 30);
    let tablebase = Tablebase::open(&directory).expect("complete");
    for position in [vec![4], vec![1, 1, 1], vec![3, 3]] {
        let found = tablebase.look_up(&nim, &Position::Heaps(position), &limits);
        assert!(matches!(found, Err(Unsolved::Unknown)));
    }
    std::fs::remove_dir_all(directory).expect("removed");
    let points = named("stone-iii");
    let position = points.parse("1 2 3").expect("a position");
    assert!(report(&points, &position, Convention::Normal, &limits).is_err());
}

#[test]
fn values_of_games_with_cycles_are_found_in_memory_and_limits_stop_it() {
    let game = named("poker-nim:mine=1,theirs=1,recycle=true");
    let position = game.parse("1 2").expect("a position");
    let (found, counts) = report(&game, &position, Convention::Normal, &Limits::default()).expect("small");
    // Tokens come back, so positions recur, and yet none of these is a draw.
    assert_eq!((found.grundy, found.remoteness, counts.draws), (Some(LoopyValue::Finite(3)), Some(5), 0));
    let few = Limits { positions: 3, ..Limits::default() };
    let stopped = report(&game, &position, Convention::Normal, &few).expect_err("too many").explain(&game);
    assert!(matches!(stopped, Error::Stopped { reason: StopReason::PositionLimit, .. }), "{stopped}");
}

#[test]
fn rows_come_out_in_the_order_of_their_texts() {
    let game = named("nim");
    let position = game.parse("3 12 5").expect("heaps");
    let (plain, _) = put(Sweep(Convention::Normal), &game, &position).expect("small");
    let (directory, _) = build_with(&game, &position, Convention::Normal, 2, 1 << 30);
    let tablebase = Tablebase::open(&directory).expect("complete");
    for memory in [1 << 12, 1 << 30] {
        let mut rows = Vec::new();
        let limits = Limits { memory, ..Limits::default() };
        let mut visit = |text: &str, entry: TableEntry| {
            rows.push((text.to_owned(), (entry.remoteness(), entry.grundy().map(u64::from))));
            Ok(())
        };
        tablebase.export(&game, &limits, &mut visit).expect("exported");
        assert_eq!(rows, plain.clone().into_iter().collect::<Vec<_>>());
    }
    std::fs::remove_dir_all(directory).expect("removed");
}

#[test]
fn a_run_that_is_stopped_anywhere_goes_on_with_any_number_of_workers() {
    for (name, start) in
        [("kayles", "9 8 7"), ("cram", "3x4"), ("poker-nim:mine=1,theirs=1,recycle=true", "2 2")]
    {
        let game = named(name);
        let position = game.parse(start).expect("a position");
        let (whole, tally) = build_with(&game, &position, Convention::Normal, 1, 1 << 30);
        std::fs::remove_dir_all(whole).expect("removed");
        for stop in [1u64, 3, 10, 40, 100, 300] {
            let directory = directory();
            let mut runs = 0;
            let found = loop {
                let workers = [2, 1, 3][runs % 3];
                let plan = Plan { workers, ..Plan::new(&directory, name, Convention::Normal) };
                // A run ends after so many tiers; the memory is small, so that there are runs of keys.
                let tiers = AtomicU64::new(0);
                let is_due = || {
                    assert!(tiers.fetch_add(1, Relaxed) < 2 + stop + 40 * runs as u64, "enough for now");
                    true
                };
                let limits = Limits { memory: 1 << 13, ..Limits::default() };
                let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    build(&game, &position, &plan, &limits, &is_due)
                }));
                match run {
                    Ok(done) => break done.expect("nothing else goes wrong"),
                    Err(_) => runs += 1,
                }
            };
            assert_eq!(found, tally, "{name}: stopped after {stop} tiers, {runs} times");
            std::fs::remove_dir_all(directory).expect("removed");
        }
    }
}

#[test]
fn a_changed_byte_is_noticed_and_another_question_refused() {
    let game = named("nim");
    let position = game.parse("3 4").expect("heaps");
    let (directory, _) = build_with(&game, &position, Convention::Normal, 1, 1 << 30);
    let limits = Limits::default();
    for entry in std::fs::read_dir(&directory).expect("a directory").flatten() {
        let bytes = std::fs::read(entry.path()).expect("a file");
        for place in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x11;
            std::fs::write(entry.path(), &changed).expect("written");
            let noticed = match Tablebase::open(&directory) {
                Err(_) => true,
                Ok(tablebase) => !matches!(tablebase.verify(&game, None, &limits), Ok((_, None))),
            };
            assert!(noticed, "{:?}, byte {place}", entry.path());
        }
        std::fs::write(entry.path(), bytes).expect("written");
    }
    let other = Plan::new(&directory, "nim", Convention::Misere);
    assert!(matches!(build(&game, &position, &other, &limits, &|| false), Err(TableError::Foreign(_))));
    let plan = Plan::new(&directory, "nim", Convention::Normal);
    let further = game.parse("3 5").expect("heaps");
    assert!(matches!(build(&game, &further, &plan, &limits, &|| false), Err(TableError::Foreign(_))));
    let kayles = named("kayles");
    assert!(build(&kayles, &kayles.parse("3 4").expect("heaps"), &plan, &limits, &|| false).is_err());
    std::fs::remove_dir_all(directory).expect("removed");
}

/// A game that is wrong about its tiers: a token on a line of ten goes one place down, and counts as ten less its place.
#[derive(Debug, Clone, Copy)]
struct Liar;

impl Game for Liar {
    type Component = u64;

    fn options(
        &self,
        place: &u64,
        _: &mut Pulse<'_>,
        visit: &mut Visit<'_, u64>,
    ) -> Result<ControlFlow<()>, Failure> {
        Ok(place
            .checked_sub(1)
            .map_or(ControlFlow::Continue(()), |component| visit(&[Part { component, copies: 1 }])))
    }
}

impl Notation for Liar {
    fn read(&self, text: &str) -> Result<Vec<u64>, InputError> {
        Ok(vec![text.trim().parse().map_err(|_| InputError::at(text, 0, "no number", "7"))?])
    }

    fn write(&self, places: &[u64]) -> String {
        places.iter().map(u64::to_string).collect()
    }
}

impl Theory for Liar {
    fn rule(&self) -> String {
        "a token goes one place down".to_owned()
    }

    fn tier(&self, position: &[Part<u64>]) -> Option<u64> {
        // Right at first, and wrong near the end.
        position.first().map(|part| if part.component > 2 { part.component } else { 9 - part.component })
    }
}

#[test]
fn a_wrong_tier_is_caught() {
    let game = NamedGame::native("liar", Liar);
    let position = game.parse("5").expect("a place");
    for workers in [1, 2, 3] {
        let directory = directory();
        let plan = Plan { workers, ..Plan::new(&directory, "liar", Convention::Normal) };
        let refused = build(&game, &position, &plan, &Limits::default(), &|| false);
        assert_eq!(
            refused.expect_err("a wrong tier").to_string(),
            "a tier must never increase along a move, and `3` of tier 3 leads to `2` of tier 7"
        );
        assert!(Tablebase::open(&directory).is_err(), "{workers} workers");
        std::fs::remove_dir_all(directory).expect("removed");
    }
}

#[test]
fn limits_stop_it() {
    let game = named("nim");
    let directory = directory();
    let plan = Plan::new(&directory, "nim", Convention::Normal);
    let stop = |_| Some(StopReason::Interrupted);
    let limits = Limits { poll: &stop, ..Limits::default() };
    let position = game.parse("40 40 40").expect("heaps");
    let stopped = build(&game, &position, &plan, &limits, &|| false);
    assert!(matches!(stopped, Err(TableError::Failed(Failure::Stopped(StopReason::Interrupted)))));
    std::fs::remove_dir_all(directory).expect("removed");
}
