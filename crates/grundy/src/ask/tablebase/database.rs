//! Solved games as files: every position with its outcome, remoteness and value, to be looked up without solving again.
//!
//! ```text
//! grundy database 3
//! game nim                       as it was asked for
//! rule n -> k where k < n        what the file is about, with the convention
//! convention normal
//! start 3 4 5                    every position that can be reached from here is in the file
//! numbering ranked               ranked: the position tells its place; hashed: the file has the positions in it
//! positions 48                   positions, different moves, most moves of one position
//! moves 262
//! widest 12
//! acyclic yes                    whether play always ends
//! entries 56                     rows of the table, some of them empty if positions tell their places
//! widths 1 1 0                   bytes of each level, of each value, of each place of a text
//! texts 0                        bytes of texts
//! <levels> <values> <places of texts, one more than entries> <texts, in increasing order>
//! checksum 0123456789abcdef      CRC-64/XZ of everything before this line, in hexadecimal
//! ```
//!
//! A level is 0 for an empty row, 1 for a draw, and otherwise the remoteness and 2. A value is 0 where it is infinite, and
//! otherwise itself and 1; misère play has none. Numbers are little-endian. The file is meant to be mapped into memory:
//! opening it reads it once for the checksum, which takes a second for a gigabyte, and a lookup then touches a row, or
//! log n texts. The same game and start give the same file, whatever the threads and however often the solve was stopped.
//!
//! ```
//! use grundy::NamedGame;
//! use grundy::ask::tablebase::{self, database::Database};
//! use grundy::{Convention, Limits};
//!
//! let limits = Limits::default();
//! let game = NamedGame::read("nim")?;
//! let file = tablebase::solve(&game, "3 4 5", Convention::Normal, &limits)?;
//! let database = Database::open(&file).expect("just written");
//! assert_eq!((database.head().positions, database.report().draws), (48, 0));
//! assert!(Database::open(&file[1..]).is_none());
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::base::checksum::{CHECKSUM_LINE, with_checksum, without_checksum};
use crate::engine::graph::implicit::Report;
use crate::game::Convention;

pub(super) const MAGIC: &str = "grundy database 3";

/// What a database is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The game as it was asked for.
    pub game: String,
    /// Its rule, in one line.
    pub rule: String,
    /// Normal or misère play.
    pub convention: Convention,
}

/// How positions find their rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By a number that the position tells.
    Ranked,
    /// By their texts, in increasing order.
    Hashed,
}

impl Order {
    fn name(self) -> &'static str {
        if self == Order::Ranked { "ranked" } else { "hashed" }
    }
}

/// The lines at the beginning of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// What it is about.
    pub about: About,
    /// The position from which all others can be reached.
    pub start: String,
    /// How positions find their rows.
    pub order: Order,
    /// How many positions there are.
    pub positions: u64,
    /// How many different moves they have in all.
    pub moves: u64,
    /// Most moves of one position.
    pub widest: u64,
    /// Whether play always ends.
    pub acyclic: bool,
}

/// What a row says about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRow {
    /// How many moves the game lasts; `None` for a draw.
    pub remoteness: Option<u32>,
    /// The value, where it is finite and play is normal.
    pub value: Option<u64>,
}

/// A table to be written.
pub(super) struct Table<'a, 't> {
    pub head: Head,
    pub entries: usize,
    /// The row of an entry; `None` when it is empty.
    pub row: &'a dyn Fn(usize) -> Option<TableRow>,
    /// The text of an entry, if positions are found by them.
    pub text: Option<&'a dyn Fn(usize) -> &'t str>,
}

