//! How probable a mistake is, when the base is random and unknown.
//!
//! Two different texts of equal length n differ by a polynomial of degree at most n - 1, which has at most n - 1 roots modulo a
//! prime p: a random base makes them collide with probability at most (n - 1)/p. Over q texts there are q(q - 1)/2 pairs (the
//! birthday bound). k independent bases raise the probability of a pair to the k-th power. Nothing of this holds for a base that the
//! author of the texts knows, nor for composite moduli: modulo 2⁶⁴ there are pairs that collide for every base.
//!
//! ```
//! use polyhash::{Modulus, bounds};
//!
//! let one = bounds::set(1e6, 1e6, &[Modulus::MERSENNE_61]);
//! let two = bounds::set(1e6, 1e6, &[Modulus::MERSENNE_61; 2]);
//! assert!((0.21..0.22).contains(&one) && two < 1e-13);
//! ```

use crate::modulus::Modulus;

/// The most probable a mistake is when two different texts of equal length, `length` letters, are compared once under functions whose
/// bases are drawn independently, each from all residues of its modulus. A modulus that is not prime has no such bound and adds
/// nothing; nor has a prime that is not larger than the width of the alphabet, which is for the caller to see: under it two
/// letters may be one.
pub fn comparison(length: f64, moduli: &[Modulus]) -> f64 {
    let each = |m: &Modulus| match is_prime(*m) {
        true => ((length - 1.0).max(0.0) / m.get() as f64).min(1.0),
        false => 1.0,
    };
    moduli.iter().map(each).product()
}

/// The most probable that any two of `count` different texts of `length` letters have equal hashes.
pub fn set(count: f64, length: f64, moduli: &[Modulus]) -> f64 {
    (count * (count - 1.0).max(0.0) / 2.0 * comparison(length, moduli)).min(1.0)
}

/// Whether the bounds hold for a modulus: whether it is prime (Miller and Rabin with bases that decide all 64-bit numbers).
pub fn is_prime(modulus: Modulus) -> bool {
    let Some(n) = modulus.word() else { return false };
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|&p| n % p == 0) {
        return BASES.contains(&n);
    }
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut x = modulus.power(base, (n - 1) >> twos);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = modulus.multiply(x, x);
            x == n - 1
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_of_two_has_no_bound() {
        assert_eq!(comparison(1000.0, &[Modulus::TWO_64]), 1.0);
        assert_eq!(comparison(1000.0, &[]), 1.0);
        let m61 = comparison(1000.0, &[Modulus::MERSENNE_61]);
        assert_eq!(comparison(1000.0, &[Modulus::TWO_64, Modulus::MERSENNE_61]), m61);
        assert_eq!(m61, 999.0 / ((1u64 << 61) - 1) as f64);
    }

    #[test]
    fn the_bound_is_reached() {
        use crate::hash::function::{Letters, PolyHash};
        // baa...a and aa...ab differ by 1 - x^(n - 1), which has n - 1 roots modulo p where n - 1 divides p - 1.
        for (p, n) in [(97, 49), (1009, 253), (7, 7)] {
            let (mut one, mut other) = (vec![b'a'; n], vec![b'a'; n]);
            (one[0], other[n - 1]) = (b'b', b'b');
            let m = Modulus::new(p).expect("a prime");
            let collides = |&base: &u64| {
                let hash = PolyHash::new(base, m, Letters::Alphabetic);
                hash.hash(&one) == hash.hash(&other)
            };
            let bases = (0..p as u64).filter(collides).count();
            assert_eq!(bases, n - 1);
            assert_eq!(comparison(n as f64, &[m]), bases as f64 / p as f64);
        }
    }

    #[test]
    fn primes_are_told_from_others() {
        let prime = |n: u128| is_prime(Modulus::new(n).expect("within bounds"));
        let sieve = |n: u128| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((1..5000).all(|n| prime(n) == sieve(n)));
        assert!(
            prime(1_000_000_007) && prime(1_000_000_009) && prime((1 << 61) - 1) && prime((1 << 64) - 59)
        );
        assert!(!prime(1 << 64) && !prime((1 << 61) + 1) && !prime(3_215_031_751));
    }
}
