//! Polynomial hashes as people really write them.
//!
//! The same polynomial goes under many dialects: the first letter may have the lowest power (`h += v * p`) or the highest
//! (`h = h * B + v`, most code), letters may stand for bytes, for offsets from `a` or for a table of numbers, texts may be
//! sequences of numbers, C's `%` keeps the sign of the dividend, and two hashes may be packed into one word. A [`Dialect`] says
//! all of that and evaluates it by the plain loop, letter by letter: it is the reference that every text found by an
//! [attack](crate::attack) is hashed with before anyone sees it. Fast evaluation is the business of [`crate::PolyHash`].
//!
//! ```
//! use polyhash::Modulus;
//! use polyhash::dialect::{Dialect, LetterMap, Order};
//!
//! let map: LetterMap = "a=0".parse()?;
//! let text = map.values(b"cab")?;
//! let dialect = Dialect::new(vec![(31, Modulus::new(1_000_000_007)?)]).with_order(Order::High);
//! assert_eq!(dialect.hashes(&text), [2 * 31 * 31 + 1]);
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::error::Error;
use crate::expression::Expression;
use crate::modulus::Modulus;
use std::fmt;
use std::str::FromStr;

/// Which letter has the power 0 of the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The first letter: Σ vᵢ·Bⁱ.
    #[default]
    Low,
    /// The last letter, as in `h = h * B + v`.
    High,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Low => "low",
            Order::High => "high",
        })
    }
}

/// What numbers letters stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LetterMap {
    /// The letter `a` is this number, the others follow by byte.
    Offset(i64),
    /// Each letter has a number of its own; others are refused.
    Table(Box<[Option<i64>; 256]>),
}

impl LetterMap {
    /// `a` is 1, as in the lecture.
    pub const LETTERS: LetterMap = LetterMap::Offset(1);
    /// The byte itself.
    pub const BYTES: LetterMap = LetterMap::Offset(97);

    /// The table written in lines `LETTER VALUE`; `#` does not begin a comment, it is a letter.
    ///
    /// # Errors
    /// When a line is something else, or a letter comes twice.
    pub fn table(text: &str) -> Result<LetterMap, Error> {
        let mut table = Box::new([None; 256]);
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |why: &str| Error::Unfit(format!("line {} of the table {why}: `{line}`", number + 1));
            let (letter, rest) = line.as_bytes().split_first().ok_or_else(|| wrong("is empty"))?;
            let value = std::str::from_utf8(rest).ok().filter(|rest| rest.starts_with([' ', '\t']));
            let value = value.and_then(|value| value.trim().parse::<i64>().ok());
            let value = value.ok_or_else(|| wrong("is not `LETTER VALUE`"))?;
            if table[usize::from(*letter)].replace(value).is_some() {
                return Err(wrong("names a letter again"));
            }
        }
        if table.iter().all(Option::is_none) {
            return Err(Error::Unfit("the table has no letters".to_owned()));
        }
        Ok(LetterMap::Table(table))
    }

    /// The number of a letter; none if the table does not list it.
    pub fn value(&self, letter: u8) -> Option<i64> {
        match self {
            LetterMap::Offset(first) => Some(i64::from(letter) - 97 + first),
            LetterMap::Table(table) => table[usize::from(letter)],
        }
    }

    /// The numbers of a text.
    ///
    /// # Errors
    /// When a letter is not in the table.
    pub fn values(&self, text: &[u8]) -> Result<Vec<i64>, Error> {
        let one = |&letter: &u8| {
            let shown = letter.escape_ascii();
            self.value(letter).ok_or_else(|| Error::Unfit(format!("the table has no letter `{shown}`")))
        };
        text.iter().map(one).collect()
    }
}

impl FromStr for LetterMap {
    type Err = Error;

