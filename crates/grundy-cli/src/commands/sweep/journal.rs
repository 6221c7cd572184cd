//! Rows as they come: in a journal, and in plain in the file that was asked for.
//!
//! `FILE.sweep` is the journal: its first block says of which sweep the rows are, the others hold them, each whole and
//! checked. `FILE` has the same rows as plain text, a row as soon as it is there, and is brought in line with the journal
//! when a later run goes on, whatever has become of it. A Parquet file cannot grow row by row, so it is made of the
//! journal in the end. What is no regular file gets the rows without a journal: there is nothing to go on from.
//!
//! Earlier versions had the description alone in `FILE.sweep`; that is taken over.

use crate::args::{Common, RowFormat, Rows};
use crate::failure::Failure;
use grundy::ask::files::{FileError, Growing, Journal as Blocks, Output, beside, read};
use grundy::ask::journal::block;
use grundy::report::sweep as report;
use grundy::sweep::{Family, SweepRow, csv_header};
use serde_json::Value;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// How rows are written.
#[derive(Debug, Clone, Copy)]
pub struct Lines {
    pub json: bool,
    pub timed: bool,
}

impl Lines {
    fn header(&self) -> Option<String> {
        (!self.json).then(|| csv_header(self.timed) + "\n")
    }

    fn line(&self, row: &SweepRow) -> String {
        let line = match self.json {
            true => report::line(row),
            false => row.to_csv(),
        };
        line + "\n"
    }

    /// The rows of a text and how many of its bytes they fill; a last line without an end is not looked at.
    fn read(&self, file: &Path, bytes: &[u8], family: &Family) -> Result<(Vec<SweepRow>, usize), Failure> {
        let (mut rows, mut kept) = (Vec::new(), 0);
        let mut header = self.header();
        for (index, line) in whole_lines(bytes).split_inclusive(|&byte| byte == b'\n').enumerate() {
            let fits = match header.take() {
                Some(header) => line == header.as_bytes(),
                None => self.row(line).is_some_and(|row| {
                    let fits = rows.len() < family.len() && row.code == family.code(rows.len());
                    rows.push(row);
                    fits
                }),
            };
            if !fits {
                let message = format!("line {} of `{}` is no row of this sweep", index + 1, file.display());
                return Err(Failure::input(message, Some("write the sweep into another file")));
            }
            kept += line.len();
        }
        Ok((rows, kept))
    }

    fn row(&self, line: &[u8]) -> Option<SweepRow> {
        let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
        let row = match self.json {
            true => report::read(text)?,
            false => SweepRow::from_csv(text)?,
        };
        (row.seconds.is_some() == self.timed && self.line(&row).as_bytes() == line).then_some(row)
    }
}

/// The beginning of a text up to its last line end.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)]
}

/// What is swept, and how that is written down.
pub struct Plan<'a> {
    pub family: &'a Family,
    pub lines: Lines,
    /// Of which sweep the rows are; a run with another description does not go on with them.
    pub description: Value,
    pub resume: bool,
    /// Most bytes that may be read.
    pub memory: u64,
}

impl<'a> Plan<'a> {
    pub fn new(family: &'a Family, rows: &Rows, format: RowFormat, common: &Common) -> Plan<'a> {
        let name = match format {
            RowFormat::Csv => "csv",
            RowFormat::Json => "json",
            RowFormat::Parquet => "parquet",
        };
        let description = report::description(family, rows.limit, name, !rows.no_time);
        let lines = Lines { json: format == RowFormat::Json, timed: !rows.no_time };
        Plan { family, lines, description, resume: rows.resume, memory: common.max_memory }
    }
}

/// Where rows go.
#[derive(Debug)]
pub struct Journal {
    lines: Lines,
    target: Target,
}

enum Target {
    /// To standard output, or into what is no regular file, whose name is there.
    Stream(Box<dyn Write>, Option<PathBuf>),
    /// Into a journal, and into a plain file unless that is made in the end.
    Kept(Blocks, Option<Growing>),
    /// Into memory, for a file that is made in the end and cannot be gone on with.
    #[cfg(feature = "parquet")]
    Held(Vec<u8>),
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Stream(_, name) => write!(f, "Stream({name:?})"),
            Target::Kept(blocks, plain) => write!(f, "Kept({blocks:?}, {plain:?})"),
            #[cfg(feature = "parquet")]
            Target::Held(text) => write!(f, "Held({} bytes)", text.len()),
        }
    }
}

