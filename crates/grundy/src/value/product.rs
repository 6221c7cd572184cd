//! The nim-product of 64-bit nimbers, with inverses and square roots.
//!
//! [`Nimber`](super::Nimber) is the type to compute with; this module is the arithmetic below it, on plain
//! integers.
//!
//! Conway (*On Numbers and Games*, 1976, ch. 6) defines the product of games so that the nimbers become a
//! field: `x⊗y = mex { x'⊗y ⊕ x⊗y' ⊕ x'⊗y' : x' < x, y' < y }`. He proves that the nimbers below a Fermat
//! power `F = 2^(2^k)` are a subfield, that `F⊗a = F·a` for `a < F`, and that `F⊗F = F ⊕ F/2`. So a number of
//! 64 bits is `a₁F ⊕ a₀` with `F = 2^32` and two digits of 32 bits, each digit has two digits of 16 bits, and
//! so on, and all operations recurse on digits. [`plain_product`] does just that, with five products of
//! digits. [`product`] needs three, as Karatsuba does for integers (1962), and stops at 8 bits, where all
//! products are found in a table of logarithms made by the compiler.
//!
//! At most 27 small products for one of 64 bits, fewer when both numbers are small; 1.5 KiB of tables. Where the
//! processor multiplies without carries, products of more than 32 bits are those of `carryless`. Nimbers up to 128
//! bits: [`super::wide_product`].
//!
//! ```
//! use grundy::value::product::{inverse, product, square_root};
//!
//! assert_eq!(product(2, 4), 8); // a Fermat power times a smaller number: the ordinary product
//! assert_eq!(product(4, 4), 6); // the square of a Fermat power: 4 ⊕ 4/2
//! assert_eq!(inverse(4), Some(15));
//! assert_eq!(square_root(6), 4);
//! ```

use super::carryless;

/// The nim-product by the textbook recursion: slow, and what [`product`] must equal.
pub const fn plain_product(a: u64, b: u64) -> u64 {
    plain_product_of_digits(a, b, 32)
}

/// The nim-product of numbers that have two digits of `half` bits each.
const fn plain_product_of_digits(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    // (a₁F ⊕ a₀)(b₁F ⊕ b₀) = (a₁b₁ ⊕ a₁b₀ ⊕ a₀b₁)F ⊕ a₀b₀ ⊕ a₁b₁(F/2)
    let ((a1, a0), (b1, b0)) = (digits(a, half), digits(b, half));
    let high = plain_product_of_digits(a1, b1, half / 2);
    let mixed = plain_product_of_digits(a1, b0, half / 2) ^ plain_product_of_digits(a0, b1, half / 2);
    let low = plain_product_of_digits(a0, b0, half / 2);
    ((high ^ mixed) << half) | (low ^ plain_product_of_digits(high, 1 << (half - 1), half / 2))
}

/// The high and the low digit of `a`, the low one having `half` bits.
const fn digits(a: u64, half: u32) -> (u64, u64) {
    (a >> half, a & ((1 << half) - 1))
}

/// The least nimber whose powers are all 255 nimbers from 1 to 255.
const GENERATOR: u64 = 18;

/// The logarithm of zero, so large that every sum with it points at the zeros at the end of
/// [`Tables::power`].
const LOGARITHM_OF_ZERO: u16 = 2 * 255;

/// Logarithms and powers to the base [`GENERATOR`], for nimbers of 8 bits.
struct Tables {
    logarithm: [u16; 256],
    power: [u8; 1024],
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut tables = Tables { logarithm: [LOGARITHM_OF_ZERO; 256], power: [0; 1024] };
    let (mut exponent, mut power) = (0, 1);
    while exponent < 255 {
        assert!(exponent == 0 || power != 1, "GENERATOR generates too little");
        tables.logarithm[power as usize] = exponent as u16;
        tables.power[exponent] = power as u8;
        tables.power[exponent + 255] = power as u8;
        power = plain_product_of_digits(power, GENERATOR, 4);
        exponent += 1;
    }
    tables
}

#[inline(always)]
fn logarithm(a: u64) -> u16 {
    debug_assert!(a < 256);
    TABLES.logarithm[a as u8 as usize]
}

#[inline(always)]
fn power(exponent: u16) -> u64 {
    // The mask changes nothing (a sum of two logarithms is at most 1020) but spares the bounds check.
    u64::from(TABLES.power[exponent as usize & 1023])
}

#[inline(always)]
fn product_8(a: u64, b: u64) -> u64 {
    power(logarithm(a) + logarithm(b))
}

#[inline(always)]
fn times_top_8(a: u64) -> u64 {
    const LOGARITHM_OF_TOP: u16 = tables().logarithm[0x80];
    power(logarithm(a) + LOGARITHM_OF_TOP)
}

/// Defines the product of numbers with two digits of `$half` bits each.
macro_rules! define_product {
    ($product:ident, $half:literal, $product_of_digits:ident, $times_top_of_digit:ident) => {
        #[inline]
        fn $product(a: u64, b: u64) -> u64 {
            // As in plain_product_of_digits, but a₁b₁ ⊕ a₁b₀ ⊕ a₀b₁ = (a₁ ⊕ a₀)(b₁ ⊕ b₀) ⊕ a₀b₀.
            let ((a1, a0), (b1, b0)) = (digits(a, $half), digits(b, $half));
            let low = $product_of_digits(a0, b0);
            let high = $product_of_digits(a1 ^ a0, b1 ^ b0) ^ low;
            (high << $half) | (low ^ $times_top_of_digit($product_of_digits(a1, b1)))
        }
    };
}

