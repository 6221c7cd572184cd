//! Pictures of nim-sequences: an SVG for the page, the notebook and the paper, and a sketch for the terminal.
//!
//! A nim-sequence is plotted as the points `(n, g(n))`. The structures one looks for (bands, sparse spaces,
//! rulers, a period) are seen in a cloud of points and lost when the points are joined by lines.
//!
//! Up to 4000 points of an SVG are drawn one by one. Beyond that they are counted in the cells of a grid, and
//! a cell is coloured the stronger the more points it holds, on a logarithmic scale. All cells cover equally many
//! values of `n` and of `g`, since otherwise stripes would appear that are not in the sequence. There are at
//! most 40 608 cells, so that the picture of 10^6 values stays well below a megabyte. In the terminal the
//! points are braille dots, or shaded blocks when most dots would be set.
//!
//! The output depends on the input alone, and an SVG needs nothing outside itself: its colours are from the
//! palette of Okabe and Ito (2008) and follow the reader's dark mode, and a text alternative says what is
//! seen. Time is linear in the number of values. There is one series, one colour, and no logarithmic axis.
//!
//! ```
//! use grundy::report::plot::Plot;
//!
//! let plot = Plot { title: "Kayles", axis: "g(n)", first: 0, values: &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6] };
//! assert!(plot.svg().starts_with("<svg "));
//!
//! let sketch = [
//!     "Kayles",
//!     "6│                 ⠂",
//!     " │",
//!     "4│        ⠂     ⠂",
//!     " │     ⠂   ⠐",
//!     "2│   ⠐       ⠂   ⠐",
//!     " │  ⠂   ⠐     ⠐",
//!     "0│⠐",
//!     " └──────────────────",
//!     "  0               11",
//! ];
//! assert!(plot.terminal(20, 10).lines().eq(sketch));
//! ```

use std::iter;

/// The values of a game for consecutive positions, to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Plot<'a> {
    /// The heading, as plain text.
    pub title: &'a str,
    /// What the values are, beside their axis: `g(n)`.
    pub axis: &'a str,
    /// The `n` of the first value.
    pub first: u64,
    /// The values `g(first)`, `g(first + 1)`, ...
    pub values: &'a [u32],
}

/// An SVG with more points than this is drawn as a density grid.
const SCATTER_LIMIT: usize = 4000;

/// The most columns and rows of the density grid of an SVG; its cells are then 3 pixels wide and high.
const GRID_LIMIT: (u64, u64) = (282, 144);

/// How many shades a density grid has, besides the background.
const SHADES: u32 = 4;

/// The rectangle of an SVG that holds the points, in pixels of a picture of 960 by 540.
const LEFT: f64 = 88.0;
const BOTTOM: f64 = 488.0;
const WIDTH: f64 = 846.0;
const HEIGHT: f64 = 432.0;

/// Text and axes take the colour of their surroundings where a page forbids inline styles.
const STYLE: &str = "\
.grundy-plot{color-scheme:light dark;color:#222}\
.grundy-plot .paper{fill:#fff}\
.grundy-plot .points{stroke:#0072b2}\
@media(prefers-color-scheme:dark){\
.grundy-plot{color:#ddd}\
.grundy-plot .paper{fill:#16181d}\
.grundy-plot .points{stroke:#56b4e9}}";

/// The sizes a sketch may have, in characters.
const TERMINAL_WIDTHS: (usize, usize) = (20, 1000);
const TERMINAL_HEIGHTS: (usize, usize) = (5, 1000);

