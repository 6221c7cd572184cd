//! Patterns with numbers in place of names, turned and reflected as the rule says, and their occurrences in a word.

use super::condition::Test;
use super::literal::{Count, Item, Pattern, Symbol, WALL};
use super::symmetry::Image;
use super::{SymbolWord, Topology, WordClause, WordRule};
use crate::base::limits::{Pulse, StopReason};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

/// Most symbols in the patterns for one length.
const MAX_SYMBOLS: usize = 1 << 25;

/// A place of a pattern that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Read {
    /// Its line.
    pub row: usize,
    /// Its column.
    pub column: usize,
    /// What must stand there.
    pub symbol: Symbol,
    /// What is written there; [`Symbol::Any`] leaves it.
    pub write: Symbol,
}

/// A pattern with its numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The clause it comes from.
    pub clause: usize,
    /// Lines of the left side.
    pub rows: usize,
    /// Columns of the left side.
    pub columns: usize,
    /// The places that are not `_`.
    pub reads: Vec<Read>,
    /// The places that are `_` and what is written there, line by line.
    pub over: Vec<(usize, usize, Symbol)>,
    /// The whole right side, where the length changes.
    pub right: Option<Vec<Symbol>>,
    /// The ends of the row that it needs.
    pub ends: (bool, bool),
    /// The length, then the numbers.
    numbers: Vec<i128>,
}

/// The patterns of a rule, made when they are needed.
#[derive(Debug)]
pub struct Instances {
    images: Vec<Image>,
    /// Whether there are numbers, and whether they depend on the length of the row.
    counted: bool,
    by_length: bool,
    made: RwLock<HashMap<usize, Arc<Vec<Instance>>>>,
}

impl Instances {
    /// Nothing is made yet.
    pub fn new(clauses: &[WordClause], ground: Topology, turned: bool, mirrored: bool) -> Instances {
        Instances {
            images: Image::group(ground, turned, mirrored),
            counted: clauses
                .iter()
                .any(|clause| !clause.names.numbers.is_empty() || clause.conditions.by_length),
            by_length: clauses.iter().any(|clause| clause.conditions.by_length),
            made: RwLock::default(),
        }
    }
}

/// An occurrence of a pattern in a word.
#[derive(Debug, Clone, Copy)]
pub struct Occurrence<'a> {
    /// The pattern.
    pub instance: &'a Instance,
    /// Where its first place lies; it may be beyond an edge.
    pub row: isize,
    /// Likewise.
    pub column: isize,
}

