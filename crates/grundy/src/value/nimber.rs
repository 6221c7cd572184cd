//! Nimbers: the sizes of Nim heaps, with Conway's addition and multiplication.
//!
//! [`Nimber`] exists so that `+` cannot mean the ordinary sum by mistake: adding two nimbers gives the value
//! of the two games side by side, which is the exclusive or of their sizes (Bouton, 1901). With the
//! nim-product of Conway (*On Numbers and Games*, 1976, ch. 6) the nimbers below 2^64 are a field of
//! characteristic two: every nimber is its own negative, and every nimber but zero has an inverse.
//!
//! A sum costs one instruction; products, inverses and roots are those of [`product`]. There is no
//! `/`, because dividing by zero would have to panic: use [`Nimber::checked_div`].
//!
//! ```
//! use grundy::value::Nimber;
//!
//! let heaps = [3, 4, 5].map(Nimber);
//! assert_eq!(heaps.into_iter().sum::<Nimber>(), Nimber(2));
//! assert_eq!(Nimber(4) * Nimber(4), Nimber(6));
//! assert_eq!(Nimber(6).square_root(), Nimber(4));
//! assert_eq!(Nimber(6).checked_div(Nimber(4)), Some(Nimber(4)));
//! ```

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, BitXor, Mul, MulAssign, Sub};

use super::product;

/// The value of an impartial game: the size of the Nim heap it equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(transparent))]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a game without moves, neutral for the nim-sum.
    pub const ZERO: Nimber = Nimber(0);

    /// The value of a single move, neutral for the nim-product.
    pub const ONE: Nimber = Nimber(1);

    /// The nimber whose product with this one is 1; zero has none.
    pub fn inverse(self) -> Option<Nimber> {
        product::inverse(self.0).map(Nimber)
    }

    /// The nimber whose product with `divisor` is this one, or `None` when `divisor` is zero.
    pub fn checked_div(self, divisor: Nimber) -> Option<Nimber> {
        divisor.inverse().map(|inverse| self * inverse)
    }

    /// The nim-product of `exponent` copies of this nimber; `exponent` is an ordinary integer, and x⁰ = 1
    /// even for 0.
    pub fn pow(self, mut exponent: u64) -> Nimber {
        let (mut result, mut square) = (Nimber::ONE, self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result *= square;
            }
            square *= square;
            exponent >>= 1;
        }
        result
    }

    /// The one nimber whose nim-square is this one.
    pub fn square_root(self) -> Nimber {
        Nimber(product::square_root(self.0))
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl From<u64> for Nimber {
    fn from(size: u64) -> Nimber {
        Nimber(size)
    }
}

impl From<Nimber> for u64 {
    fn from(nimber: Nimber) -> u64 {
        nimber.0
    }
}

impl BitXor for Nimber {
    type Output = Nimber;

    /// The nim-sum, for readers who think in bits.
    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl Add for Nimber {
    type Output = Nimber;

    /// The nim-sum: the value of the two games played side by side.
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the nim-sum is the exclusive or")]
    fn add(self, other: Nimber) -> Nimber {
        self ^ other
    }
}

impl Sub for Nimber {
    type Output = Nimber;

    /// The nim-sum again, since every nimber is its own negative.
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the nim-difference is the exclusive or")]
    fn sub(self, other: Nimber) -> Nimber {
        self ^ other
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, Add::add)
    }
}

impl<'a> Sum<&'a Nimber> for Nimber {
    fn sum<I: Iterator<Item = &'a Nimber>>(nimbers: I) -> Nimber {
        nimbers.copied().sum()
    }
}

impl Mul for Nimber {
    type Output = Nimber;

    /// The nim-product of Conway.
    fn mul(self, other: Nimber) -> Nimber {
        Nimber(product::product(self.0, other.0))
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Nimber) {
        *self = *self * other;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn prints_as_a_plain_number() {
        assert_eq!(format!("{} [{:>3}]", Nimber(u64::MAX), Nimber(7)), "18446744073709551615 [  7]");
    }

    #[test]
    fn serialises_as_a_plain_number() {
        assert_eq!(serde_json::to_string(&Nimber(7)).unwrap(), "7");
        assert_eq!(serde_json::from_str::<Nimber>("18446744073709551615").unwrap(), Nimber(u64::MAX));
    }

    #[test]
    fn zero_has_powers_but_no_inverse() {
        assert_eq!(Nimber::ZERO.pow(0), Nimber::ONE);
        assert_eq!(Nimber::ZERO.pow(u64::MAX), Nimber::ZERO);
        assert_eq!(Nimber::ZERO.inverse(), None);
        assert_eq!(Nimber(5).checked_div(Nimber::ZERO), None);
    }

    proptest! {
        #[test]
        fn powers_add_their_exponents(x: u64, left in 0..=u64::MAX / 2, right in 0..=u64::MAX / 2) {
            let x = Nimber(x);
            prop_assert_eq!(x.pow(left) * x.pow(right), x.pow(left + right));
        }

        /// The 2^64 - 1 nimbers other than zero are a group under the product (Lagrange).
        #[test]
        fn the_last_power_is_one(x in 1u64..) {
            prop_assert_eq!(Nimber(x).pow(u64::MAX), Nimber::ONE);
            prop_assert_eq!(Nimber(x).pow(u64::MAX - 1), Nimber(x).inverse().unwrap());
        }

        #[test]
        fn division_undoes_the_product(x: u64, y in 1u64..) {
            prop_assert_eq!((Nimber(x) * Nimber(y)).checked_div(Nimber(y)), Some(Nimber(x)));
        }

        #[test]
        fn a_sum_is_undone_by_either_part(x: u64, y: u64) {
            let sum: Nimber = [Nimber(x), Nimber(y)].iter().sum();
            prop_assert_eq!((sum - Nimber(y), sum ^ Nimber(x)), (Nimber(x), Nimber(y)));
        }
    }
}
