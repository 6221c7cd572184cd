//! Certificates: a period, and what it takes to check it without trusting whoever found it.
//!
//! A file of lines and bytes. Every line ends in `\n`, numbers are decimal without signs or leading zeros, and there is
//! exactly one way to write a certificate, so that every byte counts:
//!
//! ```text
//! grundy certificate 1
//! rule 0.77                      the rule, as the rule language prints it
//! theorem code                   code, unequal, subtraction, all-but or window
//! period 12
//! preperiod 71
//! saltus 0
//! values 168                     how many values follow: g(0), g(1), ...
//! bytes 1                        bytes of each value, little-endian: 1, 2 or 4, as few as suffice
//! <168 bytes>
//! checksum 0123456789abcdef      CRC-64/XZ of everything before this line, in hexadecimal
//! ```
//!
//! With the theorem `window` ([`crate::engine::heap::period::window`]) the values are those of the first heaps only,
//! and between `bytes` and the data there are more lines:
//!
//! ```text
//! mask 13                        bits that distinguish rare from common, decimal
//! by-place 0                     1 when the parity of the heap counts too
//! reach 64                       Q of the theorem: rare heaps and parts of witnesses are at most this
//! width 71                       values of each window
//! windows 3                      how many there are
//! end 200                        each: the heap behind the window, increasing
//! end 300
//! end 400
//! ```
//!
//! and behind the values of the first heaps stand those of the windows, in order.
//!
//! Misère quotients have certificates of their own ([`quotient`]), and so have systems of several kinds ([`system`]).
//!
//! Reading takes memory in proportion to the file and never panics; what the claim is worth is
//! [`crate::proof::verify`]'s business.

pub mod quotient;
pub mod system;

pub use crate::base::checksum::with_checksum;
use crate::base::checksum::without_checksum;
use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::closed_form::ClosedForm;
use crate::engine::heap::period::window::{Windows, windows};
use crate::engine::heap::period::{Period, PeriodFinding, Theorem};
use crate::rule::{Class, Ruleset};
use std::fmt;

/// What a certificate rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The theorem on codes.
    Code,
    /// The theorem on codes with unequal parts.
    Unequal,
    /// The theorem on finite subtraction sets.
    Subtraction,
    /// The state of an all-but game.
    AllBut,
    /// The window theorem.
    Window,
}

const GROUNDS: [(Ground, &str); 5] = [
    (Ground::Code, "code"),
    (Ground::Unequal, "unequal"),
    (Ground::Subtraction, "subtraction"),
    (Ground::AllBut, "all-but"),
    (Ground::Window, "window"),
];

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = GROUNDS.iter().find(|(ground, _)| ground == self).expect("the list is whole");
        f.write_str(name)
    }
}

/// The windows of a certificate; see the [module](self).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segments {
    /// Bits that distinguish rare from common.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub by_place: bool,
    /// Rare heaps and the parts of witnesses are at most this.
    pub reach: u64,
    /// Values of each window.
    pub width: u64,
    /// The heap behind each window, and its values.
    pub windows: Vec<(u64, Vec<u32>)>,
}

/// A claim with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The rule, as the rule language reads it.
    pub rule: String,
    /// The theorem.
    pub ground: Ground,
    /// The least period.
    pub period: u64,
    /// The least preperiod.
    pub preperiod: u64,
    /// What a period adds.
    pub saltus: u64,
    /// The values of the first heaps.
    pub values: Vec<u32>,
    /// For the window theorem.
    pub segments: Option<Segments>,
}

/// Why bytes are no certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(String);

fn unreadable(message: impl Into<String>) -> Unreadable {
    Unreadable(message.into())
}

const MAGIC: &str = "grundy certificate ";
const VERSION: u64 = 1;
/// Longest line of the head.
const MAX_LINE_BYTES: usize = 1 << 16;