impl WordRule {
    /// The patterns that may occur in words of this length.
    pub fn instances(&self, length: usize) -> Result<Arc<Vec<Instance>>, StopReason> {
        let key = match (self.instances.counted, self.instances.by_length) {
            (false, _) => 0,
            (true, true) => length,
            (true, false) => length.next_power_of_two(),
        };
        if let Some(made) = self.instances.made.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(made.clone());
        }
        let made = Arc::new(self.make(key)?);
        self.instances.made.write().unwrap_or_else(PoisonError::into_inner).insert(key, made.clone());
        Ok(made)
    }

    fn make(&self, length: usize) -> Result<Vec<Instance>, StopReason> {
        let mut out: Vec<Instance> = Vec::new();
        let mut symbols = 0;
        for (index, clause) in self.clauses.iter().enumerate() {
            let assignments = clause.conditions.assignments(length).ok_or(StopReason::MemoryLimit)?;
            for numbers in assignments {
                let Some(plain) = instance(index, clause, numbers) else { continue };
                // What is longer than the row cannot occur; `_` may lie beyond its ends.
                if self.instances.counted && plain.reads.len() > length.max(1).saturating_mul(length.max(1)) {
                    continue;
                }
                symbols += plain.reads.len() + plain.over.len();
                if symbols > MAX_SYMBOLS {
                    return Err(StopReason::MemoryLimit);
                }
                for &image in &self.instances.images {
                    let turned = plain.image(image);
                    if !out.iter().rev().take(8).any(|known| *known == turned) {
                        out.push(turned);
                    }
                }
            }
        }
        Ok(out)
    }

    /// Calls `visit` with every occurrence of a pattern in a word and the symbols its variables stand for.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn occurrences(
        &self,
        word: &SymbolWord,
        pulse: &mut Pulse<'_>,
        visit: &mut dyn FnMut(Occurrence<'_>, &[char]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, StopReason> {
        let length = word.rows().max(word.columns());
        let instances = self.instances(length)?;
        let mut symbols = Vec::new();
        for instance in instances.iter() {
            if !instance.may_occur(word) {
                continue;
            }
            pulse.beats(word.cells().len() as u64 + 1)?;
            let clause = &self.clauses[instance.clause];
            symbols.resize(clause.names.symbols.len(), '\0');
            let anchor = instance.reads[0];
            for (index, &cell) in word.cells().iter().enumerate() {
                if cell == WALL || matches!(anchor.symbol, Symbol::Char(symbol) if symbol != cell) {
                    continue;
                }
                let row = (index / word.columns()) as isize - anchor.row as isize;
                let column = (index % word.columns()) as isize - anchor.column as isize;
                let occurrence = Occurrence { instance, row, column };
                if occurrence.matches(word, &clause.conditions.tests, &mut symbols)
                    && visit(occurrence, &symbols).is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A clause with its numbers; `None` when nothing is read or the sides no longer fit.
fn instance(clause: usize, source: &WordClause, numbers: Vec<i128>) -> Option<Instance> {
    let count = |item: &Item| match item.count {
        Count::Fixed(count) => count as usize,
        Count::Variable(index) => usize::try_from(numbers[index + 1]).unwrap_or(0),
    };
    let spelled = |pattern: &Pattern| -> Vec<Vec<Symbol>> {
        let line = |items: &Vec<Item>| {
            items.iter().flat_map(|item| std::iter::repeat_n(item.symbol, count(item))).collect()
        };
        pattern.lines.iter().map(line).collect()
    };
    let (left, right) = (spelled(&source.left), spelled(&source.right));
    let columns = left.iter().map(Vec::len).max().unwrap_or(0);
    let (mut reads, mut over) = (Vec::new(), Vec::new());
    for (row, line) in left.iter().enumerate() {
        for column in 0..columns {
            // A shorter line is filled up with `_`.
            let symbol = line.get(column).copied().unwrap_or(Symbol::Any);
            let write = match source.keeps_places {
                true => right[row].get(column).copied().unwrap_or(Symbol::Any),
                false => Symbol::Any,
            };
            match symbol {
                Symbol::Any => over.push((row, column, write)),
                _ => reads.push(Read { row, column, symbol, write }),
            }
        }
    }
    let whole = (!source.keeps_places).then(|| right.into_iter().next().unwrap_or_default());
    let ends = (source.left.from_start, source.left.to_end);
    let made = Instance { clause, rows: left.len(), columns, reads, over, right: whole, ends, numbers };
    (!made.reads.is_empty()).then_some(made)
}

impl Instance {
    /// The pattern turned or reflected.
    fn image(&self, image: Image) -> Instance {
        let place = |row, column| image.place(row, column, self.rows, self.columns);
        let (rows, columns) = image.size(self.rows, self.columns);
        let mut reads: Vec<Read> = self
            .reads
            .iter()
            .map(|read| {
                let (row, column) = place(read.row, read.column);
                Read { row, column, ..*read }
            })
            .collect();
        reads.sort_by_key(|read| (read.row, read.column));
        let mut over: Vec<(usize, usize, Symbol)> = self
            .over
            .iter()
            .map(|&(row, column, write)| {
                let (row, column) = place(row, column);
                (row, column, write)
            })
            .collect();
        over.sort_by_key(|&(row, column, _)| (row, column));
        let mut right = self.right.clone();
        let mut ends = self.ends;
        if image.flips_columns {
            right.iter_mut().for_each(|right| right.reverse());
            ends = (ends.1, ends.0);
        }
        Instance { rows, columns, reads, over, right, ends, numbers: self.numbers.clone(), ..*self }
    }

    /// Whether there is room for what it reads.
    pub fn may_occur(&self, word: &SymbolWord) -> bool {
        let (wrap_rows, wrap_columns) = word.wraps();
        self.reads.len() <= word.cells().len()
            && (self.over.is_empty() || !wrap_columns || word.columns() > 0)
            && (!self.over.is_empty()
                || (wrap_rows || self.rows <= word.rows())
                    && (wrap_columns || self.columns <= word.columns()))
    }

    /// Whether it may lie over itself on a ground whose edges are joined.
    fn overlaps(&self, word: &SymbolWord) -> bool {
        let (wrap_rows, wrap_columns) = word.wraps();
        wrap_rows && self.rows > word.rows() || wrap_columns && self.columns > word.columns()
    }
}

impl Occurrence<'_> {
    fn place(&self, word: &SymbolWord, row: usize, column: usize) -> Option<usize> {
        word.place(self.row + row as isize, self.column + column as isize)
    }

    /// Whether the word holds the pattern here; then `symbols` are what its variables stand for.
    fn matches(&self, word: &SymbolWord, tests: &[Test], symbols: &mut [char]) -> bool {
        let instance = self.instance;
        if instance.ends.0 && self.column != 0
            || instance.ends.1 && self.column + instance.columns as isize != word.columns() as isize
        {
            return false;
        }
        symbols.fill('\0');
        for read in &instance.reads {
            let Some(place) = self.place(word, read.row, read.column) else { return false };
            let cell = word.cells()[place];
            match read.symbol {
                Symbol::Char(symbol) if symbol != cell => return false,
                Symbol::Variable(index) => {
                    if cell == WALL || symbols[index] != '\0' && symbols[index] != cell {
                        return false;
                    }
                    symbols[index] = cell;
                }
                _ => {}
            }
        }
        if instance.overlaps(word) {
            let mut places: Vec<Option<usize>> =
                instance.reads.iter().map(|read| self.place(word, read.row, read.column)).collect();
            places.sort_unstable();
            if places.windows(2).any(|pair| pair[0] == pair[1]) {
                return false;
            }
        }
        tests.iter().all(|test| test.holds(symbols, &instance.numbers))
    }

    /// Calls `visit` with each place that is written or read, whether it is read, and what is written.
    pub fn touched(&self, word: &SymbolWord, mut visit: impl FnMut(usize, Option<Symbol>, Symbol)) {
        let instance = self.instance;
        let mut used = Vec::new();
        let overlaps = instance.overlaps(word);
        for read in &instance.reads {
            let Some(place) = self.place(word, read.row, read.column) else { continue };
            visit(place, Some(read.symbol), read.write);
            if overlaps {
                used.push(place);
            }
        }
        for &(row, column, write) in &instance.over {
            let Some(place) = self.place(word, row, column) else { continue };
            if overlaps {
                if used.contains(&place) {
                    continue;
                }
                used.push(place);
            }
            visit(place, None, write);
        }
    }

    /// The word after the move.
    pub fn result(&self, word: &SymbolWord, symbols: &[char]) -> SymbolWord {
        let value = |symbol: Symbol| match symbol {
            Symbol::Char(symbol) => symbol,
            Symbol::Variable(index) => symbols[index],
            Symbol::Any => unreachable!("the right side of a clause that changes the length has no `_`"),
        };
        if let Some(right) = &self.instance.right {
            let (start, length) = (self.column as usize, self.instance.columns);
            let written = right.iter().map(|&symbol| value(symbol));
            let cells = word.cells();
            let across = (start + length).saturating_sub(cells.len());
            let out = if across > 0 {
                written.chain(cells[across..start].iter().copied()).collect()
            } else {
                cells[..start]
                    .iter()
                    .copied()
                    .chain(written)
                    .chain(cells[start + length..].iter().copied())
                    .collect()
            };
            return SymbolWord::line(out, word.wraps().1);
        }
        let mut cells = word.cells().to_vec();
        self.touched(word, |place, _, write| {
            if write != Symbol::Any {
                cells[place] = value(write);
            }
        });
        word.with_cells(cells)
    }
}
