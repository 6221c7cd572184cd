//! Searches of Node and Arc Kayles by nimber search, on graphs of at most 64 vertices.
//!
//! What play has left of a graph is a set of vertices, one word, so that taking vertices and finding connected parts
//! are a few operations on words. Parts without branches are the same path or cycle wherever they lie. Arc Kayles on a
//! grid is Cram, whose search knows about symmetry ([`super::cram`]): there grids go. Larger graphs are left to the
//! common search.
//!
//! A search of everything that can be reached took 3 s for Arc Kayles on 5 x 5 vertices; the idea of this one stands
//! in [`crate::engine::search::nimber_search`].

use super::cram::Cram;
use super::grid::Grid;
use super::kayles::{Kayles, Piece};
use super::subgraph::{Base, InducedSubgraph};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::engine::search::nimber_search::{self, NimberSearch};
use crate::game::engine::Engine;
use crate::game::engine::Method;
use crate::game::sum::{Sum, add};
use crate::game::theory::{Solver, Theory};
use crate::game::{Game, Part, Visit};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A search for these pieces; `None` where a graph is too large or the method is another.
pub(super) fn solver(rules: Kayles, pieces: &[Piece], method: Method) -> Option<Box<dyn Solver<Piece>>> {
    let graphs: Vec<&InducedSubgraph> = pieces.iter().filter_map(Piece::region).collect();
    let boards: Option<Vec<Grid>> = graphs.iter().map(|region| board(region)).collect();
    if let Some(cram) =
        boards.filter(|_| rules == Kayles::Arc).and_then(|boards| CRAM.solver(&boards, method))
    {
        return Some(Box::new(GridSearch(cram)));
    }
    let nimber_search = NimberSearch::by_weight(Left::weight).in_order_of(method)?;
    let mut bases: Vec<Arc<Base>> = Vec::new();
    for region in graphs {
        bases.extend((place(&bases, region).is_none()).then(|| Arc::clone(region.base())));
    }
    let neighbours = bases.iter().map(|base| words(base)).collect::<Option<Vec<_>>>()?;
    Some(Box::new(Search { bases, game: Words { rules, neighbours }, nimber_search }))
}

/// The neighbours of each vertex as bits, if a word has enough of them.
fn words(base: &Base) -> Option<Vec<u64>> {
    let word = |row: &Vec<u32>| row.iter().fold(0, |word, &vertex| word | 1 << vertex);
    (base.next.len() <= 64).then(|| base.next.iter().map(word).collect())
}

/// Which of the graphs a region is part of.
fn place(bases: &[Arc<Base>], region: &InducedSubgraph) -> Option<usize> {
    bases.iter().position(|base| Arc::ptr_eq(base, region.base()) || base == region.base())
}

/// What is left of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Left {
    Path(u32),
    Cycle(u32),
    /// Connected vertices of the graph at this place.
    Part(u32, u64),
}

impl Left {
    /// How hard it is, by its vertices.
    fn weight(&self) -> u32 {
        5 * match *self {
            Left::Path(length) | Left::Cycle(length) => length,
            Left::Part(_, vertices) => vertices.count_ones(),
        }
    }
}

/// The games on sets of vertices.
struct Words {
    rules: Kayles,
    /// The neighbours of each vertex of each graph.
    neighbours: Vec<Vec<u64>>,
}

/// The vertices of a set.
fn each(mut vertices: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = (vertices != 0).then(|| vertices.trailing_zeros() as usize)?;
        vertices &= vertices - 1;
        Some(vertex)
    })
}

impl Words {
    /// The connected parts of a set of vertices.
    fn parts(&self, graph: u32, mut rest: u64, parts: &mut Sum<Left>) {
        let neighbours = &self.neighbours[graph as usize];
        parts.clear();
        while rest != 0 {
            let (mut part, mut edge) = (0, rest & rest.wrapping_neg());
            while edge != 0 {
                part |= edge;
                edge = each(edge).fold(0, |next, vertex| next | neighbours[vertex]) & rest & !part;
            }
            rest &= !part;
            // A vertex without an edge has no move in Arc Kayles.
            if self.rules == Kayles::Node || part & (part - 1) != 0 {
                add(parts, self.named(graph, part), 1).expect("fewer parts than vertices");
            }
        }
    }

    /// A connected set of vertices as what it is.
    fn named(&self, graph: u32, part: u64) -> Left {
        let neighbours = &self.neighbours[graph as usize];
        let mut ends = 0;
        for vertex in each(part) {
            match (neighbours[vertex] & part).count_ones() {
                2 => {}
                degree @ (0 | 1) => ends += 2 - degree,
                _ => return Left::Part(graph, part),
            }
        }
        if ends == 0 { Left::Cycle(part.count_ones()) } else { Left::Path(part.count_ones()) }
    }

    /// What each move leaves of a set of vertices.
    fn moves(&self, graph: u32, vertices: u64) -> impl Iterator<Item = u64> {
        let (rules, neighbours) = (self.rules, &self.neighbours[graph as usize]);
        each(vertices).flat_map(move |vertex| {
            let around = neighbours[vertex] & vertices;
            let (node, others) = match rules {
                Kayles::Node => (Some(vertices & !(1 << vertex | around)), 0),
                // Each edge at its first end.
                Kayles::Arc => (None, around & !1 << vertex),
            };
            let rest = vertices & !(1 << vertex);
            node.into_iter().chain(each(others).map(move |other| rest & !(1 << other)))
        })
    }
}

impl Game for Words {
    type Component = Left;

