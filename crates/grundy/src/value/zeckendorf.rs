//! Numbers as sums of Fibonacci numbers, and the shift of such sums.
//!
//! Every number is in exactly one way a sum of Fibonacci numbers 1, 2, 3, 5, 8, ... no two of which are neighbours
//! (Lekkerkerker 1952, Zeckendorf 1972); taking the largest that fits finds it. Replacing each by the next one is the
//! *shift* σ, and σ(n) = ⌊(n + 1)φ⌋ - 1 with φ the golden ratio (Silber 1976). So multiples of φ are rounded down exactly, in whole
//! numbers, as far as 128 bits go, where floating point fails at 10^13. At most 186 steps.
//!
//! ```
//! use grundy::value::zeckendorf::{lower_wythoff, parts, shift};
//! assert_eq!(parts(100), [89, 8, 3]);
//! assert_eq!(shift(100), 144 + 13 + 5);
//! assert_eq!(lower_wythoff(4), 6); // ⌊4φ⌋ = ⌊6.47...⌋
//! ```

use std::sync::LazyLock;

/// The largest number whose shift is sure to fit 128 bits.
pub const LARGEST: u128 = 1 << 127;

/// 1, 2, 3, 5, 8, ... as far as 128 bits go.
static FIBONACCI: LazyLock<Vec<u128>> = LazyLock::new(|| {
    let mut out = vec![1u128, 2];
    while let Some(next) = out[out.len() - 2].checked_add(out[out.len() - 1]) {
        out.push(next);
    }
    out
});

/// The places of the parts of a number, largest first; place 0 is 1, place 1 is 2.
fn places(number: u128) -> impl Iterator<Item = usize> {
    let mut rest = number;
    let mut bound = FIBONACCI.len();
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        bound = FIBONACCI[..bound].partition_point(|&part| part <= rest) - 1;
        rest -= FIBONACCI[bound];
        Some(bound)
    })
}

/// The parts of a number, largest first; none for 0.
pub fn parts(number: u128) -> Vec<u128> {
    places(number).map(|place| FIBONACCI[place]).collect()
}

/// The smallest part of a number; `None` for 0.
pub fn smallest_part(number: u128) -> Option<u128> {
    places(number).last().map(|place| FIBONACCI[place])
}

/// The number with each of its parts replaced by the next Fibonacci number: ⌊(n + 1)φ⌋ - 1.
///
/// # Panics
/// Beyond [`LARGEST`].
pub fn shift(number: u128) -> u128 {
    assert!(number <= LARGEST, "a shift beyond 128 bits");
    places(number).map(|place| FIBONACCI[place + 1]).sum()
}

/// ⌊kφ⌋: the smaller number of the k-th pair of Wythoff's game.
///
/// # Panics
/// Beyond [`LARGEST`].
pub fn lower_wythoff(k: u128) -> u128 {
    k.checked_sub(1).map_or(0, |before| shift(before) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ⌊kφ⌋ = ⌊(k + √(5k²)) / 2⌋, by the root of a whole number.
    fn by_root(k: u128) -> u128 {
        (k + (5 * k * k).isqrt()) / 2
    }

    #[test]
    fn the_shift_multiplies_by_the_golden_ratio() {
        let far = (0..3000).map(|k| (1u128 << 62) + k * 0x0123_4567_89ab);
        for k in (0..5000).chain(far) {
            assert_eq!(lower_wythoff(k), by_root(k), "{k}");
        }
    }

    #[test]
    fn parts_are_fibonacci_numbers_without_neighbours() {
        for number in (0..3000).chain([u128::MAX, u128::MAX - 1, LARGEST]) {
            let parts = parts(number);
            assert_eq!(parts.iter().sum::<u128>(), number);
            let mut places = places(number).collect::<Vec<_>>();
            places.reverse();
            assert!(places.windows(2).all(|pair| pair[0] + 2 <= pair[1]), "{number}");
            assert_eq!(smallest_part(number), parts.last().copied());
        }
        assert!(shift(LARGEST) > LARGEST);
    }
}
