//! Games by a rule that removes vertices or edges of a graph, or elements of a poset.
//!
//! A component is a connected graph with the names of its vertices; where the conditions of a clause do not link its vertices
//! by edges, the whole graph is one component. Searches look at parts without names, numbered so that those that are alike
//! are the same ([`BitGraph::canonical`]), and go by nimber search, which asks for the value only as far as it matters.
//! Node and Arc Kayles are recognised when a rule is read and have a search of their own ([`super::kayles`]).
//!
//! A vertex without edges that the rule cannot remove is not part of a position. Listing the moves of a clause with k names
//! takes up to n^k steps for n vertices, fewer where conditions join them.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! for (rule, position, value) in [
//!     ("on graph ; remove v where deg(v) odd", "star:3", 1),
//!     ("on graph ; remove u-v", "cycle:5", 1),
//!     ("on poset ; remove v, up(v)", "chain:3 chain:5", 6),
//! ] {
//!     let game = NamedGame::read(rule)?;
//!     let answer = solve(&game, game.parse(position)?, &Question::default())?;
//!     assert_eq!(answer.grundy, Some(value), "{rule}");
//! }
//! # Ok::<(), grundy::Error>(())
//! ```

use super::bit_graph::{BitGraph, VertexSet, each, has, insert};
use super::families::FamilyWord;
use super::subgraph::{Vertices, ends, words};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::base::text::shorten;
use crate::engine::search::nimber_search::{self, NimberSearch};
use crate::game::engine::{Engine, Method};
use crate::game::notation::spelled;
use crate::game::sum::{Sum, add};
use crate::game::theory::{Notation, Place, Solver, Theory};
use crate::game::{Game, Part, Parts, Visit};
use crate::rule::graphs::{GraphClause, GraphFact, GraphRule, Removed};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A rule as a game.
#[derive(Debug, Clone)]
pub struct Removal {
    rule: GraphRule,
    /// Whether connected parts are independent.
    is_linked: bool,
    /// Whether a vertex by itself has no part in the game.
    drops_lone: bool,
}

/// A part of a graph or poset.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphPiece {
    graph: BitGraph,
    /// The names of the vertices; none for a piece that stands for all that are alike.
    names: Vec<Arc<str>>,
    /// How the piece is written as a whole, if it is a family.
    word: Option<Arc<str>>,
}

/// What a move takes away.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Taken {
    vertices: VertexSet,
    edges: Vec<(usize, usize)>,
}

/// Most vertices of a position.
const MAX_VERTICES: usize = 4096;

const GRAPH_HINT: &str =
    "graphs are written edge by edge `a-b b-c`, or as families `path:5`, `king:3x4`, `petersen:5,2`, ...";
const POSET_HINT: &str = "posets are written `a>b b>c`, the first above the second, or as families `chain:5`, `boolean:3`, `grid:2x3`, `chomp:3x4`";

impl Removal {
    /// The game of a rule.
    pub fn new(rule: GraphRule) -> Removal {
        let mut game = Removal { is_linked: rule.is_linked(), drops_lone: rule.ignores_lone(), rule };
        if game.is_linked && !game.drops_lone {
            // In a linked rule a lone vertex is a game of its own, and can be asked.
            let mut has_move = false;
            game.moves(&BitGraph::new(1), &mut |_| {
                has_move = true;
                ControlFlow::Break(())
            });
            game.drops_lone = !has_move;
        }
        game
    }

    /// Visits what each move takes away; the same may come more than once.
    fn moves(&self, graph: &BitGraph, visit: &mut dyn FnMut(&Taken) -> ControlFlow<()>) {
        for clause in &self.rule.clauses {
            let mut picked = Vec::with_capacity(clause.names);
            let facts = clause.facts();
            if self.pick(clause, &facts, graph, &mut picked, visit).is_break() {
                return;
            }
        }
    }

