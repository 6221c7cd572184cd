//! The text of a sum taken apart: games, their positions, and the ` + ` between them.
//!
//! A part is a GAME and its position. The game is a word (braces may hold blanks: `take{1, 3}`), or a rule in brackets; what
//! follows, up to the next ` + ` with a game behind it, is its position. So a `+` inside brackets, quotes or a position
//! separates nothing: in `nim 3 + 4 + kayles 5` the second one does, as 4 is no game. A text with `->`, `;`, `where` or a
//! line break outside brackets is a rule, and no sum.

use crate::rule::code::looks_like_code;
use crate::rule::looks_like_rule;

/// A part of a sum as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Addend<'t> {
    /// The game, with the brackets around a rule.
    pub written: &'t str,
    /// The game without them.
    pub game: &'t str,
    /// Its position, trimmed; empty where none is given.
    pub position: &'t str,
    /// The byte that the position begins at.
    pub at: usize,
}

/// The parts of a sum; `None` when the text is none.
pub fn addends(text: &str) -> Option<Vec<Addend<'_>>> {
    if !text.contains(" + ") || looks_like_rule(&without_brackets(text.trim())) {
        return None;
    }
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += blanks(&text[at..]);
        let length = game_length(&text[at..]);
        let written = &text[at..at + length];
        let start = at + length;
        let end = pluses(text, start).find(|&plus| begins_game(&text[plus + 1..]));
        let position = &text[start..end.unwrap_or(text.len())];
        let lead = blanks(position);
        let game = inner(written).unwrap_or(written).trim();
        found.push(Addend { written, game, position: position.trim(), at: start + lead });
        match end {
            Some(plus) => at = plus + 1,
            None => break,
        }
    }
    (found.len() > 1).then_some(found)
}

/// The pieces of a text between its ` + `, each with the byte it begins at.
pub(super) fn pieces(text: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let mut start = 0;
    for end in pluses(text, 0).chain([text.len()]) {
        let piece = &text[start..end];
        out.push((start + blanks(piece), piece.trim()));
        start = (end + 1).min(text.len());
    }
    out
}

/// The places of a `+` that stands between blanks.
fn pluses(text: &str, from: usize) -> impl Iterator<Item = usize> {
    let blank = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
    let bytes = text.as_bytes();
    (from.max(1)..bytes.len())
        .filter(move |&at| bytes[at] == b'+' && blank(bytes.get(at - 1)) && blank(bytes.get(at + 1)))
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Whether what follows a `+` is another game rather than the rest of a position: numbers are heaps, words are names.
fn begins_game(rest: &str) -> bool {
    let rest = rest.trim_start();
    let word = &rest[..game_length(rest)];
    match rest.chars().next() {
        Some('(') => inner(word).is_some_and(|inside| looks_like_rule(inside) || looks_like_code(inside)),
        Some(c) if c.is_alphabetic() => true,
        // A path, or a code.
        _ => word.ends_with(".game") || looks_like_code(word) && !word.contains(','),
    }
}

/// How long the game at the beginning of a text is: a bracket, or a word in which braces may hold blanks.
fn game_length(text: &str) -> usize {
    if text.starts_with('(') {
        return bracket(text).unwrap_or(text.len());
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// What stands inside the brackets of a word.
fn inner(word: &str) -> Option<&str> {
    word.strip_prefix('(')?.strip_suffix(')')
}

/// How far the bracket that a text begins with reads; quotes hide the brackets inside them.
fn bracket(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0usize, None);
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match (quote, c) {
            (_, '\\') => drop(characters.next()),
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
        if depth == 0 && quote.is_none() {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// The text without what stands in round brackets.
fn without_brackets(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(open) = rest.find('(') {
        out.push_str(&rest[..open]);
        let Some(length) = bracket(&rest[open..]) else {
            rest = &rest[open + 1..];
            continue;
        };
        out.push(' ');
        rest = &rest[open + length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(&str, &str)> {
        addends(text).unwrap_or_default().iter().map(|addend| (addend.game, addend.position)).collect()
    }

    #[test]
    fn games_and_positions_are_told_apart() {
        assert_eq!(
            split("kayles 5 7 + nim 3 + wythoff 3,5"),
            [("kayles", "5 7"), ("nim", "3"), ("wythoff", "3,5")]
        );
        assert_eq!(
            split("(n -> n - k where k in 1..3) 9 + cram 3x4"),
            [("n -> n - k where k in 1..3", "9"), ("cram", "3x4")]
        );
        assert_eq!(split("nim 3 + 4 + kayles 5"), [("nim", "3 + 4"), ("kayles", "5")]);
        assert_eq!(split("take{1, 3} 5 + 0.77 6"), [("take{1, 3}", "5"), ("0.77", "6")]);
        assert_eq!(split("kayles + nim"), [("kayles", ""), ("nim", "")]);
        assert_eq!(split("wythoff (3,5) + nim 2"), [("wythoff", "(3,5)"), ("nim", "2")]);
        assert_eq!(
            split("(\"(\" -> \")\") ((( + nim 3"),
            [("\"(\" -> \")\"", "((("), ("nim", "3")],
            "brackets in quotes and in positions are symbols"
        );
        assert_eq!(split("(\"+\" -> \"-\") + + nim 3"), [("\"+\" -> \"-\"", "+"), ("nim", "3")]);
        assert_eq!(
            split("bounded-nim:k=3 5 + my/own.game 4"),
            [("bounded-nim:k=3", "5"), ("my/own.game", "4")]
        );
    }

    #[test]
    fn rules_and_positions_with_a_plus_are_no_sums() {
        for text in [
            "n -> a + b where a + b = n",
            "n -> k where k < n ; n -> k + 1 where k = 0",
            "(a, b) -> (a - k, b + k) where k > 0",
            "nim 3 + 4",
            "nim 3+4+5",
            "0.77",
            "",
            " + ",
            "nim 3 +",
        ] {
            assert_eq!(addends(text), None, "{text}");
        }
    }

    #[test]
    fn positions_know_their_places() {
        let text = "kayles 5 7  +   nim x";
        let found = addends(text).expect("a sum");
        assert_eq!((&text[found[0].at..found[0].at + 3], &text[found[1].at..]), ("5 7", "x"));
        assert_eq!(pieces("5 7 + 3 + 1"), [(0, "5 7"), (6, "3"), (10, "1")]);
        assert_eq!(pieces("5"), [(0, "5")]);
    }
}
