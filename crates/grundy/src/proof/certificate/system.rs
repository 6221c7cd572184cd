//! Certificates of periods of systems: the rule, the kind that the claim is about, and the values of all kinds behind it.
//!
//! A file like the certificates of periods, with one way to write it:
//!
//! ```text
//! grundy system 1
//! rule ring(n) -> row(n - 1) where n > 0 ; row(n) -> ...
//! kind ring                      the claim is about its heaps
//! period 12                      the least
//! preperiod 71                   the least
//! common-period 12               a period of all kinds below
//! common-preperiod 71
//! kinds 2                        the kinds that heaps of the kind can become, itself among them
//! of ring
//! of row
//! values 180                     how many values of each follow: those of sizes 0, 1, ...
//! bytes 1                        bytes of each value, little-endian: 1, 2 or 4, as few as suffice
//! <360 bytes>                    the values of the first kind, then those of the next
//! checksum 0123456789abcdef
//! ```
//!
//! Reading takes memory in proportion to the file and never panics; [`crate::proof::verify::verify_system`] finds out whether
//! the claim is true.

use super::{Reader, Unreadable, unreadable};
use crate::base::checksum::{with_checksum, without_checksum};
use crate::engine::heap::period::Period;
use crate::engine::system::period::SystemFinding;
use crate::rule::System;
use std::fmt::Write;

/// A period of a kind of a system, as it is claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemCertificate {
    /// The rule, as the rule language reads it.
    pub rule: String,
    /// The kind.
    pub kind: String,
    /// The least period.
    pub period: u64,
    /// The least preperiod.
    pub preperiod: u64,
    /// A period of all kinds, and from where on they have it.
    pub common: (u64, u64),
    /// The kinds and their values, of as many sizes each.
    pub values: Vec<(String, Vec<u32>)>,
}

const MAGIC: &str = "grundy system 1";

/// Whether a file claims to be the certificate of a system.
pub fn is_system(bytes: &[u8]) -> bool {
    bytes.starts_with(b"grundy system ")
}

impl SystemCertificate {
    /// What was found, as a claim; `None` when nothing was proved.
    pub fn new(system: &System, kind: usize, finding: &SystemFinding) -> Option<SystemCertificate> {
        let ((whole, table), own) = (finding.whole.as_ref()?, finding.own.period.as_ref()?);
        let Period { length, preperiod, values, .. } = *whole;
        let mut kinds = table.kinds().to_vec();
        kinds.sort_unstable();
        let list = |&kind: &usize| {
            (system.kinds()[kind].name().to_owned(), table.values(kind)[..values as usize].to_vec())
        };
        Some(SystemCertificate {
            rule: system.text().to_owned(),
            kind: system.kinds()[kind].name().to_owned(),
            period: own.length,
            preperiod: own.preperiod,
            common: (length, preperiod),
            values: kinds.iter().map(list).collect(),
        })
    }

    /// The number of sizes whose values are there.
    pub fn sizes(&self) -> usize {
        self.values.first().map_or(0, |(_, values)| values.len())
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let all = self.values.iter().flat_map(|(_, values)| values);
        let width = match all.clone().max() {
            Some(0..=0xff) | None => 1,
            Some(0..=0xffff) => 2,
            Some(_) => 4,
        };
        let SystemCertificate { rule, kind, period, preperiod, common, values } = self;
        let mut head = format!(
            "{MAGIC}\nrule {rule}\nkind {kind}\nperiod {period}\npreperiod {preperiod}\ncommon-period {}\n\
             common-preperiod {}\nkinds {}\n",
            common.0,
            common.1,
            values.len()
        );
        for (name, _) in values {
            let _ = writeln!(head, "of {name}");
        }
        let _ = write!(head, "values {}\nbytes {width}\n", self.sizes());
        let mut bytes = head.into_bytes();
        all.for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()[..width]));
        with_checksum(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it; anything that [`SystemCertificate::to_bytes`] would not have written is.
    pub fn from_bytes(bytes: &[u8]) -> Result<SystemCertificate, Unreadable> {
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

fn read(reader: &mut Reader<'_>) -> Result<SystemCertificate, Unreadable> {
    let (rule, kind) = (reader.field("rule")?.to_owned(), reader.field("kind")?.to_owned());
    let (period, preperiod) = (reader.number("period")?, reader.number("preperiod")?);
    let common = (reader.number("common-period")?, reader.number("common-preperiod")?);
    let mut names = Vec::new();
    // The list grows with the lines that are there, whatever number is written.
    for _ in 0..reader.number("kinds")? {
        names.push(reader.field("of")?.to_owned());
    }
    let (count, bytes) = (reader.number("values")?, reader.number("bytes")?);
    if !matches!(bytes, 1 | 2 | 4) || names.is_empty() {
        return Err(unreadable("there is at least one kind, and values have 1, 2 or 4 bytes"));
    }
    let total = u128::from(count) * names.len() as u128;
    if total.checked_mul(bytes.into()) != Some(reader.rest.len() as u128) {
        return Err(unreadable("the number of values does not fit the length of the file"));
    }
    // From here on every length is at most that of the file.
    let number = |chunk: &[u8]| chunk.iter().rev().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
    let mut numbers = reader.rest.chunks_exact(bytes as usize).map(number);
    let values = names.into_iter().map(|name| (name, numbers.by_ref().take(count as usize).collect()));
    Ok(SystemCertificate { rule, kind, period, preperiod, common, values: values.collect() })
}
