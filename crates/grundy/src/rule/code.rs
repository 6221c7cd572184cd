//! Take-and-break codes: `0.77`, `4.07`, `0.F8`, `4!.0`, `0.[3]`, `{2+}.0`.
//!
//! The digit at place `k` behind the point says what taking `k` tokens may leave: bit 0 nothing, bit 1 one non-empty heap,
//! bit 2 two, bit 3 three (Guy and Smith 1956; hexadecimal digits extend octal ones). The digit left of the point takes
//! nothing and only breaks. From CGSuite come `!` (all parts different), `=` (all equal), `?` (not all equal), `[..]` (a
//! block of digits that repeats for ever) and `{0,2+}` (a digit as the list of part counts, `+` for 'or more').
//!
//! A code is turned into clauses of the rule language, so one compiler serves both; only 'any number of heaps' has no
//! clause and an engine of its own ([`crate::engine::heap::partitions`]).

use crate::base::diagnostic::{Diagnostic, ErrorCode};
use std::fmt;

/// Which heaps a break may leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Shape {
    /// Any.
    #[default]
    Any,
    /// No two alike: `!`.
    Distinct,
    /// All alike: `=`.
    Equal,
    /// Not all alike: `?`.
    NotAllEqual,
}

impl Shape {
    fn sign(self) -> &'static str {
        match self {
            Shape::Any => "",
            Shape::Distinct => "!",
            Shape::Equal => "=",
            Shape::NotAllEqual => "?",
        }
    }

    fn read(sign: u8) -> Option<Shape> {
        match sign {
            b'!' => Some(Shape::Distinct),
            b'=' => Some(Shape::Equal),
            b'?' => Some(Shape::NotAllEqual),
            _ => None,
        }
    }

    /// Whether sorted parts have this shape.
    pub fn admits(self, sorted: &[u64]) -> bool {
        let all_equal = sorted.first() == sorted.last();
        match self {
            Shape::Any => true,
            Shape::Distinct => sorted.windows(2).all(|pair| pair[0] != pair[1]),
            Shape::Equal => all_equal,
            Shape::NotAllEqual => sorted.len() < 2 || !all_equal,
        }
    }
}

/// How many heaps a break may leave, and of which shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leave {
    /// The number of non-empty heaps.
    pub parts: u32,
    /// That many or more.
    pub or_more: bool,
    /// Their shape.
    pub shape: Shape,
}

/// What one place of a code allows, sorted by parts.
pub type Digit = Vec<Leave>;

/// A take-and-break code in normal form (no superfluous zeros).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Code {
    /// Digits left of the point, from the point outwards: places 0, -1, ...
    pub before: Vec<Digit>,
    /// Digits behind the point: places 1, 2, ...
    pub after: Vec<Digit>,
    /// The block that repeats behind `after`; empty when the code is finite.
    pub repeat: Vec<Digit>,
}

/// Most digits of a code.
const MAX_DIGITS: usize = 1000;
/// Most heaps a single break may leave when the number is fixed.
pub const MAX_PARTS: u32 = 3;

/// Whether the text should be read as a code rather than as a name or a rule.
pub fn looks_like_code(text: &str) -> bool {
    let body = strip_prefix(text).1;
    let starts = body.starts_with(|c: char| c.is_ascii_digit() || "{.*[".contains(c));
    let throughout = || body.chars().all(|c| c.is_ascii_hexdigit() || "{}[]!=?*+., ".contains(c));
    let point = body.contains('.') && !body.contains("..") && !body.contains("->") && !body.contains("=>");
    point && (starts || body.len() < text.len() || throughout())
}

fn strip_prefix(text: &str) -> (bool, &str) {
    match text.split_once(':') {
        Some(("hex" | "hexadecimal", rest)) => (false, rest),
        Some(("oct" | "octal", rest)) => (true, rest),
        _ => (false, text),
    }
}

