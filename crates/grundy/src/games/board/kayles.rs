//! Node Kayles and Arc Kayles: take a vertex with its neighbours, or an edge with its two ends.
//!
//! Both games take vertices out of a graph and what is left falls into its connected parts, a sum (Schaefer 1978, who
//! proved that who wins is PSPACE-complete). On a path, Node Kayles is Dawson's Chess and Arc Kayles is Dawson's
//! Kayles, one vertex apart and both of period 34 (Guy and Smith 1956); a cycle is one move away from a path. Other
//! graphs go to the nimber search, up to 64 vertices (`kayles_search`); of larger ones every part is looked at once,
//! and paths and cycles whatever their names.
//!
//! Positions are sums of words: families such as `path:N`, `grid:RxC`, `petersen:N,K` ([`super::families`]), and edges `a-b
//! b-c` or lone vertices `a`, which make one graph.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! for (game, position, value) in [("node-kayles", "path:5", 3), ("node-kayles", "a-b b-c c-a", 1), ("arc-kayles", "grid:2x2", 0)] {
//!     let game = NamedGame::read(game)?;
//!     let answer = solve(&game, game.parse(position)?, &Question::default())?;
//!     assert_eq!(answer.grundy, Some(value), "{position}");
//! }
//! # Ok::<(), grundy::Error>(())
//! ```

use super::families::{FamilyWord, GraphFamily};
use super::kayles_search;
use super::palindromes::run_value;
use super::subgraph::{Base, InducedSubgraph, Vertices, ends, words};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::engine::Method;
use crate::game::position::shorten;
use crate::game::sum::{Sum, add};
use crate::game::theory::{Known, Notation, Place, Solver, Theory, Value};
use crate::game::{Convention, Game, Part, Visit};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kayles {
    /// Take a vertex and its neighbours.
    Node,
    /// Take an edge: its ends, and with them the edges there.
    Arc,
}

/// A connected graph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// A path of so many vertices.
    Path(u64),
    /// A cycle of so many vertices, at least 3.
    Cycle(u64),
    /// Any other, or one whose vertices have names.
    Graph(InducedSubgraph),
}

impl Piece {
    /// The graph, where it is neither a path nor a cycle by name.
    pub(super) fn region(&self) -> Option<&InducedSubgraph> {
        match self {
            Piece::Graph(region) => Some(region),
            Piece::Path(_) | Piece::Cycle(_) => None,
        }
    }
}

impl Kayles {
    /// What a move at a place of a path leaves on both sides; `None` when there is no such place.
    pub(super) fn halves(self, length: u64, at: u64) -> Option<[u64; 2]> {
        match self {
            Kayles::Node => {
                (at < length).then(|| [at.saturating_sub(1), (length - at - 1).saturating_sub(1)])
            }
            Kayles::Arc => (at + 1 < length).then(|| [at, length - at - 2]),
        }
    }

    /// The fewest vertices of a part in which there is a move.
    fn least(self) -> u64 {
        match self {
            Kayles::Node => 1,
            Kayles::Arc => 2,
        }
    }

    /// The value of a path.
    fn path(self, length: u64) -> u64 {
        let run = |length: u64| run_value(usize::try_from(length).expect("64 bits"));
        match self {
            Kayles::Node => run(length),
            // Two of n pins in a row, as one with its neighbours among the n - 1 gaps.
            Kayles::Arc => run(length.saturating_sub(1)),
        }
    }

    /// What every move on a cycle leaves: a path.
    pub(super) fn opened(self, length: u64) -> u64 {
        match self {
            Kayles::Node => length - 3,
            Kayles::Arc => length - 2,
        }
    }

    /// The value of a piece that a theorem knows.
    pub(super) fn value(self, piece: &Piece) -> Option<u64> {
        match piece {
            Piece::Path(length) => Some(self.path(*length)),
            // All moves are alike, so the value is 0 or 1.
            Piece::Cycle(length) => Some(u64::from(self.path(self.opened(*length)) == 0)),
            Piece::Graph(region) => match shape(region) {
                Some(Piece::Graph(_)) | None => None,
                Some(shape) => self.value(&shape),
            },
        }
    }

