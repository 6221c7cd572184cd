//! The lines before the clauses of a rule, and with them what the rule is played on.
//!
//! `loopy`, `points`, `on board turned`, `start "xo/ox"` and `measure r - l` stand before the first clause, each once; `loopy`
//! comes first of all, and `measure` may also stand last. What is left of the text, the clauses, keeps its places: the
//! headers are blanked out, not cut out, so that a mistake in a clause points into the text as it was written.

use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};

/// A header: what follows its word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// What follows the word, trimmed.
    pub text: String,
    /// Its place; for an empty text that of the word.
    pub span: Span,
}

/// The headers of a rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    /// `loopy`: play may go on for ever.
    pub loopy: Option<Header>,
    /// `points`: both play for the difference of points.
    pub points: Option<Header>,
    /// `on ring`, `on board turned mirrored`, `on graph`.
    pub on: Option<Header>,
    /// `start "xo/ox"`.
    pub start: Option<Header>,
    /// `measure r - l`.
    pub measure: Option<Header>,
}

/// What the clauses of a rule speak about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleShape {
    /// Heaps and tuples: `n -> ...`, `(a, b) -> ...`; codes and sets too.
    Numbers,
    /// Several kinds of heaps: `ring(n) -> ...`.
    Kinds,
    /// Several heaps at once: `{a, b} -> ...`.
    Bags,
    /// Words on rows, rings and boards: `"++" -> "--"`.
    Words,
    /// Graphs and posets: `remove v`.
    Graphs,
    /// Rows of numbers for points: `[x, r...] -> ...`.
    Points,
}

/// A rule taken apart: headers, what it is played on, and the clauses in their places.
#[derive(Debug, Clone)]
pub struct Framed {
    /// The headers.
    pub headers: Headers,
    /// What the clauses speak about.
    pub shape: RuleShape,
    /// The text with the headers blanked out.
    pub body: String,
    /// The whole text, which the places of mistakes point into.
    pub text: String,
}

impl Framed {
    /// Refuses every header but a measure, where the clauses are about single heaps or tuples and no more is understood.
    ///
    /// # Errors
    /// The first other header.
    pub fn only_measure(&self) -> Result<(), Diagnostics> {
        let Headers { loopy, points, on, start, .. } = &self.headers;
        match [loopy, points, on, start].into_iter().flatten().next() {
            None => Ok(()),
            Some(header) => {
                let message = "a rule about heaps or tuples that ends has no such header";
                let diagnostic = Diagnostic::new(ErrorCode::Expected, header.span, message);
                Err(Diagnostics::new(&self.text, vec![diagnostic]))
            }
        }
    }

    /// Mistakes found in the clauses, as mistakes of the whole text.
    pub fn at_home(&self, errors: Diagnostics) -> Diagnostics {
        Diagnostics { source: self.text.clone(), ..errors }
    }
}

/// The words that begin a header.
const WORDS: [&str; 5] = ["loopy", "points", "on", "start", "measure"];

/// Takes a rule apart.
///
/// # Errors
/// Headers that stand twice or in the wrong order.
pub fn frame(text: &str) -> Result<Framed, Diagnostics> {
    let pieces = pieces(text);
    let mut headers = Headers::default();
    let (mut body, mut errors) = (text.to_owned(), Vec::new());
    let mut seen = Vec::new();
    for (index, &piece) in pieces.iter().enumerate() {
        let Some((word, rest)) = header(text, piece) else {
            if parameter(&text[piece.start..piece.end]) {
                continue;
            }
            let last = pieces[index..].last().copied();
            let measure = last.and_then(|piece| Some((piece, header(text, piece)?)));
            if let Some((_, (word, rest))) =
                measure.filter(|(_, (word, _))| &text[word.start..word.end] == "measure")
            {
                headers.take(text, word, rest, &mut body, &mut seen, &mut errors);
            }
            break;
        };
        headers.take(text, word, rest, &mut body, &mut seen, &mut errors);
    }
    if !errors.is_empty() {
        return Err(Diagnostics::new(text, errors));
    }
    let shape = shape(&headers, &body);
    Ok(Framed { headers, shape, body, text: text.to_owned() })
}

