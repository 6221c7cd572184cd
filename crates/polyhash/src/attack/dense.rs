//! Many texts of one length with one hash, as dense as there are.
//!
//! Concatenating colliding blocks doubles the number of texts with every block, but the texts are long. All texts of n letters with
//! one hash are a coset of the lattice of differences, and those inside the box of the alphabet are
//! [gone through](super::enumerate::coset_while) from the middle outwards: σⁿ/M of them are there, a hundred thousand of eleven
//! letters for a modulus of 30 bits. The ball grows until it holds enough of them; a coset that holds too few is left for
//! another. Longer texts keep equal letters behind.
//!
//! That there are fewer texts than asked is said only where it is a fact: all texts were hashed, or no two texts of k letters collide, so that
//! at most σⁿ⁻ᵏ texts share a hash.
//!
//! ```
//! use polyhash::attack::{Effort, Outcome, Problem, Values, dense};
//! use polyhash::PolyHash;
//!
//! let problem = Problem::new(vec![PolyHash::lecture()], Values::range(1, 26)?);
//! let Outcome::Found(texts) = dense::find(&problem, 200, 8, &Effort::default()) else { panic!() };
//! assert_eq!(texts.len(), 200);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::enumerate::coset_while;
use super::{Effort, NO_FUNCTION, Outcome, Problem, collide, low};
use crate::random::{SplitMix, mix};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// As many texts as are hashed one by one.
const ALL: u64 = 1 << 22;
/// Unknowns beyond which cosets are too sparse in their balls.
const MOST_UNKNOWNS: usize = 48;
/// Cosets that are tried.
const COSETS: u64 = 1 << 20;

/// Looks for `count` different texts of this length with one hash.
pub fn find(problem: &Problem, count: u64, length: usize, effort: &Effort<'_>) -> Outcome<Vec<Vec<i64>>> {
    if problem.functions.is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    let sigma = problem.values.count();
    let all = u32::try_from(length).ok().and_then(|length| sigma.checked_pow(length));
    if all.is_some_and(|all| all < count) {
        return Outcome::Impossible(format!("there are only {} texts of length {length}", all.unwrap_or(0)));
    }
    if let Some(all) = all.filter(|&all| all <= ALL) {
        return exhaustive(problem, count, length, all, effort);
    }
    // A coset of fewer unknowns is enough where letters are many.
    let wanted = (problem.bits() + (count as f64).log2() + 3.0) / (sigma as f64).log2();
    let unknowns = length.min(wanted.ceil().max(1.0) as usize);
    if unknowns > MOST_UNKNOWNS {
        return Outcome::NotFound(format!("{unknowns} letters are too many to go through"));
    }
    if let Some(reason) = too_many(problem, count, length, wanted, effort) {
        return Outcome::Impossible(reason);
    }
    cosets(problem, count, length, unknowns, effort)
}

/// Hashes every text.
fn exhaustive(
    problem: &Problem,
    count: u64,
    length: usize,
    all: u64,
    effort: &Effort<'_>,
) -> Outcome<Vec<Vec<i64>>> {
    let sigma = problem.values.count();
    let numbers: Vec<i64> = problem.values.numbers().collect();
    let text = |number: u64| -> Vec<i64> {
        let mut rest = number;
        let letter = |_| {
            let letter = numbers[(rest % sigma) as usize];
            rest /= sigma;
            letter
        };
        (0..length).map(letter).collect()
    };
    let key = |number: u64| -> Vec<u64> {
        let text = text(number);
        problem.functions.iter().map(|function| low(function, &text)).collect()
    };
    let mut counts: HashMap<Vec<u64>, u64> = HashMap::new();
    for number in 0..all {
        if number % 4096 == 0 && !(effort.keep_going)(number) {
            return Outcome::Stopped;
        }
        *counts.entry(key(number)).or_default() += 1;
    }
    // The smallest hash among the most frequent ones, so that the answer does not depend on the order of the table.
    let best = counts.iter().map(|(key, &count)| (count, std::cmp::Reverse(key))).max();
    let Some((most, std::cmp::Reverse(best))) = best else {
        return Outcome::Impossible("there are no texts".to_owned());
    };
    if most < count {
        return Outcome::Impossible(format!(
            "at most {most} of the {all} texts of length {length} share a hash"
        ));
    }
    let same = (0..all).filter(|&number| key(number) == *best);
    Outcome::Found(same.take(count as usize).map(text).collect())
}

/// Why there cannot be so many texts: no two texts of k letters collide, and the other letters have too few choices.
fn too_many(
    problem: &Problem,
    count: u64,
    length: usize,
    wanted: f64,
    effort: &Effort<'_>,
) -> Option<String> {
    if wanted < length as f64 {
        return None;
    }
    let request = Problem { length: None, shortest: true, any_length: false, ..problem.clone() };
    let nodes = effort.nodes.min(10_000_000);
    let below = collide::solve(&request, &Effort { nodes, ..*effort }).found()?.proof?.below;
    let free = u32::try_from(length.saturating_sub(below - 1)).ok()?;
    let most = problem.values.count().checked_pow(free)?;
    (most < count).then(|| {
        let fixed = below - 1;
        format!(
            "no two texts of {fixed} letters collide, so at most {most} texts of length {length} share a hash"
        )
    })
}

/// Goes through cosets of random texts.
fn cosets(
    problem: &Problem,
    count: u64,
    length: usize,
    unknowns: usize,
    effort: &Effort<'_>,
) -> Outcome<Vec<Vec<i64>>> {
    let values = &problem.values;
    let Some(basis) =
        collide::letters(&problem.functions, values, unknowns).solutions_within(effort.keep_going)
    else {
        return Outcome::Stopped;
    };
    let width = values.width();
    let centre = vec![width; unknowns];
    let rim = unknowns as f64 * (width as f64 / 2.0).powi(2);
    let mut random = SplitMix(mix(count ^ length as u64));
    let mut most = 0;
    let mut work = 0;
    for _ in 0..COSETS {
        let start: Vec<i64> =
            (0..unknowns).map(|_| steps(problem, values.nth(random.below(values.count())))).collect();
        // Most texts lie at a third of the squared radius of the box's corners.
        let mut bound = rim / 6.0;
        loop {
            let mut found: Vec<Vec<i64>> = Vec::new();
            let heard = |now: u64| !now.is_multiple_of(1 << 14) || (effort.keep_going)(work + now);
            let (_, nodes) = coset_while(&basis, &start, &centre, bound, &heard, |x| {
                let text: Option<Vec<i64>> =
                    x.iter().map(|&steps| values.letter(i64::try_from(steps).ok()?)).collect();
                found.extend(text);
                if found.len() as u64 == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            work += nodes;
            if found.len() as u64 == count {
                found.iter_mut().for_each(|text| text.resize(length, values.first()));
                return Outcome::Found(found);
            }
            most = most.max(found.len());
            if !(effort.keep_going)(work) {
                return Outcome::Stopped;
            }
            if bound >= rim {
                break;
            }
            bound = (bound * 1.2).min(rim);
        }
        if work > effort.nodes {
            break;
        }
    }
    Outcome::NotFound(format!("the most texts of length {length} with one hash that were found are {most}"))
}

/// The steps of a letter above the first one.
fn steps(problem: &Problem, letter: Option<i64>) -> i64 {
    letter.map_or(0, |letter| (letter - problem.values.first()) / problem.values.step() as i64)
}
