//! Values of all vertices of a graph with cycles.
//!
//! A vertex has the value m if its options show every value below m, none of them is m, and every other option has an
//! option of value m again: whoever goes there is sent back (Smith 1966; Fraenkel and Perl 1975). Vertices that never get
//! a value are infinite; see [`crate::value::loopy`] for their sums. Values come in passes m = 0, 1, 2, ...: a count of
//! the options that are neither labelled nor known to have an option m says when a vertex may get m. Vertices
//! are stamped in the order they are labelled, and a vertex sent back comes back to a smaller stamp: so a player who
//! follows the values wins in the end and not only never loses.
//!
//! Time O(V + E) a pass, at most √(2E) + 1 passes, usually a handful; memory 20 bytes a vertex. Acyclic graphs have
//! [`super::values`], which is faster.
//!
//! ```
//! use grundy::engine::graph::csr::{Edge, Graph};
//! use grundy::engine::graph::loopy::loopy_values;
//! use grundy::Limits;
//!
//! // 0 and 1 lead to each other, and 0 also to the end 2.
//! let edges = [(0, 1), (1, 0), (0, 2)].map(|(from, to)| Edge { from, to });
//! let graph = Graph::new(3, edges.to_vec(), &Limits::default())?;
//! let found = loopy_values(&graph, &Limits::default())?;
//! // 1 is lost: its only option is 0, and the answer there is to go to the end.
//! assert_eq!([0, 1, 2].map(|vertex| found.value(vertex)), [Some(1), Some(0), Some(0)]);
//! # Ok::<(), grundy::StopReason>(())
//! ```

use super::csr::Graph;
use crate::base::limits::{Limits, Pulse, StopReason};

/// No value, or none yet.
const NO_VALUE: u32 = u32::MAX;

/// The finite values of a graph and the order in which they were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopyValues {
    values: Vec<u32>,
    stamps: Vec<u32>,
}

impl LoopyValues {
    /// The value of a vertex; `None` when it is infinite.
    #[inline]
    pub fn value(&self, vertex: u32) -> Option<u32> {
        Some(self.values[vertex as usize]).filter(|value| *value != NO_VALUE)
    }

    /// When the value was found: larger than the stamp of some vertex of the same value one comes back to.
    #[inline]
    pub fn stamp(&self, vertex: u32) -> u32 {
        self.stamps[vertex as usize]
    }
}

/// Finds the finite values.
///
/// # Errors
/// When a limit stops it.
pub fn loopy_values(graph: &Graph, limits: &Limits<'_>) -> Result<LoopyValues, StopReason> {
    let count = graph.vertices();
    limits.check_memory(count as u64, 20)?;
    let mut passes = Passes {
        graph,
        found: LoopyValues { values: vec![NO_VALUE; count], stamps: vec![NO_VALUE; count] },
        shown: vec![0; count],
        open: vec![0; count],
        flagged: vec![NO_VALUE; count],
        queue: Vec::new(),
        labelled: 0,
        pulse: Pulse::new(limits),
    };
    let mut value = 0;
    while passes.label(value)? {
        value += 1;
    }
    Ok(passes.found)
}

struct Passes<'a> {
    graph: &'a Graph,
    found: LoopyValues,
    /// All values below this are shown by options of the vertex, as far as passes have come.
    shown: Vec<u32>,
    /// Options without a label that are not known to have an option of the value of this pass.
    open: Vec<u32>,
    /// The last value that an option of the vertex was found to have.
    flagged: Vec<u32>,
    queue: Vec<u32>,
    labelled: u32,
    pulse: Pulse<'a>,
}

