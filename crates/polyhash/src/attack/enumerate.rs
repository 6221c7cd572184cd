//! All short vectors of a lattice, so that 'there is none' is a theorem.
//!
//! Coefficients are chosen from the last basis vector to the first; the part of the length that is settled by the
//! coefficients so far must not exceed the bound, which leaves few choices at each level (Fincke and Pohst 1985), tried from the
//! middle outwards (Schnorr and Euchner 1994). A vector and its negative are one. The bound is widened by what rounding may lose, which
//! is checked in exact arithmetic. Exponential in the dimension: the nodes are counted and limited. The vectors of a
//! *coset*, a lattice that does not contain 0, are visited in the same way around any centre.
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

use super::gram::Form;
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
    let Some(form) = Form::checked(basis) else { return (Search::Limited, 0) };
    let rows: Vec<&[i128]> = basis.rows().collect();
    let mut vector = vec![0; rows.len()];
    let bound = bound * form.margin;
    let coefficient = |i: usize, k: usize| form.mu[i][k];
    coefficients(&coefficient, &form.norms, bound, keep_going, |chosen, _| {
        combine(&rows, chosen, &mut vector);
        visit(&vector).map_continue(|()| bound)
    })
}

/// Visits the vectors x = `start` + lattice with |x - centre|² at most `bound`; `centre` is given twice as large, so that it may lie
/// between whole numbers.
pub fn coset_while(
    basis: &Basis,
    start: &[i64],
    twice_centre: &[i64],
    bound: f64,
    keep_going: &dyn Fn(u64) -> bool,
    mut visit: impl FnMut(&[i128]) -> ControlFlow<()>,
) -> (Search, u64) {
    let Some(form) = Form::checked(basis) else { return (Search::Limited, 0) };
    let n = basis.unknowns();
    let rows: Vec<&[i128]> = basis.rows().collect();
    let offset: Vec<f64> =
        start.iter().zip(twice_centre).map(|(&x, &c)| (2.0 * x as f64 - c as f64) / 2.0).collect();
    // offset = Σ aᵢbᵢ* with aᵢ = (<offset, bᵢ> - Σ μᵢₖaₖDₖ)/Dᵢ.
    let mut along = vec![0.0; n];
    for i in 0..n {
        let product: f64 = rows[i].iter().zip(&offset).map(|(&b, t)| b as f64 * t).sum();
        let known: f64 = (0..i).map(|k| form.mu[i][k] * along[k] * form.norms[k]).sum();
        along[i] = (product - known) / form.norms[i];
    }
    let mut walk = Walk::new(n, &form);
    let (mut vector, mut nodes) = (vec![0i128; n], 0);
    // Where the centre lies among the vectors is known to 10⁻¹⁰.
    let bound = bound * form.margin * (1.0 + 1e-7) + 1e-6;
    let Some(mut k) = n.checked_sub(1) else { return (Search::Exhausted, 0) };
    walk.enter(k, &along);
    loop {
        nodes += 1;
        if !keep_going(nodes) {
            return (Search::Limited, nodes);
        }
        if walk.settle(k) <= bound {
            if k > 0 {
                k -= 1;
                walk.enter(k, &along);
                continue;
            }
            combine(&rows, &walk.chosen, &mut vector);
            vector.iter_mut().zip(start).for_each(|(x, &start)| *x += i128::from(start));
            if visit(&vector).is_break() {
                return (Search::Found, nodes);
            }
        } else {
            k += 1;
            if k == n {
                return (Search::Exhausted, nodes);
            }
        }
        walk.next(k);
    }
}

/// The choices on the way through a coset.
struct Walk<'a> {
    form: &'a Form,
    chosen: Vec<i64>,
    middle: Vec<f64>,
    step: Vec<i64>,
    settled: Vec<f64>,
}

impl Walk<'_> {
    fn new(n: usize, form: &Form) -> Walk<'_> {
        let (chosen, step) = (vec![0; n], vec![0; n]);
        Walk { form, chosen, middle: vec![0.0; n], step, settled: vec![0.0; n + 1] }
    }

    /// The choice nearest to the middle, which the later coefficients determine.
    fn enter(&mut self, k: usize, along: &[f64]) {
        let shift: f64 = (k + 1..self.chosen.len()).map(|i| self.form.mu[i][k] * self.chosen[i] as f64).sum();
        self.middle[k] = -along[k] - shift;
        let nearest = self.middle[k].round();
        self.chosen[k] = nearest as i64;
        self.step[k] = if self.middle[k] > nearest { 1 } else { -1 };
    }

    /// The squared length that the coefficients from k on account for.
    fn settle(&mut self, k: usize) -> f64 {
        let offset = self.chosen[k] as f64 - self.middle[k];
        self.settled[k] = self.settled[k + 1] + offset * offset * self.form.norms[k];
        self.settled[k]
    }

    /// The next choice, from the middle outwards.
    fn next(&mut self, k: usize) {
        self.chosen[k] += self.step[k];
        self.step[k] = -self.step[k] - self.step[k].signum();
    }
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
    #[test]
    fn every_vector_of_a_coset_in_a_ball_is_visited_once() {
        let mut random = crate::random::SplitMix(9);
        for round in 0..200 {
            let n = 1 + round % 4;
            let m = Modulus::new(2 + u128::from(random.below(60))).unwrap();
            let weights: Vec<u64> = (0..n).map(|_| random.below(m.get() as u64)).collect();
            let basis = Congruences::new(vec![m], vec![weights.clone()]).solutions().unwrap();
            let start: Vec<i64> = (0..n).map(|_| random.below(9) as i64 - 4).collect();
            let centre: Vec<i64> = (0..n).map(|_| random.below(7) as i64 - 3).collect();
            let bound = random.below(30);
            let sum = |x: &[i128]| {
                x.iter().zip(&weights).fold(0, |sum, (&x, &w)| m.add(sum, m.multiply(w, m.reduce_signed(x))))
            };
            let goal = sum(&start.iter().map(|&x| i128::from(x)).collect::<Vec<_>>());
            let mut expected = BTreeSet::new();
            for code in 0..17i64.pow(n as u32) {
                let x: Vec<i128> = (0..n).map(|i| i128::from(code / 17i64.pow(i as u32) % 17 - 8)).collect();
                let norm: i128 = x.iter().zip(&centre).map(|(x, &c)| (2 * x - i128::from(c)).pow(2)).sum();
                if norm <= 4 * i128::from(bound) && sum(&x) == goal {
                    expected.insert(x);
                }
            }
            let mut found = BTreeSet::new();
            let (search, _) = coset_while(&basis, &start, &centre, bound as f64, &|_| true, |x| {
                let norm: i128 = x.iter().zip(&centre).map(|(x, &c)| (2 * x - i128::from(c)).pow(2)).sum();
                // The margin lets vectors on the rim pass.
                assert!(norm > 4 * i128::from(bound) || found.insert(x.to_vec()), "twice");
                ControlFlow::Continue(())
            });
            assert_eq!((search, found), (Search::Exhausted, expected));
        }
    }
}
