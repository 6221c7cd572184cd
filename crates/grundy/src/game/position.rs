//! Positions as text: heaps `3 4 5`, tuples `3,5` or `(3,5) (1,2)`, and what native games make of theirs.

use super::any::{AnyComponent, AnyGame};
use crate::base::error::InputError;
use crate::base::text::digits::digits;
use crate::base::text::number;
pub use crate::base::text::shorten;
use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A tuple of numbers.
pub type Tuple = Vec<u64>;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Position {
    /// A sum of heaps.
    Heaps(Vec<u64>),
    /// A sum of tuples.
    Tuples(Vec<Tuple>),
    /// A position of a native game.
    Native(AnyPosition),
}

impl Position {
    /// How many components the position is a sum of; for games that are no sum, how many words it is written in.
    pub fn len(&self) -> usize {
        match self {
            Position::Heaps(heaps) => heaps.len(),
            Position::Tuples(tuples) => tuples.len(),
            Position::Native(position) => position.text().split_whitespace().count(),
        }
    }

    /// Whether nothing is there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A position of a native game: the components it was read into, and its text, by which it is compared.
#[derive(Debug, Clone)]
pub struct AnyPosition {
    text: String,
    components: Arc<[AnyComponent]>,
}

impl AnyPosition {
    /// Reads a position of a game.
    ///
    /// # Errors
    /// The first offence and its column.
    pub fn read(game: &AnyGame, text: &str) -> Result<AnyPosition, InputError> {
        Ok(AnyPosition::of(game, game.read(text)?))
    }

    /// The position with these components of a game.
    pub fn of(game: &AnyGame, components: Vec<AnyComponent>) -> AnyPosition {
        AnyPosition { text: game.write(&components), components: components.into() }
    }

    /// A position that was read elsewhere: its text, and the components it stands for.
    pub fn new(text: String, components: Vec<AnyComponent>) -> AnyPosition {
        AnyPosition { text, components: components.into() }
    }

    /// The components.
    pub fn components(&self) -> &[AnyComponent] {
        &self.components
    }

    /// The position in its notation.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.text == other.text
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// Reads heaps separated by blanks, commas or plus signs, also in square brackets: `3 4 5`, `3,4,5`, `[3,4,5]`, `3+4+5`.
///
/// # Errors
/// The first word that is no heap.
pub fn parse_heaps(text: &str) -> Result<Vec<u64>, InputError> {
    let mut heaps = Vec::new();
    parse_into(text, &mut heaps)?;
    Ok(heaps)
}

/// Reads heaps from pieces of a line as they arrive, so that a long line need not be held in memory.
#[derive(Debug, Default)]
pub struct HeapReader {
    heaps: Vec<u64>,
    /// The beginning of a word whose end has not arrived yet.
    word: Vec<u8>,
    /// Characters in front of that word.
    characters: usize,
    error: Option<InputError>,
}

impl HeapReader {
    /// Takes the next piece of the line.
    pub fn push(&mut self, piece: &[u8]) {
        let mut rest = piece;
        if !self.word.is_empty() {
            let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            self.word.extend_from_slice(&rest[..end]);
            rest = &rest[end..];
            if rest.is_empty() {
                return;
            }
            let word = std::mem::take(&mut self.word);
            self.read(&word);
        }
        let whole = rest.iter().rposition(u8::is_ascii_whitespace).map_or(0, |last| last + 1);
        self.read(&rest[..whole]);
        self.word.extend_from_slice(&rest[whole..]);
    }

    /// Ends the line: its heaps, or what is wrong with it. The reader is then ready for another line.
    ///
    /// # Errors
    /// The first word of the line that is no heap.
    pub fn finish(&mut self) -> Result<Vec<u64>, InputError> {
        let word = std::mem::take(&mut self.word);
        self.read(&word);
        let done = std::mem::take(self);
        done.error.map_or(Ok(done.heaps), Err)
    }