impl Headers {
    /// Whether there are none but a measure.
    pub fn only_measure(&self) -> bool {
        Headers { measure: None, ..self.clone() }.is_empty()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Headers::default()
    }

    /// Takes one header over and blanks it out; `loopy` and `points` may be followed by a clause on the same line.
    fn take(
        &mut self,
        text: &str,
        word: Span,
        rest: Span,
        body: &mut String,
        seen: &mut Vec<Span>,
        errors: &mut Vec<Diagnostic>,
    ) {
        let name = &text[word.start..word.end];
        let alone = matches!(name, "loopy" | "points");
        let span = if alone { word } else { rest };
        let place = match name {
            "loopy" => &mut self.loopy,
            "points" => &mut self.points,
            "on" => &mut self.on,
            "start" => &mut self.start,
            _ => &mut self.measure,
        };
        if place.is_some() {
            let message = format!("`{name}` is said twice");
            errors.push(Diagnostic::new(ErrorCode::DuplicateName, word, message));
        } else if name == "loopy" && !seen.is_empty() {
            let message = "`loopy` comes before every other line of a rule";
            errors.push(Diagnostic::new(ErrorCode::Expected, word, message));
        }
        let said = if alone { String::new() } else { text[rest.start..rest.end].to_owned() };
        let shown = if span.start == span.end { word } else { span };
        *place = Some(Header { text: said, span: shown });
        seen.push(word);
        // A header behind the clauses leaves its separator, which ends the last clause as before.
        body.replace_range(word.start..span.end, &" ".repeat(span.end - word.start));
        if let Some(separator) = body[span.end..].find(|c: char| c != ' ' && c != '\t')
            && body[span.end + separator..].starts_with(';')
            && body[..word.start].trim().is_empty()
        {
            let at = span.end + separator;
            body.replace_range(at..at + 1, " ");
        }
    }
}

/// The word and the rest of a piece that begins with the word of a header.
fn header(text: &str, piece: Span) -> Option<(Span, Span)> {
    let said = &text[piece.start..piece.end];
    let word = WORDS.iter().find(|word| said.starts_with(**word))?;
    let rest = &said[word.len()..];
    let apart = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '(');
    if !apart || ARROWS.iter().any(|arrow| rest.trim_start().starts_with(arrow)) {
        return None;
    }
    let start = piece.start + word.len();
    let at = start + rest.len() - rest.trim_start().len();
    Some((Span { start: piece.start, end: start }, Span { start: at.min(piece.end), end: piece.end }))
}

/// The spellings of the arrow between a pattern and what it may become.
const ARROWS: [&str; 3] = ["->", "→", "=>"];

fn has_arrow(piece: &str) -> bool {
    ARROWS.iter().any(|arrow| piece.contains(arrow))
}