impl Plot<'_> {
    /// The picture as a self-contained SVG document, which may also stand inside HTML.
    pub fn svg(&self) -> String {
        let (title, description) = (escaped(self.title), escaped(&self.description()));
        let body = match self.values.len() {
            0 => "<text x=\"480\" y=\"270\" text-anchor=\"middle\">no values</text>\n".to_owned(),
            1..=SCATTER_LIMIT => self.scatter(),
            _ => self.density(),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"grundy-plot\" role=\"img\" viewBox=\"0 0 960 540\" \
             width=\"960\" height=\"540\" font-family=\"system-ui,sans-serif\" font-size=\"14\" fill=\"currentColor\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"960\" height=\"540\" fill=\"none\"/>\n\
             <text x=\"{LEFT}\" y=\"28\" font-size=\"18\">{title}</text>\n{body}</svg>\n"
        )
    }

    /// The picture as lines of text, `width` characters wide and `height` lines high.
    ///
    /// Sizes outside 20..=1000 characters and 5..=1000 lines are moved to the nearest one inside. No line
    /// ends in spaces; a picture without title or without values has fewer lines.
    pub fn terminal(&self, width: usize, height: usize) -> String {
        let width = width.clamp(TERMINAL_WIDTHS.0, TERMINAL_WIDTHS.1);
        let height = height.clamp(TERMINAL_HEIGHTS.0, TERMINAL_HEIGHTS.1);
        let mut lines = Vec::new();
        if !self.title.is_empty() {
            lines.push(shortened(self.title, width));
        }
        if self.values.is_empty() {
            lines.push("no values".to_owned());
        } else {
            lines.extend(self.sketch(width, height - lines.len()));
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    fn last(&self) -> u64 {
        self.first.saturating_add((self.values.len() as u64).saturating_sub(1))
    }

    fn largest(&self) -> u64 {
        self.values.iter().copied().max().unwrap_or(0).into()
    }

    fn description(&self) -> String {
        let (count, first, last, axis) = (self.values.len(), self.first, self.last(), self.axis);
        let Some(least) = self.values.iter().min() else { return "A plot without values.".to_owned() };
        let largest = self.largest();
        let shades = if count > SCATTER_LIMIT { " A stronger colour means more values." } else { "" };
        format!(
            "Scatter plot of {axis} for n from {first} to {last}; the values lie between {least} and {largest}.{shades}"
        )
    }

    /// Every point by itself: lines of length zero with round ends are discs.
    fn scatter(&self) -> String {
        let (x, y) =
            (Axis::even(self.values.len() as u64, u64::MAX), Axis::even(self.largest() + 1, u64::MAX));
        let points = (0..).zip(self.values).map(|(index, &value)| {
            format!("M{:.1} {:.1}h0", horizontal(x, index), vertical(y, value.into()))
        });
        let diameter = match self.values.len() {
            0..=100 => 7,
            101..=1000 => 5,
            _ => 3,
        };
        format!(
            "{}<path class=\"points\" stroke=\"#0072b2\" stroke-width=\"{diameter}\" stroke-linecap=\"round\" d=\"{}\"/>\n",
            self.axes(x, y),
            points.collect::<String>()
        )
    }

    /// A path for each shade, in units of cells, with the lowest row first.
    fn density(&self) -> String {
        let x = Axis::even(self.values.len() as u64, GRID_LIMIT.0);
        let y = Axis::even(self.largest() + 1, GRID_LIMIT.1);
        let grid = Grid::new(self.values, x, y);
        let paths = (1..=SHADES).map(|shade| {
            let opacity = f64::from(shade + 1) / f64::from(SHADES + 1);
            format!("<path stroke-opacity=\"{opacity}\" d=\"{}\"/>\n", grid.path(shade))
        });
        format!(
            "{}<g class=\"points\" stroke=\"#0072b2\" shape-rendering=\"crispEdges\" \
             transform=\"translate({LEFT} {BOTTOM}) scale({:.4} -{:.4}) translate(0 .5)\">\n{}</g>\n",
            self.axes(x, y),
            WIDTH / x.cells as f64,
            HEIGHT / y.cells as f64,
            paths.collect::<String>()
        )
    }

    /// Lines, numbers and names of the axes of an SVG.
    fn axes(&self, x: Axis, y: Axis) -> String {
        let (right, top) = (LEFT + WIDTH, BOTTOM - HEIGHT);
        let (mut lines, mut labels) = (String::new(), String::new());
        // A digit is about 8 pixels wide.
        let intervals = (WIDTH as u64 / (8 * self.last().to_string().len() as u64 + 40)).min(10);
        for n in ticks(self.first, self.last(), intervals) {
            let position = horizontal(x, n - self.first);
            lines += &format!("M{position:.1} {top}V{BOTTOM}");
            labels += &format!(
                "<text x=\"{position:.1}\" y=\"{}\" text-anchor=\"middle\">{n}</text>\n",
                BOTTOM + 20.0
            );
        }
        for value in ticks(0, self.largest(), 8) {
            let position = vertical(y, value);
            lines += &format!("M{LEFT} {position:.1}H{right}");
            labels += &format!(
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>\n",
                LEFT - 8.0,
                position + 5.0
            );
        }
        format!(
            "<path stroke=\"currentColor\" stroke-opacity=\".15\" d=\"{lines}\"/>\n\
             <path stroke=\"currentColor\" fill=\"none\" d=\"M{LEFT} {top}V{BOTTOM}H{right}\"/>\n{labels}\
             <text x=\"{right}\" y=\"{}\" text-anchor=\"end\" font-style=\"italic\">n</text>\n\
             <text x=\"{}\" y=\"{}\" font-style=\"italic\">{}</text>\n",
            BOTTOM + 40.0,
            LEFT - 40.0,
            top - 8.0,
            escaped(self.axis)
        )
    }

    /// The lines of a sketch below its title.
    fn sketch(&self, width: usize, height: usize) -> Vec<String> {
        let margin = self.largest().to_string().len();
        let columns = width - margin - 1;
        let footer = self.footer(margin + 1, width);
        let rows = height.saturating_sub(1 + footer.len()).max(1);
        let mut labels = vec![String::new(); rows];
        let y = Axis { length: self.largest() + 1, cells: rows };
        for value in ticks(0, self.largest(), (rows as u64 / 2).max(1)) {
            labels[rows - 1 - y.cell(value)] = value.to_string();
        }
        let canvas = iter::zip(labels, self.canvas(columns, rows));
        let mut lines: Vec<String> = canvas.map(|(label, line)| format!("{label:>margin$}│{line}")).collect();
        lines.push(format!("{:margin$}└{}", "", "─".repeat(columns)));
        lines.extend(footer);
        lines
    }

    /// The first and the last `n`, in two lines if they do not fit in one.
    fn footer(&self, margin: usize, width: usize) -> Vec<String> {
        let (first, last) = (self.first.to_string(), self.last().to_string());
        let indent = margin.min(width - first.len());
        let left = format!("{:indent$}{first}", "");
        if self.values.len() == 1 {
            return vec![left];
        }
        let room = width - left.len();
        if last.len() < room {
            vec![format!("{left}{last:>room$}")]
        } else {
            vec![left, format!("{last:>width$}")]
        }
    }

    /// The points of a sketch, the highest row first.
    fn canvas(&self, columns: usize, rows: usize) -> Vec<String> {
        let grid = |across, up| {
            let x = Axis { length: self.values.len() as u64, cells: columns * across };
            let y = Axis { length: self.largest() + 1, cells: rows * up };
            Grid::new(self.values, x, y)
        };
        let dots = grid(2, 4);
        let set = dots.shades.iter().filter(|&&shade| shade > 0).count();
        if set * 2 <= dots.shades.len() { dots.braille() } else { grid(1, 1).blocks() }
    }
}

/// A division of the numbers `0..length` into `cells` cells.
#[derive(Clone, Copy, Debug)]
struct Axis {
    length: u64,
    cells: usize,
}

impl Axis {
    /// At most `limit` cells of equally many numbers each; the last cell may reach beyond `length`.
    fn even(length: u64, limit: u64) -> Axis {
        let size = length.div_ceil(limit);
        let cells = length.div_ceil(size);
        Axis { length: cells * size, cells: cells as usize }
    }

    /// The cell of the middle of `number`. Nothing overflows: lengths are below 2^48, and there are at most
    /// 2^12 cells.
    fn cell(self, number: u64) -> usize {
        ((2 * number + 1) * self.cells as u64 / (2 * self.length)) as usize
    }

    /// How far along the axis the middle of `number` is, from 0 to 1.
    fn fraction(self, number: u64) -> f64 {
        (number as f64 + 0.5) / self.length as f64
    }
}

fn horizontal(x: Axis, index: u64) -> f64 {
    LEFT + WIDTH * x.fraction(index)
}

fn vertical(y: Axis, value: u64) -> f64 {
    BOTTOM - HEIGHT * y.fraction(value)
}

/// How many points each cell holds, as shades from 0 (none) to [`SHADES`]; the lowest row comes first.
#[derive(Debug)]
struct Grid {
    columns: usize,
    shades: Vec<u32>,
}

impl Grid {
    fn new(values: &[u32], x: Axis, y: Axis) -> Grid {
        let mut counts = vec![0u64; x.cells * y.cells];
        for (index, &value) in (0..).zip(values) {
            counts[y.cell(value.into()) * x.cells + x.cell(index)] += 1;
        }
        let most = counts.iter().max().map_or(0, |&most| most.max(1).ilog2());
        // The logarithms from 0 to `most` fall into SHADES equal parts, of which the topmost is never empty.
        let shade =
            |count: u64| count.checked_ilog2().map_or(0, |log| SHADES - (most - log) * SHADES / (most + 1));
        Grid { columns: x.cells, shades: counts.into_iter().map(shade).collect() }
    }

    fn rows(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        self.shades.chunks(self.columns)
    }

    /// All cells of one shade as the data of an SVG path: horizontal runs, one unit a cell.
    fn path(&self, shade: u32) -> String {
        let mut path = String::new();
        for (y, row) in self.rows().enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|left, right| left == right) {
                if run[0] == shade {
                    path += &format!("M{x} {y}h{}", run.len());
                }
                x += run.len();
            }
        }
        path
    }

    /// One character for each cell, the highest row first.
    fn blocks(&self) -> Vec<String> {
        const BLOCKS: [char; SHADES as usize + 1] = [' ', '░', '▒', '▓', '█'];
        self.rows().rev().map(|row| row.iter().map(|&shade| BLOCKS[shade as usize]).collect()).collect()
    }

    /// One character for two by four cells, the highest row first.
    fn braille(&self) -> Vec<String> {
        /// The bits of the dots in the Unicode block Braille Patterns, from the lowest row up.
        const BITS: [[u32; 2]; 4] = [[0x40, 0x80], [0x04, 0x20], [0x02, 0x10], [0x01, 0x08]];
        let set = |x: usize, y: usize| self.shades[y * self.columns + x] > 0;
        let character = |x: usize, y: usize| {
            let dots = (0..4).flat_map(|up| (0..2).map(move |across| (up, across)));
            let bits =
                dots.filter(|&(up, across)| set(x + across, y + up)).map(|(up, across)| BITS[up][across]);
            match bits.sum() {
                0 => ' ',
                bits => char::from_u32(0x2800 + bits).expect("the block has all 256 patterns"),
            }
        };
        let rows = (0..self.shades.len() / self.columns).step_by(4).rev();
        rows.map(|y| (0..self.columns).step_by(2).map(|x| character(x, y)).collect()).collect()
    }
}