    fn options(
        &self,
        left: &Left,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Left>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut parts: Sum<Left> = Vec::new();
        match *left {
            Left::Part(graph, vertices) => {
                for rest in self.moves(graph, vertices) {
                    pulse.beat()?;
                    self.parts(graph, rest, &mut parts);
                    if visit(&parts).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Left::Cycle(length) => {
                pulse.beat()?;
                let opened = Left::Path(self.rules.opened(length.into()) as u32);
                return Ok(visit(&[Part { component: opened, copies: 1 }]));
            }
            Left::Path(length) => {
                // The other half mirrors this one.
                for at in 0..u64::from(length).div_ceil(2) {
                    pulse.beat()?;
                    let Some(halves) = self.rules.halves(length.into(), at) else { break };
                    parts.clear();
                    for half in halves.into_iter().filter(|&half| half > 0) {
                        add(&mut parts, Left::Path(half as u32), 1).expect("two parts");
                    }
                    if visit(&parts).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Values by nimber search over sets of vertices.
struct Search {
    bases: Vec<Arc<Base>>,
    game: Words,
    nimber_search: NimberSearch<Left>,
}

impl Search {
    /// The parts of a piece without a formula.
    fn parts(&self, region: &InducedSubgraph) -> Sum<Left> {
        let graph = place(&self.bases, region).expect("options have the graphs of their positions") as u32;
        let mut parts = Vec::new();
        self.game.parts(graph, region.vertices().fold(0, |set, vertex| set | 1 << vertex), &mut parts);
        parts
    }
}

impl Solver<Piece> for Search {
    fn value(&mut self, piece: &Piece, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        match (self.game.rules.value(piece), piece.region()) {
            (None, Some(region)) => self.nimber_search.value(&self.game, &self.parts(region), pulse),
            (value, _) => Ok(value.expect("paths and cycles have formulas")),
        }
    }

    fn has_value(&mut self, piece: &Piece, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        match (self.game.rules.value(piece), piece.region()) {
            (None, Some(region)) => {
                self.nimber_search.has_value(&self.game, &self.parts(region), value, pulse)
            }
            (found, _) => Ok(found == Some(value)),
        }
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }
}

const CRAM: &Cram = &Cram;

/// A region of a grid as a board.
fn board(region: &InducedSubgraph) -> Option<Grid> {
    let (_, columns) = region.base().word.as_ref()?.strip_prefix("grid:")?.split_once('x')?;
    let columns: usize = columns.parse().ok()?;
    let square = |vertex: u32| (vertex as usize / columns, vertex as usize % columns);
    Some(Grid::around(&region.vertices().map(square).collect::<Vec<_>>()))
}

/// Arc Kayles on grids: Cram.
struct GridSearch(Box<dyn Solver<Grid>>);

impl Solver<Piece> for GridSearch {
    fn value(&mut self, piece: &Piece, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        match (Kayles::Arc.value(piece), piece.region()) {
            (None, Some(region)) => self.0.value(&board(region).expect("it is part of a grid"), pulse),
            (value, _) => Ok(value.expect("paths and cycles have formulas")),
        }
    }

    fn has_value(&mut self, piece: &Piece, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        match (Kayles::Arc.value(piece), piece.region()) {
            (None, Some(region)) => {
                self.0.has_value(&board(region).expect("it is part of a grid"), value, pulse)
            }
            (found, _) => Ok(found == Some(value)),
        }
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::reference;
    use crate::game::theory::Notation;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Every method against the rules themselves, for pieces and all that play leaves of them.
    fn check(rules: Kayles, text: &str) {
        let (pieces, limits) = (rules.read(text).expect("a graph"), Limits::default());
        let mut known = HashMap::new();
        for piece in &pieces {
            reference::grundy(&rules, piece, &mut known).expect("it ends");
        }
        for method in [Method::Auto, Method::ProofNumber, Method::DepthFirst] {
            let mut solver = solver(rules, &pieces, method).expect("it is small");
            for (piece, &value) in &known {
                let pulse = &mut Pulse::new(&limits);
                assert_eq!(solver.has_value(piece, value + 1, pulse), Ok(false), "{text}: {piece:?}");
                assert_eq!(solver.has_value(piece, value, pulse), Ok(true), "{text}: {piece:?}");
                assert_eq!(solver.value(piece, pulse), Ok(value), "{text}: {piece:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn graphs_have_the_values_of_the_definition(edges in prop::collection::vec((0u8..9, 0u8..9), 1..14)) {
            let edges = edges.iter().filter(|(a, b)| a != b).map(|(a, b)| format!("{a}-{b}"));
            let text = edges.collect::<Vec<_>>().join(" ");
            check(Kayles::Node, &text);
            check(Kayles::Arc, &text);
        }
    }

    #[test]
    fn grids_and_sums_have_the_values_of_the_definition() {
        for text in ["grid:3x4", "grid:2x5 grid:3x3", "grid:3x3 a-b b-c c-a c-d", "path:7 cycle:5 grid:2x3"] {
            check(Kayles::Node, text);
            check(Kayles::Arc, text);
        }
    }

    #[test]
    fn large_graphs_are_left_to_the_common_search() {
        let large = Kayles::Node.read("grid:9x9").expect("a graph");
        assert!(solver(Kayles::Node, &large, Method::Auto).is_none());
        let grid = Kayles::Arc.read("grid:3x15").expect("a graph");
        assert!(solver(Kayles::Arc, &grid, Method::Memo).is_none());
        assert!(solver(Kayles::Arc, &grid, Method::NimberSearch).is_some());
    }
}