    /// Reads whole words.
    fn read(&mut self, bytes: &[u8]) {
        if self.error.is_some() {
            return;
        }
        let result = match std::str::from_utf8(bytes) {
            Ok(text) => parse_into(text, &mut self.heaps),
            Err(error) => {
                let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
                Err(InputError { message: "the line is not UTF-8 text".to_owned(), hint: None, column })
            }
        };
        if let Err(mut error) = result {
            error.column += self.characters;
            self.error = Some(error);
        }
        // Elsewhere, bytes that do not continue a character.
        let plain = bytes.is_ascii();
        self.characters +=
            if plain { bytes.len() } else { bytes.iter().filter(|&&b| (b as i8) >= -0x40).count() };
    }
}

/// Appends the heaps of a text.
fn parse_into(text: &str, heaps: &mut Vec<u64>) -> Result<(), InputError> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // The fast path reads plain digits up to a blank; anything else goes the careful way.
        if let Some((value, end)) = plain_heap(bytes, at) {
            heaps.push(value);
            at = end;
        } else if matches!(bytes[at], b' ' | b'\t' | b'\r') {
            at += 1;
        } else {
            match careful_heap(text, at)? {
                Some((value, end)) => {
                    heaps.push(value);
                    at = end;
                }
                None => at += text[at..].chars().next().map_or(1, char::len_utf8),
            }
        }
    }
    Ok(())
}

/// A number of plain digits that ends at a blank or at the end, and the place behind that blank.
#[inline]
fn plain_heap(bytes: &[u8], start: usize) -> Option<(u64, usize)> {
    let (value, end) = digits(bytes, start)?;
    let ended = bytes.get(end).is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    ended.then_some((value, end + 1))
}

/// The word at `start`, by the full rules for numbers; `None` when it is white space.
fn careful_heap(text: &str, start: usize) -> Result<Option<(u64, usize)>, InputError> {
    let rest = &text[start..];
    if rest.starts_with(char::is_whitespace) {
        return Ok(None);
    }
    let error = |message: String, hint: &str| InputError {
        message,
        hint: Some(hint.to_owned()),
        column: text[..start].chars().count() + 1,
    };
    if is_joint(text, start) {
        return Ok(None);
    }
    let ends = |c: char| c.is_whitespace() || ",+[]".contains(c);
    let end = rest.find(ends).unwrap_or(rest.len());
    let end = match end < rest.len() && is_joint(text, start + end) {
        true => end,
        false => rest.find(char::is_whitespace).unwrap_or(rest.len()),
    };
    let word = &rest[..end];
    if word.contains(['(', ')']) && word.chars().any(|c| c.is_ascii_digit()) {
        return Err(error(
            format!("this game is played on heaps, not on tuples: `{}`", shorten(word)),
            "separate heaps by spaces: `3 4 5`",
        ));
    }
    match number(word) {
        Ok(value) => Ok(Some((value, start + word.len()))),
        Err(reason) => Err(error(
            format!("`{}` is {reason}", shorten(word)),
            "heaps are written `3 4 5`, also `1_000`, `1e6`, `10k`",
        )),
    }
}

/// Whether a comma, a plus or a bracket stands here as it may between heaps: `3,4,5`, `3+4+5`, `[3, 4, 5]`. A comma or plus
/// follows a heap, and another heap follows it, as far as the text tells.
fn is_joint(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end().chars().next_back();
    let after = text[at..].chars().next().and_then(|c| text[at + c.len_utf8()..].trim_start().chars().next());
    let is_heap = |c: Option<char>| c.is_none_or(|c| c.is_ascii_alphanumeric());
    match text[at..].chars().next() {
        Some(',') => is_heap(before) && is_heap(after),
        Some('+') => before.is_some() && after.is_some() && is_heap(before) && is_heap(after),
        Some('[') => before.is_none(),
        Some(']') => after.is_none(),
        _ => false,
    }
}

/// Reads tuples of `arity` numbers: `3,5`, `(3,5)(1,2)`, `3,5 1,2`. A lone number is handed to `opening`.
///
/// # Errors
/// The first thing that is no such tuple.
pub fn parse_tuples(
    text: &str,
    arity: usize,
    opening: impl Fn(u64) -> Option<Tuple>,
) -> Result<Vec<Tuple>, InputError> {
    parse_tuples_of(text, arity, &number, &opening)
}

