//! `grundy tablebase export DIR --parquet FILE`: all positions in the order of their texts.
//!
//! Texts are written by what they add to the one before (DELTA_BYTE_ARRAY), the few different numbers by a dictionary, in groups
//! of a quarter of a million rows, so that a look-up by position reads one group.

use super::{failure, open};
use crate::args::Common;
use crate::args::tablebase::Export;
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use ::parquet::basic::{Compression, Encoding, GzipLevel};
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::SortingColumn;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::ColumnPath;
use grundy::ask::files::Output;
use grundy::ask::tablebase::TableError;
use grundy::report::tablebase::TablebaseExport;
use grundy::{Convention, Limits};
use std::cell::RefCell;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

const SCHEMA: &str = "message tablebase {
    required binary position (UTF8);
    required binary outcome (UTF8);
    optional int32 remoteness;
    optional int32 grundy;
}";

/// Rows of a group.
const GROUP: usize = 1 << 18;

/// Rows that wait for their group.
#[derive(Default)]
struct Rows {
    positions: Vec<ByteArray>,
    outcomes: Vec<ByteArray>,
    remoteness: Vec<Option<i32>>,
    grundy: Vec<Option<i32>>,
}

pub fn run(asked: &Export, common: &Common) -> Result<ExitCode, Failure> {
    let output = Output::check(&asked.parquet)?;
    let (tablebase, game) = open(&asked.directory)?;
    let convention = tablebase.manifest().subject.convention;
    let trouble: RefCell<Option<TableError>> = RefCell::new(None);
    let mut rows = 0;
    let written = Budget::new(common, None).run(|limits: &Limits<'_>| {
        output.write_with(|out| {
            write(out, &mut |add| {
                tablebase.export(&game, limits, &mut |text, entry| {
                    rows += 1;
                    let outcome = entry.outcome(convention).to_string();
                    let numbers =
                        (entry.remoteness(), entry.grundy().filter(|_| convention == Convention::Normal));
                    add(text, &outcome, numbers).map_err(|error| TableError::Peer(error.to_string()))
                })
            })
            .map_err(|error| match error {
                Stop::Table(error) => {
                    let words = error.to_string();
                    trouble.replace(Some(error));
                    io::Error::other(words)
                }
                Stop::Parquet(error) => io::Error::other(error),
            })
        })
    });
    if let Some(error) = trouble.into_inner() {
        return Err(failure(error, &asked.directory, Some(&game)));
    }
    written?;
    let bytes = std::fs::metadata(&asked.parquet).map_or(0, |data| data.len());
    let mut out = stdout();
    let file = asked.parquet.display().to_string();
    if common.json {
        json_line(&mut out, &TablebaseExport::new(tablebase.overview(), &file, rows, bytes))?;
    } else {
        writeln!(out, "{file}: {rows} rows, {bytes} bytes")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

enum Stop {
    Table(TableError),
    Parquet(ParquetError),
}

impl From<ParquetError> for Stop {
    fn from(error: ParquetError) -> Stop {
        Stop::Parquet(error)
    }
}

type Add<'a> = dyn FnMut(&str, &str, (Option<u32>, Option<u32>)) -> Result<(), ParquetError> + 'a;

/// Writes what `fill` adds.
fn write(
    out: &mut (dyn Write + Send),
    fill: &mut dyn FnMut(&mut Add<'_>) -> Result<(), TableError>,
) -> Result<(), Stop> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_compression(Compression::GZIP(GzipLevel::default()))
        // A page for each column of a group: many short pages would compress less well (Cram 4x6: 1.62 bytes a row, so 1.15).
        .set_data_page_size_limit(usize::MAX)
        .set_data_page_row_count_limit(GROUP)
        .set_column_dictionary_enabled(ColumnPath::from("position"), false)
        .set_column_encoding(ColumnPath::from("position"), Encoding::DELTA_BYTE_ARRAY)
        .set_sorting_columns(Some(vec![SortingColumn {
            column_idx: 0,
            descending: false,
            nulls_first: false,
        }]))
        .build();
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
    let mut rows = Rows::default();
    let mut failed = None;
    let filled = fill(&mut |text, outcome, (remoteness, grundy)| {
        rows.positions.push(text.into());
        rows.outcomes.push(outcome.into());
        rows.remoteness.push(remoteness.and_then(|number| i32::try_from(number).ok()));
        rows.grundy.push(grundy.and_then(|number| i32::try_from(number).ok()));
        if rows.positions.len() == GROUP {
            write_group(&mut writer, std::mem::take(&mut rows)).inspect_err(|error| {
                failed = Some(error.to_string());
            })?;
        }
        Ok(())
    });
    if let Some(words) = failed {
        return Err(ParquetError::General(words).into());
    }
    filled.map_err(Stop::Table)?;
    if !rows.positions.is_empty() {
        write_group(&mut writer, rows)?;
    }
    writer.close()?;
    Ok(())
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    rows: Rows,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let (mut texts, mut numbers) =
        ([rows.positions, rows.outcomes].into_iter(), [rows.remoteness, rows.grundy].into_iter());
    while let Some(mut column) = group.next_column()? {
        match column.untyped() {
            ColumnWriter::ByteArrayColumnWriter(typed) => {
                typed.write_batch(&texts.next().unwrap_or_default(), None, None)?;
            }
            ColumnWriter::Int32ColumnWriter(typed) => {
                let cells = numbers.next().unwrap_or_default();
                // Level 1 says that a value is there.
                let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
                typed.write_batch(&cells.into_iter().flatten().collect::<Vec<_>>(), Some(&levels), None)?;
            }
            _ => return Err(ParquetError::General("a column of an unknown type".to_owned())),
        }
        column.close()?;
    }
    group.close()?;
    Ok(())
}
