//! Boards on which free squares are only ever taken, as numbers whose bits are the free squares.
//!
//! If one symbol alone is read and what is written is never read again, a board is a set of free squares, a move needs some of
//! them and takes some, and a region that hangs together by moves is a number ([`crate::games::board::bits`]). All anchors at
//! which a pattern fits come out of a few shifts, and so does what hangs together. A region that half a turn leaves alike has
//! value 0 when no move takes what its own image needs: every move is answered by its image.
//!
//! Cram written as a rule takes this way when it is asked for by an equivalent rule with something more in it; the rule itself
//! is recognised and goes to [`crate::games::board::cram`].

use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::engine::search::nimber_search::{self, NimberFact, NimberSearch};
use crate::game::engine::{Engine, Method};
use crate::game::solver::Solver;
use crate::game::sum::add;
use crate::game::{Game, Part, Parts, Visit};
use crate::games::board::bits::{Layout, Long, Narrow, Squares, Wide, Word as Bits};
use crate::rule::word::literal::Symbol;
use crate::rule::word::symmetry::Image;
use crate::rule::word::{SymbolWord, WordRule};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// A pattern that takes free squares: what it needs and what it takes, as (row, column) from its first needed square's box.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Taking {
    needs: Vec<(i32, i32)>,
    takes: Vec<(i32, i32)>,
}

/// The patterns of a rule that only takes free squares, for boards up to a size; `None` where it does more.
fn takings(rule: &WordRule, symbol: char, side: usize) -> Option<Vec<Taking>> {
    let mut out = Vec::new();
    for instance in rule.instances(side).ok()?.iter() {
        let top = instance.reads.iter().map(|read| read.row).min()? as i32;
        let left = instance.reads.iter().map(|read| read.column).min()? as i32;
        let place = |row: usize, column: usize| (row as i32 - top, column as i32 - left);
        let mut taking = Taking { needs: Vec::new(), takes: Vec::new() };
        for read in &instance.reads {
            taking.needs.push(place(read.row, read.column));
            if matches!(read.write, Symbol::Char(written) if written != symbol) {
                taking.takes.push(place(read.row, read.column));
            }
        }
        for &(row, column, write) in &instance.over {
            match write {
                Symbol::Any => {}
                Symbol::Char(written) if written != symbol => taking.takes.push(place(row, column)),
                _ => return None,
            }
        }
        out.push(taking);
    }
    out.sort();
    out.dedup();
    Some(out)
}

/// A pattern in a layout.
#[derive(Debug)]
struct Pattern<L: Layout> {
    needs: Vec<u32>,
    /// Anchors at which it does not run over the right edge.
    fits: L::Word,
    /// Squares that it needs or takes: how far from the anchor, and the anchors for which there is such a square.
    touches: Vec<(i32, L::Word)>,
    /// For each anchor the squares that it takes.
    takes: Vec<L::Word>,
}

/// The squares so many bits further on, or back.
#[inline]
fn shifted<W: Bits>(squares: W, by: i32) -> W {
    if by >= 0 { squares << by as u32 } else { squares >> by.unsigned_abs() }
}

impl<L: Layout> Pattern<L> {
    /// `None` where the pattern is larger than the layout.
    fn new(taking: &Taking) -> Option<Pattern<L>> {
        let (rows, columns) = (L::ROWS as i32, L::COLUMNS as i32);
        if taking.needs.iter().any(|&(row, column)| row >= rows || column >= columns) {
            return None;
        }
        let offset = |(row, column): (i32, i32)| row * columns + column;
        let anchors = |(row, column): (i32, i32)| {
            let mut out = L::Word::NONE;
            for anchor_row in (0..rows).filter(|anchor| (0..rows).contains(&(anchor + row))) {
                for anchor in (0..columns).filter(|anchor| (0..columns).contains(&(anchor + column))) {
                    out = out | L::square(anchor_row as u32, anchor as u32);
                }
            }
            out
        };
        let fits = taking.needs.iter().fold(!L::Word::NONE, |fits, &need| fits & anchors(need));
        let near = |&&(row, column): &&(i32, i32)| row.abs() < rows && column.abs() < columns;
        let extra = taking.takes.iter().filter(|take| !taking.needs.contains(take)).filter(near);
        let touches =
            taking.needs.iter().chain(extra).map(|&place| (offset(place), anchors(place))).collect();
        let mut takes = Vec::new();
        for anchor in 0..rows * columns {
            let one = L::square((anchor / columns) as u32, (anchor % columns) as u32);
            let taken = taking.takes.iter().filter(near).fold(L::Word::NONE, |all, &place| {
                if (one & anchors(place)).is_none() { all } else { all | shifted(one, offset(place)) }
            });
            takes.push(taken);
        }
        let needs = taking.needs.iter().map(|&place| offset(place) as u32).collect();
        Some(Pattern { needs, fits, touches, takes })
    }