const MAGIC: &str = "grundy sweep 1\n";

impl Journal {
    /// Rows to standard output.
    pub fn stdout(plan: &Plan<'_>) -> Result<Journal, Failure> {
        Journal { lines: plan.lines, target: Target::Stream(Box::new(io::stdout()), None) }.with_header()
    }

    /// Rows into a file: a new one, or behind those that `--resume` finds there.
    pub fn open(file: &Path, plan: &Plan<'_>) -> Result<(Journal, Vec<SweepRow>), Failure> {
        match Output::check(file)?.into_stream() {
            Ok(_) if plan.resume => Err(no_resuming(file)),
            Ok(stream) => {
                let target = Target::Stream(stream, Some(file.to_owned()));
                Ok((Journal { lines: plan.lines, target }.with_header()?, Vec::new()))
            }
            Err(_) => Journal::open_kept(file, true, plan),
        }
    }

    /// Rows for a file that is made in the end.
    #[cfg(feature = "parquet")]
    pub fn for_later(
        output: &Output,
        file: &Path,
        plan: &Plan<'_>,
    ) -> Result<(Journal, Vec<SweepRow>), Failure> {
        if output.is_regular() {
            return Journal::open_kept(file, false, plan);
        }
        if plan.resume {
            return Err(no_resuming(file));
        }
        let held = Journal { lines: plan.lines, target: Target::Held(Vec::new()) };
        Ok((held.with_header()?, Vec::new()))
    }

    fn open_kept(file: &Path, plain: bool, plan: &Plan<'_>) -> Result<(Journal, Vec<SweepRow>), Failure> {
        let side = beside(file, ".sweep");
        take_over(file, &side, plain, plan)?;
        let mut blocks = Blocks::open(&side, MAGIC)?;
        let (described, text) = contents(&mut blocks, plan.memory)?;
        let mut rows_file = if plain { Some(Growing::open(file)?) } else { None };
        let shown = match &mut rows_file {
            Some(rows_file) => rows_file.whole(plan.memory)?,
            None => text.clone(),
        };
        let same = described.as_ref() == Some(&plan.description);
        if plan.resume && !same && !shown.is_empty() {
            return Err(other_sweep(file, &side, described.as_ref(), &plan.description));
        }
        if !plan.resume && same {
            refuse_unfinished(if plain { file } else { &side }, &shown, plan)?;
        }
        let (mut text, mut rows) = (text, Vec::new());
        if plan.resume && same {
            // Rows that the journal has lost may still stand in the file, or the other way round.
            let longer = if text.starts_with(whole_lines(&shown)) { text.clone() } else { shown.clone() };
            let (found, kept) = plan.lines.read(file, &longer, plan.family)?;
            match text.len() <= kept && longer.starts_with(&text) {
                true if text.len() < kept => drop(blocks.append(&block(&longer[text.len()..kept]))?),
                true => {}
                false => begin(&mut blocks, plan, &longer[..kept])?,
            }
            (rows, text) = (found, longer[..kept].to_vec());
        } else {
            // The rows go first: without them, what the journal says about them is of no account.
            if let Some(rows_file) = &mut rows_file {
                rows_file.go_on_from(0);
                rows_file.truncate()?;
            }
            begin(&mut blocks, plan, &[])?;
            text.clear();
        }
        if let Some(rows_file) = &mut rows_file {
            let alike = shown.iter().zip(&text).take_while(|(one, other)| one == other).count();
            rows_file.go_on_from(alike as u64);
            rows_file.truncate()?;
            rows_file.append(&text[alike..])?;
        }
        let journal = Journal { lines: plan.lines, target: Target::Kept(blocks, rows_file) };
        Ok((if text.is_empty() { journal.with_header()? } else { journal }, rows))
    }

    fn with_header(mut self) -> Result<Journal, Failure> {
        if let Some(header) = self.lines.header() {
            self.put(&header)?;
        }
        Ok(self)
    }

    /// Writes a row so that it stays.
    pub fn write(&mut self, row: &SweepRow) -> Result<(), Failure> {
        self.put(&self.lines.line(row))
    }