/// Reads tuples of numbers that `read` reads.
///
/// # Errors
/// As [`parse_tuples`].
pub fn parse_tuples_of<T: Copy, E: fmt::Display>(
    text: &str,
    arity: usize,
    read: &dyn Fn(&str) -> Result<T, E>,
    opening: &dyn Fn(T) -> Option<Vec<T>>,
) -> Result<Vec<Vec<T>>, InputError> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| !c.is_whitespace()).map(|offset| at + offset) {
        let rest = &text[start..];
        let (body, end) = match rest.strip_prefix('(') {
            Some(inner) => match inner.find(')') {
                Some(close) => (&inner[..close], start + close + 2),
                None => {
                    return Err(tuple_error(text, start, arity, "a parenthesis is not closed".to_owned()));
                }
            },
            None => {
                let length = bare_tuple_length(rest);
                (&rest[..length], start + length)
            }
        };
        let inside = if rest.starts_with('(') { start + 1 } else { start };
        out.push(tuple(text, body, inside, arity, read, opening)?);
        at = end;
    }
    Ok(out)
}

/// How far a tuple without parentheses reads: numbers joined by commas, blanks around commas allowed.
fn bare_tuple_length(rest: &str) -> usize {
    let mut end = 0;
    let mut joined = true;
    for (index, c) in rest.char_indices() {
        match c {
            ',' => joined = true,
            '(' => break,
            c if c.is_whitespace() => continue,
            _ if joined || end == index => joined = false,
            _ => break,
        }
        end = index + c.len_utf8();
    }
    end.max(rest.chars().next().map_or(0, char::len_utf8))
}

fn tuple<T: Copy, E: fmt::Display>(
    text: &str,
    body: &str,
    start: usize,
    arity: usize,
    read: &dyn Fn(&str) -> Result<T, E>,
    opening: &dyn Fn(T) -> Option<Vec<T>>,
) -> Result<Vec<T>, InputError> {
    let mut values = Vec::with_capacity(arity);
    let mut at = start;
    for word in body.split(',') {
        let lead = word.len() - word.trim_start().len();
        let value = read(word.trim()).map_err(|reason| {
            tuple_error(text, at + lead, arity, format!("`{}` is {reason}", shorten(word.trim())))
        })?;
        values.push(value);
        at += word.len() + 1;
    }
    if let [only] = values[..]
        && let Some(full) = opening(only)
    {
        return Ok(full);
    }
    if values.len() != arity {
        let message = format!("expected {arity} numbers, found {}: `{}`", values.len(), shorten(body));
        return Err(tuple_error(text, start, arity, message));
    }
    Ok(values)
}

fn tuple_error(text: &str, byte: usize, arity: usize, message: String) -> InputError {
    let example: Vec<String> = (0..arity).map(|i| (3 + 2 * i).to_string()).collect();
    let example = example.join(",");
    InputError {
        message,
        hint: Some(format!("a tuple is written `{example}`, a sum of two `({example}) ({example})`")),
        column: text[..byte].chars().count() + 1,
    }
}

/// Writes components separated by blanks; the empty sum is `0`.
pub fn write_sum<T>(
    f: &mut dyn Write,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut dyn Write, T) -> fmt::Result,
    empty: &str,
) -> fmt::Result {
    let mut first = true;
    for value in items {
        if !first {
            f.write_char(' ')?;
        }
        first = false;
        item(f, value)?;
    }
    if first { f.write_str(empty) } else { Ok(()) }
}

