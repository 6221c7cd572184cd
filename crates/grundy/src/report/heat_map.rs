//! A table as a picture: every cell a square, P-positions in a colour of their own, other values the darker the larger.
//!
//! The rays of Wythoff's game, the ridges of a game of rows and columns and the squares of Nim are seen at once in colours and
//! lost in columns of numbers. Tables with more than 256 rows or columns are drawn in blocks of cells: a block with
//! a P-position has its colour, any other the shade of its middle cell, so that no P-position is lost. The SVG needs nothing
//! outside itself; colours are from the palette of Okabe and Ito (2008), and the lightness alone tells the shades apart.
//!
//! ```
//! use grundy::ask::table::pairs;
//! use grundy::report::heat_map::HeatMap;
//! use grundy::{Limits, NamedGame};
//!
//! let table = pairs(&NamedGame::read("wythoff")?, 20, &Limits::default())?;
//! let svg = HeatMap { title: "Wythoff's game", table: &table }.svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("P-positions"));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::plot::escaped;
use crate::ask::family::{FamilyEntry, What};
use crate::ask::table::PositionTable;
use crate::value::Outcome;
use std::fmt::Write;

/// Most squares in a row or column of the picture.
const MAX_SQUARES: usize = 256;
/// Shades of values other than 0.
const SHADES: usize = 6;
/// Pixels of the longer side of the picture.
const SIDE: f64 = 640.0;
/// Where the squares begin.
const LEFT: f64 = 60.0;
const TOP: f64 = 64.0;

const LOST: &str = "#d55e00";
const DRAWN: &str = "#f0e442";
const COLOURS: [&str; SHADES] = ["#d9ecf7", "#b3d8ef", "#7fbbe0", "#4a9acb", "#0072b2", "#00456b"];

/// A table to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct HeatMap<'a> {
    /// The heading, as plain text.
    pub title: &'a str,
    /// The table.
    pub table: &'a PositionTable,
}

/// What a square shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Square {
    Nothing,
    Shade(usize),
    Drawn,
    Lost,
}

impl Square {
    fn colour(self) -> Option<&'static str> {
        match self {
            Square::Nothing => None,
            Square::Shade(shade) => Some(COLOURS[shade]),
            Square::Drawn => Some(DRAWN),
            Square::Lost => Some(LOST),
        }
    }
}

