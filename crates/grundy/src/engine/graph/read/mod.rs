//! Graphs from text: lines of edges, DOT, or JSON; which of them it is shows in the text.
//!
//! What starts with `{` is JSON ([`json`]), what starts with `digraph` is DOT ([`dot`]), and anything else is lines
//! ([`edges`]). A [`LabelledGraph`] keeps the names of the vertices: in increasing order if all are whole numbers in
//! lines, otherwise in the order in which they are first named. Whatever is refused is refused with its line and column.
//! Any of the three may be packed with gzip or zstd ([`packed`]).
//!
//! Lines are read in blocks as they come and need no copy of the text; DOT and JSON are read whole.
//!
//! ```
//! use grundy::engine::graph::read::read;
//! use grundy::Limits;
//!
//! let limits = Limits::default();
//! let lines = read(&mut "lonely\na b\nb c\n".as_bytes(), &limits)?;
//! let dot = read(&mut "digraph { a -> b -> c; lonely }".as_bytes(), &limits)?;
//! let json = read(&mut r#"{"edges": [["a","b"],["b","c"]], "vertices": ["lonely"]}"#.as_bytes(), &limits)?;
//! assert_eq!(lines.label(1), "a");
//! assert_eq!((lines.graph().edges(), dot.graph().edges(), json.graph().vertices()), (2, 2, 4));
//! # Ok::<(), grundy::engine::graph::read::ReadError>(())
//! ```

pub mod dot;
pub mod edges;
#[cfg(feature = "json")]
pub mod json;
mod labels;
pub mod packed;

pub use labels::{Labels, Names};

use super::csr::{Edge, Graph};
use crate::base::limits::{Limits, StopReason};
use crate::base::text::scanner::Misread;
use packed::{DamagedStream, unpacked};
use std::borrow::Cow;
use std::io::{self, Read};
use thiserror::Error as ThisError;

/// Why there is no graph.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is no graph.
    #[error("{0}")]
    Misread(#[from] Misread),
    /// A packed stream that is cut short or damaged.
    #[error("{0}")]
    Damaged(DamagedStream),
    /// It could not be read.
    #[error("{0}")]
    Input(io::Error),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for ReadError {
    fn from(reason: StopReason) -> ReadError {
        ReadError::Stopped(reason)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        error.downcast::<DamagedStream>().map_or_else(ReadError::Input, ReadError::Damaged)
    }
}

/// A graph whose vertices have names.
#[derive(Debug, Clone)]
pub struct LabelledGraph {
    graph: Graph,
    labels: Labels,
    notes: Vec<String>,
}

impl LabelledGraph {
    /// A graph and the names of its vertices.
    ///
    /// # Errors
    /// When the memory does not suffice.
    pub fn new(labels: Labels, edges: Vec<Edge>, limits: &Limits<'_>) -> Result<LabelledGraph, StopReason> {
        Ok(LabelledGraph { graph: Graph::new(labels.len(), edges, limits)?, labels, notes: Vec::new() })
    }

    /// Remarks about lines that may mean something else than they were read as.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The name of a vertex.
    pub fn label(&self, vertex: u32) -> Cow<'_, str> {
        self.labels.label(vertex)
    }

    /// The vertex of a name.
    pub fn vertex(&self, label: &str) -> Option<u32> {
        self.labels.vertex(label)
    }

    /// All names.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }
}

/// How a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Lines,
    Dot,
    Json,
}

/// Bytes at the beginning by which the form is known.
const FORM_PREFIX_BYTES: usize = 1 << 16;

/// Reads a graph in any of the three forms, packed or not.
///
/// # Errors
/// Text that is no graph, with its place; an input that is damaged or fails; too little memory.
pub fn read(input: &mut dyn Read, limits: &Limits<'_>) -> Result<LabelledGraph, ReadError> {
    read_with(input, false, limits)
}