impl Passes<'_> {
    fn is_labelled(&self, vertex: u32) -> bool {
        self.found.values[vertex as usize] != NO_VALUE
    }

    /// Whether the vertex shows all values below this one, and not this one.
    fn may_get(&self, vertex: u32, value: u32) -> bool {
        self.shown[vertex as usize] == value
    }

    /// Finds all vertices of a value; whether there is any.
    fn label(&mut self, value: u32) -> Result<bool, StopReason> {
        let before = self.labelled;
        for vertex in 0..self.graph.vertices() as u32 {
            if self.is_labelled(vertex) {
                continue;
            }
            let options = self.graph.options(vertex);
            let open = options.iter().filter(|&&option| !self.is_labelled(option)).count();
            self.open[vertex as usize] = open as u32;
            if open == 0 && self.may_get(vertex, value) {
                self.queue.push(vertex);
            }
            self.pulse.beats(1 + options.len() as u64)?;
        }
        while let Some(vertex) = self.queue.pop() {
            if !self.is_labelled(vertex) && self.may_get(vertex, value) {
                self.settle(vertex, value)?;
            }
        }
        Ok(self.labelled > before)
    }

    /// Labels a vertex. Its predecessors have an option of this value now, and those before them are sent back from there.
    fn settle(&mut self, vertex: u32, value: u32) -> Result<(), StopReason> {
        self.found.values[vertex as usize] = value;
        self.found.stamps[vertex as usize] = self.labelled;
        self.labelled += 1;
        let graph = self.graph;
        for &predecessor in graph.predecessors(vertex) {
            if self.is_labelled(predecessor) || !self.flag(predecessor, value) {
                continue;
            }
            for &before in graph.predecessors(predecessor) {
                if self.is_labelled(before) {
                    continue;
                }
                self.open[before as usize] -= 1;
                if self.open[before as usize] == 0 && self.may_get(before, value) {
                    self.queue.push(before);
                }
            }
            self.pulse.beats(1 + graph.predecessors(predecessor).len() as u64)?;
        }
        self.pulse.beats(1)
    }

    /// Notes that a vertex has an option of this value; whether that is new.
    fn flag(&mut self, vertex: u32, value: u32) -> bool {
        let (flag, shown) = (&mut self.flagged[vertex as usize], &mut self.shown[vertex as usize]);
        let is_new = *flag != value;
        *flag = value;
        *shown += u32::from(is_new && *shown == value);
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::super::analysis::Analysis;
    use super::super::csr::random::{acyclic, graph, graphs};
    use super::super::retrograde::outcomes;
    use super::super::values::grundy_values;
    use super::*;
    use crate::game::Convention;
    use proptest::prelude::*;

    /// Both tokens as one: vertex (a, b) is a * count + b.
    fn product(first: &Graph, second: &Graph) -> Graph {
        let count = second.vertices() as u32;
        let mut pairs = Vec::new();
        for a in 0..first.vertices() as u32 {
            for b in 0..count {
                let from = a * count + b;
                pairs.extend(first.options(a).iter().map(|&to| (from, to * count + b)));
                pairs.extend(second.options(b).iter().map(|&to| (from, a * count + to)));
            }
        }
        graph(first.vertices() * count as usize, &pairs)
    }

    proptest! {
        #[test]
        fn sums_play_like_the_product_graph(first in graphs(9), second in graphs(9)) {
            let limits = Limits::default();
            let both = product(&first, &second);
            let slow = outcomes(&both, Convention::Normal, &limits).expect("small");
            let whole = Analysis::new(&both, Convention::Normal, &limits).expect("small");
            let parts = [&first, &second].map(|g| Analysis::new(g, Convention::Normal, &limits).expect("small"));
            for a in 0..first.vertices() as u32 {
                for b in 0..second.vertices() as u32 {
                    let value = parts[0].value(a).expect("normal").plus(&parts[1].value(b).expect("normal"));
                    let vertex = a * second.vertices() as u32 + b;
                    prop_assert_eq!(value.outcome(), slow.outcome(vertex));
                    // Two infinities have no set; the product's set need not be empty.
                    let own = whole.value(vertex).expect("normal");
                    prop_assert_eq!(value.finite(), own.finite());
                }
            }
        }

        #[test]
        fn without_cycles_values_are_ordinary(graph in acyclic(30)) {
            let limits = Limits::default();
            let found = loopy_values(&graph, &limits).expect("small");
            let values = grundy_values(&graph, &limits).expect("no cycle");
            let all: Vec<Option<u32>> = (0..values.len() as u32).map(|vertex| found.value(vertex)).collect();
            prop_assert_eq!(all, values.into_iter().map(Some).collect::<Vec<_>>());
        }

        #[test]
        fn who_leaves_a_value_is_sent_back_to_a_smaller_stamp(graph in graphs(16)) {
            let found = loopy_values(&graph, &Limits::default()).expect("small");
            for vertex in 0..graph.vertices() as u32 {
                let Some(value) = found.value(vertex) else { continue };
                let larger = |option: &&u32| found.value(**option).is_none_or(|other| other > value);
                for &option in graph.options(vertex).iter().filter(larger) {
                    let back = |&&reply: &&u32| {
                        found.value(reply) == Some(value) && found.stamp(reply) < found.stamp(vertex)
                    };
                    prop_assert!(graph.options(option).iter().find(back).is_some());
                }
            }
        }
    }
}
