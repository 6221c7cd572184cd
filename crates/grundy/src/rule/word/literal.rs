//! What stands in quotes: patterns, `"{k*'.'}x"`, and symbols, `'b'`.
//!
//! The arithmetic around them is that of every rule, so the quoted texts are found first and a plain name of the same length
//! is put in their place: the common parser reads the rest, and its places are places in the text as it was written.

use crate::base::diagnostic::{Diagnostic, ErrorCode, Span};
use crate::base::text::near::nearest;

/// The symbol that nothing matches: places that no move can reach are written so in parts of a position.
pub const WALL: char = '█';
/// Most symbols of a pattern that are written with a number, `{3*'.'}`.
const MAX_COUNT: u64 = 1000;

/// A quoted text.
#[derive(Debug, Clone, Copy)]
pub struct Literal {
    /// Its place with the quotes.
    pub span: Span,
    /// `"` or `'`.
    pub quote: char,
}

impl Literal {
    /// The text between the quotes.
    pub fn inner<'a>(&self, text: &'a str) -> &'a str {
        &text[self.span.start + 1..self.span.end - 1]
    }
}

/// Finds the quoted texts and puts names in their places.
pub fn unquote(text: &str) -> (String, Vec<Literal>, Vec<Diagnostic>) {
    let (mut out, mut literals, mut errors) = (text.to_owned(), Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        match character {
            '#' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            '"' | '\'' => {
                let end = closing(text, at, character);
                let span = Span {
                    start: at,
                    end: end.unwrap_or(text[at..].find('\n').map_or(text.len(), |n| at + n)),
                };
                if end.is_some() {
                    literals.push(Literal { span, quote: character });
                } else {
                    let message = format!("the quote {character} is not closed on its line");
                    errors.push(Diagnostic::new(ErrorCode::Expected, span, message));
                }
                let length = span.end - span.start;
                let name = if character == '"' { "n" } else { "_" };
                out.replace_range(span.start..span.end, &format!("{name}{}", " ".repeat(length - 1)));
                at = span.end;
            }
            other => at += other.len_utf8(),
        }
    }
    (out, literals, errors)
}

/// The place behind the quote that closes the one at `at`.
fn closing(text: &str, at: usize, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (index, character) in text[at + 1..].char_indices() {
        match character {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return Some(at + 1 + index + 1),
            _ => {}
        }
    }
    None
}

/// The symbol of `'b'`.
pub fn symbol(text: &str, literal: Literal) -> Result<char, Diagnostic> {
    let mut characters = literal.inner(text).chars();
    let found = match (characters.next(), characters.next(), characters.next()) {
        (Some('\\'), Some(symbol), None) => symbol,
        (Some(symbol), None, None) if symbol != '\\' => symbol,
        _ => {
            let message = format!(
                "one symbol stands in single quotes: {}",
                &text[literal.span.start..literal.span.end]
            );
            return Err(Diagnostic::new(ErrorCode::BadPattern, literal.span, message));
        }
    };
    visible(found).map_err(|message| Diagnostic::new(ErrorCode::BadPattern, literal.span, message))
}

fn visible(symbol: char) -> Result<char, String> {
    match symbol {
        WALL => {
            Err(format!("`{WALL}` stands for places that no move can reach and cannot be a symbol of a rule"))
        }
        _ if symbol.is_whitespace() || symbol.is_control() => {
            Err("a blank cannot be a symbol: blanks separate the words of a position".to_owned())
        }
        _ => Ok(symbol),
    }
}

/// What a place of a pattern holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// This symbol.
    Char(char),
    /// Any one symbol, the same for the same number.
    Variable(usize),
    /// `_`
    Any,
}

/// How often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Count {
    /// So many times.
    Fixed(u64),
    /// As many times as a number variable says.
    Variable(usize),
}

/// A symbol or several equal ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item {
    /// What.
    pub symbol: Symbol,
    /// How often.
    pub count: Count,
}

/// A pattern: lines of items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The lines, one for rows.
    pub lines: Vec<Vec<Item>>,
    /// `^` stands first.
    pub from_start: bool,
    /// `$` stands last.
    pub to_end: bool,
}

impl Pattern {
    /// Every item.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.lines.iter().flatten()
    }

    /// Whether a `_` is among them.
    pub fn has_any(&self) -> bool {
        self.items().any(|item| item.symbol == Symbol::Any)
    }
}

