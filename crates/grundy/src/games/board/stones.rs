//! NoGo, Col, Snort, Amazons and Fission played impartially: either player may use either colour, or any piece.
//!
//! These boards need what no pattern says: stones that hang together and their liberties, neighbours that forbid a colour,
//! queens that run. In *NoGo* a stone of either colour is put on a free square so that every group of stones keeps a free
//! neighbour. In *Col* no two stones of one colour may touch, in *Snort* no two of different colours. In *Amazons* an amazon
//! moves like a queen and shoots an arrow like a queen onto a square that stays blocked. In *Fission* a stone splits into two
//! on free squares at opposite sides of it.
//!
//! A board is written `4x5` when it is empty, or row by row: `.` free, `x` and `o` stones, `#` blocked. Searches look at
//! independent regions, turned and reflected into one form, colours exchanged where that changes nothing. In Col and Snort a
//! stone is no more than what it forbids its neighbours, so there stones become blocked squares beside squares for one colour.
//! Values are found by nimber search; time and memory grow exponentially with the free squares.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! for (game, position, value) in [("col", "1x2", 0), ("snort", "1x3", 1), ("nogo", "1x2", 1), ("fission", ".x./...", 1)] {
//!     let game = NamedGame::read(game)?;
//!     let answer = solve(&game, game.parse(position)?, &Question::default())?;
//!     assert_eq!(answer.grundy, Some(value), "{position}");
//! }
//! # Ok::<(), grundy::Error>(())
//! ```

use super::grid::offset;
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::base::text::{number, shorten};
use crate::engine::search::nimber_search::{self, NimberSearch};
use crate::game::engine::{Engine, Method};
use crate::game::sum::{Sum, add};
use crate::game::theory::{Notation, Place, Solver, Theory};
use crate::game::{Game, Part, Parts, Visit};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stones {
    /// Every group keeps a liberty.
    NoGo,
    /// Like colours do not touch.
    Col,
    /// Different colours do not touch.
    Snort,
    /// Queens that shoot.
    Amazons,
    /// Stones that split.
    Fission,
}

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StoneSquare {
    /// Nothing.
    Free,
    /// A stone of the first colour, or a piece.
    Cross,
    /// A stone of the second colour.
    Nought,
    /// Not part of the board, or shot at.
    Blocked,
    /// Free for a stone of the first colour only.
    CrossOnly,
    /// Free for a stone of the second colour only.
    NoughtOnly,
}

use StoneSquare::{Blocked, Cross, CrossOnly, Free, Nought, NoughtOnly};

impl StoneSquare {
    fn exchanged(self) -> StoneSquare {
        match self {
            Cross => Nought,
            Nought => Cross,
            CrossOnly => NoughtOnly,
            NoughtOnly => CrossOnly,
            other => other,
        }
    }

    fn letter(self) -> char {
        match self {
            Free => '.',
            Cross => 'x',
            Nought => 'o',
            Blocked => '#',
            CrossOnly => '+',
            NoughtOnly => '-',
        }
    }

