//! Cuts the text of a rule into tokens, each with its place.
//!
//! Line breaks separate clauses, but only where a clause can end and another can begin, so a rule may be folded after an
//! operator, a comma or `where`, and inside brackets. `#` starts a comment. Unicode spellings become the plain tokens.

use crate::base::diagnostic::{Diagnostic, ErrorCode, Span};

/// A word, number or sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A whole number.
    Integer(i128),
    /// A name that is no keyword.
    Name(String),
    /// A keyword.
    Keyword(Keyword),
    /// A sign such as `->` or `<=`, in its plain spelling.
    Sign(&'static str),
    /// A line break that separates clauses.
    Break,
    /// The end of the text.
    End,
}

macro_rules! words {
    ($($variant:ident $text:literal)*) => {
        /// The words that cannot be names.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Keyword {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
        }
        impl Keyword {
            /// The keyword that a word is.
            pub fn read(text: &str) -> Option<Keyword> {
                match text { $($text => Some(Keyword::$variant),)* _ => None }
            }
            /// The keyword as written.
            pub fn text(self) -> &'static str {
                match self { $(Keyword::$variant => $text,)* }
            }
        }
    };
}

words! {
    Param "param" Where "where" In "in" Or "or" Not "not" Of "of" Each "each" Step "step" Even "even" Odd "odd"
    Square "square" Prime "prime" Power "power" Min "min" Max "max" And "and" Xor "xor" Loopy "loopy" Points "points"
    Measure "measure" On "on" Remove "remove"
}

impl Token {
    /// How the token is named in a message.
    pub fn describe(&self) -> String {
        match self {
            Token::Integer(value) => format!("`{value}`"),
            Token::Name(name) => format!("`{name}`"),
            Token::Keyword(word) => format!("`{}`", word.text()),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Break => "the end of the line".to_owned(),
            Token::End => "the end of the rule".to_owned(),
        }
    }

    /// Whether a clause may end right after this token.
    fn can_end(&self) -> bool {
        match self {
            Token::Integer(_) | Token::Name(_) => true,
            Token::Keyword(word) => {
                matches!(word, Keyword::Even | Keyword::Odd | Keyword::Square | Keyword::Prime)
            }
            Token::Sign(sign) => matches!(*sign, ")" | "}"),
            Token::Break | Token::End => false,
        }
    }

    /// Whether a clause may begin with this token.
    fn can_begin(&self) -> bool {
        matches!(self, Token::Integer(_) | Token::Name(_) | Token::Keyword(Keyword::Param) | Token::Sign("("))
    }
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The token.
    pub token: Token,
    /// Its place.
    pub span: Span,
}

/// Signs by spelling, longest first, with the plain form each stands for.
const SIGNS: &[(&str, &str)] = &[
    ("->", "->"),
    ("=>", "->"),
    ("→", "->"),
    ("<=", "<="),
    ("≤", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("!=", "!="),
    ("≠", "!="),
    ("==", "="),
    ("..", ".."),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("×", "*"),
    ("·", "*"),
    ("/", "/"),
    ("%", "%"),
    ("^", "^"),
    ("|", "|"),
    (",", ","),
    (";", ";"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
];

/// Spellings of other languages, with what to write here.
const FOREIGN: &[(&str, &str)] =
    &[("**", "^"), ("&&", ","), ("||", "or"), ("<>", "!="), ("=<", "<="), ("...", ".."), ("!", "not")];

/// All tokens of `text`, ending with [`Token::End`], and what could not be read.
pub fn tokens(text: &str) -> (Vec<Placed>, Vec<Diagnostic>) {
    let mut lexer = Lexer { text, at: 0, out: Vec::new(), errors: Vec::new() };
    while lexer.at < text.len() {
        lexer.next();
    }
    // The rule ends on its last line, not behind the line break.
    let end = text.trim_end_matches(['\n', '\r']).len();
    lexer.out.push(Placed { token: Token::End, span: Span { start: end, end } });
    (fold_lines(lexer.out), lexer.errors)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    out: Vec<Placed>,
    errors: Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let first = rest.chars().next().expect("the caller checked that text is left");
        if first == '\n' {
            self.push(Token::Break, 1);
        } else if first.is_whitespace() || first == '\u{feff}' {
            self.at += first.len_utf8();
        } else if first == '#' {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if first.is_ascii_digit() {
            self.number();
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let word = &rest[..length];
            self.push(
                Keyword::read(word).map_or_else(|| Token::Name(word.to_owned()), Token::Keyword),
                length,
            );
        } else {
            self.sign(first);
        }
    }

    fn push(&mut self, token: Token, length: usize) {
        self.out.push(Placed { token, span: Span { start: self.at, end: self.at + length } });
        self.at += length;
    }

    fn number(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(rest.len());
        let tail = &rest[length..];
        let glued = tail.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tail.len());
        let value = rest[..length].replace('_', "").parse::<i128>();
        if glued > 0 {
            let span = self.at..self.at + length + glued;
            let message = format!("`{}` is neither a number nor a name", &rest[..length + glued]);
            let fix = format!("{}*{}", &rest[..length], &tail[..glued]);
            self.errors.push(Diagnostic::new(ErrorCode::BadNumber, span, message).suggest(fix));
        } else if value.is_err() {
            let message = "number beyond 128 bits".to_owned();
            self.errors.push(Diagnostic::new(ErrorCode::BadNumber, self.at..self.at + length, message));
        }
        self.push(Token::Integer(value.unwrap_or(0)), length + glued);
    }

    fn sign(&mut self, first: char) {
        let rest = &self.text[self.at..];
        if let Some((foreign, ours)) =
            FOREIGN.iter().find(|(s, _)| rest.starts_with(s) && !rest.starts_with("!="))
        {
            let span = self.at..self.at + foreign.len();
            let message = format!("`{foreign}` is written `{ours}` here");
            self.errors.push(Diagnostic::new(ErrorCode::UnexpectedCharacter, span, message).suggest(*ours));
            let (mut meant, _) = tokens(ours);
            let token = meant.swap_remove(0).token;
            self.push(token, foreign.len());
        } else if let Some((spelling, sign)) = SIGNS.iter().find(|(s, _)| rest.starts_with(s)) {
            self.push(Token::Sign(sign), spelling.len());
        } else {
            let span = self.at..self.at + first.len_utf8();
            let message = format!("unexpected character `{}`", first.escape_default());
            let message = if first.is_alphanumeric() || first.is_ascii_graphic() {
                format!("unexpected character `{first}`")
            } else {
                message
            };
            self.errors.push(Diagnostic::new(ErrorCode::UnexpectedCharacter, span, message));
            self.at += first.len_utf8();
        }
    }
}

/// Keeps a line break only where one clause can end and another begin, outside brackets.
fn fold_lines(all: Vec<Placed>) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::with_capacity(all.len());
    let mut depth = 0i64;
    for (index, placed) in all.iter().enumerate() {
        match placed.token {
            Token::Sign("(" | "{") => depth += 1,
            Token::Sign(")" | "}") => depth -= 1,
            Token::Break => {
                let next = all[index + 1..].iter().find(|p| p.token != Token::Break);
                let ends = out.last().is_some_and(|p| p.token.can_end());
                let begins = next.is_some_and(|p| p.token.can_begin());
                if depth > 0 || !ends || !begins {
                    continue;
                }
            }
            _ => {}
        }
        out.push(placed.clone());
    }
    out
}
