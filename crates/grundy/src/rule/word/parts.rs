//! Independent parts of a word: what no move, now or later, can touch at once.
//!
//! For every place the symbols that may ever stand there are found, too many rather than too few: those that stand there now,
//! and those that a pattern writes which may occur, given the symbols at its places. A place that no such pattern reads is a
//! **wall**: nothing that is written there matters. Places that one pattern may touch belong together; what does not belong
//! together is independent, since every move reads and writes places of one part alone. Where a rule changes the length of
//! words, places move, and only symbols that no pattern reads are walls.
//!
//! Time O(patterns times places) for each round, and rounds only where a move can write what another reads.

use super::instance::{Instance, Occurrence};
use super::literal::{Symbol, WALL};
use super::weights::choices;
use super::{SymbolWord, WordRule};
use std::sync::Arc;

/// A set of symbols: a bit for each that the rule names, and one for all others.
type Set = u64;
/// Most symbols of a rule whose words are cut.
const MAX_SYMBOLS: usize = 62;

/// What the reading places of a rule accept.
#[derive(Debug, Clone, Default)]
pub struct Accepted {
    /// For each clause the symbols that each of its variables may stand for.
    variables: Vec<Vec<Set>>,
    /// All symbols that some place reads.
    live: Set,
}

impl Accepted {
    /// Those of a rule; `None` where it has too many symbols.
    pub(super) fn of(rule: &WordRule) -> Option<Accepted> {
        if rule.symbols.len() > MAX_SYMBOLS {
            return None;
        }
        let mut out = Accepted::default();
        for clause in &rule.clauses {
            let mut sets = vec![0; clause.names.symbols.len()];
            match choices(rule, clause) {
                Some(choices) => {
                    for choice in choices {
                        choice.iter().zip(&mut sets).for_each(|(&symbol, set)| *set |= rule.bit(symbol));
                    }
                }
                None => sets.fill(Set::MAX),
            }
            for item in clause.left.items() {
                out.live |= match item.symbol {
                    Symbol::Char(symbol) => rule.bit(symbol),
                    Symbol::Variable(index) => sets[index],
                    Symbol::Any => 0,
                };
            }
            out.variables.push(sets);
        }
        Some(out)
    }
}

impl WordRule {
    /// The bit of a symbol.
    fn bit(&self, symbol: char) -> Set {
        if symbol == WALL {
            return 0;
        }
        1 << self.symbols.iter().position(|&known| known == symbol).unwrap_or(self.symbols.len())
    }

    /// The symbols of the rule that no left side can match, so that they are walls wherever they stand.
    pub fn walls(&self) -> Vec<char> {
        let Some(accepted) = &self.accepted else { return Vec::new() };
        self.symbols.iter().copied().filter(|&symbol| self.bit(symbol) & accepted.live == 0).collect()
    }

    /// Whether no left side can match a symbol that the rule does not name.
    pub fn others_are_walls(&self) -> bool {
        self.accepted.as_ref().is_some_and(|accepted| accepted.live >> self.symbols.len() == 0)
    }

    /// The independent parts of a word, each the one that stands for all that play alike.
    pub fn parts(&self, word: &SymbolWord) -> Vec<SymbolWord> {
        let whole = || vec![self.symmetries.part_representative(word)];
        let Some(accepted) = &self.accepted else { return whole() };
        if word.cells().is_empty() {
            return Vec::new();
        }
        let parts = match self.is_shifting() {
            true => self.segments(word, accepted),
            false => self.regions(word, accepted),
        };
        parts.map_or_else(whole, |parts| {
            parts.iter().map(|part| self.symmetries.part_representative(part)).collect()
        })
    }

    /// The parts between symbols that nothing reads, where the length may change.
    fn segments(&self, word: &SymbolWord, accepted: &Accepted) -> Option<Vec<SymbolWord>> {
        let over = self.clauses.iter().any(|clause| clause.left.has_any() || clause.right.has_any());
        if over || self.by_length() {
            return None;
        }
        let dead = |cell: char| self.bit(cell) & accepted.live == 0;
        let mut cells = word.cells().to_vec();
        let first = cells.iter().position(|&cell| dead(cell));
        let is_ring = word.wraps().1;
        match first {
            None => return None,
            Some(first) if is_ring => cells.rotate_left(first),
            Some(_) => {}
        }
        let mut out = Vec::new();
        let mut start = 0;
        for end in (0..=cells.len()).filter(|&at| at == cells.len() || dead(cells[at])) {
            if end > start {
                let mut part = cells[start..end].to_vec();
                if self.has_ends() {
                    part.splice(0..0, (start > 0).then_some(WALL));
                    part.extend((end < cells.len()).then_some(WALL));
                }
                out.push(SymbolWord::line(part, false));
            }
            start = end + 1;
        }
        Some(out)
    }

    fn has_numbers(&self) -> bool {
        self.clauses.iter().any(|clause| !clause.names.numbers.is_empty())
    }

    fn by_length(&self) -> bool {
        self.clauses.iter().any(|clause| clause.conditions.by_length)
    }

