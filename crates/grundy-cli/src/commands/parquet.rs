//! Rows of fields as an Apache Parquet file: one row group, plain columns, those that may be empty optional.

use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// A field of a row; `None` when it is empty.
pub enum Field {
    Text(Option<String>),
    Number(Option<i64>),
    Time(Option<f64>),
}

/// Writes a file; the schema names the columns in the order of the fields.
pub fn write(file: &Path, schema: &str, table: &[Vec<Field>]) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(schema)?);
    let mut writer =
        SerializedFileWriter::new(File::create(file)?, schema, Arc::new(WriterProperties::default()))?;
    let mut group = writer.next_row_group()?;
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
    group.close()?;
    writer.close()?;
    Ok(())
}
