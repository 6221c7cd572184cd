//! Sets of numbers that may (or may not) be taken: `take{1,3,4}`, `take 1..3`, `allbut{1,2}`.

use crate::base::diagnostic::{Diagnostic, ErrorCode};
use std::fmt;

/// A finite set of positive numbers, as disjoint increasing ranges.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct TakeSet {
    ranges: Vec<(u64, u64)>,
}

impl TakeSet {
    /// The union of ranges; each has `1 <= first <= last`.
    pub fn new(mut ranges: Vec<(u64, u64)>) -> TakeSet {
        ranges.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some(previous) if first <= previous.1.saturating_add(1) => previous.1 = previous.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        TakeSet { ranges: merged }
    }

    /// The set of single numbers.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u64>) -> TakeSet {
        TakeSet::new(numbers.into_iter().map(|number| (number, number)).collect())
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The largest member.
    pub fn largest(&self) -> Option<u64> {
        self.ranges.last().map(|range| range.1)
    }

    /// The members up to `limit`, increasing.
    pub fn up_to(&self, limit: u64) -> impl Iterator<Item = u64> + '_ {
        self.ranges
            .iter()
            .take_while(move |range| range.0 <= limit)
            .flat_map(move |&(first, last)| first..=last.min(limit))
    }

    /// `k` when the set is exactly `1..=k`.
    pub fn initial_segment(&self) -> Option<u64> {
        match self.ranges.as_slice() {
            [(1, last)] => Some(*last),
            _ => None,
        }
    }

    /// Whether `number` belongs to it.
    pub fn contains(&self, number: u64) -> bool {
        self.ranges.iter().any(|&(first, last)| first <= number && number <= last)
    }

    /// Reads what stands behind `take` or `allbut`: `{1, 3, 5..7}`, or a bare range.
    ///
    /// # Errors
    /// The first thing that is no positive number or range, with spans offset by `offset`.
    pub fn parse(text: &str, offset: usize) -> Result<TakeSet, Diagnostic> {
        let trimmed = text.trim();
        let start = offset + (text.len() - text.trim_start().len());
        let braces = trimmed.strip_prefix('{').map(|rest| rest.strip_suffix('}'));
        let (list, at) = match braces {
            Some(Some(inner)) => (inner, start + 1),
            Some(None) => {
                let end = start + trimmed.len();
                return Err(Diagnostic::new(
                    ErrorCode::BadSet,
                    end..end + 1,
                    "expected `}`, found the end of the set",
                ));
            }
            None => (trimmed, start),
        };
        if braces.is_none() && list.is_empty() {
            let diagnostic = Diagnostic::new(
                ErrorCode::BadSet,
                start..start + 1,
                "expected a set such as `{1, 3, 4}` or `1..3`",
            );
            return Err(diagnostic);
        }
        let mut ranges = Vec::new();
        let mut place = at;
        let separated = if braces.is_none() { vec![list] } else { list.split(',').collect() };
        for item in &separated {
            let lead = item.len() - item.trim_start().len();
            let word = item.trim();
            if !(word.is_empty() && separated.len() == 1) {
                ranges.push(range(word, place + lead)?);
            }
            place += item.len() + 1;
        }
        Ok(TakeSet::new(ranges))
    }
}

fn range(word: &str, at: usize) -> Result<(u64, u64), Diagnostic> {
    let error = |message: String| Diagnostic::new(ErrorCode::BadSet, at..at + word.len().max(1), message);
    let number = |text: &str| {
        crate::base::text::number(text.trim())
            .map_err(|reason| error(format!("`{}` is {reason}", text.trim())))
    };
    let (first, last) = match word.split_once("..") {
        Some((first, last)) => (number(first)?, number(last)?),
        None => {
            let only = number(word)?;
            (only, only)
        }
    };
    if first == 0 {
        return Err(error("taking 0 is no move".to_owned()).hint("leave the 0 out"));
    }
    if first > last {
        return Err(error(format!("empty range: {word}")).hint(format!("did you mean `{last}..{first}`?")));
    }
    Ok((first, last))
}

impl fmt::Display for TakeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, &(first, last)) in self.ranges.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match last - first {
                0 => write!(f, "{comma}{first}")?,
                1 => write!(f, "{comma}{first},{last}")?,
                _ => write!(f, "{comma}{first}..{last}")?,
            }
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_and_printed() {
        for (text, printed) in [
            ("{1,3,4}", "{1,3,4}"),
            (" 1..3", "{1..3}"),
            ("{}", "{}"),
            ("{ 4, 1, 1 }", "{1,4}"),
            ("{1..2,3,9}", "{1..3,9}"),
            ("5", "{5}"),
        ] {
            assert_eq!(TakeSet::parse(text, 0).map(|set| set.to_string()).as_deref(), Ok(printed), "{text}");
        }
        for text in ["{0}", "{1,,2}", "{1", "", "{a}", "{3..1}", "{-1}", "{1.5}", "1,2"] {
            assert!(TakeSet::parse(text, 0).is_err(), "{text}");
        }
    }
}
