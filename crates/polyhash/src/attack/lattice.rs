//! Short integer solutions of linear congruences, by lattice reduction.
//!
//! The solutions x of w₁x₁ + … + wₙxₙ ≡ 0 modulo M form a lattice whose determinant is M, so its shortest vectors have
//! entries of about M^(1/n): a few more unknowns than the information limit demands, and there is a solution as small as the
//! difference of two letters. It is found by the algorithm of Lenstra, Lenstra and Lovász (1982), in floating point after
//! Schnorr and Euchner (1994): the coefficients are rounded from floating-point numbers, every row operation is done on exact
//! integers. So rounding can lose a solution, but what is found is one.
//!
//! A row is (x | y) with yⱼ = Σ wⱼᵢxᵢ + a multiple of Mⱼ; the start are the unit vectors and the moduli. The y are weighed by
//! λ = 2ᵉ, and e grows slowly, so that no number ever exceeds the precision at hand and no big integers are needed.
//! At the end n rows have y = 0. Row operations are unimodular and the rows are n + k in a space of n + k dimensions, so these n
//! rows are a basis of *all* solutions: what [enumeration](super::enumerate) does not find among them does not exist.
//!
//! ```
//! use polyhash::Modulus;
//! use polyhash::attack::lattice::Congruences;
//!
//! let m = Modulus::new(1_000_000_009)?;
//! let powers: Vec<u64> = (0..8).map(|i| m.power(31, i)).collect();
//! let basis = Congruences::new(vec![m], vec![powers]).solutions().expect("eight unknowns are few");
//! assert!(basis.rows().any(|x| x.iter().all(|entry| entry.abs() <= 25)));
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::modulus::Modulus;

/// Σ wⱼᵢxᵢ ≡ 0 modulo Mⱼ for every j.
#[derive(Debug, Clone)]
pub struct Congruences {
    moduli: Vec<Modulus>,
    /// One row for each modulus.
    weights: Vec<Vec<u64>>,
}

impl Congruences {
    /// The system with these moduli and weights, one row of equal length for each modulus.
    ///
    /// # Panics
    /// When the rows are not as many as the moduli, or differ in length.
    pub fn new(moduli: Vec<Modulus>, weights: Vec<Vec<u64>>) -> Congruences {
        assert_eq!(moduli.len(), weights.len(), "a row for each modulus");
        assert!(weights.windows(2).all(|pair| pair[0].len() == pair[1].len()), "rows of equal length");
        Congruences { moduli, weights }
    }

    /// How many unknowns there are.
    pub fn unknowns(&self) -> usize {
        self.weights.first().map_or(0, Vec::len)
    }

    /// The logarithm of the product of the moduli.
    pub fn bits(&self) -> f64 {
        self.moduli.iter().map(|m| m.bits()).sum()
    }

    /// The moduli.
    pub(super) fn moduli(&self) -> &[Modulus] {
        &self.moduli
    }

    /// The weights of the unknowns, a row for each modulus.
    pub(super) fn weights(&self) -> &[Vec<u64>] {
        &self.weights
    }

    /// Whether x solves all congruences.
    pub fn solves(&self, x: &[i128]) -> bool {
        let sum = |(m, row): (&Modulus, &Vec<u64>)| {
            row.iter()
                .zip(x)
                .fold(0, |sum, (&weight, &entry)| m.add(sum, m.multiply(weight, m.reduce_signed(entry))))
        };
        self.moduli.iter().zip(&self.weights).map(sum).all(|residue| residue == 0)
    }

    /// A reduced basis of all solutions; none if the numbers grew beyond their bounds.
    pub fn solutions(&self) -> Option<Basis> {
        self.solutions_within(&|_| true)
    }

    /// The same, asking now and then, with the steps so far, whether to go on; none if not.
    pub fn solutions_within(&self, keep_going: &dyn Fn(u64) -> bool) -> Option<Basis> {
        let n = self.unknowns();
        let mut reduction = Reduction::new(self);
        let widest = self.moduli.iter().map(|m| m.bits()).fold(0.0, f64::max);
        let end = (self.bits() / n as f64 + 8.0).max(12.0);
        let mut exponent = 4.0 - widest.ceil();
        loop {
            reduction.weigh(exponent);
            reduction.reduce(keep_going)?;
            if exponent >= end && reduction.solved() >= n {
                break;
            }
            if exponent > end + 80.0 {
                return None;
            }
            exponent += STEP;
        }
        debug_assert_eq!(reduction.solved(), n);
        reduction.settle(n);
        Some(Basis { reduction, unknowns: n })
    }
}

