//! Games for points: the score, the moves that keep it, and the line of best play.
//!
//! The outcome is that of the difference: won, lost or drawn. The *winning moves* are the moves that keep the best difference,
//! as long as the player to move does not lose by them: those that win, or in a drawn position those that hold the draw. A
//! lost position has none, but still a line of best play, which loses by as little as possible. Misère play has no meaning
//! here. Results are positions from the view of the player whose turn it then is.

use super::asked::{Refusal, stopped};
use super::moves::{Choice, Listing, PartView};
use super::played::Played;
use crate::base::error::Error;
use crate::base::limits::{Limits, StopReason};
use crate::game::Convention;
use crate::game::answer::{MAX_LISTED_BYTES, MAX_LISTED_MOVES, Move, Moves, Section, Verdict};
use crate::game::engine::Engine;
use crate::game::points::{BestPlay, ForPoints, Score, Turn, Unscored};
use crate::value::Outcome;
use std::ops::ControlFlow;

/// How much of a list may still be written: as much as of winning moves.
struct Budget {
    entries: usize,
    bytes: usize,
    /// How long a position is, at most and roughly.
    length: usize,
}

impl Budget {
    fn new(length: usize) -> Budget {
        Budget { entries: MAX_LISTED_MOVES, bytes: MAX_LISTED_BYTES, length }
    }

    fn is_spent(&self) -> bool {
        self.entries == 0 || self.length > self.bytes
    }

    /// Writes a position if there is room for it.
    fn spend(&mut self, write: impl FnOnce() -> String) -> Option<String> {
        if self.is_spent() {
            return None;
        }
        let text = write();
        self.length = text.len();
        self.entries -= 1;
        self.bytes = self.bytes.checked_sub(text.len())?;
        Some(text)
    }
}

/// A turn of a line, and the points so far.
struct Scored {
    found: Move,
    score: [i128; 2],
}

/// A state of a game for points.
struct State<'a, G: Played + ?Sized> {
    game: &'a G,
    state: &'a G::Component,
}

impl<'a, G: Played + ?Sized> State<'a, G> {
    fn new(game: &'a G, components: &'a [G::Component]) -> Result<Self, Error> {
        let state = components.first().ok_or_else(Error::foreign_position)?;
        Ok(State { game, state })
    }

    fn length(&self) -> usize {
        self.game.length(std::slice::from_ref(self.state))
    }

    fn text(turn: &Turn<G::Component>) -> String {
        format!("{} for {}", turn.text, turn.gain)
    }

    /// A turn from a state as a move, if there is room for it.
    fn found(&self, before: &G::Component, turn: &Turn<G::Component>, budget: &mut Budget) -> Option<Move> {
        let result = budget.spend(|| self.game.write(std::slice::from_ref(&turn.after)))?;
        Some(Move {
            component: 0,
            removed: self.game.write(std::slice::from_ref(before)),
            added: result.clone(),
            places: turn.places.clone(),
            text: Self::text(turn),
            result,
        })
    }

    /// The best moves with what they leave, while that stays readable.
    fn best(&self, play: &dyn BestPlay<G::Component>) -> Moves {
        let mut budget = Budget::new(self.length());
        let mut moves = Moves { total: Some(play.best_total()), ..Moves::default() };
        play.best(&mut |turn| {
            moves.sample.get_or_insert_with(|| (0, Self::text(&turn)));
            match self.found(self.state, &turn, &mut budget) {
                Some(found) => {
                    moves.listed.push(found);
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        });
        moves
    }

    /// The line of best play, while its positions stay readable.
    fn line(&self, play: &dyn BestPlay<G::Component>) -> Vec<Scored> {
        let mut budget = Budget::new(self.length());
        let (mut line, mut score, mut state) = (Vec::new(), [0, 0], self.state.clone());
        play.line(&mut |turn| {
            let Some(found) = self.found(&state, &turn, &mut budget) else { return ControlFlow::Break(()) };
            score[line.len() % 2] += turn.gain;
            line.push(Scored { found, score });
            state = turn.after;
            if budget.is_spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        line
    }
}

/// Who wins, with the score and the line of best play.
pub(super) fn verdict<G: Played + ?Sized>(
    game: &G,
    points: &dyn ForPoints<G::Component>,
    components: &[G::Component],
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Verdict, Refusal> {
    let state = State::new(game, components)?;
    if convention == Convention::Misere {
        return Err(Refusal::Worded(Error::game(
            "a game for points has no misère play: the larger sum wins, not the last move",
            Some("ask without `--misere`".to_owned()),
        )));
    }
    let play = points.best_play(state.state, limits).map_err(failed)?;
    let outcome = outcome(play.score());
    let none = Moves { total: Some(0), ..Moves::default() };
    let verdict = Verdict {
        outcome,
        grundy: None,
        loopy: None,
        score: Some(play.score()),
        moves: if outcome == Outcome::P { none } else { state.best(&*play) },
        line: state.line(&*play).into_iter().map(|turn| turn.found).collect(),
        engine: Engine::Points,
        reason: points.reason().to_owned(),
        work: play.work(),
        stop: StopReason::Done,
    };
    Ok(verdict.suited_to(limits))
}

/// The line of best play with the points so far.
pub(super) fn argument<G: Played + ?Sized>(
    game: &G,
    points: &dyn ForPoints<G::Component>,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<Section, Refusal> {
    const SHOWN: usize = 20;
    let state = State::new(game, components)?;
    let play = points.best_play(state.state, limits).map_err(failed)?;
    let turns = state.line(&*play);
    let shown = &turns[..turns.len().min(SHOWN)];
    let width = shown.iter().map(|turn| turn.found.text.chars().count()).max().unwrap_or(0);
    let mut lines =
        vec!["both play for the largest difference; the points so far, first to second:".to_owned()];
    for (index, Scored { found, score }) in shown.iter().enumerate() {
        let player = ["first ", "second"][index % 2];
        lines.push(format!("{player}  {:width$}  {} to {}", found.text, score[0], score[1]));
    }
    let more = play.turns() - shown.len() as u64;
    if more > 0 {
        lines.push(format!("and {more} more turns"));
    }
    Ok(Section::new("Line of best play", lines))
}

/// The moves with what they gain.
pub(super) fn listing<G: Played + ?Sized>(
    game: &G,
    points: &dyn ForPoints<G::Component>,
    components: &[G::Component],
) -> Result<Listing, Refusal> {
    let state = State::new(game, components)?;
    let mut budget = Budget::new(state.length());
    let mut moves = Vec::new();
    points.turns(state.state, &mut |turn| {
        let Some(found) = state.found(state.state, &turn, &mut budget) else { return ControlFlow::Break(()) };
        moves.push(Choice { gain: i64::try_from(turn.gain).ok(), ..Choice::unjudged(found) });
        ControlFlow::Continue(())
    });
    let parts = vec![PartView { text: game.write(components), grundy: None }];
    Ok(Listing { parts, moves, total: Some(points.turn_count(state.state)), remoteness: None })
}

/// The winner by the difference.
fn outcome(score: Score) -> Outcome {
    match score.difference() {
        1.. => Outcome::N,
        0 => Outcome::D,
        _ => Outcome::P,
    }
}

/// Finds words for why there is no score.
fn failed(unscored: Unscored) -> Error {
    match unscored {
        Unscored::Overflow => Error::game(unscored.to_string(), Some("smaller stones".to_owned())),
        Unscored::Stopped(reason) => stopped(reason),
    }
}
