//! `--tokens`: the fields of `solve` for several tokens.

use super::vertex;
use crate::failure::Failure;
use grundy::Convention;
use grundy::Failure as Refused;
use grundy::ask::stopped;
use grundy::engine::graph::analysis::Analysis;
use grundy::engine::graph::implicit::Reached;
use grundy::engine::graph::read::LabelledGraph;
use grundy::engine::graph::tokens::{TokenMove, Tokens, Walk};
use grundy::game::answer::{MAX_LISTED_BYTES, MAX_LISTED_MOVES, Move};
use grundy::game::sum::canonical;
use grundy::report::graph::{TokenSum, token_move};
use grundy::value::{LoopyValue, Outcome};
use grundy::{Limits, StopReason};

/// Moves of a line of play that are shown.
const LONGEST_LINE: usize = 200;

/// What is to be said about tokens on the vertices of these names.
pub fn sum(
    graph: &LabelledGraph,
    analysis: &Analysis<'_>,
    tokens: &str,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<TokenSum, Failure> {
    let places = places(graph, tokens)?;
    let asked = Asked { graph, places: &places };
    let found = match convention {
        Convention::Normal => asked.normal(analysis),
        Convention::Misere => asked.misere(limits)?,
    };
    let (engine, reason) = match convention {
        Convention::Misere => ("exhaustive", "all positions that can be reached, by retrograde analysis"),
        _ if analysis.cycle().is_some() => ("loopy", "values of graphs with cycles add up (Smith 1966)"),
        _ => {
            ("graph", "Grundy values in topological order; their nim-sum decides (Sprague 1935, Grundy 1939)")
        }
    };
    Ok(TokenSum {
        game: "graph",
        rule: "move one token along an edge",
        position: asked.text(&places),
        convention,
        outcome: found.outcome,
        winner: found.outcome.winner(),
        grundy: found.grundy,
        winning_moves: asked.listed(&found.winning),
        winning_moves_total: found.winning.len() as u64,
        line: asked.line(&found.line),
        engine,
        reason,
        proved: true,
        work: analysis.outcomes().work(),
        stop: StopReason::Done,
    })
}

/// The vertices of names separated by blanks.
fn places(graph: &LabelledGraph, tokens: &str) -> Result<Vec<u32>, Failure> {
    let place = |word: &str| {
        vertex(graph, word).map_err(|failure| match failure {
            Failure::Input { message, hint, .. } => {
                let before = word.as_ptr() as usize - tokens.as_ptr() as usize;
                let column = tokens[..before].chars().count() + 1;
                Failure::Input { message, hint, place: Some((1, column)), source: Some(tokens.to_owned()) }
            }
            other => other,
        })
    };
    tokens.split_whitespace().map(place).collect()
}

/// What the engines say.
struct Found {
    outcome: Outcome,
    grundy: Option<LoopyValue>,
    winning: Vec<TokenMove>,
    line: Vec<TokenMove>,
}

struct Asked<'a> {
    graph: &'a LabelledGraph,
    places: &'a [u32],
}

impl Asked<'_> {
    fn normal(&self, analysis: &Analysis<'_>) -> Found {
        let tokens = Tokens::new(analysis, self.places.to_vec());
        let line = match self.places {
            // A lone token has a best line, by remoteness.
            &[only] if analysis.outcome(only) != Outcome::D => {
                let line = analysis.outcomes().line(analysis.graph(), only);
                line[1..].iter().take(LONGEST_LINE).map(|&to| TokenMove { token: 0, to }).collect()
            }
            _ => tokens.line(LONGEST_LINE),
        };
        Found {
            outcome: tokens.outcome(),
            grundy: Some(tokens.value()),
            winning: tokens.winning_moves().collect(),
            line,
        }
    }

    /// Misère play does not split into tokens: whole positions are looked at.
    fn misere(&self, limits: &Limits<'_>) -> Result<Found, Failure> {
        let refused = |failure| match failure {
            Refused::Stopped(reason) => stopped(reason).into(),
            other => Failure::input(other.to_string(), None),
        };
        let reached =
            Reached::new(&Walk(self.graph.graph()), &canonical(self.places), limits).map_err(refused)?;
        let all = grundy::engine::graph::retrograde::outcomes(reached.graph(), Convention::Misere, limits)
            .map_err(stopped)?;
        let after = |step: &TokenMove| {
            let mut places = self.places.to_vec();
            places[step.token] = step.to;
            reached.vertex(&canonical(&places)).expect("one move away")
        };
        let steps = self.places.iter().enumerate().flat_map(|(token, &place)| {
            self.graph.graph().options(place).iter().map(move |&to| TokenMove { token, to })
        });
        let winning = steps.filter(|step| all.outcome(after(step)) == Outcome::P).collect();
        Ok(Found { outcome: all.outcome(0), grundy: None, winning, line: Vec::new() })
    }

    fn text(&self, places: &[u32]) -> String {
        places.iter().map(|&place| self.graph.label(place)).collect::<Vec<_>>().join(" ")
    }

    /// A move from these places, which become those after it.
    fn step(&self, places: &mut [u32], step: TokenMove) -> Move {
        let from = std::mem::replace(&mut places[step.token], step.to);
        token_move(step.token, &self.graph.label(from), &self.graph.label(step.to), self.text(places))
    }

    fn listed(&self, steps: &[TokenMove]) -> Vec<Move> {
        let mut bytes = 0;
        let steps =
            steps.iter().take(MAX_LISTED_MOVES).map(|&step| self.step(&mut self.places.to_vec(), step));
        let fits = |found: &Move| {
            bytes += found.result.len();
            bytes <= MAX_LISTED_BYTES
        };
        steps.take_while(fits).collect()
    }

    fn line(&self, steps: &[TokenMove]) -> Vec<Move> {
        let mut places = self.places.to_vec();
        steps.iter().map(|&step| self.step(&mut places, step)).collect()
    }
}
