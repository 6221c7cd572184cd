//! Rules of words that are Cram: two free squares side by side, either way, are taken. They get its engine.

use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::Convention;
use crate::game::engine::{Engine, Method};
use crate::game::solver::Solver;
use crate::game::theory::{Known, Theory};
use crate::games::board::cram::Cram;
use crate::games::board::grid::Grid;
use crate::rule::word::literal::Symbol;
use crate::rule::word::{SymbolWord, Topology, WordRule};
use std::borrow::Cow;

/// The symbol of free squares if a rule is Cram: its patterns are the two dominoes, each taken whole.
pub(super) fn free_square(rule: &WordRule) -> Option<char> {
    let symbol = rule.takes_only().filter(|_| rule.ground == Topology::Board)?;
    let has_numbers = rule.clauses.iter().any(|clause| !clause.names.numbers.is_empty());
    if has_numbers {
        return None;
    }
    let instances = rule.instances(2).ok()?;
    let mut seen = [false; 2];
    for instance in instances.iter() {
        let taken = |write: &Symbol| matches!(write, Symbol::Char(written) if *written != symbol);
        let is_whole = instance.reads.iter().all(|read| taken(&read.write));
        let leaves_rest = instance.over.iter().all(|(_, _, write)| *write == Symbol::Any);
        let [first, second] = instance.reads.as_slice() else { return None };
        let apart = (second.row - first.row, second.column.wrapping_sub(first.column));
        let lies = match apart {
            (0, 1) => 0,
            (1, 0) => 1,
            _ => return None,
        };
        if !is_whole || !leaves_rest {
            return None;
        }
        seen[lies] = true;
    }
    (seen == [true; 2]).then_some(symbol)
}

/// A board as Cram sees it.
fn grid(word: &SymbolWord, symbol: char) -> Grid {
    let columns = word.columns().max(1);
    let taken = word.cells().iter().enumerate().filter(|(_, cell)| **cell != symbol);
    let squares: Vec<(usize, usize)> = taken.map(|(index, _)| (index / columns, index % columns)).collect();
    Grid::new(word.rows(), word.columns()).with(&squares)
}

/// What Cram knows of a board.
pub(super) fn known(word: &SymbolWord, symbol: char, convention: Convention) -> Option<Known> {
    Cram.known(&grid(word, symbol), convention)
}

/// The search of Cram.
struct Search {
    symbol: char,
    cram: Box<dyn Solver<Grid>>,
}

/// Its search for these boards.
pub(super) fn solver(
    words: &[SymbolWord],
    symbol: char,
    method: Method,
) -> Option<Box<dyn Solver<SymbolWord>>> {
    let boards: Vec<Grid> = words.iter().map(|word| grid(word, symbol)).collect();
    const CRAM: &Cram = &Cram;
    let cram = CRAM.solver(&boards, method)?;
    Some(Box::new(Search { symbol, cram }))
}

impl Solver<SymbolWord> for Search {
    fn value(&mut self, word: &SymbolWord, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.cram.value(&grid(word, self.symbol), pulse)
    }

    fn has_value(&mut self, word: &SymbolWord, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        self.cram.has_value(&grid(word, self.symbol), value, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        self.cram.engine()
    }

    fn serves(&self, words: &[SymbolWord]) -> bool {
        self.cram.serves(&words.iter().map(|word| grid(word, self.symbol)).collect::<Vec<_>>())
    }

    fn is_promising(&self, words: &[SymbolWord]) -> bool {
        self.cram.is_promising(&words.iter().map(|word| grid(word, self.symbol)).collect::<Vec<_>>())
    }
}
