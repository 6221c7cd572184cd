//! Games played for points: two players move in turn, every move gains its player something, the larger sum wins.
//!
//! Grundy values say nothing here; what replaces them is the *difference*, the points of the player to move minus those
//! of the other, both playing for the largest. It obeys one law, the minimax rule for sums of gains: `difference(state)
//! = max over moves of (gain - difference(next))`, and 0 without moves. [`Scoring`] is the vocabulary of that law,
//! [`minimax`] the obvious slow solver, [`Points`] makes a game of the catalogue of it. Rows touched at their ends are
//! a rule ([`ends`]); the other stone games have a file each, with the structure that makes theirs fast:
//!
//! | file | game | idea | time, memory |
//! |---|---|---|---|
//! | [`ends`] | rows touched at their ends, by a rule | intervals, by length | n^2, n^2/8 bytes |
//! | [`stone_ii`] | take at most 2M piles | states (place, M), M small or as good as infinite | n^3/48, n^2/4 |
//! | [`stone_iii`] | take 1 to 3 from the left | the last three differences suffice | n, 1 |
//! | [`stone_vi`] | two valuations | the sum of both decides the order | n log n, n |
//! | [`stone_viii`] | merge from the left | one best merge so far suffices | n, 1 |
//!
//! Points of both players follow the *line of best play*: among equally good moves the first in the order of the game's
//! moves (fewest stones; the left end; the leftmost stone). Where all stones are taken the points do not depend on that.
//! Points are 64-bit numbers; sums are made with 128 bits, where they cannot overflow, and what does not fit in the end
//! is [`Unscored::Overflow`].
//!
//! ```
//! use grundy::games::points::{Score, Unscored, stone_viii};
//!
//! // The first player merges four stones for 2 points; the other has to merge the rest for -3.
//! assert_eq!(stone_viii::score(&[-1, 2, -3, 4, -5])?, Score { first: 2, second: -3 });
//! # Ok::<(), Unscored>(())
//! ```

pub mod ends;
pub mod minimax;
mod native;
pub mod stone_ii;
pub mod stone_iii;
pub mod stone_vi;
pub mod stone_viii;

use std::collections::VecDeque;

pub use crate::game::points::{Score, Unscored};
pub use native::{Points, StoneGame};

/// Most moves of a list that are kept: the best moves, and the line of best play.
pub const MAX_LISTED_MOVES: usize = 1000;

/// What best play brings, and how it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played<M> {
    /// The points of both players.
    pub score: Score,
    /// The first moves that reach the best difference and leave different positions, as many as are [`MAX_LISTED_MOVES`].
    pub best: Vec<M>,
    /// How many there are.
    pub best_total: u64,
    /// The line of best play, as many turns as are [`MAX_LISTED_MOVES`].
    pub line: Vec<M>,
    /// How many turns it has.
    pub turns: u64,
    /// Steps of work.
    pub work: u64,
}

/// A list that is found from its end and of which only the first entries are kept.
#[derive(Debug)]
struct Front<M> {
    kept: VecDeque<M>,
    total: u64,
}

impl<M> Default for Front<M> {
    fn default() -> Front<M> {
        Front { kept: VecDeque::new(), total: 0 }
    }
}

impl<M> Front<M> {
    fn push_front(&mut self, item: M) {
        self.kept.push_front(item);
        self.kept.truncate(MAX_LISTED_MOVES);
        self.total += 1;
    }

    fn clear(&mut self) {
        self.kept.clear();
        self.total = 0;
    }
}

/// A game for points.
pub trait Scoring {
    /// What a position is: the stones left as the player to move sees them, nothing of the points so far.
    type State: Clone + Ord + std::hash::Hash + std::fmt::Debug;
    /// What a player chooses.
    type Move: Copy + PartialEq + std::fmt::Debug;

    /// The moves of a state, in the order that breaks ties.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move>;

    /// The state after a move, and what the move gains its player.
    fn play(&self, state: &Self::State, choice: Self::Move) -> (Self::State, i128);
}