fn parameter(piece: &str) -> bool {
    piece.strip_prefix("param").is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// What stands between semicolons and line breaks, trimmed, without comments; what is quoted or in brackets stays together.
fn pieces(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    let mut characters = text.char_indices();
    let mut push = |start: usize, end: usize| {
        let said = &text[start..end];
        let trimmed = said.trim();
        if !trimmed.is_empty() {
            let at = start + said.len() - said.trim_start().len();
            out.push(Span { start: at, end: at + trimmed.len() });
        }
    };
    while let Some((at, character)) = characters.next() {
        match character {
            '"' | '\'' => {
                let mut escaped = false;
                for (_, inside) in characters.by_ref() {
                    if inside == character && !escaped || inside == '\n' {
                        break;
                    }
                    escaped = inside == '\\' && !escaped;
                }
            }
            '#' => {
                push(start, at);
                let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
                start = end;
                while characters.clone().next().is_some_and(|(next, _)| next < end) {
                    characters.next();
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ';' | '\n' if depth == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, text.len());
    out
}

/// What the first clause speaks about.
fn shape(headers: &Headers, body: &str) -> RuleShape {
    if headers.points.is_some() {
        return RuleShape::Points;
    }
    let ground = headers.on.as_ref().and_then(|on| on.text.split_whitespace().next());
    match ground {
        Some("graph" | "poset") => return RuleShape::Graphs,
        Some(_) => return RuleShape::Words,
        None => {}
    }
    let clauses = pieces(body);
    let first = clauses.iter().map(|piece| &body[piece.start..piece.end]).find(|piece| !parameter(piece));
    let Some(first) = first else { return RuleShape::Numbers };
    let name = first.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let named = name.len() < first.len() && !first.starts_with(|c: char| c.is_ascii_digit());
    match first.chars().next() {
        Some('"') => RuleShape::Words,
        Some('[') => RuleShape::Points,
        // A code may begin with a digit that is written as a set: `{2}.0`.
        Some('{') if has_arrow(first) => RuleShape::Bags,
        _ if first.starts_with("remove ") => RuleShape::Graphs,
        _ if named && name.trim_start().starts_with('(') && has_arrow(first) => RuleShape::Kinds,
        _ => RuleShape::Numbers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(text: &str) -> Framed {
        frame(text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
    }

    #[test]
    fn shapes_are_told_apart() {
        for (text, shape) in [
            ("n -> k where k < n", RuleShape::Numbers),
            ("(a, b) -> (a - k, b) where k > 0", RuleShape::Numbers),
            ("param k = 2 ; n -> n - k", RuleShape::Numbers),
            ("loopy ; n -> n", RuleShape::Numbers),
            ("take{1,3,4}", RuleShape::Numbers),
            ("0.77", RuleShape::Numbers),
            ("{2,3}!.0", RuleShape::Numbers),
            ("ring(n) -> row(n-1) where n > 0", RuleShape::Kinds),
            ("param k = 2\nring (n) -> row(n-k)", RuleShape::Kinds),
            ("{a, b} -> {a + b}", RuleShape::Bags),
            ("\"++\" -> \"--\"", RuleShape::Words),
            ("on ring ; \"..\" -> \"xx\"", RuleShape::Words),
            ("# Cram\non board turned\n\"..\" -> \"##\"", RuleShape::Words),
            ("on graph ; remove v, N(v)", RuleShape::Graphs),
            ("points ; [x, r...] -> [r...] scores x", RuleShape::Points),
        ] {
            assert_eq!(framed(text).shape, shape, "{text}");
        }
    }

    #[test]
    fn headers_are_blanked_out_and_places_stay() {
        let text = "loopy ; on board turned ; start \"x;/ox\" # why\n\"..\" -> \"##\" ; measure '.'";
        let framed = framed(text);
        let said = |header: &Option<Header>| header.as_ref().map(|header| header.text.clone());
        assert!(framed.headers.loopy.is_some() && framed.headers.points.is_none());
        assert_eq!(said(&framed.headers.on).as_deref(), Some("board turned"));
        assert_eq!(said(&framed.headers.start).as_deref(), Some("\"x;/ox\""));
        assert_eq!(said(&framed.headers.measure).as_deref(), Some("'.'"));
        assert_eq!(framed.body.len(), text.len());
        assert_eq!(framed.body.find("\"..\""), text.find("\"..\""));
        for (word, header) in [("turned", &framed.headers.on), ("'.'", &framed.headers.measure)] {
            let span = header.as_ref().expect("there").span;
            assert!(text[span.start..span.end].contains(word));
        }
    }

    #[test]
    fn a_clause_may_follow_loopy_on_its_line() {
        let framed = framed("loopy n -> n - 1 ; n -> n");
        assert!(framed.headers.loopy.is_some());
        assert_eq!(framed.body, "      n -> n - 1 ; n -> n");
    }

    #[test]
    fn names_that_begin_like_a_header_are_names() {
        for text in ["one -> one - 1", "on -> on - 1", "start -> 0", "points(n) -> points(n - 1)"] {
            assert!(framed(text).headers.is_empty(), "{text}");
        }
    }

    #[test]
    fn each_header_stands_once_and_loopy_first() {
        for (text, at) in [("on ring ; on row ; n -> 0", 10), ("on ring ; loopy ; n -> 0", 10)] {
            assert_eq!(frame(text).expect_err(text).first().span.start, at, "{text}");
        }
    }
}
