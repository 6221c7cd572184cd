//! Certificates of misère quotients: the table, the P-portion, the class of each heap, and the claim.
//!
//! A text of lines, sealed like the certificates of periods, with one way to write it:
//!
//! ```text
//! grundy quotient 1
//! rule 0.75                      the rule, as the rule language prints it
//! order 8                        elements 0, 1, ...; 0 is neutral
//! lost 1 4                       the P-portion: the elements whose sums are P-positions, increasing
//! period 2                       of Phi; 0 when the quotient is that of the heaps below and no more
//! preperiod 8
//! phi 0 1 2 1 ...                the element of heap 0, 1, ...
//! row 0 1 2 3 4 5 6 7            the products of element 0 with all, then those of element 1, ...
//! ...
//! checksum 0123456789abcdef
//! ```
//!
//! Reading takes memory in proportion to the file and never panics; [`crate::proof::verify::verify_quotient`] finds out
//! whether the claim is true.

use super::{Reader, Unreadable, unreadable};
use crate::base::checksum::{with_checksum, without_checksum};
use crate::engine::misere::heaps::MisereFinding;
use crate::engine::misere::monoid::Element;
use crate::rule::Ruleset;
use std::fmt::Write;

/// A misère quotient as it is claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotientCertificate {
    /// The rule, as the rule language reads it.
    pub rule: String,
    /// The P-portion, in increasing order.
    pub p_portion: Vec<Element>,
    /// The least period and preperiod of Phi when the quotient is claimed to be complete.
    pub period: Option<(u64, u64)>,
    /// The element of each heap.
    pub phi: Vec<Element>,
    /// The products of each element with all.
    pub rows: Vec<Vec<Element>>,
}

const MAGIC: &str = "grundy quotient 1";

/// Whether a file claims to be the certificate of a quotient.
pub fn is_quotient(bytes: &[u8]) -> bool {
    bytes.starts_with(b"grundy quotient ")
}

impl QuotientCertificate {
    /// What was found, as a claim.
    pub fn new(rules: &Ruleset, found: &MisereFinding) -> QuotientCertificate {
        let monoid = found.quotient.monoid();
        QuotientCertificate {
            rule: rules.text().to_owned(),
            p_portion: found.quotient.p_portion().iter().collect(),
            period: found.period.as_ref().map(|period| (period.length, period.preperiod)),
            phi: found.quotient.phi().to_vec(),
            rows: (0..monoid.order() as Element).map(|x| monoid.row(x).to_vec()).collect(),
        }
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (period, preperiod) = self.period.unwrap_or((0, 0));
        let mut text = format!("{MAGIC}\nrule {}\norder {}\n", self.rule, self.rows.len());
        line(&mut text, "lost", &self.p_portion);
        let _ = write!(text, "period {period}\npreperiod {preperiod}\n");
        line(&mut text, "phi", &self.phi);
        self.rows.iter().for_each(|row| line(&mut text, "row", row));
        with_checksum(text.into_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it; anything that [`QuotientCertificate::to_bytes`] would not have written is.
    pub fn from_bytes(bytes: &[u8]) -> Result<QuotientCertificate, Unreadable> {
        let Some(content) = without_checksum(bytes) else {
            return Err(unreadable("the checksum does not fit: the file is damaged or cut short"));
        };
        let mut reader = Reader { rest: content };
        if reader.line()? != MAGIC {
            return Err(unreadable("this version of the format is not known"));
        }
        let certificate = read(&mut reader)?;
        // One way to write it: what is read and written again must be the same file.
        if certificate.to_bytes() != bytes {
            return Err(unreadable("the file is not written as certificates are"));
        }
        Ok(certificate)
    }
}

fn line(text: &mut String, name: &str, numbers: &[Element]) {
    text.push_str(name);
    numbers.iter().for_each(|number| {
        let _ = write!(text, " {number}");
    });
    text.push('\n');
}

fn read(reader: &mut Reader<'_>) -> Result<QuotientCertificate, Unreadable> {
    let rule = reader.field("rule")?.to_owned();
    let order = reader.number("order")?;
    let p_portion = numbers(reader, "lost", order)?;
    let (period, preperiod) = (reader.number("period")?, reader.number("preperiod")?);
    let phi = numbers(reader, "phi", order)?;
    let mut rows = Vec::new();
    // The list grows with the lines that are there, whatever number is written.
    for _ in 0..order {
        let row = numbers(reader, "row", order)?;
        if row.len() as u64 != order {
            return Err(unreadable("a row has as many numbers as there are elements"));
        }
        rows.push(row);
    }
    let period = (period > 0).then_some((period, preperiod));
    Ok(QuotientCertificate { rule, p_portion, period, phi, rows })
}

/// A line of elements.
fn numbers(reader: &mut Reader<'_>, name: &str, order: u64) -> Result<Vec<Element>, Unreadable> {
    let line = reader.long_line()?;
    let words = line.strip_prefix(name).ok_or_else(|| unreadable(format!("the line `{name}` is missing")))?;
    let element = |word: &str| word.parse::<Element>().ok().filter(|&element| u64::from(element) < order);
    let read: Option<Vec<Element>> = words.split_ascii_whitespace().map(element).collect();
    read.ok_or_else(|| unreadable(format!("`{name}` lists elements")))
}
