//! Geography: a token walks along edges and never comes to a vertex again.
//!
//! Who cannot move loses, as in the game of naming cities. On directed graphs who wins is PSPACE-complete (Schaefer 1978), and positions are
//! searched: where the token stands and what it has not visited, as far as it can still be reached. On
//! undirected graphs a matching decides (Fraenkel, Scheinerman and Ullman 1993): the player to move wins exactly when
//! every maximum matching covers the start, because he can then follow its edges and never runs out of them.
//!
//! Positions are edges `a>b`, undirected ones `a-b`, and the start behind `@`: `a>b b>c @a`. The result of a move lacks
//! the vertex that was left. Values are searched while that is possible; where only a matching answers they are missing.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! for (game, position, outcome) in [("geography", "a>b b>c c>a @a", "P"), ("geography:undirected=true", "a-b b-c c-d @a", "N")] {
//!     let game = NamedGame::read(game)?;
//!     let answer = solve(&game, game.parse(position)?, &Question::default())?;
//!     assert_eq!(answer.outcome.to_string(), outcome);
//! }
//! # Ok::<(), grundy::Error>(())
//! ```

use super::families::FamilyWord;
use super::matching::Matching;
use super::subgraph::{Base, InducedSubgraph, Vertices, ends, words};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::position::shorten;
use crate::game::theory::{Known, Notation, Place, Theory, Value};
use crate::game::{Convention, Game, Part, Visit};
use std::ops::ControlFlow;

/// The rules.
#[derive(Debug, Clone, Copy)]
pub struct Geography {
    /// Whether edges may be walked both ways.
    pub undirected: bool,
}

/// A token and the vertices it has not left.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Journey {
    /// Where the token stands.
    pub at: u32,
    /// The vertices that were not left, this one included.
    pub open: InducedSubgraph,
}

impl Journey {
    fn after(&self, to: u32) -> Journey {
        let mut open = self.open.clone();
        open.remove(self.at);
        Journey { at: to, open }
    }
}

impl Geography {
    fn sign(self) -> char {
        if self.undirected { '-' } else { '>' }
    }

    fn hint(self) -> &'static str {
        if self.undirected {
            "edges are written `a-b b-c`, also as families `grid:3x4`, the start `@a`"
        } else {
            "edges are written `a>b b>c`, the start `@a`"
        }
    }
}

/// Whether every maximum matching covers the vertex: one without it can be made larger with it.
fn is_covered(open: &InducedSubgraph, vertex: u32) -> bool {
    let near = open.reached(vertex);
    let members: Vec<u32> = near.vertices().collect();
    let place = |v: u32| members.binary_search(&v).expect("a vertex of the part") as u32;
    let root = place(vertex);
    let next: Vec<Vec<u32>> = members.iter().map(|&v| near.next(v).map(place).collect()).collect();
    let without: Vec<Vec<u32>> = next
        .iter()
        .zip(0..)
        .map(|(row, v)| row.iter().copied().filter(|&to| v != root && to != root).collect())
        .collect();
    let mut matching = Matching::new(members.len());
    for start in (0..members.len() as u32).filter(|&start| start != root) {
        matching.augment(&without, start);
    }
    matching.augment(&next, root)
}

impl Game for Geography {
    type Component = Journey;

