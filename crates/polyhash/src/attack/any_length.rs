//! Texts of different length with one hash.
//!
//! Let the longer text have m letters and the shorter n. On the first n places only the differences d of the letters count, on
//! the others the numbers v of the letters themselves: Σ dᵢbⁱ = Σ vᵢbⁱ, the left sum over i < n, the right one over n ≤ i < m. That is one
//! inhomogeneous system for each pair of lengths. Moduli of up to 44 bits are settled half against half, exactly and in
//! integers; larger ones by going through a [coset of a lattice](super::enumerate::coset_while) around the middle of
//! the box. Lengths are gone through by the longer text, so that the first hit is a shortest one.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, collide};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let hash = PolyHash::new(257, Modulus::new(1_000_000_007)?, Letters::Alphabetic);
//! let request = Request { shortest: true, any_length: true, ..Request::new(vec![hash], Alphabet::lowercase()) };
//! let found = collide::find(&request, &Effort::default()).found().unwrap();
//! assert_eq!((found.first.len(), found.second.len()), (4, 5));
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::enumerate::{Search, coset_while};
use super::halves;
use super::lattice::Congruences;
use super::search::{Known, Solution};
use super::{Effort, Limit, Problem, low};
use std::ops::ControlFlow;

/// Moduli up to so many bits are settled half against half.
const BY_HALVES: f64 = 44.0;

/// Two texts of n and m letters, n < m.
pub(super) fn look(problem: &Problem, n: usize, m: usize, effort: &Effort<'_>) -> (Known, u64) {
    if !(effort.keep_going)(0) {
        return (Known::Stopped, 0);
    }
    match problem.values.differences() {
        Some(differences) if problem.bits() <= BY_HALVES && problem.values.count() <= 256 => {
            by_halves(problem, &differences, n, m, effort)
        }
        _ => by_coset(problem, n, m, effort),
    }
}

/// Two texts from the solution: differences in steps, then the letters in steps above the first.
pub(super) fn texts(problem: &Problem, x: &[i128], n: usize) -> Option<(Vec<i64>, Vec<i64>)> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (place, &entry) in x.iter().enumerate() {
        if place < n {
            let (one, other) = problem.values.pair(entry)?;
            first.push(one);
            second.push(other);
        } else {
            second.push(problem.values.letter(i64::try_from(entry).ok()?)?);
        }
    }
    Some((first, second))
}

/// The powers of the bases times a step, those behind the first n negative.
fn system(problem: &Problem, n: usize, m: usize) -> Congruences {
    let weights = |function: &crate::PolyHash| {
        let modulus = function.modulus();
        let step = modulus.reduce(u128::from(problem.values.step()));
        let weight = |i: usize| modulus.multiply(step, function.power(i as u64));
        (0..m).map(|i| if i < n { weight(i) } else { modulus.negate(weight(i)) }).collect()
    };
    let moduli = problem.functions.iter().map(crate::PolyHash::modulus).collect();
    Congruences::new(moduli, problem.functions.iter().map(weights).collect())
}

/// What the weighted sum must be: the letters behind are at least the first one.
fn wanted(problem: &Problem, n: usize, m: usize) -> Vec<i128> {
    let lowest: Vec<i64> = (0..m).map(|i| if i < n { 0 } else { problem.values.first() }).collect();
    problem.functions.iter().map(|function| function.modulus().centred(low(function, &lowest))).collect()
}

fn by_halves(
    problem: &Problem,
    differences: &[i64],
    n: usize,
    m: usize,
    effort: &Effort<'_>,
) -> (Known, u64) {
    let letters: Vec<i64> = problem.values.runs().iter().flat_map(|&(first, last)| first..=last).collect();
    // One more place with a single choice holds what the sum must become.
    let mut places: Vec<Vec<i64>> = vec![differences.to_vec(); n];
    places.resize(m, letters);
    places.push(vec![1]);
    let system = system(problem, n, m);
    let goal = wanted(problem, n, m);
    let rows = system.weights().iter().zip(system.moduli()).zip(&goal);
    let weights =
        rows.map(|((row, modulus), &goal)| [&row[..], &[modulus.reduce_signed(-goal)]].concat()).collect();
    let (known, steps) =
        halves::look_places(&Congruences::new(system.moduli().to_vec(), weights), &places, effort);
    let known = match known {
        Known::Found(Solution { mut x, steps }) => {
            x.truncate(m);
            Known::Found(Solution { x, steps })
        }
        other => other,
    };
    (known, steps)
}

fn by_coset(problem: &Problem, n: usize, m: usize, effort: &Effort<'_>) -> (Known, u64) {
    let values = &problem.values;
    let unknown = || if (effort.keep_going)(0) { Known::Unknown(Limit::Nodes) } else { Known::Stopped };
    let Some(basis) = system(problem, n, m).solutions_within(effort.keep_going) else {
        return (unknown(), 0);
    };
    let twice_centre: Vec<i64> = (0..m).map(|i| if i < n { 0 } else { values.width() }).collect();
    let near: Vec<i64> = twice_centre.iter().map(|twice| twice / 2).collect();
    let Some(start) = basis.near(&near, &wanted(problem, n, m)) else { return (unknown(), basis.steps()) };
    let width = values.width() as f64;
    let bound = n as f64 * width * width + (m - n) as f64 * width * width / 4.0;
    let fits = |x: &[i128]| {
        x[..n].iter().all(|&d| values.has(d))
            && x[n..].iter().all(|&u| i64::try_from(u).is_ok_and(|u| values.letter(u).is_some()))
    };
    let mut found = None;
    let heard = |now: u64| !now.is_multiple_of(1 << 14) || (effort.keep_going)(now);
    let (search, nodes) =
        coset_while(&basis, &start, &twice_centre, bound, &|now| now <= effort.nodes && heard(now), |x| {
            if fits(x) {
                found = Some(x.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    let steps = basis.steps() + nodes;
    match (found, search) {
        (Some(x), _) => (Known::Found(Solution { x, steps }), steps),
        (None, Search::Exhausted) => (Known::None, steps),
        (None, _) => (unknown(), steps),
    }
}