    /// Whether a stone of a colour may be put here, as far as the square itself says.
    fn takes(self, stone: StoneSquare) -> bool {
        self == Free || self == CrossOnly && stone == Cross || self == NoughtOnly && stone == Nought
    }
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StoneBoard {
    rows: usize,
    columns: usize,
    squares: Vec<StoneSquare>,
}

/// A square by row and column.
type Spot = (usize, usize);

const STRAIGHT: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ALL: [(isize, isize); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
/// The most squares of a board.
const MAX_SQUARES: u64 = 1024;
const HINT: &str =
    "a board is written `4x5`, or row by row with `.` free, `x` and `o` stones, `#` blocked: `.x./..o`";

impl StoneBoard {
    fn at(&self, (row, column): Spot) -> StoneSquare {
        self.squares[row * self.columns + column]
    }

    fn set(&mut self, (row, column): Spot, square: StoneSquare) {
        self.squares[row * self.columns + column] = square;
    }

    fn with(&self, changes: &[(Spot, StoneSquare)]) -> StoneBoard {
        let mut board = self.clone();
        changes.iter().for_each(|&(spot, square)| board.set(spot, square));
        board
    }

    fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)))
    }

    /// The square a step away, if the board has one.
    fn step(&self, (row, column): Spot, (down, right): (isize, isize)) -> Option<Spot> {
        let spot = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (spot.0 < self.rows && spot.1 < self.columns).then_some(spot)
    }

    fn around(&self, spot: Spot) -> impl Iterator<Item = Spot> + '_ {
        STRAIGHT.into_iter().filter_map(move |step| self.step(spot, step))
    }

    /// The free squares that a queen reaches.
    fn queen(&self, from: Spot) -> Vec<Spot> {
        let mut out = Vec::new();
        for step in ALL {
            let mut at = from;
            while let Some(next) = self.step(at, step).filter(|&next| self.at(next) == Free) {
                out.push(next);
                at = next;
            }
        }
        out
    }

    /// The squares that are reached from one by steps onto squares that `joins` accepts.
    fn flood(&self, start: Spot, steps: &[(isize, isize)], joins: impl Fn(StoneSquare) -> bool) -> Vec<Spot> {
        let mut seen = vec![false; self.squares.len()];
        seen[start.0 * self.columns + start.1] = true;
        let (mut found, mut index) = (vec![start], 0);
        while let Some(&spot) = found.get(index) {
            index += 1;
            for next in steps.iter().filter_map(|&step| self.step(spot, step)) {
                let place = next.0 * self.columns + next.1;
                if !seen[place] && joins(self.at(next)) {
                    seen[place] = true;
                    found.push(next);
                }
            }
        }
        found
    }

    /// Whether the group of a stone has a free neighbour.
    fn has_liberty(&self, stone: Spot) -> bool {
        let colour = self.at(stone);
        let group = self.flood(stone, &STRAIGHT, |square| square == colour);
        group.into_iter().any(|spot| self.around(spot).any(|next| self.at(next) == Free))
    }

    /// The smallest board that holds these squares; what is between them is blocked.
    fn cut(&self, spots: &[Spot]) -> StoneBoard {
        let top = spots.iter().map(|spot| spot.0).min().unwrap_or(0);
        let left = spots.iter().map(|spot| spot.1).min().unwrap_or(0);
        let rows = spots.iter().map(|spot| spot.0 - top + 1).max().unwrap_or(0);
        let columns = spots.iter().map(|spot| spot.1 - left + 1).max().unwrap_or(0);
        let mut board = StoneBoard { rows, columns, squares: vec![Blocked; rows * columns] };
        spots.iter().for_each(|&spot| board.set((spot.0 - top, spot.1 - left), self.at(spot)));
        board
    }

    /// The board seen from one of eight sides, perhaps with the colours exchanged.
    fn seen(&self, side: usize, exchange: bool) -> StoneBoard {
        let (down, right, turn) = (side & 1 == 1, side & 2 == 2, side & 4 == 4);
        let (rows, columns) = if turn { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let mut board = StoneBoard { rows, columns, squares: vec![Free; self.squares.len()] };
        for spot in self.spots() {
            let row = if down { self.rows - 1 - spot.0 } else { spot.0 };
            let column = if right { self.columns - 1 - spot.1 } else { spot.1 };
            let square = if exchange { self.at(spot).exchanged() } else { self.at(spot) };
            board.set(if turn { (column, row) } else { (row, column) }, square);
        }
        board
    }

    fn free(&self) -> usize {
        self.squares.iter().filter(|square| matches!(square, Free | CrossOnly | NoughtOnly)).count()
    }

    fn text(&self) -> String {
        if self.squares.iter().all(|&square| square == Free) {
            return format!("{}x{}", self.rows, self.columns);
        }
        let row = |row: &[StoneSquare]| row.iter().map(|square| square.letter()).collect::<String>();
        self.squares.chunks(self.columns.max(1)).map(row).collect::<Vec<_>>().join("/")
    }
}

impl Stones {
    /// Whether the colours play the same part.
    fn has_colours(self) -> bool {
        matches!(self, Stones::NoGo | Stones::Col | Stones::Snort)
    }

