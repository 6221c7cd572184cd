//! Graphs: edges come as the bytes of pairs of 32-bit numbers, so that an array of a million edges is one block; answers go back as
//! blocks, too.

use crate::failure::{stopped, wrong};
use crate::watch::{Terms, run};
use grundy::engine::graph::analysis::Analysis;
use grundy::engine::graph::csr::Edge;
use grundy::engine::graph::read::{LabelledGraph, Labels, Names};
use grundy::report::picture::Picture;
use grundy::value::{LoopyValue, Outcome};
use grundy::{Convention, Limits, StopReason};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A graph on vertices 0, 1, ...
#[pyclass(module = "grundy._native", frozen)]
#[derive(Debug)]
pub struct Graph {
    graph: LabelledGraph,
}

/// Outcomes a byte each, remoteness and best moves four bytes each, values that are sets.
type Analysed<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Vec<(u32, Vec<u64>)>,
);

/// What stands where there is no number.
const NONE: u32 = u32::MAX;

fn word(bytes: &[u8]) -> u32 {
    u32::from_ne_bytes(bytes.try_into().unwrap_or_default())
}

fn bytes<'py>(py: Python<'py>, numbers: impl Iterator<Item = u32>) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &numbers.flat_map(u32::to_ne_bytes).collect::<Vec<u8>>())
}

#[pymethods]
impl Graph {
    /// The graph with these names, or numbers for names, and edges.
    #[new]
    #[pyo3(signature = (vertices, edges, names=None, terms=None))]
    fn new(
        py: Python<'_>,
        vertices: u32,
        edges: &[u8],
        names: Option<Vec<String>>,
        terms: Option<Terms>,
    ) -> PyResult<Graph> {
        if names.as_ref().is_some_and(|names| names.len() != vertices as usize) {
            return Err(wrong("every vertex needs one name"));
        }
        let made = run(py, terms, |limits| {
            let pairs = edges.chunks_exact(8);
            let edges: Vec<Edge> =
                pairs.map(|pair| Edge { from: word(&pair[..4]), to: word(&pair[4..]) }).collect();
            if let Some(edge) = edges.iter().find(|edge| edge.from.max(edge.to) >= vertices) {
                return Err(Err(format!("no vertex has the number {}", edge.from.max(edge.to))));
            }
            LabelledGraph::new(labels(vertices, names), edges, limits).map_err(Ok)
        })?;
        made.map(|graph| Graph { graph }).map_err(|refused| match refused {
            Ok(reason) => stopped(py, "the graph is too large", reason),
            Err(message) => wrong(message),
        })
    }

    /// How many vertices and edges there are; parallel edges are one.
    fn size(&self) -> (usize, usize) {
        (self.graph.graph().vertices(), self.graph.graph().edges())
    }

    /// Every vertex: its outcome, remoteness, best move and value.
    #[pyo3(signature = (misere, terms=None))]
    fn analyse<'py>(&self, py: Python<'py>, misere: bool, terms: Option<Terms>) -> PyResult<Analysed<'py>> {
        let found = run(py, terms, |limits| self.analysis(misere, limits))?;
        let found = found.map_err(|reason| stopped(py, "the graph is not analysed", reason))?;
        let all = 0..found.graph().vertices() as u32;
        let letter = |vertex| match found.outcome(vertex) {
            Outcome::P => b'P',
            Outcome::N => b'N',
            Outcome::D => b'D',
        };
        let mut sets = Vec::new();
        let value = |vertex| match found.value(vertex) {
            None => NONE,
            Some(LoopyValue::Finite(value)) => value as u32,
            Some(LoopyValue::Infinity(set)) => {
                sets.push((vertex, set));
                NONE
            }
        };
        let values = bytes(py, all.clone().map(value));
        let outcomes = found.outcomes();
        Ok((
            PyBytes::new(py, &all.clone().map(letter).collect::<Vec<u8>>()),
            bytes(py, all.clone().map(|vertex| outcomes.remoteness(vertex).unwrap_or(NONE))),
            bytes(py, all.map(|vertex| outcomes.best(found.graph(), vertex).unwrap_or(NONE))),
            values,
            sets,
        ))
    }

    /// The graph drawn in layers.
    #[pyo3(signature = (misere, dot, terms=None))]
    fn picture(&self, py: Python<'_>, misere: bool, dot: bool, terms: Option<Terms>) -> PyResult<String> {
        let drawn = run(py, terms, |limits| {
            let analysis = self.analysis(misere, limits)?;
            let picture = Picture { labels: self.graph.labels(), analysis: &analysis };
            Ok(if dot { picture.dot() } else { picture.svg() })
        })?;
        drawn.map_err(|reason| stopped(py, "the graph is not analysed", reason))
    }
}

impl Graph {
    fn analysis(&self, misere: bool, limits: &Limits<'_>) -> Result<Analysis<'_>, StopReason> {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        Analysis::new(self.graph.graph(), convention, limits)
    }
}

/// Names in the order of vertices, or numbers; a name that was there before gets a prime.
fn labels(vertices: u32, names: Option<Vec<String>>) -> Labels {
    let Some(names) = names else { return Labels::Consecutive(0, vertices) };
    let mut known = Names::default();
    for (vertex, mut name) in (0..vertices).zip(names) {
        while known.number(&name) != vertex {
            name.push('\'');
        }
    }
    Labels::Words(known)
}
