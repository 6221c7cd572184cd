//! Source cut into words, numbers, letters and signs, line by line.

use super::Language;
use crate::expression;

/// A piece of source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Number(i128),
    Letter(u8),
    Word(String),
    Sign(&'static str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 42] = [
    "<<=", ">>=", "**=", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=",
    "->", "::", "<<", ">>", "**", "++", "--", "//", "+", "-", "*", "/", "%", "^", "&", "|", "(", ")", "[",
    "]", "{", "}", ";", ",", "=",
];
const MORE_SIGNS: [&str; 8] = [":", "<", ">", "?", "!", "~", "@", "."];

/// The tokens of a line, without comments and strings.
pub(super) fn tokens(line: &str, language: Language) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = line;
    'line: while let Some(first) = rest.chars().next() {
        let comment = match language {
            Language::Python => first == '#',
            _ => rest.starts_with("//"),
        };
        if comment {
            break;
        }
        if first.is_whitespace() || first == '\\' {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if first.is_ascii_digit() {
            // 0..n in Rust is a number and two points.
            let cut = rest.find("..").unwrap_or(rest.len());
            if let Some((value, length)) = expression::number(&rest[..cut]) {
                found.push(Token::Number(value));
                rest = &rest[length..];
                continue;
            }
        }
        if let Some((letter, length)) = letter(rest, language) {
            found.push(Token::Letter(letter));
            rest = &rest[length..];
            continue;
        }
        if first == '"' || first == '\'' {
            // A string holds no arithmetic.
            let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
            rest = &rest[end..];
            found.push(Token::Word("\"".to_owned()));
            continue;
        }
        if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push(Token::Word(rest[..end].to_owned()));
            rest = &rest[end..];
            continue;
        }
        for sign in SIGNS.iter().chain(&MORE_SIGNS) {
            if rest.starts_with(sign) {
                found.push(Token::Sign(sign));
                rest = &rest[sign.len()..];
                continue 'line;
            }
        }
        rest = &rest[first.len_utf8()..];
    }
    found
}

/// A letter in quotes: 'a', b'a', and "a" in Python.
pub(super) fn letter(text: &str, language: Language) -> Option<(u8, usize)> {
    let bytes = text.as_bytes();
    let start = usize::from(matches!(bytes, [b'b', b'\'' | b'"', ..]));
    let quote = *bytes
        .get(start)
        .filter(|&&quote| quote == b'\'' || (quote == b'"' && language == Language::Python))?;
    match bytes[start + 1..] {
        [letter, end, ..] if end == quote && letter != b'\\' => Some((letter, start + 3)),
        _ => None,
    }
}

pub(super) fn word(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

/// The line without comments between `/*` and `*/`.
pub(super) fn without_block_comments(line: &str, language: Language, inside: &mut bool) -> String {
    if language == Language::Python {
        return line.to_owned();
    }
    let mut kept = String::new();
    let mut rest = line;
    loop {
        let (mark, length) = if *inside { ("*/", 2) } else { ("/*", 2) };
        let Some(place) = rest.find(mark) else {
            if !*inside {
                kept.push_str(rest);
            }
            return kept;
        };
        if !*inside {
            kept.push_str(&rest[..place]);
        }
        *inside = !*inside;
        rest = &rest[place + length..];
    }
}
