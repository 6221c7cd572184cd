//! Several tokens on a graph: a move moves one of them.
//!
//! Tokens are a sum, also when they stand on one vertex, and graphs may be put side by side into one. The value of the
//! sum is the sum of the values ([`crate::value::loopy`]), and a move wins if it leaves the value 0: a token goes to
//! where its value is the nim-sum of the others. With two infinite tokens no one can force a win. A player who only
//! leaves value 0 might still go round in circles; [`Tokens::line`] answers a move to a larger or infinite value by
//! going back to the old value with a smaller stamp ([`super::loopy`]), and ends (Fraenkel and Yesha 1986).
//!
//! Time O(the options of all tokens) for the moves.
//!
//! ```
//! use grundy::engine::graph::{analysis::Analysis, csr::{Edge, Graph}, tokens::Tokens};
//! use grundy::{Convention, Limits, value::Outcome};
//!
//! // A staircase with shortcuts: 3 leads to 2 and 1, and so on.
//! let edges = [(1, 0), (2, 1), (2, 0), (3, 2), (3, 1)].map(|(from, to)| Edge { from, to });
//! let graph = Graph::new(4, edges.to_vec(), &Limits::default())?;
//! let found = Analysis::new(&graph, Convention::Normal, &Limits::default())?;
//! let tokens = Tokens::new(&found, vec![2, 1]);
//! assert_eq!(tokens.outcome(), Outcome::N);
//! assert_eq!(tokens.winning_moves().map(|found| (found.token, found.to)).collect::<Vec<_>>(), [(0, 1)]);
//! # Ok::<(), grundy::StopReason>(())
//! ```

use super::analysis::Analysis;
use super::csr::Graph;
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::{Game, Part, Visit};
use crate::value::{LoopyValue, Outcome};
use std::ops::ControlFlow;

/// The game of one token on a graph; a component is the vertex it stands on. For engines that want a [`Game`].
#[derive(Debug, Clone, Copy)]
pub struct Walk<'a>(pub &'a Graph);

impl Game for Walk<'_> {
    type Component = u32;

    fn options(
        &self,
        vertex: &u32,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, u32>,
    ) -> Result<ControlFlow<()>, Failure> {
        for &component in self.0.options(*vertex) {
            pulse.beat()?;
            if visit(&[Part { component, copies: 1 }]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Tokens on the vertices of a graph, under normal play.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    analysis: &'a Analysis<'a>,
    places: Vec<u32>,
    /// The nim-sum of the finite values.
    nim_sum: u64,
    /// Which tokens have an infinite value.
    infinite: Vec<usize>,
}

/// A token goes somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenMove {
    /// Which token, from 0.
    pub token: usize,
    /// To which vertex.
    pub to: u32,
}

impl<'a> Tokens<'a> {
    /// Tokens on these vertices.
    ///
    /// # Panics
    /// When the analysis is not one of normal play: values of sums are for that.
    pub fn new(analysis: &'a Analysis<'a>, places: Vec<u32>) -> Tokens<'a> {
        let mut tokens = Tokens { analysis, places, nim_sum: 0, infinite: Vec::new() };
        for (index, &place) in tokens.places.iter().enumerate() {
            assert!(analysis.value(place).is_some(), "sums of tokens are for normal play");
            match analysis.finite(place) {
                Some(value) => tokens.nim_sum ^= value,
                None => tokens.infinite.push(index),
            }
        }
        tokens
    }

    /// Where the tokens stand.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// The value of the sum.
    pub fn value(&self) -> LoopyValue {
        match self.infinite[..] {
            [] => LoopyValue::Finite(self.nim_sum),
            [one] => {
                let own = self.analysis.value(self.places[one]).expect("normal play");
                own.plus(&LoopyValue::Finite(self.nim_sum))
            }
            _ => LoopyValue::infinity([]),
        }
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        self.value().outcome()
    }

    /// All moves that leave value 0, token by token.
    pub fn winning_moves(&self) -> impl Iterator<Item = TokenMove> {
        // Only a lone infinite token can be brought to a nimber.
        let movable = match self.infinite[..] {
            [] => 0..self.places.len(),
            [one] => one..one + 1,
            _ => 0..0,
        };
        movable.flat_map(move |token| {
            let place = self.places[token];
            let wanted = self.nim_sum ^ self.analysis.finite(place).unwrap_or(0);
            let options = self.analysis.graph().options(place).iter();
            options
                .filter(move |&&to| self.analysis.finite(to) == Some(wanted))
                .map(move |&to| TokenMove { token, to })
        })
    }

    /// The tokens after a move.
    #[must_use]
    pub fn after(&self, step: TokenMove) -> Tokens<'a> {
        let mut places = self.places.clone();
        places[step.token] = step.to;
        Tokens::new(self.analysis, places)
    }

    /// A line of play to the end, as far as `most` moves, in which the winner follows the values; empty in a draw.
    pub fn line(&self, most: usize) -> Vec<TokenMove> {
        let mut line = Vec::new();
        let mut at = self.clone();
        let mut left = None;
        while line.len() < most {
            let step = match at.outcome() {
                Outcome::N => at.answer(left),
                Outcome::P => at.delay(),
                Outcome::D => None,
            };
            let Some(step) = step else { break };
            left = Some((step.token, at.places[step.token]));
            at = at.after(step);
            line.push(step);
        }
        line
    }

    /// A winning move: back to the value that the token just moved had before, if that is possible, else the one with the
    /// smallest stamp.
    fn answer(&self, left: Option<(usize, u32)>) -> Option<TokenMove> {
        let stamp = |step: &TokenMove| self.analysis.stamp(step.to);
        let returns = left.and_then(|(token, from)| {
            let old = self.analysis.finite(from)?;
            let went_up = self.analysis.finite(self.places[token]).is_none_or(|value| value > old);
            let same = |step: &TokenMove| step.token == token && went_up;
            self.winning_moves().filter(same).min_by_key(stamp)
        });
        returns.or_else(|| self.winning_moves().min_by_key(stamp))
    }

    /// Any move of a player who loses: a token that can be moved, to where a lone token would last longest.
    fn delay(&self) -> Option<TokenMove> {
        let moves = (0..self.places.len()).flat_map(|token| {
            let options = self.analysis.graph().options(self.places[token]).iter();
            options.map(move |&to| TokenMove { token, to })
        });
        moves.max_by_key(|step| self.analysis.outcomes().remoteness(step.to))
    }
}