impl Certificate {
    /// A claim with the values of the first heaps.
    pub fn new(rules: &Ruleset, ground: Ground, period: &Period, values: Vec<u32>) -> Certificate {
        Certificate {
            rule: rules.text().to_owned(),
            ground,
            period: period.length,
            preperiod: period.preperiod,
            saltus: period.saltus,
            values,
            segments: None,
        }
    }

    /// A claim that rests on the window theorem.
    pub fn from_windows(rules: &Ruleset, period: &Period, found: Windows) -> Certificate {
        let Windows { mask, reach, prefix, width, windows } = found;
        let segments = Segments { mask: mask.bits, by_place: mask.by_place, reach, width, windows };
        Certificate { segments: Some(segments), ..Certificate::new(rules, Ground::Window, period, prefix) }
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let windows = self.segments.iter().flat_map(|segments| &segments.windows);
        let all = self.values.iter().chain(windows.flat_map(|(_, values)| values));
        let width = match all.clone().max() {
            Some(0..=0xff) | None => 1,
            Some(0..=0xffff) => 2,
            Some(_) => 4,
        };
        let mut bytes = self.head(width).into_bytes();
        for value in all {
            bytes.extend_from_slice(&value.to_le_bytes()[..width]);
        }
        with_checksum(bytes)
    }

    fn head(&self, width: usize) -> String {
        let Certificate { rule, ground, period, preperiod, saltus, .. } = self;
        let mut head = format!(
            "{MAGIC}{VERSION}\nrule {rule}\ntheorem {ground}\nperiod {period}\npreperiod {preperiod}\nsaltus {saltus}\n\
             values {}\nbytes {width}\n",
            self.values.len()
        );
        if let Some(Segments { mask, by_place, reach, width, windows }) = &self.segments {
            let by_place = u8::from(*by_place);
            head += &format!(
                "mask {mask}\nby-place {by_place}\nreach {reach}\nwidth {width}\nwindows {}\n",
                windows.len()
            );
            for (end, _) in windows {
                head += &format!("end {end}\n");
            }
        }
        head
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it; anything that [`Certificate::to_bytes`] would not have written is.
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, Unreadable> {
        if bytes.is_empty() {
            return Err(unreadable("the file is empty"));
        }
        let mut reader = Reader { rest: bytes };
        let magic = reader.line().ok().and_then(|line| line.strip_prefix(MAGIC));
        let Some(version) = magic else {
            return Err(unreadable("the file does not start as certificates do"));
        };
        if version != "1" {
            return Err(unreadable(format!("version {version:?} of the format is not known")));
        }
        let Some(content) = without_checksum(bytes) else {
            return Err(unreadable("the checksum does not fit: the file is damaged or cut short"));
        };
        let mut reader = Reader { rest: content };
        reader.line()?;
        let certificate = reader.certificate()?;
        // One way to write it: what is read and written again must be the same file.
        if certificate.to_bytes() != bytes {
            return Err(unreadable("the file is not written as certificates are"));
        }
        Ok(certificate)
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A line of the head.
    fn line(&mut self) -> Result<&'a str, Unreadable> {
        self.line_within(MAX_LINE_BYTES)
    }

    /// A line of any length.
    fn long_line(&mut self) -> Result<&'a str, Unreadable> {
        self.line_within(usize::MAX)
    }