impl HeatMap<'_> {
    /// The picture as an SVG: rows downwards by a, columns to the right by b.
    pub fn svg(&self) -> String {
        let (rows, columns) = (self.table.rows().count(), self.table.columns());
        let block = rows.max(columns).div_ceil(MAX_SQUARES).max(1);
        let (down, across) = (rows.div_ceil(block), columns.div_ceil(block));
        let size = (SIDE / down.max(across).max(1) as f64).min(24.0);
        let (width, height) = (LEFT + size * across as f64 + 20.0, TOP + size * down as f64 + 50.0);
        let squares = self.squares(rows, columns, block);
        let title = escaped(self.title);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"grundy-heat\" role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"system-ui,sans-serif\" font-size=\"13\">\n\
             <title>{title}</title>\n<desc>{}</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"18\">{title}</text>\n",
            escaped(&self.description(block)),
        );
        let _ = writeln!(
            out,
            "<g shape-rendering=\"crispEdges\" transform=\"translate({LEFT} {TOP}) scale({size:.4}) translate(0 .5)\">"
        );
        let mut kinds: Vec<Square> = squares.clone();
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            if let Some(colour) = kind.colour() {
                let _ = writeln!(
                    out,
                    "<path stroke=\"{colour}\" d=\"{}\"/>",
                    runs(&squares, across.max(1), kind)
                );
            }
        }
        out += "</g>\n";
        self.labels(&mut out, size, block, (down, across));
        out + "</svg>\n"
    }

    fn description(&self, block: usize) -> String {
        let PositionTable { a, b, what, .. } = self.table;
        let columns =
            b.as_ref().map_or(String::new(), |b| format!(", columns b from {} to {}", b.start(), b.end()));
        let blocks = if block > 1 {
            format!(" Each square stands for {block} by {block} cells.")
        } else {
            String::new()
        };
        format!(
            "Heat map of {} by rows a from {} to {}{columns}. P-positions are orange, draws yellow, larger numbers darker.{blocks}",
            what.name(),
            a.start(),
            a.end()
        )
    }

    /// The squares, row by row.
    fn squares(&self, rows: usize, columns: usize, block: usize) -> Vec<Square> {
        let largest = self.table.entries.iter().filter_map(FamilyEntry::number).max().unwrap_or(0);
        let square = |row: usize, column: usize| self.square(&self.table.row(row)[column], largest);
        let mut squares = Vec::new();
        for top in (0..rows).step_by(block) {
            for left in (0..columns).step_by(block) {
                let cells = (top..rows.min(top + block))
                    .flat_map(|row| (left..columns.min(left + block)).map(move |column| (row, column)));
                let middle = square((top + block / 2).min(rows - 1), (left + block / 2).min(columns - 1));
                let lost = cells.into_iter().any(|(row, column)| square(row, column) == Square::Lost);
                squares.push(if lost { Square::Lost } else { middle });
            }
        }
        squares
    }

    fn square(&self, entry: &FamilyEntry, largest: u64) -> Square {
        let shade =
            |number: u64| Square::Shade((number as u128 * SHADES as u128 / (largest as u128 + 1)) as usize);
        match entry {
            FamilyEntry::Grundy(0) | FamilyEntry::Outcome(Outcome::P) => Square::Lost,
            FamilyEntry::Grundy(value) => shade(*value),
            FamilyEntry::Outcome(Outcome::N) => Square::Shade(1),
            FamilyEntry::Infinity(value) if value.outcome() == Outcome::N => Square::Shade(1),
            FamilyEntry::Infinity(_) | FamilyEntry::Outcome(Outcome::D) | FamilyEntry::Remoteness(None) => {
                Square::Drawn
            }
            FamilyEntry::Remoteness(Some(moves)) => shade(u64::from(*moves)),
            FamilyEntry::Difference(difference) => match difference.signum() {
                -1 => Square::Lost,
                0 => Square::Drawn,
                _ => Square::Shade(2),
            },
            FamilyEntry::Unknown | FamilyEntry::Absent => Square::Nothing,
        }
    }

    /// A few numbers along the sides, and what the colours mean.
    fn labels(&self, out: &mut String, size: f64, block: usize, (down, across): (usize, usize)) {
        let every = |count: usize| count.div_ceil(12).max(1);
        for row in (0..down).step_by(every(down)) {
            let (y, a) = (TOP + size * (row as f64 + 0.5) + 4.0, self.table.a.start() + (row * block) as u64);
            let _ =
                writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{a}</text>", LEFT - 6.0);
        }
        let first = self.table.b.as_ref().map(|b| *b.start());
        for column in (0..across).step_by(every(across)).filter(|_| first.is_some()) {
            let b = first.unwrap_or(0) + (column * block) as u64;
            let x = LEFT + size * (column as f64 + 0.5);
            let _ =
                writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{b}</text>", TOP - 6.0);
        }
        let foot = TOP + size * down as f64 + 28.0;
        let legend = match self.table.what {
            What::Remoteness => "longer play is darker",
            _ => "■ P-positions; larger values are darker",
        };
        let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"{foot:.1}\" fill=\"{LOST}\">{legend}</text>");
    }

    /// The picture as lines of text in this width: `#` for P-positions, shades of dots for others.
    pub fn terminal(&self, width: usize) -> String {
        let (rows, columns) = (self.table.rows().count(), self.table.columns());
        let block = columns.div_ceil(width.saturating_sub(2).max(1)).max(rows.div_ceil(MAX_SQUARES)).max(1);
        let sign = |square: &Square| match square {
            Square::Nothing => ' ',
            Square::Shade(shade) => ['·', '·', '░', '░', '▒', '▓'][*shade],
            Square::Drawn => 'D',
            Square::Lost => '█',
        };
        let squares = self.squares(rows, columns, block);
        let lines = squares.chunks(columns.div_ceil(block).max(1));
        let lines: Vec<String> = lines.map(|line| line.iter().map(sign).collect::<String>()).collect();
        format!("{}\n{}\n", self.title, lines.join("\n"))
    }
}

/// All squares of one kind as the data of an SVG path: horizontal runs, one unit a square.
fn runs(squares: &[Square], across: usize, kind: Square) -> String {
    let mut path = String::new();
    for (y, row) in squares.chunks(across).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|left, right| left == right) {
            if run[0] == kind {
                let _ = write!(path, "M{x} {y}h{}", run.len());
            }
            x += run.len();
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::table::pairs;
    use crate::{Limits, NamedGame};

    /// The squares of P-positions in the picture are those of the table.
    #[test]
    fn lost_positions_are_where_they_are_drawn() {
        let table =
            pairs(&NamedGame::read("wythoff").expect("wythoff"), 12, &Limits::default()).expect("small");
        let svg = HeatMap { title: "a < b", table: &table }.svg();
        let path =
            svg.lines().find(|line| line.contains("stroke=\"#d55e00\"")).expect("a path of P-positions");
        let data = path.split("d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("data");
        let drawn: Vec<Vec<u64>> = data
            .split('M')
            .skip(1)
            .map(|run| {
                let (x, rest) = run.split_once(' ').expect("x y");
                let (y, length) = rest.split_once('h').expect("y h");
                assert_eq!(length, "1");
                vec![y.parse().expect("y"), x.parse().expect("x")]
            })
            .collect();
        assert_eq!(drawn, table.lost());
        assert!(svg.contains("a &lt; b"));
    }

    #[test]
    fn large_tables_are_drawn_in_blocks_and_lose_no_lost_position() {
        let table =
            pairs(&NamedGame::read("euclid").expect("euclid"), 599, &Limits::default()).expect("a formula");
        let map = HeatMap { title: "Euclid", table: &table };
        assert!(map.svg().len() < 400_000);
        let (rows, columns) = (600, 600);
        let squares = map.squares(rows, columns, 3);
        for cell in table.lost() {
            assert_eq!(squares[cell[0] as usize / 3 * 200 + cell[1] as usize / 3], Square::Lost);
        }
        let sketch = map.terminal(82);
        assert!(sketch.lines().skip(1).all(|line| line.chars().count() == 75), "{sketch}");
    }
}
