//! Cram: dominoes on a board of squares, also one with holes.
//!
//! A move puts a domino on two free squares side by side (Gardner 1974; Winning Ways, ch. 15). Dominoes cut the board
//! into regions that are independent and may be turned and reflected, so a search meets few different ones. Three facts
//! need no search: a board that looks the same after half a turn is lost when no domino fits onto its own image, since
//! every move can be answered by its image; if a domino fits across the centre it is won by that domino; and rows of
//! squares are Dawson's Kayles. So boards with two even sides are lost, and boards with one even side are won. All
//! other values are found by nimber search over regions ([`crate::engine::search::nimber_search`], [`super::squares`]),
//! or region by region where one is too large for those.
//!
//! 5 x 7 lists the options of fifty thousand regions in a sixth of a second, 5 x 8 those of 130 000 in half a second, 6
//! x 7 those of eleven million in three quarters of a minute.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let cram = NamedGame::read("cram")?;
//! let answer = solve(&cram, cram.parse("3x5")?, &Question::default())?;
//! assert_eq!(answer.grundy, Some(1));
//! let holes = solve(&cram, cram.parse("..#/.../#..")?, &Question::default())?;
//! assert_eq!(holes.outcome.to_string(), "N");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::bits::{Layout, Long, Narrow, Wide};
use super::grid::{FreeSquares, Grid};
use super::palindromes::run_value;
use super::squares::{Region, Regions};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::engine::search::nimber_search::{self, NimberSearch};
use crate::game::engine::Engine;
use crate::game::engine::Method;
use crate::game::keyed::KeyMoves;
use crate::game::solver::Persistent;
use crate::game::sum::{Sum, add};
use crate::game::theory::{Known, Notation, Place, Solver, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Parts, Visit};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The rules; a component is a board, whole, and a position a sum of boards.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cram;

/// The places of a domino.
fn dominoes(board: &Grid) -> impl Iterator<Item = [(usize, usize); 2]> + '_ {
    board.free().flat_map(move |(row, column)| {
        let ends = [(row, column + 1), (row + 1, column)];
        ends.into_iter().filter(|&(r, c)| board.is_free(r, c)).map(move |end| [(row, column), end])
    })
}

impl Game for Cram {
    type Component = Grid;

    fn options(
        &self,
        board: &Grid,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Grid>,
    ) -> Result<ControlFlow<()>, Failure> {
        board.options(dominoes(board), pulse, visit)
    }
}

impl Notation for Cram {
    fn read(&self, text: &str) -> Result<Vec<Grid>, InputError> {
        Grid::read(text)
    }

    fn write(&self, boards: &[Grid]) -> String {
        Grid::write(boards, '#')
    }

    fn places(&self, before: &Grid, option: &[Part<Grid>]) -> Vec<Place> {
        before.places(option)
    }
}

const TURNED: &str = "a board that half a turn leaves alike is lost: every domino is answered by its image";
const CENTRE: &str = "a board that half a turn leaves alike is won by the domino across its centre: all others are answered by their image";
const ROWS: &str = "squares in a row are Dawson's Kayles (Guy and Smith 1956)";

/// Whether every region of a board lies in one row or column: no free square has a neighbour to the side and one above
/// or below.
fn is_rows(board: &Grid) -> bool {
    board.free().all(|(row, column)| {
        let beside = board.is_free(row, column + 1) || board.is_free(row, column.wrapping_sub(1));
        !beside || !board.is_free(row + 1, column) && !board.is_free(row.wrapping_sub(1), column)
    })
}

/// The value of so many squares in a row.
fn row_value(squares: usize) -> u64 {
    squares.checked_sub(1).map_or(0, run_value)
}

/// What symmetry says about a board.
fn by_symmetry(board: &Grid) -> Option<Known> {
    if !board.is_turned_onto_itself() {
        return None;
    }
    let (rows, columns) = (board.rows(), board.columns());
    // The squares next to the centre, below and to the right of it where it lies on a line.
    let (row, column) = (rows / 2, columns / 2);
    let is_free = |down: usize, right: usize| {
        row >= down && column >= right && board.is_free(row - down, column - right)
    };
    match (rows % 2, columns % 2) {
        // A domino on the middle square would lie on its own image, with its other end somewhere else.
        (1, 1) => {
            let around = is_free(1, 0) || is_free(0, 1);
            (!is_free(0, 0) || !around).then_some(Known { value: Value::Grundy(0), theorem: TURNED })
        }
        (0, 1) if is_free(0, 0) && is_free(1, 0) => {
            Some(Known { value: Value::Lost(false), theorem: CENTRE })
        }
        (1, 0) if is_free(0, 0) && is_free(0, 1) => {
            Some(Known { value: Value::Lost(false), theorem: CENTRE })
        }
        _ => Some(Known { value: Value::Grundy(0), theorem: TURNED }),
    }
}

impl Theory for Cram {
    fn rule(&self) -> String {
        "put a domino on two free squares side by side".to_owned()
    }

    fn known(&self, board: &Grid, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        if !is_rows(board) {
            return by_symmetry(board);
        }
        let value = board.regions().iter().fold(0, |sum, region| sum ^ row_value(region.len()));
        Some(Known { value: Value::Grundy(value), theorem: ROWS })
    }