/// The names in the patterns of a clause.
#[derive(Debug, Clone, Default)]
pub struct PatternNames {
    /// Those of symbols, each with its first place.
    pub symbols: Vec<(String, Span)>,
    /// Those of numbers, each with its first place.
    pub numbers: Vec<(String, Span)>,
}

/// What the reader of a pattern has to know.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The text of the rule.
    pub text: &'a str,
    /// Whether `/` separates lines and ends are errors: on boards.
    pub lines: bool,
    /// Whether `^` and `$` make sense: on rows.
    pub ends: bool,
    /// The values of parameters.
    pub parameters: &'a [(String, i128)],
}

/// Reads a pattern; on the right side no new symbols are named and there are no ends.
pub fn pattern(
    literal: Literal,
    context: Context<'_>,
    is_left: bool,
    names: &mut PatternNames,
    errors: &mut Vec<Diagnostic>,
) -> Pattern {
    let mut reader = Reader { literal, context, is_left, names, at: 0 };
    let mut out = Pattern { lines: vec![Vec::new()], ..Pattern::default() };
    let inner = literal.inner(context.text);
    while reader.at < inner.len() {
        let start = reader.at;
        if let Err((message, hint)) = reader.next(inner, &mut out) {
            let base = literal.span.start + 1;
            let end = reader.at.max(start + 1);
            let diagnostic = Diagnostic::new(ErrorCode::BadPattern, base + start..base + end, message);
            errors.push(match hint {
                Some(hint) => diagnostic.hint(hint),
                None => diagnostic,
            });
        }
    }
    out
}

struct Reader<'a, 'n> {
    literal: Literal,
    context: Context<'a>,
    is_left: bool,
    names: &'n mut PatternNames,
    at: usize,
}

type Wrong = (String, Option<String>);

fn wrong<T>(message: impl Into<String>, hint: impl Into<String>) -> Result<T, Wrong> {
    Err((message.into(), Some(hint.into())))
}

impl Reader<'_, '_> {
    fn next(&mut self, inner: &str, out: &mut Pattern) -> Result<(), Wrong> {
        let first = inner[self.at..].chars().next().expect("the caller checked that text is left");
        let begin = self.at;
        self.at += first.len_utf8();
        let symbol = match first {
            '\\' => {
                let Some(escaped) = inner[self.at..].chars().next() else {
                    return wrong("nothing stands behind `\\`", "a backslash is written `\\\\`");
                };
                self.at += escaped.len_utf8();
                Symbol::Char(visible(escaped).map_err(|message| (message, None))?)
            }
            '_' => Symbol::Any,
            '^' | '$' => return self.end(first, begin, inner, out),
            '/' if self.context.lines => {
                out.lines.push(Vec::new());
                return Ok(());
            }
            '{' => {
                let Some(length) = braces(&inner[self.at..]) else {
                    self.at = inner.len();
                    return wrong("`{` is not closed", "the sign itself is written `\\{`");
                };
                let inside = self.at..self.at + length;
                self.at += length + 1;
                let item = self.braced(inner, inside)?;
                out.lines.last_mut().expect("a line").push(item);
                return Ok(());
            }
            '}' => return wrong("`}` closes nothing", "the sign itself is written `\\}`"),
            other => Symbol::Char(visible(other).map_err(|message| (message, None))?),
        };
        out.lines.last_mut().expect("a line").push(Item { symbol, count: Count::Fixed(1) });
        Ok(())
    }

    /// `^` and `$`: the ends of a row, on the left side.
    fn end(&self, sign: char, begin: usize, inner: &str, out: &mut Pattern) -> Result<(), Wrong> {
        let escape = format!("the sign itself is written `\\{sign}`");
        if !self.context.ends {
            return wrong(format!("`{sign}` is an end of a row, and here there is none"), escape);
        }
        let in_place = if sign == '^' { begin == 0 } else { self.at == inner.len() };
        if !self.is_left || !in_place {
            let place = if sign == '^' { "first" } else { "last" };
            return wrong(format!("`{sign}` stands only {place} on the left side"), escape);
        }
        if sign == '^' {
            out.from_start = true;
        } else {
            out.to_end = true;
        }
        Ok(())
    }