    /// Hands the parts of a region to `visit`; whether to go on.
    fn show(self, rest: InducedSubgraph, visit: &mut Visit<'_, Piece>) -> ControlFlow<()> {
        let mut parts: Sum<Piece> = Vec::new();
        for part in rest.parts() {
            if part.len() as u64 >= self.least() {
                add(&mut parts, Piece::Graph(part), 1).expect("few parts");
            }
        }
        visit(&parts)
    }

    /// The vertex or the edge whose taking leaves these parts of a region.
    fn taken(self, region: &InducedSubgraph, option: &[Part<Piece>]) -> Option<Place> {
        let mut gone = region.clone();
        for part in option {
            let Piece::Graph(left) = &part.component else { return None };
            left.vertices().for_each(|vertex| gone.remove(vertex));
        }
        let name = |vertex: u32| region.base().names.get(vertex as usize).cloned();
        match self {
            Kayles::Node => {
                let all = gone.len();
                let is_taken = |vertex: &u32| {
                    region.next(*vertex).all(|other| gone.has(other))
                        && region.next(*vertex).count() + 1 == all
                };
                gone.vertices().find(is_taken).and_then(name).map(Place::Vertex)
            }
            Kayles::Arc => {
                // The other vertices that are gone have lost their last edge.
                let is_lone = |a: u32, b: u32| {
                    gone.vertices()
                        .filter(|&v| v != a && v != b)
                        .all(|v| region.next(v).all(|w| w == a || w == b))
                };
                let pairs = gone.vertices().flat_map(|a| gone.next(a).map(move |b| (a, b)));
                let (a, b) = pairs.into_iter().find(|&(a, b)| a < b && is_lone(a, b))?;
                Some(Place::Edge(name(a)?, name(b)?))
            }
        }
    }

