//! Notakto: noughts and crosses without the noughts.
//!
//! Both players put crosses on free squares; a board with three crosses in a row is dead, and play goes on while a board
//! is alive. Whoever kills the last board loses: that is the *misère* question about this game (Plambeck and Whitehead,
//! 'The Secrets of Notakto', 2013), while normal play lets them win. Boards of any size are played, and turned or
//! reflected boards are looked at once: of 3 x 3 there are 102 live ones.
//!
//! ```
//! use grundy::{Convention, NamedGame, Question, solve};
//!
//! let notakto = NamedGame::read("notakto")?;
//! let misere = Question { convention: Convention::Misere, ..Question::default() };
//! let answer = solve(&notakto, notakto.parse("3x3")?, &misere)?;
//! assert_eq!(answer.outcome.to_string(), "N");
//! assert_eq!(answer.winning_moves[0].result, ".../.x./...");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::grid::Grid;
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::theory::{Notation, Place, Theory};
use crate::game::{Game, Part, Parts, Visit};
use std::ops::ControlFlow;

/// The rules; a component is a board.
#[derive(Debug, Clone, Copy, Default)]
pub struct Notakto;

/// Whether three crosses stand in a row, straight or across.
pub fn is_dead(board: &Grid) -> bool {
    let squares = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
    let mut crosses = squares.filter(|&(row, column)| board.is_taken(row, column));
    crosses.any(|(row, column)| {
        // A step to the left of the first column leads off the board.
        [(0, 1), (1, 0), (1, 1), (1, usize::MAX)].into_iter().any(|(down, right)| {
            let step = |times: usize| (row + down * times, column.wrapping_add(right.wrapping_mul(times)));
            [step(1), step(2)].into_iter().all(|(row, column)| board.is_taken(row, column))
        })
    })
}

impl Game for Notakto {
    type Component = Grid;

    fn options(
        &self,
        board: &Grid,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Grid>,
    ) -> Result<ControlFlow<()>, Failure> {
        if is_dead(board) {
            return Ok(ControlFlow::Continue(()));
        }
        board.options(board.free().map(|square| [square]), pulse, visit)
    }
}

impl Notation for Notakto {
    fn read(&self, text: &str) -> Result<Vec<Grid>, InputError> {
        Grid::read(text)
    }

    fn write(&self, boards: &[Grid]) -> String {
        Grid::write(boards, 'x')
    }

    fn places(&self, before: &Grid, option: &[Part<Grid>]) -> Vec<Place> {
        before.places(option)
    }
}

impl Theory for Notakto {
    fn tier(&self, position: &[Part<Grid>]) -> Option<u64> {
        Grid::free_squares(position)
    }

    fn rule(&self) -> String {
        "put a cross on a free square of a board without three crosses in a row".to_owned()
    }

    fn representative(&self, board: &Grid) -> Grid {
        board.representative()
    }

    /// A board without moves is as good as none.
    fn parts(&self, board: &Grid) -> Parts<Grid> {
        match is_dead(board) || board.free().next().is_none() {
            true => Vec::new(),
            false => vec![Part { component: self.representative(board), copies: 1 }],
        }
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "whoever makes the last three in a row loses: ask for misère play".to_owned(),
            "boards that can be turned or reflected onto each other play alike".to_owned(),
        ]
    }
}
