//! Green Hackenbush: cut an edge, and what no longer hangs together with the ground is gone.
//!
//! Three principles give the value without any search (Berlekamp, Conway and Guy, *Winning Ways*, 1982). Parts that
//! meet only on the ground are a sum. The *colon principle*: branches at a vertex may be replaced by one stalk as long
//! as the nim-sum of their values, and an edge below adds 1. The *fusion principle*: the vertices of a cycle may be
//! made one, whose edges become loops worth 1 each. So edges on cycles only count by their parity, and the bridges
//! between them make a tree that is evaluated from its leaves.
//!
//! Positions are edges `0-1 1-2`; the ground is vertex 0, or another that the game is told, or `ground`. Edges may be repeated,
//! and `1-1` is a loop. What does not hang together with the ground has fallen already; a position of which nothing hangs on
//! it is a slip, and refused. Time O(E) for the value, O(E²) for all winning moves; depth costs memory,
//! never stack.
//!
//! ```
//! use grundy::games::board::hackenbush::{Hackenbush, value};
//! use grundy::game::theory::Notation;
//!
//! // A stalk of two with a triangle on top: 3 edges fused are 1, and two edges below make it 3.
//! let bush = Hackenbush::default().read("0-1 1-2 2-3 3-4 4-2")?;
//! assert_eq!(value(&bush[0]), 3);
//! # Ok::<(), grundy::InputError>(())
//! ```

