//! Products of coin-turning games: two games on strips make one on a board.
//!
//! If turning the coins X is a move of the first game and turning Y one of the second, turning all coins (x, y) of the
//! board with x in X and y in Y is a move of the product; the far corner goes from heads to tails. The Tartan theorem
//! (Winning Ways, ch. 14) says that the value of a head at (x, y) is the nim-product of the values of x and y in the
//! two games. Twins with itself is [`crate::engine::tuple::turning_corners`].
//!
//! Nim-division finds winning moves: if the first game's part of a move leaves the value a of a coin worth u, and a head
//! worth u ⊗ v is to change by c, the second game's part must change v by c ⊘ (u ⊕ a), and those moves are known
//! ([`Line::turns_to`]). One strip's moves are gone through, those of the shorter one; beyond some hundred thousand of them
//! not all winning moves are listed.
//!
//! ```
//! use grundy::games::coins::{line::Line, tartan::Tartan};
//!
//! let board = Tartan { rows: Line::Ruler, columns: Line::MockTurtles };
//! assert_eq!(board.value(4, 4), grundy::value::product::product(4, 7));
//! ```

use super::heads::Turning;
use super::line::Line;
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::base::text::number;
use crate::game::position::{Position, parse_tuples_of};
use crate::game::sum::canonical;
use crate::game::theory::{Notation, Place};
use crate::game::{Game, Part, Parts, Visit};
use crate::games::nim::list::offence;
use crate::value::product::{inverse, product};
use std::ops::ControlFlow;

/// The product of two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tartan {
    /// The game that says which rows are turned.
    pub rows: Line,
    /// The game that says which columns are turned.
    pub columns: Line,
}

/// The coins of the far corner, or of any other place: row and column.
type Head = (u64, u64);

const THEOREM: &str = "the value of a head is the nim-product of its values in the two games (Tartan theorem, Winning Ways 1982)";
/// Moves of one strip that are gone through.
const MAX_MOVES_TRIED: u64 = 1 << 18;
/// Most coins of a move that is listed.
const MAX_COINS_OF_LISTED_MOVE: usize = 1 << 16;

/// What a move leaves of a head: all crossings of the rows and columns but the head itself.
fn parts((row, column): Head, rows: &[u64], columns: &[u64]) -> Parts<Head> {
    let crossings =
        rows.iter().chain([&row]).flat_map(|&r| columns.iter().chain([&column]).map(move |&c| (r, c)));
    canonical(&crossings.filter(|&crossing| crossing != (row, column)).collect::<Vec<_>>())
}

impl Tartan {
    /// The value of a head.
    pub fn value(&self, row: u64, column: u64) -> u64 {
        product(self.rows.value(row), self.columns.value(column))
    }

    /// Calls `visit` with the other rows and columns of every move that changes a head by `change`, which is not 0; returns
    /// whether these were all.
    fn moves_that_change(
        &self,
        (row, column): Head,
        change: u64,
        visit: &mut dyn FnMut(&[u64], &[u64]),
    ) -> bool {
        let by_row = self.rows.turn_count(row) <= self.columns.turn_count(column);
        let (first, second) = if by_row { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let (near, far) = if by_row { (row, column) } else { (column, row) };
        let (mut all, mut tried) = (true, 0);
        let flow = first.turns(near, |others| {
            tried += 1 + others.len() as u64;
            if tried > MAX_MOVES_TRIED {
                return ControlFlow::Break(());
            }
            let left = others.iter().fold(first.value(near), |sum, &other| sum ^ first.value(other));
            // The mex is no option's value, so a move changes the value.
            let Some(inverse) = inverse(left) else { return ControlFlow::Continue(()) };
            let wanted = second.value(far) ^ product(change, inverse);
            let found = second.turns_to(far, wanted, &mut |more| {
                match by_row {
                    true => visit(others, more),
                    false => visit(more, others),
                }
                ControlFlow::Continue(())
            });
            all &= found == ControlFlow::Continue(true);
            // Where two others go with the last, each look tries many.
            tried += if matches!(second, Line::MockTurtles | Line::Triplets) {
                far.min(MAX_MOVES_TRIED)
            } else {
                0
            };
            ControlFlow::Continue(())
        });
        all && flow.is_continue()
    }
}

impl Game for Tartan {
    type Component = Head;

    fn options(
        &self,
        &head: &Head,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Head>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut stopped = None;
        let flow = self.rows.turns(head.0, |rows| {
            self.columns.turns(head.1, |columns| {
                stopped = pulse.beats(((rows.len() + 1) * (columns.len() + 1)) as u64).err();
                if stopped.is_some() { ControlFlow::Break(()) } else { visit(&parts(head, rows, columns)) }
            })
        });
        stopped.map_or(Ok(flow), |reason| Err(reason.into()))
    }
}

impl Notation for Tartan {
    fn read(&self, text: &str) -> Result<Vec<Head>, InputError> {
        let tuples = parse_tuples_of(text, 2, &|word: &str| self.read_square(word), &|_| None)?;
        let heads: Vec<Head> = tuples.into_iter().map(|tuple| (tuple[0], tuple[1])).collect();
        if let Some(index) = heads.iter().position(|head| !self.has(head)) {
            let first = (self.rows.first(), self.columns.first());
            let message = format!("the first square is {},{}", first.0, first.1);
            return Err(offence(text, index, message, "rows and columns are counted as in their games"));
        }
        Ok(heads)
    }

