//! Lines of edges: `u v` is a move from u to v, `u` alone is a vertex.
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
pub fn read(input: &mut dyn Read, limits: &Limits<'_>) -> Result<LabelledGraph, ReadError> {
    let mut lines = Lines::default();
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
}

impl Lines {
    /// Takes whole lines.
    fn take(&mut self, mut text: &[u8]) -> Result<(), Misread> {
        if self.lines == 0 {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
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
        let mut words = text.split_whitespace();
        let (Some(from), to) = (words.next(), words.next()) else { return Ok(()) };
        if let Some(third) = words.next() {
            let place = third.as_ptr() as usize - text.as_ptr() as usize;
            let message = format!("a line has two labels at most, here is a third: `{}`", shorten(third));
            return Err(at_line(misread(&line[..place], message)));
        }
        let from = self.number(from);
        match to.map(|to| self.number(to)) {
            // The first label may have been a number when it was read, and be a name now.
            Some(to) => {
                let from = if from.1 == to.1 { from.0 } else { self.number(&from.0.to_string()).0 };
                self.edges.push(Edge { from, to: to.0 });
            }
            None if self.names.is_none() => self.lone.push(from.0),
            None => {}
        }
        Ok(())
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
        let labels = match self.names {
            Some(names) => Labels::Words(names),
            None => Labels::rank(&mut self.edges, &self.lone),
        };
        LabelledGraph::new(labels, self.edges, limits)
    }
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
