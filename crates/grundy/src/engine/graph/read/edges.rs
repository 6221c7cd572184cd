//! Lines of edges: `u v` is a move from u to v, `u` alone is a vertex.
//!
//! `u,v`, `u-v`, `u->v` and the same with blanks are edges too. A word alone is a vertex if vertices are listed before the
//! edges, or if it occurs in an edge; otherwise it is left out, with a note. A first line `n m` that fits what follows is an
//! edge like any other, with a note that it may be a header.
//!
//! Labels are any words without blanks. As long as all of them are plain whole numbers below 2^32 - 1, an edge is eight
//! bytes and no word is kept; the first other word turns the numbers read so far into words. Lines end in LF or CRLF;
//! empty ones are skipped. Blocks of the input are read and left behind, so the text is never in memory as a whole.

use super::labels::{Labels, Names, plain};
use super::{LabelledGraph, ReadError, misread};
use crate::base::limits::{Limits, StopReason};
use crate::base::text::scanner::Misread;
use crate::base::text::shorten;
use crate::engine::graph::csr::Edge;
use std::io::Read;

/// Bytes read at once.
const BLOCK: usize = 1 << 18;

/// Reads lines of edges to the end.
///
/// # Errors
/// A line with more than two labels, text that is not UTF-8, an input that fails, too little memory.
pub fn read(input: &mut dyn Read, header: bool, limits: &Limits<'_>) -> Result<LabelledGraph, ReadError> {
    let mut lines = Lines { header, ..Lines::default() };
    let mut block = vec![0; BLOCK];
    // What stands in the block from before: the beginning of a line.
    let mut kept = 0;
    loop {
        if kept == block.len() {
            limits.check_memory(block.len() as u64, 4)?;
            block.resize(2 * kept, 0);
        }
        let more = match input.read(&mut block[kept..]) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let filled = kept + more;
        let end = match block[..filled].iter().rposition(|&byte| byte == b'\n') {
            _ if more == 0 => filled,
            Some(end) => end + 1,
            None => 0,
        };
        lines.take(&block[..end])?;
        if more == 0 {
            break;
        }
        block.copy_within(end..filled, 0);
        kept = filled - end;
        limits.check_memory(lines.edges.len() as u64, 8)?;
        limits.ask(lines.edges.len() as u64).map_or(Ok(()), Err)?;
    }
    Ok(lines.finish(limits)?)
}

/// What was read so far.
#[derive(Debug, Default)]
struct Lines {
    edges: Vec<Edge>,
    /// Vertices that stand alone; for words, [`Names`] has them.
    lone: Vec<u32>,
    names: Option<Names>,
    /// Lines before this block.
    lines: usize,
    /// Whether the first line is still to be skipped.
    header: bool,
    /// The numbers of a first line that may be a header.
    counts: Option<(u64, u64)>,
    /// Whether a word has stood alone before the first edge: then all that stand alone are vertices.
    listed: bool,
    /// Words that stood alone after edges, with their lines.
    doubtful: Vec<(usize, String)>,
}

/// Most words that stand alone and are remembered for a note.
const MAX_DOUBTFUL: usize = 1000;
/// Most of them that are named.
const SHOWN_DOUBTFUL: usize = 5;

/// What a line says.
enum Line<'t> {
    Empty,
    Lone(&'t str),
    Edge(&'t str, &'t str),
    /// More than two labels; the third.
    Crowded(&'t str),
}

impl<'t> Line<'t> {
    fn read(text: &'t str) -> Line<'t> {
        const SIGNS: [&str; 3] = ["->", ",", "-"];
        let mut words = text.split_whitespace();
        let (first, second, third, more) = (words.next(), words.next(), words.next(), words.next());
        match (first, second, third) {
            (None, ..) => Line::Empty,
            (Some(word), None, _) => joined(word).map_or(Line::Lone(word), |(from, to)| Line::Edge(from, to)),
            (Some(from), Some(to), None) => {
                // The sign may stand close to either label; a minus alone may be part of a number.
                let cut = |word: &'t str, cut: fn(&'t str, &str) -> Option<&'t str>| {
                    SIGNS[..2].iter().find_map(|&sign| cut(word, sign)).filter(|rest| !rest.is_empty())
                };
                let from = cut(from, |word, sign| word.strip_suffix(sign)).unwrap_or(from);
                let to = cut(to, |word, sign| word.strip_prefix(sign)).unwrap_or(to);
                Line::Edge(from, to)
            }
            (Some(from), Some(sign), Some(to)) if more.is_none() && SIGNS.contains(&sign) => {
                Line::Edge(from, to)
            }
            (_, _, Some(third)) => Line::Crowded(third),
        }
    }
}

