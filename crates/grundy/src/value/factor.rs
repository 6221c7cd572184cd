//! Prime factors and divisors of 64-bit numbers.
//!
//! Trial division by the primes below 1000 removes small factors; what is left is tested by Miller-Rabin, with bases that
//! are exact below 3.3 * 10^24 (Sorenson and Webster 2015), and taken apart by Pollard's rho method (1975) with Brent's way
//! of finding the cycle (1980). The sequence of tries is fixed, so the work is the same on every run. Numbers to 10^9 take
//! about a microsecond, a product of two primes near 2^32 a few milliseconds.
//!
//! ```
//! use grundy::value::factor::{divisors, factors};
//! assert_eq!(factors(1_000_000_007 * 12), [(2, 2), (3, 1), (1_000_000_007, 1)]);
//! assert_eq!(divisors(12), [1, 2, 3, 4, 6, 12]);
//! ```

use std::sync::LazyLock;

/// A prime and its exponent.
pub type PrimePower = (u64, u32);

/// The primes below 1000.
static SMALL: LazyLock<Vec<u64>> = LazyLock::new(|| {
    (2..1000u64).filter(|&n| (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))).collect()
});

/// The prime factors of a number in increasing order; none for 0 and 1.
pub fn factors(number: u64) -> Vec<PrimePower> {
    let mut out = Vec::new();
    let mut rest = number;
    for &prime in SMALL.iter() {
        if rest < prime * prime {
            break;
        }
        while rest.is_multiple_of(prime) {
            rest /= prime;
            note(&mut out, prime);
        }
    }
    let mut waiting = vec![rest];
    while let Some(part) = waiting.pop() {
        if part < 2 {
            continue;
        }
        // No factor below 1000 is left.
        if part < 1_000_000 || is_prime(part.into()) {
            note(&mut out, part);
        } else {
            let divisor = rho(part);
            waiting.extend([divisor, part / divisor]);
        }
    }
    out.sort_unstable();
    out
}

fn note(out: &mut Vec<PrimePower>, prime: u64) {
    match out.iter_mut().find(|(known, _)| *known == prime) {
        Some((_, exponent)) => *exponent += 1,
        None => out.push((prime, 1)),
    }
}

/// All divisors of a number in increasing order; none for 0, which every number divides.
pub fn divisors(number: u64) -> Vec<u64> {
    if number == 0 {
        return Vec::new();
    }
    let mut out = divisors_of(&factors(number));
    out.sort_unstable();
    out
}

/// The divisors of a product of prime powers, in no particular order.
pub fn divisors_of(factors: &[PrimePower]) -> Vec<u64> {
    let mut out = vec![1];
    for &(prime, exponent) in factors {
        let before = out.len();
        let mut power = 1;
        for _ in 0..exponent {
            power *= prime;
            out.extend_from_within(..before);
            let start = out.len() - before;
            out[start..].iter_mut().for_each(|divisor| *divisor *= power);
        }
    }
    out
}

/// Whether a number is prime: Miller-Rabin with the first twelve primes as bases and more, exact below 3.3 * 10^24.
///
/// # Panics
/// From 2^127 on.
pub fn is_prime(number: u128) -> bool {
    assert!(number >> 127 == 0, "a number beyond 127 bits");
    const BASES: [u128; 20] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
    if number < 2 {
        return false;
    }
    if let Some(&small) = BASES.iter().find(|&&prime| number.is_multiple_of(prime)) {
        return number == small;
    }
    if number < 73 * 73 {
        return true;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    // Three bases are exact below 4 759 123 141 (Jaeschke 1993).
    let bases = if number <= u128::from(u32::MAX) { &[2, 7, 61][..] } else { &BASES };
    bases.iter().all(|&base| {
        let mut x = power(base, odd, number);
        x == 1
            || (0..twos).any(|_| {
                let last = x;
                x = multiply(x, x, number);
                last == number - 1
            })
    })
}

fn power(mut base: u128, mut exponent: u128, modulus: u128) -> u128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    result
}

