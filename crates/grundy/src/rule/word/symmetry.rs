//! Turns and reflections: which images of patterns count, and which words play alike.
//!
//! A rule is symmetric under an image when the images of its clauses are its clauses again. Then a word and its image play
//! alike, and so do all rotations of a ring and all shifts of a torus; the least of them stands for all.

use super::literal::{Count, Item, Symbol};
use super::{SymbolWord, Topology, WordClause};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A turn or reflection: rows or columns run backwards, then both are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Image {
    /// Rows run backwards.
    pub flips_rows: bool,
    /// Columns run backwards.
    pub flips_columns: bool,
    /// Rows become columns.
    pub exchanges: bool,
}

impl Image {
    const fn new(flips_rows: bool, flips_columns: bool, exchanges: bool) -> Image {
        Image { flips_rows, flips_columns, exchanges }
    }

    /// All eight, the identity first.
    pub const ALL: [Image; 8] = [
        Image::new(false, false, false),
        Image::new(true, true, false),
        Image::new(true, false, true),
        Image::new(false, true, true),
        Image::new(true, false, false),
        Image::new(false, true, false),
        Image::new(false, false, true),
        Image::new(true, true, true),
    ];

    /// The images of patterns that count.
    pub fn group(ground: Topology, turned: bool, mirrored: bool) -> Vec<Image> {
        let keep = |image: &Image| match (ground.is_board(), turned, mirrored) {
            (false, _, mirrored) => {
                !image.flips_rows && !image.exchanges && (mirrored || !image.flips_columns)
            }
            (true, true, true) => true,
            // A turn flips as often as it exchanges.
            (true, true, false) => image.exchanges == (image.flips_rows != image.flips_columns),
            (true, false, true) => !image.exchanges,
            (true, false, false) => *image == Image::default(),
        };
        Image::ALL.into_iter().filter(keep).collect()
    }

    /// Where a place of a board of so many rows and columns goes.
    pub fn place(self, row: usize, column: usize, rows: usize, columns: usize) -> (usize, usize) {
        let row = if self.flips_rows { rows - 1 - row } else { row };
        let column = if self.flips_columns { columns - 1 - column } else { column };
        if self.exchanges { (column, row) } else { (row, column) }
    }

    /// The size of the image of such a board.
    pub fn size(self, rows: usize, columns: usize) -> (usize, usize) {
        if self.exchanges { (columns, rows) } else { (rows, columns) }
    }

    /// This image of another one.
    fn after(self, first: Image) -> Image {
        // Follow two corners of a board of two by three.
        let whole = |row, column| {
            let (row, column) = first.place(row, column, 2, 3);
            let (rows, columns) = first.size(2, 3);
            self.place(row, column, rows, columns)
        };
        let same = |image: &&Image| {
            [(0, 0), (0, 2), (1, 0)]
                .iter()
                .all(|&(row, column)| image.place(row, column, 2, 3) == whole(row, column))
        };
        *Image::ALL.iter().find(same).expect("images of images are images")
    }
}

/// The images under which a rule is symmetric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetries(Vec<Image>);

impl Symmetries {
    /// Those of a rule.
    pub fn of(clauses: &[WordClause], ground: Topology, turned: bool, mirrored: bool) -> Symmetries {
        let group = Image::group(ground, turned, mirrored);
        let keys = |image: Image| -> BTreeSet<String> {
            let each =
                clauses.iter().flat_map(|clause| group.iter().map(move |&own| (clause, image.after(own))));
            each.map(|(clause, image)| key(clause, image, ground)).collect()
        };
        let own = keys(Image::default());
        let possible = Image::group(ground, true, true);
        Symmetries(possible.into_iter().filter(|&image| keys(image) == own).collect())
    }

    /// How many there are; 1 where nothing is symmetric.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none but the identity.
    pub fn is_empty(&self) -> bool {
        self.0.len() <= 1
    }

    /// Whether an image is among them.
    pub fn has(&self, image: Image) -> bool {
        self.0.contains(&image)
    }

    /// The word on the same ground that stands for all that play alike.
    pub fn representative(&self, word: &SymbolWord) -> SymbolWord {
        self.least(word, |image| word.wraps().0 == word.wraps().1 || !image.exchanges)
    }

    /// The same for a part, whose ground may be turned with it.
    pub fn part_representative(&self, word: &SymbolWord) -> SymbolWord {
        self.least(word, |_| true)
    }

    fn least(&self, word: &SymbolWord, keeps: impl Fn(&Image) -> bool) -> SymbolWord {
        let images = self.0.iter().filter(|image| keeps(image)).map(|&image| word.image(image));
        let least = |word: SymbolWord| {
            let (wrap_rows, wrap_columns) = word.wraps();
            let rows = if wrap_rows { word.rows() } else { 1 };
            let columns = if wrap_columns { word.columns() } else { 1 };
            if rows <= 1 && columns <= 1 {
                return word;
            }
            let rolls = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            rolls.map(|(row, column)| word.rolled(row, column)).min().unwrap_or(word)
        };
        images.map(least).min().unwrap_or_else(|| word.clone())
    }
}

