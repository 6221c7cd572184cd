//! Values for ever, from proved periods: whether two games have the same, or the same but for empty heaps at the start.
//!
//! A proved period says what every value is: the first e + p of them, then each p heaps later the same plus the saltus.
//! So two such sequences are equal for ever if and only if p, e, the saltus and the first e + p values are. Without the
//! zeros at the start this compares cousins too: the values of one are those of the other, shifted by the difference of
//! the zeros. A common prefix without proved periods says nothing, and nothing is said about it (`0.161` and `0.36`
//! agree up to heap 518).

use crate::engine::heap::closed_form::ClosedForm;
use crate::engine::heap::period::{Period, PeriodFinding, Theorem};
use crate::engine::heap::terms::Terms;

/// Longer beginnings are not compared.
const MAX_COMPARED: u64 = 1 << 30;
/// Beginnings up to this length are kept, to be compared without computing them again.
const MAX_KEPT_VALUES: u64 = 1 << 12;
/// Values that are read at once.
const BLOCK: u64 = 1 << 12;

/// The proved values of a game.
#[derive(Clone, Copy)]
pub(super) struct Proved<'a> {
    source: Source<'a>,
    period: &'a Period,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Terms(&'a dyn Terms),
    Formula(&'a ClosedForm),
}

impl<'a> Proved<'a> {
    /// The values of a finding, if its period is proved.
    pub(super) fn of(finding: &'a PeriodFinding<'_>) -> Option<Proved<'a>> {
        let period = finding.period.as_ref()?;
        let end = period.preperiod.checked_add(period.length)?;
        let source = match (finding.theorem.as_ref()?, finding.terms()) {
            (Theorem::Formula(formula), _) => Source::Formula(formula),
            (_, Some(terms)) if terms.count() >= end => Source::Terms(terms),
            _ => return None,
        };
        Some(Proved { source, period })
    }

    /// Calls `visit` with the values of heaps `first` to `end - 1`, as long as it says so.
    pub(super) fn visit(&self, first: u64, end: u64, mut visit: impl FnMut(u64) -> bool) {
        let terms = match self.source {
            Source::Formula(formula) => {
                (first..end).all(|heap| visit(formula.value(heap)));
                return;
            }
            Source::Terms(terms) => terms,
        };
        let known = self.period.preperiod + self.period.length;
        let mut block = vec![0; BLOCK.min(end.saturating_sub(first)) as usize];
        let mut heap = first;
        while heap < end.min(known) {
            let width = (end.min(known) - heap).min(BLOCK) as usize;
            terms.read(heap, &mut block[..width]);
            if !block[..width].iter().all(|&value| visit(u64::from(value))) {
                return;
            }
            heap += width as u64;
        }
        while heap < end {
            let (index, added) = self.period.place(heap);
            if !visit(u64::from(terms.value(index as u64)) + added) {
                return;
            }
            heap += 1;
        }
    }

    /// The largest value, if there is one.
    pub(super) fn maximum(&self) -> Option<u64> {
        if let (Source::Formula(ClosedForm::Bounded(k)), _) = (self.source, self.period) {
            return Some(*k);
        }
        let mut most = 0;
        self.visit(0, self.period.preperiod + self.period.length, |value| {
            most = most.max(value);
            true
        });
        (self.period.saltus == 0).then_some(most)
    }

    /// What the values have in common with those of their cousins; `None` when the beginning is too long.
    pub(super) fn trace(&self) -> Option<Trace> {
        let Period { length, preperiod, saltus, .. } = *self.period;
        let end = preperiod.checked_add(length.checked_mul(2)?).filter(|&end| end <= MAX_COMPARED)?;
        let mut zeros = 0;
        self.visit(0, end, |value| {
            zeros += u64::from(value == 0);
            value == 0
        });
        // Nothing but zeros: there is no start to cut off.
        let zeros = if zeros == end { 0 } else { zeros };
        let preperiod = preperiod.saturating_sub(zeros);
        let mut digest = [length, preperiod, saltus].into_iter().fold(OFFSET, mixed);
        let keep = preperiod + length <= MAX_KEPT_VALUES;
        let mut values = Vec::new();
        self.visit(zeros, zeros + preperiod + length, |value| {
            digest = mixed(digest, value);
            if keep {
                values.push(value);
            }
            true
        });
        Some(Trace { zeros, length, preperiod, saltus, digest, values: keep.then_some(values) })
    }

    /// Whether both have the same values for ever, but for zeros at the start; `one` and `other` are their traces.
    pub(super) fn same(&self, one: &Trace, that: &Proved<'_>, other: &Trace) -> bool {
        let head = |trace: &Trace| (trace.length, trace.preperiod, trace.saltus, trace.digest);
        if head(one) != head(other) {
            return false;
        }
        let all = one.preperiod + one.length;
        let mut done = 0;
        while done < all {
            let width = (all - done).min(BLOCK);
            let block = |proved: &Proved<'_>, trace: &Trace| {
                let mut values = Vec::with_capacity(width as usize);
                let first = trace.zeros + done;
                proved.visit(first, first + width, |value| {
                    values.push(value);
                    true
                });
                values
            };
            if block(self, one) != block(that, other) {
                return false;
            }
            done += width;
        }
        true
    }
}

