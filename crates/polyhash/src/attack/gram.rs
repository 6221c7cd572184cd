//! The quadratic form that enumeration walks through, compared with the exact one.
//!
//! Enumeration needs |Σ cᵢbᵢ|² as a sum of squares, Q(c) = Σ Dᵢ(cᵢ + Σ μⱼᵢcⱼ)². Gram-Schmidt in floating point gives μ and D only nearly,
//! and 'nothing was found' is a theorem only if that is accounted for. So μ and D are rounded to fractions with a fixed power
//! of two below, and the form they define is compared with the Gram matrix of the integer basis in 128-bit integers, without
//! any rounding: E = G - L·D·Lᵗ. From |cᵗEc| ≤ n·max|E|·|c|² and |c|² ≤ |L⁻¹|²·Q(c)/min D follows that a vector of squared length R has
//! Q(c) ≤ R/(1 - n·max|E|·|L⁻¹|²/min D): that quotient is the margin by which the bound of the enumeration is widened. Where it
//! is not small, or 128 bits do not suffice, nothing is proved.

use super::lattice::Basis;

/// A sum of squares that is close to the squared length, and how close.
#[derive(Debug, Clone)]
pub(super) struct Form {
    /// mu[i][k] for i > k.
    pub mu: Vec<Vec<f64>>,
    /// The weights of the squares.
    pub norms: Vec<f64>,
    /// What a bound of the squared length is multiplied with, so that the form exceeds it for no shorter vector.
    pub margin: f64,
}

/// Bits behind the point of a coefficient.
const COEFFICIENT: i32 = 30;
/// Bits of a weight.
const WEIGHT: i32 = 50;
/// Bits behind the point of an entry of the difference.
const DIFFERENCE: i32 = 100;
/// The largest share of the length that may be lost.
const MOST_LOST: f64 = 0.01;

impl Form {
    /// The form of a basis; none if it is not close enough to be sure.
    pub fn checked(basis: &Basis) -> Option<Form> {
        let n = basis.unknowns();
        if n == 1 {
            // One vector and its multiples: nothing is rounded but the square.
            return Some(Form { mu: vec![vec![1.0]], norms: basis.norms().to_vec(), margin: 1.0 + 1e-9 });
        }
        // Vectors may differ in length by powers of two: each is measured in its own unit 2^size.
        let sizes: Vec<i32> = basis.norms().iter().map(|norm| (norm.log2() / 2.0).round() as i32).collect();
        let fixed = |value: f64, bits: i32| -> Option<i128> {
            let scaled = (value * f64::from(bits).exp2()).round();
            (scaled.abs() < 1e17).then_some(scaled as i128)
        };
        let mut rows: Vec<Vec<i128>> = Vec::with_capacity(n);
        for i in 0..n {
            let mut row: Vec<i128> =
                (0..i).map(|k| fixed(basis.coefficient(i, k), COEFFICIENT)).collect::<Option<_>>()?;
            row.push(1i128 << COEFFICIENT);
            rows.push(row);
        }
        let weights: Vec<i128> = basis
            .norms()
            .iter()
            .zip(&sizes)
            .map(|(&norm, &size)| fixed(norm, WEIGHT - 2 * size))
            .collect::<Option<_>>()?;
        let least = *weights.iter().min()?;
        if least <= 0 {
            return None;
        }
        let lost = largest_error(basis, &rows, &weights, &sizes)?;
        let one = f64::from(COEFFICIENT).exp2();
        let mu: Vec<Vec<f64>> =
            rows.iter().map(|row| row.iter().map(|&entry| entry as f64 / one).collect()).collect();
        let norms: Vec<f64> = weights
            .iter()
            .zip(&sizes)
            .map(|(&weight, &size)| weight as f64 * f64::from(2 * size - WEIGHT).exp2())
            .collect();
        let own_units = |(i, row): (usize, &Vec<f64>)| -> Vec<f64> {
            row.iter().zip(&sizes).map(|(entry, &size)| entry * f64::from(size - sizes[i]).exp2()).collect()
        };
        let scaled: Vec<Vec<f64>> = mu.iter().enumerate().map(own_units).collect();
        let lost = n as f64 * lost * inverse_norm(&scaled) / (least as f64 * f64::from(-WEIGHT).exp2());
        // Sums of forty products of doubles lose less than 10⁻¹² of the rest.
        (lost < MOST_LOST).then(|| Form { mu, norms, margin: (1.0 + 1e-9) / (1.0 - lost) })
    }
}