/// An image of a clause as a text: equal texts are equal clauses.
fn key(clause: &WordClause, image: Image, ground: Topology) -> String {
    let mut namer = Namer::of(clause);
    let mut out = String::new();
    let is_fixed =
        |items: &[Vec<Item>]| items.iter().flatten().all(|item| matches!(item.count, Count::Fixed(_)));
    let lines = [&clause.left.lines, &clause.right.lines];
    if ground.is_board() && lines.iter().all(|lines| is_fixed(lines)) {
        squares(clause, image, &mut namer, &mut out);
    } else if clause.left.lines.len() == 1 {
        // One line: which way it runs, and backwards is the same as the items from the end.
        let backwards = image.flips_columns;
        let _ = write!(out, "{}", if image.exchanges { '|' } else { '-' });
        let ends = (clause.left.from_start, clause.left.to_end);
        let _ = write!(out, "{:?}", if backwards { (ends.1, ends.0) } else { ends });
        for side in lines {
            let mut items = side[0].clone();
            if backwards {
                items.reverse();
            }
            for item in items {
                namer.item(item, &mut out);
            }
            out.push('>');
        }
    } else {
        let _ = write!(out, "{image:?}{lines:?}");
    }
    let _ = write!(out, "{}{:?}", clause.conditions.text, clause.conditions.tests);
    out
}

/// The squares of an image of a clause.
fn squares(clause: &WordClause, image: Image, namer: &mut Namer, out: &mut String) {
    let spelled = |lines: &[Vec<Item>]| -> Vec<Vec<Symbol>> {
        let count = |item: &Item| if let Count::Fixed(count) = item.count { count as usize } else { 0 };
        lines
            .iter()
            .map(|line| line.iter().flat_map(|item| std::iter::repeat_n(item.symbol, count(item))).collect())
            .collect()
    };
    let (left, right) = (spelled(&clause.left.lines), spelled(&clause.right.lines));
    let (rows, columns) = (left.len(), left.iter().map(Vec::len).max().unwrap_or(0));
    let (new_rows, new_columns) = image.size(rows, columns);
    let mut cells = vec![(Symbol::Any, Symbol::Any); rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            let (to_row, to_column) = image.place(row, column, rows, columns);
            let symbol = |side: &[Vec<Symbol>]| side[row].get(column).copied().unwrap_or(Symbol::Any);
            cells[to_row * new_columns + to_column] = (symbol(&left), symbol(&right));
        }
    }
    let _ = write!(out, "{new_rows}x{new_columns}");
    for (left, right) in cells {
        for symbol in [left, right] {
            namer.item(Item { symbol, count: Count::Fixed(1) }, out);
        }
    }
}

/// PatternNames variables by the order in which they are met, unless conditions speak of them.
struct Namer {
    keeps: bool,
    symbols: Vec<usize>,
    numbers: Vec<usize>,
}

impl Namer {
    fn of(clause: &WordClause) -> Namer {
        let keeps = !clause.conditions.tests.is_empty() || !clause.conditions.text.is_empty();
        Namer { keeps, symbols: Vec::new(), numbers: Vec::new() }
    }

    fn item(&mut self, item: Item, out: &mut String) {
        let keeps = self.keeps;
        let place = |known: &mut Vec<usize>, index: usize| {
            if keeps {
                return index;
            }
            known.iter().position(|&other| other == index).unwrap_or_else(|| {
                known.push(index);
                known.len() - 1
            })
        };
        match item.symbol {
            Symbol::Char(symbol) => out.extend(['\'', symbol]),
            Symbol::Any => out.push_str("{_}"),
            Symbol::Variable(index) => {
                let _ = write!(out, "{{{}}}", place(&mut self.symbols, index));
            }
        }
        match item.count {
            Count::Fixed(1) => {}
            Count::Fixed(count) => {
                let _ = write!(out, "{{*{count}}}");
            }
            Count::Variable(index) => {
                let _ = write!(out, "{{*n{}}}", place(&mut self.numbers, index));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_four_and_images_of_images_are_images() {
        assert_eq!(Image::group(Topology::Board, true, false).len(), 4);
        assert_eq!(Image::group(Topology::Board, false, true).len(), 4);
        let quarter = Image::new(true, false, true);
        assert_eq!(quarter.after(quarter), Image::new(true, true, false));
        for image in Image::group(Topology::Board, true, false) {
            for other in Image::group(Topology::Board, true, false) {
                assert!(Image::group(Topology::Board, true, false).contains(&image.after(other)));
            }
        }
    }
}
