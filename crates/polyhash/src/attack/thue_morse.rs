//! Modulo 2⁶⁴ every base can be broken at once, without knowing it.
//!
//! The Thue-Morse word of length 2ᵏ has the letter x where the number of ones of the place is even and y where it is odd; its
//! complement has them exchanged. Their difference is (x - y)·Π (1 - b^(2ⁱ)), and for odd b the i-th factor is divisible by 2ⁱ⁺¹: a
//! power of two that grows with k². From 1024 letters on it is divisible by 2⁶⁴ for every odd base; base 31 needs 256. An even
//! base forgets all letters behind the 64th, so 64 equal letters in front serve it too.
//!
//! ```
//! use polyhash::attack::{Alphabet, thue_morse};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let (first, second) = thue_morse::any_base(&Alphabet::lowercase()).unwrap();
//! for base in [31, 131, 1_000_003, 2, 6] {
//!     let hash = PolyHash::new(base, Modulus::TWO_64, Letters::Bytes);
//!     assert_eq!(hash.hash(&first), hash.hash(&second));
//! }
//! ```

use super::{Alphabet, Collision, Method, NO_FUNCTION, ONE_LETTER, Outcome, Problem, Request};
use crate::modulus::Modulus;

/// Letters that serve every odd base.
const LENGTH: usize = 1024;
/// Letters that even bases do not forget.
const PREFIX: usize = 64;

/// Two texts of 1088 letters that collide modulo 2^64 and all its divisors, for every base; none over a single letter.
pub fn any_base(alphabet: &Alphabet) -> Option<(Vec<u8>, Vec<u8>)> {
    let [x, y, ..] = alphabet.letters() else { return None };
    let prefix = [*x; PREFIX];
    Some(([&prefix[..], &word(*x, *y, LENGTH)].concat(), [&prefix[..], &word(*y, *x, LENGTH)].concat()))
}

/// The first `length` letters of the Thue-Morse word of two letters.
pub fn word<T: Copy>(x: T, y: T, length: usize) -> Vec<T> {
    (0..length).map(|place| if place.count_ones() & 1 == 0 { x } else { y }).collect()
}

/// Texts for functions whose moduli are powers of two, the shortest of this kind.
pub fn find(request: &Request) -> Outcome {
    request.outcome(solve(&request.problem()))
}

/// Two sequences of 1088 numbers that collide modulo all powers of two up to 2^64, for every base.
pub fn any_base_values(x: i64, y: i64) -> (Vec<i64>, Vec<i64>) {
    let prefix = [x; PREFIX];
    ([&prefix[..], &word(x, y, LENGTH)].concat(), [&prefix[..], &word(y, x, LENGTH)].concat())
}

/// The same for sequences of numbers.
pub fn solve(problem: &Problem) -> Outcome<Collision<i64>> {
    let Problem { functions, values, length, .. } = problem;
    if functions.is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    let power = |m: Modulus| m.get().is_power_of_two();
    if !functions.iter().all(|function| power(function.modulus())) {
        return Outcome::NotFound("Thue-Morse words collide only modulo powers of two".to_owned());
    }
    let (Some(x), Some(y)) = (values.nth(0), values.nth(1)) else {
        return Outcome::Impossible(ONE_LETTER.to_owned());
    };
    let mut steps = 0;
    // Even bases need the prefix, odd ones do not.
    let prefix =
        if functions.iter().all(|f| f.base() % 2 == 1 || f.modulus().get() == 1) { 0 } else { PREFIX };
    for size in (0..=LENGTH.ilog2()).map(|k| 1usize << k) {
        let text = |x: i64, y: i64| {
            let mut text = [vec![x.min(y); prefix], word(x, y, size)].concat();
            text.resize(length.unwrap_or(0).max(text.len()), x.min(y));
            text
        };
        steps += 2;
        let (first, second) = (text(x, y), text(y, x));
        if length.is_some_and(|length| first.len() > length) {
            return Outcome::NotFound(format!(
                "Thue-Morse words for these bases are longer than {}",
                first.len() / 2
            ));
        }
        if let Some(collision) = Collision::checked_values(functions, first, second, Method::ThueMorse, steps)
        {
            return Outcome::Found(collision);
        }
    }
    Outcome::NotFound("1024 letters do not suffice".to_owned())
}