    /// A domino in a row leaves two rows.
    fn reach(&self, board: &Grid, convention: Convention, target: u64, wins: &mut dyn Wins<Grid>) -> bool {
        if convention == Convention::Misere || !is_rows(board) {
            return false;
        }
        let rows = board.regions();
        let total = rows.iter().fold(0, |sum, row| sum ^ row_value(row.len()));
        // For each square how many stand before it in its row, and behind.
        let place = |(row, column): (usize, usize)| row * board.columns() + column;
        let mut around = vec![(0, 0); board.rows() * board.columns()];
        for row in &rows {
            for (at, &square) in row.iter().enumerate() {
                around[place(square)] = (at, row.len() - at - 1);
            }
        }
        for domino in dominoes(board) {
            let (before, behind) = around[place(domino[0])];
            let (row, left) = (row_value(before + 1 + behind), row_value(before) ^ row_value(behind - 1));
            if total ^ row ^ left == target {
                wins.add(|| board.with(&domino));
            }
        }
        true
    }

    fn parts(&self, board: &Grid) -> Parts<Grid> {
        let mut parts: Sum<Grid> = Vec::new();
        // A single square has no move.
        for region in board.regions().iter().filter(|region| region.len() > 1) {
            add(&mut parts, Grid::around(region).representative(), 1).expect("fewer parts than squares");
        }
        parts
    }

    fn solver(&self, boards: &[Grid], method: Method) -> Option<Box<dyn Solver<Grid> + '_>> {
        if boards.is_empty() {
            // Any may come.
            return search::<Wide>(boards, method);
        }
        // The layout with the smallest numbers that has room for all regions.
        search::<Narrow>(boards, method)
            .or_else(|| search::<Long>(boards, method))
            .or_else(|| search::<Wide>(boards, method))
    }

    fn tier(&self, position: &[Part<Grid>]) -> Option<u64> {
        Grid::free_squares(position)
    }

    fn keyed(&self, start: &[Part<Grid>]) -> Option<Box<dyn KeyMoves<Grid> + '_>> {
        Some(Box::new(Dominoes(FreeSquares::of(start)?)))
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "regions that dominoes have cut off are independent, and may be turned and reflected".to_owned(),
            format!("value 0: {TURNED}, when no domino fits onto its own image"),
            format!("won: {CENTRE}"),
            format!("value: {ROWS}"),
        ]
    }
}

/// Dominoes on the free squares of one board.
struct Dominoes(FreeSquares);

impl KeyMoves<Grid> for Dominoes {
    fn code(&self) -> String {
        self.0.code()
    }

    fn key(&self, position: &[Part<Grid>]) -> Option<u64> {
        self.0.key(position)
    }

    fn position(&self, key: u64) -> Option<Sum<Grid>> {
        self.0.position(key)
    }

    fn tier(&self, key: u64) -> u64 {
        key.count_ones().into()
    }

    fn options(&self, free: u64, visit: &mut dyn FnMut(u64)) {
        let columns = self.0.columns();
        // A bit is set where a domino may begin whose other square is the next one of the row, or the one below.
        for (mut starts, step) in
            [(free & free << 1 & !self.0.last_column(), 1), (free & self.0.below(free), columns)]
        {
            while starts != 0 {
                let square = starts & starts.wrapping_neg();
                starts ^= square;
                visit(free & !(square | square >> step));
            }
        }
    }
}

/// The regions of a board, if all fit into a layout.
fn regions<L: Layout>(board: &Grid) -> Option<Parts<Region<L>>> {
    let mut parts = Vec::new();
    for region in board.regions().iter().filter(|region| region.len() > 1) {
        add(&mut parts, Region::from_squares(region)?, 1).expect("fewer parts than squares");
    }
    Some(parts)
}

/// Regions with no more places for dominoes have been searched within minutes: 6 x 7 has 71 of them, 4 x 11 has 73.
const MAX_PLACES_OF_FULL_SEARCH: u32 = 73;

/// Values by nimber search over regions.
struct Search<L: Layout>(NimberSearch<Region<L>>);

fn search<L: Layout>(boards: &[Grid], method: Method) -> Option<Box<dyn Solver<Grid>>> {
    let search = NimberSearch::by_weight(Region::<L>::weight).with_classes(Region::class);
    let search = search.with_theory(Region::by_half_turn).with_move_ordering(Region::move_ordering);
    let search = Search(search.in_order_of(method)?);
    search.serves(boards).then(|| Box::new(search) as _)
}

impl<L: Layout> Search<L> {
    fn regions(board: &Grid) -> Parts<Region<L>> {
        regions(board).expect("options have smaller regions")
    }
}

impl<L: Layout> Solver<Grid> for Search<L> {
    fn value(&mut self, board: &Grid, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.0.value(&Regions::default(), &Self::regions(board), pulse)
    }

    fn has_value(&mut self, board: &Grid, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        self.0.has_value(&Regions::default(), &Self::regions(board), value, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }

    fn serves(&self, boards: &[Grid]) -> bool {
        boards.iter().all(|board| regions::<L>(board).is_some())
    }

    fn is_promising(&self, boards: &[Grid]) -> bool {
        let regions = boards.iter().flat_map(Self::regions);
        regions.map(|part| part.component.dominoes()).max().unwrap_or(0) <= MAX_PLACES_OF_FULL_SEARCH
    }

    fn persistent(&mut self) -> Option<&mut dyn Persistent> {
        Some(&mut self.0)
    }
}