    fn line_within(&mut self, most: usize) -> Result<&'a str, Unreadable> {
        let within = &self.rest[..self.rest.len().min(most)];
        let end = within.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| unreadable("a line of the head does not end"))?;
        let line =
            std::str::from_utf8(&self.rest[..end]).map_err(|_| unreadable("the head is not UTF-8 text"))?;
        self.rest = &self.rest[end + 1..];
        Ok(line)
    }

    fn field(&mut self, name: &str) -> Result<&'a str, Unreadable> {
        let line = self.line()?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.ok_or_else(|| unreadable(format!("the line `{name}` is missing")))
    }

    fn number(&mut self, name: &str) -> Result<u64, Unreadable> {
        let word = self.field(name)?;
        word.parse().map_err(|_| unreadable(format!("`{name}` is no number")))
    }

    /// Everything behind the first line.
    fn certificate(&mut self) -> Result<Certificate, Unreadable> {
        let rule = self.field("rule")?.to_owned();
        let name = self.field("theorem")?;
        let ground = GROUNDS.iter().find(|(_, known)| *known == name).map(|(ground, _)| *ground);
        let ground = ground.ok_or_else(|| unreadable(format!("unknown theorem {name:?}")))?;
        let (period, preperiod) = (self.number("period")?, self.number("preperiod")?);
        let (saltus, count) = (self.number("saltus")?, self.number("values")?);
        let bytes = self.number("bytes")?;
        if !matches!(bytes, 1 | 2 | 4) {
            return Err(unreadable("values have 1, 2 or 4 bytes"));
        }
        let mut ends = Vec::new();
        let mut segments = None;
        if ground == Ground::Window {
            let mask = u32::try_from(self.number("mask")?).map_err(|_| unreadable("the mask has 32 bits"))?;
            let by_place = self.number("by-place")? == 1;
            let (reach, width) = (self.number("reach")?, self.number("width")?);
            // The list grows with the lines that are there, whatever number is written.
            for _ in 0..self.number("windows")? {
                ends.push(self.number("end")?);
            }
            segments = Some(Segments { mask, by_place, reach, width, windows: Vec::new() });
        }
        let width = segments.as_ref().map_or(0, |segments| segments.width);
        let total =
            u128::from(width).checked_mul(ends.len() as u128).and_then(|all| all.checked_add(count.into()));
        if total.and_then(|total| total.checked_mul(bytes.into())) != Some(self.rest.len() as u128) {
            return Err(unreadable("the number of values does not fit the length of the file"));
        }
        // From here on every length is at most that of the file.
        let number =
            |chunk: &[u8]| chunk.iter().rev().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
        let mut numbers = self.rest.chunks_exact(bytes as usize).map(number);
        let values = numbers.by_ref().take(count as usize).collect();
        if let Some(segments) = &mut segments {
            let window = |end| (end, numbers.by_ref().take(width as usize).collect());
            segments.windows = ends.into_iter().map(window).collect();
        }
        Ok(Certificate { rule, ground, period, preperiod, saltus, values, segments })
    }
}

/// Most values that are written when windows would do.
const PREFER_WINDOWS: u64 = 1 << 20;
/// Most values that are written at all.
const MAX_VALUES: u64 = 1 << 28;

/// The certificate of a period that was found and proved; `None` when there is no theorem that a finite list could serve, or
/// when the list would be too long.
///
/// # Errors
/// When it was asked to stop.
pub fn certify(
    rules: &Ruleset,
    finding: &PeriodFinding<'_>,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Certificate>, StopReason> {
    let (Some(period), Some(theorem)) = (&finding.period, &finding.theorem) else { return Ok(None) };
    let certificate = |ground, values| Certificate::new(rules, ground, period, values);
    let ground = match theorem {
        Theorem::Formula(formula) => {
            return Ok(of_formula(formula, period).map(|(ground, values)| certificate(ground, values)));
        }
        Theorem::Code { .. } => Ground::Code,
        Theorem::Unequal => Ground::Unequal,
        Theorem::Subtraction => Ground::Subtraction,
        Theorem::AllBut => Ground::AllBut,
        Theorem::Window => Ground::Window,
        // Certificates of systems are of another form.
        Theorem::System { .. } => return Ok(None),
    };
    let Some(terms) = finding.terms() else { return Ok(None) };
    let long = ground == Ground::Window || period.values > PREFER_WINDOWS;
    if let (true, Some(mask), Class::Code(code)) = (long, finding.mask(), rules.class())
        && let Some(found) = windows(code, terms, mask, period, pulse)?
    {
        return Ok(Some(Certificate::from_windows(rules, period, found)));
    }
    if ground == Ground::Window || period.values > MAX_VALUES {
        return Ok(None);
    }
    let mut values = vec![0; period.values as usize];
    terms.read(0, &mut values);
    Ok(Some(certificate(ground, values)))
}

