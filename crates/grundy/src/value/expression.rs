//! A calculator for nimbers: reads and evaluates expressions such as `6*7 + 2`.
//!
//! This is what `grundy nimber "6*7+2"` runs. [`Nimber`] does the arithmetic; here is only the reading.
//!
//! | written                    | means                                                               |
//! |----------------------------|---------------------------------------------------------------------|
//! | `5`, `*5`, `1_000`         | a nimber below 2^64, also with the star of *Winning Ways*           |
//! | `x + y`, `x - y`, `x ⊕ y`  | the nim-sum                                                         |
//! | `x * y`, `x × y`, `x ⊗ y`  | the nim-product                                                     |
//! | `x / y`                    | the nim-product of `x` with the inverse of `y`                      |
//! | `x ^ 3`, `x ** 3`          | a power; the exponent is an ordinary integer, and `x^2^3` is `x^8`  |
//! | `inverse(x)`, `sqrt(x)`    | the inverse, the square root                                        |
//!
//! Powers bind tighter than products, products tighter than sums; sums and products group from the left. Note
//! that `^` is not the exclusive or, as in many programming languages: that one is `+`.
//!
//! Recursive descent by hand, one function for each line of the grammar, in linear time. Only parentheses
//! recurse, at most 200 deep, so that no input overflows the stack; a sum of a million terms is a loop.
//!
//! ```text
//! sum     = product { ("+" | "-" | "⊕") product }
//! product = power { ("*" | "×" | "⊗" | "/") power }
//! power   = operand { ("^" | "**") integer }
//! operand = [ "*" ] integer | "(" sum ")" | name "(" sum ")"
//! ```
//!
//! ```
//! use grundy::value::{Nimber, expression::evaluate};
//!
//! assert_eq!(evaluate("6*7 + 2")?, Nimber(1));
//! assert_eq!(evaluate("*5 + *3")?, Nimber(6));
//! assert_eq!(evaluate("sqrt(2)^2 / 2")?, Nimber(1));
//! assert_eq!(evaluate("1 / (3 + 3)").unwrap_err().to_string(), "division by zero at column 3");
//! # Ok::<(), grundy::value::expression::ExpressionError>(())
//! ```

use thiserror::Error;

use super::Nimber;

/// How deep parentheses may be nested.
const DEPTH_LIMIT: usize = 200;

/// Why an expression has no value, as data for the terminal, the page and JSON alike.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[error("{message} at column {column}")]
pub struct ExpressionError {
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// What to write instead, where that is known.
    pub hint: Option<String>,
    /// Where, in characters counted from 1.
    pub column: usize,
}

/// The value of a nimber expression.
///
/// # Errors
/// If `text` is not an expression of the grammar above, holds an integer beyond 2^64 - 1, nests parentheses
/// more than 200 deep, or divides by zero.
pub fn evaluate(text: &str) -> Result<Nimber, ExpressionError> {
    let mut parser = Parser { text, position: 0, depth: 0 };
    parser.advance(0);
    let value = parser.sum()?;
    if parser.peek().is_some() { Err(parser.expected_operator()) } else { Ok(value) }
}

