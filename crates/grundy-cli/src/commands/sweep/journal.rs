//! Rows in a file, and the file beside it that says of which sweep they are.
//!
//! Each row is written whole, with its line end, as soon as it is there. A process that is killed leaves at most one line
//! without an end, which the next run drops. `FILE.sweep` keeps `FILE` itself plain.

use super::beside;
use crate::args::{RowFormat, Rows};
use crate::failure::Failure;
use grundy::sweep::{Family, Row, csv_header};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

/// How rows are written.
#[derive(Debug, Clone, Copy)]
pub struct Lines {
    pub json: bool,
    pub timed: bool,
}

#[derive(Serialize, Deserialize)]
struct JsonRow {
    schema: u8,
    #[serde(flatten)]
    row: Row,
}

impl Lines {
    fn header(&self) -> Option<String> {
        (!self.json).then(|| csv_header(self.timed) + "\n")
    }

    fn line(&self, row: &Row) -> String {
        let line = match self.json {
            true => serde_json::to_string(&JsonRow { schema: 1, row: row.clone() }).unwrap_or_default(),
            false => row.to_csv(),
        };
        line + "\n"
    }

    /// The rows of a file and how many of its bytes they fill; a last line without an end is not looked at.
    pub fn read(&self, file: &Path, bytes: &[u8], family: &Family) -> Result<(Vec<Row>, u64), Failure> {
        let (mut rows, mut kept) = (Vec::new(), 0);
        let mut header = self.header();
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            if line.last() != Some(&b'\n') {
                break;
            }
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
            kept += line.len() as u64;
        }
        Ok((rows, kept))
    }

    fn row(&self, line: &[u8]) -> Option<Row> {
        let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
        let row = match self.json {
            true => serde_json::from_str::<JsonRow>(text).ok()?.row,
            false => Row::from_csv(text)?,
        };
        (row.seconds.is_some() == self.timed && self.line(&row).as_bytes() == line).then_some(row)
    }
}

/// Where rows go.
#[derive(Debug)]
pub struct Journal {
    lines: Lines,
    file: Option<File>,
}

impl Journal {
    /// Rows to standard output.
    pub fn stdout(lines: &Lines) -> Result<Journal, Failure> {
        let mut journal = Journal { lines: *lines, file: None };
        journal.header()?;
        Ok(journal)
    }

    /// Rows into a file: a new one, or behind those that `resume` finds there.
    pub fn open(
        file: &Path,
        lines: &Lines,
        description: &Value,
        family: &Family,
        resume: bool,
    ) -> Result<(Journal, Vec<Row>), Failure> {
        let fail =
            |error: io::Error| Failure::input(format!("cannot write `{}`: {error}", file.display()), None);
        let bytes = match std::fs::read(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            other => other.map_err(fail)?,
        };
        let side = beside(file, ".sweep");
        let described = std::fs::read(&side).ok();
        let described: Option<Value> = described.and_then(|text| serde_json::from_slice(&text).ok());
        let same = described.as_ref() == Some(description);
        if resume && !bytes.is_empty() && !same {
            return Err(other_sweep(file, &side, described.as_ref(), description));
        }
        let (rows, kept) = if resume || same { lines.read(file, &bytes, family)? } else { (Vec::new(), 0) };
        if !resume && !rows.is_empty() && rows.len() < family.len() {
            let message =
                format!("`{}` holds {} of {} rows of this sweep", file.display(), rows.len(), family.len());
            return Err(Failure::input(
                message,
                Some("`--resume` goes on; to begin anew, remove the file first"),
            ));
        }
        let (rows, kept) = if resume { (rows, kept) } else { (Vec::new(), 0) };
        let mut open =
            OpenOptions::new().create(true).truncate(false).write(true).open(file).map_err(fail)?;
        open.set_len(kept).and_then(|()| open.seek(SeekFrom::End(0))).map_err(fail)?;
        std::fs::write(&side, format!("{description}\n")).map_err(fail)?;
        let mut journal = Journal { lines: *lines, file: Some(open) };
        if kept == 0 {
            journal.header()?;
        }
        Ok((journal, rows))
    }

    fn header(&mut self) -> Result<(), Failure> {
        self.lines.header().map_or(Ok(()), |header| self.put(&header))
    }

    /// Writes a row so that it stays.
    pub fn write(&mut self, row: &Row) -> Result<(), Failure> {
        self.put(&self.lines.line(row))
    }

    fn put(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.file {
            Some(file) => file.write_all(text.as_bytes())?,
            None => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// What the rows of a file are about; a run with another description does not go on with them.
pub fn description(family: &Family, rows: &Rows, format: RowFormat) -> Value {
    let format = match format {
        RowFormat::Csv => "csv",
        RowFormat::Json => "json",
        RowFormat::Parquet => "parquet",
    };
    json!({
        "schema": 1,
        "sweep": family.name(),
        "games": family.len(),
        "limit": rows.limit,
        "format": format,
        "seconds": !rows.no_time,
    })
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