/// By how much the weight of the congruences grows at a time, as a power of two.
const STEP: f64 = 8.0;
/// A basis is reduced if every vector is at least this part of the one before it, orthogonally.
const DELTA: f64 = 0.99;
/// Coefficients up to here are left: with one half, rounding may go on for ever.
const ETA: f64 = 0.501;

/// A row: the unknowns, and what the congruences make of them.
#[derive(Debug, Clone)]
pub(super) struct Row {
    x: Vec<i128>,
    y: Vec<i128>,
}

impl Row {
    /// Subtracts a multiple of another row; false when a number would grow too large.
    pub(super) fn subtract(&mut self, times: i64, other: &Row) -> bool {
        let mut fits = true;
        let mine = self.x.iter_mut().chain(&mut self.y);
        for (mine, &theirs) in mine.zip(other.x.iter().chain(&other.y)) {
            let (product, large) = i128::from(times).overflowing_mul(theirs);
            let (difference, larger) = mine.overflowing_sub(product);
            fits &= !large & !larger;
            *mine = difference;
        }
        fits
    }
}

/// Rows on the way to a reduced basis, with their Gram-Schmidt coefficients.
#[derive(Debug, Clone)]
pub(super) struct Reduction {
    pub(super) rows: Vec<Row>,
    /// What y is multiplied with.
    weight: f64,
    /// The rows as real vectors.
    real: Vec<Vec<f64>>,
    /// mu[i][j] = <b_i, b*_j> / |b*_j|² for j < i.
    pub(super) mu: Vec<Vec<f64>>,
    /// |b*_i|².
    pub(super) norms: Vec<f64>,
    /// For the row that was orthogonalised last, its squared length orthogonal to the first j rows.
    partial: Vec<f64>,
    /// Rows that were shortened.
    pub(super) steps: u64,
}

impl Reduction {
    fn new(system: &Congruences) -> Reduction {
        let (n, k) = (system.unknowns(), system.moduli.len());
        let mut rows = Vec::with_capacity(n + k);
        for (j, m) in system.moduli.iter().enumerate() {
            let mut row = Row { x: vec![0; n], y: vec![0; k] };
            row.y[j] = m.get() as i128;
            rows.push(row);
        }
        for i in 0..n {
            let mut row = Row { x: vec![0; n], y: Vec::with_capacity(k) };
            row.x[i] = 1;
            row.y.extend(system.moduli.iter().zip(&system.weights).map(|(m, w)| m.centred(w[i])));
            rows.push(row);
        }
        let count = n + k;
        Reduction {
            rows,
            weight: 1.0,
            real: vec![vec![0.0; count]; count],
            mu: vec![vec![0.0; count]; count],
            norms: vec![0.0; count],
            partial: vec![0.0; count + 1],
            steps: 0,
        }
    }

    fn weigh(&mut self, exponent: f64) {
        self.weight = exponent.exp2();
        (0..self.rows.len()).for_each(|i| self.realise(i));
    }

    /// Writes a row as a real vector.
    pub(super) fn realise(&mut self, i: usize) {
        let Row { x, y } = &self.rows[i];
        let (left, right) = self.real[i].split_at_mut(x.len());
        left.iter_mut().zip(x).for_each(|(real, &entry)| *real = entry as f64);
        right.iter_mut().zip(y).for_each(|(real, &entry)| *real = entry as f64 * self.weight);
    }

    /// The Gram-Schmidt coefficients of a row, from those of the rows before it.
    pub(super) fn orthogonalise(&mut self, i: usize) {
        let (before, from) = self.mu.split_at_mut(i);
        let row = &mut from[0];
        let real = &self.real[i];
        let mut norm = dot(real, real);
        // row[j] holds <b_i, b*_j> until it is divided.
        for j in 0..i {
            self.partial[j] = norm;
            let product = dot(real, &self.real[j]) - dot(&row[..j], &before[j][..j]);
            row[j] = product;
            let coefficient = product / self.norms[j];
            norm -= coefficient * product;
        }
        self.partial[i] = norm;
        for (coefficient, norm) in row.iter_mut().zip(&self.norms[..i]) {
            *coefficient /= norm;
        }
        self.norms[i] = norm.max(f64::MIN_POSITIVE);
    }