fn multiply(a: u128, mut b: u128, modulus: u128) -> u128 {
    if modulus <= u128::from(u32::MAX) {
        return u128::from(a as u64 * b as u64 % modulus as u64);
    }
    if let Some(product) = a.checked_mul(b) {
        return product % modulus;
    }
    // Numbers beyond 2^64: double and add. The modulus is below 2^127, so sums fit.
    let (mut a, mut sum) = (a % modulus, 0);
    while b > 0 {
        if b & 1 == 1 {
            sum = (sum + a) % modulus;
        }
        a = (a + a) % modulus;
        b >>= 1;
    }
    sum
}

/// A divisor of a composite number without small factors, neither 1 nor the number.
fn rho(number: u64) -> u64 {
    let root = number.isqrt();
    if root * root == number {
        return root;
    }
    (1..).find_map(|constant| cycle(number, constant)).expect("some constant leads to a divisor")
}

/// Differences that are multiplied before their divisor is looked for.
const BATCH: u64 = 128;

/// Walks x → x² + c until two values agree modulo a divisor; `None` when they agree modulo the number itself.
fn cycle(number: u64, constant: u64) -> Option<u64> {
    let small = number <= u64::from(u32::MAX);
    let times = |a: u64, b: u64| match small {
        true => a * b % number,
        false => (u128::from(a) * u128::from(b) % u128::from(number)) as u64,
    };
    let step = |x: u64| {
        let square = times(x, x);
        // A sum modulo the number that cannot overflow.
        if square >= number - constant { square - (number - constant) } else { square + constant }
    };
    let (mut here, mut length) = (2, 1);
    loop {
        let start = here;
        let mut walked = 0;
        while walked < length {
            let (before, mut product) = (here, 1);
            let batch = BATCH.min(length - walked);
            for _ in 0..batch {
                here = step(here);
                product = times(product, start.abs_diff(here));
            }
            if greatest_common_divisor(product, number) > 1 {
                // One difference of the batch is the one.
                let mut again = before;
                let differences = (0..batch).map(|_| {
                    again = step(again);
                    greatest_common_divisor(start.abs_diff(again), number)
                });
                let found = { differences }.find(|&divisor| divisor > 1);
                return found.filter(|&divisor| divisor < number);
            }
            walked += batch;
        }
        length *= 2;
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(mut number: u64) -> Vec<PrimePower> {
        let mut out = Vec::new();
        let mut divisor = 2;
        while divisor * divisor <= number {
            while number.is_multiple_of(divisor) {
                note(&mut out, divisor);
                number /= divisor;
            }
            divisor += 1;
        }
        if number > 1 {
            note(&mut out, number);
        }
        out
    }

    #[test]
    fn factors_are_those_of_trial_division() {
        assert!(factors(0).is_empty() && factors(1).is_empty());
        let seeds = (1..1500).map(|k: u64| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20);
        for number in (1..20_000).chain(1_000_000_000..1_000_000_300).chain(seeds) {
            assert_eq!(factors(number), plain(number), "{number}");
        }
    }

    #[test]
    fn large_numbers_fall_apart_too() {
        let large = 18_446_744_073_709_551_557;
        assert_eq!(factors(large), [(large, 1)], "the largest prime below 2^64");
        for (p, q) in [(4_294_967_291, 4_294_967_279), (4_294_967_291, 4_294_967_291), (1009, 1_000_000_007)]
        {
            let expected = if p == q { vec![(p, 2)] } else { vec![(p.min(q), 1), (p.max(q), 1)] };
            assert_eq!(factors(p * q), expected);
        }
        let product: u64 = factors(u64::MAX).iter().map(|&(prime, exponent)| prime.pow(exponent)).product();
        assert_eq!(product, u64::MAX);
        // Strong pseudoprimes to the first bases.
        for number in [3_215_031_751, 3_825_123_056_546_413_051, 341_550_071_728_321] {
            assert!(!is_prime(number), "{number}");
        }
    }

    #[test]
    fn divisors_are_all_there() {
        for number in 1..3000u64 {
            let expected: Vec<u64> = (1..=number).filter(|&d| number.is_multiple_of(d)).collect();
            assert_eq!(divisors(number), expected, "{number}");
        }
        assert!(divisors(0).is_empty());
    }
}