/// A tuple as `3,5`.
pub fn write_bare_tuple(f: &mut dyn Write, tuple: &[u64]) -> fmt::Result {
    for (index, value) in tuple.iter().enumerate() {
        if index > 0 {
            f.write_char(',')?;
        }
        write!(f, "{value}")?;
    }
    Ok(())
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Native(position) => f.write_str(position.text()),
            Position::Heaps(heaps) => write_sum(f, heaps, |f, heap| write!(f, "{heap}"), ""),
            Position::Tuples(tuples) => match tuples.as_slice() {
                [only] => write_bare_tuple(f, only),
                several => write_sum(
                    f,
                    several,
                    |f, tuple| {
                        f.write_char('(')?;
                        write_bare_tuple(f, tuple)?;
                        f.write_char(')')
                    },
                    "",
                ),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_read_by_both_paths() {
        assert_eq!(parse_heaps(""), Ok(vec![]));
        assert_eq!(parse_heaps(" 3  4\t5 \r"), Ok(vec![3, 4, 5]));
        assert_eq!(parse_heaps("1_000 10k 18446744073709551615"), Ok(vec![1000, 10_000, u64::MAX]));
        for text in ["3,4,5", "[3,4,5]", "[ 3, 4, 5 ]", "3+4+5", "3 + 4 + 5", "3, 4 5"] {
            assert_eq!(parse_heaps(text), Ok(vec![3, 4, 5]), "{text}");
        }
        assert_eq!(parse_heaps("[]"), Ok(vec![]));
        for (text, column) in [
            ("3 x", 3),
            ("é", 1),
            ("1 -2", 3),
            ("1.5", 1),
            ("18446744073709551616", 1),
            ("(3,4)", 1),
            ("3,,4", 1),
            ("3 [4", 3),
            ("3] 4", 1),
            ("3 é4", 3),
        ] {
            assert_eq!(parse_heaps(text).map_err(|error| error.column), Err(column), "{text}");
        }
    }

    #[test]
    fn long_and_short_numbers_meet_every_border_of_eight_bytes() {
        for digits in 1..=20usize {
            for lead in 0..9usize {
                for tail in ["", " ", " 7", " 12345678 9"] {
                    let word = "1234567890123456789"[..digits.min(19)].to_owned()
                        + if digits == 20 { "0" } else { "" };
                    let text = format!("{}{word}{tail}", " ".repeat(lead));
                    let expected: Vec<u64> =
                        text.split_whitespace().map(|w| w.parse().expect("fits")).collect();
                    assert_eq!(parse_heaps(&text), Ok(expected), "{text}");
                }
            }
        }
    }

    #[test]
    fn lines_in_pieces_are_read_like_whole_lines() {
        for line in
            ["3 4 5", "", "  12345678901 1_000  7 ", "1 é2 3", "4 x", "7\u{a0}8 9", "18446744073709551616 2"]
        {
            for size in 1..=line.len().max(1) {
                let mut reader = HeapReader::default();
                line.as_bytes().chunks(size).for_each(|piece| reader.push(piece));
                assert_eq!(reader.finish(), parse_heaps(line), "{line} in pieces of {size}");
            }
        }
        let mut reader = HeapReader::default();
        reader.push(b"1 2 \xff 3");
        assert_eq!(reader.finish().map_err(|error| error.column), Err(5));
    }

    #[test]
    fn tuples_are_read_in_every_spelling() {
        let two = |text: &str| parse_tuples(text, 2, |_| None);
        assert_eq!(two("3,5"), Ok(vec![vec![3, 5]]));
        assert_eq!(two("(3,5)(1,2)"), Ok(vec![vec![3, 5], vec![1, 2]]));
        assert_eq!(two("3,5 1, 2"), Ok(vec![vec![3, 5], vec![1, 2]]));
        assert_eq!(two("( 3 , 5 ) 7,8"), Ok(vec![vec![3, 5], vec![7, 8]]));
        assert_eq!(two(""), Ok(vec![]));
        assert_eq!(parse_tuples("9", 2, |n| Some(vec![n, n - 1])), Ok(vec![vec![9, 8]]));
        for (text, column) in
            [("3", 1), ("3,4,5", 1), ("(3,4", 1), ("3,x", 3), ("(1,2) (3)", 8), ("()", 2), (",", 1), (")", 1)]
        {
            assert_eq!(two(text).map_err(|error| error.column), Err(column), "{text}");
        }
    }
}