    /// Makes all coefficients of a row small; none if a number grew too large.
    fn shorten(&mut self, i: usize) -> Option<()> {
        let mut multiples: Vec<(usize, f64)> = Vec::with_capacity(i);
        // Rounds until nothing changes; each makes the coefficients exact enough for the next.
        for _ in 0..100 {
            self.orthogonalise(i);
            multiples.clear();
            for j in (0..i).rev() {
                let coefficient = self.mu[i][j];
                if coefficient.abs() <= ETA {
                    continue;
                }
                // What exceeds 64 bits is left to the next round.
                let times = coefficient.round().clamp(-4e18, 4e18);
                if times.is_nan() {
                    return None;
                }
                multiples.push((j, times));
                let (before, from) = self.mu.split_at_mut(i);
                let rest = from[0][..j].iter_mut().zip(&before[j][..j]);
                rest.for_each(|(mine, theirs)| *mine -= times * theirs);
                from[0][j] -= times;
            }
            if multiples.is_empty() {
                return Some(());
            }
            if !self.subtract_small(i, &multiples) {
                self.subtract_wide(i, &multiples)?;
            }
        }
        Some(())
    }

    /// Subtracts multiples of rows from a row, as floating-point numbers: as long as all numbers stay below 2^52 these are exact. False,
    /// and nothing is done, if that is not sure.
    fn subtract_small(&mut self, i: usize, multiples: &[(usize, f64)]) -> bool {
        const SAFE: f64 = (1u64 << 52) as f64;
        let unit = 1.0 / self.weight;
        let n = self.rows[i].x.len();
        let size = |real: &[f64]| {
            let largest = |part: &[f64]| part.iter().fold(0.0, |most: f64, entry| most.max(entry.abs()));
            largest(&real[..n]).max(largest(&real[n..]) * unit)
        };
        let grown = multiples
            .iter()
            .fold(size(&self.real[i]), |sum, &(j, times)| sum + times.abs() * size(&self.real[j]));
        if grown >= SAFE {
            return false;
        }
        let (before, from) = self.real.split_at_mut(i);
        let real = &mut from[0];
        for &(j, times) in multiples {
            real.iter_mut().zip(&before[j]).for_each(|(mine, theirs)| *mine -= times * theirs);
        }
        let Row { x, y } = &mut self.rows[i];
        x.iter_mut().zip(&real[..n]).for_each(|(entry, &real)| *entry = i128::from(real as i64));
        y.iter_mut().zip(&real[n..]).for_each(|(entry, &real)| *entry = i128::from((real * unit) as i64));
        true
    }

    /// The same in 128-bit integers; none if these do not suffice.
    fn subtract_wide(&mut self, i: usize, multiples: &[(usize, f64)]) -> Option<()> {
        let (before, from) = self.rows.split_at_mut(i);
        for &(j, times) in multiples {
            if !from[0].subtract(times as i64, &before[j]) {
                return None;
            }
        }
        self.realise(i);
        Some(())
    }

    /// The algorithm of Lenstra, Lenstra and Lovász.
    pub(super) fn reduce(&mut self, keep_going: &dyn Fn(u64) -> bool) -> Option<()> {
        self.orthogonalise(0);
        self.reduce_from(1, self.rows.len(), keep_going)
    }

    /// The same for the rows before `end`, of which those before `i` are reduced.
    pub(super) fn reduce_from(
        &mut self,
        i: usize,
        end: usize,
        keep_going: &dyn Fn(u64) -> bool,
    ) -> Option<()> {
        let mut i = i.max(1);
        while i < end {
            self.steps += 1;
            if self.steps.is_multiple_of(1024) && !keep_going(self.steps) {
                return None;
            }
            self.shorten(i)?;
            // The row goes down as long as it is much shorter there, orthogonally, than the row it takes the place of; its
            // coefficients on the rows below stay what they are.
            let mut place = i;
            while place > 0 && self.partial[place - 1] < DELTA * self.norms[place - 1] {
                place -= 1;
            }
            if place == i {
                i += 1;
                continue;
            }
            self.rows[place..=i].rotate_right(1);
            self.real[place..=i].rotate_right(1);
            self.mu[place..=i].rotate_right(1);
            self.norms[place] = self.partial[place].max(f64::MIN_POSITIVE);
            i = place + 1;
        }
        Some(())
    }

