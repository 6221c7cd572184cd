//! Numbers as people write them: `1000`, `1_000`, `1e6`, `10k`, `5M`; and long inputs of plain numbers, read at the speed of
//! memory ([`digits`], [`scanner`]).

pub mod digits;
pub mod near;
pub mod scanner;
pub mod shell;

use std::fmt;

/// Why a word is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// Letters or signs that no number has.
    NotANumber,
    /// A minus sign.
    Negative,
    /// A decimal point.
    Fraction,
    /// Beyond 2^64 - 1.
    TooLarge,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NumberError::NotANumber => "not a whole number",
            NumberError::Negative => "negative, but heaps are whole numbers from 0 to 2^64 - 1",
            NumberError::Fraction => "not whole, but heaps are whole numbers from 0 to 2^64 - 1",
            NumberError::TooLarge => "larger than 2^64 - 1",
        })
    }
}

impl std::error::Error for NumberError {}

/// Why a word is not a number with a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignedError {
    /// Letters or signs that no number has, or a fraction.
    NotANumber,
    /// Below -2^63 or beyond 2^63 - 1.
    TooLarge,
}

impl fmt::Display for SignedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SignedError::NotANumber => "not a whole number",
            SignedError::TooLarge => "not between -2^63 and 2^63 - 1",
        })
    }
}

impl std::error::Error for SignedError {}

/// Reads a whole number to 2^64 - 1, with `_` between digits, `1e6`, or a suffix `k`, `M`, `G`.
///
/// # Errors
/// What is wrong with the word.
pub fn number(word: &str) -> Result<u64, NumberError> {
    let unsigned = word.strip_prefix('+').unwrap_or(word);
    if let Some(rest) = word.strip_prefix(['-', '−']) {
        let looks = rest.starts_with(|c: char| c.is_ascii_digit());
        return Err(if looks { NumberError::Negative } else { NumberError::NotANumber });
    }
    let (body, exponent) = scale(unsigned)?;
    if body.contains('.') && body.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return Err(NumberError::Fraction);
    }
    let well_formed = body.starts_with(|c: char| c.is_ascii_digit()) && !body.ends_with('_');
    if !well_formed || !body.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
        return Err(NumberError::NotANumber);
    }
    let mut value: u64 = 0;
    for byte in body.bytes().filter(|&b| b != b'_') {
        value = value
            .checked_mul(10)
            .and_then(|v| v.checked_add(u64::from(byte - b'0')))
            .ok_or(NumberError::TooLarge)?;
    }
    if value == 0 {
        return Ok(0);
    }
    let power = 10u64.checked_pow(exponent).ok_or(NumberError::TooLarge)?;
    value.checked_mul(power).ok_or(NumberError::TooLarge)
}

/// Reads a whole number from -2^63 to 2^63 - 1, written as [`number`] reads it, with a sign if it is negative.
///
/// # Errors
/// What is wrong with the word.
pub fn signed(word: &str) -> Result<i64, SignedError> {
    let (size, negative) = match word.strip_prefix(['-', '−']) {
        Some(rest) => (rest, true),
        None => (word, false),
    };
    if negative && size.starts_with('+') {
        return Err(SignedError::NotANumber);
    }
    let size = number(size).map_err(|error| match error {
        NumberError::TooLarge => SignedError::TooLarge,
        _ => SignedError::NotANumber,
    })?;
    let value = if negative { -i128::from(size) } else { i128::from(size) };
    i64::try_from(value).map_err(|_| SignedError::TooLarge)
}

/// The digits and the power of ten behind them.
fn scale(word: &str) -> Result<(&str, u32), NumberError> {
    if let Some((body, exponent)) = word.split_once(['e', 'E']) {
        if exponent.is_empty() || !exponent.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NumberError::NotANumber);
        }
        return Ok((body, exponent.parse().unwrap_or(u32::MAX)));
    }
    Ok(match word.as_bytes().last() {
        Some(b'k' | b'K') => (&word[..word.len() - 1], 3),
        Some(b'M') => (&word[..word.len() - 1], 6),
        Some(b'G') => (&word[..word.len() - 1], 9),
        _ => (word, 0),
    })
}

/// A word cut for a message.
pub fn shorten(word: &str) -> String {
    if word.chars().count() <= 40 {
        word.to_owned()
    } else {
        word.chars().take(37).chain("...".chars()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_sign() {
        for (word, value) in [("-3", -3), ("−1e3", -1000), ("+7", 7), ("-0", 0), ("10k", 10_000)] {
            assert_eq!(signed(word), Ok(value), "{word}");
        }
        assert_eq!(signed("-9223372036854775808"), Ok(i64::MIN));
        assert_eq!(signed("9223372036854775808"), Err(SignedError::TooLarge));
        assert_eq!(signed("-18446744073709551616"), Err(SignedError::TooLarge));
        for word in ["", "-", "--3", "-+3", "1.5", "x", "3-"] {
            assert_eq!(signed(word), Err(SignedError::NotANumber), "{word}");
        }
    }

    #[test]
    fn numbers_as_people_write_them() {
        for (word, value) in [
            ("0", 0),
            ("007", 7),
            ("1_000", 1000),
            ("1e6", 1_000_000),
            ("10k", 10_000),
            ("5M", 5_000_000),
            ("2G", 2_000_000_000),
            ("18446744073709551615", u64::MAX),
            ("0e99999999999", 0),
            ("+3", 3),
        ] {
            assert_eq!(number(word), Ok(value), "{word}");
        }
        use NumberError::*;
        for (word, error) in [
            ("", NotANumber),
            ("x", NotANumber),
            ("-1", Negative),
            ("--", NotANumber),
            ("1.5", Fraction),
            ("1.5k", Fraction),
            ("18446744073709551616", TooLarge),
            ("1e20", TooLarge),
            ("1e", NotANumber),
            ("_1", NotANumber),
            ("1_", NotANumber),
            ("k", NotANumber),
            ("1e-3", NotANumber),
            ("٣", NotANumber),
            ("-1e3", Negative),
            ("nan", NotANumber),
        ] {
            assert_eq!(number(word), Err(error), "{word}");
        }
    }
}