/// The two labels of a word with one sign between them.
fn joined(word: &str) -> Option<(&str, &str)> {
    ["->", ",", "-"].into_iter().find_map(|sign| {
        let (from, to) = word.split_once(sign)?;
        (!from.is_empty() && !to.is_empty() && !to.contains(sign)).then_some((from, to))
    })
}

impl Lines {
    /// Takes whole lines.
    fn take(&mut self, mut text: &[u8]) -> Result<(), Misread> {
        if self.lines == 0 {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        }
        if self.edges.is_empty() && self.counts.is_none() {
            text = self.first_line(text)?;
        }
        while !text.is_empty() {
            if self.names.is_none()
                && let Some((edge, length)) = plain_line(text)
            {
                self.edges.push(edge);
                text = &text[length..];
            } else {
                let length = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
                self.careful(&text[..length])?;
                text = &text[length..];
            }
            self.lines += 1;
        }
        Ok(())
    }

    /// Any line.
    fn careful(&mut self, line: &[u8]) -> Result<(), Misread> {
        let at_line = |mut error: Misread| {
            error.line += self.lines;
            error
        };
        let text = std::str::from_utf8(line)
            .map_err(|error| misread(&line[..error.valid_up_to()], "this is not UTF-8 text".to_owned()))
            .map_err(at_line)?;
        match Line::read(text) {
            Line::Empty => {}
            Line::Lone(word) => self.lone_word(word),
            Line::Edge(from, to) => {
                let (from, to) = (self.number(from), self.number(to));
                // The first label may have been a number when it was read, and be a name now.
                let from = if from.1 == to.1 { from.0 } else { self.number(&from.0.to_string()).0 };
                self.edges.push(Edge { from, to: to.0 });
            }
            Line::Crowded(third) => {
                let place = third.as_ptr() as usize - text.as_ptr() as usize;
                let message = format!("a line has two labels at most, here is a third: `{}`", shorten(third));
                return Err(at_line(misread(&line[..place], message)));
            }
        }
        Ok(())
    }

    /// A word that stands alone.
    fn lone_word(&mut self, word: &str) {
        self.listed |= self.edges.is_empty();
        if !self.listed {
            if self.doubtful.len() < MAX_DOUBTFUL {
                self.doubtful.push((self.lines + 1, word.to_owned()));
            }
            return;
        }
        let (number, is_name) = self.number(word);
        if !is_name {
            self.lone.push(number);
        }
    }

