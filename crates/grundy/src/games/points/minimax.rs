//! The obvious slow solver for games with points, which the fast ones are tested against.
//!
//! Plain recursion over whole positions with a table. Use it for small positions only.

use super::Scoring;
use std::collections::HashMap;

/// What best play brings from a state on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best<M> {
    /// The points of the player to move.
    pub mover: i128,
    /// The points of the other.
    pub other: i128,
    /// The moves that reach the largest difference.
    pub moves: Vec<M>,
}

/// What best play brings, the first of equally good moves being played.
pub fn best<G: Scoring>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<G::State, Best<G::Move>>,
) -> Best<G::Move> {
    if let Some(best) = known.get(state) {
        return best.clone();
    }
    let mut found = Best { mover: 0, other: 0, moves: Vec::new() };
    for choice in game.moves(state) {
        let (next, gain) = game.play(state, choice);
        let after = best(game, &next, known);
        let (mover, other) = (gain + after.other, after.mover);
        if found.moves.is_empty() || mover - other > found.mover - found.other {
            found = Best { mover, other, moves: vec![choice] };
        } else if mover - other == found.mover - found.other {
            found.moves.push(choice);
        }
    }
    known.insert(state.clone(), found.clone());
    found
}