/// The proved values without the zeros at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trace {
    /// How many zeros were cut off.
    pub(super) zeros: u64,
    length: u64,
    preperiod: u64,
    saltus: u64,
    /// Different digests mean different sequences; equal ones are a reason to compare.
    pub(super) digest: u64,
    /// The first `preperiod + length` values, if they are few.
    values: Option<Vec<u64>>,
}

impl Trace {
    /// Whether both are the same for ever; `None` when the values are not at hand.
    pub(super) fn same(&self, other: &Trace) -> Option<bool> {
        if (self.length, self.preperiod, self.saltus) != (other.length, other.preperiod, other.saltus) {
            return Some(false);
        }
        Some(self.values.as_ref()? == other.values.as_ref()?)
    }
}

/// FNV-1a, a value at a time.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fn mixed(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::engine::heap::period::find;
    use crate::rule::Ruleset;

    /// Whether two games are proved the same, and by how many heaps the first lies behind.
    fn compared(one: &str, other: &str) -> Option<i64> {
        let rules = [one, other].map(|text| Ruleset::parse(text).expect("a game"));
        let found = rules.each_ref().map(|rules| find(rules, 2000, &Limits::default()).expect("values"));
        let proved = found.each_ref().map(Proved::of);
        let [Some(one), Some(other)] = proved else { return None };
        let (trace, that) = (one.trace().expect("short"), other.trace().expect("short"));
        let same = one.same(&trace, &other, &that);
        assert_eq!(trace.same(&that), Some(same));
        same.then(|| trace.zeros as i64 - that.zeros as i64)
    }

    #[test]
    fn proved_sequences_are_compared() {
        assert_eq!(compared("0.26", "0.27"), Some(0));
        assert_eq!(compared("0.26", "0.06"), None);
        assert_eq!(compared("0.314", "0.31"), None);
        assert_eq!(compared("0.07", "0.137"), Some(1));
        assert_eq!(compared("0.137", "0.07"), Some(-1));
        assert_eq!(compared("0.5", "take{1}"), Some(0));
        assert_eq!(compared("take{1..3}", "0.73"), Some(0));
        assert_eq!(compared("take{}", "0.0"), Some(0));
        assert_eq!(compared("take{}", "take{1}"), None);
        assert_eq!(compared("take{1,2}", "take{1,2,4}"), Some(0));
        assert_eq!(compared("allbut{}", "n -> k where k < n"), Some(0));
        assert_eq!(compared("allbut{1}", "allbut{2}"), None);
    }

    #[test]
    fn what_is_not_proved_is_not_compared() {
        assert_eq!(compared("0.161", "0.161"), None);
    }
}