    fn write(&self, heads: &[Head]) -> String {
        Position::Tuples(heads.iter().map(|&(row, column)| vec![row, column]).collect()).to_string()
    }

    fn describe(&self, &(row, column): &Head, option: &[Part<Head>]) -> String {
        let mut rows: Vec<u64> = option.iter().map(|part| part.component.0).chain([row]).collect();
        let mut columns: Vec<u64> = option.iter().map(|part| part.component.1).chain([column]).collect();
        for squares in [&mut rows, &mut columns] {
            squares.sort_unstable();
            squares.dedup();
        }
        let text = |squares: &[u64]| Line::Twins.write(squares);
        format!("turn rows {} x columns {}", text(&rows), text(&columns))
    }
}

impl Tartan {
    /// Reads the number of a row or column that both games may have.
    fn read_square(&self, word: &str) -> Result<u64, String> {
        let narrow = if self.rows.last() < self.columns.last() { self.rows } else { self.columns };
        let wide = if self.rows.first() < self.columns.first() { self.rows } else { self.columns };
        match number(word) {
            Ok(square) if square < narrow.first() => wide.read_square(word),
            _ => narrow.read_square(word),
        }
    }

    /// Whether there is such a square.
    fn has(&self, &(row, column): &Head) -> bool {
        row >= self.rows.first() && column >= self.columns.first()
    }
}

impl Turning for Tartan {
    fn square(&self, &(row, column): &Head) -> Place {
        Place::Cell(row as usize, column as usize)
    }

    fn rule(&self) -> String {
        format!(
            "turn over the coins where {} of the rows as in {} cross {} of the columns as in {}; the far corner shows a head",
            self.rows.turned(),
            self.rows.name(),
            self.columns.turned(),
            self.columns.name()
        )
    }

    fn value(&self, &(row, column): &Head) -> u64 {
        Tartan::value(self, row, column)
    }

    fn formula(&self) -> &'static str {
        THEOREM
    }

    fn turn_count(&self, &(row, column): &Head) -> u64 {
        self.rows.turn_count(row).saturating_mul(self.columns.turn_count(column))
    }

    fn turns_to(&self, &head: &Head, value: u64, visit: &mut dyn FnMut(Option<Parts<Head>>)) -> bool {
        let change = Tartan::value(self, head.0, head.1) ^ value;
        // No move leaves the value as it is.
        change == 0
            || self.moves_that_change(head, change, &mut |rows, columns| {
                let few = (rows.len() + 1) * (columns.len() + 1) <= MAX_COINS_OF_LISTED_MOVE;
                visit(few.then(|| parts(head, rows, columns)));
            })
    }

    fn theory(&self) -> Vec<String> {
        let line = |line: Line| format!("{}: {}", line.name(), line.formula());
        let mut lines = vec![THEOREM.to_owned(), line(self.rows)];
        lines.extend((self.rows != self.columns).then(|| line(self.columns)));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::reference;
    use std::collections::HashMap;

    fn all() -> impl Iterator<Item = Tartan> {
        Line::ALL
            .into_iter()
            .flat_map(|rows| Line::ALL.into_iter().map(move |columns| Tartan { rows, columns }))
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for game in all() {
            let mut known = HashMap::new();
            for head in (0..7).flat_map(|row| (0..7).map(move |column| (row, column))) {
                let found = reference::grundy(&game, &head, &mut known).expect("it ends");
                assert_eq!(game.value(head.0, head.1), found, "{game:?} {head:?}");
            }
        }
    }

    #[test]
    fn moves_that_change_a_head_are_all_there_are() {
        let limits = Limits::default();
        let value = |game: &Tartan, option: &[Part<Head>]| {
            option.iter().fold(0, |sum, part| sum ^ game.value(part.component.0, part.component.1))
        };
        for game in all() {
            for head in [(0, 5), (1, 1), (3, 6), (6, 3), (5, 5)] {
                let mut options = Vec::new();
                let _ = game.options(&head, &mut Pulse::new(&limits), &mut |option| {
                    options.push(option.to_vec());
                    ControlFlow::Continue(())
                });
                let before = game.value(head.0, head.1);
                for change in 1..40 {
                    let mut found = Vec::new();
                    assert!(game.moves_that_change(head, change, &mut |rows, columns| {
                        found.push(parts(head, rows, columns));
                    }));
                    let mut expected: Vec<_> = options
                        .iter()
                        .filter(|option| value(&game, option) == before ^ change)
                        .cloned()
                        .collect();
                    found.sort();
                    expected.sort();
                    assert_eq!(found, expected, "{game:?} {head:?}: {change}");
                }
            }
        }
    }
}