impl Table<'_, '_> {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let all = || (0..self.entries).map(|entry| (self.row)(entry));
        let levels = || all().map(level_code);
        let values = || all().map(value_code);
        let has_values = self.head.about.convention == Convention::Normal;
        let lengths = || self.text.into_iter().flat_map(|text| (0..self.entries).map(move |e| text(e).len()));
        let texts: u64 = lengths().map(|length| length as u64).sum();
        let widths = [
            width(levels().max().unwrap_or(0)),
            if has_values { width(values().max().unwrap_or(0)) } else { 0 },
            if self.text.is_some() { width(texts) } else { 0 },
        ];
        let mut out = self.lines(widths, texts).into_bytes();
        let columns = (self.entries + 1) * widths.iter().sum::<usize>();
        out.reserve_exact(columns + texts as usize + CHECKSUM_LINE);
        write_column(&mut out, widths[0], levels());
        if has_values {
            write_column(&mut out, widths[1], values());
        }
        if let Some(text) = self.text {
            let ends = lengths().scan(0, |end, length| {
                *end += length as u64;
                Some(*end)
            });
            write_column(&mut out, widths[2], std::iter::once(0).chain(ends));
            (0..self.entries).for_each(|entry| out.extend_from_slice(text(entry).as_bytes()));
        }
        with_checksum(out)
    }

    fn lines(&self, [levels, values, places]: [usize; 3], texts: u64) -> String {
        let Head { about, start, order, positions, moves, widest, acyclic } = &self.head;
        let (entries, order) = (self.entries, order.name());
        let acyclic = if *acyclic { "yes" } else { "no" };
        format!(
            "{MAGIC}\n{}start {start}\nnumbering {order}\npositions {positions}\nmoves {moves}\nwidest {widest}\n\
             acyclic {acyclic}\nentries {entries}\nwidths {levels} {values} {places}\ntexts {texts}\n",
            about.lines()
        )
    }
}

impl About {
    /// The lines that say what a file is about.
    pub(super) fn lines(&self) -> String {
        let convention = if self.convention == Convention::Normal { "normal" } else { "misere" };
        format!("game {}\nrule {}\nconvention {convention}\n", self.game, self.rule)
    }
}

fn level_code(row: Option<TableRow>) -> u64 {
    row.map_or(0, |row| row.remoteness.map_or(1, |level| u64::from(level) + 2))
}

fn value_code(row: Option<TableRow>) -> u64 {
    row.and_then(|row| row.value).map_or(0, |value| value + 1)
}

/// Bytes that a number takes.
fn width(largest: u64) -> usize {
    match largest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    }
}

fn write_column(out: &mut Vec<u8>, width: usize, numbers: impl Iterator<Item = u64>) {
    numbers.for_each(|number| out.extend_from_slice(&number.to_le_bytes()[..width]));
}

