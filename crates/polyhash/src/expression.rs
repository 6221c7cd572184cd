//! Arithmetic as programs write it: `(1LL << 61) - 1`, `a * 1000000007 + b`, `256 + x % 1e9`.
//!
//! Whole numbers with the suffixes and separators of C++, Java, Python and Rust, the operators
//! `+ - * / % ** << >> & ^ |` with the precedence of C, parentheses and names. One grammar serves three readers: the
//! packing of several hashes into one word, the drawing of a base from a random number, and constants in source code.
//! Numbers are read once; evaluation is either modulo 2⁶⁴, as machine words do it, or exact.
//!
//! ```
//! use polyhash::expression::Expression;
//!
//! let packed = Expression::parse("a << 32 ^ b")?;
//! assert_eq!(packed.wrapping(&|name| match name { "a" => Some(1), "b" => Some(5), _ => None }), Some((1 << 32) + 5));
//! assert_eq!(Expression::parse("(1LL << 61) - 1")?.exact(&|_| None), Some((1 << 61) - 1));
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::error::Error;
use std::fmt;

/// A tree of operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    text: String,
    root: Node,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(i128),
    Name(String),
    Negated(Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Or,
    Xor,
    And,
    Left,
    Right,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

/// Operators as they are written, longer ones first, with how tightly they bind.
const OPERATORS: [(&str, Operator, u8); 11] = [
    ("**", Operator::Power, 7),
    ("<<", Operator::Left, 4),
    (">>", Operator::Right, 4),
    ("|", Operator::Or, 1),
    ("^", Operator::Xor, 2),
    ("&", Operator::And, 3),
    ("+", Operator::Add, 5),
    ("-", Operator::Subtract, 5),
    ("*", Operator::Multiply, 6),
    ("/", Operator::Divide, 6),
    ("%", Operator::Remainder, 6),
];

/// The deepest nesting of parentheses and signs.
const DEEPEST: usize = 100;

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(text: &str) -> Result<Expression, Error> {
        let mut reader = Reader { rest: text, depth: 0 };
        let root = reader.binary(1).filter(|_| reader.rest.trim().is_empty());
        let root =
            root.ok_or_else(|| Error::Unfit(format!("not an expression that is read here: `{text}`")))?;
        Ok(Expression { text: text.trim().to_owned(), root })
    }

    /// The names in it, in order of appearance.
    pub fn names(&self) -> Vec<&str> {
        fn collect<'a>(node: &'a Node, names: &mut Vec<&'a str>) {
            match node {
                Node::Number(_) => {}
                Node::Name(name) if names.contains(&name.as_str()) => {}
                Node::Name(name) => names.push(name),
                Node::Negated(inner) => collect(inner, names),
                Node::Binary(_, left, right) => {
                    collect(left, names);
                    collect(right, names);
                }
            }
        }
        let mut names = Vec::new();
        collect(&self.root, &mut names);
        names
    }

    /// The value modulo 2^64; none for an unknown name or a division by 0.
    pub fn wrapping(&self, value: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
        wrapping(&self.root, value)
    }

    /// The exact value; none for an unknown name, a division by 0 or a number beyond 127 bits.
    pub fn exact(&self, value: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
        exact(&self.root, value)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn wrapping(node: &Node, value: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    Some(match node {
        Node::Number(number) => *number as u64,
        Node::Name(name) => value(name)?,
        Node::Negated(inner) => wrapping(inner, value)?.wrapping_neg(),
        Node::Binary(operator, left, right) => {
            let (a, b) = (wrapping(left, value)?, wrapping(right, value)?);
            match operator {
                Operator::Or => a | b,
                Operator::Xor => a ^ b,
                Operator::And => a & b,
                // Shifts by the width or more leave nothing, which is what is meant.
                Operator::Left => u32::try_from(b).ok().and_then(|b| a.checked_shl(b)).unwrap_or(0),
                Operator::Right => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)).unwrap_or(0),
                Operator::Add => a.wrapping_add(b),
                Operator::Subtract => a.wrapping_sub(b),
                Operator::Multiply => a.wrapping_mul(b),
                Operator::Divide => a.checked_div(b)?,
                Operator::Remainder => a.checked_rem(b)?,
                Operator::Power => a.wrapping_pow(u32::try_from(b).ok()?),
            }
        }
    })
}

