//! Reads the inputs of contest problems: numbers, words and lists separated by blanks and line ends.
//!
//! The whole input lies in memory; a [`Scanner`] walks over it and hands out what is asked for. Numbers are checked
//! against overflow and everything that is refused is refused with its line and column, found only then. LF and CRLF are alike,
//! and a line end at the end may be there or not. About 3 ns a number ([`super::digits`]).
//!
//! ```
//! use grundy::game::text::scanner::Scanner;
//! let mut input = Scanner::new(b"3\n10 20 30\n[1,-2]\n");
//! let count = input.count()?;
//! assert_eq!(input.numbers(count)?, [10, 20, 30]);
//! assert_eq!(input.list()?, [1, -2]);
//! input.finish()?;
//! let error = Scanner::new(b"7\n8 x").numbers(3).unwrap_err();
//! assert_eq!((error.line, error.column), (2, 3));
//! # Ok::<(), grundy::game::text::scanner::Misread>(())
//! ```

use super::digits::digits;
use super::{NumberError, number, shorten};
use thiserror::Error as ThisError;

/// Something in the input that is not what should stand there.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[error("{message}")]
pub struct Misread {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The line it stands in, from 1.
    pub line: usize,
    /// The character it starts at, from 1.
    pub column: usize,
}

/// A walk over an input.
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where the last thing handed out started.
    last: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning.
    pub fn new(bytes: &'a [u8]) -> Scanner<'a> {
        Scanner { bytes, at: 0, last: 0 }
    }

    /// Whether nothing but blanks is left.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at == self.bytes.len()
    }

    /// Nothing but blanks may be left.
    ///
    /// # Errors
    /// When there is more.
    pub fn finish(&mut self) -> Result<(), Misread> {
        if self.is_at_end() {
            return Ok(());
        }
        let message = format!("the input should end here: `{}`", self.shown());
        Err(self.misread_at(self.at, message))
    }

    /// A whole number to 2^64 - 1, in plain digits.
    ///
    /// # Errors
    /// When no such number stands here.
    #[inline]
    pub fn number(&mut self) -> Result<u64, Misread> {
        self.skip_blanks();
        self.last = self.at;
        match digits(self.bytes, self.at) {
            Some((value, end)) if self.bytes.get(end).is_none_or(|&byte| is_blank(byte)) => {
                self.at = end;
                Ok(value)
            }
            _ => self.careful_number(),
        }
    }

    /// Hands the next `count` numbers to `visit`.
    ///
    /// # Errors
    /// When one of them is missing or is no number.
    #[inline]
    pub fn each(&mut self, count: usize, mut visit: impl FnMut(u64)) -> Result<(), Misread> {
        for _ in 0..count {
            visit(self.number()?);
        }
        Ok(())
    }

    /// The next `count` numbers.
    ///
    /// # Errors
    /// As [`Scanner::each`].
    pub fn numbers(&mut self, count: usize) -> Result<Vec<u64>, Misread> {
        let mut out = self.room(count);
        self.each(count, |value| out.push(value))?;
        Ok(out)
    }

    /// A number that says how many things follow.
    ///
    /// # Errors
    /// As [`Scanner::number`].
    #[inline]
    pub fn count(&mut self) -> Result<usize, Misread> {
        let count = self.number()?;
        // A count that does not fit will find its input too short just the same.
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// An empty list with room for `count` things, or for as many as the rest of the input can hold.
    pub fn room<T>(&self, count: usize) -> Vec<T> {
        Vec::with_capacity(count.min((self.bytes.len() - self.at) / 2 + 1))
    }

    /// A word: everything up to the next blank.
    ///
    /// # Errors
    /// At the end of the input.
    pub fn word(&mut self) -> Result<&'a [u8], Misread> {
        self.skip_blanks();
        self.last = self.at;
        let word = self.rest_of_word();
        if word.is_empty() {
            return Err(self.cut_short("a word"));
        }
        self.at += word.len();
        Ok(word)
    }

    /// The rest of the line without its end, empty or not.
    ///
    /// # Errors
    /// At the end of the input.
    pub fn line(&mut self) -> Result<&'a [u8], Misread> {
        self.last = self.at;
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return Err(self.cut_short("a line"));
        }
        let end = rest.iter().position(|&byte| byte == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        let line = &rest[..end.unwrap_or(rest.len())];
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// A list of whole numbers of 64 bits with a sign, `[2,7,-9]`, blanks allowed around each.
    ///
    /// # Errors
    /// When no such list stands here.
    pub fn list(&mut self) -> Result<Vec<i64>, Misread> {
        let mut out = Vec::new();
        self.sign(b'[')?;
        let start = self.last;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(out);
        }
        loop {
            out.push(self.signed()?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                None => return Err(self.cut_short("`,` or `]`")),
                Some(_) => return Err(self.unexpected("`,` or `]`")),
            }
        }
        self.at += 1;
        self.last = start;
        Ok(out)
    }

    /// So many whole numbers of 64 bits, perhaps with a sign.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn integers(&mut self, count: usize) -> Result<Vec<i64>, Misread> {
        let mut out = self.room(count);
        for _ in 0..count {
            out.push(self.signed()?);
            if self.bytes.get(self.at).is_some_and(|&byte| !is_blank(byte)) {
                self.at = self.last;
                let message = format!("`{}` is {}", self.shown(), NumberError::NotANumber);
                return Err(self.misread_at(self.last, message));
            }
        }
        Ok(out)
    }

    /// The error that the last thing handed out is refused.
    pub fn refuse(&self, message: impl Into<String>) -> Misread {
        self.misread_at(self.last, message.into())
    }

    fn signed(&mut self) -> Result<i64, Misread> {
        let negative = self.peek() == Some(b'-');
        self.last = self.at;
        let start = self.at + usize::from(negative);
        if let Some((value, end)) = digits(self.bytes, start) {
            self.at = end;
            // At most 18 digits, which fit with a sign.
            return Ok(if negative { -(value as i64) } else { value as i64 });
        }
        let length = self.bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            let cut = self.bytes.len() == start;
            return Err(if cut { self.cut_short("a number") } else { self.unexpected("a number") });
        }
        let text = std::str::from_utf8(&self.bytes[self.at..start + length]).expect("a sign and digits");
        let value = text.parse().map_err(|_| {
            self.misread_at(self.at, format!("`{}` does not fit 64 bits with a sign", shorten(text)))
        })?;
        self.at = start + length;
        Ok(value)
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.bytes.get(self.at).copied()
    }

    fn sign(&mut self, wanted: u8) -> Result<(), Misread> {
        let name = format!("`{}`", char::from(wanted));
        match self.peek() {
            Some(byte) if byte == wanted => {
                self.last = self.at;
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.unexpected(&name)),
            None => Err(self.cut_short(&name)),
        }
    }

    /// Long numbers, and words for everything that is none.
    #[cold]
    fn careful_number(&mut self) -> Result<u64, Misread> {
        let word = self.rest_of_word();
        if word.is_empty() {
            return Err(self.cut_short("a number"));
        }
        let plain = word.iter().all(u8::is_ascii_digit);
        let reason = match std::str::from_utf8(word).map_or(Err(NumberError::NotANumber), number) {
            Ok(value) if plain => {
                self.at += word.len();
                return Ok(value);
            }
            // `1e6` and `1_000` are for people, contests write digits.
            Ok(_) => NumberError::NotANumber,
            Err(reason) => reason,
        };
        Err(self.misread_at(self.at, format!("`{}` is {reason}", self.shown())))
    }

    fn unexpected(&self, wanted: &str) -> Misread {
        self.misread_at(self.at, format!("expected {wanted}, found `{}`", self.shown()))
    }

    fn cut_short(&self, wanted: &str) -> Misread {
        self.misread_at(self.bytes.len(), format!("the input ends where {wanted} should follow"))
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while self.at < self.bytes.len() && is_blank(self.bytes[self.at]) {
            self.at += 1;
        }
    }

    fn rest_of_word(&self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        &rest[..rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len())]
    }

    /// The word that stands here, for messages.
    fn shown(&self) -> String {
        shorten(&String::from_utf8_lossy(self.rest_of_word()))
    }

    fn misread_at(&self, at: usize, message: String) -> Misread {
        let before = &self.bytes[..at];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        Misread { message, line, column }
    }
}