/// Defines the product of a number with two digits of `$half` bits each and its own top bit.
macro_rules! define_times_top {
    ($times_top:ident, $half:literal, $times_top_of_digit:ident) => {
        #[inline]
        fn $times_top(a: u64) -> u64 {
            // With the top bit t = F/2 of a digit, the top bit is tF, and (a₁F ⊕ a₀)tF = (a₁ ⊕ a₀)tF ⊕ a₁tt.
            let (a1, a0) = digits(a, $half);
            ($times_top_of_digit(a1 ^ a0) << $half) | $times_top_of_digit($times_top_of_digit(a1))
        }
    };
}

define_product!(product_16, 8, product_8, times_top_8);
define_times_top!(times_top_16, 8, times_top_8);
define_product!(product_32, 16, product_16, times_top_16);
define_times_top!(times_top_32, 16, times_top_16);
define_product!(product_64, 32, product_32, times_top_32);

/// The nim-product.
pub fn product(a: u64, b: u64) -> u64 {
    // Nimbers below a Fermat power are a subfield, so small numbers need only small products.
    match a | b {
        0..=0xff => product_8(a, b),
        0x100..=0xffff => product_16(a, b),
        0x1_0000..=0xffff_ffff => product_32(a, b),
        _ => carryless::product(a, b).unwrap_or_else(|| product_64(a, b)),
    }
}

/// The nimber whose nim-product with `a` is 1; zero has none.
pub fn inverse(a: u64) -> Option<u64> {
    (a != 0).then(|| inverse_of_digits(a, 32))
}

/// The inverse of a number other than zero that has two digits of `half` bits each.
fn inverse_of_digits(a: u64, half: u32) -> u64 {
    if a < 256 {
        return power(255 - logarithm(a));
    }
    // F and F ⊕ 1 are the two roots of x² ⊕ x ⊕ F/2, so a = a₁F ⊕ a₀ has the conjugate a₁F ⊕ (a₁ ⊕ a₀), and
    // their product has one digit: a₀(a₁ ⊕ a₀) ⊕ a₁a₁(F/2). It is not zero, since a field has no divisors of
    // zero.
    let (a1, a0) = digits(a, half);
    let norm = product(a0, a1 ^ a0) ^ product(product(a1, a1), 1 << (half - 1));
    let inverse = inverse_of_digits(norm, half / 2);
    (product(a1, inverse) << half) | product(a1 ^ a0, inverse)
}

/// The one nimber whose nim-square is `a`.
pub fn square_root(a: u64) -> u64 {
    square_root_of_digits(a, 32)
}

/// The square root of a number that has two digits of `half` bits each.
fn square_root_of_digits(a: u64, half: u32) -> u64 {
    if a < 2 {
        return a;
    }
    // (r₁F ⊕ r₀)² = r₁²F ⊕ r₁²(F/2) ⊕ r₀², so r₁² = a₁ and r₀² = a₀ ⊕ a₁(F/2).
    let (a1, a0) = digits(a, half);
    let low = a0 ^ product(a1, 1 << (half - 1));
    (square_root_of_digits(a1, half / 2) << half) | square_root_of_digits(low, half / 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::value::mex;

    /// Numbers of every length, since uniform ones are nearly all of 63 or 64 bits.
    fn nimbers() -> impl Strategy<Value = u64> {
        (any::<u64>(), 0u32..64).prop_map(|(bits, shift)| bits >> shift)
    }

    #[test]
    fn product_is_the_mex_of_conways_definition() {
        let mut table = [[0; 32]; 32];
        for (x, y) in (0..32).flat_map(|x| (0..32).map(move |y| (x, y))) {
            let pairs = (0..x).flat_map(|x1| (0..y).map(move |y1| (x1, y1)));
            table[x][y] = mex(pairs.map(|(x1, y1)| table[x1][y] ^ table[x][y1] ^ table[x1][y1]));
            assert_eq!(product(x as u64, y as u64), table[x][y], "{x} times {y}");
            assert_eq!(plain_product(x as u64, y as u64), table[x][y], "{x} times {y}");
        }
    }

    #[test]
    fn small_products_agree_with_the_plain_ones() {
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            assert_eq!(product(a, b), plain_product(a, b), "{a} times {b}");
        }
    }

    #[test]
    fn fermat_powers_multiply_as_conway_says() {
        let powers: Vec<u64> = (0..6).map(|k| 1 << (1 << k)).collect();
        for (index, &power) in powers.iter().enumerate() {
            assert_eq!(product(power, power), power ^ (power / 2));
            assert!(powers[..index].iter().all(|&smaller| product(power, smaller) == power * smaller));
        }
    }

    #[test]
    fn small_numbers_have_inverses_and_roots() {
        assert_eq!(inverse(0), None);
        for a in 1..1 << 16 {
            assert_eq!(product(a, inverse(a).unwrap()), 1, "{a}");
            assert_eq!(product(square_root(a), square_root(a)), a, "{a}");
        }
    }

    proptest! {
        #[test]
        fn product_agrees_with_the_plain_one(a in nimbers(), b in nimbers()) {
            prop_assert_eq!(product(a, b), plain_product(a, b));
            prop_assert_eq!(product_64(a, b), plain_product(a, b));
        }

        #[test]
        fn nimbers_are_a_field(a in nimbers(), b in nimbers(), c in nimbers()) {
            prop_assert_eq!(product(a, 1), a);
            prop_assert_eq!(product(a, b), product(b, a));
            prop_assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            prop_assert_eq!(product(a, b) == 0, a == 0 || b == 0);
            prop_assert_eq!(inverse(a).map(|inverse| product(a, inverse)), (a != 0).then_some(1));
        }

        #[test]
        fn roots_are_the_inverse_of_squares(a in nimbers()) {
            let root = square_root(a);
            prop_assert_eq!(product(root, root), a);
            prop_assert_eq!(square_root(product(a, a)), a);
        }
    }
}