    /// Picks vertices for the names of a clause one after the other.
    fn pick(
        &self,
        clause: &GraphClause,
        facts: &[GraphFact],
        graph: &BitGraph,
        picked: &mut Vec<usize>,
        visit: &mut dyn FnMut(&Taken) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let name = picked.len();
        if name == clause.names {
            let frame: Vec<i64> = facts.iter().map(|fact| self.fact(*fact, graph, picked)).collect();
            if clause.condition.holds(&frame) != Ok(true) {
                return ControlFlow::Continue(());
            }
            let taken = self.taken(clause, graph, picked);
            let nothing = taken.edges.is_empty() && taken.vertices.iter().all(|&word| word == 0);
            return if nothing { ControlFlow::Continue(()) } else { visit(&taken) };
        }
        let mut candidates = graph.all();
        if !self.rule.poset {
            for &(one, other) in &clause.joined {
                // Pairs have their smaller place first, so the other one is picked already.
                if other == name && one < name {
                    candidates.iter_mut().zip(graph.row(picked[one])).for_each(|(word, row)| *word &= row);
                }
            }
        }
        for vertex in each(&candidates) {
            picked.push(vertex);
            let flow = self.pick(clause, facts, graph, picked, visit);
            picked.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn fact(&self, fact: GraphFact, graph: &BitGraph, picked: &[usize]) -> i64 {
        match fact {
            GraphFact::Degree(one) => graph.degree(picked[one]).into(),
            GraphFact::Edge(one, other) => has(graph.row(picked[one]), picked[other]).into(),
            GraphFact::Same(one, other) => (picked[one] == picked[other]).into(),
            // A row holds what is above.
            GraphFact::Greater(one, other) => has(graph.row(picked[other]), picked[one]).into(),
        }
    }

    fn taken(&self, clause: &GraphClause, graph: &BitGraph, picked: &[usize]) -> Taken {
        let mut taken = Taken { vertices: vec![0; graph.len().div_ceil(64)], edges: Vec::new() };
        let unite =
            |set: &mut VertexSet, row: &[u64]| set.iter_mut().zip(row).for_each(|(word, more)| *word |= more);
        for item in &clause.removed {
            match *item {
                Removed::Vertex(one) => insert(&mut taken.vertices, picked[one]),
                Removed::Neighbours(one) | Removed::Above(one) => {
                    unite(&mut taken.vertices, graph.row(picked[one]));
                }
                Removed::Below(one) => {
                    let below = (0..graph.len()).filter(|&vertex| has(graph.row(vertex), picked[one]));
                    below.for_each(|vertex| insert(&mut taken.vertices, vertex));
                }
                Removed::Edge(one, other) => taken.edges.push((picked[one], picked[other])),
            }
        }
        taken
    }

    /// The pieces that are left of a piece.
    fn left(&self, piece: &GraphPiece, taken: &Taken) -> Sum<GraphPiece> {
        let cut;
        let graph = if taken.edges.is_empty() {
            &piece.graph
        } else {
            let mut graph = piece.graph.clone();
            taken.edges.iter().for_each(|&(one, other)| graph.cut(one, other));
            cut = graph;
            &cut
        };
        let mut left = piece.graph.all();
        left.iter_mut().zip(&taken.vertices).for_each(|(word, gone)| *word &= !gone);
        let mut parts = Vec::new();
        for vertices in self.split(graph, &left) {
            let names = vertices.iter().filter_map(|&vertex| piece.names.get(vertex).cloned()).collect();
            let graph = graph.induced(&vertices);
            let graph = if piece.names.is_empty() { graph.canonical() } else { graph };
            add(&mut parts, GraphPiece { graph, names, word: None }, 1).expect("fewer parts than vertices");
        }
        parts
    }

    /// The vertices of each independent part, without lone ones that do not count.
    fn split(&self, graph: &BitGraph, left: &[u64]) -> Vec<Vec<usize>> {
        let connected = graph.parts(left, self.rule.poset);
        let counts =
            |part: &VertexSet| !self.drops_lone || part.iter().map(|word| word.count_ones()).sum::<u32>() > 1;
        let kept = connected.iter().filter(|part| counts(part)).map(|part| each(part).collect());
        if self.is_linked {
            return kept.collect();
        }
        let mut all: Vec<usize> = kept.flat_map(|part: Vec<usize>| part).collect();
        all.sort_unstable();
        if all.is_empty() { Vec::new() } else { vec![all] }
    }

    fn sign(&self) -> char {
        if self.rule.poset { '>' } else { '-' }
    }

    fn hint(&self) -> &'static str {
        if self.rule.poset { POSET_HINT } else { GRAPH_HINT }
    }

    /// The first move that leaves these parts of a piece.
    fn find(&self, before: &GraphPiece, option: &[Part<GraphPiece>]) -> Option<Taken> {
        let mut found = None;
        self.moves(&before.graph, &mut |taken| {
            if self.left(before, taken) == option {
                found = Some(taken.clone());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    fn piece_places(before: &GraphPiece, taken: &Taken) -> Vec<Place> {
        let name = |vertex: usize| before.names.get(vertex).map_or_else(String::new, |name| name.to_string());
        let edges = taken
            .edges
            .iter()
            .filter(|(one, other)| !has(&taken.vertices, *one) && !has(&taken.vertices, *other));
        let edges = edges.map(|&(one, other)| Place::Edge(name(one.min(other)), name(one.max(other))));
        each(&taken.vertices).map(|vertex| Place::Vertex(name(vertex))).chain(edges).collect()
    }

    /// A piece edge by edge: those of a graph, or what is next to each other in a poset.
    fn spell(&self, piece: &GraphPiece) -> String {
        if let Some(word) = &piece.word {
            return word.to_string();
        }
        let graph = &piece.graph;
        let name = |vertex: usize| {
            piece.names.get(vertex).map_or_else(|| (vertex + 1).to_string(), |name| name.to_string())
        };
        let mut words = Vec::new();
        let mut is_joined = vec![false; graph.len()];
        for vertex in 0..graph.len() {
            for other in each(graph.row(vertex)) {
                (is_joined[vertex], is_joined[other]) = (true, true);
                if self.rule.poset {
                    let is_next = !each(graph.row(vertex)).any(|middle| has(graph.row(middle), other));
                    words.extend(is_next.then(|| format!("{}>{}", name(other), name(vertex))));
                } else if vertex < other {
                    words.push(format!("{}-{}", name(vertex), name(other)));
                }
            }
        }
        words.extend((0..graph.len()).filter(|&vertex| !is_joined[vertex]).map(name));
        words.join(" ")
    }
}

/// What was read of a position: vertices in the order of their names, and pairs.
struct Positioned {
    names: Vec<String>,
    /// Pairs `a-b`, or `a>b` with the first above.
    pairs: Vec<(u32, u32)>,
    /// Families, with the word and where their vertices begin and end.
    families: Vec<(String, usize, usize)>,
}

impl Removal {
    /// Reads words: edges, lone vertices and families.
    fn positioned(&self, text: &str) -> Result<Positioned, InputError> {
        let mut named = Vertices::default();
        let mut found = Vec::new();
        for (place, word) in words(text) {
            if let Some((kind, size)) = word.split_once(':') {
                let family = FamilyWord { text, place, kind, size, hint: self.hint() };
                found.push((word, if self.rule.poset { family.poset()? } else { family.graph()? }));
                continue;
            }
            let other = if self.rule.poset { '-' } else { '>' };
            if let Some(at) = word.find(other) {
                let what = if self.rule.poset {
                    "a poset has `a>b`, not `a-b`"
                } else {
                    "a graph has `a-b`, not `a>b`"
                };
                let message = format!("{what}: `{}`", shorten(word));
                return Err(InputError::at(text, place + at, message, self.hint()));
            }
            match ends(text, (place, word), self.sign(), self.hint())? {
                Ok((from, to)) if from == to => {
                    let message = match self.rule.poset {
                        true => format!("nothing is above itself: `{}`", shorten(word)),
                        false => format!("an edge joins two vertices: `{}`", shorten(word)),
                    };
                    return Err(InputError::at(text, place, message, self.hint()));
                }
                Ok((from, to)) => named.join(from, to),
                Err(lone) => {
                    named.vertex(lone);
                }
            }
        }
        let (named, _) = named.sorted();
        let pairs = named.next.iter().zip(0..).flat_map(|(row, from)| row.iter().map(move |&to| (from, to)));
        let pairs = pairs.collect();
        let mut out = Positioned { names: named.names, pairs, families: Vec::new() };
        let mut taken: FxHashSet<String> = out.names.iter().cloned().collect();
        for (word, family) in found {
            let start = out.names.len();
            let suffix = family.free_suffix(&mut taken);
            out.names.extend(family.names.iter().map(|name| format!("{name}{suffix}")));
            let shift = start as u32;
            out.pairs.extend(family.edges.iter().map(|&(one, other)| (one + shift, other + shift)));
            out.families.push((word.to_owned(), start, out.names.len()));
        }
        if out.names.len() > MAX_VERTICES {
            let message = format!("a position has {MAX_VERTICES} vertices at most, not {}", out.names.len());
            return Err(InputError::at(text, 0, message, self.hint()));
        }
        Ok(out)
    }

    /// The rows of what was read.
    fn rows(&self, text: &str, read: &Positioned) -> Result<BitGraph, InputError> {
        let mut graph = BitGraph::new(read.names.len());
        for &(one, other) in &read.pairs {
            let (one, other) = (one as usize, other as usize);
            // A row of a poset holds what is above.
            graph.join(other, one);
            if !self.rule.poset {
                graph.join(one, other);
            }
        }
        if !self.rule.poset {
            return Ok(graph);
        }
        let circle = circle(&graph).map(|circle| {
            let names: Vec<&str> = circle.iter().rev().map(|&vertex| read.names[vertex].as_str()).collect();
            InputError::at(
                text,
                0,
                format!("the order goes round in a circle: {}", names.join(" > ")),
                self.hint(),
            )
        });
        circle.map_or_else(|| Ok(graph.closed().expect("no circle")), Err)
    }
}

/// Vertices that lie above each other in a circle, the first named again at the end.
fn circle(graph: &BitGraph) -> Option<Vec<usize>> {
    // 0 for not met, 1 for on the way, 2 for done.
    let mut state = vec![0u8; graph.len()];
    for start in 0..graph.len() {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut path = vec![(start, each(graph.row(start)).collect::<Vec<_>>())];
        while let Some((vertex, rest)) = path.last_mut() {
            let vertex = *vertex;
            match rest.pop() {
                None => {
                    state[vertex] = 2;
                    path.pop();
                }
                Some(next) if state[next] == 1 => {
                    let from = path.iter().position(|(vertex, _)| *vertex == next).expect("on the way");
                    let mut circle: Vec<usize> = path[from..].iter().map(|(vertex, _)| *vertex).collect();
                    circle.push(next);
                    return Some(circle);
                }
                Some(next) if state[next] == 0 => {
                    state[next] = 1;
                    path.push((next, each(graph.row(next)).collect()));
                }
                Some(_) => {}
            }
        }
    }
    None
}

impl Game for Removal {
    type Component = GraphPiece;

    fn options(
        &self,
        piece: &GraphPiece,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, GraphPiece>,
    ) -> Result<ControlFlow<()>, Failure> {
        let (mut flow, mut stopped) = (ControlFlow::Continue(()), None);
        self.moves(&piece.graph, &mut |taken| {
            if let Err(reason) = pulse.beats(piece.graph.len() as u64) {
                stopped = Some(reason);
                return ControlFlow::Break(());
            }
            flow = visit(&self.left(piece, taken));
            flow
        });
        stopped.map_or(Ok(flow), |reason| Err(reason.into()))
    }
}

impl Notation for Removal {
    fn read(&self, text: &str) -> Result<Vec<GraphPiece>, InputError> {
        let read = self.positioned(text)?;
        let graph = self.rows(text, &read)?;
        let names: Vec<Arc<str>> = read.names.iter().map(|name| Arc::from(name.as_str())).collect();
        let whole = graph.all();
        let parts = self.split(&graph, &whole);
        let piece = |vertices: Vec<usize>| {
            let is_family = |(_, start, end): &&(String, usize, usize)| {
                vertices.len() == end - start
                    && vertices.first() == Some(start)
                    && vertices.last() == Some(&(end - 1))
            };
            let word = read.families.iter().find(is_family).map(|(word, ..)| Arc::from(word.as_str()));
            let names = vertices.iter().map(|&vertex| Arc::clone(&names[vertex])).collect();
            GraphPiece { graph: graph.induced(&vertices), names, word }
        };
        Ok(parts.into_iter().map(piece).collect())
    }

    fn write(&self, pieces: &[GraphPiece]) -> String {
        let words: Vec<String> = pieces.iter().map(|piece| self.spell(piece)).collect();
        words.iter().filter(|word| !word.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    fn describe(&self, before: &GraphPiece, option: &[Part<GraphPiece>]) -> String {
        let Some(taken) = self.find(before, option) else {
            return format!("{} -> {}", self.spell(before), self.write(&spelled(option)));
        };
        let place = |place: Place| match place {
            Place::Edge(one, other) => format!("{one}-{other}"),
            Place::Vertex(name) => name,
            _ => String::new(),
        };
        let taken: Vec<String> = Self::piece_places(before, &taken).into_iter().map(place).collect();
        format!("remove {}", taken.join(", "))
    }

    fn places(&self, before: &GraphPiece, option: &[Part<GraphPiece>]) -> Vec<Place> {
        self.find(before, option).map_or_else(Vec::new, |taken| Self::piece_places(before, &taken))
    }
}

impl Theory for Removal {
    fn rule(&self) -> String {
        self.rule.to_string()
    }

    fn representative(&self, piece: &GraphPiece) -> GraphPiece {
        if piece.names.is_empty() {
            return piece.clone();
        }
        GraphPiece { graph: piece.graph.canonical(), names: Vec::new(), word: None }
    }

    fn parts(&self, piece: &GraphPiece) -> Parts<GraphPiece> {
        vec![Part { component: self.representative(piece), copies: 1 }]
    }

    fn solver(&self, _: &[GraphPiece], method: Method) -> Option<Box<dyn Solver<GraphPiece> + '_>> {
        let search = NimberSearch::by_weight(weight).in_order_of(method)?;
        Some(Box::new(Search { game: self, search }))
    }

    fn argue(&self, piece: &GraphPiece) -> Vec<String> {
        let edges: u32 = (0..piece.graph.len()).map(|vertex| piece.graph.degree(vertex)).sum();
        let (vertices, pairs) = (piece.graph.len(), if self.rule.poset { edges } else { edges / 2 });
        let what = if self.rule.poset { "elements, pairs one above the other" } else { "vertices, edges" };
        vec![format!("{what}: {vertices}, {pairs}")]
    }

    fn theory(&self) -> Vec<String> {
        let parts = match self.is_linked {
            true => "connected parts are independent: the value is the nim-sum of theirs",
            false => "a move may touch several connected parts, so the whole graph is one position",
        };
        let mut lines = vec![parts.to_owned()];
        if self.drops_lone {
            lines.push("a vertex by itself has no part in the game and is not written".to_owned());
        }
        lines
    }
}

/// How hard a piece is.
fn weight(piece: &GraphPiece) -> u32 {
    5 * piece.graph.len() as u32
}

/// Values by nimber search over pieces without names.
struct Search<'a> {
    game: &'a Removal,
    search: NimberSearch<GraphPiece>,
}

impl Solver<GraphPiece> for Search<'_> {
    fn value(&mut self, piece: &GraphPiece, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.search.value(self.game, &self.game.parts(piece), pulse)
    }

    fn has_value(&mut self, piece: &GraphPiece, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        self.search.has_value(self.game, &self.game.parts(piece), value, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }
}
