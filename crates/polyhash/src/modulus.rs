//! Moduli from 1 to 2^64, and the arithmetic of residues.
//!
//! A residue is a `u64` for every modulus, also for 2^64, which is why the modulus is a type of its own and not a `u64`.
//! Two moduli have arithmetic without division: 2^64, where the processor wraps by itself, and the Mersenne prime
//! 2^61 - 1, where 2^61 = 1 turns the quotient into a shift (Carter and Wegman 1979). All others divide 128 bits by 64.
//!
//! ```
//! use polyhash::Modulus;
//!
//! const M: Modulus = match Modulus::new(1_000_000_009) {
//!     Ok(modulus) => modulus,
//!     Err(_) => panic!("a modulus below 2^64"),
//! };
//! assert_eq!(M.multiply(31, M.power(31, 6)), M.power(31, 7));
//! assert_eq!(Modulus::TWO_64.add(u64::MAX, 1), 0);
//! assert!(Modulus::new(0).is_err());
//! ```

use core::fmt;

/// A modulus from 1 to 2^64.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modulus {
    /// The modulus; 0 stands for 2^64.
    value: u64,
}

pub(crate) const MERSENNE: u64 = (1 << 61) - 1;

impl Modulus {
    /// 2^64: what unsigned 64-bit numbers do by themselves.
    pub const TWO_64: Modulus = Modulus { value: 0 };
    /// The Mersenne prime 2^61 - 1.
    pub const MERSENNE_61: Modulus = Modulus { value: MERSENNE };

    /// The modulus of that size.
    ///
    /// # Errors
    /// When it is 0 or above 2^64.
    pub const fn new(value: u128) -> Result<Modulus, ModulusError> {
        match value {
            1..=0xffff_ffff_ffff_ffff => Ok(Modulus { value: value as u64 }),
            0x1_0000_0000_0000_0000 => Ok(Modulus::TWO_64),
            _ => Err(ModulusError(value)),
        }
    }

    /// The modulus as a number.
    pub const fn get(self) -> u128 {
        if self.value == 0 { 1 << 64 } else { self.value as u128 }
    }

    /// The modulus as a `u64`, unless it is 2^64.
    pub(crate) const fn word(self) -> Option<u64> {
        if self.value == 0 { None } else { Some(self.value) }
    }

    /// The bits of information in a residue: the logarithm of the modulus.
    #[cfg(feature = "std")]
    pub fn bits(self) -> f64 {
        (self.get() as f64).log2()
    }

    /// The residue of a number.
    #[inline]
    pub const fn reduce(self, number: u128) -> u64 {
        match self.value {
            0 => number as u64,
            MERSENNE => {
                // Three digits to base 2^61; their sum is below 2^62 + 2^6, so one more fold suffices.
                let m = MERSENNE as u128;
                let folded = ((number & m) + (number >> 61 & m) + (number >> 122)) as u64;
                let folded = (folded & MERSENNE) + (folded >> 61);
                if folded >= MERSENNE { folded - MERSENNE } else { folded }
            }
            m if number >> 64 == 0 => number as u64 % m,
            m => (number % m as u128) as u64,
        }
    }

    /// The residue of a number that may be negative.
    pub const fn reduce_signed(self, number: i128) -> u64 {
        let residue = self.reduce(number.unsigned_abs());
        if number < 0 { self.negate(residue) } else { residue }
    }

    /// The sum of two residues.
    #[inline]
    pub const fn add(self, one: u64, other: u64) -> u64 {
        let (sum, carry) = one.overflowing_add(other);
        // With modulus 2^64 (value 0) subtracting nothing is right in every case. Both conditions are worked out, since residues
        // are random and a jump would be guessed wrong every other time.
        if carry | (sum >= self.value) { sum.wrapping_sub(self.value) } else { sum }
    }

    /// The residue that makes 0 together with this one.
    #[inline]
    pub const fn negate(self, residue: u64) -> u64 {
        if residue == 0 { 0 } else { self.value.wrapping_sub(residue) }
    }

