//! Graphs as DOT, the language of Graphviz: `digraph { a -> b; b -> {c d} }`.
//!
//! All of the language that says which vertices and edges there are: chains, subgraphs on either side of an arrow, ports,
//! quoted, numeric and HTML names. Attributes are read over, except that they must be well formed. An undirected `graph`
//! is refused: who may move along an edge must be said.
//!
//! The stack of open subgraphs is explicit, so nesting costs memory only. `{a b} -> {c d}` is four edges; text that names
//! more edges than the memory limit allows is refused.

use super::labels::{Labels, Names};
use super::{LabelledGraph, ReadError, misread};
use crate::base::limits::{Limits, StopReason};
use crate::base::text::scanner::Misread;
use crate::base::text::shorten;
use crate::engine::graph::csr::Edge;
use std::borrow::Cow;

/// Whether a text looks like DOT: its first word is `digraph`, `strict`, or a `graph` that is opened.
pub(super) fn is_dot(text: &str) -> bool {
    let mut scanner = Scanner { text, at: 0 };
    let Ok(Token::Word(first)) = scanner.next() else { return false };
    match first.to_ascii_lowercase().as_str() {
        "digraph" => true,
        "strict" => matches!(scanner.next(), Ok(Token::Word(kind)) if is_kind(kind)),
        "graph" => {
            let next = scanner.next();
            let is_open = |token: &Result<Token<'_>, Misread>| matches!(token, Ok(Token::Sign(b'{')));
            is_open(&next)
                || (matches!(next, Ok(Token::Word(_) | Token::Quoted(_))) && is_open(&scanner.next()))
        }
        _ => false,
    }
}

fn is_kind(word: &str) -> bool {
    word.eq_ignore_ascii_case("digraph") || word.eq_ignore_ascii_case("graph")
}

/// Reads a graph.
///
/// # Errors
/// Text that is no digraph, with its place; too little memory.
pub fn read(text: &str, limits: &Limits<'_>) -> Result<LabelledGraph, ReadError> {
    let mut parser = Parser {
        scanner: Scanner { text, at: 0 },
        start: 0,
        names: Names::default(),
        edges: Vec::new(),
        most: (limits.memory / 8) as usize,
    };
    parser.graph()?;
    let labels = Labels::of_names(parser.names, &mut parser.edges);
    Ok(LabelledGraph::new(labels, parser.edges, limits)?)
}

/// A word of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token<'a> {
    /// A name without quotes, or a numeral.
    Word(&'a str),
    /// A name in quotes or angle brackets.
    Quoted(Cow<'a, str>),
    Sign(u8),
    Arrow,
    Line,
    End,
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn wrong(&self, at: usize, message: impl Into<String>) -> Misread {
        misread(&self.text.as_bytes()[..at], message.into())
    }

    /// Skips blanks and comments: `//`, `/* */`, and lines that start with `#`.
    fn skip(&mut self) -> Result<(), Misread> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let starts_line = self.text[..self.at].ends_with('\n') || self.at == 0;
            if trimmed.starts_with("//") || (trimmed.starts_with('#') && starts_line) {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                let end = trimmed.find("*/").ok_or_else(|| self.wrong(self.at, "a comment is not closed"))?;
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<Token<'a>, Misread> {
        self.skip()?;
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(Token::End) };
        let take = |scanner: &mut Self, length, token| {
            scanner.at += length;
            Ok(token)
        };
        match first {
            '-' if rest.starts_with("->") => take(self, 2, Token::Arrow),
            '-' if rest.starts_with("--") => take(self, 2, Token::Line),
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' | '+' => take(self, 1, Token::Sign(first as u8)),
            '"' => self.quoted(),
            '<' => self.html(),
            '-' | '.' | '0'..='9' => {
                let body = rest.strip_prefix('-').unwrap_or(rest);
                let length = body.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(body.len());
                let number = &body[..length];
                let is_number =
                    number.bytes().any(|b| b.is_ascii_digit()) && number.matches('.').count() <= 1;
                if !is_number {
                    return Err(self.unexpected());
                }
                let length = rest.len() - body.len() + length;
                take(self, length, Token::Word(&rest[..length]))
            }
            c if is_letter(c) => {
                let length = rest.find(|c: char| !is_letter(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
                take(self, length, Token::Word(&rest[..length]))
            }
            _ => Err(self.unexpected()),
        }
    }

    fn unexpected(&self) -> Misread {
        let word = self.text[self.at..].split_whitespace().next().unwrap_or_default();
        self.wrong(self.at, format!("this is no DOT: `{}`", shorten(word)))
    }

    /// A quoted name: `\"` is a quote, a backslash before a line end joins lines, any other stays.
    fn quoted(&mut self) -> Result<Token<'a>, Misread> {
        let start = self.at;
        let mut out = String::new();
        let mut rest = self.text[start + 1..].char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            match (c, rest.peek().map(|next| next.1)) {
                ('"', _) => {
                    self.at = start + 1 + at + 1;
                    return Ok(Token::Quoted(out.into()));
                }
                ('\\', Some('"')) => {
                    out.push('"');
                    rest.next();
                }
                ('\\', Some('\n')) => drop(rest.next()),
                // Neither of two backslashes escapes the quote behind them.
                ('\\', Some('\\')) => {
                    out.push_str("\\\\");
                    rest.next();
                }
                _ => out.push(c),
            }
        }
        Err(self.wrong(start, "a quoted name is not closed"))
    }

    fn html(&mut self) -> Result<Token<'a>, Misread> {
        let (start, mut depth) = (self.at, 0usize);
        for (at, byte) in self.text.bytes().enumerate().skip(start) {
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = at + 1;
                return Ok(Token::Quoted(self.text[start + 1..at].into()));
            }
        }
        Err(self.wrong(start, "a name in angle brackets is not closed"))
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii()
}

