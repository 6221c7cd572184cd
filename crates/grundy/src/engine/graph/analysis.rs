//! All there is to know about a token on a graph: who wins, how soon, the values, the best moves.
//!
//! One look at a graph for callers that want everything: [`super::retrograde`] for outcomes, [`super::values`] where
//! there is no cycle, [`super::loopy`] where there is one. Misère play has outcomes and no values.
//!
//! ```
//! use grundy::engine::graph::{analysis::Analysis, csr::{Edge, Graph}};
//! use grundy::{Convention, Limits};
//!
//! let edges = [(0, 1), (1, 0), (2, 0)].map(|(from, to)| Edge { from, to });
//! let graph = Graph::new(3, edges.to_vec(), &Limits::default())?;
//! let found = Analysis::new(&graph, Convention::Normal, &Limits::default())?;
//! assert_eq!(found.cycle(), Some(&[0, 1][..]));
//! assert_eq!(found.value(2).expect("normal play").to_string(), "∞{}");
//! # Ok::<(), grundy::StopReason>(())
//! ```

use super::csr::Graph;
use super::loopy::{LoopyValues, loopy_values};
use super::retrograde::{Outcomes, outcomes};
use super::values::{NoValues, grundy_values};
use crate::base::limits::{Limits, StopReason};
use crate::game::Convention;
use crate::value::{LoopyValue, Outcome};

/// A graph and what was found out about it.
#[derive(Debug, Clone)]
pub struct Analysis<'a> {
    graph: &'a Graph,
    outcomes: Outcomes,
    values: Values,
    cycle: Option<Vec<u32>>,
}

#[derive(Debug, Clone)]
enum Values {
    /// Misère play has none.
    None,
    Ordinary(Vec<u32>),
    Loopy(LoopyValues),
}

impl<'a> Analysis<'a> {
    /// Looks at a graph.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn new(
        graph: &'a Graph,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Analysis<'a>, StopReason> {
        let outcomes = outcomes(graph, convention, limits)?;
        let (values, cycle) = match grundy_values(graph, limits) {
            Ok(_) if convention == Convention::Misere => (Values::None, None),
            Ok(values) => (Values::Ordinary(values), None),
            Err(NoValues::Cycle(cycle)) if convention == Convention::Misere => (Values::None, Some(cycle)),
            Err(NoValues::Cycle(cycle)) => (Values::Loopy(loopy_values(graph, limits)?), Some(cycle)),
            Err(NoValues::Stopped(reason)) => return Err(reason),
        };
        Ok(Analysis { graph, outcomes, values, cycle })
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Who wins at each vertex, and how soon.
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// A cycle, if there is one: each vertex has the next as an option, and the last the first.
    pub fn cycle(&self) -> Option<&[u32]> {
        self.cycle.as_deref()
    }

    /// Who wins when a lone token stands here.
    pub fn outcome(&self, vertex: u32) -> Outcome {
        self.outcomes.outcome(vertex)
    }

    /// The value of a vertex; `None` under misère play.
    pub fn value(&self, vertex: u32) -> Option<LoopyValue> {
        match (&self.values, self.finite(vertex)) {
            (Values::None, _) => None,
            (_, Some(value)) => Some(LoopyValue::Finite(value)),
            (_, None) => {
                let options = self.graph.options(vertex).iter();
                Some(LoopyValue::infinity(options.filter_map(|&option| self.finite(option))))
            }
        }
    }

    /// The value of a vertex, where it is finite and this is normal play.
    pub fn finite(&self, vertex: u32) -> Option<u64> {
        match &self.values {
            Values::None => None,
            Values::Ordinary(values) => Some(values[vertex as usize].into()),
            Values::Loopy(values) => values.value(vertex).map(u64::from),
        }
    }

    /// The order in which finite values were found; 0 without cycles, where any reply leads to the end.
    pub(crate) fn stamp(&self, vertex: u32) -> u32 {
        match &self.values {
            Values::Loopy(values) => values.stamp(vertex),
            _ => 0,
        }
    }
}
