//! How many positions there are after 0, 1, 2, ... moves, against published numbers and plain counts over bits.
//!
//! A game that forgets a move, or makes one twice, may still give every value right on small boards; it will not count
//! right.

use grundy::game::Game;
use grundy::game::theory::Notation;
use grundy::games::board::chomp::Chomp;
use grundy::games::board::cram::Cram;
use grundy::games::board::notakto::Notakto;
use grundy::games::board::treblecross::Treblecross;
use grundy::{Limits, Pulse};
use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Different positions by the number of moves that lead to them, and the lines of play of that length.
#[derive(Debug, PartialEq, Eq)]
struct Counts {
    positions: Vec<usize>,
    lines: Vec<u64>,
}

fn counts<G: Notation>(game: &G, start: &str) -> Counts
where
    G::Component: Hash,
{
    let limits = Limits::default();
    let mut level: Vec<(G::Component, u64)> = vec![(game.read(start).expect("a position").remove(0), 1)];
    let mut counts = Counts { positions: Vec::new(), lines: Vec::new() };
    while !level.is_empty() {
        counts.positions.push(level.len());
        counts.lines.push(level.iter().map(|(_, lines)| lines).sum());
        let mut next: std::collections::HashMap<G::Component, u64> = std::collections::HashMap::new();
        for (component, lines) in &level {
            let _ = Game::options(game, component, &mut Pulse::new(&limits), &mut |option| {
                let [only] = option else { panic!("a board stays whole: {option:?}") };
                *next.entry(only.component.clone()).or_default() += lines;
                ControlFlow::Continue(())
            })
            .expect("no limit");
        }
        level = next.into_iter().collect();
    }
    counts
}

/// The same for sets of bits: `moves` are what may be added to a set.
fn plain(start: u64, moves: impl Fn(u64) -> Vec<u64>) -> Counts {
    let mut level = vec![(start, 1u64)];
    let mut counts = Counts { positions: Vec::new(), lines: Vec::new() };
    while !level.is_empty() {
        counts.positions.push(level.len());
        counts.lines.push(level.iter().map(|(_, lines)| lines).sum());
        let mut next: Vec<(u64, u64)> = level
            .iter()
            .flat_map(|&(set, lines)| moves(set).into_iter().map(move |more| (more, lines)))
            .collect();
        next.sort_unstable();
        level.clear();
        for (set, lines) in next {
            match level.last_mut() {
                Some((last, sum)) if *last == set => *sum += lines,
                _ => level.push((set, lines)),
            }
        }
    }
    counts
}

#[test]
fn dominoes_are_matchings_of_the_grid() {
    for (board, matchings) in [
        // The coefficients of the matching polynomials of grid graphs.
        ("3x3", &[1, 12, 44, 56, 18][..]),
        ("4x4", &[1, 24, 224, 1044, 2593, 3388, 2150, 552, 36]),
    ] {
        let found = counts(&Cram, board);
        // Every order of d dominoes is a line of play. Different dominoes may take the same squares.
        let lines: Vec<u64> =
            (0u64..).zip(matchings).map(|(d, count)| (1..=d).product::<u64>() * count).collect();
        assert_eq!(found.lines, lines, "{board}");
    }
    for (rows, columns) in [(2u32, 5u32), (3, 4), (1, 9)] {
        let spots = |row: u32, column: u32| {
            let at = row * columns + column;
            let lying = (column + 1 < columns).then_some(3u64 << at);
            let standing = (row + 1 < rows).then_some(1u64 << at | 1u64 << (at + columns));
            lying.into_iter().chain(standing)
        };
        let all: Vec<u64> =
            (0..rows).flat_map(|row| (0..columns).flat_map(move |column| spots(row, column))).collect();
        let expected = plain(0, |taken| {
            all.iter().filter(|&&spot| taken & spot == 0).map(|spot| taken | spot).collect()
        });
        assert_eq!(counts(&Cram, &format!("{rows}x{columns}")), expected, "{rows}x{columns}");
    }
}

#[test]
fn bites_lead_to_every_diagram_in_the_box() {
    for (rows, columns) in [(2u32, 3u32), (3, 4), (4, 4)] {
        // Squares that are left, as bits; the corner stays.
        let below = |row: u32, column: u32| -> u64 {
            let squares = (row..rows).flat_map(|r| (column..columns).map(move |c| r * columns + c));
            squares.fold(0, |bits, at| bits | 1 << at)
        };
        let bites: Vec<(u64, u64)> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .skip(1)
            .map(|(row, column)| (1 << (row * columns + column), below(row, column)))
            .collect();
        let whole = (1 << (rows * columns)) - 1;
        let expected = plain(whole, |left| {
            bites.iter().filter(|(square, _)| left & square != 0).map(|(_, gone)| left & !gone).collect()
        });
        assert_eq!(counts(&Chomp, &format!("{rows}x{columns}")), expected, "{rows}x{columns}");
    }
    // All diagrams inside the box but the empty one: C(8, 4) - 1.
    let mut met = HashSet::from([Chomp.read("4x4").expect("a box").remove(0)]);
    let mut queue: Vec<_> = met.iter().cloned().collect();
    while let Some(rows) = queue.pop() {
        let _ = Game::options(&Chomp, &rows, &mut Pulse::new(&Limits::default()), &mut |option| {
            queue.extend(Some(option[0].component.clone()).filter(|rows| met.insert(rows.clone())));
            ControlFlow::Continue(())
        });
    }
    assert_eq!(met.len(), 69);
}

#[test]
fn crosses_are_sets_without_three_in_a_row() {
    for (rows, columns) in [(3i32, 3i32), (2, 5), (3, 4)] {
        let bit = |row: i32, column: i32| -> Option<u64> {
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            inside.then(|| 1 << (row * columns + column))
        };
        let mut threes = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let squares = (0..3).map(|k| bit(row + k * down, column + k * right));
                threes.extend(squares.collect::<Option<Vec<u64>>>().map(|bits| bits.iter().sum::<u64>()));
            }
        }
        let expected = plain(0, |crosses| match threes.iter().any(|&three| three & !crosses == 0) {
            true => Vec::new(),
            false => {
                let free = (0..rows * columns).map(|at| 1 << at).filter(|square| crosses & square == 0);
                free.map(|square| crosses | square).collect()
            }
        });
        assert_eq!(counts(&Notakto, &format!("{rows}x{columns}")), expected, "{rows}x{columns}");
    }
}

#[test]
fn crosses_on_a_strip_are_three_squares_apart() {
    fn choose(n: u64, k: u64) -> u64 {
        (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
    }
    for squares in 1..18u64 {
        // d squares at distances of three or more: C(n - 2(d - 1), d).
        let sets = (0..).map_while(|d: u64| {
            let gaps = 2 * d.saturating_sub(1);
            squares.checked_sub(gaps).map(|left| choose(left, d)).filter(|&count| count > 0)
        });
        let sets: Vec<u64> = sets.collect();
        let found = counts(&Treblecross, &squares.to_string());
        assert_eq!(found.positions.iter().map(|&count| count as u64).collect::<Vec<_>>(), sets, "{squares}");
        let orders = (0u64..).zip(&sets).map(|(d, count)| (1..=d).product::<u64>() * count);
        assert_eq!(found.lines, orders.collect::<Vec<_>>(), "{squares}");
    }
}