fn exact(node: &Node, value: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
    match node {
        Node::Number(number) => Some(*number),
        Node::Name(name) => value(name),
        Node::Negated(inner) => exact(inner, value)?.checked_neg(),
        Node::Binary(operator, left, right) => {
            let (a, b) = (exact(left, value)?, exact(right, value)?);
            let small = || u32::try_from(b).ok().filter(|&b| b < 127);
            match operator {
                Operator::Or => Some(a | b),
                Operator::Xor => Some(a ^ b),
                Operator::And => Some(a & b),
                Operator::Left => a.checked_mul(1i128.checked_shl(small()?)?),
                Operator::Right => Some(a >> small()?),
                Operator::Add => a.checked_add(b),
                Operator::Subtract => a.checked_sub(b),
                Operator::Multiply => a.checked_mul(b),
                Operator::Divide => a.checked_div(b),
                Operator::Remainder => a.checked_rem(b),
                Operator::Power => a.checked_pow(small()?),
            }
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    /// Operands joined by operators that bind at least so tightly.
    fn binary(&mut self, least: u8) -> Option<Node> {
        let mut left = self.operand()?;
        loop {
            self.rest = self.rest.trim_start();
            let found = OPERATORS.iter().find(|(sign, ..)| self.rest.starts_with(sign));
            let Some(&(sign, operator, binds)) = found.filter(|(.., binds)| *binds >= least) else {
                return Some(left);
            };
            self.rest = &self.rest[sign.len()..];
            // A power of a power is read from the right.
            let right = self.binary(if operator == Operator::Power { binds } else { binds + 1 })?;
            left = Node::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn operand(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        let node = match first {
            '(' => {
                self.rest = &self.rest[1..];
                let inner = self.binary(1)?;
                self.rest = self.rest.trim_start().strip_prefix(')')?;
                inner
            }
            '-' => {
                self.rest = &self.rest[1..];
                Node::Negated(Box::new(self.operand()?))
            }
            '+' => {
                self.rest = &self.rest[1..];
                self.operand()?
            }
            _ if first.is_ascii_digit() || first == '.' => {
                let (number, length) = number(self.rest)?;
                self.rest = &self.rest[length..];
                Node::Number(number)
            }
            _ if first.is_ascii_alphabetic() || first == '_' => {
                let named = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
                let end = self.rest.find(|c| !named(c)).unwrap_or(self.rest.len());
                let name = self.rest[..end].to_owned();
                self.rest = &self.rest[end..];
                Node::Name(name)
            }
            _ => return None,
        };
        self.depth -= 1;
        Some(node)
    }
}

/// A number at the start of a text and how many bytes it takes: `1e9`, `1'000'000_007`, `0x1F`, `131ULL`, `1u64`.
pub(crate) fn number(text: &str) -> Option<(i128, usize)> {
    let bytes = text.as_bytes();
    let radix = match bytes {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'b' | b'B', ..] => 2,
        _ => 10,
    };
    let start = if radix == 10 { 0 } else { 2 };
    let mut value: i128 = 0;
    let mut end = start;
    let mut digits = 0;
    while let Some(&byte) = bytes.get(end) {
        match char::from(byte).to_digit(radix) {
            Some(digit) => {
                value = value.checked_mul(i128::from(radix))?.checked_add(i128::from(digit))?;
                digits += 1;
            }
            // A separator stands between digits.
            None if matches!(byte, b'_' | b'\'')
                && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric) => {}
            None => break,
        }
        end += 1;
    }
    if digits == 0 {
        return None;
    }
    // 1.0 and 1. are whole; 1.5e9 is not read.
    if radix == 10 && bytes.get(end) == Some(&b'.') {
        let zeros = bytes[end + 1..].iter().take_while(|&&byte| byte == b'0').count();
        end += 1 + zeros;
        if bytes.get(end).is_some_and(u8::is_ascii_digit) {
            return None;
        }
    }
    if radix == 10 && matches!(bytes.get(end), Some(b'e' | b'E')) {
        let rest = bytes[end + 1..].strip_prefix(b"+").unwrap_or(&bytes[end + 1..]);
        let sign = bytes.len() - end - 1 - rest.len();
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length > 0 {
            let exponent: u32 = std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?;
            value = value.checked_mul(10i128.checked_pow(exponent)?)?;
            end += 1 + sign + length;
        }
    }
    // Types behind the number.
    let suffix =
        bytes[end..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let word = text[end..end + suffix].to_ascii_lowercase();
    let types = [
        "", "u", "l", "ul", "ll", "ull", "llu", "lu", "u8", "u32", "u64", "u128", "i32", "i64", "i128",
        "usize", "f", "d",
    ];
    types.contains(&word.trim_start_matches('_')).then_some((value, end + suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<i128> {
        Expression::parse(text).ok()?.exact(&|name| (name == "x").then_some(7))
    }

    #[test]
    fn arithmetic_with_the_precedence_of_c() {
        for (text, expected) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("1 << 2 + 3", 32),
            ("6 ^ 3 & 1", 7),
            ("1 | 2 ^ 2", 1),
            ("10**9 + 7", 1_000_000_007),
            ("2**3**2", 512),
            ("(1LL<<61)-1", (1 << 61) - 1),
            ("1'000'000'007", 1_000_000_007),
            ("1_000_000_007u64", 1_000_000_007),
            ("1e9+7", 1_000_000_007),
            ("0xFFull", 255),
            ("256 + x % 4", 259),
            ("-x", -7),
            ("20 / 3 - - 1", 7),
            ("1.0e9", 1_000_000_000),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        for text in ["", "1 +", "(1", "1)", "a b", "1.5", "5 / 0", "1z", "y", "* 2", &"(".repeat(5000)] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn words_wrap() {
        let packed = Expression::parse("a * 18446744073709551615 + b").unwrap();
        let both = |name: &str| match name {
            "a" => Some(3),
            "b" => Some(1),
            _ => None,
        };
        assert_eq!(packed.wrapping(&both), Some(3u64.wrapping_neg().wrapping_add(1)));
        assert_eq!(packed.names(), ["a", "b"]);
        assert_eq!(Expression::parse("a << 64").unwrap().wrapping(&both), Some(0));
    }
}
