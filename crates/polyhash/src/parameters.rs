//! Bases and moduli as people write them: `1e9+9`, `2^61-1`, `998_244_353`, `1 << 64` as `2^64`.
//!
//! Sums and differences of numbers and powers, from left to right, to 2¹²⁸ - 1; nothing else, so that nothing is read in
//! another way than it was meant.
//!
//! ```
//! use polyhash::parameters::number;
//!
//! assert_eq!(number("1e9+9"), Ok(1_000_000_009));
//! assert_eq!(number("2^61 - 1"), Ok((1 << 61) - 1));
//! assert!(number("1e9*9").is_err() && number("5-7").is_err());
//! ```

use crate::error::Error;

/// Reads a whole number that is not negative.
///
/// # Errors
/// When it is no such number, or too large.
pub fn number(text: &str) -> Result<u128, Error> {
    sum(text).ok_or_else(|| Error::Number(text.to_owned()))
}

fn sum(text: &str) -> Option<u128> {
    let mut rest = text;
    let mut total = 0u128;
    let mut subtract = false;
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let term = term(rest[..end].trim())?;
        total = if subtract { total.checked_sub(term)? } else { total.checked_add(term)? };
        if end == rest.len() {
            return Some(total);
        }
        subtract = rest[end..].starts_with('-');
        rest = &rest[end + 1..];
    }
}

fn term(text: &str) -> Option<u128> {
    match text.split_once('^') {
        Some((base, exponent)) => atom(base.trim())?.checked_pow(u32::try_from(atom(exponent.trim())?).ok()?),
        None => atom(text),
    }
}

/// Digits with `_` between them, and `e6`, `k`, `M` or `G` behind them.
fn atom(text: &str) -> Option<u128> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, u32::try_from(digits_only(exponent)?).ok()?),
        None => match text.as_bytes().last()? {
            b'k' => (&text[..text.len() - 1], 3),
            b'M' => (&text[..text.len() - 1], 6),
            b'G' => (&text[..text.len() - 1], 9),
            _ => (text, 0),
        },
    };
    match digits_only(digits)? {
        0 => Some(0),
        value => value.checked_mul(10u128.checked_pow(exponent)?),
    }
}

fn digits_only(text: &str) -> Option<u128> {
    let framed = text.starts_with(|c: char| c.is_ascii_digit()) && !text.ends_with('_');
    if !framed {
        return None;
    }
    text.bytes().filter(|&byte| byte != b'_').try_fold(0u128, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| u128::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_as_people_write_them() {
        for (text, value) in [
            ("0", 0),
            ("31", 31),
            ("1_000", 1000),
            ("1e9 + 9", 1_000_000_009),
            ("1e9+7-0", 1_000_000_007),
            ("2^64", 1 << 64),
            ("2^61-1", (1 << 61) - 1),
            ("10k", 10_000),
            ("0^0", 1),
            ("340282366920938463463374607431768211455", u128::MAX),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        for text in [
            "", " ", "-", "+1", "1+", "1--1", "-5", "3-5", "x", "1.5", "2^", "^2", "2^2^2", "1e", "1e-3",
            "_1", "1_", "2^128", "٣",
        ] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