impl Code {
    /// Reads a code.
    ///
    /// # Errors
    /// The first place that cannot be read, or a digit that takes nothing and breaks nothing.
    pub fn parse(text: &str) -> Result<Code, Diagnostic> {
        let (octal, body) = strip_prefix(text);
        let mut reader = Reader { bytes: body.as_bytes(), at: 0, offset: text.len() - body.len(), octal };
        let mut before = reader.digits()?;
        before.reverse();
        reader.expect(b'.', "a point between the digits")?;
        let mut after = reader.digits()?;
        let mut repeat = Vec::new();
        if reader.accept(b'[') {
            repeat = reader.digits()?;
            reader.expect(b']', "`]`")?;
        }
        if reader.at < reader.bytes.len() {
            return Err(reader.error("expected a digit"));
        }
        if after.is_empty() && repeat.is_empty() {
            return Err(reader.error("expected a digit behind the point"));
        }
        let places = |digits: Vec<(Digit, usize)>| -> Vec<Digit> {
            digits.into_iter().map(|(digit, _)| digit).collect()
        };
        for (place, (digit, at)) in before.iter().enumerate() {
            let grows = |leave: &&Leave| (leave.parts as usize) < place + 2;
            if digit.iter().any(|leave| grows(&leave)) {
                let message =
                    "a digit left of the point takes nothing or adds, so it must leave several smaller heaps";
                let diagnostic = Diagnostic::new(ErrorCode::BadCode, *at..*at + 1, message);
                return Err(diagnostic.hint("next to the point stands 4 (two heaps), 8 (three) or C (two or three); left of that only 8"));
            }
        }
        if before.len() + after.len() + repeat.len() > MAX_DIGITS {
            return Err(Diagnostic::new(
                ErrorCode::TooLarge,
                0..text.len(),
                format!("more than {MAX_DIGITS} digits"),
            ));
        }
        let code = Code {
            before: places(before),
            after: places(std::mem::take(&mut after)),
            repeat: places(repeat),
        };
        let code = code.normal();
        if code.has_partitions() && code.before.len() > 1 {
            let message = "a digit that adds tokens does not go with any number of heaps";
            return Err(Diagnostic::new(ErrorCode::BadCode, 0..text.len(), message));
        }
        Ok(code)
    }

    /// Trims zeros that say nothing.
    pub fn normal(mut self) -> Code {
        if self.repeat.iter().all(Vec::is_empty) {
            self.repeat.clear();
        }
        if let Some(first) = self.repeat.first()
            && self.repeat.iter().all(|digit| digit == first)
        {
            self.repeat.truncate(1);
        }
        if self.repeat.is_empty() {
            while self.after.last().is_some_and(Vec::is_empty) {
                self.after.pop();
            }
        } else if self.repeat.len() == 1 {
            while self.after.last() == self.repeat.first() {
                self.after.pop();
            }
        }
        while self.before.last().is_some_and(Vec::is_empty) {
            self.before.pop();
        }
        self
    }

    /// What taking `tokens` may leave (negative: places left of the point).
    pub fn digit(&self, tokens: i64) -> &[Leave] {
        let digit = if tokens <= 0 {
            self.before.get(tokens.unsigned_abs() as usize)
        } else {
            let place = tokens as usize - 1;
            let behind = || place.checked_sub(self.after.len())?.checked_rem(self.repeat.len());
            self.after.get(place).or_else(|| behind().and_then(|index| self.repeat.get(index)))
        };
        digit.map_or(&[], Vec::as_slice)
    }

    /// The place of the last digit that is not 0, for finite codes.
    pub fn last_place(&self) -> Option<usize> {
        self.repeat.is_empty().then_some(self.after.len())
    }

    /// The most heaps a move may leave, if there is a bound.
    pub fn most_parts(&self) -> Option<u32> {
        let leaves = self.leaves();
        if leaves.clone().any(|leave| leave.or_more) {
            None
        } else {
            Some(leaves.map(|l| l.parts).max().unwrap_or(0))
        }
    }

    /// Every leave of every digit.
    pub fn leaves(&self) -> impl Iterator<Item = &Leave> + Clone {
        self.before.iter().chain(&self.after).chain(&self.repeat).flatten()
    }

    /// Whether some move may split into any number of heaps, which no clause says.
    pub fn has_partitions(&self) -> bool {
        self.leaves().any(|leave| leave.or_more && leave.shape != Shape::Equal)
    }