    /// The difference of two residues.
    #[inline]
    pub const fn subtract(self, one: u64, other: u64) -> u64 {
        let (difference, borrow) = one.overflowing_sub(other);
        if borrow { difference.wrapping_add(self.value) } else { difference }
    }

    /// The product of two residues.
    #[inline]
    pub const fn multiply(self, one: u64, other: u64) -> u64 {
        match self.value {
            0 => one.wrapping_mul(other),
            _ => self.reduce(one as u128 * other as u128),
        }
    }

    /// A power of a residue.
    pub const fn power(self, base: u64, mut exponent: u64) -> u64 {
        let mut square = self.reduce(base as u128);
        let mut result = self.reduce(1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.multiply(result, square);
            }
            square = self.multiply(square, square);
            exponent >>= 1;
        }
        result
    }

    /// The residue that makes 1 together with this one as a product, if there is one (Euclid).
    pub const fn inverse(self, residue: u64) -> Option<u64> {
        let whole = self.get() as i128;
        let (mut a, mut b) = (whole, residue as i128);
        // b = y * residue modulo the modulus at every step.
        let (mut x, mut y) = (0i128, 1i128);
        while b != 0 {
            let quotient = a / b;
            (a, b) = (b, a - quotient * b);
            (x, y) = (y, x - quotient * y);
        }
        if a == 1 || whole == 1 { Some(self.reduce_signed(x)) } else { None }
    }

    /// The representative of a residue that is nearest to 0.
    pub const fn centred(self, residue: u64) -> i128 {
        let (residue, modulus) = (residue as i128, self.get() as i128);
        if residue > modulus / 2 { residue - modulus } else { residue }
    }
}

/// A modulus outside 1 to 2^64. Small and without a destructor, so that [`Modulus::new`] serves constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a modulus is a whole number from 1 to 2^64, not {0}")]
pub struct ModulusError(pub u128);

impl fmt::Display for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl fmt::Debug for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Modulus({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_modulus() -> impl Strategy<Value = Modulus> {
        let all = prop_oneof![
            Just(1u128 << 64),
            Just(u128::from(MERSENNE)),
            Just((1 << 64) - 1),
            Just((1 << 64) - 59),
            1..10u128,
            1..=1u128 << 32,
            1..=1u128 << 64,
        ];
        all.prop_map(|value| Modulus::new(value).expect("within bounds"))
    }

    fn gcd(a: u128, b: u128) -> u128 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    proptest! {
        #[test]
        fn residues_are_those_of_whole_numbers(m in any_modulus(), a: u128, b: u64, c: u64, e in 0..40u64) {
            let whole = m.get();
            let (x, y) = (m.reduce(u128::from(b)), m.reduce(u128::from(c)));
            prop_assert_eq!(u128::from(m.reduce(a)), a % whole);
            prop_assert_eq!(u128::from(m.add(x, y)), (u128::from(x) + u128::from(y)) % whole);
            prop_assert_eq!(u128::from(m.multiply(x, y)), u128::from(x) * u128::from(y) % whole);
            prop_assert_eq!(m.add(m.subtract(x, y), y), x);
            prop_assert_eq!(m.add(m.negate(x), x), m.reduce(0));
            prop_assert_eq!(m.power(b, e), (0..e).fold(m.reduce(1), |p, _| m.multiply(p, x)));
            prop_assert_eq!(m.reduce_signed(m.centred(x)), x);
            prop_assert!(m.centred(x).unsigned_abs() <= whole / 2);
            match m.inverse(x) {
                Some(inverse) => prop_assert_eq!(m.multiply(inverse, x), m.reduce(1)),
                None => prop_assert!(gcd(whole, u128::from(x)) > 1),
            }
        }
    }

    #[test]
    fn moduli_end_at_two_to_the_64() {
        assert!(Modulus::new(0).is_err() && Modulus::new((1 << 64) + 1).is_err());
        assert_eq!(Modulus::new(1 << 64), Ok(Modulus::TWO_64));
        assert_eq!(Modulus::MERSENNE_61.to_string(), "2305843009213693951");
    }
}
