//! Nim in which l to r tokens are taken.
//!
//! The values repeat with the period l + r, and within it each stands l times: 0, ..., 0, 1, ..., 1, and so on (Berlekamp,
//! Conway and Guy 1982, ch. 4, on subtraction games).
//!
//! ```
//! use grundy::games::nim::interval::value;
//!
//! assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|heap| value(heap, 2, 4)), [0, 0, 1, 1, 2, 2, 0, 0]);
//! ```

/// The value of a heap from which `least` to `most` tokens may be taken; where that is nothing, 0.
pub fn value(heap: u64, least: u64, most: u64) -> u64 {
    let least = least.max(1);
    if most < least {
        return 0;
    }
    let period = u128::from(least) + u128::from(most);
    // Less than the heap, so it fits.
    (u128::from(heap) % period) as u64 / least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_definition() {
        for (least, most) in (1..6u64).flat_map(|least| (least - 1..9).map(move |most| (least, most))) {
            let mut values: Vec<u64> = Vec::new();
            for heap in 0..60u64 {
                let options: Vec<u64> =
                    (least..=most.min(heap)).map(|taken| values[(heap - taken) as usize]).collect();
                values.push((0..).find(|value| !options.contains(value)).expect("a finite list"));
                assert_eq!(value(heap, least, most), values[heap as usize], "{heap} {least} {most}");
            }
        }
        assert_eq!(value(u64::MAX, 1, u64::MAX), u64::MAX);
    }
}