/// The same; with `header`, a first line of counts is skipped where edges stand in lines.
///
/// # Errors
/// As [`read`], and when the first line is no line of numbers.
pub fn read_with(
    input: &mut dyn Read,
    header: bool,
    limits: &Limits<'_>,
) -> Result<LabelledGraph, ReadError> {
    let mut input = unpacked(input, limits)?;
    let mut beginning = Vec::new();
    input.by_ref().take(FORM_PREFIX_BYTES as u64).read_to_end(&mut beginning)?;
    let form = form(&beginning);
    let mut whole = beginning.as_slice().chain(input);
    if form == Form::Lines {
        return edges::read(&mut whole, header, limits);
    }
    let mut bytes = Vec::new();
    whole.take(limits.memory.saturating_add(1)).read_to_end(&mut bytes)?;
    limits.check_memory(bytes.len() as u64, 1)?;
    let text = utf8(&bytes)?;
    match form {
        Form::Dot => dot::read(text, limits),
        #[cfg(feature = "json")]
        _ => json::read(text, limits),
        #[cfg(not(feature = "json"))]
        _ => Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this build reads no JSON; it does with the feature `json`",
        )
        .into()),
    }
}

fn form(beginning: &[u8]) -> Form {
    let text = String::from_utf8_lossy(beginning);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return Form::Json;
    }
    if dot::is_dot(text) { Form::Dot } else { Form::Lines }
}

/// The text of bytes, without a byte order mark.
fn utf8(bytes: &[u8]) -> Result<&str, Misread> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| misread(&bytes[..error.valid_up_to()], "this is not UTF-8 text".to_owned()))?;
    Ok(text.trim_start_matches('\u{feff}'))
}

