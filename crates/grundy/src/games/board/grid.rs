//! Boards of squares, each free or taken, and their text.
//!
//! A board is written `4x5` (rows x columns) while all squares are free, and row by row otherwise, `.` for a free square
//! and `#` or `x` for a taken one: `..#/...`. Several boards stand side by side, separated by blanks. A text with line
//! breaks is one board with a row on each line.
//!
//! ```
//! use grundy::games::board::grid::Grid;
//!
//! let boards = Grid::read("2x3 #./..")?;
//! assert_eq!(boards[0].with(&[(1, 2)]).text('#'), ".../..#");
//! assert_eq!(boards[1].free().count(), 3);
//! # Ok::<(), grundy::InputError>(())
//! ```

use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::base::text::{number, shorten};
use crate::game::notation::Place;
use crate::game::{Part, Visit};
use std::ops::ControlFlow;

/// The most squares a board may have.
const MAX_SQUARES: u64 = 1 << 16;

const HINT: &str = "a board is written `4x5` (rows x columns), or row by row: `..#/...`";

/// A board of squares.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    rows: usize,
    columns: usize,
    /// A bit for each square that is taken, row by row.
    taken: Box<[u64]>,
}

/// Reflections and turns: whether rows run backwards, columns run backwards, and both are exchanged.
const SYMMETRIES: [(bool, bool, bool); 8] = [
    (false, false, false),
    (true, false, false),
    (false, true, false),
    (true, true, false),
    (false, false, true),
    (true, false, true),
    (false, true, true),
    (true, true, true),
];

