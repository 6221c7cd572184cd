//! Rows of fields as an Apache Parquet file: plain columns, those that may be empty optional, in groups of a quarter of a
//! million rows, so that no more of them are in memory at once.

use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use grundy::ask::files::{FileError, Output};
use std::io::{self, Write};
use std::sync::Arc;

/// A field of a row; `None` when it is empty.
pub enum Field {
    Text(Option<String>),
    Number(Option<i64>),
    Time(Option<f64>),
}

/// Rows of a group.
const GROUP: usize = 1 << 18;

/// Writes a file; the schema names the columns in the order of the fields.
pub fn write(
    output: Output,
    schema: &str,
    rows: impl IntoIterator<Item = Vec<Field>>,
) -> Result<(), FileError> {
    output.write_with(|out| write_groups(out, schema, rows).map_err(io::Error::other))
}

fn write_groups(
    out: &mut (dyn Write + Send),
    schema: &str,
    rows: impl IntoIterator<Item = Vec<Field>>,
) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(schema)?);
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(WriterProperties::default()))?;
    let mut rows = rows.into_iter();
    loop {
        let table: Vec<_> = rows.by_ref().take(GROUP).collect();
        if table.is_empty() {
            break;
        }
        let mut group = writer.next_row_group()?;
        write_group(&mut group, &table)?;
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

fn write_group<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    table: &[Vec<Field>],
) -> Result<(), ParquetError> {
    let mut place = 0;
    while let Some(mut column) = group.next_column()? {
        let cells = table.iter().map(|row| &row[place]);
        // Level 1 says that a value is there; columns that always have one take no levels.
        let present =
            |cell: &Field| !matches!(cell, Field::Text(None) | Field::Number(None) | Field::Time(None));
        let levels: Vec<i16> = cells.clone().map(|cell| i16::from(present(cell))).collect();
        let levels = Some(levels.as_slice());
        match column.untyped() {
            ColumnWriter::ByteArrayColumnWriter(typed) => {
                let text = |cell: &Field| match cell {
                    Field::Text(Some(text)) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                };
                typed.write_batch(&cells.filter_map(text).collect::<Vec<_>>(), levels, None)?;
            }
            ColumnWriter::Int64ColumnWriter(typed) => {
                let number = |cell: &Field| if let Field::Number(number) = cell { *number } else { None };
                typed.write_batch(&cells.filter_map(number).collect::<Vec<_>>(), levels, None)?;
            }
            ColumnWriter::DoubleColumnWriter(typed) => {
                let time = |cell: &Field| if let Field::Time(time) = cell { *time } else { None };
                typed.write_batch(&cells.filter_map(time).collect::<Vec<_>>(), levels, None)?;
            }
            _ => return Err(ParquetError::General("a column of an unknown type".to_owned())),
        }
        column.close()?;
        place += 1;
    }
    Ok(())
}