    /// The parts of a word whose places stay.
    fn regions(&self, word: &SymbolWord, accepted: &Accepted) -> Option<Vec<SymbolWord>> {
        let instances: Arc<Vec<Instance>> = self.instances(word.rows().max(word.columns())).ok()?;
        let mut sets: Vec<Set> = word.cells().iter().map(|&cell| self.bit(cell)).collect();
        let mut possible: Vec<(u32, i32, i32)> = Vec::new();
        loop {
            possible.clear();
            let mut grown = false;
            for (index, instance) in
                instances.iter().enumerate().filter(|(_, instance)| instance.may_occur(word))
            {
                let anchor = instance.reads[0];
                let accepts = self.accepts(accepted, instance, anchor.symbol);
                for place in 0..sets.len() {
                    if sets[place] & accepts == 0 {
                        continue;
                    }
                    let row = (place / word.columns()) as isize - anchor.row as isize;
                    let column = (place % word.columns()) as isize - anchor.column as isize;
                    let occurrence = Occurrence { instance, row, column };
                    if self.is_possible(accepted, occurrence, word, &sets) {
                        possible.push((index as u32, row as i32, column as i32));
                        grown |= self.spread(accepted, occurrence, word, &mut sets);
                    }
                }
            }
            if !grown {
                break;
            }
        }
        let occurrence = |&(index, row, column): &(u32, i32, i32)| Occurrence {
            instance: &instances[index as usize],
            row: row as isize,
            column: column as isize,
        };
        let mut read = vec![false; sets.len()];
        for found in &possible {
            occurrence(found).touched(word, |place, symbol, _| read[place] |= symbol.is_some());
        }
        let relevant = |place: usize, symbol: Option<Symbol>, write: Symbol| {
            symbol.is_some() || write != Symbol::Any && read[place]
        };
        let mut owner: Vec<usize> = (0..sets.len()).collect();
        for found in &possible {
            let mut first = None;
            occurrence(found).touched(word, |place, symbol, write| {
                if relevant(place, symbol, write) {
                    match first {
                        None => first = Some(place),
                        Some(first) => join(&mut owner, first, place),
                    }
                }
            });
        }
        let mut out = Vec::new();
        let owner: Vec<usize> = (0..sets.len()).map(|place| find(&mut owner, place)).collect();
        for root in (0..sets.len()).filter(|&place| read[place] && owner[place] == place) {
            let mine: Vec<bool> = (0..sets.len()).map(|place| read[place] && owner[place] == root).collect();
            let cells = word.cells().iter().zip(&mine).map(|(&cell, &mine)| if mine { cell } else { WALL });
            let part = word.with_cells(cells.collect());
            let own = possible.iter().filter(|found| {
                let occurrence = occurrence(found);
                let anchor = occurrence.instance.reads[0];
                let place = word
                    .place(occurrence.row + anchor.row as isize, occurrence.column + anchor.column as isize);
                place.is_some_and(|place| mine[place])
            });
            let part = self.unrolled(part, own.map(occurrence), &relevant);
            out.push(self.trimmed(part, &instances));
        }
        Some(out)
    }

    fn accepts(&self, accepted: &Accepted, instance: &Instance, symbol: Symbol) -> Set {
        match symbol {
            Symbol::Char(symbol) => self.bit(symbol),
            Symbol::Variable(index) => accepted.variables[instance.clause][index],
            Symbol::Any => Set::MAX,
        }
    }

    /// Whether a pattern may occur, now or later, given the symbols that may stand at each place.
    fn is_possible(
        &self,
        accepted: &Accepted,
        occurrence: Occurrence<'_>,
        word: &SymbolWord,
        sets: &[Set],
    ) -> bool {
        let instance = occurrence.instance;
        if instance.ends.0 && occurrence.column != 0
            || instance.ends.1 && occurrence.column + instance.columns as isize != word.columns() as isize
        {
            return false;
        }
        let mut variables = [Set::MAX; 8];
        instance.reads.iter().all(|read| {
            let place =
                word.place(occurrence.row + read.row as isize, occurrence.column + read.column as isize);
            let Some(place) = place else { return false };
            let mut found = sets[place] & self.accepts(accepted, instance, read.symbol);
            if let Symbol::Variable(index) = read.symbol
                && let Some(variable) = variables.get_mut(index)
            {
                *variable &= found;
                found = *variable;
            }
            found != 0
        })
    }

