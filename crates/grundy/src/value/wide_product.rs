//! The nim-product of 128-bit nimbers, with inverses and square roots.
//!
//! The nimbers below 2^128 are the next field after those of [`super::product`], which does the work: a number of 128
//! bits is `a₁F ⊕ a₀` with `F = 2^64` and two digits of 64 bits, and `F⊗F = F ⊕ F/2` (Conway, *On Numbers and Games*,
//! 1976, ch. 6). A product takes four products of digits.
//!
//! ```
//! use grundy::value::wide_product::{inverse, product, square_root};
//!
//! let fermat = 1u128 << 64;
//! assert_eq!(product(fermat, fermat), fermat ^ fermat / 2);
//! assert_eq!(product(fermat + 5, inverse(fermat + 5).unwrap()), 1);
//! assert_eq!(square_root(fermat ^ fermat / 2), fermat);
//! ```

use super::product as narrow;

/// The top bit of a digit, F/2.
const TOP: u64 = 1 << 63;

/// The high and the low digit.
fn digits(a: u128) -> (u64, u64) {
    ((a >> 64) as u64, a as u64)
}

fn number(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// The nim-product.
pub fn product(a: u128, b: u128) -> u128 {
    // (a₁F ⊕ a₀)(b₁F ⊕ b₀) = ((a₁ ⊕ a₀)(b₁ ⊕ b₀) ⊕ a₀b₀)F ⊕ a₀b₀ ⊕ a₁b₁(F/2)
    let ((a1, a0), (b1, b0)) = (digits(a), digits(b));
    let low = narrow::product(a0, b0);
    if a1 | b1 == 0 {
        return low.into();
    }
    let high = narrow::product(a1 ^ a0, b1 ^ b0) ^ low;
    number(high, low ^ narrow::product(narrow::product(a1, b1), TOP))
}

/// The nimber whose nim-product with `a` is 1; zero has none.
pub fn inverse(a: u128) -> Option<u128> {
    // The product of a and its conjugate a₁F ⊕ (a₁ ⊕ a₀) has one digit.
    let (a1, a0) = digits(a);
    let norm = narrow::product(a0, a1 ^ a0) ^ narrow::product(narrow::product(a1, a1), TOP);
    let inverse = narrow::inverse(norm)?;
    Some(number(narrow::product(a1, inverse), narrow::product(a1 ^ a0, inverse)))
}

/// The one nimber whose nim-square is `a`.
pub fn square_root(a: u128) -> u128 {
    // (r₁F ⊕ r₀)² = r₁²F ⊕ r₁²(F/2) ⊕ r₀²
    let (a1, a0) = digits(a);
    number(narrow::square_root(a1), narrow::square_root(a0 ^ narrow::product(a1, TOP)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The textbook recursion, on numbers of two digits of `half` bits.
    fn plain(a: u128, b: u128, half: u32) -> u128 {
        if a < 2 || b < 2 {
            return a * b;
        }
        let mask = (1 << half) - 1;
        let ((a1, a0), (b1, b0)) = ((a >> half, a & mask), (b >> half, b & mask));
        let high = plain(a1, b1, half / 2);
        let mixed = plain(a1, b0, half / 2) ^ plain(a0, b1, half / 2);
        ((high ^ mixed) << half) | (plain(a0, b0, half / 2) ^ plain(high, 1 << (half - 1), half / 2))
    }

    /// Numbers of every length.
    fn nimbers() -> impl Strategy<Value = u128> {
        (any::<u128>(), 0u32..128).prop_map(|(bits, shift)| bits >> shift)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn products_are_the_plain_ones(a in nimbers(), b in nimbers()) {
            prop_assert_eq!(product(a, b), plain(a, b, 64));
        }

        #[test]
        fn nimbers_are_a_field(a in nimbers(), b in nimbers(), c in nimbers()) {
            prop_assert_eq!(product(a, 1), a);
            prop_assert_eq!(product(a, b), product(b, a));
            prop_assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            prop_assert_eq!(inverse(a).map(|inverse| product(a, inverse)), (a != 0).then_some(1));
            prop_assert_eq!(product(square_root(a), square_root(a)), a);
        }
    }
}
