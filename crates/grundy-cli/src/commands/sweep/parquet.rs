//! Rows as an Apache Parquet file: one row group, plain columns, those that may be empty optional.

use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;
use grundy::sweep::Row;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

const SCHEMA: &str = "
    REQUIRED BYTE_ARRAY code (UTF8);
    REQUIRED BYTE_ARRAY representative (UTF8);
    REQUIRED BYTE_ARRAY relation (UTF8);
    REQUIRED INT64 shift;
    OPTIONAL BYTE_ARRAY by (UTF8);
    REQUIRED BYTE_ARRAY status (UTF8);
    OPTIONAL INT64 period (INTEGER(64,false));
    OPTIONAL INT64 preperiod (INTEGER(64,false));
    OPTIONAL INT64 saltus (INTEGER(64,false));
    OPTIONAL INT64 maximum (INTEGER(64,false));
    OPTIONAL INT64 rare (INTEGER(64,false));
    REQUIRED INT64 computed (INTEGER(64,false));
    OPTIONAL BYTE_ARRAY sequence (UTF8);
";

/// A field of a row; `None` when it is empty.
enum Field {
    Text(Option<String>),
    Number(Option<i64>),
    Time(Option<f64>),
}

/// The fields of a row in the order of the columns.
fn fields(row: &Row) -> Vec<Field> {
    let text = |text: &dyn ToString| Field::Text(Some(text.to_string()));
    // The schema says that the bits are to be read without a sign.
    let number = |number: Option<u64>| Field::Number(number.map(u64::cast_signed));
    vec![
        text(&row.code),
        text(&row.representative),
        text(&row.relation),
        Field::Number(Some(row.shift)),
        Field::Text(row.by.map(|ground| ground.to_string())),
        text(&row.status),
        number(row.period),
        number(row.preperiod),
        number(row.saltus),
        number(row.maximum),
        number(row.rare),
        number(Some(row.computed)),
        Field::Text(row.sequence.clone()),
        Field::Time(row.seconds),
    ]
}

/// Writes the file.
pub fn write(file: &Path, rows: &[Row], timed: bool) -> Result<(), ParquetError> {
    let seconds = if timed { "REQUIRED DOUBLE seconds;" } else { "" };
    let schema = Arc::new(parse_message_type(&format!("message sweep {{ {SCHEMA} {seconds} }}"))?);
    let mut writer =
        SerializedFileWriter::new(File::create(file)?, schema, Arc::new(WriterProperties::default()))?;
    let mut group = writer.next_row_group()?;
    let table: Vec<Vec<Field>> = rows.iter().map(fields).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::RowAccessor;

    #[test]
    fn what_is_written_is_read() {
        let line =
            "0.137,0.07,cousin,-1,structure,proved,34,52,0,9,,18446744073709551615,8ecd825a3a12163e,0.250";
        let open = "0.6,0.6,self,0,,open,,,,64,12,2001,,1.000";
        let rows: Vec<Row> = [line, open].map(|line| Row::from_csv(line).expect("a row")).into();
        let file = std::env::temp_dir().join(format!("grundy-rows-{}.parquet", std::process::id()));
        write(&file, &rows, true).expect("a file");
        let reader = SerializedFileReader::new(File::open(&file).expect("a file")).expect("a Parquet file");
        let read: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        std::fs::remove_file(&file).expect("a file");
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].get_string(0).ok().map(String::as_str), Some("0.137"));
        assert_eq!((read[0].get_long(3).ok(), read[0].get_double(13).ok()), (Some(-1), Some(0.25)));
        let numbers = |row: usize| [6, 10, 11].map(|column| read[row].get_ulong(column).ok());
        assert_eq!(numbers(0), [Some(34), None, Some(u64::MAX)], "empty fields are null");
        assert_eq!(numbers(1), [None, Some(12), Some(2001)]);
    }
}