    fn put(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.target {
            Target::Stream(out, name) => {
                let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
                written.map_err(|error| match name {
                    Some(name) => FileError::writing(name, error, false).into(),
                    None => Failure::from(error),
                })
            }
            Target::Kept(blocks, plain) => {
                blocks.append(&block(text.as_bytes()))?;
                if let Some(plain) = plain {
                    plain.append(text.as_bytes())?;
                }
                Ok(())
            }
            #[cfg(feature = "parquet")]
            Target::Held(held) => {
                held.extend_from_slice(text.as_bytes());
                Ok(())
            }
        }
    }

    /// All rows that were kept.
    #[cfg(feature = "parquet")]
    pub fn rows(&mut self, file: &Path, plan: &Plan<'_>) -> Result<Vec<SweepRow>, Failure> {
        let text = match &mut self.target {
            Target::Stream(..) => Vec::new(),
            Target::Held(text) => std::mem::take(text),
            Target::Kept(blocks, _) => contents(blocks, plan.memory)?.1,
        };
        Ok(plan.lines.read(file, &text, plan.family)?.0)
    }
}

/// Begins a journal anew, with the text of the rows that are there.
fn begin(blocks: &mut Blocks, plan: &Plan<'_>, text: &[u8]) -> Result<(), Failure> {
    let rows = if text.is_empty() { Vec::new() } else { block(text) };
    Ok(blocks.replace(&[head(&plan.description), rows].concat())?)
}

/// The first block of a journal.
fn head(description: &Value) -> Vec<u8> {
    block(format!("{MAGIC}{description}\n").as_bytes())
}

/// What a journal is about, and the text of its rows.
fn contents(blocks: &mut Blocks, memory: u64) -> Result<(Option<Value>, Vec<u8>), Failure> {
    let (mut described, mut text) = (None, Vec::new());
    let mut first = true;
    blocks.visit(memory, &mut |_, content| {
        match std::mem::take(&mut first) {
            true => described = serde_json::from_slice(content.get(MAGIC.len()..).unwrap_or_default()).ok(),
            false => text.extend_from_slice(content),
        }
        ControlFlow::Continue(())
    })?;
    Ok((described, text))
}

/// Makes a journal of what an earlier version left: a description beside the rows, which of a Parquet file were in
/// `FILE.rows`.
fn take_over(file: &Path, side: &Path, plain: bool, plan: &Plan<'_>) -> Result<(), Failure> {
    let rows = if plain { file.to_owned() } else { beside(file, ".rows") };
    let described = if plain { side.to_owned() } else { beside(&rows, ".sweep") };
    if !plain && side.exists() || !described.is_file() {
        return Ok(());
    }
    let Ok(description) = serde_json::from_slice::<Value>(&read(&described, plan.memory)?) else {
        return Ok(());
    };
    let text = if rows.is_file() { read(&rows, plan.memory)? } else { Vec::new() };
    let journal = [head(&description), block(whole_lines(&text))].concat();
    Output::check(side)?.write(&journal)?;
    if !plain {
        [rows, described].iter().for_each(|old| drop(std::fs::remove_file(old)));
    }
    Ok(())
}

/// Rows that took long are not thrown away by a forgotten flag.
fn refuse_unfinished(file: &Path, shown: &[u8], plan: &Plan<'_>) -> Result<(), Failure> {
    let (rows, _) = plan.lines.read(file, shown, plan.family)?;
    if rows.is_empty() || rows.len() == plan.family.len() {
        return Ok(());
    }
    let (name, count, all) = (file.display(), rows.len(), plan.family.len());
    let message = format!("`{name}` holds {count} of {all} rows of this sweep");
    Err(Failure::input(message, Some("`--resume` goes on; to begin anew, remove the file first")))
}

fn no_resuming(file: &Path) -> Failure {
    let message = format!("`{}` is no regular file, so there are no rows to go on from", file.display());
    Failure::input(message, Some("without `--resume` the rows are written into it"))
}

fn other_sweep(file: &Path, side: &Path, found: Option<&Value>, wanted: &Value) -> Failure {
    let name = file.display();
    let Some(found) = found else {
        let message = format!("`{name}` is not empty, and no `{}` says of which sweep it is", side.display());
        return Failure::input(message, Some("write the sweep into another file"));
    };
    let differs = wanted.as_object().into_iter().flatten().find(|(key, value)| found.get(key) != Some(value));
    let what = differs.map_or(String::new(), |(key, value)| {
        format!(": its `{key}` is {}, not {value}", found.get(key).unwrap_or(&Value::Null))
    });
    Failure::input(format!("`{name}` holds another sweep{what}"), Some("write the sweep into another file"))
}