#[cfg(test)]
mod tests {
    use super::super::csr::random::{graph, graphs};
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::Convention;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn winning_moves_leave_a_p_position(graph in graphs(12), seeds in prop::collection::vec(any::<u32>(), 0..4)) {
            let found = Analysis::new(&graph, Convention::Normal, &Limits::default()).expect("small");
            let places: Vec<u32> = seeds.iter().map(|seed| seed % graph.vertices() as u32).collect();
            let tokens = Tokens::new(&found, places);
            let sum = tokens.places().iter().fold(LoopyValue::Finite(0), |sum, &place| {
                sum.plus(&found.value(place).expect("normal play"))
            });
            prop_assert_eq!(&sum, &tokens.value());
            let mut expected = Vec::new();
            for (token, &place) in tokens.places().iter().enumerate() {
                let options = graph.options(place).iter().map(|&to| TokenMove { token, to });
                expected.extend(options.filter(|step| tokens.after(*step).outcome() == Outcome::P));
            }
            prop_assert_eq!(&expected, &tokens.winning_moves().collect::<Vec<_>>());
            prop_assert_eq!(tokens.outcome() == Outcome::N, !expected.is_empty());
        }

        #[test]
        fn the_winner_gets_to_the_end(graph in graphs(10), a in any::<u32>(), b in any::<u32>(), c in any::<u32>()) {
            let found = Analysis::new(&graph, Convention::Normal, &Limits::default()).expect("small");
            let places = [a, b, c].map(|seed| seed % graph.vertices() as u32).to_vec();
            let tokens = Tokens::new(&found, places);
            let line = tokens.line(10_000);
            match tokens.outcome() {
                Outcome::D => prop_assert!(line.is_empty()),
                outcome => {
                    prop_assert_eq!(line.len() % 2 == 1, outcome == Outcome::N);
                    let last = line.iter().fold(tokens, |at, step| at.after(*step));
                    prop_assert!(last.places().iter().all(|&place| graph.options(place).is_empty()));
                }
            }
        }
    }

    #[test]
    fn no_tokens_are_a_p_position() {
        let graph = graph(1, &[]);
        let found = Analysis::new(&graph, Convention::Normal, &Limits::default()).expect("small");
        let tokens = Tokens::new(&found, vec![]);
        assert_eq!((tokens.outcome(), tokens.winning_moves().count()), (Outcome::P, 0));
    }
}