    /// What stands in braces: `x`, `k*'.'`, `k*x`, `3*'.'`.
    fn braced(&mut self, inner: &str, inside: std::ops::Range<usize>) -> Result<Item, Wrong> {
        let said = &inner[inside.clone()];
        let first = self.literal.span.start + 1;
        let place = |word: &str| {
            let start = first + (word.as_ptr() as usize - inner.as_ptr() as usize);
            Span { start, end: start + word.len() }
        };
        let shape = "`{x}` is any symbol, `{k*'.'}` and `{k*x}` are k of them";
        let (count, symbol) = match said.find('*') {
            Some(star) if !said[..star].contains('\'') => {
                (Some(said[..star].trim()), said[star + 1..].trim())
            }
            _ => (None, said.trim()),
        };
        let symbol = if symbol.starts_with('\'') {
            let literal = Literal { span: place(symbol), quote: '\'' };
            if symbol.len() < 3 || !symbol.ends_with('\'') {
                return wrong(format!("a symbol is not closed: {symbol}"), shape);
            }
            let text = self.context.text;
            Symbol::Char(
                self::symbol(text, literal).map_err(|diagnostic| (diagnostic.message, diagnostic.hint))?,
            )
        } else if symbol == "_" {
            return wrong("`_` cannot be repeated", "write it as often as it is meant");
        } else {
            let span = place(symbol);
            self.variable(symbol, span, shape)?
        };
        let count = match count {
            None => Count::Fixed(1),
            Some(count) => {
                let span = place(count);
                self.count(count, span, shape)?
            }
        };
        Ok(Item { symbol, count })
    }

    fn variable(&mut self, name: &str, span: Span, shape: &str) -> Result<Symbol, Wrong> {
        if !is_name(name) {
            return wrong(format!("`{name}` is no name of a symbol"), shape);
        }
        if let Some(index) = self.names.symbols.iter().position(|(known, _)| known == name) {
            return Ok(Symbol::Variable(index));
        }
        if self.names.numbers.iter().any(|(known, _)| known == name) || self.parameter(name).is_some() {
            return wrong(format!("`{name}` is a number and cannot stand for a symbol"), shape);
        }
        if !self.is_left {
            let message = format!("`{name}` is not named on the left side");
            let near = nearest(name, self.names.symbols.iter().map(|(known, _)| known.as_str()));
            let hint = near.map_or("only symbols that were matched can be written".to_owned(), |near| {
                format!("did you mean `{near}`?")
            });
            return wrong(message, hint);
        }
        self.names.symbols.push((name.to_owned(), span));
        Ok(Symbol::Variable(self.names.symbols.len() - 1))
    }

    fn count(&mut self, name: &str, span: Span, shape: &str) -> Result<Count, Wrong> {
        if let Ok(count) = name.parse::<u64>() {
            return match count {
                0..=MAX_COUNT => Ok(Count::Fixed(count)),
                _ => wrong(format!("more than {MAX_COUNT} times: {name}"), "a smaller number"),
            };
        }
        if !is_name(name) {
            return wrong(
                format!("`{name}` is neither a number nor the name of one"),
                "a name may be defined behind `where`: `m = 2*k`",
            );
        }
        if let Some(value) = self.parameter(name) {
            return match u64::try_from(value) {
                Ok(count @ 0..=MAX_COUNT) => Ok(Count::Fixed(count)),
                _ => {
                    wrong(format!("the parameter `{name}` is {value}, which is no number of symbols"), shape)
                }
            };
        }
        if self.names.symbols.iter().any(|(known, _)| known == name) {
            return wrong(format!("`{name}` is a symbol and cannot be a number"), shape);
        }
        if let Some(index) = self.names.numbers.iter().position(|(known, _)| known == name) {
            return Ok(Count::Variable(index));
        }
        self.names.numbers.push((name.to_owned(), span));
        Ok(Count::Variable(self.names.numbers.len() - 1))
    }

    fn parameter(&self, name: &str) -> Option<i128> {
        self.context.parameters.iter().find(|(known, _)| known == name).map(|&(_, value)| value)
    }
}

/// The length up to the brace that closes; a brace may stand in single quotes.
fn braces(text: &str) -> Option<usize> {
    let mut quoted = false;
    let mut escaped = false;
    for (index, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\'' => quoted = !quoted,
            '}' if !quoted => return Some(index),
            _ => {}
        }
    }
    None
}

fn is_name(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(|first| first.is_alphabetic() || first == '_' && word.len() > 1)
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
        && crate::rule::lexer::Keyword::read(word).is_none()
}