    fn region_options(
        self,
        region: &InducedSubgraph,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Piece>,
    ) -> Result<ControlFlow<()>, Failure> {
        for vertex in region.vertices() {
            let mut rest = region.clone();
            rest.remove(vertex);
            match self {
                Kayles::Node => {
                    region.next(vertex).for_each(|other| rest.remove(other));
                    pulse.beats(region.len() as u64)?;
                    if self.show(rest, visit).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Kayles::Arc => {
                    for other in region.next(vertex).filter(|&other| other > vertex) {
                        let mut rest = rest.clone();
                        rest.remove(other);
                        pulse.beats(region.len() as u64)?;
                        if self.show(rest, visit).is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A path or a cycle, if the region is one.
fn shape(region: &InducedSubgraph) -> Option<Piece> {
    let count = region.len() as u64;
    let mut ends = 0;
    for vertex in region.vertices() {
        match region.next(vertex).take(3).count() {
            2 => {}
            degree @ (0 | 1) => ends += 2 - degree as u64,
            _ => return None,
        }
    }
    // A connected graph of degrees up to 2 is a path, with two ends, or a cycle, with none.
    Some(if ends == 0 && count > 0 { Piece::Cycle(count) } else { Piece::Path(count) })
}

impl Game for Kayles {
    type Component = Piece;

    fn options(
        &self,
        piece: &Piece,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Piece>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut show = |lengths: &[u64]| {
            let mut parts: Sum<Piece> = Vec::new();
            for &length in lengths.iter().filter(|&&length| length >= self.least()) {
                add(&mut parts, Piece::Path(length), 1).expect("two parts");
            }
            visit(&parts)
        };
        match piece {
            Piece::Graph(region) => return self.region_options(region, pulse, visit),
            Piece::Cycle(length) => {
                pulse.beat()?;
                return Ok(show(&[self.opened(*length)]));
            }
            Piece::Path(length) => {
                // The other half mirrors this one.
                for at in 0..length.div_ceil(2) {
                    pulse.beat()?;
                    let Some(halves) = self.halves(*length, at) else { break };
                    if show(&halves).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

const HINT: &str = "graphs are written edge by edge `a-b b-c`, or as families `path:5`, `grid:3x4`, `king:4x4`, `petersen:5,2`, ...";

/// The word of a family that has fallen into several parts from the start, if all of them are here.
fn family(components: &[Piece], region: &InducedSubgraph) -> Option<String> {
    let word = region.base().word.as_ref()?;
    let parts =
        components.iter().filter_map(Piece::region).filter(|part| Arc::ptr_eq(part.base(), region.base()));
    let mut seen = region.emptied();
    for part in parts {
        // A position that holds a part twice is not one that was read.
        if part.vertices().any(|vertex| seen.has(vertex)) {
            return None;
        }
        part.vertices().for_each(|vertex| seen.insert(vertex));
    }
    (seen.len() == region.base().next.len()).then(|| word.clone())
}

impl Notation for Kayles {
    fn read(&self, text: &str) -> Result<Vec<Piece>, InputError> {
        let mut named = Vertices::default();
        // Words that are pieces by themselves; edges are joined to one graph first.
        let mut items: Vec<Result<Special, u32>> = Vec::new();
        for (place, word) in words(text) {
            if let Some((kind, size)) = word.split_once(':') {
                items.push(Ok(Special::read(&FamilyWord { text, place, kind, size, hint: HINT })?));
                continue;
            }
            match ends(text, (place, word), '-', HINT)? {
                Ok((from, to)) if from == to => {
                    let message = format!("an edge joins two vertices: `{}`", shorten(word));
                    return Err(InputError::at(text, place, message, HINT));
                }
                Ok((from, to)) => {
                    named.join(from, to);
                    named.join(to, from);
                    items.push(Err(named.vertex(from)));
                }
                Err(lone) => items.push(Err(named.vertex(lone))),
            }
        }
        let (named, places) = named.sorted();
        let items = items.into_iter().map(|item| item.map_err(|vertex| places[vertex as usize]));
        Ok(self.assemble(items, &named))
    }

    fn write(&self, components: &[Piece]) -> String {
        let mut written: Vec<&Arc<Base>> = Vec::new();
        let mut words: Vec<String> = Vec::new();
        for piece in components {
            words.push(match piece {
                Piece::Path(length) => format!("path:{length}"),
                Piece::Cycle(length) => format!("cycle:{length}"),
                Piece::Graph(region) => match family(components, region) {
                    Some(_) if written.iter().any(|base| Arc::ptr_eq(base, region.base())) => String::new(),
                    Some(word) => {
                        written.push(region.base());
                        word
                    }
                    None => region.write('-', *self == Kayles::Node),
                },
            });
        }
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }

    fn describe(&self, before: &Piece, option: &[Part<Piece>]) -> String {
        if let Piece::Graph(region) = before
            && let Some(taken) = self.taken(region, option)
        {
            return match taken {
                Place::Edge(one, other) => format!("take {one}-{other}"),
                Place::Vertex(name) => format!("take {name}"),
                _ => unreachable!("a vertex or an edge is taken"),
            };
        }
        let parts: Vec<Piece> = option
            .iter()
            .flat_map(|part| std::iter::repeat_n(part.component.clone(), part.copies as usize))
            .collect();
        let after = if parts.is_empty() { "nothing".to_owned() } else { self.write(&parts) };
        format!("{} -> {after}", self.write(std::slice::from_ref(before)))
    }

    /// What is taken: a vertex or an edge. Those of paths and cycles are called 1, 2, 3, ... along them, and of two that leave
    /// the same parts the first is named.
    fn places(&self, before: &Piece, option: &[Part<Piece>]) -> Vec<Place> {
        let called = |at: u64| (at + 1).to_string();
        let place = |at: u64, length: u64| match self {
            Kayles::Node => Place::Vertex(called(at)),
            Kayles::Arc => Place::Edge(called(at), called((at + 1) % length)),
        };
        match before {
            Piece::Graph(region) => self.taken(region, option).into_iter().collect(),
            Piece::Cycle(length) => vec![place(0, *length)],
            Piece::Path(length) => {
                let longest = |part: &Part<Piece>| match part.component {
                    Piece::Path(length) => length,
                    _ => 0,
                };
                // The shorter half lies first; parts without moves are left out.
                let long = option.iter().map(longest).max().unwrap_or(0);
                let fits = |at: &u64| {
                    self.halves(*length, *at).is_some_and(|[left, right]| {
                        left <= right && (right == long || long == 0 && right < self.least())
                    })
                };
                let near = length.saturating_sub(long + 4)..*length;
                (0..4).chain(near).find(fits).map(|at| place(at, *length)).into_iter().collect()
            }
        }
    }
}

/// A word that is a graph.
enum Special {
    Piece(Piece),
    Family(String, GraphFamily),
}

impl Special {
    fn read(word: &FamilyWord<'_>) -> Result<Special, InputError> {
        match word.kind {
            "path" => return Ok(Special::Piece(Piece::Path(word.single()?))),
            "cycle" if word.single()? >= 3 => return Ok(Special::Piece(Piece::Cycle(word.single()?))),
            "grid" => match word.board()? {
                (0, _) | (_, 0) => return Ok(Special::Piece(Piece::Path(0))),
                (1, length) | (length, 1) => return Ok(Special::Piece(Piece::Path(length))),
                (rows, columns) => {
                    return Ok(Special::Family(format!("grid:{rows}x{columns}"), word.graph()?));
                }
            },
            _ => {}
        }
        Ok(Special::Family(format!("{}:{}", word.kind, word.size), word.graph()?))
    }
}

impl Kayles {
    /// The pieces, in the order of their first words; the edges become one piece for each connected part.
    fn assemble(self, items: impl Iterator<Item = Result<Special, u32>>, named: &Vertices) -> Vec<Piece> {
        let mut taken: FxHashSet<String> = named.names.iter().cloned().collect();
        let whole = InducedSubgraph::whole(Base::new(Vec::new(), named.next.clone(), None));
        let mut seen = whole.emptied();
        let mut out = Vec::new();
        for item in items {
            match item {
                Ok(Special::Piece(piece)) => out.push(piece),
                Ok(Special::Family(word, family)) => {
                    let base = family.base(&word, &family.free_suffix(&mut taken));
                    out.extend(InducedSubgraph::whole(base).parts().into_iter().map(Piece::Graph));
                }
                Err(vertex) if seen.has(vertex) => {}
                Err(vertex) => {
                    let part = whole.reached(vertex);
                    part.vertices().for_each(|member| seen.insert(member));
                    if part.len() as u64 >= self.least() {
                        out.push(Piece::Graph(own_base(&part, &named.names)));
                    }
                }
            }
        }
        out
    }
}

/// A part with a graph of its own.
fn own_base(part: &InducedSubgraph, names: &[String]) -> InducedSubgraph {
    let vertices: Vec<u32> = part.vertices().collect();
    let place = |vertex: u32| vertices.binary_search(&vertex).expect("a vertex of the part") as u32;
    let next = vertices.iter().map(|&vertex| part.next(vertex).map(place).collect()).collect();
    let names = vertices.iter().map(|&vertex| names[vertex as usize].clone()).collect();
    InducedSubgraph::whole(Base::new(names, next, None))
}

impl Theory for Kayles {
    fn rule(&self) -> String {
        match self {
            Kayles::Node => "take a vertex of a graph and all its neighbours",
            Kayles::Arc => "take two neighbouring vertices of a graph and all edges there",
        }
        .to_owned()
    }

    fn known(&self, piece: &Piece, convention: Convention) -> Option<Known> {
        let theorem = match self {
            Kayles::Node => {
                "on a path this is Dawson's Chess, on a cycle one move from it (Guy and Smith 1956)"
            }
            Kayles::Arc => {
                "on a path this is Dawson's Kayles, on a cycle one move from it (Guy and Smith 1956)"
            }
        };
        if convention == Convention::Misere {
            return None;
        }
        self.value(piece).map(|value| Known { value: Value::Grundy(value), theorem })
    }

    fn representative(&self, piece: &Piece) -> Piece {
        let Piece::Graph(region) = piece else { return piece.clone() };
        // Names stay: a form that is not the same for all equal graphs would be looked for in vain.
        shape(region).unwrap_or_else(|| piece.clone())
    }

    fn solver(&self, pieces: &[Piece], method: Method) -> Option<Box<dyn Solver<Piece> + '_>> {
        kayles_search::solver(*self, pieces, method)
    }

    fn extent(&self, piece: &Piece) -> u64 {
        match piece {
            Piece::Path(length) | Piece::Cycle(length) => length / 2,
            Piece::Graph(_) => 0,
        }
    }

    fn argue(&self, piece: &Piece) -> Vec<String> {
        let Some(value) = self.value(piece) else { return Vec::new() };
        let shown = shorten(&self.write(std::slice::from_ref(piece)));
        let what = match self.representative(piece) {
            Piece::Cycle(length) => format!("a cycle; every move leaves path:{}", self.opened(length)),
            _ => "a path, known by its period of 34".to_owned(),
        };
        vec![format!("{shown}: {what}, value {value}")]
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "a move leaves the sum of the connected parts".to_owned(),
            "on paths the values have period 34 (Guy and Smith 1956)".to_owned(),
            "in general who wins is PSPACE-complete (Schaefer 1978): other graphs are searched".to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::{NamedGame, Question, solve};
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    /// The value of a graph by the rule alone, on sets of vertices.
    fn slow(game: Kayles, edges: &[(u8, u8)], alive: u32, known: &mut HashMap<u32, u64>) -> u64 {
        if let Some(&value) = known.get(&alive) {
            return value;
        }
        let has = |v: u8| alive >> v & 1 == 1;
        let there: Vec<(u8, u8)> = edges.iter().copied().filter(|&(a, b)| has(a) && has(b)).collect();
        let after: HashSet<u32> = match game {
            Kayles::Node => (0..32)
                .filter(|&v| has(v))
                .map(|v| {
                    let beside = there.iter().filter(|e| e.0 == v || e.1 == v);
                    beside.fold(alive & !(1 << v), |set, &(a, b)| set & !(1 << a) & !(1 << b))
                })
                .collect(),
            Kayles::Arc => there.iter().map(|&(a, b)| alive & !(1 << a) & !(1 << b)).collect(),
        };
        let values: Vec<u64> = after.iter().map(|&set| slow(game, edges, set, known)).collect();
        let value = crate::value::mex(values);
        known.insert(alive, value);
        value
    }

    fn text(edges: &[(u8, u8)]) -> String {
        edges.iter().map(|(a, b)| format!("v{a}-v{b}")).collect::<Vec<_>>().join(" ")
    }

    fn answer(game: Kayles, position: &str) -> crate::game::answer::Solved {
        let named =
            NamedGame::read(if game == Kayles::Node { "node-kayles" } else { "arc-kayles" }).expect("a game");
        let parsed = named.parse(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        let again = named.parse(&parsed.to_string()).expect("what is written is read");
        assert_eq!(again, parsed);
        solve(&named, parsed, &Question::default()).unwrap_or_else(|error| panic!("{position}: {error}"))
    }

    proptest! {
        #[test]
        fn graphs_have_the_values_of_the_rule(
            pairs in prop::collection::vec((0u8..9, 0u8..9), 0..14),
            arc in any::<bool>(),
        ) {
            let game = if arc { Kayles::Arc } else { Kayles::Node };
            let edges: Vec<(u8, u8)> = pairs.into_iter().filter(|(a, b)| a != b).collect();
            let all = edges.iter().fold(0u32, |set, &(a, b)| set | 1 << a | 1 << b);
            let mut known = HashMap::new();
            let expected = slow(game, &edges, all, &mut known);
            let solved = answer(game, &text(&edges));
            prop_assert_eq!(solved.grundy, Some(expected));
            for found in &solved.winning_moves {
                prop_assert_eq!(answer(game, &found.result).grundy, Some(0), "{}", &found.text);
            }
            // Different moves leave different names; in Arc Kayles lone vertices go unseen.
            let winning = match game {
                Kayles::Node => (0..9).filter(|v| all >> v & 1 == 1).map(|v| {
                    let beside = edges.iter().filter(|e| e.0 == v || e.1 == v);
                    beside.fold(all & !(1 << v), |set, &(a, b)| set & !(1 << a) & !(1 << b))
                }).filter(|set| expected > 0 && known[set] == 0).collect::<HashSet<_>>().len(),
                Kayles::Arc => solved.winning_moves.len(),
            };
            prop_assert_eq!(solved.winning_moves_total, Some(winning as u64));
        }
    }

    #[test]
    fn words_are_the_graphs_they_name() {
        for game in [Kayles::Node, Kayles::Arc] {
            for n in 3u8..10 {
                let path: Vec<(u8, u8)> = (1..n).map(|v| (v - 1, v)).collect();
                let cycle: Vec<(u8, u8)> = path.iter().copied().chain([(n - 1, 0)]).collect();
                let value = |edges: &[(u8, u8)]| slow(game, edges, (1 << n) - 1, &mut HashMap::new());
                assert_eq!(answer(game, &format!("path:{n}")).grundy, Some(value(&path)), "{game:?} {n}");
                assert_eq!(answer(game, &format!("cycle:{n}")).grundy, Some(value(&cycle)), "{game:?} {n}");
                assert_eq!(answer(game, &text(&cycle)).grundy, Some(value(&cycle)), "{game:?} {n}");
            }
            let mut edges = Vec::new();
            for (r, c) in (0..3u8).flat_map(|r| (0..4u8).map(move |c| (r, c))) {
                edges.extend((c > 0).then(|| (4 * r + c - 1, 4 * r + c)));
                edges.extend((r > 0).then(|| (4 * r + c - 4, 4 * r + c)));
            }
            let value = slow(game, &edges, (1 << 12) - 1, &mut HashMap::new());
            assert_eq!(answer(game, "grid:3x4").grundy, Some(value), "{game:?}");
            assert_eq!(answer(game, "grid:4x3 path:7").grundy, Some(value ^ game.path(7)), "{game:?}");
        }
    }

    #[test]
    fn paths_agree_with_the_slow_solver() {
        for game in [Kayles::Node, Kayles::Arc] {
            let mut known = HashMap::new();
            for length in 0..60 {
                let slow = reference::grundy(&game, &Piece::Path(length), &mut known).expect("play ends");
                assert_eq!(game.path(length), slow, "{game:?} {length}");
            }
        }
    }

    #[test]
    fn two_grids_do_not_share_names() {
        let solved = answer(Kayles::Node, "grid:2x3 grid:2x3 path:1");
        let found = &solved.winning_moves[0];
        let again = answer(Kayles::Node, &found.result);
        assert_eq!((solved.grundy, again.grundy), (Some(1), Some(0)));
    }

    #[test]
    fn offences_have_their_place() {
        let named = NamedGame::read("node-kayles").expect("a game");
        for (position, column) in [
            ("a-b b", 0),
            ("a-a", 1),
            ("a-b c-", 5),
            ("a-b-c", 3),
            ("a>b", 2),
            ("cycle:2", 1),
            ("grid:3", 6),
            ("grid:2x1e9", 1),
            ("grid:999x999", 1),
            ("path:x", 6),
            ("tree:4", 6),
            ("forest:4", 1),
            ("path:-3", 6),
        ] {
            match named.parse(position) {
                Ok(_) => assert_eq!(column, 0, "{position}"),
                Err(crate::Error::Position(error)) => assert_eq!(error.column, column, "{position}: {error}"),
                Err(other) => panic!("{position}: {other}"),
            }
        }
    }
}