impl Grid {
    /// A board whose squares are all free.
    pub fn new(rows: usize, columns: usize) -> Grid {
        Grid { rows, columns, taken: vec![0; (rows * columns).div_ceil(64)].into() }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Visits the board with each of some lists of squares taken, as options.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn options<const N: usize>(
        &self,
        takes: impl Iterator<Item = [(usize, usize); N]>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Grid>,
    ) -> Result<ControlFlow<()>, Failure> {
        for squares in takes {
            // The work of a copy.
            pulse.beats(self.taken.len() as u64 + 1)?;
            if visit(&[Part { component: self.with(&squares), copies: 1 }]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The squares that are taken on another board of the same size and free on this one.
    pub fn newly_taken<'a>(&'a self, after: &'a Grid) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.free().filter(|&(row, column)| after.is_taken(row, column))
    }

    /// The squares that a move takes, as places.
    pub fn places(&self, option: &[Part<Grid>]) -> Vec<Place> {
        let after = option.first().map(|part| &part.component);
        let taken = after.into_iter().flat_map(|after| self.newly_taken(after));
        taken.map(|(row, column)| Place::Cell(row, column)).collect()
    }

    /// Boards side by side, with a sign for squares that are taken.
    pub fn write(boards: &[Grid], taken: char) -> String {
        boards.iter().map(|board| board.text(taken)).collect::<Vec<_>>().join(" ")
    }

    /// Whether there is such a square and it is free.
    pub fn is_free(&self, row: usize, column: usize) -> bool {
        row < self.rows && column < self.columns && !self.bit(row * self.columns + column)
    }

    /// Whether there is such a square and it is taken.
    pub fn is_taken(&self, row: usize, column: usize) -> bool {
        row < self.rows && column < self.columns && self.bit(row * self.columns + column)
    }

    fn bit(&self, index: usize) -> bool {
        self.taken[index / 64] >> (index % 64) & 1 == 1
    }

    /// The free squares, row by row.
    pub fn free(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let squares = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        squares.filter(|&(row, column)| self.is_free(row, column))
    }

    /// The number of free squares of all boards of a position.
    pub fn free_squares(position: &[Part<Grid>]) -> Option<u64> {
        let free = |part: &Part<Grid>| (part.component.free().count() as u64).checked_mul(part.copies);
        position.iter().try_fold(0u64, |total, part| total.checked_add(free(part)?))
    }

    /// The board with these squares taken too.
    #[must_use]
    pub fn with(&self, squares: &[(usize, usize)]) -> Grid {
        let mut grid = self.clone();
        for &(row, column) in squares {
            let index = row * self.columns + column;
            grid.taken[index / 64] |= 1 << (index % 64);
        }
        grid
    }

    /// The connected regions of free squares.
    pub fn regions(&self) -> Vec<Vec<(usize, usize)>> {
        let mut left = self.clone();
        let mut out = Vec::new();
        for square in self.free() {
            if !left.is_free(square.0, square.1) {
                continue;
            }
            left = left.with_in_place(square);
            let (mut region, mut at) = (vec![square], 0);
            while let Some(&(row, column)) = region.get(at) {
                at += 1;
                let around = [
                    (row, column + 1),
                    (row + 1, column),
                    (row, column.wrapping_sub(1)),
                    (row.wrapping_sub(1), column),
                ];
                for next in around {
                    if left.is_free(next.0, next.1) {
                        left = left.with_in_place(next);
                        region.push(next);
                    }
                }
            }
            out.push(region);
        }
        out
    }

    fn with_in_place(mut self, (row, column): (usize, usize)) -> Grid {
        let index = row * self.columns + column;
        self.taken[index / 64] |= 1 << (index % 64);
        self
    }

    /// The smallest board whose free squares are these.
    pub fn around(squares: &[(usize, usize)]) -> Grid {
        let top = squares.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let left = squares.iter().map(|&(_, column)| column).min().unwrap_or(0);
        let rows = squares.iter().map(|&(row, _)| row - top + 1).max().unwrap_or(0);
        let columns = squares.iter().map(|&(_, column)| column - left + 1).max().unwrap_or(0);
        let mut free = Grid::new(rows, columns);
        for &(row, column) in squares {
            free = free.with_in_place((row - top, column - left));
        }
        free.complement()
    }

    /// Free squares taken and taken ones free.
    fn complement(mut self) -> Grid {
        let squares = self.rows * self.columns;
        for (index, word) in self.taken.iter_mut().enumerate() {
            let bits = (squares - 64 * index).min(64);
            *word = !*word & (u64::MAX >> (64 - bits));
        }
        self
    }

    /// The board reflected and turned in one of eight ways.
    fn seen(&self, (down, right, exchange): (bool, bool, bool)) -> Grid {
        let (rows, columns) = if exchange { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let mut grid = Grid::new(rows, columns);
        for row in 0..self.rows {
            for column in (0..self.columns).filter(|&column| self.is_taken(row, column)) {
                let row = if down { self.rows - 1 - row } else { row };
                let column = if right { self.columns - 1 - column } else { column };
                grid = grid.with_in_place(if exchange { (column, row) } else { (row, column) });
            }
        }
        grid
    }

    /// The least of the boards that look like this one.
    #[must_use]
    pub fn representative(&self) -> Grid {
        SYMMETRIES.into_iter().map(|symmetry| self.seen(symmetry)).min().expect("there are eight")
    }

    /// Whether the board looks the same after half a turn.
    pub fn is_turned_onto_itself(&self) -> bool {
        let squares = self.rows * self.columns;
        (0..squares / 2).all(|index| self.bit(index) == self.bit(squares - 1 - index))
    }

    /// Reads boards.
    ///
    /// # Errors
    /// The first offence and its column.
    pub fn read(text: &str) -> Result<Vec<Grid>, InputError> {
        if text.trim().contains('\n') {
            return Ok(vec![read_rows(text, text.trim().lines().map(str::trim))?]);
        }
        text.split_whitespace().map(|word| read_board(text, word)).collect()
    }

    /// The board as text, with a letter for taken squares.
    pub fn text(&self, taken: char) -> String {
        if self.taken.iter().all(|&word| word == 0) {
            return format!("{}x{}", self.rows, self.columns);
        }
        let row =
            |row| (0..self.columns).map(move |column| if self.is_taken(row, column) { taken } else { '.' });
        (0..self.rows).map(|index| row(index).collect::<String>()).collect::<Vec<_>>().join("/")
    }
}

/// The free squares of one board as a number: a bit for each square, the first one highest, so that numbers are in the order
/// of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeSquares {
    rows: usize,
    columns: usize,
}

impl FreeSquares {
    /// For a position of one board of at most 64 squares.
    pub fn of(position: &[Part<Grid>]) -> Option<FreeSquares> {
        let [Part { component: Grid { rows, columns, .. }, copies: 1 }] = position else { return None };
        (1..=64).contains(&(rows * columns)).then_some(FreeSquares { rows: *rows, columns: *columns })
    }

    /// What the numbers mean.
    pub fn code(self) -> String {
        format!("free squares {}x{}", self.rows, self.columns)
    }

    /// How many columns there are.
    pub fn columns(self) -> usize {
        self.columns
    }

    fn squares(self) -> usize {
        self.rows * self.columns
    }

    /// The number of a board of this size.
    pub fn key(self, position: &[Part<Grid>]) -> Option<u64> {
        let [Part { component: board, copies: 1 }] = position else { return None };
        let bits = self.squares() as u32;
        let free = || !board.taken.first().map_or(0, |word| word.reverse_bits() >> (64 - bits));
        (FreeSquares::of(position) == Some(self)).then(|| free() & (u64::MAX >> (64 - bits)))
    }

    /// The board of a number.
    pub fn position(self, key: u64) -> Option<Vec<Part<Grid>>> {
        let bits = self.squares() as u32;
        if key >> (bits - 1) > 1 {
            return None;
        }
        let taken = (!key << (64 - bits)).reverse_bits() & (u64::MAX >> (64 - bits));
        let component = Grid { rows: self.rows, columns: self.columns, taken: [taken].into() };
        Some(vec![Part { component, copies: 1 }])
    }

    /// The squares of the last column.
    pub fn last_column(self) -> u64 {
        (0..self.rows).fold(0, |squares, row| squares | 1 << (row * self.columns))
    }

    /// The squares that have one of these below.
    pub fn below(self, squares: u64) -> u64 {
        if self.columns < 64 { squares << self.columns } else { 0 }
    }
}

/// Where a piece of a text begins.
pub(super) fn offset(text: &str, piece: &str) -> usize {
    piece.as_ptr() as usize - text.as_ptr() as usize
}

fn read_board(text: &str, word: &str) -> Result<Grid, InputError> {
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        return read_rows(text, word.split('/'));
    }
    let wrong = |message: String| InputError::at(text, offset(text, word), message, HINT);
    let sides =
        word.split_once(['x', 'X', '×']).ok_or_else(|| wrong(format!("`{}` is no board", shorten(word))))?;
    let side = |side: &str| number(side).map_err(|reason| wrong(format!("`{}` is {reason}", shorten(side))));
    let (rows, columns) = (side(sides.0)?, side(sides.1)?);
    match rows
        .checked_mul(columns)
        .filter(|&squares| squares <= MAX_SQUARES && rows.max(columns) <= MAX_SQUARES)
    {
        Some(_) => Ok(Grid::new(rows as usize, columns as usize)),
        None => Err(wrong(format!("a board has at most {MAX_SQUARES} squares: `{}`", shorten(word)))),
    }
}

fn read_rows<'a>(text: &str, rows: impl Iterator<Item = &'a str>) -> Result<Grid, InputError> {
    let rows: Vec<&str> = rows.collect();
    let columns = rows[0].len();
    if (rows.len() * columns) as u64 > MAX_SQUARES {
        return Err(InputError::at(text, 0, format!("a board has at most {MAX_SQUARES} squares"), HINT));
    }
    let mut grid = Grid::new(rows.len(), columns);
    for (index, row) in rows.iter().enumerate() {
        let start = offset(text, row);
        for (column, (byte, square)) in row.char_indices().enumerate() {
            match square {
                '.' | '#' | 'x' | 'X' => {}
                other => {
                    let message = format!("`{other}` is no square: `.` is free, `#` or `x` is taken");
                    return Err(InputError::at(text, start + byte, message, HINT));
                }
            }
            if square != '.' && column < columns {
                grid = grid.with_in_place((index, column));
            }
        }
        if row.len() != columns {
            let message = format!("row {} has {} squares, the first has {columns}", index + 1, row.len());
            return Err(InputError::at(text, start, message, HINT));
        }
    }
    Ok(grid)
}
