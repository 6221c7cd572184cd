//! A word on its ground: symbols in rows and columns, some of whose edges may be joined.

/// A word: one line for rows and rings, several for boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolWord {
    rows: u32,
    columns: u32,
    wraps: (bool, bool),
    cells: Box<[char]>,
}

impl SymbolWord {
    /// A word of one line.
    pub fn line(cells: Vec<char>, is_ring: bool) -> SymbolWord {
        SymbolWord { rows: 1, columns: cells.len() as u32, wraps: (false, is_ring), cells: cells.into() }
    }

    /// A board; `cells` are its lines one behind the other.
    ///
    /// # Panics
    /// When there are not as many cells as the board has squares.
    pub fn board(rows: usize, columns: usize, wraps: (bool, bool), cells: Vec<char>) -> SymbolWord {
        assert_eq!(cells.len(), rows * columns, "a symbol for every square");
        SymbolWord { rows: rows as u32, columns: columns as u32, wraps, cells: cells.into() }
    }

    /// How many lines it has.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// How many symbols a line has.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Whether top and bottom are joined, and left and right.
    pub fn wraps(&self) -> (bool, bool) {
        self.wraps
    }

    /// The symbols, line by line.
    pub fn cells(&self) -> &[char] {
        &self.cells
    }

    /// The lines.
    pub fn lines(&self) -> impl Iterator<Item = &[char]> {
        self.cells.chunks(self.columns().max(1))
    }

    /// The same ground with other symbols.
    pub(super) fn with_cells(&self, cells: Vec<char>) -> SymbolWord {
        debug_assert_eq!(cells.len(), self.cells.len());
        SymbolWord { cells: cells.into(), ..*self }
    }

    /// The index of a place that may lie beyond an edge; `None` where there is no place.
    #[inline]
    pub(super) fn place(&self, row: isize, column: isize) -> Option<usize> {
        let (rows, columns) = (self.rows as isize, self.columns as isize);
        let row = if self.wraps.0 { row.rem_euclid(rows) } else { row };
        let column = if self.wraps.1 { column.rem_euclid(columns) } else { column };
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then_some((row * columns + column) as usize)
    }

    /// The word turned or reflected, see [`super::symmetry::Image`].
    pub(super) fn image(&self, image: super::symmetry::Image) -> SymbolWord {
        let (rows, columns) = (self.rows(), self.columns());
        let (new_rows, new_columns) = image.size(rows, columns);
        let mut cells = vec!['\0'; self.cells.len()];
        for (index, &cell) in self.cells.iter().enumerate() {
            let (row, column) = image.place(index / columns, index % columns, rows, columns);
            cells[row * new_columns + column] = cell;
        }
        let wraps = if image.exchanges { (self.wraps.1, self.wraps.0) } else { self.wraps };
        SymbolWord { rows: new_rows as u32, columns: new_columns as u32, wraps, cells: cells.into() }
    }

    /// The word with its first lines and columns moved to the end, so many of each.
    pub(super) fn rolled(&self, rows: usize, columns: usize) -> SymbolWord {
        let (height, width) = (self.rows(), self.columns());
        let cells = (0..height).flat_map(|row| {
            (0..width)
                .map(move |column| self.cells[(row + rows) % height * width + (column + columns) % width])
        });
        self.with_cells(cells.collect())
    }
}