    /// The boards after each move.
    fn after(
        self,
        board: &StoneBoard,
        visit: &mut dyn FnMut(StoneBoard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for spot in board.spots() {
            match self {
                Stones::NoGo | Stones::Col | Stones::Snort => {
                    for stone in [Cross, Nought] {
                        if board.at(spot).takes(stone) && self.allows(board, spot, stone) {
                            visit(board.with(&[(spot, stone)]))?;
                        }
                    }
                }
                Stones::Amazons if board.at(spot) == Cross => {
                    let lifted = board.with(&[(spot, Free)]);
                    for to in lifted.queen(spot) {
                        let moved = lifted.with(&[(to, Cross)]);
                        for shot in moved.queen(to) {
                            visit(moved.with(&[(shot, Blocked)]))?;
                        }
                    }
                }
                Stones::Fission if board.at(spot) == Cross => {
                    for (down, right) in [(0, 1), (1, 0)] {
                        let ends = [board.step(spot, (down, right)), board.step(spot, (-down, -right))];
                        if let [Some(one), Some(other)] = ends
                            && board.at(one) == Free
                            && board.at(other) == Free
                        {
                            visit(board.with(&[(spot, Free), (one, Cross), (other, Cross)]))?;
                        }
                    }
                }
                Stones::Amazons | Stones::Fission => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the neighbours let a stone of this colour be put here.
    fn allows(self, board: &StoneBoard, spot: Spot, stone: StoneSquare) -> bool {
        match self {
            Stones::Col => board.around(spot).all(|next| board.at(next) != stone),
            Stones::Snort => board.around(spot).all(|next| board.at(next) != stone.exchanged()),
            _ => {
                let after = board.with(&[(spot, stone)]);
                let is_stone = |spot: &Spot| matches!(after.at(*spot), Cross | Nought);
                after.has_liberty(spot)
                    && after.around(spot).filter(is_stone).all(|next| after.has_liberty(next))
            }
        }
    }

    /// The board with stones as what they forbid, where that is all they do.
    fn normal(self, board: &StoneBoard) -> StoneBoard {
        if !matches!(self, Stones::Col | Stones::Snort) {
            return board.clone();
        }
        let mut out = board.clone();
        for spot in board.spots() {
            let takes = |stone| board.at(spot).takes(stone) && self.allows(board, spot, stone);
            out.set(
                spot,
                match (takes(Cross), takes(Nought)) {
                    (true, true) => Free,
                    (true, false) => CrossOnly,
                    (false, true) => NoughtOnly,
                    (false, false) => Blocked,
                },
            );
        }
        out
    }
}

impl Game for Stones {
    type Component = StoneBoard;

    fn options(
        &self,
        board: &StoneBoard,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, StoneBoard>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut stopped = None;
        let flow = self.after(board, &mut |after| {
            if let Err(reason) = pulse.beats(board.squares.len() as u64) {
                stopped = Some(reason);
                return ControlFlow::Break(());
            }
            visit(&[Part { component: after, copies: 1 }])
        });
        stopped.map_or(Ok(flow), |reason| Err(reason.into()))
    }
}

impl Notation for Stones {
    fn read(&self, text: &str) -> Result<Vec<StoneBoard>, InputError> {
        if text.trim().contains('\n') {
            return Ok(vec![self.rows(text, text.trim().lines().map(str::trim).collect())?]);
        }
        text.split_whitespace().map(|word| self.board(text, word)).collect()
    }

    fn write(&self, boards: &[StoneBoard]) -> String {
        boards.iter().map(StoneBoard::text).collect::<Vec<_>>().join(" ")
    }

    fn places(&self, before: &StoneBoard, option: &[Part<StoneBoard>]) -> Vec<Place> {
        let Some(after) = option.first().map(|part| &part.component) else { return Vec::new() };
        let changed = before.spots().filter(|&spot| before.at(spot) != after.at(spot));
        changed.map(|(row, column)| Place::Cell(row, column)).collect()
    }
}

impl Stones {
    fn board(self, text: &str, word: &str) -> Result<StoneBoard, InputError> {
        if !word.starts_with(|first: char| first.is_ascii_digit()) {
            return self.rows(text, word.split('/').collect());
        }
        let wrong = |message: String| InputError::at(text, offset(text, word), message, HINT);
        let sides = word
            .split_once(['x', 'X', '×'])
            .ok_or_else(|| wrong(format!("`{}` is no board", shorten(word))))?;
        let side =
            |side: &str| number(side).map_err(|reason| wrong(format!("`{}` is {reason}", shorten(side))));
        let (rows, columns) = (side(sides.0)?, side(sides.1)?);
        if rows.max(columns) > MAX_SQUARES || rows * columns > MAX_SQUARES {
            return Err(wrong(format!("a board has at most {MAX_SQUARES} squares: `{}`", shorten(word))));
        }
        let (rows, columns) = (rows as usize, columns as usize);
        Ok(StoneBoard { rows, columns, squares: vec![Free; rows * columns] })
    }

    fn rows(self, text: &str, rows: Vec<&str>) -> Result<StoneBoard, InputError> {
        let columns = rows[0].chars().count();
        let mut squares = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            for (byte, letter) in row.char_indices() {
                squares.push(match letter.to_ascii_lowercase() {
                    '.' => Free,
                    'x' => Cross,
                    'o' if self.has_colours() => Nought,
                    '#' => Blocked,
                    _ => {
                        let message = format!("`{letter}` is no square of this board");
                        return Err(InputError::at(text, offset(text, row) + byte, message, HINT));
                    }
                });
            }
            let count = row.chars().count();
            if count != columns {
                let message = format!("row {} has {count} squares, the first has {columns}", index + 1);
                return Err(InputError::at(text, offset(text, row), message, HINT));
            }
        }
        let wrong = |message: String| Err(InputError::at(text, offset(text, rows[0]), message, HINT));
        if squares.len() as u64 > MAX_SQUARES {
            return wrong(format!("a board has at most {MAX_SQUARES} squares"));
        }
        let board = StoneBoard { rows: rows.len(), columns, squares };
        let is_stone = |spot: &Spot| matches!(board.at(*spot), Cross | Nought);
        let choked = board.spots().filter(is_stone).find(|&spot| !board.has_liberty(spot));
        if let (Stones::NoGo, Some((row, column))) = (self, choked) {
            return wrong(format!("the stone in row {}, column {} has no liberty", row + 1, column + 1));
        }
        Ok(board)
    }
}

impl Theory for Stones {
    fn rule(&self) -> String {
        match self {
            Stones::NoGo => "put a stone of either colour on a free square so that every group of stones keeps a free neighbour",
            Stones::Col => "put a stone of either colour on a free square that touches no stone of that colour",
            Stones::Snort => "put a stone of either colour on a free square that touches no stone of the other colour",
            Stones::Amazons => "move an amazon like a queen and shoot like a queen from there; the square hit is blocked",
            Stones::Fission => "split a stone into two on free squares at opposite sides of it",
        }
        .to_owned()
    }

    fn representative(&self, board: &StoneBoard) -> StoneBoard {
        let exchanges: &[bool] = if self.has_colours() { &[false, true] } else { &[false] };
        let images =
            (0..8).flat_map(|side| exchanges.iter().map(move |&exchange| board.seen(side, exchange)));
        images.min().expect("there are eight")
    }

    fn parts(&self, board: &StoneBoard) -> Parts<StoneBoard> {
        let board = self.normal(board);
        let steps: &[(isize, isize)] = if *self == Stones::Amazons { &ALL } else { &STRAIGHT };
        let mut seen = vec![false; board.squares.len()];
        let mut parts: Sum<StoneBoard> = Vec::new();
        for spot in board.spots().filter(|&spot| board.at(spot) != Blocked) {
            if seen[spot.0 * board.columns + spot.1] {
                continue;
            }
            let region = board.flood(spot, steps, |square| square != Blocked);
            region.iter().for_each(|spot| seen[spot.0 * board.columns + spot.1] = true);
            let region = board.cut(&region);
            if region.free() > 0 {
                add(&mut parts, self.representative(&region), 1).expect("fewer regions than squares");
            }
        }
        parts
    }

    fn solver(&self, _: &[StoneBoard], method: Method) -> Option<Box<dyn Solver<StoneBoard> + '_>> {
        let search = NimberSearch::by_weight(weight).in_order_of(method)?;
        Some(Box::new(Search { game: ByRegion(*self), search }))
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "regions that no move can join are independent, and turned or reflected ones play alike"
                .to_owned(),
        ]
    }
}

/// How hard a region is.
fn weight(board: &StoneBoard) -> u32 {
    5 * board.free() as u32
}

/// The game on regions: what a move leaves falls into its parts.
struct ByRegion(Stones);

impl Game for ByRegion {
    type Component = StoneBoard;

    fn options(
        &self,
        board: &StoneBoard,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, StoneBoard>,
    ) -> Result<ControlFlow<()>, Failure> {
        self.0.options(board, pulse, &mut |after| visit(&self.0.parts(&after[0].component)))
    }
}

/// Values by nimber search over regions.
struct Search {
    game: ByRegion,
    search: NimberSearch<StoneBoard>,
}

impl Solver<StoneBoard> for Search {
    fn value(&mut self, board: &StoneBoard, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.search.value(&self.game, &self.game.0.parts(board), pulse)
    }

    fn has_value(&mut self, board: &StoneBoard, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        self.search.has_value(&self.game, &self.game.0.parts(board), value, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }
}
