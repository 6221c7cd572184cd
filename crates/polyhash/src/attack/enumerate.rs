//! All short vectors of a lattice, so that 'there is none' is a theorem.
//!
//! Coefficients are chosen from the last basis vector to the first; the part of the length that is settled by the
//! coefficients so far must not exceed the bound, which leaves few choices at each level (Fincke and Pohst 1985), tried from the
//! middle outwards (Schnorr and Euchner 1994). A vector and its negative are one. The bound has a margin of 10⁻⁶ against rounding;
//! the dimensions at hand, below 40 and well reduced, lose 10⁻¹². Exponential in the dimension: the nodes are counted and limited.
//!
//! ```
//! use polyhash::Modulus;
//! use polyhash::attack::enumerate::{Search, short_vectors};
//! use polyhash::attack::lattice::Congruences;
//! use std::ops::ControlFlow;
//!
//! // x + 10y ≡ 0 modulo 101: (1, 10) and (10, -1) span everything.
//! let basis = Congruences::new(vec![Modulus::new(101)?], vec![vec![1, 10]]).solutions().unwrap();
//! let search = short_vectors(&basis, 100.0, 1000, |_| ControlFlow::Continue(()));
//! assert_eq!(search.0, Search::Exhausted);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::lattice::Basis;
use std::ops::ControlFlow;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// The visitor broke off.
    Found,
    /// Every vector within the bound was visited.
    Exhausted,
    /// The nodes allowed were used up.
    Limited,
}

/// Visits the vectors, other than 0, whose squared length is at most `bound`, one of each pair ±x, and at most `limit` nodes. Returns
/// how it ended and the nodes it took.
pub fn short_vectors(
    basis: &Basis,
    bound: f64,
    limit: u64,
    visit: impl FnMut(&[i128]) -> ControlFlow<()>,
) -> (Search, u64) {
    short_vectors_while(basis, bound, &|nodes| nodes <= limit, visit)
}

/// The same, as long as `keep_going`, which is told the nodes so far, says so.
pub fn short_vectors_while(
    basis: &Basis,
    bound: f64,
    keep_going: &dyn Fn(u64) -> bool,
    mut visit: impl FnMut(&[i128]) -> ControlFlow<()>,
) -> (Search, u64) {
    let rows: Vec<&[i128]> = basis.rows().collect();
    let mut vector = vec![0; rows.len()];
    let bound = bound * (1.0 + 1e-6);
    let coefficient = |i: usize, k: usize| basis.coefficient(i, k);
    coefficients(&coefficient, basis.norms(), bound, keep_going, |chosen, _| {
        combine(&rows, chosen, &mut vector);
        visit(&vector).map_continue(|()| bound)
    })
}

/// Visits the coefficients of all vectors but 0 within a bound, with their squared lengths; the visitor says how the bound goes on.
/// `mu(i, k)` for i > k and `norms` describe the basis.
pub(super) fn coefficients(
    mu: &dyn Fn(usize, usize) -> f64,
    norms: &[f64],
    mut bound: f64,
    keep_going: &dyn Fn(u64) -> bool,
    mut visit: impl FnMut(&[i64], f64) -> ControlFlow<(), f64>,
) -> (Search, u64) {
    let n = norms.len();
    if n == 0 {
        return (Search::Exhausted, 0);
    }
    // columns[k][i] = mu[i][k]: what coefficient i shifts the middle of coefficient k by.
    let columns: Vec<Vec<f64>> =
        (0..n).map(|k| (0..n).map(|i| if i > k { mu(i, k) } else { 0.0 }).collect()).collect();
    let mut chosen = vec![0i64; n];
    let mut real = vec![0.0; n];
    let mut middle = vec![0.0; n];
    let mut step = vec![0i64; n];
    // settled[k]: the squared length that the coefficients from k on account for.
    let mut settled = vec![0.0; n + 1];
    // The highest level with a coefficient that is not 0: there only positive ones are tried, because of the symmetry.
    let mut highest = 0;
    let mut k = 0;
    chosen[0] = 1;
    real[0] = 1.0;
    let mut nodes = 0;
    loop {
        nodes += 1;
        if !keep_going(nodes) {
            return (Search::Limited, nodes);
        }
        let offset = real[k] - middle[k];
        settled[k] = settled[k + 1] + offset * offset * norms[k];
        if settled[k] <= bound {
            if k > 0 {
                k -= 1;
                middle[k] =
                    -columns[k][k + 1..].iter().zip(&real[k + 1..]).map(|(mu, c)| mu * c).sum::<f64>();
                real[k] = middle[k].round();
                chosen[k] = real[k] as i64;
                // The first step goes to the nearer side.
                step[k] = if middle[k] > real[k] { 1 } else { -1 };
                continue;
            }
            match visit(&chosen, settled[0]) {
                ControlFlow::Break(()) => return (Search::Found, nodes),
                ControlFlow::Continue(next) => bound = next,
            }
        } else {
            k += 1;
            if k == n {
                return (Search::Exhausted, nodes);
            }
        }
        if k >= highest {
            highest = k;
            chosen[k] += 1;
        } else {
            // 0, +1, -1, +2, -2, ... around the middle.
            chosen[k] += step[k];
            step[k] = -step[k] - step[k].signum();
        }
        real[k] = chosen[k] as f64;
    }
}

fn combine(rows: &[&[i128]], coefficients: &[i64], vector: &mut [i128]) {
    vector.fill(0);
    for (row, &times) in rows.iter().zip(coefficients).filter(|(_, times)| **times != 0) {
        vector.iter_mut().zip(*row).for_each(|(sum, entry)| *sum += i128::from(times) * entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::lattice::Congruences;
    use crate::modulus::Modulus;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn every_vector_in_a_ball_is_visited_once(
            moduli in prop::collection::vec(1..60u128, 1..3),
            raw in prop::collection::vec(any::<u64>(), 6),
            n in 1..4usize,
            bound in 0..30u32,
        ) {
            let moduli: Vec<Modulus> = moduli.into_iter().map(|m| Modulus::new(m).unwrap()).collect();
            let weights = moduli.iter().enumerate().map(|(j, m)| {
                (0..n).map(|i| m.reduce(u128::from(raw[j * 3 + i]))).collect()
            }).collect();
            let system = Congruences::new(moduli, weights);
            let mut expected = BTreeSet::new();
            for code in 0..11i64.pow(n as u32) {
                let x: Vec<i128> = (0..n).map(|i| i128::from(code / 11i64.pow(i as u32) % 11 - 5)).collect();
                let norm: i128 = x.iter().map(|entry| entry * entry).sum();
                if norm > 0 && norm <= i128::from(bound) && system.solves(&x) {
                    expected.insert(x);
                }
            }
            let basis = system.solutions().unwrap();
            let mut found = BTreeSet::new();
            let (search, _) = short_vectors(&basis, f64::from(bound), u64::MAX, |x| {
                assert!(found.insert(x.to_vec()), "twice");
                assert!(found.insert(x.iter().map(|entry| -entry).collect()), "both signs");
                ControlFlow::Continue(())
            });
            prop_assert_eq!(search, Search::Exhausted);
            prop_assert_eq!(found, expected);
        }
    }
}
