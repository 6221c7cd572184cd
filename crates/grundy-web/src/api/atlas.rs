//! `/api/atlas`: every octal code with one to three digits, as `scripts/atlas` found it.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::Limits;
use grundy::report::sweep as report;
use grundy::sweep::SweepRow;

/// The table of `docs/atlas`.
const OCTAL: &str = include_str!("../../atlas.csv");

/// Its rows.
fn rows() -> Vec<SweepRow> {
    OCTAL.lines().skip(1).filter_map(SweepRow::from_csv).collect()
}

/// Codes with their periods and what is proved of them.
pub fn atlas(_: &Query, _: &Limits<'_>) -> Result<Reply, Refused> {
    Reply::json(&report::object(&rows()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_row() {
        let rows = rows();
        assert_eq!(rows.len() + 1, OCTAL.lines().count());
        let kayles = rows.iter().find(|row| row.code == "0.77").expect("Kayles");
        assert_eq!((kayles.period, kayles.preperiod), (Some(12), Some(71)));
    }
}