#[inline]
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(9) < 5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place<T: std::fmt::Debug>(result: Result<T, Misread>) -> (usize, usize) {
        let error = result.expect_err("refused");
        assert!(!error.message.is_empty());
        (error.line, error.column)
    }

    #[test]
    fn numbers_of_every_length_are_read() {
        let mut text = String::new();
        let mut expected = Vec::new();
        for (index, value) in (0..20).map(|digits| 10u64.pow(digits) + 7).chain([0, u64::MAX]).enumerate() {
            text += &format!("{value}{}", [" ", "\n", "\r\n", "\t ", "\n\n"][index % 5]);
            expected.push(value);
        }
        let mut scanner = Scanner::new(text.as_bytes());
        assert_eq!(scanner.numbers(expected.len()), Ok(expected));
        assert_eq!(scanner.finish(), Ok(()));
        assert_eq!(place(scanner.number()), (18, 1));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, at) in [
            ("", (1, 1)),
            ("\n\n", (3, 1)),
            ("x", (1, 1)),
            ("1\n2 -3", (2, 3)),
            ("1 2\r\n 3.5", (2, 2)),
            ("1 2 18446744073709551616", (1, 5)),
            ("1 2 1e6", (1, 5)),
            ("1 2 +3", (1, 5)),
            ("1 2 3x", (1, 5)),
            ("1 é2", (1, 3)),
            ("1 2 \u{a0}3", (1, 5)),
            ("1 2", (1, 4)),
            ("1 2\n", (2, 1)),
        ] {
            assert_eq!(place(Scanner::new(text.as_bytes()).numbers(3)), at, "{text:?}");
        }
        let mut scanner = Scanner::new("1 2\n3 4 é".as_bytes());
        assert_eq!(scanner.numbers(3), Ok(vec![1, 2, 3]));
        assert_eq!((scanner.refuse("too large").line, scanner.refuse("").column), (2, 1));
        assert_eq!(place(scanner.finish()), (2, 3));
    }

    #[test]
    fn lists_are_read_as_the_site_prints_them() {
        let read = |text: &str| Scanner::new(text.as_bytes()).list();
        assert_eq!(read("[]"), Ok(vec![]));
        assert_eq!(read(" [ 1 , -2 ,\n3 ]\r\n"), Ok(vec![1, -2, 3]));
        assert_eq!(read("[-9223372036854775808,9223372036854775807]"), Ok(vec![i64::MIN, i64::MAX]));
        for (text, at) in [
            ("", (1, 1)),
            ("1,2", (1, 1)),
            ("[1,2", (1, 5)),
            ("[1,,2]", (1, 4)),
            ("[1 2]", (1, 4)),
            ("[1,2.5]", (1, 5)),
            ("[1,]", (1, 4)),
            ("[-]", (1, 2)),
            ("[-", (1, 3)),
            ("[", (1, 2)),
            ("[9223372036854775808]", (1, 2)),
        ] {
            assert_eq!(place(read(text)), at, "{text}");
        }
    }

    #[test]
    fn words_and_lines() {
        let mut scanner = Scanner::new(b"ab c\r\n\nlast");
        assert_eq!(scanner.word(), Ok(&b"ab"[..]));
        assert_eq!(scanner.line(), Ok(&b" c"[..]));
        assert_eq!(scanner.line(), Ok(&b""[..]));
        assert_eq!(scanner.line(), Ok(&b"last"[..]));
        assert!(scanner.line().is_err() && scanner.word().is_err() && scanner.is_at_end());
    }

    #[test]
    fn a_huge_count_takes_no_memory() {
        let mut scanner = Scanner::new(b"18446744073709551615 1 2");
        let count = scanner.count().expect("a number");
        assert_eq!(place(scanner.numbers(count)), (1, 25));
    }
}
