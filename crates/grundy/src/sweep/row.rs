//! One row of a sweep, and its line in a CSV file.

use std::borrow::Cow;
use std::fmt;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* #[cfg_attr(feature = "json", serde(rename = $word))] $variant,)*
        }

        impl $name {
            fn read(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($name::$variant => $word,)*
                })
            }
        }
    };
}

words! {
    /// What a code has to do with its representative.
    Relation {
        /// It is its own.
        Own = "self",
        /// Both have the same values for ever.
        Equal = "equal",
        /// The values are those of the representative, some heaps later or earlier.
        Cousin = "cousin",
    }
}

words! {
    /// How a relation was proved.
    Ground {
        /// From the digits: [`super::standard`].
        Structure = "structure",
        /// From proved periods: [`super::sequence`].
        Sequence = "sequence",
    }
}

words! {
    /// What is known about the period.
    Status {
        /// There is a theorem; without a period, that there is none.
        Proved = "proved",
        /// A period was seen three times, and no theorem was met.
        Observed = "observed",
        /// No period up to the limit.
        Open = "open",
        /// The memory did not suffice to reach the limit.
        Stopped = "stopped",
    }
}

/// One row.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct SweepRow {
    /// The code, set or rule.
    pub code: String,
    /// The first of the sweep that is proved to have the same values, shifted perhaps.
    pub representative: String,
    /// What it has to do with the representative.
    pub relation: Relation,
    /// Heap n has the value of heap `n - shift` of the representative, or 0 when that would be negative.
    pub shift: i64,
    /// How that was proved.
    pub by: Option<Ground>,
    /// What is known about the period.
    pub status: Status,
    /// The least period.
    pub period: Option<u64>,
    /// The least heap from which it holds.
    pub preperiod: Option<u64>,
    /// What each period adds.
    pub saltus: Option<u64>,
    /// The largest value: of all heaps when the period is proved, else of those computed.
    pub maximum: Option<u64>,
    /// How many of the computed heaps are rare, when there is a sparse space.
    pub rare: Option<u64>,
    /// How many values the row rests on; those of the representative when only that was computed.
    pub computed: u64,
    /// A digest of the proved values without the zeros at the start, in hexadecimal.
    pub sequence: Option<String>,
    /// The time it took.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub seconds: Option<f64>,
}

/// The names of the columns, but for `seconds`, which comes last when it is there.
pub const COLUMNS: [&str; 13] = [
    "code",
    "representative",
    "relation",
    "shift",
    "by",
    "status",
    "period",
    "preperiod",
    "saltus",
    "maximum",
    "rare",
    "computed",
    "sequence",
];

/// The first line of a CSV file.
pub fn csv_header(timed: bool) -> String {
    COLUMNS.join(",") + if timed { ",seconds" } else { "" }
}

impl SweepRow {
    /// The line in a CSV file, without its end.
    pub fn to_csv(&self) -> String {
        let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        let mut fields = vec![
            quoted(&self.code).into_owned(),
            quoted(&self.representative).into_owned(),
            self.relation.to_string(),
            self.shift.to_string(),
            self.by.map(|ground| ground.to_string()).unwrap_or_default(),
            self.status.to_string(),
            number(self.period),
            number(self.preperiod),
            number(self.saltus),
            number(self.maximum),
            number(self.rare),
            self.computed.to_string(),
            self.sequence.clone().unwrap_or_default(),
        ];
        fields.extend(self.seconds.map(|seconds| format!("{seconds:.3}")));
        fields.join(",")
    }

    /// Reads a line that [`SweepRow::to_csv`] wrote; `None` for any other.
    pub fn from_csv(line: &str) -> Option<SweepRow> {
        let mut fields = fields(line)?.into_iter();
        let mut next = || fields.next();
        let number = |field: String| -> Option<Option<u64>> {
            if field.is_empty() { Some(None) } else { field.parse().ok().map(Some) }
        };
        let row = SweepRow {
            code: next()?,
            representative: next()?,
            relation: Relation::read(&next()?)?,
            shift: next()?.parse().ok()?,
            by: next().map(|field| Ground::read(&field))?,
            status: Status::read(&next()?)?,
            period: number(next()?)?,
            preperiod: number(next()?)?,
            saltus: number(next()?)?,
            maximum: number(next()?)?,
            rare: number(next()?)?,
            computed: next()?.parse().ok()?,
            sequence: next().map(|field| Some(field).filter(|field| !field.is_empty()))?,
            seconds: match next() {
                Some(field) => Some(field.parse().ok()?),
                None => None,
            },
        };
        // One way to write it, so that a damaged line is not taken for another row.
        (row.to_csv() == line).then_some(row)
    }
}

/// A field as RFC 4180 has it: in quotes when it holds a comma or a quote.
fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// The fields of a line; `None` when a quote does not end.
fn fields(line: &str) -> Option<Vec<String>> {
    let mut found = vec![String::new()];
    let (mut inside, mut characters) = (false, line.chars().peekable());
    while let Some(character) = characters.next() {
        match character {
            '"' if inside && characters.peek() == Some(&'"') => {
                characters.next();
                found.last_mut()?.push('"');
            }
            '"' => inside = !inside,
            ',' if !inside => found.push(String::new()),
            _ => found.last_mut()?.push(character),
        }
    }
    (!inside).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> SweepRow {
        SweepRow {
            code: "n -> a, b where \"x\"".to_owned(),
            representative: "0.137".to_owned(),
            relation: Relation::Cousin,
            shift: -1,
            by: Some(Ground::Structure),
            status: Status::Proved,
            period: Some(34),
            preperiod: Some(53),
            saltus: Some(0),
            maximum: None,
            rare: Some(7),
            computed: 176,
            sequence: Some("0123456789abcdef".to_owned()),
            seconds: Some(0.25),
        }
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let mut row = sample();
        assert_eq!(SweepRow::from_csv(&row.to_csv()), Some(row.clone()));
        row.seconds = None;
        (row.by, row.sequence, row.period) = (None, None, None);
        assert_eq!(SweepRow::from_csv(&row.to_csv()), Some(row.clone()));
        assert_eq!(row.to_csv().split(',').count(), COLUMNS.len() + 1, "one comma is quoted");
    }

    #[test]
    fn cut_lines_are_not_rows() {
        let line = sample().to_csv();
        for end in 0..line.len() {
            let row = SweepRow::from_csv(&line[..end]);
            // Only the time may be cut without a trace, and without a line end it is not looked at.
            assert!(row.is_none_or(|row| row.seconds.is_none()), "{}", &line[..end]);
        }
        assert_eq!(SweepRow::from_csv(&csv_header(true)), None);
        assert_eq!(SweepRow::from_csv(&line.replace("proved", "moved")), None);
    }
}