use super::families::FamilyWord;
use super::subgraph::{ends, words};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::position::shorten;
use crate::game::sum::{Sum, add};
use crate::game::theory::{Known, Notation, Place, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Parts, Visit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// The rules; a component is what hangs together without the ground.
#[derive(Debug, Clone)]
pub struct Hackenbush {
    /// The vertex that is the ground.
    ground: String,
}

impl Hackenbush {
    /// The game with another vertex for the ground.
    pub fn on_ground(ground: impl Into<String>) -> Hackenbush {
        Hackenbush { ground: ground.into() }
    }

    fn numbered(&self, bush: &[(String, String)]) -> Numbered {
        Numbered::new(bush, &self.ground)
    }
}

impl Default for Hackenbush {
    fn default() -> Hackenbush {
        Hackenbush::on_ground(GROUND)
    }
}

/// Edges between named vertices, each with its smaller name first, in increasing order.
pub type Bush = Vec<(String, String)>;

/// The ground unless the game is told another.
const GROUND: &str = "0";
/// The ground by its name, whatever vertex it is.
const GROUND_BY_NAME: &str = "ground";
/// Edges up to which every cut is tried without asking whether to go on.
const MAX_EDGES_UNASKED: usize = 5000;
const THEOREM: &str = "colon and fusion principles (Berlekamp, Conway and Guy 1982)";
const HINT: &str = "edges are written `0-1 1-2`; the ground is 0, or `ground`; families with a vertex 0 are `star:3`, `wheel:4`, `tree:0,0,1`, `hypercube:3`";

/// A bush with numbers for names; the ground is 0.
struct Numbered {
    edges: Vec<(u32, u32)>,
    /// The edges at each vertex.
    at: Vec<Vec<u32>>,
}

impl Numbered {
    fn new(bush: &[(String, String)], ground: &str) -> Numbered {
        let mut known = FxHashMap::from_iter([(ground, 0u32)]);
        let mut number = |name| {
            let new = known.len() as u32;
            *known.entry(name).or_insert(new)
        };
        let edges: Vec<(u32, u32)> = bush.iter().map(|(a, b)| (number(a), number(b))).collect();
        let mut at = vec![Vec::new(); known.len()];
        for (&(a, b), edge) in edges.iter().zip(0..) {
            at[a as usize].push(edge);
            if a != b {
                at[b as usize].push(edge);
            }
        }
        Numbered { edges, at }
    }

    fn other(&self, edge: u32, end: u32) -> u32 {
        let (a, b) = self.edges[edge as usize];
        if a == end { b } else { a }
    }

    /// The value of what hangs together with the ground when an edge is cut.
    ///
    /// A walk in depth finds the bridges: `low` is the earliest vertex that can be reached from below without the edge
    /// above (Tarjan 1974).
    fn value(&self, cut: Option<u32>) -> u64 {
        let count = self.at.len();
        let (mut order, mut low, mut value) = (vec![0u32; count], vec![0u32; count], vec![0u64; count]);
        let (mut clock, mut next) = (1, vec![0usize; count]);
        (order[0], low[0]) = (1, 1);
        // Vertices on the way, each with the edge it was entered by.
        let mut path = vec![(0u32, u32::MAX)];
        while let Some(&(vertex, above)) = path.last() {
            let v = vertex as usize;
            if let Some(&edge) = self.at[v].get(next[v]) {
                next[v] += 1;
                if edge == above || Some(edge) == cut {
                    continue;
                }
                let to = self.other(edge, vertex) as usize;
                if to == v {
                    value[v] ^= 1;
                } else if order[to] == 0 {
                    clock += 1;
                    (order[to], low[to]) = (clock, clock);
                    path.push((to as u32, edge));
                } else if order[to] < order[v] {
                    // An edge back up closes a cycle; from above it is the same edge again.
                    low[v] = low[v].min(order[to]);
                    value[v] ^= 1;
                }
                continue;
            }
            path.pop();
            if let Some(&(below, _)) = path.last() {
                let b = below as usize;
                low[b] = low[b].min(low[v]);
                // A bridge carries its branch; an edge of a cycle is a loop at the fused vertex.
                value[b] ^= if low[v] > order[b] { value[v] + 1 } else { value[v] ^ 1 };
            }
        }
        value[0]
    }

    /// For each edge, the group of edges that hang together without the ground; none for those that do not hang on it.
    fn groups(&self, cut: Option<u32>) -> Vec<Option<u32>> {
        let mut group: Vec<Option<u32>> = vec![None; self.edges.len()];
        let mut seen = vec![false; self.at.len()];
        seen[0] = true;
        let mut count = 0;
        for &first in &self.at[0] {
            if Some(first) == cut || group[first as usize].is_some() {
                continue;
            }
            let mut stack = vec![first];
            while let Some(edge) = stack.pop() {
                if group[edge as usize].replace(count).is_some() {
                    continue;
                }
                let (a, b) = self.edges[edge as usize];
                for end in [a, b] {
                    if !std::mem::replace(&mut seen[end as usize], true) {
                        stack.extend(self.at[end as usize].iter().filter(|&&edge| Some(edge) != cut));
                    }
                }
            }
            count += 1;
        }
        group
    }
}

/// The value of a bush on vertex 0.
pub fn value(bush: &[(String, String)]) -> u64 {
    Numbered::new(bush, GROUND).value(None)
}

/// What is left on the ground, part by part, in the order of the first edges.
fn parts(bush: &[(String, String)], numbered: &Numbered, cut: Option<u32>) -> Vec<Bush> {
    let groups = numbered.groups(cut);
    let mut place: FxHashMap<u32, usize> = FxHashMap::default();
    let mut out: Vec<Bush> = Vec::new();
    for (edge, group) in bush.iter().zip(groups) {
        let Some(group) = group else { continue };
        let index = *place.entry(group).or_insert_with(|| {
            out.push(Vec::new());
            out.len() - 1
        });
        out[index].push(edge.clone());
    }
    out
}

/// What a cut leaves, as a sum.
fn after(bush: &Bush, numbered: &Numbered, cut: u32) -> Parts<Bush> {
    let mut sum: Sum<Bush> = Vec::new();
    for part in parts(bush, numbered, Some(cut)) {
        add(&mut sum, part, 1).expect("fewer parts than edges");
    }
    sum
}

/// The edges of which no equal one stands before; the others are the same move.
fn different(bush: &Bush) -> impl Iterator<Item = u32> + '_ {
    (0..bush.len()).filter(|&edge| edge == 0 || bush[edge - 1] != bush[edge]).map(|edge| edge as u32)
}

impl Game for Hackenbush {
    type Component = Bush;