    /// Reads `letters`, `bytes`, `offset:K` and `x=V`.
    fn from_str(text: &str) -> Result<LetterMap, Error> {
        let wrong = || {
            Error::Unfit(format!(
                "a map is `letters`, `bytes`, `offset:K`, `a=K` or `table:FILE`, not `{text}`"
            ))
        };
        let bounded = |number: i64| (number.unsigned_abs() < 1 << 40).then_some(number);
        match text {
            "letters" => return Ok(LetterMap::LETTERS),
            "bytes" => return Ok(LetterMap::BYTES),
            _ => {}
        }
        if let Some(offset) = text.strip_prefix("offset:") {
            let offset = offset.trim().parse().ok().and_then(bounded).ok_or_else(wrong)?;
            return Ok(LetterMap::Offset(offset));
        }
        match text.as_bytes() {
            [letter, b'=', ..] => {
                let value = text[2..].trim().parse().ok().and_then(bounded).ok_or_else(wrong)?;
                Ok(LetterMap::Offset(value + 97 - i64::from(*letter)))
            }
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for LetterMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &LetterMap::LETTERS => f.write_str("letters"),
            &LetterMap::BYTES => f.write_str("bytes"),
            LetterMap::Offset(first) => write!(f, "offset:{first}"),
            LetterMap::Table(_) => f.write_str("table"),
        }
    }
}

/// A base and a modulus; the base as it was given, which matters where remainders have signs.
pub type Function = (u64, Modulus);

/// One way to hash sequences of numbers.
#[derive(Debug, Clone)]
pub struct Dialect {
    functions: Vec<Function>,
    order: Order,
    signed: bool,
    pack: Option<Expression>,
}

impl Dialect {
    /// These functions, low power first, unsigned, side by side.
    pub fn new(functions: Vec<Function>) -> Dialect {
        Dialect { functions, order: Order::Low, signed: false, pack: None }
    }

    /// The same in another order.
    pub fn with_order(self, order: Order) -> Dialect {
        Dialect { order, ..self }
    }

    /// The same with C's remainder, which has the sign of the dividend.
    pub fn with_signed_remainder(self, signed: bool) -> Dialect {
        Dialect { signed, ..self }
    }

    /// The same with all hashes packed into one word, in which `a`, `b`, `c`, ... are the hashes.
    ///
    /// # Errors
    /// When the expression has other names or another operator than `+ - * ^ << >>` can fail.
    pub fn with_pack(self, pack: Option<Expression>) -> Result<Dialect, Error> {
        if let Some(expression) = &pack {
            let known = |name: &&str| place(name).is_some_and(|place| place < self.functions.len());
            if let Some(name) = expression.names().iter().find(|name| !known(name)) {
                return Err(Error::Unfit(format!(
                    "`{name}` is no hash here: they are a, b, c, ... in the order of the functions"
                )));
            }
            let zeros = |_: &str| Some(0);
            if expression.wrapping(&zeros).is_none() {
                return Err(Error::Unfit(format!("`{expression}` divides by a hash, which may be 0")));
            }
        }
        Ok(Dialect { pack, ..self })
    }

    /// The functions.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The order.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Whether remainders have signs.
    pub fn signed(&self) -> bool {
        self.signed
    }

    /// How hashes are packed.
    pub fn pack(&self) -> Option<&Expression> {
        self.pack.as_ref()
    }

    /// The hash under each function, by the loop as programs run it.
    pub fn hashes(&self, text: &[i64]) -> Vec<i128> {
        let one = |&(base, modulus): &Function| match self.signed {
            true => signed(base, modulus, self.order, text),
            false => i128::from(residue(base, modulus, self.order, text)),
        };
        self.functions.iter().map(one).collect()
    }

    /// The word that hashes are packed into; none without packing.
    pub fn packed(&self, hashes: &[i128]) -> Option<u64> {
        let value = |name: &str| hashes.get(place(name)?).map(|&hash| hash as u64);
        self.pack.as_ref()?.wrapping(&value)
    }

    /// What programs compare: the packed word, or all hashes.
    pub fn key(&self, text: &[i64]) -> Vec<i128> {
        let hashes = self.hashes(text);
        match self.packed(&hashes) {
            Some(word) => vec![i128::from(word)],
            None => hashes,
        }
    }

    /// Whether two texts are different and taken for equal.
    pub fn collide(&self, one: &[i64], other: &[i64]) -> bool {
        one != other && self.key(one) == self.key(other)
    }
}