/// Numbers of equal width, side by side.
#[derive(Debug, Clone, Copy)]
struct Column<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl<'a> Column<'a> {
    /// Takes a column from the beginning of some bytes.
    fn take(bytes: &mut &'a [u8], width: usize, count: usize) -> Option<Column<'a>> {
        let (column, rest) = bytes.split_at_checked(width.checked_mul(count)?)?;
        *bytes = rest;
        Some(Column { bytes: column, width })
    }

    fn get(&self, index: usize) -> Option<u64> {
        let start = index.checked_mul(self.width)?;
        let bytes = self.bytes.get(start..start.checked_add(self.width)?)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

/// A file that was read: positions can be looked up.
#[derive(Debug, Clone)]
pub struct Database<'a> {
    head: Head,
    entries: usize,
    levels: Column<'a>,
    values: Column<'a>,
    places: Column<'a>,
    texts: &'a [u8],
}

impl<'a> Database<'a> {
    /// Reads a file; `None` when it is not what was written: another kind of file, damaged or cut short.
    pub fn open(bytes: &'a [u8]) -> Option<Database<'a>> {
        let mut rest = without_checksum(bytes)?;
        let mut field = |name: &str| -> Option<&'a str> {
            let end = rest.iter().position(|&byte| byte == b'\n')?;
            let line = std::str::from_utf8(&rest[..end]).ok()?;
            rest = &rest[end + 1..];
            line.strip_prefix(name)
        };
        field(MAGIC).filter(|rest| rest.is_empty())?;
        let (game, rule) = (field("game ")?.to_owned(), field("rule ")?.to_owned());
        let convention = match field("convention ")? {
            "normal" => Convention::Normal,
            "misere" => Convention::Misere,
            _ => return None,
        };
        let start = field("start ")?.to_owned();
        let order = match field("numbering ")? {
            "ranked" => Order::Ranked,
            "hashed" => Order::Hashed,
            _ => return None,
        };
        let positions = field("positions ")?.parse().ok()?;
        let moves = field("moves ")?.parse().ok()?;
        let widest = field("widest ")?.parse().ok()?;
        let acyclic = field("acyclic ")? == "yes";
        let entries: usize = field("entries ")?.parse().ok()?;
        let mut widths = field("widths ")?.split(' ').map(|width| width.parse().ok().filter(|&w| w <= 8));
        let mut width = || widths.next().flatten();
        let widths: [usize; 3] = [width()?, width()?, width()?];
        let texts: usize = field("texts ")?.parse().ok()?;
        let levels = Column::take(&mut rest, widths[0], entries)?;
        let values = Column::take(&mut rest, widths[1], entries)?;
        let places = Column::take(&mut rest, widths[2], entries.checked_add(1)?)?;
        if rest.len() != texts || widths[0] == 0 || (order == Order::Hashed) != (widths[2] > 0) {
            return None;
        }
        let about = About { game, rule, convention };
        let head = Head { about, start, order, positions, moves, widest, acyclic };
        Some(Database { head, entries, levels, values, places, texts: rest })
    }

    /// What it is about.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The row of an entry; `None` when it is empty or not there.
    pub fn row(&self, entry: u64) -> Option<TableRow> {
        let entry = usize::try_from(entry).ok().filter(|&entry| entry < self.entries)?;
        let remoteness = match self.levels.get(entry)? {
            0 => return None,
            level => level.checked_sub(2).map(|level| level as u32),
        };
        let value = if self.values.width == 0 { None } else { self.values.get(entry)?.checked_sub(1) };
        Some(TableRow { remoteness, value })
    }

    /// The row of a text, where positions are found by them.
    pub fn find(&self, text: &str) -> Option<TableRow> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.text(middle)?.cmp(text.as_bytes()) {
                std::cmp::Ordering::Equal => return self.row(middle as u64),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn text(&self, entry: usize) -> Option<&'a [u8]> {
        let place = |entry| usize::try_from(self.places.get(entry)?).ok();
        self.texts.get(place(entry)?..place(entry + 1)?)
    }

    /// Counts positions by outcome and remoteness.
    pub fn report(&self) -> Report {
        let rows = (0..self.entries as u64).filter_map(|entry| self.row(entry));
        let levels = rows.map(|row| row.remoteness);
        Report::new(self.head.moves, self.head.widest, levels, self.head.about.convention)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(order: Order) -> Head {
        let about = About { game: "g".into(), rule: "n -> k".into(), convention: Convention::Normal };
        Head { about, start: "3".into(), order, positions: 3, moves: 2, widest: 1, acyclic: true }
    }

    #[test]
    fn files_come_back_and_no_byte_may_change() {
        let rows = [
            Some(TableRow { remoteness: Some(300), value: Some(70_000) }),
            Some(TableRow { remoteness: None, value: None }),
            Some(TableRow { remoteness: Some(0), value: Some(0) }),
        ];
        let texts = ["1 2", "10", "3"];
        let table = Table {
            head: head(Order::Hashed),
            entries: 3,
            row: &|entry| rows[entry],
            text: Some(&|entry| texts[entry]),
        };
        let bytes = table.to_bytes();
        let database = Database::open(&bytes).expect("just written");
        assert_eq!(database.head(), &head(Order::Hashed));
        for (text, row) in texts.iter().zip(rows) {
            assert_eq!(database.find(text), row, "{text}");
        }
        assert_eq!((database.find("2"), database.row(3)), (None, None));
        let report = database.report();
        assert_eq!((report.positions, report.draws, report.losses), (3, 1, 2));
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(Database::open(&changed).is_none(), "byte {place}");
            assert!(Database::open(&bytes[..place]).is_none(), "cut at {place}");
        }
    }

    #[test]
    fn empty_rows_are_not_found() {
        let row = |entry| (entry == 1).then_some(TableRow { remoteness: Some(0), value: Some(0) });
        let bytes = Table { head: head(Order::Ranked), entries: 3, row: &row, text: None }.to_bytes();
        let database = Database::open(&bytes).expect("just written");
        assert_eq!(
            (0..4).map(|entry| database.row(entry).is_some()).collect::<Vec<_>>(),
            [false, true, false, false]
        );
        assert_eq!(database.report().positions, 1);
    }
}