/// The largest entry of G - L·D·Lᵗ in the units of its row and its column, computed in integers: each term is cut off at the
/// hundredth binary digit, and what that may hide is added.
fn largest_error(basis: &Basis, rows: &[Vec<i128>], weights: &[i128], sizes: &[i32]) -> Option<f64> {
    let vectors: Vec<&[i128]> = basis.rows().collect();
    let mut largest = 0;
    for i in 0..rows.len() {
        for j in 0..=i {
            let mut gram = 0i128;
            for (a, b) in vectors[i].iter().zip(vectors[j]) {
                gram = gram.checked_add(a.checked_mul(*b)?)?;
            }
            let unit = sizes[i] + sizes[j];
            let mut error = shifted(gram, DIFFERENCE - unit)?;
            for (((a, b), weight), size) in rows[i].iter().zip(&rows[j]).zip(weights).zip(sizes) {
                let term = a.checked_mul(*b)?.checked_mul(*weight)?;
                error = error
                    .checked_sub(shifted(term, DIFFERENCE - unit + 2 * size - WEIGHT - 2 * COEFFICIENT)?)?;
            }
            largest = largest.max(error.abs() + rows.len() as i128 + 1);
        }
    }
    Some(largest as f64 * f64::from(-DIFFERENCE).exp2())
}

/// A number times a power of two, cut off; none if it grows too large.
fn shifted(number: i128, bits: i32) -> Option<i128> {
    match u32::try_from(bits) {
        Ok(_) if number == 0 => Some(0),
        Ok(bits) => number.checked_mul(1i128.checked_shl(bits).filter(|power| *power > 0)?),
        Err(_) => Some(number >> (-bits).min(127)),
    }
}

/// The squared Frobenius norm of the inverse of a lower triangular matrix with ones on its diagonal.
fn inverse_norm(mu: &[Vec<f64>]) -> f64 {
    let n = mu.len();
    let mut sum = 0.0;
    for column in 0..n {
        let mut solution = vec![0.0; n];
        solution[column] = 1.0;
        for i in column + 1..n {
            solution[i] = -(column..i).map(|k| mu[i][k] * solution[k]).sum::<f64>();
        }
        sum += solution.iter().map(|entry| entry * entry).sum::<f64>();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::lattice::Congruences;
    use crate::modulus::Modulus;
    use crate::random::SplitMix;

    #[test]
    fn the_margin_is_small_and_covers_random_vectors() {
        let mut random = SplitMix(5);
        for n in [1, 2, 4, 7, 13, 24] {
            let m = Modulus::MERSENNE_61;
            let weights = vec![(0..n).map(|i| m.power(131, i)).collect()];
            let basis = Congruences::new(vec![m], weights).solutions().unwrap();
            let form = Form::checked(&basis).expect("a reduced basis is close");
            assert!(form.margin < 1.001, "{n}: {}", form.margin);
            let rows: Vec<&[i128]> = basis.rows().collect();
            for _ in 0..100 {
                let c: Vec<i128> = rows.iter().map(|_| i128::from(random.below(9)) - 4).collect();
                let exact: i128 = (0..n as usize)
                    .map(|place| rows.iter().zip(&c).map(|(row, c)| row[place] * c).sum::<i128>().pow(2))
                    .sum();
                let form: f64 = (0..rows.len())
                    .map(|k| {
                        let inner: f64 = (k..rows.len()).map(|i| form.mu[i][k] * c[i] as f64).sum();
                        inner * inner * form.norms[k]
                    })
                    .sum();
                assert!(form <= exact as f64 * 1.001 + 1e-6, "{form} {exact}");
            }
        }
    }
}