/// The multiples from `low` to `high` of the least step 1, 2, 5, 10, 20, 50, ... that needs at most
/// `intervals` steps.
fn ticks(low: u64, high: u64, intervals: u64) -> impl Iterator<Item = u64> {
    let enough = |step: &u64| (high - low).div_ceil(*step) <= intervals;
    let mut steps = (0..=19).flat_map(|exponent| [1, 2, 5].map(|digit| digit * 10u128.pow(exponent)));
    let step = steps.find_map(|step| u64::try_from(step).ok().filter(enough)).unwrap_or(u64::MAX);
    let start = low.div_ceil(step).checked_mul(step);
    iter::successors(start, move |tick| tick.checked_add(step)).take_while(move |&tick| tick <= high)
}

/// `text` for XML, with characters that XML cannot hold replaced by U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' => escaped.push(' '),
            '\0'..' ' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// `text` in one line of at most `width` characters.
fn shortened(text: &str, width: usize) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match line.char_indices().nth(width) {
        None => line,
        Some(_) => line.chars().take(width - 1).chain(iter::once('…')).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plot(values: &[u32]) -> Plot<'_> {
        Plot { title: "test", axis: "g(n)", first: 0, values }
    }

    /// The exponent of two in `n + 1`: a sequence with structure on all scales.
    fn ruler(length: u32) -> Vec<u32> {
        (1..=length).map(u32::trailing_zeros).collect()
    }

    fn text_sizes(text: &str) -> (usize, usize) {
        (text.lines().map(|line| line.chars().count()).max().unwrap_or(0), text.lines().count())
    }

    #[test]
    fn svg_escapes_the_title() {
        let svg = Plot { title: "<b> & \"x\"\u{1}'", axis: "g(n)", first: 0, values: &[1] }.svg();
        assert!(svg.contains("<title>&lt;b&gt; &amp; &quot;x&quot;\u{fffd}&#39;</title>"), "{svg}");
        assert!(!svg.contains("<b>"));
    }

    #[test]
    fn svg_names_itself_for_screen_readers() {
        let svg = Plot { title: "Kayles", axis: "g(n)", first: 10, values: &[2, 6, 4] }.svg();
        assert!(svg.contains("role=\"img\"") && svg.contains("<title>Kayles</title>"));
        assert!(svg.contains(
            "<desc>Scatter plot of g(n) for n from 10 to 12; the values lie between 2 and 6.</desc>"
        ));
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(plot(&[]).svg().contains("no values"));
        assert_eq!(plot(&[]).terminal(80, 24), "test\nno values\n");
    }

    #[test]
    fn small_sequences_are_drawn_point_by_point() {
        let svg = plot(&ruler(1000)).svg();
        assert_eq!(svg.matches("h0").count(), 1000);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn constant_sequences_are_level_lines() {
        for length in [1, 2, 4000, 4001, 100_000] {
            for value in [0, 7, u32::MAX] {
                let values = vec![value; length];
                let svg = plot(&values).svg();
                assert!(!svg.contains("NaN") && !svg.contains("inf"));
                let sketch = plot(&values).terminal(40, 12);
                assert_eq!(text_sizes(&sketch), (40, 12), "{sketch}");
            }
        }
    }

    #[test]
    fn million_points_stay_below_a_megabyte() {
        // The worst case is a chessboard of two shades: 282 columns of 3547 values in 144 rows, one in 20 off
        // its colour.
        let chessboard = |n: u32| {
            let (column, k) = (n / 3547, n % 3547);
            k / 20 % 72 * 2 + (column + u32::from(k % 20 == 0)) % 2
        };
        let values: Vec<u32> = (0..1_000_000).map(chessboard).collect();
        let size = plot(&values).svg().len();
        assert!((300_000..500_000).contains(&size), "{size} bytes");
        assert!(plot(&ruler(1_000_000)).svg().len() < 200_000);
        assert!(plot(&values).terminal(80, 24).contains('█'));
    }

    #[test]
    fn terminal_fits_in_narrow_windows() {
        let values: Vec<u32> = (0..50).map(|n| n * 80_000_000).collect();
        let plot = Plot {
            title: "a title of more than twenty characters",
            axis: "g(n)",
            first: u64::MAX - 60,
            values: &values,
        };
        for (width, height) in [(0, 0), (20, 5), (21, 6), (33, 7), (200, 60)] {
            let sketch = plot.terminal(width, height);
            assert_eq!(text_sizes(&sketch), (width.max(20), height.max(5)), "{sketch}");
            assert!(
                sketch.contains("18446744073709551555") && sketch.contains("18446744073709551604"),
                "{sketch}"
            );
        }
        assert_eq!(text_sizes(&plot.terminal(usize::MAX, usize::MAX)), (1000, 1000));
    }

    #[test]
    fn ticks_are_round_numbers() {
        let ticks = |low, high, intervals| ticks(low, high, intervals).collect::<Vec<_>>();
        assert_eq!(ticks(0, 9, 5), [0, 2, 4, 6, 8]);
        assert_eq!(ticks(0, 0, 5), [0]);
        assert_eq!(ticks(7, 7, 1), [7]);
        assert_eq!(ticks(95, 310, 3), [100, 200, 300]);
        assert_eq!(ticks(0, u64::MAX, 2), [0, 10_000_000_000_000_000_000]);
        assert_eq!(ticks(u64::MAX - 1, u64::MAX, 2), [u64::MAX - 1, u64::MAX]);
    }

    proptest! {
        #[test]
        fn any_values_can_be_drawn(
            first: u64,
            title: String,
            values in prop::collection::vec(any::<u32>(), 0..40),
            (width, height) in (0usize..100, 0usize..40),
        ) {
            let plot = Plot { title: &title, axis: "g(n)", first, values: &values };
            let (columns, lines) = text_sizes(&plot.terminal(width, height));
            prop_assert!(columns <= width.max(20) && lines <= height.max(5));
            let elsewhere = 2 * escaped(&title).matches("h0").count();
            prop_assert_eq!(plot.svg().matches("h0").count(), values.len() + elsewhere);
        }
    }
}