    /// Looks at the first line that says something: a header is skipped if there is one, and what may be one is remembered.
    fn first_line<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], Misread> {
        let Some(start) = text.iter().position(|byte| !byte.is_ascii_whitespace()) else { return Ok(text) };
        let length =
            text[start..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| start + end + 1);
        let line = String::from_utf8_lossy(&text[start..length]);
        let numbers: Option<Vec<u64>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        if self.header {
            self.header = false;
            if numbers.is_none() {
                let message =
                    format!("the header is a line of numbers, `n m`, not `{}`", shorten(line.trim()));
                return Err(misread(&text[..start], message));
            }
            self.counts = Some((0, u64::MAX));
            self.lines += text[..length].iter().filter(|&&byte| byte == b'\n').count();
            return Ok(&text[length..]);
        }
        self.counts = Some(match numbers.as_deref() {
            Some(&[vertices, edges]) => (vertices, edges),
            _ => (0, u64::MAX),
        });
        Ok(text)
    }

    /// Whether the first edge may be the numbers of vertices and edges of the rest.
    fn begins_with_counts(&self) -> Option<(u64, u64)> {
        let (vertices, edges) = self.counts?;
        let rest = self.edges.get(1..).filter(|rest| rest.len() as u64 == edges && edges > 0)?;
        let fits = match &self.names {
            // Numbers from 0 or 1 on.
            None => rest.iter().all(|edge| u64::from(edge.from.max(edge.to)) <= vertices),
            // The header itself may have named two more.
            Some(names) => names.count() as u64 <= vertices.saturating_add(2),
        };
        fits.then_some((vertices, edges))
    }

    /// The number of a label, and whether it is one of a name.
    fn number(&mut self, word: &str) -> (u32, bool) {
        match (plain(word.as_bytes()), &self.names) {
            (Some(number), None) => (number, false),
            _ => (self.names().number(word), true),
        }
    }

    /// The names; if there were none so far, all numbers become names.
    fn names(&mut self) -> &mut Names {
        let (edges, lone) = (&mut self.edges, &mut self.lone);
        self.names.get_or_insert_with(|| {
            let mut names = Names::default();
            let mut name = |number: u32| names.number(&number.to_string());
            edges.iter_mut().for_each(|edge| *edge = Edge { from: name(edge.from), to: name(edge.to) });
            lone.drain(..).for_each(|number| {
                name(number);
            });
            names
        })
    }

    fn finish(mut self, limits: &Limits<'_>) -> Result<LabelledGraph, StopReason> {
        let counts = self.begins_with_counts();
        let labels = match self.names.take() {
            Some(names) => Labels::Words(names),
            None => Labels::rank(&mut self.edges, &self.lone),
        };
        let notes = notes(counts, &self.doubtful, &labels);
        Ok(LabelledGraph { notes, ..LabelledGraph::new(labels, self.edges, limits)? })
    }
}

/// Remarks about lines that may mean something else: a first line of counts, and words that stood alone after edges.
fn notes(counts: Option<(u64, u64)>, doubtful: &[(usize, String)], labels: &Labels) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((vertices, edges)) = counts {
        notes.push(format!(
            "the first line `{vertices} {edges}` fits the numbers of vertices and edges below it, but is read as an edge; \
             `--header` skips it"
        ));
    }
    let doubtful: Vec<_> = doubtful.iter().filter(|(_, word)| labels.vertex(word).is_none()).collect();
    for (line, word) in doubtful.iter().take(SHOWN_DOUBTFUL) {
        notes.push(format!(
            "line {line}: `{}` stands alone after edges and in none of them, so it is left out; vertices are listed before \
             edges",
            shorten(word)
        ));
    }
    if doubtful.len() > SHOWN_DOUBTFUL {
        notes.push(format!("and {} more words that stand alone", doubtful.len() - SHOWN_DOUBTFUL));
    }
    notes
}

/// An edge of two plain numbers with one blank between, and the length of its line.
#[inline]
fn plain_line(text: &[u8]) -> Option<(Edge, usize)> {
    let (from, behind) = digits(text, 0)?;
    if !matches!(text.get(behind), Some(b' ' | b'\t')) {
        return None;
    }
    let (to, behind) = digits(text, behind + 1)?;
    match text.get(behind..) {
        Some([b'\n', ..]) => Some((Edge { from, to }, behind + 1)),
        Some([b'\r', b'\n', ..]) => Some((Edge { from, to }, behind + 2)),
        _ => None,
    }
}

/// A plain number below 2^32 - 1 without leading zeros, and the place behind it.
#[inline]
fn digits(text: &[u8], start: usize) -> Option<(u32, usize)> {
    let (value, end) = crate::base::text::digits::digits(text, start)?;
    let is_plain = value < u64::from(u32::MAX) && (text[start] != b'0' || end == start + 1);
    is_plain.then_some((value as u32, end))
}