/// What is wrong behind some text that is right.
fn misread(before: &[u8], message: String) -> Misread {
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    Misread { message, line, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges by name, and all names.
    type Parsed = (Vec<(String, String)>, Vec<String>);

    /// What a text holds, or the message with its line and column.
    fn parsed(text: &str) -> Result<Parsed, (String, usize, usize)> {
        match read(&mut text.as_bytes(), &Limits::default()) {
            Ok(found) => {
                let name = |vertex| found.label(vertex).into_owned();
                let edges = found.graph().forward().edges().map(|e| (name(e.from), name(e.to))).collect();
                let names = (0..found.graph().vertices() as u32).map(name).collect();
                Ok((edges, names))
            }
            Err(ReadError::Misread(error)) => Err((error.message, error.line, error.column)),
            Err(other) => panic!("{other}"),
        }
    }

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    #[track_caller]
    fn check(text: &str, edges: &[(&str, &str)], names: &[&str]) {
        let (found, all) = parsed(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!((found, all), (pairs(edges), names.iter().map(|n| (*n).to_owned()).collect()), "{text}");
    }

    #[test]
    fn lines() {
        check("", &[], &[]);
        check("\n \r\n", &[], &[]);
        check("c\r\nb a\n\na  b", &[("b", "a"), ("a", "b")], &["c", "b", "a"]);
        check(" 7 \n10 9\n9\t2\n", &[("9", "2"), ("10", "9")], &["2", "7", "9", "10"]);
        check(
            "a,b\nb-c\nc->d\nd -> e\ne, f\n-1 f-g\n",
            &[("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("-1", "f-g")],
            &["a", "b", "c", "d", "e", "f", "-1", "f-g"],
        );
        check("1 2\n2 1e9\n007 1", &[("1", "2"), ("2", "1e9"), ("007", "1")], &["1", "2", "1e9", "007"]);
        check(
            "4000000000 1\n18446744073709551616 1",
            &[("4000000000", "1"), ("18446744073709551616", "1")],
            &["4000000000", "1", "18446744073709551616"],
        );
        check("4000000000 1\n5 5", &[("5", "5"), ("4000000000", "1")], &["1", "5", "4000000000"]);
        check("a b\na b\né ü", &[("a", "b"), ("é", "ü")], &["a", "b", "é", "ü"]);
        assert_eq!(parsed("a b\nx y z w\n").map_err(|e| (e.1, e.2)), Err((2, 5)));
        assert_eq!(parsed("1 2\n1 2 3\n").map_err(|e| (e.1, e.2)), Err((2, 5)));
    }

    #[test]
    fn lone_words_are_vertices_where_vertices_are_listed() {
        let notes = |text: &str| read(&mut text.as_bytes(), &Limits::default()).expect(text).notes().to_vec();
        check("x\na b\ny\n", &[("a", "b")], &["x", "a", "b", "y"]);
        assert!(notes("x\na b\ny\n").is_empty());
        check("a b\nb\nc d\n", &[("a", "b"), ("c", "d")], &["a", "b", "c", "d"]);
        assert!(notes("a b\nd\nc d\n").is_empty(), "it occurs in an edge that comes later");
        check("a b\ny\n", &[("a", "b")], &["a", "b"]);
        assert_eq!(notes("a b\ny\n").len(), 1);
        check("1 2\n7\n", &[("1", "2")], &["1", "2"]);
        assert!(notes("1 2\n7\n")[0].contains("`7`"));
    }

    #[test]
    fn headers_are_skipped_or_noted() {
        let text = "3 2\n1 2\n2 3\n";
        let found = read(&mut text.as_bytes(), &Limits::default()).expect("a graph");
        assert_eq!((found.graph().edges(), found.notes().len()), (3, 1));
        let found = read_with(&mut text.as_bytes(), true, &Limits::default()).expect("a graph");
        assert_eq!((found.graph().edges(), found.notes().len()), (2, 0));
        assert!(
            read(&mut "3 1\n1 2\n2 3\n".as_bytes(), &Limits::default()).expect("a graph").notes().is_empty()
        );
        assert!(read_with(&mut "a b\n1 2\n".as_bytes(), true, &Limits::default()).is_err());
    }

    #[test]
    fn long_lines_cross_blocks() {
        let mut text = String::new();
        for index in 0..200_000u32 {
            text += &format!("{} {}\n", index, index / 2);
        }
        let found = read(&mut text.as_bytes(), &Limits::default()).expect("a graph");
        assert_eq!((found.graph().vertices(), found.graph().edges()), (200_000, 200_000));
        text += "x 3\n";
        let found = read(&mut text.as_bytes(), &Limits::default()).expect("a graph");
        assert_eq!((found.graph().edges(), found.vertex("x").is_some()), (200_001, true));
        assert_eq!(
            found.graph().options(found.vertex("9").expect("named")),
            [found.vertex("4").expect("named")]
        );
    }

    #[test]
    fn dot() {
        check("digraph{}", &[], &[]);
        check(
            "digraph G { a -> b; b -> c -> a [label=x]; d }",
            &[("a", "b"), ("b", "c"), ("c", "a")],
            &["a", "b", "c", "d"],
        );
        check(
            "// hello\nstrict digraph \"my g\" { /* no */ node [shape=box, a=b] rankdir = LR\n# pre\n a -> { b c } }",
            &[("a", "b"), ("a", "c")],
            &["a", "b", "c"],
        );
        check(
            "digraph { {a b} -> subgraph x { c; d -> e } -> f; \"q \\\" r\":p:n -> -1.5; <h<i>j> }",
            &[
                ("a", "c"),
                ("a", "d"),
                ("a", "e"),
                ("b", "c"),
                ("b", "d"),
                ("b", "e"),
                ("c", "f"),
                ("d", "e"),
                ("d", "f"),
                ("e", "f"),
                ("q \" r", "-1.5"),
            ],
            &["a", "b", "c", "d", "e", "f", "q \" r", "-1.5", "h<i>j"],
        );
        check("DiGraph { a -> \"b\" + \"c\" }", &[("a", "bc")], &["a", "bc"]);
        for (text, place) in [
            ("digraph { a -> }", (1, 16)),
            ("digraph { a -- b }", (1, 13)),
            ("digraph {\n a -> b", (2, 8)),
            ("digraph { a [x=1 }", (1, 18)),
            ("digraph { } x", (1, 13)),
            ("digraph G", (1, 10)),
            ("graph { a -- b }", (1, 1)),
            ("digraph { \"a }", (1, 11)),
        ] {
            assert_eq!(parsed(text).map_err(|e| (e.1, e.2)), Err(place), "{text}");
        }
        let deep = format!("digraph {{ {} a {} }}", "{".repeat(100_000), "}".repeat(100_000));
        check(&deep, &[], &["a"]);
    }

    #[test]
    fn json() {
        check(
            r#"{"edges":[["a","b"],[1,"a"]],"vertices":["z","a"]}"#,
            &[("a", "b"), ("1", "a")],
            &["z", "a", "b", "1"],
        );
        check(r#" {"vertices":["x"], "more": {"a": [1]}}"#, &[], &["x"]);
        check(r#"{"edges":[]}"#, &[], &[]);
        for text in [
            "{",
            "{}",
            r#"{"edges":[["a"]]}"#,
            r#"{"edges":[["a","b","c"]]}"#,
            r#"{"edges":[["a",null]]}"#,
            r#"{"edges":[]} x"#,
        ] {
            let (message, line, column) = parsed(text).expect_err(text);
            assert!(!message.is_empty() && line == 1 && column >= 1, "{text}: {message} {column}");
        }
    }
}