    fn options(
        &self,
        journey: &Journey,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Journey>,
    ) -> Result<ControlFlow<()>, Failure> {
        for to in journey.open.next(journey.at).filter(|&to| to != journey.at) {
            pulse.beat()?;
            if visit(&[Part { component: journey.after(to), copies: 1 }]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Geography {
    fn read(&self, text: &str) -> Result<Vec<Journey>, InputError> {
        let (body, start) = text
            .split_once('@')
            .ok_or_else(|| InputError::at(text, text.len(), "the start is missing", self.hint()))?;
        let behind = body.len() + 1;
        let name = start.trim();
        let is_name = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || "@->:".contains(c));
        if !is_name {
            let place = behind + (start.len() - start.trim_start().len());
            let message = format!("the start is one vertex: `{}`", shorten(name));
            return Err(InputError::at(text, place.min(text.len()), message, self.hint()));
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (place, word) in words(body) {
            if let Some((kind, size)) = word.split_once(':').filter(|_| self.undirected) {
                let family = FamilyWord { text, place, kind, size, hint: self.hint() }.graph()?;
                let name = |vertex: u32| family.names[vertex as usize].clone();
                pairs.extend(family.edges.iter().map(|&(one, other)| (name(one), name(other))));
                continue;
            }
            match ends(text, (place, word), self.sign(), self.hint())? {
                Ok((from, to)) => pairs.push((from.to_owned(), to.to_owned())),
                Err(lone) => {
                    let message = format!("this is no edge: `{}`", shorten(lone));
                    return Err(InputError::at(text, place, message, self.hint()));
                }
            }
        }
        let mut vertices = Vertices::default();
        for (from, to) in pairs {
            vertices.join(&from, &to);
            if self.undirected {
                vertices.join(&to, &from);
            }
        }
        let at = vertices.vertex(name);
        let (vertices, places) = vertices.sorted();
        let at = places[at as usize];
        let open = InducedSubgraph::whole(Base::new(vertices.names, vertices.next, None));
        Ok(vec![Journey { at, open }])
    }

    fn write(&self, components: &[Journey]) -> String {
        let word = |journey: &Journey| {
            let edges = journey.open.write(self.sign(), false);
            let space = if edges.is_empty() { "" } else { " " };
            format!("{edges}{space}@{}", journey.open.base().names[journey.at as usize])
        };
        components.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    fn describe(&self, before: &Journey, option: &[Part<Journey>]) -> String {
        let name = |vertex: u32| &before.open.base().names[vertex as usize];
        let to = option.first().map_or(before.at, |part| part.component.at);
        format!("{} -> {}", name(before.at), name(to))
    }

    fn places(&self, before: &Journey, option: &[Part<Journey>]) -> Vec<Place> {
        let name = |vertex: u32| before.open.base().names[vertex as usize].clone();
        option.iter().map(|part| Place::Edge(name(before.at), name(part.component.at))).collect()
    }
}

const MATCHING: &str = "the first player wins exactly when every maximum matching covers the start (Fraenkel, Scheinerman and Ullman 1993)";

impl Theory for Geography {
    fn rule(&self) -> String {
        let edges = if self.undirected { "edges" } else { "directed edges" };
        format!("move the token along {edges} to a vertex that was not visited")
    }

    fn known(&self, journey: &Journey, convention: Convention) -> Option<Known> {
        if !self.undirected || convention == Convention::Misere {
            return None;
        }
        Some(Known { value: Value::Lost(!is_covered(&journey.open, journey.at)), theorem: MATCHING })
    }

    fn representative(&self, journey: &Journey) -> Journey {
        Journey { at: journey.at, open: journey.open.reached(journey.at) }
    }

    fn argue(&self, journey: &Journey) -> Vec<String> {
        let near = journey.open.reached(journey.at).len();
        let mut lines = vec![format!("vertices that can still be reached, with the start: {near}")];
        if self.undirected {
            let covered = is_covered(&journey.open, journey.at);
            let which =
                if covered { "every maximum matching covers" } else { "some maximum matching leaves out" };
            lines.push(format!("{which} the start"));
        }
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "directed: who wins is PSPACE-complete (Schaefer 1978), so positions are searched".to_owned(),
            format!("undirected: {MATCHING}"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::value::Outcome;
    use crate::{NamedGame, Question, solve};
    use proptest::prelude::*;
    use std::collections::{BTreeSet, HashMap};

    /// The value by the rule alone, on sets of visited vertices.
    fn slow(pairs: &BTreeSet<(u8, u8)>, at: u8, visited: u32) -> u64 {
        let next = pairs.iter().filter(|pair| pair.0 == at && visited >> pair.1 & 1 == 0);
        crate::value::mex(next.map(|pair| slow(pairs, pair.1, visited | 1 << pair.1)))
    }

    proptest! {
        #[test]
        fn walks_have_the_values_of_the_rule(
            edges in prop::collection::vec((0u8..7, 0u8..7), 0..14),
            start in 0u8..7,
            undirected in any::<bool>(),
        ) {
            let sign = if undirected { '-' } else { '>' };
            let words: Vec<String> = edges.iter().map(|(a, b)| format!("v{a}{sign}v{b}")).collect();
            let named = NamedGame::read(if undirected { "geography:undirected=true" } else { "geography" }).expect("a game");
            let parsed = named.parse(&format!("{} @v{start}", words.join(" "))).expect("a position");
            prop_assert_eq!(named.parse(&parsed.to_string()).expect("a position").to_string(), parsed.to_string());
            let back = edges.iter().filter(|_| undirected).map(|&(a, b)| (b, a));
            let pairs: BTreeSet<(u8, u8)> = edges.iter().copied().chain(back).collect();
            let solved = solve(&named, parsed, &Question::default()).expect("an answer");
            prop_assert_eq!(solved.grundy, Some(slow(&pairs, start, 1 << start)));
            let next = pairs.iter().filter(|p| p.0 == start && p.1 != start);
            let wins = next.filter(|p| slow(&pairs, p.1, 1 << start | 1 << p.1) == 0).count();
            prop_assert_eq!(solved.winning_moves_total, Some(wins as u64));
            for found in &solved.winning_moves {
                let left = solve(&named, named.parse(&found.result).expect("a position"), &Question::default());
                prop_assert_eq!(left.expect("an answer").outcome, Outcome::P, "{}", &found.text);
            }
        }

        #[test]
        fn a_matching_decides(edges in prop::collection::vec((0u8..8, 0u8..8), 0..16), start in 0u8..8) {
            let words: Vec<String> = edges.iter().map(|(a, b)| format!("v{a}-v{b}")).collect();
            let game = Geography { undirected: true };
            let position = game.read(&format!("{} @v{start}", words.join(" "))).expect("a position");
            let value = reference::grundy(&game, &position[0], &mut HashMap::new()).expect("play ends");
            let known = game.known(&position[0], Convention::Normal).expect("a theorem");
            prop_assert_eq!(known.value, Value::Lost(value == 0));
        }
    }

    #[test]
    fn large_undirected_graphs_are_answered() {
        let words: Vec<String> =
            (0..400).flat_map(|v| [format!("{v}-{}", v + 1), format!("{v}-{}", (7 * v + 3) % 401)]).collect();
        let named = NamedGame::read("geography:undirected=true").expect("a game");
        let parsed = named.parse(&format!("{} @0", words.join(" "))).expect("a position");
        let solved = solve(&named, parsed, &Question::default()).expect("an answer");
        // 401 vertices: a path covers all but one, so some maximum matching leaves out the start.
        assert_eq!((solved.outcome, solved.grundy), (Outcome::P, Some(0)), "a lost position has value 0");
    }

    #[test]
    fn offences_have_their_place() {
        let directed = Geography { undirected: false };
        for (text, column) in [
            ("", 1),
            ("a>b", 4),
            ("a>b @", 6),
            ("a>b @a b", 6),
            ("a-b @a", 2),
            ("a>b c @a", 5),
            ("a> @a", 1),
            ("a>b>c @a", 3),
            ("a>b @a @b", 6),
        ] {
            assert_eq!(directed.read(text).expect_err(text).column, column, "{text}");
        }
        assert!(directed.read("@a").is_ok() && directed.read("a>b @ a").is_ok());
    }
}