/// The place of the hash called `a`, `b`, ..., `z`.
fn place(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

/// The value of the polynomial modulo m.
pub fn residue(base: u64, modulus: Modulus, order: Order, text: &[i64]) -> u64 {
    let base = modulus.reduce(u128::from(base));
    let step = |hash, &value: &i64| {
        modulus.add(modulus.multiply(hash, base), modulus.reduce_signed(i128::from(value)))
    };
    match order {
        Order::High => text.iter().fold(0, step),
        Order::Low => text.iter().rev().fold(0, step),
    }
}

/// A number with its sign apart, since 2^64 times 2^64 needs all of 128 bits.
#[derive(Clone, Copy)]
struct Signed {
    negative: bool,
    size: u128,
}

impl Signed {
    fn new(value: i64) -> Signed {
        Signed { negative: value < 0, size: u128::from(value.unsigned_abs()) }
    }

    fn times(self, factor: u128) -> Signed {
        Signed { negative: self.negative, size: self.size * factor }
    }

    fn plus(self, other: Signed) -> Signed {
        match (self.negative == other.negative, self.size >= other.size) {
            (true, _) => Signed { negative: self.negative, size: self.size + other.size },
            (false, true) => Signed { negative: self.negative, size: self.size - other.size },
            (false, false) => Signed { negative: other.negative, size: other.size - self.size },
        }
    }

    fn remainder(self, modulus: Modulus) -> Signed {
        Signed { negative: self.negative, size: self.size % modulus.get() }
    }
}

/// The loops of C on signed numbers.
fn signed(base: u64, modulus: Modulus, order: Order, text: &[i64]) -> i128 {
    let mut hash = Signed::new(0);
    // The power starts at 1, which is reduced only when it is multiplied.
    let mut power = 1u128;
    for &value in text {
        hash = match order {
            Order::High => hash.times(u128::from(base)).plus(Signed::new(value)),
            // The power is below 2^64 and the value below 2^63.
            Order::Low => hash.plus(Signed::new(value).times(power)),
        };
        hash = hash.remainder(modulus);
        power = power * u128::from(base) % modulus.get();
    }
    let size = hash.size as i128;
    if hash.negative { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_one_spelling() {
        for (text, shown, value) in [
            ("letters", "letters", 2),
            ("bytes", "bytes", 98),
            ("offset:0", "offset:0", 1),
            ("a=0", "offset:0", 1),
            ("a=1", "letters", 2),
            ("A=0", "offset:32", 33),
            ("==5", "offset:41", 42),
            ("offset:-5", "offset:-5", -4),
        ] {
            let map: LetterMap = text.parse().unwrap();
            assert_eq!((map.to_string().as_str(), map.value(b'b')), (shown, Some(value)), "{text}");
        }
        for text in ["", "a", "a=", "offset:", "offset:x", "ab=1", "table:x", "a=1.5"] {
            assert!(text.parse::<LetterMap>().is_err(), "{text}");
        }
        let table = LetterMap::table("a 5\nb -3\n\n# 7\n").unwrap();
        assert_eq!(table.values(b"b#a"), Ok(vec![-3, 7, 5]));
        assert!(table.values(b"c").is_err());
        for text in ["", "a", "ab 5", "a 5\na 6", "a x"] {
            assert!(LetterMap::table(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_loops_of_c() {
        let m = Modulus::new(97).unwrap();
        let text = [-5, 3, -60, 10];
        // Each remainder by hand, with the sign of the dividend: -5, -47, -530 % 97 = -45, -440 % 97 = -52; and with the powers
        // 1, 10, 3, 30: -5, 25, -155 % 97 = -58, 242 % 97 = 48.
        let (high, low) = (-52, 48);
        for (order, expected) in [(Order::High, high), (Order::Low, low)] {
            let dialect = Dialect::new(vec![(10, m)]).with_order(order);
            let signed = dialect.clone().with_signed_remainder(true);
            assert_eq!(signed.hashes(&text), [expected], "{order}");
            assert_eq!(dialect.hashes(&text), [expected.rem_euclid(97)], "{order}");
        }
        let wide = Dialect::new(vec![(u64::MAX, Modulus::TWO_64)]).with_signed_remainder(true);
        assert_eq!(wide.hashes(&[-1, -1]).len(), 1);
    }

    #[test]
    fn packs() {
        let m = Modulus::new(97).unwrap();
        let dialect = Dialect::new(vec![(3, m), (5, m)]);
        let pack = |text: &str| dialect.clone().with_pack(Some(Expression::parse(text).unwrap()));
        assert_eq!(pack("a * 97 + b").unwrap().key(&[1, 1]), [4 * 97 + 6]);
        assert!(pack("a + c").is_err() && pack("1 / a").is_err() && pack("A").is_err());
    }
}