    /// The anchors at which all needed squares are free.
    #[inline]
    fn anchors(&self, squares: L::Word) -> L::Word {
        self.needs.iter().fold(self.fits, |anchors, &need| anchors & squares >> need)
    }
}

/// A region of free squares, moved to the first row and column; its weight and what is known of it come with it.
#[derive(Debug, Clone)]
pub(super) struct FreeRegion<L: Layout> {
    squares: L::Word,
    moves: u32,
    answered: bool,
}

impl<L: Layout> PartialEq for FreeRegion<L> {
    fn eq(&self, other: &FreeRegion<L>) -> bool {
        self.squares == other.squares
    }
}

impl<L: Layout> Eq for FreeRegion<L> {}

impl<L: Layout> PartialOrd for FreeRegion<L> {
    fn partial_cmp(&self, other: &FreeRegion<L>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<L: Layout> Ord for FreeRegion<L> {
    fn cmp(&self, other: &FreeRegion<L>) -> Ordering {
        self.squares.cmp(&other.squares)
    }
}

impl<L: Layout> Hash for FreeRegion<L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.squares.hash(state);
    }
}

/// The moves of a rule on regions.
#[derive(Debug)]
pub(super) struct Placements<L: Layout> {
    patterns: Vec<Pattern<L>>,
    images: Vec<Image>,
    half_turn: bool,
    layout: PhantomData<L>,
}

impl<L: Layout> Placements<L> {
    fn new(rule: &WordRule, symbol: char) -> Option<Placements<L>> {
        let side = L::ROWS.max(L::COLUMNS) as usize;
        let takings = takings(rule, symbol, side)?;
        let images = Image::ALL.into_iter().filter(|&image| rule.symmetries.has(image)).collect();
        let half_turn =
            rule.symmetries.has(Image { flips_rows: true, flips_columns: true, exchanges: false });
        let patterns = takings.iter().filter_map(Pattern::new).collect();
        Some(Placements { patterns, images, half_turn, layout: PhantomData })
    }

    /// The regions that free squares fall into by the moves that are left.
    fn regions(&self, squares: L::Word, anchors: &mut Vec<L::Word>, out: &mut Parts<FreeRegion<L>>) {
        anchors.clear();
        let mut useful = L::Word::NONE;
        for pattern in &self.patterns {
            let fitting = pattern.anchors(squares);
            anchors.push(fitting);
            if !fitting.is_none() {
                useful = pattern.needs.iter().fold(useful, |useful, &need| useful | fitting << need);
            }
        }
        let mut left = useful;
        while !left.is_none() {
            let region = self.connected(left.first(), useful, anchors);
            left = left & !region;
            add(out, self.region(region), 1).expect("fewer regions than squares");
        }
    }

    /// All useful squares that moves link with a seed.
    #[inline]
    fn connected(&self, seed: L::Word, useful: L::Word, anchors: &[L::Word]) -> L::Word {
        let mut found = seed;
        loop {
            let mut grown = found;
            for (pattern, &fitting) in self.patterns.iter().zip(anchors) {
                if fitting.is_none() {
                    continue;
                }
                let mut touching = L::Word::NONE;
                for &(by, within) in &pattern.touches {
                    touching = touching | shifted(grown, -by) & within;
                }
                let touching = touching & fitting;
                for &(by, within) in &pattern.touches {
                    grown = grown | shifted(touching & within, by) & useful;
                }
            }
            if grown == found {
                return found;
            }
            found = grown;
        }
    }

    /// The representative of the regions that look like these squares.
    fn region(&self, squares: L::Word) -> FreeRegion<L> {
        let (offset, (rows, columns)) = L::place(squares);
        let squares = squares >> offset;
        let mut least = squares;
        for &image in &self.images[1..] {
            if image.exchanges && (columns > L::ROWS || rows > L::COLUMNS) {
                continue;
            }
            let mut turned = squares;
            if image.flips_rows {
                turned = L::flip_rows(turned) >> ((L::ROWS - rows) * L::COLUMNS);
            }
            if image.flips_columns {
                turned = L::flip_columns(turned) >> (L::COLUMNS - columns);
            }
            if image.exchanges {
                turned = L::transpose(turned);
            }
            if turned.precedes(least) {
                least = turned;
            }
        }
        let moves = self.patterns.iter().map(|pattern| pattern.anchors(least).count()).sum();
        FreeRegion { squares: least, moves, answered: self.half_turn && self.is_answered(least) }
    }