    /// Adds the symbols that a pattern writes to those that may stand at its places; whether there were new ones.
    fn spread(
        &self,
        accepted: &Accepted,
        occurrence: Occurrence<'_>,
        word: &SymbolWord,
        sets: &mut [Set],
    ) -> bool {
        let instance = occurrence.instance;
        let mut grown = false;
        let mut written: Vec<(usize, Set)> = Vec::new();
        let mut variables = [0; 8];
        occurrence.touched(word, |place, symbol, _| {
            if let Some(Symbol::Variable(index)) = symbol
                && let Some(variable) = variables.get_mut(index)
            {
                *variable |= sets[place] & accepted.variables[instance.clause][index];
            }
        });
        occurrence.touched(word, |place, _, write| {
            let set = match write {
                Symbol::Any => return,
                Symbol::Char(symbol) => self.bit(symbol),
                Symbol::Variable(index) => variables.get(index).copied().unwrap_or(Set::MAX),
            };
            // What nothing reads changes nothing.
            if set & accepted.live & !sets[place] != 0 {
                written.push((place, set & accepted.live));
            }
        });
        for (place, set) in written {
            grown = true;
            sets[place] |= set;
        }
        grown
    }

    /// Joined edges that no move of a part reaches across are no longer joined.
    fn unrolled<'a>(
        &self,
        part: SymbolWord,
        own: impl Iterator<Item = Occurrence<'a>>,
        relevant: &dyn Fn(usize, Option<Symbol>, Symbol) -> bool,
    ) -> SymbolWord {
        let (wrap_rows, wrap_columns) = part.wraps();
        if !wrap_rows && !wrap_columns || self.by_length() {
            return part;
        }
        // For each line between two rows, and two columns, whether a move reaches across.
        let mut crossed = [vec![false; part.rows()], vec![false; part.columns()]];
        for occurrence in own {
            let instance = occurrence.instance;
            let reads =
                instance.reads.iter().map(|read| (read.row, read.column, Some(read.symbol), read.write));
            let over = instance.over.iter().map(|&(row, column, write)| (row, column, None, write));
            let (mut rows, mut columns) = ((isize::MAX, isize::MIN), (isize::MAX, isize::MIN));
            for (row, column, symbol, write) in reads.chain(over) {
                let (row, column) = (occurrence.row + row as isize, occurrence.column + column as isize);
                let Some(place) = part.place(row, column) else { continue };
                if relevant(place, symbol, write) {
                    rows = (rows.0.min(row), rows.1.max(row));
                    columns = (columns.0.min(column), columns.1.max(column));
                }
            }
            for (crossed, (least, most)) in crossed.iter_mut().zip([rows, columns]) {
                let count = crossed.len() as isize;
                for line in least..most.min(least.saturating_add(count)) {
                    crossed[line.rem_euclid(count) as usize] = true;
                }
            }
        }
        let seam =
            |crossed: &[bool], wraps: bool| crossed.iter().position(|&crossed| !crossed).filter(|_| wraps);
        let (row, column) = (seam(&crossed[0], wrap_rows), seam(&crossed[1], wrap_columns));
        // The line behind which to cut becomes the last one.
        let rolled = part.rolled(row.map_or(0, |row| row + 1), column.map_or(0, |column| column + 1));
        let wraps = (wrap_rows && row.is_none(), wrap_columns && column.is_none());
        SymbolWord::board(rolled.rows(), rolled.columns(), wraps, rolled.cells().to_vec())
    }

    /// The part without the walls around it, where nothing depends on how far the ends are.
    fn trimmed(&self, part: SymbolWord, instances: &[Instance]) -> SymbolWord {
        // The longest pattern must not depend on the length of the word.
        if self.by_length() || self.has_ends() && self.has_numbers() {
            return part;
        }
        let (wrap_rows, wrap_columns) = part.wraps();
        // Patterns that speak of ends see that there are walls, not how many.
        let kept = if self.has_ends() {
            instances.iter().map(|instance| instance.columns).max().unwrap_or(0)
        } else {
            0
        };
        let (rows, columns) = (part.rows(), part.columns());
        let used = |row: usize, column: usize| part.cells()[row * columns + column] != WALL;
        let row_used = |row: &usize| (0..columns).any(|column| used(*row, column));
        let column_used = |column: &usize| (0..rows).any(|row| used(row, *column));
        let range = |wraps: bool, count: usize, first: Option<usize>, last: Option<usize>, kept: usize| {
            if wraps {
                return 0..count;
            }
            first.unwrap_or(0).saturating_sub(kept)..(last.map_or(0, |last| last + 1) + kept).min(count)
        };
        let row_range = range(wrap_rows, rows, (0..rows).find(row_used), (0..rows).rfind(row_used), 0);
        let column_range = range(
            wrap_columns,
            columns,
            (0..columns).find(column_used),
            (0..columns).rfind(column_used),
            kept,
        );
        let cells: Vec<char> = row_range
            .clone()
            .flat_map(|row| column_range.clone().map(move |column| (row, column)))
            .map(|(row, column)| part.cells()[row * columns + column])
            .collect();
        SymbolWord::board(row_range.len(), column_range.len(), (wrap_rows, wrap_columns), cells)
    }
}

/// The root of a place, with shorter paths for the next time.
fn find(owner: &mut [usize], mut place: usize) -> usize {
    while owner[place] != place {
        owner[place] = owner[owner[place]];
        place = owner[place];
    }
    place
}

/// Joins two places; the smaller root stays.
fn join(owner: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(owner, a), find(owner, b));
    owner[a.max(b)] = a.min(b);
}