/// An open pair of braces.
#[derive(Default)]
struct Level {
    /// All vertices named inside so far.
    members: Vec<u32>,
    /// The left side of an arrow that waits for its right one.
    left: Option<Vec<u32>>,
}

impl Level {
    /// Takes in the members of an inner level, the fewer to the more: deep nesting stays cheap.
    fn add(&mut self, mut members: Vec<u32>) {
        if members.len() > self.members.len() {
            std::mem::swap(&mut members, &mut self.members);
        }
        self.members.append(&mut members);
    }
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    /// Where the last token starts.
    start: usize,
    names: Names,
    edges: Vec<Edge>,
    most: usize,
}

impl<'a> Parser<'a> {
    fn next(&mut self) -> Result<Token<'a>, Misread> {
        self.scanner.skip()?;
        self.start = self.scanner.at;
        self.scanner.next()
    }

    fn peek(&mut self) -> Result<Token<'a>, Misread> {
        let before = self.scanner.at;
        let token = self.next();
        self.scanner.at = before;
        token
    }

    fn expected(&self, what: &str) -> Misread {
        let word = self.scanner.text[self.start..].split_whitespace().next().map(shorten);
        let found = word.map_or("the end".to_owned(), |word| format!("`{word}`"));
        self.scanner.wrong(self.start, format!("expected {what}, found {found}"))
    }

    /// `strict? digraph NAME? { ... }`
    fn graph(&mut self) -> Result<(), ReadError> {
        let mut token = self.next()?;
        if matches!(token, Token::Word(word) if word.eq_ignore_ascii_case("strict")) {
            token = self.next()?;
        }
        match token {
            Token::Word(word) if word.eq_ignore_ascii_case("digraph") => {}
            Token::Word(word) if word.eq_ignore_ascii_case("graph") => {
                let message = "an undirected `graph`; moves have a direction: `digraph { a -> b }`";
                return Err(self.scanner.wrong(self.start, message).into());
            }
            _ => return Err(self.expected("`digraph`").into()),
        }
        token = self.next()?;
        if matches!(token, Token::Word(_) | Token::Quoted(_)) {
            token = self.next()?;
        }
        if token != Token::Sign(b'{') {
            return Err(self.expected("`{`").into());
        }
        self.statements()?;
        match self.next()? {
            Token::End => Ok(()),
            _ => Err(self.expected("the end").into()),
        }
    }

    /// Everything up to the brace that closes the graph.
    fn statements(&mut self) -> Result<(), ReadError> {
        let mut levels = vec![Level::default()];
        while let Some(level) = levels.last_mut() {
            let is_right = level.left.is_some();
            match self.next()? {
                Token::Sign(b';' | b',') if !is_right => {}
                Token::Sign(b'{') => levels.push(Level::default()),
                Token::Sign(b'}') if !is_right => {
                    let members = levels.pop().map(|level| level.members).unwrap_or_default();
                    if let Some(outer) = levels.last_mut() {
                        let is_side = outer.left.is_some() || self.peek()? == Token::Arrow;
                        let side = if is_side { members.clone() } else { Vec::new() };
                        outer.add(members);
                        self.operand(outer, side)?;
                    }
                }
                Token::Word(word) if word.eq_ignore_ascii_case("subgraph") => {
                    if matches!(self.peek()?, Token::Word(_) | Token::Quoted(_)) {
                        self.next()?;
                    }
                    if self.peek()? != Token::Sign(b'{') {
                        self.next()?;
                        return Err(self.expected("`{` behind `subgraph`").into());
                    }
                }
                Token::Word(word) if !is_right && is_attribute(word) => {
                    if self.peek()? != Token::Sign(b'[') {
                        self.next()?;
                        return Err(self.expected("`[`").into());
                    }
                    self.attributes()?;
                }
                Token::Word(word) => self.name(level, word.into())?,
                Token::Quoted(name) => {
                    let name = self.joined(name)?;
                    self.name(level, name)?;
                }
                _ => {
                    return Err(self
                        .expected(if is_right { "a vertex" } else { "a statement or `}`" })
                        .into());
                }
            }
        }
        Ok(())
    }

    /// A name: the vertex it stands for, or the left side of an attribute of the graph.
    fn name(&mut self, level: &mut Level, name: Cow<'a, str>) -> Result<(), ReadError> {
        if level.left.is_none() && self.peek()? == Token::Sign(b'=') {
            self.next()?;
            return Ok(self.value()?);
        }
        while self.peek()? == Token::Sign(b':') {
            self.next()?;
            self.value()?;
        }
        let vertex = self.names.number(&name);
        level.members.push(vertex);
        self.operand(level, vec![vertex])
    }

    /// `"a" + "b"` is one name.
    fn joined(&mut self, mut name: Cow<'a, str>) -> Result<Cow<'a, str>, Misread> {
        while self.peek()? == Token::Sign(b'+') {
            self.next()?;
            match self.next()? {
                Token::Quoted(more) => name.to_mut().push_str(&more),
                _ => return Err(self.expected("a quoted name behind `+`")),
            }
        }
        Ok(name)
    }

    /// One side of an arrow, or a statement of its own.
    fn operand(&mut self, level: &mut Level, vertices: Vec<u32>) -> Result<(), ReadError> {
        if let Some(left) = level.left.take() {
            if self.edges.len().saturating_add(left.len().saturating_mul(vertices.len())) > self.most {
                return Err(StopReason::MemoryLimit.into());
            }
            for from in left {
                self.edges.extend(vertices.iter().map(|&to| Edge { from, to }));
            }
        }
        match self.peek()? {
            Token::Arrow => {
                self.next()?;
                level.left = Some(vertices);
            }
            Token::Line => {
                self.next()?;
                return Err(self.expected("`->` in a digraph").into());
            }
            _ => self.attributes()?,
        }
        Ok(())
    }

    /// Any number of `[a=b, c=d; e]`.
    fn attributes(&mut self) -> Result<(), Misread> {
        while self.peek()? == Token::Sign(b'[') {
            self.next()?;
            loop {
                match self.next()? {
                    Token::Sign(b']') => break,
                    Token::Sign(b';' | b',') => {}
                    Token::Word(_) | Token::Quoted(_) => {
                        if self.peek()? == Token::Sign(b'=') {
                            self.next()?;
                            self.value()?;
                        }
                    }
                    _ => return Err(self.expected("an attribute or `]`")),
                }
            }
        }
        Ok(())
    }

    fn value(&mut self) -> Result<(), Misread> {
        match self.next()? {
            Token::Word(_) => Ok(()),
            Token::Quoted(text) => self.joined(text).map(drop),
            _ => Err(self.expected("a name")),
        }
    }
}

fn is_attribute(word: &str) -> bool {
    ["node", "edge", "graph"].iter().any(|kind| word.eq_ignore_ascii_case(kind))
}