    /// Whether half a turn leaves the region alike and every move can be answered by its image.
    fn is_answered(&self, squares: L::Word) -> bool {
        let (rows, columns) = L::extent(squares);
        let down = (L::ROWS - rows) * L::COLUMNS + (L::COLUMNS - columns);
        let turned = |squares: L::Word| L::flip_rows(L::flip_columns(squares)) >> down;
        if turned(squares) != squares {
            return false;
        }
        self.patterns.iter().all(|pattern| {
            let mut anchors = pattern.anchors(squares);
            while !anchors.is_none() {
                let anchor = anchors.first();
                anchors = anchors ^ anchor;
                let needs = pattern.needs.iter().fold(L::Word::NONE, |all, &need| all | anchor << need);
                let taken = pattern.takes[anchor.first_index() as usize] & squares;
                if !(turned(needs) & taken).is_none() {
                    return false;
                }
            }
            true
        })
    }
}

impl<L: Layout> Game for Placements<L> {
    type Component = FreeRegion<L>;

    fn options(
        &self,
        region: &FreeRegion<L>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, FreeRegion<L>>,
    ) -> Result<ControlFlow<()>, Failure> {
        let (mut parts, mut room) = (Vec::new(), Vec::new());
        for pattern in &self.patterns {
            let mut anchors = pattern.anchors(region.squares);
            while !anchors.is_none() {
                let anchor = anchors.first();
                anchors = anchors ^ anchor;
                pulse.beat()?;
                parts.clear();
                let left = region.squares & !pattern.takes[anchor.first_index() as usize];
                self.regions(left, &mut room, &mut parts);
                if visit(&parts).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Values by nimber search over regions of free squares.
struct Search<'a, L: Layout> {
    rule: &'a WordRule,
    symbol: char,
    game: Placements<L>,
    search: NimberSearch<FreeRegion<L>>,
}

/// The search that serves these boards, if the rule only takes free squares and their regions fit a layout.
pub(super) fn solver<'a>(
    rule: &'a WordRule,
    words: &[SymbolWord],
    method: Method,
) -> Option<Box<dyn Solver<SymbolWord> + 'a>> {
    let symbol = rule.takes_only()?;
    search::<Narrow>(rule, symbol, words, method)
        .or_else(|| search::<Long>(rule, symbol, words, method))
        .or_else(|| search::<Wide>(rule, symbol, words, method))
}

fn search<'a, L: Layout>(
    rule: &'a WordRule,
    symbol: char,
    words: &[SymbolWord],
    method: Method,
) -> Option<Box<dyn Solver<SymbolWord> + 'a>> {
    let weight = |region: &FreeRegion<L>| 5 * region.moves;
    let theory = |region: &FreeRegion<L>| region.answered.then_some(NimberFact::Value(0));
    let search = NimberSearch::by_weight(weight).with_theory(theory).in_order_of(method)?;
    let search = Search::<L> { rule, symbol, game: Placements::new(rule, symbol)?, search };
    search.serves(words).then(|| Box::new(search) as _)
}

impl<L: Layout> Search<'_, L> {
    /// The regions of a board, if all fit.
    fn parts(&self, word: &SymbolWord) -> Option<Parts<FreeRegion<L>>> {
        let (mut out, mut room) = (Vec::new(), Vec::new());
        for part in self.rule.parts(word) {
            if part.wraps() != (false, false)
                || part.rows() > L::ROWS as usize
                || part.columns() > L::COLUMNS as usize
            {
                return None;
            }
            let mut squares = L::Word::NONE;
            for (index, _) in part.cells().iter().enumerate().filter(|(_, cell)| **cell == self.symbol) {
                let (row, column) = (index / part.columns(), index % part.columns());
                squares = squares | L::square(row as u32, column as u32);
            }
            self.game.regions(squares, &mut room, &mut out);
        }
        Some(out)
    }

    fn regions(&self, word: &SymbolWord) -> Parts<FreeRegion<L>> {
        self.parts(word).expect("options have smaller regions")
    }
}

impl<L: Layout> Solver<SymbolWord> for Search<'_, L> {
    fn value(&mut self, word: &SymbolWord, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let parts: Vec<Part<FreeRegion<L>>> = self.regions(word);
        self.search.value(&self.game, &parts, pulse)
    }

    fn has_value(&mut self, word: &SymbolWord, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        let parts = self.regions(word);
        self.search.has_value(&self.game, &parts, value, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }

    fn serves(&self, words: &[SymbolWord]) -> bool {
        words.iter().all(|word| self.parts(word).is_some())
    }
}