/// A reader of `text` that has come to the token at the byte `position`, inside `depth` parentheses.
struct Parser<'a> {
    text: &'a str,
    position: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn sum(&mut self) -> Result<Nimber, ExpressionError> {
        let mut value = self.product()?;
        while self.accept_any(&["+", "-", "⊕"]) {
            value += self.product()?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Nimber, ExpressionError> {
        let mut value = self.power()?;
        loop {
            let start = self.position;
            // `power` has taken every `**`, so a `*` seen here stands alone.
            if self.accept_any(&["*", "×", "⊗"]) {
                value *= self.power()?;
            } else if self.accept("/") {
                let divisor = self.power()?;
                value = value.checked_div(divisor).ok_or_else(|| self.error(start, "division by zero"))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn power(&mut self) -> Result<Nimber, ExpressionError> {
        let base = self.operand()?;
        let start = self.position;
        let mut exponents = Vec::new();
        while self.accept_any(&["**", "^"]) {
            exponents.push(self.exponent()?);
        }
        // x^a^b is x^(a^b); without exponents this is x^1.
        let exponent = exponents.into_iter().rev().try_fold(1, |above, below| ordinary_power(below, above));
        let exponent = exponent.ok_or_else(|| self.error(start, "exponent is beyond 2^64 - 1"))?;
        Ok(base.pow(exponent))
    }

    fn exponent(&mut self) -> Result<u64, ExpressionError> {
        let hint = match self.peek() {
            Some('0'..='9') => return self.integer(),
            Some('-') => "write a negative power as `inverse(x^n)`",
            _ => "an exponent is an ordinary integer, as in `5^3`",
        };
        Err(self.expected("an integer as exponent").hint(hint))
    }

    fn operand(&mut self) -> Result<Nimber, ExpressionError> {
        match self.peek() {
            Some('0'..='9') => self.integer().map(Nimber),
            Some('*') => self.starred(),
            Some('(') => self.parenthesis(),
            Some(first) if first.is_alphabetic() => self.call(),
            Some('-') => {
                Err(self.expected("a nimber").hint("leave the sign out: every nimber is its own negative"))
            }
            _ => Err(self.expected("a nimber")),
        }
    }

    /// A nimber in star notation, `*5`.
    fn starred(&mut self) -> Result<Nimber, ExpressionError> {
        let start = self.position;
        self.accept("*");
        let adjacent = self.position == start + 1;
        if adjacent && self.peek().is_some_and(|next| next.is_ascii_digit()) {
            return self.integer().map(Nimber);
        }
        let error = self.error(start, "expected a nimber, found `*`");
        Err(error.hint("a star belongs directly before an integer: `*5`"))
    }

    fn parenthesis(&mut self) -> Result<Nimber, ExpressionError> {
        let start = self.position;
        if !self.accept("(") {
            return Err(self.expected("`(`"));
        }
        if self.depth == DEPTH_LIMIT {
            let hint = format!("at most {DEPTH_LIMIT} parentheses may be open at once");
            return Err(self.error(start, "nested too deeply").hint(&hint));
        }
        self.depth += 1;
        let value = self.sum()?;
        self.depth -= 1;
        self.close(start)?;
        Ok(value)
    }

    /// Passes over the `)` that belongs to the `(` at `open`.
    fn close(&mut self, open: usize) -> Result<(), ExpressionError> {
        if self.accept(")") {
            return Ok(());
        }
        if self.peek().is_some() {
            return Err(self.expected_operator());
        }
        let hint = format!("it closes the `(` at column {}", self.column(open));
        Err(self.expected("`)`").hint(&hint))
    }

    fn call(&mut self) -> Result<Nimber, ExpressionError> {
        let start = self.position;
        let name = self.take_while(char::is_alphanumeric);
        match name {
            "sqrt" => self.parenthesis().map(Nimber::square_root),
            "inverse" => {
                let value = self.parenthesis()?;
                value.inverse().ok_or_else(|| self.error(start, "zero has no inverse"))
            }
            _ => {
                let error = self.error(start, &format!("unknown function `{name}`"));
                Err(error.hint("there are `inverse` and `sqrt`"))
            }
        }
    }

    /// Digits and underscores, from a digit on.
    fn integer(&mut self) -> Result<u64, ExpressionError> {
        let start = self.position;
        let written = self.take_while(|next| next.is_ascii_digit() || next == '_');
        let mut digits = written.bytes().filter(u8::is_ascii_digit).map(|digit| u64::from(digit - b'0'));
        let value = digits.try_fold(0u64, |value, digit| value.checked_mul(10)?.checked_add(digit));
        value.ok_or_else(|| self.error(start, "integer is beyond 2^64 - 1"))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// The first character of the token.
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes to the first token that starts `length` bytes from here or later.
    fn advance(&mut self, length: usize) {
        self.position += length;
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    /// Whether `symbol` is here; if so, passes over it.
    fn accept(&mut self, symbol: &str) -> bool {
        let accepted = self.rest().starts_with(symbol);
        if accepted {
            self.advance(symbol.len());
        }
        accepted
    }

    fn accept_any(&mut self, symbols: &[&str]) -> bool {
        symbols.iter().any(|symbol| self.accept(symbol))
    }

    /// Passes over the longest run of such characters.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|next| !belongs(next)).unwrap_or(rest.len());
        self.advance(length);
        &rest[..length]
    }

    fn column(&self, position: usize) -> usize {
        self.text[..position].chars().count() + 1
    }

    fn error(&self, position: usize, message: &str) -> ExpressionError {
        ExpressionError { message: message.to_owned(), hint: None, column: self.column(position) }
    }

    fn expected(&self, what: &str) -> ExpressionError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(next) if next.is_ascii_graphic() => format!("`{next}`"),
            Some(next) => format!("`{}`", next.escape_debug()),
        };
        self.error(self.position, &format!("expected {what}, found {found}"))
    }

    /// The error for a value followed by neither an operator nor the end of the expression or parenthesis.
    fn expected_operator(&self) -> ExpressionError {
        let error = self.expected("an operator");
        match self.peek() {
            Some(')') => error.hint("no `(` is open here"),
            Some('(') => error.hint("write the nim-product with `*`"),
            Some('.') => error.hint("nimbers are integers"),
            _ => error.hint("the operators are `+`, `-`, `*`, `/` and `^`"),
        }
    }
}

impl ExpressionError {
    fn hint(self, hint: &str) -> ExpressionError {
        ExpressionError { hint: Some(hint.to_owned()), ..self }
    }
}

/// The ordinary power of ordinary integers, unless it overflows.
fn ordinary_power(base: u64, exponent: u64) -> Option<u64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value(text: &str) -> u64 {
        evaluate(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
    }

    fn error(text: &str) -> (String, usize, String) {
        let error = evaluate(text).expect_err(text);
        (error.message, error.column, error.hint.unwrap_or_default())
    }

    #[test]
    fn operators_bind_as_usual() {
        assert_eq!([value("6*7+2"), value("(6*7)+2")], [1; 2]);
        assert_eq!(value("2+6*7"), value("2+(6*7)"));
        assert_eq!(value("8/4*5"), value("(8/4)*5"));
        assert_eq!(value("8/4/5"), value("(8/4)/5"));
        assert_eq!(value("5*4^3"), value("5*(4*4*4)"));
        assert_eq!(value("7^2^3"), value("7^8"));
        assert_eq!(value("7^0^0"), 7);
        assert_eq!(value("7^2^0^9"), value("7^1"));
    }

    #[test]
    fn operators_have_several_spellings() {
        assert_eq!([value("6+3"), value("6-3"), value("6 ⊕ 3")], [5; 3]);
        assert_eq!([value("2*2"), value("2×2"), value("2⊗2"), value("2^2"), value("2 ** 2")], [3; 5]);
        assert_eq!(value("1_8446744073709551615"), u64::MAX);
    }

    #[test]
    fn stars_mark_nimbers_where_an_operand_is_expected() {
        assert_eq!(value("*5 + *3"), 6);
        assert_eq!(value("*2 * *2"), 3);
        assert_eq!(value("sqrt(*6)×*4"), value("4*4"));
        assert_eq!(value("*4^2"), 6);
    }

    #[test]
    fn functions_are_those_of_nimbers() {
        assert_eq!(value("inverse(4) * 4"), 1);
        assert_eq!(value("sqrt ( 6 )"), 4);
        assert_eq!(value("sqrt(inverse(9))^2*9"), 1);
    }

    #[test]
    fn errors_say_what_where_and_what_instead() {
        let cases: &[(&str, &str, usize, &str)] = &[
            ("", "expected a nimber, found the end", 1, ""),
            ("6 +", "expected a nimber, found the end", 4, ""),
            (
                "6 ⊕ -3",
                "expected a nimber, found `-`",
                5,
                "leave the sign out: every nimber is its own negative",
            ),
            ("6 ⊕ \u{7}", "expected a nimber, found `\\u{7}`", 5, ""),
            ("6 + * 3", "expected a nimber, found `*`", 5, "a star belongs directly before an integer: `*5`"),
            ("**3", "expected a nimber, found `*`", 1, "a star belongs directly before an integer: `*5`"),
            ("6 3", "expected an operator, found `3`", 3, "the operators are `+`, `-`, `*`, `/` and `^`"),
            ("(1.5)", "expected an operator, found `.`", 3, "nimbers are integers"),
            ("6(3)", "expected an operator, found `(`", 2, "write the nim-product with `*`"),
            ("6)", "expected an operator, found `)`", 2, "no `(` is open here"),
            ("2*(6+3", "expected `)`, found the end", 7, "it closes the `(` at column 3"),
            ("sqrt 6", "expected `(`, found `6`", 6, ""),
            ("1 + root(6)", "unknown function `root`", 5, "there are `inverse` and `sqrt`"),
            (
                "2^-1",
                "expected an integer as exponent, found `-`",
                3,
                "write a negative power as `inverse(x^n)`",
            ),
            (
                "2^(3)",
                "expected an integer as exponent, found `(`",
                3,
                "an exponent is an ordinary integer, as in `5^3`",
            ),
            ("2^10^20", "exponent is beyond 2^64 - 1", 2, ""),
            ("1+18446744073709551616", "integer is beyond 2^64 - 1", 3, ""),
            ("6/(3-3)", "division by zero", 2, ""),
            ("4+inverse(0)", "zero has no inverse", 3, ""),
        ];
        for &(text, message, column, hint) in cases {
            assert_eq!(error(text), (message.to_owned(), column, hint.to_owned()), "{text}");
        }
    }

    #[test]
    fn long_chains_are_loops() {
        let terms = 1_000_000;
        assert_eq!(value(&("1".to_owned() + &"+1".repeat(terms))), 1);
        assert_eq!(value(&("1".to_owned() + &"*1".repeat(terms))), 1);
        assert_eq!(value(&("5".to_owned() + &"^1".repeat(terms))), 5);
        assert_eq!(value(&(" ".repeat(terms) + "5" + &" ".repeat(terms))), 5);
    }

    #[test]
    fn deep_nesting_is_an_error() {
        let nested = |depth| format!("{}7{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(value(&nested(DEPTH_LIMIT)), 7);
        assert_eq!(error(&nested(DEPTH_LIMIT + 1)).0, "nested too deeply");
        assert_eq!(
            error(&"sqrt(".repeat(1_000_000)),
            error(&format!("{}1", "sqrt(".repeat(DEPTH_LIMIT + 1)))
        );
        assert_eq!(value(&["(1)"; 1000].join("+")), 0);
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text: String) {
            let _ = evaluate(&text);
        }

        #[test]
        fn arbitrary_symbols_never_panic(
            symbols in prop::collection::vec(
                prop::sample::select(&["*", "^", "+", "/", "⊗", "(", ")", "sqrt", "inverse", " ", "7", "é"][..]),
                0..30,
            )
        ) {
            let text = symbols.concat();
            if let Err(error) = evaluate(&text) {
                prop_assert!((1..=text.chars().count() + 1).contains(&error.column));
            }
        }

        #[test]
        fn sums_and_products_are_those_of_nimbers(a: u64, b: u64, c: u64) {
            prop_assert_eq!(evaluate(&format!("{a}+*{b}*{c}")), Ok(Nimber(a) + Nimber(b) * Nimber(c)));
        }
    }
}
