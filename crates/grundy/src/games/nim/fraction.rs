//! Strange Nim: from a heap of n take 1 to n / k tokens, rounded down.
//!
//! The options of n are the q = n / k heaps just below it. If k divides n, the value is q: the heaps k, 2k, ... are the first
//! with one option more, and by induction the last q values below n are all different and less than q. Otherwise n has the
//! value of n - q - 1, the heap just beyond its reach, since q + 1 neighbouring heaps have the q + 1 values 0 to q. The chain
//! n, n - q - 1, ... keeps q for several steps, which are taken at once.
//!
//! Time O(min(n / k, k log n)) or so: heaps of 10^9 take microseconds, and heaps to 2^64 - 1 are served.
//!
//! ```
//! use grundy::games::nim::fraction::value;
//!
//! assert_eq!([value(5, 2), value(3, 3), value(2, 3)], [1, 1, 0]);
//! ```

/// The value of a heap from which at most the part 1/k may be taken; nothing may be taken where k is 0.
pub fn value(heap: u64, k: u64) -> u64 {
    if k == 0 {
        return 0;
    }
    let mut n = heap;
    loop {
        let (q, over) = (n / k, n % k);
        if over == 0 || q == 0 {
            return q;
        }
        // Steps of q + 1 down to the next multiple of k, at least one.
        n -= over.div_ceil(q + 1) * (q + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_definition() {
        for k in 1..12u64 {
            let mut values: Vec<u64> = Vec::new();
            for n in 0..300u64 {
                let options: Vec<u64> = (1..=n / k).map(|taken| values[(n - taken) as usize]).collect();
                values.push((0..).find(|value| !options.contains(value)).expect("a finite list"));
                assert_eq!(value(n, k), values[n as usize], "{n} {k}");
            }
        }
        assert_eq!(value(u64::MAX, 1), u64::MAX);
        assert_eq!(value(9, 0), 0);
    }
}