    /// The code as clauses of the rule language; partitions are left out.
    pub fn to_rule(&self) -> String {
        let mut clauses = Vec::new();
        for (place, digit) in self.before.iter().enumerate() {
            push_clauses(&mut clauses, digit, &format!("n + {place}"), "");
        }
        for (place, digit) in self.after.iter().enumerate() {
            push_clauses(&mut clauses, digit, &format!("n - {}", place + 1), "");
        }
        for (index, digit) in self.repeat.iter().enumerate() {
            let from = self.after.len() + index + 1;
            let range = match self.repeat.len() {
                1 => format!("{from}..n"),
                step => format!("{from}..n step {step}"),
            };
            push_clauses(&mut clauses, digit, "n - t", &format!("t in {range}, "));
        }
        match clauses.is_empty() {
            true => "n -> 0 where 1 = 0".to_owned(),
            false => clauses.join(" ; "),
        }
    }
}

/// Adds the clauses of one digit, `rest` being what is left to distribute.
fn push_clauses(clauses: &mut Vec<String>, digit: &[Leave], rest: &str, first: &str) {
    let rest = rest.strip_suffix(" + 0").unwrap_or(rest);
    for leave in digit {
        let shape = leave.shape;
        let clause = match (leave.parts, leave.or_more) {
            (_, true) if shape != Shape::Equal => continue,
            (least, true) => {
                let zero =
                    if least == 0 { format!("n -> 0 where {first}{rest} = 0 ; ") } else { String::new() };
                format!(
                    "{zero}n -> d of ({rest})/d where {first}d | {rest}, d >= {}, {rest} > 0",
                    least.max(1)
                )
            }
            (0, _) => format!("n -> 0 where {first}{rest} = 0"),
            (1, _) => format!("n -> {rest} where {first}{rest} > 0"),
            (2, _) => {
                let order = match shape {
                    Shape::Any => "0 < a <= b",
                    Shape::Distinct | Shape::NotAllEqual => "0 < a < b",
                    Shape::Equal => "0 < a = b",
                };
                format!("n -> a, b where {first}a + b = {rest}, {order}")
            }
            _ => {
                let order = match shape {
                    Shape::Any => "0 < a <= b <= c",
                    Shape::Distinct => "0 < a < b < c",
                    Shape::Equal => "0 < a = b = c",
                    Shape::NotAllEqual => "0 < a <= b <= c, a < c",
                };
                format!("n -> a, b, c where {first}a + b + c = {rest}, {order}")
            }
        };
        clauses.push(clause);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    offset: usize,
    octal: bool,
}

impl Reader<'_> {
    fn error(&self, message: &str) -> Diagnostic {
        let found = String::from_utf8_lossy(&self.bytes[self.at.min(self.bytes.len())..]).chars().next();
        let message = match found {
            Some(c) => format!("{message}, found `{}`", c.escape_default()),
            None => format!("{message}, found the end of the code"),
        };
        let at = self.offset + self.at;
        Diagnostic::new(ErrorCode::BadCode, at..at + 1, message)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, what: &str) -> Result<(), Diagnostic> {
        if self.accept(byte) { Ok(()) } else { Err(self.error(&format!("expected {what}"))) }
    }

    /// Digits up to something else, each with its place in the text.
    fn digits(&mut self) -> Result<Vec<(Digit, usize)>, Diagnostic> {
        let mut out = Vec::new();
        while let Some(&byte) = self.bytes.get(self.at) {
            let at = self.offset + self.at;
            let digit = match byte {
                b'{' => self.set()?,
                b'*' => {
                    self.at += 1;
                    vec![Leave { parts: 0, or_more: true, shape: Shape::Any }]
                }
                _ => match (byte as char).to_digit(16) {
                    Some(value) if self.octal && value > 7 => {
                        return Err(self.error("expected an octal digit"));
                    }
                    Some(value) => {
                        self.at += 1;
                        let counts = (0..=MAX_PARTS).filter(|parts| value >> parts & 1 == 1);
                        counts.map(|parts| Leave { parts, or_more: false, shape: Shape::Any }).collect()
                    }
                    None => break,
                },
            };
            out.push((self.shaped(digit)?, at));
        }
        Ok(out)
    }

    /// `{0, 1, 2!, 3+}`
    fn set(&mut self) -> Result<Digit, Diagnostic> {
        let mut leaves = Vec::new();
        self.at += 1;
        while self.accept(b' ') {}
        let mut more = !self.accept(b'}');
        while more {
            while self.accept(b' ') {}
            let Some(parts) = self.bytes.get(self.at).and_then(|b| (*b as char).to_digit(10)) else {
                return Err(self.error("expected a number of heaps"));
            };
            self.at += 1;
            let shape = self.shape();
            let or_more = self.accept(b'+');
            if parts > MAX_PARTS && !or_more {
                return Err(self.error(&format!("expected at most {MAX_PARTS} heaps, or a number with `+`")));
            }
            leaves.push(Leave {
                parts,
                or_more,
                shape: if parts < 2 && !or_more { Shape::Any } else { shape },
            });
            while self.accept(b' ') {}
            more = self.accept(b',');
            if !more {
                self.expect(b'}', "`,` or `}`")?;
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        Ok(leaves)
    }

    fn shape(&mut self) -> Shape {
        let shape = self.bytes.get(self.at).and_then(|&sign| Shape::read(sign));
        self.at += usize::from(shape.is_some());
        shape.unwrap_or_default()
    }

    /// Applies a sign behind the digit to every leave of two or more heaps.
    fn shaped(&mut self, mut digit: Digit) -> Result<Digit, Diagnostic> {
        let shape = self.shape();
        if shape != Shape::Any {
            let several = |leave: &&mut Leave| leave.parts >= 2 || leave.or_more;
            digit.iter_mut().filter(several).for_each(|leave| leave.shape = shape);
        }
        Ok(digit)
    }
}

fn write_digit(f: &mut fmt::Formatter<'_>, digit: &[Leave]) -> fmt::Result {
    let shapes: Vec<Shape> = digit.iter().filter(|l| l.parts >= 2).map(|l| l.shape).collect();
    let uniform = shapes.windows(2).all(|pair| pair[0] == pair[1]);
    let plain = uniform && digit.iter().all(|leave| !leave.or_more);
    let distinct_parts = digit.windows(2).all(|pair| pair[0].parts != pair[1].parts);
    if plain && distinct_parts {
        let value: u32 = digit.iter().map(|leave| 1 << leave.parts).sum();
        return write!(f, "{value:X}{}", shapes.first().copied().unwrap_or_default().sign());
    }
    f.write_str("{")?;
    for (index, leave) in digit.iter().enumerate() {
        let (comma, plus) = (if index > 0 { "," } else { "" }, if leave.or_more { "+" } else { "" });
        write!(f, "{comma}{}{}{plus}", leave.parts, leave.shape.sign())?;
    }
    f.write_str("}")
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.before.is_empty() {
            f.write_str("0")?;
        }
        self.before.iter().rev().try_for_each(|digit| write_digit(f, digit))?;
        f.write_str(".")?;
        if self.after.is_empty() && self.repeat.is_empty() {
            f.write_str("0")?;
        }
        self.after.iter().try_for_each(|digit| write_digit(f, digit))?;
        if !self.repeat.is_empty() {
            f.write_str("[")?;
            self.repeat.iter().try_for_each(|digit| write_digit(f, digit))?;
            f.write_str("]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_print_in_normal_form() {
        for (text, normal) in [
            ("0.77", "0.77"),
            (".77", "0.77"),
            ("04.300", "4.3"),
            ("hex:0.3f", "0.3F"),
            ("4!.0", "4!.0"),
            ("0.[3]", "0.[3]"),
            ("0.33[3]", "0.[3]"),
            ("4.[3]", "4.[3]"),
            ("{2+}.0", "{2+}.0"),
            ("{2+}=.0", "{2=+}.0"),
            ("0.{1,2!}", "0.6!"),
            ("0.7[03]", "0.7[03]"),
            ("80.0", "80.0"),
            ("0.00[00]", "0.0"),
            ("0.*", "0.{0+}"),
        ] {
            assert_eq!(Code::parse(text).map(|code| code.to_string()).as_deref(), Ok(normal), "{text}");
        }
    }

    #[test]
    fn unreadable_codes_name_the_place() {
        for (text, place) in
            [("0.7g", 3), ("0.", 2), ("2.0", 0), ("octal:0.8", 8), ("0.[3", 4), ("{x}.0", 1), ("40.0", 0)]
        {
            assert_eq!(Code::parse(text).map_err(|error| error.span.start), Err(place), "{text}");
        }
    }
}