    /// How many rows solve the congruences.
    fn solved(&self) -> usize {
        self.rows.iter().filter(|row| row.y.iter().all(|&entry| entry == 0)).count()
    }

    /// Brings the solutions to the front, and everything else into the order of the rows.
    fn settle(&mut self, n: usize) {
        self.rows.sort_by_key(|row| row.y.iter().any(|&entry| entry != 0));
        debug_assert!(self.rows[..n].iter().all(|row| row.y.iter().all(|&entry| entry == 0)));
        for i in 0..self.rows.len() {
            self.realise(i);
            self.orthogonalise(i);
        }
    }
}

#[inline]
fn dot(one: &[f64], other: &[f64]) -> f64 {
    // Four sums side by side, which the compiler keeps in vectors.
    let mut sums = [0.0; 4];
    let (a, b) = (one.as_chunks::<4>(), other.as_chunks::<4>());
    for (a, b) in a.0.iter().zip(b.0) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a.1.iter().zip(b.1).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// A reduced basis of all solutions of a system of congruences.
#[derive(Debug, Clone)]
pub struct Basis {
    pub(super) reduction: Reduction,
    pub(super) unknowns: usize,
}

impl Basis {
    /// How many unknowns, and so basis vectors, there are.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// How often a row was shortened on the way.
    pub fn steps(&self) -> u64 {
        self.reduction.steps
    }

    /// The basis vectors.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i128]> {
        self.reduction.rows[..self.unknowns].iter().map(|row| row.x.as_slice())
    }

    /// The Gram-Schmidt coefficient of row `i` on row `j` < `i`.
    pub(crate) fn coefficient(&self, i: usize, j: usize) -> f64 {
        self.reduction.mu[i][j]
    }

    /// The squares of the lengths of the orthogonal parts.
    pub(crate) fn norms(&self) -> &[f64] {
        &self.reduction.norms[..self.unknowns]
    }

    /// Unknowns near `centre` with Σ wⱼᵢxᵢ ≡ targetⱼ, by the nearest-plane algorithm (Babai 1986); none if there are no such unknowns at
    /// all, or the numbers grew too large.
    pub fn near(&self, centre: &[i64], target: &[i128]) -> Option<Vec<i64>> {
        let reduction = &self.reduction;
        let mut x: Vec<i128> = centre.iter().map(|&entry| i128::from(entry)).collect();
        let mut y = target.to_vec();
        // The first round leaves what exceeds the precision of its coefficients to the next.
        for _ in 0..20 {
            let mut real: Vec<f64> = x.iter().map(|&entry| entry as f64).collect();
            real.extend(y.iter().map(|&entry| entry as f64 * reduction.weight));
            let mut products: Vec<f64> = reduction.real.iter().map(|row| dot(&real, row)).collect();
            // <rest, b*_i> = <rest, b_i> - Σ mu_ij <rest, b*_j>.
            for i in 0..products.len() {
                let known: f64 = dot(&products[..i], &reduction.mu[i][..i]);
                products[i] -= known;
            }
            let mut coefficients: Vec<f64> =
                products.iter().zip(&reduction.norms).map(|(p, n)| p / n).collect();
            let mut changed = false;
            for i in (0..coefficients.len()).rev() {
                let times = coefficients[i].round().clamp(-4e18, 4e18);
                if coefficients[i].abs() <= ETA {
                    continue;
                }
                changed = true;
                let row = &reduction.rows[i];
                let wide = times as i64 as i128;
                x.iter_mut()
                    .zip(&row.x)
                    .for_each(|(rest, &entry)| *rest = rest.wrapping_sub(wide.wrapping_mul(entry)));
                for (rest, entry) in y.iter_mut().zip(&row.y) {
                    *rest = rest.checked_sub(wide.checked_mul(*entry)?)?;
                }
                for (coefficient, mu) in coefficients[..i].iter_mut().zip(&reduction.mu[i]) {
                    *coefficient -= times * mu;
                }
            }
            if !changed {
                break;
            }
        }
        if y.iter().any(|&entry| entry != 0) {
            return None;
        }
        centre.iter().zip(&x).map(|(&centre, &rest)| i64::try_from(i128::from(centre) - rest).ok()).collect()
    }
}
