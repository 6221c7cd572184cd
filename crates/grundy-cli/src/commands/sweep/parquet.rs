//! Rows as an Apache Parquet file.

use crate::commands::parquet::{Field, write as write_table};
use grundy::ask::files::{FileError, Output};
use grundy::sweep::SweepRow;

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

/// The fields of a row in the order of the columns.
fn fields(row: &SweepRow) -> Vec<Field> {
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
pub fn write(output: Output, rows: &[SweepRow], timed: bool) -> Result<(), FileError> {
    let seconds = if timed { "REQUIRED DOUBLE seconds;" } else { "" };
    let schema = format!("message sweep {{ {SCHEMA} {seconds} }}");
    write_table(output, &schema, rows.iter().map(fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::RowAccessor;
    use std::fs::File;

    #[test]
    fn what_is_written_is_read() {
        let line =
            "0.137,0.07,cousin,-1,structure,proved,34,52,0,9,,18446744073709551615,8ecd825a3a12163e,0.250";
        let open = "0.6,0.6,self,0,,open,,,,64,12,2001,,1.000";
        let rows: Vec<SweepRow> = [line, open].map(|line| SweepRow::from_csv(line).expect("a row")).into();
        let file = std::env::temp_dir().join(format!("grundy-rows-{}.parquet", std::process::id()));
        write(Output::check(&file).expect("a place"), &rows, true).expect("a file");
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