    fn options(
        &self,
        bush: &Bush,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Bush>,
    ) -> Result<ControlFlow<()>, Failure> {
        let numbered = self.numbered(bush);
        for cut in different(bush) {
            pulse.beats(bush.len() as u64)?;
            if visit(&after(bush, &numbered, cut)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Hackenbush {
    fn read(&self, text: &str) -> Result<Vec<Bush>, InputError> {
        let mut all: Bush = Vec::new();
        let vertex = |name| if name == GROUND_BY_NAME { self.ground.as_str() } else { name };
        for (place, word) in words(text) {
            if let Some((kind, size)) = word.split_once(':') {
                all.extend(grown(&FamilyWord { text, place, kind, size, hint: HINT })?);
                continue;
            }
            match ends(text, (place, word), '-', HINT)? {
                Ok((from, to)) => {
                    let (from, to) = (vertex(from), vertex(to));
                    all.push((from.min(to).to_owned(), from.max(to).to_owned()));
                }
                Err(lone) if vertex(lone) == self.ground => {}
                Err(lone) => {
                    let message = format!("a vertex without an edge: `{}`", shorten(lone));
                    return Err(InputError::at(text, place, message, HINT));
                }
            }
        }
        let mut parts = parts(&all, &self.numbered(&all), None);
        if let (Some((one, _)), true) = (all.first(), parts.is_empty()) {
            let message = format!("nothing hangs on the ground, which is vertex {}", self.ground);
            let hint = format!(
                "`hackenbush:ground={one}` makes {one} the ground; so does the name `ground` in its place"
            );
            return Err(InputError::at(
                text,
                words(text).next().map_or(0, |(place, _)| place),
                message,
                hint,
            ));
        }
        parts.iter_mut().for_each(|part| part.sort());
        Ok(parts)
    }

    fn write(&self, components: &[Bush]) -> String {
        let words = components.iter().flatten().map(|(a, b)| format!("{a}-{b}"));
        words.collect::<Vec<_>>().join(" ")
    }

    fn describe(&self, before: &Bush, option: &[Part<Bush>]) -> String {
        let (cut, fallen) = gone(before, option, &self.ground);
        let cut = cut.map_or(String::new(), |(a, b)| format!("cut {a}-{b}"));
        match fallen.len() {
            0 => cut,
            1 => format!("{cut}, 1 more falls"),
            more => format!("{cut}, {more} more fall"),
        }
    }

    /// The edge that is cut, then those that fall.
    fn places(&self, before: &Bush, option: &[Part<Bush>]) -> Vec<Place> {
        let (cut, fallen) = gone(before, option, &self.ground);
        let edge = |(a, b): &(String, String)| Place::Edge(a.clone(), b.clone());
        cut.into_iter().chain(fallen).map(edge).collect()
    }
}

/// The edges of a family that has a vertex 0, the ground.
fn grown(word: &FamilyWord<'_>) -> Result<Bush, InputError> {
    let family = word.graph()?;
    if !family.names.iter().any(|name| name == GROUND) {
        let message = format!("the family has no vertex 0 to stand on: `{}`", shorten(word.kind));
        return Err(InputError::at(word.text, word.place, message, HINT));
    }
    let ends = |&(one, other): &(u32, u32)| {
        let (one, other) = (&family.names[one as usize], &family.names[other as usize]);
        (one.min(other).clone(), one.max(other).clone())
    };
    Ok(family.edges.iter().map(ends).collect())
}

/// The ends of an edge.
type Edge = (String, String);

/// The edge that is cut and those that fall, where a move leaves these parts.
fn gone<'a>(before: &'a Bush, option: &[Part<Bush>], ground: &str) -> (Option<&'a Edge>, Vec<&'a Edge>) {
    let mut left: Vec<&Edge> = option.iter().flat_map(|part| &part.component).collect();
    left.sort();
    let ends = left.iter().flat_map(|edge| [edge.0.as_str(), edge.1.as_str()]);
    let standing: FxHashSet<&str> = ends.chain([ground]).collect();
    let mut rest = left.iter().peekable();
    let mut gone: Vec<&Edge> =
        before.iter().filter(|edge| rest.next_if(|next| **next == *edge).is_none()).collect();
    // What fell has lost its hold; only the edge that was cut still has one.
    let holds = |(a, b): &&(String, String)| standing.contains(a.as_str()) || standing.contains(b.as_str());
    let cut = gone.iter().position(holds).map(|index| gone.remove(index));
    (cut, gone)
}

impl Theory for Hackenbush {
    fn rule(&self) -> String {
        "cut an edge; what does not hang together with the ground falls".to_owned()
    }

    fn known(&self, bush: &Bush, convention: Convention) -> Option<Known> {
        (convention == Convention::Normal)
            .then(|| Known { value: Value::Grundy(self.numbered(bush).value(None)), theorem: THEOREM })
    }

    fn reach(&self, bush: &Bush, convention: Convention, target: u64, wins: &mut dyn Wins<Bush>) -> bool {
        if convention == Convention::Misere || bush.len() > MAX_EDGES_UNASKED {
            return false;
        }
        let numbered = self.numbered(bush);
        // Different cuts leave different edges: of two that fall together only one is cut.
        for cut in different(bush).filter(|&cut| numbered.value(Some(cut)) == target) {
            wins.add_with(|| after(bush, &numbered, cut));
        }
        true
    }

    fn argue(&self, bush: &Bush) -> Vec<String> {
        let shown = shorten(&self.write(std::slice::from_ref(bush)));
        vec![format!(
            "{shown}: {} edges, cycles fused and branches added up: value {}",
            bush.len(),
            self.numbered(bush).value(None)
        )]
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "colon principle: branches at a vertex are worth a stalk of the nim-sum of their values, and an edge below adds 1"
                .to_owned(),
            "fusion principle: the vertices of a cycle may be made one; its edges become loops worth 1 each".to_owned(),
            THEOREM.to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::{NamedGame, Question, solve};
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn values_and_moves_are_those_of_the_rule(pairs in prop::collection::vec((0u8..6, 0u8..6), 0..9)) {
            prop_assume!(pairs.is_empty() || pairs.iter().any(|&(a, b)| a == 0 || b == 0));
            let words: Vec<String> = pairs.iter().map(|(a, b)| format!("{a}-{b}")).collect();
            let named = NamedGame::read("hackenbush").expect("a game");
            let parsed = named.parse(&words.join(" ")).expect("edges");
            prop_assert_eq!(&named.parse(&parsed.to_string()).expect("edges"), &parsed);
            let game = Hackenbush::default();
            let parts = game.read(&words.join(" ")).expect("edges");
            let mut known = HashMap::new();
            let mut slow = |bush: &Bush| reference::grundy(&game, bush, &mut known).expect("play ends");
            let mut sum = 0;
            for part in &parts {
                prop_assert_eq!(value(part), slow(part), "{:?}", part);
                sum ^= value(part);
            }
            let solved = solve(&named, parsed, &Question::default()).expect("an answer");
            prop_assert_eq!(solved.grundy, Some(sum));
            let mut wins = 0;
            for part in &parts {
                let limits = crate::base::limits::Limits::default();
                let options = crate::game::distinct_options(&game, part, &mut Pulse::new(&limits)).expect("moves");
                let value_of = |option: &Parts<Bush>| option.iter().fold(0, |sum, p| sum ^ (p.copies % 2 * value(&p.component)));
                wins += options.iter().filter(|option| sum != 0 && value_of(option) ^ sum ^ value(part) == 0).count();
            }
            prop_assert_eq!(solved.winning_moves_total, Some(wins as u64));
            for found in &solved.winning_moves {
                let left = solve(&named, named.parse(&found.result).expect("edges"), &Question::default());
                prop_assert_eq!(left.expect("an answer").grundy, Some(0), "{}", &found.text);
            }
        }
    }

    #[test]
    fn tall_stalks_take_no_stack() {
        let bush: Bush = (0..200_000).map(|v| (v.to_string(), (v + 1).to_string())).collect();
        assert_eq!(value(&bush), 200_000);
    }

    #[test]
    fn what_has_fallen_is_not_there() {
        let game = Hackenbush::default();
        assert_eq!(game.read("0-1 2-3").expect("edges").len(), 1);
        assert_eq!(game.read("").expect("nothing"), Vec::<Bush>::new());
        let error = game.read("0-1 2").expect_err("lone");
        assert_eq!(error.column, 5);
        let error = game.read(" 1-2 2-3").expect_err("in the air");
        assert_eq!(
            (error.column, error.message.as_str()),
            (2, "nothing hangs on the ground, which is vertex 0")
        );
    }

    #[test]
    fn any_vertex_may_be_the_ground() {
        let one = Hackenbush::on_ground("1");
        let bush = one.read("1-0 0-2 2-3").expect("edges");
        assert_eq!(one.write(&bush), "0-1 0-2 2-3");
        assert_eq!(one.read("ground-0 0-2 2-3").expect("edges"), bush);
        assert_eq!(one.known(&bush[0], Convention::Normal).map(|known| known.value), Some(Value::Grundy(3)));
        assert_eq!(one.describe(&bush[0], &[]), "cut 0-1, 2 more fall");
        assert!(one.read("0-2").is_err());
    }
}
