//! Errors in a rule, as data: code, message, place, a way out.
//!
//! The library never prints. A terminal draws the line with a caret, a page underlines the span, JSON carries line and
//! column; all of them start from the same [`Diagnostic`]. The parser recovers, so one rule may yield several.

use std::fmt;
use std::ops::Range;

/// What kind of mistake a [`Diagnostic`] reports; the code is stable and documented in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A character that no rule contains.
    UnexpectedCharacter,
    /// A number beyond 128 bits, or a number glued to a name.
    BadNumber,
    /// Something else was expected here.
    Expected,
    /// A word that looks like a misspelt keyword.
    UnknownWord,
    /// Parentheses, powers or operators nested beyond the limit.
    TooDeep,
    /// The same name twice where it may stand once.
    DuplicateName,
    /// Heaps and tuples mixed, or tuples of different lengths.
    Arity,
    /// A digit or bracket of a code that cannot be read.
    BadCode,
    /// A set that cannot be played, such as `take{0}`.
    BadSet,
    /// A parameter that the rule does not have, or a value it cannot take.
    Parameter,
    /// A move that does not make progress, such as `5 -> 5`.
    NoProgress,
    /// A rule longer or wider than the limits.
    TooLarge,
    /// No rule at all.
    Empty,
    /// The left side of the arrow is not a name or a tuple of names.
    BadPattern,
    /// A rule under `loopy` that leaves several parts, or that claims to end.
    Loopy,
    /// A measure that cannot be read, or that the rule does not have.
    Measure,
}

impl ErrorCode {
    /// The code as printed, for instance `R003`.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::UnexpectedCharacter => "R001",
            ErrorCode::BadNumber => "R002",
            ErrorCode::Expected => "R003",
            ErrorCode::UnknownWord => "R004",
            ErrorCode::TooDeep => "R005",
            ErrorCode::DuplicateName => "R006",
            ErrorCode::Arity => "R007",
            ErrorCode::BadCode => "R008",
            ErrorCode::BadSet => "R009",
            ErrorCode::Parameter => "R010",
            ErrorCode::NoProgress => "R011",
            ErrorCode::TooLarge => "R012",
            ErrorCode::Empty => "R013",
            ErrorCode::BadPattern => "R014",
            ErrorCode::Loopy => "R015",
            ErrorCode::Measure => "R016",
        }
    }
}

/// A half-open range of bytes in the text of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span { start: range.start, end: range.end }
    }
}

/// A change to the text that would mend the mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What to replace.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// One mistake in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of mistake.
    pub code: ErrorCode,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Other places that matter, each with a few words.
    pub related: Vec<(Span, String)>,
    /// A way out, in words.
    pub hint: Option<String>,
    /// A way out, as a change to the text.
    pub edit: Option<Edit>,
}

impl Diagnostic {
    /// A mistake at `span`.
    pub fn new(code: ErrorCode, span: impl Into<Span>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            span: span.into(),
            related: Vec::new(),
            hint: None,
            edit: None,
        }
    }

    /// Adds a way out in words.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the words 'did you mean' and the replacement of the whole span.
    pub fn suggest(mut self, replacement: impl Into<String>) -> Diagnostic {
        let replacement = replacement.into();
        self.hint.get_or_insert_with(|| format!("did you mean `{replacement}`?"));
        self.edit = Some(Edit { span: self.span, replacement });
        self
    }

    /// Changes every place the diagnostic speaks of.
    fn change_spans(&mut self, change: impl Fn(Span) -> Span) {
        self.span = change(self.span);
        self.related.iter_mut().for_each(|(span, _)| *span = change(*span));
        self.edit.iter_mut().for_each(|edit| edit.span = change(edit.span));
    }

    /// Moves every place by a number of bytes, for a text that stands inside a longer one.
    pub fn shift(&mut self, by: usize) {
        self.change_spans(|span| Span { start: span.start + by, end: span.end + by });
    }

    /// Adds another place that matters.
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, label.into()));
        self
    }
}

/// All mistakes found in one rule text, at least one; printed as its first with line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    /// The text the spans point into.
    pub source: String,
    /// The mistakes, in the order of the text.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Sorts `list` by place; `list` must not be empty.
    pub fn new(source: &str, mut list: Vec<Diagnostic>) -> Diagnostics {
        assert!(!list.is_empty(), "diagnostics say at least one thing");
        for diagnostic in &mut list {
            diagnostic.change_spans(|span| clamp(span, source));
        }
        list.sort_by_key(|d| d.span.start);
        Diagnostics { source: source.to_owned(), list }
    }

    /// The first mistake.
    pub fn first(&self) -> &Diagnostic {
        &self.list[0]
    }

    /// Line and column of a byte, both from 1, the column in characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        line_column(&self.source, byte)
    }
}

/// The span inside the text and on the borders of characters.
fn clamp(span: Span, text: &str) -> Span {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len().max(start)));
    Span { start, end }
}

/// Line and column of `byte` in `text`, both from 1, the column in characters.
pub fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let byte = byte.min(text.len());
    let before = &text.as_bytes()[..byte];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    (line, String::from_utf8_lossy(&before[line_start..]).chars().count() + 1)
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first();
        let (line, column) = self.line_column(first.span.start);
        write!(f, "{line}:{column}: {}", first.message)
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        assert_eq!(line_column("é→x\nab", "é→".len()), (1, 3));
        assert_eq!(line_column("é→x\nab", "é→x\na".len()), (2, 2));
        assert_eq!(line_column("", 99), (1, 1));
    }
}