/// Formulas that a theorem on lists covers as well.
fn of_formula(formula: &ClosedForm, period: &Period) -> Option<(Ground, Vec<u32>)> {
    let (ground, count) = match formula {
        // Nim is the all-but game of the empty set: its state is the same at every heap.
        ClosedForm::Nim => (Ground::AllBut, 1),
        ClosedForm::Zero => (Ground::Subtraction, 2),
        ClosedForm::Bounded(k) => (Ground::Subtraction, k.checked_add(1)?.checked_add(period.length)?),
        _ => return None,
    };
    let values =
        (count <= MAX_VALUES).then(|| (0..count).map(|heap| formula.value(heap) as u32).collect())?;
    Some((ground, values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::checksum::{CHECKSUM_LINE, checksum};

    fn sample() -> Certificate {
        Certificate {
            rule: "0.77".to_owned(),
            ground: Ground::Window,
            period: 12,
            preperiod: 71,
            saltus: 0,
            values: vec![0, 1, 2, 3, 300],
            segments: Some(Segments {
                mask: 13,
                by_place: true,
                reach: 64,
                width: 2,
                windows: vec![(200, vec![1, 2]), (300, vec![3, 4])],
            }),
        }
    }

    #[test]
    fn the_checksum_is_the_published_one() {
        // The check value of the catalogue of parametrised CRC algorithms.
        assert_eq!(checksum(b"123456789"), 0x995d_c9bb_df19_39fa);
    }

    #[test]
    fn what_is_written_is_read() {
        let mut certificate = sample();
        assert_eq!(Certificate::from_bytes(&certificate.to_bytes()), Ok(certificate.clone()));
        certificate.segments = None;
        certificate.ground = Ground::Code;
        for largest in [0, 255, 256, 65535, 65536, u32::MAX] {
            certificate.values = vec![largest, 0, 7];
            assert_eq!(Certificate::from_bytes(&certificate.to_bytes()), Ok(certificate.clone()));
        }
        certificate.values.clear();
        assert_eq!(Certificate::from_bytes(&certificate.to_bytes()), Ok(certificate));
    }

    #[test]
    fn every_byte_counts() {
        let bytes = sample().to_bytes();
        for place in 0..bytes.len() {
            for change in [1, 2, 0x20, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                assert!(Certificate::from_bytes(&changed).is_err(), "byte {place} with {change}");
            }
            assert!(Certificate::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
            let mut longer = bytes.clone();
            longer.insert(place, b'1');
            assert!(Certificate::from_bytes(&longer).is_err(), "longer at {place}");
        }
        assert!(Certificate::from_bytes(&[&bytes[..], b"\n"].concat()).is_err());
    }

    #[test]
    fn other_spellings_and_huge_numbers_are_refused() {
        let bytes = sample().to_bytes();
        let content = String::from_utf8_lossy(&bytes[..bytes.len() - CHECKSUM_LINE]).into_owned();
        for (from, to) in [
            ("period 12", "period 012"),
            ("period 12", "period +12"),
            ("period 12", "period 12 "),
            ("values 5", "values 18446744073709551615"),
            ("width 2", "width 18446744073709551615"),
            ("windows 2", "windows 18446744073709551615"),
            ("windows 2", "windows 1"),
            ("bytes 2", "bytes 4"),
            ("bytes 2", "bytes 3"),
            ("by-place 1", "by-place 2"),
            ("mask 13", "mask 4294967296"),
            ("theorem window", "theorem code"),
            ("theorem window", "theorem faith"),
            ("certificate 1", "certificate 2"),
        ] {
            assert!(content.contains(from), "{from}");
            let changed = with_checksum(content.replacen(from, to, 1).into_bytes());
            assert!(Certificate::from_bytes(&changed).is_err(), "{to}");
        }
    }
}
